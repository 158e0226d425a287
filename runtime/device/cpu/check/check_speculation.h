/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/check/check_impl.h"

/* Loads of global memory that are not remembered. Most of what a launch loads it never stores to, so that no load can be in a race. A load
 * from a granule that the launch has not stored to leaves one bit there. A store that meets the bit shows that the guess was wrong: then
 * what the launch has stored is undone, and it runs again, with the loads that were at fault remembered, in this launch and all later ones.
 * The parts of a launch (check_parts.h) have one. Thread-safety: each part's thread, with its part; the rest, when no block runs. */

enum {
    GRANULE = 256, /* bytes; no two allocations of cudaMalloc() have one in common */
    SPECULATION_TRIES = 4,
};

/* NULL: all loads of the launch are remembered. apart: it may have parts, so what it stores can be undone in any case. */
struct speculation *speculation_begin(struct checked_launch *l, bool apart);
void speculation_end(struct checked_launch *l); /* if it has one */

/* A load of `size` bytes is about to be executed, by instruction number `memory` among those that access memory. True: it is noted, and need not be
 * remembered. */
bool speculation_load(struct checked_launch *l, uint32_t memory, uint64_t at, uint64_t size);

/* Whether a window is worth its while: half of a page is noted. */
static inline bool speculation_has_window(const struct checked_launch *l, uint64_t at)
{
    enum { HALF_PAGE = SHADOW_PAGE / GRANULE / 2 };

    return __builtin_popcount(shadow_at(l->shadow, at)->noted) >= HALF_PAGE;
}

/* Bytes around an address that all loads from now on may read without being noted; `within`: what is written. */
struct settled_window speculation_window(const struct checked_launch *l, uint64_t at,
                                         const struct written_range *within);
/* A store or an atomic is about to be executed. False: the guess was wrong; the launch is to be abandoned before it. */
bool speculation_store(struct checked_launch *l, uint64_t at, uint64_t size);
/* The launch is to be abandoned, and to run again in order. */
void speculation_doubt(struct checked_launch *l);
/* Whether two parts had to do with a page, and one stored to it what the other accessed. Then the loads that were noted there are remembered. */
bool speculation_meet(struct checked_launch *l, const struct shadow_page *a,
                      const struct shadow_page *b);
/* Whether the guess was wrong. */
bool speculation_failed(const struct speculation *s);
/* All blocks have stopped. Memory, what is written and the findings are as they were before the launch. */
void speculation_undo(struct checked_launch *l);
