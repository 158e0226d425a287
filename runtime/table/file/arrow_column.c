/* SPDX-License-Identifier: Apache-2.0 */
/* One column of one record batch: Arrow's buffers to a column's values. Every length is checked before it is used. */
#include <math.h>
#include <string.h>

#include "table/file/arrow_format.h"

enum column_type arrow_column_type(const struct arrow_field *f)
{
    switch (f->type) {
    case ARROW_BOOL: return COLUMN_BOOL;
    case ARROW_INT: return COLUMN_INT;
    case ARROW_DATE: return COLUMN_DATE;
    case ARROW_TIMESTAMP: return COLUMN_TIME;
    case ARROW_UTF8:
    case ARROW_LARGE_UTF8:
    case ARROW_UTF8_VIEW: return COLUMN_STRING;
    default: return COLUMN_FLOAT;
    }
}

static bool bit(struct arrow_bytes b, int64_t i)
{
    return b.p[i / 8] >> i % 8 & 1;
}

static bool is_valid(const struct arrow_chunk *k, int64_t i)
{
    return !k->valid.n || bit(k->valid, i);
}

static uint64_t value_at(struct arrow_bytes b, int64_t i, uint32_t bytes)
{
    uint64_t v = 0;
    memcpy(&v, b.p + (uint64_t) i * bytes, bytes);
    return v;
}

static int64_t signed_at(struct arrow_bytes b, int64_t i, uint32_t bits, bool is_signed)
{
    uint64_t v = value_at(b, i, bits / 8);
    unsigned shift = 64 - bits;
    return is_signed ? (int64_t) (v << shift) >> shift : (int64_t) v;
}

/* IEEE 754 binary16. */
double arrow_half(uint16_t h)
{
    int exponent = h >> 10 & 31;
    double part = h & 1023, v;
    if (exponent == 31)
        v = part != 0 ? (double) NAN : (double) INFINITY;
    else
        v = exponent ? ldexp(1024 + part, exponent - 25) : ldexp(part, -24);
    return h >> 15 ? -v : v;
}

static double real_at(const struct arrow_field *f, struct arrow_bytes b, int64_t i)
{
    uint64_t bits = value_at(b, i, f->bits / 8);
    float single;
    double v;
    if (f->bits == 16)
        return arrow_half((uint16_t) bits);
    if (f->bits == 32) {
        uint32_t low = (uint32_t) bits;
        memcpy(&single, &low, sizeof single);
        return single;
    }
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* Microseconds or days, rounded down; nanoseconds lose three digits. */
static int64_t scaled(int64_t v, int64_t divisor, int64_t factor)
{
    if (divisor > 1)
        return v / divisor - (v % divisor < 0);
    int64_t made;
    return __builtin_mul_overflow(v, factor, &made) ? COLUMN_MISSING_INT : made;
}

static int64_t time_of(const struct arrow_field *f, int64_t v)
{
    static const int64_t factors[] = {1000000, 1000, 1, 1};
    if (f->type == ARROW_DATE)
        return f->unit ? scaled(v, 86400000, 1) : v;
    return scaled(v, f->unit == 3 ? 1000 : 1, factors[f->unit & 3]);
}

static bool fits(struct arrow_bytes b, int64_t rows, uint32_t bits)
{
    return (uint64_t) rows <= b.n * 8 / bits;
}

/* ---- strings ---- */

static bool plain_string(const struct arrow_field *f, const struct arrow_chunk *k, int64_t i,
                         struct str *out)
{
    uint32_t bytes = f->type == ARROW_UTF8 ? 4 : 8;
    uint64_t begin = value_at(k->offsets, i, bytes), end = value_at(k->offsets, i + 1, bytes);
    if (begin > end || end > k->data.n)
        return false;
    *out = (struct str){(const char *) k->data.p + begin, end - begin};
    return true;
}

/* 16 bytes: the length; then up to 12 bytes, or four of them, and the number and offset of the piece that has all. */
static bool viewed_string(const struct arrow_chunk *k, int64_t i, struct str *out)
{
    const uint8_t *view = k->offsets.p + i * 16;
    uint32_t n, piece, offset;
    memcpy(&n, view, 4);
    memcpy(&piece, view + 8, 4);
    memcpy(&offset, view + 12, 4);
    *out = (struct str){(const char *) view + 4, n};
    if (n <= 12)
        return true;
    if (piece >= k->piece_count || offset > k->pieces[piece].n || n > k->pieces[piece].n - offset)
        return false;
    out->p = (const char *) k->pieces[piece].p + offset;
    return true;
}

static bool decode_strings(const struct arrow_field *f, const struct arrow_chunk *k,
                           struct data_column *to, int64_t first)
{
    bool views = f->type == ARROW_UTF8_VIEW;
    uint32_t bits = views ? 128 : f->type == ARROW_UTF8 ? 32 : 64;
    if (k->rows && !fits(k->offsets, k->rows + !views, bits))
        return false;
    for (int64_t i = 0; i < k->rows; i++) {
        struct str s;
        to->codes[first + i] = COLUMN_MISSING_CODE;
        if (!is_valid(k, i))
            continue;
        if (!(views ? viewed_string(k, i, &s) : plain_string(f, k, i, &s)))
            return false;
        to->codes[first + i] = dictionary_code(to->words, s);
    }
    return true;
}

static bool decode_codes(const struct arrow_field *f, const struct arrow_chunk *k,
                         struct data_column *to, int64_t first, const int32_t *codes,
                         int64_t code_count)
{
    if (!fits(k->data, k->rows, f->code_bits))
        return false;
    for (int64_t i = 0; i < k->rows; i++) {
        int64_t index = signed_at(k->data, i, f->code_bits, f->code_signed);
        bool valid = is_valid(k, i);
        if (valid && (index < 0 || index >= code_count))
            return false;
        to->codes[first + i] = valid ? codes[index] : COLUMN_MISSING_CODE;
    }
    return true;
}

/* ---- all ---- */

static bool decode_numbers(const struct arrow_field *f, const struct arrow_chunk *k,
                           struct data_column *to, int64_t first, const char **out_why)
{
    uint32_t bits = f->type == ARROW_BOOL ? 1 : f->bits;
    if (!fits(k->data, k->rows, bits))
        return false;
    for (int64_t i = 0; i < k->rows; i++) {
        bool valid = is_valid(k, i);
        if (to->type == COLUMN_BOOL) {
            to->truths[first + i] = valid ? bit(k->data, i) : COLUMN_MISSING_BOOL;
        } else if (to->type == COLUMN_FLOAT) {
            to->reals[first + i] = valid ? real_at(f, k->data, i) : (double) NAN;
        } else {
            int64_t v = valid ? signed_at(k->data, i, bits, f->is_signed) : COLUMN_MISSING_INT;
            if (valid && v < 0 && !f->is_signed) {
                *out_why = "it has an integer beyond 64 bits with a sign";
                return false;
            }
            to->integers[first + i] = !valid || f->type == ARROW_INT ? v : time_of(f, v);
        }
    }
    return true;
}

bool arrow_decode(const struct arrow_field *f, const struct arrow_chunk *k, struct data_column *to,
                  int64_t first, const int32_t *codes, int64_t code_count, const char **out_why)
{
    *out_why = "a buffer is too short for its rows";
    if (k->valid.n && !fits(k->valid, k->rows, 1))
        return false;
    if (f->coded)
        return decode_codes(f, k, to, first, codes, code_count);
    if (to->type == COLUMN_STRING)
        return decode_strings(f, k, to, first);
    if (f->type != ARROW_NULL)
        return decode_numbers(f, k, to, first, out_why);
    for (int64_t i = 0; i < k->rows; i++)
        to->reals[first + i] = NAN;
    return true;
}
