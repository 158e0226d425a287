// Dual numbers: a value and its derivatives in N directions (forward mode). A function that is differentiated is compiled a second time
// with these in place of float and double (emit_lift.c). T is float, double, or a dual number for derivatives of derivatives.
namespace warpcell_dual {

template <bool B, class T = void> struct only_if {};
template <class T> struct only_if<true, T> { typedef T type; };

template <class T> struct is_number { static const bool value = false; };
#define WARPCELL_NUMBER(T) template <> struct is_number<T> { static const bool value = true; };
WARPCELL_NUMBER(bool) WARPCELL_NUMBER(char) WARPCELL_NUMBER(signed char) WARPCELL_NUMBER(unsigned char) WARPCELL_NUMBER(short)
WARPCELL_NUMBER(unsigned short) WARPCELL_NUMBER(int) WARPCELL_NUMBER(unsigned) WARPCELL_NUMBER(long) WARPCELL_NUMBER(unsigned long)
WARPCELL_NUMBER(long long) WARPCELL_NUMBER(unsigned long long) WARPCELL_NUMBER(float) WARPCELL_NUMBER(double)
#undef WARPCELL_NUMBER

template <class T, int N> struct dual;

// The type of a result: joined<A, B> is what arithmetic on A and B gives. value_of reaches the number below all duals.
template <class A, class B> struct joined_numbers { typedef decltype(A() + B()) type; };
template <class A, class B> struct joined {};
template <class T, int N, class U> struct joined<dual<T, N>, dual<U, N>> { typedef dual<typename joined<T, U>::type, N> type; };
template <> struct joined<float, float> { typedef float type; };
template <> struct joined<float, double> { typedef double type; };
template <> struct joined<double, float> { typedef double type; };
template <> struct joined<double, double> { typedef double type; };
template <class T, class A> struct joined_with { typedef typename joined_numbers<T, A>::type type; };
template <class T, int N, class A> struct joined_with<dual<T, N>, A> { typedef dual<typename joined_with<T, A>::type, N> type; };
template <bool, class D, class A> struct joined_if {};
template <class D, class A> struct joined_if<true, D, A> { typedef typename joined_with<D, A>::type type; };
template <class T, int N, class A> struct joined<dual<T, N>, A> : joined_if<is_number<A>::value, dual<T, N>, A> {};
template <class A, class T, int N> struct joined<A, dual<T, N>> : joined_if<is_number<A>::value, dual<T, N>, A> {};
template <class A, class B> using join = typename joined<A, B>::type;

__device__ constexpr float value_of(float x) { return x; }
__device__ constexpr double value_of(double x) { return x; }
template <class T, int N> __device__ constexpr auto value_of(const dual<T, N> &x);

template <class T, int N> struct dual {
    T v;
    T d[N];

    dual() = default;
    __device__ constexpr dual(const T &x) : v(x), d{} {}
    template <class A, class = typename only_if<is_number<A>::value>::type> __device__ constexpr dual(A a) : v(T(a)), d{} {}
    template <class U> __device__ constexpr dual(const dual<U, N> &x) : v(T(x.v)), d{}
    {
        for (int k = 0; k < N; k++)
            d[k] = T(x.d[k]);
    }
    template <class A, class = typename only_if<is_number<A>::value>::type> __device__ explicit constexpr operator A() const { return (A) v; }

    template <class B> __device__ dual &operator+=(const B &b) { return *this = dual(*this + b); }
    template <class B> __device__ dual &operator-=(const B &b) { return *this = dual(*this - b); }
    template <class B> __device__ dual &operator*=(const B &b) { return *this = dual(*this * b); }
    template <class B> __device__ dual &operator/=(const B &b) { return *this = dual(*this / b); }
    __device__ dual &operator++() { v = v + T(1); return *this; }
    __device__ dual &operator--() { v = v - T(1); return *this; }
    __device__ dual operator++(int) { dual before = *this; v = v + T(1); return before; }
    __device__ dual operator--(int) { dual before = *this; v = v - T(1); return before; }
    __device__ dual operator+() const { return *this; }
    __device__ dual operator-() const
    {
        dual r;
        r.v = -v;
        for (int k = 0; k < N; k++)
            r.d[k] = -d[k];
        return r;
    }
};

template <class T, int N> __device__ constexpr auto value_of(const dual<T, N> &x) { return value_of(x.v); }

// f with value v and derivative s: s * dx. A direction that x does not depend on stays 0 where s is infinite or not a number.
template <class T, int N> __device__ inline dual<T, N> chain(T v, T s, const dual<T, N> &x)
{
    dual<T, N> r;
    r.v = v;
    for (int k = 0; k < N; k++)
        r.d[k] = value_of(x.d[k]) == 0 && value_of(s) - value_of(s) != 0 ? T(0) : s * x.d[k];
    return r;
}
// The same of two arguments with partial derivatives s and t.
template <class T, int N> __device__ inline dual<T, N> chain(T v, T s, const dual<T, N> &x, T t, const dual<T, N> &y)
{
    dual<T, N> r = chain(v, s, x), u = chain(v, t, y);
    for (int k = 0; k < N; k++)
        r.d[k] = r.d[k] + u.d[k];
    return r;
}
// A function that is constant between its steps.
template <class T, int N> __device__ inline dual<T, N> flat(T v)
{
    dual<T, N> r;
    r.v = v;
    for (int k = 0; k < N; k++)
        r.d[k] = T(0);
    return r;
}

// ---- arithmetic; a plain number has no derivative ----

template <class T, int N> __device__ inline dual<T, N> plus(const dual<T, N> &a, const dual<T, N> &b)
{
    dual<T, N> r;
    r.v = a.v + b.v;
    for (int k = 0; k < N; k++)
        r.d[k] = a.d[k] + b.d[k];
    return r;
}
template <class T, int N> __device__ inline dual<T, N> minus(const dual<T, N> &a, const dual<T, N> &b)
{
    dual<T, N> r;
    r.v = a.v - b.v;
    for (int k = 0; k < N; k++)
        r.d[k] = a.d[k] - b.d[k];
    return r;
}
template <class T, int N> __device__ inline dual<T, N> times(const dual<T, N> &a, const dual<T, N> &b)
{
    dual<T, N> r;
    r.v = a.v * b.v;
    for (int k = 0; k < N; k++)
        r.d[k] = a.d[k] * b.v + a.v * b.d[k];
    return r;
}
template <class T, int N> __device__ inline dual<T, N> over(const dual<T, N> &a, const dual<T, N> &b)
{
    dual<T, N> r;
    r.v = a.v / b.v;
    for (int k = 0; k < N; k++)
        r.d[k] = (a.d[k] - r.v * b.d[k]) / b.v;
    return r;
}
template <class A, class B> __device__ inline join<A, B> operator+(const A &a, const B &b) { return plus(join<A, B>(a), join<A, B>(b)); }
template <class A, class B> __device__ inline join<A, B> operator-(const A &a, const B &b) { return minus(join<A, B>(a), join<A, B>(b)); }
template <class A, class B> __device__ inline join<A, B> operator*(const A &a, const B &b) { return times(join<A, B>(a), join<A, B>(b)); }
template <class A, class B> __device__ inline join<A, B> operator/(const A &a, const B &b) { return over(join<A, B>(a), join<A, B>(b)); }
template <class T, int N, class A, class = typename only_if<is_number<A>::value>::type>
__device__ inline join<dual<T, N>, A> operator*(const dual<T, N> &a, A b)
{
    typedef join<dual<T, N>, A> R;
    R x(a), r;
    decltype(R().v) s(b);
    r.v = x.v * s;
    for (int k = 0; k < N; k++)
        r.d[k] = x.d[k] * s;
    return r;
}
template <class T, int N, class A, class = typename only_if<is_number<A>::value>::type>
__device__ inline join<dual<T, N>, A> operator*(A b, const dual<T, N> &a) { return a * b; }
template <class T, int N, class A, class = typename only_if<is_number<A>::value>::type>
__device__ inline join<dual<T, N>, A> operator/(const dual<T, N> &a, A b)
{
    typedef join<dual<T, N>, A> R;
    R x(a), r;
    decltype(R().v) s(b);
    r.v = x.v / s;
    for (int k = 0; k < N; k++)
        r.d[k] = x.d[k] / s;
    return r;
}
#define WARPCELL_COMPARE(op)                                                                                                               \
    template <class A, class B, class = join<A, B>> __device__ inline bool operator op(const A &a, const B &b)                             \
    {                                                                                                                                      \
        return value_of(join<A, B>(a)) op value_of(join<A, B>(b));                                                                         \
    }
WARPCELL_COMPARE(<) WARPCELL_COMPARE(<=) WARPCELL_COMPARE(>) WARPCELL_COMPARE(>=) WARPCELL_COMPARE(==) WARPCELL_COMPARE(!=)
#undef WARPCELL_COMPARE

// ---- functions ----

using ::abs; using ::acos; using ::acosh; using ::asin; using ::asinh; using ::atan; using ::atan2; using ::atanh; using ::cbrt; using ::ceil;
using ::copysign; using ::cos; using ::cosh; using ::cospi; using ::cyl_bessel_i0; using ::cyl_bessel_i1; using ::erf; using ::erfc;
using ::erfcinv; using ::erfcx; using ::erfinv; using ::exp; using ::exp10; using ::exp2; using ::expm1; using ::fabs; using ::fdim; using ::floor;
using ::fma; using ::fmax; using ::fmin; using ::fmod; using ::hypot; using ::isfinite; using ::isinf; using ::isnan; using ::j0; using ::j1;
using ::jn; using ::ldexp; using ::lgamma; using ::log; using ::log10; using ::log1p; using ::log2; using ::logb; using ::max; using ::min;
using ::modf; using ::nearbyint; using ::norm3d; using ::norm4d; using ::normcdf; using ::normcdfinv; using ::pow; using ::rcbrt;
using ::remainder; using ::rhypot; using ::rint; using ::rnorm3d; using ::rnorm4d; using ::round; using ::rsqrt; using ::scalbn; using ::signbit;
using ::sin; using ::sincos; using ::sincospi; using ::sinh; using ::sinpi; using ::sqrt; using ::tan; using ::tanh; using ::tgamma;
using ::trunc; using ::y0; using ::y1; using ::yn;

// psi(x) = d/dx log Gamma(x), and its derivatives psi_n by the same recurrence (DLMF 5.5.2, 5.11.2, 5.15.8).
__device__ inline double polygamma(int n, double x)
{
    if (x <= 0 && x == floor(x))
        return __longlong_as_double(0x7fffffffffffffff);
    if (x < 0 && n == 0) // reflection, DLMF 5.5.4
        return polygamma(0, 1 - x) - 3.14159265358979323846 / tan(3.14159265358979323846 * x);
    if (x < 0 && n == 1) { // DLMF 5.15.6
        const double s = sinpi(x);
        return 9.86960440108935861883 / (s * s) - polygamma(1, 1 - x);
    }
    double sum = 0, sign = n % 2 ? 1 : -1, factor = 1;
    for (int k = 2; k <= n; k++)
        factor *= k;
    for (; x < 20; x += 1)
        sum += sign * factor / pow(x, n + 1.0);
    const double b[] = {1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6}; // Bernoulli numbers
    double r = n == 0 ? log(x) - 0.5 / x : sign * (factor / n / pow(x, (double) n) + factor / 2 / pow(x, n + 1.0));
    double rising = factor; // (2 k + n - 1)! / (2 k)!
    for (int k = 1; k <= 7; k++) {
        rising = 1;
        for (int m = 2 * k + 1; m <= 2 * k + n - 1; m++)
            rising *= m;
        if (n == 0)
            rising = 1.0 / (2 * k);
        r += sign * b[k - 1] * rising / pow(x, 2.0 * k + n);
    }
    return r + sum;
}
template <class T> __device__ inline T psi(int n, T x) { return T(polygamma(n, x)); }
template <class T, int N> __device__ inline dual<T, N> psi(int n, const dual<T, N> &x) { return chain(psi(n, x.v), psi(n + 1, x.v), x); }

template <class T> __device__ inline T sign_of(T x) { return x > T(0) ? T(1) : x < T(0) ? T(-1) : T(0); }

// F(name, derivative at x, whose value is y)
#define WARPCELL_FUNCTION(name, slope)                                                                                                     \
    template <class T, int N> __device__ inline dual<T, N> name(const dual<T, N> &a)                                                       \
    {                                                                                                                                      \
        const T x = a.v, y = name(x);                                                                                                      \
        return chain(y, T(slope), a);                                                                                                      \
    }
// A step function.
#define WARPCELL_STEP(name)                                                                                                                \
    template <class T, int N> __device__ inline dual<T, N> name(const dual<T, N> &a) { return flat<T, N>(name(a.v)); }
WARPCELL_FUNCTION(sin, cos(x))
WARPCELL_FUNCTION(cos, -sin(x))
WARPCELL_FUNCTION(tan, T(1) + y * y)
WARPCELL_FUNCTION(asin, T(1) / sqrt(T(1) - x * x))
WARPCELL_FUNCTION(acos, T(-1) / sqrt(T(1) - x * x))
WARPCELL_FUNCTION(atan, T(1) / (T(1) + x * x))
WARPCELL_FUNCTION(sinh, cosh(x))
WARPCELL_FUNCTION(cosh, sinh(x))
WARPCELL_FUNCTION(tanh, T(1) - y * y)
WARPCELL_FUNCTION(asinh, T(1) / sqrt(x * x + T(1)))
WARPCELL_FUNCTION(acosh, T(1) / sqrt((x - T(1)) * (x + T(1))))
WARPCELL_FUNCTION(atanh, T(1) / ((T(1) - x) * (T(1) + x)))
WARPCELL_FUNCTION(exp, y)
WARPCELL_FUNCTION(exp2, T(0.69314718055994530942) * y)
WARPCELL_FUNCTION(exp10, T(2.30258509299404568402) * y)
WARPCELL_FUNCTION(expm1, exp(x))
WARPCELL_FUNCTION(log, T(1) / x)
WARPCELL_FUNCTION(log2, T(1.44269504088896340736) / x)
WARPCELL_FUNCTION(log10, T(0.43429448190325182765) / x)
WARPCELL_FUNCTION(log1p, T(1) / (T(1) + x))
WARPCELL_FUNCTION(sqrt, T(0.5) / y)
WARPCELL_FUNCTION(rsqrt, T(-0.5) * y / x)
WARPCELL_FUNCTION(cbrt, y / (T(3) * x))
WARPCELL_FUNCTION(rcbrt, -y / (T(3) * x))
WARPCELL_FUNCTION(sinpi, T(3.14159265358979323846) * cospi(x))
WARPCELL_FUNCTION(cospi, T(-3.14159265358979323846) * sinpi(x))
WARPCELL_FUNCTION(erf, T(1.12837916709551257390) * exp(-x * x))
WARPCELL_FUNCTION(erfc, T(-1.12837916709551257390) * exp(-x * x))
WARPCELL_FUNCTION(erfcx, T(2) * x * y - T(1.12837916709551257390))
WARPCELL_FUNCTION(erfinv, T(0.88622692545275801365) * exp(y * y))
WARPCELL_FUNCTION(erfcinv, T(-0.88622692545275801365) * exp(y * y))
WARPCELL_FUNCTION(normcdf, T(0.39894228040143267794) * exp(T(-0.5) * x * x))
WARPCELL_FUNCTION(normcdfinv, T(2.50662827463100050242) * exp(T(0.5) * y * y))
WARPCELL_FUNCTION(lgamma, psi(0, x))
WARPCELL_FUNCTION(tgamma, y * psi(0, x))
WARPCELL_FUNCTION(j0, -j1(x))
WARPCELL_FUNCTION(j1, value_of(x) == 0 ? T(0.5) : j0(x) - y / x)
WARPCELL_FUNCTION(y0, -y1(x))
WARPCELL_FUNCTION(y1, y0(x) - y / x)
WARPCELL_FUNCTION(cyl_bessel_i0, cyl_bessel_i1(x))
WARPCELL_FUNCTION(cyl_bessel_i1, value_of(x) == 0 ? T(0.5) : cyl_bessel_i0(x) - y / x)
WARPCELL_FUNCTION(fabs, sign_of(x))
WARPCELL_STEP(floor) WARPCELL_STEP(ceil) WARPCELL_STEP(trunc) WARPCELL_STEP(round) WARPCELL_STEP(rint) WARPCELL_STEP(nearbyint) WARPCELL_STEP(logb)
template <class T, int N> __device__ inline dual<T, N> abs(const dual<T, N> &a) { return fabs(a); }

// Of two arguments: values x and y, result z.
#define WARPCELL_FUNCTION2(name, slope_x, slope_y)                                                                                         \
    template <class T, int N> __device__ inline dual<T, N> name##_of(const dual<T, N> &a, const dual<T, N> &b)                             \
    {                                                                                                                                      \
        const T x = a.v, y = b.v, z = name(x, y);                                                                                          \
        return chain(z, T(slope_x), a, T(slope_y), b);                                                                                     \
    }                                                                                                                                      \
    template <class A, class B> __device__ inline join<A, B> name(const A &a, const B &b) { return name##_of(join<A, B>(a), join<A, B>(b)); }
template <class T> __device__ inline T power_slope(T x, T y, T z) { return value_of(y) == 0 ? T(0) : y * pow(x, y - T(1)); }
template <class T> __device__ inline T power_growth(T x, T z) { return value_of(x) == 0 ? T(0) : z * log(x); }
template <class T> __device__ inline T mod_slope(T x, T y) { return -trunc(x / y); }
template <class T> __device__ inline T remainder_slope(T x, T y) { return -rint(x / y); }
WARPCELL_FUNCTION2(pow, power_slope(x, y, z), power_growth(x, z))
WARPCELL_FUNCTION2(atan2, y / (x * x + y * y), -x / (x * x + y * y))
WARPCELL_FUNCTION2(hypot, x / z, y / z)
WARPCELL_FUNCTION2(rhypot, -x * z * z * z, -y * z * z * z)
WARPCELL_FUNCTION2(fmod, 1, mod_slope(x, y))
WARPCELL_FUNCTION2(remainder, 1, remainder_slope(x, y))
WARPCELL_FUNCTION2(fdim, x > y ? T(1) : T(0), x > y ? T(-1) : T(0))
WARPCELL_FUNCTION2(copysign, signbit(value_of(x)) == signbit(value_of(y)) ? T(1) : T(-1), 0)
// Where both are equal, the first.
WARPCELL_FUNCTION2(fmax, !(x < y) || y != y ? T(1) : T(0), !(x < y) || y != y ? T(0) : T(1))
WARPCELL_FUNCTION2(fmin, !(y < x) || y != y ? T(1) : T(0), !(y < x) || y != y ? T(0) : T(1))
template <class A, class B> __device__ inline join<A, B> max(const A &a, const B &b) { return fmax(a, b); }
template <class A, class B> __device__ inline join<A, B> min(const A &a, const B &b) { return fmin(a, b); }

template <class T, int N> __device__ inline dual<T, N> fma_of(const dual<T, N> &a, const dual<T, N> &b, const dual<T, N> &c)
{
    dual<T, N> r;
    r.v = fma(a.v, b.v, c.v);
    for (int k = 0; k < N; k++)
        r.d[k] = a.d[k] * b.v + a.v * b.d[k] + c.d[k];
    return r;
}
template <class A, class B, class C> __device__ inline join<join<A, B>, C> fma(const A &a, const B &b, const C &c)
{
    typedef join<join<A, B>, C> R;
    return fma_of(R(a), R(b), R(c));
}
template <class T, int N> __device__ inline dual<T, N> ldexp(const dual<T, N> &a, int n) { return a * ldexp(decltype(value_of(a))(1), n); }
template <class T, int N> __device__ inline dual<T, N> scalbn(const dual<T, N> &a, int n) { return a * scalbn(decltype(value_of(a))(1), n); }
template <class T, int N> __device__ inline dual<T, N> jn(int n, const dual<T, N> &a)
{
    return chain(jn(n, a.v), n ? (jn(n - 1, a.v) - jn(n + 1, a.v)) * T(0.5) : -j1(a.v), a);
}
template <class T, int N> __device__ inline dual<T, N> yn(int n, const dual<T, N> &a)
{
    return chain(yn(n, a.v), n ? (yn(n - 1, a.v) - yn(n + 1, a.v)) * T(0.5) : -y1(a.v), a);
}
template <class A, class B, class C> __device__ inline join<join<A, B>, C> norm3d(const A &a, const B &b, const C &c) { return sqrt(a * a + b * b + c * c); }
template <class A, class B, class C> __device__ inline join<join<A, B>, C> rnorm3d(const A &a, const B &b, const C &c) { return rsqrt(a * a + b * b + c * c); }
template <class A, class B, class C, class D> __device__ inline join<join<A, B>, join<C, D>> norm4d(const A &a, const B &b, const C &c, const D &d)
{
    return sqrt(a * a + b * b + c * c + d * d);
}
template <class A, class B, class C, class D> __device__ inline join<join<A, B>, join<C, D>> rnorm4d(const A &a, const B &b, const C &c, const D &d)
{
    return rsqrt(a * a + b * b + c * c + d * d);
}
template <class T, int N> __device__ inline void sincos(const dual<T, N> &a, dual<T, N> *s, dual<T, N> *c) { *s = sin(a); *c = cos(a); }
template <class T, int N> __device__ inline void sincospi(const dual<T, N> &a, dual<T, N> *s, dual<T, N> *c) { *s = sinpi(a); *c = cospi(a); }
template <class T, int N> __device__ inline dual<T, N> modf(const dual<T, N> &a, dual<T, N> *whole) { *whole = trunc(a); return copysign(a - *whole, a); }
template <class T, int N> __device__ inline bool isnan(const dual<T, N> &a) { return isnan(value_of(a)); }
template <class T, int N> __device__ inline bool isinf(const dual<T, N> &a) { return isinf(value_of(a)); }
template <class T, int N> __device__ inline bool isfinite(const dual<T, N> &a) { return isfinite(value_of(a)); }
template <class T, int N> __device__ inline bool signbit(const dual<T, N> &a) { return signbit(value_of(a)); }
#define WARPCELL_ROUNDED(name, type)                                                                                                       \
    template <class T, int N> __device__ inline type name(const dual<T, N> &a) { return ::name(value_of(a)); }
WARPCELL_ROUNDED(lround, long) WARPCELL_ROUNDED(llround, long long) WARPCELL_ROUNDED(lrint, long) WARPCELL_ROUNDED(llrint, long long) WARPCELL_ROUNDED(ilogb, int)
#undef WARPCELL_ROUNDED

// The functions of float: the same with f at the end.
#define WARPCELL_FLOAT(name)                                                                                                               \
    template <class T, int N> __device__ inline auto name##f(const dual<T, N> &a) { return name(a); }
#define WARPCELL_FLOAT2(name)                                                                                                              \
    template <class A, class B> __device__ inline join<A, B> name##f(const A &a, const B &b) { return name(a, b); }
WARPCELL_FLOAT(sin) WARPCELL_FLOAT(cos) WARPCELL_FLOAT(tan) WARPCELL_FLOAT(asin) WARPCELL_FLOAT(acos) WARPCELL_FLOAT(atan) WARPCELL_FLOAT(sinh)
WARPCELL_FLOAT(cosh) WARPCELL_FLOAT(tanh) WARPCELL_FLOAT(asinh) WARPCELL_FLOAT(acosh) WARPCELL_FLOAT(atanh) WARPCELL_FLOAT(exp) WARPCELL_FLOAT(exp2)
WARPCELL_FLOAT(exp10) WARPCELL_FLOAT(expm1) WARPCELL_FLOAT(log) WARPCELL_FLOAT(log2) WARPCELL_FLOAT(log10) WARPCELL_FLOAT(log1p) WARPCELL_FLOAT(sqrt)
WARPCELL_FLOAT(rsqrt) WARPCELL_FLOAT(cbrt) WARPCELL_FLOAT(rcbrt) WARPCELL_FLOAT(sinpi) WARPCELL_FLOAT(cospi) WARPCELL_FLOAT(erf) WARPCELL_FLOAT(erfc)
WARPCELL_FLOAT(erfcx) WARPCELL_FLOAT(erfinv) WARPCELL_FLOAT(erfcinv) WARPCELL_FLOAT(normcdf) WARPCELL_FLOAT(normcdfinv) WARPCELL_FLOAT(lgamma)
WARPCELL_FLOAT(tgamma) WARPCELL_FLOAT(j0) WARPCELL_FLOAT(j1) WARPCELL_FLOAT(y0) WARPCELL_FLOAT(y1) WARPCELL_FLOAT(cyl_bessel_i0)
WARPCELL_FLOAT(cyl_bessel_i1) WARPCELL_FLOAT(fabs) WARPCELL_FLOAT(floor) WARPCELL_FLOAT(ceil) WARPCELL_FLOAT(trunc) WARPCELL_FLOAT(round)
WARPCELL_FLOAT(rint) WARPCELL_FLOAT(nearbyint) WARPCELL_FLOAT(logb) WARPCELL_FLOAT(lround) WARPCELL_FLOAT(llround) WARPCELL_FLOAT(lrint)
WARPCELL_FLOAT(llrint) WARPCELL_FLOAT(ilogb)
WARPCELL_FLOAT2(pow) WARPCELL_FLOAT2(atan2) WARPCELL_FLOAT2(hypot) WARPCELL_FLOAT2(rhypot) WARPCELL_FLOAT2(fmod) WARPCELL_FLOAT2(remainder)
WARPCELL_FLOAT2(fdim) WARPCELL_FLOAT2(copysign) WARPCELL_FLOAT2(fmax) WARPCELL_FLOAT2(fmin)
template <class A, class B, class C> __device__ inline auto fmaf(const A &a, const B &b, const C &c) -> decltype(fma(a, b, c)) { return fma(a, b, c); }
template <class A, class B, class C> __device__ inline join<join<A, B>, C> norm3df(const A &a, const B &b, const C &c) { return norm3d(a, b, c); }
template <class A, class B, class C> __device__ inline join<join<A, B>, C> rnorm3df(const A &a, const B &b, const C &c) { return rnorm3d(a, b, c); }
template <class A, class B, class C, class D> __device__ inline join<join<A, B>, join<C, D>> norm4df(const A &a, const B &b, const C &c, const D &d)
{
    return norm4d(a, b, c, d);
}
template <class A, class B, class C, class D> __device__ inline join<join<A, B>, join<C, D>> rnorm4df(const A &a, const B &b, const C &c, const D &d)
{
    return rnorm4d(a, b, c, d);
}
template <class T, int N> __device__ inline auto ldexpf(const dual<T, N> &a, int n) { return ldexp(a, n); }
template <class T, int N> __device__ inline auto scalbnf(const dual<T, N> &a, int n) { return scalbn(a, n); }
template <class T, int N> __device__ inline auto jnf(int n, const dual<T, N> &a) { return jn(n, a); }
template <class T, int N> __device__ inline auto ynf(int n, const dual<T, N> &a) { return yn(n, a); }
template <class T, int N> __device__ inline void sincosf(const dual<T, N> &a, dual<T, N> *s, dual<T, N> *c) { sincos(a, s, c); }
template <class T, int N> __device__ inline void sincospif(const dual<T, N> &a, dual<T, N> *s, dual<T, N> *c) { sincospi(a, s, c); }
template <class T, int N> __device__ inline auto modff(const dual<T, N> &a, dual<T, N> *whole) { return modf(a, whole); }

// Intrinsics: their own value, the function's derivative.
#define WARPCELL_INTRINSIC(name, slope)                                                                                                    \
    template <int N> __device__ inline dual<float, N> name(const dual<float, N> &a)                                                        \
    {                                                                                                                                      \
        const float x = a.v, y = ::name(x);                                                                                                \
        return chain(y, (float) (slope), a);                                                                                               \
    }                                                                                                                                      \
    template <class T, int M, int N> __device__ inline dual<dual<T, M>, N> name(const dual<dual<T, M>, N> &a)                              \
    {                                                                                                                                      \
        typedef dual<T, M> U;                                                                                                              \
        const U x = a.v, y = name(x);                                                                                                      \
        return chain(y, U(slope), a);                                                                                                      \
    }
WARPCELL_INTRINSIC(__sinf, cos(x))
WARPCELL_INTRINSIC(__cosf, -sin(x))
WARPCELL_INTRINSIC(__tanf, 1.0f + y * y)
WARPCELL_INTRINSIC(__expf, y)
WARPCELL_INTRINSIC(__exp10f, 2.30258509f * y)
WARPCELL_INTRINSIC(__logf, 1.0f / x)
WARPCELL_INTRINSIC(__log2f, 1.44269504f / x)
WARPCELL_INTRINSIC(__log10f, 0.43429448f / x)
WARPCELL_INTRINSIC(__saturatef, x > 0.0f && x < 1.0f ? 1.0f : 0.0f)
WARPCELL_INTRINSIC(__frcp_rn, -y * y)
WARPCELL_INTRINSIC(__fsqrt_rn, 0.5f / y)
WARPCELL_INTRINSIC(__frsqrt_rn, -0.5f * y / x)
template <class A, class B> __device__ inline join<A, B> __powf(const A &a, const B &b) { return pow(a, b); }
template <class A, class B> __device__ inline join<A, B> fdividef(const A &a, const B &b) { return a / b; }
template <class A, class B> __device__ inline join<A, B> __fdividef(const A &a, const B &b) { return a / b; }
template <class A, class B> __device__ inline join<A, B> __fadd_rn(const A &a, const B &b) { return a + b; }
template <class A, class B> __device__ inline join<A, B> __fsub_rn(const A &a, const B &b) { return a - b; }
template <class A, class B> __device__ inline join<A, B> __fmul_rn(const A &a, const B &b) { return a * b; }
template <class A, class B> __device__ inline join<A, B> __fdiv_rn(const A &a, const B &b) { return a / b; }
template <class A, class B, class C> __device__ inline auto __fmaf_rn(const A &a, const B &b, const C &c) -> decltype(fma(a, b, c)) { return fma(a, b, c); }
template <class T, int N> __device__ inline void __sincosf(const dual<T, N> &a, dual<T, N> *s, dual<T, N> *c) { *s = __sinf(a); *c = __cosf(a); }
#undef WARPCELL_FUNCTION
#undef WARPCELL_FUNCTION2
#undef WARPCELL_STEP
#undef WARPCELL_FLOAT
#undef WARPCELL_FLOAT2
#undef WARPCELL_INTRINSIC

// As an argument of printf.
template <class A> __device__ inline A plain(const A &a) { return a; }
template <class T, int N> __device__ inline double plain(const dual<T, N> &a) { return value_of(a); }

} // namespace warpcell_dual
