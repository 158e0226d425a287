/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses of a warp that conflict with nothing, all lanes at once: rows of words by number_rows.h, words anywhere by gathering their numbers
 * into a row. The cells of a row mostly hold numbers of one event, so that one comparison of clocks decides for all of them, and in shared
 * memory all numbers up to a limit are of accesses before the block's last barrier. What is not as simple as that is left to
 * check_race.c. Compiled once for each instruction set (exec/meson.build). Next: number_rows.h. */
#include <string.h>

#include "device/cpu/check/check_race.h"
#include "device/cpu/check/check_speculation.h"
#include "device/cpu/check/memory/number_rows.h"

#define QUICK_JOIN(set) race_quick_##set
#define QUICK_NAME(set) QUICK_JOIN(set)

enum quick_order {
    QUICK_ORDERED,   /* for all lanes of the warp */
    QUICK_UNORDERED, /* for all */
    QUICK_OWN, /* an access of the warp itself since its lanes last met: ordered for its own lane */
    QUICK_BY_LANE, /* ask the clocks */
};

struct quick {
    struct checked_block *b;
    const struct observed_ahead *a;
    const struct checked_code *code;
    const struct access_events *events;
    struct shadow_memory *shadow;
    uint32_t limit;   /* accesses up to this number are ordered for all; 0 in global memory */
    uint32_t foreign; /* those up to this number are not ordered for any; 0: not known */
    uint32_t number;  /* of lane 0, once it is needed */
    uint32_t warp, block, epoch, clock;
    bool informed;
    uint32_t event; /* compared last, and how: */
    enum quick_order order;
};

/* ---- order ---- */

static enum quick_order compare(const struct quick *q, const struct access_event *e)
{
    if (e->block != q->block)
        return q->informed ? QUICK_BY_LANE : QUICK_UNORDERED;
    if (e->epoch < q->epoch)
        return QUICK_ORDERED;
    if (e->warp != q->warp)
        return q->informed ? QUICK_BY_LANE : QUICK_UNORDERED;
    return e->clock == q->clock ? QUICK_OWN : QUICK_BY_LANE;
}

static inline enum quick_order order_of(struct quick *q, uint32_t number)
{
    uint32_t event = access_event_of(number);
    if (number <= q->foreign)
        return QUICK_UNORDERED;
    if (event != q->event) {
        q->event = event;
        q->order = compare(q, q->events->list.at + event);
    }
    return q->order;
}

static inline bool is_ordered(struct quick *q, uint32_t number, uint32_t lane)
{
    if (number <= q->limit)
        return true;
    enum quick_order order = order_of(q, number);
    if (order == QUICK_OWN)
        return access_lane_of(number) == lane;
    if (order != QUICK_BY_LANE)
        return order == QUICK_ORDERED;
    struct stamp s = access_stamp(q->events, number);
    return clocks_ordered(q->b->clocks, &s, q->warp * WARP_LANES + lane);
}

/* The number of lane 0 for this access. */
static inline uint32_t own_first(struct quick *q)
{
    const struct observed_ahead *a = q->a;
    uint32_t inst = a->op->inst;
    if (!q->number)
        q->number =
            checked_access(q->b, a->shared, a->warp, q->code->first + inst, q->code->memories[inst],
                           a->atomic  ? STAMP_ATOMIC | STAMP_STRONG
                           : a->store ? STAMP_WRITE
                                      : STAMP_READ,
                           q->clock);
    return q->number;
}

/* ---- a row of up to NUMBER_ROW numbers: number j is compared for lane first + (j >> shift) ---- */

struct row {
    struct shadow_cells *cells;
    uint32_t word, mask, lane, shift;
};

static uint32_t unordered_by_lane(struct quick *q, const uint32_t *n, uint32_t mask,
                                  const struct row *r)
{
    uint32_t bad = 0;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t j = (uint32_t) __builtin_ctz(left);
        bad |= (uint32_t) !is_ordered(q, n[j], r->lane + (j >> r->shift)) << j;
    }
    return bad;
}

/* Which of the numbers of a mask are of accesses that did not happen before. */
static inline uint32_t unordered(struct quick *q, const uint32_t *n, uint32_t mask,
                                 const struct row *r)
{
    uint32_t some = numbers_above(n, mask, q->limit),
             left = q->foreign && some ? numbers_above(n, some, q->foreign) : some,
             bad = some & ~left;
    while (left) {
        uint32_t number = n[__builtin_ctz(left)], event = access_event_of(number),
                 same = numbers_of_event(n, left, event);
        struct own_numbers own = {access_number(event, r->lane), r->shift};
        switch (order_of(q, number)) {
        case QUICK_ORDERED: break;
        case QUICK_UNORDERED: bad |= same; break;
        case QUICK_OWN: bad |= same & ~numbers_equal(n, same, own); break;
        case QUICK_BY_LANE: bad |= unordered_by_lane(q, n, same, r); break;
        }
        left &= ~same;
    }
    return bad;
}

static inline bool all_before(struct quick *q, const struct row *r, enum shadow_role role)
{
    const uint32_t *of = r->cells->of[role];
    return !of || !unordered(q, of + r->word, r->mask, r);
}

static inline struct own_numbers own_numbers(struct quick *q, const struct row *r)
{
    return (struct own_numbers){own_first(q) + r->lane, r->shift};
}

/* As remember_read of check_race.c: which reads of the mask have found no place in the role. */
static inline uint32_t remember_in(struct quick *q, const struct row *r, uint32_t mask,
                                   enum shadow_role role)
{
    uint32_t *n = shadow_role(r->cells, role) + r->word, rest = unordered(q, n, mask, r);
    if (mask != rest)
        numbers_put(n, mask & ~rest, own_numbers(q, r));
    return rest;
}

static inline void forget(const struct row *r, enum shadow_role role, uint32_t limit)
{
    uint32_t *of = r->cells->of[role];
    uint32_t some = of ? numbers_above(of + r->word, r->mask, limit) : 0;
    if (some)
        numbers_clear(of + r->word, some);
}

/* Reads of other blocks fill all words of the page: none is remembered any more. Which page is worth a look is a matter of experience. */
static void look_for_saturation(const struct quick *q, struct shadow_page *p)
{
    enum { HITS = 64 };

    const uint32_t *first = p->words.of[SHADOW_READ], *second = p->words.of[SHADOW_READ_2];
    bool full = true;
    if (!q->foreign || !second || ++p->hits % HITS)
        return;
    for (uint32_t w = 0; w < SHADOW_WORDS && full; w += NUMBER_ROW)
        full = numbers_above(first + w, UINT32_MAX, NO_ACCESS) == UINT32_MAX &&
               numbers_above(second + w, UINT32_MAX, NO_ACCESS) == UINT32_MAX &&
               !numbers_above(first + w, UINT32_MAX, q->foreign) &&
               !numbers_above(second + w, UINT32_MAX, q->foreign);
    if (full)
        p->saturated = q->foreign;
}

static inline bool is_saturated(const struct quick *q, const struct shadow_page *p)
{
    bool load = !q->a->store && !q->a->atomic;
    return load && p->saturated && p->saturated <= q->foreign && !p->any_split &&
           !p->words.of[SHADOW_WRITE] && !p->words.of[SHADOW_ATOMIC];
}

/* Whether nothing that the cells remember conflicts with the access. */
static inline bool is_clear(struct quick *q, const struct row *r)
{
    return all_before(q, r, SHADOW_WRITE) && all_before(q, r, SHADOW_ATOMIC) &&
           (!q->a->store || (all_before(q, r, SHADOW_READ) && all_before(q, r, SHADOW_READ_2)));
}

/* Reads that are ordered for all will be ordered for what comes, too, and need not be forgotten. */
static void remember_row(struct quick *q, const struct row *r, struct shadow_page *p)
{
    enum { PAGE_ROWS = SHADOW_WORDS / NUMBER_ROW };

    if (!q->a->store) {
        uint32_t rest = remember_in(q, r, r->mask, SHADOW_READ);
        if (rest && remember_in(q, r, rest, SHADOW_READ_2) == r->mask)
            look_for_saturation(q, p);
        return;
    }
    numbers_put(shadow_role(r->cells, SHADOW_WRITE) + r->word, r->mask, own_numbers(q, r));
    forget(r, SHADOW_ATOMIC, NO_ACCESS);
    forget(r, SHADOW_READ, q->limit);
    forget(r, SHADOW_READ_2, q->limit);
    if (!q->a->shared && r->cells->of[SHADOW_READ] && ++p->rows_stored % PAGE_ROWS == 0)
        shadow_settle(r->cells, SHADOW_READ); /* a kernel that works in place leaves no reads */
}

static bool any_split(const struct shadow_page *p, uint32_t word, uint32_t count)
{
    for (uint32_t j = 0; j < count && p->any_split; j++)
        if (shadow_is_split(p, word + j))
            return true;
    return false;
}

enum walk_step { WALK_LOOK = 1, WALK_REMEMBER = 2 };

/* A part of a span, in one page; steps: enum walk_step. */
static inline bool walk_part(struct quick *q, uint64_t at, const struct row *part, int steps)
{
    struct shadow_page *p = shadow_at(q->shadow, at);
    struct row r = *part;
    r.cells = &p->words;
    r.word = (uint32_t) (at % SHADOW_PAGE / 4);
    if (is_saturated(q, p))
        return true;
    if (steps & WALK_LOOK &&
        (any_split(p, r.word, NUMBER_ROW - (uint32_t) __builtin_clz(r.mask)) || !is_clear(q, &r)))
        return false;
    if (steps & WALK_REMEMBER)
        remember_row(q, &r, p);
    return true;
}

/* `lanes` lanes from `lane` on access consecutive elements. */
static bool walk_span(struct quick *q, uint64_t at, uint32_t lane, uint32_t lanes, int steps)
{
    uint32_t each = q->a->size * q->a->count / 4, words = lanes * each,
             shift = (uint32_t) __builtin_ctz(each);
    while (words) {
        uint32_t here = SHADOW_WORDS - (uint32_t) (at % SHADOW_PAGE / 4);
        here = here < words ? here : words;
        here = here < NUMBER_ROW ? here : NUMBER_ROW;
        struct row r = {.mask = UINT32_MAX >> (NUMBER_ROW - here), .lane = lane, .shift = shift};
        if (!walk_part(q, at, &r, steps))
            return false;
        words -= here;
        at += 4 * (uint64_t) here;
        lane += here >> shift;
    }
    return true;
}

/* One span, or two: of each half of the warp. A store that is left to check_race.c must not have been remembered in part; of loads that
 * does no harm. */
static bool check_spans(struct quick *q, uint32_t count)
{
    const uint64_t *at = q->a->at;
    uint32_t lanes = WARP_LANES / count;
    bool one_part = count == 1 && q->a->size * q->a->count == 4 &&
                    at[0] % SHADOW_PAGE <= SHADOW_PAGE - 4 * NUMBER_ROW;
    uint64_t bytes = (uint64_t) lanes * q->a->size * q->a->count;
    if (q->a->store && count == 2 && at[1] - at[0] + bytes < 2 * bytes) /* they overlap */
        return false;
    int steps = q->a->store && !one_part ? WALK_LOOK : WALK_LOOK | WALK_REMEMBER;
    for (uint32_t k = 0; k < count; k++)
        if (!walk_span(q, at[k], k * lanes, lanes, steps))
            return false;
    for (uint32_t k = 0; k < count && !(steps & WALK_REMEMBER); k++)
        walk_span(q, at[k], k * lanes, lanes, WALK_REMEMBER);
    return true;
}

/* ---- many lanes load one word ---- */

static inline void remember_read(struct quick *q, struct shadow_cells *c, uint32_t word,
                                 uint32_t lane)
{
    for (int role = SHADOW_READ; role <= SHADOW_READ_2; role++) {
        uint32_t *of = c->of[role] ? c->of[role] : shadow_role(c, (enum shadow_role) role);
        if (is_ordered(q, of[word], lane)) {
            of[word] = own_first(q) + lane;
            return;
        }
    }
}

static bool all_lanes_after(struct quick *q, const struct shadow_cells *c, enum shadow_role role,
                            uint32_t word, uint32_t lane, uint32_t lanes)
{
    uint32_t number = c->of[role] ? c->of[role][word] : NO_ACCESS;
    if (number <= q->limit)
        return true;
    enum quick_order order = order_of(q, number);
    if (order == QUICK_ORDERED || order == QUICK_UNORDERED)
        return order == QUICK_ORDERED;
    for (uint32_t l = lane; l < lane + lanes; l++)
        if (!is_ordered(q, number, l))
            return false;
    return true;
}

/* Whether a read that is remembered stays, whatever the lanes from `lane` on read. */
static bool stays(struct quick *q, const uint32_t *number, uint32_t word, uint32_t lane)
{
    if (!number || number[word] <= q->limit)
        return false;
    enum quick_order order = order_of(q, number[word]);
    return order == QUICK_UNORDERED || (order == QUICK_OWN && access_lane_of(number[word]) < lane);
}

static bool check_one(struct quick *q, uint64_t at, uint32_t lane, uint32_t lanes)
{
    uint32_t words = (q->a->size * q->a->count + 3) / 4;
    for (uint32_t k = 0; k < words; k++, at += 4) {
        struct shadow_page *p = shadow_at(q->shadow, at);
        struct shadow_cells *c = &p->words;
        uint32_t word = (uint32_t) (at % SHADOW_PAGE / 4);
        if (is_saturated(q, p))
            continue;
        if (shadow_is_split(p, word) || !all_lanes_after(q, c, SHADOW_WRITE, word, lane, lanes) ||
            !all_lanes_after(q, c, SHADOW_ATOMIC, word, lane, lanes))
            return false;
        for (uint32_t l = lane; l < lane + lanes; l++) {
            if (stays(q, c->of[SHADOW_READ], word, l) && stays(q, c->of[SHADOW_READ_2], word, l)) {
                look_for_saturation(q, p);
                break;
            }
            remember_read(q, c, word, l);
        }
    }
    return true;
}

/* ---- lanes anywhere ---- */

static bool is_word_clear(struct quick *q, uint64_t at, uint32_t lane)
{
    const struct shadow_page *p = shadow_at(q->shadow, at);
    uint32_t word = (uint32_t) (at % SHADOW_PAGE / 4);
    if (shadow_is_split(p, word))
        return false;
    for (int role = 0; role < (q->a->store ? SHADOW_ACCESSES : SHADOW_READ); role++) {
        const uint32_t *of = p->words.of[role];
        if (of && !is_ordered(q, of[word], lane))
            return false;
    }
    return true;
}

static void remember_word(struct quick *q, uint64_t at, uint32_t lane)
{
    struct shadow_page *p = shadow_at(q->shadow, at);
    uint32_t word = (uint32_t) (at % SHADOW_PAGE / 4);
    struct row r = {&p->words, word, 1, lane, 0};
    if (!q->a->store) {
        remember_read(q, &p->words, word, lane);
        return;
    }
    shadow_role(&p->words, SHADOW_WRITE)[word] = own_first(q) + lane;
    forget(&r, SHADOW_ATOMIC, NO_ACCESS);
    forget(&r, SHADOW_READ, NO_ACCESS);
    forget(&r, SHADOW_READ_2, NO_ACCESS);
}

/* Whether no two lanes have one address. */
static bool addresses_differ(const struct observed_ahead *a)
{
    uint32_t equal = 0;
    for (uint32_t left = a->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left), same = 0;
        for (uint32_t l = 0; l < WARP_LANES; l++)
            same |= (uint32_t) (a->addresses[l] == a->addresses[lane]) << l;
        equal |= same & (left & (left - 1));
    }
    return !equal;
}

static bool check_each_lane(struct quick *q)
{
    const struct observed_ahead *a = q->a;
    uint32_t bytes = a->size * a->count;
    if (a->store && !addresses_differ(a))
        return false;
    for (uint32_t left = a->mask; left; left &= left - 1)
        for (uint32_t k = 0; k < bytes; k += 4)
            if (!is_word_clear(q, a->addresses[__builtin_ctz(left)] + k,
                               (uint32_t) __builtin_ctz(left)))
                return false;
    for (uint32_t left = a->mask; left; left &= left - 1)
        for (uint32_t k = 0; k < bytes; k += 4)
            remember_word(q, a->addresses[__builtin_ctz(left)] + k, (uint32_t) __builtin_ctz(left));
    return true;
}

/* The words of the lanes, all of one page. */
struct scattered {
    struct shadow_page *page;
    struct shadow_cells *cells;
    uint32_t words[WARP_LANES], mask;
    struct row row; /* its numbers are those of the lanes */
};

static inline uint32_t unordered_at(struct quick *q, const struct scattered *s,
                                    enum shadow_role role, uint32_t mask)
{
    const uint32_t *of = s->cells->of[role];
    uint32_t n[NUMBER_ROW] = {0};
    for (uint32_t l = 0; of && l < WARP_LANES; l++)
        n[l] = of[s->words[l]];
    return of ? unordered(q, n, mask, &s->row) : 0;
}

static bool all_differ(const struct scattered *s)
{
    uint8_t last[SHADOW_WORDS]; /* by word: the lane that comes last; the others are not read */
    uint32_t other = 0;
    for (uint32_t left = s->mask; left; left &= left - 1)
        last[s->words[__builtin_ctz(left)]] = (uint8_t) __builtin_ctz(left);
    for (uint32_t left = s->mask; left; left &= left - 1)
        other |= last[s->words[__builtin_ctz(left)]] ^ (uint32_t) __builtin_ctz(left);
    return !other;
}

static inline void put_at(const struct scattered *s, enum shadow_role role, uint32_t mask,
                          uint32_t first)
{
    uint32_t *of = shadow_role(s->cells, role);
    for (uint32_t left = mask; left; left &= left - 1)
        of[s->words[__builtin_ctz(left)]] = first + (uint32_t) __builtin_ctz(left);
}

static inline void forget_at(const struct scattered *s, enum shadow_role role)
{
    uint32_t *of = s->cells->of[role];
    for (uint32_t left = of ? s->mask : 0; left; left &= left - 1)
        of[s->words[__builtin_ctz(left)]] = NO_ACCESS;
}

static void remember_scattered(struct quick *q, const struct scattered *s)
{
    shadow_role(s->cells, SHADOW_READ);
    uint32_t rest = unordered_at(q, s, SHADOW_READ, s->mask);
    if (rest == s->mask && s->cells->of[SHADOW_READ_2] &&
        unordered_at(q, s, SHADOW_READ_2, rest) == rest) {
        look_for_saturation(q, s->page);
        return;
    }
    if (!all_differ(s)) {
        for (uint32_t left = s->mask; left; left &= left - 1)
            remember_read(q, s->cells, s->words[__builtin_ctz(left)],
                          (uint32_t) __builtin_ctz(left));
        return;
    }
    put_at(s, SHADOW_READ, s->mask & ~rest, own_first(q));
    if (!rest)
        return;
    shadow_role(s->cells, SHADOW_READ_2);
    put_at(s, SHADOW_READ_2, rest & ~unordered_at(q, s, SHADOW_READ_2, rest), own_first(q));
}

/* What the last write left, before an atomic changes it (race_before). */
static void keep_values(const struct quick *q, const struct scattered *s)
{
    const uint32_t *written = s->cells->of[SHADOW_WRITE], *updated = s->cells->of[SHADOW_ATOMIC];
    uint64_t base = q->a->shared ? q->a->block->shared_at : 0;
    for (uint32_t left = written ? s->mask : 0; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left), word = s->words[lane];
        if (written[word] && !(updated && updated[word]))
            memcpy(shadow_role(s->cells, SHADOW_VALUE) + word,
                   (const void *) (uintptr_t) (base + q->a->addresses[lane]), sizeof(uint32_t));
    }
}

static bool check_atomics(struct quick *q, const struct scattered *s)
{
    if (unordered_at(q, s, SHADOW_WRITE, s->mask) || unordered_at(q, s, SHADOW_READ, s->mask) ||
        unordered_at(q, s, SHADOW_READ_2, s->mask))
        return false;
    keep_values(q, s);
    put_at(s, SHADOW_ATOMIC, s->mask, own_first(q));
    return true;
}

static bool check_scattered(struct quick *q, const struct scattered *s)
{
    if (q->a->atomic)
        return check_atomics(q, s);
    if (unordered_at(q, s, SHADOW_WRITE, s->mask) || unordered_at(q, s, SHADOW_ATOMIC, s->mask))
        return false;
    if (!q->a->store) {
        remember_scattered(q, s);
        return true;
    }
    if (unordered_at(q, s, SHADOW_READ, s->mask) || unordered_at(q, s, SHADOW_READ_2, s->mask) ||
        !all_differ(s))
        return false;
    put_at(s, SHADOW_WRITE, s->mask, own_first(q));
    forget_at(s, SHADOW_ATOMIC);
    forget_at(s, SHADOW_READ);
    forget_at(s, SHADOW_READ_2);
    return true;
}

/* Whether the lanes of the mask access consecutive words, as the first ones of a row do. */
static bool is_row(const struct observed_ahead *a)
{
    uint32_t first = (uint32_t) __builtin_ctz(a->mask);
    uint64_t start = a->addresses[first] - 4 * (uint64_t) first, differ = 0;
    for (uint32_t l = 0; l < WARP_LANES; l++)
        differ |=
            (a->addresses[l] - start - 4 * (uint64_t) l) & (0 - (uint64_t) (a->mask >> l & 1));
    return !differ;
}

static bool check_row(struct quick *q, struct shadow_page *p)
{
    uint32_t first = (uint32_t) __builtin_ctz(q->a->mask),
             word = (uint32_t) (q->a->addresses[first] % SHADOW_PAGE / 4);
    struct row r = {&p->words, word, q->a->mask >> first, first, 0};
    if (!is_clear(q, &r))
        return false;
    remember_row(q, &r, p);
    return true;
}

static bool check_lanes(struct quick *q)
{
    const struct observed_ahead *a = q->a;
    bool one_page = a->at[0] / SHADOW_PAGE == a->at[1] / SHADOW_PAGE && a->size * a->count == 4;
    struct shadow_page *p = one_page ? shadow_at(q->shadow, a->at[0]) : NULL;
    if (p && is_saturated(q, p))
        return true;
    if (a->atomic && (!p || p->any_split))
        return false;
    if (!p || p->any_split || (!a->atomic && !(a->mask & (a->mask - 1))))
        return check_each_lane(q);
    if (!a->atomic && is_row(a))
        return check_row(q, p);
    struct scattered s = {.page = p, .cells = &p->words, .mask = a->mask};
    for (uint32_t left = a->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left);
        s.words[lane] = (uint32_t) (a->addresses[lane] % SHADOW_PAGE / 4);
    }
    return check_scattered(q, &s);
}

/* ---- what is written ---- */

/* Loads find what is written only; what stores write counts as written. */
static bool bytes_written(struct written_range *r, const struct observed_ahead *a, uint64_t at,
                          uint64_t size)
{
    if (!a->local && written_up_to(r, at + size))
        return true;
    if (!a->store)
        return written_all(r, at, (uint32_t) size);
    written_fill(r, at, size);
    return true;
}

/* NULL: all of it counts as written. */
static struct written_range *range_at(struct checked_block *b, const struct observed_ahead *a,
                                      uint32_t memory, uint64_t at)
{
    if (a->shared)
        return &b->shared_range;
    while (b->ranges.n <= memory)
        VEC_PUSH(&b->ranges, ((struct written_range){0}));
    struct written_range *r = b->ranges.at + memory;
    if (a->local) {
        const struct observed_block *o = b->block;
        *r = (struct written_range){o->local_at, o->local_stride * WARP_LANES * o->warps,
                                    checked_local(b), 0, 0};
        return r;
    }
    return written_range_of(b->launch->checker->written, at, r) ? r : NULL;
}

static bool lanes_written(struct checked_block *b, const struct observed_ahead *a, uint32_t memory)
{
    uint64_t bytes = (uint64_t) a->size * a->count, low = a->at[0], high = a->at[1];
    struct written_range *r = range_at(b, a, memory, low);
    if (r && !a->local && high - r->start < r->size && written_up_to(r, high + bytes))
        return true;
    for (uint32_t left = a->mask; left; left &= left - 1) {
        uint64_t at = a->addresses[__builtin_ctz(left)];
        r = range_at(b, a, memory, at);
        if (r && !bytes_written(r, a, at, bytes))
            return false;
    }
    return true;
}

static bool check_written(struct checked_block *b, const struct observed_ahead *a, uint32_t memory)
{
    uint32_t bytes = a->size * a->count;
    if (a->shape == AHEAD_LANES)
        return lanes_written(b, a, memory);
    bool two = a->shape == AHEAD_HALVES || a->shape == AHEAD_TWO;
    bytes *= a->shape == AHEAD_ROW ? WARP_LANES : a->shape == AHEAD_HALVES ? WARP_LANES / 2 : 1;
    for (int k = 0; k <= two; k++) {
        struct written_range *r = range_at(b, a, memory, a->at[k]);
        if (r && !bytes_written(r, a, a->at[k], bytes))
            return false;
    }
    return true;
}

/* ---- an access ---- */

static bool check_shape(struct quick *q)
{
    enum { HALF = WARP_LANES / 2 };

    const struct observed_ahead *a = q->a;
    switch ((enum ahead_shape) a->shape) {
    case AHEAD_ROW: return check_spans(q, 1);
    case AHEAD_HALVES: return check_spans(q, 2);
    case AHEAD_TWO:
        return !a->store && check_one(q, a->at[0], 0, HALF) && check_one(q, a->at[1], HALF, HALF);
    case AHEAD_ONE: return !a->store && check_one(q, a->at[0], 0, WARP_LANES);
    case AHEAD_LANES: return check_lanes(q);
    }
    return false;
}

static struct quick quick_of(struct checked_block *b, const struct observed_ahead *a,
                             const struct checked_code *code, uint32_t clock)
{
    bool informed = clocks_informed(b->clocks);
    return (struct quick){.b = b,
                          .a = a,
                          .code = code,
                          .events = a->shared ? &b->shared_events : &b->launch->events,
                          .shadow = a->shared ? b->shared : b->launch->shadow,
                          .limit = a->shared ? b->shared_before : NO_ACCESS,
                          .foreign = a->shared || informed ? NO_ACCESS : b->others_before,
                          .warp = a->warp,
                          .block = (uint32_t) b->block->linear,
                          .epoch = clocks_epoch(b->clocks),
                          .clock = clock,
                          .informed = informed,
                          .event = UINT32_MAX};
}

/* An atomic that neither publishes nor learns anything. */
static bool is_simple_atomic(const struct checked_block *b, const struct observed_ahead *a,
                             uint8_t class)
{
    const struct checked_launch *l = b->launch;
    return (class & ~INST_PART) == INST_ATOMIC && a->size == 4 && a->count == 1 && !l->volatiles &&
           !l->narrow && !clocks_informed(b->clocks) && !clocks_fenced(b->clocks) &&
           !published_any(l->published);
}

/* ---- loads of what the launch does not store to ---- */

struct bytes_of {
    uint64_t at, size;
};

/* All bytes of an access lie in these, one or two of them. */
static inline uint32_t bytes_of(const struct observed_ahead *a, struct bytes_of out[2])
{
    enum { HALF = WARP_LANES / 2 };

    uint64_t each = (uint64_t) a->size * a->count;
    switch ((enum ahead_shape) a->shape) {
    case AHEAD_ROW: out[0] = (struct bytes_of){a->at[0], WARP_LANES * each}; return 1;
    case AHEAD_ONE: out[0] = (struct bytes_of){a->at[0], each}; return 1;
    case AHEAD_HALVES:
    case AHEAD_TWO:
        each *= a->shape == AHEAD_HALVES ? HALF : 1;
        out[0] = (struct bytes_of){a->at[0], each};
        out[1] = (struct bytes_of){a->at[1], each};
        return 2;
    case AHEAD_LANES: break;
    }
    out[0] = (struct bytes_of){a->at[0], a->at[1] - a->at[0] + each};
    return 1;
}

static inline struct settled_window *window_of(struct checked_block *b, const struct op *op)
{
    return b->windows + (uintptr_t) op / sizeof *op % SETTLED_WINDOWS;
}

static inline bool is_settled(struct checked_block *b, const struct observed_ahead *a)
{
    const struct settled_window *w = window_of(b, a->op);
    struct bytes_of of[2];
    if (w->op != a->op)
        return false;
    uint32_t count = bytes_of(a, of);
    bool in = true;
    for (uint32_t k = 0; k < count; k++)
        in &= of[k].at - w->start < w->size && w->size - (of[k].at - w->start) >= of[k].size;
    return in;
}

static bool note_lanes(struct checked_block *b, const struct observed_ahead *a, uint32_t memory)
{
    uint64_t each = (uint64_t) a->size * a->count;
    for (uint32_t left = a->mask; left; left &= left - 1)
        if (!speculation_load(b->launch, memory, a->addresses[__builtin_ctz(left)], each))
            return false;
    return true;
}

/* What it loads is written. */
static bool note_load(struct checked_block *b, const struct observed_ahead *a, uint32_t memory)
{
    struct bytes_of of[2];
    uint32_t count = bytes_of(a, of);
    bool lanes = a->shape == AHEAD_LANES && of[0].size > SHADOW_PAGE;
    if (lanes && !note_lanes(b, a, memory))
        return false;
    for (uint32_t k = 0; k < count && !lanes; k++)
        if (!speculation_load(b->launch, memory, of[k].at, of[k].size))
            return false;
    const struct written_range *r = b->ranges.at + memory;
    if (r->bits && speculation_has_window(b->launch, of[0].at)) {
        struct settled_window *w = window_of(b, a->op);
        *w = speculation_window(b->launch, of[0].at, r);
        w->op = a->op;
    }
    return true;
}

static bool note_store(struct checked_block *b, const struct observed_ahead *a)
{
    struct bytes_of of[2];
    uint32_t count = a->shape == AHEAD_LANES ? 0 : bytes_of(a, of);
    for (uint32_t k = 0; k < count; k++)
        if (!speculation_store(b->launch, of[k].at, of[k].size))
            return false;
    for (uint32_t left = count ? 0 : a->mask; left; left &= left - 1)
        if (!speculation_store(b->launch, a->addresses[__builtin_ctz(left)],
                               (uint64_t) a->size * a->count))
            return false;
    return true;
}

static bool look(struct checked_block *b, const struct observed_ahead *a)
{
    bool load = !a->store && !a->atomic, global = !a->shared && !a->local;
    if (load && (global ? is_settled(b, a) : a->shared && *a->block->shared_settled))
        return true;
    const struct checked_code *code = checked_code_of(b, a->code);
    uint32_t inst = a->op->inst, memory = code->memories[inst];
    if (load && a->shared && b->shared_read_only)
        return check_written(b, a, memory);
    if (a->atomic && (a->local || !is_simple_atomic(b, a, code->classes[inst])))
        return false;
    if (a->local) /* each thread has its own */
        return check_written(b, a, memory);
    bool speculates = global && b->launch->speculation;

    enum { NEVER = INST_REMEMBERED | INST_VOLATILE };

    if (speculates && load && !(code->classes[inst] & NEVER) &&
        (code->classes[inst] & INST_CLASS) == INST_PLAIN) {
        if (!check_written(b, a, memory))
            return false;
        if (note_load(b, a, memory))
            return true;
    }
    if (speculates && !load && !note_store(b, a))
        return false;
    uint32_t clock = clocks_common(b->clocks, a->warp);
    if (a->size < 4 || !clock || (code->classes[inst] & INST_CLASS) == INST_CAS_READ ||
        (!a->store && !check_written(b, a, memory)))
        return false;
    struct quick q = quick_of(b, a, code, clock);
    return check_shape(&q) && (!a->store || check_written(b, a, memory));
}

const struct race_quick QUICK_NAME(CHECK_SET) = {look};
