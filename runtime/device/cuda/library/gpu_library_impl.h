/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <string.h>

#include "base/vec.h"
#include "device/cuda/library/gpu_library.h"

/* Shared by the files of this folder. */

struct gpu_api {
#define CALL(library, name, params) int(*name) params;
#include "device/cuda/library/gpu_calls.def"
#undef CALL
};

/* cudaDataType, cublasComputeType_t (library_types.h, cublas_api.h) */
enum gpu_number {
    GPU_F32 = 0,
    GPU_F64 = 1,
    GPU_F16 = 2,
    GPU_I8 = 3,
    GPU_C32 = 4,
    GPU_C64 = 5,
    GPU_I32 = 10,
    GPU_BF16 = 14
};

enum { GPU_IN_F32 = 68, GPU_IN_F64 = 70, GPU_IN_I32 = 72 };

enum { GPU_POINTER_HOST, GPU_POINTER_DEVICE };

struct gpu_loaded {
    bool tried, told;
    void *opened; /* of dlopen; NULL: `info` says why */
    void *handle; /* of the library, made when it is first needed; cuFFT has none */
    struct device_library_info info;
};

struct gpu_room { /* workspace of a stream, which runs one call after the other */
    uint64_t at, size;
};

enum { GPU_PLANS = 8 };

struct
    gpu_side { /* of a transform: where element (x, y, z) of transform b lies, as in cufft.h of lang/include */
    int64_t embed[3], stride, apart;
};

struct gpu_transform { /* struct __fft_job there; compared byte for byte */
    int32_t type, sign, count, rank, n[3], reserved;
    struct gpu_side from, to;
};

struct gpu_plan { /* of cuFFT; count 0: none */
    int plan;
    struct gpu_transform of;
};

struct gpu_libraries {
    struct gpu_memory memory;
    int driver;
    struct gpu_api api;
    struct gpu_loaded at[DEVICE_LIBRARIES];
    VEC(struct gpu_room) rooms; /* number: the stream's */
    struct gpu_plan plans[GPU_PLANS];
    uint32_t next_plan; /* the one that goes first */
};

/* A kernel and the calls that do its work. `type`: enum gpu_number of its elements. */
struct gpu_routine {
    const char *begins; /* the name in PTX, up to the template arguments that choose the types */
    enum gpu_outcome (*run)(struct gpu_call *c, const struct gpu_routine *r);
    enum device_library library;
    uint8_t type, type_out, compute;
};

static inline void gpu_param(const struct gpu_call *c, uint32_t index, void *out, size_t size)
{
    memcpy(out, c->params + c->offsets[index], size);
}

static inline int gpu_int(const struct gpu_call *c, uint32_t index)
{
    int value;
    gpu_param(c, index, &value, sizeof value);
    return value;
}

static inline int64_t gpu_long(const struct gpu_call *c, uint32_t index)
{
    int64_t value;
    gpu_param(c, index, &value, sizeof value);
    return value;
}

static inline void *gpu_pointer(const struct gpu_call *c, uint32_t index)
{
    return (void *) (uintptr_t) gpu_long(c, index);
}

/* A factor of BLAS: two parameters, where it lies on the device, or NULL and its value. */
static inline const void *gpu_factor(const struct gpu_call *c, uint32_t index)
{
    void *there = gpu_pointer(c, index);
    return there ? there : c->params + c->offsets[index + 1];
}

static inline const struct gpu_api *gpu_api(const struct gpu_call *c)
{
    return &c->libraries->api;
}

static inline void *gpu_handle(const struct gpu_call *c, enum device_library which)
{
    return c->libraries->at[which].handle;
}

/* gpu_status.c: false, and what has failed is in the call, unless `status` is success. */
bool gpu_check(struct gpu_call *c, enum device_library which, int status, const char *name);
#define GPU(c, library, name, ...)                                                                 \
    gpu_check(c, DEVICE_##library, gpu_api(c)->name(__VA_ARGS__), #name)
/* Such a status means that the library does not take these arguments, and the kernel does. */
bool gpu_declines(enum device_library which, int status);
/* Workspace of the call's stream. false: there is no memory, and the call says so. */
bool gpu_room(struct gpu_call *c, enum device_library which, size_t bytes, void **out);

/* gpu_load.c: finds the library and loads it; its info says where or why not */
bool gpu_load(struct gpu_libraries *l, enum device_library which);

/* The tables of the routines. */
extern const struct gpu_routine gpu_blas[], gpu_fft[], gpu_solvers[], gpu_sparse[];
extern const size_t gpu_blas_count, gpu_fft_count, gpu_solver_count, gpu_sparse_count;
