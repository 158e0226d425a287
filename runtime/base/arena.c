/* SPDX-License-Identifier: Apache-2.0 */
/* Bump allocator: a list of blocks, each allocation cut from the last one. Blocks grow with demand; an allocation
 * larger than a block gets its own. Nothing is freed singly, so there is no per-allocation header. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum {
    ALIGN = 16,
    FIRST_BLOCK = 1 << 10,
    BLOCK = 16 << 10
}; /* blocks double in between: most arenas stay small */

struct arena_block {
    struct arena_block *previous;
    size_t used, size; /* bytes of data[] */
    _Alignas(ALIGN) char data[];
};

void *arena_alloc(struct arena *a, size_t size)
{
    size = (size + ALIGN - 1) & ~(size_t) (ALIGN - 1);
    struct arena_block *b = a->last;
    if (!b || b->size - b->used < size) {
        size_t next = !b ? FIRST_BLOCK : b->size < BLOCK ? 2 * b->size : BLOCK;
        size_t room = size > next ? size : next;
        b = xcalloc(1, sizeof *b + room);
        b->previous = a->last;
        b->size = room;
        a->last = b;
    }
    void *p = b->data + b->used;
    b->used += size;
    return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    char *copy = arena_alloc(a, n + 1);
    memcpy(copy, s, n);
    return copy;
}

char *arena_printf(struct arena *a, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    CHECK(n >= 0);
    char *s = arena_alloc(a, (size_t) n + 1);
    va_start(ap, format);
    vsnprintf(s, (size_t) n + 1, format, ap);
    va_end(ap);
    return s;
}

size_t arena_size(const struct arena *a)
{
    size_t bytes = 0;
    for (const struct arena_block *b = a->last; b; b = b->previous)
        bytes += sizeof *b + b->size;
    return bytes;
}

void arena_free(struct arena *a)
{
    while (a->last) {
        struct arena_block *b = a->last;
        a->last = b->previous;
        free(b);
    }
}
