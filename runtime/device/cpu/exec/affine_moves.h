/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* For op_full_mask.c: the bounds of 32 accesses at an affine address, and the moves between there and a vector register. Static functions
 * only: any thread. */
#include "device/cpu/exec/lanes.h"

/* 32 accesses of `size` bytes: address of lane 0, strides, and the bounds [low, high) of all of them. */
struct affine_extent {
    u64 base, low, high;
    s64 x, y;
};

enum { STRIDE_MAX = 1 << 30 };

static inline bool extent_of(const u64 *s, u64 offset, u64 size, const struct thread_block *b,
                             struct affine_extent *e)
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

static inline bool extent_32(const u32 *s, u32 wide, u32 offset, u32 size, const struct warp *w,
                             struct affine_extent *e)
{
    const struct thread_block *b = w->block;
    s64 x = (s32) (s[1 << wide] - s[0]), y = (s32) (s[2 << wide] - s[0]);
    s64 dx = x * (b->across - 1), dy = y * (b->down - 1);
    s64 base = (u32) (s[0] + offset);
    s64 low = base + (dx < 0 ? dx : 0) + (dy < 0 ? dy : 0),
        high = base + (dx > 0 ? dx : 0) + (dy > 0 ? dy : 0) + size;
    e->base = (u64) (uintptr_t) b->shared + (u64) base;
    e->x = x;
    e->y = y;
    return low >= 0 && high <= (s64) b->shared_size && !((base | x | y) & (size - 1));
}

static inline bool extent_cached(const struct inline_cache *n, const struct affine_extent *e,
                                 u64 size)
{
    return e->low >= n->start && e->high <= n->start + n->size &&
           !((e->base | (u64) e->x | (u64) e->y) & (size - 1));
}

/* The cases in which memory has the lanes in order: all consecutive, consecutive in each row of the block, one value for all or for each
 * row; otherwise lane by lane. */
#define MOVE_IN(T, D)                                                                              \
    static inline void in_##T##_##D(const struct affine_extent *e, D *d,                           \
                                    const struct thread_block *b)                                  \
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
    static inline void out_##T(const struct affine_extent *e, const D *d,                          \
                               const struct thread_block *b)                                       \
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
