/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA runtime's pitched memory, and host memory that the device accesses. */
#include "eval/cuda/builtin_cuda.h"

enum { PITCH = 512 };

/* The arguments: out, out pitch, bytes per row, rows. */
BUILTIN(cudaMallocPitch)
{
    uint64_t pitch, bytes;
    if (__builtin_add_overflow(at[2].u, PITCH - 1, &pitch) ||
        __builtin_mul_overflow(pitch -= pitch % PITCH, at[3].u, &bytes))
        return cuda_give(vm, at, cudaErrorMemoryAllocation);
    if (!vm_store(vm, at[1].u, &pitch, sizeof pitch, builtin_call_of(call)->spans[1]))
        return false;
    at[1].u = bytes;
    return builtin_cudaMalloc(vm, call, at);
}

/* The arguments: to, its pitch, from, its pitch, bytes per row, rows, kind. */
BUILTIN(cudaMemcpy2D)
{
    uint64_t to = at[0].u, to_pitch = at[1].u, from = at[2].u, from_pitch = at[3].u,
             width = at[4].u, rows = at[5].u;
    union value kind = at[6];
    const struct builtin_call *s = builtin_call_of(call);
    struct span spans[4] = {s->spans[0], s->spans[2], s->spans[4], s->spans[6]};
    const struct type *types[4] = {s->types[0], s->types[2], s->types[4], s->types[6]};
    struct builtin_call row = {.call = s->call,
                               .builtin = s->builtin,
                               .result = s->result,
                               .types = types,
                               .spans = spans,
                               .count = 4};
    if (rows > 1 && (width > to_pitch || width > from_pitch)) /* one row has no next one */
        return cuda_give(vm, at, cudaErrorInvalidPitchValue);
    at[0].i = cudaSuccess;
    for (uint64_t r = 0; r < rows && at[0].i == cudaSuccess; r++) {
        union value args[4] = {
            {.u = to + r * to_pitch}, {.u = from + r * from_pitch}, {.u = width}, kind};
        if (!builtin_cudaMemcpy(vm, &row.call, args))
            return false;
        at[0] = args[0];
    }
    return true;
}

/* The arguments: to, its pitch, byte, bytes per row, rows. */
BUILTIN(cudaMemset2D)
{
    uint64_t to = at[0].u, pitch = at[1].u, width = at[3].u, rows = at[4].u;
    union value byte = at[2];
    at[0].i = cudaSuccess;
    for (uint64_t r = 0; r < rows && at[0].i == cudaSuccess; r++) {
        union value args[3] = {{.u = to + r * pitch}, byte, {.u = width}};
        if (!builtin_cudaMemset(vm, call, args))
            return false;
        at[0] = args[0];
    }
    return true;
}

/* Mapped host memory has the same address on both sides. The arguments: out, host pointer, flags. */
BUILTIN(cudaHostGetDevicePointer)
{
    uint64_t addr = at[1].u;
    if (!launcher_device(vm->launcher, vm->diags, call->at))
        return false;
    if (!launcher_owner(vm->launcher, addr)) {
        struct diag *e = vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[1],
                                  "the device cannot access this host memory");
        diag_help(vm->diags, e,
                  "allocate it with cudaHostAlloc(&p, n, cudaHostAllocMapped), or with "
                  "cudaMallocManaged");
        return false;
    }
    return vm_store(vm, at[0].u, &addr, sizeof addr, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaDeviceGetStreamPriorityRange)
{
    int none = 0;
    const struct span *spans = builtin_call_of(call)->spans;
    return vm_store(vm, at[0].u, &none, sizeof none, spans[0]) &&
           vm_store(vm, at[1].u, &none, sizeof none, spans[1]) && cuda_give(vm, at, cudaSuccess);
}
