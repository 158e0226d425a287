/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations of host variables and types. Functions: check_function.c. */
#include "lang/check/check_statement.h"

#include "lang/check/check_arrays.h"
#include "lang/check/check_expression.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/core/arguments.h"
#include "lang/check/core/c_rules.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/template/check_templates.h"

/* ---- types and functions ---- */

/* typedef struct CUevent_st *cudaEvent_t; nobody but the library knows what it points to. */
static bool names_handle(const struct checker *c, const struct type *t)
{
    const struct type *to = t->base;
    return t->kind == TYPE_POINTER && !t->reference && !t->is_const && to->kind == TYPE_STRUCT &&
           !to->complete && !to->unqualified && !to->handle && to->home == c->arena;
}

static void declare_type(struct checker *c, const struct node *n, const struct type *t)
{
    struct name *name = decl_name(c, n->name);
    const struct symbol *old = name->ordinary;
    if (old && name->ordinary_depth == c->depth && old->kind == SYMBOL_TYPE &&
        type_same(old->type, t))
        return;
    if (!name_free(c, name, n->name_at))
        return;
    struct type *plain = (struct type *) t;
    if (!t->name && (t->kind == TYPE_STRUCT || t->kind == TYPE_ENUM) && !t->unqualified) {
        plain->name = name->text; /* typedef struct { ... } name; */
        type_completed(plain);
    }
    if (names_handle(c, t))
        ((struct type *) t->base)->handle = name->text;
    uint32_t asked = n->attributes ? asked_align(c, &n->attributes->layout) : 0;
    if (asked && t->complete)
        t = type_aligned(c->arena, t, asked);
    scope_bind(c, name, symbol_new(c, SYMBOL_TYPE, name->text, t, n->name_at));
}

/* ---- variables ---- */

/* The type of a variable, with the alignment that its declaration asks for (C11 6.7.5, C++17 10.6.2). */
static const struct type *variable_type(struct checker *c, const struct node *n,
                                        const struct type *t)
{
    uint32_t asked = n->attributes ? asked_align(c, &n->attributes->layout) : 0;
    return asked > t->align && t->kind != TYPE_DEVICE_ARRAY ? type_aligned(c->arena, t, asked) : t;
}

static bool storable(struct checker *c, const struct type *t, const struct node *n)
{
    if (t->kind == TYPE_ERROR)
        return false;
    if (t->kind == TYPE_VOID || t->kind == TYPE_OPAQUE || (!t->complete && t->kind != TYPE_ARRAY)) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, n->name_at,
                       t->kind == TYPE_OPAQUE ? "'%s' exists only on the device"
                                              : "'%s' cannot be the type of a variable",
                       type_quoted(c, t));
        if (t->kind == TYPE_STRUCT)
            diag_help(c->diags, d, "it is declared but not defined: define it first");
        return false;
    }
    if (t->kind == TYPE_ARRAY && type_is_scalar(t->base) && t->base->kind == TYPE_VOID)
        return false;
    return true;
}

/* The checked initialiser of a declarator, or NULL without one. known: the initialiser if already checked, else NULL. */
static struct expr *initialiser(struct checker *c, const struct type **t, const struct node *n,
                                struct expr *known)
{
    const struct node *init = n->declarator.init;
    struct purpose why = {.kind = FOR_INIT, .name = n->name->text, .variable = true};
    if (known)
        return init_value(c, t, known, &why);
    if (!init)
        return fresh_value(c, *t, n->name_at);
    if (n->flags & FLAG_PARENS)
        return construct_from_list(c, *t, init, false, init->at);
    bool outer = c->constant_values;
    c->constant_values = c->dialect->language == LANGUAGE_C && (outer || !c->function);
    struct expr *value = check_init(c, t, init, &why);
    c->constant_values = outer;
    return value;
}

/* auto && */
static bool forwards(const struct node *type)
{
    return type->kind == NODE_TYPE_REFERENCE && type->op == TOKEN_AND_AND &&
           type->derived.base->kind == NODE_TYPE_AUTO && !(type->derived.base->flags & FLAG_CONST);
}

/* auto x = {a, b}: the initializer_list of the first one's type (C++17 10.1.7.4.1p4). */
static bool deduce_list(struct checker *c, const struct node *n)
{
    struct name *space = name_cstr(&c->l->names, "std"),
                *list = name_in(&c->l->names, space, name_cstr(&c->l->names, "initializer_list"));
    struct symbol *s = list->ordinary;
    if (!s || s->kind != SYMBOL_TEMPLATE || n->declarator.type->kind != NODE_TYPE_AUTO) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->name_at,
                                    "'auto %s' cannot be several values", n->name->text);
        diag_help(c->diags, d, "include <initializer_list> for a list, or write its type");
        return false;
    }
    struct expr *one = check_value(c, n->declarator.init->list[0]);
    if (expr_is_bad(one))
        return false;
    struct template_arg arg = {.kind = ARG_TYPE, .type = type_plain(one->type)};
    c->deduced = instance_of(c, s->template, &arg, 1, n->name_at);
    return c->deduced->kind != TYPE_ERROR;
}

/* Deduces `auto` from the value's type, less what the declarator adds to it. *value is NULL until it is checked. */
/* The function that auto & refers to: its value is a pointer otherwise. NULL: e is something else. */
static const struct type *function_named(const struct node *init, const struct expr *e)
{
    bool pointer = e->kind == EXPR_FUNCTION && e->type->kind == TYPE_POINTER;
    return pointer && e->type->base->kind == TYPE_FUNCTION && init && init->kind != NODE_UNARY
               ? e->type->base
               : NULL;
}

static bool deduce(struct checker *c, const struct node *n, struct expr **value)
{
    const struct node *init = n->declarator.init;
    const struct node *inner = n->declarator.type;
    bool whole = inner->kind == NODE_TYPE_AUTO && inner->op == TOKEN_DECLTYPE;
    if (!*value && init && init->kind == NODE_INIT_LIST && init->count > 1)
        return deduce_list(c, n);
    if (!*value && (!init || (init->kind == NODE_INIT_LIST && !init->count))) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "'auto %s' needs an initialiser",
                   n->name->text);
        return false;
    }
    struct expr *e = *value;
    if (!e)
        e = check_expr(c, init->kind == NODE_INIT_LIST ? init->list[0] : init);
    struct span at = e->at;
    if (inner->kind != NODE_TYPE_REFERENCE && !whole)
        e = convert_rvalue(c, e);
    if (expr_is_bad(e))
        return false;
    if (e->kind == EXPR_OVERLOADS) {
        diag_error(c->diags, DIAG_TYPE, at, "'auto' cannot choose between the overloads");
        return false;
    }
    const struct type *t = inner->kind == NODE_TYPE_REFERENCE ? e->type : type_plain(e->type);
    for (; inner->kind == NODE_TYPE_POINTER; inner = inner->derived.base) {
        if (t->kind != TYPE_POINTER) {
            diag_error(c->diags, DIAG_TYPE, at, "'auto *' needs a pointer, not '%s'",
                       type_quoted(c, t));
            return false;
        }
        t = t->base;
    }
    const struct type *function =
        inner->kind == NODE_TYPE_REFERENCE ? function_named(init, e) : NULL;
    if (function)
        t = function;
    if (forwards(inner) && t->kind != TYPE_DEVICE_ARRAY && (function || !is_rvalue(e)))
        t = type_reference(c->arena, t, false); /* C++17 17.8.2.1p3, by 10.1.7.4.1 */
    if (whole)
        t = decltype_of(c, init, e);
    bool unknown = t->kind == TYPE_DEVICE_ARRAY && (!t->rank || t->base->kind == TYPE_ANY);
    if (t->kind == TYPE_VOID || t->kind == TYPE_ANY || unknown) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, at, "'auto' cannot be '%s'", type_quoted(c, t));
        if (unknown)
            diag_help(c->diags, d, "write 'device %s %s[] = ...' for a new array",
                      t->base->kind == TYPE_ANY ? "float" : type_quoted(c, t->base), n->name->text);
        return false;
    }
    c->deduced = t;
    *value = e;
    return true;
}

/* Whether `from` is `to` or a class derived from it. */
static bool is_or_derives(const struct type *from, const struct type *to)
{
    return type_same(from, to) || (from->kind == TYPE_STRUCT && to->kind == TYPE_STRUCT &&
                                   type_base_offset(from, to) >= 0);
}

/* Whether the reference binds to a new object, rather than to what e names. */
static bool makes_value(struct checker *c, const struct expr *e, const struct type *t)
{
    struct conversion_sequence s = conversion_of(c, e, t, CONVERSION_IMPLICIT);
    bool object = s.kind == BIND_OBJECT && e->lvalue && e->kind != EXPR_AGGREGATE;
    return conversion_viable(&s) && !object && s.kind != BIND_FUNCTION &&
           s.kind != CONVERT_OVERLOAD;
}

/* Keeps a value in a hidden variable for as long as its reference lives (C++17 15.2p6). NULL: a diag was recorded. */
static struct expr *keep_value(struct checker *c, struct expr *e, const struct type *t,
                               struct span at, const struct purpose *why)
{
    bool derived = !type_same(e->type, t->base) && is_or_derives(e->type, t->base);
    const struct type *kept = type_plain(derived ? e->type : t->base);
    struct expr *v = init_from(c, kept, e, why);
    if (expr_is_bad(v))
        return NULL;
    struct symbol *place = hidden_new(c, kept, at);
    place->in_memory = true;
    put_declare(c, place, v, at);
    struct expr *a = address_of(c, use_symbol(c, place, at), at);
    return derived ? class_upcast(c, a, t) : convert_to(c, a, t);
}

/* What a reference is bound to. NULL: a diag was recorded. */
static struct expr *referred(struct checker *c, const struct type *t, const struct node *n)
{
    const struct node *init = n->declarator.init;
    const struct node *value =
        init && init->kind == NODE_INIT_LIST && init->count == 1 ? init->list[0] : init;
    if (init && init->kind == NODE_INIT_LIST && init->count && is_list_class(t->base))
        return construct_kept_list(c, t->base, init,
                                   c->depth > DEPTH_CELL ? STORAGE_LOCAL : STORAGE_SESSION);
    if (!value) {
        diag_error(c->diags, DIAG_TYPE, n->name_at,
                   "reference '%s' must be bound to a variable: '= something'", n->name->text);
        return NULL;
    }
    return value->kind == NODE_INIT_LIST
               ? construct_from_list(c, type_plain(t->base), value, true, value->at)
               : check_expr(c, value);
}

/* The value of a reference. known: what it is bound to if already checked, else NULL. Returns NULL after a diag. */
static struct expr *bind_variable_reference(struct checker *c, const struct type *t,
                                            const struct node *n, struct expr *known)
{
    struct purpose why = {.kind = FOR_INIT, .name = n->name->text};
    struct expr *e = known ? known : referred(c, t, n);
    if (!e || expr_is_bad(e))
        return NULL;
    e = kept_whole(c, e, n->at);
    if (makes_value(c, e, t) && (t->rvalue || t->base->is_const || type_element(t->base)->is_const))
        return keep_value(c, e, t, n->at, &why);
    e = bind_reference(c, e, t, &why);
    return expr_is_bad(e) ? NULL : e;
}

/* Whether it may be followed by the definition: extern, and in C any without a value (C11 6.9.2p2). */
static bool is_tentative(const struct checker *c, const struct node *declaration,
                         const struct node *n)
{
    return (declaration->flags & FLAG_EXTERN || c->dialect->tentative_definitions) &&
           !n->declarator.init;
}

/* `extern T x;` and its definition declare one variable, which exists from the first of them. Returns whether nothing is
 * left to declare. */
static bool known_outside(struct checker *c, const struct node *declaration, const struct node *n,
                          struct expr *known, const struct type *t)
{
    const struct name *name = decl_name(c, n->name);
    struct symbol *old = name->ordinary;
    bool again = is_tentative(c, declaration, n);
    if (again && t->kind == TYPE_ARRAY && !t->complete && !t->unsized)
        return old;
    bool same = old && old->kind == SYMBOL_VARIABLE && type_same(old->type, t);
    if (again && same) {
        old->tentative |= old->announced && !(declaration->flags & FLAG_EXTERN);
        return true;
    }
    if (!same || !old->announced || name->ordinary_depth != c->depth)
        return false;
    old->announced = false;
    old->starts = n->attributes ? n->attributes->starts : 0;
    struct expr *value = initialiser(c, &t, n, known);
    if (!value || expr_is_bad(value))
        return true;
    if (value->type->size > old->type->size && !old->live.address) {
        old->type = value->type; /* a flexible array: the object does not exist yet */
    } else if (value->type->size > old->type->size) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->name_at,
                                    "'%s' exists already, without room for these values of its "
                                    "flexible array",
                                    n->name->text);
        diag_note(c->diags, d, old->at, "it is declared here");
        return true;
    }
    struct expr *e = expr_new(c, EXPR_INIT, type_basic(TYPE_VOID), n->at);
    e->left = use_symbol(c, old, n->name_at);
    e->right = value;
    struct stmt *s = stmt_new(c, STMT_EXPR, n->at);
    s->expr = e;
    VEC_PUSH(c->out, s);
    return true;
}

/* Whether the initialiser of a constexpr may be constant: its value is known, or cannot be ruled out here. */
static bool may_be_constant(const struct checker *c, const struct expr *value)
{
    if (!value)
        return false;
    switch (value->kind) {
    case EXPR_INTEGER:
    case EXPR_REAL:
    case EXPR_AGGREGATE:
    case EXPR_STRING:
    case EXPR_DECAY:
    case EXPR_ADDRESS:
    case EXPR_FUNCTION:
    case EXPR_CALL:
    case EXPR_CONSTRUCT: return true;
    case EXPR_CONVERT: /* constexpr const char *name = "..." */
        if (value->type->kind == TYPE_POINTER)
            return may_be_constant(c, value->left);
        /* fall through */
    default: return c->function && (type_is_scalar(value->type) || type_is_empty(value->type));
    }
}

/* The value of a new variable, NULL if it has none. An array type without a size in *type gets one. known: as for
 * initialiser(). false: a diag was recorded. */
static bool value_of(struct checker *c, const struct node *n, struct expr *known,
                     const struct type **type, struct expr **out_value)
{
    if (type_is_reference(*type)) {
        *out_value = bind_variable_reference(c, *type, n, known);
        return *out_value;
    }
    struct expr *value = initialiser(c, type, n, known);
    if (value && expr_is_bad(value))
        return false;
    *out_value = value ? array_deduced(c, value) : NULL;
    return true;
}

/* Checks the constraints on a variable's type and value. false: a diag was recorded. */
static bool well_formed(struct checker *c, const struct node *declaration, const struct node *n,
                        const struct symbol *s, const struct type *t, const struct expr *value)
{
    if (t->kind == TYPE_ARRAY && !t->complete) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->name_at, "the size of '%s' is missing",
                                    n->name->text);
        diag_help(c->diags, d, "write it in the brackets, or use a braced initialiser");
        return false;
    }
    if (t->unsized && s->storage == STORAGE_STATIC) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "the size of a static array must be constant");
        return false;
    }
    bool empty = !value && type_is_empty(t); /* nothing is uninitialised */
    if (declaration->flags & FLAG_CONSTEXPR && !empty && !may_be_constant(c, value)) {
        diag_error(c->diags, DIAG_TYPE, n->at, "a constexpr needs a constant value");
        return false;
    }
    bool constant = t->is_const && !value && !empty && !type_is_class(t);
    if (constant && !(declaration->flags & FLAG_EXTERN) && !c->dialect->tentative_definitions) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "'%s' is const but has no initialiser",
                   n->name->text);
        return false;
    }
    return true;
}

/* The symbol of a new variable, bound. NULL: a diag was recorded. */
static struct symbol *bind_variable(struct checker *c, const struct node *declaration,
                                    const struct node *n, struct name *name, const struct type *t)
{
    if (!name_free(c, name, n->name_at))
        return NULL;
    bool outside = c->function && declaration->flags & FLAG_EXTERN;
    struct symbol *s = !c->function || outside ? outside_find(c, name) : NULL;
    if (!c->function && s && (!s->announced || !s->used || scope_outermost(c, name)))
        s = NULL;
    if (s && s->kind == SYMBOL_VARIABLE && type_same(s->type, t)) {
        scope_bind(c, name, s);
        return s;
    }
    s = variable_new(c, name->text, t, n->name_at);
    bool lasts =
        declaration->flags & (FLAG_STATIC | FLAG_THREAD) && c->function; /* C++17 10.1.1p4 */
    s->of_thread = declaration->flags & FLAG_THREAD;
    s->announced = !lasts && (outside || !c->function) && is_tentative(c, declaration, n);
    s->tentative = s->announced && !(declaration->flags & FLAG_EXTERN);
    if (outside) {
        s->storage = STORAGE_SESSION;
        s->used = true;
        outside_add(c, s);
    }
    if (lasts)
        s->storage = STORAGE_STATIC;
    bool later = t->kind == TYPE_STRUCT && s->announced; /* its definition may follow */
    bool good = later || storable(c, t, n);
    if (!good)
        s->type = type_basic(TYPE_ERROR);
    scope_bind(c, name, s);
    return good ? s : NULL;
}

/* GNU's cleanup(f): f is called with the variable's address at the end of its scope, as a destructor is. */
static void attach_cleanup(struct checker *c, const struct node *n, struct stmt *declared)
{
    const struct node *name = n->declarator.attached;
    struct expr *f = check_value(c, name);
    if (expr_is_bad(f))
        return;
    const struct type *t = f->type->kind == TYPE_POINTER ? f->type->base : f->type;
    bool takes = f->kind == EXPR_FUNCTION && t->kind == TYPE_FUNCTION && t->param_count == 1 &&
                 t->params[0].type->kind == TYPE_POINTER;
    if (!takes || (t->base->kind != TYPE_VOID && !type_is_scalar(t->base))) {
        diag_error(c->diags, DIAG_TYPE, name->at,
                   "the attribute cleanup needs a function that takes a pointer to '%s'",
                   n->name->text);
        return;
    }
    if (declared->symbol->storage != STORAGE_LOCAL) {
        diag_warning(c->diags, DIAG_TYPE, name->at,
                     "the attribute cleanup has no effect here: '%s' has no scope that ends",
                     n->name->text);
        return;
    }
    declared->symbol->in_memory = true;
    declared->cleanup = f->symbol;
    c->function->returns_other = true; /* it ends before the result is used */
}

/* Whether it is an initializer_list of the values in braces, which live as long as it does. */
static bool keeps_list(const struct node *declaration, const struct node *n, const struct type *t)
{
    const struct node *init = n->declarator.init;
    return is_list_class(t) && init && init->kind == NODE_INIT_LIST && init->count &&
           !(n->flags & FLAG_PARENS) && !(declaration->flags & FLAG_CONSTEXPR);
}

/* Assigns the values of a list to the elements of an array whose size is not constant. */
static void assign_elements(struct checker *c, struct expr *array, const struct node *list)
{
    struct expr *first = convert_rvalue(c, array);
    const struct type *element = type_plain(first->type->base);
    for (uint32_t i = 0; i < list->count && !expr_is_bad(first); i++) {
        struct node *value = list->list[i];
        struct expr *number = integer_new(c, type_basic(TYPE_LONG), i, value->at),
                    *at = pointer_add(c, first, number, false, value->at);
        struct expr *place = expr_is_bad(at) ? at : expr_deref(c, at, value->at);
        place->type = element; /* of a const array, too */
        if (element->kind == TYPE_ARRAY && value->kind == NODE_INIT_LIST)
            assign_elements(c, place, value);
        else if (element->kind == TYPE_ARRAY && element->unsized)
            diag_error(c->diags, DIAG_TYPE, value->at,
                       "write this row of an array whose size is not constant in braces");
        else
            put_expr(c, assign_to(c, place, value, value->at));
    }
}

/* GNU C++: float x[n] = {1, 2}. The declaration makes zeros of all elements. */
static const struct node *without_values(struct checker *c, const struct type *t,
                                         const struct node *n)
{
    const struct node *init = n->declarator.init;
    if (t->kind != TYPE_ARRAY || !t->unsized || !init || init->kind != NODE_INIT_LIST ||
        c->dialect->language == LANGUAGE_C)
        return n; /* no list, or an error */
    struct node *zeros = ARENA_NEW(c->arena, struct node), *bare = ARENA_NEW(c->arena, struct node);
    *zeros = *init;
    zeros->count = 0;
    *bare = *n;
    bare->declarator.init = zeros;
    return bare;
}

static void declare_variable(struct checker *c, const struct node *declaration,
                             const struct node *n, struct expr *known, const struct type *t)
{
    const struct node *values = n->declarator.init;
    struct name *name = decl_name(c, n->name);
    bool open = t->kind == TYPE_ARRAY && !t->complete && !t->unsized;
    const struct type *sized = open && !n->declarator.init ? later_array(c, n->name) : NULL;
    t = sized ? sized : t;
    if (open && !sized && c->dialect->tentative_definitions && !n->declarator.init &&
        !(declaration->flags & FLAG_EXTERN))
        t = type_array(c->arena, t->base, 1); /* C11 6.9.2p5 */
    if (!c->function && known_outside(c, declaration, n, known, t))
        return;
    if (open && !c->function && is_tentative(c, declaration, n) && !t->complete)
        t = type_array(c->arena, t->base, 0); /* nobody defines it: it has no element */
    struct symbol *s = bind_variable(c, declaration, n, name, t);
    struct expr *value = NULL;
    if (!s || (c->function && declaration->flags & FLAG_EXTERN))
        return;
    s->starts = n->attributes ? n->attributes->starts : 0;
    if (!known && keeps_list(declaration, n, t))
        known = construct_kept_list(c, t, n->declarator.init, s->storage);
    s->made_later = s->announced && !s->tentative && type_is_class(type_element(t));
    c->constant_values = s->storage == STORAGE_STATIC;
    bool good = s->made_later || value_of(c, without_values(c, t, n), known, &t, &value);
    c->constant_values = false;
    s->type = good && (t->kind != TYPE_ARRAY || t->complete) ? variable_type(c, n, t)
                                                             : type_basic(TYPE_ERROR);
    if (value && type_is_arithmetic(s->type) && s->type->is_const && !s->type->is_volatile)
        value = check_constant(c, value);
    if (!good || !well_formed(c, declaration, n, s, t, value))
        return;
    note_known(s, value);
    if (declaration->flags & FLAG_CONSTEXPR)
        note_elements(s, value);
    put_declare(c, s, value, n->at);
    if (t->kind == TYPE_ARRAY && t->unsized && values && values->kind == NODE_INIT_LIST)
        assign_elements(c, use_symbol(c, s, n->at), values);
    if (n->declarator.attached && !n->declarator.attached->op &&
        !(n->declarator.attached->flags & FLAG_ARGS) && t->kind != TYPE_DEVICE_ARRAY)
        attach_cleanup(c, n, VEC_LAST(c->out));
}

/* GNU's alias("name") and asm("name"): another name of a function or variable. false: it is no alias. */
static bool declares_alias(struct checker *c, const struct node *n)
{
    const struct node *target = n->declarator.attached;
    if (!target || (target->op != TOKEN_STRING && target->op != TOKEN_ASM))
        return false;
    struct symbol *s = scope_lookup(c, target->name);
    if (target->op == TOKEN_ASM && (!s || target->name == n->name))
        return false; /* the linker's name for it, which nothing here uses */
    if (!s || (s->kind != SYMBOL_FUNCTION && s->kind != SYMBOL_VARIABLE)) {
        struct diag *d = diag_error(c->diags, DIAG_NAME, target->at,
                                    "'%s' is no function or variable that an alias could name",
                                    target->name->text);
        diag_help(c->diags, d, "define it before its alias");
        return true;
    }
    scope_bind(c, decl_name(c, n->name), s);
    return true;
}

static const struct type *qualified_as(struct checker *c, const struct node *n,
                                       const struct type *t)
{
    uint32_t flags = n->declarator.type->flags;
    return t->kind == TYPE_ERROR
               ? t
               : type_qualified(&c->l->arena, t, flags & FLAG_CONST, flags & FLAG_VOLATILE);
}

/* A variable whose type names a class template without arguments. NULL: it is not one. */
static const struct type *class_from_values(struct checker *c, const struct node *n,
                                            struct expr *known)
{
    const struct node *init = n->declarator.init;
    struct template *t = init || known ? template_to_deduce(c, n->declarator.type) : NULL;
    if (!t)
        return NULL;
    struct call_args given = {&known, 1, NULL};
    if (known)
        return qualified_as(c, n, deduce_class(c, t, &given, false, n->declarator.type->at));
    bool list = init->kind == NODE_INIT_LIST;
    struct node *const *values = list ? init->list : (struct node *const *) &n->declarator.init;
    uint32_t count = list ? init->count : 1;
    if (!check_args(c, values, count, &given))
        return type_basic(TYPE_ERROR);
    bool braces = list && !(n->flags & FLAG_PARENS);
    const struct type *type = deduce_class(c, t, &given, braces, n->declarator.type->at);
    deduced_from(c, values, count, &given);
    return qualified_as(c, n, type);
}

void declare_one(struct checker *c, const struct node *declaration, const struct node *n,
                 struct expr *known)
{
    const struct type *outer = c->deduced;
    c->deduced = NULL;
    bool automatic = is_auto(n->declarator.type);
    if (automatic && !known && declares_derivative(c, n)) {
        c->deduced = outer;
        return;
    }
    if (automatic && !deduce(c, n, &known)) {
        if (n->name->ordinary_depth != c->depth || !n->name->ordinary)
            scope_bind(c, n->name,
                       variable_new(c, n->name->text, type_basic(TYPE_ERROR), n->name_at));
        return;
    }
    const struct type *t = class_from_values(c, n, known);
    if (!t)
        t = resolve_type(c, n->declarator.type);
    c->deduced = outer;
    if (t->kind == TYPE_ERROR) {
        if (!(declaration->flags & FLAG_TYPEDEF))
            scope_bind(c, decl_name(c, n->name), variable_new(c, n->name->text, t, n->name_at));
        else
            scope_bind(c, n->name, symbol_new(c, SYMBOL_TYPE, n->name->text, t, n->name_at));
    } else if (declaration->flags & FLAG_TYPEDEF) {
        declare_type(c, n, t);
    } else if (declares_alias(c, n)) {
        return;
    } else if (t->kind == TYPE_FUNCTION) {
        /* a kernel that a function declares is the file's own */
        bool nested = declaration->flags & FLAG_AUTO && c->dialect->language == LANGUAGE_C;
        if (nested && c->function)
            nested_function(c, n, t);
        else if (!(declaration->flags & FLAG_GLOBAL) && !declares_library(c, n, t))
            declare_function(c, n, t);
    } else {
        declare_variable(c, declaration, n, known, t);
    }
}

void check_declaration(struct checker *c, const struct node *n)
{
    const struct node *specifiers = c->specifiers;
    const struct type *specified = c->specified;
    c->specifiers = NULL;
    if (!n->count) {
        const struct node *tag = n->declaration.type;
        const struct type *t = resolve_type(c, tag);
        bool anonymous = tag->kind != NODE_TYPE_TAG || (!tag->name && tag->op != TOKEN_ENUM);
        bool members = anonymous && t->is_union && c->dialect->language != LANGUAGE_C;
        if (members) /* C++17 12.3.1 */
            bind_union(c, n, t);
        else if (t->kind != TYPE_ERROR && anonymous)
            diag_error(c->diags, DIAG_SYNTAX, n->at, "this declares nothing");
    }
    for (uint32_t i = 0; i < n->count; i++) {
        if (n->list[i]->count) {
            check_bindings(c, n->list[i]);
            continue;
        }
        if (!n->list[i]->name)
            continue;
        if (n->list[i]->declarator.scope) {
            check_outside(c, n->list[i]);
            continue;
        }
        if (n->flags & FLAG_DEVICE_ARRAY) {
            if (name_free(c, n->list[i]->name, n->list[i]->name_at))
                declare_device_array(c, n, n->list[i]);
        } else {
            declare_one(c, n, n->list[i], NULL);
        }
    }
    c->specifiers = specifiers;
    c->specified = specified;
}
