/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* Loops of compute/kernels/learn.cu, for float and double: rows of d numbers, one after the other. All numbers are T. None keeps state; any
 * thread, on data of its own. */
struct learn_loops {
    /* The nearest of k centers for each of n rows. Adds to sums [k, d + 1 and 2 more], as the kernel lloyd does. */
    void (*lloyd)(const void *x, size_t n, size_t d, const void *centers, size_t k, int32_t *labels,
                  double *sums);
    /* Merges rows first to end of x into the k best of m queries; room for LEARN_TILE * (d + 1) numbers. */
    void (*neighbors)(const void *queries, size_t m, const void *x, size_t first, size_t end,
                      size_t d, size_t k, void *distances, int32_t *indices, void *room);
    /* y and shift as in the kernel; room for LEARN_TILE * (d + 2) doubles. */
    void (*moments)(const void *x, const void *y, size_t n, size_t d, const void *shift,
                    double *sums, double *room);
    /* room for LEARN_TILE * (d + classes + 1) doubles. */
    void (*softmax)(const void *x, const int32_t *labels, size_t n, size_t d, size_t classes,
                    const double *w, double *sums, double *room);
    /* Squared distances of q to n <= LEARN_TILE rows that `tile` has transposed. */
    void (*tile)(const void *x, size_t n, size_t d, void *out);
    void (*squares)(const void *tile, size_t d, const void *q, void *out);
    /* How many of the first n are at most limit. */
    size_t (*count)(const void *squares, size_t n, double limit);
    /* The means of the leaves of n rows, [n, width]: forest [trees, nodes, 3 + width] as in the kernel forest_means. */
    void (*forest)(const void *x, size_t n, size_t d, const void *forest, size_t trees,
                   size_t nodes, size_t width, void *out);
};

enum { LEARN_TILE = 64 };
