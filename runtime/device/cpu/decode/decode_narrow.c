/* SPDX-License-Identifier: Apache-2.0 */
/* Registers of 64 bits whose upper half nobody needs. NVRTC computes addresses in shared memory with 64 bits, and accesses take the lower 32 of
 * them. The lower half of a sum or a product depends on the lower halves of its operands only, so such a register gets a vector register of 32
 * bits, and the instructions that write it become ops of 32 bits: half the lanes' bytes, and no check that an index does not wrap.
 *
 * Code that a debugger reads (it has .section debug_...) is left as it is. Next: decode_alias.c. */
#include "device/cpu/decode/decoder.h"

#include <string.h>

enum { PASSES_MAX = 20 }; /* from the last instruction back, so that a chain of them takes one */

static const struct narrowing {
    const char *name;
    enum op_code code;
    uint8_t operands, words; /* sources; those that have 32 bits, as bits */
} narrowings[] = {
    {"add.s64",      OP_add_32, 2, 0},
    {"add.u64",      OP_add_32, 2, 0},
    {"sub.s64",      OP_sub_32, 2, 0},
    {"sub.u64",      OP_sub_32, 2, 0},
    {"neg.s64",      OP_neg_32, 1, 0},
    {"mul.lo.s64",   OP_mul_32, 2, 0},
    {"mul.lo.u64",   OP_mul_32, 2, 0},
    {"mul.wide.s32", OP_mul_32, 2, 3},
    {"mul.wide.u32", OP_mul_32, 2, 3},
    {"mad.lo.s64",   OP_mad_32, 3, 0},
    {"mad.lo.u64",   OP_mad_32, 3, 0},
    {"mad.wide.s32", OP_mad_32, 3, 3},
    {"mad.wide.u32", OP_mad_32, 3, 3},
    {"shl.b64",      OP_shl_32, 2, 2},
    {"and.b64",      OP_and_32, 2, 0},
    {"or.b64",       OP_or_32,  2, 0},
    {"xor.b64",      OP_xor_32, 2, 0},
    {"not.b64",      OP_not_32, 1, 0},
    {"mov.u64",      OP_mov_32, 1, 0},
    {"mov.s64",      OP_mov_32, 1, 0},
    {"mov.b64",      OP_mov_32, 1, 0},
    {"cvt.s64.s32",  OP_mov_32, 1, 1},
    {"cvt.u64.u32",  OP_mov_32, 1, 1},
};

static bool is_wide(const struct decoder *d, uint32_t reg)
{
    enum ptx_type t = d->f->regs.at[reg];
    return ptx_types[t].size == 8 && ptx_types[t].kind != PTX_KIND_FLOAT;
}

static bool is_shared_address(const struct decoder *d, const struct ptx_operand *o)
{
    const struct ptx_var *v = o->var ? o->var : ptx_var_named(d->m->ptx, o->name);
    return v && v->space == PTX_SHARED;
}

static bool fits(const struct decoder *d, const struct ptx_operand *o, bool word)
{
    switch (o->kind) {
    case PTX_OPERAND_INT: return true;
    case PTX_OPERAND_SYMBOL: return !word && is_shared_address(d, o);
    case PTX_OPERAND_REG:
        return !o->negate && !o->select.n &&
               (word ? ptx_types[d->f->regs.at[o->reg]].size == 4 : is_wide(d, o->reg));
    default: return false;
    }
}

/* NULL: the instruction is none of them. */
static const struct narrowing *narrowing_of(const struct decoder *d, const struct ptx_inst *i)
{
    const struct narrowing *found = NULL;
    for (size_t k = 0; k < sizeof narrowings / sizeof *narrowings && !found; k++)
        if (str_eq(i->name, narrowings[k].name))
            found = &narrowings[k];
    if (!found || i->operand_count != found->operands + 1u ||
        i->operands[0].kind != PTX_OPERAND_REG || !is_wide(d, i->operands[0].reg))
        return NULL;
    for (uint32_t k = 0; k < found->operands; k++)
        if (!fits(d, &i->operands[1 + k], found->words >> k & 1))
            return NULL;
    return found;
}

/* cvt.u32.u64 and its like: all that it reads is the lower half. */
static bool is_cut(const struct decoder *d, const struct ptx_inst *i)
{
    static const char *const names[] = {"cvt.u32.u64", "cvt.u32.s64", "cvt.s32.u64", "cvt.s32.s64"};
    bool found = false;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        found |= str_eq(i->name, names[k]);
    return found && i->operand_count == 2 && i->operands[0].kind == PTX_OPERAND_REG &&
           ptx_types[d->f->regs.at[i->operands[0].reg]].size == 4 &&
           i->operands[1].kind == PTX_OPERAND_REG && fits(d, &i->operands[1], false);
}

/* ---- which registers ---- */

static bool drop(struct decoder *d, const struct ptx_operand *o)
{
    bool any = false;
    if (o->kind == PTX_OPERAND_REG || o->has_reg) {
        any = d->narrow[o->reg];
        d->narrow[o->reg] = false;
    }
    for (uint32_t k = 0; k < o->part_count; k++)
        any |= drop(d, &o->parts[k]);
    return any;
}

/* An access of one element, which takes an address of 32 bits. */
static bool is_plain_access(const struct ptx_inst *i)
{
    return i->mod_count == 3 && (str_eq(i->mods[0], "ld") || str_eq(i->mods[0], "st")) &&
           (str_eq(i->mods[1], "shared") || str_eq(i->mods[1], "shared::cta"));
}

/* Something about the instruction needs whole registers. True: they were narrow so far. */
static bool drop_whole(struct decoder *d, const struct ptx_inst *i)
{
    const struct narrowing *n = narrowing_of(d, i);
    bool any = false, access = is_plain_access(i), cuts = is_cut(d, i);
    for (uint32_t k = 0; k < i->operand_count; k++) {
        const struct ptx_operand *o = &i->operands[k];
        bool address = access && o->kind == PTX_OPERAND_MEMORY && !o->part_count;
        bool half = cuts || (n && (k == 0 || d->narrow[i->operands[0].reg]));
        if (!address && !half)
            any |= drop(d, o);
    }
    return any;
}

void decode_find_narrow(struct decoder *d)
{
    bool any = true;
    for (uint32_t r = 0; r < d->f->regs.n; r++)
        d->narrow[r] = is_wide(d, r) && !d->m->ptx->sections.n;
    for (int pass = 0; any && pass < PASSES_MAX; pass++) {
        any = false;
        for (size_t k = d->f->insts.n; k-- > 0;)
            any |= drop_whole(d, &d->f->insts.at[k]);
    }
    if (any)
        memset(d->narrow, 0, d->f->regs.n * sizeof *d->narrow);
}

/* ---- their instructions ---- */

static bool writes_narrow(const struct decoder *d, const struct ptx_inst *i)
{
    return i->operand_count && i->operands[0].kind == PTX_OPERAND_REG &&
           d->narrow[i->operands[0].reg];
}

static bool cuts_narrow(const struct decoder *d, const struct ptx_inst *i)
{
    return is_cut(d, i) && d->narrow[i->operands[1].reg];
}

bool decode_is_narrow(const struct decoder *d, const struct ptx_inst *i)
{
    return writes_narrow(d, i) || cuts_narrow(d, i);
}

bool decode_moves_narrow(const struct decoder *d, const struct ptx_inst *i)
{
    const struct narrowing *n = writes_narrow(d, i) ? narrowing_of(d, i) : NULL;
    return (n && n->code == OP_mov_32) || cuts_narrow(d, i);
}

static uint32_t lower_half(struct decoder *d, const struct ptx_operand *o)
{
    if (o->kind == PTX_OPERAND_REG && decode_reg_width(d, o->reg) == 8)
        return decode_lower_half(d, o->reg);
    return decode_source_vreg(d, o, PTX_B32);
}

bool decode_narrow(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    const struct narrowing *n = narrowing_of(d, i);
    uint32_t from[3] = {0}, to = decode_reg_vreg(d, i->operands[0].reg);
    for (uint32_t k = 0; k + 1 < i->operand_count; k++)
        from[k] = lower_half(d, &i->operands[1 + k]);
    if (!d->failed)
        decode_emit_op(d, n ? n->code : OP_mov_32, to, from[0], from[1], from[2]);
    return !d->failed;
}
