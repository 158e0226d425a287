// OpenMP's parallel regions: numbers, clauses, barriers, single, master, critical, for, sections, locks. The program prints what does not
// depend on the order of threads.
#include <cstdio>
#include <omp.h>

static int seen[8], turns[40], parts[3];

struct counter {
    int value;
    void count(int threads)
    {
#pragma omp parallel num_threads(threads)
        {
#pragma omp critical(count)
            value += 1;
        }
    }
};

static int sum_to(int n)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 1; i <= n; i++)
        sum += i;
    return sum;
}

int main()
{
    int total = 0, first = 5, own = 9, singles = 0, masters = 0, wrong = 0, late = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
    printf("outside: %d of %d, level %d, parallel %d\n", omp_get_thread_num(), omp_get_num_threads(), omp_get_level(),
           omp_in_parallel());
#pragma omp parallel num_threads(4) default(none) shared(total, singles, masters, wrong, late, lock, seen, turns, parts) \
    firstprivate(first) private(own)
    {
        int me = omp_get_thread_num();
        own = me;
        first += me;
        seen[me]++;
#pragma omp barrier
        for (int t = 0; t < 4; t++)
            late += seen[t] != 1; // all have come before any goes on
#pragma omp single
        singles++;
        if (singles != 1)
            wrong++;
#pragma omp master
        {
            masters += 1 + me;
        }
#pragma omp for schedule(static)
        for (int i = 0; i < 40; i++) {
            turns[i]++;
#pragma omp atomic
            total += i;
        }
        if (total != 780)
            wrong++;
#pragma omp sections nowait
        {
#pragma omp section
            parts[0]++;
#pragma omp section
            {
                parts[1]++;
            }
#pragma omp section
            parts[2] += 1;
        }
        omp_set_lock(&lock);
        if (own != me || first != 5 + me || omp_get_num_threads() != 4 || omp_get_level() != 1)
            wrong++;
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
    printf("total %d, singles %d, masters %d, wrong %d, late %d\n", total, singles, masters, wrong, late);
    printf("outside: first %d, own %d, parts %d %d %d\n", first, own, parts[0], parts[1], parts[2]);
    int once = 1;
    for (int i = 0; i < 40; i++)
        once &= turns[i] == 1;
    printf("each turn once: %d\n", once);

    counter c = {0};
    c.count(3);
    printf("member: %d, sum: %d\n", c.value, sum_to(100));
    int size = 0;
    if (once)
#pragma omp parallel if (size > 0)
        size += omp_get_num_threads();
    else
        size = -1;
    printf("if: %d\n", size);
    for (int levels = 1; levels <= 2; levels++) {
        int inner = 0;
        omp_set_max_active_levels(levels);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(3)
        {
#pragma omp critical
            inner += 10 * omp_get_level() + omp_get_num_threads();
        }
        printf("nested: %d\n", inner);
    }
}
