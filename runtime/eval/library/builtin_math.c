/* SPDX-License-Identifier: Apache-2.0 */
/* <math.h> and CUDA's min and max. The C library computes. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "eval/library/builtin.h"

static bool wide_one(struct vm *vm, const struct call_site *call, union value *at,
                     long double (*f)(long double))
{
    struct span span = builtin_call_of(call)->spans[0];
    long double x;
    bool ok = vm_wide_load(vm, at[0].u, span, &x) && vm_wide_store(vm, at[1].u, f(x), span);
    at[0] = at[1]; /* where the result is: gen_builtin_call */
    return ok;
}

static bool wide_two(struct vm *vm, const struct call_site *call, union value *at,
                     long double (*f)(long double, long double))
{
    const struct span *spans = builtin_call_of(call)->spans;
    long double x, y;
    bool ok = vm_wide_load(vm, at[0].u, spans[0], &x) && vm_wide_load(vm, at[1].u, spans[1], &y) &&
              vm_wide_store(vm, at[2].u, f(x, y), spans[0]);
    at[0] = at[2];
    return ok;
}

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
    }                                                                                              \
    BUILTIN(name##_l)                                                                              \
    {                                                                                              \
        return wide_one(vm, call, at, (name##l));                                                  \
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
    }                                                                                              \
    BUILTIN(name##_l)                                                                              \
    {                                                                                              \
        return wide_two(vm, call, at, (name##l));                                                  \
    }

static double rsqrt(double x)
{
    return 1 / sqrt(x);
}

static long double rsqrtl(long double x)
{
    return 1 / sqrtl(x);
}

static float rsqrtf(float x)
{
    return 1 / sqrtf(x);
}

/* ---- CUDA's own functions, which nvcc has on the host, too: calculated in long double ---- */

static const long double root_pi = 1.772453850905516027298167483341145183L,
                         root_2 = 1.414213562373095048801688724209698079L,
                         pi = 3.141592653589793238462643383279502884L;

/* The x whose erf is 1 - q = p: Hastings' approximation (Abramowitz and Stegun, 26.2.23), and Halley's method. The smaller of p and q is exact. */
static long double inverse_erf(long double p, long double q)
{
    long double t = sqrtl(-2 * logl(q / 2));
    long double x =
        -0.70711L * ((2.30753L + t * 0.27061L) / (1 + t * (0.99229L + t * 0.04481L)) - t);
    for (int i = 0; i < 4; i++) {
        long double error = p < q ? p - erfl(x) : erfcl(x) - q;
        x += error / (2 / root_pi * expl(-x * x) - x * error);
    }
    return x;
}

static long double erfinvl(long double x)
{
    long double p = fabsl(x);
    if (!(p < 1))
        return p == 1 ? copysignl(INFINITY, x) : NAN;
    return p == 0 ? x : copysignl(inverse_erf(p, 1 - p), x);
}

static long double erfcinvl(long double y)
{
    if (!(y > 0 && y < 2))
        return y == 0 ? INFINITY : y == 2 ? -INFINITY : NAN;
    if (y == 1)
        return 0;
    return y < 1 ? inverse_erf(1 - y, y) : -inverse_erf(y - 1, 2 - y);
}

static long double erfcxl(long double x)
{
    long double square = x * x;
    if (x > 100) /* erfc is too small: its asymptotic series */
        return (1 - 1 / (2 * square) + 3 / (4 * square * square)) / (x * root_pi);
    return expl(square) * erfcl(x);
}

static long double normcdfl(long double x)
{
    return erfcl(-x / root_2) / 2;
}

static long double normcdfinvl(long double p)
{
    return -root_2 * erfcinvl(2 * p);
}

static long double rcbrtl(long double x)
{
    return 1 / cbrtl(x);
}

/* sin(pi x): of what x differs from the nearest integer by. */
static long double sinpil(long double x)
{
    long double whole = rintl(x), rest = x - whole;
    if (!isfinite(x))
        return NAN;
    long double sine = rest == 0 ? copysignl(0, x) : sinl(pi * rest);
    return fmodl(whole, 2) != 0 && rest != 0 ? -sine : sine;
}

static long double cospil(long double x)
{
    long double whole = rintl(x), rest = x - whole;
    if (!isfinite(x))
        return NAN;
    long double cosine = fabsl(rest) == 0.5L ? 0 : cosl(pi * rest);
    return fmodl(whole, 2) != 0 && cosine != 0 ? -cosine : cosine;
}

/* The sum of (x / 2)^(2 k + order) / (k! (k + order)!): all terms have one sign. */
static long double modified_bessel(long double x, int order)
{
    long double quarter = x * x / 4, term = order ? x / 2 : 1, sum = term;
    if (!(fabsl(x) < 12000))
        return order && x < 0 ? -INFINITY : isnan(x) ? x : INFINITY;
    for (int k = 1; fabsl(term) > 1e-20L * fabsl(sum); k++) {
        term *= quarter / ((long double) k * (k + order));
        sum += term;
    }
    return sum;
}

static long double cyl_bessel_i0l(long double x)
{
    return modified_bessel(x, 0);
}

static long double cyl_bessel_i1l(long double x)
{
    return modified_bessel(x, 1);
}

static long double rhypotl(long double x, long double y)
{
    return 1 / hypotl(x, y);
}

#define NARROW1(name)                                                                              \
    static double name(double x)                                                                   \
    {                                                                                              \
        return (double) name##l(x);                                                                \
    }                                                                                              \
    static float name##f(float x)                                                                  \
    {                                                                                              \
        return (float) name##l(x);                                                                 \
    }
NARROW1(erfinv)
NARROW1(erfcinv)
NARROW1(erfcx)
NARROW1(normcdf)
NARROW1(normcdfinv)
NARROW1(rcbrt)
NARROW1(sinpi)
NARROW1(cospi)
NARROW1(cyl_bessel_i0)
NARROW1(cyl_bessel_i1)
#undef NARROW1

static double rhypot(double x, double y)
{
    return (double) rhypotl(x, y);
}

static float rhypotf(float x, float y)
{
    return (float) rhypotl(x, y);
}

#define B(implementation, name, prototype, section, help)
#include "eval/library/builtin.def"

static long double length_of(const long double *x, int n)
{
    long double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrtl(sum);
}

static double length_of_doubles(const union value *at, int n)
{
    long double x[4];
    for (int i = 0; i < n; i++)
        x[i] = at[i].d;
    return (double) length_of(x, n);
}

static float length_of_floats(const union value *at, int n)
{
    long double x[4];
    for (int i = 0; i < n; i++)
        x[i] = at[i].f;
    return (float) length_of(x, n);
}

BUILTIN(norm3d)
{
    at[0].d = length_of_doubles(at, 3);
    return true;
}

BUILTIN(norm3df)
{
    at[0].f = length_of_floats(at, 3);
    return true;
}

BUILTIN(norm4d)
{
    at[0].d = length_of_doubles(at, 4);
    return true;
}

BUILTIN(norm4df)
{
    at[0].f = length_of_floats(at, 4);
    return true;
}

BUILTIN(rnorm3d)
{
    at[0].d = 1 / length_of_doubles(at, 3);
    return true;
}

BUILTIN(rnorm3df)
{
    at[0].f = 1 / length_of_floats(at, 3);
    return true;
}

BUILTIN(rnorm4d)
{
    at[0].d = 1 / length_of_doubles(at, 4);
    return true;
}

BUILTIN(rnorm4df)
{
    at[0].f = 1 / length_of_floats(at, 4);
    return true;
}

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
WHOLE(ilogb)

/* The exponent is an int, or a long. */
#define SCALED(name, field, exponent)                                                              \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        at[0].field = (name) (at[0].field, (exponent) at[1].i);                                    \
        return true;                                                                               \
    }
#define OF_ORDER(name, field)                                                                      \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        at[0].field = (name) ((int) at[0].i, at[1].field);                                         \
        return true;                                                                               \
    }
#define QUOTIENT(name, field)                                                                      \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        int quotient;                                                                              \
        __typeof__(at[0].field) v = (name) (at[0].field, at[1].field, &quotient);                  \
        bool ok =                                                                                  \
            vm_store(vm, at[2].u, &quotient, sizeof quotient, builtin_call_of(call)->spans[2]);    \
        at[0].field = v;                                                                           \
        return ok;                                                                                 \
    }
SCALED(ldexp, d, int)
SCALED(ldexpf, f, int)
SCALED(scalbln, d, long)
SCALED(scalblnf, f, long)
OF_ORDER(jn, d)
OF_ORDER(jnf, f)
OF_ORDER(yn, d)
OF_ORDER(ynf, f)
QUOTIENT(remquo, d)
QUOTIENT(remquof, f)

BUILTIN(frexpf)
{
    int exponent;
    float v = frexpf(at[0].f, &exponent);
    bool ok = vm_store(vm, at[1].u, &exponent, sizeof exponent, builtin_call_of(call)->spans[1]);
    at[0].f = v;
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

/* void sincos(double x, double *sine, double *cosine), and its like */
static bool store_pair(struct vm *vm, const union value *at, const struct call_site *call,
                       const void *first, const void *second, size_t size)
{
    const struct span *spans = builtin_call_of(call)->spans;
    return vm_store(vm, at[1].u, first, size, spans[1]) &&
           vm_store(vm, at[2].u, second, size, spans[2]);
}

BUILTIN(sincos)
{
    double sine = sin(at[0].d), cosine = cos(at[0].d);
    return store_pair(vm, at, call, &sine, &cosine, sizeof sine);
}

BUILTIN(sincosf)
{
    float sine = sinf(at[0].f), cosine = cosf(at[0].f);
    return store_pair(vm, at, call, &sine, &cosine, sizeof sine);
}

BUILTIN(sincospi)
{
    double sine = sinpi(at[0].d), cosine = cospi(at[0].d);
    return store_pair(vm, at, call, &sine, &cosine, sizeof sine);
}

BUILTIN(sincospif)
{
    float sine = sinpif(at[0].f), cosine = cospif(at[0].f);
    return store_pair(vm, at, call, &sine, &cosine, sizeof sine);
}

BUILTIN(ldexpl)
{
    struct span span = builtin_call_of(call)->spans[0];
    long double x;
    bool ok = vm_wide_load(vm, at[0].u, span, &x) &&
              vm_wide_store(vm, at[2].u, ldexpl(x, (int) at[1].i), span);
    at[0] = at[2];
    return ok;
}

BUILTIN(frexpl)
{
    const struct span *spans = builtin_call_of(call)->spans;
    int exponent = 0;
    long double x;
    bool ok = vm_wide_load(vm, at[0].u, spans[0], &x) &&
              vm_wide_store(vm, at[2].u, frexpl(x, &exponent), spans[0]) &&
              vm_store(vm, at[1].u, &exponent, sizeof exponent, spans[1]);
    at[0] = at[2];
    return ok;
}

BUILTIN(modfl)
{
    const struct span *spans = builtin_call_of(call)->spans;
    long double x, whole;
    bool ok = vm_wide_load(vm, at[0].u, spans[0], &x) &&
              vm_wide_store(vm, at[2].u, modfl(x, &whole), spans[0]) &&
              vm_wide_store(vm, at[1].u, whole, spans[1]);
    at[0] = at[2];
    return ok;
}

BUILTIN(fmal)
{
    const struct span *spans = builtin_call_of(call)->spans;
    long double v[3];
    for (int i = 0; i < 3; i++)
        if (!vm_wide_load(vm, at[i].u, spans[i], v + i))
            return false;
    at[0] = at[3];
    return vm_wide_store(vm, at[3].u, fmal(v[0], v[1], v[2]), spans[0]);
}

#define WIDE_TO_INTEGER(name, value)                                                               \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        long double x;                                                                             \
        if (!vm_wide_load(vm, at[0].u, builtin_call_of(call)->spans[0], &x))                       \
            return false;                                                                          \
        at[0].i = (value);                                                                         \
        return true;                                                                               \
    }
WIDE_TO_INTEGER(lroundl, lroundl(x))
WIDE_TO_INTEGER(lrintl, lrintl(x))
WIDE_TO_INTEGER(isfinite_l, isfinite(x) != 0)
WIDE_TO_INTEGER(signbit_l, signbit(x) != 0)
WIDE_TO_INTEGER(isnan_l, isnan(x) != 0)
WIDE_TO_INTEGER(isinf_l, isinf(x) != 0)

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

BUILTIN(abs_int128)
{
    const __int128 *p = vm_memory(vm, at[0].u, sizeof *p, VM_READ, call->at);
    __int128 v = 0;
    if (!p)
        return false;
    memcpy(&v, p, sizeof v);
    v = v < 0 ? (__int128) -(unsigned __int128) v : v;
    at[0] = at[1]; /* where the result is: gen_builtin_call */
    return vm_store(vm, at[0].u, &v, sizeof v, call->at);
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

/* ---- complex numbers ---- */

static double _Complex product(double _Complex a, double _Complex b)
{
    return a * b;
}

static double _Complex quotient(double _Complex a, double _Complex b)
{
    return a / b;
}

static float _Complex productf(float _Complex a, float _Complex b)
{
    return a * b;
}

static float _Complex quotientf(float _Complex a, float _Complex b)
{
    return a / b;
}

static long double _Complex productl(long double _Complex a, long double _Complex b)
{
    return a * b;
}

static long double _Complex quotientl(long double _Complex a, long double _Complex b)
{
    return a / b;
}

#define ONE(name) {#name, .one = (name), .onef = (name##f), .onel = (name##l)},

static const struct {
    const char *name;
    double _Complex (*one)(double _Complex);
    float _Complex (*onef)(float _Complex);
    long double _Complex (*onel)(long double _Complex);
    double _Complex (*two)(double _Complex, double _Complex);
    float _Complex (*twof)(float _Complex, float _Complex);
    long double _Complex (*twol)(long double _Complex, long double _Complex);
} operations[] = {
    {"*",    .two = product,  .twof = productf,  .twol = productl },
    {"/",    .two = quotient, .twof = quotientf, .twol = quotientl},
    {"cpow", .two = cpow,     .twof = cpowf,     .twol = cpowl    },
    ONE(cacos) ONE(casin) ONE(catan) ONE(ccos) ONE(csin) ONE(ctan) ONE(cacosh) ONE(casinh)
        ONE(catanh) ONE(ccosh) ONE(csinh) ONE(ctanh) ONE(cexp) ONE(clog) ONE(csqrt) ONE(cproj)
};

#undef ONE

static size_t operation_named(const char *name)
{
    size_t i = 0;
    while (i + 1 < sizeof operations / sizeof *operations && strcmp(operations[i].name, name) != 0)
        i++;
    return i;
}

BUILTIN(__complex_op)
{
    const struct builtin_call *s = builtin_call_of(call);
    size_t n;
    const char *name = vm_string(vm, at[0].u, s->spans[0], &n);
    size_t i = name ? operation_named(name) : 0;
    double _Complex x = __builtin_complex(at[2].d, at[3].d),
                    y = __builtin_complex(at[4].d, at[5].d);
    double _Complex z = operations[i].two ? operations[i].two(x, y) : operations[i].one(x);
    return name && vm_store(vm, at[1].u, &z, sizeof z, s->spans[1]);
}

BUILTIN(__complex_opl)
{
    const struct builtin_call *s = builtin_call_of(call);
    size_t n;
    const char *name = vm_string(vm, at[0].u, s->spans[0], &n);
    long double v[4];
    for (int i = 0; i < 4; i++)
        if (!vm_wide_load(vm, at[2 + i].u, s->spans[2 + i], v + i))
            return false;
    size_t i = name ? operation_named(name) : 0;
    long double _Complex x = __builtin_complex(v[0], v[1]), y = __builtin_complex(v[2], v[3]);
    long double _Complex z = operations[i].twol ? operations[i].twol(x, y) : operations[i].onel(x);
    return name && vm_wide_store(vm, at[1].u, creall(z), s->spans[1]) &&
           vm_wide_store(vm, at[1].u + sizeof v[0], cimagl(z), s->spans[1]);
}

BUILTIN(__complex_opf)
{
    const struct builtin_call *s = builtin_call_of(call);
    size_t n;
    const char *name = vm_string(vm, at[0].u, s->spans[0], &n);
    size_t i = name ? operation_named(name) : 0;
    float _Complex x = __builtin_complex(at[2].f, at[3].f), y = __builtin_complex(at[4].f, at[5].f);
    float _Complex z = operations[i].twof ? operations[i].twof(x, y) : operations[i].onef(x);
    return name && vm_store(vm, at[1].u, &z, sizeof z, s->spans[1]);
}
