/* SPDX-License-Identifier: Apache-2.0 */
/* Location lists along the flow of control. NVRTC writes a list in the order of the text: behind `if (c) v = 1; else v = 2;` the location that the
 * first side leaves is said to hold at the begin of the second side, too, where the variable still is where it was before the branch. This file finds
 * such blocks and what holds there. A location that a predecessor agrees with stays as it is. Next: dwarf_scope.c. */
#include <stdlib.h>
#include <string.h>

#include "debug/dwarf/dwarf_impl.h"

enum { ROUNDS = 16 };

struct flow_block {
    uint32_t first, end; /* instructions */
    bool known;
    struct dwarf_location in, out;
};

struct flow_edge {
    uint32_t from, to; /* blocks */
};

struct list_flow {
    const struct ptx_func *f;
    VEC(struct flow_block) blocks;
    VEC(struct flow_edge) edges;
};

static bool same(const struct dwarf_location *a, const struct dwarf_location *b)
{
    return a->kind == b->kind && a->reg == b->reg && a->addend == b->addend &&
           a->symbol.n == b->symbol.n &&
           (!a->symbol.n || !memcmp(a->symbol.p, b->symbol.p, a->symbol.n));
}

/* ---- blocks ---- */

static const struct ptx_label *branch_target(const struct ptx_func *f, const struct ptx_inst *i)
{
    return str_eq(i->mods[0], "bra") && i->operand_count
               ? ptx_label_of(f, i->operands[0].name, i->scope)
               : NULL;
}

static bool ends_block(const struct ptx_inst *i)
{
    static const char *const names[] = {"bra", "brx", "ret", "exit", "trap"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (str_eq(i->mods[0], names[k]))
            return true;
    return false;
}

static uint32_t block_at(const struct list_flow *w, uint32_t inst)
{
    uint32_t low = 0, high = (uint32_t) w->blocks.n;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (w->blocks.at[middle].first <= inst)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void find_blocks(struct list_flow *w)
{
    const struct ptx_func *f = w->f;
    uint32_t n = (uint32_t) f->insts.n;
    bool *starts = xcalloc(n + 1, sizeof *starts);
    for (uint32_t k = 0; k < n; k++) {
        const struct ptx_label *to = branch_target(f, &f->insts.at[k]);
        if (to)
            starts[to->at] = true;
        starts[k + 1] |= ends_block(&f->insts.at[k]);
    }
    for (uint32_t k = 0; k < n; k++) {
        if (!k || starts[k])
            VEC_PUSH(&w->blocks, (struct flow_block){.first = k});
        VEC_LAST(&w->blocks).end = k + 1;
    }
    free(starts);
}

static void find_edges(struct list_flow *w)
{
    for (uint32_t b = 0; b < w->blocks.n; b++) {
        const struct ptx_inst *last = &w->f->insts.at[w->blocks.at[b].end - 1];
        const struct ptx_label *to = branch_target(w->f, last);
        if (to && to->at < w->f->insts.n)
            VEC_PUSH(&w->edges, (struct flow_edge){b, block_at(w, to->at)});
        if ((!ends_block(last) || last->guard) && b + 1 < w->blocks.n)
            VEC_PUSH(&w->edges, (struct flow_edge){b, b + 1});
    }
}

/* ---- locations ---- */

/* The first instruction behind `from`, and before `end`, at which the list has a boundary; `end`: there is none. */
static uint32_t next_boundary(const struct dwarf *d, uint64_t list, uint32_t from, uint32_t end)
{
    struct dwarf_range r;
    for (uint64_t at = list; dwarf_next_range(d, &at, &r);) {
        end = r.low->at > from && r.low->at < end ? r.low->at : end;
        end = r.high->at > from && r.high->at < end ? r.high->at : end;
    }
    return end;
}

static bool begins_at(const struct dwarf *d, uint64_t list, uint32_t inst)
{
    struct dwarf_range r;
    for (uint64_t at = list; dwarf_next_range(d, &at, &r);)
        if (r.low->at == inst)
            return true;
    return false;
}

/* What holds at the begin of a block: the list's location where a predecessor leaves the variable there, otherwise that of the first one. */
static struct dwarf_location meet(const struct list_flow *w, uint32_t block,
                                  const struct dwarf_location *listed)
{
    struct dwarf_location first = {.kind = LOCATION_NONE};
    VEC_EACH (e, &w->edges) {
        const struct flow_block *from = &w->blocks.at[e->from];
        if (e->to != block || !from->known)
            continue;
        if (same(&from->out, listed))
            return *listed;
        if (first.kind == LOCATION_NONE)
            first = from->out;
    }
    return first.kind == LOCATION_NONE ? *listed : first;
}

static bool flow_once(struct list_flow *w, const struct dwarf *d, uint64_t list)
{
    bool changed = false;
    for (uint32_t k = 0; k < w->blocks.n; k++) {
        struct flow_block *b = &w->blocks.at[k];
        struct dwarf_location listed = dwarf_listed(d, list, w->f, b->first), in = listed, out;
        if (listed.kind != LOCATION_NONE && !begins_at(d, list, b->first))
            in = meet(w, k, &listed);
        out = next_boundary(d, list, b->first, b->end) < b->end
                  ? dwarf_listed(d, list, w->f, b->end - 1)
                  : in;
        changed |= !b->known || !same(&b->in, &in) || !same(&b->out, &out);
        b->in = in;
        b->out = out;
        b->known = true;
    }
    return changed;
}

static void add_corrections(const struct list_flow *w, struct dwarf *d, struct die *e)
{
    e->correction = (uint32_t) d->corrections.n;
    VEC_EACH (b, &w->blocks) {
        struct dwarf_location listed = dwarf_listed(d, e->location_at, w->f, b->first);
        if (same(&listed, &b->in))
            continue;
        uint32_t end = next_boundary(d, e->location_at, b->first, b->end);
        VEC_PUSH(&d->corrections, (struct dwarf_correction){b->first, end, b->in});
    }
    e->correction_count = (uint32_t) d->corrections.n - e->correction;
}

static void correct(struct dwarf *d, struct die *e, struct list_flow *w)
{
    struct dwarf_range first;
    uint64_t at = e->location_at;
    if (!dwarf_next_range(d, &at, &first) || !first.low->func->insts.n)
        return;
    if (first.low->func != w->f) {
        w->f = first.low->func;
        w->blocks.n = w->edges.n = 0;
        find_blocks(w);
        find_edges(w);
    }
    VEC_EACH (b, &w->blocks)
        b->known = false;
    for (int round = 0; round < ROUNDS && flow_once(w, d, e->location_at); round++)
        ;
    add_corrections(w, d, e);
}

void dwarf_correct_lists(struct dwarf *d)
{
    struct list_flow w = {0};
    VEC_EACH (e, &d->entries)
        if (e->located && e->listed)
            correct(d, e, &w);
    VEC_FREE(&w.blocks);
    VEC_FREE(&w.edges);
}
