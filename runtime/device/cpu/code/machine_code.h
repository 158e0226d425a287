/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/cpu/code/analysis.h"

/* Machine code for regions of full-mask code, as the interpreter calls it. The root hands full_mask_new a compiler (code/compilers.h), so that
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

/* Where the lanes of a full warp access memory. */
enum use_shape {
    PLACE_CONSECUTIVE, /* 32 consecutive elements */
    PLACE_HALVES, /* consecutive in each half of the warp: rows of a block that is 16 threads wide */
    PLACE_VALUES, /* one element for each half of the warp */
    PLACE_ONE,    /* one element for all lanes */
    PLACE_OTHER,
};

/* An access of a region of observed code. Before it is made, one or two addresses of host memory are `at` bytes from the stack pointer; the
 * second one of PLACE_HALVES is for lanes that count from 0. */
struct native_access {
    const struct op *op; /* masked */
    uint8_t shape;       /* enum use_shape */
    uint8_t size, count; /* bytes of an element; elements of a vector */
    bool store, shared;  /* shared: not if the address is a generic one */
    int32_t at;
};

/* What observed code calls when no guard of a region has failed: false is another guard that fails. */
typedef uint32_t native_ahead_fn(struct warp *w, const struct native_access *accesses,
                                 uint32_t count, const char *stack);

struct native {
    struct native_region *regions; /* in order */
    uint32_t count;
    struct native_access **accesses; /* of the regions, for each one that has some */
    uint32_t access_lists;
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
    uint32_t vector_bytes;  /* 32: AVX2; 64: AVX-512 */
    native_ahead_fn *ahead; /* NULL: the code is not observed */
};

struct native_compiler {
    /* NULL: no region is worth compiling, or the processor or the system does not allow it. */
    struct native *(*compile)(const struct native_source *source);
    void (*release)(struct native **n);
};
