/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* The sectors of global memory that a block has touched, and by which of its warps. Memory is bounded: a block that touches more sectors
 * than TOUCHED_MOST is remembered in part. Ownership: the caller's. Thread-safety: unsafe. */

enum { TOUCHED_MOST = 1 << 16 };

struct touched;

struct touched *touched_new(void);
void touched_free(struct touched **t);
void touched_clear(struct touched *t); /* for the next block */
bool touched_is_full(const struct touched *t);

struct touched_by { /* warps, as bits */
    uint32_t any, stores;
};

/* Who touched a sector before; adds a warp. */
struct touched_by touched_add(struct touched *t, uint64_t sector, uint32_t warp, bool stores);
