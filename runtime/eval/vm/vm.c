/* SPDX-License-Identifier: Apache-2.0 */
/* The interpreter loop. An instruction takes a few lines at most; longer operations are functions in vm_memory.c, run_*.c
 * or builtin_*.c. The index of the running instruction is written to its frame only when its location may be needed. */
#include "eval/vm/vm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "eval/vm/vm_thread.h"

void vm_print(struct vm *vm, int fd, const char *text, size_t n)
{
    vm->hooks.stream(vm->hooks.user, fd, text, n);
}

/* ---- calls ---- */

/* The function's code, compiled at the first call and again if a definition it uses has changed. */
static struct code *code_of(struct vm *vm, struct symbol *s, struct span at)
{
    struct function *f = s->function;
    if (f->stale) {
        if (f->code)
            VEC_PUSH(&vm->dead_code, f->code);
        f->code = NULL;
        if (!lang_recheck(vm->lang, f, f->library ? vm_place(vm) : at, vm->diags))
            return NULL;
    }
    if (!f->body) {
        vm_error(vm, DIAG_NAME, at,
                 s->member && s->member->pure
                     ? "'%s' is pure virtual, and no class of this object defines it"
                     : "'%s' has been declared but not defined",
                 s->name);
        return NULL;
    }
    if (!f->code)
        f->code = code_listed(vm->rooms.compile(vm, f, f->body, vm->diags), &vm->codes);
    return f->code;
}

/* A new frame whose slots start `base` slots into the stack. The caller's pc is in its frame. */
static bool push_frame(struct vm *vm, struct code *code, uint32_t base, struct span at)
{
    if (vm->frames.n >= VM_FRAMES_MAX || base + code->slots + 64 > vm->stack_slots) {
        struct diag *d =
            vm_error(vm, DIAG_RUNTIME, at, "stack overflow: %zu calls are open", vm->frames.n);
        diag_help(vm->diags, d, "the recursion needs a base case");
        return false;
    }
    VEC_PUSH(&vm->frames,
             (struct frame){.code = code, .base = base, .cleanups = (uint32_t) vm->cleanups.n});
    memset(vm->stack + base + code->params, 0, (code->slots - code->params) * sizeof *vm->stack);
    return true;
}

static bool call_symbol(struct vm *vm, struct symbol *s, uint32_t base, struct span at)
{
    struct code *code = code_of(vm, s, at);
    return code && push_frame(vm, code, base, at);
}

static bool make_object(struct vm *vm, const struct object_desc *s, union value *slot)
{
    uint64_t size = s->unsized ? slot->u : s->size;
    struct object *o =
        vm_new_aligned(vm, size, s->align, s->symbol ? HOST_LOCAL : HOST_TEMPORARY, s->name, s->at);
    if (!o)
        return false;
    if (s->watched)
        vm_watch(o);
    VEC_PUSH(&vm->cleanups, (struct cleanup){.object = o});
    slot->u = o->start;
    return true;
}

static bool copy_bytes(struct vm *vm, uint64_t to, uint64_t from, uint64_t n)
{
    const void *source = vm_memory(vm, from, n, VM_READ, (struct span){0});
    void *target = source ? vm_memory(vm, to, n, VM_WRITE, (struct span){0}) : NULL;
    if (target)
        memmove(target, source, n);
    return target;
}

int32_t vm_switch_target(const struct switch_table *t, int64_t v)
{
    uint32_t low = 0, high = t->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (t->values[middle] == v)
            return t->targets[middle];
        if (t->values[middle] < v)
            low = middle + 1;
        else
            high = middle;
    }
    return t->otherwise;
}

/* Whether the result of the innermost function is unused. */
static bool dropped(const struct vm *vm, size_t floor)
{
    const struct frame *caller = &VEC_LAST(&vm->frames) - 1;
    const struct insn *caller_insn =
        vm->frames.n - 1 > floor ? caller->code->insns.at + caller->pc : NULL;
    return caller_insn && caller_insn->op == OP_CALL && caller_insn->b;
}

/* ---- the loop ---- */

static inline bool covers(const struct object *o, uint64_t base, uint64_t addr, uint64_t n)
{
    uint64_t offset = addr - o->start;
    return offset < o->size && n <= o->size - offset && base - o->start <= o->size && o->open;
}

enum stop { STOP_NOT, STOP_INTERRUPTED, STOP_FAILED };

/* Polls the session. Whether the program was interrupted. */
static bool poll_session(struct vm *vm)
{
    poll_now(vm->poll, NULL);
    return atomic_load_explicit(vm->interrupt, memory_order_relaxed);
}

/* A safepoint at which a poll was requested: the session answers, and another thread of the program may run. A time slice does not end
 * inside a header of ours: what <thread> and its kin do between two waits is atomic. It is rare, so it stays out of the loop. */
static __attribute__((noinline, cold)) enum stop safepoint(struct vm *vm)
{
    if (poll_session(vm))
        return STOP_INTERRUPTED;
    if (vm_in_header(vm))
        return STOP_NOT;
    return vm_thread_yield(vm) && !vm_thread_cancel_here(vm) ? STOP_NOT : STOP_FAILED;
}

static void keep_object(struct vm *vm, const struct frame *f, uint64_t address)
{
    for (size_t c = vm->cleanups.n; c-- > f->cleanups;)
        if (vm->cleanups.at[c].destroy && vm->cleanups.at[c].address == address) {
            vm->cleanups.at[c].destroy = NULL;
            return;
        }
}

enum vm_outcome vm_step(struct vm *vm, struct insn *i)
{
    const struct frame *f = &VEC_LAST(&vm->frames);
    union value *R = vm->stack + f->base;
    const struct call_site *s;
    bool good = true;
    switch (i->op) {
    case OP_COPY: good = copy_bytes(vm, R[i->a].u, R[i->b].u, i->k.u); break;
    case OP_OBJECT: good = make_object(vm, i->p, R + i->a); break;
    case OP_RELEASE: good = vm_release(vm, f->cleanups + i->a); break;
    case OP_RETURN:
        R[0] = R[i->a];
        good = vm_release(vm, f->cleanups);
        break;
    case OP_DESTROY:
        VEC_PUSH(&vm->cleanups, (struct cleanup){.destroy = i->p, .address = R[i->a].u});
        break;
    case OP_KEEP: keep_object(vm, f, R[i->a].u); break;
    case OP_TRY: VEC_PUSH(&vm->cleanups, (struct cleanup){.handlers = i->p}); break;
    default:
        CHECK(i->op == OP_HOST);
        s = i->p;
        good = s->run(vm, s, R + i->a);
        if (good && poll_requested(vm->poll) && poll_session(vm))
            return VM_INTERRUPTED; /* the wait was cancelled */
    }
    return good ? VM_CONTINUES : VM_FAILED;
}

bool vm_push_call(struct vm *vm, struct insn *i)
{
    uint32_t base = VEC_LAST(&vm->frames).base;
    union value *R = vm->stack + base;
    struct symbol *s = i->op == OP_CALL           ? i->p
                       : i->op == OP_CALL_VIRTUAL ? vm_virtual(vm, &R[i->b].u, i->c)
                                                  : vm_pointed(vm, R[i->b].u, i->p, R + i->a);
    return s && call_symbol(vm, s, base + i->a, (struct span){0});
}

/* clang-format off: an instruction is a line, aligned by hand */
/* Runs until `floor` frames are left. false: a diag was recorded, or the program exits; the frames above are gone. */
static bool run(struct vm *vm, size_t floor)
{
    static const void *const labels[] = {
#define OP(name, roles) &&do_##name,
#include "eval/vm/bytecode.def"
    };
    struct frame *f = &VEC_LAST(&vm->frames);
    struct insn *code = f->code->insns.at, *i = code + f->pc;
    union value *R = vm->stack + f->base;
    enum stop stop;

#define DISPATCH() goto *labels[i->op]
#define NEXT()                                                                                     \
    do {                                                                                           \
        i++;                                                                                       \
        DISPATCH();                                                                                \
    } while (0)
#define SAVE() (f->pc = (uint32_t) (i - code))
#define ENTER()                                                                                    \
    (f = &VEC_LAST(&vm->frames), code = f->code->insns.at, i = code + f->pc,                       \
     R = vm->stack + f->base)
#define JUMP()                                                                                     \
    do {                                                                                           \
        struct insn *target_ = code + i->target;                                                   \
        if (__builtin_expect(poll_requested(vm->poll), 0)) {                                       \
            SAVE();                                                                                \
            if ((stop = safepoint(vm)) != STOP_NOT)                                                \
                goto stopped;                                                                      \
        }                                                                                          \
        bool back_ = target_ <= i;                                                                 \
        i = target_;                                                                               \
        if (back_ && __builtin_expect(--f->code->heat < 0, 0))                                     \
            goto hot;                                                                              \
        DISPATCH();                                                                                \
    } while (0)
#define ENTERED() /* a function: at its first instruction */                                       \
    do {                                                                                           \
        ENTER();                                                                                   \
        if (__builtin_expect(--f->code->heat < 0, 0))                                              \
            goto hot;                                                                              \
        DISPATCH();                                                                                \
    } while (0)
#define CONTINUE_CALLER()                                                                          \
    do {                                                                                           \
        ENTER();                                                                                   \
        i++;                                                                                       \
        if (__builtin_expect(f->code->heat < 0, 0))                                                \
            goto hot;                                                                              \
        DISPATCH();                                                                                \
    } while (0)

    DISPATCH();

do_MOVE:
    R[i->a] = R[i->b];
    NEXT();
do_CONST:
    R[i->a] = i->k;
    NEXT();

#define INTEGERS(X, name)                                                                          \
    X(name, I32, i, int32_t, uint32_t)                                                             \
    X(name, U32, u, uint32_t, uint32_t)                                                            \
    X(name, I64, i, int64_t, uint64_t) X(name, U64, u, uint64_t, uint64_t)
#define WRAP(name, C, m, T, U, op)                                                                 \
    do_##name##_##C : R[i->a].m = (T) ((U) R[i->b].m op(U) R[i->c].m);                             \
    NEXT();                                                                                        \
    do_##name##_K_##C : R[i->a].m = (T) ((U) R[i->b].m op(U) i->k.m);                              \
    NEXT();
#define WRAP2(name, C, m, T, U, op)                                                                \
    do_##name##_##C : R[i->a].m = (T) ((U) R[i->b].m op(U) R[i->c].m);                             \
    NEXT();
#define ADDS(name, C, m, T, U) WRAP(name, C, m, T, U, +)
#define MULS(name, C, m, T, U) WRAP(name, C, m, T, U, *)
#define SUBS(name, C, m, T, U) WRAP2(name, C, m, T, U, -)
    INTEGERS(ADDS, ADD)
    INTEGERS(MULS, MUL)
    INTEGERS(SUBS, SUB)
#define REAL(name, op)                                                                             \
    do_##name##_F32 : R[i->a].f = R[i->b].f op R[i->c].f;                                          \
    NEXT();                                                                                        \
    do_##name##_F64 : R[i->a].d = R[i->b].d op R[i->c].d;                                          \
    NEXT();
    REAL(ADD, +)
    REAL(SUB, -)
    REAL(MUL, *)
    REAL(DIV, /)
#define REAL_K(name, op)                                                                           \
    do_##name##_K_F32 : R[i->a].f = R[i->b].f op i->k.f;                                           \
    NEXT();                                                                                        \
    do_##name##_K_F64 : R[i->a].d = R[i->b].d op i->k.d;                                           \
    NEXT();
    REAL_K(ADD, +)
    REAL_K(MUL, *)
    /* MIN / -1 overflows: undefined in C, wraps here like other arithmetic */
#define DIVIDE(name, C, m, T, U, op, by_minus_1)                                                   \
    do_##name##_##C:                                                                               \
    {                                                                                              \
        T d_ = (T) R[i->c].m;                                                                      \
        if (!d_)                                                                                   \
            goto zero;                                                                             \
        R[i->a].m = (T) -1 < (T) 1 && d_ == (T) -1 ? (T) (by_minus_1) : (T) ((T) R[i->b].m op d_); \
        NEXT();                                                                                    \
    }                                                                                              \
    do_##name##_K_##C : R[i->a].m = (T) ((T) R[i->b].m op(T) i->k.m);                              \
    NEXT();
#define DIVS(name, C, m, T, U) DIVIDE(name, C, m, T, U, /, (U) 0 - (U) R[i->b].m)
#define REMS(name, C, m, T, U) DIVIDE(name, C, m, T, U, %, 0)
    INTEGERS(DIVS, DIV)
    INTEGERS(REMS, REM)
#define SHIFT_LEFT(name, C, m, T, U)                                                               \
    do_##name##_##C : R[i->a].m = (T) ((U) R[i->b].m << (R[i->c].u & (8 * sizeof(T) - 1)));        \
    NEXT();                                                                                        \
    do_##name##_K_##C : R[i->a].m = (T) ((U) R[i->b].m << (i->k.u & (8 * sizeof(T) - 1)));         \
    NEXT();
#define SHIFT_RIGHT(name, C, m, T, U)                                                              \
    do_##name##_##C : R[i->a].m = (T) R[i->b].m >> (R[i->c].u & (8 * sizeof(T) - 1));              \
    NEXT();                                                                                        \
    do_##name##_K_##C : R[i->a].m = (T) R[i->b].m >> (i->k.u & (8 * sizeof(T) - 1));               \
    NEXT();
    INTEGERS(SHIFT_LEFT, SHL)
    INTEGERS(SHIFT_RIGHT, SHR)
do_AND:
    R[i->a].u = R[i->b].u & R[i->c].u;
    NEXT();
do_OR:
    R[i->a].u = R[i->b].u | R[i->c].u;
    NEXT();
do_XOR:
    R[i->a].u = R[i->b].u ^ R[i->c].u;
    NEXT();
do_AND_K:
    R[i->a].u = R[i->b].u & i->k.u;
    NEXT();
#define NEGATE(name, C, m, T, U)                                                                   \
    do_##name##_##C : R[i->a].m = (T) ((U) 0 - (U) R[i->b].m);                                     \
    NEXT();
#define COMPLEMENT(name, C, m, T, U)                                                               \
    do_##name##_##C : R[i->a].m = (T) ~(U) R[i->b].m;                                              \
    NEXT();
    INTEGERS(NEGATE, NEG)
    INTEGERS(COMPLEMENT, COM)
do_NEG_F32:
    R[i->a].f = -R[i->b].f;
    NEXT();
do_SQRT_F32:
    R[i->a].f = sqrtf(R[i->b].f);
    NEXT();
do_SQRT_F64:
    R[i->a].d = sqrt(R[i->b].d);
    NEXT();
do_ABS_F32:
    R[i->a].f = fabsf(R[i->b].f);
    NEXT();
do_ABS_F64:
    R[i->a].d = fabs(R[i->b].d);
    NEXT();
do_NEG_F64:
    R[i->a].d = -R[i->b].d;
    NEXT();

#define SIX(X, name, op)                                                                           \
    X(name, I32, i, op)                                                                            \
    X(name, U32, u, op)                                                                            \
    X(name, I64, i, op) X(name, U64, u, op) X(name, F32, f, op) X(name, F64, d, op)
#define COMPARE(name, C, m, op)                                                                    \
    do_##name##_##C : R[i->a].i = R[i->b].m op R[i->c].m;                                          \
    NEXT();
#define JUMP_IF(name, C, m, op)                                                                    \
    do_JT_##name##_##C : if (R[i->b].m op R[i->c].m) JUMP();                                       \
    NEXT();
#define JUMP_UNLESS(name, C, m, op)                                                                \
    do_JF_##name##_##C : if (!(R[i->b].m op R[i->c].m)) JUMP();                                    \
    NEXT();
    SIX(COMPARE, LT, <)
    SIX(COMPARE, LE, <=)
    SIX(COMPARE, EQ, ==)
    SIX(COMPARE, NE, !=)
    SIX(JUMP_IF, LT, <)
    SIX(JUMP_IF, LE, <=)
    SIX(JUMP_IF, EQ, ==)
    SIX(JUMP_IF, NE, !=)
    SIX(JUMP_UNLESS, LT, <)
    SIX(JUMP_UNLESS, LE, <=)
#define JUMP_K(name, op)                                                                           \
    do_JT_##name##_K : if (R[i->b].i op i->imm) JUMP();                                            \
    NEXT();
    JUMP_K(LT, <)
    JUMP_K(LE, <=)
    JUMP_K(GT, >)
    JUMP_K(GE, >=)
    JUMP_K(EQ, ==)
    JUMP_K(NE, !=)
do_JUMP:
    JUMP();
do_JTRUE:
    if (R[i->a].u)
        JUMP();
    NEXT();
do_JFALSE:
    if (!R[i->a].u)
        JUMP();
    NEXT();
do_SWITCH:
    i = code + vm_switch_target(i->p, R[i->a].i);
    DISPATCH();

do_TO_I8:
    R[i->a].i = (int8_t) R[i->b].u;
    NEXT();
do_TO_U8:
    R[i->a].u = (uint8_t) R[i->b].u;
    NEXT();
do_TO_I16:
    R[i->a].i = (int16_t) R[i->b].u;
    NEXT();
do_TO_U16:
    R[i->a].u = (uint16_t) R[i->b].u;
    NEXT();
do_TO_I32:
    R[i->a].i = (int32_t) R[i->b].u;
    NEXT();
do_TO_U32:
    R[i->a].u = (uint32_t) R[i->b].u;
    NEXT();
do_TO_BOOL:
    R[i->a].u = R[i->b].u != 0;
    NEXT();
do_I64_F32:
    R[i->a].f = (float) R[i->b].i;
    NEXT();
do_I64_F64:
    R[i->a].d = (double) R[i->b].i;
    NEXT();
do_U64_F32:
    R[i->a].f = (float) R[i->b].u;
    NEXT();
do_U64_F64:
    R[i->a].d = (double) R[i->b].u;
    NEXT();
do_F32_I32:
    R[i->a].i = value_i32((double) R[i->b].f);
    NEXT();
do_F64_I32:
    R[i->a].i = value_i32(R[i->b].d);
    NEXT();
do_F32_I64:
    R[i->a].i = value_i64((double) R[i->b].f);
    NEXT();
do_F64_I64:
    R[i->a].i = value_i64(R[i->b].d);
    NEXT();
do_F32_U64:
    R[i->a].u = value_u64((double) R[i->b].f);
    NEXT();
do_F64_U64:
    R[i->a].u = value_u64(R[i->b].d);
    NEXT();
do_F32_F64:
    R[i->a].d = (double) R[i->b].f;
    NEXT();
do_F64_F32:
    R[i->a].f = (float) R[i->b].d;
    NEXT();
do_F32_BOOL:
    R[i->a].u = R[i->b].f != 0;
    NEXT();
do_F64_BOOL:
    R[i->a].u = R[i->b].d != 0;
    NEXT();

#define ACCESS(base, address, size, how)                                                           \
    uint64_t base_ = (base), at_ = (address);                                                      \
    if (__builtin_expect(!covers(i->cache, base_, at_, (size)), 0)) {                              \
        SAVE();                                                                                    \
        struct object *o_ = vm_access(vm, base_, at_, (size), (how));                              \
        if (!o_)                                                                                   \
            goto fail;                                                                             \
        i->cache = o_;                                                                             \
    }
#define LOADS(name, T, m)                                                                          \
    do_LOAD_##name:                                                                                \
    {                                                                                              \
        ACCESS(R[i->b].u, R[i->b].u + i->c, sizeof(T), VM_READ) T v_;                              \
        memcpy(&v_, (void *) at_, sizeof v_);                                                      \
        R[i->a].m = v_;                                                                            \
        NEXT();                                                                                    \
    }                                                                                              \
    do_LOADX_##name:                                                                               \
    {                                                                                              \
        ACCESS(R[i->b].u, R[i->b].u + R[i->c].u * sizeof(T), sizeof(T), VM_READ) T v_;             \
        memcpy(&v_, (void *) at_, sizeof v_);                                                      \
        R[i->a].m = v_;                                                                            \
        NEXT();                                                                                    \
    }                                                                                              \
    do_GLOAD_##name:                                                                               \
    {                                                                                              \
        T v_;                                                                                      \
        memcpy(&v_, (void *) i->k.u, sizeof v_);                                                   \
        R[i->a].m = v_;                                                                            \
        NEXT();                                                                                    \
    }
    LOADS(I8, int8_t, i)
    LOADS(U8, uint8_t, u)
    LOADS(I16, int16_t, i)
    LOADS(U16, uint16_t, u)
    LOADS(I32, int32_t, i)
    LOADS(U32, uint32_t, u)
    LOADS(64, uint64_t, u)
#define STORES(name, T)                                                                            \
    do_STORE_##name:                                                                               \
    {                                                                                              \
        ACCESS(R[i->b].u, R[i->b].u + i->c, sizeof(T), VM_WRITE) T v_ = (T) R[i->a].u;             \
        memcpy((void *) at_, &v_, sizeof v_);                                                      \
        NEXT();                                                                                    \
    }                                                                                              \
    do_STOREX_##name:                                                                              \
    {                                                                                              \
        ACCESS(R[i->b].u, R[i->b].u + R[i->c].u * sizeof(T), sizeof(T), VM_WRITE)                  \
        T v_ = (T) R[i->a].u;                                                                      \
        memcpy((void *) at_, &v_, sizeof v_);                                                      \
        NEXT();                                                                                    \
    }                                                                                              \
    do_GSTORE_##name:                                                                              \
    {                                                                                              \
        T v_ = (T) R[i->a].u;                                                                      \
        memcpy((void *) i->k.u, &v_, sizeof v_);                                                   \
        NEXT();                                                                                    \
    }
    STORES(8, uint8_t)
    STORES(16, uint16_t)
    STORES(32, uint32_t)
    STORES(64, uint64_t)
do_PROBE_READ:
    if (!vm_open_object(vm, R[i->b].u, i->c, VM_READ))
        JUMP();
    NEXT();
do_PROBE_WRITE:
    if (!vm_open_object(vm, R[i->b].u, i->c, VM_WRITE))
        JUMP();
    NEXT();
do_SYMBOL:
    R[i->a].u = ((const struct symbol *) i->p)->live.address;
    NEXT();
do_ARRAY:
    R[i->a].p = ((const struct symbol *) i->p)->live.object;
    NEXT();
do_COPY:
    SAVE();
    if (!copy_bytes(vm, R[i->a].u, R[i->b].u, i->k.u))
        goto fail;
    NEXT();
do_PTR_ADD:
    R[i->a].u = R[i->b].u + R[i->c].u * i->k.u;
    NEXT();
do_PTR_DIFF:
    R[i->a].i = (int64_t) (R[i->b].u - R[i->c].u) / i->k.i;
    NEXT();

do_OBJECT:
    SAVE();
    if (!make_object(vm, i->p, R + i->a))
        goto fail;
    NEXT();
do_RELEASE:
    SAVE();
    if (!vm_release(vm, f->cleanups + i->a))
        goto fail;
    f = &VEC_LAST(&vm->frames);
    NEXT();
do_DESTROY:
    VEC_PUSH(&vm->cleanups, (struct cleanup){.destroy = i->p, .address = R[i->a].u});
    NEXT();
do_KEEP:
    keep_object(vm, f, R[i->a].u);
    NEXT();
do_TRY:
    VEC_PUSH(&vm->cleanups, (struct cleanup){.handlers = i->p});
    NEXT();
do_THROW:
    SAVE();
    if (!vm_throw(vm, i->p, R[i->a].u, floor))
        goto fail;
    goto caught;

do_CALL:
    SAVE();
    if (!call_symbol(vm, i->p, f->base + i->a, (struct span){0}))
        goto fail;
    ENTERED();
do_CALL_VIRTUAL : {
    SAVE();
    struct symbol *s = vm_virtual(vm, &R[i->b].u, i->c);
    if (!s || !call_symbol(vm, s, f->base + i->a, (struct span){0}))
        goto fail;
    ENTERED();
}
do_CALL_PTR : {
    SAVE();
    struct symbol *s = vm_pointed(vm, R[i->b].u, i->p, R + i->a);
    if (!s || !call_symbol(vm, s, f->base + i->a, (struct span){0}))
        goto fail;
    ENTERED();
}
do_RETURN : {
    union value result = R[i->a];
    R[0] = result;
    if (vm->cleanups.n > f->cleanups) {
        SAVE();
        if (!vm_release(vm, f->cleanups))
            goto fail;
    }
    goto returned;
}
do_HOST : {
    const struct call_site *s = i->p;
    SAVE();
    if (!(vm->profiled ? vm_profiled_call : s->run)(vm, s, R + i->a))
        goto fail;
    f = &VEC_LAST(&vm->frames); /* a builtin may have made calls that moved the frames */
    if (__builtin_expect(poll_requested(vm->poll), 0) && poll_session(vm))
        goto interrupted; /* the wait was cancelled */
    NEXT();
}
do_COMPUTE : {
    const struct call_site *s = i->p;
    s->run(vm, s, R + i->a);
    NEXT();
}
do_END:
    SAVE();
    if (!vm_release(vm, f->cleanups))
        goto fail;
    vm->frames.n--;
    CHECK(vm->frames.n == floor);
    return true;
do_MISSING:
    SAVE();
    if (dropped(vm, floor)) {
        if (!vm_release(vm, f->cleanups))
            goto fail;
        goto returned;
    }
    vm_error(vm, DIAG_RUNTIME, (struct span){0}, "'%s' ended without returning a value",
             f->code->symbol->name);
    goto fail;
hot: /* machine code, if there is any for this instruction */
    SAVE();
    switch (vm->rooms.jit.run(vm, f->pc)) {
    case VM_RETURNED: goto returned;
    case VM_FAILED: goto fail;
    case VM_INTERRUPTED: goto interrupted;
    default: ENTER(); DISPATCH();
    }
returned:
    if (--vm->frames.n == floor)
        return true;
    CONTINUE_CALLER();
zero:
    SAVE();
    vm_divided(vm);
    goto fail;
stopped:
    if (stop == STOP_FAILED)
        goto fail;
    SAVE();
interrupted:
    vm_error(vm, DIAG_INTERRUPT, (struct span){0}, "stopped by the user");
fail:
    if (vm->thrown.exception ||
        vm->jump.going) /* propagated through a builtin's call: the handler may be here */
        goto caught;
    if (vm->debug)
        vm->rooms.stops->failed(vm);
    vm_abandon(vm, vm->frames.at[floor].cleanups);
    vm->frames.n = floor;
    return false;
caught : {
    int32_t target;
    uint32_t slot;
    uint64_t address;
    if (!vm_catch(vm, floor, &target, &slot, &address)) {
        vm->frames.n = floor;
        return false;
    }
    ENTER();
    R[slot].u = address;
    i = code + target;
    DISPATCH();
}
}

static union value *top_of(struct vm *vm)
{
    if (!vm->frames.n)
        return vm->stack;
    const struct frame *f = &VEC_LAST(&vm->frames);
    return vm->stack + f->base + f->code->slots;
}

bool vm_call_symbol(struct vm *vm, struct symbol *s, const union value *args, uint32_t count,
                    union value *out, struct span at)
{
    union value *base = top_of(vm);
    size_t floor = vm->frames.n;
    memcpy(base, args, count * sizeof *args);
    if (!vm_has_stack(vm, at) || !call_symbol(vm, s, (uint32_t) (base - vm->stack), at) ||
        !run(vm, floor))
        return false;
    *out = *base;
    return true;
}

bool vm_execute(struct vm *vm, struct code *code, struct span at)
{
    size_t floor = vm->frames.n;
    uint32_t base = (uint32_t) (top_of(vm) - vm->stack);
    bool ok = push_frame(vm, code, base, at) && run(vm, floor);
    if (floor)
        return ok;
    return vm_threads_end(vm, ok) && ok;
}
