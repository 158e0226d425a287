/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* What the files of one instruction set define for its table (loop_set.c). */
#include "device/cpu/loops/loops.h"
#include "device/cpu/loops/loops_learn.h"

#define LOOP_TYPE_LIST(X)                                                                          \
    X(F32, float, double)                                                                          \
    X(F64, double, double)                                                                         \
    X(I32, int32_t, int64_t)                                                                       \
    X(U32, uint32_t, int64_t) X(I64, int64_t, int64_t) X(U64, uint64_t, int64_t)

#define LOOP_REDUCTION_LIST(X, T)                                                                  \
    X(SUM, T)                                                                                      \
    X(TOTAL, T)                                                                                    \
    X(MIN, T)                                                                                      \
    X(MAX, T)                                                                                      \
    X(SQUARES, T)                                                                                  \
    X(MOMENTS, T)

#define LOOP_HIDDEN __attribute__((visibility("hidden")))
#define DECLARE_REDUCTION(R, T)                                                                    \
    LOOP_HIDDEN void LOOP_FN(reduce_##R##_##T)(const void *x, size_t n, union loop_total *out);
#define DECLARE_TYPE(T, type, wide)                                                                \
    LOOP_REDUCTION_LIST(DECLARE_REDUCTION, T)                                                      \
    LOOP_HIDDEN void LOOP_FN(histogram_##T)(const void *x, size_t n, int count, double low,        \
                                            double high, uint32_t *bins);
LOOP_TYPE_LIST(DECLARE_TYPE)
#undef DECLARE_REDUCTION
#undef DECLARE_TYPE

LOOP_HIDDEN void LOOP_FN(sort_32)(int32_t *x, size_t n);
LOOP_HIDDEN void LOOP_FN(sort_64)(int64_t *x, size_t n);
LOOP_HIDDEN void LOOP_FN(order_f32)(const int32_t *from, int32_t *to, size_t n, bool back);
LOOP_HIDDEN void LOOP_FN(order_f64)(const int64_t *from, int64_t *to, size_t n, bool back);
LOOP_HIDDEN size_t LOOP_FN(partition_32)(int32_t *x, size_t n, int32_t pivot);
LOOP_HIDDEN size_t LOOP_FN(partition_64)(int64_t *x, size_t n, int64_t pivot);
LOOP_HIDDEN size_t LOOP_FN(partition_floats_32)(const int32_t *from, int32_t *to, size_t n,
                                                int32_t pivot);
LOOP_HIDDEN size_t LOOP_FN(partition_floats_64)(const int64_t *from, int64_t *to, size_t n,
                                                int64_t pivot);
LOOP_HIDDEN void LOOP_FN(fft_pass_f32)(const struct loop_fft_pass *p, int radix);
LOOP_HIDDEN void LOOP_FN(fft_pass_f64)(const struct loop_fft_pass *p, int radix);
LOOP_HIDDEN void LOOP_FN(fft_halves_f32)(const struct loop_fft_halves *h, int64_t first,
                                         int64_t end);
LOOP_HIDDEN void LOOP_FN(fft_halves_f64)(const struct loop_fft_halves *h, int64_t first,
                                         int64_t end);
LOOP_HIDDEN void LOOP_FN(fft_roots_f32)(int64_t n, int sign, int64_t first, int64_t end, void *out);
LOOP_HIDDEN void LOOP_FN(fft_roots_f64)(int64_t n, int sign, int64_t first, int64_t end, void *out);
LOOP_HIDDEN bool LOOP_FN(sparse_rows_f32)(const struct loop_sparse *s, int64_t first, int64_t end);
LOOP_HIDDEN bool LOOP_FN(sparse_rows_f64)(const struct loop_sparse *s, int64_t first, int64_t end);
LOOP_HIDDEN bool LOOP_FN(sparse_rows_c32)(const struct loop_sparse *s, int64_t first, int64_t end);
LOOP_HIDDEN bool LOOP_FN(sparse_rows_c64)(const struct loop_sparse *s, int64_t first, int64_t end);

extern LOOP_HIDDEN const struct learn_loops LOOP_FN(learn)[2];
