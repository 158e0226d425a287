// SPDX-License-Identifier: Apache-2.0
// %% task Matrix product
// `A`, `B` and `C` are square matrices of `n` × `n` elements. Set `C = A * B`, with one thread for each element of `C`. The blocks have
// 16 × 16 threads.
// %% start
__global__ void matmul(const float *A, const float *B, float *C, int n)
{
    // your code
}
// %% sizes 1 7 16 33
// %% data
float A[n * n] = noise(i);
float B[n * n] = noise(i + 5000);
float C[n * n] = -1;
// %% launch
matmul<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(A, B, C, n);
// %% reference
for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += (double) A[y * n + k] * B[k * n + x];
        C[y * n + x] = sum;
    }
// %% tolerance 1e-4
// %% hint
// Row `y` of `A` meets column `x` of `B`.
// %% solution
__global__ void matmul(const float *A, const float *B, float *C, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += A[y * n + k] * B[k * n + x];
    C[y * n + x] = sum;
}
