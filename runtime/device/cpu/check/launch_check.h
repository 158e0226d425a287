/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

#include "device/device.h"
#include "diag/diag.h"
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
    CHECK_ORDER,     /* the same as CHECK_RACE of two launches, copies, or accesses of the host */
    CHECK_UNWRITTEN, /* a use of bytes that nobody has written */
    CHECK_INACTIVE,  /* a use of what a shuffle took from a lane that does not take part */
    CHECK_MASK,      /* a warp operation with a member mask that does not name the thread itself */
    CHECK_BOUNDS,    /* an index beyond a dimension of a shared array */
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

enum check_side_kind { CHECK_SIDE_KERNEL, CHECK_SIDE_COPY, CHECK_SIDE_HOST };

struct check_side { /* of CHECK_ORDER: what the host queued or did */
    enum check_side_kind kind;
    const char *kernel; /* as in the PTX, or the name of a copy's function */
    uint32_t stream, tag;
    struct span at; /* in the host's source */
};

struct check_finding {
    enum check_kind kind;
    uint32_t tag;       /* of the launch in which it was found first */
    const char *kernel; /* as in the PTX; owned by the checker */
    enum ptx_space space;
    uint64_t address; /* global, or from the start of the block's shared memory */
    uint32_t size;    /* bytes */
    uint32_t
        mask; /* of a warp operation; of CHECK_INACTIVE the lane; of CHECK_BOUNDS the dimension, from 1 on */
    int32_t index; /* of CHECK_BOUNDS; `size` is the extent, `variable` the array */
    const char
        *variable; /* of shared memory: its PTX name; NULL: not known; owned by the checker */
    uint64_t variable_at,
        variable_size; /* where it begins, and bytes; size 0: of dynamic shared memory */
    struct check_party first, second; /* in this order; of kinds with one thread: `second` only */
    struct check_side sides[2]; /* of CHECK_ORDER; ptx_line of a party that is not a kernel is 0 */
    bool same_warp;
    uint64_t count; /* how often at these lines, by any threads and in any launch of the kernel */
};

struct check_options {
    uint32_t seed; /* the order in which blocks and warps get their turns; 0: by number */
    bool nans;     /* look for NaN and infinity, too, which takes much longer */
    bool holds;    /* launches begin when the host waits for them (cpu_device_hold) */
};

/* Watches the launches of a cpu device from now on. What is found depends on the seed and on nothing else of the host. NULL: the device has too many observers. The device must outlive it. */
struct launch_checker *checker_start(struct device *d, const struct check_options *o);
void checker_stop(struct launch_checker **c); /* and frees it; NULL is none */
/* Calls `found` for each new mistake that a thread of a launch makes, before the thread's next instruction, on the host thread that runs the
 * block. It must not call the checker. NULL: none. */
void checker_on_finding(struct launch_checker *c,
                        void (*found)(void *user, const struct check_finding *f), void *user);

/* Those since the last call of checker_reported, worst first. The list belongs to the checker and holds until the next launch. */
const struct check_finding *checker_findings(struct launch_checker *c, size_t *out_count);
void checker_reported(struct launch_checker *c);
uint64_t checker_mistakes(const struct launch_checker *c); /* all findings, reported or not */
uint64_t checker_launches(const struct launch_checker *c);

/* ---- the order of launches, copies and the host's accesses ----
 * Without these calls all launches count as ordered. All but checker_mark are for the thread that makes the device's calls. */

struct check_transfer { /* a copy or a fill is about to begin, or has been made */
    bool begins, waits; /* waits: the host waits for it */
    const char *call;   /* the name of the function; static */
    uint32_t stream;
    uint64_t to, from, size; /* from 0: of a fill */
    struct span at;
};

struct check_host_access {
    uint64_t address, size;
    bool write;
    struct span at;
};

void checker_queue_launch(struct launch_checker *c, uint32_t stream,
                          struct span at); /* the next one */
void checker_transfer(struct launch_checker *c, const struct check_transfer *t);
void checker_stream_apart(struct launch_checker *c, uint32_t stream); /* cudaStreamNonBlocking */
/* The host has waited for a stream, or DEVICE_ALL_STREAMS. */
void checker_waited(struct launch_checker *c, uint32_t stream);
/* All that a stream has been given so far, and who waits for that. */
uint32_t checker_mark(struct launch_checker *c, uint32_t stream);
void checker_stream_waits(struct launch_checker *c, uint32_t stream, uint32_t mark);
void checker_host_waits(struct launch_checker *c, uint32_t mark);
/* Memory that the host accesses in place, and such an access. */
void checker_managed(struct launch_checker *c, uint64_t address, uint64_t size);
void checker_host_access(struct launch_checker *c, const struct check_host_access *a);
/* Whether the host has not waited for all that it has queued. */
bool checker_pending(struct launch_checker *c);
