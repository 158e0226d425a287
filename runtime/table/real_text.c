/* SPDX-License-Identifier: Apache-2.0 */
/* Prints doubles as the shortest text that reads back; of several the nearest. Numbers of everyday size go through integers of 128 bits, which
 * hold them exactly; the others through snprintf. Next: number.c, which reads. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "table/csv_fields.h"

enum { DIGITS = 17 /* always enough */, MANTISSA = 53 };

static const uint64_t powers[] = {1ull,
                                  10ull,
                                  100ull,
                                  1000ull,
                                  10000ull,
                                  100000ull,
                                  1000000ull,
                                  10000000ull,
                                  100000000ull,
                                  1000000000ull,
                                  10000000000ull,
                                  100000000000ull,
                                  1000000000000ull,
                                  10000000000000ull,
                                  100000000000000ull,
                                  1000000000000000ull,
                                  10000000000000000ull,
                                  100000000000000000ull};

typedef unsigned __int128 wide_integer;

/* A number with at most six places is digits / 10^places exactly: a quotient of such integers is rounded as its decimal text is
 * (Clinger, "How to read floating point numbers accurately", 1990). */
static bool few_places(double v, uint64_t *out_digits, int *out_places)
{
    double scale = 1;
    for (int places = 0; places <= 6; places++, scale *= 10) {
        *out_digits = (uint64_t) (v * scale + 0.5);
        *out_places = places;
        if (v * scale >= 0x1p51)
            return false;
        if ((double) *out_digits / scale == v)
            return true;
    }
    return false;
}

/* v = mantissa / 2^shift, times 10^places. */
static wide_integer scaled(uint64_t mantissa, int places)
{
    wide_integer x = (wide_integer) mantissa * powers[places < DIGITS ? places : DIGITS];
    return places > DIGITS ? x * powers[places - DIGITS] : x;
}

/* The nearest number of 15, 16 or 17 digits that reads back: that is closer to v than half of the distance to its neighbours, or as close and v is
 * even. false: one that is left to snprintf, a power of two or a tie. */
static bool many_places(double v, uint64_t *out_digits, int *out_places)
{
    int exponent;
    uint64_t mantissa = (uint64_t) ldexp(frexp(v, &exponent), MANTISSA);
    int shift = MANTISSA - exponent, places = DIGITS - 1 - (int) floor((exponent - 1) * 0.30103);
    wide_integer x = scaled(mantissa, places);
    if (x >> shift >= powers[DIGITS])
        x = scaled(mantissa, --places);
    uint64_t whole = (uint64_t) (x >> shift);
    wide_integer rest = x - ((wide_integer) whole << shift), half = (wide_integer) 1 << (shift - 1);
    if (mantissa == 1ull << (MANTISSA - 1) || whole < powers[DIGITS - 1])
        return false;
    for (uint64_t unit = 100; unit > 1; unit /= 10) {
        uint64_t part = whole % unit, near = whole - part + (part >= unit / 2 ? unit : 0);
        wide_integer a = (wide_integer) near << (shift + 1), b = x << 1,
                     off = a > b ? a - b : b - a, reach = scaled(1, places);
        if (part == unit / 2 && !rest)
            return false;
        *out_digits = near;
        *out_places = places;
        if (off < reach || (off == reach && !(mantissa & 1)))
            return true;
    }
    *out_digits = whole + (rest > half);
    return rest != half;
}

/* digits / 10^places without needless zeros; "5" becomes "5.0", so that the column stays one of floats. */
static void put_digits(struct buf *out, uint64_t digits, int places, bool negative)
{
    char text[48], *end = text + sizeof text, *p = end;
    for (; places > 1 && digits % 10 == 0; places--)
        digits /= 10;
    if (!places)
        *--p = '0';
    for (int i = 0; i < places; i++, digits /= 10)
        *--p = (char) ('0' + digits % 10);
    *--p = '.';
    do
        *--p = (char) ('0' + digits % 10);
    while (digits /= 10);
    if (negative)
        *--p = '-';
    buf_put(out, p, (size_t) (end - p));
}

void real_print(struct buf *out, double v)
{
    char text[40];
    double back, magnitude = fabs(v);
    uint64_t digits;
    int places;
    if ((magnitude == 0 || (magnitude < 1e15 && magnitude >= 1e-4)) &&
        (few_places(magnitude, &digits, &places) || many_places(magnitude, &digits, &places))) {
        put_digits(out, digits, places, signbit(v));
        return;
    }
    int n = 0;
    for (int count = 15; count <= DIGITS; count++) {
        n = snprintf(text, sizeof text, "%.*g", count, v);
        if (csv_number(text, text + n, &back) == text + n && back == v)
            break;
    }
    buf_put(out, text, (size_t) n);
    if (!strpbrk(text, ".einf"))
        buf_puts(out, ".0");
}
