/* SPDX-License-Identifier: Apache-2.0 */
/* Ops are evaluated in the order of the text, as soon as their operands are known. Next: vector_split.c and jit/simd_form.c, which use it. */
#include "device/cpu/code/thread_values.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/vec.h"
#include "device/cpu/code/analysis.h"
#include "device/cpu/code/ops.h"

struct known_lanes {
    uint64_t at[WARP_LANES];
};

struct thread_values {
    const struct decoded_code *code;
    uint32_t *defined;  /* by vreg / 4: how many ops write it */
    uint32_t *known_of; /* by vreg / 4: index in known, plus 1 */
    VEC(struct known_lanes) known;
};

const uint64_t *thread_values_of(const struct thread_values *t, uint32_t vreg)
{
    uint32_t i = t->known_of[vreg / 4];
    return i ? t->known.at[i - 1].at : NULL;
}

static void know(struct thread_values *t, uint32_t vreg, const struct known_lanes *is)
{
    VEC_PUSH(&t->known, *is);
    t->known_of[vreg / 4] = (uint32_t) t->known.n;
}

static void know_constants(struct thread_values *t, const uint32_t x[WARP_LANES])
{
    for (uint32_t k = 0; k < t->code->constant_count; k++) {
        const struct frame_constant *f = &t->code->constants[k];
        bool thread = f->kind == CONSTANT_SPECIAL && f->value == SPECIAL_TID_X;
        struct known_lanes is;
        for (uint32_t l = 0; l < WARP_LANES; l++)
            is.at[l] = thread ? x[l] : f->value;
        if (f->size >= 4 && (thread || f->kind == CONSTANT_BITS))
            know(t, f->vreg, &is);
    }
}

static uint64_t of_32_bits(bool is_signed, uint64_t a)
{
    return is_signed ? (uint64_t) (int32_t) a : (uint32_t) a;
}

/* Of numbers that are extended to 64 bits. */
static bool compare(enum op_code code, uint64_t a, uint64_t b, uint64_t *out)
{
    int64_t sa = (int64_t) a, sb = (int64_t) b;
    switch (code) {
    case OP_eq_32:
    case OP_eq_64: *out = a == b; return true;
    case OP_ne_32:
    case OP_ne_64: *out = a != b; return true;
    case OP_lt_s32:
    case OP_lt_s64: *out = sa < sb; return true;
    case OP_le_s32:
    case OP_le_s64: *out = sa <= sb; return true;
    case OP_gt_s32:
    case OP_gt_s64: *out = sa > sb; return true;
    case OP_ge_s32:
    case OP_ge_s64: *out = sa >= sb; return true;
    case OP_lt_u32:
    case OP_lt_u64: *out = a < b; return true;
    case OP_le_u32:
    case OP_le_u64: *out = a <= b; return true;
    case OP_gt_u32:
    case OP_gt_u64: *out = a > b; return true;
    case OP_ge_u32:
    case OP_ge_u64: *out = a >= b; return true;
    case OP_min_s32: *out = sa < sb ? a : b; return true;
    case OP_min_u32: *out = a < b ? a : b; return true;
    case OP_max_s32: *out = sa > sb ? a : b; return true;
    case OP_max_u32: *out = a > b ? a : b; return true;
    default: return false;
    }
}

static bool compute(enum op_code code, uint64_t a, uint64_t b, uint64_t c, uint64_t *out)
{
    switch (code) {
    case OP_mov_32:
    case OP_mov_64:
    case OP_cut_64_32: *out = a; return true;
    case OP_ext_u32_64: *out = (uint32_t) a; return true;
    case OP_ext_s32_64: *out = (uint64_t) (int32_t) a; return true;
    case OP_add_32:
    case OP_add_64: *out = a + b; return true;
    case OP_sub_32:
    case OP_sub_64: *out = a - b; return true;
    case OP_neg_32: *out = -a; return true;
    case OP_mul_32:
    case OP_mul_64: *out = a * b; return true;
    case OP_mulw_u32: *out = (uint64_t) (uint32_t) a * (uint32_t) b; return true;
    case OP_mulw_s32: *out = (uint64_t) ((int64_t) (int32_t) a * (int32_t) b); return true;
    case OP_mad_32:
    case OP_mad_64: *out = a * b + c; return true;
    case OP_not_32: *out = ~a; return true;
    case OP_and_32:
    case OP_and_64: *out = a & b; return true;
    case OP_or_32:
    case OP_or_64: *out = a | b; return true;
    case OP_xor_32:
    case OP_xor_64: *out = a ^ b; return true;
    case OP_shl_32:
    case OP_shl_64: *out = b < 32 ? a << b : 0; return b < 32;
    case OP_shr_u32: *out = b < 32 ? (uint32_t) a >> b : 0; return b < 32;
    case OP_shr_s32: *out = b < 32 ? (uint64_t) ((int32_t) a >> b) : 0; return b < 32;
    case OP_shr_u64: *out = b < 64 ? a >> b : 0; return b < 64;
    case OP_shr_s64: *out = b < 64 ? (uint64_t) ((int64_t) a >> b) : 0; return b < 64;
    default: return false;
    }
}

static bool is_written_once(const struct thread_values *t, uint32_t n)
{
    bool guarded = n && t->code->ops[n - 1].code == OP_guard;
    return !guarded && t->defined[t->code->ops[n].d / 4] == 1;
}

static void know_result(struct thread_values *t, uint32_t n)
{
    const struct op *op = &t->code->ops[n];
    const struct op_info *info = &op_infos[op->code];
    static const uint64_t nothing[WARP_LANES];
    const uint64_t *a = thread_values_of(t, op->a),
                   *b = info->size_b ? thread_values_of(t, op->b) : nothing,
                   *c = info->size_c ? thread_values_of(t, op->c) : nothing;
    struct known_lanes is;
    if (!a || !b || !c)
        return;
    for (uint32_t l = 0; l < WARP_LANES; l++) {
        bool cut = info->size_a == 4;
        uint64_t from = cut ? of_32_bits(info->signed_a, a[l]) : a[l],
                 with = cut ? of_32_bits(info->signed_a, b[l]) : b[l];
        if (!compare((enum op_code) op->code, from, with, &is.at[l]) &&
            !compute((enum op_code) op->code, a[l], b[l], c[l], &is.at[l]))
            return;
        if (info->size_d == 4)
            is.at[l] = (uint32_t) is.at[l];
    }
    know(t, op->d, &is);
}

static void count_definitions(struct thread_values *t)
{
    for (uint32_t n = 0; n < t->code->op_count; n++) {
        struct vreg_use uses[VREG_USES];
        uint32_t count = op_vregs(&t->code->ops[n], uses);
        for (uint32_t u = 0; count != UINT32_MAX && u < count; u++)
            t->defined[uses[u].at / 4] += uses[u].writes;
    }
}

struct thread_values *thread_values_new(const struct decoded_code *code,
                                        const uint32_t x[WARP_LANES])
{
    struct thread_values *t = xcalloc(1, sizeof *t);
    size_t vregs = code->frame_size / 4 + 1;
    t->code = code;
    t->defined = xcalloc(vregs, sizeof *t->defined);
    t->known_of = xcalloc(vregs, sizeof *t->known_of);
    count_definitions(t);
    know_constants(t, x);
    for (uint32_t n = 0; n < code->op_count; n++)
        if (op_is_value(&code->ops[n]) && is_written_once(t, n))
            know_result(t, n);
    return t;
}

void thread_values_free(struct thread_values **at)
{
    struct thread_values *t = *at;
    if (!t)
        return;
    free(t->defined);
    free(t->known_of);
    VEC_FREE(&t->known);
    free(t);
    *at = NULL;
}
