/* SPDX-License-Identifier: Apache-2.0 */
/* <math.h> and CUDA's min and max. The C library computes. */
#include <math.h>
#include <string.h>

#include "eval/library/builtin.h"

#define MATH1(name, section, help)                                                                 \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        at[0].d = (name) (at[0].d);                                                                \
        return true;                                                                               \
    }                                                                                              \
    BUILTIN(name##_f)                                                                              \
    {                                                                                              \
        at[0].f = (name##f)(at[0].f);                                                              \
        return true;                                                                               \
    }                                                                                              \
    BUILTIN(name##f)                                                                               \
    {                                                                                              \
        at[0].f = (name##f)(at[0].f);                                                              \
        return true;                                                                               \
    }
#define MATH2(name, section, help)                                                                 \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        at[0].d = (name) (at[0].d, at[1].d);                                                       \
        return true;                                                                               \
    }                                                                                              \
    BUILTIN(name##_f)                                                                              \
    {                                                                                              \
        at[0].f = (name##f)(at[0].f, at[1].f);                                                     \
        return true;                                                                               \
    }                                                                                              \
    BUILTIN(name##f)                                                                               \
    {                                                                                              \
        at[0].f = (name##f)(at[0].f, at[1].f);                                                     \
        return true;                                                                               \
    }

static double rsqrt(double x)
{
    return 1 / sqrt(x);
}

static float rsqrtf(float x)
{
    return 1 / sqrtf(x);
}

#define B(implementation, name, prototype, section, help)
#include "eval/library/builtin.def"

BUILTIN(fma)
{
    at[0].d = fma(at[0].d, at[1].d, at[2].d);
    return true;
}

BUILTIN(fmaf)
{
    at[0].f = fmaf(at[0].f, at[1].f, at[2].f);
    return true;
}

BUILTIN(nan)
{
    at[0].d = NAN;
    return true;
}

BUILTIN(nanf)
{
    at[0].f = NAN;
    return true;
}

BUILTIN(isnan)
{
    at[0].i = isnan(at[0].d) != 0;
    return true;
}

BUILTIN(isinf)
{
    at[0].i = isinf(at[0].d) != 0;
    return true;
}

#define CLASS(name)                                                                                \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        at[0].i = name(at[0].d) != 0;                                                              \
        return true;                                                                               \
    }
CLASS(isfinite)
CLASS(signbit)

#define WHOLE(name)                                                                                \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        at[0].i = (name) (at[0].d);                                                                \
        return true;                                                                               \
    }
WHOLE(lround)
WHOLE(lrint)

BUILTIN(ldexp)
{
    at[0].d = ldexp(at[0].d, (int) at[1].i);
    return true;
}

BUILTIN(ilogb)
{
    at[0].i = ilogb(at[0].d);
    return true;
}

BUILTIN(remquo)
{
    int quotient;
    double v = remquo(at[0].d, at[1].d, &quotient);
    bool ok = vm_store(vm, at[2].u, &quotient, sizeof quotient, builtin_call_of(call)->spans[2]);
    at[0].d = v;
    return ok;
}

BUILTIN(frexp)
{
    int exponent;
    double v = frexp(at[0].d, &exponent);
    bool ok = vm_store(vm, at[1].u, &exponent, sizeof exponent, builtin_call_of(call)->spans[1]);
    at[0].d = v;
    return ok;
}

BUILTIN(modf)
{
    double whole, v = modf(at[0].d, &whole);
    bool ok = vm_store(vm, at[1].u, &whole, sizeof whole, builtin_call_of(call)->spans[1]);
    at[0].d = v;
    return ok;
}

/* void sincos(double x, double *sine, double *cosine) */
BUILTIN(sincos)
{
    const struct span *spans = builtin_call_of(call)->spans;
    double sine = sin(at[0].d), cosine = cos(at[0].d);
    return vm_store(vm, at[1].u, &sine, sizeof sine, spans[1]) &&
           vm_store(vm, at[2].u, &cosine, sizeof cosine, spans[2]);
}

BUILTIN(sincosf)
{
    const struct span *spans = builtin_call_of(call)->spans;
    float sine = sinf(at[0].f), cosine = cosf(at[0].f);
    return vm_store(vm, at[1].u, &sine, sizeof sine, spans[1]) &&
           vm_store(vm, at[2].u, &cosine, sizeof cosine, spans[2]);
}

BUILTIN(modff)
{
    float whole, v = modff(at[0].f, &whole);
    bool ok = vm_store(vm, at[1].u, &whole, sizeof whole, builtin_call_of(call)->spans[1]);
    at[0].f = v;
    return ok;
}

/* ---- bits ---- */

BUILTIN(__builtin_popcount)
{
    at[0].i = __builtin_popcount((uint32_t) at[0].u);
    return true;
}

BUILTIN(__builtin_popcountll)
{
    at[0].i = __builtin_popcountll(at[0].u);
    return true;
}

BUILTIN(__builtin_clz)
{
    uint32_t x = (uint32_t) at[0].u;
    at[0].i = x ? __builtin_clz(x) : 32;
    return true;
}

BUILTIN(__builtin_clzll)
{
    at[0].i = at[0].u ? __builtin_clzll(at[0].u) : 64;
    return true;
}

BUILTIN(__builtin_ctz)
{
    uint32_t x = (uint32_t) at[0].u;
    at[0].i = x ? __builtin_ctz(x) : 32;
    return true;
}

BUILTIN(__builtin_ctzll)
{
    at[0].i = at[0].u ? __builtin_ctzll(at[0].u) : 64;
    return true;
}

BUILTIN(ffs)
{
    at[0].i = __builtin_ffs((int32_t) at[0].i);
    return true;
}

BUILTIN(__builtin_expect)
{
    return true;
}

BUILTIN(abs)
{
    at[0].i = (int32_t) (at[0].i < 0 ? 0u - (uint32_t) at[0].u : (uint32_t) at[0].u);
    return true;
}

BUILTIN(abs_l)
{
    at[0].i = at[0].i < 0 ? (int64_t) (0 - at[0].u) : at[0].i;
    return true;
}

BUILTIN(labs)
{
    return builtin_abs_l(vm, call, at);
}

BUILTIN(abs_d)
{
    at[0].d = fabs(at[0].d);
    return true;
}

BUILTIN(abs_f)
{
    at[0].f = fabsf(at[0].f);
    return true;
}

#define PICK(name, member, op)                                                                     \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        at[0].member = at[0].member op at[1].member ? at[0].member : at[1].member;                 \
        return true;                                                                               \
    }
PICK(min, i, <)
PICK(min_u, u, <)
PICK(min_l, i, <)
PICK(min_ul, u, <)
PICK(max, i, >)
PICK(max_u, u, >)
PICK(max_l, i, >)
PICK(max_ul, u, >)
