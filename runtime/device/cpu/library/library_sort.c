/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting: sort_all of compute/kernels/sort.cu. Numbers of 32 and 64 bits become signed integers in the same order and are sorted in place
 * (loops/loops_sort.c), on several threads after partitions; shorter ones are counted. Indices are sorted with their keys: the pair is one number of
 * 64 bits if the key has at most 32, and equal keys keep their order. */
#include <stdlib.h>

#include "base/check.h"
#include "device/cpu/library/library_impl.h"

enum number_kind { SIGNED, UNSIGNED, REAL };

enum { THREAD_LEAST = 1 << 17 /* elements that are worth a thread */, IN_CACHE = 1 << 17 };

struct sort_work {
    const struct library_call *call;
    const void *from;
    void *keys; /* the result of a sort without indices */
    int32_t *index;
    uint64_t n;
    uint32_t parts, size;
    enum number_kind kind;
};

/* ---- numbers as signed integers in the same order ---- */

static inline int32_t order_32(int32_t bits, enum number_kind kind)
{
    if (kind == UNSIGNED)
        return bits ^ INT32_MIN;
    if (kind == SIGNED)
        return bits;
    return (bits & INT32_MAX) > 0x7f800000 ? INT32_MAX : bits ^ (bits >> 31 & INT32_MAX);
}

static inline int64_t order_64(int64_t bits, enum number_kind kind)
{
    if (kind == UNSIGNED)
        return bits ^ INT64_MIN;
    if (kind == SIGNED)
        return bits;
    return (bits & INT64_MAX) > 0x7ff0000000000000 ? INT64_MAX : bits ^ (bits >> 63 & INT64_MAX);
}

/* Copies a part and changes it; `back`: to numbers again, in place. */
static void change(const struct sort_work *w, uint64_t first, uint64_t end, bool back)
{
    const struct loop_set *loops = w->call->loops;
    const void *from = back ? w->keys : w->from;
    const int32_t *from_32 = from;
    const int64_t *from_64 = from;
    int32_t *to_32 = w->keys;
    int64_t *to_64 = w->keys;
    if (w->kind == REAL && w->size == 4)
        loops->order_f32(from_32 + first, to_32 + first, end - first, back);
    else if (w->kind == REAL)
        loops->order_f64(from_64 + first, to_64 + first, end - first, back);
    else if (w->kind == SIGNED)
        memcpy((char *) w->keys + first * w->size, (const char *) from + first * w->size,
               (end - first) * w->size);
    else
        for (uint64_t i = first; i < end; i++)
            if (w->size == 4)
                to_32[i] = from_32[i] ^ INT32_MIN;
            else
                to_64[i] = from_64[i] ^ INT64_MIN;
}

static void change_part(void *user, uint32_t part)
{
    const struct sort_work *w = user;
    change(w, w->n * part / w->parts, w->n * (part + 1) / w->parts, false);
}

/* ---- sorting on several threads ---- */

struct sort_task {
    const struct sort_work *work;
    uint64_t first, n;
    uint32_t parts;
    bool fresh; /* of floats: they are still where they come from */
    const struct sort_task *halves;
};

static void sort_task(const struct sort_task *t);

static void sort_half(void *user, uint32_t part)
{
    const struct sort_task *t = user;
    sort_task(&t->halves[part]);
}

/* In pieces that stay in the cache, from which they are changed back. */
static void sort_alone(const struct sort_task *t)
{
    const struct loop_set *loops = t->work->call->loops;
    if (t->work->size == 4)
        loops->sort_32((int32_t *) t->work->keys + t->first, t->n);
    else
        loops->sort_64((int64_t *) t->work->keys + t->first, t->n);
    if (t->work->kind != SIGNED && !t->work->index)
        change(t->work, t->first, t->first + t->n, true);
}

/* The middle of a sample, of numbers that are not changed yet if the task is fresh. */
static int64_t sample(const struct sort_task *t, const struct loop_set *loops)
{
    enum { COUNT = 255 };

    int64_t at[COUNT];
    int32_t narrow[COUNT];
    const void *from = t->fresh ? t->work->from : t->work->keys;
    for (uint64_t i = 0; i < COUNT; i++) {
        uint64_t k = t->first + t->n / COUNT * i;
        if (t->work->size == 4)
            narrow[i] = ((const int32_t *) from)[k];
        else
            at[i] = ((const int64_t *) from)[k];
    }
    if (t->fresh && t->work->size == 4)
        loops->order_f32(narrow, narrow, COUNT, false);
    else if (t->fresh)
        loops->order_f64(at, at, COUNT, false);
    for (uint64_t i = 0; i < COUNT && t->work->size == 4; i++)
        at[i] = narrow[i];
    loops->sort_64(at, COUNT);
    return at[COUNT / 2];
}

static uint64_t partition(const struct sort_task *t, const struct loop_set *loops, int64_t pivot)
{
    const int32_t *from_32 = t->work->from;
    const int64_t *from_64 = t->work->from;
    int32_t *keys_32 = (int32_t *) t->work->keys + t->first;
    int64_t *keys_64 = (int64_t *) t->work->keys + t->first;
    if (t->fresh && t->work->size == 4)
        return loops->partition_floats_32(from_32, keys_32, t->n, (int32_t) pivot);
    if (t->fresh)
        return loops->partition_floats_64(from_64, keys_64, t->n, pivot);
    return t->work->size == 4 ? loops->partition_32(keys_32, t->n, (int32_t) pivot)
                              : loops->partition_64(keys_64, t->n, pivot);
}

static void sort_task(const struct sort_task *t)
{
    const struct loop_set *loops = t->work->call->loops;
    if (atomic_load(t->work->call->interrupted))
        return;
    if (!loops->partition_32 || t->n < 2 * IN_CACHE) {
        if (t->fresh)
            change(t->work, t->first, t->first + t->n, false);
        sort_alone(t);
        return;
    }
    uint64_t low = partition(t, loops, sample(t, loops));
    if (low < t->n / 8 || low > t->n - t->n / 8) { /* many equal numbers */
        sort_alone(t);
        return;
    }
    uint32_t left = (uint32_t) ((t->parts * low + t->n / 2) / t->n);
    left = left < 1 ? 1 : left;
    uint32_t right = left < t->parts ? t->parts - left : 1;
    struct sort_task halves[2] = {
        {.work = t->work, .first = t->first,       .n = low,        .parts = left },
        {.work = t->work, .first = t->first + low, .n = t->n - low, .parts = right}
    };
    struct sort_task both = {.halves = halves};
    if (t->parts > 1) {
        library_fork(t->work->call, 2, sort_half, &both);
    } else {
        sort_task(&halves[0]);
        sort_task(&halves[1]);
    }
}

static void sort_numbers(struct sort_work *w, bool fresh)
{
    struct sort_task t = {.work = w, .n = w->n, .parts = w->parts, .fresh = fresh};
    sort_task(&t);
}

/* ---- with indices ---- */

static int64_t narrow_key(const struct sort_work *w, uint64_t i)
{
    const uint8_t *b = w->from;
    const uint16_t *s = w->from;
    const int32_t *n = w->from;
    if (w->size == 1)
        return w->kind == SIGNED ? (int8_t) b[i] : b[i];
    if (w->size == 2)
        return w->kind == SIGNED ? (int16_t) s[i] : s[i];
    return order_32(w->kind == REAL && n[i] == INT32_MIN ? 0 : n[i], w->kind); /* -0 equals 0 */
}

static void sort_pairs(struct sort_work *w)
{
    int64_t *pairs = xmalloc((w->n + 1) * sizeof *pairs);
    struct sort_work all = *w;
    for (uint64_t i = 0; i < w->n; i++)
        pairs[i] = (int64_t) ((uint64_t) narrow_key(w, i) << 32 | i);
    all.keys = pairs;
    all.size = 8;
    sort_numbers(&all, false);
    for (uint64_t i = 0; i < w->n; i++)
        w->index[i] = (int32_t) pairs[i];
    free(pairs);
}

/* Keys of 64 bits: digit by digit. */
static void sort_wide(struct sort_work *w)
{
    struct pair {
        int64_t key;
        int32_t index;
    } *from = xmalloc((w->n + 1) * sizeof *from), *to = xmalloc((w->n + 1) * sizeof *to), *swap;

    const int64_t *x = w->from;
    for (uint64_t i = 0; i < w->n; i++)
        from[i] = (struct pair){order_64(w->kind == REAL && x[i] == INT64_MIN ? 0 : x[i], w->kind) ^
                                    INT64_MIN,
                                (int32_t) i};
    for (unsigned shift = 0; shift < 64 && !atomic_load(w->call->interrupted); shift += 8) {
        uint64_t at[257] = {0};
        for (uint64_t i = 0; i < w->n; i++)
            at[(from[i].key >> shift & 0xff) + 1]++;
        if (at[(from[0].key >> shift & 0xff) + 1] == w->n)
            continue;
        for (int d = 0; d < 256; d++)
            at[d + 1] += at[d];
        for (uint64_t i = 0; i < w->n; i++)
            to[at[from[i].key >> shift & 0xff]++] = from[i];
        swap = from;
        from = to;
        to = swap;
    }
    for (uint64_t i = 0; i < w->n; i++)
        w->index[i] = from[i].index;
    free(from);
    free(to);
}

/* ---- 8 and 16 bits ---- */

static void sort_counted(struct sort_work *w)
{
    uint32_t count = w->size == 1 ? 1 << 8 : 1 << 16, flip = w->kind == SIGNED ? count / 2 : 0;
    uint64_t *at = xcalloc(count, sizeof *at), n = 0;
    const uint8_t *b = w->from;
    const uint16_t *s = w->from;
    for (uint64_t i = 0; i < w->n; i++)
        at[(w->size == 1 ? b[i] : s[i]) ^ flip]++;
    for (uint32_t v = 0; v < count; v++)
        for (uint64_t end = n + at[v]; n < end; n++)
            if (w->size == 1)
                ((uint8_t *) w->keys)[n] = (uint8_t) (v ^ flip);
            else
                ((uint16_t *) w->keys)[n] = (uint16_t) (v ^ flip);
    free(at);
}

/* (n, from, keys, other keys, index, other index) */
static bool sort(const struct library_call *c)
{
    uint32_t size = c->row->type;
    struct sort_work w = {
        .call = c, .n = (uint32_t) library_int(c, 0), .size = size, .kind = c->row->kind};
    bool indices = library_long(c, 4);
    w.from = library_range(c, 1, 0, w.n * size, size);
    w.keys = library_range(c, 2, 0, w.n * size, size);
    w.index = indices ? library_range(c, 4, 0, w.n * 4, 4) : NULL;
    w.parts = library_parts(c, w.n, THREAD_LEAST);
    if (!w.from || !w.keys || (indices && !w.index) || !w.n)
        return false;
    if (indices && size < 8) {
        sort_pairs(&w);
    } else if (indices) {
        sort_wide(&w);
    } else if (size < 4) {
        sort_counted(&w);
    } else {
        if (w.kind != REAL)
            library_fork(c, w.parts, change_part, &w);
        sort_numbers(&w, w.kind == REAL);
    }
    return true;
}

#define SORT_ROWS(T, kind, size)                                                                   \
    {"_ZN8warpcell8sort_allI" #T "Lb0EE", sort, kind, size},                                       \
        {"_ZN8warpcell8sort_allI" #T "Lb1EE", sort, kind, size},
const struct library_kernel library_sorts[] = {
    SORT_ROWS(b, UNSIGNED, 1) SORT_ROWS(a, SIGNED, 1) SORT_ROWS(h, UNSIGNED, 1)
        SORT_ROWS(s, SIGNED, 2) SORT_ROWS(t, UNSIGNED, 2) SORT_ROWS(i, SIGNED, 4)
            SORT_ROWS(j, UNSIGNED, 4) SORT_ROWS(l, SIGNED, 8) SORT_ROWS(m, UNSIGNED, 8)
                SORT_ROWS(f, REAL, 4) SORT_ROWS(d, REAL, 8)};
const size_t library_sort_count = sizeof library_sorts / sizeof *library_sorts;
