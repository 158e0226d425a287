/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
int main()
{
    int n = 300;
    double *a = (double *) malloc(n * n * sizeof(double));
    double *b = (double *) malloc(n * n * sizeof(double));
    double *c = (double *) malloc(n * n * sizeof(double));
    for (int i = 0; i < n * n; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
    printf("%.0f\n", c[777]);
    return 0;
}
