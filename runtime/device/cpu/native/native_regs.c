/* SPDX-License-Identifier: Apache-2.0 */
/* Register allocation of machine code: a value is fetched when an instruction needs it. The value whose next use is farthest makes room
 * (Belady), and is spilled to the stack unless it can be loaded again from where it came. Regions are straight-line code, so next uses
 * are known. Next: op_writer.c. */
#include <stddef.h>

#include "base/check.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/native/native_gen.h"

static uint32_t register_count(const struct native_gen *g)
{
    return g->w.x.evex ? 32 : 16;
}

static uint32_t next_use(const struct region *r, const struct native_value *v)
{
    if (v->from == FROM_CONSTANT)
        return r->position + 48;
    return v->use ? r->uses.at[v->use].inst : UINT32_MAX;
}

void regs_save(struct native_gen *g, struct native_value *v)
{
    if (v->temp == NONE)
        v->temp = region_new_temp(g->region, bytes_of(g, v));
    x86_v_m(&g->w.x, X_STORE, bytes_of(g, v), v->reg, 0, stack_at(v->temp));
    v->keep = true; /* from now on the stack has it */
}

void regs_free(struct region *r, struct native_value *v)
{
    r->regs[v->reg] = NO_VALUE;
    v->reg = NONE;
}

int regs_take(struct native_gen *g, uint32_t value)
{
    struct region *r = g->region;
    int best = NONE;
    uint32_t farthest = 0;
    for (uint32_t k = SCRATCH; k < register_count(g); k++) {
        if (r->pinned >> k & 1)
            continue;
        uint32_t next = r->regs[k] ? next_use(r, value_at(r, r->regs[k])) : UINT32_MAX;
        if (best == NONE || next > farthest) {
            best = (int) k;
            farthest = next;
        }
        if (!r->regs[k]) {
            best = (int) k;
            break;
        }
    }
    CHECK(best != NONE);
    if (r->regs[best]) {
        struct native_value *old = value_at(r, r->regs[best]);
        if (old->from == FROM_OP && !old->keep && (old->use || (!r->part && old->out)))
            regs_save(g, old);
        regs_free(r, old);
    }
    r->regs[best] = value;
    value_at(r, value)->reg = (int16_t) best;
    r->pinned |= 1u << best;
    return best;
}

/* lane_x or lane_y of the strip's lanes, in register 1. */
static void lane_numbers(struct native_gen *g, uint8_t width, size_t field)
{
    struct x86_mem at = lanes_at(G_BLOCK, 4, (int32_t) field);
    x86_v_m(&g->w.x, width == 8 ? X_PMOVZXDQ : X_MOVUPS, g->w.lanes * width, 1, 0, at);
}

/* d += stride * lane_x (or lane_y). A stride that is not known is lane `lane` of the affine register less lane 0. */
static void add_stride(struct native_gen *g, const struct native_value *v, int d, struct stride s,
                       int32_t lane, size_t field)
{
    struct x86 *x = &g->w.x;
    bool wide = v->width == 8;
    int bytes = bytes_of(g, v), by = 2;
    enum x86_op broadcast = wide ? X_BROADCASTQ : X_BROADCASTD;
    if (s.known == STRIDE_KNOWN && !s.by)
        return;
    if (s.known != STRIDE_KNOWN) {
        x86_v_m(x, broadcast, bytes, 1, 0, stack_at((int32_t) v->at));
        x86_v_m(x, broadcast, bytes, 2, 0, stack_at((int32_t) v->at + lane * v->width));
        x86_v(x, wide ? X_PSUBQ : X_PSUBD, bytes, 2, 2, 1);
    } else if (s.by != 1) {
        by = regs_constant(&g->w, (uint64_t) s.by, v->width);
    }
    lane_numbers(g, v->width, field);
    if (s.known != STRIDE_KNOWN || s.by != 1)
        x86_v(x, !wide ? X_PMULLD : x->evex ? X_PMULLQ : X_PMULDQ, bytes, 1, 1, by);
    x86_v(x, wide ? X_PADDQ : X_PADDD, bytes, d, d, 1);
}

static void load_constant(struct native_gen *g, const struct native_value *v, int d)
{
    bool wide = v->width == 8;
    if (wide)
        x86_mov_i64(&g->w.x, RAX, v->bits);
    else
        x86_r_i(&g->w.x, ALU_MOV, false, RAX, (int32_t) v->bits);
    x86_v(&g->w.x, wide ? X_FROM_Q : X_FROM_D, 16, d, 0, RAX);
    x86_v(&g->w.x, wide ? X_BROADCASTQ : X_BROADCASTD, g->w.x.evex ? 64 : 32, d, 0, d);
}

int regs_fetch(struct native_gen *g, uint32_t id)
{
    struct region *r = g->region;
    struct native_value *v = value_at(r, id);
    if (v->reg != NONE) {
        r->pinned |= 1u << v->reg;
        return v->reg;
    }
    int d = regs_take(g, id);
    v = value_at(r, id);
    enum x86_op broadcast = v->width == 8 ? X_BROADCASTQ : X_BROADCASTD;
    switch ((enum from) v->from) {
    case FROM_OP: x86_v_m(&g->w.x, X_MOVUPS, bytes_of(g, v), d, 0, stack_at(v->temp)); break;
    case FROM_VREG:
        x86_v_m(&g->w.x, X_MOVUPS, bytes_of(g, v), d, 0,
                g->affine ? (struct x86_mem){G_VREGS, NO_GPR, 1, (int32_t) v->at}
                          : lanes_at(G_VREGS, v->width, (int32_t) v->at));
        break;
    case FROM_PREDICATE:
        gen_unbits(g, d, (struct x86_mem){G_VREGS, NO_GPR, 1, (int32_t) v->at});
        break;
    case FROM_UNIFORM_PREDICATE:
    case FROM_BROADCAST:
        x86_v_m(&g->w.x, broadcast, bytes_of(g, v), d, 0, stack_at((int32_t) v->at));
        break;
    case FROM_AFFINE: {
        const struct vreg_facts *f = analysis_vreg(g->source->analysis, v->vreg);
        struct native_value now = *v; /* adding constants may move r->values */
        x86_v_m(&g->w.x, broadcast, bytes_of(g, v), d, 0, stack_at((int32_t) v->at));
        add_stride(g, &now, d, f->x, 1, offsetof(struct thread_block, lane_x));
        if (g->source->shape == SHAPE_TILE)
            add_stride(g, &now, d, f->y, 2, offsetof(struct thread_block, lane_y));
        break;
    }
    case FROM_CONSTANT: load_constant(g, v, d); break;
    }
    return d;
}

int regs_constant(struct op_writer *w, uint64_t bits, uint8_t width)
{
    struct native_gen *g = (struct native_gen *) w;
    struct region *r = g->region;
    if (width != 8)
        bits = (uint32_t) bits;
    for (uint32_t k = 1; k < r->values.n; k++) {
        const struct native_value *v = value_at(r, k);
        if (v->from == FROM_CONSTANT && v->bits == bits && (v->width == 8) == (width == 8))
            return regs_fetch(g, k);
    }
    uint32_t id = region_new_value(r, width == 8 ? 8 : 4, FROM_CONSTANT, 0);
    value_at(r, id)->bits = bits;
    return regs_fetch(g, id);
}

int regs_fetch_clean(struct native_gen *g, uint32_t id)
{
    int reg = regs_fetch(g, id);
    if (value_at(g->region, id)->dirty) {
        gen_canon(&g->w, reg);
        struct native_value *v = value_at(g->region, id);
        v->dirty = false;
        if (v->keep)
            regs_save(g, v);
    }
    return reg;
}

/* After an instruction: a value without further uses gives its register back. */
void regs_pass(struct region *r, uint32_t id)
{
    struct native_value *v = value_at(r, id);
    if (!id || v->from == FROM_CONSTANT)
        return;
    while (v->use && r->uses.at[v->use].inst <= r->position)
        v->use = r->uses.at[v->use].next;
    if (!v->use && v->reg != NONE && !(r->part == 0 && v->out))
        regs_free(r, v);
}

/* ---- predicates ---- */

void gen_bits(struct native_gen *g, enum x86_gpr to, int mask)
{
    if (g->w.x.evex) {
        x86_v(&g->w.x, X_PMOVD2M, 4 * g->w.lanes, 1, 0, mask);
        x86_kmov_to(&g->w.x, to, 1);
    } else {
        x86_v(&g->w.x, X_MOVMSKPS, 4 * g->w.lanes, (int) to, 0, mask);
    }
}

static const uint32_t lane_bits[WARP_LANES] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
    1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
    1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
    1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

void gen_unbits(struct native_gen *g, int d, struct x86_mem at)
{
    struct x86 *x = &g->w.x;
    if (x->evex) {
        x86_r_m(x, ALU_MOV, false, RAX, at);
        x86_shift_by(x, false, RAX, RAX, G_BIT);
        x86_kmov_from(x, 1, RAX);
        x86_v(x, X_PMOVM2D, 4 * g->w.lanes, d, 0, 1);
        return;
    }
    x86_v_m(x, X_BROADCASTD, 4 * g->w.lanes, d, 0, at);
    x86_mov_i64(x, RAX, (uint64_t) (uintptr_t) lane_bits);
    x86_v_m(x, X_MOVUPS, 4 * g->w.lanes, 0, 0, (struct x86_mem){RAX, G_LANE, 1, 0});
    x86_v(x, X_PAND, 4 * g->w.lanes, d, d, 0);
    x86_v(x, X_PCMPEQD, 4 * g->w.lanes, d, d, 0);
}
