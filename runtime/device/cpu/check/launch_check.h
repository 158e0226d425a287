/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

#include "device/device.h"
#include "ptx/ptx.h"

/* The checker of launches on the cpu device: an observer (watch/observer.h) that finds data races, reads of memory that nobody has
 * written, barriers that not all threads of a block reach, and a few operations whose result CUDA leaves open. docs/check.md says what
 * is found and by which rules. It knows PTX and device memory; launch/explain_check.c puts its findings into words.
 *
 * Thread-safety: one thread starts, stops and reads it; it reads while nothing runs on the device. */

struct launch_checker;

enum check_kind {
    CHECK_RACE,      /* two threads, at least one writes, and nothing orders them */
    CHECK_SCOPE,     /* both are atomic, but the scope of one does not include the other's block */
    CHECK_UNWRITTEN, /* a use of bytes that nobody has written */
    CHECK_INACTIVE,  /* a use of what a shuffle took from a lane that does not take part */
    CHECK_MASK,      /* a warp operation with a member mask that does not name the thread itself */
    CHECK_BARRIER,   /* threads of a block wait at different barriers, or some have exited */
    CHECK_DIVISION,  /* integer division by zero */
    CHECK_SHIFT,     /* by as many bits as the value has, or more */
    CHECK_NAN,       /* the result of an operation on finite numbers */
    CHECK_INFINITY,  /* the same */
};

enum check_act { CHECK_READS, CHECK_WRITES, CHECK_UPDATES, CHECK_EXECUTES };

struct check_party { /* a thread, and what it does at which line */
    enum check_act act;
    struct device_dim block, thread;
    const char *file; /* "" when unknown; owned by the checker */
    uint32_t line, column, ptx_line;
};

struct check_finding {
    enum check_kind kind;
    uint32_t tag;       /* of the launch in which it was found first */
    const char *kernel; /* as in the PTX; owned by the checker */
    enum ptx_space space;
    uint64_t address; /* global, or from the start of the block's shared memory */
    uint32_t size;    /* bytes */
    uint32_t mask;    /* of a warp operation; of CHECK_INACTIVE the lane */
    const char
        *variable; /* of shared memory: its PTX name; NULL: not known; owned by the checker */
    uint64_t variable_at,
        variable_size; /* where it begins, and bytes; size 0: of dynamic shared memory */
    struct check_party first, second; /* in this order; of kinds with one thread: `second` only */
    bool same_warp;
    uint64_t count; /* how often at these lines, by any threads and in any launch of the kernel */
};

struct check_options {
    uint32_t seed; /* the order in which blocks and warps get their turns; 0: by number */
    bool nans;     /* look for NaN and infinity, too, which takes much longer */
};

/* Watches the launches of a cpu device from now on. What is found depends on the seed and on nothing else of the host. NULL: the device has too many observers. The device must outlive it. */
struct launch_checker *checker_start(struct device *d, const struct check_options *o);
void checker_stop(struct launch_checker **c); /* and frees it; NULL is none */

/* Those since the last call of checker_reported, worst first. The list belongs to the checker and holds until the next launch. */
const struct check_finding *checker_findings(struct launch_checker *c, size_t *out_count);
void checker_reported(struct launch_checker *c);
uint64_t checker_mistakes(const struct launch_checker *c); /* all findings, reported or not */
uint64_t checker_launches(const struct launch_checker *c);
