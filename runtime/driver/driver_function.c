/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes of functions (CUDA Driver API reference, 'Execution Control'). Registers and local memory are those of ptxas's report, where the
 * real nvJitLink is there to make one, and otherwise a count of the PTX's. Next: wrap/ptxas_log.c, driver_occupancy.c. */
#include "driver/driver_function.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/occupancy.h"
#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"
#include "ptx/ptx.h"

static bool is_function(const struct cu_function *f)
{
    return f && f->kind == HANDLE_FUNCTION;
}

/* ---- registers and local memory ---- */

/* For more PTX ptxas would take seconds, and autotuners load dozens of such modules. */
enum { PTXAS_MOST = 200 << 10 }; /* bytes */

/* The stand-in for nvJitLink, if the program has loaded it. Otherwise it stays so: a program that found the real one in its process would take
 * that for its links, and get machine code. */
static void *stand_in(void)
{
    static const char *const names[] = {"libwarpcell-nvjitlink-12.so",
                                        "libwarpcell-nvjitlink-13.so"};
    char path[PATH_MAX + 64];
    Dl_info own;
    void *library = NULL;
    if (!dladdr((void *) (uintptr_t) cuFuncGetAttribute, &own))
        return NULL;
    const char *slash = strrchr(own.dli_fname, '/');
    for (size_t i = 0; i < 2 && !library; i++) {
        snprintf(path, sizeof path, "%.*s%s", slash ? (int) (slash + 1 - own.dli_fname) : 0,
                 own.dli_fname, names[i]);
        library = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    }
    return library;
}

/* The report of ptxas by the real nvJitLink. NULL: the program has not loaded it, or it cannot. */
static char *ptxas_log_of(const struct cu_module *m)
{
    char *(*log_of)(const char *text, int arch, int registers) = NULL;
    void *library = strlen(m->text) > PTXAS_MOST ? NULL : stand_in();
    *(void **) &log_of = library ? dlsym(library, "warpcell_ptxas_log") : NULL;
    return log_of ? log_of(m->text, device_props(driver_state.engine)->arch, m->registers_most)
                  : NULL;
}

/* The module's report, made when it is first asked for, by whichever thread is first to keep it. */
static const char *report_of(struct cu_module *m)
{
    driver_lock();
    bool known = m->ptxas_asked;
    driver_unlock();
    char *log = known ? NULL : ptxas_log_of(m);
    driver_lock();
    if (!m->ptxas_asked) {
        m->ptxas_asked = true;
        m->ptxas_log = log;
        log = NULL;
    }
    driver_unlock();
    free(log);
    return m->ptxas_log;
}

/* Without a report: the PTX's registers are virtual and never limit a block, so their count is at most what the largest block of the kernel
 * may have of a GPU's; .maxnreg and CU_JIT_MAX_REGISTERS bound it as they bound ptxas. */
static uint32_t count_registers(const struct cu_function *f)
{
    const struct device_kernel_info *info = device_kernel_info(f->kernel);
    const struct ptx_func *entry = ptx_entry_named(device_module_ptx(f->module->code), info->name);
    uint32_t n = info->registers, most = (uint32_t) f->module->registers_most,
             largest = occupancy_most_registers(driver_limits(), info->max_threads, 1);
    n = n < largest ? n : largest;
    if (entry && entry->bounds.registers && n > entry->bounds.registers)
        n = entry->bounds.registers;
    return most && n > most ? most : n;
}

struct code_resources driver_function_resources(const struct cu_function *f)
{
    const struct device_kernel_info *info = device_kernel_info(f->kernel);
    struct code_resources r;
    if (!resources_read(&r, report_of(f->module), info->name))
        r = (struct code_resources){.registers = count_registers(f),
                                    .stack = (uint32_t) info->local_bytes};
    r.shared = info->shared_static;
    return r;
}

const struct gpu_limits *driver_limits(void)
{
    const struct gpu_limits *l = gpu_limits_of((uint32_t) device_props(driver_state.engine)->arch);
    return l ? l : gpu_limits_of(75);
}

/* The largest block, which the kernel's registers bound on a GPU. */
static uint32_t threads_of(const struct cu_function *f)
{
    struct occupancy_kernel k = {.registers = driver_function_resources(f).registers};
    uint32_t n = device_kernel_info(f->kernel)->max_threads;
    while (n > 32 && !occupancy_of(driver_limits(), &k, n).blocks)
        n = (n - 1) / 32 * 32;
    return n;
}

/* ---- attributes ---- */

enum {
    FUNC_CONST = 2,
    FUNC_PTX_VERSION = 5,
    FUNC_BINARY_VERSION = 6,
    FUNC_CARVEOUT = 9,
    FUNC_CLUSTER_WIDTH = 11,
    FUNC_CLUSTER_HEIGHT = 12,
    FUNC_CLUSTER_DEPTH = 13,
    FUNC_LARGE_CLUSTERS = 14,
    FUNC_LAST = 15
};

static int const_bytes(const struct cu_module *m)
{
    uint64_t n = 0;
    VEC_EACH (v, &device_module_ptx(m->code)->vars)
        if ((*v)->space == PTX_CONST)
            n += (*v)->size;
    return (int) n;
}

static int function_attribute(const struct cu_function *f, int attribute, int *out)
{
    const struct device_kernel_info *i = device_kernel_info(f->kernel);
    switch (attribute) {
    case CU_FUNC_MAX_THREADS: *out = (int) threads_of(f); break;
    case CU_FUNC_SHARED: *out = (int) i->shared_static; break;
    case FUNC_CONST: *out = const_bytes(f->module); break;
    case CU_FUNC_LOCAL: *out = (int) driver_function_resources(f).stack; break;
    case CU_FUNC_REGISTERS: *out = (int) driver_function_resources(f).registers; break;
    case FUNC_PTX_VERSION:
    case FUNC_BINARY_VERSION: *out = device_props(driver_state.engine)->arch; break;
    case CU_FUNC_MAX_DYNAMIC_SHARED:
        *out = f->dynamic_shared ? f->dynamic_shared : 49152 - (int) i->shared_static;
        break;
    case FUNC_CARVEOUT: *out = f->carveout; break;
    case FUNC_CLUSTER_WIDTH: *out = (int) (i->cluster.x ? i->cluster.x : f->cluster.x); break;
    case FUNC_CLUSTER_HEIGHT: *out = (int) (i->cluster.x ? i->cluster.y : f->cluster.y); break;
    case FUNC_CLUSTER_DEPTH: *out = (int) (i->cluster.x ? i->cluster.z : f->cluster.z); break;
    case FUNC_LARGE_CLUSTERS: *out = f->large_clusters; break;
    default:
        *out = 0;
        return attribute < 0 || attribute > FUNC_LAST ? CU_INVALID_VALUE : CU_SUCCESS;
    }
    return CU_SUCCESS;
}

EXPORT int cuFuncGetAttribute(int *value, int attribute, struct cu_function *f)
{
    if (!is_function(f))
        return cudaErrorInvalidResourceHandle;
    return value ? function_attribute(f, attribute, value) : CU_INVALID_VALUE;
}

EXPORT int cuKernelGetAttribute(int *value, int attribute, struct cu_function *kernel, int device)
{
    return cuFuncGetAttribute(value, attribute, kernel);
}

/* One extent of the clusters of a function whose text does not say them. */
static int set_cluster(struct cu_function *f, uint32_t *extent, int value)
{
    if (value < 0)
        return CU_INVALID_VALUE;
    if (device_kernel_info(f->kernel)->cluster.x)
        return cudaErrorNotPermitted;
    *extent = (uint32_t) value;
    return CU_SUCCESS;
}

EXPORT int cuFuncSetAttribute(struct cu_function *f, int attribute, int value)
{
    if (!is_function(f))
        return cudaErrorInvalidResourceHandle;
    const struct device_props *p = device_props(driver_state.engine);
    switch (attribute) {
    case CU_FUNC_MAX_DYNAMIC_SHARED:
        if (value < 0 || (uint64_t) value + device_kernel_info(f->kernel)->shared_static >
                             p->shared_per_block_optin)
            return CU_INVALID_VALUE;
        f->dynamic_shared = value;
        break;
    case FUNC_CARVEOUT: f->carveout = value; break;
    case FUNC_CLUSTER_WIDTH: return set_cluster(f, &f->cluster.x, value);
    case FUNC_CLUSTER_HEIGHT: return set_cluster(f, &f->cluster.y, value);
    case FUNC_CLUSTER_DEPTH: return set_cluster(f, &f->cluster.z, value);
    case FUNC_LARGE_CLUSTERS: f->large_clusters = value; break;
    case FUNC_LAST: break;            /* how clusters are scheduled */
    default: return CU_INVALID_VALUE; /* read only, or not known: callers try newer ones first */
    }
    return CU_SUCCESS;
}

EXPORT int cuKernelSetAttribute(int attribute, int value, struct cu_function *kernel, int device)
{
    return cuFuncSetAttribute(kernel, attribute, value);
}

EXPORT int cuFuncSetCacheConfig(struct cu_function *f, int config)
{
    if (!is_function(f))
        return cudaErrorInvalidResourceHandle;
    f->cache = config;
    return CU_SUCCESS;
}

EXPORT int cuKernelSetCacheConfig(struct cu_function *kernel, int config, int device)
{
    return cuFuncSetCacheConfig(kernel, config);
}

EXPORT int cuFuncSetSharedMemConfig(struct cu_function *f, int config)
{
    return is_function(f) ? CU_SUCCESS : cudaErrorInvalidResourceHandle;
}
