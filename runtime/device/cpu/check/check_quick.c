/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses of a warp that conflict with nothing, all lanes at once. The cells of a row of words mostly hold numbers of one event, so that one
 * comparison of clocks decides for all of them. What is not as simple as that is left to check_race.c. */
#include <string.h>

#include "device/cpu/check/check_race.h"

enum { FOUR = 4 };

typedef uint32_t four_numbers __attribute__((vector_size(16), aligned(4), may_alias));

enum quick_order {
    QUICK_ORDERED,   /* for all lanes of the warp */
    QUICK_UNORDERED, /* for all */
    QUICK_OWN, /* an access of the warp itself since its lanes last met: ordered for its own lane */
    QUICK_BY_LANE, /* ask the clocks */
};

struct quick {
    struct checked_block *b;
    const struct access_events *events;
    uint32_t number; /* of lane 0 */
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
    if (event != q->event) {
        q->event = event;
        q->order = compare(q, q->events->list.at + event);
    }
    return q->order;
}

static inline bool is_ordered(struct quick *q, uint32_t number, uint32_t lane)
{
    enum quick_order order = order_of(q, number);
    if (order == QUICK_OWN)
        return access_lane_of(number) == lane;
    if (order != QUICK_BY_LANE)
        return order == QUICK_ORDERED;
    struct stamp s = access_stamp(q->events, number);
    return clocks_ordered(q->b->clocks, &s, q->warp * WARP_LANES + lane);
}

/* Whether all of n numbers are of the event of the first; 0 is of an event of its own. */
static bool is_one_event(const uint32_t *numbers, uint32_t n)
{
    uint32_t first = numbers[0] - 1, differ = 0, k = 0;
    four_numbers all = {first, first, first, first}, differs = {0};
    for (; k + FOUR <= n; k += FOUR)
        differs |= (*(const four_numbers *) (numbers + k) - 1) ^ all;
    for (; k < n; k++)
        differ |= (numbers[k] - 1) ^ first;
    differ |= differs[0] | differs[1] | differs[2] | differs[3];
    return differ < WARP_LANES;
}

/* ---- a row of words: word j is accessed by lane first + (j >> shift) ---- */

struct row {
    struct shadow_page *page;
    uint32_t word, count, lane, shift;
};

static uint32_t number_at(const struct quick *q, const struct row *r, uint32_t j)
{
    return q->number + r->lane + (j >> r->shift);
}

static void put_numbers(const struct quick *q, const struct row *r, uint32_t *to)
{
    uint32_t j = 0, first = q->number + r->lane;
    four_numbers n = {first, first + 1, first + 2, first + 3};
    for (; !r->shift && j + FOUR <= r->count; j += FOUR, n += FOUR)
        *(four_numbers *) (to + j) = n;
    for (; j < r->count; j++)
        to[j] = number_at(q, r, j);
}

static bool is_own(const struct quick *q, const struct row *r, const uint32_t *numbers)
{
    uint32_t differ = 0;
    for (uint32_t j = 0; j < r->count; j++)
        differ |= numbers[j] ^ number_at(q, r, j);
    return !differ;
}

static const uint32_t *numbers_of(const struct row *r, enum shadow_role role)
{
    const uint32_t *of = r->page->words.of[role];
    return of ? of + r->word : NULL;
}

/* All that the cells remember in this role happened before. */
static bool all_before(struct quick *q, const struct row *r, enum shadow_role role)
{
    const uint32_t *numbers = numbers_of(r, role);
    if (!numbers)
        return true;
    if (is_one_event(numbers, r->count)) {
        if (!numbers[0])
            return true;
        enum quick_order order = order_of(q, numbers[0]);
        if (order == QUICK_ORDERED || order == QUICK_UNORDERED)
            return order == QUICK_ORDERED;
    }
    for (uint32_t j = 0; j < r->count; j++)
        if (numbers[j] && !is_ordered(q, numbers[j], r->lane + (j >> r->shift)))
            return false;
    return true;
}

enum row_reads { READS_TAKEN, READS_LEFT, READS_MIXED };

/* Puts the row's reads in a role if that can be decided for all of them. */
static enum row_reads take_reads(struct quick *q, const struct row *r, enum shadow_role role)
{
    uint32_t *numbers = shadow_role(&r->page->words, role) + r->word;
    if (!is_one_event(numbers, r->count))
        return READS_MIXED;
    if (numbers[0]) {
        enum quick_order order = order_of(q, numbers[0]);
        if (order == QUICK_UNORDERED)
            return READS_LEFT;
        if (order != QUICK_ORDERED)
            return is_own(q, r, numbers) ? READS_TAKEN : READS_MIXED;
    }
    put_numbers(q, r, numbers);
    return READS_TAKEN;
}

/* As remember_read of check_race.c. */
static inline void remember_read(struct quick *q, struct shadow_cells *c, uint32_t word,
                                 uint32_t lane)
{
    uint32_t *first = c->of[SHADOW_READ], *second = c->of[SHADOW_READ_2];
    if (!first)
        first = shadow_role(c, SHADOW_READ);
    if (!first[word] || is_ordered(q, first[word], lane)) {
        first[word] = q->number + lane;
        return;
    }
    if (!second)
        second = shadow_role(c, SHADOW_READ_2);
    if (!second[word] || is_ordered(q, second[word], lane))
        second[word] = q->number + lane;
}

static void remember_reads(struct quick *q, const struct row *r)
{
    enum row_reads reads = take_reads(q, r, SHADOW_READ);
    if (reads == READS_LEFT)
        reads = take_reads(q, r, SHADOW_READ_2);
    for (uint32_t j = 0; j < r->count && reads == READS_MIXED; j++)
        remember_read(q, &r->page->words, r->word + j, r->lane + (j >> r->shift));
}

static void forget(const struct row *r, enum shadow_role role)
{
    uint32_t *of = r->page->words.of[role];
    if (of)
        memset(of + r->word, 0, r->count * sizeof *of);
}

static bool any_split(const struct row *r)
{
    for (uint32_t j = 0; j < r->count && r->page->any_split; j++)
        if (shadow_is_split(r->page, r->word + j))
            return true;
    return false;
}

static bool check_row(struct quick *q, const struct row *r, bool store)
{
    if (any_split(r) || !all_before(q, r, SHADOW_WRITE) || !all_before(q, r, SHADOW_ATOMIC))
        return false;
    if (!store) {
        remember_reads(q, r);
        return true;
    }
    if (!all_before(q, r, SHADOW_READ) || !all_before(q, r, SHADOW_READ_2))
        return false;
    put_numbers(q, r, shadow_role(&r->page->words, SHADOW_WRITE) + r->word);
    forget(r, SHADOW_ATOMIC);
    forget(r, SHADOW_READ);
    forget(r, SHADOW_READ_2);
    return true;
}

static struct shadow_page *page_of(const struct quick *q, bool shared, uint64_t address)
{
    return shadow_at(shared ? q->b->shared : q->b->launch->shadow, address);
}

/* `lanes` lanes from `lane` on access consecutive elements. */
static bool check_span(struct quick *q, const struct observed_ahead *a, uint64_t at, uint32_t lane,
                       uint32_t lanes)
{
    uint32_t each = a->size * a->count / 4, words = lanes * each,
             shift = (uint32_t) __builtin_ctz(each);
    while (words) {
        uint32_t word = (uint32_t) (at % SHADOW_PAGE / 4),
                 here = SHADOW_WORDS - word < words ? SHADOW_WORDS - word : words;
        struct row r = {page_of(q, a->shared, at), word, here, lane, shift};
        if (!check_row(q, &r, a->store))
            return false;
        words -= here;
        at += 4 * (uint64_t) here;
        lane += here >> shift;
    }
    return true;
}

/* ---- many lanes load one word ---- */

static bool all_lanes_after(struct quick *q, const struct shadow_cells *c, enum shadow_role role,
                            uint32_t word, uint32_t lane, uint32_t lanes)
{
    uint32_t number = c->of[role] ? c->of[role][word] : NO_ACCESS;
    if (!number)
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
    if (!number || !number[word])
        return false;
    enum quick_order order = order_of(q, number[word]);
    return order == QUICK_UNORDERED || (order == QUICK_OWN && access_lane_of(number[word]) < lane);
}

static bool check_one(struct quick *q, const struct observed_ahead *a, uint64_t at, uint32_t lane,
                      uint32_t lanes)
{
    uint32_t words = (a->size * a->count + 3) / 4;
    for (uint32_t k = 0; k < words; k++, at += 4) {
        struct shadow_page *p = page_of(q, a->shared, at);
        struct shadow_cells *c = &p->words;
        uint32_t word = (uint32_t) (at % SHADOW_PAGE / 4);
        if (shadow_is_split(p, word) || !all_lanes_after(q, c, SHADOW_WRITE, word, lane, lanes) ||
            !all_lanes_after(q, c, SHADOW_ATOMIC, word, lane, lanes))
            return false;
        for (uint32_t l = lane; l < lane + lanes; l++) {
            if (stays(q, c->of[SHADOW_READ], word, l) && stays(q, c->of[SHADOW_READ_2], word, l))
                break;
            remember_read(q, c, word, l);
        }
    }
    return true;
}

/* ---- lanes anywhere ---- */

static bool check_lane_word(struct quick *q, struct shadow_page *p, uint32_t word, uint32_t lane,
                            bool store)
{
    struct row r = {p, word, 1, lane, 0};
    if (shadow_is_split(p, word))
        return false;
    for (int role = 0; role < (store ? SHADOW_ACCESSES : SHADOW_READ); role++) {
        const uint32_t *of = p->words.of[role];
        if (of && of[word] && !is_ordered(q, of[word], lane))
            return false;
    }
    if (!store) {
        remember_read(q, &p->words, word, lane);
        return true;
    }
    shadow_role(&p->words, SHADOW_WRITE)[word] = q->number + lane;
    forget(&r, SHADOW_ATOMIC);
    forget(&r, SHADOW_READ);
    forget(&r, SHADOW_READ_2);
    return true;
}

static bool check_lanes(struct quick *q, const struct observed_ahead *a)
{
    uint32_t bytes = a->size * a->count;
    for (uint32_t left = a->mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left);
        for (uint64_t at = a->addresses[lane]; at < a->addresses[lane] + bytes; at += 4)
            if (!check_lane_word(q, page_of(q, a->shared, at), (uint32_t) (at % SHADOW_PAGE / 4),
                                 lane, a->store))
                return false;
    }
    return true;
}

/* ---- what is written ---- */

static bool bytes_written(const struct written_range *r, const struct observed_ahead *a,
                          uint64_t at, uint32_t size)
{
    if (a->store) {
        written_fill(r, at, size);
        return true;
    }
    return written_all(r, at, size);
}

static bool range_at(struct checked_block *b, const struct observed_ahead *a, uint32_t memory,
                     uint64_t at, struct written_range **out)
{
    while (b->ranges.n <= memory)
        VEC_PUSH(&b->ranges, ((struct written_range){0}));
    *out = b->ranges.at + memory;
    if (a->local) {
        const struct observed_block *o = b->block;
        **out = (struct written_range){o->local_at, o->local_stride * WARP_LANES * o->warps,
                                       checked_local(b), 0};
        return true;
    }
    if (a->shared) {
        **out = (struct written_range){0, b->block->shared_size, b->shared_written, 0};
        return true;
    }
    return written_range_of(b->launch->checker->written, at, *out);
}

/* Loads find what is written only; what stores write counts as written. */
static bool check_written(struct checked_block *b, const struct observed_ahead *a, uint32_t memory)
{
    struct written_range *r;
    uint32_t bytes = a->size * a->count;
    for (uint32_t left = a->mask; a->shape == AHEAD_LANES && left; left &= left - 1) {
        uint64_t at = a->addresses[__builtin_ctz(left)];
        if (range_at(b, a, memory, at, &r) && !bytes_written(r, a, at, bytes))
            return false;
    }
    if (a->shape == AHEAD_LANES)
        return true;
    bool two = a->shape == AHEAD_HALVES || a->shape == AHEAD_TWO;
    bytes *= a->shape == AHEAD_ROW ? WARP_LANES : a->shape == AHEAD_HALVES ? WARP_LANES / 2 : 1;
    for (int k = 0; k <= two; k++)
        if (range_at(b, a, memory, a->at[k], &r) && !bytes_written(r, a, a->at[k], bytes))
            return false;
    return true;
}

/* ---- an access ---- */

static bool check_shape(struct quick *q, const struct observed_ahead *a)
{
    enum { HALF = WARP_LANES / 2 };

    switch ((enum ahead_shape) a->shape) {
    case AHEAD_ROW: return check_span(q, a, a->at[0], 0, WARP_LANES);
    case AHEAD_HALVES:
        return check_span(q, a, a->at[0], 0, HALF) && check_span(q, a, a->at[1], HALF, HALF);
    case AHEAD_TWO:
        return !a->store && check_one(q, a, a->at[0], 0, HALF) &&
               check_one(q, a, a->at[1], HALF, HALF);
    case AHEAD_ONE: return !a->store && check_one(q, a, a->at[0], 0, WARP_LANES);
    case AHEAD_LANES: return check_lanes(q, a);
    }
    return false;
}

bool race_quick(struct checked_block *b, const struct observed_ahead *a)
{
    const struct checked_code *code = checked_code_of(b, a->code);
    if (a->local) /* each thread has its own */
        return check_written(b, a, code->memories[a->op->inst]);
    uint32_t inst = a->op->inst, clock = clocks_common(b->clocks, a->warp);
    if (a->size < 4 || !clock || (code->classes[inst] & INST_CLASS) == INST_CAS_READ ||
        (!a->store && !check_written(b, a, code->memories[inst])))
        return false;
    struct quick q = {.b = b,
                      .warp = a->warp,
                      .block = (uint32_t) b->block->linear,
                      .epoch = clocks_epoch(b->clocks),
                      .clock = clock,
                      .informed = clocks_informed(b->clocks),
                      .event = UINT32_MAX};
    q.events = a->shared ? &b->shared_events : &b->launch->events;
    q.number = checked_access(b, a->shared, a->warp, code->first + inst, code->memories[inst],
                              a->store ? STAMP_WRITE : STAMP_READ, clock);
    return check_shape(&q, a) && (!a->store || check_written(b, a, code->memories[inst]));
}
