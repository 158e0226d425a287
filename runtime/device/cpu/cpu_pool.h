/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/cpu.h"

/* Shared by cpu_pool.c (the queue, the session's side), cpu_worker.c (what a host thread does), cpu_fork.c and child_grids.c. Thread-safety: pool.lock
 * guards everything that is neither atomic nor documented as a worker's own. */

/* A worker's share of a launch: a block with its memory, and the range of blocks handed out to it. */
struct task {
    struct cpu_launch *launch;
    struct thread_block block;
    struct command *command;
    uint64_t next, end;
    bool begun; /* the block has begun, and is between two turns */
};

struct worker {
    struct worker_pool *pool;
    pthread_t thread;
    uint32_t number;
    /* its own */
    struct task *current;
    struct task *spare; /* finished; its memory is ready for the next launch of the same kernel */
    VEC(struct task *) parked; /* blocks that spin on what another launch will do */
};

struct worker_pool {
    struct exec_device *device;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    struct command *first, **last; /* in order of arrival, running ones included */
    _Atomic uint32_t unfinished;   /* of that list */
    _Atomic uint32_t news;         /* changes when there may be work for a worker */
    _Atomic uint32_t endings;
    uint32_t looking, sleeping,
        waiting; /* workers that look for work, and that sleep; whether the session's thread sleeps */
    bool stop, spins;
    bool many,
        apart; /* more than one stream was used; some stream is not ordered by the default one */
    bool holds, held;    /* see pool_hold */
    bool drops, faulted; /* see pool_drop_after_fault; a fault has happened that nobody has taken */
    uint32_t last_stream;
    uint64_t number; /* of the last command */
    struct command *spare;
    struct forked_call *forked; /* with parts that nobody has begun; the newest first */
    uint32_t count;
    struct worker session; /* the session's thread, while it waits */
    bool session_taken;    /* by a thread that waits; others that wait do no work */
    struct worker workers[];
};

/* ---- cpu_pool.c ---- */

/* The first command that may begin, or that another thread may help with, for this worker; NULL: none. */
struct command *pool_next(struct worker_pool *p, const struct worker *w);
void pool_finish(struct worker_pool *p, struct command *c);
void pool_announce(struct worker_pool *p, bool to_all);

/* Runs the grids that a kernel waits for, on the thread of that kernel, with the help of others. */
void pool_run_nested(struct worker_pool *p, uint32_t worker, struct command *c);

/* ---- cpu_fork.c ---- */

/* For struct library_call: `pool` is the worker_pool. Without the lock. */
void pool_fork(void *pool, uint32_t count, void (*run)(void *user, uint32_t part), void *user);
/* Runs a part of a call of another thread, if there is one. With the lock held, which it releases meanwhile. */
bool pool_help_forked(struct worker_pool *p);

/* ---- child_grids.c; with the lock held ---- */

/* The command's launch is over. True: its kernels have launched a grid that runs next. */
bool child_next(struct command *c);

/* ---- cpu_worker.c ---- */

void *worker_main(void *worker);
void worker_leave(struct worker_pool *p,
                  struct command *c);                /* a worker stops to help with a launch */
void worker_do(struct worker *w, struct command *c); /* releases the lock meanwhile */
bool worker_holds(const struct worker *w, const struct cpu_launch *l);
bool launch_has_blocks(const struct cpu_launch *l);
/* Code for the blocks from here on, and for later launches, as the code so far was doubted (struct thread_block). */
const struct vector_code *launch_careful_vectors(const struct cpu_launch *l);
void worker_drop_spare(struct worker *w);
void worker_help_nested(struct worker *w, struct command *c);
