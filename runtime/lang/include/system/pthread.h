/* SPDX-License-Identifier: Apache-2.0 */
/* Threads that run one after the other: pthread_create runs the function to its end, pthread_join hands out its result. Right for
 * threads that work on their own; one that waits for a later one never goes on, so waiting for a condition is an error. */
#ifndef WARPCELL_PTHREAD_H
#define WARPCELL_PTHREAD_H

typedef unsigned long pthread_t;
typedef struct pthread_attr_t { int detached; } pthread_attr_t;
typedef struct pthread_mutex_t { int held; } pthread_mutex_t;
typedef struct pthread_mutexattr_t { int kind; } pthread_mutexattr_t;
typedef struct pthread_cond_t { int signalled; } pthread_cond_t;
typedef struct pthread_condattr_t { int kind; } pthread_condattr_t;
typedef struct pthread_barrier_t { unsigned count; } pthread_barrier_t;
#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1

enum { __THREADS = 1024 };
static void *__thread_results[__THREADS];
static unsigned long __thread_count, __thread_self;

struct __thread_ended {}; /* thrown by pthread_exit */

static inline int pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    unsigned long before = __thread_self, number = ++__thread_count;
    *out = number;
    __thread_self = number;
    try {
        __thread_results[number % __THREADS] = run(argument);
    } catch (__thread_ended &) {
    }
    __thread_self = before;
    return 0;
}

static inline int pthread_join(pthread_t thread, void **out)
{
    if (out)
        *out = __thread_results[thread % __THREADS];
    return 0;
}

static inline int pthread_cancel(pthread_t thread) { return 3; } /* it has ended already: no such thread */
static inline void pthread_exit(void *result) { __thread_results[__thread_self % __THREADS] = result; throw __thread_ended(); }
static inline pthread_t pthread_self(void) { return __thread_self; }
static inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
static inline int pthread_detach(pthread_t thread) { return 0; }
static inline int pthread_yield(void) { return 0; }
static inline int pthread_attr_init(pthread_attr_t *a) { a->detached = 0; return 0; }
static inline int pthread_attr_destroy(pthread_attr_t *a) { return 0; }
static inline int pthread_attr_setdetachstate(pthread_attr_t *a, int state) { a->detached = state; return 0; }
static inline int pthread_attr_setstacksize(pthread_attr_t *a, size_t bytes) { return 0; }
static inline int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state) { *state = a->detached; return 0; }
static inline int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *a) { m->held = 0; return 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *m) { return 0; }

static inline int pthread_mutex_lock(pthread_mutex_t *m)
{
    if (m->held) {
        fprintf(stderr, "pthread_mutex_lock: threads run one after the other here, and another one holds this mutex\n");
        exit(1);
    }
    m->held = 1;
    return 0;
}

static inline int pthread_mutex_trylock(pthread_mutex_t *m)
{
    if (m->held)
        return 16;
    m->held = 1;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *m) { m->held = 0; return 0; }
static inline int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a) { c->signalled = 0; return 0; }
static inline int pthread_cond_destroy(pthread_cond_t *c) { return 0; }
static inline int pthread_cond_signal(pthread_cond_t *c) { c->signalled = 1; return 0; }
static inline int pthread_cond_broadcast(pthread_cond_t *c) { c->signalled = 1; return 0; }

static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    if (!c->signalled) {
        fprintf(stderr, "pthread_cond_wait: threads run one after the other here, so nobody can signal\n");
        exit(1);
    }
    return 0;
}

#endif
