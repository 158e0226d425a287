/* SPDX-License-Identifier: Apache-2.0 */
/* Events: the time at which a stream has completed the work queued before the event. If that includes a running launch,
 * the event gets its time when the device reports the launch; otherwise it is the moment of recording. Both clocks are
 * monotonic nanoseconds. */
#include "launch/launcher.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/clock.h"

enum { LOOK_MOST = 4096 }; /* records: a device's queue is shorter */

struct launch_event *launch_event_new(void)
{
    return xcalloc(1, sizeof(struct launch_event));
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
        if (r->stream != e->stream && e->stream && r->stream)
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

void launch_event_record(struct launcher *l, struct launch_event *e, uint32_t stream)
{
    forget(l, e);
    *e = (struct launch_event){.recorded = true, .known = true, .stream = stream, .ns = clock_ns()};
    if (l->device)
        e->mark = device_mark(l->device, stream);
    e->order = launch_mark(l, stream);
    find_unfinished(l, e);
    if (!e->known)
        VEC_PUSH(&l->waiting, e);
}

/* The launch with this tag has ended. */
void launcher_events_finish(struct launcher *l, uint32_t tag, uint64_t end)
{
    for (size_t i = 0; i < l->waiting.n; i++) {
        struct launch_event *e = l->waiting.at[i];
        bool behind = e->stream ? e->tag == tag : (int32_t) (e->tag - tag) >= 0;
        if (!behind)
            continue;
        e->ns = end > e->ns ? end : e->ns;
        if (--e->left)
            continue;
        e->known = true;
        l->waiting.at[i--] = l->waiting.at[--l->waiting.n];
    }
}

/* Nothing runs any more: launches that were never reported (failed ones) count as complete too. */
void launcher_events_settle(struct launcher *l)
{
    while (l->waiting.n)
        l->waiting.at[--l->waiting.n]->known = true;
}
