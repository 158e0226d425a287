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

static float float_of_half(uint16_t h)
{
    uint32_t sign = (uint32_t) (h & 0x8000) << 16, exponent = h >> 10 & 31, fraction = h & 1023;
    if (exponent == 31)
        return float_of_bits(sign | 0x7f800000 | fraction << 13);
    float v = exponent ? ldexpf((float) (fraction | 1024), (int) exponent - 25)
                       : ldexpf((float) fraction, -24);
    return sign ? -v : v;
}

static uint16_t half_of_float(float v)
{
    uint16_t sign = signbit(v) ? 0x8000 : 0;
    float a = fabsf(v);
    if (isnan(v))
        return 0x7fff;
    if (a >= 65520) /* halfway to the first number that there is not */
        return sign | 0x7c00;
    int exponent;
    frexpf(a, &exponent);
    exponent = exponent < -13 ? -13 : exponent; /* subnormal numbers share one */
    uint32_t units = (uint32_t) rintf(ldexpf(a, 11 - exponent));
    return (uint16_t) (sign | ((uint32_t) (exponent + 13) * 1024 + units));
}

bool dtype_is_half(struct dtype t)
{
    return t.kind == DTYPE_F16 || t.kind == DTYPE_BF16;
}

void dtype_store_half(struct dtype t, float v, void *element)
{
    uint16_t bits;
    if (t.kind == DTYPE_F16) {
        bits = half_of_float(v);
    } else {
        uint32_t wide;
        memcpy(&wide, &v, sizeof wide);
        bits = isnan(v) ? 0x7fff : (uint16_t) ((wide + 0x7fff + (wide >> 16 & 1)) >> 16);
    }
    memcpy(element, &bits, sizeof bits);
}

double dtype_double(struct dtype t, const void *e)
{
    switch (t.kind) {
    case DTYPE_BOOL: return LOAD(uint8_t, e) != 0;
    case DTYPE_I8: return LOAD(int8_t, e);
    case DTYPE_U8: return LOAD(uint8_t, e);
    case DTYPE_I16: return LOAD(int16_t, e);
    case DTYPE_U16: return LOAD(uint16_t, e);
    case DTYPE_I32: return LOAD(int32_t, e);
    case DTYPE_U32: return LOAD(uint32_t, e);
    case DTYPE_I64: return (double) LOAD(int64_t, e);
    case DTYPE_U64: return (double) LOAD(uint64_t, e);
    case DTYPE_F32: return (double) LOAD(float, e);
    case DTYPE_F64: return LOAD(double, e);
    case DTYPE_F16: return (double) float_of_half(LOAD(uint16_t, e));
    case DTYPE_BF16: return (double) float_of_bits((uint32_t) LOAD(uint16_t, e) << 16);
    case DTYPE_OTHER: return NAN;
    }
    UNREACHABLE();
}

/* The shortest decimal that reads back as the same value; plain digits where a person would write them. */
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

void dtype_print(struct buf *out, struct dtype t, const void *e)
{
    switch (t.kind) {
    case DTYPE_BOOL: buf_puts(out, LOAD(uint8_t, e) ? "true" : "false"); return;
    case DTYPE_I64: buf_printf(out, "%" PRId64, LOAD(int64_t, e)); return;
    case DTYPE_U64: buf_printf(out, "%" PRIu64, LOAD(uint64_t, e)); return;
    case DTYPE_F32: print_real(out, (double) LOAD(float, e), true); return;
    case DTYPE_F64: print_real(out, LOAD(double, e), false); return;
    case DTYPE_F16:
    case DTYPE_BF16: buf_printf(out, "%.4g", dtype_double(t, e)); return;
    case DTYPE_I8:
    case DTYPE_U8:
    case DTYPE_I16:
    case DTYPE_U16:
    case DTYPE_I32:
    case DTYPE_U32: buf_printf(out, "%.0f", dtype_double(t, e)); return;
    case DTYPE_OTHER:
        for (uint32_t i = 0; i < t.size; i++)
            buf_printf(out, "%02x", ((const unsigned char *) e)[i]);
        return;
    }
    UNREACHABLE();
}
