/* SPDX-License-Identifier: Apache-2.0 */
/* Branches on comparisons of scalars, in a block that all lanes run. A comparison is written with the branch: it is monotone in the lane, so the
 * first and the last lane of each row answer for all, and what they agree on is a jump. If they do not, cold code compares all
 * lanes. Of several comparisons, `a || b`, the code expects that none holds, of `a && b` that all do: what guards let pass.
 * Next: simd_code.c. */
#include "device/cpu/jit/simd_gen.h"

/* ---- which comparisons ---- */

/* The op writes what the value is read from; values of different definitions may have one place. */
static bool overwrites(const struct simd_kernel *k, uint32_t n, uint32_t value)
{
    const struct simd_use *u = simd_uses(k, n);
    const struct simd_value *v = simd_at(k, value);
    uint32_t whole = v->low_of ? simd_at(k, v->low_of - 1)->vreg : v->vreg;
    for (uint32_t i = 0; i < k->ops[n].count; i++)
        if (u[i].writes && (u[i].vreg == v->vreg || u[i].vreg == whole))
            return true;
    return false;
}

/* If machine code leaves at it, cold code can make the comparison first. */
static bool leaves_known(enum simd_how how)
{
    switch (how) {
    case HOW_NOTHING:
    case HOW_SCALAR:
    case HOW_UNIFORM:
    case HOW_VECTOR:
    case HOW_COMPARE:
    case HOW_LOAD_SCALAR:
    case HOW_LOAD:
    case HOW_STORE:
    case HOW_STORE_ONE:
    case HOW_GATHER:
    case HOW_SCATTER:
    case HOW_GATHER_ROWS:
    case HOW_SCATTER_ROWS:
    case HOW_LOAD_NARROW:
    case HOW_STORE_NARROW: return true;
    default: return false;
    }
}

/* It neither needs what the comparison writes nor writes what it reads, so the comparison may come after it. */
static bool may_precede(const struct simd_kernel *k, uint32_t n, uint32_t compare)
{
    if (k->ops[n].guarded || !leaves_known((enum simd_how) k->ops[n].how))
        return false;
    for (uint32_t i = 0; i < k->ops[compare].count; i++) {
        const struct simd_use *c = &simd_uses(k, compare)[i];
        if (overwrites(k, n, c->value))
            return false;
        for (uint32_t j = 0; j < k->ops[n].count && c->writes; j++)
            if (simd_uses(k, n)[j].value == c->value)
                return false;
    }
    return true;
}

static int64_t span_of(const struct simd_kernel *k, const struct simd_value *v)
{
    return v->x * (int64_t) (simd_row_threads(k) - 1);
}

static bool is_equality(int cc)
{
    return cc == CC_E || cc == CC_NE;
}

static bool is_unsigned(int cc)
{
    return cc == CC_B || cc == CC_BE || cc == CC_A || cc == CC_AE;
}

static bool has_corners(const struct simd_kernel *k, uint32_t n)
{
    const struct simd_value *a = simd_at(k, simd_operand(k, n, 0, false)),
                            *b = simd_at(k, simd_operand(k, n, 1, false));
    int cc = simd_scalar_condition(&k->code->ops[n]);
    if (cc < 0 || k->ops[n].guarded || a->class != SIMD_SCALAR || b->class != SIMD_SCALAR)
        return false;
    if (simd_at(k, simd_operand(k, n, 0, true))->uniform)
        return k->ops[n].how == HOW_SCALAR && simd_is_one(a) && simd_is_one(b);
    if (k->ops[n].how != HOW_COMPARE || a->width != 4 || (a->x && b->x))
        return false;
    int64_t x = a->x + b->x;
    return x >= 0 || !(is_equality(cc) || is_unsigned(cc));
}

static bool is_in(const struct simd_fused *f, uint32_t n)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (f->ops[i] == n)
            return true;
    return false;
}

static bool is_read_between(const struct simd_kernel *k, uint32_t value, uint32_t from, uint32_t to)
{
    for (uint32_t n = from + 1; n < to; n++)
        for (uint32_t i = 0; i < k->ops[n].count; i++)
            if (simd_uses(k, n)[i].value == value)
                return true;
    return false;
}

static bool is_logic(const struct simd_kernel *k, uint32_t n)
{
    uint16_t code = k->code->ops[n].code;
    return (code == OP_pred_or || code == OP_pred_and) && !k->ops[n].guarded;
}

/* Whether corners can show that a comparison has this answer for all lanes. */
static bool shows(const struct simd_kernel *k, uint32_t n, bool expected)
{
    const struct simd_value *a = simd_at(k, simd_operand(k, n, 0, false)),
                            *b = simd_at(k, simd_operand(k, n, 1, false));
    int cc = simd_scalar_condition(&k->code->ops[n]);
    return !(a->x || b->x) || !is_equality(cc) || expected == (cc == CC_NE);
}

/* The op, and what its operands are computed by. */
static bool collect(const struct simd_kernel *k, uint32_t b, uint32_t n, bool expected,
                    struct simd_fused *f)
{
    if (f->count == FUSED_MAX)
        return false;
    f->expected[f->count] = expected;
    f->ops[f->count++] = n;
    if (!is_logic(k, n))
        return has_corners(k, n) && shows(k, n, expected);
    if (k->code->ops[n].code != k->code->ops[f->ops[0]].code || expected != f->expected[0])
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t p = simd_operand(k, n, i, false), m = simd_writer_before(k, n, p);
        bool negated = k->code->ops[n].count >> i & 1;
        if (m == NO_OP || simd_at(k, p)->global || simd_at(k, p)->last_op != n ||
            is_read_between(k, p, m, n) || !collect(k, b, m, expected ^ negated, f))
            return false;
    }
    return true;
}

static bool may_wait(const struct simd_kernel *k, const struct simd_fused *f, uint32_t last)
{
    uint32_t first = last;
    for (uint32_t i = 0; i < f->count; i++)
        first = f->ops[i] < first ? f->ops[i] : first;
    for (uint32_t n = first; n < last; n++)
        for (uint32_t i = 0; i < f->count; i++)
            if (n > f->ops[i] && !is_in(f, n) && !may_precede(k, n, f->ops[i]))
                return false;
    return true;
}

/* As it is if the block is full. */
static struct simd_fused find_fused(const struct simd_kernel *k, uint32_t b)
{
    static const struct simd_fused none;
    struct simd_fused f = {0};
    uint32_t last = k->cfg->blocks[b].end - 1;
    if (op_infos[k->code->ops[last].code].kind != OP_KIND_BRANCH)
        return none;
    uint32_t p = simd_operand(k, last, 0, false), n = simd_writer_before(k, last, p);
    if (n == NO_OP || k->code->ops[last].target == 1 || simd_at(k, p)->known)
        return none;
    if (!is_logic(k, n)) {
        f.ops[f.count++] = n;
        return has_corners(k, n) && may_wait(k, &f, last) ? f : none;
    }
    f.logic = true;
    bool good = !simd_at(k, p)->uniform &&
                collect(k, b, n, k->code->ops[n].code == OP_pred_and, &f) && may_wait(k, &f, last);
    return good ? f : none;
}

struct simd_fused simd_find_fused(const struct simd_kernel *k, uint32_t b)
{
    static const struct simd_fused none;
    return k->blocks[b].full ? find_fused(k, b) : none;
}

/* ---- branches that lanes should take alike: on how often a lane goes round a loop, for which its index was divided by a number of lanes. NVVM unrolls
 * `for (i = lane; i < n; i += 32)`, and executes the first rounds in a loop of their own. If lanes do not agree after all, the interpreter goes on,
 * and the next block runs careful code (struct vector_source) ---- */

enum { TAKEN_MAX = 16 };

/* The values on the way to what a branch compares. */
struct trip_counts {
    uint32_t taken[TAKEN_MAX], n;
};

static bool is_count(const struct simd_kernel *k, uint32_t value, struct trip_counts *c);

static bool is_index_of_lane(const struct simd_kernel *k, uint32_t value)
{
    const struct simd_value *v = simd_at(k, value);
    return v->class == SIMD_SCALAR && !v->rows && v->x >= -1 && v->x <= 1;
}

static bool gives_count(const struct simd_kernel *k, uint32_t n, struct trip_counts *c)
{
    switch ((enum op_code) k->code->ops[n].code) {
    case OP_shr_u32:
    case OP_shr_s32:
    case OP_shr_u64:
    case OP_shr_s64: {
        const struct simd_value *by = simd_at(k, simd_operand(k, n, 1, false));
        if (by->fixed && by->bits < 64 && (uint64_t) 1 << by->bits >= WARP_LANES &&
            is_index_of_lane(k, simd_operand(k, n, 0, false)))
            return true;
        break;
    }
    case OP_add_32:
    case OP_sub_32:
    case OP_and_32:
    case OP_mov_32:
    case OP_add_64:
    case OP_sub_64:
    case OP_and_64:
    case OP_mov_64:
    case OP_ext_u32_64:
    case OP_ext_s32_64:
    case OP_cut_64_32: break;
    default: return false;
    }
    for (uint32_t i = 0, v; (v = simd_operand(k, n, i, false)) != NO_VALUE; i++)
        if (!is_count(k, v, c))
            return false;
    return !k->ops[n].guarded;
}

/* One number for the warp, or the same in all lanes unless a multiple of their number lies between them. */
static bool is_count(const struct simd_kernel *k, uint32_t value, struct trip_counts *c)
{
    const struct simd_value *v = simd_at(k, value);
    if (v->class != SIMD_VECTOR)
        return v->class == SIMD_UNIFORM || simd_is_one(v);
    for (uint32_t i = 0; i < c->n; i++)
        if (c->taken[i] == value)
            return true;
    if (c->n == TAKEN_MAX || v->constant)
        return false;
    c->taken[c->n++] = value;
    for (uint32_t n = 0; n < k->code->op_count; n++)
        if (k->blocks[k->cfg->block_of[n]].reachable && simd_writes(k, n, value) &&
            !gives_count(k, n, c))
            return false;
    return true;
}

bool simd_compares_counts(const struct simd_kernel *k, uint32_t predicate)
{
    struct trip_counts c = {.n = 0};
    uint32_t n = NO_OP;
    for (uint32_t m = 0; m < k->code->op_count; m++)
        if (k->blocks[k->cfg->block_of[m]].reachable && simd_writes(k, m, predicate))
            n = n == NO_OP ? m : SEVERAL_OPS;
    return n < SEVERAL_OPS && !k->ops[n].guarded && simd_scalar_condition(&k->code->ops[n]) >= 0 &&
           is_count(k, simd_operand(k, n, 0, false), &c) &&
           is_count(k, simd_operand(k, n, 1, false), &c);
}

/* ---- branches on bits of lanes that mostly agree: what tells whether a thread lies inside of something, in more ways than one comparison
 * of scalars ---- */

/* A scalar, or two of them in one: `(x | y) < 0`. */
static bool is_of_scalars(const struct simd_kernel *k, uint32_t value)
{
    if (simd_at(k, value)->class == SIMD_SCALAR)
        return true;
    uint32_t n = k->definition[value];
    if (n >= SEVERAL_OPS || k->ops[n].guarded)
        return false;
    switch (k->code->ops[n].code) {
    case OP_or_32:
    case OP_min_s32:
    case OP_max_s32:
        return simd_at(k, simd_operand(k, n, 0, false))->class == SIMD_SCALAR &&
               simd_at(k, simd_operand(k, n, 1, false))->class == SIMD_SCALAR;
    default: return false;
    }
}

static bool mostly_agrees(const struct simd_kernel *k, uint32_t predicate, uint32_t depth)
{
    uint32_t n = k->definition[predicate];
    if (n >= SEVERAL_OPS || k->ops[n].guarded || depth == FUSED_MAX)
        return false;
    uint32_t a = simd_operand(k, n, 0, false), b = simd_operand(k, n, 1, false);
    if (is_logic(k, n))
        return mostly_agrees(k, a, depth + 1) && mostly_agrees(k, b, depth + 1);
    int cc = simd_scalar_condition(&k->code->ops[n]);
    if (cc < 0)
        return false;
    if (is_equality(cc))
        return simd_at(k, a)->class == SIMD_SCALAR && simd_at(k, b)->class == SIMD_SCALAR &&
               !simd_at(k, a)->x && !simd_at(k, b)->x;
    return is_of_scalars(k, a) && is_of_scalars(k, b);
}

static bool agrees_on_bits(const struct simd_kernel *k, uint32_t b)
{
    uint32_t last = k->cfg->blocks[b].end - 1;
    const struct op *op = &k->code->ops[last];
    if (op_infos[op->code].kind != OP_KIND_BRANCH || op->target == 1)
        return false;
    uint32_t p = simd_operand(k, last, 0, false);
    return !simd_at(k, p)->uniform && mostly_agrees(k, p, 0);
}

bool simd_expects_edge(const struct simd_kernel *k, uint32_t b, uint32_t to)
{
    struct simd_fused f = find_fused(k, b);
    uint32_t last = k->cfg->blocks[b].end - 1;
    if (!f.count)
        return agrees_on_bits(k, b);
    const struct op *op = &k->code->ops[last];
    uint32_t taken = k->cfg->block_of[last + op->target],
             yes = op->count ? last + 1 : last + op->target;
    const struct simd_value *p = simd_at(k, simd_operand(k, f.ops[0], 0, false)),
                            *q = simd_at(k, simd_operand(k, f.ops[0], 1, false));
    int cc = simd_scalar_condition(&k->code->ops[f.ops[0]]);
    if (taken == k->cfg->block_of[last + 1])
        return false;
    if (f.logic)
        return (to == k->cfg->block_of[yes]) == f.expected[0];
    if ((p->x || q->x) && is_equality(cc)) /* lanes never agree that they equal something */
        return (to == k->cfg->block_of[yes]) == (cc == CC_NE);
    return true;
}

bool simd_waits_for_branch(const struct simd_kernel *k, uint32_t n)
{
    struct simd_fused f = {0};
    if (k->ops[n].how == HOW_COMPARE)
        f = simd_find_fused(k, k->cfg->block_of[n]);
    return is_in(&f, n);
}

bool simd_is_fused(const struct simd_gen *g, uint32_t n)
{
    return is_in(&g->fused, n);
}

bool simd_is_read_again(const struct simd_kernel *k, uint32_t branch)
{
    const struct simd_value *p = simd_at(k, simd_operand(k, branch, 0, false));
    return p->global || p->last_op != branch;
}

/* ---- code ---- */

struct corners {
    const struct simd_value *v, *c; /* the operand with a stride, and the other */
    int cc;                         /* of v against c */
    uint32_t rows;
    int32_t span; /* from the first lane of a row to the last */
};

static int mirrored(int cc)
{
    static const int of[16] = {
        [CC_B] = CC_A,   [CC_A] = CC_B, [CC_AE] = CC_BE, [CC_BE] = CC_AE, [CC_E] = CC_E,
        [CC_NE] = CC_NE, [CC_L] = CC_G, [CC_G] = CC_L,   [CC_LE] = CC_GE, [CC_GE] = CC_LE};
    return of[cc];
}

static struct corners corners_of(const struct simd_gen *g, uint32_t n)
{
    const struct simd_value *a = simd_at(g->k, simd_operand(g->k, n, 0, false)),
                            *b = simd_at(g->k, simd_operand(g->k, n, 1, false));
    int cc = simd_scalar_condition(simd_op_at(g, n));
    struct corners c = {.v = b->x ? b : a, .c = b->x ? a : b, .cc = b->x ? mirrored(cc) : cc};
    c.rows = a->rows || b->rows ? g->k->rows : 1;
    c.span = (int32_t) span_of(g->k, c.v);
    return c;
}

static bool is_one(const struct simd_gen *g, uint32_t n)
{
    return simd_at(g->k, simd_operand(g->k, n, 0, true))->uniform;
}

bool simd_is_equality(const struct simd_gen *g, uint32_t n)
{
    struct corners c = corners_of(g, n);
    return c.span && is_equality(c.cc);
}

/* eax: what simd_find_equal has found of a row of 32 lanes with stride 1: the lane that has the number. Writes the predicate. */
static void write_equal(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    x86_r(x, ALU_MOV, false, RCX, RAX);
    x86_r_i(x, ALU_MOV, false, RAX, 1);
    x86_shift_cl(x, SHIFT_LEFT, false, RAX);
    if (simd_scalar_condition(simd_op_at(g, n)) == CC_NE)
        x86_unary(x, UNARY_NOT, false, RAX);
    x86_store(x, false, vreg_at(simd_at(g->k, simd_operand(g->k, n, 0, true))->vreg), RAX);
}

static bool finds_lane(const struct simd_gen *g, uint32_t n)
{
    struct corners c = corners_of(g, n);
    return simd_is_equality(g, n) && c.v->x == 1 && g->k->rows == 1;
}

/* Whether a lane of some row has the number: then cold code compares all. */
void simd_find_equal(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    struct x86 *x = x86_of(g);
    struct corners c = corners_of(g, n);
    for (uint32_t row = 0; row < c.rows; row++) {
        simd_load_scalar(g, c.c, row, RAX);
        simd_with_scalar(g, ALU_SUB, RAX, c.v, row);
        x86_r_i(x, ALU_CMP, false, RAX, c.span);
        simd_cold_if(g, cold, CC_BE);
    }
}

/* The first lane of a row against the other operand. */
static void compare_first(struct simd_gen *g, const struct corners *c, uint32_t row)
{
    enum x86_gpr reg = simd_gpr(g, c->v, row);
    if (reg == NO_GPR)
        simd_load_scalar(g, c->v, row, reg = RAX);
    simd_with_scalar(g, ALU_CMP, reg, c->c, row);
}

/* The first lane's answer: a jump if it is `holds`. */
uint32_t simd_first_corner(struct simd_gen *g, uint32_t n, bool holds)
{
    struct corners c = corners_of(g, n);
    compare_first(g, &c, 0);
    return x86_jump(x86_of(g), (enum x86_cond)(c.cc ^ !holds));
}

/* If no lane wraps, one corner of a row answers for all of them that the comparison holds, and one that it does not. */
static bool last_decides(const struct corners *c, bool holds)
{
    bool less = c->cc == CC_L || c->cc == CC_LE || c->cc == CC_B || c->cc == CC_BE;
    return c->span && (less == holds) == (c->span > 0);
}

/* An index of a thread is small: no lane wraps. */
static bool may_wrap(const struct simd_kernel *k, const struct simd_value *v)
{
    uint32_t n = v->constant ? NO_OP : k->definition[v - k->values.at];
    if (n >= SEVERAL_OPS)
        return !v->is_thread;
    switch (k->code->ops[n].code) {
    case OP_mov_32:
    case OP_ext_s32_64:
    case OP_ext_u32_64:
    case OP_cut_64_32: return may_wrap(k, simd_at(k, simd_operand(k, n, 0, false)));
    default: return true;
    }
}

/* Cold code compares all lanes if one does not answer `holds`, or if a lane wraps. */
static void check_row(struct simd_gen *g, const struct corners *c, uint32_t row, bool holds,
                      bool first_is_known, uint32_t cold)
{
    struct x86 *x = x86_of(g);
    if (!last_decides(c, holds) && !first_is_known) {
        compare_first(g, c, row);
        simd_cold_if(g, cold, c->cc ^ holds);
    }
    bool wraps = c->span && may_wrap(g->k, c->v), decides = last_decides(c, holds);
    if (!wraps && !decides)
        return;
    simd_load_scalar(g, c->v, row, RAX);
    x86_r_i(x, ALU_ADD, false, RAX, c->span);
    if (wraps)
        simd_cold_if(g, cold, is_unsigned(c->cc) ? CC_B : CC_O);
    if (!decides)
        return;
    simd_with_scalar(g, ALU_CMP, RAX, c->c, row);
    simd_cold_if(g, cold, c->cc ^ holds);
}

/* Behind simd_first_corner, of whose lane `holds` is known. */
void simd_other_corners(struct simd_gen *g, uint32_t n, bool holds, uint32_t cold)
{
    struct corners c = corners_of(g, n);
    for (uint32_t row = 0; row < c.rows; row++)
        check_row(g, &c, row, holds, !row, cold);
}

/* Cold code takes over if a comparison has another answer than the one that is expected. */
void simd_check_expected(struct simd_gen *g, uint32_t cold)
{
    for (uint32_t i = 0; i < g->fused.count; i++) {
        uint32_t n = g->fused.ops[i];
        bool expected = g->fused.expected[i];
        if (is_logic(g->k, n))
            continue;
        if (!is_one(g, n) && simd_is_equality(g, n)) {
            simd_find_equal(g, n, cold);
            continue;
        }
        struct corners c = corners_of(g, n);
        for (uint32_t row = 0; row < (is_one(g, n) ? 1 : c.rows); row++)
            check_row(g, &c, row, expected, false, cold);
    }
}

/* Behind the check of the branch: what all lanes answer. */
void simd_compare_parted(struct simd_gen *g, uint32_t branch)
{
    if (!g->fused.logic && finds_lane(g, g->fused.ops[0]) && !simd_fails(g->k, branch))
        write_equal(g, g->fused.ops[0]);
    else
        simd_compare_fused(g, branch);
}

/* The comparisons of all lanes, of those before an op, in the order of the ops. */
void simd_compare_fused(struct simd_gen *g, uint32_t to)
{
    for (uint32_t n = g->k->cfg->blocks[g->k->cfg->block_of[to]].first; n < to; n++) {
        if (!simd_is_fused(g, n))
            continue;
        if (g->k->ops[n].how == HOW_COMPARE)
            simd_compare_op(g, n);
        else
            simd_scalar_op(g, n);
    }
}
