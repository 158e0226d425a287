/* SPDX-License-Identifier: Apache-2.0 */
/* Branches, calls, barriers, the stack, and the end of a thread. decode.c sets the targets of branches once all ops have their place.
 * Next: exec/op_flow.c. */
#include "device/cpu/decode/decoder.h"

#include <string.h>

/* bra (9.7.12.3). A guard is the branch's condition and not OP_guard. */
bool decode_bra(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    if (i->operand_count != 1 || i->mod_count > 2)
        return decode_unknown(d);
    decode_set_fp_mode(d, 0);
    if (!i->guard)
        return decode_emit(d, OP_bra) != NULL;
    uint32_t p = decode_reg_vreg(d, i->guard - 1);
    decode_emit_op(d, OP_bra_if, 0, p, 0, 0)->count = i->guard_negate;
    return true;
}

/* brx.idx (9.7.12.4): the list of targets is set in link_branches. */
bool decode_brx(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    if (i->operand_count != 2 || i->mod_count < 2 || !str_eq(i->mods[1], "idx"))
        return decode_unknown(d);
    decode_set_fp_mode(d, 0);
    uint32_t a = decode_source_vreg(d, &i->operands[0], PTX_U32);
    return a && decode_emit_op(d, OP_brx, 0, a, 0, 0);
}

/* ---- calls: call[.uni] [(results),] function [, (arguments)] [, prototype] ---- */

struct call_parts {
    const struct ptx_operand *results, *target, *args; /* results and args may be NULL */
};

static bool split_call(struct decoder *d, struct call_parts *p)
{
    const struct ptx_inst *i = d->inst;
    uint32_t k = 0;
    *p = (struct call_parts){0};
    if (k < i->operand_count && i->operands[k].kind == PTX_OPERAND_LIST)
        p->results = &i->operands[k++];
    if (k < i->operand_count)
        p->target = &i->operands[k++];
    if (k < i->operand_count && i->operands[k].kind == PTX_OPERAND_LIST)
        p->args = &i->operands[k++];
    return (p->target &&
            (p->target->kind == PTX_OPERAND_SYMBOL || p->target->kind == PTX_OPERAND_REG)) ||
           decode_unknown(d);
}

/* Offsets of the caller's .param variables in its lane memory. */
static bool lane_places(struct decoder *d, const struct ptx_operand *list, uint32_t *at,
                        uint32_t *sizes, uint32_t most, uint32_t *out_n)
{
    *out_n = list ? list->part_count : 0;
    if (*out_n > most)
        return decode_error(d, "more than %u arguments", most);
    for (uint32_t k = 0; k < *out_n; k++) {
        if (!decode_lane_var_at(d, list->parts[k].var, &at[k]))
            return decode_error(d, "arguments must be .param variables");
        sizes[k] = (uint32_t) list->parts[k].var->size;
    }
    return true;
}

static enum syscall syscall_named(const char *name)
{
    static const struct {
        const char *name;
        enum syscall call;
    } calls[] = {
        {"vprintf",                         SYSCALL_VPRINTF      },
        {"__assertfail",                    SYSCALL_ASSERTFAIL   },
        {"malloc",                          SYSCALL_MALLOC       },
        {"free",                            SYSCALL_FREE         },
        {"__cudaCDP2GetParameterBufferV2",  SYSCALL_PARAMETERS   },
        {"__cudaCDP2LaunchDeviceV2",        SYSCALL_LAUNCH       },
        {"__warpcell_wait_children",        SYSCALL_WAIT_CHILDREN},
        {"__cudaCDP2Malloc",                SYSCALL_CDP_MALLOC   },
        {"__cudaCDP2Free",                  SYSCALL_CDP_FREE     },
        {"__cudaCDP2MemcpyAsync",           SYSCALL_CDP_COPY     },
        {"__cudaCDP2MemsetAsync",           SYSCALL_CDP_SET      },
        {"__cudaCDP2StreamCreateWithFlags", SYSCALL_HANDLE       },
        {"__cudaCDP2EventCreateWithFlags",  SYSCALL_HANDLE       },
        {"__cudaCDP2StreamDestroy",         SYSCALL_SUCCESS      },
        {"__cudaCDP2StreamWaitEvent",       SYSCALL_SUCCESS      },
        {"__cudaCDP2EventRecord",           SYSCALL_SUCCESS      },
        {"__cudaCDP2EventDestroy",          SYSCALL_SUCCESS      },
        {"__cudaCDP2GetLastError",
         SYSCALL_SUCCESS                                         }, /* an error of the device runtime is a fault here */
        {"__cudaCDP2PeekAtLastError",       SYSCALL_SUCCESS      },
    };

    for (size_t k = 0; k < sizeof calls / sizeof *calls; k++)
        if (!strcmp(name, calls[k].name))
            return calls[k].call;
    return SYSCALL_NONE;
}

static bool copies(struct decoder *d, const uint32_t *from, const uint32_t *to,
                   const uint32_t *sizes, const struct ptx_var *const *theirs, uint32_t n,
                   size_t their_n, struct call_copy **out)
{
    if (n != their_n)
        return decode_error(d, "wrong number of arguments or results");
    *out = ARENA_ARRAY(&d->m->arena, struct call_copy, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        uint32_t size = theirs[k]->size < sizes[k] ? (uint32_t) theirs[k]->size : sizes[k];
        (*out)[k] = (struct call_copy){from[k], to[k], size};
    }
    return true;
}

/* The callee's lay-out of parameters. It may not be decoded yet, but its parameters come first and in order. */
static void callee_places(const struct ptx_func *f, uint32_t *params, uint32_t *results)
{
    uint32_t top = 0;
    for (int pass = 0; pass < 2; pass++) {
        size_t n = pass ? f->returns.n : f->params.n;
        for (size_t k = 0; k < n && k < 64; k++) {
            const struct ptx_var *v = pass ? f->returns.at[k] : f->params.at[k];
            top = (top + v->align - 1) & ~(v->align - 1);
            (pass ? results : params)[k] = top;
            top += (uint32_t) v->size;
        }
    }
}

static bool plan_call(struct decoder *d, struct decoded_call *call, const struct ptx_func *f,
                      const struct call_parts *p)
{
    uint32_t args[64], arg_sizes[64], results[64], result_sizes[64], theirs[64], their_results[64];
    if (!lane_places(d, p->args, args, arg_sizes, 64, &call->arg_count) ||
        !lane_places(d, p->results, results, result_sizes, 64, &call->result_count))
        return false;
    callee_places(f, theirs, their_results);
    const struct ptx_var *const *params = (const struct ptx_var *const *) f->params.at;
    const struct ptx_var *const *returns = (const struct ptx_var *const *) f->returns.at;
    return copies(d, args, theirs, arg_sizes, params, call->arg_count, f->params.n, &call->args) &&
           copies(d, their_results, results, result_sizes, returns, call->result_count,
                  f->returns.n, &call->results);
}

static bool plan_syscall(struct decoder *d, struct decoded_call *call, const struct call_parts *p)
{
    static const uint32_t wanted[] = {
        [SYSCALL_VPRINTF] = 2,    [SYSCALL_ASSERTFAIL] = 5, [SYSCALL_MALLOC] = 1,
        [SYSCALL_FREE] = 1,       [SYSCALL_PARAMETERS] = 4, [SYSCALL_LAUNCH] = 2,
        [SYSCALL_CDP_MALLOC] = 2, [SYSCALL_CDP_FREE] = 1,   [SYSCALL_HANDLE] = 2,
        [SYSCALL_CDP_COPY] = 5,   [SYSCALL_CDP_SET] = 4};
    uint32_t n;
    if (!lane_places(d, p->args, call->arg_at, call->arg_size, 16, &call->arg_count) ||
        !lane_places(d, p->results, &call->result_at, &call->result_size, 1, &n))
        return false;
    call->result_count = n;
    return call->syscall == SYSCALL_SUCCESS || call->arg_count == wanted[call->syscall] ||
           decode_error(d, "takes %u arguments", wanted[call->syscall]);
}

/* An indirect call: the callee is known at run time; the prototype says the same as the arguments here. */
static bool decode_indirect(struct decoder *d, const struct call_parts *p)
{
    struct decoded_call *call = ARENA_NEW(&d->m->arena, struct decoded_call);
    uint32_t n;
    call->functions = &d->m->codes;
    if (!lane_places(d, p->args, call->arg_at, call->arg_size, 16, &call->arg_count) ||
        !lane_places(d, p->results, &call->result_at, &call->result_size, 1, &n))
        return false;
    call->result_count = n;
    uint32_t a = decode_source_vreg(d, p->target, PTX_U64);
    decode_set_fp_mode(d, 0);
    if (a)
        decode_emit_op(d, OP_call_indirect, 0, a, 0, 0)->more = call;
    return a != 0;
}

static bool undefined(struct decoder *d, const char *name)
{
    if (!strncmp(name, "__cudaCDP2", 10))
        return decode_error(d, "'cuda%s' is not supported in kernels by the cpu device yet",
                            name + 10);
    return decode_error(
        d, "function '%s' is not defined in this module, and modules are not linked", name);
}

/* call (9.7.12.5): of a function of the module, a system call, or by address. */
bool decode_call(struct decoder *d)
{
    struct call_parts p;
    if (!split_call(d, &p))
        return false;
    if (p.target->kind == PTX_OPERAND_REG)
        return decode_indirect(d, &p);
    struct decoded_call *call = ARENA_NEW(&d->m->arena, struct decoded_call);
    const struct ptx_func *f = ptx_func_named(d->m->ptx, p.target->name);
    if (f && f->has_body) {
        call->callee = (const struct decoded_code *) (uintptr_t) decode_function_handle(d, f);
        if (!plan_call(d, call, f, &p))
            return false;
    } else {
        call->syscall = syscall_named(p.target->name);
        if (!call->syscall)
            return undefined(d, p.target->name);
        if (!plan_syscall(d, call, &p))
            return false;
    }
    decode_set_fp_mode(d, 0);
    decode_emit(d, OP_call)->more = call;
    return true;
}

/* ---- alloca, stacksave, stackrestore (9.7.17): the rest of local memory after the frame, and a vector register with how much of it is in
 * use, which decode.c clears where the function begins ---- */

bool decode_stack(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    bool alloca = str_eq(i->mods[0], "alloca"), save = str_eq(i->mods[0], "stacksave");
    enum ptx_type t = decode_last_type(i);
    if (i->mod_count != 2 || (t != PTX_U64 && t != PTX_B64))
        return decode_unknown(d);
    if (!alloca && !decode_want_operands(d, 1))
        return false;
    if (save)
        return decode_emit_op(d, OP_mov_64, decode_dest_vreg(d, &i->operands[0], t), d->stack_top,
                              0, 0) &&
               !d->failed;
    if (!alloca)
        return decode_emit_op(d, OP_mov_64, d->stack_top, decode_source_vreg(d, &i->operands[0], t),
                              0, 0) &&
               !d->failed;
    uint64_t align =
        i->operand_count == 3 && i->operands[2].kind == PTX_OPERAND_INT ? i->operands[2].bits : 8;
    if (i->operand_count < 2 || i->operand_count > 3 || !align || align & (align - 1) ||
        align > 4096)
        return decode_error(d, "takes a result, a size and an alignment");
    uint32_t to = decode_dest_vreg(d, &i->operands[0], t),
             size = decode_source_vreg(d, &i->operands[1], t);
    if (d->failed)
        return false;
    uint32_t base = decode_constant_vreg(d, CONSTANT_LOCAL, 8, d->stack_at);
    struct op *op = decode_emit_op(d, OP_alloca, to, base, size, d->stack_top);
    op->imm = d->stack_at;
    op->target = (uint32_t) align;
    return true;
}

/* ---- bar, barrier (9.7.13.1) ---- */

/* bar.warp.sync (9.7.13.2). */
static bool decode_bar_warp(struct decoder *d)
{
    uint32_t a =
        d->inst->operand_count == 1 ? decode_source_vreg(d, &d->inst->operands[0], PTX_B32) : 0;
    decode_set_fp_mode(d, 0);
    return a ? decode_emit_op(d, OP_bar_warp, 0, a, 0, 0) != NULL
             : decode_error(d, "takes one member mask");
}

/* bar.red (9.7.13.1): the barrier, then an op that reads its result, since lanes go on at different times. */
static bool decode_bar_red(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    bool popc = ptx_has_mod(i, "popc"), is_and = ptx_has_mod(i, "and");
    if (i->operand_count < 3 || i->operand_count > 4 || (!popc && !is_and && !ptx_has_mod(i, "or")))
        return decode_unknown(d);
    uint32_t n = i->operand_count;
    uint32_t to = decode_dest_vreg(d, &i->operands[0], popc ? PTX_U32 : PTX_PRED),
             a = decode_source_vreg(d, &i->operands[1], PTX_U32);
    uint32_t b = n == 4 ? decode_source_vreg(d, &i->operands[2], PTX_U32) : 0,
             c = decode_pred_source(d, &i->operands[n - 1]);
    if (d->failed)
        return false;
    decode_set_fp_mode(d, 0);
    struct op *op = decode_emit_op(d, OP_bar_sync, 0, a, b, c);
    op->count = n == 4;
    op->target = i->operands[n - 1].negate ? 2 : 1;
    decode_emit_op(d, OP_bar_result, to, a, 0, 0)->imm = popc ? 0 : is_and ? 1 : 2;
    return true;
}

/* bar, barrier (9.7.13.1): .aligned is a promise of the program and changes nothing here. */
bool decode_bar(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    uint32_t k = 1 + (i->mod_count > 1 && str_eq(i->mods[1], "cta"));
    struct str what = k < i->mod_count ? i->mods[k] : (struct str){0};
    if (str_eq(what, "cluster"))
        return decode_cluster_barrier(d);
    if (str_eq(what, "warp"))
        return decode_bar_warp(d);
    if (str_eq(what, "red"))
        return decode_bar_red(d);
    bool arrive = str_eq(what, "arrive");
    if ((!arrive && !str_eq(what, "sync")) || i->mod_count > k + 2 ||
        (i->mod_count == k + 2 && !ptx_has_mod(i, "aligned")))
        return decode_unknown(d);
    if (i->operand_count < 1u + arrive || i->operand_count > 2)
        return decode_error(d, "takes a barrier and a number of threads");
    uint32_t a = decode_source_vreg(d, &i->operands[0], PTX_U32),
             b = i->operand_count > 1 ? decode_source_vreg(d, &i->operands[1], PTX_U32) : 0;
    if (d->failed)
        return false;
    decode_set_fp_mode(d, 0);
    struct op *op = decode_emit_op(d, OP_bar_sync, 0, a, b, 0);
    op->count = i->operand_count > 1;
    op->imm = arrive;
    return true;
}

/* ---- the end of a thread, sleep ---- */

/* ret, exit, trap, brkpt (9.7.12.6, 9.7.12.7, 9.7.19). */
bool decode_end(struct decoder *d)
{
    static const struct {
        const char *name;
        enum op_code code;
    } ends[] = {
        {"ret",   OP_ret },
        {"exit",  OP_exit},
        {"trap",  OP_trap},
        {"brkpt", OP_trap}
    };

    if (!decode_want_operands(d, 0))
        return false;
    decode_set_fp_mode(d, 0);
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
        if (str_eq(d->inst->mods[0], ends[k].name))
            decode_emit(d, ends[k].code)->imm = str_eq(d->inst->mods[0], "brkpt");
    return true;
}

/* nanosleep (9.7.19.1). */
bool decode_nanosleep(struct decoder *d)
{
    uint32_t a =
        decode_want_operands(d, 1) ? decode_source_vreg(d, &d->inst->operands[0], PTX_U32) : 0;
    decode_set_fp_mode(d, 0);
    return a && decode_emit_op(d, OP_nanosleep, 0, a, 0, 0);
}
