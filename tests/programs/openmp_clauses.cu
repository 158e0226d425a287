// SPDX-License-Identifier: Apache-2.0
// Clauses of OpenMP: variables that are private by rule, chunks, values that come back.
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int i, j;
    long s = 0;
    int seen[64] = {0};
#pragma omp parallel num_threads(4)
    {
#pragma omp for
        for (i = 0; i < 64; i++) {
            for (volatile int z = 0; z < 300; z++)
                ;
            seen[i]++;
        }
    }
    for (i = 0; i < 64; i++)
        s += seen[i] * (i + 1);
    printf("%ld\n", s);
#pragma omp parallel num_threads(4) private(j)
    {
#pragma omp for schedule(static, 4)
        for (i = 0; i < 16; i++) {
            for (j = 0; j < 10; j++) {
                for (volatile int z = 0; z < 30; z++)
                    ;
                seen[i]++;
            }
            seen[i] += 1000 * omp_get_thread_num();
        }
    }
    for (i = 0; i < 16; i++)
        printf("%d ", seen[i]);
    puts("");
#pragma omp parallel num_threads(4)
    {
#pragma omp for schedule(static)
        for (int k = 0; k < 18; k++)
            seen[k] = omp_get_thread_num();
    }
    for (i = 0; i < 18; i++)
        printf("%d ", seen[i]);
    puts("");
#pragma omp parallel for num_threads(4)
    for (int k = 0; k < 18; k++)
        seen[k] = omp_get_thread_num() < omp_get_num_threads();
    for (i = 0; i < 18; i++)
        printf("%d ", seen[i]);
    puts("");
#pragma omp parallel num_threads(3)
    {
#pragma omp for collapse(2)
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 4; b++)
                seen[a * 4 + b] = omp_get_thread_num();
#pragma omp for nowait
        for (int k = 20; k > 8; k -= 2)
            seen[k] = -k;
    }
    for (i = 0; i < 22; i++)
        printf("%d ", seen[i]);
    puts("");
    int total = 0, mx = 0;
#pragma omp parallel num_threads(4)
    {
        int local = 0;
#pragma omp for reduction(max : mx) nowait
        for (int k = 0; k < 100; k++) {
            local += k;
            if (k * 7 % 50 > mx)
                mx = k * 7 % 50;
        }
#pragma omp critical(sum)
        total += local;
    }
    printf("%d %d\n", total, mx);
    int lp = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp for lastprivate(lp)
        for (int k = 0; k < 10; k++)
            lp = k;
#pragma omp single nowait
        j = 5;
#pragma omp master
        printf("%d\n", j);
    }
    printf("%d\n", lp);
}
