/* SPDX-License-Identifier: Apache-2.0 */
/* The buffers of a call. Host memory is checked against its object and passed as it is; device memory is staged through host
 * memory, as an MPI that is aware of CUDA does. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "eval/cuda/builtin_cuda.h"
#include "eval/mpi/mpi_state.h"

/* Which memory the elements take: bytes [low, high) from the address on. */
struct element_range {
    int64_t low, high;
};

static bool extent_of(const struct mpi_layout *l, int64_t count, struct element_range *out)
{
    int64_t last;
    if (__builtin_mul_overflow(count - 1, l->extent, &last))
        return false;
    out->low = l->true_lower + (last < 0 ? last : 0);
    return !__builtin_add_overflow(l->true_lower + l->true_extent, last > 0 ? last : 0, &out->high);
}

/* Says what the call wanted to do with the memory that the last diag complains about. */
static void say_elements(struct mpi_use *u, int64_t count, const struct mpi_layout *l)
{
    struct diag *d = u->vm->diags->last;
    if (d && !d->help)
        diag_help(u->vm->diags, d, "%s accesses %" PRId64 " element%s of %" PRId64 " bytes each",
                  u->call->name, count, count == 1 ? "" : "s", l->extent);
}

static bool check_blocks(struct mpi_use *u, uint64_t address, int64_t count,
                         const struct mpi_layout *l, enum vm_access how)
{
    for (int64_t i = 0; i < count; i++)
        VEC_EACH (b, &l->blocks)
            if (!vm_memory(u->vm, address + (uint64_t) (i * l->extent + b->at), b->bytes, how,
                           u->site->at))
                return false;
    return true;
}

/* One object holds all of it in most cases. A type with absolute addresses, or with members in several objects, is checked
 * block by block. */
static bool check_host(struct mpi_use *u, uint64_t address, int64_t count,
                       const struct mpi_layout *l, const struct element_range *e,
                       enum vm_access how)
{
    uint64_t from = address + (uint64_t) e->low, bytes = (uint64_t) (e->high - e->low);
    bool whole = l->blocks.n == 1 && (int64_t) l->blocks.at->bytes == l->true_extent,
         scattered = l->blocks_known && (!whole || !address);
    if (scattered && !vm_probe(u->vm, from, from, bytes, how))
        return check_blocks(u, address, count, l, how);
    return vm_memory(u->vm, from, bytes, how, u->site->at);
}

static struct mpi_buffer *add_buffer(struct mpi_use *u, uint64_t address, uint64_t bytes,
                                     bool reads, bool writes)
{
    CHECK(u->buffer_count < MPI_BUFFERS);
    struct mpi_buffer *b = u->buffers + u->buffer_count++;
    *b = (struct mpi_buffer){.address = address, .bytes = bytes, .reads = reads, .writes = writes};
    return b;
}

static bool on_device(struct mpi_use *u, uint64_t address)
{
    return address && launcher_owner(u->vm->launcher, address) && !vm_is_managed(u->vm, address);
}

static bool stage(struct mpi_use *u, uint64_t from, uint64_t bytes, bool reads, bool writes,
                  char **out)
{
    struct device *d = launcher_owner(u->vm->launcher, from);
    if (u->call->mode == MODE_DIRECT) {
        struct diag *diag = vm_error(u->vm, DIAG_MEMORY, u->site->at,
                                     "%s: the buffer is device memory", u->call->name);
        diag_help(u->vm->diags, diag, "copy it to host memory first");
        return false;
    }
    if (!cuda_range(u->vm, d, from, bytes, u->site->at))
        return false;
    struct mpi_buffer *b = add_buffer(u, from, bytes, reads, writes);
    b->staged = *out = xcalloc(bytes ? bytes : 1, 1);
    return u->call->mode == MODE_PERSIST || mpi_buffers_load(u, b, 1);
}

/* A request's buffer must live until the request is complete. */
static void note_object(struct mpi_use *u, uint64_t from, uint64_t bytes, bool writes)
{
    const struct object *o = space_find(u->vm->host, from);
    if (u->call->mode != MODE_START && u->call->mode != MODE_PERSIST)
        return;
    struct mpi_buffer *b = add_buffer(u, from, bytes, !writes, writes);
    b->object = o ? o->start : 0;
    b->version = o ? o->version : 0;
}

bool mpi_buffer(struct mpi_use *u, uint64_t address, int64_t count, uint64_t type, bool reads,
                bool writes, uint64_t *out_native)
{
    const struct mpi_layout *l = mpi_layout_of(u->m, type);
    struct element_range e;
    *out_native = address;
    if (count <= 0 || !l || !l->true_extent) /* nothing is accessed, or the library refuses it */
        return true;
    if (!extent_of(l, count, &e)) {
        vm_error(u->vm, DIAG_MEMORY, u->site->at,
                 "%s: %" PRId64 " elements of %" PRId64 " bytes do not fit into memory",
                 u->call->name, count, l->extent);
        return false;
    }
    uint64_t from = address + (uint64_t) e.low, bytes = (uint64_t) (e.high - e.low);
    char *staged;
    if (on_device(u, from)) {
        if (!stage(u, from, bytes, reads, writes, &staged)) {
            say_elements(u, count, l);
            return false;
        }
        *out_native = (uintptr_t) staged - (uint64_t) e.low;
        return true;
    }
    if (!check_host(u, address, count, l, &e, writes ? VM_WRITE : VM_READ)) {
        say_elements(u, count, l);
        return false;
    }
    note_object(u, from, bytes, writes);
    return true;
}

bool mpi_bytes(struct mpi_use *u, uint64_t address, uint64_t bytes, bool writes,
               uint64_t *out_native)
{
    return mpi_buffer(u, address, (int64_t) bytes, ABI_BYTE, !writes, writes, out_native);
}

/* What a message leaves as it was is read too: it may be shorter than the buffer, and types have gaps. */
bool mpi_buffers_load(struct mpi_use *u, struct mpi_buffer *b, uint32_t count)
{
    struct device_fault fault = {0};
    for (uint32_t i = 0; i < count; i++)
        if (b[i].staged && !vm_fault(u->vm,
                                     device_read(launcher_owner(u->vm->launcher, b[i].address),
                                                 b[i].staged, b[i].address, b[i].bytes, &fault),
                                     &fault, u->site->at))
            return false;
    return true;
}

static bool check_object(struct mpi_use *u, const struct mpi_call *call, const struct mpi_buffer *b)
{
    const struct object *o = b->object ? space_find(u->vm->host, b->object) : NULL;
    if (!b->object ||
        (o && o->start == b->object && o->state == OBJECT_LIVE && o->version == b->version))
        return true;
    struct diag *d =
        vm_error(u->vm, DIAG_MEMORY, u->site->at,
                 "the buffer of %s was freed before its request was complete", call->name);
    diag_help(u->vm->diags, d, "wait for the request first");
    return false;
}

bool mpi_buffers_store(struct mpi_use *u, const struct mpi_call *call, struct mpi_buffer *b,
                       uint32_t count)
{
    struct device_fault fault = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (!check_object(u, call, b + i))
            return false;
        if (b[i].staged && b[i].writes &&
            !vm_fault(u->vm,
                      device_write(launcher_owner(u->vm->launcher, b[i].address), b[i].address,
                                   b[i].staged, b[i].bytes, &fault),
                      &fault, u->site->at))
            return false;
    }
    return true;
}
