/* SPDX-License-Identifier: Apache-2.0 */
/* Construction of class objects, and references to temporaries: C++17 11.6. */
#include "lang/check/class/check_classes.h"

#include <string.h>

#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/template/check_templates.h"

struct expr *base_part(struct checker *c, struct expr *e, const struct type *t)
{
    struct expr *p = class_upcast(c, object_address(c, e), type_pointer(c->arena, t));
    return expr_is_bad(p) ? p : expr_deref(c, p, e->at);
}

struct expr *destructor_call(struct checker *c, struct expr *place)
{
    const struct type *t = type_plain(place->type);
    struct symbol *s = type_destructor(t);
    if (t->kind == TYPE_ARRAY) {
        const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
        const struct type *ulong = type_basic(TYPE_ULONG), *element = type_element(t);
        struct expr *function = expr_new(c, EXPR_FUNCTION, any, place->at);
        function->symbol = s;
        return library_call(
            c, "__destroy",
            (struct expr *[]){convert_to(c, object_address(c, place), any),
                              integer_new(c, ulong, (int64_t) (t->size / element->size), place->at),
                              integer_new(c, ulong, (int64_t) element->size, place->at), function},
            4, place->at);
    }
    if (!s->type || !s->type->param_count) /* an interrupted check did not reach its parameters */
        return expr_bad(c, place->at);
    struct expr *e = expr_new(c, EXPR_CALL, type_basic(TYPE_VOID), place->at);
    e->symbol = s;
    e->args = ARENA_NEW(c->arena, struct expr *);
    e->args[0] = class_upcast(c, object_address(c, place), s->type->params[0].type);
    e->arg_count = 1;
    return e;
}

/* ---- constructors ---- */

static struct expr *construct_new(struct checker *c, const struct type *t, struct symbol *s,
                                  struct span at)
{
    struct expr *e = expr_new(c, EXPR_CONSTRUCT, type_plain(t), at);
    e->symbol = s;
    return e;
}

/* A function stands in the first table of its class, and in those of other bases that it overrides: it is noted once. */
static void note_pure(struct checker *c, struct diag *d, const struct vtable *t)
{
    for (uint32_t i = 0; i < t->count; i++) {
        const struct symbol *s = t->functions[i].function;
        if (s->member->pure && t->functions[i].this == t->offset)
            diag_note(c->diags, d, s->at, "'%s' is not defined", s->name);
    }
}

static bool concrete(struct checker *c, const struct type *t, struct span at)
{
    const struct class_info *info = t->class;
    if (!info->abstract)
        return true;
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, at, "'%s' is abstract, so objects of it cannot be created",
                   type_quoted(c, t));
    for (uint32_t i = 0; i < info->vtable_count; i++)
        note_pure(c, d, info->vtables + i);
    return false;
}

static void no_constructor(struct checker *c, const struct type *t, uint32_t n, struct span at)
{
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, at, "'%s' has no constructor that takes %u value%s",
                   type_quoted(c, t), n, n == 1 ? "" : "s");
    if (t->class->aggregate && t->field_count)
        diag_help(c->diags, d, "use %s{...} with the members in order", type_quoted(c, t));
}

/* Initialises from an object of the class, of a derived class or of one that converts to it, without a constructor
 * call. part: for a base of an object. NULL: a constructor is needed. */
static struct expr *from_object(struct checker *c, const struct type *t, struct expr *e, bool part)
{
    const struct class_info *info = t->class;
    if (type_plain(e->type) == t) {
        bool place = (e->lvalue && e->kind != EXPR_AGGREGATE) ||
                     (part && t->has_virtual_bases); /* e has virtual bases of its own */
        return place && (info->copy || info->no_copy) ? NULL : e;
    }
    if (type_base_offset(e->type, t) >= 0)
        return info->copy ? NULL : base_part(c, e, t);
    return user_converted(c, e, t, true);
}

/* A new object by this constructor, whose arguments fit. */
static struct expr *call_constructor(struct checker *c, const struct type *t, struct symbol *s,
                                     const struct call_args *given, struct span at)
{
    struct expr *call = call_symbol(c, s, given, at);
    if (expr_is_bad(call))
        return call;
    struct expr *e = construct_new(c, t, s, at);
    e->args = call->args;
    e->arg_count = call->arg_count;
    return e;
}

/* Chooses a constructor; the class has at least one. */
static struct expr *construct_by(struct checker *c, const struct type *t, symbol_vec *constructors,
                                 const struct call_args *given, struct span at)
{
    if (c->constructing >= CONSTRUCTING_MAX) {
        diag_error(c->diags, DIAG_TYPE, at, "constructing '%s' from this requires a '%s' again",
                   type_quoted(c, t), type_quoted(c, t));
        return expr_bad(c, at);
    }
    c->constructing++;
    struct symbol *s =
        overload_choose(c, constructors, given, NULL, t->name ? name_last(t->name) : "struct", at);
    struct expr *e = s ? call_constructor(c, t, s, given, at) : expr_bad(c, at);
    c->constructing--;
    return e;
}

struct expr *member_place(struct checker *c, struct expr *e)
{
    if (e->kind != EXPR_MEMBER || e->lvalue || !type_is_class(e->type))
        return e;
    struct expr *place = expr_deref(c, object_address(c, e), e->at);
    place->xvalue = true;
    return place;
}

struct expr *construct_object(struct checker *c, const struct type *t, struct expr **args,
                              uint32_t n, struct span at)
{
    t = type_plain(t);
    const struct class_info *info = t->class;
    if (!t->complete) {
        diag_error(c->diags, DIAG_TYPE, at, "'%s' is declared but not defined", type_quoted(c, t));
        return expr_bad(c, at);
    }
    bool part = c->in_base;
    c->in_base = false;
    if (!part && !concrete(c, t, at))
        return expr_bad(c, at);
    if (!n && !info->fresh && !info->no_fresh)
        return construct_new(c, t, NULL, at);
    struct expr *member = n == 1 ? member_place(c, args[0]) : NULL;
    args = n == 1 ? &member : args;
    struct expr *e =
        n == 1 && args[0]->type->kind == TYPE_STRUCT ? from_object(c, t, args[0], part) : NULL;
    if (e)
        return e;
    symbol_vec all = {0};
    struct expr *table = n == 1 ? loaded_table(c, args[0], t) : NULL;
    struct call_args given = {table ? &table : args, n, NULL};
    overload_gather(&all, info->constructors);
    bool copies = n == 1 && type_plain(args[0]->type) == t;
    if (copies && (!all.n || (info->no_copy && !info->copy))) {
        diag_error(c->diags, DIAG_TYPE, at, "'%s' cannot be copied", type_quoted(c, t));
        e = expr_bad(c, at);
    } else if (!all.n && n == 1 && args[0]->kind == EXPR_BRACES) {
        e = construct_from_list(c, t, args[0]->node, true, at); /* T({...}): a copy of T{...} */
    } else if (!all.n) {
        no_constructor(c, t, n, at);
        e = expr_bad(c, at);
    } else {
        e = construct_by(c, t, &all, &given, at);
    }
    VEC_FREE(&all);
    return e;
}

struct expr *construct_copy(struct checker *c, struct expr *e)
{
    const struct type *t = type_plain(e->type);
    if (t->kind == TYPE_ARRAY) {
        const struct type *element = type_plain(type_element(t));
        struct symbol *s =
            element->kind == TYPE_STRUCT && element->class ? element->class->copy : NULL;
        if (!s)
            return e;
        function_signature(c, s);
        struct expr *made = construct_new(c, t, s, e->at);
        made->args = ARENA_NEW(c->arena, struct expr *);
        made->args[0] = e;
        made->arg_count = 1;
        return made;
    }
    if (t->kind != TYPE_STRUCT || !t->class)
        return e;
    return construct_object(c, t, &e, 1, e->at);
}

struct expr *fresh_value(struct checker *c, const struct type *t, struct span at)
{
    t = type_plain(t);
    const struct type *element = type_plain(type_element(t));
    if (is_dim3(c, t))
        return make_dim3(c, NULL, 0, at);
    if (element->kind != TYPE_STRUCT || !element->class || t->kind == TYPE_DEVICE_ARRAY)
        return NULL;
    struct class_info *info = element->class;
    if (!info->no_fresh && !info->fresh && (!info->abstract || c->in_base))
        return NULL;
    if (t->kind != TYPE_ARRAY)
        return construct_object(c, t, NULL, 0, at);
    struct expr *one = construct_object(c, element, NULL, 0, at);
    if (expr_is_bad(one))
        return one;
    return construct_new(c, t, element_constructor(c, one), at);
}

/* ---- lists ---- */

/* Whether each of the values in braces converts to the type. */
static bool elements_fit(struct checker *c, const struct node *n, const struct type *to)
{
    struct conversion_sequence worst = worst_conversion(c, n, to);
    return conversion_viable(&worst);
}

static bool expands(const struct node *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->list[i]->kind == NODE_EXPAND)
            return true;
    return false;
}

/* The backing array of {a, b, c} as an initializer_list<T>. */
static struct expr *list_values(struct checker *c, const struct type *t, const struct node *n)
{
    const struct type *element = type_plain(type_plain(t)->class->args[0].type);
    const struct type *array = type_array(c->arena, element, n->count ? n->count : 1);
    if (expands(n)) { /* its values are counted when they are known */
        struct type *open = (struct type *) type_array(c->arena, element, 0);
        open->complete = false;
        array = open;
    }
    struct purpose why = {.kind = FOR_INIT, .name = "the list"};
    struct node list = *n;
    struct expr *values = expr_new(c, EXPR_AGGREGATE, array, n->at);
    list.kind = NODE_INIT_LIST;
    if (type_is_class(element) && !elements_fit(c, n, element)) { /* no brace elision */
        diag_error(c->diags, DIAG_TYPE, n->at, "these values cannot form a list of '%s'",
                   type_quoted(c, element));
        return expr_bad(c, n->at);
    }
    return n->count ? check_init(c, &array, &list, &why) : values;
}

/* The list itself: the address of its values. */
static struct expr *list_of(struct checker *c, const struct type *t, struct expr *values,
                            const struct node *n)
{
    t = type_plain(t);
    if (expr_is_bad(values))
        return values;
    uint64_t count = n->count ? values->type->count : 0;
    values->lvalue = true;
    struct expr *e = expr_new(c, EXPR_AGGREGATE, t, n->at);
    e->lvalue = true;
    e->init_count = 2;
    e->inits = ARENA_ARRAY(c->arena, struct init, 2);
    e->inits[0] = (struct init){t->fields[0].offset, NULL, convert_rvalue(c, values)};
    e->inits[1] = (struct init){t->fields[1].offset, NULL,
                                integer_new(c, type_basic(TYPE_ULONG), (int64_t) count, n->at)};
    return e;
}

static struct expr *list_object(struct checker *c, const struct type *t, const struct node *n)
{
    return list_of(c, t, list_values(c, t, n), n);
}

struct expr *construct_kept_list(struct checker *c, const struct type *t, const struct node *n,
                                 enum storage storage)
{
    struct expr *values = list_values(c, t, n);
    if (expr_is_bad(values))
        return values;
    struct symbol *kept = hidden_new(c, values->type, n->at);
    kept->storage = storage;
    kept->in_memory = true;
    put_declare(c, kept, values, n->at);
    return list_of(c, t, use_symbol(c, kept, n->at), n);
}

/* The constructor that takes the whole list, when its elements fit: C++17 16.3.1.7. */
static struct symbol *list_constructor(struct checker *c, const struct type *t,
                                       const struct node *n, const struct type **out_list)
{
    symbol_vec all = {0};
    struct symbol *found = NULL;
    if (t->class->constructors)
        overload_gather(&all, t->class->constructors);
    struct attempt attempt;
    attempt_begin(c, &attempt);
    VEC_EACH (s, &all) {
        const struct type *f = (*s)->kind == SYMBOL_FUNCTION ? function_signature(c, *s) : NULL;
        if (!f || f->param_count < 2 || (f->param_count > 2 && !f->params[2].value) || found)
            continue;
        const struct type *list = f->params[1].type;
        if (type_is_reference(list))
            list = list->base;
        if (is_list_class(list) && elements_fit(c, n, type_plain(list)->class->args[0].type)) {
            *out_list = list;
            found = *s;
        }
    }
    attempt_end(c, &attempt);
    VEC_FREE(&all);
    return found;
}

static struct expr *from_braces(struct checker *c, const struct type *t, const struct node *n,
                                struct span at)
{
    struct node list = *n;
    list.kind = NODE_INIT_LIST;
    list.flags &= ~(uint32_t) FLAG_ARGS;
    if (is_list_class(t))
        return list_object(c, t, n);
    const struct type *wanted;
    bool lists = n->count || t->class->no_fresh; /* C++17 11.6.4p3.4 */
    struct symbol *s = lists ? list_constructor(c, t, n, &wanted) : NULL;
    if (s) {
        struct expr *object = list_object(c, wanted, n);
        if (expr_is_bad(object))
            return object;
        struct call_args given = {&object, 1, NULL};
        return call_constructor(c, t, s, &given, at);
    }
    struct purpose why = {.kind = FOR_INIT, .name = "the value"};
    if (t->class->aggregate && n->count) {
        struct call_args one = {0};
        bool same = n->count == 1 && n->list[0]->kind != NODE_INIT_LIST &&
                    n->list[0]->kind != NODE_DESIGNATED;
        if (same && !check_args(c, n->list, 1, &one))
            return expr_bad(c, at);
        if (same && one.n == 1 && type_same(one.at[0]->type, t))
            return construct_copy(c, one.at[0]);
        if (same) /* a lambda among the values is checked once */
            deduced_from(c, n->list, n->count, &one);
        return check_aggregate(c, t, &list, &why);
    }
    struct call_args given = {0};
    if (!check_args(c, n->list, n->count, &given))
        return expr_bad(c, at);
    struct expr *e = construct_object(c, t, given.at, given.n, at);
    if (e->kind == EXPR_CONSTRUCT)
        e->order = ARGS_FROM_LEFT;
    return e;
}

struct expr *init_list(struct checker *c, const struct type *t, const struct node *n, bool braces,
                       struct span at)
{
    struct purpose why = {.kind = FOR_INIT, .name = "the value"};
    struct node list = *n;
    list.kind = NODE_INIT_LIST;
    if (type_is_class(t))
        if (braces)
            return from_braces(c, type_plain(t), n, at);
    if (braces && t->kind == TYPE_ENUM && n->count == 1 && t->scoped) {
        struct expr *value = check_value(c, n->list[0]);
        return type_is_integer(value->type) && value->type->kind != TYPE_ENUM
                   ? convert_to(c, value, t)
                   : init_from(c, t, value, &why);
    }
    if (is_dim3(c, t) || (braces && !type_is_reference(t) && n->count))
        return check_init(c, &t, &list, &why);
    struct call_args given = {0};
    if (!check_args(c, n->list, n->count, &given))
        return expr_bad(c, at);
    if (type_is_class(t))
        return construct_object(c, t, given.at, given.n, at);
    if (!given.n && (t->kind == TYPE_STRUCT || t->kind == TYPE_ARRAY)) {
        struct expr *e = fresh_value(c, t, at);
        if (e)
            return e;
        e = expr_new(c, EXPR_AGGREGATE, type_plain(t), at);
        e->lvalue = true;
        return e;
    }
    if (!given.n && type_is_scalar(t) && !type_is_reference(t))
        return convert_to(c, integer_new(c, type_basic(TYPE_INT), 0, at), t);
    struct expr *by_class =
        NULL; /* C++17 11.6p17.1: direct initialisation, so explicit functions count */
    if (given.n == 1 && !braces && type_is_class(given.at[0]->type) && type_is_scalar(t) &&
        !type_is_reference(t))
        by_class = user_converted(c, given.at[0], t, true);
    if (given.n == 1)
        return by_class ? by_class : init_from(c, t, given.at[0], &why);
    if (!given.n && braces && type_is_reference(t)) { /* to a new object */
        struct expr *object = construct_from_list(c, type_plain(t->base), n, true, at);
        return expr_is_bad(object) ? object : init_from(c, t, object, &why);
    }
    diag_error(c->diags, DIAG_TYPE, at, "'%s' takes one value, not %u", type_quoted(c, t), given.n);
    return expr_bad(c, at);
}

/* ---- references ---- */

/* Materialises a value; returns its address. */
static struct expr *materialised(struct checker *c, struct expr *v)
{
    if (expr_is_bad(v))
        return v;
    if (v->type->kind == TYPE_STRUCT && !v->lvalue)
        return object_address(c, v);
    if (v->kind == EXPR_AGGREGATE)
        return v->type->kind == TYPE_ARRAY ? convert_rvalue(c, v) : object_address(c, v);
    struct expr *place =
        expr_new(c, EXPR_AGGREGATE, type_array(c->arena, type_plain(v->type), 1), v->at);
    place->inits = ARENA_NEW(c->arena, struct init);
    place->inits[0].value = construct_copy(c, v);
    place->init_count = 1;
    place->lvalue = true;
    return convert_rvalue(c, place);
}

struct expr *kept_whole(struct checker *c, struct expr *member, struct span at)
{
    struct expr **whole = &member;
    while ((*whole)->kind == EXPR_MEMBER)
        whole = &(*whole)->left;
    bool fresh = !(*whole)->lvalue || (*whole)->kind == EXPR_AGGREGATE;
    if (whole == &member || (*whole)->type->kind != TYPE_STRUCT || !fresh)
        return member;
    struct symbol *object = hidden_new(c, type_plain((*whole)->type), at);
    object->in_memory = true;
    put_declare(c, object, *whole, at);
    *whole = use_symbol(c, object, at);
    for (struct expr *m = member; m != *whole; m = m->left)
        m->lvalue = m->xvalue = true;
    return member;
}

/* The object's address as the reference, converted to its base if needed. */
static struct expr *bind_object(struct checker *c, struct expr *e, const struct type *to)
{
    struct expr *a = !e->lvalue                  ? object_address(c, e)
                     : e->kind == EXPR_AGGREGATE ? materialised(c, e)
                                                 : address_of(c, e, e->at);
    return expr_is_bad(a) ? a : class_upcast(c, a, to);
}

/* A new object with the converted value, or the object that the conversion returns. */
static struct expr *bind_temporary(struct checker *c, struct expr *e, const struct type *to,
                                   const struct purpose *why)
{
    const struct type *target = type_plain(to->base);
    struct expr *v = e->kind == EXPR_BRACES ? construct_from_list(c, target, e->node, true, e->at)
                                            : convert_implicit(c, e, target, why);
    if (expr_is_bad(v))
        return v;
    if (v->type->kind == TYPE_STRUCT && v->lvalue && v->kind != EXPR_AGGREGATE &&
        type_same(v->type, target))
        return convert_to(c, address_of(c, v, v->at), to);
    return convert_to(c, materialised(c, v), to);
}

struct expr *bind_reference(struct checker *c, struct expr *e, const struct type *to,
                            const struct purpose *why)
{
    if (expr_is_bad(e))
        return e;
    e = member_place(c, e);
    struct expr *picked = e->kind == EXPR_OVERLOADS ? pick_overload(c, e, to->base) : NULL;
    e = picked ? picked : to->rvalue ? e : assigned_object(c, e);
    bool list = e->kind == EXPR_BRACES && (to->rvalue || to->base->is_const);
    struct conversion_sequence s = {.kind = BIND_TEMPORARY};
    if (!list) /* a list reports its own errors */
        s = conversion_of(c, e, to, CONVERSION_IMPLICIT);
    if (!list && !conversion_viable(&s)) {
        convert_refuse(c, e, to, why, s.flaw);
        return expr_bad(c, e->at);
    }
    switch (s.kind) {
    case BIND_OBJECT: return bind_object(c, e, to);
    case BIND_FUNCTION: return convert_to(c, e, to);
    case CONVERT_FUNCTION: return convert_by_user(c, e, &s);
    default: return bind_temporary(c, e, to, why);
    }
}
