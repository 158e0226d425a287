/* SPDX-License-Identifier: Apache-2.0 */
/* Threads, calls and scopes of a stopped launch by the Debug Adapter Protocol. Thread 1 is what is stopped: the warp in focus, or host code.
 * In a launch thread 2 + w is warp w of its block, and thread HOST_THREAD the host that waits for it. A frame's id holds its number in the call stack, the lane and the warp. Next: debug_dap_values.c. */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "debug/dap/debug_dap_impl.h"
#include "debug/debug_host.h"
#include "device/fault_text.h"

enum {
    FRAMES = 64,
    GROUP = FRAMES, /* the number of a group of lanes in the place of a call's */
    IDS = 2 * FRAMES,
    ALL_IDS = (WARP_LANES + 1) * WARP_LANES * IDS, /* of the frames of a block */
    EVALUATIONS = INT_MAX / ALL_IDS,
    HOST_THREAD = 100,
};

const char *dap_text(const json_t *args, const char *name, const char *otherwise)
{
    const char *text = json_string_value(json_object_get(args, name));
    return text ? text : otherwise;
}

int64_t dap_number(const json_t *args, const char *name, int64_t otherwise)
{
    const json_t *n = json_object_get(args, name);
    return json_is_integer(n) ? json_integer_value(n) : otherwise;
}

void dap_forget_references(struct debug_dap *p)
{
    VEC_EACH (r, &p->references)
        free(r->name);
    p->references.n = 0;
}

int dap_add_reference(struct debug_dap *p, struct dap_reference r)
{
    VEC_PUSH(&p->references, r);
    return (int) p->references.n;
}

/* ---- threads ---- */

static uint32_t first_lane(struct debug_dap *p, uint64_t block, uint32_t warp)
{
    struct observed_lanes groups[WARP_LANES];
    const struct observed_block *b = debugger_block(p->d, block);
    return b && warp < b->warps && debugger_warp(p->d, b, warp, groups)
               ? (uint32_t) __builtin_ctz(groups[0].mask)
               : 0;
}

static bool is_missing(struct debug_dap *p, const char *what, int64_t id, const char **out_error)
{
    snprintf(p->error, sizeof p->error, "there is no %s %" PRId64, what, id);
    *out_error = p->error;
    return false;
}

bool dap_thread_focus(struct debug_dap *p, const json_t *args, struct debug_focus *out,
                      const char **out_error)
{
    int64_t thread = dap_number(args, "threadId", 1);
    struct debug_focus f = debugger_focus(p->d);
    const struct observed_block *b = debugger_block(p->d, f.block);
    f.frame = 0;
    *out = f;
    if (thread == 1 || thread == HOST_THREAD)
        return true;
    if (thread < 2 || !b || thread - 2 >= b->warps)
        return is_missing(p, "thread", thread, out_error);
    if (thread - 2 != f.warp) {
        out->warp = (uint32_t) (thread - 2);
        out->lane = first_lane(p, f.block, out->warp);
    }
    return true;
}

/* A mark for each lane of a warp: '*' the lane in focus, '+' lanes of the mask, '-' lanes that wait elsewhere, '.' lanes that have exited. */
static void put_warp(struct buf *out, struct debug_focus focus, uint32_t warp, uint32_t mask,
                     uint32_t alive)
{
    buf_printf(out, "warp %" PRIu32 " ", warp);
    for (uint32_t l = 0; l < WARP_LANES; l++)
        buf_putc(out, !(alive >> l & 1)                       ? '.'
                      : !(mask >> l & 1)                      ? '-'
                      : warp == focus.warp && l == focus.lane ? '*'
                                                              : '+');
}

static uint32_t alive_lanes(const struct observed_lanes *groups, uint32_t n)
{
    uint32_t alive = 0;
    for (uint32_t k = 0; k < n; k++)
        alive |= groups[k].mask;
    return alive;
}

json_t *dap_threads(struct debug_dap *p, const json_t *args, const char **out_error)
{
    json_t *all = json_array();
    struct debug_focus focus = debugger_focus(p->d);
    const struct observed_block *b = debugger_block(p->d, focus.block);
    (void) args;
    (void) out_error;
    for (uint32_t w = 0; b && w < b->warps; w++) {
        struct observed_lanes groups[WARP_LANES];
        struct buf name = {0};
        uint32_t n = debugger_warp(p->d, b, w, groups), lanes = n ? groups[0].mask : 0, alive;
        if (w == focus.warp)
            debugger_masks(p->d, &lanes, &alive);
        if (!n)
            continue;
        buf_puts(&name, "block ");
        device_put_dim(&name, b->id);
        buf_putc(&name, ' ');
        put_warp(&name, focus, w, lanes, alive_lanes(groups, n));
        json_array_append_new(
            all, json_pack("{si ss}", "id", w == focus.warp ? 1 : (int) w + 2, "name", name.p));
        buf_free(&name);
    }
    struct debug_frame frames[FRAMES];
    uint32_t n = debugger_frames(p->d, frames, FRAMES);
    if (b && n && frames[n - 1].depth)
        json_array_append_new(all, json_pack("{si ss}", "id", HOST_THREAD, "name", "host"));
    if (!json_array_size(all))
        json_array_append_new(
            all, json_pack("{si ss}", "id", 1, "name", debugger_in_host(p->d) ? "host" : "kernel"));
    return json_pack("{so}", "threads", all);
}

/* ---- calls ---- */

static json_t *source_of(struct debug_dap *p, const char *file)
{
    const struct source *src = file ? source_named(p->sources, file) : NULL;
    char *path = src ? debug_cell_path(src) : NULL;
    json_t *out = path ? json_pack("{ss ss}", "name", src->name, "path", path)
                       : json_pack("{ss}", "name", file ? file : "?");
    free(path);
    return out;
}

/* number: of the call, or GROUP. */
static void add_frame(struct debug_dap *p, json_t *frames, struct debug_focus f, uint32_t number,
                      const char *name, const struct debug_frame *at)
{
    int id = (int) (((f.warp + 1) * WARP_LANES + f.lane) * IDS + number +
                    p->evaluations % EVALUATIONS * ALL_IDS);
    json_array_append_new(frames,
                          json_pack("{si ss si si so}", "id", id, "name", name, "line",
                                    (int) at->line, "column", 1, "source", source_of(p, at->file)));
}

/* JupyterLab has no list of threads. It finds the lanes of the block that are at one instruction below the calls. A mask as in the name of a thread
 * does not fit there. */
static void add_groups(struct debug_dap *p, json_t *frames, struct debug_focus focus)
{
    const struct observed_block *b = debugger_block(p->d, focus.block);
    for (uint32_t w = 0; b && w < b->warps; w++) {
        struct observed_lanes groups[WARP_LANES];
        uint32_t n = debugger_warp(p->d, b, w, groups);
        for (uint32_t k = 0; k < n && groups[k].standing != STANDING_NOT_BEGUN; k++) {
            struct debug_frame at = debugger_frame_of(p->d, &groups[k].frame);
            struct debug_focus f = {focus.block, w, (uint32_t) __builtin_ctz(groups[k].mask), 0};
            struct buf name = {0};
            if (w == focus.warp && groups[k].mask >> focus.lane & 1)
                f.lane = focus.lane;
            buf_printf(&name, "warp %" PRIu32 ", ", w);
            dap_put_lanes(&name, groups[k].mask);
            add_frame(p, frames, f, GROUP, name.p, &at);
            buf_free(&name);
        }
    }
}

json_t *dap_stack_trace(struct debug_dap *p, const json_t *args, const char **out_error)
{
    struct debug_frame all[FRAMES];
    struct debug_focus kept = debugger_focus(p->d);
    int64_t thread = dap_number(args, "threadId", 1), start = dap_number(args, "startFrame", 0),
            levels = dap_number(args, "levels", 0);
    struct debug_focus f;
    if (!dap_thread_focus(p, args, &f, out_error))
        return NULL;
    json_t *frames = json_array();
    uint32_t n = debugger_set_focus(p->d, &f) ? debugger_frames(p->d, all, FRAMES) : 0;
    while (thread == HOST_THREAD && f.frame < n && !all[f.frame].depth)
        f.frame++;
    int total = (int) (n - f.frame);
    for (int64_t k = 0; f.frame < n; f.frame++, k++)
        if (k >= start && (levels <= 0 || k - start < levels))
            add_frame(p, frames, f, f.frame, all[f.frame].function, &all[f.frame]);
    debugger_set_focus(p->d, &kept);
    if (p->jupyterlab && thread != HOST_THREAD && start <= 0 && levels <= 0) {
        add_groups(p, frames, kept);
        total = (int) json_array_size(frames);
    }
    return json_pack("{so si}", "stackFrames", frames, "totalFrames", total);
}

bool dap_frame_focus(struct debug_dap *p, const json_t *args, struct debug_focus *out,
                     const char **out_error)
{
    struct debug_frame frames[FRAMES];
    struct debug_focus kept = debugger_focus(p->d), f = kept;
    int64_t id = dap_number(args, "frameId", 0), own = id % ALL_IDS;
    *out = f;
    if (!json_object_get(args, "frameId"))
        return true;
    if (own < IDS * WARP_LANES || id > INT_MAX)
        return is_missing(p, "frame", id, out_error);
    f.frame = 0;
    f.lane = (uint32_t) (own / IDS % WARP_LANES);
    f.warp = (uint32_t) (own / IDS / WARP_LANES - 1);
    uint32_t number = own % FRAMES, n = 0;
    if (debugger_set_focus(p->d, &f))
        n = debugger_frames(p->d, frames, FRAMES);
    debugger_set_focus(p->d, &kept);
    f.frame = number;
    *out = f;
    return number < n || is_missing(p, "frame", id, out_error);
}

json_t *dap_scopes(struct debug_dap *p, const json_t *args, const char **out_error)
{
    static const char *const names[] = {
        [SCOPE_LOCALS] = "Locals", [SCOPE_SHARED] = "Shared", [SCOPE_THREAD] = "Thread"};
    struct debug_focus kept = debugger_focus(p->d), f;
    struct debug_scope s;
    if (!dap_frame_focus(p, args, &f, out_error))
        return NULL;
    json_t *all = json_array();
    bool host = debugger_set_focus(p->d, &f) && debugger_scope(p->d, &s) && s.host;
    debugger_set_focus(p->d, &kept);
    for (int k = 0; k < (host ? SCOPE_LOCALS + 1 : DAP_SCOPES); k++)
        json_array_append_new(
            all, json_pack("{ss si sb}", "name", names[k], "variablesReference",
                           dap_add_reference(p, (struct dap_reference){.kind = REFERENCE_SCOPE,
                                                                       .focus = f,
                                                                       .scope = k}),
                           "expensive", 0));
    return json_pack("{so}", "scopes", all);
}
