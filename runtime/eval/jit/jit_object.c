/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of the frame: made and ended by C functions that leave vector registers alone, so that only general registers are saved. What
 * these refuse, the interpreter's functions do, out of line. */
#include "eval/jit/jit_gen.h"

#include <stddef.h>

/* ---- calls ---- */

/* The general registers that hold webs and that C may change: saved is which. Returns how many. */
static uint32_t lost(const struct jit_gen *g, const struct jit_exit *state, enum x86_gpr *saved)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < state->count; k++) {
        const struct jit_web *w = g->webs.at + state->webs[k];
        bool kept = w->reg == RBP || w->reg >= R12;
        if (!w->real && !kept)
            saved[count++] = (enum x86_gpr) w->reg;
    }
    return count;
}

/* f(vm, rsi): `argument` puts that in place when the registers have been saved. Leaves the result in rax, and its flags. */
static void call_simply(struct jit_gen *g, const struct jit_exit *state, const void *f,
                        void (*argument)(struct jit_gen *g, const struct insn *i))
{
    struct x86 *x = &g->x;
    enum x86_gpr saved[16];
    uint32_t count = lost(g, state, saved);
    for (uint32_t k = 0; k < count; k++)
        x86_push(x, saved[k]);
    argument(g, g->insns + g->pc);
    jit_load_address(g, RDI, g->vm);
    jit_load_address(g, RAX, f);
    x86_call_r(x, RAX);
    for (uint32_t k = count; k-- > 0;)
        x86_pop(x, saved[k]);
    x86_test(x, true, RAX, RAX);
}

/* By jit_step. Then all registers are as before, and rax has what is in slot a. */
static void step(struct jit_gen *g, const struct jit_stub *s)
{
    struct x86 *x = &g->x;
    jit_land(g, s);
    g->pc = s->pc;
    for (uint32_t k = 0; k < s->exit->count; k++)
        jit_store_web(g, g->webs.at + s->exit->webs[k]);
    jit_call_c(g, (const void *) (uintptr_t) jit_step);
    x86_test(x, false, RAX, RAX);
    jit_leave_if(g, CC_NE);
    for (uint32_t k = 0; k < s->exit->count; k++)
        jit_load_web(g, g->webs.at + s->exit->webs[k]);
    x86_r_m(x, ALU_MOV, true, RAX, jit_slot(g->insns[s->pc].a));
    x86_jump_back(x, CC_ALWAYS, s->back);
}

/* Returns the code out of line; where it continues may be moved. */
static struct jit_stub *simply(struct jit_gen *g, const void *f,
                               void (*argument)(struct jit_gen *g, const struct insn *i))
{
    struct jit_exit *state = jit_state(g);
    call_simply(g, state, f, argument);
    struct jit_stub *s = jit_stub(g, x86_jump(&g->x, CC_E), step);
    s->exit = state;
    s->back = (uint32_t) g->x.code.n;
    return s;
}

/* ---- OBJECT and RELEASE ---- */

static void object_argument(struct jit_gen *g, const struct insn *i)
{
    jit_load_address(g, RSI, i->p);
}

/* The memory of the new object at rax, in steps of 16 bytes: its room is a multiple of them. */
static void clear(struct jit_gen *g, uint64_t size)
{
    struct x86 *x = &g->x;
    x86_v(x, X_XORPS, SPACE_GRANULE, 0, 0, 0);
    for (uint64_t at = 0; at < size; at += SPACE_GRANULE)
        x86_v_m(x, X_STORE, SPACE_GRANULE, 0, 0, (struct x86_mem){RAX, NO_GPR, 1, (int32_t) at});
}

void jit_object(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    if (!vm_is_simple(i->p)) {
        jit_in_c(g, i, o);
        return;
    }
    struct jit_stub *slow = simply(g, (const void *) (uintptr_t) vm_make_simply, object_argument);
    clear(g, ((const struct object_desc *) i->p)->size);
    slow->back = (uint32_t) g->x.code.n;
    enum x86_gpr d = jit_int_target(g, RAX);
    if (d != RAX)
        x86_r(&g->x, ALU_MOV, true, d, RAX);
    jit_int_done(g, d);
}

static void release_argument(struct jit_gen *g, const struct insn *i)
{
    struct x86_mem depth = {R12, NO_GPR, 1, offsetof(struct frame, cleanups)};
    x86_r_m(&g->x, ALU_MOV, false, RSI, depth);
    if (i->a)
        x86_r_i(&g->x, ALU_ADD, false, RSI, i->a);
}

void jit_release(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    simply(g, (const void *) (uintptr_t) vm_release_simply, release_argument);
}

/* ---- DESTROY and KEEP: entries of the cleanup list ---- */

static struct x86_mem at(enum x86_gpr r, int32_t offset)
{
    return (struct x86_mem){(uint8_t) r, NO_GPR, 1, offset};
}

/* rdx = the address of the entry behind the last one; rax = that of the list, rcx how many it has. Other cases go to the code out
 * of line. */
static void find_end(struct jit_gen *g)
{
    struct x86 *x = &g->x;
    _Static_assert(sizeof(struct cleanup) == 48, "3 times 16");
    x86_lea(x, RDX, (struct x86_mem){RCX, RCX, 2, 0});
    x86_shift_i(x, SHIFT_LEFT, true, RDX, 4);
    x86_r_m(x, ALU_ADD, true, RDX, at(RAX, offsetof(cleanup_vec, at)));
}

static void load_count(struct jit_gen *g)
{
    jit_load_address(g, RAX, &g->vm->cleanups);
    x86_r_m(&g->x, ALU_MOV, true, RCX, at(RAX, offsetof(cleanup_vec, n)));
}

static void or_step(struct jit_gen *g, const uint32_t *jumps, int count)
{
    struct jit_exit *state = jit_state(g);
    struct jit_stub *s = jit_stub(g, jumps[0], step);
    for (int k = 1; k < count; k++)
        s->jumps[k] = jumps[k];
    s->exit = state;
    s->back = (uint32_t) g->x.code.n;
}

void jit_destroy(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    static const size_t none[] = {offsetof(struct cleanup, object), offsetof(struct cleanup, array),
                                  offsetof(struct cleanup, handlers),
                                  offsetof(struct cleanup, exception)};
    struct x86 *x = &g->x;
    load_count(g);
    x86_r_m(x, ALU_CMP, true, RCX, at(RAX, offsetof(cleanup_vec, cap)));
    uint32_t full = x86_jump(x, CC_AE);
    find_end(g);
    x86_m_i(x, ALU_ADD, true, at(RAX, offsetof(cleanup_vec, n)), 1);
    for (size_t k = 0; k < sizeof none / sizeof *none; k++)
        x86_store_i64(x, at(RDX, (int32_t) none[k]), 0);
    jit_load_address(g, RCX, i->p);
    x86_store(x, true, at(RDX, offsetof(struct cleanup, destroy)), RCX);
    x86_store(x, true, at(RDX, offsetof(struct cleanup, address)), jit_int(g, i->a, RCX));
    or_step(g, &full, 1);
}

/* The object is nearly always the one that the last entry destroys. */
void jit_keep(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    struct x86 *x = &g->x;
    int32_t last = -(int32_t) sizeof(struct cleanup);
    struct x86_mem destroy = at(RDX, last + (int32_t) offsetof(struct cleanup, destroy));
    uint32_t other[3];
    load_count(g);
    x86_r_m(x, ALU_MOV, false, RDX, at(R12, offsetof(struct frame, cleanups)));
    x86_r(x, ALU_CMP, true, RCX, RDX);
    other[0] = x86_jump(x, CC_BE);
    find_end(g);
    x86_compare_m_i(x, true, destroy, 0);
    other[1] = x86_jump(x, CC_E);
    x86_r_m(x, ALU_CMP, true, jit_int(g, i->a, RCX),
            at(RDX, last + (int32_t) offsetof(struct cleanup, address)));
    other[2] = x86_jump(x, CC_NE);
    x86_store_i64(x, destroy, 0);
    or_step(g, other, 3);
}
