/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/full_mask.h"
#include "device/cpu/code/machine_code.h"
#include "device/cpu/code/vector_code.h"

/* The two compilers of the cpu device, on x86-64 with AVX2 or AVX-512. Why our own encoder: they compile a kernel in well under a millisecond, and
 * what matters is the form of the code (ARCHITECTURE.md). Thread-safety: compiled code is immutable, and all host threads run it; compiling is the
 * work of one thread at a time. */

/* Of whole kernels: docs/ptx-engine.md says how a kernel becomes vector code. Observed launches, and kernels that it leaves to the interpreter, have
 * full-mask code with regions of machine code instead. The root gives it to launches. */
extern const struct vector_compiler vector_compiler;

/* Of regions of full-mask code. A region is a part of a basic block: no control flow, barriers, atomics or varying addresses. Its code has two parts.
 *
 * 1. The guards. Uniform and affine values are computed as vectors of four (affine registers, full_mask.h), and every memory access
 *    is checked. Nothing is written yet: if a guard fails the code returns 0, and the interpreter executes the region's ops from the first. So
 *    faults have one owner.
 * 2. A loop over strips of lanes: 8 with AVX2, 16 with AVX-512. Values live in the processor's vector registers. Loads, values and
 *    stores; at the end the vector registers and predicates of the frame that are live after the region.
 *
 * Two consequences of CUDA's memory model: a strip executes the whole region before the next strip begins, so a region ends before a load that
 * follows a store; and of several lanes that store to one address, any may win. The root gives it to full_mask_new. */
extern const struct native_compiler native_compiler;
