/* SPDX-License-Identifier: Apache-2.0 */
/* What registers hold. Regions between barriers say where: a piece is a part of a basic block without a barrier inside; pieces that control
 * flow leads from one to the other are one region. A unit that a region does not use stays in the frame throughout: no entry of the region
 * loads it, and no barrier or cold code in it stores it. One that it only reads is not stored. A kernel without barriers has no
 * regions, and uses everything everywhere.
 *
 * General registers of scalars: a scalar that has one is in its slot in the frame only where something reads it there: vector code, which
 * broadcasts it, makes each definition store it; else calls, barriers and cold code begin with a store. Registers are given by linear scan over the intervals
 * that simd_events.c finds. What clobbers registers is followed by a load of those that live on, or the scalar
 * has another register. Next: simd_emit.c, simd_save; simd_scalar.c. */
#include <stdlib.h>

#include "device/cpu/jit/simd_gen.h"

enum { READ = 1, WRITTEN = 2 };

/* ---- the regions ---- */

struct pieces {
    const struct simd_kernel *k;
    uint32_t *first, *last, /* by block */
        *region, count;     /* by piece: one of the same region, itself for one of them */
};

static uint32_t region_of(const struct pieces *p, uint32_t piece)
{
    while (p->region[piece] != piece)
        piece = p->region[piece];
    return piece;
}

static void join(struct pieces *p, uint32_t a, uint32_t b)
{
    p->region[region_of(p, a)] = region_of(p, b);
}

static void join_block(struct pieces *p, uint32_t from, uint32_t to)
{
    if (to != NO_BLOCK)
        join(p, p->last[from], p->first[to]);
}

/* Where control goes from a block, as simd_code.c writes it; more does no harm. A block that is not full may be passed over. */
static void join_next(struct pieces *p, uint32_t b)
{
    const struct simd_kernel *k = p->k;
    const struct cfg_block *block = &k->cfg->blocks[b];
    for (uint32_t s = 0; s < block->succs; s++) {
        uint32_t to = k->cfg->edges[block->succ_at + s];
        join_block(p, b, to);
        if (!k->blocks[to].full)
            join_block(p, b, simd_first_waiting(k, to, to));
    }
    if (k->blocks[b].full)
        return;
    join(p, p->first[b], p->last[b]);
    join_block(p, b, k->blocks[b].next);
    join_block(p, b, k->blocks[b].exit);
    VEC_EACH (l, &k->loops)
        if (l->last == k->blocks[b].position)
            join_block(p, b, l->header);
}

/* Numbers the pieces. Returns how many barriers there are. */
static uint32_t find_pieces(struct simd_gen *g, struct pieces *p)
{
    uint32_t barriers = 0;
    for (uint32_t b = 0; b < g->k->cfg->count; b++) {
        if (!g->k->blocks[b].reachable)
            continue;
        p->first[b] = p->count;
        for (uint32_t e = g->k->blocks[b].start; e < g->k->blocks[b].end; e++) {
            uint32_t op = g->events.at[e].op;
            bool barrier = op != UINT32_MAX && g->k->ops[op].how == HOW_BARRIER;
            g->region_of[e] = p->count;
            p->count += barrier;
            barriers += barrier;
        }
        p->last[b] = p->count++;
    }
    return barriers;
}

void simd_find_regions(struct simd_gen *g)
{
    const struct simd_kernel *k = g->k;
    size_t blocks = k->cfg->count + 1;
    struct pieces p = {
        .k = k, .first = xcalloc(blocks, sizeof *p.first), .last = xcalloc(blocks, sizeof *p.last)};
    g->region_of = xcalloc(g->events.n + 1, sizeof *g->region_of);
    uint32_t barriers = find_pieces(g, &p);
    p.region = xcalloc(p.count + 1, sizeof *p.region);
    for (uint32_t i = 0; i < p.count; i++)
        p.region[i] = i;
    for (uint32_t b = 0; barriers && b < k->cfg->count; b++)
        if (k->blocks[b].reachable)
            join_next(&p, b);
    for (uint32_t e = 0; e < g->events.n; e++)
        g->region_of[e] = region_of(&p, g->region_of[e]);
    if (barriers)
        g->region_uses = xcalloc((size_t) p.count * (k->units.n + g->gprs.n + 1), 1);
    free(p.first);
    free(p.last);
    free(p.region);
}

static uint8_t *uses_of(const struct simd_gen *g, uint32_t event, uint32_t unit)
{
    return &g->region_uses[(size_t) g->region_of[event] * (g->k->units.n + g->gprs.n) + unit];
}

void simd_note_use(struct simd_gen *g, uint32_t event, uint32_t unit, bool writes)
{
    if (g->region_uses)
        *uses_of(g, event, unit) |= writes ? READ | WRITTEN : READ;
}

bool simd_region_uses(const struct simd_gen *g, uint32_t event, uint32_t unit)
{
    return !g->region_uses || *uses_of(g, event, unit);
}

bool simd_region_writes(const struct simd_gen *g, uint32_t event, uint32_t unit)
{
    return !g->region_uses || *uses_of(g, event, unit) & WRITTEN;
}

void simd_forget_regions(struct simd_gen *g)
{
    free(g->region_of);
    free(g->region_uses);
    g->region_of = NULL;
    g->region_uses = NULL;
}

/* ---- general registers ---- */

enum { LEFT = 3 /* of the list, the ones that code of lanes leaves as they are */ };

static const enum x86_gpr registers[] = {RBP, RSI, R11, R10, R9};

enum { REGISTERS = sizeof registers / sizeof *registers };

bool simd_keeps_gprs(const struct simd_kernel *k, uint32_t n)
{
    switch ((enum simd_how) k->ops[n].how) {
    case HOW_NOTHING:
    case HOW_SCALAR:
    case HOW_UNIFORM:
    case HOW_VECTOR:
    case HOW_COMPARE:
    case HOW_LOAD_SCALAR:
    case HOW_LOAD:
    case HOW_LOAD_NARROW:
    case HOW_STORE:
    case HOW_STORE_NARROW:
    case HOW_STORE_ONE:
    case HOW_VOTE:
    case HOW_SHUFFLE: return true;
    default: return false;
    }
}

void simd_find_gprs(struct simd_gen *g)
{
    const struct simd_kernel *k = g->k;
    VEC_EACH (v, &k->values) {
        if (v->class != SIMD_SCALAR || v->constant || v->low_of)
            continue;
        v->gpr = (uint32_t) g->gprs.n;
        v->gprs = simd_rows(k, v);
        v->read_in_slot = false;
        for (uint32_t i = 0; i < v->gprs; i++)
            VEC_PUSH(&g->gprs, (struct simd_unit){.value = (uint32_t) (v - k->values.at),
                                                  .start = UINT32_MAX,
                                                  .end = 0,
                                                  .reg = NO_REGISTER});
    }
}

/* ---- linear scan ---- */

/* By event, up to and with it. */
struct clobbers {
    uint32_t lanes; /* the last that uses the registers of lanes; 0: none */
    float loads;    /* how often all are loaded again */
};

static struct clobbers *find_clobbers(const struct simd_gen *g)
{
    struct clobbers *all = xcalloc(g->events.n + 1, sizeof *all), c = {0};
    for (uint32_t e = 0; e < g->events.n; e++) {
        uint32_t n = g->events.at[e].op;
        uint8_t how = n == UINT32_MAX ? HOW_NOTHING : g->k->ops[n].how;
        if (how == HOW_CALL || how == HOW_BARRIER)
            c.loads += simd_weight(g->k, n);
        else if (n != UINT32_MAX && !simd_keeps_gprs(g->k, n))
            c.lanes = e;
        all[e] = c;
    }
    return all;
}

static bool is_clobbered(const struct clobbers *all, const struct simd_unit *u, uint32_t r)
{
    return r >= LEFT && all[u->end].lanes >= u->start;
}

/* An operand in memory costs less than a load. */
static bool is_worth_it(const struct clobbers *all, const struct simd_unit *u)
{
    return u->start <= u->end && u->weight > 2 * (all[u->end].loads - all[u->start].loads);
}

static float density(const struct simd_unit *u)
{
    return u->weight / (float) (u->end - u->start + 4);
}

static int by_start(const void *a, const void *b)
{
    const struct simd_unit *x = *(struct simd_unit *const *) a, *y = *(struct simd_unit *const *) b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x < y ? -1 : x > y;
}

/* The register that is free, or else is worth least to the scalar that has it. */
static void assign(struct simd_unit **active, const struct clobbers *all, struct simd_unit *u)
{
    uint32_t best = REGISTERS;
    for (uint32_t r = 0; r < REGISTERS; r++) {
        if (active[r] && active[r]->end < u->start)
            active[r] = NULL;
        if (is_clobbered(all, u, r))
            continue;
        if (best == REGISTERS ||
            (active[best] && (!active[r] || density(active[r]) < density(active[best]))))
            best = r;
    }
    if (best == REGISTERS || (active[best] && density(active[best]) >= density(u)))
        return;
    if (active[best])
        active[best]->reg = NO_REGISTER;
    u->reg = (int16_t) registers[best];
    active[best] = u;
}

void simd_assign_gprs(struct simd_gen *g)
{
    struct clobbers *all = find_clobbers(g);
    struct simd_unit **list = xcalloc(g->gprs.n + 1, sizeof *list), *active[REGISTERS] = {NULL};
    size_t n = 0;
    VEC_EACH (u, &g->gprs)
        if (is_worth_it(all, u))
            list[n++] = u;
    qsort(list, n, sizeof(struct simd_unit *), by_start);
    for (size_t i = 0; i < n; i++)
        assign(active, all, list[i]);
    free(list);
    free(all);
}

bool simd_gpr_is_taken(const struct simd_gen *g, enum x86_gpr reg, uint32_t from, uint32_t to)
{
    VEC_EACH (u, &g->gprs)
        if (u->reg == (int16_t) reg && u->start <= to && u->end >= from)
            return true;
    return false;
}

/* ---- slots ---- */

void simd_save_gprs(struct simd_gen *g)
{
    for (uint32_t i = 0; i < g->gprs.n; i++) {
        const struct simd_unit *u = &g->gprs.at[i];
        const struct simd_value *v = simd_at(g->k, u->value);
        if (u->reg != NO_REGISTER && !v->read_in_slot && u->start < g->event &&
            u->end >= g->event && simd_region_writes(g, g->event, (uint32_t) g->k->units.n + i))
            x86_store(x86_of(g), v->width == 8, simd_slot(g, v, i - v->gpr), (enum x86_gpr) u->reg);
    }
}

/* ---- code ---- */

enum x86_gpr simd_gpr(const struct simd_gen *g, const struct simd_value *v, uint32_t row)
{
    if (v->low_of)
        v = simd_at(g->k, v->low_of - 1);
    if (!v->gprs || g->in_cold || (g->in_other_warp && !v->block_wide))
        return NO_GPR;
    uint32_t i = v->gpr + (v->rows ? row : 0);
    const struct simd_unit *u = &g->gprs.at[i];
    bool is_there = u->reg != NO_REGISTER && u->start <= g->event && u->end >= g->event &&
                    simd_region_uses(g, g->event, (uint32_t) g->k->units.n + i);
    return is_there ? (enum x86_gpr) u->reg : NO_GPR;
}
