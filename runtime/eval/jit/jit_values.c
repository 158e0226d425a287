/* SPDX-License-Identifier: Apache-2.0 */
/* Where machine code finds operands and leaves results; how it is left and entered. Needs jit_regs.c. Next: jit_arith.c. */
#include "eval/jit/jit_gen.h"

#include <stddef.h>

struct x86_mem jit_slot(uint32_t slot)
{
    return (struct x86_mem){RBX, NO_GPR, 1, (int32_t) (8 * slot)};
}

struct x86_mem jit_site_at(const struct jit_gen *g, uint32_t site, size_t field)
{
    return (struct x86_mem){CODE_START, NO_GPR, 1,
                            (int32_t) (site * sizeof(struct jit_site) + field) -
                                (int32_t) g->data_size};
}

struct x86_mem jit_real_constant(struct jit_gen *g, union value value)
{
    VEC_PUSH(&g->reals, value);
    return (struct x86_mem){CODE_START, NO_GPR, 1,
                            (int32_t) (g->reals_at + 8 * (g->reals.n - 1)) -
                                (int32_t) g->data_size};
}

void jit_load_address(struct jit_gen *g, enum x86_gpr r, const volatile void *p)
{
    x86_mov_i64(&g->x, r, (uint64_t) (uintptr_t) p);
}

/* ---- operands ---- */

static struct jit_web *result(const struct jit_gen *g)
{
    return g->webs.at + g->nodes[g->first_node[g->pc]];
}

static bool in_low_half(const struct jit_web *w)
{
    return w->low && w->reg != NO_REG && !w->real;
}

bool jit_is_low(const struct jit_gen *g, uint32_t slot)
{
    return in_low_half(jit_web_of(g, slot));
}

bool jit_gives_low(const struct jit_gen *g)
{
    return in_low_half(result(g));
}

enum x86_gpr jit_low(struct jit_gen *g, uint32_t slot, enum x86_gpr scratch)
{
    const struct jit_web *w = jit_web_of(g, slot);
    return in_low_half(w) ? (enum x86_gpr) w->reg : jit_int(g, slot, scratch);
}

enum x86_gpr jit_int(struct jit_gen *g, uint32_t slot, enum x86_gpr scratch)
{
    const struct jit_web *w = jit_web_of(g, slot);
    if (in_low_half(w))
        x86_extend(&g->x, EXTEND_I32, scratch, (enum x86_gpr) w->reg);
    else if (w->reg == NO_REG)
        x86_r_m(&g->x, ALU_MOV, true, scratch, jit_slot(slot));
    else if (w->real)
        x86_v(&g->x, X_MOVQ, 16, w->reg, 0, (int) scratch);
    else
        return (enum x86_gpr) w->reg;
    return scratch;
}

int jit_real(struct jit_gen *g, uint32_t slot, int scratch)
{
    const struct jit_web *w = jit_web_of(g, slot);
    if (w->reg == NO_REG)
        x86_v_m(&g->x, X_LOADSD, 16, scratch, 0, jit_slot(slot));
    else if (!w->real)
        x86_v(&g->x, X_FROM_Q, 16, scratch, 0, (int) jit_int(g, slot, RAX));
    else
        return w->reg;
    return scratch;
}

bool jit_is_real(struct jit_gen *g, uint32_t slot)
{
    const struct jit_web *w = jit_web_of(g, slot);
    return w->reg != NO_REG && w->real;
}

bool jit_gives_real(struct jit_gen *g)
{
    return result(g)->reg != NO_REG && result(g)->real;
}

enum x86_gpr jit_int_target(struct jit_gen *g, enum x86_gpr scratch)
{
    const struct jit_web *w = result(g);
    return w->reg == NO_REG || w->real ? scratch : (enum x86_gpr) w->reg;
}

void jit_int_done(struct jit_gen *g, enum x86_gpr r)
{
    const struct jit_web *w = result(g);
    if (w->reg == NO_REG)
        x86_store(&g->x, true, jit_slot(g->insns[g->pc].a), r);
    else if (w->real)
        x86_v(&g->x, X_FROM_Q, 16, w->reg, 0, (int) r);
}

int jit_real_target(struct jit_gen *g, int scratch)
{
    const struct jit_web *w = result(g);
    return w->reg == NO_REG || !w->real ? scratch : w->reg;
}

void jit_real_done(struct jit_gen *g, int r)
{
    const struct jit_web *w = result(g);
    if (w->reg == NO_REG)
        x86_v_m(&g->x, X_STORESD, 16, r, 0, jit_slot(g->insns[g->pc].a));
    else if (!w->real)
        x86_v(&g->x, X_MOVQ, 16, r, 0, w->reg);
}

void jit_store_web(struct jit_gen *g, const struct jit_web *w)
{
    if (w->reg == NO_REG)
        return;
    if (w->real) {
        x86_v_m(&g->x, X_STORESD, 16, w->reg, 0, jit_slot(w->slot));
    } else if (w->low) {
        x86_extend(&g->x, EXTEND_I32, RAX, (enum x86_gpr) w->reg);
        x86_store(&g->x, true, jit_slot(w->slot), RAX);
    } else
        x86_store(&g->x, true, jit_slot(w->slot), (enum x86_gpr) w->reg);
}

void jit_load_web(struct jit_gen *g, const struct jit_web *w)
{
    if (w->reg == NO_REG)
        return;
    if (w->real)
        x86_v_m(&g->x, X_LOADSD, 16, w->reg, 0, jit_slot(w->slot));
    else
        x86_r_m(&g->x, ALU_MOV, true, (enum x86_gpr) w->reg, jit_slot(w->slot));
}

/* ---- calls ---- */

void jit_live_store(struct jit_gen *g, uint32_t p)
{
    const uint64_t *live = jit_live(g, p);
    for (uint32_t s = 0; s < g->slots; s++)
        if (jit_in(live, s))
            jit_store_web(g, jit_web_of(g, s));
}

void jit_live_load(struct jit_gen *g, uint32_t p)
{
    if (p >= g->n)
        return;
    const uint64_t *live = jit_live(g, p);
    for (uint32_t s = 0; s < g->slots; s++)
        if (jit_in(live, s))
            jit_load_web(g, jit_web_of(g, s));
}

/* ---- exits and code out of line ---- */

struct jit_exit *jit_state(struct jit_gen *g)
{
    struct jit_exit *e = ARENA_NEW(&g->arena, struct jit_exit);
    const uint64_t *live = jit_live(g, g->pc);
    e->pc = g->pc;
    e->webs = ARENA_ARRAY(&g->arena, uint32_t, g->slots + 1);
    for (uint32_t s = 0; s < g->slots; s++)
        if (jit_in(live, s) && jit_web_of(g, s)->reg != NO_REG)
            e->webs[e->count++] = g->nodes[g->now[s]];
    return e;
}

struct jit_exit *jit_exit(struct jit_gen *g)
{
    if (!g->exit) {
        g->exit = jit_state(g);
        VEC_PUSH(&g->exits, g->exit);
    }
    return g->exit;
}

void jit_exit_if(struct jit_gen *g, enum x86_cond cc)
{
    struct jit_exit *e = jit_exit(g);
    VEC_PUSH(&e->jumps, x86_jump(&g->x, cc));
}

void jit_land(struct jit_gen *g, const struct jit_stub *s)
{
    for (size_t k = 0; k < sizeof s->jumps / sizeof *s->jumps; k++)
        if (s->jumps[k])
            x86_land(&g->x, s->jumps[k]);
}

struct jit_stub *jit_stub(struct jit_gen *g, uint32_t jump,
                          void (*emit)(struct jit_gen *, const struct jit_stub *))
{
    VEC_PUSH(&g->stubs, (struct jit_stub){.emit = emit, .jumps = {jump}, .pc = g->pc});
    return &VEC_LAST(&g->stubs);
}
