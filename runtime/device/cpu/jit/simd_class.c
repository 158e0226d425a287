/* SPDX-License-Identifier: Apache-2.0 */
/* The class of each value, the divergence of each block, and how each op is executed.
 *
 * Classes start at the cheapest and rise until nothing changes. What is the same in all lanes depends on control flow as well as on operands
 * (Karrenberg and Hack, CGO 2011): lanes that a varying branch sends along different paths may disagree where the paths meet, and lanes
 * that leave a loop at different times may disagree behind it. The divergence of a block is the set of varying branches, with the
 * edge taken, that it is control-dependent on (Ferrante, Ottenstein and Warren, 1987); where it is empty, all lanes run.
 * Next: simd_full.c. */
#include <stdlib.h>
#include <string.h>

#include "device/cpu/jit/op_writer.h"
#include "device/cpu/jit/simd.h"

enum {
    ROW_STRIDE_MAX = 1 << 20, /* bytes */
    THREAD_BITS = 10,         /* a block has at most 1024 threads */
    LANE_BITS = 5
};

struct classes {
    struct simd_kernel *k;
    uint64_t *edges;     /* [block * words]: the direct control dependences, varying or not */
    uint32_t *global_of; /* by vreg / 4: the value plus 1, if it is live across blocks */
    uint32_t *label, *defined;
    bool changed;
};

/* ---- divergence ---- */

static bool is_branch(const struct simd_kernel *k, uint32_t b)
{
    return op_infos[k->code->ops[k->cfg->blocks[b].end - 1].code].kind == OP_KIND_BRANCH;
}

/* From the classes so far. Once a branch varies, it always does. */
static void find_varying(const struct simd_kernel *k)
{
    for (uint32_t b = 0; b < k->cfg->count; b++) {
        struct simd_block *block = &k->blocks[b];
        if (!block->reachable || !is_branch(k, b) || block->varies)
            continue;
        uint32_t predicate = simd_operand(k, k->cfg->blocks[b].end - 1, 0, false);
        bool differs = !simd_at(k, predicate)->uniform;
        block->trusts = differs && !k->source->careful && simd_compares_counts(k, predicate);
        block->varies = differs && !block->trusts;
    }
}

static void find_dependences(struct classes *c)
{
    struct simd_kernel *k = c->k;
    const struct cfg *g = k->cfg;
    k->words = (2 * g->count + 63) / 64;
    k->divergence = xcalloc((size_t) (g->count + 1) * k->words, sizeof(uint64_t));
    c->edges = xcalloc((size_t) (g->count + 1) * k->words, sizeof(uint64_t));
    for (uint32_t b = 0; b < g->count; b++)
        for (uint32_t s = 0; k->blocks[b].reachable && is_branch(k, b) && s < g->blocks[b].succs;
             s++)
            for (uint32_t r = g->edges[g->blocks[b].succ_at + s];
                 r != g->blocks[b].ipdom && r < g->count; r = g->blocks[r].ipdom)
                c->edges[(size_t) r * k->words + (2 * b + s) / 64] |= (uint64_t) 1
                                                                      << (2 * b + s) % 64;
}

static bool add_all(uint64_t *to, const uint64_t *from, uint32_t words)
{
    bool grew = false;
    for (uint32_t w = 0; w < words; w++) {
        grew |= (from[w] & ~to[w]) != 0;
        to[w] |= from[w];
    }
    return grew;
}

static uint64_t *divergence_of(const struct simd_kernel *k, uint32_t b)
{
    return k->divergence + (size_t) b * k->words;
}

static bool diverge_block(struct classes *c, uint32_t b)
{
    struct simd_kernel *k = c->k;
    const uint64_t *edges = c->edges + (size_t) b * k->words;
    bool grew = false;
    for (uint32_t e = 0; e < 2 * k->cfg->count; e++) {
        uint64_t bit = edges[e / 64] & (uint64_t) 1 << e % 64;
        if (!bit)
            continue;
        if (k->blocks[e / 2].varies && !(divergence_of(k, b)[e / 64] & bit)) {
            divergence_of(k, b)[e / 64] |= bit;
            grew = true;
        }
        grew |= add_all(divergence_of(k, b), divergence_of(k, e / 2), k->words);
    }
    return grew;
}

static void find_divergence(struct classes *c)
{
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t b = 0; b < c->k->cfg->count; b++)
            if (c->k->blocks[b].reachable)
                grew |= diverge_block(c, b);
        c->changed |= grew;
    }
}

/* ---- joining definitions ---- */

/* What a definition gives: a class, and for SIMD_SCALAR its strides. */
struct given {
    uint8_t class;
    bool rows;
    int64_t x;
};

static const struct given a_vector = {SIMD_VECTOR, false, 0}, one = {SIMD_SCALAR, false, 0},
                          a_uniform = {SIMD_UNIFORM, false, 0};

static void raise(struct classes *c, struct simd_value *v, uint8_t class)
{
    if (v->class >= class)
        return;
    v->class = class;
    v->x = 0;
    v->rows = false;
    c->changed = true;
}

static void define(struct classes *c, uint32_t id, struct given g)
{
    struct simd_value *v = simd_at(c->k, id);
    if (v->class == SIMD_PREDICATE) {
        v->seen = true;
        if (v->uniform && g.class == SIMD_VECTOR) {
            v->uniform = false;
            c->changed = true;
        }
        return;
    }
    if (g.class == SIMD_VECTOR || v->class == SIMD_VECTOR) {
        raise(c, v, SIMD_VECTOR);

    } else if (g.class == SIMD_UNIFORM || v->class == SIMD_UNIFORM) {
        bool one_each = (g.class == SIMD_UNIFORM || (!g.x && !g.rows)) &&
                        (v->class == SIMD_UNIFORM || !v->seen || simd_is_one(v));
        raise(c, v, one_each ? SIMD_UNIFORM : SIMD_VECTOR);
    } else if (v->seen && v->x != g.x) {

        raise(c, v, SIMD_VECTOR);
    } else if (!v->seen || (g.rows && !v->rows)) {
        v->x = g.x;
        v->rows |= g.rows;
        c->changed = true;
    }
    v->seen = true;
}

/* ---- what the ops give ---- */

static bool is_one_everywhere(const struct simd_value *v)
{
    return v->class == SIMD_UNIFORM || simd_is_one(v) || (v->class == SIMD_PREDICATE && v->uniform);
}

static bool has_vector_form(const struct simd_kernel *k, uint32_t n)
{
    const struct native_op *how = &native_ops[k->code->ops[n].code];
    return (how->write && (!how->wide_only || k->avx512)) || simd_permutes_bytes(k, n);
}

static int64_t cut(int64_t x, uint8_t width)
{
    return width == 4 ? (int32_t) x : x;
}

/* A factor of an affine value must be known, or its stride is not. */
static bool scaled(const struct simd_value *a, const struct simd_value *b, bool is_signed,
                   struct given *out)
{
    if (!a->x && !b->x) {
        *out = (struct given){SIMD_SCALAR, a->rows || b->rows, 0};
        return true;
    }
    if (!a->x) {
        const struct simd_value *t = a;
        a = b;
        b = t;
    }
    if (b->x || !b->fixed)
        return false;
    int64_t by = b->width != 4 ? (int64_t) b->bits
                 : is_signed   ? (int32_t) b->bits
                               : (int64_t) (uint32_t) b->bits;
    *out = (struct given){SIMD_SCALAR, a->rows, (int64_t) ((uint64_t) a->x * (uint64_t) by)};
    return true;
}

static bool all_seen(const struct simd_kernel *k, uint32_t n)
{
    const struct simd_use *u = simd_uses(k, n);
    for (uint32_t i = 0; i < k->ops[n].count; i++)
        if (!u[i].writes && !simd_at(k, u[i].value)->seen && u[i].width > 2)
            return false;
    return true;
}

static bool fits_stride(int64_t x)
{
    return x >= -(1 << 24) && x <= 1 << 24;
}

/* Parts of an index: shifts and masks of a value whose lanes count through the bits above its step, as its row begins at a multiple of all of
 * them. So a shift or a mask keeps all of these bits, or none. */
static bool split_index(const struct simd_kernel *k, enum op_code code,
                        const struct simd_value *index, const struct simd_value *by,
                        struct given *out)
{
    uint64_t step = (uint64_t) index->x, row = step * simd_row_lanes(k), bits = by->bits;
    bool masks = code == OP_and_32 || code == OP_and_64,
         shifts =
             code == OP_shr_u32 || code == OP_shr_s32 || code == OP_shr_u64 || code == OP_shr_s64;
    if (index->x <= 0 || (step & (step - 1)) || !by->fixed || (!masks && !shifts) ||
        index->zeros[FIRST_OF_ROW] < __builtin_ctzll(row))
        return false;
    if (shifts) {
        bool good = bits < 8u * index->width;
        int64_t x = good ? index->x >> bits : 0;
        *out = (struct given){SIMD_SCALAR, index->rows, x};
        return good && (x || row >> bits <= 1);
    }
    uint64_t lanes = bits & (row - step);
    *out = (struct given){SIMD_SCALAR, index->rows && bits >= row, lanes ? index->x : 0};
    return !lanes || lanes == row - step;
}

/* A disjunction of values that have no bit in common is their sum. */
static bool joins_bits(enum op_code code, const struct simd_value *a, const struct simd_value *b,
                       struct given *out)
{
    *out = (struct given){SIMD_SCALAR, a->rows || b->rows, a->x + b->x};
    return (code == OP_or_32 || code == OP_or_64) &&
           (b->length <= a->zeros[EACH_LANE] || a->length <= b->zeros[EACH_LANE]);
}

/* The strides of a scalar op's result by its rule. False: they are not known. */
static bool scalar_result(const struct simd_kernel *k, uint32_t n, struct given *out)
{
    const struct op *op = &k->code->ops[n];
    const struct op_info *info = &op_infos[op->code];
    static const struct simd_value nothing = {.class = SIMD_SCALAR, .seen = true};
    const struct simd_value *o[3] = {&nothing, &nothing, &nothing};
    for (uint32_t i = 0; i < 3; i++)
        if (simd_operand(k, n, i, false) != NO_VALUE)
            o[i] = simd_at(k, simd_operand(k, n, i, false));
    bool good = true, rows = o[0]->rows || o[1]->rows;
    enum op_code code = (enum op_code) op->code;
    if (split_index(k, code, o[0], o[1], out) || joins_bits(code, o[0], o[1], out))
        return true;
    *out = (struct given){SIMD_SCALAR, rows || (o[2]->class == SIMD_SCALAR && o[2]->rows), 0};
    switch ((enum affine_rule) info->rule) {
    case RULE_SUM: out->x = o[0]->x + o[1]->x; break;
    case RULE_DIFFERENCE: out->x = o[0]->x - o[1]->x; break;
    case RULE_NEGATION: out->x = -o[0]->x; break;
    case RULE_COPY: out->x = o[0]->x; break;
    case RULE_PRODUCT: good = scaled(o[0], o[1], info->signed_a, out); break;
    case RULE_PRODUCT_SUM:
        good = scaled(o[0], o[1], info->signed_a, out);
        out->x += o[2]->x;
        out->rows |= o[2]->rows;
        break;
    case RULE_SHIFT:
        good = !o[1]->x && (!o[0]->x || (o[1]->fixed && o[1]->bits < 32));
        if (good && o[0]->x)
            out->x = (int64_t) ((uint64_t) o[0]->x << o[1]->bits);
        break;
    case RULE_SELECT:
        good = o[2]->uniform && o[0]->x == o[1]->x;
        out->x = o[0]->x;
        break;
    default: good = !o[0]->x && !o[1]->x && !o[2]->x; break;
    }
    out->x = cut(out->x, info->form == FORM_CUSTOM ? k->uses.at[k->ops[n].at].width : info->size_d);
    return good && fits_stride(out->x);
}

static struct given give_value(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    const struct simd_use *u = simd_uses(k, n);
    bool scalars = true, ones = true;
    for (uint32_t i = 0; i < k->ops[n].count; i++) {
        const struct simd_value *v = simd_at(k, u[i].value);
        if (u[i].writes)
            continue;
        scalars &= v->class == SIMD_SCALAR || v->class == SIMD_PREDICATE;
        ones &= is_one_everywhere(v);
    }
    uint32_t d = simd_operand(k, n, 0, true);
    bool predicate = simd_at(k, d)->class == SIMD_PREDICATE;
    struct given g;
    if (predicate && simd_at(k, d)->known)
        return simd_at(k, d)->bits && (uint32_t) simd_at(k, d)->bits != UINT32_MAX ? a_vector : one;
    if (predicate) {
        bool written = op_infos[op->code].form != FORM_COMPARE ||
                       (scalars && simd_has_scalar_form(op)) || has_vector_form(k, n);
        return ones && written ? one : a_vector;
    }
    if (scalars && simd_has_scalar_form(op) && scalar_result(k, n, &g))
        return g;
    return ones && has_vector_form(k, n) ? a_uniform : a_vector;
}

static bool votes_here(const struct simd_kernel *k, uint32_t n)
{
    return k->code->ops[n].code == OP_vote && simd_members_are_all(k, &k->code->ops[n]) &&
           simd_is_converged(k, k->cfg->block_of[n]);
}

static bool loads_one(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    return op_is_load(op) && op->space != PTX_LOCAL && op->space != PTX_PARAM &&
           op_element_bytes(op) >= 4 && simd_is_one(simd_at(k, simd_operand(k, n, 0, false)));
}

/* The same for elements of 8 and 16 bits, which general registers do not have. */
static bool loads_one_narrow(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    return op_is_load(op) && op->space != PTX_LOCAL && op->space != PTX_PARAM &&
           op_element_bytes(op) < 4 && !op_infos[op->code].vector &&
           simd_is_one(simd_at(k, simd_operand(k, n, 0, false)));
}

static struct given give(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    if (k->ops[n].guarded)
        return a_vector;
    if (loads_one_narrow(k, n))
        return a_uniform;
    if (op_is_value(op))
        return give_value(k, n);
    return loads_one(k, n) || votes_here(k, n) ? one : a_vector;
}

/* ---- the fixed point ---- */

static void give_all(struct classes *c, uint32_t b)
{
    struct simd_kernel *k = c->k;
    for (uint32_t n = k->cfg->blocks[b].first; n < k->cfg->blocks[b].end; n++) {
        if (op_is_value(&k->code->ops[n]) && !k->ops[n].guarded && !all_seen(k, n))
            continue;
        struct given g = give(k, n);
        for (uint32_t i = 0; i < k->ops[n].count; i++)
            if (k->uses.at[k->ops[n].at + i].writes)
                define(c, k->uses.at[k->ops[n].at + i].value, g);
    }
}

/* ---- values that lanes do not agree on although each computed the same: where paths from a varying branch meet, and behind loops that
 * lanes leave at different times (Rosemann, Moll and Hack, POPL 2021) ---- */

static void diverge_vreg(struct classes *c, uint32_t vreg)
{
    uint32_t v = c->global_of[vreg / 4];
    if (v)
        define(c, v - 1, a_vector);
}

/* Each block between the branch and its immediate post-dominator gets the number of the block at which its paths from the branch begin or
 * met last. */
static void label_paths(struct classes *c, uint32_t branch)
{
    const struct simd_kernel *k = c->k;
    const struct cfg *g = k->cfg;
    uint32_t join = g->blocks[branch].ipdom, n = g->count,
             last = join < n && k->blocks[join].position > k->blocks[branch].position
                        ? k->blocks[join].position
                        : n - 1;
    memset(c->label, 0, n * sizeof *c->label);
    for (uint32_t p = k->blocks[branch].position; p <= last; p++) {
        uint32_t b = k->order[p];
        if (b != branch && (!c->label[b] || b == join))
            continue;
        for (uint32_t s = 0; s < g->blocks[b].succs; s++) {
            uint32_t to = g->edges[g->blocks[b].succ_at + s],
                     path = b == branch ? to + 1 : c->label[b];
            if (k->blocks[to].position > p)
                c->label[to] = !c->label[to] || c->label[to] == path ? path : to + 1;
        }
    }
}

/* defined[v]: the label of the blocks that define it; n + 1: of several. `join`: where all lanes have met, so they define alike. */
static void note_definitions(struct classes *c, uint32_t join)
{
    const struct simd_kernel *k = c->k;
    memset(c->defined, 0, (k->code->frame_size / 4 + 1) * sizeof *c->defined);
    for (uint32_t n = 0; n < k->code->op_count; n++) {
        uint32_t b = k->cfg->block_of[n], label = b == join ? 0 : c->label[b];
        for (uint32_t i = 0; label && i < k->ops[n].count; i++) {
            const struct simd_use *u = &k->uses.at[k->ops[n].at + i];
            uint32_t *d = &c->defined[u->vreg / 4];
            if (u->writes)
                *d = !*d || *d == label ? label : k->cfg->count + 1;
        }
    }
}

/* Lanes on one path define what lanes on another, or where they meet, still read. */
static void diverge_joins(struct classes *c, uint32_t branch)
{
    const struct simd_kernel *k = c->k;
    const struct analysis *x = k->analysis;
    label_paths(c, branch);
    note_definitions(c, k->cfg->blocks[branch].ipdom);
    for (uint32_t b = 0; b < k->cfg->count; b++)
        for (uint32_t i = 0; c->label[b] && i < x->vreg_count; i++) {
            uint32_t d = c->defined[x->vregs[i].at / 4];
            if (d && d != c->label[b] && analysis_live_in(x, b, i))
                diverge_vreg(c, x->vregs[i].at);
        }
}

/* Whether a block of the loop depends on a varying branch of the loop. */
static bool varies_in(const struct simd_kernel *k, const struct simd_loop *l, uint32_t b)
{
    if (k->blocks[b].varies)
        return true;
    for (uint32_t e = 0; e < 2 * k->cfg->count; e++)
        if (divergence_of(k, b)[e / 64] >> e % 64 & 1 && simd_in_loop(k, l, e / 2))
            return true;
    return false;
}

static void diverge_exit(struct classes *c, uint32_t to)
{
    const struct analysis *x = c->k->analysis;
    for (uint32_t i = 0; i < x->vreg_count; i++)
        if (c->defined[x->vregs[i].at / 4] && analysis_live_in(x, to, i))
            diverge_vreg(c, x->vregs[i].at);
}

static void diverge_loop(struct classes *c, const struct simd_loop *l)
{
    const struct simd_kernel *k = c->k;
    const struct cfg *g = k->cfg;
    bool varies = false;
    for (uint32_t p = l->first; p <= l->last; p++)
        varies |= varies_in(k, l, k->order[p]);
    if (!varies)
        return;
    memset(c->label, 0, g->count * sizeof *c->label);
    for (uint32_t p = l->first; p <= l->last; p++)
        c->label[k->order[p]] = 1;
    note_definitions(c, NO_BLOCK);
    for (uint32_t p = l->first; p <= l->last; p++) {
        uint32_t b = k->order[p];
        for (uint32_t s = 0; s < g->blocks[b].succs; s++)
            if (!simd_in_loop(k, l, g->edges[g->blocks[b].succ_at + s]) && varies_in(k, l, b))
                diverge_exit(c, g->edges[g->blocks[b].succ_at + s]);
    }
}

static void diverge_values(struct classes *c)
{
    const struct simd_kernel *k = c->k;
    for (uint32_t b = 0; b < k->cfg->count; b++)
        if (k->blocks[b].varies)
            diverge_joins(c, b);
    VEC_EACH (l, &k->loops)
        diverge_loop(c, l);
}

static void class_of_constant(struct simd_kernel *k, const struct frame_constant *f,
                              struct simd_value *v)
{
    const struct vector_layout *l = &k->source->layout;
    bool odd = l->shape == SHAPE_ODD, rows = k->rows > 1;
    uint8_t of_row = (uint8_t) __builtin_ctz(simd_row_lanes(k));
    if (v->width == 2 && (f->kind == CONSTANT_SPECIAL || f->kind == CONSTANT_LOCAL))
        v->class = SIMD_VECTOR;
    if (v->class != SIMD_SCALAR)
        return;
    if (f->kind == CONSTANT_LOCAL) {
        v->class = SIMD_VECTOR;
    } else if (f->kind == CONSTANT_SPECIAL) {
        switch ((enum special) f->value) {
        case SPECIAL_TID_X:
            v->x = 1;
            v->length = THREAD_BITS;
            v->zeros[FIRST_OF_ROW] = odd || (l->cut && l->width != l->across) ? 0 : of_row;
            v->rows = rows && l->cut;
            v->class = odd ? SIMD_VECTOR : SIMD_SCALAR;
            break;
        case SPECIAL_TID_Y:
            v->length = THREAD_BITS;
            v->rows = rows;
            v->class = odd ? SIMD_VECTOR : SIMD_SCALAR;
            break;
        case SPECIAL_TID_Z:
            v->rows = rows && l->deep;
            v->class = odd ? SIMD_VECTOR : SIMD_SCALAR;
            break;
        case SPECIAL_LANEID:
            v->x = 1;
            v->length = LANE_BITS;
            v->zeros[FIRST_OF_ROW] = of_row;
            v->rows = rows;
            break;
        case SPECIAL_NTID_X:
            v->zeros[EACH_LANE] = v->zeros[FIRST_OF_ROW] = l->whole ? of_row : 0;
            break;
        case SPECIAL_LANEMASK_EQ:
        case SPECIAL_LANEMASK_LE:
        case SPECIAL_LANEMASK_LT:
        case SPECIAL_LANEMASK_GE:
        case SPECIAL_LANEMASK_GT: v->class = SIMD_VECTOR; break;
        default: break;
        }
    }
}

/* ---- how each op is executed ---- */

static enum simd_how how_of_value(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    const struct simd_value *d = simd_at(k, simd_operand(k, n, 0, true));
    const struct simd_use *u = simd_uses(k, n);
    bool scalars = true;
    for (uint32_t i = 0; i < k->ops[n].count; i++)
        scalars &= u[i].writes || simd_is_one(simd_at(k, u[i].value));
    bool vectors = has_vector_form(k, n);
    switch ((enum simd_class) d->class) {
    case SIMD_SCALAR: return HOW_SCALAR;
    case SIMD_UNIFORM: return HOW_UNIFORM;
    case SIMD_VECTOR: return vectors ? HOW_VECTOR : HOW_CALL;
    case SIMD_PREDICATE: break;
    }
    if (op_infos[op->code].form != FORM_COMPARE || (scalars && simd_has_scalar_form(op)))
        return vectors || scalars ? HOW_SCALAR : HOW_CALL;
    return vectors ? HOW_COMPARE : HOW_CALL;
}

/* Of each row, which has whole strips, more than the 16 bytes that four lanes may need are accessed (simd_apart.c). */
static bool bytes_are_near(const struct simd_kernel *k, const struct op *op,
                           const struct simd_value *at)
{
    int64_t span = op_element_bytes(op) * op_elements(op);
    return at->class == SIMD_SCALAR && at->x > 0 && at->x <= 4 && at->x % span == 0 &&
           (op_infos[op->code].vector || at->x != span) && simd_row_lanes(k) >= k->strip &&
           at->x * (simd_row_threads(k) - 1) + span >= 16 &&
           (k->avx512 || (op_is_load(op) && !simd_has_idle_lanes(k)));
}

/* Of each row, words that lie a few words apart (simd_apart.c). */
static bool loads_words_apart(const struct simd_kernel *k, uint32_t n, const struct simd_value *at)
{
    int64_t size = op_element_bytes(&k->code->ops[n]),
            most = k->avx512 && k->rows > 2 ? WORDS_APART_NEAR : WORDS_APART_MAX;
    return size == 4 && at->x > size && at->x <= most * size && at->x % size == 0 &&
           !k->ops[n].guarded;
}

/* Elements that follow each other in each row of the warp or are near, or one for each row. */
static enum simd_how how_of_access(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    const struct simd_value *at = simd_at(k, simd_operand(k, n, 0, false));
    /* an ordered access of one element has its register in op->d, too */
    bool load = op_is_load(op), vector = op_infos[op->code].vector && (op->count > 1 || !op->d);
    int64_t size = op_element_bytes(op);
    enum simd_how by_lane = load ? HOW_GATHER : HOW_SCATTER,
                  narrow = load ? HOW_LOAD_NARROW : HOW_STORE_NARROW;
    if (op->space == PTX_PARAM)
        return HOW_CALL;
    if (op->space != PTX_LOCAL && size < 4 && bytes_are_near(k, op, at))
        return load ? HOW_GATHER_ROWS : HOW_SCATTER_ROWS;
    if (op->space == PTX_LOCAL ||
        (size < 4 && (op_infos[op->code].vector || (!k->avx512 && simd_has_idle_lanes(k)))))
        return by_lane;
    if (size < 4)
        return at->class == SIMD_SCALAR && (at->x == size || (load && !at->x)) ? narrow : by_lane;
    if (loads_one(k, n) && !k->ops[n].guarded) {
        const struct simd_use *u = simd_uses(k, n);
        bool scalars = true;
        for (uint32_t i = 0; i < k->ops[n].count; i++)
            scalars &= !u[i].writes || simd_at(k, u[i].value)->class == SIMD_SCALAR;
        if (scalars)
            return HOW_LOAD_SCALAR;
    }
    if (at->class != SIMD_SCALAR)
        return by_lane;
    if (load && !vector && loads_words_apart(k, n, at))
        return HOW_LOAD;
    /* of two rows in a vector register words must be near (simd_apart.c) */
    bool near = size == 4 && at->x <= 4 * size, one_row = k->rows <= 2 || !k->avx512;
    if ((near || one_row) && at->x > 0 && at->x <= ROW_STRIDE_MAX &&
        at->x % (size * op_elements(op)) == 0 && (vector || at->x != size) && (load || k->avx512))
        return load ? HOW_GATHER_ROWS : HOW_SCATTER_ROWS;
    if (vector)
        return by_lane;
    if (load && simd_at(k, simd_operand(k, n, 0, true))->class != SIMD_VECTOR)
        return HOW_CALL; /* joined with something uniform */
    if (at->x == size || (load && at->x == 0))
        return load ? HOW_LOAD : HOW_STORE;
    return load || at->x || at->rows ? by_lane : HOW_STORE_ONE;
}

static bool gives_one(const struct simd_value *v)
{
    return v->class == SIMD_SCALAR || (v->class == SIMD_PREDICATE && v->uniform);
}

static enum simd_how how_of(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    switch ((enum op_kind) op_infos[op->code].kind) {
    case OP_KIND_MARK: return op->code == OP_guard ? HOW_GUARD : HOW_NOTHING;
    case OP_KIND_VALUE: return how_of_value(k, n);
    case OP_KIND_JUMP:
    case OP_KIND_BRANCH: return HOW_JUMP;
    case OP_KIND_END: return op->code == OP_trap ? HOW_CALL : HOW_END;
    case OP_KIND_BARRIER: return HOW_BARRIER;
    case OP_KIND_LOAD:
    case OP_KIND_STORE: return how_of_access(k, n);
    case OP_KIND_WARP_SYNC:
        if (op->code == OP_bar_warp && simd_is_converged(k, k->cfg->block_of[n]))
            return HOW_NOTHING; /* no lane is missing */
        if (votes_here(k, n))
            return gives_one(simd_at(k, simd_operand(k, n, 0, true))) ? HOW_VOTE : HOW_CALL;
        return simd_shuffles_here(k, n) ? HOW_SHUFFLE : HOW_CALL;
    case OP_KIND_FENCE: return HOW_FENCE;
    case OP_KIND_ATOMIC: return simd_has_atomic(op) ? HOW_ATOMIC : HOW_CALL;
    case OP_KIND_WORK:
        return op->code == OP_fp_mode ? HOW_MODE : op->code == OP_prefetch ? HOW_NOTHING : HOW_CALL;
    default: return HOW_CALL;
    }
}

/* It writes lanes, so a value that all lanes share is none of its results. */
static bool writes_lanes(enum simd_how how)
{
    return how == HOW_CALL || how == HOW_LOAD || how == HOW_GATHER || how == HOW_GATHER_ROWS ||
           how == HOW_ATOMIC || how == HOW_LOAD_NARROW || how == HOW_SHUFFLE;
}

/* A value that a function of the interpreter, or another class, would have to write in one place has a definition there, so it is a
 * vector. So is one whose place gets the lanes of the op that reads it: the first strip would overwrite it. */
static bool raise_called(struct classes *c)
{
    struct simd_kernel *k = c->k;
    bool raised = false;
    for (uint32_t n = 0; n < k->code->op_count; n++) {
        if (!k->blocks[k->cfg->block_of[n]].reachable)
            continue;
        enum simd_how how = how_of(k, n);
        k->ops[n].how = (uint8_t) how;
        for (uint32_t i = 0; i < k->ops[n].count; i++) {
            const struct simd_use *u = &k->uses.at[k->ops[n].at + i];
            struct simd_value *v = simd_at(k, u->value);
            bool is_one = how == HOW_LOAD_NARROW && loads_one_narrow(k, n) &&
                          v->class == SIMD_UNIFORM && !k->ops[n].guarded;
            bool bad = u->writes && !is_one && writes_lanes(how) &&
                       (v->class < SIMD_VECTOR || (v->class == SIMD_PREDICATE && v->uniform));
            bad |= u->writes && how == HOW_UNIFORM && !has_vector_form(k, n) &&
                   v->class == SIMD_UNIFORM;
            bad |= how == HOW_VECTOR && v->class == SIMD_UNIFORM && !v->constant &&
                   u->vreg == simd_at(k, simd_operand(k, n, 0, true))->vreg;
            if (bad)
                define(c, u->value, a_vector);
            raised |= bad;
        }
    }
    return raised;
}

/* ---- NaNs that are still to be made 0x7fffffff. Only a value that is the result of arithmetic in every definition may have such NaNs: bits
 * that were loaded or made of an integer stay as they are ---- */

static bool is_number(const struct simd_value *v)
{
    return v->dirty || (v->fixed && v->width == 4 && (v->bits & INT32_MAX) <= 0x7f800000);
}

static bool defines_number(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    if (k->ops[n].how == HOW_SHUFFLE)
        return is_number(simd_at(k, simd_operand(k, n, 0, false)));
    if (k->ops[n].how != HOW_VECTOR && k->ops[n].how != HOW_UNIFORM)
        return false;
    if (native_ops[op->code].flags & GIVES_NANS)
        return true;
    if (!native_passes_nans((enum op_code) op->code))
        return false;
    for (uint32_t i = 0; i < k->ops[n].count; i++) {
        const struct simd_use *u = &k->uses.at[k->ops[n].at + i];
        if (!u->writes && u->width && !is_number(simd_at(k, u->value)))
            return false;
    }
    return true;
}

static bool clear_dirty(struct simd_kernel *k)
{
    bool changed = false;
    for (uint32_t n = 0; n < k->code->op_count; n++)
        for (uint32_t i = 0; k->blocks[k->cfg->block_of[n]].reachable && i < k->ops[n].count; i++) {
            const struct simd_use *u = &k->uses.at[k->ops[n].at + i];
            struct simd_value *v = simd_at(k, u->value);
            if (u->writes && v->dirty && !defines_number(k, n)) {
                v->dirty = false;
                changed = true;
            }
        }
    return changed;
}

static void find_dirty(struct simd_kernel *k)
{
    VEC_EACH (v, &k->values)
        v->dirty = simd_in_registers(v) && v->width == 4 && !v->constant;
    while (clear_dirty(k))
        ;
}

static void fix_point(struct classes *c)
{
    struct simd_kernel *k = c->k;
    do {
        c->changed = false;
        for (uint32_t p = 0; p < k->cfg->count; p++)
            if (k->blocks[k->order[p]].reachable)
                give_all(c, k->order[p]);
        find_varying(k);
        find_divergence(c);
        diverge_values(c);
    } while (c->changed || raise_called(c));
}

static void find_lanes(struct simd_kernel *k)
{
    const struct vector_layout *l = &k->source->layout;
    k->rows = WARP_LANES / l->across;
    k->strip = k->avx512 ? 16 : 8;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        k->lanes |= lane % l->across < l->width ? 1u << lane : 0;
}

bool simd_classes(struct simd_kernel *k)
{
    struct classes c = {.k = k};
    find_lanes(k);
    for (uint32_t n = 0; n < k->code->constant_count; n++)
        class_of_constant(k, &k->code->constants[n],
                          simd_at(k, k->constant_of[k->code->constants[n].vreg / 4] - 1));
    simd_find_known_bits(k);
    find_dependences(&c);
    size_t vregs = k->code->frame_size / 4 + 1;
    c.label = xcalloc(k->cfg->count + 1, sizeof *c.label);
    c.defined = xcalloc(vregs, sizeof *c.defined);
    c.global_of = xcalloc(vregs, sizeof *c.global_of);
    for (uint32_t v = 0; v < k->values.n; v++)
        if (simd_at(k, v)->global && !simd_at(k, v)->constant)
            c.global_of[simd_at(k, v)->vreg / 4] = v + 1;
    fix_point(&c);
    /* what is defined nowhere that is known, as in a loop of copies of itself, is a vector */
    for (uint32_t v = 0; v < k->values.n; v++)
        if (!simd_at(k, v)->seen)
            define(&c, v, a_vector);
    fix_point(&c);
    find_dirty(k);
    free(c.label);
    free(c.defined);
    free(c.global_of);
    free(c.edges);
    return true;
}
