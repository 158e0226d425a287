/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/cpu.h"

/* Between cpu_pool.c (the queue, the session's side) and cpu_worker.c (what a thread does). All of it is under pool.lock, except what is
 * said to be atomic or a worker's own. */

/* A worker's share of a launch: a block with its memory, and the blocks that were handed out to follow it. */
struct task {
    struct cpu_launch *launch;
    struct thread_block block;
    struct command *command;
    uint64_t next, end;
    bool begun; /* the block is: it stands between two turns */
};

struct worker {
    struct worker_pool *pool;
    pthread_t thread;
    uint32_t number;
    /* its own */
    struct task *current;
    struct task *spare;        /* over; its memory is ready for the same kernel again */
    VEC(struct task *) parked; /* they wait for what another launch will do */
};

struct worker_pool {
    struct exec_device *device;
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    struct command *first, **last; /* in the order they came; those that run too */
    _Atomic uint32_t unfinished;   /* of that list */
    _Atomic uint32_t news;         /* counts what may be work for a worker */
    _Atomic uint32_t endings;
    uint32_t looking, sleeping, waiting; /* workers without work; whether the session sleeps */
    bool stop, spins;
    bool many,
        apart; /* streams: more than one was used; one that the default stream does not order */
    uint32_t last_stream;
    uint64_t number; /* of the last command */
    struct command *spare;
    uint32_t count;
    struct worker session; /* the session's thread, while it waits */
    struct worker workers[];
};

/* ---- cpu_pool.c ---- */

/* The first command that may begin or that takes more threads, for this worker; NULL: none. */
struct command *pool_next(struct worker_pool *p, const struct worker *w);
void pool_finish(struct worker_pool *p, struct command *c);
void pool_announce(struct worker_pool *p, bool to_all);

/* Runs the command of a kernel that waits for those it launched, which is the worker's, with the help of the others. */
void pool_run_nested(struct worker_pool *p, uint32_t worker, struct command *c);

/* ---- child_grids.c; with the lock held ---- */

/* The command's launch is over. Its next one, if kernels have launched some that are to run now: true. */
bool child_next(struct command *c);

/* ---- cpu_worker.c ---- */

void *worker_main(void *worker);
void worker_leave(struct worker_pool *p, struct command *c); /* a helper of a launch does */
void worker_do(struct worker *w, struct command *c);         /* gives the lock away meanwhile */
bool worker_holds(const struct worker *w, const struct cpu_launch *l);
bool launch_has_blocks(const struct cpu_launch *l);
void worker_drop_spare(struct worker *w);
void worker_help_nested(struct worker *w, struct command *c);
