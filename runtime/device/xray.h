/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

#include "base/vec.h"
#include "device/access_pattern.h"
#include "device/device.h"

/* What %xray has counted: data that the observer (device/cpu/xray) fills in, launch/ names and display/ draws. docs/xray.md defines each
 * figure. Ownership: the observer's, until it is stopped or cleared. Thread-safety: read while nothing runs. */

/* Samples are the first requests of four warps of the first, the middle and the last block. */
enum { XRAY_ITERATIONS = 4 };

enum xray_act { XRAY_LOAD, XRAY_STORE, XRAY_ATOMIC };

enum xray_mix { /* what instructions do */
                XRAY_MIX_FLOAT,
                XRAY_MIX_INTEGER, /* and moves, conversions, comparisons */
                XRAY_MIX_MEMORY,
                XRAY_MIX_CONTROL,
                XRAY_MIX_SYNC, /* barriers, fences, warp operations */
                XRAY_MIXES,
};

struct xray_sample {          /* one request, as it happened */
    uint64_t block;           /* linear, x fastest */
    uint32_t warp, iteration; /* the warp's n-th request of this instruction, from 0 */
    uint32_t mask;
    uint64_t addresses[ACCESS_LANES];
};

struct xray_memory { /* a memory instruction of the PTX, in one space */
    uint32_t inst;   /* its line in the PTX */
    enum xray_act act;
    bool shared;
    uint32_t bytes; /* of a lane */
    uint64_t requests, lanes;
    uint64_t sectors, ideal_sectors, bytes_asked; /* of global memory */
    uint64_t
        moved; /* sectors that a cache of the block alone would read once and write back once */
    uint64_t passes, ideal_passes;    /* of shared memory */
    uint64_t addresses, most;         /* of atomics: different ones; lanes at one */
    uint64_t again_warp, again_block; /* sectors that the warp, or its block, had touched before */
    uint64_t hits;                    /* requests whose sectors the block had all touched before */
    const char *variable;             /* of shared memory, its PTX name, or NULL */
    uint64_t variable_at, variable_size;
    VEC(struct xray_sample)
    samples; /* of the kernel's first launch, by block, warp and iteration */
};

struct xray_line {
    const char *file; /* "": the PTX has no line here, `line` is the PTX's */
    uint32_t line, column;
    const char *ptx;              /* its first instruction, as text */
    uint64_t instructions, lanes; /* executions by warps; their active lanes */
    uint64_t mix[XRAY_MIXES];     /* instructions */
    uint64_t branches, divergent;
    uint64_t barriers,
        waited;        /* arrivals of warps; instructions that the others still had to execute */
    uint64_t flops[2]; /* operations of lanes: 32 bits and narrower, 64 bits */
    VEC(struct xray_memory) memory;
};

struct xray_kernel {
    const char *name;              /* as in the PTX */
    uint32_t tag;                  /* of its first launch */
    struct device_dim grid, block; /* of its last launch */
    uint64_t launches;
    bool cut; /* a block touched more sectors than are remembered: reuse is a lower bound */
    VEC(struct xray_line) lines; /* by file and line */
};

/* What a memory instruction took beyond the ideal: sectors, passes over the banks, and atomics that waited for another lane's. */
uint64_t xray_excess(const struct xray_memory *m);
uint64_t xray_line_excess(const struct xray_line *l);
