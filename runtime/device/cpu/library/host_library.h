/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "device/cpu/exec/exec_device.h"
#include "device/device.h"

/* Library kernels: kernels of our own CUDA C (compute/kernels, lang/include/cuda) that a numerical library of the host computes faster:
 * matrix products by OpenBLAS; reductions, histograms, sorts and Fourier transforms by loops over whole arrays (loops/). The table in library_kernels.c has them by their names in PTX. The kernel itself defines the result, up to the
 * order and rounding of sums. It runs instead where there is no such library, where observers watch, and where an operand does not lie within one
 * allocation, so that the fault is explained as any other.
 * Thread-safety: any host thread of the device calls these. */
struct library;

struct library_call {
    struct library *library;
    const struct library_kernel *row;
    const struct loop_set *loops;
    const struct exec_device *exec; /* whose memory the operands are in */
    const char *params;
    const struct device_param *param;
    struct device_dim grid;
    uint32_t threads; /* that the library may use */
    const atomic_bool *interrupted;
    /* Calls run(user, part) for the parts 0 to count - 1, on the device's threads that are free too, and returns when all have returned. */
    void (*fork)(void *forker, uint32_t count, void (*run)(void *user, uint32_t part), void *user);
    void *forker;
};

struct library_kernel;
struct loop_set;

/* false: nothing was done, and the kernel has to run. An interrupted call returns true. */
typedef bool (*library_routine)(const struct library_call *c);

struct library *library_new(void); /* loads nothing yet */
void library_free(struct library **l);
const struct library_kernel *
library_find(const char *ptx_name); /* NULL: it is an ordinary kernel */
bool library_run(struct library_call *c, const struct library_kernel *row);
