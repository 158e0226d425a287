// OpenMP's pragmas and calls, and POSIX threads that work on their own parts.
#include <cuda_runtime.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

#define PARTS 4

struct part {
    const int *from;
    int n;
    long sum;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long all;

static void *work(void *data)
{
    struct part *p = (struct part *) data;
    for (int i = 0; i < p->n; i++)
        p->sum += p->from[i];
    pthread_mutex_lock(&lock);
    all += p->sum;
    pthread_mutex_unlock(&lock);
    return p;
}

int main()
{
    int v[1000];
    double began = omp_get_wtime(), total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < 1000; i++) {
        v[i] = i % 17;
        total += v[i];
    }
    printf("%g by thread %d, %s\n", total, omp_get_thread_num(), omp_get_wtime() >= began ? "time passed" : "time went back");
    pthread_t threads[PARTS];
    struct part parts[PARTS];
    for (int k = 0; k < PARTS; k++) {
        parts[k].from = v + k * 250;
        parts[k].n = 250;
        parts[k].sum = 0;
        pthread_create(&threads[k], NULL, work, &parts[k]);
    }
    for (int k = 0; k < PARTS; k++) {
        void *result;
        pthread_join(threads[k], &result);
        printf("part %d: %ld\n", k, ((struct part *) result)->sum);
    }
    printf("%ld\n", all);
    return 0;
}
