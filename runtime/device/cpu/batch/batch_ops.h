/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"

/* The operations of opcodes.def over many lanes, compiled once for each instruction set (meson.build). Thread-safety: pure functions. */

/* Operands are groups of 32 lanes; `step` bytes lie between groups, 0: all groups are the same. */
struct batch_args {
    char *d;
    const char *a, *b, *c;
    uint32_t step_a, step_b, step_c;
    uint32_t groups;
    int64_t imm; /* of the op */
};

typedef void batch_fn(const struct batch_args *x);

struct batch_set {
    const char *name;
    batch_fn *run[OP_CODES]; /* NULL: the op has none */
};

extern const struct batch_set batch_set_base, batch_set_avx2, batch_set_avx512;
const struct batch_set *batch_set_named(const char *name); /* NULL: this build has no such set */
