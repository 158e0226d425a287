/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/decoded.h"
#include "device/cpu/watch/observer.h"

/* An observer: the instruction mix of the launches that it observes, as the number of executed instructions of each kind.
 * Ownership: the caller's, free(). Thread-safety: host threads add to it; it may be read when nothing runs. */

enum { MIX_KINDS = OP_KIND_WARP_SYNC + 1 };

struct instruction_mix {
    struct observer observer;

    struct mix_count {
        uint64_t warps; /* instructions: each counts once for a warp, however many lanes run */
        uint64_t lanes;
    } of[MIX_KINDS]; /* by enum op_kind */
};

struct instruction_mix *instruction_mix_new(void);
const char *instruction_mix_name(enum op_kind kind); /* "load"; static */
