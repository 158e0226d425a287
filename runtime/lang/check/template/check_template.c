/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations of templates, which are kept as syntax (C++17 17). Instances: instantiate.c. */
#include "lang/check/template/check_templates.h"

#include <string.h>

#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"

/* ---- declaring ---- */

static const struct node *pattern_of(const struct node *n)
{
    while (n->a && n->a->kind == NODE_TEMPLATE)
        n = n->a;
    return n->a;
}

static bool makes_type(const struct node *d)
{
    return d->kind == NODE_DECLARATION && (d->flags & FLAG_TYPEDEF || !d->count);
}

static struct symbol *template_new(struct checker *c, const struct node *n, const struct context *x,
                                   const char *name)
{
    struct template *t = ARENA_NEW(&c->l->arena, struct template);
    struct symbol *s = symbol_new(c, SYMBOL_TEMPLATE, name, NULL, n->name_at);
    t->symbol = s;
    t->node = n;
    t->is_class = makes_type(n->a);
    t->library = c->library;
    t->context = x;
    s->template = t;
    s->makes_type = t->is_class;
    s->storage = STORAGE_SESSION;
    return s;
}

struct symbol *template_member(struct checker *c, const struct node *n, const struct context *x)
{
    return n->a && n->name ? template_new(c, n, x, n->name->text) : NULL;
}

static struct template *named_template(struct checker *c, const struct name *name)
{
    struct symbol *s = scope_lookup(c, name);
    if (s && s->kind == SYMBOL_TYPE && s->type->kind == TYPE_STRUCT && s->type->class)
        return s->type->class->template;
    return s && s->kind == SYMBOL_TEMPLATE ? s->template : NULL;
}

/* template <> struct C<int> { }, template <class T> struct C<T *> { } */
static void add_special(struct checker *c, const struct node *n)
{
    const struct node *tag = n->a->a;
    struct template *t = named_template(c, tag->name);
    if (!t || !t->is_class) {
        diag_error(c->diags, DIAG_NAME, tag->name_at, "'%s' is not a class template",
                   tag->name->text);
        return;
    }
    struct symbol *s = template_new(c, n, c->context, t->symbol->name);
    t->special.at =
        template_grown(c, t->special.at, t->special.n, &t->special.cap, sizeof *t->special.at);
    VEC_PUSH(&t->special, s->template);
    VEC_PUSH(&c->deeds, ((struct deed){DEED_SPECIAL, .template = t}));
}

static bool params_alike(const struct node *a, const struct node *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct node *x = a->list[i]->a, *y = b->list[i]->a;
        for (; x && y && x->kind == y->kind && x->a && y->a && x->kind != NODE_TYPE_NAME;
             x = x->a, y = y->a)
            if ((x->flags & FLAG_CONST) != (y->flags & FLAG_CONST) || x->op != y->op)
                return false;
        if (!x || !y || x->kind != y->kind || x->op != y->op || x->count != y->count ||
            (x->flags & FLAG_CONST) != (y->flags & FLAG_CONST))
            return false;
        if (x->kind == NODE_TYPE_NAME && x->name != y->name && (x->count || y->count))
            return false;
        if (x->kind == NODE_TYPE_NAME && (x->name != y->name) &&
            (strlen(x->name->text) > 3 || strlen(y->name->text) > 3))
            return false;
    }
    return true;
}

static bool same_template(const struct symbol *a, const struct node *n)
{
    const struct node *old = a->template->node;
    if (a->template->is_class != makes_type(n->a))
        return false;
    if (a->template->is_class)
        return true;
    return old->count == n->count && old->a->kind == NODE_FUNCTION && n->a->kind == NODE_FUNCTION &&
           params_alike(old->a->a, n->a->a);
}

static void declare_template(struct checker *c, const struct node *n)
{
    struct name *name = decl_name(c, n->name);
    struct symbol *old = name->ordinary, *s;
    bool here = old && name->ordinary_depth == c->depth;
    symbol_vec all = {0};
    if (here && old->kind == SYMBOL_TEMPLATE && same_template(old, n)) {
        if (n->a->kind == NODE_FUNCTION || (n->a->a && n->a->a->flags & FLAG_BODY))
            old->template->node = n; /* it was only announced */
        return;
    }
    s = template_new(c, n, c->context, name->text);
    if (!makes_type(n->a))
        s = declare_function_name(c, name, s);
    else if (name_free(c, name, n->name_at))
        scope_bind(c, name, s);
    VEC_FREE(&all);
}

void check_template(struct checker *c, const struct node *n)
{
    const struct node *d = n->a;
    if (!d || d->kind == NODE_ERROR)
        return;
    const struct node *inner = pattern_of(n);
    bool outside = (inner->kind == NODE_FUNCTION && inner->d && (inner->d->name || inner->d->b)) ||
                   (inner->kind == NODE_DECLARATION && inner->count && inner->list[0]->d);
    if (outside) {
        const struct node *scope = inner->kind == NODE_FUNCTION ? inner->d : inner->list[0]->d;
        scope = scope->name ? scope : scope->b;
        struct template *t = scope ? named_template(c, scope->name) : NULL;
        if (t) {
            t->outside.at = template_grown(c, t->outside.at, t->outside.n, &t->outside.cap,
                                           sizeof *t->outside.at);
            VEC_PUSH(&t->outside, n->a == inner ? n : n->a);
            VEC_PUSH(&c->deeds, ((struct deed){DEED_OUTSIDE, .template = t}));
        } else if (!n->count)
            check_statement(c, inner);
        else
            diag_error(c->diags, DIAG_NAME, n->at, "this is not a member of a class template");
        return;
    }
    if (d->kind == NODE_DECLARATION && d->a->kind == NODE_TYPE_TAG && d->a->d) {
        add_special(c, n);
        return;
    }
    if (!n->count) { /* template <> void f<int>(int): as good as an overload */
        check_statement(c, d);
        return;
    }
    if (n->name)
        declare_template(c, n);
}
