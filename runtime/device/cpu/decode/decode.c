/* SPDX-License-Identifier: Apache-2.0 */
/* Decodes a module: each function in one pass over its instructions. Lays out parameters and local memory, finds moves that need no op,
 * decodes the instructions, resolves branches. An instruction that the engine does not know is an error here, so it never gives a wrong
 * result later. It needs the parsed module, with addresses of its variables. Next: decode_inst.c, decoder.h. */
#include "device/cpu/decode/decoder.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/code/cfg.h"
#include "device/device.h"

/* ---- lay-out of a function ---- */

static uint32_t place(uint32_t *top, const struct ptx_var *v)
{
    *top = (*top + v->align - 1) & ~(v->align - 1);
    uint32_t at = *top;
    *top += (uint32_t) v->size;
    return at;
}

static bool too_large(struct decoder *d, const struct ptx_var *v, uint64_t most)
{
    if (v->size <= most)
        return false;
    d->failed = true;
    if (!strncmp(v->name, "__local_depot", strlen("__local_depot"))) { /* all of its arrays */
        struct str f = ptx_function_name(d->f->name);
        diag_help(d->out,
                  diag_error(d->out, DIAG_COMPILE, d->at,
                             "the local arrays of '%.*s' have %llu bytes, but a thread can have "
                             "%llu",
                             (int) f.n, f.p, (unsigned long long) v->size,
                             (unsigned long long) most),
                  "use an array in device memory, with a part for each thread");
        return true;
    }
    diag_error(d->out, DIAG_COMPILE, d->at,
               "PTX line %u: '%s' has %llu bytes, but the limit is %llu", v->line, v->name,
               (unsigned long long) v->size, (unsigned long long) most);
    return true;
}

/* Parameters of a kernel are at offsets of the launch's parameter block; parameters and results of calls are in lane memory, which each
 * call's frame has; local memory is one range for each thread (PTX ISA 5.1, 7.1). */
static bool lay_out(struct decoder *d)
{
    struct arena *a = &d->m->arena;
    struct ptx_func *f = d->f;
    struct decoded_code *code = d->code;
    uint32_t lanes = 0;
    code->param_at = ARENA_ARRAY(a, uint32_t, f->params.n + 1);
    code->local_at = ARENA_ARRAY(a, uint32_t, f->vars.n + 1);
    code->return_at = ARENA_ARRAY(a, uint32_t, f->returns.n + 1);
    code->params_size = (uint32_t) f->params_size;
    for (size_t i = 0; i < f->params.n; i++) {
        if (too_large(d, f->params.at[i], DEVICE_PARAMS_MAX))
            return false;
        code->param_at[i] = f->is_entry ? f->params.at[i]->offset : place(&lanes, f->params.at[i]);
    }
    for (size_t i = 0; i < f->returns.n; i++) {
        if (too_large(d, f->returns.at[i], DEVICE_PARAMS_MAX))
            return false;
        code->return_at[i] = place(&lanes, f->returns.at[i]);
    }
    for (size_t i = 0; i < f->vars.n; i++) {
        struct ptx_var *v = f->vars.at[i];
        if (v->space == PTX_PARAM && !too_large(d, v, DEVICE_PARAMS_MAX))
            d->lane_at[i] = place(&lanes, v);
        if (v->space == PTX_LOCAL && !too_large(d, v, LAUNCH_STACK_MAX / 2))
            d->local_at[i] = code->local_at[i] = place(&code->local_size, v);
        if (d->failed || lanes > LAUNCH_STACK_MAX || code->local_size > LAUNCH_STACK_MAX)
            return false;
    }
    code->local_size = (code->local_size + 15) & ~15u;
    VEC_EACH (i, &f->insts)
        if (str_eq(i->mods[0], "alloca") && !d->stack_top) {
            d->stack_at = code->local_size;
            code->allocates = true;
            d->stack_top = decode_new_vreg(d, 8);
        }
    code->lanes_size = (lanes + 7) & ~7u;
    d->top = (d->top + 63) & ~63u;
    code->lanes_at = d->top;
    d->top = (d->top + code->lanes_size * WARP_LANES + 63) & ~63u;
    return true;
}

static void note_def(struct decoder *d, const struct ptx_operand *o)
{
    if (o->kind == PTX_OPERAND_REG && d->defs[o->reg] < 1000)
        d->defs[o->reg]++;
    for (uint32_t k = 0; o->kind == PTX_OPERAND_LIST && k < o->part_count; k++)
        note_def(d, &o->parts[k]);
}

/* How many instructions write each register, and which instructions are targets of branches. */
static bool survey(struct decoder *d)
{
    VEC_EACH (i, &d->f->insts) {
        d->inst = i;
        const struct str *name = &i->mods[0];
        bool writes = !str_eq(*name, "st") && !str_eq(*name, "red") && !str_eq(*name, "bra") &&
                      !str_eq(*name, "call") && i->operand_count;
        if (writes)
            note_def(d, &i->operands[0]);
        if (!str_eq(*name, "bra") && !str_eq(*name, "brx"))
            continue;
        const struct ptx_operand *o = i->operand_count ? &i->operands[i->operand_count - 1] : NULL;
        const struct ptx_label *l =
            o && o->kind == PTX_OPERAND_SYMBOL ? ptx_label_of(d->f, o->name, i->scope) : NULL;
        if (!l)
            return decode_error(d, "no such label");
        if (str_eq(*name, "bra"))
            d->is_target[l->at] = true;
        for (uint32_t k = 0; k < l->target_count; k++) {
            const struct ptx_label *t = ptx_label_of(d->f, l->targets[k], l->scope);
            if (!t)
                return decode_error(d, "no label '%s'", l->targets[k]);
            d->is_target[t->at] = true;
        }
    }
    return true;
}

/* ---- guards (9.3): a single op takes OP_guard before it; a branch goes around anything longer ---- */

/* Decodes the guarded instruction after OP_guard, and turns that into a branch if it became more than one op. */
static bool decode_guarded(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    decode_set_fp_mode(d, 0);
    uint32_t guard = (uint32_t) d->ops.n;
    decode_emit_op(d, OP_guard, 0, decode_reg_vreg(d, i->guard - 1), 0, 0)->count = i->guard_negate;
    if (!decode_inst(d))
        return false;
    decode_set_fp_mode(d, 0);
    uint32_t after = (uint32_t) d->ops.n;
    if (after == guard + 2 && op_takes_guard((enum op_code) d->ops.at[guard + 1].code)) {
        decode_emit(d, OP_unguard);
        return true;
    }
    decode_emit(d, OP_join);
    struct op *jump = &d->ops.at[guard];
    jump->code = OP_bra_if;
    jump->run[0] = d->set->run[OP_bra_if][0];
    jump->run[1] = d->set->run[OP_bra_if][1];
    jump->count = !jump->count;
    jump->target = after + 1 - guard;
    return true;
}

/* ---- branches ---- */

static uint32_t op_of_label(const struct decoder *d, const char *name, uint32_t scope)
{
    const struct ptx_label *l = ptx_label_of(d->f, name, scope);
    return d->instruction_ops.at[l->at];
}

/* What a taken back-edge costs of the warp's budget. A long body costs more, so that interrupts are polled often; a body that may wait for
 * another thread costs much more, so that the other thread runs soon. */
static int64_t trip_cost(const struct decoder *d, uint32_t from, uint32_t to)
{
    int64_t cost = (to - from) / 8 + 1;
    for (uint32_t k = from; k < to; k++)
        if (op_may_wait((enum op_code) d->ops.at[k].code))
            return cost < 64 ? 64 : cost;
    return cost;
}

/* Targets relative to the op, so that a copy of the ops (observed.c) has the same targets. A backward branch is another op, which counts
 * against the budget. */
static void link_branches(struct decoder *d)
{
    for (uint32_t k = 0; k < d->ops.n; k++) {
        struct op *op = &d->ops.at[k];
        const struct ptx_inst *i = &d->f->insts.at[op->inst];
        if (op->code == OP_brx) {
            const struct ptx_operand *o = &i->operands[i->operand_count - 1];
            const struct ptx_label *l = ptx_label_of(d->f, o->name, i->scope);
            int32_t *list = ARENA_ARRAY(&d->m->arena, int32_t, l->target_count + 1);
            for (uint32_t t = 0; t < l->target_count; t++)
                list[t] = (int32_t) (op_of_label(d, l->targets[t], l->scope) - k);
            op->more = list;
            op->imm = l->target_count;
        }
        if ((op->code != OP_bra && op->code != OP_bra_if) || op->target)
            continue;
        uint32_t to = op_of_label(d, i->operands[0].name, i->scope);
        op->target = to - k;
        if (to <= k) {
            op->code = op->code == OP_bra ? OP_bra_back : OP_bra_back_if;
            op->run[0] = d->set->run[op->code][0];
            op->run[1] = d->set->run[op->code][1];
            op->imm = trip_cost(d, to, k);
        }
    }
}

/* ---- a function ---- */

static void decode_insts(struct decoder *d)
{
    if (d->stack_top)
        decode_emit_op(d, OP_mov_64, d->stack_top, decode_constant_vreg(d, CONSTANT_BITS, 8, 0), 0,
                       0);
    VEC_EACH (i, &d->f->insts) {
        d->inst = i;
        if (d->is_target[i - d->f->insts.at]) {
            decode_set_fp_mode(d, 0);
            decode_emit(d, OP_join);
        }
        VEC_PUSH(&d->instruction_ops, (uint32_t) d->ops.n);
        if (decode_is_alias(d, i))
            continue;
        memset(d->temp_count, 0, sizeof d->temp_count);
        d->pred_temp_count = 0;
        if (i->guard && !str_eq(i->mods[0], "bra") ? !decode_guarded(d) : !decode_inst(d))
            return;
    }
    decode_set_fp_mode(d, 0); /* control may reach the end of the body */
    if (!d->f->insts.n)
        return;
    if (d->is_target[d->f->insts.n])
        decode_emit(d, OP_join);
    VEC_PUSH(&d->instruction_ops, (uint32_t) d->ops.n);
    decode_emit(d, OP_ret);
    link_branches(d);
}

/* %ctaid comes first: block_start sets those constants for each block and no others. */
static void sort_constants(struct decoder *d)
{
    struct decoded_code *code = d->code;
    uint32_t n = 0;
    for (int last = 0; last < 2; last++)
        VEC_EACH (f, &d->constants) {
            bool ctaid = f->kind == CONSTANT_SPECIAL && f->value >= SPECIAL_CTAID_X &&
                         f->value <= SPECIAL_CTAID_Z;
            if (ctaid != last)
                code->constants[n++] = *f;
            code->ctaid_count += ctaid && !last;
        }
}

static void finish(struct decoder *d)
{
    struct decoded_code *code = d->code;
    code->op_count = (uint32_t) d->ops.n;
    code->ops = ARENA_ARRAY(&d->m->arena, struct op, d->ops.n + 1);
    memcpy(code->ops, d->ops.at, d->ops.n * sizeof *code->ops);
    code->constant_count = (uint32_t) d->constants.n;
    code->constants = ARENA_ARRAY(&d->m->arena, struct frame_constant, d->constants.n + 1);
    sort_constants(d);
    code->frame_size = code->affine_at = (d->top + 63) & ~63u;
    if (d->f->is_entry)
        code->frame_size += (code->frame_size / 4 + 63) & ~63u;
    code->instructions = (uint32_t) d->f->insts.n;
    code->registers = (uint32_t) d->f->regs.n;
    code->register_at = ARENA_ARRAY(&d->m->arena, uint32_t, d->f->regs.n + 1);
    code->register_cut = ARENA_ARRAY(&d->m->arena, bool, d->f->regs.n + 1);
    for (uint32_t k = 0; k < code->registers; k++) {
        uint32_t same = k;
        while (d->same_as[same])
            same = d->same_as[same] - 1;
        code->register_at[k] = d->vregs[same];
        code->register_cut[k] = d->narrow[k];
    }
}

static bool decode_function(struct code_module *m, struct decoded_code *code,
                            const struct op_index *x, const struct op_set *set, bool soft_ftz,
                            struct diags *out, struct span at)
{
    struct ptx_func *f = (struct ptx_func *) code->func;
    struct decoder d = {.index = x,
                        .set = set,
                        .out = out,
                        .at = at,
                        .m = m,
                        .f = f,
                        .code = code,
                        .top = 64,
                        .soft_ftz = soft_ftz};
    static const struct ptx_inst nothing = {
        .name = {"ret", 3},
          .text = {"ret", 3}
    };
    d.vregs = xcalloc(f->regs.n + 1, sizeof *d.vregs);
    d.converted = xcalloc(f->regs.n + 1, sizeof *d.converted);
    d.narrow = xcalloc(f->regs.n + 1, sizeof *d.narrow);
    d.same_as = xcalloc(f->regs.n + 1, sizeof *d.same_as);
    d.defs = xcalloc(f->regs.n + 1, sizeof *d.defs);
    d.is_target = xcalloc(f->insts.n + 1, sizeof *d.is_target);
    d.lane_at = xcalloc(f->vars.n + 1, sizeof *d.lane_at);
    d.local_at = xcalloc(f->vars.n + 1, sizeof *d.local_at);
    if (!f->insts.n) { /* an empty body is a return */
        VEC_PUSH(&f->insts, nothing);
        f->insts.at[0].mods[0] = nothing.name;
        f->insts.at[0].mod_count = 1;
        f->insts.at[0].line = f->line;
        free(d.is_target);
        d.is_target = xcalloc(2, sizeof *d.is_target);
    }
    d.inst = f->insts.at;
    decode_find_narrow(&d);
    if (lay_out(&d) && survey(&d) && decode_find_aliases(&d))
        decode_insts(&d);
    if (!d.failed)
        finish(&d);
    free(d.vregs);
    free(d.converted);
    free(d.narrow);
    free(d.same_as);
    free(d.defs);
    free(d.is_target);
    free(d.lane_at);
    free(d.local_at);
    VEC_FREE(&d.ops);
    VEC_FREE(&d.constants);
    VEC_FREE(&d.instruction_ops);
    return !d.failed;
}

/* ---- the module ---- */

enum { STACK_UNKNOWN = 0, STACK_VISITING = UINT32_MAX - 1 };

/* Bytes of local memory of the deepest chain of calls from here, plus 1; UINT32_MAX: not known (recursion, alloca). */
static uint32_t stack_of(struct decoded_code *c)
{
    uint32_t most = 1;
    if (c->stack_size == STACK_VISITING)
        return UINT32_MAX;
    if (c->stack_size != STACK_UNKNOWN)
        return c->stack_size;
    if (c->allocates)
        return c->stack_size = UINT32_MAX;
    c->stack_size = STACK_VISITING;
    for (uint32_t k = 0; k < c->op_count && most != UINT32_MAX; k++) {
        enum op_kind kind = (enum op_kind) op_infos[c->ops[k].code].kind;
        const struct decoded_call *call = kind == OP_KIND_CALL ? c->ops[k].more : NULL;
        bool indirect = kind == OP_KIND_CALL_INDIRECT;
        if (!indirect && (!call || call->syscall))
            continue;
        uint32_t s = indirect ? UINT32_MAX : stack_of((struct decoded_code *) call->callee);
        most = s > most ? s : most;
    }
    return c->stack_size = most == UINT32_MAX ? most : most + c->local_size;
}

static struct decoded_code *code_new(struct code_module *m, const struct ptx_func *f)
{
    struct decoded_code *code = ARENA_NEW(&m->arena, struct decoded_code);
    code->name = f->name;
    code->func = f;
    code->module = m->ptx;
    return code;
}

/* Observers see the calls; all others have them inlined, as vector code needs it. What cannot be decoded so stays as it is. */
static void decode_inlined(struct code_module *m, struct decoded_code *entry,
                           const struct op_index *x, const struct op_set *set, bool soft_ftz,
                           struct span at)
{
    const struct ptx_func *f = ptx_inlined(m->ptx, entry->func);
    struct diags ignored = {0};
    struct decoded_code *code = f ? code_new(m, f) : NULL;
    if (code && decode_function(m, code, x, set, soft_ftz, &ignored, at)) {
        code->cfg = cfg_new(code->ops, code->op_count);
        stack_of(code);
        entry->inlined = code;
    }
    diags_free(&ignored);
}

bool decode_module(struct code_module *m, const struct op_index *x, const struct op_set *set,
                   bool soft_ftz, struct diags *out, struct span at)
{
    VEC_EACH (f, &m->ptx->funcs) {
        if (!(*f)->has_body)
            continue;
        VEC_PUSH(&m->codes.at, code_new(m, *f));
    }
    for (size_t i = 0; i < m->codes.at.n; i++)
        if (!decode_function(m, m->codes.at.at[i], x, set, soft_ftz, out, at))
            return false;
    VEC_EACH (c, &m->codes.at) {
        (*c)->cfg = cfg_new((*c)->ops, (*c)->op_count);
        stack_of(*c);
    }
    VEC_EACH (c, &m->codes.at)
        if ((*c)->func->is_entry)
            decode_inlined(m, *c, x, set, soft_ftz, at);
    return true;
}
