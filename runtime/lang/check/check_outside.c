/* SPDX-License-Identifier: Apache-2.0 */
/* Members that are defined outside their class: functions, constructors, static variables (C++17 12.2.1, 12.2.3). */
#include "lang/check/check_statement.h"

#include "lang/check/class/check_classes.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/device/check_device.h"

/* Each file has the definition of an inline function (C++17 6.2p6); one is enough. */
static bool is_repeated(const struct node *first, const struct node *n)
{
    return first->flags & n->flags & FLAG_INLINE && first->at.source != n->at.source;
}

bool defined_before(struct checker *c, const struct symbol *s, const struct node *n)
{
    VEC_EACH (other, &c->defined)
        if ((*other)->symbol == s && (*other)->syntax && (*other)->syntax->function.body) {
            if (is_repeated((*other)->syntax, n))
                return true;
            struct diag *d = diag_error(c->diags, DIAG_TYPE, n->name_at,
                                        "'%s' is defined twice in this cell", n->name->text);
            diag_note(c->diags, d, (*other)->syntax->name_at, "the first definition is here");
            return true;
        }
    return false;
}

/* space::f(...) { } of a namespace. */
static void define_in_space(struct checker *c, const struct node *n, struct name *space)
{
    struct node inner = *n;
    const struct context *outer = c->context;
    inner.function.scope = NULL;
    c->context = context_in_space(c, outer, space);
    check_statement(c, &inner);
    c->context = outer;
}

/* int Class::variable = 0; */
static void define_variable(struct checker *c, const struct node *n, const struct class_info *info)
{
    struct node name = {.kind = NODE_NAME,
                        .at = n->name_at,
                        .name = n->name,
                        .name_at = n->name_at,
                        .id.scope = n->declarator.scope};
    bool failed;
    struct symbol *s = scope_lookup_node(c, &name, &failed, NULL);
    if (!s || s->kind != SYMBOL_VARIABLE) {
        unknown_name(c, &name, false);
        return;
    }
    const struct type *t = s->type;
    const struct context *outer = c->context;
    c->context = info->context;
    struct expr *value = static_value(c, &t, n);
    c->context = outer;
    VEC_PUSH(&c->undo, ((struct undo_entry){UNDO_TYPE, .symbol = s, .type = s->type}));
    s->type = t;
    if (value && !expr_is_bad(value))
        put_declare(c, s, value, n->at);
}

/* Whether s is the member function that n, of type t, defines: `this` is not among n's parameters. */
static bool declares(struct checker *c, struct symbol *s, const struct node *n,
                     const struct type *t)
{
    const struct type *f = s->kind == SYMBOL_FUNCTION ? function_signature(c, s) : NULL;
    if (!f || t->kind != TYPE_FUNCTION)
        return false;
    uint32_t first = !s->member->is_static;
    bool is_const = n->function.type->flags & FLAG_CONST;
    int object = n->function.type->op;
    if (s->member->of_lvalue != (object == TOKEN_AMP) ||
        s->member->of_rvalue != (object == TOKEN_AND_AND))
        return false;
    if (f->param_count != t->param_count + first || is_const != s->member->is_const)
        return false;
    for (uint32_t i = 0; i < t->param_count; i++)
        if (!type_same(f->params[i + first].type, t->params[i].type))
            return false;
    return n->role != ROLE_CONVERSION || type_same(f->base, t->base);
}

/* The member functions that a definition of this name and role may define. */
static void gather_declared(struct checker *c, const struct node *n, const struct type *class,
                            symbol_vec *out)
{
    const struct class_info *info = class->class;
    if (info && n->role == ROLE_CONSTRUCTOR)
        overload_gather(out, info->constructors);
    else if (info && n->role != ROLE_DESTRUCTOR)
        overload_gather(out, class_find(c, class, n->name->text));
}

/* The one among them that n defines. NULL: there is none. */
static struct symbol *find_declared_function(struct checker *c, const struct node *n,
                                             const struct class_info *info, symbol_vec *from)
{
    struct entered e;
    if (!info)
        return NULL;
    context_enter(c, info->context, c->library, &e);
    const struct type *t = resolve_type(c, n->function.type);
    context_leave(c, &e);
    struct symbol *found = n->role == ROLE_DESTRUCTOR ? info->declared_destructor : NULL;
    VEC_EACH (s, from)
        if (declares(c, *s, n, t))
            found = *s;
    return found;
}

/* Attaches the body of a member function, to be checked later. */
static void define_function(struct checker *c, const struct node *n, struct symbol *s)
{
    struct host_function *made = ARENA_NEW(c->arena, struct host_function);
    *made = *(struct host_function *) s->function;
    made->function.syntax = n;
    made->function.body = NULL;
    made->function.stale = false;
    note_macros_used(c, made, n);
    VEC_PUSH(&c->defined, &made->function);
    if (s->function->syntax && !s->function->body)
        take_function(c, s, &made->function); /* calls in this cell find it at once */
    VEC_PUSH(&c->waiting, &made->function);
}

/* W::W() = default; behind the class: an empty body, or what the class would have been given by itself. */
static void define_defaulted(struct checker *c, const struct node *n, struct symbol *s,
                             const struct type *class)
{
    if (n->role == ROLE_DESTRUCTOR || s->type->param_count < 2) {
        struct node *function = ARENA_NEW(c->arena, struct node),
                    *body = ARENA_NEW(c->arena, struct node);
        *body = (struct node){.kind = NODE_BLOCK, .at = n->at};
        *function = *n;
        function->function.body = body;
        define_function(c, function, s);
        return;
    }
    struct symbol *made = special_made(c, (struct type *) (uintptr_t) class, s);
    made->function->symbol = s;
    take_function(c, s, made->function);
}

static void define_member_function(struct checker *c, const struct node *n,
                                   const struct type *class)
{
    symbol_vec all = {0};
    gather_declared(c, n, class, &all);
    struct symbol *found = find_declared_function(c, n, class->class, &all);
    if (!found) {
        struct diag *d =
            diag_error(c->diags, DIAG_NAME, n->name_at, "'%s' does not declare this '%s'",
                       type_quoted(c, class), n->name->text);
        for (size_t i = 0; i < all.n && i < 3; i++)
            diag_note(c->diags, d, all.at[i]->at, "it declares this one");

    } else if (n->flags & FLAG_DEFAULTED && !class->class->template) {
        define_defaulted(c, n, found, class);
    } else if (n->function.body && (class->class->template || !defined_before(c, found, n))) {

        define_function(c, n, found);
    }
    VEC_FREE(&all);
}

void check_outside(struct checker *c, const struct node *n)
{
    bool function = n->kind == NODE_FUNCTION;
    const struct node *scope = function ? n->function.scope : n->declarator.scope;
    scope = scope->name ? scope : scope->id.scope; /* behind it are arguments of the member's own */
    bool plain = !scope->id.scope && !(scope->flags & FLAG_ARGS);
    const struct symbol *s = plain ? scope_lookup(c, scope->name) : NULL;
    struct name *space = name_in(&c->l->names, c->context ? c->context->space : NULL, scope->name);
    if (function && !(s && s->kind == SYMBOL_TYPE) && space->is_namespace) {
        define_in_space(c, n, space);
        return;
    }
    struct node type = *scope;
    type.kind = NODE_TYPE_NAME;
    const struct type *class = resolve_type(c, &type);
    if (class->kind == TYPE_ERROR)
        return;
    if (function)
        define_member_function(c, n, class);
    else
        define_variable(c, n, class->class);
}
