/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/xray.h"
#include "ptx/ptx.h"

/* What an instruction is, by its PTX name. Pure functions. */

enum xray_mix xray_mix_of(const struct ptx_inst *i);
/* Floating-point operations of one lane, a fused multiply-add counting as two; *out_wide: of 64 bits. */
uint32_t xray_flops_of(const struct ptx_inst *i, bool *out_wide);
