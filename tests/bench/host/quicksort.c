/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

void sort(double *a, int low, int high)
{
    double pivot = a[(low + high) / 2];
    int i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot)
            i++;
        while (a[j] > pivot)
            j--;
        if (i <= j) {
            double t = a[i];
            a[i] = a[j];
            a[j] = t;
            i++;
            j--;
        }
    }
    if (low < j)
        sort(a, low, j);
    if (i < high)
        sort(a, i, high);
}

int main(void)
{
    int n = 1000000;
    double *a = (double *) malloc(n * sizeof(double)), seed = 42, sum = 0;
    for (int i = 0; i < n; i++) {
        seed = seed * 3877 + 29573;
        seed = seed - (long) (seed / 139968) * 139968.0;
        a[i] = seed;
    }
    sort(a, 0, n - 1);
    for (int i = 0; i < n; i += 1000)
        sum += a[i];
    printf("%.0f\n", sum);
    free(a);
    return 0;
}
