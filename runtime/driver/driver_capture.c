/* SPDX-License-Identifier: Apache-2.0 */
/* Stream capture (CUDA Driver API reference, 'Stream Management'): the work of a stream becomes nodes of a graph, and an event recorded in it
 * draws the streams that wait for the event into the same graph. Next: graph.c. */
#include "driver/core/driver_nodes.h"

#include "driver/driver_calls.h"

static bool valid(const struct cu_stream *s)
{
    return s && s->kind == HANDLE_STREAM;
}

static struct cu_stream *find(struct cu_stream *handle, int *out_error)
{
    *out_error = driver_begin();
    struct cu_stream *s = *out_error ? NULL : stream_of(handle);
    if (!*out_error && !valid(s))
        *out_error = cudaErrorInvalidResourceHandle;
    return s;
}

/* The event stands for what the stream has captured so far. */
void capture_record(struct cu_stream *s, struct cu_event *e)
{
    e->captured_in = s;
    e->captured_id = s->capture_id;
    e->captured_nodes.n = 0;
    VEC_EACH (tip, &s->tips)
        VEC_PUSH(&e->captured_nodes, *tip);
}

static void add_tip(struct cu_stream *s, struct cu_graph_node *node)
{
    VEC_EACH (tip, &s->tips)
        if (*tip == node)
            return;
    VEC_PUSH(&s->tips, node);
}

/* The stream whose capture the event was recorded in; NULL: that capture has ended, and its nodes may be gone. */
static struct cu_stream *origin_of(const struct cu_event *e)
{
    struct cu_stream *s = e->captured_in, *origin = s->capture_origin ? s->capture_origin : s;
    return origin->capture && origin->capture_id == e->captured_id ? origin : NULL;
}

int capture_wait(struct cu_stream *s, struct cu_event *e)
{
    if (!e->captured_in)
        return work_submit(s, &(struct driver_work){.kind = WORK_WAIT, .event = e});
    struct cu_stream *origin = origin_of(e);
    if (!origin)
        return cudaErrorCapturedEvent;
    if (s->capture && s->capture != origin->capture)
        return cudaErrorStreamCaptureMerge;
    if (origin->capture->invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (!s->capture) {
        s->capture = origin->capture;
        s->capture_origin = origin;
        s->capture_id = origin->capture_id;
        s->tips.n = 0;
        VEC_PUSH(&s->capture->joining, s);
    }
    VEC_EACH (node, &e->captured_nodes)
        add_tip(s, *node);
    return CU_SUCCESS;
}

/* ---- what ends a capture with an error (CUDA Programming Guide, 'Prohibited and Unhandled Operations', 'Invalidation') ---- */

int capture_forbids(struct cu_stream *s)
{
    if (!s->capture)
        return CU_SUCCESS;
    s->capture->invalid = true;
    return cudaErrorStreamCaptureUnsupported;
}

/* Whether all that other streams have added comes before what the stream has added. */
static bool joined(const struct cu_stream *s)
{
    struct cu_graph *g = s->capture;
    VEC_EACH (n, &g->nodes)
        (*n)->done = false;
    VEC_EACH (tip, &s->tips)
        (*tip)->done = true;
    for (size_t i = g->nodes.n; i--;) /* a node's dependencies were made before it */
        VEC_EACH (need, &g->nodes.at[i]->needs)
            (*need)->done = (*need)->done || g->nodes.at[i]->done;
    bool all = true;
    VEC_EACH (other, &g->joining)
        VEC_EACH (tip, &(*other)->tips)
            all = all && ((*other)->capture != g || (*tip)->done);
    VEC_EACH (n, &g->nodes)
        (*n)->done = false;
    return all;
}

/* ---- the calls ---- */

EXPORT int cuStreamBeginCapture_v2(struct cu_stream *stream, int mode)
{
    int e;
    struct cu_stream *s = find(stream, &e);
    if (e)
        return e;
    if (s == &driver_state.legacy)
        return cudaErrorStreamCaptureUnsupported;
    if (s->capture)
        return cudaErrorIllegalState;
    s->capture_id = driver_number();
    s->capture_mode = mode;
    s->capture_origin = NULL;
    s->tips.n = 0;
    s->capture = driver_graph_new();
    return CU_SUCCESS;
}

EXPORT int cuStreamBeginCapture(struct cu_stream *stream)
{
    return cuStreamBeginCapture_v2(stream, 0);
}

EXPORT int cuStreamBeginCaptureToGraph(struct cu_stream *stream, struct cu_graph *graph,
                                       struct cu_graph_node *const *needs, const void *data,
                                       size_t count, int mode)
{
    int e = cuStreamBeginCapture_v2(stream, mode);
    if (e)
        return e;
    struct cu_stream *s = stream_of(stream);
    driver_graph_free(s->capture);
    s->capture = graph;
    for (size_t i = 0; i < count; i++)
        VEC_PUSH(&s->tips, needs[i]);
    return CU_SUCCESS;
}

EXPORT int cuStreamEndCapture(struct cu_stream *stream, struct cu_graph **graph)
{
    int e;
    struct cu_stream *s = find(stream, &e);
    if (e)
        return e;
    if (!s->capture || s->capture_origin)
        return s->capture ? cudaErrorStreamCaptureUnmatched : cudaErrorIllegalState;
    e = s->capture->invalid ? cudaErrorStreamCaptureInvalidated
        : !joined(s)        ? cudaErrorStreamCaptureUnjoined
                            : CU_SUCCESS;
    *graph = e ? NULL : s->capture;
    if (e)
        driver_keep_ended(s->capture); /* streams and events may still name it */
    s->capture->joining.n = 0;
    s->capture = NULL;
    s->tips.n = 0;
    return e;
}

enum { CAPTURE_NONE, CAPTURE_ACTIVE, CAPTURE_INVALIDATED };

static int capture_status(const struct cu_stream *s)
{
    return !s->capture ? CAPTURE_NONE : s->capture->invalid ? CAPTURE_INVALIDATED : CAPTURE_ACTIVE;
}

EXPORT int cuStreamIsCapturing(struct cu_stream *stream, int *status)
{
    int e;
    struct cu_stream *s = find(stream, &e);
    if (!e)
        *status = capture_status(s);
    return e;
}

EXPORT int cuStreamGetCaptureInfo_v2(struct cu_stream *stream, int *status, uint64_t *id,
                                     struct cu_graph **graph, struct cu_graph_node *const **needs,
                                     size_t *count)
{
    int e;
    struct cu_stream *s = find(stream, &e);
    if (e)
        return e;
    *status = capture_status(s);
    if (*status != CAPTURE_ACTIVE)
        return CU_SUCCESS;
    if (id)
        *id = s->capture_id;
    if (graph)
        *graph = s->capture;
    if (needs)
        *needs = s->tips.at;
    if (count)
        *count = s->tips.n;
    return CU_SUCCESS;
}

EXPORT int cuStreamGetCaptureInfo_v3(struct cu_stream *stream, int *status, uint64_t *id,
                                     struct cu_graph **graph, struct cu_graph_node *const **needs,
                                     const void **edges, size_t *count)
{
    if (edges)
        *edges = NULL;
    return cuStreamGetCaptureInfo_v2(stream, status, id, graph, needs, count);
}

EXPORT int cuStreamUpdateCaptureDependencies(struct cu_stream *stream, struct cu_graph_node **needs,
                                             size_t count, unsigned flags)
{
    enum { ADD = 0 };

    int e;
    struct cu_stream *s = find(stream, &e);
    if (e)
        return e;
    if (!s->capture)
        return cudaErrorIllegalState;
    if (flags != ADD)
        s->tips.n = 0;
    for (size_t i = 0; i < count; i++)
        VEC_PUSH(&s->tips, needs[i]);
    return CU_SUCCESS;
}

EXPORT int cuThreadExchangeStreamCaptureMode(int *mode)
{
    int before = driver_thread.capture_mode;
    driver_thread.capture_mode = *mode;
    *mode = before;
    return CU_SUCCESS;
}
