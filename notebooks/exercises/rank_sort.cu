// SPDX-License-Identifier: Apache-2.0
// %% task Sort by counting
// Sort `x` into `y`, smallest first: an element's place is the number of elements that are smaller. Of equal ones, the one that comes first in
// `x` comes first in `y`.
// %% start
__global__ void rank_sort(const int *x, int *y, int n)
{
    // your code
}
// %% sizes 1 2 100 257
// %% data
int x[n] = pick(i, 60);
int y[n] = -1;
// %% launch
rank_sort<<<(n + 63) / 64, 64>>>(x, y, n);
// %% reference
for (int i = 0; i < n; i++) {
    int place = 0;
    for (int k = 0; k < n; k++)
        place += x[k] < x[i] || (x[k] == x[i] && k < i);
    y[place] = x[i];
}
// %% hint
// Each thread counts for one element.
// %% hint
// If equal elements got the same place, others would stay empty.
// %% solution
__global__ void rank_sort(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, place = 0;
    if (i >= n)
        return;
    for (int k = 0; k < n; k++)
        place += x[k] < x[i] || (x[k] == x[i] && k < i);
    y[place] = x[i];
}
