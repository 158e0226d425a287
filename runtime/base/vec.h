/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

/* A growable array of any element type. Declare `VEC(struct thing) things;`, zero-initialise it, VEC_PUSH to it, VEC_FREE it.
 * Growing moves the elements: keep indices, not pointers. Thread-safety: unsafe. */
#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t n, cap;                                                                             \
    }

static inline void *vec_grown(void *at, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return at;
    *cap = *cap ? 2 * *cap : 8;
    return xrealloc(at, *cap * size);
}

#define VEC_PUSH(v, ...)                                                                           \
    ((v)->at = vec_grown((v)->at, (v)->n, &(v)->cap, sizeof *(v)->at),                             \
     (v)->at[(v)->n++] = (__VA_ARGS__))
#define VEC_LAST(v)      ((v)->at[(v)->n - 1])
#define VEC_FREE(v)      (free((v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)
#define VEC_REMOVE(v, i) /* removes element i and keeps the order */                               \
    (memmove((v)->at + (i), (v)->at + (i) + 1, ((v)->n - (i) -1) * sizeof *(v)->at), (v)->n--)
#define VEC_EACH(it, v) for (__typeof__(&*(v)->at) it = (v)->at; it < (v)->at + (v)->n; it++)
