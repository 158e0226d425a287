/* SPDX-License-Identifier: Apache-2.0 */
/* Opens the driver, lists its devices, and makes the one context of this process. Next: worker_memory.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "device/cuda/worker.h"

static bool load(struct gpu_worker *w)
{
    if (w->loaded)
        return true;
    struct buf why = {0};
    enum cu_result status = cu_load(&w->cu, &why);
    if (status != CU_SUCCESS) {
        int version = 0;
        if (w->cu.cuDriverGetVersion)
            w->cu.cuDriverGetVersion(&version);
        w->answer.device.driver = version;
        worker_refuse(w, status, why.p ? why.p : "");
    }
    buf_free(&why);
    if (status != CU_SUCCESS)
        return false;
    int failed = w->cu.cuInit(0);
    if (w->cu.cuDriverGetVersion(&w->driver))
        w->driver = 0;
    w->answer.device.driver = w->driver;
    w->loaded = worker_check(w, failed, "cuInit");
    return w->loaded;
}

static uint32_t attribute(struct gpu_worker *w, int which, int device)
{
    int value = 0;
    DRIVER(w, cuDeviceGetAttribute, &value, which, device);
    return (uint32_t) value;
}

static bool describe(struct gpu_worker *w, int ordinal, struct worker_device *d)
{
    int device;
    size_t total = 0, granularity = 0;
    struct cu_allocation what = {
        .type = 1, .location = {1, ordinal}
    };
    if (!DRIVER(w, cuDeviceGet, &device, ordinal) ||
        !DRIVER(w, cuDeviceGetName, d->name, sizeof d->name, device) ||
        !DRIVER(w, cuDeviceTotalMem_v2, &total, device))
        return false;
    d->name[sizeof d->name - 1] = 0;
    d->ordinal = ordinal;
    d->driver = w->driver;
    d->arch =
        (int) (attribute(w, CU_ATTR_MAJOR, device) * 10 + attribute(w, CU_ATTR_MINOR, device));
    d->warp_size = attribute(w, CU_ATTR_WARP_SIZE, device);
    d->max_threads_per_block = attribute(w, CU_ATTR_MAX_THREADS_PER_BLOCK, device);
    for (int i = 0; i < 3; i++) {
        d->max_block[i] = attribute(w, CU_ATTR_MAX_BLOCK_X + i, device);
        d->max_grid[i] = attribute(w, CU_ATTR_MAX_GRID_X + i, device);
    }
    d->multiprocessors = attribute(w, CU_ATTR_MULTIPROCESSORS, device);
    d->max_threads_per_multiprocessor = attribute(w, CU_ATTR_THREADS_PER_MULTIPROCESSOR, device);
    d->max_blocks_per_multiprocessor = attribute(w, CU_ATTR_BLOCKS_PER_MULTIPROCESSOR, device);
    d->shared_per_block = attribute(w, CU_ATTR_SHARED_PER_BLOCK, device);
    d->shared_per_block_optin = attribute(w, CU_ATTR_SHARED_OPTIN, device);
    d->cooperative = attribute(w, CU_ATTR_COOPERATIVE, device);
    d->registered_pointers = attribute(w, CU_ATTR_REGISTERED_POINTERS, device);
    d->virtual_memory = attribute(w, CU_ATTR_VIRTUAL_MEMORY, device);
    d->total_memory = total;
    if (d->virtual_memory)
        DRIVER(w, cuMemGetAllocationGranularity, &granularity, &what, 0);
    d->granularity = granularity;
    return !w->answer.status;
}

HANDLER(devices)
{
    int count = 0;
    if (!load(w) || !DRIVER(w, cuDeviceGetCount, &count))
        return false;
    if (!count)
        return worker_check(w, CU_NO_DEVICE, "cuDeviceGetCount");
    for (int i = 0; i < count; i++) {
        struct reply_done *a = &w->answer;
        memset(a, 0, sizeof *a);
        if (!describe(w, i, &a->device))
            return false;
        a->device.count = count;
        if (i + 1 < count)
            worker_reply(w, a, sizeof *a, OP_DONE);
    }
    w->answer.last = 1;
    return true;
}

/* Times on the device count from an event that is recorded at a known time of the host. */
static bool anchor(struct gpu_worker *w)
{
    if (!DRIVER(w, cuEventCreate, &w->anchor, 0) || !DRIVER(w, cuEventRecord, w->anchor, NULL) ||
        !DRIVER(w, cuEventSynchronize, w->anchor))
        return false;
    w->anchor_ns = clock_ns();
    return true;
}

/* Some virtualised drivers accept the call and do nothing, so the value is checked. */
static bool can_write_values(struct gpu_worker *w)
{
    enum { PROBE = 0x5a5a };

    uint64_t at = w->marks + 4 * KEEP_MARK;
    _Atomic uint32_t *mark = &w->shared->marks[KEEP_MARK];
    bool ok = w->cu.cuStreamWriteValue32_v2 && !w->cu.cuStreamWriteValue32_v2(NULL, at, PROBE, 0) &&
              !w->cu.cuCtxSynchronize() && atomic_load(mark) == PROBE;
    atomic_store(mark, 0);
    return ok;
}

/* The device itself writes the marks. Where streams cannot write values, a fill of four bytes does it. */
static bool register_marks(struct gpu_worker *w)
{
    void *marks = w->shared->marks;
    if (!DRIVER(w, cuMemHostRegister_v2, marks, sizeof w->shared->marks, CU_REGISTER_DEVICEMAP) ||
        !DRIVER(w, cuMemHostGetDevicePointer_v2, &w->marks, marks, 0))
        return false;
    if (!w->cu.cuMemHostRegister_v2(w->shared->bounce, BOUNCE_BYTES, CU_REGISTER_PORTABLE))
        memset(w->pinned[AREA_BOUNCE], 1, BOUNCE_BYTES / PIN_CHUNK);
    w->writes_values = can_write_values(w);
    return true;
}

/* Reserves the addresses of all arrays in one range, always at the same place. If the driver refuses so large a range, a quarter is tried, and so
 * on: arrays lie at its start, and what is beyond cannot be mapped. */
static bool reserve(struct gpu_worker *w, uint64_t start, uint64_t size)
{
    const uint64_t least = (uint64_t) 64 << 30;
    uint64_t got = 0;
    int status = w->cu.cuMemAddressReserve(&got, size, w->granularity, start, 0);
    for (; (status == CU_OUT_OF_MEMORY || status == CU_INVALID_VALUE) && size / 4 >= least;)
        status = w->cu.cuMemAddressReserve(&got, size /= 4, w->granularity, start, 0);
    if (!worker_check(w, status, "cuMemAddressReserve"))
        return false;
    if (got == start)
        return true;
    w->cu.cuMemAddressFree(got, size);
    return worker_refuse(w, CU_INVALID_VALUE,
                         "the addresses of the arrays are already in use in this process");
}

HANDLER(open)
{
    const struct command_open *c = (const struct command_open *) m;
    struct worker_device *d = &w->answer.device;
    if (w->context)
        return worker_refuse(w, CU_PROTOCOL, "the context exists already");
    if (!load(w) || !describe(w, c->ordinal, d) || !DRIVER(w, cuDeviceGet, &w->device, c->ordinal))
        return false;
    w->ordinal = c->ordinal;
    w->granularity = d->granularity;
    /* waiting without spinning: a cell may run for hours */
    w->cu.cuDevicePrimaryCtxSetFlags_v2(w->device, CU_CTX_BLOCKING_SYNC);
    w->libraries = gpu_libraries_new(
        &(struct gpu_memory){w->cu.cuMemAlloc_v2, w->cu.cuMemFree_v2, w->cu.cuCtxSynchronize},
        w->driver);
    return DRIVER(w, cuDevicePrimaryCtxRetain, &w->context, w->device) &&
           DRIVER(w, cuCtxSetCurrent, w->context) && reserve(w, c->start, c->size) &&
           register_marks(w) && anchor(w);
}

HANDLER(heap)
{
    const struct command_range *c = (const struct command_range *) m;
    return w->cu.cuCtxSetLimit
               ? DRIVER(w, cuCtxSetLimit, CU_LIMIT_MALLOC_HEAP, c->size)
               : worker_refuse(w, CU_NOT_FOUND, "this driver has a heap of fixed size");
}

void worker_close(struct gpu_worker *w)
{
    gpu_libraries_free(&w->libraries);
    if (w->context && !w->dead) {
        w->cu.cuCtxSynchronize();
        w->cu.cuDevicePrimaryCtxRelease_v2(w->device);
    }
    fflush(stdout);
}

static void print_uuid(char to[48], const char *kind, const struct cu_uuid *uuid)
{
    const unsigned char *b = (const unsigned char *) uuid->bytes;
    snprintf(to, 48, "%s-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x",
             kind, b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12],
             b[13], b[14], b[15]);
}

HANDLER(smi)
{
    struct cu_uuid uuid;
    int device;
    struct device_smi *s = &w->answer.smi;
    const struct command_id *c = (const struct command_id *) m;
    if (!load(w) || !DRIVER(w, cuDeviceGet, &device, (int) c->id))
        return false;
    if (!w->cu.cuDeviceGetUuid_v2 || !DRIVER(w, cuDeviceGetUuid_v2, &uuid, device))
        return worker_refuse(w, CU_NOT_FOUND, "the driver does not tell the device's UUID");
    static const char *const kinds[] = {"GPU", "MIG"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        print_uuid(s->uuid, kinds[i], &uuid);
        if (nvml_read(&w->nvml, s->uuid, s))
            return true;
    }
    return worker_refuse(w, CU_NOT_FOUND, "NVML (libnvidia-ml.so.1) does not know the device");
}
