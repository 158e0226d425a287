/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/exec/machine.h"
#include "device/cpu/watch/watchers.h"

/* The events of a block that is watched (block->observation is not NULL). The host thread that runs the block calls these. */

/* Makes the instance of a function that watched launches run, once. The session's thread. */
void observed_code(struct decoded_code *code, struct arena *arena);

struct block_observation *observation_new(const struct thread_block *b);
void observation_free(struct block_observation **o);
void observed_block_begin(struct thread_block *b);
void observed_block_end(struct thread_block *b, enum observed_end end);
void observed_barrier_release(struct thread_block *b, uint32_t number, uint32_t threads);
/* The lanes of the mask pass warp barriers at different operations together. */
void observed_warp_release(struct warp *w, const struct op *op, const struct call_frame *f,
                           uint32_t members, uint32_t mask);
void observed_child_launch(struct warp *w, const struct op *op, uint32_t lane,
                           const struct child *c);
