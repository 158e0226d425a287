/* SPDX-License-Identifier: Apache-2.0 */
/* Ops that need no code, because those that read their results read what they are made of: the lower half of a scalar, and the negation of a
 * factor or an addend (vfnmadd). A product with a power of two is a shift. All of it only within a basic block, where the source is not
 * written meanwhile. Next: simd_full.c. */
#include "device/cpu/jit/op_writer.h"
#include "device/cpu/jit/simd.h"

static bool is_written_between(const struct simd_kernel *k, uint32_t value, uint32_t from,
                               uint32_t to)
{
    for (uint32_t n = from; n <= to; n++)
        for (uint32_t i = 0; i < k->ops[n].count; i++)
            if (simd_uses(k, n)[i].writes && simd_uses(k, n)[i].value == value)
                return true;
    return false;
}

static void fold_half(struct simd_kernel *k, uint32_t n)
{
    if (k->code->ops[n].code != OP_cut_64_32 || k->ops[n].how != HOW_SCALAR)
        return;
    uint32_t from = simd_operand(k, n, 0, false);
    struct simd_value *d = simd_at(k, simd_operand(k, n, 0, true));
    const struct simd_value *a = simd_at(k, from);
    if (d->global || a->class != SIMD_SCALAR || a->fixed || a->low_of || a->rows != d->rows ||
        is_written_between(k, from, n + 1, d->last_op))
        return;
    d->low_of = from + 1;
    k->ops[n].how = HOW_NOTHING;
}

/* ---- negations ---- */

static bool is_fma(const struct simd_kernel *k, uint32_t n)
{
    uint16_t code = k->code->ops[n].code;
    return (code == OP_fma_f32 || code == OP_fma_f64) && k->ops[n].how == HOW_VECTOR;
}

/* The interpreter does not go on at the op with what the frame then holds. */
static bool stays_here(const struct simd_kernel *k, uint32_t n)
{
    switch ((enum simd_how) k->ops[n].how) {
    case HOW_CALL:
    case HOW_BARRIER:
    case HOW_MODE:
    case HOW_ATOMIC:
    case HOW_GUARD: return false;
    default: return !simd_may_leave(k, n);
    }
}

/* What reads the value, from op `n` on, is fused multiply-adds. */
static bool is_read_by_fma(const struct simd_kernel *k, uint32_t value, uint32_t n)
{
    for (uint32_t m = n + 1; m <= simd_at(k, value)->last_op; m++) {
        if (!stays_here(k, m))
            return false;
        for (uint32_t i = 0; i < k->ops[m].count; i++) {
            const struct simd_use *u = &simd_uses(k, m)[i];
            if (u->value == value && (u->writes || !is_fma(k, m)))
                return false;
        }
    }
    return true;
}

static void fold_negation(struct simd_kernel *k, uint32_t n)
{
    uint16_t code = k->code->ops[n].code;
    if ((code != OP_neg_f32 && code != OP_neg_f64) || k->ops[n].how != HOW_VECTOR ||
        k->ops[n].guarded)
        return;
    uint32_t value = simd_operand(k, n, 0, true), from = simd_operand(k, n, 0, false);
    const struct simd_value *d = simd_at(k, value);
    struct simd_value *a = simd_at(k, from);
    if (d->global || a->class == SIMD_PREDICATE || is_written_between(k, from, n + 1, d->last_op) ||
        !is_read_by_fma(k, value, n))
        return;
    for (uint32_t m = n + 1; m <= d->last_op; m++)
        for (uint32_t i = 0, read = 0; i < k->ops[m].count; i++) {
            struct simd_use *u = &k->uses.at[k->ops[m].at + i];
            bool factor = read < 2;
            read += !u->writes;
            if (u->writes || u->value != value)
                continue;
            *u = (struct simd_use){from, a->vreg, a->width, false};
            k->ops[m].negates ^= factor ? NEGATES_PRODUCT : NEGATES_ADDEND;
        }
    if (a->last_op < d->last_op)
        a->last_op = d->last_op;
    k->ops[n].how = HOW_NOTHING;
}

/* ---- products with powers of two ---- */

static void fold_product(struct simd_kernel *k, uint32_t n)
{
    if (k->ops[n].how != HOW_VECTOR || !native_shifted((enum op_code) k->code->ops[n].code).write)
        return;
    const struct simd_value *by = simd_at(k, simd_operand(k, n, 1, false));
    uint32_t bits = (uint32_t) by->bits;
    if (by->fixed && bits > 1 && bits < 1u << 31 && !(bits & (bits - 1)))
        k->ops[n].shift = (uint8_t) __builtin_ctz(bits);
}

void simd_fold(struct simd_kernel *k)
{
    for (uint32_t n = 0; n < k->code->op_count; n++) {
        if (!k->blocks[k->cfg->block_of[n]].reachable)
            continue;
        fold_half(k, n);
        fold_negation(k, n);
        fold_product(k, n);
    }
}
