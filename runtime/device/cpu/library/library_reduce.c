/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of all elements of a dense array, and histograms: compute/kernels/reduce.cu and scan.cu. An array is cut into chunks
 * (LOOP_CHUNK), whose results are joined in their order, so the number of threads does not matter. */
#include <math.h>
#include <stdlib.h>

#include "base/check.h"
#include "device/cpu/library/library_impl.h"

enum reduction_kind { SUM, MEAN, NORM, MIN, MAX, VAR, REDUCTIONS };

#define NAME(length, op, T, out, which)                                                            \
    "_ZN8warpcell6reduceINS_" #length #op "I" #T #out "EEjNS_5denseI" #T "EE"
#define ROW(length, op, T, out, kind, type)                                                        \
    {NAME(length, op, T, out, kind), reduce, kind, LOOP_##type},
#define ROWS(T, wide, real, type)                                                                  \
    ROW(3, sum, T, wide, SUM, type)                                                                \
    ROW(4, mean, T, real, MEAN, type)                                                              \
    ROW(4, norm, T, real, NORM, type)                                                              \
    ROW(3, min, T, T, MIN, type)                                                                   \
    ROW(3, max, T, T, MAX, type)                                                                   \
    ROW(3, var, T, real, VAR, type)                                                                \
    ROW(6, stddev, T, real, VAR, type)

static const uint32_t size_of[] = {
    [LOOP_F32] = 4, [LOOP_F64] = 8, [LOOP_I32] = 4, [LOOP_U32] = 4, [LOOP_I64] = 8, [LOOP_U64] = 8};

struct chunk_work {
    const struct library_call *call;
    void (*loop)(const void *x, size_t n, union loop_total *out);
    const char *x;
    uint64_t n, chunks;
    uint32_t parts, size;
    union loop_total *totals; /* of each chunk */
};

static void reduce_part(void *user, uint32_t part)
{
    const struct chunk_work *w = user;
    uint64_t end = w->chunks * (part + 1) / w->parts;
    for (uint64_t k = w->chunks * part / w->parts; k < end && !atomic_load(w->call->interrupted);
         k++) {
        uint64_t first = k * LOOP_CHUNK, n = w->n - first < LOOP_CHUNK ? w->n - first : LOOP_CHUNK;
        w->loop(w->x + first * w->size, n, &w->totals[k]);
    }
}

/* Chan, Golub, LeVeque 1979 */
static void join_moments(union loop_total *s, const union loop_total *t)
{
    double n = s->moments.n + t->moments.n, away = t->moments.mean - s->moments.mean;
    s->moments.mean += away * t->moments.n / n;
    s->moments.squares += t->moments.squares + away * away * s->moments.n * t->moments.n / n;
    s->moments.n = n;
}

static bool less(enum loop_type type, union loop_total a, union loop_total b)
{
    return type == LOOP_F32 || type == LOOP_F64
               ? a.real < b.real || (a.real != a.real && b.real == b.real)
           : type == LOOP_U32 || type == LOOP_U64 ? (uint64_t) a.whole < (uint64_t) b.whole
                                                  : a.whole < b.whole;
}

static bool is_real(enum loop_type type)
{
    return type == LOOP_F32 || type == LOOP_F64;
}

static void join(enum reduction_kind kind, enum loop_type type, union loop_total *s,
                 const union loop_total *t)
{
    bool nan = is_real(type) && s->real != s->real;
    if (kind == VAR)
        join_moments(s, t);
    else if (kind == MIN)
        *s = less(type, *t, *s) ? *t : *s;
    else if (kind == MAX)
        *s = !nan && (less(type, *s, *t) || (is_real(type) && t->real != t->real)) ? *t : *s;
    else if (kind == NORM || kind == MEAN || is_real(type))
        s->real += t->real;
    else
        s->whole = (int64_t) ((uint64_t) s->whole + (uint64_t) t->whole);
}

/* A state of kernels/reduce.cu: float for float, otherwise double or 64 bits; min and max have the elements' type. */
static uint32_t write_state(enum reduction_kind kind, enum loop_type type,
                            const union loop_total *t, char *to)
{
    bool single = type == LOOP_F32;
    double values[3] = {t->real};
    uint32_t count = 1;
    if (kind == VAR) {
        values[0] = t->moments.n;
        values[1] = t->moments.mean;
        values[2] = t->moments.squares;
        count = 3;
    } else if (!is_real(type) && kind != NORM && kind != MEAN) {
        uint32_t size = kind == SUM ? 8 : size_of[type];
        memcpy(to, &t->whole, size);
        return size;
    }
    for (uint32_t i = 0; i < count; i++) {
        float f = (float) values[i];
        memcpy(to + (size_t) i * (single ? 4 : 8), single ? (void *) &f : &values[i],
               single ? 4 : 8);
    }
    return count * (single ? 4 : 8);
}

/* The state of no elements: the kernel's other blocks. */
static union loop_total none(enum reduction_kind kind, enum loop_type type)
{
    union loop_total t = {
        .moments = {0, 0, 0}
    };
    if ((kind == MIN || kind == MAX) && is_real(type))
        t.real = kind == MIN ? INFINITY : -(double) INFINITY;
    else if (kind == MIN)
        t.whole = type == LOOP_I32   ? INT32_MAX
                  : type == LOOP_U32 ? UINT32_MAX
                  : type == LOOP_I64 ? INT64_MAX
                                     : -1;
    else if (kind == MAX)
        t.whole = type == LOOP_I32 ? INT32_MIN : type == LOOP_I64 ? INT64_MIN : 0;
    return t;
}

/* (n, run, from, partial) */
static bool reduce(const struct library_call *c)
{
    static const enum loop_reduction loops[] = {
        [SUM] = LOOP_SUM, [MEAN] = LOOP_TOTAL, [NORM] = LOOP_SQUARES,
        [MIN] = LOOP_MIN, [MAX] = LOOP_MAX,    [VAR] = LOOP_MOMENTS};
    enum reduction_kind kind = c->row->kind;
    enum loop_type type = c->row->type;
    struct chunk_work w = {.call = c,
                           .loop = c->loops->reduce[type][loops[kind]],
                           .n = (uint32_t) library_int(c, 0),
                           .size = size_of[type]};
    union loop_total total = none(kind, type), empty = total;
    char state[24];
    uint32_t size = write_state(kind, type, &total, state);
    w.x = library_range(c, 2, 0, w.n * w.size, w.size);
    char *to = library_range(c, 3, 0, (uint64_t) c->grid.x * size, size < 8 ? 4 : 8);
    if (!w.x || !to || !w.n)
        return false;
    w.chunks = (w.n + LOOP_CHUNK - 1) / LOOP_CHUNK;
    w.parts = library_parts(c, w.n, 4 * LOOP_CHUNK);
    if (w.parts > 1) /* a thread that comes late takes fewer */
        w.parts *= 4;
    w.totals = xcalloc(w.chunks, sizeof *w.totals);
    library_fork(c, w.parts, reduce_part, &w);
    for (uint64_t k = 0; k < w.chunks; k++)
        join(kind, type, &total, &w.totals[k]);
    free(w.totals);
    for (uint32_t b = 0; b < c->grid.x; b++)
        write_state(kind, type, b ? &empty : &total, to + (size_t) b * size);
    return true;
}

const struct library_kernel library_reductions[] = {ROWS(f, f, f, F32) ROWS(d, d, d, F64) ROWS(
    i, l, d, I32) ROWS(j, m, d, U32) ROWS(l, l, d, I64) ROWS(m, m, d, U64)};
const size_t library_reduction_count = sizeof library_reductions / sizeof *library_reductions;

/* ---- histograms: (n, from, bins, low, high, shared_bins, to) ---- */

struct histogram_work {
    const struct library_call *call;
    const char *x;
    uint32_t *bins; /* of all parts; each has one before it for what is outside */
    double low, high;
    uint64_t n;
    uint32_t parts, size, count;
};

static void count_part(void *user, uint32_t part)
{
    enum { STEP = 1 << 20 };
    const struct histogram_work *w = user;
    uint64_t end = w->n * (part + 1) / w->parts;
    for (uint64_t i = w->n * part / w->parts; i < end && !atomic_load(w->call->interrupted);
         i += STEP)
        w->call->loops->histogram[w->call->row->type](
            w->x + i * w->size, end - i < STEP ? end - i : STEP, (int) w->count, w->low, w->high,
            w->bins + (size_t) part * (w->count + 1) + 1);
}

static bool histogram(const struct library_call *c)
{
    struct histogram_work w = {.call = c,
                               .n = (uint32_t) library_int(c, 0),
                               .size = size_of[c->row->type],
                               .count = (uint32_t) library_int(c, 2)};
    w.x = library_range(c, 1, 0, w.n * w.size, w.size);
    uint32_t *to = library_range(c, 6, 0, (uint64_t) w.count * 4, 4);
    library_param(c, 3, &w.low);
    library_param(c, 4, &w.high);
    w.parts = w.count > 1 << 16 ? 1 : library_parts(c, w.n, 1 << 18);
    if (!w.x || !to || !w.n || w.count > 1 << 24)
        return false;
    w.bins = xcalloc((size_t) w.parts * (w.count + 1), sizeof *w.bins);
    library_fork(c, w.parts, count_part, &w);
    for (uint32_t p = 0; p < w.parts; p++)
        for (uint32_t b = 0; b < w.count; b++)
            to[b] += w.bins[(size_t) p * (w.count + 1) + 1 + b];
    free(w.bins);
    return true;
}

#define COUNT_ROW(T, type)                                                                         \
    {"_ZN8warpcell9histogramIjNS_5denseI" #T "EE", histogram, 0, LOOP_##type},
const struct library_kernel library_histograms[] = {COUNT_ROW(f, F32) COUNT_ROW(d, F64) COUNT_ROW(
    i, I32) COUNT_ROW(j, U32) COUNT_ROW(l, I64) COUNT_ROW(m, U64)};
const size_t library_histogram_count = sizeof library_histograms / sizeof *library_histograms;
