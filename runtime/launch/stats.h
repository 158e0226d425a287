/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "launch/launch.h"

/* Launches put together: one group for each kernel and shape. A group knows how many launches it has and their shortest, median and
 * total time. Ownership: the caller frees the array; its strings are the records'. Thread-safety: as struct launcher. */

struct launch_group {
    const struct kernel *kernel;
    const char *template_args, *label; /* or NULL; of the record */
    struct device_dim grid, block;
    uint32_t shared; /* bytes a block, static and dynamic */
    uint32_t calls;  /* finished ones */
    uint64_t min_ns, median_ns, total_ns;
    uint64_t bytes;      /* of all calls; 0: not known */
    uint64_t compile_ns; /* that NVRTC took for a whole-array expression; 0: its code was there */
    struct span at;      /* the first of them */
};

/* The launches of this cell, in the order in which they were first made; those that have not finished are left out. `only`: of this
 * kernel, whatever the shape (the last one's), or NULL. */
struct launch_group *launch_groups(const struct launcher *l, const struct kernel *only,
                                   uint32_t *out_count);
/* Those of the last cell that launched anything. */
struct launch_group *launch_groups_past(const struct launcher *l, const struct kernel *only,
                                        uint32_t *out_count);
