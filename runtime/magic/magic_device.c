/* SPDX-License-Identifier: Apache-2.0 */
/* The devices: %devices, %device, %park, %gpu, %replay. */
#include "device/device_open.h"
#include "magic/magic_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES_MOST = 32, COLUMNS = 8 };

struct rows {
    struct arena *arena;
    const char *used; /* the id of the session's device */
    double peak;      /* of that one, bytes per second in a copy; 0: unknown */
    VEC(const char *) cells;
};

static void add_row(struct rows *r, const struct device_props *p)
{
    struct buf memory = {0}, shared = {0}, rate = {0};
    bool used = r->used && !strcmp(r->used, p->id);
    print_bytes(&memory, p->total_memory);
    print_bytes(&shared, p->shared_per_block_optin);
    if (used && r->peak > 0)
        print_rate(&rate, r->peak, 1000000000);
    VEC_PUSH(&r->cells, arena_printf(r->arena, "%s", p->id));
    VEC_PUSH(&r->cells, arena_printf(r->arena, "%s", p->name));
    VEC_PUSH(&r->cells,
             arena_printf(r->arena, "%s_%d", p->wants_cubin ? "sm" : "compute", p->arch));
    VEC_PUSH(&r->cells, arena_printf(r->arena, "%u", p->multiprocessors));
    VEC_PUSH(&r->cells, arena_printf(r->arena, "%u", p->max_threads_per_block));
    VEC_PUSH(&r->cells, arena_strndup(r->arena, shared.p, shared.n));
    VEC_PUSH(&r->cells, arena_strndup(r->arena, memory.p, memory.n));
    VEC_PUSH(&r->cells, arena_strndup(r->arena, rate.p ? rate.p : "", rate.n));
    buf_free(&memory);
    buf_free(&shared);
    buf_free(&rate);
}

/* The cpu devices, which need not be the session's devices. */
static void add_cpus(struct wc_session *s, struct rows *r)
{
    const struct device_props *p = device_props(launcher_opened(s->launcher));
    int n = p->driver ? 0 : launcher_device_count(s->launcher, s->diags, (struct span){0});
    for (int i = 0; i < n; i++) {
        struct device *d = launcher_device_at(s->launcher, i, s->diags, (struct span){0});
        if (d)
            add_row(r, device_props(d));
    }
    struct diags unheard = {0};
    struct device *cpu = p->driver ? cpu_device_open(NULL, 0, &unheard) : NULL;
    if (cpu)
        add_row(r, device_props(cpu));
    device_close(&cpu);
    diags_free(&unheard);
}

MAGIC(devices)
{
    static const struct table_column columns[COLUMNS] = {
        {"device",            false},
        {"name",              false},
        {"code for",          false},
        {"cores",             true },
        {"threads per block", true },
        {"shared per block",  true },
        {"memory",            true },
        {"GB/s in a copy",    true }
    };
    struct device *dev = launcher_device(s->launcher, s->diags, at);
    if (!dev || !launch_sync(s->launcher, s->diags, at))
        return false;
    struct arena arena = {0};
    struct diags unheard = {0}; /* %smi explains why there is none */
    struct rows r = {.arena = &arena,
                     .used = device_props(dev)->id,
                     .peak = device_parked(dev) ? launch_peak_known(s->launcher)
                                                : launch_peak(s->launcher)};
    struct device_props gpus[DEVICES_MOST];
    int n = cuda_device_likely() ? cuda_device_list(gpus, DEVICES_MOST, &unheard) : 0;
    for (int i = 0; i < n; i++)
        add_row(&r, gpus + i);
    add_cpus(s, &r);
    magic_table_show(s, columns, COLUMNS, r.cells.at, r.cells.n, "");
    VEC_FREE(&r.cells);
    diags_free(&unheard);
    arena_free(&arena);
    return true;
}

/* "NAME", or "cpu --as ARCH", or "--as ARCH", which means the cpu device. */
static bool use_device(struct wc_session *s, struct str args, struct span at)
{
    char *name = xstrndup(args.p, args.n), *as = strstr(name, "--as"), *arch = NULL;
    bool ok = true;
    if (as) {
        arch = as + strlen("--as");
        arch += strspn(arch, " =");
        while (as > name && as[-1] == ' ')
            as--;
        *as = '\0';
        ok = !*name || !strncmp(name, "cpu", 3);
        if (!ok)
            diag_help(s->diags,
                      diag_error(s->diags, DIAG_DEVICE, at,
                                 "a GPU has the compute capability that it has"),
                      "--as is for the cpu device: %%device cpu --as sm_90");
        ok = ok && launcher_use_arch(s->launcher, arch, s->diags, at);
    }
    ok = ok && launcher_use(s->launcher, *name ? name : "cpu", s->diags, at);
    free(name);
    return ok;
}

MAGIC(device)
{
    struct buf text = {0};
    if (args.n && !use_device(s, args, at))
        return false;
    struct device *d = launcher_device(s->launcher, s->diags, at);
    if (!d)
        return false;
    print_device(&text, device_props(d)->id);
    const struct device_props *p = device_props(d);
    buf_printf(&text, ": %s", p->name);
    if (launcher_arch_chosen(s->launcher) && device_is_cpu(p))
        buf_printf(&text, ", as sm_%d%s", p->arch, p->arch_only ? "a" : "");
    buf_puts(&text, "\n");
    session_stream(s, 1, text.p, text.n);
    buf_free(&text);
    return true;
}

MAGIC(park)
{
    if (!args.n)
        return launch_sync(s->launcher, s->diags, at) && launcher_park(s->launcher, s->diags, at);
    diag_error(s->diags, DIAG_SYNTAX, at,
               "%%park takes no arguments; %%gpu park SECONDS sets the idle time");
    return false;
}

/* A line for each of NVIDIA's libraries: its version and file, or why it is not used. */
static bool show_libraries(struct wc_session *s, struct span at)
{
    struct device *d = launcher_device(s->launcher, s->diags, at);
    struct buf text = {0};
    if (!d || !launch_sync(s->launcher, s->diags, at))
        return false;
    for (int i = 0; i < DEVICE_LIBRARIES; i++) {
        struct device_library_info info = {0};
        const char *name = device_library_name((enum device_library) i);
        if (!device_library(d, (enum device_library) i, &info))
            buf_printf(&text, "%s: not used %s\n", name,
                       device_is_cpu(device_props(d)) ? "on the cpu device"
                                                      : "(%gpu libraries on)");
        else if (info.ready)
            buf_printf(&text, "%s %d.%d: %" PRIu64 " launch%s, %s\n", name, info.version[0],
                       info.version[1], info.calls, info.calls == 1 ? "" : "es", info.path);
        else
            buf_printf(&text, "%s%s%s\n", info.why, info.unwanted ? "" : ": ", info.help);
    }
    session_stream(s, 1, text.p, text.n);
    buf_free(&text);
    return true;
}

static bool set_libraries(struct wc_session *s, struct str args, struct span at)
{
    bool on;
    if (!args.n)
        return show_libraries(s, at);
    if (!magic_switch(s, args, at, "%gpu libraries", &on))
        return false;
    launcher_gpu(s->launcher)->own_kernels = !on;
    launcher_gpu_changed(s->launcher);
    return true;
}

MAGIC(gpu)
{
    struct cuda_options *o = launcher_gpu(s->launcher);
    size_t n = 0;
    while (n < args.n && args.p[n] != ' ')
        n++;
    struct str what = {args.p, n}, rest = str_trim((struct str){args.p + n, args.n - n});
    if (str_eq(what, "libraries"))
        return set_libraries(s, rest, at);
    char *number = xstrndup(rest.n ? rest.p : "", rest.n), *end;
    double v = strtod(number, &end);
    bool ok = end != number && !*end && v >= 0 && v < 1e9;
    free(number);
    if (ok && str_eq(what, "memory"))
        o->memory_limit = (uint64_t) (v * 1048576);
    else if (ok && str_eq(what, "keep"))
        o->keep_limit = (uint64_t) (v * 1048576);
    else if (ok && str_eq(what, "park"))
        o->park_after = (uint32_t) v;
    else {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_SYNTAX, at, "%%gpu takes a setting and a number"),
                  "%%gpu memory 2000, %%gpu keep 512 (MiB), %%gpu park 600 (seconds), %%gpu "
                  "libraries off");
        return false;
    }
    launcher_gpu_changed(s->launcher);
    return true;
}

MAGIC(replay)
{
    bool on, ok = magic_switch(s, args, at, "%replay", &on);
    if (ok)
        launcher_set_replay(s->launcher, on);
    return ok;
}
