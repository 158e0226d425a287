/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/device.h"
#include "device/device_library.h"

/* NVIDIA's libraries in the worker: a launch of certain kernels of ours (compute/kernels, lang/include) becomes a call of cuBLAS, cuFFT, cuSOLVER or
 * cuSPARSE in the launch's stream. The table in gpu_library.c has them by their names in PTX, as device/cpu/library has them for the cpu device. The
 * kernel itself defines the result, up to the order and rounding of sums; it runs where the library is missing or does not take the case, and when a
 * fault is replayed on the cpu device.
 * A library is loaded when a kernel of its first runs. Thread-safety: the worker has one thread. */
struct cu_stream;
struct gpu_libraries;
struct gpu_routine;

/* What is used of the driver. Workspaces are the worker's own, outside of the session's arrays. */
struct gpu_memory {
    int (*alloc)(uint64_t *address, size_t bytes);
    int (*free)(uint64_t address);
    int (*synchronize)(void);
};

struct gpu_call {
    struct gpu_libraries *libraries;
    const uint8_t *params;
    const uint16_t *offsets; /* of the parameters */
    size_t count;            /* of the parameters */
    struct device_dim grid;
    struct cu_stream *stream;
    uint32_t stream_id;
    /* what has failed: the function, the status' name, and what to do */
    char call[48], text[200], help[200];
};

enum gpu_outcome {
    GPU_DONE,     /* it is in the stream */
    GPU_DECLINED, /* nothing was done, and the kernel has to run */
    GPU_FAILED,   /* call, text and help say why */
};

/* driver: what cuDriverGetVersion says. */
struct gpu_libraries *gpu_libraries_new(const struct gpu_memory *memory, int driver);
void gpu_libraries_free(struct gpu_libraries **l);

const struct gpu_routine *gpu_routine_find(const char *ptx_name); /* NULL: an ordinary kernel */
enum gpu_outcome gpu_routine_run(const struct gpu_routine *r, struct gpu_call *c);
enum device_library gpu_routine_library(const struct gpu_routine *r);

/* Loads the library, unless that was tried before. */
void gpu_library_info(struct gpu_libraries *l, enum device_library which,
                      struct device_library_info *out);
/* Whether there is something to tell the user about this library, once: why it is not used. */
bool gpu_library_note(struct gpu_libraries *l, enum device_library which,
                      struct device_library_info *out);
