/* SPDX-License-Identifier: Apache-2.0 */
/* Several devices: access of kernels to the memory of another device, and copies between devices. Which devices there are, and which of
 * them is current, is the launcher's (launch/choose.c). Next: device/cpu/cpu_memory.c, for access on the cpu device. */
#include <inttypes.h>
#include <string.h>

#include "eval/cuda/builtin_cuda.h"
#include "eval/cuda/cuda_graph.h"

struct device *cuda_home(struct vm *vm, uint64_t addr, struct span at)
{
    struct device *d = launcher_owner(vm->launcher, addr);
    return d ? d : launcher_device(vm->launcher, vm->diags, at);
}

static bool is_near(struct device *a, struct device *b)
{
    return a == b || device_may_reach(a, b);
}

/* ---- copies ---- */

/* What the devices have been given so far comes before a copy that waits for all three. */
static bool wait_for_all(struct vm *vm, struct device *const d[3], struct span at)
{
    bool ok = true;
    for (int i = 0; i < 3 && ok; i++)
        if (!i || d[i] != d[0])
            ok = launch_sync_on(vm->launcher, d[i], DEVICE_ALL_STREAMS, vm->diags, at);
    return ok;
}

bool cuda_move(struct vm *vm, const struct cuda_move *m)
{
    struct device_fault fault = {0};
    struct device *on = launcher_stream_device(vm->launcher, m->stream),
                  *to = cuda_home(vm, m->to, m->at), *from = cuda_home(vm, m->from, m->at);
    struct device *const all[3] = {on, to, from};
    bool apart = on != to || on != from;
    if (!on || !cuda_range(vm, from, m->from, m->size, m->from_at) ||
        !cuda_range(vm, to, m->to, m->size, m->to_at))
        return false;
    bool waits = apart && (!m->async || !is_near(on, to) || !is_near(on, from));
    if (waits && !wait_for_all(vm, all, m->at))
        return false;
    struct device *by = is_near(on, to) ? on : to;
    uint32_t stream = by == on ? launch_stream_number(m->stream) : 0;
    enum device_status status = device_copy_between(by, m->to, is_near(by, from) ? by : from,
                                                    m->from, m->size, stream, &fault);
    return vm_fault(vm, status, &fault, m->at) && (!waits || wait_for_all(vm, all, m->at));
}

/* Memory that is not on the device that the call names. */
static bool is_at(struct vm *vm, uint64_t addr, struct device *d, struct span at)
{
    struct device *home = launcher_owner(vm->launcher, addr);
    if (home == d)
        return true;
    struct device_allocation a = {0};
    if (home)
        device_find(home, addr, &a);
    struct diag *e = (vm->program ? diag_warning : diag_error)(
        vm->diags, DIAG_MEMORY, at,
        home ? "%s%s%s is on device %u, not on device %u" : "this is host memory",
        a.name ? "'" : "", a.name ? a.name : "this memory", a.name ? "'" : "",
        home ? device_props(home)->number : 0, device_props(d)->number);
    diag_help(vm->diags, e,
              home ? "the device of each pointer follows it in the call"
                   : "use cudaMemcpy with cudaMemcpyDefault");
    return false;
}

/* The arguments: to, its device, from, its device, bytes, and a stream. */
static bool copy_peer(struct vm *vm, const struct call_site *call, union value *at, bool async)
{
    const struct span *spans = builtin_call_of(call)->spans;
    struct device *to, *from;
    struct cuda_move m = {.to = at[0].u,
                          .from = at[2].u,
                          .size = at[4].u,
                          .to_at = spans[0],
                          .from_at = spans[2],
                          .at = call->at,
                          .stream = async ? (uint32_t) at[5].u : 0,
                          .async = async};
    if (!cuda_device_at(vm, at[1].i, call->at, &to) ||
        !cuda_device_at(vm, at[3].i, call->at, &from))
        return false;
    if (!to || !from)
        return cuda_give(vm, at, cudaErrorInvalidDevice);
    if (!is_at(vm, m.to, to, m.to_at) || !is_at(vm, m.from, from, m.from_at))
        return cuda_give(vm, at, cudaErrorInvalidValue) && vm->program;
    if (async && !launcher_stream_device(vm->launcher, m.stream))
        return cuda_give(vm, at, cudaErrorInvalidResourceHandle);
    launch_copy_begins(vm->launcher, &(struct launch_copy){.call = async ? "cudaMemcpyPeerAsync"
                                                                         : "cudaMemcpyPeer",
                                                           .waits = !async,
                                                           .stream = m.stream,
                                                           .to = m.to,
                                                           .from = m.from,
                                                           .size = m.size,
                                                           .at = call->at});
    bool ok = cuda_move(vm, &m);
    launch_copy_ends(vm->launcher);
    return ok && cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaMemcpyPeer)
{
    return copy_peer(vm, call, at, false);
}

BUILTIN(cudaMemcpyPeerAsync)
{
    enum { DEVICE_TO_DEVICE_KIND = 3 };

    union value args[4] = {at[0], at[2], at[4], {.i = DEVICE_TO_DEVICE_KIND}};
    if (!vm->capture)
        return copy_peer(vm, call, at, true);
    graph_add_copy(vm, args, call->at);
    return cuda_give(vm, at, cudaSuccess);
}

/* ---- access ---- */

/* Two devices by their numbers. *out_code: cudaErrorInvalidDevice if one does not exist, or both are the same. false: a diag. */
static bool pair(struct vm *vm, int64_t number, int64_t peer, struct span at, struct device *out[2],
                 int *out_code)
{
    if (!cuda_device_at(vm, number, at, out) || !cuda_device_at(vm, peer, at, out + 1))
        return false;
    *out_code = out[0] && out[1] && out[0] != out[1] ? cudaSuccess : cudaErrorInvalidDevice;
    return true;
}

/* The arguments: out, device, peer. */
BUILTIN(cudaDeviceCanAccessPeer)
{
    struct device *d[2];
    int code, can;
    if (!pair(vm, at[1].i, at[2].i, call->at, d, &code))
        return false;
    if (!d[0] || !d[1])
        return cuda_give(vm, at, code);
    can = device_may_reach(d[0], d[1]);
    return vm_store(vm, at[0].u, &can, sizeof can, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* The arguments: out, attribute, device, peer. */
BUILTIN(cudaDeviceGetP2PAttribute)
{
    enum { PERFORMANCE_RANK = 1, ACCESS_SUPPORTED, NATIVE_ATOMIC_SUPPORTED, ARRAY_ACCESS };

    struct device *d[2];
    int code, v;
    if (!pair(vm, at[2].i, at[3].i, call->at, d, &code))
        return false;
    if (!code && (at[1].i < PERFORMANCE_RANK || at[1].i > ARRAY_ACCESS))
        code = cudaErrorInvalidValue;
    if (code)
        return cuda_give(vm, at, code);
    v = at[1].i != PERFORMANCE_RANK && device_may_reach(d[0], d[1]);
    return vm_store(vm, at[0].u, &v, sizeof v, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

static bool set_access(struct vm *vm, const struct call_site *call, union value *at, bool on)
{
    struct device *d[2], *current = launcher_device(vm->launcher, vm->diags, call->at);
    int code;
    if (!current || !pair(vm, device_props(current)->number, at[0].i, call->at, d, &code))
        return false;
    if (!code && on && at[1].u)
        code = cudaErrorInvalidValue; /* flags: reserved, must be 0 */
    if (!code && !device_may_reach(d[0], d[1]))
        code = on ? cudaErrorPeerAccessUnsupported : cudaErrorPeerAccessNotEnabled;
    if (!code && device_reaches(d[0], d[1]) == on)
        code = on ? cudaErrorPeerAccessAlreadyEnabled : cudaErrorPeerAccessNotEnabled;
    if (!code)
        device_reach(d[0], d[1], on);
    return cuda_give(vm, at, code);
}

/* The arguments: peer, flags. */
BUILTIN(cudaDeviceEnablePeerAccess)
{
    return set_access(vm, call, at, true);
}

BUILTIN(cudaDeviceDisablePeerAccess)
{
    return set_access(vm, call, at, false);
}

/* ---- advice on managed memory: all sides access the same memory, so only the number of the device matters ---- */

static bool advise(struct vm *vm, const struct call_site *call, union value *at, int64_t number)
{
    enum { HOST = -1 };

    struct device *d = NULL;
    if (number != HOST && !cuda_device_at(vm, number, call->at, &d))
        return false;
    return cuda_give(vm, at, d || number == HOST ? cudaSuccess : cudaErrorInvalidDevice);
}

/* The arguments: pointer, bytes, device, stream. */
BUILTIN(cudaMemPrefetchAsync)
{
    return advise(vm, call, at, at[2].i);
}

/* The arguments: pointer, bytes, advice, device. */
BUILTIN(cudaMemAdvise)
{
    return advise(vm, call, at, at[3].i);
}
