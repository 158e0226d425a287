/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many blocks of a kernel a multiprocessor of a real GPU holds at a time, by the published rules (CUDA Programming Guide,
 * "Technical Specifications per Compute Capability"; CUDA Best Practices Guide, "Calculating Occupancy"). gpus.def has the
 * figures. Needs no GPU. Thread-safety: safe. */

struct gpu_limits {         /* of one compute capability */
    uint32_t arch;          /* 90: 9.0 */
    uint32_t warps, blocks; /* that a multiprocessor holds */
    uint32_t registers_per_block;
    uint32_t partitions; /* each has its share of the registers and runs whole warps */
    uint32_t shared, shared_per_block; /* bytes of a multiprocessor; that a block may ask for */
    uint32_t shared_reserved,
        shared_unit; /* bytes: taken from every block by the system; of allocation */
};

struct gpu {
    const char *name, *shown; /* "rtx4090", "RTX 4090" */
    uint32_t arch, multiprocessors;
};

enum occupancy_limit {
    OCCUPANCY_WARPS,
    OCCUPANCY_BLOCKS,
    OCCUPANCY_REGISTERS,
    OCCUPANCY_SHARED,
    OCCUPANCY_LIMITS,
};

struct occupancy {
    uint32_t by[OCCUPANCY_LIMITS]; /* blocks that each resource would allow; UINT32_MAX: no limit */
    uint32_t blocks, warps; /* resident: the least of them; 0: such a block cannot be launched */
    enum occupancy_limit limiter; /* the first that gives that number */
    double fraction;              /* of the warps that there could be, 0 to 1 */
};

struct occupancy_kernel {
    uint32_t registers; /* of a thread */
    uint32_t shared;    /* bytes of a block, static and dynamic */
};

const struct gpu_limits *gpu_limits_of(uint32_t arch); /* NULL: not in the table */
/* "h100", "RTX 4090", "9.0", "sm_90", "90": false when it is not in the table. A capability alone has no multiprocessors. */
bool gpu_find(const char *text, size_t n, struct gpu *out);
void gpu_each(void (*see)(void *user, const struct gpu *g), void *user);

struct occupancy occupancy_of(const struct gpu_limits *l, const struct occupancy_kernel *k,
                              uint32_t threads);
/* The largest block of whole warps, at most `most` threads, with the best occupancy; 0: none fits. */
uint32_t occupancy_best_block(const struct gpu_limits *l, const struct occupancy_kernel *k,
                              uint32_t most);
/* Whether so many blocks could be resident if they took no registers and no shared memory; ptxas ignores a second parameter of
 * __launch_bounds__ that is more. */
bool occupancy_holds(const struct gpu_limits *l, uint32_t threads, uint32_t blocks);
/* The most registers of a thread with which `blocks` blocks (0: one) of that size are resident, as ptxas keeps to for
 * __launch_bounds__(threads, blocks): whole eights. */
uint32_t occupancy_most_registers(const struct gpu_limits *l, uint32_t threads, uint32_t blocks);
const char *occupancy_limit_name(enum occupancy_limit limit); /* "warps", "registers"... */
