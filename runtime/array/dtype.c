/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, stores and prints a single element of any arithmetic type. */
#include "array/array.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

#define LOAD(type, from)                                                                           \
    (__extension__({                                                                               \
        type v_;                                                                                   \
        memcpy(&v_, (from), sizeof v_);                                                            \
        v_;                                                                                        \
    }))

/* ---- IEEE 754 binary16, and bfloat16, which is the upper half of a float ---- */

static float float_of_bits(uint32_t bits)
{
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static uint32_t bits_of_float(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

enum { HALF_BIAS = 112 /* between the exponents of float and half */ };

static float float_of_half(uint16_t h)
{
    uint32_t sign = (uint32_t) (h & 0x8000) << 16, exponent = h >> 10 & 31, fraction = h & 1023;
    if (exponent == 31)
        return float_of_bits(sign | 0x7f800000 | fraction << 13);
    if (!exponent)
        return float_of_bits(sign | bits_of_float((float) fraction * 0x1p-24f));
    return float_of_bits(sign | (exponent + HALF_BIAS) << 23 | fraction << 13);
}

/* To the nearest, of two the even one. */
static uint16_t half_of_float(float v)
{
    uint32_t bits = bits_of_float(v), sign = bits >> 16 & 0x8000, size = bits & INT32_MAX;
    if (size > 0x7f800000)
        return 0x7fff;
    if (size >= bits_of_float(65520)) /* halfway to the first number that is out of range */
        return (uint16_t) (sign | 0x7c00);
    if (size < bits_of_float(0x1p-14f)) /* zero and the subnormal numbers are multiples of 2^-24 */
        return (uint16_t) (sign | (uint32_t) rintf(float_of_bits(size) * 0x1p24f));
    return (uint16_t) (sign | (size - (HALF_BIAS << 23) + 0xfff + (size >> 13 & 1)) >> 13);
}

static float float_of_bfloat(uint16_t h)
{
    return float_of_bits((uint32_t) h << 16);
}

/* ---- the table ---- */

#define DTYPE(kind, class, host, name, text, code, numpy)                                          \
    [DTYPE_##kind] = {DTYPE_##class, sizeof(host), name, text, code},

static const struct dtype_row rows[] = {
#include "array/dtype.def"
};

const struct dtype_row *dtype_row(enum dtype_kind kind)
{
    return kind == DTYPE_OTHER ? NULL : &rows[kind];
}

struct dtype dtype_of(enum dtype_kind kind)
{
    return (struct dtype){kind, rows[kind].size, rows[kind].name};
}

enum dtype_kind dtype_integer(uint32_t size, bool is_signed)
{
    enum dtype_class class = is_signed ? DTYPE_SIGNED : DTYPE_UNSIGNED;
    enum dtype_kind kind = 0;
    while (kind != DTYPE_OTHER && (rows[kind].class != class || rows[kind].size != size))
        kind++;
    return kind;
}

const char *dtype_text(struct dtype t)
{
    return dtype_is_half(t) ? rows[t.kind].text : t.name;
}

bool dtype_is_real(struct dtype t)
{
    return t.kind != DTYPE_OTHER && rows[t.kind].class >= DTYPE_REAL;
}

struct dtype dtype_part(struct dtype t)
{
    return t.kind != DTYPE_OTHER ? t : dtype_of(t.size == 8 ? DTYPE_F32 : DTYPE_F64);
}

bool dtype_is_half(struct dtype t)
{
    return t.kind != DTYPE_OTHER && rows[t.kind].class >= DTYPE_HALF;
}

void dtype_store_half(struct dtype t, float v, void *element)
{
    uint16_t bits;
    if (t.kind == DTYPE_F16) {
        bits = half_of_float(v);
    } else {
        uint32_t wide = bits_of_float(v);
        bits = isnan(v) ? 0x7fff : (uint16_t) ((wide + 0x7fff + (wide >> 16 & 1)) >> 16);
    }
    memcpy(element, &bits, sizeof bits);
}

#define TRUTH_DOUBLE(v)    ((v) != 0)
#define SIGNED_DOUBLE(v)   (double) (v)
#define UNSIGNED_DOUBLE(v) (double) (v)
#define REAL_DOUBLE(v)     (double) (v)
#define HALF_DOUBLE(v)     (double) float_of_half(v)
#define BFLOAT_DOUBLE(v)   (double) float_of_bfloat(v)

#define DTYPE(kind, class, host, name, text, code, numpy)                                          \
    case DTYPE_##kind: return class##_DOUBLE(LOAD(host, e));

double dtype_double(struct dtype t, const void *e)
{
    switch (t.kind) {
#include "array/dtype.def"
    case DTYPE_OTHER: return NAN;
    }
    UNREACHABLE();
}

/* The shortest decimal that reads back as the same value, without an exponent where readable. */
static void print_real(struct buf *out, double v, bool single)
{
    if (isnan(v)) {
        buf_puts(out, "nan");
        return;
    }
    int digits = 1;
    char text[40];
    for (; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (single ? strtof(text, NULL) == (float) v : strtod(text, NULL) == v)
            break;
    }
    int whole = v == 0 || isinf(v) ? 1 : (int) floor(log10(fabs(v))) + 1;
    if (whole > digits && whole <= 15)
        snprintf(text, sizeof text, "%.0f", v);
    buf_puts(out, text);
}

#define PRINT_TRUTH(v)    buf_puts(out, (v) ? "true" : "false")
#define PRINT_SIGNED(v)   buf_printf(out, "%" PRId64, (int64_t) (v))
#define PRINT_UNSIGNED(v) buf_printf(out, "%" PRIu64, (uint64_t) (v))
#define PRINT_REAL(v)     print_real(out, (double) (v), sizeof(v) == sizeof(float))
#define PRINT_HALF(v)     buf_printf(out, "%.4g", (double) float_of_half(v))
#define PRINT_BFLOAT(v)   buf_printf(out, "%.4g", (double) float_of_bfloat(v))

#define DTYPE(kind, class, host, name, text, code, numpy)                                          \
    case DTYPE_##kind: PRINT_##class(LOAD(host, e)); return;

void dtype_print(struct buf *out, struct dtype t, const void *e)
{
    switch (t.kind) {
#include "array/dtype.def"
    case DTYPE_OTHER:
        for (uint32_t i = 0; i < t.size; i++)
            buf_printf(out, "%02x", ((const unsigned char *) e)[i]);
        return;
    }
    UNREACHABLE();
}
