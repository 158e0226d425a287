/* SPDX-License-Identifier: Apache-2.0 */
/* Launches (CUDA Driver API reference, 'Execution Control'), the launch interface of CUDA 3 included. A refused launch is reported with
 * its reason, because the API returns a number only. Next: report.c, module.c. */
#include <stdlib.h>
#include <string.h>

#include "driver/core/driver_report.h"
#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"

static bool valid(const struct cu_function *f)
{
    return f && f->kind == HANDLE_FUNCTION;
}

/* ---- parameters ---- */

enum { EXTRA_END = 0, EXTRA_BUFFER = 1, EXTRA_SIZE = 2 };

/* The buffer of CU_LAUNCH_PARAM_BUFFER_POINTER; false: there is none or it is too small. */
static bool extra_params(void *const *extra, size_t wanted, char *to)
{
    const void *from = NULL;
    size_t n = 0;
    for (int i = 0; extra[i] != (void *) EXTRA_END; i += 2) {
        if (extra[i] == (void *) EXTRA_BUFFER)
            from = extra[i + 1];
        else if (extra[i] == (void *) EXTRA_SIZE)
            n = *(const size_t *) extra[i + 1];
        else
            return false;
    }
    if (n < wanted || !from)
        return !wanted;
    memcpy(to, from, wanted);
    return true;
}

static bool gather(const struct device_kernel_info *info, void *const *params, void *const *extra,
                   char *to)
{
    if (!params && extra)
        return extra_params(extra, info->params_size, to);
    if (!params)
        return !info->param_count;
    for (uint32_t i = 0; i < info->param_count; i++)
        memcpy(to + info->params[i].offset, params[i], info->params[i].size);
    return true;
}

bool launch_gather(const struct cu_function *f, void *const *params, void *const *extra, char *to)
{
    return valid(f) && gather(device_kernel_info(f->kernel), params, extra, to);
}

/* ---- the work ---- */

static int submit(struct cu_function *f, struct driver_work *w, struct cu_stream *stream,
                  void *const *params, void *const *extra)
{
    enum { SMALL = 512 };

    int e = driver_begin();
    struct cu_stream *s = e ? NULL : stream_of(stream);
    if (e)
        return e;
    if (!valid(f) || !s)
        return cudaErrorInvalidResourceHandle;
    const struct device_kernel_info *info = device_kernel_info(f->kernel);
    char small[SMALL], *bytes = info->params_size > SMALL ? xmalloc(info->params_size) : small;
    memset(bytes, 0, info->params_size);
    w->kind = WORK_LAUNCH;
    w->launch.function = f;
    w->launch.params = bytes;
    e = gather(info, params, extra, bytes) ? CU_SUCCESS : CU_INVALID_VALUE;
    if (!e) {
        report_place(); /* before the lock: it may need Python's */
        e = work_submit(s, w);
    }
    if (bytes != small)
        free(bytes);
    return e;
}

EXPORT int cuLaunchKernel(struct cu_function *function, unsigned gx, unsigned gy, unsigned gz,
                          unsigned bx, unsigned by, unsigned bz, unsigned shared,
                          struct cu_stream *stream, void **params, void **extra)
{
    struct driver_work w = {
        .launch = {.grid = {gx, gy, gz}, .block = {bx, by, bz}, .shared = shared}
    };
    return submit(function, &w, stream, params, extra);
}

EXPORT int cuLaunchCooperativeKernel(struct cu_function *function, unsigned gx, unsigned gy,
                                     unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                     unsigned shared, struct cu_stream *stream, void **params)
{
    struct driver_work w = {
        .launch = {
                   .grid = {gx, gy, gz}, .block = {bx, by, bz}, .shared = shared, .cooperative = true}
    };
    return submit(function, &w, stream, params, NULL);
}

void launch_set_attribute(struct driver_work *w, int id, const union cu_launch_value *value)
{
    if (id == CU_ATTRIBUTE_COOPERATIVE)
        w->launch.cooperative = value->cooperative;
    else if (id == CU_ATTRIBUTE_CLUSTER)
        w->launch.cluster =
            (struct device_dim){value->cluster.x, value->cluster.y, value->cluster.z};
}

EXPORT int cuLaunchKernelEx(const struct cu_launch_config *c, struct cu_function *function,
                            void **params, void **extra)
{
    if (!c)
        return CU_INVALID_VALUE;
    struct driver_work w = {
        .launch = {.grid = {c->grid[0], c->grid[1], c->grid[2]},
                   .block = {c->block[0], c->block[1], c->block[2]},
                   .shared = c->shared}
    };
    for (unsigned i = 0; i < c->count; i++)
        launch_set_attribute(&w, c->attributes[i].id, &c->attributes[i].value);
    return submit(function, &w, c->stream, params, extra);
}

/* ---- the interface of CUDA 3 ---- */

EXPORT int cuFuncSetBlockShape(struct cu_function *f, int x, int y, int z)
{
    if (!valid(f))
        return cudaErrorInvalidResourceHandle;
    if (x < 1 || y < 1 || z < 1)
        return CU_INVALID_VALUE;
    f->block = (struct device_dim){(uint32_t) x, (uint32_t) y, (uint32_t) z};
    return CU_SUCCESS;
}

EXPORT int cuFuncSetSharedSize(struct cu_function *f, unsigned bytes)
{
    if (!valid(f))
        return cudaErrorInvalidResourceHandle;
    f->shared = bytes;
    return CU_SUCCESS;
}

EXPORT int cuParamSetSize(struct cu_function *f, unsigned bytes)
{
    if (!valid(f))
        return cudaErrorInvalidResourceHandle;
    if (bytes > DEVICE_PARAMS_MAX)
        return CU_INVALID_VALUE;
    if (bytes > f->params.n)
        buf_pad(&f->params, '\0', bytes - f->params.n);
    return CU_SUCCESS;
}

EXPORT int cuParamSetv(struct cu_function *f, int offset, const void *from, unsigned bytes)
{
    if (offset < 0 || bytes > DEVICE_PARAMS_MAX)
        return CU_INVALID_VALUE;
    int e = cuParamSetSize(f, (unsigned) offset + bytes);
    if (!e && bytes)
        memcpy(f->params.p + offset, from, bytes);
    return e;
}

EXPORT int cuParamSeti(struct cu_function *f, int offset, unsigned value)
{
    return cuParamSetv(f, offset, &value, sizeof value);
}

EXPORT int cuParamSetf(struct cu_function *f, int offset, float value)
{
    return cuParamSetv(f, offset, &value, sizeof value);
}

EXPORT int cuLaunchGridAsync(struct cu_function *f, int width, int height, struct cu_stream *stream)
{
    if (!valid(f))
        return cudaErrorInvalidResourceHandle;
    if (width < 1 || height < 1 || !f->block.x)
        return CU_INVALID_VALUE;
    size_t n = f->params.n;
    void *extra[] = {(void *) EXTRA_BUFFER, f->params.p, (void *) EXTRA_SIZE, &n,
                     (void *) EXTRA_END};
    return cuLaunchKernel(f, (unsigned) width, (unsigned) height, 1, f->block.x, f->block.y,
                          f->block.z, f->shared, stream, NULL, extra);
}

EXPORT int cuLaunchGrid(struct cu_function *f, int width, int height)
{
    return cuLaunchGridAsync(f, width, height, NULL);
}

EXPORT int cuLaunch(struct cu_function *f)
{
    return cuLaunchGrid(f, 1, 1);
}
