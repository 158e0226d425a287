/* SPDX-License-Identifier: Apache-2.0 */
/* Values of a batch: equal in all lanes, a base and a stride, or lanes. An op of equal values is computed for one group, one of affine values for their
 * base where its rule (opcodes.def) says what becomes of the strides. */
#include <string.h>

#include "device/cpu/batch/batch_impl.h"

struct batch_value *batch_value_of(struct batch *b, uint32_t vreg)
{
    return &b->values[b->plan->number[vreg / 4]];
}

char *batch_slot(struct batch *b, uint32_t vreg)
{
    uint32_t slot = b->plan->registers[b->plan->number[vreg / 4]].slot;
    return slot == BATCH_NONE ? NULL : b->slots + (size_t) slot * BATCH_SLOT;
}

#define FILL_GROUP(T)                                                                              \
    for (uint32_t l = 0; l < WARP_LANES; l++)                                                      \
        ((T *) (void *) to)[l] = (T) value;

static void fill_group(char *to, uint8_t size, uint64_t value)
{
    if (size == 2)
        FILL_GROUP(uint16_t)
    else if (size == 4)
        FILL_GROUP(uint32_t)
    else if (size == 8)
        FILL_GROUP(uint64_t)
}

/* Size 0: a predicate. */
void batch_set_uniform(struct batch_value *v, uint8_t size, uint64_t value)
{
    v->kind = BATCH_UNIFORM;
    v->size = size;
    v->data = v->group;
    if (size) {
        fill_group(v->group, size, value);
    } else {
        uint32_t bits = (uint32_t) value;
        memcpy(v->group, &bits, sizeof bits);
    }
}

uint64_t batch_first(const struct batch_value *v, uint8_t size)
{
    uint64_t value = 0;
    memcpy(&value, v->data, size);
    return value;
}

static void spread_32(uint32_t *to, uint32_t base, uint32_t stride, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        to[i] = base + i * stride;
}

static void spread_64(uint64_t *to, uint64_t base, uint64_t stride, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        to[i] = base + i * stride;
}

const char *batch_lanes_of(struct batch *b, uint32_t vreg, uint8_t size, uint32_t *out_step)
{
    struct batch_value *v = batch_value_of(b, vreg);
    *out_step = size ? WARP_LANES * size : 4;
    if (v->kind == BATCH_VECTOR)
        return v->data;
    if (v->kind == BATCH_UNIFORM) {
        *out_step = 0;
        return v->data;
    }
    if (v->kind != BATCH_AFFINE)
        return NULL;
    if (!v->lanes) {
        char *to = batch_slot(b, vreg);
        if (!to || (v->size != 4 && v->size != 8))
            return NULL;
        if (v->size == 4)
            spread_32((uint32_t *) (void *) to, (uint32_t) batch_first(v, 4), (uint32_t) v->stride,
                      b->groups * WARP_LANES);
        else
            spread_64((uint64_t *) (void *) to, batch_first(v, 8), (uint64_t) v->stride,
                      b->groups * WARP_LANES);
        v->lanes = to;
    }
    return v->lanes;
}

/* ---- affine values ---- */

/* Whether the lanes of a value of 32 bits do not wrap, so that a wider one goes on with the same stride. */
static bool stays_within(const struct batch *b, const struct batch_value *v, bool is_signed)
{
    if (v->kind == BATCH_UNIFORM || v->size != 4)
        return true;
    uint32_t bits = (uint32_t) batch_first(v, 4);
    int64_t first = is_signed ? (int64_t) (int32_t) bits : (int64_t) bits,
            last = first + (int64_t) (int32_t) v->stride * (b->lanes - 1);
    return is_signed ? last >= INT32_MIN && last <= INT32_MAX : last >= 0 && last <= UINT32_MAX;
}

static int64_t signed_of(const struct batch_value *v, bool is_signed)
{
    uint64_t bits = batch_first(v, v->size);
    return v->size == 8 ? (int64_t) bits
           : is_signed  ? (int64_t) (int32_t) bits
                        : (int64_t) (uint32_t) bits;
}

/* The stride of a product: one factor is equal in all lanes. */
static bool product_stride(const struct batch *b, const struct op_info *info,
                           const struct batch_value *x, const struct batch_value *y, int64_t *out)
{
    const struct batch_value *affine = x->kind == BATCH_AFFINE ? x : y,
                             *other = affine == x ? y : x;
    bool wide = info->size_d > info->size_a;
    if (other->kind == BATCH_AFFINE || (wide && !stays_within(b, affine, info->signed_a)))
        return false;
    int64_t stride = affine->kind == BATCH_AFFINE
                         ? affine->size == 4 ? (int64_t) (int32_t) affine->stride : affine->stride
                         : 0;
    return !__builtin_mul_overflow(stride, signed_of(other, wide ? info->signed_a : true), out);
}

static int64_t stride_of(const struct batch_value *v)
{
    return v->kind == BATCH_AFFINE ? v->stride : 0;
}

/* The stride of an op's result. false: it is not affine, or not known to be. */
static bool result_stride(const struct batch *b, const struct op *op, const struct op_info *info,
                          const struct batch_value *x, const struct batch_value *y,
                          const struct batch_value *z, int64_t *out)
{
    switch ((enum affine_rule) info->rule) {
    case RULE_SUM: *out = stride_of(x) + stride_of(y); return true;
    case RULE_DIFFERENCE: *out = stride_of(x) - stride_of(y); return true;
    case RULE_NEGATION: *out = -stride_of(x); return true;
    case RULE_COPY:
        *out = x->size == 4 ? (int64_t) (int32_t) x->stride : x->stride;
        return info->size_d <= info->size_a || stays_within(b, x, info->signed_a);
    case RULE_PRODUCT: return product_stride(b, info, x, y, out);
    case RULE_PRODUCT_SUM:
        if (!product_stride(b, info, x, y, out))
            return false;
        *out += stride_of(z);
        return true;
    case RULE_SHIFT:
        if (y->kind == BATCH_AFFINE || batch_first(y, 4) > 31)
            return false;
        *out = (int64_t) ((uint64_t) stride_of(x) << batch_first(y, 4));
        return true;
    default: return false;
    }
}

/* ctaid.x * ntid.x + tid.x: the number of a thread. */
static bool thread_number(struct batch *b, const struct op *op, const struct batch_value *x,
                          const struct batch_value *y, const struct batch_value *z,
                          struct batch_value *d)
{
    const struct batch_value *block = x->kind == BATCH_BLOCK ? x : y, *size = block == x ? y : x;
    if (op->code != OP_mad_32 || block->kind != BATCH_BLOCK || size->kind != BATCH_UNIFORM ||
        z->kind != BATCH_AFFINE || z->stride != 1 || batch_first(z, 4) ||
        batch_first(size, 4) != b->launch->block.x)
        return false;
    batch_set_uniform(d, 4, b->id.x * b->launch->block.x);
    d->kind = BATCH_AFFINE;
    d->stride = 1;
    d->lanes = NULL;
    return true;
}

/* A comparison whose answer is the same at both ends of an affine value that does not wrap is the same between them. */
static bool same_answer(struct batch *b, const struct op *op, const struct op_info *info,
                        struct batch_value *x, struct batch_value *y, struct batch_value *d)
{
    struct batch_args ends = {.d = d->group, .a = x->data, .b = y->data, .groups = 1};
    char last[2][BATCH_GROUP] __attribute__((aligned(64)));
    uint32_t answers[2];
    struct batch_value *both[2] = {x, y};
    bool order = strncmp(info->name, "eq_", 3) != 0 && strncmp(info->name, "ne_", 3) != 0;
    if (info->size_a != 4 || !order || !stays_within(b, x, info->signed_a) ||
        !stays_within(b, y, info->signed_a))
        return false;
    b->plan->set->run[op->code](&ends);
    memcpy(&answers[0], d->group, 4);
    for (int i = 0; i < 2; i++)
        fill_group(last[i], 4,
                   batch_first(both[i], 4) + (uint64_t) stride_of(both[i]) * (b->lanes - 1));
    ends.a = last[0];
    ends.b = last[1];
    b->plan->set->run[op->code](&ends);
    memcpy(&answers[1], d->group, 4);
    if (answers[0] != answers[1])
        return false;
    batch_set_uniform(d, 0, answers[0]);
    return true;
}

/* ---- ops ---- */

/* Operands that have no value have the register of number 0, which is unset. */
static bool operands_of(struct batch *b, const struct batch_op *p, struct batch_value *v[3])
{
    for (uint32_t i = 0; i < 3; i++) {
        v[i] = &b->values[p->operand[i]];
        if (i < p->count && v[i]->kind == BATCH_UNSET)
            return false;
    }
    return true;
}

/* The last slot. */
static char *scratch_of(struct batch *b)
{
    return b->slots + (size_t) b->plan->slot_count * BATCH_SLOT;
}

static bool run_on_lanes(struct batch *b, const struct op *op, const struct batch_op *p,
                         struct batch_value *d)
{
    uint32_t step[3] = {0, 0, 0};
    const char *lanes[3] = {NULL, NULL, NULL};
    const uint32_t vregs[3] = {op->a, op->b, op->c};
    for (uint32_t i = 0; i < p->count; i++) {
        const struct batch_value *v = &b->values[p->operand[i]];
        if (v->kind == BATCH_VECTOR) {
            lanes[i] = v->data;
            step[i] = p->size[i] ? WARP_LANES * p->size[i] : 4;
        } else if (v->kind == BATCH_UNIFORM) {
            lanes[i] = v->data;
        } else if (!(lanes[i] = batch_lanes_of(b, vregs[i], p->size[i], &step[i]))) {
            return false;
        }
    }
    uint32_t slot = b->plan->registers[p->result].slot;
    if (slot == BATCH_NONE)
        return false;
    char *to = b->masked ? scratch_of(b) : b->slots + (size_t) slot * BATCH_SLOT;
    struct batch_args args = {to,      lanes[0], lanes[1],  lanes[2], step[0],
                              step[1], step[2],  b->groups, op->imm};
    p->run(&args);
    d->kind = BATCH_VECTOR;
    d->size = p->result_size;
    d->data = to;
    return true;
}

/* Operands that are bases and strides, or one of which is the number of a block. */
static bool compute_affine(struct batch *b, const struct op *op, const struct batch_op *p,
                           struct batch_value *const v[3], struct batch_value *d)
{
    const struct op_info *info = &op_infos[op->code];
    bool uniform = true;
    for (uint32_t i = 0; i < p->count; i++) {
        uniform &= v[i]->kind == BATCH_UNIFORM;
        if (v[i]->kind == BATCH_BLOCK) {
            bool number = thread_number(b, op, v[0], v[1], v[2], d);
            b->one_block |= !number;
            return number;
        }
    }
    int64_t stride = 0;
    bool affine = !uniform && p->result_size >= 4 && info->form != FORM_CUSTOM &&
                  result_stride(b, op, info, v[0], v[1], v[2], &stride);
    if (!uniform && info->form == FORM_COMPARE && same_answer(b, op, info, v[0], v[1], d))
        return true;
    if (!uniform && !affine)
        return run_on_lanes(b, op, p, d);
    char group[BATCH_GROUP] __attribute__((aligned(64)));
    p->run(&(struct batch_args){group, v[0]->data, v[1]->data, v[2]->data, 0, 0, 0, 1, op->imm});
    memcpy(d->group, group, p->result_size ? (size_t) p->result_size * WARP_LANES : 4);
    d->kind = affine ? BATCH_AFFINE : BATCH_UNIFORM;
    d->data = d->group;
    d->size = p->result_size;
    d->stride = stride;
    d->lanes = NULL;
    return true;
}

static bool compute(struct batch *b, const struct op *op)
{
    const struct batch_op *p = &b->plan->ops[op - b->plan->code->ops];
    struct batch_value *d = &b->values[p->result], *v[3];
    if (!p->run || !p->result)
        return false;
    if (!operands_of(
            b, p,
            v)) { /* what needs the result will fail: an address of local memory that only rare code uses */
        d->kind = BATCH_UNSET;
        return true;
    }
    if (v[0]->kind == BATCH_VECTOR || (p->count > 1 && v[1]->kind == BATCH_VECTOR) ||
        (p->count > 2 && v[2]->kind == BATCH_VECTOR)) {
        if (v[0]->kind != BATCH_BLOCK && v[1]->kind != BATCH_BLOCK && v[2]->kind != BATCH_BLOCK)
            return run_on_lanes(b, op, p, d);
        b->one_block = true;
        return false;
    }
    return compute_affine(b, op, p, v, d);
}

/* Lanes of a result that is not a vector yet. */
static const char *result_lanes(struct batch *b, const struct batch_value *v, uint32_t *out_step)
{
    *out_step = v->kind == BATCH_UNIFORM ? 0 : v->size ? WARP_LANES * v->size : 4;
    if (v->kind != BATCH_AFFINE)
        return v->data;
    if (v->size == 4)
        spread_32((uint32_t *) (void *) scratch_of(b), (uint32_t) batch_first(v, 4),
                  (uint32_t) v->stride, b->groups * WARP_LANES);
    else
        spread_64((uint64_t *) (void *) scratch_of(b), batch_first(v, 8), (uint64_t) v->stride,
                  b->groups * WARP_LANES);
    return scratch_of(b);
}

static void blend_predicates(struct batch *b, const struct batch_args *x)
{
    uint32_t *d = (uint32_t *) (void *) x->d;
    for (uint32_t g = 0; g < b->groups; g++) {
        uint32_t made, old;
        memcpy(&made, x->a + (size_t) g * x->step_a, 4);
        memcpy(&old, x->b + (size_t) g * x->step_b, 4);
        d[g] = (made & b->mask[g]) | (old & ~b->mask[g]);
    }
}

/* Under a mask: the result in the lanes of the mask, what the register had in the others. */
static bool compute_masked(struct batch *b, const struct op *op)
{
    struct batch_value *d = batch_value_of(b, op->d), made;
    char *to = batch_slot(b, op->d);
    bool fresh = d->kind == BATCH_UNSET;
    struct batch_args x = {.d = to, .groups = b->groups, .c = (const char *) b->mask, .step_c = 4};
    struct batch_value old = *d;
    char group[BATCH_GROUP] __attribute__((aligned(64)));
    if (!to || d->kind == BATCH_BLOCK ||
        (!fresh && !(x.b = batch_lanes_of(b, op->d, old.size, &x.step_b))))
        return false;
    if (x.b && x.b == d->group) { /* compute() writes there */
        memcpy(group, d->group, sizeof group);
        x.b = group;
    }
    if (!compute(b, op))
        return false;
    if (d->kind == BATCH_UNSET)
        return true;
    made = *d;
    x.a = result_lanes(b, &made, &x.step_a);
    if (fresh) { /* the other lanes do not matter */
        x.b = x.a;
        x.step_b = x.step_a;
    } else if (old.size != made.size) {
        return false;
    }
    if (made.size)
        b->plan->set->run[made.size == 2   ? OP_selp_16
                          : made.size == 4 ? OP_selp_32
                                           : OP_selp_64](&x);
    else
        blend_predicates(b, &x);
    d->kind = BATCH_VECTOR;
    d->size = made.size;
    d->data = to;
    return true;
}

bool batch_value_op(struct batch *b, const struct op *op)
{
    return b->masked ? compute_masked(b, op) : compute(b, op);
}
