/* SPDX-License-Identifier: Apache-2.0 */
/* cp.async (9.7.9.25): a load and a store at once. PTX allows a copy to complete at any time before the wait for it, so groups and waits are
 * nothing. Next: decode_mem.c. */
#include "device/cpu/decode/decoder.h"

enum { WORD = 4, WORDS_MAX = 4 };

struct async_copy {
    uint32_t words, size; /* size: the register with the bytes to read; 0: all of them */
    uint32_t from, to;    /* addresses */
    int64_t from_offset, to_offset;
    uint32_t data[WORDS_MAX];
};

/* The words of a copy, at an address. */
static void access_words(struct decoder *d, const struct async_copy *c, bool store)
{
    uint32_t *list = ARENA_ARRAY(&d->m->arena, uint32_t, c->words);
    for (uint32_t k = 0; k < c->words; k++)
        list[k] = c->data[k];
    struct op *op =
        decode_emit_op(d, store ? OP_st_vector : OP_ld_vector, 0, store ? c->to : c->from, 0, 0);
    op->imm = store ? c->to_offset : c->from_offset;
    op->space = store ? PTX_SHARED : PTX_GLOBAL;
    op->count = (uint8_t) c->words;
    op->target = WORD;
    op->more = list;
    op->cache = d->m->cache_count++;
}

/* The lanes that read some bytes only: each word of which they read a byte, and its other bytes are zeros. */
static void load_part(struct decoder *d, const struct async_copy *c)
{
    uint32_t some = decode_temp_vreg(d, 0), drop = decode_temp_vreg(d, WORD);
    for (uint32_t k = 0; k < c->words; k++) {
        decode_emit_op(d, OP_gt_u32, some, c->size, decode_word(d, WORD * k), 0);
        decode_emit_op(d, OP_guard, 0, some, 0, 0);
        struct op *op = decode_emit_op(d, OP_ld_global_32, c->data[k], c->from, 0, 0);
        op->imm = c->from_offset + WORD * (int64_t) k;
        op->space = PTX_GLOBAL;
        op->cache = d->m->cache_count++;
        decode_emit(d, OP_unguard);
        decode_emit_op(d, OP_sub_32, drop, decode_word(d, WORD * (k + 1)), c->size, 0);
        decode_emit_op(d, OP_max_s32, drop, drop, decode_word(d, 0), 0);
        decode_emit_op(d, OP_mul_32, drop, drop, decode_word(d, 8), 0);
        decode_emit_op(d, OP_shl_32, c->data[k], c->data[k], drop, 0);
        decode_emit_op(d, OP_shr_u32, c->data[k], c->data[k], drop, 0);
    }
}

/* Lanes that read everything, or nothing, need no more than a guard. */
static void load_sized(struct decoder *d, const struct async_copy *c)
{
    uint32_t all = decode_temp_vreg(d, 0), less = decode_temp_vreg(d, WORD),
             bytes = c->words * WORD;
    for (uint32_t k = 0; k < c->words; k++)
        decode_emit_op(d, OP_mov_32, c->data[k], decode_word(d, 0), 0, 0);
    decode_emit_op(d, OP_ge_u32, all, c->size, decode_word(d, bytes), 0);
    decode_emit_op(d, OP_guard, 0, all, 0, 0);
    access_words(d, c, false);
    decode_emit(d, OP_unguard);
    decode_emit_op(d, OP_sub_32, less, c->size, decode_word(d, 1), 0);
    decode_emit_op(d, OP_ge_u32, all, less, decode_word(d, bytes - 1), 0);
    uint32_t jump = (uint32_t) d->ops.n;
    decode_emit_op(d, OP_bra_if, 0, all, 0, 0);
    load_part(d, c);
    decode_emit(d, OP_join);
    d->ops.at[jump].target = (uint32_t) d->ops.n - 1 - jump;
}

/* The third operand is the bytes to read, or a predicate that says to read none. */
static bool read_size(struct decoder *d, struct async_copy *c)
{
    const struct ptx_operand *o = &d->inst->operands[3];
    if (o->kind == PTX_OPERAND_REG && d->f->regs.at[o->reg] == PTX_PRED) {
        c->size = decode_temp_vreg(d, WORD);
        decode_emit_op(d, OP_selp_32, c->size, decode_word(d, 0), decode_word(d, c->words * WORD),
                       decode_reg_vreg(d, o->reg));
        return true;
    }
    if (o->kind == PTX_OPERAND_INT && o->bits >= c->words * WORD)
        return true;
    return (c->size = decode_source_vreg(d, o, PTX_B32)) != 0;
}

static bool copy(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    bool hint = ptx_has_mod(i, "L2::cache_hint");
    uint32_t operands = i->operand_count - hint;
    if (operands < 3 || operands > 4 || i->operands[2].kind != PTX_OPERAND_INT)
        return decode_error(d, "takes two addresses, a size, and maybe the bytes to read");
    uint64_t size = i->operands[2].bits;
    bool valid = size == 16 || (ptx_has_mod(i, "ca") && (size == 4 || size == 8));
    if (!valid)
        return decode_error(d, "the size must be 4, 8 or 16 (.cg: 16)");
    struct async_copy c = {.words = (uint32_t) size / WORD};
    for (uint32_t k = 0; k < c.words; k++)
        c.data[k] = decode_temp_vreg(d, WORD);
    if (!decode_address_vreg(d, &i->operands[0], PTX_SHARED, false, &c.to, &c.to_offset) ||
        !decode_address_vreg(d, &i->operands[1], PTX_GLOBAL, false, &c.from, &c.from_offset) ||
        (operands == 4 && !read_size(d, &c)))
        return false;
    if (c.size)
        load_sized(d, &c);
    else
        access_words(d, &c, false);
    access_words(d, &c, true);
    return true;
}

bool decode_cp(struct decoder *d)
{
    static const char *const waits[] = {"commit_group", "wait_group", "wait_all"};
    static const char *const known[] = {
        "async",  "ca",      "cg",       "shared",   "shared::cta",
        "global", "L2::64B", "L2::128B", "L2::256B", "L2::cache_hint"};
    const struct ptx_inst *i = d->inst;
    if (i->mod_count > 3 && (str_eq(i->mods[2], "bulk") || str_eq(i->mods[1], "reduce")))
        return decode_bulk(d);
    if (i->mod_count < 3 || !str_eq(i->mods[1], "async"))
        return decode_unknown(d);
    if (str_eq(i->mods[2], "mbarrier") && i->mod_count > 3 && str_eq(i->mods[3], "arrive"))
        return decode_copies_arrive(d);
    for (size_t k = 0; k < sizeof waits / sizeof *waits; k++)
        if (i->mod_count == 3 && str_eq(i->mods[2], waits[k]))
            return decode_emit(d, OP_prefetch) != NULL;
    for (uint32_t m = 1; m < i->mod_count; m++) {
        size_t k = 0, n = sizeof known / sizeof *known;
        while (k < n && !str_eq(i->mods[m], known[k]))
            k++;
        if (k == n)
            return decode_unknown(d);
    }
    return copy(d);
}
