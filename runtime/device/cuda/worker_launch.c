/* SPDX-License-Identifier: Apache-2.0 */
/* Launches of the worker: the kernel itself, or what one of NVIDIA's libraries has for it. A launch is recorded between two events, and followed by a
 * mark that the device writes into shared memory: the events give its time, the mark tells the client, even when the context is lost, that the
 * launch has ended. Next: library/gpu_library.h; the client's wake.c, which reads the marks. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "device/cuda/worker.h"

enum { SPIN_NS = 200000, ANCHOR_NS = 1000000000 };

static bool send_timing(struct gpu_worker *w, const struct flight *f)
{
    float before = 0, took = 0;
    if (!DRIVER(w, cuEventElapsedTime, &before, w->anchor, f->start) ||
        !DRIVER(w, cuEventElapsedTime, &took, f->start, f->end))
        return false;
    struct reply_timing t = {.tag = f->tag};
    t.start = w->anchor_ns + (before > 0 ? (uint64_t) ((double) before * 1e6) : 0);
    t.end = t.start + (took > 0 ? (uint64_t) ((double) took * 1e6) : 0);
    worker_reply(w, &t, sizeof t, OP_TIMING);
    return true;
}

bool worker_harvest(struct gpu_worker *w)
{
    uint32_t kept = 0;
    bool ok = true;
    for (uint32_t i = 0; i < w->flight_count; i++) {
        struct flight f = w->flights[i];
        int status = ok ? w->cu.cuEventQuery(f.end) : CU_NOT_READY;
        if (status == CU_SUCCESS && (ok = send_timing(w, &f)))
            continue;
        if (status != CU_SUCCESS && status != CU_NOT_READY)
            ok = worker_check(w, status, "cuEventQuery");
        w->flights[i] = w->flights[kept]; /* its events stay in the table, for later launches */
        w->flights[kept++] = f;
    }
    w->flight_count = kept;
    return ok;
}

/* Two more events. Times are float milliseconds since the anchor and would get coarse, so the anchor moves when nothing runs. */
static struct flight *next_flight(struct gpu_worker *w)
{
    if (!w->flight_count && clock_ns() - w->anchor_ns > ANCHOR_NS) {
        if (!DRIVER(w, cuEventRecord, w->anchor, NULL) || !DRIVER(w, cuEventSynchronize, w->anchor))
            return NULL;
        w->anchor_ns = clock_ns();
    }
    if (w->flight_count == FLIGHTS &&
        (!DRIVER(w, cuEventSynchronize, w->flights[0].end) || !worker_harvest(w)))
        return NULL;
    struct flight *f = w->flight_count < FLIGHTS ? w->flights + w->flight_count : NULL;
    bool made = f && (f->start || DRIVER(w, cuEventCreate, &f->start, 0)) &&
                (f->end || DRIVER(w, cuEventCreate, &f->end, 0));
    return made ? f : NULL;
}

static bool allow_shared(struct gpu_worker *w, struct worker_function *k, uint32_t bytes)
{
    if (bytes <= k->dynamic_most)
        return true;
    if (!DRIVER(w, cuFuncSetAttribute, k->function, CU_FUNC_MAX_DYNAMIC_SHARED, (int) bytes))
        return false;
    k->dynamic_most = bytes;
    return true;
}

static bool start(struct gpu_worker *w, const struct command_launch *c, struct worker_function *k,
                  struct cu_stream *stream)
{
    void *params[KERNEL_PARAMS_MOST + 1];
    for (size_t i = 0; i < k->offsets.n; i++)
        params[i] = (void *) (c->params + k->offsets.at[i]);
    if (!c->cooperative)
        return DRIVER(w, cuLaunchKernel, k->function, c->grid.x, c->grid.y, c->grid.z, c->block.x,
                      c->block.y, c->block.z, c->shared_dynamic, stream, params, NULL);
    return w->cu.cuLaunchCooperativeKernel
               ? DRIVER(w, cuLaunchCooperativeKernel, k->function, c->grid.x, c->grid.y, c->grid.z,
                        c->block.x, c->block.y, c->block.z, c->shared_dynamic, stream, params)
               : worker_refuse(w, CU_NOT_FOUND, "this driver has no cooperative launches");
}

/* A library that cannot be used is told of once; its kernels run. */
static void tell_of_library(struct gpu_worker *w, const struct gpu_routine *r)
{
    struct reply_done note = {.tag = (uint32_t) gpu_routine_library(r)};
    if (gpu_library_note(w->libraries, gpu_routine_library(r), &note.library))
        worker_reply(w, &note, sizeof note, OP_NOTE);
}

/* A failure that has lost the context is reported as that. */
static bool refuse_call(struct gpu_worker *w, const struct gpu_call *call)
{
    struct reply_done *a = &w->answer;
    int status = w->cu.cuStreamQuery(call->stream);
    if (status && status != CU_NOT_READY)
        return worker_check(w, status, "cuStreamQuery");
    snprintf(a->call, sizeof a->call, "%s", call->call);
    snprintf(a->help, sizeof a->help, "%s", call->help);
    return worker_refuse(w, CU_LIBRARY_FAILED, call->text);
}

/* By a library if it can, otherwise by the kernel. */
static bool perform(struct gpu_worker *w, const struct command_launch *c, struct worker_function *k,
                    struct cu_stream *stream)
{
    struct gpu_call call = {.libraries = w->libraries,
                            .params = c->params,
                            .offsets = k->offsets.at,
                            .count = k->offsets.n,
                            .grid = c->grid,
                            .stream = stream,
                            .stream_id = c->stream};
    enum gpu_outcome done =
        k->routine && !c->own_kernel ? gpu_routine_run(k->routine, &call) : GPU_DECLINED;
    if (done == GPU_FAILED)
        return refuse_call(w, &call);
    if (k->routine && done == GPU_DECLINED && !c->own_kernel)
        tell_of_library(w, k->routine);
    return done == GPU_DONE || (allow_shared(w, k, c->shared_dynamic) && start(w, c, k, stream));
}

HANDLER(library)
{
    const struct command_id *c = (const struct command_id *) m;
    if (c->id >= DEVICE_LIBRARIES)
        return worker_refuse(w, CU_PROTOCOL, "there is no such library");
    gpu_library_info(w->libraries, (enum device_library) c->id, &w->answer.library);
    return true;
}

HANDLER(launch)
{
    const struct command_launch *c = (const struct command_launch *) m;
    struct worker_function *k = c->kernel < w->functions.n ? w->functions.at[c->kernel] : NULL;
    if (!k || !k->function || c->stream >= STREAMS_MOST || c->params_size < k->params_size ||
        c->params_size > m->size - sizeof *c)
        return worker_refuse(w, CU_PROTOCOL, "this is no launch");
    struct cu_stream *stream = worker_stream(w, c->stream);
    struct flight *f = next_flight(w);
    if (!f || !DRIVER(w, cuEventRecord, f->start, stream) || !perform(w, c, k, stream))
        return false;
    f->tag = c->tag;
    w->flight_count++;
    return DRIVER(w, cuEventRecord, f->end, stream) && worker_mark(w, c->stream, c->mark, stream);
}

/* ---- waiting ---- */

static int is_idle(struct gpu_worker *w, uint32_t id)
{
    if (id != DEVICE_ALL_STREAMS)
        return w->cu.cuStreamQuery(worker_stream(w, id));
    for (uint32_t i = 0; i < STREAMS_MOST; i++) {
        int status = i && !w->streams[i] ? CU_SUCCESS : w->cu.cuStreamQuery(w->streams[i]);
        if (status)
            return status;
    }
    return CU_SUCCESS;
}

/* Polls first, which answers sooner for short work; the final call also flushes what kernels printed. */
HANDLER(sync)
{
    const struct command_id *c = (const struct command_id *) m;
    uint64_t until = clock_ns() + SPIN_NS;
    int status;
    while ((status = is_idle(w, c->id)) == CU_NOT_READY && clock_ns() < until)
        ;
    bool ok =
        (status == CU_NOT_READY || worker_check(w, status, "cuStreamQuery")) &&
        (c->id == DEVICE_ALL_STREAMS ? DRIVER(w, cuCtxSynchronize)
                                     : DRIVER(w, cuStreamSynchronize, worker_stream(w, c->id)));
    ok = ok && worker_harvest(w);
    worker_flush();
    return ok;
}

HANDLER(query)
{
    const struct command_id *c = (const struct command_id *) m;
    int status = is_idle(w, c->id);
    if (status == CU_NOT_READY) {
        w->answer.status = CU_NOT_READY;
        return false;
    }
    return worker_check(w, status, "cuStreamQuery") && worker_harvest(w);
}
