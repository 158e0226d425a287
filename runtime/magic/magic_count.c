/* SPDX-License-Identifier: Apache-2.0 */
/* %count: observes a cell's launches with the device's counters and shows the counts below the cell. */
#include "base/str.h"
#include "magic/magic_internal.h"

MAGIC(count)
{
    bool on, ok = magic_switch(s, args, at, "%count", &on);
    if (ok)
        launcher_count(s->launcher, on);
    return ok;
}

static unsigned long long n(uint64_t v)
{
    return v;
}

static void put_counts(struct buf *out, const struct launch_record *r)
{
    const struct device_counts *c = &r->counts;
    double lanes = c->instructions ? (double) c->lane_instructions / (double) c->instructions : 0;
    buf_printf(out, "%s<<<(%u, %u, %u), (%u, %u, %u)>>>\n", r->kernel->name, r->grid.x, r->grid.y,
               r->grid.z, r->block.x, r->block.y, r->block.z);
    buf_printf(out, "  %llu instructions of warps, %.1f of 32 lanes on average\n",
               n(c->instructions), lanes);
    buf_printf(out, "  %llu loads, %llu stores, %llu atomics; %llu bytes global, %llu shared\n",
               n(c->loads), n(c->stores), n(c->atomics), n(c->global_bytes), n(c->shared_bytes));
    buf_printf(out, "  %llu branches, %llu divergent; %llu arrivals at barriers\n", n(c->branches),
               n(c->divergent), n(c->barriers));
}

void magic_show_counts(struct wc_session *s, const struct launch_record *records, uint32_t count)
{
    struct buf out = {0};
    for (uint32_t i = 0; i < count; i++)
        if (records[i].counted)
            put_counts(&out, records + i);
    if (count && !out.n && launcher_counts(s->launcher))
        buf_puts(&out, "nothing was counted: only the cpu device has counters (%device cpu)\n");
    if (out.n)
        magic_text_show(s, &out, WC_DISPLAY);
    buf_free(&out);
}
