/* SPDX-License-Identifier: Apache-2.0 */
/* Converts decimal text to double, correctly rounded, with the same results as strtod. Almost all numbers have at
 * most 19 digits and a small exponent. Their digits form an integer m, and m * 10^e or m / 10^e is a single
 * operation on exact operands: in double if m < 2^53 and |e| <= 22 (Clinger, "How to read floating point numbers
 * accurately", 1990), in the 64-bit significand of the x87 for any m if |e| <= 27. In the second case the result is
 * rounded twice, which is wrong only if the 64 bits lie halfway between two doubles. Those numbers, and all others,
 * go to strtod. */
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "table/csv_fields.h"

enum { DIGITS = 19, EXACT = 22 };

static const double powers[EXACT + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                         1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                         1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

struct decimal {
    uint64_t digits;
    int count, exponent; /* significant digits seen; of ten */
    bool negative;
};

#if LDBL_MANT_DIG == 64
enum { WIDE = 27 };

static const long double wide_powers[WIDE + 1] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,
                                                  1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
                                                  1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L,
                                                  1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

static bool wide(const struct decimal *d, double *out)
{
    if (d->exponent > WIDE || d->exponent < -WIDE)
        return false;
    long double m = (long double) d->digits,
                v = d->exponent < 0 ? m / wide_powers[-d->exponent] : m * wide_powers[d->exponent];
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    *out = (double) v;
    return (bits & 0x7ff) != 0x400;
}
#else
static bool wide(const struct decimal *d, double *out)
{
    return false;
}
#endif

static bool exact(const struct decimal *d, double *out)
{
    if (d->count > DIGITS)
        return false;
    if (d->digits >> 53 || d->exponent > EXACT || d->exponent < -EXACT)
        return wide(d, out);
    double m = (double) d->digits;
    *out = d->exponent < 0 ? m / powers[-d->exponent] : m * powers[d->exponent];
    return true;
}

/* The bytes of the number, through strtod in the C locale. */
static double slow(const char *p, size_t n)
{
    char text[64], *copy = n < sizeof text ? text : malloc(n + 1);
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t) 0);
    double v = 0;
    if (copy && c) {
        memcpy(copy, p, n);
        copy[n] = 0;
        v = strtod_l(copy, NULL, c);
    }
    if (c)
        freelocale(c);
    if (copy != text)
        free(copy);
    return v;
}

static const char *digits(const char *p, const char *end, struct decimal *d, int scale)
{
    for (; p < end && (unsigned char) (*p - '0') < 10; p++) {
        if (d->count < DIGITS)
            d->digits = d->digits * 10 + (uint64_t) (*p - '0');
        d->count += d->count || *p != '0';
        d->exponent -= scale;
    }
    return p;
}

static const char *named(const char *p, const char *end, bool negative, double *out)
{
    static const struct {
        const char *word;
        double value;
    } words[] = {
        {"nan",      NAN     },
        {"infinity", INFINITY},
        {"inf",      INFINITY},
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i].word);
        if ((size_t) (end - p) >= n && !strncasecmp(p, words[i].word, n)) {
            *out = negative ? -words[i].value : words[i].value;
            return p + n;
        }
    }
    return NULL;
}

static const char *exponent(const char *p, const char *end, struct decimal *d)
{
    const char *q = p + 1;
    bool negative = q < end && *q == '-';
    int e = 0;
    q += q < end && (*q == '-' || *q == '+');
    if (q >= end || (unsigned char) (*q - '0') >= 10)
        return p;
    for (; q < end && (unsigned char) (*q - '0') < 10; q++)
        e = e < 100000 ? e * 10 + (*q - '0') : e;
    d->exponent += negative ? -e : e;
    return q;
}

const char *csv_number(const char *p, const char *end, double *out)
{
    const char *start = p;
    struct decimal d = {.negative = p < end && *p == '-'};
    p += p < end && (*p == '-' || *p == '+');
    const char *first = p;
    p = digits(p, end, &d, 0);
    bool any = p > first;
    if (p < end && *p == '.') {
        const char *fraction = p + 1;
        p = digits(fraction, end, &d, 1);
        any |= p > fraction;
    }
    if (!any) {
        const char *word = named(first, end, d.negative, out);
        return word ? word : start;
    }
    if (p < end && (*p == 'e' || *p == 'E'))
        p = exponent(p, end, &d);
    double v;
    if (!d.digits)
        v = 0;
    else if (!exact(&d, &v))
        v = fabs(slow(start, (size_t) (p - start)));
    *out = d.negative ? -v : v;
    return p;
}
