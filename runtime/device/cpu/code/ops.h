/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"

/* Functions of full-mask code that are not ops of opcodes.def: expansion of an affine value, broadcast of a uniform one, machine code, and
 * deoptimisation. */
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

/* The functions that execute opcodes.def, compiled once for each instruction set. Static data: immutable, any thread may read it. */
/* Where the lanes of a warp access memory. */
struct lane_addresses {
    uint64_t at[WARP_LANES];
    uint64_t low, high,
        bits; /* of the lanes of a mask: the lowest, the highest, and all bits that are set in one */
    uint64_t step; /* from lane 0 to lane 1; */
    bool even;     /* the same from each lane to the next */
};

struct op_set {
    const char *name;
    uint32_t
        vector_bytes; /* bytes of the vectors that machine code may use (code/compilers.h); 0: no machine code */
    op_fn *run[OP_CODES][2];
    op_fn *affine[OP_CODES]; /* of pure functions, on affine registers (full_mask.h); else NULL */
    op_fn *full_mask[OP_CODES]
                    [FULL_MASK_FORMS]; /* those that the column full_mask names; else NULL */
    op_fn *helpers[FULL_MASK_HELPER_COUNT];
    /* For observers. The addresses in the register of a memory op, with its offset; and those of an affine one (full_mask.h), whose values in
     * the lanes 0, 1 and `across` are given: lane l is x[l] and y[l] steps away. */
    void (*addresses)(const struct op *op, const char *vregs, uint32_t mask,
                      struct lane_addresses *out);
    void (*affine_addresses)(const struct op *op, const uint64_t lanes[3], const uint32_t *x,
                             const uint32_t *y, struct lane_addresses *out);
};

/* ---- facts that follow from an op's row (op_info.c) ---- */

bool op_is_load(const struct op *op);
bool op_is_plain_load(const struct op *op); /* weak, of any space */
bool op_is_plain_store(const struct op *op);
uint32_t op_element_bytes(const struct op *op); /* of a memory op */
uint32_t op_elements(const struct op *op);
uint32_t
op_members(const struct op *op); /* of OP_KIND_WARP_SYNC: the register of the member mask */
/* Whether OP_guard may come before it; other guarded ops become a branch around them. */
bool op_takes_guard(enum op_code code);
/* An integer division or a shift whose result is not defined for some value that its second operand may have. */
bool op_is_partial(const struct decoded_code *code, const struct op *op);
bool op_may_wait(enum op_code code);   /* a loop with it may wait for another thread */
bool op_may_repeat(enum op_code code); /* it may loop, or run for long elsewhere */
