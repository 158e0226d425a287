/* SPDX-License-Identifier: Apache-2.0 */
/* Executes a plan for the threads of some blocks: control, loads and stores. batch_values.c has the rest. */
#include <string.h>

#include "device/cpu/batch/batch_impl.h"
#include "device/cpu/exec/exec_device.h"

/* ---- constants ---- */

static uint64_t parameter(const struct cpu_launch *l, const struct frame_constant *f)
{
    uint64_t v = 0;
    memcpy(&v, l->params + f->value, f->source);
    uint32_t unused = 64 - 8 * f->source;
    return f->is_signed && unused ? (uint64_t) ((int64_t) (v << unused) >> unused) : v;
}

static void set_affine(struct batch_value *v)
{
    batch_set_uniform(v, 4, 0);
    v->kind = BATCH_AFFINE;
    v->stride = 1;
    v->lanes = NULL;
}

static void set_special(const struct batch *b, uint64_t which, struct batch_value *v)
{
    const struct cpu_launch *l = b->launch;
    switch ((enum special) which) {
    case SPECIAL_TID_X: set_affine(v); break;
    case SPECIAL_TID_Y:
    case SPECIAL_TID_Z:
    case SPECIAL_ZERO: batch_set_uniform(v, 4, 0); break;
    case SPECIAL_NTID_X: batch_set_uniform(v, 4, l->block.x); break;
    case SPECIAL_CLUSTER_X:
    case SPECIAL_CLUSTER_Y:
    case SPECIAL_CLUSTER_Z:
    case SPECIAL_NTID_Y:
    case SPECIAL_NTID_Z: batch_set_uniform(v, 4, 1); break;
    case SPECIAL_NCTAID_X: batch_set_uniform(v, 4, l->grid.x); break;
    case SPECIAL_NCTAID_Y: batch_set_uniform(v, 4, l->grid.y); break;
    case SPECIAL_NCTAID_Z: batch_set_uniform(v, 4, l->grid.z); break;
    case SPECIAL_CTAID_X:
        batch_set_uniform(v, 4, b->id.x);
        v->kind = b->blocks > 1 ? BATCH_BLOCK : BATCH_UNIFORM;
        break;
    case SPECIAL_CTAID_Y: batch_set_uniform(v, 4, b->id.y); break;
    case SPECIAL_CTAID_Z: batch_set_uniform(v, 4, b->id.z); break;
    default: v->kind = BATCH_UNSET; /* an op that reads it fails */
    }
}

static void set_constants(struct batch *b, bool all)
{
    const struct decoded_code *code = b->plan->code;
    for (uint32_t k = 0; k < code->constant_count; k++) {
        const struct frame_constant *f = &code->constants[k];
        struct batch_value *v = batch_value_of(b, f->vreg);
        bool changes = f->value <= SPECIAL_TID_Z ||
                       (f->value >= SPECIAL_CTAID_X && f->value <= SPECIAL_CTAID_Z);
        if (f->kind == CONSTANT_SPECIAL && (all || changes))
            set_special(b, f->value, v);
        if (!all || f->kind == CONSTANT_SPECIAL)
            continue;
        if (f->kind == CONSTANT_BITS)
            batch_set_uniform(v, f->size, f->value);
        else if (f->kind == CONSTANT_PARAM)
            batch_set_uniform(v, f->size, parameter(b->launch, f));
        else if (f->kind == CONSTANT_PARAM_ADDRESS)
            batch_set_uniform(v, 8, (uint64_t) (uintptr_t) b->launch->params + f->value);
        else
            v->kind = BATCH_UNSET;
    }
}

static const struct op *target_of(const struct op *op)
{
    return op + (int32_t) op->target;
}

/* Whether a thread ends there, and touches no memory before. */
static bool ends_at(const struct op *op)
{
    for (int k = 0; k < 64; k++) {
        uint8_t kind = op_infos[op->code].kind;
        if (op->code == OP_ret || op->code == OP_exit)
            return true;
        if (op->code == OP_bra)
            op = target_of(op);
        else if (kind == OP_KIND_VALUE || op->code == OP_join)
            op++;
        else
            return false;
    }
    return false;
}

/* ---- memory ---- */

/* Whether bytes first to end lie in one object that kernels may access. */
static bool reachable(const struct batch *b, const struct op *op, uint64_t first, uint64_t end)
{
    const struct exec_device *d = b->launch->exec;
    if (op->space != PTX_GLOBAL && op->space != PTX_GENERIC && op->space != PTX_CONST)
        return false;
    const struct object *o = space_find(d->space, first);
    if (op_infos[op->code].kind == OP_KIND_STORE && o && o->kind == MEMORY_CONST)
        return false;
    return o && exec_reaches(d, o) && o->state == OBJECT_LIVE && first >= o->start &&
           end >= first && end - o->start <= o->size;
}

static const uint8_t lane_bytes[] = {[1] = 2, [2] = 2, [4] = 4, [8] = 8};

/* An element as a lane has it: bytes are widened to 16 bits. */
static void put_element(char *to, const char *from, uint32_t width, bool is_signed)
{
    uint16_t wide;
    if (width > 1) {
        memcpy(to, from, width);
        return;
    }
    wide = is_signed ? (uint16_t) (int16_t) * (const int8_t *) from : *(const uint8_t *) from;
    memcpy(to, &wide, sizeof wide);
}

#define SPACED(T)                                                                                  \
    for (int64_t i = 0, n = b->lanes, by = stride / (int64_t) sizeof(T); i < n; i++)               \
        ((T *) (void *) to)[i] = ((const T *) (const void *) from)[i * by];

static bool load_spaced(struct batch *b, const struct op *op, const char *from, int64_t stride,
                        uint32_t width, bool is_signed)
{
    char *to = batch_slot(b, op->d);
    struct batch_value *d = batch_value_of(b, op->d);
    uint32_t size = lane_bytes[width];
    if (!to)
        return false;
    if (stride == width && width > 1)
        memcpy(to, from, (size_t) b->lanes * width);
    else if (stride == 1 && !is_signed)
        for (uint32_t i = 0; i < b->lanes; i++)
            ((uint16_t *) (void *) to)[i] = ((const uint8_t *) from)[i];
    else if (width == 4)
        SPACED(uint32_t)
    else if (width == 8)
        SPACED(uint64_t)
    else
        for (uint32_t i = 0; i < b->lanes; i++)
            put_element(to + (size_t) i * size, from + (int64_t) i * stride, width, is_signed);
    d->kind = BATCH_VECTOR;
    d->size = (uint8_t) size;
    d->data = to;
    return true;
}

/* Addresses of their own. */
static bool load_free(struct batch *b, const struct op *op, const struct batch_value *at,
                      uint32_t width, bool is_signed)
{
    const uint64_t *addresses = (const uint64_t *) (const void *) at->data;
    char *to = batch_slot(b, op->d);
    struct batch_value *d = batch_value_of(b, op->d);
    uint64_t low = addresses[0], high = addresses[0], any = 0;
    uint32_t size = lane_bytes[width];
    for (uint32_t i = 0; i < b->lanes; i++) {
        low = addresses[i] < low ? addresses[i] : low;
        high = addresses[i] > high ? addresses[i] : high;
        any |= addresses[i];
    }
    low += (uint64_t) op->imm;
    high += (uint64_t) op->imm;
    if (!to || (any + (uint64_t) op->imm) & (width - 1) || (uint64_t) op->imm & (width - 1) ||
        !reachable(b, op, low, high + width))
        return false;
    for (uint32_t i = 0; i < b->lanes; i++)
        put_element(to + (size_t) i * size,
                    (const char *) (uintptr_t) (addresses[i] + (uint64_t) op->imm), width,
                    is_signed);
    d->kind = BATCH_VECTOR;
    d->size = (uint8_t) size;
    d->data = to;
    return true;
}

static bool load(struct batch *b, const struct op *op)
{
    const struct op_info *info = &op_infos[op->code];
    uint32_t width = info->width;
    bool is_signed = op->code == OP_ld_global_s8;
    struct batch_value *at = batch_value_of(b, op->a), *d = batch_value_of(b, op->d);
    if (info->vector || info->ordered || info->address != 8 ||
        (width != 1 && width != 2 && width != 4 && width != 8))
        return false;
    if (at->kind == BATCH_VECTOR)
        return load_free(b, op, at, width, is_signed);
    if (at->kind != BATCH_UNIFORM && at->kind != BATCH_AFFINE)
        return false;
    int64_t stride = at->kind == BATCH_AFFINE ? at->stride : 0, reach = stride * (b->lanes - 1);
    uint64_t first = batch_first(at, 8) + (uint64_t) op->imm,
             low = reach < 0 ? first + (uint64_t) reach : first,
             high = (reach < 0 ? first : first + (uint64_t) reach) + width;
    if ((first | (uint64_t) stride) & (width - 1) || !reachable(b, op, low, high))
        return false;
    const char *from = (const char *) (uintptr_t) first;
    if (at->kind == BATCH_UNIFORM) {
        uint64_t value = 0;
        put_element((char *) &value, from, width, is_signed);
        batch_set_uniform(d, lane_bytes[width], value);
        return true;
    }
    if (stride == width && width > 1 &&
        reachable(b, op, low,
                  low + (uint64_t) b->groups * WARP_LANES *
                            width)) { /* where they are, whole groups */
        d->kind = BATCH_VECTOR;
        d->size = (uint8_t) width;
        d->data = from;
        return true;
    }
    return load_spaced(b, op, from, stride, width, is_signed);
}

static bool store(struct batch *b, const struct op *op)
{
    const struct op_info *info = &op_infos[op->code];
    uint32_t width = info->width, step, size;
    const struct batch_value *at = batch_value_of(b, op->a);
    if (info->vector || info->ordered || info->address != 8 || at->kind != BATCH_AFFINE ||
        (width != 1 && width != 2 && width != 4 && width != 8))
        return false;
    size = lane_bytes[width];
    int64_t stride = at->stride, reach = stride * (b->lanes - 1);
    uint64_t first = batch_first(at, 8) + (uint64_t) op->imm,
             low = reach < 0 ? first + (uint64_t) reach : first,
             high = (reach < 0 ? first : first + (uint64_t) reach) + width;
    const char *from = batch_lanes_of(b, op->d, (uint8_t) size, &step);
    char *to = (char *) (uintptr_t) first;
    if (!from || (first | (uint64_t) stride) & (width - 1) || !reachable(b, op, low, high) ||
        !ends_at(op + 1))
        return false;
    if (step && stride == width && width > 1) {
        memcpy(to, from, (size_t) b->lanes * width);
        return true;
    }
    for (uint32_t i = 0; i < b->lanes; i++) {
        const char *element = step ? from + (size_t) i * size : from;
        if (width == 1)
            to[(int64_t) i * stride] = *element;
        else
            memcpy(to + (int64_t) i * stride, element, width);
    }
    return true;
}

/* ---- control ---- */

/* The lanes from bit 0 on for which the words of a predicate are `want`. */
static uint32_t run_of(const uint32_t *words, uint32_t lanes, bool want)
{
    for (uint32_t g = 0; g * WARP_LANES < lanes; g++) {
        uint32_t other = want ? ~words[g] : words[g];
        if (other) {
            uint32_t at = g * WARP_LANES + (uint32_t) __builtin_ctz(other);
            return at < lanes ? at : lanes;
        }
    }
    return lanes;
}

/* Where all lanes go. Lanes at the end of the batch may end instead. NULL: they part. */
static const struct op *branch(struct batch *b, const struct op *op)
{
    const struct batch_value *p = batch_value_of(b, op->a);
    bool negated = op->count;
    if (p->kind == BATCH_UNIFORM)
        return ((uint32_t) batch_first(p, 4) & 1) != negated ? target_of(op) : op + 1;
    if (p->kind != BATCH_VECTOR)
        return NULL;
    const uint32_t *words = (const uint32_t *) (const void *) p->data;
    bool first = words[0] & 1;
    uint32_t alike = run_of(words, b->lanes, first);
    const struct op *go = first != negated ? target_of(op) : op + 1,
                    *others = first != negated ? op + 1 : target_of(op);
    if (alike == b->lanes)
        return go;
    uint32_t shifted = alike; /* the rest must be alike, too */
    for (; shifted < b->lanes && (words[shifted / WARP_LANES] >> shifted % WARP_LANES & 1) != first;
         shifted++)
        continue;
    if (shifted < b->lanes || !ends_at(others))
        return NULL;
    b->lanes = alike;
    b->groups = (alike + WARP_LANES - 1) / WARP_LANES;
    return go;
}

/* A branch over a few values that the lanes part at: they are computed for all lanes and kept in those that do not jump. */
static bool skips_values(struct batch *b, const struct op *op)
{
    enum { MOST = 32 };
    const struct op *end = target_of(op);
    const struct batch_value *p = batch_value_of(b, op->a);
    if (op->code != OP_bra_if || p->kind != BATCH_VECTOR || b->masked || end <= op ||
        end - op > MOST)
        return false;
    for (const struct op *o = op + 1; o < end; o++)
        if (op_infos[o->code].kind != OP_KIND_VALUE && o->code != OP_join)
            return false;
    const uint32_t *words = (const uint32_t *) (const void *) p->data;
    for (uint32_t g = 0; g < b->groups; g++)
        b->mask[g] = op->count ? words[g] : ~words[g];
    b->masked = true;
    for (const struct op *o = op + 1; o < end && b->masked; o++)
        if (o->code != OP_join && !batch_value_op(b, o))
            b->masked = false;
    bool good = b->masked;
    b->masked = false;
    return good;
}

/* false: ordinary code has to do it. */
static bool run(struct batch *b)
{
    const struct decoded_code *code = b->plan->code;
    bool stored = false;
    for (const struct op *op = code->ops, *end = op + code->op_count; op < end;) {
        switch (op_infos[op->code].kind) {
        case OP_KIND_VALUE:
            if (!batch_value_op(b, op))
                return stored;
            break;
        case OP_KIND_LOAD:
            if (stored || !load(b, op))
                return false;
            break;
        case OP_KIND_STORE:
            if (stored || !store(b, op))
                return false;
            stored = true;
            break;
        case OP_KIND_JUMP:
            if (op->code != OP_bra || target_of(op) <= op)
                return false;
            op = target_of(op);
            continue;
        case OP_KIND_BRANCH: {
            const struct op *to = op->code == OP_bra_if && !stored ? branch(b, op) : NULL;
            if (!to && !stored && skips_values(b, op))
                to = target_of(op);
            if (!to || to <= op)
                return false;
            op = to;
            continue;
        }
        case OP_KIND_MARK:
            if (op->code != OP_join)
                return false;
            break;
        case OP_KIND_END: return op->code != OP_trap;
        default: return false;
        }
        op++;
    }
    return true;
}

static struct device_dim place_of(const struct cpu_launch *l, uint64_t number)
{
    return (struct device_dim){(uint32_t) (number % l->grid.x),
                               (uint32_t) (number / l->grid.x % l->grid.y),
                               (uint32_t) (number / l->grid.x / l->grid.y)};
}

uint64_t batch_run(struct batch *b, const struct cpu_launch *l, uint64_t first, uint64_t end)
{
    uint64_t done = first;
    b->launch = l;
    if (l->block.y != 1 || l->block.z != 1 || l->block.x % WARP_LANES || l->block.x > BATCH_LANES ||
        b->failed > 16)
        return 0;
    bool all = true;
    while (done < end && !atomic_load_explicit(&l->interrupted, memory_order_relaxed)) {
        b->id = place_of(l, done);
        uint64_t blocks = b->one_block ? 1 : BATCH_LANES / l->block.x, row = l->grid.x - b->id.x;
        blocks = blocks < end - done ? blocks : end - done;
        b->blocks = (uint32_t) (blocks < row ? blocks : row);
        b->lanes = b->blocks * l->block.x;
        b->groups = b->lanes / WARP_LANES;
        bool one_block = b->one_block;
        set_constants(b, all);
        if (!run(b)) {
            if (b->one_block && !one_block)
                continue;
            b->failed++;
            break;
        }
        all = false;
        b->failed = 0;
        done += b->blocks;
    }
    return done - first;
}
