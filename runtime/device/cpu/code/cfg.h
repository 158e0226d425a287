/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"

/* The control-flow graph of a decoded function: basic blocks, immediate post-dominators, and the order in which the splits of a
 * diverged warp run.
 *
 * A basic block is entered at its first op and left after its last. Calls return to the op after them and end no block; ret, exit and trap
 * lead to the virtual exit, which is block number `count`.
 *
 * Ownership: cfg_new's caller frees it. Thread-safety: immutable once made, so any thread may read it. */

enum { CFG_NONE = UINT32_MAX };

struct cfg_block {
    uint32_t first, end;     /* ops [first, end) */
    uint32_t succ_at, succs; /* in cfg.edges; the virtual exit is not listed */
    bool exits;              /* one of its successors is the virtual exit */
    uint32_t
        ipdom; /* the immediate post-dominator, where the lanes of a branch reconverge; `count`: the exit; CFG_NONE: no path leads to the exit */
    uint32_t
        rank; /* of two splits that can run, the one in the block with the lower rank runs first */
};

struct cfg {
    struct cfg_block *blocks;
    uint32_t count;
    uint32_t *edges;    /* successors of all blocks */
    uint32_t *block_of; /* of each op */
    bool in_order;      /* ranks ascend with op numbers, so comparing addresses of ops is enough */
};

/* ops[] with branch targets relative to the op, as decoded.h says. */
struct cfg *cfg_new(const struct op *ops, uint32_t op_count);
void cfg_free(struct cfg **g);
