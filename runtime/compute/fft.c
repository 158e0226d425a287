/* SPDX-License-Identifier: Apache-2.0 */
/* Discrete Fourier transforms: by cuFFT, which does the work of one kernel, or by the passes of kernels/fft.cu. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "compute/compute.h"

enum {
    BLOCK = 128,
    PASSES_MAX = 40,
    ROWS_MOST = 65535,    /* gridDim.y */
    LENGTH_MOST = 1 << 29 /* so that twice its power of two is an int */
};

/* n as a product of small radices, large ones first. 0: it has a prime factor above 13. */
static uint32_t factor(int64_t n, int *radices)
{
    static const int known[] = {8, 4, 2, 3, 5, 7, 11, 13};
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        for (; n % known[i] == 0; n /= known[i])
            radices[count++] = known[i];
    return n == 1 ? count : 0;
}

/* As many of n as there is room for. */
static bool make_roots(const struct job *j, int32_t n, int32_t sign, const struct array *roots,
                       const char *real)
{
    char args[64];
    uint64_t to = array_address(roots);
    int32_t count = (int32_t) roots->shape[0];
    snprintf(args, sizeof args, "%s, %s", roots->dtype.name, real);
    struct work w = {
        .library = "fft",
        .kernel = "warpcell::fft_roots",
        .args = launch_name(j->launcher, args),
        .grid = {blocks_of(count, BLOCK), 1, 1},
        .block = {BLOCK,               1,                 1  }
    };
    return compute_run(j, &w, (struct work_arg[]){ARG(n), ARG(sign), ARG(count), ARG(to)}, 4);
}

struct transform {
    int32_t n, sign;
    int64_t rows;
    const char *real; /* "float" or "double" */
    const struct array *roots;
};

static bool pass(const struct job *j, const struct transform *t, int radix, int32_t done,
                 double scale, const struct array *from, const struct array *to)
{
    char args[96];
    uint64_t source = array_address(from), roots = array_address(t->roots),
             target = array_address(to);
    float small = (float) scale;
    bool single = to->dtype.size == 8;
    int32_t n = t->n, sign = t->sign;
    snprintf(args, sizeof args, "%s, %s, %s, %d", to->dtype.name, from->dtype.name, t->real, radix);
    struct work w = {
        .library = "fft",
        .kernel = "warpcell::fft_pass",
        .args = launch_name(j->launcher, args),
        .grid = {blocks_of(n / radix, BLOCK), 0, 1},
        .block = {BLOCK,                   1,                     1  }
    };
    struct work_arg params[] = {
        ARG(n),      ARG(done),  ARG(sign),  {single ? (void *) &small : &scale, single ? 4 : 8},
        ARG(source), ARG(roots), ARG(target)
    };
    for (int64_t row = 0; row < t->rows; row += ROWS_MOST) {
        int64_t rows = t->rows - row < ROWS_MOST ? t->rows - row : ROWS_MOST;
        w.grid.y = (uint32_t) rows;
        if (!compute_run(j, &w, params, 7))
            return false;
        source += (uint64_t) (rows * n) * from->dtype.size;
        target += (uint64_t) (rows * n) * to->dtype.size;
    }
    return true;
}

static bool passes(const struct job *j, const struct transform *t, const int *radices,
                   uint32_t count, const struct array *x, struct array *buffers[2])
{
    const struct array *from = x;
    int32_t done = 1;
    double scale = t->sign > 0 ? 1.0 / t->n : 1;
    for (uint32_t i = 0; i < count; i++) {
        bool last = i + 1 == count;
        if (!pass(j, t, radices[i], done, last ? scale : 1, from, buffers[i & 1]))
            return false;
        from = buffers[i & 1];
        done *= radices[i];
    }
    return true;
}

static bool has_length(const struct job *j, int64_t n)
{
    bool ok = n > 0 && n <= LENGTH_MOST;
    if (!ok)
        diag_error(j->diags, DIAG_MEMORY, j->at,
                   "a transform of length %" PRId64 " is not supported", n);
    return ok;
}

/* ---- by cuFFT, on a GPU that has it ---- */

static struct array *as_complex(const struct job *j, const struct array *x, struct dtype result)
{
    char text[96];
    struct operand o = {.kind = OPERAND_ARRAY, .type = x->dtype.name, .array = x};
    struct expression e = {.text = text, .dtype = result, .operands = &o, .count = 1};
    snprintf(text, sizeof text, "warpcell::pair<%s>(v0, 0)", result.name);
    struct array *out = compute_temporary(j, result, x->rank, x->shape);
    if (out && array_count(out) && !compute_into(j, &e, out))
        array_unref(&out);
    return out;
}

/* x *= 1 / n: cuFFT scales neither direction. */
static bool scale(const struct job *j, const struct array *x, int32_t n)
{
    char text[160];
    double factor = 1.0 / n;
    struct operand operands[2] = {
        {.kind = OPERAND_ARRAY, .type = x->dtype.name, .array = x},
        {.kind = OPERAND_VALUE, .type = "double",      .size = 8 }
    };
    memcpy(&operands[1].value, &factor, sizeof factor);
    struct expression e = {.text = text, .dtype = x->dtype, .operands = operands, .count = 2};
    snprintf(text, sizeof text, "warpcell::pair<%s>(v0.x * v1, v0.y * v1)", x->dtype.name);
    return compute_into(j, &e, x);
}

/* The same of real numbers. */
static bool divide(const struct job *j, const struct array *x, int32_t n)
{
    double factor = 1.0 / n;
    struct operand operands[2] = {
        {.kind = OPERAND_ARRAY, .type = x->dtype.name, .array = x},
        {.kind = OPERAND_VALUE, .type = "double",      .size = 8 }
    };
    memcpy(&operands[1].value, &factor, sizeof factor);
    struct expression e = {.text = "v0 * v1", .dtype = x->dtype, .operands = operands, .count = 2};
    return compute_into(j, &e, x);
}

static struct array *whole(const struct job *j, const struct array *x, const struct transform *t,
                           struct dtype result)
{
    struct array *from = x->dtype.kind == DTYPE_OTHER ? compute_dense(j, x, result)
                                                      : as_complex(j, x, result),
                 *out = from ? compute_result(j, result, x->rank, x->shape, x, NULL) : NULL;
    if (out && t->rows) {
        char args[64];
        uint64_t source = array_address(from), target = array_address(out);
        int32_t n = t->n, rows = (int32_t) t->rows, sign = t->sign;
        snprintf(args, sizeof args, "%s, %s", result.name, t->real);
        struct work w = {
            .library = "fft",
            .kernel = "warpcell::fft_whole",
            .args = launch_name(j->launcher, args),
            .grid = {blocks_of((int64_t) n * rows, BLOCK), 1, 1},
            .block = {BLOCK,                            1,                              1  }
        };
        struct work_arg params[] = {ARG(n), ARG(rows), ARG(sign), ARG(source), ARG(target)};
        if (!compute_run(j, &w, params, 5) || (sign > 0 && !scale(j, out, n)))
            array_unref(&out);
    }
    array_unref(&from);
    return out;
}

/* Launches that are observed run on the cpu device. */
static bool has_library(const struct job *j)
{
    struct device_library_info info;
    return device_library(launcher_observed(j->launcher), DEVICE_CUFFT, &info) && info.ready;
}

/* ---- lengths with a large prime factor ---- */

/* exp(sign pi i k^2 / n) * scale at k and, for a filter, at m - k; 0 between them. */
static struct array *chirp(const struct job *j, struct dtype t, int64_t n, int64_t m, int64_t sign,
                           double scale)
{
    char text[400];
    struct operand operands[5] = {
        {.kind = OPERAND_INDEX,  .rank = 1,      .shape = {m}        },
        {.kind = OPERAND_VALUE,  .type = "long", .size = 8,            .value = (uint64_t) n},
        {.kind = OPERAND_VALUE,                      .type = "long",                .size = 8, .value = (uint64_t) m},
        {.kind = OPERAND_VALUE, .type = "long",               .size = 8,               .value = (uint64_t) sign},
        {.kind = OPERAND_VALUE,             .type = "double",.size = 8}
    };
    memcpy(&operands[4].value, &scale, sizeof scale);
    snprintf(text, sizeof text,
             "[&] { const long k = v0 < v1 ? v0 : v2 - v0; if (k >= v1) return "
             "warpcell::pair<%s>(0, 0); double s, c; sincospi((double) (k * k %% (2 * v1)) / v1, "
             "&s, &c); return warpcell::pair<%s>(c * v4, s * v3 * v4); }()",
             t.name, t.name);
    struct expression e = {.text = text, .dtype = t, .operands = operands, .count = 5};
    return compute_new(j, &e);
}

/* to = a * b, complex; a may be real. */
static bool multiply(const struct job *j, const struct array *a, const struct array *b,
                     const struct array *to)
{
    char text[80];
    struct operand operands[2] = {
        {.kind = OPERAND_ARRAY, .type = a->dtype.name, .array = a},
        {.kind = OPERAND_ARRAY, .type = b->dtype.name, .array = b}
    };
    struct expression e = {.text = text, .dtype = to->dtype, .operands = operands, .count = 2};
    snprintf(text, sizeof text, "warpcell::__complex_product<%s>(v0, v1)", to->dtype.name);
    return compute_into(j, &e, to);
}

/* The first n elements of each row. */
static struct array *cut(const struct array *a, int64_t n)
{
    struct array *v = array_ref_view(a);
    v->shape[v->rank - 1] = n;
    return v;
}

bool compute_zero_tail(const struct job *j, const struct array *z, int64_t first)
{
    static const char zero[16];
    uint32_t last = z->rank - 1;
    struct device_fault fault;
    struct array *v = array_ref_view(z);
    v->offset += (uint64_t) (first * v->stride[last]) * v->dtype.size;
    v->shape[last] -= first;
    bool ok = !array_count(v) ||
              launch_status(j->launcher, array_fill(v, zero, &fault), &fault, j->diags, j->at);
    array_unref(&v);
    return ok;
}

/* As a convolution with a chirp of a length that is a power of two (Bluestein, "A linear filtering approach to the computation of discrete Fourier
 * transform", 1970). */
static bool by_chirp(const struct job *j, const struct array *x, const struct array *out, int sign)
{
    int64_t n = out->shape[out->rank - 1], m = 1, shape[ARRAY_RANK_MAX];
    while (m < 2 * n - 1)
        m *= 2;
    memcpy(shape, out->shape, sizeof shape);
    shape[out->rank - 1] = m;
    struct dtype t = out->dtype;
    struct array *turn = chirp(j, t, n, n, sign, 1), *filter = chirp(j, t, n, m, -sign, 1),
                 *padded = compute_temporary(j, t, out->rank, shape),
                 *inner = padded ? cut(padded, n) : NULL, *spectrum = NULL, *response = NULL,
                 *convolved = NULL, *part = NULL,
                 *last = sign > 0 ? chirp(j, t, n, n, sign, 1.0 / (double) n) : NULL;
    bool ok = turn && filter && inner && (sign < 0 || last) && multiply(j, x, turn, inner) &&
              compute_zero_tail(j, padded, n);
    if (ok) {
        spectrum = compute_fft(j, padded, t, false);
        response = compute_fft(j, filter, t, false);
    }
    if (spectrum && response && multiply(j, spectrum, response, padded))
        convolved = compute_fft(j, padded, t, true);
    part = convolved ? cut(convolved, n) : NULL;
    ok = part && multiply(j, part, last ? last : turn, out);
    struct array *all[] = {turn, filter, padded, inner, spectrum, response, convolved, part, last};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        array_unref(&all[i]);
    return ok;
}

static struct array *by_passes(const struct job *j, const struct array *x, struct transform *t,
                               const int *radices, uint32_t count, struct dtype result)
{
    int64_t n = t->n;
    struct array *roots = compute_temporary(j, result, 1, &n), *buffers[2], *out = NULL;
    buffers[(count - 1) & 1] = compute_result(j, result, x->rank, x->shape, x, NULL);
    buffers[count & 1] =
        count > 1 ? compute_temporary(j, result, x->rank, x->shape) : array_ref(buffers[0]);
    t->roots = roots;
    bool made = roots && buffers[0] && buffers[1];
    if (made && make_roots(j, t->n, t->sign, roots, t->real) &&
        passes(j, t, radices, count, x, buffers))
        out = array_ref(buffers[(count - 1) & 1]);
    array_unref(&roots);
    array_unref(buffers);
    array_unref(buffers + 1);
    return out;
}

struct array *compute_fft(const struct job *j, const struct array *x, struct dtype result,
                          bool inverse)
{
    int radices[PASSES_MAX] = {1};
    int64_t n = x->shape[x->rank - 1];
    if (!has_length(j, n))
        return NULL;
    struct transform t = {(int32_t) n, inverse ? 1 : -1, array_count(x) / n,
                          result.size == 8 ? "float" : "double", NULL};
    if (!t.rows)
        return compute_temporary(j, result, x->rank, x->shape);
    if (has_library(j) && t.rows <= INT32_MAX)
        return whole(j, x, &t, result);
    struct array *dense = compute_dense(j, x, x->dtype.kind == DTYPE_OTHER ? result : x->dtype),
                 *out = NULL;
    uint32_t count = n == 1 ? 1 : factor(n, radices);
    if (dense && count)
        out = by_passes(j, dense, &t, radices, count, result);
    else if (dense)
        out = compute_result(j, result, x->rank, x->shape, x, NULL);
    if (out && !count && !by_chirp(j, dense, out, t.sign))
        array_unref(&out);
    array_unref(&dense);
    return out;
}

/* ---- real numbers ---- */

/* Two of them are a complex one. x is dense, its rows have an even length. */
static struct array *paired(const struct job *j, const struct array *x, struct dtype complex)
{
    bool aligned = array_address(x) % complex.size == 0;
    struct array *from =
        aligned ? array_ref((struct array *) x) : compute_temporary(j, x->dtype, x->rank, x->shape);
    if (!from || (!aligned && !compute_copy(j, from, x))) {
        array_unref(&from);
        return NULL;
    }
    struct array *v = array_ref_view(from);
    v->dtype = complex;
    v->shape[v->rank - 1] /= 2;
    for (uint32_t k = 0; k + 1 < v->rank; k++)
        v->stride[k] /= 2;
    array_unref(&from);
    return v;
}

/* fft_halves of kernels/fft.cu. n: real numbers of a row. */
static bool halves(const struct job *j, const struct array *from, const struct array *to, int64_t n,
                   int32_t sign)
{
    int32_t m = (int32_t) (n / 2);
    const char *real = to->dtype.size == 8 ? "float" : "double";
    int64_t few = m / 2 + 1, rows = array_count(to) / to->shape[to->rank - 1];
    struct array *roots = compute_temporary(j, to->dtype, 1, &few);
    char args[64];
    bool ok = roots && make_roots(j, (int32_t) n, sign, roots, real);
    uint64_t source = array_address(from), target = array_address(to),
             table = ok ? array_address(roots) : 0, size = to->dtype.size;
    snprintf(args, sizeof args, "%s, %s", to->dtype.name, real);
    struct work w = {
        .library = "fft",
        .kernel = "warpcell::fft_halves",
        .args = launch_name(j->launcher, args),
        .grid = {blocks_of(few, BLOCK), 0, 1},
        .block = {BLOCK,             1,               1  }
    };
    struct work_arg params[] = {ARG(m), ARG(sign), ARG(source), ARG(table), ARG(target)};
    for (int64_t row = 0; ok && row < rows; row += ROWS_MOST) {
        int64_t count = rows - row < ROWS_MOST ? rows - row : ROWS_MOST;
        w.grid.y = (uint32_t) count;
        ok = compute_run(j, &w, params, 5);
        source += (uint64_t) (count * (sign < 0 ? m : m + 1)) * size;
        target += (uint64_t) (count * (sign < 0 ? m + 1 : m)) * size;
    }
    array_unref(&roots);
    return ok;
}

/* The numbers in this place of each row become real. */
static bool make_real(const struct job *j, const struct array *z, int64_t place)
{
    struct array *v = compute_part(z, true);
    uint32_t last = v->rank - 1;
    struct operand zero = {.kind = OPERAND_VALUE, .type = "int", .size = 4};
    struct expression e = {.text = "v0", .dtype = v->dtype, .operands = &zero, .count = 1};
    v->offset += (uint64_t) (place * v->stride[last]) * v->dtype.size;
    v->shape[last] = 1;
    bool ok = compute_into(j, &e, v);
    array_unref(&v);
    return ok;
}

/* By cuFFT: fft_whole_real or fft_whole_inverse. cuFFT may overwrite the source of the latter. */
static struct array *whole_real(const struct job *j, const struct array *x, int32_t n,
                                struct dtype result, int64_t count, bool inverse)
{
    int64_t shape[ARRAY_RANK_MAX];
    memcpy(shape, x->shape, sizeof shape);
    shape[x->rank - 1] = count;
    struct array *from = inverse ? compute_temporary(j, x->dtype, x->rank, x->shape)
                                 : compute_dense(j, x, x->dtype),
                 *out = from ? compute_temporary(j, result, x->rank, shape) : NULL;
    bool ok = out && (!inverse || (compute_copy(j, from, x) && make_real(j, from, 0) &&
                                   make_real(j, from, n / 2)));
    if (ok) {
        char args[64];
        uint64_t source = array_address(from), target = array_address(out);
        int32_t rows = (int32_t) (array_count(out) / count);
        struct dtype spectrum = inverse ? x->dtype : result;
        snprintf(args, sizeof args, "%s, %s", spectrum.name,
                 spectrum.size == 8 ? "float" : "double");
        struct work w = {
            .library = "fft",
            .kernel = inverse ? "warpcell::fft_whole_inverse" : "warpcell::fft_whole_real",
            .args = launch_name(j->launcher, args),
            .grid = {blocks_of(array_count(out), BLOCK), 1, 1},
            .block = {BLOCK,                          1,                            1  }
        };
        ok = compute_run(j, &w, (struct work_arg[]){ARG(n), ARG(rows), ARG(source), ARG(target)},
                         4) &&
             (!inverse || divide(j, out, n));
    }
    if (!ok)
        array_unref(&out);
    array_unref(&from);
    return out;
}

/* By the passes of half a row. */
static struct array *by_halves(const struct job *j, const struct array *x, int64_t n,
                               struct dtype spectrum)
{
    struct array *dense = compute_dense(j, x, x->dtype),
                 *pairs = dense ? paired(j, dense, spectrum) : NULL,
                 *half = pairs ? compute_fft(j, pairs, spectrum, false) : NULL, *out = NULL;
    int64_t shape[ARRAY_RANK_MAX];
    memcpy(shape, x->shape, sizeof shape);
    shape[x->rank - 1] = n / 2 + 1;
    out = half ? compute_temporary(j, spectrum, x->rank, shape) : NULL;
    if (out && !halves(j, half, out, n, -1))
        array_unref(&out);
    array_unref(&dense);
    array_unref(&pairs);
    array_unref(&half);
    return out;
}

struct array *compute_rfft(const struct job *j, const struct array *x, struct dtype spectrum)
{
    int64_t n = x->shape[x->rank - 1];
    if (!has_length(j, n))
        return NULL;
    int64_t rows = array_count(x) / n;
    if (rows && rows <= INT32_MAX && has_library(j))
        return whole_real(j, x, (int32_t) n, spectrum, n / 2 + 1, false);
    if (rows && n % 2 == 0)
        return by_halves(j, x, n, spectrum);
    struct array *all = compute_fft(j, x, spectrum, false), *out = all ? cut(all, n / 2 + 1) : NULL;
    array_unref(&all);
    return out;
}

struct array *compute_irfft(const struct job *j, const struct array *z, int64_t n,
                            struct dtype real)
{
    int64_t rows = array_count(z) / (n / 2 + 1), shape[ARRAY_RANK_MAX];
    if (rows && rows <= INT32_MAX && has_library(j))
        return whole_real(j, z, (int32_t) n, real, n, true);
    memcpy(shape, z->shape, sizeof shape);
    shape[z->rank - 1] = n / 2;
    struct array *dense = compute_dense(j, z, z->dtype),
                 *half = dense ? compute_temporary(j, z->dtype, z->rank, shape) : NULL,
                 *pairs = half && (!rows || halves(j, dense, half, n, 1))
                              ? compute_fft(j, half, z->dtype, true)
                              : NULL,
                 *out = pairs ? array_ref_view(pairs) : NULL;
    if (out) {
        out->dtype = real;
        out->shape[out->rank - 1] = n;
        for (uint32_t k = 0; k + 1 < out->rank; k++)
            out->stride[k] *= 2;
    }
    array_unref(&dense);
    array_unref(&half);
    array_unref(&pairs);
    return out;
}
