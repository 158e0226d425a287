/* SPDX-License-Identifier: Apache-2.0 */
/* Branches on a comparison of scalars, in a block that all lanes run. The comparison is written with the branch: it is monotone in the lane, so the
 * first and the last lane of each row answer for all, and what they agree on is a jump. If they do not, cold code compares all
 * lanes. Next: simd_code.c. */
#include "device/cpu/jit/simd_gen.h"

/* ---- which comparisons ---- */

/* It neither leaves machine code nor writes what the comparison reads, so the comparison may come after it. */
static bool may_precede(const struct simd_kernel *k, uint32_t n, uint32_t compare)
{
    enum simd_how how = (enum simd_how) k->ops[n].how;
    const struct simd_use *u = simd_uses(k, n);
    if (k->ops[n].guarded || simd_may_leave(k, n) ||
        !(how == HOW_NOTHING || how == HOW_SCALAR || how == HOW_UNIFORM || how == HOW_VECTOR))
        return false;
    for (uint32_t i = 0; i < k->ops[n].count; i++)
        for (uint32_t j = 0; j < k->ops[compare].count; j++)
            if (u[i].value == simd_uses(k, compare)[j].value &&
                (u[i].writes || simd_uses(k, compare)[j].writes))
                return false;
    return true;
}

static bool writes(const struct simd_kernel *k, uint32_t n, uint32_t value)
{
    for (uint32_t i = 0; i < k->ops[n].count; i++)
        if (simd_uses(k, n)[i].writes && simd_uses(k, n)[i].value == value)
            return true;
    return false;
}

static int64_t span_of(const struct simd_kernel *k, const struct simd_value *v)
{
    return v->x * (int64_t) (WARP_LANES / k->rows - 1);
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

uint32_t simd_fused_compare(const struct simd_kernel *k, uint32_t b)
{
    uint32_t last = k->cfg->blocks[b].end - 1, n = last;
    if (!k->blocks[b].full || op_infos[k->code->ops[last].code].kind != OP_KIND_BRANCH)
        return UINT32_MAX;
    uint32_t p = simd_operand(k, last, 0, false);
    while (n > k->cfg->blocks[b].first && !writes(k, n, p))
        n--;
    if (!writes(k, n, p) || !has_corners(k, n))
        return UINT32_MAX;
    for (uint32_t m = n + 1; m < last; m++)
        if (!may_precede(k, m, n))
            return UINT32_MAX;
    return n;
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
    c.rows = a->rows || b->rows ? 2 : 1;
    c.span = (int32_t) span_of(g->k, c.v);
    return c;
}

bool simd_is_equality(const struct simd_gen *g, uint32_t n)
{
    struct corners c = corners_of(g, n);
    return c.span && is_equality(c.cc);
}

/* Whether a lane of some row has the number: then cold code compares all. */
void simd_find_equal(struct simd_gen *g, uint32_t n, uint32_t cold)
{
    struct x86 *x = x86_of(g);
    struct corners c = corners_of(g, n);
    for (uint32_t row = 0; row < c.rows; row++) {
        simd_load_scalar(g, c.c, row, RAX);
        x86_r_m(x, ALU_SUB, false, RAX, simd_slot(g, c.v, row));
        x86_r_i(x, ALU_CMP, false, RAX, c.span);
        simd_cold_if(g, cold, CC_BE);
    }
}

/* The first lane's answer: a jump if it is `holds`. */
uint32_t simd_first_corner(struct simd_gen *g, uint32_t n, bool holds)
{
    struct corners c = corners_of(g, n);
    simd_load_scalar(g, c.v, 0, RAX);
    simd_with_scalar(g, ALU_CMP, c.c, 0);
    return x86_jump(x86_of(g), (enum x86_cond)(c.cc ^ !holds));
}

/* The other corners, behind simd_first_corner: cold code compares all lanes if one does not answer `holds`, or if a lane wraps. */
void simd_other_corners(struct simd_gen *g, uint32_t n, bool holds, uint32_t cold)
{
    struct x86 *x = x86_of(g);
    struct corners c = corners_of(g, n);
    for (uint32_t row = 0; row < c.rows && (c.span || c.rows == 2); row++) {
        if (row) {
            simd_load_scalar(g, c.v, row, RAX);
            simd_with_scalar(g, ALU_CMP, c.c, row);
            simd_cold_if(g, cold, c.cc ^ holds);
        }
        if (!c.span)
            continue;
        x86_r_i(x, ALU_ADD, false, RAX, c.span);
        simd_cold_if(g, cold, is_unsigned(c.cc) ? CC_B : CC_O);
        simd_with_scalar(g, ALU_CMP, c.c, row);
        simd_cold_if(g, cold, c.cc ^ holds);
    }
}
