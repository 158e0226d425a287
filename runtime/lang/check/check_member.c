/* SPDX-License-Identifier: Apache-2.0 */
/* object.name and pointer->name. Member functions: check_method.c. */
#include "lang/check/core/rules.h"

#include <string.h>

#include "lang/check/check_arrays.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/place.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

static void suggest_member(struct name_match *match, const struct type *t)
{
    t = type_plain(t);
    const struct class_info *info = t->kind == TYPE_STRUCT ? t->class : NULL;
    for (uint32_t i = 0; i < t->field_count; i++)
        if (t->fields[i].is_base)
            suggest_member(match, t->fields[i].type);
        else if (t->fields[i].name && t->fields[i].name[0] != ' ')
            name_match_try(match, t->fields[i].name);
    for (uint32_t i = 0; info && i < info->member_count; i++)
        if (strncmp(info->members[i].name, "operator", 8) != 0)
            name_match_try(match, info->members[i].name);
}

/* object.name where the name is not a data member: static variables and constants. Calls are checked elsewhere. */
static struct expr *check_other_member(struct checker *c, const struct node *n, struct expr *object,
                                       struct symbol *s)
{
    if (s->kind == SYMBOL_VARIABLE || s->kind == SYMBOL_CONSTANT)
        return use_symbol(c, s, n->at);
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' is a member function of '%s': call it",
                   n->name->text, type_quoted(c, type_plain(object->type)));
    diag_help(c->diags, d, "write %s(...)", n->name->text);
    return expr_bad(c, n->at);
}

/* The class of object.Class::name. */
static const struct type *scope_type(struct checker *c, const struct node *id)
{
    struct node scope = *id;
    scope.kind = NODE_TYPE_NAME;
    return resolve_type(c, &scope);
}

static struct expr *member(struct checker *c, const struct node *n, struct expr *of)
{
    bool arrow = n->op == TOKEN_ARROW;
    const struct type *t = arrow && of->type->kind == TYPE_POINTER ? of->type->base : of->type;
    bool pointer = of->type->kind == TYPE_POINTER;
    if (type_plain(t)->kind == TYPE_STRUCT && arrow && !pointer) {
        diag_help(c->diags,
                  diag_error(c->diags, DIAG_TYPE, n->at, "'->' is for pointers; this is '%s'",
                             type_quoted(c, of->type)),
                  "write '.%s'", n->name->text);
        return expr_bad(c, n->at);
    }
    if (!arrow && pointer && of->type->base->kind == TYPE_STRUCT) {
        diag_help(c->diags,
                  diag_error(c->diags, DIAG_TYPE, n->at, "'.' is for structs; this is '%s'",
                             type_quoted(c, of->type)),
                  "write '->%s'", n->name->text);
        return expr_bad(c, n->at);
    }
    if (t->kind != TYPE_STRUCT || !type_plain(t)->complete) {
        diag_error(c->diags, DIAG_TYPE, n->at,
                   t->kind == TYPE_STRUCT ? "'%s' is declared but not defined"
                                          : "'%s' has no members",
                   type_quoted(c, t));
        return expr_bad(c, n->at);
    }
    struct expr *object = arrow ? expr_deref(c, of, of->at) : of;
    struct symbol *other = class_find(c, t, n->name->text);
    bool type = other && other->kind == SYMBOL_TYPE; /* a field may have the name of its class */
    if (other && other->kind != SYMBOL_FIELD && !type)
        return check_other_member(c, n, object, other);
    const struct type *scope = n->member.scope ? scope_type(c, n->member.scope) : NULL;
    struct expr *e =
        field_of(c, scope ? qualified_object(c, object, scope) : object, n->name->text, n->at);
    if (e)
        return e;
    struct diag *d = diag_error(c->diags, DIAG_NAME, n->name_at, "'%s' has no member '%s'",
                                type_quoted(c, type_plain(t)), n->name->text);
    struct name_match match = {.wanted = n->name->text};
    suggest_member(&match, t);
    if (name_match_best(&match))
        diag_help(c->diags, d, "did you mean '%s'?", name_match_best(&match));
    return expr_bad(c, n->at);
}

struct expr *check_member(struct checker *c, const struct node *n)
{
    struct expr *of = check_expr(c, n->member.object);
    if (expr_is_bad(of))
        return of;
    bool arrow = n->op == TOKEN_ARROW;
    of = arrow ? convert_rvalue(c, of) : assigned_object(c, of);
    if (arrow && type_is_class(of->type))
        of = arrow_applied(c, of, n->at);
    if (expr_is_bad(of))
        return of;
    if (is_array(of) && !arrow) {
        struct lift m = {0};
        struct expr *element = map_lift(c, &m, of);
        element = expr_is_bad(element) ? element : member(c, n, element);
        struct expr *map = map_lower(c, &m, element, n->at);
        return type_is_half(type_plain(element->type)) ? array_member_place(c, map) : map;
    }
    return member(c, n, of);
}
