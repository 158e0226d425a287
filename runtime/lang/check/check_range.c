/* SPDX-License-Identifier: Apache-2.0 */
/* for over a range, auto [a, b], try, catch and throw. */
#include "lang/check/check_statement.h"

#include <string.h>

#include "lang/check/check_expression.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* ---- for (x : range) ---- */

static struct expr *named(struct checker *c, struct symbol *s, struct span at)
{
    return use_symbol(c, s, at);
}

/* begin or end of a range, by its members or by functions of its namespace. */
static struct expr *bound_of(struct checker *c, struct expr *range, const char *name,
                             struct span at)
{
    if (range->type->kind != TYPE_STRUCT)
        return NULL;
    struct expr *e = call_method(c, range, name, NULL, 0, at);
    return e ? convert_rvalue(c, e) : NULL;
}

static struct symbol *declare(struct checker *c, const struct type *t, struct expr *value,
                              struct span at)
{
    struct symbol *s = hidden_new(c, t, at);
    put_declare(c, s, value, at);
    return s;
}

static struct expr *binary(struct checker *c, enum expr_kind kind, const char *op, struct expr *l,
                           struct expr *r, struct span at)
{
    struct expr *e = operator_overloadable(l) ? operator_overload(c, op, l, r, at) : NULL;
    return e ? e : expr_arithmetic(c, kind, l, r, at, at);
}

static struct expr *step_of(struct checker *c, struct symbol *s, struct span at)
{
    struct expr *place = named(c, s, at);
    if (operator_overloadable(place)) {
        struct expr *e = operator_overload(c, "++", place, NULL, at);
        if (e)
            return e;
    }
    struct expr *e = expr_new(c, EXPR_INCREMENT, type_plain(place->type), at);
    e->left = place;
    e->step = 1;
    e->scale = place->type->kind == TYPE_POINTER ? place->type->base->size : 1;
    if (e->scale == 0)
        e->scale_by = size_of(c, place->type->base, at);
    return e;
}

static struct expr *pointed(struct checker *c, struct symbol *s, struct span at)
{
    struct expr *place = named(c, s, at);
    if (operator_overloadable(place)) {
        struct expr *e = operator_overload(c, "*", place, NULL, at);
        return e ? e : expr_bad(c, at);
    }
    return expr_deref(c, place, at);
}

void check_range_for(struct checker *c, const struct node *n)
{
    const struct node *over = n->range_for.range, *declared = n->range_for.declaration;
    stmt_vec list = {0}, *out = c->out;
    size_t mark;
    scope_enter(c, &mark);
    c->out = &list;
    struct expr *range = over->kind == NODE_INIT_LIST ? NULL : check_expr(c, over), *first = NULL,
                *last = NULL;
    struct span at = over->at;
    if (!range) { /* {1, 2, 3}: an array of them */
        struct expr *one = over->count ? check_value(c, over->list[0]) : expr_bad(c, at);
        const struct type *t = type_array(c->arena, type_plain(one->type), over->count);
        struct purpose why = {.kind = FOR_INIT, .name = "the range"};
        range = expr_is_bad(one) ? one : check_init(c, &t, over, &why);
        if (!expr_is_bad(range)) {
            struct symbol *s = declare(c, t, range, at);
            s->in_memory = true;
            range = named(c, s, at);
        }
    }
    if (!expr_is_bad(range) && range->type->kind == TYPE_ARRAY) {
        first = convert_rvalue(c, range);
        struct expr *count = range->type->unsized ? size_of(c, range->type, at)
                                                  : integer_new(c, type_basic(TYPE_LONG),
                                                                (int64_t) range->type->count, at);
        last = expr_arithmetic(c, EXPR_ADD, first, count, at, at);
    } else if (!expr_is_bad(range) && range->type->kind == TYPE_STRUCT) {
        if (!range->lvalue || range->kind == EXPR_AGGREGATE) { /* it lives as long as the loop */
            struct symbol *s = declare(c, type_plain(range->type), range, at);
            s->in_memory = true;
            range = named(c, s, at);
        } else {
            struct expr *a = object_address(c, range);
            struct symbol *s =
                expr_is_bad(a) ? NULL : declare(c, type_pointer(c->arena, range->type), a, at);
            range = s ? expr_deref(c, named(c, s, at), at) : a;
        }
        first = bound_of(c, range, "begin", at);
        last = bound_of(c, range, "end", at);
    }
    if (!expr_is_bad(range) && (!first || !last))
        diag_error(c->diags, DIAG_TYPE, at, "'%s' is not a range: it has no begin() and end()",
                   type_quoted(c, range->type));
    if (!expr_is_bad(range) && first && last && !expr_is_bad(first) && !expr_is_bad(last)) {
        struct symbol *i = declare(c, type_plain(first->type), first, at),
                      *end = declare(c, type_plain(last->type), last, at);
        struct stmt *s = stmt_new(c, STMT_FOR, n->at);
        struct expr *more = binary(c, EXPR_NOT_EQUAL, "!=", named(c, i, at), named(c, end, at), at);
        s->expr = convert_to_bool(c, more, "the condition of 'for'");
        s->step = step_of(c, i, at);
        struct stmt *loop = c->loop, *leaves = c->leaves;
        stmt_vec body = {0};
        size_t inner;
        c->loop = c->leaves = s;
        scope_enter(c, &inner);
        c->out = &body;
        struct expr *element = pointed(c, i, declared->at);
        struct node value = checked_node(element), one = *declared->list[0],
                    declaration = *declared;
        struct node *ones[] = {&one};
        one.declarator.init = &value;
        declaration.list = ones;
        if (!expr_is_bad(element))
            check_statement(c, &declaration);
        check_statement(c, n->range_for.body);
        c->out = &list;
        scope_leave(c, inner);
        s->body = block_of(c, &body, n->range_for.body->at);
        c->loop = loop;
        c->leaves = leaves;
        VEC_PUSH(&list, s);
    }
    c->out = out;
    scope_leave(c, mark);
    put_stmt(c, block_of(c, &list, n->at));
}

/* ---- auto [a, b] = value ---- */

static bool is_tuple(const struct type *t)
{
    const struct template *from = t->kind == TYPE_STRUCT && t->class ? t->class->template : NULL;
    return from && from->library && !strcmp(from->symbol->name, "std::tuple");
}

static struct expr *element_of(struct checker *c, struct expr *of, uint32_t i, struct span at)
{
    const struct type *t = type_plain(of->type);
    if (t->kind == TYPE_ARRAY)
        return i < t->count
                   ? expr_deref(c,
                                expr_arithmetic(c, EXPR_ADD, convert_rvalue(c, of),
                                                integer_new(c, type_basic(TYPE_LONG), i, at), at,
                                                at),
                                at)
                   : NULL;
    if (is_tuple(t)) { /* the first and a tuple of the others */
        if (!t->field_count)
            return NULL;
        struct expr *first = field_of(c, of, t->fields[0].name, at);
        return i ? element_of(c, field_of(c, of, t->fields[1].name, at), i - 1, at) : first;
    }
    for (uint32_t k = 0; t->kind == TYPE_STRUCT && k < t->field_count; k++)
        if (t->fields[k].name && i-- == 0)
            return field_of(c, of, t->fields[k].name, at);
    return NULL;
}

void check_bindings(struct checker *c, const struct node *declaration, const struct node *n)
{
    struct expr *value =
        n->declarator.init ? check_expr(c, n->declarator.init) : expr_bad(c, n->at);
    bool reference = n->declarator.type->kind == NODE_TYPE_REFERENCE;
    if (!n->declarator.init)
        diag_error(c->diags, DIAG_TYPE, n->at, "'auto [...]' needs a value to destructure");
    if (expr_is_bad(value))
        return;
    if (reference && value->lvalue && value->kind != EXPR_AGGREGATE) {
        struct expr *a = object_address(c, value);
        struct symbol *s =
            expr_is_bad(a) ? NULL : declare(c, type_pointer(c->arena, value->type), a, n->at);
        value = s ? expr_deref(c, named(c, s, n->at), n->at) : a;
    } else {
        struct symbol *s = declare(c, type_plain(value->type), construct_copy(c, value), n->at);
        s->in_memory = true;
        value = named(c, s, n->at);
    }
    for (uint32_t i = 0; i < n->count && !expr_is_bad(value); i++) {
        const struct node *name = n->list[i];
        struct expr *e = element_of(c, value, i, name->at);
        if (!e) {
            diag_error(c->diags, DIAG_TYPE, name->at, "'%s' has only %u members",
                       type_quoted(c, value->type), i);
            return;
        }
        struct expr *a = object_address(c, e);
        if (expr_is_bad(a))
            return;
        const struct type *t = type_reference(c->arena, e->type, false);
        struct symbol *s = variable_new(c, name->name->text, t, name->at);
        scope_bind(c, name->name, s);
        put_declare(c, s, convert_to(c, a, t), name->at);
    }
}

/* ---- exceptions ---- */

struct expr *check_throw(struct checker *c, const struct node *n)
{
    const struct node *operand = n->unary.operand;
    struct expr *e = expr_new(c, EXPR_THROW, type_basic(TYPE_VOID), n->at);
    if (!operand)
        return e;
    struct expr *value = check_value(c, operand);
    if (expr_is_bad(value))
        return value;
    if (operand->kind == NODE_STRING) /* C++'s literals are const */
        value = convert_to(
            c, value,
            type_pointer(c->arena, type_qualified(c->arena, type_basic(TYPE_CHAR), true, false)));
    bool own = value->kind == EXPR_VARIABLE && value->symbol->storage == STORAGE_LOCAL &&
               operand->kind == NODE_NAME && operand->name &&
               decl_name(c, operand->name)->ordinary_depth > c->try_depth;
    if (own) /* C++17 15.8.3: it ends with the try block at the latest */
        value->xvalue = true;
    e->left = construct_copy(c, value);
    return expr_is_bad(e->left) ? e->left : e;
}

static void check_catch(struct checker *c, const struct node *n, struct stmt *s)
{
    const struct node *param = n->handler.param;
    stmt_vec list = {0}, *out = c->out;
    size_t mark;
    s->at = n->at;
    scope_enter(c, &mark);
    c->out = &list;
    if (param) {
        c->specifiers = NULL;
        const struct type *t = resolve_type(c, param->declarator.type);
        bool reference = type_is_reference(t);
        s->type = reference ? type_plain(t->base) : type_plain(t);
        /* the exception is reached by address; a value is a copy of it */
        const struct type *held = reference ? t : type_reference(c->arena, t, false);
        bool copy = !reference && t->kind != TYPE_ERROR && (param->name || t->kind == TYPE_STRUCT);
        struct symbol *v = s->symbol = variable_new(
            c, param->name && !copy ? param->name->text : " exception", held, param->name_at);
        if (copy) {
            struct expr *value =
                construct_copy(c, convert_rvalue(c, use_symbol(c, v, param->name_at)));
            v = variable_new(c, param->name ? param->name->text : " copy", type_plain(t),
                             param->name_at);
            if (!expr_is_bad(value))
                put_declare(c, v, value, param->name_at);
        }
        if (param->name && t->kind != TYPE_ERROR)
            scope_bind(c, param->name, v);
    }
    struct stmt *body = check_block(c, n->handler.block);
    VEC_PUSH(&list, body);
    c->out = out;
    scope_leave(c, mark);
    s->body = block_of(c, &list, n->handler.block->at);
}

void check_try(struct checker *c, const struct node *n)
{
    struct stmt *s = stmt_new(c, STMT_TRY, n->at);
    uint32_t outer = c->try_depth;
    c->try_depth = c->depth;
    s->body = check_block(c, n->try.block);
    c->try_depth = outer;
    s->count = n->count;
    s->list = ARENA_ARRAY(c->arena, struct stmt *, n->count);
    for (uint32_t i = 0; i < n->count; i++) {
        s->list[i] = stmt_new(c, STMT_CATCH, n->list[i]->at);
        check_catch(c, n->list[i], s->list[i]);
    }
    put_stmt(c, s);
}
