/* SPDX-License-Identifier: Apache-2.0 */
#include "device/cpu/code/private_sums.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/space.h"

enum {
    BYTES_PER_ADDITION = 8, /* of the object: so many additions are worth a copy */
    COPY_MOST = 1 << 18,    /* bytes: it stays in the processor's second cache */
};

void private_sums_keep(struct private_sums *s, uint64_t start, uint64_t size, uint32_t width)
{
    s->credit = INT64_MAX;
    if (s->start || size > COPY_MOST)
        return;
    if (s->candidate != start) {
        s->candidate = start;
        s->credit = (int64_t) (size / BYTES_PER_ADDITION);
        return;
    }
    s->at = xcalloc(size, 1);
    s->start = start;
    s->size = size;
    s->width = width;
}

static void add_32(uint32_t *to, const uint32_t *sums, uint64_t n)
{
    for (uint64_t k = 0; k < n; k++)
        if (sums[k])
            __atomic_fetch_add(&to[k], sums[k], __ATOMIC_RELAXED);
}

static void add_64(uint64_t *to, const uint64_t *sums, uint64_t n)
{
    for (uint64_t k = 0; k < n; k++)
        if (sums[k])
            __atomic_fetch_add(&to[k], sums[k], __ATOMIC_RELAXED);
}

void private_sums_add(struct private_sums *s, const struct space *space)
{
    struct private_sums old = *s;
    void *to = (void *) (uintptr_t) old.start;
    if (!old.start)
        return;
    *s = (struct private_sums){.credit = INT64_MAX};
    bool lives = object_covers(space_find(space, old.start), old.start, old.size);
    if (lives && old.width == 4)
        add_32(to, (const uint32_t *) (void *) old.at, old.size / 4);
    else if (lives)
        add_64(to, (const uint64_t *) (void *) old.at, old.size / 8);
    free(old.at);
}
