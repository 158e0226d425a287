/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>

#include "base/watch.h"
#include "device/device.h"

/* An interrupt that comes when a call waits for the device, and not before: calls that wait look at the watch of their
 * device_events, and the look sets the flag that they poll. One thread. */
struct interrupted_wait {
    atomic_bool flag;
    bool armed; /* the next look sets the flag */
    struct watch watch;
};

static inline void interrupted_wait_look(void *user, const struct progress *p, bool ended)
{
    struct interrupted_wait *w = user;
    if (w->armed)
        atomic_store(&w->flag, true);
    w->armed = false;
}

/* `w` must outlive the device. */
static inline void interrupted_wait_open(struct interrupted_wait *w, struct device_events *events)
{
    w->watch = (struct watch){.user = w, .look = interrupted_wait_look};
    events->interrupt = &w->flag;
    events->watch = &w->watch;
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
