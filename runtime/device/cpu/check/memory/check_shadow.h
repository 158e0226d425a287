/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Shadow memory: for each word of 4 bytes the last write, the last atomic since, and two reads since, as numbers of check_events.h. Pages
 * come into being when they are touched, and the numbers of a role when there is one: what is only read costs 4 bytes for each word, or 8
 * if threads share it. Words that are accessed in parts have a cell for each byte instead.
 * Thread-safety: one thread at a time: a checked launch, or each of its parts, has one of its own. */

enum { SHADOW_WORDS = 1024, SHADOW_PAGE = 4 * SHADOW_WORDS, SPARE_BYTES = 4624 };

/* Blocks of SPARE_BYTES that launches have given back, for the next: to get thousands of them from the system each time would take longer than
 * to use them. Thread-safety: safe. */
struct spare_blocks;

struct spare_blocks *spare_blocks_new(void);
void spare_blocks_free(struct spare_blocks **s);
void *spare_block_take(struct spare_blocks *s); /* with any content */
void spare_block_give(struct spare_blocks *s, void *block);

enum shadow_role {
    SHADOW_WRITE,
    SHADOW_ATOMIC,
    SHADOW_READ,
    SHADOW_READ_2,
    SHADOW_ACCESSES,
    SHADOW_VALUE =
        SHADOW_ACCESSES, /* no number: what the write left, if there was an atomic since */
    SHADOW_ROLES
};

struct shadow_cells {
    uint32_t *of[SHADOW_ROLES]; /* NULL: none yet */
    uint32_t count;
    struct spare_blocks *spares; /* of the cells of words; NULL: they are too large for it */
};

struct shadow_page {
    struct shadow_page *next;
    uint64_t number;
    struct shadow_cells words, bytes;
    uint32_t saturated, hits, rows_stored; /* of check_quick.c */
    uint16_t noted, stored;                /* of check_speculation.c: a bit for each granule */
    uint64_t noted_by;                     /* a bit for each load, by its number */
    bool saved;
    bool any_split;
    uint32_t split[SHADOW_WORDS / 32]; /* a bit for each word */
};

/* The numbers of a role, all 0 at first. Rows that begin in them are readable (number_rows.h). */
uint32_t *shadow_role(struct shadow_cells *c, enum shadow_role role);
/* Gives those of a role of words back if all are 0 again. */
void shadow_settle(struct shadow_cells *c, enum shadow_role role);

static inline bool shadow_is_split(const struct shadow_page *p, uint32_t word)
{
    return p->any_split && p->split[word / 32] >> word % 32 & 1;
}

void shadow_split(struct shadow_page *p, uint32_t word);

struct shadow_memory;

struct shadow_memory *shadow_new(struct spare_blocks *spares); /* which outlive it */
void shadow_free(struct shadow_memory **s);                    /* NULL is none */
void shadow_clear(struct shadow_memory *s); /* forgets all accesses; pages stay */

/* The page of an address. It holds until shadow_free. */
struct shadow_page *shadow_at(struct shadow_memory *s, uint64_t address);
struct shadow_page *shadow_known(const struct shadow_memory *s,
                                 uint64_t address); /* NULL: nothing was accessed there */
void shadow_each(const struct shadow_memory *s, void (*see)(void *user, struct shadow_page *p),
                 void *user);
uint32_t shadow_pages(const struct shadow_memory *s);
void shadow_forget(struct shadow_memory *s, uint64_t start, uint64_t size); /* words of a range */
