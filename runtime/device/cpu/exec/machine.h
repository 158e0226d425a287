/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/space.h"
#include "device/cpu/code/decoded.h"
#include "device/cpu/code/private_sums.h"
#include "device/device.h"
#include "device/device_limits.h"

/* Execution state: a launch, its blocks, their warps, and the splits of a diverged warp.
 *
 * Thread-safety: a host thread (a worker) runs a block from begin to end, so blocks, warps, splits and frames belong to one thread. Only
 * struct cpu_launch is shared: its fields say what guards them. Ownership: the block owns its warps, frames, and memory; the launch
 * belongs to the device (cpu_launch.c). */

enum {
    CALL_DEPTH_MAX = 4096,
    WARPS_MAX = 32, /* of a block: 1,024 threads */
    BARRIERS = 16,
    CLUSTER_BARRIER = BARRIERS, /* in struct warp_split: that of the cluster */
    WINDOW_BITS = 24,           /* of an address in .shared::cluster: the offset */
    WORKERS_MAX = 256,          /* host threads */
    SHARED_GUARD = 64 << 10,    /* bytes before and after shared memory where nothing else is */
};

static const uint32_t MASK_ALL = UINT32_MAX;

/* The inline cache of a memory op: the object of its last access, which is the fast check of the next one. size 0: empty. limit: how
 * many aligned places in the object have room for what vector code checks at once; 0: not yet counted (jit/simd_memory.c). */
struct inline_cache {
    uint64_t start, size, limit;
};

/* A call of a function by some lanes of a warp. Splits share a frame only if they are in the same call, so vector registers of different
 * calls cannot overlap. */
struct call_frame {
    struct call_frame *caller, *next_free;
    const struct decoded_code *code;
    const struct op *ret; /* where the caller continues */
    const struct decoded_call *call;
    uint32_t depth, live; /* nesting of calls; lanes that have not returned */
    uint64_t local_at;    /* offset of its .local variables in each lane's local memory */
    uint64_t used;        /* bytes of alloca after them: the most of any lane */
    char *vregs;          /* 64-aligned */
};

enum split_state { SPLIT_READY, SPLIT_AT_BARRIER, SPLIT_AT_WARP_BARRIER };

/* Lanes that wait at one op; those that run now are no split. */
struct warp_split {
    const struct op *at;
    struct call_frame *frame;
    uint32_t mask;
    uint8_t state;    /* enum group_state */
    uint8_t barrier;  /* its number */
    uint32_t members; /* at a warp barrier: the member lanes that it waits for */
    uint64_t turn;    /* when it last ran, as warp.turn counts */
};

enum leave { LEAVE_DONE, LEAVE_BLOCKED, LEAVE_YIELD, LEAVE_STOPPED };

struct warp {
    int32_t lanes[WARP_LANES] __attribute__((aligned(64))); /* the mask, -1 or 0 for each lane */
    uint32_t mask;
    uint32_t part;    /* 1 if some lanes do not run: the index of op.run */
    uint32_t guarded; /* the mask before OP_guard, for OP_unguard */
    char *vregs;      /* of the frame */
    const void *
        vector_at; /* the code at which it goes on (code/vector_code.h); NULL: it is in the interpreter. Not kept where the block has `round_at` */
    const void *
        parked_at; /* where it waits for warps that have yielded; NULL: it does not, nor between blocks */
    uint64_t
        yielded_at; /* what it read where it yielded last, as an address; 0: it has not. 1: nobody asks */
    struct call_frame *frame;
    int32_t
        budget; /* what is left for taken back-edges until the warp's turn ends or another split runs */
    enum leave leave;
    uint32_t ready, split_count; /* splits that can run; all splits */
    uint32_t alive;              /* lanes that have not exited */
    uint32_t polled;             /* lanes that have found an mbarrier incomplete (sync.c) */
    uint32_t cluster_open,
        cluster_owes; /* lanes that have arrived at the cluster's barrier: it has not opened yet; they have yet to wait for it */
    bool fair;        /* the running lanes were chosen for fairness: the order of ranks waits */
    uint64_t turn;
    const struct op *fresh; /* the op to begin at; NULL: the warp has begun */
    struct warp_split splits[WARP_LANES];
    struct thread_block *block;
    uint32_t id; /* in the block */
    int32_t
        full_mask_hold; /* reconvergence points to pass before the next try to enter full-mask code */
    uint32_t full_mask_left;     /* how often this warp has left full-mask code */
    struct inline_cache *caches; /* the block's inline caches */
};

struct barrier {
    uint32_t arrived; /* threads */
    uint32_t
        expected; /* threads that an instruction named; 0: all of the block that have not exited */
    uint32_t trues;                    /* bar.red: threads whose predicate held, so far */
    uint32_t last_arrived, last_trues; /* of the last completed use, for bar_result */
};

/* Blocks that run at the same time, on one host thread, and reach each other's shared memory. */
struct cluster {
    uint32_t size, arrived;                    /* arrived: threads, at the barrier of the cluster */
    struct thread_block *blocks[CLUSTER_MOST]; /* by rank */
};

/* A block, and the memory in which a worker runs one block after the other. It is kept between blocks and launches; frames keep their
 * constants as long as the launch is the same. */
struct thread_block {
    struct cpu_launch *launch;
    uint32_t worker; /* its number: %smid */
    struct device_dim id;
    uint64_t linear,
        started;     /* its number in the grid; the number of the block that was begun last */
    uint64_t run_to; /* machine code may go on with the blocks up to this one; 0: with none */
    _Atomic uint64_t *noted; /* where the launch knows which block its host thread runs */
    uint32_t threads, exited, warp_count;
    struct device_dim ids; /* the id that the constants for %ctaid hold, if ids_set */
    bool ids_set;
    char *shared;
    uint64_t shared_size;
    char *local; /* local memory: local_stride bytes for each thread */
    uint64_t local_size, local_stride;
    struct cluster *cluster, alone; /* alone: of this block only */
    uint32_t rank;                  /* in the cluster */
    bool ended;                     /* the others of its cluster may still run */

    struct { /* the last wait for an mbarrier that failed */
        const struct op *op;
        struct warp *warp;
        struct call_frame *frame;
        uint32_t lanes, rounds;     /* turns in which all threads did nothing else */
        uint32_t pending, expected; /* arrivals of the phase */
        int32_t bytes;              /* that are still to come */
    } poll;

    struct barrier barriers[BARRIERS];
    uint32_t arrived_at; /* barriers with arrivals: bit k for number k */
    struct warp *warps, *warps_end;
    struct call_frame *free_frames;
    const _Atomic uint32_t *frees; /* the device's: struct device_memory */
    uint32_t frees_seen;
    struct inline_cache *caches;       /* inline caches: one for each memory op of the module */
    const struct full_mask *full_mask; /* of the kernel; NULL: none fits */
    const struct vector_code *vectors; /* of the kernel; NULL: none */
    bool vector_on;                    /* all warps of the current block run it */
    const void *last_at;               /* where the last warp begins */
    struct warp *whole_end;            /* behind the warps that are whole */
    uint32_t
        doubted; /* 1: lanes have disagreed where its code trusted that they would not (struct vector_source, careful) */
    bool rising; /* threadIdx.x rises from warp to warp */
    const void *round_at,
        *round_to; /* code whose warps stay together: where whole warps begin the round, and where those that have run go on */
    struct private_sums sums;

    struct block_observation *observation; /* NULL: no observers */
    uint8_t *closely; /* by warp: 1: observers want to see masked code; NULL: there is no other */

    struct block_like { /* what its memory and its constants were made for */
        const struct decoded_code *code;
        const struct full_mask *full_mask;
        bool watched;
        uint32_t cache_count;
        struct device_dim block, grid, cluster;
        uint32_t shared_dynamic, across, width;
        uint64_t workspace;
        const char *params_at;
        uint64_t params_size;
    } like;

    char *params;               /* a copy */
    uint32_t across, down;      /* a warp is `across` lanes in x, in `down` rows (analysis.h), */
    uint32_t width;             /* and so many of a row are threads (vector_code.h) */
    uint32_t lanes, last_lanes; /* those that are threads, of a warp and of the last one */
    uint32_t
        step; /* `across`, or 0 if a warp is one row: the lanes that the y stride of an affine value spans */
    uint32_t affine_lanes[4];
    uint32_t lane_x[WARP_LANES], lane_y[WARP_LANES];
};

struct cpu_device;
struct watchers;
struct counters;
struct block_observation;
struct exec_device;
struct callables;
struct output; /* device printf text; see output.c */

struct full_mask;
struct vector_code;

struct cpu_kernel;

/* A grid that a kernel has launched: child_grids.c. */
struct child {
    struct object *params; /* memory where the launching thread writes the parameters */
    const struct cpu_kernel *kernel;
    const struct decoded_code *code; /* the kernel's */
    struct device_dim grid, block;
    uint32_t shared; /* dynamic, bytes */
    uint32_t depth;
    uint64_t by,
        number; /* the block that launched it; its number among the grids that its launch launched */
    uint64_t printed_by; /* what it prints comes after what that block of the root has printed */
    bool launched, tail;
};

enum launch_state { LAUNCH_QUEUED, LAUNCH_OVER, LAUNCH_DROPPED };

/* A launch: made by the session's thread, or by a host thread for a grid of a kernel, and reused (cpu_launch.c). Fields without a comment about
 * threads do not change while it runs. */
struct library_kernel;

struct cpu_launch {
    struct cpu_device *device;
    struct exec_device *exec; /* what kernels see of it */
    const struct decoded_code *code;
    const struct full_mask *full_mask; /* full-mask code for this block shape; NULL: not used */
    const struct vector_code *vectors; /* vector code for it; NULL: not used */
    const struct library_kernel
        *library;              /* does the work of its blocks if it can; NULL: nothing does */
    struct watchers *watchers; /* NULL: no observers */
    struct counters
        *counters; /* one of the observers, if the host asked for counts; the launch owns it */
    uint32_t cache_count, across, width;
    const struct callables *callables; /* NULL: functions of its own module only */
    const struct device_kernel *kernel;
    struct device_dim grid, block, cluster;
    uint32_t cluster_size; /* blocks of a cluster; 1: the launch has none */
    bool explicit_cluster;
    uint32_t tag, stream, shared_dynamic;
    uint64_t blocks;
    char *params; /* a copy */
    size_t params_size;
    bool cooperative;
    bool
        in_order; /* an observer asks for it: one worker runs the blocks, in the order of the seed */
    uint32_t seed; /* 0: by number */
    bool
        apart; /* in order, but several workers run the blocks: watchers_apart; under the pool's lock */
    _Atomic bool
        stopped; /* from outside, with `interrupted`; it stays so if the launch runs again */
    uint64_t
        workspace; /* of a cooperative launch: the memory in which grid_group synchronises; else 0 */
    uint64_t start, end;
    _Atomic uint64_t next; /* the next block to hand out */
    uint64_t chunk;
    uint32_t active; /* workers that run its blocks; under the pool's lock */
    bool
        dropped; /* another launch's fault has ended it, and nothing is reported for it; under the pool's lock */
    bool told; /* its end was reported, but not all of its output; the session's thread */
    _Atomic uint8_t state;       /* enum launch_state; LAUNCH_OVER: no worker uses it any more */
    _Atomic uint64_t stop_after; /* blocks with a higher number stop, as this one has failed */
    _Atomic bool interrupted;
    struct cpu_launch *next_launch;
    size_t params_room;
    struct cpu_launch *root; /* of a grid that a kernel launched: the host's launch; else NULL */
    uint64_t printed_by;     /* then: see struct child */
    uint32_t depth;

    pthread_mutex_t lock; /* guards what follows */
    VEC(struct child) children;
    uint64_t launched;
    struct device_fault fault;
    uint64_t fault_block;
    struct output *output; /* NULL: nothing is printed */

    uint32_t workers;

    struct {
        _Atomic uint64_t block; /* the worker will not run a block before this one */
        char pad[56];
    } working[];
};

/* Records a fault of the lanes `failed`, the first of which is `lane`, and stops the warp. Returns NULL. */
const struct op *warp_fault(struct warp *w, const struct op *op, enum device_fault_kind kind,
                            uint32_t failed, uint32_t lane, const char *text);
const struct op *warp_fault_access(struct warp *w, const struct op *op, enum device_fault_kind kind,
                                   uint32_t failed, uint32_t lane, uint64_t address, uint32_t size,
                                   bool write, bool atomic);

/* ---- warp.c: which lanes run next ---- */

enum leave warp_run(
    struct warp
        *w); /* until it has ended, waits for other warps, has used up its turn, or has failed */
void warp_start(struct warp *w, const struct op *first, struct call_frame *frame, uint32_t mask);
void warp_set_mask(struct warp *w, uint32_t mask);
/* The running lanes go to `at`. Returns the op that runs now, perhaps another split's. Call it wherever a split may wait. */
const struct op *warp_jump(struct warp *w, const struct op *at);
const struct op *warp_diverge(struct warp *w, const struct op *taken, uint32_t taken_mask,
                              const struct op *fall);
void warp_split(struct warp *w, const struct op *at,
                uint32_t mask); /* these of the running lanes become a split at `at` */
const struct op *warp_back_edge(
    struct warp *w,
    const struct op *at); /* the budget is used up: another split, or the end of the turn */
void warp_add_split(struct warp *w, const struct op *at,
                    uint32_t mask);                        /* no lane runs: these will */
const struct op *warp_exit(struct warp *w, uint32_t mask); /* these of the running lanes exit */
const struct op *warp_wait_lanes(struct warp *w, const struct op *op,
                                 uint32_t members); /* until those lanes have arrived, too */
const struct op *warp_wait_block(struct warp *w, const struct op *resume, uint32_t barrier);
void warp_release(struct warp *w, uint32_t barrier);

static inline const struct op *warp_at(struct warp *w, const struct op *at)
{
    return __builtin_expect(w->ready != 0, 0) ? warp_jump(w, at) : at;
}

/* Where a function begins, for blocks of this launch. */
static inline const struct op *code_start(const struct thread_block *b,
                                          const struct decoded_code *code)
{
    return __builtin_expect(b->launch->watchers && code->watched, 0) ? code->watched : code->ops;
}

/* ---- block.c ---- */

/* The n-th of `count` blocks or warps to begin: a permutation that the seed chooses; 0 keeps the order. */
uint64_t order_of(uint64_t n, uint64_t count, uint32_t seed);

/* The bytes of shared memory that there are: whole vectors of 16 bytes. Past shared_size only a vector load may reach (access.c). */
static inline uint64_t block_shared_room(const struct thread_block *b)
{
    return (b->shared_size + 15) & ~(uint64_t) 15;
}

/* The number in the block of a warp's lane, */
static inline uint32_t block_thread(const struct thread_block *b, uint32_t warp, uint32_t lane)
{
    return (warp * b->down + lane / b->across) * b->width + lane % b->across;
}

/* the lanes of a warp that are threads, */
static inline uint32_t block_lanes(const struct thread_block *b, uint32_t warp)
{
    return warp + 1 == b->warp_count ? b->last_lanes : b->lanes;
}

/* and the bytes of local memory from the first thread's to the last one's. */
static inline uint64_t block_local_bytes(const struct thread_block *b)
{
    uint32_t last = (uint32_t) __builtin_clz(b->last_lanes);
    return b->local_stride * (b->warp_count * (uint64_t) WARP_LANES - last);
}

enum block_state {
    BLOCK_DONE,
    BLOCK_STOPPED, /* a fault or an interrupt */
    BLOCK_YIELDED, /* every warp that can run has used up its turn */
    BLOCK_WAITS,   /* for the other blocks of its cluster */
    BLOCK_GOES_ON,
};

void block_forget(struct thread_block *b); /* memory was freed: empties the inline caches */
void block_start(struct thread_block *b, uint64_t linear);
void block_set_ids(struct thread_block *b); /* %ctaid in the frames of all warps */
enum block_state
block_go_on(struct thread_block *b); /* a turn for each of its warps that can run */
/* Prepares the block's memory for this launch, and reuses what it has from the launch before where that fits. */
void block_open(struct thread_block *b, struct cpu_launch *l);
bool block_rests(
    struct thread_block *b); /* it has no launch now; false: its memory is too large to be kept */
bool block_polls_in_vain(const struct thread_block *
                             b); /* its threads wait for mbarriers, and none has changed for long */
void block_polled_in_vain(struct thread_block *b); /* reports it */
void block_stuck(
    struct thread_block *b); /* reports that the barriers at which it waits cannot be completed */
void block_close(struct thread_block *b); /* frees its memory; it may be closed already */
struct call_frame *frame_new(struct warp *w,
                             const struct decoded_code *code);        /* NULL: the stack is full */
void frame_drop(struct warp *w, struct call_frame *f, uint32_t mask); /* these lanes have left it */
/* `count` threads arrive; `expected` as in struct barrier. True: that completed the barrier. */
bool block_arrive(struct thread_block *b, uint32_t barrier, uint32_t count, uint32_t expected,
                  uint32_t trues);
void block_exited(struct thread_block *b, uint32_t count);

/* ... if another block may have freed some since the last time. */
static inline void block_forget_freed(struct thread_block *b)
{
    uint32_t frees = atomic_load_explicit(b->frees, memory_order_relaxed);
    if (__builtin_expect(frees == b->frees_seen, 1))
        return;
    b->frees_seen = frees;
    block_forget(b);
}

/* Its launch was interrupted, or an earlier block has failed: the launch reports the earlier block's fault (exec_fault.c). */
static inline bool block_stops(const struct thread_block *b)
{
    const struct cpu_launch *l = b->launch;
    return atomic_load_explicit(&l->interrupted, memory_order_relaxed) ||
           atomic_load_explicit(&l->stop_after, memory_order_relaxed) < b->linear;
}

void cluster_may_open(struct cluster *c); /* threads have arrived or exited */
void cluster_exited(struct warp *w, uint32_t mask);

/* ---- access.c: the exact check of an access ---- */

/* The block of b's cluster in whose shared memory a generic address is; NULL: none. */
struct thread_block *cluster_owner(const struct thread_block *b, uint64_t address);
/* ... or within SHARED_GUARD of it */
struct thread_block *cluster_around(const struct thread_block *b, uint64_t address);
/* The generic address of one in the window of .shared::cluster; 0: no block of the cluster has it. Beyond WINDOW_BITS: rank + 1. */
uint64_t cluster_generic(const struct thread_block *b, uint64_t address);

enum access_mode { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

enum memory_kind {
    MEMORY_ARRAY,
    MEMORY_GLOBAL,
    MEMORY_CONST,
    MEMORY_HEAP,
    MEMORY_OURS
}; /* struct object.kind */

/* The host address that a lane accesses, and the op's inline cache gets the object; NULL: out_why is the kind of fault. */
void *memory_at(struct warp *w, const struct op *op, uint32_t lane, uint64_t address, uint32_t size,
                enum access_mode access, enum device_fault_kind *out_why);
bool memory_is_constant(const struct exec_device *d, uint64_t address);
/* The same for all running lanes, at addresses[lane] + op->imm. False: the fault is recorded. */
bool memory_resolve(struct warp *w, const struct op *op, const uint64_t *addresses, uint32_t size,
                    enum access_mode access, void *out_at[WARP_LANES]);

/* ---- system.c: system calls of device code ---- */

const struct op *system_call(struct warp *w, const struct op *op, const struct decoded_call *call);
/* The arguments and the result of a system call, for a lane. */
uint64_t system_argument(const struct warp *w, const struct decoded_call *call, uint32_t k,
                         uint32_t lane);
void system_argument_bytes(const struct warp *w, const struct decoded_call *call, uint32_t k,
                           uint32_t lane, void *to, uint32_t size);
void system_result(const struct warp *w, const struct decoded_call *call, uint32_t lane,
                   uint64_t v);

/* ---- vector_run.c: a block in machine code (code/vector_code.h), and what machine code calls ---- */

/* A turn of a block whose warps all run machine code; at its end they may have gone to the interpreter (b->vector_on). */
enum block_state vector_turn(struct thread_block *b);
void vector_start(struct thread_block *b); /* all warps begin at entry 0 */
/* When the block has ended, machine code may go on with those behind it, to `end` at most, and notes each. `linear` says how far it has come. */
void vector_chain(struct thread_block *b, uint64_t end, _Atomic uint64_t *noted);

enum { VECTOR_CALL_GOES_ON, VECTOR_CALL_STOPS, VECTOR_CALL_LEAVES };

/* The function of one op, for the lanes of the mask. `op` is followed by one with vector_returned. */
uint32_t vector_call(const struct op *op, struct warp *w, uint32_t mask);
op_fn vector_returned;
/* The budget of back-edges is used up. True: the block stops. */
uint32_t vector_poll(struct warp *w);
/* The credit of additions to the object in an inline cache is used up: the block may get a copy for its sums. */
void vector_keep_sums(struct warp *w, uint32_t cache);
/* The warp goes on in the interpreter: lanes `mask` at an op, others where they wait (waiting[basic block]; may be NULL), the rest at
 * `join`. */
void vector_leave(struct warp *w, uint32_t op, uint32_t mask, const uint32_t *waiting,
                  uint32_t join);

/* ---- output.c ---- */

/* Device printf: what kernels print, given out in the order of blocks. Any thread; launch->lock guards it. */

void output_free(struct output **o);
void output_put(struct cpu_launch *l, uint64_t block, const char *text, size_t n);
/* Hands what can be given out to `put`: text of blocks before `frontier`, all of it when the launch is over. */
void output_deliver(struct cpu_launch *l, uint64_t frontier,
                    void (*put)(void *user, const char *text, size_t n), void *user);
