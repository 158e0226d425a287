/* SPDX-License-Identifier: Apache-2.0 */
/* The device's table of callables (code/callables.h) as modules are loaded and unloaded. It needs decoded modules. Next: code/callables.c, which
 * says why there is one. */
#include <stdlib.h>

#include "device/cpu/cpu.h"

static void make(struct cpu_device *d)
{
    struct callables *new = callables_new(d->meeting.at, d->meeting.n, d->cache_count);
    new->older = d->callables;
    d->callables = new;
}

void cpu_callables_add(struct cpu_device *d, struct cpu_module *m)
{
    VEC_PUSH(&d->meeting, &m->code);
    d->cache_count = m->code.cache_count;
    make(d);
}

void cpu_callables_free(struct cpu_device *d)
{
    for (struct callables *c; (c = d->callables);) {
        d->callables = c->older;
        free(c);
    }
}

void cpu_callables_remove(struct cpu_device *d, const struct cpu_module *m)
{
    size_t kept = 0;
    for (size_t i = 0; i < d->meeting.n; i++)
        if (d->meeting.at[i] != &m->code)
            d->meeting.at[kept++] = d->meeting.at[i];
    if (kept == d->meeting.n)
        return;
    d->meeting.n = kept;
    cpu_callables_free(d);
    if (kept)
        make(d);
    else
        d->cache_count = 0;
}
