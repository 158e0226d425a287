// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <vector>
typedef std::vector<std::vector<double>> matrix;
int main()
{
    int n = 200;
    matrix a(n, std::vector<double>(n)), b(a), c(a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            a[i][j] = (i + j) % 7;
            b[i][j] = (i * j) % 5;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
    printf("%.0f\n", c[77][99]);
    return 0;
}
