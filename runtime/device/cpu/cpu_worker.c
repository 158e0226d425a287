/* SPDX-License-Identifier: Apache-2.0 */
/* A host thread of the pool: it begins commands or helps with those that run, a few blocks at a time by a shared counter. A block that only
 * spins while other launches have work is put aside, so that streams can wait for each other on any number of threads. It needs the
 * queue. Next: exec/block.c. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "device/cpu/cpu.h"
#include "device/cpu/cpu_pool.h"

enum {
    SPIN_NS = 60000,
    PATIENCE = 8, /* turns of a block without progress until the thread looks for other work */
    ALONE_NS = 20000000, /* after that others begin beside it, */
    BESIDE = 256,        /* at most so many */
};

/* ---- commands other than launches ---- */

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
    while (done < bytes) { /* each round doubles the bytes written, up to what stays in the cache */
        uint64_t n = done < bytes - done ? done : bytes - done;
        n = n > 1 << 16 ? (1 << 16) / c->pattern_size * c->pattern_size : n;
        memcpy(to + done, to, n);
        done += n;
    }
}

static void do_plain(struct exec_device *d, const struct command *c)
{
    static const enum transfer_kind transfers[] = {[DEVICE_TO_DEVICE] = TRANSFER_ON_DEVICE,
                                                   [HOST_TO_DEVICE] = TRANSFER_TO_DEVICE,
                                                   [DEVICE_TO_HOST] = TRANSFER_FROM_DEVICE};

    if (c->kind == COMMAND_FILL)
        fill(c);
    else if (c->kind == COMMAND_COPY)
        memmove((void *) (uintptr_t) c->to, (void *) (uintptr_t) c->from, c->n);
    else if (c->kind == COMMAND_CALL)
        c->call(c->user, false);
    if (d->observers.count && c->kind == COMMAND_FILL)
        observers_transfer(&d->observers, &(struct observed_transfer){TRANSFER_FILL, c->to, 0,
                                                                      c->n * c->pattern_size});
    else if (d->observers.count && c->kind == COMMAND_COPY)
        observers_transfer(&d->observers, &(struct observed_transfer){transfers[c->direction],
                                                                      c->to, c->from, c->n});
}

/* ---- blocks of a launch ---- */

bool launch_has_blocks(const struct cpu_launch *l)
{
    uint64_t next = atomic_load_explicit(&l->next, memory_order_relaxed);
    return next < l->blocks && next <= atomic_load_explicit(&l->stop_after, memory_order_relaxed) &&
           !atomic_load_explicit(&l->interrupted, memory_order_relaxed);
}

static void note_block(const struct worker *w, struct cpu_launch *l, uint64_t block)
{
    atomic_store_explicit(&l->working[w->number].block, block, memory_order_release);
}

static bool take_chunk(const struct worker *w, struct task *t)
{
    struct cpu_launch *l = t->launch;
    if (!launch_has_blocks(l))
        return false;
    atomic_store(&l->working[w->number].block, atomic_load(&l->next));
    t->next = atomic_fetch_add(&l->next, l->chunk);
    t->end = t->next + l->chunk < l->blocks ? t->next + l->chunk : l->blocks;
    return t->next < t->end;
}

/* Begins the task's next block; false: there is none. */
static bool task_begin(const struct worker *w, struct task *t)
{
    struct thread_block *b = &t->block;
    if (t->next >= t->end && !take_chunk(w, t))
        return false;
    note_block(w, t->launch, t->next);
    b->linear = t->next;
    if (block_stops(b)) {
        t->next = t->end;
        return task_begin(w, t);
    }
    block_start(b, t->next++);
    if (b->vector_on)
        vector_chain(b, t->end, &t->launch->working[w->number].block);
    t->begun = true;
    return true;
}

/* The block has ended. If its code was doubted, later blocks and launches run careful code. */
static void heed_doubt(struct thread_block *b)
{
    if (b->doubted)
        b->vectors = launch_careful_vectors(b->launch);
    b->doubted = 0;
}

/* Until the launch has no more blocks for the task (true), or its block has only spun for some turns. */
static bool task_run(const struct worker *w, struct task *t, uint32_t turns)
{
    for (uint32_t spun = 0; t->begun || task_begin(w, t);) {
        enum block_state s = block_go_on(&t->block);
        if (s == BLOCK_DONE || s == BLOCK_STOPPED) {
            t->begun = false;
            t->next = t->block.linear + 1; /* machine code may have gone on with others */
            heed_doubt(&t->block);
            spun = 0;
        } else if (s == BLOCK_YIELDED) {
            if (++spun == turns)
                return false;
            sched_yield(); /* they may spin on what another block will do */
        }
    }
    note_block(w, t->launch, UINT64_MAX);
    return true;
}

static struct task *task_new(struct worker *w, struct cpu_launch *l, struct command *c)
{
    struct task *t = w->spare ? w->spare : xcalloc(1, sizeof *t);
    w->spare = NULL;
    t->launch = l;
    t->command = c;
    t->next = t->end = 0;
    t->begun = false;
    t->block.worker = w == &w->pool->session ? 0 : w->number;
    block_open(&t->block, l);
    return t;
}

static void task_free(struct task *t)
{
    block_close(&t->block);
    free(t);
}

/* Keeps the block's memory for the next launch of the kernel, unless it is large. */
static void task_end(struct worker *w, struct task *t)
{
    private_sums_add(&t->block.sums, t->launch->exec->space);
    t->block.sums = (struct private_sums){0};
    t->launch = NULL;
    if (w->spare || !block_rests(&t->block))
        task_free(t);
    else
        w->spare = t;
}

void worker_drop_spare(struct worker *w)
{
    if (w->spare)
        task_free(w->spare);
    w->spare = NULL;
    VEC_FREE(&w->parked);
}

bool worker_holds(const struct worker *w, const struct cpu_launch *l)
{
    if (w->current && w->current->launch == l)
        return true;
    VEC_EACH (t, &w->parked)
        if ((*t)->launch == l)
            return true;
    return false;
}

/* ---- cooperative launches: all blocks must be resident. A worker gives the blocks it holds turns one after the other, and takes more
 * while they only wait, so all begin even if no other worker helps. A launch in order runs like this on one worker; a block that
 * has ended gives its place to the next. ---- */

struct resident {
    VEC(struct task *) tasks; /* each for one block */
    VEC(struct cluster *) clusters;
};

/* The number in the grid of the block with that rank in a cluster, which has x first, as %cluster_ctarank (PTX ISA 10). */
static uint64_t block_of_cluster(const struct cpu_launch *l, uint64_t cluster, uint32_t rank)
{
    const struct device_dim *c = &l->cluster, *g = &l->grid;
    uint64_t across = g->x / c->x, down = g->y / c->y;
    uint64_t x = cluster % across * c->x + rank % c->x,
             y = cluster / across % down * c->y + rank / c->x % c->y,
             z = cluster / across / down * c->z + rank / c->x / c->y;
    return (z * g->y + y) * g->x + x;
}

static void take_cluster(struct worker *w, struct cpu_launch *l, struct resident *r)
{
    uint64_t first = atomic_fetch_add(&l->next, l->cluster_size);
    if (first >= l->blocks)
        return;
    uint64_t number = order_of(first / l->cluster_size, l->blocks / l->cluster_size, l->seed);
    struct cluster *c = xcalloc(1, sizeof *c);
    c->size = l->cluster_size;
    VEC_PUSH(&r->clusters, c);
    for (uint32_t rank = 0; rank < c->size; rank++) {
        struct task *t = task_new(w, l, NULL);
        t->block.cluster = c;
        t->block.rank = rank;
        c->blocks[rank] = &t->block;
        VEC_PUSH(&r->tasks, t);
    }
    for (uint32_t rank = 0; rank < c->size; rank++)
        block_start(c->blocks[rank], block_of_cluster(l, number, rank));
}

static void take_resident(struct worker *w, struct cpu_launch *l, struct resident *r)
{
    uint64_t first = atomic_fetch_add(&l->next, l->chunk);
    for (uint64_t n = first; n < first + l->chunk && n < l->blocks; n++) {
        struct task *t = task_new(w, l, NULL);
        block_start(&t->block, order_of(n, l->blocks, l->seed));
        VEC_PUSH(&r->tasks, t);
    }
}

/* The block has ended: its place is for the next one of a launch in order. */
static bool start_next(struct thread_block *b, struct cpu_launch *l)
{
    if (!l->in_order || l->cluster_size > 1 || !launch_has_blocks(l))
        return false;
    block_start(b, order_of(atomic_fetch_add(&l->next, 1), l->blocks, l->seed));
    return true;
}

static void drop_resident(struct worker *w, struct resident *r, size_t k)
{
    task_end(w, r->tasks.at[k]);
    r->tasks.at[k] = VEC_LAST(&r->tasks);
    r->tasks.n--;
}

/* The tasks of a cluster are kept until all have ended: a block that still runs may name the memory of one that does not. Returns whether the
 * cluster has ended. */
static bool turn_of_cluster(struct cluster *c, bool *stuck)
{
    bool ended = true, waits = true, hopeless = true;
    struct thread_block *last = NULL;
    for (uint32_t r = 0; r < c->size; r++) {
        struct thread_block *b = c->blocks[r];
        if (b->ended)
            continue;
        enum block_state s = block_go_on(b);
        b->ended = s == BLOCK_DONE || s == BLOCK_STOPPED;
        *stuck &= s == BLOCK_YIELDED || s == BLOCK_WAITS;
        ended &= b->ended;
        waits &= s == BLOCK_WAITS;
        hopeless &= s == BLOCK_WAITS || (!b->ended && block_polls_in_vain(b));
        last = b->ended || (last && last->poll.op) ? last : b;
    }
    if (last && waits)
        block_stuck(last);
    else if (last && hopeless)
        block_polled_in_vain(last);
    return ended || (last && (waits || hopeless));
}

static void drop_cluster(struct worker *w, struct resident *r, size_t k)
{
    struct cluster *c = r->clusters.at[k];
    for (size_t t = r->tasks.n; t-- > 0;)
        if (r->tasks.at[t]->block.cluster == c)
            drop_resident(w, r, t);
    free(c);
    r->clusters.at[k] = VEC_LAST(&r->clusters);
    r->clusters.n--;
}

static void run_clusters(struct worker *w, struct cpu_launch *l)
{
    struct resident r = {0};
    while (r.clusters.n || launch_has_blocks(l)) {
        bool stuck = true;
        for (size_t k = 0; k < r.clusters.n; k++)
            if (turn_of_cluster(r.clusters.at[k], &stuck))
                drop_cluster(w, &r, k--);
        if (launch_has_blocks(l) && (!r.clusters.n || (stuck && l->cooperative)))
            take_cluster(w, l, &r);
        else if (stuck)
            sched_yield();
    }
    VEC_FREE(&r.tasks);
    VEC_FREE(&r.clusters);
}

static void run_resident_once(struct worker *w, struct cpu_launch *l)
{
    struct resident r = {0};
    if (l->cluster_size > 1) {
        run_clusters(w, l);
        return;
    }
    while (r.tasks.n || launch_has_blocks(l)) {
        bool stuck = true;
        for (size_t k = 0; k < r.tasks.n; k++) {
            struct thread_block *b = &r.tasks.at[k]->block;
            enum block_state s = block_go_on(b);
            stuck &= s == BLOCK_YIELDED;
            if (s != BLOCK_DONE && s != BLOCK_STOPPED)
                continue;
            heed_doubt(b);
            if (!start_next(b, l))
                drop_resident(w, &r, k--);
        }
        if (stuck && launch_has_blocks(l))
            take_resident(w, l, &r);
        else if (stuck)
            sched_yield();
    }
    VEC_FREE(&r.tasks);
}

static void run_resident(struct worker *w, struct cpu_launch *l)
{
    note_block(w, l, 0); /* its output is delivered at the end */
    do
        run_resident_once(w, l);
    while (launch_runs_again(l));
    note_block(w, l, UINT64_MAX);
}

/* ---- blocks that wait for each other in a launch that is not cooperative: barriers of a whole grid that programs write themselves. A GPU
 * has many blocks resident, so those work there. ---- */

/* Another task for what is left of a task's chunk, or for more of the launch. NULL: there is nothing left. */
static struct task *task_beside(struct worker *w, struct resident *r)
{
    struct task *with_rest = r->tasks.at[0];
    struct cpu_launch *l = with_rest->launch;
    VEC_EACH (t, &r->tasks)
        with_rest = (*t)->next < (*t)->end ? *t : with_rest;
    if (with_rest->next >= with_rest->end && !launch_has_blocks(l))
        return NULL;
    struct task *new = task_new(w, l, with_rest->command);
    new->next = with_rest->next;
    new->end = with_rest->end;
    with_rest->end = with_rest->next;
    if (task_begin(w, new))
        return new;
    task_end(w, new);
    return NULL;
}

/* Gives a task's block turns beside others of the launch until all have ended. One more begins whenever all of them only wait. */
static void run_beside(struct worker *w, struct task *first)
{
    struct resident r = {0};
    VEC_PUSH(&r.tasks, first);
    while (r.tasks.n) {
        bool stuck = true;
        for (size_t k = 0; k < r.tasks.n; k++) {
            struct task *t = r.tasks.at[k];
            enum block_state s = block_go_on(&t->block);
            stuck &= s == BLOCK_YIELDED;
            if (s == BLOCK_DONE || s == BLOCK_STOPPED)
                t->begun = false;
            if (t->begun || task_begin(w, t))
                continue;
            if (t != first)
                task_end(w, t);
            r.tasks.at[k--] = VEC_LAST(&r.tasks);
            r.tasks.n--;
        }
        struct task *more = stuck && r.tasks.n && r.tasks.n < BESIDE ? task_beside(w, &r) : NULL;
        if (more)
            VEC_PUSH(&r.tasks, more);
        else if (stuck)
            sched_yield();
    }
    VEC_FREE(&r.tasks);
    note_block(w, first->launch, UINT64_MAX);
    task_end(w, first);
}

/* ---- commands; called with the lock held, and released while a command runs ---- */

void worker_leave(struct worker_pool *p, struct command *c)
{
    if (--c->launch->active || launch_has_blocks(c->launch))
        return;
    if (c->launch->apart)
        pool_announce(p, true); /* a worker asks whether it runs again */
    else
        pool_finish(p, c);
}

/* The last worker of a launch apart. If it runs again, it does so in order. */
static void end_apart(struct worker *w, struct cpu_launch *l)
{
    l->apart = false;
    pthread_mutex_unlock(&w->pool->lock);
    if (launch_runs_again(l))
        run_resident(w, l);
    pthread_mutex_lock(&w->pool->lock);
}

/* Runs the task's blocks until the launch is over, or there is other work while they spin. */
static bool work_on(struct worker *w, struct task *t, uint32_t turns)
{
    struct worker_pool *p = w->pool;
    pthread_mutex_unlock(&p->lock);
    bool over = task_run(w, t, turns);
    if (over)
        task_end(w, t);
    pthread_mutex_lock(&p->lock);
    return over;
}

static void help_launch(struct worker *w, struct command *c)
{
    struct worker_pool *p = w->pool;
    struct cpu_launch *l = c->launch;
    l->active++;
    pthread_mutex_unlock(&p->lock);
    if (l->cooperative || l->cluster_size > 1 || (l->in_order && !l->apart))
        run_resident(w, l);
    else
        w->current = task_new(w, l, c);
    pthread_mutex_lock(&p->lock);
    uint64_t since = 0;
    for (uint64_t block = UINT64_MAX; w->current && !work_on(w, w->current, PATIENCE);) {
        if (block != w->current->block.linear) { /* it went on */
            block = w->current->block.linear;
            since = clock_ns();
        }
        if (w == &p->session || !pool_next(p, w)) {
            if (clock_ns() - since < ALONE_NS || l->in_order)
                continue;
            pthread_mutex_unlock(&p->lock);
            run_beside(w, w->current);
            pthread_mutex_lock(&p->lock);
            break;
        }
        VEC_PUSH(&w->parked, w->current);
        w->current = NULL;
        return;
    }
    w->current = NULL;
    if (l->apart && l->active == 1 && !launch_has_blocks(l))
        end_apart(w, l);
    worker_leave(p, c);
}

void worker_help_nested(struct worker *w, struct command *c)
{
    struct cpu_launch *l = c->launch;
    if (l->active &&
        (l->in_order || !launch_has_blocks(l))) { /* other workers are at the last blocks */
        pthread_mutex_unlock(&w->pool->lock);
        sched_yield();
        pthread_mutex_lock(&w->pool->lock);
        return;
    }
    l->active++;
    struct task *t = task_new(w, l, c);
    while (!work_on(w, t, PATIENCE))
        continue;
    worker_leave(w->pool, c);
}

static void turn_parked(struct worker *w)
{
    for (size_t k = 0; k < w->parked.n; k++) {
        struct task *t = w->parked.at[k];
        struct command *c = t->command;
        if (!work_on(w, t, 1))
            continue;
        w->parked.at[k--] = VEC_LAST(&w->parked);
        w->parked.n--;
        worker_leave(w->pool, c);
    }
}

/* If the library cannot do the work, the launch gets its blocks back. */
static void try_library(struct worker_pool *p, struct cpu_launch *l)
{
    const struct device_kernel_info *info = &l->kernel->info;
    struct library_call call = {.library = l->device->library,
                                .loops = l->device->loops,
                                .exec = l->exec,
                                .params = l->params,
                                .param = info->params,
                                .grid = l->grid,
                                .threads = l->exec->props->multiprocessors,
                                .interrupted = &l->interrupted,
                                .fork = pool_fork,
                                .forker = p};
    l->active++; /* keeps it from ending */
    pthread_mutex_unlock(&p->lock);
    bool done = library_run(&call, l->library);
    pthread_mutex_lock(&p->lock);
    l->active--;
    if (!done)
        atomic_store(&l->next, 0);
}

/* Whether several workers run the blocks of a launch in order. */
static void ask_apart(struct worker_pool *p, struct cpu_launch *l)
{
    enum { CHUNKS = 64 }; /* large ones, of whole rows: neighbouring blocks have memory in common */

    l->active++; /* keeps others from beginning */
    pthread_mutex_unlock(&p->lock);
    bool apart = watchers_apart(l->watchers);
    pthread_mutex_lock(&p->lock);
    l->active--;
    l->apart = apart;
    if (apart)
        l->chunk = (l->blocks / CHUNKS / l->grid.x + 1) * l->grid.x;
    if (apart && l->chunk > l->blocks / 2)
        l->chunk = l->blocks / CHUNKS + 1;
}

void worker_do(struct worker *w, struct command *c)
{
    struct worker_pool *p = w->pool;
    bool begins = !c->running;
    c->running = true;
    if (c->kind == COMMAND_LAUNCH) {
        struct cpu_launch *l = c->launch;
        if (begins) {
            l->start = clock_ns();
            if (l->library)
                try_library(p, l);
            if (l->in_order && !l->cooperative && l->cluster_size == 1 && !l->root && !c->small &&
                l->blocks > 1 && p->count > 1)
                ask_apart(p, l);
            if (!c->small && l->blocks > l->chunk && launch_has_blocks(l))
                pool_announce(p, true); /* help is welcome */
        }
        if (begins && p->many && c->next)
            pool_announce(p, false);
        help_launch(w, c);
        return;
    }
    if (p->many && c->next)
        pool_announce(p, false);
    pthread_mutex_unlock(&p->lock);
    do_plain(p->device, c);
    pthread_mutex_lock(&p->lock);
    pool_finish(p, c);
}

/* ---- the thread ---- */

/* Looks for work for a while, then sleeps until it is woken. */
static void rest(struct worker_pool *p)
{
    uint32_t news = atomic_load(&p->news);
    uint64_t until = clock_ns() + SPIN_NS;
    p->looking++;
    pthread_mutex_unlock(&p->lock);
    while (p->spins && atomic_load_explicit(&p->news, memory_order_relaxed) == news &&
           clock_ns() < until)
        sched_yield();
    pthread_mutex_lock(&p->lock);
    p->looking--;
    if (atomic_load(&p->news) != news || p->stop)
        return;
    p->sleeping++;
    pthread_cond_wait(&p->work, &p->lock);
    p->sleeping--;
}

void *worker_main(void *arg)
{
    struct worker *w = arg;
    struct worker_pool *p = w->pool;
    pthread_mutex_lock(&p->lock);
    while (!p->stop) {
        turn_parked(w);
        if (pool_help_forked(p))
            continue;
        struct command *c = pool_next(p, w);
        if (c)
            worker_do(w, c);
        else if (!w->parked.n)
            rest(p);
        else
            sched_yield();
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}
