/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of function templates from those of a call, and packs: C++17 17.8.2. Types are matched against the syntax of
 * the parameters. */
#include "lang/check/template/check_templates.h"

#include <string.h>

#include "lang/check/core/arguments.h"
#include "lang/check/core/place.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"

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

static bool is_pack(const struct template *t, uint32_t i)
{
    return t->node->list[i]->flags & FLAG_VARIADIC;
}

/* Starts each pack among the parameters as empty. */
static void open_packs(const struct template *t, struct template_arg *args)
{
    for (uint32_t i = 0; i < t->node->count; i++)
        if (is_pack(t, i) && args[i].kind != ARG_PACK)
            args[i] = (struct template_arg){.kind = ARG_PACK};
}

/* The arguments for deducing one more element: each pack stands for that single unknown element. */
static void element_begins(const struct template *t, const struct template_arg *args,
                           struct template_arg *own)
{
    memcpy(own, args, ARGS_MAX * sizeof *own);
    for (uint32_t i = 0; i < t->node->count; i++)
        if (is_pack(t, i))
            own[i] = (struct template_arg){0};
}

/* Appends the deduced element to the packs in its pattern. */
static void element_ends(struct checker *c, const struct template *t, struct template_arg *args,
                         const struct template_arg *own)
{
    for (uint32_t i = 0; i < t->node->count; i++)
        if (is_pack(t, i) && own[i].type)
            append(c, args + i, own + i);
}

/* An earlier parameter has given the packs their elements, of which the next must be those in own. own keeps what is new. */
static bool agrees(const struct template *t, const struct template_arg *known, uint32_t element,
                   struct template_arg *own)
{
    for (uint32_t i = 0; i < t->node->count; i++) {
        bool given = is_pack(t, i) && known[i].kind == ARG_PACK && known[i].count;
        if (!given || !own[i].type)
            continue;
        const struct template_arg *old = known[i].pack + element;
        if (element >= known[i].count || !type_same(old->type, own[i].type) ||
            (own[i].kind == ARG_VALUE && old->integer != own[i].integer))
            return false;
        own[i].type = NULL;
    }
    return true;
}

/* Deduces one more element of a pattern followed by "...": the packs in it grow. known: the arguments before the first of them. */
static bool deduce_element(struct checker *c, const struct template *t, const struct node *pattern,
                           const struct template_arg *actual, struct template_arg *args,
                           const struct template_arg *known, uint32_t element)
{
    struct template_arg own[ARGS_MAX];
    element_begins(t, args, own);
    struct node *list = (struct node *) (uintptr_t) pattern;
    if (!deduce_args(c, t, &list, 1, actual, 1, own) || !agrees(t, known, element, own))
        return false;
    element_ends(c, t, args, own);
    for (uint32_t i = 0; i < t->node->count; i++)
        if (!is_pack(t, i))
            args[i] = own[i];
    return true;
}

/* Lists the arguments with packs expanded; returns their count. */
static uint32_t flatten(const struct template_arg *actual, uint32_t n, struct template_arg *flat)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool pack = actual[i].kind == ARG_PACK;
        const struct template_arg *from = pack ? actual[i].pack : actual + i;
        uint32_t count = pack ? actual[i].count : 1;
        for (uint32_t k = 0; k < count && total < ARGS_MAX; k++)
            flat[total++] = from[k];
    }
    return total;
}

/* Deduces one argument from a pattern that is not a pack. */
static bool deduce_arg(struct checker *c, const struct template *t, const struct node *pattern,
                       const struct template_arg *a, struct template_arg *args)
{
    int i = param_index(t, pattern);
    switch (a->kind) {
    case ARG_TEMPLATE:
        if (i >= 0 && t->node->list[i]->op == TOKEN_TEMPLATE)
            args[i] = *a;
        return true;
    case ARG_VALUE:
        if (i >= 0 && args[i].type && args[i].integer != a->integer)
            return false;
        if (i >= 0)
            args[i] = *a;
        return true;
    default: return deduce_type(c, t, pattern, a->type, args);
    }
}

static bool deduce_elements(struct checker *c, const struct template *t, const struct node *pattern,
                            const struct template_arg *actual, uint32_t n,
                            struct template_arg *args)
{
    struct template_arg known[ARGS_MAX];
    int own = param_index(t, pattern);
    memcpy(known, args, sizeof known);
    open_packs(t, args);
    for (uint32_t i = 0; i < n; i++)
        if (!deduce_element(c, t, pattern, actual + i, args, known, i))
            return false;
    return own < 0 || known[own].kind != ARG_PACK || !known[own].count || known[own].count == n;
}

bool deduce_args(struct checker *c, const struct template *t, struct node *const *patterns,
                 uint32_t count, const struct template_arg *actual, uint32_t n,
                 struct template_arg *args)
{
    struct template_arg flat[ARGS_MAX];
    uint32_t total = flatten(actual, n, flat), at = 0;
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        const struct node *p = patterns[i];
        if (p->kind == NODE_EXPAND) {
            good = deduce_elements(c, t, p->expansion.pattern, flat + at, total - at, args);
            at = total;
            continue;
        }
        if (at >= total)
            return true; /* the rest are defaults */
        good = deduce_arg(c, t, p, flat + at++, args);
    }
    return good;
}

static const struct template *template_named(struct checker *c, const struct node *n)
{
    bool failed;
    struct symbol *s = scope_lookup_node(c, n, &failed, NULL);
    if (s && s->kind == SYMBOL_TYPE && type_is_class(s->type))
        return s->type->class->template;
    return s && s->kind == SYMBOL_TEMPLATE ? s->template : NULL;
}

/* The arguments of std::basic_string, which names its class by a member of another: C is what the class is made of, the others
 * are defaults. Returns how many there are. */
static uint32_t library_alias_args(struct checker *c, const struct template *alias,
                                   const struct type *actual, struct span at,
                                   struct template_arg *own)
{
    struct attempt attempt;
    uint32_t count = alias->node->count;
    const char *member = intern_cstr(c->l->names.texts, "value_type");
    const struct symbol *value =
        alias->library && type_is_class(actual) ? class_find(c, actual, member) : NULL;
    if (!value || value->kind != SYMBOL_TYPE)
        return 0;
    attempt_begin(c, &attempt);
    own[0] = (struct template_arg){.kind = ARG_TYPE, .type = value->type};
    struct template *t = alias->symbol->template;
    bool same = complete_args(c, t, own, count) &&
                type_same(type_plain(instance_of(c, t, own, count, at)), type_plain(actual));
    attempt_end(c, &attempt);
    return same ? count : 0;
}

/* Looks through an alias template: first its own arguments, from the type that it stands for; then those that its arguments
 * name. */
static bool deduce_through_alias(struct checker *c, const struct template *t,
                                 const struct template *alias, const struct node *n,
                                 const struct type *actual, struct template_arg *args)
{
    struct template_arg own[ARGS_MAX] = {0};
    struct entered e;
    uint32_t known = 0;
    context_enter(c, alias->context, alias->library, &e);
    bool good = deduce_type(c, alias, alias->node->template.declaration->list[0]->declarator.type,
                            actual, own);
    context_leave(c, &e);
    while (known < alias->node->count && own[known].type)
        known++;
    if (good && !known)
        known = library_alias_args(c, alias, type_plain(actual), n->at, own);
    return good && deduce_args(c, t, n->list, n->count, own, known, args);
}

/* The arguments of a class of the library, with the std::allocator that a vector has no parameter for. */
static bool deduce_container(struct checker *c, const struct template *t, const struct node *n,
                             const struct type *actual, struct template_arg *args)
{
    const struct class_info *info = actual->class;
    struct template_arg all[ARGS_MAX];
    uint32_t count = info->arg_count;
    bool container = info->template->library || template_allocated(c, info->template);
    if (!container || n->count != count + 1 || count + 1 > ARGS_MAX)
        return deduce_args(c, t, n->list, n->count, info->args, count, args);
    const struct symbol *value =
        class_find(c, actual, intern_cstr(c->l->names.texts, "value_type"));
    struct symbol *allocator = name_cstr(&c->l->names, "std::allocator")->ordinary;
    memcpy(all, info->args, count * sizeof *all);
    if (value && value->kind == SYMBOL_TYPE && allocator && allocator->kind == SYMBOL_TEMPLATE) {
        struct template_arg of = {.kind = ARG_TYPE, .type = value->type};
        all[count++] = (struct template_arg){
            .kind = ARG_TYPE, .type = instance_of(c, allocator->template, &of, 1, n->at)};
    }
    return deduce_args(c, t, n->list, n->count, all, count, args);
}

static bool deduce_class_args(struct checker *c, const struct template *t, const struct node *n,
                              const struct type *actual, struct template_arg *args)
{
    int own = param_index(t, n);
    const struct template *wanted = own >= 0 ? NULL : template_named(c, n);
    if (wanted && wanted->node->template.declaration->flags & FLAG_TYPEDEF)
        return deduce_through_alias(c, t, wanted, n, actual, args);
    actual = type_plain(actual);
    if (actual->kind != TYPE_STRUCT)
        return false;
    const struct class_info *info = actual->class;
    bool allocated = wanted && info && info->template && info->template != wanted &&
                     info->template == template_allocated(c, wanted);
    if (info && info->template && (own >= 0 || info->template == wanted || allocated)) {
        if (own >= 0)
            args[own] =
                (struct template_arg){.kind = ARG_TEMPLATE, .symbol = info->template->symbol};
        return deduce_container(c, t, n, actual, args);
    }
    for (uint32_t i = 0; i < actual->field_count; i++)
        if (actual->fields[i].is_base && deduce_class_args(c, t, n, actual->fields[i].type, args))
            return true;
    return false;
}

/* A parameter that is written as an array is a pointer (C++17 11.3.5). */
static bool deduce_declared(struct checker *c, const struct template *t, const struct node *n,
                            const struct type *actual, struct template_arg *args)
{
    if (n->kind != NODE_TYPE_ARRAY)
        return deduce_type(c, t, n, actual, args);
    return actual->kind == TYPE_POINTER && !actual->reference &&
           deduce_type(c, t, n->derived.base, actual->base, args);
}

/* Deduces a pack in a function type from all parameters from `at` on. */
static bool deduce_rest(struct checker *c, const struct template *t, const struct node *pattern,
                        const struct type *f, uint32_t at, struct template_arg *args)
{
    struct template_arg known[ARGS_MAX];
    uint32_t first = at;
    memcpy(known, args, sizeof known);
    open_packs(t, args);
    for (; at < f->param_count; at++) {
        struct template_arg one = {.kind = ARG_TYPE, .type = f->params[at].type};
        if (!deduce_element(c, t, pattern, &one, args, known, at - first))
            return false;
    }
    return true;
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
        const struct node *pattern = n->list[i]->declarator.type;
        if (n->list[i]->flags & FLAG_VARIADIC) {
            if (!deduce_rest(c, t, pattern, f, at, args))
                return false;
            at = f->param_count;
        } else if (at >= f->param_count ||
                   !deduce_declared(c, t, pattern, f->params[at++].type, args)) {
            return false;
        }
    }
    return at == f->param_count;
}

/* T Class::*, where either may be a parameter. */
static bool deduce_member(struct checker *c, const struct template *t, const struct node *n,
                          const struct type *actual, struct template_arg *args)
{
    if (!actual->member_of || !deduce_type(c, t, n->derived.extent, actual->member_of, args))
        return false;
    if (actual->base->kind != TYPE_FUNCTION)
        return deduce_type(c, t, n->derived.base, actual->base, args);
    struct type f = *actual->base; /* less the object */
    f.params++;
    f.param_count--;
    return n->derived.base->kind == NODE_TYPE_FUNCTION &&
           deduce_type(c, t, n->derived.base, &f, args);
}

/* The type without the qualifiers that are written in the pattern. */
static const struct type *less_written(struct checker *c, const struct node *n,
                                       const struct type *actual)
{
    bool is_const = actual->is_const && !(n->flags & FLAG_CONST),
         is_volatile = actual->is_volatile && !(n->flags & FLAG_VOLATILE);
    if (is_const == actual->is_const && is_volatile == actual->is_volatile)
        return n->flags & FLAG_CONST ? type_plain(actual) : actual; /* of an array: its elements' */
    return type_qualified(&c->l->arena, type_plain(actual), is_const, is_volatile);
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
        if (n->flags & (FLAG_CONST | FLAG_VOLATILE) && type_is_reference(actual))
            return false; /* C++17 11.3.2p1: a reference is never const itself */
        return set_type(t, i, less_written(c, n, actual), args);
    case NODE_TYPE_POINTER:
        if (actual->kind != TYPE_POINTER || actual->reference)
            return false;
        if (n->derived.extent)
            return deduce_member(c, t, n, actual, args);
        return !actual->member_of && deduce_type(c, t, n->derived.base, actual->base, args);
    case NODE_TYPE_REFERENCE:
        return deduce_type(c, t, n->derived.base, type_is_reference(actual) ? actual->base : actual,
                           args);
    case NODE_TYPE_ARRAY:
        if (actual->kind != TYPE_ARRAY || actual->complete == !n->derived.extent)
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
    if (e->kind == EXPR_STRING) /* C++'s literals are const */
        return type_pointer(c->arena, type_qualified(c->arena, e->type->base, true, false));
    if (e->type->kind == TYPE_ARRAY)
        return type_pointer(c->arena, e->type->base);
    if (e->type->kind == TYPE_FUNCTION) /* of a reference to it */
        return type_pointer(c->arena, e->type);
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

/* The type that a reference is deduced from. */
static const struct type *referred(struct checker *c, const struct expr *e)
{
    if (e->kind != EXPR_STRING)
        return e->type;
    struct arena *arena = &c->l->arena;
    return type_array(arena, type_qualified(arena, e->type->base, true, false), e->type->count);
}

static bool deduce_param(struct checker *c, const struct template *t, const struct node *p,
                         const struct expr *e, struct template_arg *args)
{
    if (e->kind == EXPR_OVERLOADS || e->kind == EXPR_BRACES || manipulator_is_template(e))
        return true;
    if (p->kind != NODE_TYPE_REFERENCE)
        return deduce_declared(c, t, p, lasting(c, e), args);
    int i = param_index(t, p->derived.base);
    if (p->op == TOKEN_AND_AND && i >= 0 && !(p->derived.base->flags & FLAG_CONST)) {
        const struct type *value = e->type->kind == TYPE_STRUCT ? e->type : type_plain(e->type);
        return set_type(
            t, i, is_rvalue(e) ? value : type_reference(&c->l->arena, referred(c, e), false), args);
    }
    bool function = e->kind == EXPR_FUNCTION && !(p->derived.base->flags & FLAG_CONST);
    return deduce_type(c, t, p->derived.base, function ? e->type->base : referred(c, e), args);
}

/* The state of deduction from a call's arguments. */
struct deduction {
    struct checker *c;
    const struct template *template;
    struct template_arg *args;
    const struct call_args *given;
    const struct type **elements; /* of each argument: what find_elements found; or NULL */
    uint32_t at;                  /* the next of the call's arguments */
    bool fixed[ARGS_MAX];         /* written explicitly: not deduced, so that conversions apply */
};

/* An explicit pack without elements may still be deduced: C++17 17.8.1p3. */
static void fix_explicit(struct deduction *d)
{
    for (uint32_t i = 0; i < d->template->node->count; i++) {
        struct template_arg *arg = d->args + i;
        if (arg->kind == ARG_PACK && !arg->count)
            *arg = (struct template_arg){0};
        d->fixed[i] = arg->type || arg->kind == ARG_PACK;
    }
}

struct pack_mention {
    const struct template *template;
    const struct template_arg *args;
    uint32_t count; /* elements of the pack of the template that is mentioned */
};

static void find_pack(const struct node *n, void *user)
{
    struct pack_mention *m = user;
    int i = param_index(m->template, n);
    if (i >= 0 && is_pack(m->template, (uint32_t) i))
        m->count = m->args[i].count;
    node_each(n, find_pack, m);
}

/* A parameter pack that is not the last parameter is not deduced (C++17 17.8.2.5p5): it has the elements that are written. */
static bool pass_pack(struct deduction *d, const struct node *pattern)
{
    struct pack_mention m = {.template = d->template, .args = d->args};
    find_pack(pattern, &m);
    d->at += m.count;
    return d->at <= d->given->n;
}

/* The last parameter: a pack takes all remaining arguments. */
static bool deduce_pack(struct deduction *d, const struct node *pattern)
{
    const struct template *t = d->template;
    struct template_arg known[ARGS_MAX];
    uint32_t first = d->at;
    bool written = false;
    for (uint32_t i = 0; i < t->node->count; i++)
        written |= is_pack(t, i) && d->fixed[i];
    memcpy(known, d->args, sizeof known);
    open_packs(t, d->args);
    for (; d->at < d->given->n; d->at++) {
        struct template_arg own[ARGS_MAX];
        if (written)
            continue;
        element_begins(t, d->args, own);
        if (!deduce_param(d->c, t, pattern, d->given->at[d->at], own) ||
            !agrees(t, known, d->at - first, own))
            return false;
        element_ends(d->c, t, d->args, own);
    }
    return true;
}

/* initializer_list<T>, or a reference to it; NULL: the parameter is something else. */
static const struct node *list_pattern(const struct node *p)
{
    if (p->kind == NODE_TYPE_REFERENCE)
        p = p->derived.base;
    bool list = p->kind == NODE_TYPE_NAME && p->name &&
                !strcmp(p->name->text, "initializer_list") && p->count == 1;
    return list ? p : NULL;
}

/* A reference to an array, T (&&a)[N]; NULL: the parameter is something else. */
static const struct node *array_pattern(const struct node *p)
{
    const struct node *array = p->kind == NODE_TYPE_REFERENCE ? p->derived.base : p;
    return array != p && array->kind == NODE_TYPE_ARRAY && array->derived.extent ? array : NULL;
}

static bool takes_list(const struct node *p)
{
    return list_pattern(p) || array_pattern(p);
}

/* The type of the first element of each braced list that a parameter takes as initializer_list<T> or as an array (C++17 17.8.2.1p1). The list is
 * checked where it stands: its names mean nothing in the context of the template. */
static void find_elements(struct deduction *d, const struct node *f)
{
    const struct call_args *given = d->given;
    d->elements = ARENA_ARRAY(d->c->arena, const struct type *, given->n + 1);
    for (uint32_t i = 0; i < given->n; i++) {
        const struct expr *e = given->at[i];
        struct call_args first = {0};
        d->elements[i] = NULL;
        if (e->kind == EXPR_BRACES && e->node->count && i < f->count &&
            !(f->list[i]->flags & FLAG_VARIADIC) && takes_list(f->list[i]->declarator.type) &&
            check_args(d->c, e->node->list, 1, &first) && first.at[0]->kind != EXPR_BRACES)
            d->elements[i] = lasting(d->c, first.at[0]);
    }
}

struct param_mention {
    const struct template *template;
    bool found;
};

static void find_mention(const struct node *n, void *user)
{
    struct param_mention *m = user;
    m->found |= param_index(m->template, n) >= 0;
    if (!m->found)
        node_each(n, find_mention, m);
}

/* A parameter without template parameters in its type takes part in no deduction: conversions apply (C++17 17.8.1p6). */
static bool is_dependent(const struct template *t, const struct node *pattern)
{
    struct param_mention m = {.template = t};
    find_mention(pattern, &m);
    return m.found;
}

/* A braced list as such an array. element: what find_elements found, or NULL */
static bool deduce_array(struct deduction *d, const struct node *array, const struct expr *list,
                         const struct type *element)
{
    int i = param_index(d->template, array->derived.base);
    if (i >= 0 && d->fixed[i])
        element = d->args[i].type;
    if (element && array->derived.base->flags & FLAG_CONST)
        element = type_qualified(&d->c->l->arena, element, true, false);
    const struct type *t = element ? type_array(&d->c->l->arena, element, list->node->count) : NULL;
    return t && deduce_type(d->c, d->template, array, t, d->args);
}

static bool deduce_one(struct deduction *d, const struct node *pattern)
{
    const struct template *t = d->template;
    bool needed = false;
    for (uint32_t i = 0; i < t->node->count; i++)
        needed |= !d->fixed[i];
    int i = param_index(t, pattern->kind == NODE_TYPE_REFERENCE ? pattern->derived.base : pattern);
    uint32_t at = d->at++;
    const struct expr *e = d->given->at[at];
    const struct node *array = e->kind == EXPR_BRACES ? array_pattern(pattern) : NULL;
    if (array)
        return deduce_array(d, array, e, d->elements[at]);
    if (d->elements[at])
        return deduce_type(d->c, t, list_pattern(pattern)->list[0], d->elements[at], d->args);
    return !needed || (i >= 0 && d->fixed[i]) || !is_dependent(t, pattern) ||
           deduce_param(d->c, t, pattern, e, d->args);
}

static bool deduce_call_param(struct deduction *d, const struct node *p, bool last)
{
    if (p->flags & FLAG_VARIADIC)
        return (last ? deduce_pack : pass_pack)(d, p->declarator.type);
    if (d->at < d->given->n)
        return deduce_one(d, p->declarator.type);
    return p->declarator.init != NULL;
}

bool deduce_from(struct checker *c, struct template *t, const struct node *f,
                 const struct call_args *given, const struct node *written,
                 struct template_arg *args)
{
    struct deduction d = {.c = c, .template = t, .args = args, .given = given};
    struct entered e;
    uint32_t n;
    if (!f || f->kind != NODE_TYPE_FUNCTION || t->node->count > ARGS_MAX)
        return false;
    if (written && !read_template_args(c, t, written, args, &n))
        return false;
    fix_explicit(&d);
    find_elements(&d, f);
    bool good = true;
    context_enter(c, t->context, t->library, &e);
    for (uint32_t i = 0; i < f->count && good; i++)
        good = deduce_call_param(&d, f->list[i], i + 1 == f->count);
    good = good && (d.at == given->n || f->flags & FLAG_VARIADIC);
    context_leave(c, &e);
    return good && complete_args(c, t, args, 0);
}
