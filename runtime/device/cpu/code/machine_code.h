/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/cpu/code/analysis.h"

/* Machine code for regions of full-mask code, as the interpreter calls it. The root hands full_mask_new a compiler (jit/native.h), so that
 * this folder needs nothing from the folders above it.
 *
 * Ownership: `compile` returns code that its caller gives back to `release`. Thread-safety: immutable once made; all host threads run it. */

struct warp;

typedef uint32_t native_fn(
    char *vregs,
    struct warp *w); /* 1: the region is executed; 0: a guard failed, and nothing has changed */

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

/* What a compiler is given about a kernel. */
struct native_source {
    const struct decoded_code *code;
    const struct analysis *analysis;
    const uint8_t *kinds; /* enum full_mask_kind of each masked op */
    const bool
        *needed; /* of each vector register of the analysis: some op outside needs all its lanes */
    enum block_shape shape;
    uint32_t vector_bytes; /* 32: AVX2; 64: AVX-512 */
};

struct native_compiler {
    /* NULL: no region is worth compiling, or the processor or the system does not allow it. */
    struct native *(*compile)(const struct native_source *source);
    void (*release)(struct native **n);
};
