/* SPDX-License-Identifier: Apache-2.0 */
/* Streams and the work in them (CUDA Driver API reference, 'Stream Management'): launches, copies, fills, host functions, events. While a
 * stream is captured its work becomes nodes of a graph. Next: graph.c. */
#include <stdlib.h>
#include <string.h>

#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"

/* ---- handles ---- */

static struct cu_stream *stream_new(unsigned flags, int priority)
{
    struct cu_stream *s = xcalloc(1, sizeof *s);
    *s = (struct cu_stream){
        .kind = HANDLE_STREAM, .flags = flags, .priority = priority, .context = context_current()};
    driver_lock();
    s->id = device_stream_new(driver_state.engine);
    s->number = ++driver_state.numbers;
    if (flags & CU_FLAG_STREAM_NON_BLOCKING)
        device_stream_separate(driver_state.engine, s->id);
    driver_unlock();
    return s;
}

struct cu_stream *stream_of(struct cu_stream *handle)
{
    uintptr_t n = (uintptr_t) handle;
    if (n == CU_STREAM_NUMBER_LEGACY || (!n && !driver_thread.per_thread))
        return &driver_state.legacy;
    if (n == CU_STREAM_NUMBER_PER_THREAD || !n) {
        if (!driver_thread.stream)
            driver_thread.stream = stream_new(0, 0);
        return driver_thread.stream;
    }
    if (handle->kind != HANDLE_STREAM)
        return NULL;
    const struct cu_stream *origin = handle->capture_origin;
    if (handle->capture && origin &&
        (!origin->capture || origin->capture_id != handle->capture_id)) /* that capture has ended */
        handle->capture = NULL;
    return handle;
}

/* The context and the stream; 0, or the code to return. */
static int find(struct cu_stream *handle, struct cu_stream **out)
{
    int e = driver_begin();
    if (e)
        return e;
    *out = stream_of(handle);
    return *out ? CU_SUCCESS : cudaErrorInvalidResourceHandle;
}

/* ---- streams ---- */

EXPORT int cuStreamCreateWithPriority(struct cu_stream **stream, unsigned flags, int priority)
{
    int e = driver_begin();
    if (e)
        return e;
    if (!stream || flags > CU_FLAG_STREAM_NON_BLOCKING)
        return CU_INVALID_VALUE;
    *stream = stream_new(flags, priority > 0 ? 0 : priority < -5 ? -5 : priority);
    return CU_SUCCESS;
}

EXPORT int cuStreamCreate(struct cu_stream **stream, unsigned flags)
{
    return cuStreamCreateWithPriority(stream, flags, 0);
}

EXPORT int cuStreamDestroy_v2(struct cu_stream *stream)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    if (e)
        return e;
    if (s != stream || s == &driver_state.legacy)
        return cudaErrorInvalidResourceHandle;
    driver_lock();
    device_stream_free(driver_state.engine, s->id);
    driver_unlock();
    s->kind = 0; /* kept: marks and other threads may still name it */
    if (s->capture && !s->capture_origin)
        driver_keep_ended(s->capture);
    s->capture = NULL;
    VEC_FREE(&s->tips);
    driver_keep_ended(s);
    return CU_SUCCESS;
}

EXPORT int cuStreamSynchronize(struct cu_stream *stream)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    e = e ? e : capture_forbids(s);
    return e ? e : driver_wait(s->id ? s->id : DEVICE_ALL_STREAMS);
}

EXPORT int cuStreamQuery(struct cu_stream *stream)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    e = e ? e : capture_forbids(s);
    if (e)
        return e;
    bool idle = cpu_queue_idle(driver_state.engine, s->id);
    e = driver_take_error();
    return e ? e : idle ? CU_SUCCESS : CU_NOT_READY;
}

EXPORT int cuStreamGetFlags(struct cu_stream *stream, unsigned *flags)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    if (!e)
        *flags = s->flags;
    return e;
}

EXPORT int cuStreamGetPriority(struct cu_stream *stream, int *priority)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    if (!e)
        *priority = s->priority;
    return e;
}

EXPORT int cuStreamGetId(struct cu_stream *stream, uint64_t *id)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    if (!e)
        *id = s->number + 1;
    return e;
}

EXPORT int cuStreamGetCtx(struct cu_stream *stream, struct cu_context **context)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    if (!e)
        *context = s->context ? s->context : context_current();
    return e;
}

EXPORT int cuStreamGetCtx_v2(struct cu_stream *stream, struct cu_context **context, void **green)
{
    *green = NULL;
    return cuStreamGetCtx(stream, context);
}

EXPORT int cuStreamGetDevice(struct cu_stream *stream, int *device)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    if (!e)
        *device = 0;
    return e;
}

EXPORT int cuStreamCopyAttributes(struct cu_stream *to, struct cu_stream *from)
{
    return driver_begin();
}

EXPORT int cuStreamGetAttribute(struct cu_stream *stream, int attribute, void *value)
{
    memset(value, 0, 64);
    return driver_begin();
}

EXPORT int cuStreamSetAttribute(struct cu_stream *stream, int attribute, const void *value)
{
    return driver_begin();
}

EXPORT int cuStreamWaitEvent(struct cu_stream *stream, struct cu_event *event, unsigned flags)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    if (e)
        return e;
    if (!event || event->kind != HANDLE_EVENT)
        return cudaErrorInvalidResourceHandle;
    if (event->captured_in || s->capture)
        return capture_wait(s, event);
    return work_submit(s, &(struct driver_work){.kind = WORK_WAIT, .event = event});
}

/* ---- host functions ---- */

EXPORT int cuLaunchHostFunc(struct cu_stream *stream, void (*call)(void *user), void *user)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    if (!e && !call)
        return CU_INVALID_VALUE;
    return e ? e
             : work_submit(s, &(struct driver_work){
                                  .kind = WORK_HOST, .host = {call, user}
    });
}

struct stream_callback {
    void (*call)(struct cu_stream *stream, int status, void *user);
    struct cu_stream *stream;
    void *user;
};

static void do_callback(void *user)
{
    struct stream_callback *c = user;
    c->call(c->stream, CU_SUCCESS, c->user);
    free(c);
}

EXPORT int cuStreamAddCallback(struct cu_stream *stream,
                               void (*call)(struct cu_stream *stream, int status, void *user),
                               void *user, unsigned flags)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    if (e)
        return e;
    if (!call || flags)
        return CU_INVALID_VALUE;
    if (s->capture)
        return capture_forbids(s);
    struct stream_callback *c = xmalloc(sizeof *c);
    *c = (struct stream_callback){call, stream, user};
    return work_submit(s, &(struct driver_work){
                              .kind = WORK_HOST, .host = {do_callback, c}
    });
}

/* ---- values in memory ---- */

static int write_value(struct cu_stream *stream, uint64_t address, uint64_t value, uint32_t size)
{
    struct cu_stream *s;
    int e = find(stream, &s);
    struct driver_work w = {
        .kind = WORK_FILL,
        .rows = {.to = address, .width = size, .height = 1, .depth = 1, .pattern_size = size}
    };
    if (e)
        return e;
    memcpy(w.rows.pattern, &value, size);
    driver_lock();
    bool ok = memory_covers_locked(address, size);
    driver_unlock();
    return ok ? work_submit(s, &w) : CU_INVALID_VALUE;
}

EXPORT int cuStreamWriteValue32_v2(struct cu_stream *stream, uint64_t address, uint32_t value,
                                   unsigned flags)
{
    return write_value(stream, address, value, 4);
}

EXPORT int cuStreamWriteValue64_v2(struct cu_stream *stream, uint64_t address, uint64_t value,
                                   unsigned flags)
{
    return write_value(stream, address, value, 8);
}
