/* SPDX-License-Identifier: Apache-2.0 */
/* A GPU's driver for tests: the library of runtime/driver, in which any call can be made to fail (control.h). What is different from it are
 * the devices, which replaced.c has, and that a fault stays until the process ends. Every call of device/cuda/driver.def begins with
 * inject_enter, and goes on to the function in `inject.cu`. Thread-safety: none; the worker has one thread. Next: replaced.c. */
#include "inject.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arguments.h"
#include "base/check.h"
#include "driver/core/driver_settings.h"

#define EXPORT __attribute__((visibility("default")))

struct inject inject; /* a library of C functions has no better place for it */

/* ---- the test's settings ---- */

static void from_environment(struct fake_driver_control *c)
{
    const char *driver = getenv("WARPCELL_FAKE_DRIVER_VERSION"),
               *devices = getenv("WARPCELL_FAKE_DRIVER_DEVICES"),
               *granularity = getenv("WARPCELL_FAKE_DRIVER_GRANULARITY");
    if (driver)
        c->driver = (uint32_t) atoi(driver);
    if (devices)
        c->devices = (uint32_t) atoi(devices) + 1;
    if (granularity)
        c->granularity = strtoull(granularity, NULL, 0);
}

static void map_control(void)
{
    const char *path = getenv("WARPCELL_FAKE_DRIVER");
    size_t size = sizeof *inject.control;
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    void *p = fd < 0 ? MAP_FAILED : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    inject.control = p == MAP_FAILED ? &inject.own : p;
    from_environment(inject.control);
}

/* ---- the driver ---- */

/* The addresses at which the sessions of this project put arrays (device/cuda/memory.c), and room before them for the driver itself. */
static void choose(void *library)
{
    const uint64_t own = (uint64_t) 64 << 30, first = (uint64_t) 1 << 45,
                   arrays = (uint64_t) 48 << 40;
    const struct fake_driver_control *c = inject.control;
    struct driver_settings s = {.start = first - own,
                                .range = own + arrays,
                                .own = own,
                                .memory = c->memory ? c->memory : (uint64_t) 1 << 30,
                                .granularity = c->granularity ? c->granularity : 256,
                                .as_gpu = true};
    void (*set)(const struct driver_settings *);
    *(void **) &set = dlsym(library, "warpcell_driver_set");
    CHECK(set);
    char arch[16];
    snprintf(arch, sizeof arch, "%u", c->arch ? c->arch : 75);
    setenv("WARPCELL_ARCH", arch, 1);
    set(&s);
}

static void load(void)
{
    void *library = dlopen(REAL_DRIVER, RTLD_NOW | RTLD_LOCAL);
    CHECK(library);
#define CALL(need, since, name, params)                                                            \
    *(void **) &inject.cu.name = dlsym(library, #name);                                            \
    CHECK(inject.cu.name);
#include "device/cuda/driver.def"
#undef CALL
    map_control();
    choose(library);
    inject.real = inject.cu;
    inject_replace(&inject.cu);
}

/* ---- what every call begins and ends with ---- */

static bool stays(int status)
{
    return (status >= 700 && status < 720 && status != 701 && status != 712 && status != 713) ||
           status == 999;
}

static int fail(const char *name)
{
    struct fake_driver_control *c = inject.control;
    uint32_t action = c->action;
    c->fail_name[0] = 0;
    snprintf(c->failed, sizeof c->failed, "%s", name);
    if (action == FAKE_KILL)
        kill(getpid(), SIGKILL);
    while (action == FAKE_HANG)
        pause();
    if (stays((int) action))
        inject.sticky = (int) action;
    return (int) action;
}

/* 0, or what the call returns at once. */
static int enter(const char *name)
{
    if (!inject.control)
        load();
    struct fake_driver_control *c = inject.control;
    bool polls = !strcmp(name, "cuStreamQuery") || !strcmp(name, "cuEventQuery"),
         again = polls && inject.polled;
    inject.polled = polls;
    if (again || !strcmp(name, "cuGetErrorString"))
        return again ? inject.sticky : 0; /* how often the caller polls is chance */
    uint64_t number = atomic_fetch_add(&c->calls, 1) + 1;
    if (c->fail_at == number || (c->fail_name[0] && !strcmp(c->fail_name, name)))
        return fail(name);
    return inject.sticky;
}

#define CALL(need, since, name, params)                                                            \
    EXPORT int name params                                                                         \
    {                                                                                              \
        int e = enter(#name);                                                                      \
        return e ? e : inject.cu.name ARGS_##name;                                                 \
    }
#include "device/cuda/driver.def"
#undef CALL
