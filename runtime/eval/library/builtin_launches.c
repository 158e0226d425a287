/* SPDX-License-Identifier: Apache-2.0 */
/* launch_stats: the table of launches, for programs. */
#include <stdlib.h>

#include "device/occupancy.h"
#include "eval/library/builtin.h"
#include "launch/stats.h"

/* struct launch_stats as declared in library_table.c. */
struct stats {
    int32_t calls;
    struct device_dim grid, block;
    int32_t shared, registers;
    double min_ms, median_ms, total_ms, bytes, gbs, peak_gbs, occupancy;
};

/* Registers and occupancy for the device's architecture; 0 if NVRTC cannot report them. */
static void add_code(struct vm *vm, const struct launch_group *g, struct stats *out, struct span at)
{
    struct diags quiet = {0};
    struct launch_resources r = {0};
    uint32_t arch = (uint32_t) device_props(launcher_opened(vm->launcher))->arch;
    const struct gpu_limits *limits = gpu_limits_of(arch);
    if (limits &&
        launch_resources(vm->launcher, g->kernel, g->template_args, arch, &quiet, at, &r) &&
        r.arch == arch) {
        struct occupancy_kernel k = {r.code.registers, g->shared};
        out->registers = (int32_t) r.code.registers;
        out->occupancy = occupancy_of(limits, &k, g->block.x * g->block.y * g->block.z).fraction;
    }
    diags_free(&quiet);
}

/* The launches of this cell so far or, if this kernel was not launched in it, of the previous cell. */
static struct launch_group *find(struct vm *vm, const struct kernel *k, uint32_t *out_count)
{
    struct launch_group *g = launch_groups(vm->launcher, k, out_count);
    if (*out_count)
        return g;
    free(g);
    return launch_groups_past(vm->launcher, k, out_count);
}

/* Returns the number of launches; 0: none, and *out is not written. */
BUILTIN(launch_stats)
{
    struct span where = builtin_call_of(call)->spans[1];
    const struct symbol *s = vm_handle_of(vm, "function", at[1].u);
    if (!s || s->kind != SYMBOL_KERNEL) {
        diag_help(vm->diags, vm_error(vm, DIAG_TYPE, where, "this is not a kernel"),
                  "pass the name of a __global__ function");
        return false;
    }
    if (!launch_sync(vm->launcher, vm->diags, call->at))
        return false;
    uint32_t count;
    struct launch_group *g = find(vm, s->kernel, &count);
    struct stats out = {0};
    if (count) {
        out = (struct stats){.calls = (int32_t) g->calls,
                             .grid = g->grid,
                             .block = g->block,
                             .shared = (int32_t) g->shared,
                             .min_ms = (double) g->min_ns * 1e-6,
                             .median_ms = (double) g->median_ns * 1e-6,
                             .total_ms = (double) g->total_ns * 1e-6,
                             .bytes = (double) g->bytes,
                             .gbs = g->total_ns ? (double) g->bytes / (double) g->total_ns : 0,
                             .peak_gbs = launch_peak(vm->launcher) * 1e-9};
        add_code(vm, g, &out, where);
    }
    free(g);
    bool ok = !count || vm_store(vm, at[0].u, &out, sizeof out, builtin_call_of(call)->spans[0]);
    at[0].i = out.calls;
    return ok;
}
