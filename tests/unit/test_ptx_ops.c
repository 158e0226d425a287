/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic of the PTX engine against values computed here another way: C of the host in the rounding mode
 * that is asked for, 128-bit integers, loops over bits. Every row runs on all pairs of special values. */
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "device/cpu/cpu.h"
#include "device/device_open.h"
#include "device/device.h"
#include "diag/diag.h"

typedef uint64_t reference_fn(uint64_t a, uint64_t b, uint64_t c);

struct row {
    const char *op;    /* PTX mnemonic */
    const char *types; /* result and operands: h 16 bits, w 32, l 64, f f32, d f64, p predicate, b 8 bits */
    reference_fn *want;
};

/* ---- values ---- */

static const uint64_t values_16[] = {0, 1, 2, 3, 7, 0x7fff, 0x8000, 0x8001, 0xffff, 0xfffe, 0x1234, 15, 16, 17};
static const uint64_t values_32[] = {0, 1, 2, 3, 5, 31, 32, 33, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffffe, 0x12345678, 0xdeadbeef, 255, 256, 0xff00};
static const uint64_t values_64[] = {0, 1, 2, 63, 64, 65, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0xfffffffffffffffe, 0x123456789abcdef0, 0xffffffff, 0x100000000, 0x80000000, 0x20000000000001, 0x1000001};
static const uint64_t values_f32[] = {0, 0x80000000, 1, 0x80000001, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000, 0x3f000000, 0x40490fdb, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800001, 0x4b7fffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x3fc00000, 0xbfc00000, 0x40200000, 0x5f000000, 0x42fe0000, 0x01000001};
static const uint64_t values_f64[] = {0, 0x8000000000000000, 1, 0x000fffffffffffff, 0x0010000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x3fe0000000000000, 0x400921fb54442d18, 0x7fefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0x3ff0000000000001, 0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000000000, 0x41f0000000000000, 0x43e0000000000000, 0x4004000000000000, 0x3690000000000001, 0x47efffffe0000000, 0x47f0000000000000, 0x3ff0000010000000, 0x3ff0000030000000};

static const uint64_t *values_of(char type, size_t *out_n)
{
#define RETURN(list) return *out_n = sizeof list / sizeof *list, list
    switch (type) {
    case 'h': case 'b': RETURN(values_16);
    case 'w': case 'p': RETURN(values_32);
    case 'l': RETURN(values_64);
    case 'f': RETURN(values_f32);
    default: RETURN(values_f64);
    }
#undef RETURN
}

static uint32_t size_of(char type)
{
    return type == 'h' ? 2 : type == 'b' ? 2 : type == 'l' || type == 'd' ? 8 : 4;
}

/* ---- reference ---- */

static float F(uint64_t b)
{
    uint32_t w = (uint32_t) b;
    float f;
    memcpy(&f, &w, 4);
    return f;
}

static double D(uint64_t b)
{
    double d;
    memcpy(&d, &b, 8);
    return d;
}

static uint64_t f32(float f)
{
    uint32_t w;
    memcpy(&w, &f, 4);
    return w;
}

static uint64_t f64(double d)
{
    uint64_t w;
    memcpy(&w, &d, 8);
    return w;
}

#define S16(x) ((int64_t) (int16_t) (x))
#define S32(x) ((int64_t) (int32_t) (x))
#define S64(x) ((int64_t) (x))
#define U16(x) ((uint64_t) (uint16_t) (x))
#define U32(x) ((uint64_t) (uint32_t) (x))
#define I128(x) ((__int128) (x))
#define R(name, value) static __attribute__((unused)) uint64_t name(uint64_t a, uint64_t b, uint64_t c) { (void) a, (void) b, (void) c; return (uint64_t) (value); }

R(add_, a + b) R(sub_, a - b) R(mul_, a * b) R(mad_, a * b + c)
R(mul_hi_s32, (S32(a) * S32(b)) >> 32) R(mul_hi_u32, (U32(a) * U32(b)) >> 32)
R(mul_hi_s64, (I128(S64(a)) * S64(b)) >> 64) R(mul_hi_u64, ((unsigned __int128) a * b) >> 64)
R(mul_hi_s16, (S16(a) * S16(b)) >> 16) R(mul_hi_u16, (U16(a) * U16(b)) >> 16)
R(mul_w_s32, S32(a) * S32(b)) R(mul_w_u32, U32(a) * U32(b)) R(mul_w_s16, S16(a) * S16(b)) R(mul_w_u16, U16(a) * U16(b))
R(mad_w_s32, (uint64_t) (S32(a) * S32(b)) + c) R(mad_w_u32, U32(a) * U32(b) + c)
R(div_s32, S32(b) ? S32(a) / S32(b) : -1) R(div_u32, U32(b) ? U32(a) / U32(b) : UINT32_MAX)
R(rem_s32, S32(b) ? S32(a) % S32(b) : S32(a)) R(rem_u32, U32(b) ? U32(a) % U32(b) : U32(a))
R(div_s64, S64(b) ? I128(S64(a)) / S64(b) : -1) R(div_u64, b ? a / b : UINT64_MAX)
R(rem_s64, S64(b) ? I128(S64(a)) % S64(b) : S64(a)) R(rem_u64, b ? a % b : a)
R(div_s16, S16(b) ? S16(a) / S16(b) : -1) R(div_u16, U16(b) ? U16(a) / U16(b) : 0xffff)
R(min_s32, S32(a) < S32(b) ? a : b) R(max_s32, S32(a) > S32(b) ? a : b) R(min_u32, U32(a) < U32(b) ? a : b) R(max_u32, U32(a) > U32(b) ? a : b)
R(min_s64, S64(a) < S64(b) ? a : b) R(max_s64, S64(a) > S64(b) ? a : b) R(min_u64, a < b ? a : b) R(max_u64, a > b ? a : b)
R(min_s16, S16(a) < S16(b) ? a : b) R(max_u16, U16(a) > U16(b) ? a : b)
R(abs_s32, S32(a) < 0 ? -S32(a) : S32(a)) R(neg_, -a) R(abs_s64, S64(a) < 0 ? -a : a) R(not_, ~a) R(cnot_32, U32(a) == 0)
R(and_, a & b) R(or_, a | b) R(xor_, a ^ b)
R(shl_32, U32(b) > 31 ? 0 : U32(a) << U32(b)) R(shl_64, U32(b) > 63 ? 0 : a << U32(b)) R(shl_16, U32(b) > 15 ? 0 : U16(a) << U32(b))
R(shr_u32, U32(b) > 31 ? 0 : U32(a) >> U32(b)) R(shr_u64, U32(b) > 63 ? 0 : a >> U32(b)) R(shr_u16, U32(b) > 15 ? 0 : U16(a) >> U32(b))
R(shr_s32, S32(a) >> (U32(b) > 31 ? 31 : U32(b))) R(shr_s64, S64(a) >> (U32(b) > 63 ? 63 : U32(b))) R(shr_s16, S16(a) >> (U32(b) > 15 ? 15 : U32(b)))
R(add_sat, S32(a) + S32(b) > INT32_MAX ? INT32_MAX : S32(a) + S32(b) < INT32_MIN ? INT32_MIN : S32(a) + S32(b))
R(sad_s32, (uint64_t) (S32(a) < S32(b) ? S32(b) - S32(a) : S32(a) - S32(b)) + c)
R(mul24, (S32(a << 8) >> 8) * (S32(b << 8) >> 8))
R(shf_l_wrap, ((b << 32 | U32(a)) << (c & 31)) >> 32) R(shf_r_wrap, (b << 32 | U32(a)) >> (c & 31))
R(shf_l_clamp, U32(c) > 31 ? U32(a) : ((b << 32 | U32(a)) << (c & 31)) >> 32) R(shf_r_clamp, U32(c) > 31 ? U32(b) : (b << 32 | U32(a)) >> (c & 31))

static uint64_t popc_(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t n = 0;
    for (; a; a >>= 1)
        n += a & 1;
    return n;
}

static uint64_t clz_32(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t n = 0;
    while (n < 32 && !(a >> (31 - n) & 1))
        n++;
    return n;
}

static uint64_t clz_64(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t n = 0;
    while (n < 64 && !(a >> (63 - n) & 1))
        n++;
    return n;
}

static uint64_t brev_32(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t r = 0;
    for (int i = 0; i < 32; i++)
        r |= (a >> i & 1) << (31 - i);
    return r;
}

static uint64_t brev_64(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t r = 0;
    for (int i = 0; i < 64; i++)
        r |= (a >> i & 1) << (63 - i);
    return r;
}

static uint64_t bfe_any(uint64_t a, uint64_t b, uint64_t c, unsigned msb, bool is_signed) /* the ISA's own pseudo-code */
{
    uint64_t d = 0;
    unsigned pos = b & 0xff, len = c & 0xff, sbit;
    sbit = !is_signed || len == 0 ? 0 : a >> (pos + len - 1 < msb ? pos + len - 1 : msb) & 1;
    for (unsigned i = 0; i <= msb; i++)
        d |= (uint64_t) (i < len && pos + i <= msb ? a >> (pos + i) & 1 : sbit) << i;
    return d;
}
R(bfe_u32, bfe_any(a, b, c, 31, false)) R(bfe_s32, bfe_any(a, b, c, 31, true)) R(bfe_u64, bfe_any(a, b, c, 63, false)) R(bfe_s64, bfe_any(a, b, c, 63, true))

static uint64_t prmt_(uint64_t a, uint64_t b, uint64_t c)
{
    uint8_t bytes[8];
    uint64_t r = 0;
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t) (a >> 8 * i);
        bytes[4 + i] = (uint8_t) (b >> 8 * i);
    }
    for (int i = 0; i < 4; i++) {
        unsigned s = c >> 4 * i & 15;
        uint8_t v = bytes[s & 7];
        r |= (uint64_t) (uint8_t) (s & 8 ? (int8_t) v >> 7 : v) << 8 * i;
    }
    return r;
}

/* ---- floats: volatile keeps the compiler from computing across a change of mode ---- */

static uint64_t in_mode(int mode, uint64_t (*compute)(uint64_t, uint64_t, uint64_t), uint64_t a, uint64_t b, uint64_t c)
{
    fesetround(mode);
    uint64_t r = compute(a, b, c);
    fesetround(FE_TONEAREST);
    return r;
}

#define F3(name, value) static __attribute__((noipa)) uint64_t name(uint64_t a, uint64_t b, uint64_t c) { volatile float x = F(a), y = F(b), z = F(c); (void) y, (void) z; volatile float r = value; return f32(r); }
#define D3(name, value) static __attribute__((noipa)) uint64_t name(uint64_t a, uint64_t b, uint64_t c) { volatile double x = D(a), y = D(b), z = D(c); (void) y, (void) z; volatile double r = value; return f64(r); }
#define MODES(name) R(name##_rz, in_mode(FE_TOWARDZERO, name, a, b, c)) R(name##_rm, in_mode(FE_DOWNWARD, name, a, b, c)) R(name##_rp, in_mode(FE_UPWARD, name, a, b, c))
F3(xfadd, x + y) F3(xfsub, x - y) F3(xfmul, x * y) F3(xfdiv, x / y) F3(xffma, fmaf(x, y, z)) F3(xfsqrt, sqrtf(x)) F3(xfrcp, 1.0f / x)
D3(xdadd, x + y) D3(xdsub, x - y) D3(xdmul, x * y) D3(xddiv, x / y) D3(xdfma, fma(x, y, z)) D3(xdsqrt, sqrt(x)) D3(xdrcp, 1.0 / x)
MODES(xfadd) MODES(xfmul) MODES(xfdiv) MODES(xffma) MODES(xfsqrt) MODES(xdadd) MODES(xdmul) MODES(xddiv) MODES(xdfma) MODES(xfrcp)
R(fneg, a ^ 0x80000000) R(fabs_, a & 0x7fffffff) R(dneg, a ^ (uint64_t) 1 << 63) R(dabs_, a & INT64_MAX)
R(fcopysign, (a & 0x80000000) | (b & 0x7fffffff))

static float flushed(uint64_t a)
{
    return fpclassify(F(a)) == FP_SUBNORMAL ? copysignf(0, F(a)) : F(a);
}
R(xfadd_ftz, f32(flushed(f32(flushed(a) + flushed(b))))) R(xfmul_ftz, f32(flushed(f32(flushed(a) * flushed(b)))))
R(lt_ftz, flushed(a) < flushed(b)) R(xfmul_sat, f32(!(F(a) * F(b) > 0) ? 0 : F(a) * F(b) > 1 ? 1 : F(a) * F(b)))

static uint64_t fmin_(uint64_t a, uint64_t b, uint64_t c)
{
    if (isnan(F(a)) || isnan(F(b)))
        return isnan(F(a)) ? b : a;
    if (F(a) == F(b))
        return signbit(F(a)) ? a : b;
    return F(a) < F(b) ? a : b;
}

static uint64_t fmax_(uint64_t a, uint64_t b, uint64_t c)
{
    if (isnan(F(a)) || isnan(F(b)))
        return isnan(F(a)) ? b : a;
    if (F(a) == F(b))
        return signbit(F(a)) ? b : a;
    return F(a) > F(b) ? a : b;
}

R(lt_s32, S32(a) < S32(b)) R(ge_u32, U32(a) >= U32(b)) R(eq_s64, a == b) R(gt_u64, a > b) R(le_s16, S16(a) <= S16(b)) R(ne_b16, U16(a) != U16(b))
R(flt, F(a) < F(b)) R(fgeu, isunordered(F(a), F(b)) || F(a) >= F(b)) R(fequ, isunordered(F(a), F(b)) || F(a) == F(b)) R(fneu, isunordered(F(a), F(b)) || F(a) != F(b))
R(fne, !isunordered(F(a), F(b)) && F(a) != F(b)) R(fnum, !isunordered(F(a), F(b))) R(fnan_, isunordered(F(a), F(b)))
R(dltu, isunordered(D(a), D(b)) || D(a) < D(b)) R(dge, D(a) >= D(b))

/* ---- conversions ---- */

/* Round to integral, clamp; NaN as 9.7.9.21 says. */
static uint64_t to_int(double x, double rounded, double low, double high, uint64_t nan, uint64_t top)
{
    if (isnan(x))
        return nan;
    if (rounded <= low)
        return (uint64_t) (int64_t) low;
    if (rounded >= high)
        return top;
    return rounded < 0 ? (uint64_t) (int64_t) rounded : (uint64_t) rounded;
}
#define INTS(name, v, round, nan32, nan32u)                                                   \
    R(name##_s32, to_int(v, round(v), -0x1p31, 0x1p31, nan32, INT32_MAX))                     \
    R(name##_u32, to_int(v, round(v), 0, 0x1p32, nan32u, UINT32_MAX))                         \
    R(name##_s64, to_int(v, round(v), -0x1p63, 0x1p63, (uint64_t) 1 << 63, INT64_MAX))        \
    R(name##_u64, to_int(v, round(v), 0, 0x1p64, (uint64_t) 1 << 63, UINT64_MAX))
INTS(f_rzi, F(a), trunc, 0, 0) INTS(f_rni, F(a), rint, 0, 0) INTS(f_rmi, F(a), floor, 0, 0) INTS(f_rpi, F(a), ceil, 0, 0)
INTS(d_rzi, D(a), trunc, 0x80000000, 0x80000000) INTS(d_rni, D(a), rint, 0x80000000, 0x80000000)
R(f_rni_f, f32(rintf(F(a)))) R(f_rmi_f, f32(floorf(F(a)))) R(d_rpi_d, f64(ceil(D(a))))
R(f_d, f64(F(a))) R(f_s32, f32((float) (int32_t) a)) R(f_u32, f32((float) (uint32_t) a)) R(f_s64, f32((float) (int64_t) a)) R(f_u64, f32((float) a))
R(d_s32, f64((double) (int32_t) a)) R(d_s64, f64((double) (int64_t) a)) R(d_u64, f64((double) a)) R(f_u16, f32((float) (uint16_t) a)) R(f_s8, f32((float) (int8_t) a))
static __attribute__((noipa)) uint64_t d_f(uint64_t a, uint64_t b, uint64_t c)
{
    volatile double x = D(a);
    volatile float r = (float) x;
    return f32(r);
}
/* long double holds every 64-bit integer, so the host's own directed conversion is a single rounding */
static __attribute__((noipa)) uint64_t l_f(uint64_t a, uint64_t b, uint64_t c)
{
    volatile long double x = (long double) (int64_t) a;
    volatile float r = (float) x;
    return f32(r);
}
static __attribute__((noipa)) uint64_t ul_d(uint64_t a, uint64_t b, uint64_t c)
{
    volatile long double x = (long double) a;
    volatile double r = (double) x;
    return f64(r);
}
MODES(d_f) MODES(l_f) MODES(ul_d)
R(sx_s16_s32, S16(a)) R(s8_s32, (int8_t) a) R(u8_u32, (uint8_t) a) R(sx_s32_s64, S32(a)) R(zx_u32_u64, U32(a)) R(cut, a)
R(sat_s8_s32, S32(a) < -128 ? -128 : S32(a) > 127 ? 127 : S32(a)) R(sat_u8_s32, S32(a) < 0 ? 0 : S32(a) > 255 ? 255 : S32(a))
R(sat_s32_s64, S64(a) < INT32_MIN ? INT32_MIN : S64(a) > INT32_MAX ? INT32_MAX : S64(a)) R(sat_u16_u32, U32(a) > 65535 ? 65535 : a) R(sat_s32_u32, U32(a) > INT32_MAX ? INT32_MAX : a)
R(f_sat, f32(!(F(a) > 0) ? 0 : F(a) > 1 ? 1 : F(a)))

static const struct row rows[] = {
    {"add.s32", "www", add_}, {"add.u16", "hhh", add_}, {"add.s64", "lll", add_}, {"sub.s32", "www", sub_}, {"sub.s64", "lll", sub_}, {"sub.s16", "hhh", sub_},
    {"mul.lo.s32", "www", mul_}, {"mul.lo.s64", "lll", mul_}, {"mul.lo.u16", "hhh", mul_}, {"mad.lo.s32", "wwww", mad_}, {"mad.lo.s64", "llll", mad_}, {"mad.lo.s16", "hhhh", mad_},
    {"mul.hi.s32", "www", mul_hi_s32}, {"mul.hi.u32", "www", mul_hi_u32}, {"mul.hi.s64", "lll", mul_hi_s64}, {"mul.hi.u64", "lll", mul_hi_u64}, {"mul.hi.s16", "hhh", mul_hi_s16}, {"mul.hi.u16", "hhh", mul_hi_u16},
    {"mul.wide.s32", "lww", mul_w_s32}, {"mul.wide.u32", "lww", mul_w_u32}, {"mul.wide.s16", "whh", mul_w_s16}, {"mul.wide.u16", "whh", mul_w_u16},
    {"mad.wide.s32", "lwwl", mad_w_s32}, {"mad.wide.u32", "lwwl", mad_w_u32},
    {"div.s32", "www", div_s32}, {"div.u32", "www", div_u32}, {"rem.s32", "www", rem_s32}, {"rem.u32", "www", rem_u32},
    {"div.s64", "lll", div_s64}, {"div.u64", "lll", div_u64}, {"rem.s64", "lll", rem_s64}, {"rem.u64", "lll", rem_u64}, {"div.s16", "hhh", div_s16}, {"div.u16", "hhh", div_u16},
    {"min.s32", "www", min_s32}, {"max.s32", "www", max_s32}, {"min.u32", "www", min_u32}, {"max.u32", "www", max_u32},
    {"min.s64", "lll", min_s64}, {"max.s64", "lll", max_s64}, {"min.u64", "lll", min_u64}, {"max.u64", "lll", max_u64}, {"min.s16", "hhh", min_s16}, {"max.u16", "hhh", max_u16},
    {"abs.s32", "ww", abs_s32}, {"abs.s64", "ll", abs_s64}, {"neg.s32", "ww", neg_}, {"neg.s64", "ll", neg_}, {"neg.s16", "hh", neg_}, {"not.b32", "ww", not_}, {"not.b64", "ll", not_}, {"cnot.b32", "ww", cnot_32},
    {"and.b32", "www", and_}, {"or.b64", "lll", or_}, {"xor.b16", "hhh", xor_}, {"shl.b32", "www", shl_32}, {"shl.b64", "llw", shl_64}, {"shl.b16", "hhw", shl_16},
    {"shr.u32", "www", shr_u32}, {"shr.u64", "llw", shr_u64}, {"shr.b16", "hhw", shr_u16}, {"shr.s32", "www", shr_s32}, {"shr.s64", "llw", shr_s64}, {"shr.s16", "hhw", shr_s16},
    {"add.sat.s32", "www", add_sat}, {"sad.s32", "wwww", sad_s32}, {"mul24.lo.s32", "www", mul24},
    {"shf.l.wrap.b32", "wwww", shf_l_wrap}, {"shf.r.wrap.b32", "wwww", shf_r_wrap}, {"shf.l.clamp.b32", "wwww", shf_l_clamp}, {"shf.r.clamp.b32", "wwww", shf_r_clamp},
    {"popc.b32", "ww", popc_}, {"popc.b64", "wl", popc_}, {"clz.b32", "ww", clz_32}, {"clz.b64", "wl", clz_64}, {"brev.b32", "ww", brev_32}, {"brev.b64", "ll", brev_64},
    {"bfe.u32", "wwww", bfe_u32}, {"bfe.s32", "wwww", bfe_s32}, {"bfe.u64", "llww", bfe_u64}, {"bfe.s64", "llww", bfe_s64}, {"prmt.b32", "wwww", prmt_},
    {"add.f32", "fff", xfadd}, {"add.rn.f32", "fff", xfadd}, {"sub.f32", "fff", xfsub}, {"mul.f32", "fff", xfmul}, {"div.rn.f32", "fff", xfdiv}, {"fma.rn.f32", "ffff", xffma}, {"sqrt.rn.f32", "ff", xfsqrt}, {"rcp.rn.f32", "ff", xfrcp},
    {"add.rz.f32", "fff", xfadd_rz}, {"add.rm.f32", "fff", xfadd_rm}, {"add.rp.f32", "fff", xfadd_rp}, {"mul.rz.f32", "fff", xfmul_rz}, {"mul.rp.f32", "fff", xfmul_rp}, {"div.rm.f32", "fff", xfdiv_rm}, {"div.rp.f32", "fff", xfdiv_rp},
    {"fma.rz.f32", "ffff", xffma_rz}, {"fma.rm.f32", "ffff", xffma_rm}, {"fma.rp.f32", "ffff", xffma_rp}, {"sqrt.rm.f32", "ff", xfsqrt_rm}, {"rcp.rz.f32", "ff", xfrcp_rz},
    {"add.f64", "ddd", xdadd}, {"sub.f64", "ddd", xdsub}, {"mul.f64", "ddd", xdmul}, {"div.rn.f64", "ddd", xddiv}, {"fma.rn.f64", "dddd", xdfma}, {"sqrt.rn.f64", "dd", xdsqrt}, {"rcp.rn.f64", "dd", xdrcp},
    {"add.rz.f64", "ddd", xdadd_rz}, {"mul.rm.f64", "ddd", xdmul_rm}, {"mul.rp.f64", "ddd", xdmul_rp}, {"div.rp.f64", "ddd", xddiv_rp}, {"fma.rm.f64", "dddd", xdfma_rm}, {"fma.rz.f64", "dddd", xdfma_rz},
    {"neg.f32", "ff", fneg}, {"abs.f32", "ff", fabs_}, {"neg.f64", "dd", dneg}, {"abs.f64", "dd", dabs_}, {"copysign.f32", "fff", fcopysign}, {"min.f32", "fff", fmin_}, {"max.f32", "fff", fmax_},
    {"add.ftz.f32", "fff", xfadd_ftz}, {"mul.ftz.f32", "fff", xfmul_ftz}, {"setp.lt.ftz.f32", "pff", lt_ftz}, {"mul.sat.f32", "fff", xfmul_sat},
    {"setp.lt.s32", "pww", lt_s32}, {"setp.ge.u32", "pww", ge_u32}, {"setp.eq.s64", "pll", eq_s64}, {"setp.gt.u64", "pll", gt_u64}, {"setp.le.s16", "phh", le_s16}, {"setp.ne.b16", "phh", ne_b16},
    {"setp.lt.f32", "pff", flt}, {"setp.geu.f32", "pff", fgeu}, {"setp.equ.f32", "pff", fequ}, {"setp.neu.f32", "pff", fneu}, {"setp.ne.f32", "pff", fne}, {"setp.num.f32", "pff", fnum}, {"setp.nan.f32", "pff", fnan_},
    {"setp.ltu.f64", "pdd", dltu}, {"setp.ge.f64", "pdd", dge},
    {"cvt.rzi.s32.f32", "wf", f_rzi_s32}, {"cvt.rzi.u32.f32", "wf", f_rzi_u32}, {"cvt.rzi.s64.f32", "lf", f_rzi_s64}, {"cvt.rzi.u64.f32", "lf", f_rzi_u64},
    {"cvt.rni.s32.f32", "wf", f_rni_s32}, {"cvt.rni.u64.f32", "lf", f_rni_u64}, {"cvt.rmi.s32.f32", "wf", f_rmi_s32}, {"cvt.rpi.u32.f32", "wf", f_rpi_u32}, {"cvt.rmi.s64.f32", "lf", f_rmi_s64},
    {"cvt.rzi.s32.f64", "wd", d_rzi_s32}, {"cvt.rzi.u32.f64", "wd", d_rzi_u32}, {"cvt.rzi.s64.f64", "ld", d_rzi_s64}, {"cvt.rzi.u64.f64", "ld", d_rzi_u64}, {"cvt.rni.s32.f64", "wd", d_rni_s32}, {"cvt.rni.u64.f64", "ld", d_rni_u64},
    {"cvt.rni.f32.f32", "ff", f_rni_f}, {"cvt.rmi.f32.f32", "ff", f_rmi_f}, {"cvt.rpi.f64.f64", "dd", d_rpi_d}, {"cvt.f64.f32", "df", f_d},
    {"cvt.rn.f32.f64", "fd", d_f}, {"cvt.rz.f32.f64", "fd", d_f_rz}, {"cvt.rm.f32.f64", "fd", d_f_rm}, {"cvt.rp.f32.f64", "fd", d_f_rp},
    {"cvt.rn.f32.s32", "fw", f_s32}, {"cvt.rn.f32.u32", "fw", f_u32}, {"cvt.rn.f32.s64", "fl", f_s64}, {"cvt.rn.f32.u64", "fl", f_u64}, {"cvt.rn.f64.s32", "dw", d_s32}, {"cvt.rn.f64.s64", "dl", d_s64}, {"cvt.rn.f64.u64", "dl", d_u64},
    {"cvt.rz.f32.s64", "fl", l_f_rz}, {"cvt.rm.f32.s64", "fl", l_f_rm}, {"cvt.rp.f32.s64", "fl", l_f_rp}, {"cvt.rz.f64.u64", "dl", ul_d_rz}, {"cvt.rp.f64.u64", "dl", ul_d_rp}, {"cvt.rn.f32.u16", "fh", f_u16}, {"cvt.rn.f32.s8", "fh", f_s8},
    {"cvt.s32.s16", "wh", sx_s16_s32}, {"cvt.s32.s8", "ww", s8_s32}, {"cvt.u32.u8", "ww", u8_u32}, {"cvt.s64.s32", "lw", sx_s32_s64}, {"cvt.u64.u32", "lw", zx_u32_u64}, {"cvt.u32.u64", "wl", cut}, {"cvt.u16.u32", "hw", cut}, {"cvt.u16.u64", "hl", cut},
    {"cvt.sat.s8.s32", "ww", sat_s8_s32}, {"cvt.sat.u8.s32", "ww", sat_u8_s32}, {"cvt.sat.s32.s64", "wl", sat_s32_s64}, {"cvt.sat.u16.u32", "hw", sat_u16_u32}, {"cvt.sat.s32.u32", "ww", sat_s32_u32}, {"cvt.sat.f32.f32", "ff", f_sat},
};

/* ---- running ---- */

static void put_row(struct buf *ptx, size_t k, const struct row *r)
{
    static const char *const registers[] = {['h'] = "h", ['b'] = "h", ['w'] = "w", ['l'] = "l", ['f'] = "f", ['d'] = "d", ['p'] = "p"};
    size_t n = strlen(r->types);
    buf_printf(ptx, ".visible .entry k%zu(.param .u64 k%zu_param_0)\n{\n.reg .b16 %%h<4>; .reg .b32 %%w<8>; .reg .b64 %%l<16>; .reg .f32 %%f<4>; .reg .f64 %%d<4>; .reg .pred %%p<4>;\n", k, k);
    buf_printf(ptx, "ld.param.u64 %%l10, [k%zu_param_0];\nmov.u32 %%w4, %%tid.x;\nmov.u32 %%w5, %%ctaid.x;\nmad.lo.s32 %%w4, %%w5, 256, %%w4;\nmul.wide.u32 %%l11, %%w4, 32;\nadd.s64 %%l12, %%l10, %%l11;\n", k);
    for (size_t i = 1; i < n; i++)
        buf_printf(ptx, "ld.global.b%u %%%s%zu, [%%l12+%zu];\n", 8 * size_of(r->types[i]), registers[(int) r->types[i]], i, 8 * i);
    buf_printf(ptx, "%s %%%s0", r->op, registers[(int) r->types[0]]);
    for (size_t i = 1; i < n; i++)
        buf_printf(ptx, ", %%%s%zu", registers[(int) r->types[i]], i);
    if (r->types[0] == 'p')
        buf_puts(ptx, ";\nselp.b32 %w0, 1, 0, %p0;\nst.global.b32 [%l12], %w0;\nret;\n}\n");
    else
        buf_printf(ptx, ";\nst.global.b%u [%%l12], %%%s0;\nret;\n}\n", 8 * size_of(r->types[0]), registers[(int) r->types[0]]);
}

struct quad {
    uint64_t result, a, b, c;
};

static bool same(char type, uint64_t got, uint64_t want)
{
    uint32_t size = size_of(type);
    uint64_t mask = size == 8 ? UINT64_MAX : ((uint64_t) 1 << 8 * size) - 1;
    if (type == 'f' && isnan(F(got)) && isnan(F(want)))
        return true;
    if (type == 'd' && isnan(D(got)) && isnan(D(want)))
        return true;
    return (got & mask) == (want & mask);
}

static size_t fill_inputs(const struct row *r, struct quad *q)
{
    size_t n = strlen(r->types), na, nb = 1, nc = 1, count = 0;
    const uint64_t *as = values_of(r->types[1], &na), *bs = n > 2 ? values_of(r->types[2], &nb) : NULL, *cs = n > 3 ? values_of(r->types[3], &nc) : NULL;
    for (size_t i = 0; i < na; i++)
        for (size_t j = 0; j < nb; j++)
            for (size_t k = 0; k < nc; k++)
                q[count++] = (struct quad){0, as[i], bs ? bs[j] : 0, cs ? cs[k] : 0};
    return count;
}

static int run_row(struct device *d, struct device_module *m, size_t k, const struct row *r)
{
    enum { MOST = 26 * 26 * 26 + 256 };
    static struct quad q[MOST];
    struct device_fault fault;
    struct diags diags = {0};
    uint64_t address;
    char name[16];
    int wrong = 0;
    memset(q, 0, sizeof q);
    size_t count = fill_inputs(r, q);
    snprintf(name, sizeof name, "k%zu", k);
    assert_true(device_alloc(d, sizeof q, &diags, (struct span){0}, &address));
    assert_int_equal(device_write(d, address, q, sizeof q, &fault), DEVICE_OK);
    struct device_launch l = {.kernel = device_kernel(m, name), .grid = {(uint32_t) (count + 255) / 256, 1, 1}, .block = {256, 1, 1}, .params = &address, .params_size = 8};
    assert_true(device_launch(d, &l, &diags, (struct span){0}));
    assert_int_equal(device_sync(d, DEVICE_ALL_STREAMS, &fault), DEVICE_OK);
    assert_int_equal(device_read(d, q, address, sizeof q, &fault), DEVICE_OK);
    for (size_t i = 0; i < count; i++) {
        uint64_t want = r->want(q[i].a, q[i].b, q[i].c);
        if (!same(r->types[0], q[i].result, want) && wrong++ < 3)
            print_error("%s of %llx, %llx, %llx is %llx, not %llx\n", r->op, (unsigned long long) q[i].a, (unsigned long long) q[i].b,
                        (unsigned long long) q[i].c, (unsigned long long) q[i].result, (unsigned long long) want);
    }
    assert_true(device_free(d, address, &diags, (struct span){0}));
    return wrong;
}

static void run_rows(const struct op_set *set)
{
    struct buf ptx = {0};
    struct diags diags = {0};
    struct device *d = cpu_device_open(NULL, 1 << 26, &diags);
    int wrong = 0;
    ((struct cpu_device *) d)->exec.set = set;
    buf_puts(&ptx, ".version 9.0\n.target sm_75\n.address_size 64\n");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        put_row(&ptx, k, &rows[k]);
    struct device_module *m = device_load(d, ptx.p, ptx.n, &diags, (struct span){0});
    if (!m)
        fail_msg("%s", diags.first->text);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        wrong += run_row(d, m, k, &rows[k]) != 0;
    device_unload(d, &m);
    device_close(&d);
    diags_free(&diags);
    buf_free(&ptx);
    assert_int_equal(wrong, 0);
}

static void run_set(const char *name)
{
    const struct op_set *set = op_set_named(name);
    if (!set)
        skip(); /* not on this processor */
    run_rows(set);
}

static void test_base(void **state)
{
    run_set("base");
}

static void test_avx2(void **state)
{
    run_set("avx2");
}

static void test_avx512(void **state)
{
    run_set("avx512");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_base), cmocka_unit_test(test_avx2),
                                       cmocka_unit_test(test_avx512)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
