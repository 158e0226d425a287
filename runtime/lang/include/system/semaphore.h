/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX <semaphore.h>: unnamed semaphores. A thread that waits gives way until the count allows it (pthread.h). */
#ifndef WARPCELL_SEMAPHORE_H
#define WARPCELL_SEMAPHORE_H
#include <errno.h>
#include <pthread.h>
typedef struct sem_t { unsigned count; } sem_t;
#define SEM_FAILED ((sem_t *) 0)
#define SEM_VALUE_MAX 2147483647
static inline int sem_init(sem_t *s, int shared, unsigned value)
{
    if (shared || value > SEM_VALUE_MAX) {
        errno = shared ? ENOSYS : EINVAL;
        return -1;
    }
    s->count = value;
    return 0;
}
static inline int sem_destroy(sem_t *s) { return 0; }
static inline int sem_post(sem_t *s)
{
    s->count++;
    __thread_wake();
    return 0;
}
static inline int sem_trywait(sem_t *s)
{
    if (!s->count) {
        errno = EAGAIN;
        return -1;
    }
    s->count--;
    return 0;
}
static inline int sem_wait(sem_t *s)
{
    pthread_testcancel();
    while (!s->count) {
        __thread_wait();
        pthread_testcancel();
    }
    s->count--;
    return 0;
}
static inline int sem_timedwait(sem_t *s, const struct timespec *until)
{
    long end = __pthread_deadline(CLOCK_REALTIME, until);
    pthread_testcancel();
    while (!s->count) {
        if (__pthread_over(end)) {
            errno = ETIMEDOUT;
            return -1;
        }
        __thread_wait(end);
        pthread_testcancel();
    }
    s->count--;
    return 0;
}
static inline int sem_getvalue(sem_t *s, int *value) { *value = (int) s->count; return 0; }
#endif
