/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/builtin.h"

/* Shared by builtin_cuda*.c: CUDA's error codes (CUDA Runtime API 6.36, cudaError) and how calls give them back. */

enum {
    CUDA_SUCCESS = 0,
    CUDA_INVALID_VALUE = 1,
    CUDA_MEMORY_ALLOCATION = 2,
    CUDA_INVALID_CONFIGURATION = 9,
    CUDA_INVALID_DIRECTION = 21,
    CUDA_INVALID_DEVICE = 101,
    CUDA_INVALID_HANDLE = 400,
    CUDA_NOT_READY = 600,
};

bool cuda_give(struct vm *vm, union value *at,
               int code); /* at[0] = code, remembered for cudaGetLastError; true */
