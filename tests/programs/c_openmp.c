/* SPDX-License-Identifier: Apache-2.0 */
/* OpenMP in C: loops and their schedules, reductions, ordered turns, sections. The output is gcc's. */
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 1000

static int f(int x)
{
    int y = 0;
#pragma omp parallel num_threads(3) reduction(+ : y)
    y += x + omp_get_thread_num();
    return y;
}

int main(int argc, char *argv[])
{
    int i, j, n = N, tid, nth = 0;
    double a[N], b[N], c[N], dot = 0, mn = 1e30, mx = -1e30;
    int hist[10] = {0}, first = 7, last = -1;
    for (i = 0; i < n; i++) {
        a[i] = i * 0.5;
        b[i] = n - i;
    }
#pragma omp parallel num_threads(4) shared(a, b, c) private(i, tid)
    {
        tid = omp_get_thread_num();
        if (tid == 0)
            nth = omp_get_num_threads();
#pragma omp for
        for (i = 0; i < n; i++)
            c[i] = a[i] + b[i];
#pragma omp for reduction(+ : dot) reduction(min : mn) reduction(max : mx) schedule(dynamic, 10)
        for (i = 0; i < n; i++) {
            dot += a[i] * b[i];
            if (c[i] < mn)
                mn = c[i];
            if (c[i] > mx)
                mx = c[i];
        }
    }
    printf("%d %g %g %g %g\n", nth, c[10], dot, mn, mx);
#pragma omp parallel for reduction(+ : hist[:10])
    for (i = 0; i < n; i++)
        hist[i % 10]++;
    for (i = 0; i < 10; i++)
        printf("%d ", hist[i]);
    puts("");
#pragma omp parallel for firstprivate(first) lastprivate(last) private(j)
    for (i = 0; i < 10; i++) {
        j = i * first;
        first = 7;
        last = j;
    }
    printf("%d %d\n", first, last);
#pragma omp parallel num_threads(4)
    {
#pragma omp for lastprivate(last) schedule(static, 1)
        for (i = 0; i < 11; i++) {
            last = i * 3;
        }
#pragma omp for ordered schedule(dynamic)
        for (i = 0; i < 12; i++) {
            volatile int z;
            for (z = 0; z < 200 * (i % 3); z++)
                ;
#pragma omp ordered
            printf("%d ", i);
        }
#pragma omp single
        puts("");
#pragma omp sections
        {
#pragma omp section
            hist[0] = -1;
#pragma omp section
            {
                hist[1] = -2;
            }
        }
#pragma omp for schedule(static)
        for (j = 0; j < 10; j++)
            hist[j] += 100 * omp_get_thread_num();
    }
    printf("%d\n", last);
    for (i = 0; i < 10; i++)
        printf("%d ", hist[i]);
    puts("");
    int *p = malloc(20 * sizeof *p), count = 0, all = 1, any = 0;
    unsigned bits = 0, mask = ~0u;
    long prod = 1;
#pragma omp parallel for num_threads(4) schedule(static, 3)
    for (i = 0; i < 20; i++)
        p[i] = omp_get_thread_num();
    for (i = 0; i < 20; i++)
        printf("%d", p[i]);
    puts("");
#pragma omp parallel num_threads(4) reduction(&&:all) reduction(||:any) reduction(|:bits) reduction(&:mask) reduction(*:prod) reduction(-:count)
    {
        int me = omp_get_thread_num();
        all = all && me < 4;
        any = any || me == 2;
        bits |= 1u << me;
        mask &= ~(1u << me);
        prod *= me + 1;
        count -= me;
    }
    printf("%d %d %x %x %ld %d %d\n", all, any, bits, mask, prod, count, f(10));
    for (i = 0; i < 3; i++)
#pragma omp parallel num_threads(2)
#pragma omp critical
        count++;
    printf("%d\n", count);
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        printf("one ");
#pragma omp section
        printf("two\n");
    }
    int seq = 0;
#pragma omp parallel num_threads(3)
    {
        int k;
        for (k = 0; k < 3; k++) {
#pragma omp barrier
            if (omp_get_thread_num() == k)
                seq = seq * 10 + k + 1;
#pragma omp barrier
        }
#pragma omp master
        printf("seq %d\n", seq);
    }
    for (int chunk = 0; chunk < 3; chunk++) {
        omp_set_schedule(omp_sched_static, chunk);
#pragma omp parallel for num_threads(4) schedule(runtime) lastprivate(last)
        for (i = 0; i < 18; i++)
            p[i] = last = omp_get_thread_num();
        for (i = 0; i < 18; i++)
            printf("%d", p[i]);
        printf(" %d\n", last);
    }
    volatile int inside = 0, both = 0; /* locks of two names do not exclude each other */
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
#pragma omp critical(first)
        {
            inside = 1;
            while (!both)
                sched_yield();
        }
    } else {
        while (!inside)
            sched_yield();
#pragma omp critical(second)
        both = 1;
    }
    printf("%d\n", both);
    free(p);
    return 0;
}
