/* SPDX-License-Identifier: Apache-2.0 */
/* Jumps. One that goes back polls first; one that enters a loop prepares the loop's guards. Needs jit_values.c. */
#include "eval/jit/jit_gen.h"

#include <stddef.h>

/* ---- the entries of loops ---- */

void jit_compare_version(struct jit_gen *g, uint32_t site)
{
    x86_r_m(&g->x, ALU_MOV, true, RDX, jit_site_at(g, site, offsetof(struct jit_site, object)));
    x86_r_m(&g->x, ALU_MOV, false, RDX,
            (struct x86_mem){RDX, NO_GPR, 1, offsetof(struct object, version)});
    x86_r_m(&g->x, ALU_CMP, false, RDX, jit_site_at(g, site, offsetof(struct jit_site, version)));
}

static bool enters(const struct jit_gen *g, const struct jit_hoist *h, uint32_t from, uint32_t to)
{
    const struct jit_loop *l = g->loops.at + h->loop;
    bool inside = from != UINT32_MAX && from >= l->first && from <= l->last;
    return to >= l->first && to <= l->last && !inside;
}

bool jit_enters_loops(const struct jit_gen *g, uint32_t from, uint32_t to)
{
    VEC_EACH (h, &g->hoists)
        if (enters(g, h, from, to))
            return true;
    return false;
}

static enum x86_gpr base_of(struct jit_gen *g, const struct jit_web *w)
{
    if (w->reg == NO_REG)
        x86_r_m(&g->x, ALU_MOV, true, RAX, jit_slot(w->slot));
    else if (w->real)
        x86_v(&g->x, X_MOVQ, 16, w->reg, 0, RAX);
    return w->reg == NO_REG || w->real ? RAX : (enum x86_gpr) w->reg;
}

/* A guard whose object is another than the one that was found knows nothing. */
static void test_object(struct jit_gen *g, uint32_t site)
{
    struct x86 *x = &g->x;
    struct x86_mem object = jit_site_at(g, site, offsetof(struct jit_site, object));
    if (g->sites.at[site].guard == GUARD_RANGE) {
        x86_r_m(x, ALU_MOV, true, RDX, object);
        x86_compare_m_i8(x, (struct x86_mem){RDX, NO_GPR, 1, offsetof(struct object, open)}, 0);
        uint32_t closed = x86_jump(x, CC_E);
        x86_compare_m_i(x, false, (struct x86_mem){RDX, NO_GPR, 1, offsetof(struct object, kind)},
                        HOST_LITERAL);
        uint32_t good = x86_jump(x, CC_NE);
        x86_land(x, closed);
        jit_load_address(g, RDX, &g->vm->nothing);
        x86_store(x, true, object, RDX);
        x86_land(x, good);
    } else {
        jit_compare_version(g, site);
        uint32_t same = x86_jump(x, CC_E);
        x86_store_i64(x, jit_site_at(g, site, offsetof(struct jit_site, bound)), 0);
        x86_land(x, same);
    }
}

static void test_base(struct jit_gen *g, const struct jit_hoist *h)
{
    struct x86 *x = &g->x;
    struct x86_mem at_base = jit_site_at(g, h->site, offsetof(struct jit_site, base));
    enum x86_gpr base = base_of(g, g->webs.at + h->web);
    x86_r_m(x, ALU_CMP, true, base, at_base);
    uint32_t same = x86_jump(x, CC_E);
    x86_store(x, true, at_base, base);
    x86_store_i64(x, jit_site_at(g, h->site, offsetof(struct jit_site, bound)), 0);
    x86_land(x, same);
}

void jit_enter_loops(struct jit_gen *g, uint32_t from, uint32_t to)
{
    VEC_EACH (h, &g->hoists) {
        if (!enters(g, h, from, to))
            continue;
        if (h->what == HOIST_BASE)
            test_base(g, h);
        test_object(g, h->site);
    }
}

/* ---- jumps ---- */

static void enter_and_go(struct jit_gen *g, const struct jit_stub *s)
{
    jit_land(g, s);
    jit_enter_loops(g, s->pc, s->target);
    VEC_PUSH(&g->fixups, (struct jit_fixup){x86_jump(&g->x, CC_ALWAYS), s->target});
}

void jit_jump_to(struct jit_gen *g, enum x86_cond cc, uint32_t target)
{
    uint32_t jump = x86_jump(&g->x, cc);
    if (jit_enters_loops(g, g->pc, target))
        jit_stub(g, jump, enter_and_go)->target = target;
    else
        VEC_PUSH(&g->fixups, (struct jit_fixup){jump, target});
}

void jit_poll(struct jit_gen *g, uint32_t target)
{
    if (target > g->pc || !g->vm->poll)
        return;
    jit_load_address(g, RAX, &g->vm->poll->requested);
    x86_compare_m_i8(&g->x, (struct x86_mem){RAX, NO_GPR, 1, 0}, 0);
    jit_exit_if(g, CC_NE);
}

void jit_goto(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    jit_poll(g, (uint32_t) i->target);
    jit_jump_to(g, CC_ALWAYS, (uint32_t) i->target);
}

void jit_branch(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    bool is_signed = o->class == CLASS_I32 || o->class == CLASS_I64;
    jit_poll(g, (uint32_t) i->target);
    bool wide = o->class == CLASS_I64 || o->class == CLASS_U64;
    enum x86_gpr b = wide ? jit_int(g, i->b, RAX) : jit_low(g, i->b, RAX),
                 c = wide ? jit_int(g, i->c, RCX) : jit_low(g, i->c, RCX);
    x86_r(&g->x, ALU_CMP, wide, b, c);
    jit_jump_to(g, (enum x86_cond)(is_signed ? o->how : o->other), (uint32_t) i->target);
}

void jit_branch_k(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    jit_poll(g, (uint32_t) i->target);
    x86_r_i(&g->x, ALU_CMP, !jit_is_low(g, i->b), jit_low(g, i->b, RAX), i->imm);
    jit_jump_to(g, (enum x86_cond) o->how, (uint32_t) i->target);
}

void jit_branch_truth(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    jit_poll(g, (uint32_t) i->target);
    enum x86_gpr a = jit_low(g, i->a, RAX);
    x86_test(&g->x, !jit_is_low(g, i->a), a, a);
    jit_jump_to(g, (enum x86_cond) o->how, (uint32_t) i->target);
}

static void compare_case(struct jit_gen *g, enum x86_gpr value, int64_t with)
{
    if (with == (int32_t) with) {
        x86_r_i(&g->x, ALU_CMP, true, value, (int32_t) with);
    } else {
        x86_mov_i64(&g->x, RCX, (uint64_t) with);
        x86_r(&g->x, ALU_CMP, true, value, RCX);
    }
}

/* Cases low to high - 1, by halves. */
static void cases(struct jit_gen *g, const struct switch_table *t, enum x86_gpr value, uint32_t low,
                  uint32_t high)
{
    enum { FEW = 3 };

    if (high - low <= FEW) {
        for (uint32_t k = low; k < high; k++) {
            compare_case(g, value, t->values[k]);
            jit_jump_to(g, CC_E, (uint32_t) t->targets[k]);
        }
        jit_jump_to(g, CC_ALWAYS, (uint32_t) t->otherwise);
        return;
    }
    uint32_t middle = low + (high - low) / 2;
    compare_case(g, value, t->values[middle]);
    uint32_t above = x86_jump(&g->x, CC_GE);
    cases(g, t, value, low, middle);
    x86_land(&g->x, above);
    cases(g, t, value, middle, high);
}

void jit_switch(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    const struct switch_table *t = i->p;
    cases(g, t, jit_int(g, i->a, RAX), 0, t->count);
}
