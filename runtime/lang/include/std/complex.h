#include <utility>
#include <sstream>
// names: complex
// SPDX-License-Identifier: Apache-2.0
inline double __real_exp(double x) { return exp(x); }
inline float __real_exp(float x) { return expf(x); }
inline long double __real_exp(long double x) { return expl(x); }
inline long double __real_log(long double x) { return logl(x); }
inline long double __real_pow(long double x, long double y) { return powl(x, y); }
inline double __real_log(double x) { return log(x); }
inline double __real_pow(double x, double y) { return pow(x, y); }
inline double __real_sqrt(double x) { return sqrt(x); }
namespace std {
template <typename T> struct __real_of { typedef double type; };
template <> struct __real_of<long double> { typedef long double type; };
template <typename T> class complex {
    T re_, im_;
public:
    typedef T value_type;
    complex(T re = 0, T im = 0) : re_(re), im_(im) {}
    complex(double _Complex z) : re_((T) __real__ z), im_((T) __imag__ z) {}
    template <typename U> complex(const complex<U> &o) : re_((T) o.real()), im_((T) o.imag()) {}
    T real() const { return re_; }
    T imag() const { return im_; }
    void real(T v) { re_ = v; }
    void imag(T v) { im_ = v; }
    complex &operator+=(const complex &o) { re_ += o.re_; im_ += o.im_; return *this; }
    complex &operator-=(const complex &o) { re_ -= o.re_; im_ -= o.im_; return *this; }
    complex &operator*=(const complex &o) { T r = re_ * o.re_ - im_ * o.im_; im_ = re_ * o.im_ + im_ * o.re_; re_ = r; return *this; }
    complex &operator/=(const complex &o) { T d = o.re_ * o.re_ + o.im_ * o.im_, r = (re_ * o.re_ + im_ * o.im_) / d; im_ = (im_ * o.re_ - re_ * o.im_) / d; re_ = r; return *this; }
    friend complex operator+(complex a, const complex &b) { a += b; return a; }
    friend complex operator-(complex a, const complex &b) { a -= b; return a; }
    friend complex operator*(complex a, const complex &b) { a *= b; return a; }
    friend complex operator/(complex a, const complex &b) { a /= b; return a; }
    friend complex operator-(const complex &a) { return complex(-a.re_, -a.im_); }
    friend bool operator==(const complex &a, const complex &b) { return a.re_ == b.re_ && a.im_ == b.im_; }
    friend bool operator!=(const complex &a, const complex &b) { return !(a == b); }
};
template <typename T> T real(const complex<T> &z) { return z.real(); }
template <typename T> T imag(const complex<T> &z) { return z.imag(); }
template <typename T> T norm(const complex<T> &z) { return z.real() * z.real() + z.imag() * z.imag(); }
template <typename T> T abs(const complex<T> &z) { return (T) hypot((typename __real_of<T>::type) z.real(), (typename __real_of<T>::type) z.imag()); }
inline double abs(double x) { return fabs(x); }
inline long double abs(long double x) { return fabsl(x); }
inline float abs(float x) { return fabsf(x); }
inline int abs(int x) { return x < 0 ? -x : x; }
inline long abs(long x) { return x < 0 ? -x : x; }
inline long long abs(long long x) { return x < 0 ? -x : x; }
inline double exp(double x) { return __real_exp(x); }
inline long double exp(long double x) { return __real_exp(x); }
inline float exp(float x) { return __real_exp(x); }
inline double exp(int x) { return __real_exp((double) x); }
template <typename T> T arg(const complex<T> &z) { return (T) atan2((typename __real_of<T>::type) z.imag(), (typename __real_of<T>::type) z.real()); }
template <typename T> complex<T> conj(const complex<T> &z) { return complex<T>(z.real(), -z.imag()); }
template <typename T> complex<T> polar(T r, T t) { return complex<T>((T) (r * cos((typename __real_of<T>::type) t)), (T) (r * sin((typename __real_of<T>::type) t))); }
template <typename T> complex<T> exp(const complex<T> &z) { return polar((T) __real_exp((typename __real_of<T>::type) z.real()), z.imag()); }
template <typename T> complex<T> log(const complex<T> &z) { return complex<T>((T) __real_log((typename __real_of<T>::type) abs(z)), arg(z)); }
template <typename T> complex<T> pow(const complex<T> &z, T x) {
    if (z.imag() == 0 && z.real() > 0) return complex<T>((T) __real_pow((typename __real_of<T>::type) z.real(), (typename __real_of<T>::type) x));
    complex<T> t = log(z);
    return abs(z) == 0 ? complex<T>(0) : polar((T) __real_exp((typename __real_of<T>::type) (x * t.real())), x * t.imag());
}
template <typename T> complex<T> pow(const complex<T> &z, int n) { return pow(z, (T) n); }
template <typename T> complex<T> pow(const complex<T> &z, const complex<T> &w) { return abs(z) == 0 ? complex<T>(0) : exp(w * log(z)); }
template <typename T> complex<T> sqrt(const complex<T> &z) {
    typedef typename __real_of<T>::type W;
    W x = z.real(), y = z.imag();
    if (y == 0) return x < 0 ? complex<T>(0, (T) copysign(__real_sqrt(-x), y)) : complex<T>((T) __real_sqrt(x), (T) copysign((W) 0, y));
    if (x == 0) { W r = __real_sqrt(fabs(y) / 2); return complex<T>((T) r, (T) copysign(r, y)); }
    W d = hypot(x, y), r, s;
    if (x > 0) { r = __real_sqrt((d + x) / 2); s = y / r / 2; }
    else { s = __real_sqrt((d - x) / 2); r = fabs(y / s / 2); }
    return complex<T>((T) r, (T) copysign(s, y));
}
template <typename T> complex<T> sinh(const complex<T> &z) { typedef typename __real_of<T>::type W; W x = z.real(), y = z.imag(); return complex<T>((T) (sinh(x) * cos(y)), (T) (cosh(x) * sin(y))); }
template <typename T> complex<T> cosh(const complex<T> &z) { typedef typename __real_of<T>::type W; W x = z.real(), y = z.imag(); return complex<T>((T) (cosh(x) * cos(y)), (T) (sinh(x) * sin(y))); }
template <typename T> complex<T> tanh(const complex<T> &z) { typedef typename __real_of<T>::type W; W x = z.real(), y = z.imag(), d = sinh(x) * sinh(x) + cos(y) * cos(y); return complex<T>((T) (sinh(x) * cosh(x) / d), (T) (sin(y) * cos(y) / d)); }
template <typename T> complex<T> sin(const complex<T> &z) { typedef typename __real_of<T>::type W; W x = z.real(), y = z.imag(); return complex<T>((T) (sin(x) * cosh(y)), (T) (cos(x) * sinh(y))); }
template <typename T> complex<T> cos(const complex<T> &z) { typedef typename __real_of<T>::type W; W x = z.real(), y = z.imag(); return complex<T>((T) (cos(x) * cosh(y)), (T) (-sin(x) * sinh(y))); }
template <typename T> complex<T> tan(const complex<T> &z) { typedef typename __real_of<T>::type W; W x = z.real(), y = z.imag(), d = cos(x) * cos(x) + sinh(y) * sinh(y); return complex<T>((T) (sin(x) * cos(x) / d), (T) (sinh(y) * cosh(y) / d)); }
template <typename T> complex<T> __turned(const complex<T> &z) { return complex<T>(-z.imag(), z.real()); } /* times i */
template <typename T> complex<T> asinh(const complex<T> &z) { return log(z + sqrt(z * z + (T) 1)); }
template <typename T> complex<T> acosh(const complex<T> &z) { return (T) 2 * log(sqrt((z + (T) 1) / (T) 2) + sqrt((z - (T) 1) / (T) 2)); }
template <typename T> complex<T> atanh(const complex<T> &z) { return (log((T) 1 + z) - log((T) 1 - z)) / (T) 2; }
template <typename T> complex<T> asin(const complex<T> &z) { return -__turned(asinh(__turned(z))); }
template <typename T> complex<T> acos(const complex<T> &z) { return complex<T>((T) 1.5707963267948966192313L) - asin(z); }
template <typename T> complex<T> atan(const complex<T> &z) { return -__turned(atanh(__turned(z))); }
template <typename T> complex<T> log10(const complex<T> &z) { return log(z) / (T) 2.3025850929940456840180L; }
template <typename T> complex<T> proj(const complex<T> &z) { return z; }
template <typename T> __istream &operator>>(__istream &in, complex<T> &z) {
    T re = 0, im = 0;
    in >> ws;
    if (in.peek() != '(') { if (in >> re) z = complex<T>(re); return in; }
    in.get();
    in >> re >> ws;
    int c = in.get();
    if (c == ',') { in >> im >> ws; c = in.get(); }
    if (in && c == ')') z = complex<T>(re, im);
    else in.setstate(4);
    return in;
}
namespace literals { namespace complex_literals {} }
namespace complex_literals {}
template <typename A, typename = decltype((double) declval<A>())> double log(A x) { return __real_log((double) x); }
template <typename A, typename B, typename = decltype((double) declval<A>() * (double) declval<B>())> double pow(A x, B y) { return __real_pow((double) x, (double) y); }
template <typename A, typename = decltype((double) declval<A>())> double sqrt(A x) { return __real_sqrt((double) x); }
inline long double log(long double x) { return __real_log(x); }
inline long double sqrt(long double x) { return sqrtl(x); }
inline long double pow(long double x, long double y) { return __real_pow(x, y); }
inline float log(float x) { return (float) __real_log((double) x); }
inline float pow(float x, float y) { return (float) __real_pow((double) x, (double) y); }
inline float sqrt(float x) { return (float) __real_sqrt((double) x); }
inline complex<double> operator""i(long double x) { return complex<double>(0, (double) x); }
inline complex<double> operator""i(unsigned long long x) { return complex<double>(0, (double) x); }
inline complex<float> operator""if(long double x) { return complex<float>(0, (float) x); }
inline complex<float> operator""if(unsigned long long x) { return complex<float>(0, (float) x); }
inline complex<long double> operator""il(long double x) { return complex<long double>(0, x); }
inline complex<long double> operator""il(unsigned long long x) { return complex<long double>(0, (long double) x); }
template <typename T> __ostream &operator<<(__ostream &o, const complex<T> &z) { /* as one text: a width is for all of it */
    ostringstream s;
    s.copyfmt(o);
    s.width(0);
    s << '(' << z.real() << ',' << z.imag() << ')';
    return o << s.str();
}
}
