/* SPDX-License-Identifier: Apache-2.0 */
/* Classes, strides and liveness of vector registers (analysis.h), each by iteration to a fixed point: classes start as uniform and rise,
 * strides start as not seen, liveness is the backward data-flow problem over basic blocks. What an op reads and writes comes from
 * opcodes.def. It needs decoded ops and their graph. Next: full_mask.c, which uses it. */
#include "device/cpu/code/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/code/ops.h"

/* ---- the vector registers of an op ---- */

static uint32_t field(const struct op *op, char which)
{
    switch (which) {
    case 'a': return op->a;
    case 'b': return op->b;
    case 'c': return op->c;
    case 'd': return op->d;
    case 't': return op->target;
    default: return (uint32_t) (op->imm >> 8);
    }
}

static uint8_t width_of(const struct op *op, char letter)
{
    if (letter == 'p' || (letter == 'r' && op->imm))
        return 0;
    uint32_t bytes = letter == 'r'   ? 4
                     : letter == 'e' ? op->target
                     : letter == 'k' ? op->count
                                     : (uint32_t) (letter - '0');
    return (uint8_t) (bytes < 2 ? 2 : bytes);
}

/* Registers that op.more lists, as far as there is room after the first n uses. */
static uint32_t listed_vregs(const uint32_t *list, uint32_t count, struct vreg_use use,
                             struct vreg_use *out, uint32_t n)
{
    for (uint32_t k = 0; k < count && n < VREG_USES; k++)
        if (list[k] != UINT32_MAX)
            out[n++] = (struct vreg_use){list[k], use.width, use.writes};
    return n;
}

static uint32_t custom_vregs(const struct op *op, struct vreg_use *out)
{
    uint32_t n = 0;
    for (const char *s = op_infos[op->code].operands; *s;) {
        bool writes = *s == '=';
        s += writes;
        uint8_t width = width_of(op, s[1]);
        bool if_set = s[2] == '?';
        const uint32_t *list = op->more;
        struct vreg_use use = {0, width, writes};
        if (s[0] == 'm')
            n = listed_vregs(list, op->count, use, out, n);
        else if (s[0] == 'n')
            n = listed_vregs(list + op->count, op->target, use, out, n);
        else if (!if_set || field(op, s[0]))
            out[n++] = (struct vreg_use){field(op, s[0]), width, writes};
        s += 2 + if_set;
        s += *s == ' ';
    }
    return n;
}

uint32_t op_vregs(const struct op *op, struct vreg_use out[VREG_USES])
{
    const struct op_info *info = &op_infos[op->code];
    uint32_t n = 0;
    if (info->form == FORM_CUSTOM)
        return op_infos[op->code].operands ? custom_vregs(op, out) : UINT32_MAX;
    out[n++] = (struct vreg_use){op->a, info->size_a, false};
    if (info->size_b)
        out[n++] = (struct vreg_use){op->b, info->size_b, false};
    if (info->size_c)
        out[n++] = (struct vreg_use){op->c, info->size_c, false};
    out[n++] = (struct vreg_use){op->d, info->size_d, true};
    return n;
}

bool op_is_value(const struct op *op)
{
    return op_infos[op->code].kind == OP_KIND_VALUE;
}

bool op_widens(const struct op *op)
{
    const struct op_info *info = &op_infos[op->code];
    bool affine =
        info->rule == RULE_COPY || info->rule == RULE_PRODUCT || info->rule == RULE_PRODUCT_SUM;
    return affine && info->size_a == 4 && info->size_d == 8;
}

bool op_widens_signed(const struct op *op)
{
    return op_widens(op) && op_infos[op->code].signed_a;
}

/* ---- shapes ---- */

enum block_shape block_shape_of(uint32_t x, uint32_t y, uint32_t z, uint32_t *out_across)
{
    *out_across = WARP_LANES;
    if (x % WARP_LANES == 0 || (y == 1 && z == 1))
        return SHAPE_LINE;
    if (x > 16 || x & (x - 1) || y % (WARP_LANES / x))
        return SHAPE_ODD;
    *out_across = x;
    return SHAPE_TILE;
}

static enum vreg_class class_of_special(uint64_t which, enum block_shape shape)
{
    switch (which) {
    case SPECIAL_TID_X: return shape == SHAPE_ODD ? VREG_VARYING : VREG_AFFINE;
    case SPECIAL_TID_Y:
        return shape == SHAPE_LINE   ? VREG_UNIFORM
               : shape == SHAPE_TILE ? VREG_AFFINE
                                     : VREG_VARYING;
    case SPECIAL_TID_Z: return shape == SHAPE_ODD ? VREG_VARYING : VREG_UNIFORM;
    case SPECIAL_LANEID: return VREG_AFFINE;
    case SPECIAL_LANEMASK_EQ:
    case SPECIAL_LANEMASK_LE:
    case SPECIAL_LANEMASK_LT:
    case SPECIAL_LANEMASK_GE:
    case SPECIAL_LANEMASK_GT: return VREG_VARYING;
    default: return VREG_UNIFORM;
    }
}

static enum vreg_class class_of_constant(const struct frame_constant *f, enum block_shape shape)
{
    return f->kind == CONSTANT_LOCAL     ? VREG_AFFINE /* lanes' local memory is evenly spaced */
           : f->kind == CONSTANT_SPECIAL ? class_of_special(f->value, shape)
                                         : VREG_UNIFORM;
}

/* ---- classes ---- */

static enum vreg_class most(enum vreg_class a, enum vreg_class b)
{
    return a > b ? a : b;
}

static enum vreg_class product(enum vreg_class a, enum vreg_class b)
{
    return a != VREG_UNIFORM && b != VREG_UNIFORM ? VREG_VARYING : most(a, b);
}

enum vreg_class analysis_class(const struct analysis *a, uint32_t vreg)
{
    uint32_t i = a->vreg_of[vreg / 4];
    return i ? (enum vreg_class) a->vregs[i - 1].class : VREG_VARYING;
}

const struct vreg_facts *analysis_vreg(const struct analysis *a, uint32_t vreg)
{
    uint32_t i = a->vreg_of[vreg / 4];
    return i ? &a->vregs[i - 1] : NULL;
}

/* The class of the op's result if its operands have the classes they have now. Sums of affine values, and products of an affine value with
 * a uniform one, are affine: modulo 2^n that is exact. Other functions of uniform operands are uniform; everything else is varying. */
static enum vreg_class class_of_value(const struct analysis *x, const struct op *op)
{
    const struct op_info *info = &op_infos[op->code];
    enum vreg_class a = analysis_class(x, op->a),
                    b = info->size_b ? analysis_class(x, op->b) : VREG_UNIFORM,
                    c = info->size_c ? analysis_class(x, op->c) : VREG_UNIFORM;
    switch ((enum affine_rule) info->rule) {
    case RULE_SUM:
    case RULE_DIFFERENCE:
    case RULE_NEGATION:
    case RULE_COPY: return most(a, b);
    case RULE_PRODUCT: return product(a, b);
    case RULE_PRODUCT_SUM: return most(product(a, b), c);
    case RULE_SHIFT: return b == VREG_UNIFORM ? a : VREG_VARYING;
    case RULE_SELECT:
        return analysis_class(x, op->c) == VREG_UNIFORM ? most(a, analysis_class(x, op->b))
                                                        : VREG_VARYING;
    case RULE_NONE:
    case RULE_LANE: break;
    }
    struct vreg_use uses[VREG_USES];
    uint32_t n = op_vregs(op, uses);
    for (uint32_t k = 0; k < n; k++)
        if (!uses[k].writes && analysis_class(x, uses[k].at) != VREG_UNIFORM)
            return VREG_VARYING;
    return VREG_UNIFORM;
}

/* All lanes that load from one address get the same value, except from local memory, where an address names a different location in each
 * lane. The elements of a vector load have one class. */
static enum vreg_class class_of_load(const struct analysis *x, const struct op *op)
{
    struct vreg_use uses[VREG_USES];
    uint32_t n = op_vregs(op, uses);
    for (uint32_t k = 0; k < n; k++)
        if (uses[k].writes && analysis_class(x, uses[k].at) == VREG_VARYING)
            return VREG_VARYING;
    return op->space != PTX_LOCAL && analysis_class(x, op->a) == VREG_UNIFORM ? VREG_UNIFORM
                                                                              : VREG_VARYING;
}

static enum vreg_class class_of_result(const struct analysis *x, const struct op *op, bool guarded)
{
    if (guarded)
        return VREG_VARYING;
    return op_is_value(op)        ? class_of_value(x, op)
           : op_is_plain_load(op) ? class_of_load(x, op)
                                  : VREG_VARYING;
}

static void raise(struct analysis *x, uint32_t vreg, enum vreg_class to, bool *changed)
{
    struct vreg_facts *f = &x->vregs[x->vreg_of[vreg / 4] - 1];
    if (to > f->class) {
        f->class = (uint8_t) to;
        *changed = true;
    }
}

static void raise_results(struct analysis *x, const struct decoded_code *code, uint32_t k,
                          bool *changed)
{
    struct vreg_use uses[VREG_USES];
    uint32_t n = op_vregs(&code->ops[k], uses);
    bool guarded = k && code->ops[k - 1].code == OP_guard;
    for (uint32_t u = 0; n != UINT32_MAX && u < n; u++)
        if (uses[u].writes)
            raise(x, uses[u].at, class_of_result(x, &code->ops[k], guarded), changed);
}

static void find_classes(struct analysis *x, const struct decoded_code *code,
                         enum block_shape shape)
{
    bool changed = true;
    for (uint32_t k = 0; k < code->constant_count; k++)
        raise(x, code->constants[k].vreg, class_of_constant(&code->constants[k], shape), &changed);
    while (changed) {
        changed = false;
        for (uint32_t k = 0; k < code->op_count; k++)
            raise_results(x, code, k, &changed);
    }
}

/* ---- strides: of sums, and of products with a constant; others are not known ---- */

static const struct stride none = {0, STRIDE_KNOWN}, unknown = {0, STRIDE_UNKNOWN};

static bool constant_of(const struct decoded_code *code, uint32_t vreg, int64_t *out)
{
    for (uint32_t k = 0; k < code->constant_count; k++)
        if (code->constants[k].vreg == vreg && code->constants[k].kind == CONSTANT_BITS) {
            *out = code->constants[k].size == 4 ? (int32_t) code->constants[k].value
                                                : (int64_t) code->constants[k].value;
            return true;
        }
    return false;
}

static struct stride stride_sum(struct stride a, struct stride b, int64_t sign)
{
    if (a.known != STRIDE_KNOWN || b.known != STRIDE_KNOWN)
        return a.known == STRIDE_UNKNOWN || b.known == STRIDE_UNKNOWN ? unknown
                                                                      : (struct stride){0};
    return (struct stride){(int64_t) ((uint64_t) a.by + (uint64_t) (sign * b.by)), STRIDE_KNOWN};
}

static struct stride stride_scaled(struct stride a, bool by_constant, int64_t by)
{
    if (a.known != STRIDE_KNOWN || !a.by)
        return a;
    return by_constant ? (struct stride){(int64_t) ((uint64_t) a.by * (uint64_t) by), STRIDE_KNOWN}
                       : unknown;
}

static struct stride stride_product(const struct decoded_code *code, const struct op *op,
                                    struct stride a, struct stride b)
{
    int64_t by = 0;
    bool b_moves = b.known != STRIDE_KNOWN || b.by;
    bool constant = constant_of(code, b_moves ? op->a : op->b, &by);
    if (op_widens(op) && !op_widens_signed(op))
        by = (uint32_t) by;
    return stride_scaled(b_moves ? b : a, constant, by);
}

static struct stride stride_of_value(const struct analysis *x, const struct decoded_code *code,
                                     const struct op *op, bool of_y)
{
    const struct vreg_facts *vreg[3] = {analysis_vreg(x, op->a), analysis_vreg(x, op->b),
                                        analysis_vreg(x, op->c)};
    struct stride s[3] = {none, none, none};
    for (int k = 0; k < 3; k++)
        if (vreg[k])
            s[k] = of_y ? vreg[k]->y : vreg[k]->x;
    int64_t by = 0;
    switch ((enum affine_rule) op_infos[op->code].rule) {
    case RULE_SUM: return stride_sum(s[0], s[1], 1);
    case RULE_DIFFERENCE: return stride_sum(s[0], s[1], -1);
    case RULE_NEGATION: return stride_sum(none, s[0], -1);
    case RULE_COPY: return s[0];
    case RULE_PRODUCT: return stride_product(code, op, s[0], s[1]);
    case RULE_PRODUCT_SUM: return stride_sum(stride_product(code, op, s[0], s[1]), s[2], 1);
    case RULE_SHIFT:
        return constant_of(code, op->b, &by) && by >= 0 && by < 32
                   ? stride_scaled(s[0], true, (int64_t) 1 << by)
                   : stride_scaled(s[0], false, 0);
    case RULE_NONE:
    case RULE_LANE:
    case RULE_SELECT: break;
    }
    return unknown;
}

static void meet(struct stride *at, struct stride with, uint32_t width, bool *changed)
{
    if (width == 4)
        with.by = (int32_t) with.by;
    if (with.known == STRIDE_UNSEEN || at->known == STRIDE_UNKNOWN ||
        (at->known == STRIDE_KNOWN && with.known == STRIDE_KNOWN && at->by == with.by))
        return;
    *at = at->known == STRIDE_UNSEEN ? with : unknown;
    *changed = true;
}

static void stride_of_constant(struct vreg_facts *f, const struct frame_constant *constant)
{
    f->x = f->y = none;
    if (constant->kind == CONSTANT_LOCAL ||
        (constant->kind == CONSTANT_SPECIAL && constant->value == SPECIAL_LANEID))
        f->x = f->y = unknown;
    else if (f->class == VREG_AFFINE && constant->kind == CONSTANT_SPECIAL)
        *(constant->value == SPECIAL_TID_X ? &f->x : &f->y) = (struct stride){1, STRIDE_KNOWN};
}

static void meet_results(struct analysis *x, const struct decoded_code *code, const struct op *op,
                         bool *changed)
{
    struct vreg_use uses[VREG_USES];
    uint32_t n = op_vregs(op, uses);
    for (uint32_t u = 0; n != UINT32_MAX && u < n; u++) {
        struct vreg_facts *f = &x->vregs[x->vreg_of[uses[u].at / 4] - 1];
        if (!uses[u].writes || f->class == VREG_VARYING)
            continue;
        bool affine = f->class == VREG_AFFINE;
        meet(&f->x, affine ? stride_of_value(x, code, op, false) : none, f->width, changed);
        meet(&f->y, affine ? stride_of_value(x, code, op, true) : none, f->width, changed);
    }
}

static void find_strides(struct analysis *x, const struct decoded_code *code)
{
    for (uint32_t k = 0; k < code->constant_count; k++)
        stride_of_constant(&x->vregs[x->vreg_of[code->constants[k].vreg / 4] - 1],
                           &code->constants[k]);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = 0; k < code->op_count; k++)
            meet_results(x, code, &code->ops[k], &changed);
    }
}

/* ---- vector registers and liveness ---- */

static void add_vreg(struct analysis *x, uint32_t at, uint8_t width)
{
    if (x->vreg_of[at / 4])
        return;
    x->vregs[x->vreg_count] = (struct vreg_facts){at, width, VREG_UNIFORM};
    x->vreg_of[at / 4] = ++x->vreg_count;
}

static void find_vregs(struct analysis *x, const struct decoded_code *code)
{
    x->vregs = xcalloc(code->constant_count + code->frame_size / 4 + 1, sizeof *x->vregs);
    x->vreg_of = xcalloc(code->frame_size / 4 + 1, sizeof *x->vreg_of);
    for (uint32_t k = 0; k < code->constant_count; k++)
        add_vreg(x, code->constants[k].vreg, code->constants[k].size);
    for (uint32_t k = 0; k < code->op_count; k++) {
        struct vreg_use uses[VREG_USES];
        uint32_t n = op_vregs(&code->ops[k], uses);
        for (uint32_t u = 0; n != UINT32_MAX && u < n; u++)
            add_vreg(x, uses[u].at, uses[u].width);
    }
}

static void set_bit(uint64_t *set, uint32_t i)
{
    set[i / 64] |= (uint64_t) 1 << i % 64;
}

/* The vector registers that a basic block reads before it writes them, and those it writes in all lanes. An unknown op reads every
 * register. A guarded op writes some lanes only, so it counts as a read. */
static void scan_block(const struct analysis *x, const struct decoded_code *code, uint32_t b,
                       uint64_t *reads, uint64_t *writes)
{
    for (uint32_t k = x->cfg->blocks[b].first; k < x->cfg->blocks[b].end; k++) {
        struct vreg_use uses[VREG_USES];
        uint32_t n = op_vregs(&code->ops[k], uses);
        bool guarded = k && code->ops[k - 1].code == OP_guard;
        for (uint32_t w = 0; n == UINT32_MAX && w < x->words; w++)
            reads[w] |= ~writes[w];
        for (uint32_t u = 0; n != UINT32_MAX && u < n; u++) {
            uint32_t i = x->vreg_of[uses[u].at / 4] - 1;
            bool before = !(writes[i / 64] >> i % 64 & 1);
            if (before && (!uses[u].writes || guarded))
                set_bit(reads, i);
            if (uses[u].writes && !guarded)
                set_bit(writes, i);
        }
    }
}

/* live-in = reads | (live-out & ~writes), for word w of a block's set. True: it grew. */
static bool update_live(struct analysis *x, uint32_t b, uint32_t w, const uint64_t *reads,
                        const uint64_t *writes)
{
    const struct cfg_block *block = &x->cfg->blocks[b];
    size_t at = (size_t) b * x->words + w;
    uint64_t out = 0, before = x->live_in[at];
    for (uint32_t s = 0; s < block->succs; s++)
        out |= x->live_in[(size_t) x->cfg->edges[block->succ_at + s] * x->words + w];
    x->live_in[at] = reads[at] | (out & ~writes[at]);
    return x->live_in[at] != before;
}

static void find_live(struct analysis *x, const struct decoded_code *code)
{
    uint32_t count = x->cfg->count, words = x->words;
    size_t size = ((size_t) count + 1) * words + 1;
    x->live_in = xcalloc(size, sizeof *x->live_in);
    uint64_t *reads = xcalloc(size, sizeof *reads), *writes = xcalloc(size, sizeof *writes);
    for (uint32_t b = 0; b < count; b++)
        scan_block(x, code, b, reads + (size_t) b * words, writes + (size_t) b * words);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = count; b-- > 0;)
            for (uint32_t w = 0; w < words; w++)
                changed |= update_live(x, b, w, reads, writes);
    }
    free(reads);
    free(writes);
}

bool analysis_live_in(const struct analysis *a, uint32_t block, uint32_t vreg_index)
{
    return a->live_in[(size_t) block * a->words + vreg_index / 64] >> vreg_index % 64 & 1;
}

struct analysis *analysis_new(const struct decoded_code *code, const struct cfg *cfg,
                              enum block_shape shape)
{
    struct analysis *x = xcalloc(1, sizeof *x);
    x->cfg = cfg;
    find_vregs(x, code);
    x->words = (x->vreg_count + 63) / 64;
    find_classes(x, code, shape);
    find_strides(x, code);
    find_live(x, code);
    return x;
}

void analysis_free(struct analysis **at)
{
    struct analysis *x = *at;
    if (!x)
        return;
    free(x->vregs);
    free(x->vreg_of);
    free(x->live_in);
    free(x);
    *at = NULL;
}
