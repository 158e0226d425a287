/* SPDX-License-Identifier: Apache-2.0 */
/* The seam for observers: a copy of the decoded ops whose every function is `look`, which says what is about to happen
 * and then calls the plain op's own function with the copied op, so that the way goes on in the copy. */
#include "device/cpu/watch/observer.h"

#include <string.h>

#include "base/check.h"
#include "device/cpu/code/analysis.h"

struct access_kind {
    enum access access;
    uint32_t size;
    bool narrow; /* its address is a row of 32 bits */
};

static bool access_of(const struct op *op, struct access_kind *out)
{
    static const struct access_kind kinds[] = {
#define SIZES(id, access, narrow, a, b, c, d)                                                      \
    [OP_##id##_##a] = {access, 1, narrow}, [OP_##id##_##b] = {access, 2, narrow},                  \
    [OP_##id##_##c] = {access, 4, narrow}, [OP_##id##_##d] = {access, 8, narrow},
        SIZES(ld_global, ACCESS_READ, false, u8, 16, 32, 64) /* and s8, below */
        SIZES(ld_shared, ACCESS_READ, true, u8, 16, 32, 64)
        SIZES(st_global, ACCESS_WRITE, false, 8, 16, 32, 64)
        SIZES(st_shared, ACCESS_WRITE, true, 8, 16, 32, 64)
#undef SIZES
        [OP_ld_global_s8] = {ACCESS_READ, 1, false}, [OP_ld_shared_s8] = {ACCESS_READ, 1, true},
        [OP_atom_32] = {ACCESS_ATOMIC, 4, false},    [OP_atom_64] = {ACCESS_ATOMIC, 8, false},
    };

    bool vector_read = op->code == OP_ld_vector || op->code == OP_ld_ordered;
    if (vector_read || op->code == OP_st_vector || op->code == OP_st_ordered) {
        *out = (struct access_kind){vector_read ? ACCESS_READ : ACCESS_WRITE,
                                    op->target * op->count, false};
        return true;
    }
    if (op->code >= sizeof kinds / sizeof *kinds || !kinds[op->code].size)
        return false;
    *out = kinds[op->code];
    return true;
}

static uint32_t row_word(const char *rows, uint32_t at, uint32_t lane)
{
    return ((const uint32_t *) (rows + at))[lane];
}

static void tell_memory(struct observer *o, const struct op *op, const char *rows,
                        const struct warp *w)
{
    struct access_kind kind;
    uint64_t addresses[WARP_LANES];
    if (!o->memory || !access_of(op, &kind))
        return;
    for (uint32_t l = 0; l < WARP_LANES; l++) {
        uint64_t wide;
        memcpy(&wide, rows + op->a + 8 * (kind.narrow ? 0 : l), sizeof wide);
        addresses[l] = (kind.narrow ? row_word(rows, op->a, l) : wide) + (uint64_t) op->imm;
    }
    o->memory(o, w, op, w->mask, kind.access, kind.size, addresses);
}

static void tell_flow(struct observer *o, const struct op *op, const char *rows,
                      const struct warp *w)
{
    if (o->branch && (op->code == OP_bra_if || op->code == OP_bra_back_if)) {
        uint32_t p = row_word(rows, op->a, 0);
        o->branch(o, w, op, w->mask, (op->count ? ~p : p) & w->mask);
    }
    if (o->barrier && op->code == OP_bar_sync)
        o->barrier(o, w, op, w->mask, row_word(rows, op->a, (uint32_t) __builtin_ctz(w->mask)));
}

/* The first op of its instruction, joins aside. */
static bool begins(const struct code *code, const struct op *op)
{
    if (op->code == OP_join || op->code == OP_guard || op->code == OP_unguard)
        return false;
    const struct op *before = op - 1;
    return op == code->watched || before->code == OP_join || before->code == OP_guard ||
           before->inst != op->inst;
}

static const struct op *look(const struct op *op, char *rows, struct warp *w)
{
    const struct code *code = w->frame->code;
    struct observer *o = w->block->launch->observer;
    if (o->instruction && begins(code, op))
        o->instruction(o, w, op, w->mask);
    tell_memory(o, op, rows, w);
    tell_flow(o, op, rows, w);
    return code->ops[op - code->watched].run[w->part](op, rows, w);
}

void observe_code(struct code *code, struct arena *arena)
{
    if (code->watched)
        return;
    code->watched = ARENA_ARRAY(arena, struct op, code->op_count + 1);
    memcpy(code->watched, code->ops, code->op_count * sizeof *code->ops);
    for (uint32_t k = 0; k < code->op_count; k++)
        code->watched[k].run[0] = code->watched[k].run[1] = look;
}

/* ---- counters ---- */

static void add(uint64_t *to, uint64_t n)
{
    __atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

static struct device_counts *counts_of(struct observer *o)
{
    return &((struct counters *) o)->counts;
}

static void count_instruction(struct observer *o, const struct warp *w, const struct op *op,
                              uint32_t mask)
{
    add(&counts_of(o)->instructions, 1);
    add(&counts_of(o)->lane_instructions, (uint64_t) __builtin_popcount(mask));
}

static void count_memory(struct observer *o, const struct warp *w, const struct op *op,
                         uint32_t mask, enum access access, uint32_t size,
                         const uint64_t *addresses)
{
    struct device_counts *c = counts_of(o);
    uint64_t bytes = (uint64_t) __builtin_popcount(mask) * size;
    add(access == ACCESS_READ    ? &c->loads
        : access == ACCESS_WRITE ? &c->stores
                                 : &c->atomics,
        1);
    add(op->space == PTX_SHARED ? &c->shared_bytes : &c->global_bytes, bytes);
}

static void count_branch(struct observer *o, const struct warp *w, const struct op *op,
                         uint32_t mask, uint32_t taken)
{
    add(&counts_of(o)->branches, 1);
    add(&counts_of(o)->divergent, taken && taken != mask);
}

static void count_barrier(struct observer *o, const struct warp *w, const struct op *op,
                          uint32_t mask, uint32_t number)
{
    add(&counts_of(o)->barriers, 1);
}

struct counters *counters_new(void)
{
    struct counters *c = xcalloc(1, sizeof *c);
    c->observer =
        (struct observer){count_instruction, count_memory, count_branch, count_barrier};
    return c;
}
