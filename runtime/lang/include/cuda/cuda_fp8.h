#include <cuda_bf16>
#include <cuda_fp16>
// names: __nv_fp8_e4m3
// SPDX-License-Identifier: Apache-2.0
// The floats of eight bits on the host: converted, not computed with. E4M3 has no infinity; what a class is made of is saturated.
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
inline unsigned char __fp8_bits(double v, bool saturate, bool e5m2) {
    const int digits = e5m2 ? 2 : 3, least = e5m2 ? -16 : -9; // of the fraction; the exponent of the least value
    const unsigned char sign = signbit(v) ? 0x80 : 0, most = e5m2 ? 0x7b : 0x7e;
    int e;
    if (isnan(v)) return sign | (e5m2 ? 0x7e | (*(unsigned long *) &v >> 50 & 3) : 0x7f);
    if (isinf(v)) return sign | (saturate ? most : most + 1);
    v = frexp(fabs(v), &e);
    int unit = e - 1 - digits > least ? e - 1 - digits : least;
    int q = (int) rint(ldexp(v, e > 64 ? 64 : e - unit)); // to nearest even; what is far too large stays so
    if (e > 64) return sign | (saturate ? most : most + 1);
    int bits = q < 1 << digits ? q : (unit - least + 1 << digits) + q - (1 << digits);
    return sign | (bits <= most ? bits : saturate ? most : most + 1);
}
inline float __fp8_value(unsigned char bits, bool e5m2) {
    if (e5m2) return __half_value((unsigned short) (bits << 8), false);
    const int e = bits >> 3 & 15, fraction = bits & 7;
    const float v = (bits & 0x7f) == 0x7f ? nanf("") : e ? ldexpf((float) (8 + fraction), e - 10) : ldexpf((float) fraction, -9);
    return bits & 0x80 ? -v : v;
}
inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x, const __nv_saturation_t s, const __nv_fp8_interpretation_t i) { return __fp8_bits(x, s == __NV_SATFINITE, i == __NV_E5M2); }
inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x, const __nv_saturation_t s, const __nv_fp8_interpretation_t i) { return isnan(x) ? 0x7f : __nv_cvt_double_to_fp8(x, s, i); }
inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t s, const __nv_fp8_interpretation_t i) { return __nv_cvt_float_to_fp8(__half_value(x.x, false), s, i); }
inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw x, const __nv_saturation_t s, const __nv_fp8_interpretation_t i) { return __nv_cvt_float_to_fp8(__half_value(x.x, true), s, i); }
inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(const double2 x, const __nv_saturation_t s, const __nv_fp8_interpretation_t i) { return __nv_cvt_double_to_fp8(x.x, s, i) | __nv_cvt_double_to_fp8(x.y, s, i) << 8; }
inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(const float2 x, const __nv_saturation_t s, const __nv_fp8_interpretation_t i) { return __nv_cvt_float_to_fp8(x.x, s, i) | __nv_cvt_float_to_fp8(x.y, s, i) << 8; }
inline __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t i) {
    __half_raw r;
    r.x = (x & 0x7f) > (i == __NV_E5M2 ? 0x7c : 0x7e) ? 0x7fff : __half_bits(__fp8_value(x, i == __NV_E5M2), false);
    return r;
}
template <bool E5M2> struct __fp8 {
    __nv_fp8_storage_t __x;
    __fp8() = default;
    explicit __fp8(const __half v) : __x(__nv_cvt_float_to_fp8(__half2float(v), __NV_SATFINITE, E5M2 ? __NV_E5M2 : __NV_E4M3)) {}
    explicit __fp8(const __nv_bfloat16 v) : __x(__nv_cvt_float_to_fp8(__bfloat162float(v), __NV_SATFINITE, E5M2 ? __NV_E5M2 : __NV_E4M3)) {}
    explicit __fp8(const float v) : __x(__nv_cvt_float_to_fp8(v, __NV_SATFINITE, E5M2 ? __NV_E5M2 : __NV_E4M3)) {}
    explicit __fp8(const double v) : __x(__fp8_bits(v, true, E5M2)) {}
    explicit __fp8(const short v) : __x(__fp8_bits(v, true, E5M2)) {}
    explicit __fp8(const unsigned short v) : __x(__fp8_bits(v, true, E5M2)) {}
    explicit __fp8(const int v) : __x(__fp8_bits(v, true, E5M2)) {}
    explicit __fp8(const unsigned v) : __x(__fp8_bits(v, true, E5M2)) {}
    explicit __fp8(const long v) : __x(__fp8_bits((double) v, true, E5M2)) {}
    explicit __fp8(const unsigned long v) : __x(__fp8_bits((double) v, true, E5M2)) {}
    explicit __fp8(const long long v) : __x(__fp8_bits((double) v, true, E5M2)) {}
    explicit __fp8(const unsigned long long v) : __x(__fp8_bits((double) v, true, E5M2)) {}
    explicit operator float() const { return __fp8_value(__x, E5M2); }
    explicit operator double() const { return __fp8_value(__x, E5M2); }
    explicit operator __half() const { return __half(__fp8_value(__x, E5M2)); }
    explicit operator __nv_bfloat16() const { return __nv_bfloat16(__fp8_value(__x, E5M2)); }
    explicit operator bool() const { return (__x & 0x7f) != 0; }
    explicit operator char() const { return (char) __within(-128, 127); }
    explicit operator signed char() const { return (signed char) __within(-128, 127); }
    explicit operator unsigned char() const { return (unsigned char) __within(0, 255); }
    explicit operator short() const { return (short) __within(-32768, 32767); }
    explicit operator unsigned short() const { return (unsigned short) __within(0, 65535); }
    explicit operator int() const { return (int) __within(-0x1p31, 0x1p31 - 1); }
    explicit operator unsigned() const { return (unsigned) __within(0, 0x1p32 - 1); }
    explicit operator long() const { return __wide(); }
    explicit operator long long() const { return __wide(); }
    explicit operator unsigned long() const { return __wide_unsigned(); }
    explicit operator unsigned long long() const { return __wide_unsigned(); }
    double __within(double low, double high) const { const float v = __fp8_value(__x, E5M2); return isnan(v) ? 0 : v < low ? low : v > high ? high : v; }
    long __wide() const { const float v = __fp8_value(__x, E5M2); return isnan(v) ? -0x7fffffffffffffff - 1 : isinf(v) ? (v > 0 ? 0x7fffffffffffffff : -0x7fffffffffffffff - 1) : (long) v; }
    unsigned long __wide_unsigned() const { const float v = __fp8_value(__x, E5M2); return isnan(v) ? 0x8000000000000000u : v < 0 ? 0 : isinf(v) ? 0xffffffffffffffffu : (unsigned long) v; }
};
struct __nv_fp8_e4m3 : __fp8<false> { using __fp8<false>::__fp8; };
struct __nv_fp8_e5m2 : __fp8<true> { using __fp8<true>::__fp8; };
template <class T> struct __fp8_two {
    __nv_fp8x2_storage_t __x;
    __fp8_two() = default;
    explicit __fp8_two(const float2 v) : __x(T(v.x).__x | T(v.y).__x << 8) {}
    explicit __fp8_two(const double2 v) : __x(T(v.x).__x | T(v.y).__x << 8) {}
    explicit __fp8_two(const __half2 v) : __x(T(v.x).__x | T(v.y).__x << 8) {}
    explicit __fp8_two(const __nv_bfloat162 v) : __x(T(v.x).__x | T(v.y).__x << 8) {}
    float __at(int i) const { T t; t.__x = (unsigned char) (__x >> 8 * i); return (float) t; }
    explicit operator float2() const { return make_float2(__at(0), __at(1)); }
    explicit operator __half2() const { return __half2(__half(__at(0)), __half(__at(1))); }
};
struct __nv_fp8x2_e4m3 : __fp8_two<__nv_fp8_e4m3> { using __fp8_two<__nv_fp8_e4m3>::__fp8_two; };
struct __nv_fp8x2_e5m2 : __fp8_two<__nv_fp8_e5m2> { using __fp8_two<__nv_fp8_e5m2>::__fp8_two; };
template <class T> struct __fp8_four {
    __nv_fp8x4_storage_t __x;
    __fp8_four() = default;
    template <class A, class B, class C, class D> static unsigned __joined(A a, B b, C c, D d) { return T(a).__x | (unsigned) T(b).__x << 8 | (unsigned) T(c).__x << 16 | (unsigned) T(d).__x << 24; }
    explicit __fp8_four(const float4 v) : __x(__joined(v.x, v.y, v.z, v.w)) {}
    explicit __fp8_four(const double4 v) : __x(__joined(v.x, v.y, v.z, v.w)) {}
    explicit __fp8_four(const __half2 low, const __half2 high) : __x(__joined(low.x, low.y, high.x, high.y)) {}
    explicit __fp8_four(const __nv_bfloat162 low, const __nv_bfloat162 high) : __x(__joined(low.x, low.y, high.x, high.y)) {}
    float __at(int i) const { T t; t.__x = (unsigned char) (__x >> 8 * i); return (float) t; }
    explicit operator float4() const { return make_float4(__at(0), __at(1), __at(2), __at(3)); }
};
struct __nv_fp8x4_e4m3 : __fp8_four<__nv_fp8_e4m3> { using __fp8_four<__nv_fp8_e4m3>::__fp8_four; };
struct __nv_fp8x4_e5m2 : __fp8_four<__nv_fp8_e5m2> { using __fp8_four<__nv_fp8_e5m2>::__fp8_four; };
