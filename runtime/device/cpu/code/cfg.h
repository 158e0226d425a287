/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"

/* The control-flow graph of a decoded function: basic blocks, immediate post-dominators, and an order of the
 * blocks in which a warp's splits take turns. Made once at decode, immutable after that; owned by whoever made it.
 *
 * A block is a run of ops that is entered at its first and left at its last. Calls return behind themselves and
 * end no block; ret, exit and trap go to the virtual exit, which is block number `count`. */

enum { CFG_NONE = UINT32_MAX };

struct cfg_block {
    uint32_t first, end;     /* ops [first, end) */
    uint32_t succ_at, succs; /* in cfg.edges; the virtual exit is not listed */
    bool exits;              /* one of its ways leads to the virtual exit */
    uint32_t
        ipdom; /* the first block that every way from here to the exit goes through; `count`: only the exit; CFG_NONE: no way leads to the exit */
    uint32_t
        rank; /* place in the order: of two waiting splits the one with the lower rank runs first */
};

struct cfg {
    struct cfg_block *blocks;
    uint32_t count;
    uint32_t *edges;    /* successors of all blocks */
    uint32_t *block_of; /* of each op */
    bool in_order;      /* ranks ascend with op numbers, so comparing ops is enough */
};

/* ops[] with branch targets relative to the op, as decoded.h says. */
struct cfg *cfg_new(const struct op *ops, uint32_t op_count);
void cfg_free(struct cfg **g);
