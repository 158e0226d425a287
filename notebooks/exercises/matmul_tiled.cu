// SPDX-License-Identifier: Apache-2.0
// %% task Matrix product with tiles
// As in `matmul`, but let a block of 8 × 8 threads load tiles of `A` and `B` into shared memory, so that each element is read from global
// memory `n / 8` times instead of `n` times. `n` may be any number.
// %% start
__global__ void matmul_tiled(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[8][8], b[8][8];
    // your code
}
// %% sizes 1 8 16 21
// %% data
float A[n * n] = noise(i);
float B[n * n] = noise(i + 5000);
float C[n * n] = -1;
// %% launch
matmul_tiled<<<dim3((n + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(A, B, C, n);
// %% reference
for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += (double) A[y * n + k] * B[k * n + x];
        C[y * n + x] = sum;
    }
// %% tolerance 1e-4
// %% limit global_bytes <= 8 * n * n * ((n + 7) / 8) + 4 * n * n
// elements of A and B are read from global memory more often than once for each tile
// %% hint
// Loop over the tiles. In each: load one element of `A` and one of `B`, wait, add eight products, wait.
// %% hint
// A thread whose element of a tile is outside the matrix puts 0 there. It still has to load and wait if its element of `C` is outside.
// %% solution
__global__ void matmul_tiled(const float *A, const float *B, float *C, int n)
{
    __shared__ float a[8][8], b[8][8];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 8 + tx, y = blockIdx.y * 8 + ty;
    float sum = 0;
    for (int tile = 0; tile < n; tile += 8) {
        a[ty][tx] = y < n && tile + tx < n ? A[y * n + tile + tx] : 0;
        b[ty][tx] = x < n && tile + ty < n ? B[(tile + ty) * n + x] : 0;
        __syncthreads();
        for (int k = 0; k < 8; k++)
            sum += a[ty][k] * b[k][tx];
        __syncthreads();
    }
    if (x < n && y < n)
        C[y * n + x] = sum;
}
