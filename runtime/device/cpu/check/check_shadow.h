/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

#include "device/cpu/check/check_clocks.h"

/* Shadow memory of a launch: for each word of 4 bytes the last write, the last atomic and two reads since. Pages come into being when they are touched.
 * Thread-safety: one thread at a time; a checked launch has one (observer.in_order). */

enum { SHADOW_WORDS = 512, SHADOW_READS = 2 };

struct shadow_word {
    struct stamp write, atomic, reads[SHADOW_READS]; /* atomic: the last one since the write */
    struct shadow_word *
        bytes; /* four, one for each byte, once an access was to a part of the word; then the rest is unused */
};

void shadow_split(struct shadow_word *w);
void shadow_words_free(struct shadow_word *w, size_t count); /* what they own */

struct shadow_memory;

struct shadow_memory *shadow_new(void);
void shadow_free(struct shadow_memory **s); /* NULL is none */

/* The word of an address. It holds until shadow_free. */
struct shadow_word *shadow_at(struct shadow_memory *s, uint64_t address);
