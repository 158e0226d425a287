/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics of an array's elements. Next: values_print.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "display/parts.h"

enum {
    BINS = VALUES_BINS,
    BINS_LEAST = 8,
    HISTOGRAM_SAMPLE = 1 << 20,
};

int64_t values_count(const struct display_values *v)
{
    int64_t n = 1;
    for (uint32_t i = 0; i < v->rank; i++)
        n *= v->shape[i];
    return n;
}

bool values_numeric(const struct display_values *v)
{
    return v->dtype.kind != DTYPE_OTHER;
}

static const void *element(const struct display_values *v, int64_t i)
{
    return (const char *) v->elements + (uint64_t) i * v->dtype.size;
}

double values_at(const struct display_values *v, int64_t i)
{
    return dtype_double(v->dtype, element(v, i));
}

void values_measure(const struct display_values *v, int64_t known, struct value_stats *out)
{
    *out = (struct value_stats){0};
    double sum = 0, lost = 0; /* Kahan: a mean of millions of floats keeps its digits */
    for (int64_t i = 0; i < known; i++) {
        double x = dtype_double(v->dtype, element(v, i));
        if (!isfinite(x)) {
            *(isnan(x) ? &out->nan : &out->infinite) += 1;
            continue;
        }
        if (!out->finite++ || x < out->low) {
            out->low = x;
            out->min = element(v, i);
        }
        if (!out->max || x > out->high) {
            out->high = x;
            out->max = element(v, i);
        }
        double term = x - lost, next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    out->scale = fmax(fabs(out->low), fabs(out->high)) > 1e300 ? 4 : 1;
    out->mean = out->finite ? sum / (double) out->finite : 0;
}

/* At most half as many bins as values and, for integers, all of equal width, so that an even distribution looks even. */
static int bins_for(const struct display_values *v, int64_t known, const struct value_stats *s,
                    int columns, double *out_width)
{
    bool whole = v->dtype.kind != DTYPE_OTHER && !dtype_is_real(v->dtype);
    int most = columns < BINS ? columns : BINS;
    if (known / 2 < most)
        most = known / 2 > BINS_LEAST ? (int) (known / 2) : BINS_LEAST;
    double range = s->high / most - s->low / most; /* the full range may overflow */
    if (!whole) {
        *out_width = range;
        return most;
    }
    *out_width = ceil((s->high - s->low + 1) / most);
    return (int) ceil((s->high - s->low + 1) / *out_width);
}

static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

int values_histogram(const struct display_values *v, int64_t known, const struct value_stats *s,
                     int columns, double out[BINS])
{
    int64_t step = known > HISTOGRAM_SAMPLE ? known / HISTOGRAM_SAMPLE : 1;
    double width, most = 0;
    int bins = bins_for(v, known, s, columns, &width);
    memset(out, 0, BINS * sizeof *out);
    for (int64_t i = 0; i < known; i += step) {
        double x = dtype_double(v->dtype, element(v, i));
        if (!isfinite(x))
            continue;
        int bin = width > 0 ? (int) (x / width - s->low / width) : 0;
        out[bin < bins ? bin : bins - 1]++;
    }
    for (int i = 0; i < bins; i++)
        most = out[i] > most ? out[i] : most;
    for (int i = 0; i < bins && most > 0; i++)
        out[i] /= most;
    return bins;
}

int values_by_index(const struct display_values *v, int64_t known, const struct value_stats *s,
                    int columns, double out[BINS])
{
    int64_t step = known > HISTOGRAM_SAMPLE ? known / HISTOGRAM_SAMPLE : 1;
    int parts = columns < BINS ? columns : BINS;
    parts = known < parts ? (int) known : parts;
    for (int p = 0; p < parts; p++) {
        double sum = 0;
        int64_t n = 0, first = known * p / parts, last = known * (p + 1) / parts;
        for (int64_t i = first; i < last; i += step) {
            double x = dtype_double(v->dtype, element(v, i));
            if (isfinite(x))
                sum += x / s->scale, n++;
        }
        double low = s->low / s->scale, high = s->high / s->scale;
        out[p] = n ? (sum / (double) n - low) / (high - low) : NAN;
    }
    return parts;
}

void values_bars(struct buf *out, const double *heights, int count, bool empty_is_blank)
{
    for (int i = 0; i < count; i++) {
        double h = heights[i];
        int eighths = !isfinite(h)     ? 0
                      : empty_is_blank ? (int) ceil(h * 8)
                                       : 1 + (int) (h * 7 + 0.5);
        buf_puts(out, blocks[eighths < 0 ? 0 : eighths > 8 ? 8 : eighths]);
    }
}

void values_number(struct buf *out, const struct display_values *v, double x)
{
    if (isfinite(x) && (v->dtype.kind == DTYPE_F16 || v->dtype.kind == DTYPE_BF16))
        buf_printf(out, "%.4g", x);
    else
        put_number(out, x);
}

/* Six digits suffice for display; integers keep all of theirs. */
void values_element(struct buf *out, const struct display_values *v, const void *e)
{
    double x = dtype_double(v->dtype, e);
    bool real = dtype_is_real(v->dtype);
    if (!real || (x == trunc(x) && fabs(x) < 1e9))
        dtype_print(out, v->dtype, e);
    else
        values_number(out, v, x);
}
