/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

struct device;
struct observer;
struct space;

/* Observers of a cpu device (watch/observer.h). The session's thread. Both wait until nothing runs on the device. */

/* The observer watches the launches to come until it is removed; the caller owns it. False: OBSERVERS_MAX - 1 watch already (the last
 * place is for the device's own counters). */
bool cpu_device_observe(struct device *d, struct observer *o);
void cpu_device_unobserve(struct device *d, struct observer *o);
/* From now on commands begin when the host waits for one, or asks whether one has ended: a host that forgets to wait sees memory as it was
 * before. */
void cpu_device_hold(struct device *d, bool hold);
/* The device's memory. While something runs on the device, only for reading and for the contents of objects. */
const struct space *cpu_device_space(struct device *d);
