// Blocks that work together by fences, atomics and second launches: no finding.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__device__ unsigned retired;
__device__ float total;

__global__ void sum_in_one_pass(const float *x, float *parts, float *out)
{
    __shared__ float s[64];
    __shared__ bool last;
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * 64 + t];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) {
        parts[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(&retired, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        float sum = 0;
        for (int i = 0; i < gridDim.x; i++)
            sum += ((volatile float *) parts)[i];
        *out = sum;
    }
}

__global__ void first_pass(const float *x, float *parts)
{
    float sum = 0;
    for (int i = threadIdx.x; i < 64; i += 32)
        sum += x[blockIdx.x * 64 + i];
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = sum;
}

__global__ void second_pass(const float *parts, int n, float *out)
{
    float sum = threadIdx.x < n ? parts[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
        *out = sum;
}

// Decoupled look-back: a block publishes its sum, then its prefix, each as one word of status and value.
__global__ void look_back_scan(const int *x, int *out, unsigned long long *status, unsigned *ticket)
{
    __shared__ int s[64], block, before;
    int t = threadIdx.x;
    if (t == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();
    s[t] = x[block * 64 + t];
    __syncthreads();
    for (int d = 1; d < 64; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (t == 63) {
        atomicExch(&status[block], (block ? 1ull : 2ull) << 32 | (unsigned) s[63]);
        int sum = 0;
        for (int b = block - 1; b >= 0;) {
            unsigned long long seen = atomicAdd(&status[b], 0ull);
            if (seen >> 32 == 0)
                continue; // not published yet
            sum += (int) seen;
            if (seen >> 32 == 2)
                break;
            b--;
        }
        before = sum;
        if (block)
            atomicExch(&status[block], 2ull << 32 | (unsigned) (sum + s[63]));
    }
    __syncthreads();
    out[block * 64 + t] = before + s[t];
}

// The same with the values beside the flags: a fence comes before the flag.
__global__ void chained_scan(const int *x, int *out, volatile int *sums, volatile int *flags, unsigned *ticket)
{
    __shared__ int block, before;
    int t = threadIdx.x;
    if (t == 0)
        block = atomicAdd(ticket, 1);
    __syncthreads();
    int v = x[block * 32 + t];
    for (int d = 1; d < 32; d *= 2) {
        int below = __shfl_up_sync(0xffffffff, v, d);
        v += t >= d ? below : 0;
    }
    if (t == 31) {
        int sum = 0;
        if (block) {
            while (!flags[block - 1])
                ;
            __threadfence();
            sum = sums[block - 1];
        }
        before = sum;
        sums[block] = sum + v;
        __threadfence();
        flags[block] = 1;
    }
    __syncthreads();
    out[block * 32 + t] = before + v;
}

__global__ void grid_barrier(int *x, int *y)
{
    cg::grid_group grid = cg::this_grid();
    int i = grid.thread_rank();
    x[i] = i;
    grid.sync();
    y[i] = x[grid.size() - 1 - i];
    grid.sync();
    x[i] = y[(i + 1) % grid.size()];
}

__device__ volatile unsigned arrived;

__global__ void barrier_by_hand(int *x, int *y) // the launch is cooperative
{
    x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd((unsigned *) &arrived, 1);
        while (arrived < gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
    y[blockIdx.x * blockDim.x + threadIdx.x] = x[((blockIdx.x + 1) % gridDim.x) * blockDim.x + threadIdx.x];
}

__global__ void grid_stride(int *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] += i;
}

__global__ void one_element_each(const float *a, const float *b, float *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];
}

__global__ void level(const int *from, const int *to, int edges, const int *level_of, int *next_of, int depth, int *more)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e < edges && level_of[from[e]] == depth && level_of[to[e]] < 0) {
        next_of[to[e]] = depth + 1; // all write the same
        *more = 1;
    }
}

__global__ void gather(const int *at, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = x[at[i]];
}

__global__ void scatter_with_atomics(const int *at, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&y[at[i]], x[i]);
}

__global__ void rows_of_a_sparse_matrix(const int *rows, const int *columns, const float *values, const float *x, float *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = rows[r]; k < rows[r + 1]; k++)
        sum += values[k] * x[columns[k]];
    y[r] = sum;
}

__global__ void producer(int *x)
{
    x[threadIdx.x] = threadIdx.x;
    __threadfence();
}

__global__ void consumer(const int *x, int *y)
{
    y[threadIdx.x] = x[63 - threadIdx.x];
}

__global__ void add_to_module_variable(const float *x)
{
    atomicAdd(&total, x[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void halo_exchange(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float left = i ? in[i - 1] : 0, right = i + 1 < n ? in[i + 1] : 0;
    out[i] = (left + in[i] + right) / 3; // two buffers
}

int main()
{
    float *a, *b, *c;
    int *x, *y, *z;
    unsigned *u;
    unsigned long long *status;
    cudaMalloc(&a, 1024 * sizeof *a), cudaMemset(a, 0, 1024 * sizeof *a);
    cudaMalloc(&b, 1024 * sizeof *b), cudaMemset(b, 0, 1024 * sizeof *b);
    cudaMalloc(&c, 1024 * sizeof *c), cudaMemset(c, 0, 1024 * sizeof *c);
    cudaMalloc(&x, 1024 * sizeof *x), cudaMemset(x, 0, 1024 * sizeof *x);
    cudaMalloc(&y, 1024 * sizeof *y), cudaMemset(y, 0, 1024 * sizeof *y);
    cudaMalloc(&z, 1024 * sizeof *z), cudaMemset(z, 0, 1024 * sizeof *z);
    cudaMalloc(&u, 64 * sizeof *u), cudaMemset(u, 0, 64 * sizeof *u);
    cudaMalloc(&status, 64 * sizeof *status), cudaMemset(status, 0, 64 * sizeof *status);
    sum_in_one_pass<<<8, 64>>>(a, b, c);
    sum_in_one_pass<<<8, 64>>>(a, b, c);
    first_pass<<<8, 32>>>(a, b);
    second_pass<<<1, 32>>>(b, 8, c);
    look_back_scan<<<8, 64>>>(x, y, status, u);
    chained_scan<<<8, 32>>>(x, y, z, z + 64, u + 1);
    void *args[] = {&x, &y};
    cudaLaunchCooperativeKernel((void *) grid_barrier, 4, 64, args);
    cudaLaunchCooperativeKernel((void *) barrier_by_hand, 4, 64, args);
    grid_stride<<<2, 64>>>(x, 1000);
    one_element_each<<<4, 64>>>(a, b, c);
    cudaMemset(x, 0, 1024 * sizeof *x), cudaMemset(y, 0xff, 1024 * sizeof *y), cudaMemset(z, 0, 1024 * sizeof *z);
    cudaMemset(y, 0, sizeof *y);
    level<<<2, 64>>>(x, x + 100, 100, y, z, 0, z + 512);
    gather<<<4, 64>>>(x, a, b);
    scatter_with_atomics<<<4, 64>>>(x, a, b);
    rows_of_a_sparse_matrix<<<1, 64>>>(x, x + 128, a, b, c);
    producer<<<1, 64>>>(x);
    consumer<<<1, 64>>>(x, y);
    add_to_module_variable<<<4, 64>>>(a);
    halo_exchange<<<4, 64>>>(a, c, 256);
    printf("%d\n", cudaDeviceSynchronize());
}
