/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX threads. They take turns on one processor (eval/vm/vm_thread.h): a new one runs first, until it waits or its time slice ends.
 * A waiting thread calls __thread_wait until its condition is true; code that may make one true calls __thread_wake. */
#ifndef WARPCELL_PTHREAD_H
#define WARPCELL_PTHREAD_H

#include <errno.h>
#include <stdlib.h>
#include <time.h>

typedef unsigned long pthread_t;
typedef struct pthread_attr_t { int detached; size_t stack; } pthread_attr_t;
typedef struct pthread_mutex_t { unsigned long owner; unsigned depth; int kind; } pthread_mutex_t;
typedef struct pthread_mutexattr_t { int kind; } pthread_mutexattr_t;
typedef struct pthread_cond_t { struct __pthread_waiter *first; } pthread_cond_t;
typedef struct pthread_condattr_t { int kind; } pthread_condattr_t;
typedef struct pthread_barrier_t { unsigned count, arrived, round; } pthread_barrier_t;
typedef struct pthread_barrierattr_t { int kind; } pthread_barrierattr_t;
typedef struct pthread_rwlock_t { unsigned readers; int written; } pthread_rwlock_t;
typedef struct pthread_rwlockattr_t { int kind; } pthread_rwlockattr_t;
typedef struct pthread_spinlock_t { int held; } pthread_spinlock_t;
typedef int pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER {0, 0, 0}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_RWLOCK_INITIALIZER {0, 0}
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_BARRIER_SERIAL_THREAD -1
static inline int pthread_condattr_init(pthread_condattr_t *a) { a->kind = 0; return 0; }
static inline int pthread_condattr_destroy(pthread_condattr_t *a) { return 0; }
static inline int pthread_condattr_setpshared(pthread_condattr_t *a, int shared) { a->kind = shared; return 0; }

struct __pthread_ended { void *result; }; /* thrown by pthread_exit */

/* A thread that was started: in a list until it is joined or, detached, has ended. */
typedef struct __pthread {
    struct __pthread *next;
    unsigned long number;
    void *(*run)(void *);
    void *argument, *result;
    int detached;
} __pthread;
static __pthread *__pthreads;

static inline __pthread **__pthread_find(unsigned long number)
{
    __pthread **p = &__pthreads;
    while (*p && (*p)->number != number)
        p = &(*p)->next;
    return p;
}

static inline void __pthread_drop(__pthread **p)
{
    __pthread *t = *p;
    *p = t->next;
    free(t);
}

static inline void __pthread_main(void *p)
{
    __pthread *t = (__pthread *) p;
    t->number = __thread_self();
    try {
        t->result = t->run(t->argument);
    } catch (__pthread_ended &e) {
        t->result = e.result;
    }
    if (t->detached)
        __pthread_drop(__pthread_find(t->number));
}

static inline int pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    __pthread *t = (__pthread *) malloc(sizeof(__pthread));
    t->run = run;
    t->argument = argument;
    t->result = 0;
    t->number = 0;
    t->detached = attributes && attributes->detached;
    t->next = __pthreads;
    __pthreads = t;
    *out = __thread_start(__pthread_main, t);
    return 0;
}

static inline int pthread_join(pthread_t thread, void **out)
{
    __pthread **p = __pthread_find(thread);
    if (!*p)
        return ESRCH;
    if (thread == __thread_self())
        return EDEADLK;
    while (!__thread_ended(thread))
        __thread_wait();
    p = __pthread_find(thread);
    if (out)
        *out = (*p)->result;
    __pthread_drop(p);
    return 0;
}

static inline int pthread_detach(pthread_t thread)
{
    __pthread **p = __pthread_find(thread);
    if (!*p)
        return ESRCH;
    if (__thread_ended(thread))
        __pthread_drop(p);
    else
        (*p)->detached = 1;
    return 0;
}

static inline int pthread_cancel(pthread_t thread) { return __thread_ended(thread) ? ESRCH : ENOSYS; }
static inline void pthread_exit(void *result)
{
    __pthread_ended e;
    if (__thread_self() == 1) /* main ends, the others continue */
        exit(0);
    e.result = result;
    throw e;
}
static inline pthread_t pthread_self(void) { return __thread_self(); }
static inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
static inline int pthread_yield(void) { __thread_yield(); return 0; }
static inline int sched_yield(void) { __thread_yield(); return 0; }

static inline int pthread_attr_init(pthread_attr_t *a) { a->detached = 0; a->stack = 8388608; return 0; }
static inline int pthread_attr_destroy(pthread_attr_t *a) { return 0; }
static inline int pthread_attr_setdetachstate(pthread_attr_t *a, int state) { a->detached = state; return 0; }
static inline int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state) { *state = a->detached; return 0; }
static inline int pthread_attr_setstacksize(pthread_attr_t *a, size_t bytes) { a->stack = bytes; return 0; }
static inline int pthread_attr_getstacksize(const pthread_attr_t *a, size_t *bytes) { *bytes = a->stack; return 0; }

static inline int pthread_mutexattr_init(pthread_mutexattr_t *a) { a->kind = 0; return 0; }
static inline int pthread_mutexattr_destroy(pthread_mutexattr_t *a) { return 0; }
static inline int pthread_mutexattr_settype(pthread_mutexattr_t *a, int kind) { a->kind = kind; return 0; }
static inline int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) { m->owner = 0; m->depth = 0; m->kind = a ? a->kind : 0; return 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *m) { return 0; }

static inline int pthread_mutex_trylock(pthread_mutex_t *m)
{
    unsigned long self = __thread_self();
    if (m->owner && !(m->kind == PTHREAD_MUTEX_RECURSIVE && m->owner == self))
        return EBUSY;
    m->owner = self;
    m->depth++;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *m)
{
    if (m->kind == PTHREAD_MUTEX_ERRORCHECK && m->owner == __thread_self())
        return EDEADLK;
    while (pthread_mutex_trylock(m))
        __thread_wait();
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *m)
{
    if (m->kind && m->owner != __thread_self())
        return EPERM;
    if (m->depth && --m->depth)
        return 0;
    m->owner = 0;
    __thread_wake();
    return 0;
}

/* A thread that waits, in the condition's list in the order in which they began to. It leaves the list when it is notified, when its time is
 * over, or when its thread is ended where it waits. */
struct __pthread_waiter {
    pthread_cond_t *of;
    __pthread_waiter *next;
    int notified;
    __pthread_waiter(pthread_cond_t *c)
    {
        __pthread_waiter **p = &c->first;
        while (*p)
            p = &(*p)->next;
        *p = this;
        of = c;
        next = 0;
        notified = 0;
    }
    ~__pthread_waiter()
    {
        __pthread_waiter **p = &of->first;
        if (notified)
            return;
        while (*p != this)
            p = &(*p)->next;
        *p = next;
    }
};

static inline int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a) { c->first = 0; return 0; }
static inline int pthread_cond_destroy(pthread_cond_t *c) { return 0; }

static inline int pthread_cond_signal(pthread_cond_t *c)
{
    if (c->first) {
        c->first->notified = 1;
        c->first = c->first->next;
        __thread_wake();
    }
    return 0;
}

static inline int pthread_cond_broadcast(pthread_cond_t *c)
{
    while (c->first)
        pthread_cond_signal(c);
    return 0;
}

/* Whether it was notified before `end` of CLOCK_MONOTONIC in ns; 0: there is no end. */
static inline int __pthread_cond_await(pthread_cond_t *c, pthread_mutex_t *m, long end)
{
    struct timespec now;
    __pthread_waiter self(c);
    pthread_mutex_unlock(m);
    while (!self.notified) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (end && now.tv_sec * 1000000000L + now.tv_nsec >= end)
            break;
        __thread_wait(end);
    }
    return self.notified;
}

static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    __pthread_cond_await(c, m, 0);
    return pthread_mutex_lock(m);
}

static inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    struct timespec real, steady;
    clock_gettime(CLOCK_REALTIME, &real);
    clock_gettime(CLOCK_MONOTONIC, &steady);
    long left = (until->tv_sec - real.tv_sec) * 1000000000L + (until->tv_nsec - real.tv_nsec);
    int notified = __pthread_cond_await(c, m, steady.tv_sec * 1000000000L + steady.tv_nsec + (left > 0 ? left : 0));
    pthread_mutex_lock(m);
    return notified ? 0 : ETIMEDOUT;
}

static inline int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *a, unsigned count)
{
    if (!count)
        return EINVAL;
    b->count = count;
    b->arrived = 0;
    b->round = 0;
    return 0;
}

static inline int pthread_barrier_destroy(pthread_barrier_t *b) { return 0; }

static inline int pthread_barrier_wait(pthread_barrier_t *b)
{
    unsigned round = b->round;
    if (++b->arrived == b->count) {
        b->arrived = 0;
        b->round++;
        __thread_wake();
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    while (b->round == round)
        __thread_wait();
    return 0;
}

static inline int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *a) { l->readers = 0; l->written = 0; return 0; }
static inline int pthread_rwlock_destroy(pthread_rwlock_t *l) { return 0; }
static inline int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) { if (l->written) return EBUSY; l->readers++; return 0; }
static inline int pthread_rwlock_trywrlock(pthread_rwlock_t *l) { if (l->written || l->readers) return EBUSY; l->written = 1; return 0; }
static inline int pthread_rwlock_rdlock(pthread_rwlock_t *l) { while (pthread_rwlock_tryrdlock(l)) __thread_wait(); return 0; }
static inline int pthread_rwlock_wrlock(pthread_rwlock_t *l) { while (pthread_rwlock_trywrlock(l)) __thread_wait(); return 0; }
static inline int pthread_rwlock_unlock(pthread_rwlock_t *l) { if (l->written) l->written = 0; else l->readers--; __thread_wake(); return 0; }

static inline int pthread_spin_init(pthread_spinlock_t *l, int shared) { l->held = 0; return 0; }
static inline int pthread_spin_destroy(pthread_spinlock_t *l) { return 0; }
static inline int pthread_spin_trylock(pthread_spinlock_t *l) { if (l->held) return EBUSY; l->held = 1; return 0; }
static inline int pthread_spin_lock(pthread_spinlock_t *l) { while (pthread_spin_trylock(l)) __thread_wait(); return 0; }
static inline int pthread_spin_unlock(pthread_spinlock_t *l) { l->held = 0; __thread_wake(); return 0; }

static inline int pthread_once(pthread_once_t *once, void (*run)(void))
{
    while (*once == 1)
        __thread_wait();
    if (*once == 0) {
        *once = 1;
        run();
        *once = 2;
        __thread_wake();
    }
    return 0;
}

#endif
