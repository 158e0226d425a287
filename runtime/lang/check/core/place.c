/* SPDX-License-Identifier: Apache-2.0 */
/* Objects and their addresses. Which conversions there are: convert.c. */
#include "lang/check/core/place.h"

#include <stdio.h>
#include <string.h>

#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/tree_build.h"

/* The type of a kernel's name as a value: a pointer to void if the host cannot read a parameter. */
const struct type *kernel_type(struct checker *c, const struct kernel *k)
{
    if (k->template_count && !k->instance)
        return type_basic(TYPE_VOID);
    for (uint32_t i = 0; i < k->param_count; i++)
        if (k->params[i].type->kind == TYPE_OPAQUE || k->params[i].type->kind == TYPE_ERROR)
            return type_basic(TYPE_VOID);
    struct type *t = ARENA_NEW(c->arena, struct type);
    *t = (struct type){.kind = TYPE_FUNCTION,
                       .align = 1,
                       .complete = true,
                       .base = type_basic(TYPE_VOID),
                       .param_count = k->param_count};
    t->params = ARENA_ARRAY(c->arena, struct param, k->param_count);
    for (uint32_t i = 0; i < k->param_count; i++)
        t->params[i] = (struct param){.name = k->params[i].name, .type = k->params[i].type};
    return t;
}

struct expr *use_symbol(struct checker *c, struct symbol *s, struct span at)
{
    struct expr *e;
    switch (s->kind) {
    case SYMBOL_CONSTANT:
        if (type_is_floating(s->type)) {
            e = expr_new(c, EXPR_REAL, s->type, at);
            e->real = s->real;
            return e;
        }
        return integer_new(c, s->type, s->integer, at);
    case SYMBOL_BUILTIN: {
        struct symbol *pointed = c->l->library_pointer(c->l, s);
        if (pointed)
            return use_symbol(c, pointed, at);
    }
        /* fall through */
    case SYMBOL_FUNCTION:
    case SYMBOL_KERNEL:
        if (s->kind == SYMBOL_FUNCTION) {
            function_signature(c, s);
            want_body(c, s);
        }
        e = expr_new(c, EXPR_FUNCTION,
                     type_pointer(c->arena, s->kind == SYMBOL_KERNEL ? kernel_type(c, s->kernel)
                                            : s->type                ? s->type
                                                                     : type_basic(TYPE_VOID)),
                     at);
        e->symbol = s;
        return e;
    case SYMBOL_SET:
    case SYMBOL_TEMPLATE:
        if (s->kind == SYMBOL_SET || !s->template->is_class) {
            e = expr_new(c, EXPR_OVERLOADS, type_basic(TYPE_OVERLOADS), at);
            e->symbol = s;
            return e;
        }
        diag_error(c->diags, DIAG_TYPE, at, "'%s' is a class template, not a value", s->name);
        return expr_bad(c, at);
    case SYMBOL_PACK:
        diag_error(c->diags, DIAG_TYPE, at,
                   "'%s' is a parameter pack: its use must be followed by '...'", s->name);
        return expr_bad(c, at);
    case SYMBOL_TYPE:
        diag_error(c->diags, DIAG_TYPE, at, "'%s' is a type, not a value", s->name);
        return expr_bad(c, at);
    default: break;
    }
    e = expr_new(c, EXPR_VARIABLE, s->type, at);
    e->symbol = s;
    e->lvalue = true;
    if (s->type->kind == TYPE_POINTER && s->type->reference)
        return expr_deref(c, e, at);
    return e;
}

bool is_rvalue(const struct expr *e)
{
    return !e->lvalue || e->xvalue || e->kind == EXPR_AGGREGATE;
}

/* condition ? a : b of two objects: the result is one of the two. */
struct expr *chosen_place(struct checker *c, struct expr *condition, struct expr *l, struct expr *r,
                          struct span at)
{
    bool constant = l->type->is_const || r->type->is_const;
    const struct type *t = constant ? type_qualified(c->arena, l->type, true, false) : l->type;
    struct expr *e = expr_new(c, EXPR_CONDITIONAL, type_pointer(c->arena, t), at);
    e->condition = condition;
    e->left = address_of(c, l, at);
    e->right = address_of(c, r, at);
    if (expr_is_bad(e->left) || expr_is_bad(e->right))
        return expr_bad(c, at);
    struct expr *place = expr_deref(c, e, at);
    place->xvalue = l->xvalue && r->xvalue;
    return place;
}

/* Whether an object may be looked up twice: nothing happens when it is. */
static bool is_steady(const struct expr *e)
{
    switch (e->kind) {
    case EXPR_VARIABLE:
    case EXPR_INTEGER: return true;
    case EXPR_MEMBER:
    case EXPR_DEREF:
    case EXPR_DECAY:
    case EXPR_UPCAST:
    case EXPR_CONVERT: return is_steady(e->left);
    case EXPR_POINTER_ADD: return is_steady(e->left) && is_steady(e->right);
    default: return false;
    }
}

struct expr *assigned_object(struct checker *c, struct expr *e)
{
    bool assigns = e->kind == EXPR_ASSIGN || e->kind == EXPR_ASSIGN_OP ||
                   (e->kind == EXPR_INCREMENT && !e->postfix);
    if (!assigns || c->dialect->language == LANGUAGE_C || !is_steady(e->left))
        return e;
    struct expr *place = address_of(c, e->left, e->at);
    if (expr_is_bad(place))
        return place;
    struct expr *both = expr_new(c, EXPR_COMMA, place->type, e->at);
    both->left = e;
    both->right = place;
    return expr_deref(c, both, e->at);
}

struct expr *address_of(struct checker *c, struct expr *e, struct span at)
{
    if (!expr_is_bad(e) && !e->lvalue)
        e = assigned_object(c, e);
    if (expr_is_bad(e))
        return e;
    if (e->kind == EXPR_FUNCTION)
        return e;
    if (e->kind == EXPR_DEREF && type_is_reference(e->left->type)) {
        struct expr *pointer = expr_new(c, e->left->kind, e->left->type, at);
        *pointer = *e->left;
        pointer->type = type_pointer(c->arena, e->left->type->base);
        pointer->lvalue = false;
        return pointer;
    }
    if (e->kind == EXPR_DEREF)
        return e->left;
    if (e->kind == EXPR_CONDITIONAL && e->lvalue)
        return chosen_place(c, e->condition, e->left, e->right, at)->left;
    const struct expr *root = e;
    while (root->kind == EXPR_MEMBER)
        root = root->left;
    const char *why = NULL;
    if (e->type->kind == TYPE_DEVICE_ARRAY)
        why = "a device array has no address on the host";
    else if (root->kind == EXPR_ELEMENT)
        why = "an element of a device array has no address on the host";
    else if (!e->lvalue)
        why = "only an lvalue has an address";
    else if (e->kind == EXPR_MEMBER && e->field->bit_width)
        why = "a bit-field has no address";
    else if (e->type->depth >= TYPE_DEPTH_MAX - 1)
        why = "the type of its address would be made of too many others";
    if (why) {
        diag_error(c->diags, DIAG_TYPE, at, "%s", why);
        return expr_bad(c, at);
    }
    if (root->kind == EXPR_VARIABLE)
        root->symbol->in_memory = true;
    struct expr *n = expr_new(c, EXPR_ADDRESS, type_pointer(c->arena, e->type), at);
    n->left = e;
    return n;
}

struct expr *object_address(struct checker *c, struct expr *e)
{
    e = expr_is_bad(e) ? e : assigned_object(c, e);
    if (expr_is_bad(e) || e->lvalue)
        return expr_is_bad(e) ? e : address_of(c, e, e->at);
    struct expr *n = expr_new(c, EXPR_ADDRESS, type_pointer(c->arena, e->type), e->at);
    n->left = e;
    return n;
}

struct expr *class_argument(struct checker *c, const struct type *class, struct span at)
{
    struct expr *e = expr_new(c, EXPR_CLASS, type_pointer(c->arena, type_basic(TYPE_VOID)), at);
    e->computed = class;
    return e;
}

static struct expr *upcast_by(struct checker *c, struct expr *pointer, const struct type *to,
                              int64_t offset)
{
    struct expr *e = expr_new(c, EXPR_UPCAST, type_plain(to), pointer->at);
    e->left = pointer;
    e->integer = offset;
    return e;
}

/* To a base that is reached by the virtual base `way`: the object's table says where that lies. */
static struct expr *virtual_upcast(struct checker *c, struct expr *pointer, const struct field *way,
                                   const struct type *to)
{
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
    struct expr *args[] = {convert_to(c, pointer, any),
                           class_argument(c, type_plain(way->type), pointer->at)};
    struct expr *found = library_call(c, "__virtual_base", args, 2, pointer->at);
    int64_t offset = type_fixed_offset(way->type, to->base);
    return offset > 0 && !expr_is_bad(found) ? upcast_by(c, found, to, offset)
                                             : convert_to(c, found, to);
}

struct expr *class_upcast(struct checker *c, struct expr *pointer, const struct type *to)
{
    bool member = to->member_of && pointer->type->member_of;
    int64_t offset = member ? type_base_offset(to->member_of, pointer->type->member_of)
                            : type_base_offset(pointer->type->base, to->base);
    if (member && offset > 0 && to->base->kind == TYPE_FUNCTION) {
        diag_error(c->diags, DIAG_TYPE, pointer->at,
                   "'%s' as '%s' is not supported: the base is not at the object's start",
                   type_quoted(c, pointer->type), type_quoted(c, to));
        return expr_bad(c, pointer->at);
    }
    const struct field *way = member ? type_virtual_way(to->member_of, pointer->type->member_of)
                                     : type_virtual_way(pointer->type->base, to->base);
    if (way && member) { /* C++17 7.12p2 */
        diag_error(c->diags, DIAG_TYPE, pointer->at,
                   "'%s' cannot be converted to '%s': '%s' is a virtual base",
                   type_quoted(c, pointer->type), type_quoted(c, to), type_quoted(c, way->type));
        return expr_bad(c, pointer->at);
    }
    if (way)
        return virtual_upcast(c, pointer, way, to);
    return offset <= 0 ? convert_to(c, pointer, to) : upcast_by(c, pointer, to, offset);
}

/* ---- std::endl as a function: C++17 30.7.5.4 ---- */

bool manipulator_is_template(const struct expr *e)
{
    static const char *const names[] = {"endl", "ends", "flush", "ws"};
    if (e->kind != EXPR_BUILTIN || e->arg_count || !e->symbol->builtin)
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(e->symbol->builtin->name, names[i]))
            return true;
    return false;
}

struct expr *manipulator_function(struct checker *c, const struct expr *e, const struct type *to)
{
    char name[16];
    snprintf(name, sizeof name, "__call_%s", e->symbol->builtin->name);
    struct symbol *s = name_cstr(&c->l->names, name)->ordinary;
    const struct type *f = to->kind == TYPE_POINTER ? to->base : to;
    return s && type_same(s->type, f) ? use_symbol(c, s, e->at) : NULL;
}
