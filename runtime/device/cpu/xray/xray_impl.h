/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>

#include "base/intern.h"
#include "device/cpu/watch/observer.h"
#include "device/cpu/xray/launch_xray.h"
#include "device/cpu/xray/touched.h"

/* Inside device/cpu/xray only. Counters are kept for each host thread's block and added up when the launch ends. */

enum { XRAY_WARPS_MOST = 32, XRAY_SPACES = 2 /* global, shared */ };

struct memory_tally {
    struct xray_memory counts;      /* with its samples */
    uint32_t seen[XRAY_WARPS_MOST]; /* requests of the warps of a sampled block */
};

struct inst_tally {
    uint64_t warps, lanes, branches, divergent, barriers, waited;
    struct memory_tally *memory[XRAY_SPACES]; /* NULL: none yet */
};

struct code_tally {
    const struct decoded_code *code;
    struct inst_tally *insts; /* by the function's instructions */
};

struct warp_progress { /* of a warp, since the last barrier that it left */
    uint64_t executed;
    struct inst_tally *at; /* the barrier where it waits, or NULL */
    uint32_t number;       /* of that barrier */
};

struct block_tally { /* of blocks that run one after the other */
    struct xray_launch *launch;
    VEC(struct code_tally) codes;
    size_t last; /* index of the code that ran last */
    struct warp_progress warps[XRAY_WARPS_MOST];
    struct touched *touched;
    uint64_t block; /* linear */
    bool sampled, cut;
};

struct xray_launch {
    struct launch_xray *xray;
    const struct observed_launch *launch;
    pthread_mutex_t lock;
    VEC(struct block_tally *) all, idle;
};

struct launch_xray {
    struct observer observer;
    struct device *device;
    struct intern *names;
    pthread_mutex_t lock;
    VEC(struct xray_kernel *) kernels;
};

/* ---- xray_lines.c ---- */
/* Adds the counts of a launch to its kernel's lines and empties them. */
void xray_collect(struct launch_xray *x, struct xray_launch *l);
void xray_kernel_free(struct xray_kernel **k);
