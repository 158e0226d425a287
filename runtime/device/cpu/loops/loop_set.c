/* SPDX-License-Identifier: Apache-2.0 */
/* The table of one instruction set. */
#include "device/cpu/loops/loops_impl.h"

#define TEXT_OF(set)   #set
#define TEXT_NAME(set) TEXT_OF(set)
#define SET_JOIN(set)  loop_set_##set
#define SET_NAME(set)  SET_JOIN(set)

#define REDUCTION(R, T)       [LOOP_##R] = LOOP_FN(reduce_##R##_##T),
#define REDUCE(T, type, wide) [LOOP_##T] = {LOOP_REDUCTION_LIST(REDUCTION, T)},
#define COUNT(T, type, wide)  [LOOP_##T] = LOOP_FN(histogram_##T),
#define SPARSE(kind)          LOOP_FN(sparse_rows_##kind),

const struct loop_set SET_NAME(ENGINE_SET) = {
    .name = TEXT_NAME(ENGINE_SET),
    .reduce = {LOOP_TYPE_LIST(REDUCE)  },
    .histogram = {LOOP_TYPE_LIST(COUNT)   },
    .sort_32 = LOOP_FN(sort_32),
    .sort_64 = LOOP_FN(sort_64),
    .order_f32 = LOOP_FN(order_f32),
    .order_f64 = LOOP_FN(order_f64),
#if defined __AVX512F__
    .partition_32 = LOOP_FN(partition_32),
    .partition_64 = LOOP_FN(partition_64),
    .partition_floats_32 = LOOP_FN(partition_floats_32),
    .partition_floats_64 = LOOP_FN(partition_floats_64),
#endif
    .fft_pass = {LOOP_FN(fft_pass_f32),    LOOP_FN(fft_pass_f64)},
    .fft_halves = {LOOP_FN(fft_halves_f32),                        LOOP_FN(fft_halves_f64)},
    .fft_roots = {LOOP_FN(fft_roots_f32),LOOP_FN(fft_roots_f64)},
    .learn = LOOP_FN(learn),
    .sparse_rows = {SPARSE(f32) SPARSE(f64) SPARSE(c32) SPARSE(c64)  },
};
