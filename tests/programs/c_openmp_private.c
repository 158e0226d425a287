/* SPDX-License-Identifier: Apache-2.0 */
/* OpenMP in C: variables of each thread, tasks, directives in front of the only statement of a loop. */
#include <omp.h>
#include <stdio.h>
int counter = 100;
static double scale, other[3];
#pragma omp threadprivate(counter, scale)
#pragma omp threadprivate(other)

int main(void)
{
    int x = 0, sum = 0;
#pragma omp parallel num_threads(4) private(x) reduction(+ : sum)
    {
        int me = omp_get_thread_num();
        counter += me;
        scale = me;
        other[1] = me * 2;
#pragma omp barrier
#pragma omp single copyprivate(x)
        {
            x = 42 + 0 * me;
        }
        sum += x + counter + (int) scale + (int) other[1];
    }
    printf("%d %d\n", sum, counter);
    long fact[10];
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 10; i++) {
#pragma omp task firstprivate(i)
        {
            fact[i] = 1;
            for (int k = 2; k <= i; k++)
                fact[i] *= k;
        }
    }
#pragma omp taskwait
    for (int i = 0; i < 10; i++)
        printf("%ld ", fact[i]);
    puts("");
    if (sum)
#pragma omp parallel for
        for (int i = 0; i < 10; i++)
#pragma omp atomic
            sum += i;
    else
        sum = -1;
#pragma omp simd
    for (int i = 0; i < 3; i++)
        sum++;
    printf("%d\n", sum);
    int kept = 1, mapped[3] = {1, 2, 3};
#pragma omp target map(tofrom : mapped) firstprivate(kept)
    {
        kept += mapped[2];
        mapped[0] = kept;
    }
#pragma omp target teams distribute parallel for simd map(mapped) private(x) reduction(+ : sum)
    for (int i = 0; i < 3; i++) {
        x = mapped[i];
        sum += x;
    }
    printf("%d %d %d %d\n", kept, mapped[0], x, sum);
    int i, j, cells[4][5];
    counter = 7;
    scale = 1.5;
    sum = 0;
#pragma omp parallel num_threads(4) copyin(counter, scale) reduction(+ : sum)
    {
        sum += counter + (int) (2 * scale);
#pragma omp for collapse(2)
        for (i = 0; i < 4; i++)
            for (j = 0; j < 5; j++) {
                for (volatile int z = 0; z < 100; z++)
                    ;
                cells[i][j] = 10 * i + j;
            }
    }
    for (i = 0; i < 4; i++)
        for (j = 0; j < 5; j++)
            sum += cells[i][j] != 10 * i + j;
    printf("%d\n", sum);
}
