// Memory that nobody has written; the expected findings are in faulty_unwritten.out.
__global__ void accumulates(float *sums, const float *x)
{
    sums[threadIdx.x] += x[threadIdx.x]; // sums was never cleared
}

__global__ void too_small_memset(int *x)
{
    x[threadIdx.x] *= 2; // cudaMemset() counts bytes
}

__global__ void first_half_copied(const int *x, int *y)
{
    y[threadIdx.x] = x[threadIdx.x];
}

__global__ void loop_from_one(int *x, int *out)
{
    for (int i = 1; i < 8; i++)
        x[i] = i;
    for (int i = 0; i < 8; i++)
        *out += x[i]; // x[0]
}

__global__ void off_by_one(const int *x, int *out)
{
    out[threadIdx.x] = x[threadIdx.x + 1] - x[threadIdx.x]; // one more than was filled
}

__global__ void shared_total(int *out)
{
    __shared__ int total;
    atomicAdd(&total, threadIdx.x); // no thread sets it to 0
    __syncthreads();
    out[threadIdx.x] = total;
}

__global__ void shared_flag(const int *x, int *out)
{
    __shared__ int found;
    if (x[threadIdx.x] == 7)
        found = threadIdx.x; // and if there is none?
    __syncthreads();
    if (found > 0)
        out[threadIdx.x] = found;
}

__global__ void partly_loaded_tile(const int *x, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < n)
        s[t] = x[t]; // the rest is not padded with 0
    __syncthreads();
    if (t == 0)
        for (int i = 0; i < 64; i++)
            *out += s[i];
}

__global__ void dynamic_shared(int *out)
{
    extern __shared__ int s[];
    if (threadIdx.x % 2)
        s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}

struct particle {
    float x, y, z;
    int alive;
};

__global__ void one_member_missing(particle *p, float *out)
{
    int t = threadIdx.x;
    p[t].x = 1, p[t].y = 2, p[t].z = 3;
    if (p[t].alive) // never set
        out[t] = p[t].x;
}

__global__ void from_the_heap(int *out)
{
    int *p = (int *) malloc(4 * sizeof *p);
    p[0] = 1, p[1] = 2;
    out[threadIdx.x] = p[0] + p[1] + p[2]; // malloc() does not clear
    free(p);
}

__global__ void as_an_index(const int *order, const float *x, float *y)
{
    y[threadIdx.x] = x[order[threadIdx.x] & 31];
}

__global__ void bytes_after_the_text(const char *text, int *length)
{
    while (text[*length]) // the final 0 was not copied
        ++*length;
}

__global__ void last_column(const float *m, float *sums)
{
    float sum = 0;
    for (int c = 0; c < 8; c++)
        sum += m[threadIdx.x * 8 + c];
    sums[threadIdx.x] = sum;
}

int main()
{
    float *f, *sums, *x, *m;
    int *a, *b, *half, *d, *e, *out, *order;
    particle *p;
    char *text;
    int host[64] = {0};
    cudaMalloc(&f, 64 * sizeof *f), cudaMemset(f, 0, 64 * sizeof *f);
    cudaMalloc(&sums, 64 * sizeof *sums);
    accumulates<<<1, 64>>>(sums, f);
    cudaMalloc(&a, 64 * sizeof *a), cudaMemset(a, 0, 64);
    too_small_memset<<<1, 64>>>(a);
    cudaMalloc(&half, 64 * sizeof *half), cudaMalloc(&b, 64 * sizeof *b);
    cudaMemcpy(half, host, 32 * sizeof *half, cudaMemcpyHostToDevice);
    first_half_copied<<<1, 64>>>(half, b);
    cudaMalloc(&out, 64 * sizeof *out), cudaMemset(out, 0, 64 * sizeof *out);
    cudaMalloc(&d, 8 * sizeof *d);
    loop_from_one<<<1, 1>>>(d, out);
    cudaMalloc(&e, 65 * sizeof *e), cudaMemset(e, 0, 64 * sizeof *e);
    off_by_one<<<1, 64>>>(e, out);
    shared_total<<<1, 64>>>(out);
    shared_flag<<<1, 64>>>(out, out);
    cudaMemset(out, 0, 64 * sizeof *out);
    partly_loaded_tile<<<1, 64>>>(e, out, 60);
    dynamic_shared<<<1, 64, 64 * sizeof(int)>>>(out);
    cudaMalloc(&p, 32 * sizeof *p);
    one_member_missing<<<1, 32>>>(p, f);
    from_the_heap<<<1, 32>>>(out);
    cudaMalloc(&order, 32 * sizeof *order), cudaMalloc(&x, 32 * sizeof *x);
    as_an_index<<<1, 32>>>(order, f, x);
    cudaMalloc(&text, 16), cudaMemcpy(text, "warp", 4, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof *out);
    bytes_after_the_text<<<1, 1>>>(text, out);
    cudaMalloc(&m, 8 * 8 * sizeof *m);
    cudaMemset2D(m, 8 * sizeof *m, 0, 7 * sizeof *m, 8);
    last_column<<<1, 8>>>(m, x);
}
