// SPDX-License-Identifier: Apache-2.0
// %% task Transpose by tiles
// Transpose the `n` × `n` matrix `A` into `B`. Neighbouring threads should read and write neighbouring elements, so a block of 16 × 16 threads
// copies a tile to shared memory and writes it out the other way round. `n` is a multiple of 16.
// %% start
__global__ void transpose_tile(const float *A, float *B, int n)
{
    __shared__ float tile[16][17];
    // your code
}
// %% sizes 16 32 80
// %% data
float A[n * n] = i;
float B[n * n] = -1;
// %% launch
transpose_tile<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(A, B, n);
// %% reference
for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
        B[x * n + y] = A[y * n + x];
// %% limit shared_bytes == 8 * n * n
// each element goes through shared memory once
// %% hint
// The tile at (bx, by) of `A` becomes the tile at (by, bx) of `B`.
// %% solution
__global__ void transpose_tile(const float *A, float *B, int n)
{
    __shared__ float tile[16][17];
    int tx = threadIdx.x, ty = threadIdx.y, bx = 16 * blockIdx.x, by = 16 * blockIdx.y;
    tile[ty][tx] = A[(by + ty) * n + bx + tx];
    __syncthreads();
    B[(bx + ty) * n + by + tx] = tile[tx][ty];
}
