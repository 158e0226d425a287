// Warp-level code with masks and __syncwarp() where they belong: no finding.
#include <cstdio>

__global__ void sum_by_shuffles(const int *x, int *out)
{
    int v = x[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        out[threadIdx.x / 32] = v;
}

__global__ void sum_by_butterfly(const int *x, int *out)
{
    int v = x[threadIdx.x];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffff, v, d);
    out[threadIdx.x] = v;
}

__global__ void scan_by_shuffles(int *x)
{
    int t = threadIdx.x, v = x[t];
    for (int d = 1; d < 32; d *= 2) {
        int below = __shfl_up_sync(0xffffffff, v, d);
        if (t % 32 >= d)
            v += below;
    }
    x[t] = v;
}

__global__ void block_sum(const int *x, int *out)
{
    __shared__ int sums[4];
    int t = threadIdx.x, v = x[t];
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (t % 32 == 0)
        sums[t / 32] = v;
    __syncthreads();
    if (t < 4) {
        v = sums[t];
        v += __shfl_down_sync(0xf, v, 2, 4);
        v += __shfl_down_sync(0xf, v, 1, 4);
        if (t == 0)
            *out = v;
    }
}

__global__ void pairs(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncwarp();
    x[t] = s[t ^ 1];
}

__global__ void tree_with_syncwarp(const int *x, int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
        int v = t < d ? s[t + d] : 0;
        __syncwarp();
        s[t] += v;
        __syncwarp();
    }
    if (t == 0)
        *out = s[0];
}

__global__ void odd_lanes_only(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t % 2) {
        s[t] = t;
        __syncwarp(0xaaaaaaaa);
        x[t] = s[t ^ 2];
    }
}

__global__ void mask_from_a_ballot(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffff, t % 3 == 0);
    if (t % 3 == 0) {
        s[t] = t;
        __syncwarp(mask);
        int leader = __ffs(mask) - 1;
        x[t] = s[leader] + __shfl_sync(mask, t, leader);
    }
}

__global__ void both_branches_meet(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 16)
        s[t] = t;
    else
        s[t] = -t;
    __syncwarp();
    x[t] = s[31 - t];
}

__global__ void halves_with_masks(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    unsigned half = t < 16 ? 0x0000ffff : 0xffff0000;
    s[t] = t;
    __syncwarp(half);
    int v = s[t ^ 8];
    __syncwarp(half);
    s[t] = v + __popc(__ballot_sync(half, v > 3));
    __syncwarp(half);
    x[t] = s[t ^ 4];
}

__global__ void aggregated_atomic(int *count, int *slots)
{
    int t = threadIdx.x;
    if (t % 2) {
        unsigned mask = 0xaaaaaaaa;
        int leader = __ffs(mask) - 1, rank = __popc(mask & ((1u << t % 32) - 1)), base = 0;
        if (t % 32 == leader)
            base = atomicAdd(count, __popc(mask));
        base = __shfl_sync(mask, base, leader);
        slots[base + rank] = t;
    }
}

__global__ void same_keys(const int *keys, int *out)
{
    unsigned equal = __match_any_sync(0xffffffff, keys[threadIdx.x] % 4);
    out[threadIdx.x] = __popc(equal);
}

__global__ void sum_of_equal_keys(const int *keys, int *sums)
{
    int key = threadIdx.x % 4 + keys[threadIdx.x] * 0;
    unsigned equal = __match_any_sync(0xffffffff, key);
    int v = 0;
    for (unsigned left = equal; left; left &= left - 1)
        v += __shfl_sync(equal, (int) threadIdx.x, __ffs(left) - 1);
    if (threadIdx.x % 32 == __ffs(equal) - 1)
        atomicAdd(&sums[key], v);
}

__global__ void leader_through_memory(int *x)
{
    __shared__ int base;
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 3; k++) {
        if (t == 0)
            base = k + 1;
        __syncwarp();
        sum += base;
        __syncwarp();
    }
    x[t] = sum;
}

__global__ void one_warp_of_many(int *x)
{
    __shared__ int s[2][32];
    int w = threadIdx.x / 32, t = threadIdx.x % 32;
    s[w][t] = x[threadIdx.x];
    __syncwarp();
    x[threadIdx.x] = s[w][31 - t];
}

__global__ void transpose_in_a_warp(const int *in, int *out)
{
    __shared__ int s[4][32 + 1];
    int t = threadIdx.x;
    for (int k = 0; k < 4; k++)
        s[k][t] = in[k * 32 + t];
    __syncwarp();
    for (int k = 0; k < 4; k++)
        out[k * 32 + t] = s[t % 4][k * 8 + t / 4];
}

__global__ void early_exit(const int *x, int *out, int n)
{
    int t = threadIdx.x;
    unsigned mask = __ballot_sync(0xffffffff, t < n);
    if (t >= n)
        return;
    int v = x[t];
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_down_sync(mask, v, d);
        if (t + d < n)
            v += other;
    }
    if (t == 0)
        *out = v;
}

__global__ void prefix_of_flags(const int *x, int *out)
{
    int t = threadIdx.x;
    unsigned kept = __ballot_sync(0xffffffff, x[t] % 2 == 0);
    if (kept >> t & 1)
        out[__popc(kept & ((1u << t) - 1))] = x[t];
}

__global__ void any_and_all(const int *x, int *out)
{
    int t = threadIdx.x;
    out[t] = __any_sync(0xffffffff, x[t] > 3) + 2 * __all_sync(0xffffffff, x[t] >= 0);
}

__global__ void rounds_with_syncwarp(int *x)
{
    __shared__ volatile int s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncwarp();
    for (int k = 0; k < 4; k++) {
        int v = s[(t + 1) % 32];
        __syncwarp();
        s[t] = v;
        __syncwarp();
    }
    x[t] = s[t];
}

int main()
{
    int *x, *y;
    cudaMalloc(&x, 256 * sizeof *x), cudaMemset(x, 0, 256 * sizeof *x);
    cudaMalloc(&y, 256 * sizeof *y), cudaMemset(y, 0, 256 * sizeof *y);
    sum_by_shuffles<<<1, 64>>>(x, y);
    sum_by_butterfly<<<1, 64>>>(x, y);
    scan_by_shuffles<<<1, 64>>>(x);
    block_sum<<<1, 128>>>(x, y);
    pairs<<<1, 32>>>(x);
    tree_with_syncwarp<<<1, 32>>>(x, y);
    odd_lanes_only<<<1, 32>>>(x);
    mask_from_a_ballot<<<1, 32>>>(x);
    both_branches_meet<<<1, 32>>>(x);
    halves_with_masks<<<1, 32>>>(x);
    cudaMemset(y, 0, 256 * sizeof *y);
    aggregated_atomic<<<1, 64>>>(y, y + 64);
    same_keys<<<1, 32>>>(x, y);
    sum_of_equal_keys<<<1, 32>>>(x, y);
    leader_through_memory<<<1, 32>>>(x);
    one_warp_of_many<<<1, 64>>>(x);
    transpose_in_a_warp<<<1, 32>>>(x, y);
    early_exit<<<1, 32>>>(x, y, 20);
    prefix_of_flags<<<1, 32>>>(x, y);
    any_and_all<<<1, 32>>>(x, y);
    rounds_with_syncwarp<<<1, 32>>>(x);
    printf("%d\n", cudaDeviceSynchronize());
}
