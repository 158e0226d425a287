/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices made of matrices and vectors without arithmetic of their own: diagonals, triangles, outer products. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compute/linear.h"

static struct operand of_array(const struct array *a)
{
    return (struct operand){.kind = OPERAND_ARRAY, .type = dtype_text(a->dtype), .array = a};
}

static struct operand of_long(int64_t v)
{
    return (struct operand){
        .kind = OPERAND_VALUE, .type = "long", .size = 8, .value = (uint64_t) v};
}

/* Halves are computed as floats. */
static struct dtype seen_as(struct dtype t)
{
    return dtype_is_half(t) ? dtype_of(DTYPE_F32) : t;
}

static struct array *filled(const struct job *j, const char *text, struct dtype t,
                            const struct operand *operands, uint32_t count, uint32_t rank,
                            const int64_t *shape)
{
    struct expression e = {.text = text, .dtype = seen_as(t), .operands = operands, .count = count};
    struct array *out = compute_temporary(j, t, rank, shape);
    if (out && array_count(out) && !compute_into(j, &e, out))
        array_unref(&out);
    return out;
}

struct array *array_transposed(const struct array *a)
{
    struct array *v = array_ref_view(a);
    for (uint32_t k = 0; k < a->rank; k++) {
        v->shape[k] = a->shape[a->rank - 1 - k];
        v->stride[k] = a->stride[a->rank - 1 - k];
    }
    return v;
}

struct array *array_diagonal(const struct array *a, int64_t k)
{
    struct array *v = array_ref_view(a);
    int64_t row = k < 0 ? -k : 0, column = k > 0 ? k : 0, rows = a->shape[0] - row,
            columns = a->shape[1] - column, n = rows < columns ? rows : columns;
    v->rank = 1;
    v->shape[0] = n > 0 ? n : 0;
    v->stride[0] = a->stride[0] + a->stride[1];
    if (n > 0)
        v->offset +=
            (uint64_t) ((row * a->stride[0] + column * a->stride[1]) * (int64_t) a->dtype.size);
    return v;
}

struct array *compute_eye(const struct job *j, struct dtype t, int64_t rows, int64_t columns)
{
    int64_t shape[2] = {rows, columns};
    struct operand operands[2] = {
        {.kind = OPERAND_INDEX, .rank = 2, .shape = {rows, columns}},
        of_long(columns)
    };
    char text[96] = "v0 / v1 == v0 % v1";
    if (t.kind == DTYPE_OTHER)
        snprintf(text, sizeof text, "warpcell::pair<%s>(v0 / v1 == v0 %% v1, 0)", t.name);
    return filled(j, text, t, operands, 2, 2, shape);
}

struct array *compute_triangle(const struct job *j, const struct array *a, bool upper, int64_t k)
{
    char text[160];
    const char *t = seen_as(a->dtype).name;
    struct operand operands[4] = {
        of_array(a),
        {.kind = OPERAND_INDEX, .rank = 2, .shape = {a->shape[0], a->shape[1]}},
        of_long(a->shape[1]),
        of_long(k)
    };
    snprintf(text, sizeof text,
             a->dtype.kind == DTYPE_OTHER
                 ? "v1 %% v2 - v1 / v2 %s v3 ? v0 : warpcell::pair<%s>(0, 0)"
                 : "v1 %% v2 - v1 / v2 %s v3 ? v0 : (%s) 0",
             upper ? ">=" : "<=", t);
    return filled(j, text, a->dtype, operands, 4, 2, a->shape);
}

struct array *compute_diag(const struct job *j, const struct array *x, int64_t k)
{
    int64_t n = x->shape[0] + (k < 0 ? -k : k), shape[2] = {n, n};
    struct array *out = compute_temporary(j, x->dtype, 2, shape), /* of zeros */
        *line = out ? array_diagonal(out, k) : NULL;
    if (out && array_count(x) && !compute_copy(j, line, x))
        array_unref(&out);
    array_unref(&line);
    return out;
}

/* x * y as elements of type t, in an array of this shape. */
static struct array *multiplied(const struct job *j, const struct array *x, const struct array *y,
                                struct dtype t, uint32_t rank, const int64_t *shape)
{
    char text[160];
    const char *name = seen_as(t).name;
    struct operand operands[2] = {of_array(x), of_array(y)};
    if (t.kind == DTYPE_OTHER)
        snprintf(text, sizeof text, "warpcell::__complex_product<%s>(v0, v1)", name);
    else
        snprintf(text, sizeof text, "(%s) v0 * (%s) v1", name, name);
    return filled(j, text, t, operands, 2, rank, shape);
}

/* A view of another rank, with these axes; the others have length 1. */
static struct array *spread(const struct array *a, uint32_t rank, const uint32_t *axes)
{
    struct array *v = array_ref_view(a);
    v->rank = rank;
    for (uint32_t k = 0; k < rank; k++) {
        v->shape[k] = 1;
        v->stride[k] = 1;
    }
    for (uint32_t k = 0; k < a->rank; k++) {
        v->shape[axes[k]] = a->shape[k];
        v->stride[axes[k]] = a->stride[k];
    }
    return v;
}

struct array *compute_outer(const struct job *j, const struct array *x, const struct array *y,
                            struct dtype t)
{
    int64_t shape[2] = {x->shape[0], y->shape[0]};
    struct array *column = spread(x, 2, (uint32_t[]){0}), *row = spread(y, 2, (uint32_t[]){1}),
                 *out = multiplied(j, column, row, t, 2, shape);
    array_unref(&column);
    array_unref(&row);
    return out;
}

static struct array *kron_of_vectors(const struct job *j, const struct array *a,
                                     const struct array *b, struct dtype t)
{
    struct array *out = compute_outer(j, a, b, t);
    if (out) {
        out->rank = 1;
        out->shape[0] = a->shape[0] * b->shape[0];
        out->stride[0] = 1;
    }
    return out;
}

struct array *compute_kron(const struct job *j, const struct array *a, const struct array *b,
                           struct dtype t)
{
    if (a->rank == 1)
        return kron_of_vectors(j, a, b, t);
    int64_t shape[4] = {a->shape[0], b->shape[0], a->shape[1], b->shape[1]};
    struct array *x = spread(a, 4, (uint32_t[]){0, 2}), *y = spread(b, 4, (uint32_t[]){1, 3}),
                 *out = multiplied(j, x, y, t, 4, shape);
    array_unref(&x);
    array_unref(&y);
    if (out) {
        out->rank = 2;
        out->shape[0] = shape[0] * shape[1];
        out->shape[1] = out->stride[0] = shape[2] * shape[3];
        out->stride[1] = 1;
    }
    return out;
}
