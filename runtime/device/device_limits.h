/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "device/device.h"

/* The limits of a launch. This is the one place that compares a launch with the limits of its device and its kernel, and that
 * words the refusal: for `<<<>>>`, for cudaLaunchKernel, for a launch by a kernel, and for device_launch itself.
 * Thread-safety: safe; a launch is only read. */

enum device_limit { LIMIT_GRID, LIMIT_BLOCK, LIMIT_SHARED, LIMIT_COOPERATIVE, LIMIT_CLUSTER };

/* Blocks of a cluster: what every device that has clusters allows, and what this one does where the kernel asks for it (CUDA C++ Programming Guide, 'Thread
 * Block Clusters'). */
enum { CLUSTER_PORTABLE = 8, CLUSTER_MOST = 16 };

struct device_refusal {
    enum device_limit limit;   /* which part exceeds it: for the location of the message */
    int code;                  /* what CUDA returns, cuda_errors.h */
    char text[160], help[200]; /* help: "" for none */
};

/* x, y and z of a grid or a block as the program computed them. false: one of them is below 1 or above 2^32 - 1. */
bool device_dim_of(const int64_t extents[3], enum device_limit grid_or_block,
                   struct device_dim *out, struct device_refusal *refused);
/* The blocks of its clusters: the launch's, else the kernel's, else one. */
struct device_dim device_cluster_of(const struct device_launch *l);
/* false: the device cannot run it, and `refused` says why. The launch's kernel names the device. */
bool device_launch_fits(const struct device_launch *l, struct device_refusal *refused);
