// SPDX-License-Identifier: Apache-2.0
// %% task A block for each row
// `A` has `n` rows of 100 columns. Set `sums[r]` to the sum of row `r`. Block `r` has 64 threads and works on row `r`.
// %% start
__global__ void row_sums(const float *A, float *sums)
{
    __shared__ float part[64];
    // your code
}
// %% sizes 1 2 17
// %% data
float A[n * 100] = noise(i);
float sums[n] = -1;
// %% launch
row_sums<<<n, 64>>>(A, sums);
// %% reference
for (int r = 0; r < n; r++) {
    double sum = 0;
    for (int c = 0; c < 100; c++)
        sum += A[r * 100 + c];
    sums[r] = sum;
}
// %% tolerance 1e-4
// %% hint
// Each thread first adds the columns t, t + 64, ... of its row.
// %% solution
__global__ void row_sums(const float *A, float *sums)
{
    __shared__ float part[64];
    int t = threadIdx.x;
    float sum = 0;
    for (int c = t; c < 100; c += 64)
        sum += A[blockIdx.x * 100 + c];
    part[t] = sum;
    __syncthreads();
    for (int half = 32; half; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (!t)
        sums[blockIdx.x] = part[0];
}
