// SPDX-License-Identifier: Apache-2.0
// %% task Bodies
// `x` holds the places of `n` bodies on a line. Set `force[i]` to the sum over all other bodies of d / (d² + 0.01)^1.5, with d = x[k] - x[i].
// %% start
__global__ void gravity(const float *x, float *force, int n)
{
    // your code
}
// %% sizes 1 2 64 200
// %% data
float x[n] = 10 * noise(i);
float force[n] = -1;
// %% launch
gravity<<<(n + 63) / 64, 64>>>(x, force, n);
// %% reference
for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < n; k++) {
        double d = x[k] - x[i], q = d * d + 0.01;
        sum += d / (q * sqrt(q));
    }
    force[i] = sum;
}
// %% tolerance 2e-3
// %% hint
// A body's own term is 0, so it may be added. `q * sqrtf(q)` is q^1.5.
// %% solution
__global__ void gravity(const float *x, float *force, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        float d = x[k] - x[i], q = d * d + 0.01f;
        sum += d / (q * sqrtf(q));
    }
    force[i] = sum;
}
