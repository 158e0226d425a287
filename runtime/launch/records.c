/* SPDX-License-Identifier: Apache-2.0 */
/* The launches of the running cell and of the last one that launched anything. */
#include <stdlib.h>

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

const struct launch_record *launch_past(struct launcher *l, uint32_t *out_count)
{
    *out_count = (uint32_t) l->past.n;
    return l->past.at;
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
    if (!l->records.n)
        return;
    __typeof__(l->past) past = l->past;
    l->first_tag += (uint32_t) l->records.n;
    l->past = l->records;
    l->records = past;
    l->records.n = 0;
    VEC_EACH (r, &l->past)
        r->template_args = NULL; /* it belongs to code that may go */
}
