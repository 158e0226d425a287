/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER's dense calls (cusolverDn.h): factors as LAPACK stores them; eigenvalues and singular values by Jacobi's rotations. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fake_library.h"

enum { SWEEPS = 60, WORK = 64 };

static int context;

EXPORT int cusolverDnCreate(void **handle)
{
    ENTER;
    *handle = &context;
    return 0;
}

EXPORT int cusolverGetVersion(int *version)
{
    *version = 11702;
    return 0;
}

EXPORT int cusolverDnSetStream(void *handle, void *stream)
{
    return 0;
}

typedef double complex number;

/* A column-major matrix, rows x columns and dense; free() it. */
static number *matrix(const void *from, int rows, int columns, int ld, int type)
{
    number *to = calloc((size_t) rows * (size_t) columns + 1, sizeof *to);
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
            to[i + j * rows] = fake_get(from, i + j * ld, type);
    return to;
}

static void store(const number *from, void *to, int rows, int columns, int ld, int type)
{
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
            fake_put(to, i + j * ld, type, from[i + j * rows]);
}

static void swap(number *a, number *b)
{
    number v = *a;
    *a = *b;
    *b = v;
}

/* ---- factors ---- */

static void exchange_rows(number *a, int m, int n, int i, int k)
{
    for (int j = 0; j < n && i != k; j++)
        swap(a + i + j * m, a + k + j * m);
}

static void getrf(int m, int n, void *at, int lda, int *pivots, int *info, int type)
{
    number *a = matrix(at, m, n, lda, type);
    *info = 0;
    for (int k = 0; k < (m < n ? m : n); k++) {
        int best = k;
        for (int i = k + 1; i < m && pivots; i++)
            best = cabs(a[i + k * m]) > cabs(a[best + k * m]) ? i : best;
        if (pivots)
            pivots[k] = best + 1;
        exchange_rows(a, m, n, k, best);
        if (a[k + k * m] == 0) {
            *info = *info ? *info : k + 1;
            continue;
        }
        for (int i = k + 1; i < m; i++) {
            a[i + k * m] /= a[k + k * m];
            for (int j = k + 1; j < n; j++)
                a[i + j * m] -= a[i + k * m] * a[k + j * m];
        }
    }
    store(a, at, m, n, lda, type);
    free(a);
}

/* T x = b in place; element (i, k) of T is at i * row + k * column, or its conjugated number. */
static void substitute(const number *t, int n, int row, int column, int lower, int unit, int turned,
                       number *x)
{
    for (int s = 0; s < n; s++) {
        int i = lower ? s : n - 1 - s;
        for (int q = 0; q < s; q++) {
            int k = lower ? q : n - 1 - q;
            number v = t[i * row + k * column];
            x[i] -= (turned ? conj(v) : v) * x[k];
        }
        number v = t[i * row + i * column];
        x[i] /= unit ? 1 : turned ? conj(v) : v;
    }
}

static void getrs(int t, int n, int count, const void *at, int lda, const int *pivots, void *b,
                  int ldb, int *info, int type)
{
    number *a = matrix(at, n, n, lda, type), *x = matrix(b, n, count, ldb, type);
    *info = 0;
    for (int j = 0; j < count; j++) {
        number *column = x + j * n;
        for (int i = 0; pivots && !t && i < n; i++)
            swap(column + i, column + pivots[i] - 1);
        substitute(a, n, t ? n : 1, t ? 1 : n, 1, !t, t == 2, column);
        substitute(a, n, t ? n : 1, t ? 1 : n, 0, t, t == 2, column);
        for (int i = n - 1; pivots && t && i >= 0; i--)
            swap(column + i, column + pivots[i] - 1);
    }
    store(x, b, n, count, ldb, type);
    free(a);
    free(x);
}

static void potrf(int upper, int n, void *at, int lda, int *info, int type)
{
    number *a = matrix(at, n, n, lda, type);
    int row = upper ? n : 1, column = upper ? 1 : n;
    *info = 0;
    for (int k = 0; k < n && !*info; k++) {
        number pivot = a[k * row + k * column];
        if (!(creal(pivot) > 0)) {
            *info = k + 1;
            break;
        }
        for (int i = k; i < n; i++)
            a[i * row + k * column] /= sqrt(creal(pivot));
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j <= i; j++)
                a[i * row + j * column] -= a[i * row + k * column] * conj(a[j * row + k * column]);
    }
    store(a, at, n, n, lda, type);
    free(a);
}

static void potrs(int upper, int n, int count, const void *at, int lda, void *b, int ldb, int *info,
                  int type)
{
    number *a = matrix(at, n, n, lda, type), *x = matrix(b, n, count, ldb, type);
    int row = upper ? n : 1, column = upper ? 1 : n;
    *info = 0;
    for (int j = 0; j < count; j++) {
        substitute(a, n, row, column, 1, 0, upper, x + j * n);
        substitute(a, n, column, row, 0, 0, !upper, x + j * n);
    }
    store(x, b, n, count, ldb, type);
    free(a);
    free(x);
}

/* ---- reflections: H = I - tau v v', v[0] counts as 1 ---- */

static void reflect(int n, const number *v, number tau, number *c, int ldc, int columns)
{
    for (int j = 0; j < columns; j++) {
        number *x = c + j * ldc, sum = x[0];
        for (int i = 1; i < n; i++)
            sum += conj(v[i]) * x[i];
        x[0] -= tau * sum;
        for (int i = 1; i < n; i++)
            x[i] -= tau * sum * v[i];
    }
}

static void geqrf(int m, int n, void *at, int lda, void *taus, int *info, int type)
{
    number *a = matrix(at, m, n, lda, type);
    *info = 0;
    for (int k = 0; k < (m < n ? m : n); k++) {
        number *v = a + k + k * m, head = v[0], tau = 0;
        double below = 0;
        for (int i = 1; i < m - k; i++)
            below += creal(v[i] * conj(v[i]));
        double length = sqrt(creal(head * conj(head)) + below),
               to = creal(head) > 0 ? -length : length;
        if (below != 0 || cimag(head) != 0) {
            tau = (to - head) / to;
            for (int i = 1; i < m - k; i++)
                v[i] /= head - to;
            v[0] = to;
        }
        fake_put(taus, k, type, tau);
        reflect(m - k, v, conj(tau), v + m, m, n - k - 1);
    }
    store(a, at, m, n, lda, type);
    free(a);
}

static void ormqr(int t, int m, int n, int k, const void *at, int lda, const void *taus, void *c,
                  int ldc, int *info, int type)
{
    number *a = matrix(at, m, k, lda, type), *x = matrix(c, m, n, ldc, type);
    *info = 0;
    for (int s = 0; s < k; s++) {
        int i = t ? s : k - 1 - s;
        number tau = fake_get(taus, i, type);
        reflect(m - i, a + i + i * m, t ? conj(tau) : tau, x + i, m, n);
    }
    store(x, c, m, n, ldc, type);
    free(a);
    free(x);
}

static void orgqr(int m, int n, int k, void *at, int lda, const void *taus, int *info, int type)
{
    number *a = matrix(at, m, k, lda, type), *q = calloc((size_t) m * (size_t) n + 1, sizeof *q);
    *info = 0;
    for (int j = 0; j < n; j++)
        q[j + j * m] = 1;
    for (int i = k - 1; i >= 0; i--)
        reflect(m - i, a + i + i * m, fake_get(taus, i, type), q + i, m, n);
    store(q, at, m, n, lda, type);
    free(a);
    free(q);
}

/* ---- eigenvalues of a Hermitian matrix ---- */

/* Columns p and q of m become m J, J = [c, s e; -s e', c]. */
static void turn(int n, double complex *m, int p, int q, double c, double complex s, int rows)
{
    for (int i = 0; i < n; i++) {
        double complex *x = m + (rows ? p + i * n : i + p * n),
                       *y = m + (rows ? q + i * n : i + q * n), a = *x, b = *y;
        double complex f = rows ? conj(s) : s;
        *x = c * a - conj(f) * b;
        *y = f * a + c * b;
    }
}

static int sweep(int n, double complex *m, double complex *vectors)
{
    int turned = 0;
    for (int p = 0; p < n; p++)
        for (int q = p + 1; q < n; q++) {
            double complex off = m[p + q * n];
            double size = cabs(off), pp = creal(m[p + p * n]), qq = creal(m[q + q * n]);
            if (size <= 1e-18 * (fabs(pp) + fabs(qq)))
                continue;
            double zeta = (qq - pp) / (2 * size),
                   t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta)),
                   c = 1 / sqrt(1 + t * t);
            double complex s = t * c * off / size;
            turn(n, m, p, q, c, s, 0);
            turn(n, vectors, p, q, c, s, 0);
            turn(n, m, p, q, c, s, 1);
            turned = 1;
        }
    return turned;
}

/* type: of the matrix (cudaDataType), type_w: of the eigenvalues */
static void heevd(int wanted, int upper, int n, void *at, int lda, void *w, int *info, int type,
                  int type_w)
{
    double complex *m = calloc((size_t) n * (size_t) n + 1, sizeof *m),
                   *v = calloc((size_t) n * (size_t) n + 1, sizeof *v);
    int *order = calloc((size_t) n + 1, sizeof *order);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            int there = upper ? i <= j : i >= j;
            double complex x = there ? fake_get(at, i + (int64_t) j * lda, type)
                                     : conj(fake_get(at, j + (int64_t) i * lda, type));
            m[i + j * n] = i == j ? creal(x) : x;
            v[i + j * n] = i == j;
        }
    for (int s = 0; s < SWEEPS && sweep(n, m, v); s++)
        continue;
    for (int k = 0; k < n; k++) { /* ascending */
        int at_k = k;
        for (; at_k && creal(m[order[at_k - 1] * (n + 1)]) > creal(m[k * (n + 1)]); at_k--)
            order[at_k] = order[at_k - 1];
        order[at_k] = k;
    }
    for (int k = 0; k < n; k++) {
        fake_put(w, k, type_w, creal(m[order[k] * (n + 1)]));
        for (int i = 0; wanted && i < n; i++)
            fake_put(at, i + (int64_t) k * lda, type, v[i + order[k] * n]);
    }
    *info = 0;
    free(m);
    free(v);
    free(order);
}

/* ---- singular values, m >= n ---- */

static number dot(int n, const number *x, const number *y)
{
    number sum = 0;
    for (int i = 0; i < n; i++)
        sum += conj(x[i]) * y[i];
    return sum;
}

static void mix(int n, number *x, number *y, double c, number s)
{
    for (int i = 0; i < n; i++) {
        number a = x[i], b = y[i];
        x[i] = c * a - conj(s) * b;
        y[i] = s * a + c * b;
    }
}

static int make_orthogonal(int m, int n, number *a, number *v)
{
    int turned = 0;
    for (int p = 0; p < n; p++)
        for (int q = p + 1; q < n; q++) {
            number *x = a + p * m, *y = a + q * m, xy = dot(m, x, y);
            double xx = creal(dot(m, x, x)), yy = creal(dot(m, y, y)), size = cabs(xy);
            if (!(size > 1e-15 * sqrt(xx) * sqrt(yy)))
                continue;
            double zeta = (yy - xx) / (2 * size),
                   t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta)),
                   c = 1 / sqrt(1 + t * t);
            mix(m, x, y, c, t * c * xy / size);
            mix(n, v + p * n, v + q * n, c, t * c * xy / size);
            turned = 1;
        }
    return turned;
}

/* Column j of u: column k of a if it has a length, otherwise a unit vector made orthogonal to the columns before. */
static void complete(int m, number *u, int j, const number *column, double length)
{
    number *x = u + j * m;
    for (int attempt = 0; attempt <= m; attempt++) {
        for (int i = 0; i < m; i++)
            x[i] = length > 0 ? column[i] / length : i == attempt;
        for (int round = 0; round < 2 && length <= 0; round++)
            for (int k = 0; k < j; k++) {
                number part = dot(m, u + k * m, x);
                for (int i = 0; i < m; i++)
                    x[i] -= part * u[i + k * m];
            }
        double size = sqrt(creal(dot(m, x, x)));
        for (int i = 0; i < m && size > 0.1 / sqrt(m); i++)
            x[i] /= size;
        if (size > 0.1 / sqrt(m))
            return;
    }
}

static void gesvd(int job_u, int job_vt, int m, int n, void *at, int lda, void *s, void *to_u,
                  int ldu, void *vt, int ldvt, int *info, int type)
{
    number *a = matrix(at, m, n, lda, type), *v = calloc((size_t) n * (size_t) n + 1, sizeof *v),
           *u = calloc((size_t) m * (size_t) m + 1, sizeof *u),
           *turned = calloc((size_t) n * (size_t) n + 1, sizeof *turned);
    double *length = calloc((size_t) n + 1, sizeof *length), largest = 0;
    for (int i = 0; i < n; i++)
        v[i + i * n] = 1;
    for (int k = 0; k < SWEEPS && make_orthogonal(m, n, a, v); k++)
        continue;
    for (int j = 0; j < n; j++) {
        length[j] = sqrt(creal(dot(m, a + j * m, a + j * m)));
        largest = fmax(largest, length[j]);
    }
    int columns = job_u == 'A' ? m : job_u == 'S' ? n : 0;
    for (int j = 0; j < (columns > n ? columns : n); j++) {
        int most = 0;
        for (int k = 1; j < n && k < n; k++)
            most = length[k] > length[most] ? k : most;
        double l = j < n ? length[most] : -1;
        if (j < n) {
            fake_put(s, j, type & 1, l); /* real */
            for (int i = 0; i < n; i++)
                turned[j + i * n] = conj(v[i + most * n]);
            length[most] = -1;
        }
        if (j < columns)
            complete(m, u, j, a + most * m, l > 1e-14 * largest ? l : -1);
    }
    if (job_u != 'N')
        store(u, to_u, m, columns, ldu, type);
    if (job_vt != 'N')
        store(turned, vt, n, n, ldvt, type);
    *info = 0;
    free(a);
    free(v);
    free(u);
    free(turned);
    free(length);
}

/* ---- the calls ---- */

#define SIZE(name, params)                                                                         \
    EXPORT int name params                                                                         \
    {                                                                                              \
        ENTER;                                                                                     \
        *size = WORK;                                                                              \
        return 0;                                                                                  \
    }
#define CALLS(S, Q, type)                                                                          \
    SIZE(cusolverDn##S##getrf_bufferSize, (void *h, int m, int n, void *a, int lda, int *size))    \
    EXPORT int cusolverDn##S##getrf(void *h, int m, int n, void *a, int lda, void *work,           \
                                    int *pivots, int *info)                                        \
    {                                                                                              \
        ENTER;                                                                                     \
        getrf(m, n, a, lda, pivots, info, type);                                                   \
        return 0;                                                                                  \
    }                                                                                              \
    EXPORT int cusolverDn##S##getrs(void *h, int t, int n, int count, const void *a, int lda,      \
                                    const int *pivots, void *b, int ldb, int *info)                \
    {                                                                                              \
        ENTER;                                                                                     \
        getrs(t, n, count, a, lda, pivots, b, ldb, info, type);                                    \
        return 0;                                                                                  \
    }                                                                                              \
    SIZE(cusolverDn##S##potrf_bufferSize, (void *h, int fill, int n, void *a, int lda, int *size)) \
    EXPORT int cusolverDn##S##potrf(void *h, int fill, int n, void *a, int lda, void *work,        \
                                    int size, int *info)                                           \
    {                                                                                              \
        ENTER;                                                                                     \
        potrf(fill, n, a, lda, info, type);                                                        \
        return 0;                                                                                  \
    }                                                                                              \
    EXPORT int cusolverDn##S##potrs(void *h, int fill, int n, int count, const void *a, int lda,   \
                                    void *b, int ldb, int *info)                                   \
    {                                                                                              \
        ENTER;                                                                                     \
        potrs(fill, n, count, a, lda, b, ldb, info, type);                                         \
        return 0;                                                                                  \
    }                                                                                              \
    SIZE(cusolverDn##S##geqrf_bufferSize, (void *h, int m, int n, void *a, int lda, int *size))    \
    EXPORT int cusolverDn##S##geqrf(void *h, int m, int n, void *a, int lda, void *taus,           \
                                    void *work, int size, int *info)                               \
    {                                                                                              \
        ENTER;                                                                                     \
        geqrf(m, n, a, lda, taus, info, type);                                                     \
        return 0;                                                                                  \
    }                                                                                              \
    SIZE(cusolverDn##S##Q##gqr_bufferSize,                                                         \
         (void *h, int m, int n, int k, const void *a, int lda, const void *taus, int *size))      \
    EXPORT int cusolverDn##S##Q##gqr(void *h, int m, int n, int k, void *a, int lda,               \
                                     const void *taus, void *work, int size, int *info)            \
    {                                                                                              \
        ENTER;                                                                                     \
        orgqr(m, n, k, a, lda, taus, info, type);                                                  \
        return 0;                                                                                  \
    }                                                                                              \
    SIZE(cusolverDn##S##Q##mqr_bufferSize,                                                         \
         (void *h, int side, int t, int m, int n, int k, const void *a, int lda, const void *taus, \
          const void *c, int ldc, int *size))                                                      \
    EXPORT int cusolverDn##S##Q##mqr(void *h, int side, int t, int m, int n, int k, const void *a, \
                                     int lda, const void *taus, void *c, int ldc, void *work,      \
                                     int size, int *info)                                          \
    {                                                                                              \
        ENTER;                                                                                     \
        ormqr(t, m, n, k, a, lda, taus, c, ldc, info, type);                                       \
        return 0;                                                                                  \
    }                                                                                              \
    SIZE(cusolverDn##S##gesvd_bufferSize, (void *h, int m, int n, int *size))                      \
    EXPORT int cusolverDn##S##gesvd(void *h, signed char job_u, signed char job_vt, int m, int n,  \
                                    void *a, int lda, void *s, void *u, int ldu, void *vt,         \
                                    int ldvt, void *work, int size, void *real_work, int *info)    \
    {                                                                                              \
        ENTER;                                                                                     \
        gesvd(job_u, job_vt, m, n, a, lda, s, u, ldu, vt, ldvt, info, type);                       \
        return 0;                                                                                  \
    }
CALLS(S, or, 0)
CALLS(D, or, 1)
CALLS(C, un, 4)
CALLS(Z, un, 5)

#define EIGENVALUES(name, type, type_w)                                                            \
    SIZE(name##_bufferSize, (void *h, int vectors, int fill, int n, const void *a, int lda,        \
                             const void *w, int *size))                                            \
    EXPORT int name(void *h, int vectors, int fill, int n, void *a, int lda, void *w, void *work,  \
                    int size, int *info)                                                           \
    {                                                                                              \
        ENTER;                                                                                     \
        heevd(vectors, fill, n, a, lda, w, info, type, type_w);                                    \
        return 0;                                                                                  \
    }
EIGENVALUES(cusolverDnSsyevd, 0, 0)
EIGENVALUES(cusolverDnDsyevd, 1, 1)
EIGENVALUES(cusolverDnCheevd, 4, 0)
EIGENVALUES(cusolverDnZheevd, 5, 1)
