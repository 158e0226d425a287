// names: __half
// SPDX-License-Identifier: Apache-2.0
// __half on the host: sixteen bits that are computed with as float and rounded once.
struct __half_raw { unsigned short x; };
struct __half {
    unsigned short __x;
    __half() {}
    __half(const __half_raw &raw) : __x(raw.x) {}
    __half(float v) : __x(__half_bits(v, false)) {}
    __half(double v) : __x(__half_bits((float) v, false)) {}
    __half(int v) : __x(__half_bits((float) v, false)) {}
    __half(unsigned v) : __x(__half_bits((float) v, false)) {}
    __half(long v) : __x(__half_bits((float) v, false)) {}
    __half(unsigned long v) : __x(__half_bits((float) v, false)) {}
    operator __half_raw() const { __half_raw raw = {__x}; return raw; }
    operator float() const { return __half_value(__x, false); }
    __half &operator+=(const __half &o) { __x = __half_bits(__half_value(__x, false) + __half_value(o.__x, false), false); return *this; }
    __half &operator-=(const __half &o) { __x = __half_bits(__half_value(__x, false) - __half_value(o.__x, false), false); return *this; }
    __half &operator*=(const __half &o) { __x = __half_bits(__half_value(__x, false) * __half_value(o.__x, false), false); return *this; }
    __half &operator/=(const __half &o) { __x = __half_bits(__half_value(__x, false) / __half_value(o.__x, false), false); return *this; }
};
typedef __half half;
inline __half operator+(const __half &a, const __half &b) { return __half(__half_value(a.__x, false) + __half_value(b.__x, false)); }
inline __half operator-(const __half &a, const __half &b) { return __half(__half_value(a.__x, false) - __half_value(b.__x, false)); }
inline __half operator*(const __half &a, const __half &b) { return __half(__half_value(a.__x, false) * __half_value(b.__x, false)); }
inline __half operator/(const __half &a, const __half &b) { return __half(__half_value(a.__x, false) / __half_value(b.__x, false)); }
inline __half operator-(const __half &a) { return __half(-__half_value(a.__x, false)); }
inline bool operator==(const __half &a, const __half &b) { return __half_value(a.__x, false) == __half_value(b.__x, false); }
inline bool operator!=(const __half &a, const __half &b) { return __half_value(a.__x, false) != __half_value(b.__x, false); }
inline bool operator<(const __half &a, const __half &b) { return __half_value(a.__x, false) < __half_value(b.__x, false); }
inline bool operator>(const __half &a, const __half &b) { return __half_value(a.__x, false) > __half_value(b.__x, false); }
inline bool operator<=(const __half &a, const __half &b) { return __half_value(a.__x, false) <= __half_value(b.__x, false); }
inline bool operator>=(const __half &a, const __half &b) { return __half_value(a.__x, false) >= __half_value(b.__x, false); }
inline __half __float2half(float v) { return __half(v); }
inline __half __float2half_rn(float v) { return __half(v); }
inline __half __double2half(double v) { return __half(v); }
inline __half __int2half_rn(int v) { return __half(v); }
inline float __half2float(const __half &h) { return __half_value(h.__x, false); }
inline int __half2int_rn(const __half &h) { return (int) rintf(__half_value(h.__x, false)); }
inline int __half2int_rz(const __half &h) { return (int) __half_value(h.__x, false); }
inline __half __hadd(const __half &a, const __half &b) { return a + b; }
inline __half __hsub(const __half &a, const __half &b) { return a - b; }
inline __half __hmul(const __half &a, const __half &b) { return a * b; }
inline __half __hdiv(const __half &a, const __half &b) { return a / b; }
inline __half __hneg(const __half &a) { return -a; }
inline __half __habs(const __half &a) { return __half(fabsf(__half_value(a.__x, false))); }
inline __half __hfma(const __half &a, const __half &b, const __half &c) { return __half(fmaf(__half_value(a.__x, false), __half_value(b.__x, false), __half_value(c.__x, false))); }
inline bool __heq(const __half &a, const __half &b) { return a == b; }
inline bool __hne(const __half &a, const __half &b) { return a != b; }
inline bool __hlt(const __half &a, const __half &b) { return a < b; }
inline bool __hle(const __half &a, const __half &b) { return a <= b; }
inline bool __hgt(const __half &a, const __half &b) { return a > b; }
inline bool __hge(const __half &a, const __half &b) { return a >= b; }
inline bool __hisnan(const __half &a) { return isnan(__half_value(a.__x, false)); }
inline __half __ushort_as_half(unsigned short bits) { __half h; h.__x = bits; return h; }
inline unsigned short __half_as_ushort(const __half &h) { return h.__x; }
struct __align__(4) __half2 {
    __half x, y;
    __half2() {}
    __half2(const __half &a, const __half &b) : x(a), y(b) {}
};
typedef __half2 half2;
inline __half2 __float2half2_rn(float v) { return __half2(__half(v), __half(v)); }
inline __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
inline __half2 __float22half2_rn(float2 v) { return __half2(__half(v.x), __half(v.y)); }
inline __half2 __half2half2(const __half &a) { return __half2(a, a); }
inline __half2 __halves2half2(const __half &a, const __half &b) { return __half2(a, b); }
inline __half2 make_half2(const __half &a, const __half &b) { return __half2(a, b); }
inline __half __low2half(const __half2 &v) { return v.x; }
inline __half __high2half(const __half2 &v) { return v.y; }
inline float __low2float(const __half2 &v) { return __half_value(v.x.__x, false); }
inline float __high2float(const __half2 &v) { return __half_value(v.y.__x, false); }
inline float2 __half22float2(const __half2 &v) { return make_float2(__low2float(v), __high2float(v)); }
inline __half2 __hadd2(const __half2 &a, const __half2 &b) { return __half2(a.x + b.x, a.y + b.y); }
inline __half2 operator+(const __half2 &a, const __half2 &b) { return __half2(a.x + b.x, a.y + b.y); }
inline __half2 __hsub2(const __half2 &a, const __half2 &b) { return __half2(a.x - b.x, a.y - b.y); }
inline __half2 operator-(const __half2 &a, const __half2 &b) { return __half2(a.x - b.x, a.y - b.y); }
inline __half2 __hmul2(const __half2 &a, const __half2 &b) { return __half2(a.x * b.x, a.y * b.y); }
inline __half2 operator*(const __half2 &a, const __half2 &b) { return __half2(a.x * b.x, a.y * b.y); }
inline __half2 __hdiv2(const __half2 &a, const __half2 &b) { return __half2(a.x / b.x, a.y / b.y); }
inline __half2 operator/(const __half2 &a, const __half2 &b) { return __half2(a.x / b.x, a.y / b.y); }
inline __half2 __hfma2(const __half2 &a, const __half2 &b, const __half2 &c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
