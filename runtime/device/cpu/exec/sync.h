/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/exec/machine.h"

/* mbarrier objects and clusters of blocks. The blocks of a cluster run on one host thread, so it alone calls these functions for them. */

/* ---- the functions of ops; op_flow.c ---- */

const struct op *mbarrier_change(const struct op *op, char *vregs, struct warp *w);
const struct op *mbarrier_init(const struct op *op, char *vregs, struct warp *w);
const struct op *mbarrier_wait(const struct op *op, char *vregs, struct warp *w);
const struct op *mbarrier_pending(const struct op *op, char *vregs, struct warp *w);
const struct op *cluster_barrier(const struct op *op, struct warp *w);
const struct op *cluster_mapa(const struct op *op, char *vregs, struct warp *w);
const struct op *cluster_rank(const struct op *op, char *vregs, struct warp *w);
const struct op *cluster_cvta(const struct op *op, char *vregs, struct warp *w);
/* Boxes of tensors: their bytes, and where each 16 of them are. */
const struct op *tensor_size(const struct op *op, char *vregs, struct warp *w);
const struct op *tensor_at(const struct op *op, char *vregs, struct warp *w);

/* Copies bring bytes to the mbarrier object at `at` in b's cluster. Returns what is wrong, or NULL. */
const char *mbarrier_complete(struct thread_block *b, void *at, uint64_t bytes);
