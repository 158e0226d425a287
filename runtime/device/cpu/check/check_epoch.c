/* SPDX-License-Identifier: Apache-2.0 */
/* What may happen between two barriers of the block, by the control-flow graph. Next: check_observer.c. */
#include <stdlib.h>

#include "base/check.h"
#include "device/cpu/check/check_impl.h"
#include "device/cpu/code/cfg.h"
#include "device/cpu/code/ops.h"

/* bar.sync 0; and its kin without a number of threads (PTX ISA 9.7.13.1) */
static bool is_whole_barrier(const struct ptx_inst *i)
{
    const struct ptx_operand *number = i->operands;
    return (str_eq(i->mods[0], "bar") || str_eq(i->mods[0], "barrier")) && i->operand_count == 1 &&
           number->kind == PTX_OPERAND_INT && !number->bits;
}

enum effect { EFFECT_NONE, EFFECT_ENDS, EFFECT_STORES /* or nobody knows */ };

static enum effect effect_of(const struct decoded_code *code, const struct op *op)
{
    const struct op_info *info = &op_infos[op->code];
    const struct ptx_func *f = code->func;
    switch ((enum op_kind) info->kind) {
    case OP_KIND_VALUE:
    case OP_KIND_WORK:
    case OP_KIND_LOAD:
    case OP_KIND_FENCE:
    case OP_KIND_JUMP:
    case OP_KIND_BRANCH:
    case OP_KIND_TABLE:
    case OP_KIND_MARK:
    case OP_KIND_SLEEP:
    case OP_KIND_BARRIER_RESULT:
    case OP_KIND_WARP_SYNC: return EFFECT_NONE;
    case OP_KIND_STORE:
    case OP_KIND_ATOMIC:
        return info->address == 8 && (op->space == PTX_GLOBAL || op->space == PTX_LOCAL)
                   ? EFFECT_NONE
                   : EFFECT_STORES;
    case OP_KIND_BARRIER:
        return op->inst < f->insts.n && is_whole_barrier(f->insts.at + op->inst) ? EFFECT_ENDS
                                                                                 : EFFECT_NONE;
    case OP_KIND_END: return f->is_entry ? EFFECT_ENDS : EFFECT_STORES;
    case OP_KIND_NONE:
    case OP_KIND_IMAGE:
    case OP_KIND_CALL:
    case OP_KIND_CALL_INDIRECT:
    case OP_KIND_STACK: return EFFECT_STORES;
    }
    return EFFECT_STORES;
}

/* From an op to the end of its basic block. */
static enum effect run_block(const struct decoded_code *code, uint32_t op, uint32_t end)
{
    enum effect e = EFFECT_NONE;
    for (; op < end && e == EFFECT_NONE; op++)
        e = effect_of(code, code->ops + op);
    return e;
}

struct paths {
    const struct decoded_code *code;
    bool *reached;  /* by basic block */
    uint32_t *left; /* blocks that are reached and not looked at */
    uint32_t count;
};

static void reach(struct paths *p, const struct cfg_block *from)
{
    const struct cfg *g = p->code->cfg;
    for (uint32_t s = 0; s < from->succs; s++) {
        uint32_t to = g->edges[from->succ_at + s];
        if (!p->reached[to])
            p->left[p->count++] = to;
        p->reached[to] = true;
    }
}

static bool no_path_stores(struct paths *p, uint32_t first)
{
    const struct cfg *g = p->code->cfg;
    const struct cfg_block *start = g->blocks + g->block_of[first];
    enum effect e = run_block(p->code, first, start->end);
    if (e == EFFECT_NONE)
        reach(p, start);
    while (e != EFFECT_STORES && p->count) {
        const struct cfg_block *b = g->blocks + p->left[--p->count];
        e = run_block(p->code, b->first, b->end);
        if (e == EFFECT_NONE)
            reach(p, b);
    }
    return e != EFFECT_STORES;
}

bool epoch_only_reads(const struct decoded_code *code, uint32_t inst)
{
    uint32_t op = 0;
    if (!is_whole_barrier(code->func->insts.at + inst))
        return false;
    while (op < code->op_count &&
           !(code->ops[op].inst == inst && op_infos[code->ops[op].code].kind == OP_KIND_BARRIER))
        op++;
    if (op + 1 >= code->op_count)
        return false;
    struct paths p = {code, xcalloc(code->cfg->count + 1, sizeof *p.reached),
                      xcalloc(code->cfg->count + 1, sizeof *p.left), 0};
    bool only = no_path_stores(&p, op + 1);
    free(p.reached);
    free(p.left);
    return only;
}
