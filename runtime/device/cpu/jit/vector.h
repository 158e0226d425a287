/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/vector_code.h"

/* The compiler of whole kernels, on x86-64 with AVX2 or AVX-512: docs/ptx-engine.md says how a kernel becomes vector code. Observed launches,
 * and kernels that it leaves to the interpreter, have full-mask code with regions of machine code instead (native.h).
 * Thread-safety: compiled code is immutable, and all host threads run it; compiling is the work of one thread at a time. */

/* The compiler that the root gives to launches. */
extern const struct vector_compiler vector_compiler;
