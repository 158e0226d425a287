/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>

#include "base/poll_hook.h"
#include "device/device.h"

/* An interrupt that arrives while a call waits for the device, and not before: waiting calls call the poll hook of their
 * device_events, and the hook sets the interrupt flag. One thread. */
struct interrupted_wait {
    atomic_bool flag;
    bool armed; /* the next poll sets the flag */
    struct poll_hook poll;
};

static inline void interrupted_wait_poll(void *user, const struct progress *p, bool ended)
{
    struct interrupted_wait *w = user;
    if (w->armed)
        atomic_store(&w->flag, true);
    w->armed = false;
}

/* `w` must outlive the device. */
static inline void interrupted_wait_open(struct interrupted_wait *w, struct device_events *events)
{
    w->poll = (struct poll_hook){.user = w, .poll = interrupted_wait_poll};
    events->interrupt = &w->flag;
    events->poll = &w->poll;
}

/* Waits for everything on the device, is interrupted while it waits, and clears the flag. */
static inline enum device_status interrupted_wait_sync(struct interrupted_wait *w, struct device *d,
                                                       struct device_fault *fault)
{
    w->armed = true;
    enum device_status status = device_sync(d, DEVICE_ALL_STREAMS, fault);
    atomic_store(&w->flag, false);
    return status;
}
