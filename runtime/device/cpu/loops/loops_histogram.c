/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms. The bin of each element of a group is computed in vectors; then they are counted. */
#include "device/cpu/loops/loops_impl.h"

#ifdef __clang__
#define GROUP_LOOP(l) for (int l = 0; l < GROUP; l++)
#else
#define GROUP_LOOP(l) _Pragma("GCC ivdep") for (int l = 0; l < GROUP; l++)
#endif

enum { GROUP = 256 };

struct edges {
    int count;
    double low, high, scale, width;
};

/* Product and sum each rounded, as edge() of kernels/scan.cu. -1: outside. The edges decide, not the division. */
static inline int bin_of(double v, const struct edges *e)
{
    bool inside = v >= e->low && v <= e->high;
    int b = (int) ((inside ? v - e->low : 0) * e->scale);
    b = b < e->count ? b : e->count - 1;
    double lower = e->low + b * e->width, upper = e->low + (b + 1) * e->width;
    int below = v < lower, above = (b + 1 < e->count) & (v >= upper);
    b += below ? -1 : above;
    return inside ? b : -1;
}

/* bins[-1] counts what is outside. */
#define HISTOGRAM(T, type, wide)                                                                   \
    void LOOP_FN(histogram_##T)(const void *from, size_t n, int count, double low, double high,    \
                                uint32_t *bins)                                                    \
    {                                                                                              \
        const type *x = from;                                                                      \
        struct edges e = {count, low, high, count / (high - low), (high - low) / count};           \
        int at[GROUP];                                                                             \
        size_t i = 0;                                                                              \
        for (; i + GROUP <= n; i += GROUP) {                                                       \
            GROUP_LOOP(l)                                                                          \
            at[l] = bin_of((double) x[i + (size_t) l], &e);                                        \
            for (int l = 0; l < GROUP; l++)                                                        \
                bins[at[l]]++;                                                                     \
        }                                                                                          \
        for (; i < n; i++)                                                                         \
            bins[bin_of((double) x[i], &e)]++;                                                     \
    }
LOOP_TYPE_LIST(HISTOGRAM)
