/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, kernels, launches and streams of the worker. A launch is recorded between two events, and followed by a mark that the device
 * writes into shared memory: the events give its time, the mark tells the client, even when the context is lost, that the launch has
 * ended. It needs an open context. Next: client's wake.c, which reads the marks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "device/cuda/worker.h"

enum {
    IDS_MOST = 1 << 20,
    SHARED_WITHOUT_ASKING = 48 << 10,
    SPIN_NS = 200000,
    ANCHOR_NS = 1000000000
};

static bool nul_terminated(const char *text, size_t cap)
{
    return memchr(text, 0, cap) != NULL;
}

/* ---- modules ---- */

HANDLER(load)
{
    const struct command_load *c = (const struct command_load *) m;
    const void *image = worker_place(w, c->area, c->offset, c->size);
    char log[900] = "";
    int options[] = {CU_JIT_ERROR_LOG, CU_JIT_ERROR_LOG_BYTES};
    void *values[] = {log, (void *) (uintptr_t) (sizeof log - 1)};
    if (!image || c->id >= IDS_MOST || c->size < 4)
        return worker_refuse(w, CU_PROTOCOL, "this is no image");
    while (w->modules.n <= c->id)
        VEC_PUSH(&w->modules, NULL);
    struct cu_module *module = NULL;
    bool ok = DRIVER(w, cuModuleLoadDataEx, &module, image, 2, options, values);
    if (!ok && log[0]) {
        size_t n = strlen(w->answer.text);
        snprintf(w->answer.text + n, sizeof w->answer.text - n, ": %s", log);
    }
    if (ok)
        w->modules.at[c->id] = module;
    return ok;
}

static struct cu_module *module_of(struct gpu_worker *w, uint32_t id)
{
    return id < w->modules.n ? w->modules.at[id] : NULL;
}

HANDLER(unload)
{
    const struct command_id *c = (const struct command_id *) m;
    struct cu_module *module = module_of(w, c->id);
    if (!module)
        return true;
    w->modules.at[c->id] = NULL;
    return DRIVER(w, cuModuleUnload, module);
}

static uint32_t function_attribute(struct gpu_worker *w, struct cu_function *f, int which)
{
    int value = 0;
    DRIVER(w, cuFuncGetAttribute, &value, which, f);
    return (uint32_t) value;
}

HANDLER(kernel)
{
    const struct command_kernel *c = (const struct command_kernel *) m;
    struct cu_module *module = module_of(w, c->module);
    struct worker_kernel *out = &w->answer.kernel;
    if (!module || c->id >= IDS_MOST || !nul_terminated(c->name, sizeof c->name) ||
        c->param_count > KERNEL_PARAMS_MOST ||
        m->size < sizeof *c + c->param_count * sizeof *c->offsets)
        return worker_refuse(w, CU_PROTOCOL, "this is no kernel of a loaded module");
    struct cu_function *f;
    if (!DRIVER(w, cuModuleGetFunction, &f, module, c->name))
        return false;
    while (w->functions.n <= c->id)
        VEC_PUSH(&w->functions, xcalloc(1, sizeof(struct worker_function)));
    struct worker_function *k = w->functions.at[c->id];
    *out = (struct worker_kernel){
        .registers = function_attribute(w, f, CU_FUNC_REGISTERS),
        .shared_static = function_attribute(w, f, CU_FUNC_SHARED),
        .local_bytes = function_attribute(w, f, CU_FUNC_LOCAL),
        .max_threads = function_attribute(w, f, CU_FUNC_MAX_THREADS),
    };
    k->function = f;
    k->params_size = c->params_size;
    k->dynamic_most =
        out->shared_static < SHARED_WITHOUT_ASKING ? SHARED_WITHOUT_ASKING - out->shared_static : 0;
    k->offsets.n = 0;
    for (uint32_t i = 0; i < c->param_count; i++) {
        if (c->offsets[i] >= c->params_size)
            return worker_refuse(w, CU_PROTOCOL, "a parameter lies outside the parameters");
        VEC_PUSH(&k->offsets, c->offsets[i]);
    }
    return !w->answer.status;
}

HANDLER(symbol)
{
    const struct command_symbol *c = (const struct command_symbol *) m;
    struct cu_module *module = module_of(w, c->module);
    if (!module || !nul_terminated(c->name, sizeof c->name))
        return worker_refuse(w, CU_PROTOCOL, "this is no symbol of a loaded module");
    size_t size = 0;
    bool ok = DRIVER(w, cuModuleGetGlobal_v2, &w->answer.symbol.start, &size, module, c->name);
    w->answer.symbol.size = size;
    return ok;
}

/* ---- streams ---- */

HANDLER(stream_make)
{
    const struct command_stream *c = (const struct command_stream *) m;
    if (!c->id || c->id >= STREAMS_MOST || (c->make && w->streams[c->id]))
        return worker_refuse(w, CU_PROTOCOL, "there is no such stream to make");
    if (c->make)
        return DRIVER(w, cuStreamCreate, &w->streams[c->id], 0);
    struct cu_stream *stream = w->streams[c->id];
    w->streams[c->id] = NULL;
    return !stream || DRIVER(w, cuStreamDestroy_v2, stream);
}

/* ---- launches ---- */

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

HANDLER(launch)
{
    const struct command_launch *c = (const struct command_launch *) m;
    struct worker_function *k = c->kernel < w->functions.n ? w->functions.at[c->kernel] : NULL;
    if (!k || !k->function || c->stream >= STREAMS_MOST || c->params_size < k->params_size ||
        c->params_size > m->size - sizeof *c)
        return worker_refuse(w, CU_PROTOCOL, "this is no launch");
    struct cu_stream *stream = worker_stream(w, c->stream);
    struct flight *f = next_flight(w);
    if (!f || !allow_shared(w, k, c->shared_dynamic) ||
        !DRIVER(w, cuEventRecord, f->start, stream) || !start(w, c, k, stream))
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
