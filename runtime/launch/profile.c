/* SPDX-License-Identifier: Apache-2.0 */
/* Records the events of %profile. Calls come from the interpreter (eval/vm/vm.c), kernels and copies from the device's events (choose.c),
 * waits from launch.c. Next: magic/magic_profile.c, which shows them. */
#include "launch/profile.h"

#include <stdlib.h>

#include "base/clock.h"
#include "launch/launcher.h"

static const char *kept_name(struct launcher *l, const char *name)
{
    if (!l->profile_names)
        l->profile_names = intern_new();
    return intern_cstr(l->profile_names, name);
}

void launcher_profile_begin(struct launcher *l)
{
    l->profile.events.n = 0;
    l->profile.left_out = 0;
    l->profile.start = clock_ns();
    l->profile.end = 0;
    l->profiled = true;
}

const struct profile *launcher_profile_end(struct launcher *l)
{
    if (!l->profiled)
        return NULL;
    l->profile.end = clock_ns();
    VEC_EACH (r, &l->ranges) { /* those that are still open */
        struct profile_event e = {.kind = PROFILE_RANGE,
                                  .name = r->name,
                                  .start = r->start,
                                  .end = l->profile.end,
                                  .depth = (uint32_t) (r - l->ranges.at)};
        launcher_profile_add(l, &e);
    }
    l->profiled = false;
    return &l->profile;
}

void launcher_profile_free(struct launcher *l)
{
    l->profiled = false;
    VEC_FREE(&l->profile.events);
    VEC_FREE(&l->ranges);
    intern_free(&l->profile_names);
}

bool launcher_profiles(const struct launcher *l)
{
    return l->profiled;
}

void launcher_profile_add(struct launcher *l, const struct profile_event *e)
{
    struct profile_event new = *e;
    if (!l->profiled || e->end < l->profile.start)
        return;
    if (l->profile.events.n == PROFILE_EVENTS_MOST) {
        l->profile.left_out++;
        return;
    }
    new.start = e->start < l->profile.start ? l->profile.start : e->start;
    VEC_PUSH(&l->profile.events, new);
}

/* ---- NVTX ---- */

int launcher_range_push(struct launcher *l, const char *name)
{
    VEC_PUSH(&l->ranges, (struct profile_range){kept_name(l, name), clock_ns()});
    return (int) l->ranges.n - 1;
}

int launcher_range_pop(struct launcher *l)
{
    if (!l->ranges.n)
        return -1;
    const struct profile_range *r = l->ranges.at + --l->ranges.n;
    struct profile_event e = {.kind = PROFILE_RANGE,
                              .name = r->name,
                              .start = r->start,
                              .end = clock_ns(),
                              .depth = (uint32_t) l->ranges.n};
    launcher_profile_add(l, &e);
    return (int) l->ranges.n;
}

void launcher_range_mark(struct launcher *l, const char *name)
{
    uint64_t now = clock_ns();
    struct profile_event e = {
        .kind = PROFILE_MARK, .name = kept_name(l, name), .start = now, .end = now};
    launcher_profile_add(l, &e);
}
