/* SPDX-License-Identifier: Apache-2.0 */
/* Variables of a stopped launch by the Debug Adapter Protocol. A value that lanes have each for themselves has its values by lane below it, equal ones
 * together; large arrays come in pages. Next: debug_value.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "debug/dap/debug_dap_impl.h"

enum {
    PAGE = 256,   /* children that a client gets at once if it asks for all */
    ASKED = 4096, /* that it gets if it asks for so many */
    SHORT = 8,    /* values in the text of a hover */
};

static json_t *plain_variable(const char *name, const char *value, int reference)
{
    return json_pack("{ss ss si}", "name", name, "value", value, "variablesReference", reference);
}

/* Types of which JupyterLab shows the value (packages/debugger/src/panels/variables/tree.tsx, convertType). */
static bool is_shown_type(const char *type)
{
    return !strcmp(type, "int") || !strcmp(type, "float");
}

static json_t *variable(struct debug_dap *p, struct debug_scope *s, const char *name,
                        struct dap_reference r)
{
    struct buf text = {0}, type = {0};
    uint64_t children = debug_children(s, &r.value);
    int reference = 0;
    debug_show(s, &r.value, &text);
    debug_show_type(r.value.type, &type);
    r.kind = children ? REFERENCE_VALUE : REFERENCE_LANES;
    r.first = 0;
    r.count = children;
    if (children || r.by_lane)
        reference = dap_add_reference(p, (r.name = r.name ? xstrdup(r.name) : NULL, r));
    json_t *out = plain_variable(name, text.p ? text.p : "", reference);
    if (type.p && (!p->jupyterlab || is_shown_type(type.p)))
        json_object_set_new(out, "type", json_string(type.p));
    if (r.name)
        json_object_set_new(out, "evaluateName", json_string(r.name));
    if (children && debug_is_indexed(s, &r.value)) {
        json_object_set_new(out, "indexedVariables", json_integer((json_int_t) children));
        json_object_set_new(out, "namedVariables", json_integer(r.by_lane));
    }
    buf_free(&text);
    buf_free(&type);
    return out;
}

/* ---- values by lane ---- */

struct lane_values { /* of one expression; NULL: the lane is not in the call */
    char *text[WARP_LANES];
};

static void read_lanes(struct debug_dap *p, const char *expression, struct lane_values *out)
{
    *out = (struct lane_values){0};
    for (uint32_t l = 0; l < WARP_LANES; l++) {
        struct debug_scope s;
        struct debug_value v;
        struct buf text = {0};
        if (!debugger_lane_scope(p->d, l, &s))
            continue;
        s.looks = true;
        if (debug_evaluate(&s, str_of(expression), &v))
            debug_show(&s, &v, &text);
        else
            buf_puts(&text, s.error);
        out->text[l] = buf_take(&text);
    }
}

static void free_lanes(struct lane_values *v)
{
    for (uint32_t l = 0; l < WARP_LANES; l++)
        free(v->text[l]);
}

/* The lanes that have the value of lane l. */
static uint32_t lanes_like(const struct lane_values *v, uint32_t l)
{
    uint32_t mask = 0;
    for (uint32_t k = 0; k < WARP_LANES; k++)
        if (v->text[k] && !strcmp(v->text[k], v->text[l]))
            mask |= 1u << k;
    return mask;
}

void dap_put_lanes(struct buf *out, uint32_t mask)
{
    buf_puts(out, mask & (mask - 1) ? "lanes " : "lane ");
    for (const char *between = ""; mask; between = ", ") {
        uint32_t first = (uint32_t) __builtin_ctz(mask), last = first, n = 1;
        mask &= mask - 1;
        uint32_t step = mask ? (uint32_t) __builtin_ctz(mask) - first : 0;
        for (; step && last + step < WARP_LANES && mask >> (last + step) & 1 &&
               (uint32_t) __builtin_ctz(mask) == last + step;
             n++, mask &= mask - 1)
            last += step;
        if (n == 2 && step > 1) { /* two lanes are no range */
            mask |= 1u << last;
            last = first;
        }
        buf_printf(out, "%s%" PRIu32, between, first);
        if (last != first)
            buf_printf(out, "-%" PRIu32, last);
        if (last != first && step > 1)
            buf_printf(out, " by %" PRIu32, step);
    }
}

/* "5 in lanes 0-31"; of many values those of the first lanes. */
static char *short_lanes(const struct lane_values *v)
{
    struct buf out = {0};
    uint32_t seen = 0, groups = 0, lanes = 0;
    for (uint32_t l = 0; l < WARP_LANES; l++) {
        lanes += v->text[l] != NULL;
        groups += v->text[l] && !(seen >> l & 1);
        seen |= v->text[l] ? lanes_like(v, l) : 0;
    }
    seen = 0;
    for (uint32_t l = 0, shown = 0; l < WARP_LANES && shown < SHORT; l++) {
        if (!v->text[l] || (groups < SHORT && seen >> l & 1))
            continue;
        seen |= lanes_like(v, l);
        shown++;
        buf_printf(&out, "%s%s", out.n ? ", " : "", v->text[l]);
        if (groups < SHORT) {
            buf_puts(&out, " in ");
            dap_put_lanes(&out, lanes_like(v, l));
        } else if (shown == SHORT) {
            buf_printf(&out, "%s (%" PRIu32 " lanes)", shown < lanes ? ", ..." : "", lanes);
        }
    }
    return buf_take(&out);
}

static void add_lanes(struct debug_dap *p, const char *expression, json_t *all)
{
    struct lane_values v;
    uint32_t seen = 0;
    read_lanes(p, expression, &v);
    for (uint32_t l = 0; l < WARP_LANES; l++) {
        struct buf name = {0};
        if (!v.text[l] || seen >> l & 1)
            continue;
        seen |= lanes_like(&v, l);
        dap_put_lanes(&name, lanes_like(&v, l));
        json_array_append_new(all, plain_variable(name.p, v.text[l], 0));
        buf_free(&name);
    }
    free_lanes(&v);
}

/* ---- parts of a value ---- */

/* "p[3]", "p.x" */
static char *child_expression(const char *parent, const char *name)
{
    struct buf out = {0};
    buf_printf(&out, "%s%s%s", parent, *name == '[' ? "" : ".", name);
    return buf_take(&out);
}

static void add_child(struct debug_dap *p, struct debug_scope *s, const struct dap_reference *r,
                      uint64_t k, json_t *all)
{
    struct buf name = {0};
    struct dap_reference child = {.focus = r->focus};
    if (debug_child(s, &r->value, k, &name, &child.value)) {
        char *expression = r->name ? child_expression(r->name, name.p) : NULL;
        child.name = expression;
        child.by_lane = r->by_lane && expression && r->value.type->kind != DEBUG_POINTER;
        json_array_append_new(all, variable(p, s, name.p, child));
        free(expression);
    }
    buf_free(&name);
}

/* An entry for each part of so many elements that a client that wants all of them gets a list it can show. */
static void add_pages(struct debug_dap *p, const struct dap_reference *r, json_t *all)
{
    uint64_t size = PAGE;
    while (size * PAGE < r->count)
        size *= PAGE;
    for (uint64_t k = 0; k < r->count; k += size) {
        struct dap_reference page = *r;
        char name[64];
        page.name = r->name ? xstrdup(r->name) : NULL;
        page.first = r->first + k;
        page.count = r->count - k < size ? r->count - k : size;
        snprintf(name, sizeof name, "[%" PRIu64 "-%" PRIu64 "]", page.first,
                 page.first + page.count - 1);
        json_array_append_new(all, plain_variable(name, "", dap_add_reference(p, page)));
    }
}

static void add_summary(struct debug_dap *p, const struct dap_reference *r, json_t *all)
{
    struct lane_values v;
    struct dap_reference lanes = {
        .kind = REFERENCE_LANES, .focus = r->focus, .name = xstrdup(r->name)};
    read_lanes(p, r->name, &v);
    char *text = short_lanes(&v);
    json_array_append_new(all, plain_variable("lanes", text, dap_add_reference(p, lanes)));
    free(text);
    free_lanes(&v);
}

/* The children that a client asks for: start and count of the indexed ones, or all. */
static void add_children(struct debug_dap *p, struct debug_scope *s, struct dap_reference r,
                         const json_t *args, json_t *all)
{
    int64_t start = dap_number(args, "start", 0), count = dap_number(args, "count", 0);
    const char *filter = dap_text(args, "filter", "");
    bool indexed = strcmp(filter, "named") || !debug_is_indexed(s, &r.value);
    bool paged = count > 0 && debug_is_indexed(s, &r.value);
    if (start < 0 || !paged)
        start = 0;
    if (!paged && r.count > PAGE && indexed) {
        add_pages(p, &r, all);
    } else if (indexed) {
        uint64_t most = paged ? (uint64_t) (count < ASKED ? count : ASKED) : r.count;
        for (uint64_t k = (uint64_t) start; k < r.count && k - (uint64_t) start < most; k++)
            add_child(p, s, &r, r.first + k, all);
    }
    bool whole =
        !r.first && (!debug_is_indexed(s, &r.value) || !paged) && strcmp(filter, "indexed");
    if (r.by_lane && whole && r.name)
        add_summary(p, &r, all);
}

/* ---- scopes ---- */

static bool is_in_scope(struct debug_scope *s, const struct debug_variable *v, enum dap_scope scope)
{
    bool shared = !s->host && (!v->die || debug_is_global(s, v));
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
            json_array_append_new(
                all,
                variable(p, s, names[k],
                         (struct dap_reference){
                             .focus = focus, .value = v, .name = (char *) (uintptr_t) names[k]}));
    }
}

static void add_scope(struct debug_dap *p, struct debug_scope *s, const struct dap_reference *r,
                      json_t *all)
{
    debug_variables variables = {0};
    if (r->scope == SCOPE_THREAD) {
        add_named(p, s, r->focus, all);
        return;
    }
    debug_scope_variables(s, &variables);
    VEC_EACH (v, &variables) {
        struct dap_reference one = {.focus = r->focus,
                                    .name = (char *) (uintptr_t) v->name,
                                    .by_lane = r->scope == SCOPE_LOCALS && !s->host};
        if (!is_in_scope(s, v, r->scope))
            continue;
        if (debug_scope_read(s, v, &one.value))
            json_array_append_new(all, variable(p, s, v->name, one));
        else
            json_array_append_new(all, plain_variable(v->name, s->error, 0));
    }
    VEC_FREE(&variables);
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
    struct dap_reference r = p->references.at[number - 1]; /* adding references moves them */
    json_t *all = json_array();
    if (debugger_set_focus(p->d, &r.focus) && debugger_scope(p->d, &s)) {
        if (r.kind == REFERENCE_SCOPE)
            add_scope(p, &s, &r, all);
        else if (r.kind == REFERENCE_LANES)
            add_lanes(p, r.name, all);
        else
            add_children(p, &s, r, args, all);
    }
    debugger_set_focus(p->d, &kept);
    return json_pack("{so}", "variables", all);
}

/* ---- expressions ---- */

static json_t *evaluated(struct debug_dap *p, const char *text, struct debug_focus focus,
                         bool looks, const char **out_error)
{
    struct debug_focus kept = debugger_focus(p->d);
    struct debug_scope s;
    struct debug_value v;
    json_t *out = NULL;
    if (!debugger_set_focus(p->d, &focus) || !debugger_scope(p->d, &s)) {
        *out_error = "no thread is in focus";
        return NULL;
    }
    s.looks = looks;
    if (!debug_evaluate(&s, str_of(text), &v))
        *out_error = memcpy(p->error, s.error, sizeof p->error);
    else
        out = variable(
            p, &s, text,
            (struct dap_reference){
                .focus = focus, .value = v, .name = (char *) (uintptr_t) text, .by_lane = !s.host});
    if (s.assigned)
        debugger_changed(p->d);
    debugger_set_focus(p->d, &kept);
    return out;
}

json_t *dap_set_variable(struct debug_dap *p, const json_t *args, const char **out_error)
{
    int64_t number = dap_number(args, "variablesReference", 0);
    const char *name = dap_text(args, "name", ""), *value = dap_text(args, "value", "");
    bool known = number > 0 && (size_t) number <= p->references.n;
    struct dap_reference r = known ? p->references.at[number - 1] : (struct dap_reference){0};
    if (!known || r.kind == REFERENCE_LANES || (r.kind == REFERENCE_VALUE && !r.name)) {
        *out_error = known ? "this value cannot be set here: evaluate an assignment"
                           : "there is no such variablesReference";
        return NULL;
    }
    char *place = r.kind == REFERENCE_SCOPE ? xstrdup(name) : child_expression(r.name, name);
    struct buf text = {0};
    buf_printf(&text, "%s = %s", place, value);
    json_t *done = evaluated(p, text.p, r.focus, false, out_error);
    json_t *v = done ? evaluated(p, place, r.focus, true, out_error) : NULL;
    json_decref(done);
    buf_free(&text);
    free(place);
    if (!v)
        return NULL;
    json_object_del(v, "name");
    json_object_del(v, "evaluateName");
    return v;
}

/* The text over the lanes of the warp that a client shows where the mouse is. */
static void summarise(struct debug_dap *p, const char *text, struct debug_focus focus, json_t *out)
{
    struct debug_focus kept = debugger_focus(p->d);
    struct lane_values v;
    struct debug_scope s;
    debugger_set_focus(p->d, &focus);
    if (debugger_scope(p->d, &s) && s.host) {
        debugger_set_focus(p->d, &kept);
        return;
    }
    read_lanes(p, text, &v);
    char *summary = short_lanes(&v);
    json_object_set_new(out, "value", json_string(summary));
    free(summary);
    free_lanes(&v);
    debugger_set_focus(p->d, &kept);
}

/* A line of a debug console that is no expression but a command of ours. The frame's thread comes into focus. NULL: it is none. */
static json_t *commanded(struct debug_dap *p, const char *text, struct debug_focus focus)
{
    struct debug_focus kept = debugger_focus(p->d);
    struct buf said = {0};
    json_t *out = NULL;
    debugger_set_focus(p->d, &focus);
    if (debug_console_answer(p->console, text, &said, &p->goes, &p->resume))
        out = json_pack("{ss% si}", "value", said.p ? said.p : "", said.n, "variablesReference", 0);
    else
        debugger_set_focus(p->d, &kept);
    buf_free(&said);
    return out;
}

json_t *dap_evaluate(struct debug_dap *p, const json_t *args, const char **out_error)
{
    const char *text = dap_text(args, "expression", ""), *context = dap_text(args, "context", "");
    struct debug_focus focus;
    bool hovers = !strcmp(context, "hover");
    if (!dap_frame_focus(p, args, &focus, out_error))
        return NULL;
    json_t *v = evaluated(p, text, focus, hovers, out_error);
    if (v && hovers)
        summarise(p, text, focus, v);
    if (!v && !strcmp(context, "repl"))
        v = commanded(p, text, focus);
    if (!v)
        return NULL;
    p->evaluations += p->jupyterlab && !hovers;
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

/* The value in all threads of the block, as a picture in all its forms. NULL: it is no number, or host code has stopped. */
static json_t *pictured(struct debug_dap *p, const char *expression,
                        const struct debug_focus *focus)
{
    struct debug_focus kept = debugger_focus(p->d);
    struct debug_picture picture;
    char error[200], *text = NULL;
    if (debugger_set_focus(p->d, focus) && debug_picture_take(p->d, expression, &picture, error)) {
        text = p->hooks.bundle ? p->hooks.bundle(p->hooks.user, &picture) : NULL;
        debug_picture_free(&picture);
    }
    debugger_set_focus(p->d, &kept);
    json_t *out = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    return out;
}

json_t *dap_rich_inspect(struct debug_dap *p, const json_t *args, const char **out_error)
{
    struct debug_focus focus;
    json_t *v = dap_frame_focus(p, args, &focus, out_error)
                    ? evaluated(p, dap_text(args, "variableName", ""), focus, true, out_error)
                    : NULL;
    if (!v)
        return NULL;
    json_t *data = pictured(p, dap_text(args, "variableName", ""), &focus);
    if (!data)
        data = json_object();
    json_object_set(data, "text/plain", json_object_get(v, "value"));
    json_decref(v);
    return json_pack("{so s{}}", "data", data, "metadata");
}
