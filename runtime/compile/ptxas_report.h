/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a kernel takes of the architecture it was compiled for. Thread-safety: safe. */
struct code_resources {
    uint32_t registers; /* of a thread; 0: not known */
    uint32_t shared;    /* bytes of a block, static */
    uint32_t stack, spill_stores,
        spill_loads; /* bytes of a thread; spills are counted as instructions */
    uint32_t barriers;
    uint64_t code_bytes;
};

/* From a log with the report of `ptxas -v`; `kernel` is the lowered name. false: it is not in there. */
bool resources_read(struct code_resources *out, const char *log, const char *kernel);
/* The bytes of machine code of a kernel in a cubin; 0: it is not a cubin, or damaged, or has no such kernel. */
uint64_t resources_code_bytes(const char *image, size_t size, const char *kernel);
