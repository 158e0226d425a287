/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/watch/observer.h"

/* The state of a block under observation: where its lanes are, their calls, registers and local memory. For observers that stop a
 * launch, as a debugger does.
 *
 * Thread-safety: the host thread that runs the block, in a hook; or another thread while that hook blocks. What is returned is valid
 * until the hook returns. */

enum observed_standing {
    STANDING_RUNNING,
    STANDING_READY,
    STANDING_AT_BARRIER,
    STANDING_AT_WARP_BARRIER,
    STANDING_NOT_BEGUN,
};

struct call_frame;

/* A call that is open, of some lanes. */
struct observed_frame {
    const struct decoded_code *code;
    uint32_t inst;   /* index in code->func->insts: the next to be executed, or the call */
    uint32_t depth;  /* 0: the kernel */
    char *registers; /* of the warp: observed_register, observed_set_register */
    const struct call_frame *call;
};

/* Lanes of a warp that are at one instruction. */
struct observed_lanes {
    uint32_t mask;
    enum observed_standing standing;
    uint32_t barrier; /* number, of STANDING_AT_BARRIER */
    struct observed_frame frame;
};

/* The lanes of a warp that have not exited, in at most 32 groups. `here`: where the hook was called, or NULL; without it the running
 * lanes of the warp are not known. */
uint32_t observed_warp(const struct observed_block *b, uint32_t warp,
                       const struct observed_place *here, struct observed_lanes out[WARP_LANES]);
/* The call that called this one; false: this is the kernel. */
bool observed_caller(const struct observed_frame *f, struct observed_frame *out);
/* As observed_register and its inverse, in a frame. */
bool observed_frame_register(const struct observed_frame *f, uint32_t reg, uint32_t lane,
                             uint64_t *out_value);
bool observed_set_register(const struct observed_frame *f, uint32_t reg, uint32_t lane,
                           uint64_t value);
/* The generic address of a .local variable of the frame's function; thread: in the block. */
uint64_t observed_local_address(const struct observed_block *b, const struct observed_frame *f,
                                const struct ptx_var *v, uint32_t thread);
/* The generic address of a .shared variable that the function can see. */
uint64_t observed_shared_address(const struct observed_block *b, const struct ptx_var *v);

/* The block stops before the instruction that the hook was told of, and the launch ends. For launches in order. */
void observed_abandon(const struct observed_block *b);
