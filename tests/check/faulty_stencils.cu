// Stencils and sorts with one mistake each; the expected findings are in faulty_stencils.out.
enum { N = 64, TILE = 8 };

__global__ void stencil_without_barrier(const float *in, float *out)
{
    __shared__ float s[64 + 2];
    int t = threadIdx.x;
    s[t + 1] = in[t + 1];
    if (t == 0)
        s[0] = in[0];
    if (t == 63)
        s[65] = in[65];
    out[t] = s[t] + s[t + 1] + s[t + 2];
}

__global__ void stencil_without_halo(const float *in, float *out)
{
    __shared__ float s[64 + 2];
    int t = threadIdx.x;
    s[t + 1] = in[t + 1];
    __syncthreads();
    out[t] = s[t] + s[t + 1] + s[t + 2]; // nobody wrote s[0] and s[65]
}

__global__ void stencil_in_place(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < 127)
        x[i] = (x[i - 1] + x[i] + x[i + 1]) / 3; // neighbours are old or new
}

__global__ void halo_by_few_threads(const float *in, float *out)
{
    __shared__ float s[32 + 8];
    int t = threadIdx.x;
    s[t + 4] = in[t + 4];
    if (t < 4)
        s[t] = in[t]; // the right halo is forgotten
    __syncthreads();
    float sum = 0;
    for (int i = 0; i <= 8; i++)
        sum += s[t + i];
    out[t] = sum;
}

__global__ void jacobi_steps(float *a, float *b)
{
    int t = threadIdx.x;
    for (int k = 0; k < 2; k++) {
        if (t > 0 && t < 63)
            b[t] = (a[t - 1] + a[t + 1]) / 2;
        __syncthreads();
        a[t] = b[t] + t; // no barrier before the next round reads the neighbours
    }
}

__global__ void game_of_life_row(unsigned char *row)
{
    int t = threadIdx.x;
    int sum = row[t] + row[(t + 1) % 64] + row[(t + 63) % 64];
    row[t] = sum == 2; // in place
}

__global__ void convolution_coefficients(const float *in, float *out, const float *coefficients)
{
    __shared__ float k[5];
    int t = threadIdx.x;
    if (t < 5)
        k[t] = coefficients[t];
    float sum = 0; // no barrier after the coefficients
    for (int i = 0; i < 5; i++)
        sum += in[t + i] * k[i];
    out[t] = sum;
}

__global__ void bitonic_one_barrier_short(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int k = 2; k <= 64; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) {
            int other = t ^ j;
            if (other > t && (s[t] > s[other]) == ((t & k) == 0)) {
                int v = s[t];
                s[t] = s[other];
                s[other] = v;
            }
        }
        __syncthreads(); // belongs into the inner loop
    }
    x[t] = s[t];
}

__global__ void odd_even_sort(int *x)
{
    int t = threadIdx.x;
    for (int k = 0; k < 4; k++) {
        int i = 2 * t + k % 2;
        if (i + 1 < 128 && x[i] > x[i + 1]) {
            int v = x[i];
            x[i] = x[i + 1]; // rounds are not separated
            x[i + 1] = v;
        }
    }
}

int main()
{
    float *a, *b, *c;
    int *x;
    unsigned char *bytes;
    cudaMalloc(&a, N * N * sizeof *a), cudaMemset(a, 0, N * N * sizeof *a);
    cudaMalloc(&b, N * N * sizeof *b), cudaMemset(b, 0, N * N * sizeof *b);
    cudaMalloc(&c, N * N * sizeof *c), cudaMemset(c, 0, N * N * sizeof *c);
    cudaMalloc(&bytes, 64), cudaMemset(bytes, 0, 64);
    int falling[128];
    for (int i = 0; i < 128; i++)
        falling[i] = 128 - i;
    cudaMalloc(&x, sizeof falling), cudaMemcpy(x, falling, sizeof falling, cudaMemcpyHostToDevice);
    dim3 tile(TILE, TILE), grid(2, 2);
    stencil_without_barrier<<<1, 64>>>(a, c);
    stencil_without_halo<<<1, 64>>>(a, c);
    stencil_in_place<<<2, 64>>>(c);
    halo_by_few_threads<<<1, 32>>>(a, c);
    jacobi_steps<<<1, 64>>>(a, c);
    game_of_life_row<<<1, 64>>>(bytes);
    convolution_coefficients<<<1, 64>>>(a, c, b);
    bitonic_one_barrier_short<<<1, 64>>>(x);
    cudaMemcpy(x, falling, sizeof falling, cudaMemcpyHostToDevice);
    odd_even_sort<<<1, 64>>>(x);
}
