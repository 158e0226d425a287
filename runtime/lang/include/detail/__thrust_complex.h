/* SPDX-License-Identifier: Apache-2.0 */
/* thrust::complex, for thrust.h. Division scales, so that it does not overflow before its result does. */
#ifndef WARPCELL_THRUST_COMPLEX_H
#define WARPCELL_THRUST_COMPLEX_H
#include <complex>

namespace thrust {

#define __BOTH __host__ __device__ inline
template <typename T> struct complex {
    typedef T value_type;
    T x, y;
    __host__ __device__ complex(const T &re = T(), const T &im = T()) : x(re), y(im) {}
    template <typename U> __host__ __device__ complex(const complex<U> &z) : x((T) z.real()), y((T) z.imag()) {}
#ifndef __CUDA_ARCH__
    template <typename U> complex(const std::complex<U> &z) : x((T) z.real()), y((T) z.imag()) {}
    operator std::complex<T>() const { return std::complex<T>(x, y); }
#endif
    __host__ __device__ T real() const { return x; }
    __host__ __device__ T imag() const { return y; }
    __host__ __device__ void real(T v) { x = v; }
    __host__ __device__ void imag(T v) { y = v; }
    __host__ __device__ complex &operator=(const T &re) { x = re; y = T(); return *this; }
    template <typename U> __host__ __device__ complex &operator+=(const complex<U> &z) { return *this = *this + complex(z); }
    template <typename U> __host__ __device__ complex &operator-=(const complex<U> &z) { return *this = *this - complex(z); }
    template <typename U> __host__ __device__ complex &operator*=(const complex<U> &z) { return *this = *this * complex(z); }
    template <typename U> __host__ __device__ complex &operator/=(const complex<U> &z) { return *this = *this / complex(z); }
    __host__ __device__ complex &operator+=(const T &v) { x += v; return *this; }
    __host__ __device__ complex &operator-=(const T &v) { x -= v; return *this; }
    __host__ __device__ complex &operator*=(const T &v) { x *= v; y *= v; return *this; }
    __host__ __device__ complex &operator/=(const T &v) { x /= v; y /= v; return *this; }
    friend __BOTH complex operator+(const complex &a, const complex &b) { return complex(a.x + b.x, a.y + b.y); }
    friend __BOTH complex operator-(const complex &a, const complex &b) { return complex(a.x - b.x, a.y - b.y); }
    friend __BOTH complex operator*(const complex &a, const complex &b) { return complex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
    friend __BOTH complex operator/(const complex &a, const complex &b) {
        T scale = fabs(b.x) + fabs(b.y), ax = a.x / scale, ay = a.y / scale, bx = b.x / scale, by = b.y / scale, d = bx * bx + by * by;
        return complex((ax * bx + ay * by) / d, (ay * bx - ax * by) / d);
    }
    friend __BOTH complex operator+(const complex &a) { return a; }
    friend __BOTH complex operator-(const complex &a) { return complex(-a.x, -a.y); }
    friend __BOTH bool operator==(const complex &a, const complex &b) { return a.x == b.x && a.y == b.y; }
    friend __BOTH bool operator!=(const complex &a, const complex &b) { return !(a == b); }
};

template <typename T> __BOTH T real(const complex<T> &z) { return z.x; }
template <typename T> __BOTH T imag(const complex<T> &z) { return z.y; }
template <typename T> __BOTH T abs(const complex<T> &z) { return hypot(z.x, z.y); }
template <typename T> __BOTH T arg(const complex<T> &z) { return atan2(z.y, z.x); }
template <typename T> __BOTH T norm(const complex<T> &z) { return z.x * z.x + z.y * z.y; }
template <typename T> __BOTH complex<T> conj(const complex<T> &z) { return complex<T>(z.x, -z.y); }
template <typename T> __BOTH complex<T> polar(const T &r, const T &angle = T()) { return complex<T>(r * cos(angle), r * sin(angle)); }
template <typename T> __BOTH complex<T> exp(const complex<T> &z) { T r = ::exp(z.x); return complex<T>(r * ::cos(z.y), r * ::sin(z.y)); }
template <typename T> __BOTH complex<T> log(const complex<T> &z) { return complex<T>(::log(thrust::abs(z)), thrust::arg(z)); }
template <typename T> __BOTH complex<T> log10(const complex<T> &z) { return thrust::log(z) / complex<T>(T(2.302585092994045684)); }
template <typename T> __BOTH complex<T> sqrt(const complex<T> &z) {
    T r = thrust::abs(z), re = ::sqrt((r + fabs(z.x)) / 2);
    if (!re) return complex<T>(re, z.y);
    T other = fabs(z.y) / (2 * re);
    return z.x >= 0 ? complex<T>(re, copysign(other, z.y)) : complex<T>(other, copysign(re, z.y));
}
template <typename T> __BOTH complex<T> pow(const complex<T> &z, const complex<T> &w) { return !z.x && !z.y ? complex<T>(!w.x && !w.y) : thrust::exp(w * thrust::log(z)); }
template <typename T> __BOTH complex<T> pow(const complex<T> &z, const T &w) { return thrust::pow(z, complex<T>(w)); }
template <typename T> __BOTH complex<T> pow(const T &z, const complex<T> &w) { return thrust::pow(complex<T>(z), w); }
template <typename T> __BOTH complex<T> sin(const complex<T> &z) { return complex<T>(::sin(z.x) * ::cosh(z.y), ::cos(z.x) * ::sinh(z.y)); }
template <typename T> __BOTH complex<T> cos(const complex<T> &z) { return complex<T>(::cos(z.x) * ::cosh(z.y), -::sin(z.x) * ::sinh(z.y)); }
template <typename T> __BOTH complex<T> sinh(const complex<T> &z) { return complex<T>(::sinh(z.x) * ::cos(z.y), ::cosh(z.x) * ::sin(z.y)); }
template <typename T> __BOTH complex<T> cosh(const complex<T> &z) { return complex<T>(::cosh(z.x) * ::cos(z.y), ::sinh(z.x) * ::sin(z.y)); }
template <typename T> __BOTH complex<T> tan(const complex<T> &z) { return thrust::sin(z) / thrust::cos(z); }
template <typename T> __BOTH complex<T> tanh(const complex<T> &z) { return thrust::sinh(z) / thrust::cosh(z); }
template <typename T> std::ostream &operator<<(std::ostream &out, const complex<T> &z) { return out << '(' << z.x << ',' << z.y << ')'; }
#undef __BOTH

}
#endif
