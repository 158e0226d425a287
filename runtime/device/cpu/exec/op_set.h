/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/ops.h"

/* The interpreter's functions, compiled once for each instruction set (meson.build). Thread-safety: static data, any thread. */

extern const struct op_set op_set_base;
extern const struct op_set op_set_avx2; /* x86-64 with AVX2, FMA, BMI */
extern const struct op_set
    op_set_avx512; /* and AVX-512 F, DQ, VL: BW makes gcc 12 fail on masked minima of 16 bits */

const struct op_set *op_set_best(void); /* the best that this processor supports */
const struct op_set *
op_set_named(const char *name); /* NULL: none, or the processor does not run it */

/* Names of functions of the instruction set that is being compiled. */
#ifdef ENGINE_SET
#define OP_JOIN(a, b, c, d)    a##_##b##_##c##_##d
#define OP_NAME(id, part, set) OP_JOIN(op, id, part, set)
#define OP_FN(id, part)        OP_NAME(id, part, ENGINE_SET)

/* An operation that is the same code in both forms. */
#define SAME_FORMS(id, ...)                                                                        \
    const struct op *OP_FN(id, unmasked)(const struct op *op, char *vregs, struct warp *w)         \
    {                                                                                              \
        enum { PART = PART_unmasked };                                                             \
        __VA_ARGS__                                                                                \
    }                                                                                              \
    const struct op *OP_FN(id, masked)(const struct op *op, char *vregs, struct warp *w)           \
    {                                                                                              \
        enum { PART = PART_masked };                                                               \
        __VA_ARGS__                                                                                \
    }

#define BOTH(id)                                                                                   \
    op_fn OP_FN(id, unmasked) __attribute__((visibility("hidden")));                               \
    op_fn OP_FN(id, masked) __attribute__((visibility("hidden")));
#define VALUE(id) BOTH(id) op_fn OP_FN(id, affine) __attribute__((visibility("hidden")));
#define FULL_MASK__(id)
#define FULL_MASK_AFFINE(id)                                    op_fn OP_FN(id, to_affine) __attribute__((visibility("hidden")));
#define FULL_MASK_VECTOR(id)                                    op_fn OP_FN(id, full_mask) __attribute__((visibility("hidden")));
#define FULL_MASK_BOTH(id)                                      FULL_MASK_AFFINE(id) FULL_MASK_VECTOR(id)
#define UNARY(id, spellings, D, A, value, rule, full_mask, ...) VALUE(id) FULL_MASK_##full_mask(id)
#define BINARY(id, spellings, D, A, B, value, rule, full_mask, ...)                                \
    VALUE(id) FULL_MASK_##full_mask(id)
#define TERNARY(id, spellings, D, A, B, C, value, rule, full_mask, ...)                            \
    VALUE(id) FULL_MASK_##full_mask(id)
#define COMPARE(id, spellings, A, value, rule, full_mask, ...) VALUE(id) FULL_MASK_##full_mask(id)
#define CUSTOM(id, operands, kind, rule, full_mask, ...)       BOTH(id) FULL_MASK_##full_mask(id)
#include "device/cpu/code/opcodes.def"
#undef UNARY
#undef BINARY
#undef TERNARY
#undef COMPARE
#undef CUSTOM
#undef BOTH
#undef VALUE
#undef FULL_MASK__
#undef FULL_MASK_AFFINE
#undef FULL_MASK_VECTOR
#undef FULL_MASK_BOTH
#define HELPER(id) op_fn OP_FN(id, full_mask) __attribute__((visibility("hidden")));
FULL_MASK_HELPERS(HELPER)
#undef HELPER

/* op_mem.c: see struct op_set. */
void OP_FN(addresses, lanes)(const struct op *op, const char *vregs, uint32_t mask,
                             struct lane_addresses *out);
void OP_FN(addresses, affine)(const struct op *op, const uint64_t lanes[3], const uint32_t *x,
                              const uint32_t *y, struct lane_addresses *out);

/* op_full_mask.c: from masked code to full-mask code. Returns the op to go on with. */
op_fn OP_FN(enter, full_mask) __attribute__((visibility("hidden")));
#endif
