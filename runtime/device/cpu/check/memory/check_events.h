/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "device/cpu/check/memory/check_clocks.h"

/* What shadow memory remembers of an access is a number of 32 bits: which event, and which lane. An event is all that the accesses of a warp's
 * lanes by one instruction have in common while their clocks do not change, so a loop of a thousand accesses is one event.
 * Thread-safety: one thread at a time. */

struct access_event {
    uint32_t block, epoch, clock, inst;
    uint16_t warp;
    uint8_t kind; /* enum stamp_kind */
};

struct access_events {
    VEC(struct access_event) list;
};

enum { NO_ACCESS = 0 }; /* the number of no access */

static inline uint32_t access_number(uint32_t event, uint32_t lane)
{
    return event * 32 + lane + 1;
}

static inline uint32_t access_event_of(uint32_t number)
{
    return (number - 1) / 32;
}

static inline uint32_t access_lane_of(uint32_t number)
{
    return (number - 1) % 32;
}

static inline struct stamp access_stamp(const struct access_events *e, uint32_t number)
{
    const struct access_event *v = e->list.at + access_event_of(number);
    return (struct stamp){.block = v->block,
                          .epoch = v->epoch,
                          .clock = v->clock,
                          .inst = v->inst,
                          .thread = (uint16_t) (v->warp * 32 + access_lane_of(number)),
                          .kind = v->kind};
}
