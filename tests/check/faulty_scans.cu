// Scans and sums with one mistake each; the expected findings are in faulty_scans.out.
__global__ void scan_in_place(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        if (t >= d)
            s[t] += s[t - d]; // reads and writes one buffer
        __syncthreads();
    }
    x[t] = s[t];
}

__global__ void scan_with_one_barrier(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = x[t];
    for (int d = 1; d < 64; d *= 2) {
        __syncthreads();
        int v = t >= d ? s[t - d] : 0;
        s[t] += v; // no barrier between the reads and the writes
    }
    x[t] = s[t];
}

__global__ void double_buffer_not_swapped(const int *x, int *out)
{
    __shared__ int s[2][64];
    int t = threadIdx.x;
    s[0][t] = x[t];
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        s[0][t] = s[0][(t + 1) % 64] + k; // both buffers are number 0
        __syncthreads();
    }
    out[t] = s[0][t];
}

__global__ void blelloch_without_last_barrier(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[2 * t] = x[2 * t];
    s[2 * t + 1] = x[2 * t + 1];
    int off = 1;
    for (int d = 32; d > 0; d /= 2, off *= 2) {
        __syncthreads();
        if (t < d)
            s[off * (2 * t + 2) - 1] += s[off * (2 * t + 1) - 1];
    }
    x[2 * t] = s[2 * t]; // another thread wrote it in the last round
    x[2 * t + 1] = s[2 * t + 1];
}

__global__ void warp_sums_not_joined(const int *x, int *out)
{
    __shared__ int sums[2];
    int v = x[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = v;
    if (threadIdx.x == 0)
        *out = sums[0] + sums[1]; // the other warp may not have come so far
}

__global__ void mean_and_sum(const int *x, int *out)
{
    __shared__ int sum, mean;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, x[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 63)
        mean = sum / 64;
    out[threadIdx.x] = x[threadIdx.x] - mean; // no barrier after thread 63's write
}

__global__ void segments(const int *x, int *out)
{
    __shared__ int s[65];
    int t = threadIdx.x;
    s[t] = x[t];
    if (t == 0)
        s[64] = 0;
    __syncthreads();
    s[t] = s[t] - s[t + 1]; // a difference in place: the neighbour's element may be gone
    __syncthreads();
    out[t] = s[t];
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
    scan_in_place<<<1, 64>>>(x);
    scan_with_one_barrier<<<1, 64>>>(x);
    double_buffer_not_swapped<<<1, 64>>>(x, out);
    blelloch_without_last_barrier<<<1, 32>>>(x);
    warp_sums_not_joined<<<1, 64>>>(x, out);
    mean_and_sum<<<1, 64>>>(x, out);
    segments<<<1, 64>>>(x, out);
}
