// warpcell --as sm_90
// Barriers, pipelines and asynchronous copies of libcu++ and cooperative groups.
#include <cuda/barrier>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void sums(const int *in, int *out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int tile[128];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    for (int round = 0; round < 4; round++) {
        cuda::memcpy_async(block, tile, in + 128 * round, sizeof(int) * 128, bar);
        bar.arrive_and_wait();
        int x = tile[(threadIdx.x + 1) % 128];
        block.sync();
        out[128 * round + threadIdx.x] = x;
    }
}
__global__ void tokens(int *out) {
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int v[64];
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    __syncthreads();
    v[threadIdx.x] = threadIdx.x * 3;
    cuda::barrier<cuda::thread_scope_block>::arrival_token t = bar.arrive();
    int mine = threadIdx.x;
    bar.wait(std::move(t));
    out[threadIdx.x] = v[63 - threadIdx.x] + mine;
}
__global__ void piped(const int *in, int *out) {
    constexpr int stages = 2;
    __shared__ int buf[stages][64];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int b = 0, f = 0; b < 8; b++) {
        for (; f < 8 && f < b + stages; f++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buf[f % stages], in + f * 64, sizeof(int) * 64, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[b * 64 + threadIdx.x] = 2 * buf[b % stages][63 - threadIdx.x];
        pipe.consumer_release();
    }
}
__global__ void grouped(const int *in, int *out) {
    __shared__ int buf[256];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, buf, in, sizeof buf);
    cg::wait(block);
    out[threadIdx.x] = buf[255 - threadIdx.x];
}
int main() {
    int *a, *b;
    cudaMallocManaged(&a, 4096); cudaMallocManaged(&b, 4096);
    for (int i = 0; i < 1024; i++) a[i] = i;
    sums<<<1, 128>>>(a, b); cudaDeviceSynchronize();
    long s = 0; for (int i = 0; i < 512; i++) s += (long) b[i] * i; printf("%ld\n", s);
    tokens<<<1, 64>>>(b); cudaDeviceSynchronize();
    s = 0; for (int i = 0; i < 64; i++) s += (long) b[i] * i; printf("%ld\n", s);
    piped<<<1, 64>>>(a, b); cudaDeviceSynchronize();
    s = 0; for (int i = 0; i < 512; i++) s += (long) b[i] * i; printf("%ld\n", s);
    grouped<<<1, 256>>>(a, b); cudaDeviceSynchronize();
    s = 0; for (int i = 0; i < 256; i++) s += (long) b[i] * i; printf("%ld\n", s);
}
