/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLAS: the calls that programs make most, through kernels below. Matrices are column-major, as in BLAS. Sums are made in an
 * order of our own, so results agree with the library's to rounding. Everything runs in the handle's stream. */
#ifndef WARPCELL_CUBLAS_H
#define WARPCELL_CUBLAS_H
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <library_types.h>

typedef enum cublasStatus_t {
    CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;
typedef enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2 } cublasOperation_t;
typedef enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum cublasSideMode_t { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum cublasMath_t {
    CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_FP32_EMULATED_BF16X9_MATH = 4, CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum cublasGemmAlgo_t {
    CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;
typedef enum cublasComputeType_t {
    CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69, CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78, CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79
} cublasComputeType_t;

struct cublasContext {
    cudaStream_t stream;
    cublasPointerMode_t mode;
    cublasMath_t math;
    void *scratch; /* device: partial results of reductions */
    bool live;
    int strategy, special_values, mantissa, most_bits, bit_offset; /* of emulated arithmetic */
};
typedef struct cublasContext *cublasHandle_t;

enum { __BLAS_THREADS = 128, __BLAS_BLOCKS = 32, __BLAS_TILE = 16 };

/* ---- kernels ---- */

template <typename T> __global__ void __blas_axpy(int n, const T *a, T a_value, const T *x, int incx, T *y, int incy)
{
    T alpha = a ? *a : a_value;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[(long) i * incy] += alpha * x[(long) i * incx];
}

template <typename T> __global__ void __blas_scal(int n, const T *a, T a_value, T *x, int incx)
{
    T alpha = a ? *a : a_value;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[(long) i * incx] *= alpha;
}

template <typename T> __global__ void __blas_copy(int n, T *x, int incx, T *y, int incy, int swap)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        T old = y[(long) i * incy];
        y[(long) i * incy] = x[(long) i * incx];
        if (swap)
            x[(long) i * incx] = old;
    }
}

/* what: 0 the dot product, 1 the sum of magnitudes. One partial sum for each block. */
template <typename T> __global__ void __blas_sum(int n, const T *x, int incx, const T *y, int incy, int what, T *parts)
{
    __shared__ T all[__BLAS_THREADS];
    T sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        T a = x[(long) i * incx];
        sum += what ? (a < 0 ? -a : a) : a * y[(long) i * incy];
    }
    all[threadIdx.x] = sum;
    __syncthreads();
    for (int step = __BLAS_THREADS / 2; step; step /= 2) {
        if (threadIdx.x < step)
            all[threadIdx.x] += all[threadIdx.x + step];
        __syncthreads();
    }
    if (!threadIdx.x)
        parts[blockIdx.x] = all[0];
}

template <typename T> __global__ void __blas_sum_parts(int count, const T *parts, int root, T *out)
{
    T sum = 0;
    for (int i = 0; i < count; i++)
        sum += parts[i];
    *out = root ? sqrt(sum) : sum;
}

/* The first place of the largest (or smallest) magnitude, counted from 1. */
template <typename T> __global__ void __blas_extreme(int n, const T *x, int incx, int least, int *out)
{
    __shared__ T best[__BLAS_THREADS];
    __shared__ int place[__BLAS_THREADS];
    int t = threadIdx.x, mine = 0;
    T value = 0;
    for (int i = t; i < n; i += blockDim.x) {
        T a = x[(long) i * incx];
        a = a < 0 ? -a : a;
        if (!mine || (least ? a < value : a > value)) {
            value = a;
            mine = i + 1;
        }
    }
    best[t] = value;
    place[t] = mine;
    __syncthreads();
    if (t)
        return;
    for (int i = 1; i < blockDim.x; i++) {
        bool better = place[i] && (!place[0] || (least ? best[i] < best[0] : best[i] > best[0]) ||
                                   (best[i] == best[0] && place[i] < place[0]));
        if (better) {
            best[0] = best[i];
            place[0] = place[i];
        }
    }
    *out = place[0];
}

template <typename T> __global__ void __blas_gemv(int transposed, int m, int n, const T *al, T alpha, const T *a, int lda, const T *x, int incx,
                                                  const T *be, T beta, T *y, int incy)
{
    int rows = transposed ? n : m, columns = transposed ? m : n;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    T sum = 0, b = be ? *be : beta;
    for (int k = 0; k < columns; k++)
        sum += (transposed ? a[k + (long) i * lda] : a[i + (long) k * lda]) * x[(long) k * incx];
    T *out = y + (long) i * incy;
    *out = (al ? *al : alpha) * sum + (b == T(0) ? T(0) : b * *out);
}

template <typename T> __global__ void __blas_ger(int m, int n, const T *al, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i < m)
        a[i + (long) j * lda] += (al ? *al : alpha) * x[(long) i * incx] * y[(long) j * incy];
}

/* C = alpha op(A) op(B) + beta C, a tile of C for each block; IN, OUT: elements; T: the sum. */
template <typename IN, typename OUT, typename T>
__device__ void __blas_gemm_tile(int ta, int tb, int m, int n, int k, T alpha, const IN *a, int lda, const IN *b, int ldb, T beta, OUT *c, int ldc)
{
    __shared__ T as[__BLAS_TILE][__BLAS_TILE + 1], bs[__BLAS_TILE][__BLAS_TILE + 1];
    int tx = threadIdx.x, ty = threadIdx.y, i = blockIdx.x * __BLAS_TILE + tx, j = blockIdx.y * __BLAS_TILE + ty;
    T sum = 0;
    for (int p = 0; p < k; p += __BLAS_TILE) {
        int ka = p + ty, kb = p + tx;
        as[ty][tx] = i < m && ka < k ? T(ta ? a[ka + (long) i * lda] : a[i + (long) ka * lda]) : T(0);
        bs[ty][tx] = j < n && kb < k ? T(tb ? b[j + (long) kb * ldb] : b[kb + (long) j * ldb]) : T(0);
        __syncthreads();
        for (int q = 0; q < __BLAS_TILE; q++)
            sum += as[q][tx] * bs[ty][q];
        __syncthreads();
    }
    if (i >= m || j >= n)
        return;
    OUT *out = c + i + (long) j * ldc;
    *out = OUT(alpha * sum + (beta == T(0) ? T(0) : beta * T(*out)));
}

/* Products at fixed distances. On the cpu device OpenBLAS does the work of this kernel (device/cpu/library). */
template <typename IN, typename OUT, typename T>
__global__ void __blas_gemm(int ta, int tb, int m, int n, int k, const T *al, T alpha, const IN *a, int lda, long step_a, const IN *b, int ldb,
                            long step_b, const T *be, T beta, OUT *c, int ldc, long step_c)
{
    __blas_gemm_tile<IN, OUT, T>(ta, tb, m, n, k, al ? *al : alpha, a + blockIdx.z * step_a, lda, b + blockIdx.z * step_b, ldb, be ? *be : beta,
                                 c + blockIdx.z * step_c, ldc);
}

/* Products at places that lie on the device. */
template <typename T>
__global__ void __blas_gemm_batched(int ta, int tb, int m, int n, int k, const T *al, T alpha, const T *const *a, int lda, const T *const *b, int ldb,
                                    const T *be, T beta, T *const *c, int ldc)
{
    __blas_gemm_tile<T, T, T>(ta, tb, m, n, k, al ? *al : alpha, a[blockIdx.z], lda, b[blockIdx.z], ldb, be ? *be : beta, c[blockIdx.z], ldc);
}

/* V: float2 or double2, R: its parts. op 2: transposed and conjugated. One element of C for each thread. */
template <typename V, typename R>
__global__ void __blas_cgemm(int ta, int tb, int m, int n, int k, const V *al, V alpha, const V *a, int lda, long step_a, const V *b, int ldb,
                             long step_b, const V *be, V beta, V *c, int ldc, long step_c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= m || j >= n)
        return;
    a += blockIdx.z * step_a;
    b += blockIdx.z * step_b;
    R re = 0, im = 0;
    for (int p = 0; p < k; p++) {
        V x = ta ? a[p + (long) i * lda] : a[i + (long) p * lda], y = tb ? b[j + (long) p * ldb] : b[p + (long) j * ldb];
        R xi = ta == 2 ? -x.y : x.y, yi = tb == 2 ? -y.y : y.y;
        re += x.x * y.x - xi * yi;
        im += x.x * yi + xi * y.x;
    }
    V f = al ? *al : alpha, g = be ? *be : beta, *out = c + blockIdx.z * step_c + i + (long) j * ldc, r;
    r.x = f.x * re - f.y * im;
    r.y = f.x * im + f.y * re;
    if (g.x != 0 || g.y != 0) {
        V old = *out;
        r.x += g.x * old.x - g.y * old.y;
        r.y += g.x * old.y + g.y * old.x;
    }
    *out = r;
}

/* Element (i, j) of a symmetric matrix of which one triangle is there. */
template <typename T> __device__ T __blas_symmetric(int upper, const T *a, int lda, int i, int j)
{
    bool there = upper ? i <= j : i >= j;
    return there ? a[i + (long) j * lda] : a[j + (long) i * lda];
}

/* C = alpha A B + beta C (right: B A) with a symmetric A. */
template <typename T>
__global__ void __blas_symm(int right, int upper, int m, int n, const T *al, T alpha, const T *a, int lda, const T *b, int ldb, const T *be, T beta,
                            T *c, int ldc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= m || j >= n)
        return;
    T sum = 0, f = be ? *be : beta;
    for (int p = 0; p < (right ? n : m); p++)
        sum += right ? b[i + (long) p * ldb] * __blas_symmetric(upper, a, lda, p, j) : __blas_symmetric(upper, a, lda, i, p) * b[p + (long) j * ldb];
    T *out = c + i + (long) j * ldc;
    *out = (al ? *al : alpha) * sum + (f == T(0) ? T(0) : f * *out);
}

/* C = alpha op(A) op(A)' + beta C, one triangle of C. */
template <typename T>
__global__ void __blas_syrk(int upper, int transposed, int n, int k, const T *al, T alpha, const T *a, int lda, const T *be, T beta, T *c, int ldc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n || (upper ? i > j : i < j))
        return;
    T sum = 0, f = be ? *be : beta;
    for (int p = 0; p < k; p++)
        sum += transposed ? a[p + (long) i * lda] * a[p + (long) j * lda] : a[i + (long) p * lda] * a[j + (long) p * lda];
    T *out = c + i + (long) j * ldc;
    *out = (al ? *al : alpha) * sum + (f == T(0) ? T(0) : f * *out);
}

/* C = alpha op(A) B (right: B op(A)) with a triangular A. */
template <typename T>
__global__ void __blas_trmm(int right, int upper, int transposed, int unit, int m, int n, const T *al, T alpha, const T *a, int lda, const T *b,
                            int ldb, T *c, int ldc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= m || j >= n)
        return;
    T sum = 0;
    for (int p = 0; p < (right ? n : m); p++) {
        int row = right ? p : i, column = right ? j : p, r = transposed ? column : row, s = transposed ? row : column;
        bool there = upper ? r <= s : r >= s;
        T x = r == s && unit ? T(1) : there ? a[r + (long) s * lda] : T(0);
        sum += x * (right ? b[i + (long) p * ldb] : b[p + (long) j * ldb]);
    }
    c[i + (long) j * ldc] = (al ? *al : alpha) * sum;
}

/* C = diag(x) A (right: A diag(x)). */
template <typename T> __global__ void __blas_dgmm(int right, int m, int n, const T *a, int lda, const T *x, int incx, T *c, int ldc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < m && j < n)
        c[i + (long) j * ldc] = a[i + (long) j * lda] * x[(long) (right ? j : i) * incx];
}

template <typename T> __global__ void __blas_geam(int ta, int tb, int m, int n, const T *al, T alpha, const T *a, int lda, const T *be, T beta,
                                                  const T *b, int ldb, T *c, int ldc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i >= m)
        return;
    T fa = al ? *al : alpha, fb = be ? *be : beta, sum = 0;
    if (fa != T(0))
        sum += fa * (ta ? a[j + (long) i * lda] : a[i + (long) j * lda]);
    if (fb != T(0))
        sum += fb * (tb ? b[j + (long) i * ldb] : b[i + (long) j * ldb]);
    c[i + (long) j * ldc] = sum;
}

/* op(A) X = alpha B for one column (side left) or row (right) a thread. */
template <typename T> __global__ void __blas_trsm(int right, int upper, int transposed, int unit, int m, int n, const T *al, T alpha, const T *a,
                                                  int lda, T *b, int ldb)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x, size = right ? n : m;
    if (r >= (right ? m : n))
        return;
    bool down = (upper == 0) != (transposed != 0) != (right != 0);
    T f = al ? *al : alpha;
    for (int s = 0; s < size; s++) {
        int i = down ? s : size - 1 - s;
        T *x = right ? b + r + (long) i * ldb : b + i + (long) r * ldb;
        T sum = f * *x;
        for (int q = 0; q < s; q++) {
            int k = down ? q : size - 1 - q;
            bool turned = (transposed != 0) != (right != 0);
            sum -= (turned ? a[k + (long) i * lda] : a[i + (long) k * lda]) * (right ? b[r + (long) k * ldb] : b[k + (long) r * ldb]);
        }
        *x = unit ? sum : sum / a[i + (long) i * lda];
    }
}

/* ---- the handle ---- */

static inline cublasStatus_t cublasCreate(cublasHandle_t *out)
{
    cublasHandle_t h = (cublasHandle_t) calloc(1, sizeof(struct cublasContext));
    h->live = true;
    h->special_values = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
    if (cudaMalloc(&h->scratch, 1024) != cudaSuccess)
        return CUBLAS_STATUS_ALLOC_FAILED;
    *out = h;
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasDestroy(cublasHandle_t h)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    cudaFree(h->scratch);
    free(h);
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasSetStream(cublasHandle_t h, cudaStream_t stream)
{
    h->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasGetStream(cublasHandle_t h, cudaStream_t *out)
{
    *out = h->stream;
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasSetPointerMode(cublasHandle_t h, cublasPointerMode_t mode)
{
    h->mode = mode;
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasGetPointerMode(cublasHandle_t h, cublasPointerMode_t *out)
{
    *out = h->mode;
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasSetMathMode(cublasHandle_t h, cublasMath_t math)
{
    h->math = math;
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasGetVersion(cublasHandle_t h, int *out)
{
    *out = 120000;
    return CUBLAS_STATUS_SUCCESS;
}

static inline const char *cublasGetStatusName(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_SUCCESS            ? "CUBLAS_STATUS_SUCCESS"
         : status == CUBLAS_STATUS_NOT_INITIALIZED    ? "CUBLAS_STATUS_NOT_INITIALIZED"
         : status == CUBLAS_STATUS_ALLOC_FAILED       ? "CUBLAS_STATUS_ALLOC_FAILED"
         : status == CUBLAS_STATUS_INVALID_VALUE      ? "CUBLAS_STATUS_INVALID_VALUE"
         : status == CUBLAS_STATUS_ARCH_MISMATCH      ? "CUBLAS_STATUS_ARCH_MISMATCH"
         : status == CUBLAS_STATUS_MAPPING_ERROR      ? "CUBLAS_STATUS_MAPPING_ERROR"
         : status == CUBLAS_STATUS_EXECUTION_FAILED   ? "CUBLAS_STATUS_EXECUTION_FAILED"
         : status == CUBLAS_STATUS_NOT_SUPPORTED      ? "CUBLAS_STATUS_NOT_SUPPORTED"
                                                      : "CUBLAS_STATUS_INTERNAL_ERROR";
}

static inline const char *cublasGetStatusString(cublasStatus_t status)
{
    return status == CUBLAS_STATUS_SUCCESS ? "success" : cublasGetStatusName(status);
}

/* ---- copies ---- */

static inline cublasStatus_t __blas_copied(cudaError_t error)
{
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

static inline cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy)
{
    if (n < 0 || size <= 0 || incx <= 0 || incy <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    return __blas_copied(cudaMemcpy2D(y, (size_t) incy * size, x, (size_t) incx * size, size, n, cudaMemcpyHostToDevice));
}

static inline cublasStatus_t cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy)
{
    if (n < 0 || size <= 0 || incx <= 0 || incy <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    return __blas_copied(cudaMemcpy2D(y, (size_t) incy * size, x, (size_t) incx * size, size, n, cudaMemcpyDeviceToHost));
}

static inline cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb)
{
    if (rows < 0 || columns < 0 || size <= 0 || lda < rows || ldb < rows)
        return CUBLAS_STATUS_INVALID_VALUE;
    return __blas_copied(cudaMemcpy2D(b, (size_t) ldb * size, a, (size_t) lda * size, (size_t) rows * size, columns, cudaMemcpyHostToDevice));
}

static inline cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb)
{
    if (rows < 0 || columns < 0 || size <= 0 || lda < rows || ldb < rows)
        return CUBLAS_STATUS_INVALID_VALUE;
    return __blas_copied(cudaMemcpy2D(b, (size_t) ldb * size, a, (size_t) lda * size, (size_t) rows * size, columns, cudaMemcpyDeviceToHost));
}

#define cublasSetVectorAsync(n, size, x, incx, y, incy, stream) cublasSetVector(n, size, x, incx, y, incy)
#define cublasGetVectorAsync(n, size, x, incx, y, incy, stream) cublasGetVector(n, size, x, incx, y, incy)
#define cublasSetMatrixAsync(rows, columns, size, a, lda, b, ldb, stream) cublasSetMatrix(rows, columns, size, a, lda, b, ldb)
#define cublasGetMatrixAsync(rows, columns, size, a, lda, b, ldb, stream) cublasGetMatrix(rows, columns, size, a, lda, b, ldb)

/* ---- the calls, for float (S) and double (D) ---- */

#define __BLAS_GRID(n) ((n) > __BLAS_THREADS * __BLAS_BLOCKS ? __BLAS_BLOCKS : ((n) + __BLAS_THREADS - 1) / __BLAS_THREADS)
#define __BLAS_ON_HOST (h->mode == CUBLAS_POINTER_MODE_HOST)
/* A scalar as the kernels take it: its address on the device, or its value. */
#define __BLAS_SCALAR(p) __BLAS_ON_HOST ? NULL : (p), __BLAS_ON_HOST ? *(p) : 0
/* A vector with a negative step begins at its other end. */
#define __BLAS_FIRST(p, n, inc) ((inc) < 0 ? (p) - (long) ((n) - 1) * (inc) : (p))

#define __BLAS_CALLS(S, I, T)                                                                                                     \
    static inline cublasStatus_t cublas##S##axpy(cublasHandle_t h, int n, const T *alpha, const T *x, int incx, T *y, int incy)   \
    {                                                                                                                             \
        if (!h)                                                                                                                   \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                 \
        if (n > 0)                                                                                                                \
            __blas_axpy<T><<<__BLAS_GRID(n), __BLAS_THREADS, 0, h->stream>>>(n, __BLAS_SCALAR(alpha), __BLAS_FIRST(x, n, incx),   \
                                                                             incx, __BLAS_FIRST(y, n, incy), incy);               \
        return CUBLAS_STATUS_SUCCESS;                                                                                             \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##scal(cublasHandle_t h, int n, const T *alpha, T *x, int incx)                         \
    {                                                                                                                             \
        if (!h)                                                                                                                   \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                 \
        if (n > 0 && incx > 0)                                                                                                    \
            __blas_scal<T><<<__BLAS_GRID(n), __BLAS_THREADS, 0, h->stream>>>(n, __BLAS_SCALAR(alpha), x, incx);                   \
        return CUBLAS_STATUS_SUCCESS;                                                                                             \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##copy(cublasHandle_t h, int n, const T *x, int incx, T *y, int incy)                   \
    {                                                                                                                             \
        if (n > 0)                                                                                                                \
            __blas_copy<T><<<__BLAS_GRID(n), __BLAS_THREADS, 0, h->stream>>>(n, (T *) __BLAS_FIRST(x, n, incx), incx,             \
                                                                             __BLAS_FIRST(y, n, incy), incy, 0);                  \
        return CUBLAS_STATUS_SUCCESS;                                                                                             \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##swap(cublasHandle_t h, int n, T *x, int incx, T *y, int incy)                         \
    {                                                                                                                             \
        if (n > 0)                                                                                                                \
            __blas_copy<T><<<__BLAS_GRID(n), __BLAS_THREADS, 0, h->stream>>>(n, __BLAS_FIRST(x, n, incx), incx,                   \
                                                                             __BLAS_FIRST(y, n, incy), incy, 1);                  \
        return CUBLAS_STATUS_SUCCESS;                                                                                             \
    }                                                                                                                             \
    static inline cublasStatus_t __blas_reduce_##S(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy, int what, \
                                                   int root, T *out)                                                              \
    {                                                                                                                             \
        if (!h)                                                                                                                   \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                 \
        T *parts = (T *) h->scratch;                                                                                              \
        T *to = __BLAS_ON_HOST ? parts + __BLAS_BLOCKS : out;                                                                     \
        int blocks = n > 0 ? __BLAS_GRID(n) : 0;                                                                                  \
        if (blocks)                                                                                                               \
            __blas_sum<T><<<blocks, __BLAS_THREADS, 0, h->stream>>>(n, __BLAS_FIRST(x, n, incx), incx, __BLAS_FIRST(y, n, incy),  \
                                                                    incy, what, parts);                                           \
        __blas_sum_parts<T><<<1, 1, 0, h->stream>>>(blocks, parts, root, to);                                                     \
        return __BLAS_ON_HOST ? __blas_copied(cudaMemcpy(out, to, sizeof(T), cudaMemcpyDeviceToHost)) : CUBLAS_STATUS_SUCCESS;    \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##dot(cublasHandle_t h, int n, const T *x, int incx, const T *y, int incy, T *out)      \
    {                                                                                                                             \
        return __blas_reduce_##S(h, n, x, incx, y, incy, 0, 0, out);                                                              \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##nrm2(cublasHandle_t h, int n, const T *x, int incx, T *out)                           \
    {                                                                                                                             \
        return __blas_reduce_##S(h, n, x, incx, x, incx, 0, 1, out);                                                              \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##asum(cublasHandle_t h, int n, const T *x, int incx, T *out)                           \
    {                                                                                                                             \
        return __blas_reduce_##S(h, n, x, incx, x, incx, 1, 0, out);                                                              \
    }                                                                                                                             \
    static inline cublasStatus_t __blas_extreme_##S(cublasHandle_t h, int n, const T *x, int incx, int least, int *out)           \
    {                                                                                                                             \
        if (!h)                                                                                                                   \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                 \
        int *to = __BLAS_ON_HOST ? (int *) h->scratch : out;                                                                      \
        __blas_extreme<T><<<1, __BLAS_THREADS, 0, h->stream>>>(n, x, incx, least, to);                                            \
        return __BLAS_ON_HOST ? __blas_copied(cudaMemcpy(out, to, sizeof(int), cudaMemcpyDeviceToHost)) : CUBLAS_STATUS_SUCCESS;  \
    }                                                                                                                             \
    static inline cublasStatus_t cublasI##I##amax(cublasHandle_t h, int n, const T *x, int incx, int *out)                        \
    {                                                                                                                             \
        return __blas_extreme_##S(h, n, x, incx, 0, out);                                                                         \
    }                                                                                                                             \
    static inline cublasStatus_t cublasI##I##amin(cublasHandle_t h, int n, const T *x, int incx, int *out)                        \
    {                                                                                                                             \
        return __blas_extreme_##S(h, n, x, incx, 1, out);                                                                         \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##gemv(cublasHandle_t h, cublasOperation_t t, int m, int n, const T *alpha, const T *a, \
                                                 int lda, const T *x, int incx, const T *beta, T *y, int incy)                    \
    {                                                                                                                             \
        int rows = t == CUBLAS_OP_N ? m : n, columns = t == CUBLAS_OP_N ? n : m;                                                  \
        if (!h)                                                                                                                   \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                 \
        if (m < 0 || n < 0 || lda < (m > 1 ? m : 1) || !incx || !incy)                                                            \
            return CUBLAS_STATUS_INVALID_VALUE;                                                                                   \
        if (rows)                                                                                                                 \
            __blas_gemv<T><<<(rows + __BLAS_THREADS - 1) / __BLAS_THREADS, __BLAS_THREADS, 0, h->stream>>>(                       \
                t != CUBLAS_OP_N, m, n, __BLAS_SCALAR(alpha), a, lda, __BLAS_FIRST(x, columns, incx), incx, __BLAS_SCALAR(beta),  \
                __BLAS_FIRST(y, rows, incy), incy);                                                                               \
        return CUBLAS_STATUS_SUCCESS;                                                                                             \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##ger(cublasHandle_t h, int m, int n, const T *alpha, const T *x, int incx, const T *y, \
                                                int incy, T *a, int lda)                                                          \
    {                                                                                                                             \
        if (m > 0 && n > 0)                                                                                                       \
            __blas_ger<T><<<dim3((m + __BLAS_THREADS - 1) / __BLAS_THREADS, n), __BLAS_THREADS, 0, h->stream>>>(                  \
                m, n, __BLAS_SCALAR(alpha), __BLAS_FIRST(x, m, incx), incx, __BLAS_FIRST(y, n, incy), incy, a, lda);              \
        return CUBLAS_STATUS_SUCCESS;                                                                                             \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##gemmStridedBatched(                                                                   \
        cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const T *alpha, const T *a, int lda,   \
        long long step_a, const T *b, int ldb, long long step_b, const T *beta, T *c, int ldc, long long step_c, int count)       \
    {                                                                                                                             \
        int rows_a = ta == CUBLAS_OP_N ? m : k, rows_b = tb == CUBLAS_OP_N ? k : n;                                               \
        if (!h)                                                                                                                   \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                 \
        if (m < 0 || n < 0 || k < 0 || lda < (rows_a > 1 ? rows_a : 1) || ldb < (rows_b > 1 ? rows_b : 1) ||                      \
            ldc < (m > 1 ? m : 1))                                                                                                \
            return CUBLAS_STATUS_INVALID_VALUE;                                                                                   \
        if (m && n && count > 0)                                                                                                  \
            __blas_gemm<T, T, T><<<dim3((m + __BLAS_TILE - 1) / __BLAS_TILE, (n + __BLAS_TILE - 1) / __BLAS_TILE, count),         \
                                   dim3(__BLAS_TILE, __BLAS_TILE), 0, h->stream>>>(                                               \
                ta != CUBLAS_OP_N, tb != CUBLAS_OP_N, m, n, k, __BLAS_SCALAR(alpha), a, lda, step_a, b, ldb, step_b,              \
                __BLAS_SCALAR(beta), c, ldc, step_c);                                                                             \
        return CUBLAS_STATUS_SUCCESS;                                                                                             \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,      \
                                                 int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta,  \
                                                 T *c, int ldc)                                                                   \
    {                                                                                                                             \
        return cublas##S##gemmStridedBatched(h, ta, tb, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);                \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##geam(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n,      \
                                                 const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c,   \
                                                 int ldc)                                                                         \
    {                                                                                                                             \
        if (m > 0 && n > 0)                                                                                                       \
            __blas_geam<T><<<dim3((m + __BLAS_THREADS - 1) / __BLAS_THREADS, n), __BLAS_THREADS, 0, h->stream>>>(                 \
                ta != CUBLAS_OP_N, tb != CUBLAS_OP_N, m, n, __BLAS_SCALAR(alpha), a, lda, __BLAS_SCALAR(beta), b, ldb, c, ldc);   \
        return CUBLAS_STATUS_SUCCESS;                                                                                             \
    }                                                                                                                             \
    static inline cublasStatus_t cublas##S##trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill,                  \
                                                 cublasOperation_t t, cublasDiagType_t diagonal, int m, int n, const T *alpha,    \
                                                 const T *a, int lda, T *b, int ldb)                                              \
    {                                                                                                                             \
        int count = side == CUBLAS_SIDE_RIGHT ? m : n;                                                                            \
        if (m > 0 && n > 0)                                                                                                       \
            __blas_trsm<T><<<(count + __BLAS_THREADS - 1) / __BLAS_THREADS, __BLAS_THREADS, 0, h->stream>>>(                      \
                side == CUBLAS_SIDE_RIGHT, fill == CUBLAS_FILL_MODE_UPPER, t != CUBLAS_OP_N, diagonal == CUBLAS_DIAG_UNIT, m, n,  \
                __BLAS_SCALAR(alpha), a, lda, b, ldb);                                                                            \
        return CUBLAS_STATUS_SUCCESS;                                                                                             \
    }

__BLAS_CALLS(S, s, float)
__BLAS_CALLS(D, d, double)

/* A thread for each element of an m x n matrix. */
#define __BLAS_EACH(m, n) dim3(((m) + __BLAS_TILE - 1) / __BLAS_TILE, ((n) + __BLAS_TILE - 1) / __BLAS_TILE), dim3(__BLAS_TILE, __BLAS_TILE)

#define __BLAS_MATRIX_CALLS(S, T)                                                                                                          \
    static inline cublasStatus_t cublas##S##gemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, \
                                                        const T *alpha, const T *const *a, int lda, const T *const *b, int ldb,            \
                                                        const T *beta, T *const *c, int ldc, int count)                                    \
    {                                                                                                                                      \
        if (!h)                                                                                                                            \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                          \
        if (m > 0 && n > 0 && count > 0)                                                                                                   \
            __blas_gemm_batched<T><<<dim3((m + __BLAS_TILE - 1) / __BLAS_TILE, (n + __BLAS_TILE - 1) / __BLAS_TILE, count),                \
                                     dim3(__BLAS_TILE, __BLAS_TILE), 0, h->stream>>>(ta != CUBLAS_OP_N, tb != CUBLAS_OP_N, m, n, k,        \
                                                                                     __BLAS_SCALAR(alpha), a, lda, b, ldb,                 \
                                                                                     __BLAS_SCALAR(beta), c, ldc);                         \
        return CUBLAS_STATUS_SUCCESS;                                                                                                      \
    }                                                                                                                                      \
    static inline cublasStatus_t cublas##S##symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, int m, int n,             \
                                                 const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc)   \
    {                                                                                                                                      \
        if (!h)                                                                                                                            \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                          \
        if (m > 0 && n > 0)                                                                                                                \
            __blas_symm<T><<<__BLAS_EACH(m, n), 0, h->stream>>>(side == CUBLAS_SIDE_RIGHT, fill == CUBLAS_FILL_MODE_UPPER, m, n,           \
                                                                __BLAS_SCALAR(alpha), a, lda, b, ldb, __BLAS_SCALAR(beta), c, ldc);        \
        return CUBLAS_STATUS_SUCCESS;                                                                                                      \
    }                                                                                                                                      \
    static inline cublasStatus_t cublas##S##syrk(cublasHandle_t h, cublasFillMode_t fill, cublasOperation_t t, int n, int k,               \
                                                 const T *alpha, const T *a, int lda, const T *beta, T *c, int ldc)                        \
    {                                                                                                                                      \
        if (!h)                                                                                                                            \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                          \
        if (n > 0)                                                                                                                         \
            __blas_syrk<T><<<__BLAS_EACH(n, n), 0, h->stream>>>(fill == CUBLAS_FILL_MODE_UPPER, t != CUBLAS_OP_N, n, k,                    \
                                                                __BLAS_SCALAR(alpha), a, lda, __BLAS_SCALAR(beta), c, ldc);                \
        return CUBLAS_STATUS_SUCCESS;                                                                                                      \
    }                                                                                                                                      \
    static inline cublasStatus_t cublas##S##trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t,      \
                                                 cublasDiagType_t diagonal, int m, int n, const T *alpha, const T *a, int lda, const T *b, \
                                                 int ldb, T *c, int ldc)                                                                   \
    {                                                                                                                                      \
        if (!h)                                                                                                                            \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                          \
        if (b == c)                                                                                                                        \
            return CUBLAS_STATUS_NOT_SUPPORTED;                                                                                            \
        if (m > 0 && n > 0)                                                                                                                \
            __blas_trmm<T><<<__BLAS_EACH(m, n), 0, h->stream>>>(side == CUBLAS_SIDE_RIGHT, fill == CUBLAS_FILL_MODE_UPPER,                 \
                                                                t != CUBLAS_OP_N, diagonal == CUBLAS_DIAG_UNIT, m, n,                      \
                                                                __BLAS_SCALAR(alpha), a, lda, b, ldb, c, ldc);                             \
        return CUBLAS_STATUS_SUCCESS;                                                                                                      \
    }                                                                                                                                      \
    static inline cublasStatus_t cublas##S##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T *a, int lda, const T *x,   \
                                                 int incx, T *c, int ldc)                                                                  \
    {                                                                                                                                      \
        if (!h)                                                                                                                            \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                          \
        if (m > 0 && n > 0)                                                                                                                \
            __blas_dgmm<T><<<__BLAS_EACH(m, n), 0, h->stream>>>(side == CUBLAS_SIDE_RIGHT, m, n, a, lda,                                   \
                                                                __BLAS_FIRST(x, side == CUBLAS_SIDE_RIGHT ? n : m, incx), incx, c, ldc);   \
        return CUBLAS_STATUS_SUCCESS;                                                                                                      \
    }

__BLAS_MATRIX_CALLS(S, float)
__BLAS_MATRIX_CALLS(D, double)

#define __BLAS_COMPLEX_CALLS(S, V, R)                                                                                                        \
    static inline cublasStatus_t cublas##S##gemmStridedBatched(                                                                              \
        cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const V *alpha, const V *a, int lda,              \
        long long step_a, const V *b, int ldb, long long step_b, const V *beta, V *c, int ldc, long long step_c, int count)                  \
    {                                                                                                                                        \
        if (!h)                                                                                                                              \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                            \
        V none;                                                                                                                              \
        none.x = none.y = 0;                                                                                                                 \
        bool here = h->mode == CUBLAS_POINTER_MODE_HOST;                                                                                     \
        if (m > 0 && n > 0 && count > 0)                                                                                                     \
            __blas_cgemm<V, R><<<dim3((m + __BLAS_TILE - 1) / __BLAS_TILE, (n + __BLAS_TILE - 1) / __BLAS_TILE, count),                      \
                                 dim3(__BLAS_TILE, __BLAS_TILE), 0, h->stream>>>(ta, tb, m, n, k, here ? NULL : alpha,                       \
                                                                                 here ? *alpha : none, a, lda, step_a, b, ldb, step_b,       \
                                                                                 here ? NULL : beta, here ? *beta : none, c, ldc, step_c);   \
        return CUBLAS_STATUS_SUCCESS;                                                                                                        \
    }                                                                                                                                        \
    static inline cublasStatus_t cublas##S##gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,          \
                                                 const V *alpha, const V *a, int lda, const V *b, int ldb, const V *beta, V *c, int ldc)     \
    {                                                                                                                                        \
        return cublas##S##gemmStridedBatched(h, ta, tb, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);                           \
    }

__BLAS_COMPLEX_CALLS(C, cuComplex, float)
__BLAS_COMPLEX_CALLS(Z, cuDoubleComplex, double)

/* ---- mixed types ---- */

/* A factor of type __half, as a number. */
static inline float __blas_half(cublasHandle_t h, const void *p)
{
    __half value;
    if (h->mode == CUBLAS_POINTER_MODE_HOST)
        value = *(const __half *) p;
    else
        cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
    return __half2float(value);
}

#define __BLAS_MIXED(IN, OUT, T, al, f, be, g)                                                                                              \
    __blas_gemm<IN, OUT, T><<<dim3((m + __BLAS_TILE - 1) / __BLAS_TILE, (n + __BLAS_TILE - 1) / __BLAS_TILE, count),                        \
                              dim3(__BLAS_TILE, __BLAS_TILE), 0, h->stream>>>(ta != CUBLAS_OP_N, tb != CUBLAS_OP_N, m, n, k, al, f,         \
                                                                              (const IN *) a, lda, step_a, (const IN *) b, ldb, step_b, be, \
                                                                              g, (OUT *) c, ldc, step_c)
#define __BLAS_MIXED_AS(IN, OUT, T)                                                                                                 \
    __BLAS_MIXED(IN, OUT, T, here ? NULL : (const T *) alpha, here ? *(const T *) alpha : T(0), here ? NULL : (const T *) beta,      \
                 here ? *(const T *) beta : T(0))

/* The types of cublasGemmEx's table that are here: float, double, half and bfloat16 summed in float, int8 summed in int. */
static inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                                        const void *alpha, const void *a, cudaDataType type_a, int lda, long long step_a,
                                                        const void *b, cudaDataType type_b, int ldb, long long step_b, const void *beta, void *c,
                                                        cudaDataType type_c, int ldc, long long step_c, int count, cublasComputeType_t compute,
                                                        cublasGemmAlgo_t algorithm)
{
    int rows_a = ta == CUBLAS_OP_N ? m : k, rows_b = tb == CUBLAS_OP_N ? k : n;
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (m < 0 || n < 0 || k < 0 || lda < (rows_a > 1 ? rows_a : 1) || ldb < (rows_b > 1 ? rows_b : 1) || ldc < (m > 1 ? m : 1))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (type_a != type_b)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (!m || !n || count <= 0)
        return CUBLAS_STATUS_SUCCESS;
    bool here = h->mode == CUBLAS_POINTER_MODE_HOST, in_float = compute >= CUBLAS_COMPUTE_32F && compute <= CUBLAS_COMPUTE_32F_PEDANTIC;
    in_float = in_float || (compute >= CUBLAS_COMPUTE_32F_FAST_16F && compute <= CUBLAS_COMPUTE_32F_EMULATED_16BFX9);
    bool in_double = compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT;
    if (type_a == CUDA_R_32F && type_c == CUDA_R_32F && in_float)
        __BLAS_MIXED_AS(float, float, float);
    else if (type_a == CUDA_R_64F && type_c == CUDA_R_64F && in_double)
        __BLAS_MIXED_AS(double, double, double);
    else if (type_a == CUDA_R_16F && type_c == CUDA_R_16F && in_float)
        __BLAS_MIXED_AS(__half, __half, float);
    else if (type_a == CUDA_R_16F && type_c == CUDA_R_32F && in_float)
        __BLAS_MIXED_AS(__half, float, float);
    else if (type_a == CUDA_R_16F && type_c == CUDA_R_16F && compute == CUBLAS_COMPUTE_16F)
        __BLAS_MIXED(__half, __half, float, NULL, __blas_half(h, alpha), NULL, __blas_half(h, beta));
    else if (type_a == CUDA_R_16BF && type_c == CUDA_R_16BF && in_float)
        __BLAS_MIXED_AS(__nv_bfloat16, __nv_bfloat16, float);
    else if (type_a == CUDA_R_16BF && type_c == CUDA_R_32F && in_float)
        __BLAS_MIXED_AS(__nv_bfloat16, float, float);
    else if (type_a == CUDA_R_8I && type_c == CUDA_R_32I && compute == CUBLAS_COMPUTE_32I)
        __BLAS_MIXED_AS(signed char, int, int);
    else
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha,
                                          const void *a, cudaDataType type_a, int lda, const void *b, cudaDataType type_b, int ldb,
                                          const void *beta, void *c, cudaDataType type_c, int ldc, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm)
{
    return cublasGemmStridedBatchedEx(h, ta, tb, m, n, k, alpha, a, type_a, lda, 0, b, type_b, ldb, 0, beta, c, type_c, ldc, 0, 1, compute,
                                      algorithm);
}

/* Before CUDA 11 the last but one argument was a data type. */
static inline cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const void *alpha,
                                          const void *a, cudaDataType type_a, int lda, const void *b, cudaDataType type_b, int ldb,
                                          const void *beta, void *c, cudaDataType type_c, int ldc, cudaDataType compute,
                                          cublasGemmAlgo_t algorithm)
{
    cublasComputeType_t sums = compute == CUDA_R_16F   ? CUBLAS_COMPUTE_16F
                               : compute == CUDA_R_64F ? CUBLAS_COMPUTE_64F
                               : compute == CUDA_R_32I ? CUBLAS_COMPUTE_32I
                                                       : CUBLAS_COMPUTE_32F;
    return cublasGemmEx(h, ta, tb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc, sums, algorithm);
}

static inline cublasStatus_t cublasSgemmEx(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const float *alpha,
                                           const void *a, cudaDataType type_a, int lda, const void *b, cudaDataType type_b, int ldb,
                                           const float *beta, void *c, cudaDataType type_c, int ldc)
{
    return cublasGemmEx(h, ta, tb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

static inline cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k,
                                                       const __half *alpha, const __half *a, int lda, long long step_a, const __half *b, int ldb,
                                                       long long step_b, const __half *beta, __half *c, int ldc, long long step_c, int count)
{
    return cublasGemmStridedBatchedEx(h, ta, tb, m, n, k, alpha, a, CUDA_R_16F, lda, step_a, b, CUDA_R_16F, ldb, step_b, beta, c, CUDA_R_16F, ldc,
                                      step_c, count, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}

static inline cublasStatus_t cublasHgemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half *alpha,
                                         const __half *a, int lda, const __half *b, int ldb, const __half *beta, __half *c, int ldc)
{
    return cublasHgemmStridedBatched(h, ta, tb, m, n, k, alpha, a, lda, 0, b, ldb, 0, beta, c, ldc, 0, 1);
}

#include <__blas_structured.h>
#include <__blas_vectors.h>
#include <__blas_batched.h>
#include <__blas_groups.h>
#include <__blas_names.h>

#endif
