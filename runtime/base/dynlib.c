/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries loaded with dlopen and resolved from a table: NVRTC, the CUDA driver, NVML, cuBLAS. */
#include "base/dynlib.h"

#include <dlfcn.h>

void *dynlib_open(const char *path, const struct dynlib_symbol *symbols, size_t count,
                  struct buf *out_why)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *why = dlerror();
        buf_puts(out_why, why ? why : "cannot be loaded");
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        *symbols[i].to = dlsym(handle, symbols[i].name);
        if (!*symbols[i].to && symbols[i].required) {
            buf_printf(out_why, "%s has no %s", path, symbols[i].name);
            dlclose(handle);
            return NULL;
        }
    }
    return handle;
}

void dynlib_close(void **handle)
{
    if (*handle)
        dlclose(*handle);
    *handle = NULL;
}
