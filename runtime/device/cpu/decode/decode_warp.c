/* SPDX-License-Identifier: Apache-2.0 */
/* shfl, vote, match, redux, activemask (9.7.9.6, 9.7.13). Forms without .sync concern the lanes that are active: OP_activemask gives their member
 * mask. Next: exec/op_warp.c. */
#include "device/cpu/decode/decoder.h"

#include <stdio.h>

/* The member mask: the last operand of a .sync form. */
static uint32_t member_vreg(struct decoder *d, const struct ptx_operand *o, bool sync)
{
    if (sync)
        return decode_source_vreg(d, o, PTX_B32);
    uint32_t vreg = decode_temp_vreg(d, 4);
    decode_emit_op(d, OP_activemask, vreg, 0, 0, 0);
    return vreg;
}

static int index_of(struct str s, const char *const *names, int n)
{
    for (int k = 0; k < n; k++)
        if (str_eq(s, names[k]))
            return k;
    return -1;
}

/* shfl (9.7.9.6): the destination is d or d|p. */
bool decode_shfl(struct decoder *d)
{
    static const char *const modes[] = {"up", "down", "bfly", "idx"};
    const struct ptx_inst *i = d->inst;
    bool sync = ptx_has_mod(i, "sync");
    if (i->mod_count != 3u + sync || !str_eq(i->mods[2 + sync], "b32") ||
        i->operand_count != 4u + sync)
        return decode_unknown(d);
    int mode = index_of(i->mods[1 + sync], modes, 4);
    const struct ptx_operand *o = &i->operands[0];
    bool both = o->kind == PTX_OPERAND_LIST;
    uint32_t to = decode_dest_vreg(d, both ? &o->parts[0] : o, PTX_B32),
             p = both ? decode_dest_vreg(d, &o->parts[1], PTX_PRED) : 0;
    uint32_t a = decode_source_vreg(d, &i->operands[1], PTX_B32),
             b = decode_source_vreg(d, &i->operands[2], PTX_B32);
    uint32_t c = decode_source_vreg(d, &i->operands[3], PTX_B32);
    decode_set_fp_mode(d, 0);
    uint32_t members = d->failed ? 0 : member_vreg(d, sync ? &i->operands[4] : NULL, sync);
    if (mode < 0 || !members)
        return d->failed ? false : decode_unknown(d);
    struct op *op = decode_emit_op(d, OP_shfl, to, a, b, c);
    op->imm = mode | (int64_t) p << 8;
    op->target = members;
    return true;
}

/* vote (9.7.13.8). */
bool decode_vote(struct decoder *d)
{
    static const char *const kinds[] = {"ballot", "all", "any", "uni"}; /* enum vote of op_warp.c */
    const struct ptx_inst *i = d->inst;
    bool sync = ptx_has_mod(i, "sync");
    if (i->mod_count != 3u + sync || i->operand_count != 2u + sync)
        return decode_unknown(d);
    uint32_t k =
        1 + (sync && str_eq(i->mods[1], "sync")); /* PTX allows .sync before and after the kind */
    int kind = index_of(i->mods[k], kinds, 4);
    if (kind < 0)
        return decode_unknown(d);
    uint32_t to = decode_dest_vreg(d, &i->operands[0], kind == 0 ? PTX_B32 : PTX_PRED),
             a = decode_pred_source(d, &i->operands[1]);
    decode_set_fp_mode(d, 0);
    uint32_t members = d->failed ? 0 : member_vreg(d, sync ? &i->operands[2] : NULL, sync);
    if (!members)
        return false;
    struct op *op = decode_emit_op(d, OP_vote, to, a, members, 0);
    op->imm = kind;
    op->count = i->operands[1].negate;
    return true;
}

/* match.sync (9.7.13.10): match.all may also write a predicate. */
bool decode_match(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    enum ptx_type t = ptx_type_named(i->mods[i->mod_count - 1]);
    bool all = ptx_has_mod(i, "all");
    if (i->mod_count != 4 || !ptx_has_mod(i, "sync") || (!all && !ptx_has_mod(i, "any")) ||
        (t != PTX_B32 && t != PTX_B64) || i->operand_count != 3)
        return decode_unknown(d);
    const struct ptx_operand *o = &i->operands[0];
    bool both = o->kind == PTX_OPERAND_LIST;
    uint32_t to = decode_dest_vreg(d, both ? &o->parts[0] : o, PTX_B32),
             p = both ? decode_dest_vreg(d, &o->parts[1], PTX_PRED) : 0;
    uint32_t a = decode_source_vreg(d, &i->operands[1], t),
             members = decode_source_vreg(d, &i->operands[2], PTX_B32);
    if (d->failed)
        return false;
    decode_set_fp_mode(d, 0);
    struct op *op = decode_emit_op(d, OP_match, to, a, members, p);
    op->imm = all;
    op->count = (uint8_t) decode_type_width(t);
    return true;
}

/* redux.sync (9.7.13.12). */
bool decode_redux(struct decoder *d)
{
    static const char *const kinds[] = {"add",     "min.s32", "max.s32", "min.u32",
                                        "max.u32", "and",     "or",      "xor"};
    const struct ptx_inst *i = d->inst;
    enum ptx_type t = ptx_type_named(i->mods[i->mod_count - 1]);
    if (i->mod_count != 4 || !str_eq(i->mods[1], "sync") || decode_type_width(t) != 4 ||
        t == PTX_F32 || i->operand_count != 3)
        return decode_unknown(d);
    struct str op_name = i->mods[2], with_type = {op_name.p, op_name.n + 4};
    int kind = index_of(op_name, kinds, 8);
    if (kind < 0)
        kind = index_of(with_type, kinds, 8);
    uint32_t to = decode_dest_vreg(d, &i->operands[0], t),
             a = decode_source_vreg(d, &i->operands[1], t),
             members = decode_source_vreg(d, &i->operands[2], PTX_B32);
    if (kind < 0 || d->failed)
        return d->failed ? false : decode_unknown(d);
    decode_set_fp_mode(d, 0);
    decode_emit_op(d, OP_redux, to, a, members, 0)->imm = kind;
    return true;
}

/* activemask (9.7.13.11). */
bool decode_activemask(struct decoder *d)
{
    uint32_t to =
        decode_want_operands(d, 1) ? decode_dest_vreg(d, &d->inst->operands[0], PTX_B32) : 0;
    return to && decode_emit_op(d, OP_activemask, to, 0, 0, 0);
}
