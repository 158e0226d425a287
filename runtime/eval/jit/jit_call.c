/* SPDX-License-Identifier: Apache-2.0 */
/* Calls, returns, and the instructions that are the work of C functions. At each of them all live webs are in their slots. A call from
 * machine code to machine code uses the processor's call and return, but its frame is the VM's: an exit drops
 * the processor's stack, and the interpreter returns through the frames. */
#include "eval/jit/jit_gen.h"

#include <stddef.h>

static struct x86_mem of_frame(size_t field)
{
    return (struct x86_mem){R12, NO_GPR, 1, (int32_t) field};
}

static struct x86_mem of(enum x86_gpr r, size_t field)
{
    return (struct x86_mem){(uint8_t) r, NO_GPR, 1, (int32_t) field};
}

/* f(vm, frame, instruction), an uint64_t in rax. Then r12 is loaded again: frames may have moved. */
void jit_call_c(struct jit_gen *g, const void *f)
{
    struct x86 *x = &g->x;
    x86_store_i(x, of_frame(offsetof(struct frame, pc)), (int32_t) g->pc);
    jit_load_address(g, RDI, g->vm);
    x86_r(x, ALU_MOV, true, RSI, R12);
    jit_load_address(g, RDX, g->insns + g->pc);
    jit_load_address(g, RAX, f);
    x86_call(x, g->call_c);
    jit_load_address(g, RCX, &g->vm->jit.frame);
    x86_r_m(x, ALU_MOV, true, R12, of(RCX, 0));
}

/* The arguments, which the callee or C reads from slots, and what is live after the call. */
static void store_all(struct jit_gen *g)
{
    jit_live_store(g, g->pc);
}

static void walk_over(struct jit_gen *g)
{
    struct jit_effects e = jit_effects(g, g->insns + g->pc);
    jit_walk_over(g, g->pc, &e);
}

void jit_leave_if(struct jit_gen *g, enum x86_cond cc)
{
    x86_aim(&g->x, x86_jump(&g->x, cc), g->leave);
}

void jit_in_c(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    store_all(g);
    jit_call_c(g, (const void *) (uintptr_t) jit_step);
    x86_test(&g->x, false, RAX, RAX);
    jit_leave_if(g, CC_NE);
    walk_over(g);
    jit_live_load(g, g->pc + 1);
}

void jit_compute(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    struct x86 *x = &g->x;
    const struct call_site *s = i->p;
    store_all(g);
    jit_load_address(g, RDI, g->vm);
    jit_load_address(g, RSI, s);
    x86_lea(x, RDX, jit_slot(i->a));
    jit_load_address(g, RAX, (const void *) (uintptr_t) s->run);
    x86_call(x, g->call_c);
    walk_over(g);
    jit_live_load(g, g->pc + 1);
}

/* The frame of the callee, whose struct code is in rax and whose machine code is in rcx; slots from rdi on. */
static void push_frame(struct jit_gen *g, const struct insn *i)
{
    struct x86 *x = &g->x;
    x86_store_i(x, of_frame(offsetof(struct frame, pc)), (int32_t) g->pc);
    x86_store(x, true, of(RDX, offsetof(struct frame, code)), RAX);
    x86_r_m(x, ALU_MOV, false, RSI, of_frame(offsetof(struct frame, base)));
    x86_r_i(x, ALU_ADD, false, RSI, i->a);
    x86_store(x, false, of(RDX, offsetof(struct frame, base)), RSI);
    jit_load_address(g, RSI, &g->vm->cleanups.n);
    x86_r_m(x, ALU_MOV, true, RSI, of(RSI, 0));
    x86_store(x, false, of(RDX, offsetof(struct frame, cleanups)), RSI);
    x86_r(x, ALU_MOV, true, R12, RDX);
    x86_r(x, ALU_MOV, true, RBX, RDI);
}

static void call_slowly(struct jit_gen *g, const struct jit_stub *s)
{
    struct x86 *x = &g->x;
    jit_land(g, s);
    g->pc = s->pc;
    jit_call_c(g, (const void *) (uintptr_t) jit_call);
    x86_r_i(x, ALU_CMP, true, RAX, VM_OUTCOMES);
    jit_leave_if(g, CC_B);
    x86_r_i(x, ALU_ADD, true, RBX, 8 * g->insns[s->pc].a);
    x86_r(x, ALU_MOV, true, RCX, RAX);
    x86_jump_back(x, CC_ALWAYS, s->back);
}

/* A call by name goes to the callee's machine code at once if there is some; everything else is decided in C. */
static void find_callee(struct jit_gen *g, const struct insn *i, uint32_t *slow)
{
    struct x86 *x = &g->x;
    const struct symbol *s = i->p;
    jit_load_address(g, RAX, &s->function);
    x86_r_m(x, ALU_MOV, true, RAX, of(RAX, 0));
    x86_compare_m_i8(x, of(RAX, offsetof(struct function, stale)), 0);
    *slow++ = x86_jump(x, CC_NE);
    x86_r_m(x, ALU_MOV, true, RAX, of(RAX, offsetof(struct function, code)));
    x86_test(x, true, RAX, RAX);
    *slow++ = x86_jump(x, CC_E);
    x86_r_m(x, ALU_MOV, true, RCX, of(RAX, offsetof(struct code, entry)));
    x86_test(x, true, RCX, RCX);
    *slow++ = x86_jump(x, CC_E);
    jit_load_address(g, R8, &g->vm->jit);
    x86_lea(x, RDX, of_frame(sizeof(struct frame)));
    x86_r_m(x, ALU_CMP, true, RDX, of(R8, offsetof(struct vm_jit_state, frame_limit)));
    *slow++ = x86_jump(x, CC_AE);
    x86_lea(x, RDI, jit_slot(i->a));
    x86_r_m(x, ALU_MOV, false, RSI, of(RAX, offsetof(struct code, slots)));
    x86_lea(x, RSI, (struct x86_mem){RDI, RSI, 8, 0});
    x86_r_m(x, ALU_CMP, true, RSI, of(R8, offsetof(struct vm_jit_state, stack_limit)));
    *slow = x86_jump(x, CC_A);
    push_frame(g, i);
}

void jit_call_function(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    struct x86 *x = &g->x;
    struct jit_stub slow = {.emit = call_slowly, .pc = g->pc};
    store_all(g);
    if (i->op == OP_CALL)
        find_callee(g, i, slow.jumps);
    else
        slow.jumps[0] = x86_jump(x, CC_ALWAYS);
    slow.back = (uint32_t) x->code.n;
    VEC_PUSH(&g->stubs, slow);
    x86_call_r(x, RCX);
    x86_r_i(x, ALU_SUB, true, RBX, 8 * i->a);
    x86_r_i(x, ALU_SUB, true, R12, sizeof(struct frame));
    g->entries[g->pc + 1] =
        (uint32_t) x->code.n; /* the interpreter too comes here when the callee returns to it */
    walk_over(g);
    jit_live_load(g, g->pc + 1);
}

static void return_slowly(struct jit_gen *g, const struct jit_stub *s)
{
    struct x86 *x = &g->x;
    const struct insn *i = g->insns + s->pc;
    jit_land(g, s);
    g->pc = s->pc;
    if (g->returns)
        jit_store_web(g, g->webs.at + s->site);
    jit_load_address(g, RDI, g->vm);
    x86_r_m(x, ALU_MOV, false, RSI, of_frame(offsetof(struct frame, cleanups)));
    jit_load_address(g, RAX, (const void *) (uintptr_t) vm_release_simply);
    x86_call_r(x, RAX);
    x86_test(x, true, RAX, RAX);
    uint32_t more = x86_jump(x, CC_E);
    if (g->returns && i->a) {
        x86_r_m(x, ALU_MOV, true, RAX, jit_slot(i->a));
        x86_store(x, true, jit_slot(0), RAX);
    }
    x86_ret(x);
    x86_land(x, more);
    jit_call_c(g, (const void *) (uintptr_t) jit_step);
    x86_test(x, false, RAX, RAX);
    jit_leave_if(g, CC_NE);
    x86_ret(x);
}

void jit_return(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    struct x86 *x = &g->x;
    jit_load_address(g, RAX, &g->vm->cleanups.n);
    x86_r_m(x, ALU_MOV, false, RAX, of(RAX, 0));
    x86_r_m(x, ALU_CMP, false, RAX, of_frame(offsetof(struct frame, cleanups)));
    jit_stub(g, x86_jump(x, CC_A), return_slowly)->site = g->nodes[g->now[i->a]];
    if (g->returns && (i->a || jit_web_of(g, 0)->reg != NO_REG)) {
        enum x86_gpr a = jit_int(g, i->a, RAX);
        x86_store(x, true, jit_slot(0), a);
    }
    x86_ret(x);
}

/* What the interpreter alone does. */
void jit_leave(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    jit_exit_if(g, CC_ALWAYS);
}
