/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cuda_errors.h"
#include "eval/library/builtin.h"

/* Shared by builtin_cuda*.c: returning the CUDA runtime's error codes, and common operations. Thread-safety: the
 * session's thread only. */

/* at[0] = code (cuda_errors.h), remembered for cudaGetLastError. Returns true. */
bool cuda_give(struct vm *vm, union value *at, int code);

/* The device with that number, opened if need be; *out is NULL if there is none. false: a diag. */
bool cuda_device_at(struct vm *vm, int64_t number, struct span at, struct device **out);

/* A copy within the devices' memory, in a stream (a handle) or, where `waits`, after all that the devices concerned do, and until it is done.
 * false: a diag. */
struct cuda_move {
    uint64_t to, from, size;
    struct span to_at, from_at, at;
    uint32_t stream;
    bool async;
};

bool cuda_move(struct vm *vm, const struct cuda_move *m);
/* The device whose memory it is; the current one if it is nobody's. NULL: a diag. */
struct device *cuda_home(struct vm *vm, uint64_t addr, struct span at);

/* The range must lie in one allocation of the device. false: a diag that says where the allocation ends. */
bool cuda_range(struct vm *vm, struct device *d, uint64_t addr, uint64_t n, struct span at);
/* Fills device memory with `count` elements of 1, 2 or 4 bytes. false: a diag. */
bool cuda_fill(struct vm *vm, uint64_t to, const void *element, uint32_t size, uint64_t count,
               uint32_t stream, struct span at);
/* cudaMemcpy3D; the parameters are laid out as in struct cudaMemcpy3DParms. */
bool cuda_copy_box(struct vm *vm, const struct call_site *call, union value *at,
                   const void *parameters);

/* cudaLaunchKernel and similar calls: the kernel, the address of its extents, and the address of a list of its arguments'
 * addresses. false: a diag. The bytes of the arguments are not copied. */
struct cuda_launch {
    struct launch_request request;
    struct launch_arg args[DEVICE_PARAMS_MAX / 8];
};

bool cuda_launch_of(struct vm *vm, uint64_t kernel, struct device_dim grid, struct device_dim block,
                    uint64_t list, struct span at, struct cuda_launch *out);
