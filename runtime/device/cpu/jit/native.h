/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/full_mask.h"
#include "device/cpu/code/machine_code.h"

/* Machine code for regions of ops in full-mask code, on x86-64 with AVX2 or AVX-512. A region is a piece of a basic block without control flow,
 * barriers, atomics or addresses that differ freely by lane. Its code has two parts:
 *
 *   1. what is affine (full_mask.h), as vectors of four, and the checks of all its memory accesses. Nothing is written
 *      yet: if a check fails the code returns 0, and the region's ops are interpreted from the first.
 *   2. a loop over strips of lanes, in which values live in vector registers: loads, the values, stores, and at the end the vector registers
 *      and predicates that are read after the region.
 *
 * So it changes speed and nothing else. Two things follow from CUDA's memory model: lanes of a warp
 * run a region in strips, one after the other, so a region ends before a load that follows a store; and of several lanes that
 * store to one place any may win. */

/* The compiler that the root gives to full_mask_new. */
extern const struct native_compiler native_compiler;
