/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "debug/debug_state.h"

/* A number of each thread of the block in focus, for front ends that draw it. Thread-safety: as debug_state.h. */
struct debug_picture {
    const char *expression;         /* not owned */
    struct device_dim block, shape; /* blockIdx, blockDim */
    uint32_t count;                 /* threads; x fastest */
    double *values;                 /* of each thread; owned */
    bool *known; /* whether it has one: it is in the call in focus, or in one as deep; owned */
};

/* false, with the reason in `error`: no block is in focus, or the expression is no number. */
bool debug_picture_take(struct debugger *d, const char *expression, struct debug_picture *out,
                        char error[200]);
void debug_picture_free(struct debug_picture *p);
