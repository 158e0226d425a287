// The discrete Fourier transform of length N = R1 R2 ... Rk, after Stockham: each pass makes transforms of length R of numbers
// N / R apart and stores them where the next pass reads them, so that no final reordering is needed. Roots of unity
// come from a table, which is exact.
namespace warpcell {

// The first `count` of n.
template <class C, class T> __global__ void fft_roots(int n, int sign, int count, C *roots)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    double s, c;
    if (i >= count)
        return;
    sincospi(2.0 * i / n, &s, &c);
    roots[i].x = (T) c;
    roots[i].y = (T) (sign * s);
}

template <class C> __device__ inline C product(C a, C b)
{
    C r;
    r.x = a.x * b.x - a.y * b.y;
    r.y = a.x * b.y + a.y * b.x;
    return r;
}

template <class C> __device__ inline C plus(C a, C b) { a.x += b.x; a.y += b.y; return a; }
template <class C> __device__ inline C minus(C a, C b) { C r; r.x = a.x - b.x; r.y = a.y - b.y; return r; }

// A transform of length R in registers. `at` gives the root exp(+-2 pi i k / R).
template <class C, int R> struct small {
    static __device__ void transform(C *v, const C *roots, int step, int)
    {
        C w[R];
#pragma unroll
        for (int k = 0; k < R; k++) {
            w[k] = v[0];
#pragma unroll
            for (int t = 1; t < R; t++)
                w[k] = plus(w[k], product(v[t], roots[k * t % R * step]));
        }
#pragma unroll
        for (int k = 0; k < R; k++)
            v[k] = w[k];
    }
};

template <class C> struct small<C, 2> {
    static __device__ void transform(C *v, const C *, int, int)
    {
        const C a = v[0];
        v[0] = plus(a, v[1]);
        v[1] = minus(a, v[1]);
    }
};

template <class C> struct small<C, 4> {
    static __device__ void transform(C *v, const C *, int, int sign)
    {
        const C a = plus(v[0], v[2]), b = minus(v[0], v[2]), c = plus(v[1], v[3]), d = minus(v[1], v[3]);
        C turned; // d times +-i
        turned.x = -sign * d.y;
        turned.y = sign * d.x;
        v[0] = plus(a, c);
        v[1] = plus(b, turned);
        v[2] = minus(a, c);
        v[3] = minus(b, turned);
    }
};

// 8 = 2 x 4: two transforms of length 4, of the even and the odd elements, combined with roots of order 8.
template <class C> struct small<C, 8> {
    static __device__ void transform(C *v, const C *roots, int step, int sign)
    {
        C even[4] = {v[0], v[2], v[4], v[6]}, odd[4] = {v[1], v[3], v[5], v[7]};
        small<C, 4>::transform(even, roots, step, sign);
        small<C, 4>::transform(odd, roots, step, sign);
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const C o = k ? product(odd[k], roots[k * step]) : odd[0];
            v[k] = plus(even[k], o);
            v[k + 4] = minus(even[k], o);
        }
    }
};

__device__ inline float2 complex(float2 v) { return v; }
__device__ inline double2 complex(double2 v) { return v; }
__device__ inline float2 complex(float v) { return make_float2(v, 0); }
__device__ inline double2 complex(double v) { return make_double2(v, 0); }

// `done`: the product of the radices of the passes before. blockIdx.y is the row, of n numbers.
template <class C, class From, class T, int R>
__global__ void fft_pass(int n, int done, int sign, T scale, const From *from, const C *roots, C *to)
{
    const int j = blockIdx.x * blockDim.x + threadIdx.x, apart = n / R;
    if (j >= apart)
        return;
    const int k = j % done, step = apart / done;
    C v[R];
    from += (long) blockIdx.y * n;
    to += (long) blockIdx.y * n;
#pragma unroll
    for (int t = 0; t < R; t++) {
        v[t] = complex(from[j + t * apart]);
        if (t)
            v[t] = product(v[t], roots[t * k * step]);
    }
    small<C, R>::transform(v, roots, apart, sign);
    to += (j - k) * R + k;
#pragma unroll
    for (int t = 0; t < R; t++) {
        v[t].x *= scale;
        v[t].y *= scale;
        to[t * done] = v[t];
    }
}

// Between the spectrum of 2 m real numbers, of which m + 1 are there, and that of the m complex ones that they are in memory. sign: -1: `from` is
// the latter; 1: `to` is. roots: of 2 m. blockIdx.y is the row. A thread has numbers k and m - k.
template <class C, class T> __global__ void fft_halves(int m, int sign, const C *from, const C *roots, C *to)
{
    const int k = blockIdx.x * blockDim.x + threadIdx.x, other = m - k;
    if (k > other)
        return;
    from += (long) blockIdx.y * (sign < 0 ? m : m + 1);
    to += (long) blockIdx.y * (sign < 0 ? m + 1 : m);
    C a = from[k], b = from[sign < 0 && !k ? 0 : other], even, odd;
    if (!k && sign > 0)
        a.y = b.y = 0;
    even.x = (a.x + b.x) / 2;
    even.y = (a.y - b.y) / 2;
    odd.x = (a.x - b.x) / 2;
    odd.y = (a.y + b.y) / 2;
    const C w = product(odd, roots[k]);
    a.x = even.x - sign * w.y;
    a.y = even.y + sign * w.x;
    b.x = even.x + sign * w.y;
    b.y = sign * w.x - even.y;
    to[k] = a;
    if (sign < 0 || k)
        to[other] = k < other ? b : a;
}

// All of it in one launch, from complex numbers. cuFFT does the work of this kernel where a GPU has the library; nothing else launches it, but a
// fault is replayed with it on the cpu device.
template <class C, class T> __global__ void fft_whole(int n, int rows, int sign, const C *from, C *to)
{
    const long at = blockIdx.x * (long) blockDim.x + threadIdx.x;
    if (at >= (long) n * rows)
        return;
    const C *row = from + at / n * n;
    const long k = at % n;
    double re = 0, im = 0;
    for (long t = 0; t < n; t++) {
        double s, c;
        sincospi(2.0 * (k * t % n) / n, &s, &c);
        re += row[t].x * c - sign * row[t].y * s;
        im += row[t].y * c + sign * row[t].x * s;
    }
    to[at].x = (T) re;
    to[at].y = (T) im;
}

// The same of real numbers: count = n / 2 + 1 numbers of each row's spectrum. As fft_whole, of cuFFT.
template <class C, class T> __global__ void fft_whole_real(int n, int rows, const T *from, C *to)
{
    const long at = blockIdx.x * (long) blockDim.x + threadIdx.x, count = n / 2 + 1;
    if (at >= count * rows)
        return;
    const T *row = from + at / count * n;
    const long k = at % count;
    double re = 0, im = 0;
    for (long t = 0; t < n; t++) {
        double s, c;
        sincospi(2.0 * (k * t % n) / n, &s, &c);
        re += row[t] * c;
        im -= row[t] * s;
    }
    to[at].x = (T) re;
    to[at].y = (T) im;
}

// And back, times n. `from` may be overwritten.
template <class C, class T> __global__ void fft_whole_inverse(int n, int rows, const C *from, T *to)
{
    const long at = blockIdx.x * (long) blockDim.x + threadIdx.x, count = n / 2 + 1;
    if (at >= (long) n * rows)
        return;
    const C *row = from + at / n * count;
    const long k = at % n;
    double sum = row[0].x;
    for (long t = 1; t < count; t++) {
        double s, c;
        sincospi(2.0 * (k * t % n) / n, &s, &c);
        sum += 2 * t == n ? row[t].x * c : 2 * (row[t].x * c - row[t].y * s);
    }
    to[at] = (T) sum;
}

} // namespace warpcell
