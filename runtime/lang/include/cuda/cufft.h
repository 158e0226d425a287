/* SPDX-License-Identifier: Apache-2.0 */
/* cuFFT: plans of one, two and three dimensions and batches of them, through kernels below. A length that is a power of two takes
 * log2 n passes, another one a sum for each output. As in the library, neither direction is scaled. */
#ifndef WARPCELL_CUFFT_H
#define WARPCELL_CUFFT_H

typedef enum cufftResult_t {
    CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2, CUFFT_INVALID_TYPE = 3, CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5, CUFFT_EXEC_FAILED = 6, CUFFT_SETUP_FAILED = 7, CUFFT_INVALID_SIZE = 8, CUFFT_UNALIGNED_DATA = 9,
    CUFFT_INVALID_DEVICE = 11, CUFFT_NOT_IMPLEMENTED = 14, CUFFT_NOT_SUPPORTED = 16
} cufftResult;
typedef enum cufftType_t {
    CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69
} cufftType;
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef float2 cufftComplex;
typedef double2 cufftDoubleComplex;

struct __fft_plan {
    int rank, n[3], batch;
    cufftType type;
    cudaStream_t stream;
    void *work[2]; /* device: two buffers of the whole data as complex numbers */
    bool live;
};
enum { __FFT_PLANS = 64, __FFT_THREADS = 128 };
static struct __fft_plan __fft_plans[__FFT_PLANS];

/* ---- kernels: T2 a complex number of T ---- */

/* Lines of n numbers along an axis, gathered one after the other. line = outer * inner_count + inner. kept: real input (1),
 * half a spectrum (2) that is filled up by symmetry. */
template <typename T, typename T2> __global__ void __fft_gather(const T *in, T2 *out, int n, int stored, long inner_count, long lines, int kept)
{
    long at = blockIdx.x * (long) blockDim.x + threadIdx.x;
    if (at >= n * lines)
        return;
    long line = at / n, k = at % n, outer = line / inner_count, inner = line % inner_count;
    bool mirrored = kept == 2 && k >= stored;
    long place = (outer * stored + (mirrored ? n - k : k)) * inner_count + inner;
    T2 v;
    v.x = kept == 1 ? in[place] : in[2 * place];
    v.y = kept == 1 ? T(0) : mirrored ? -in[2 * place + 1] : in[2 * place + 1];
    out[at] = v;
}

template <typename T, typename T2> __global__ void __fft_scatter(const T2 *in, T *out, int n, int stored, long inner_count, long lines, int real)
{
    long at = blockIdx.x * (long) blockDim.x + threadIdx.x;
    if (at >= stored * lines)
        return;
    long line = at / stored, k = at % stored, outer = line / inner_count, inner = line % inner_count;
    long place = (outer * stored + k) * inner_count + inner;
    T2 v = in[line * n + k];
    if (real) {
        out[place] = v.x;
    } else {
        out[2 * place] = v.x;
        out[2 * place + 1] = v.y;
    }
}

/* Stockham's pass: halves of length m become wholes of length 2 m. */
template <typename T, typename T2> __global__ void __fft_pass(const T2 *in, T2 *out, int n, int m, long lines, int sign)
{
    long at = blockIdx.x * (long) blockDim.x + threadIdx.x;
    int half = n / 2;
    if (at >= half * lines)
        return;
    long line = at / half;
    int i = (int) (at % half), k = i % m, j = i / m;
    const T2 *from = in + line * n;
    T2 a = from[i], b = from[i + half], w;
    double angle = (double) sign * k / m;
    double s, c;
    sincospi(angle, &s, &c);
    w.x = T(c) * b.x - T(s) * b.y;
    w.y = T(c) * b.y + T(s) * b.x;
    T2 *to = out + line * n + (long) j * 2 * m + k;
    to[0].x = a.x + w.x;
    to[0].y = a.y + w.y;
    to[m].x = a.x - w.x;
    to[m].y = a.y - w.y;
}

template <typename T, typename T2> __global__ void __fft_sum(const T2 *in, T2 *out, int n, long lines, int sign)
{
    long at = blockIdx.x * (long) blockDim.x + threadIdx.x;
    if (at >= n * lines)
        return;
    long line = at / n;
    int k = (int) (at % n);
    double re = 0, im = 0;
    for (int i = 0; i < n; i++) {
        T2 v = in[line * n + i];
        double s, c;
        sincospi(2.0 * sign * (((long) i * k) % n) / n, &s, &c);
        re += v.x * c - v.y * s;
        im += v.x * s + v.y * c;
    }
    out[at].x = T(re);
    out[at].y = T(im);
}

/* ---- plans ---- */

static inline cufftResult __fft_plan_new(cufftHandle *out, int rank, const int *n, int batch, cufftType type)
{
    int slot = 0;
    while (slot < __FFT_PLANS && __fft_plans[slot].live)
        slot++;
    if (slot == __FFT_PLANS)
        return CUFFT_ALLOC_FAILED;
    struct __fft_plan *p = &__fft_plans[slot];
    size_t total = batch;
    for (int i = 0; i < rank; i++) {
        if (n[i] < 1)
            return CUFFT_INVALID_SIZE;
        p->n[i] = n[i];
        total *= n[i];
    }
    if (batch < 1)
        return CUFFT_INVALID_SIZE;
    p->rank = rank;
    p->batch = batch;
    p->type = type;
    p->stream = 0;
    size_t bytes = total * (type >= CUFFT_Z2Z ? sizeof(double2) : sizeof(float2));
    if (cudaMalloc(&p->work[0], bytes) != cudaSuccess)
        return CUFFT_ALLOC_FAILED;
    if (cudaMalloc(&p->work[1], bytes) != cudaSuccess) {
        cudaFree(p->work[0]);
        return CUFFT_ALLOC_FAILED;
    }
    p->live = true;
    *out = slot + 1;
    return CUFFT_SUCCESS;
}

static inline struct __fft_plan *__fft_plan_of(cufftHandle h)
{
    return h < 1 || h > __FFT_PLANS || !__fft_plans[h - 1].live ? (struct __fft_plan *) NULL : &__fft_plans[h - 1];
}

static inline cufftResult cufftPlan1d(cufftHandle *out, int nx, cufftType type, int batch)
{
    int n[1];
    n[0] = nx;
    return __fft_plan_new(out, 1, n, batch, type);
}

static inline cufftResult cufftPlan2d(cufftHandle *out, int nx, int ny, cufftType type)
{
    int n[2];
    n[0] = nx;
    n[1] = ny;
    return __fft_plan_new(out, 2, n, 1, type);
}

static inline cufftResult cufftPlan3d(cufftHandle *out, int nx, int ny, int nz, cufftType type)
{
    int n[3];
    n[0] = nx;
    n[1] = ny;
    n[2] = nz;
    return __fft_plan_new(out, 3, n, 1, type);
}

/* Data that lies densely only: embedded layouts are refused. */
static inline cufftResult cufftPlanMany(cufftHandle *out, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride,
                                        int odist, cufftType type, int batch)
{
    if (rank < 1 || rank > 3)
        return CUFFT_INVALID_VALUE;
    if (inembed && (istride != 1 || ostride != 1))
        return CUFFT_NOT_SUPPORTED;
    return __fft_plan_new(out, rank, n, batch, type);
}

static inline cufftResult cufftDestroy(cufftHandle h)
{
    struct __fft_plan *p = __fft_plan_of(h);
    if (!p)
        return CUFFT_INVALID_PLAN;
    cudaFree(p->work[0]);
    cudaFree(p->work[1]);
    p->live = false;
    return CUFFT_SUCCESS;
}

static inline cufftResult cufftSetStream(cufftHandle h, cudaStream_t stream)
{
    struct __fft_plan *p = __fft_plan_of(h);
    if (!p)
        return CUFFT_INVALID_PLAN;
    p->stream = stream;
    return CUFFT_SUCCESS;
}

static inline cufftResult cufftGetVersion(int *out)
{
    *out = 11000;
    return CUFFT_SUCCESS;
}

/* ---- execution ---- */

#define __FFT_GRID(count) (unsigned) (((count) + __FFT_THREADS - 1) / __FFT_THREADS), __FFT_THREADS, 0, p->stream
#define __FFT_RUN(NAME, T, T2)                                                                                                \
    /* One axis of n numbers: in to out, which hold `from` and `to` of them. */                                               \
    static inline void __fft_axis_##NAME(struct __fft_plan *p, const T *in, T *out, int n, int from, int to, long inner,      \
                                         long lines, int kept, int real, int sign)                                            \
    {                                                                                                                         \
        T2 *a = (T2 *) p->work[0], *b = (T2 *) p->work[1];                                                                    \
        __fft_gather<T, T2><<<__FFT_GRID(n * lines)>>>(in, a, n, from, inner, lines, kept);                                   \
        if (n & (n - 1)) {                                                                                                    \
            __fft_sum<T, T2><<<__FFT_GRID(n * lines)>>>(a, b, n, lines, sign);                                                \
            a = b;                                                                                                            \
        } else {                                                                                                              \
            for (int m = 1; m < n; m *= 2) {                                                                                  \
                __fft_pass<T, T2><<<__FFT_GRID(n / 2 * lines)>>>(a, b, n, m, lines, sign);                                    \
                T2 *t = a;                                                                                                    \
                a = b;                                                                                                        \
                b = t;                                                                                                        \
            }                                                                                                                 \
        }                                                                                                                     \
        __fft_scatter<T, T2><<<__FFT_GRID(to * lines)>>>(a, out, n, to, inner, lines, real);                                  \
    }                                                                                                                         \
    /* way: 0 complex, 1 real to complex, 2 complex to real. The last axis is the real one. */                                \
    static inline cufftResult __fft_run_##NAME(cufftHandle h, T *in, T *out, int way, int sign, int first, int second)        \
    {                                                                                                                         \
        struct __fft_plan *p = __fft_plan_of(h);                                                                              \
        if (!p)                                                                                                               \
            return CUFFT_INVALID_PLAN;                                                                                        \
        if (p->type != first && p->type != second)                                                                            \
            return CUFFT_INVALID_TYPE;                                                                                        \
        int last = p->n[p->rank - 1], kept = way ? last / 2 + 1 : last;                                                       \
        long outer = p->batch;                                                                                                \
        for (int i = 0; i < p->rank - 1; i++)                                                                                 \
            outer *= p->n[i];                                                                                                 \
        T *from = in;                                                                                                         \
        if (way != 2) {                                                                                                       \
            __fft_axis_##NAME(p, from, out, last, way ? last : kept, kept, 1, outer, way == 1 ? 1 : 0, 0, sign);              \
            from = out;                                                                                                       \
        }                                                                                                                     \
        long inner = kept;                                                                                                    \
        for (int i = p->rank - 2; i >= 0; i--) {                                                                              \
            long lines = outer / p->n[i] * kept;                                                                              \
            __fft_axis_##NAME(p, from, way == 2 ? in : out, p->n[i], p->n[i], p->n[i], inner, lines, 0, 0, sign);             \
            from = way == 2 ? in : out;                                                                                       \
            inner *= p->n[i];                                                                                                 \
        }                                                                                                                     \
        if (way == 2)                                                                                                         \
            __fft_axis_##NAME(p, from, out, last, kept, last, 1, outer, 2, 1, sign);                                          \
        return CUFFT_SUCCESS;                                                                                                 \
    }

__FFT_RUN(float, float, float2)
__FFT_RUN(double, double, double2)

static inline cufftResult cufftExecC2C(cufftHandle h, cufftComplex *in, cufftComplex *out, int direction)
{
    return __fft_run_float(h, (float *) in, (float *) out, 0, direction, CUFFT_C2C, CUFFT_C2C);
}

static inline cufftResult cufftExecR2C(cufftHandle h, cufftReal *in, cufftComplex *out)
{
    return __fft_run_float(h, in, (float *) out, 1, CUFFT_FORWARD, CUFFT_R2C, CUFFT_R2C);
}

static inline cufftResult cufftExecC2R(cufftHandle h, cufftComplex *in, cufftReal *out)
{
    return __fft_run_float(h, (float *) in, out, 2, CUFFT_INVERSE, CUFFT_C2R, CUFFT_C2R);
}

static inline cufftResult cufftExecZ2Z(cufftHandle h, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction)
{
    return __fft_run_double(h, (double *) in, (double *) out, 0, direction, CUFFT_Z2Z, CUFFT_Z2Z);
}

static inline cufftResult cufftExecD2Z(cufftHandle h, cufftDoubleReal *in, cufftDoubleComplex *out)
{
    return __fft_run_double(h, in, (double *) out, 1, CUFFT_FORWARD, CUFFT_D2Z, CUFFT_D2Z);
}

static inline cufftResult cufftExecZ2D(cufftHandle h, cufftDoubleComplex *in, cufftDoubleReal *out)
{
    return __fft_run_double(h, (double *) in, out, 2, CUFFT_INVERSE, CUFFT_Z2D, CUFFT_Z2D);
}

#endif
