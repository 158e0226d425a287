/* SPDX-License-Identifier: Apache-2.0 */
/* The values of a kernel (simd.h). A vector register that is live at the start of some basic block is one value everywhere; of another, each
 * definition is a value, so that a temporary which the decoder uses again and again has no common class. Constants of the frame are values
 * without definition. Also says which kernels are left to the interpreter. It needs the liveness of analysis.h. Next: simd_class.c. */
#include <stdlib.h>

#include "device/cpu/exec/machine.h"
#include "device/cpu/jit/simd.h"

/* ---- what machine code leaves to the interpreter ---- */

static bool call_is_simple(const struct op *op)
{
    const struct decoded_call *call = op->more;
    return call->syscall == SYSCALL_VPRINTF || call->syscall == SYSCALL_ASSERTFAIL ||
           call->syscall == SYSCALL_MALLOC || call->syscall == SYSCALL_FREE;
}

/* Why machine code cannot execute the op; NULL: it can. */
static const char *op_obstacle(const struct op *op)
{
    struct vreg_use uses[VREG_USES];
    switch ((enum op_kind) op_infos[op->code].kind) {
    case OP_KIND_CALL: return call_is_simple(op) ? NULL : "it calls a function that is not inlined";
    case OP_KIND_TABLE: return "it jumps through a table";
    case OP_KIND_CALL_INDIRECT: return "it calls through a pointer";
    case OP_KIND_STACK: return "it allocates on the stack (alloca)";
    case OP_KIND_SLEEP: return "it sleeps, so that other threads may run";
    default:
        return op_vregs(op, uses) == UINT32_MAX ? "the registers of this instruction are not fixed"
                                                : NULL;
    }
}

/* ---- loops that may wait for another thread: a branch in them depends on a value that another thread may change ---- */

static bool may_change(const struct op *op)
{
    const struct op_info *info = &op_infos[op->code];
    return info->kind == OP_KIND_ATOMIC || (info->kind == OP_KIND_LOAD && info->ordered);
}

static bool note_changing(const struct simd_kernel *k, uint32_t n, bool *changes)
{
    const struct simd_use *u = simd_uses(k, n);
    bool any = may_change(&k->code->ops[n]), grew = false;
    for (uint32_t i = 0; i < k->ops[n].count; i++)
        any |= !u[i].writes && changes[u[i].vreg / 4];
    for (uint32_t i = 0; any && i < k->ops[n].count; i++)
        if (u[i].writes && !changes[u[i].vreg / 4])
            changes[u[i].vreg / 4] = grew = true;
    return grew;
}

/* The branch of such a loop; NO_OP: there is none. */
static uint32_t find_waiting(const struct simd_kernel *k)
{
    bool *changes = xcalloc(k->code->frame_size / 4 + 1, sizeof *changes), grew = true;
    uint32_t found = NO_OP;
    while (grew) {
        grew = false;
        for (uint32_t n = 0; n < k->code->op_count; n++)
            grew |= note_changing(k, n, changes);
    }
    for (uint32_t n = 0; n < k->code->op_count; n++)
        if (op_infos[k->code->ops[n].code].kind == OP_KIND_BRANCH &&
            k->blocks[k->cfg->block_of[n]].depth && changes[k->code->ops[n].a / 4])
            found = n;
    free(changes);
    return found;
}

/* ---- values ---- */

static uint32_t new_value(struct simd_kernel *k, uint32_t vreg, uint8_t width)
{
    struct simd_value v = {.vreg = vreg, .width = width};
    v.class = width == 0 ? SIMD_PREDICATE : width == 2 ? SIMD_UNIFORM : SIMD_SCALAR;
    v.uniform = width == 0;
    VEC_PUSH(&k->values, v);
    return (uint32_t) k->values.n - 1;
}

/* %ctaid changes with each block, so it is not in the frames of the block's warps. */
static uint32_t place_in_block(const struct frame_constant *f)
{
    if (f->kind != CONSTANT_SPECIAL || f->size != 4)
        return 0;
    switch ((enum special) f->value) {
    case SPECIAL_CTAID_X: return offsetof(struct thread_block, id.x);
    case SPECIAL_CTAID_Y: return offsetof(struct thread_block, id.y);
    case SPECIAL_CTAID_Z: return offsetof(struct thread_block, id.z);
    default: return 0;
    }
}

static void add_constants(struct simd_kernel *k)
{
    k->constant_of = xcalloc(k->code->frame_size / 4 + 1, sizeof *k->constant_of);
    for (uint32_t n = 0; n < k->code->constant_count; n++) {
        const struct frame_constant *f = &k->code->constants[n];
        struct simd_value *v = simd_at(k, new_value(k, f->vreg, f->size));
        v->constant = v->global = v->seen = true;
        v->fixed = f->kind == CONSTANT_BITS;
        v->bits = f->value;
        v->in_block = place_in_block(f);
        k->constant_of[f->vreg / 4] = (uint32_t) k->values.n;
    }
}

static void mark_global(const struct simd_kernel *k, bool *global)
{
    const struct analysis *x = k->analysis;
    for (uint32_t b = 0; b < k->cfg->count; b++)
        for (uint32_t i = 0; k->blocks[b].reachable && i < x->vreg_count; i++)
            if (analysis_live_in(x, b, i))
                global[x->vregs[i].at / 4] = true;
}

/* A warp that waits at a barrier may go on in the interpreter, so what is live there is treated like what is live across blocks. */
static void mark_across_barriers(const struct simd_kernel *k, bool *global)
{
    uint32_t *written_in = xcalloc(k->code->frame_size / 4 + 1, sizeof *written_in), part = 0;
    for (uint32_t n = 0; n < k->code->op_count; n++) {
        struct vreg_use uses[VREG_USES];
        uint32_t count = op_vregs(&k->code->ops[n], uses), b = k->cfg->block_of[n];
        part += k->cfg->blocks[b].first == n || k->code->ops[n].code == OP_bar_sync;
        for (uint32_t i = 0; count != UINT32_MAX && i < count; i++) {
            uint32_t *in = &written_in[uses[i].at / 4];
            if (uses[i].writes)
                *in = part;
            else if (*in && *in != part)
                global[uses[i].at / 4] = true;
        }
    }
    free(written_in);
}

struct naming {
    bool *global;      /* by vreg / 4 */
    uint32_t *current; /* value plus 1; of other registers: in the current block */
};

static uint32_t value_of(struct simd_kernel *k, struct naming *n, const struct vreg_use *u,
                         bool fresh)
{
    uint32_t *current = &n->current[u->at / 4];
    if (k->constant_of[u->at / 4])
        return k->constant_of[u->at / 4] - 1;
    if (!*current || (fresh && !n->global[u->at / 4])) {
        *current = new_value(k, u->at, u->width) + 1;
        simd_at(k, *current - 1)->global = n->global[u->at / 4];
    }
    return *current - 1;
}

static void forget_local(struct simd_kernel *k, struct naming *n, uint32_t first)
{
    for (size_t i = first; i < k->uses.n; i++)
        if (!n->global[k->uses.at[i].vreg / 4])
            n->current[k->uses.at[i].vreg / 4] = 0;
}

static bool name_op(struct simd_kernel *k, struct naming *n, uint32_t at)
{
    const struct op *op = &k->code->ops[at];
    struct vreg_use uses[VREG_USES];
    const char *obstacle = op_obstacle(op);
    if (obstacle)
        return simd_refuse(k, at, obstacle);
    uint32_t count = op_vregs(op, uses);
    bool guarded = at && op[-1].code == OP_guard;
    k->ops[at] = (struct simd_op){.at = (uint32_t) k->uses.n, .count = count, .guarded = guarded};
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = value_of(k, n, &uses[i], uses[i].writes && !guarded);
        if (simd_at(k, v)->constant && uses[i].writes)
            return simd_refuse(k, at, "it writes what is constant");
        simd_at(k, v)->last_op = at;
        VEC_PUSH(&k->uses, (struct simd_use){v, uses[i].at, uses[i].width, uses[i].writes});
    }
    return true;
}

bool simd_values(struct simd_kernel *k)
{
    size_t words = k->code->frame_size / 4 + 1;
    struct naming n = {.global = xcalloc(words, sizeof(bool)),
                       .current = xcalloc(words, sizeof(uint32_t))};
    bool good = true;
    k->ops = xcalloc(k->code->op_count + 1, sizeof *k->ops);
    add_constants(k);
    mark_global(k, n.global);
    mark_across_barriers(k, n.global);
    for (uint32_t b = 0; b < k->cfg->count && good; b++) {
        uint32_t first = (uint32_t) k->uses.n;
        for (uint32_t at = k->cfg->blocks[b].first; at < k->cfg->blocks[b].end && good; at++)
            good = name_op(k, &n, at);
        forget_local(k, &n, first);
    }
    free(n.global);
    free(n.current);
    uint32_t waits = good ? find_waiting(k) : NO_OP;
    if (waits != NO_OP)
        return simd_refuse(
            k, waits, "the loop may wait for a value of another thread, so threads take turns");
    return good;
}

void simd_values_free(struct simd_kernel *k)
{
    free(k->ops);
    free(k->constant_of);
    free(k->definition);
    VEC_FREE(&k->uses);
    VEC_FREE(&k->values);
}
