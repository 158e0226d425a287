/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX threads. They take turns on one processor (eval/vm/vm_thread.h): a new one runs first, until it waits or its time slice ends.
 * A waiting thread calls __thread_wait until its condition is true; code that may make one true calls __thread_wake. */
#ifndef WARPCELL_PTHREAD_H
#define WARPCELL_PTHREAD_H

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

typedef unsigned long pthread_t;
typedef struct pthread_attr_t { int detached; size_t stack, guard; int scope, policy, inherits; struct sched_param parameters; } pthread_attr_t;
typedef struct pthread_mutex_t { unsigned long owner; unsigned depth; int kind; } pthread_mutex_t;
typedef struct pthread_mutexattr_t { int kind; } pthread_mutexattr_t;
typedef struct pthread_cond_t { struct __pthread_waiter *first; int clock; } pthread_cond_t;
typedef struct pthread_condattr_t { int kind, clock; } pthread_condattr_t;
typedef struct pthread_barrier_t { unsigned count, arrived, round; } pthread_barrier_t;
typedef struct pthread_barrierattr_t { int kind; } pthread_barrierattr_t;
typedef struct pthread_rwlock_t { unsigned readers; int written; } pthread_rwlock_t;
typedef struct pthread_rwlockattr_t { int kind; } pthread_rwlockattr_t;
typedef struct pthread_spinlock_t { int held; } pthread_spinlock_t;
typedef int pthread_once_t;
typedef unsigned pthread_key_t;
#define PTHREAD_MUTEX_INITIALIZER {0, 0, 0}
#define PTHREAD_COND_INITIALIZER {0, 0}
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
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED ((void *) -1)
#define PTHREAD_KEYS_MAX 1024
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#define PTHREAD_STACK_MIN 16384
static inline int pthread_condattr_init(pthread_condattr_t *a) { a->kind = 0; a->clock = CLOCK_REALTIME; return 0; }
static inline int pthread_condattr_destroy(pthread_condattr_t *a) { return 0; }
static inline int pthread_condattr_setpshared(pthread_condattr_t *a, int shared) { a->kind = shared; return 0; }
static inline int pthread_condattr_setclock(pthread_condattr_t *a, int clock) { a->clock = clock; return 0; }
static inline int pthread_condattr_getclock(const pthread_condattr_t *a, int *clock) { *clock = a->clock; return 0; }

/* Thrown by pthread_exit and, as it is constructed here, where a thread is cancelled: sleep does that by this name. */
struct __pthread_ended {
    void *result;
    __pthread_ended() : result(PTHREAD_CANCELED) {}
};

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

/* Values of a thread's own, by key. Numbers of keys are not used again, so a new key has no old values. */
struct __pthread_key {
    __pthread_key *next;
    pthread_key_t number;
    void (*destroy)(void *);
};
struct __pthread_value {
    __pthread_value *next;
    pthread_key_t key;
    void *value;
};
static __pthread_key *__pthread_keys;
static pthread_key_t __pthread_last_key;
static thread_local __pthread_value *__pthread_values;

static inline __pthread_key **__pthread_key_at(pthread_key_t number)
{
    __pthread_key **k = &__pthread_keys;
    while (*k && (*k)->number != number)
        k = &(*k)->next;
    return k;
}

static inline int pthread_key_create(pthread_key_t *out, void (*destroy)(void *))
{
    int count = 0;
    for (__pthread_key *k = __pthread_keys; k; k = k->next)
        count++;
    __pthread_key *k = count < PTHREAD_KEYS_MAX ? (__pthread_key *) malloc(sizeof(__pthread_key)) : 0;
    if (!k)
        return EAGAIN;
    k->next = __pthread_keys;
    k->number = *out = ++__pthread_last_key;
    k->destroy = destroy;
    __pthread_keys = k;
    return 0;
}

static inline int pthread_key_delete(pthread_key_t key)
{
    __pthread_key **at = __pthread_key_at(key), *k = *at;
    if (!k)
        return EINVAL;
    *at = k->next;
    free(k);
    return 0;
}

static inline __pthread_value *__pthread_value_of(pthread_key_t key)
{
    __pthread_value *v = __pthread_values;
    while (v && v->key != key)
        v = v->next;
    return v;
}

static inline void *pthread_getspecific(pthread_key_t key)
{
    __pthread_value *v = __pthread_value_of(key);
    return v ? v->value : 0;
}

static inline int pthread_setspecific(pthread_key_t key, const void *value)
{
    __pthread_value *v = __pthread_value_of(key);
    if (!*__pthread_key_at(key))
        return EINVAL;
    if (!v) {
        v = (__pthread_value *) malloc(sizeof(__pthread_value));
        if (!v)
            return ENOMEM;
        v->next = __pthread_values;
        v->key = key;
        __pthread_values = v;
    }
    v->value = (void *) value;
    return 0;
}

/* At the end of a thread: POSIX pthread_key_create. */
static inline void __pthread_destroy_values()
{
    int found = 1;
    for (int round = 0; found && round < PTHREAD_DESTRUCTOR_ITERATIONS; round++) {
        found = 0;
        for (__pthread_value *v = __pthread_values; v; v = v->next) {
            __pthread_key *k = *__pthread_key_at(v->key);
            void *value = v->value;
            if (!value || !k || !k->destroy)
                continue;
            found = 1;
            v->value = 0;
            k->destroy(value);
        }
    }
    while (__pthread_value *v = __pthread_values) {
        __pthread_values = v->next;
        free(v);
    }
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
    __thread_set_cancel(0);
    __pthread_destroy_values();
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

/* Deferred cancellation happens in sleep, usleep and nanosleep, and in those below that wait for something other than a lock; an
 * asynchronous one also when a time slice ends. */
static inline void pthread_testcancel(void)
{
    if (__thread_cancelled())
        throw __pthread_ended();
}

static inline int pthread_cancel(pthread_t thread)
{
    if (!*__pthread_find(thread))
        return ESRCH;
    __thread_cancel(thread);
    return 0;
}

static inline int pthread_setcancelstate(int state, int *old)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    int was = __thread_set_cancel(state == PTHREAD_CANCEL_ENABLE) ? PTHREAD_CANCEL_ENABLE : PTHREAD_CANCEL_DISABLE;
    if (old)
        *old = was;
    return 0;
}

static inline int pthread_setcanceltype(int type, int *old)
{
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    int was = __thread_set_cancel_anywhere(type == PTHREAD_CANCEL_ASYNCHRONOUS) ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
    if (old)
        *old = was;
    return 0;
}

/* Runs when its block ends, however that happens. */
struct __pthread_cleanup {
    void (*run)(void *);
    void *argument;
    int wanted;
};
static inline void __pthread_clean_up(struct __pthread_cleanup *c)
{
    if (c->wanted)
        c->run(c->argument);
}
#define pthread_cleanup_push(function, argument) \
    do { \
        struct __pthread_cleanup __cleanup __attribute__((cleanup(__pthread_clean_up))) = {(function), (argument), 1}
#define pthread_cleanup_pop(execute) \
        __cleanup.wanted = (execute); \
    } while (0)

static inline int pthread_join(pthread_t thread, void **out)
{
    __pthread **p = __pthread_find(thread);
    if (!*p)
        return ESRCH;
    if (thread == __thread_self())
        return EDEADLK;
    pthread_testcancel();
    while (!__thread_ended(thread)) {
        __thread_wait();
        pthread_testcancel();
    }
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

static inline void pthread_exit(void *result)
{
    __pthread_ended e;
    __pthread *t = __pthreads;
    e.result = result;
    if (__thread_self() != 1)
        throw e;
    __pthread_destroy_values();
    while (t) { /* main ends, the others go on */
        for (t = __pthreads; t && __thread_ended(t->number);)
            t = t->next;
        if (t)
            __thread_wait();
    }
    exit(0);
}
static inline pthread_t pthread_self(void) { return __thread_self(); }
static inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
static inline int pthread_yield(void) { __thread_yield(); return 0; }

static inline int pthread_attr_init(pthread_attr_t *a)
{
    a->detached = a->scope = a->policy = a->inherits = a->parameters.sched_priority = 0;
    a->stack = 8388608;
    a->guard = 4096;
    return 0;
}
static inline int pthread_attr_destroy(pthread_attr_t *a) { return 0; }
static inline int pthread_attr_setdetachstate(pthread_attr_t *a, int state) { a->detached = state; return 0; }
static inline int pthread_attr_getdetachstate(const pthread_attr_t *a, int *state) { *state = a->detached; return 0; }
static inline int pthread_attr_setstacksize(pthread_attr_t *a, size_t bytes) { a->stack = bytes; return 0; }
static inline int pthread_attr_getstacksize(const pthread_attr_t *a, size_t *bytes) { *bytes = a->stack; return 0; }
static inline int pthread_attr_setguardsize(pthread_attr_t *a, size_t bytes) { a->guard = bytes; return 0; }
static inline int pthread_attr_getguardsize(const pthread_attr_t *a, size_t *bytes) { *bytes = a->guard; return 0; }
static inline int pthread_attr_setscope(pthread_attr_t *a, int scope) { a->scope = scope; return 0; }
static inline int pthread_attr_getscope(const pthread_attr_t *a, int *scope) { *scope = a->scope; return 0; }
static inline int pthread_attr_setschedpolicy(pthread_attr_t *a, int policy) { a->policy = policy; return 0; }
static inline int pthread_attr_getschedpolicy(const pthread_attr_t *a, int *policy) { *policy = a->policy; return 0; }
static inline int pthread_attr_setinheritsched(pthread_attr_t *a, int inherits) { a->inherits = inherits; return 0; }
static inline int pthread_attr_getinheritsched(const pthread_attr_t *a, int *inherits) { *inherits = a->inherits; return 0; }
static inline int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *p) { a->parameters = *p; return 0; }
static inline int pthread_attr_getschedparam(const pthread_attr_t *a, struct sched_param *p) { *p = a->parameters; return 0; }
static inline int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *p) { return policy == SCHED_OTHER ? 0 : EPERM; }
static inline int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *p) { *policy = SCHED_OTHER; p->sched_priority = 0; return 0; }
static inline int pthread_setaffinity_np(pthread_t thread, size_t n, const cpu_set_t *set) { return 0; }
static inline int pthread_getaffinity_np(pthread_t thread, size_t n, cpu_set_t *set) { return sched_getaffinity(0, n, set); }
static inline int pthread_setname_np(pthread_t thread, const char *name) { return 0; }

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

/* A point in time of CLOCK_REALTIME or CLOCK_MONOTONIC, as one of the latter in ns. */
static inline long __pthread_deadline(int clock, const struct timespec *t)
{
    struct timespec now, steady;
    clock_gettime(clock, &now);
    clock_gettime(CLOCK_MONOTONIC, &steady);
    long left = (t->tv_sec - now.tv_sec) * 1000000000L + (t->tv_nsec - now.tv_nsec);
    return steady.tv_sec * 1000000000L + steady.tv_nsec + (left > 0 ? left : 0);
}

static inline int __pthread_over(long end)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000L + now.tv_nsec >= end;
}

static inline int pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *until)
{
    long end = __pthread_deadline(CLOCK_REALTIME, until);
    while (pthread_mutex_trylock(m)) {
        if (__pthread_over(end))
            return ETIMEDOUT;
        __thread_wait(end);
    }
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

static inline int pthread_cond_init(pthread_cond_t *c, const pthread_condattr_t *a) { c->first = 0; c->clock = a ? a->clock : CLOCK_REALTIME; return 0; }
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

/* Whether it was notified before `end` of CLOCK_MONOTONIC in ns; 0: there is no end. Its thread holds the mutex again. */
static inline int __pthread_cond_await(pthread_cond_t *c, pthread_mutex_t *m, long end)
{
    int notified;
    pthread_testcancel();
    {
        __pthread_waiter self(c);
        pthread_mutex_unlock(m);
        while (!self.notified && !__thread_cancelled() && !(end && __pthread_over(end)))
            __thread_wait(end);
        notified = self.notified;
    }
    pthread_mutex_lock(m);
    if (!notified)
        pthread_testcancel();
    return notified;
}

static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    __pthread_cond_await(c, m, 0);
    return 0;
}

static inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
    return __pthread_cond_await(c, m, __pthread_deadline(c->clock, until)) ? 0 : ETIMEDOUT;
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
