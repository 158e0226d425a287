/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that are cancelled where they wait, with handlers that clean up; waits that end with time. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t s;
volatile int stage;

void say(void *p)
{
    printf("cleanup %s\n", (char *) p);
}

void unlock(void *p)
{
    pthread_mutex_unlock(p);
    puts("unlocked");
}

void *sleeper(void *p)
{
    pthread_cleanup_push(say, "outer");
    pthread_cleanup_push(say, "inner");
    stage = 1;
    for (;;)
        sleep(1000); // time is the subject: it is cancelled in its sleep
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return NULL;
}

void *waiter(void *p)
{
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    stage = 1;
    for (;;)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    return NULL;
}

void *taker(void *p)
{
    stage = 1;
    sem_wait(&s);
    return "got";
}

void *deaf(void *p)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    stage = 1;
    for (int i = 0; i < 3; i++)
        usleep(2000); // time is the subject: it cannot be cancelled in its sleep
    puts("finished its work");
    pthread_setcancelstate(old, NULL);
    pthread_testcancel();
    puts("not reached");
    return NULL;
}

void *early(void *p)
{
    pthread_cleanup_push(say, "exit");
    pthread_exit("early");
    pthread_cleanup_pop(0);
    return NULL;
}

void *normal(void *p)
{
    pthread_cleanup_push(say, "popped");
    puts("working");
    pthread_cleanup_pop(1);
    pthread_cleanup_push(say, "never");
    pthread_cleanup_pop(0);
    return "normal";
}

void *spins(void *p)
{
    stage = 1;
    for (;;) {
        for (volatile int i = 0; i < 1000; i++)
            ;
        pthread_testcancel();
    }
}

void *never_asks(void *p)
{
    int old;
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
    pthread_cleanup_push(say, old == PTHREAD_CANCEL_DEFERRED ? "was deferred" : "was not");
    stage = 1;
    for (volatile long n = 0;; n++)
        ;
    pthread_cleanup_pop(0);
    return NULL;
}

void run(const char *name, void *(*f)(void *) )
{
    pthread_t t;
    void *r;
    stage = 0;
    pthread_create(&t, NULL, f, NULL);
    while (!stage)
        sched_yield();
    printf("%s %d ", name, pthread_cancel(t));
    fflush(stdout);
    pthread_join(t, &r);
    printf("%s\n", r == PTHREAD_CANCELED ? "cancelled" : (char *) r);
}

int main(void)
{
    sem_init(&s, 0, 0);
    run("sleeper", sleeper);
    run("waiter", waiter);
    printf("%d\n", pthread_mutex_trylock(&m));
    pthread_mutex_unlock(&m);
    run("taker", taker);
    run("deaf", deaf);
    run("spins", spins);
    run("never asks", never_asks);
    pthread_t t;
    void *r;
    pthread_create(&t, NULL, early, NULL);
    pthread_join(t, &r);
    printf("%s\n", (char *) r);
    pthread_create(&t, NULL, normal, NULL);
    pthread_join(t, &r);
    printf("%s\n", (char *) r);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 5000000;
    if (until.tv_nsec >= 1000000000)
        until.tv_sec++, until.tv_nsec -= 1000000000;
    printf("%d", sem_timedwait(&s, &until));
    printf("%d\n", errno == ETIMEDOUT);
    pthread_mutex_lock(&m);
    printf("%d\n", pthread_cond_timedwait(&c, &m, &until) == ETIMEDOUT);
    printf("%d\n", pthread_mutex_timedlock(&m, &until) == ETIMEDOUT);
    pthread_condattr_t ca;
    pthread_cond_t mono;
    pthread_condattr_init(&ca);
    pthread_condattr_setclock(&ca, CLOCK_MONOTONIC);
    pthread_cond_init(&mono, &ca);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 0;
    printf("%d\n", pthread_cond_timedwait(&mono, &m, &until) == ETIMEDOUT);
    pthread_key_t k, k2;
    pthread_key_create(&k, NULL);
    pthread_setspecific(k, "one");
    pthread_key_delete(k);
    pthread_key_create(&k2, NULL);
    printf("%d\n", pthread_getspecific(k2) == NULL);
    return 0;
}
