/* SPDX-License-Identifier: Apache-2.0 */
/* The device's queue, and the session's side of it. Commands of a stream run in order; commands of different streams run concurrently,
 * except that the default stream waits for everything before it and everything waits for it (CUDA C++ Programming Guide, 'Default Stream').
 * An idle thread polls for work for 60 us before it sleeps, because waking one costs 50; and the session's thread runs small
 * launches itself while it waits. It needs launches. Next: cpu_worker.c. */
#include "device/cpu/cpu_pool.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"

enum {
    SESSION_SPIN_NS = 40000,
    LOOK_MOST = 64, /* commands at the head of the queue that are examined */
    STREAMS_MOST = 16,
};

/* ---- which command may begin ---- */

/* The unfinished commands before the one that is examined. */
struct before {
    uint32_t streams[STREAMS_MOST], count;
    bool any, all; /* some of a stream that the default one orders; some of the default stream */
};

static bool has_stream(const struct before *b, uint32_t stream)
{
    for (uint32_t k = 0; k < b->count; k++)
        if (b->streams[k] == stream)
            return true;
    return false;
}

/* COMMAND_WAIT: until stream `from` has finished its commands up to number `to`. */
static bool still_waits(const struct worker_pool *p, const struct command *c)
{
    for (const struct command *e = p->first; e != c; e = e->next)
        if (e->number <= c->to && (e->stream == c->from || (!c->from && !e->apart)))
            return true;
    return false;
}

static bool may_begin(const struct worker_pool *p, const struct before *b, const struct command *c)
{
    if (has_stream(b, c->stream))
        return false;
    if (!c->apart && (b->all || (!c->stream && b->any)))
        return false;
    return c->kind != COMMAND_WAIT || !still_waits(p, c);
}

/* A grid of a kernel begins without a worker, and a worker must end it even if it was stopped before; and one must ask whether a launch apart
 * runs again. */
static bool wants_help(const struct cpu_launch *l)
{
    if (l->in_order && !l->apart && l->active)
        return false;
    return launch_has_blocks(l) || ((l->root || l->apart) && !l->active);
}

struct command *pool_next(struct worker_pool *p, const struct worker *w)
{
    struct before before = {0};
    uint32_t looked = 0;
    if (p->held)
        return NULL;
    for (struct command *c = p->first; c && looked < LOOK_MOST; c = c->next, looked++) {
        bool mine = w != &p->session || c->small;
        if (c->running) {
            if (c->launch && !c->small && mine && wants_help(c->launch) &&
                !worker_holds(w, c->launch))
                return c;
        } else if (mine && may_begin(p, &before, c)) {
            return c;
        }
        if (before.count == STREAMS_MOST)
            return NULL;
        if (!has_stream(&before, c->stream))
            before.streams[before.count++] = c->stream;
        before.any |= !c->apart;
        before.all |= !c->stream;
        if (before.all && !p->apart)
            return NULL;
    }
    return NULL;
}

/* ---- the begin and end of commands; with the lock held ---- */

void pool_announce(struct worker_pool *p, bool to_all)
{
    atomic_fetch_add(&p->news, 1);
    if (!p->sleeping)
        return;
    if (to_all)
        pthread_cond_broadcast(&p->work);
    else if (!p->looking)
        pthread_cond_signal(&p->work);
}

static void take_out(struct worker_pool *p, struct command *c)
{
    struct command **at = &p->first;
    while (*at != c)
        at = &(*at)->next;
    *at = c->next;
    if (!*at)
        p->last = at;
}

static void unlink_command(struct worker_pool *p, struct command *c)
{
    take_out(p, c);
    c->next = p->spare;
    p->spare = c;
}

static void launch_over(struct cpu_launch *l, enum launch_state state)
{
    atomic_store_explicit(&l->state, l->dropped ? LAUNCH_DROPPED : state, memory_order_release);
}

static void drop(const struct command *c)
{
    if (c->launch)
        launch_over(c->launch, LAUNCH_DROPPED);
    if (c->kind == COMMAND_CALL)
        c->call(c->user, true);
}

static void drop_queue(struct worker_pool *p)
{
    for (struct command *c = p->first, *next; c; c = next) {
        next = c->next;
        if (c->running)
            continue;
        drop(c);
        unlink_command(p, c);
        atomic_fetch_sub(&p->unfinished, 1);
    }
}

static void stop(struct cpu_launch *l, bool silently)
{
    l->dropped |= silently;
    atomic_store(&l->stopped, true);
    atomic_store(&l->interrupted, true);
}

static void stop_running(struct worker_pool *p, bool silently)
{
    for (struct command *c = p->first; c; c = c->next)
        if (c->running && c->launch) {
            stop(c->launch, silently);
            if (c->launch->root)
                stop(c->launch->root, silently);
        }
    pool_announce(p, true);
}

void pool_finish(struct worker_pool *p, struct command *c)
{
    if (c->launch && (c->launch->root || c->launch->children.n) && child_next(c)) {
        pool_announce(p, true);
        return;
    }
    struct cpu_launch *l = c->launch;
    if (c->nested) {
        c->over = true;
        return;
    }
    unlink_command(p, c);
    if (l) {
        l->end = clock_ns();
        if (l->fault.kind != FAULT_NONE &&
            !l->dropped) { /* a fault ends the others, too (as on a GPU) */
            drop_queue(p);
            stop_running(p, true);
            p->faulted = p->drops;
        }
        launch_over(l, LAUNCH_OVER);
    }
    atomic_fetch_sub(&p->unfinished,
                     1); /* last, so that every launch is over once no command is unfinished */
    atomic_fetch_add(&p->endings, 1);
    if (p->waiting)
        pthread_cond_broadcast(&p->done);
    if (p->first)
        atomic_fetch_add(&p->news, 1);
}

/* ---- opening and closing ---- */

struct worker_pool *pool_new(uint32_t threads, struct exec_device *device)
{
    struct worker_pool *p = xcalloc(1, sizeof *p + threads * sizeof *p->workers);
    p->device = device;
    pthread_condattr_t a;
    pthread_mutexattr_t m;
    pthread_mutexattr_init(&m);
    pthread_mutexattr_settype(&m, PTHREAD_MUTEX_ADAPTIVE_NP);
    pthread_mutex_init(&p->lock, &m);
    pthread_mutexattr_destroy(&m);
    pthread_condattr_init(&a);
    pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
    pthread_cond_init(&p->work, &a);
    pthread_cond_init(&p->done, &a);
    pthread_condattr_destroy(&a);
    p->last = &p->first;
    p->spins = threads > 1;
    p->session = (struct worker){.pool = p, .number = threads};
    for (uint32_t i = 0; i < threads; i++) {
        p->workers[i].pool = p;
        p->workers[i].number = i;
        if (pthread_create(&p->workers[i].thread, NULL, worker_main, &p->workers[i]))
            break;
        p->count++;
    }
    CHECK(p->count);
    return p;
}

void pool_free(struct worker_pool **at)
{
    struct worker_pool *p = *at;
    if (!p)
        return;
    pool_interrupt(p);
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    pool_announce(p, true);
    pthread_mutex_unlock(&p->lock);
    for (uint32_t i = 0; i < p->count; i++)
        pthread_join(p->workers[i].thread, NULL);
    pool_let_go(p);
    for (struct command *c = p->spare, *next; c; c = next) {
        next = c->next;
        free(c);
    }
    pthread_cond_destroy(&p->work);
    pthread_cond_destroy(&p->done);
    pthread_mutex_destroy(&p->lock);
    free(p);
    *at = NULL;
}

void pool_let_go(struct worker_pool *p)
{
    pthread_mutex_lock(&p->lock);
    for (uint32_t i = 0; i < p->count; i++)
        worker_drop_spare(&p->workers[i]);
    worker_drop_spare(&p->session);
    pthread_mutex_unlock(&p->lock);
}

void pool_set_apart(struct worker_pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->apart = true;
    pthread_mutex_unlock(&p->lock);
}

void pool_drop_after_fault(struct worker_pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->drops = true;
    pthread_mutex_unlock(&p->lock);
}

void pool_fault_taken(struct worker_pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->faulted = false;
    pthread_mutex_unlock(&p->lock);
}

/* ---- commands that wait for the host ---- */

void pool_hold(struct worker_pool *p, bool hold)
{
    pthread_mutex_lock(&p->lock);
    p->holds = hold;
    p->held &= hold;
    pthread_mutex_unlock(&p->lock);
}

/* The host looks whether something has ended, or waits for it. With the lock held. */
static void release(struct worker_pool *p)
{
    if (!p->held)
        return;
    p->held = false;
    pool_announce(p, true);
}

/* ---- queueing commands ---- */

uint64_t pool_push(struct worker_pool *p, const struct command *given)
{
    pthread_mutex_lock(&p->lock);
    if (p->faulted) {
        uint64_t dropped = ++p->number;
        drop(given);
        pthread_mutex_unlock(&p->lock);
        return dropped;
    }
    struct command *c = p->spare;
    if (c)
        p->spare = c->next;
    else
        c = xmalloc(sizeof *c);
    *c = *given;
    c->next = NULL;
    c->running = false;
    uint64_t number = c->number = ++p->number;
    p->many |= number > 1 && c->stream != p->last_stream;
    p->last_stream = c->stream;
    p->held |= p->holds;
    *p->last = c;
    p->last = &c->next;
    atomic_fetch_add(&p->unfinished, 1);
    pool_announce(p, false);
    pthread_mutex_unlock(&p->lock);
    return number;
}

uint64_t pool_number(const struct worker_pool *p)
{
    return p->number;
}

static bool idle(struct worker_pool *p, uint32_t stream)
{
    if (!atomic_load_explicit(&p->unfinished, memory_order_acquire))
        return true;
    if (stream == DEVICE_ALL_STREAMS)
        return false;
    for (const struct command *c = p->first; c; c = c->next)
        if (c->stream == stream)
            return false;
    return true;
}

bool pool_idle(struct worker_pool *p, uint32_t stream)
{
    if (!atomic_load_explicit(&p->unfinished, memory_order_acquire))
        return true;
    pthread_mutex_lock(&p->lock);
    release(p);
    bool yes = idle(p, stream);
    pthread_mutex_unlock(&p->lock);
    return yes;
}

uint32_t pool_unfinished(const struct worker_pool *p)
{
    return atomic_load_explicit(&p->unfinished, memory_order_acquire);
}

/* ---- nested commands ---- */

void pool_run_nested(struct worker_pool *p, uint32_t worker, struct command *c)
{
    c->stream = DEVICE_ALL_STREAMS - 1; /* it has no stream of the host's */
    pthread_mutex_lock(&p->lock);
    c->next = p->first;
    p->first = c;
    if (p->last == &p->first)
        p->last = &c->next;
    pool_announce(p, true);
    while (!c->over)
        worker_help_nested(&p->workers[worker], c);
    take_out(p, c);
    pthread_mutex_unlock(&p->lock);
}

/* ---- waiting ---- */

/* Waits for a moment, or until a command ends. */
static void look_for_ending(struct worker_pool *p, uint32_t endings)
{
    uint64_t until = clock_ns() + SESSION_SPIN_NS;
    pthread_mutex_unlock(&p->lock);
    while (atomic_load_explicit(&p->endings, memory_order_relaxed) == endings && clock_ns() < until)
        sched_yield();
    pthread_mutex_lock(&p->lock);
}

/* What a thread that waits can do itself; only one at a time is the session's worker. With the lock held, which it releases
 * meanwhile. */
static bool help_oneself(struct worker_pool *p)
{
    struct command *c = p->session_taken ? NULL : pool_next(p, &p->session);
    if (!c)
        return false;
    p->session_taken = true;
    worker_do(&p->session, c);
    p->session_taken = false;
    if (p->first)
        pool_announce(p, false);
    return true;
}

static void wait_until(struct worker_pool *p, bool (*over)(struct worker_pool *p, const void *what),
                       const void *what, uint64_t ns)
{
    uint64_t until = clock_ns() + ns;
    struct timespec t = clock_timespec(until);
    pthread_mutex_lock(&p->lock);
    release(p);
    while (!over(p, what)) {
        uint32_t endings = atomic_load(&p->endings);
        if (help_oneself(p)) {
            if (clock_ns() > until)
                break;
            continue;
        }
        if (p->spins)
            look_for_ending(p, endings);
        if (atomic_load(&p->endings) != endings || over(p, what))
            continue;
        p->waiting++;
        int late = pthread_cond_timedwait(&p->done, &p->lock, &t);
        p->waiting--;
        if (late)
            break;
    }
    pthread_mutex_unlock(&p->lock);
}

static bool has_room(struct worker_pool *p, const void *most)
{
    return pool_unfinished(p) < *(const uint32_t *) most;
}

bool pool_room(struct worker_pool *p, uint32_t most, uint64_t ns)
{
    if (has_room(p, &most))
        return true;
    wait_until(p, has_room, &most, ns);
    return has_room(p, &most);
}

static bool stream_idle(struct worker_pool *p, const void *stream)
{
    return idle(p, *(const uint32_t *) stream);
}

void pool_wait(struct worker_pool *p, uint32_t stream, uint64_t ns)
{
    wait_until(p, stream_idle, &stream, ns);
}

static bool is_set(struct worker_pool *p, const void *flag)
{
    return atomic_load_explicit((const atomic_bool *) flag, memory_order_acquire);
}

void pool_wait_flag(struct worker_pool *p, const atomic_bool *flag, uint64_t ns)
{
    wait_until(p, is_set, (const void *) flag, ns);
}

static bool none_runs(struct worker_pool *p, uint32_t unused)
{
    for (const struct command *c = p->first; c; c = c->next)
        if (c->running)
            return false;
    return true;
}

void pool_interrupt(struct worker_pool *p)
{
    pthread_mutex_lock(&p->lock);
    drop_queue(p);
    stop_running(p, false);
    p->waiting++;
    while (!none_runs(p, 0))
        pthread_cond_wait(&p->done, &p->lock);
    p->waiting--;
    pthread_mutex_unlock(&p->lock);
}

void pool_running(struct worker_pool *p, void (*see)(void *user, struct cpu_launch *l), void *user)
{
    struct command *held[STREAMS_MOST];
    uint32_t n = 0;
    if (!pool_unfinished(p))
        return;
    pthread_mutex_lock(&p->lock);
    for (struct command *c = p->first; c && n < STREAMS_MOST; c = c->next)
        if (c->running && c->launch) {
            c->launch->active++; /* keeps it from ending */
            held[n++] = c;
        }
    pthread_mutex_unlock(&p->lock);
    for (uint32_t k = 0; k < n; k++)
        see(user, held[k]->launch);
    pthread_mutex_lock(&p->lock);
    for (uint32_t k = 0; k < n; k++)
        worker_leave(p, held[k]);
    if (p->first) /* one may have ended just now, when no worker was awake to take the next */
        pool_announce(p, false);
    pthread_mutex_unlock(&p->lock);
}
