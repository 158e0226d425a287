/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Which bytes of device memory have been written since they were allocated: a bit for each byte of the allocations that the checker has
 * seen being made. Memory that it does not know counts as written. Thread-safety: safe. */

enum { WRITTEN_PAGE = 4096 };

struct written;

/* An allocation: a copy that holds until the list changes. */
struct written_range {
    uint64_t start, size;
    unsigned char *bits; /* NULL: not known, all is written */
    uint32_t changes;    /* of the list when it was copied, and of bits to not written */
    uint64_t full;       /* so many bytes from the start on are known to be written */
};

struct written *written_new(void);
void written_free(struct written **w);

void written_allocated(struct written *w, uint64_t start, uint64_t size); /* nothing is written */
void written_released(struct written *w, uint64_t start);
void written_mark(struct written *w, uint64_t address, uint64_t size);
void written_unmark(struct written *w, uint64_t address, uint64_t size);
/* Which of up to 32 bytes are written, a bit each. Those after the end of the allocation are not. */
uint32_t written_bits(struct written *w, uint64_t address, uint32_t size);
/* The allocation of an address. *r may hold one from before; false: it is not known, and counts as written. */
bool written_range_of(struct written *w, uint64_t address, struct written_range *r);
/* Whether all bytes from the start up to an address (within the range or at its end) are written. May say false when they are: it looks at
 * some more of them each time. */
bool written_look(struct written_range *r, uint64_t end);

static inline bool written_up_to(struct written_range *r, uint64_t end)
{
    return end - r->start <= r->full || written_look(r, end);
}

/* Whether all of up to 4096 bytes that lie in the range are written. */
bool written_all(const struct written_range *r, uint64_t address, uint32_t size);
void written_fill(const struct written_range *r, uint64_t address, uint64_t size);
/* A copy on the device: what is copied is written where it was written. */
void written_copy(struct written *w, uint64_t to, uint64_t from, uint64_t size);

/* A page of memory, as far as it belongs to allocations, and which of its bytes are written. */
struct written_copy {
    unsigned char bytes[WRITTEN_PAGE], bits[WRITTEN_PAGE / 8];
};

/* Whether the address is in an allocation that is known. */
bool written_knows(struct written *w, uint64_t address);
/* From and to the page that begins at an address, a multiple of WRITTEN_PAGE. Between the two calls no allocation is made or freed. */
void written_save(struct written *w, uint64_t page, struct written_copy *out);
void written_restore(struct written *w, uint64_t page, const struct written_copy *from);
