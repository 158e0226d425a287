// SPDX-License-Identifier: Apache-2.0
// %% task Loops of different lengths
// For each start value `i + 1` count the steps to 1: an even number is halved, an odd one becomes 3 times itself plus 1. Set `steps[i]`. The
// numbers on the way may exceed 32 bits.
// %% start
__global__ void collatz(int *steps, int n)
{
    // your code
}
// %% sizes 1 100 1000
// %% data
int steps[n] = -1;
// %% launch
collatz<<<(n + 127) / 128, 128>>>(steps, n);
// %% reference
for (int i = 0; i < n; i++) {
    long long v = i + 1;
    steps[i] = 0;
    for (; v != 1; v = v % 2 ? 3 * v + 1 : v / 2)
        steps[i]++;
}
// %% hint
// Each thread has a loop of its own. The threads of a warp wait for the one with the longest loop.
// %% solution
__global__ void collatz(int *steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
    if (i >= n)
        return;
    for (long long v = i + 1; v != 1; v = v % 2 ? 3 * v + 1 : v / 2)
        count++;
    steps[i] = count;
}
