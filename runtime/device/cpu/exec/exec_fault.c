/* SPDX-License-Identifier: Apache-2.0 */
/* The description of a fault: kernel, place in the source and in the PTX, thread, address, nearest allocation. A launch reports the fault
 * of the failing block with the lowest number, so a report does not depend on which host thread was faster: blocks after it stop; blocks
 * before it continue, and may finish or fail. Next: access.c, which finds faults; launch/fault.c, which words them. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "device/cpu/exec/exec_device.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/exec/observed.h"

static struct device_dim thread_of(const struct thread_block *b, uint32_t linear)
{
    const struct device_dim *d = &b->launch->block;
    return (struct device_dim){linear % d->x, linear / d->x % d->y, linear / d->x / d->y};
}

/* The PTX statement on one line, with single blanks. */
static void put_text(char *to, size_t cap, struct str text)
{
    size_t n = 0;
    for (size_t i = 0; i < text.n && n + 1 < cap; i++) {
        bool blank = isspace((unsigned char) text.p[i]);
        if (!blank)
            to[n++] = text.p[i];
        else if (n && to[n - 1] != ' ')
            to[n++] = ' ';
    }
    while (n && to[n - 1] == ' ')
        n--;
    to[n] = '\0';
}

static void describe(struct device_fault *f, const struct warp *w, const struct op *op,
                     uint32_t lane)
{
    const struct decoded_code *code = w->frame->code;
    const struct ptx_inst *inst = &code->func->insts.at[op->inst];
    const char *file;
    const struct cpu_launch *l = w->block->launch;
    f->by_kernel = l->root != NULL;
    if (f->by_kernel)
        device_plain_name(f->kernel, sizeof f->kernel, l->code->name);
    else
        snprintf(f->kernel, sizeof f->kernel, "%s", l->code->name);
    f->tag = w->block->launch->tag;
    f->block = w->block->id;
    f->thread = thread_of(w->block, block_thread(w->block, w->id, lane));
    f->ptx_line = inst->line;
    put_text(f->instruction, sizeof f->instruction, inst->text);
    if (ptx_user_place(code->module, inst->loc, &file, &f->line, &f->column))
        snprintf(f->file, sizeof f->file, "%s", file);
}

/* Whether a 32-bit index into the object can have produced the address. */
static bool is_in_reach(const struct object *o, uint64_t address)
{
    uint64_t distance = address > o->start ? address - o->start : o->start - address;
    return distance <= (uint64_t) 1 << 33; /* of elements of 4 bytes, either way */
}

static void find_nearest(struct device_fault *f, struct exec_device *d, uint64_t address)
{
    pthread_mutex_lock(&d->memory->lock);
    struct object *o = space_find(d->space, address);
    if (!o)
        o = space_nearest(d->space, address);
    if (o && (space_holds(d->space, address) || is_in_reach(o, address))) {
        f->nearest = (struct device_allocation){o->start, o->size, NULL, o->state == OBJECT_LIVE};
        snprintf(f->nearest_name, sizeof f->nearest_name, "%s", o->name ? o->name : "");
        f->home = o->home;
        f->on = d->number;
    }
    pthread_mutex_unlock(&d->memory->lock);
}

/* Keeps the fault unless a lower block has one already; counts it in either case. */
static void report(struct cpu_launch *l, uint64_t block, const struct device_fault *f,
                   uint32_t lanes)
{
    pthread_mutex_lock(&l->lock);
    uint64_t others = l->fault.kind != FAULT_NONE ? l->fault.others + lanes : lanes - 1;
    if (l->fault.kind == FAULT_NONE || block < l->fault_block) {
        l->fault = *f;
        l->fault_block = block;
        atomic_store_explicit(&l->stop_after, block, memory_order_relaxed);
    }
    l->fault.others = others;
    pthread_mutex_unlock(&l->lock);
}

static const struct op *stop(struct warp *w, const struct op *op, const struct device_fault *f,
                             uint32_t failed)
{
    if (w->block->observation)
        observed_fault(w, op, failed, f);
    report(w->block->launch, w->block->linear, f, (uint32_t) __builtin_popcount(failed));
    w->leave = LEAVE_STOPPED;
    return NULL;
}

const struct op *warp_fault(struct warp *w, const struct op *op, enum device_fault_kind kind,
                            uint32_t failed, uint32_t lane, const char *text)
{
    struct device_fault f = {.kind = kind};
    describe(&f, w, op, lane);
    snprintf(f.text, sizeof f.text, "%s", text);
    return stop(w, op, &f, failed);
}

/* The address becomes an offset in the shared memory that it misses. */
static void describe_shared(struct device_fault *f, const struct thread_block *b,
                            const struct op *op)
{
    const struct thread_block *of = b;
    uint64_t rank = f->address >> WINDOW_BITS;
    if (op->space == PTX_GENERIC && (of = cluster_around(b, f->address))) {
        f->address -= (uint64_t) (uintptr_t) of->shared;
    } else if (op->space == PTX_SHARED && rank && rank <= b->cluster->size) {
        of = b->cluster->blocks[rank - 1];
        f->address &= (1u << WINDOW_BITS) - 1;
    }
    if (of && of != b)
        snprintf(f->text, sizeof f->text,
                 "block (%u, %u, %u) of the cluster has %llu bytes of shared memory", of->id.x,
                 of->id.y, of->id.z, (unsigned long long) of->shared_size);
    else
        snprintf(f->text, sizeof f->text, "the block has %llu bytes of shared memory",
                 (unsigned long long) b->shared_size);
}

const struct op *warp_fault_access(struct warp *w, const struct op *op, enum device_fault_kind kind,
                                   uint32_t failed, uint32_t lane, uint64_t address, uint32_t size,
                                   bool write, bool atomic)
{
    struct device_fault f = {
        .kind = kind, .address = address, .size = size, .write = write, .atomic = atomic};
    const struct thread_block *b = w->block;
    describe(&f, w, op, lane);
    if (kind == FAULT_SHARED) {
        describe_shared(&f, b, op);
    } else if (kind == FAULT_CLUSTER) {
        snprintf(f.text, sizeof f.text, "the block whose shared memory it is has ended");
    } else if (kind == FAULT_LOCAL) {
        f.address -=
            (uint64_t) (uintptr_t) b->local + (w->id * WARP_LANES + lane) * b->local_stride;
        snprintf(f.text, sizeof f.text, "the thread has %llu bytes of local memory",
                 (unsigned long long) b->local_size);
    } else if (op->space == PTX_GLOBAL || op->space == PTX_GENERIC || op->space == PTX_CONST) {
        find_nearest(&f, b->launch->exec, address);
    }
    return stop(w, op, &f, failed);
}
