/* SPDX-License-Identifier: Apache-2.0 */
/* Going back: the launch is abandoned and runs again from its first instruction, with memory as it was at the launch. It is deterministic, so
 * instruction number n is the same each time. A first run finds the last event before the present position: the begin of a line, a
 * breakpoint, a store. A second run stops there. Next: device/cpu/observed_state.c, cpu_worker.c. */
#include <stdlib.h>
#include <string.h>

#include "base/space.h"
#include "debug/debug_impl.h"
#include "debug/debug_value.h"

static const uint64_t SAVED_MOST = UINT64_C(1) << 30; /* bytes of all arrays */

/* ---- memory ---- */

static void save_object(void *user, struct object *o)
{
    struct debugger *d = user;
    struct debug_saved s = {o->start, o->size, NULL};
    if (!o->size)
        return;
    s.bytes = xmalloc(o->size);
    memcpy(s.bytes, (const void *) (uintptr_t) o->start, o->size);
    VEC_PUSH(&d->saved, s);
}

void debug_save_memory(struct debugger *d)
{
    debug_forget_memory(d);
    d->irreversible = NULL;
    if (space_used(d->space) > SAVED_MOST)
        d->irreversible = "the device's arrays hold more than 1 GiB";
    else
        space_each(d->space, save_object, d);
}

void debug_forget_memory(struct debugger *d)
{
    VEC_EACH (s, &d->saved)
        free(s->bytes);
    VEC_FREE(&d->saved);
}

static void restore_memory(struct debugger *d)
{
    VEC_EACH (s, &d->saved)
        memcpy((void *) (uintptr_t) s->start, s->bytes, s->size);
}

/* ---- ranges ---- */

struct debug_range debug_range_of(const struct observed_block *b, uint64_t address, uint64_t size)
{
    struct debug_range r = {.space = RANGE_GLOBAL, .at = address, .size = size};
    if (!b)
        return r;
    r.block = b->linear;
    if (address - b->shared_at < b->shared_size) {
        r.space = RANGE_SHARED;
        r.at -= b->shared_at;
    } else if (address - b->local_at < b->local_stride * WARP_LANES * b->warps) {
        r.space = RANGE_LOCAL;
        r.at -= b->local_at;
    }
    return r;
}

uint64_t debug_range_address(const struct debug_range *r, const struct observed_block *b)
{
    if (r->space == RANGE_GLOBAL)
        return r->at;
    if (!b || b->linear != r->block)
        return 0;
    return r->at + (r->space == RANGE_SHARED ? b->shared_at : b->local_at);
}

/* ---- stores ---- */

static uint64_t read_range(uint64_t address, uint64_t size)
{
    uint64_t v = 0;
    memcpy(&v, (const void *) (uintptr_t) address, size < sizeof v ? size : sizeof v);
    return v;
}

/* The lane whose store touches the range; the last of them; WARP_LANES: none. */
static uint32_t lane_that_stores(const struct observed_access *a, const struct debug_range *r)
{
    const struct observed_block *b = a->place.block;
    uint64_t from = debug_range_address(r, b), bytes = (uint64_t) a->width * a->count;
    uint64_t window = a->space == PTX_SHARED ? b->shared_at : 0;
    uint32_t found = WARP_LANES;
    for (uint32_t m = from ? a->place.mask : 0; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        uint64_t at = a->addresses[lane] + window;
        if (at < from + r->size && from < at + bytes)
            found = lane;
    }
    return found;
}

static struct device_dim thread_of(const struct observed_place *p, uint32_t lane)
{
    struct device_dim d = p->block->launch->block;
    uint32_t t = WARP_LANES * p->warp + lane;
    return (struct device_dim){t % d.x, t / d.x % d.y, t / d.x / d.y};
}

static void note_writer(struct debugger *d, const struct observed_access *a, uint32_t lane)
{
    struct debug_code *c = debug_code_of(d, a->place.code);
    const struct debug_place *at = &c->places[a->place.inst - c->code->func->insts.at];
    const struct debug_range *r = &d->search.range;
    d->search.writer =
        (struct debug_writer){.found = true,
                              .block = a->place.block->id,
                              .thread = thread_of(&a->place, lane),
                              .file = at->file,
                              .function = c->name,
                              .line = at->line,
                              .position = d->now,
                              .value = read_range(debug_range_address(r, a->place.block), r->size),
                              .width = (uint32_t) r->size};
}

static char *text_of(struct debugger *d, const struct observed_place *p,
                     const struct debug_watch *w, uint64_t bits)
{
    struct buf out = {0};
    struct debug_scope s = {.d = d, .block = p->block};
    struct debug_value v = {.type = w->type, .where = VALUE_BITS, .bits = bits};
    debug_show(&s, &v, &out);
    return buf_take(&out);
}

static void look_at_watches(struct debugger *d, const struct observed_access *a)
{
    VEC_EACH (w, &d->watches) {
        if (lane_that_stores(a, &w->range) == WARP_LANES)
            continue;
        uint64_t now = read_range(debug_range_address(&w->range, a->place.block), w->range.size);
        if (now == w->last)
            continue;
        free(d->watch_before);
        free(d->watch_after);
        d->watch_before = text_of(d, &a->place, w, w->last);
        d->watch_after = text_of(d, &a->place, w, now);
        w->last = now;
        d->watched = w->number;
        w->hits += !d->goal && !d->search.kind;
    }
}

void debug_replay_access(struct debugger *d, const struct observed_access *a)
{
    if (d->watches.n)
        look_at_watches(d, a);
    if (d->search.kind != SEARCH_STORE || d->now >= d->search.until)
        return;
    uint32_t lane = lane_that_stores(a, &d->search.range);
    if (lane != WARP_LANES)
        note_writer(d, a, lane);
}

/* ---- searching ---- */

/* The search has come to the present position: the launch runs again, up to what was found. */
static void conclude(struct debugger *d)
{
    d->goal = d->search.found ? d->search.found : 1;
    d->goal_reason = d->search.found ? d->search.reason : DEBUG_AT_START;
    d->goal_breakpoint = d->search.breakpoint;
    d->search.kind = SEARCH_NONE;
    d->rerun = true;
}

static void look_for(struct debugger *d, const struct observed_place *p, struct debug_code *c)
{
    struct debug_search *s = &d->search;
    uint32_t inst = (uint32_t) (p->inst - c->code->func->insts.at), lanes;
    const struct debug_place *at = &c->places[inst];
    if (s->kind == SEARCH_LINE && p->block->linear == s->block && p->warp == s->warp &&
        p->mask & s->lanes && (!s->over_calls || p->depth <= s->depth) &&
        (s->instructions || (at->starts && debug_track_begins(d, p, at, s->lanes)))) {
        s->found = d->now;
        s->reason = DEBUG_AFTER_STEP;
    }
    if (s->kind != SEARCH_STOP)
        return;
    if (d->watched) {
        s->found = d->now;
        s->reason = DEBUG_AT_WATCHPOINT;
        s->breakpoint = d->watched;
        d->watched = 0;
    }
    debug_code_place(d, c);
    uint32_t hit = c->is_site[inst] ? debug_hit(d, p, c, false, &lanes) : 0;
    if (hit) {
        s->found = d->now;
        s->reason = DEBUG_AT_BREAKPOINT;
        s->breakpoint = hit;
    }
}

/* Back where the launch was stopped before a search of a writer. */
static void return_to_stop(struct debugger *d, const struct observed_place *p)
{
    struct debug_stop stop = d->kept;
    d->search.kind = SEARCH_NONE;
    d->watched = 0; /* stores before the stop were told of */
    if (p && stop.reason == DEBUG_AT_FAULT) {
        d->goal = UINT64_MAX; /* the fault follows */
        return;
    }
    debug_wait(d, p, &stop);
}

static bool is_goal(const struct debugger *d, const struct observed_place *p, struct debug_code *c)
{
    if (d->goal_reason == DEBUG_AT_START)
        return c->places[p->inst - c->code->func->insts.at].starts;
    return d->now == d->goal;
}

bool debug_replay_see(struct debugger *d, const struct observed_place *p, struct debug_code *c)
{
    if (d->search.kind && d->now >= d->search.until) {
        if (d->search.kind == SEARCH_STORE) {
            return_to_stop(d, p);
            return d->rerun || d->quit;
        }
        conclude(d);
        observed_abandon(p->block);
        return true;
    }
    if (d->search.kind) {
        look_for(d, p, c);
        return false;
    }
    if (d->goal != UINT64_MAX && is_goal(d, p, c)) {
        struct debug_stop stop = {.reason = d->goal_reason, .breakpoint = d->goal_breakpoint};
        if (stop.reason == DEBUG_AT_WATCHPOINT) {
            stop.before = d->watch_before;
            stop.after = d->watch_after;
            d->watch_before = d->watch_after = NULL;
        }
        d->goal = 0;
        d->watched = 0;
        debug_wait(d, p, &stop);
    }
    return d->rerun || d->quit;
}

bool debug_replay_again(struct debugger *d)
{
    if (d->quit)
        return false;
    if (!d->rerun && d->search.kind == SEARCH_STORE) {
        return_to_stop(d, NULL);
        return debug_replay_again(d);
    }
    if (!d->rerun && d->search.kind)
        conclude(d);
    if (!d->rerun)
        return false;
    restore_memory(d);
    d->rerun = d->block_ended = d->faulted = false;
    d->now = 0;
    d->watched = 0;
    VEC_EACH (w, &d->watches)
        w->last = w->range.space == RANGE_GLOBAL ? read_range(w->range.at, w->range.size) : 0;
    d->track = (struct debug_track){
        .block = d->search.block, .warp = d->search.warp, .on = d->search.kind == SEARCH_LINE};
    return true;
}

static uint64_t present(const struct debugger *d)
{
    return d->stop.reason == DEBUG_AT_END ? UINT64_MAX : d->stop.position;
}

void debug_replay_back(struct debugger *d)
{
    const struct debug_resume *r = &d->resume;
    struct observed_lanes groups[WARP_LANES];
    bool stepping =
        r->motion == DEBUG_STEP || r->motion == DEBUG_NEXT || r->motion == DEBUG_INSTRUCTION;
    const struct observed_block *b = debugger_block(d, d->focus.block);
    uint32_t n = b ? debugger_warp(d, b, d->focus.warp, groups) : 0;
    d->search = (struct debug_search){.kind = stepping ? SEARCH_LINE : SEARCH_STOP,
                                      .until = present(d),
                                      .instructions = r->motion == DEBUG_INSTRUCTION,
                                      .over_calls = n && r->motion == DEBUG_NEXT,
                                      .block = d->focus.block,
                                      .warp = d->focus.warp,
                                      .lanes = r->one_lane ? 1u << d->focus.lane : UINT32_MAX};
    for (uint32_t k = 0; k < n; k++)
        if (groups[k].mask >> d->focus.lane & 1)
            d->search.depth = groups[k].frame.depth;
    d->rerun = true;
}

const char *debugger_irreversible(const struct debugger *d)
{
    return d->host_stopped ? "host code runs forwards only; a kernel can go back" : d->irreversible;
}

void debugger_changed(struct debugger *d)
{
    d->irreversible = "a variable was set by hand";
}
