/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>

#include "device/backend.h"

/* The queue of a cpu device, for a caller with many threads (runtime/driver). It holds a lock of its own during every call of device.h, and
 * not while it waits.
 * Thread-safety: `wait` functions and cpu_queue_idle: any thread, at any time. The others: as device.h, so under the caller's lock. */

/* From now on nothing that is queued after a fault runs until cpu_queue_collect has returned the fault. */
void cpu_queue_drop_after_fault(struct device *d);
/* Queued in the stream. Of host and device memory; the ranges are valid, and host memory stays until the copy is done. */
void cpu_queue_copy(struct device *d, uint64_t to, uint64_t from, uint64_t n,
                    enum device_direction direction, uint32_t stream);
/* Queued in the stream: a thread of the device makes the call, or one that waits if it is `quick`. `dropped`: the queue was dropped
 * after a fault. The call must not use the device, and a quick one must not wait. */
void cpu_queue_call(struct device *d, uint32_t stream, void (*call)(void *user, bool dropped),
                    void *user, bool quick);
/* Delivers what is ready; a fault that was found meanwhile is returned once. It does not wait. */
enum device_status cpu_queue_collect(struct device *d, struct device_fault *out);
bool cpu_queue_room(struct device *d); /* false: the next command would wait until others end */

bool cpu_queue_idle(struct device *d, uint32_t stream); /* delivers nothing */
/* At most ns, until the stream (DEVICE_ALL_STREAMS: all) is idle, there is room, a command has set the flag. */
void cpu_queue_wait(struct device *d, uint32_t stream, uint64_t ns);
void cpu_queue_wait_room(struct device *d, uint64_t ns);
void cpu_queue_wait_flag(struct device *d, const atomic_bool *flag, uint64_t ns);
