/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA runtime's memory calls. Misuse of a pointer (a copy that is too long, host memory for device memory) is a diag
 * at the argument, because an error code would only say "invalid argument". Next: builtin_cuda_device.c. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "eval/cuda/builtin_cuda.h"
#include "eval/cuda/cuda_graph.h"

/* The text of an argument like &s->data or (void **) &d[i], without the & and casts; empty if it has another form. */
static struct str pointed_text(const struct vm *vm, struct span at)
{
    const struct source *src = source_get(vm->sources, at.source);
    if (!src || src->kind == SOURCE_BUILTIN)
        return (struct str){0};
    const char *p = src->text.p + at.start, *end = src->text.p + at.end, *amp = NULL;
    for (const char *q = p; q < end && !amp; q++)
        amp = *q == '&' ? q + 1 : NULL;
    while (amp && amp < end && (*amp == ' ' || *amp == '('))
        amp++;
    size_t n = 0;
    while (amp && amp + n < end && amp[n] &&
           (isalnum((unsigned char) amp[n]) || strchr("_.->[]", amp[n])))
        n++;
    return (struct str){amp, n < 40 ? n : 0};
}

/* How messages name the memory whose address is stored at `out`: the pointer variable there, or the text of the argument. */
static void name_memory(struct vm *vm, struct device *d, uint64_t address, uint64_t out,
                        struct span at)
{
    const struct object *o = space_find(vm->host, out);
    struct str text =
        o && o->name && o->size == sizeof out ? (struct str){0} : pointed_text(vm, at);
    char name[48];
    snprintf(name, sizeof name, "%.*s", (int) text.n, text.n ? text.p : "");
    if (text.n || (o && o->name))
        device_name(d, address, text.n ? name : o->name);
}

/* Allocates n bytes of device memory and stores the address at at[0]. */
static bool allocate(struct vm *vm, const struct call_site *call, union value *at, bool managed,
                     uint64_t *out_addr)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    void *out =
        d ? vm_memory(vm, at[0].u, sizeof *out_addr, VM_WRITE, builtin_call_of(call)->spans[0])
          : NULL;
    if (!out)
        return false;
    struct diags unheard = {0}; /* CUDA reports this with an error code */
    bool ok =
        (managed ? device_alloc_managed : device_alloc)(d, at[1].u, &unheard, call->at, out_addr);
    diags_free(&unheard);
    if (ok) {
        memcpy(out, out_addr, sizeof *out_addr);
        launch_allocated(vm->launcher, *out_addr, call->at);
        name_memory(vm, d, *out_addr, at[0].u, builtin_call_of(call)->spans[0]);
    } else {
        *out_addr = 0;
    }
    return cuda_give(vm, at, ok ? cudaSuccess : cudaErrorMemoryAllocation);
}

BUILTIN(cudaMalloc)
{
    uint64_t addr;
    return allocate(vm, call, at, false, &addr);
}

BUILTIN(cudaMallocManaged)
{
    uint64_t addr, n = at[1].u;
    if (!allocate(vm, call, at, true, &addr))
        return false;
    if (addr)
        vm_manage(vm, addr, n, call->at);
    return true;
}

/* With unified addressing the device accesses pinned host memory in place, mapped or not. Here it is managed memory. */
BUILTIN(cudaMallocHost)
{
    return builtin_cudaMallocManaged(vm, call, at);
}

BUILTIN(cudaFree)
{
    struct device *d = cuda_home(vm, at[0].u, call->at);
    if (space_holds(vm->host, at[0].u)) {
        struct diag *e =
            vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[0], "this is host memory");
        diag_help(vm->diags, e, "use free for memory from malloc, and delete for memory from new");
        return false;
    }
    vm_unmanage(vm, at[0].u);
    if (!d || (at[0].u && !device_free(d, at[0].u, vm->diags, builtin_call_of(call)->spans[0])))
        return false;
    return cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaFreeHost)
{
    if (launcher_owner(vm->launcher, at[0].u))
        return builtin_cudaFree(vm, call, at);
    return builtin_free(vm, call, at) && cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaMemGetInfo)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    const struct span *spans = builtin_call_of(call)->spans;
    if (!d)
        return false;
    uint64_t total = device_props(d)->total_memory, used = device_memory_used(d),
             left = used < total ? total - used : 0;
    return vm_store(vm, at[0].u, &left, sizeof left, spans[0]) &&
           vm_store(vm, at[1].u, &total, sizeof total, spans[1]) && cuda_give(vm, at, cudaSuccess);
}

bool cuda_range(struct vm *vm, struct device *d, uint64_t addr, uint64_t n, struct span at)
{
    struct device_allocation a = {0};
    if (device_find(d, addr, &a) && a.live && addr - a.start <= a.size &&
        n <= a.size - (addr - a.start))
        return true;
    if (!device_owns(d, addr)) {
        vm_error(vm, DIAG_MEMORY, at, "this is not device memory");
        return false;
    }
    bool found = device_find(d, addr, &a), live = found && a.live;
    if (found && !live) {
        struct diag *freed =
            vm_error(vm, DIAG_MEMORY, at, "this memory%s%s%s has been freed", a.name ? " of '" : "",
                     a.name ? a.name : "", a.name ? "'" : "");
        diag_help(vm->diags, freed, "call cudaFree() after the last use of the memory");
        return false;
    }
    uint64_t left = live ? a.size - (addr - a.start) : 0;
    struct diag *e = vm_error(
        vm, DIAG_MEMORY, at, "%" PRIu64 " bytes do not fit: %s%s%s%s has %" PRIu64 " from here on",
        n, live ? "the allocation" : "the gap between allocations", found && a.name ? " of '" : "",
        found && a.name ? a.name : "", found && a.name ? "'" : "", left);
    if (live && a.size == sizeof(void *))
        diag_help(
            vm->diags, e,
            "it was allocated with the size of a pointer: write n * sizeof(*p), not sizeof(p)");
    return false;
}

static bool is_on(const struct vm *vm, uint64_t addr, bool device)
{
    return device ? !space_holds(vm->host, addr)
                  : !launcher_owner(vm->launcher, addr) || vm_is_managed(vm, addr);
}

/* Programs that teach error checking make this mistake on purpose: they get CUDA's error code and a warning. */
static bool direction_fits(struct vm *vm, uint64_t addr, bool device, uint64_t other,
                           struct span at)
{
    if (is_on(vm, addr, device))
        return true;
    bool swapped = !is_on(vm, other, !device);
    struct diag *e = (vm->program ? diag_warning : diag_error)(
        vm->diags, DIAG_MEMORY, at, "this is %s memory, but the copy direction needs %s memory%s",
        device ? "host" : "device", device ? "device" : "host",
        vm->program ? ": nothing is copied" : "");
    const struct object *o = device ? space_find(vm->host, addr) : NULL;
    const struct symbol *symbol =
        o && o->kind == HOST_HANDLE ? vm_handle_of(vm, "function", addr) : NULL;
    if (symbol && symbol->kind == SYMBOL_DEVICE)
        diag_help(vm->diags, e,
                  "'%s' is a device variable: use cudaMemcpyToSymbol or cudaMemcpyFromSymbol",
                  symbol->name);
    else if (o && o->kind != HOST_HEAP && o->size == sizeof(void *) && o->name)
        diag_help(vm->diags, e, "this is the variable '%s' itself: pass %s, not &%s", o->name,
                  o->name, o->name);
    else if (swapped)
        diag_help(vm->diags, e,
                  "the destination comes first: swap the first two arguments, or the direction");
    else
        diag_help(vm->diags, e,
                  "cudaMemcpyHostToDevice copies to the device, cudaMemcpyDeviceToHost from it");
    return false;
}

/* Checks one side of a copy: returns its bytes on the host, or the address on the device. NULL: a diag. */
static void *copy_side(struct vm *vm, uint64_t addr, uint64_t n, bool on_device,
                       enum vm_access access, struct span at)
{
    if (!on_device)
        return vm_memory(vm, addr, n, access, at);
    struct device *home = cuda_home(vm, addr, at);
    return home && cuda_range(vm, home, addr, n, at) ? (void *) (uintptr_t) addr : NULL;
}

/* Copies between host memory and that of a device, after what the stream has been given: the copy itself waits for the device whose memory
 * it is. The addresses are passed as pointers. */
static bool transfer(struct vm *vm, const struct cuda_move *m, void *to, bool to_device,
                     const void *from, bool from_device)
{
    struct device_fault fault = {0};
    struct device *d = cuda_home(vm, to_device ? m->to : m->from, m->at),
                  *on = launcher_stream_device(vm->launcher, m->stream);
    uint32_t stream = m->async ? launch_stream_number(m->stream) : DEVICE_ALL_STREAMS;
    if (!to_device && !from_device) {
        memmove(to, from, m->size);
        return true;
    }
    if (on != d && !launch_sync_on(vm->launcher, on, stream, vm->diags, m->at))
        return false;
    enum device_status status = to_device ? device_write(d, (uintptr_t) to, from, m->size, &fault)
                                          : device_read(d, to, (uintptr_t) from, m->size, &fault);
    return vm_fault(vm, status, &fault, m->at);
}

/* Asynchronous calls wait for copies from the device to memory that is not page-locked (CUDA Runtime API, 'API synchronization
 * behavior'); page-locked memory belongs to the device here. */
static struct launch_copy copy_of(struct vm *vm, const union value *at, int64_t kind, bool async,
                                  struct span where)
{
    bool pinned = launcher_owner(vm->launcher, at[0].u),
         to_host = kind == 4 ? !pinned : kind == 0 || kind == 2;
    return (struct launch_copy){.call = async ? "cudaMemcpyAsync" : "cudaMemcpy",
                                .waits = !async || (to_host && !pinned),
                                .stream = async ? (uint32_t) at[4].u : 0,
                                .to = at[0].u,
                                .from = at[1].u,
                                .size = at[2].u,
                                .at = where};
}

/* What a pointer argument points to: bytes; 0: not known. */
static uint64_t element_of(const struct call_site *call, uint32_t arg)
{
    const struct type *t = builtin_call_of(call)->count > arg && builtin_call_of(call)->given
                               ? builtin_call_of(call)->given[arg]
                               : NULL;
    bool points = t && (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY) && t->base;
    return points && t->base->kind != TYPE_VOID ? t->base->size : 0;
}

static void check_size(struct vm *vm, const struct call_site *call, uint32_t arg, uint64_t address,
                       uint64_t bytes, const char *name)
{
    launch_checked_size(vm->launcher,
                        &(struct launch_size){name, address, bytes, element_of(call, arg),
                                              builtin_call_of(call)->spans[2]},
                        vm->diags);
}

/* Copies what has been found to have the right direction. */
static bool move(struct vm *vm, const struct call_site *call, const union value *at, bool async,
                 bool to_device, bool from_device)
{
    const struct span *spans = builtin_call_of(call)->spans;
    struct cuda_move m = {.to = at[0].u,
                          .from = at[1].u,
                          .size = at[2].u,
                          .to_at = spans[0],
                          .from_at = spans[1],
                          .at = call->at,
                          .stream = async ? (uint32_t) at[4].u : 0,
                          .async = async};
    if (to_device && from_device)
        return cuda_move(vm, &m);
    const void *source = copy_side(vm, m.from, m.size, from_device, VM_READ, spans[1]);
    void *target = source ? copy_side(vm, m.to, m.size, to_device, VM_WRITE, spans[0]) : NULL;
    return target && transfer(vm, &m, target, to_device, source, from_device);
}

static bool copy(struct vm *vm, const struct call_site *call, union value *at, bool async)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    const struct span *spans = builtin_call_of(call)->spans;
    uint64_t to = at[0].u, from = at[1].u;
    int64_t kind = at[3].i;
    if (!d)
        return false;
    if (kind < 0 || kind > 4)
        return cuda_give(vm, at, cudaErrorInvalidMemcpyDirection);
    if (async && !launcher_stream_device(vm->launcher, (uint32_t) at[4].u))
        return cuda_give(vm, at, cudaErrorInvalidResourceHandle);
    bool to_device = kind == 4 ? launcher_owner(vm->launcher, to) != NULL : kind & 1 || kind == 3;
    bool from_device = kind == 4 ? launcher_owner(vm->launcher, from) != NULL : kind >= 2;
    if (!direction_fits(vm, to, to_device, from, spans[0]) ||
        !direction_fits(vm, from, from_device, to, spans[1]))
        return cuda_give(vm, at, cudaErrorInvalidValue) && vm->program;
    struct launch_copy checked = copy_of(vm, at, kind, async, call->at);
    launch_copy_begins(vm->launcher, &checked);
    if (to_device != from_device)
        check_size(vm, call, from_device, at[from_device].u, at[2].u, checked.call);
    bool ok = move(vm, call, at, async, to_device, from_device);
    launch_copy_ends(vm->launcher);
    return ok && cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaMemcpy)
{
    return copy(vm, call, at, false);
}

/* The device cannot read host memory later, so the copy is made at once: possibly earlier than in the stream, never
 * later. */
BUILTIN(cudaMemcpyAsync)
{
    if (vm->capture) {
        graph_add_copy(vm, at, call->at);
        return cuda_give(vm, at, cudaSuccess);
    }
    return copy(vm, call, at, true);
}

bool cuda_fill(struct vm *vm, uint64_t to, const void *element, uint32_t size, uint64_t count,
               uint32_t stream, struct span at)
{
    struct device *d = cuda_home(vm, to, at),
                  *on = d ? launcher_stream_device(vm->launcher, stream) : NULL;
    struct device_fault fault = {0};
    uint64_t bytes = count <= UINT64_MAX / size ? count * size : UINT64_MAX;
    if (!on || !cuda_range(vm, d, to, bytes, at))
        return false;
    bool near = on == d || device_may_reach(on, d);
    if (!near && !launch_sync_on(vm->launcher, on, launch_stream_number(stream), vm->diags, at))
        return false;
    enum device_status status = device_fill(near ? on : d, to, element, size, count,
                                            near ? launch_stream_number(stream) : 0);
    return vm_fault(vm, status, &fault, at);
}

static bool fill(struct vm *vm, const struct call_site *call, union value *at, const char *name,
                 uint32_t stream)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    struct span where = builtin_call_of(call)->spans[0];
    if (d && !launcher_stream_device(vm->launcher, stream))
        return cuda_give(vm, at, cudaErrorInvalidResourceHandle);
    if (d && space_holds(vm->host, at[0].u)) {
        struct diag *e = (vm->program ? diag_warning : diag_error)(
            vm->diags, DIAG_MEMORY, where,
            "this is host memory, but cudaMemset fills device memory");
        diag_help(vm->diags, e, "use memset");
        return cuda_give(vm, at, cudaErrorInvalidValue) && vm->program;
    }
    uint8_t byte = (uint8_t) at[1].u;
    launch_copy_begins(
        vm->launcher,
        &(struct launch_copy){
            .call = name, .stream = stream, .to = at[0].u, .size = at[2].u, .at = call->at});
    check_size(vm, call, 0, at[0].u, at[2].u, name);
    bool ok = d && cuda_fill(vm, at[0].u, &byte, 1, at[2].u, stream, where);
    launch_copy_ends(vm->launcher);
    return ok && cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaMemset)
{
    return fill(vm, call, at, "cudaMemset", 0);
}

BUILTIN(cudaMemsetAsync)
{
    if (vm->capture) {
        graph_add_fill(vm, at, call->at);
        return cuda_give(vm, at, cudaSuccess);
    }
    return fill(vm, call, at, "cudaMemsetAsync", (uint32_t) at[3].u);
}
