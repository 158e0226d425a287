/* SPDX-License-Identifier: Apache-2.0 */
/* Where host code stops: breakpoints, watchpoints, steps, errors. All of it runs on the session's thread. It needs what eval/debug tells of the
 * program (debug_host.h). Next: eval/debug/host_debug.c. */
#include "debug/debug_host.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "debug/debug_impl.h"
#include "debug/debug_lines.h"
#include "debug/debug_value.h"

enum { HOST_FRAMES = 64, SETTLE_LOOKS = 250 };

void debugger_set_host(struct debugger *d, const struct debug_host *host)
{
    d->host = host;
}

bool debugger_in_host(const struct debugger *d)
{
    return d->host_stopped;
}

void debugger_host_begin(struct debugger *d, bool has_main)
{
    d->host_step = (struct debug_host_step){.motion = DEBUG_CONTINUE};
    d->host_detached = d->faulted = d->quit = false;
    d->host_waits_main = has_main;
    if (d->front.begins)
        d->front.begins(d->front.user, d);
}

void debugger_host_end(struct debugger *d)
{
    debug_host_forget_watches(d, 0);
    d->host_entry = false;
}

void debugger_stop_at_host(struct debugger *d)
{
    d->host_entry = true;
}

/* ---- watchpoints: their bytes are compared before each statement ---- */

void debug_host_forget_watches(struct debugger *d, size_t depth)
{
    for (size_t k = d->watches.n; k-- > 0;)
        if (d->watches.at[k].host_depth > depth)
            debugger_unwatch(d, d->watches.at[k].number);
}

static char *watched_text(struct debugger *d, const struct debug_watch *w, uint64_t bits)
{
    struct buf out = {0};
    struct debug_scope s = debug_scope_of_host(d, 0);
    struct debug_value v = {.type = w->type, .where = VALUE_BITS, .bits = bits};
    debug_show(&s, &v, &out);
    return buf_take(&out);
}

/* The first watchpoint whose value has changed; NULL: none. Those of calls that have returned are forgotten. */
static struct debug_watch *changed_watch(struct debugger *d)
{
    size_t depth = d->watches.n ? d->host->depth(d->host->user) : 0;
    for (size_t k = d->watches.n; k-- > 0;)
        if (d->watches.at[k].host_depth > depth + 1)
            debugger_unwatch(d, d->watches.at[k].number);
    VEC_EACH (w, &d->watches) {
        uint64_t now = 0;
        struct debug_scope s = debug_scope_of_host(d, 0);
        if (!w->host_depth || w->range.size > sizeof now ||
            (!w->in_slot && !debug_scope_memory(&s, w->range.at, w->range.size)))
            continue;
        memcpy(&now, (const void *) (uintptr_t) w->range.at, w->range.size);
        if (now == w->last)
            continue;
        free(d->watch_before);
        free(d->watch_after);
        d->watch_before = watched_text(d, w, w->last);
        d->watch_after = watched_text(d, w, now);
        w->last = now;
        w->hits++;
        return w;
    }
    return NULL;
}

/* ---- stops ---- */

uint32_t debug_host_frames(const struct debugger *d, struct debug_frame *out, uint32_t most)
{
    struct debug_frame all[HOST_FRAMES + 1];
    uint32_t skip = d->host_stopped && d->host_returns,
             n = d->host->frames(d->host->user, all,
                                 (most < HOST_FRAMES ? most : HOST_FRAMES) + skip);
    if (n <= skip)
        return 0;
    memcpy(out, all + skip, (n - skip) * sizeof *out);
    return n - skip;
}

static void remember_step(struct debugger *d, const struct debug_host_place *at)
{
    struct debug_frame frames[HOST_FRAMES];
    uint32_t count = debug_host_frames(d, frames, HOST_FRAMES), out = d->focus.frame;
    bool outwards = d->resume.motion == DEBUG_FINISH || d->resume.motion == DEBUG_TO_LINE;
    size_t depth = outwards && out < count ? frames[out].depth
                                           : d->host->depth(d->host->user) - d->host_returns;
    d->host_step = (struct debug_host_step){.motion = d->resume.motion,
                                            .depth = depth,
                                            .line = at && count ? frames[0].line : 0,
                                            .file = at && count ? frames[0].file : NULL,
                                            .to_line = d->resume.line};
}

/* Launches have ended, but fills and copies may be queued: their results are to be seen. A stream may wait for what the host has yet to do. */
static void settle(struct debugger *d)
{
    struct timespec look = {.tv_nsec = 2000000};
    for (int k = 0; d->device && k < SETTLE_LOOKS && !device_idle(d->device, DEVICE_ALL_STREAMS);
         k++)
        nanosleep(&look, NULL);
}

/* Calls the front end. false: the program is abandoned. */
static bool stop_here(struct debugger *d, const struct debug_host_place *at,
                      const struct debug_stop *stop)
{
    struct debug_resume quit = {.motion = DEBUG_QUIT};
    free(d->stop.before);
    free(d->stop.after);
    d->stop = *stop;
    d->focus = (struct debug_focus){0};
    d->host_entry = false;
    debugger_remove_temporary(d);
    settle(d);
    d->host_stopped = true;
    d->phase = PHASE_STOPPED;
    d->resume = d->front.stopped ? d->front.stopped(d->front.user, d) : quit;
    d->phase = PHASE_IDLE;
    d->host_stopped = false;
    if (d->resume.back)
        d->resume = quit;
    d->host_detached = d->resume.motion == DEBUG_DETACH;
    d->quit = d->resume.motion == DEBUG_QUIT;
    remember_step(d, at);
    d->host_returns = false;
    return d->resume.motion != DEBUG_QUIT;
}

/* ---- breakpoints ---- */

/* Whether a breakpoint at a line that no statement begins on is at this one: the next, over lines without code or the rest of a statement. */
static bool is_next_code(struct debugger *d, const struct debug_host_place *at, uint32_t line)
{
    const struct source *src = source_named(d->sources, at->file);
    uint32_t next = src ? debug_line_with_code(src->text, line) : 0;
    const struct debug_host_lines *before = NULL;
    if (at->begins && line < at->begins)
        return next == at->begins && at->entry;
    for (uint32_t k = 0; k < at->line_count; k++) {
        const struct debug_host_lines *l = &at->lines[k];
        if (l->line >= line && l->line < at->own.line)
            return false;
        if (l->line < line && (!before || l->line >= before->line))
            before = l;
    }
    return next == at->own.line || next == at->begins || (before && before->ends >= line);
}

static bool is_at(struct debugger *d, const struct debug_breakpoint *b,
                  const struct debug_host_place *at)
{
    if (!b->file)
        return at->entry && at->begins && debug_function_is(at->function, b->function);
    return at->first && b->line <= at->own.line && !strcmp(b->file, at->file) &&
           (b->line == at->own.line || is_next_code(d, at, b->line));
}

static bool is_site(struct debugger *d, struct debug_host_place *at)
{
    if (at->version == d->version)
        return at->is_site;
    at->version = d->version;
    at->is_site = false;
    VEC_EACH (b, &d->breakpoints)
        if (!b->disabled && is_at(d, b, at)) {
            at->is_site = true;
            b->placed = b->file ? at->own.line : b->placed;
        }
    return at->is_site;
}

static bool holds(struct debugger *d, const char *condition)
{
    struct debug_scope s = debug_scope_of_host(d, 0);
    bool yes = false;
    return !condition || !debug_test(&s, str_of(condition), &yes) || yes;
}

static void put_log(struct debugger *d, const char *text)
{
    struct debug_scope s = debug_scope_of_host(d, 0);
    struct buf out = {0};
    debug_put_log(&s, text, &out);
    if (d->front.log)
        d->front.log(d->front.user, out.p, out.n);
    buf_free(&out);
}

/* The breakpoint at the statement whose condition holds; 0: none. */
static uint32_t hit_here(struct debugger *d, struct debug_host_place *at)
{
    uint32_t hit = 0;
    if (!is_site(d, at))
        return 0;
    for (size_t k = 0; k < d->breakpoints.n; k++) {
        struct debug_breakpoint *b = &d->breakpoints.at[k];
        if (b->disabled || !is_at(d, b, at) || !holds(d, b->condition))
            continue;
        b->hits++;
        if (b->log) {
            put_log(d, b->log);
            continue;
        }
        bool ignored = b->ignore;
        b->ignore -= ignored;
        hit = ignored || hit ? hit : b->number;
    }
    return hit;
}

/* ---- steps ---- */

/* "square returned 9"; NULL: nothing. From malloc. */
static char *returned_text(struct debugger *d, const struct debug_host_place *at)
{
    struct debug_scope s = debug_scope_of_host(d, 0);
    struct debug_value v;
    struct buf out = {0};
    if (!at->returned.address || !debug_scope_read(&s, &at->returned, &v))
        return NULL;
    buf_printf(&out, "%s returned ", at->function);
    debug_show(&s, &v, &out);
    return buf_take(&out);
}

static bool ends_step(const struct debugger *d, const struct debug_host_place *at)
{
    const struct debug_host_step *s = &d->host_step;
    if (s->motion == DEBUG_CONTINUE)
        return false;
    size_t depth = d->host->depth(d->host->user);
    bool other_line = at->own.line != s->line || !s->file || strcmp(at->file, s->file);
    switch (s->motion) {
    case DEBUG_STEP: return depth != s->depth || other_line;
    case DEBUG_NEXT: return depth < s->depth || (depth == s->depth && other_line);
    case DEBUG_FINISH: return depth < s->depth || (at->leaves && depth == s->depth && depth > 1);
    case DEBUG_TO_LINE:
        return depth < s->depth || (depth == s->depth && at->own.line == s->to_line);
    default: return false;
    }
}

bool debugger_host_line(struct debugger *d, struct debug_host_place *at)
{
    struct debug_stop stop = {0};
    struct debug_watch *w = d->watches.n ? changed_watch(d) : NULL;
    if (d->host_detached)
        return true;
    if (atomic_load(&d->refresh) && d->front.begins) {
        atomic_store(&d->refresh, false);
        d->front.begins(d->front.user, d);
    }
    if (!d->launch)
        arena_free(&d->types);
    uint32_t hit = d->breakpoints.n ? hit_here(d, at) : 0;
    if (w) {
        stop = (struct debug_stop){.reason = DEBUG_AT_WATCHPOINT,
                                   .breakpoint = w->number,
                                   .before = d->watch_before,
                                   .after = d->watch_after};
        d->watch_before = d->watch_after = NULL;
    } else if (hit) {
        stop = (struct debug_stop){.reason = DEBUG_AT_BREAKPOINT, .breakpoint = hit};
    } else if (d->host_entry && (!d->host_waits_main || at->begins)) {
        stop.reason = DEBUG_AT_ENTRY;
    } else if (atomic_load(&d->pause)) {
        atomic_store(&d->pause, false);
        stop.reason = DEBUG_PAUSED;
    } else if (ends_step(d, at)) {
        stop.reason = DEBUG_AFTER_STEP;
        d->host_returns = d->host_step.motion == DEBUG_FINISH && at->leaves &&
                          d->host->depth(d->host->user) == d->host_step.depth;
        stop.after = d->host_returns ? returned_text(d, at) : NULL;
    } else {
        return true;
    }
    return stop_here(d, at, &stop);
}

void debugger_host_failed(struct debugger *d, const char *message, bool of_kernel)
{
    struct debug_stop stop = {.reason = DEBUG_AT_ERROR, .message = message};
    if (d->host_detached || d->quit || (of_kernel && d->faulted))
        return;
    stop_here(d, NULL, &stop);
    d->host_step.motion = DEBUG_CONTINUE;
}

/* ---- launches in between ---- */

void debug_host_launches(struct debugger *d)
{
    d->host_outer = 0;
    d->host_enters = d->host_step.motion == DEBUG_STEP;
    d->at_entry |= d->host_enters;
}

size_t debug_host_focus(struct debugger *d)
{
    struct debug_frame all[HOST_FRAMES];
    uint32_t n = debugger_frames(d, all, HOST_FRAMES);
    return d->focus.frame < n ? all[d->focus.frame].depth : 0;
}

void debug_host_launched(struct debugger *d)
{
    enum debug_motion m = d->resume.motion;
    if (d->host_enters)
        d->at_entry = false;
    if (!d->host || !d->has_stopped)
        return;
    d->host_step = (struct debug_host_step){.motion = DEBUG_CONTINUE};
    if (d->host_outer) {
        d->host_step.motion = d->resume.motion;
        d->host_step.depth = d->host_outer;
        d->host_step.to_line = d->resume.line;
        return;
    }
    if (m == DEBUG_CONTINUE || m == DEBUG_DETACH || m == DEBUG_QUIT || d->faulted)
        return;
    d->host_step.motion = DEBUG_NEXT; /* the launch is over: on with the statement behind it */
    d->host_step.depth = d->host->depth(d->host->user);
}
