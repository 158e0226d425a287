/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses of a basic block at one base with fixed offsets: a group has one check, at its first access, for all the bytes from its lowest to
 * its highest. In shared memory loads and stores share it. All of its accesses are executed, so in a program without faults the check holds. Next: simd_memory.c. */
#include <stdlib.h>

#include "device/cpu/jit/simd_gen.h"

enum { SPAN_MAX = 1 << 16 };

static bool may_join(const struct simd_kernel *k, uint32_t n)
{
    const struct simd_op *o = &k->ops[n];
    bool access = o->how == HOW_LOAD || o->how == HOW_LOAD_SCALAR || o->how == HOW_STORE;
    return access && !o->guarded;
}

/* What frees memory, or lets other warps run. */
static bool ends_groups(const struct simd_kernel *k, uint32_t n)
{
    return k->ops[n].how == HOW_BARRIER ||
           (k->ops[n].how == HOW_CALL && op_infos[k->code->ops[n].code].kind == OP_KIND_CALL);
}

static uint32_t bytes_of(const struct op *op)
{
    return op_element_bytes(op) * op_elements(op);
}

/* By value: what it is cut from (plus 1) and which definition of that, counted by `written`. */
struct cut {
    uint32_t from, definition, written;
};

/* The address of an access; what is cut to 32 bits for shared memory counts as the value that it is cut from. */
static uint32_t base_of(const struct simd_kernel *k, const struct cut *cuts, uint32_t n)
{
    uint32_t v = simd_operand(k, n, 0, false), from = cuts[v].from;
    return from && cuts[from - 1].written == cuts[v].definition ? from - 1 : v;
}

static void note_definitions(const struct simd_kernel *k, struct cut *cuts, uint32_t n)
{
    const struct simd_use *u = simd_uses(k, n);
    bool cut = k->code->ops[n].code == OP_cut_64_32 && !k->ops[n].guarded;
    uint32_t from = cut ? simd_operand(k, n, 0, false) : 0;
    for (uint32_t i = 0; i < k->ops[n].count; i++) {
        struct cut *c = &cuts[u[i].value];
        if (!u[i].writes)
            continue;
        c->written++;
        c->from = cut ? from + 1 : 0;
        c->definition = cut ? cuts[from].written : 0;
    }
}

/* One check serves both: all shared memory may be written. */
static bool same_check(const struct simd_kernel *k, uint32_t a, uint32_t b)
{
    uint8_t how = k->ops[a].how, other = k->ops[b].how;
    return how == other || (k->code->ops[a].space == PTX_SHARED && how != HOW_LOAD_SCALAR &&
                            other != HOW_LOAD_SCALAR);
}

static bool fits(const struct simd_kernel *k, const struct simd_group *g, uint32_t n, uint32_t base)
{
    const struct op *a = &k->code->ops[g->first], *b = &k->code->ops[n];
    int64_t low = b->imm < g->low ? b->imm : g->low, high = b->imm > g->high ? b->imm : g->high;
    return g->value == base && same_check(k, g->first, n) && a->space == b->space &&
           bytes_of(a) == bytes_of(b) && op_infos[a->code].address == op_infos[b->code].address &&
           (b->imm - a->imm) % bytes_of(a) == 0 && high - low <= SPAN_MAX;
}

static void join(struct simd_gen *g, uint32_t n, uint32_t base, size_t from)
{
    const struct simd_kernel *k = g->k;
    int64_t imm = k->code->ops[n].imm;
    for (size_t i = from; i < g->groups.n; i++) {
        struct simd_group *group = &g->groups.at[i];
        if (group->ended || !fits(k, group, n, base))
            continue;
        group->low = imm < group->low ? imm : group->low;
        group->high = imm > group->high ? imm : group->high;
        group->count++;
        g->group_of[n] = (uint32_t) i + 1;
        return;
    }
    struct simd_group group = {.first = n, .value = base, .low = imm, .high = imm, .count = 1};
    VEC_PUSH(&g->groups, group);
    g->group_of[n] = (uint32_t) g->groups.n;
}

static void end_groups(struct simd_gen *g, uint32_t n, size_t from)
{
    const struct simd_kernel *k = g->k;
    const struct simd_use *u = simd_uses(k, n);
    bool all = ends_groups(k, n);
    for (size_t i = from; i < g->groups.n; i++)
        for (uint32_t j = 0; j < k->ops[n].count || all; j++) {
            if (all || (u[j].writes && u[j].value == g->groups.at[i].value))
                g->groups.at[i].ended = true;
            if (all)
                break;
        }
}

void simd_find_groups(struct simd_gen *g)
{
    const struct simd_kernel *k = g->k;
    struct cut *cuts = xcalloc(k->values.n + 1, sizeof *cuts);
    g->groups.n = 0;
    for (uint32_t b = 0; b < k->cfg->count; b++) {
        size_t from = g->groups.n;
        for (uint32_t n = k->cfg->blocks[b].first;
             k->blocks[b].reachable && n < k->cfg->blocks[b].end; n++) {
            if (may_join(k, n))
                join(g, n, base_of(k, cuts, n), from);
            end_groups(g, n, from);
            note_definitions(k, cuts, n);
        }
        for (uint32_t n = k->cfg->blocks[b].first; n < k->cfg->blocks[b].end; n++)
            for (uint32_t i = 0; i < k->ops[n].count; i++)
                cuts[simd_uses(k, n)[i].value].from = 0;
    }
    free(cuts);
}

struct simd_group *simd_group_of(struct simd_gen *g, uint32_t n)
{
    struct simd_group *group = g->group_of[n] ? &g->groups.at[g->group_of[n] - 1] : NULL;
    return group && group->count > 1 ? group : NULL;
}
