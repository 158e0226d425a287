/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/check/memory/check_knowledge.h"
#include "device/cpu/watch/observer.h"

/* Happens-before among the threads of a grid, as the checker sees it (PTX ISA 8.8, 8.9; docs/check.md says where it is more lenient).
 *
 *   program order     of one thread; lanes of a warp are not ordered by running in lockstep
 *   __syncwarp        among the lanes that arrive (bar.warp.sync)
 *   __syncthreads     among the threads that arrive; if that is the whole block, the block's epoch grows
 *   fences            what a thread knows at a fence is published by its next atomic or volatile store, and by those after it
 *   atomics, volatile loads   learn what was published at their address
 *
 * The clocks of a block belong to the host thread that runs it. Published knowledge is shared by all blocks of a launch, under a
 * lock. */

struct stamp { /* one access */
    uint32_t block;
    uint16_t thread;
    uint8_t kind; /* enum stamp_kind */
    uint32_t epoch, clock;
    uint32_t inst; /* in the checker's list of instructions */
};

enum stamp_kind { /* bits */
                  STAMP_READ = 0,
                  STAMP_WRITE = 1,
                  STAMP_ATOMIC = 2,
                  STAMP_STRONG = 4,       /* volatile, relaxed and stronger */
                  STAMP_CTA = 8,          /* its scope is the block */
                  STAMP_ATOMIC_READ = 16, /* a load that atomics may meet */
                  STAMP_VOLATILE = 32,
                  STAMP_CHANGES = 64, /* an atomic that leaves another value */
};

struct published; /* what threads of a launch have published, by address */

struct published *published_new(void);
void published_free(struct published **p);
bool published_any(const struct published *p); /* NULL: no */

struct block_clocks;

struct block_clocks *block_clocks_new(const struct observed_block *b, struct published *grid);
void block_clocks_free(struct block_clocks **c);

/* For another block of the launch; no thread of the one before runs any more. */
void block_clocks_reset(struct block_clocks *c, const struct observed_block *b);

/* What an access that the thread makes now is stamped with. */
uint32_t clocks_epoch(const struct block_clocks *c);
uint32_t clocks_now(const struct block_clocks *c, uint32_t thread);
/* The same for a warp: 0 if the clocks of its lanes differ. */
uint32_t clocks_common(struct block_clocks *c, uint32_t warp);
/* Whether some thread may know more than its own warp's accesses and those before the block's last barrier. */
bool clocks_informed(const struct block_clocks *c);
/* Whether some thread has executed a fence, so that atomics publish what it knows. */
bool clocks_fenced(const struct block_clocks *c);
/* Whether the access happened before what the thread does now. */
bool clocks_ordered(const struct block_clocks *c, const struct stamp *before, uint32_t thread);
/* Whether it would have, if fences of the block's scope were of the GPU's. */
bool clocks_ordered_but_for_scope(const struct block_clocks *c, const struct stamp *before,
                                  uint32_t thread);

void clocks_warp_arrive(struct block_clocks *c, uint32_t warp, uint32_t mask, uint32_t members);
void clocks_warp_release(struct block_clocks *c, uint32_t warp, uint32_t mask, uint32_t members);
/* `part`: the barrier is for a part of the block; `waits`: not of bar.arrive. */
void clocks_barrier_arrive(struct block_clocks *c, uint32_t number, uint32_t warp, uint32_t mask,
                           bool part, bool waits);
/* True: it was for the whole block, whose accesses so far are now before all that follow. */
bool clocks_barrier_release(struct block_clocks *c, uint32_t number);
void clocks_fence(struct block_clocks *c, uint32_t thread, enum memory_scope scope);
/* Before an atomic or a strong store: `shared` says whether the address is one of the block's shared memory; `releases` is the
 * scope of an operation that has release semantics itself, SCOPE_NONE of others. */
void clocks_publish(struct block_clocks *c, uint32_t thread, bool shared, uint64_t address,
                    enum memory_scope releases);
/* After an atomic or a strong load. */
void clocks_learn(struct block_clocks *c, uint32_t thread, bool shared, uint64_t address);
