/* SPDX-License-Identifier: Apache-2.0 */
/* Counts the sectors, bank passes and collisions of a warp's request. Next: device/cpu/xray/, which counts the requests of a launch. */
#include "device/access_pattern.h"

#include <stdbool.h>
#include <string.h>

/* The addresses of the mask in ascending order. They usually are already. */
static uint32_t sort_addresses(const struct access_request *r, uint64_t *sorted)
{
    uint32_t n = 0;
    for (uint32_t m = r->mask; m; m &= m - 1) {
        uint64_t at = r->addresses[__builtin_ctz(m)];
        uint32_t k = n++;
        for (; k && sorted[k - 1] > at; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = at;
    }
    return n;
}

void access_sectors(const struct access_request *r, struct sector_counts *out, uint64_t *at)
{
    uint64_t sorted[ACCESS_LANES], end = 0, next = 0; /* byte and sector behind what is counted */
    uint32_t n = sort_addresses(r, sorted);
    *out = (struct sector_counts){0};
    for (uint32_t i = 0; i < n; i++) {
        uint64_t from = sorted[i] > end ? sorted[i] : end, to = sorted[i] + r->bytes;
        if (to <= from)
            continue;
        out->bytes += (uint32_t) (to - from);
        end = to;
        uint64_t sector = from / SECTOR_BYTES > next ? from / SECTOR_BYTES : next;
        for (next = (to - 1) / SECTOR_BYTES + 1; sector < next; sector++) {
            if (at)
                at[out->count] = sector;
            out->count++;
        }
    }
    out->ideal = (out->bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
}

/* ---- shared memory ---- */

struct bank_group { /* the lanes that access the banks together */
    uint64_t words[SHARED_BANKS][SHARED_BANKS];
    uint8_t count[SHARED_BANKS]; /* different words of a bank so far */
    uint32_t passes;
};

/* The pass in which a bank gives this word. */
static uint32_t pass_of(struct bank_group *g, uint32_t bank, uint64_t word)
{
    uint32_t k = 0;
    while (k < g->count[bank] && g->words[bank][k] != word)
        k++;
    if (k == g->count[bank])
        g->words[bank][g->count[bank]++] = word;
    g->passes = k + 1 > g->passes ? k + 1 : g->passes;
    return k;
}

/* Adds the passes of the lanes in a part of the mask. */
static void count_group(const struct access_request *r, uint32_t part, struct bank_counts *out,
                        struct bank_word *list)
{
    uint32_t words = r->bytes < BANK_BYTES ? 1 : r->bytes / BANK_BYTES;
    struct bank_group g;
    memset(g.count, 0, sizeof g.count);
    g.passes = 0;
    for (uint32_t m = r->mask & part; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        for (uint32_t k = 0; k < words; k++) {
            uint64_t word = r->addresses[lane] / BANK_BYTES + k;
            uint32_t bank = word % SHARED_BANKS, pass = out->passes + pass_of(&g, bank, word);
            if (list)
                list[out->words++] =
                    (struct bank_word){word, (uint8_t) lane, (uint8_t) bank, (uint8_t) pass};
        }
    }
    out->passes += g.passes;
    out->ideal += g.passes != 0;
}

/* A group has 32 words at most: the whole warp, half of it for 8 bytes a lane, a quarter for 16. */
void access_banks(const struct access_request *r, struct bank_counts *out, struct bank_word *list)
{
    uint32_t lanes = ACCESS_LANES / (r->bytes < BANK_BYTES ? 1 : r->bytes / BANK_BYTES);
    *out = (struct bank_counts){0};
    for (uint32_t first = 0; first < ACCESS_LANES; first += lanes)
        count_group(r, (uint32_t) (((1ull << lanes) - 1) << first), out, list);
}

void access_collisions(const struct access_request *r, struct collision_counts *out)
{
    uint64_t sorted[ACCESS_LANES];
    uint32_t n = sort_addresses(r, sorted), run = 0;
    *out = (struct collision_counts){0};
    for (uint32_t i = 0; i < n; i++) {
        bool same = i && sorted[i] == sorted[i - 1];
        run = same ? run + 1 : 1;
        out->addresses += !same;
        out->most = run > out->most ? run : out->most;
    }
}
