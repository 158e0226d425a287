#include <utility>
#include <initializer_list>
#include <vector>
// names: valarray
// SPDX-License-Identifier: Apache-2.0
template <typename T> T __magnitude(T x) { return x < 0 ? -x : x; }
inline double __each_sqrt(double x) { return sqrt(x); }
inline double __each_exp(double x) { return exp(x); }
inline double __each_log(double x) { return log(x); }
inline double __each_sin(double x) { return sin(x); }
inline double __each_cos(double x) { return cos(x); }
inline double __each_pow(double x, double y) { return pow(x, y); }
namespace std {
template <typename T> class valarray {
    vector<T> v_;
public:
    typedef T value_type;
    valarray() {}
    explicit valarray(size_t n) { v_.resize(n); }
    valarray(const T &x, size_t n) { v_.resize(n, x); }
    valarray(const T *p, size_t n) { for (size_t i = 0; i < n; i++) v_.push_back(p[i]); }
    valarray(initializer_list<T> list) { for (const T &x : list) v_.push_back(x); }
    valarray(const valarray &o) : v_(o.v_) {}
    valarray &operator=(const valarray &o) { v_ = o.v_; return *this; }
    valarray &operator=(const T &x) { for (T &y : v_) y = x; return *this; }
    size_t size() const { return v_.size(); }
    void resize(size_t n, T x = T()) { v_.clear(); v_.resize(n, x); }
    T &operator[](size_t i) { return v_[i]; }
    const T &operator[](size_t i) const { return v_[i]; }
    T *begin() { return v_.begin(); }
    T *end() { return v_.end(); }
    const T *begin() const { return v_.begin(); }
    const T *end() const { return v_.end(); }
    void swap(valarray &o) { std::swap(v_, o.v_); }
    T sum() const { T s = v_[0]; for (size_t i = 1; i < size(); i++) s += v_[i]; return s; }
    T min() const { T s = v_[0]; for (const T &x : v_) if (x < s) s = x; return s; }
    T max() const { T s = v_[0]; for (const T &x : v_) if (s < x) s = x; return s; }
    template <typename F> valarray apply(F f) const { valarray r(size()); for (size_t i = 0; i < size(); i++) r[i] = f(v_[i]); return r; }
    valarray shift(int n) const { valarray r(size()); for (size_t i = 0; i < size(); i++) { long k = (long) i + n; if (k >= 0 && k < (long) size()) r[i] = v_[k]; } return r; }
    valarray cshift(int n) const { valarray r(size()); long m = (long) size(); for (long i = 0; i < m; i++) r[i] = v_[((i + n) % m + m) % m]; return r; }
    valarray operator-() const { valarray r(size()); for (size_t i = 0; i < size(); i++) r[i] = -v_[i]; return r; }
    valarray operator+() const { return *this; }
    valarray &operator+=(const valarray &o) { for (size_t i = 0; i < size(); i++) v_[i] += o[i]; return *this; }
    valarray &operator+=(const T &x) { for (T &y : v_) y += x; return *this; }
    friend valarray operator+(const valarray &a, const valarray &b) { valarray r(a); r += b; return r; }
    friend valarray operator+(const valarray &a, const T &x) { valarray r(a); r += x; return r; }
    friend valarray operator+(const T &x, const valarray &a) { valarray r(x, a.size()); r += a; return r; }
    valarray &operator-=(const valarray &o) { for (size_t i = 0; i < size(); i++) v_[i] -= o[i]; return *this; }
    valarray &operator-=(const T &x) { for (T &y : v_) y -= x; return *this; }
    friend valarray operator-(const valarray &a, const valarray &b) { valarray r(a); r -= b; return r; }
    friend valarray operator-(const valarray &a, const T &x) { valarray r(a); r -= x; return r; }
    friend valarray operator-(const T &x, const valarray &a) { valarray r(x, a.size()); r -= a; return r; }
    valarray &operator*=(const valarray &o) { for (size_t i = 0; i < size(); i++) v_[i] *= o[i]; return *this; }
    valarray &operator*=(const T &x) { for (T &y : v_) y *= x; return *this; }
    friend valarray operator*(const valarray &a, const valarray &b) { valarray r(a); r *= b; return r; }
    friend valarray operator*(const valarray &a, const T &x) { valarray r(a); r *= x; return r; }
    friend valarray operator*(const T &x, const valarray &a) { valarray r(x, a.size()); r *= a; return r; }
    valarray &operator/=(const valarray &o) { for (size_t i = 0; i < size(); i++) v_[i] /= o[i]; return *this; }
    valarray &operator/=(const T &x) { for (T &y : v_) y /= x; return *this; }
    friend valarray operator/(const valarray &a, const valarray &b) { valarray r(a); r /= b; return r; }
    friend valarray operator/(const valarray &a, const T &x) { valarray r(a); r /= x; return r; }
    friend valarray operator/(const T &x, const valarray &a) { valarray r(x, a.size()); r /= a; return r; }
    valarray &operator%=(const valarray &o) { for (size_t i = 0; i < size(); i++) v_[i] %= o[i]; return *this; }
    valarray &operator%=(const T &x) { for (T &y : v_) y %= x; return *this; }
    friend valarray operator%(const valarray &a, const valarray &b) { valarray r(a); r %= b; return r; }
    friend valarray operator%(const valarray &a, const T &x) { valarray r(a); r %= x; return r; }
    friend valarray operator%(const T &x, const valarray &a) { valarray r(x, a.size()); r %= a; return r; }
    friend valarray<bool> operator==(const valarray &a, const valarray &b) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] == b[i]; return r; }
    friend valarray<bool> operator==(const valarray &a, const T &x) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] == x; return r; }
    friend valarray<bool> operator!=(const valarray &a, const valarray &b) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] != b[i]; return r; }
    friend valarray<bool> operator!=(const valarray &a, const T &x) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] != x; return r; }
    friend valarray<bool> operator<(const valarray &a, const valarray &b) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] < b[i]; return r; }
    friend valarray<bool> operator<(const valarray &a, const T &x) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] < x; return r; }
    friend valarray<bool> operator>(const valarray &a, const valarray &b) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] > b[i]; return r; }
    friend valarray<bool> operator>(const valarray &a, const T &x) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] > x; return r; }
    friend valarray<bool> operator<=(const valarray &a, const valarray &b) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] <= b[i]; return r; }
    friend valarray<bool> operator<=(const valarray &a, const T &x) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] <= x; return r; }
    friend valarray<bool> operator>=(const valarray &a, const valarray &b) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] >= b[i]; return r; }
    friend valarray<bool> operator>=(const valarray &a, const T &x) { valarray<bool> r(a.size()); for (size_t i = 0; i < a.size(); i++) r[i] = a[i] >= x; return r; }
};
template <typename T> T *begin(valarray<T> &v) { return v.begin(); }
template <typename T> T *end(valarray<T> &v) { return v.end(); }
template <typename T> const T *begin(const valarray<T> &v) { return v.begin(); }
template <typename T> const T *end(const valarray<T> &v) { return v.end(); }
template <typename T> valarray<T> abs(const valarray<T> &v) { valarray<T> r(v.size()); for (size_t i = 0; i < v.size(); i++) r[i] = (T) __magnitude(v[i]); return r; }
template <typename T> valarray<T> sqrt(const valarray<T> &v) { valarray<T> r(v.size()); for (size_t i = 0; i < v.size(); i++) r[i] = (T) __each_sqrt((double) v[i]); return r; }
template <typename T> valarray<T> exp(const valarray<T> &v) { valarray<T> r(v.size()); for (size_t i = 0; i < v.size(); i++) r[i] = (T) __each_exp((double) v[i]); return r; }
template <typename T> valarray<T> log(const valarray<T> &v) { valarray<T> r(v.size()); for (size_t i = 0; i < v.size(); i++) r[i] = (T) __each_log((double) v[i]); return r; }
template <typename T> valarray<T> sin(const valarray<T> &v) { valarray<T> r(v.size()); for (size_t i = 0; i < v.size(); i++) r[i] = (T) __each_sin((double) v[i]); return r; }
template <typename T> valarray<T> cos(const valarray<T> &v) { valarray<T> r(v.size()); for (size_t i = 0; i < v.size(); i++) r[i] = (T) __each_cos((double) v[i]); return r; }
template <typename T> valarray<T> pow(const valarray<T> &v, const T &x) { valarray<T> r(v.size()); for (size_t i = 0; i < v.size(); i++) r[i] = (T) __each_pow((double) v[i], (double) x); return r; }
}
