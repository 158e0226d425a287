/* SPDX-License-Identifier: Apache-2.0 */
/* The work of streams: launches, copies, fills, host functions and events are queued, or become nodes of the graph that the stream is captured
 * in. It needs the engine's queue. Next: driver_nodes.c. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "device/device_limits.h"
#include "driver/core/driver_nodes.h"
#include "driver/core/driver_report.h"

/* ---- marks ---- */

static struct stream_mark *mark_new(void)
{
    struct stream_mark *m = xcalloc(1, sizeof *m);
    m->users = 1;
    return m;
}

void mark_release(struct stream_mark *m)
{
    if (m && atomic_fetch_sub(&m->users, 1) == 1) {
        shared_event_release(m->shared);
        free(m);
    }
}

static void reach(void *user, bool dropped)
{
    struct stream_mark *m = user;
    m->ns = clock_ns();
    if (m->shared)
        shared_event_reach(m->shared, m->shared_number);
    atomic_store_explicit(&m->done, true, memory_order_release);
    mark_release(m);
}

static void event_record(struct cu_event *e, struct cu_stream *s)
{
    struct stream_mark *m = mark_new();
    m->users = 2; /* the event and the queue */
    m->stream = s->id;
    mark_release(e->mark);
    e->mark = m;
    e->captured_in = NULL;
    if (e->shared) {
        m->shared = shared_event_keep(e->shared);
        m->shared_number = shared_event_record(e->shared);
    }
    cpu_queue_call(driver_state.engine, s->id, reach, m, true);
    m->number = device_mark(driver_state.engine, s->id);
}

/* ---- copies, fills, host functions ---- */

static void move_rows(const struct work_rows *r)
{
    for (uint64_t row = 0; row < r->height * r->depth; row++) {
        uint64_t y = row % r->height, z = row / r->height;
        memmove((void *) (uintptr_t) (r->to + z * r->to_slice + y * r->to_pitch),
                (const void *) (uintptr_t) (r->from + z * r->from_slice + y * r->from_pitch),
                r->width);
    }
}

static void do_rows(void *user, bool dropped)
{
    struct work_rows *r = user;
    if (!dropped)
        move_rows(r);
    free(r);
}

static enum device_direction direction_of(const struct work_rows *r)
{
    bool to = device_owns(driver_state.engine, r->to),
         from = device_owns(driver_state.engine, r->from);
    return to && !from ? HOST_TO_DEVICE : from && !to ? DEVICE_TO_HOST : DEVICE_TO_DEVICE;
}

static bool is_dense(const struct work_rows *r)
{
    return (r->height == 1 || (r->to_pitch == r->width && r->from_pitch == r->width)) &&
           (r->depth == 1 ||
            (r->to_slice == r->to_pitch * r->height && r->from_slice == r->from_pitch * r->height));
}

/* The checker sees the copies of the queue, so with it each row is one. */
static void queue_copy(const struct cu_stream *s, const struct work_rows *r)
{
    uint64_t rows = r->height * r->depth;
    if (is_dense(r)) {
        cpu_queue_copy(driver_state.engine, r->to, r->from, r->width * rows, direction_of(r),
                       s->id);
        return;
    }
    if (!driver_state.checker) {
        struct work_rows *kept = xmalloc(sizeof *kept);
        *kept = *r;
        cpu_queue_call(driver_state.engine, s->id, do_rows, kept, true);
        return;
    }
    for (uint64_t row = 0; row < rows; row++) {
        uint64_t y = row % r->height, z = row / r->height;
        cpu_queue_copy(driver_state.engine, r->to + z * r->to_slice + y * r->to_pitch,
                       r->from + z * r->from_slice + y * r->from_pitch, r->width, direction_of(r),
                       s->id);
    }
}

/* One command for each allocation that the range goes over. */
static void fill_range(const struct cu_stream *s, const struct work_rows *r, uint64_t to,
                       uint64_t bytes)
{
    for (uint64_t n; bytes; to += n, bytes -= n) {
        n = memory_in_one_locked(to, bytes);
        if (!n)
            return;
        device_fill(driver_state.engine, to, r->pattern, r->pattern_size, n / r->pattern_size,
                    s->id);
    }
}

static void queue_fill(const struct cu_stream *s, const struct work_rows *r)
{
    bool dense = r->height == 1 || r->to_pitch == r->width;
    uint64_t rows = dense ? 1 : r->height, bytes = dense ? r->width * r->height : r->width;
    for (uint64_t row = 0; row < rows; row++)
        fill_range(s, r, r->to + row * r->to_pitch, bytes);
}

struct host_call {
    void (*call)(void *user);
    void *user;
};

static void do_host(void *user, bool dropped)
{
    struct host_call *h = user;
    if (!dropped)
        h->call(h->user);
    free(h);
}

static void queue_host(const struct cu_stream *s, const struct driver_work *w)
{
    struct host_call *h = xmalloc(sizeof *h);
    *h = (struct host_call){w->host.call, w->host.user};
    cpu_queue_call(driver_state.engine, s->id, do_host, h, false);
}

/* A wait for what another process has recorded: a thread of the device looks until it is reached. */
struct foreign_wait {
    struct shared_event *event;
    uint32_t number;
};

static void do_foreign_wait(void *user, bool dropped)
{
    enum { LOOK_EACH_US = 100 };

    struct foreign_wait *f = user;
    while (!dropped && !shared_event_reached(f->event, f->number))
        usleep(LOOK_EACH_US);
    shared_event_release(f->event);
    free(f);
}

/* Whether another process has recorded the event last. */
static bool is_foreign(const struct cu_event *e)
{
    return e->shared && !(e->mark && e->mark->shared_number == shared_event_last(e->shared));
}

static int queue_wait(const struct cu_stream *s, const struct driver_work *w)
{
    const struct stream_mark *m = w->event->mark;
    if (is_foreign(w->event)) {
        struct foreign_wait *f = xmalloc(sizeof *f);
        f->event = shared_event_keep(w->event->shared);
        f->number = shared_event_last(w->event->shared);
        cpu_queue_call(driver_state.engine, s->id, do_foreign_wait, f, false);
        return CU_SUCCESS;
    }
    struct device_fault ignored;
    if (m && !atomic_load(&m->done))
        device_stream_wait(driver_state.engine, s->id, m->stream, m->number, &ignored);
    return CU_SUCCESS;
}

static struct device_launch launch_of(const struct cu_stream *s, const struct driver_work *w)
{
    const struct device_kernel_info *info = device_kernel_info(w->launch.function->kernel);
    return (struct device_launch){.kernel = w->launch.function->kernel,
                                  .grid = w->launch.grid,
                                  .block = w->launch.block,
                                  .shared_dynamic = w->launch.shared,
                                  .stream = s->id,
                                  .params = w->launch.params,
                                  .params_size = info->params_size,
                                  .cluster = w->launch.cluster.x ? w->launch.cluster
                                                                 : w->launch.function->cluster,
                                  .cooperative = w->launch.cooperative};
}

/* A launch may take 48 KiB of shared memory; for more its function needs the attribute (CUDA Programming Guide, 'Shared Memory'). */
static bool shared_is_allowed(const struct driver_work *w)
{
    enum { MOST = 48 << 10 };

    const struct cu_function *f = w->launch.function;
    uint32_t fixed = device_kernel_info(f->kernel)->shared_static,
             most = f->dynamic_shared ? (uint32_t) f->dynamic_shared
                                      : (fixed < MOST ? MOST - fixed : 0);
    char text[200];
    if (w->launch.shared <= most)
        return true;
    snprintf(text, sizeof text,
             "%u bytes of dynamic shared memory, but the kernel may have %u without the attribute "
             "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES",
             w->launch.shared, most);
    report_refused_launch(f->seen, text);
    return false;
}

static bool cluster_is_allowed(const struct driver_work *w, const struct device_launch *l)
{
    const struct device_dim c = device_cluster_of(l);
    uint64_t size = (uint64_t) c.x * c.y * c.z;
    char text[200];
    if (size <= CLUSTER_PORTABLE || w->launch.function->large_clusters)
        return true;
    snprintf(text, sizeof text,
             "clusters of %" PRIu64 " blocks, but the kernel may have %d without the attribute "
             "CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED",
             size, CLUSTER_PORTABLE);
    report_refused_launch(w->launch.function->seen, text);
    return false;
}

static int refusal_code(const struct device_refusal *refused)
{
    switch (refused->limit) {
    case LIMIT_COOPERATIVE: return CU_COOPERATIVE_TOO_LARGE;
    case LIMIT_CLUSTER: return refused->code; /* the driver has the runtime's numbers */
    case LIMIT_SHARED:
    case LIMIT_GRID:
    case LIMIT_BLOCK: return CU_INVALID_VALUE;
    default: return CU_LAUNCH_OUT_OF_RESOURCES;
    }
}

static int queue_launch(struct cu_stream *s, const struct driver_work *w)
{
    struct device_launch l = launch_of(s, w);
    struct device_refusal refused;
    struct diags diags = {0};
    if (!shared_is_allowed(w))
        return CU_INVALID_VALUE;
    if (!device_launch_fits(&l, &refused)) {
        report_refused_launch(w->launch.function->seen, refused.text);
        return refusal_code(&refused);
    }
    if (!cluster_is_allowed(w, &l))
        return cudaErrorInvalidClusterSize;
    l.tag = report_launched(w->launch.function->seen);
    bool ok = device_launch(driver_state.engine, &l, &diags, (struct span){0});
    diags_free(&diags);
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

static void capture_add(struct cu_stream *s, const struct driver_work *w)
{
    struct cu_graph_node *n = driver_graph_add(s->capture, w, s->tips.at, s->tips.n);
    s->tips.n = 0;
    VEC_PUSH(&s->tips, n);
}

static int queue_work(struct cu_stream *s, const struct driver_work *w)
{
    switch (w->kind) {
    case WORK_LAUNCH: return queue_launch(s, w);
    case WORK_COPY: queue_copy(s, &w->rows); break;
    case WORK_FILL: queue_fill(s, &w->rows); break;
    case WORK_HOST: queue_host(s, w); break;
    case WORK_RECORD: event_record(w->event, s); break;
    case WORK_WAIT: return queue_wait(s, w);
    case WORK_FREE:
        if (!w->memory) /* a graph's stays at its address for the next launch */
            VEC_PUSH(&driver_state.deferred, w->rows.to);
        break;
    case WORK_ALLOC:
    case WORK_GRAPH:
    case WORK_EMPTY: break;
    }
    return CU_SUCCESS;
}

int work_submit(struct cu_stream *s, const struct driver_work *w)
{
    if (s->capture) {
        if (s->capture->invalid)
            return cudaErrorStreamCaptureInvalidated;
        capture_add(s, w);
        return CU_SUCCESS;
    }
    driver_lock_room();
    int e = driver_lasting_error();
    e = e ? e : queue_work(s, w);
    driver_unlock();
    return e;
}
