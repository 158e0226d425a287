// SPDX-License-Identifier: Apache-2.0
// %% task Binary search
// `x` is sorted. For each of the `n` values in `wanted` find the first index in `x` whose element is not smaller; `n` if there is none.
// %% start
__global__ void search(const int *x, const int *wanted, int *found, int n)
{
    // your code
}
// %% sizes 1 2 3 100 1000
// %% data
int x[n] = 3 * i / 2;
int wanted[n] = pick(i, 2 * n);
int found[n] = -1;
// %% launch
search<<<(n + 63) / 64, 64>>>(x, wanted, found, n);
// %% reference
for (int i = 0; i < n; i++)
    for (found[i] = 0; found[i] < n && x[found[i]] < wanted[i];)
        found[i]++;
// %% limit loads <= 16 * ((n + 31) / 32)
// a search from the start takes n steps: halve the range instead
// %% hint
// Keep a range from `low` to `high`, both inclusive results: [0, n] at first.
// %% solution
__global__ void search(const int *x, const int *wanted, int *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int low = 0, high = n, value = wanted[i];
    while (low < high) {
        int middle = (low + high) / 2;
        if (x[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    found[i] = low;
}
