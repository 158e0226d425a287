/* SPDX-License-Identifier: Apache-2.0 */
/* The launches of the running cell and of the last one that launched anything. */
#include <stdlib.h>
#include <string.h>

#include "launch/launcher.h"

struct launch_record *launcher_record(struct launcher *l, uint32_t tag)
{
    uint32_t i = tag - l->first_tag;
    return i < l->records.n ? l->records.at + i : NULL;
}

const struct launch_record *launch_records(struct launcher *l, uint32_t *out_count)
{
    *out_count = (uint32_t) l->records.n;
    return l->records.at;
}

enum { RECORDS_MAX = 1 << 16 };

void launch_records_hold(struct launcher *l, bool hold)
{
    l->holds += hold ? 1 : -1u;
}

/* A replay on the cpu device, %count, %check and %xray need the records themselves. Otherwise one launch in 32,768 looks, so that a launch
 * pays nothing while an old one is still running. */
void launch_records_fold(struct launcher *l)
{
    if (l->records.n < RECORDS_MAX || l->records.n % (RECORDS_MAX / 2) || l->holds || l->counts ||
        l->checker || l->xray || device_props(l->device)->driver)
        return;
    uint32_t n = 0;
    while (n < RECORDS_MAX / 2 && l->records.at[n].finished)
        n++;
    launch_times_add(&l->folded, l->records.at, n, NULL);
    l->records.n -= n;
    memmove(l->records.at, l->records.at + n, l->records.n * sizeof *l->records.at);
    l->first_tag += n;
}

static void free_params(struct launcher *l, uint32_t first)
{
    for (size_t i = first; i < l->records.n; i++) {
        free(l->records.at[i].params);
        l->records.at[i].params = NULL;
    }
}

void launch_totals(const struct launcher *l, uint64_t *out_count, uint64_t *out_busy)
{
    *out_count = l->launches;
    *out_busy = l->busy;
}

void launch_records_cut(struct launcher *l, uint32_t keep)
{
    free_params(l, keep);
    l->records.n = l->records.n > keep ? keep : l->records.n;
}

void launch_records_clear(struct launcher *l)
{
    free_params(l, 0);
    VEC_EACH (args, &l->old_args)
        free(*args);
    l->old_args.n = 0;
    if (!l->records.n && !l->folded.n)
        return;
    launch_times_vec folded = l->past_folded;
    l->past_folded = l->folded;
    l->folded = folded;
    launch_times_free(&l->folded);
    VEC_EACH (g, &l->past_folded)
        g->group.template_args = NULL;
    __typeof__(l->past) past = l->past;
    l->first_tag += (uint32_t) l->records.n;
    l->past = l->records;
    l->records = past;
    l->records.n = 0;
    VEC_EACH (r, &l->past)
        r->template_args = NULL; /* it belongs to code that may be dropped */
}

/* ---- allocations ---- */

static const void *key_of(uint64_t address)
{
    return (const void *) (uintptr_t) address;
}

void launch_allocated(struct launcher *l, uint64_t address, struct span at)
{
    uint64_t known = pointer_map_get(&l->birth_of, key_of(address), UINT64_MAX);
    if (known != UINT64_MAX) {
        l->births.at[known] = at;
        return;
    }
    pointer_map_set(&l->birth_of, key_of(address), l->births.n);
    VEC_PUSH(&l->births, at);
}

struct span launch_allocated_at(const struct launcher *l, uint64_t address)
{
    uint64_t known = pointer_map_get(&l->birth_of, key_of(address), UINT64_MAX);
    return known == UINT64_MAX ? (struct span){0} : l->births.at[known];
}
