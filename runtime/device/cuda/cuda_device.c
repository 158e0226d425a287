/* SPDX-License-Identifier: Apache-2.0 */
/* The cuda device behind device.h. A call wakes the device if it needs the GPU. After a failure, commands that nobody waits for are dropped until
 * the fault has been reported, as the driver drops them. It needs the client's other files. Next: wake.c, talk.c, memory.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "device/cuda/cuda.h"

static struct cuda_device *enter(struct device *dev)
{
    struct cuda_device *d = cuda(dev);
    pthread_mutex_lock(&d->lock);
    return d;
}

static void leave(struct cuda_device *d)
{
    d->used_ns = clock_ns();
    pthread_mutex_unlock(&d->lock);
}

/* Whether commands may be queued: the device is awake, and no fault is unreported. */
static bool is_ready(struct cuda_device *d)
{
    return d->fault.kind == FAULT_NONE && cuda_wake(d);
}

/* ---- waiting ---- */

/* Waits for a stream. Whatever goes wrong is in d->fault. */
static void wait_for(struct cuda_device *d, uint32_t stream)
{
    struct command_id *c = d->awake ? talk_command(d, sizeof *c, OP_SYNC) : NULL;
    if (!c)
        return;
    c->id = stream;
    if (talk_call(d, c) && d->done.status) {
        struct reply_done a = d->done;
        cuda_lose(d, a.status, a.call, a.text);
    }
    talk_listen(d);
}

static enum device_status cuda_sync(struct device *dev, uint32_t stream, struct device_fault *out)
{
    struct cuda_device *d = enter(dev);
    talk_listen(d);
    if (d->fault.kind == FAULT_NONE)
        wait_for(d, stream);
    enum device_status s = cuda_take_fault(d, out);
    leave(d);
    return s;
}

static bool cuda_idle(struct device *dev, uint32_t stream)
{
    struct cuda_device *d = enter(dev);
    bool idle = true;
    struct command_id *c = d->awake ? talk_command(d, sizeof *c, OP_QUERY) : NULL;
    if (c) {
        c->id = stream;
        bool told = talk_call(d, c);
        idle = !told || d->done.status != CU_NOT_READY;
        if (told && d->done.status && idle) {
            struct reply_done a = d->done;
            cuda_lose(d, a.status, a.call, a.text);
        }
        talk_listen(d);
    }
    leave(d);
    return idle;
}

/* ---- memory ---- */

static bool cuda_alloc(struct device *dev, uint64_t size, bool managed, uint64_t *out_addr)
{
    enum { TRIES = 2 };

    struct cuda_device *d = enter(dev);
    bool ok = false;
    for (int i = 0; i < TRIES && !ok && cuda_wake(d); i++) {
        ok = memory_alloc(d, size, managed, out_addr);
        if (!ok && d->awake)
            break; /* the device is full; if the worker was lost, a new one is asked again */
    }
    leave(d);
    return ok;
}

static void cuda_free(struct device *dev, uint64_t addr)
{
    struct cuda_device *d = enter(dev);
    if (d->inflight.n)
        wait_for(d, DEVICE_ALL_STREAMS);
    struct content *c = memory_find(d, addr);
    CHECK(c && c->object);
    image_forget(d, c);
    memory_free(d, c);
    leave(d);
}

/* The pattern is written after the launches queued so far, and before anything queued later. */
static void cuda_retire(struct device *dev, uint64_t addr)
{
    struct cuda_device *d = enter(dev);
    struct content *c = memory_find(d, addr);
    CHECK(c && c->object);
    image_forget(d, c);
    memory_retire(d, c);
    leave(d);
}

/* Finds retired memory, which memory_find does not find. */
static struct content *find_retired(struct cuda_device *d, uint64_t addr)
{
    for (size_t i = 0; i < d->contents.n; i++)
        if (d->contents.at[i] && d->contents.at[i]->retired && d->contents.at[i]->start == addr)
            return d->contents.at[i];
    return NULL;
}

static bool cuda_revive(struct device *dev, uint64_t addr, uint32_t stream)
{
    struct cuda_device *d = enter(dev);
    struct content *c = find_retired(d, addr);
    bool ok = c && is_ready(d) && memory_revive(d, c, stream);
    leave(d);
    return ok;
}

static void cuda_release(struct device *dev, uint64_t addr)
{
    struct cuda_device *d = enter(dev);
    struct content *c = find_retired(d, addr);
    CHECK(c);
    memory_free(d, c);
    leave(d);
}

static void cuda_name(struct device *dev, uint64_t addr, const char *name)
{
    struct cuda_device *d = enter(dev);
    struct content *c = memory_find(d, addr);
    if (c && c->object)
        c->object->name = name ? intern_cstr(d->names, name) : NULL;
    leave(d);
}

static bool cuda_find(struct device *dev, uint64_t addr, struct device_allocation *out)
{
    struct cuda_device *d = enter(dev);
    struct space *spaces[] = {d->small, d->large, d->managed};
    struct object *o = NULL;
    for (int i = 0; i < 3 && !o; i++)
        o = space_find(spaces[i], addr);
    struct content *v = o ? NULL : memory_find(d, addr);
    if (o)
        *out = (struct device_allocation){o->start, o->size, o->name,
                                          o->state == OBJECT_LIVE &&
                                              !d->contents.at[o->kind]->retired};
    else if (v)
        *out = (struct device_allocation){v->start, v->size, v->name, true};
    leave(d);
    return o || v;
}

static bool cuda_owns(struct device *dev, uint64_t addr)
{
    return memory_owns(cuda(dev), addr);
}

static uint64_t cuda_used(struct device *dev)
{
    return cuda(dev)->array_bytes;
}

static void cuda_each(struct device *dev,
                      void (*see)(void *user, const struct device_allocation *a, bool variable),
                      void *user)
{
    struct cuda_device *d = enter(dev);
    for (size_t i = 0; i < d->contents.n; i++) {
        struct content *c = d->contents.at[i];
        if (!c || c->retired)
            continue;
        struct device_allocation a = {c->start, c->size, c->object->name, true};
        see(user, &a, false);
    }
    VEC_EACH (m, &d->modules)
        for (size_t i = 0; *m && i < (*m)->variables.n; i++) {
            struct content *v = (*m)->variables.at[i];
            struct device_allocation a = {v->start, v->size, v->name, true};
            see(user, &a, true);
        }
    leave(d);
}

/* ---- copies ---- */

static void say_lost(struct cuda_device *d, struct content *c, uint64_t n, struct device_fault *out)
{
    char room[64];
    *out = (struct device_fault){.kind = FAULT_LOST, .unplaced = true, .address = c->start};
    snprintf(out->text, sizeof out->text,
             "the contents of %.120s were lost with the GPU context; assign it before reading it",
             keep_label(d, c, room));
}

/* Addresses that the host stores are addresses that kernels can find. */
static void note_addresses(struct cuda_device *d, const void *from, uint64_t n)
{
    const char *p = from;
    uint64_t word;
    for (uint64_t i = (8 - ((uintptr_t) p & 7)) & 7; i + sizeof word <= n; i += sizeof word) {
        memcpy(&word, p + i, sizeof word);
        struct content *c = memory_owns(d, word) ? memory_find(d, word) : NULL;
        if (c)
            c->given = true;
    }
}

/* Both ranges lie in live allocations: device.c has checked. */
static enum device_status copy_host(struct cuda_device *d, uint64_t device, void *host, uint64_t n,
                                    bool to_device, struct device_fault *out)
{
    struct content *c = memory_find(d, device);
    talk_listen(d);
    if (d->fault.kind != FAULT_NONE || !cuda_wake(d))
        return cuda_take_fault(d, out);
    if (c->lost && !to_device) {
        say_lost(d, c, n, out);
        return DEVICE_FAULT;
    }
    uint64_t offset = device - c->start;
    image_home(d, c);
    if (to_device)
        note_addresses(d, host, n);
    if (c->managed) {
        wait_for(d, DEVICE_ALL_STREAMS);
        if (d->fault.kind == FAULT_NONE)
            memmove(to_device ? (void *) (uintptr_t) device : host,
                    to_device ? host : (void *) (uintptr_t) device, n);
    } else if (n && memory_transfer(d, c->now + offset, host, n, to_device) && to_device) {
        keep_written(d, c, offset, n);
    }
    talk_listen(d);
    return cuda_take_fault(d, out);
}

static void copy_device(struct cuda_device *d, uint64_t to, uint64_t from, uint64_t n,
                        uint32_t stream)
{
    struct content *t = memory_find(d, to), *f = memory_find(d, from);
    if (!n || !is_ready(d))
        return;
    image_home(d, f);
    image_home(d, t);
    struct command_copy *c = talk_command(d, sizeof *c, OP_COPY);
    if (!c)
        return;
    c->device = t->now + (to - t->start);
    c->other = f->now + (from - f->start);
    c->size = n;
    c->stream = stream;
    talk_send(d, c);
    if (f->lost) /* what is copied from nothing is nothing */
        t->lost = true;
    else
        keep_written(d, t, to - t->start, n);
    t->given |= f->given; /* the bytes may contain addresses */
}

static enum device_status cuda_copy(struct device *dev, uint64_t to, uint64_t from, uint64_t n,
                                    enum device_direction direction, uint32_t stream,
                                    struct device_fault *out)
{
    struct cuda_device *d = enter(dev);
    enum device_status s = DEVICE_OK;
    if (direction == DEVICE_TO_DEVICE)
        copy_device(d, to, from, n, stream);
    else if (direction == HOST_TO_DEVICE)
        s = copy_host(d, to, (void *) (uintptr_t) from, n, true, out);
    else
        s = copy_host(d, from, (void *) (uintptr_t) to, n, false, out);
    leave(d);
    return s;
}

static void cuda_fill(struct device *dev, uint64_t to, const void *pattern, uint32_t pattern_size,
                      uint64_t count, uint32_t stream)
{
    struct cuda_device *d = enter(dev);
    struct content *c = memory_find(d, to);
    uint64_t n = count * pattern_size;
    if (n && is_ready(d))
        image_home(d, c);
    if (n && is_ready(d) &&
        memory_fill(d, c->now + (to - c->start), pattern, pattern_size, count, stream)) {
        keep_written(d, c, to - c->start, n);
        bool good =
            d->fresh || c->young; /* the state to go back to: no launch of the cell was before it */
        if (good && to == c->start && n == c->size && !c->next && !stream) {
            keep_drop(d, c);
            keep_pattern(c, pattern, pattern_size);
            c->kept_at = d->launches;
        }
    }
    leave(d);
}

/* ---- code ---- */

static struct device_module *cuda_load(struct device *dev, const void *image, size_t size,
                                       struct diags *out, struct span at)
{
    struct cuda_device *d = enter(dev);
    struct device_module *m = module_load(d, image, size, out, at);
    leave(d);
    return m;
}

static void cuda_unload(struct device *dev, struct device_module *m)
{
    struct cuda_device *d = enter(dev);
    if (d->inflight.n)
        wait_for(d, DEVICE_ALL_STREAMS);
    module_unload(d, (struct cuda_module *) m);
    leave(d);
}

static const struct device_kernel *cuda_kernel(struct device_module *m, const char *name)
{
    struct cuda_device *d = enter(m->device);
    const struct device_kernel *k = module_kernel(d, (struct cuda_module *) m, name);
    leave(d);
    return k;
}

static bool cuda_symbol(struct device_module *m, const char *name, uint64_t *out_addr,
                        uint64_t *out_size)
{
    struct cuda_device *d = enter(m->device);
    bool ok = module_symbol(d, (struct cuda_module *) m, name, out_addr, out_size);
    leave(d);
    return ok;
}

/* ---- launches ---- */

static void queue_launch(struct cuda_device *d, const struct device_launch *l)
{
    struct cuda_kernel *k = (struct cuda_kernel *) l->kernel;
    if (d->fresh)
        keep_all(d, d->keep_limit);
    d->fresh = false;
    note_addresses(d, l->params, l->params_size);
    uint32_t size = (uint32_t) (sizeof(struct command_launch) + l->params_size);
    struct command_launch *c = d->awake ? talk_command(d, size, OP_LAUNCH) : NULL;
    if (!c)
        return;
    c->kernel = k->id;
    c->stream = l->stream;
    c->tag = l->tag;
    c->mark = ++d->mark;
    c->grid = l->grid;
    c->block = l->block;
    c->shared_dynamic = l->shared_dynamic;
    c->cooperative = l->cooperative;
    c->own_kernel = d->options.own_kernels;
    c->params_size = (uint32_t) l->params_size;
    if (l->params_size)
        memcpy(c->params, l->params, l->params_size);
    d->launches++;
    if (k->prints)
        d->print_tag = l->tag;
    VEC_PUSH(&d->inflight, (struct inflight){l->tag, d->mark, l->stream,
                                             intern_cstr(d->names, k->base.info.name)});
    talk_send(d, c);
}

/* A kernel that gets lost memory as an argument may be the one that rewrites it. */
static void clear_lost(struct cuda_device *d, const struct device_launch *l)
{
    uint64_t word;
    for (size_t i = 0; i + sizeof word <= l->params_size; i += sizeof word) {
        memcpy(&word, (const char *) l->params + i, sizeof word);
        struct content *c = memory_owns(d, word) ? memory_find(d, word) : NULL;
        if (c)
            c->lost = false;
    }
}

static void cuda_launch(struct device *dev, const struct device_launch *l)
{
    enum { LISTEN = 64 }; /* launches */

    struct cuda_device *d = enter(dev);
    if (d->inflight.n % LISTEN == LISTEN - 1)
        talk_listen(d);
    if (is_ready(d)) {
        clear_lost(d, l);
        if (image_prepare(d, l)) {
            queue_launch(d, l);
            image_launched(d);
        }
    } else if (!d->fault.replaced && !d->fault.tag) {
        d->fault.tag = l->tag; /* the GPU cannot be used, and this is the launch that needed it */
        snprintf(d->fault.kernel, sizeof d->fault.kernel, "%s", l->kernel->info.name);
    }
    leave(d);
}

/* ---- textures and surfaces ---- */

static uint64_t cuda_image_new(struct device *dev, const struct device_image *i,
                               const struct device_sampler *s)
{
    struct cuda_device *d = enter(dev);
    uint64_t handle = image_new(d, i, s);
    leave(d);
    return handle;
}

static bool cuda_image_free(struct device *dev, uint64_t handle, bool surface)
{
    struct cuda_device *d = enter(dev);
    if (d->inflight.n)
        wait_for(d, DEVICE_ALL_STREAMS);
    bool ok = image_free(d, handle, surface);
    leave(d);
    return ok;
}

static void cuda_each_image(struct device *dev,
                            void (*see)(void *user, uint64_t handle, const struct device_image *i,
                                        const struct device_sampler *s),
                            void *user)
{
    struct cuda_device *d = enter(dev);
    image_each(d, see, user);
    leave(d);
}

/* ---- streams ---- */

static void set_stream(struct cuda_device *d, uint32_t id, bool open)
{
    d->streams[id] = open;
    struct command_stream *c = d->awake ? talk_command(d, sizeof *c, OP_STREAM) : NULL;
    if (!c)
        return;
    c->id = id;
    c->make = open;
    if (talk_call(d, c) && d->done.status) {
        struct reply_done a = d->done;
        cuda_lose(d, a.status, a.call, a.text);
    }
}

static uint32_t cuda_stream_open(struct device *dev)
{
    struct cuda_device *d = enter(dev);
    uint32_t id = 1;
    while (id < STREAMS_MOST && d->streams[id])
        id++;
    id = id < STREAMS_MOST ? id : 0;
    if (id)
        set_stream(d, id, true);
    leave(d);
    return id;
}

static void cuda_stream_close(struct device *dev, uint32_t stream)
{
    struct cuda_device *d = enter(dev);
    if (stream && stream < STREAMS_MOST && d->streams[stream])
        set_stream(d, stream, false);
    leave(d);
}

static void cuda_heap(struct device *dev, uint64_t bytes)
{
    struct cuda_device *d = enter(dev);
    d->heap = bytes;
    struct command_range *c = d->awake ? talk_command(d, sizeof *c, OP_HEAP) : NULL;
    if (c) {
        c->size = bytes;
        talk_call(d, c);
    }
    leave(d);
}

/* ---- keeping and parking ---- */

static void cuda_settled(struct device *dev)
{
    struct cuda_device *d = enter(dev);
    if (d->awake && !d->inflight.n && d->fault.kind == FAULT_NONE)
        keep_all(d, d->keep_limit);
    for (size_t i = 0; i < d->contents.n; i++)
        if (d->contents.at[i])
            d->contents.at[i]->young = false;
    d->fresh = true;
    leave(d);
}

static bool all_kept(struct cuda_device *d)
{
    bool ok = d->awake;
    for (size_t i = 0; ok && i < d->contents.n; i++) {
        struct content *c = d->contents.at[i];
        ok = !c || c->managed || c->lost || !c->size || keep_current(d, c);
    }
    VEC_EACH (m, &d->modules)
        for (size_t i = 0; ok && *m && i < (*m)->variables.n; i++)
            ok = keep_current(d, (*m)->variables.at[i]);
    return ok;
}

static bool park(struct cuda_device *d)
{
    wait_for(d, DEVICE_ALL_STREAMS);
    if (!d->awake)
        return true; /* lost meanwhile: the next call reports the fault */
    keep_all(d, UINT64_MAX);
    wait_for(d, DEVICE_ALL_STREAMS);
    if (d->awake && !all_kept(d))
        return false;
    cuda_put_asleep(d);
    return true;
}

static bool cuda_park(struct device *dev, struct diags *out, struct span at)
{
    struct cuda_device *d = enter(dev);
    bool ok = !d->awake || park(d);
    if (!d->awake && d->worker.pid)
        cuda_put_asleep(d);
    leave(d);
    if (!ok)
        diag_error(out, DIAG_MEMORY, at,
                   "the GPU is not released, because host memory has no room for its arrays");
    return ok;
}

static bool cuda_parked(struct device *dev)
{
    return !cuda(dev)->awake;
}

static bool cuda_smi(struct device *dev, struct device_smi *out)
{
    struct cuda_device *d = enter(dev);
    bool asleep = !d->worker.pid, ok = !asleep || process_start(d);
    struct command_id *c = ok ? talk_command(d, sizeof *c, OP_SMI) : NULL;
    if (c)
        c->id = (uint32_t) d->ordinal;
    ok = c && talk_call(d, c) && !d->done.status;
    if (ok)
        *out = d->done.smi;
    out->process_count = out->process_count < 0 || !ok               ? 0
                         : out->process_count > DEVICE_SMI_PROCESSES ? DEVICE_SMI_PROCESSES
                                                                     : out->process_count;
    if (asleep)
        process_end(d);
    leave(d);
    return ok;
}

static bool cuda_library(struct device *dev, enum device_library which,
                         struct device_library_info *out)
{
    struct cuda_device *d = enter(dev);
    bool wanted = !d->options.own_kernels && is_ready(d);
    struct command_id *c = wanted ? talk_command(d, sizeof *c, OP_LIBRARY) : NULL;
    if (c)
        c->id = which;
    bool ok = c && talk_call(d, c) && !d->done.status;
    if (ok) {
        *out = d->done.library;
        out->path[sizeof out->path - 1] = out->why[sizeof out->why - 1] = 0;
        out->help[sizeof out->help - 1] = 0;
    }
    leave(d);
    return ok;
}

static void cuda_close(struct device *dev)
{
    struct cuda_device *d = cuda(dev);
    pthread_mutex_lock(&d->lock);
    d->closed = true;
    pthread_cond_signal(&d->closing);
    pthread_mutex_unlock(&d->lock);
    if (d->has_parker)
        pthread_join(d->parker, NULL);
    process_end(d);
    for (size_t i = 0; i < d->modules.n; i++)
        if (d->modules.at[i])
            module_unload(d, d->modules.at[i]);
    image_close(d);
    memory_close(d);
    VEC_FREE(&d->modules);
    VEC_FREE(&d->inflight);
    buf_free(&d->errors);
    buf_free(&d->unsaid);
    intern_free(&d->names);
    pthread_mutex_destroy(&d->lock);
    pthread_cond_destroy(&d->closing);
    free(d);
}

static const struct device_stream_ops stream_ops = {.open = cuda_stream_open,
                                                    .close = cuda_stream_close};

static const struct device_pool_ops pool_ops = {
    .retire = cuda_retire, .revive = cuda_revive, .release = cuda_release};

static const struct device_image_ops image_ops = {
    .open = cuda_image_new, .close = cuda_image_free, .each = cuda_each_image};

static const struct device_hardware_ops hardware_ops = {.settled = cuda_settled,
                                                        .park = cuda_park,
                                                        .parked = cuda_parked,
                                                        .smi = cuda_smi,
                                                        .library = cuda_library};

const struct device_ops cuda_ops = {
    .close = cuda_close,
    .alloc = cuda_alloc,
    .free = cuda_free,
    .name = cuda_name,
    .heap = cuda_heap,
    .find = cuda_find,
    .owns = cuda_owns,
    .used = cuda_used,
    .each = cuda_each,
    .copy = cuda_copy,
    .fill = cuda_fill,
    .load = cuda_load,
    .unload = cuda_unload,
    .kernel = cuda_kernel,
    .symbol = cuda_symbol,
    .launch = cuda_launch,
    .sync = cuda_sync,
    .idle = cuda_idle,
    .streams = &stream_ops,
    .pools = &pool_ops,
    .images = &image_ops,
    .hardware = &hardware_ops,
};
