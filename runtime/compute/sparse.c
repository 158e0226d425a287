/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse matrices, by selections, sorts and scans of dense arrays, and kernels/sparse.cu for products. */
#include "compute/sparse.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "compute/linear.h"

enum { BLOCK = 128, WIDTH_MOST = 65535 /* gridDim.y */ };

static struct operand of_array(const struct array *a)
{
    return (struct operand){.kind = OPERAND_ARRAY, .type = dtype_text(a->dtype), .array = a};
}

static struct operand of_table(const struct array *a)
{
    return (struct operand){.kind = OPERAND_TABLE, .type = dtype_text(a->dtype), .array = a};
}

static struct operand of_long(int64_t v)
{
    return (struct operand){
        .kind = OPERAND_VALUE, .type = "long", .size = 8, .value = (uint64_t) v};
}

static struct array *computed(const struct job *j, const char *text, enum dtype_kind kind,
                              const struct operand *operands, uint32_t count, int64_t n)
{
    struct expression e = {
        .text = text, .dtype = dtype_of(kind), .operands = operands, .count = count};
    struct array *out = compute_temporary(j, e.dtype, 1, &n);
    if (out && n && !compute_into(j, &e, out))
        array_unref(&out);
    return out;
}

/* 0 and the sums of the counts so far. */
static struct array *offsets_of(const struct job *j, const struct array *counts)
{
    int64_t n = counts->shape[0] + 1;
    struct array *sums = compute_scan(j, counts, dtype_of(DTYPE_I32), false),
                 *out = sums ? compute_temporary(j, dtype_of(DTYPE_I32), 1, &n) : NULL,
                 *behind = out ? array_rows(out, 1, n - 1) : NULL,
                 *first = out ? array_rows(out, 0, 1) : NULL;
    struct operand zero = of_long(0);
    struct expression e = {
        .text = "v0", .dtype = dtype_of(DTYPE_I32), .operands = &zero, .count = 1};
    if (out && (!compute_into(j, &e, first) || (n > 1 && !compute_copy(j, behind, sums))))
        array_unref(&out);
    array_unref(&sums);
    array_unref(&behind);
    array_unref(&first);
    return out;
}

static bool all_there(struct array *out[3])
{
    bool there = out[0] && out[1] && out[2];
    for (int i = 0; !there && i < 3; i++)
        array_unref(&out[i]);
    return there;
}

bool compute_csr(const struct job *j, const struct array *a, struct array *out[3])
{
    int64_t rows = a->shape[0], columns = a->shape[1], count = array_count(a);
    struct array *dense = compute_dense(j, a, a->dtype), *flat = NULL, *mask = NULL, *places = NULL,
                 *counts = NULL;
    memset(out, 0, 3 * sizeof *out);
    if (dense) {
        flat = array_ref_view(dense);
        flat->rank = 1;
        flat->shape[0] = count;
        flat->stride[0] = 1;
        bool complex = a->dtype.kind == DTYPE_OTHER;
        struct operand o = of_array(dense), element = of_array(flat);
        struct expression e = {.text = complex ? "v0.x != 0 || v0.y != 0" : "v0 != 0",
                               .dtype = dtype_of(DTYPE_BOOL),
                               .operands = &o,
                               .count = 1};
        mask = complex ? computed(j, e.text, DTYPE_BOOL, &element, 1, count) : array_ref(flat);
        out[0] = mask ? compute_compress(j, flat, mask) : NULL;
        places = out[0] ? compute_compress(j, NULL, mask) : NULL;
        if (places && columns)
            compute_reduce(j, "sum", &e, dtype_of(DTYPE_I64), 1, NULL, &counts);
        else if (places) /* no row has an element */
            counts = computed(j, "v0", DTYPE_I64, (struct operand[]){of_long(0)}, 1, rows);
    }
    if (counts) {
        struct operand operands[2] = {of_array(places), of_long(columns)};
        out[1] = computed(j, "(int) (v0 % v1)", DTYPE_I32, operands, 2, places->shape[0]);
        out[2] = offsets_of(j, counts);
    }
    array_unref(&dense);
    array_unref(&flat);
    array_unref(&mask);
    array_unref(&places);
    array_unref(&counts);
    return all_there(out);
}

static bool one_length(const struct job *j, const struct array *values, const struct array *rows,
                       const struct array *columns)
{
    bool fits = values->shape[0] == rows->shape[0] && values->shape[0] == columns->shape[0];
    if (!fits)
        diag_error(j->diags, DIAG_MEMORY, j->at,
                   "%" PRId64 " values, %" PRId64 " rows and %" PRId64
                   " columns do not make triplets",
                   values->shape[0], rows->shape[0], columns->shape[0]);
    return fits;
}

static bool rows_within(const struct job *j, const struct array *rows, int64_t n)
{
    struct operand o = of_array(rows);
    struct expression e = {.text = "v0", .dtype = dtype_of(DTYPE_I32), .operands = &o, .count = 1};
    int32_t low = 0, high = -1;
    char bytes[8];
    if (!array_count(rows))
        return true;
    if (!compute_reduce(j, "min", &e, e.dtype, -1, bytes, NULL))
        return false;
    memcpy(&low, bytes, sizeof low);
    if (!compute_reduce(j, "max", &e, e.dtype, -1, bytes, NULL))
        return false;
    memcpy(&high, bytes, sizeof high);
    if (low >= 0 && high < n)
        return true;
    diag_error(j->diags, DIAG_MEMORY, j->at, "row %d is outside of a matrix of %" PRId64 " rows",
               low < 0 ? low : high, n);
    return false;
}

bool compute_csr_of_triplets(const struct job *j, const struct array *values,
                             const struct array *rows, const struct array *columns, int64_t n,
                             struct array *out[3])
{
    static const char first_row[] =
        "[&] { long low = 0, high = v2; while (low < high) { const long middle = (low + high) / 2; "
        "if ((v0(v1(middle))) < v3) low = middle + 1; else high = middle; } return (int) low; }()";
    memset(out, 0, 3 * sizeof *out);
    if (!one_length(j, values, rows, columns) || !rows_within(j, rows, n))
        return false;
    int64_t count = values->shape[0], lines = n + 1;
    struct operand pair[2] = {of_array(rows), of_array(columns)};
    struct array *keys = computed(j, "(long) v0 << 32 | (unsigned) v1", DTYPE_I64, pair, 2, count),
                 *order = keys ? compute_sort(j, keys, true) : NULL;
    if (order) {
        struct operand taken[2] = {of_table(values), of_array(order)};
        struct expression e = {
            .text = "v0(v1)", .dtype = values->dtype, .operands = taken, .count = 2};
        out[0] = compute_temporary(j, values->dtype, 1, &count);
        if (out[0] && count && !compute_into(j, &e, out[0]))
            array_unref(&out[0]);
        taken[0] = of_table(columns);
        out[1] = computed(j, "v0(v1)", DTYPE_I32, taken, 2, count);
        struct operand search[4] = {
            of_table(rows),
            of_table(order),
            of_long(count),
            {.kind = OPERAND_INDEX, .rank = 1, .shape = {lines}}
        };
        out[2] = computed(j, first_row, DTYPE_I32, search, 4, lines);
    }
    array_unref(&keys);
    array_unref(&order);
    return all_there(out);
}

static bool is_csr(const struct job *j, const struct array *const csr[3])
{
    bool fits = csr[0]->shape[0] == csr[1]->shape[0] && csr[2]->shape[0] > 0;
    if (!fits) {
        struct diag *d = diag_error(j->diags, DIAG_MEMORY, j->at,
                                    "arrays of %" PRId64 ", %" PRId64 " and %" PRId64
                                    " elements are no sparse matrix",
                                    csr[0]->shape[0], csr[1]->shape[0], csr[2]->shape[0]);
        diag_help(
            j->diags, d,
            "data and indices have one length, indptr has an element more than the matrix has "
            "rows");
    }
    return fits;
}

struct array *compute_csr_product(const struct job *j, const struct array *const csr[3],
                                  const struct array *x)
{
    if (!is_csr(j, csr))
        return NULL;
    int32_t rows = (int32_t) (csr[2]->shape[0] - 1), columns = (int32_t) x->shape[0],
            count = (int32_t) csr[0]->shape[0], width = x->rank == 2 ? (int32_t) x->shape[1] : 1;
    int64_t shape[2] = {rows, width};
    struct dtype whole = dtype_of(DTYPE_I32);
    struct array *parts[4] = {compute_dense(j, csr[0], csr[0]->dtype),
                              compute_dense(j, csr[1], whole), compute_dense(j, csr[2], whole),
                              compute_dense(j, x, x->dtype)},
                 *out = NULL;
    bool ok = parts[0] && parts[1] && parts[2] && parts[3];
    if (ok)
        out = compute_temporary(j, x->dtype, x->rank, shape);
    if (out && array_count(out)) {
        uint64_t data = array_address(parts[0]), indices = array_address(parts[1]),
                 indptr = array_address(parts[2]), from = array_address(parts[3]),
                 to = array_address(out);
        struct work w = {
            .library = "sparse",
            .kernel = "warpcell::csr_product",
            .args = x->dtype.name,
            .grid = {blocks_of(rows, BLOCK), width < WIDTH_MOST ? (uint32_t) width : WIDTH_MOST, 1},
            .block = {BLOCK,              1,                1                                                   }
        };
        struct work_arg params[] = {ARG(rows),    ARG(columns), ARG(count), ARG(width), ARG(data),
                                    ARG(indices), ARG(indptr),  ARG(from),  ARG(to)};
        if (!compute_run(j, &w, params, 9))
            array_unref(&out);
    }
    for (int i = 0; i < 4; i++)
        array_unref(&parts[i]);
    return out;
}

struct array *compute_csr_dense(const struct job *j, const struct array *const csr[3],
                                int64_t columns)
{
    struct array *unit = compute_eye(j, csr[0]->dtype, columns, columns),
                 *out = unit ? compute_csr_product(j, csr, unit) : NULL;
    array_unref(&unit);
    return out;
}
