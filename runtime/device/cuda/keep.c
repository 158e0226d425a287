/* SPDX-License-Identifier: Apache-2.0 */
/* Shadow copies of device memory on the host, so that losing a context loses no contents. They are taken when a cell has ended well and before
 * the first launch of a cell: what a kernel may have written since the last copy, smallest first, up to the limit. Contents that are
 * known without a copy (zeros, a fill) cost nothing. A kernel can reach its arguments, those of earlier kernels, and arrays whose
 * address the host has stored; a launch changes no other array. Next: wake.c, which restores. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/cuda/cuda.h"

static uint64_t copy_bytes(const struct content *c)
{
    return (c->copy ? c->copy->size : 0) + (c->next ? c->next->size : 0);
}

/* ---- taking copies ---- */

static int by_size(const void *a, const void *b)
{
    const struct content *const *x = a, *const *y = b;
    return (*x)->size < (*y)->size ? -1 : (*x)->size > (*y)->size;
}

struct content_list {
    VEC(struct content *) at;
};

static void consider(struct cuda_device *d, struct content_list *list, struct content *c)
{
    keep_confirm(d, c);
    if (c->size && !c->managed && !c->lost && !c->next && keep_changed(d, c))
        VEC_PUSH(&list->at, c);
}

static bool copy_one(struct cuda_device *d, struct content *c, uint32_t mark)
{
    struct object *o = space_alloc(d->keep, c->size, SPACE_GRANULE);
    struct command_copy *k = o ? talk_command(d, sizeof *k, OP_KEEP) : NULL;
    uint64_t start;
    if (!k) {
        keep_release(d, &o);
        return false;
    }
    space_range(d->keep, &start);
    k->device = c->now;
    k->other = o->start - start;
    k->size = c->size;
    k->area = AREA_KEEP;
    talk_send(d, k);
    c->next = o;
    c->next_mark = mark;
    c->stale = true; /* valid once this copy is complete */
    c->written = false;
    c->kept_at = d->launches;
    return true;
}

static uint64_t kept_bytes(struct cuda_device *d)
{
    uint64_t n = 0;
    for (size_t i = 0; i < d->contents.n; i++)
        n += d->contents.at[i] ? copy_bytes(d->contents.at[i]) : 0;
    return n;
}

void keep_all(struct cuda_device *d, uint64_t limit)
{
    struct content_list list = {0};
    image_home_all(d);
    for (size_t i = 0; i < d->contents.n; i++)
        if (d->contents.at[i])
            consider(d, &list, d->contents.at[i]);
    VEC_EACH (m, &d->modules)
        for (size_t i = 0; *m && i < (*m)->variables.n; i++)
            consider(d, &list, (*m)->variables.at[i]);
    if (!list.at.n)
        return;
    qsort(list.at.at, list.at.n, sizeof *list.at.at, by_size);
    uint64_t kept = kept_bytes(d);
    uint32_t mark = ++d->mark;
    bool any = false;
    for (size_t i = 0; i < list.at.n && d->worker.pid; i++) {
        struct content *c = list.at.at[i];
        uint64_t own = copy_bytes(c);
        if (kept - own + c->size > limit) {
            keep_drop(d, c); /* an older copy must not pass for the state before the cell */
            continue;
        }
        if (copy_one(d, c, mark)) {
            kept += c->size - own;
            any = true;
        }
    }
    VEC_FREE(&list.at);
    struct command_mark *m = any && d->worker.pid ? talk_command(d, sizeof *m, OP_KEPT) : NULL;
    if (!m)
        return;
    m->mark = KEEP_MARK;
    m->value = mark;
    talk_send(d, m);
}

/* ---- restoring ---- */

bool keep_restore(struct cuda_device *d, struct content *c)
{
    uint64_t start;
    if (c->managed || !c->size || c->lost || c->kept == KEPT_NOT)
        return true;
    if (c->kept == KEPT_PATTERN) {
        static const uint8_t zeros[16];
        if (!c->object || memcmp(zeros, c->pattern, c->pattern_size))
            return memory_fill(d, c->now, c->pattern, c->pattern_size, c->size / c->pattern_size,
                               0);
        return true; /* new memory is zero */
    }
    struct command_copy *k = talk_command(d, sizeof *k, OP_WRITE);
    if (!k)
        return false;
    space_range(d->keep, &start);
    k->device = c->now;
    k->other = c->copy->start - start;
    k->size = c->size;
    k->area = AREA_KEEP;
    return talk_call(d, k) && !d->done.status;
}
