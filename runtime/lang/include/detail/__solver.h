// SPDX-License-Identifier: Apache-2.0
// Kernels of dense linear algebra, for cuSOLVER's calls (cusolverDn.h) and for arrays (compute/linear.c). On the cpu device LAPACK does their
// work where it is installed (device/cpu/library/library_lapack.c). Matrices are column-major, factors are stored as LAPACK stores them. A kernel is
// one block of __SOLVER_THREADS threads. Eigenvalues and singular values are found by Jacobi's method, so vectors may have other signs than LAPACK's.
enum { __SOLVER_THREADS = 128, __SOLVER_SWEEPS = 40 };

/* ---- numbers: V is R or a pair of R ---- */

template <typename R> struct __solver_number {
    R x, y;
};

template <typename R> __device__ __solver_number<R> __solver_of(R v) { return __solver_number<R>{v, R(0)}; }
__device__ inline __solver_number<float> __solver_of(float2 v) { return __solver_number<float>{v.x, v.y}; }
__device__ inline __solver_number<double> __solver_of(double2 v) { return __solver_number<double>{v.x, v.y}; }
template <typename R> __device__ void __solver_put(R *to, __solver_number<R> v) { *to = v.x; }
__device__ inline void __solver_put(float2 *to, __solver_number<float> v) { *to = make_float2(v.x, v.y); }
__device__ inline void __solver_put(double2 *to, __solver_number<double> v) { *to = make_double2(v.x, v.y); }

/* A complex number as T of the kernels that compute with operators. It lies in memory as float2 or double2. */
template <typename R> struct __solver_complex {
    R x, y;
    __solver_complex() = default;
    __device__ __solver_complex(R re, R im = R(0)) : x(re), y(im) {}
    __device__ __solver_complex operator-() const { return __solver_complex(-x, -y); }
    __device__ __solver_complex operator+(__solver_complex b) const { return __solver_complex(x + b.x, y + b.y); }
    __device__ __solver_complex operator-(__solver_complex b) const { return __solver_complex(x - b.x, y - b.y); }
    __device__ __solver_complex operator*(__solver_complex b) const { return __solver_complex(x * b.x - y * b.y, x * b.y + y * b.x); }
    __device__ __solver_complex operator/(__solver_complex b) const /* Smith's method */
    {
        if (fabs(b.x) >= fabs(b.y)) {
            R ratio = b.y / b.x, scale = 1 / (b.x + b.y * ratio);
            return __solver_complex((x + y * ratio) * scale, (y - x * ratio) * scale);
        }
        R ratio = b.x / b.y, scale = 1 / (b.y + b.x * ratio);
        return __solver_complex((x * ratio + y) * scale, (y * ratio - x) * scale);
    }
    __device__ void operator+=(__solver_complex b) { *this = *this + b; }
    __device__ void operator-=(__solver_complex b) { *this = *this - b; }
    __device__ void operator/=(__solver_complex b) { *this = *this / b; }
    __device__ bool operator==(__solver_complex b) const { return x == b.x && y == b.y; }
    __device__ bool operator!=(__solver_complex b) const { return !(*this == b); }
};

template <typename T> __device__ T __solver_size(T v) { return fabs(v); }
template <typename R> __device__ R __solver_size(__solver_complex<R> v) { return hypot(v.x, v.y); }
template <typename R> __device__ __solver_number<R> __solver_of(__solver_complex<R> v) { return __solver_number<R>{v.x, v.y}; }
template <typename R> __device__ void __solver_put(__solver_complex<R> *to, __solver_number<R> v) { *to = __solver_complex<R>(v.x, v.y); }

template <typename T> __device__ T __solver_conj(T v) { return v; }
template <typename R> __device__ __solver_complex<R> __solver_conj(__solver_complex<R> v) { return __solver_complex<R>(v.x, -v.y); }
template <typename T> __device__ T __solver_real(T v) { return v; }
template <typename R> __device__ R __solver_real(__solver_complex<R> v) { return v.x; }
/* |v|^2 */
template <typename T> __device__ T __solver_square(T v) { return v * v; }
template <typename R> __device__ R __solver_square(__solver_complex<R> v) { return v.x * v.x + v.y * v.y; }

/* (f a) + (g b), where g is complex and f is not */
template <typename R> __device__ __solver_number<R> __solver_mix(R f, __solver_number<R> a, __solver_number<R> g, __solver_number<R> b)
{
    return __solver_number<R>{f * a.x + g.x * b.x - g.y * b.y, f * a.y + g.x * b.y + g.y * b.x};
}

template <typename V> __device__ void __solver_swap(V *a, V *b)
{
    V v = *a;
    *a = *b;
    *b = v;
}

/* ---- factors ---- */

/* A = L L' or U' U, in one triangle. info: 0, or the first column that is not positive. */
template <typename T> __global__ void __solver_potrf(int upper, int n, T *a, int lda, int *info)
{
    __shared__ T pivot;
    long row = upper ? lda : 1, column = upper ? 1 : lda; /* of L */
    if (!threadIdx.x)
        *info = 0;
    for (int k = 0; k < n; k++) {
        __syncthreads();
        if (!threadIdx.x)
            pivot = a[k * row + k * column];
        __syncthreads();
        if (!(__solver_real(pivot) > 0)) {
            if (!threadIdx.x)
                *info = k + 1;
            return;
        }
        T root = sqrt(__solver_real(pivot));
        for (int i = k + threadIdx.x; i < n; i += blockDim.x)
            a[i * row + k * column] = i == k ? root : a[i * row + k * column] / root;
        __syncthreads();
        for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x)
            for (int j = k + 1; j <= i; j++)
                a[i * row + j * column] -= a[i * row + k * column] * __solver_conj(a[j * row + k * column]);
    }
}

/* B = inverse of A, whose Cholesky factor is there, times B. A column of B for each thread. */
template <typename T> __global__ void __solver_potrs(int upper, int n, int count, const T *a, int lda, T *b, int ldb)
{
    long row = upper ? lda : 1, column = upper ? 1 : lda; /* of L or, if upper, of U' without its conjugation */
    for (int j = threadIdx.x; j < count; j += blockDim.x) {
        T *x = b + (long) j * ldb;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++)
                x[i] -= (upper ? __solver_conj(a[i * row + k * column]) : a[i * row + k * column]) * x[k];
            x[i] /= __solver_real(a[i * row + i * column]);
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++)
                x[i] -= (upper ? a[k * row + i * column] : __solver_conj(a[k * row + i * column])) * x[k];
            x[i] /= __solver_real(a[i * row + i * column]);
        }
    }
}

/* P A = L U. pivots: from 1, or NULL: no rows are exchanged. */
template <typename T> __global__ void __solver_getrf(int m, int n, T *a, int lda, int *pivots, int *info)
{
    __shared__ int best;
    int least = m < n ? m : n;
    if (!threadIdx.x)
        *info = 0;
    for (int k = 0; k < least; k++) {
        __syncthreads();
        if (!threadIdx.x) {
            best = k;
            for (int i = k + 1; pivots && i < m; i++)
                if (__solver_size(a[i + (long) k * lda]) > __solver_size(a[best + (long) k * lda]))
                    best = i;
            if (pivots)
                pivots[k] = best + 1;
            if (a[best + (long) k * lda] == T(0) && !*info)
                *info = k + 1;
        }
        __syncthreads();
        for (int j = threadIdx.x; j < n && best != k; j += blockDim.x) {
            T *p = a + (long) j * lda;
            __solver_swap(p + k, p + best);
        }
        __syncthreads();
        T pivot = a[k + (long) k * lda];
        for (int i = k + 1 + threadIdx.x; i < m && pivot != T(0); i += blockDim.x)
            a[i + (long) k * lda] /= pivot;
        __syncthreads();
        for (int i = k + 1 + threadIdx.x; i < m; i += blockDim.x)
            for (int j = k + 1; j < n; j++)
                a[i + (long) j * lda] -= a[i + (long) k * lda] * a[k + (long) j * lda];
    }
}

/* Element (i, k) of A, its transposed matrix (1), or that with conjugated numbers (2). */
template <typename T> __device__ T __solver_turned(int transposed, const T *a, int lda, int i, int k)
{
    T v = transposed ? a[k + (long) i * lda] : a[i + (long) k * lda];
    return transposed == 2 ? __solver_conj(v) : v;
}

template <typename T>
__global__ void __solver_getrs(int transposed, int n, int count, const T *a, int lda, const int *pivots, T *b, int ldb)
{
    for (int j = threadIdx.x; j < count; j += blockDim.x) {
        T *x = b + (long) j * ldb;
        for (int i = 0; pivots && !transposed && i < n; i++)
            __solver_swap(x + i, x + pivots[i] - 1);
        for (int i = 0; i < n; i++) { /* L, or U' */
            for (int k = 0; k < i; k++)
                x[i] -= __solver_turned(transposed, a, lda, i, k) * x[k];
            x[i] = transposed ? x[i] / __solver_turned(transposed, a, lda, i, i) : x[i];
        }
        for (int i = n - 1; i >= 0; i--) { /* U, or L' */
            for (int k = i + 1; k < n; k++)
                x[i] -= __solver_turned(transposed, a, lda, i, k) * x[k];
            x[i] = transposed ? x[i] : x[i] / a[i + (long) i * lda];
        }
        for (int i = n - 1; pivots && transposed && i >= 0; i--)
            __solver_swap(x + i, x + pivots[i] - 1);
    }
}

/* The sum of each thread's part, in all threads. */
template <typename T> __device__ T __solver_sum(T part)
{
    __shared__ T parts[__SOLVER_THREADS];
    __syncthreads();
    parts[threadIdx.x] = part;
    __syncthreads();
    for (int step = __SOLVER_THREADS / 2; step; step /= 2) {
        if (threadIdx.x < step)
            parts[threadIdx.x] += parts[threadIdx.x + step];
        __syncthreads();
    }
    return parts[0];
}

/* C = (I - tau v v') C for columns [from, to); v[0] counts as 1. */
template <typename T> __device__ void __solver_reflect(int n, const T *v, T tau, T *c, int ldc, int from, int to)
{
    __syncthreads();
    for (int j = from + threadIdx.x; j < to; j += blockDim.x) {
        T *x = c + (long) j * ldc, sum = x[0];
        for (int i = 1; i < n; i++)
            sum += __solver_conj(v[i]) * x[i];
        x[0] -= tau * sum;
        for (int i = 1; i < n; i++)
            x[i] -= tau * sum * v[i];
    }
    __syncthreads();
}

/* A = Q R: R above, the vectors of the reflections below it. */
template <typename T> __global__ void __solver_geqrf(int m, int n, T *a, int lda, T *taus, int *info)
{
    if (!threadIdx.x)
        *info = 0;
    for (int k = 0; k < (m < n ? m : n); k++) {
        T *v = a + k + (long) k * lda;
        decltype(__solver_real(*v)) part = 0;
        __syncthreads();
        for (int i = 1 + threadIdx.x; i < m - k; i += blockDim.x)
            part += __solver_square(v[i]);
        auto below = __solver_sum(part), length = sqrt(__solver_square(v[0]) + below);
        T head = v[0], tau = 0;
        if (below != 0 || head != T(__solver_real(head))) {
            T to = __solver_real(head) > 0 ? -length : length;
            tau = (to - head) / to;
            __syncthreads();
            for (int i = 1 + threadIdx.x; i < m - k; i += blockDim.x)
                v[i] /= head - to;
            if (!threadIdx.x)
                v[0] = to;
        }
        if (!threadIdx.x)
            taus[k] = tau;
        __solver_reflect(m - k, v, __solver_conj(tau), v, lda, 1, n - k);
    }
}

/* C = Q C, or Q' C, which for complex numbers is conjugated. */
template <typename T>
__global__ void __solver_ormqr(int transposed, int m, int n, int k, const T *a, int lda, const T *taus, T *c, int ldc, int *info)
{
    if (!threadIdx.x)
        *info = 0;
    for (int s = 0; s < k; s++) {
        int i = transposed ? s : k - 1 - s;
        __solver_reflect(m - i, a + i + (long) i * lda, transposed ? __solver_conj(taus[i]) : taus[i], c + i, ldc, 0, n);
    }
}

/* The first n columns of Q, in place of the reflections; q: room for m x n. */
template <typename T> __global__ void __solver_orgqr(int m, int n, int k, T *a, int lda, const T *taus, T *q, int *info)
{
    if (!threadIdx.x)
        *info = 0;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        for (int i = 0; i < m; i++)
            q[i + (long) j * m] = T(i == j);
    for (int i = k - 1; i >= 0; i--)
        __solver_reflect(m - i, a + i + (long) i * lda, taus[i], q + i, m, 0, n);
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        for (int i = 0; i < m; i++)
            a[i + (long) j * lda] = q[i + (long) j * m];
}

/* ---- eigenvalues: Jacobi's rotations, J = [c, s e; -s e', c] ---- */

/* Whether the last sweep has turned anything: the same answer for all threads. The next one has turned nothing yet. */
__device__ inline bool __solver_more(int *turned)
{
    __syncthreads();
    bool more = *turned;
    __syncthreads();
    if (!threadIdx.x)
        *turned = 0;
    return more;
}

/* Columns p and q of m become m J. */
template <typename V, typename R> __device__ void __solver_turn_columns(int n, V *m, long ld, int p, int q, R c, R s, __solver_number<R> e)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        __solver_number<R> x = __solver_of(m[i + p * ld]), y = __solver_of(m[i + q * ld]);
        __solver_put(&m[i + p * ld], __solver_mix(c, x, __solver_number<R>{-s * e.x, s * e.y}, y));
        __solver_put(&m[i + q * ld], __solver_mix(c, y, __solver_number<R>{s * e.x, s * e.y}, x));
    }
}

/* Rows p and q of m become J' m. */
template <typename V, typename R> __device__ void __solver_turn_rows(int n, V *m, long ld, int p, int q, R c, R s, __solver_number<R> e)
{
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        __solver_number<R> x = __solver_of(m[p + j * ld]), y = __solver_of(m[q + j * ld]);
        __solver_put(&m[p + j * ld], __solver_mix(c, x, __solver_number<R>{-s * e.x, -s * e.y}, y));
        __solver_put(&m[q + j * ld], __solver_mix(c, y, __solver_number<R>{s * e.x, -s * e.y}, x));
    }
}

/* In: one triangle of A. Out: W, the eigenvalues in ascending order; with vectors, A's columns. work: n x n. */
template <typename V, typename R>
__global__ void __solver_heevd(int vectors, int upper, int n, V *a, int lda, R *w, V *work, int *info)
{
    __shared__ int turned, least;
    for (int k = threadIdx.x; k < n * n; k += blockDim.x) {
        int i = k % n, j = k / n;
        bool there = upper ? i <= j : i >= j;
        __solver_number<R> v = __solver_of(there ? a[i + (long) j * lda] : a[j + (long) i * lda]);
        __solver_put(&work[k], __solver_number<R>{v.x, i == j ? R(0) : there ? v.y : -v.y});
    }
    __syncthreads();
    for (int k = threadIdx.x; k < n * n; k += blockDim.x)
        __solver_put(&a[k % n + (long) (k / n) * lda], __solver_number<R>{R(k % n == k / n), R(0)});
    if (!threadIdx.x)
        turned = 1;
    for (int sweep = 0; sweep < __SOLVER_SWEEPS && __solver_more(&turned); sweep++) {
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                __syncthreads();
                R pp = __solver_of(work[p + (long) p * n]).x, qq = __solver_of(work[q + (long) q * n]).x;
                __solver_number<R> e = __solver_of(work[p + (long) q * n]);
                R size = sqrt(e.x * e.x + e.y * e.y), scale = fabs(pp) + fabs(qq);
                __syncthreads();
                if (size == R(0) || scale + size == scale)
                    continue;
                R zeta = (qq - pp) / (2 * size), t = (zeta < 0 ? R(-1) : R(1)) / (fabs(zeta) + sqrt(1 + zeta * zeta));
                R c = 1 / sqrt(1 + t * t), s = t * c;
                e.x /= size;
                e.y /= size;
                __solver_turn_columns(n, work, n, p, q, c, s, e);
                __solver_turn_columns(n, a, lda, p, q, c, s, e);
                __syncthreads();
                __solver_turn_rows(n, work, n, p, q, c, s, e);
                if (!threadIdx.x)
                    turned = 1;
            }
    }
    __syncthreads();
    if (!threadIdx.x)
        *info = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        w[i] = __solver_of(work[i + (long) i * n]).x;
    for (int k = 0; k < n; k++) {
        __syncthreads();
        if (!threadIdx.x) {
            least = k;
            for (int i = k + 1; i < n; i++)
                least = w[i] < w[least] ? i : least;
            __solver_swap(w + k, w + least);
        }
        __syncthreads();
        for (int i = threadIdx.x; i < n && least != k; i += blockDim.x)
            __solver_swap(a + i + (long) k * lda, a + i + (long) least * lda);
    }
}

/* ---- singular values, m >= n: the columns of A are turned until each pair is orthogonal ---- */

/* work: V, n x n. u, vt may be NULL. all: u is m x m, otherwise m x n. */
template <typename T, typename R>
__global__ void __solver_gesvd(int m, int n, T *a, int lda, R *s, T *u, int ldu, int all, T *vt, int ldvt, T *work, int *info)
{
    __shared__ int turned, most;
    for (int k = threadIdx.x; k < n * n; k += blockDim.x)
        work[k] = T(k % n == k / n);
    if (!threadIdx.x)
        turned = 1;
    for (int sweep = 0; sweep < __SOLVER_SWEEPS && __solver_more(&turned); sweep++) {
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) {
                T *x = a + (long) p * lda, *y = a + (long) q * lda, xy = 0;
                R xx = 0, yy = 0;
                for (int i = threadIdx.x; i < m; i += blockDim.x) {
                    xx += __solver_square(x[i]);
                    yy += __solver_square(y[i]);
                    xy += __solver_conj(x[i]) * y[i];
                }
                xx = __solver_sum(xx);
                yy = __solver_sum(yy);
                xy = __solver_sum(xy);
                R size = __solver_size(xy), scale = sqrt(xx) * sqrt(yy), tiny = sizeof(R) == 4 ? R(1e-7) : R(1e-15);
                if (!(size > tiny * scale))
                    continue;
                R zeta = (yy - xx) / (2 * size), t = (zeta < 0 ? R(-1) : R(1)) / (fabs(zeta) + sqrt(1 + zeta * zeta));
                R c = 1 / sqrt(1 + t * t), r = t * c;
                __solver_number<R> e = __solver_of(xy);
                e.x /= size;
                e.y /= size;
                __solver_turn_columns(m, a, lda, p, q, c, r, e);
                __solver_turn_columns(n, work, n, p, q, c, r, e);
                if (!threadIdx.x)
                    turned = 1;
            }
    }
    for (int j = 0; j < n; j++) {
        R part = 0;
        for (int i = threadIdx.x; i < m; i += blockDim.x)
            part += __solver_square(a[i + (long) j * lda]);
        R length = sqrt(__solver_sum(part));
        if (!threadIdx.x)
            s[j] = length;
    }
    if (!threadIdx.x)
        *info = 0;
    for (int k = 0; k < n; k++) { /* the largest first */
        __syncthreads();
        if (!threadIdx.x) {
            most = k;
            for (int i = k + 1; i < n; i++)
                most = s[i] > s[most] ? i : most;
            __solver_swap(s + k, s + most);
        }
        __syncthreads();
        for (int i = threadIdx.x; i < m + n && most != k; i += blockDim.x) {
            T *x = i < m ? a + i : work + (i - m);
            long ld = i < m ? lda : n;
            __solver_swap(x + k * ld, x + most * ld);
        }
    }
    __syncthreads();
    for (int k = threadIdx.x; vt && k < n * n; k += blockDim.x)
        vt[k / n + (long) (k % n) * ldvt] = __solver_conj(work[k]);
    for (int j = 0; u && j < (all ? m : n); j++) {
        /* a column of its own, or a unit vector made orthogonal to those before */
        bool own = j < n && s[j] > (sizeof(R) == 4 ? R(1e-6) : R(1e-14)) * s[0];
        R length = 0;
        for (int attempt = 0; attempt < m; attempt++) {
            R part = 0;
            for (int i = threadIdx.x; i < m; i += blockDim.x)
                u[i + (long) j * ldu] = own ? a[i + (long) j * lda] / s[j] : T(i == attempt);
            for (int round = 0; !own && round < 2; round++)
                for (int k = 0; k < j; k++) {
                    T dot = 0;
                    for (int i = threadIdx.x; i < m; i += blockDim.x)
                        dot += __solver_conj(u[i + (long) k * ldu]) * u[i + (long) j * ldu];
                    dot = __solver_sum(dot);
                    for (int i = threadIdx.x; i < m; i += blockDim.x)
                        u[i + (long) j * ldu] -= dot * u[i + (long) k * ldu];
                }
            for (int i = threadIdx.x; i < m; i += blockDim.x)
                part += __solver_square(u[i + (long) j * ldu]);
            length = sqrt(__solver_sum(part));
            if (own || length > R(0.1) / sqrt(R(m)))
                break;
        }
        for (int i = threadIdx.x; !own && i < m; i += blockDim.x)
            u[i + (long) j * ldu] /= length;
        __syncthreads();
    }
}

/* ---- A x = w B x and its kin ---- */

/* x = inverse of L times x, or L' x: L(i, k) is b[i * row + k * column], x(i) is x[i * step]. */
template <typename T> __device__ void __solver_reduce_line(int solve, int n, const T *b, long row, long column, T *x, long step)
{
    for (int i = 0; i < n; i++) {
        T sum = solve ? x[i * step] : T(0);
        for (int k = solve ? 0 : i; k < (solve ? i : n); k++)
            sum += solve ? -b[i * row + k * column] * x[k * step] : b[k * row + i * column] * x[k * step];
        x[i * step] = solve ? sum / b[i * row + i * column] : sum;
    }
}

/* A, of which one triangle is given, becomes that of the ordinary problem with the same eigenvalues. B: its Cholesky factor.
 * kind: 1: A x = w B x; 2: A B x = w x; 3: B A x = w x. failed: not 0: B was not positive definite. */
template <typename T> __global__ void __solver_sygst(int kind, int upper, int n, T *a, int lda, const T *b, int ldb, const int *failed)
{
    long row = upper ? ldb : 1, column = upper ? 1 : ldb;
    if (*failed)
        return;
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        for (int i = 0; i < j; i++)
            if (upper)
                a[j + (long) i * lda] = a[i + (long) j * lda];
            else
                a[i + (long) j * lda] = a[j + (long) i * lda];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x)
        __solver_reduce_line(kind == 1, n, b, row, column, a + (long) j * lda, 1);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        __solver_reduce_line(kind == 1, n, b, row, column, a + i, lda);
}

/* The eigenvectors of the given problem from those of the ordinary one. info: in: of B's factor, out: of both. */
template <typename T>
__global__ void __solver_sygvec(int kind, int vectors, int upper, int n, T *a, int lda, const T *b, int ldb, const int *eigen, int *info)
{
    long row = upper ? ldb : 1, column = upper ? 1 : ldb;
    int failed = *info;
    __syncthreads();
    if (!threadIdx.x)
        *info = failed ? n + failed : *eigen;
    for (int j = threadIdx.x; j < n && vectors && !failed; j += blockDim.x) {
        T *x = a + (long) j * lda;
        for (int i = n - 1; i >= 0; i--) {
            T sum = kind == 3 ? T(0) : x[i];
            for (int k = kind == 3 ? 0 : i + 1; k < (kind == 3 ? i + 1 : n); k++)
                sum += kind == 3 ? b[i * row + k * column] * x[k] : -b[k * row + i * column] * x[k];
            x[i] = kind == 3 ? sum : sum / b[i * row + i * column];
        }
    }
}
