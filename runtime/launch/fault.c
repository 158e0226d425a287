/* SPDX-License-Identifier: Apache-2.0 */
/* Reports a device fault to the user: the line, the thread, the array and the index. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "launch/launcher.h"

static const char *verb(const struct device_fault *f)
{
    return f->atomic ? "updates" : f->write ? "writes" : "reads";
}

static void print_count(struct buf *out, uint64_t count, int64_t size)
{
    buf_printf(out, "%" PRIu64 " element%s of %" PRId64 " byte%s", count, count == 1 ? "" : "s",
               size, size == 1 ? "" : "s");
}

/* "x[1000], but x holds 8 elements": in elements of the access's size if the allocation consists of such. */
static void print_target(struct buf *out, const struct device_fault *f)
{
    const struct device_allocation *a = &f->nearest;
    if (!a->start) {
        buf_printf(out, "at address 0x%" PRIx64 ", which is not in any allocation", f->address);
        return;
    }
    const char *name = a->name ? a->name : "an unnamed allocation";
    int64_t offset = (int64_t) (f->address - a->start), size = f->size ? f->size : 1;
    bool elements = offset % size == 0 && a->size % (uint64_t) size == 0;
    bool near = llabs(offset / size) < ((int64_t) 1 << 40);
    if (!a->live)
        buf_printf(out, "at address 0x%" PRIx64 " in %s, which has been freed", f->address, name);
    else if (elements && !a->name)
        buf_printf(out, "element %" PRId64 " of %s, which holds ", offset / size, name);
    else if (elements && near)
        buf_printf(out, "%s[%" PRId64 "], but %s holds ", name, offset / size, name);
    else
        buf_printf(out, "at byte %" PRId64 " of %s, which holds %" PRIu64 " bytes", offset, name,
                   a->size);
    if (a->live && elements && (near || !a->name))
        print_count(out, a->size / (uint64_t) size, size);
}

/* Allocations are aligned more than any access needs to be. */
static void print_misaligned(struct buf *out, const struct device_fault *f)
{
    const struct device_allocation *a = &f->nearest;
    buf_printf(out, " %s %u bytes at ", verb(f), f->size);
    if (a->live && a->name)
        buf_printf(out, "byte %" PRIu64 " of %s, which is not a multiple of %u",
                   f->address - a->start, a->name, f->size);
    else
        buf_printf(out, "address 0x%" PRIx64 ", which is not a multiple of %u", f->address,
                   f->size);
}

/* A GPU, or its driver, that reports only that a fault occurred. */
static void print_unplaced(struct buf *out, const struct device_fault *f, const char *kernel)
{
    buf_puts(out, device_fault_name(f->kind));
    if (kernel[0])
        buf_printf(out, " in '%s'", kernel);
    if (f->text[0])
        buf_printf(out, ": %s", f->text);
    else if (kernel[0])
        buf_puts(out, "; the GPU does not say which thread");
}

static void print_what(struct buf *out, const struct device_fault *f, const char *kernel)
{
    if (f->unplaced) {
        print_unplaced(out, f, kernel);
        return;
    }
    buf_printf(out, "%s in '%s': thread ", device_fault_name(f->kind), kernel);
    launcher_put_dim(out, f->thread);
    buf_puts(out, " of block ");
    launcher_put_dim(out, f->block);
    bool memory = f->kind == FAULT_ILLEGAL_ADDRESS || f->kind == FAULT_HOST_POINTER;
    if (memory) {
        buf_printf(out, " %s %s", verb(f), f->nearest.start && f->nearest.live ? "" : "memory ");
        print_target(out, f);
    } else if (f->kind == FAULT_MISALIGNED) {
        print_misaligned(out, f);
    } else if (f->kind == FAULT_SHARED || f->kind == FAULT_LOCAL || f->kind == FAULT_CONSTANT) {
        buf_printf(out, " %s %u bytes at offset %" PRIu64, verb(f), f->size, f->address);
    }
    if (f->text[0])
        buf_printf(out, "%s%s", memory ? "; " : ": ", f->text);
}

static const char *remedy(const struct device_fault *f)
{
    switch (f->kind) {
    case FAULT_ILLEGAL_ADDRESS:
        return f->nearest.live && f->address < f->nearest.start
                   ? "the index is negative: compare it with 0, or look for a product that "
                     "overflowed"
               : f->nearest.live
                   ? "compare the index with the size before the access: if (i < n)"
                   : "check that the pointer was allocated on the device and not freed";
    case FAULT_HOST_POINTER:
        return "kernels see device memory only: use a device array, or cudaMalloc and cudaMemcpy";
    case FAULT_SHARED:
        return "check the size of the __shared__ array, and the third launch parameter for extern "
               "__shared__";
    case FAULT_MISALIGNED:
        return "vector and wide accesses need an address that is a multiple of their size";
    case FAULT_BARRIER: return "every thread of the block must reach the same __syncthreads()";
    case FAULT_STACK:
        return "check that the recursion ends, or raise cudaLimitStackSize with "
               "cudaDeviceSetLimit()";
    case FAULT_DEADLOCK:
        return "the mask must contain exactly the lanes that make the call; inside an if, compute "
               "it with __ballot_sync() before the branch";
    default: return NULL;
    }
}

/* The state of the arrays of a GPU whose context was lost. */
static void note_memory(const struct device_fault *f, struct diags *out, struct diag *d)
{
    struct span nowhere = {0};
    if (f->went_back[0])
        diag_note(out, d, nowhere,
                  "the GPU was restarted; restored to their state before this cell's launches: %s",
                  f->went_back);
    if (f->lost[0])
        diag_note(out, d, nowhere, "lost with the GPU context: %s", f->lost);
    if (f->replaced && !f->went_back[0] && !f->lost[0])
        diag_note(out, d, nowhere, "the GPU was restarted, and all arrays are intact");
}

static bool is_of_kernel(const struct device_fault *f)
{
    return f->kind != FAULT_INTERRUPTED && f->kind != FAULT_REFUSED && f->kind != FAULT_LOST;
}

static void record_placed(struct launcher *l, const struct device_fault *f, struct diags *out,
                          struct span at);

/* A GPU's fault: reported like one of the cpu device if it recurs there. */
static void record_fault(struct launcher *l, const struct device_fault *f, struct diags *out,
                         struct span at)
{
    struct device_fault met;
    const char *why_not = NULL;
    bool gpu = f->replaced && is_of_kernel(f);
    bool found = gpu && l->replay && launcher_replay(l, f, &met, &why_not);
    record_placed(l, found ? &met : f, out, at);
    struct diag *d = out->last;
    if (found)
        diag_note(out, d, (struct span){0},
                  "the GPU reported '%s'; replaying the launch on the cpu device found this",
                  device_fault_name(f->kind));
    else if (why_not)
        diag_note(out, d, (struct span){0},
                  "replaying the launch on the cpu device found nothing more: %s", why_not);
    else if (gpu && f->unplaced)
        diag_note(out, d, (struct span){0}, "%%replay on finds the thread on the cpu device");
    note_memory(f, out, d);
}

/* An address unknown to both device and host is an index outside its array. */
static struct device_fault fault_understood(const struct launcher *l, const struct device_fault *f)
{
    struct device_fault understood = *f;
    if (f->kind != FAULT_HOST_POINTER)
        return understood;
    if (f->nearest.live && l->is_host && !l->is_host(l->is_host_user, f->address))
        understood.kind = FAULT_ILLEGAL_ADDRESS;
    else
        understood.nearest = (struct device_allocation){0};
    return understood;
}

static void record_placed(struct launcher *l, const struct device_fault *told, struct diags *out,
                          struct span at)
{
    const struct device_fault understood = fault_understood(l, told), *f = &understood;
    const struct launch_record *r = launcher_record(l, f->tag);
    struct span place = launcher_place(l->sources, f->file, f->line, f->column),
                launched = r ? r->at : at;
    struct buf text = {0};
    print_what(&text, f, r && !f->by_kernel ? r->kernel->name : f->kernel);
    struct diag *d = diag_error(out, DIAG_DEVICE, place.source ? place : launched, "%s", text.p);
    buf_free(&text);
    if (place.source)
        diag_note(out, d, launched,
                  f->by_kernel ? "launched by a kernel that was launched here" : "launched here");
    if (f->others)
        diag_note(out, d, (struct span){0}, "%" PRIu64 " more thread%s of this launch failed",
                  f->others, f->others == 1 ? "" : "s");
    if (!place.source && f->instruction[0])
        diag_note(out, d, (struct span){0}, "PTX line %u: %s", f->ptx_line, f->instruction);
    if (remedy(f) && !f->unplaced)
        diag_help(out, d, "%s", remedy(f));
}

bool launch_status(struct launcher *l, enum device_status status, const struct device_fault *f,
                   struct diags *out, struct span at)
{
    switch (status) {
    case DEVICE_OK: return true;
    case DEVICE_FAULT: record_fault(l, f, out, at); return false;
    case DEVICE_INTERRUPTED: {
        const struct launch_record *r =
            f->kind == FAULT_INTERRUPTED ? launcher_record(l, f->tag) : NULL;
        struct diag *d =
            r ? diag_error(out, DIAG_INTERRUPT, r->at, "stopped by the user while '%s' was running",
                           r->kernel->name)
              : diag_error(out, DIAG_INTERRUPT, at, "stopped by the user");
        note_memory(f, out, d);
        return false;
    }
    }
    return false;
}
