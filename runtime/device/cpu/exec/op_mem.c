/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores. A device address is an address of this process, so an access that is known to lie in a live object is a plain load or
 * store. The check is made for all 32 lanes at once, against the inline cache of the op: the object that it accessed last. On a miss, each
 * lane goes to access.c, which is exact and knows every kind of fault. Shared memory is one range, so its check is complete here.
 * Next: access.c, op_full_mask.c. */
#include "device/cpu/exec/lanes.h"

static inline bool cache_covers(const struct inline_cache *n, u64 first, u64 size)
{
    u64 at = first - n->start;
    return at < n->size && n->size - at >= size;
}

/* Whether 32 addresses are consecutive, `size` bytes apart. */
static inline bool in_sequence(const u64 *a, u64 size)
{
    u64 skew = 0;
    LANES (l)
        skew |= a[l] - a[0] - (u64) l * size;
    return !skew;
}

static inline bool all_inside(const u64 *a, u64 offset, const struct inline_cache *n, u64 size)
{
    u64 bad = n->size < size;
    u64 last = n->size - size, start = n->start - offset;
    LANES (l)
        bad |= (a[l] - start > last) | ((a[l] + offset) & (size - 1));
    return !bad;
}

/* Blocks that are 8 or 16 threads wide give a warp addresses that are consecutive, or equal, in eights of lanes: a tile of a matrix does
 * this. Written with vector types, as compilers find no reduction here. */
typedef u32 u32x8 __attribute__((vector_size(32)));
typedef u64 u64x8 __attribute__((vector_size(64)));

enum { EIGHT_OTHER, EIGHT_RUN, EIGHT_SAME };

static inline bool none_set(const void *vector, size_t size)
{
    u64 any = 0, word;
#if defined __AVX__
    typedef long long quads __attribute__((vector_size(32)));
    quads first, second = {0};
    memcpy(&first, vector, sizeof first);
    if (size == 64)
        memcpy(&second, (const char *) vector + 32, sizeof second);
    first |= second;
    return __builtin_ia32_ptestz256(first, first);
#endif
    for (size_t k = 0; k < size; k += 8) {
        memcpy(&word, (const char *) vector + k, 8);
        any |= word;
    }
    return !any;
}

#define EIGHT(bits)                                                                                \
    static inline int eight_##bits(const u##bits *a, u##bits size)                                 \
    {                                                                                              \
        static const u##bits##x8 lane = {0, 1, 2, 3, 4, 5, 6, 7};                                  \
        u##bits##x8 at;                                                                            \
        memcpy(&at, a, sizeof at);                                                                 \
        u##bits##x8 spread = at - a[0], skew = spread - lane * size;                               \
        return none_set(&skew, sizeof skew)       ? EIGHT_RUN                                      \
               : none_set(&spread, sizeof spread) ? EIGHT_SAME                                     \
                                                  : EIGHT_OTHER;                                   \
    }
EIGHT(32)
EIGHT(64)
#undef EIGHT

/* Whether the addresses are consecutive in all four eights: the common case, in one test. */
static inline bool all_eights_consecutive(const u32 *a, u32 size)
{
    static const u32x8 lane = {0, 1, 2, 3, 4, 5, 6, 7};
    u32x8 any = {0}, at;
    for (int g = 0; g < WARP_LANES; g += 8) {
        memcpy(&at, a + g, sizeof at);
        any |= (at - a[g]) ^ (lane * size);
    }
    return none_set(&any, sizeof any);
}

/* Eight words of shared memory from any addresses, stored as one vector: eight narrow stores would stall the next vector load (no store
 * forwarding). */
static inline void eight_words(const char *base, const u32 *a, u32 offset, u32 *d)
{
#if defined __AVX2__
    typedef int s32x8 __attribute__((vector_size(32)));
    u32x8 at;
    memcpy(&at, a, sizeof at);
    s32x8 v = __builtin_ia32_gathersiv8si((s32x8){0}, (const int *) base, (s32x8) (at + offset),
                                          (s32x8){-1, -1, -1, -1, -1, -1, -1, -1}, 1);
    memcpy(d, &v, sizeof v);
#else
    for (int l = 0; l < 8; l++)
        d[l] = *(const u32 *) (base + (u32) (a[l] + offset));
#endif
}

#define GATHER(bits, T, a, offset, base, d, D)                                                     \
    for (int g = 0; g < WARP_LANES; g += 8) {                                                      \
        int shape = eight_##bits((a) + g, sizeof(T));                                              \
        const T *from = (const T *) ((base) + (u##bits)((a)[g] + (offset)));                       \
        if (shape == EIGHT_RUN) {                                                                  \
            for (int l = 0; l < 8; l++)                                                            \
                (d)[g + l] = (D) from[l];                                                          \
        } else if (shape == EIGHT_SAME) {                                                          \
            T value = from[0];                                                                     \
            for (int l = 0; l < 8; l++)                                                            \
                (d)[g + l] = (D) value;                                                            \
        } else if (sizeof(T) == 4 && bits == 32) {                                                 \
            eight_words((const char *) (base), (const u32 *) (a) + g, (u32) (offset),              \
                        (u32 *) (d) + g);                                                          \
        } else {                                                                                   \
            for (int l = 0; l < 8; l++)                                                            \
                (d)[g + l] = (D) * (const T *) ((base) + (u##bits)((a)[g + l] + (offset)));        \
        }                                                                                          \
    }

#define GLOBAL_LOAD(id, D, T)                                                                      \
    const struct op *OP_FN(id, masked)(const struct op *op, char *vregs, struct warp *w)           \
    {                                                                                              \
        D *d = VREG(D, op->d);                                                                     \
        void *at[WARP_LANES];                                                                      \
        if (!memory_resolve(w, op, VREG(u64, op->a), sizeof(T), ACCESS_READ, at))                  \
            return NULL;                                                                           \
        LANES_OF (l, w->mask)                                                                      \
            d[l] = (D) * (const T *) at[l];                                                        \
        return op + 1;                                                                             \
    }                                                                                              \
    const struct op *OP_FN(id, unmasked)(const struct op *op, char *vregs, struct warp *w)         \
    {                                                                                              \
        D *d = VREG(D, op->d);                                                                     \
        const u64 *a = VREG(u64, op->a);                                                           \
        const struct inline_cache *n = &w->caches[op->cache];                                      \
        u64 offset = (u64) op->imm, first = a[0] + offset;                                         \
        if (in_sequence(a, sizeof(T)) && cache_covers(n, first, WARP_LANES * sizeof(T)) &&         \
            !(first & (sizeof(T) - 1))) {                                                          \
            const T *from = (const T *) first;                                                     \
            LANES (l)                                                                              \
                d[l] = (D) from[l];                                                                \
            NEXT(PART_unmasked);                                                                   \
        }                                                                                          \
        if (!all_inside(a, offset, n, sizeof(T)))                                                  \
            return OP_FN(id, masked)(op, vregs, w);                                                \
        GATHER(64, T, a, offset, (u64) 0, d, D)                                                    \
        NEXT(PART_unmasked);                                                                       \
    }
GLOBAL_LOAD(ld_global_u8, u16, u8)
GLOBAL_LOAD(ld_global_s8, s16, s8)
GLOBAL_LOAD(ld_global_16, u16, u16)
GLOBAL_LOAD(ld_global_32, u32, u32)
GLOBAL_LOAD(ld_global_64, u64, u64)
#undef GLOBAL_LOAD

#define GLOBAL_STORE(id, D, T)                                                                     \
    const struct op *OP_FN(id, masked)(const struct op *op, char *vregs, struct warp *w)           \
    {                                                                                              \
        const D *d = VREG(D, op->d);                                                               \
        void *at[WARP_LANES];                                                                      \
        if (!memory_resolve(w, op, VREG(u64, op->a), sizeof(T), ACCESS_WRITE, at))                 \
            return NULL;                                                                           \
        LANES_OF (l, w->mask)                                                                      \
            *(T *) at[l] = (T) d[l];                                                               \
        return op + 1;                                                                             \
    }                                                                                              \
    const struct op *OP_FN(id, unmasked)(const struct op *op, char *vregs, struct warp *w)         \
    {                                                                                              \
        const D *d = VREG(D, op->d);                                                               \
        const u64 *a = VREG(u64, op->a);                                                           \
        const struct inline_cache *n = &w->caches[op->cache];                                      \
        u64 offset = (u64) op->imm, first = a[0] + offset;                                         \
        if (in_sequence(a, sizeof(T)) && cache_covers(n, first, WARP_LANES * sizeof(T)) &&         \
            !(first & (sizeof(T) - 1))) {                                                          \
            T *to = (T *) first;                                                                   \
            LANES (l)                                                                              \
                to[l] = (T) d[l];                                                                  \
            NEXT(PART_unmasked);                                                                   \
        }                                                                                          \
        if (!all_inside(a, offset, n, sizeof(T)))                                                  \
            return OP_FN(id, masked)(op, vregs, w);                                                \
        for (int l = 0; l < WARP_LANES; l++)                                                       \
            *(T *) (a[l] + offset) = (T) d[l];                                                     \
        NEXT(PART_unmasked);                                                                       \
    }
GLOBAL_STORE(st_global_8, u16, u8)
GLOBAL_STORE(st_global_16, u16, u16)
GLOBAL_STORE(st_global_32, u32, u32)
GLOBAL_STORE(st_global_64, u64, u64)
#undef GLOBAL_STORE

/* ---- shared memory: 32-bit addresses from 0 ---- */

static const struct op *shared_fault(const struct op *op, char *vregs, struct warp *w, u32 size,
                                     bool write)
{
    const u32 *a = VREG(u32, op->a);
    u64 limit = w->block->shared_size;
    u32 failed = 0, lane = WARP_LANES;
    bool skewed = false;
    LANES_OF (l, w->mask) {
        u32 at = a[l] + (u32) op->imm;
        if ((u64) at + size > limit || at & (size - 1)) {
            failed |= 1u << l;
            skewed = lane == WARP_LANES ? (u64) at + size <= limit : skewed;
            lane = lane == WARP_LANES ? l : lane;
        }
    }
    return warp_fault_access(w, op, skewed ? FAULT_MISALIGNED : FAULT_SHARED, failed, lane,
                             a[lane] + (u32) op->imm, size, write, false);
}

/* Whether the addresses of all running lanes are in bounds. `part`: other lanes do not count. */
static inline bool shared_inside(const u32 *a, u32 offset, const struct warp *w, u32 size,
                                 bool part)
{
    u32 limit = (u32) w->block->shared_size, bad = limit < size, last = limit - size;
    LANES (l) {
        u32 at = a[l] + offset;
        u32 wrong = (at > last) | ((at & (size - 1)) != 0);
        bad |= part ? wrong & (u32) w->lanes[l] : wrong;
    }
    return !bad;
}

static inline bool shared_in_sequence(const u32 *a, u32 size)
{
    u32 skew = 0;
    LANES (l)
        skew |= a[l] - a[0] - (u32) l * size;
    return !skew;
}

#define SHARED_LOAD(id, D, T)                                                                      \
    const struct op *OP_FN(id, masked)(const struct op *op, char *vregs, struct warp *w)           \
    {                                                                                              \
        D *d = VREG(D, op->d);                                                                     \
        const u32 *a = VREG(u32, op->a);                                                           \
        u32 offset = (u32) op->imm;                                                                \
        const char *shared = w->block->shared;                                                     \
        if (!shared_inside(a, offset, w, sizeof(T), true))                                         \
            return shared_fault(op, vregs, w, sizeof(T), false);                                   \
        LANES_OF (l, w->mask)                                                                      \
            d[l] = (D) * (const T *) (shared + (u32) (a[l] + offset));                             \
        NEXT(PART_masked);                                                                         \
    }                                                                                              \
    const struct op *OP_FN(id, unmasked)(const struct op *op, char *vregs, struct warp *w)         \
    {                                                                                              \
        D *d = VREG(D, op->d);                                                                     \
        const u32 *a = VREG(u32, op->a);                                                           \
        u32 offset = (u32) op->imm;                                                                \
        const char *shared = w->block->shared;                                                     \
        if (!shared_inside(a, offset, w, sizeof(T), false))                                        \
            return shared_fault(op, vregs, w, sizeof(T), false);                                   \
        if (shared_in_sequence(a, sizeof(T))) {                                                    \
            const T *from = (const T *) (shared + (u32) (a[0] + offset));                          \
            LANES (l)                                                                              \
                d[l] = (D) from[l];                                                                \
            NEXT(PART_unmasked);                                                                   \
        }                                                                                          \
        if (all_eights_consecutive(a, sizeof(T))) {                                                \
            for (int g = 0; g < WARP_LANES; g += 8)                                                \
                for (int l = 0; l < 8; l++)                                                        \
                    d[g + l] = (D) ((const T *) (shared + (u32) (a[g] + offset)))[l];              \
            NEXT(PART_unmasked);                                                                   \
        }                                                                                          \
        GATHER(32, T, a, offset, shared, d, D)                                                     \
        NEXT(PART_unmasked);                                                                       \
    }
SHARED_LOAD(ld_shared_u8, u16, u8)
SHARED_LOAD(ld_shared_s8, s16, s8)
SHARED_LOAD(ld_shared_16, u16, u16)
SHARED_LOAD(ld_shared_32, u32, u32)
SHARED_LOAD(ld_shared_64, u64, u64)
#undef SHARED_LOAD
#undef GATHER

#define SHARED_STORE(id, D, T)                                                                     \
    const struct op *OP_FN(id, masked)(const struct op *op, char *vregs, struct warp *w)           \
    {                                                                                              \
        const D *d = VREG(D, op->d);                                                               \
        const u32 *a = VREG(u32, op->a);                                                           \
        u32 offset = (u32) op->imm;                                                                \
        char *shared = w->block->shared;                                                           \
        if (!shared_inside(a, offset, w, sizeof(T), true))                                         \
            return shared_fault(op, vregs, w, sizeof(T), true);                                    \
        LANES_OF (l, w->mask)                                                                      \
            *(T *) (shared + (u32) (a[l] + offset)) = (T) d[l];                                    \
        NEXT(PART_masked);                                                                         \
    }                                                                                              \
    const struct op *OP_FN(id, unmasked)(const struct op *op, char *vregs, struct warp *w)         \
    {                                                                                              \
        const D *d = VREG(D, op->d);                                                               \
        const u32 *a = VREG(u32, op->a);                                                           \
        u32 offset = (u32) op->imm;                                                                \
        char *shared = w->block->shared;                                                           \
        if (!shared_inside(a, offset, w, sizeof(T), false))                                        \
            return shared_fault(op, vregs, w, sizeof(T), true);                                    \
        if (shared_in_sequence(a, sizeof(T))) {                                                    \
            T *to = (T *) (shared + (u32) (a[0] + offset));                                        \
            LANES (l)                                                                              \
                to[l] = (T) d[l];                                                                  \
            NEXT(PART_unmasked);                                                                   \
        }                                                                                          \
        if (all_eights_consecutive(a, sizeof(T))) {                                                \
            for (int g = 0; g < WARP_LANES; g += 8)                                                \
                for (int l = 0; l < 8; l++)                                                        \
                    ((T *) (shared + (u32) (a[g] + offset)))[l] = (T) d[g + l];                    \
            NEXT(PART_unmasked);                                                                   \
        }                                                                                          \
        for (int g = 0; g < WARP_LANES; g += 8) {                                                  \
            T *to = (T *) (shared + (u32) (a[g] + offset));                                        \
            if (eight_32(a + g, sizeof(T)) == EIGHT_RUN)                                           \
                for (int l = 0; l < 8; l++)                                                        \
                    to[l] = (T) d[g + l];                                                          \
            else                                                                                   \
                for (int l = 0; l < 8; l++)                                                        \
                    *(T *) (shared + (u32) (a[g + l] + offset)) = (T) d[g + l];                    \
        }                                                                                          \
        NEXT(PART_unmasked);                                                                       \
    }
SHARED_STORE(st_shared_8, u16, u8)
SHARED_STORE(st_shared_16, u16, u16)
SHARED_STORE(st_shared_32, u32, u32)
SHARED_STORE(st_shared_64, u64, u64)
#undef SHARED_STORE

/* ---- vectors and ordered accesses: op.more lists the vector registers, op.count their number, op.target the bytes of
 * an element, op.b is 1 for a sign. Addresses are vector registers of 64 bits in every space. ---- */

static inline u64 element_get(const char *at, u32 size, bool is_signed, bool ordered)
{
    switch (size) {
    case 1: {
        u8 v = ordered ? __atomic_load_n((const u8 *) at, __ATOMIC_ACQUIRE) : *(const u8 *) at;
        return is_signed ? (u64) (s8) v : v;
    }
    case 2:
        return ordered ? __atomic_load_n((const u16 *) at, __ATOMIC_ACQUIRE) : *(const u16 *) at;
    case 4:
        return ordered ? __atomic_load_n((const u32 *) at, __ATOMIC_ACQUIRE) : *(const u32 *) at;
    default:
        return ordered ? __atomic_load_n((const u64 *) at, __ATOMIC_ACQUIRE) : *(const u64 *) at;
    }
}

static inline void element_put(char *at, u32 size, u64 v, bool ordered)
{
    switch (size) {
    case 1:
        ordered ? __atomic_store_n((u8 *) at, (u8) v, __ATOMIC_RELEASE)
                : (void) (*(u8 *) at = (u8) v);
        break;
    case 2:
        ordered ? __atomic_store_n((u16 *) at, (u16) v, __ATOMIC_RELEASE)
                : (void) (*(u16 *) at = (u16) v);
        break;
    case 4:
        ordered ? __atomic_store_n((u32 *) at, (u32) v, __ATOMIC_RELEASE)
                : (void) (*(u32 *) at = (u32) v);
        break;
    default:
        ordered ? __atomic_store_n((u64 *) at, v, __ATOMIC_RELEASE) : (void) (*(u64 *) at = v);
        break;
    }
}

static inline u64 lane_get(const char *vregs, u32 at, u32 size, u32 l)
{
    return size <= 2   ? ((const u16 *) (vregs + at))[l]
           : size == 4 ? ((const u32 *) (vregs + at))[l]
                       : ((const u64 *) (vregs + at))[l];
}

static inline void lane_put(char *vregs, u32 at, u32 size, u32 l, u64 v)
{
    if (size <= 2)
        ((u16 *) (vregs + at))[l] = (u16) v;
    else if (size == 4)
        ((u32 *) (vregs + at))[l] = (u32) v;
    else
        ((u64 *) (vregs + at))[l] = v;
}

static inline __attribute__((always_inline)) const struct op *
many(const struct op *op, char *vregs, struct warp *w, bool write, bool ordered)
{
    const u32 *list = op->more;
    u32 size = op->target, count = op->count;
    void *at[WARP_LANES];
    if (!memory_resolve(w, op, VREG(u64, op->a), size * count, write ? ACCESS_WRITE : ACCESS_READ,
                        at))
        return NULL;
    for (u32 k = 0; k < count; k++) {
        if (list[k] == UINT32_MAX) /* a sink */
            continue;
        LANES_OF (l, w->mask) {
            char *p = (char *) at[l] + k * size;
            if (write)
                element_put(p, size, lane_get(vregs, list[k], size, l), ordered);
            else
                lane_put(vregs, list[k], size, l, element_get(p, size, op->b, ordered));
        }
    }
    return op + 1;
}

/* All lanes read the same vector, as a loop over a tile of particles does. False: they do not, or it cannot be read. */
static inline bool broadcast(const struct op *op, char *vregs, struct warp *w)
{
    const u64 *a = VREG(u64, op->a);
    const u32 *list = op->more;
    enum device_fault_kind why;
    u64 spread = 0;
    LANES (l)
        spread |= a[l] - a[0];
    if (spread || w->part || op->space == PTX_LOCAL || op->space == PTX_GENERIC)
        return false;
    const char *p =
        memory_at(w, op, 0, a[0] + (u64) op->imm, op->target * op->count, ACCESS_READ, &why);
    for (u32 k = 0; p && k < op->count; k++) {
        u64 v = element_get(p + k * op->target, op->target, op->b, false);
        for (u32 l = 0; l < WARP_LANES && list[k] != UINT32_MAX; l++)
            lane_put(vregs, list[k], op->target, l, v);
    }
    return p != NULL;
}

SAME_FORMS(ld_vector, return broadcast(op, vregs, w) ? op + 1 : many(op, vregs, w, false, false);)
SAME_FORMS(st_vector, return many(op, vregs, w, true, false);)
SAME_FORMS(ld_ordered, return many(op, vregs, w, false, true);)
SAME_FORMS(st_ordered, return many(op, vregs, w, true, true);)

/* ---- .param of calls: lane memory at offset a of the frame, b bytes for each lane; target: bytes of an element ---- */

SAME_FORMS(ld_lane, {
    LANES_OF (l, w->mask) {
        u64 v = 0;
        memcpy(&v, vregs + op->a + (u64) l * op->b + op->imm, op->target);
        lane_put(vregs, op->d, op->target, l, op->count && op->target == 1 ? (u64) (s8) v : v);
    }
    NEXT(PART);
})

SAME_FORMS(st_lane, {
    LANES_OF (l, w->mask) {
        u64 v = lane_get(vregs, op->d, op->target, l);
        memcpy(vregs + op->a + (u64) l * op->b + op->imm, &v, op->target);
    }
    NEXT(PART);
})

/* ---- generic addresses (9.7.9.19, 9.7.9.20): the shared window alone has generic addresses that differ from its own ---- */

SAME_FORMS(cvta_shared, {
    u64 *d = VREG(u64, op->d);
    const u64 *a = VREG(u64, op->a);
    u64 base = (u64) (uintptr_t) w->block->shared;
    LANES (l)
        d[l] = w->lanes[l] ? a[l] + base : d[l];
    NEXT(PART);
})

SAME_FORMS(cvta_to_shared, {
    u64 *d = VREG(u64, op->d);
    const u64 *a = VREG(u64, op->a);
    u64 base = (u64) (uintptr_t) w->block->shared;
    LANES (l)
        d[l] = w->lanes[l] ? a[l] - base : d[l];
    NEXT(PART);
})

/* The space of a generic address. Constant memory is where its objects are; what is left is global. */
static enum ptx_space space_of_address(const struct thread_block *b, u64 a)
{
    const struct cpu_launch *l = b->launch;
    if (a - (u64) (uintptr_t) b->shared < b->shared_size)
        return PTX_SHARED;
    if (a - (u64) (uintptr_t) b->local < block_local_bytes(b))
        return PTX_LOCAL;
    if (a - (u64) (uintptr_t) l->params < l->params_size)
        return PTX_PARAM;
    return memory_is_constant(l->exec, a) ? PTX_CONST : PTX_GLOBAL;
}

SAME_FORMS(isspacep, {
    const u64 *a = VREG(u64, op->a);
    u32 bits = 0;
    LANES_OF (l, w->mask)
        bits |= (u32) (space_of_address(w->block, a[l]) == op->space ||
                       (op->imm && cluster_owner(w->block, a[l])))
                << l;
    PRED(op->d) = (PRED(op->d) & ~w->mask) | bits;
    NEXT(PART);
})

SAME_FORMS(prefetch, NEXT(PART);)

/* ---- for observers ---- */

static void describe(struct lane_addresses *a, u32 mask)
{
    u64 low = ~(u64) 0, high = 0, bits = 0, skew = 0, step = a->at[1] - a->at[0];
    LANES (l) {
        u64 none = (u64) (mask >> l & 1) - 1; /* all bits: not a lane of the mask */
        u64 least = a->at[l] | none, most = a->at[l] & ~none;
        low = least < low ? least : low;
        high = most > high ? most : high;
        bits |= most;
        skew |= a->at[l] - a->at[0] - (u64) l * step;
    }
    a->low = low;
    a->high = high;
    a->bits = bits;
    a->step = step;
    a->even = !skew;
}

void OP_FN(addresses, lanes)(const struct op *op, const char *vregs, u32 mask,
                             struct lane_addresses *out)
{
    const u64 *wide = VREG(const u64, op->a);
    const u32 *narrow = VREG(const u32, op->a);
    if (op_infos[op->code].address == 8)
        LANES (l)
            out->at[l] = wide[l] + (u64) op->imm;
    else
        LANES (l)
            out->at[l] = narrow[l] + (u32) op->imm;
    describe(out, mask);
}

void OP_FN(addresses, affine)(const struct op *op, const u64 lanes[3], const u32 *x, const u32 *y,
                              struct lane_addresses *out)
{
    u64 start = lanes[0] + (u64) op->imm, right = lanes[1] - lanes[0], down = lanes[2] - lanes[0],
        kept = op_infos[op->code].address == 4 ? UINT32_MAX : ~(u64) 0;
    LANES (l)
        out->at[l] = (start + x[l] * right + y[l] * down) & kept;
    describe(out, MASK_ALL);
}
