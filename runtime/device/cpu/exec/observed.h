/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/full_mask.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/watch/watchers.h"

/* The events of a block that is watched (block->observation is not NULL). The host thread that runs the block calls these. */

/* Makes the instance of a function that watched launches run, once. The session's thread. */
void observed_code(struct decoded_code *code, struct arena *arena);

/* For full-mask code. */
extern const struct full_mask_watch observed_full_mask;
native_ahead_fn observed_native_ahead;

/* Whether all observers settle accesses ahead, so that the launch may run full-mask code. */
bool observed_settles(const struct watchers *w);

struct block_observation *observation_new(struct thread_block *b);
void observation_free(struct block_observation **o);
/* By warp: whether the observers want to see masked code; NULL: always. */
uint8_t *observation_closely(const struct thread_block *b);
void observed_block_begin(struct thread_block *b);
void observed_block_end(struct thread_block *b, enum observed_end end);
void observed_barrier_release(struct thread_block *b, uint32_t number, uint32_t threads);
/* The lanes of the mask pass warp barriers at different operations together. */
void observed_warp_release(struct warp *w, const struct op *op, const struct call_frame *f,
                           uint32_t members, uint32_t mask);
void observed_fault(const struct warp *w, const struct op *op, uint32_t mask,
                    const struct device_fault *fault);
void observed_child_launch(struct warp *w, const struct op *op, uint32_t lane,
                           const struct child *c);

/* ---- what observed.c and observed_ahead.c share ---- */

enum { VREG_BYTES = 8 * WARP_LANES };

struct block_observation {
    void *states[OBSERVERS_MAX];
    struct observed_block block;
    uint8_t closely[WARPS_MAX]; /* struct observer, access_ahead */
    bool shared_settled;        /* struct observed_block */
    uint32_t told
        [WARPS_MAX]; /* lanes whose current op the observers know, although they execute it once more */
    uint8_t
        pending; /* enum pending_access: what the previous op did that is still to be reported */
    bool begun;
    bool abandoned;               /* observed_abandon */
    struct thread_block *running; /* the block itself */
    struct observed_access access;
    struct observed_image image;
    uint64_t addresses[WARP_LANES], handles[WARP_LANES];
    uint32_t coords[WARP_LANES][4];
    char operands[2][VREG_BYTES]
        __attribute__((aligned(8))); /* operands of an atomic, whose result may overwrite one */
};

#define TELL(b, hook, ...)                                                                         \
    WATCHERS_TELL((b)->launch->watchers, (b)->observation->states, hook, __VA_ARGS__)

/* Whether the observers need no further look at a plain load or store that the warp is about to execute. The op is a masked one. */
bool observed_ahead(struct warp *w, const struct op *op, const char *vregs);
/* The same at the addresses of an affine register; op: of full-mask code. */
bool observed_ahead_affine(struct warp *w, const struct op *masked, const struct op *op,
                           const char *vregs);
