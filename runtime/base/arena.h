/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

/* Bump memory with one lifetime: everything in it is freed at once.
 * Zeroed, aligned for any type. Thread-safety: unsafe. The owner calls arena_free. */
struct arena {
    struct arena_block *last;
};

void *arena_alloc(struct arena *a, size_t size);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
void arena_free(struct arena *a); /* empties it; it can be used again */

#define ARENA_NEW(a, type)      ((type *) arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *) arena_alloc((a), sizeof(type) * (n)))
