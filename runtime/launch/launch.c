/* SPDX-License-Identifier: Apache-2.0 */
/* One launch: lays out and checks its parameters, passes it to the device, waits for it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "debug/debug_state.h"
#include "device/cpu/check/check_text.h"
#include "device/cuda_errors.h"
#include "device/device_limits.h"
#include "launch/launcher.h"

/* Beyond a limit: an error, or in a program CUDA's code and a warning. */
static void report_refusal(const struct launch_request *r, const struct device_refusal *refused,
                           struct diags *out)
{
    const struct span places[] = {
        [LIMIT_GRID] = r->grid_at,     [LIMIT_BLOCK] = r->block_at,
        [LIMIT_SHARED] = r->shared_at, [LIMIT_COOPERATIVE] = r->grid_at,
        [LIMIT_CLUSTER] = r->at,
    };
    struct span at = places[refused->limit];
    struct diag *d;
    if (r->out_code) {
        *r->out_code = refused->code;
        d = diag_warning(out, DIAG_LAUNCH, at, "%s: '%s' is not launched", refused->text,
                         r->kernel->name);
    } else {
        d = diag_error(out, DIAG_LAUNCH, at, "%s", refused->text);
    }
    if (*refused->help)
        diag_help(out, d, "%s", refused->help);
}

/* With devices of two kinds, or several GPUs, the address distinguishes another device's memory from this one's. Devices that may be given
 * access to each other find out when a kernel accesses it (FAULT_PEER). */
static bool device_fits(struct launcher *l, const struct launch_arg *a, struct diags *out)
{
    uint64_t addr;
    if (l->devices.n < 2 || a->size != sizeof addr)
        return true;
    memcpy(&addr, a->bytes, sizeof addr);
    struct device *owner = launcher_owner(l, addr);
    if (owner && owner != l->device && !device_may_reach(l->device, owner)) {
        struct device_allocation hit = {0};
        device_find(owner, addr, &hit);
        struct diag *d = diag_error(
            out, DIAG_LAUNCH, a->at, "%s%s%s is on device '%s', and kernels run on device '%s'",
            hit.name ? "'" : "", hit.name ? hit.name : "this memory", hit.name ? "'" : "",
            device_props(owner)->id, device_props(l->device)->id);
        diag_help(out, d, "copy it to an array on this device, or switch back with %%device %s",
                  device_props(owner)->id);
        return false;
    }
    return true;
}

static bool pointer_fits(struct launcher *l, const struct launch_request *r, uint32_t i,
                         struct diags *out)
{
    const struct launch_arg *a = r->args + i;
    uint64_t addr;
    memcpy(&addr, a->bytes, sizeof addr);
    if (!addr || !l->is_host || !l->is_host(l->is_host_user, addr))
        return true;
    const char *name = r->kernel->params[i].name;
    struct diag *d = diag_error(
        out, DIAG_LAUNCH, a->at,
        "a host pointer is passed for parameter %u%s%s%s of '%s', which needs device memory", i + 1,
        name ? " '" : "", name ? name : "", name ? "'" : "", r->kernel->name);
    diag_note(out, d, r->kernel->params[i].at, "the parameter is declared here");
    diag_help(out, d,
              "allocate it on the device: device T x[n]; x = h;  or cudaMalloc and cudaMemcpy");
    return false;
}

/* The parameters as one block of bytes, with the compiled kernel's sizes. */
static bool lay_out(struct launcher *l, const struct launch_request *r,
                    const struct device_kernel_info *info, char *params, struct diags *out)
{
    if (info->param_count != r->arg_count) {
        diag_error(out, DIAG_LAUNCH, r->at, "'%s' takes %u arguments, but %u are given",
                   r->kernel->name, info->param_count, r->arg_count);
        return false;
    }
    for (uint32_t i = 0; i < r->arg_count; i++) {
        const struct launch_arg *a = r->args + i;
        const struct device_param *p = info->params + i;
        if (a->size != p->size) {
            struct diag *d = diag_error(
                out, DIAG_LAUNCH, a->at,
                "the argument has %u bytes, but parameter %u of '%s' has %u on the device", a->size,
                i + 1, r->kernel->name, p->size);
            diag_help(out, d, "cast it to the parameter's type");
            return false;
        }
        if (!device_fits(l, a, out) || (a->is_pointer && !pointer_fits(l, r, i, out)))
            return false;
        memcpy(params + p->offset, a->bytes, a->size);
    }
    return true;
}

enum { BYTES_OF_THREAD = 256 };

/* The bytes a launch moves if it reads each input array once and writes each output array once. An array much larger than
 * the number of threads is unlikely to be traversed: then the result is unknown, and so it is if the user's kernel gets its
 * pointers in a struct. A generated kernel traverses what its structs access. */
static uint64_t traffic(struct launcher *l, const struct launch_request *r,
                        const struct code_facts *facts)
{
    uint64_t sum = 0, most = BYTES_OF_THREAD;
    const uint32_t extents[] = {r->grid.x,  r->grid.y,  r->grid.z,
                                r->block.x, r->block.y, r->block.z};
    for (int i = 0; i < 6; i++)
        most *= extents[i];
    for (uint32_t i = 0; i < r->arg_count && i < 32; i++) {
        const struct launch_arg *a = r->args + i;
        uint32_t times = facts->known ? (facts->reads >> i & 1) + (facts->writes >> i & 1) : 0;
        struct device_allocation hit;
        uint64_t addr, bytes = a->bytes_behind;
        sum += a->accessed;
        if (!times || a->accessed)
            continue;
        if (a->size != sizeof addr)
            return 0;
        memcpy(&addr, a->bytes, sizeof addr);
        if (!bytes && device_find(l->device, addr, &hit))
            bytes = hit.size - (addr - hit.start);
        if (bytes > most)
            return 0;
        sum += times * bytes;
    }
    return sum;
}

/* The launch's record before it runs. `params` are laid out, and copied if needed later. */
static void record_launch(struct launcher *l, const struct launch_request *r, struct entry *e,
                          const struct device_launch *launch)
{
    const struct device_kernel_info *info = device_kernel_info(launch->kernel);
    void *kept = NULL;
    if (device_props(l->device)->driver) { /* a GPU's fault is located by a replay */
        kept = xcalloc(1, launch->params_size + 1);
        memcpy(kept, launch->params, launch->params_size);
    }
    l->launches++;
    VEC_PUSH(&l->records,
             (struct launch_record){.device = l->device,
                                    .kernel = r->kernel,
                                    .template_args = e->template_args,
                                    .label = r->label,
                                    .compiled = e->compiled.seconds,
                                    .grid = r->grid,
                                    .block = r->block,
                                    .shared = (uint32_t) r->shared + info->shared_static,
                                    .stream = launch->stream,
                                    .bytes = traffic(l, r, &e->facts),
                                    .at = r->at,
                                    .params = kept,
                                    .params_size = info->params_size,
                                    .shared_dynamic = (uint32_t) r->shared,
                                    .cooperative = r->cooperative,
                                    .cluster = r->cluster});
    e->compiled.seconds = 0; /* later launches find it there */
}

static struct dynamic_limit *dynamic_limit_of(struct launcher *l, const struct kernel *k,
                                              const char *template_args)
{
    VEC_EACH (d, &l->dynamic_limits)
        if (d->kernel == k->name && launch_same_args(d->template_args, template_args))
            return d;
    return NULL;
}

void launch_set_dynamic(struct launcher *l, const struct kernel *k, const char *template_args,
                        uint64_t bytes)
{
    struct dynamic_limit *d = dynamic_limit_of(l, k, template_args);
    if (d)
        d->bytes = bytes;
    else
        VEC_PUSH(&l->dynamic_limits,
                 ((struct dynamic_limit){k->name, template_args ? xstrdup(template_args) : NULL,
                                         bytes}));
}

/* More than the usual limit needs cudaFuncSetAttribute (CUDA C++ Programming Guide, 'Shared Memory', of compute capability 7.x on). */
static bool opted_in(struct launcher *l, const struct launch_request *r,
                     const struct device_launch *launch, struct device_refusal *refused)
{
    const struct dynamic_limit *d = dynamic_limit_of(l, r->kernel, r->template_args);
    uint64_t fixed = device_kernel_info(launch->kernel)->shared_static,
             usual = device_props(l->device)->shared_per_block,
             most = d               ? d->bytes
                    : usual > fixed ? usual - fixed
                                    : 0;
    if (r->kernel->made || launch->shared_dynamic <= most ||
        launch->shared_dynamic + fixed <= usual)
        return true;
    *refused = (struct device_refusal){.limit = LIMIT_SHARED, .code = cudaErrorInvalidValue};
    snprintf(refused->text, sizeof refused->text,
             "%" PRIu64 " bytes of dynamic shared memory, but '%s' may have %" PRIu64,
             launch->shared_dynamic, r->kernel->name, most);
    snprintf(refused->help, sizeof refused->help,
             "call cudaFuncSetAttribute(%s, cudaFuncAttributeMaxDynamicSharedMemorySize, %" PRIu64
             ") before the launch",
             r->kernel->name, launch->shared_dynamic);
    return false;
}

/* A stream belongs to the device that was current when it was created (CUDA C++ Programming Guide, 'Multi-Device System'). */
static bool stream_fits(struct launcher *l, const struct launch_request *r, struct diags *out)
{
    struct device *of = launcher_stream_device(l, (uint32_t) r->stream);
    if (of == l->device)
        return true;
    if (r->out_code)
        *r->out_code = cudaErrorInvalidResourceHandle;
    struct diag *d = NULL;
    if (of)
        d = (r->out_code ? diag_warning : diag_error)(
            out, DIAG_LAUNCH, r->at,
            "the stream belongs to device %u, but the current device is %u: '%s' is not launched",
            device_props(of)->number, device_props(l->device)->number, r->kernel->name);
    else
        d = (r->out_code ? diag_warning
                         : diag_error)(out, DIAG_LAUNCH, r->at,
                                       "this is no stream, or none any more: '%s' is "
                                       "not launched",
                                       r->kernel->name);
    diag_help(out, d,
              of ? "call cudaSetDevice(%u) before the launch"
                 : "create it with cudaStreamCreate(&stream)",
              of ? device_props(of)->number : 0);
    return false;
}

/* ---- under the debugger (debug/debugger.h): a launch runs alone, and the session waits for it ---- */

bool launcher_debug(struct launcher *l, struct debugger *d, bool optimised, struct diags *out,
                    struct span at)
{
    if (!d) {
        if (l->debugger)
            debugger_detach(l->debugger);
        l->debugger = NULL;
        return true;
    }
    struct device *device = launcher_device(l, out, at);
    if (!device)
        return false;
    if (!device_is_cpu(device_props(device))) {
        diag_help(out, diag_error(out, DIAG_DEVICE, at, "only the cpu device debugs launches"),
                  "select it with %%device cpu");
        return false;
    }
    if (!debugger_attach(d, device)) {
        diag_error(out, DIAG_DEVICE, at, "the cpu device has too many observers");
        return false;
    }
    l->debugger = d;
    l->optimised = optimised;
    return true;
}

bool launcher_debugs(const struct launcher *l)
{
    return l->debugger != NULL;
}

/* A mistake that the checker has found in a debugged launch stops it. */
static void stop_at_finding(void *user, const struct check_finding *f)
{
    struct launcher *l = user;
    struct check_finding named = *f;
    struct buf text = {0};
    named.kernel = debugger_kernel(l->debugger);
    check_put_finding(&text, l->checked, &named);
    struct device_dim t = f->second.thread, shape = debugger_launch(l->debugger)->block;
    debugger_found(l->debugger, text.p, (t.x + shape.x * (t.y + shape.y * t.z)) % WARP_LANES);
    buf_free(&text);
}

static bool launch_debugged(struct launcher *l, const struct device_launch *launch,
                            const struct launch_request *r, struct diags *out)
{
    if (!launch_sync(l, out, r->at))
        return false;
    debugger_begin(l->debugger);
    if (l->checker) {
        debugger_stay_forward(l->debugger, "the launch is being checked");
        checker_on_finding(l->checker, stop_at_finding, l);
    }
    bool ok =
        device_launch(l->device, launch, out, r->at) &&
        (debugger_launched(l->debugger, l->hooks.poll, l->interrupt) || launch_sync(l, out, r->at));
    if (l->checker)
        checker_on_finding(l->checker, NULL, NULL);
    return ok;
}

/* ---- a launch ---- */

static bool run(struct launcher *l, const struct launch_request *r, struct diags *out)
{
    struct entry *e = launch_entry(l, r->kernel, r->template_args, out, r->at);
    if (!e)
        return false;
    if (r->kernel->made)
        made_launched(r);
    const struct loaded_code *in = launch_loaded(l, e);
    const struct device_kernel_info *info = device_kernel_info(in->kernel);
    char params[DEVICE_PARAMS_MAX];
    struct device_refusal refused;
    struct device_launch launch = {
        .kernel = in->kernel,
        .grid = r->grid,
        .block = r->block,
        .shared_dynamic = r->shared,
        .stream = launch_stream_number((uint32_t) r->stream),
        .params = params,
        .params_size = info->params_size,
        .cooperative = r->cooperative,
        .cluster = r->cluster,
        .count = l->counts,
    };
    if (!stream_fits(l, r, out))
        return r->out_code != NULL;
    if (!device_launch_fits(&launch, &refused) || !opted_in(l, r, &launch, &refused)) {
        report_refusal(r, &refused, out);
        return r->out_code != NULL;
    }
    memset(params, 0, info->params_size);
    if (!lay_out(l, r, info, params, out))
        return false;
    if (l->watch.before && !l->watch.before(l->watch.user, r))
        return false;
    launch_records_fold(l);
    launch.tag = l->first_tag + (uint32_t) l->records.n; /* the hook may have launched kernels */
    record_launch(l, r, e, &launch);
    symbols_before_launch(l, in, launch.stream);
    launch_checked(l, launch.stream, r->at);
    bool ok = l->debugger ? launch_debugged(l, &launch, r, out)
                          : device_launch(l->device, &launch, out, r->at);
    symbols_after_launch(l, in, launch.stream);
    return ok;
}

/* A launch of a GPU that is observed. It has ended on return. */
static bool run_mirrored(struct launcher *l, const struct launch_request *r, struct diags *out)
{
    struct mirrored there;
    if (!stream_fits(l, r, out))
        return r->out_code != NULL;
    if (!launch_sync_device(l, out, r->at))
        return false;
    bool ok = mirror_enter(l, r, &there, out) && run(l, &there.request, out);
    ok &= launch_sync_device(l, out, r->at);
    mirror_leave(l, &there);
    return ok;
}

bool launch_run(struct launcher *l, const struct launch_request *r, struct diags *out)
{
    return (mirror_concerns(l) ? run_mirrored : run)(l, r, out);
}

static enum device_status profiled_sync(struct launcher *l, uint32_t stream,
                                        struct device_fault *out)
{
    struct profile_event e = {.kind = PROFILE_WAIT, .name = "wait", .start = clock_ns()};
    bool idle = device_idle(l->device, stream);
    enum device_status status = device_sync(l->device, stream, out);
    e.end = clock_ns();
    if (!idle)
        launcher_profile_add(l, &e);
    return status;
}

bool launch_sync_on(struct launcher *l, struct device *d, uint32_t stream, struct diags *out,
                    struct span at)
{
    struct device_fault fault = {0};
    struct device *current = l->device;
    if (!d)
        return true;
    l->device = d; /* whose fault is explained */
    enum device_status status =
        l->profiled ? profiled_sync(l, stream, &fault) : device_sync(d, stream, &fault);
    if (status != DEVICE_OK || stream == DEVICE_ALL_STREAMS)
        launcher_events_settle(l);
    bool ok = launch_status(l, status, &fault, out, at);
    l->device = current;
    return ok;
}

bool launch_sync_stream(struct launcher *l, uint32_t stream, struct diags *out, struct span at)
{
    bool all = stream == DEVICE_ALL_STREAMS;
    bool ok = launch_sync_on(l, all ? l->device : launcher_stream_device(l, stream),
                             all ? stream : launch_stream_number(stream), out, at);
    launch_waited(l, stream);
    return ok;
}

bool launch_sync_event(struct launcher *l, struct launch_event *e, struct diags *out,
                       struct span at)
{
    /* `known` knows of launches; what another device does next may depend on a copy, too. */
    bool pending =
        e->recorded && (!e->known || (l->devices.n > 1 && e->on && !device_idle(e->on, e->stream)));
    bool ok = !pending || launch_sync_on(l, e->on, e->stream, out, at);
    if (ok && e->recorded && !e->known) /* stream 0 waits for all streams */
        ok = launch_sync_on(l, e->on, DEVICE_ALL_STREAMS, out, at);
    if (e->recorded)
        launch_host_waits(l, e->order);
    return ok;
}

bool launch_sync_device(struct launcher *l, struct diags *out, struct span at)
{
    return launch_sync_stream(l, DEVICE_ALL_STREAMS, out, at);
}

bool launch_interrupt_wanted(const struct launcher *l)
{
    return l->interrupt && atomic_load(l->interrupt);
}

bool launch_interrupted(const struct launcher *l, struct diags *out, struct span at)
{
    bool wanted = launch_interrupt_wanted(l);
    if (wanted)
        diag_error(out, DIAG_INTERRUPT, at, "stopped by the user");
    return wanted;
}

bool launch_sync(struct launcher *l, struct diags *out, struct span at)
{
    bool ok = launch_sync_device(l, out, at);
    for (size_t i = 0; l->device && i < l->devices.n; i++) {
        struct device *d = l->devices.at[i];
        if (d != l->device && launcher_same_kind(d, l->device))
            ok &= launch_sync_on(l, d, DEVICE_ALL_STREAMS, out, at);
    }
    launcher_tell_libraries(l, out);
    return ok;
}
