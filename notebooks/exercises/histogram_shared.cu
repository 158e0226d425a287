// SPDX-License-Identifier: Apache-2.0
// %% task A histogram in each block
// As in `histogram`, but let each block count in shared memory first and add its 16 counts to `bins` at the end. The grid has 4 blocks of
// 64 threads for any `n`.
// %% start
__global__ void histogram_shared(const int *x, int *bins, int n)
{
    __shared__ int mine[16];
    // your code
}
// %% sizes 1 256 1000 5000
// %% data
int x[n] = pick(i, 16);
int bins[16] = 0;
// %% launch
histogram_shared<<<4, 64>>>(x, bins, n);
// %% reference
for (int i = 0; i < n; i++)
    bins[x[i]]++;
// %% limit global_bytes <= 4 * n + 4 * 64
// the elements are counted in global memory
// %% hint
// Shared memory starts with arbitrary contents: 16 threads set the counts to 0, and all wait.
// %% hint
// Three parts with a barrier between them: clear, count, add.
// %% solution
__global__ void histogram_shared(const int *x, int *bins, int n)
{
    __shared__ int mine[16];
    if (threadIdx.x < 16)
        mine[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[x[i]], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
