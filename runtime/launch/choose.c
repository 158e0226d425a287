/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the device for the session's kernels: the requested one, else a working GPU, else the cpu. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/device_open.h"
#include "launch/launcher.h"

static void on_output(void *user, uint32_t tag, const char *text, size_t n)
{
    struct launcher *l = user;
    launch_outputs(l, tag);
    l->hooks.output(l->hooks.user, text, n);
}

static void on_full(void *user, struct diags *out, struct diag *d)
{
    const struct launcher *l = user;
    if (l->full)
        l->full(l->full_user, out, d);
}

static void on_finished(void *user, const struct device_timing *t)
{
    struct launch_record *r = launcher_record(user, t->tag);
    launcher_events_finish(user, t->tag, t->end);
    ((struct launcher *) user)->busy += t->end - t->start;
    if (!r)
        return;
    struct profile_event e = {.kind = PROFILE_KERNEL,
                              .name = r->label ? r->label : r->kernel->name,
                              .start = t->start,
                              .end = t->end,
                              .stream = r->stream,
                              .grid = r->grid,
                              .block = r->block};
    launcher_profile_add(user, &e);
    r->ns = t->end - t->start;
    r->finished = true;
    r->counted = t->counts != NULL;
    if (t->counts)
        r->counts = *t->counts;
}

static void on_copied(void *user, uint64_t bytes, bool to_device, uint64_t start, uint64_t end)
{
    struct profile_event e = {.kind = PROFILE_COPY,
                              .name = to_device ? "host to device" : "device to host",
                              .start = start,
                              .end = end,
                              .bytes = bytes};
    launcher_profile_add(user, &e);
}

static void on_library(void *user, enum device_library which,
                       const struct device_library_info *info)
{
    struct launcher *l = user;
    if (l->unused[which])
        return;
    l->unused[which] = xmalloc(sizeof *info);
    *l->unused[which] = *info;
}

void launcher_tell_libraries(struct launcher *l, struct diags *out)
{
    for (int i = 0; i < DEVICE_LIBRARIES; i++) {
        const struct device_library_info *info = l->unused[i];
        if (!info || l->unused_told[i])
            continue;
        struct diag *d = diag_warning(out, DIAG_SYSTEM, (struct span){0},
                                      "%s; Warpcell's own kernels do its work", info->why);
        diag_help(out, d, "%s", info->help);
        l->unused_told[i] = true;
    }
}

static bool is_number(const char *name)
{
    return *name && strlen(name) < 4 && strspn(name, "0123456789") == strlen(name);
}

/* "cpu" is 0, "cpu3" is 3; other names are -1. */
static int cpu_number(const char *name)
{
    if (strncmp(name, "cpu", 3))
        return -1;
    return !name[3] ? 0 : is_number(name + 3) && name[3] != '0' ? atoi(name + 3) : -1;
}

static const char count_name[] = "WARPCELL_CPU_DEVICES";

/* The cpu devices of a session. */
static int cpu_count(void)
{
    const char *text = getenv(count_name);
    int n = text && is_number(text) ? atoi(text) : 1;
    return n < 1 || n > DEVICES_TOGETHER ? 1 : n;
}

static void check_count(struct diags *out, struct span at)
{
    const char *text = getenv(count_name);
    if (!text || !*text || cpu_count() > 1 || !strcmp(text, "1"))
        return;
    diag_help(
        out,
        diag_warning(out, DIAG_SYSTEM, at, "%s is '%s': there is one cpu device", count_name, text),
        "set it to a number from 1 to %d", DEVICES_TOGETHER);
}

static struct device *open_cpu(struct launcher *l, uint32_t number,
                               const struct device_events *events, struct diags *out,
                               struct span at)
{
    struct cpu_share share = {.number = number, .count = (uint32_t) cpu_count()};
    check_count(out, at);
    VEC_EACH (d, &l->devices)
        if (device_is_cpu(device_props(*d)))
            share.with = *d;
    struct device *d = cpu_device_open_share(&share, events, l->memory, out);
    const char *wanted = getenv("WARPCELL_ARCH");
    if (!l->cpu_arch && wanted && !device_arch_named(wanted, &l->cpu_arch, &l->cpu_arch_only))
        l->cpu_arch = 0;
    if (d && l->cpu_arch)
        cpu_device_set_arch(d, l->cpu_arch, l->cpu_arch_only);
    return d;
}

int launcher_arch(const struct launcher *l)
{
    enum { OF_CPU = 75, OF_GPU = 90 };

    const char *wanted = getenv("WARPCELL_ARCH");
    int arch;
    bool only,
        on_cpu = (l->device_name && cpu_number(l->device_name) >= 0) || !cuda_device_likely();
    if (l->device)
        return device_props(l->device)->arch;
    if (!on_cpu)
        return OF_GPU;
    if (l->cpu_arch)
        return l->cpu_arch;
    return wanted && device_arch_named(wanted, &arch, &only) ? arch : OF_CPU;
}

struct device *launcher_open(struct launcher *l, const char *name, struct diags *out,
                             struct span at)
{
    struct device_events events = {.user = l,
                                   .output = on_output,
                                   .finished = on_finished,
                                   .copied = on_copied,
                                   .full = on_full,
                                   .library = on_library,
                                   .interrupt = l->interrupt,
                                   .poll = l->hooks.poll};
    VEC_EACH (d, &l->devices)
        if (!strcmp(device_props(*d)->id, name))
            return *d;
    struct device *d = NULL;
    int cpu = cpu_number(name);
    if (cpu >= 0 && cpu < cpu_count()) {
        d = open_cpu(l, (uint32_t) cpu, &events, out, at);
    } else if (is_number(name)) {
        l->gpu.ordinal = atoi(name);
        l->gpu.host = l->host;
        d = cuda_device_open(&l->gpu, &events, out);
    } else {
        diag_help(out, diag_error(out, DIAG_SYSTEM, at, "there is no device '%s'", name),
                  "devices are 'cpu' and the numbers of GPUs: %%devices lists them");
    }
    if (d)
        VEC_PUSH(&l->devices, d);
    return d;
}

/* A GPU that may exist but cannot be used is worth a note; a missing GPU is not. */
static struct device *open_default(struct launcher *l, struct diags *out, struct span at)
{
    struct diags failed = {0};
    struct device *d = cuda_device_likely() ? launcher_open(l, "0", &failed, at) : NULL;
    if (!d && failed.last) {
        free(l->no_gpu);
        l->no_gpu = xstrdup(failed.last->text);
        struct diag *w = diag_warning(out, DIAG_SYSTEM, at, "no GPU is used: %s", l->no_gpu);
        diag_help(out, w, "%s; kernels run on the cpu device",
                  failed.last->help ? failed.last->help : "%smi shows details");
    }
    diags_free(&failed);
    return d ? d : launcher_open(l, "cpu", out, at);
}

struct device *launcher_device(struct launcher *l, struct diags *out, struct span at)
{
    const char *wanted = l->device_name ? l->device_name : getenv("WARPCELL_DEVICE");
    if (!l->device)
        l->device = l->chosen =
            wanted && *wanted ? launcher_open(l, wanted, out, at) : open_default(l, out, at);
    return l->device;
}

/* ---- several devices ---- */

bool launcher_same_kind(const struct device *a, const struct device *b)
{
    return device_is_cpu(device_props(a)) == device_is_cpu(device_props(b));
}

int launcher_device_count(struct launcher *l, struct diags *out, struct span at)
{
    enum { MOST = DEVICES_TOGETHER };

    struct device *d = launcher_device(l, out, at);
    if (!d || device_is_cpu(device_props(d)))
        return d ? cpu_count() : 0;
    if (!l->gpu_count) {
        struct device_props *all = xcalloc(MOST, sizeof *all);
        struct diags unheard = {0};
        int n = cuda_device_list(all, MOST, &unheard);
        l->gpu_count = n > (int) device_props(d)->number ? n : (int) device_props(d)->number + 1;
        diags_free(&unheard);
        free(all);
    }
    return l->gpu_count;
}

struct device *launcher_open_device(const struct launcher *l, size_t i)
{
    VEC_EACH (d, &l->devices)
        if (l->device && launcher_same_kind(*d, l->device) && !i--)
            return *d;
    return NULL;
}

struct device *launcher_device_at(struct launcher *l, int64_t number, struct diags *out,
                                  struct span at)
{
    char name[16];
    struct device *d = launcher_device(l, out, at);
    if (!d || device_props(d)->number == number)
        return d;
    if (number < 0 || number >= launcher_device_count(l, out, at))
        return NULL;
    bool cpu = device_is_cpu(device_props(d));
    snprintf(name, sizeof name, cpu && !number ? "cpu" : cpu ? "cpu%d" : "%d", (int) number);
    return launcher_open(l, name, out, at);
}

void launcher_set_current(struct launcher *l, struct device *d)
{
    l->device = d ? d : l->chosen;
}

enum { STREAM_BITS = 24 }; /* of a handle: the number on the device */

uint32_t launch_stream_handle(const struct device *d, uint32_t number)
{
    return device_props(d)->number << STREAM_BITS | number;
}

uint32_t launch_stream_number(uint32_t handle)
{
    return handle & ((1u << STREAM_BITS) - 1);
}

struct device *launcher_handle_device(const struct launcher *l, uint32_t handle)
{
    if (!l->device || !launch_stream_number(handle))
        return l->device;
    VEC_EACH (d, &l->devices)
        if (device_props(*d)->number == handle >> STREAM_BITS && launcher_same_kind(*d, l->device))
            return *d;
    return NULL;
}

struct device *launcher_stream_device(const struct launcher *l, uint32_t handle)
{
    struct device *d = launcher_handle_device(l, handle);
    return d && device_stream_exists(d, launch_stream_number(handle)) ? d : NULL;
}

struct device *launcher_opened(struct launcher *l)
{
    return l->device;
}

void launcher_devices_close(struct launcher *l)
{
    l->device = l->chosen = NULL;
    VEC_EACH (d, &l->devices)
        device_close(d);
    VEC_FREE(&l->devices);
    VEC_EACH (m, &l->moved)
        free(m->bytes);
    VEC_FREE(&l->moved);
    for (int k = 0; k < DEVICE_LIBRARIES; k++)
        free(l->unused[k]);
    free(l->no_gpu);
    l->no_gpu = NULL;
}

void launcher_host_space(struct launcher *l, struct space *host)
{
    l->host = l->gpu.host = host;
    launcher_gpu_changed(l);
}

struct cuda_options *launcher_gpu(struct launcher *l)
{
    return &l->gpu;
}

static bool is_gpu(const struct device *d)
{
    return device_props(d)->driver != 0;
}

void launcher_gpu_changed(struct launcher *l)
{
    VEC_EACH (d, &l->devices)
        if (is_gpu(*d))
            cuda_device_set(*d, &l->gpu);
}

bool launcher_park(struct launcher *l, struct diags *out, struct span at)
{
    bool ok = true;
    VEC_EACH (d, &l->devices)
        ok &= device_park(*d, out, at);
    return ok;
}

const char *launcher_no_gpu(struct launcher *l)
{
    return l->no_gpu;
}

void launcher_set_replay(struct launcher *l, bool on)
{
    l->replay = on;
}

struct device *launcher_owner(struct launcher *l, uint64_t addr)
{
    VEC_EACH (d, &l->devices) {
        if (!device_owns(*d, addr))
            continue;
        struct device *home = device_home(*d, addr);
        return home ? home : *d;
    }
    return NULL;
}

void launch_settled(struct launcher *l)
{
    VEC_EACH (d, &l->devices)
        device_settled(*d);
}
