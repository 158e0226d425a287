/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Which rows of an array that lies across ranks are in which rank: blocks along the first axis. It depends on numbers that all ranks know, so
 * ranks need not ask each other. The functions are pure. */

struct array_part {
    int32_t rank, ranks; /* ranks 0: an ordinary array */
    int64_t whole;       /* rows of all ranks together */
    /* The array may be a slice: its row i is row `start + i * step` of one with `blocks` rows, which the ranks have in blocks. Each
     * has blocks / ranks of them, and the first blocks % ranks have one more. */
    int64_t blocks, start, step;
};

/* The parts of a new array of so many rows. */
struct array_part part_of_rows(int32_t rank, int32_t ranks, int64_t rows);
/* Of rows first, first + step, ...: `count` of them. */
struct array_part part_slice(const struct array_part *p, int64_t first, int64_t step,
                             int64_t count);
/* The rows that a rank has, counted in the array: they are adjacent. */
void part_rows(const struct array_part *p, int32_t rank, int64_t *out_first, int64_t *out_count);
/* Whether each rank has the same rows of both. */
bool part_same(const struct array_part *a, const struct array_part *b);
