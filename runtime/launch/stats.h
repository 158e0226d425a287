/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "launch/launch.h"

/* Launches in groups: one group per kernel and shape, with the number of launches and their shortest, median and total
 * time. Ownership: the caller frees the array; its strings belong to the records. Thread-safety: as struct launcher. */

struct launch_group {
    const struct kernel *kernel;
    const char *template_args, *label; /* or NULL; of the record */
    struct device_dim grid, block;
    uint32_t shared; /* bytes per block, static and dynamic */
    uint32_t calls;  /* finished ones */
    uint64_t min_ns, median_ns, total_ns;
    uint64_t bytes;      /* of all calls; 0: unknown */
    uint64_t compile_ns; /* of NVRTC for a whole-array expression; 0: already compiled */
    struct span at;      /* the first of them */
};

/* The launches of this cell, in order of first launch, without unfinished ones. `only`: of this kernel, whatever the
 * shape (that of the last one), or NULL. */
struct launch_group *launch_groups(const struct launcher *l, const struct kernel *only,
                                   uint32_t *out_count);
/* Those of the last cell that launched anything. */
struct launch_group *launch_groups_past(const struct launcher *l, const struct kernel *only,
                                        uint32_t *out_count);
