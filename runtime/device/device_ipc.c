/* SPDX-License-Identifier: Apache-2.0 */
/* The front of memory in two processes: a backend without it refuses. Next: cpu/ipc_memory.c. */
#include "device/device_ipc.h"

#include "device/backend.h"

bool device_ipc_supported(const struct device *d)
{
    return d->ops->ipc;
}

bool device_ipc_get(struct device *d, uint64_t addr, struct device_ipc_handle *out)
{
    struct device_allocation a;
    return d->ops->ipc && d->ops->find(d, addr, &a) && a.live && a.start == addr &&
           d->ops->ipc->get(d, addr, a.size, out);
}

bool device_ipc_open(struct device *d, const struct device_ipc_handle *h, uint64_t *out_addr)
{
    return d->ops->ipc && d->ops->ipc->open(d, h, out_addr);
}

bool device_ipc_close(struct device *d, uint64_t addr)
{
    return d->ops->ipc && d->ops->ipc->close(d, addr);
}
