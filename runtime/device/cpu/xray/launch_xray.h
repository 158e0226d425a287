/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/xray.h"

/* The observer behind %xray: counts what each line of a kernel asks of memory, and keeps some requests as samples.
 * Thread-safety: one thread starts, stops and reads it; it reads while nothing runs on the device. */

struct launch_xray;

/* Observes the launches of a cpu device from now on. NULL: the device has too many observers. The device must outlive it. */
struct launch_xray *xray_start(struct device *d);
void xray_stop(struct launch_xray **x); /* and frees it; NULL is none */
/* One for each kernel, in order of first launch. Valid until the next launch. */
struct xray_kernel *const *xray_kernels(const struct launch_xray *x, size_t *out_count);
