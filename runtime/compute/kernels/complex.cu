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

template <class C> __device__ inline C __complex_sinh(C z) { return pair<C>(sinh(z.x) * cos(z.y), cosh(z.x) * sin(z.y)); }
template <class C> __device__ inline C __complex_cosh(C z) { return pair<C>(cosh(z.x) * cos(z.y), sinh(z.x) * sin(z.y)); }
template <class C> __device__ inline C __complex_sin(C z) { return pair<C>(sin(z.x) * cosh(z.y), cos(z.x) * sinh(z.y)); }
template <class C> __device__ inline C __complex_cos(C z) { return pair<C>(cos(z.x) * cosh(z.y), -sin(z.x) * sinh(z.y)); }

// Kahan, "Branch cuts for complex elementary functions", 1987: nothing overflows.
template <class C> __device__ inline C __complex_tanh(C z)
{
    typedef typename part_of<C>::type R;
    if (fabs(z.x) > (sizeof(R) == 4 ? 11 : 22))
        return pair<C>(copysign((R) 1, z.x), 4 * sin(z.y) * cos(z.y) * exp(-2 * fabs(z.x)));
    const R t = tan(z.y), beta = 1 + t * t, s = sinh(z.x), rho = sqrt(1 + s * s);
    if (isinf(t))
        return pair<C>(rho / s, 1 / t);
    return pair<C>(beta * rho * s / (1 + beta * s * s), t / (1 + beta * s * s));
}

template <class C> __device__ inline C __complex_tan(C z)
{
    const C w = __complex_tanh(pair<C>(-z.y, z.x));
    return pair<C>(w.y, -w.x);
}

// Whole powers by products, as in NumPy; others by the logarithm.
template <class C, class A, class B> __device__ inline C __complex_pow(A l, B r)
{
    C z = as_complex<C>(l), w = as_complex<C>(r);
    if (w.y == 0 && w.x == trunc(w.x) && fabs(w.x) < 100) {
        C power = pair<C>(1, 0), square = z;
        for (int n = (int) fabs(w.x); n; n >>= 1) {
            if (n & 1)
                power = __complex_product<C>(power, square);
            square = __complex_product<C>(square, square);
        }
        return w.x < 0 ? __complex_quotient<C>(pair<C>(1, 0), power) : power;
    }
    return z.x == 0 && z.y == 0 ? z : __complex_exp(__complex_product<C>(w, __complex_log(z)));
}

template <class T, class C> __device__ inline T __complex_isnan(C z) { return isnan(z.x) || isnan(z.y); }

template <class T, class A, class B> __device__ inline T __complex_close(A l, B r, double rtol, double atol)
{
    double2 a = as_complex<double2>(l), b = as_complex<double2>(r);
    return (a.x == b.x && a.y == b.y) || (isfinite(b.x) && isfinite(b.y) && hypot(a.x - b.x, a.y - b.y) <= atol + rtol * hypot(b.x, b.y));
}

} // namespace warpcell
