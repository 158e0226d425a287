/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A hash table from addresses to numbers: what a pass records about nodes that it does not own. Zeroed is empty; the owner frees it.
 * Thread-safety: one thread at a time. */
struct pointer_map {
    struct pointer_map_entry *entries;
    size_t count, cap; /* cap: 0 or a power of two */
};

/* key: not NULL. */
void pointer_map_set(struct pointer_map *m, const void *key, uint64_t value);
/* The value of the key, or `otherwise` where it has none. */
uint64_t pointer_map_get(const struct pointer_map *m, const void *key, uint64_t otherwise);
void pointer_map_free(struct pointer_map *m); /* empty again */
