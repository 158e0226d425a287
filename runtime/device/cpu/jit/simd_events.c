/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which machine code executes the ops of a basic block, and register allocation over it.
 *
 * An event is an op, or one strip of it: 16 lanes with AVX-512, 8 with AVX2. Straight code goes through its ops strip by strip, so that
 * temporaries need one register each; a store, a comparison, a call or control flow is one event for all lanes. A load never follows a
 * store within such a run, so no strip reads what another has yet to write. A run with a load that gives several
 * strips the same goes op by op, if there are registers for that: the load is executed once. So does one of warps with rows (AVX-512).
 *
 * Registers are allocated by linear scan (Poletto and Sarkar, 1999) over the units of values: each has one interval of events. A value
 * that leaves a loop keeps its register through the whole loop, as lanes that have left keep theirs while others go on. A unit
 * without a register lives in the frame. Next: simd_code.c. */
#include <stdlib.h>
#include <string.h>

#include "device/cpu/jit/simd_gen.h"

/* ---- events ---- */

static bool is_strip_op(const struct simd_kernel *k, uint32_t n)
{
    switch ((enum simd_how) k->ops[n].how) {
    case HOW_NOTHING:
    case HOW_SCALAR:
    case HOW_UNIFORM:
    case HOW_VECTOR:
    case HOW_LOAD_SCALAR:
    case HOW_LOAD: return !k->ops[n].guarded;
    case HOW_LOAD_NARROW: return !k->ops[n].guarded && simd_at(k, simd_operand(k, n, 0, false))->x;
    default: return false;
    }
}

static bool loads(const struct simd_kernel *k, uint32_t n)
{
    uint8_t how = k->ops[n].how;
    return how == HOW_LOAD || how == HOW_LOAD_NARROW || how == HOW_LOAD_SCALAR;
}

/* How many strips of a run an op is executed for: all, one row's, or the first. */
uint32_t simd_strips_of(const struct simd_kernel *k, uint32_t n)
{
    uint32_t all = WARP_LANES / k->strip;
    if (k->ops[n].how == HOW_VECTOR || k->ops[n].how == HOW_LOAD_NARROW)
        return all;
    if (k->ops[n].how != HOW_LOAD)
        return k->ops[n].how != HOW_NOTHING;
    switch ((enum simd_shared) simd_at(k, simd_operand(k, n, 0, true))->shared) {
    case SHARED_ROW: return all > k->rows ? all / k->rows : 1;
    case SHARED_ELEMENT: return 1;
    default: return all;
    }
}

static void add_event(struct simd_gen *g, uint32_t op, uint32_t strip)
{
    VEC_PUSH(&g->events, (struct simd_event){op, strip});
}

/* By vreg / 4: the last run with an op that reads it once for each strip, from something that all strips share or from its own units. */
struct run_reads {
    uint32_t shared, own;
};

/* Whether the op must not run for one strip before such a read for another: it writes what all strips share, or it is a load, which the interpreter
 * may make for all lanes at once, with its address where the register is. */
static bool spoils(const struct simd_kernel *k, uint32_t n, const struct run_reads *reads,
                   uint32_t run)
{
    const struct simd_use *u = simd_uses(k, n);
    if (k->ops[n].how == HOW_LOAD_NARROW && reads[k->code->ops[n].d / 4].own == run)
        return true; /* the interpreter's result, which another value may have widened */
    for (uint32_t i = 0; i < k->ops[n].count; i++) {
        const struct run_reads *r = &reads[u[i].vreg / 4];
        if ((u[i].writes && r->shared == run) || (loads(k, n) && r->own == run))
            return true;
    }
    return false;
}

static void note_reads(const struct simd_kernel *k, uint32_t n, struct run_reads *reads,
                       uint32_t run)
{
    const struct simd_use *u = simd_uses(k, n);
    bool by_strip = k->ops[n].how == HOW_VECTOR || (loads(k, n) && simd_strips_of(k, n) > 1);
    for (uint32_t i = 0; i < k->ops[n].count && by_strip; i++) {
        const struct simd_value *v = simd_at(k, u[i].value);
        struct run_reads *r = &reads[u[i].vreg / 4];
        if (u[i].writes)
            continue;
        *(v->class == SIMD_VECTOR ? &r->own : &r->shared) = run;
        if (v->low_of) /* it has no place of its own */
            reads[simd_at(k, v->low_of - 1)->vreg / 4].shared = run;
    }
}

static bool is_crowded(const struct simd_gen *g, uint32_t from, uint32_t to)
{
    for (uint32_t n = from; n < to; n++)
        if (g->crowded[n])
            return true;
    return false;
}

/* A strip is a row with addresses of its own. They need not outlast the ops of the other row. */
static bool goes_by_op(const struct simd_kernel *k)
{
    return k->avx512 && k->rows > 1;
}

static void add_run(struct simd_gen *g, uint32_t from, uint32_t to)
{
    bool by_op = !is_crowded(g, from, to) && (simd_share_loads(g->k, from, to) || goes_by_op(g->k));
    for (uint32_t n = from; n < to && by_op; n++)
        for (uint32_t s = 0; s < simd_strips_of(g->k, n); s++)
            add_event(g, n, s);
    for (uint32_t s = 0; s < WARP_LANES / g->k->strip && !by_op; s++)
        for (uint32_t n = from; n < to; n++)
            if (s < simd_strips_of(g->k, n))
                add_event(g, n, s);
}

static void add_block_events(struct simd_gen *g, uint32_t b, struct run_reads *reads, uint32_t *run)
{
    const struct simd_kernel *k = g->k;
    uint32_t end = k->cfg->blocks[b].end;
    k->blocks[b].start = (uint32_t) g->events.n;
    add_event(g, UINT32_MAX, b); /* the block's beginning: values that are live there */
    for (uint32_t n = k->cfg->blocks[b].first; n < end;) {
        uint32_t from = n;
        ++*run;
        for (; n < end && is_strip_op(k, n) && !spoils(k, n, reads, *run) &&
               (n == from || !simd_may_leave(k, n));
             n++)
            note_reads(k, n, reads, *run);
        add_run(g, from, n);
        if (n < end && !is_strip_op(k, n) && k->ops[n].how != HOW_NOTHING)
            add_event(g, n, ALL_STRIPS);
        n += n < end && !is_strip_op(k, n);
    }
    add_event(g, UINT32_MAX, b);
    k->blocks[b].end = (uint32_t) g->events.n;
}

/* ---- units ---- */

uint32_t simd_unit_count(const struct simd_kernel *k, const struct simd_value *v)
{
    bool one =
        v->class == SIMD_UNIFORM || v->shared == SHARED_ELEMENT || (v->constant && simd_is_one(v));
    uint32_t all = WARP_LANES / k->strip * (v->width == 8 ? 2 : 1),
             rows = v->shared == SHARED_ROW ? k->rows : 1;
    return one || all < rows ? 1 : all / rows;
}

/* Units of vector operands: constants have them, too, once some op needs one. */
static bool reads_vectors(const struct simd_kernel *k, uint32_t n, const struct simd_use *u)
{
    switch ((enum simd_how) k->ops[n].how) {
    case HOW_VECTOR: return !k->ops[n].shift || u->vreg != k->code->ops[n].b; /* the factor */
    case HOW_UNIFORM:
    case HOW_COMPARE:
    case HOW_GATHER:
    case HOW_SCATTER:
    case HOW_GATHER_ROWS:
    case HOW_SCATTER_ROWS:
    case HOW_LOAD_NARROW:
    case HOW_STORE_NARROW:
    case HOW_ATOMIC:
    case HOW_SHUFFLE: return true;
    case HOW_STORE:
    case HOW_STORE_ONE: return u->vreg == k->code->ops[n].d;
    default: return false;
    }
}

static void need_units(struct simd_kernel *k, uint32_t id)
{
    struct simd_value *v = simd_at(k, id);
    if (v->units)
        return;
    v->unit = (uint32_t) k->units.n;
    v->units = simd_unit_count(k, v);
    for (uint32_t i = 0; i < v->units; i++)
        VEC_PUSH(&k->units, (struct simd_unit){
                                .value = id, .start = UINT32_MAX, .end = 0, .reg = NO_REGISTER});
}

static void add_units(struct simd_kernel *k)
{
    for (uint32_t n = 0; n < k->code->op_count; n++) {
        const struct simd_use *u = simd_uses(k, n);
        for (uint32_t i = 0; k->blocks[k->cfg->block_of[n]].reachable && i < k->ops[n].count; i++) {
            const struct simd_value *v = simd_at(k, u[i].value);
            bool number = v->class != SIMD_PREDICATE;
            if (v->constant ? number && reads_vectors(k, n, &u[i]) : simd_in_registers(v))
                need_units(k, u[i].value);
        }
    }
}

/* ---- intervals ---- */

static void cover(struct simd_unit *u, uint32_t event)
{
    if (event < u->start)
        u->start = event;
    if (event > u->end)
        u->end = event;
}

static void cover_value(struct simd_gen *g, const struct simd_value *v, uint32_t event)
{
    for (uint32_t i = 0; i < v->units; i++)
        cover(&g->k->units.at[v->unit + i], event);
    for (uint32_t i = 0; i < v->gprs; i++)
        cover(&g->gprs.at[v->gpr + i], event);
}

/* The value itself, and what it is the lower half of. */
static void cover_scalar(struct simd_gen *g, const struct simd_value *v, uint32_t at, float weight)
{
    cover_value(g, v, at);
    if (v->low_of)
        v = simd_at(g->k, v->low_of - 1);
    cover_value(g, v, at);
    for (uint32_t i = 0; i < v->gprs; i++)
        g->gprs.at[v->gpr + i].weight += weight;
}

/* Numbers of general registers are read by scalar code; vector code reads the slots. */
static void note_scalar(struct simd_gen *g, uint32_t at, const struct simd_use *use)
{
    struct simd_kernel *k = g->k;
    const struct simd_value *v = simd_at(k, use->value);
    uint32_t op = g->events.at[at].op;
    if (v->low_of)
        v = simd_at(k, v->low_of - 1);
    bool reads = !use->writes && k->ops[op].how != HOW_VECTOR && k->ops[op].how != HOW_UNIFORM;
    if (v->gprs)
        cover_scalar(g, v, at, reads ? simd_weight(k, op) : 0);
    for (uint32_t i = 0; i < v->gprs; i++)
        simd_note_use(g, at, (uint32_t) k->units.n + v->gpr + i, use->writes);
}

static bool reads_slot(const struct simd_kernel *k, uint32_t n, const struct simd_use *u)
{
    switch ((enum simd_how) k->ops[n].how) {
    case HOW_SCALAR:
    case HOW_LOAD_SCALAR:
    case HOW_LOAD:
    case HOW_LOAD_NARROW:
    case HOW_BARRIER:
    case HOW_CALL: return false;
    case HOW_COMPARE: return !simd_waits_for_branch(k, n);
    case HOW_STORE:
    case HOW_STORE_NARROW:
    case HOW_STORE_ONE: return u->value != simd_operand(k, n, 0, false);
    default: return true;
    }
}

/* Code that is not cold reads the slot of a scalar, even if that has a register. */
static void note_slot(struct simd_gen *g, uint32_t n, const struct simd_use *u)
{
    struct simd_value *v = simd_at(g->k, u->value);
    if (v->low_of)
        v = simd_at(g->k, v->low_of - 1);
    v->read_in_slot |= !u->writes && reads_slot(g->k, n, u);
}

/* Comparisons that are written with the branch read their operands there, at the end of the block. */
static void note_branch(struct simd_gen *g, uint32_t at)
{
    struct simd_kernel *k = g->k;
    uint32_t b = k->cfg->block_of[g->events.at[at].op];
    struct simd_fused f = {0};
    if (g->events.at[at].op == k->cfg->blocks[b].end - 1)
        f = simd_find_fused(k, b);
    for (uint32_t j = 0; j < f.count; j++)
        for (uint32_t i = 0; i < k->ops[f.ops[j]].count; i++)
            cover_scalar(g, simd_at(k, simd_uses(k, f.ops[j])[i].value), k->blocks[b].end - 1, 0);
}

/* The operand is a constant of which no vector is read, or only by cold code. */
static bool needs_no_vector(const struct simd_kernel *k, uint32_t n, const struct simd_use *u)
{
    return simd_at(k, u->value)->constant &&
           (simd_waits_for_branch(k, n) || !reads_vectors(k, n, u));
}

/* What one access loads for others is there from its event on. */
static void note_leader(struct simd_gen *g, uint32_t at, uint32_t n)
{
    const struct simd_kernel *k = g->k;
    uint32_t end = k->cfg->blocks[k->cfg->block_of[n]].end, strip = g->events.at[at].strip;
    for (uint32_t m = n + 1; k->ops[n].leader == n + 1 && m < end; m++) {
        if (k->ops[m].leader != n + 1)
            continue;
        const struct simd_value *v = simd_at(k, simd_operand(k, m, 0, true));
        if (strip == ALL_STRIPS)
            cover_value(g, v, at);
        else if (v->units)
            cover(&g->k->units.at[v->unit + strip], at);
    }
}

static void note_event(struct simd_gen *g, uint32_t at)
{
    struct simd_kernel *k = g->k;
    const struct simd_event *e = &g->events.at[at];
    if (e->op == UINT32_MAX)
        return;
    float weight = simd_weight(k, e->op);
    note_branch(g, at);
    note_leader(g, at, e->op);
    for (uint32_t i = 0; i < k->ops[e->op].count; i++) {
        const struct simd_use *use = &simd_uses(k, e->op)[i];
        const struct simd_value *v = simd_at(k, use->value);
        uint32_t first = 0, count = v->units;
        note_scalar(g, at, use);
        note_slot(g, e->op, use);
        if (v->units && needs_no_vector(k, e->op, use))
            continue;
        if (e->strip != ALL_STRIPS && v->units > 1) {
            count = v->width == 8 ? 2 : 1;
            first = e->strip * count % v->units;
        }
        for (uint32_t j = 0; j < count && v->units; j++) {
            cover(&k->units.at[v->unit + first + j], at);
            k->units.at[v->unit + first + j].weight += weight;
            simd_note_use(g, at, v->unit + first + j, use->writes);
        }
    }
}

static bool is_live_out(const struct simd_kernel *k, uint32_t b, uint32_t index)
{
    const struct cfg_block *block = &k->cfg->blocks[b];
    for (uint32_t s = 0; s < block->succs; s++)
        if (analysis_live_in(k->analysis, k->cfg->edges[block->succ_at + s], index))
            return true;
    return false;
}

static void cover_blocks(struct simd_gen *g, const struct simd_value *v)
{
    struct simd_kernel *k = g->k;
    uint32_t index = k->analysis->vreg_of[v->vreg / 4] - 1;
    for (uint32_t b = 0; b < k->cfg->count; b++) {
        if (!k->blocks[b].reachable)
            continue;
        if (analysis_live_in(k->analysis, b, index))
            cover_value(g, v, k->blocks[b].start);
        if (is_live_out(k, b, index))
            cover_value(g, v, k->blocks[b].end - 1);
    }
}

/* An interval that begins or ends inside a loop, and not both, covers the loop. */
static bool cover_loops(struct simd_kernel *k, struct simd_unit *u)
{
    bool grew = false;
    VEC_EACH (l, &k->loops) {
        uint32_t from = k->blocks[k->order[l->first]].start,
                 to = k->blocks[k->order[l->last]].end - 1;
        bool meets = u->start <= to && u->end >= from, inside = u->start >= from && u->end <= to;
        if (!meets || inside || (u->start <= from && u->end >= to))
            continue;
        cover(u, from);
        cover(u, to);
        grew = true;
    }
    return grew;
}

static void find_intervals(struct simd_gen *g)
{
    struct simd_kernel *k = g->k;
    for (uint32_t e = 0; e < g->events.n; e++)
        note_event(g, e);
    for (uint32_t i = 0; i < k->values.n; i++) {
        const struct simd_value *v = simd_at(k, i);
        if (!v->units && !v->gprs)
            continue;
        if (v->constant)
            cover_value(g, v, 0);
        else if (v->global)
            cover_blocks(g, v);
    }
    VEC_EACH (u, &k->units)
        while (u->start <= u->end && cover_loops(k, u))
            ;
    VEC_EACH (u, &g->gprs)
        while (u->start <= u->end && cover_loops(k, u))
            ;
}

/* ---- linear scan ---- */

struct linear_scan {
    const struct simd_gen *g;
    struct simd_kernel *k;
    uint32_t *active, actives;
    int free[32], frees;
};

static float density(const struct simd_unit *u)
{
    return u->weight / (float) (u->end - u->start + 4);
}

static void expire(struct linear_scan *s, uint32_t event)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->actives; i++) {
        struct simd_unit *u = &s->k->units.at[s->active[i]];
        if (u->end < event)
            s->free[s->frees++] = u->reg;
        else
            s->active[kept++] = s->active[i];
    }
    s->actives = kept;
}

/* A unit begins with a fused multiply-add whose addend ends there: it gets the addend's register, as the instruction writes it. */
static bool take_addend(struct linear_scan *s, uint32_t id)
{
    struct simd_kernel *k = s->k;
    struct simd_unit *u = &k->units.at[id];
    const struct simd_event *e = &s->g->events.at[u->start];
    if (e->op == NO_OP || e->strip == ALL_STRIPS || k->ops[e->op].how != HOW_VECTOR ||
        k->ops[e->op].guarded || simd_at(k, u->value)->global ||
        native_form_of((enum op_code) k->code->ops[e->op].code, k->avx512) != FORM_FUSED)
        return false;
    const struct simd_value *c = simd_at(k, simd_operand(k, e->op, 2, false));
    uint32_t from = c->unit + id - simd_at(k, u->value)->unit;
    if (!simd_in_registers(c) || c->constant || c->units != simd_at(k, u->value)->units ||
        k->units.at[from].end != u->start || k->units.at[from].reg == NO_REGISTER)
        return false;
    for (uint32_t i = 0; i < s->actives; i++)
        if (s->active[i] == from) {
            u->reg = k->units.at[from].reg;
            s->active[i] = id;
            return true;
        }
    return false;
}

static void assign(struct linear_scan *s, uint32_t id)
{
    struct simd_unit *u = &s->k->units.at[id];
    expire(s, u->start);
    if (take_addend(s, id))
        return;
    if (s->frees) {
        u->reg = (int16_t) s->free[--s->frees];
        s->active[s->actives++] = id;
        return;
    }
    uint32_t least = 0;
    for (uint32_t i = 1; i < s->actives; i++)
        if (density(&s->k->units.at[s->active[i]]) < density(&s->k->units.at[s->active[least]]))
            least = i;
    struct simd_unit *old = s->actives ? &s->k->units.at[s->active[least]] : NULL;
    if (!old || density(old) >= density(u))
        return;
    u->reg = old->reg;
    old->reg = NO_REGISTER;
    s->active[least] = id;
}

/* Constants are loaded again at each entry of a region that uses them. One that is used less often than that stays in memory. */
static bool is_worth_a_register(const struct simd_gen *g, uint32_t unit)
{
    const struct simd_kernel *k = g->k;
    const struct simd_unit *u = &k->units.at[unit];
    float loads = simd_region_uses(g, 0, unit);
    if (!simd_at(k, u->value)->constant)
        return true;
    for (uint32_t e = 0; e < u->end; e++) {
        uint32_t op = g->events.at[e].op;
        if (op != UINT32_MAX && k->ops[op].how == HOW_BARRIER && simd_region_uses(g, e + 1, unit))
            loads += simd_weight(k, op);
    }
    return u->weight > loads;
}

struct scan_key {
    uint32_t start, unit;
};

static int by_start(const void *a, const void *b)
{
    const struct scan_key *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->unit < y->unit ? -1 : 1;
}

static void scan(struct simd_gen *g)
{
    struct simd_kernel *k = g->k;
    size_t n = k->units.n;
    struct linear_scan s = {.g = g, .k = k, .active = xcalloc(n + 1, sizeof(uint32_t))};
    struct scan_key *keys = xcalloc(n + 1, sizeof *keys);
    for (int r = k->avx512 ? 31 : 15; r >= FIRST_ALLOCATED; r--)
        s.free[s.frees++] = r;
    uint32_t used = 0;
    for (uint32_t u = 0; u < n; u++)
        if (k->units.at[u].start <= k->units.at[u].end && is_worth_a_register(g, u))
            keys[used++] = (struct scan_key){k->units.at[u].start, u};
    qsort(keys, used, sizeof *keys, by_start);
    for (uint32_t u = 0; u < used; u++)
        assign(&s, keys[u].unit);
    free(s.active);
    free(keys);
}

/* ---- which units a call has to save ---- */

static void note_near(struct simd_gen *g)
{
    const struct simd_kernel *k = g->k;
    uint32_t parts = (uint32_t) g->events.n / NEAR_EVENTS + 1;
    uint32_t *count = g->near_at = xcalloc(parts + 1, sizeof *g->near_at);
    VEC_EACH (u, &k->units)
        for (uint32_t p = u->start / NEAR_EVENTS;
             u->reg != NO_REGISTER && u->start <= u->end && p <= u->end / NEAR_EVENTS; p++)
            count[p + 1]++;
    for (uint32_t p = 0; p < parts; p++)
        count[p + 1] += count[p];
    uint32_t *filled = xcalloc(parts, sizeof *filled);
    g->near = xcalloc(count[parts] + 1, sizeof *g->near);
    for (uint32_t i = 0; i < k->units.n; i++) {
        const struct simd_unit *u = &k->units.at[i];
        for (uint32_t p = u->start / NEAR_EVENTS;
             u->reg != NO_REGISTER && u->start <= u->end && p <= u->end / NEAR_EVENTS; p++)
            g->near[g->near_at[p] + filled[p]++] = i;
    }
    free(filled);
}

/* ---- all ---- */

static void allocate(struct simd_gen *g)
{
    struct simd_kernel *k = g->k;
    struct run_reads *reads = xcalloc(k->code->frame_size / 4 + 1, sizeof *reads);
    uint32_t run = 0;
    for (uint32_t p = 0; p < k->cfg->count; p++)
        if (k->blocks[k->order[p]].reachable)
            add_block_events(g, k->order[p], reads, &run);
    free(reads);
    add_units(k);
    simd_find_gprs(g);
    simd_note_yields(k);
    simd_find_regions(g);
    find_intervals(g);
    scan(g);
}

static bool shares_loads(const struct simd_kernel *k)
{
    VEC_EACH (v, &k->values)
        if (v->shared)
            return true;
    return false;
}

/* Returns whether there are such ops. */
static bool find_crowded(struct simd_gen *g)
{
    const struct simd_kernel *k = g->k;
    int32_t *change = xcalloc(g->events.n + 2, sizeof *change), missing = 0;
    bool any = false;
    for (uint32_t i = 0; i < k->units.n; i++) {
        const struct simd_unit *u = &k->units.at[i];
        bool lacks = u->start <= u->end && u->reg == NO_REGISTER && is_worth_a_register(g, i);
        change[lacks ? u->start : 0] += lacks;
        change[lacks ? u->end + 1 : 0] -= lacks;
    }
    for (uint32_t e = 0; e < g->events.n; e++) {
        missing += change[e];
        if (missing && g->events.at[e].op != NO_OP)
            g->crowded[g->events.at[e].op] = any = true;
    }
    free(change);
    return any;
}

void simd_forget_registers(struct simd_gen *g)
{
    free(g->near_at);
    free(g->near);
    g->near_at = g->near = NULL;
    simd_forget_regions(g);
    VEC_FREE(&g->events);
    VEC_FREE(&g->gprs);
    VEC_FREE(&g->k->units);
    VEC_EACH (v, &g->k->values) {
        v->unit = v->units = v->gpr = v->gprs = 0;
        v->shared = SHARED_NOT;
    }
}

/* Once more where that leaves units without registers: there a run goes strip by strip. */
void simd_allocate(struct simd_gen *g)
{
    g->crowded = xcalloc(g->k->code->op_count + 1, sizeof *g->crowded);
    allocate(g);
    if ((shares_loads(g->k) || goes_by_op(g->k)) && find_crowded(g)) {
        simd_forget_registers(g);
        allocate(g);
    }
    free(g->crowded);
    note_near(g);
    simd_assign_gprs(g);
}
