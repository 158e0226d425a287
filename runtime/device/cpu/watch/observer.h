/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/atom.h"
#include "device/cpu/code/decoded.h"
#include "device/device.h"

/* The interface for observers of launches. A race checker, a check for uninitialised reads, a profiler, a picture of accesses or a
 * debugger is a set of these hooks and needs no change to the engine. The device asks its observers when a launch is queued
 * (device/cpu/observe.h); up to OBSERVERS_MAX observe one launch. An observed launch runs a second instance of its masked code, and no
 * full-mask or machine code. A launch without observers pays nothing.
 *
 * Thread-safety:
 *   launch_begin, launch_end, allocate, release, transfer   the session's thread, or for grids and memory of kernels any host thread
 *   everything else                                         the host thread that runs the block: one thread, from begin to end
 * Hooks of different blocks run concurrently. So an observer keeps what belongs to a block in the state that its block_begin returns, which
 * no other block sees, and merges it in block_end, under a lock of its own or by atomics. A hook may block, as a debugger does. It must
 * not call the device.
 *
 * State. launch_begin returns a pointer that block_begin and launch_end of the launch get; block_begin returns one that all hooks of
 * the block get. Without launch_begin the launch's state is NULL; without block_begin the block's state is the launch's.
 *
 * Lanes and threads. A mask has a bit for each lane of a warp. Lane l of warp w is thread 32 * w + l of its block, x fastest.
 * Ownership: events, and what they point to, live as long as the call. Every hook may be NULL. */

enum { OBSERVERS_MAX = 8, OBSERVED_ELEMENTS = 8 };

struct image_access;

struct observed_launch {
    const char *kernel; /* as in the PTX */
    const struct decoded_code *code;
    struct device_dim grid, block;
    const char *params; /* the kernel's parameters */
    size_t params_size;
    uint32_t shared_dynamic; /* bytes */
    uint32_t vector_bytes;   /* of the instruction set that runs it: 64: AVX-512, 32: AVX2, 0 */
    uint32_t tag, stream;    /* of struct device_launch */
    uint32_t depth;          /* 0: launched by the host; 1: by one of its kernels; and so on */
    bool cooperative;
    bool clusters; /* of more than one block */
};

/* Memory of the block: a generic address belongs to one of these windows or is global (observed_space). */
struct observed_block {
    const struct observed_launch *launch;
    struct device_dim id;
    uint64_t linear; /* x fastest */
    uint32_t threads, warps;
    uint64_t shared_at,
        shared_size; /* the window of generic addresses; a shared address counts from its start */
    uint64_t local_at,
        local_stride; /* thread t has [local_at + t * local_stride, and so many bytes) */
    uint8_t *closely; /* by warp; see struct observer, access_ahead */
    bool *
        shared_settled; /* set by the only observer: access_ahead need not be asked of plain loads of shared memory */
};

enum observed_end { BLOCK_ENDED, BLOCK_FAULTED /* or it was interrupted */ };

/* Where the lanes of the mask are. */
struct observed_place {
    const struct observed_block *block;
    const struct decoded_code *code;
    const struct ptx_inst *
        inst; /* its line in the PTX; ptx_user_place(code->module, inst->loc, ...) gives the source's */
    const struct op *op;   /* the part of the instruction that runs */
    const char *registers; /* of the warp: observed_register */
    uint32_t warp, mask;
    uint32_t depth; /* calls that are open */
};

enum access_kind { ACCESS_KIND_LOAD, ACCESS_KIND_STORE, ACCESS_KIND_ATOMIC, ACCESS_KIND_REDUCTION };

/* PTX ISA 8.4, 8.5: the ordering of a memory operation or fence, and the threads that it concerns. */
enum observed_order {
    ORDER_WEAK,
    ORDER_RELAXED, /* .volatile and .mmio are relaxed, too */
    ORDER_ACQUIRE,
    ORDER_RELEASE,
    ORDER_ACQ_REL,
    ORDER_SC,
};

enum memory_scope { SCOPE_NONE, SCOPE_CTA, SCOPE_CLUSTER, SCOPE_GPU, SCOPE_SYS };

struct observed_ordering {
    enum observed_order order;
    enum memory_scope scope; /* SCOPE_NONE: of weak operations */
};

/* A memory instruction that was executed (one that faults is not reported). Lane l accesses count * width bytes from addresses[l]. */
struct observed_access {
    struct observed_place place;
    enum access_kind kind;
    enum ptx_space space; /* of the instruction; PTX_GENERIC: see observed_space */
    const uint64_t *
        addresses; /* by lane, those of the mask; shared ones count from the start of the block's shared memory */
    uint32_t width, count; /* bytes of an element; elements of a vector */
    struct observed_ordering ordering;
    enum atom_kind atom; /* of atomics and reductions */
    bool compares;       /* compare-and-swap: element 0 is compared with, element 1 stored */
    /* Vector registers of what was loaded, stored or the operands of an atomic, and of an atomic's old value; NULL: not wanted
     * by the instruction (a sink, a reduction). Read them with observed_value. */
    const void *values[OBSERVED_ELEMENTS], *old;
};

/* A plain load or store of one space, or an atomic or reduction, that is about to be executed and will not fault. */
enum ahead_shape {               /* of atomics: AHEAD_LANES */
                   AHEAD_ROW,    /* 32 consecutive elements, from at[0] on */
                   AHEAD_HALVES, /* 16 from at[0] on, for lanes 0 to 15, and 16 from at[1] on */
                   AHEAD_TWO,    /* one at at[0] for lanes 0 to 15, and one at at[1] */
                   AHEAD_ONE,    /* one for all lanes, at at[0] */
                   AHEAD_LANES, /* lane l of the mask accesses addresses[l]; at[0] is the lowest, at[1] the highest of them */
};

struct observed_ahead {
    const struct observed_block *block;
    const struct decoded_code *code;
    const struct op *op;
    uint32_t warp, mask;
    uint8_t shape; /* enum ahead_shape; all lanes run, but for AHEAD_LANES */
    bool store, atomic;
    bool shared, local;        /* neither: global memory */
    uint32_t size, count;      /* bytes of an element; elements of a vector */
    uint64_t at[2];            /* shared ones count from the start of the block's shared memory */
    const uint64_t *addresses; /* AHEAD_LANES */
};

struct observed_branch { /* a conditional one, or brx.idx */
    struct observed_place place;
    uint32_t
        taken; /* of brx: the lanes that go where the first lane goes; the others choose next */
};

enum barrier_kind { BARRIER_SYNC, BARRIER_ARRIVE, BARRIER_REDUCE };

enum {
    OBSERVED_CLUSTER = 16
}; /* the number of the cluster's barrier: each block is told of its own threads */

struct observed_barrier { /* lanes arrive at a barrier of the block (9.7.13.1) */
    struct observed_place place;
    enum barrier_kind kind;
    uint32_t number;
    uint32_t expected; /* threads that the instruction names; 0: all of the block */
};

struct
    observed_release { /* a barrier of the block is complete: those that have arrived since its last release may continue */
    const struct observed_block *block;
    uint32_t number, threads;
};

struct observed_warp_barrier {   /* bar.warp.sync, shfl.sync, vote.sync, match.sync, redux.sync */
    struct observed_place place; /* the lanes that arrive, or that are released together */
    uint32_t members;            /* the instruction's member mask */
};

struct observed_fence {
    struct observed_place place;
    struct observed_ordering ordering;
};

struct observed_image { /* a texture or surface instruction that was executed */
    struct observed_place place;
    const struct image_access *access; /* which one it is, and how many coordinates it has */
    const uint64_t *handles;           /* by lane */
    const uint32_t (*coords)[4];       /* by lane: the layer first, if there is one */
    const uint64_t *
        addresses; /* of a surface: of the element's first byte, 0: outside (and ignored); of a texture NULL */
    uint32_t bytes; /* of a surface element */
};

struct observed_fault {
    struct observed_place
        place; /* the lanes that fail; the block is as it was before the operation */
    const struct device_fault *fault;
};

struct observed_child { /* a thread has launched a grid; its launch_begin follows when it begins */
    struct observed_place place;
    uint32_t lane;
    const char *kernel;
    struct device_dim grid, block;
};

enum allocation_kind {
    ALLOCATION_HOST,    /* cudaMalloc */
    ALLOCATION_MANAGED, /* and mapped memory: the host writes to it without a call */
    ALLOCATION_MODULE,  /* a variable, initialised */
    ALLOCATION_HEAP,    /* malloc in a kernel */
};

struct observed_allocation {
    enum allocation_kind kind;
    uint64_t address, size;
    const char *name; /* may be NULL */
};

enum transfer_kind { TRANSFER_TO_DEVICE, TRANSFER_FROM_DEVICE, TRANSFER_ON_DEVICE, TRANSFER_FILL };

struct observed_transfer {
    enum transfer_kind kind;
    uint64_t to, from, size; /* bytes; from: not of a fill */
};

struct observer {
    /* One host thread runs the blocks of a launch and gives them and their warps their turns in an order that `seed` chooses (0: by
     * number), so that the events do not depend on the host. */
    bool in_order;
    uint32_t seed;
    /* Before the first block of such a launch. True: several host threads may run its blocks for all that, in any order, if all
     * observers that want the order agree. `again` is asked when they have stopped; a launch that runs again does so in order. */
    bool (*apart)(struct observer *o, void *launch_state);
    void *(*launch_begin)(struct observer *o, const struct observed_launch *l);
    void (*launch_end)(struct observer *o, void *launch_state);
    void *(*block_begin)(struct observer *o, void *launch_state, const struct observed_block *b);
    void (*block_end)(struct observer *o, void *block_state, const struct observed_block *b,
                      enum observed_end end);
    /* Before the lanes of the mask execute an instruction; those that its guard excludes are not in the mask. Once for each lane
     * and execution. Moves that only rename a register are not executed. */
    void (*instruction)(struct observer *o, void *state, const struct observed_place *p);
    void (*access)(struct observer *o, void *state, const struct observed_access *a);
    /* Observers with this hook let a launch run full-mask and machine code; all observers of the launch must have it. A true result
     * says that the access needs no further look: neither `instruction` nor `access` is called. `instruction` is then called for other
     * memory operations, for warp barriers, and for operations that are undefined for some operands (op_is_partial), and for all
     * instructions of a warp whose `closely` is set: that warp runs masked code. In others nothing is told of shuffles and votes of all 32
     * lanes that name all 32. */
    bool (*access_ahead)(struct observer *o, void *state, const struct observed_ahead *a);
    void (*branch)(struct observer *o, void *state, const struct observed_branch *b);
    void (*barrier_arrive)(struct observer *o, void *state, const struct observed_barrier *b);
    void (*barrier_release)(struct observer *o, void *state, const struct observed_release *r);
    void (*warp_arrive)(struct observer *o, void *state, const struct observed_warp_barrier *b);
    void (*warp_release)(struct observer *o, void *state, const struct observed_warp_barrier *b);
    void (*fence)(struct observer *o, void *state, const struct observed_fence *f);
    void (*image)(struct observer *o, void *state, const struct observed_image *i);
    void (*child)(struct observer *o, void *state, const struct observed_child *c);
    void (*fault)(struct observer *o, void *state, const struct observed_fault *f);
    /* All blocks of a launch with an order have ended, or it was abandoned (observed_state.h). True: it runs again from its first
     * block, and what it has printed is dropped. The observer has restored memory. */
    bool (*again)(struct observer *o, void *launch_state);
    /* The device's memory, for observed launches or not. Freed memory is reported before it can be reused. */
    void (*allocate)(struct observer *o, const struct observed_allocation *a);
    void (*release)(struct observer *o, uint64_t address);
    void (*transfer)(struct observer *o, const struct observed_transfer *t);
};

/* What element k of an access holds in a lane, zero-extended; 0 where there is no register. */
uint64_t observed_value(const struct observed_access *a, uint32_t element, uint32_t lane);
uint64_t observed_old_value(const struct observed_access *a, uint32_t lane);
/* The space that a lane's address is in: what a generic one means; *out_address as a plain address of that space has it. */
enum ptx_space observed_space(const struct observed_access *a, uint32_t lane,
                              uint64_t *out_address);
/* A register of the function (an index in code->func->regs) in a lane; false: no instruction uses it. A predicate is 0 or 1. */
bool observed_register(const struct observed_place *p, uint32_t reg, uint32_t lane,
                       uint64_t *out_value);
/* The ordering that an instruction's modifiers ask for. */
struct observed_ordering observed_ordering_of(const struct ptx_inst *inst);
/* The variable that holds an address of the block's shared memory, among those that a function of the kernel can see; dynamic shared
 * memory follows the kernel's static variables. NULL: none. */
const struct ptx_var *observed_shared_variable(const struct decoded_code *kernel,
                                               const struct decoded_code *code, uint64_t address,
                                               uint64_t *out_at);
