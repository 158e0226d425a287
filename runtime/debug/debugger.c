/* SPDX-License-Identifier: Apache-2.0 */
/* The debugger's life, its breakpoints, and the session's side of a debugged launch. Next: debug_hooks.c, the side of the launch. */
#include "debug/debugger.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/space.h"
#include "debug/debug_impl.h"
#include "device/cpu/observe.h"

enum { LOOK_NS = 10000000 };

struct debugger *debugger_new(const struct sources *sources)
{
    struct debugger *d = xcalloc(1, sizeof *d);
    pthread_condattr_t a;
    d->observer = debug_hooks;
    d->sources = sources;
    d->names = intern_new();
    d->version = 1;
    pthread_mutex_init(&d->lock, NULL);
    pthread_condattr_init(&a);
    pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
    pthread_cond_init(&d->changed, &a);
    pthread_condattr_destroy(&a);
    return d;
}

static void breakpoint_free(struct debug_breakpoint *b)
{
    free(b->file);
    free(b->function);
    free(b->condition);
    free(b->log);
}

static void forget_launch(struct debugger *d)
{
    debug_keep_watches(d);
    debug_codes_forget(d);
    debug_forget_memory(d);
    d->launch = NULL;
    d->blocks.n = 0;
}

static void forget_watches(struct debugger *d)
{
    VEC_EACH (w, &d->watches)
        free(w->text);
    d->watches.n = 0;
}

void debugger_free(struct debugger **at)
{
    struct debugger *d = *at;
    if (!d)
        return;
    debugger_detach(d);
    debugger_delete_in(d, NULL);
    forget_launch(d);
    forget_watches(d);
    VEC_FREE(&d->watches);
    VEC_FREE(&d->breakpoints);
    VEC_FREE(&d->blocks);
    free(d->stop.before);
    free(d->stop.after);
    free(d->watch_before);
    free(d->watch_after);
    free(d->found);
    buf_free(&d->logged);
    pthread_cond_destroy(&d->changed);
    pthread_mutex_destroy(&d->lock);
    intern_free(&d->names);
    free(d);
    *at = NULL;
}

void debugger_set_front(struct debugger *d, const struct debug_front *front)
{
    d->front = front ? *front : (struct debug_front){0};
}

/* ---- breakpoints ---- */

static char *copy(const char *s)
{
    return s && *s ? xstrdup(s) : NULL;
}

void debug_set_text(char **at, struct str text)
{
    free(*at);
    *at = text.n ? xstrndup(text.p, text.n) : NULL;
}

struct debug_breakpoint *debugger_break(struct debugger *d, const struct debug_breakpoint *given)
{
    struct debug_breakpoint b = *given;
    b.number = ++d->last_number;
    b.file = copy(given->file);
    b.function = copy(given->function);
    b.condition = copy(given->condition);
    b.log = copy(given->log);
    b.hits = b.placed = 0;
    VEC_PUSH(&d->breakpoints, b);
    debugger_breakpoints_changed(d);
    return &VEC_LAST(&d->breakpoints);
}

/* Breakpoints are found at once in the functions of a stopped launch, so that a front end can show where they are. */
void debugger_breakpoints_changed(struct debugger *d)
{
    d->version++;
    VEC_EACH (b, &d->breakpoints)
        b->placed = d->launch ? 0 : b->placed;
    VEC_EACH (c, &d->codes)
        debug_code_place(d, *c);
}

bool debugger_delete(struct debugger *d, uint32_t number)
{
    for (size_t k = 0; k < d->breakpoints.n; k++)
        if (d->breakpoints.at[k].number == number) {
            breakpoint_free(&d->breakpoints.at[k]);
            VEC_REMOVE(&d->breakpoints, k);
            debugger_breakpoints_changed(d);
            return true;
        }
    return false;
}

void debugger_delete_in(struct debugger *d, const char *file)
{
    for (size_t k = d->breakpoints.n; k-- > 0;) {
        const struct debug_breakpoint *b = &d->breakpoints.at[k];
        if (!file || (b->file && !strcmp(b->file, file)))
            debugger_delete(d, b->number);
    }
}

void debugger_delete_of_client(struct debugger *d)
{
    for (size_t k = d->breakpoints.n; k-- > 0;)
        if (d->breakpoints.at[k].of_client)
            debugger_delete(d, d->breakpoints.at[k].number);
}

struct debug_breakpoint *debugger_breakpoints(struct debugger *d, size_t *out_count)
{
    *out_count = d->breakpoints.n;
    return d->breakpoints.at;
}

/* ---- launches ---- */

bool debugger_attach(struct debugger *d, struct device *device)
{
    if (d->device == device)
        return true;
    debugger_detach(d);
    if (!cpu_device_observe(device, &d->observer))
        return false;
    d->device = device;
    d->space = cpu_device_space(device);
    return true;
}

void debugger_detach(struct debugger *d)
{
    if (d->device)
        cpu_device_unobserve(d->device, &d->observer);
    d->device = NULL;
    d->at_entry = d->at_end = false;
}

bool debugger_is_attached(const struct debugger *d)
{
    return d->device != NULL;
}

void debugger_stop_at(struct debugger *d, bool entry, bool end)
{
    d->at_entry = entry;
    d->at_end = end;
}

void debugger_begin(struct debugger *d)
{
    forget_launch(d);
    d->now = d->goal = 0;
    d->search.kind = SEARCH_NONE;
    d->track.on = d->quit = d->detached = d->rerun = d->faulted = d->block_ended = false;
    d->watched = 0;
    free(d->found);
    d->found = NULL;
    d->resume = (struct debug_resume){.motion = DEBUG_CONTINUE};
    d->focus = (struct debug_focus){0};
    d->stop.position = 0;
    d->stop.reason = DEBUG_AT_ENTRY;
    d->over = d->ended = d->has_stopped = false;
    d->detached = d->host_detached;
    d->phase = PHASE_RUNNING;
    debug_host_launches(d);
    debug_save_memory(d);
    if (d->front.begins)
        d->front.begins(d->front.user, d);
}

void debugger_remove_temporary(struct debugger *d)
{
    if (d->stop.reason != DEBUG_AT_BREAKPOINT)
        return;
    VEC_EACH (b, &d->breakpoints)
        if (b->number == d->stop.breakpoint && b->temporary) {
            debugger_delete(d, b->number);
            return;
        }
}

void debugger_stay_forward(struct debugger *d, const char *why)
{
    d->irreversible = why;
}

static void begin_motion(struct debugger *d)
{
    struct observed_lanes groups[WARP_LANES];
    const struct observed_block *b = debugger_block(d, d->focus.block);
    uint32_t n = b ? debugger_warp(d, b, d->focus.warp, groups) : 0;
    d->quit = d->resume.motion == DEBUG_QUIT;
    d->detached = d->resume.motion == DEBUG_DETACH;
    d->block_ended = !b;
    d->step_block = d->focus.block;
    d->step_warp = d->focus.warp;
    d->step_lane = d->focus.lane;
    d->step_depth = 0;
    for (uint32_t k = 0; k < n; k++)
        if (groups[k].mask >> d->focus.lane & 1)
            d->step_depth = groups[k].frame.depth;
    bool outwards = d->resume.motion == DEBUG_FINISH || d->resume.motion == DEBUG_TO_LINE;
    d->host_outer = outwards && d->host ? debug_host_focus(d) : 0;
    if (outwards) {
        uint32_t frame = d->focus.frame;
        d->step_depth -= frame < d->step_depth ? frame : d->step_depth;
    }
    d->track.on = false;
    if (d->resume.back)
        debug_replay_back(d);
    else if (b && d->resume.motion != DEBUG_CONTINUE)
        debug_track_begin(d, d->focus.block, d->focus.warp);
}

static void hand_out_log(struct debugger *d)
{
    pthread_mutex_lock(&d->lock);
    size_t n = d->logged.n;
    char *text = buf_take(&d->logged);
    pthread_mutex_unlock(&d->lock);
    if (n && d->front.log)
        d->front.log(d->front.user, text, n);
    free(text);
}

/* With the lock held. Until the worker stops or has ended, or some time has passed. */
static void wait_a_while(struct debugger *d)
{
    struct timespec t = clock_timespec(clock_ns() + LOOK_NS);
    if (d->phase == PHASE_RUNNING && !d->ended)
        pthread_cond_timedwait(&d->changed, &d->lock, &t);
}

static void go_on(struct debugger *d)
{
    pthread_mutex_lock(&d->lock);
    d->phase = PHASE_RUNNING;
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
}

static void serve_stop(struct debugger *d, const atomic_bool *interrupt)
{
    struct debug_resume quit = {.motion = DEBUG_QUIT};
    d->at_entry = false;
    debugger_remove_temporary(d);
    bool interrupted = interrupt && atomic_load(interrupt);
    d->resume = d->front.stopped && !interrupted ? d->front.stopped(d->front.user, d) : quit;
    if (d->resume.back && d->irreversible)
        d->resume = quit;
    begin_motion(d);
    go_on(d);
}

bool debugger_launched(struct debugger *d, struct poll_hook *poll, const atomic_bool *interrupt)
{
    device_idle(d->device, DEVICE_ALL_STREAMS); /* a device that is held begins */
    for (bool over = false; !over;) {
        pthread_mutex_lock(&d->lock);
        wait_a_while(d);
        bool stopped = d->phase == PHASE_STOPPED;
        over = d->over;
        d->ended = false;
        pthread_mutex_unlock(&d->lock);
        hand_out_log(d);
        if (stopped)
            serve_stop(d, interrupt);
        else if (!over)
            poll_now(poll, NULL);
        if (interrupt && atomic_load(interrupt))
            d->quit = true;
        over = over && device_idle(d->device, DEVICE_ALL_STREAMS); /* else: grids of the kernel */
    }
    d->phase = PHASE_IDLE;
    debug_host_launched(d);
    forget_launch(d);
    return !d->quit;
}

/* The launch runs again while the front end waits, and stops where it is now. */
struct debug_writer debugger_who(struct debugger *d, uint64_t address, uint64_t size)
{
    const struct observed_block *b = debugger_block(d, d->focus.block);
    struct debug_focus focus = d->focus;
    if (d->irreversible)
        return (struct debug_writer){0};
    d->kept = d->stop;
    d->stop.before = d->stop.after = NULL;
    d->search = (struct debug_search){.kind = SEARCH_STORE,
                                      .until = d->kept.reason == DEBUG_AT_END ? UINT64_MAX
                                                                              : d->kept.position,
                                      .range = debug_range_of(b, address, size)};
    d->rerun = true;
    go_on(d);
    pthread_mutex_lock(&d->lock);
    while (d->phase != PHASE_STOPPED && !d->over)
        wait_a_while(d);
    pthread_mutex_unlock(&d->lock);
    d->focus = focus;
    return d->search.writer;
}

void debugger_pause(struct debugger *d)
{
    atomic_store(&d->pause, true);
}

void debugger_refresh(struct debugger *d)
{
    atomic_store(&d->refresh, true);
}

bool debugger_is_stopped(const struct debugger *d)
{
    return d->phase == PHASE_STOPPED;
}
