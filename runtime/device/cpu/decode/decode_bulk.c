/* SPDX-License-Identifier: Apache-2.0 */
/* cp.async.bulk, also of tensors, and cp.reduce.async.bulk (9.7.9.25.5, 9.7.9.27): a loop of plain accesses, 16 bytes or an element at a time, so that each is checked and
 * observed like any other; then bytes are brought to the mbarrier. A copy is complete when it has been issued, which PTX allows, so groups
 * and waits for them are nothing. Next: decode_sync.c. */
#include "device/cpu/decode/decoder.h"

#include <string.h>

#include "device/cpu/code/atom.h"
#include "device/cpu/code/sync_op.h"
#include "device/cpu/code/tensor_map.h"

enum { WORD = 4, CHUNK = 16, CHUNK_WORDS = 4, RANKS = 16, TRIP = 8 };

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

/* To the mbarrier, which is in shared memory. */
static void complete(struct decoder *d, uint32_t size, uint32_t barrier)
{
    struct op *op = decode_emit_op(d, OP_mbarrier, 0, barrier, wide(d, 0), size);
    op->space = PTX_SHARED;
    op->count = MBARRIER_COMPLETE;
    op->cache = d->m->cache_count++;
}

/* A loop over the blocks of a mask. */
struct each_rank {
    uint32_t rank, start, skip;
};

static void begin_ranks(struct decoder *d, uint32_t ranks, struct each_rank *r)
{
    uint32_t bit = decode_temp_vreg(d, 4), absent = decode_temp_vreg(d, 0);
    r->rank = decode_temp_vreg(d, 4);
    decode_emit_op(d, OP_mov_32, r->rank, decode_word(d, 0), 0, 0);
    r->start = begin_loop(d);
    decode_emit_op(d, OP_shr_u32, bit, ranks, r->rank, 0);
    decode_emit_op(d, OP_and_32, bit, bit, decode_word(d, 1), 0);
    decode_emit_op(d, OP_eq_32, absent, bit, decode_word(d, 0), 0);
    r->skip = begin_skip(d, absent);
}

static void end_ranks(struct decoder *d, const struct each_rank *r)
{
    uint32_t more = decode_temp_vreg(d, 0);
    end_skip(d, r->skip);
    decode_emit_op(d, OP_add_32, r->rank, r->rank, decode_word(d, 1), 0);
    decode_emit_op(d, OP_ne_32, more, r->rank, decode_word(d, RANKS), 0);
    end_loop(d, r->start, more);
}

/* To the same place in each block of the mask, and to the mbarrier that is there. */
static void multicast(struct decoder *d, const struct bulk_copy *c, const struct bulk_registers *r)
{
    uint32_t there = decode_temp_vreg(d, 8);
    struct each_rank each;
    begin_ranks(d, c->ranks, &each);
    decode_emit_op(d, OP_mapa, there, c->to, each.rank, 0)->space = PTX_SHARED;
    move_all(d, c, there, r);
    decode_emit_op(d, OP_mapa, there, c->barrier, each.rank, 0)->space = PTX_SHARED;
    complete(d, c->size, there);
    end_ranks(d, &each);
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
        complete(d, c->size, c->barrier);
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

/* ---- tensors (9.7.9.27) ---- */

struct tensor_copy {
    bool store;                                 /* from shared memory to the tensor */
    uint32_t map, shared, size, barrier, ranks; /* as in struct bulk_copy */
    uint32_t coords[TENSOR_RANK_MAX], rank;
};

struct tensor_registers {
    uint32_t at, place[3], step, more, outside, data[CHUNK_WORDS], byte;
};

/* A piece of the box. What is outside of the tensor is zero, and is not stored. */
static void move_piece(struct decoder *d, const struct tensor_copy *c,
                       const struct tensor_registers *r, uint32_t size)
{
    uint32_t global = r->place[0], shared = r->place[1], bytes = size < WORD ? 1 : WORD,
             count = size / bytes, skip;
    const uint32_t *data = size < WORD ? &r->byte : r->data;
    for (uint32_t k = 0; k < count; k++)
        decode_emit_op(d, size < WORD ? OP_mov_16 : OP_mov_32, data[k],
                       decode_constant_vreg(d, CONSTANT_BITS, size < WORD ? 2 : WORD, 0), 0, 0);
    skip = begin_skip(d, r->outside);
    access(d, OP_ld_vector, c->store ? shared : global, c->store ? PTX_SHARED : PTX_GLOBAL, data,
           count, bytes);
    if (!c->store)
        end_skip(d, skip);
    access(d, OP_st_vector, c->store ? global : shared, c->store ? PTX_GLOBAL : PTX_SHARED, data,
           count, bytes);
    if (c->store)
        end_skip(d, skip);
    decode_emit_op(d, OP_mov_64, r->step, wide(d, size), 0, 0);
}

static void emit_place(struct decoder *d, const struct tensor_copy *c, uint32_t shared,
                       const struct tensor_registers *r)
{
    uint32_t *list = ARENA_ARRAY(&d->m->arena, uint32_t, c->rank + 3);
    memcpy(list, c->coords, c->rank * sizeof *list);
    memcpy(list + c->rank, r->place, sizeof r->place);
    struct op *op = decode_emit_op(d, OP_tensor_at, 0, c->map, r->at, shared);
    op->count = (uint8_t) c->rank;
    op->target = 3;
    op->more = list;
}

static void move_box(struct decoder *d, const struct tensor_copy *c, uint32_t shared,
                     const struct tensor_registers *r)
{
    static const struct {
        uint32_t state, size;
    } sizes[] = {
        {0,           CHUNK},
        {TENSOR_WORD, WORD },
        {TENSOR_BYTE, 1    }
    };

    uint32_t state = r->place[2];
    decode_emit_op(d, OP_mov_64, r->at, wide(d, 0), 0, 0);
    uint32_t start = begin_loop(d);
    emit_place(d, c, shared, r);
    decode_emit_op(d, OP_and_64, r->step, state, wide(d, TENSOR_INSIDE), 0);
    decode_emit_op(d, OP_eq_64, r->outside, r->step, wide(d, 0), 0);
    decode_emit_op(d, OP_sub_64, state, state, r->step, 0);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        decode_emit_op(d, OP_ne_64, r->more, state, wide(d, sizes[k].state), 0);
        uint32_t skip = begin_skip(d, r->more);
        move_piece(d, c, r, sizes[k].size);
        end_skip(d, skip);
    }
    decode_emit_op(d, OP_add_64, r->at, r->at, r->step, 0);
    decode_emit_op(d, OP_lt_u64, r->more, r->at, c->size, 0);
    end_loop(d, start, r->more);
}

static void emit_box(struct decoder *d, struct tensor_copy *c)
{
    struct tensor_registers r = {.at = decode_temp_vreg(d, 8),
                                 .step = decode_temp_vreg(d, 8),
                                 .more = decode_temp_vreg(d, 0),
                                 .outside = decode_temp_vreg(d, 0),
                                 .byte = decode_temp_vreg(d, 2)};
    for (uint32_t k = 0; k < 3; k++)
        r.place[k] = decode_temp_vreg(d, 8);
    for (uint32_t k = 0; k < CHUNK_WORDS; k++)
        r.data[k] = decode_temp_vreg(d, 4);
    c->size = decode_temp_vreg(d, 8);
    decode_set_fp_mode(d, 0);
    decode_emit_op(d, OP_tensor_size, c->size, c->map, 0, 0)->imm = c->rank;
    if (!c->ranks) {
        move_box(d, c, c->shared, &r);
        if (c->barrier)
            complete(d, c->size, c->barrier);
        return;
    }
    uint32_t there = decode_temp_vreg(d, 8);
    struct each_rank each;
    begin_ranks(d, c->ranks, &each);
    decode_emit_op(d, OP_mapa, there, c->shared, each.rank, 0)->space = PTX_SHARED;
    move_box(d, c, there, &r);
    decode_emit_op(d, OP_mapa, there, c->barrier, each.rank, 0)->space = PTX_SHARED;
    complete(d, c->size, there);
    end_ranks(d, &each);
}

/* [map, {coordinates}] */
static bool read_box(struct decoder *d, const struct ptx_operand *o, struct tensor_copy *c)
{
    struct ptx_operand map = *o;
    if (o->kind != PTX_OPERAND_MEMORY || o->part_count != 1 ||
        decode_list_count(&o->parts[0]) != c->rank)
        return decode_error(d, "expected [tensor map, {%u coordinates}]", c->rank);
    map.part_count = 0;
    if (!(c->map = address_of(d, &map, PTX_GENERIC)))
        return false;
    for (uint32_t k = 0; k < c->rank; k++)
        if (!(c->coords[k] = decode_source_vreg(d, decode_list_part(&o->parts[0], k), PTX_S32)))
            return false;
    return true;
}

/* cp.async.bulk.tensor.2d.shared::cluster.global.tile..., or .global.shared::cta: the modifiers from .2d on */
static bool parse_tensor(const struct ptx_inst *i, uint32_t at, struct tensor_copy *c)
{
    static const char *const known[] = {"tile",
                                        "mbarrier::complete_tx::bytes",
                                        "multicast::cluster",
                                        "bulk_group",
                                        "L2::cache_hint",
                                        NULL};
    if (at + 2 >= i->mod_count || i->mods[at].n != 2 || i->mods[at].p[1] != 'd' ||
        i->mods[at].p[0] < '1' || i->mods[at].p[0] > '5')
        return false;
    struct bulk_copy spaces;
    if (!parse_spaces(i, at + 1, &spaces) || spaces.to_space == spaces.from_space)
        return false;
    c->rank = (uint32_t) (i->mods[at].p[0] - '0');
    c->store = spaces.to_space == PTX_GLOBAL;
    for (uint32_t k = at + 3; k < i->mod_count; k++)
        if (!is_one_of(i->mods[k], known))
            return false;
    return true;
}

static bool decode_tensor(struct decoder *d, uint32_t at)
{
    const struct ptx_inst *i = d->inst;
    const struct ptx_operand *o = i->operands;
    struct tensor_copy c = {0};
    bool casts = ptx_has_mod(i, "multicast::cluster");
    if (!parse_tensor(i, at, &c))
        return decode_unknown(d);
    if (i->operand_count != 2u + !c.store + casts + ptx_has_mod(i, "L2::cache_hint"))
        return decode_error(d, "takes a box, an address, and what its modifiers ask for");
    if (!(c.shared = address_of(d, &o[c.store], PTX_SHARED)) || !read_box(d, &o[!c.store], &c) ||
        (!c.store && !(c.barrier = address_of(d, &o[2], PTX_SHARED))))
        return false;
    uint32_t mask = casts ? decode_source_vreg(d, &o[3], PTX_B16) : 0;
    if (casts && !mask)
        return false;
    if (casts)
        decode_widen(d, c.ranks = decode_temp_vreg(d, 4), 4, mask, 2, false);
    emit_box(d, &c);
    return !d->failed;
}

/* st.async.shared::cluster.mbarrier::complete_tx::bytes{.v2, .v4}.type [a], b, [mbar] (9.7.9.12): a store, and its bytes for the mbarrier. */
bool decode_store_async(struct decoder *d)
{
    static const char *const known[] = {
        "async", "weak", "shared::cluster", "v2", "v4", "mbarrier::complete_tx::bytes", NULL};
    const struct ptx_inst *i = d->inst;
    enum ptx_type t = decode_last_type(i);
    uint32_t count = ptx_has_mod(i, "v4") ? 4 : ptx_has_mod(i, "v2") ? 2 : 1, list[4];
    bool valid = ptx_has_mod(i, "mbarrier::complete_tx::bytes") && i->operand_count == 3 &&
                 (ptx_types[t].size == 4 || ptx_types[t].size == 8);
    for (uint32_t k = 1; k + 1 < i->mod_count; k++)
        valid &= is_one_of(i->mods[k], known);
    if (!valid)
        return decode_unknown(d);
    uint32_t to = address_of(d, &i->operands[0], PTX_SHARED),
             barrier = to ? address_of(d, &i->operands[2], PTX_SHARED) : 0;
    if (!barrier)
        return false;
    if (decode_list_count(&i->operands[1]) != count)
        return decode_error(d, "expected %u values", count);
    for (uint32_t k = 0; k < count; k++)
        if (!(list[k] = decode_source_vreg(d, decode_list_part(&i->operands[1], k), t)))
            return false;
    decode_set_fp_mode(d, 0);
    access(d, OP_st_vector, to, PTX_SHARED, list, count, ptx_types[t].size);
    complete(d, wide(d, count * ptx_types[t].size), barrier);
    return true;
}

bool decode_bulk(struct decoder *d)
{
    static const char *const nothing[] = {"commit_group", "wait_group", "prefetch", NULL};
    const struct ptx_inst *i = d->inst;
    struct bulk_copy c = {.reduces = str_eq(i->mods[1], "reduce")};
    uint32_t at = 3 + c.reduces;
    if (i->mod_count > at && !c.reduces && is_one_of(i->mods[at], nothing))
        return decode_emit(d, OP_prefetch) != NULL;
    if (i->mod_count > at && !c.reduces && str_eq(i->mods[at], "tensor"))
        return decode_tensor(d, at + 1);
    if (!parse_spaces(i, at, &c) || !parse_rest(i, at, &c))
        return decode_unknown(d);
    return read_operands(d, &c) && emit_copy(d, &c);
}
