// Four ways to sum an array in a block, and the host adds the blocks' sums.
#include <cstdio>
#include <cstdlib>

const int N = 1 << 15;
const int THREADS = 256;

__global__ void interleaved(const int *in, int *out)
{
    __shared__ int s[THREADS];
    unsigned tid = threadIdx.x;
    s[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0)
            s[tid] += s[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = s[0];
}

__global__ void sequential(const int *in, int *out)
{
    extern __shared__ int dynamic[];
    unsigned tid = threadIdx.x;
    dynamic[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (tid < stride)
            dynamic[tid] += dynamic[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = dynamic[0];
}

__inline__ __device__ int warpSum(int v)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}

__global__ void shuffled(const int *in, int *out)
{
    __shared__ int warps[32];
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    int v = warpSum(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (lane == 0)
        warps[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? warps[lane] : 0;
    if (warp == 0)
        v = warpSum(v);
    if (threadIdx.x == 0)
        out[blockIdx.x] = v;
}

__global__ void atomic(const int *in, int *out)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

static long total(const int *device, int n)
{
    int *h = (int *) std::malloc(n * sizeof(int));
    cudaMemcpy(h, device, n * sizeof(int), cudaMemcpyDeviceToHost);
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += h[i];
    std::free(h);
    return sum;
}

int main()
{
    int *h = (int *) malloc(N * sizeof(int)), *in, *out, blocks = N / THREADS;
    for (int i = 0; i < N; i++)
        h[i] = (i * 7) % 101 - 30;
    cudaMalloc(&in, N * sizeof(int));
    cudaMalloc(&out, blocks * sizeof(int));
    cudaMemcpy(in, h, N * sizeof(int), cudaMemcpyHostToDevice);
    interleaved<<<blocks, THREADS>>>(in, out);
    std::printf("interleaved %ld\n", total(out, blocks));
    sequential<<<blocks, THREADS, THREADS * sizeof(int)>>>(in, out);
    std::printf("sequential  %ld\n", total(out, blocks));
    shuffled<<<blocks, THREADS>>>(in, out);
    std::printf("shuffled    %ld\n", total(out, blocks));
    atomic<<<blocks, THREADS>>>(in, out);
    std::printf("atomic      %ld\n", total(out, blocks));
    cudaFree(in);
    cudaFree(out);
    free(h);
    return 0;
}
