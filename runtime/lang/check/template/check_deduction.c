/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of function templates from those of a call, and packs: C++17 17.8.2. Types are matched against the syntax of
 * the parameters. */
#include "lang/check/template/check_templates.h"

#include <string.h>

#include "lang/check/core/arguments.h"
#include "lang/check/core/place.h"
#include "lang/check/core/scope.h"

enum { ARGS_MAX = TEMPLATE_ARGS_MAX };

static int param_index(const struct template *t, const struct node *n)
{
    if ((n->kind != NODE_TYPE_NAME && n->kind != NODE_NAME) || n->id.scope || !n->name)
        return -1;
    for (uint32_t i = 0; i < t->node->count; i++)
        if (t->node->list[i]->name == n->name)
            return (int) i;
    return -1;
}

static bool set_type(const struct template *t, int i, const struct type *actual,
                     struct template_arg *args)
{
    if (actual->kind == TYPE_VOID && !actual->complete && t->node->list[i]->declarator.type)
        return false;
    if (args[i].kind == ARG_PACK || t->node->list[i]->declarator.type)
        return true;
    if (args[i].type)
        return type_same(args[i].type, actual);
    args[i] = (struct template_arg){.kind = ARG_TYPE, .type = actual};
    return true;
}

static bool set_value(struct checker *c, const struct template *t, const struct node *n,
                      int64_t value, const struct type *type, struct template_arg *args)
{
    int i = param_index(t, n);
    (void) c;
    if (i < 0 || !t->node->list[i]->declarator.type)
        return true;
    if (args[i].type)
        return args[i].integer == value;
    args[i] = (struct template_arg){.kind = ARG_VALUE, .type = type, .integer = value};
    return true;
}

static void append(struct checker *c, struct template_arg *pack, const struct template_arg *one)
{
    struct template_arg *more = ARENA_ARRAY(&c->l->arena, struct template_arg, pack->count + 1);
    if (pack->count)
        memcpy(more, pack->pack, pack->count * sizeof *more);
    more[pack->count] = *one;
    pack->kind = ARG_PACK;
    pack->pack = more;
    pack->count++;
}

/* A pattern behind which "..." stands, against one more element: the packs in it grow. */
static bool deduce_element(struct checker *c, const struct template *t, const struct node *pattern,
                           const struct template_arg *actual, struct template_arg *args)
{
    struct template_arg own[ARGS_MAX];
    memcpy(own, args, sizeof own);
    for (uint32_t i = 0; i < t->node->count; i++)
        if (t->node->list[i]->flags & FLAG_VARIADIC)
            own[i] = (struct template_arg){0};
    struct node *list = (struct node *) (uintptr_t) pattern;
    if (!deduce_args(c, t, &list, 1, actual, 1, own))
        return false;
    for (uint32_t i = 0; i < t->node->count; i++)
        if (t->node->list[i]->flags & FLAG_VARIADIC && own[i].type)
            append(c, args + i, own + i);
        else if (!(t->node->list[i]->flags & FLAG_VARIADIC))
            args[i] = own[i];
    return true;
}

bool deduce_args(struct checker *c, const struct template *t, struct node *const *patterns,
                 uint32_t count, const struct template_arg *actual, uint32_t n,
                 struct template_arg *args)
{
    struct template_arg flat[ARGS_MAX];
    uint32_t total = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (actual[i].kind != ARG_PACK && total < ARGS_MAX)
            flat[total++] = actual[i];
        for (uint32_t k = 0; actual[i].kind == ARG_PACK && k < actual[i].count && total < ARGS_MAX;
             k++)
            flat[total++] = actual[i].pack[k];
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct node *p = patterns[i];
        if (p->kind == NODE_EXPAND) {
            for (uint32_t k = 0; k < t->node->count; k++)
                if (t->node->list[k]->flags & FLAG_VARIADIC && args[k].kind != ARG_PACK)
                    args[k] = (struct template_arg){.kind = ARG_PACK};
            for (; at < total; at++)
                if (!deduce_element(c, t, p->expansion.pattern, flat + at, args))
                    return false;
            continue;
        }
        if (at >= total)
            return true; /* the rest are defaults */
        const struct template_arg *a = flat + at++;
        int index = param_index(t, p);
        if (a->kind == ARG_TEMPLATE) {
            if (index >= 0 && t->node->list[index]->op == TOKEN_TEMPLATE)
                args[index] = *a;
        } else if (a->kind == ARG_VALUE) {
            if (index >= 0 && args[index].type && (args[index].integer != a->integer))
                return false;
            if (index >= 0)
                args[index] = *a;
        } else if (!deduce_type(c, t, p, a->type, args)) {
            return false;
        }
    }
    return true;
}

static const struct template *template_named(struct checker *c, const struct node *n)
{
    bool failed;
    struct symbol *s = scope_lookup_node(c, n, &failed, NULL);
    if (s && s->kind == SYMBOL_TYPE && type_is_class(s->type))
        return s->type->class->template;
    return s && s->kind == SYMBOL_TEMPLATE ? s->template : NULL;
}

static bool deduce_class_args(struct checker *c, const struct template *t, const struct node *n,
                              const struct type *actual, struct template_arg *args)
{
    actual = type_plain(actual);
    if (actual->kind != TYPE_STRUCT)
        return false;
    const struct class_info *info = actual->class;
    int own = param_index(t, n);
    const struct template *wanted = own >= 0 ? NULL : template_named(c, n);
    if (wanted && wanted->node->template.declaration->flags & FLAG_TYPEDEF)
        return true; /* an alias: not looked through */
    if (info && info->template && (own >= 0 || info->template == wanted)) {
        if (own >= 0)
            args[own] =
                (struct template_arg){.kind = ARG_TEMPLATE, .symbol = info->template->symbol};
        return deduce_args(c, t, n->list, n->count, info->args, info->arg_count, args);
    }
    for (uint32_t i = 0; i < actual->field_count; i++)
        if (actual->fields[i].is_base && deduce_class_args(c, t, n, actual->fields[i].type, args))
            return true;
    return false;
}

static bool deduce_function(struct checker *c, const struct template *t, const struct node *n,
                            const struct type *f, struct template_arg *args)
{
    if (f->kind == TYPE_POINTER)
        f = f->base;
    if (f->kind != TYPE_FUNCTION ||
        (n->derived.base && !deduce_type(c, t, n->derived.base, f->base, args)))
        return false;
    uint32_t at = 0;
    for (uint32_t i = 0; i < n->count; i++) {
        if (n->list[i]->flags & FLAG_VARIADIC) {
            for (uint32_t k = 0; k < t->node->count; k++)
                if (t->node->list[k]->flags & FLAG_VARIADIC && args[k].kind != ARG_PACK)
                    args[k] = (struct template_arg){.kind = ARG_PACK};
            for (; at < f->param_count; at++) {
                struct template_arg one = {.kind = ARG_TYPE, .type = f->params[at].type};
                if (!deduce_element(c, t, n->list[i]->declarator.type, &one, args))
                    return false;
            }
        } else if (at >= f->param_count ||
                   !deduce_type(c, t, n->list[i]->declarator.type, f->params[at++].type, args)) {
            return false;
        }
    }
    return at == f->param_count;
}

bool deduce_type(struct checker *c, const struct template *t, const struct node *n,
                 const struct type *actual, struct template_arg *args)
{
    int i = param_index(t, n);
    switch (n->kind) {
    case NODE_NAME:
    case NODE_TYPE_NAME:
        if (n->flags & FLAG_ARGS && !n->id.scope)
            return deduce_class_args(c, t, n, actual, args);
        if (n->flags & FLAG_ARGS && n->id.scope && !(n->flags & FLAG_TYPEDEF))
            return deduce_class_args(c, t, n, actual, args);
        if (i < 0)
            return true;
        return set_type(t, i, n->flags & FLAG_CONST ? type_plain(actual) : actual, args);
    case NODE_TYPE_POINTER:
        if (actual->kind != TYPE_POINTER || actual->reference)
            return false;
        return deduce_type(c, t, n->derived.base, actual->base, args);
    case NODE_TYPE_REFERENCE:
        return deduce_type(c, t, n->derived.base, type_is_reference(actual) ? actual->base : actual,
                           args);
    case NODE_TYPE_ARRAY:
        if (actual->kind != TYPE_ARRAY)
            return false;
        if (n->derived.extent && !set_value(c, t, n->derived.extent, (int64_t) actual->count,
                                            type_basic(TYPE_ULONG), args))
            return false;
        return deduce_type(c, t, n->derived.base, actual->base, args);
    case NODE_TYPE_FUNCTION: return deduce_function(c, t, n, actual, args);
    default: return true;
    }
}

/* ---- calls ---- */

static const struct type *decayed(struct checker *c, const struct expr *e)
{
    if (e->type->kind == TYPE_ARRAY)
        return type_pointer(c->arena, e->type->base);
    return type_plain(e->type);
}

/* The arena of what lives as long as the instance. */
static const struct type *lasting(struct checker *c, const struct expr *e)
{
    struct arena *arena = c->arena;
    c->arena = &c->l->arena;
    const struct type *t = decayed(c, e);
    c->arena = arena;
    return t;
}

static bool deduce_param(struct checker *c, const struct template *t, const struct node *p,
                         const struct expr *e, struct template_arg *args)
{
    if (e->kind == EXPR_OVERLOADS)
        return true;
    if (e->kind == EXPR_BRACES) {
        bool list = p->kind == NODE_TYPE_NAME && p->name &&
                    !strcmp(p->name->text, "initializer_list") && p->count == 1;
        struct call_args first = {0};
        if (!list || !e->node->count || !check_args(c, e->node->list, 1, &first))
            return true;
        return deduce_type(c, t, p->list[0], lasting(c, first.at[0]), args);
    }
    if (p->kind != NODE_TYPE_REFERENCE)
        return deduce_type(c, t, p, lasting(c, e), args);
    int i = param_index(t, p->derived.base);
    if (p->op == TOKEN_AND_AND && i >= 0 && !(p->derived.base->flags & FLAG_CONST)) {
        const struct type *own =
            is_rvalue(e) ? type_plain(e->type) : type_reference(&c->l->arena, e->type, false);
        return set_type(t, i, own, args);
    }
    return deduce_type(c, t, p->derived.base, e->type, args);
}

static bool explicit_args(struct checker *c, const struct template *t, const struct node *written,
                          const struct context *from, struct template_arg *args)
{
    (void) from;
    uint32_t n;
    return read_template_args(c, t, written, args, &n);
}

bool deduce_from(struct checker *c, struct template *t, const struct node *f,
                 const struct call_args *given, const struct node *written,
                 struct template_arg *args)
{
    struct entered e;
    if (!f || f->kind != NODE_TYPE_FUNCTION || t->node->count > ARGS_MAX)
        return false;
    if (written && !explicit_args(c, t, written, c->context, args))
        return false;
    bool fixed[ARGS_MAX];
    for (uint32_t i = 0; i < t->node->count; i++)
        if (args[i].kind == ARG_PACK && !args[i].count)
            args[i] = (struct template_arg){0};
    for (uint32_t i = 0; i < t->node->count; i++)
        fixed[i] = args[i].type || args[i].kind == ARG_PACK;
    uint32_t at = 0;
    bool good = true;
    context_enter(c, t->context, &e);
    for (uint32_t i = 0; i < f->count && good; i++) {
        const struct node *p = f->list[i];
        if (p->flags & FLAG_VARIADIC) {
            struct template_arg own[ARGS_MAX];
            bool given_pack = false;
            for (uint32_t k = 0; k < t->node->count; k++)
                given_pack |= t->node->list[k]->flags & FLAG_VARIADIC && fixed[k];
            for (uint32_t k = 0; k < t->node->count; k++)
                if (t->node->list[k]->flags & FLAG_VARIADIC && args[k].kind != ARG_PACK)
                    args[k] = (struct template_arg){.kind = ARG_PACK};
            for (; at < given->n && good; at++) {
                if (given_pack)
                    continue;
                memcpy(own, args, sizeof own);
                for (uint32_t k = 0; k < t->node->count; k++)
                    if (t->node->list[k]->flags & FLAG_VARIADIC)
                        own[k] = (struct template_arg){0};
                good = deduce_param(c, t, p->declarator.type, given->at[at], own);
                for (uint32_t k = 0; k < t->node->count && good; k++)
                    if (t->node->list[k]->flags & FLAG_VARIADIC && own[k].type)
                        append(c, args + k, own + k);
            }
        } else if (at < given->n) {
            bool needed = false; /* what is explicit is not deduced: conversions apply */
            for (uint32_t k = 0; k < t->node->count; k++)
                needed |= !fixed[k];
            int k = param_index(t, p->declarator.type->kind == NODE_TYPE_REFERENCE
                                       ? p->declarator.type->derived.base
                                       : p->declarator.type);
            if (needed && !(k >= 0 && fixed[k]))
                good = deduce_param(c, t, p->declarator.type, given->at[at], args);
            at++;
        } else if (!p->declarator.init) {
            good = false;
        }
    }
    good = good && (at == given->n || f->flags & FLAG_VARIADIC);
    context_leave(c, &e);
    return good && complete_args(c, t, args, 0);
}
