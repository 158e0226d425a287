/* SPDX-License-Identifier: Apache-2.0 */
/* Singular values, eigenvalues of symmetric matrices, and what follows from singular values. Next: kernels/solver.cu. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compute/linear.h"
#include "compute/linear_impl.h"

static bool found(const struct job *j, bool all, const char *what)
{
    if (all)
        return true;
    struct diag *d = diag_error(j->diags, DIAG_RUNTIME, j->at, "the %s were not found", what);
    diag_help(j->diags, d, "look for nan and inf among the elements: any(isnan(A))");
    return false;
}

static bool converged(const struct job *j, const struct array *info, const char *what)
{
    int32_t failed = 0;
    return linear_info(j, info, &failed) && found(j, !failed, what);
}

/* LAPACK's geev returns nan for a matrix with nan. */
static bool all_are_numbers(const struct job *j, const struct array *w)
{
    struct operand o = {.kind = OPERAND_ARRAY, .type = w->dtype.name, .array = w};
    struct expression e = {.text = "v0.x == v0.x && v0.y == v0.y",
                           .dtype = dtype_of(DTYPE_BOOL),
                           .operands = &o,
                           .count = 1};
    uint64_t all = 0;
    return compute_reduce(j, "all", &e, dtype_of(DTYPE_BOOL), -1, &all, NULL) &&
           found(j, all & 1, "eigenvalues");
}

/* What the kernel makes of a tall matrix, column-major: shapes are [columns, rows]. */
struct tall_svd {
    struct array *u, *s, *vt;
};

static bool svd_of_tall(const struct job *j, const struct array *columns, enum svd_vectors vectors,
                        struct tall_svd *out)
{
    int32_t m = (int32_t) columns->shape[1], n = (int32_t) columns->shape[0],
            all = vectors == SVD_FULL;
    struct dtype t = columns->dtype, real = dtype_part(t);
    char types[80];
    struct array *work = compute_temporary(j, t, 2, (int64_t[]){n, n}),
                 *info = linear_vector(j, dtype_of(DTYPE_I32), 1);
    out->s = linear_vector(j, real, n);
    if (vectors) {
        out->u = compute_temporary(j, t, 2, (int64_t[]){all ? m : n, m});
        out->vt = compute_temporary(j, t, 2, (int64_t[]){n, n});
    }
    bool ok = work && info && out->s && (!vectors || (out->u && out->vt));
    if (ok) {
        uint64_t a = array_address(columns), s = array_address(out->s), w = array_address(work),
                 i = array_address(info), u = vectors ? array_address(out->u) : 0,
                 vt = vectors ? array_address(out->vt) : 0;
        struct work_arg params[] = {ARG(m), ARG(n),   ARG(a),  ARG(m), ARG(s), ARG(u),
                                    ARG(m), ARG(all), ARG(vt), ARG(n), ARG(w), ARG(i)};
        snprintf(types, sizeof types, "%s, %s", linear_number(t), real.name);
        ok = linear_run(j, "::__solver_gesvd", types, "SVD", params, 12) &&
             converged(j, info, "singular values");
    }
    array_unref(&work);
    array_unref(&info);
    return ok;
}

/* A matrix without rows or columns has no singular values; full vectors are any orthogonal matrix. */
static bool svd_of_nothing(const struct job *j, const struct array *a, enum svd_vectors vectors,
                           struct array *out[3])
{
    int64_t m = a->shape[0], n = a->shape[1];
    bool full = vectors == SVD_FULL;
    out[1] = linear_vector(j, dtype_part(a->dtype), 0);
    if (vectors) {
        out[0] = compute_eye(j, a->dtype, m, full ? m : 0);
        out[2] = compute_eye(j, a->dtype, full ? n : 0, n);
    }
    return out[1] && (!vectors || (out[0] && out[2]));
}

/* A wide matrix is the transposed of a tall one: a = V S U'. */
bool compute_svd(const struct job *j, const struct array *a, enum svd_vectors vectors,
                 struct array *out[3])
{
    out[0] = out[1] = out[2] = NULL;
    if (!linear_small(j, a))
        return false;
    if (!array_count(a))
        return svd_of_nothing(j, a, vectors, out);
    bool wide = a->shape[0] < a->shape[1];
    struct tall_svd tall = {0};
    struct array *columns = wide ? linear_copied(j, a) : linear_columns(j, a);
    bool ok = columns && svd_of_tall(j, columns, vectors, &tall);
    if (ok) {
        out[1] = array_ref(tall.s);
        if (vectors) {
            out[0] = wide ? array_ref(tall.vt) : linear_rows(j, tall.u);
            out[2] = wide ? array_ref(tall.u) : linear_rows(j, tall.vt);
            ok = out[0] && out[2];
        }
    }
    array_unref(&columns);
    array_unref(&tall.u);
    array_unref(&tall.s);
    array_unref(&tall.vt);
    return ok;
}

bool compute_eigh(const struct job *j, const struct array *a, bool vectors, struct array *out[2])
{
    int32_t n = (int32_t) a->shape[0], upper = 1, wanted = vectors;
    char types[80];
    out[0] = out[1] = NULL;
    if (!linear_square(j, a))
        return false;
    struct dtype real = dtype_part(a->dtype);
    struct array *m = linear_copied(j, a), *w = linear_vector(j, real, n),
                 *work = compute_temporary(j, a->dtype, 2, a->shape),
                 *info = linear_vector(j, dtype_of(DTYPE_I32), 1);
    bool ok = m && w && work && info;
    if (ok && n) {
        uint64_t at = array_address(m), to = array_address(w), room = array_address(work),
                 i = array_address(info);
        struct work_arg params[] = {ARG(wanted), ARG(upper), ARG(n),    ARG(at),
                                    ARG(n),      ARG(to),    ARG(room), ARG(i)};
        snprintf(types, sizeof types, "%s, %s", a->dtype.name, real.name);
        ok = linear_run(j, "::__solver_heevd", types, "eigenvalues", params, 8) &&
             converged(j, info, "eigenvalues");
    }
    if (ok) {
        out[0] = array_ref(w);
        out[1] = vectors ? linear_rows(j, m) : NULL; /* of the transposed matrix */
        out[1] = out[1] ? linear_conjugated(j, out[1]) : NULL;
    }
    array_unref(&m);
    array_unref(&w);
    array_unref(&work);
    array_unref(&info);
    return ok && (!vectors || out[1]);
}

bool compute_eig(const struct job *j, const struct array *a, struct dtype result, bool vectors,
                 struct array *out[2])
{
    int32_t n = (int32_t) a->shape[0], wanted = vectors;
    char types[80];
    const char *part = result.size == 8 ? "float" : "double";
    out[0] = out[1] = NULL;
    if (!linear_square(j, a))
        return false;
    struct array *m = linear_columns(j, a), *w = linear_vector(j, result, n),
                 *v = vectors ? compute_temporary(j, result, 2, a->shape) : NULL,
                 *work = compute_temporary(j, result, 2, (int64_t[]){2 * (int64_t) n + 2, n}),
                 *info = linear_vector(j, dtype_of(DTYPE_I32), 1);
    bool ok = m && w && (v || !vectors) && work && info;
    if (ok && n) {
        uint64_t at = array_address(m), values = array_address(w), to = v ? array_address(v) : 0,
                 room = array_address(work), i = array_address(info);
        struct work_arg params[] = {ARG(wanted), ARG(n),    ARG(at), ARG(values),
                                    ARG(to),     ARG(room), ARG(i)};
        snprintf(types, sizeof types, "%s, %s, %s", a->dtype.name, result.name, part);
        ok = linear_run(j, "::__solver_geev", types, "eigenvalues", params, 7) &&
             converged(j, info, "eigenvalues") && all_are_numbers(j, w);
    }
    if (ok) {
        out[0] = array_ref(w);
        out[1] = vectors ? linear_rows(j, v) : NULL;
    }
    array_unref(&m);
    array_unref(&w);
    array_unref(&v);
    array_unref(&work);
    array_unref(&info);
    return ok && (!vectors || out[1]);
}

/* ---- by singular values ---- */

static double tolerance(const struct array *a, double largest)
{
    double longer = (double) (a->shape[0] > a->shape[1] ? a->shape[0] : a->shape[1]);
    return largest * longer * (dtype_part(a->dtype).size == 4 ? (double) FLT_EPSILON : DBL_EPSILON);
}

int64_t compute_rank(const struct array *a, const double *s, int64_t count)
{
    int64_t rank = 0;
    while (rank < count && s[rank] > tolerance(a, s[0]))
        rank++;
    return rank;
}

/* diag(1 / s) U' B, where 1 / s is 0 for singular values that count as 0. B NULL: the unit matrix. */
static struct array *divided(const struct job *j, struct array *const svd[3], const struct array *b,
                             double least)
{
    struct array *ut = linear_conjugated(j, array_transposed(svd[0])),
                 *right = !ut ? NULL
                          : b ? compute_matmul(j, ut, b)
                              : array_ref(ut),
                 *s = array_ref_view(svd[1]), *out = NULL;
    char text[200];
    const char *t = svd[1]->dtype.name;
    if (right && right->rank == 2) {
        s->rank = 2;
        s->shape[1] = 1;
        s->stride[1] = 1;
    }
    if (right) {
        struct operand operands[3] = {
            {.kind = OPERAND_ARRAY, .type = right->dtype.name, .array = right},
            {.kind = OPERAND_ARRAY, .type = t,                 .array = s    },
            {.kind = OPERAND_VALUE, .type = "double",          .size = 8     }
        };
        memcpy(&operands[2].value, &least, sizeof least);
        const char *c = right->dtype.name;
        if (right->dtype.kind == DTYPE_OTHER)
            snprintf(text, sizeof text,
                     "v1 > (%s) v2 ? warpcell::pair<%s>(v0.x / v1, v0.y / v1) : "
                     "warpcell::pair<%s>(0, 0)",
                     t, c, c);
        else
            snprintf(text, sizeof text, "v1 > (%s) v2 ? v0 / v1 : (%s) 0", t, t);
        struct expression e = {
            .text = text, .dtype = right->dtype, .operands = operands, .count = 3};
        out = array_count(right) ? compute_new(j, &e) : array_ref(right);
    }
    array_unref(&ut);
    array_unref(&right);
    array_unref(&s);
    return out;
}

/* V diag(1 / s) U' B */
static struct array *by_svd(const struct job *j, const struct array *a, const struct array *b)
{
    struct array *svd[3] = {NULL}, *scaled = NULL, *v = NULL, *out = NULL;
    double *s = compute_svd(j, a, SVD_REDUCED, svd) ? compute_doubles(j, svd[1]) : NULL;
    if (s) {
        double least = array_count(svd[1]) ? tolerance(a, s[0]) : 0;
        v = linear_conjugated(j, array_transposed(svd[2]));
        scaled = v ? divided(j, svd, b, least) : NULL;
        out = scaled ? compute_matmul(j, v, scaled) : NULL;
    }
    free(s);
    for (int i = 0; i < 3; i++)
        array_unref(&svd[i]);
    array_unref(&scaled);
    array_unref(&v);
    return out;
}

struct array *compute_pinv(const struct job *j, const struct array *a)
{
    return by_svd(j, a, NULL);
}

struct array *compute_lstsq(const struct job *j, const struct array *a, const struct array *b)
{
    return linear_same_rows(j, a, b) ? by_svd(j, a, b) : NULL;
}
