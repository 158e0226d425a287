/* SPDX-License-Identifier: Apache-2.0 */
/* What the client knows of an array's contents: whether a shadow copy has them, and whether the device may have changed them since. It
 * sends no commands. Next: keep.c, which takes and restores copies. */
#include <stdio.h>
#include <string.h>

#include "device/cuda/cuda.h"

bool keep_changed(const struct cuda_device *d, const struct content *c)
{
    return c->written || (c->given && c->kept_at < d->launches);
}

void keep_release(struct cuda_device *d, struct object **o)
{
    if (*o)
        space_free(d->keep, *o);
    *o = NULL;
}

void keep_drop(struct cuda_device *d, struct content *c)
{
    keep_release(d, &c->copy);
    keep_release(d, &c->next);
    c->kept = KEPT_NOT;
}

void keep_confirm(struct cuda_device *d, struct content *c)
{
    if (!c->next || !d->worker.shared)
        return;
    uint32_t mark = atomic_load_explicit(&d->worker.shared->marks[KEEP_MARK], memory_order_acquire);
    if ((int32_t) (mark - c->next_mark) < 0)
        return;
    keep_release(d, &c->copy);
    c->copy = c->next;
    c->next = NULL;
    c->kept = KEPT_COPY;
    c->stale = false;
}

bool keep_current(struct cuda_device *d, struct content *c)
{
    keep_confirm(d, c);
    return !c->next && c->kept != KEPT_NOT && !keep_changed(d, c);
}

/* From now on all of c is this pattern. */
void keep_pattern(struct content *c, const void *pattern, uint32_t size)
{
    memcpy(c->pattern, pattern, size);
    c->pattern_size = size;
    c->kept = KEPT_PATTERN;
    c->written = c->lost = c->stale = false;
}

void keep_written(struct cuda_device *d, struct content *c, uint64_t offset, uint64_t n)
{
    c->written = true;
    c->changes++;
    c->stale |= d->fresh;
    if (!offset && n == c->size)
        c->lost = false;
}

const char *keep_label(struct cuda_device *d, const struct content *c, char room[64])
{
    if (c->name)
        return c->name;
    if (c->object && c->object->name)
        return c->object->name;
    snprintf(room, 64, "an unnamed allocation of %llu bytes", (unsigned long long) c->size);
    return room;
}
