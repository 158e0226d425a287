// SPDX-License-Identifier: Apache-2.0
// %% task Reverse in place
// Reverse `x` itself. No thread may overwrite what another one has yet to read: think of which thread moves which elements. The grid has
// enough threads for `n` elements, more than you need.
// %% start
__global__ void reverse_in_place(int *x, int n)
{
    // your code
}
// %% sizes 1 2 3 33 100 1001
// %% data
int x[n] = i + 7;
// %% launch
reverse_in_place<<<(n + 127) / 128, 128>>>(x, n);
// %% reference
for (int i = 0; i < n / 2; i++) {
    int t = x[i];
    x[i] = x[n - 1 - i];
    x[n - 1 - i] = t;
}
// %% hint
// A thread can swap two elements.
// %% hint
// Half of the threads are enough.
// %% solution
__global__ void reverse_in_place(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) {
        int t = x[i];
        x[i] = x[n - 1 - i];
        x[n - 1 - i] = t;
    }
}
