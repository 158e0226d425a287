/* SPDX-License-Identifier: Apache-2.0 */
/* Whether all warps of a block come to each barrier in the same round. They do if every branch that threads of the block may decide
 * differently has its paths meet before the next barrier. Then nothing need compare the places of the warps when a round ends. What threads
 * share is what follows from parameters, from constants and from the block's place in the grid. Next: simd_turns.c. */
#include <stdlib.h>

#include "device/cpu/jit/simd.h"

struct threads {
    const struct simd_kernel *k;
    bool *differ; /* by value: threads may disagree on it */
    bool *apart;  /* by block: whether, or how often, a thread runs it depends on such a value */
};

static bool is_shared_constant(const struct frame_constant *f)
{
    if (f->kind != CONSTANT_SPECIAL)
        return f->kind == CONSTANT_BITS || f->kind == CONSTANT_PARAM;
    enum special s = (enum special) f->value;
    return (s >= SPECIAL_NTID_X && s <= SPECIAL_NCTAID_Z) || s == SPECIAL_NWARPID ||
           s == SPECIAL_DYNAMIC_SMEM || s == SPECIAL_TOTAL_SMEM || s == SPECIAL_ZERO ||
           s == SPECIAL_DYNAMIC_AT;
}

static void begin(struct threads *t)
{
    const struct simd_kernel *k = t->k;
    for (uint32_t n = 0; n < k->code->constant_count; n++) {
        const struct frame_constant *f = &k->code->constants[n];
        t->differ[k->constant_of[f->vreg / 4] - 1] = !is_shared_constant(f);
    }
}

static bool note_op(struct threads *t, uint32_t n)
{
    const struct simd_kernel *k = t->k;
    const struct op *op = &k->code->ops[n];
    bool apart = t->apart[k->cfg->block_of[n]] || k->ops[n].guarded,
         differ = !op_is_value(op) && !(op_is_plain_load(op) && op->space == PTX_PARAM),
         changed = false;
    for (uint32_t i = 0; i < k->ops[n].count; i++) {
        const struct simd_use *u = &simd_uses(k, n)[i];
        differ |= !u->writes && t->differ[u->value];
    }
    for (uint32_t i = 0; i < k->ops[n].count; i++) {
        const struct simd_use *u = &simd_uses(k, n)[i];
        if (!u->writes || t->differ[u->value] ||
            !(differ || (apart && simd_at(k, u->value)->global)))
            continue;
        t->differ[u->value] = true;
        changed = true;
    }
    return changed;
}

static bool parts_threads(const struct threads *t, uint32_t b)
{
    uint32_t last = t->k->cfg->blocks[b].end - 1;
    return op_infos[t->k->code->ops[last].code].kind == OP_KIND_BRANCH &&
           t->differ[simd_operand(t->k, last, 0, false)];
}

/* Marks what lies between a block and where its paths have met. */
static void mark_between(const struct cfg *g, uint32_t from, uint32_t join, bool *seen)
{
    for (uint32_t s = 0; s < g->blocks[from].succs; s++) {
        uint32_t to = g->edges[g->blocks[from].succ_at + s];
        if (to == join || seen[to])
            continue;
        seen[to] = true;
        mark_between(g, to, join, seen);
    }
}

static bool has_barrier(const struct simd_kernel *k, uint32_t b)
{
    for (uint32_t n = k->cfg->blocks[b].first; n < k->cfg->blocks[b].end; n++)
        if (op_infos[k->code->ops[n].code].kind == OP_KIND_BARRIER)
            return true;
    return false;
}

/* The blocks between a branch and its join are apart. Returns whether there is no barrier among them. */
static bool note_branch(struct threads *t, uint32_t b, bool *changed)
{
    const struct cfg *g = t->k->cfg;
    bool *between = xcalloc(g->count + 1, sizeof *between), good = true;
    mark_between(g, b, g->blocks[b].ipdom, between);
    for (uint32_t m = 0; m < g->count; m++) {
        if (!between[m])
            continue;
        *changed |= !t->apart[m];
        t->apart[m] = true;
        good &= !has_barrier(t->k, m);
    }
    free(between);
    return good;
}

bool simd_warps_stay_together(const struct simd_kernel *k)
{
    struct threads t = {.k = k,
                        .differ = xcalloc(k->values.n + 1, sizeof(bool)),
                        .apart = xcalloc(k->cfg->count + 1, sizeof(bool))};
    bool good = true;
    begin(&t);
    for (bool changed = true; changed && good;) {
        changed = false;
        for (uint32_t b = 0; b < k->cfg->count; b++) {
            if (!k->blocks[b].reachable)
                continue;
            for (uint32_t n = k->cfg->blocks[b].first; n < k->cfg->blocks[b].end; n++)
                changed |= note_op(&t, n);
            if (parts_threads(&t, b))
                good &= note_branch(&t, b, &changed);
        }
    }
    free(t.differ);
    free(t.apart);
    return good;
}
