/* SPDX-License-Identifier: Apache-2.0 */
/* What a stopped launch shows by the Debug Adapter Protocol. Thread 1 is the warp in focus, thread 2 + w is warp w of its block. A frame's id is
 * its number in the thread and the thread; a scalar's children are its values in all lanes. Next: debug_state.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "debug/dap/debug_dap_impl.h"
#include "device/fault_text.h"

enum { FRAMES = 64, THREAD_IDS = 64 };

enum dap_scope { SCOPE_LOCALS, SCOPE_SHARED, SCOPE_THREAD, DAP_SCOPES };

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

static int add_reference(struct debug_dap *p, struct dap_reference r)
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

/* The focus that a thread's id means. */
static struct debug_focus focus_of(struct debug_dap *p, int64_t thread)
{
    struct debug_focus f = debugger_focus(p->d);
    f.frame = 0;
    if (thread < 2 || thread >= 2 + THREAD_IDS || (uint32_t) (thread - 2) == f.warp)
        return f;
    f.warp = (uint32_t) (thread - 2);
    f.lane = first_lane(p, f.block, f.warp);
    return f;
}

static void put_warp(struct buf *out, const struct observed_block *b, uint32_t warp, uint32_t lanes)
{
    buf_puts(out, "block ");
    device_put_dim(out, b->id);
    buf_printf(out, " warp %" PRIu32 ", %d of 32 lanes", warp, __builtin_popcount(lanes));
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
        put_warp(&name, b, w, lanes);
        json_array_append_new(
            all, json_pack("{si ss}", "id", w == focus.warp ? 1 : (int) w + 2, "name", name.p));
        buf_free(&name);
    }
    if (!json_array_size(all))
        json_array_append_new(all, json_pack("{si ss}", "id", 1, "name", "kernel"));
    return json_pack("{so}", "threads", all);
}

static json_t *source_of(struct debug_dap *p, const char *file)
{
    const struct source *src = file ? source_named(p->sources, file) : NULL;
    char *path = src ? debug_cell_path(src) : NULL;
    json_t *out = path ? json_pack("{ss ss}", "name", src->name, "path", path)
                       : json_pack("{ss}", "name", file ? file : "?");
    free(path);
    return out;
}

json_t *dap_stack_trace(struct debug_dap *p, const json_t *args, const char **out_error)
{
    struct debug_frame all[FRAMES];
    struct debug_focus kept = debugger_focus(p->d);
    int64_t thread = dap_number(args, "threadId", 1);
    struct debug_focus f = focus_of(p, thread);
    json_t *frames = json_array();
    (void) out_error;
    if (debugger_set_focus(p->d, &f)) {
        uint32_t n = debugger_frames(p->d, all, FRAMES);
        for (uint32_t k = 0; k < n; k++)
            json_array_append_new(
                frames, json_pack("{si ss si si so}", "id", (int) ((f.warp + 1) * FRAMES + k),
                                  "name", all[k].function, "line", (int) all[k].line, "column", 1,
                                  "source", source_of(p, all[k].file)));
    }
    debugger_set_focus(p->d, &kept);
    return json_pack("{so si}", "stackFrames", frames, "totalFrames",
                     (int) json_array_size(frames));
}

/* The focus that a frame's id means; without one the present focus. */
static struct debug_focus frame_focus(struct debug_dap *p, const json_t *args)
{
    struct debug_focus f = debugger_focus(p->d);
    int64_t id = dap_number(args, "frameId", 0);
    if (id < FRAMES)
        return f;
    uint32_t warp = (uint32_t) (id / FRAMES - 1);
    f.lane = warp == f.warp ? f.lane : first_lane(p, f.block, warp);
    f.warp = warp;
    f.frame = (uint32_t) (id % FRAMES);
    return f;
}

json_t *dap_scopes(struct debug_dap *p, const json_t *args, const char **out_error)
{
    static const char *const names[] = {
        [SCOPE_LOCALS] = "Locals", [SCOPE_SHARED] = "Shared", [SCOPE_THREAD] = "Thread"};
    json_t *all = json_array();
    (void) out_error;
    for (int k = 0; k < DAP_SCOPES; k++)
        json_array_append_new(
            all, json_pack("{ss si sb}", "name", names[k], "variablesReference",
                           add_reference(p, (struct dap_reference){.kind = REFERENCE_SCOPE,
                                                                   .focus = frame_focus(p, args),
                                                                   .scope = k}),
                           "expensive", 0));
    return json_pack("{so}", "scopes", all);
}

/* ---- variables ---- */

static json_t *variable(struct debug_dap *p, struct debug_scope *s, struct debug_focus focus,
                        const char *name, const char *lanes_of, const struct debug_value *v)
{
    struct buf text = {0}, type = {0};
    int reference = 0;
    debug_show(s, v, &text);
    debug_show_type(v->type, &type);
    if (debug_children(s, v))
        reference = add_reference(
            p, (struct dap_reference){.kind = REFERENCE_VALUE, .focus = focus, .value = *v});
    else if (lanes_of)
        reference = add_reference(p, (struct dap_reference){.kind = REFERENCE_LANES,
                                                            .focus = focus,
                                                            .name = xstrdup(lanes_of)});
    json_t *out = json_pack("{ss ss ss si ss}", "name", name, "value", text.p ? text.p : "", "type",
                            type.p ? type.p : "", "variablesReference", reference, "evaluateName",
                            lanes_of ? lanes_of : name);
    buf_free(&text);
    buf_free(&type);
    return out;
}

static bool is_in_scope(struct debug_scope *s, const struct debug_variable *v, int scope)
{
    bool shared = !v->die || debug_is_global(s, v);
    return scope == SCOPE_SHARED ? shared : !shared;
}

static void add_named(struct debug_dap *p, struct debug_scope *s, struct debug_focus focus,
                      json_t *all)
{
    static const char *const names[] = {"threadIdx", "blockIdx", "blockDim",
                                        "gridDim",   "$lane",    "$warp"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct debug_value v;
        if (debug_scope_named(s, str_of(names[k]), &v))
            json_array_append_new(all, variable(p, s, focus, names[k], NULL, &v));
    }
}

static void add_scope(struct debug_dap *p, struct debug_scope *s, const struct dap_reference *r,
                      json_t *all)
{
    debug_variables variables = {0};
    struct debug_focus focus = r->focus;
    int scope = r->scope; /* adding references moves `r` */
    if (scope == SCOPE_THREAD) {
        add_named(p, s, focus, all);
        return;
    }
    debug_scope_variables(s, &variables);
    VEC_EACH (v, &variables) {
        struct debug_value value;
        if (!is_in_scope(s, v, scope))
            continue;
        if (debug_scope_read(s, v, &value))
            json_array_append_new(all, variable(p, s, focus, v->name, v->name, &value));
        else
            json_array_append_new(all, json_pack("{ss ss ss si}", "name", v->name, "value",
                                                 s->error, "type", "", "variablesReference", 0));
    }
    VEC_FREE(&variables);
}

static void add_lanes(struct debug_dap *p, const char *expression, json_t *all)
{
    char *text = xstrdup(expression); /* adding references moves its owner */
    for (uint32_t l = 0; l < WARP_LANES; l++) {
        struct debug_scope s;
        struct debug_value v;
        char name[24];
        snprintf(name, sizeof name, "lane %" PRIu32, l);
        if (debugger_lane_scope(p->d, l, &s) && debug_evaluate(&s, str_of(text), &v))
            json_array_append_new(all, variable(p, &s, debugger_focus(p->d), name, NULL, &v));
    }
    free(text);
}

static void add_children(struct debug_dap *p, struct debug_scope *s, struct dap_reference r,
                         json_t *all)
{
    uint64_t n = debug_children(s, &r.value);
    for (uint64_t k = 0; k < n; k++) {
        struct buf name = {0};
        struct debug_value v;
        if (debug_child(s, &r.value, k, &name, &v))
            json_array_append_new(all, variable(p, s, r.focus, name.p, NULL, &v));
        buf_free(&name);
    }
}

json_t *dap_variables(struct debug_dap *p, const json_t *args, const char **out_error)
{
    int64_t number = dap_number(args, "variablesReference", 0);
    struct debug_focus kept = debugger_focus(p->d);
    struct debug_scope s;
    if (number < 1 || (size_t) number > p->references.n) {
        *out_error = "there is no such variablesReference";
        return NULL;
    }
    struct dap_reference r = p->references.at[number - 1];
    json_t *all = json_array();
    if (debugger_set_focus(p->d, &r.focus) && debugger_scope(p->d, &s)) {
        if (r.kind == REFERENCE_SCOPE)
            add_scope(p, &s, &r, all);
        else if (r.kind == REFERENCE_LANES)
            add_lanes(p, r.name, all);
        else
            add_children(p, &s, r, all);
    }
    debugger_set_focus(p->d, &kept);
    return json_pack("{so}", "variables", all);
}

static json_t *evaluated(struct debug_dap *p, const char *text, struct debug_focus focus,
                         const char **out_error)
{
    struct debug_focus kept = debugger_focus(p->d);
    struct debug_scope s;
    struct debug_value v;
    json_t *out = NULL;
    if (!debugger_set_focus(p->d, &focus) || !debugger_scope(p->d, &s))
        *out_error = "no thread is in focus";
    else if (!debug_evaluate(&s, str_of(text), &v))
        *out_error = memcpy(p->error, s.error, sizeof p->error);
    else
        out = variable(p, &s, focus, text, text, &v);
    debugger_set_focus(p->d, &kept);
    return out;
}

json_t *dap_evaluate(struct debug_dap *p, const json_t *args, const char **out_error)
{
    json_t *v = evaluated(p, dap_text(args, "expression", ""), frame_focus(p, args), out_error);
    if (!v)
        return NULL;
    if (strchr(dap_text(args, "expression", ""), '='))
        debugger_changed(p->d);
    json_object_set(v, "result", json_object_get(v, "value"));
    json_object_del(v, "value");
    json_object_del(v, "name");
    json_object_del(v, "evaluateName");
    return v;
}

json_t *dap_inspect(struct debug_dap *p, const json_t *args, const char **out_error)
{
    struct dap_reference r = {.kind = REFERENCE_SCOPE, .focus = debugger_focus(p->d)};
    struct debug_scope s;
    json_t *all = json_array();
    (void) args;
    (void) out_error;
    if (debugger_scope(p->d, &s))
        add_scope(p, &s, &r, all);
    return json_pack("{so}", "variables", all);
}

json_t *dap_rich_inspect(struct debug_dap *p, const json_t *args, const char **out_error)
{
    json_t *v = evaluated(p, dap_text(args, "variableName", ""), frame_focus(p, args), out_error);
    if (!v)
        return NULL;
    json_t *out =
        json_pack("{s{sO} s{}}", "data", "text/plain", json_object_get(v, "value"), "metadata");
    json_decref(v);
    return out;
}
