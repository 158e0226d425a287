/* SPDX-License-Identifier: Apache-2.0 */
/* Einstein sums of several arrays, from left to right: what only one operand has is summed first; a pair is a matrix product of its operands with
 * their axes in the order [common, own, contracted], or where that would be many tiny products, an element-wise one. */
#include "compute/einsum.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"

/* An array whose axis k is called letters[k]. No letters: a number, in an array of one element. */
struct einsum_term {
    struct array *a;
    uint32_t rank;
    char letters[ARRAY_RANK_MAX];
};

static bool has(const char *letters, uint32_t n, char c)
{
    return n && memchr(letters, c, n);
}

static uint32_t axis_of(const struct einsum_term *t, char c)
{
    uint32_t k = 0;
    while (t->letters[k] != c)
        k++;
    return k;
}

static void term_set(struct einsum_term *t, struct array *a)
{
    array_unref(&t->a);
    t->a = a;
}

static bool too_many(const struct job *j)
{
    struct diag *d = diag_error(j->diags, DIAG_MEMORY, j->at,
                                "an intermediate result of 'einsum' would have more than %d axes",
                                ARRAY_RANK_MAX);
    diag_help(j->diags, d, "operands are combined from left to right: change their order");
    return false;
}

/* ---- one operand ---- */

/* Equal letters become one: the diagonal. A view. */
static bool diagonals(const struct job *j, struct einsum_term *t)
{
    for (uint32_t k = 0; k < t->rank; k++) {
        uint32_t first = axis_of(t, t->letters[k]);
        if (first == k)
            continue;
        if (t->a->shape[first] != t->a->shape[k]) {
            diag_error(j->diags, DIAG_MEMORY, j->at,
                       "'%c' stands for axes of %" PRId64 " and of %" PRId64 " elements",
                       t->letters[k], t->a->shape[first], t->a->shape[k]);
            return false;
        }
        t->a->stride[first] += t->a->stride[k];
        t->rank--;
        for (uint32_t m = k; m < t->rank; m++) {
            t->letters[m] = t->letters[m + 1];
            t->a->shape[m] = t->a->shape[m + 1];
            t->a->stride[m] = t->a->stride[m + 1];
        }
        t->a->rank = t->rank;
        k--;
    }
    return true;
}

/* A view with the axes of `letters`, in this order; those that the term lacks have length 1. */
static struct array *seen(const struct einsum_term *t, const char *letters, uint32_t n)
{
    struct array *v = array_ref_view(t->a);
    v->rank = n ? n : 1;
    v->shape[0] = v->stride[0] = 1;
    for (uint32_t k = 0; k < n; k++) {
        bool there = has(t->letters, t->rank, letters[k]);
        v->shape[k] = there ? t->a->shape[axis_of(t, letters[k])] : 1;
        v->stride[k] = there ? t->a->stride[axis_of(t, letters[k])] : 1;
    }
    return v;
}

static struct operand operand_of(const struct array *a)
{
    return (struct operand){.kind = OPERAND_ARRAY, .type = dtype_text(a->dtype), .array = a};
}

/* The sum of a term, or of the product of two, over the axes `gone`; the others keep the order of `kept`. The first sum computes the product. */
static struct array *summed(const struct job *j, const struct einsum_term *x,
                            const struct einsum_term *y, const char *kept, uint32_t kept_count,
                            const char *gone, uint32_t gone_count)
{
    char order[2 * ARRAY_RANK_MAX], text[160];
    uint32_t n = kept_count + gone_count, lead = kept_count ? 0 : 1;
    if (n + lead > ARRAY_RANK_MAX) {
        too_many(j);
        return NULL;
    }
    order[0] = ' '; /* an axis of one element: a reduction leaves at least one */
    memcpy(order + lead, kept, kept_count);
    memcpy(order + lead + kept_count, gone, gone_count);
    struct array *a = seen(x, order, n + lead), *b = y ? seen(y, order, n + lead) : NULL,
                 *out = NULL;
    struct dtype t = x->a->dtype;
    struct operand operands[2] = {operand_of(a), b ? operand_of(b) : operand_of(a)};
    bool complex = t.kind == DTYPE_OTHER;
    snprintf(text, sizeof text,
             complex ? "warpcell::__complex_product<%s>(v0, v1)" : "(%s) (v0 * v1)", t.name);
    struct expression e = {
        .text = b ? text : "v0", .dtype = t, .operands = operands, .count = b ? 2 : 1};
    if (!gone_count)
        out = compute_new(j, &e);
    for (uint32_t k = 0; k < gone_count; k++) {
        struct array *less = NULL;
        compute_reduce(j, complex ? "__complex_total" : "sum", &e, t, n + lead - 1 - k, NULL,
                       &less);
        array_unref(&out);
        out = less;
        if (!out)
            break;
        operands[0] = operand_of(out);
        e.text = "v0";
        e.count = 1;
    }
    array_unref(&a);
    array_unref(&b);
    return out;
}

/* Sums over the letters that nothing else needs. */
static bool alone(const struct job *j, struct einsum_term *t, const char *needed)
{
    char kept[ARRAY_RANK_MAX], gone[ARRAY_RANK_MAX];
    uint32_t n = 0, g = 0;
    for (uint32_t k = 0; k < t->rank; k++)
        if (strchr(needed, t->letters[k]))
            kept[n++] = t->letters[k];
        else
            gone[g++] = t->letters[k];
    if (!g)
        return true;
    struct array *out = summed(j, t, NULL, kept, n, gone, g);
    if (!out)
        return false;
    term_set(t, out);
    memcpy(t->letters, kept, n);
    t->rank = n;
    return true;
}

/* ---- two operands ---- */

struct einsum_pair {
    char common[ARRAY_RANK_MAX], own[2][ARRAY_RANK_MAX], gone[ARRAY_RANK_MAX];
    uint32_t common_count, own_count[2], gone_count;
};

static bool sort_letters(const struct job *j, const struct einsum_term *x,
                         const struct einsum_term *y, const char *needed, struct einsum_pair *p)
{
    memset(p, 0, sizeof *p);
    for (uint32_t k = 0; k < x->rank; k++) {
        char c = x->letters[k];
        if (!has(y->letters, y->rank, c))
            p->own[0][p->own_count[0]++] = c;
        else if (strchr(needed, c))
            p->common[p->common_count++] = c;
        else
            p->gone[p->gone_count++] = c;
        if (has(y->letters, y->rank, c) && x->a->shape[k] != y->a->shape[axis_of(y, c)]) {
            diag_error(j->diags, DIAG_MEMORY, j->at,
                       "'%c' stands for axes of %" PRId64 " and of %" PRId64 " elements", c,
                       x->a->shape[k], y->a->shape[axis_of(y, c)]);
            return false;
        }
    }
    for (uint32_t k = 0; k < y->rank; k++)
        if (!has(x->letters, x->rank, y->letters[k]))
            p->own[1][p->own_count[1]++] = y->letters[k];
    return p->common_count + p->own_count[0] + p->own_count[1] <= ARRAY_RANK_MAX || too_many(j);
}

static int64_t extent_of(const struct einsum_term *t, const char *letters, uint32_t n)
{
    int64_t count = 1;
    for (uint32_t k = 0; k < n; k++)
        count *= t->a->shape[axis_of(t, letters[k])];
    return count;
}

/* A dense array of the term's elements in this order of letters, seen as [batches, rows, columns] or [rows, columns]. */
static struct array *arranged(const struct job *j, const struct einsum_term *t, const char *letters,
                              uint32_t n, int64_t batches, int64_t rows, int64_t columns)
{
    struct array *v = seen(t, letters, n), *dense = compute_dense(j, v, t->a->dtype),
                 *out = dense ? array_ref_view(dense) : NULL;
    if (out) {
        bool flat = batches < 0;
        out->rank = flat ? 2 : 3;
        int64_t shape[3] = {batches, rows, columns};
        memcpy(out->shape, shape + flat, out->rank * sizeof *shape);
        out->stride[out->rank - 1] = 1;
        out->stride[out->rank - 2] = columns;
        if (!flat)
            out->stride[0] = rows * columns;
    }
    array_unref(&v);
    array_unref(&dense);
    return out;
}

enum { BATCHES_MOST = 65535 /* gridDim.z */ };

static struct array *as_matrices(const struct job *j, const struct einsum_term *x,
                                 const struct einsum_term *y, const struct einsum_pair *p)
{
    char left[2 * ARRAY_RANK_MAX], right[2 * ARRAY_RANK_MAX];
    uint32_t c = p->common_count, g = p->gone_count;
    int64_t batches = c ? extent_of(x, p->common, c) : -1,
            rows = extent_of(x, p->own[0], p->own_count[0]), depth = extent_of(x, p->gone, g),
            columns = extent_of(y, p->own[1], p->own_count[1]);
    memcpy(left, p->common, c);
    memcpy(left + c, p->own[0], p->own_count[0]);
    memcpy(left + c + p->own_count[0], p->gone, g);
    memcpy(right, p->common, c);
    memcpy(right + c, p->gone, g);
    memcpy(right + c + g, p->own[1], p->own_count[1]);
    struct array *a = arranged(j, x, left, x->rank, batches, rows, depth),
                 *b = a ? arranged(j, y, right, y->rank, batches, depth, columns) : NULL,
                 *out = b ? compute_matmul(j, a, b) : NULL;
    array_unref(&a);
    array_unref(&b);
    return out;
}

/* x becomes the product of both. */
static bool contract(const struct job *j, struct einsum_term *x, const struct einsum_term *y,
                     const char *needed)
{
    struct einsum_pair p;
    char letters[3 * ARRAY_RANK_MAX];
    if (!sort_letters(j, x, y, needed, &p))
        return false;
    uint32_t c = p.common_count, n = c + p.own_count[0] + p.own_count[1];
    memcpy(letters, p.common, c);
    memcpy(letters + c, p.own[0], p.own_count[0]);
    memcpy(letters + c + p.own_count[0], p.own[1], p.own_count[1]);
    bool matrices = p.gone_count && (p.own_count[0] || p.own_count[1]) && array_count(x->a) &&
                    array_count(y->a) && extent_of(x, p.common, c) <= BATCHES_MOST;
    struct array *out =
        matrices ? as_matrices(j, x, y, &p) : summed(j, x, y, letters, n, p.gone, p.gone_count);
    if (!out)
        return false;
    int64_t shape[ARRAY_RANK_MAX], stride = 1;
    for (uint32_t k = 0; k < n; k++)
        shape[k] = has(x->letters, x->rank, letters[k]) ? x->a->shape[axis_of(x, letters[k])]
                                                        : y->a->shape[axis_of(y, letters[k])];
    struct array *v = array_ref_view(out);
    v->rank = n ? n : 1;
    v->shape[0] = v->stride[0] = 1;
    for (uint32_t k = n; k-- > 0;) {
        v->shape[k] = shape[k];
        v->stride[k] = stride;
        stride *= shape[k];
    }
    array_unref(&out);
    term_set(x, v);
    memcpy(x->letters, letters, n);
    x->rank = n;
    return true;
}

/* ---- all ---- */

/* Whether another operand has more than one element along this axis. */
static bool longer_elsewhere(const struct einsum_term *terms, uint32_t count, uint32_t own,
                             char letter)
{
    for (uint32_t i = 0; i < count; i++)
        if (i != own && has(terms[i].letters, terms[i].rank, letter) &&
            terms[i].a->shape[axis_of(&terms[i], letter)] != 1)
            return true;
    return false;
}

/* Axes of one element that are longer in another operand: the term is the same all along them, so it does without. */
static void drop_broadcast(struct einsum_term *terms, uint32_t count, uint32_t own)
{
    struct einsum_term *t = &terms[own];
    uint32_t n = 0;
    for (uint32_t k = 0; k < t->rank; k++) {
        if (t->a->shape[k] == 1 && longer_elsewhere(terms, count, own, t->letters[k]))
            continue;
        t->letters[n] = t->letters[k];
        t->a->shape[n] = t->a->shape[k];
        t->a->stride[n++] = t->a->stride[k];
    }
    t->rank = n;
    t->a->rank = n ? n : 1;
    if (!n)
        t->a->shape[0] = t->a->stride[0] = 1;
}

/* The letters of the result and of the terms from `first` on, but not of term `own`. */
static void letters_needed(const struct einsum_term *terms, uint32_t first, uint32_t count,
                           uint32_t own, const char *result, char out[EINSUM_TEXT])
{
    size_t n = strlen(result);
    memcpy(out, result, n);
    for (uint32_t i = first; i < count; i++)
        for (uint32_t k = 0; i != own && k < terms[i].rank; k++)
            out[n++] = terms[i].letters[k];
    out[n] = 0;
}

struct array *compute_einsum(const struct job *j, const char *subscripts,
                             const struct array *const *operands, uint32_t count)
{
    struct einsum_term terms[EINSUM_OPERANDS_MAX] = {{0}};
    const char *p = subscripts, *result = strchr(subscripts, '>') + 1;
    char needed[EINSUM_TEXT];
    struct array *out = NULL;
    bool ok = true;
    CHECK(count <= EINSUM_OPERANDS_MAX && strlen(subscripts) < EINSUM_TEXT);
    for (uint32_t i = 0; i < count; i++) {
        size_t n = strcspn(p, ",-");
        terms[i].rank = (uint32_t) n;
        memcpy(terms[i].letters, p, n);
        terms[i].a = array_ref_view(operands[i]);
        ok = ok && diagonals(j, terms + i);
        p += n + 1;
    }
    for (uint32_t i = 0; ok && i < count; i++)
        drop_broadcast(terms, count, i);
    for (uint32_t i = 0; ok && i < count; i++) {
        letters_needed(terms, 0, count, i, result, needed);
        ok = alone(j, terms + i, needed);
    }
    for (uint32_t i = 1; ok && i < count; i++) {
        letters_needed(terms, i + 1, count, i, result, needed);
        ok = contract(j, terms, terms + i, needed);
    }
    if (ok)
        out = seen(terms, result, (uint32_t) strlen(result));
    for (uint32_t i = 0; i < count; i++)
        array_unref(&terms[i].a);
    return out;
}
