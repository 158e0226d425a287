/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/cpu/code/analysis.h"

/* Machine code for runs of ops in lean code, as the interpreter calls it. Who compiles it is not known here: the root hands
 * lean_new a compiler (jit/native.h), so that this room needs nothing of the rooms above it. */

struct warp;

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

struct native_compiler {
    /* NULL: no run is worth it, or the processor or the system does not allow it. Immutable; owned by the caller. */
    struct native *(*compile)(const struct native_source *source);
    void (*release)(struct native **n);
};
