/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"

/* What lean code has between ops: expansion of samples (affine, or spread: uniform), machine code, and the way out. */
#define LEAN_HELPERS(X)                                                                            \
    X(expand_32)                                                                                   \
    X(expand_64)                                                                                   \
    X(spread_16)                                                                                   \
    X(spread_32)                                                                                   \
    X(spread_64)                                                                                   \
    X(native)                                                                                      \
    X(leave)

enum lean_helper {

#define HELPER(id) LEAN_HELPER_##id,
    LEAN_HELPERS(HELPER)
#undef HELPER
        LEAN_HELPER_COUNT,
};

/* The functions of opcodes.def, once for each instruction set they were compiled for. */
struct op_set {
    const char *name;
    uint32_t vector_bytes; /* that machine code may use for lean code (native.h); 0: none */
    op_fn *run[OP_CODES][2];
    op_fn *few[OP_CODES];              /* of values: on samples (lean.h); else NULL */
    op_fn *lean[OP_CODES][LEAN_FORMS]; /* those that op_infos says it has; else NULL */
    op_fn *helpers[LEAN_HELPER_COUNT];
};

/* ---- facts that follow from an op's row (op_info.c) ---- */

bool op_is_plain_load(const struct op *op); /* of any space, not ordered */
bool op_is_plain_store(const struct op *op);
uint32_t op_element_bytes(const struct op *op); /* of a memory op */
uint32_t op_elements(const struct op *op);
uint32_t
op_members(const struct op *op); /* of OP_KIND_WARP_SYNC: the register of the member mask */
/* Whether OP_guard may stand before it; anything else that has a guard is jumped over. */
bool op_takes_guard(enum op_code code);
bool op_may_wait(enum op_code code);   /* a loop with it may wait for another thread */
bool op_may_repeat(enum op_code code); /* it may lead backwards, or elsewhere for long */
