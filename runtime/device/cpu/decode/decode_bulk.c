/* SPDX-License-Identifier: Apache-2.0 */
/* cp.async.bulk and cp.reduce.async.bulk (9.7.9.25.5): a loop of plain accesses, 16 bytes or an element at a time, so that each is checked and
 * observed like any other; then bytes are brought to the mbarrier. A copy is complete when it has been issued, which PTX allows, so groups
 * and waits for them are nothing. Next: decode_sync.c. */
#include "device/cpu/decode/decoder.h"

#include <string.h>

#include "device/cpu/code/atom.h"
#include "device/cpu/code/sync_op.h"

enum { CHUNK = 16, CHUNK_WORDS = 4, RANKS = 16, TRIP = 8 };

struct bulk_copy {
    enum ptx_space from_space, to_space;
    uint32_t from, to, size, barrier; /* addresses and bytes, 64 bits each; barrier 0: none */
    uint32_t ranks;                   /* .multicast::cluster: the mask of the blocks; 0: none */
    bool reduces;
    enum atom_kind atom;
    uint32_t width; /* of an element of a reduction */
};

static const char *const ignored[] = {"async",
                                      "bulk",
                                      "reduce",
                                      "L2::cache_hint",
                                      "read",
                                      "bulk_group",
                                      "mbarrier::complete_tx::bytes",
                                      "multicast::cluster",
                                      NULL};

static bool is_one_of(struct str s, const char *const *list)
{
    for (; *list; list++)
        if (str_eq(s, *list))
            return true;
    return false;
}

static uint32_t wide(struct decoder *d, uint64_t value)
{
    return decode_constant_vreg(d, CONSTANT_BITS, 8, value);
}

/* The address in brackets, with its offset added, in a register of this instruction. */
static uint32_t address_of(struct decoder *d, const struct ptx_operand *o, enum ptx_space space)
{
    uint32_t address, to = decode_temp_vreg(d, 8);
    int64_t offset;
    if (!decode_address_vreg(d, o, space, false, &address, &offset))
        return 0;
    decode_emit_op(d, OP_add_64, to, address, wide(d, (uint64_t) offset), 0);
    return to;
}

/* ---- loops: a mark to come back to, and the branch that does ---- */

static uint32_t begin_loop(struct decoder *d)
{
    decode_emit(d, OP_join);
    return (uint32_t) d->ops.n - 1;
}

static void end_loop(struct decoder *d, uint32_t start, uint32_t while_true)
{
    struct op *op = decode_emit_op(d, OP_bra_back_if, 0, while_true, 0, 0);
    op->target = start - ((uint32_t) d->ops.n - 1);
    op->imm = TRIP;
    decode_emit(d, OP_join);
}

static uint32_t begin_skip(struct decoder *d, uint32_t if_true)
{
    decode_emit_op(d, OP_bra_if, 0, if_true, 0, 0);
    return (uint32_t) d->ops.n - 1;
}

static void end_skip(struct decoder *d, uint32_t jump)
{
    decode_emit(d, OP_join);
    d->ops.at[jump].target = (uint32_t) d->ops.n - 1 - jump;
}

/* ---- the accesses ---- */

static void access(struct decoder *d, enum op_code code, uint32_t address, enum ptx_space space,
                   const uint32_t *data, uint32_t count, uint32_t bytes)
{
    uint32_t *list = ARENA_ARRAY(&d->m->arena, uint32_t, count);
    memcpy(list, data, count * sizeof *list);
    struct op *op = decode_emit_op(d, code, 0, address, 0, 0);
    op->space = (uint8_t) space;
    op->count = (uint8_t) count;
    op->target = bytes;
    op->more = list;
    op->cache = d->m->cache_count++;
}

static void move_chunk(struct decoder *d, const struct bulk_copy *c, uint32_t from, uint32_t to,
                       const uint32_t *data)
{
    static const enum op_code atoms[3] = {OP_atom_16, OP_atom_32, OP_atom_64};

    if (!c->reduces) {
        access(d, OP_ld_vector, from, c->from_space, data, CHUNK_WORDS, CHUNK / CHUNK_WORDS);
        access(d, OP_st_vector, to, c->to_space, data, CHUNK_WORDS, CHUNK / CHUNK_WORDS);
        return;
    }
    access(d, OP_ld_vector, from, c->from_space, data, 1, c->width);
    struct op *op = decode_emit_op(d, atoms[c->width / 4], 0, to, data[0], data[0]);
    op->target = c->atom;
    op->space = (uint8_t) c->to_space;
    op->cache = d->m->cache_count++;
}

struct bulk_registers { /* temporaries, which an instruction has few of */
    uint32_t from, to, left, data[CHUNK_WORDS], more;
};

static void move_all(struct decoder *d, const struct bulk_copy *c, uint32_t to,
                     const struct bulk_registers *r)
{
    uint32_t step = c->reduces ? c->width : CHUNK;
    decode_emit_op(d, OP_mov_64, r->from, c->from, 0, 0);
    decode_emit_op(d, OP_mov_64, r->to, to, 0, 0);
    decode_emit_op(d, OP_mov_64, r->left, c->size, 0, 0);
    decode_emit_op(d, OP_eq_64, r->more, c->size, wide(d, 0), 0);
    uint32_t none = begin_skip(d, r->more), start = begin_loop(d);
    move_chunk(d, c, r->from, r->to, r->data);
    decode_emit_op(d, OP_add_64, r->from, r->from, wide(d, step), 0);
    decode_emit_op(d, OP_add_64, r->to, r->to, wide(d, step), 0);
    decode_emit_op(d, OP_sub_64, r->left, r->left, wide(d, step), 0);
    decode_emit_op(d, OP_ne_64, r->more, r->left, wide(d, 0), 0);
    end_loop(d, start, r->more);
    end_skip(d, none);
}

static void complete(struct decoder *d, const struct bulk_copy *c, uint32_t barrier)
{
    struct op *op = decode_emit_op(d, OP_mbarrier, 0, barrier, wide(d, 0), c->size);
    op->space = PTX_SHARED;
    op->count = MBARRIER_COMPLETE;
    op->cache = d->m->cache_count++;
}

/* To the same place in each block of the mask, and to the mbarrier that is there. */
static void multicast(struct decoder *d, const struct bulk_copy *c, const struct bulk_registers *r)
{
    uint32_t rank = decode_temp_vreg(d, 4), bit = decode_temp_vreg(d, 4),
             there = decode_temp_vreg(d, 8), absent = decode_temp_vreg(d, 0);
    decode_emit_op(d, OP_mov_32, rank, decode_word(d, 0), 0, 0);
    uint32_t start = begin_loop(d);
    decode_emit_op(d, OP_shr_u32, bit, c->ranks, rank, 0);
    decode_emit_op(d, OP_and_32, bit, bit, decode_word(d, 1), 0);
    decode_emit_op(d, OP_eq_32, absent, bit, decode_word(d, 0), 0);
    uint32_t skip = begin_skip(d, absent);
    decode_emit_op(d, OP_mapa, there, c->to, rank, 0)->space = PTX_SHARED;
    move_all(d, c, there, r);
    decode_emit_op(d, OP_mapa, there, c->barrier, rank, 0)->space = PTX_SHARED;
    complete(d, c, there);
    end_skip(d, skip);
    decode_emit_op(d, OP_add_32, rank, rank, decode_word(d, 1), 0);
    decode_emit_op(d, OP_ne_32, absent, rank, decode_word(d, RANKS), 0);
    end_loop(d, start, absent);
}

static void check_size(struct decoder *d, const struct bulk_copy *c)
{
    uint32_t rest = decode_temp_vreg(d, 8), whole = decode_temp_vreg(d, 0);
    decode_emit_op(d, OP_and_64, rest, c->size, wide(d, CHUNK - 1), 0);
    decode_emit_op(d, OP_eq_64, whole, rest, wide(d, 0), 0);
    uint32_t jump = begin_skip(d, whole);
    decode_emit(d, OP_trap)->imm = TRAP_BULK_SIZE;
    end_skip(d, jump);
}

static bool emit_copy(struct decoder *d, const struct bulk_copy *c)
{
    struct bulk_registers r = {.from = decode_temp_vreg(d, 8),
                               .to = decode_temp_vreg(d, 8),
                               .left = decode_temp_vreg(d, 8),
                               .more = decode_temp_vreg(d, 0)};
    uint32_t width = !c->reduces ? 4 : c->width;
    for (uint32_t k = 0; k < CHUNK_WORDS; k++)
        r.data[k] = k && c->reduces ? r.data[0] : decode_temp_vreg(d, width);
    decode_set_fp_mode(d, 0);
    check_size(d, c);
    if (c->ranks) {
        multicast(d, c, &r);
        return true;
    }
    move_all(d, c, c->to, &r);
    if (c->barrier)
        complete(d, c, c->barrier);
    return true;
}

/* ---- the instruction ---- */

static bool parse_spaces(const struct ptx_inst *i, uint32_t at, struct bulk_copy *c)
{
    static const char *const shared[] = {"shared::cluster", "shared::cta", NULL};
    if (at + 2 >= i->mod_count)
        return false;
    bool to = is_one_of(i->mods[at], shared), from = is_one_of(i->mods[at + 1], shared);
    c->to_space = to ? PTX_SHARED : PTX_GLOBAL;
    c->from_space = from ? PTX_SHARED : PTX_GLOBAL;
    return (to || str_eq(i->mods[at], "global")) && (from || str_eq(i->mods[at + 1], "global")) &&
           (to || from);
}

static bool parse_rest(const struct ptx_inst *i, uint32_t at, struct bulk_copy *c)
{
    enum ptx_type t = decode_last_type(i);
    for (uint32_t k = at + 2; k < i->mod_count; k++) {
        struct str s = i->mods[k];
        bool known = is_one_of(s, ignored) || str_eq(s, "noftz") ||
                     (c->reduces && k + 1 == i->mod_count) ||
                     (c->reduces && decode_atom_kind(s, t, &c->atom));
        if (!known)
            return false;
    }
    c->width = c->reduces ? ptx_types[t].size : 0;
    return !c->reduces || c->width == 2 || c->width == 4 || c->width == 8;
}

static bool read_operands(struct decoder *d, struct bulk_copy *c)
{
    const struct ptx_inst *i = d->inst;
    const struct ptx_operand *o = i->operands;
    bool waits = ptx_has_mod(i, "mbarrier::complete_tx::bytes"),
         casts = ptx_has_mod(i, "multicast::cluster");
    if (i->operand_count != 3u + waits + casts + ptx_has_mod(i, "L2::cache_hint"))
        return decode_error(d, "takes two addresses, a size, and what its modifiers ask for");
    c->to = address_of(d, &o[0], c->to_space);
    c->from = c->to ? address_of(d, &o[1], c->from_space) : 0;
    uint32_t size =
        c->from && o[2].kind != PTX_OPERAND_INT ? decode_source_vreg(d, &o[2], PTX_U32) : 0;
    if (d->failed)
        return false;
    if (size)
        decode_widen(d, c->size = decode_temp_vreg(d, 8), 8, size, 4, false);
    else
        c->size = wide(d, o[2].bits);
    c->barrier = waits ? address_of(d, &o[3], PTX_SHARED) : 0;
    if (casts && !d->failed) {
        uint32_t mask = decode_source_vreg(d, &o[4], PTX_B16);
        if (mask)
            decode_widen(d, c->ranks = decode_temp_vreg(d, 4), 4, mask, 2, false);
    }
    return !d->failed;
}

bool decode_bulk(struct decoder *d)
{
    static const char *const nothing[] = {"commit_group", "wait_group", "prefetch", NULL};
    const struct ptx_inst *i = d->inst;
    struct bulk_copy c = {.reduces = str_eq(i->mods[1], "reduce")};
    uint32_t at = 3 + c.reduces;
    if (i->mod_count > at && !c.reduces && is_one_of(i->mods[at], nothing))
        return decode_emit(d, OP_prefetch) != NULL;
    if (!parse_spaces(i, at, &c) || !parse_rest(i, at, &c))
        return decode_unknown(d);
    return read_operands(d, &c) && emit_copy(d, &c);
}
