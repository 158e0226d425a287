/* SPDX-License-Identifier: Apache-2.0 */
/* Members of objects, the object we are in, and calls of member functions. */
#include "lang/check/class/check_classes.h"

#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* ---- the object we are in ---- */

struct expr *this_expr(struct checker *c, struct span at)
{
    if (!c->this) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "'this' is not available here");
        if (c->closure)
            diag_help(c->diags, d, "capture it: [this], [=] or [&]");
        return expr_bad(c, at);
    }
    struct expr *e = ARENA_NEW(c->arena, struct expr);
    *e = *c->this;
    e->at = at;
    return e;
}

struct expr *check_this(struct checker *c, const struct node *n)
{
    return this_expr(c, n->at);
}

struct expr *qualified_object(struct checker *c, struct expr *object, const struct type *scope)
{
    const struct type *t = object->type;
    if (type_base_offset(t, scope) < 0 || type_plain(t) == type_plain(scope))
        return object;
    return base_part(c, object, type_qualified(c->arena, scope, t->is_const, t->is_volatile));
}

/* Only its type can be meant (C++17 8.1.4.1p2.3). */
static struct expr *field_of_none(struct checker *c, const struct type *class, const char *name,
                                  struct span at)
{
    if (!c->unevaluated) {
        diag_error(c->diags, DIAG_TYPE, at, "'%s' is not static, and there is no object here",
                   name);
        return expr_bad(c, at);
    }
    const struct type *any = type_pointer(c->arena, class);
    struct expr *none = convert_to(c, integer_new(c, type_basic(TYPE_LONG), 0, at), any);
    return field_of(c, expr_deref(c, none, at), name, at);
}

struct expr *field_here(struct checker *c, const char *name, const struct type *scope,
                        struct span at)
{
    for (const struct context *x = c->context; x; x = x->outer) {
        struct symbol *s = x->class ? class_find(c, x->class, name) : NULL;
        if (!s)
            continue;
        bool closure = c->closure && type_same(c->closure->type->base, x->class);
        struct expr *object = closure ? c->closure : c->this;
        if (!object)
            return field_of_none(c, x->class, name, at);
        if (!closure)
            object = this_expr(c, at);
        struct expr *place = expr_deref(c, object, at);
        return field_of(c, scope ? qualified_object(c, place, scope) : place, name, at);
    }
    return scope ? field_of_none(c, scope, name, at) : expr_bad(c, at);
}

/* ---- members ---- */

/* A member of a virtual base; of several the most derived one. */
static struct expr *field_of_virtual(struct checker *c, struct expr *object, const char *name,
                                     struct span at)
{
    const struct type *t = object->type, *plain = type_plain(t);
    struct field f;
    for (uint32_t i = plain->has_virtual_bases ? plain->field_count : 0; i-- > 0;)
        if (plain->fields[i].is_virtual && type_field(plain->fields[i].type, name, &f)) {
            struct expr *part = qualified_object(c, object, plain->fields[i].type);
            return expr_is_bad(part) ? part : field_of(c, part, name, at);
        }
    return NULL;
}

struct expr *field_of(struct checker *c, struct expr *object, const char *name, struct span at)
{
    const struct type *t = object->type;
    struct field *f = ARENA_NEW(c->arena, struct field);
    if (!type_field(t, name, f))
        return field_of_virtual(c, object, name, at);
    const struct field *own =
        NULL; /* a lambda's offsets are known later: refer to its own record */
    for (uint32_t i = 0; i < type_plain(t)->field_count; i++)
        if (type_plain(t)->fields[i].name == name)
            own = type_plain(t)->fields + i;
    enum access access = f->access;
    if (!member_accessible(c, t, name, t, &access)) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "'%s' is a %s member of '%s'", name,
                                    access == ACCESS_PRIVATE ? "private" : "protected",
                                    type_quoted(c, type_plain(t)));
        diag_help(c->diags, d, "use a member function of '%s', or declare it public",
                  type_quoted(c, type_plain(t)));
        return expr_bad(c, at);
    }
    bool constant = t->is_const && !f->is_mutable && !type_is_reference(f->type);
    struct expr *e =
        expr_new(c, EXPR_MEMBER, type_qualified(c->arena, f->type, constant, t->is_volatile), at);
    e->left = object;
    e->lvalue = object->lvalue;
    e->xvalue = object->xvalue;
    e->field = own ? own : f;
    if (type_is_reference(f->type)) {
        e->type = f->type;
        return expr_deref(c, e, at);
    }
    return e;
}

struct expr *arrow_applied(struct checker *c, struct expr *of, struct span at)
{
    for (int i = 0; i < 8 && !expr_is_bad(of) && type_is_class(of->type); i++) {
        struct expr *next = call_method(c, of, "operator->", NULL, 0, at);
        if (!next)
            break;
        of = convert_rvalue(c, next);
    }
    return of;
}

struct expr *call_method(struct checker *c, struct expr *object, const char *name,
                         struct expr **args, uint32_t n, struct span at)
{
    const char *interned = intern_cstr(c->l->names.texts, name);
    struct symbol *s =
        object->type->kind == TYPE_STRUCT ? class_find(c, object->type, interned) : NULL;
    if (!s || s->kind == SYMBOL_FIELD)
        return NULL;
    symbol_vec all = {0};
    struct call_args given = {args, n, object};
    overload_gather(&all, s);
    struct symbol *chosen = all.n ? overload_choose(c, &all, &given, NULL, name, at) : NULL;
    VEC_FREE(&all);
    return chosen ? call_symbol(c, chosen, &given, at) : expr_bad(c, at);
}

static struct expr *object_of(struct checker *c, const struct node *n, struct expr *of)
{
    if (n->op != TOKEN_ARROW)
        return of;
    of = convert_rvalue(c, of);
    if (type_is_class(of->type))
        of = arrow_applied(c, of, n->at);
    if (expr_is_bad(of) || of->type->kind != TYPE_POINTER)
        return of;
    return expr_deref(c, of, of->at);
}

struct expr *check_method_call(struct checker *c, const struct node *n)
{
    const struct node *m = n->call.callee;
    struct expr *of = check_expr(c, m->member.object);
    if (expr_is_bad(of))
        return of;
    struct expr *written = written_operator(c, n, of);
    if (written)
        return written;
    struct expr *object = object_of(c, m, of);
    if (expr_is_bad(object))
        return object;
    if (m->role == ROLE_DESTRUCTOR) {
        if (type_destructor(object->type))
            return destructor_call(c, object);
        return convert_to(c, integer_new(c, type_basic(TYPE_INT), 0, n->at), type_basic(TYPE_VOID));
    }
    if (object->type->kind != TYPE_STRUCT || (m->op == TOKEN_DOT) != (object == of))
        return NULL;
    const struct type *t = object->type;
    if (m->member.scope) { /* object.Base::name(...) */
        struct node scope = *m->member.scope;
        scope.kind = NODE_TYPE_NAME;
        t = resolve_type(c, &scope);
        if (t->kind != TYPE_STRUCT)
            return expr_bad(c, n->at);
    }
    struct symbol *s = class_find(c, t, m->name->text);
    if (!s || s->kind == SYMBOL_FIELD || s->kind == SYMBOL_VARIABLE)
        return NULL;
    struct call_args given = {0};
    if (!check_args(c, n->list, n->count, &given))
        return expr_bad(c, n->at);
    given.object = object;
    symbol_vec all = {0};
    overload_gather(&all, s);
    struct symbol *chosen =
        overload_choose(c, &all, &given, m->flags & FLAG_ARGS ? m : NULL, m->name->text, n->at);
    VEC_FREE(&all);
    if (!chosen)
        return expr_bad(c, n->at);
    struct expr *e = call_symbol(c, chosen, &given, n->at);
    if (m->member.scope && !expr_is_bad(e))
        (e->kind == EXPR_DEREF ? e->left : e)->virtual_slot = 0;
    return e;
}
