// SPDX-License-Identifier: Apache-2.0
// %% task Two dimensions
// `A` is a matrix of `height` rows and `width` columns, stored row after row. Set the element in row `y` and column `x` to `100 * y + x`.
// The blocks have 16 × 8 threads, and there are enough of them in both directions.
// %% start
__global__ void number(int *A, int width, int height)
{
    // your code
}
// %% sizes 1 7 16 17 40
// %% data
int width = n;
int height = 2 * n + 1;
int A[width * height] = -1;
// %% launch
number<<<dim3((width + 15) / 16, (height + 7) / 8), dim3(16, 8)>>>(A, width, height);
// %% reference
for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
        A[y * width + x] = 100 * y + x;
// %% hint
// The column comes from the `.x` members, the row from the `.y` members.
// %% hint
// Row `y` begins at `y * width`.
// %% solution
__global__ void number(int *A, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        A[y * width + x] = 100 * y + x;
}
