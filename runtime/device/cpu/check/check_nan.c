/* SPDX-License-Identifier: Apache-2.0 */
/* NaN and infinity where they first appear: the result of an operation on finite operands. An operation is looked at twice: its operands
 * before it runs, and its result when the warp's next instruction begins. Next: check_observer.c. */
#include "device/cpu/check/check_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/code/decoded.h"

struct nan_watch {
    struct observed_place
        last[32];     /* by warp: the operation that runs; mask: its lanes with finite operands */
    uint8_t bits[32]; /* of its result */
};

struct nan_watch *nan_watch_new(void)
{
    return xcalloc(1, sizeof(struct nan_watch));
}

void nan_watch_free(struct nan_watch **w)
{
    free(*w);
    *w = NULL;
}

static uint32_t float_bits(struct str type)
{
    return str_eq(type, "f32") ? 32 : str_eq(type, "f64") ? 64 : 0;
}

/* Of the result; 0: not of an operation on floating-point numbers that computes one. */
static uint32_t result_bits(const struct ptx_inst *i, uint32_t *out_operand_bits)
{
    static const char *const names[] = {"add",  "sub",   "mul", "fma", "mad", "div", "rcp",
                                        "sqrt", "rsqrt", "ex2", "lg2", "sin", "cos"};
    uint32_t last = i->mod_count - 1;
    *out_operand_bits = float_bits(i->mods[last]);
    if (str_eq(i->mods[0], "cvt"))
        return i->mod_count > 2 && *out_operand_bits ? float_bits(i->mods[last - 1]) : 0;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (str_eq(i->mods[0], names[k]))
            return *out_operand_bits;
    return 0;
}

static bool is_finite(uint64_t v, uint32_t bits)
{
    uint64_t exponent = bits == 32 ? 0x7f800000 : 0x7ff0000000000000;
    return (v & exponent) != exponent;
}

static bool is_nan(uint64_t v, uint32_t bits)
{
    uint64_t exponent = bits == 32 ? 0x7f800000 : 0x7ff0000000000000;
    return (v & (exponent | (exponent - 1))) > exponent;
}

static bool all_finite(const struct observed_place *p, uint32_t lane, uint32_t bits)
{
    for (uint32_t k = 1; k < p->inst->operand_count; k++) {
        const struct ptx_operand *o = p->inst->operands + k;
        uint64_t v = 0;
        if (o->kind == PTX_OPERAND_REG && observed_register(p, o->reg, lane, &v) &&
            !is_finite(v, bits))
            return false;
    }
    return true;
}

static void look_at_result(struct checked_block *b, const struct observed_place *p, uint32_t bits)
{
    for (uint32_t left = p->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left);
        uint64_t v = 0;
        if (!observed_register(p, p->inst->operands[0].reg, lane, &v) || is_finite(v, bits))
            continue;
        finding_add(&(struct finding_of){.kind = is_nan(v, bits) ? CHECK_NAN : CHECK_INFINITY,
                                         .block = b,
                                         .size = bits / 8,
                                         .thread = p->warp * WARP_LANES + lane,
                                         .inst = checked_number(b, p),
                                         .act = CHECK_EXECUTES});
    }
}

void nan_look(struct checked_block *b, const struct observed_place *p)
{
    struct observed_place *last = &b->nans->last[p->warp];
    uint32_t operand_bits;
    if (last->mask)
        look_at_result(b, last, b->nans->bits[p->warp]);
    *last = *p;
    last->mask = 0;
    b->nans->bits[p->warp] = (uint8_t) result_bits(p->inst, &operand_bits);
    if (!b->nans->bits[p->warp] || !p->inst->operand_count ||
        p->inst->operands[0].kind != PTX_OPERAND_REG)
        return;
    for (uint32_t left = p->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left);
        last->mask |= (uint32_t) all_finite(p, lane, operand_bits) << lane;
    }
}
