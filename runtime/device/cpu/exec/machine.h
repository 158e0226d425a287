/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/space.h"
#include "device/cpu/code/decoded.h"
#include "device/device.h"

/* What runs: a launch, its blocks, their warps, and the splits of lanes that a warp has split into.
 * One host thread (a worker) runs a block from beginning to end; only struct cpu_launch is shared. */

enum {
    CALL_DEPTH_MAX = 4096,
    WARPS_MAX = 32, /* of a block: 1,024 threads */
    BARRIERS = 16,
    WORKERS_MAX = 256, /* host threads */
};

static const uint32_t MASK_ALL = UINT32_MAX;

/* The object that the last access of an op went to: the test before every access. size 0: none yet. */
struct inline_cache {
    uint64_t start, size;
};

/* One activation of a function by a split of lanes. Splits never share a frame unless they are in the same
 * activation, so vector registers of different functions cannot overlap. */
struct call_frame {
    struct call_frame *caller, *next_free;
    const struct decoded_code *code;
    const struct op *ret; /* where the caller goes on */
    const struct decoded_call *call;
    uint32_t depth, live; /* lanes that have not returned yet */
    uint64_t local_at;    /* of its .local variables in each lane's local memory */
    uint64_t used;        /* bytes of alloca behind them, the most of any lane */
    char *vregs;          /* 64-aligned */
};

enum split_state { SPLIT_READY, SPLIT_AT_BARRIER, SPLIT_AT_WARP_BARRIER };

/* Lanes at the same place: not the ones that run now, those wait. */
struct warp_split {
    const struct op *at;
    struct call_frame *frame;
    uint32_t mask;
    uint8_t state;   /* enum group_state */
    uint8_t barrier; /* its number */
    uint32_t need;   /* at a warp barrier: the lanes it waits for */
    uint64_t turn;   /* when it last ran */
};

enum leave { LEAVE_DONE, LEAVE_BLOCKED, LEAVE_YIELD, LEAVE_STOPPED };

struct warp {
    int32_t lanes[WARP_LANES] __attribute__((aligned(64))); /* the mask, -1 or 0 for each lane */
    uint32_t mask;
    uint32_t part;    /* 1 when the mask is not whole: picks op.run */
    uint32_t guarded; /* the mask before OP_guard, for OP_unguard */
    char *vregs;      /* of the frame */
    struct call_frame *frame;
    int32_t budget; /* back-edges until the scheduler looks up */
    enum leave leave;
    uint32_t ready, split_count; /* waiting splits that could run; all waiting ones */
    uint32_t alive;              /* lanes that have not exited */
    bool fair; /* the running split was chosen for fairness: least-pc order waits */
    uint64_t turn;
    const struct op *fresh; /* where it begins; NULL: it has begun */
    struct warp_split splits[WARP_LANES];
    struct thread_block *block;
    uint32_t id;                 /* in the block */
    int32_t full_mask_hold;      /* joins to pass before the next try to enter full-mask code */
    uint32_t full_mask_left;     /* how often this warp has left it */
    struct inline_cache *caches; /* the block's */
};

struct barrier {
    uint32_t arrived; /* threads */
    uint32_t
        expected;   /* threads it was told to wait for; 0: all of the block that have not exited */
    uint32_t trues; /* bar.red: predicates that held so far */
    uint32_t last_arrived, last_trues; /* of the last completed use: bar_result reads them */
};

/* Memory for the blocks that one worker runs in turn. It is kept between blocks and launches; frames
 * keep their constant vector registers as long as the launch is the same. */
struct thread_block {
    struct cpu_launch *launch;
    uint32_t worker; /* its number: %smid */
    struct device_dim id;
    uint64_t linear, started; /* its number; that of the last one begun */
    uint32_t threads, exited, warp_count;
    struct device_dim ids; /* the id that the vector registers of %ctaid have, if ids_set */
    bool ids_set;
    char *shared;
    uint64_t shared_size;
    char *local; /* lane memory: each thread local_stride bytes */
    uint64_t local_size, local_stride;
    struct barrier barriers[BARRIERS];
    uint32_t arrived_at; /* barriers that somebody has arrived at: bit k for number k */
    struct warp *warps;
    struct call_frame *free_frames;
    uint32_t frees_seen;               /* of the device */
    struct inline_cache *caches;       /* one for each memory op of the module */
    const struct full_mask *full_mask; /* of the kernel; NULL: none fits */

    struct block_observation *observation; /* NULL: nobody watches */

    struct block_like { /* what its memory was made and its vector registers were filled for */
        const struct decoded_code *code;
        const struct full_mask *full_mask;
        bool watched;
        uint32_t cache_count;
        struct device_dim block, grid;
        uint32_t shared_dynamic;
        uint64_t workspace;
        const char *params_at;
        uint64_t params_size;
    } like;

    char *params;          /* a copy */
    uint32_t across, down; /* a warp's lanes in the block's x, and rows of them (analysis.h) */
    uint32_t
        step; /* `across`, or 0 if a warp is one row: what an affine value's y stride spans in a run */
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

struct cpu_kernel;

/* A grid that a kernel launches: child_grids.c. */
struct child {
    struct object *params; /* where the launching thread writes the parameters */
    const struct cpu_kernel *kernel;
    const struct decoded_code *code; /* the kernel's */
    struct device_dim grid, block;
    uint32_t shared; /* dynamic, bytes */
    uint32_t depth;
    uint64_t by, number; /* the block that launched it; which of the launches of its launch it is */
    uint64_t printed_by; /* what it prints stands with what that block of the root has printed */
    bool launched, tail;
};

enum launch_state { LAUNCH_QUEUED, LAUNCH_OVER, LAUNCH_DROPPED };

/* Launches are used again: cpu_launch.c. */
struct cpu_launch {
    struct cpu_device *device;
    struct exec_device *exec; /* what kernels see of it */
    const struct decoded_code *code;
    const struct full_mask
        *full_mask;            /* the code for whole warps of this block shape; NULL: not used */
    struct watchers *watchers; /* NULL: no observers */
    struct counters *counters; /* one of them, if the host asked for counts; the launch owns it */
    uint32_t cache_count, across;
    const struct callables *callables; /* NULL: functions of its own module only */
    const struct device_kernel *kernel;
    struct device_dim grid, block;
    uint32_t tag, stream, shared_dynamic;
    uint64_t blocks;
    char *params; /* a copy */
    size_t params_size;
    bool cooperative;
    uint64_t
        workspace; /* of a cooperative launch: what cooperative_groups' grid_group synchronises with; else 0 */
    uint64_t start, end;
    _Atomic uint64_t next; /* block to hand out */
    uint64_t chunk;
    uint32_t active;       /* workers inside; the pool's */
    bool dropped;          /* another launch's fault ends it: nothing is said of it; the pool's */
    bool told;             /* its end was said, but not all it printed; the session's */
    _Atomic uint8_t state; /* enum launch_state: over means that no worker knows it any more */
    _Atomic uint64_t stop_after; /* blocks with a higher number stop: a lower one failed */
    _Atomic bool interrupted;
    struct cpu_launch *next_launch;
    size_t params_room;
    struct cpu_launch *root; /* of one that a kernel launched: the host's launch; else NULL */
    uint64_t printed_by;     /* then: see struct child */
    uint32_t depth;

    pthread_mutex_t lock; /* of what follows */
    VEC(struct child) children;
    uint64_t launched;
    struct device_fault fault;
    uint64_t fault_block;
    struct output *output; /* NULL: it has printed nothing */

    uint32_t workers;

    struct {
        _Atomic uint64_t block; /* no block before this one is still to come from the worker */
        char pad[56];
    } working[];
};

/* Records a fault of the lanes `failed`, of which `lane` is the first, and stops the warp. Returns NULL. */
const struct op *warp_fault(struct warp *w, const struct op *op, enum device_fault_kind kind,
                            uint32_t failed, uint32_t lane, const char *text);
const struct op *warp_fault_access(struct warp *w, const struct op *op, enum device_fault_kind kind,
                                   uint32_t failed, uint32_t lane, uint64_t address, uint32_t size,
                                   bool write, bool atomic);

/* ---- warp.c: which lanes run next ---- */

enum leave
warp_run(struct warp *w); /* until it is done, waits for other warps, has used its turn or failed */
void warp_start(struct warp *w, const struct op *first, struct call_frame *frame, uint32_t mask);
void warp_set_mask(struct warp *w, uint32_t mask);
/* The running lanes go to `at`: what runs now. Call it wherever another split may be met. */
const struct op *warp_jump(struct warp *w, const struct op *at);
const struct op *warp_diverge(struct warp *w, const struct op *taken, uint32_t taken_mask,
                              const struct op *fall);
void warp_split(struct warp *w, const struct op *at,
                uint32_t mask); /* these of the running lanes wait at `at` */
const struct op *warp_back_edge(struct warp *w, const struct op *at); /* the budget is used up */
const struct op *warp_exit(struct warp *w, uint32_t mask); /* these of the running lanes end */
const struct op *warp_wait_lanes(struct warp *w, const struct op *op,
                                 uint32_t need); /* until those lanes are here too */
const struct op *warp_wait_block(struct warp *w, const struct op *resume, uint32_t barrier);
void warp_release(struct warp *w, uint32_t barrier);

static inline const struct op *warp_at(struct warp *w, const struct op *at)
{
    return __builtin_expect(w->ready != 0, 0) ? warp_jump(w, at) : at;
}

/* Where a function begins, for warps of this block. */
static inline const struct op *code_start(const struct thread_block *b,
                                          const struct decoded_code *code)
{
    return __builtin_expect(b->launch->watchers && code->watched, 0) ? code->watched : code->ops;
}

/* ---- block.c ---- */

enum block_state {
    BLOCK_DONE,
    BLOCK_STOPPED, /* a fault or an interrupt */
    BLOCK_YIELDED, /* every warp that could run has used up its turn */
    BLOCK_GOES_ON,
};

void block_forget(struct thread_block *
                      b); /* memory was given back: what memory ops met before is looked up again */
void block_start(struct thread_block *b, uint64_t linear);
enum block_state block_go_on(struct thread_block *b); /* a turn for each of its warps */
/* Memory for blocks of this launch. What a block has from a launch before is used again where it fits. */
void block_open(struct thread_block *b, struct cpu_launch *l);
bool block_rests(
    struct thread_block *b); /* no launch has it now; false: it is too large to be kept */
void block_close(struct thread_block *b); /* it may be closed already */
struct call_frame *frame_new(struct warp *w,
                             const struct decoded_code *code);        /* NULL: the stack is full */
void frame_drop(struct warp *w, struct call_frame *f, uint32_t mask); /* these lanes have left it */
/* `count` threads arrive; expected as in struct barrier. True when that completed the barrier. */
bool block_arrive(struct thread_block *b, uint32_t barrier, uint32_t count, uint32_t expected,
                  uint32_t trues);
void block_exited(struct thread_block *b, uint32_t count);
bool block_stops(const struct thread_block
                     *b); /* the launch was interrupted or a block before this one failed */

/* ---- access.c: the exact test of one lane's access ---- */

enum access_mode { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };

enum memory_kind {
    MEMORY_ARRAY,
    MEMORY_GLOBAL,
    MEMORY_CONST,
    MEMORY_HEAP,
    MEMORY_OURS
}; /* struct object.kind */

/* The host address of what lane reads or writes, or NULL with the kind of fault. `op->cache` learns the object. */
void *memory_at(struct warp *w, const struct op *op, uint32_t lane, uint64_t address, uint32_t size,
                enum access_mode access, enum device_fault_kind *out_why);
bool memory_is_constant(const struct exec_device *d, uint64_t address);
/* The same for all running lanes, addresses vector register + op->imm; false: the fault is recorded. */
bool memory_resolve(struct warp *w, const struct op *op, const uint64_t *addresses, uint32_t size,
                    enum access_mode access, void *out_at[WARP_LANES]);

/* ---- system.c: what kernels call of the device runtime ---- */

const struct op *system_call(struct warp *w, const struct op *op, const struct decoded_call *call);
/* The arguments and the result of such a call, for a lane. */
uint64_t system_argument(const struct warp *w, const struct decoded_call *call, uint32_t k,
                         uint32_t lane);
void system_argument_bytes(const struct warp *w, const struct decoded_call *call, uint32_t k,
                           uint32_t lane, void *to, uint32_t size);
void system_result(const struct warp *w, const struct decoded_call *call, uint32_t lane,
                   uint64_t v);
