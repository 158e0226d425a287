/* SPDX-License-Identifier: Apache-2.0 */
/* The driver of the compiler: from a struct code to executable memory. The parts, in order: data (sites, constants), the ways in and
 * out, the instructions, entries, code out of line, exits. Read jit_gen.h first. Next: jit_flow.c. */
#include "eval/jit/jit_gen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/check.h"
#include "eval/vm/unwritten.h"

#if defined __x86_64__

enum { INSNS_MAX = 20000, SLOTS_MAX = 2048, PAGE = 4096 };

/* ---- the ways in and out ---- */

static const enum x86_gpr saved[] = {RBX, RBP, R12, R13, R14, R15};

enum { SAVED = sizeof saved / sizeof *saved };

static void load_state(struct jit_gen *g, enum x86_gpr r)
{
    jit_load_address(g, r, &g->vm->jit);
}

static struct x86_mem at(enum x86_gpr r, size_t field)
{
    return (struct x86_mem){(uint8_t) r, NO_GPR, 1, (int32_t) field};
}

/* uint64_t enter(slots, frame, where): an enum vm_outcome. Then `leave`, with the outcome in eax. */
static void write_enter(struct jit_gen *g)
{
    struct x86 *x = &g->x;
    for (int k = 0; k < SAVED; k++)
        x86_push(x, saved[k]);
    load_state(g, RCX);
    x86_store(x, true, at(RCX, offsetof(struct vm_jit_state, rsp)), RSP);
    x86_r(x, ALU_MOV, true, RBX, RDI);
    x86_r(x, ALU_MOV, true, R12, RSI);
    x86_call_r(x, RDX);
    x86_r_i(x, ALU_MOV, false, RAX, VM_RETURNED);
    g->leave = (uint32_t) x->code.n;
    load_state(g, RCX);
    x86_store(x, true, at(RCX, offsetof(struct vm_jit_state, frame)), R12);
    x86_r_m(x, ALU_MOV, true, RSP, at(RCX, offsetof(struct vm_jit_state, rsp)));
    for (int k = SAVED; k-- > 0;)
        x86_pop(x, saved[k]);
    x86_vzeroupper(x);
    x86_ret(x);
}

/* Calls the C function in rax, with its arguments in place. */
static void write_call_c(struct jit_gen *g)
{
    struct x86 *x = &g->x;
    g->call_c = (uint32_t) x->code.n;
    x86_push(x, RBP);
    x86_r(x, ALU_MOV, true, RBP, RSP);
    x86_r_i(x, ALU_AND, true, RSP, -16);
    x86_call_r(x, RAX);
    x86_r(x, ALU_MOV, true, RSP, RBP);
    x86_pop(x, RBP);
    x86_ret(x);
}

/* Registers that a function with SPACE_KEEPS_REGISTERS does not keep. */
#if defined __clang__
enum { ARGUMENTS_LOST = 4 };
#else
enum { ARGUMENTS_LOST = 0 };
#endif

/* Calls a C function that keeps registers. Returns if its result is not 0. */
static void call_first(struct jit_gen *g, const void *function)
{
    static const enum x86_gpr arguments[4] = {RDI, RSI, RDX, RCX};
    struct x86 *x = &g->x;
    for (int k = 0; k < ARGUMENTS_LOST; k++)
        x86_push(x, arguments[k]);
    jit_load_address(g, RAX, function);
    x86_call_r(x, RAX);
    for (int k = ARGUMENTS_LOST; k-- > 0;)
        x86_pop(x, arguments[k]);
    x86_test(x, true, RAX, RAX);
    uint32_t unknown = x86_jump(x, CC_E);
    x86_ret(x);
    x86_land(x, unknown);
}

/* A write to the watched object in rax, at the address behind the last one: unwritten.h. Returns if it is one. */
static void write_go_on(struct jit_gen *g)
{
    struct x86 *x = &g->x;
    uint32_t other[6];
    x86_compare_m_i8(x, at(RDI, offsetof(struct jit_site, how)), VM_WRITE);
    other[0] = x86_jump(x, CC_NE);
    x86_compare_m_i8(x, at(RAX, offsetof(struct object, state)), OBJECT_LIVE);
    other[1] = x86_jump(x, CC_NE);
    x86_r_m(x, ALU_MOV, true, RAX, at(RAX, offsetof(struct object, unwritten)));
    x86_test(x, true, RAX, RAX);
    other[2] = x86_jump(x, CC_E);
    x86_test_i(x, RAX, 1); /* few units: it is no address */
    other[3] = x86_jump(x, CC_NE);
    x86_r_m(x, ALU_CMP, true, RDX, at(RAX, offsetof(struct unwritten, next)));
    other[4] = x86_jump(x, CC_NE);
    x86_r_m(x, ALU_CMP, true, RDX, at(RAX, offsetof(struct unwritten, limit)));
    other[5] = x86_jump(x, CC_AE);
    x86_r_m(x, ALU_SUB, true, RSI, at(RAX, offsetof(struct unwritten, start)));
    x86_r_m(x, ALU_CMP, true, RSI, at(RAX, offsetof(struct unwritten, size)));
    uint32_t outside = x86_jump(x, CC_A); /* the base belongs to another object */
    x86_r(x, ALU_ADD, true, RDX, RCX);
    x86_store(x, true, at(RAX, offsetof(struct unwritten, next)), RDX);
    x86_ret(x);
    x86_land(x, outside);
    x86_r_m(x, ALU_ADD, true, RSI, at(RAX, offsetof(struct unwritten, start)));
    for (int k = 0; k < 6; k++)
        x86_land(x, other[k]);
}

/* Calls jit_note_watched if the site has a watched object, then jit_look_again, then jit_access, until one knows the
 * access. Keeps all registers but the scratch registers and rsi, rdi. Leaves the flags of the result. */
static void write_call_slow(struct jit_gen *g)
{
    enum { REALS = 14, INTS = 4, ROOM = 16 * REALS + 8 * INTS };

    static const enum x86_gpr ints[INTS] = {R8, R9, R10, R11};
    struct x86 *x = &g->x;
    g->call_slow = (uint32_t) x->code.n;
    x86_r_m(x, ALU_MOV, true, RAX, at(RDI, offsetof(struct jit_site, watched)));
    x86_test(x, true, RAX, RAX);
    uint32_t none = x86_jump(x, CC_E);
    write_go_on(g);
    call_first(g, (const void *) (uintptr_t) jit_note_watched);
    x86_land(x, none);
    call_first(g, (const void *) (uintptr_t) jit_look_again);
    x86_push(x, RBP);
    x86_r(x, ALU_MOV, true, RBP, RSP);
    x86_r_i(x, ALU_SUB, true, RSP, ROOM);
    x86_r_i(x, ALU_AND, true, RSP, -16);
    for (int k = 0; k < REALS; k++)
        x86_v_m(x, X_STORE, 16, 2 + k, 0, at(RSP, (size_t) (16 * k)));
    for (int k = 0; k < INTS; k++)
        x86_store(x, true, at(RSP, (size_t) (16 * REALS + 8 * k)), ints[k]);
    jit_load_address(g, RAX, (const void *) (uintptr_t) jit_access);
    x86_call_r(x, RAX);
    x86_test(x, true, RAX, RAX);
    for (int k = 0; k < REALS; k++)
        x86_v_m(x, X_MOVUPS, 16, 2 + k, 0, at(RSP, (size_t) (16 * k)));
    for (int k = 0; k < INTS; k++)
        x86_r_m(x, ALU_MOV, true, ints[k], at(RSP, (size_t) (16 * REALS + 8 * k)));
    x86_r(x, ALU_MOV, true, RSP, RBP);
    x86_pop(x, RBP);
    x86_ret(x);
}

/* ---- instructions ---- */

/* A short loop that lies across lines of the processor's cache of decoded instructions takes up to twice as long. */
enum { LOOP_ALIGNMENT = 32 };

static void leave_now_and_then(struct jit_gen *g)
{
    load_state(g, RAX);
    x86_count_down(&g->x, at(RAX, offsetof(struct vm_jit_state, countdown)));
    jit_exit_if(g, CC_E);
}

static bool is_loop_head(const struct jit_gen *g, uint32_t p)
{
    bool head = false;
    for (size_t k = 0; k < g->loops.n && jit_starts_block(g, p); k++)
        head |= g->loops.at[k].first == p;
    return head;
}

static void write_insn(struct jit_gen *g, uint32_t p)
{
    const struct insn *i = g->insns + p;
    const struct jit_op *o = &jit_ops[i->op];
    struct jit_effects e = jit_effects(g, i);
    g->pc = p;
    g->exit = NULL;
    if (p && jit_starts_block(g, p) && !(insn_roles[i[-1].op] & ENDS))
        jit_enter_loops(g, p - 1, p);
    jit_walk_to(g, p);
    if (is_loop_head(g, p))
        x86_align(&g->x, LOOP_ALIGNMENT);
    g->labels[p] = (uint32_t) g->x.code.n;
    if (g->vm->rooms.jit.leave_every)
        leave_now_and_then(g);
    if (o->emit)
        o->emit(g, i, o);
    else
        jit_exit_if(g, CC_ALWAYS);
    jit_walk_over(g, p, &e);
}

/* Where the interpreter, and for p = 0 a call, comes in. */
static void write_entry(struct jit_gen *g, uint32_t p)
{
    struct x86 *x = &g->x;
    const uint64_t *live = jit_live(g, p);
    g->pc = p;
    g->exit = NULL;
    g->entries[p] = (uint32_t) x->code.n;
    jit_walk_to(g, p);
    for (uint32_t s = g->code->params; !p && s < g->slots; s++)
        if (jit_in(live, s))
            x86_store_i64(x, jit_slot(s), 0);
    jit_live_load(g, p);
    jit_enter_loops(g, UINT32_MAX, p);
    VEC_PUSH(&g->fixups, (struct jit_fixup){x86_jump(x, CC_ALWAYS), p});
}

static void write_exit(struct jit_gen *g, const struct jit_exit *e)
{
    struct x86 *x = &g->x;
    VEC_EACH (j, &e->jumps)
        x86_land(x, *j);
    for (uint32_t k = 0; k < e->count; k++)
        jit_store_web(g, g->webs.at + e->webs[k]);
    x86_store_i(x, at(R12, offsetof(struct frame, pc)), (int32_t) e->pc);
    x86_r(x, ALU_XOR, false, RAX, RAX);
    x86_jump_back(x, CC_ALWAYS, g->leave);
}

static void write_code(struct jit_gen *g)
{
    write_enter(g);
    write_call_c(g);
    write_call_slow(g);
    for (uint32_t p = 0; p < g->n; p++)
        write_insn(g, p);
    write_entry(g, 0);
    VEC_EACH (l, &g->loops)
        if (l->first)
            write_entry(g, l->first);
    for (size_t k = 0; k < g->stubs.n; k++) {
        struct jit_stub s = g->stubs.at[k];
        s.emit(g, &s);
    }
    VEC_EACH (e, &g->exits)
        write_exit(g, *e);
    VEC_EACH (f, &g->fixups)
        x86_aim(&g->x, f->jump, g->labels[f->pc]);
}

/* ---- memory ---- */

static void plan_data(struct jit_gen *g)
{
    size_t constants = 0;
    for (uint32_t p = 0; p < g->n; p++)
        constants += (insn_roles[g->insns[p].op] & WRITES_REAL) || g->insns[p].op == OP_CONST;
    g->reals_at = (uint32_t) (g->sites.n * sizeof(struct jit_site));
    g->data_size =
        (uint32_t) (g->reals_at + 8 * constants + 2 * sizeof(double) + PAGE - 1) / PAGE * PAGE;
}

static struct jit_code *map(struct jit_gen *g)
{
    size_t size = (g->data_size + g->x.code.n + PAGE - 1) / PAGE * PAGE;
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    if (g->sites.n)
        memcpy(p, g->sites.at, g->sites.n * sizeof *g->sites.at);
    if (g->reals.n)
        memcpy(p + g->reals_at, g->reals.at, g->reals.n * sizeof *g->reals.at);
    memcpy(p + g->data_size, g->x.code.at, g->x.code.n);
    if (mprotect(p + g->data_size, size - g->data_size, PROT_READ | PROT_EXEC)) {
        munmap(p, size);
        return NULL;
    }
    struct jit_code *c = xcalloc(1, sizeof *c);
    *c = (struct jit_code){.mapping = p, .size = size, .start = (uint8_t *) p + g->data_size};
    c->entries = xcalloc(g->n + 1, sizeof *c->entries);
    memcpy(c->entries, g->entries, g->n * sizeof *c->entries);
    return c;
}

static bool compile(struct jit_gen *g)
{
    if (g->n > INSNS_MAX || g->slots > SLOTS_MAX || !jit_flow(g) || !jit_webs(g))
        return false;
    jit_sites(g);
    jit_regs(g);
    plan_data(g);
    g->labels = ARENA_ARRAY(&g->arena, uint32_t, g->n);
    g->entries = ARENA_ARRAY(&g->arena, uint32_t, g->n + 1);
    write_code(g);
    return true;
}

bool jit_compile(struct vm *vm, struct code *code)
{
    const struct symbol *s = code->symbol;
    struct jit_gen g = {.vm = vm,
                        .code = code,
                        .insns = code->insns.at,
                        .n = (uint32_t) code->insns.n,
                        .slots = code->slots + 1, /* RETURN of nothing names slot 0 */
                        .returns = s && s->type->base->kind != TYPE_VOID};
    code->jit = compile(&g) ? map(&g) : NULL;
    if (code->jit) {
        code->entry = code->jit->start + g.entries[0];
        code->jit_free = jit_free;
    }
    VEC_EACH (e, &g.exits)
        VEC_FREE(&(*e)->jumps);
    VEC_FREE(&g.exits);
    VEC_FREE(&g.stubs);
    VEC_FREE(&g.fixups);
    VEC_FREE(&g.reals);
    VEC_FREE(&g.hoists);
    VEC_FREE(&g.plans);
    VEC_FREE(&g.sites);
    VEC_FREE(&g.webs);
    VEC_FREE(&g.loops);
    VEC_FREE(&g.blocks);
    VEC_FREE(&g.x.code);
    arena_free(&g.arena);
    return code->jit;
}

void jit_free(struct jit_code *c)
{
    munmap(c->mapping, c->size);
    free(c->entries);
    free(c);
}

#endif
