/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/cpu/code/decoded.h"

/* Functions that can be called by address across modules, sorted by address. Ownership: the device; a launch may hold an older table, which
 * stays until a module is unloaded, when nothing runs. Thread-safety: immutable, so any thread may read it. */
struct callables {
    struct callables *older;
    uint32_t cache_count, count;
    const struct decoded_code *at[];
};

/* Whether a module takes the address of a function or calls by address. */
bool callables_concern(const struct ptx_module *p);
/* cache_count: inline caches of all these modules. Released with free(). */
struct callables *callables_new(struct code_module *const *modules, size_t count,
                                uint32_t cache_count);
/* NULL: no function of these modules has that address. */
const struct decoded_code *callables_find(const struct callables *c, uint64_t address);
