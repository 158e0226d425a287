/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/jit/simd_gen.h"

/* simd_code.c, as native.c uses it: the beginning of a kernel's function, which all its code shares, and the code for whole warps or for
 * any. For one compilation, on one thread. */

uint32_t simd_write_prologue(struct simd_gen *g); /* what x86_set_frame takes */
void simd_write_kernel(struct simd_gen *g);
