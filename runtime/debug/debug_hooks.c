/* SPDX-License-Identifier: Apache-2.0 */
/* The debugger as an observer: before each instruction it asks whether the launch stops there. All of it runs on the host thread that runs the
 * launch. Next: debug_replay.c, debugger.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/debug_impl.h"
#include "debug/debug_value.h"
#include "device/cpu/code/ops.h"

/* ---- stopping ---- */

void debug_wait(struct debugger *d, const struct observed_place *p, const struct debug_stop *stop)
{
    free(d->stop.before);
    free(d->stop.after);
    d->stop = *stop;
    d->stop.position = d->now;
    d->has_stopped = true;
    d->here = p ? *p : (struct observed_place){0};
    if (p) {
        uint32_t lanes = stop->lanes & p->mask ? stop->lanes & p->mask : p->mask;
        struct debug_focus f = {p->block->linear, p->warp, (uint32_t) __builtin_ctz(lanes), 0};
        bool stays =
            d->focus.block == f.block && d->focus.warp == f.warp && lanes >> d->focus.lane & 1;
        f.lane = stays ? d->focus.lane : f.lane;
        d->focus = f;
    }
    pthread_mutex_lock(&d->lock);
    d->phase = PHASE_STOPPED;
    pthread_cond_broadcast(&d->changed);
    while (d->phase == PHASE_STOPPED)
        pthread_cond_wait(&d->changed, &d->lock);
    pthread_mutex_unlock(&d->lock);
    if (p && (d->quit || d->rerun))
        observed_abandon(p->block);
}

static void stop_here(struct debugger *d, const struct observed_place *p, enum debug_reason reason,
                      uint32_t breakpoint, uint32_t lanes)
{
    struct debug_stop stop = {.reason = reason, .breakpoint = breakpoint, .lanes = lanes};
    debug_wait(d, p, &stop);
}

/* A store has changed what a watchpoint watches. */
static void stop_watched(struct debugger *d, const struct observed_place *p)
{
    struct debug_stop stop = {.reason = DEBUG_AT_WATCHPOINT,
                              .breakpoint = d->watched,
                              .lanes = p->mask,
                              .before = d->watch_before,
                              .after = d->watch_after};
    d->watched = 0;
    d->watch_before = d->watch_after = NULL;
    debug_wait(d, p, &stop);
}

void debugger_found(struct debugger *d, const char *text, uint32_t lane)
{
    if (d->quit || d->rerun || d->detached)
        return;
    free(d->found);
    d->found = xstrdup(text);
    d->found_lane = lane;
}

static void stop_found(struct debugger *d, const struct observed_place *p)
{
    char *text = d->found;
    struct debug_stop stop = {
        .reason = DEBUG_AT_FINDING, .lanes = 1u << d->found_lane, .message = text};
    d->found = NULL;
    debug_wait(d, p, &stop);
    d->stop.message = NULL;
    free(text);
}

/* ---- breakpoints ---- */

static struct observed_frame frame_here(const struct observed_place *p, struct debugger *d)
{
    struct observed_lanes groups[WARP_LANES];
    (void) d;
    observed_warp(p->block, p->warp, p, groups);
    return groups[0].frame;
}

/* The lanes for which a condition holds. A condition that cannot be evaluated holds, so that the front end can say why. */
static uint32_t lanes_where(struct debugger *d, const struct observed_place *p,
                            const char *condition)
{
    struct observed_frame f = frame_here(p, d);
    uint32_t lanes = 0;
    if (!condition)
        return p->mask;
    for (uint32_t m = p->mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        struct debug_scope s = debug_scope_at(d, p->block, &f, p->warp, lane);
        bool yes = false;
        if (!debug_test(&s, str_of(condition), &yes) || yes)
            lanes |= 1u << lane;
    }
    return lanes;
}

void debug_put_log(struct debug_scope *s, const char *text, struct buf *out)
{
    while (*text) {
        size_t n = strcspn(text, "{");
        const char *end = text[n] ? strchr(text + n, '}') : NULL;
        struct debug_value v;
        buf_put(out, text, n);
        text += n;
        if (!*text)
            break;
        if (!end) {
            buf_puts(out, text);
            break;
        }
        if (debug_evaluate(s, (struct str){text + 1, (size_t) (end - text - 1)}, &v))
            debug_show(s, &v, out);
        else
            buf_printf(out, "<%s>", s->error);
        text = end + 1;
    }
    buf_putc(out, '\n');
}

static void put_log(struct debugger *d, const struct observed_place *p, const char *text,
                    uint32_t lane)
{
    struct observed_frame f = frame_here(p, d);
    struct debug_scope s = debug_scope_at(d, p->block, &f, p->warp, lane);
    struct buf out = {0};
    debug_put_log(&s, text, &out);
    pthread_mutex_lock(&d->lock); /* the session's thread hands it out */
    buf_put(&d->logged, out.p, out.n);
    pthread_mutex_unlock(&d->lock);
    buf_free(&out);
}

uint32_t debug_hit(struct debugger *d, const struct observed_place *p, struct debug_code *c,
                   bool counts, uint32_t *out_lanes)
{
    uint32_t inst = (uint32_t) (p->inst - c->code->func->insts.at);
    uint32_t hit = 0;
    VEC_EACH (site, &c->sites) {
        struct debug_breakpoint *b = NULL;
        VEC_EACH (known, &d->breakpoints)
            if (site->inst == inst && known->number == site->breakpoint)
                b = known;
        uint32_t lanes = b ? lanes_where(d, p, b->condition) : 0;
        if (!lanes)
            continue;
        if (counts && b->log) {
            b->hits++;
            for (uint32_t m = lanes; m; m &= m - 1)
                put_log(d, p, b->log, (uint32_t) __builtin_ctz(m));
        }
        if (b->log)
            continue;
        b->hits += counts;
        bool ignored = counts && b->ignore;
        b->ignore -= ignored;
        if (!ignored && !hit) {
            hit = b->number;
            *out_lanes = lanes;
        }
    }
    return hit;
}

/* ---- steps ---- */

static bool is_step_warp(const struct debugger *d, const struct observed_place *p)
{
    return p->block->linear == d->step_block && p->warp == d->step_warp;
}

/* The warp of the step has no lanes left, or its block has ended: the step ends at the next line of any other warp. */
static bool is_step_over(const struct debugger *d, const struct observed_place *p)
{
    struct observed_lanes groups[WARP_LANES];
    if (d->block_ended)
        return true;
    return p->block->linear == d->step_block && p->warp != d->step_warp &&
           !observed_warp(p->block, d->step_warp, NULL, groups);
}

static bool ends_step(struct debugger *d, const struct observed_place *p,
                      const struct debug_place *at)
{
    const struct debug_resume *r = &d->resume;
    if (r->motion == DEBUG_CONTINUE || r->motion == DEBUG_DETACH || d->host_outer)
        return false;
    if (r->motion == DEBUG_END_BLOCK)
        return d->block_ended && at->starts;
    if (!is_step_warp(d, p))
        return at->starts && is_step_over(d, p);
    uint32_t lanes = r->one_lane ? 1u << d->step_lane : UINT32_MAX;
    if (!(p->mask & lanes))
        return false;
    bool begins = at->starts && debug_track_begins(d, p, at, lanes);
    bool line_of_users = at->file && debug_code_of(d, p->code)->user;
    switch (r->motion) {
    case DEBUG_INSTRUCTION: return true;
    case DEBUG_STEP: return begins;
    case DEBUG_NEXT: return begins && p->depth <= d->step_depth;
    case DEBUG_FINISH: return line_of_users && p->depth < d->step_depth;
    case DEBUG_TO_BARRIER: return op_infos[p->op->code].kind == OP_KIND_BARRIER;
    case DEBUG_TO_LINE:
        return p->depth < d->step_depth ||
               (begins && at->line == r->line && p->depth == d->step_depth);
    default: return false;
    }
}

/* ---- hooks ---- */

static void see_instruction(struct observer *o, void *state, const struct observed_place *p)
{
    struct debugger *d = (struct debugger *) o;
    (void) state;
    d->now++;
    if (d->quit || d->rerun) {
        observed_abandon(p->block);
        return;
    }
    struct debug_code *c = debug_code_of(d, p->code);
    const struct debug_place *at = &c->places[p->inst - c->code->func->insts.at];
    if (d->goal || d->search.kind) {
        if (debug_replay_see(d, p, c))
            return;
    } else if (!d->detached) {
        uint32_t lanes = p->mask, hit = 0;
        debug_code_place(d, c);
        if (c->is_site[p->inst - c->code->func->insts.at])
            hit = debug_hit(d, p, c, true, &lanes);
        bool steps = ends_step(d, p, at);
        if (d->found)
            stop_found(d, p);
        else if (d->watched)
            stop_watched(d, p);
        else if (hit)
            stop_here(d, p, DEBUG_AT_BREAKPOINT, hit, lanes);
        else if (d->at_entry && at->starts)
            stop_here(d, p, DEBUG_AT_ENTRY, 0, lanes);
        else if (atomic_exchange(&d->pause, false))
            stop_here(d, p, DEBUG_PAUSED, 0, lanes);
        else if (steps)
            stop_here(d, p, DEBUG_AFTER_STEP, 0, lanes);
    }
    if (d->track.on && p->block->linear == d->track.block && p->warp == d->track.warp)
        debug_track_note(d, p, at);
}

static void see_access(struct observer *o, void *state, const struct observed_access *a)
{
    struct debugger *d = (struct debugger *) o;
    (void) state;
    if (a->kind != ACCESS_KIND_LOAD && (d->search.kind == SEARCH_STORE || d->watches.n))
        debug_replay_access(d, a);
}

static void see_fault(struct observer *o, void *state, const struct observed_fault *f)
{
    struct debugger *d = (struct debugger *) o;
    struct debug_stop stop = {.reason = DEBUG_AT_FAULT, .lanes = f->place.mask, .fault = *f->fault};
    (void) state;
    if (d->quit || d->rerun || (d->detached && !d->goal))
        return;
    if (d->search.kind)
        return;
    d->goal = 0;
    d->faulted = true;
    debug_wait(d, &f->place, &stop);
}

static void *see_launch(struct observer *o, const struct observed_launch *l)
{
    struct debugger *d = (struct debugger *) o;
    if (l->depth == 0)
        d->launch = l;
    else
        d->irreversible = "the kernel has launched kernels";
    return (void *) (uintptr_t) l;
}

static void *see_block(struct observer *o, void *launch_state, const struct observed_block *b)
{
    struct debugger *d = (struct debugger *) o;
    (void) launch_state;
    VEC_PUSH(&d->blocks, b);
    return NULL;
}

static void see_block_end(struct observer *o, void *state, const struct observed_block *b,
                          enum observed_end end)
{
    struct debugger *d = (struct debugger *) o;
    (void) state;
    (void) end;
    d->block_ended |= b->linear == d->step_block;
    for (size_t k = 0; k < d->blocks.n; k++)
        if (d->blocks.at[k] == b) {
            VEC_REMOVE(&d->blocks, k);
            return;
        }
}

static bool see_end(struct observer *o, void *launch_state)
{
    struct debugger *d = (struct debugger *) o;
    const struct observed_launch *l = launch_state;
    if (l->depth)
        return false;
    bool again = debug_replay_again(d);
    bool told = d->stop.reason == DEBUG_AT_END; /* a search of a writer has returned to it */
    bool stops =
        !again && d->at_end && d->has_stopped && !told && !d->quit && !d->detached && !d->faulted;
    if (stops) {
        struct debug_stop stop = {.reason = DEBUG_AT_END};
        debug_wait(d, NULL, &stop);
        again = debug_replay_again(d);
    }
    if (!again) {
        pthread_mutex_lock(&d->lock);
        d->over = d->ended = true;
        pthread_cond_broadcast(&d->changed);
        pthread_mutex_unlock(&d->lock);
    }
    return again;
}

static void see_allocation(struct observer *o, const struct observed_allocation *a)
{
    struct debugger *d = (struct debugger *) o;
    if (a->kind == ALLOCATION_HEAP)
        d->irreversible = "the kernel has allocated memory";
}

const struct observer debug_hooks = {.in_order = true,
                                     .launch_begin = see_launch,
                                     .block_begin = see_block,
                                     .block_end = see_block_end,
                                     .instruction = see_instruction,
                                     .access = see_access,
                                     .fault = see_fault,
                                     .again = see_end,
                                     .allocate = see_allocation};
