/* SPDX-License-Identifier: Apache-2.0 */
/* The words for a fault: the thread, the array and the index, and what to do about it. Next: launch/fault.c, driver/report.c. */
#include "device/fault_text.h"

#include <inttypes.h>
#include <stdlib.h>

void device_put_dim(struct buf *out, struct device_dim d)
{
    buf_printf(out, "(%u, %u, %u)", d.x, d.y, d.z);
}

void device_put_thread(struct buf *out, struct device_dim thread, struct device_dim block)
{
    buf_puts(out, "thread ");
    device_put_dim(out, thread);
    buf_puts(out, " of block ");
    device_put_dim(out, block);
}

static const char *verb(const struct device_fault *f)
{
    return f->atomic ? "updates" : f->write ? "writes" : "reads";
}

/* "x[4], memory of device 1": device 0 has no access to it. */
static void print_foreign(struct buf *out, const struct device_fault *f)
{
    const struct device_allocation *a = &f->nearest;
    uint64_t offset = f->address - a->start, size = f->size ? f->size : 1;
    if (a->name && offset % size == 0)
        buf_printf(out, " %s %s[%" PRIu64 "]", verb(f), a->name, offset / size);
    else
        buf_printf(out, " %s at address 0x%" PRIx64 "%s%s", verb(f), f->address,
                   a->name ? " in " : "", a->name ? a->name : "");
    buf_printf(out, ", which is on device %u; the kernel runs on device %u", f->home, f->on);
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
    if (kernel[0] && f->kind != FAULT_LIBRARY) /* the text names the library's function */
        buf_printf(out, " in '%s'", kernel);
    if (f->text[0])
        buf_printf(out, ": %s", f->text);
    else if (kernel[0])
        buf_puts(out, "; the GPU does not say which thread");
}

void device_put_fault(struct buf *out, const struct device_fault *f, const char *kernel)
{
    if (f->unplaced) {
        print_unplaced(out, f, kernel);
        return;
    }
    buf_printf(out, "%s in '%s': ", device_fault_name(f->kind), kernel);
    device_put_thread(out, f->thread, f->block);
    bool memory = f->kind == FAULT_ILLEGAL_ADDRESS || f->kind == FAULT_HOST_POINTER;
    if (memory) {
        buf_printf(out, " %s %s", verb(f), f->nearest.start && f->nearest.live ? "" : "memory ");
        print_target(out, f);
    } else if (f->kind == FAULT_PEER) {
        print_foreign(out, f);
    } else if (f->kind == FAULT_MISALIGNED) {
        print_misaligned(out, f);
    } else if (f->kind == FAULT_SHARED || f->kind == FAULT_LOCAL || f->kind == FAULT_CONSTANT) {
        buf_printf(out, " %s %u bytes at offset %" PRId64, verb(f), f->size, (int64_t) f->address);
    }
    if (f->text[0])
        buf_printf(out, "%s%s", memory ? "; " : ": ", f->text);
}

/* Whether the index is what a small negative number gives as an unsigned one. */
static bool is_wrapped(const struct device_fault *f)
{
    uint64_t offset = f->address - f->nearest.start, size = f->size ? f->size : 1;
    return f->nearest.live && offset % size == 0 && offset / size >> 31 == 1;
}

const char *device_fault_remedy(const struct device_fault *f)
{
    switch (f->kind) {
    case FAULT_ILLEGAL_ADDRESS:
        if (is_wrapped(f))
            return "the index is unsigned and went below 0, where -1 becomes 4294967295: compare "
                   "before the subtraction";
        return f->nearest.live && f->address < f->nearest.start
                   ? "the index is negative: compare it with 0, or look for a product that "
                     "overflowed"
               : f->nearest.live
                   ? "compare the index with the size before the access: if (i < n)"
                   : "check that the pointer was allocated on the device and not freed";
    case FAULT_HOST_POINTER:
        return "kernels see device memory only: use a device array, or cudaMalloc and cudaMemcpy";
    case FAULT_PEER:
        return "call cudaDeviceEnablePeerAccess() with that device's number before the launch, or "
               "copy the memory with cudaMemcpyPeer()";
    case FAULT_SHARED:
        return "check the size of the __shared__ array, and the third launch parameter for extern "
               "__shared__";
    case FAULT_MISALIGNED:
        return "vector and wide accesses need an address that is a multiple of their size";
    case FAULT_BARRIER: return "every thread of the block must reach the same __syncthreads()";
    case FAULT_MBARRIER:
        return "initialise it in one thread, then __syncthreads(); as many threads as its count "
               "says must arrive in "
               "each phase, and copies must bring the bytes that were expected";
    case FAULT_CLUSTER:
        return "cluster.sync() before the blocks of a cluster end keeps their shared memory; every "
               "thread arrives, then waits";
    case FAULT_STACK:
        return "check that the recursion ends, or raise cudaLimitStackSize with "
               "cudaDeviceSetLimit()";
    case FAULT_DEADLOCK:
        return "the mask must contain exactly the lanes that make the call; inside an if, compute "
               "it with __ballot_sync() before the branch";
    default: return NULL;
    }
}
