/* SPDX-License-Identifier: Apache-2.0 */
/* What the learners share: launches, arrays from and to host memory. Next: kernels/learn.cu, kmeans.c. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compute/learning/learning_impl.h"

bool learn_run(const struct job *j, const char *name, const struct array *x, const char *step,
               int64_t n, const struct work_arg *params, uint32_t count)
{
    enum { BLOCK = 128 };

    char kernel[64];
    snprintf(kernel, sizeof kernel, "warpcell::%s", name);
    struct work w = {
        .library = "learn",
        .kernel = launch_name(j->launcher, kernel),
        .args = launch_name(j->launcher, x->dtype.name),
        .step = step,
        .grid = {blocks_of(n, BLOCK), 1, 1},
        .block = {BLOCK,           1,             1  }
    };
    return n == 0 || compute_run(j, &w, params, count);
}

bool learn_wrong(const struct job *j, const char *format, ...)
{
    char text[200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    diag_error(j->diags, DIAG_RUNTIME, j->at, "%s", text);
    return false;
}

static bool stored(const struct job *j, enum device_status status, const struct device_fault *fault)
{
    return launch_status(j->launcher, status, fault, j->diags, j->at);
}

static bool not_finite(const struct job *j, const struct array *x, const char *what, int64_t at,
                       double v)
{
    char place[64];
    int64_t d = x->rank == 2 ? x->shape[1] : 0;
    if (d)
        snprintf(place, sizeof place, "%lld, %lld", (long long) (at / d), (long long) (at % d));
    else
        snprintf(place, sizeof place, "%lld", (long long) at);
    diag_help(j->diags,
              diag_error(j->diags, DIAG_RUNTIME, j->at, "element [%s] of the %s is %s", place, what,
                         isnan(v) ? "not a number" : "infinite"),
              "replace such elements, or leave their rows out");
    return false;
}

bool learn_all_finite(const struct job *j, const struct array *x, const char *what)
{
    enum { PIECE = 1 << 16 };

    int64_t n = array_count(x);
    char *piece = xmalloc(PIECE * x->dtype.size);
    bool ok = true;
    for (int64_t first = 0; first < n && ok; first += PIECE) {
        int64_t count = n - first < PIECE ? n - first : PIECE;
        struct device_fault fault;
        ok = stored(j, array_peek(x, first, count, piece, &fault), &fault) &&
             !launch_interrupted(j->launcher, j->diags, j->at);
        for (int64_t i = 0; i < count && ok; i++) {
            double v = dtype_double(x->dtype, piece + i * x->dtype.size);
            ok = isfinite(v) || not_finite(j, x, what, first + i, v);
        }
    }
    free(piece);
    return ok;
}

bool learn_finite(const struct job *j, const struct array *x, const char *what, double v)
{
    return isfinite(v) ||
           (learn_all_finite(j, x, what) &&
            learn_wrong(j, "sums of these %s overflow: divide the columns by their size first",
                        what));
}

struct array *learn_rows(const struct job *j, const struct array *x)
{
    struct buf shape = {0};
    bool fits = x->shape[0] > 0 && x->shape[1] > 0 && x->shape[1] <= LEARN_COLUMNS_MAX &&
                x->shape[0] < INT32_MAX;
    array_shape_print(&shape, x);
    if (!fits)
        learn_wrong(j, "this needs rows of 1 to %d numbers, not an array of shape %s",
                    LEARN_COLUMNS_MAX, shape.p);
    buf_free(&shape);
    return fits ? compute_dense(j, x, x->dtype) : NULL;
}

struct array *learn_zeros(const struct job *j, enum dtype_kind kind, int64_t n)
{
    uint64_t zero = 0;
    struct array *a = compute_temporary(j, dtype_of(kind), 1, &n);
    if (a && n && !learn_fill(j, a, &zero))
        array_unref(&a);
    return a;
}

bool learn_store(const struct job *j, const struct array *to, const double *from)
{
    struct device_fault fault;
    int64_t n = array_count(to);
    float *single = xmalloc((size_t) n * sizeof *single + 1);
    for (int64_t i = 0; i < n; i++)
        single[i] = (float) from[i];
    const void *bytes = to->dtype.size == 8 ? (const void *) from : single;
    bool ok = stored(j, array_write(to, bytes, &fault), &fault);
    free(single);
    return ok;
}

struct array *learn_array(const struct job *j, struct dtype t, uint32_t rank, const int64_t *shape,
                          const double *from)
{
    struct array *a = compute_temporary(j, t, rank, shape);
    if (a && array_count(a) && !learn_store(j, a, from))
        array_unref(&a);
    return a;
}

double *learn_read(const struct job *j, const struct array *x)
{
    int64_t n = array_count(x);
    struct device_fault fault;
    char *bytes = xmalloc((size_t) array_bytes(x) + 1);
    double *out = NULL;
    if (stored(j, array_read(x, bytes, &fault), &fault)) {
        out = xmalloc(((size_t) n + 1) * sizeof *out);
        for (int64_t i = 0; i < n; i++)
            out[i] = dtype_double(x->dtype, bytes + i * x->dtype.size);
    }
    free(bytes);
    return out;
}

int32_t *learn_read_ints(const struct job *j, const struct array *x)
{
    struct device_fault fault;
    int32_t *out = xmalloc((size_t) array_bytes(x) + 1);
    if (!stored(j, array_read(x, out, &fault), &fault)) {
        free(out);
        out = NULL;
    }
    return out;
}

bool learn_store_ints(const struct job *j, const struct array *to, const int32_t *from)
{
    struct device_fault fault;
    return stored(j, array_write(to, from, &fault), &fault);
}

bool learn_each_piece(const struct job *j, const struct array *x,
                      bool (*take)(void *user, int64_t first, int64_t rows, const double *piece),
                      void *user)
{
    enum { PIECE_NUMBERS = 1 << 20 };

    int64_t n = x->shape[0], d = x->shape[1], step = PIECE_NUMBERS / d;
    bool ok = true;
    for (int64_t first = 0, rows; first < n && ok; first += rows) {
        double sum = 0;
        rows = n - first < step ? n - first : step;
        struct array *part = array_rows(x, first, rows);
        double *piece = learn_read(j, part);
        array_unref(&part);
        for (int64_t i = 0; piece && i < rows * d; i++)
            sum += piece[i] - piece[i]; /* not 0: infinite or NaN */
        ok = piece && learn_finite(j, x, "rows", sum) &&
             !launch_interrupted(j->launcher, j->diags, j->at) && take(user, first, rows, piece);
        free(piece);
    }
    return ok;
}

bool learn_fill(const struct job *j, const struct array *x, const void *element)
{
    struct device_fault fault;
    return stored(j, array_fill(x, element, &fault), &fault);
}

int64_t learn_share(int64_t rows, int64_t others, int64_t d)
{
    const int64_t most = (int64_t) 1 << 30; /* differences: 0.1 s on two cores */
    int64_t share = most / (others * d) / 64 * 64;
    return share < 64 ? 64 : share < rows ? share : rows;
}

int64_t learn_classes(const struct job *j, const struct array *labels)
{
    int32_t *of = learn_read_ints(j, labels), most = 0;
    int64_t n = array_count(labels);
    bool good = of;
    char seen[LEARN_CLASSES_MAX] = {0};
    for (int64_t i = 0; i < n && good; i++) {
        good = (of[i] >= 0 && of[i] < LEARN_CLASSES_MAX) ||
               learn_wrong(j, "label %d: classes have the numbers 0 to %d", of[i],
                           LEARN_CLASSES_MAX - 1);
        most = good && of[i] > most ? of[i] : most;
        seen[good ? of[i] : 0] = 1;
    }
    for (int32_t c = 0; c <= most && good; c++)
        good = (seen[c] && most) ||
               learn_wrong(j, most ? "no row has the label %d" : "all rows have the label %d", c);
    free(of);
    return good ? most + 1 : 0;
}
