/* SPDX-License-Identifier: Apache-2.0 */
/* Part of cublas_v2.h: matrices that are banded, packed, symmetric, Hermitian or triangular, and complex ones, of which one function knows where an element is.
 * A thread makes one element, so these calls are simple and not fast. */
#ifndef WARPCELL_BLAS_STRUCTURED_H
#define WARPCELL_BLAS_STRUCTURED_H

/* ---- numbers of the four types ---- */

#define __BLAS_REAL_NUMBER(T)                                                             \
    static __host__ __device__ inline T __blas_mul(T a, T b) { return a * b; }            \
    static __host__ __device__ inline T __blas_add(T a, T b) { return a + b; }            \
    static __host__ __device__ inline T __blas_sub(T a, T b) { return a - b; }            \
    static __host__ __device__ inline T __blas_div(T a, T b) { return a / b; }            \
    static __host__ __device__ inline T __blas_conj(T a) { return a; }                    \
    static __host__ __device__ inline T __blas_real_part(T a) { return a; }               \
    static __host__ __device__ inline T __blas_size(T a) { return a < 0 ? -a : a; }       \
    static __host__ __device__ inline bool __blas_is_zero(T a) { return a == 0; }         \
    static __host__ __device__ inline void __blas_put(T *out, double re) { *out = T(re); }
#define __BLAS_COMPLEX_NUMBER(V, R)                                                       \
    static __host__ __device__ inline V __blas_pair_of(R x, R y, const V *)               \
    {                                                                                     \
        V r;                                                                              \
        r.x = x;                                                                          \
        r.y = y;                                                                          \
        return r;                                                                         \
    }                                                                                     \
    static __host__ __device__ inline V __blas_mul(V a, V b)                              \
    {                                                                                     \
        return __blas_pair_of(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x, &a);          \
    }                                                                                     \
    static __host__ __device__ inline V __blas_add(V a, V b) { return __blas_pair_of(a.x + b.x, a.y + b.y, &a); }   \
    static __host__ __device__ inline V __blas_sub(V a, V b) { return __blas_pair_of(a.x - b.x, a.y - b.y, &a); }   \
    static __host__ __device__ inline V __blas_div(V a, V b)                              \
    {                                                                                     \
        R s = (b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y), x = b.x / s, y = b.y / s, f = s * (x * x + y * y); \
        return __blas_pair_of((a.x * x + a.y * y) / f, (a.y * x - a.x * y) / f, &a);      \
    }                                                                                     \
    static __host__ __device__ inline V __blas_conj(V a) { return __blas_pair_of(a.x, -a.y, &a); }      \
    static __host__ __device__ inline V __blas_real_part(V a) { return __blas_pair_of(a.x, 0, &a); }    \
    static __host__ __device__ inline R __blas_size(V a) { return (a.x < 0 ? -a.x : a.x) + (a.y < 0 ? -a.y : a.y); } \
    static __host__ __device__ inline bool __blas_is_zero(V a) { return a.x == 0 && a.y == 0; }         \
    static __host__ __device__ inline void __blas_put(V *out, double re) { *out = __blas_pair_of((R) re, 0, out); }

__BLAS_REAL_NUMBER(float)
__BLAS_REAL_NUMBER(double)
__BLAS_COMPLEX_NUMBER(cuComplex, float)
__BLAS_COMPLEX_NUMBER(cuDoubleComplex, double)

/* ---- where an element is ---- */

enum { __BLAS_GENERAL, __BLAS_SYMMETRIC, __BLAS_HERMITIAN, __BLAS_TRIANGULAR };
enum { __BLAS_FULL, __BLAS_BAND, __BLAS_PACKED };

template <typename T> struct __blas_matrix {
    const T *a;
    long ld;
    int kind, storage, upper, unit, op, n; /* op: of cublasOperation_t */
    int below, above;                      /* diagonals of a band */
};

template <typename T> static __blas_matrix<T> __blas_matrix_of(const T *a, long ld, int kind, int upper, int op)
{
    __blas_matrix<T> m;
    m.a = a;
    m.ld = ld;
    m.kind = kind;
    m.storage = __BLAS_FULL;
    m.upper = upper;
    m.unit = 0;
    m.op = op;
    m.n = m.below = m.above = 0;
    return m;
}

template <typename T> static __blas_matrix<T> __blas_band_of(const T *a, long ld, int kind, int upper, int op, int below, int above)
{
    __blas_matrix<T> m = __blas_matrix_of(a, ld, kind, upper, op);
    m.storage = __BLAS_BAND;
    m.below = below;
    m.above = above;
    return m;
}

template <typename T> static __blas_matrix<T> __blas_packed_of(const T *a, int n, int kind, int upper, int op)
{
    __blas_matrix<T> m = __blas_matrix_of(a, 0, kind, upper, op);
    m.storage = __BLAS_PACKED;
    m.n = n;
    return m;
}

template <typename T> __device__ long __blas_place(__blas_matrix<T> m, int i, int j)
{
    if (m.storage == __BLAS_BAND)
        return m.above + i - j + j * m.ld;
    if (m.storage == __BLAS_PACKED)
        return m.upper ? i + (long) j * (j + 1) / 2 : i + (2L * m.n - j - 1) * j / 2;
    return i + j * m.ld;
}

/* Element (i, j) of op(A). */
template <typename T> __device__ T __blas_at(__blas_matrix<T> m, int i, int j)
{
    bool conjugated = m.op == CUBLAS_OP_C, own = true, turned = m.op != CUBLAS_OP_N;
    T v;
    __blas_put(&v, 0);
    if (m.kind != __BLAS_GENERAL) {
        int r = turned ? j : i, c = turned ? i : j;
        own = m.upper ? r <= c : r >= c;
        if (m.kind != __BLAS_TRIANGULAR && !own) {
            turned = !turned;
            conjugated = conjugated != (m.kind == __BLAS_HERMITIAN);
            own = true;
        }
    }
    int row = turned ? j : i, column = turned ? i : j;
    if (m.kind == __BLAS_TRIANGULAR && m.unit && row == column) {
        __blas_put(&v, 1);
        return v;
    }
    if (!own || (m.storage == __BLAS_BAND && (row - column > m.below || column - row > m.above)))
        return v;
    v = m.a[__blas_place(m, row, column)];
    if (m.kind == __BLAS_HERMITIAN && row == column)
        v = __blas_real_part(v);
    return conjugated ? __blas_conj(v) : v;
}

/* ---- kernels ---- */

/* y = alpha op(A) x + beta y */
template <typename T>
__global__ void __blas_mv(__blas_matrix<T> m, int rows, int columns, T alpha, const T *x, int incx, T beta, T *y, int incy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    T sum, *out = y + (long) i * incy;
    __blas_put(&sum, 0);
    for (int k = 0; k < columns; k++)
        sum = __blas_add(sum, __blas_mul(__blas_at(m, i, k), x[(long) k * incx]));
    sum = __blas_mul(alpha, sum);
    *out = __blas_is_zero(beta) ? sum : __blas_add(sum, __blas_mul(beta, *out));
}

/* x = op(A) x, or the x of op(A) x = b, with a triangular A: one block, a row after the other. */
template <typename T> __global__ void __blas_triangle(__blas_matrix<T> m, int n, T *x, int incx, int solve)
{
    __shared__ T parts[__BLAS_THREADS];
    bool up = (m.upper != 0) != (m.op != CUBLAS_OP_N), rising = up != (solve != 0);
    int t = threadIdx.x;
    for (int s = 0; s < n; s++) {
        int i = rising ? s : n - 1 - s, first = up ? i + 1 : 0, last = up ? n : i;
        T sum;
        __blas_put(&sum, 0);
        for (int k = first + t; k < last; k += blockDim.x)
            sum = __blas_add(sum, __blas_mul(__blas_at(m, i, k), x[(long) k * incx]));
        parts[t] = sum;
        __syncthreads();
        for (int step = __BLAS_THREADS / 2; step; step /= 2) {
            if (t < step)
                parts[t] = __blas_add(parts[t], parts[t + step]);
            __syncthreads();
        }
        if (!t) {
            T d = __blas_at(m, i, i), *out = x + (long) i * incx;
            *out = solve ? __blas_div(__blas_sub(*out, parts[0]), d) : __blas_add(parts[0], __blas_mul(d, *out));
        }
        __syncthreads();
    }
}

/* A += alpha x y', of a kind that is not general its triangle; two: + alpha y x'. conjugated: y' is, and of two the second alpha. */
template <typename T>
__global__ void __blas_rank(__blas_matrix<T> m, T *a, int rows, int columns, T alpha, const T *x, int incx, const T *y, int incy, int conjugated,
                            int two)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= rows || j >= columns || (m.kind != __BLAS_GENERAL && (m.upper ? i > j : i < j)))
        return;
    T xi = x[(long) i * incx], yj = y[(long) j * incy], *out = a + __blas_place(m, i, j);
    T sum = __blas_mul(alpha, __blas_mul(xi, conjugated ? __blas_conj(yj) : yj));
    if (two) {
        T yi = y[(long) i * incy], xj = x[(long) j * incx];
        sum = __blas_add(sum, conjugated ? __blas_mul(__blas_conj(alpha), __blas_mul(yi, __blas_conj(xj))) : __blas_mul(alpha, __blas_mul(yi, xj)));
    }
    sum = __blas_add(*out, sum);
    *out = m.kind == __BLAS_HERMITIAN && i == j ? __blas_real_part(sum) : sum;
}

/* C = alpha op(A) B + beta C (right: B op(A)) */
template <typename T>
__global__ void __blas_mm(__blas_matrix<T> a, int right, int m, int n, T alpha, const T *b, int ldb, T beta, T *c, int ldc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= m || j >= n)
        return;
    T sum, *out = c + i + (long) j * ldc;
    __blas_put(&sum, 0);
    for (int k = 0; k < (right ? n : m); k++)
        sum = __blas_add(sum, right ? __blas_mul(b[i + (long) k * ldb], __blas_at(a, k, j)) : __blas_mul(__blas_at(a, i, k), b[k + (long) j * ldb]));
    sum = __blas_mul(alpha, sum);
    *out = __blas_is_zero(beta) ? sum : __blas_add(sum, __blas_mul(beta, *out));
}

/* A triangle of C = alpha op(A) op(B)' + beta C; two: + alpha op(B) op(A)'. */
template <typename T>
__global__ void __blas_rank_k(int upper, int turned, int n, int k, T alpha, const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc,
                              int hermitian, int two)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n || (upper ? i > j : i < j))
        return;
    T sum, other, *out = c + i + (long) j * ldc;
    __blas_put(&sum, 0);
    __blas_put(&other, 0);
    for (int p = 0; p < k; p++) {
        T ai = turned ? a[p + (long) i * lda] : a[i + (long) p * lda], bj = turned ? b[p + (long) j * ldb] : b[j + (long) p * ldb];
        sum = __blas_add(sum, hermitian && turned ? __blas_mul(__blas_conj(ai), bj) : __blas_mul(ai, hermitian ? __blas_conj(bj) : bj));
        if (!two)
            continue;
        T bi = turned ? b[p + (long) i * ldb] : b[i + (long) p * ldb], aj = turned ? a[p + (long) j * lda] : a[j + (long) p * lda];
        other = __blas_add(other, hermitian && turned ? __blas_mul(__blas_conj(bi), aj) : __blas_mul(bi, hermitian ? __blas_conj(aj) : aj));
    }
    sum = __blas_add(__blas_mul(alpha, sum), __blas_mul(hermitian ? __blas_conj(alpha) : alpha, other));
    if (!__blas_is_zero(beta))
        sum = __blas_add(sum, __blas_mul(beta, *out));
    *out = hermitian && i == j ? __blas_real_part(sum) : sum;
}

/* op(A) X = alpha B for one column (right: X op(A) = alpha B, one row) a thread; with as and bs of many matrices. */
template <typename T>
__global__ void __blas_solve(__blas_matrix<T> a, int right, int m, int n, T alpha, T *b, int ldb, const T *const *as, T *const *bs)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, size = right ? n : m;
    if (r >= (right ? m : n))
        return;
    if (as) {
        a.a = as[blockIdx.y];
        b = bs[blockIdx.y];
    }
    bool up = (a.upper != 0) != (a.op != CUBLAS_OP_N), rising = up == (right != 0);
    for (int s = 0; s < size; s++) {
        int i = rising ? s : size - 1 - s;
        T *x = right ? b + r + (long) i * ldb : b + i + (long) r * ldb, sum = __blas_mul(alpha, *x);
        for (int q = 0; q < s; q++) {
            int k = rising ? q : size - 1 - q;
            sum = __blas_sub(sum, right ? __blas_mul(b[r + (long) k * ldb], __blas_at(a, k, i)) : __blas_mul(__blas_at(a, i, k), b[k + (long) r * ldb]));
        }
        *x = __blas_div(sum, __blas_at(a, i, i));
    }
}

/* Products at places that lie on the device, of complex matrices. */
template <typename T>
__global__ void __blas_mm_batched(int ta, int tb, int m, int n, int k, T alpha, const T *const *as, int lda, const T *const *bs, int ldb, T beta,
                                  T *const *cs, int ldc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= m || j >= n)
        return;
    const T *a = as[blockIdx.z], *b = bs[blockIdx.z];
    T sum, *out = cs[blockIdx.z] + i + (long) j * ldc;
    __blas_put(&sum, 0);
    for (int p = 0; p < k; p++) {
        T x = ta ? a[p + (long) i * lda] : a[i + (long) p * lda], y = tb ? b[j + (long) p * ldb] : b[p + (long) j * ldb];
        sum = __blas_add(sum, __blas_mul(ta == CUBLAS_OP_C ? __blas_conj(x) : x, tb == CUBLAS_OP_C ? __blas_conj(y) : y));
    }
    sum = __blas_mul(alpha, sum);
    *out = __blas_is_zero(beta) ? sum : __blas_add(sum, __blas_mul(beta, *out));
}

/* ---- the calls ---- */

/* A scalar, wherever it lies. */
template <typename T> static T __blas_scalar(cublasHandle_t h, const T *p)
{
    T v;
    if (__BLAS_ON_HOST)
        return *p;
    cudaStreamSynchronize(h->stream);
    cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost);
    return v;
}

/* A real scalar as a complex one. */
template <typename T, typename R> static T __blas_widened(cublasHandle_t h, const R *p, const T *)
{
    T v;
    __blas_put(&v, __blas_scalar(h, p));
    return v;
}

static inline bool __blas_upper(cublasFillMode_t fill) { return fill == CUBLAS_FILL_MODE_UPPER; }

template <typename T>
static cublasStatus_t __blas_run_mv(cublasHandle_t h, __blas_matrix<T> m, int rows, int columns, const T *alpha, const T *x, int incx, const T *beta,
                                    T *y, int incy)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (rows < 0 || columns < 0 || !incx || !incy)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (rows && columns)
        __blas_mv<T><<<(rows + __BLAS_THREADS - 1) / __BLAS_THREADS, __BLAS_THREADS, 0, h->stream>>>(
            m, rows, columns, __blas_scalar(h, alpha), __BLAS_FIRST(x, columns, incx), incx, __blas_scalar(h, beta), __BLAS_FIRST(y, rows, incy), incy);
    return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
static cublasStatus_t __blas_run_triangle(cublasHandle_t h, __blas_matrix<T> m, cublasDiagType_t diagonal, int n, T *x, int incx, int solve)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (n < 0 || !incx)
        return CUBLAS_STATUS_INVALID_VALUE;
    m.unit = diagonal == CUBLAS_DIAG_UNIT;
    if (n)
        __blas_triangle<T><<<1, __BLAS_THREADS, 0, h->stream>>>(m, n, __BLAS_FIRST(x, n, incx), incx, solve);
    return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
static cublasStatus_t __blas_run_rank(cublasHandle_t h, __blas_matrix<T> m, T *a, int rows, int columns, T alpha, const T *x, int incx, const T *y,
                                      int incy, int conjugated, int two)
{
    if (rows < 0 || columns < 0 || !incx || !incy)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (rows && columns)
        __blas_rank<T><<<__BLAS_EACH(rows, columns), 0, h->stream>>>(m, a, rows, columns, alpha, __BLAS_FIRST(x, rows, incx), incx,
                                                                     __BLAS_FIRST(y, columns, incy), incy, conjugated, two);
    return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
static cublasStatus_t __blas_run_mm(cublasHandle_t h, __blas_matrix<T> a, cublasSideMode_t side, int m, int n, const T *alpha, const T *b, int ldb,
                                    const T *beta, T *c, int ldc)
{
    T none;
    __blas_put(&none, 0);
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (m > 0 && n > 0)
        __blas_mm<T><<<__BLAS_EACH(m, n), 0, h->stream>>>(a, side == CUBLAS_SIDE_RIGHT, m, n, __blas_scalar(h, alpha), b, ldb,
                                                          beta ? __blas_scalar(h, beta) : none, c, ldc);
    return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
static cublasStatus_t __blas_run_rank_k(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k, T alpha, const T *a, int lda,
                                        const T *b, int ldb, T beta, T *c, int ldc, int hermitian, int two)
{
    if (n > 0)
        __blas_rank_k<T><<<__BLAS_EACH(n, n), 0, h->stream>>>(__blas_upper(fill), t != CUBLAS_OP_N, n, k, alpha, a, lda, b, ldb, beta, c, ldc,
                                                              hermitian, two);
    return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
static cublasStatus_t __blas_run_solve(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal,
                                       int m, int n, const T *alpha, const T *a, int lda, T *b, int ldb, const T *const *as, T *const *bs, int count)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    int each = side == CUBLAS_SIDE_RIGHT ? m : n;
    __blas_matrix<T> matrix = __blas_matrix_of(a, lda, __BLAS_TRIANGULAR, __blas_upper(fill), t);
    matrix.unit = diagonal == CUBLAS_DIAG_UNIT;
    if (m > 0 && n > 0 && count > 0)
        __blas_solve<T><<<dim3((each + __BLAS_THREADS - 1) / __BLAS_THREADS, count), __BLAS_THREADS, 0, h->stream>>>(
            matrix, side == CUBLAS_SIDE_RIGHT, m, n, __blas_scalar(h, alpha), b, ldb, as, bs);
    return CUBLAS_STATUS_SUCCESS;
}

#include <__blas_calls.h>
#endif
