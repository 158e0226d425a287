/* SPDX-License-Identifier: Apache-2.0 */
/* The linker's interface (CUDA Driver API reference, 'Module Management', cuLink...): modules of PTX become one (ptx/ptx_link.h). The result
 * is the PTX text, which cuModuleLoadData takes. Next: module.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/core/driver_image.h"
#include "driver/core/driver_report.h"
#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"
#include "ptx/ptx_link.h"

enum { INPUT_CUBIN, INPUT_PTX, INPUT_FATBIN, INPUT_OBJECT, INPUT_LIBRARY };

struct cu_link {
    enum handle_kind kind;
    VEC(struct str) texts; /* of malloc */
    struct buf linked;
    char *error_log;
    size_t error_room;
};

static bool valid(const struct cu_link *l)
{
    return l && l->kind == HANDLE_LINK;
}

static int fail(struct cu_link *l, const char *why)
{
    if (l->error_log && l->error_room)
        snprintf(l->error_log, l->error_room, "%s", why);
    report_load_error(why);
    return CU_INVALID_PTX;
}

EXPORT int cuLinkCreate_v2(unsigned count, int *options, void **values, struct cu_link **out)
{
    int e = driver_begin();
    if (e)
        return e;
    struct cu_link *l = xcalloc(1, sizeof *l);
    l->kind = HANDLE_LINK;
    for (unsigned i = 0; i < count; i++) {
        if (options[i] == CU_JIT_OPTION_ERROR_LOG)
            l->error_log = values[i];
        if (options[i] == CU_JIT_OPTION_ERROR_LOG_BYTES)
            l->error_room = (size_t) (uintptr_t) values[i];
    }
    *out = l;
    return CU_SUCCESS;
}

EXPORT int cuLinkAddData_v2(struct cu_link *link, int type, void *data, size_t size,
                            const char *name, unsigned count, int *options, void **values)
{
    struct buf why = {0};
    char *text;
    if (!valid(link) || !data)
        return cudaErrorInvalidResourceHandle;
    enum image_status s =
        image_ptx(data, size, device_props(driver_state.engine)->arch, &text, &why);
    int e = s == IMAGE_OK ? CU_SUCCESS : fail(link, why.p);
    if (!e)
        VEC_PUSH(&link->texts, (struct str){text, strlen(text)});
    buf_free(&why);
    return s == IMAGE_NO_PTX ? CU_NO_BINARY : e;
}

/* A library that nvcc brings, such as libcudadevrt.a: the engine has those functions. */
static bool is_toolkit_library(int type, const char *path)
{
    return type == INPUT_LIBRARY && strstr(path, "cudadevrt");
}

EXPORT int cuLinkAddFile_v2(struct cu_link *link, int type, const char *path, unsigned count,
                            int *options, void **values)
{
    struct buf text = {0};
    char part[1 << 14];
    if (!valid(link) || !path)
        return cudaErrorInvalidResourceHandle;
    if (is_toolkit_library(type, path))
        return CU_SUCCESS;
    FILE *f = fopen(path, "rb");
    if (!f)
        return cudaErrorFileNotFound;
    for (size_t n; (n = fread(part, 1, sizeof part, f));)
        buf_put(&text, part, n);
    fclose(f);
    int e = text.n ? cuLinkAddData_v2(link, type, text.p, text.n, path, count, options, values)
                   : CU_INVALID_VALUE;
    buf_free(&text);
    return e;
}

EXPORT int cuLinkComplete(struct cu_link *link, void **image, size_t *size)
{
    struct buf why = {0};
    if (!valid(link) || !link->texts.n)
        return CU_INVALID_VALUE;
    link->linked.n = 0;
    bool ok = ptx_link(link->texts.at, link->texts.n, 0, &link->linked, &why);
    int e = ok ? CU_SUCCESS : fail(link, why.p);
    buf_free(&why);
    if (ok) {
        *image = link->linked.p;
        if (size)
            *size = link->linked.n + 1;
    }
    return e;
}

EXPORT int cuLinkDestroy(struct cu_link *link)
{
    if (!valid(link))
        return cudaErrorInvalidResourceHandle;
    VEC_EACH (t, &link->texts)
        free((char *) (uintptr_t) t->p);
    VEC_FREE(&link->texts);
    buf_free(&link->linked);
    link->kind = 0;
    free(link);
    return CU_SUCCESS;
}
