/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/device.h"

/* Memory pools: memory in the order of streams (CUDA Runtime API, 'Stream Ordered Memory Allocator'). Pools are ours, over the
 * allocations of the device; a device that gains nothing from them (device_pool_ops NULL) has its memory freed at once, and the calls and
 * their counts are the same.
 * A pool's number is never 0, which means the pool in use; 1 is the device's own. The calls that return bool return false
 * when there is no such pool. Thread-safety: as device.h. */

struct device_pool_state { /* bytes; reserved: used and idle together */
    uint64_t threshold, reserved, reserved_high, used, used_high;
};

uint32_t device_pool_new(struct device *d);
bool device_pool_end(struct device *d, uint32_t id); /* not the device's own */
uint32_t device_pool_current(struct device *d);
bool device_pool_use(struct device *d, uint32_t id);
bool device_pool_state(struct device *d, uint32_t id, struct device_pool_state *out);
/* Idle bytes beyond the threshold are freed at the next wait. */
bool device_pool_set(struct device *d, uint32_t id, uint64_t threshold);
bool device_pool_reset(struct device *d, uint32_t id, bool reserved); /* a high-water mark */
bool device_pool_trim(struct device *d, uint32_t id, uint64_t keep);
/* As device_alloc, for work that is queued in `stream` from now on. false without a diag: there is no such pool. */
bool device_pool_alloc(struct device *d, uint32_t id, uint64_t size, uint32_t stream,
                       struct diags *out, struct span at, uint64_t *out_addr);
/* As device_free, once the work queued in `stream` so far has used it; the call does not wait for that. */
bool device_pool_free(struct device *d, uint64_t addr, uint32_t stream, struct diags *out,
                      struct span at);

/* ---- for device.c ---- */

void device_pools_waited(struct device *d); /* a wait has ended: idle memory may be freed */
bool device_pools_spare(struct device *d);  /* memory is short; true: some was freed */
void device_pools_forget(struct device *d, uint64_t addr); /* device_free has freed it */
void device_pools_close(struct device *d);
