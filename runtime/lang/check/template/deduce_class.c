/* SPDX-License-Identifier: Apache-2.0 */
/* Class templates without arguments, which follow from the values that an object is made of (C++17 16.3.1.8). */
#include <string.h>

#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/template/check_templates.h"

enum { ARGS_MAX = TEMPLATE_ARGS_MAX };

struct template *template_to_deduce(struct checker *c, const struct node *type)
{
    bool failed;
    if (type->kind != NODE_TYPE_NAME || type->flags & FLAG_ARGS || !type->name)
        return NULL;
    struct symbol *s = scope_lookup_node(c, type, &failed, NULL);
    if (!s || s->kind != SYMBOL_TEMPLATE || !s->template->is_class)
        return NULL;
    for (const struct context *x = c->context; x; x = x->outer)
        if (x->class && x->class->class && x->class->class->template == s->template)
            return NULL;
    return s->template;
}

/* std::array's guide (C++17 26.3.7.2): the element type and the count. */
static bool is_array_guide(const struct template *t, const struct call_args *given)
{
    return t->library && !strcmp(t->symbol->name, "std::array") && given->n &&
           type_plain(given->at[0]->type)->kind != TYPE_BRACES;
}

/* With the defaults of the other parameters, of which one that does not exist says that the arguments are others. */
static bool completed(struct checker *c, const struct template *t, struct template_arg *args)
{
    struct attempt attempt;
    attempt_begin(c, &attempt);
    bool good = complete_args(c, t, args, 0);
    attempt_end(c, &attempt);
    return good;
}

/* What a deduction guide gives, or NULL if it does not fit. */
static const struct type *by_guide(struct checker *c, struct template *guide,
                                   const struct call_args *given)
{
    const struct node *f = guide->node->template.declaration->function.type;
    struct template_arg args[ARGS_MAX] = {0};
    struct in_template in;
    struct attempt attempt;
    attempt_begin(c, &attempt);
    bool deduced = deduce_from(c, guide, f, given, NULL, args) && complete_args(c, guide, args, 0);
    attempt_end(c, &attempt);
    if (!deduced)
        return NULL;
    template_enter(c, guide, args, guide->node->count, &in);
    bool fits = true;
    for (uint32_t i = 0; i < f->count && i < given->n && fits; i++) {
        if (f->list[i]->flags & FLAG_VARIADIC || given->at[i]->kind == EXPR_BRACES)
            continue;
        const struct type *to = resolve_type(c, f->list[i]->declarator.type);
        struct conversion_sequence how = conversion_of(c, given->at[i], to, CONVERSION_IMPLICIT);
        fits = conversion_viable(&how);
    }
    const struct type *t = fits ? resolve_type(c, f->derived.base) : NULL;
    template_leave(c, &in);
    return t;
}

static bool deduce_value(struct checker *c, const struct template *t, const struct node *p,
                         const struct expr *value, struct template_arg *args)
{
    const struct type *actual = type_plain(value->type);
    struct entered e;
    p = p->kind == NODE_TYPE_REFERENCE ? p->derived.base : p;
    if (actual->kind == TYPE_BRACES)
        return false;
    context_enter(c, t->context, t->library,
                  &e); /* where the names of the parameter's type mean something */
    bool good = deduce_type(c, t, p, actual, args);
    context_leave(c, &e);
    return good;
}

/* The E of a first parameter initializer_list<E>, or NULL. */
static const struct node *element_pattern(const struct node *f)
{
    const struct node *p = f->count ? f->list[0]->declarator.type : NULL;
    p = p && p->kind == NODE_TYPE_REFERENCE ? p->derived.base : p;
    bool list = p && p->kind == NODE_TYPE_NAME && p->name && p->count == 1 &&
                !strcmp(p->name->text, "initializer_list");
    return list ? p->list[0] : NULL;
}

/* As of a parameter by value: an array is a pointer, whose elements are const for a literal. */
static const struct type *element_type(struct checker *c, const struct expr *value)
{
    const struct type *t = type_plain(value->type);
    struct arena *arena = &c->l->arena; /* for the instance */
    if (t->kind != TYPE_ARRAY)
        return t;
    bool literal = value->kind == EXPR_STRING;
    return type_pointer(arena, literal ? type_qualified(arena, t->base, true, false) : t->base);
}

/* Each value in braces is an element of the list: C++17 16.3.1.8, 16.3.1.7p1. */
static bool from_elements(struct checker *c, const struct template *t, const struct node *f,
                          const struct call_args *given, struct template_arg *args)
{
    const struct node *p = element_pattern(f);
    struct entered e;
    uint32_t found = 0;
    bool good = p != NULL;
    context_enter(c, t->context, t->library, &e);
    for (uint32_t k = 0; good && k < given->n; k++) {
        bool value = given->at[k]->kind != EXPR_BRACES;
        good = !value || deduce_type(c, t, p, element_type(c, given->at[k]), args);
        found += value;
    }
    context_leave(c, &e);
    return good && found && completed(c, t, args);
}

static const struct type *by_list_guide(struct checker *c, struct template *guide,
                                        const struct call_args *given)
{
    const struct node *f = guide->node->template.declaration->function.type;
    struct template_arg args[ARGS_MAX] = {0};
    struct in_template in;
    if (!from_elements(c, guide, f, given, args))
        return NULL;
    template_enter(c, guide, args, guide->node->count, &in);
    const struct type *t = resolve_type(c, f->derived.base);
    template_leave(c, &in);
    return t;
}

/* std::vector v{1, 2, 3}; NULL: no constructor takes a list of such values. */
static const struct type *by_list(struct checker *c, struct template *t,
                                  const struct call_args *given, struct span at)
{
    const struct node *tag = t->node->template.declaration->declaration.type;
    struct template_arg args[ARGS_MAX];
    VEC_EACH (guide, &t->guides) {
        const struct type *made = by_list_guide(c, *guide, given);
        if (made)
            return made;
    }
    for (uint32_t i = 0; tag->kind == NODE_TYPE_TAG && i < tag->count; i++) {
        const struct node *f = tag->list[i];
        memset(args, 0, sizeof args);
        if (f->kind == NODE_FUNCTION && f->role == ROLE_CONSTRUCTOR &&
            from_elements(c, t, f->function.type, given, args))
            return instance_of(c, t, args, t->node->count, at);
    }
    return NULL;
}

/* The type of the one value, if it is an instance already: the copy deduction candidate, C++17 16.3.1.8p1. */
static const struct type *by_copy(const struct template *t, const struct call_args *given)
{
    const struct type *one = given->n == 1 ? type_plain(given->at[0]->type) : NULL;
    bool same = one && one->kind == TYPE_STRUCT && one->class && one->class->template == t;
    return same ? one : NULL;
}

/* From the parameters of a constructor. */
static bool by_constructor(struct checker *c, const struct template *t, const struct node *f,
                           const struct call_args *given, struct template_arg *args)
{
    while (f->kind == NODE_TEMPLATE && f->template.declaration)
        f = f->template.declaration;
    if (f->kind != NODE_FUNCTION || f->role != ROLE_CONSTRUCTOR ||
        f->function.type->count < given->n)
        return false;
    bool good = true;
    for (uint32_t k = 0; k < given->n && good; k++)
        good = deduce_value(c, t, f->function.type->list[k]->declarator.type, given->at[k], args);
    return good;
}

/* A base for each element of a pack: the pack is the types of the values. */
static bool by_bases(struct checker *c, const struct template *t, const struct node *tag,
                     const struct call_args *given, struct template_arg *args)
{
    const struct node *bases = tag->tag.bases,
                      *p = bases && bases->count == 1 && bases->list[0]->kind == NODE_EXPAND
                               ? bases->list[0]->expansion.pattern
                               : NULL;
    for (uint32_t i = 0; p && i < t->node->count; i++) {
        if (t->node->list[i]->name != p->name || !(t->node->list[i]->flags & FLAG_VARIADIC))
            continue;
        args[i] = (struct template_arg){.kind = ARG_PACK, .count = given->n};
        args[i].pack = ARENA_ARRAY(&c->l->arena, struct template_arg, given->n + 1);
        for (uint32_t k = 0; k < given->n; k++)
            args[i].pack[k] =
                (struct template_arg){.kind = ARG_TYPE, .type = type_plain(given->at[k]->type)};
        return true;
    }
    return false;
}

/* C++20 12.2.2.9: an aggregate's from its members. */
static bool by_members(struct checker *c, const struct template *t, const struct node *tag,
                       const struct call_args *given, struct template_arg *args)
{
    uint32_t k = 0;
    if (tag->tag.bases)
        return by_bases(c, t, tag, given, args);
    for (uint32_t i = 0; i < tag->count && k < given->n; i++)
        if (tag->list[i]->kind == NODE_FIELD &&
            !deduce_value(c, t, tag->list[i]->field.type, given->at[k++], args))
            return false;
    return k == given->n;
}

static bool has_constructors(const struct node *tag)
{
    for (uint32_t i = 0; i < tag->count; i++)
        if (tag->list[i]->kind == NODE_FUNCTION && tag->list[i]->role == ROLE_CONSTRUCTOR)
            return true;
    return false;
}

void deduced_from(struct checker *c, struct node *const *values, uint32_t n,
                  const struct call_args *given)
{
    c->lambdas.n = 0;
    c->lambdas.at = ARENA_ARRAY(c->arena, struct checked_lambda, n);
    for (uint32_t i = 0; i < n && n == given->n; i++)
        if (values[i]->kind == NODE_LAMBDA)
            c->lambdas.at[c->lambdas.n++] = (struct checked_lambda){values[i], given->at[i]};
}

const struct type *deduce_class(struct checker *c, struct template *t,
                                const struct call_args *given, bool braces, struct span at)
{
    const struct node *tag = t->node->template.declaration->declaration.type;
    struct template_arg args[ARGS_MAX] = {0};
    const struct type *first = by_copy(t, given);
    if (!first && braces)
        first = by_list(c, t, given, at);
    if (first)
        return first;
    VEC_EACH (guide, &t->guides) {
        const struct type *made = by_guide(c, *guide, given);
        if (made)
            return made;
    }
    if (is_array_guide(t, given)) {
        args[0] = (struct template_arg){.kind = ARG_TYPE, .type = type_plain(given->at[0]->type)};
        args[1] = (struct template_arg){
            .kind = ARG_VALUE, .type = type_basic(TYPE_ULONG), .integer = (int64_t) given->n};
        return instance_of(c, t, args, t->node->count, at);
    }
    for (uint32_t i = 0; tag->kind == NODE_TYPE_TAG && i < tag->count; i++) {
        memset(args, 0, sizeof args);
        if (by_constructor(c, t, tag->list[i], given, args) && completed(c, t, args))
            return instance_of(c, t, args, t->node->count, at);
    }
    memset(args, 0, sizeof args);
    if (tag->kind == NODE_TYPE_TAG && !has_constructors(tag) &&
        (!given->n || by_members(c, t, tag, given, args)) && completed(c, t, args))
        return instance_of(c, t, args, t->node->count, at);
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, at,
                   "the template arguments of '%s' cannot be deduced from this", t->symbol->name);
    diag_help(c->diags, d, "write them explicitly: %s<...>", t->symbol->name);
    return type_basic(TYPE_ERROR);
}
