/* SPDX-License-Identifier: Apache-2.0 */
/* The calls of cublas_v2.h on the matrices of __blas_structured.h, by type. */
#ifndef WARPCELL_BLAS_CALLS_H
#define WARPCELL_BLAS_CALLS_H

#define __BLAS_CALL static inline cublasStatus_t

/* ---- of one vector and one matrix: S, D, C, Z ---- */

#define __BLAS_BANDED_CALLS(S, T)                                                                                                         \
    __BLAS_CALL cublas##S##gbmv(cublasHandle_t h, cublasOperation_t t, int m, int n, int kl, int ku, const T *alpha, const T *a, int lda, \
                                const T *x, int incx, const T *beta, T *y, int incy)                                                      \
    {                                                                                                                                     \
        return __blas_run_mv(h, __blas_band_of(a, lda, __BLAS_GENERAL, 0, t, kl, ku), t == CUBLAS_OP_N ? m : n, t == CUBLAS_OP_N ? n : m, \
                             alpha, x, incx, beta, y, incy);                                                                              \
    }                                                                                                                                     \
    __BLAS_CALL cublas##S##trmv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int n,           \
                                const T *a, int lda, T *x, int incx)                                                                      \
    {                                                                                                                                     \
        return __blas_run_triangle(h, __blas_matrix_of(a, lda, __BLAS_TRIANGULAR, __blas_upper(fill), t), diagonal, n, x, incx, 0);       \
    }                                                                                                                                     \
    __BLAS_CALL cublas##S##trsv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int n,           \
                                const T *a, int lda, T *x, int incx)                                                                      \
    {                                                                                                                                     \
        return __blas_run_triangle(h, __blas_matrix_of(a, lda, __BLAS_TRIANGULAR, __blas_upper(fill), t), diagonal, n, x, incx, 1);       \
    }                                                                                                                                     \
    __BLAS_CALL cublas##S##tbmv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int n, int k,    \
                                const T *a, int lda, T *x, int incx)                                                                      \
    {                                                                                                                                     \
        int up = __blas_upper(fill);                                                                                                      \
        return __blas_run_triangle(h, __blas_band_of(a, lda, __BLAS_TRIANGULAR, up, t, up ? 0 : k, up ? k : 0), diagonal, n, x, incx, 0); \
    }                                                                                                                                     \
    __BLAS_CALL cublas##S##tbsv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int n, int k,    \
                                const T *a, int lda, T *x, int incx)                                                                      \
    {                                                                                                                                     \
        int up = __blas_upper(fill);                                                                                                      \
        return __blas_run_triangle(h, __blas_band_of(a, lda, __BLAS_TRIANGULAR, up, t, up ? 0 : k, up ? k : 0), diagonal, n, x, incx, 1); \
    }                                                                                                                                     \
    __BLAS_CALL cublas##S##tpmv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int n,           \
                                const T *ap, T *x, int incx)                                                                              \
    {                                                                                                                                     \
        return __blas_run_triangle(h, __blas_packed_of(ap, n, __BLAS_TRIANGULAR, __blas_upper(fill), t), diagonal, n, x, incx, 0);        \
    }                                                                                                                                     \
    __BLAS_CALL cublas##S##tpsv(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, cublasDiagType_t diagonal, int n,           \
                                const T *ap, T *x, int incx)                                                                              \
    {                                                                                                                                     \
        return __blas_run_triangle(h, __blas_packed_of(ap, n, __BLAS_TRIANGULAR, __blas_upper(fill), t), diagonal, n, x, incx, 1);        \
    }                                                                                                                                     \
    __BLAS_CALL cublas##S##syr2k(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k, const T *alpha, const T *a,  \
                                 int lda, const T *b, int ldb, const T *beta, T *c, int ldc)                                              \
    {                                                                                                                                     \
        return h ? __blas_run_rank_k(h, fill, t, n, k, __blas_scalar(h, alpha), a, lda, b, ldb, __blas_scalar(h, beta), c, ldc, 0, 1)     \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                         \
    }                                                                                                                                     \
    __BLAS_CALL cublas##S##syrkx(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k, const T *alpha, const T *a,  \
                                 int lda, const T *b, int ldb, const T *beta, T *c, int ldc)                                              \
    {                                                                                                                                     \
        return h ? __blas_run_rank_k(h, fill, t, n, k, __blas_scalar(h, alpha), a, lda, b, ldb, __blas_scalar(h, beta), c, ldc, 0, 0)     \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                         \
    }                                                                                                                                     \
    __BLAS_CALL cublas##S##trsmBatched(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t,               \
                                       cublasDiagType_t diagonal, int m, int n, const T *alpha, const T *const *a, int lda,               \
                                       T *const *b, int ldb, int count)                                                                   \
    {                                                                                                                                     \
        return __blas_run_solve(h, side, fill, t, diagonal, m, n, alpha, (const T *) NULL, lda, (T *) NULL, ldb, a, b, count);            \
    }

__BLAS_BANDED_CALLS(S, float)
__BLAS_BANDED_CALLS(D, double)
__BLAS_BANDED_CALLS(C, cuComplex)
__BLAS_BANDED_CALLS(Z, cuDoubleComplex)

/* A symmetric or Hermitian matrix, full, banded or packed, and a vector; its change by vectors. R: the type of the factor of xyr. */
#define __BLAS_SYMMETRIC_CALLS(S, T, R)                                                                                                                                        \
    __BLAS_CALL cublas##S##symv(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, const T *a, int lda, const T *x, int incx,                                     \
                                const T *beta, T *y, int incy)                                                                                                                 \
    {                                                                                                                                                                          \
        return __blas_run_mv(h, __blas_matrix_of(a, lda, __BLAS_SYMMETRIC, __blas_upper(fill), 0), n, n, alpha, x, incx, beta, y, incy);                                       \
    }                                                                                                                                                                          \
    __BLAS_CALL cublas##S##syr(cublasHandle_t h, cublasFillMode_t fill, int n, const R *alpha, const T *x, int incx, T *a, int lda)                                            \
    {                                                                                                                                                                          \
        return h ? __blas_run_rank(h, __blas_matrix_of((const T *) a, lda, __BLAS_SYMMETRIC, __blas_upper(fill), 0), a, n, n, __blas_scalar(h, alpha), x, incx, x, incx, 0, 0) \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                                              \
    }                                                                                                                                                                          \
    __BLAS_CALL cublas##S##syr2(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, const T *x, int incx, const T *y, int incy,                                    \
                                T *a, int lda)                                                                                                                                 \
    {                                                                                                                                                                          \
        return h ? __blas_run_rank(h, __blas_matrix_of((const T *) a, lda, __BLAS_SYMMETRIC, __blas_upper(fill), 0), a, n, n, __blas_scalar(h, alpha), x, incx, y,             \
                                   incy, 0, 1)                                                                                                                                 \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                                              \
    }
#define __BLAS_REAL_SYMMETRIC_CALLS(S, T, R)                                                                                                                                   \
    __BLAS_CALL cublas##S##sbmv(cublasHandle_t h, cublasFillMode_t fill, int n, int k, const T *alpha, const T *a, int lda, const T *x,                                        \
                                int incx, const T *beta, T *y, int incy)                                                                                                       \
    {                                                                                                                                                                          \
        int up = __blas_upper(fill);                                                                                                                                           \
        return __blas_run_mv(h, __blas_band_of(a, lda, __BLAS_SYMMETRIC, up, 0, up ? 0 : k, up ? k : 0), n, n, alpha, x, incx, beta, y, incy);                                 \
    }                                                                                                                                                                          \
    __BLAS_CALL cublas##S##spmv(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, const T *ap, const T *x, int incx,                                             \
                                const T *beta, T *y, int incy)                                                                                                                 \
    {                                                                                                                                                                          \
        return __blas_run_mv(h, __blas_packed_of(ap, n, __BLAS_SYMMETRIC, __blas_upper(fill), 0), n, n, alpha, x, incx, beta, y, incy);                                        \
    }                                                                                                                                                                          \
    __BLAS_CALL cublas##S##spr(cublasHandle_t h, cublasFillMode_t fill, int n, const R *alpha, const T *x, int incx, T *ap)                                                    \
    {                                                                                                                                                                          \
        return h ? __blas_run_rank(h, __blas_packed_of((const T *) ap, n, __BLAS_SYMMETRIC, __blas_upper(fill), 0), ap, n, n, __blas_scalar(h, alpha), x, incx, x, incx, 0, 0) \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                                              \
    }                                                                                                                                                                          \
    __BLAS_CALL cublas##S##spr2(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, const T *x, int incx, const T *y, int incy,                                    \
                                T *ap)                                                                                                                                         \
    {                                                                                                                                                                          \
        return h ? __blas_run_rank(h, __blas_packed_of((const T *) ap, n, __BLAS_SYMMETRIC, __blas_upper(fill), 0), ap, n, n, __blas_scalar(h, alpha), x, incx, y,             \
                                   incy, 0, 1)                                                                                                                                 \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                                              \
    }
#define __BLAS_HERMITIAN_CALLS(S, T, R)                                                                                                                                            \
    __BLAS_CALL cublas##S##hemv(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, const T *a, int lda, const T *x, int incx,                                         \
                                const T *beta, T *y, int incy)                                                                                                                     \
    {                                                                                                                                                                              \
        return __blas_run_mv(h, __blas_matrix_of(a, lda, __BLAS_HERMITIAN, __blas_upper(fill), 0), n, n, alpha, x, incx, beta, y, incy);                                           \
    }                                                                                                                                                                              \
    __BLAS_CALL cublas##S##her(cublasHandle_t h, cublasFillMode_t fill, int n, const R *alpha, const T *x, int incx, T *a, int lda)                                                \
    {                                                                                                                                                                              \
        return h ? __blas_run_rank(h, __blas_matrix_of((const T *) a, lda, __BLAS_HERMITIAN, __blas_upper(fill), 0), a, n, n, __blas_widened(h, alpha, x), x, incx, x, incx, 1, 0) \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                                                  \
    }                                                                                                                                                                              \
    __BLAS_CALL cublas##S##her2(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, const T *x, int incx, const T *y, int incy,                                        \
                                T *a, int lda)                                                                                                                                     \
    {                                                                                                                                                                              \
        return h ? __blas_run_rank(h, __blas_matrix_of((const T *) a, lda, __BLAS_HERMITIAN, __blas_upper(fill), 0), a, n, n, __blas_scalar(h, alpha), x, incx, y,                 \
                                   incy, 1, 1)                                                                                                                                     \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                                                  \
    }                                                                                                                                                                              \
    __BLAS_CALL cublas##S##hbmv(cublasHandle_t h, cublasFillMode_t fill, int n, int k, const T *alpha, const T *a, int lda, const T *x,                                            \
                                int incx, const T *beta, T *y, int incy)                                                                                                           \
    {                                                                                                                                                                              \
        int up = __blas_upper(fill);                                                                                                                                               \
        return __blas_run_mv(h, __blas_band_of(a, lda, __BLAS_HERMITIAN, up, 0, up ? 0 : k, up ? k : 0), n, n, alpha, x, incx, beta, y, incy);                                     \
    }                                                                                                                                                                              \
    __BLAS_CALL cublas##S##hpmv(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, const T *ap, const T *x, int incx,                                                 \
                                const T *beta, T *y, int incy)                                                                                                                     \
    {                                                                                                                                                                              \
        return __blas_run_mv(h, __blas_packed_of(ap, n, __BLAS_HERMITIAN, __blas_upper(fill), 0), n, n, alpha, x, incx, beta, y, incy);                                            \
    }                                                                                                                                                                              \
    __BLAS_CALL cublas##S##hpr(cublasHandle_t h, cublasFillMode_t fill, int n, const R *alpha, const T *x, int incx, T *ap)                                                        \
    {                                                                                                                                                                              \
        return h ? __blas_run_rank(h, __blas_packed_of((const T *) ap, n, __BLAS_HERMITIAN, __blas_upper(fill), 0), ap, n, n, __blas_widened(h, alpha, x), x, incx, x, incx, 1, 0) \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                                                  \
    }                                                                                                                                                                              \
    __BLAS_CALL cublas##S##hpr2(cublasHandle_t h, cublasFillMode_t fill, int n, const T *alpha, const T *x, int incx, const T *y, int incy,                                        \
                                T *ap)                                                                                                                                             \
    {                                                                                                                                                                              \
        return h ? __blas_run_rank(h, __blas_packed_of((const T *) ap, n, __BLAS_HERMITIAN, __blas_upper(fill), 0), ap, n, n, __blas_scalar(h, alpha), x, incx, y,                 \
                                   incy, 1, 1)                                                                                                                                     \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                                                  \
    }

__BLAS_SYMMETRIC_CALLS(S, float, float)
__BLAS_SYMMETRIC_CALLS(D, double, double)
__BLAS_SYMMETRIC_CALLS(C, cuComplex, cuComplex)
__BLAS_SYMMETRIC_CALLS(Z, cuDoubleComplex, cuDoubleComplex)
__BLAS_REAL_SYMMETRIC_CALLS(S, float, float)
__BLAS_REAL_SYMMETRIC_CALLS(D, double, double)
__BLAS_HERMITIAN_CALLS(C, cuComplex, float)
__BLAS_HERMITIAN_CALLS(Z, cuDoubleComplex, double)

/* ---- matrices of complex numbers ---- */

#define __BLAS_COMPLEX_MATRIX_CALLS(S, T, R)                                                                                                                \
    __BLAS_CALL cublas##S##gemv(cublasHandle_t h, cublasOperation_t t, int m, int n, const T *alpha, const T *a, int lda, const T *x,                       \
                                int incx, const T *beta, T *y, int incy)                                                                                    \
    {                                                                                                                                                       \
        return __blas_run_mv(h, __blas_matrix_of(a, lda, __BLAS_GENERAL, 0, t), t == CUBLAS_OP_N ? m : n, t == CUBLAS_OP_N ? n : m, alpha, x,               \
                             incx, beta, y, incy);                                                                                                          \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##geru(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *a, int lda)                  \
    {                                                                                                                                                       \
        return h ? __blas_run_rank(h, __blas_matrix_of((const T *) a, lda, __BLAS_GENERAL, 0, 0), a, m, n, __blas_scalar(h, alpha), x, incx, y, incy, 0, 0) \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                           \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##gerc(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy, T *a, int lda)                  \
    {                                                                                                                                                       \
        return h ? __blas_run_rank(h, __blas_matrix_of((const T *) a, lda, __BLAS_GENERAL, 0, 0), a, m, n, __blas_scalar(h, alpha), x, incx, y, incy, 1, 0) \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                           \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const T *alpha, const T *a,                   \
                                int lda, const T *b, int ldb, const T *beta, T *c, int ldc)                                                                 \
    {                                                                                                                                                       \
        return __blas_run_mm(h, __blas_matrix_of(a, lda, __BLAS_SYMMETRIC, __blas_upper(fill), 0), side, m, n, alpha, b, ldb, beta, c, ldc);                \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##hemm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, int m, int n, const T *alpha, const T *a,                   \
                                int lda, const T *b, int ldb, const T *beta, T *c, int ldc)                                                                 \
    {                                                                                                                                                       \
        return __blas_run_mm(h, __blas_matrix_of(a, lda, __BLAS_HERMITIAN, __blas_upper(fill), 0), side, m, n, alpha, b, ldb, beta, c, ldc);                \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##syrk(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k, const T *alpha, const T *a,                     \
                                int lda, const T *beta, T *c, int ldc)                                                                                      \
    {                                                                                                                                                       \
        return h ? __blas_run_rank_k(h, fill, t, n, k, __blas_scalar(h, alpha), a, lda, a, lda, __blas_scalar(h, beta), c, ldc, 0, 0)                       \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                           \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##herk(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k, const R *alpha, const T *a,                     \
                                int lda, const R *beta, T *c, int ldc)                                                                                      \
    {                                                                                                                                                       \
        return h ? __blas_run_rank_k(h, fill, t, n, k, __blas_widened(h, alpha, a), a, lda, a, lda, __blas_widened(h, beta, a), c, ldc, 1, 0)               \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                           \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##her2k(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k, const T *alpha, const T *a,                    \
                                int lda, const T *b, int ldb, const R *beta, T *c, int ldc)                                                                 \
    {                                                                                                                                                       \
        return h ? __blas_run_rank_k(h, fill, t, n, k, __blas_scalar(h, alpha), a, lda, b, ldb, __blas_widened(h, beta, a), c, ldc, 1, 1)                   \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                           \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##herkx(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k, const T *alpha, const T *a,                    \
                                int lda, const T *b, int ldb, const R *beta, T *c, int ldc)                                                                 \
    {                                                                                                                                                       \
        return h ? __blas_run_rank_k(h, fill, t, n, k, __blas_scalar(h, alpha), a, lda, b, ldb, __blas_widened(h, beta, a), c, ldc, 1, 0)                   \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                           \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t,                                        \
                                cublasDiagType_t diagonal, int m, int n, const T *alpha, const T *a, int lda, const T *b, int ldb, T *c,                    \
                                int ldc)                                                                                                                    \
    {                                                                                                                                                       \
        __blas_matrix<T> matrix = __blas_matrix_of(a, lda, __BLAS_TRIANGULAR, __blas_upper(fill), t);                                                       \
        matrix.unit = diagonal == CUBLAS_DIAG_UNIT;                                                                                                         \
        if (b == c)                                                                                                                                         \
            return CUBLAS_STATUS_NOT_SUPPORTED;                                                                                                             \
        return __blas_run_mm(h, matrix, side, m, n, alpha, b, ldb, (const T *) NULL, c, ldc);                                                               \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t,                                        \
                                cublasDiagType_t diagonal, int m, int n, const T *alpha, const T *a, int lda, T *b, int ldb)                                \
    {                                                                                                                                                       \
        return __blas_run_solve(h, side, fill, t, diagonal, m, n, alpha, a, lda, b, ldb, (const T *const *) NULL, (T *const *) NULL, 1);                    \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##gemm3m(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha,                        \
                                  const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc)                                                   \
    {                                                                                                                                                       \
        return cublas##S##gemm(h, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                                                                    \
    }                                                                                                                                                       \
    __BLAS_CALL cublas##S##gemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha,                   \
                                       const T *const *a, int lda, const T *const *b, int ldb, const T *beta, T *const *c, int ldc,                         \
                                       int count)                                                                                                           \
    {                                                                                                                                                       \
        if (!h)                                                                                                                                             \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                           \
        if (m > 0 && n > 0 && count > 0)                                                                                                                    \
            __blas_mm_batched<T><<<dim3((m + __BLAS_TILE - 1) / __BLAS_TILE, (n + __BLAS_TILE - 1) / __BLAS_TILE, count),                                   \
                                   dim3(__BLAS_TILE, __BLAS_TILE), 0, h->stream>>>(ta, tb, m, n, k, __blas_scalar(h, alpha), a, lda, b, ldb,                \
                                                                                   __blas_scalar(h, beta), c, ldc);                                         \
        return CUBLAS_STATUS_SUCCESS;                                                                                                                       \
    }

__BLAS_COMPLEX_MATRIX_CALLS(C, cuComplex, float)
__BLAS_COMPLEX_MATRIX_CALLS(Z, cuDoubleComplex, double)

#endif
