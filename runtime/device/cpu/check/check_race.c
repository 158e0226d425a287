/* SPDX-License-Identifier: Apache-2.0 */
/* Accesses one lane after the other: compared with what the cells of their words remember (check_shadow.h), by the clocks of the block
 * (check_clocks.h), and then remembered there. Findings go to check_findings.c. Next: check_quick.c, which does the same for a warp at once
 * where nothing is to be found. */
#include "device/cpu/check/check_race.h"

#include <string.h>

#include "device/cpu/check/memory/word_users.h"
#include "device/cpu/code/ops.h"

struct race_walk { /* an element of a lane */
    struct checked_block *b;
    const struct observed_access *a;
    struct access_events *events;
    enum ptx_space space;
    uint32_t lane, number, inst;
    uint64_t start, address; /* of the access, and of its element */
    uint8_t kind;
};

static bool is_plain_write(uint8_t kind)
{
    return (kind & (STAMP_WRITE | STAMP_ATOMIC)) == STAMP_WRITE;
}

static uint32_t thread_of(const struct race_walk *r)
{
    return r->a->place.warp * WARP_LANES + r->lane;
}

/* The low bytes of what a lane stores, from a byte of its access on. */
static uint32_t stored(const struct observed_access *a, uint32_t lane, uint64_t byte)
{
    return (uint32_t) (observed_value(a, (uint32_t) (byte / a->width), lane) >>
                       8 * (byte % a->width));
}

/* Whether the last write of cell i left what this one writes. */
static bool same_value(const struct race_walk *r, const struct shadow_cells *c, uint32_t i,
                       uint64_t at, uint32_t bytes)
{
    const struct observed_access *a = r->a;
    uint32_t number = c->of[SHADOW_WRITE][i];
    bool atomic_since = c->of[SHADOW_ATOMIC] && c->of[SHADOW_ATOMIC][i];
    uint32_t lane = access_lane_of(number), all = bytes == 4 ? UINT32_MAX : 0xff, before = 0;
    uint64_t byte = at - r->start, other = a->addresses[r->lane] + byte - a->addresses[lane];
    bool now = access_event_of(number) == access_event_of(r->number) && lane < r->lane &&
               a->place.mask >> lane & 1;
    if (atomic_since)
        before = c->of[SHADOW_VALUE] ? c->of[SHADOW_VALUE][i] : 0;
    else if (now && other < (uint64_t) a->width * a->count)
        before = stored(a, lane, other);
    else
        memcpy(&before, r->b->old[r->lane] + byte, bytes);
    return !((before ^ stored(a, r->lane, byte)) & all);
}

/* Volatile accesses are how flags are passed, so one may meet another, or an atomic. Stores of different threads may not meet, if the second
 * thread has not read what the first stored: that is no flag but data. Neither may a store and an atomic that changes the value, unless the
 * thread that stores has used the word as a lock: an atomic of its own came before. `number`: of the access before. */
static bool volatiles_conflict(const struct race_walk *r, const struct stamp *before,
                               uint32_t number, uint64_t at)
{
    uint8_t any = before->kind | r->kind;
    const struct checked_launch *l = r->b->launch;
    if (!(any & STAMP_VOLATILE) || r->space != PTX_GLOBAL)
        return false;
    if (is_plain_write(before->kind) && is_plain_write(r->kind)) {
        uint32_t seen = word_users_get(l->readers, at, r->b->block->linear, thread_of(r));
        return before->kind & r->kind & STAMP_VOLATILE && seen != number && seen != WORD_USERS_FULL;
    }
    if (!(any & STAMP_CHANGES) || !(any & STAMP_WRITE))
        return false;
    bool stores_now = is_plain_write(r->kind);
    return !word_users_get(l->atomics, at & ~(uint64_t) 3,
                           stores_now ? r->b->block->linear : before->block,
                           stores_now ? thread_of(r) : before->thread);
}

/* Two accesses that conflict only in name: both are of a kind that may meet. */
static bool conflicts(const struct stamp *before, uint32_t number, uint64_t at,
                      const struct race_walk *r, enum check_kind *out_kind)
{
    uint8_t any = before->kind | r->kind, both = before->kind & r->kind;
    bool writes = any & (STAMP_WRITE | STAMP_ATOMIC),
         atomic = (both & STAMP_ATOMIC) || (any & STAMP_ATOMIC_READ && any & STAMP_ATOMIC),
         strong = both & STAMP_STRONG && !(r->space == PTX_SHARED && any & STAMP_VOLATILE);
    bool narrow = any & STAMP_CTA && before->block != (uint32_t) r->b->block->linear;
    *out_kind = atomic ? CHECK_SCOPE : CHECK_RACE;
    return writes && (narrow || !(atomic || strong) || volatiles_conflict(r, before, number, at) ||
                      clocks_ordered_but_for_scope(r->b->clocks, before, thread_of(r)));
}

static bool compare(const struct race_walk *r, const struct shadow_cells *c, enum shadow_role role,
                    uint32_t i, uint64_t at, uint32_t bytes)
{
    uint32_t number = c->of[role] ? c->of[role][i] : NO_ACCESS;
    enum check_kind kind;
    if (!number)
        return false;
    struct stamp before = access_stamp(r->events, number);
    if (!conflicts(&before, number, at, r, &kind) ||
        clocks_ordered(r->b->clocks, &before, thread_of(r)))
        return false;
    if (is_plain_write(before.kind) && is_plain_write(r->kind) && same_value(r, c, i, at, bytes))
        return false;
    struct finding_of f = {.kind = kind,
                           .block = r->b,
                           .space = r->space,
                           .address = at,
                           .size = r->a->width,
                           .before = &before,
                           .thread = thread_of(r),
                           .inst = r->inst,
                           .act = r->kind & STAMP_ATOMIC  ? CHECK_UPDATES
                                  : r->kind & STAMP_WRITE ? CHECK_WRITES
                                                          : CHECK_READS};
    finding_add(&f);
    return true;
}

/* A read takes the place of one that happened before it, so that the two kept are unordered where there are such. */
static void remember_read(const struct race_walk *r, struct shadow_cells *c, uint32_t i)
{
    for (enum shadow_role role = SHADOW_READ; role <= SHADOW_READ_2; role++) {
        uint32_t *at = shadow_role(c, role) + i;
        struct stamp before = *at ? access_stamp(r->events, *at) : (struct stamp){0};
        if (!*at || clocks_ordered(r->b->clocks, &before, thread_of(r))) {
            *at = r->number;
            return;
        }
    }
}

static void forget(struct shadow_cells *c, enum shadow_role role, uint32_t i)
{
    if (c->of[role])
        c->of[role][i] = NO_ACCESS;
}

/* An atomic leaves the write before it in place: it may be in order with that of its own thread, and others not. */
static bool check_cell(const struct race_walk *r, struct shadow_cells *c, uint32_t i, uint64_t at,
                       uint32_t bytes, bool found)
{
    found = found || compare(r, c, SHADOW_WRITE, i, at, bytes) ||
            compare(r, c, SHADOW_ATOMIC, i, at, bytes);
    if (!(r->kind & (STAMP_WRITE | STAMP_ATOMIC))) {
        if (r->kind & STAMP_VOLATILE && r->space == PTX_GLOBAL && c->of[SHADOW_WRITE] &&
            c->of[SHADOW_WRITE][i])
            word_users_put(r->b->launch->readers, at, r->b->block->linear, thread_of(r),
                           c->of[SHADOW_WRITE][i]);
        remember_read(r, c, i);
        return found;
    }
    found = found || compare(r, c, SHADOW_READ, i, at, bytes) ||
            compare(r, c, SHADOW_READ_2, i, at, bytes);
    if (r->kind & STAMP_ATOMIC) {
        shadow_role(c, SHADOW_ATOMIC)[i] = r->number;
        return found;
    }
    shadow_role(c, SHADOW_WRITE)[i] = r->number;
    forget(c, SHADOW_ATOMIC, i);
    forget(c, SHADOW_READ, i);
    forget(c, SHADOW_READ_2, i);
    return found;
}

static struct shadow_page *page_of(const struct checked_block *b, bool shared, uint64_t address)
{
    return shadow_at(shared ? b->shared : b->launch->shadow, address);
}

/* Words that are accessed in parts are compared and remembered byte by byte. */
static void check_words(const struct race_walk *r)
{
    uint64_t end = r->address + r->a->width;
    for (uint64_t at = r->address & ~(uint64_t) 3; at < end; at += 4) {
        struct shadow_page *p = page_of(r->b, r->space == PTX_SHARED, at);
        uint32_t word = (uint32_t) (at % SHADOW_PAGE / 4);
        uint64_t from = at > r->address ? at : r->address, to = at + 4 < end ? at + 4 : end;
        bool found = false;
        if (to - from < 4 && !shadow_is_split(p, word))
            shadow_split(p, word);
        if (!shadow_is_split(p, word)) {
            check_cell(r, &p->words, word, at, 4, false);
            continue;
        }
        for (; from < to; from++)
            found = check_cell(r, &p->bytes, (uint32_t) (from % SHADOW_PAGE), from, 1, found);
    }
}

/* ---- before a store or an atomic ---- */

/* The cell of an address, and how many bytes it stands for. */
struct byte_cell {
    struct shadow_cells *of;
    uint32_t i, bytes;
};

static struct byte_cell cell_at(const struct checked_block *b, bool shared, uint64_t at)
{
    struct shadow_page *p = page_of(b, shared, at);
    uint32_t word = (uint32_t) (at % SHADOW_PAGE / 4);
    if (shadow_is_split(p, word))
        return (struct byte_cell){&p->bytes, (uint32_t) (at % SHADOW_PAGE), 1};
    return (struct byte_cell){&p->words, word, 4};
}

static bool has(const struct byte_cell *c, enum shadow_role role)
{
    return c->of->of[role] && c->of->of[role][c->i];
}

/* Keeps `size` bytes from an address of the space on, as far as somebody has written them: others may not be readable. An atomic
 * changes what the last write left, so that goes to the cell. */
static void keep_old(struct checked_block *b, uint32_t lane, uint32_t size, bool shared,
                     uint64_t start, bool atomic)
{
    uint64_t base = shared ? b->block->shared_at : 0;
    memset(b->old[lane], 0, size);
    for (uint64_t at = start, next; at < start + size; at = next) {
        struct byte_cell c = cell_at(b, shared, at);
        next = c.bytes == 4 ? (at & ~(uint64_t) 3) + 4 : at + 1;
        next = next < start + size ? next : start + size;
        if (!has(&c, SHADOW_WRITE))
            continue;
        memcpy(b->old[lane] + (at - start), (const void *) (uintptr_t) (base + at), next - at);
        if (!atomic || next - at != c.bytes || has(&c, SHADOW_ATOMIC))
            continue;
        uint32_t value = 0;
        memcpy(&value, b->old[lane] + (at - start), c.bytes);
        shadow_role(c.of, SHADOW_VALUE)[c.i] = value;
    }
}

void race_before(struct checked_block *b, const struct observed_place *p)
{
    uint32_t size = op_element_bytes(p->op) * op_elements(p->op),
             width = op_infos[p->op->code].address;
    const struct observed_block *o = b->block;
    bool atomic = op_infos[p->op->code].kind == OP_KIND_ATOMIC;
    for (uint32_t left = p->mask; left && size <= OLD_BYTES; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left);
        uint64_t at = 0;
        memcpy(&at, p->registers + p->op->a + (size_t) lane * width, width);
        at += (uint64_t) p->op->imm;
        bool shared = p->op->space == PTX_SHARED || at - o->shared_at < o->shared_size;
        if (at - o->local_at < o->local_stride * WARP_LANES * o->warps)
            continue;
        if (shared && p->op->space != PTX_SHARED)
            at -= o->shared_at;
        if (shared && (at >= o->shared_size || o->shared_size - at < size))
            continue;
        keep_old(b, lane, size, shared, at, atomic);
    }
}

/* ---- an access ---- */

/* Whether an atomic leaves another value in the lane's word. */
static bool changes(const struct observed_access *a, uint32_t lane)
{
    uint64_t old = observed_old_value(a, lane);
    if (a->kind == ACCESS_KIND_LOAD || a->kind == ACCESS_KIND_STORE)
        return false;
    if (a->compares)
        return old == observed_value(a, 0, lane) && old != observed_value(a, 1, lane);
    bool neutral = a->atom == ATOM_ADD || a->atom == ATOM_OR || a->atom == ATOM_XOR;
    return neutral ? observed_value(a, 0, lane) != 0 : !a->old || old != observed_value(a, 0, lane);
}

static uint8_t stamp_kind_of(const struct observed_access *a, uint8_t class)
{
    uint8_t kind = a->kind == ACCESS_KIND_LOAD    ? STAMP_READ
                   : a->kind == ACCESS_KIND_STORE ? STAMP_WRITE
                                                  : STAMP_ATOMIC | STAMP_STRONG;
    if (a->ordering.order != ORDER_WEAK)
        kind |= STAMP_STRONG | (a->ordering.scope == SCOPE_CTA ? STAMP_CTA : 0);
    if ((class & INST_CLASS) == INST_CAS_READ)
        kind |= STAMP_STRONG | STAMP_ATOMIC_READ;
    return (uint8_t) (kind | (class & INST_VOLATILE ? STAMP_VOLATILE : 0));
}

void race_check(struct checked_block *b, const struct observed_access *a, race_element_fn *element)
{
    const struct checked_code *code = checked_code_of(b, a->place.code);
    uint32_t at_inst = a->place.op->inst, inst = code->first + at_inst, warp = a->place.warp;
    struct race_walk r = {.b = b, .a = a, .inst = inst};
    r.kind = stamp_kind_of(a, code->classes[at_inst]);
    bool learns =
        r.kind & STAMP_STRONG && a->kind != ACCESS_KIND_STORE && a->kind != ACCESS_KIND_REDUCTION;
    for (uint32_t left = a->place.mask; left; left &= left - 1) {
        r.lane = (uint32_t) __builtin_ctz(left);
        r.space = observed_space(a, r.lane, &r.address);
        bool shared = r.space == PTX_SHARED;
        bool local = r.space == PTX_LOCAL;
        b->launch->narrow |= a->kind >= ACCESS_KIND_ATOMIC && r.kind & STAMP_CTA;
        if (local)
            r.address -= b->block->local_at + thread_of(&r) * b->block->local_stride;
        else if (!shared && r.space != PTX_GLOBAL)
            continue;
        if (learns && !local)
            clocks_learn(b->clocks, thread_of(&r), shared, r.address);
        if (a->place.op->code == OP_mbarrier) /* not the first op of a bulk copy */
            clocks_publish(b->clocks, thread_of(&r), shared, r.address, SCOPE_CTA);
        r.kind = (uint8_t) ((r.kind & ~STAMP_CHANGES) | (changes(a, r.lane) ? STAMP_CHANGES : 0));
        if (b->launch->volatiles && r.kind & STAMP_ATOMIC && !shared && !local)
            word_users_put(b->launch->atomics, r.address & ~(uint64_t) 3, b->block->linear,
                           thread_of(&r), 1);
        r.events = shared ? &b->shared_events : &b->launch->events;
        r.start = r.address;
        r.number = checked_access(b, shared, warp, inst, code->memories[at_inst], r.kind,
                                  clocks_now(b->clocks, thread_of(&r))) +
                   r.lane;
        for (uint32_t k = 0; k < a->count; k++, r.address += a->width) {
            struct access_element e = {
                {.kind = CHECK_UNWRITTEN,
                 .block = b,
                 .space = r.space,
                 .address = r.address,
                 .size = a->width,
                 .thread = thread_of(&r),
                 .inst = inst,
                 .act = a->kind == ACCESS_KIND_LOAD ? CHECK_READS : CHECK_UPDATES},
                k,
                r.lane
            };
            element(b, a, &e);
            if (!local && (!shared || r.address < b->block->shared_size))
                check_words(&r);
        }
    }
}
