/* SPDX-License-Identifier: Apache-2.0 */
/* The fake driver's modules, launches, streams and events. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "ptx/ptx_image.h"
#include "fake_driver.h"

/* ---- modules: a cu_module is the engine's module, a cu_function its kernel ---- */

static void put_log(const struct diags *diags, unsigned count, const int *options, void **values)
{
    char *log = NULL;
    size_t cap = 0;
    for (unsigned i = 0; i < count; i++) {
        if (options[i] == CU_JIT_ERROR_LOG)
            log = values[i];
        else if (options[i] == CU_JIT_ERROR_LOG_BYTES)
            cap = (size_t) (uintptr_t) values[i];
    }
    if (log && cap && diags->last)
        snprintf(log, cap, "%s", diags->last->text);
}

EXPORT int cuModuleLoadDataEx(struct cu_module **module, const void *image, unsigned count,
                              int *options, void **values)
{
    int e = fake_enter("cuModuleLoadDataEx");
    if (e)
        return e;
    struct str ptx = ptx_image_text_unsized(image);
    struct diags diags = {0};
    struct device_module *m =
        ptx.n ? device_load(fake.engine, ptx.p, ptx.n, &diags, (struct span){0}) : NULL;
    put_log(&diags, count, options, values);
    diags_free(&diags);
    *module = (struct cu_module *) m;
    return m ? CU_SUCCESS : ptx.n ? CU_INVALID_PTX : CU_NO_BINARY;
}

EXPORT int cuModuleUnload(struct cu_module *module)
{
    int e = fake_enter("cuModuleUnload");
    struct device_module *m = (struct device_module *) module;
    if (!e)
        device_unload(fake.engine, &m);
    return e;
}

EXPORT int cuModuleGetFunction(struct cu_function **function, struct cu_module *module,
                               const char *name)
{
    int e = fake_enter("cuModuleGetFunction");
    const struct device_kernel *k = e ? NULL : device_kernel((struct device_module *) module, name);
    *function = (struct cu_function *) k;
    return e ? e : k ? CU_SUCCESS : CU_NOT_FOUND;
}

EXPORT int cuModuleGetGlobal_v2(uint64_t *address, size_t *bytes, struct cu_module *module,
                                const char *name)
{
    int e = fake_enter("cuModuleGetGlobal_v2");
    uint64_t size = 0;
    bool found = !e && device_symbol((struct device_module *) module, name, address, &size);
    *bytes = size;
    return e ? e : found ? CU_SUCCESS : CU_NOT_FOUND;
}

EXPORT int cuFuncGetAttribute(int *value, int attribute, struct cu_function *function)
{
    const struct device_kernel_info *i =
        device_kernel_info((const struct device_kernel *) function);
    switch (attribute) {
    case CU_FUNC_MAX_THREADS: *value = (int) i->max_threads; break;
    case CU_FUNC_SHARED: *value = (int) i->shared_static; break;
    case CU_FUNC_LOCAL: *value = (int) i->local_bytes; break;
    case CU_FUNC_REGISTERS: *value = (int) i->registers; break;
    default: *value = 0;
    }
    return fake_enter("cuFuncGetAttribute");
}

EXPORT int cuFuncSetAttribute(struct cu_function *function, int attribute, int value)
{
    return fake_enter("cuFuncSetAttribute");
}

/* ---- launches ---- */

static int launch(struct device_launch *l, struct cu_stream *stream, void **params)
{
    const struct device_kernel_info *info = device_kernel_info(l->kernel);
    struct diags diags = {0};
    char *bytes = xcalloc(1, info->params_size + 1);
    for (uint32_t i = 0; i < info->param_count; i++)
        memcpy(bytes + info->params[i].offset, params[i], info->params[i].size);
    l->params = bytes;
    l->params_size = info->params_size;
    l->stream = stream ? stream->id : 0;
    l->tag = ++fake.last;
    VEC_PUSH(&fake.ends, 0);
    if (stream)
        stream->last = fake.last;
    bool ok = device_launch(fake.engine, l, &diags, (struct span){0});
    if (!ok)
        fake.ends.at[l->tag - 1] = clock_ns();
    diags_free(&diags);
    free(bytes);
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuLaunchKernel(struct cu_function *function, unsigned gx, unsigned gy, unsigned gz,
                          unsigned bx, unsigned by, unsigned bz, unsigned shared,
                          struct cu_stream *stream, void **params, void **extra)
{
    int e = fake_enter("cuLaunchKernel");
    struct device_launch l = {
        .kernel = (const struct device_kernel *) function,
        .grid = {gx, gy, gz},
        .block = {bx, by, bz},
        .shared_dynamic = shared
    };
    return e ? e : launch(&l, stream, params);
}

EXPORT int cuLaunchCooperativeKernel(struct cu_function *function, unsigned gx, unsigned gy,
                                     unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                     unsigned shared, struct cu_stream *stream, void **params)
{
    int e = fake_enter("cuLaunchCooperativeKernel");
    struct device_launch l = {
        .kernel = (const struct device_kernel *) function,
        .grid = {gx, gy, gz},
        .block = {bx, by, bz},
        .shared_dynamic = shared,
        .cooperative = true
    };
    return e ? e : launch(&l, stream, params);
}

/* ---- streams ---- */

EXPORT int cuStreamCreate(struct cu_stream **stream, unsigned flags)
{
    int e = fake_enter("cuStreamCreate");
    if (e)
        return e;
    *stream = xcalloc(1, sizeof **stream);
    (*stream)->id = device_stream_new(fake.engine);
    return CU_SUCCESS;
}

EXPORT int cuStreamDestroy_v2(struct cu_stream *stream)
{
    int e = fake_enter("cuStreamDestroy_v2");
    if (!e) {
        device_stream_free(fake.engine, stream->id);
        free(stream);
    }
    return e;
}

EXPORT int cuStreamQuery(struct cu_stream *stream)
{
    int e = fake_enter("cuStreamQuery");
    e = e ? e : fake_poll();
    return e ? e : device_idle(fake.engine, stream ? stream->id : 0) ? CU_SUCCESS : CU_NOT_READY;
}

EXPORT int cuStreamSynchronize(struct cu_stream *stream)
{
    int e = fake_enter("cuStreamSynchronize");
    return e ? e : fake_sync(stream ? stream->id : DEVICE_ALL_STREAMS);
}

EXPORT int cuStreamWriteValue32_v2(struct cu_stream *stream, uint64_t address, uint32_t value,
                                   unsigned flags)
{
    int e = fake_enter("cuStreamWriteValue32_v2");
    if (e)
        return e;
    if (fake.control->no_values)
        return 801;
    fake_write(stream ? stream->last : fake.last, address, value);
    return CU_SUCCESS;
}

/* ---- events ---- */

EXPORT int cuEventCreate(struct cu_event **event, unsigned flags)
{
    int e = fake_enter("cuEventCreate");
    *event = e ? NULL : xcalloc(1, sizeof **event);
    return e;
}

EXPORT int cuEventRecord(struct cu_event *event, struct cu_stream *stream)
{
    int e = fake_enter("cuEventRecord");
    *event = (struct cu_event){true, stream ? stream->last : fake.last, clock_ns()};
    return e;
}

static bool has_happened(const struct cu_event *event)
{
    return !event->after || fake.ends.at[event->after - 1];
}

static uint64_t time_of(const struct cu_event *event)
{
    uint64_t end = event->after ? fake.ends.at[event->after - 1] : 0;
    return end > event->ns ? end : event->ns;
}

EXPORT int cuEventQuery(struct cu_event *event)
{
    int e = fake_enter("cuEventQuery");
    e = e ? e : fake_poll();
    return e ? e : has_happened(event) ? CU_SUCCESS : CU_NOT_READY;
}

EXPORT int cuEventSynchronize(struct cu_event *event)
{
    int e = fake_enter("cuEventSynchronize");
    return e || has_happened(event) ? e : fake_sync(DEVICE_ALL_STREAMS);
}

EXPORT int cuEventElapsedTime(float *ms, struct cu_event *start, struct cu_event *end)
{
    int e = fake_enter("cuEventElapsedTime");
    if (e)
        return e;
    if (!start->recorded || !end->recorded)
        return 400;
    if (!has_happened(start) || !has_happened(end))
        return CU_NOT_READY;
    *ms = (float) ((double) (int64_t) (time_of(end) - time_of(start)) * 1e-6);
    return CU_SUCCESS;
}
