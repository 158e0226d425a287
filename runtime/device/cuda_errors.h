/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* CUDA's error codes by CUDA's names: cudaError_t, and the driver's CUresult, whose numbers are the same. Code that returns or
 * compares an error uses these names; the numbers are in cuda_errors.def alone. Thread-safety: safe. */
enum cuda_error {

#define E(code, name, text) name = code,
#include "device/cuda_errors.def"
};

/* As cudaGetErrorName and cudaGetErrorString give them; those of cudaErrorUnknown for a number that is no code. */
const char *cuda_error_name(long long code);
const char *cuda_error_text(long long code);
