/* SPDX-License-Identifier: Apache-2.0 */
/* Systems of equations, inverses, determinants, Cholesky and QR factors. Where the transposed matrix serves as well, a row-major copy is given to
 * the kernels, which read it as columns. Next: kernels/solver.cu, linear_factor.c. */
#include "compute/linear.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compute/linear_impl.h"

enum { THREADS = 128 /* __SOLVER_THREADS */, ROWS_MOST = 46340 /* squared, it is an int */ };

/* ---- what the kernels want ---- */

struct array *linear_columns(const struct job *j, const struct array *a)
{
    struct array *v = array_transposed(a), *t = linear_copied(j, v);
    array_unref(&v);
    return t;
}

struct array *linear_copied(const struct job *j, const struct array *a)
{
    struct array *t = compute_temporary(j, a->dtype, a->rank, a->shape);
    if (t && array_count(t) && !compute_copy(j, t, a))
        array_unref(&t);
    return t;
}

struct array *linear_rows(const struct job *j, const struct array *t)
{
    return linear_columns(j, t);
}

struct array *linear_vector(const struct job *j, struct dtype t, int64_t n)
{
    return compute_temporary(j, t, 1, &n);
}

const char *linear_number(struct dtype t)
{
    if (t.kind != DTYPE_OTHER)
        return t.name;
    return t.size == 8 ? "warpcell::complex_float" : "warpcell::complex_double";
}

struct array *linear_conjugated(const struct job *j, struct array *a)
{
    struct operand o = {.kind = OPERAND_ARRAY, .type = a->dtype.name, .array = a};
    struct expression e = {
        .text = "warpcell::conj(v0)", .dtype = a->dtype, .operands = &o, .count = 1};
    struct array *out = a;
    if (a->dtype.kind == DTYPE_OTHER && array_count(a)) {
        out = compute_new(j, &e);
        array_unref(&a);
    }
    return out;
}

bool linear_run(const struct job *j, const char *kernel, const char *args, const char *step,
                const struct work_arg *params, uint32_t count)
{
    struct work w = {
        .library = "solver",
        .kernel = kernel,
        .args = launch_name(j->launcher, args),
        .step = step,
        .grid = {1,       1, 1},
        .block = {THREADS, 1, 1}
    };
    return compute_run(j, &w, params, count);
}

bool linear_info(const struct job *j, const struct array *info, int32_t *out)
{
    struct device_fault fault;
    return launch_status(j->launcher, array_peek(info, 0, 1, out, &fault), &fault, j->diags, j->at);
}

static bool unfit(const struct job *j, const struct array *a, const char *needs)
{
    struct buf shape = {0};
    array_shape_print(&shape, a);
    diag_error(j->diags, DIAG_MEMORY, j->at, "this needs %s, not one of shape %s", needs, shape.p);
    buf_free(&shape);
    return false;
}

bool linear_small(const struct job *j, const struct array *a)
{
    return (a->shape[0] <= ROWS_MOST && a->shape[a->rank - 1] <= ROWS_MOST) ||
           unfit(j, a, "a matrix of at most 46340 rows and columns");
}

bool linear_square(const struct job *j, const struct array *a)
{
    return (a->shape[0] == a->shape[1] || unfit(j, a, "a square matrix")) && linear_small(j, a);
}

bool linear_same_rows(const struct job *j, const struct array *a, const struct array *b)
{
    if (b->shape[0] == a->shape[0])
        return true;
    struct buf left = {0}, right = {0};
    array_shape_print(&left, a);
    array_shape_print(&right, b);
    diag_error(j->diags, DIAG_MEMORY, j->at,
               "a matrix of shape %s and a right side of shape %s do not fit: they need the same "
               "number of rows",
               left.p, right.p);
    buf_free(&left);
    buf_free(&right);
    return false;
}

double *compute_doubles(const struct job *j, const struct array *x)
{
    struct array *dense = linear_copied(j, x);
    int64_t n = array_count(x);
    struct device_fault fault;
    char *bytes = xmalloc((size_t) array_bytes(x) + 1);
    double *out = NULL;
    if (dense &&
        launch_status(j->launcher, array_read(dense, bytes, &fault), &fault, j->diags, j->at)) {
        out = xmalloc(((size_t) n + 1) * sizeof *out);
        for (int64_t i = 0; i < n; i++)
            out[i] = dtype_double(x->dtype, bytes + i * x->dtype.size);
    }
    free(bytes);
    array_unref(&dense);
    return out;
}

/* ---- LU factors ---- */

struct lu {
    struct array *factors, *pivots; /* of the transposed matrix */
    int32_t info;                   /* 0, or the first pivot that is 0, from 1 */
};

static void lu_free(struct lu *f)
{
    array_unref(&f->factors);
    array_unref(&f->pivots);
}

static bool lu_make(const struct job *j, const struct array *a, struct lu *out)
{
    int32_t n = (int32_t) a->shape[0];
    *out = (struct lu){linear_copied(j, a), linear_vector(j, dtype_of(DTYPE_I32), n), 0};
    struct array *info = linear_vector(j, dtype_of(DTYPE_I32), 1);
    bool ok = out->factors && out->pivots && info;
    if (ok && n) {
        uint64_t m = array_address(out->factors), p = array_address(out->pivots),
                 i = array_address(info);
        struct work_arg params[] = {ARG(n), ARG(n), ARG(m), ARG(n), ARG(p), ARG(i)};
        ok = linear_run(j, "::__solver_getrf", linear_number(a->dtype), "LU factors", params, 6) &&
             linear_info(j, info, &out->info);
    }
    array_unref(&info);
    return ok;
}

static bool regular(const struct job *j, const struct lu *f)
{
    if (!f->info)
        return true;
    struct diag *d = diag_error(j->diags, DIAG_RUNTIME, j->at,
                                "the matrix is singular: pivot %d of its LU factors is 0", f->info);
    diag_help(j->diags, d, "lstsq() and pinv() give the least squares solution of such a system");
    return false;
}

/* B becomes the solution for each of its columns. */
static bool lu_solve(const struct job *j, const struct lu *f, const struct array *b,
                     int32_t columns)
{
    int32_t n = (int32_t) f->factors->shape[0], transposed = 1;
    uint64_t m = array_address(f->factors), p = array_address(f->pivots), to = array_address(b);
    struct work_arg params[] = {ARG(transposed), ARG(n), ARG(columns), ARG(m),
                                ARG(n),          ARG(p), ARG(to),      ARG(n)};
    return !n || !columns ||
           linear_run(j, "::__solver_getrs", linear_number(b->dtype), "solve", params, 8);
}

struct array *compute_solve(const struct job *j, const struct array *a, const struct array *b)
{
    struct lu f = {0};
    if (!linear_square(j, a))
        return NULL;
    if (!linear_same_rows(j, a, b))
        return NULL;
    bool vector = b->rank == 1;
    struct array *x = vector ? linear_copied(j, b) : linear_columns(j, b), *out = NULL;
    if (x && lu_make(j, a, &f) && regular(j, &f) &&
        lu_solve(j, &f, x, vector ? 1 : (int32_t) b->shape[1]))
        out = vector ? array_ref(x) : linear_rows(j, x);
    lu_free(&f);
    array_unref(&x);
    return out;
}

struct array *compute_inverse(const struct job *j, const struct array *a)
{
    struct lu f = {0};
    struct array *x = linear_square(j, a) ? compute_eye(j, a->dtype, a->shape[0], a->shape[0])
                                          : NULL,
                 *out = NULL;
    if (x && lu_make(j, a, &f) && regular(j, &f) && lu_solve(j, &f, x, (int32_t) a->shape[0]))
        out = linear_rows(j, x);
    lu_free(&f);
    array_unref(&x);
    return out;
}

struct array *compute_determinant_factors(const struct job *j, const struct array *a)
{
    struct lu f = {0};
    struct array *out = NULL, *line = NULL;
    if (linear_square(j, a) && lu_make(j, a, &f)) {
        line = array_diagonal(f.factors, 0);
        struct operand operands[3] = {
            {.kind = OPERAND_ARRAY, .type = a->dtype.name, .array = line            },
            {.kind = OPERAND_ARRAY, .type = "int",         .array = f.pivots        },
            {.kind = OPERAND_INDEX, .rank = 1,             .shape = {line->shape[0]}}
        };
        char text[160];
        snprintf(text, sizeof text, "v1 == v2 + 1 ? v0 : warpcell::pair<%s>(-v0.x, -v0.y)",
                 a->dtype.name);
        struct expression e = {.text = text, .dtype = a->dtype, .operands = operands, .count = 3};
        out = array_count(line) ? compute_new(j, &e) : array_ref(line);
    }
    array_unref(&line);
    lu_free(&f);
    return out;
}

bool compute_determinant(const struct job *j, const struct array *a, double *out_sign,
                         double *out_log)
{
    struct lu f = {0};
    *out_sign = 1;
    *out_log = 0;
    if (!linear_square(j, a) || !lu_make(j, a, &f)) {
        lu_free(&f);
        return false;
    }
    struct array *line = array_diagonal(f.factors, 0);
    double *diagonal = compute_doubles(j, line), *pivots = compute_doubles(j, f.pivots);
    bool ok = diagonal && pivots;
    for (int64_t i = 0; ok && i < a->shape[0]; i++) {
        bool swapped = pivots[i] != (double) (i + 1), below = diagonal[i] < 0;
        *out_sign *= diagonal[i] == 0 ? 0 : swapped != below ? -1 : 1;
        *out_log += log(fabs(diagonal[i]));
    }
    if (*out_sign == 0)
        *out_log = -INFINITY;
    free(diagonal);
    free(pivots);
    array_unref(&line);
    lu_free(&f);
    return ok;
}

struct array *compute_complex_determinant(const struct job *j, const struct array *a,
                                          double *out_log)
{
    struct array *factors = compute_determinant_factors(j, a), *out = NULL;
    double *parts[2] = {NULL, NULL}, x = 1, y = 0;
    for (int k = 0; factors && k < 2; k++) {
        struct array *part = compute_part(factors, k);
        parts[k] = compute_doubles(j, part);
        array_unref(&part);
    }
    *out_log = 0;
    if (parts[0] && parts[1]) {
        for (int64_t i = 0; i < factors->shape[0]; i++) {
            double size = hypot(parts[0][i], parts[1][i]), u = size == 0 ? 0 : parts[0][i] / size,
                   v = size == 0 ? 0 : parts[1][i] / size, turned = x * u - y * v;
            y = x * v + y * u;
            x = turned;
            *out_log += log(size);
        }
        struct operand operands[3] = {
            {.kind = OPERAND_VALUE, .type = "double", .size = 8   },
            {.kind = OPERAND_VALUE, .type = "double", .size = 8   },
            {.kind = OPERAND_INDEX, .rank = 1,        .shape = {1}}
        };
        char text[64];
        memcpy(&operands[0].value, &x, sizeof x);
        memcpy(&operands[1].value, &y, sizeof y);
        snprintf(text, sizeof text, "warpcell::pair<%s>(v0, v1)", a->dtype.name);
        struct expression e = {.text = text, .dtype = a->dtype, .operands = operands, .count = 3};
        out = compute_new(j, &e);
    }
    free(parts[0]);
    free(parts[1]);
    array_unref(&factors);
    return out;
}

/* ---- Cholesky, QR ---- */

struct array *compute_cholesky(const struct job *j, const struct array *a)
{
    int32_t n = (int32_t) a->shape[0], upper = 1, failed = 0;
    struct array *m = linear_square(j, a) ? linear_copied(j, a) : NULL,
                 *info = m ? linear_vector(j, dtype_of(DTYPE_I32), 1) : NULL, *out = NULL;
    bool ok = m && info;
    if (ok && n) {
        uint64_t at = array_address(m), i = array_address(info);
        struct work_arg params[] = {ARG(upper), ARG(n), ARG(at), ARG(n), ARG(i)};
        ok = linear_run(j, "::__solver_potrf", linear_number(a->dtype), "Cholesky", params, 5) &&
             linear_info(j, info, &failed);
    }
    if (ok && failed) {
        struct diag *d = diag_error(j->diags, DIAG_RUNTIME, j->at,
                                    "the matrix is not positive definite: its leading minor of "
                                    "order %d is not positive",
                                    failed);
        diag_help(j->diags, d, "solve() and eigh() take such a matrix");
    } else if (ok) {
        out = compute_triangle(j, m, false, 0);
    }
    array_unref(&m);
    array_unref(&info);
    return out;
}

/* The first k rows of columns, as they lie: a view. */
static struct array *first_rows(const struct array *t, int64_t k)
{
    return array_rows(t, 0, k);
}

bool compute_qr(const struct job *j, const struct array *a, struct array *out[2])
{
    int32_t m = (int32_t) a->shape[0], n = (int32_t) a->shape[1], k = m < n ? m : n;
    out[0] = out[1] = NULL;
    if (!linear_small(j, a))
        return false;
    struct array *t = linear_columns(j, a), *taus = linear_vector(j, a->dtype, k),
                 *work = compute_temporary(j, a->dtype, 2, (int64_t[]){k, m}),
                 *info = linear_vector(j, dtype_of(DTYPE_I32), 1), *columns = NULL, *view = NULL;
    bool ok = t && taus && work && info;
    const char *type = linear_number(a->dtype);
    if (ok && k) {
        uint64_t at = array_address(t), tau = array_address(taus), i = array_address(info),
                 q = array_address(work);
        struct work_arg params[] = {ARG(m), ARG(n), ARG(at), ARG(m), ARG(tau), ARG(i)},
                        generated[] = {ARG(m), ARG(k),   ARG(k), ARG(at),
                                       ARG(m), ARG(tau), ARG(q), ARG(i)};
        ok = linear_run(j, "::__solver_geqrf", type, "QR factors", params, 6);
        view = ok ? array_transposed(t) : NULL;
        columns = view ? first_rows(view, k) : NULL;
        out[1] = columns ? compute_triangle(j, columns, true, 0) : NULL;
        ok = out[1] && linear_run(j, "::__solver_orgqr", type, "Q of QR", generated, 8);
        array_unref(&columns);
    } else if (ok) {
        out[1] = compute_temporary(j, a->dtype, 2, (int64_t[]){k, n});
    }
    columns = ok ? first_rows(t, k) : NULL;
    out[0] = columns ? linear_rows(j, columns) : NULL;
    array_unref(&columns);
    array_unref(&view);
    array_unref(&t);
    array_unref(&taus);
    array_unref(&work);
    array_unref(&info);
    return out[0] && out[1];
}
