/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/cpu/code/analysis.h"

/* Machine code for regions of ops in full-mask code, as the interpreter calls it. Who compiles it is not known here: the root hands
 * full_mask_new a compiler (jit/native.h), so that this room needs nothing of the rooms above it. */

struct warp;

typedef uint32_t native_fn(char *vregs, struct warp *w); /* 1: done; 0: nothing has been done */

struct native_region {
    uint32_t first, end; /* masked ops [first, end) */
    native_fn *fn;
};

struct native {
    struct native_region *regions; /* in order */
    uint32_t count;
    void *code; /* mapped */
    size_t size;
};

/* What full_mask.c found out about a kernel. */
struct native_source {
    const struct decoded_code *code;
    const struct analysis *analysis;
    const uint8_t *kinds; /* enum full_mask_kind of each plain op */
    const bool
        *needed; /* of each vector register of the analysis: vector registers are kept, too */
    enum block_shape shape;
    uint32_t vector_bytes; /* 32: AVX2; 64: AVX-512 */
};

struct native_compiler {
    /* NULL: no region is worth it, or the processor or the system does not allow it. Immutable; owned by the caller. */
    struct native *(*compile)(const struct native_source *source);
    void (*release)(struct native **n);
};
