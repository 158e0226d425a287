/* SPDX-License-Identifier: Apache-2.0 */
/* mbarrier objects and clusters of blocks (9.7.13.3, 9.7.13.15, 9.7.9.23): operands as vector registers of 64 bits. Hints about programmatic launches and
 * registers change nothing here. Next: code/sync_op.h, exec/sync.c. */
#include "device/cpu/decode/decoder.h"

#include <string.h>

#include "device/cpu/code/sync_op.h"

static bool is_one_of(struct str s, const char *const *list)
{
    for (; *list; list++)
        if (str_eq(s, *list))
            return true;
    return false;
}

/* Modifiers from `first` on must be among these. */
static bool only(const struct ptx_inst *i, uint32_t first, const char *const *list)
{
    for (uint32_t k = first; k < i->mod_count; k++)
        if (!is_one_of(i->mods[k], list))
            return false;
    return true;
}

static enum ptx_space space_of(const struct ptx_inst *i)
{
    return ptx_has_mod(i, "shared") || ptx_has_mod(i, "shared::cta") ||
                   ptx_has_mod(i, "shared::cluster")
               ? PTX_SHARED
               : PTX_GENERIC;
}

/* An operand of 32 bits in a register of 64. */
static uint32_t wide_vreg(struct decoder *d, const struct ptx_operand *o)
{
    if (o->kind == PTX_OPERAND_INT)
        return decode_constant_vreg(d, CONSTANT_BITS, 8, o->bits);
    uint32_t from = decode_source_vreg(d, o, PTX_U32), to = decode_temp_vreg(d, 8);
    if (from)
        decode_widen(d, to, 8, from, 4, false);
    return from ? to : 0;
}

/* ---- mbarrier (9.7.13.15) ---- */

static struct op *emit_mbarrier(struct decoder *d, enum mbarrier_op what,
                                const struct ptx_operand *at, uint32_t to, uint32_t count,
                                uint32_t bytes)
{
    uint32_t address;
    int64_t offset;
    enum ptx_space space = space_of(d->inst);
    if (!decode_address_vreg(d, at, space, false, &address, &offset))
        return NULL;
    uint32_t none = decode_constant_vreg(d, CONSTANT_BITS, 8, 0);
    decode_set_fp_mode(d, 0);
    struct op *op =
        decode_emit_op(d, OP_mbarrier, to, address, count ? count : none, bytes ? bytes : none);
    op->imm = offset;
    op->space = (uint8_t) space;
    op->count = what;
    op->cache = d->m->cache_count++;
    return op;
}

static bool decode_arrive(struct decoder *d, bool drop)
{
    static const char *const known[] = {"release",     "relaxed",         "cta",
                                        "cluster",     "shared",          "b64",
                                        "shared::cta", "shared::cluster", NULL};
    const struct ptx_inst *i = d->inst;
    const struct ptx_operand *o = i->operands;
    bool expects = i->mod_count > 2 && str_eq(i->mods[2], "expect_tx"),
         open = i->mod_count > 2 && str_eq(i->mods[2], "noComplete");
    if (!only(i, 2u + (expects || open), known) || i->operand_count < 1)
        return decode_unknown(d);
    bool has_state = o[0].kind != PTX_OPERAND_MEMORY;
    uint32_t rest = i->operand_count - has_state;
    if (rest < 1u + (expects || open) || rest > 2)
        return decode_error(d, "takes a state, an address, and a count");
    uint32_t to =
        has_state && o[0].kind != PTX_OPERAND_SINK ? decode_dest_vreg(d, &o[0], PTX_B64) : 0;
    const struct ptx_operand *at = o + has_state;
    uint32_t number = rest == 2 ? wide_vreg(d, at + 1) : 0,
             one = decode_constant_vreg(d, CONSTANT_BITS, 8, 1);
    return !d->failed && emit_mbarrier(d, drop ? MBARRIER_DROP : MBARRIER_ARRIVE, at, to,
                                       rest == 2 && !expects ? number : one, expects ? number : 0);
}

static bool decode_tx(struct decoder *d, bool expect)
{
    static const char *const known[] = {"relaxed", "cta",         "cluster",         "shared",
                                        "b64",     "shared::cta", "shared::cluster", NULL};
    if (!only(d->inst, 2, known) || !decode_want_operands(d, 2))
        return d->failed ? false : decode_unknown(d);
    uint32_t bytes = wide_vreg(d, &d->inst->operands[1]);
    return bytes && emit_mbarrier(d, expect ? MBARRIER_EXPECT : MBARRIER_COMPLETE,
                                  &d->inst->operands[0], 0, 0, bytes);
}

/* test_wait, try_wait: the op's result is 1 or 0 in 64 bits, then a predicate. A hint about the time is no promise. */
static bool decode_wait(struct decoder *d)
{
    static const char *const known[] = {"acquire", "relaxed",     "cta", "cluster",
                                        "shared",  "shared::cta", "b64", NULL};
    const struct ptx_inst *i = d->inst;
    bool parity = i->mod_count > 2 && str_eq(i->mods[2], "parity"),
         tries = str_eq(i->mods[1], "try_wait");
    uint32_t address;
    int64_t offset;
    if (!only(i, 2u + parity, known))
        return decode_unknown(d);
    if (i->operand_count < 3 || i->operand_count > 3u + tries)
        return decode_error(d, "takes a predicate, an address, and a state or a parity");
    enum ptx_space space = space_of(i);
    uint32_t to = decode_dest_vreg(d, &i->operands[0], PTX_PRED),
             by = parity ? wide_vreg(d, &i->operands[2])
                         : decode_source_vreg(d, &i->operands[2], PTX_B64);
    if (d->failed || !decode_address_vreg(d, &i->operands[1], space, false, &address, &offset))
        return false;
    decode_set_fp_mode(d, 0);
    uint32_t done = decode_temp_vreg(d, 8);
    struct op *op = decode_emit_op(d, OP_mbarrier_wait, done, address, by, 0);
    op->imm = offset;
    op->space = (uint8_t) space;
    op->count = parity ? WAIT_BY_PARITY : WAIT_BY_STATE;
    op->cache = d->m->cache_count++;
    decode_emit_op(d, OP_ne_64, to, done, decode_constant_vreg(d, CONSTANT_BITS, 8, 0), 0);
    return true;
}

bool decode_mbarrier(struct decoder *d)
{
    static const char *const known[] = {"shared", "shared::cta", "b64", NULL};
    const struct ptx_inst *i = d->inst;
    struct str what = i->mod_count > 1 ? i->mods[1] : (struct str){0};
    bool init = str_eq(what, "init"), drop = str_eq(what, "arrive_drop");
    if (str_eq(what, "test_wait") || str_eq(what, "try_wait"))
        return decode_wait(d);
    if (drop || str_eq(what, "arrive"))
        return decode_arrive(d, drop);
    if (str_eq(what, "expect_tx") || str_eq(what, "complete_tx"))
        return decode_tx(d, str_eq(what, "expect_tx"));
    if (str_eq(what, "pending_count") && decode_want_operands(d, 2)) {
        uint32_t to = decode_dest_vreg(d, &i->operands[0], PTX_B32),
                 state = decode_source_vreg(d, &i->operands[1], PTX_B64);
        return !d->failed && decode_emit_op(d, OP_mbarrier_pending, to, state, 0, 0);
    }
    if ((!init && !str_eq(what, "inval")) || !only(i, 2, known))
        return d->failed ? false : decode_unknown(d);
    if (!decode_want_operands(d, 1u + init))
        return false;
    uint32_t count = init ? wide_vreg(d, &i->operands[1]) : 0;
    struct op *op = d->failed ? NULL
                              : emit_mbarrier(d, init ? MBARRIER_INIT : MBARRIER_INVAL,
                                              &i->operands[0], count, 0, 0);
    if (op && init) {
        op->code = OP_mbarrier_init;
        op->run[0] = d->set->run[OP_mbarrier_init][0];
        op->run[1] = d->set->run[OP_mbarrier_init][1];
    }
    return op;
}

/* cp.async.mbarrier.arrive (9.7.13.15.17): copies are complete when they have been executed, so it arrives at once. Without .noinc the phase
 * expects that arrival in addition. */
bool decode_copies_arrive(struct decoder *d)
{
    static const char *const known[] = {"shared", "shared::cta", "b64", "noinc", NULL};
    if (!only(d->inst, 4, known) || !decode_want_operands(d, 1))
        return d->failed ? false : decode_unknown(d);
    uint32_t one = decode_constant_vreg(d, CONSTANT_BITS, 8, 1);
    return emit_mbarrier(d, ptx_has_mod(d->inst, "noinc") ? MBARRIER_ARRIVE : MBARRIER_CHECK,
                         &d->inst->operands[0], 0, one, 0);
}

/* ---- clusters ---- */

/* barrier.cluster.arrive, .wait (9.7.13.3) */
bool decode_cluster_barrier(struct decoder *d)
{
    static const char *const known[] = {"release", "relaxed", "acquire", "aligned", NULL};
    const struct ptx_inst *i = d->inst;
    bool arrive = i->mod_count > 2 && str_eq(i->mods[2], "arrive");
    if (i->mod_count < 3 || (!arrive && !str_eq(i->mods[2], "wait")) || !only(i, 3, known))
        return decode_unknown(d);
    decode_set_fp_mode(d, 0);
    if (!decode_want_operands(d, 0))
        return false;
    decode_emit(d, OP_cluster_barrier)->imm = arrive;
    return true;
}

/* A register or constant that holds an address, or the address of a shared variable, in 64 bits. */
static uint32_t address_source(struct decoder *d, const struct ptx_operand *o, uint32_t width)
{
    if (width == 8)
        return decode_source_vreg(d, o, PTX_U64);
    uint32_t from = decode_source_vreg(d, o, PTX_U32), to = decode_temp_vreg(d, 8);
    if (from)
        decode_widen(d, to, 8, from, 4, false);
    return from ? to : 0;
}

/* mapa{.shared::cluster}.u32/.u64 d, a, b (9.7.9.23) */
bool decode_mapa(struct decoder *d)
{
    static const char *const known[] = {"shared::cluster", "u32", "u64", NULL};
    const struct ptx_inst *i = d->inst;
    uint32_t width = decode_type_width(decode_last_type(i));
    if (!only(i, 1, known) || width < 4)
        return decode_unknown(d);
    if (!decode_want_operands(d, 3))
        return false;
    enum ptx_type t = width == 8 ? PTX_U64 : PTX_U32;
    uint32_t to = decode_dest_vreg(d, &i->operands[0], t),
             from = address_source(d, &i->operands[1], width),
             rank = decode_source_vreg(d, &i->operands[2], PTX_U32);
    if (d->failed)
        return false;
    uint32_t wide = width == 8 ? to : decode_temp_vreg(d, 8);
    decode_emit_op(d, OP_mapa, wide, from, rank, 0)->space = (uint8_t) space_of(i);
    if (wide != to)
        decode_emit_op(d, OP_cut_64_32, to, wide, 0, 0);
    return true;
}

/* getctarank{.shared::cluster}.u32/.u64 d, a (9.7.9.24) */
bool decode_getctarank(struct decoder *d)
{
    static const char *const known[] = {"shared::cluster", "u32", "u64", NULL};
    const struct ptx_inst *i = d->inst;
    uint32_t width = decode_type_width(decode_last_type(i));
    if (!only(i, 1, known) || width < 4)
        return decode_unknown(d);
    if (!decode_want_operands(d, 2))
        return false;
    uint32_t to = decode_dest_vreg(d, &i->operands[0], PTX_U32),
             from = address_source(d, &i->operands[1], width);
    if (!d->failed)
        decode_emit_op(d, OP_getctarank, to, from, 0, 0)->space = (uint8_t) space_of(i);
    return !d->failed;
}

/* ---- elect.sync (9.7.13.13): the first of the member lanes ---- */

bool decode_elect(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    const struct ptx_operand *o = &i->operands[0];
    if (i->mod_count != 2 || !str_eq(i->mods[1], "sync") || i->operand_count != 2 ||
        o->kind != PTX_OPERAND_LIST || o->part_count != 2)
        return decode_unknown(d);
    uint32_t to = decode_dest_vreg(d, &o->parts[0], PTX_B32),
             p = decode_dest_vreg(d, &o->parts[1], PTX_PRED),
             members = decode_source_vreg(d, &i->operands[1], PTX_B32);
    if (d->failed)
        return false;
    uint32_t low = decode_temp_vreg(d, 4);
    decode_set_fp_mode(d, 0);
    decode_emit_op(d, OP_bar_warp, 0, members, 0, 0);
    uint32_t running = decode_temp_vreg(d, 4); /* member lanes that have not exited */
    decode_emit_op(d, OP_activemask, running, 0, 0, 0);
    decode_emit_op(d, OP_and_32, running, running, members, 0);
    decode_emit_op(d, OP_neg_32, low, running, 0, 0);
    decode_emit_op(d, OP_and_32, low, low, running, 0);
    decode_emit_op(d, OP_sub_32, low, low, decode_word(d, 1), 0);
    decode_emit_op(d, OP_popc_32, to, low, 0, 0);
    decode_emit_op(d, OP_eq_32, p, to, decode_special_vreg(d, "%laneid", 4), 0);
    return true;
}

/* griddepcontrol (9.7.13.14): a grid begins when those before it have ended. setmaxnreg (9.7.19.5): there are enough registers. */
bool decode_nothing(struct decoder *d)
{
    return decode_emit(d, OP_prefetch) != NULL;
}
