/* SPDX-License-Identifier: Apache-2.0 */
/* Lean code (lean.h) as it runs: expansion of samples, products that must not wrap, loads and stores at an affine address, and
 * the ways out of lean code and back in. Everything here runs with all 32 lanes. An affine value is known from
 * its samples: v[l] = s0 + x[l] * (s1 - s0) + y[l] * (s2 - s0), so a range of addresses from its four corners. */
#include "device/cpu/lanes.h"
#include "device/cpu/lean.h"

#define SLOT(type, at) ((type *) __builtin_assume_aligned(rows + (at), 8))

#define LEAN_OP(id)                                                                                \
    const struct op *OP_FN(id, lean)(const struct op *op, char *rows, struct warp *w)

/* ---- samples to rows ---- */

#define EXPAND(id, T)                                                                              \
    static inline void expand_row_##id(const T *s, T *d, const struct block *b)                    \
    {                                                                                              \
        T base = s[0], x = s[1] - s[0], y = s[2] - s[0];                                           \
        LANES (l)                                                                                  \
            d[l] = base + (T) b->lane_x[l] * x + (T) b->lane_y[l] * y;                             \
    }                                                                                              \
    LEAN_OP(expand_##id)                                                                           \
    {                                                                                              \
        expand_row_##id(SLOT(T, op->a), ROW(T, op->d), w->block);                                  \
        NEXT(PART_whole);                                                                          \
    }
EXPAND(32, u32)
EXPAND(64, u64)
#undef EXPAND

#define SPREAD(id, T)                                                                              \
    static inline void spread_row_##id(T value, T *d)                                              \
    {                                                                                              \
        LANES (l)                                                                                  \
            d[l] = value;                                                                          \
    }                                                                                              \
    LEAN_OP(spread_##id)                                                                           \
    {                                                                                              \
        spread_row_##id(*SLOT(T, op->a), ROW(T, op->d));                                           \
        NEXT(PART_whole);                                                                          \
    }
SPREAD(16, u16)
SPREAD(32, u32)
SPREAD(64, u64)
#undef SPREAD

/* ---- out of lean code and in again ---- */

static void expand(const struct lean_row *r, char *rows, const struct block *b)
{
    if (r->width == 2)
        spread_row_16(*SLOT(u16, r->slot), ROW(u16, r->row));
    else if (r->width == 4)
        expand_row_32(SLOT(u32, r->slot), ROW(u32, r->row), b);
    else
        expand_row_64(SLOT(u64, r->slot), ROW(u64, r->row), b);
}

/* Alive behind a branch: in either of its successors. In the middle of a block: who knows. */
static bool alive_at(const struct lean *l, uint32_t k, uint32_t index)
{
    const struct cfg_block *block = &l->cfg->blocks[l->cfg->block_of[k]];
    bool alive = k + 1 != block->end;
    for (u32 s = 0; s < block->succs && !alive; s++)
        alive = analysis_live_in(l->analysis, l->cfg->edges[block->succ_at + s], index);
    return alive;
}

/* The plain op that stands where `op` does. A warp that leaves often tries less often to come back. */
static const struct op *leave(const struct op *op, char *rows, struct warp *w)
{
    const struct lean *l = w->block->lean;
    u32 k = l->plain_at[op - l->ops];
    for (u32 i = 0; i < l->row_count; i++)
        if (!l->rows[i].kept && alive_at(l, k, l->rows[i].index))
            expand(&l->rows[i], rows, w->block);
    w->lean_left += w->lean_left < 8;
    w->lean_hold = (s32) (1u << w->lean_left) - 2;
    return l->code->ops + k;
}

LEAN_OP(leave)
{
    return leave(op, rows, w);
}

/* Whether a row is what the analysis says; if so its samples are taken. */
#define TAKE(T)                                                                                    \
    static bool take_##T(const struct lean_row *r, char *rows, const struct block *b)              \
    {                                                                                              \
        const T *row = ROW(T, r->row);                                                             \
        T s[SAMPLES], wrong = 0;                                                                   \
        for (int k = 0; k < SAMPLES; k++)                                                          \
            s[k] = row[b->sample_lanes[k]];                                                        \
        T x = s[1] - s[0], y = s[2] - s[0];                                                        \
        if (r->class == ROW_UNIFORM && (x || y))                                                   \
            return false;                                                                          \
        LANES (l)                                                                                  \
            wrong |= row[l] ^ (T) (s[0] + (T) b->lane_x[l] * x + (T) b->lane_y[l] * y);            \
        memcpy(SLOT(T, r->slot), s, sizeof s);                                                     \
        return !wrong;                                                                             \
    }
TAKE(u16)
TAKE(u32)
TAKE(u64)
#undef TAKE

/* From a join of the plain code. Only the kernel's own frame has lean code. */
LEAN_OP(enter)
{
    const struct lean *l = w->block->lean;
    if (w->frame->code != l->code || w->frame->caller) {
        w->lean_hold = 0;
        NEXT(PART_whole);
    }
    u32 k = (u32) (op - l->code->ops), block = l->cfg->block_of[k];
    for (u32 i = 0; i < l->row_count; i++) {
        const struct lean_row *r = &l->rows[i];
        if (!analysis_live_in(l->analysis, block, r->index))
            continue;
        bool good = r->width == 2   ? take_u16(r, rows, w->block)
                    : r->width == 4 ? take_u32(r, rows, w->block)
                                    : take_u64(r, rows, w->block);
        if (!good) {
            w->lean_left += w->lean_left < 8;
            w->lean_hold = (s32) (1u << w->lean_left);
            NEXT(PART_whole);
        }
    }
    return l->ops + l->lean_at[k];
}

/* ---- control flow ---- */

static inline const struct op *target_of(const struct op *op)
{
    return op + (s32) op->target;
}

enum { PART = PART_whole };

LEAN_OP(bra_if)
{
    u32 p = op->count ? ~PRED(op->a) : PRED(op->a);
    if (p == UINT32_MAX)
        GO_TO(target_of(op));
    if (p)
        return leave(op, rows, w);
    NEXT(PART_whole);
}

LEAN_OP(bra_back_if)
{
    u32 p = op->count ? ~PRED(op->a) : PRED(op->a);
    if (p == UINT32_MAX) {
        w->budget -= (s32) op->imm;
        return __builtin_expect(w->budget < 0, 0) ? warp_back_edge(w, target_of(op))
                                                  : target_of(op);
    }
    if (p)
        return leave(op, rows, w);
    NEXT(PART_whole);
}

/* ---- values that are no row of ops.def, or must not wrap ---- */

#define FEW(l) for (int l = 0; l < SAMPLES; l++)

#define SELECT(id, T)                                                                              \
    LEAN_OP(id)                                                                                    \
    {                                                                                              \
        u32 p = PRED(op->c);                                                                       \
        if (p && ~p)                                                                               \
            return leave(op, rows, w);                                                             \
        const T *from = SLOT(T, p ? op->a : op->b);                                                \
        T s[SAMPLES];                                                                              \
        memcpy(s, from, sizeof s);                                                                 \
        memcpy(SLOT(T, op->d), s, sizeof s);                                                       \
        NEXT(PART_whole);                                                                          \
    }
SELECT(selp_16, u16)
SELECT(selp_32, u32)
SELECT(selp_64, u64)
#undef SELECT

LEAN_OP(lop3_32)
{
    const u32 *as = SLOT(u32, op->a), *bs = SLOT(u32, op->b), *cs = SLOT(u32, op->c);
    u32 *d = SLOT(u32, op->d), a = as[0], b = bs[0], c = cs[0], r = 0;
    for (int i = 0; i < 8; i++)
        if (op->imm >> i & 1)
            r |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    FEW(l)
    d[l] = r;
    NEXT(PART_whole);
}

LEAN_OP(cvta_shared)
{
    u64 *d = SLOT(u64, op->d), base = (u64) (uintptr_t) w->block->shared;
    const u64 *a = SLOT(u64, op->a);
    FEW(l)
    d[l] = a[l] + base;
    NEXT(PART_whole);
}

LEAN_OP(cvta_to_shared)
{
    u64 *d = SLOT(u64, op->d), base = (u64) (uintptr_t) w->block->shared;
    const u64 *a = SLOT(u64, op->a);
    FEW(l)
    d[l] = a[l] - base;
    NEXT(PART_whole);
}

/* Whether an affine value of 32 bits stays between low and high in all lanes when it is counted on from lane 0 without
 * wrapping; then it is what its samples say in 64 bits, too. */
static inline bool stays(const u32 *s, bool is_signed, const struct block *b)
{
    s64 base = is_signed ? (s64) (s32) s[0] : (s64) s[0];
    s64 x = (s64) (s32) (s[1] - s[0]) * (s64) (b->across - 1),
        y = (s64) (s32) (s[2] - s[0]) * (s64) (b->down - 1);
    s64 low = base + (x < 0 ? x : 0) + (y < 0 ? y : 0),
        high = base + (x > 0 ? x : 0) + (y > 0 ? y : 0);
    return is_signed ? low >= INT32_MIN && high <= INT32_MAX : low >= 0 && high <= UINT32_MAX;
}

/* ---- comparisons: the difference of two affine values that do not wrap is least and greatest at corners of the warp,
 * so what holds at all four holds for every lane ---- */

static inline void corners(const u32 *s, bool is_signed, const struct block *b, s64 *out)
{
    s64 base = is_signed ? (s64) (s32) s[0] : (s64) s[0];
    s64 x = (s64) (s32) (s[1] - s[0]) * (s64) (b->across - 1),
        y = (s64) (s32) (s[2] - s[0]) * (s64) (b->down - 1);
    out[0] = base;
    out[1] = base + x;
    out[2] = base + y;
    out[3] = base + x + y;
}

#define COMPARE_AFFINE(id, sign, holds)                                                            \
    LEAN_OP(id)                                                                                    \
    {                                                                                              \
        const u32 *as = SLOT(u32, op->c), *bs = SLOT(u32, op->target);                             \
        const struct block *block = w->block;                                                      \
        s64 a[4], b[4];                                                                            \
        u32 yes = 0, less = 0, more = 0;                                                           \
        corners(as, sign, block, a);                                                               \
        corners(bs, sign, block, b);                                                               \
        for (int k = 0; k < 4; k++) {                                                              \
            yes += a[k] holds b[k];                                                                \
            less += a[k] < b[k];                                                                   \
            more += a[k] > b[k];                                                                   \
        }                                                                                          \
        bool same =                                                                                \
            0 holds 0 && !(0 holds 1 || 1 holds 0)   ? less == 4 || more == 4 || !(less | more)    \
            : !(0 holds 0) && 0 holds 1 && 1 holds 0 ? less == 4 || more == 4 || !(less | more)    \
                                                     : yes == 0 || yes == 4;                       \
        if (same && stays(as, sign, block) && stays(bs, sign, block)) {                            \
            PRED(op->d) = yes ? UINT32_MAX : 0;                                                    \
            NEXT(PART_whole);                                                                      \
        }                                                                                          \
        expand_row_32(as, ROW(u32, op->a), block);                                                 \
        expand_row_32(bs, ROW(u32, op->b), block);                                                 \
        return OP_FN(id, whole)(op, rows, w);                                                      \
    }
COMPARE_AFFINE(lt_s32, true, <)
COMPARE_AFFINE(le_s32, true, <=)
COMPARE_AFFINE(gt_s32, true, >)
COMPARE_AFFINE(ge_s32, true, >=)
COMPARE_AFFINE(lt_u32, false, <)
COMPARE_AFFINE(le_u32, false, <=)
COMPARE_AFFINE(gt_u32, false, >)
COMPARE_AFFINE(ge_u32, false, >=)
COMPARE_AFFINE(eq_32, true, ==)
COMPARE_AFFINE(ne_32, true, !=)
#undef COMPARE_AFFINE

#define WIDEN(id, A, sign, value, ...)                                                             \
    LEAN_OP(id)                                                                                    \
    {                                                                                              \
        const bool is_signed = sign;                                                               \
        const struct block *block = w->block;                                                      \
        const A *as = SLOT(A, op->a);                                                              \
        u64 *d = SLOT(u64, op->d);                                                                 \
        if (!stays((const u32 *) as, is_signed, block))                                            \
            return leave(op, rows, w);                                                             \
        __VA_ARGS__                                                                                \
        FEW(l)                                                                                     \
        d[l] = (value);                                                                            \
        NEXT(PART_whole);                                                                          \
    }
#define FACTOR(A)                                                                                  \
    const A *bs = SLOT(A, op->b);                                                                  \
    if (!stays((const u32 *) bs, is_signed, block))                                                \
        return leave(op, rows, w);
#define TERM const u64 *cs = SLOT(u64, op->c);
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

/* Where 32 accesses of `size` bytes lie: the first byte, the strides, and [low, high) around all of them. */
struct extent {
    u64 base, low, high;
    s64 x, y;
};

enum { STRIDE_MAX = 1 << 30 };

static inline bool extent_of(const u64 *s, u64 offset, u64 size, const struct block *b,
                             struct extent *e)
{
    s64 x = (s64) (s[1] - s[0]), y = (s64) (s[2] - s[0]);
    if (x > STRIDE_MAX || x < -STRIDE_MAX || y > STRIDE_MAX || y < -STRIDE_MAX)
        return false;
    s64 dx = x * (b->across - 1), dy = y * (b->down - 1);
    e->base = s[0] + offset;
    e->x = x;
    e->y = y;
    e->low = e->base + (u64) ((dx < 0 ? dx : 0) + (dy < 0 ? dy : 0));
    e->high = e->base + (u64) ((dx > 0 ? dx : 0) + (dy > 0 ? dy : 0)) + size;
    return e->low < e->high;
}

static inline bool extent_32(const u32 *s, u32 offset, u32 size, const struct warp *w,
                             struct extent *e)
{
    const struct block *b = w->block;
    s64 x = (s32) (s[1] - s[0]), y = (s32) (s[2] - s[0]);
    s64 dx = x * (b->across - 1), dy = y * (b->down - 1);
    s64 base = (u32) (s[0] + offset);
    s64 low = base + (dx < 0 ? dx : 0) + (dy < 0 ? dy : 0),
        high = base + (dx > 0 ? dx : 0) + (dy > 0 ? dy : 0) + size;
    e->base = (u64) (uintptr_t) b->shared + (u64) base;
    e->x = x;
    e->y = y;
    return low >= 0 && high <= (s64) b->shared_size && !((base | x | y) & (size - 1));
}

static inline bool extent_near(const struct near *n, const struct extent *e, u64 size)
{
    return e->low >= n->start && e->high <= n->start + n->size &&
           !((e->base | (u64) e->x | (u64) e->y) & (size - 1));
}

/* Lanes are done as memory has them: all in a run, rows of the block in runs, one value for all or for
 * each row of the block, and the rest one by one. */
#define MOVE_IN(T, D)                                                                              \
    static inline void in_##T##_##D(const struct extent *e, D *d, const struct block *b)           \
    {                                                                                              \
        const char *p = (const char *) e->base;                                                    \
        const s64 size = sizeof(T);                                                                \
        u32 across = b->across;                                                                    \
        if (e->x == size && (across == WARP_LANES || e->y == size * across)) {                     \
            LANES (l)                                                                              \
                d[l] = (D) ((const T *) p)[l];                                                     \
        } else if (e->x == 0 && e->y == 0) {                                                       \
            D v = (D) * (const T *) p;                                                             \
            LANES (l)                                                                              \
                d[l] = v;                                                                          \
        } else if (across == 16 && e->x == size) {                                                 \
            const T *q = (const T *) (p + e->y);                                                   \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++) d[l] = (D) ((const T *) p)[l];       \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++) d[16 + l] = (D) q[l];                \
        } else if (across == 16 && e->x == 0) {                                                    \
            D v = (D) * (const T *) p, u = (D) * (const T *) (p + e->y);                           \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++) d[l] = v;                            \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++) d[16 + l] = u;                       \
        } else {                                                                                   \
            for (u32 l = 0; l < WARP_LANES; l++)                                                   \
                d[l] = (D) * (const T *) (p + b->lane_x[l] * e->x + b->lane_y[l] * e->y);          \
        }                                                                                          \
    }
MOVE_IN(u8, u16)
MOVE_IN(s8, u16)
MOVE_IN(u16, u16)
MOVE_IN(u32, u32)
MOVE_IN(u64, u64)
#undef MOVE_IN

#define MOVE_OUT(T, D)                                                                             \
    static inline void out_##T(const struct extent *e, const D *d, const struct block *b)          \
    {                                                                                              \
        char *p = (char *) e->base;                                                                \
        const s64 size = sizeof(T);                                                                \
        u32 across = b->across;                                                                    \
        if (e->x == size && (across == WARP_LANES || e->y == size * across)) {                     \
            LANES (l)                                                                              \
                ((T *) p)[l] = (T) d[l];                                                           \
        } else if (across == 16 && e->x == size) {                                                 \
            T *q = (T *) (p + e->y);                                                               \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++)((T *) p)[l] = (T) d[l];              \
            _Pragma("GCC ivdep") for (int l = 0; l < 16; l++) q[l] = (T) d[16 + l];                \
        } else {                                                                                   \
            for (u32 l = 0; l < WARP_LANES; l++)                                                   \
                *(T *) (p + b->lane_x[l] * e->x + b->lane_y[l] * e->y) = (T) d[l];                 \
        }                                                                                          \
    }
MOVE_OUT(u8, u16)
MOVE_OUT(u16, u16)
MOVE_OUT(u32, u32)
MOVE_OUT(u64, u64)
#undef MOVE_OUT

/* The first access to an object, and the next ones that leave it: learn the object, and look again. */
static __attribute__((noinline)) bool
find_near(const struct op *op, struct warp *w, const struct extent *e, u64 size, enum access access)
{
    enum device_fault_kind why;
    struct near before = w->near[op->site];
    if (op->space == PTX_LOCAL || op->space == PTX_SHARED || op->space == PTX_PARAM)
        return false;
    if (memory_at(w, op, 0, e->low, (u32) size, access, &why) &&
        extent_near(&w->near[op->site], e, size))
        return true;
    w->near[op->site] = before;
    return false;
}

/* What the quick way does not do, the plain op does on whole rows, faults included. */
#define PLAINLY(id, bits)                                                                          \
    do {                                                                                           \
        expand_row_##bits(SLOT(u##bits, op->c), ROW(u##bits, op->a), w->block);                    \
        return OP_FN(id, whole)(op, rows, w);                                                      \
    } while (0)

#define GLOBAL(id, move, T, D, size, access)                                                       \
    LEAN_OP(id)                                                                                    \
    {                                                                                              \
        struct extent e;                                                                           \
        if (!extent_of(SLOT(u64, op->c), (u64) op->imm, size, w->block, &e) ||                     \
            (!extent_near(&w->near[op->site], &e, size) && !find_near(op, w, &e, size, access)))   \
            PLAINLY(id, 64);                                                                       \
        move(&e, ROW(D, op->d), w->block);                                                         \
        NEXT(PART_whole);                                                                          \
    }
GLOBAL(ld_global_u8, in_u8_u16, u8, u16, 1, ACCESS_READ)
GLOBAL(ld_global_s8, in_s8_u16, s8, u16, 1, ACCESS_READ)
GLOBAL(ld_global_16, in_u16_u16, u16, u16, 2, ACCESS_READ)
GLOBAL(ld_global_32, in_u32_u32, u32, u32, 4, ACCESS_READ)
GLOBAL(ld_global_64, in_u64_u64, u64, u64, 8, ACCESS_READ)
GLOBAL(st_global_8, out_u8, u8, u16, 1, ACCESS_WRITE)
GLOBAL(st_global_16, out_u16, u16, u16, 2, ACCESS_WRITE)
GLOBAL(st_global_32, out_u32, u32, u32, 4, ACCESS_WRITE)
GLOBAL(st_global_64, out_u64, u64, u64, 8, ACCESS_WRITE)
#undef GLOBAL

#define SHARED(id, move, D, size)                                                                  \
    LEAN_OP(id)                                                                                    \
    {                                                                                              \
        struct extent e;                                                                           \
        if (!extent_32(SLOT(u32, op->c), (u32) op->imm, size, w, &e))                              \
            PLAINLY(id, 32);                                                                       \
        move(&e, ROW(D, op->d), w->block);                                                         \
        NEXT(PART_whole);                                                                          \
    }
SHARED(ld_shared_u8, in_u8_u16, u16, 1)
SHARED(ld_shared_s8, in_s8_u16, u16, 1)
SHARED(ld_shared_16, in_u16_u16, u16, 2)
SHARED(ld_shared_32, in_u32_u32, u32, 4)
SHARED(ld_shared_64, in_u64_u64, u64, 8)
SHARED(st_shared_8, out_u8, u16, 1)
SHARED(st_shared_16, out_u16, u16, 2)
SHARED(st_shared_32, out_u32, u32, 4)
SHARED(st_shared_64, out_u64, u64, 8)
#undef SHARED

/* ---- one place for all lanes: the value is a sample; row b gets it as well, if that is not 0 ---- */

/* What the quick test does not pass is tested lane by lane, as local memory of a generic address may be one lane's alone. */
static __attribute__((noinline)) const void *one_at(const struct op *op, char *rows, struct warp *w,
                                                    u32 size)
{
    void *at[WARP_LANES];
    u64 addresses[WARP_LANES];
    spread_row_64(*SLOT(u64, op->c), addresses);
    return memory_resolve(w, op, addresses, size, ACCESS_READ, at) ? at[0] : NULL;
}

static inline const void *one_global(const struct op *op, char *rows, struct warp *w, u32 size)
{
    const struct near *n = &w->near[op->site];
    u64 address = *SLOT(u64, op->c) + (u64) op->imm, at = address - n->start;
    if (at < n->size && n->size - at >= size && !(address & (size - 1)))
        return (const void *) address;
    return one_at(op, rows, w, size);
}

#define PUT_ONE(bits, D)                                                                           \
    D *d = SLOT(D, op->d);                                                                         \
    FEW(l)                                                                                         \
    d[l] = v;                                                                                      \
    if (op->b)                                                                                     \
        spread_row_##bits(v, ROW(D, op->b));                                                       \
    NEXT(PART_whole);

#define ONE_GLOBAL(id, T, D, bits)                                                                 \
    LEAN_OP(one_##id)                                                                              \
    {                                                                                              \
        const T *p = one_global(op, rows, w, sizeof(T));                                           \
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
    LEAN_OP(one_##id)                                                                              \
    {                                                                                              \
        u64 address = (u32) (*SLOT(u32, op->c) + (u32) op->imm);                                   \
        if (address + sizeof(T) > w->block->shared_size || address & (sizeof(T) - 1)) {            \
            spread_row_32(*SLOT(u32, op->c), ROW(u32, op->a));                                     \
            return OP_FN(id, whole)(op, rows, w); /* which fails */                                \
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

/* One element for all lanes, to a slot and, if need be, a row. */
static inline void put_element(char *rows, u32 slot, u32 row, const char *p, u32 size,
                               bool is_signed)
{
    if (size == 4) {
        u32 v, *d = SLOT(u32, slot);
        memcpy(&v, p, 4);
        FEW(l)
        d[l] = v;
        if (row != UINT32_MAX)
            spread_row_32(v, ROW(u32, row));
    } else if (size == 8) {
        u64 v, *d = SLOT(u64, slot);
        memcpy(&v, p, 8);
        FEW(l)
        d[l] = v;
        if (row != UINT32_MAX)
            spread_row_64(v, ROW(u64, row));
    } else {
        u16 v = (u8) *p, *d = SLOT(u16, slot);
        if (size == 2)
            memcpy(&v, p, 2);
        else if (is_signed)
            v = (u16) (s8) v;
        FEW(l)
        d[l] = v;
        if (row != UINT32_MAX)
            spread_row_16(v, ROW(u16, row));
    }
}

LEAN_OP(one_ld_vector)
{
    const u32 *list = op->more;
    u32 size = op->target, count = op->count;
    u64 address = *SLOT(u64, op->c) + (u64) op->imm, bytes = (u64) size * count;
    const char *p;
    if (op->space == PTX_SHARED && address < w->block->shared_size &&
        w->block->shared_size - address >= bytes && !(address & (bytes - 1)))
        p = w->block->shared + address;
    else if (!(p = one_global(op, rows, w, (u32) bytes)))
        return NULL;
    for (u32 k = 0; k < count; k++)
        if (list[k] != UINT32_MAX)
            put_element(rows, list[k], list[count + k], p + k * size, size, op->b);
    NEXT(PART_whole);
}

/* Elements of 4 bytes whose vectors follow each other lane by lane: an array of structures, taken apart or put together. */
static inline bool vectors_in_a_row(const struct op *op, char *rows, struct warp *w,
                                    enum access access, char **out)
{
    struct extent e;
    u64 bytes = (u64) op->target * op->count;
    if (op->target != 4 || op->space == PTX_LOCAL || op->space == PTX_GENERIC ||
        !extent_of(SLOT(u64, op->c), (u64) op->imm, bytes, w->block, &e) || e.x != (s64) bytes ||
        (w->block->down > 1 && e.y != (s64) (bytes * w->block->across)))
        return false;
    if (op->space == PTX_SHARED) {
        *out = w->block->shared + e.low;
        return e.high <= w->block->shared_size && !(e.low & (bytes - 1));
    }
    *out = (char *) e.low;
    return extent_near(&w->near[op->site], &e, bytes) || find_near(op, w, &e, bytes, access);
}

LEAN_OP(ld_vector)
{
    const u32 *list = op->more;
    char *p;
    if (!vectors_in_a_row(op, rows, w, ACCESS_READ, &p))
        PLAINLY(ld_vector, 64);
    u32 count = op->count;
    for (u32 k = 0; k < count; k++) {
        if (list[k] == UINT32_MAX)
            continue;
        u32 *d = ROW(u32, list[k]);
        const u32 *from = (const u32 *) p + k;
        if (count == 4)
            LANES (l)
                d[l] = from[4 * l];
        else
            LANES (l)
                d[l] = from[(u32) l * count];
    }
    NEXT(PART_whole);
}

LEAN_OP(st_vector)
{
    const u32 *list = op->more;
    char *p;
    if (!vectors_in_a_row(op, rows, w, ACCESS_WRITE, &p))
        PLAINLY(st_vector, 64);
    u32 count = op->count;
    for (u32 k = 0; k < count; k++) {
        const u32 *d = ROW(u32, list[k]);
        u32 *to = (u32 *) p + k;
        if (count == 4)
            LANES (l)
                to[4 * l] = d[l];
        else
            LANES (l)
                to[(u32) l * count] = d[l];
    }
    NEXT(PART_whole);
}
