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

bool defined_before(struct checker *c, const struct symbol *s, const struct node *n)
{
    VEC_EACH (other, &c->defined)
        if ((*other)->symbol == s && (*other)->syntax && (*other)->syntax->function.body) {
            struct diag *d = diag_error(c->diags, DIAG_TYPE, n->name_at,
                                        "'%s' is defined twice in this cell", n->name->text);
            diag_note(c->diags, d, (*other)->syntax->name_at, "the first definition is here");
            return true;
        }
    return false;
}

/* The destructor as declared, behind the one that ends members too. */
static struct symbol *declared_destructor(const struct class_info *info)
{
    struct symbol *s = info->destructor;
    if (!s || s->function->syntax)
        return s;
    const struct stmt *body = s->function->body;
    const struct expr *first = body && body->count ? body->list[0]->expr : NULL;
    return first && first->kind == EXPR_CALL && first->symbol->function->syntax ? first->symbol
                                                                                : NULL;
}

/* Class::f(...) { }, Class::Class(...) : ... { }, int Class::variable = 0; */
void check_outside(struct checker *c, const struct node *n)
{
    struct node *qualifier = n->kind == NODE_FUNCTION ? n->function.scope : n->declarator.scope;
    struct node name = {.kind = NODE_NAME,
                        .at = n->name_at,
                        .name = n->name,
                        .name_at = n->name_at,
                        .id.scope = qualifier};
    struct node scope = *qualifier;
    bool failed;
    scope.kind = NODE_TYPE_NAME;
    struct symbol *space = qualifier->id.scope || qualifier->flags & FLAG_ARGS
                               ? NULL
                               : scope_lookup(c, qualifier->name);
    const struct context *outer = c->context;
    struct name *named = name_in(&c->l->names, outer ? outer->space : NULL, qualifier->name);
    if (n->kind == NODE_FUNCTION && (!space || space->kind != SYMBOL_TYPE) && named->is_namespace) {
        struct node inner = *n; /* space::f(...) { } */
        inner.function.scope = NULL;
        c->context = context_new(c, outer, named, NULL, NULL, 0);
        check_statement(c, &inner);
        c->context = outer;
        return;
    }
    const struct type *class = resolve_type(c, &scope);
    if (class->kind == TYPE_ERROR)
        return;
    const struct class_info *info = class->class;
    if (n->kind == NODE_DECLARATOR) {
        struct symbol *s = scope_lookup_node(c, &name, &failed, NULL);
        if (!s || s->kind != SYMBOL_VARIABLE) {
            unknown_name(c, &name, false);
            return;
        }
        struct purpose why = {.kind = FOR_INIT, .name = n->name->text};
        const struct type *t = s->type;
        c->context = info->context;
        struct expr *value = !n->declarator.init ? fresh_value(c, t, n->at)
                             : n->flags & FLAG_PARENS
                                 ? construct_from_list(c, t, n->declarator.init, false, n->at)
                                 : check_init(c, &t, n->declarator.init, &why);
        c->context = outer;
        VEC_PUSH(&c->deeds, ((struct deed){DEED_TYPE, .symbol = s, .type = s->type}));
        s->type = t;
        if (value && !expr_is_bad(value))
            put_declare(c, s, value, n->at);
        return;
    }
    symbol_vec all = {0};
    struct symbol *found = NULL;
    if (info && n->role == ROLE_CONSTRUCTOR)
        overload_gather(&all, info->constructors);
    else if (info && n->role != ROLE_DESTRUCTOR)
        overload_gather(&all, class_find(c, class, n->name->text));
    struct entered e;
    const struct type *t = NULL;
    if (info) {
        context_enter(c, info->context, &e);
        t = resolve_type(c, n->function.type);
        context_leave(c, &e);
    }
    if (info && n->role == ROLE_DESTRUCTOR)
        found = declared_destructor(info);
    VEC_EACH (s, &all) {
        const struct type *f = (*s)->kind == SYMBOL_FUNCTION ? function_signature(c, *s) : NULL;
        uint32_t first = f && !(*s)->member->is_static;
        bool same = f && t->kind == TYPE_FUNCTION && f->param_count == t->param_count + first &&
                    (n->function.type->flags & FLAG_CONST) / FLAG_CONST == (*s)->member->is_const;
        for (uint32_t i = 0; same && i < t->param_count; i++)
            same = type_same(f->params[i + first].type, t->params[i].type);
        if (same && (n->role != ROLE_CONVERSION || type_same(f->base, t->base)))
            found = *s;
    }
    if (!found) {
        struct diag *d =
            diag_error(c->diags, DIAG_NAME, n->name_at, "'%s' does not declare this '%s'",
                       type_quoted(c, class), n->name->text);
        for (size_t i = 0; i < all.n && i < 3; i++)
            diag_note(c->diags, d, all.at[i]->at, "it declares this one");
    } else if (!defined_before(c, found, n) && n->function.body) {
        struct host_function *host = (struct host_function *) found->function;
        struct host_function *made = ARENA_NEW(c->arena, struct host_function);
        *made = *host;
        made->function.syntax = n;
        made->function.body = NULL;
        made->function.stale = false;
        note_macros_used(c, made, n);
        VEC_PUSH(&c->defined, &made->function);
        if (found->function->syntax && !found->function->body)
            take_function(c, found, &made->function); /* calls in this cell find it at once */
        VEC_PUSH(&c->waiting, &made->function);
    }
    VEC_FREE(&all);
}
