// SPDX-License-Identifier: Apache-2.0
// %% task Matrix times vector
// `A` has `rows` rows of `n` columns, and `x` has `n` elements. Set `y[r]` to the sum of `A[r][c] * x[c]`, with one thread for each row.
// %% start
__global__ void matvec(const float *A, const float *x, float *y, int rows, int n)
{
    // your code
}
// %% sizes 1 5 64 100
// %% data
int rows = n + 3;
float A[rows * n] = noise(i);
float x[n] = noise(i + 9000);
float y[rows] = -1;
// %% launch
matvec<<<(rows + 63) / 64, 64>>>(A, x, y, rows, n);
// %% reference
for (int r = 0; r < rows; r++) {
    double sum = 0;
    for (int c = 0; c < n; c++)
        sum += (double) A[r * n + c] * x[c];
    y[r] = sum;
}
// %% tolerance 1e-4
// %% hint
// Keep the sum in a variable and store it once.
// %% solution
__global__ void matvec(const float *A, const float *x, float *y, int rows, int n)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float sum = 0;
    for (int c = 0; c < n; c++)
        sum += A[r * n + c] * x[c];
    y[r] = sum;
}
