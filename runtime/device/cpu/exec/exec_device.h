/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/space.h"
#include "device/cpu/exec/texture.h"
#include "device/cpu/watch/watchers.h"
#include "device/device.h"

struct decoded_call;
struct op;
struct warp;

/* Launches that kernels make (PTX interoperability with the device runtime): the queue answers them, which stands above this room.
 * Each executes a call for the lanes of w->mask and returns the op to go on with, or NULL after a fault. Any host thread. */
struct child_calls {
    const struct op *(*prepare)(struct warp *w, const struct op *op,
                                const struct decoded_call *call);
    const struct op *(*launch)(struct warp *w, const struct op *op,
                               const struct decoded_call *call);
    const struct op *(*wait)(struct warp *w, const struct op *op, const struct decoded_call *call);
};

/* What running kernels see of their device. The device owns it, and it lives as long as the device; all host threads share it. */
struct exec_device {
    struct space *space;
    pthread_mutex_t space_lock;     /* for every change of the space, and for walking over it */
    uint64_t heap_limit, heap_used; /* bytes of device malloc; under space_lock */
    _Atomic uint32_t frees;         /* counts: an object that an op met before may be gone */
    struct image_table images;      /* the session's thread changes it, kernels read it */
    const struct device_props *props;
    const struct child_calls *children;
    struct observer_list observers;
};
