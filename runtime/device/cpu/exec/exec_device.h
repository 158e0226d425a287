/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/space.h"
#include "device/cpu/exec/texture.h"
#include "device/cpu/watch/watchers.h"
#include "device/device_open.h"

struct decoded_call;
struct op;
struct op_set;
struct warp;

/* Launches by kernels (CUDA's device runtime): the queue, which is above this folder, provides them. Each function executes a call for the
 * lanes of w->mask and returns the next op, or NULL after a fault. Thread-safety: any host thread calls them. */
struct child_calls {
    const struct op *(*prepare)(struct warp *w, const struct op *op,
                                const struct decoded_call *call);
    const struct op *(*launch)(struct warp *w, const struct op *op,
                               const struct decoded_call *call);
    const struct op *(*wait)(struct warp *w, const struct op *op, const struct decoded_call *call);
    /* Runs what the block has launched. false: the launch ends. */
    bool (*finish)(struct warp *w, const struct op *op);
};

/* The memory of one cpu device, or of several that can be given access to each other's: one range of addresses, in which each object has a
 * home (struct object). Ownership: the devices share it; the last one that closes frees it. */
struct device_memory {
    struct space *space;
    pthread_mutex_t lock; /* for every change of the space, and for iterating over it */
    /* number of frees, and of accesses withdrawn: if it has changed, inline caches may name what must not be accessed */
    _Atomic uint32_t frees;
    struct intern *names;                     /* labels of objects. The session's thread only */
    struct device *devices[DEVICES_TOGETHER]; /* by number; NULL: not open */
};

/* What running kernels see of their device. Ownership: the device; it lives as long as the device. Thread-safety: shared by all host
 * threads; the fields say what guards them. */
struct exec_device {
    struct space *space; /* of `memory` */
    struct device_memory *memory;
    uint8_t number;                 /* among the devices of that memory */
    _Atomic uint64_t reach;         /* bit n: kernels may access what has its home at device n */
    uint64_t used;                  /* bytes of its own objects; under memory->lock */
    uint64_t heap_limit, heap_used; /* bytes of device malloc; under memory->lock */
    struct image_table images;      /* the session's thread changes it, kernels read it */
    const struct device_props *props;
    const struct op_set *set;
    const struct child_calls *children;
    struct observer_list observers;
};

/* An object of this device's, with room for `size` bytes; NULL: there is no memory. access.c. */
struct object *exec_alloc(struct exec_device *d, uint64_t size, uint64_t align, uint32_t kind);
void exec_free(struct exec_device *d, struct object *o); /* o is live */
/* The same under memory->lock; exec_own makes an object of the space this device's, NULL is none. */
void exec_own(struct exec_device *d, struct object *o, uint32_t kind);
struct object *exec_alloc_locked(struct exec_device *d, uint64_t size, uint64_t align,
                                 uint32_t kind);
void exec_free_locked(struct exec_device *d, struct object *o);

/* Whether kernels of this device may access the object. */
static inline bool exec_reaches(const struct exec_device *d, const struct object *o)
{
    return o->common || atomic_load_explicit(&d->reach, memory_order_relaxed) >> o->home & 1;
}
