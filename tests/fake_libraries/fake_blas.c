/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLAS (cublas_api.h): products of matrices, column-major. */
#include <stdlib.h>
#include <string.h>

#include "fake_library.h"

enum { INVALID_VALUE = 7, NOT_SUPPORTED = 15 };

static struct {
    int mode;
} context;

EXPORT int cublasCreate_v2(void **handle)
{
    ENTER;
    *handle = &context;
    return 0;
}

EXPORT int cublasGetVersion_v2(void *handle, int *version)
{
#ifdef OLD
    *version = 10200;
#else
    *version = 120900;
#endif
    return 0;
}

EXPORT int cublasSetStream_v2(void *handle, void *stream)
{
    return 0;
}

EXPORT int cublasSetPointerMode_v2(void *handle, int mode)
{
    context.mode = mode;
    return 0;
}

struct product {
    int ta, tb, m, n, k, type, lda, ldb, type_c, ldc, factors;
    const void *alpha, *beta;
};

static double complex element(const void *a, int ld, int transposed, int type, int i, int j)
{
    double complex v = fake_get(a, transposed ? j + (int64_t) i * ld : i + (int64_t) j * ld, type);
    return transposed == 2 ? conj(v) : v;
}

static void multiply(const struct product *p, const void *a, const void *b, void *c)
{
    double complex alpha = fake_get(p->alpha, 0, p->factors),
                   beta = fake_get(p->beta, 0, p->factors);
    for (int j = 0; j < p->n; j++)
        for (int i = 0; i < p->m; i++) {
            double complex sum = 0;
            for (int k = 0; k < p->k; k++)
                sum += element(a, p->lda, p->ta, p->type, i, k) *
                       element(b, p->ldb, p->tb, p->type, k, j);
            int64_t at = i + (int64_t) j * p->ldc;
            sum *= alpha;
            if (beta != 0)
                sum += beta * fake_get(c, at, p->type_c);
            fake_put(c, at, p->type_c, sum);
        }
}

/* The type of alpha and beta: that of the sums, complex for complex numbers. */
static int factors_of(int type, int compute)
{
    return type == 4 || type == 5 ? type : compute == 70 ? 1 : compute == 72 ? 10 : 0;
}

static int bytes_of(int type)
{
    static const int sizes[] = {
        [0] = 4, [1] = 8, [2] = 2, [3] = 1, [4] = 8, [5] = 16, [10] = 4, [14] = 2};
    return sizes[type];
}

static int is_sound(const struct product *p, int type_b)
{
    int rows_a = p->ta ? p->k : p->m, rows_b = p->tb ? p->n : p->k;
    return p->m >= 0 && p->n >= 0 && p->k >= 0 && p->lda >= rows_a && p->ldb >= rows_b &&
           p->ldc >= p->m && p->type == type_b;
}

EXPORT int cublasGemmStridedBatchedEx(void *handle, int ta, int tb, int m, int n, int k,
                                      const void *alpha, const void *a, int type_a, int lda,
                                      long long step_a, const void *b, int type_b, int ldb,
                                      long long step_b, const void *beta, void *c, int type_c,
                                      int ldc, long long step_c, int count, int compute,
                                      int algorithm)
{
    ENTER;
    struct product p = {
        ta, tb, m, n, k, type_a, lda, ldb, type_c, ldc, factors_of(type_a, compute), alpha, beta};
    if (!is_sound(&p, type_b))
        return INVALID_VALUE;
    if (type_a == 3 && (lda % 4 || ldb % 4)) /* as the library's table of types says */
        return NOT_SUPPORTED;
    for (int z = 0; z < count; z++)
        multiply(&p, (const char *) a + step_a * z * bytes_of(type_a),
                 (const char *) b + step_b * z * bytes_of(type_a),
                 (char *) c + step_c * z * bytes_of(type_c));
    return 0;
}

EXPORT int cublasGemmBatchedEx(void *handle, int ta, int tb, int m, int n, int k, const void *alpha,
                               const void *const *a, int type_a, int lda, const void *const *b,
                               int type_b, int ldb, const void *beta, void *const *c, int type_c,
                               int ldc, int count, int compute, int algorithm)
{
    ENTER;
    struct product p = {
        ta, tb, m, n, k, type_a, lda, ldb, type_c, ldc, factors_of(type_a, compute), alpha, beta};
    if (!is_sound(&p, type_b))
        return INVALID_VALUE;
    for (int z = 0; z < count; z++)
        multiply(&p, a[z], b[z], c[z]);
    return 0;
}

/* ---- one triangle of A ---- */

static double symmetric(const double *a, int n, int upper, int i, int j)
{
    int there = upper ? i <= j : i >= j;
    return there ? a[i + j * n] : a[j + i * n];
}

static int symm(int right, int upper, int m, int n, const void *alpha, const void *a, int lda,
                const void *b, int ldb, const void *beta, void *c, int ldc, int single)
{
    int size = right ? n : m;
    double f = creal(fake_get(alpha, 0, !single)), g = creal(fake_get(beta, 0, !single));
    double *x = fake_matrix(a, size, size, lda, single), *y = fake_matrix(b, m, n, ldb, single),
           *to = fake_matrix(c, m, n, ldc, single);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int k = 0; k < size; k++)
                sum += right ? y[i + k * m] * symmetric(x, size, upper, k, j)
                             : symmetric(x, size, upper, i, k) * y[k + j * m];
            to[i + j * m] = f * sum + (g != 0 ? g * to[i + j * m] : 0);
        }
    fake_store(to, c, m, n, ldc, single);
    free(x);
    free(y);
    free(to);
    return 0;
}

static int syrk(int upper, int t, int n, int k, const void *alpha, const void *a, int lda,
                const void *beta, void *c, int ldc, int single)
{
    double f = creal(fake_get(alpha, 0, !single)), g = creal(fake_get(beta, 0, !single));
    int rows = t ? k : n;
    double *x = fake_matrix(a, rows, t ? n : k, lda, single),
           *to = fake_matrix(c, n, n, ldc, single);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int p = 0; p < k; p++)
                sum += t ? x[p + i * rows] * x[p + j * rows] : x[i + p * rows] * x[j + p * rows];
            if (upper ? i <= j : i >= j)
                to[i + j * n] = f * sum + (g != 0 ? g * to[i + j * n] : 0);
        }
    fake_store(to, c, n, n, ldc, single);
    free(x);
    free(to);
    return 0;
}

/* op(A) of a triangular A, dense. */
static double *triangle(const void *a, int size, int lda, int upper, int t, int unit, int single)
{
    double *from = fake_matrix(a, size, size, lda, single),
           *to = calloc((size_t) size * (size_t) size + 1, sizeof *to);
    for (int j = 0; j < size; j++)
        for (int i = 0; i < size; i++) {
            double v = i == j && unit ? 1 : (upper ? i <= j : i >= j) ? from[i + j * size] : 0;
            to[t ? j + i * size : i + j * size] = v;
        }
    free(from);
    return to;
}

static int trmm(int right, int upper, int t, int unit, int m, int n, const void *alpha,
                const void *a, int lda, const void *b, int ldb, void *c, int ldc, int single)
{
    int size = right ? n : m;
    double f = creal(fake_get(alpha, 0, !single));
    double *x = triangle(a, size, lda, upper, t, unit, single),
           *y = fake_matrix(b, m, n, ldb, single), *to = calloc((size_t) m * (size_t) n + 1, 8);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            for (int k = 0; k < size; k++)
                to[i + j * m] +=
                    f * (right ? y[i + k * m] * x[k + j * size] : x[i + k * size] * y[k + j * m]);
    fake_store(to, c, m, n, ldc, single);
    free(x);
    free(y);
    free(to);
    return 0;
}

/* T x = b in place for a triangular T, of which element (i, k) is at i * row + k * column; x has elements `step` apart. */
static void substitute(const double *t, int size, int row, int column, int lower, double *x,
                       int step)
{
    for (int s = 0; s < size; s++) {
        int i = lower ? s : size - 1 - s;
        for (int q = 0; q < s; q++) {
            int k = lower ? q : size - 1 - q;
            x[i * step] -= t[i * row + k * column] * x[k * step];
        }
        x[i * step] /= t[i * row + i * column];
    }
}

static int trsm(int right, int upper, int t, int unit, int m, int n, const void *alpha,
                const void *a, int lda, void *b, int ldb, int single)
{
    int size = right ? n : m, lower = upper == t; /* op(A) */
    double f = creal(fake_get(alpha, 0, !single));
    double *x = triangle(a, size, lda, upper, t, unit, single),
           *y = fake_matrix(b, m, n, ldb, single);
    for (int i = 0; i < m * n; i++)
        y[i] *= f;
    for (int r = 0; r < (right ? m : n); r++) {
        if (right) /* X op(A) = B: op(A)' X' = B' */
            substitute(x, size, size, 1, !lower, y + r, m);
        else
            substitute(x, size, 1, size, lower, y + r * m, 1);
    }
    fake_store(y, b, m, n, ldb, single);
    free(x);
    free(y);
    return 0;
}

#define CALLS(S, single)                                                                           \
    EXPORT int cublas##S##symm_v2(void *handle, int side, int fill, int m, int n,                  \
                                  const void *alpha, const void *a, int lda, const void *b,        \
                                  int ldb, const void *beta, void *c, int ldc)                     \
    {                                                                                              \
        ENTER;                                                                                     \
        return symm(side, fill, m, n, alpha, a, lda, b, ldb, beta, c, ldc, single);                \
    }                                                                                              \
    EXPORT int cublas##S##syrk_v2(void *handle, int fill, int t, int n, int k, const void *alpha,  \
                                  const void *a, int lda, const void *beta, void *c, int ldc)      \
    {                                                                                              \
        ENTER;                                                                                     \
        return syrk(fill, t, n, k, alpha, a, lda, beta, c, ldc, single);                           \
    }                                                                                              \
    EXPORT int cublas##S##trmm_v2(void *handle, int side, int fill, int t, int diagonal, int m,    \
                                  int n, const void *alpha, const void *a, int lda, const void *b, \
                                  int ldb, void *c, int ldc)                                       \
    {                                                                                              \
        ENTER;                                                                                     \
        return trmm(side, fill, t, diagonal, m, n, alpha, a, lda, b, ldb, c, ldc, single);         \
    }                                                                                              \
    EXPORT int cublas##S##trsm_v2(void *handle, int side, int fill, int t, int diagonal, int m,    \
                                  int n, const void *alpha, const void *a, int lda, void *b,       \
                                  int ldb)                                                         \
    {                                                                                              \
        ENTER;                                                                                     \
        return trsm(side, fill, t, diagonal, m, n, alpha, a, lda, b, ldb, single);                 \
    }
CALLS(S, 1)
CALLS(D, 0)
