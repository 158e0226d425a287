/* SPDX-License-Identifier: Apache-2.0 */
/* Operations of the lanes of a warp together: shuffles, votes, matches, reductions, the warp barrier (9.7.9.6, 9.7.13). Each waits until every
 * lane of its member mask that has not exited has arrived (warp_wait_lanes). Next: warp.c. */
#include "device/cpu/exec/lanes.h"

static inline void put_bits(const struct op *op, char *vregs, struct warp *w, u32 at, u32 bits)
{
    PRED(at) = (PRED(at) & ~w->mask) | (bits & w->mask);
}

enum { SHFL_UP, SHFL_DOWN, SHFL_BFLY, SHFL_IDX };

/* The lane that each lane reads (9.7.9.6): its own, and 0 in `inside`, if the source is out of range. */
#define SHFL_LANES(at, in)                                                                         \
    LANES (l) {                                                                                    \
        s32 by = (s32) (b[l] & 31);                                                                \
        s32 clamp = (s32) (c[l] & 31), segment = (s32) (c[l] >> 8 & 31), least = l & segment;      \
        s32 most = least | (clamp & ~segment), j = at;                                             \
        (void) least;                                                                              \
        inside[l] = (in) ? -1 : 0;                                                                 \
        from[l] = (in) ? j : l;                                                                    \
    }

static inline void shfl_lanes(u32 mode, const u32 *b, const u32 *c, s32 *from, s32 *inside)
{
    switch (mode) {
    case SHFL_UP: SHFL_LANES(l - by, j >= most) break;
    case SHFL_DOWN: SHFL_LANES(l + by, j <= most) break;
    case SHFL_BFLY: SHFL_LANES(l ^ by, j <= most) break;
    default: SHFL_LANES(least | (by & ~segment), j <= most) break;
    }
}

#undef SHFL_LANES

static inline void permute(const u32 *a, const s32 *from, u32 *out)
{
#if defined __AVX512F__
    typedef int vector __attribute__((vector_size(64)));
    vector low, high, at[2];
    memcpy(&low, a, sizeof low);
    memcpy(&high, a + 16, sizeof high);
    memcpy(at, from, sizeof at);
    for (int k = 0; k < 2; k++) {
        vector v = __builtin_ia32_vpermt2vard512_mask(at[k], low, high, 0xffff);
        memcpy(out + 16 * k, &v, sizeof v);
    }
#else
    u32 copy[WARP_LANES]; /* out may be a */
    memcpy(copy, a, sizeof copy);
    for (int l = 0; l < WARP_LANES; l++)
        out[l] = copy[from[l] & 31];
#endif
}

/* d = a of another lane; b: which, c: clamp and segment, imm: mode and predicate register (0: none) << 8;
 * target: vector register of the member mask */
SAME_FORMS(shfl, {
    if (must_gather(vregs, op->target, w))
        return gather_members(op, vregs, op->target, w);
    s32 from[WARP_LANES] __attribute__((aligned(64)));
    s32 inside[WARP_LANES] __attribute__((aligned(64)));
    u32 *d = VREG(u32, op->d);
    shfl_lanes((u32) op->imm & 3, VREG(u32, op->b), VREG(u32, op->c), from, inside);
    if (PART) {
        u32 out[WARP_LANES] __attribute__((aligned(64)));
        permute(VREG(u32, op->a), from, out);
        LANES (l)
            d[l] = w->lanes[l] ? out[l] : d[l];
    } else {
        permute(VREG(u32, op->a), from, d);
    }
    if (op->imm >> 8)
        put_bits(op, vregs, w, (u32) (op->imm >> 8), bits_of(inside));
    NEXT(PART);
})

enum { VOTE_BALLOT, VOTE_ALL, VOTE_ANY, VOTE_UNI };

/* imm: what; a: predicate (count: negated); b: vector register of the member mask */
SAME_FORMS(vote, {
    if (must_gather(vregs, op->b, w))
        return gather_members(op, vregs, op->b, w);
    u32 members = members_of(vregs, op->b, w) & w->mask;
    u32 votes = (op->count ? ~PRED(op->a) : PRED(op->a)) & members;
    if (op->imm == VOTE_BALLOT) {
        u32 *d = VREG(u32, op->d);
        LANES_OF (l, w->mask)
            d[l] = votes;
        NEXT(PART);
    }
    bool yes = op->imm == VOTE_ALL   ? votes == members
               : op->imm == VOTE_ANY ? votes != 0
                                     : votes == 0 || votes == members;
    put_bits(op, vregs, w, op->d, yes ? UINT32_MAX : 0);
    NEXT(PART);
})

/* The lanes in which a vector register holds a value: all ones there, else 0. */
#define EQUAL(bits)                                                                                \
    static inline void equal_##bits(const u##bits *a, u##bits value, s32 *truth)                   \
    {                                                                                              \
        LANES (l)                                                                                  \
            truth[l] = a[l] == value ? -1 : 0;                                                     \
    }
EQUAL(32)
EQUAL(64)
#undef EQUAL

/* imm: 0 any, 1 all; count: bytes of a; b: member mask; c: predicate register of match.all (0: none) */
SAME_FORMS(match, {
    if (must_gather(vregs, op->b, w))
        return gather_members(op, vregs, op->b, w);
    u32 members = members_of(vregs, op->b, w) & w->mask;
    u32 *d = VREG(u32, op->d);
    u32 same[WARP_LANES] __attribute__((aligned(64))) = {0};
    s32 truth[WARP_LANES] __attribute__((aligned(64)));
    for (u32 rest = members; rest;) { /* once for each distinct value */
        u32 k = (u32) __builtin_ctz(rest);
        if (op->count == 8)
            equal_64(VREG(u64, op->a), VREG(u64, op->a)[k], truth);
        else
            equal_32(VREG(u32, op->a), VREG(u32, op->a)[k], truth);
        u32 equal = bits_of(truth) & members;
        LANES (l)
            same[l] = truth[l] ? equal : same[l];
        rest &= ~equal;
    }
    LANES (l)
        same[l] = op->imm && same[l] != members ? 0 : same[l];
    LANES (l)
        d[l] = w->lanes[l] ? same[l] : d[l];
    if (op->imm && op->c)
        put_bits(op, vregs, w, op->c, same[__builtin_ctz(w->mask)] == members ? UINT32_MAX : 0);
    NEXT(PART);
})

SAME_FORMS(activemask, {
    u32 *d = VREG(u32, op->d);
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
    if (must_gather(vregs, op->b, w))
        return gather_members(op, vregs, op->b, w);
    u32 members = members_of(vregs, op->b, w) & w->mask;
    const u32 *a = VREG(u32, op->a);
    u32 *d = VREG(u32, op->d);
    u32 first = members ? (u32) __builtin_ctz(members) : 0, r = a[first];
    LANES_OF (l, members & ~(1u << first))
        r = redux_step((u32) op->imm, r, a[l]);
    LANES_OF (l, w->mask)
        d[l] = r;
    NEXT(PART);
})

/* a: vector register of the member mask (9.7.13.2) */
SAME_FORMS(bar_warp, {
    if (must_gather(vregs, op->a, w))
        return gather_members(op, vregs, op->a, w);
    NEXT(PART);
})

SAME_FORMS(fence, {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    NEXT(PART);
})
