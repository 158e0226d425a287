/* SPDX-License-Identifier: Apache-2.0 */
/* What front ends ask about a stopped launch: its blocks and warps, the calls of a lane, who wrote a value. Next: debug_console.c. */
#include "debug/debug_state.h"

#include <string.h>

#include "debug/debug_impl.h"
#include "debug/debug_value.h"

enum { FRAMES_MOST = 64 };

const struct debug_stop *debugger_stop(const struct debugger *d)
{
    return &d->stop;
}

const struct observed_launch *debugger_launch(const struct debugger *d)
{
    return d->launch;
}

const char *debugger_kernel(const struct debugger *d)
{
    return debug_code_of((struct debugger *) (uintptr_t) d, d->launch->code)->name;
}

const struct observed_block *debugger_block(const struct debugger *d, uint64_t number)
{
    VEC_EACH (b, &d->blocks)
        if ((*b)->linear == number)
            return *b;
    return NULL;
}

size_t debugger_block_count(const struct debugger *d)
{
    return d->blocks.n;
}

const struct observed_block *debugger_block_at(const struct debugger *d, size_t k)
{
    return d->blocks.at[k];
}

uint32_t debugger_warp(const struct debugger *d, const struct observed_block *b, uint32_t warp,
                       struct observed_lanes out[WARP_LANES])
{
    return observed_warp(b, warp, d->here.block ? &d->here : NULL, out);
}

struct debug_focus debugger_focus(const struct debugger *d)
{
    return d->focus;
}

/* The group of lanes that a lane is in. */
static bool group_of(const struct debugger *d, const struct debug_focus *f,
                     struct observed_lanes *out)
{
    struct observed_lanes groups[WARP_LANES];
    const struct observed_block *b = debugger_block(d, f->block);
    uint32_t n = b && f->warp < b->warps ? debugger_warp(d, b, f->warp, groups) : 0;
    for (uint32_t k = 0; k < n; k++)
        if (groups[k].mask >> f->lane & 1) {
            *out = groups[k];
            return true;
        }
    return false;
}

struct debug_frame debugger_frame_of(struct debugger *d, const struct observed_frame *f)
{
    struct debug_code *c = debug_code_of(d, f->code);
    const struct debug_place *at = &c->places[f->inst];
    return (struct debug_frame){c->name, at->file, at->line, *f};
}

/* Calls of the lane in focus; 0: none is. */
static uint32_t kernel_frames(const struct debugger *d, const struct debug_focus *focus)
{
    struct observed_lanes group;
    uint32_t n = 0;
    bool more = d->launch && group_of(d, focus, &group);
    for (; more; n++)
        more = observed_caller(&group.frame, &group.frame);
    return n;
}

/* A launch that has ended has no calls; the host's come into focus when it goes on. */
static uint32_t host_frames(const struct debugger *d, struct debug_frame *out, uint32_t most)
{
    bool shown = d->host && (d->host_stopped || (d->launch && d->blocks.n));
    return shown ? debug_host_frames(d, out, most) : 0;
}

uint32_t debugger_frames(struct debugger *d, struct debug_frame *out, uint32_t most)
{
    struct observed_lanes group;
    uint32_t n = 0;
    bool more = d->launch && group_of(d, &d->focus, &group);
    if (d->launch && !more)
        return 0;
    for (; more && n < most; more = observed_caller(&group.frame, &group.frame))
        out[n++] = debugger_frame_of(d, &group.frame);
    return n + host_frames(d, out + n, most - n);
}

struct debug_scope debug_scope_of_host(struct debugger *d, uint32_t frame)
{
    return (struct debug_scope){
        .d = d, .host = d->host, .host_frame = frame + (d->host_stopped && d->host_returns)};
}

/* Whether the frame is one of the host's, and which. */
static bool is_host_frame(const struct debugger *d, const struct debug_focus *f, uint32_t *out)
{
    struct debug_frame all[FRAMES_MOST];
    uint32_t n = kernel_frames(d, f);
    *out = f->frame - n;
    return f->frame >= n && (n || !d->launch) && *out < host_frames(d, all, FRAMES_MOST);
}

bool debugger_set_focus(struct debugger *d, const struct debug_focus *f)
{
    uint32_t host;
    if (!is_host_frame(d, f, &host) && (f->lane >= WARP_LANES || f->frame >= kernel_frames(d, f)))
        return false;
    d->focus = *f;
    return true;
}

static bool scope_of(struct debugger *d, const struct debug_focus *at, struct debug_scope *out)
{
    struct observed_lanes group;
    uint32_t host;
    if (is_host_frame(d, at, &host)) {
        *out = debug_scope_of_host(d, host);
        return true;
    }
    if (!d->launch) {
        *out = (struct debug_scope){.d = d};
        return false;
    }
    if (!group_of(d, at, &group)) {
        *out = debug_scope_at(d, NULL, NULL, 0, 0);
        return false;
    }
    struct observed_frame f = group.frame;
    for (uint32_t k = 0; k < at->frame; k++)
        if (!observed_caller(&f, &f))
            return false;
    *out = debug_scope_at(d, debugger_block(d, at->block), &f, at->warp, at->lane);
    return true;
}

bool debugger_scope(struct debugger *d, struct debug_scope *out)
{
    return scope_of(d, &d->focus, out);
}

bool debugger_lane_scope(struct debugger *d, uint32_t lane, struct debug_scope *out)
{
    struct debug_focus other = d->focus;
    struct debug_scope here;
    other.lane = lane;
    return scope_of(d, &d->focus, &here) && !here.host && scope_of(d, &other, out) && !out->host &&
           out->frame.code == here.frame.code && out->frame.depth == here.frame.depth;
}

void debugger_masks(const struct debugger *d, uint32_t *out_running, uint32_t *out_alive)
{
    struct observed_lanes groups[WARP_LANES];
    const struct observed_block *b = debugger_block(d, d->focus.block);
    uint32_t n = b ? debugger_warp(d, b, d->focus.warp, groups) : 0;
    *out_running = *out_alive = 0;
    for (uint32_t k = 0; k < n; k++) {
        *out_alive |= groups[k].mask;
        if (groups[k].mask >> d->focus.lane & 1)
            *out_running = groups[k].mask;
    }
}

/* ---- watchpoints ---- */

uint32_t debugger_watch(struct debugger *d, struct debug_scope *s, struct str text)
{
    struct debug_value v;
    uint64_t bits;
    if (!debug_evaluate(s, text, &v))
        return 0;
    if ((v.where != VALUE_MEMORY && v.where != VALUE_SLOT) || v.trusted) {
        debug_fail(s, "it is in a register: only memory can be watched");
        return 0;
    }
    if (!debug_load(s, &v, &bits))
        return 0;
    uint64_t size = v.type->kind == DEBUG_POINTER ? 8 : v.type->size;
    size_t depth = s->host ? s->host->depth(s->host->user) + 1 : 0;
    VEC_PUSH(&d->watches, (struct debug_watch){.number = ++d->last_number,
                                               .text = xstrndup(text.p, text.n),
                                               .range = debug_range_of(s->block, v.address, size),
                                               .type = v.type,
                                               .last = bits,
                                               .host_depth = depth,
                                               .in_slot = v.where == VALUE_SLOT});
    return d->last_number;
}

/* A type that shows a scalar in the same way, without its names. */
static const struct debug_type *lasting_type(const struct debug_type *t)
{
#define SIZES(kind)                                                                                \
    {kind, "", 1}, {kind, "", 2}, {kind, "", 4},                                                   \
    {                                                                                              \
        kind, "", 8                                                                                \
    }
    static const struct debug_type nothing = {.kind = DEBUG_VOID, .name = "void"},
                                   address = {.kind = DEBUG_POINTER,
                                              .name = "",
                                              .size = 8,
                                              .target = &nothing},
                                   numbers[] = {SIZES(DEBUG_BOOL), SIZES(DEBUG_CHAR),
                                                SIZES(DEBUG_SIGNED), SIZES(DEBUG_UNSIGNED),
                                                SIZES(DEBUG_FLOAT)};
#undef SIZES
    enum debug_kind kind = t->kind == DEBUG_ENUM ? DEBUG_SIGNED : t->kind;
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        if (numbers[k].kind == kind && numbers[k].size == t->size)
            return &numbers[k];
    return &address;
}

void debug_keep_watches(struct debugger *d)
{
    VEC_EACH (w, &d->watches)
        if (!w->host_depth)
            w->type = lasting_type(w->type);
}

bool debugger_unwatch(struct debugger *d, uint32_t number)
{
    for (size_t k = 0; k < d->watches.n; k++)
        if (d->watches.at[k].number == number) {
            free(d->watches.at[k].text);
            VEC_REMOVE(&d->watches, k);
            return true;
        }
    return false;
}

const struct debug_watch *debugger_watches(const struct debugger *d, size_t *out_count)
{
    *out_count = d->watches.n;
    return d->watches.at;
}
