/* SPDX-License-Identifier: Apache-2.0 */
/* How a kernel gets its intermediate form (simd.h): the order of its blocks, and its values.
 *
 * Machine code goes through the basic blocks in reverse post-order, with every natural loop in one piece. Blocks that leave a loop on the way (a break with
 * some code) move behind it, so lanes that wait there wait until all lanes have left the loop. Irreducible loops and blocks that reach no exit
 * are left to the interpreter.
 *
 * A vector register that is live at the start of some basic block is one value everywhere; of another, each definition is a value, so that a
 * temporary which the decoder uses again and again has no common class. Constants of the frame are values without definition. It needs the
 * liveness of analysis.h. Next: simd_class.c. */
#include <stdlib.h>
#include <string.h>

#include "device/cpu/code/atom.h"
#include "device/cpu/code/thread_values.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/jit/simd.h"

/* ---- the order of blocks ---- */

enum { BLOCKS_MAX = 600 };

static uint32_t successor(const struct cfg *g, uint32_t b, uint32_t s)
{
    return g->edges[g->blocks[b].succ_at + s];
}

static bool leads_to(const struct cfg *g, uint32_t from, uint32_t to)
{
    for (uint32_t s = 0; s < g->blocks[from].succs; s++)
        if (successor(g, from, s) == to)
            return true;
    return false;
}

/* Blocks from which `latch` is reached without passing `header`: the natural loop, if the header is among those that are reached. */
struct loop_body {
    uint8_t *in;
    uint32_t *stack;
    uint32_t depth;
};

static void body_add(struct loop_body *l, uint32_t b)
{
    if (l->in[b])
        return;
    l->in[b] = 1;
    l->stack[l->depth++] = b;
}

static void find_body(const struct simd_kernel *k, struct loop_body *l, uint32_t header,
                      const uint32_t *latches, uint32_t count)
{
    const struct cfg *g = k->cfg;
    memset(l->in, 0, g->count);
    l->in[header] = 1;
    l->depth = 0;
    for (uint32_t i = 0; i < count; i++)
        body_add(l, latches[i]);
    while (l->depth) {
        uint32_t b = l->stack[--l->depth];
        for (uint32_t p = 0; p < g->count; p++)
            if (k->blocks[p].reachable && leads_to(g, p, b))
                body_add(l, p);
    }
}

/* Blocks of the order between the header and the last of the loop that are not in the loop move behind it. */
static void make_contiguous(struct simd_kernel *k, const struct loop_body *l, uint32_t header)
{
    uint32_t n = k->cfg->count, first = k->blocks[header].position, last = first, moved = 0;
    uint32_t *aside = xcalloc(n + 1, sizeof *aside);
    for (uint32_t p = first; p < n; p++)
        if (l->in[k->order[p]])
            last = p;
    uint32_t to = first;
    for (uint32_t p = first; p <= last; p++) {
        if (l->in[k->order[p]])
            k->order[to++] = k->order[p];
        else
            aside[moved++] = k->order[p];
    }
    memcpy(k->order + to, aside, moved * sizeof *aside);
    for (uint32_t p = first; p <= last; p++)
        k->blocks[k->order[p]].position = p;
    free(aside);
}

/* The latches of the loop whose header is at a position, before anything moves: edges that lead back. */
static uint32_t find_latches(const struct simd_kernel *k, uint32_t header, uint32_t *out)
{
    const struct cfg *g = k->cfg;
    uint32_t n = 0;
    for (uint32_t b = 0; b < g->count; b++) {
        bool latch = k->blocks[b].reachable && leads_to(g, b, header) &&
                     k->blocks[b].position >= k->blocks[header].position;
        if (latch)
            out[n++] = b;
    }
    return n;
}

/* Whether the loop can only be entered through its header: nothing before the header is in its body. */
static bool is_natural(const struct simd_kernel *k, const struct loop_body *l, uint32_t header)
{
    for (uint32_t b = 0; b < k->cfg->count; b++)
        if (l->in[b] && k->blocks[b].position < k->blocks[header].position)
            return false;
    return true;
}

static void note_loop(struct simd_kernel *k, const struct loop_body *l, uint32_t header)
{
    struct simd_loop loop = {.first = k->blocks[header].position, .header = header};
    for (uint32_t b = 0; b < k->cfg->count; b++) {
        if (!l->in[b])
            continue;
        k->blocks[b].depth++;
        if (k->blocks[b].position > loop.last)
            loop.last = k->blocks[b].position;
    }
    VEC_PUSH(&k->loops, loop);
}

/* Two passes: moving blocks for one loop may change the extent of another, so loops are noted when all are in place. */
static bool find_loops(struct simd_kernel *k, bool note)
{
    uint32_t n = k->cfg->count;
    struct loop_body l = {.in = xcalloc(n + 1, 1), .stack = xcalloc(n + 1, sizeof(uint32_t))};
    uint32_t *latches = xcalloc(n + 1, sizeof *latches);
    bool good = true;
    for (uint32_t p = n; p-- > 0 && good;) {
        uint32_t header = k->order[p], count = find_latches(k, header, latches);
        if (!count || !k->blocks[header].reachable)
            continue;
        find_body(k, &l, header, latches, count);
        good = is_natural(k, &l, header);
        if (good && note)
            note_loop(k, &l, header);
        else if (good)
            make_contiguous(k, &l, header);
    }
    free(l.in);
    free(l.stack);
    free(latches);
    return good;
}

static bool loops_are_contiguous(const struct simd_kernel *k)
{
    VEC_EACH (l, &k->loops) {
        uint32_t depth = k->blocks[l->header].depth;
        for (uint32_t p = l->first; p <= l->last; p++)
            if (k->blocks[k->order[p]].depth < depth)
                return false;
    }
    return true;
}

static void mark_reachable(struct simd_kernel *k)
{
    const struct cfg *g = k->cfg;
    uint32_t *stack = xcalloc(g->count + 1, sizeof *stack), depth = 0;
    stack[depth++] = 0;
    k->blocks[0].reachable = true;
    while (depth) {
        uint32_t b = stack[--depth];
        for (uint32_t s = 0; s < g->blocks[b].succs; s++) {
            uint32_t to = successor(g, b, s);
            if (!k->blocks[to].reachable)
                stack[depth++] = to;
            k->blocks[to].reachable = true;
        }
    }
    free(stack);
}

/* By rank (cfg.h); blocks that nothing reaches come last. */
static void place(struct simd_kernel *k)
{
    const struct cfg *g = k->cfg;
    uint32_t *by_rank = xcalloc(g->count + 1, sizeof *by_rank), n = 0;
    for (uint32_t b = 0; b < g->count; b++)
        by_rank[g->blocks[b].rank] = b;
    for (int last = 0; last < 2; last++)
        for (uint32_t r = 0; r < g->count; r++)
            if (k->blocks[by_rank[r]].reachable != last) {
                k->blocks[by_rank[r]].position = n;
                k->order[n++] = by_rank[r];
            }
    free(by_rank);
}

bool simd_order(struct simd_kernel *k)
{
    const struct cfg *g = k->cfg;
    if (g->count > BLOCKS_MAX)
        return simd_refuse(k, NO_OP, "it has more than 600 basic blocks");
    k->order = xcalloc(g->count + 1, sizeof *k->order);
    k->blocks = xcalloc(g->count + 1, sizeof *k->blocks);
    mark_reachable(k);
    for (uint32_t b = 0; b < g->count; b++)
        if ((k->blocks[b].reachable && g->blocks[b].ipdom == CFG_NONE) ||
            g->blocks[b].rank >= g->count)
            return simd_refuse(k, g->blocks[b].first,
                               "nothing leads from here to the end of the kernel");
    place(k);
    if (!find_loops(k, false) || !find_loops(k, true) || !loops_are_contiguous(k))
        return simd_refuse(k, NO_OP, "a loop is entered at more than one place");
    return true;
}

void simd_order_free(struct simd_kernel *k)
{
    free(k->order);
    free(k->blocks);
    VEC_FREE(&k->loops);
}

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

/* ---- loops that may wait for another thread: whether they end depends on a value that another thread may change. A loop is free of that if
 * it ends as soon as its own atomic succeeds: then each round that it repeats is one in which another thread has got on. The others run for a
 * while in machine code and then go on in the interpreter, where threads take turns. ---- */

struct waits {
    const struct simd_kernel *k;
    bool *changes; /* by value */
    bool *apart;   /* by block: whether a thread comes there depends on such a value */
};

static bool may_change(const struct op *op)
{
    const struct op_info *info = &op_infos[op->code];
    return info->kind == OP_KIND_ATOMIC || (info->kind == OP_KIND_LOAD && info->ordered);
}

/* What an op makes of a changing value changes, and so does what is defined only if such a value says so. */
static bool note_changing(struct waits *w, uint32_t n)
{
    const struct simd_kernel *k = w->k;
    const struct simd_use *u = simd_uses(k, n);
    bool apart = w->apart[k->cfg->block_of[n]] || k->ops[n].guarded,
         any = may_change(&k->code->ops[n]), grew = false;
    for (uint32_t i = 0; i < k->ops[n].count; i++)
        any |= !u[i].writes && w->changes[u[i].value];
    for (uint32_t i = 0; i < k->ops[n].count; i++)
        if (u[i].writes && !w->changes[u[i].value] &&
            (any || (apart && simd_at(k, u[i].value)->global)))
            w->changes[u[i].value] = grew = true;
    return grew;
}

static bool branches_on_changing(const struct waits *w, uint32_t b)
{
    uint32_t last = w->k->cfg->blocks[b].end - 1;
    return op_infos[w->k->code->ops[last].code].kind == OP_KIND_BRANCH &&
           w->changes[simd_operand(w->k, last, 0, false)];
}

static bool note_apart(struct waits *w, uint32_t b)
{
    const struct cfg *g = w->k->cfg;
    bool *between = xcalloc(g->count + 1, sizeof *between), grew = false;
    simd_mark_between(g, b, g->blocks[b].ipdom, between);
    for (uint32_t m = 0; m < g->count; m++) {
        grew |= between[m] && !w->apart[m];
        w->apart[m] |= between[m];
    }
    free(between);
    return grew;
}

/* Whether the header is reached again past `without`. */
static bool comes_again(const struct simd_kernel *k, const struct simd_loop *l, uint32_t b,
                        uint32_t without, bool *seen)
{
    const struct cfg *g = k->cfg;
    for (uint32_t s = 0; s < g->blocks[b].succs; s++) {
        uint32_t to = g->edges[g->blocks[b].succ_at + s];
        if (to == l->header)
            return true;
        if (to == without || seen[to] || !simd_in_loop(k, l, to))
            continue;
        seen[to] = true;
        if (comes_again(k, l, to, without, seen))
            return true;
    }
    return false;
}

/* Every round of the loop executes the op. */
static bool is_in_each_round(const struct simd_kernel *k, const struct simd_loop *l, uint32_t op)
{
    uint32_t b = k->cfg->block_of[op];
    if (!simd_in_loop(k, l, b) || k->ops[op].guarded)
        return false;
    if (b == l->header)
        return true;
    bool *seen = xcalloc(k->cfg->count + 1, sizeof *seen), again;
    again = comes_again(k, l, l->header, b, seen);
    free(seen);
    return !again;
}

static bool is_written_in(const struct simd_kernel *k, const struct simd_loop *l, uint32_t value)
{
    for (uint32_t n = 0; n < k->code->op_count; n++)
        for (uint32_t i = 0, v; (v = simd_operand(k, n, i, true)) != NO_VALUE; i++)
            if (v == value && simd_in_loop(k, l, k->cfg->block_of[n]))
                return true;
    return false;
}

/* The op before the branch at the end of a block that gives its predicate; NO_OP: none in the block. */
static uint32_t condition_of(const struct simd_kernel *k, uint32_t b)
{
    uint32_t last = k->cfg->blocks[b].end - 1, p = simd_operand(k, last, 0, false);
    for (uint32_t n = last; n-- > k->cfg->blocks[b].first;)
        if (simd_operand(k, n, 0, true) == p)
            return n;
    return NO_OP;
}

static bool compares(const struct simd_kernel *k, uint32_t n, uint32_t a, uint32_t b)
{
    uint32_t x = simd_operand(k, n, 0, false), y = simd_operand(k, n, 1, false);
    return (x == a && y == b) || (x == b && y == a);
}

/* The loop is left if the two values are equal. */
static bool ends_if_equal(const struct simd_kernel *k, const struct simd_loop *l, uint32_t a,
                          uint32_t b)
{
    for (uint32_t p = l->first; p <= l->last; p++) {
        uint32_t block = k->order[p], last = k->cfg->blocks[block].end - 1, n;
        const struct op *branch = &k->code->ops[last];
        if (op_infos[branch->code].kind != OP_KIND_BRANCH || k->cfg->blocks[block].succs != 2 ||
            (n = condition_of(k, block)) == NO_OP || !compares(k, n, a, b))
            continue;
        enum op_code code = (enum op_code) k->code->ops[n].code;
        bool equal = code == OP_eq_32 || code == OP_eq_64 || code == OP_eq_16,
             unequal = code == OP_ne_32 || code == OP_ne_64 || code == OP_ne_16,
             jumps = equal != (branch->count != 0);
        uint32_t to = jumps ? k->cfg->block_of[last + (uint32_t) (int32_t) branch->target]
                            : k->cfg->block_of[last + 1];
        if ((equal || unequal) && !simd_in_loop(k, l, to))
            return true;
    }
    return false;
}

/* It tries to replace what it has read in the same round, and the loop ends when that is so. */
static bool ends_by_success(const struct simd_kernel *k, const struct simd_loop *l, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    if (op_infos[op->code].kind != OP_KIND_ATOMIC || op->target != ATOM_CAS || !op->d)
        return false;
    uint32_t old = simd_operand(k, n, 0, true), expected = simd_operand(k, n, 1, false);
    return is_in_each_round(k, l, n) && is_written_in(k, l, expected) &&
           ends_if_equal(k, l, old, expected);
}

static bool loop_waits(const struct waits *w, const struct simd_loop *l)
{
    const struct simd_kernel *k = w->k;
    const struct cfg *g = k->cfg;
    bool waits = false;
    for (uint32_t p = l->first; p <= l->last; p++) {
        uint32_t b = k->order[p];
        for (uint32_t s = 0; s < g->blocks[b].succs; s++)
            waits |= !simd_in_loop(k, l, g->edges[g->blocks[b].succ_at + s]) &&
                     (branches_on_changing(w, b) || w->apart[b]);
        waits |= g->blocks[b].exits && w->apart[b];
    }
    for (uint32_t n = 0; waits && n < k->code->op_count; n++)
        waits = !ends_by_success(k, l, n);
    return waits;
}

static void find_waiting(struct simd_kernel *k)
{
    struct waits w = {.k = k,
                      .changes = xcalloc(k->values.n + 1, sizeof(bool)),
                      .apart = xcalloc(k->cfg->count + 1, sizeof(bool))};
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t n = 0; n < k->code->op_count; n++)
            grew |= k->blocks[k->cfg->block_of[n]].reachable && note_changing(&w, n);
        for (uint32_t b = 0; b < k->cfg->count; b++)
            grew |= k->blocks[b].reachable && branches_on_changing(&w, b) && note_apart(&w, b);
    }
    VEC_EACH (l, &k->loops)
        l->waits = loop_waits(&w, l);
    free(w.changes);
    free(w.apart);
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
        v->fixed = f->kind == CONSTANT_BITS || f->kind == CONSTANT_DYNAMIC;
        v->bits = f->kind == CONSTANT_DYNAMIC ? k->code->shared_dynamic_at + f->value : f->value;
        v->is_thread = f->kind == CONSTANT_SPECIAL && f->value <= SPECIAL_TID_Z;
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
    if (good)
        find_waiting(k);
    return good;
}

void simd_values_free(struct simd_kernel *k)
{
    free(k->ops);
    free(k->constant_of);
    free(k->definition);
    thread_values_free(&k->threads);
    VEC_FREE(&k->uses);
    VEC_FREE(&k->values);
}

/* The values op n reads go to is, which ends at the first NULL, or is full; returns the second, or NULL. */
static const struct simd_value *operands_of(const struct simd_kernel *k, uint32_t n,
                                            const struct simd_value *is[3])
{
    for (uint32_t i = 0; i < 3; i++)
        is[i] = NULL;
    for (uint32_t i = 0; i < 3 && simd_operand(k, n, i, false) != NO_VALUE; i++)
        is[i] = simd_at(k, simd_operand(k, n, i, false));
    return is[1];
}

/* ---- alignment: how many of the lowest bits are 0, in each lane, and in the first lane of each row of the warp. blockIdx.x * blockDim.x + threadIdx.x
 * begins at a multiple of a row's lanes, as threadIdx.x does, if blockDim.x is one ---- */

enum { ALL_ZEROS = 64 };

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* In which lanes (enum simd_lanes_of). */
static uint32_t zeros_of(const struct simd_kernel *k, uint32_t n, uint32_t in)
{
    uint32_t z[3] = {0};
    const struct simd_value *is[3], *by = operands_of(k, n, is);
    for (uint32_t i = 0; i < 3 && is[i]; i++)
        z[i] = is[i]->zeros[in];
    switch ((enum op_code) k->code->ops[n].code) {
    case OP_mov_32:
    case OP_mov_64:
    case OP_ext_u32_64:
    case OP_ext_s32_64:
    case OP_cut_64_32: return z[0];
    case OP_add_32:
    case OP_add_64:
    case OP_sub_32:
    case OP_sub_64:
    case OP_or_32:
    case OP_or_64:
    case OP_xor_32:
    case OP_xor_64: return least(z[0], z[1]);
    case OP_and_32:
    case OP_and_64: return z[0] > z[1] ? z[0] : z[1];
    case OP_mul_32:
    case OP_mul_64:
    case OP_mulw_s32:
    case OP_mulw_u32: return z[0] + z[1];
    case OP_mad_32:
    case OP_mad_64:
    case OP_madw_s32:
    case OP_madw_u32: return least(z[0] + z[1], z[2]);
    case OP_shl_32:
    case OP_shl_64: return z[0] + (by->fixed && by->bits < 32 ? (uint32_t) by->bits : 0);
    case OP_shr_u32:
    case OP_shr_s32:
    case OP_shr_u64:
    case OP_shr_s64: return by->fixed && by->bits < z[0] ? z[0] - (uint32_t) by->bits : 0;
    default: return 0;
    }
}

static bool note_zeros(struct simd_kernel *k, uint32_t n, uint32_t in)
{
    bool changed = false;
    for (uint32_t i = 0, d; (d = simd_operand(k, n, i, true)) != NO_VALUE; i++) {
        struct simd_value *v = simd_at(k, d);
        uint32_t z = zeros_of(k, n, in);
        if (z >= v->zeros[in])
            continue;
        v->zeros[in] = (uint8_t) z;
        changed = true;
    }
    return changed;
}

/* From above: a value has as many as all its definitions give. */
static void find_zeros(struct simd_kernel *k)
{
    VEC_EACH (v, &k->values)
        for (uint32_t in = 0; in < 2; in++)
            if (!v->constant || v->fixed)
                v->zeros[in] = v->fixed && v->bits ? (uint8_t) __builtin_ctzll(v->bits) : ALL_ZEROS;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < k->code->op_count; n++)
            for (uint32_t in = 0; k->blocks[k->cfg->block_of[n]].reachable && in < 2; in++)
                changed |= note_zeros(k, n, in);
    }
}

/* ---- how many bits the lanes of a value have, without a sign ---- */

static uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t length_of(const struct simd_kernel *k, uint32_t n)
{
    uint32_t l[3] = {0};
    const struct simd_value *is[3], *by = operands_of(k, n, is);
    for (uint32_t i = 0; i < 3 && is[i]; i++)
        l[i] = is[i]->length;
    bool known = by && by->fixed && by->bits < 64;
    switch ((enum op_code) k->code->ops[n].code) {
    case OP_mov_32:
    case OP_mov_64:
    case OP_ext_u32_64:
    case OP_cut_64_32: return l[0];
    case OP_ext_s32_64: return l[0] < 32 ? l[0] : 64;
    case OP_add_32:
    case OP_add_64: return most(l[0], l[1]) + 1;
    case OP_or_32:
    case OP_or_64:
    case OP_xor_32:
    case OP_xor_64: return most(l[0], l[1]);
    case OP_and_32:
    case OP_and_64: return least(l[0], l[1]);
    case OP_mul_32:
    case OP_mul_64:
    case OP_mulw_u32: return l[0] + l[1];
    case OP_shl_32:
    case OP_shl_64: return known ? l[0] + (uint32_t) by->bits : 64;
    case OP_shr_u32:
    case OP_shr_u64: return !known ? l[0] : l[0] > by->bits ? l[0] - (uint32_t) by->bits : 0;
    default: return 64;
    }
}

/* Once a value has grown, as in a loop, it may have any. */
static bool note_length(struct simd_kernel *k, uint32_t n)
{
    bool changed = false;
    for (uint32_t i = 0, d; (d = simd_operand(k, n, i, true)) != NO_VALUE; i++) {
        struct simd_value *v = simd_at(k, d);
        uint32_t all = 8u * v->width, l = least(length_of(k, n), all);
        if (l <= v->length)
            continue;
        v->length = (uint8_t) (v->length ? all : l);
        changed = true;
    }
    return changed;
}

static void find_lengths(struct simd_kernel *k)
{
    VEC_EACH (v, &k->values) {
        if (!v->constant || v->length)
            continue;
        v->length = (uint8_t) (8 * v->width);
        if (v->fixed)
            v->length = v->bits ? (uint8_t) (64 - __builtin_clzll(v->bits)) : 0;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t n = 0; n < k->code->op_count; n++)
            if (k->blocks[k->cfg->block_of[n]].reachable)
                changed |= note_length(k, n);
    }
}

/* ---- what threadIdx.x decides, which is the same in the lanes of each warp if a row of the block is one of lanes ---- */

static void find_known(struct simd_kernel *k)
{
    const struct vector_layout *layout = &k->source->layout;
    uint32_t x[WARP_LANES];
    if (layout->shape != SHAPE_TILE || layout->cut)
        return;
    for (uint32_t l = 0; l < WARP_LANES; l++)
        x[l] = least(l % layout->across, layout->width - 1u);
    k->threads = thread_values_new(k->code, x);
    VEC_EACH (v, &k->values) {
        const uint64_t *lanes =
            v->class == SIMD_PREDICATE ? thread_values_of(k->threads, v->vreg) : NULL;
        v->known |= lanes != NULL;
        for (uint32_t l = 0; lanes && l < WARP_LANES; l++)
            v->bits |= lanes[l] << l;
    }
}

void simd_find_known_bits(struct simd_kernel *k)
{
    find_zeros(k);
    find_lengths(k);
    find_known(k);
}
