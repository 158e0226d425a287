/* SPDX-License-Identifier: Apache-2.0 */
/* Values of threads by key, barriers, semaphores and locks of readers and writers, in C. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
pthread_barrier_t bar;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;
sem_t empty, full;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int inits, phase[8], wrong, buffer[5], in, out;
long got;
long value;
int odd;
long freed;

void init(void)
{
    for (volatile int i = 0; i < 5000; i++)
        ;
    inits++;
}

void destroy(void *p)
{
    freed += *(int *) p;
    free(p);
}

void *work(void *p)
{
    int me = (int) (long) p;
    pthread_once(&once, init);
    int *mine = malloc(sizeof *mine);
    *mine = me;
    pthread_setspecific(key, mine);
    for (int k = 0; k < 50; k++) {
        phase[me] = k;
        for (volatile int z = 0; z < me * 20; z++)
            ;
        pthread_barrier_wait(&bar);
        for (int o = 0; o < 8; o++)
            if (phase[o] != k)
                wrong++;
        pthread_barrier_wait(&bar);
    }
    if (*(int *) pthread_getspecific(key) != me)
        wrong++;
    return NULL;
}

void *produce(void *p)
{
    for (int i = 1; i <= 500; i++) {
        sem_wait(&empty);
        pthread_mutex_lock(&m);
        buffer[in] = i;
        for (volatile int z = 0; z < 5; z++)
            ;
        in = (in + 1) % 5;
        pthread_mutex_unlock(&m);
        sem_post(&full);
    }
    return NULL;
}

void *consume(void *p)
{
    for (int i = 1; i <= 500; i++) {
        sem_wait(&full);
        pthread_mutex_lock(&m);
        int v = buffer[out];
        for (volatile int z = 0; z < 5; z++)
            ;
        out = (out + 1) % 5;
        got += v;
        pthread_mutex_unlock(&m);
        sem_post(&empty);
    }
    return NULL;
}

void *writer(void *p)
{
    for (int i = 0; i < 300; i++) {
        pthread_rwlock_wrlock(&rw);
        value++;
        for (volatile int z = 0; z < 5; z++)
            ;
        value++;
        pthread_rwlock_unlock(&rw);
    }
    return NULL;
}

void *reader(void *p)
{
    for (int i = 0; i < 300; i++) {
        pthread_rwlock_rdlock(&rw);
        if (value & 1)
            odd++;
        pthread_rwlock_unlock(&rw);
    }
    return NULL;
}

void run(int n, void *(*f)(void *), pthread_t *t)
{
    for (long i = 0; i < n; i++)
        pthread_create(t + i, NULL, f, (void *) i);
}

void join(int n, pthread_t *t)
{
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
}

void *gives_up_last(void *p)
{
    for (int i = 0; i < 10; i++)
        sched_yield();
    puts("after main");
    return p;
}

void gives_nothing(void *p)
{
    value += *(int *) p;
}

int gives_an_int(void *p)
{
    value += 10 * *(int *) p;
    return 0;
}

int main(void)
{
    pthread_t t[8], u[8];
    pthread_key_create(&key, destroy);
    pthread_barrier_init(&bar, NULL, 8);
    run(8, work, t);
    join(8, t);
    printf("%d %d %ld\n", inits, wrong, freed);
    sem_init(&empty, 0, 5);
    sem_init(&full, 0, 0);
    run(3, produce, t);
    run(3, consume, u);
    join(3, t);
    join(3, u);
    printf("%ld\n", got);
    run(2, writer, t);
    run(3, reader, u);
    join(2, t);
    join(3, u);
    printf("%ld %d\n", value, odd);
    int one = 1;
    pthread_create(t, NULL, (void *) gives_nothing, &one);
    pthread_create(u, NULL, (void *(*) (void *) ) gives_an_int, &one);
    join(1, t);
    join(1, u);
    printf("%ld\n", value);
    printf("%s %d\n", (void *) "text of no type", getchar_unlocked());
    putc_unlocked('.', stdout);
    putchar_unlocked('\n');
    pthread_create(t, NULL, gives_up_last, t);
    pthread_exit(NULL);
}
