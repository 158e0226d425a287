/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"

/* What full-mask code has between ops: expansion of affine registers (affine, or broadcast: uniform), machine code, and the way out. */
#define FULL_MASK_HELPERS(X)                                                                       \
    X(expand_32)                                                                                   \
    X(expand_64)                                                                                   \
    X(broadcast_16)                                                                                \
    X(broadcast_32)                                                                                \
    X(broadcast_64)                                                                                \
    X(native)                                                                                      \
    X(leave)

enum full_mask_helper {

#define HELPER(id) FULL_MASK_HELPER_##id,
    FULL_MASK_HELPERS(HELPER)
#undef HELPER
        FULL_MASK_HELPER_COUNT,
};

/* The functions of opcodes.def, once for each instruction set they were compiled for. */
struct op_set {
    const char *name;
    uint32_t vector_bytes; /* that machine code may use for full-mask code (native.h); 0: none */
    op_fn *run[OP_CODES][2];
    op_fn *affine[OP_CODES]; /* of values: on affine registers (full_mask.h); else NULL */
    op_fn *full_mask[OP_CODES][FULL_MASK_FORMS]; /* those that op_infos says it has; else NULL */
    op_fn *helpers[FULL_MASK_HELPER_COUNT];
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
