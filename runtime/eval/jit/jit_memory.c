/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores, with the guards that jit_sites.c planned. A guard that fails calls jit_access out of line, with all registers
 * kept; if that finds the access invalid, the interpreter executes it. */
#include "eval/jit/jit_gen.h"

#include <stddef.h>

/* ---- guards ---- */

static struct x86_mem in(enum x86_gpr object, size_t field)
{
    return (struct x86_mem){(uint8_t) object, NO_GPR, 1, (int32_t) field};
}

/* What the table of objects met has for a base: vm_met_entry. Uses rdx, and changes no other register than `to`. */
static void met(struct jit_gen *g, uint32_t site, enum x86_gpr base, enum x86_gpr to)
{
    struct x86 *x = &g->x;
    jit_load_address(g, to, g->vm->met[g->sites.at[site].how]);
    x86_imul_i(x, false, RDX, base, (int32_t) VM_MET_FACTOR);
    x86_shift_i(x, SHIFT_RIGHT, false, RDX, 32 - VM_MET_BITS);
    x86_r_m(x, ALU_MOV, true, to, (struct x86_mem){(uint8_t) to, RDX, 8, 0});
}

/* A register that the access does not use, and that is not `other`. */
static enum x86_gpr unused_by(const struct jit_stub *s, enum x86_gpr other)
{
    static const enum x86_gpr all[] = {RDI, RSI, R8, R9};

    int k = 0;
    while (all[k] == s->base || all[k] == s->index || all[k] == other)
        k++;
    return all[k];
}

/* Notes what the guard tests: an object, and how much of it follows the base. */
static void learn(struct jit_gen *g, const struct jit_stub *s, enum x86_gpr object,
                  enum x86_gpr left)
{
    struct x86 *x = &g->x;
    x86_store(x, true, jit_site_at(g, s->site, offsetof(struct jit_site, object)), object);
    if (g->sites.at[s->site].guard == GUARD_RANGE)
        return;
    x86_store(x, true, jit_site_at(g, s->site, offsetof(struct jit_site, base)), s->base);
    x86_store(x, true, jit_site_at(g, s->site, offsetof(struct jit_site, bound)), left);
    x86_r_m(x, ALU_MOV, false, RDX, in(object, offsetof(struct object, version)));
    x86_store(x, false, jit_site_at(g, s->site, offsetof(struct jit_site, version)), RDX);
}

/* The base is often another one that has been met before: the next row of a matrix, the next body of a simulation. Goes back if the
 * table of objects met has its object, and that holds the access. */
static void meet(struct jit_gen *g, const struct jit_stub *s)
{
    static const uint8_t log2_of[] = {[1] = 0, [2] = 1, [4] = 2, [8] = 3};
    struct x86 *x = &g->x;
    const struct jit_site *site = g->sites.at + s->site;
    enum x86_gpr object = unused_by(s, (enum x86_gpr) NO_GPR), left = unused_by(s, object);
    uint32_t other[4] = {0};
    x86_push(x, object);
    x86_push(x, left);
    met(g, s->site, s->base, object);
    x86_r(x, ALU_MOV, true, RDX, s->base);
    x86_r_m(x, ALU_SUB, true, RDX, in(object, offsetof(struct object, start)));
    x86_r_m(x, ALU_MOV, true, left, in(object, offsetof(struct object, size)));
    x86_r(x, ALU_SUB, true, left, RDX);
    other[0] = x86_jump(x, CC_B);
    x86_compare_m_i8(x, in(object, offsetof(struct object, open)), 0);
    other[1] = x86_jump(x, CC_E);
    if (site->how == VM_WRITE) {
        x86_compare_m_i(x, false, in(object, offsetof(struct object, kind)), HOST_LITERAL);
        other[2] = x86_jump(x, CC_E);
    }
    if (site->guard == GUARD_INDEX && site->size > 1)
        x86_shift_i(x, SHIFT_RIGHT, true, left, log2_of[site->size]);
    if (site->guard == GUARD_INDEX)
        x86_r(x, ALU_CMP, true, left, s->index);
    else
        x86_r_i(x, ALU_CMP, true, left, (int32_t) s->reach);
    other[3] = x86_jump(x, site->guard == GUARD_INDEX ? CC_BE : CC_B);
    learn(g, s, object, left);
    x86_pop(x, left);
    x86_pop(x, object);
    x86_jump_back(x, CC_ALWAYS, s->back);
    for (int k = 0; k < 4; k++)
        if (other[k])
            x86_land(x, other[k]);
    x86_pop(x, left);
    x86_pop(x, object);
}

static void look_up(struct jit_gen *g, const struct jit_stub *s)
{
    static const enum x86_gpr kept[] = {RAX, RCX, RDX, RDI, RSI};
    struct x86 *x = &g->x;
    jit_land(g, s);
    if (s->reach)
        meet(g, s);
    for (int k = 0; k < 5; k++)
        x86_push(x, kept[k]);
    x86_lea(x, RDX, (struct x86_mem){s->base, s->index, (uint8_t) s->scale, (int32_t) s->offset});
    if (s->base != RSI)
        x86_r(x, ALU_MOV, true, RSI, s->base);
    x86_lea(x, RDI, jit_site_at(g, s->site, 0));
    x86_r_i(x, ALU_MOV, false, RCX, (int32_t) s->size);
    x86_call(x, g->call_slow);
    for (int k = 5; k-- > 0;)
        x86_pop(x, kept[k]);
    VEC_PUSH(&s->exit->jumps, x86_jump(x, CC_E));
    x86_jump_back(x, CC_ALWAYS, s->back);
}

static struct x86_mem in_object(size_t field)
{
    return in(RCX, field);
}

/* rcx: the object that the guard tests. In a loop that is the one of its site. Elsewhere the base is often another each time (a member
 * function's `this`), and the table of objects met is more likely to have it. */
static void find_object(struct jit_gen *g, const struct jit_access *a, enum x86_gpr base)
{
    struct x86 *x = &g->x;
    if (a->hoisted) {
        x86_r_m(x, ALU_MOV, true, RCX, jit_site_at(g, a->site, offsetof(struct jit_site, object)));
        return;
    }
    met(g, a->site, base, RCX);
}

/* Writes the guard of an access to base + index * size or base + i->c. */
static void guard(struct jit_gen *g, const struct insn *i, const struct jit_access *a,
                  enum x86_gpr base, enum x86_gpr index, uint32_t size)
{
    struct x86 *x = &g->x;
    struct x86_mem at_base = jit_site_at(g, a->site, offsetof(struct jit_site, base)),
                   at_bound = jit_site_at(g, a->site, offsetof(struct jit_site, bound));
    struct jit_stub s = {.base = (uint8_t) base,
                         .index = (uint8_t) index,
                         .scale = size,
                         .size = size,
                         .site = a->site};
    switch (a->guard) {
    case GUARD_NONE: return;
    case GUARD_EACH:
        x86_compare_m_i(x, true, jit_site_at(g, a->site, offsetof(struct jit_site, watched)), 0);
        s.jumps[0] = x86_jump(x, CC_NE);
        s.offset = i->c;
        break;
    case GUARD_RANGE:
        find_object(g, a, base);
        x86_r(x, ALU_MOV, true, RDX, base);
        x86_r_m(x, ALU_SUB, true, RDX, in_object(offsetof(struct object, start)));
        s.jumps[1] = x86_jump(x, CC_B);
        x86_r_i(x, ALU_ADD, true, RDX, (int32_t) a->reach);
        x86_r_m(x, ALU_CMP, true, RDX, in_object(offsetof(struct object, size)));
        s.jumps[2] = x86_jump(x, CC_A);
        if (!a->hoisted) {
            x86_compare_m_i8(x, in_object(offsetof(struct object, open)), 0);
            s.jumps[0] = x86_jump(x, CC_E);
        }
        if (!a->hoisted && g->sites.at[a->site].how ==
                               VM_WRITE) { /* a record may have been used again for a literal */
            x86_compare_m_i(x, false, in_object(offsetof(struct object, kind)), HOST_LITERAL);
            s.jumps[3] = x86_jump(x, CC_E);
        }
        s.offset = i->c;
        s.reach = a->hoisted && !g->sites.at[a->site].each ? a->reach : 0;
        if (g->sites.at[a->site].several && !g->sites.at[a->site].each) {
            s.offset = 0;
            s.size = a->reach;
        }
        break;
    case GUARD_BYTES:
        x86_compare_m_i(x, true, at_bound, (int32_t) (i->c + size));
        s.jumps[0] = x86_jump(x, CC_B);
        s.offset = i->c;
        s.reach = i->c + size;
        break;
    case GUARD_INDEX:
        s.reach = size;
        if (a->hoisted != HOIST_BASE) {
            x86_r_m(x, ALU_CMP, true, base, at_base);
            s.jumps[1] = x86_jump(x, CC_NE);
        }
        if (!a->hoisted) {
            jit_compare_version(g, a->site);
            s.jumps[2] = x86_jump(x, CC_NE);
        }
        x86_r_m(x, ALU_CMP, true, index, at_bound);
        s.jumps[0] = x86_jump(x, CC_AE);
        break;
    }
    struct jit_stub *stub = jit_stub(g, 0, look_up);
    s.emit = look_up;
    s.pc = stub->pc;
    s.exit = jit_exit(g);
    s.back = (uint32_t) x->code.n;
    *stub = s;
}

static struct x86_mem place(struct jit_gen *g, const struct insn *i, uint32_t size)
{
    bool indexed = insn_roles[i->op] & READS_C;
    enum x86_gpr base = jit_int(g, g->accesses[g->pc].slot, RAX),
                 index = indexed ? jit_int(g, i->c, RCX) : (enum x86_gpr) NO_GPR;
    guard(g, i, g->accesses + g->pc, base, index, size);
    return (struct x86_mem){(uint8_t) base, (uint8_t) index, (uint8_t) (indexed ? size : 1),
                            indexed ? 0 : i->c};
}

/* ---- loads and stores ---- */

static void load_from(struct jit_gen *g, struct x86_mem m, const struct jit_op *o)
{
    struct x86 *x = &g->x;
    if (jit_gives_real(g) && (o->how == JIT_LOAD_U32 || o->how == JIT_LOAD_64)) {
        int d = jit_real_target(g, 0);
        x86_v_m(x, o->how == JIT_LOAD_64 ? X_LOADSD : X_LOADSS, 16, d, 0, m);
        jit_real_done(g, d);
        return;
    }
    enum x86_gpr d = jit_int_target(g, RAX);
    if (o->how == JIT_LOAD_U32 || o->how == JIT_LOAD_64)
        x86_r_m(x, ALU_MOV, o->how == JIT_LOAD_64, d, m);
    else
        x86_extend_m(x, (enum x86_extend) o->how, d, m);
    jit_int_done(g, d);
}

static void store_to(struct jit_gen *g, struct x86_mem m, const struct insn *i,
                     const struct jit_op *o)
{
    struct x86 *x = &g->x;
    if (jit_is_real(g, i->a) && o->other >= 4) {
        x86_v_m(x, o->other == 8 ? X_STORESD : X_STORESS, 16, jit_real(g, i->a, 0), 0, m);
        return;
    }
    enum x86_gpr a = o->other < 8 ? jit_low(g, i->a, RDX) : jit_int(g, i->a, RDX);
    if (o->other == 1)
        x86_store_8(x, m, a);
    else if (o->other == 2)
        x86_store_16(x, m, a);
    else
        x86_store(x, o->other == 8, m, a);
}

void jit_load(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    load_from(g, place(g, i, (uint32_t) o->other), o);
}

void jit_store(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    store_to(g, place(g, i, (uint32_t) o->other), i, o);
}

/* The guard alone. If it fails, machine code is left, and the interpreter jumps. */
void jit_probe(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    const struct jit_access *a = g->accesses + g->pc;
    struct insn whole = *i;
    whole.c = 0;
    guard(g, &whole, a, jit_int(g, a->slot, RAX), (enum x86_gpr) NO_GPR, i->c);
}

void jit_load_global(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    x86_mov_i64(&g->x, RCX, i->k.u);
    load_from(g, (struct x86_mem){RCX, NO_GPR, 1, 0}, o);
}

void jit_store_global(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    x86_mov_i64(&g->x, RCX, i->k.u);
    store_to(g, (struct x86_mem){RCX, NO_GPR, 1, 0}, i, o);
}

/* SYMBOL, ARRAY: what the symbol has at run time. */
void jit_symbol(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    const struct symbol *s = i->p;
    enum x86_gpr d = jit_int_target(g, RAX);
    jit_load_address(g, RAX,
                     i->op == OP_SYMBOL ? (const void *) &s->live.address
                                        : (const void *) &s->live.object);
    x86_r_m(&g->x, ALU_MOV, true, d, (struct x86_mem){RAX, NO_GPR, 1, 0});
    jit_int_done(g, d);
}

/* ---- copies ---- */

enum { WIDE = 16 };

static struct x86_mem at(enum x86_gpr r, uint32_t offset)
{
    return (struct x86_mem){(uint8_t) r, NO_GPR, 1, (int32_t) offset};
}

static void copy_piece(struct jit_gen *g, enum x86_gpr to, enum x86_gpr from, uint32_t offset,
                       uint32_t n)
{
    struct x86 *x = &g->x;
    struct x86_mem source = at(from, offset), target = at(to, offset);
    if (n == WIDE) {
        x86_v_m(x, X_MOVUPS, WIDE, 0, 0, source);
        x86_v_m(x, X_STORE, WIDE, 0, 0, target);
    } else if (n >= 4) {
        x86_r_m(x, ALU_MOV, n == 8, RDX, source);
        x86_store(x, n == 8, target, RDX);
    } else {
        x86_extend_m(x, n == 2 ? EXTEND_U16 : EXTEND_U8, RDX, source);
        if (n == 2)
            x86_store_16(x, target, RDX);
        else
            x86_store_8(x, target, RDX);
    }
}

void jit_copy(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    const struct jit_access *source = g->sources + g->pc, *target = g->accesses + g->pc;
    uint32_t n = (uint32_t) i->k.u, done = 0;
    if (!target->reach) { /* long */
        jit_in_c(g, i, o);
        return;
    }
    guard(g, i, source, jit_int(g, source->slot, RAX), (enum x86_gpr) NO_GPR, n);
    guard(g, i, target, jit_int(g, target->slot, RAX), (enum x86_gpr) NO_GPR, n);
    enum x86_gpr from = jit_int(g, source->slot, RAX), to = jit_int(g, target->slot, RCX);
    for (uint32_t piece = WIDE; piece; piece /= 2)
        for (; n - done >= piece; done += piece)
            copy_piece(g, to, from, done, piece);
}
