/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of 64-bit integers of which only the lower halves are read: PTX computes addresses in shared memory with 64 bits, and an access
 * takes 32. Sums, products and logic have the same lower half if they are computed with 32 bits, in half as many registers. Where
 * the interpreter goes on it gets zeros for the upper halves, which nobody reads. Next: simd_full.c. */
#include <stdlib.h>

#include "device/cpu/jit/op_writer.h"
#include "device/cpu/jit/simd.h"

/* What computes the lower half of the result from those of the operands; OP_CODES: nothing. */
static uint16_t narrow_code(uint16_t code)
{
    switch ((enum op_code) code) {
    case OP_mulw_s32:
    case OP_mulw_u32:
    case OP_mul_64: return OP_mul_32;
    case OP_madw_s32:
    case OP_madw_u32:
    case OP_mad_64: return OP_mad_32;
    case OP_add_64: return OP_add_32;
    case OP_sub_64: return OP_sub_32;
    case OP_and_64: return OP_and_32;
    case OP_or_64: return OP_or_32;
    case OP_xor_64: return OP_xor_32;
    case OP_not_64: return OP_not_32;
    case OP_neg_64: return OP_neg_32;
    case OP_selp_64: return OP_selp_32;
    case OP_shl_64: return OP_shl_32; /* by 32 and more: 0 in both */
    case OP_ext_s32_64:
    case OP_ext_u32_64:
    case OP_mov_64:
    case OP_cut_64_32: return OP_mov_32;
    default: return OP_CODES;
    }
}

static bool has_narrow_form(const struct simd_kernel *k, uint32_t n)
{
    return k->ops[n].how == HOW_VECTOR && narrow_code(k->code->ops[n].code) != OP_CODES;
}

static bool may_be_narrow(const struct simd_value *v)
{
    return v->class == SIMD_VECTOR && v->width == 8 && !v->constant;
}

static bool is_reachable(const struct simd_kernel *k, uint32_t n)
{
    return k->blocks[k->cfg->block_of[n]].reachable;
}

/* The op leaves the values as they are: those that it writes, and those that it reads for a result of 64 bits. */
static bool keep_wide(struct simd_kernel *k, uint32_t n)
{
    const struct simd_use *u = &k->uses.at[k->ops[n].at];
    bool good = has_narrow_form(k, n), changed = false;
    for (uint32_t i = 0; i < k->ops[n].count; i++) {
        const struct simd_value *v = simd_at(k, u[i].value);
        if (v->width == 8 && !v->narrow)
            good &= !u[i].writes && v->class == SIMD_SCALAR;
    }
    for (uint32_t i = 0; i < k->ops[n].count && !good; i++) {
        changed |= simd_at(k, u[i].value)->narrow;
        simd_at(k, u[i].value)->narrow = false;
    }
    return changed;
}

/* The interpreter's function gets all values of the block in its form, and machine code may go on. */
static bool calls_may_leave(const struct simd_kernel *k)
{
    for (uint32_t n = 0; n < k->code->op_count; n++)
        if (is_reachable(k, n) && k->ops[n].how == HOW_CALL &&
            op_infos[k->code->ops[n].code].kind == OP_KIND_WARP_SYNC)
            return true;
    return false;
}

static void narrow_op(struct simd_kernel *k, uint32_t n)
{
    struct simd_use *u = &k->uses.at[k->ops[n].at];
    bool narrow = false;
    for (uint32_t i = 0; i < k->ops[n].count; i++)
        narrow |= simd_at(k, u[i].value)->narrow;
    for (uint32_t i = 0; i < k->ops[n].count && narrow; i++)
        u[i].width = u[i].width == 8 ? 4 : u[i].width;
    if (narrow)
        k->ops[n].code = narrow_code(k->code->ops[n].code);
}

void simd_find_narrow(struct simd_kernel *k)
{
    if (calls_may_leave(k))
        return;
    VEC_EACH (v, &k->values)
        v->narrow = may_be_narrow(v);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < k->code->op_count; n++)
            if (is_reachable(k, n))
                changed |= keep_wide(k, n);
    }
    for (uint32_t n = 0; n < k->code->op_count; n++)
        if (is_reachable(k, n))
            narrow_op(k, n);
    VEC_EACH (v, &k->values)
        if (v->narrow)
            v->width = 4;
}
