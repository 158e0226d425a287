/* SPDX-License-Identifier: Apache-2.0 */
/* Events (CUDA Driver API reference, 'Event Management'): a mark in a stream's queue, which is set when all work before it is done: launches,
 * copies and fills alike. Next: stream.c. */
#include <stdlib.h>
#include <unistd.h>

#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"

enum { WAIT_SLICE_NS = 10000000 };

static bool valid(const struct cu_event *e)
{
    return e && e->kind == HANDLE_EVENT;
}

/* The event's mark, which the caller releases; NULL: none. */
static struct stream_mark *mark_of(struct cu_event *e)
{
    driver_lock();
    struct stream_mark *m = e->mark;
    if (m)
        atomic_fetch_add(&m->users, 1);
    driver_unlock();
    return m;
}

EXPORT int cuEventCreate(struct cu_event **event, unsigned flags)
{
    int e = driver_begin();
    if (e)
        return e;
    if (!event || flags > 7 ||
        ((flags & CU_FLAG_EVENT_INTERPROCESS) && !(flags & CU_FLAG_EVENT_NO_TIMING)))
        return CU_INVALID_VALUE;
    *event = xcalloc(1, sizeof **event);
    **event = (struct cu_event){.kind = HANDLE_EVENT, .flags = flags};
    if (!(flags & CU_FLAG_EVENT_INTERPROCESS))
        return CU_SUCCESS;
    (*event)->shared = shared_event_new();
    return (*event)->shared ? CU_SUCCESS : CU_OUT_OF_MEMORY;
}

EXPORT int cuEventDestroy_v2(struct cu_event *event)
{
    if (!valid(event))
        return cudaErrorInvalidResourceHandle;
    driver_lock();
    mark_release(event->mark);
    event->mark = NULL;
    shared_event_release(event->shared);
    event->shared = NULL;
    VEC_FREE(&event->captured_nodes);
    event->kind = 0; /* kept: graphs may still name it */
    driver_unlock();
    driver_keep_ended(event);
    return CU_SUCCESS;
}

EXPORT int cuEventRecord(struct cu_event *event, struct cu_stream *stream)
{
    int e = driver_begin();
    struct cu_stream *s = stream_of(stream);
    if (e)
        return e;
    if (!valid(event) || !s)
        return cudaErrorInvalidResourceHandle;
    if (s->capture) {
        capture_record(s, event);
        return CU_SUCCESS;
    }
    return work_submit(s, &(struct driver_work){.kind = WORK_RECORD, .event = event});
}

EXPORT int cuEventRecordWithFlags(struct cu_event *event, struct cu_stream *stream, unsigned flags)
{
    return cuEventRecord(event, stream);
}

EXPORT int cuEventQuery(struct cu_event *event)
{
    int e = driver_begin();
    if (e)
        return e;
    if (!valid(event))
        return cudaErrorInvalidResourceHandle;
    if (event->captured_in)
        return cudaErrorCapturedEvent;
    struct stream_mark *m = mark_of(event);
    bool done = event->shared
                    ? shared_event_reached(event->shared, shared_event_last(event->shared))
                    : !m || atomic_load_explicit(&m->done, memory_order_acquire);
    mark_release(m);
    e = driver_take_error();
    return e ? e : done ? CU_SUCCESS : CU_NOT_READY;
}

/* Until the last record is reached, whichever process made it; work of this one goes on meanwhile. */
static void wait_for_others(struct cu_event *event)
{
    enum { LOOK_EACH_NS = 100000 };

    uint32_t number = event->shared ? shared_event_last(event->shared) : 0;
    while (number && !shared_event_reached(event->shared, number)) {
        cpu_queue_wait(driver_state.engine, DEVICE_ALL_STREAMS, LOOK_EACH_NS);
        if (cpu_queue_idle(driver_state.engine, DEVICE_ALL_STREAMS))
            usleep(LOOK_EACH_NS / 1000);
        driver_lock();
        driver_collect_locked();
        driver_unlock();
    }
}

EXPORT int cuEventSynchronize(struct cu_event *event)
{
    int e = driver_begin();
    if (e)
        return e;
    if (!valid(event))
        return cudaErrorInvalidResourceHandle;
    if (event->captured_in)
        return cudaErrorCapturedEvent;
    wait_for_others(event);
    struct stream_mark *m = mark_of(event);
    while (m && !atomic_load_explicit(&m->done, memory_order_acquire)) {
        cpu_queue_wait_flag(driver_state.engine, &m->done, WAIT_SLICE_NS);
        driver_lock();
        driver_collect_locked();
        driver_unlock();
    }
    mark_release(m);
    return driver_take_error();
}

static bool is_done(const struct stream_mark *m)
{
    return m && atomic_load_explicit(&m->done, memory_order_acquire);
}

EXPORT int cuEventElapsedTime(float *ms, struct cu_event *start, struct cu_event *end)
{
    if (!valid(start) || !valid(end) || ((start->flags | end->flags) & CU_FLAG_EVENT_NO_TIMING))
        return cudaErrorInvalidResourceHandle;
    struct stream_mark *a = mark_of(start), *b = mark_of(end);
    int e = !a || !b                   ? cudaErrorInvalidResourceHandle
            : is_done(a) && is_done(b) ? CU_SUCCESS
                                       : CU_NOT_READY;
    if (!e)
        *ms = (float) ((double) (int64_t) (b->ns - a->ns) * 1e-6);
    mark_release(a);
    mark_release(b);
    return e;
}

EXPORT int cuEventElapsedTime_v2(float *ms, struct cu_event *start, struct cu_event *end)
{
    return cuEventElapsedTime(ms, start, end);
}
