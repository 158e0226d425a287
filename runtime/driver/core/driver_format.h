/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "device/cuda/driver_abi.h"
#include "device/device_image.h"

/* Arrays, resources and samplers of the driver API as the engine's images and samplers. No state: any thread. */

uint64_t driver_or_one(uint64_t n); /* an extent, of which 0 means that there is no such axis */
bool driver_shape_valid(const struct cu_array_shape *s);
uint64_t driver_texel_bytes(const struct cu_array_shape *s); /* 0: its format is not known */
/* Texels in dense rows from an address on; false: the format is not known. */
bool driver_array_image(const struct cu_array_shape *s, uint64_t address, struct device_image *out);
bool driver_memory_image(const struct cu_resource *r,
                         struct device_image *out); /* linear, pitched */
struct device_sampler driver_sampler(const struct cu_sampling *sampling);
