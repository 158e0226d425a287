/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "driver/core/driver_state.h"

/* CUDA arrays: texels in dense rows of device memory. Thread-safety: the arrays do not change. */

uint64_t driver_array_address(const struct cu_array *a); /* of its first texel */
/* Bytes of a row, and rows of a slice. */
void driver_array_pitches(const struct cu_array *a, uint64_t *out_row, uint64_t *out_rows);
