/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Loops over whole arrays in C, compiled once for each instruction set (meson.build); host_library.c calls them for kernels of ours.
 * None keeps state. Thread-safety: any thread, on data of its own. */

enum loop_type { LOOP_F32, LOOP_F64, LOOP_I32, LOOP_U32, LOOP_I64, LOOP_U64, LOOP_TYPES };

/* The partial result of a reduction over some elements. Integers are summed in 64 bits, floats in chunks and those in double precision. A
 * LOOP_TOTAL is a sum in double precision of any type, for means: it does not overflow. */
union loop_total {
    double real;
    int64_t whole;

    struct { /* of LOOP_MOMENTS */
        double n, mean, squares;
    } moments;
};

enum loop_reduction {
    LOOP_SUM,
    LOOP_TOTAL,
    LOOP_MIN,
    LOOP_MAX,
    LOOP_SQUARES,
    LOOP_MOMENTS,
    LOOP_REDUCTIONS
};

/* Elements that a reduction takes at a time: its result does not depend on the number of threads. */
enum { LOOP_CHUNK = 1 << 16 };

struct learn_loops;

struct
    loop_fft_pass { /* kernels/fft.cu has the algorithm: one pass over a row of n numbers, for j from `first` to `end` */
    const void *from, *roots;
    void *to;
    int64_t n, done, first, end;
    int sign;
    double scale;
    bool real; /* `from` has no imaginary parts */
};

struct loop_fft_halves { /* fft_halves of kernels/fft.cu, of one row */
    const void *from, *roots;
    void *to;
    int64_t m;
    int sign;
};

enum loop_sparse_kind {
    LOOP_SPARSE_F32,
    LOOP_SPARSE_F64,
    LOOP_SPARSE_C32, /* float2 */
    LOOP_SPARSE_C64,
    LOOP_SPARSE_KINDS
};

struct loop_sparse { /* y = A x, row-major with `width` columns: A in CSR form (compute/sparse.h) */
    const void *data, *x;
    const int32_t *indices, *indptr;
    void *y;
    int64_t width;
    uint32_t columns;
};

/* One for each instruction set. NULL: the set has no such loop. */
struct loop_set {
    const char *name;
    /* n <= LOOP_CHUNK elements */
    void (*reduce[LOOP_TYPES][LOOP_REDUCTIONS])(const void *x, size_t n, union loop_total *out);
    /* Adds to bins[0..count), with the rules of kernels/scan.cu. */
    void (*histogram[LOOP_TYPES])(const void *x, size_t n, int count, double low, double high,
                                  uint32_t *bins);
    /* Signed numbers, ascending, in place. */
    void (*sort_32)(int32_t *x, size_t n);
    void (*sort_64)(int64_t *x, size_t n);
    /* Copies numbers as signed integers in the same order, and back. A NaN is the last one, 0x7fff... */
    void (*order_f32)(const int32_t *from, int32_t *to, size_t n, bool back);
    void (*order_f64)(const int64_t *from, int64_t *to, size_t n, bool back);
    size_t (*partition_32)(int32_t *x, size_t n, int32_t pivot); /* those below the pivot first */
    size_t (*partition_64)(int64_t *x, size_t n, int64_t pivot);
    /* The same out of place, and the numbers are changed by order_f32 or order_f64. */
    size_t (*partition_floats_32)(const int32_t *from, int32_t *to, size_t n, int32_t pivot);
    size_t (*partition_floats_64)(const int64_t *from, int64_t *to, size_t n, int64_t pivot);
    void (*fft_pass[2])(const struct loop_fft_pass *p, int radix); /* float, double */
    void (*fft_halves[2])(const struct loop_fft_halves *h, int64_t first, int64_t end);
    void (*fft_roots[2])(int64_t n, int sign, int64_t first, int64_t end, void *out);
    /* Rows first to end. false: an index is not below `columns`. */
    bool (*sparse_rows[LOOP_SPARSE_KINDS])(const struct loop_sparse *s, int64_t first, int64_t end);
    const struct learn_loops *learn; /* float, double: loops_learn.h */
};

extern const struct loop_set loop_set_base, loop_set_avx2, loop_set_avx512;

const struct loop_set *loop_set_named(const char *name); /* NULL: this build has no such set */

/* Names of what is compiled for one set. */
#ifdef ENGINE_SET
#define LOOP_JOIN(a, set)  loop_##a##_##set
#define LOOP_PASTE(a, set) LOOP_JOIN(a, set)
#define LOOP_FN(a)         LOOP_PASTE(a, ENGINE_SET)
#endif
