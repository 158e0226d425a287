/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix products with kernels/matmul.cu. A product with a vector is a reduction of an expression instead. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "compute/compute.h"

static bool unfit(const struct job *j, const struct array *a, const struct array *b)
{
    struct buf left = {0}, right = {0};
    array_shape_print(&left, a);
    array_shape_print(&right, b);
    struct diag *d =
        diag_error(j->diags, DIAG_MEMORY, j->at,
                   "matrices of shapes %s and %s cannot be multiplied", left.p, right.p);
    diag_help(j->diags, d,
              "the number of columns of the first must equal the number of rows of the second");
    buf_free(&left);
    buf_free(&right);
    return false;
}

/* sum(a * x, last axis), or sum(column x * b, axis before the last) */
static struct array *with_vector(const struct job *j, const struct array *a, const struct array *b)
{
    bool right = b->rank == 1;
    struct array *column = array_ref_view(right ? b : a);
    if (!right) {
        column->rank = 2;
        column->shape[1] = 1;
        column->stride[1] = 1;
    }
    struct operand operands[2] = {
        {.kind = OPERAND_ARRAY, .type = a->dtype.name, .array = right ? a : column},
        {.kind = OPERAND_ARRAY, .type = b->dtype.name, .array = right ? column : b}
    };
    struct expression e = {.text = "v0 * v1", .dtype = a->dtype, .operands = operands, .count = 2};
    struct array *out = NULL;
    int64_t axis = right ? a->rank - 1 : b->rank - 2;
    compute_reduce(j, "sum", &e, a->dtype, axis, NULL, &out);
    array_unref(&column);
    return out;
}

static bool run(const struct job *j, const struct array *a, const struct array *b, struct array *c)
{
    bool large = a->dtype.size == 8;
    int r = large ? 4 : 8, tile = 16 * r;
    int32_t m = (int32_t) a->shape[a->rank - 2], depth = (int32_t) a->shape[a->rank - 1],
            n = (int32_t) b->shape[b->rank - 1];
    int64_t a_step = a->rank == 3 && a->shape[0] > 1 ? (int64_t) m * depth : 0,
            b_step = b->rank == 3 && b->shape[0] > 1 ? (int64_t) n * depth : 0;
    uint64_t from_a = array_address(a), from_b = array_address(b), to = array_address(c);
    char args[64];
    snprintf(args, sizeof args, "%s, %d", a->dtype.name, r);
    struct work w = {
        .library = "matmul",
        .kernel = "warpcell::matmul",
        .args = launch_name(j->launcher, args),
        .grid = {blocks_of(n,                               (uint32_t) tile), blocks_of(m, (uint32_t) tile),
                 c->rank == 3 ? (uint32_t) c->shape[0] : 1},
        .block = {256, 1,                 1                         }
    };
    struct work_arg params[] = {ARG(m),      ARG(n),      ARG(depth),  ARG(from_a),
                                ARG(a_step), ARG(from_b), ARG(b_step), ARG(to)};
    return !array_count(c) || compute_run(j, &w, params, 8);
}

bool compute_matmul_fits(const struct job *j, const struct array *a, const struct array *b)
{
    int64_t depth = array_extent(a, a->rank - 1), batches = array_extent(a, 0),
            others = array_extent(b, 0);
    bool fits = depth == array_extent(b, b->rank == 1 ? 0 : b->rank - 2);
    if (a->rank == 3 && b->rank == 3 && batches != others)
        fits &= batches == 1 || others == 1;
    return fits || unfit(j, a, b);
}

/* Four products of parts. */
static struct array *complex_product(const struct job *j, const struct array *a,
                                     const struct array *b)
{
    struct array *parts[2][2] =
        {
            {compute_part(a, false), compute_part(a, true)},
            {compute_part(b, false), compute_part(b, true)}
    },
                 *products[4] = {NULL}, *out = NULL;
    struct operand operands[4];
    struct job apart = *j;
    char text[160];
    bool ok = true;
    apart.into = NULL; /* which is complex */
    for (int i = 0; ok && i < 4; i++) {
        products[i] = compute_matmul(&apart, parts[0][i / 2], parts[1][i % 2]);
        ok = products[i];
        if (ok)
            operands[i] = (struct operand){
                .kind = OPERAND_ARRAY, .type = products[i]->dtype.name, .array = products[i]};
    }
    snprintf(text, sizeof text, "warpcell::pair<%s>(v0 - v3, v1 + v2)", a->dtype.name);
    struct expression e = {.text = text, .dtype = a->dtype, .operands = operands, .count = 4};
    if (ok)
        out = compute_temporary(j, a->dtype, products[0]->rank, products[0]->shape);
    if (out && array_count(out) && !compute_into(j, &e, out))
        array_unref(&out);
    for (int i = 0; i < 4; i++) {
        array_unref(&parts[i / 2][i % 2]);
        array_unref(&products[i]);
    }
    return out;
}

struct array *compute_matmul(const struct job *j, const struct array *a, const struct array *b)
{
    int64_t batch = a->rank == 3 ? a->shape[0] : 1;
    if (!compute_matmul_fits(j, a, b))
        return NULL;
    if (a->dtype.kind == DTYPE_OTHER)
        return complex_product(j, a, b);
    if (b->rank == 3 && batch == 1)
        batch = b->shape[0];
    if (a->rank == 1 || b->rank == 1)
        return with_vector(j, a, b);
    int64_t shape[3] = {batch, a->shape[a->rank - 2], b->shape[b->rank - 1]};
    bool flat = a->rank == 2 && b->rank == 2;
    struct array *x = compute_dense(j, a, a->dtype), *y = compute_dense(j, b, b->dtype),
                 *c = x && y ? compute_result(j, a->dtype, flat ? 2 : 3, flat ? shape + 1 : shape,
                                              a, b)
                             : NULL;
    if (c && !run(j, x, y, c))
        array_unref(&c);
    array_unref(&x);
    array_unref(&y);
    return c;
}
