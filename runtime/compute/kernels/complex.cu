// Complex numbers of whole-array expressions: float2 and double2. The template argument is the result's type.
namespace warpcell {

template <class C> struct part_of;
template <> struct part_of<float2> { typedef float type; };
template <> struct part_of<double2> { typedef double type; };

// A number as a complex one of the result's type.
template <class C, class A> __device__ inline C as_complex(A a)
{
    C z;
    z.x = (typename part_of<C>::type) a;
    z.y = 0;
    return z;
}

template <class C> __device__ inline C as_complex(float2 a)
{
    C z;
    z.x = a.x;
    z.y = a.y;
    return z;
}

template <class C> __device__ inline C as_complex(double2 a)
{
    C z;
    z.x = a.x;
    z.y = a.y;
    return z;
}

template <class C> __device__ inline C pair(typename part_of<C>::type x, typename part_of<C>::type y)
{
    C z;
    z.x = x;
    z.y = y;
    return z;
}

template <class C, class A, class B> __device__ inline C to_complex(A x, B y) { return pair<C>(x, y); }

template <class C, class A, class B> __device__ inline C __complex_sum(A l, B r)
{
    C a = as_complex<C>(l), b = as_complex<C>(r);
    return pair<C>(a.x + b.x, a.y + b.y);
}

template <class C, class A, class B> __device__ inline C __complex_difference(A l, B r)
{
    C a = as_complex<C>(l), b = as_complex<C>(r);
    return pair<C>(a.x - b.x, a.y - b.y);
}

template <class C, class A, class B> __device__ inline C __complex_product(A l, B r)
{
    C a = as_complex<C>(l), b = as_complex<C>(r);
    return pair<C>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// Smith's method (CACM 116, 1962): no part of the divisor is squared.
template <class C, class A, class B> __device__ inline C __complex_quotient(A l, B r)
{
    typedef typename part_of<C>::type R;
    C a = as_complex<C>(l), b = as_complex<C>(r);
    if (fabs(b.x) >= fabs(b.y)) {
        if (b.x == 0 && b.y == 0)
            return pair<C>(a.x / fabs(b.x), a.y / fabs(b.x));
        R ratio = b.y / b.x, scale = 1 / (b.x + b.y * ratio);
        return pair<C>((a.x + a.y * ratio) * scale, (a.y - a.x * ratio) * scale);
    }
    R ratio = b.x / b.y, scale = 1 / (b.y + b.x * ratio);
    return pair<C>((a.x * ratio + a.y) * scale, (a.y * ratio - a.x) * scale);
}

template <class T, class A, class B> __device__ inline T __complex_equal(A l, B r)
{
    double2 a = as_complex<double2>(l), b = as_complex<double2>(r);
    return a.x == b.x && a.y == b.y;
}

template <class T, class A, class B> __device__ inline T __complex_different(A l, B r) { return !__complex_equal<T>(l, r); }
template <class C> __device__ inline C __complex_negative(C z) { return pair<C>(-z.x, -z.y); }
template <class T, class C> __device__ inline T real(C z) { return z.x; }
template <class T, class C> __device__ inline T imag(C z) { return z.y; }
template <class C> __device__ inline C conj(C z) { return pair<C>(z.x, -z.y); }
template <class T, class C> __device__ inline T angle(C z) { return atan2(z.y, z.x); }
template <class T, class C> __device__ inline T __complex_abs(C z) { return hypot(z.x, z.y); }

template <class C> __device__ inline C __complex_exp(C z)
{
    auto size = exp(z.x);
    return pair<C>(size * cos(z.y), z.y == 0 ? z.y : size * sin(z.y));
}

template <class C> __device__ inline C __complex_log(C z) { return pair<C>(log(hypot(z.x, z.y)), atan2(z.y, z.x)); }

// The root with a real part that is not negative.
template <class C> __device__ inline C __complex_sqrt(C z)
{
    typedef typename part_of<C>::type R;
    R size = hypot(z.x, z.y), half = sqrt((size + fabs(z.x)) / 2);
    if (half == 0)
        return pair<C>(0, z.y);
    R other = fabs(z.y) / (2 * half);
    return z.x >= 0 ? pair<C>(half, copysign(other, z.y)) : pair<C>(other, copysign(half, z.y));
}

} // namespace warpcell
