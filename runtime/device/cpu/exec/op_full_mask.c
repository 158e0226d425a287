/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of full-mask code (full_mask.h): expansion of affine registers, products that must not wrap, comparisons, loads and stores
 * at affine addresses, deoptimisation, and the return to full-mask code. All 32 lanes run here.
 *
 * An affine register holds s0, s1, s2, s3, the value in the lanes 0, 1, `across` and 31; lane l has s0 + x[l] * (s1 - s0) + y[l] * (s2 -
 * s0). So the extremes of a value, and the bounds of an access, are at the four corners of the warp. What a quick test here does not settle
 * goes to the masked op, so checks and faults have one owner. Next: code/full_mask.c, which writes full-mask code. */
#include "device/cpu/code/full_mask.h"
#include "device/cpu/exec/affine_moves.h"
#include "device/cpu/exec/lanes.h"

#define AFFINE(type, at) ((type *) __builtin_assume_aligned(vregs + (at), 8))

enum { PART = PART_unmasked };

#define FULL_MASK_OP(id)                                                                           \
    const struct op *OP_FN(id, full_mask)(const struct op *op, char *vregs, struct warp *w)
#define TO_AFFINE_OP(id)                                                                           \
    const struct op *OP_FN(id, to_affine)(const struct op *op, char *vregs, struct warp *w)

/* ---- expansion: affine registers to vector registers ---- */

#define EXPAND(id, T)                                                                              \
    static inline void expand_vreg_##id(const T *s, T *d, const struct thread_block *b)            \
    {                                                                                              \
        T base = s[0], x = s[1] - s[0], y = s[2] - s[0];                                           \
        LANES (l)                                                                                  \
            d[l] = base + (T) b->lane_x[l] * x + (T) b->lane_y[l] * y;                             \
    }                                                                                              \
    FULL_MASK_OP(expand_##id)                                                                      \
    {                                                                                              \
        expand_vreg_##id(AFFINE(T, op->a), VREG(T, op->d), w->block);                              \
        NEXT(PART_unmasked);                                                                       \
    }
EXPAND(32, u32)
EXPAND(64, u64)
#undef EXPAND

#define BROADCAST(id, T)                                                                           \
    static inline void broadcast_vreg_##id(T value, T *d)                                          \
    {                                                                                              \
        LANES (l)                                                                                  \
            d[l] = value;                                                                          \
    }                                                                                              \
    FULL_MASK_OP(broadcast_##id)                                                                   \
    {                                                                                              \
        broadcast_vreg_##id(*AFFINE(T, op->a), VREG(T, op->d));                                    \
        NEXT(PART_unmasked);                                                                       \
    }
BROADCAST(16, u16)
BROADCAST(32, u32)
BROADCAST(64, u64)
#undef BROADCAST

/* ---- the slow path: the masked op on expanded vector registers, faults included ---- */

#define SET_JOIN(set) op_set_##set
#define SET_NAME(set) SET_JOIN(set)
#define SLOW          static __attribute__((noinline)) const struct op *

SLOW masked_op(const struct op *op, char *vregs, struct warp *w)
{
    return SET_NAME(ENGINE_SET).run[op->code][0](op, vregs, w);
}

SLOW masked_64(const struct op *op, char *vregs, struct warp *w)
{
    expand_vreg_64(AFFINE(u64, op->c), VREG(u64, op->a), w->block);
    return masked_op(op, vregs, w);
}

SLOW masked_32(const struct op *op, char *vregs, struct warp *w)
{
    const u32 *s = AFFINE(u32, op->c);
    u32 narrow[AFFINE_LANES];
    for (int k = 0; k < AFFINE_LANES; k++)
        narrow[k] = s[k << op->count];
    expand_vreg_32(narrow, VREG(u32, op->a), w->block);
    return masked_op(op, vregs, w);
}

/* A load into an affine register that will fault: the masked op reports it, since its result is a vector register. */
SLOW fails_32(const struct op *op, char *vregs, struct warp *w)
{
    const struct full_mask *l = w->block->full_mask;
    expand_vreg_32(AFFINE(u32, op->c), VREG(u32, op->a), w->block);
    return masked_op(l->code->ops + l->masked_at[op - l->ops], vregs, w);
}

SLOW masked_two(const struct op *op, char *vregs, struct warp *w)
{
    expand_vreg_32(AFFINE(u32, op->c), VREG(u32, op->a), w->block);
    expand_vreg_32(AFFINE(u32, op->target), VREG(u32, op->b), w->block);
    return masked_op(op, vregs, w);
}

/* ---- deoptimisation, and the return to full-mask code ---- */

/* Sets a vector register from its affine register. */
static void expand(const struct affine_register *r, char *vregs, const struct thread_block *b)
{
    if (r->width == 2)
        broadcast_vreg_16(*AFFINE(u16, r->affine), VREG(u16, r->vreg));
    else if (r->width == 4)
        expand_vreg_32(AFFINE(u32, r->affine), VREG(u32, r->vreg), b);
    else
        expand_vreg_64(AFFINE(u64, r->affine), VREG(u64, r->vreg), b);
}

/* Continues at the masked op. At a branch the live values are known; within a block all affine registers are expanded. A warp that leaves
 * often retries less often: the pause doubles. */
SLOW leave(const struct op *op, char *vregs, struct warp *w)
{
    const struct full_mask *l = w->block->full_mask;
    u32 k = l->masked_at[op - l->ops], block = l->cfg->block_of[k];
    const struct full_mask_block *b = &l->blocks[block];
    if (k + 1 == l->cfg->blocks[block].end)
        for (u32 i = b->leave_at; i < b->leave_end; i++)
            expand(&l->affine[l->lists[i]], vregs, w->block);
    else
        for (u32 i = 0; i < l->affine_count; i++)
            if (!l->affine[i].kept)
                expand(&l->affine[i], vregs, w->block);
    w->full_mask_left += w->full_mask_left < 8;
    w->full_mask_hold = (s32) (1u << w->full_mask_left) - 2;
    return code_start(w->block, l->code) + k;
}

FULL_MASK_OP(leave)
{
    return leave(op, vregs, w);
}

/* Whether a stride that the analysis knows is the one that the vector register has; a diverged warp may have computed something else.
 * `lanes`: with fewer than two in that direction there is no stride to compare. */
static inline bool as_known(struct stride s, u32 lanes, u64 by, u32 width)
{
    u64 unused = 64 - 8 * width;
    return s.known != STRIDE_KNOWN || lanes < 2 || !(((u64) s.by ^ by) << unused);
}

/* Whether a vector register holds what the analysis says. If so, sets its affine register. */
#define TAKE(T)                                                                                    \
    static bool take_##T(const struct affine_register *r, char *vregs,                             \
                         const struct thread_block *b)                                             \
    {                                                                                              \
        const T *vreg = VREG(T, r->vreg);                                                          \
        T s[AFFINE_LANES], wrong = 0;                                                              \
        for (int k = 0; k < AFFINE_LANES; k++)                                                     \
            s[k] = vreg[b->affine_lanes[k]];                                                       \
        T x = s[1] - s[0], y = s[2] - s[0];                                                        \
        if ((r->class == VREG_UNIFORM && (x || y)) || !as_known(r->x, b->across, x, sizeof(T)) ||  \
            !as_known(r->y, b->down, y, sizeof(T)))                                                \
            return false;                                                                          \
        LANES (l)                                                                                  \
            wrong |= vreg[l] ^ (T) (s[0] + (T) b->lane_x[l] * x + (T) b->lane_y[l] * y);           \
        memcpy(AFFINE(T, r->affine), s, sizeof s);                                                 \
        return !wrong;                                                                             \
    }
TAKE(u16)
TAKE(u32)
TAKE(u64)
#undef TAKE

/* At the masked op `op`, the first of a basic block. Full-mask code exists for the kernel's own frame, not for calls. */
FULL_MASK_OP(enter)
{
    const struct full_mask *l = w->block->full_mask;
    u64 k = (u64) (op - code_start(w->block, l->code));
    w->full_mask_hold = 0;
    if (w->block->closely && w->block->closely[w->id])
        return op;
    if (w->frame->code != l->code || w->frame->caller || k >= l->code->op_count ||
        l->cfg->blocks[l->cfg->block_of[k]].first != k)
        return op;
    const struct full_mask_block *b = &l->blocks[l->cfg->block_of[k]];
    for (u32 i = b->enter_at; i < b->enter_end; i++) {
        const struct affine_register *r = &l->affine[l->lists[i]];
        bool good = r->width == 2   ? take_u16(r, vregs, w->block)
                    : r->width == 4 ? take_u32(r, vregs, w->block)
                                    : take_u64(r, vregs, w->block);
        if (!good) {
            w->full_mask_left += w->full_mask_left < 8;
            w->full_mask_hold = (s32) (1u << w->full_mask_left);
            return op;
        }
    }
    return l->ops + l->full_at[k];
}

/* ---- machine code (code/compilers.h) ---- */

FULL_MASK_OP(native)
{
    const struct native_region *region = op->more;
    op += region->fn(vregs, w) ? op->target : 1;
    GO_TO(op);
}

/* ---- control flow ---- */

static inline const struct op *target_of(const struct op *op)
{
    return op + (s32) op->target;
}

FULL_MASK_OP(bra_if)
{
    u32 p = op->count ? ~PRED(op->a) : PRED(op->a);
    if (p == UINT32_MAX)
        GO_TO(target_of(op));
    if (p)
        return leave(op, vregs, w);
    NEXT(PART_unmasked);
}

FULL_MASK_OP(bra_back_if)
{
    u32 p = op->count ? ~PRED(op->a) : PRED(op->a);
    if (p == UINT32_MAX) {
        w->budget -= (s32) op->imm;
        return __builtin_expect(w->budget < 0, 0) ? warp_back_edge(w, target_of(op))
                                                  : target_of(op);
    }
    if (p)
        return leave(op, vregs, w);
    NEXT(PART_unmasked);
}

/* ---- values that are custom ops, or that must not wrap ---- */

/* One vector, also because four narrow stores would stall the vector load that reads the affine register next (no store forwarding). */
#define EACH_AFFINE_LANE(l) _Pragma("GCC ivdep") for (int l = 0; l < AFFINE_LANES; l++)

#define SELECT(id, T)                                                                              \
    TO_AFFINE_OP(id)                                                                               \
    {                                                                                              \
        u32 p = PRED(op->c);                                                                       \
        if (p && ~p)                                                                               \
            return leave(op, vregs, w);                                                            \
        const T *from = AFFINE(T, p ? op->a : op->b);                                              \
        T s[AFFINE_LANES];                                                                         \
        memcpy(s, from, sizeof s);                                                                 \
        memcpy(AFFINE(T, op->d), s, sizeof s);                                                     \
        NEXT(PART_unmasked);                                                                       \
    }
SELECT(selp_16, u16)
SELECT(selp_32, u32)
SELECT(selp_64, u64)
#undef SELECT

TO_AFFINE_OP(lop3_32)
{
    const u32 *as = AFFINE(u32, op->a), *bs = AFFINE(u32, op->b), *cs = AFFINE(u32, op->c);
    u32 *d = AFFINE(u32, op->d), a = as[0], b = bs[0], c = cs[0], r = 0;
    for (int i = 0; i < 8; i++)
        if (op->imm >> i & 1)
            r |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    EACH_AFFINE_LANE(l)
    d[l] = r;
    NEXT(PART_unmasked);
}

TO_AFFINE_OP(cvta_shared)
{
    u64 *d = AFFINE(u64, op->d), base = (u64) (uintptr_t) w->block->shared;
    const u64 *a = AFFINE(u64, op->a);
    EACH_AFFINE_LANE(l)
    d[l] = a[l] + base;
    NEXT(PART_unmasked);
}

TO_AFFINE_OP(cvta_to_shared)
{
    u64 *d = AFFINE(u64, op->d), base = (u64) (uintptr_t) w->block->shared;
    const u64 *a = AFFINE(u64, op->a);
    EACH_AFFINE_LANE(l)
    d[l] = a[l] - base;
    NEXT(PART_unmasked);
}

/* Whether a 32-bit affine value, extended from lane 0, wraps in no lane; then it is affine in 64 bits, with the same strides. Most values are
 * so small that `small` settles it. */
static __attribute__((noinline)) bool stays_exactly(const u32 *s, bool is_signed,
                                                    const struct thread_block *b)
{
    s64 base = is_signed ? (s64) (s32) s[0] : (s64) s[0];
    s64 x = (s64) (s32) (s[1] - s[0]) * (s64) (b->across - 1),
        y = (s64) (s32) (s[2] - s[0]) * (s64) (b->down - 1);
    s64 low = base + (x < 0 ? x : 0) + (y < 0 ? y : 0),
        high = base + (x > 0 ? x : 0) + (y > 0 ? y : 0);
    return is_signed ? low >= INT32_MIN && high <= INT32_MAX : low >= 0 && high <= UINT32_MAX;
}

static inline bool small(const u32 *s, bool is_signed)
{
    u32 x = s[1] - s[0], y = s[2] - s[0];
    return is_signed
               ? (s[0] + SMALL_BASE < 2u * SMALL_BASE) & (x + SMALL_STRIDE < 2u * SMALL_STRIDE) &
                     (y + SMALL_STRIDE < 2u * SMALL_STRIDE)
               : (s[0] < SMALL_BASE) & (x < SMALL_STRIDE) & (y < SMALL_STRIDE);
}

/* ---- comparisons: the difference of two affine values that do not wrap is extreme at a corner of the warp, so mostly its sign is the same in
 * all lanes ---- */

struct lane_range {
    s64 low, high;
};

/* The range of a - b; `uniform`: b is uniform. */
static inline struct lane_range difference(const u32 *a, const u32 *b, bool is_signed, bool uniform,
                                           const struct thread_block *block)
{
    s64 base = is_signed ? (s64) (s32) a[0] - (s32) b[0] : (s64) a[0] - (s64) b[0];
    s64 x = (s32) (a[1] - a[0]), y = (s32) (a[2] - a[0]);
    if (!uniform) {
        x -= (s32) (b[1] - b[0]);
        y -= (s32) (b[2] - b[0]);
    }
    x *= block->across - 1;
    y *= block->down - 1;
    s64 down_x = x & x >> 63, down_y = y & y >> 63;
    return (struct lane_range){base + down_x + down_y, base + (x - down_x) + (y - down_y)};
}

/* always, never: expressions in d, the range of the difference: whether the comparison holds in all lanes, in none. op->count: b is
 * uniform, which with small values is the common case. */
#define COMPARE_AFFINE(id, is_signed, always, never)                                               \
    SLOW any_##id(const struct op *op, char *vregs, struct warp *w)                                \
    {                                                                                              \
        const u32 *as = AFFINE(u32, op->c), *bs = AFFINE(u32, op->target);                         \
        struct lane_range d = difference(as, bs, is_signed, false, w->block);                      \
        bool yes = (always), known = yes | (never);                                                \
        if (!known || !stays_exactly(as, is_signed, w->block) ||                                   \
            !stays_exactly(bs, is_signed, w->block))                                               \
            return masked_two(op, vregs, w);                                                       \
        PRED(op->d) = -(u32) yes;                                                                  \
        NEXT(PART_unmasked);                                                                       \
    }                                                                                              \
    FULL_MASK_OP(id)                                                                               \
    {                                                                                              \
        const u32 *as = AFFINE(u32, op->c), *bs = AFFINE(u32, op->target);                         \
        struct lane_range d = difference(as, bs, is_signed, true, w->block);                       \
        bool yes = (always), known = yes | (never);                                                \
        if (!(known & small(as, is_signed) & (op->count != 0)))                                    \
            return any_##id(op, vregs, w);                                                         \
        PRED(op->d) = -(u32) yes;                                                                  \
        NEXT(PART_unmasked);                                                                       \
    }
COMPARE_AFFINE(lt_s32, true, d.high < 0, d.low >= 0)
COMPARE_AFFINE(le_s32, true, d.high <= 0, d.low > 0)
COMPARE_AFFINE(gt_s32, true, d.low > 0, d.high <= 0)
COMPARE_AFFINE(ge_s32, true, d.low >= 0, d.high < 0)
COMPARE_AFFINE(lt_u32, false, d.high < 0, d.low >= 0)
COMPARE_AFFINE(le_u32, false, d.high <= 0, d.low > 0)
COMPARE_AFFINE(gt_u32, false, d.low > 0, d.high <= 0)
COMPARE_AFFINE(ge_u32, false, d.low >= 0, d.high < 0)
COMPARE_AFFINE(eq_32, true, (d.low == 0) & (d.high == 0), (d.low > 0) | (d.high < 0))
COMPARE_AFFINE(ne_32, true, (d.low > 0) | (d.high < 0), (d.low == 0) & (d.high == 0))
#undef COMPARE_AFFINE

SLOW widen(const struct op *op, char *vregs, struct warp *w)
{
    if (!stays_exactly(AFFINE(u32, op->count ? op->b : op->a), op_widens_signed(op), w->block))
        return leave(op, vregs, w);
    return SET_NAME(ENGINE_SET).affine[op->code](op, vregs, w);
}

#define WIDEN(id, A, is_signed, value, ...)                                                        \
    TO_AFFINE_OP(id)                                                                               \
    {                                                                                              \
        const A *as = AFFINE(A, op->a);                                                            \
        u64 *d = AFFINE(u64, op->d);                                                               \
        if (!small(AFFINE(u32, op->count ? op->b : op->a), is_signed))                             \
            return widen(op, vregs, w);                                                            \
        __VA_ARGS__                                                                                \
        EACH_AFFINE_LANE(l)                                                                        \
        d[l] = (value);                                                                            \
        NEXT(PART_unmasked);                                                                       \
    }
/* count: b is the affine factor and a is uniform; otherwise the reverse (or both are uniform) */
#define FACTOR(A) const A *bs = AFFINE(A, op->b);
#define TERM      const u64 *cs = AFFINE(u64, op->c);
WIDEN(ext_s32_64, s32, true, (u64) (s64) as[l])
WIDEN(ext_u32_64, u32, false, as[l])
WIDEN(mulw_s32, s32, true, (u64) ((s64) as[l] * bs[l]), FACTOR(s32))
WIDEN(mulw_u32, u32, false, (u64) as[l] * bs[l], FACTOR(u32))
WIDEN(madw_s32, s32, true, (u64) ((s64) as[l] * bs[l]) + cs[l], FACTOR(s32) TERM)
WIDEN(madw_u32, u32, false, (u64) as[l] * bs[l] + cs[l], FACTOR(u32) TERM)
#undef WIDEN
#undef FACTOR
#undef TERM

/* ---- memory ---- */

/* The inline cache misses: the masked op's check finds the object and fills the cache; then looks again. */
static __attribute__((noinline)) bool fill_cache(const struct op *op, struct warp *w,
                                                 const struct affine_extent *e, u64 size,
                                                 enum access_mode access)
{
    enum device_fault_kind why;
    struct inline_cache before = w->caches[op->cache];
    if (op->space == PTX_LOCAL || op->space == PTX_SHARED || op->space == PTX_PARAM)
        return false;
    if (memory_at(w, op, 0, e->low, (u32) size, access, &why) &&
        extent_cached(&w->caches[op->cache], e, size))
        return true;
    w->caches[op->cache] = before;
    return false;
}

/* 32 consecutive elements, which is most accesses: the strides alone decide. */
static inline bool in_a_run(s64 x, s64 y, u64 size, const struct thread_block *b)
{
    return x == (s64) size && y == (s64) (size * b->step);
}

/* Blocks that are 16 threads wide: two rows, each consecutive or one value. False: neither, or outside [0, size). */
static inline bool two_vregs(s64 x, s64 y, u64 at, u64 limit, u64 size,
                             const struct thread_block *b)
{
    u64 span = x ? 16 * size : size, second = at + (u64) y;
    return b->across == 16 && (x == (s64) size || !x) && limit >= span && at <= limit - span &&
           second <= limit - span && !((at | (u64) y) & (size - 1));
}

#define TWO_IN(T, D)                                                                               \
    static inline void two_in_##T##_##D(T *p, T *q, bool run, D *d)                                \
    {                                                                                              \
        if (run) {                                                                                 \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++) d[l] = (D) p[l];                     \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++) d[16 + l] = (D) q[l];                \
        } else {                                                                                   \
            D v = (D) *p, u = (D) *q;                                                              \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++) d[l] = v;                            \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++) d[16 + l] = u;                       \
        }                                                                                          \
    }
TWO_IN(u8, u16)
TWO_IN(s8, u16)
TWO_IN(u16, u16)
TWO_IN(u32, u32)
TWO_IN(u64, u64)
#undef TWO_IN

#define TWO_OUT(T, D)                                                                              \
    static inline void two_out_##T(T *p, T *q, bool run, const D *d)                               \
    {                                                                                              \
        if (run) {                                                                                 \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++) p[l] = (T) d[l];                     \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++) q[l] = (T) d[16 + l];                \
        } else { /* all lanes store to one place: the last lane's value stays */                   \
            *p = (T) d[15];                                                                        \
            *q = (T) d[31];                                                                        \
        }                                                                                          \
    }
TWO_OUT(u8, u16)
TWO_OUT(u16, u16)
TWO_OUT(u32, u32)
TWO_OUT(u64, u64)
#undef TWO_OUT

#define GLOBAL(id, move, T, D, access, run)                                                        \
    SLOW any_##id(const struct op *op, char *vregs, struct warp *w)                                \
    {                                                                                              \
        struct affine_extent e;                                                                    \
        if (!extent_of(AFFINE(u64, op->c), (u64) op->imm, sizeof(T), w->block, &e) ||              \
            (!extent_cached(&w->caches[op->cache], &e, sizeof(T)) &&                               \
             !fill_cache(op, w, &e, sizeof(T), access)))                                           \
            return masked_64(op, vregs, w);                                                        \
        move(&e, VREG(D, op->d), w->block);                                                        \
        NEXT(PART_unmasked);                                                                       \
    }                                                                                              \
    FULL_MASK_OP(id)                                                                               \
    {                                                                                              \
        const u64 *s = AFFINE(u64, op->c);                                                         \
        const struct inline_cache *n = &w->caches[op->cache];                                      \
        u64 first = s[0] + (u64) op->imm, at = first - n->start;                                   \
        D *d = VREG(D, op->d);                                                                     \
        s64 x = (s64) (s[1] - s[0]), y = (s64) (s[2] - s[0]);                                      \
        if (two_vregs(x, y, at, n->size, sizeof(T), w->block)) {                                   \
            two_##move((T *) first, (T *) (first + (u64) y), x != 0, d);                           \
            NEXT(PART_unmasked);                                                                   \
        }                                                                                          \
        if (!in_a_run(x, y, sizeof(T), w->block) || at >= n->size ||                               \
            n->size - at < WARP_LANES * sizeof(T) || first & (sizeof(T) - 1))                      \
            return any_##id(op, vregs, w);                                                         \
        T *p = (T *) first;                                                                        \
        LANES (l)                                                                                  \
            run;                                                                                   \
        NEXT(PART_unmasked);                                                                       \
    }

#define SHARED(id, move, T, D, run)                                                                \
    SLOW any_##id(const struct op *op, char *vregs, struct warp *w)                                \
    {                                                                                              \
        struct affine_extent e;                                                                    \
        if (!extent_32(AFFINE(u32, op->c), op->count, (u32) op->imm, sizeof(T), w, &e))            \
            return masked_32(op, vregs, w);                                                        \
        move(&e, VREG(D, op->d), w->block);                                                        \
        NEXT(PART_unmasked);                                                                       \
    }                                                                                              \
    FULL_MASK_OP(id)                                                                               \
    {                                                                                              \
        const u32 *s = AFFINE(u32, op->c);                                                         \
        const struct thread_block *b = w->block;                                                   \
        u64 at = (u32) (s[0] + (u32) op->imm);                                                     \
        D *d = VREG(D, op->d);                                                                     \
        u32 wide = op->count;                                                                      \
        s64 x = (s32) (s[1 << wide] - s[0]), y = (s32) (s[2 << wide] - s[0]);                      \
        if (two_vregs(x, y, at, b->shared_size, sizeof(T), b)) {                                   \
            two_##move((T *) (b->shared + at), (T *) (b->shared + at + y), x != 0, d);             \
            NEXT(PART_unmasked);                                                                   \
        }                                                                                          \
        if (!in_a_run(x, y, sizeof(T), b) || at + WARP_LANES * sizeof(T) > b->shared_size ||       \
            at & (sizeof(T) - 1))                                                                  \
            return any_##id(op, vregs, w);                                                         \
        T *p = (T *) (b->shared + at);                                                             \
        LANES (l)                                                                                  \
            run;                                                                                   \
        NEXT(PART_unmasked);                                                                       \
    }

#define GET(D) d[l] = (D) p[l]
#define SET(T) p[l] = (T) d[l]
GLOBAL(ld_global_u8, in_u8_u16, u8, u16, ACCESS_READ, GET(u16))
GLOBAL(ld_global_s8, in_s8_u16, s8, u16, ACCESS_READ, GET(u16))
GLOBAL(ld_global_16, in_u16_u16, u16, u16, ACCESS_READ, GET(u16))
GLOBAL(ld_global_32, in_u32_u32, u32, u32, ACCESS_READ, GET(u32))
GLOBAL(ld_global_64, in_u64_u64, u64, u64, ACCESS_READ, GET(u64))
GLOBAL(st_global_8, out_u8, u8, u16, ACCESS_WRITE, SET(u8))
GLOBAL(st_global_16, out_u16, u16, u16, ACCESS_WRITE, SET(u16))
GLOBAL(st_global_32, out_u32, u32, u32, ACCESS_WRITE, SET(u32))
GLOBAL(st_global_64, out_u64, u64, u64, ACCESS_WRITE, SET(u64))
SHARED(ld_shared_u8, in_u8_u16, u8, u16, GET(u16))
SHARED(ld_shared_s8, in_s8_u16, s8, u16, GET(u16))
SHARED(ld_shared_16, in_u16_u16, u16, u16, GET(u16))
SHARED(ld_shared_32, in_u32_u32, u32, u32, GET(u32))
SHARED(ld_shared_64, in_u64_u64, u64, u64, GET(u64))
SHARED(st_shared_8, out_u8, u8, u16, SET(u8))
SHARED(st_shared_16, out_u16, u16, u16, SET(u16))
SHARED(st_shared_32, out_u32, u32, u32, SET(u32))
SHARED(st_shared_64, out_u64, u64, u64, SET(u64))
#undef GLOBAL
#undef SHARED
#undef GET
#undef SET

/* ---- one address for all lanes: the value goes to an affine register, and to vector register b if that is not 0 ---- */

/* A miss is checked lane by lane: a generic address of local memory is valid in one lane only. */
static __attribute__((noinline)) const void *one_at(const struct op *op, char *vregs,
                                                    struct warp *w, u32 size)
{
    void *at[WARP_LANES];
    u64 addresses[WARP_LANES];
    broadcast_vreg_64(*AFFINE(u64, op->c), addresses);
    return memory_resolve(w, op, addresses, size, ACCESS_READ, at) ? at[0] : NULL;
}

static inline const void *one_global(const struct op *op, char *vregs, struct warp *w, u32 size)
{
    const struct inline_cache *n = &w->caches[op->cache];
    u64 address = *AFFINE(u64, op->c) + (u64) op->imm, at = address - n->start;
    if (at < n->size && n->size - at >= size && !(address & (size - 1)))
        return (const void *) address;
    return one_at(op, vregs, w, size);
}

#define PUT_ONE(bits, D)                                                                           \
    D *d = AFFINE(D, op->d);                                                                       \
    EACH_AFFINE_LANE(l)                                                                            \
    d[l] = v;                                                                                      \
    if (op->b)                                                                                     \
        broadcast_vreg_##bits(v, VREG(D, op->b));                                                  \
    NEXT(PART_unmasked);

#define ONE_GLOBAL(id, T, D, bits)                                                                 \
    TO_AFFINE_OP(id)                                                                               \
    {                                                                                              \
        const T *p = one_global(op, vregs, w, sizeof(T));                                          \
        if (!p)                                                                                    \
            return NULL;                                                                           \
        D v = (D) *p;                                                                              \
        PUT_ONE(bits, D)                                                                           \
    }
ONE_GLOBAL(ld_global_u8, u8, u16, 16)
ONE_GLOBAL(ld_global_s8, s8, u16, 16)
ONE_GLOBAL(ld_global_16, u16, u16, 16)
ONE_GLOBAL(ld_global_32, u32, u32, 32)
ONE_GLOBAL(ld_global_64, u64, u64, 64)
#undef ONE_GLOBAL

#define ONE_SHARED(id, T, D, bits)                                                                 \
    TO_AFFINE_OP(id)                                                                               \
    {                                                                                              \
        u64 address = (u32) (*AFFINE(u32, op->c) + (u32) op->imm);                                 \
        if (address + sizeof(T) > w->block->shared_size || address & (sizeof(T) - 1)) {            \
            return fails_32(op, vregs, w);                                                         \
        }                                                                                          \
        D v = (D) * (const T *) (w->block->shared + address);                                      \
        PUT_ONE(bits, D)                                                                           \
    }
ONE_SHARED(ld_shared_u8, u8, u16, 16)
ONE_SHARED(ld_shared_s8, s8, u16, 16)
ONE_SHARED(ld_shared_16, u16, u16, 16)
ONE_SHARED(ld_shared_32, u32, u32, 32)
ONE_SHARED(ld_shared_64, u64, u64, 64)
#undef ONE_SHARED

/* ---- vectors ---- */

/* An element that all lanes load, into an affine register and, if some op needs it, a vector register. */
static inline void put_element(char *vregs, u32 slot, u32 vreg, const char *p, u32 size,
                               bool is_signed)
{
    if (size == 4) {
        u32 v, *d = AFFINE(u32, slot);
        memcpy(&v, p, 4);
        EACH_AFFINE_LANE(l)
        d[l] = v;
        if (vreg != UINT32_MAX)
            broadcast_vreg_32(v, VREG(u32, vreg));
    } else if (size == 8) {
        u64 v, *d = AFFINE(u64, slot);
        memcpy(&v, p, 8);
        EACH_AFFINE_LANE(l)
        d[l] = v;
        if (vreg != UINT32_MAX)
            broadcast_vreg_64(v, VREG(u64, vreg));
    } else {
        u16 v = (u8) *p, *d = AFFINE(u16, slot);
        if (size == 2)
            memcpy(&v, p, 2);
        else if (is_signed)
            v = (u16) (s8) v;
        EACH_AFFINE_LANE(l)
        d[l] = v;
        if (vreg != UINT32_MAX)
            broadcast_vreg_16(v, VREG(u16, vreg));
    }
}

TO_AFFINE_OP(ld_vector)
{
    const u32 *list = op->more;
    u32 size = op->target, count = op->count;
    u64 address = *AFFINE(u64, op->c) + (u64) op->imm, bytes = (u64) size * count;
    const char *p;
    if (op->space == PTX_SHARED && address < w->block->shared_size &&
        w->block->shared_size - address >= bytes && !(address & (bytes - 1)))
        p = w->block->shared + address;
    else if (!(p = one_global(op, vregs, w, (u32) bytes)))
        return NULL;
    for (u32 k = 0; k < count; k++)
        if (list[k] != UINT32_MAX)
            put_element(vregs, list[k], list[count + k], p + k * size, size, op->b);
    NEXT(PART_unmasked);
}

/* Consecutive vectors of 4-byte elements, lane by lane: an array of structures, transposed. */
static inline bool vectors_in_a_row(const struct op *op, char *vregs, struct warp *w,
                                    enum access_mode access, char **out)
{
    struct affine_extent e;
    u64 bytes = (u64) op->target * op->count;
    if (op->target != 4 || op->space == PTX_LOCAL || op->space == PTX_GENERIC ||
        !extent_of(AFFINE(u64, op->c), (u64) op->imm, bytes, w->block, &e) || e.x != (s64) bytes ||
        (w->block->down > 1 && e.y != (s64) (bytes * w->block->across)))
        return false;
    if (op->space == PTX_SHARED) {
        *out = w->block->shared + e.low;
        return e.high <= w->block->shared_size && !(e.low & (bytes - 1));
    }
    *out = (char *) e.low;
    return extent_cached(&w->caches[op->cache], &e, bytes) || fill_cache(op, w, &e, bytes, access);
}

FULL_MASK_OP(ld_vector)
{
    const u32 *list = op->more;
    char *p;
    if (!vectors_in_a_row(op, vregs, w, ACCESS_READ, &p))
        return masked_64(op, vregs, w);
    u32 count = op->count;
    for (u32 k = 0; k < count; k++) {
        if (list[k] == UINT32_MAX)
            continue;
        u32 *d = VREG(u32, list[k]);
        const u32 *from = (const u32 *) p + k;
        if (count == 4)
            LANES (l)
                d[l] = from[4 * l];
        else
            LANES (l)
                d[l] = from[(u32) l * count];
    }
    NEXT(PART_unmasked);
}

FULL_MASK_OP(st_vector)
{
    const u32 *list = op->more;
    char *p;
    if (!vectors_in_a_row(op, vregs, w, ACCESS_WRITE, &p))
        return masked_64(op, vregs, w);
    u32 count = op->count;
    for (u32 k = 0; k < count; k++) {
        const u32 *d = VREG(u32, list[k]);
        u32 *to = (u32 *) p + k;
        if (count == 4)
            LANES (l)
                to[4 * l] = d[l];
        else
            LANES (l)
                to[(u32) l * count] = d[l];
    }
    NEXT(PART_unmasked);
}
