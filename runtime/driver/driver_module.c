/* SPDX-License-Identifier: Apache-2.0 */
/* Modules, libraries and their functions (CUDA Driver API reference, 'Module Management', 'Library Management'). A library is a module, and a
 * kernel of it a function: there is one context's memory. Next: image.c, link.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/device_limits.h"
#include "driver/core/driver_image.h"
#include "driver/core/driver_report.h"
#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"
#include "driver/grid_sync.h"
#include "ptx/ptx.h"
#include "ptx/ptx_link.h"

static bool valid(const struct cu_module *m)
{
    return m && m->kind == HANDLE_MODULE;
}

static bool is_function(const struct cu_function *f)
{
    return f && f->kind == HANDLE_FUNCTION;
}

/* ---- loading ---- */

static void *option(const struct cu_jit_options *o, int name)
{
    for (unsigned i = 0; o && i < o->count; i++)
        if (o->names[i] == name)
            return o->values[i];
    return NULL;
}

static void put_log(const struct cu_jit_options *o, const char *text)
{
    char *log = option(o, CU_JIT_OPTION_ERROR_LOG), *info = option(o, CU_JIT_OPTION_INFO_LOG);
    size_t cap = (size_t) (uintptr_t) option(o, CU_JIT_OPTION_ERROR_LOG_BYTES),
           info_cap = (size_t) (uintptr_t) option(o, CU_JIT_OPTION_INFO_LOG_BYTES);
    if (log && cap)
        snprintf(log, cap, "%s", text);
    if (info && info_cap)
        *info = '\0';
}

/* Adds the functions of libcudadevrt that the module declares and does not
 * define. */
static void add_builtins(struct cu_module *m)
{
    struct buf linked = {0}, why = {0};
    const struct str texts[] = {str_of(m->text), STR(grid_sync_ptx)};
    if (!strstr(m->text, "cudaCGGetIntrinsicHandle") || !ptx_link(texts, 2, 0, &linked, &why)) {
        buf_free(&linked); /* it defines them itself */
        buf_free(&why);
        return;
    }
    free(m->text);
    m->text = buf_take(&linked);
}

/* The code of a PTX that does not load; the reason goes into the program's log and to the report. */
static int load_text(struct cu_module *m, const struct cu_jit_options *o)
{
    struct diags diags = {0};
    add_builtins(m);
    driver_lock();
    m->code = device_load(driver_state.engine, m->text, strlen(m->text), &diags, (struct span){0});
    driver_unlock();
    put_log(o, m->code ? "" : diags.last ? diags.last->text : "the module does not load");
    if (!m->code)
        report_load_error(diags.last ? diags.last->text : "the module does not load");
    diags_free(&diags);
    return m->code ? CU_SUCCESS : CU_INVALID_PTX;
}

struct cu_module *driver_module_load(const void *image, size_t size,
                                     const struct cu_jit_options *options, int *out_error)
{
    static const int codes[] = {[IMAGE_OK] = CU_SUCCESS,
                                [IMAGE_NO_PTX] = CU_NO_BINARY,
                                [IMAGE_INVALID] = cudaErrorInvalidKernelImage};
    struct buf why = {0};
    *out_error = driver_begin();
    if (*out_error)
        return NULL;
    struct cu_module *m = xcalloc(1, sizeof *m);
    m->kind = HANDLE_MODULE;
    m->registers_most = (int) (uintptr_t) option(options, CU_JIT_OPTION_MAX_REGISTERS);
    *out_error =
        codes[image_ptx(image, size, device_props(driver_state.engine)->arch, &m->text, &why)];
    if (*out_error)
        report_load_error(why.p ? why.p : "");
    else
        *out_error = load_text(m, options);
    buf_free(&why);
    if (*out_error) {
        free(m->text);
        free(m);
        return NULL;
    }
    return m;
}

int driver_module_unload(struct cu_module *m)
{
    if (!valid(m))
        return cudaErrorInvalidResourceHandle;
    driver_lock_idle();
    device_unload(driver_state.engine, &m->code);
    driver_unlock();
    VEC_EACH (f, &m->functions) {
        (*f)->kind = 0;
        buf_free(&(*f)->params);
        free(*f);
    }
    VEC_FREE(&m->functions);
    free(m->text);
    free(m->ptxas_log);
    m->kind = 0;
    free(m);
    return CU_SUCCESS;
}

EXPORT int cuModuleLoadDataEx(struct cu_module **module, const void *image, unsigned count,
                              int *options, void **values)
{
    struct cu_jit_options o = {count, options, values};
    int e;
    if (!module || !image)
        return CU_INVALID_VALUE;
    *module = driver_module_load(image, IMAGE_UNSIZED, &o, &e);
    return e;
}

EXPORT int cuModuleLoadData(struct cu_module **module, const void *image)
{
    return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

EXPORT int cuModuleLoadFatBinary(struct cu_module **module, const void *image)
{
    return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

/* The file's bytes, and a NUL; NULL: it cannot be read. */
static char *read_file(const char *path, size_t *out_size)
{
    FILE *f = fopen(path, "rb");
    struct buf text = {0};
    char part[1 << 16];
    if (!f)
        return NULL;
    for (size_t n; (n = fread(part, 1, sizeof part, f));)
        buf_put(&text, part, n);
    fclose(f);
    *out_size = text.n;
    buf_putc(&text, '\0');
    return buf_take(&text);
}

static int load_file(struct cu_module **module, const char *path, const struct cu_jit_options *o)
{
    size_t size;
    int e;
    if (!module || !path)
        return CU_INVALID_VALUE;
    char *image = read_file(path, &size);
    if (!image)
        return cudaErrorFileNotFound;
    *module = driver_module_load(image, size ? size : 1, o, &e);
    free(image);
    return e;
}

EXPORT int cuModuleLoad(struct cu_module **module, const char *path)
{
    return load_file(module, path, NULL);
}

EXPORT int cuModuleUnload(struct cu_module *module)
{
    return driver_module_unload(module);
}

EXPORT int cuModuleGetLoadingMode(int *mode)
{
    *mode = 1; /* eager */
    return CU_SUCCESS;
}

EXPORT int cuLibraryLoadData(struct cu_module **library, const void *code, int *options,
                             void **values, unsigned count, int *library_options,
                             void **library_values, unsigned library_count)
{
    struct cu_jit_options o = {count, options, values};
    int e;
    if (!library || !code)
        return CU_INVALID_VALUE;
    *library = driver_module_load(code, IMAGE_UNSIZED, &o, &e);
    return e;
}

EXPORT int cuLibraryLoadFromFile(struct cu_module **library, const char *path, int *options,
                                 void **values, unsigned count, int *library_options,
                                 void **library_values, unsigned library_count)
{
    struct cu_jit_options o = {count, options, values};
    return load_file(library, path, &o);
}

EXPORT int cuLibraryUnload(struct cu_module *library)
{
    return driver_module_unload(library);
}

EXPORT int cuLibraryGetModule(struct cu_module **module, struct cu_module *library)
{
    if (!valid(library))
        return cudaErrorInvalidResourceHandle;
    *module = library;
    return CU_SUCCESS;
}

/* ---- variables ---- */

EXPORT int cuModuleGetGlobal_v2(uint64_t *address, size_t *bytes, struct cu_module *module,
                                const char *name)
{
    uint64_t at = 0, size = 0;
    if (!valid(module))
        return cudaErrorInvalidResourceHandle;
    if (!name)
        return CU_INVALID_VALUE;
    driver_lock();
    bool found = device_symbol(module->code, name, &at, &size);
    driver_unlock();
    if (found && address)
        *address = at;
    if (found && bytes)
        *bytes = size;
    return found ? CU_SUCCESS : CU_NOT_FOUND;
}

EXPORT int cuLibraryGetGlobal(uint64_t *address, size_t *bytes, struct cu_module *library,
                              const char *name)
{
    return cuModuleGetGlobal_v2(address, bytes, library, name);
}

EXPORT int cuLibraryGetManaged(uint64_t *address, size_t *bytes, struct cu_module *library,
                               const char *name)
{
    return cuModuleGetGlobal_v2(address, bytes, library, name);
}

/* ---- functions ---- */

int function_of(struct cu_module *m, const char *name, struct cu_function **out)
{
    if (!valid(m))
        return cudaErrorInvalidResourceHandle;
    if (!name || !out)
        return CU_INVALID_VALUE;
    driver_lock();
    const struct device_kernel *k = device_kernel(m->code, name);
    struct cu_function *f = NULL;
    VEC_EACH (known, &m->functions)
        if (k && (*known)->kernel == k)
            f = *known;
    if (k && !f) {
        f = xcalloc(1, sizeof *f);
        *f =
            (struct cu_function){.kind = HANDLE_FUNCTION, .module = m, .kernel = k, .carveout = -1};
        f->seen = report_kernel_named(name);
        VEC_PUSH(&m->functions, f);
    }
    driver_unlock();
    *out = f;
    return f ? CU_SUCCESS : CU_NOT_FOUND;
}

EXPORT int cuModuleGetFunction(struct cu_function **function, struct cu_module *module,
                               const char *name)
{
    return function_of(module, name, function);
}

EXPORT int cuLibraryGetKernel(struct cu_function **kernel, struct cu_module *library,
                              const char *name)
{
    return function_of(library, name, kernel);
}

EXPORT int cuKernelGetFunction(struct cu_function **function, struct cu_function *kernel)
{
    *function = kernel;
    return is_function(kernel) ? CU_SUCCESS : cudaErrorInvalidResourceHandle;
}

EXPORT int cuKernelGetLibrary(struct cu_module **library, struct cu_function *kernel)
{
    *library = is_function(kernel) ? kernel->module : NULL;
    return *library ? CU_SUCCESS : cudaErrorInvalidResourceHandle;
}

EXPORT int cuFuncGetModule(struct cu_module **module, struct cu_function *function)
{
    return cuKernelGetLibrary(module, function);
}

EXPORT int cuFuncGetName(const char **name, struct cu_function *f)
{
    if (!is_function(f))
        return cudaErrorInvalidResourceHandle;
    *name = device_kernel_info(f->kernel)->name;
    return CU_SUCCESS;
}

EXPORT int cuKernelGetName(const char **name, struct cu_function *kernel)
{
    return cuFuncGetName(name, kernel);
}

EXPORT int cuFuncGetParamInfo(struct cu_function *f, size_t index, size_t *offset, size_t *size)
{
    if (!is_function(f))
        return cudaErrorInvalidResourceHandle;
    const struct device_kernel_info *info = device_kernel_info(f->kernel);
    if (index >= info->param_count)
        return CU_INVALID_VALUE;
    *offset = info->params[index].offset;
    if (size)
        *size = info->params[index].size;
    return CU_SUCCESS;
}

EXPORT int cuKernelGetParamInfo(struct cu_function *kernel, size_t index, size_t *offset,
                                size_t *size)
{
    return cuFuncGetParamInfo(kernel, index, offset, size);
}

static int list_entries(const struct cu_module *m, unsigned most, struct cu_function **out,
                        unsigned *out_count)
{
    if (!valid(m))
        return cudaErrorInvalidResourceHandle;
    const struct ptx_module *ptx = device_module_ptx(m->code);
    unsigned n = 0;
    VEC_EACH (f, &ptx->funcs) {
        if (!(*f)->is_entry || !(*f)->has_body)
            continue;
        if (out && n < most)
            function_of((struct cu_module *) (uintptr_t) m, (*f)->name, &out[n]);
        n++;
    }
    if (out_count)
        *out_count = n;
    return CU_SUCCESS;
}

EXPORT int cuModuleGetFunctionCount(unsigned *count, struct cu_module *module)
{
    return list_entries(module, 0, NULL, count);
}

EXPORT int cuModuleEnumerateFunctions(struct cu_function **functions, unsigned most,
                                      struct cu_module *module)
{
    return list_entries(module, most, functions, NULL);
}

EXPORT int cuLibraryGetKernelCount(unsigned *count, struct cu_module *library)
{
    return list_entries(library, 0, NULL, count);
}

EXPORT int cuLibraryEnumerateKernels(struct cu_function **kernels, unsigned most,
                                     struct cu_module *library)
{
    return list_entries(library, most, kernels, NULL);
}

EXPORT int cuFuncLoad(struct cu_function *f)
{
    return is_function(f) ? CU_SUCCESS : cudaErrorInvalidResourceHandle;
}

EXPORT int cuFuncIsLoaded(int *state, struct cu_function *f)
{
    *state = 1;
    return cuFuncLoad(f);
}
