// names: __nv_bfloat16
// SPDX-License-Identifier: Apache-2.0
// __nv_bfloat16 on the host: sixteen bits that are computed with as float and rounded once.
struct __nv_bfloat16_raw { unsigned short x; };
struct __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() {}
    __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x) {}
    __nv_bfloat16(float v) : __x(__half_bits(v, true)) {}
    __nv_bfloat16(double v) : __x(__half_bits((float) v, true)) {}
    __nv_bfloat16(int v) : __x(__half_bits((float) v, true)) {}
    __nv_bfloat16(unsigned v) : __x(__half_bits((float) v, true)) {}
    __nv_bfloat16(long v) : __x(__half_bits((float) v, true)) {}
    __nv_bfloat16(unsigned long v) : __x(__half_bits((float) v, true)) {}
    operator __nv_bfloat16_raw() const { __nv_bfloat16_raw raw = {__x}; return raw; }
    operator float() const { return __half_value(__x, true); }
    __nv_bfloat16 &operator+=(const __nv_bfloat16 &o) { __x = __half_bits(__half_value(__x, true) + __half_value(o.__x, true), true); return *this; }
    __nv_bfloat16 &operator-=(const __nv_bfloat16 &o) { __x = __half_bits(__half_value(__x, true) - __half_value(o.__x, true), true); return *this; }
    __nv_bfloat16 &operator*=(const __nv_bfloat16 &o) { __x = __half_bits(__half_value(__x, true) * __half_value(o.__x, true), true); return *this; }
    __nv_bfloat16 &operator/=(const __nv_bfloat16 &o) { __x = __half_bits(__half_value(__x, true) / __half_value(o.__x, true), true); return *this; }
};
typedef __nv_bfloat16 nv_bfloat16;
inline __nv_bfloat16 operator+(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16(__half_value(a.__x, true) + __half_value(b.__x, true)); }
inline __nv_bfloat16 operator-(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16(__half_value(a.__x, true) - __half_value(b.__x, true)); }
inline __nv_bfloat16 operator*(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16(__half_value(a.__x, true) * __half_value(b.__x, true)); }
inline __nv_bfloat16 operator/(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat16(__half_value(a.__x, true) / __half_value(b.__x, true)); }
inline __nv_bfloat16 operator-(const __nv_bfloat16 &a) { return __nv_bfloat16(-__half_value(a.__x, true)); }
inline bool operator==(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __half_value(a.__x, true) == __half_value(b.__x, true); }
inline bool operator!=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __half_value(a.__x, true) != __half_value(b.__x, true); }
inline bool operator<(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __half_value(a.__x, true) < __half_value(b.__x, true); }
inline bool operator>(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __half_value(a.__x, true) > __half_value(b.__x, true); }
inline bool operator<=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __half_value(a.__x, true) <= __half_value(b.__x, true); }
inline bool operator>=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __half_value(a.__x, true) >= __half_value(b.__x, true); }
inline __nv_bfloat16 __float2bfloat16(float v) { return __nv_bfloat16(v); }
inline __nv_bfloat16 __float2bfloat16_rn(float v) { return __nv_bfloat16(v); }
inline __nv_bfloat16 __double2bfloat16(double v) { return __nv_bfloat16(v); }
inline __nv_bfloat16 __int2bfloat16_rn(int v) { return __nv_bfloat16(v); }
inline float __bfloat162float(const __nv_bfloat16 &h) { return __half_value(h.__x, true); }
inline __nv_bfloat16 __hadd(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return a + b; }
inline __nv_bfloat16 __hsub(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return a - b; }
inline __nv_bfloat16 __hmul(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return a * b; }
inline __nv_bfloat16 __hdiv(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return a / b; }
inline __nv_bfloat16 __hneg(const __nv_bfloat16 &a) { return -a; }
inline __nv_bfloat16 __habs(const __nv_bfloat16 &a) { return __nv_bfloat16(fabsf(__half_value(a.__x, true))); }
inline __nv_bfloat16 __hfma(const __nv_bfloat16 &a, const __nv_bfloat16 &b, const __nv_bfloat16 &c) { return __nv_bfloat16(fmaf(__half_value(a.__x, true), __half_value(b.__x, true), __half_value(c.__x, true))); }
inline bool __heq(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return a == b; }
inline bool __hne(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return a != b; }
inline bool __hlt(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return a < b; }
inline bool __hle(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return a <= b; }
inline bool __hgt(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return a > b; }
inline bool __hge(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return a >= b; }
inline bool __hisnan(const __nv_bfloat16 &a) { return isnan(__half_value(a.__x, true)); }
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) { __nv_bfloat16 h; h.__x = bits; return h; }
inline unsigned short __bfloat16_as_ushort(const __nv_bfloat16 &h) { return h.__x; }
struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() {}
    __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
};
typedef __nv_bfloat162 nv_bfloat162;
inline __nv_bfloat162 __float2bfloat162_rn(float v) { return __nv_bfloat162(__nv_bfloat16(v), __nv_bfloat16(v)); }
inline __nv_bfloat162 __floats2bfloat162_rn(float a, float b) { return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b)); }
inline __nv_bfloat162 __bfloat162bfloat162(const __nv_bfloat16 &a) { return __nv_bfloat162(a, a); }
inline __nv_bfloat162 __halves2bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat162(a, b); }
inline __nv_bfloat162 make_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __nv_bfloat162(a, b); }
inline __nv_bfloat16 __low2bfloat16(const __nv_bfloat162 &v) { return v.x; }
inline __nv_bfloat16 __high2bfloat16(const __nv_bfloat162 &v) { return v.y; }
inline float __low2float(const __nv_bfloat162 &v) { return __half_value(v.x.__x, true); }
inline float __high2float(const __nv_bfloat162 &v) { return __half_value(v.y.__x, true); }
inline __nv_bfloat162 __float22bfloat162_rn(float2 v) { return __nv_bfloat162(__nv_bfloat16(v.x), __nv_bfloat16(v.y)); }
inline float2 __bfloat1622float2(const __nv_bfloat162 &v) { return make_float2(__low2float(v), __high2float(v)); }
inline __nv_bfloat162 __hadd2(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x + b.x, a.y + b.y); }
inline __nv_bfloat162 operator+(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x + b.x, a.y + b.y); }
inline __nv_bfloat162 __hsub2(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x - b.x, a.y - b.y); }
inline __nv_bfloat162 operator-(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x - b.x, a.y - b.y); }
inline __nv_bfloat162 __hmul2(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x * b.x, a.y * b.y); }
inline __nv_bfloat162 operator*(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x * b.x, a.y * b.y); }
inline __nv_bfloat162 __hdiv2(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x / b.x, a.y / b.y); }
inline __nv_bfloat162 operator/(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __nv_bfloat162(a.x / b.x, a.y / b.y); }
inline __nv_bfloat162 __hfma2(const __nv_bfloat162 &a, const __nv_bfloat162 &b, const __nv_bfloat162 &c) { return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
