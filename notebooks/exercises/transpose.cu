// SPDX-License-Identifier: Apache-2.0
// %% task Transpose a matrix
// `A` has `height` rows and `width` columns; write its transpose to `B`, which has `width` rows and `height` columns. The blocks have
// 16 × 16 threads.
// %% start
__global__ void transpose(const float *A, float *B, int width, int height)
{
    // your code
}
// %% sizes 1 16 17 35
// %% data
int width = n;
int height = n + 4;
float A[width * height] = i;
float B[width * height] = -1;
// %% launch
transpose<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(A, B, width, height);
// %% reference
for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
        B[x * height + y] = A[y * width + x];
// %% hint
// A row of `B` has `height` elements.
// %% solution
__global__ void transpose(const float *A, float *B, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        B[x * height + y] = A[y * width + x];
}
