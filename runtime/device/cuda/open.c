/* SPDX-License-Identifier: Apache-2.0 */
/* Opens a cuda device, or says why there is none and what to do about it. Also its settings, and parking after a time without calls.
 * Next: process.c. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "device/cuda/cuda.h"

/* ---- why there is no device ---- */

static const struct {
    uint32_t status;
    const char *text, *help;
} reasons[] = {
    {CU_NO_SYMBOL,              "the NVIDIA driver is too old: it lacks %s",                             "update the NVIDIA driver"},
    {CU_STUB_LIBRARY,           "the libcuda.so.1 that was found is the toolkit's stub, not a driver",
     "remove the toolkit's stubs directory from LD_LIBRARY_PATH"                                                                   },
    {CU_DEVICE_UNAVAILABLE,     "another process uses the GPU exclusively",
     "end that process, or set the compute mode to 'default' with nvidia-smi -c 0"                                                 },
    {CU_SYSTEM_NOT_READY,       "the GPU's system services are not ready",
     "start nvidia-fabricmanager (machines with NVSwitch need it)"                                                                 },
    {CU_SYSTEM_DRIVER_MISMATCH, "the driver library and its kernel module have different versions",
     "restart the machine: the driver was updated while it ran"                                                                    },
    {CU_COMPATIBILITY,          "the CUDA compatibility package does not support this GPU",
     "remove the cuda-compat package, or update the driver"                                                                        },
    {CU_MPS_CONNECTION,         "the GPU is served by MPS, but the MPS control daemon does not respond",
     "start nvidia-cuda-mps-control, or unset CUDA_MPS_PIPE_DIRECTORY"                                                             },
    {CU_MPS_FULL,               "the MPS server of this GPU has reached its client limit",
     "end one of them, or run without MPS"                                                                                         },
    {CU_UNKNOWN,                "the NVIDIA driver does not start and gives no reason",
     "check it with nvidia-smi; after an update or a suspend, restart the machine or reload "
     "nvidia-uvm"                                                                                                                  },
    {CU_OUT_OF_MEMORY,          "the GPU has no memory left for a context",
     "nvidia-smi shows which processes use it"                                                                                     },
};

static bool no_permission(const char **out_file)
{
    static const char *const files[] = {"/dev/nvidiactl", "/dev/nvidia0", "/dev/nvidia-uvm"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        *out_file = files[i];
        if (!access(files[i], F_OK) && access(files[i], R_OK | W_OK) && errno == EACCES)
            return true;
    }
    return false;
}

static void explain_missing(const struct reply_done *a, struct diags *out, struct span at)
{
    const char *visible = getenv("CUDA_VISIBLE_DEVICES"), *file;
    struct diag *e;
    if (a->status == CU_NO_LIBRARY) {
        e = diag_error(out, DIAG_SYSTEM, at, "the NVIDIA driver's library cannot be loaded: %s",
                       a->text);
        diag_help(out, e, "install the NVIDIA driver; in a container, start it with --gpus all");
    } else if (no_permission(&file)) {
        e = diag_error(out, DIAG_SYSTEM, at,
                       "the GPU cannot be used: this user has no permission to open %s", file);
        diag_help(out, e, "add the user to the group that owns it (ls -l %s), and log in again",
                  file);
    } else if (visible) {
        e = diag_error(out, DIAG_SYSTEM, at, "CUDA_VISIBLE_DEVICES is '%s', which hides all GPUs",
                       visible);
        diag_help(out, e, "nvidia-smi -L lists the GPUs; unset the variable to see them all");
    } else {
        e = diag_error(out, DIAG_SYSTEM, at, "the NVIDIA driver finds no GPU (%s%s%s)", a->call,
                       a->call[0] ? ": " : "", a->text);
        diag_help(out, e, "check the driver with nvidia-smi");
    }
}

void open_explain(const struct reply_done *a, const char *why, struct diags *out, struct span at)
{
    if (why && why[0]) {
        diag_error(out, DIAG_SYSTEM, at, "%s", why);
        return;
    }
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        const char *file;
        if (reasons[i].status != a->status || (a->status == CU_UNKNOWN && no_permission(&file)))
            continue;
        struct buf text = {0};
        const char *hole = strstr(reasons[i].text, "%s");
        buf_put(&text, reasons[i].text,
                hole ? (size_t) (hole - reasons[i].text) : strlen(reasons[i].text));
        if (hole)
            buf_printf(&text, "%s%s", a->text, hole + 2);
        diag_help(out, diag_error(out, DIAG_SYSTEM, at, "%s", text.p), "%s", reasons[i].help);
        buf_free(&text);
        return;
    }
    explain_missing(a, out, at);
}

/* ---- settings ---- */

static uint64_t megabytes(const char *name, uint64_t none)
{
    const char *s = getenv(name);
    char *end;
    double v = s ? strtod(s, &end) : -1;
    return s && end != s && v >= 0 ? (uint64_t) (v * 1048576) : none;
}

static void set_limits(struct cuda_device *d, uint64_t total)
{
    enum { KEEP_MIB = 256 };

    const struct cuda_options *o = &d->options;
    uint64_t limit = o->memory_limit ? o->memory_limit : megabytes("WARPCELL_GPU_MEMORY", 0);
    d->base.props.total_memory = limit && limit < total ? limit : total;
    d->keep_limit = o->keep_limit != UINT64_MAX
                        ? o->keep_limit
                        : megabytes("WARPCELL_GPU_KEEP", (uint64_t) KEEP_MIB << 20);
}

/* ---- parking after a time without calls ---- */

static void *parker(void *user)
{
    struct cuda_device *d = user;
    pthread_mutex_lock(&d->lock);
    while (!d->closed) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += 1;
        pthread_cond_timedwait(&d->closing, &d->lock, &until);
        uint64_t after = (uint64_t) d->options.park_after * 1000000000; /* may be set again */
        bool idle =
            after && d->awake && d->fresh && !d->inflight.n && clock_ns() - d->used_ns > after;
        if (d->closed || !idle)
            continue;
        struct diags unheard = {
            0}; /* without host memory for copies the GPU stays in use; tried again later */
        d->unattended = true;
        d->base.ops->hardware->park(&d->base, &unheard, (struct span){0});
        d->unattended = false;
        diags_free(&unheard);
    }
    pthread_mutex_unlock(&d->lock);
    return NULL;
}

static void start_parker(struct cuda_device *d)
{
    const char *s = getenv("WARPCELL_GPU_PARK_AFTER"); /* seconds */
    if (!d->options.park_after && s)
        d->options.park_after = (uint32_t) strtoul(s, NULL, 10);
    if (d->options.park_after && !d->has_parker)
        d->has_parker = !pthread_create(&d->parker, NULL, parker, d);
}

void cuda_device_set(struct device *dev, const struct cuda_options *options)
{
    struct cuda_device *d = cuda(dev);
    pthread_mutex_lock(&d->lock);
    if (d->options.host && options->host != d->options.host)
        space_on_release(d->options.host, NULL, NULL);
    d->options = *options;
    set_limits(d, d->memory);
    start_parker(d);
    pthread_mutex_unlock(&d->lock);
}

/* ---- opening ---- */

static void set_props(struct cuda_device *d, const struct worker_device *w)
{
    struct device_props *p = &d->base.props;
    *p = (struct device_props){
        .number = (uint32_t) d->ordinal,
        .arch = w->arch,
        .wants_cubin = true,
        .warp_size = w->warp_size,
        .max_threads_per_block = w->max_threads_per_block,
        .multiprocessors = w->multiprocessors,
        .max_threads_per_multiprocessor = w->max_threads_per_multiprocessor,
        .max_blocks_per_multiprocessor = w->max_blocks_per_multiprocessor,
        .shared_per_block = w->shared_per_block,
        .shared_per_block_optin = w->shared_per_block_optin,
        .max_cooperative_blocks =
            w->cooperative ? w->multiprocessors * w->max_blocks_per_multiprocessor : 1,
        .driver = w->driver,
    };
    snprintf(p->id, sizeof p->id, "%d", d->ordinal);
    snprintf(p->name, sizeof p->name, "%.*s", DEVICE_NAME - 1, w->name);
    memcpy(p->max_block, w->max_block, sizeof p->max_block);
    memcpy(p->max_grid, w->max_grid, sizeof p->max_grid);
    d->granularity = w->granularity;
    d->memory = w->total_memory;
    set_limits(d, w->total_memory);
}

static bool is_sane(const struct worker_device *w)
{
    return w->warp_size && w->arch >= 30 && w->arch < 1000 && w->virtual_memory && w->granularity &&
           !(w->granularity & (w->granularity - 1)) && w->max_threads_per_block;
}

/* Asks the worker, which loads the driver now. `see` gets each device. False: a diag. */
static bool ask(struct cuda_device *d, void (*see)(void *user, const struct worker_device *w),
                void *user, struct diags *out)
{
    d->why[0] = 0;
    d->failing = true;
    bool ok = process_start(d);
    struct message *m = ok ? talk_command(d, sizeof *m, OP_DEVICES) : NULL;
    ok = m && talk_call(d, m);
    while (ok && !d->done.status) {
        d->done.device.name[DEVICE_NAME - 1] = 0;
        see(user, &d->done.device);
        if (d->done.last)
            break;
        ok = talk_more(d);
    }
    d->failing = false;
    if (ok && !d->done.status)
        return true;
    open_explain(&d->done, ok ? "" : d->why, out, (struct span){0});
    return false;
}

struct found {
    struct worker_device device;
    int ordinal, count;
};

static void see_device(void *user, const struct worker_device *w)
{
    struct found *f = user;
    f->count++;
    if (w->ordinal == f->ordinal)
        f->device = *w;
}

static struct cuda_device *new_device(const struct cuda_options *options,
                                      const struct device_events *events)
{
    struct cuda_device *d = xcalloc(1, sizeof *d);
    pthread_mutexattr_t recursive;
    d->base.ops = &cuda_ops;
    d->base.events = events ? *events : (struct device_events){0};
    d->options = *options;
    d->ordinal = options->ordinal;
    d->names = intern_new();
    d->fresh = true;
    d->worker = (struct worker_process){.out = -1, .err = -1, .shared_fd = -1};
    pthread_mutexattr_init(&recursive);
    pthread_mutexattr_settype(&recursive,
                              PTHREAD_MUTEX_RECURSIVE); /* parking calls device.h's calls */
    pthread_mutex_init(&d->lock, &recursive);
    pthread_mutexattr_destroy(&recursive);
    pthread_cond_init(&d->closing, NULL);
    return d;
}

static bool choose(struct cuda_device *d, const struct found *f, struct diags *out)
{
    if (d->ordinal < 0 || d->ordinal >= f->count) {
        struct diag *e =
            diag_error(out, DIAG_SYSTEM, (struct span){0},
                       "there is no GPU %d: the driver reports %d", d->ordinal, f->count);
        diag_help(out, e, "%%devices lists them");
        return false;
    }
    if (!is_sane(&f->device)) {
        struct diag *e =
            diag_error(out, DIAG_SYSTEM, (struct span){0},
                       "GPU %d (%s) or its driver does not support virtual memory management",
                       d->ordinal, f->device.name);
        diag_help(out, e, "it requires a GPU of compute capability 6.0 and a driver for CUDA 11");
        return false;
    }
    set_props(d, &f->device);
    return true;
}

struct device *cuda_device_open(const struct cuda_options *options,
                                const struct device_events *events, struct diags *out)
{
    struct cuda_device *d = new_device(options, events);
    struct found f = {.ordinal = options->ordinal};
    bool ok = memory_open(d);
    if (!ok)
        diag_error(out, DIAG_SYSTEM, (struct span){0},
                   "cannot reserve address space for GPU memory");
    ok = ok && ask(d, see_device, &f, out) && choose(d, &f, out);
    if (!ok) {
        cuda_ops.close(&d->base);
        return NULL;
    }
    start_parker(d);
    return &d->base;
}

bool cuda_device_likely(void)
{
    const char *named = getenv("WARPCELL_CUDA");
    if (named && *named)
        return strcmp(named, "off") != 0;
    return !access("/dev/nvidiactl", F_OK) || !access("/dev/dxg", F_OK);
}

struct device_listing {
    struct device_props *out;
    int most, count;
    struct cuda_device *d;
};

static void list_device(void *user, const struct worker_device *w)
{
    struct device_listing *l = user;
    if (l->count >= l->most)
        return;
    l->d->ordinal = w->ordinal;
    set_props(l->d, w);
    l->out[l->count++] = l->d->base.props;
}

int cuda_device_list(struct device_props *out, int most, struct diags *diags)
{
    struct cuda_device *d = new_device(&(struct cuda_options){.keep_limit = 0}, NULL);
    struct device_listing l = {.out = out, .most = most, .d = d};
    bool ok = ask(d, list_device, &l, diags);
    cuda_ops.close(&d->base);
    return ok ? l.count : -1;
}
