/* SPDX-License-Identifier: Apache-2.0 */
/* Part of cublas_v2.h: vectors of complex numbers, rotations, and the calls that take types as arguments. */
#ifndef WARPCELL_BLAS_VECTORS_H
#define WARPCELL_BLAS_VECTORS_H

/* ---- kernels ---- */

enum { __BLAS_AXPY, __BLAS_SCAL, __BLAS_COPY, __BLAS_SWAP };
enum { __BLAS_DOT, __BLAS_DOT_CONJUGATED, __BLAS_SUM_OF_SIZES, __BLAS_NORM, __BLAS_LARGEST, __BLAS_LEAST };

template <typename T> __global__ void __blas_each(int n, int what, T alpha, T *x, int incx, T *y, int incy)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        T *a = x + (long) i * incx, *b = y + (long) i * incy, old = *a;
        if (what == __BLAS_SCAL)
            *a = __blas_mul(alpha, old);
        else if (what == __BLAS_AXPY)
            *b = __blas_add(*b, __blas_mul(alpha, old));
        else {
            if (what == __BLAS_SWAP)
                *a = *b;
            *b = old;
        }
    }
}

/* x = c x + s y, y = c y - s' x */
template <typename T> __global__ void __blas_rotate(int n, T *x, int incx, T *y, int incy, T c, T s)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        T *a = x + (long) i * incx, *b = y + (long) i * incy, old = *a;
        *a = __blas_add(__blas_mul(c, old), __blas_mul(s, *b));
        *b = __blas_sub(__blas_mul(c, *b), __blas_mul(__blas_conj(s), old));
    }
}

template <typename T> __global__ void __blas_rotate_modified(int n, T *x, int incx, T *y, int incy, T h11, T h21, T h12, T h22)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        T *a = x + (long) i * incx, *b = y + (long) i * incy, old = *a;
        *a = h11 * old + h12 * *b;
        *b = h21 * old + h22 * *b;
    }
}

/* One block. T: elements; R: their parts. Of dot products the result is in out, else in size or place. */
template <typename T, typename R>
__global__ void __blas_fold(int n, int what, const T *x, int incx, const T *y, int incy, T *out, R *size, int *place)
{
    __shared__ T sums[__BLAS_THREADS];
    __shared__ R sizes[__BLAS_THREADS];
    __shared__ int places[__BLAS_THREADS];
    int t = threadIdx.x;
    __blas_put(&sums[t], 0);
    sizes[t] = 0;
    places[t] = 0;
    for (int i = t; i < n; i += blockDim.x) {
        T a = x[(long) i * incx];
        R s = __blas_size(a);
        if (what <= __BLAS_DOT_CONJUGATED)
            sums[t] = __blas_add(sums[t], __blas_mul(what == __BLAS_DOT ? a : __blas_conj(a), y[(long) i * incy]));
        else if (what == __BLAS_SUM_OF_SIZES)
            sizes[t] += s;
        else if (what == __BLAS_NORM)
            sizes[t] += __blas_size(__blas_mul(a, __blas_conj(a)));
        else if (!places[t] || (what == __BLAS_LEAST ? s < sizes[t] : s > sizes[t])) {
            sizes[t] = s;
            places[t] = i + 1;
        }
    }
    __syncthreads();
    if (t)
        return;
    for (int k = 1; k < blockDim.x; k++) {
        if (what < __BLAS_LARGEST) {
            sums[0] = __blas_add(sums[0], sums[k]);
            sizes[0] += sizes[k];
            continue;
        }
        bool better = what == __BLAS_LEAST ? sizes[k] < sizes[0] : sizes[k] > sizes[0];
        if (places[k] && (!places[0] || better || (sizes[k] == sizes[0] && places[k] < places[0]))) {
            sizes[0] = sizes[k];
            places[0] = places[k];
        }
    }
    if (what <= __BLAS_DOT_CONJUGATED)
        *out = sums[0];
    else if (what < __BLAS_LARGEST)
        *size = what == __BLAS_NORM ? (R) sqrt((double) sizes[0]) : sizes[0];
    else
        *place = places[0];
}

/* ---- the calls ---- */

template <typename T>
static cublasStatus_t __blas_run_each(cublasHandle_t h, int n, int what, T alpha, const T *x, int incx, T *y, int incy)
{
    if (n > 0)
        __blas_each<T><<<__BLAS_GRID(n), __BLAS_THREADS, 0, h->stream>>>(n, what, alpha, (T *) __BLAS_FIRST(x, n, incx), incx, __BLAS_FIRST(y, n, incy),
                                                                         incy);
    return CUBLAS_STATUS_SUCCESS;
}

template <typename T> static T __blas_number(double re, const T *)
{
    T v;
    __blas_put(&v, re);
    return v;
}

/* The result goes to `out`, which is on the host or on the device. */
template <typename T, typename R, typename TO>
static cublasStatus_t __blas_run_fold(cublasHandle_t h, int n, int what, const T *x, int incx, const T *y, int incy, const R *, TO *out)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    TO *to = __BLAS_ON_HOST ? (TO *) h->scratch : out;
    if (what >= __BLAS_SUM_OF_SIZES && incx <= 0)
        n = 0;
    __blas_fold<T, R><<<1, __BLAS_THREADS, 0, h->stream>>>(n, what, __BLAS_FIRST(x, n, incx), incx, __BLAS_FIRST(y, n, incy), incy, (T *) to,
                                                           (R *) to, (int *) to);
    if (!__BLAS_ON_HOST)
        return CUBLAS_STATUS_SUCCESS;
    cudaStreamSynchronize(h->stream);
    return __blas_copied(cudaMemcpy(out, to, sizeof *out, cudaMemcpyDeviceToHost));
}

template <typename T> static void __blas_give(cublasHandle_t h, T *to, T value)
{
    if (__BLAS_ON_HOST)
        *to = value;
    else
        cudaMemcpy(to, &value, sizeof value, cudaMemcpyHostToDevice);
}

template <typename T, typename R>
static cublasStatus_t __blas_run_rotate(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const R *c, T s)
{
    if (n > 0)
        __blas_rotate<T><<<__BLAS_GRID(n), __BLAS_THREADS, 0, h->stream>>>(n, __BLAS_FIRST(x, n, incx), incx, __BLAS_FIRST(y, n, incy), incy,
                                                                           __blas_widened(h, c, x), s);
    return CUBLAS_STATUS_SUCCESS;
}

/* The rotation that makes b zero: a becomes r, b the z from which c and s can be made again. */
template <typename T> static cublasStatus_t __blas_run_rotg(cublasHandle_t h, T *a, T *b, T *c, T *s)
{
    double x = __blas_scalar(h, a), y = __blas_scalar(h, b), r = hypot(x, y), larger = fabs(x) > fabs(y) ? x : y;
    r = larger < 0 ? -r : r;
    double cosine = r == 0 ? 1 : x / r, sine = r == 0 ? 0 : y / r;
    __blas_give(h, a, T(r));
    __blas_give(h, b, T(fabs(x) > fabs(y) ? sine : cosine != 0 ? 1 / cosine : 1));
    if (r == 0)
        __blas_give(h, b, T(0));
    __blas_give(h, c, T(cosine));
    __blas_give(h, s, T(sine));
    return CUBLAS_STATUS_SUCCESS;
}

/* param: the flag, h11, h21, h12, h22. */
template <typename T>
static cublasStatus_t __blas_run_rotm(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const T *param)
{
    T p[5];
    for (int i = 0; i < 5; i++)
        p[i] = __blas_scalar(h, param + i);
    T h11 = p[0] == 1 || p[0] == -1 ? p[1] : T(1), h22 = p[0] == 1 || p[0] == -1 ? p[4] : T(1);
    T h21 = p[0] == 1 ? T(-1) : p[2], h12 = p[0] == 1 ? T(1) : p[3];
    if (n > 0 && p[0] != -2)
        __blas_rotate_modified<T><<<__BLAS_GRID(n), __BLAS_THREADS, 0, h->stream>>>(n, __BLAS_FIRST(x, n, incx), incx, __BLAS_FIRST(y, n, incy), incy,
                                                                                    h11, h21, h12, h22);
    return CUBLAS_STATUS_SUCCESS;
}

/* The modified rotation that makes sqrt(d2) y1 zero (Lawson, Hanson, Kincaid, Krogh, "Basic Linear Algebra Subprograms for Fortran Usage", 1979). */
template <typename T> static cublasStatus_t __blas_run_rotmg(cublasHandle_t h, T *pd1, T *pd2, T *px1, const T *py1, T *param)
{
    const double most = 4096.0 * 4096.0, least = 1 / most;
    double d1 = __blas_scalar(h, pd1), d2 = __blas_scalar(h, pd2), x1 = __blas_scalar(h, px1), y1 = __blas_scalar(h, py1);
    double flag = -1, h11 = 0, h12 = 0, h21 = 0, h22 = 0, p1 = d1 * x1, p2 = d2 * y1, q1 = p1 * x1, q2 = p2 * y1;
    if (d1 < 0 || (p2 != 0 && fabs(q1) <= fabs(q2) && q2 < 0))
        d1 = d2 = x1 = 0;
    else if (p2 == 0)
        flag = -2;
    else if (fabs(q1) > fabs(q2)) {
        h21 = -y1 / x1;
        h12 = p2 / p1;
        double u = 1 - h12 * h21;
        flag = 0;
        h11 = h22 = 1;
        d1 /= u;
        d2 /= u;
        x1 *= u;
    } else {
        flag = 1;
        h11 = p1 / p2;
        h22 = x1 / y1;
        h12 = 1;
        h21 = -1;
        double u = 1 + h11 * h22, old = d1;
        d1 = d2 / u;
        d2 = old / u;
        x1 = y1 * u;
    }
    while (flag != -2 && d1 != 0 && (fabs(d1) <= least || fabs(d1) >= most)) {
        double f = fabs(d1) <= least ? 4096 : 1 / 4096.0;
        flag = -1;
        d1 *= f * f;
        x1 /= f;
        h11 /= f;
        h12 /= f;
    }
    while (flag != -2 && d2 != 0 && (fabs(d2) <= least || fabs(d2) >= most)) {
        double f = fabs(d2) <= least ? 4096 : 1 / 4096.0;
        flag = -1;
        d2 *= f * f;
        h21 /= f;
        h22 /= f;
    }
    __blas_give(h, pd1, T(d1));
    __blas_give(h, pd2, T(d2));
    __blas_give(h, px1, T(x1));
    __blas_give(h, param, T(flag));
    if (flag == -1 || flag == 1) {
        __blas_give(h, param + 1, T(h11));
        __blas_give(h, param + 4, T(h22));
    }
    if (flag == -1 || flag == 0) {
        __blas_give(h, param + 2, T(h21));
        __blas_give(h, param + 3, T(h12));
    }
    return CUBLAS_STATUS_SUCCESS;
}

#define __BLAS_COMPLEX_VECTOR_CALLS(S, I, N, A, F, T, R)                                                                                         \
    __BLAS_CALL cublas##S##axpy(cublasHandle_t h, int n, const T *alpha, const T *x, int incx, T *y, int incy)                                   \
    {                                                                                                                                            \
        return h ? __blas_run_each(h, n, __BLAS_AXPY, __blas_scalar(h, alpha), x, incx, y, incy) : CUBLAS_STATUS_NOT_INITIALIZED;                \
    }                                                                                                                                            \
    __BLAS_CALL cublas##S##scal(cublasHandle_t h, int n, const T *alpha, T *x, int incx)                                                         \
    {                                                                                                                                            \
        return h ? __blas_run_each(h, incx > 0 ? n : 0, __BLAS_SCAL, __blas_scalar(h, alpha), x, incx, x, incx) : CUBLAS_STATUS_NOT_INITIALIZED; \
    }                                                                                                                                            \
    __BLAS_CALL cublas##F##scal(cublasHandle_t h, int n, const R *alpha, T *x, int incx)                                                         \
    {                                                                                                                                            \
        return h ? __blas_run_each(h, incx > 0 ? n : 0, __BLAS_SCAL, __blas_widened(h, alpha, x), x, incx, x, incx)                              \
                 : CUBLAS_STATUS_NOT_INITIALIZED;                                                                                                \
    }                                                                                                                                            \
    __BLAS_CALL cublas##S##copy(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy)                                                   \
    {                                                                                                                                            \
        return h ? __blas_run_each(h, n, __BLAS_COPY, __blas_number(0, x), x, incx, y, incy) : CUBLAS_STATUS_NOT_INITIALIZED;                    \
    }                                                                                                                                            \
    __BLAS_CALL cublas##S##swap(cublasHandle_t h, int n, T *x, int incx, T *y, int incy)                                                         \
    {                                                                                                                                            \
        return h ? __blas_run_each(h, n, __BLAS_SWAP, __blas_number(0, x), (const T *) x, incx, y, incy) : CUBLAS_STATUS_NOT_INITIALIZED;        \
    }                                                                                                                                            \
    __BLAS_CALL cublas##S##dotu(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy, T *out)                                     \
    {                                                                                                                                            \
        return __blas_run_fold(h, n, __BLAS_DOT, x, incx, y, incy, (const R *) NULL, out);                                                       \
    }                                                                                                                                            \
    __BLAS_CALL cublas##S##dotc(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy, T *out)                                     \
    {                                                                                                                                            \
        return __blas_run_fold(h, n, __BLAS_DOT_CONJUGATED, x, incx, y, incy, (const R *) NULL, out);                                            \
    }                                                                                                                                            \
    __BLAS_CALL cublas##N##nrm2(cublasHandle_t h, int n, const T *x, int incx, R *out)                                                           \
    {                                                                                                                                            \
        return __blas_run_fold(h, n, __BLAS_NORM, x, incx, x, incx, out, out);                                                                   \
    }                                                                                                                                            \
    __BLAS_CALL cublas##N##asum(cublasHandle_t h, int n, const T *x, int incx, R *out)                                                           \
    {                                                                                                                                            \
        return __blas_run_fold(h, n, __BLAS_SUM_OF_SIZES, x, incx, x, incx, out, out);                                                           \
    }                                                                                                                                            \
    __BLAS_CALL cublasI##I##amax(cublasHandle_t h, int n, const T *x, int incx, int *out)                                                        \
    {                                                                                                                                            \
        return __blas_run_fold(h, n, __BLAS_LARGEST, x, incx, x, incx, (const R *) NULL, out);                                                   \
    }                                                                                                                                            \
    __BLAS_CALL cublasI##I##amin(cublasHandle_t h, int n, const T *x, int incx, int *out)                                                        \
    {                                                                                                                                            \
        return __blas_run_fold(h, n, __BLAS_LEAST, x, incx, x, incx, (const R *) NULL, out);                                                     \
    }                                                                                                                                            \
    __BLAS_CALL cublas##S##rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const R *c, const T *s)                                  \
    {                                                                                                                                            \
        return h ? __blas_run_rotate(h, n, x, incx, y, incy, c, __blas_scalar(h, s)) : CUBLAS_STATUS_NOT_INITIALIZED;                            \
    }                                                                                                                                            \
    __BLAS_CALL cublas##A##rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const R *c, const R *s)                                  \
    {                                                                                                                                            \
        return h ? __blas_run_rotate(h, n, x, incx, y, incy, c, __blas_widened(h, s, x)) : CUBLAS_STATUS_NOT_INITIALIZED;                        \
    }
#define __BLAS_ROTATION_CALLS(S, T)                                                                                   \
    __BLAS_CALL cublas##S##rot(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const T *c, const T *s)       \
    {                                                                                                                 \
        return h ? __blas_run_rotate(h, n, x, incx, y, incy, c, __blas_scalar(h, s)) : CUBLAS_STATUS_NOT_INITIALIZED; \
    }                                                                                                                 \
    __BLAS_CALL cublas##S##rotg(cublasHandle_t h, T *a, T *b, T *c, T *s)                                             \
    {                                                                                                                 \
        return h ? __blas_run_rotg(h, a, b, c, s) : CUBLAS_STATUS_NOT_INITIALIZED;                                    \
    }                                                                                                                 \
    __BLAS_CALL cublas##S##rotm(cublasHandle_t h, int n, T *x, int incx, T *y, int incy, const T *param)              \
    {                                                                                                                 \
        return h ? __blas_run_rotm(h, n, x, incx, y, incy, param) : CUBLAS_STATUS_NOT_INITIALIZED;                    \
    }                                                                                                                 \
    __BLAS_CALL cublas##S##rotmg(cublasHandle_t h, T *d1, T *d2, T *x1, const T *y1, T *param)                        \
    {                                                                                                                 \
        return h ? __blas_run_rotmg(h, d1, d2, x1, y1, param) : CUBLAS_STATUS_NOT_INITIALIZED;                        \
    }

__BLAS_COMPLEX_VECTOR_CALLS(C, c, Sc, Cs, Cs, cuComplex, float)
__BLAS_COMPLEX_VECTOR_CALLS(Z, z, Dz, Zd, Zd, cuDoubleComplex, double)
__BLAS_ROTATION_CALLS(S, float)
__BLAS_ROTATION_CALLS(D, double)

/* ---- types as arguments: all the same, and one of the four ---- */

/* call(S, T) for the type; other types and mixtures are not supported. */
#define __BLAS_BY_TYPE(type, same, call)                                             \
    if (!(same))                                                                     \
        return CUBLAS_STATUS_NOT_SUPPORTED;                                          \
    switch (type) {                                                                  \
    case CUDA_R_32F: call(S, float)                                                  \
    case CUDA_R_64F: call(D, double)                                                 \
    case CUDA_C_32F: call(C, cuComplex)                                              \
    case CUDA_C_64F: call(Z, cuDoubleComplex)                                        \
    default: return CUBLAS_STATUS_NOT_SUPPORTED;                                     \
    }

__BLAS_CALL cublasAxpyEx(cublasHandle_t h, int n, const void *alpha, cudaDataType alpha_type, const void *x, cudaDataType x_type, int incx, void *y,
                         cudaDataType y_type, int incy, cudaDataType compute)
{
#define __BLAS_ONE(S, T) return cublas##S##axpy(h, n, (const T *) alpha, (const T *) x, incx, (T *) y, incy);
    __BLAS_BY_TYPE(x_type, alpha_type == x_type && y_type == x_type && compute == x_type, __BLAS_ONE)
#undef __BLAS_ONE
}

__BLAS_CALL cublasScalEx(cublasHandle_t h, int n, const void *alpha, cudaDataType alpha_type, void *x, cudaDataType x_type, int incx,
                         cudaDataType compute)
{
#define __BLAS_ONE(S, T) return cublas##S##scal(h, n, (const T *) alpha, (T *) x, incx);
    __BLAS_BY_TYPE(x_type, alpha_type == x_type && compute == x_type, __BLAS_ONE)
#undef __BLAS_ONE
}

#define cublasSdotu cublasSdot
#define cublasDdotu cublasDdot
#define cublasSdotc cublasSdot
#define cublasDdotc cublasDdot

__BLAS_CALL cublasDotEx(cublasHandle_t h, int n, const void *x, cudaDataType x_type, int incx, const void *y, cudaDataType y_type, int incy, void *out,
                        cudaDataType type, cudaDataType compute)
{
#define __BLAS_ONE(S, T) return cublas##S##dotu(h, n, (const T *) x, incx, (const T *) y, incy, (T *) out);
    __BLAS_BY_TYPE(x_type, y_type == x_type && type == x_type && compute == x_type, __BLAS_ONE)
#undef __BLAS_ONE
}

__BLAS_CALL cublasDotcEx(cublasHandle_t h, int n, const void *x, cudaDataType x_type, int incx, const void *y, cudaDataType y_type, int incy, void *out,
                         cudaDataType type, cudaDataType compute)
{
#define __BLAS_ONE(S, T) return cublas##S##dotc(h, n, (const T *) x, incx, (const T *) y, incy, (T *) out);
    __BLAS_BY_TYPE(x_type, y_type == x_type && type == x_type && compute == x_type, __BLAS_ONE)
#undef __BLAS_ONE
}

__BLAS_CALL cublasNrm2Ex(cublasHandle_t h, int n, const void *x, cudaDataType x_type, int incx, void *out, cudaDataType type, cudaDataType compute)
{
    switch (x_type) {
    case CUDA_R_32F: return cublasSnrm2(h, n, (const float *) x, incx, (float *) out);
    case CUDA_R_64F: return cublasDnrm2(h, n, (const double *) x, incx, (double *) out);
    case CUDA_C_32F: return cublasScnrm2(h, n, (const cuComplex *) x, incx, (float *) out);
    case CUDA_C_64F: return cublasDznrm2(h, n, (const cuDoubleComplex *) x, incx, (double *) out);
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

__BLAS_CALL cublasRotEx(cublasHandle_t h, int n, void *x, cudaDataType x_type, int incx, void *y, cudaDataType y_type, int incy, const void *c,
                        const void *s, cudaDataType cs_type, cudaDataType compute)
{
    if (y_type != x_type)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (x_type == CUDA_R_32F && cs_type == CUDA_R_32F)
        return cublasSrot(h, n, (float *) x, incx, (float *) y, incy, (const float *) c, (const float *) s);
    if (x_type == CUDA_R_64F && cs_type == CUDA_R_64F)
        return cublasDrot(h, n, (double *) x, incx, (double *) y, incy, (const double *) c, (const double *) s);
    if (x_type == CUDA_C_32F && cs_type == CUDA_R_32F)
        return cublasCsrot(h, n, (cuComplex *) x, incx, (cuComplex *) y, incy, (const float *) c, (const float *) s);
    if (x_type == CUDA_C_64F && cs_type == CUDA_R_64F)
        return cublasZdrot(h, n, (cuDoubleComplex *) x, incx, (cuDoubleComplex *) y, incy, (const double *) c, (const double *) s);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}

__BLAS_CALL cublasGemmBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha,
                                const void *const *a, cudaDataType a_type, int lda, const void *const *b, cudaDataType b_type, int ldb,
                                const void *beta, void *const *c, cudaDataType c_type, int ldc, int count, cublasComputeType_t compute,
                                cublasGemmAlgo_t algorithm)
{
#define __BLAS_ONE(S, T)                                                                                                                   \
    return cublas##S##gemmBatched(h, ta, tb, m, n, k, (const T *) alpha, (const T *const *) a, lda, (const T *const *) b, ldb, (const T *) beta, \
                                  (T *const *) c, ldc, count);
    __BLAS_BY_TYPE(a_type, b_type == a_type && c_type == a_type, __BLAS_ONE)
#undef __BLAS_ONE
}

__BLAS_CALL cublasCsyrkEx(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k, const cuComplex *alpha, const void *a,
                          cudaDataType a_type, int lda, const cuComplex *beta, void *c, cudaDataType c_type, int ldc)
{
    if (a_type != CUDA_C_32F || c_type != CUDA_C_32F)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return cublasCsyrk(h, fill, t, n, k, alpha, (const cuComplex *) a, lda, beta, (cuComplex *) c, ldc);
}

__BLAS_CALL cublasCherkEx(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k, const float *alpha, const void *a,
                          cudaDataType a_type, int lda, const float *beta, void *c, cudaDataType c_type, int ldc)
{
    if (a_type != CUDA_C_32F || c_type != CUDA_C_32F)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return cublasCherk(h, fill, t, n, k, alpha, (const cuComplex *) a, lda, beta, (cuComplex *) c, ldc);
}

#define cublasCsyrk3mEx cublasCsyrkEx
#define cublasCherk3mEx cublasCherkEx

/* ---- settings that change nothing here ---- */

__BLAS_CALL cublasGetMathMode(cublasHandle_t h, cublasMath_t *out)
{
    *out = h->math;
    return CUBLAS_STATUS_SUCCESS;
}

typedef enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;

/* Sums are the same each time in either mode. */
__BLAS_CALL cublasSetAtomicsMode(cublasHandle_t h, cublasAtomicsMode_t mode)
{
    return h ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

__BLAS_CALL cublasSetWorkspace(cublasHandle_t h, void *space, size_t bytes)
{
    return h ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

__BLAS_CALL cublasGetProperty(libraryPropertyType which, int *out)
{
    int version = 0;
    cublasGetVersion(NULL, &version);
    *out = which == MAJOR_VERSION ? version / 10000 : which == MINOR_VERSION ? version / 100 % 100 : version % 100;
    return CUBLAS_STATUS_SUCCESS;
}

#endif
