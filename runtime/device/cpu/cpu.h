/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>

#include "base/intern.h"
#include "device/backend.h"
#include "device/cpu/code/callables.h"
#include "device/cpu/code/full_mask.h"
#include "device/cpu/code/vector_code.h"
#include "device/cpu/decode/decode.h"
#include "device/cpu/exec/exec_device.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/exec/op_set.h"
#include "device/cpu/ipc_memory.h"
#include "device/cpu/library/host_library.h"
#include "device/cpu/loops/loops.h"
#include "ptx/ptx.h"

/* The cpu device: its memory, its modules, its queue of commands, and the threads that execute them.
 * Thread-safety: the session's thread calls everything here (device.h), unless a comment says otherwise; the queue and its launches are
 * shared with the host threads, under pool.lock. Ownership: the device owns modules, kernels, launches and threads, and frees them when
 * it closes. */

/* COMMAND_CALL: `call` with `user`, on the thread that executes the command
 * COMMAND_WAIT: until the commands of stream `from` (0: of all that the default stream orders), up to number `to`, are done */
enum command_kind { COMMAND_LAUNCH, COMMAND_FILL, COMMAND_COPY, COMMAND_WAIT, COMMAND_CALL };

struct command {
    enum command_kind kind;
    uint32_t stream;
    struct command *next;
    struct cpu_launch *launch;
    uint64_t to, from, n;            /* copy: n bytes; fill: n patterns */
    enum device_direction direction; /* copy */
    void (*call)(void *user, bool dropped);
    void *user;
    uint8_t pattern[16];
    uint32_t pattern_size;
    bool apart;      /* the default stream does not order its stream (cudaStreamNonBlocking) */
    bool small;      /* the session's thread may run it: it is short and cannot wait for anything */
    bool running;    /* the pool's */
    uint64_t number; /* the pool's: they count from 1 */
    /* Grids that the launch's kernels have launched and that are to run; `launch` is the one that runs now. */
    VEC(struct child) todo;
    bool nested,
        over; /* nested: a kernel waits for it, so it is on a worker's stack and has no launch of the host's */
};

struct worker_pool;

struct cpu_device {
    struct device base;
    struct exec_device exec;
    struct op_index *index;
    struct worker_pool *pool;
    struct library *library;
    const struct loop_set *loops;
    struct device_fault
        fault; /* found while events were delivered; the next call that waits returns it */
    struct ipc_memory ipc;
    uint32_t last_stream;
    bool soft_ftz;        /* see struct decoder */
    uint32_t fail_checks; /* see struct vector_source */
    struct cpu_launch *first_launch,
        **last_launch; /* launches whose end is not delivered yet, in order */
    struct cpu_launch *spare_launch;
    pthread_mutex_t
        full_mask_lock; /* guards full-mask code, which the first launch with a block shape makes */
    uint32_t untold;    /* launches since the last delivery */
    VEC(uint32_t) apart; /* streams */
    VEC(struct code_module *)
    meeting;              /* modules whose functions are callables (code/callables.h) */
    uint32_t cache_count; /* inline caches of these modules: each memory op has its own number */
    struct callables *callables; /* the newest first; NULL: none */
};

struct vector_try {
    struct vector_layout layout;
    bool careful;             /* struct vector_source */
    struct vector_code *code; /* NULL: left to the interpreter */
};

struct cpu_kernel {
    struct device_kernel base;
    struct decoded_code *code;
    struct decoded_code *inlined; /* what vector code is made of: code->inlined, or else code */
    struct full_mask
        *full_mask[2]
                  [SHAPES]; /* made by the first launch with blocks of that shape; [1]: observed */
    VEC(struct vector_try) vectors;       /* made by the first launch with such blocks */
    struct vector_threads threads;        /* split: 0 until a launch has asked */
    const struct library_kernel *library; /* NULL: no library knows the kernel */
    uint32_t
        straight; /* ops, plus 1, if the code has neither loops nor calls; UINT32_MAX: it has; 0: not known yet */
};

struct cpu_module {
    struct device_module base;
    struct code_module code;
    bool meets; /* its functions are among the device's callables */
    VEC(struct cpu_kernel *) kernels;
    VEC(struct object *)
    objects; /* one for each module variable, in the order of ptx->vars; NULL: none */
};

/* ---- cpu_device.c ---- */

/* Until nothing runs. A fault or interrupt during the wait is returned by the next call that can return it. */
void cpu_settle(struct cpu_device *d);

/* ---- cpu_memory.c ---- */

struct device_memory *cpu_memory_new(struct space *space);
void cpu_memory_leave(struct cpu_device *d);    /* the last device frees what is left */
void cpu_settle_together(struct cpu_device *d); /* every device that may access its memory */
extern const struct device_peer_ops cpu_peer_ops;

/* ---- cpu_code.c ---- */

extern const struct device_code_ops cpu_code_ops;

/* ---- cpu_module.c ---- */

struct device_module *cpu_module_load(struct device *d, const void *image, size_t size,
                                      struct diags *out, struct span at);
void cpu_module_free(struct cpu_device *d, struct cpu_module *m);
const struct device_kernel *cpu_module_kernel(struct device_module *m, const char *name);
bool cpu_module_symbol(struct device_module *m, const char *name, uint64_t *out_addr,
                       uint64_t *out_size);

/* ---- cpu_pool.c: the queue and its threads. The session's thread only ---- */

struct worker_pool *pool_new(uint32_t threads, struct exec_device *device);
void pool_free(struct worker_pool **p); /* stops what runs, and drops the rest */
/* Queues a copy. Returns its number, which a COMMAND_WAIT may name. */
uint64_t pool_push(struct worker_pool *p, const struct command *c);
/* From now on commands that are pushed after a fault, and before it is taken, are dropped as those were that waited when it happened. */
void pool_drop_after_fault(struct worker_pool *p);
void pool_fault_taken(struct worker_pool *p);
/* Commands that are queued from now on begin when a thread waits, or asks whether something has ended. */
void pool_hold(struct worker_pool *p, bool hold);
uint64_t pool_number(const struct worker_pool *p); /* of the last one pushed */
void pool_set_apart(
    struct worker_pool
        *p); /* from now on there are streams that the default stream does not order */
/* Whether nothing of the stream (or of any: DEVICE_ALL_STREAMS) is queued or running. */
bool pool_idle(struct worker_pool *p, uint32_t stream);
/* Waits until that is so, or for `ns`. Runs small commands itself. Any thread. */
void pool_wait(struct worker_pool *p, uint32_t stream, uint64_t ns);
/* The same until a command has set the flag. */
void pool_wait_flag(struct worker_pool *p, const atomic_bool *flag, uint64_t ns);
/* Whether fewer than `most` commands are unfinished; waits for that, but no longer than ns. Any thread. */
bool pool_room(struct worker_pool *p, uint32_t most, uint64_t ns);
uint32_t pool_unfinished(const struct worker_pool *p);
void pool_interrupt(struct worker_pool *p); /* stops what runs, drops what is queued */
void pool_running(struct worker_pool *p, void (*see)(void *user, struct cpu_launch *l),
                  void *user);           /* they cannot end while `see` runs */
void pool_let_go(struct worker_pool *p); /* nothing runs: host threads forget unloadable code */

/* ---- cpu_callables.c: the functions that modules call across each other. The session's thread calls these ---- */

void cpu_callables_add(struct cpu_device *d, struct cpu_module *m);
void cpu_callables_remove(struct cpu_device *d, const struct cpu_module *m);
void cpu_callables_free(struct cpu_device *d);

/* ---- cpu_launch.c ---- */

struct cpu_launch *launch_new(struct cpu_device *d, const struct device_launch *l);
/* A grid that a kernel of root has launched. Any thread. */
struct cpu_launch *launch_new_child(struct cpu_launch *root, const struct device_launch *l,
                                    uint32_t depth);
void launch_free_child(struct cpu_launch *l);
bool launch_is_small(const struct cpu_launch *l);
/* Of vector code for such blocks. The device's full_mask_lock is held. */
struct vector_layout cpu_layout_for(struct cpu_kernel *k, struct device_dim block);
/* Lanes of such blocks have disagreed where the code trusted that they would not, so it is careful code that runs. */
bool cpu_is_careful(struct cpu_kernel *k, const struct vector_layout *layout);
/* Asks the observers of a launch in order whose blocks have ended (observer.h, again). True: it is as before its first block. */
bool launch_runs_again(struct cpu_launch *l);
void launch_keep(struct cpu_launch *l); /* its end is delivered: keeps it for reuse */
void launch_free_spare(struct cpu_device *d);

/* ---- child_grids.c: grids that kernels launch ---- */

extern const struct child_calls cpu_child_calls;
void child_drop(
    struct cpu_launch *l); /* frees the grids that it has launched and that have not run */
