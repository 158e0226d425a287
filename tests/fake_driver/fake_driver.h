/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/space.h"
#include "base/vec.h"
#include "control.h"
#include "device/cpu/cpu.h"
#include "device/cuda/driver.h"

/* A libcuda.so.1 whose GPU is the CPU engine: a device of compute capability 7.5, for which NVRTC makes real cubins. It runs the PTX that
 * follows each (ptx/ptx_image.h), which is equivalent to the cubin. Memory has a granularity of 256 bytes, so that what
 * lies outside an array is outside memory. device.c, memory.c, code.c. Thread-safety: none; the worker has one thread.
 *
 * It is not the library of runtime/driver, whose arrays it shares (driver_format.h): here a fault stays until the process ends, as on a GPU,
 * memory has the addresses that the worker asks for, and every call can be made to fail. */

#define EXPORT __attribute__((visibility("default")))

struct cu_stream {
    uint32_t id, last; /* the engine's stream; its last launch */
};

struct cu_event {
    bool recorded;
    uint32_t after; /* the launch it follows; 0: none */
    uint64_t ns;    /* when it was recorded */
};

struct cu_context {
    int device;
};

struct cu_array { /* texels in dense rows */
    struct cu_array_shape shape;
    uint64_t address, texel;
};

struct write { /* a value that a stream writes after a launch */
    uint32_t after, value;
    uint64_t address;
};

struct allocation {
    uint64_t handle, size;
};

struct fake_driver {
    struct fake_driver_control *control, own;
    bool initialized, polled; /* polled: the last call asked whether something has ended */
    int sticky;               /* 0: the context works */
    struct device *engine;
    struct space *space; /* the engine's */
    uint64_t reserved, reserved_size, used, next_handle;
    VEC(struct allocation) allocations; /* of cuMemCreate */
    VEC(uint64_t) ends;                 /* when launch number i + 1 ended; 0: not yet */
    VEC(struct write) writes;
    uint32_t last;  /* launch */
    uint32_t burnt; /* handles have been used up: see far_handles */
};

extern struct fake_driver fake;

/* What every call begins with: 0, or what it returns at once. */
int fake_enter(const char *name);
uint64_t fake_total(void);
uint64_t fake_granularity(void);
bool fake_start(uint64_t start,
                   uint64_t size); /* the engine, with arrays at [start, start + size) */
int fake_poll(void);            /* collects launches that have ended; the sticky error, or 0 */
int fake_sync(uint32_t stream);
bool fake_device_memory(uint64_t address);
/* How many of `bytes` from an address on lie in one mapping: a range may go over several that lie side by side. */
size_t fake_in_one(uint64_t address, size_t bytes);
int fake_copy(uint64_t to, uint64_t from, size_t bytes, struct cu_stream *stream);
void fake_write(uint32_t after, uint64_t address, uint32_t value);
