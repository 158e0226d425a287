/* SPDX-License-Identifier: Apache-2.0 */
/* The exact check of an access: which object an address belongs to, and what is wrong with it. The loads and stores of op_mem.c and
 * op_full_mask.c check against their inline cache first and come here when that misses. Next: exec_fault.c, which describes the fault. */
#include "device/cpu/code/vector_code.h"
#include "device/cpu/exec/exec_device.h"
#include "device/cpu/exec/machine.h"

void exec_own(struct exec_device *d, struct object *o, uint32_t kind)
{
    if (!o)
        return;
    o->kind = kind;
    o->home = d->number;
    o->common = false;
    d->used += o->size;
}

struct object *exec_alloc_locked(struct exec_device *d, uint64_t size, uint64_t align,
                                 uint32_t kind)
{
    struct object *o = space_alloc(d->space, size, align);
    exec_own(d, o, kind);
    return o;
}

struct object *exec_alloc(struct exec_device *d, uint64_t size, uint64_t align, uint32_t kind)
{
    pthread_mutex_lock(&d->memory->lock);
    struct object *o = exec_alloc_locked(d, size, align, kind);
    pthread_mutex_unlock(&d->memory->lock);
    return o;
}

void exec_free_locked(struct exec_device *d, struct object *o)
{
    d->used -= o->size;
    space_free(d->space, o);
    atomic_fetch_add(&d->memory->frees, 1);
}

void exec_free(struct exec_device *d, struct object *o)
{
    pthread_mutex_lock(&d->memory->lock);
    exec_free_locked(d, o);
    pthread_mutex_unlock(&d->memory->lock);
}

static bool in_window(uint64_t address, uint64_t start, uint64_t window, uint64_t size)
{
    uint64_t at = address - start;
    return at < window && window - at >= size;
}

static void *local_at(const struct warp *w, uint32_t lane, uint64_t address, uint32_t size,
                      enum device_fault_kind *why)
{
    const struct thread_block *b = w->block;
    uint64_t start =
        (uint64_t) (uintptr_t) b->local + (w->id * WARP_LANES + lane) * b->local_stride;
    if (in_window(address, start, b->local_size, size))
        return (void *) (uintptr_t) address;
    *why = FAULT_LOCAL;
    return NULL;
}

static void *object_at(struct warp *w, const struct op *op, uint64_t address, uint32_t size,
                       enum access_mode access, enum device_fault_kind *why)
{
    const struct exec_device *d = w->block->launch->exec;
    const struct space *space = d->space;
    struct object *o = space_find(space, address);
    if (!object_covers(o, address, size)) {
        bool ours = space_holds(space, address);
        *why =
            ours || address < 1 << 20 || address >> 47 ? FAULT_ILLEGAL_ADDRESS : FAULT_HOST_POINTER;
        return NULL;
    }
    if (!exec_reaches(d, o)) {
        *why = FAULT_PEER;
        return NULL;
    }
    if (o->kind == MEMORY_CONST && access != ACCESS_READ) {
        *why = FAULT_CONSTANT;
        return NULL;
    }
    if (__builtin_expect(o->start == w->block->sums.start, 0) &&
        !vector_is_sum(w->block->vectors, op->cache))
        private_sums_add(&w->block->sums, space);
    w->caches[op->cache] = (struct inline_cache){o->start, o->size, 0};
    return (void *) (uintptr_t) address;
}

bool memory_is_constant(const struct exec_device *d, uint64_t address)
{
    const struct object *o = space_find(d->space, address);
    return o && o->kind == MEMORY_CONST;
}

/* A vector load may end past the end of shared memory, in the 16 bytes that hold its first element: compilers merge loads of aligned arrays
 * so, and GPUs allocate in larger units. */
static bool in_shared(const struct thread_block *b, const struct op *op, uint64_t offset,
                      uint32_t size, enum access_mode access)
{
    bool merged = access == ACCESS_READ && op_infos[op->code].vector && offset < b->shared_size;
    return in_window(offset, 0, merged ? block_shared_room(b) : b->shared_size, size);
}

/* ---- the shared memory of a cluster's blocks: .shared::cluster has the block's own window, and one of each rank ---- */

struct thread_block *cluster_owner(const struct thread_block *b, uint64_t address)
{
    for (uint32_t r = 0; r < b->cluster->size; r++) {
        struct thread_block *peer = b->cluster->blocks[r];
        if (address - (uint64_t) (uintptr_t) peer->shared < peer->shared_size)
            return peer;
    }
    return NULL;
}

uint64_t cluster_generic(const struct thread_block *b, uint64_t address)
{
    uint64_t rank = (address >> WINDOW_BITS) - 1, offset = address & ((1u << WINDOW_BITS) - 1);
    if (address >> WINDOW_BITS == 0)
        return (uint64_t) (uintptr_t) b->shared + address;
    return rank < b->cluster->size
               ? (uint64_t) (uintptr_t) b->cluster->blocks[rank]->shared + offset
               : 0;
}

struct thread_block *cluster_around(const struct thread_block *b, uint64_t address)
{
    for (uint32_t r = 0; r < b->cluster->size; r++) {
        struct thread_block *peer = b->cluster->blocks[r];
        uint64_t first = (uint64_t) (uintptr_t) peer->shared - SHARED_GUARD;
        if (address - first < block_shared_room(peer) + 2 * SHARED_GUARD)
            return peer;
    }
    return NULL;
}

/* The next generic load or store of the op in the block's own window needs no look-up. Sums that a block keeps are of objects alone. */
static void note_shared(struct warp *w, const struct op *op, enum access_mode access)
{
    const struct thread_block *b = w->block;
    if (access != ACCESS_ATOMIC && (!b->vectors || !vector_is_sum(b->vectors, op->cache)))
        w->caches[op->cache] =
            (struct inline_cache){(uint64_t) (uintptr_t) b->shared, b->shared_size};
}

/* A generic address in the shared memory of another block of the cluster, which has not ended. */
static void *elsewhere_in_cluster(const struct thread_block *b, uint64_t address, uint32_t size,
                                  enum device_fault_kind *why)
{
    const struct thread_block *of = b->cluster->size > 1 ? cluster_owner(b, address) : NULL;
    *why = of && of != b && of->exited == of->threads ? FAULT_CLUSTER : FAULT_SHARED;
    return of && of != b && *why == FAULT_SHARED &&
                   in_window(address, (uint64_t) (uintptr_t) of->shared, of->shared_size, size)
               ? (void *) (uintptr_t) address
               : NULL;
}

static void *generic_object_at(struct warp *w, const struct op *op, uint64_t address, uint32_t size,
                               enum access_mode access, enum device_fault_kind *why)
{
    void *at = object_at(w, op, address, size, access, why);
    if (!at && *why == FAULT_HOST_POINTER && cluster_around(w->block, address))
        *why = FAULT_SHARED;
    return at;
}

void *memory_at(struct warp *w, const struct op *op, uint32_t lane, uint64_t address, uint32_t size,
                enum access_mode access, enum device_fault_kind *why)
{
    const struct thread_block *b = w->block;
    if (address & (size - 1)) {
        *why = FAULT_MISALIGNED;
        return NULL;
    }
    uint64_t shared = (uint64_t) (uintptr_t) b->shared,
             params = (uint64_t) (uintptr_t) b->launch->params;
    switch ((enum ptx_space) op->space) {
    case PTX_SHARED:
        if (in_shared(b, op, address, size, access))
            return b->shared + address;
        return elsewhere_in_cluster(b, cluster_generic(b, address), size, why);
    case PTX_LOCAL: return local_at(w, lane, address, size, why);
    case PTX_PARAM:
        if (access == ACCESS_READ && in_window(address, params, b->launch->params_size, size))
            return (void *) (uintptr_t) address;
        *why = FAULT_CONSTANT;
        return NULL;
    case PTX_GENERIC:
        if (in_window(address, shared, b->shared_size, 1)) {
            if (in_shared(b, op, address - shared, size, access)) {
                note_shared(w, op, access);
                return (void *) (uintptr_t) address;
            }
            *why = FAULT_SHARED;
            return NULL;
        }
        if (in_window(address, (uint64_t) (uintptr_t) b->local, block_local_bytes(b), 1))
            return local_at(w, lane, address, size, why);
        if (access == ACCESS_READ && in_window(address, params, b->launch->params_size, size))
            return (void *) (uintptr_t) address;
        if (b->cluster->size > 1 && cluster_owner(b, address))
            return elsewhere_in_cluster(b, address, size, why);
        return generic_object_at(w, op, address, size, access, why);
    case PTX_GLOBAL:
    case PTX_CONST:
    case PTX_REG: return object_at(w, op, address, size, access, why);
    }
    return NULL;
}

bool memory_resolve(struct warp *w, const struct op *op, const uint64_t *addresses, uint32_t size,
                    enum access_mode access, void *out_at[WARP_LANES])
{
    const struct thread_block *b = w->block;
    bool shared = op->space == PTX_SHARED;
    const struct inline_cache *n = &w->caches[op->cache];
    uint64_t start = shared ? 0 : n->start, room = shared ? b->shared_size : n->size;
    char *base = shared ? b->shared : NULL;
    uint32_t failed = 0, first = 0;
    enum device_fault_kind why = FAULT_NONE, first_why = FAULT_NONE;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        uint64_t address = addresses[lane] + (uint64_t) op->imm;
        if (in_window(address, start, room, size) && !(address & (size - 1)))
            out_at[lane] = (void *) ((uintptr_t) base + address);
        else if (!(out_at[lane] = memory_at(w, op, lane, address, size, access, &why))) {
            first = failed ? first : lane;
            first_why = failed ? first_why : why;
            failed |= 1u << lane;
        } else if (!shared) { /* the look-up has changed the cache */
            start = n->start;
            room = n->size;
        }
    }
    if (failed)
        warp_fault_access(w, op, first_why, failed, first, addresses[first] + (uint64_t) op->imm,
                          size, access != ACCESS_READ, access == ACCESS_ATOMIC);
    return !failed;
}
