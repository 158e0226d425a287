// SPDX-License-Identifier: Apache-2.0
// %% task A row and a column
// `a` has `rows` elements and `b` has `columns`. Set `C[y][x] = a[y] * b[x]`; `C` is stored row after row. The blocks have 8 × 8 threads.
// %% start
__global__ void outer(const float *a, const float *b, float *C, int rows, int columns)
{
    // your code
}
// %% sizes 1 5 8 19
// %% data
int rows = n;
int columns = n + 6;
float a[rows] = noise(i);
float b[columns] = noise(i + 1000);
float C[rows * columns] = 0;
// %% launch
outer<<<dim3((columns + 7) / 8, (rows + 7) / 8), dim3(8, 8)>>>(a, b, C, rows, columns);
// %% reference
for (int y = 0; y < rows; y++)
    for (int x = 0; x < columns; x++)
        C[y * columns + x] = a[y] * b[x];
// %% hint
// All threads of a row read the same element of `a`.
// %% solution
__global__ void outer(const float *a, const float *b, float *C, int rows, int columns)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < columns && y < rows)
        C[y * columns + x] = a[y] * b[x];
}
