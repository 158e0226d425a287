/* SPDX-License-Identifier: Apache-2.0 */
/* Discrete Fourier transforms: by cuFFT, which does the work of one kernel, or by the passes of kernels/fft.cu. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "compute/compute.h"

enum { BLOCK = 128, PASSES_MAX = 40, ROWS_MOST = 65535 /* gridDim.y */ };

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

static bool make_roots(const struct job *j, int32_t n, int32_t sign, const struct array *roots,
                       const char *real)
{
    char args[64];
    uint64_t to = array_address(roots);
    snprintf(args, sizeof args, "%s, %s", roots->dtype.name, real);
    struct work w = {
        .library = "fft",
        .kernel = "warpcell::fft_roots",
        .args = launch_name(j->launcher, args),
        .grid = {blocks_of(n, BLOCK), 1, 1},
        .block = {BLOCK,           1,             1  }
    };
    return compute_run(j, &w, (struct work_arg[]){ARG(n), ARG(sign), ARG(to)}, 3);
}

struct transform {
    int32_t n, rows, sign;
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
        .grid = {blocks_of(n / radix, BLOCK), (uint32_t) t->rows, 1},
        .block = {BLOCK,                   1,                     1                   }
    };
    struct work_arg params[] = {
        ARG(n),      ARG(done),  ARG(sign),  {single ? (void *) &small : &scale, single ? 4 : 8},
        ARG(source), ARG(roots), ARG(target)
    };
    return compute_run(j, &w, params, 7);
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

/* The passes' factors of the length. 0: it has a factor that is too large, or there are too many transforms; a diag was recorded. */
static uint32_t plan(const struct job *j, int64_t n, int64_t rows, int radices[PASSES_MAX])
{
    uint32_t count = n > 0 && n <= INT32_MAX ? factor(n, radices) : 0;
    if (!count && n == 1)
        radices[count++] = 1;
    if (!count) {
        struct diag *d = diag_error(j->diags, DIAG_MEMORY, j->at,
                                    "a transform of length %" PRId64 " is not supported", n);
        diag_help(
            j->diags, d,
            "the prime factors of the length must be at most 13; pad with zeros to a power of two");
    } else if (rows > ROWS_MOST) {
        diag_error(j->diags, DIAG_MEMORY, j->at, "too many transforms at once: %" PRId64, rows);
        count = 0;
    }
    return count;
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

static struct array *whole(const struct job *j, const struct array *x, const struct transform *t,
                           struct dtype result)
{
    struct array *from = x->dtype.kind == DTYPE_OTHER ? compute_dense(j, x, result)
                                                      : as_complex(j, x, result),
                 *out = from ? compute_result(j, result, x->rank, x->shape, x, NULL) : NULL;
    if (out && t->rows) {
        char args[64];
        uint64_t source = array_address(from), target = array_address(out);
        int32_t n = t->n, rows = t->rows, sign = t->sign;
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

struct array *compute_fft(const struct job *j, const struct array *x, struct dtype result,
                          bool inverse)
{
    int radices[PASSES_MAX];
    int64_t n = x->shape[x->rank - 1], rows = n ? array_count(x) / n : 0;
    uint32_t count = plan(j, n, rows, radices);
    if (!count)
        return NULL;
    struct dtype source = x->dtype.kind == DTYPE_OTHER ? result : x->dtype;
    struct transform t = {(int32_t) n, (int32_t) rows, inverse ? 1 : -1,
                          result.size == 8 ? "float" : "double", NULL};
    if (has_library(j))
        return whole(j, x, &t, result);
    struct array *dense = compute_dense(j, x, source), *roots = compute_temporary(j, result, 1, &n),
                 *buffers[2], *out = NULL;
    buffers[(count - 1) & 1] = compute_result(j, result, x->rank, x->shape, x, NULL);
    buffers[count & 1] =
        count > 1 ? compute_temporary(j, result, x->rank, x->shape) : array_ref(buffers[0]);
    t.roots = roots;
    bool made = dense && roots && buffers[0] && buffers[1];
    if (made && rows && make_roots(j, t.n, t.sign, roots, t.real) &&
        passes(j, &t, radices, count, dense, buffers))
        out = array_ref(buffers[(count - 1) & 1]);
    array_unref(&dense);
    array_unref(&roots);
    array_unref(buffers);
    array_unref(buffers + 1);
    return out;
}
