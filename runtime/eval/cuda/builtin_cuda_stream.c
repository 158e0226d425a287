/* SPDX-License-Identifier: Apache-2.0 */
/* Streams and events. A cudaStream_t is the device's number for the stream; a cudaEvent_t is a handle. */
#include <string.h>

#include "eval/cuda/builtin_cuda.h"
#include "eval/vm/vm_thread.h"

BUILTIN(cudaStreamCreate)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    if (!d)
        return false;
    uint32_t number = device_stream_new(d);
    uint64_t stream = launch_stream_handle(d, number);
    if (!number)
        return cuda_give(vm, at, cudaErrorMemoryAllocation);
    return vm_store(vm, at[0].u, &stream, sizeof stream, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaStreamCreateWithFlags)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    uint64_t out = at[0].u, flags = at[1].u, stream = 0;
    if (!d || !builtin_cudaStreamCreate(vm, call, at))
        return false;
    if (at[0].i != cudaSuccess)
        return true;
    const void *made = vm_memory(vm, out, sizeof stream, VM_READ, builtin_call_of(call)->spans[0]);
    if (!made)
        return false;
    memcpy(&stream, made, sizeof stream);
    if (flags &
        1) /* cudaStreamNonBlocking; without this ability a device makes streams wait more than necessary */
        device_stream_separate(d, launch_stream_number((uint32_t) stream));
    if (flags & 1)
        launch_stream_apart(vm->launcher, (uint32_t) stream);
    return true;
}

/* The device of the stream at[0]; *out is NULL if there is no such stream. false: a diag. */
static bool stream_device(struct vm *vm, const struct call_site *call, const union value *at,
                          struct device **out)
{
    bool open = launcher_device(vm->launcher, vm->diags, call->at);
    *out = open ? launcher_stream_device(vm->launcher, (uint32_t) at[0].u) : NULL;
    return open;
}

BUILTIN(cudaStreamDestroy)
{
    struct device *d;
    if (!stream_device(vm, call, at, &d))
        return false;
    if (!d)
        return cuda_give(vm, at, cudaErrorInvalidResourceHandle);
    if (!launch_sync_stream(vm->launcher, (uint32_t) at[0].u, vm->diags, call->at))
        return false;
    device_stream_free(d, launch_stream_number((uint32_t) at[0].u));
    return cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaStreamSynchronize)
{
    struct device *d;
    if (!stream_device(vm, call, at, &d))
        return false;
    if (!d)
        return cuda_give(vm, at, cudaErrorInvalidResourceHandle);
    return vm_thread_yield(vm) &&
           launch_sync_stream(vm->launcher, (uint32_t) at[0].u, vm->diags, call->at) &&
           cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaStreamQuery)
{
    struct device *d;
    if (!stream_device(vm, call, at, &d))
        return false;
    if (!d)
        return cuda_give(vm, at, cudaErrorInvalidResourceHandle);
    bool idle = device_idle(d, launch_stream_number((uint32_t) at[0].u));
    if (idle)
        launch_waited(vm->launcher, (uint32_t) at[0].u);
    return cuda_give(vm, at, idle ? cudaSuccess : cudaErrorNotReady);
}

/* Stores what was asked of a stream where the second argument points. */
static bool give_fact(struct vm *vm, const struct call_site *call, union value *at,
                      const void *fact, size_t size)
{
    void *out = vm_memory(vm, at[1].u, size, VM_WRITE, builtin_call_of(call)->spans[1]);
    if (!out)
        return false;
    memcpy(out, fact, size);
    return cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaStreamGetPriority)
{
    const int none = 0;
    struct device *d;
    if (!stream_device(vm, call, at, &d))
        return false;
    return d ? give_fact(vm, call, at, &none, sizeof none)
             : cuda_give(vm, at, cudaErrorInvalidResourceHandle);
}

BUILTIN(cudaStreamGetDevice)
{
    struct device *d;
    if (!stream_device(vm, call, at, &d))
        return false;
    int number = d ? (int) device_props(d)->number : 0;
    return d ? give_fact(vm, call, at, &number, sizeof number)
             : cuda_give(vm, at, cudaErrorInvalidResourceHandle);
}

BUILTIN(cudaStreamGetId)
{
    struct device *d;
    uint64_t id = (uint32_t) at[0].u;
    if (!stream_device(vm, call, at, &d))
        return false;
    return d ? give_fact(vm, call, at, &id, sizeof id)
             : cuda_give(vm, at, cudaErrorInvalidResourceHandle);
}

/* The event of a handle, or NULL with a diag. */
static struct launch_event *event_of(struct vm *vm, uint64_t handle, struct span at)
{
    struct launch_event *e = vm_handle_of(vm, "cudaEvent_t", handle);
    if (!e)
        diag_help(
            vm->diags,
            vm_error(vm, DIAG_MEMORY, at, "this is not an event%s", handle ? "" : ": it is null"),
            "create it with cudaEventCreate(&event)");
    return e;
}

BUILTIN(cudaEventCreate)
{
    void *out = vm_memory(vm, at[0].u, 8, VM_WRITE, builtin_call_of(call)->spans[0]);
    if (!out || !launcher_device(vm->launcher, vm->diags, call->at))
        return false;
    struct launch_event *e = launch_event_new(vm->launcher);
    uint64_t handle = vm_handle(vm, "cudaEvent_t", e);
    memcpy(out, &handle, sizeof handle);
    return cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaEventDestroy)
{
    struct launch_event *e = event_of(vm, at[0].u, builtin_call_of(call)->spans[0]);
    if (!e)
        return false;
    vm_handle_drop(vm, at[0].u);
    launch_event_free(vm->launcher, &e);
    return cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaEventRecord)
{
    struct launch_event *e = event_of(vm, at[0].u, builtin_call_of(call)->spans[0]);
    bool ok = e && launch_event_record(vm->launcher, e, (uint32_t) at[1].u);
    return e && cuda_give(vm, at, ok ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

BUILTIN(cudaEventSynchronize)
{
    struct launch_event *e = event_of(vm, at[0].u, builtin_call_of(call)->spans[0]);
    return e && vm_thread_yield(vm) && launch_sync_event(vm->launcher, e, vm->diags, call->at) &&
           cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaStreamWaitEvent)
{
    struct launch_event *e = event_of(vm, at[1].u, builtin_call_of(call)->spans[1]);
    struct device *d = launcher_stream_device(vm->launcher, (uint32_t) at[0].u);
    struct device_fault fault;
    if (!e)
        return false;
    if (!d || !e->recorded)
        return cuda_give(vm, at,
                         !d && launcher_opened(vm->launcher) ? cudaErrorInvalidResourceHandle
                                                             : cudaSuccess);
    launch_stream_waits(vm->launcher, (uint32_t) at[0].u, e->order);
    if (d != e->on) /* devices have queues of their own: the host waits */
        return launch_sync_on(vm->launcher, e->on, e->stream ? e->stream : DEVICE_ALL_STREAMS,
                              vm->diags, call->at) &&
               cuda_give(vm, at, cudaSuccess);
    enum device_status s =
        device_stream_wait(d, launch_stream_number((uint32_t) at[0].u), e->stream, e->mark, &fault);
    return vm_fault(vm, s, &fault, call->at) && cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaEventQuery)
{
    struct launch_event *e = event_of(vm, at[0].u, builtin_call_of(call)->spans[0]);
    if (e && e->on)
        device_idle(e->on, e->stream);
    if (e && e->known && e->recorded)
        launch_host_waits(vm->launcher, e->order);
    return e && cuda_give(vm, at, e->known || !e->recorded ? cudaSuccess : cudaErrorNotReady);
}

BUILTIN(cudaEventElapsedTime)
{
    const struct span *spans = builtin_call_of(call)->spans;
    struct launch_event *start = event_of(vm, at[1].u, spans[1]),
                        *end = start ? event_of(vm, at[2].u, spans[2]) : NULL;
    if (!end)
        return false;
    if (!start->recorded || !end->recorded || start->on != end->on)
        return cuda_give(vm, at, cudaErrorInvalidResourceHandle);
    if (!start->known || !end->known)
        return cuda_give(vm, at, cudaErrorNotReady);
    launch_host_waits(vm->launcher, start->order);
    launch_host_waits(vm->launcher, end->order);
    float ms = (float) ((double) (int64_t) (end->ns - start->ns) * 1e-6);
    return vm_store(vm, at[0].u, &ms, sizeof ms, spans[0]) && cuda_give(vm, at, cudaSuccess);
}
