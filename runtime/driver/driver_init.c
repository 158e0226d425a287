/* SPDX-License-Identifier: Apache-2.0 */
/* Initialisation, version, errors, the device and its attributes, and cuGetProcAddress (CUDA Driver API reference, sections of these names).
 * Next: driver_calls.def, from which the table of entry points is made. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/machine/machine_limits.h"
#include "base/space.h"
#include "device/cpu/check/launch_check.h"
#include "device/device_open.h"
#include "device/occupancy.h"
#include "driver/core/driver_report.h"
#include "driver/core/driver_state.h"
#include "driver/core/driver_virtual.h"
#include "driver/driver_calls.h"

/* ---- opening and closing ---- */

static void on_output(void *user, uint32_t tag, const char *text, size_t n)
{
    fwrite(text, 1, n, stdout);
    fflush(stdout);
}

/* The engine's threads are not in a child of fork, so there the driver is as if
 * it had never been initialised, for good. */
static void forget_engine(void)
{
    driver_state.forked = true;
    atomic_store(&driver_state.initialized, false);
}

EXPORT void warpcell_driver_set(const struct driver_settings *s)
{
    driver_state.settings = *s;
}

/* The range that the settings name; the library maps its own part. */
static struct space *space_chosen(const struct driver_settings *s)
{
    void *own = mmap((void *) (uintptr_t) s->start, s->own, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    return own == MAP_FAILED
               ? NULL
               : space_new_with(&(struct space_options){
                     .range = s->range, .own = s->own, .start = s->start, .borrowed = true});
}

/* Freed ranges are used again late, so that a use after free is found; as many addresses are for cuMemAddressReserve. */
static struct space *space_anywhere(uint64_t memory, uint64_t *out_own)
{
    uint64_t page = VIRTUAL_PAGE, own = space_affordable(8 * memory) / 2 / page * page;
    *out_own = own;
    return space_new_with(&(struct space_options){.range = 2 * own, .own = own});
}

static bool open_engine(void)
{
    struct device_events events = {.output = on_output, .finished = report_finished};
    const struct driver_settings *set = &driver_state.settings;
    uint64_t given = set->memory ? set->memory : machine_program_memory(),
             memory = given ? given : machine_memory(), start, own = set->own;
    struct space *space = set->start ? space_chosen(set) : space_anywhere(memory, &own);
    if (!space) {
        fprintf(stderr,
                "warpcell: cannot reserve addresses for the device: raise the limit on virtual "
                "memory (ulimit -v)\n");
        return false;
    }
    driver_state.virtual_end = space_range(space, &start) + start;
    driver_state.virtual_start = start + own;
    driver_state.engine = cpu_device_open_in(space, &events, memory < own ? memory : own);
    int arch = 75;
    bool only = false;
    const char *wanted = getenv("WARPCELL_ARCH");
    if (wanted && !device_arch_named(wanted, &arch, &only))
        arch = 75;
    cpu_device_set_arch(driver_state.engine, arch, only);
    cpu_queue_drop_after_fault(driver_state.engine);
    pthread_atfork(NULL, NULL, forget_engine);
    if (getenv("WARPCELL_CHECK"))
        driver_state.checker = checker_start(driver_state.engine, &(struct check_options){0});
    driver_state.primary.id = ++driver_state.contexts;
    driver_state.legacy.context = &driver_state.primary;
    return true;
}

static int driver_open(void)
{
    int e = CU_SUCCESS;
    if (driver_state.forked)
        return cudaErrorInitializationError;
    pthread_mutex_lock(&driver_state.lock);
    if (!driver_state.initialized) {
        if (open_engine())
            atomic_store(&driver_state.initialized, true);
        else
            e = CU_OUT_OF_MEMORY;
    }
    pthread_mutex_unlock(&driver_state.lock);
    return e;
}

EXPORT int cuInit(unsigned flags)
{
    return flags ? CU_INVALID_VALUE : driver_open();
}

EXPORT int cuDriverGetVersion(int *version)
{
    if (!version)
        return CU_INVALID_VALUE;
    *version = DRIVER_VERSION;
    return CU_SUCCESS;
}

/* ---- errors: CUresult has names of its own ---- */

struct result_name {
    int code;
    const char *name;
};

static const struct result_name result_names[] = {
#define R(code, name) {code, "CUDA_" #name},
#include "device/driver_results.def"
#undef R
};

EXPORT int cuGetErrorName(int error, const char **name)
{
    *name = NULL;
    for (size_t i = 0; i < sizeof result_names / sizeof *result_names; i++)
        if (result_names[i].code == error)
            *name = result_names[i].name;
    return *name ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuGetErrorString(int error, const char **text)
{
    const char *name;
    bool known = cuGetErrorName(error, &name) == CU_SUCCESS;
    *text = known ? cuda_error_text(error) : NULL;
    return known ? CU_SUCCESS : CU_INVALID_VALUE;
}

/* ---- the device ---- */

static int device_known(int device)
{
    if (!atomic_load(&driver_state.initialized))
        return cudaErrorInitializationError;
    return device == 0 ? CU_SUCCESS : CU_INVALID_DEVICE;
}

EXPORT int cuDeviceGetCount(int *count)
{
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    if (!count)
        return CU_INVALID_VALUE;
    *count = visible && (!*visible || !strncmp(visible, "-1", 2)) ? 0 : DEVICE_COUNT;
    return atomic_load(&driver_state.initialized) ? CU_SUCCESS : cudaErrorInitializationError;
}

EXPORT int cuDeviceGet(int *device, int ordinal)
{
    int count, e = cuDeviceGetCount(&count);
    if (e)
        return e;
    if (!device)
        return CU_INVALID_VALUE;
    *device = ordinal;
    return ordinal >= 0 && ordinal < count ? CU_SUCCESS : CU_INVALID_DEVICE;
}

EXPORT int cuDeviceGetName(char *name, int size, int device)
{
    int e = device_known(device);
    if (!e && (!name || size < 1))
        return CU_INVALID_VALUE;
    if (!e)
        snprintf(name, (size_t) size, "Warpcell CPU engine");
    return e;
}

EXPORT int cuDeviceGetUuid_v2(struct cu_uuid *uuid, int device)
{
    int e = device_known(device);
    if (!e)
        memcpy(uuid->bytes, "warpcell-cpu-000", sizeof uuid->bytes);
    return e;
}

EXPORT int cuDeviceGetUuid(struct cu_uuid *uuid, int device)
{
    return cuDeviceGetUuid_v2(uuid, device);
}

EXPORT int cuDeviceGetLuid(char *luid, unsigned *mask, int device)
{
    return cudaErrorNotSupported; /* of Windows only */
}

EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device)
{
    int e = device_known(device);
    if (!e)
        *bytes = device_props(driver_state.engine)->total_memory;
    return e;
}

struct attribute_value {
    int attribute, value;
};

/* Those that do not depend on the engine or on the compute capability. */
static const struct attribute_value fixed[] = {
#define A(number, value) {number, value},
#include "driver/attributes.def"
#undef A
};

/* At least as many as a small GPU has: programs derive the size of cooperative
 * grids from it. */
uint32_t driver_multiprocessors(void)
{
    enum { LEAST = 16 };

    uint32_t n = device_props(driver_state.engine)->multiprocessors;
    return n < LEAST ? LEAST : n;
}

static bool engine_attribute(int attribute, int *out)
{
    const struct device_props *p = device_props(driver_state.engine);
    const struct gpu_limits *l = gpu_limits_of((uint32_t) p->arch);
    l = l ? l : gpu_limits_of(75);
    switch (attribute) {
    case 1: *out = (int) p->max_threads_per_block; break;
    case 2:
    case 3:
    case 4: *out = (int) p->max_block[attribute - 2]; break;
    case 5:
    case 6:
    case 7: *out = (int) p->max_grid[attribute - 5]; break;
    case 8: *out = (int) p->shared_per_block; break;
    case 12:
    case 82: *out = (int) l->registers_per_block; break;
    case 16: *out = (int) driver_multiprocessors(); break;
    case 39: *out = (int) l->warps * 32; break;
    case 75: *out = p->arch / 10; break;
    case 76: *out = p->arch % 10; break;
    case 81: *out = (int) l->shared; break;
    case 97: *out = (int) p->shared_per_block_optin; break;
    case 106: *out = (int) l->blocks; break;
    default: return false;
    }
    return true;
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    int e = device_known(device);
    if (e)
        return e;
    if (!value || attribute < 1 || attribute > 160)
        return CU_INVALID_VALUE;
    if (engine_attribute(attribute, value))
        return CU_SUCCESS;
    *value = 0;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (fixed[i].attribute == attribute)
            *value = fixed[i].value;
    return CU_SUCCESS;
}

EXPORT int cuDeviceComputeCapability(int *major, int *minor, int device)
{
    int e = cuDeviceGetAttribute(major, 75, device);
    return e ? e : cuDeviceGetAttribute(minor, 76, device);
}

EXPORT int cuDeviceGetProperties(struct cu_properties *out, int device)
{
    int e = device_known(device);
    if (e)
        return e;
    const struct device_props *p = device_props(driver_state.engine);
    *out = (struct cu_properties){.max_threads = (int) p->max_threads_per_block,
                                  .shared = (int) p->shared_per_block,
                                  .constant = 65536,
                                  .warp = 32,
                                  .pitch = INT32_MAX,
                                  .registers = 65536,
                                  .clock = 1000000,
                                  .texture_align = 512};
    for (int k = 0; k < 3; k++) {
        out->max_block[k] = (int) p->max_block[k];
        out->max_grid[k] = (int) p->max_grid[k];
    }
    return CU_SUCCESS;
}

EXPORT int cuDeviceGetPCIBusId(char *id, int size, int device)
{
    int e = device_known(device);
    if (!e)
        snprintf(id, (size_t) size, "0000:00:00.0");
    return e;
}

EXPORT int cuDeviceGetByPCIBusId(int *device, const char *id)
{
    *device = 0;
    return strcmp(id, "0000:00:00.0") ? CU_INVALID_VALUE : CU_SUCCESS;
}

EXPORT int cuDeviceCanAccessPeer(int *can, int device, int peer)
{
    int e = device_known(device);
    *can = 0;
    return e ? e : device_known(peer);
}

EXPORT int cuDeviceGetP2PAttribute(int *value, int attribute, int from, int to)
{
    *value = 0;
    return CU_INVALID_DEVICE;
}

EXPORT int cuDeviceGetExecAffinitySupport(int *value, int type, int device)
{
    *value = 0;
    return device_known(device);
}

EXPORT int cuDeviceGetTexture1DLinearMaxWidth(size_t *width, int format, unsigned channels,
                                              int device)
{
    *width = (size_t) 1 << 28;
    return device_known(device);
}

__attribute__((destructor)) static void close_library(void)
{
    if (!driver_state.engine || driver_state.forked)
        return;
    driver_take_error();
    driver_lock();
    report_write();
    driver_unlock();
}
