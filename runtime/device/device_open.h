/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/device.h"

/* Opens devices of each kind. Ownership: the caller owns the device and calls device_close; the events (copied; NULL: no events) and the
 * memory that the options name must stay valid as long. Thread-safety: as device.h. */

struct space;

/* ---- the cpu device: PTX on the host's cores; several may be open ---- */

/* memory: bytes to offer; 0: as much as the machine has. NULL: a diag. */
struct device *cpu_device_open(const struct device_events *events, uint64_t memory,
                               struct diags *out);

enum { DEVICES_TOGETHER = 64 };

/* Device `number` of `count`. They divide the machine's processors and its memory, and can be given access to each other's memory
 * (device_reach). */
struct cpu_share {
    uint32_t number, count; /* count is at most DEVICES_TOGETHER */
    struct device *with;    /* one of them that is open; NULL: this is the first */
};

struct device *cpu_device_open_share(const struct cpu_share *share,
                                     const struct device_events *events, uint64_t memory,
                                     struct diags *out);
/* One device in an address range of the caller's, which the device then owns. */
struct device *cpu_device_open_in(struct space *space, const struct device_events *events,
                                  uint64_t memory);
/* Memory of the caller's in that range, beyond what space_alloc uses, is the device's from now on, until it is displaced: then nothing may
 * use it. `start` is a multiple of 64 KiB. false: not there, or in use. */
bool cpu_device_place(struct device *d, uint64_t start, uint64_t size);
void cpu_device_displace(struct device *d, uint64_t start);

/* The instruction set of code that is loaded from now on: "base", "avx2", "avx512"; NULL: the best one. false: the processor does not
 * have it, and nothing has changed. */
bool cpu_device_use_ops(struct device *d, const char *set);
/* The compute capability that it reports, 75 unless set: 80 = 8.0; `only`: 90 is 9.0a. What it executes does not depend on it. */
void cpu_device_set_arch(struct device *d, int arch, bool only);

/* ---- GPUs: each is a client of a worker process, which alone loads the driver ---- */

struct cuda_options {
    int ordinal;           /* among the devices that CUDA_VISIBLE_DEVICES leaves */
    struct space *host;    /* the session's memory, shared (space.h), or NULL: copied in pieces */
    uint64_t memory_limit; /* bytes the session may have; 0: WARPCELL_GPU_MEMORY, or all */
    uint64_t keep_limit;   /* bytes of backup copies; UINT64_MAX: WARPCELL_GPU_KEEP, or 256 MiB */
    uint32_t park_after;   /* seconds without a call; 0: WARPCELL_GPU_PARK_AFTER, or never */
    bool own_kernels;      /* NVIDIA's libraries (device_library.h) are not used */
};

/* NULL: a diag with the reason and the remedy. The worker and the driver start now, a context at first use. */
struct device *cuda_device_open(const struct cuda_options *options,
                                const struct device_events *events, struct diags *out);
/* Whether there may be a GPU: a driver's device file, or a driver named by WARPCELL_CUDA. It starts nothing. */
bool cuda_device_likely(void);
/* Describes the devices that the driver lists, at most `most`. -1: none, and a diag. */
int cuda_device_list(struct device_props *out, int most, struct diags *diags);
/* The limits, for a device that is open; host may become NULL. */
void cuda_device_set(struct device *d, const struct cuda_options *options);
