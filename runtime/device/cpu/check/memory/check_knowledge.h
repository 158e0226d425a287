/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sparse vector clocks: which accesses of which threads of the grid have happened before a point (PTX ISA 8.8, causality order).
 * A clock has two kinds of entries. (block, thread) -> clock: the accesses of that thread up to its clock. (block, whole) -> epoch: the
 * accesses of all threads of that block before it passed a barrier for the epoch-th time. An entry that is missing is 0.
 * Thread-safety: unsafe; who shares one locks. */

enum { KNOW_WHOLE_BLOCK = 0xffff };

struct known_entry {
    uint64_t key; /* (block << 16 | thread) + 1; 0: free */
    uint32_t value;
};

struct knowledge { /* an open-addressed table; zero is empty */
    struct known_entry *at;
    uint32_t count, room; /* room: a power of two */
};

uint32_t knowledge_of(const struct knowledge *k, uint32_t block, uint32_t thread);
/* Entries only grow. */
void knowledge_raise(struct knowledge *k, uint32_t block, uint32_t thread, uint32_t value);
void knowledge_join(struct knowledge *to, const struct knowledge *from);
void knowledge_clear(struct knowledge *k); /* frees what it holds */
