/* SPDX-License-Identifier: Apache-2.0 */
/* OpenMP. A parallel region is run by a team of threads (std::thread's, which take turns on one processor); lang/text/openmp.c writes the
 * calls of what begins with __omp. They are made in C too, so they are functions that take pointers, and what ends with a block says so by
 * the attribute `cleanup`. */
#ifndef WARPCELL_OMP_H
#define WARPCELL_OMP_H

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static inline double omp_get_wtime(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static inline double omp_get_wtick(void) { return 1e-9; }
static inline void omp_set_dynamic(int on) {}
static inline int omp_get_dynamic(void) { return 0; }
static inline int omp_get_thread_limit(void) { return 2147483647; }
static inline int omp_get_cancellation(void) { return 0; }

/* No device for `target`: the host is device 0. */
static inline int omp_get_num_devices(void) { return 0; }
static inline int omp_get_default_device(void) { return 0; }
static inline void omp_set_default_device(int device) {}
static inline int omp_get_initial_device(void) { return 0; }
static inline int omp_is_initial_device(void) { return 1; }
static inline int omp_get_device_num(void) { return 0; }
static inline int omp_get_team_num(void) { return 0; }
static inline int omp_get_num_teams(void) { return 1; }

typedef enum omp_sched_t {
    omp_sched_static = 1,
    omp_sched_dynamic = 2,
    omp_sched_guided = 3,
    omp_sched_auto = 4,
    omp_sched_monotonic = 0x80000000U
} omp_sched_t;

static omp_sched_t __omp_schedule = omp_sched_dynamic;
static int __omp_chunk = 1;

static inline void omp_set_schedule(omp_sched_t kind, int chunk)
{
    __omp_schedule = kind;
    __omp_chunk = chunk;
}
static inline void omp_get_schedule(omp_sched_t *kind, int *chunk)
{
    *kind = __omp_schedule;
    *chunk = __omp_chunk;
}

static inline int omp_get_num_procs(void) { return (int) sysconf(_SC_NPROCESSORS_ONLN); }

struct __omp_team {
    unsigned size, arrived, round;
    unsigned singles;      /* that have been taken */
    unsigned long chunks;  /* of loops with a dynamic schedule, that have been taken */
    unsigned long ordered; /* turns of ordered loops that have ended */
    void *given;           /* for copyprivate */
};

/* A thread's place in a team; the innermost of nested ones is the thread's own word. */
struct __omp_member {
    __omp_member *outer;
    __omp_member *parent; /* of the thread that made the team */
    __omp_team *team;
    int number, level, active; /* of the teams around it, those of several threads */
    unsigned singles; /* that it has come to */
    unsigned long chunks, ordered; /* of the loops that it has left */
};

static int __omp_wanted, __omp_levels = 1;

static inline __omp_member *__omp_me() { return (__omp_member *) __thread_data(); }

static inline int omp_get_thread_num(void) { __omp_member *m = __omp_me(); return m ? m->number : 0; }
static inline int omp_get_num_threads(void) { __omp_member *m = __omp_me(); return m ? (int) m->team->size : 1; }
static inline int omp_get_level(void) { __omp_member *m = __omp_me(); return m ? m->level : 0; }
static inline int omp_in_parallel(void) { return omp_get_num_threads() > 1; }
static inline void omp_set_num_threads(int n) { __omp_wanted = n; }
static inline void omp_set_max_active_levels(int n) { __omp_levels = n; }
static inline int omp_get_max_active_levels(void) { return __omp_levels; }
static inline void omp_set_nested(int on) { __omp_levels = on ? 1 << 20 : 1; }
static inline int omp_get_nested(void) { return __omp_levels > 1; }
static inline int omp_get_active_level(void) { __omp_member *m = __omp_me(); return m ? m->active : 0; }
static inline int omp_in_final(void) { return 0; }

/* The place at a level of the regions around this one, of which 0 is the program itself; NULL: there is no such level, or it is 0. */
static inline __omp_member *__omp_at(int level)
{
    __omp_member *m = __omp_me();
    while (m && m->level > level)
        m = m->parent;
    return m && m->level == level ? m : 0;
}
static inline int omp_get_ancestor_thread_num(int level)
{
    __omp_member *m = __omp_at(level);
    return level == 0 ? 0 : m ? m->number : -1;
}
static inline int omp_get_team_size(int level)
{
    __omp_member *m = __omp_at(level);
    return level == 0 ? 1 : m ? (int) m->team->size : -1;
}

static inline int omp_get_max_threads(void)
{
    const char *text = getenv("OMP_NUM_THREADS");
    int n = __omp_wanted > 0 ? __omp_wanted : text ? atoi(text) : 0;
    return n > 0 ? n : omp_get_num_procs();
}

/* A member while its thread runs the region, which may end by an error. */
struct __omp_membership {
    __omp_member *m;
    __omp_membership(__omp_member *joins) : m(joins)
    {
        m->outer = __omp_me();
        __thread_set_data(m);
    }
    ~__omp_membership() { __thread_set_data(m->outer); }
};

template <typename F> struct __omp_start {
    F *body;
    __omp_member member;
};

template <typename F> void __omp_run(void *p)
{
    __omp_start<F> *s = (__omp_start<F> *) p;
    __omp_membership here(&s->member);
    (*s->body)();
}

/* n 0: as many threads as omp_get_max_threads says. */
template <typename F> void __omp_parallel(int n, F &body)
{
    __omp_member *outer = __omp_me();
    int level = outer ? outer->level + 1 : 1, active = outer ? outer->active : 0;
    if (n <= 0)
        n = omp_get_max_threads();
    if (active >= __omp_levels)
        n = 1;
    active += n > 1;
    __omp_team team = {(unsigned) n, 0, 0, 0, 0, 0, 0};
    __omp_start<F> *all = new __omp_start<F>[n];
    unsigned long *threads = new unsigned long[n];
    for (int i = 0; i < n; i++) {
        __omp_start<F> s = {&body, {0, outer, &team, i, level, active, 0, 0, 0}};
        all[i] = s;
    }
    for (int i = 1; i < n; i++)
        threads[i] = __thread_start(__omp_run<F>, &all[i]);
    __omp_run<F>(&all[0]);
    for (int i = 1; i < n; i++)
        while (!__thread_ended(threads[i]))
            __thread_wait();
    delete[] threads;
    delete[] all;
}

/* In C the body is a nested function. */
static inline void __omp_parallel_c(int n, void (*body)(void)) { __omp_parallel(n, body); }

static inline void __omp_barrier()
{
    __omp_member *m = __omp_me();
    if (!m)
        return;
    __omp_team *t = m->team;
    unsigned round = t->round;
    if (++t->arrived == t->size) {
        t->arrived = 0;
        t->round++;
        __thread_wake();
    }
    while (t->round == round)
        __thread_wait();
}

enum {
    __OMP_STATIC,  /* a range of turns for each thread; how many there are was counted before */
    __OMP_CHUNKS,  /* chunks of turns, dealt out in order: schedule(static, n), sections */
    __OMP_DYNAMIC, /* chunks, each for who comes to it first */
    __OMP_RUNTIME  /* as omp_set_schedule says; its turns were counted too */
};

/* A thread's share of the turns of a loop, or of the parts of `sections`. Each thread passes all turns and asks whether the next is its own
 * (OpenMP 5.2, 11.5): __omp_mine, or for __OMP_STATIC, in the loop itself, turn++ - first < count. */
struct __omp_share {
    struct __omp_member *me;
    int kind, ordered;
    unsigned long chunk, size, number;
    unsigned long turn; /* how many it has passed */
    unsigned long total, first, count; /* of __OMP_STATIC: all turns, and its own */
    int mine; /* the turn that it has passed last; __OMP_STATIC: the last of all */
};

static inline struct __omp_share __omp_share_begin(int kind, long chunk, int ordered)
{
    __omp_member *m = __omp_me();
    if (kind == __OMP_RUNTIME) {
        bool fixed = (__omp_schedule & ~omp_sched_monotonic) == omp_sched_static;
        kind = !fixed ? __OMP_DYNAMIC : __omp_chunk > 0 ? __OMP_CHUNKS : __OMP_STATIC;
        chunk = __omp_chunk;
    }
    __omp_share s = {m, kind, ordered, chunk > 0 ? (unsigned long) chunk : 1, m ? m->team->size : 1, m ? (unsigned long) m->number : 0, 0, 0, 0, 0, 0};
    return s;
}

/* After the turns of a loop have been counted. */
static inline void __omp_deal(struct __omp_share *s)
{
    unsigned long each = s->total / s->size, more = s->total % s->size;
    s->first = each * s->number + (s->number < more ? s->number : more);
    s->count = each + (s->number < more);
    s->mine = s->kind == __OMP_STATIC && s->count && s->first + s->count == s->total;
}

static inline int __omp_mine(struct __omp_share *s)
{
    unsigned long turn = s->turn++;
    if (s->kind == __OMP_STATIC)
        return turn - s->first < s->count;
    if (s->kind == __OMP_CHUNKS || !s->me) {
        s->mine = turn / s->chunk % s->size == s->number;
    } else if (turn % s->chunk == 0) {
        unsigned long which = s->me->chunks + turn / s->chunk;
        s->mine = which >= s->me->team->chunks;
        if (s->mine)
            s->me->team->chunks = which + 1;
    }
    return s->mine;
}

static inline void __omp_share_end(struct __omp_share *s)
{
    if (s->me && s->kind == __OMP_DYNAMIC)
        s->me->chunks += (s->turn + s->chunk - 1) / s->chunk;
    if (s->me && s->ordered)
        s->me->ordered += s->turn;
}

/* `ordered`: waits until the turns before this one have ended. */
static inline void __omp_await(struct __omp_share **s)
{
    __omp_member *m = (*s)->me;
    while (m && m->team->ordered != m->ordered + (*s)->turn - 1)
        __thread_wait();
}

static inline void __omp_turn_end(struct __omp_share **s)
{
    __omp_await(s);
    if ((*s)->me) {
        (*s)->me->team->ordered++;
        __thread_wake();
    }
}

/* The first thread that comes. */
static inline int __omp_single()
{
    __omp_member *m = __omp_me();
    if (!m)
        return true;
    unsigned which = m->singles++;
    if (m->team->singles > which)
        return false;
    m->team->singles = which + 1;
    return true;
}

static inline void __omp_give(void *p)
{
    if (__omp_me())
        __omp_me()->team->given = p;
}
static inline void *__omp_given() { return __omp_me()->team->given; }

/* The lock of `critical(name)`; without a name, "". They are kept until the session ends. */
struct __omp_critical {
    struct __omp_critical *next;
    const char *name;
    unsigned long owner;
    unsigned depth;
};
static __omp_critical *__omp_criticals;

static inline struct __omp_critical *__omp_enter(const char *name)
{
    unsigned long self = __thread_self();
    __omp_critical *c = __omp_criticals;
    while (c && strcmp(c->name, name))
        c = c->next;
    if (!c) {
        c = new __omp_critical{__omp_criticals, name, 0, 0};
        __omp_criticals = c;
    }
    while (c->owner && c->owner != self)
        __thread_wait();
    c->owner = self;
    c->depth++;
    return c;
}

static inline void __omp_leave(struct __omp_critical **c)
{
    if (--(*c)->depth)
        return;
    (*c)->owner = 0;
    __thread_wake();
}

typedef struct omp_lock_t { unsigned long owner; unsigned depth; } omp_lock_t;
typedef omp_lock_t omp_nest_lock_t;

static inline void omp_init_lock(omp_lock_t *lock) { lock->owner = 0; lock->depth = 0; }
static inline void omp_destroy_lock(omp_lock_t *lock) {}
static inline void omp_set_lock(omp_lock_t *lock)
{
    while (lock->owner)
        __thread_wait();
    lock->owner = __thread_self();
}
static inline int omp_test_lock(omp_lock_t *lock)
{
    if (lock->owner)
        return 0;
    lock->owner = __thread_self();
    return 1;
}
static inline void omp_unset_lock(omp_lock_t *lock)
{
    lock->owner = 0;
    __thread_wake();
}

static inline void omp_init_nest_lock(omp_nest_lock_t *lock) { omp_init_lock(lock); }
static inline void omp_destroy_nest_lock(omp_nest_lock_t *lock) {}
static inline void omp_set_nest_lock(omp_nest_lock_t *lock)
{
    if (lock->owner != __thread_self())
        omp_set_lock(lock);
    lock->depth++;
}
/* How often this thread has it now; 0: another one has it. */
static inline int omp_test_nest_lock(omp_nest_lock_t *lock)
{
    if (lock->owner != __thread_self() && !omp_test_lock(lock))
        return 0;
    return (int) ++lock->depth;
}
static inline void omp_unset_nest_lock(omp_nest_lock_t *lock)
{
    if (--lock->depth == 0)
        omp_unset_lock(lock);
}

#endif
