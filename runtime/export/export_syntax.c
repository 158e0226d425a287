/* SPDX-License-Identifier: Apache-2.0 */
/* What is replaced by its syntax alone: declarations and parameters of device arrays, braces in launches, lines for the session. */
#include <string.h>

#include "export/export_impl.h"

struct syntax_walk {
    struct exporter *x;
    const struct expr *const *arrays; /* EXPR_ARRAY_NEW of the declarations inside */
    size_t count;
    edit_vec *edits;
};

static const struct expr *array_at(const struct syntax_walk *w, struct span at)
{
    for (size_t i = 0; i < w->count; i++)
        if (w->arrays[i]->at.start == at.start && w->arrays[i]->at.end == at.end)
            return w->arrays[i];
    return NULL;
}

/* device float x[n] = 1, y[n]; */
static void declaration(struct syntax_walk *w, const struct node *n)
{
    struct exporter *x = w->x;
    struct buf out = {0};
    for (uint32_t i = 0; i < n->count; i++) {
        const struct expr *e = array_at(w, n->list[i]->at);
        struct buf then = {0};
        if (!e) {
            export_cannot(x, n->at, "a device array in a template");
            break;
        }
        const char *name = export_name_now(x, n->list[i]->name->text),
                   *from = export_new_array(x, name, e, &then);
        buf_printf(&out, "%s%s %s%s;", i ? "\n" : "", export_array_type(x, e->type), name, from);
        if (then.n)
            buf_printf(&out, "\n%s", then.p);
        buf_free(&then);
    }
    const struct source *src = source_get(x->sources, n->at.source);
    uint32_t end = n->at.end;
    bool closed = end && src->text.p[end - 1] == ';';
    if (out.n && !closed)
        out.p[--out.n] = 0; /* the ';' behind it stays */
    VEC_PUSH(w->edits,
             ((struct export_edit){n->at.start, end, export_printf(x, "%s", out.p ? out.p : "")}));
    buf_free(&out);
}

/* device float x[] */
static void parameter(struct syntax_walk *w, const struct node *n)
{
    const struct node *t = n->declarator.type;
    uint32_t rank = 0;
    for (; t && t->kind == NODE_TYPE_ARRAY; t = t->derived.base)
        rank++;
    struct str element = t ? export_span(w->x, t->at) : (struct str){"", 0};
    w->x->support[SUPPORT_ARRAY] = true;
    const char *text =
        rank == 1 ? export_printf(w->x, "const warpcell::array<%.*s> &%s", (int) element.n,
                                  element.p, n->name ? n->name->text : "")
                  : export_printf(w->x, "const warpcell::array<%.*s, %u> &%s", (int) element.n,
                                  element.p, rank, n->name ? n->name->text : "");
    VEC_PUSH(w->edits, ((struct export_edit){n->at.start, n->at.end, text}));
}

/* k<<<{8, 8}, {16, 16}>>>: nvcc wants expressions there. */
static void configuration(struct syntax_walk *w, const struct node *n)
{
    for (uint32_t i = 0; n && i < n->count; i++) {
        const struct node *braces = n->list[i];
        if (braces->kind != NODE_INIT_LIST)
            continue;
        VEC_PUSH(w->edits, ((struct export_edit){braces->at.start, braces->at.start + 1, "dim3("}));
        VEC_PUSH(w->edits, ((struct export_edit){braces->at.end - 1, braces->at.end, ")"}));
    }
}

static void find_array(void *user, const char *name, struct span at)
{
    struct exporter *x = user;
    VEC_EACH (v, &x->variables)
        if (v->name == name && v->type->kind == TYPE_DEVICE_ARRAY)
            export_cannot(x, at, "the array '%s' in a lambda for kernels", name);
}

static void device_lambda(struct syntax_walk *w, const struct node *n)
{
    w->x->extended_lambda = true;
    export_identifiers(w->x, n->at, find_array, w->x);
}

static void walk(const struct node *n, void *user)
{
    struct syntax_walk *w = user;
    if (n->kind == NODE_LAUNCH)
        configuration(w, n->launch.configuration);
    if (n->kind == NODE_LAMBDA && n->flags & FLAG_DEVICE)
        device_lambda(w, n);
    if (n->kind == NODE_MAGIC)
        export_cannot(w->x, n->at, "a line for the session inside a statement");
    bool array = n->flags & (FLAG_DEVICE_ARRAY | FLAG_MANAGED_ARRAY);
    if (n->kind == NODE_DECLARATION && array) {
        declaration(w, n);
        return;
    }
    if (n->kind == NODE_PARAM && array) {
        parameter(w, n);
        return;
    }
    node_each(n, walk, w);
}

void export_syntax(struct exporter *x, const struct node *n, const struct expr *const *arrays,
                   size_t count, edit_vec *edits)
{
    struct syntax_walk w = {x, arrays, count, edits};
    walk(n, &w);
}
