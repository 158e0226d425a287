/* SPDX-License-Identifier: Apache-2.0 */
/* atom and red (9.7.13.5, 9.7.13.6), lane after lane. Shared memory belongs to one host thread, but a generic address may be in either memory, so
 * accesses through it are atomic for the whole process. */
#include "device/cpu/exec/lanes.h"

#include "device/cpu/code/atom.h"

/* The new value: b is the operand, c the new value of cas. */
static inline u32 next_32(s64 kind, u32 old, u32 b, u32 c)
{
    switch (kind) {
    case ATOM_MIN_S: return (s32) old < (s32) b ? old : b;
    case ATOM_MAX_S: return (s32) old > (s32) b ? old : b;
    case ATOM_MIN_U: return old < b ? old : b;
    case ATOM_MAX_U: return old > b ? old : b;
    case ATOM_INC: return old >= b ? 0 : old + 1;
    case ATOM_DEC: return old == 0 || old > b ? b : old - 1;
    case ATOM_ADD_F: return f32_bits(canon(bits_f32(old) + bits_f32(b)));
    case ATOM_ADD_F_FTZ: return f32_bits(flush(canon(flush(bits_f32(old)) + flush(bits_f32(b)))));
    case ATOM_ADD_F16: return PAIR2(f16_add, old, b);
    case ATOM_ADD_BF16: return PAIR2(bf16_add, old, b);
    default: return c;
    }
}

static inline u16 next_16(s64 kind, u16 old, u16 b, u16 c)
{
    return kind == ATOM_ADD_F16 ? f16_add(old, b) : kind == ATOM_ADD_BF16 ? bf16_add(old, b) : c;
}

static inline u64 next_64(s64 kind, u64 old, u64 b, u64 c)
{
    switch (kind) {
    case ATOM_MIN_S: return (s64) old < (s64) b ? old : b;
    case ATOM_MAX_S: return (s64) old > (s64) b ? old : b;
    case ATOM_MIN_U: return old < b ? old : b;
    case ATOM_MAX_U: return old > b ? old : b;
    case ATOM_ADD_F: return f64_bits(bits_f64(old) + bits_f64(b));
    default: return c;
    }
}

#define ATOM_ONE(T, bits)                                                                          \
    static inline T atom_one_##bits(s64 kind, T *p, T b, T c)                                      \
    {                                                                                              \
        T old;                                                                                     \
        switch (kind) {                                                                            \
        case ATOM_ADD: return __atomic_fetch_add(p, b, __ATOMIC_SEQ_CST);                          \
        case ATOM_AND: return __atomic_fetch_and(p, b, __ATOMIC_SEQ_CST);                          \
        case ATOM_OR: return __atomic_fetch_or(p, b, __ATOMIC_SEQ_CST);                            \
        case ATOM_XOR: return __atomic_fetch_xor(p, b, __ATOMIC_SEQ_CST);                          \
        case ATOM_EXCH: return __atomic_exchange_n(p, b, __ATOMIC_SEQ_CST);                        \
        case ATOM_CAS:                                                                             \
            old = b;                                                                               \
            __atomic_compare_exchange_n(p, &old, c, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);    \
            return old;                                                                            \
        default:                                                                                   \
            old = __atomic_load_n(p, __ATOMIC_RELAXED);                                            \
            while (!__atomic_compare_exchange_n(p, &old, next_##bits(kind, old, b, c), true,       \
                                                __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))               \
                ;                                                                                  \
            return old;                                                                            \
        }                                                                                          \
    }
ATOM_ONE(u16, 16)
ATOM_ONE(u32, 32)
ATOM_ONE(u64, 64)
#undef ATOM_ONE

/* Shared memory belongs to this host thread: no atomic instructions. op.a is a vector register of 64 bits here, too. */
#define ATOM_SHARED(T, bits)                                                                       \
    static inline T shared_one_##bits(s64 kind, T old, T b, T c)                                   \
    {                                                                                              \
        switch (kind) {                                                                            \
        case ATOM_ADD: return old + b;                                                             \
        case ATOM_AND: return old & b;                                                             \
        case ATOM_OR: return old | b;                                                              \
        case ATOM_XOR: return old ^ b;                                                             \
        case ATOM_EXCH: return b;                                                                  \
        case ATOM_CAS: return old == b ? c : old;                                                  \
        default: return next_##bits(kind, old, b, c);                                              \
        }                                                                                          \
    }                                                                                              \
    static inline bool shared_all_##bits(const struct op *op, char *vregs, struct warp *w)         \
    {                                                                                              \
        const u64 *a = VREG(u64, op->a);                                                           \
        const T *b = VREG(T, op->b), *c = VREG(T, op->c);                                          \
        T *d = VREG(T, op->d);                                                                     \
        char *shared = w->block->shared;                                                           \
        u64 size = w->block->shared_size, offset = (u64) op->imm, bad = size < sizeof(T);          \
        LANES (l) {                                                                                \
            u64 at = a[l] + offset;                                                                \
            bad |= ((u64) (at > size - sizeof(T)) | (at & (sizeof(T) - 1))) &                      \
                   (u64) (s64) w->lanes[l];                                                        \
        }                                                                                          \
        if (bad)                                                                                   \
            return false;                                                                          \
        if (op->target == ATOM_ADD && !op->d && !w->part) {                                        \
            for (u32 l = 0; l < WARP_LANES; l++)                                                   \
                *(T *) (shared + (a[l] + offset)) += b[l];                                         \
            return true;                                                                           \
        }                                                                                          \
        LANES_OF (l, w->mask) {                                                                    \
            T *p = (T *) (shared + (a[l] + offset)), old = *p;                                     \
            *p = shared_one_##bits(op->target, old, b[l], c[l]);                                   \
            if (op->d)                                                                             \
                d[l] = old;                                                                        \
        }                                                                                          \
        return true;                                                                               \
    }
ATOM_SHARED(u16, 16)
ATOM_SHARED(u32, 32)
ATOM_SHARED(u64, 64)
#undef ATOM_SHARED

/* The operation at a generic address, which may be in shared memory, where adding f32 does not flush (atom.h). */
static inline s64 kind_at(const struct op *op, const struct warp *w, const void *at)
{
    const struct thread_block *b = w->block;
    bool shared = (u64) (uintptr_t) at - (u64) (uintptr_t) b->shared < b->shared_size;
    return op->target == ATOM_ADD_F_FTZ && shared ? ATOM_ADD_F : op->target;
}

/* d (0: red, no result) = old value; a: address; b: operand; c: second operand of cas (else unused) */
#define ATOM(id, T, bits, part)                                                                    \
    const struct op *OP_FN(id, part)(const struct op *op, char *vregs, struct warp *w)             \
    {                                                                                              \
        void *at[WARP_LANES];                                                                      \
        if (op->space == PTX_SHARED && shared_all_##bits(op, vregs, w))                            \
            return op + 1;                                                                         \
        if (!memory_resolve(w, op, VREG(u64, op->a), sizeof(T), ACCESS_ATOMIC, at))                \
            return NULL;                                                                           \
        T *d = VREG(T, op->d);                                                                     \
        const T *b = VREG(T, op->b), *c = VREG(T, op->c);                                          \
        LANES_OF (l, w->mask) {                                                                    \
            T old = atom_one_##bits(kind_at(op, w, at[l]), at[l], b[l], c[l]);                     \
            if (op->d)                                                                             \
                d[l] = old;                                                                        \
        }                                                                                          \
        return op + 1;                                                                             \
    }
ATOM(atom_16, u16, 16, unmasked)
ATOM(atom_16, u16, 16, masked)
ATOM(atom_32, u32, 32, unmasked)
ATOM(atom_32, u32, 32, masked)
ATOM(atom_64, u64, 64, unmasked)
ATOM(atom_64, u64, 64, masked)
#undef ATOM
