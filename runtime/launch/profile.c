/* SPDX-License-Identifier: Apache-2.0 */
/* Records the events of %profile. Calls come from the interpreter (eval/vm/vm.c), kernels and copies from the device's events (choose.c),
 * waits from launch.c. Next: magic/magic_profile.c, which shows them. */
#include "launch/profile.h"

#include <stdlib.h>
#include <string.h>

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

static int pushed(const struct launcher *l)
{
    int n = 0;
    VEC_EACH (r, &l->ranges)
        n += !r->id;
    return n;
}

/* The last open range with that id. */
static bool close_range(struct launcher *l, uint64_t id)
{
    size_t i = l->ranges.n;
    while (i > 0 && l->ranges.at[i - 1].id != id)
        i--;
    if (!i)
        return false;
    struct profile_range *r = l->ranges.at + i - 1;
    struct profile_event e = {.kind = PROFILE_RANGE,
                              .name = r->name,
                              .start = r->start,
                              .end = clock_ns(),
                              .depth = (uint32_t) i - 1};
    launcher_profile_add(l, &e);
    memmove(r, r + 1, (l->ranges.n - i) * sizeof *r);
    l->ranges.n--;
    return true;
}

int launcher_range_push(struct launcher *l, const char *name)
{
    VEC_PUSH(&l->ranges, (struct profile_range){kept_name(l, name), clock_ns(), 0});
    return pushed(l) - 1;
}

int launcher_range_pop(struct launcher *l)
{
    return close_range(l, 0) ? pushed(l) : -1;
}

uint64_t launcher_range_start(struct launcher *l, const char *name)
{
    VEC_PUSH(&l->ranges, (struct profile_range){kept_name(l, name), clock_ns(), ++l->last_range});
    return l->last_range;
}

void launcher_range_end(struct launcher *l, uint64_t id)
{
    if (id)
        close_range(l, id);
}

void launcher_range_mark(struct launcher *l, const char *name)
{
    uint64_t now = clock_ns();
    struct profile_event e = {
        .kind = PROFILE_MARK, .name = kept_name(l, name), .start = now, .end = now};
    launcher_profile_add(l, &e);
}
