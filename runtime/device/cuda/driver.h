/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/str.h"
#include "device/cuda/driver_abi.h"

/* The functions of the driver and of NVML, from their tables (driver.def, nvml.def), with the types of driver_abi.h. The worker alone loads them.
 * Ownership: whoever opens an API closes it. Thread-safety: the worker has one thread. */

struct cu_api {
#define CALL(need, since, name, params) int(*name) params;
#include "device/cuda/driver.def"
#undef CALL
};

/* Loads WARPCELL_CUDA, or libcuda.so.1. CU_SUCCESS, or CU_NO_LIBRARY or CU_NO_SYMBOL with the reason in `out_why`. */
enum cu_result cu_load(struct cu_api *api, struct buf *out_why);

struct nvml_api {
#define CALL(name, params) int(*name) params;
#include "device/cuda/nvml.def"
#undef CALL
};

struct device_smi;
/* What NVML reports about the device with this UUID ("GPU-..."); false: there is no NVML, or it does not know the device. */
bool nvml_read(struct nvml_api *api, const char *uuid, struct device_smi *out);
