/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of a product with a sparse matrix in CSR form. */
#include <string.h>

#include "device/cpu/loops/loops_impl.h"

#define SPARSE_ROWS(name, T)                                                                       \
    bool LOOP_FN(name)(const struct loop_sparse *s, int64_t first, int64_t end)                    \
    {                                                                                              \
        const T *data = s->data, *x = s->x;                                                        \
        T *y = s->y;                                                                               \
        uint32_t columns = s->columns;                                                             \
        for (int64_t i = first; i < end; i++) {                                                    \
            T *to = y + i * s->width, sum = 0;                                                     \
            if (s->width > 1)                                                                      \
                memset(to, 0, (size_t) s->width * sizeof *to);                                     \
            for (int32_t e = s->indptr[i]; e < s->indptr[i + 1]; e++) {                            \
                uint32_t at = (uint32_t) s->indices[e];                                            \
                T factor = data[e];                                                                \
                if (at >= columns)                                                                 \
                    return false;                                                                  \
                if (s->width == 1) {                                                               \
                    sum += factor * x[at];                                                         \
                    continue;                                                                      \
                }                                                                                  \
                const T *from = x + at * s->width;                                                 \
                for (int64_t k = 0; k < s->width; k++)                                             \
                    to[k] += factor * from[k];                                                     \
            }                                                                                      \
            if (s->width == 1)                                                                     \
                *to = sum;                                                                         \
        }                                                                                          \
        return true;                                                                               \
    }

/* Complex numbers, as pairs of T. Products as in the kernel: those of _Complex look for infinities (C11 annex G). */
#define COMPLEX_ROWS(name, T)                                                                      \
    bool LOOP_FN(name)(const struct loop_sparse *s, int64_t first, int64_t end)                    \
    {                                                                                              \
        const T *data = s->data, *x = s->x;                                                        \
        T *y = s->y;                                                                               \
        uint32_t columns = s->columns;                                                             \
        for (int64_t i = first; i < end; i++) {                                                    \
            T *to = y + i * s->width * 2;                                                          \
            memset(to, 0, (size_t) s->width * 2 * sizeof *to);                                     \
            for (int32_t e = s->indptr[i]; e < s->indptr[i + 1]; e++) {                            \
                uint32_t at = (uint32_t) s->indices[e];                                            \
                T re = data[2 * (int64_t) e], im = data[2 * (int64_t) e + 1];                      \
                if (at >= columns)                                                                 \
                    return false;                                                                  \
                const T *from = x + at * s->width * 2;                                             \
                for (int64_t k = 0; k < 2 * s->width; k += 2) {                                    \
                    to[k] += re * from[k] - im * from[k + 1];                                      \
                    to[k + 1] += re * from[k + 1] + im * from[k];                                  \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        return true;                                                                               \
    }

SPARSE_ROWS(sparse_rows_f32, float)
SPARSE_ROWS(sparse_rows_f64, double)
COMPLEX_ROWS(sparse_rows_c32, float)
COMPLEX_ROWS(sparse_rows_c64, double)
