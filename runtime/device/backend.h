/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "device/device.h"
#include "device/device_code.h"
#include "device/device_image.h"

/* What a kind of device provides. device.c checks every argument, so a backend relies on it: addresses lie in live
 * allocations, ranges fit, launches are within the limits. Only backends, device*.c and the tests of a backend include this.
 *
 * Optional functions are grouped in tables: a backend that lacks them leaves the pointer NULL, and device.c returns what its header
 * promises. Thread-safety: as device.h. */

struct ptx_func;

enum device_direction { DEVICE_TO_DEVICE, HOST_TO_DEVICE, DEVICE_TO_HOST };

/* Streams besides the default stream, which is number 0. */
struct device_stream_ops {
    uint32_t (*open)(struct device *d); /* its number; 0: there are no more */
    void (*close)(struct device *d, uint32_t stream);
};

/* Order between streams without the host. NULL: the default stream orders all of them, and the host waits for marks. */
struct device_order_ops {
    void (*separate)(struct device *d, uint32_t stream); /* from the default stream */
    uint64_t (*mark)(struct device *d, uint32_t stream);
    void (*wait)(struct device *d, uint32_t stream, uint32_t other, uint64_t mark);
};

/* Freed memory that stays mapped for the next allocation of its size. NULL: memory of pools is freed at once. */
struct device_pool_ops {
    void (*retire)(struct device *d, uint64_t addr); /* no longer live, but still mapped */
    /* Live again and zero-filled in the order of the stream. false: it must be allocated again. */
    bool (*revive)(struct device *d, uint64_t addr, uint32_t stream);
    void (*release)(struct device *d, uint64_t addr); /* retired memory is freed */
};

/* Memory in two processes. NULL: the device has none. */
struct device_ipc_handle;

struct device_ipc_ops {
    bool (*get)(struct device *d, uint64_t addr, uint64_t size, struct device_ipc_handle *out);
    bool (*open)(struct device *d, const struct device_ipc_handle *h, uint64_t *out_addr);
    bool (*close)(struct device *d, uint64_t addr);
};

/* NULL: the device has no textures and surfaces. */
struct device_image_ops {
    uint64_t (*open)(struct device *d, const struct device_image *i,
                     const struct device_sampler *s);
    bool (*close)(struct device *d, uint64_t handle, bool surface);
    /* NULL: it cannot list them */
    void (*each)(struct device *d,
                 void (*see)(void *user, uint64_t handle, const struct device_image *i,
                             const struct device_sampler *s),
                 void *user);
};

/* Hardware that can be lost, released and watched. NULL: the device is always there. */
struct device_hardware_ops {
    void (*settled)(struct device *d);
    bool (*park)(struct device *d, struct diags *out, struct span at);
    bool (*parked)(struct device *d);
    bool (*smi)(struct device *d, struct device_smi *out);
    bool (*library)(struct device *d, enum device_library which, struct device_library_info *out);
};

/* Several devices with one range of addresses. NULL: the device is alone in its range. */
struct device_peer_ops {
    struct device *(*home)(struct device *d, uint64_t addr); /* NULL: nobody's */
    bool (*may_reach)(struct device *d, struct device *peer);
    bool (*reaches)(struct device *d, struct device *peer);
    void (*reach)(struct device *d, struct device *peer, bool on);
};

/* What the device's compiler made of a kernel. NULL: it has none of its own. */
struct device_code_ops {
    void (*list)(struct device *d, const struct device_kernel *k, struct device_dim block,
                 struct device_code *out);
};

/* The core: every device has all of it. */
struct device_ops {
    void (*close)(struct device *d);
    /* memory */
    bool (*alloc)(struct device *d, uint64_t size, bool managed,
                  uint64_t *out_addr); /* false: full */
    void (*free)(struct device *d, uint64_t addr);
    void (*name)(struct device *d, uint64_t addr, const char *name);
    void (*heap)(struct device *d, uint64_t bytes);
    bool (*find)(struct device *d, uint64_t addr, struct device_allocation *out);
    bool (*owns)(struct device *d, uint64_t addr);
    uint64_t (*used)(struct device *d);
    void (*each)(struct device *d,
                 void (*see)(void *user, const struct device_allocation *a, bool variable),
                 void *user);
    /* host addresses are passed as numbers */
    enum device_status (*copy)(struct device *d, uint64_t to, uint64_t from, uint64_t n,
                               enum device_direction direction, uint32_t stream,
                               struct device_fault *out);
    void (*fill)(struct device *d, uint64_t to, const void *pattern, uint32_t pattern_size,
                 uint64_t count, uint32_t stream);
    /* code */
    struct device_module *(*load)(struct device *d, const void *image, size_t size,
                                  struct diags *out, struct span at);
    void (*unload)(struct device *d, struct device_module *m);
    const struct device_kernel *(*kernel)(struct device_module *m, const char *name);
    bool (*symbol)(struct device_module *m, const char *name, uint64_t *out_addr,
                   uint64_t *out_size);
    void (*launch)(struct device *d, const struct device_launch *l);
    /* waiting */
    enum device_status (*sync)(struct device *d, uint32_t stream, struct device_fault *out);
    bool (*idle)(struct device *d, uint32_t stream);

    const struct device_stream_ops *streams; /* not NULL: every device has streams */
    const struct device_order_ops *order;
    const struct device_pool_ops *pools;
    const struct device_image_ops *images;
    const struct device_ipc_ops *ipc;
    const struct device_hardware_ops *hardware;
    const struct device_peer_ops *peers;
    const struct device_code_ops *code;
};

/* The first member of every backend's device, module and kernel. */
struct device {
    const struct device_ops *ops;
    struct device_props props;
    struct device_events events;
    uint64_t copied_bytes, copied_ns; /* since device_copied was called */
    uint64_t heap;                    /* set by device_set_heap; 0: not yet */
    VEC(uint32_t) streams;            /* that are open, but for the default stream */
    struct device_pools *pools;       /* device_pool.c's; NULL: none yet */
};

struct device_module {
    struct device *device;
    struct ptx_module *ptx; /* its own; NULL: the image has no PTX */
};

struct device_kernel {
    struct device_module *module;
    struct device_kernel_info info;
};

/* Fills params[], the backend's, with one element for each parameter of the entry, and what `info` says of them. */
void device_describe_params(struct device_kernel_info *info, const struct ptx_func *entry,
                            struct device_param *params);
