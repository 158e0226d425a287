/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "device/cpu/code/decoded.h"

/* Functions that can be called by address across modules, sorted by address. The device owns the tables: an older one stays for
 * the launches that hold it until a module is unloaded, when nothing runs. Immutable, so any thread may look. */
struct callables {
    struct callables *older;
    uint32_t cache_count, count;
    const struct decoded_code *at[];
};

/* Whether a module gives functions away by address, or calls by address. */
bool callables_concern(const struct ptx_module *p);
/* Of these modules; caches: memory ops of all of them. The caller owns it: free(). */
struct callables *callables_new(struct code_module *const *modules, size_t count,
                                uint32_t cache_count);
/* A function of another module, by its address; NULL: it is none of these. */
const struct decoded_code *callables_find(const struct callables *c, uint64_t address);
