/* SPDX-License-Identifier: Apache-2.0 */
/* What lanes of a warp do together: shuffles, votes, matches, reductions, the warp barrier (9.7.9.6, 9.7.13).
 * Each waits until every lane of its member mask that has not exited is here (warp_wait_lanes). */
#include "device/cpu/lanes.h"

/* The member mask is row `at`; the lanes of it that are still missing here. */
static inline u32 missing(const char *rows, u32 at, const struct warp *w)
{
    u32 members = ((const u32 *) (rows + at))[__builtin_ctz(w->mask)];
    return members & w->alive & ~w->mask;
}

static inline void put_bits(const struct op *op, char *rows, struct warp *w, u32 at, u32 bits)
{
    PRED(at) = (PRED(at) & ~w->mask) | (bits & w->mask);
}

enum { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };

/* The lane that lane l reads; l itself and false when that is out of range (9.7.9.6). */
static inline u32 shfl_source(u32 mode, u32 l, u32 b, u32 c, bool *out_inside)
{
    u32 clamp = c & 31, segment = c >> 8 & 31;
    u32 most = (l & segment) | (clamp & ~segment), least = l & segment, j;
    b &= 31;
    switch (mode) {
    case SHFL_UP:
        j = l - b;
        *out_inside = (s32) j >= (s32) most;
        break;
    case SHFL_DOWN:
        j = l + b;
        *out_inside = j <= most;
        break;
    case SHFL_BFLY:
        j = l ^ b;
        *out_inside = j <= most;
        break;
    default:
        j = least | (b & ~segment);
        *out_inside = j <= most;
        break;
    }
    return *out_inside ? j & 31 : l;
}

/* d = a of another lane; b: which, c: clamp and segment, imm: mode and predicate row (0: none) << 8;
 * target: row of the member mask */
SAME_FORMS(shfl, {
    u32 need = missing(rows, op->target, w);
    if (need)
        return warp_wait_lanes(w, op, need | w->mask);
    u32 *d = ROW(u32, op->d);
    const u32 *b = ROW(u32, op->b), *c = ROW(u32, op->c);
    u32 mode = (u32) op->imm & 3, inside = 0;
    u32 from[WARP_LANES];
    memcpy(from, ROW(u32, op->a), sizeof from);
    for (u32 l = 0; l < WARP_LANES; l++) {
        bool in;
        u32 j = shfl_source(mode, l, b[l], c[l], &in);
        inside |= (u32) in << l;
        d[l] = w->lanes[l] ? from[j] : d[l];
    }
    if (op->imm >> 8)
        put_bits(op, rows, w, (u32) (op->imm >> 8), inside);
    NEXT(PART);
})

enum { VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT };

/* imm: what; a: predicate (count: negated); b: row of the member mask */
SAME_FORMS(vote, {
    u32 need = missing(rows, op->b, w);
    if (need)
        return warp_wait_lanes(w, op, need | w->mask);
    u32 members = ROW(u32, op->b)[__builtin_ctz(w->mask)] & w->mask;
    u32 votes = (op->count ? ~PRED(op->a) : PRED(op->a)) & members;
    if (op->imm == VOTE_BALLOT) {
        u32 *d = ROW(u32, op->d);
        LANES_OF (l, w->mask)
            d[l] = votes;
        NEXT(PART);
    }
    bool yes = op->imm == VOTE_ALL   ? votes == members
               : op->imm == VOTE_ANY ? votes != 0
                                     : votes == 0 || votes == members;
    put_bits(op, rows, w, op->d, yes ? UINT32_MAX : 0);
    NEXT(PART);
})

/* The lanes of a row that hold a value, a bit for each. */
#define EQUAL(bits)                                                                                \
    static inline u32 equal_##bits(const u##bits *a, u##bits value)                                \
    {                                                                                              \
        u32 lanes = 0;                                                                             \
        LANES (l)                                                                                  \
            lanes |= (u32) (a[l] == value) << l;                                                   \
        return lanes;                                                                              \
    }
EQUAL(32)
EQUAL(64)
#undef EQUAL

/* imm: 0 any, 1 all; count: bytes of a; b: member mask; c: predicate row of match.all (0: none) */
SAME_FORMS(match, {
    u32 need = missing(rows, op->b, w);
    if (need)
        return warp_wait_lanes(w, op, need | w->mask);
    u32 members = ROW(u32, op->b)[__builtin_ctz(w->mask)] & w->mask;
    u32 *d = ROW(u32, op->d);
    u32 same[WARP_LANES];
    for (u32 rest = members; rest;) { /* once for each value that there is */
        u32 k = (u32) __builtin_ctz(rest);
        u32 equal = op->count == 8 ? equal_64(ROW(u64, op->a), ROW(u64, op->a)[k])
                                   : equal_32(ROW(u32, op->a), ROW(u32, op->a)[k]);
        equal &= members;
        LANES_OF (l, equal)
            same[l] = equal;
        rest &= ~equal;
    }
    LANES_OF (l, w->mask)
        d[l] = op->imm && same[l] != members ? 0 : same[l];
    if (op->imm && op->c)
        put_bits(op, rows, w, op->c, same[__builtin_ctz(w->mask)] == members ? UINT32_MAX : 0);
    NEXT(PART);
})

SAME_FORMS(activemask, {
    u32 *d = ROW(u32, op->d);
    LANES_OF (l, w->mask)
        d[l] = w->mask;
    NEXT(PART);
})

enum {
    REDUX_ADD,
    REDUX_MIN_S,
    REDUX_MAX_S,
    REDUX_MIN_U,
    REDUX_MAX_U,
    REDUX_AND,
    REDUX_OR,
    REDUX_XOR
};

static inline u32 redux_step(u32 how, u32 x, u32 y)
{
    switch (how) {
    case REDUX_ADD: return x + y;
    case REDUX_MIN_S: return (s32) x < (s32) y ? x : y;
    case REDUX_MAX_S: return (s32) x > (s32) y ? x : y;
    case REDUX_MIN_U: return x < y ? x : y;
    case REDUX_MAX_U: return x > y ? x : y;
    case REDUX_AND: return x & y;
    case REDUX_OR: return x | y;
    default: return x ^ y;
    }
}

SAME_FORMS(redux, {
    u32 need = missing(rows, op->b, w);
    if (need)
        return warp_wait_lanes(w, op, need | w->mask);
    u32 members = ROW(u32, op->b)[__builtin_ctz(w->mask)] & w->mask;
    const u32 *a = ROW(u32, op->a);
    u32 *d = ROW(u32, op->d);
    u32 first = members ? (u32) __builtin_ctz(members) : 0, r = a[first];
    LANES_OF (l, members & ~(1u << first))
        r = redux_step((u32) op->imm, r, a[l]);
    LANES_OF (l, w->mask)
        d[l] = r;
    NEXT(PART);
})

/* a: row of the member mask (9.7.13.2) */
SAME_FORMS(bar_warp, {
    u32 need = missing(rows, op->a, w);
    if (need)
        return warp_wait_lanes(w, op, need | w->mask);
    NEXT(PART);
})

SAME_FORMS(fence, {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    NEXT(PART);
})
