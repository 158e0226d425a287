// Correct programs of the kinds that a race checker likes to complain about: each kernel must pass without a finding.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void tree(const float *x, float *out)
{
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 256 + t];
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(out, s[0]);
}

__global__ void warp_tree(const float *x, float *out)
{
    __shared__ float s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        float v = t < d ? s[t + d] : 0;
        __syncwarp();
        if (t < d)
            s[t] += v;
        __syncwarp();
    }
    if (t == 0)
        *out = s[0];
}

__global__ void half_warps(int *p)
{
    __shared__ int s[32];
    unsigned mask = threadIdx.x < 16 ? 0xffff : 0xffff0000;
    s[threadIdx.x] = threadIdx.x;
    __syncwarp(mask);
    p[threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void shuffles(int *p)
{
    int v = p[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0)
        p[0] = v;
}

__global__ void transpose(const int *in, int *out, int n)
{
    __shared__ int tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = in[y * n + x];
    __syncthreads();
    out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void histogram(const unsigned char *x, int n, int *bins)
{
    __shared__ int own[16];
    if (threadIdx.x < 16)
        own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[x[i] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void last_block(const float *x, float *parts, unsigned *arrived, float *out)
{
    __shared__ bool last;
    __shared__ float s[64];
    s[threadIdx.x] = x[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < 64; i++)
            sum += s[i];
        parts[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(arrived, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < gridDim.x; i++)
            sum += parts[i];
        *out = sum;
    }
}

__global__ void guarded(int *lock, long *balance)
{
    if (threadIdx.x)
        return;
    while (atomicCAS(lock, 0, 1))
        ;
    __threadfence();
    *balance = *balance * 2 + 1;
    __threadfence();
    atomicExch(lock, 0);
}

__global__ void handed_on(volatile int *flags, int *values)
{
    if (threadIdx.x == 0) {
        int before = 0;
        if (blockIdx.x) {
            while (!flags[blockIdx.x - 1])
                ;
            __threadfence();
            before = values[blockIdx.x - 1];
        }
        values[blockIdx.x] = before + 1;
        __threadfence();
        flags[blockIdx.x] = 1;
    }
}

__global__ void whole_grid(int *p)
{
    auto grid = cg::this_grid();
    int i = grid.thread_rank(), n = grid.size();
    p[i] = i;
    grid.sync();
    int other = p[n - 1 - i];
    grid.sync();
    p[i] = other;
}

__global__ void double_buffer(const int *in, int *out, int steps)
{
    __shared__ int s[2][64];
    int t = threadIdx.x;
    s[0][t] = in[t];
    for (int k = 0; k < steps; k++) {
        __syncthreads();
        s[1 - k % 2][t] = s[k % 2][(t + 1) % 64];
    }
    out[t] = s[steps % 2][t];
}

__global__ void two_barriers(int *p)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t < 32) { // the producer
        s[t] = t;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else { // the consumer
        asm volatile("bar.sync 1, 64;" ::: "memory");
        p[t - 32] = s[t - 32];
    }
}

__global__ void same_value(int *found)
{
    if (threadIdx.x % 2)
        *found = 1;
}

__global__ void maximum(int *at, const int *x)
{
    int old = *at, seen, v = x[blockIdx.x * blockDim.x + threadIdx.x];
    do {
        seen = old;
        if (v > seen)
            old = atomicCAS(at, seen, v);
    } while (v > seen && old != seen);
}

struct padded {
    char c;
    int n;
};

__global__ void copies(padded *a, const padded *b)
{
    a[threadIdx.x] = b[threadIdx.x];
}

__global__ void pads(padded *b)
{
    b[threadIdx.x].c = 1;
    b[threadIdx.x].n = 2;
}

int main()
{
    float *x, *out, *parts;
    int *p, *q, *lock, *flags;
    long *balance;
    unsigned *arrived;
    padded *a, *b;
    unsigned char *bytes;
    cudaMalloc(&x, 1024 * sizeof *x), cudaMemset(x, 0, 1024 * sizeof *x);
    cudaMalloc(&out, sizeof *out), cudaMemset(out, 0, sizeof *out);
    cudaMalloc(&parts, 16 * sizeof *parts);
    cudaMalloc(&p, 4096 * sizeof *p), cudaMemset(p, 0, 4096 * sizeof *p);
    cudaMalloc(&q, 4096 * sizeof *q), cudaMemset(q, 0, 4096 * sizeof *q);
    cudaMalloc(&lock, sizeof *lock), cudaMemset(lock, 0, sizeof *lock);
    cudaMalloc(&flags, 16 * sizeof *flags), cudaMemset(flags, 0, 16 * sizeof *flags);
    cudaMalloc(&balance, sizeof *balance), cudaMemset(balance, 0, sizeof *balance);
    cudaMalloc(&arrived, sizeof *arrived), cudaMemset(arrived, 0, sizeof *arrived);
    cudaMalloc(&a, 32 * sizeof *a), cudaMalloc(&b, 32 * sizeof *b);
    cudaMalloc(&bytes, 1000), cudaMemset(bytes, 7, 1000);
    tree<<<4, 256>>>(x, out);
    warp_tree<<<1, 32>>>(x, out);
    half_warps<<<1, 32>>>(p);
    shuffles<<<1, 32>>>(p);
    transpose<<<dim3(4, 4), dim3(16, 16)>>>(p, q, 64);
    histogram<<<4, 64>>>(bytes, 1000, p);
    last_block<<<16, 64>>>(x, parts, arrived, out);
    guarded<<<8, 32>>>(lock, balance);
    handed_on<<<16, 32>>>(flags, q);
    void *args[] = {&p};
    cudaLaunchCooperativeKernel((void *) whole_grid, 4, 64, args);
    double_buffer<<<1, 64>>>(p, q, 5);
    two_barriers<<<1, 64>>>(p);
    same_value<<<4, 64>>>(p);
    maximum<<<4, 64>>>(p, q);
    pads<<<1, 32>>>(b);
    copies<<<1, 32>>>(a, b);
    printf("%d\n", cudaDeviceSynchronize());
}
