/* SPDX-License-Identifier: Apache-2.0 */
/* The fake driver: the test's settings, its devices and contexts, and its engine. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/check.h"
#include "device/device_open.h"
#include "fake_driver.h"

struct fake_driver fake; /* a library of C functions has no better place for it */

static const uint64_t low_bytes =
    (uint64_t) 64 << 30; /* in front of the arrays: modules' variables and scratch memory */

/* ---- the test's settings ---- */

static struct fake_driver_control *control(void)
{
    const char *path = getenv("WARPCELL_FAKE_DRIVER"), *driver = getenv("WARPCELL_FAKE_DRIVER_VERSION"),
               *devices = getenv("WARPCELL_FAKE_DRIVER_DEVICES"),
               *granularity = getenv("WARPCELL_FAKE_DRIVER_GRANULARITY");
    if (fake.control)
        return fake.control;
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *p = fd >= 0
                  ? mmap(NULL, sizeof *fake.control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
                  : MAP_FAILED;
    if (fd >= 0)
        close(fd);
    fake.control = p == MAP_FAILED ? &fake.own : p;
    if (driver)
        fake.control->driver = (uint32_t) atoi(driver);
    if (devices)
        fake.control->devices = (uint32_t) atoi(devices) + 1;
    if (granularity)
        fake.control->granularity = strtoull(granularity, NULL, 0);
    return fake.control;
}

static bool stays(int status)
{
    return (status >= 700 && status < 720 && status != 701 && status != 712 && status != 713) ||
           status == 999;
}

int fake_enter(const char *name)
{
    struct fake_driver_control *c = control();
    bool polls = !strcmp(name, "cuStreamQuery") || !strcmp(name, "cuEventQuery"),
         again = polls && fake.polled;
    fake.polled = polls;
    if (again) /* how often the caller polls is chance, so repeated polls count as one call */
        return fake.sticky;
    uint64_t number = atomic_fetch_add(&c->calls, 1) + 1;
    if (c->fail_at == number || (c->fail_name[0] && !strcmp(c->fail_name, name))) {
        uint32_t action = c->action;
        c->fail_name[0] = 0;
        snprintf(c->failed, sizeof c->failed, "%s", name);
        if (action == FAKE_KILL)
            kill(getpid(), SIGKILL);
        while (action == FAKE_HANG)
            pause();
        if (stays((int) action))
            fake.sticky = (int) action;
        return (int) action;
    }
    return fake.sticky;
}

uint64_t fake_total(void)
{
    return control()->memory ? control()->memory : (uint64_t) 1 << 30;
}

uint64_t fake_granularity(void)
{
    enum { FINE = 256 };

    return control()->granularity ? control()->granularity : FINE;
}

/* ---- the engine ---- */

static void on_output(void *user, uint32_t tag, const char *text, size_t n)
{
    fwrite(text, 1, n, stdout);
}

static void on_finished(void *user, const struct device_timing *t)
{
    fake.ends.at[t->tag - 1] = t->end;
}

bool fake_start(uint64_t start, uint64_t size)
{
    struct device_events events = {.output = on_output, .finished = on_finished};
    void *low = mmap((void *) (uintptr_t) (start - low_bytes), low_bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (low == MAP_FAILED)
        return false;
    fake.space = space_new_with(&(struct space_options){
        .range = low_bytes + size, .start = start - low_bytes, .borrowed = true});
    CHECK(fake.space);
    fake.engine = cpu_device_open_in(fake.space, &events, (uint64_t) 4 << 30);
    return true;
}

static int code_of(const struct device_fault *f)
{
    switch (f->kind) {
    case FAULT_MISALIGNED: return CU_MISALIGNED_ADDRESS;
    case FAULT_ASSERT: return CU_ASSERT;
    case FAULT_STACK: return CU_STACK_ERROR;
    case FAULT_ILLEGAL_ADDRESS:
    case FAULT_HOST_POINTER:
    case FAULT_SHARED:
    case FAULT_LOCAL:
    case FAULT_CONSTANT:
    case FAULT_IMAGE: return CU_ILLEGAL_ADDRESS;
    default: return CU_LAUNCH_FAILED;
    }
}

/* As the driver prints it: file, line, function, block, thread and text. */
static void say_assert(const struct device_fault *f)
{
    const char *open = strchr(f->text, '\''), *close = strrchr(f->text, '\'');
    int n = open && close > open ? (int) (close - open - 1) : (int) strlen(f->text);
    fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%.*s` failed.\n",
            f->file, f->line, f->kernel, f->block.x, f->block.y, f->block.z, f->thread.x,
            f->thread.y, f->thread.z, n, open && close > open ? open + 1 : f->text);
    fflush(stderr);
}

static void write_values(void)
{
    size_t kept = 0;
    for (size_t i = 0; i < fake.writes.n; i++) {
        struct write w = fake.writes.at[i];
        if (w.after && !fake.ends.at[w.after - 1])
            fake.writes.at[kept++] = w;
        else
            *(uint32_t *) (uintptr_t) w.address = w.value;
    }
    fake.writes.n = kept;
}

static int note(enum device_status status, const struct device_fault *f)
{
    write_values();
    if (status != DEVICE_FAULT || fake.sticky)
        return fake.sticky;
    fake.sticky = code_of(f);
    if (f->kind == FAULT_ASSERT)
        say_assert(f);
    return fake.sticky;
}

int fake_poll(void)
{
    struct device_fault f;
    if (!fake.engine || !device_idle(fake.engine, DEVICE_ALL_STREAMS)) {
        write_values();
        return fake.sticky;
    }
    enum device_status status = device_sync(fake.engine, DEVICE_ALL_STREAMS, &f);
    return note(status, &f);
}

int fake_sync(uint32_t stream)
{
    struct device_fault f;
    if (!fake.engine)
        return fake.sticky;
    enum device_status status = device_sync(fake.engine, stream, &f);
    return note(status, &f);
}

bool fake_device_memory(uint64_t address)
{
    return fake.space && space_holds(fake.space, address);
}

void fake_write(uint32_t after, uint64_t address, uint32_t value)
{
    VEC_PUSH(&fake.writes, (struct write){after, value, address});
    write_values();
}

/* ---- initialization and devices ---- */

static bool is_uuid(int physical, const char *text, size_t n)
{
    unsigned char b = (unsigned char) (0x10 + physical);
    char whole[64];
    snprintf(whole, sizeof whole,
             "%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b, b, b, b, b,
             b, b, b, b, b, b, b, b, b, b, b);
    bool known = n > 4 && (!strncmp(text, "GPU-", 4) || !strncmp(text, "MIG-", 4));
    return known && !strncmp(whole, text + 4, n - 4); /* the first digits are enough */
}

/* What CUDA_VISIBLE_DEVICES leaves, in its order, up to the first entry that is no device (CUDA Programming Guide, 'CUDA
 * Environment Variables'): how many, and the number of device `ordinal`. */
static int visible(int ordinal, int *out_physical)
{
    const char *list = getenv("CUDA_VISIBLE_DEVICES");
    int all = control()->devices ? (int) control()->devices - 1 : 1, count = 0;
    *out_physical = ordinal;
    for (const char *p = list; p && *p; count++) {
        size_t n = strcspn(p, ",");
        char *end;
        long found = strtol(p, &end, 10);
        if (end != p + n)
            for (found = 0; found < all && !is_uuid((int) found, p, n);)
                found++;
        if (found < 0 || found >= all)
            break;
        if (count == ordinal)
            *out_physical = (int) found;
        p += n + (p[n] == ',');
    }
    return list ? count : all;
}

EXPORT int cuInit(unsigned flags)
{
    int physical;
    int e = fake_enter("cuInit");
    if (e)
        return e;
    fake.initialized = true;
    return visible(0, &physical) ? CU_SUCCESS : CU_NO_DEVICE;
}

EXPORT int cuDriverGetVersion(int *version)
{
    *version = control()->driver ? (int) control()->driver : 13000;
    return fake_enter("cuDriverGetVersion");
}

EXPORT int cuGetErrorString(int error, const char **text)
{
    bool known = error == CU_UNKNOWN || strcmp(cuda_error_name(error), "cudaErrorUnknown");
    *text = known ? cuda_error_text(error) : NULL;
    return known ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuDeviceGetCount(int *count)
{
    int physical;
    *count = visible(0, &physical);
    return fake_enter("cuDeviceGetCount");
}

EXPORT int cuDeviceGet(int *device, int ordinal)
{
    int count = visible(ordinal, device);
    return ordinal >= 0 && ordinal < count ? fake_enter("cuDeviceGet") : CU_INVALID_DEVICE;
}

EXPORT int cuDeviceGetName(char *name, int size, int device)
{
    snprintf(name, (size_t) size, "Fake GPU %d", device);
    return fake_enter("cuDeviceGetName");
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device)
{
    uint32_t arch = control()->arch ? control()->arch : 75;
    static const int values[128] = {
        [CU_ATTR_MAX_THREADS_PER_BLOCK] = 1024,
        [CU_ATTR_MAX_BLOCK_X] = 1024,
        [CU_ATTR_MAX_BLOCK_X + 1] = 1024,
        [CU_ATTR_MAX_BLOCK_X + 2] = 64,
        [CU_ATTR_MAX_GRID_X] = INT32_MAX,
        [CU_ATTR_MAX_GRID_X + 1] = 65535,
        [CU_ATTR_MAX_GRID_X + 2] = 65535,
        [CU_ATTR_SHARED_PER_BLOCK] = 48 << 10,
        [CU_ATTR_WARP_SIZE] = 32,
        [CU_ATTR_MULTIPROCESSORS] = 2,
        [CU_ATTR_THREADS_PER_MULTIPROCESSOR] = 1024,
        [CU_ATTR_REGISTERED_POINTERS] = 1,
        [CU_ATTR_STREAM_MEMORY] = 1,
        [CU_ATTR_COOPERATIVE] = 1,
        [CU_ATTR_SHARED_OPTIN] = 227 << 10,
        [CU_ATTR_VIRTUAL_MEMORY] = 1,
        [CU_ATTR_BLOCKS_PER_MULTIPROCESSOR] = 16,
    };
    *value = attribute == CU_ATTR_MAJOR   ? (int) arch / 10
             : attribute == CU_ATTR_MINOR ? (int) arch % 10
             : attribute < 128            ? values[attribute]
                                          : 0;
    return fake_enter("cuDeviceGetAttribute");
}

EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device)
{
    *bytes = fake_total();
    return fake_enter("cuDeviceTotalMem_v2");
}

EXPORT int cuDeviceGetUuid_v2(struct cu_uuid *uuid, int device)
{
    memset(uuid, 0x10 + device, sizeof *uuid);
    return fake_enter("cuDeviceGetUuid_v2");
}

/* ---- contexts ---- */

EXPORT int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags)
{
    return fake_enter("cuDevicePrimaryCtxSetFlags_v2");
}

EXPORT int cuDevicePrimaryCtxRetain(struct cu_context **context, int device)
{
    int e = fake_enter("cuDevicePrimaryCtxRetain");
    *context = e ? NULL : xcalloc(1, sizeof **context);
    return e;
}

EXPORT int cuDevicePrimaryCtxRelease_v2(int device)
{
    return fake_enter("cuDevicePrimaryCtxRelease_v2");
}

EXPORT int cuCtxSetCurrent(struct cu_context *context)
{
    return fake_enter("cuCtxSetCurrent");
}

EXPORT int cuCtxSynchronize(void)
{
    int e = fake_enter("cuCtxSynchronize");
    return e ? e : fake_sync(DEVICE_ALL_STREAMS);
}

EXPORT int cuCtxSetLimit(int limit, size_t value)
{
    int e = fake_enter("cuCtxSetLimit");
    if (!e && limit == CU_LIMIT_MALLOC_HEAP)
        device_set_heap(fake.engine, value);
    return e;
}
