/* SPDX-License-Identifier: Apache-2.0 */
/* Makes full-mask code (full_mask.h) of masked ops and their analysis: chooses a kind for each op, finds the affine registers whose
 * vector registers some op needs, writes the ops, and resolves branches. Machine code comes from the compiler that the root hands down.
 * Next: exec/op_full_mask.c, which executes it; native/native.c. */
#include "device/cpu/code/full_mask.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "device/cpu/code/atom.h"

struct full_mask_maker {
    struct full_mask *l;
    const struct decoded_code *code;
    const struct op_set *set;
    const struct full_mask_watch *watch; /* NULL: the code is not observed */
    uint8_t *kinds;                      /* enum full_mask_kind of each masked op */
    bool *needed;       /* of each vector register of the analysis: some op reads all its lanes */
    bool *defined;      /* some op writes it */
    uint32_t region;    /* the next of l->native's */
    uint32_t native_at; /* index of the op that stands for the last region */
    VEC(struct op) ops;
    VEC(uint32_t) masked_at;
    VEC(op_fn *) own;
};

static struct op *put(struct full_mask_maker *m, const struct op *op, op_fn *run, uint32_t plain)
{
    struct op copy = *op;
    copy.run[0] = copy.run[1] = run;
    VEC_PUSH(&m->ops, copy);
    VEC_PUSH(&m->masked_at, plain);
    VEC_PUSH(&m->own, NULL);
    return &VEC_LAST(&m->ops);
}

/* ---- observed code ---- */

/* What observers are told of an op on vector registers; NULL: nothing. */
static op_fn *watch_of(const struct full_mask_maker *m, const struct op *op)
{
    bool plain = op_is_plain_load(op) || op_is_plain_store(op);
    switch ((enum op_kind) op_infos[op->code].kind) {
    case OP_KIND_LOAD:
    case OP_KIND_STORE:
        return !plain || op->space == PTX_PARAM || op->space == PTX_CONST ? NULL : m->watch->memory;
    case OP_KIND_ATOMIC:
    case OP_KIND_IMAGE:
    case OP_KIND_FENCE:
    case OP_KIND_BARRIER:
    case OP_KIND_WARP_SYNC: return m->watch->plain;
    default: return op_is_partial(m->code, op) ? m->watch->plain : NULL;
    }
}

/* Puts a function of the observers before that of the last op. */
static void watch(struct full_mask_maker *m, op_fn *look)
{
    struct op *op = &VEC_LAST(&m->ops);
    if (!look)
        return;
    VEC_LAST(&m->own) = op->run[0];
    op->run[0] = op->run[1] = look;
}

/* ---- the kind of each op ---- */

static enum vreg_class class_at(const struct full_mask_maker *m, uint32_t vreg)
{
    return analysis_class(m->l->analysis, vreg);
}

/* A comparison has an affine form only for uniform operands, as its result is one predicate; with affine operands there is COMPARE. */
static enum full_mask_kind kind_of_value(const struct full_mask_maker *m, const struct op *op)
{
    const struct op_info *info = &op_infos[op->code];
    bool has = m->set->affine[op->code] || info->full_mask[FULL_MASK_AFFINE];
    bool compares = info->form == FORM_COMPARE;
    bool affine = has && class_at(m, op->d) != VREG_VARYING;
    if (!compares)
        return affine ? KIND_AFFINE : KIND_PLAIN;
    enum vreg_class a = class_at(m, op->a), b = class_at(m, op->b);
    if (affine && a == VREG_UNIFORM && b == VREG_UNIFORM)
        return KIND_AFFINE;
    return info->full_mask[FULL_MASK_VECTOR] && a != VREG_VARYING && b != VREG_VARYING
               ? KIND_COMPARE
               : KIND_PLAIN;
}

/* The kind of an op in full-mask code. Calls are left to masked code, except printf and assert, which change no register that is live. */
static enum full_mask_kind kind_of(const struct full_mask_maker *m, const struct op *op,
                                   bool guarded)
{
    struct vreg_use uses[VREG_USES];
    if (op_vregs(op, uses) == UINT32_MAX)
        return KIND_LEAVE;
    if (op->code == OP_join)
        return KIND_DROP;
    if (op_infos[op->code].kind == OP_KIND_WARP_SYNC &&
        class_at(m, op_members(op)) != VREG_UNIFORM) /* the lanes part to wait for each other */
        return KIND_LEAVE;
    bool exchange = op_infos[op->code].kind == OP_KIND_ATOMIC && op->target == ATOM_EXCH;
    if (m->watch && (op_infos[op->code].ordered || exchange)) /* observers look at the result */
        return KIND_LEAVE;
    switch ((enum op_kind) op_infos[op->code].kind) {
    case OP_KIND_BRANCH: return KIND_BRANCH;
    case OP_KIND_TABLE:
    case OP_KIND_CALL_INDIRECT: return KIND_LEAVE;
    case OP_KIND_CALL: {
        const struct decoded_call *call = op->more;
        return call->syscall == SYSCALL_VPRINTF || call->syscall == SYSCALL_ASSERTFAIL ? KIND_PLAIN
                                                                                       : KIND_LEAVE;
    }
    default: break;
    }
    if (guarded)
        return KIND_PLAIN;
    if (op_is_value(op))
        return kind_of_value(m, op);
    bool memory = op_is_plain_load(op) || op_is_plain_store(op);
    return memory && class_at(m, op->a) != VREG_VARYING ? KIND_MEMORY : KIND_PLAIN;
}

static uint32_t vreg_index(const struct full_mask_maker *m, uint32_t at)
{
    return m->l->analysis->vreg_of[at / 4] - 1;
}

/* Masked ops read vector registers, and stores read one as their data. */
static void note_needs(struct full_mask_maker *m, const struct op *op, enum full_mask_kind kind)
{
    struct vreg_use uses[VREG_USES];
    uint32_t n = op_vregs(op, uses);
    if (n == UINT32_MAX) /* it may write any vector register that is not a constant */
        memset(m->defined, true, m->l->analysis->vreg_count * sizeof *m->defined);
    for (uint32_t k = 0; n != UINT32_MAX && k < n; k++) {
        if (uses[k].writes)
            m->defined[vreg_index(m, uses[k].at)] = true;
        else if (kind == KIND_PLAIN || (kind == KIND_MEMORY && uses[k].at != op->a))
            m->needed[vreg_index(m, uses[k].at)] = true;
    }
}

static void choose(struct full_mask_maker *m)
{
    for (uint32_t k = 0; k < m->code->op_count; k++) {
        const struct op *op = &m->code->ops[k];
        m->kinds[k] = (uint8_t) kind_of(m, op, k && m->code->ops[k - 1].code == OP_guard);
        note_needs(m, op, (enum full_mask_kind) m->kinds[k]);
    }
}

/* ---- writing ---- */

static uint32_t affine_of(const struct full_mask_maker *m, uint32_t vreg)
{
    return affine_offset(m->code, vreg);
}

/* After an op that writes an affine register: its expansion, if some op needs the vector register. */
static void put_expansion(struct full_mask_maker *m, uint32_t k, uint32_t vreg)
{
    const struct vreg_facts *f = &m->l->analysis->vregs[vreg_index(m, vreg)];
    if (!f->width || !m->needed[vreg_index(m, vreg)])
        return;
    bool uniform = f->class == VREG_UNIFORM;
    enum full_mask_helper fn =
        f->width == 2   ? FULL_MASK_HELPER_broadcast_16
        : f->width == 4 ? (uniform ? FULL_MASK_HELPER_broadcast_32 : FULL_MASK_HELPER_expand_32)
                        : (uniform ? FULL_MASK_HELPER_broadcast_64 : FULL_MASK_HELPER_expand_64);
    struct op *op = put(m, &m->code->ops[k], m->set->helpers[fn], k);
    op->d = vreg;
    op->a = affine_of(m, vreg);
}

static bool reads_predicate(const struct op *op, uint32_t vreg)
{
    struct vreg_use uses[VREG_USES];
    uint32_t n = op_vregs(op, uses);
    for (uint32_t k = 0; k < n; k++)
        if (uses[k].at == vreg && !uses[k].width && !uses[k].writes)
            return true;
    return false;
}

static void put_affine(struct full_mask_maker *m, uint32_t k)
{
    const struct op *op = &m->code->ops[k];
    op_fn *own = m->set->full_mask[op->code][FULL_MASK_AFFINE];
    bool predicate = op_infos[op->code].form == FORM_COMPARE;
    bool checked =
        op_widens(op) && (class_at(m, op->a) == VREG_AFFINE || class_at(m, op->b) == VREG_AFFINE);
    op_fn *run = own && (checked || !m->set->affine[op->code]) ? own : m->set->affine[op->code];
    struct op *copy = put(m, op, run, k);
    copy->d = predicate ? op->d : affine_of(m, op->d);
    copy->a = affine_of(m, op->a);
    copy->b = affine_of(m, op->b);
    copy->c = reads_predicate(op, op->c)
                  ? op->c
                  : affine_of(m, op->c); /* a predicate has no affine register */
    if (checked) /* one factor of a product is uniform: a if this is set, else b */
        copy->count = class_at(m, op->a) == VREG_UNIFORM;
    if (m->watch && op_is_partial(m->code, op))
        watch(m, m->watch->affine_partial);
    if (!predicate)
        put_expansion(m, k, op->d);
}

/* For a vector load: affine registers of the elements, then the vector registers that some op needs as well (UINT32_MAX: none). */
static const uint32_t *element_list(struct full_mask_maker *m, const struct op *op)
{
    const uint32_t *vregs = op->more;
    uint32_t *list = xcalloc(2 * (size_t) op->count, sizeof *list);
    for (uint32_t k = 0; k < op->count; k++) {
        bool sink = vregs[k] == UINT32_MAX;
        list[k] = sink ? UINT32_MAX : affine_of(m, vregs[k]);
        list[op->count + k] = !sink && m->needed[vreg_index(m, vregs[k])] ? vregs[k] : UINT32_MAX;
    }
    return list;
}

static bool any_vector(const struct full_mask_maker *m, const struct op *op)
{
    struct vreg_use uses[VREG_USES];
    uint32_t n = op_vregs(op, uses);
    for (uint32_t k = 0; k < n; k++)
        if (uses[k].writes && class_at(m, uses[k].at) == VREG_VARYING)
            return true;
    return false;
}

/* A shared-memory address that the op before has narrowed from 64 bits, for this op alone: the wide affine register can be read in its
 * place. Removes that op and returns the wide affine register; 0: there is none. */
static uint32_t drop_cut(struct full_mask_maker *m, uint32_t k)
{
    const struct op *cut = k ? &m->code->ops[k - 1] : NULL;
    const struct native *n = m->l->native;
    bool region_ends =
        n && m->region &&
        n->regions[m->region - 1].end == k; /* machine code leaves the narrow value */
    if (!cut || region_ends || cut->code != OP_cut_64_32 || cut->d != m->code->ops[k].a ||
        m->kinds[k - 1] != KIND_AFFINE || m->needed[vreg_index(m, cut->d)] ||
        VEC_LAST(&m->ops).code != OP_cut_64_32)
        return 0;
    m->l->full_at[k] = (uint32_t) --m->ops.n;
    m->masked_at.n--;
    m->own.n--;
    return affine_of(m, cut->a);
}

/* The op's fields in full-mask code: a stays the vector register of the address, which the masked op reads when the quick test fails;
 * c is its affine register (count 1: of 64 bits, for shared memory). A result that is uniform goes to affine register d, and to
 * vector register b if that is not 0. */
static void put_memory(struct full_mask_maker *m, uint32_t k)
{
    const struct op *op = &m->code->ops[k];
    bool one = op_is_plain_load(op) && class_at(m, op->a) == VREG_UNIFORM && op->space != PTX_LOCAL;
    bool affine = one && !any_vector(m, op);
    bool keeps_cut = op_infos[op->code].vector || m->watch; /* a warp may leave here */
    uint32_t narrow = keeps_cut ? 0 : drop_cut(m, k);
    struct op *copy =
        put(m, op, m->set->full_mask[op->code][affine ? FULL_MASK_AFFINE : FULL_MASK_VECTOR], k);
    copy->c = affine_of(m, op->a);
    if (m->watch && watch_of(m, op))
        watch(m, m->watch->affine_memory);
    if (narrow) {
        copy->c = narrow;
        copy->count = 1;
    }
    if (!affine)
        return;
    if (op_infos[op->code].vector) {
        copy->more = element_list(m, op);
        return;
    }
    copy->d = affine_of(m, op->d);
    copy->b = m->needed[vreg_index(m, op->d)] ? op->d : 0;
}

/* The op's fields in full-mask code: c and target are the affine registers of a and b, whose vector registers it expands if the answer
 * differs between lanes; count: b is uniform. */
static void put_compare(struct full_mask_maker *m, uint32_t k)
{
    const struct op *op = &m->code->ops[k];
    struct op *copy = put(m, op, m->set->full_mask[op->code][FULL_MASK_VECTOR], k);
    copy->c = affine_of(m, op->a);
    copy->target = affine_of(m, op->b);
    copy->count = class_at(m, op->b) == VREG_UNIFORM;
}

/* The op that stands for a region, before the region's own ops: machine code executes them all, or nothing and they are interpreted.
 * target: how many ops to skip. */
static void put_native(struct full_mask_maker *m, uint32_t k)
{
    const struct native *n = m->l->native;
    if (!n)
        return;
    if (m->region && n->regions[m->region - 1].end == k)
        m->ops.at[m->native_at].target = (uint32_t) m->ops.n - m->native_at;
    if (m->region == n->count || n->regions[m->region].first != k)
        return;
    m->native_at = (uint32_t) m->ops.n;
    struct op op = {.inst = m->code->ops[k].inst};
    op.more = &n->regions[m->region++];
    put(m, &op, m->set->helpers[FULL_MASK_HELPER_native], k);
}

static void put_op(struct full_mask_maker *m, uint32_t k)
{
    const struct op *op = &m->code->ops[k];
    m->l->full_at[k] = (uint32_t) m->ops.n;
    put_native(m, k);
    switch ((enum full_mask_kind) m->kinds[k]) {
    case KIND_DROP: break;
    case KIND_PLAIN:
        put(m, op, op->run[0], k)->run[1] = op->run[1];
        watch(m, m->watch ? watch_of(m, op) : NULL);
        break;
    case KIND_AFFINE: put_affine(m, k); break;
    case KIND_COMPARE: put_compare(m, k); break;
    case KIND_MEMORY: put_memory(m, k); break;
    case KIND_BRANCH: put(m, op, m->set->full_mask[op->code][FULL_MASK_VECTOR], k); break;
    case KIND_LEAVE: put(m, op, m->set->helpers[FULL_MASK_HELPER_leave], k); break;
    }
}

static void link(struct full_mask_maker *m)
{
    for (uint32_t k = 0; k < m->ops.n; k++) {
        struct op *op = &m->ops.at[k];
        enum op_kind kind = (enum op_kind) op_infos[op->code].kind;
        bool branches = kind == OP_KIND_JUMP || kind == OP_KIND_BRANCH;
        if (branches)
            op->target = m->l->full_at[m->masked_at.at[k] + op->target] - k;
    }
}

static void list_affine(struct full_mask_maker *m)
{
    const struct analysis *x = m->l->analysis;
    m->l->affine = xcalloc(x->vreg_count + 1, sizeof *m->l->affine);
    for (uint32_t i = 0; i < x->vreg_count; i++)
        if (x->vregs[i].class != VREG_VARYING && x->vregs[i].width && m->defined[i])
            m->l->affine[m->l->affine_count++] =
                (struct affine_register){.vreg = x->vregs[i].at,
                                         .affine = affine_of(m, x->vregs[i].at),
                                         .index = i,
                                         .width = x->vregs[i].width,
                                         .class = x->vregs[i].class,
                                         .kept = m->needed[i],
                                         .x = x->vregs[i].x,
                                         .y = x->vregs[i].y};
}

static bool alive_behind(const struct full_mask *l, const struct cfg_block *b, uint32_t index)
{
    bool alive = false;
    for (uint32_t s = 0; s < b->succs; s++)
        alive |= analysis_live_in(l->analysis, l->cfg->edges[b->succ_at + s], index);
    return alive;
}

/* For each basic block, which affine registers are live at its start (to enter) and after its branch (to leave). */
static void list_live(struct full_mask *l)
{
    VEC(uint32_t) lists = {0};
    l->blocks = xcalloc(l->cfg->count + 1, sizeof *l->blocks);
    for (uint32_t b = 0; b < l->cfg->count; b++) {
        l->blocks[b].enter_at = (uint32_t) lists.n;
        for (uint32_t i = 0; i < l->affine_count; i++)
            if (analysis_live_in(l->analysis, b, l->affine[i].index))
                VEC_PUSH(&lists, i);
        l->blocks[b].enter_end = l->blocks[b].leave_at = (uint32_t) lists.n;
        for (uint32_t i = 0; i < l->affine_count; i++)
            if (!l->affine[i].kept && alive_behind(l, &l->cfg->blocks[b], l->affine[i].index))
                VEC_PUSH(&lists, i);
        l->blocks[b].leave_end = (uint32_t) lists.n;
    }
    l->lists = lists.at;
}

struct full_mask *full_mask_new(const struct decoded_code *code, enum block_shape shape,
                                const struct op_set *set, const struct native_compiler *compiler,
                                const struct full_mask_watch *watch)
{
    struct full_mask *l = xcalloc(1, sizeof *l);
    l->code = code;
    l->cfg = code->cfg;
    l->compiler = compiler;
    l->leave = set->helpers[FULL_MASK_HELPER_leave];
    l->analysis = analysis_new(code, l->cfg, shape);
    l->full_at = xcalloc(code->op_count + 1, sizeof *l->full_at);
    struct full_mask_maker m = {.l = l,
                                .code = code,
                                .set = set,
                                .watch = watch,
                                .kinds = xcalloc(code->op_count + 1, 1),
                                .needed = xcalloc(l->analysis->vreg_count + 1, sizeof(bool)),
                                .defined = xcalloc(l->analysis->vreg_count + 1, sizeof(bool))};
    choose(&m);
    struct native_source source = {code,
                                   l->analysis,
                                   m.kinds,
                                   m.needed,
                                   shape,
                                   set->vector_bytes,
                                   watch ? watch->ahead : NULL};
    if (set->vector_bytes)
        l->native = compiler->compile(&source);
    for (uint32_t k = 0; k < code->op_count; k++)
        put_op(&m, k);
    link(&m);
    list_affine(&m);
    list_live(l);
    l->ops = m.ops.at;
    l->count = (uint32_t) m.ops.n;
    l->masked_at = m.masked_at.at;
    l->own = m.own.at;
    free(m.kinds);
    free(m.needed);
    free(m.defined);
    return l;
}

void full_mask_free(struct full_mask **at)
{
    struct full_mask *l = *at;
    if (!l)
        return;
    for (uint32_t k = 0; k < l->count; k++)
        if (op_infos[l->ops[k].code].vector && l->ops[k].more != l->code->ops[l->masked_at[k]].more)
            free((void *) (uintptr_t) l->ops[k].more);
    l->compiler->release(&l->native);
    analysis_free(&l->analysis);
    free(l->ops);
    free(l->masked_at);
    free(l->own);
    free(l->full_at);
    free(l->affine);
    free(l->lists);
    free(l->blocks);
    free(l);
    *at = NULL;
}
