/* SPDX-License-Identifier: Apache-2.0 */
/* mbarrier objects and clusters (9.7.13.3, 9.7.13.15): blocks of a cluster belong to one host thread, so nothing here is atomic. The word of an
 * mbarrier, which PTX leaves opaque: arrivals that are pending, arrivals that a phase expects, bytes that are still to come, the parity of the phase,
 * a mark. Next: block.c, which finds that nobody can complete a phase. */
#include <stdio.h>
#include <string.h>

#include "device/cpu/code/sync_op.h"
#include "device/cpu/code/tensor_map.h"
#include "device/cpu/exec/sync.h"

enum { COUNT_BITS = 20, COUNT_MOST = (1 << COUNT_BITS) - 1, TX_MOST = COUNT_MOST };

struct mbarrier {
    uint64_t pending : COUNT_BITS, expected : COUNT_BITS;
    int64_t bytes : COUNT_BITS + 1;
    uint64_t parity : 1, mark : 2;
};

_Static_assert(sizeof(struct mbarrier) == sizeof(uint64_t), "PTX says .b64");

enum { MARK = 2 };

static uint64_t *reg_64(char *vregs, uint32_t at)
{
    return (uint64_t *) __builtin_assume_aligned(vregs + at, 64);
}

/* ---- clusters ---- */

/* The other way; an address in this block is as in .shared::cta. */
static uint64_t cluster_window(const struct thread_block *b, const struct thread_block *of,
                               uint64_t generic)
{
    uint64_t offset = generic - (uint64_t) (uintptr_t) of->shared;
    return of == b ? offset : ((uint64_t) (of->rank + 1) << WINDOW_BITS) + offset;
}

static const struct op *no_shared_address(const struct op *op, struct warp *w, uint32_t lane)
{
    return warp_fault(w, op, FAULT_CLUSTER, 1u << lane, lane,
                      "the address is not in shared memory of the cluster");
}

const struct op *cluster_mapa(const struct op *op, char *vregs, struct warp *w)
{
    struct thread_block *b = w->block;
    uint64_t *d = reg_64(vregs, op->d);
    const uint64_t *a = reg_64(vregs, op->a);
    const uint32_t *ranks = (const uint32_t *) (vregs + op->b);
    char text[100];
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        uint64_t generic = op->space == PTX_SHARED ? cluster_generic(b, a[l]) : a[l];
        const struct thread_block *from = cluster_owner(b, generic);
        if (!from)
            return no_shared_address(op, w, l);
        if (ranks[l] >= b->cluster->size) {
            snprintf(text, sizeof text, "rank %u, but the cluster has %u block%s", ranks[l],
                     b->cluster->size, b->cluster->size == 1 ? "" : "s");
            return warp_fault(w, op, FAULT_CLUSTER, 1u << l, l, text);
        }
        const struct thread_block *to = b->cluster->blocks[ranks[l]];
        uint64_t there =
            generic - (uint64_t) (uintptr_t) from->shared + (uint64_t) (uintptr_t) to->shared;
        d[l] = op->space == PTX_SHARED ? cluster_window(b, to, there) : there;
    }
    return op + 1;
}

const struct op *cluster_rank(const struct op *op, char *vregs, struct warp *w)
{
    const uint64_t *a = reg_64(vregs, op->a);
    uint32_t *d = (uint32_t *) (vregs + op->d);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        const struct thread_block *of = cluster_owner(
            w->block, op->space == PTX_SHARED ? cluster_generic(w->block, a[l]) : a[l]);
        if (!of)
            return no_shared_address(op, w, l);
        d[l] = of->rank;
    }
    return op + 1;
}

/* cvta and cvta.to of .shared::cluster; imm: to the window */
const struct op *cluster_cvta(const struct op *op, char *vregs, struct warp *w)
{
    uint64_t *d = reg_64(vregs, op->d);
    const uint64_t *a = reg_64(vregs, op->a);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        const struct thread_block *of = op->imm ? cluster_owner(w->block, a[l]) : NULL;
        d[l] = !op->imm ? cluster_generic(w->block, a[l])
               : of     ? cluster_window(w->block, of, a[l])
                        : UINT32_MAX;
    }
    return op + 1;
}

/* ---- barriers of a cluster ---- */

/* imm: 1 arrive, 0 wait */
const struct op *cluster_barrier(const struct op *op, struct warp *w)
{
    struct cluster *c = w->block->cluster;
    uint32_t wrong = op->imm ? w->cluster_owes & w->mask : w->mask & ~w->cluster_owes;
    if (wrong)
        return warp_fault(w, op, FAULT_CLUSTER, wrong, (uint32_t) __builtin_ctz(wrong),
                          op->imm ? "the thread arrives again before it has waited for the cluster"
                                  : "the thread waits for the cluster, but has not arrived before");
    if (op->imm) {
        w->cluster_owes |= w->mask;
        w->cluster_open |= w->mask;
        c->arrived += (uint32_t) __builtin_popcount(w->mask);
        cluster_may_open(c);
        return warp_at(w, op + 1);
    }
    w->cluster_owes &= ~w->mask;
    if (w->cluster_open & w->mask)
        return warp_wait_block(w, op + 1, CLUSTER_BARRIER);
    return warp_at(w, op + 1);
}

/* ---- mbarrier objects ---- */

static struct mbarrier read_barrier(const uint64_t *at)
{
    struct mbarrier m;
    memcpy(&m, at, sizeof m);
    return m;
}

static void write_barrier(uint64_t *at, struct mbarrier m)
{
    memcpy(at, &m, sizeof m);
}

static const struct op *refuse(const struct op *op, struct warp *w, uint32_t lane, const char *why)
{
    return warp_fault(w, op, FAULT_MBARRIER, 1u << lane, lane, why);
}

static const char no_object[] =
    "no mbarrier object is there: mbarrier.init has not been executed, or mbarrier.inval has";

/* Where the lanes' objects are. false: a fault was recorded. */
static bool find_barriers(const struct op *op, char *vregs, struct warp *w, enum access_mode access,
                          void *at[WARP_LANES])
{
    if (!memory_resolve(w, op, reg_64(vregs, op->a), sizeof(uint64_t), access, at))
        return false;
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        if (!cluster_owner(w->block, (uint64_t) (uintptr_t) at[l])) {
            refuse(op, w, l, "an mbarrier object must be in shared memory");
            return false;
        }
    }
    return true;
}

/* The phase ends when nothing is pending: the next one begins. */
static void settle(struct thread_block *b, struct mbarrier *m)
{
    if (m->pending || m->bytes)
        return;
    m->parity ^= 1;
    m->pending = m->expected;
    for (uint32_t r = 0; r < b->cluster->size; r++)
        b->cluster->blocks[r]->poll.rounds = 0;
}

static const char *add_bytes(struct mbarrier *m, int64_t bytes)
{
    int64_t sum = m->bytes + bytes;
    if (sum > TX_MOST || sum < -TX_MOST)
        return "more than 1048575 bytes are expected in a phase";
    m->bytes = sum;
    return NULL;
}

const char *mbarrier_complete(struct thread_block *b, void *at, uint64_t bytes)
{
    struct mbarrier m = read_barrier(at);
    if (m.mark != MARK)
        return no_object;
    const char *why = add_bytes(&m, -(int64_t) bytes);
    settle(b, &m);
    write_barrier(at, m);
    return why;
}

/* What op.count says, for one lane. Returns what is wrong. */
static const char *change(const struct op *op, struct thread_block *b, struct mbarrier *m,
                          uint64_t count, uint64_t bytes)
{
    const char *why = NULL;
    if (m->mark != MARK)
        return no_object;
    if (op->count == MBARRIER_INVAL)
        *m = (struct mbarrier){0};
    if (op->count == MBARRIER_EXPECT)
        why = add_bytes(m, (int64_t) bytes);
    if (op->count == MBARRIER_COMPLETE) {
        why = add_bytes(m, -(int64_t) bytes);
        settle(b, m);
    }
    if (op->count == MBARRIER_ARRIVE || op->count == MBARRIER_DROP) {
        why = add_bytes(m, (int64_t) bytes);
        if (count > m->pending)
            return "more threads arrive than the phase expects";
        if (op->count == MBARRIER_DROP)
            m->expected -= count;
        m->pending -= count;
        settle(b, m);
    }
    return why;
}

const struct op *mbarrier_init(const struct op *op, char *vregs, struct warp *w)
{
    void *at[WARP_LANES];
    if (!find_barriers(op, vregs, w, ACCESS_WRITE, at))
        return NULL;
    const uint64_t *counts = reg_64(vregs, op->d);
    for (uint32_t left = w->mask; left; left &= left - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(left);
        if (!counts[l] || counts[l] > COUNT_MOST)
            return refuse(op, w, l, "the count of arrivals must be from 1 to 1048575");
        write_barrier(at[l], (struct mbarrier){.pending = counts[l] & COUNT_MOST,
                                               .expected = counts[l] & COUNT_MOST,
                                               .mark = MARK});
    }
    return op + 1;
}

const struct op *mbarrier_change(const struct op *op, char *vregs, struct warp *w)
{
    void *at[WARP_LANES];
    if (!find_barriers(op, vregs, w, ACCESS_ATOMIC, at))
        return NULL;
    const uint64_t *counts = reg_64(vregs, op->b), *bytes = reg_64(vregs, op->c);
    uint64_t *d = reg_64(vregs, op->d);
    for (uint32_t left = w->mask; left; left &= left - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(left);
        uint64_t before;
        memcpy(&before, at[l], sizeof before);
        struct mbarrier m = read_barrier(at[l]);
        const char *why = change(op, w->block, &m, counts[l], bytes[l]);
        if (why)
            return refuse(op, w, l, why);
        write_barrier(at[l], m);
        if (op->d)
            d[l] = before;
    }
    return op + 1;
}

const struct op *mbarrier_pending(const struct op *op, char *vregs, struct warp *w)
{
    const uint64_t *a = reg_64(vregs, op->a);
    uint32_t *d = (uint32_t *) (vregs + op->d);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        d[l] = read_barrier(&a[l]).pending;
    }
    return op + 1;
}

/* A lane that has not succeeded gives the others a chance before its loop goes on. */
static void note_poll(const struct op *op, struct warp *w, uint32_t lanes, void *const *at)
{
    struct mbarrier m = read_barrier(at[__builtin_ctz(lanes)]);
    w->polled |= lanes;
    w->budget = -1;
    w->block->poll.op = op;
    w->block->poll.warp = w;
    w->block->poll.frame = w->frame;
    w->block->poll.lanes = lanes;
    w->block->poll.pending = m.pending;
    w->block->poll.expected = m.expected;
    w->block->poll.bytes = (int32_t) m.bytes;
}

/* d = whether the phase of state or parity b has ended */
const struct op *mbarrier_wait(const struct op *op, char *vregs, struct warp *w)
{
    void *at[WARP_LANES];
    if (!find_barriers(op, vregs, w, ACCESS_READ, at))
        return NULL;
    const uint64_t *by = reg_64(vregs, op->b);
    uint64_t *d = reg_64(vregs, op->d);
    uint32_t failed = 0;
    for (uint32_t left = w->mask; left; left &= left - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(left);
        struct mbarrier m = read_barrier(at[l]);
        if (m.mark != MARK)
            return refuse(op, w, l, no_object);
        uint64_t parity = op->count == WAIT_BY_PARITY ? by[l] & 1 : read_barrier(&by[l]).parity;
        d[l] = m.parity != parity;
        failed |= (uint32_t) !d[l] << l;
    }
    w->polled &= ~w->mask;
    if (failed)
        note_poll(op, w, failed, at);
    return op + 1;
}

/* ---- boxes of tensors (5.5, 9.7.9.27): the decoder makes a loop of plain accesses, which asks here where each is ---- */

enum { PIECE = 16, SWIZZLE_SHIFT = 7, SWIZZLE_TO = 4 };

/* The map at a generic address; NULL: a fault is recorded. */
static const struct tensor_map *map_at(struct warp *w, const struct op *op, uint32_t lane,
                                       uint64_t at)
{
    struct op read = *op;
    enum device_fault_kind why = FAULT_NONE;
    read.space = PTX_GENERIC;
    read.imm = 0;
    uint64_t last = at + sizeof(struct tensor_map) - sizeof(uint64_t);
    const struct tensor_map *map =
        (const struct tensor_map *) memory_at(w, &read, lane, at, 8, ACCESS_READ, &why);
    if (!map || !memory_at(w, &read, lane, last, 8, ACCESS_READ, &why)) {
        warp_fault_access(w, &read, why, 1u << lane, lane, map ? last : at, 8, false, false);
        return NULL;
    }
    if (map->magic == TENSOR_MAP_MAGIC)
        return map;
    warp_fault(w, op, FAULT_TRAP, 1u << lane, lane,
               "the tensor map is none that cuTensorMapEncodeTiled made");
    return NULL;
}

/* d: the bytes of a box of the map at a; imm: the coordinates that the instruction gives */
const struct op *tensor_size(const struct op *op, char *vregs, struct warp *w)
{
    uint64_t *d = reg_64(vregs, op->d);
    const uint64_t *a = reg_64(vregs, op->a);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        const struct tensor_map *map = map_at(w, op, l, a[l]);
        if (!map)
            return NULL;
        if (map->rank != op->imm)
            return warp_fault(w, op, FAULT_TRAP, 1u << l, l,
                              "the tensor map has another number of dimensions");
        uint64_t bytes = map->width;
        for (uint32_t k = 0; k < map->rank; k++)
            bytes *= map->count[k];
        d[l] = bytes;
    }
    return op + 1;
}

struct tensor_place {
    uint64_t from;
    uint32_t state; /* TENSOR_INSIDE, TENSOR_WORD, TENSOR_BYTE */
};

/* A program may have spoilt the map: nothing is divided by what it says without a look. */
static uint64_t one_at_least(uint64_t n)
{
    return n ? n : 1;
}

/* Where the box's byte `at` is. A piece that the tensor's edge cuts, or that is not aligned, is copied in parts. */
static struct tensor_place place_of(const struct tensor_map *map, uint32_t rank,
                                    const int32_t *coords, uint64_t at)
{
    uint64_t width = one_at_least(map->width), element = at / width, offset = 0;
    int64_t first = 0; /* of the innermost coordinates */
    bool inside = true;
    for (uint32_t k = 0; k < rank; k++) {
        uint64_t count = one_at_least(map->count[k]);
        int64_t i = coords[k] + (int64_t) (element % count) * map->steps[k];
        element /= count;
        if (!k) {
            first = i;
            continue;
        }
        inside &= i >= 0 && i <= map->last[k];
        offset += (uint64_t) i * map->strides[k - 1];
    }
    int64_t piece = first - (int64_t) (at % PIECE / width),
            last = piece + (int64_t) (PIECE / width) - 1, end = map->last[0];
    uint64_t from = map->address + offset + (uint64_t) first * width + at % width;
    if (!inside || last < 0 || piece > end)
        return (struct tensor_place){from, 0};
    bool whole = piece >= 0 && last <= end && (from - at) % PIECE == 0;
    uint32_t part = whole ? 0 : width < 4 ? TENSOR_BYTE : TENSOR_WORD;
    return (struct tensor_place){from, part | (first >= 0 && first <= end ? TENSOR_INSIDE : 0)};
}

/* Byte b of the box at c in shared memory and of the map at a, for the coordinates that are listed: where it is in global and in shared memory, and
 * what of it is inside of the tensor. A swizzle is of bits of the address in shared memory. */
const struct op *tensor_at(const struct op *op, char *vregs, struct warp *w)
{
    const uint32_t *list = op->more;
    const uint64_t *a = reg_64(vregs, op->a), *b = reg_64(vregs, op->b), *c = reg_64(vregs, op->c);
    uint64_t *out[3];
    for (uint32_t k = 0; k < 3; k++)
        out[k] = reg_64(vregs, list[op->count + k]);
    for (uint32_t m = w->mask; m; m &= m - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(m);
        const struct tensor_map *map = (const struct tensor_map *) (uintptr_t) a[l];
        int32_t coords[TENSOR_RANK_MAX];
        for (uint32_t k = 0; k < op->count; k++)
            coords[k] = ((const int32_t *) (vregs + list[k]))[l];
        struct tensor_place place = place_of(map, op->count, coords, b[l]);
        uint64_t to = c[l] + b[l];
        out[0][l] = place.from;
        out[1][l] = to ^ ((to >> SWIZZLE_SHIFT & ((1u << (map->swizzle & 3)) - 1)) << SWIZZLE_TO);
        out[2][l] = place.state;
    }
    return op + 1;
}
