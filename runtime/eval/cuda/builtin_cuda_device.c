/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA runtime's device and error calls. Errors of kernels are not error codes here: the call that encounters one
 * ends the cell with the full report. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "eval/cuda/builtin_cuda.h"
#include "eval/vm/vm_thread.h"

/* The call that runs. */
static bool is_dropped(const struct vm *vm)
{
    const struct frame *f = &VEC_LAST(&vm->frames);
    const struct insn *i = f->code->insns.at + f->pc;
    const struct call_site *s = i->op == OP_HOST ? i->p : NULL;
    return s && s->kind == CALL_BUILTIN && builtin_call_of(s)->dropped;
}

static void note_unlooked(struct vm *vm, int code)
{
    if (vm->unlooked || !is_dropped(vm))
        return;
    vm->unlooked = code;
    vm->unlooked_at = vm_place(vm);
}

bool cuda_give(struct vm *vm, union value *at, int code)
{
    if (code && code != cudaErrorNotReady) {
        vm->last_error = code;
        note_unlooked(vm, code);
    }
    at[0].i = code;
    return true;
}

BUILTIN(cudaDeviceSynchronize)
{
    return vm_thread_yield(vm) && launch_sync_device(vm->launcher, vm->diags, call->at) &&
           cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaGetLastError)
{
    at[0].i = vm->last_error;
    vm->last_error = vm->unlooked = cudaSuccess;
    return true;
}

/* The driver API stands on calls of the runtime API, whose last error it leaves as it was (cuda.h). */
BUILTIN(__cuda_error_kept)
{
    vm->kept_error = vm->last_error;
    return true;
}

BUILTIN(__cuda_error_back)
{
    vm->last_error = vm->kept_error;
    return true;
}

BUILTIN(cudaPeekAtLastError)
{
    vm->unlooked = cudaSuccess;
    at[0].i = vm->last_error;
    return true;
}

static bool give_text(struct vm *vm, union value *at, const char *text)
{
    at[0].u = vm_literal(vm, (struct str){text, strlen(text) + 1});
    return at[0].u;
}

BUILTIN(cudaGetErrorString)
{
    return give_text(vm, at, cuda_error_text(at[0].i));
}

BUILTIN(cudaGetErrorName)
{
    return give_text(vm, at, cuda_error_name(at[0].i));
}

/* ---- devices ---- */

static bool give_int(struct vm *vm, const struct call_site *call, union value *at, int v)
{
    return vm_store(vm, at[0].u, &v, sizeof v, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

bool cuda_device_at(struct vm *vm, int64_t number, struct span at, struct device **out)
{
    struct diag *before = vm->diags->last;
    *out = launcher_device_at(vm->launcher, number, vm->diags, at);
    return *out || vm->diags->last == before;
}

BUILTIN(cudaGetDeviceCount)
{
    int n = launcher_device_count(vm->launcher, vm->diags, call->at);
    return n && give_int(vm, call, at, n);
}

BUILTIN(cudaGetDevice)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    return d && give_int(vm, call, at, (int) device_props(d)->number);
}

BUILTIN(__device_library)
{
    struct device *opened = launcher_device(vm->launcher, vm->diags, call->at),
                  *d = opened ? launcher_observed(vm->launcher) : NULL;
    struct device_library_info info = {0};
    bool known = d && at[0].i >= 0 && at[0].i < DEVICE_LIBRARIES;
    at[0].i =
        known && device_library(d, (enum device_library) at[0].i, &info) && info.ready ? 1 : 0;
    return d;
}

BUILTIN(cudaSetDevice)
{
    struct device *d;
    if (!cuda_device_at(vm, at[0].i, call->at, &d))
        return false;
    if (d)
        launcher_set_current(vm->launcher, d);
    return cuda_give(vm, at, d ? cudaSuccess : cudaErrorInvalidDevice);
}

BUILTIN(cudaChooseDevice)
{
    return give_int(vm, call, at, 0);
}

/* cudaFuncCachePreferNone */
BUILTIN(cudaDeviceGetCacheConfig)
{
    return give_int(vm, call, at, 0);
}

/* Four bytes: cudaSharedMemBankSizeFourByte. */
BUILTIN(cudaDeviceGetSharedMemConfig)
{
    return give_int(vm, call, at, 1);
}

/* A device's default limits, by cudaLimit: stack, printf buffer, heap. */
enum { LIMIT_MALLOC_HEAP = 2 };

BUILTIN(cudaDeviceSetLimit)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    if (!d)
        return false;
    if (at[0].i == LIMIT_MALLOC_HEAP)
        device_set_heap(d, at[1].u);
    return cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaDeviceGetLimit)
{
    uint64_t limits[] = {1024, 1 << 20, 8 << 20, 2, 2048};
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    if (!d)
        return false;
    limits[LIMIT_MALLOC_HEAP] = device_heap(d);
    if (at[1].i < 0 || (uint64_t) at[1].i >= sizeof limits / sizeof *limits)
        return cuda_give(vm, at, cudaErrorInvalidValue);
    return vm_store(vm, at[0].u, limits + at[1].i, sizeof *limits,
                    builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* cudaPointerAttributes as in the prelude; types: 0 unregistered, 1 host, 2 device, 3 managed. */
BUILTIN(cudaPointerGetAttributes)
{
    struct {
        int type, device;
        uint64_t on_device, on_host;
    } a = {.device = 0, .on_host = at[1].u};

    struct device *d = launcher_owner(vm->launcher, at[1].u);
    if (d) {
        a.type = 2;
        a.device = (int) device_props(d)->number;
        VEC_EACH (m, &vm->managed)
            if (object_covers(*m, at[1].u, 1))
                a.type = 3;
        a.on_device = at[1].u;
        a.on_host = a.type == 3 ? at[1].u : 0;
    } else {
        a.device = -2; /* cudaInvalidDeviceId */
    }
    return vm_store(vm, at[0].u, &a, sizeof a, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaSetDeviceFlags)
{
    return cuda_give(vm, at, cudaSuccess);
}

enum { RUNTIME_VERSION = 12000 };

/* The cpu device does what a driver of the runtime's version would: programs compare the two. */
BUILTIN(cudaDriverGetVersion)
{
    const struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    if (!d)
        return false;
    int driver = device_props(d)->driver;
    return give_int(vm, call, at, driver ? driver : RUNTIME_VERSION);
}

BUILTIN(cudaRuntimeGetVersion)
{
    return give_int(vm, call, at, RUNTIME_VERSION);
}

enum { CLOCK_KHZ = 2000000, MEMORY_CLOCK_KHZ = 1600000, MEMORY_BUS_BITS = 64 };

/* The size of the host's last-level cache, which acts as the L2 here. */
static int cache_bytes(void)
{
    long n = sysconf(_SC_LEVEL3_CACHE_SIZE);
    n = n > 0 ? n : sysconf(_SC_LEVEL2_CACHE_SIZE);
    return n > 0 && n < INT32_MAX ? (int) n : 1 << 20;
}

struct cudaUUID_t {
    char bytes[16];
};

/* As declared to programs in the prelude. */
struct properties {
#define P1(type, member, value)        type member;
#define PN(type, member, count, value) type member[count];
#include "eval/cuda/cuda_props.def"
};

static void describe(struct properties *to, const struct device_props *p)
{
#define P1(type, member, value) to->member = value;
#define PN(type, member, count, value)                                                             \
    for (int i = 0; i < count; i++)                                                                \
        to->member[i] = value;
#include "eval/cuda/cuda_props.def"
}

BUILTIN(cudaGetDeviceProperties)
{
    struct device *d;
    struct properties properties = {0};
    if (!cuda_device_at(vm, at[1].i, call->at, &d))
        return false;
    if (!d)
        return cuda_give(vm, at, cudaErrorInvalidDevice);
    describe(&properties, device_props(d));
    return vm_store(vm, at[0].u, &properties, sizeof properties, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* -1: no such attribute. */
static int64_t attribute(const struct device_props *p, int64_t which)
{
    const struct {
        int64_t number, value;
    } rows[] = {

#define A(number, name, value) {number, (int64_t) (value)},
#include "eval/cuda/cuda_attributes.def"
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].number == which)
            return rows[i].value;
    return -1;
}

BUILTIN(cudaDeviceGetAttribute)
{
    struct device *d;
    if (!cuda_device_at(vm, at[2].i, call->at, &d))
        return false;
    int64_t v = d ? attribute(device_props(d), at[1].i) : -1;
    if (v < 0)
        return cuda_give(vm, at, d ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
    return give_int(vm, call, at, (int) v);
}
