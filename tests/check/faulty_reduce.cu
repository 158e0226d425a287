// Reductions and scans with one mistake each; the expected findings are in faulty_reduce.out.
__global__ void tree_without_barrier(const int *x, int *out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int d = 64; d > 0; d /= 2)
        if (t < d)
            s[t] += s[t + d]; // no barrier between the rounds
    if (t == 0)
        *out = s[0];
}

__global__ void interleaved_without_barrier(const int *x, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    for (int d = 1; d < 64; d *= 2) {
        if (t % (2 * d) == 0)
            s[t] += s[t + d]; // the barrier comes too late for the first round
        __syncthreads();
    }
    if (t == 0)
        *out = s[0];
}

__global__ void barrier_only_once(const int *x, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    if (t < 32)
        s[t] += s[t + 32];
    if (t < 16) // lanes of a warp read what others of it write
        s[t] += s[t + 16];
    __syncthreads();
    if (t == 0)
        *out = s[0];
}

__global__ void last_warp_pre_volta(const int *x, int *out)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    if (t < 32) {
        volatile int *v = s; // as the reduction sample of CUDA 5 has it
        v[t] += v[t + 32];
        v[t] += v[t + 16];
        v[t] += v[t + 8];
    }
    if (t == 0)
        *out = s[0];
}

__global__ void sums_to_one_word(const int *x, int *out)
{
    *out += x[threadIdx.x]; // every thread adds to one word without an atomic
}

__global__ void total_read_too_early(const int *x, int *out)
{
    __shared__ int total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    atomicAdd(&total, x[threadIdx.x] + 1);
    out[threadIdx.x] = total; // no barrier after the atomics
}

__global__ void total_reset_too_late(const int *x, int *out)
{
    __shared__ int total;
    atomicAdd(&total, x[threadIdx.x]);
    if (threadIdx.x == 0)
        total = 0; // the reset races with the atomics
    __syncthreads();
    out[threadIdx.x] = total;
}

__global__ void maximum_without_atomic(const int *x, int *most)
{
    int v = x[threadIdx.x] + threadIdx.x;
    if (v > *most)
        *most = v; // compared and stored in two steps
}

__global__ void dot_product(const float *a, const float *b, float *out)
{
    __shared__ float cache[64];
    int t = threadIdx.x;
    cache[t] = a[t] * b[t] + t;
    int i = 32;
    while (i != 0) {
        if (t < i) {
            __syncwarp(); // orders a warp, not the block
            cache[t] += cache[t + i];
        }
        i /= 2;
    }
    if (t == 0)
        *out = cache[0];
}

int main()
{
    int *x, *out;
    float *a, *b, *c;
    cudaMalloc(&x, 256 * sizeof *x), cudaMemset(x, 0, 256 * sizeof *x);
    cudaMalloc(&out, 256 * sizeof *out), cudaMemset(out, 0, 256 * sizeof *out);
    cudaMalloc(&a, 64 * sizeof *a), cudaMemset(a, 0, 64 * sizeof *a);
    cudaMalloc(&b, 64 * sizeof *b), cudaMemset(b, 0, 64 * sizeof *b);
    cudaMalloc(&c, sizeof *c);
    tree_without_barrier<<<1, 128>>>(x, out);
    interleaved_without_barrier<<<1, 64>>>(x, out);
    barrier_only_once<<<1, 64>>>(x, out);
    last_warp_pre_volta<<<1, 64>>>(x, out);
    sums_to_one_word<<<1, 64>>>(x, out);
    total_read_too_early<<<1, 64>>>(x, out);
    total_reset_too_late<<<1, 64>>>(x, out);
    maximum_without_atomic<<<1, 64>>>(x, out);
    dot_product<<<1, 64>>>(a, b, c);
}
