// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of square matrices that need not be symmetric, in complex numbers: unitary rotations to Hessenberg form, then shifted QR steps to
// Schur form (Golub and Van Loan, "Matrix Computations", 7.4 to 7.6), then back substitution. On the cpu device LAPACK's geev does the work
// where it is installed. One block of __SOLVER_THREADS threads; matrices are column-major. After __solver.h.
enum { __EIGEN_STEPS = 60 /* for one eigenvalue */, __EIGEN_UNUSUAL = 10 };

template <typename R> __device__ __solver_number<R> __eigen_times(__solver_number<R> a, __solver_number<R> b)
{
    return __solver_number<R>{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

template <typename R> __device__ __solver_number<R> __eigen_plus(__solver_number<R> a, __solver_number<R> b, R factor)
{
    return __solver_number<R>{a.x + factor * b.x, a.y + factor * b.y};
}

template <typename R> __device__ R __eigen_size(__solver_number<R> a) { return hypot(a.x, a.y); }

template <typename R> __device__ __solver_number<R> __eigen_over(__solver_number<R> a, __solver_number<R> b)
{
    if (fabs(b.x) >= fabs(b.y)) {
        R ratio = b.y / b.x, scale = 1 / (b.x + b.y * ratio);
        return __solver_number<R>{(a.x + a.y * ratio) * scale, (a.y - a.x * ratio) * scale};
    }
    R ratio = b.x / b.y, scale = 1 / (b.y + b.x * ratio);
    return __solver_number<R>{(a.x * ratio + a.y) * scale, (a.y * ratio - a.x) * scale};
}

template <typename R> __device__ __solver_number<R> __eigen_root(__solver_number<R> z)
{
    R size = __eigen_size(z), half = sqrt((size + fabs(z.x)) / 2);
    if (half == R(0))
        return z;
    R other = fabs(z.y) / (2 * half);
    return z.x >= 0 ? __solver_number<R>{half, copysign(other, z.y)} : __solver_number<R>{other, copysign(half, z.y)};
}

/* The rotation G with G (a, b) = (r, 0): its rows are (a', b') and (-b, a), for which a and b are scaled. false: b is 0. */
template <typename R> __device__ bool __eigen_rotation(__solver_number<R> *a, __solver_number<R> *b)
{
    R r = hypot(__eigen_size(*a), __eigen_size(*b));
    if (__eigen_size(*b) == R(0))
        return false;
    *a = __solver_number<R>{a->x / r, a->y / r};
    *b = __solver_number<R>{b->x / r, b->y / r};
    return true;
}

/* Rows p and p + 1 of h become those of G h, from column `first` on. */
template <typename C, typename R>
__device__ void __eigen_turn_rows(int n, C *h, int p, int first, __solver_number<R> a, __solver_number<R> b)
{
    for (int j = first + threadIdx.x; j < n; j += blockDim.x) {
        C *at = h + p + (long) j * n;
        __solver_number<R> x = __solver_of(at[0]), y = __solver_of(at[1]), ca = {a.x, -a.y}, cb = {b.x, -b.y};
        __solver_put(&at[0], __eigen_plus(__eigen_times(ca, x), __eigen_times(cb, y), R(1)));
        __solver_put(&at[1], __eigen_plus(__eigen_times(a, y), __eigen_times(b, x), R(-1)));
    }
}

/* Columns p and p + 1 of h become those of h G', in the first `rows` rows. */
template <typename C, typename R>
__device__ void __eigen_turn_columns(int rows, C *h, int n, int p, __solver_number<R> a, __solver_number<R> b)
{
    for (int i = threadIdx.x; i < rows; i += blockDim.x) {
        C *at = h + i + (long) p * n;
        __solver_number<R> x = __solver_of(at[0]), y = __solver_of(at[n]), ca = {a.x, -a.y}, cb = {b.x, -b.y};
        __solver_put(&at[0], __eigen_plus(__eigen_times(a, x), __eigen_times(b, y), R(1)));
        __solver_put(&at[n], __eigen_plus(__eigen_times(ca, y), __eigen_times(cb, x), R(-1)));
    }
}

/* h becomes a Hessenberg matrix; v, unless NULL, is turned with it. */
template <typename C, typename R> __device__ void __eigen_hessenberg(int n, C *h, C *v, R)
{
    for (int k = 0; k + 2 < n; k++)
        for (int i = n - 2; i > k; i--) {
            __syncthreads();
            __solver_number<R> a = __solver_of(h[i + (long) k * n]), b = __solver_of(h[i + 1 + (long) k * n]);
            __syncthreads();
            if (!__eigen_rotation(&a, &b))
                continue;
            __eigen_turn_rows(n, h, i, k, a, b);
            __syncthreads();
            __eigen_turn_columns(n, h, n, i, a, b);
            if (v)
                __eigen_turn_columns(n, v, n, i, a, b);
        }
}

/* The eigenvalue of the last two rows' square that is nearer to its corner (Wilkinson's shift); now and then another one. */
template <typename C, typename R> __device__ __solver_number<R> __eigen_shift(const C *h, int n, int last, int step, R)
{
    const C *at = h + last + (long) last * n;
    __solver_number<R> d = __solver_of(at[0]), c = __solver_of(at[-n]), b = __solver_of(at[-1]), a = __solver_of(at[-n - 1]);
    if (step % __EIGEN_UNUSUAL == 0)
        return __solver_number<R>{d.x + __eigen_size(c), d.y};
    __solver_number<R> half = __eigen_plus(a, d, R(-1)), product = __eigen_times(b, c);
    half = __solver_number<R>{half.x / 2, half.y / 2};
    __solver_number<R> root = __eigen_root(__eigen_plus(__eigen_times(half, half), product, R(1)));
    __solver_number<R> more = __eigen_plus(half, root, R(1)), less = __eigen_plus(half, root, R(-1));
    __solver_number<R> by = __eigen_size(more) >= __eigen_size(less) ? more : less;
    return __eigen_size(by) == R(0) ? d : __eigen_plus(d, __eigen_over(product, by), R(-1));
}

/* A QR step of rows first to last, which keeps the rotations in `turns`. */
template <typename C, typename R>
__device__ void __eigen_step(int n, C *h, C *v, C *turns, int first, int last, __solver_number<R> shift)
{
    for (int i = first + threadIdx.x; i <= last; i += blockDim.x)
        __solver_put(&h[i + (long) i * n], __eigen_plus(__solver_of(h[i + (long) i * n]), shift, R(-1)));
    for (int k = first; k < last; k++) {
        __syncthreads();
        __solver_number<R> a = __solver_of(h[k + (long) k * n]), b = __solver_of(h[k + 1 + (long) k * n]);
        __syncthreads();
        if (!__eigen_rotation(&a, &b)) {
            a = __solver_number<R>{R(1), R(0)};
            b = __solver_number<R>{R(0), R(0)};
        }
        if (!threadIdx.x) {
            __solver_put(&turns[2 * k], a);
            __solver_put(&turns[2 * k + 1], b);
        }
        __eigen_turn_rows(n, h, k, k, a, b);
    }
    for (int k = first; k < last; k++) {
        __syncthreads();
        __solver_number<R> a = __solver_of(turns[2 * k]), b = __solver_of(turns[2 * k + 1]);
        __eigen_turn_columns(k + 2, h, n, k, a, b);
        if (v)
            __eigen_turn_columns(n, v, n, k, a, b);
    }
    __syncthreads();
    for (int i = first + threadIdx.x; i <= last; i += blockDim.x)
        __solver_put(&h[i + (long) i * n], __eigen_plus(__solver_of(h[i + (long) i * n]), shift, R(1)));
}

/* h becomes upper triangular. Returns 0, or the number of the row that did not converge. */
template <typename C, typename R> __device__ int __eigen_schur(int n, C *h, C *v, C *turns, R)
{
    const R tiny = sizeof(R) == 4 ? R(6e-8) : R(1.1e-16);
    for (int last = n - 1, step = 0; last > 0;) {
        int first = last;
        __syncthreads();
        for (; first > 0; first--) {
            R scale = __eigen_size(__solver_of(h[first + (long) first * n])) +
                      __eigen_size(__solver_of(h[first - 1 + (long) (first - 1) * n]));
            R below = __eigen_size(__solver_of(h[first + (long) (first - 1) * n]));
            if (below <= tiny * scale || below == R(0))
                break;
            if (!(below - below == R(0))) /* infinite, or not a number */
                return last + 1;
        }
        __solver_number<R> shift = first < last ? __eigen_shift(h, n, last, ++step, R(0)) : __solver_number<R>{R(0), R(0)};
        __syncthreads();
        if (!threadIdx.x && first > 0)
            __solver_put(&h[first + (long) (first - 1) * n], __solver_number<R>{R(0), R(0)});
        if (step > __EIGEN_STEPS)
            return last + 1;
        if (first == last) {
            last--;
            step = 0;
        } else {
            __eigen_step(n, h, v, turns, first, last, shift);
        }
    }
    return 0;
}

/* The eigenvector of an upper triangular matrix for its element j of the diagonal: x[0] to x[j]. */
template <typename C, typename R> __device__ void __eigen_substitute(int n, const C *h, int j, C *x, R least)
{
    __solver_number<R> w = __solver_of(h[j + (long) j * n]);
    __solver_put(&x[j], __solver_number<R>{R(1), R(0)});
    for (int i = j - 1; i >= 0; i--) {
        __solver_number<R> sum = {R(0), R(0)}, gap = __eigen_plus(w, __solver_of(h[i + (long) i * n]), R(-1));
        for (int k = i + 1; k <= j; k++)
            sum = __eigen_plus(sum, __eigen_times(__solver_of(h[i + (long) k * n]), __solver_of(x[k])), R(1));
        if (__eigen_size(gap) < least)
            gap = __solver_number<R>{least, R(0)};
        __solver_put(&x[i], __eigen_over(sum, gap));
    }
}

/* to = v x, of length 1, with the largest part real. */
template <typename C, typename R> __device__ void __eigen_vector(int n, const C *v, const C *x, int count, C *to, R)
{
    R most = 0, sum = 0;
    __solver_number<R> largest = {R(1), R(0)};
    for (int i = 0; i < n; i++) {
        __solver_number<R> e = {R(0), R(0)};
        for (int k = 0; k < count; k++)
            e = __eigen_plus(e, __eigen_times(__solver_of(v[i + (long) k * n]), __solver_of(x[k])), R(1));
        __solver_put(&to[i], e);
        R size = __eigen_size(e);
        sum = hypot(sum, size);
        if (size > most) {
            most = size;
            largest = __solver_number<R>{e.x / size, -e.y / size};
        }
    }
    for (int i = 0; i < n; i++) {
        __solver_number<R> e = __eigen_times(__solver_of(to[i]), largest);
        __solver_put(&to[i], __solver_number<R>{e.x / sum, e.y / sum});
    }
}

/* A, of real numbers or complex ones. Out: w, the eigenvalues; with vectors, v's columns, of length 1. work: (2 n + 2) x n. info: 0, or the number of
 * an eigenvalue that was not found. */
template <typename T, typename C, typename R> __global__ void __solver_geev(int vectors, int n, const T *a, C *w, C *v, C *work, int *info)
{
    C *h = work, *x = work + (long) n * n, *turns = x + (long) n * n, *turned = vectors ? v : NULL;
    const R tiny = sizeof(R) == 4 ? R(1.2e-7) : R(2.3e-16);
    R most = 0;
    for (int k = threadIdx.x; k < n * n; k += blockDim.x) {
        __solver_put(&h[k], __solver_of(a[k]));
        if (vectors)
            __solver_put(&v[k], __solver_number<R>{R(k % n == k / n), R(0)});
    }
    __eigen_hessenberg(n, h, turned, R(0));
    int failed = __eigen_schur(n, h, turned, turns, R(0));
    __syncthreads();
    if (!threadIdx.x)
        *info = failed;
    for (int i = 0; i < n; i++)
        most = fmax(most, __eigen_size(__solver_of(h[i + (long) i * n])));
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        __solver_number<R> e = __solver_of(h[i + (long) i * n]);
        bool real = sizeof(T) < sizeof(C) && fabs(e.y) <= 8 * n * tiny * most;
        __solver_put(&w[i], __solver_number<R>{e.x, real ? R(0) : e.y});
    }
    for (int j = threadIdx.x; j < n && vectors && !failed; j += blockDim.x)
        __eigen_substitute(n, h, j, x + (long) j * n, fmax(tiny * most, sizeof(R) == 4 ? R(1e-30) : R(1e-290)));
    __syncthreads();
    for (int j = threadIdx.x; j < n && vectors && !failed; j += blockDim.x)
        __eigen_vector(n, v, x + (long) j * n, j + 1, h + (long) j * n, R(0));
    __syncthreads();
    for (int k = threadIdx.x; k < n * n && vectors; k += blockDim.x)
        v[k] = h[k];
}
