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

/* Launches by kernels (CUDA's device runtime): the queue, which is above this folder, provides them. Each function executes a call for the
 * lanes of w->mask and returns the next op, or NULL after a fault. Thread-safety: any host thread calls them. */
struct child_calls {
    const struct op *(*prepare)(struct warp *w, const struct op *op,
                                const struct decoded_call *call);
    const struct op *(*launch)(struct warp *w, const struct op *op,
                               const struct decoded_call *call);
    const struct op *(*wait)(struct warp *w, const struct op *op, const struct decoded_call *call);
};

/* What running kernels see of their device. Ownership: the device; it lives as long as the device. Thread-safety: shared by all host
 * threads; the fields say what guards them. */
struct exec_device {
    struct space *space;
    pthread_mutex_t space_lock;     /* for every change of the space, and for iterating over it */
    uint64_t heap_limit, heap_used; /* bytes of device malloc; under space_lock */
    _Atomic uint32_t
        frees; /* number of frees: if it has changed, inline caches may name dead objects */
    struct image_table images; /* the session's thread changes it, kernels read it */
    const struct device_props *props;
    const struct child_calls *children;
    struct observer_list observers;
};
