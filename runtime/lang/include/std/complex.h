// names: complex
// SPDX-License-Identifier: Apache-2.0
inline double __real_exp(double x) { return exp(x); }
inline float __real_exp(float x) { return expf(x); }
namespace std {
template <typename T> class complex {
    T re_, im_;
public:
    typedef T value_type;
    complex(T re = 0, T im = 0) : re_(re), im_(im) {}
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
template <typename T> T abs(const complex<T> &z) { return (T) hypot((double) z.real(), (double) z.imag()); }
inline double abs(double x) { return fabs(x); }
inline float abs(float x) { return fabsf(x); }
inline int abs(int x) { return x < 0 ? -x : x; }
inline long abs(long x) { return x < 0 ? -x : x; }
inline long long abs(long long x) { return x < 0 ? -x : x; }
inline double exp(double x) { return __real_exp(x); }
inline float exp(float x) { return __real_exp(x); }
inline double exp(int x) { return __real_exp((double) x); }
template <typename T> T arg(const complex<T> &z) { return (T) atan2((double) z.imag(), (double) z.real()); }
template <typename T> complex<T> conj(const complex<T> &z) { return complex<T>(z.real(), -z.imag()); }
template <typename T> complex<T> polar(T r, T t) { return complex<T>((T) (r * cos((double) t)), (T) (r * sin((double) t))); }
template <typename T> complex<T> exp(const complex<T> &z) { return polar((T) __real_exp((double) z.real()), z.imag()); }
template <typename T> __ostream &operator<<(__ostream &o, const complex<T> &z) { return o << '(' << z.real() << ',' << z.imag() << ')'; }
}
