/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Resource usage of a kernel on the architecture it was compiled for. Thread-safety: safe. */
struct code_resources {
    uint32_t registers; /* per thread; 0: unknown */
    uint32_t shared;    /* static bytes per block */
    uint32_t stack, spill_stores,
        spill_loads; /* bytes per thread; ptxas counts spills by instruction */
    uint32_t barriers;
    uint64_t code_bytes;
};

/* Parses the report of `ptxas -v` in a log; `kernel` is the lowered name. Returns false if the kernel is not in it. */
bool resources_read(struct code_resources *out, const char *log, const char *kernel);
/* The size of a kernel's machine code in a cubin, in bytes. 0: not a cubin, damaged, or no such kernel. */
uint64_t resources_code_bytes(const char *image, size_t size, const char *kernel);
