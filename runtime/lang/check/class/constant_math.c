/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of <math.h> that g++ computes itself where a constant is wanted: constexpr double r = std::sqrt(2.0);
 * Their results are the library's, rounded to float where the function is one of float. */
#include <math.h>
#include <string.h>

#include "lang/check/class/check_classes.h"

static double absolute(double x)
{
    return fabs(x);
}

#define ONE(f)                                                                                     \
    {                                                                                              \
#f, f, NULL                                                                                \
    }
#define TWO(f)                                                                                     \
    {                                                                                              \
#f, NULL, f                                                                                \
    }

static const struct {
    const char *name;
    double (*one)(double);
    double (*two)(double, double);
} functions[] = {
    ONE(sqrt),  ONE(cbrt),   ONE(fabs),     {"abs", absolute, NULL},
    ONE(floor), ONE(ceil),   ONE(trunc),    ONE(round),
    ONE(exp),   ONE(exp2),   ONE(expm1),    ONE(log),
    ONE(log2),  ONE(log10),  ONE(log1p),    ONE(sin),
    ONE(cos),   ONE(tan),    ONE(asin),     ONE(acos),
    ONE(atan),  ONE(sinh),   ONE(cosh),     ONE(tanh),
    ONE(asinh), ONE(acosh),  ONE(atanh),    ONE(erf),
    ONE(erfc),  ONE(tgamma), ONE(lgamma),   TWO(pow),
    TWO(fmod),  TWO(atan2),  TWO(hypot),    TWO(fmin),
    TWO(fmax),  TWO(fdim),   TWO(copysign),
};

#undef ONE
#undef TWO

/* "sqrtf" is "sqrt" of float. */
static bool is_named(const char *name, const char *wanted)
{
    size_t n = strlen(wanted);
    return !strncmp(name, wanted, n) && (!name[n] || (name[n] == 'f' && !name[n + 1]));
}

bool constant_math(const char *name, const double *args, uint32_t count, double *out)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if ((count == 1 ? !functions[i].one : count != 2 || !functions[i].two) ||
            !is_named(name, functions[i].name))
            continue;
        *out = count == 1 ? functions[i].one(args[0]) : functions[i].two(args[0], args[1]);
        return isfinite(*out) || functions[i].one == fabs; /* of NaN and infinity, too */
    }
    return false;
}
