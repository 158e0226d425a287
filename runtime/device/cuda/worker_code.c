/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, kernels and streams of the worker. It needs an open context. Next: worker_launch.c. */
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "device/cuda/worker.h"

enum { IDS_MOST = 1 << 20, SHARED_WITHOUT_ASKING = 48 << 10 };

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
    k->routine = gpu_routine_find(c->name);
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
