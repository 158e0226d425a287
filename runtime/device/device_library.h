/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* NVIDIA's libraries on a GPU, which do the work of some kernels of ours; on the cpu device there are none of them. */
enum device_library {
    DEVICE_CUBLAS,
    DEVICE_CUFFT,
    DEVICE_CUSOLVER,
    DEVICE_CUSPARSE,
    DEVICE_LIBRARIES
};

struct device_library_info {
    bool ready;         /* it is loaded */
    bool unwanted;      /* the user wants none */
    int32_t version[2]; /* major, minor */
    uint64_t calls;     /* launches that it has done */
    char path[256];
    char why[512], help[200]; /* why it is not ready, and what to do */
};

struct device;

const char *device_library_name(enum device_library which); /* "cuBLAS" */
/* Loads the library if need be; the device wakes. false: this device has no such libraries, or they are switched off. */
bool device_library(struct device *d, enum device_library which, struct device_library_info *out);
