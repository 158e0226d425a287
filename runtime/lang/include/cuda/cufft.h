/* SPDX-License-Identifier: Apache-2.0 */
/* cuFFT: plans of one, two and three dimensions and batches of them, with embedded and strided layouts, through kernels below. A length is taken apart into
 * its prime factors, a pass for each; one with a factor above 61 takes a sum for each output. As in the library, neither direction is scaled. On a GPU that
 * has cuFFT one kernel stands for it all (device/cuda/library/gpu_fft.c). */
#ifndef WARPCELL_CUFFT_H
#define WARPCELL_CUFFT_H
#include <library_types.h>

typedef enum cufftResult_t {
    CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2, CUFFT_INVALID_TYPE = 3, CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5, CUFFT_EXEC_FAILED = 6, CUFFT_SETUP_FAILED = 7, CUFFT_INVALID_SIZE = 8, CUFFT_UNALIGNED_DATA = 9,
    CUFFT_INCOMPLETE_PARAMETER_LIST = 10, CUFFT_INVALID_DEVICE = 11, CUFFT_PARSE_ERROR = 12, CUFFT_NO_WORKSPACE = 13, CUFFT_NOT_IMPLEMENTED = 14, CUFFT_LICENSE_ERROR = 15, CUFFT_NOT_SUPPORTED = 16
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

/* Element (x, y, z) of transform b is at b * apart + ((x * embed[1] + y) * embed[2] + z) * stride. */
struct __fft_side {
    long embed[3], stride, apart;
};

/* A transform has three axes, the first of them of length 1 where it has fewer. */
struct __fft_job {
    int type, sign, count, rank, n[3], reserved;
    struct __fft_side from, to;
};

struct __fft_plan {
    struct __fft_job job;
    bool embedded; /* the program gave the layout */
    cudaStream_t stream;
    void *work[2]; /* device: two buffers of the whole data as complex numbers */
    size_t bytes;  /* of each */
    bool live, made, own_work;
    int gpus; /* 0: not given (cufftXt.h) */
};
enum { __FFT_PLANS = 64, __FFT_THREADS = 128, __FFT_FACTOR = 61, __FFT_CUFFT = 1 };
static struct __fft_plan __fft_plans[__FFT_PLANS];

/* ---- kernels: T2 a complex number of T ---- */

enum { __FFT_COMPLEX, __FFT_REAL, __FFT_HALF /* of a spectrum; symmetry gives the rest */ };

__host__ __device__ inline int __fft_kind_from(int type)
{
    return type == CUFFT_R2C || type == CUFFT_D2Z ? __FFT_REAL : type == CUFFT_C2R || type == CUFFT_Z2D ? __FFT_HALF : __FFT_COMPLEX;
}

__host__ __device__ inline int __fft_kind_to(int type)
{
    return type == CUFFT_R2C || type == CUFFT_D2Z ? __FFT_HALF : type == CUFFT_C2R || type == CUFFT_Z2D ? __FFT_REAL : __FFT_COMPLEX;
}

__device__ inline long __fft_place(const struct __fft_side &s, long b, int x, int y, int z)
{
    return b * s.apart + ((x * s.embed[1] + y) * s.embed[2] + z) * s.stride;
}

template <typename T, typename T2> __device__ T2 __fft_read(const T *in, const struct __fft_job &j, long at)
{
    int kind = __fft_kind_from(j.type), z = at % j.n[2], y = at / j.n[2] % j.n[1], x = at / j.n[2] / j.n[1] % j.n[0];
    long b = at / j.n[2] / j.n[1] / j.n[0];
    bool mirrored = kind == __FFT_HALF && z > j.n[2] / 2;
    if (mirrored) {
        x = x ? j.n[0] - x : 0;
        y = y ? j.n[1] - y : 0;
        z = j.n[2] - z;
    }
    long place = __fft_place(j.from, b, x, y, z);
    T2 v;
    v.x = kind == __FFT_REAL ? in[place] : in[2 * place];
    v.y = kind == __FFT_REAL ? T(0) : mirrored ? -in[2 * place + 1] : in[2 * place + 1];
    return v;
}

template <typename T, typename T2> __device__ void __fft_write(T *out, const struct __fft_job &j, long at, T2 v)
{
    int kind = __fft_kind_to(j.type), z = at % j.n[2], y = at / j.n[2] % j.n[1], x = at / j.n[2] / j.n[1] % j.n[0];
    if (kind == __FFT_HALF && z > j.n[2] / 2)
        return;
    long place = __fft_place(j.to, at / j.n[2] / j.n[1] / j.n[0], x, y, z);
    if (kind == __FFT_REAL) {
        out[place] = v.x;
    } else {
        out[2 * place] = v.x;
        out[2 * place + 1] = v.y;
    }
}

template <typename T, typename T2> __global__ void __fft_gather(const T *in, T2 *out, struct __fft_job j, long total)
{
    long at = blockIdx.x * (long) blockDim.x + threadIdx.x;
    if (at < total)
        out[at] = __fft_read<T, T2>(in, j, at);
}

template <typename T, typename T2> __global__ void __fft_scatter(const T2 *in, T *out, struct __fft_job j, long total)
{
    long at = blockIdx.x * (long) blockDim.x + threadIdx.x;
    if (at < total)
        __fft_write<T, T2>(out, j, at, in[at]);
}

/* Lines of n numbers, `inner` apart, become rows (back: the other way). */
template <typename T2> __global__ void __fft_turn(const T2 *in, T2 *out, int n, long inner, long total, int back)
{
    long at = blockIdx.x * (long) blockDim.x + threadIdx.x;
    if (at >= total)
        return;
    long line = at / n, k = at % n, place = (line / inner * n + k) * inner + line % inner;
    out[back ? place : at] = in[back ? at : place];
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

/* The same for r parts. */
template <typename T, typename T2> __global__ void __fft_pass_of(const T2 *in, T2 *out, int n, int m, int r, long lines, int sign)
{
    long at = blockIdx.x * (long) blockDim.x + threadIdx.x;
    int apart = n / r;
    if (at >= apart * lines)
        return;
    long line = at / apart;
    int i = (int) (at % apart), k = i % m, j = i / m;
    const T2 *from = in + line * n;
    double x[__FFT_FACTOR], y[__FFT_FACTOR], turn[2 * __FFT_FACTOR], s, c;
    for (int t = 0; t < r; t++) {
        T2 v = from[i + (long) t * apart];
        sincospi(2.0 * sign * ((long) t * k) / ((long) m * r), &s, &c);
        x[t] = v.x * c - v.y * s;
        y[t] = v.x * s + v.y * c;
        sincospi(2.0 * sign * t / r, &turn[2 * t], &turn[2 * t + 1]);
    }
    T2 *to = out + line * n + (long) j * r * m + k;
    for (int u = 0; u < r; u++) {
        double re = 0, im = 0;
        for (int t = 0; t < r; t++) {
            int p = t * u % r;
            s = turn[2 * p];
            c = turn[2 * p + 1];
            re += x[t] * c - y[t] * s;
            im += x[t] * s + y[t] * c;
        }
        to[(long) u * m].x = T(re);
        to[(long) u * m].y = T(im);
    }
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

/* All of it, a sum over all inputs for each output. cuFFT does this kernel's work; where a fault is replayed, the kernel runs. */
template <typename T, typename T2> __global__ void __fft_whole(const T *in, T *out, struct __fft_job j, long total)
{
    long at = blockIdx.x * (long) blockDim.x + threadIdx.x, each = (long) j.n[0] * j.n[1] * j.n[2], begin = at / each * each;
    int z = at % j.n[2], y = at / j.n[2] % j.n[1], x = at / j.n[2] / j.n[1] % j.n[0];
    double re = 0, im = 0, s, c;
    if (at >= total)
        return;
    for (long i = 0; i < each; i++) {
        T2 v = __fft_read<T, T2>(in, j, begin + i);
        double turn = (double) (i % j.n[2] * z % j.n[2]) / j.n[2] + (double) (i / j.n[2] % j.n[1] * y % j.n[1]) / j.n[1] +
                      (double) (i / j.n[2] / j.n[1] * x % j.n[0]) / j.n[0];
        sincospi(2 * j.sign * turn, &s, &c);
        re += v.x * c - v.y * s;
        im += v.x * s + v.y * c;
    }
    T2 v;
    v.x = T(re);
    v.y = T(im);
    __fft_write<T, T2>(out, j, at, v);
}

/* ---- plans ---- */

static inline struct __fft_plan *__fft_plan_of(cufftHandle h)
{
    return h < 1 || h > __FFT_PLANS || !__fft_plans[h - 1].live ? (struct __fft_plan *) NULL : &__fft_plans[h - 1];
}

/* Rows without gaps; the real numbers of a transform in place have room for their spectrum. */
static inline struct __fft_side __fft_dense(const struct __fft_job *j, int kind, bool in_place)
{
    struct __fft_side s;
    long last = kind == __FFT_HALF ? j->n[2] / 2 + 1 : kind == __FFT_REAL && in_place ? 2 * (j->n[2] / 2 + 1) : j->n[2];
    s.embed[0] = j->n[0];
    s.embed[1] = j->n[1];
    s.embed[2] = last;
    s.stride = 1;
    s.apart = j->n[0] * j->n[1] * last;
    return s;
}

template <typename I> static struct __fft_side __fft_given(int rank, const I *embed, I stride, I apart)
{
    struct __fft_side s;
    for (int i = 0; i < 3; i++)
        s.embed[i] = i < 3 - rank ? 1 : embed[i - (3 - rank)];
    s.stride = stride;
    s.apart = apart;
    return s;
}

/* Whether the lengths and the type are those of a transform. */
template <typename I> static cufftResult __fft_fits(int rank, const I *n, cufftType type, I count)
{
    bool known = type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D;
    if (rank < 1 || rank > 3 || !n)
        return CUFFT_INVALID_VALUE;
    if (!known)
        return CUFFT_INVALID_TYPE;
    for (int i = 0; i < rank; i++)
        if (n[i] < 1 || n[i] > 0x7fffffff)
            return CUFFT_INVALID_SIZE;
    return count < 1 || count > 0x7fffffff ? CUFFT_INVALID_SIZE : CUFFT_SUCCESS;
}

template <typename I> static size_t __fft_bytes(int rank, const I *n, cufftType type, I count)
{
    size_t total = count;
    for (int i = 0; i < rank; i++)
        total *= n[i];
    return total * (type >= CUFFT_Z2Z ? sizeof(double2) : sizeof(float2));
}

template <typename I>
static cufftResult __fft_make(cufftHandle h, int rank, const I *n, const I *from, I from_stride, I from_apart, const I *to, I to_stride, I to_apart,
                              cufftType type, I count, size_t *out_size)
{
    struct __fft_plan *p = __fft_plan_of(h);
    if (!p || p->made)
        return CUFFT_INVALID_PLAN;
    cufftResult fits = __fft_fits<I>(rank, n, type, count);
    if (fits != CUFFT_SUCCESS)
        return fits;
    if ((from && (from_stride < 1 || from_apart < 0)) || (to && (to_stride < 1 || to_apart < 0)))
        return CUFFT_INVALID_VALUE;
    struct __fft_job *j = &p->job;
    j->type = type;
    j->count = count;
    j->rank = rank;
    for (int i = 0; i < 3; i++)
        j->n[i] = i < 3 - rank ? 1 : n[i - (3 - rank)];
    p->embedded = from && to; /* without both, the strides are not looked at */
    if (p->embedded) {
        j->from = __fft_given<I>(rank, from, from_stride, from_apart);
        j->to = __fft_given<I>(rank, to, to_stride, to_apart);
    }
    p->bytes = __fft_bytes<I>(rank, n, type, count);
    if (out_size)
        *out_size = 2 * p->bytes;
    if (p->own_work && cudaMalloc(&p->work[0], 2 * p->bytes) != cudaSuccess) {
        p->work[0] = NULL;
        return CUFFT_ALLOC_FAILED;
    }
    p->work[1] = p->own_work ? (char *) p->work[0] + p->bytes : NULL;
    p->made = true;
    return CUFFT_SUCCESS;
}

static inline cufftResult cufftCreate(cufftHandle *out)
{
    int slot = 0;
    while (slot < __FFT_PLANS && __fft_plans[slot].live)
        slot++;
    if (slot == __FFT_PLANS)
        return CUFFT_ALLOC_FAILED;
    struct __fft_plan *p = &__fft_plans[slot];
    p->stream = 0;
    p->work[0] = p->work[1] = NULL;
    p->made = false;
    p->gpus = 0;
    p->live = p->own_work = true;
    *out = slot + 1;
    return CUFFT_SUCCESS;
}

static inline cufftResult cufftDestroy(cufftHandle h)
{
    struct __fft_plan *p = __fft_plan_of(h);
    if (!p)
        return CUFFT_INVALID_PLAN;
    if (p->own_work)
        cudaFree(p->work[0]);
    p->live = false;
    return CUFFT_SUCCESS;
}

static inline cufftResult cufftMakePlanMany(cufftHandle h, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist,
                                            cufftType type, int batch, size_t *size)
{
    return __fft_make<int>(h, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
}

static inline cufftResult cufftMakePlanMany64(cufftHandle h, int rank, long long *n, long long *inembed, long long istride, long long idist,
                                              long long *onembed, long long ostride, long long odist, cufftType type, long long batch, size_t *size)
{
    return __fft_make<long long>(h, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size);
}

static inline cufftResult cufftMakePlan1d(cufftHandle h, int nx, cufftType type, int batch, size_t *size)
{
    return __fft_make<int>(h, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, size);
}

static inline cufftResult cufftMakePlan2d(cufftHandle h, int nx, int ny, cufftType type, size_t *size)
{
    int n[2] = {nx, ny};
    return __fft_make<int>(h, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1, size);
}

static inline cufftResult cufftMakePlan3d(cufftHandle h, int nx, int ny, int nz, cufftType type, size_t *size)
{
    int n[3] = {nx, ny, nz};
    return __fft_make<int>(h, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1, size);
}

static inline cufftResult cufftPlanMany(cufftHandle *out, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist,
                                        cufftType type, int batch)
{
    cufftResult made = cufftCreate(out);
    if (made != CUFFT_SUCCESS)
        return made;
    made = cufftMakePlanMany(*out, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, NULL);
    if (made != CUFFT_SUCCESS)
        cufftDestroy(*out);
    return made;
}

static inline cufftResult cufftPlan1d(cufftHandle *out, int nx, cufftType type, int batch)
{
    return cufftPlanMany(out, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch);
}

static inline cufftResult cufftPlan2d(cufftHandle *out, int nx, int ny, cufftType type)
{
    int n[2] = {nx, ny};
    return cufftPlanMany(out, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}

static inline cufftResult cufftPlan3d(cufftHandle *out, int nx, int ny, int nz, cufftType type)
{
    int n[3] = {nx, ny, nz};
    return cufftPlanMany(out, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}

/* ---- work areas ---- */

static inline cufftResult cufftEstimateMany(int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, cufftType type,
                                            int batch, size_t *size)
{
    cufftResult fits = __fft_fits<int>(rank, n, type, batch);
    if (fits == CUFFT_SUCCESS)
        *size = 2 * __fft_bytes<int>(rank, n, type, batch);
    return fits;
}

static inline cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *size)
{
    return cufftEstimateMany(1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, size);
}

static inline cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *size)
{
    int n[2] = {nx, ny};
    return cufftEstimateMany(2, n, NULL, 1, 0, NULL, 1, 0, type, 1, size);
}

static inline cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *size)
{
    int n[3] = {nx, ny, nz};
    return cufftEstimateMany(3, n, NULL, 1, 0, NULL, 1, 0, type, 1, size);
}

static inline cufftResult cufftGetSizeMany(cufftHandle h, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist,
                                           cufftType type, int batch, size_t *size)
{
    return __fft_plan_of(h) ? cufftEstimateMany(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, size) : CUFFT_INVALID_PLAN;
}

static inline cufftResult cufftGetSize1d(cufftHandle h, int nx, cufftType type, int batch, size_t *size)
{
    return __fft_plan_of(h) ? cufftEstimate1d(nx, type, batch, size) : CUFFT_INVALID_PLAN;
}

static inline cufftResult cufftGetSize2d(cufftHandle h, int nx, int ny, cufftType type, size_t *size)
{
    return __fft_plan_of(h) ? cufftEstimate2d(nx, ny, type, size) : CUFFT_INVALID_PLAN;
}

static inline cufftResult cufftGetSize3d(cufftHandle h, int nx, int ny, int nz, cufftType type, size_t *size)
{
    return __fft_plan_of(h) ? cufftEstimate3d(nx, ny, nz, type, size) : CUFFT_INVALID_PLAN;
}

static inline cufftResult cufftGetSize(cufftHandle h, size_t *size)
{
    struct __fft_plan *p = __fft_plan_of(h);
    if (!p || !p->made)
        return CUFFT_INVALID_PLAN;
    *size = 2 * p->bytes;
    return CUFFT_SUCCESS;
}

/* Before the plan is made. */
static inline cufftResult cufftSetAutoAllocation(cufftHandle h, int on)
{
    struct __fft_plan *p = __fft_plan_of(h);
    if (!p || p->made)
        return CUFFT_INVALID_PLAN;
    p->own_work = on != 0;
    return CUFFT_SUCCESS;
}

static inline cufftResult cufftSetWorkArea(cufftHandle h, void *area)
{
    struct __fft_plan *p = __fft_plan_of(h);
    if (!p || !p->made)
        return CUFFT_INVALID_PLAN;
    if (p->own_work)
        cudaFree(p->work[0]);
    p->own_work = false;
    p->work[0] = area;
    p->work[1] = area ? (char *) area + p->bytes : NULL;
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

static inline cufftResult cufftGetProperty(libraryPropertyType which, int *out)
{
    *out = which == MAJOR_VERSION ? 11 : 0;
    return CUFFT_SUCCESS;
}

/* ---- execution ---- */

#define __FFT_GRID(count) (unsigned) (((count) + __FFT_THREADS - 1) / __FFT_THREADS), __FFT_THREADS, 0, p->stream

/* The least prime factor; 0: it is above __FFT_FACTOR. */
static inline int __fft_factor(int n)
{
    for (int f = 2; f <= __FFT_FACTOR; f++)
        if (n % f == 0)
            return f;
    return 0;
}

static inline bool __fft_has_large_factor(int n)
{
    while (n > 1) {
        int f = __fft_factor(n);
        if (!f)
            return true;
        n /= f;
    }
    return false;
}

/* Transforms of the rows in *a; *b is room for as many. They may change places. */
template <typename T, typename T2> static void __fft_rows(struct __fft_plan *p, T2 **a, T2 **b, int n, long lines, int sign)
{
    bool direct = __fft_has_large_factor(n);
    for (int m = 1; m < n;) {
        int r = direct ? n : __fft_factor(n / m);
        if (direct)
            __fft_sum<T, T2><<<__FFT_GRID(n * lines)>>>(*a, *b, n, lines, sign);
        else if (r == 2)
            __fft_pass<T, T2><<<__FFT_GRID(n / 2 * lines)>>>(*a, *b, n, m, lines, sign);
        else
            __fft_pass_of<T, T2><<<__FFT_GRID(n / r * lines)>>>(*a, *b, n, m, r, lines, sign);
        T2 *t = *a;
        *a = *b;
        *b = t;
        m *= r;
    }
}

template <typename T, typename T2> static void __fft_axes(struct __fft_plan *p, const T *in, T *out, const struct __fft_job *j)
{
    long inner = 1, total = (long) j->count * j->n[0] * j->n[1] * j->n[2];
    T2 *a = (T2 *) p->work[0], *b = (T2 *) p->work[1], *t;
    __fft_gather<T, T2><<<__FFT_GRID(total)>>>(in, a, *j, total);
    for (int axis = 2; axis >= 0; axis--) {
        int n = j->n[axis];
        bool turned = inner > 1 && n > 1;
        for (int back = 0; back < 2; back++) {
            if (turned) {
                __fft_turn<T2><<<__FFT_GRID(total)>>>(a, b, n, inner, total, back);
                t = a;
                a = b;
                b = t;
            }
            if (!back)
                __fft_rows<T, T2>(p, &a, &b, n, total / n, j->sign);
        }
        inner *= n;
    }
    __fft_scatter<T, T2><<<__FFT_GRID(total)>>>(a, out, *j, total);
}

template <typename T, typename T2> static cufftResult __fft_run(cufftHandle h, const void *in, void *out, cufftType type, int sign)
{
    struct __fft_plan *p = __fft_plan_of(h);
    if (!p || !p->made)
        return CUFFT_INVALID_PLAN;
    if (p->job.type != type)
        return CUFFT_INVALID_TYPE;
    if (!in || !out || (sign != CUFFT_FORWARD && sign != CUFFT_INVERSE))
        return CUFFT_INVALID_VALUE;
    struct __fft_job j = p->job;
    long total = (long) j.count * j.n[0] * j.n[1] * j.n[2];
    j.sign = sign;
    if (!p->embedded) {
        j.from = __fft_dense(&j, __fft_kind_from(type), in == out);
        j.to = __fft_dense(&j, __fft_kind_to(type), in == out);
    }
    if (__device_library(__FFT_CUFFT)) {
        __fft_whole<T, T2><<<__FFT_GRID(total)>>>((const T *) in, (T *) out, j, total);
        return CUFFT_SUCCESS;
    }
    if (!p->work[0])
        return CUFFT_NO_WORKSPACE;
    __fft_axes<T, T2>(p, (const T *) in, (T *) out, &j);
    return CUFFT_SUCCESS;
}

static inline cufftResult cufftExecC2C(cufftHandle h, cufftComplex *in, cufftComplex *out, int direction)
{
    return __fft_run<float, float2>(h, in, out, CUFFT_C2C, direction);
}

static inline cufftResult cufftExecR2C(cufftHandle h, cufftReal *in, cufftComplex *out)
{
    return __fft_run<float, float2>(h, in, out, CUFFT_R2C, CUFFT_FORWARD);
}

static inline cufftResult cufftExecC2R(cufftHandle h, cufftComplex *in, cufftReal *out)
{
    return __fft_run<float, float2>(h, in, out, CUFFT_C2R, CUFFT_INVERSE);
}

static inline cufftResult cufftExecZ2Z(cufftHandle h, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction)
{
    return __fft_run<double, double2>(h, in, out, CUFFT_Z2Z, direction);
}

static inline cufftResult cufftExecD2Z(cufftHandle h, cufftDoubleReal *in, cufftDoubleComplex *out)
{
    return __fft_run<double, double2>(h, in, out, CUFFT_D2Z, CUFFT_FORWARD);
}

static inline cufftResult cufftExecZ2D(cufftHandle h, cufftDoubleComplex *in, cufftDoubleReal *out)
{
    return __fft_run<double, double2>(h, in, out, CUFFT_Z2D, CUFFT_INVERSE);
}

#endif
