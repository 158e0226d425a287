/* SPDX-License-Identifier: Apache-2.0 */
/* Events: the time at which a stream has completed the work queued before the event. If that includes a running launch,
 * the event gets its time when the device reports the launch; otherwise it is the moment of recording. Both clocks are
 * monotonic nanoseconds. */
#include "launch/launcher.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/clock.h"

enum { LOOK_MOST = 4096 }; /* records: a device's queue is shorter */

struct launch_event *launch_event_new(const struct launcher *l)
{
    struct launch_event *e = xcalloc(1, sizeof *e);
    e->on = l->device;
    return e;
}

static void forget(struct launcher *l, struct launch_event *e)
{
    for (size_t i = 0; i < l->waiting.n; i++)
        if (l->waiting.at[i] == e)
            l->waiting.at[i--] = l->waiting.at[--l->waiting.n];
}

void launch_event_free(struct launcher *l, struct launch_event **e)
{
    if (*e)
        forget(l, *e);
    free(*e);
    *e = NULL;
}

/* Unfinished launches that the event waits for: the stream's last one, or all for the default stream. */
static void find_unfinished(struct launcher *l, struct launch_event *e)
{
    size_t looked = 0;
    for (size_t i = l->records.n; i-- > 0 && looked < LOOK_MOST; looked++) {
        const struct launch_record *r = l->records.at + i;
        if (r->device != e->on || (r->stream != e->stream && e->stream && r->stream))
            continue;
        if (!r->finished) {
            if (!e->left++)
                e->tag = l->first_tag + (uint32_t) i;
            e->known = false;
        }
        if (e->stream)
            break;
    }
}

bool launch_event_record(struct launcher *l, struct launch_event *e, uint32_t stream)
{
    struct device *on = launcher_stream_device(l, stream);
    if (e->on && e->on != on)
        return false;
    forget(l, e);
    *e = (struct launch_event){.on = on,
                               .recorded = true,
                               .known = true,
                               .stream = launch_stream_number(stream),
                               .ns = clock_ns()};
    if (on)
        e->mark = device_mark(on, e->stream);
    e->order = launch_mark(l, stream);
    find_unfinished(l, e);
    if (!e->known)
        VEC_PUSH(&l->waiting, e);
    return true;
}

/* The launch with this tag has ended. */
void launcher_events_finish(struct launcher *l, uint32_t tag, uint64_t end)
{
    const struct launch_record *r = launcher_record(l, tag);
    for (size_t i = 0; i < l->waiting.n; i++) {
        struct launch_event *e = l->waiting.at[i];
        bool behind = e->stream ? e->tag == tag : (int32_t) (e->tag - tag) >= 0;
        if (r && r->device != e->on)
            continue;
        if (!behind)
            continue;
        e->ns = end > e->ns ? end : e->ns;
        if (--e->left)
            continue;
        e->known = true;
        l->waiting.at[i--] = l->waiting.at[--l->waiting.n];
    }
}

/* Nothing runs any more on the current device: launches that were never reported (failed ones) count as complete too. */
void launcher_events_settle(struct launcher *l)
{
    for (size_t i = l->waiting.n; i-- > 0;) {
        if (l->waiting.at[i]->on != l->device)
            continue;
        l->waiting.at[i]->known = true;
        l->waiting.at[i] = l->waiting.at[--l->waiting.n];
    }
}
