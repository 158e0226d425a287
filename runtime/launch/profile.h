/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "device/device.h"

/* The events of %profile: calls of the CUDA API, launches, copies, waits and NVTX ranges, with their times. A launcher that is not
 * profiled has none (NULL), and whoever could add an event looks there first. Times are those of base/clock.h.
 * Ownership: the launcher's. Thread-safety: the session's thread only. */

enum profile_kind {
    PROFILE_RANGE,  /* nvtxRangePush to nvtxRangePop */
    PROFILE_MARK,   /* nvtxMark: start == end */
    PROFILE_CALL,   /* of the CUDA API, and a launch's <<<>>> */
    PROFILE_WAIT,   /* the host waits for the device */
    PROFILE_COPY,   /* between host and device */
    PROFILE_KERNEL, /* on the device */
    PROFILE_KINDS,
};

struct profile_event {
    enum profile_kind kind;
    const char *name;    /* static or interned */
    uint64_t start, end; /* ns */
    uint64_t bytes;      /* of a copy */
    uint32_t stream;     /* of a kernel */
    uint32_t depth;      /* of a range: ranges that are open around it */
    struct device_dim grid, block;
};

enum { PROFILE_EVENTS_MOST = 1 << 16 };

struct profile {
    uint64_t start, end;
    VEC(struct profile_event) events; /* in order of their ends */
    uint64_t left_out;                /* events beyond PROFILE_EVENTS_MOST */
};

struct launcher;

/* Begins to record; what was recorded before is forgotten. */
void launcher_profile_begin(struct launcher *l);
/* Ends it. The events stay until the next begin or _free. NULL: nothing was being recorded. */
const struct profile *launcher_profile_end(struct launcher *l);
void launcher_profile_free(struct launcher *l);
bool launcher_profiles(const struct launcher *l);

/* Does nothing unless the launcher is profiled. The name must outlive the profile. */
void launcher_profile_add(struct launcher *l, const struct profile_event *e);

/* NVTX. Ranges nest, profiled or not. Both return the level of the range, from 0; a negative number: none is open. */
int launcher_range_push(struct launcher *l, const char *name);
int launcher_range_pop(struct launcher *l);
/* Ranges that overlap: start returns an id, not 0, for end, which passes over an unknown one. */
uint64_t launcher_range_start(struct launcher *l, const char *name);
void launcher_range_end(struct launcher *l, uint64_t id);
void launcher_range_mark(struct launcher *l, const char *name);
