/* SPDX-License-Identifier: Apache-2.0 */
/* A sliding window of a ring of slots, each a tenth of a second. */
#include "pace.h"

#include <stdlib.h>
#include <string.h>

void pace_init(struct pace *p)
{
    memset(p, 0, sizeof *p);
    const char *rate = getenv("WARPCELL_IOPUB_RATE");
    double bytes = rate ? strtod(rate, NULL) : getenv("JPY_SESSION_NAME") ? 900000 : 0;
    p->most_bytes = bytes > 0 ? (size_t) (3 * bytes) : 0;
    p->most_messages = bytes > 0 ? 3 * 900 : 0;
}

void pace_reset(struct pace *p)
{
    memset(p->slot, 0, sizeof p->slot);
    p->bytes = p->messages = 0;
}

static void forget_old(struct pace *p, uint64_t number)
{
    for (int i = 0; i < PACE_SLOTS; i++) {
        if (p->slot[i].number + PACE_SLOTS > number)
            continue;
        p->bytes -= p->slot[i].bytes;
        p->messages -= p->slot[i].messages;
        p->slot[i].bytes = p->slot[i].messages = 0;
    }
}

int pace_wait(struct pace *p, uint64_t now_ms, size_t bytes)
{
    if (!p->most_bytes)
        return 0;
    forget_old(p, now_ms / PACE_SLOT_MS);
    return p->messages < p->most_messages && (!p->bytes || p->bytes + bytes <= p->most_bytes)
               ? 0
               : PACE_SLOT_MS;
}

void pace_add(struct pace *p, uint64_t now_ms, size_t bytes)
{
    uint64_t number = now_ms / PACE_SLOT_MS;
    if (!p->most_bytes)
        return;
    forget_old(p, number);
    p->slot[number % PACE_SLOTS].number = number;
    p->slot[number % PACE_SLOTS].bytes += bytes;
    p->slot[number % PACE_SLOTS].messages++;
    p->bytes += bytes;
    p->messages++;
}
