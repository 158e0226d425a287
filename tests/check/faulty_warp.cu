// Warp-level code with one mistake each; the expected findings are in faulty_warp.out.
__global__ void swap_neighbours(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    x[t] = s[t ^ 1]; // lanes do not run in lockstep
}

__global__ void warp_scan_through_memory(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncwarp();
    for (int d = 1; d < 32; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        s[t] += v; // the reads of others come before or after
        __syncwarp();
    }
    x[t] = s[t];
}

__global__ void volatile_is_no_barrier(int *x)
{
    __shared__ volatile int s[32];
    int t = threadIdx.x;
    s[t] = t;
    x[t] = s[31 - t];
}

__global__ void shuffle_is_no_barrier(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    int v = __shfl_xor_sync(0xffffffff, t, 1);
    x[t] = s[31 - t] + v;
}

__global__ void vote_is_no_barrier(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    if (__any_sync(0xffffffff, t == 3))
        x[t] = s[(t + 1) % 32];
}

__global__ void mask_of_the_other_half(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp(t < 16 ? 0x0000ffff : 0xffff0000);
    x[t] = s[31 - t]; // across the halves
}

__global__ void leader_writes_for_all(int *x)
{
    __shared__ int base;
    int t = threadIdx.x;
    if (t == 0)
        base = x[0] + 100;
    x[t] = base + t; // no __syncwarp() after the leader's write
}

__global__ void leader_reuses_the_word(int *x)
{
    __shared__ int base;
    int t = threadIdx.x, sum = 0;
    for (int k = 0; k < 2; k++) {
        if (t == 0)
            base = k + 1; // others may still read the last round's value
        __syncwarp();
        sum += base;
    }
    x[t] = sum;
}

__global__ void two_warps_one_syncwarp(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncwarp();
    x[t] = s[63 - t];
}

__global__ void divergent_halves(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 16)
        s[t] = t;
    else
        x[t] = s[t - 16]; // the branches are not ordered
}

__global__ void warp_transpose(int *x)
{
    __shared__ int s[4][32 + 1];
    int t = threadIdx.x;
    for (int k = 0; k < 4; k++)
        s[k][t] = x[k * 32 + t];
    for (int k = 0; k < 4; k++)
        x[t * 4 + k] = s[k][(t + k) % 32];
}

__global__ void activemask_is_no_barrier(int *x)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t + 1;
    unsigned mask = __activemask();
    x[t] = s[(t + 1) % 32] + mask;
}

int main()
{
    int *x;
    cudaMalloc(&x, 128 * sizeof *x);
    cudaMemset(x, 0, 128 * sizeof *x);
    swap_neighbours<<<1, 32>>>(x);
    warp_scan_through_memory<<<1, 32>>>(x);
    volatile_is_no_barrier<<<1, 32>>>(x);
    shuffle_is_no_barrier<<<1, 32>>>(x);
    vote_is_no_barrier<<<1, 32>>>(x);
    mask_of_the_other_half<<<1, 32>>>(x);
    leader_writes_for_all<<<1, 32>>>(x);
    leader_reuses_the_word<<<1, 32>>>(x);
    two_warps_one_syncwarp<<<1, 64>>>(x);
    divergent_halves<<<1, 32>>>(x);
    warp_transpose<<<1, 32>>>(x);
    activemask_is_no_barrier<<<1, 32>>>(x);
}
