/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/device.h"

/* The words for a thread and for a fault, for all who report one. Thread-safety: safe. */

void device_put_dim(struct buf *out, struct device_dim d); /* "(1, 0, 0)" */
/* "thread (0, 0, 0) of block (1, 0, 0)" */
void device_put_thread(struct buf *out, struct device_dim thread, struct device_dim block);
/* "illegal address in 'k': thread (0, 0, 0) of block (1, 0, 0) writes x[8], but x holds 8 elements of 4 bytes" */
void device_put_fault(struct buf *out, const struct device_fault *f, const char *kernel);
const char *device_fault_remedy(const struct device_fault *f); /* NULL: none is known */
