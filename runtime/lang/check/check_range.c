/* SPDX-License-Identifier: Apache-2.0 */
/* for over a range; try, catch and throw. */
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

/* begin or end of a range, by its members or by functions of its namespace. */
static struct expr *bound_of(struct checker *c, struct expr *range, const char *name,
                             struct span at)
{
    if (range->type->kind != TYPE_STRUCT)
        return NULL;
    struct expr *e = call_method(c, range, name, NULL, 0, at);
    return e ? convert_rvalue(c, e) : NULL;
}

static struct expr *step_of(struct checker *c, struct symbol *s, struct span at)
{
    struct expr *place = use_symbol(c, s, at);
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
    struct expr *place = use_symbol(c, s, at);
    if (operator_overloadable(place)) {
        struct expr *e = operator_overload(c, "*", place, NULL, at);
        return e ? e : expr_bad(c, at);
    }
    return expr_deref(c, place, at);
}

/* The variable of the loop, or its names. */
static void declare_element(struct checker *c, const struct node *declaration, struct expr *value)
{
    const struct node *specifiers = c->specifiers, *one = declaration->list[0];
    const struct type *specified = c->specified;
    if (expr_is_bad(value))
        return;
    c->specifiers = NULL;
    if (one->count)
        bind_names(c, one, value);
    else if (one->declarator.scope || declaration->flags & FLAG_DEVICE_ARRAY)
        diag_error(c->diags, DIAG_TYPE, declaration->at,
                   "a 'for' over a range declares a variable of the host");
    else if (one->name)
        declare_one(c, declaration, one, value);
    c->specifiers = specifiers;
    c->specified = specified;
}

/* The braced list of a range as an array: for (int x : {1, 2, 3}). */
static struct expr *listed_range(struct checker *c, const struct node *list)
{
    if (!list->count) {
        diag_error(c->diags, DIAG_TYPE, list->at, "an empty list has no elements to loop over");
        return expr_bad(c, list->at);
    }
    struct expr *one = check_value(c, list->list[0]);
    if (expr_is_bad(one))
        return one;
    const struct type *t = type_array(c->arena, type_plain(one->type), list->count);
    struct purpose why = {.kind = FOR_INIT, .name = "the range"};
    struct expr *values = check_init(c, &t, list, &why);
    if (expr_is_bad(values))
        return values;
    struct symbol *s = put_hidden(c, t, values, list->at);
    s->in_memory = true;
    return use_symbol(c, s, list->at);
}

/* An object as a range, in a hidden variable: a new object itself, so that it lives as long as the loop, else its address. */
static struct expr *held_range(struct checker *c, struct expr *range, struct span at)
{
    if (!range->lvalue || range->kind == EXPR_AGGREGATE) {
        struct symbol *s = put_hidden(c, type_plain(range->type), range, at);
        s->in_memory = true;
        return use_symbol(c, s, at);
    }
    struct expr *a = object_address(c, range);
    if (expr_is_bad(a))
        return a;
    struct symbol *s = put_hidden(c, type_pointer(c->arena, range->type), a, at);
    return expr_deref(c, use_symbol(c, s, at), at);
}

/* begin(range) or end(range), found by argument-dependent lookup alone: C++17 9.5.4p1.3.3. NULL: there is none. */
static struct expr *free_bound(struct checker *c, struct expr *range, const char *name,
                               struct span at)
{
    struct call_args given = {&range, 1, NULL};
    symbol_vec all = {0};
    bool ambiguous;
    overload_gather_beside(c, &all, NULL, name_cstr(&c->l->names, name), &given);
    struct symbol *s = all.n ? overload_choose_quietly(c, &all, &given, NULL, &ambiguous) : NULL;
    VEC_FREE(&all);
    return s ? convert_rvalue(c, call_symbol(c, s, &given, at)) : NULL;
}

/* The begin and end of a range. false: a diag was recorded. */
static bool find_bounds(struct checker *c, struct expr *range, struct span at,
                        struct expr **out_first, struct expr **out_last)
{
    struct expr *first = NULL, *last = NULL;
    if (expr_is_bad(range))
        return false;
    if (range->type->kind == TYPE_ARRAY) {
        const struct type *t = range->type;
        struct expr *count = t->unsized
                                 ? size_of(c, t, at)
                                 : integer_new(c, type_basic(TYPE_LONG), (int64_t) t->count, at);
        first = convert_rvalue(c, range);
        last = expr_arithmetic(c, EXPR_ADD, first, count, at, at);
    } else if (range->type->kind == TYPE_STRUCT) {
        range = held_range(c, range, at);
        if (expr_is_bad(range))
            return false;
        first = bound_of(c, range, "begin", at);
        last = bound_of(c, range, "end", at);
        first = first ? first : free_bound(c, range, "begin", at);
        last = last ? last : free_bound(c, range, "end", at);
    }
    if (!first || !last)
        diag_error(c->diags, DIAG_TYPE, at, "'%s' is not a range: it has no begin() and end()",
                   type_quoted(c, range->type));
    *out_first = first;
    *out_last = last;
    return first && last && !expr_is_bad(first) && !expr_is_bad(last);
}

/* One iteration: the declaration of the variable, initialised with the element, and the body. */
static struct stmt *range_body(struct checker *c, const struct node *n, struct symbol *i)
{
    const struct node *declared = n->range_for.declaration, *statement = n->range_for.body;
    stmt_vec list = {0}, *out = c->out;
    size_t mark;
    scope_enter(c, &mark);
    c->out = &list;
    declare_element(c, declared, pointed(c, i, declared->at));
    check_statement(c, statement);
    c->out = out;
    scope_leave(c, mark);
    return block_of(c, &list, statement->at);
}

/* for (i = first, end = last; i != end; ++i) { declaration = *i; body } */
static void put_range_loop(struct checker *c, const struct node *n, struct expr *first,
                           struct expr *last)
{
    struct span at = n->range_for.range->at;
    struct symbol *i = put_hidden(c, type_plain(first->type), first, at),
                  *end = put_hidden(c, type_plain(last->type), last, at);
    struct stmt *s = stmt_new(c, STMT_FOR, n->at), *loop = c->loop, *leaves = c->leaves;
    struct expr *more =
        binary_operation(c, TOKEN_NOT_EQ, use_symbol(c, i, at), use_symbol(c, end, at), at, at);
    s->expr = convert_to_bool(c, more, "the condition of 'for'");
    s->step = step_of(c, i, at);
    c->loop = c->leaves = s;
    s->body = range_body(c, n, i);
    c->loop = loop;
    c->leaves = leaves;
    put_stmt(c, s);
}

void check_range_for(struct checker *c, const struct node *n)
{
    const struct node *over = n->range_for.range;
    stmt_vec list = {0}, *out = c->out;
    size_t mark;
    scope_enter(c, &mark);
    c->out = &list;
    struct expr *range = over->kind == NODE_INIT_LIST ? listed_range(c, over) : check_expr(c, over);
    struct expr *first, *last;
    if (find_bounds(c, range, over->at, &first, &last))
        put_range_loop(c, n, first, last);
    c->out = out;
    scope_leave(c, mark);
    put_stmt(c, block_of(c, &list, n->at));
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
    if (own) /* C++17 15.8.3: its lifetime ends with the try block at the latest */
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

/* The block of a constructor's function-try-block: the members are constructed in it. */
static struct stmt *construct_in_try(struct checker *c, const struct node *constructor,
                                     const struct node *block)
{
    stmt_vec list = {0}, *out = c->out;
    size_t mark;
    scope_enter(c, &mark);
    c->out = &list;
    put_member_inits(c, constructor, c->function->symbol->member->class);
    for (uint32_t i = 0; i < block->count; i++)
        check_statement(c, block->list[i]);
    c->out = out;
    scope_leave(c, mark);
    return block_of(c, &list, block->at);
}

/* C++17 18.3p14: the handler of a constructor ends by throwing the exception again. */
static void throw_again(struct checker *c, struct stmt *handler)
{
    stmt_vec list = {0};
    struct stmt *again = stmt_new(c, STMT_EXPR, handler->at);
    again->expr = expr_new(c, EXPR_THROW, type_basic(TYPE_VOID), handler->at);
    VEC_PUSH(&list, handler->body);
    VEC_PUSH(&list, again);
    handler->body = block_of(c, &list, handler->at);
}

void check_try(struct checker *c, const struct node *n)
{
    struct stmt *s = stmt_new(c, STMT_TRY, n->at);
    uint32_t outer = c->try_depth;
    const struct node *constructor = n->flags & FLAG_BODY ? c->constructs : NULL;
    c->constructs = NULL;
    c->try_depth = c->depth;
    s->body =
        constructor ? construct_in_try(c, constructor, n->try.block) : check_block(c, n->try.block);
    c->try_depth = outer;
    s->count = n->count;
    s->list = ARENA_ARRAY(c->arena, struct stmt *, n->count);
    for (uint32_t i = 0; i < n->count; i++) {
        s->list[i] = stmt_new(c, STMT_CATCH, n->list[i]->at);
        check_catch(c, n->list[i], s->list[i]);
        if (constructor)
            throw_again(c, s->list[i]);
    }
    put_stmt(c, s);
}
