/* SPDX-License-Identifier: Apache-2.0 */
/* The front of every device: it checks arguments, once for all backends, and answers for what a backend lacks. It needs a backend (backend.h).
 * Next: backend.h, cpu/cpu_device.c. */
#include "device/device.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "device/backend.h"
#include "device/device_library.h"
#include "device/device_limits.h"
#include "device/device_pool.h"
#include "ptx/ptx.h"

const struct device_props *device_props(const struct device *d)
{
    return &d->props;
}

void device_close(struct device **d)
{
    if (*d) {
        device_pools_close(*d);
        VEC_FREE(&(*d)->streams);
        (*d)->ops->close(*d);
    }
    *d = NULL;
}

/* ---- memory ---- */

static bool allocate(struct device *d, uint64_t size, bool managed, struct diags *out,
                     struct span at, uint64_t *out_addr)
{
    if (size <= d->props.total_memory &&
        (d->ops->alloc(d, size, managed, out_addr) ||
         (device_pools_spare(d) && d->ops->alloc(d, size, managed, out_addr))))
        return true;
    uint64_t used = d->ops->used(d), total = d->props.total_memory;
    struct diag *e = diag_error(
        out, DIAG_MEMORY, at,
        "out of device memory: cannot allocate %llu bytes, %llu of %llu are in use",
        (unsigned long long) size, (unsigned long long) used, (unsigned long long) total);
    diag_help(out, e, "free arrays that you no longer need, or use a smaller one");
    if (d->events.full)
        d->events.full(d->events.user, out, e);
    return false;
}

bool device_alloc(struct device *d, uint64_t size, struct diags *out, struct span at,
                  uint64_t *out_addr)
{
    return allocate(d, size, false, out, at, out_addr);
}

bool device_alloc_managed(struct device *d, uint64_t size, struct diags *out, struct span at,
                          uint64_t *out_addr)
{
    return allocate(d, size, true, out, at, out_addr);
}

void device_each(struct device *d,
                 void (*see)(void *user, const struct device_allocation *a, bool variable),
                 void *user)
{
    d->ops->each(d, see, user);
}

bool device_free(struct device *d, uint64_t addr, struct diags *out, struct span at)
{
    struct device_allocation a;
    if (d->ops->find(d, addr, &a) && a.start == addr && a.live) {
        device_pools_forget(d, addr);
        d->ops->free(d, addr);
        return true;
    }
    if (!d->ops->owns(d, addr))
        diag_error(out, DIAG_MEMORY, at, "0x%llx is not an address of device '%s'",
                   (unsigned long long) addr, d->props.id);
    else if (d->ops->find(d, addr, &a) && a.start == addr)
        diag_help(out,
                  diag_error(out, DIAG_MEMORY, at, "this device memory has already been freed"),
                  "free each allocation once: set the pointer to NULL after cudaFree()");
    else
        diag_error(out, DIAG_MEMORY, at, "0x%llx is not the start of a device allocation",
                   (unsigned long long) addr);
    return false;
}

void device_name(struct device *d, uint64_t addr, const char *name)
{
    d->ops->name(d, addr, name);
}

bool device_find(struct device *d, uint64_t addr, struct device_allocation *out)
{
    return d->ops->find(d, addr, out);
}

bool device_owns(struct device *d, uint64_t addr)
{
    return d->ops->owns(d, addr);
}

struct device *device_home(struct device *d, uint64_t addr)
{
    struct device_allocation a;
    if (d->ops->peers)
        return d->ops->peers->home(d, addr);
    return d->ops->find(d, addr, &a) ? d : NULL;
}

void device_set_heap(struct device *d, uint64_t bytes)
{
    d->heap = bytes;
    d->ops->heap(d, bytes);
}

uint64_t device_heap(const struct device *d)
{
    enum { DEFAULT_HEAP = 8 << 20 };

    return d->heap ? d->heap : DEFAULT_HEAP;
}

uint64_t device_memory_used(struct device *d)
{
    return d->ops->used(d);
}

static bool covers(struct device *d, uint64_t addr, uint64_t n)
{
    struct device_allocation a;
    return d->ops->find(d, addr, &a) && a.live && n <= a.size - (addr - a.start);
}

static enum device_status bad_range(struct device *d, struct device_fault *out, uint64_t addr,
                                    uint64_t n, bool write)
{
    *out = (struct device_fault){.kind = FAULT_ILLEGAL_ADDRESS, .address = addr, .write = write};
    out->size = n < UINT32_MAX ? (uint32_t) n : UINT32_MAX;
    if (d->ops->find(d, addr, &out->nearest)) {
        snprintf(out->nearest_name, sizeof out->nearest_name, "%s",
                 out->nearest.name ? out->nearest.name : "");
        out->nearest.name = out->nearest_name[0] ? out->nearest_name : NULL;
    }
    snprintf(out->text, sizeof out->text, "a copy of %llu bytes does not fit",
             (unsigned long long) n);
    return DEVICE_FAULT;
}

/* A copy and its time, without the wait for what was queued before it. */
static enum device_status counted(struct device *d, uint64_t to, uint64_t from, uint64_t n,
                                  enum device_direction direction, struct device_fault *out)
{
    if (!d->ops->idle(d, DEVICE_ALL_STREAMS)) {
        enum device_status status = d->ops->sync(d, DEVICE_ALL_STREAMS, out);
        if (status != DEVICE_OK)
            return status;
    }
    bool asleep = device_parked(d); /* waking is no part of a copy */
    uint64_t start = clock_ns();
    enum device_status status = d->ops->copy(d, to, from, n, direction, 0, out);
    if (!asleep) {
        uint64_t end = clock_ns();
        d->copied_bytes += n;
        d->copied_ns += end - start;
        if (d->events.copied)
            d->events.copied(d->events.user, n, direction == HOST_TO_DEVICE, start, end);
    }
    return status;
}

void device_copied(struct device *d, uint64_t *out_bytes, uint64_t *out_ns)
{
    *out_bytes = d->copied_bytes;
    *out_ns = d->copied_ns;
    d->copied_bytes = d->copied_ns = 0;
}

void device_set_copied(struct device *d, uint64_t bytes, uint64_t ns)
{
    d->copied_bytes = bytes;
    d->copied_ns = ns;
}

enum device_status device_write(struct device *d, uint64_t to, const void *from, uint64_t n,
                                struct device_fault *out)
{
    *out = (struct device_fault){0};
    if (!covers(d, to, n))
        return bad_range(d, out, to, n, true);
    return counted(d, to, (uint64_t) (uintptr_t) from, n, HOST_TO_DEVICE, out);
}

enum device_status device_read(struct device *d, void *to, uint64_t from, uint64_t n,
                               struct device_fault *out)
{
    *out = (struct device_fault){0};
    if (!covers(d, from, n))
        return bad_range(d, out, from, n, false);
    return counted(d, (uint64_t) (uintptr_t) to, from, n, DEVICE_TO_HOST, out);
}

enum device_status device_copy(struct device *d, uint64_t to, uint64_t from, uint64_t n,
                               uint32_t stream)
{
    struct device_fault ignored = {0};
    if (!covers(d, to, n) || !covers(d, from, n))
        return DEVICE_FAULT;
    return d->ops->copy(d, to, from, n, DEVICE_TO_DEVICE, stream, &ignored);
}

enum device_status device_fill(struct device *d, uint64_t to, const void *pattern,
                               uint32_t pattern_size, uint64_t count, uint32_t stream)
{
    uint64_t bytes;
    CHECK(pattern_size && pattern_size <= 16 && !(pattern_size & (pattern_size - 1)));
    if (__builtin_mul_overflow(count, pattern_size, &bytes) || !covers(d, to, bytes))
        return DEVICE_FAULT;
    d->ops->fill(d, to, pattern, pattern_size, count, stream);
    return DEVICE_OK;
}

/* ---- several devices ---- */

bool device_may_reach(struct device *d, struct device *peer)
{
    return d != peer && d->ops->peers && d->ops->peers->may_reach(d, peer);
}

bool device_reaches(struct device *d, struct device *peer)
{
    return device_may_reach(d, peer) && d->ops->peers->reaches(d, peer);
}

void device_reach(struct device *d, struct device *peer, bool on)
{
    d->ops->peers->reach(d, peer, on);
}

/* Through the host, in pieces. */
static enum device_status copy_through(struct device *d, uint64_t to, struct device *from_device,
                                       uint64_t from, uint64_t n, struct device_fault *out)
{
    enum { PIECE = 4 << 20 };

    enum device_status status = DEVICE_OK;
    void *piece = xcalloc(1, n < PIECE ? n + 1 : PIECE);
    for (uint64_t done = 0; done < n && status == DEVICE_OK; done += PIECE) {
        uint64_t some = n - done < PIECE ? n - done : PIECE;
        status = device_read(from_device, piece, from + done, some, out);
        if (status == DEVICE_OK)
            status = device_write(d, to + done, piece, some, out);
    }
    free(piece);
    return status;
}

enum device_status device_copy_between(struct device *d, uint64_t to, struct device *from_device,
                                       uint64_t from, uint64_t n, uint32_t stream,
                                       struct device_fault *out)
{
    *out = (struct device_fault){0};
    if (!covers(from_device, from, n))
        return bad_range(from_device, out, from, n, false);
    if (!covers(d, to, n))
        return bad_range(d, out, to, n, true);
    return d == from_device ? device_copy(d, to, from, n, stream)
                            : copy_through(d, to, from_device, from, n, out);
}

/* ---- modules ---- */

struct device_module *device_load(struct device *d, const void *image, size_t size,
                                  struct diags *out, struct span at)
{
    return d->ops->load(d, image, size, out, at);
}

void device_unload(struct device *d, struct device_module **m)
{
    if (*m)
        d->ops->unload(d, *m);
    *m = NULL;
}

const struct ptx_module *device_module_ptx(const struct device_module *m)
{
    return m->ptx;
}

void device_describe_params(struct device_kernel_info *info, const struct ptx_func *entry,
                            struct device_param *params)
{
    for (size_t i = 0; i < entry->params.n; i++) {
        const struct ptx_var *v = entry->params.at[i];
        params[i] = (struct device_param){v->offset, (uint32_t) v->size, v->align};
    }
    info->params = params;
    info->param_count = (uint32_t) entry->params.n;
    info->params_size = (uint32_t) entry->params_size;
}

const struct device_kernel *device_kernel(struct device_module *m, const char *name)
{
    return m->device->ops->kernel(m, name);
}

const struct device_kernel_info *device_kernel_info(const struct device_kernel *k)
{
    return &k->info;
}

bool device_symbol(struct device_module *m, const char *name, uint64_t *out_addr,
                   uint64_t *out_size)
{
    return m->device->ops->symbol(m, name, out_addr, out_size);
}

/* ---- launches ---- */

bool device_launch(struct device *d, const struct device_launch *l, struct diags *out,
                   struct span at)
{
    struct device_refusal refused;
    CHECK(l->kernel && l->kernel->module->device == d);
    CHECK(l->params_size == l->kernel->info.params_size);
    if (!device_launch_fits(l, &refused)) {
        struct diag *e = diag_error(out, DIAG_LAUNCH, at, "%s", refused.text);
        if (*refused.help)
            diag_help(out, e, "%s", refused.help);
        return false;
    }
    d->ops->launch(d, l);
    return true;
}

enum device_status device_sync(struct device *d, uint32_t stream, struct device_fault *out)
{
    *out = (struct device_fault){0};
    enum device_status status = d->ops->sync(d, stream, out);
    if (status == DEVICE_OK)
        device_pools_waited(d);
    return status;
}

bool device_idle(struct device *d, uint32_t stream)
{
    return d->ops->idle(d, stream);
}

uint32_t device_stream_new(struct device *d)
{
    uint32_t stream = d->ops->streams->open(d);
    if (stream)
        VEC_PUSH(&d->streams, stream);
    return stream;
}

bool device_stream_exists(const struct device *d, uint32_t stream)
{
    if (!stream) /* of most launches */
        return true;
    VEC_EACH (s, &d->streams)
        if (*s == stream)
            return true;
    return false;
}

void device_stream_free(struct device *d, uint32_t stream)
{
    VEC_EACH (s, &d->streams)
        if (*s == stream) {
            VEC_REMOVE(&d->streams, (size_t) (s - d->streams.at));
            d->ops->streams->close(d, stream);
            return;
        }
}

bool device_stream_separate(struct device *d, uint32_t stream)
{
    if (d->ops->order)
        d->ops->order->separate(d, stream);
    return d->ops->order;
}

uint64_t device_mark(struct device *d, uint32_t stream)
{
    return d->ops->order ? d->ops->order->mark(d, stream) : 0;
}

enum device_status device_stream_wait(struct device *d, uint32_t stream, uint32_t other,
                                      uint64_t mark, struct device_fault *out)
{
    *out = (struct device_fault){0};
    if (!d->ops->order)
        return d->ops->sync(d, other ? other : DEVICE_ALL_STREAMS, out);
    d->ops->order->wait(d, stream, other, mark);
    return DEVICE_OK;
}

/* ---- hardware ---- */

void device_settled(struct device *d)
{
    if (d->ops->hardware)
        d->ops->hardware->settled(d);
}

bool device_park(struct device *d, struct diags *out, struct span at)
{
    device_pools_spare(d);
    return !d->ops->hardware || d->ops->hardware->park(d, out, at);
}

bool device_parked(struct device *d)
{
    return d->ops->hardware && d->ops->hardware->parked(d);
}

bool device_code(struct device *d, const struct device_kernel *k, struct device_dim block,
                 struct device_code *out)
{
    if (d->ops->code)
        d->ops->code->list(d, k, block, out);
    return d->ops->code;
}

void device_code_free(struct device_code *c)
{
    VEC_FREE(&c->bytes);
    VEC_FREE(&c->pieces);
    arena_free(&c->arena);
}

bool device_library(struct device *d, enum device_library which, struct device_library_info *out)
{
    return d->ops->hardware && d->ops->hardware->library(d, which, out);
}

bool device_smi(struct device *d, struct device_smi *out)
{
    return d->ops->hardware && d->ops->hardware->smi(d, out);
}

/* ---- textures and surfaces ---- */

bool device_has_images(const struct device *d)
{
    return d->ops->images;
}

uint64_t device_image_new(struct device *d, const struct device_image *i,
                          const struct device_sampler *s)
{
    if (!d->ops->images)
        return 0;
    uint64_t texel = (uint64_t) i->channels * i->bits / 8, rows = i->height ? i->height : 1,
             slices = i->layers  ? i->layers
                      : i->depth ? i->depth
                                 : 1;
    CHECK(i->channels == 1 || i->channels == 2 || i->channels == 4);
    CHECK(i->bits == 8 || i->bits == 16 || i->bits == 32);
    CHECK(i->width && i->width * texel <= i->row_pitch && rows * i->row_pitch <= i->slice_pitch);
    CHECK(covers(d, i->address,
                 (slices - 1) * i->slice_pitch + (rows - 1) * i->row_pitch + i->width * texel));
    return d->ops->images->open(d, i, s);
}

bool device_image_free(struct device *d, uint64_t handle, bool surface)
{
    return d->ops->images && d->ops->images->close(d, handle, surface);
}

bool device_each_image(struct device *d,
                       void (*see)(void *user, uint64_t handle, const struct device_image *i,
                                   const struct device_sampler *s),
                       void *user)
{
    bool lists = d->ops->images && d->ops->images->each;
    if (lists)
        d->ops->images->each(d, see, user);
    return lists;
}

const char *device_fault_name(enum device_fault_kind kind)
{
    switch (kind) {
    case FAULT_NONE: return "no fault";
    case FAULT_ILLEGAL_ADDRESS: return "illegal address";
    case FAULT_MISALIGNED: return "misaligned address";
    case FAULT_PEER: return "no access to another device's memory";
    case FAULT_SHARED: return "shared memory out of bounds";
    case FAULT_LOCAL: return "local memory out of bounds";
    case FAULT_CONSTANT: return "invalid use of constant memory";
    case FAULT_IMAGE: return "invalid use of a texture or surface";
    case FAULT_HOST_POINTER: return "host pointer in a kernel";
    case FAULT_HEAP: return "invalid free";
    case FAULT_CHILD: return "invalid launch";
    case FAULT_STACK: return "stack overflow";
    case FAULT_ASSERT: return "assertion failed";
    case FAULT_TRAP: return "trap";
    case FAULT_BARRIER: return "barrier never reached by all";
    case FAULT_DEADLOCK: return "deadlock";
    case FAULT_MBARRIER: return "mbarrier error";
    case FAULT_CLUSTER: return "cluster error";
    case FAULT_INTERRUPTED: return "interrupted";
    case FAULT_REFUSED: return "launch refused";
    case FAULT_LIBRARY: return "library call failed";
    case FAULT_LOST: return "device lost";
    }
    UNREACHABLE();
}

/* Itanium C++ ABI 5.1: N, names with their lengths, E; or one of them. */
void device_plain_name(char *to, size_t size, const char *ptx_name)
{
    const char *p = ptx_name;
    size_t n = 0;
    bool mangled = !strncmp(p, "_Z", 2), nested = mangled && p[2] == 'N';
    p += mangled ? 2 + nested : 0;
    while (mangled && isdigit((unsigned char) *p)) {
        size_t length = strtoul(p, (char **) (uintptr_t) &p, 10);
        length = strnlen(p, length);
        n += (size_t) snprintf(to + n, size - n, "%s%.*s", n ? "::" : "", (int) length, p);
        p += length;
        if (!nested || n >= size)
            break;
    }
    if (!n)
        snprintf(to, size, "%s", ptx_name);
}

bool device_arch_named(const char *text, int *out_arch, bool *out_only)
{
    enum { LEAST = 50, MOST = 129 };

    static const char *const prefixes[] = {"sm_", "compute_", ""};
    size_t k = 0;
    while (strncmp(text, prefixes[k], strlen(prefixes[k])) != 0)
        k++;
    const char *digits = text + strlen(prefixes[k]);
    char *end;
    long n = isdigit((unsigned char) *digits) ? strtol(digits, &end, 10) : 0;
    if (n <= 0 || n > MOST)
        return false;
    if (*end == '.' && isdigit((unsigned char) end[1]) && n < LEAST) {
        n = 10 * n + (end[1] - '0');
        end += 2;
    }
    *out_only = *end == 'a';
    *out_arch = (int) n;
    return !end[*out_only] && n >= LEAST;
}
