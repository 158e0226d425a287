/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "driver/core/driver_types.h"
#include "ptx/ptxas_report.h"

struct gpu_limits;

/* What a kernel needs of a multiprocessor on the GPU that the device claims to be. The first call for a module may run ptxas, which takes
 * milliseconds. Thread-safety: safe; the lock is not held. */
struct code_resources driver_function_resources(const struct cu_function *f);
const struct gpu_limits *driver_limits(void); /* of that GPU */
