/* SPDX-License-Identifier: Apache-2.0 */
/* Fourier transforms along any axis, of real numbers, and the order of frequencies: views and expressions around those of fft.c. */
#include <stdio.h>
#include <string.h>

#include "compute/compute.h"

/* A view with two axes exchanged. */
static struct array *exchanged(const struct array *x, uint32_t a, uint32_t b)
{
    struct array *v = array_ref_view(x);
    v->shape[a] = x->shape[b];
    v->stride[a] = x->stride[b];
    v->shape[b] = x->shape[a];
    v->stride[b] = x->stride[a];
    return v;
}

/* The last axis with n elements: those that are there, and zeros. */
static struct array *sized(const struct job *j, const struct array *x, int64_t n)
{
    uint32_t last = x->rank - 1;
    int64_t shape[ARRAY_RANK_MAX];
    struct array *from = array_ref_view(x), *to, *place;
    if (n <= x->shape[last]) {
        from->shape[last] = n;
        return from;
    }
    memcpy(shape, x->shape, sizeof shape);
    shape[last] = n;
    to = compute_temporary(j, x->dtype, x->rank, shape);
    place = to ? array_ref_view(to) : NULL;
    if (place)
        place->shape[last] = x->shape[last];
    if (place && ((array_count(place) && !compute_copy(j, place, from)) ||
                  !compute_zero_tail(j, to, x->shape[last])))
        array_unref(&to);
    array_unref(&place);
    array_unref(&from);
    return to;
}

/* All n numbers of a spectrum of real ones, of which z has the first half: the others are conjugates. Those of frequency 0, and of n / 2 for even n,
 * are real. */
static struct array *mirrored(const struct job *j, const struct array *z, int64_t n,
                              struct dtype complex)
{
    uint32_t last = z->rank - 1;
    int64_t half = n / 2 + 1, shape[ARRAY_RANK_MAX];
    struct array *front = sized(j, z, half),
                 *dense = front ? compute_dense(j, front, front->dtype) : NULL, *out = NULL;
    char text[400];
    memcpy(shape, z->shape, sizeof shape);
    shape[last] = n;
    if (dense) {
        struct array *flat = array_ref_view(dense);
        flat->rank = 1;
        flat->shape[0] = array_count(dense);
        flat->stride[0] = 1;
        struct operand operands[4] = {
            {.kind = OPERAND_TABLE,     .type = dense->dtype.name, .array = flat       },
            {                  .kind = OPERAND_INDEX,          .rank = z->rank                         },
            { .kind = OPERAND_VALUE,    .type = "long",                             .size = 8, .value = (uint64_t) n},
            {                                .kind = OPERAND_VALUE, .type = "long",                          .size = 8,                             .value = (uint64_t) half}
        };
        memcpy(operands[1].shape, shape, sizeof shape);
        struct expression e = {.text = text, .dtype = complex, .operands = operands, .count = 4};
        snprintf(text, sizeof text,
                 "[&] { const long k = v1 %% v2, from = 2 * k <= v2 ? k : v2 - k; const auto z = "
                 "warpcell::as_complex<%s>(v0(v1 / v2 * v3 + from)); return "
                 "warpcell::pair<%s>(z.x, k == 0 || 2 * k == v2 ? 0 : k == from ? z.y : -z.y); }()",
                 complex.name, complex.name);
        out =
            array_count(dense) ? compute_new(j, &e) : compute_temporary(j, complex, z->rank, shape);
        array_unref(&flat);
    }
    array_unref(&front);
    array_unref(&dense);
    return out;
}

static struct array *real_parts(const struct job *j, const struct array *z, struct dtype t)
{
    struct operand o = {.kind = OPERAND_ARRAY, .type = z->dtype.name, .array = z};
    struct expression e = {.text = "v0.x", .dtype = t, .operands = &o, .count = 1};
    return compute_new(j, &e);
}

/* Whether the inverse transform of z, of n numbers or (n < 0) of as many as there are, has an even number of them and is not empty. */
static bool even_length(const struct array *z, int64_t n)
{
    n = n < 0 ? 2 * (z->shape[z->rank - 1] - 1) : n;
    return n > 0 && n % 2 == 0 && n < 1 << 29;
}

/* Along the last axis. */
static struct array *transformed(const struct job *j, const struct array *x, int64_t n,
                                 const struct fft_types *t, enum fft_kind kind)
{
    uint32_t last = x->rank - 1;
    struct array *from = NULL, *out = NULL, *all = NULL;
    if (kind == FFT_REAL) {
        from = sized(j, x, n < 0 ? x->shape[last] : n);
        all = from ? compute_dense(j, from, t->real) : NULL;
        out = all ? compute_rfft(j, all, t->spectrum) : NULL;
    } else if (kind == FFT_REAL_INVERSE && x->dtype.kind == DTYPE_OTHER && even_length(x, n)) {
        n = n < 0 ? 2 * (x->shape[last] - 1) : n;
        from = sized(j, x, n / 2 + 1);
        all = from ? compute_dense(j, from, t->spectrum) : NULL;
        out = all ? compute_irfft(j, all, n, t->real) : NULL;
    } else if (kind == FFT_REAL_INVERSE) {
        n = n < 0 ? 2 * (x->shape[last] - 1) : n;
        from = n > 0 ? mirrored(j, x, n, t->spectrum) : sized(j, x, 0);
        all = from ? compute_fft(j, from, t->spectrum, true) : NULL;
        out = all ? real_parts(j, all, t->real) : NULL;
    } else {
        from = sized(j, x, n < 0 ? x->shape[last] : n);
        all = from ? compute_fft(j, from, t->spectrum, kind == FFT_INVERSE) : NULL;
        out = all ? array_ref(all) : NULL;
    }
    array_unref(&from);
    array_unref(&all);
    return out;
}

struct array *compute_fft_along(const struct job *j, const struct array *x, int64_t n,
                                uint32_t axis, const struct fft_types *t, enum fft_kind kind)
{
    uint32_t last = x->rank - 1;
    struct job plain = *j;
    if (kind != FFT_FORWARD && kind != FFT_INVERSE)
        plain.into = NULL; /* the transform's result is not the whole one */
    struct array *moved = exchanged(x, axis, last), *out = transformed(&plain, moved, n, t, kind),
                 *back = out ? exchanged(out, axis, last) : NULL,
                 *dense = back ? compute_dense(j, back, back->dtype) : NULL;
    array_unref(&moved);
    array_unref(&out);
    array_unref(&back);
    return dense;
}
