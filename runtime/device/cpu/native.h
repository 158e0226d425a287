/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/lean.h"

/* Machine code for runs of ops in lean code, on x86-64 with AVX2 or AVX-512. A run is a piece of a basic block without control flow,
 * barriers, atomics or addresses that differ freely by lane. Its code has two parts:
 *
 *   1. what is sampled (lean.h), as vectors of four, and the checks of all its memory accesses. Nothing is written
 *      yet: if a check fails the code returns 0, and the run's ops are interpreted from the first.
 *   2. a loop over chunks of lanes, in which values live in vector registers: loads, the values, stores, and at the end the rows
 *      and predicates that somebody reads behind the run.
 *
 * So it changes speed and nothing else. Two things are left to the reader of CUDA's memory model: lanes of a warp
 * run a run in chunks, one after the other, so a run ends before a load that follows a store; and of several lanes that
 * store to one place any may win. */

typedef uint32_t native_fn(char *rows, struct warp *w); /* 1: done; 0: nothing has been done */

struct native_run {
    uint32_t first, end; /* plain ops [first, end) */
    native_fn *fn;
};

struct native {
    struct native_run *runs; /* in order */
    uint32_t count;
    void *code; /* mapped */
    size_t size;
};

/* What lean.c found out about a kernel. */
struct native_source {
    const struct code *code;
    const struct analysis *analysis;
    const uint8_t *kinds; /* enum lean_kind of each plain op */
    const bool *needed;   /* of each row of the analysis: whole rows are kept, too */
    enum block_shape shape;
    uint32_t vector_bytes; /* 32: AVX2; 64: AVX-512 */
};

/* NULL: no run is worth it, or the processor or the system does not allow it. Immutable; owned by the caller. */
struct native *native_new(const struct native_source *source);
void native_free(struct native **n);
