/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

/* What one request asks of a GPU's memory. A request is one execution of a memory instruction by a warp. The rules are those of
 * devices of compute capability 5.0 and higher; docs/xray.md derives them and names their sources:
 *   sectors   CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory"
 *   banks     CUDA C++ Programming Guide, "Compute Capability 5.x", "Shared Memory"
 * Pure functions of their arguments. Thread-safety: safe. */

enum {
    ACCESS_LANES = 32,
    ACCESS_BYTES_MOST = 32, /* of a lane: .v4.b64 and .v8.b32 */
    SECTOR_BYTES = 32,
    SECTORS_MOST = 2 * ACCESS_LANES,
    SHARED_BANKS = 32,
    BANK_BYTES = 4,
    BANK_WORDS_MOST = ACCESS_LANES * ACCESS_BYTES_MOST / BANK_BYTES,
};

struct access_request {
    const uint64_t *addresses; /* of the lanes in the mask */
    uint32_t mask;
    uint32_t bytes; /* a lane accesses: 1, 2, 4, 8, 16 or 32 */
};

struct sector_counts {
    uint32_t count; /* different sectors that the lanes touch: what memory moves */
    uint32_t ideal; /* the fewest sectors that could hold the different bytes asked for */
    uint32_t bytes; /* different ones asked for */
};

/* at: if not NULL, the sectors' numbers (address / 32), ascending; room for SECTORS_MOST. */
void access_sectors(const struct access_request *r, struct sector_counts *out, uint64_t *at);

struct bank_word { /* a word of shared memory that a lane accesses */
    uint64_t word; /* address / 4 */
    uint8_t lane, bank, pass;
};

struct bank_counts {
    uint32_t passes; /* over the banks: each gives one word in a pass, to all lanes that want it */
    uint32_t ideal;  /* without conflicts: one, or one for each half or quarter of the warp */
    uint32_t words;  /* stored in the list */
};

/* Addresses count from the start of shared memory. list: if not NULL, every lane's words with their passes; room for
 * BANK_WORDS_MOST. */
void access_banks(const struct access_request *r, struct bank_counts *out, struct bank_word *list);

struct collision_counts {
    uint32_t addresses; /* different ones */
    uint32_t most;      /* lanes at one address: these operations follow each other */
};

void access_collisions(const struct access_request *r, struct collision_counts *out);
