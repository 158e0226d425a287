/* SPDX-License-Identifier: Apache-2.0 */
/* The table of entry points: cuGetProcAddress, what is refused, and the forms whose stream 0 is the thread's own. Next: driver_calls.def. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "driver/core/driver_report.h"
#include "driver/driver_calls.h"

/* ---- entry points by name ---- */

enum { FLAG_PER_THREAD = 2 };

struct entry_point {
    const char *name; /* as cuda.h calls it */
    int since;
    bool per_thread;
    void *function;
};

static const struct entry_point entry_points[] = {
#define CALL(since, name, function, params) {name, since, false, (void *) (uintptr_t) function},
#define PTSZ(since, name, function, plain, params, args)                                           \
    {name, since, true, (void *) (uintptr_t) function},
#define REFUSE(since, name, function) {name, since, false, (void *) (uintptr_t) function},
#include "driver/driver_calls.def"
#undef CALL
#undef PTSZ
#undef REFUSE
};

/* The newest one that a program of that version of CUDA knows; where it asks for streams of its threads, that form if there is one. */
static const struct entry_point *entry_named(const char *name, int version, bool per_thread,
                                             bool *out_known)
{
    const struct entry_point *best = NULL;
    *out_known = false;
    for (size_t i = 0; i < sizeof entry_points / sizeof *entry_points; i++) {
        const struct entry_point *e = &entry_points[i];
        if (strcmp(e->name, name) || (e->per_thread && !per_thread))
            continue;
        *out_known = true;
        if (e->since <= version &&
            (!best || e->since > best->since || (e->since == best->since && e->per_thread)))
            best = e;
    }
    return best;
}

EXPORT int cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags,
                               int *status)
{
    enum { FOUND, NO_SYMBOL, TOO_OLD };

    bool known;
    if (!symbol || !function)
        return CU_INVALID_VALUE;
    const struct entry_point *e = entry_named(symbol, version, flags & FLAG_PER_THREAD, &known);
    *function = e ? e->function : NULL;
    if (status)
        *status = e ? FOUND : known ? TOO_OLD : NO_SYMBOL;
    return e || status ? CU_SUCCESS : CU_NOT_FOUND;
}

EXPORT int cuGetProcAddress(const char *symbol, void **function, int version, uint64_t flags)
{
    return cuGetProcAddress_v2(symbol, function, version, flags, NULL);
}

/* ---- what is refused ---- */

/* The file name of the program or library that an address of code belongs to. */
static const char *object_of(const void *code)
{
    Dl_info at;
    const char *path = dladdr(code, &at) ? at.dli_fname : "this program",
               *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Compilers contain the runtime too, ask, and need no answer. */
static bool is_compiler(const char *object)
{
    static const char *const names[] = {"libnvrtc", "libnvJitLink", "libnvvm"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(object, names[i], strlen(names[i])))
            return true;
    return false;
}

EXPORT int cuGetExportTable(const void **table, const struct cu_uuid *id)
{
    const char *object = object_of(__builtin_return_address(0));
    char why[512];
    *table = NULL;
    if (is_compiler(object))
        return cudaErrorNotSupported;
    snprintf(why, sizeof why,
             "NVIDIA's static CUDA runtime is in '%.100s' and asks the driver for undocumented "
             "tables, which Warpcell does not have: calls of the runtime API (cudaMalloc and the "
             "like) cannot work there; programs and libraries that use the driver API alone can",
             object);
    report_refusal("cuGetExportTable", why);
    return cudaErrorNotSupported;
}

static int refuse(const char *name)
{
    report_refusal(name, "is not supported by Warpcell's driver");
    return cudaErrorNotSupported;
}

#define CALL(since, name, function, params)
#define PTSZ(since, name, function, plain, params, args)
#define REFUSE(since, name, function)                                                              \
    EXPORT int function(void)                                                                      \
    {                                                                                              \
        return refuse(#function);                                                                  \
    }
#include "driver/driver_calls.def"
#undef CALL
#undef PTSZ
#undef REFUSE

#define CALL(since, name, function, params)
#define REFUSE(since, name, function)
#define PTSZ(since, name, function, plain, params, args)                                           \
    EXPORT int function params                                                                     \
    {                                                                                              \
        driver_thread.per_thread = true;                                                           \
        int e = plain args;                                                                        \
        driver_thread.per_thread = false;                                                          \
        return e;                                                                                  \
    }
#include "driver/driver_calls.def"
#undef CALL
#undef PTSZ
#undef REFUSE
