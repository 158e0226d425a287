/* SPDX-License-Identifier: Apache-2.0 */
/* The threads of the device and their queue. Commands run one after the other in the order they came, so every
 * stream is in order; the blocks of a launch are spread over all threads by a shared counter, a few at a time. A thread that
 * has nothing to do looks for more for 100 us before it sleeps, because waking one costs 50. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "device/cpu/cpu.h"

enum { SPIN_NS = 100000 };

struct worker {
    struct pool *pool;
    pthread_t thread;
    struct block block; /* of the launch that it worked on last */
    uint32_t number;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    struct command *first, **last;
    uint32_t queued;         /* commands from `first` on */
    struct command *running; /* taken from the queue; NULL: none */
    struct launch *finished, **last_finished;
    _Atomic uint32_t news; /* counts what may be work for a sleeper */
    _Atomic uint32_t endings;
    bool stop, spins;
    uint32_t count;
    struct worker workers[];
};

static void command_free(struct command *c)
{
    launch_free(&c->launch);
    free(c);
}

static void drop_queue(struct pool *p)
{
    while (p->first) {
        struct command *c = p->first;
        p->first = c->next;
        command_free(c);
    }
    p->queued = 0;
    p->last = &p->first;
}

static void announce(struct pool *p)
{
    atomic_fetch_add(&p->news, 1);
    pthread_cond_broadcast(&p->work);
}

/* ---- carrying out ---- */

static void fill(const struct command *c)
{
    char *to = (char *) (uintptr_t) c->to;
    uint64_t bytes = c->n * c->pattern_size, done = c->pattern_size;
    bool same = true;
    for (uint32_t k = 1; k < c->pattern_size; k++)
        same &= c->pattern[k] == c->pattern[0];
    if (same) {
        memset(to, c->pattern[0], bytes);
        return;
    }
    if (!bytes)
        return;
    memcpy(to, c->pattern, c->pattern_size);
    while (done < bytes) { /* each round doubles what is there, up to what stays in the cache */
        uint64_t n = done < bytes - done ? done : bytes - done;
        n = n > 1 << 16 ? (1 << 16) / c->pattern_size * c->pattern_size : n;
        memcpy(to + done, to, n);
        done += n;
    }
}

static bool launch_has_blocks(const struct launch *l)
{
    uint64_t next = atomic_load_explicit(&l->next, memory_order_relaxed);
    return next < l->blocks && next <= atomic_load_explicit(&l->stop_after, memory_order_relaxed) &&
           !atomic_load_explicit(&l->interrupted, memory_order_relaxed);
}

static void run_blocks(struct worker *w, struct launch *l)
{
    block_open(&w->block, l);
    while (launch_has_blocks(l)) {
        atomic_store(&l->working[w->number].block, atomic_load(&l->next));
        uint64_t first = atomic_fetch_add(&l->next, l->chunk);
        for (uint64_t b = first; b < first + l->chunk && b < l->blocks; b++) {
            atomic_store_explicit(&l->working[w->number].block, b, memory_order_release);
            w->block.linear = b;
            if (block_stops(&w->block))
                break;
            block_run(&w->block, b);
        }
    }
    atomic_store(&l->working[w->number].block, UINT64_MAX);
    block_close(&w->block);
}

/* ---- cooperative launches: every block is begun before any needs to end. A worker gives the blocks it holds their
 * turns one after the other, and takes more while they only wait: so all are begun even if no other worker comes. ---- */

struct resident {
    VEC(struct block *) blocks;
};

static void take_resident(struct worker *w, struct launch *l, struct resident *r)
{
    uint64_t first = atomic_fetch_add(&l->next, l->chunk);
    for (uint64_t n = first; n < first + l->chunk && n < l->blocks; n++) {
        struct block *b = xcalloc(1, sizeof *b);
        b->worker = w->number;
        block_open(b, l);
        block_start(b, n);
        VEC_PUSH(&r->blocks, b);
    }
}

static void drop_resident(struct resident *r, size_t k)
{
    block_close(r->blocks.at[k]);
    free(r->blocks.at[k]);
    r->blocks.at[k] = VEC_LAST(&r->blocks);
    r->blocks.n--;
}

static void run_cooperative(struct worker *w, struct launch *l)
{
    struct resident r = {0};
    atomic_store(&l->working[w->number].block, 0); /* its output is given out at the end */
    while (r.blocks.n || launch_has_blocks(l)) {
        bool stuck = true;
        for (size_t k = 0; k < r.blocks.n; k++) {
            enum block_state s = block_go_on(r.blocks.at[k]);
            stuck &= s == BLOCK_YIELDED;
            if (s == BLOCK_DONE || s == BLOCK_STOPPED)
                drop_resident(&r, k--);
        }
        if (stuck && launch_has_blocks(l))
            take_resident(w, l, &r);
        else if (stuck)
            sched_yield();
    }
    VEC_FREE(&r.blocks);
    atomic_store(&l->working[w->number].block, UINT64_MAX);
}

/* With the lock held: the command is over. */
static void finish(struct pool *p)
{
    struct command *c = p->running;
    p->running = NULL;
    if (c->launch) {
        struct launch *l = c->launch;
        c->launch = NULL;
        l->end = clock_ns();
        if (l->fault.kind != FAULT_NONE)
            drop_queue(p);
        *p->last_finished = l;
        p->last_finished = &l->next_finished;
    }
    command_free(c);
    atomic_fetch_add(&p->endings, 1);
    pthread_cond_broadcast(&p->done);
    if (p->first)
        announce(p);
}

static void take_command(struct pool *p)
{
    struct command *c = p->first;
    p->first = c->next;
    p->queued--;
    if (!p->first)
        p->last = &p->first;
    p->running = c;
    if (c->kind == COMMAND_LAUNCH) {
        c->launch->start = clock_ns();
        if (c->launch->blocks > c->launch->chunk)
            announce(p); /* help is welcome */
        return;
    }
    pthread_mutex_unlock(&p->lock);
    if (c->kind == COMMAND_FILL)
        fill(c);
    else
        memmove((void *) (uintptr_t) c->to, (void *) (uintptr_t) c->from, c->n);
    pthread_mutex_lock(&p->lock);
    finish(p);
}

static void help_launch(struct worker *w)
{
    struct pool *p = w->pool;
    struct launch *l = p->running->launch;
    atomic_fetch_add(&l->active, 1);
    pthread_mutex_unlock(&p->lock);
    if (l->cooperative)
        run_cooperative(w, l);
    else
        run_blocks(w, l);
    pthread_mutex_lock(&p->lock);
    if (atomic_fetch_sub(&l->active, 1) == 1 && !launch_has_blocks(l))
        finish(p);
}

static void sleep_a_little(struct pool *p)
{
    uint32_t news = atomic_load(&p->news);
    uint64_t until = clock_ns() + SPIN_NS;
    pthread_mutex_unlock(&p->lock);
    while (p->spins && atomic_load_explicit(&p->news, memory_order_relaxed) == news &&
           clock_ns() < until)
        sched_yield();
    pthread_mutex_lock(&p->lock);
    if (atomic_load(&p->news) == news && !p->stop)
        pthread_cond_wait(&p->work, &p->lock);
}

static void *worker_main(void *arg)
{
    struct worker *w = arg;
    struct pool *p = w->pool;
    pthread_mutex_lock(&p->lock);
    while (!p->stop) {
        struct command *c = p->running;
        if (!c && p->first)
            take_command(p);
        else if (c && c->launch && launch_has_blocks(c->launch))
            help_launch(w);
        else
            sleep_a_little(p);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* ---- the session's side ---- */

struct pool *pool_new(uint32_t threads)
{
    struct pool *p = xcalloc(1, sizeof *p + threads * sizeof *p->workers);
    pthread_condattr_t a;
    pthread_mutex_init(&p->lock, NULL);
    pthread_condattr_init(&a);
    pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
    pthread_cond_init(&p->work, &a);
    pthread_cond_init(&p->done, &a);
    pthread_condattr_destroy(&a);
    p->last = &p->first;
    p->last_finished = &p->finished;
    p->spins = threads > 1;
    for (uint32_t i = 0; i < threads; i++) {
        p->workers[i].pool = p;
        p->workers[i].number = p->workers[i].block.worker = i;
        if (pthread_create(&p->workers[i].thread, NULL, worker_main, &p->workers[i]))
            break;
        p->count++;
    }
    CHECK(p->count);
    return p;
}

void pool_free(struct pool **at)
{
    struct pool *p = *at;
    if (!p)
        return;
    pool_interrupt(p);
    pthread_mutex_lock(&p->lock);
    p->stop = true;
    announce(p);
    pthread_mutex_unlock(&p->lock);
    for (uint32_t i = 0; i < p->count; i++)
        pthread_join(p->workers[i].thread, NULL);
    drop_queue(p);
    if (p->running)
        command_free(p->running);
    for (struct launch *l; (l = pool_take_finished(p));)
        launch_free(&l);
    pthread_cond_destroy(&p->work);
    pthread_cond_destroy(&p->done);
    pthread_mutex_destroy(&p->lock);
    free(p);
    *at = NULL;
}

static struct timespec time_in(uint64_t ns)
{
    uint64_t until = clock_ns() + ns;
    return (struct timespec){.tv_sec = (time_t) (until / 1000000000),
                             .tv_nsec = (long) (until % 1000000000)};
}

void pool_push(struct pool *p, struct command *c)
{
    pthread_mutex_lock(&p->lock);
    *p->last = c;
    p->last = &c->next;
    p->queued++;
    announce(p);
    pthread_mutex_unlock(&p->lock);
}

static bool idle(const struct pool *p, uint32_t stream)
{
    bool all = stream == DEVICE_ALL_STREAMS;
    if (p->running && (all || p->running->stream == stream))
        return false;
    for (const struct command *c = p->first; c; c = c->next)
        if (all || c->stream == stream)
            return false;
    return true;
}

bool pool_room(struct pool *p, uint32_t most, uint64_t ns)
{
    struct timespec t = time_in(ns);
    pthread_mutex_lock(&p->lock);
    while (p->queued >= most && !pthread_cond_timedwait(&p->done, &p->lock, &t))
        ;
    bool room = p->queued < most;
    pthread_mutex_unlock(&p->lock);
    return room;
}

bool pool_idle(struct pool *p, uint32_t stream)
{
    pthread_mutex_lock(&p->lock);
    bool yes = idle(p, stream);
    pthread_mutex_unlock(&p->lock);
    return yes;
}

void pool_wait(struct pool *p, uint32_t stream, uint64_t ns)
{
    struct timespec t = time_in(ns);
    pthread_mutex_lock(&p->lock);
    while (!idle(p, stream) && !pthread_cond_timedwait(&p->done, &p->lock, &t))
        ;
    pthread_mutex_unlock(&p->lock);
}

struct launch *pool_take_finished(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    struct launch *l = p->finished;
    if (l) {
        p->finished = l->next_finished;
        if (!p->finished)
            p->last_finished = &p->finished;
    }
    pthread_mutex_unlock(&p->lock);
    return l;
}

void pool_interrupt(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    drop_queue(p);
    if (p->running && p->running->launch)
        atomic_store(&p->running->launch->interrupted, true);
    while (p->running && !p->stop)
        pthread_cond_wait(&p->done, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

void pool_running(struct pool *p, void (*see)(void *user, struct launch *l), void *user)
{
    pthread_mutex_lock(&p->lock);
    struct launch *l = p->running ? p->running->launch : NULL;
    if (l)
        atomic_fetch_add(&l->active, 1); /* keeps it from ending */
    pthread_mutex_unlock(&p->lock);
    if (!l)
        return;
    see(user, l);
    pthread_mutex_lock(&p->lock);
    if (atomic_fetch_sub(&l->active, 1) == 1 && !launch_has_blocks(l))
        finish(p);
    pthread_mutex_unlock(&p->lock);
}
