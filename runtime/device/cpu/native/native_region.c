/* SPDX-License-Identifier: Apache-2.0 */
/* Selects a region and makes its intermediate form (native_region.h): which ops machine code can do, an instruction with values for each,
 * and which values are live at the end. It needs the analysis and the table native_ops. Next: native.c. */
#include "device/cpu/native/native_region.h"

#include <string.h>

#include "base/check.h"
#include "device/cpu/native/native_gen.h"

enum { REGION_MAX = 2000 };

/* ---- facts ---- */

static const struct vreg_facts *facts(const struct region_maker *m, uint32_t vreg)
{
    return analysis_vreg(m->s->analysis, vreg);
}

static uint32_t index_of(const struct region_maker *m, uint32_t vreg)
{
    return m->s->analysis->vreg_of[vreg / 4] - 1;
}

static struct vreg_state *state_of(struct region_maker *m, uint32_t vreg)
{
    return &m->vregs[index_of(m, vreg)];
}

static bool is_affine(const struct region_maker *m, uint32_t vreg)
{
    return facts(m, vreg)->class != VREG_VARYING && facts(m, vreg)->width;
}

/* Whether an affine value can be expanded to a vector register. AVX2 has no 64-bit product, so the stride must be small there. */
static bool can_expand(const struct region_maker *m, const struct vreg_facts *f)
{
    bool small_strides = f->x.known == STRIDE_KNOWN && f->y.known == STRIDE_KNOWN &&
                         fits_32(f->x.by) && fits_32(f->y.by);
    return f->width == 4 ||
           (f->width == 8 && (f->class == VREG_UNIFORM || m->avx512 || small_strides));
}

/* ---- values ---- */

uint32_t region_new_value(struct region *r, uint8_t width, enum from from, uint32_t at)
{
    VEC_PUSH(&r->values,
             (struct native_value){
                 .width = width, .from = (uint8_t) from, .reg = NONE, .temp = NONE, .at = at});
    return (uint32_t) r->values.n - 1;
}

static void note_use(struct region *r, uint32_t v, int part)
{
    VEC_PUSH(&r->uses, (struct use){(uint32_t) r->insts[part].n, 0});
    uint32_t u = (uint32_t) r->uses.n - 1;
    if (value_at(r, v)->last_use)
        r->uses.at[value_at(r, v)->last_use].next = u;
    else
        value_at(r, v)->use = u;
    value_at(r, v)->last_use = u;
}

int32_t region_new_temp(struct region *r, int32_t bytes)
{
    int32_t align = bytes < 64 ? bytes : 64;
    r->stack = (r->stack + align - 1) & -align;
    int32_t at = r->stack;
    r->stack += bytes;
    return at;
}

static struct vreg_state *touch(struct region_maker *m, struct region *r, uint32_t vreg)
{
    VEC_PUSH(&r->vregs, index_of(m, vreg));
    return state_of(m, vreg);
}

static uint32_t affine_of(struct region_maker *m, struct region *r, uint32_t vreg)
{
    struct vreg_state *s = touch(m, r, vreg);
    if (!s->value[0])
        s->value[0] =
            region_new_value(r, facts(m, vreg)->width, FROM_VREG, affine_offset(m->s->code, vreg));
    return s->value[0];
}

static void keep(struct region *r, uint32_t v)
{
    struct native_value *value = value_at(r, v);
    value->keep = true;
    if (value->temp == NONE)
        value->temp = region_new_temp(r, 4 * value->width);
}

/* The value of a vector register in the second part. */
static uint32_t lanes_of(struct region_maker *m, struct region *r, uint32_t vreg)
{
    struct vreg_state *s = touch(m, r, vreg);
    const struct vreg_facts *f = facts(m, vreg);
    if (s->value[1])
        return s->value[1];
    if (!f->width && s->defined[0]) {
        s->value[1] = region_new_value(r, 0, FROM_UNIFORM_PREDICATE, (uint32_t) s->truth);
    } else if (!f->width) {
        s->value[1] = region_new_value(r, 0, FROM_PREDICATE, vreg);
    } else if (s->defined[0]) {
        keep(r, s->value[0]);
        s->value[1] =
            region_new_value(r, f->width, f->class == VREG_UNIFORM ? FROM_BROADCAST : FROM_AFFINE,
                             (uint32_t) value_at(r, s->value[0])->temp);
        value_at(r, s->value[1])->vreg = vreg;
    } else {
        s->value[1] = region_new_value(r, f->width, FROM_VREG, vreg);
    }
    r->wide |= f->width == 8;
    return s->value[1];
}

static uint32_t define(struct region_maker *m, struct region *r, uint32_t vreg, int part)
{
    struct vreg_state *s = touch(m, r, vreg);
    const struct vreg_facts *f = facts(m, vreg);
    uint32_t v = region_new_value(r, f->width, FROM_OP, 0);
    value_at(r, v)->vreg = vreg;
    s->value[part] = v;
    s->defined[part] = true;
    if (!part)
        s->value[1] = NO_VALUE;
    r->wide |= part && f->width == 8;
    return v;
}

/* ---- which ops a region may have ---- */

static const struct native_op *how_of(const struct op *op)
{
    return &native_ops[op->code];
}

static bool known_widths(const struct op *op)
{
    struct vreg_use uses[VREG_USES];
    uint32_t n = op_vregs(op, uses);
    for (uint32_t k = 0; k < n; k++)
        if (uses[k].width != 0 && uses[k].width != 4 && uses[k].width != 8)
            return false;
    return true;
}

bool op_is_select(const struct op *op)
{
    return op_infos[op->code].rule == RULE_SELECT;
}

static bool expands_all(const struct region_maker *m, const struct op *op)
{
    struct vreg_use uses[VREG_USES];
    uint32_t n = op_vregs(op, uses);
    for (uint32_t k = 0; k < n; k++)
        if (!uses[k].writes && is_affine(m, uses[k].at) &&
            m->vregs[index_of(m, uses[k].at)].defined[0] && !can_expand(m, facts(m, uses[k].at)))
            return false;
    return true;
}

static bool value_fits(const struct region_maker *m, const struct op *op, enum full_mask_kind kind)
{
    const struct native_op *how = how_of(op);
    if (!how->write || (how->wide_only && !m->avx512) || how->flags & VECTOR_ONLY ||
        !known_widths(op))
        return false;
    if (kind == KIND_PLAIN)
        return expands_all(m, op);
    if (facts(m, op->d)->width && m->s->needed[index_of(m, op->d)] &&
        !can_expand(m, facts(m, op->d)))
        return false;
    return !op_is_select(op) || !m->vregs[index_of(m, op->c)].defined[1];
}

/* An affine operand and a uniform one, of 32 bits. */
static bool compare_fits(const struct region_maker *m, const struct op *op)
{
    return how_of(op)->write && facts(m, op->a)->width == 4 &&
           (facts(m, op->a)->class == VREG_UNIFORM) != (facts(m, op->b)->class == VREG_UNIFORM);
}

/* 0: machine code does not do this access */
static uint32_t element_size(const struct op *op)
{
    bool plain = op_is_plain_load(op) || (op_is_plain_store(op) && !op_infos[op->code].vector);
    return plain && op_element_bytes(op) >= 4 ? op_element_bytes(op) : 0;
}

bool op_is_shared(const struct op *op)
{
    return op_infos[op->code].address == 4 || op->space == PTX_SHARED;
}

static bool all_sampled(const struct region_maker *m, const struct op *op)
{
    const uint32_t *vregs = op->more;
    if (!op_infos[op->code].vector)
        return is_affine(m, op->d);
    for (uint32_t k = 0; k < op->count; k++)
        if (vregs[k] != UINT32_MAX && !is_affine(m, vregs[k]))
            return false;
    return true;
}

static enum use_shape shape_of_access(const struct region_maker *m, const struct op *op)
{
    const struct vreg_facts *f = facts(m, op->a);
    int64_t size = element_size(op);
    bool load = op_is_plain_load(op), line = f->y.known == STRIDE_KNOWN && f->y.by == 16 * size;
    if (!size || op->space == PTX_LOCAL || op->space == PTX_PARAM)
        return PLACE_OTHER;
    if (f->class == VREG_UNIFORM)
        return load && all_sampled(m, op) ? PLACE_ONE : PLACE_OTHER;
    if (op_infos[op->code].vector || f->x.known != STRIDE_KNOWN)
        return PLACE_OTHER;
    if (f->x.by == size) /* a warp that is one row has no stride in y */
        return m->s->shape == SHAPE_LINE || line ? PLACE_CONSECUTIVE : PLACE_HALVES;
    return !f->x.by && load && m->s->shape == SHAPE_TILE ? PLACE_VALUES : PLACE_OTHER;
}

static bool memory_fits(const struct region_maker *m, const struct region *r, const struct op *op)
{
    if (shape_of_access(m, op) == PLACE_OTHER)
        return false;
    if (!op_is_plain_load(op))
        return facts(m, op->d)->class == VREG_VARYING || !m->vregs[index_of(m, op->d)].defined[0] ||
               can_expand(m, facts(m, op->d));
    bool anywhere = op->space == PTX_GENERIC;
    return !(r->stored_shared && (op_is_shared(op) || anywhere)) &&
           !(r->stored_global && (!op_is_shared(op) || anywhere));
}

static bool fits(const struct region_maker *m, const struct region *r, uint32_t k)
{
    const struct op *op = &m->s->code->ops[k];
    enum full_mask_kind kind = (enum full_mask_kind) m->s->kinds[k];
    if (k && m->s->code->ops[k - 1].code == OP_guard)
        return false;
    if (m->s->ahead && op_is_partial(m->s->code, op))
        return false;
    switch (kind) {
    case KIND_DROP: return true;
    case KIND_PLAIN: return op_is_value(op) && value_fits(m, op, kind);
    case KIND_AFFINE: return value_fits(m, op, kind);
    case KIND_COMPARE: return compare_fits(m, op);
    case KIND_MEMORY: return memory_fits(m, r, op);
    default: return false;
    }
}

/* ---- instructions ---- */

static void add_value(struct region_maker *m, struct region *r, const struct op *op, int part)
{
    struct vreg_use uses[VREG_USES];
    uint32_t n = op_vregs(op, uses), operand[3] = {0};
    for (uint32_t k = 0; k < n; k++) {
        if (uses[k].writes)
            continue;
        uint32_t v = part ? lanes_of(m, r, uses[k].at) : affine_of(m, r, uses[k].at);
        note_use(r, v, part);
        operand[k] = v;
    }
    struct native_inst i = {
        .what = INST_VALUE, .op = op, .a = operand[0], .b = operand[1], .c = operand[2]};
    i.d = define(m, r, op->d, part);
    VEC_PUSH(&r->insts[part], i);
}

/* One that reads affine registers a and b. */
static struct native_inst inst_of_two(struct region_maker *m, struct region *r, const struct op *op,
                                      enum native_inst_kind what)
{
    struct native_inst i = {.what = (uint8_t) what, .op = op};
    i.a = affine_of(m, r, op->a);
    i.b = affine_of(m, r, op->b);
    note_use(r, i.a, 0);
    note_use(r, i.b, 0);
    return i;
}

static void add_truth(struct region_maker *m, struct region *r, const struct op *op)
{
    struct native_inst i = inst_of_two(m, r, op, INST_PREDICATE);
    struct vreg_state *s = touch(m, r, op->d);
    s->truth = region_new_temp(r, 4);
    i.d = (uint32_t) s->truth; /* no value: an offset in the stack */
    s->defined[0] = true;
    s->defined[1] = false;
    s->value[1] = NO_VALUE;
    VEC_PUSH(&r->insts[0], i);
}

/* c: the predicate's offset in the stack, plus 1; 0: it is in the frame. */
static void add_select(struct region_maker *m, struct region *r, const struct op *op)
{
    struct native_inst i = inst_of_two(m, r, op, INST_SELECT);
    const struct vreg_state *s = touch(m, r, op->c);
    i.c = s->defined[0] ? (uint32_t) s->truth + 1 : 0;
    i.d = define(m, r, op->d, 0);
    VEC_PUSH(&r->insts[0], i);
}

static void add_memory(struct region_maker *m, struct region *r, const struct op *op)
{
    enum use_shape shape = shape_of_access(m, op);
    uint32_t size = element_size(op), address = affine_of(m, r, op->a);
    bool load = op_is_plain_load(op);
    VEC_PUSH(&r->accesses, (struct memory_use){.op = op, .shape = (uint8_t) shape, .size = size});
    struct memory_use *access = &VEC_LAST(&r->accesses);
    struct native_inst i = {.op = op, .a = address, .access = (uint32_t) r->accesses.n - 1};
    if (shape == PLACE_HALVES || shape == PLACE_VALUES) {
        keep(r, address);
        r->halves = true;
    }
    r->across |= shape != PLACE_ONE && m->s->shape == SHAPE_TILE;
    access->temp = region_new_temp(r, 16);
    i.what = INST_ADDRESS;
    note_use(r, address, 0);
    VEC_PUSH(&r->insts[0], i);
    if (shape == PLACE_ONE) {
        const uint32_t *vregs = op->more, count = op_infos[op->code].vector ? op->count : 1;
        i.what = INST_UNIFORM;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t vreg = op_infos[op->code].vector ? vregs[k] : op->d;
            if (vreg == UINT32_MAX)
                continue;
            i.extra = k;
            i.d = define(m, r, vreg, 0);
            VEC_PUSH(&r->insts[0], i);
        }
        return;
    }
    i.what = load ? INST_LOAD : INST_STORE;
    i.a = NO_VALUE;
    if (load) {
        i.d = define(m, r, op->d, 1);
    } else {
        i.b = lanes_of(m, r, op->d);
        note_use(r, i.b, 1);
        r->stored_shared |= op_is_shared(op) || op->space == PTX_GENERIC;
        r->stored_global |= !op_is_shared(op);
    }
    VEC_PUSH(&r->insts[1], i);
}

static void add(struct region_maker *m, struct region *r, uint32_t k)
{
    const struct op *op = &m->s->code->ops[k];
    switch ((enum full_mask_kind) m->s->kinds[k]) {
    case KIND_PLAIN: add_value(m, r, op, 1); break;
    case KIND_AFFINE:
        if (op_infos[op->code].form == FORM_COMPARE)
            add_truth(m, r, op);
        else if (op_is_select(op))
            add_select(m, r, op);
        else
            add_value(m, r, op, 0);
        break;
    case KIND_COMPARE: add_truth(m, r, op); break;
    case KIND_MEMORY: add_memory(m, r, op); break;
    default: break;
    }
}

/* ---- liveness at the region's end ---- */

static void live_at(struct region_maker *m, uint32_t block, uint32_t k)
{
    const struct analysis *x = m->s->analysis;
    const struct cfg_block *b = &x->cfg->blocks[block];
    memset(m->live, 0, x->words * sizeof *m->live);
    for (uint32_t s = 0; s < b->succs; s++)
        for (uint32_t w = 0; w < x->words; w++)
            m->live[w] |= x->live_in[(size_t) x->cfg->edges[b->succ_at + s] * x->words + w];
    for (uint32_t at = b->end; at-- > k;) {
        struct vreg_use uses[VREG_USES];
        uint32_t n = op_vregs(&m->s->code->ops[at], uses);
        bool guarded = at && m->s->code->ops[at - 1].code == OP_guard;
        if (n == UINT32_MAX) {
            memset(m->live, 0xff, x->words * sizeof *m->live);
            continue;
        }
        for (uint32_t u = n;
             u-- > 0;) { /* uses list reads first, and this walks backwards: writes first */
            uint32_t i = index_of(m, uses[u].at);
            uint64_t bit = (uint64_t) 1 << i % 64;
            if (!uses[u].writes || guarded)
                m->live[i / 64] |= bit;
            else
                m->live[i / 64] &= ~bit;
        }
    }
}

bool region_vreg_is_live(const struct region_maker *m, uint32_t vreg_index)
{
    return m->live[vreg_index / 64] >> vreg_index % 64 & 1;
}

/* Marks the values that are live after the region, and adds the vector registers of affine ones. */
static void find_outs(struct region_maker *m, struct region *r)
{
    live_at(m, m->s->analysis->cfg->block_of[r->first], r->end);
    size_t touched = r->vregs.n;
    for (size_t k = 0; k < touched; k++) {
        uint32_t index = r->vregs.at[k];
        struct vreg_state *s = &m->vregs[index];
        const struct vreg_facts *f = &m->s->analysis->vregs[index];
        if (!region_vreg_is_live(m, index) || (!s->defined[0] && !s->defined[1]))
            continue;
        if (s->defined[1]) {
            struct native_value *v = value_at(r, s->value[1]);
            if (!f->width && !v->out)
                v->at = (uint32_t) region_new_temp(r, 4);
            v->out = true;
        } else if (f->width && !value_at(r, s->value[0])->out) {
            value_at(r, s->value[0])->out = true;
            if (!m->s->needed[index])
                continue;
            struct native_inst i = {.what = INST_OUT, .a = lanes_of(m, r, f->at), .extra = f->at};
            note_use(r, i.a, 1);
            VEC_PUSH(&r->insts[1], i);
        }
    }
}

/* ---- a region ---- */

void region_collect(struct region_maker *m, struct region *r, uint32_t k, uint32_t end)
{
    *r = (struct region){.first = k};
    VEC_PUSH(&r->values, (struct native_value){.reg = NONE, .temp = NONE});
    VEC_PUSH(&r->uses, (struct use){0});
    while (k < end && k - r->first < REGION_MAX && fits(m, r, k))
        add(m, r, k++);
    r->end = k;
    find_outs(m, r);
}

void region_free(struct region_maker *m, struct region *r)
{
    for (size_t i = 0; i < r->vregs.n; i++)
        m->vregs[r->vregs.at[i]] = (struct vreg_state){0};
    VEC_FREE(&r->values);
    VEC_FREE(&r->uses);
    VEC_FREE(&r->insts[0]);
    VEC_FREE(&r->insts[1]);
    VEC_FREE(&r->accesses);
    VEC_FREE(&r->vregs);
    VEC_FREE(&r->fails);
}
