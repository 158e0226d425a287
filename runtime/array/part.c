/* SPDX-License-Identifier: Apache-2.0 */
/* The blocks of an array that lies across ranks. */
#include "array/part.h"

struct array_part part_of_rows(int32_t rank, int32_t ranks, int64_t rows)
{
    return (struct array_part){
        .rank = rank, .ranks = ranks, .whole = rows, .blocks = rows, .step = 1};
}

struct array_part part_slice(const struct array_part *p, int64_t first, int64_t step, int64_t count)
{
    struct array_part s = *p;
    s.start = p->start + first * p->step;
    s.step = p->step * step;
    s.whole = count;
    return s;
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    return a / b - (a % b && (a < 0) != (b < 0));
}

static int64_t clamp(int64_t v, int64_t low, int64_t high)
{
    return v < low ? low : v > high ? high : v;
}

static int64_t block_start(const struct array_part *p, int32_t rank)
{
    int64_t each = p->blocks / p->ranks, more = p->blocks % p->ranks;
    return rank * each + (rank < more ? rank : more);
}

void part_rows(const struct array_part *p, int32_t rank, int64_t *out_first, int64_t *out_count)
{
    int64_t low = block_start(p, rank), high = block_start(p, rank + 1), first, end;
    if (p->step > 0) { /* low <= start + i * step < high */
        first = -floor_divide(p->start - low, p->step);
        end = -floor_divide(p->start - high, p->step);
    } else {
        first = floor_divide(p->start - high, -p->step) + 1;
        end = floor_divide(p->start - low, -p->step) + 1;
    }
    first = clamp(first, 0, p->whole);
    *out_first = first;
    *out_count = clamp(end, first, p->whole) - first;
}

bool part_same(const struct array_part *a, const struct array_part *b)
{
    return a->ranks == b->ranks && a->whole == b->whole && a->blocks == b->blocks &&
           a->start == b->start && a->step == b->step;
}
