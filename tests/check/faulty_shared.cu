// Mistakes with shared memory and barriers; the expected findings are in faulty_shared.out.
__global__ void no_barrier(const int *x, int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = x[threadIdx.x];
    out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void no_warp_barrier(int *out)
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void barrier_too_early(int *out)
{
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x < 63)
        s[threadIdx.x] += s[threadIdx.x + 1];
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}

__global__ void plain_and_atomic(int *out)
{
    __shared__ int n;
    if (threadIdx.x == 0)
        n = 0;
    atomicAdd(&n, 1);
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void unwritten(int *out)
{
    __shared__ int s[64];
    if (threadIdx.x < 32)
        s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}

__global__ void early_return(int *out, int n)
{
    if (threadIdx.x >= n)
        return;
    __syncthreads();
    out[threadIdx.x] = 1;
}

__global__ void two_branches(int *out)
{
    if (threadIdx.x < 32)
        __syncthreads();
    else
        __syncthreads();
    out[threadIdx.x] = 1;
}

int main()
{
    int *x, *out;
    cudaMalloc(&x, 64 * sizeof *x);
    cudaMalloc(&out, 64 * sizeof *out);
    cudaMemset(x, 0, 64 * sizeof *x);
    no_barrier<<<1, 64>>>(x, out);
    no_warp_barrier<<<1, 32>>>(out);
    barrier_too_early<<<1, 64>>>(out);
    plain_and_atomic<<<1, 64>>>(out);
    unwritten<<<1, 64>>>(out);
    early_return<<<1, 64>>>(out, 40);
    two_branches<<<1, 64>>>(out);
}
