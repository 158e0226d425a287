/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

/* Memory with a single lifetime: allocations are never freed singly, only all at once. Zero-initialise it; its owner calls
 * arena_free. Thread-safety: unsafe. */
struct arena {
    struct arena_block *last;
};

/* Zeroed memory, aligned for any type. Never NULL: see check.h. */
void *arena_alloc(struct arena *a, size_t size);
/* NUL-terminated copies. */
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
size_t arena_size(const struct arena *a); /* bytes that it occupies */
void arena_free(struct arena *a);         /* frees everything; the arena can be reused */

#define ARENA_NEW(a, type)      ((type *) arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *) arena_alloc((a), sizeof(type) * (n)))
