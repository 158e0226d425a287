/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses of a basic block at one base with fixed offsets: a group has one check, at its first access, for all the bytes from its lowest to
 * its highest. In shared memory loads and stores share it. All of its accesses are executed, so in a program without faults the check holds,
 * and if it does not, each makes its own (simd_versions.c). An access at a base of its own is a group, too. Next: simd_memory.c. */
#include <stdlib.h>
#include <string.h>

#include "device/cpu/jit/simd_gen.h"

enum {
    SPAN_MAX = 1 << 16,
    PROOFS_MAX = 1000, /* accesses; more are all checked */
};

static bool may_join(const struct simd_kernel *k, uint32_t n)
{
    const struct simd_op *o = &k->ops[n];
    switch ((enum simd_how) o->how) {
    case HOW_LOAD:
    case HOW_LOAD_SCALAR:
    case HOW_LOAD_NARROW:
    case HOW_STORE:
    case HOW_STORE_NARROW: return !o->guarded;
    case HOW_GATHER: return o->leader;
    default: return false;
    }
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
    if (how == HOW_GATHER || other == HOW_GATHER)
        return k->ops[a].leader == k->ops[b].leader;
    return how == other || (k->code->ops[a].space == PTX_SHARED && how != HOW_LOAD_SCALAR &&
                            other != HOW_LOAD_SCALAR);
}

/* The last element that is loaded with the op's, as op.imm. Around shared memory there is more of it (block.c). */
static int64_t last_of(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    uint32_t leader = k->ops[n].how == HOW_LOAD && op->space != PTX_SHARED ? k->ops[n].leader : 0;
    return leader ? k->ops[leader - 1].low + WORDS_TOGETHER - op_element_bytes(op) : op->imm;
}

static bool fits(const struct simd_kernel *k, const struct simd_group *g, uint32_t n, uint32_t base)
{
    const struct op *a = &k->code->ops[g->first], *b = &k->code->ops[n];
    int64_t low = b->imm < g->low ? b->imm : g->low, last = last_of(k, n),
            high = last > g->high ? last : g->high;
    return g->value == base && same_check(k, g->first, n) && a->space == b->space &&
           bytes_of(a) == bytes_of(b) && op_infos[a->code].address == op_infos[b->code].address &&
           (b->imm - a->imm) % bytes_of(a) == 0 && high - low <= SPAN_MAX;
}

static void join(struct simd_gen *g, uint32_t n, uint32_t base, size_t from)
{
    const struct simd_kernel *k = g->k;
    int64_t imm = k->code->ops[n].imm, last = last_of(k, n);
    for (size_t i = from; i < g->groups.n; i++) {
        struct simd_group *group = &g->groups.at[i];
        if (group->ended || !fits(k, group, n, base))
            continue;
        group->low = imm < group->low ? imm : group->low;
        group->high = last > group->high ? last : group->high;
        group->count++;
        g->group_of[n] = (uint32_t) i + 1;
        return;
    }
    struct simd_group group = {
        .first = n,
        .value = base,
        .low = imm,
        .high = last,
        .count = 1,
        .reg = {NO_GPR, NO_GPR, NO_GPR, NO_GPR}
    };
    VEC_PUSH(&g->groups, group);
    g->group_of[n] = (uint32_t) g->groups.n;
}

static void end_groups(struct simd_gen *g, uint32_t n, size_t from)
{
    const struct simd_kernel *k = g->k;
    const struct simd_use *u = simd_uses(k, n);
    bool all = simd_lets_others_run(k, n);
    for (size_t i = from; i < g->groups.n; i++)
        for (uint32_t j = 0; j < k->ops[n].count || all; j++) {
            if (all || (u[j].writes && u[j].value == g->groups.at[i].value))
                g->groups.at[i].ended = true;
            if (all)
                break;
        }
}

/* ---- registers for their addresses ---- */

static struct simd_group *group_at(struct simd_gen *g, uint32_t event)
{
    uint32_t n = g->events.at[event].op;
    return n == UINT32_MAX ? NULL : simd_group_of(g, n);
}

/* From the first access to the last, unless an op between them would need the registers. */
static void find_events(struct simd_gen *g, uint32_t b)
{
    uint32_t lost = 0;
    for (uint32_t e = g->k->blocks[b].start; e < g->k->blocks[b].end; e++) {
        struct simd_group *group = group_at(g, e);
        if (g->events.at[e].op != UINT32_MAX && !simd_keeps_gprs(g->k, g->events.at[e].op))
            lost = e;
        if (!group)
            continue;
        if (!group->start)
            group->start = e;
        group->lost |= lost > group->start;
        group->last = e;
    }
}

static void assign_registers(struct simd_gen *g, uint32_t b)
{
    static const enum x86_gpr registers[] = {RDI, R8, R9, R10, R11, RSI, RBP};

    enum { REGISTERS = sizeof registers / sizeof *registers };

    uint32_t busy_to[REGISTERS] = {0};
    for (uint32_t e = g->k->blocks[b].start; e < g->k->blocks[b].end; e++) {
        struct simd_group *group = group_at(g, e);
        uint32_t rows = 0, found[VECTOR_ROWS_MAX], count = 0;
        if (!group || group->lost || e != group->start)
            continue;
        rows = simd_rows(g->k, simd_at(g->k, simd_operand(g->k, group->first, 0, false)));
        for (uint32_t r = 0; r < REGISTERS && count < rows; r++)
            if (busy_to[r] < e && !simd_gpr_is_taken(g, registers[r], e, group->last))
                found[count++] = r;
        for (uint32_t row = 0; row < rows && count == rows; row++) {
            group->reg[row] = registers[found[row]];
            busy_to[found[row]] = group->last;
        }
    }
}

struct x86_mem simd_group_address(struct simd_gen *g, struct simd_group *group, uint32_t row)
{
    if (!group->at) {
        group->at = g->stack + 1;
        g->stack += 8 * g->k->rows;
    }
    return stack_at(group->at - 1 + 8 * row);
}

/* To the stack go those that have an address before this event. */
static void move_registers(struct simd_gen *g, bool keep)
{
    if (g->second)
        return;
    VEC_EACH (group, &g->groups)
        for (uint32_t row = 0; row < VECTOR_ROWS_MAX && group->reg[row] != NO_GPR; row++) {
            if (group->start >= g->event || group->last < g->event)
                continue;
            if (keep)
                x86_store(x86_of(g), true, simd_group_address(g, group, row), group->reg[row]);
            else
                x86_r_m(x86_of(g), ALU_MOV, true, group->reg[row],
                        simd_group_address(g, group, row));
        }
}

void simd_keep_groups(struct simd_gen *g)
{
    move_registers(g, true);
}

void simd_restore_groups(struct simd_gen *g)
{
    move_registers(g, false);
}

/* ---- accesses that need no check. Shared memory stays as it is while a block runs. So where a lane has accessed bytes at a base and others at
 * the same base further up, all between them are there, and aligned alike. Lanes that run a block have run the blocks that
 * dominate it. ---- */

struct proof {
    struct simd_gen *g;
    uint32_t *
        base, /* of each op: what its address is cut from, plus 1; 0: it is no access to shared memory */
        *accesses, count;
    uint64_t *dominators; /* [block * words] */
    uint32_t words;
};

static bool dominates(const struct proof *p, uint32_t a, uint32_t b)
{
    return p->dominators[(size_t) b * p->words + a / 64] >> a % 64 & 1;
}

/* What dominates all predecessors, and the block itself. Returns whether that is less than before. */
static bool dominate(struct proof *p, uint32_t b, uint64_t *all)
{
    const struct cfg *g = p->g->k->cfg;
    uint64_t *own = &p->dominators[(size_t) b * p->words];
    bool less = false;
    memset(all, b ? 0xff : 0, p->words * sizeof *all);
    for (uint32_t a = 0; b && a < g->count; a++)
        for (uint32_t s = 0; p->g->k->blocks[a].reachable && s < g->blocks[a].succs; s++)
            for (uint32_t w = 0; w < p->words && g->edges[g->blocks[a].succ_at + s] == b; w++)
                all[w] &= p->dominators[(size_t) a * p->words + w];
    all[b / 64] |= (uint64_t) 1 << b % 64;
    for (uint32_t w = 0; w < p->words; w++) {
        less |= own[w] != all[w];
        own[w] = all[w];
    }
    return less;
}

static void find_dominators(struct proof *p)
{
    const struct simd_kernel *k = p->g->k;
    uint64_t *all = xcalloc(p->words, sizeof *all);
    memset(p->dominators, 0xff, (size_t) k->cfg->count * p->words * sizeof *all);
    for (bool less = true; less;) {
        less = false;
        for (uint32_t i = 0; i < k->cfg->count; i++)
            if (k->blocks[k->order[i]].reachable)
                less |= dominate(p, k->order[i], all);
    }
    free(all);
}

/* In a loop an op defines several times. */
static bool is_rewritten(const struct simd_kernel *k, uint32_t value)
{
    uint32_t d = k->definition[value];
    return d == SEVERAL_OPS || (d != NO_OP && k->blocks[k->cfg->block_of[d]].depth);
}

/* The value has been defined when the op reads it, and stays as it is. */
static bool is_known(const struct proof *p, uint32_t value, uint32_t n)
{
    const uint32_t *block_of = p->g->k->cfg->block_of;
    uint32_t d = p->g->k->definition[value];
    if (d == NO_OP || is_rewritten(p->g->k, value))
        return d == NO_OP;
    return d < n && dominates(p, block_of[d], block_of[n]);
}

static bool proves(const struct proof *p, uint32_t by, uint32_t n)
{
    const struct simd_kernel *k = p->g->k;
    const struct op *a = &k->code->ops[by], *b = &k->code->ops[n];
    uint32_t from = k->cfg->block_of[by], to = k->cfg->block_of[n];
    int64_t apart = b->imm - a->imm; /* further, an address of 32 bits might wrap between them */
    return p->base[by] == p->base[n] && from != to && dominates(p, from, to) && apart <= SPAN_MAX &&
           apart >= -SPAN_MAX && is_known(p, p->base[n] - 1, by) && bytes_of(a) == bytes_of(b) &&
           op_infos[a->code].address == op_infos[b->code].address && apart % bytes_of(a) == 0;
}

/* All lanes run the op, and have accessed bytes up to those from `low` to `high` on either side. */
static bool is_proved(const struct proof *p, uint32_t n, int64_t low, int64_t high)
{
    const struct simd_kernel *k = p->g->k;
    bool below = false, above = false;
    if (!p->base[n] || is_rewritten(k, p->base[n] - 1) || !k->blocks[k->cfg->block_of[n]].full)
        return false;
    for (uint32_t i = 0; i < p->count && !(below && above); i++) {
        int64_t imm = k->code->ops[p->accesses[i]].imm;
        if ((imm > low && imm < high) || !proves(p, p->accesses[i], n))
            continue;
        below |= imm <= low;
        above |= imm >= high;
    }
    return below && above;
}

static void prove(struct proof *p)
{
    struct simd_gen *g = p->g;
    for (uint32_t n = 0; n < g->k->code->op_count; n++) {
        const struct simd_group *group = simd_group_of(g, n);
        int64_t imm = g->k->code->ops[n].imm;
        g->proved[n] = is_proved(p, group ? group->first : n, group ? group->low : imm,
                                 group ? group->high : imm);
    }
}

/* ---- accesses of lanes that have accessed just that before: the address is written by one op, and both follow it, one in its basic block
 * and the other where that has run ---- */

static bool goes_by_lane(const struct simd_kernel *k, uint32_t n)
{
    uint8_t how = k->ops[n].how;
    return (how == HOW_GATHER || how == HOW_SCATTER) && k->code->ops[n].space == PTX_SHARED &&
           op_elements(&k->code->ops[n]) == 1 && !k->ops[n].guarded;
}

static bool has_accessed(const struct proof *p, uint32_t by, uint32_t n)
{
    const struct simd_kernel *k = p->g->k;
    const struct op *a = &k->code->ops[by], *b = &k->code->ops[n];
    uint32_t address = simd_operand(k, n, 0, false), from = k->cfg->block_of[by],
             to = k->cfg->block_of[n], w = k->definition[address];
    return simd_operand(k, by, 0, false) == address && a->imm == b->imm &&
           bytes_of(a) == bytes_of(b) && w < SEVERAL_OPS && !k->ops[w].guarded &&
           k->cfg->block_of[w] == from && w < by && (from == to ? by < n : dominates(p, from, to));
}

static void prove_lanes(struct proof *p)
{
    const struct simd_kernel *k = p->g->k;
    for (uint32_t n = 0; n < k->code->op_count; n++)
        for (uint32_t by = 0; goes_by_lane(k, n) && by < k->code->op_count; by++)
            if (by != n && goes_by_lane(k, by) && has_accessed(p, by, n))
                p->g->proved[n] = true;
}

static uint32_t count_by_lane(const struct simd_kernel *k)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < k->code->op_count; n++)
        count += k->blocks[k->cfg->block_of[n]].reachable && goes_by_lane(k, n);
    return count;
}

static void find_proofs(struct simd_gen *g, uint32_t *base)
{
    const struct simd_kernel *k = g->k;
    uint32_t by_lane = count_by_lane(k);
    uint32_t blocks = k->cfg->count;
    struct proof p = {.g = g, .base = base, .words = (blocks + 63) / 64};
    p.accesses = xcalloc(k->code->op_count + 1, sizeof *p.accesses);
    for (uint32_t n = 0; n < k->code->op_count; n++)
        if (base[n])
            p.accesses[p.count++] = n;
    p.dominators = xcalloc((size_t) blocks * p.words + 1, sizeof *p.dominators);
    if ((p.count > 1 && p.count <= PROOFS_MAX) || (by_lane > 1 && by_lane <= PROOFS_MAX))
        find_dominators(&p);
    if (p.count > 1 && p.count <= PROOFS_MAX)
        prove(&p);
    if (by_lane > 1 && by_lane <= PROOFS_MAX)
        prove_lanes(&p);
    free(p.accesses);
    free(p.dominators);
}

/* ---- all ---- */

void simd_find_groups(struct simd_gen *g)
{
    const struct simd_kernel *k = g->k;
    struct cut *cuts = xcalloc(k->values.n + 1, sizeof *cuts);
    uint32_t *base = xcalloc(k->code->op_count + 1, sizeof *base);
    g->groups.n = 0;
    for (uint32_t b = 0; b < k->cfg->count; b++) {
        size_t from = g->groups.n;
        for (uint32_t n = k->cfg->blocks[b].first;
             k->blocks[b].reachable && n < k->cfg->blocks[b].end; n++) {
            if (may_join(k, n)) {
                uint32_t v = base_of(k, cuts, n);
                join(g, n, v, from);
                bool proves = k->ops[n].how != HOW_GATHER && k->code->ops[n].space == PTX_SHARED &&
                              op_elements(&k->code->ops[n]) == 1;
                base[n] = proves ? v + 1 : 0; /* a vector may end past the memory */
            }
            end_groups(g, n, from);
            note_definitions(k, cuts, n);
        }
        if (k->blocks[b].reachable) {
            find_events(g, b);
            assign_registers(g, b);
        }
        for (uint32_t n = k->cfg->blocks[b].first; n < k->cfg->blocks[b].end; n++)
            for (uint32_t i = 0; i < k->ops[n].count; i++)
                cuts[simd_uses(k, n)[i].value].from = 0;
    }
    VEC_EACH (group, &g->groups)
        for (uint32_t e = group->start + 1; e <= group->last; e++)
            g->grouped[e] = 1;
    free(cuts);
    find_proofs(g, base);
    free(base);
}

struct simd_group *simd_group_of(struct simd_gen *g, uint32_t n)
{
    return g->group_of[n] && !g->second ? &g->groups.at[g->group_of[n] - 1] : NULL;
}
