/* SPDX-License-Identifier: Apache-2.0 */
/* The cpu device, an implementation of device.h: memory in an address range of its own, commands for the pool, and events and faults
 * delivered on the session's thread. Next: cpu_module.c, cpu_launch.c, cpu_pool.c. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/machine/machine_limits.h"
#include "base/ranks.h"
#include "device/cpu/cpu.h"
#include "device/cpu/cpu_queue.h"
#include "device/cpu/decode/op_index.h"
#include "device/cpu/observe.h"
#include "device/cpu/watch/counters.h"
#include "device/device_ipc.h"
#include "device/device_open.h"

enum {
    POLL_NS = 10000000,
    ALIGN = 256,
    PAGE = 4096,
    QUEUE_MAX = 1024,
    COOPERATIVE_MAX = 4096,
    HEAP = 8 << 20,
    COPY_PIECE = 32 << 20,
    SMALL_BYTES =
        1 << 17,       /* written in 10 us: the session's thread does it rather than wake another */
    DELIVER_EACH = 64, /* launches queued between two deliveries */
    DELIVER_BEHIND = 64, /* launches that are examined after one that still runs */
};

static struct cpu_device *cpu(struct device *d)
{
    return (struct cpu_device *) d;
}

/* ---- memory ---- */

/* All its memory is host memory, so managed memory is like any other. */
enum { ANYWHERE = -1 };

/* inside: bytes after the start of a page. */
static bool allocate(struct cpu_device *d, uint64_t size, bool managed, int64_t inside,
                     uint64_t *out_addr)
{
    struct space *s = d->exec.space;
    uint64_t align = size < PAGE ? ALIGN : PAGE;
    pthread_mutex_lock(&d->exec.memory->lock);
    uint64_t left = d->base.props.total_memory - d->exec.used;
    struct object *o = size > left          ? NULL
                       : inside == ANYWHERE ? space_alloc(s, size, align)
                                            : space_alloc_in_page(s, size, (uint64_t) inside);
    exec_own(&d->exec, o, MEMORY_ARRAY);
    if (o)
        o->common = managed;
    pthread_mutex_unlock(&d->exec.memory->lock);
    if (o && d->exec.observers.count)
        observers_allocate(&d->exec.observers, managed ? ALLOCATION_MANAGED : ALLOCATION_HOST,
                           o->start, size, NULL);
    if (o)
        *out_addr = o->start;
    return o != NULL;
}

static bool cpu_alloc(struct device *dev, uint64_t size, bool managed, uint64_t *out_addr)
{
    return allocate(cpu(dev), size, managed, ANYWHERE, out_addr);
}

bool cpu_device_place(struct device *dev, uint64_t start, uint64_t size)
{
    struct cpu_device *d = cpu(dev);
    pthread_mutex_lock(&d->exec.memory->lock);
    struct object *o = space_place(d->exec.space, start, size);
    if (o) {
        o->kind = MEMORY_ARRAY;
        o->home = d->exec.number;
        o->common = true;
    }
    pthread_mutex_unlock(&d->exec.memory->lock);
    if (o && d->exec.observers.count)
        observers_allocate(&d->exec.observers, ALLOCATION_MANAGED, start, size, NULL);
    return o != NULL;
}

void cpu_device_displace(struct device *dev, uint64_t start)
{
    struct cpu_device *d = cpu(dev);
    if (d->exec.observers.count)
        observers_release(&d->exec.observers, start);
    pthread_mutex_lock(&d->exec.memory->lock);
    space_displace(d->exec.space, space_find(d->exec.space, start));
    atomic_fetch_add(&d->exec.memory->frees, 1);
    pthread_mutex_unlock(&d->exec.memory->lock);
}

static void cpu_heap(struct device *dev, uint64_t bytes)
{
    struct cpu_device *d = cpu(dev);
    pthread_mutex_lock(&d->exec.memory->lock);
    d->exec.heap_limit = bytes;
    pthread_mutex_unlock(&d->exec.memory->lock);
}

static void cpu_name(struct device *dev, uint64_t addr, const char *name)
{
    struct cpu_device *d = cpu(dev);
    pthread_mutex_lock(&d->exec.memory->lock);
    struct object *o = space_find(d->exec.space, addr);
    if (o)
        o->name = name ? intern_cstr(d->exec.memory->names, name) : NULL;
    pthread_mutex_unlock(&d->exec.memory->lock);
}

static bool cpu_find(struct device *dev, uint64_t addr, struct device_allocation *out)
{
    const struct object *o = space_find(cpu(dev)->exec.space, addr);
    if (o)
        *out = (struct device_allocation){o->start, o->size, o->name, o->state == OBJECT_LIVE};
    return o != NULL;
}

static bool cpu_owns(struct device *dev, uint64_t addr)
{
    return space_holds(cpu(dev)->exec.space, addr);
}

struct allocation_visit {
    uint8_t home;
    void (*see)(void *user, const struct device_allocation *a, bool variable);
    void *user;
};

static void see_object(void *user, struct object *o)
{
    struct allocation_visit *v = user;
    if (o->home != v->home)
        return;
    struct device_allocation a = {o->start, o->size, o->name, true};
    v->see(v->user, &a, o->kind != MEMORY_ARRAY);
}

static void cpu_each(struct device *dev,
                     void (*see)(void *user, const struct device_allocation *a, bool variable),
                     void *user)
{
    struct allocation_visit v = {cpu(dev)->exec.number, see, user};
    space_each(cpu(dev)->exec.space, see_object, &v);
}

static uint64_t cpu_used(struct device *dev)
{
    return cpu(dev)->exec.used;
}

/* ---- events ---- */

struct delivery {
    struct cpu_device *d;
    struct cpu_launch *l;
};

static void put_output(void *user, const char *text, size_t n)
{
    struct delivery *v = user;
    if (v->d->base.events.output)
        v->d->base.events.output(v->d->base.events.user, v->l->tag, text, n);
}

static uint64_t frontier_of(const struct cpu_launch *l)
{
    uint64_t least = atomic_load(&l->next);
    for (uint32_t i = 0; i < l->workers; i++) {
        uint64_t b = atomic_load(&l->working[i].block);
        least = b < least ? b : least;
    }
    return least;
}

static const struct device_counts *counts_of_launch(const struct cpu_launch *l)
{
    return l->counters ? &l->counters->counts : NULL;
}

/* The end of a launch. A fault waits in d->fault for the next call that can return it. */
static void tell(struct cpu_device *d, struct cpu_launch *l)
{
    struct device_timing t = {
        .counts = counts_of_launch(l), .tag = l->tag, .start = l->start, .end = l->end};
    l->told = true;
    if (atomic_load_explicit(&l->state, memory_order_relaxed) == LAUNCH_DROPPED)
        return;
    struct device_fault stopped = {.kind = FAULT_INTERRUPTED, .tag = l->tag};
    bool faulted = l->fault.kind != FAULT_NONE, cut = atomic_load(&l->interrupted);
    if (!faulted && cut)
        snprintf(stopped.kernel, sizeof stopped.kernel, "%s", l->code->name);
    if (!faulted && !cut && d->base.events.finished)
        d->base.events.finished(d->base.events.user, &t);
    if ((faulted || cut) && d->fault.kind == FAULT_NONE)
        d->fault = faulted ? l->fault : stopped;
}

/* What a launch printed comes after the output of all launches before it, whatever their streams. */
static void deliver_text(struct cpu_device *d, struct cpu_launch *l)
{
    struct delivery v = {d, l};
    output_deliver(l, l->told ? UINT64_MAX : frontier_of(l), put_output, &v);
}

static void deliver_running(void *user, struct cpu_launch *l)
{
    struct cpu_device *d = user;
    struct cpu_launch *root = l->root ? l->root : l;
    if (root == d->first_launch)
        deliver_text(d, root);
}

/* Delivers everything that is ready. */
static void deliver(struct cpu_device *d)
{
    uint32_t behind = 0;
    d->untold = 0;
    for (struct cpu_launch *l = d->first_launch, *next; l && behind < DELIVER_BEHIND; l = next) {
        next = l->next_launch;
        bool over = atomic_load_explicit(&l->state, memory_order_acquire) != LAUNCH_QUEUED;
        if (over && l == d->first_launch && !l->told && l->output)
            output_deliver(l, UINT64_MAX, put_output, &(struct delivery){d, l});
        if (over && !l->told)
            tell(d, l);
        if (!over || l != d->first_launch) {
            behind++;
            continue;
        }
        if (l->output)
            deliver_text(d, l);
        d->first_launch = next;
        if (!next)
            d->last_launch = &d->first_launch;
        launch_keep(l);
    }
    if (d->first_launch)
        pool_running(d->pool, deliver_running, d);
}

static enum device_status take_fault(struct cpu_device *d, struct device_fault *out)
{
    if (d->fault.kind == FAULT_NONE)
        return DEVICE_OK;
    *out = d->fault;
    out->nearest.name = out->nearest_name[0] ? out->nearest_name : NULL;
    d->fault = (struct device_fault){0};
    pool_fault_taken(d->pool);
    return out->kind == FAULT_INTERRUPTED ? DEVICE_INTERRUPTED : DEVICE_FAULT;
}

static bool interrupted(const struct cpu_device *d)
{
    const atomic_bool *word = d->base.events.interrupt;
    return word && atomic_load_explicit(word, memory_order_relaxed);
}

static void note_running(void *user, struct cpu_launch *l)
{
    struct progress *p = user;
    *p = (struct progress){"running", l->code->name, frontier_of(l), l->blocks, l->start};
    if (p->done > p->total)
        p->done = p->total;
}

/* A safepoint of the session while it waits, with the progress of the running launch in blocks. */
static void let_look(struct cpu_device *d)
{
    struct progress p = {0};
    if (!d->base.events.poll)
        return;
    pool_running(d->pool, note_running, &p);
    poll_now(d->base.events.poll, p.total ? &p : NULL);
}

static enum device_status cpu_sync(struct device *dev, uint32_t stream, struct device_fault *out)
{
    struct cpu_device *d = cpu(dev);
    for (;;) {
        bool idle = pool_idle(d->pool, stream);
        deliver(d);
        enum device_status s = take_fault(d, out);
        if (s != DEVICE_OK || idle)
            return s;
        if (interrupted(d)) {
            pool_interrupt(d->pool);
            deliver(d);
            take_fault(d, out);
            return DEVICE_INTERRUPTED;
        }
        pool_wait(d->pool, stream, POLL_NS);
        let_look(d);
    }
}

void cpu_settle(struct cpu_device *d)
{
    while (!pool_idle(d->pool, DEVICE_ALL_STREAMS)) {
        if (interrupted(d))
            pool_interrupt(d->pool);
        pool_wait(d->pool, DEVICE_ALL_STREAMS, POLL_NS);
        deliver(d);
        let_look(d);
    }
    deliver(d);
}

static void cpu_free(struct device *dev, uint64_t addr)
{
    struct cpu_device *d = cpu(dev);
    cpu_settle_together(d);
    if (d->exec.observers.count)
        observers_release(&d->exec.observers, addr);
    pthread_mutex_lock(&d->exec.memory->lock);
    struct object *o = space_find(d->exec.space, addr);
    ipc_memory_end(&d->ipc, o->start, o->size);
    exec_free_locked(&d->exec, o);
    pthread_mutex_unlock(&d->exec.memory->lock);
}

static bool cpu_idle(struct device *dev, uint32_t stream)
{
    bool idle = pool_idle(cpu(dev)->pool, stream);
    deliver(cpu(dev));
    return idle;
}

/* ---- commands ---- */

static bool is_apart(const struct cpu_device *d, uint32_t stream)
{
    VEC_EACH (s, &d->apart)
        if (*s == stream)
            return true;
    return false;
}

/* A host that launches faster than the device runs waits here, as with CUDA, so that the queue stays short. */
static void push(struct cpu_device *d, struct command c)
{
    while (!pool_room(d->pool, QUEUE_MAX, POLL_NS) && !interrupted(d)) {
        deliver(d);
        let_look(d);
    }
    c.apart = is_apart(d, c.stream);
    if (c.launch) {
        *d->last_launch = c.launch;
        d->last_launch = &c.launch->next_launch;
    }
    pool_push(d->pool, &c);
    if (++d->untold >= DELIVER_EACH)
        deliver(d);
}

/* In pieces, so that a large copy can report progress and be interrupted. */
static enum device_status copy_pieces(struct cpu_device *d, char *to, const char *from, uint64_t n)
{
    struct progress p = {"copying", NULL, 0, n, clock_ns()};
    while (p.done < n) {
        uint64_t piece = n - p.done < COPY_PIECE ? n - p.done : COPY_PIECE;
        memmove(to + p.done, from + p.done, piece);
        p.done += piece;
        if (p.done < n && interrupted(d))
            return DEVICE_INTERRUPTED;
        if (n > COPY_PIECE)
            poll_now(d->base.events.poll, &p);
    }
    if (n > COPY_PIECE)
        poll_end(d->base.events.poll, &p);
    return DEVICE_OK;
}

static enum device_status cpu_copy(struct device *dev, uint64_t to, uint64_t from, uint64_t n,
                                   enum device_direction direction, uint32_t stream,
                                   struct device_fault *out)
{
    struct cpu_device *d = cpu(dev);
    if (direction == DEVICE_TO_DEVICE) {
        push(d, (struct command){.kind = COMMAND_COPY,
                                 .stream = stream,
                                 .to = to,
                                 .from = from,
                                 .n = n,
                                 .small = n <= SMALL_BYTES});
        return DEVICE_OK;
    }
    enum device_status s = cpu_sync(dev, DEVICE_ALL_STREAMS, out);
    if (s == DEVICE_OK)
        s = copy_pieces(d, (char *) (uintptr_t) to, (char *) (uintptr_t) from, n);
    if (s == DEVICE_OK && d->exec.observers.count)
        observers_transfer(&d->exec.observers,
                           &(struct observed_transfer){direction == HOST_TO_DEVICE
                                                           ? TRANSFER_TO_DEVICE
                                                           : TRANSFER_FROM_DEVICE,
                                                       to, from, n});
    return s;
}

static void cpu_fill(struct device *dev, uint64_t to, const void *pattern, uint32_t pattern_size,
                     uint64_t count, uint32_t stream)
{
    struct command c = {.kind = COMMAND_FILL,
                        .stream = stream,
                        .to = to,
                        .n = count,
                        .pattern_size = pattern_size,
                        .small = count <= SMALL_BYTES / pattern_size};
    memcpy(c.pattern, pattern, pattern_size);
    push(cpu(dev), c);
}

static void cpu_launch(struct device *dev, const struct device_launch *l)
{
    struct cpu_launch *n = launch_new(cpu(dev), l);
    push(cpu(dev), (struct command){.kind = COMMAND_LAUNCH,
                                    .stream = l->stream,
                                    .launch = n,
                                    .small = launch_is_small(n)});
}

static void cpu_unload(struct device *dev, struct device_module *m)
{
    cpu_settle_together(cpu(dev)); /* finished launches name its kernels */
    pool_let_go(cpu(dev)->pool);
    atomic_fetch_add(&cpu(dev)->exec.memory->frees, 1);
    cpu_module_free(cpu(dev), (struct cpu_module *) m);
}

static uint32_t cpu_stream_open(struct device *dev)
{
    return ++cpu(dev)->last_stream;
}

static void cpu_stream_close(struct device *dev, uint32_t stream)
{
    struct cpu_device *d = cpu(dev);
    for (size_t k = 0; k < d->apart.n; k++)
        if (d->apart.at[k] == stream)
            d->apart.at[k--] = d->apart.at[--d->apart.n];
}

static void cpu_stream_separate(struct device *dev, uint32_t stream)
{
    VEC_PUSH(&cpu(dev)->apart, stream);
    pool_set_apart(cpu(dev)->pool);
}

static uint64_t cpu_mark(struct device *dev, uint32_t stream)
{
    return pool_number(cpu(dev)->pool);
}

static void cpu_stream_wait(struct device *dev, uint32_t stream, uint32_t other, uint64_t mark)
{
    push(cpu(dev),
         (struct command){
             .kind = COMMAND_WAIT, .stream = stream, .from = other, .to = mark, .small = true});
}

/* ---- what other threads than the session's do with the queue ---- */

void cpu_queue_drop_after_fault(struct device *dev)
{
    pool_drop_after_fault(cpu(dev)->pool);
}

void cpu_queue_copy(struct device *dev, uint64_t to, uint64_t from, uint64_t n,
                    enum device_direction direction, uint32_t stream)
{
    push(cpu(dev), (struct command){.kind = COMMAND_COPY,
                                    .stream = stream,
                                    .to = to,
                                    .from = from,
                                    .n = n,
                                    .direction = direction,
                                    .small = true});
}

void cpu_queue_call(struct device *dev, uint32_t stream, void (*call)(void *user, bool dropped),
                    void *user, bool quick)
{
    push(cpu(dev),
         (struct command){
             .kind = COMMAND_CALL, .stream = stream, .call = call, .user = user, .small = quick});
}

enum device_status cpu_queue_collect(struct device *dev, struct device_fault *out)
{
    deliver(cpu(dev));
    return take_fault(cpu(dev), out);
}

bool cpu_queue_idle(struct device *dev, uint32_t stream)
{
    return pool_idle(cpu(dev)->pool, stream);
}

bool cpu_queue_room(struct device *dev)
{
    return pool_unfinished(cpu(dev)->pool) < QUEUE_MAX - 1;
}

void cpu_queue_wait(struct device *dev, uint32_t stream, uint64_t ns)
{
    pool_wait(cpu(dev)->pool, stream, ns);
}

void cpu_queue_wait_room(struct device *dev, uint64_t ns)
{
    pool_room(cpu(dev)->pool, QUEUE_MAX - 1, ns);
}

void cpu_queue_wait_flag(struct device *dev, const atomic_bool *flag, uint64_t ns)
{
    pool_wait_flag(cpu(dev)->pool, flag, ns);
}

/* ---- textures and surfaces ---- */

static uint64_t cpu_image_new(struct device *dev, const struct device_image *i,
                              const struct device_sampler *s)
{
    return image_add(&cpu(dev)->exec.images, i, s);
}

static bool cpu_image_free(struct device *dev, uint64_t handle, bool surface)
{
    const struct image_binding *i = image_of(&cpu(dev)->exec.images, handle);
    cpu_settle(cpu(dev));
    return i && i->is_surface == surface && image_remove(&cpu(dev)->exec.images, handle);
}

/* ---- memory in two processes ---- */

static bool cpu_ipc_get(struct device *dev, uint64_t addr, uint64_t size,
                        struct device_ipc_handle *out)
{
    cpu_settle_together(cpu(dev));
    return ipc_memory_give(&cpu(dev)->ipc, addr, size, out);
}

static bool cpu_ipc_open(struct device *dev, const struct device_ipc_handle *h, uint64_t *out_addr)
{
    struct cpu_device *d = cpu(dev);
    uint64_t size, inside;
    if (!ipc_memory_about(h, &size, &inside) ||
        !allocate(d, size, false, (int64_t) inside, out_addr))
        return false;
    bool ok = ipc_memory_take(&d->ipc, *out_addr, h);
    if (!ok)
        cpu_free(dev, *out_addr);
    return ok;
}

static bool cpu_ipc_close(struct device *dev, uint64_t addr)
{
    bool ours = ipc_memory_taken(&cpu(dev)->ipc, addr);
    if (ours)
        cpu_free(dev, addr);
    return ours;
}

/* ---- observers ---- */

bool cpu_device_observe(struct device *dev, struct observer *o)
{
    struct observer_list *l = &cpu(dev)->exec.observers;
    cpu_settle(cpu(dev));
    if (l->count == OBSERVERS_MAX - 1)
        return false;
    l->at[l->count++] = o;
    dev->props.library = false;
    return true;
}

void cpu_device_unobserve(struct device *dev, struct observer *o)
{
    struct observer_list *l = &cpu(dev)->exec.observers;
    uint32_t kept = 0;
    cpu_settle(cpu(dev));
    for (uint32_t i = 0; i < l->count; i++)
        if (l->at[i] != o)
            l->at[kept++] = l->at[i];
    l->count = kept;
    dev->props.library = !kept;
}

void cpu_device_hold(struct device *dev, bool hold)
{
    pool_hold(cpu(dev)->pool, hold);
}

const struct space *cpu_device_space(struct device *dev)
{
    return cpu(dev)->exec.space;
}

/* ---- opening ---- */

static void cpu_close(struct device *dev)
{
    struct cpu_device *d = cpu(dev);
    pool_free(&d->pool);
    library_free(&d->library);
    for (struct cpu_launch *l; (l = d->first_launch);) {
        d->first_launch = l->next_launch;
        launch_keep(l);
    }
    launch_free_spare(d);
    VEC_FREE(&d->apart);
    ipc_memory_free(&d->ipc);
    cpu_callables_free(d);
    VEC_FREE(&d->meeting);
    image_clear(&d->exec.images);
    op_index_free(&d->index);
    cpu_memory_leave(d);
    pthread_mutex_destroy(&d->full_mask_lock);
    pthread_mutex_destroy(&d->exec.observers.lock);
    free(d);
}

static const struct device_stream_ops stream_ops = {.open = cpu_stream_open,
                                                    .close = cpu_stream_close};

static const struct device_order_ops order_ops = {
    .separate = cpu_stream_separate, .mark = cpu_mark, .wait = cpu_stream_wait};

/* Faults are found where they happen, so no launch is replayed and no list of images is needed for that. */
static const struct device_image_ops image_ops = {.open = cpu_image_new, .close = cpu_image_free};

static const struct device_ipc_ops ipc_ops = {
    .get = cpu_ipc_get, .open = cpu_ipc_open, .close = cpu_ipc_close};

static const struct device_ops cpu_ops = {
    .close = cpu_close,
    .alloc = cpu_alloc,
    .free = cpu_free,
    .name = cpu_name,
    .heap = cpu_heap,
    .find = cpu_find,
    .owns = cpu_owns,
    .used = cpu_used,
    .each = cpu_each,
    .copy = cpu_copy,
    .fill = cpu_fill,
    .load = cpu_module_load,
    .unload = cpu_unload,
    .kernel = cpu_module_kernel,
    .symbol = cpu_module_symbol,
    .launch = cpu_launch,
    .sync = cpu_sync,
    .idle = cpu_idle,
    .streams = &stream_ops,
    .order = &order_ops,
    .images = &image_ops,
    .ipc = &ipc_ops,
    .peers = &cpu_peer_ops,
    .code = &cpu_code_ops,
};

static void processor_name(char *to, size_t cap)
{
    char line[256];
    snprintf(to, cap, "CPU");
    FILE *f = fopen("/proc/cpuinfo", "r");
    while (f && fgets(line, sizeof line, f)) {
        const char *colon = strchr(line, ':');
        if (!colon || strncmp(line, "model name", 10))
            continue;
        for (colon++; isspace((unsigned char) *colon);)
            colon++;
        snprintf(to, cap, "%.*s", (int) strcspn(colon, "\n"), colon);
        break;
    }
    if (f)
        fclose(f);
}

static void set_props(struct device_props *p, const struct cpu_share *share, uint64_t memory)
{
    uint32_t all = ranks_processors(), cores = all < share->count ? 1 : all / share->count;
    *p = (struct device_props){
        .id = "cpu",
        .number = share->number,
        .arch = 75,
        .warp_size = WARP_LANES,
        .max_threads_per_block = 1024,
        .max_block = {1024,      1024,  64   },
        .max_grid = {INT32_MAX, 65535, 65535},
        .library = true,
        .multiprocessors = cores > WORKERS_MAX ? WORKERS_MAX : cores,
        .max_threads_per_multiprocessor = 1024,
        .max_blocks_per_multiprocessor = 16,
        .shared_per_block = 48 << 10,
        .shared_per_block_optin = 227 << 10,
        .total_memory = memory,
        .max_cooperative_blocks = COOPERATIVE_MAX,
    };
    if (share->number)
        snprintf(p->id, sizeof p->id, "cpu%u", share->number);
    processor_name(p->name, sizeof p->name);
}

static struct device *open_device(struct device_memory *memory, const struct cpu_share *share,
                                  const struct device_events *events, uint64_t bytes)
{
    struct cpu_device *d = xcalloc(1, sizeof *d);
    d->base.ops = &cpu_ops;
    d->base.events = events ? *events : (struct device_events){0};
    set_props(&d->base.props, share, bytes);
    d->exec.memory = memory;
    d->exec.space = memory->space;
    d->exec.number = (uint8_t) share->number;
    d->exec.reach = (uint64_t) 1 << share->number;
    memory->devices[share->number] = &d->base;
    pthread_mutex_init(&d->full_mask_lock, NULL);
    pthread_mutex_init(&d->exec.observers.lock, NULL);
    d->index = op_index_new();
    d->exec.set = op_set_best();
    d->exec.heap_limit = HEAP;
    d->exec.props = &d->base.props;
    d->exec.children = &cpu_child_calls;
    d->last_launch = &d->first_launch;
#if !defined __x86_64__
    d->soft_ftz = true;
#endif
    d->loops = loop_set_named(d->exec.set->name);
    d->library = library_new();
    d->pool = pool_new(d->base.props.multiprocessors, &d->exec);
    return &d->base;
}

struct device *cpu_device_open(const struct device_events *events, uint64_t memory,
                               struct diags *out)
{
    return cpu_device_open_share(&(struct cpu_share){.count = 1}, events, memory, out);
}

struct device *cpu_device_open_in(struct space *space, const struct device_events *events,
                                  uint64_t memory)
{
    return open_device(cpu_memory_new(space), &(struct cpu_share){.count = 1}, events, memory);
}

struct device *cpu_device_open_share(const struct cpu_share *share,
                                     const struct device_events *events, uint64_t memory,
                                     struct diags *out)
{
    CHECK(share->number < share->count && share->count <= DEVICES_TOGETHER);
    if (share->with)
        return open_device(cpu(share->with)->exec.memory, share, events,
                           share->with->props.total_memory);
    if (!memory)
        memory = machine_memory();
    uint64_t range = space_affordable(
        4 * memory); /* freed ranges are reused late, so that a use after free is found */
    memory = memory < range ? memory : range;
    struct space *space = space_new(range);
    if (!space)
        space = space_new(memory);
    if (!space) {
        struct diag *e = diag_error(out, DIAG_SYSTEM, (struct span){0},
                                    "cannot reserve %llu MiB of address space for the cpu device",
                                    (unsigned long long) (memory >> 20));
        diag_help(out, e, "raise the limit on virtual memory (ulimit -v)");
        return NULL;
    }
    return open_device(cpu_memory_new(space), share, events, memory / share->count);
}

bool cpu_device_use_ops(struct device *d, const char *set)
{
    const struct op_set *ops = set ? op_set_named(set) : op_set_best();
    if (ops)
        cpu(d)->exec.set = ops;
    cpu(d)->loops = loop_set_named(cpu(d)->exec.set->name);
    return ops;
}

void cpu_device_set_arch(struct device *d, int arch, bool only)
{
    d->props.arch = arch;
    d->props.arch_only = only;
}
