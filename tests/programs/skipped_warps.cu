// Warps for which a branch behind a barrier does nothing: less, at least, equal, not equal, in blocks of whole warps and others, and what lives on.
#include <cstdio>

const int most = 320;

template <int HOW, int C> __host__ __device__ bool holds(int t)
{
    return HOW == 0 ? t < C : HOW == 1 ? t >= C : HOW == 2 ? t == C : t != C;
}

template <int HOW, int C> __global__ void work(int *out)
{
    __shared__ int s[most];
    int t = threadIdx.x, at = threadIdx.y * blockDim.x + t, kept = 7 * at;
    s[at] = at;
    __syncthreads();
    if (holds<HOW, C>(t))
        s[at] += 1000;
    __syncthreads();
    if (holds<HOW, C>(t))
        kept += s[at];
    __syncthreads();
    s[at] += kept;
    __syncthreads();
    if (holds<HOW, C>(t))
        out[at] = s[at];
}

template <int HOW, int C> __global__ void end(int *out)
{
    __shared__ int s[most];
    int t = threadIdx.x, at = threadIdx.y * blockDim.x + t;
    s[at] = 3 * at;
    __syncthreads();
    if (!holds<HOW, C>(t))
        return;
    out[at] = s[at];
}

// What all threads compute alike in each round is there afterwards, in warps that were skipped as well.
__global__ void tree(int from, int *out)
{
    __shared__ int s[most];
    int t = threadIdx.x, rounds = 0, sum = 0;
    s[t] = t;
    __syncthreads();
    for (int d = from; d > 0; d >>= 1, rounds++) {
        if (t < d && t + d < blockDim.x)
            s[t] += s[t + d];
        __syncthreads();
    }
    for (int d = from; d > 0; d >>= 1) {
        sum = sum * 3 + d;
        if (t < d)
            s[t] += 1;
        __syncthreads();
    }
    out[t] = s[t] * 1000 + rounds * 100000000 + sum;
}

int *got;

int tree_differences(int threads, int from)
{
    static int s[most];
    int wrong = 0, rounds = 0, sum = 0;
    for (int t = 0; t < threads; t++)
        s[t] = t;
    for (int d = from; d > 0; d >>= 1, rounds++)
        for (int t = 0; t < d && t + d < threads; t++)
            s[t] += s[t + d];
    for (int d = from; d > 0; d >>= 1) {
        sum = sum * 3 + d;
        for (int t = 0; t < d && t < threads; t++)
            s[t]++;
    }
    tree<<<3, threads>>>(from, got);
    cudaDeviceSynchronize();
    for (int t = 0; t < threads; t++)
        wrong += got[t] != s[t] * 1000 + rounds * 100000000 + sum;
    return wrong;
}

template <int HOW, int C> int differences(dim3 block)
{
    int wrong = 0, threads = block.x * block.y;
    for (int which = 0; which < 2; which++) {
        for (int i = 0; i < most; i++)
            got[i] = -1;
        if (which)
            end<HOW, C><<<2, block>>>(got);
        else
            work<HOW, C><<<2, block>>>(got);
        cudaDeviceSynchronize();
        for (int at = 0; at < most; at++) {
            int t = at % block.x, want = -1;
            if (at < threads && holds<HOW, C>(t))
                want = which ? 3 * at : at + 1000 + 7 * at + at + 1000;
            wrong += got[at] != want;
        }
    }
    return wrong;
}

template <int C> int all(dim3 block)
{
    return differences<0, C>(block) + differences<1, C>(block) + differences<2, C>(block) + differences<3, C>(block);
}

int main()
{
    cudaMallocManaged(&got, sizeof(int) * most);
    dim3 blocks[] = {32, 64, 96, 100, 256, 288, dim3(32, 8), dim3(64, 4), dim3(16, 16), dim3(10, 10)};
    for (dim3 block : blocks)
        printf("%u x %u: %d differences\n", block.x, block.y,
               all<0>(block) + all<1>(block) + all<31>(block) + all<32>(block) + all<33>(block) + all<64>(block) + all<100>(block) + all<255>(block) + all<300>(block));
    for (int threads : {32, 64, 100, 256, 288})
        for (int from : {16, 32, 64, 96, 128, 1024})
            if (int wrong = tree_differences(threads, from))
                printf("tree of %d from %d: %d differences\n", threads, from, wrong);
    return 0;
}
