/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that all lanes of a warp run, and where lanes go after the others. It needs the divergence of blocks (simd_class.c). In the
 * variant for lanes that agree, a block is full as well if it only depends on branches that this variant takes together. At the end: whether the
 * warps of a block come to its barriers together.
 * Next: simd_events.c. */
#include <stdlib.h>

#include "device/cpu/jit/op_writer.h"
#include "device/cpu/jit/simd.h"

static uint32_t component_of(const struct simd_kernel *k, uint32_t b)
{
    while (k->blocks[b].component != b)
        b = k->blocks[b].component;
    return b;
}

static void join(struct simd_kernel *k, uint32_t a, uint32_t b)
{
    if (!k->blocks[a].full && !k->blocks[b].full)
        k->blocks[component_of(k, a)].component = component_of(k, b);
}

/* Blocks that follow each other, and the arms of a branch. */
static void join_components(struct simd_kernel *k)
{
    const struct cfg *g = k->cfg;
    for (uint32_t b = 0; b < g->count; b++) {
        const uint32_t *to = g->edges + g->blocks[b].succ_at;
        for (uint32_t s = 0; k->blocks[b].reachable && s < g->blocks[b].succs; s++) {
            join(k, b, to[s]);
            join(k, to[0], to[s]);
        }
    }
}

/* A component is left to at most one full block. False: it is not so. */
static bool find_exit(const struct simd_kernel *k, uint32_t component, uint32_t *out)
{
    const struct cfg *g = k->cfg;
    *out = NO_BLOCK;
    for (uint32_t b = 0; b < g->count; b++)
        for (uint32_t s = 0; s < g->blocks[b].succs; s++) {
            uint32_t to = g->edges[g->blocks[b].succ_at + s];
            if (!k->blocks[b].reachable || k->blocks[b].full || !k->blocks[to].full ||
                component_of(k, b) != component)
                continue;
            if ((*out != NO_BLOCK && *out != to) || k->blocks[to].position < k->blocks[b].position)
                return false;
            *out = to;
        }
    return true;
}

/* The edges that lanes take together, as the bits of divergence. */
static void find_expected(const struct simd_kernel *k, uint64_t *out)
{
    const struct cfg *g = k->cfg;
    for (uint32_t b = 0; b < g->count; b++)
        for (uint32_t s = 0; k->blocks[b].reachable && s < g->blocks[b].succs; s++)
            if (simd_expects_edge(k, b, g->edges[g->blocks[b].succ_at + s]))
                out[(2 * b + s) / 64] |= (uint64_t) 1 << (2 * b + s) % 64;
}

static bool is_within(const struct simd_kernel *k, uint32_t b, const uint64_t *edges)
{
    for (uint32_t w = 0; w < k->words; w++)
        if (k->divergence[(size_t) b * k->words + w] & ~edges[w])
            return false;
    return true;
}

bool simd_find_full(struct simd_kernel *k, enum simd_variant variant)
{
    uint32_t n = k->cfg->count;
    uint64_t *expected = xcalloc(k->words + 1, sizeof *expected);
    if (variant == VARIANT_AGREED)
        find_expected(k, expected);
    for (uint32_t b = 0; b < n; b++) {
        k->blocks[b].full =
            k->blocks[b].reachable && variant != VARIANT_ANY && is_within(k, b, expected);
        k->blocks[b].component = b;
    }
    free(expected);
    join_components(k);
    if (variant == VARIANT_ANY) /* the last block is what all lanes come to */
        for (uint32_t b = 1; b < n; b++)
            k->blocks[component_of(k, b)].component = component_of(k, 0);
    for (uint32_t b = 0; b < n; b++)
        k->blocks[b].component_root = component_of(k, b);
    for (uint32_t p = n; p-- > 0;) {
        uint32_t b = k->order[p], component = component_of(k, b);
        if (k->blocks[b].full || !k->blocks[b].reachable)
            continue;
        if (!find_exit(k, component, &k->blocks[b].exit))
            return false;
        k->blocks[b].next = k->blocks[b].exit;
        for (uint32_t q = n; q-- > p + 1;)
            if (k->blocks[k->order[q]].reachable && !k->blocks[k->order[q]].full &&
                component_of(k, k->order[q]) == component)
                k->blocks[b].next = k->order[q];
    }
    return true;
}

/* ---- arms of a few instructions ---- */

enum { BRIEF = 4 }; /* instructions for each vector register */

static bool is_one_vector_op(const struct simd_kernel *k, uint32_t n)
{
    return k->ops[n].how == HOW_VECTOR &&
           native_form_of((enum op_code) k->code->ops[n].code, k->avx512) != FORM_MANY;
}

static bool is_brief(const struct simd_kernel *k, uint32_t b)
{
    uint32_t count = 0;
    if (k->blocks[b].full || simd_ends_loop(k, b) || k->cfg->blocks[b].succs != 1)
        return false;
    for (uint32_t n = k->cfg->blocks[b].first; n < k->cfg->blocks[b].end; n++) {
        if (k->ops[n].how == HOW_NOTHING || k->ops[n].how == HOW_JUMP)
            continue;
        if (!is_one_vector_op(k, n) || ++count > BRIEF)
            return false;
    }
    return true;
}

static bool leads_to(const struct simd_kernel *k, uint32_t b, uint32_t to)
{
    for (uint32_t s = 0; s < k->cfg->blocks[b].succs; s++)
        if (k->cfg->edges[k->cfg->blocks[b].succ_at + s] == to)
            return true;
    return false;
}

/* The block's only predecessor is the branch. */
static bool is_arm(const struct simd_kernel *k, uint32_t b, uint32_t branch)
{
    return leads_to(k, branch, b) && simd_predecessors(k, b) == 1 && is_brief(k, b);
}

static uint32_t successor(const struct simd_kernel *k, uint32_t b)
{
    return k->cfg->edges[k->cfg->blocks[b].succ_at];
}

/* Lanes may take both arms, and none of these gets all lanes without the other. */
static bool parts_by_bits(const struct simd_kernel *k, uint32_t b)
{
    uint32_t last = k->cfg->blocks[b].end - 1;
    return op_infos[k->code->ops[last].code].kind == OP_KIND_BRANCH &&
           !simd_at(k, simd_operand(k, last, 0, false))->uniform && !simd_find_fused(k, b).count;
}

bool simd_is_unasked(const struct simd_kernel *k, uint32_t b)
{
    uint32_t place = k->blocks[b].position, before = place ? k->order[place - 1] : b;
    return is_arm(k, b, before) && k->blocks[before].full && parts_by_bits(k, before);
}

uint32_t simd_second_arm(const struct simd_kernel *k, uint32_t b)
{
    uint32_t place = k->blocks[b].position;
    if (place + 2 >= k->cfg->count)
        return NO_BLOCK;
    uint32_t first = k->order[place + 1], second = k->order[place + 2];
    return simd_is_unasked(k, first) && is_arm(k, second, b) && k->blocks[first].next == second &&
                   successor(k, first) == successor(k, second) &&
                   k->blocks[successor(k, first)].full
               ? second
               : NO_BLOCK;
}

bool simd_is_second_arm(const struct simd_kernel *k, uint32_t b)
{
    uint32_t place = k->blocks[b].position;
    return place > 1 && simd_second_arm(k, k->order[place - 2]) == b;
}

/* ---- whether all warps of a block come to each barrier in the same round. They do if every branch that threads of the block may decide
 * differently has its paths meet before the next barrier. Then nothing need compare the places of the warps when a round ends. What threads
 * share is what follows from parameters, from constants and from the block's place in the grid ---- */

struct threads {
    const struct simd_kernel *k;
    bool *differ; /* by value: threads may disagree on it */
    bool *apart;  /* by block: whether, or how often, a thread runs it depends on such a value */
};

static bool is_shared_constant(const struct frame_constant *f)
{
    if (f->kind != CONSTANT_SPECIAL)
        return f->kind == CONSTANT_BITS || f->kind == CONSTANT_PARAM || f->kind == CONSTANT_DYNAMIC;
    enum special s = (enum special) f->value;
    return (s >= SPECIAL_NTID_X && s <= SPECIAL_NCTAID_Z) || s == SPECIAL_NWARPID ||
           s == SPECIAL_DYNAMIC_SMEM || s == SPECIAL_TOTAL_SMEM || s == SPECIAL_ZERO;
}

static bool is_same_in_column(const struct frame_constant *f)
{
    return is_shared_constant(f) ||
           (f->kind == CONSTANT_SPECIAL && (enum special) f->value == SPECIAL_TID_X);
}

static struct threads threads_new(const struct simd_kernel *k,
                                  bool (*is_same)(const struct frame_constant *f))
{
    struct threads t = {.k = k,
                        .differ = xcalloc(k->values.n + 1, sizeof(bool)),
                        .apart = xcalloc(k->cfg->count + 1, sizeof(bool))};
    for (uint32_t n = 0; n < k->code->constant_count; n++) {
        const struct frame_constant *f = &k->code->constants[n];
        t.differ[k->constant_of[f->vreg / 4] - 1] = !is_same(f);
    }
    return t;
}

static void threads_free(struct threads *t)
{
    free(t->differ);
    free(t->apart);
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

void simd_mark_between(const struct cfg *g, uint32_t from, uint32_t join, bool *seen)
{
    for (uint32_t s = 0; s < g->blocks[from].succs; s++) {
        uint32_t to = g->edges[g->blocks[from].succ_at + s];
        if (to == join || seen[to])
            continue;
        seen[to] = true;
        simd_mark_between(g, to, join, seen);
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
    simd_mark_between(g, b, g->blocks[b].ipdom, between);
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
    struct threads t = threads_new(k, is_shared_constant);
    bool good = true;
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
    for (uint32_t v = 0; v < k->values.n; v++)
        simd_at(k, v)->block_wide = good && !t.differ[v];
    threads_free(&t);
    return good;
}

/* By the flow of values alone: a guess that decides about speed. */
void simd_find_columns(struct simd_kernel *k)
{
    struct threads t = threads_new(k, is_same_in_column);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < k->code->op_count; n++)
            changed |= k->blocks[k->cfg->block_of[n]].reachable && note_op(&t, n);
    }
    for (uint32_t v = 0; v < k->values.n; v++)
        simd_at(k, v)->in_column = !t.differ[v];
    threads_free(&t);
}

/* ---- where lanes go after a block that is not full ---- */

uint32_t simd_first_waiting(const struct simd_kernel *k, uint32_t a, uint32_t b)
{
    uint32_t component =
        k->blocks[a].full ? k->blocks[b].component_root : k->blocks[a].component_root;
    for (uint32_t p = 0; p < k->cfg->count; p++) {
        const struct simd_block *c = &k->blocks[k->order[p]];
        if (c->reachable && !c->full && c->component_root == component)
            return k->order[p];
    }
    return NO_BLOCK;
}

bool simd_ends_loop(const struct simd_kernel *k, uint32_t b)
{
    VEC_EACH (l, &k->loops)
        if (l->last == k->blocks[b].position && !k->blocks[l->header].full)
            return true;
    return false;
}

uint32_t simd_predecessors(const struct simd_kernel *k, uint32_t b)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < k->cfg->count; p++)
        for (uint32_t s = 0; k->blocks[p].reachable && s < k->cfg->blocks[p].succs; s++)
            n += k->cfg->edges[k->cfg->blocks[p].succ_at + s] == b;
    return n;
}
