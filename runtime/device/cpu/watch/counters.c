/* SPDX-License-Identifier: Apache-2.0 */
/* The observer behind %count. Each block counts in memory of its own and adds that to the launch's counts at its end, so that host threads do
 * not contend. Next: observer.h. */
#include "device/cpu/watch/counters.h"

#include <stdlib.h>

#include "base/check.h"

static void *begin_block(struct observer *o, void *launch_state, const struct observed_block *b)
{
    return xcalloc(1, sizeof(struct device_counts));
}

static void add(uint64_t *to, uint64_t n)
{
    __atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

static void end_block(struct observer *o, void *state, const struct observed_block *b,
                      enum observed_end end)
{
    struct device_counts *to = &((struct counters *) o)->counts, *c = state;
    add(&to->instructions, c->instructions);
    add(&to->lane_instructions, c->lane_instructions);
    add(&to->loads, c->loads);
    add(&to->stores, c->stores);
    add(&to->atomics, c->atomics);
    add(&to->global_bytes, c->global_bytes);
    add(&to->shared_bytes, c->shared_bytes);
    add(&to->branches, c->branches);
    add(&to->divergent, c->divergent);
    add(&to->barriers, c->barriers);
    free(c);
}

static void count_instruction(struct observer *o, void *state, const struct observed_place *p)
{
    struct device_counts *c = state;
    c->instructions++;
    c->lane_instructions += (uint64_t) __builtin_popcount(p->mask);
}

static void count_access(struct observer *o, void *state, const struct observed_access *a)
{
    struct device_counts *c = state;
    uint64_t bytes = (uint64_t) __builtin_popcount(a->place.mask) * a->width * a->count;
    ++*(a->kind == ACCESS_KIND_LOAD    ? &c->loads
        : a->kind == ACCESS_KIND_STORE ? &c->stores
                                       : &c->atomics);
    *(a->space == PTX_SHARED ? &c->shared_bytes : &c->global_bytes) += bytes;
}

static void count_branch(struct observer *o, void *state, const struct observed_branch *b)
{
    struct device_counts *c = state;
    c->branches++;
    c->divergent += b->taken && b->taken != b->place.mask;
}

static void count_barrier(struct observer *o, void *state, const struct observed_barrier *b)
{
    ((struct device_counts *) state)->barriers++;
}

struct counters *counters_new(void)
{
    struct counters *c = xcalloc(1, sizeof *c);
    c->observer = (struct observer){.block_begin = begin_block,
                                    .block_end = end_block,
                                    .instruction = count_instruction,
                                    .access = count_access,
                                    .branch = count_branch,
                                    .barrier_arrive = count_barrier};
    return c;
}
