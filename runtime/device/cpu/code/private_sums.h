/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

/* Privatization: additions to global memory whose results nobody reads may go to a copy of the array, without locked instructions, if
 * nothing in the kernel orders them for other blocks (jit/simd_atomic.c decides). Integer sums do not depend on the order. The object gets
 * the sums when the worker leaves the launch, or before another op of the block accesses it (exec/access.c).
 *
 * Ownership and threads: a block's, on its host thread. Machine code reads and writes it. */

struct space;

struct private_sums {
    uint64_t start, size; /* the object; start 0: none */
    char *at;             /* the sums; malloc */
    uint32_t width;       /* bytes of an element: 4 or 8 */
    uint64_t candidate;   /* the object that was added to when credit was last counted */
    int64_t credit;       /* additions to objects themselves until private_sums_keep is asked */
};

/* The credit is used up by additions to an object: it gets new credit, or the copy. */
void private_sums_keep(struct private_sums *s, uint64_t start, uint64_t size, uint32_t width);
/* The object, if it still lives, gets the sums. From now on there is no copy. */
void private_sums_add(struct private_sums *s, const struct space *space);
