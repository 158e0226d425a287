/* SPDX-License-Identifier: Apache-2.0 */
/* GNU's extensions of C's expressions, and C11's _Generic (6.5.1.1). Their syntax: parse/parse_gnu.c. */
#include "lang/check/check_expression.h"

#include <string.h>

#include "lang/check/check_statement.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/tree_build.h"

/* ---- ({ statements; value; }) ---- */

/* The value of the last statement leaves the list. NULL: it is none. */
static struct expr *take_value(struct checker *c, stmt_vec *list)
{
    struct stmt *last = list->n ? VEC_LAST(list) : NULL;
    if (!last || last->kind != STMT_EXPR || last->expr->type->kind == TYPE_VOID)
        return NULL;
    list->n--;
    return convert_rvalue(c, last->expr);
}

struct expr *check_statements(struct checker *c, const struct node *n)
{
    const struct node *block = n->unary.operand;
    stmt_vec list = {0}, *out = c->out;
    size_t mark;
    scope_enter(c, &mark);
    c->out = &list;
    for (uint32_t i = 0; i < block->count; i++)
        check_statement(c, block->list[i]);
    c->out = out;
    scope_leave(c, mark);
    struct expr *value = take_value(c, &list);
    struct expr *e = expr_new(c, EXPR_STATEMENTS,
                              value ? type_plain(value->type) : type_basic(TYPE_VOID), n->at);
    e->left = value;
    e->body = block_of(c, &list, n->at);
    return value && expr_is_bad(value) ? value : e;
}

/* ---- &&label and goto *value ---- */

struct expr *check_label_address(struct checker *c, const struct node *n)
{
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
    if (!n->name || !c->function) {
        diag_error(c->diags, DIAG_SYNTAX, n->at, "a label belongs to a function");
        return expr_bad(c, n->at);
    }
    struct expr *e = outer_label_address(c, n);
    return convert_to(c, e ? e : integer_new(c, type_basic(TYPE_LONG), label_number(c, n), n->at),
                      any);
}

/* A switch over the labels whose addresses the function takes; match_gotos adds its cases, which are known at the function's
 * end. */
void check_computed_goto(struct checker *c, const struct node *n)
{
    struct expr *e = check_value(c, n->expression.value);
    if (!expr_is_bad(e) && e->type->kind != TYPE_POINTER && !type_is_integer(e->type)) {
        diag_error(c->diags, DIAG_TYPE, e->at, "'goto *' needs the address of a label, not '%s'",
                   type_quoted(c, e->type));
        return;
    }
    struct stmt *s = stmt_new(c, STMT_SWITCH, n->at);
    s->expr = expr_is_bad(e) ? e : convert_to(c, e, type_basic(TYPE_LONG));
    s->body = stmt_new(c, STMT_BLOCK, n->at);
    VEC_PUSH(&c->computed, s);
    put_stmt(c, s);
}

static void add_cases(struct checker *c, struct stmt *s)
{
    size_t n = c->taken_labels.n;
    s->case_count = (uint32_t) n;
    s->cases = ARENA_ARRAY(c->arena, struct stmt *, n);
    s->body->list = ARENA_ARRAY(c->arena, struct stmt *, n);
    s->body->count = (uint32_t) n;
    for (size_t i = 0; i < n; i++) {
        struct stmt *label = stmt_new(c, STMT_CASE, s->at);
        label->value = label->last = (int64_t) i + 1;
        label->body = stmt_new(c, STMT_GOTO, s->at);
        label->body->target = c->taken_labels.at[i]->target;
        s->cases[i] = s->body->list[i] = label;
    }
}

void finish_computed_gotos(struct checker *c)
{
    VEC_EACH (s, &c->computed)
        add_cases(c, *s);
    c->computed.n = c->taken_labels.n = 0;
}

/* ---- _Generic and the builtins that take types ---- */

/* Whether the types are compatible, qualifiers included: C11 6.2.7. */
static bool compatible(const struct type *a, const struct type *b)
{
    return type_same(a, b) && a->is_const == b->is_const && a->is_volatile == b->is_volatile;
}

struct expr *check_generic(struct checker *c, const struct node *n)
{
    struct expr *control = check_value(c, n->unary.operand);
    const struct node *found = NULL, *otherwise = NULL;
    if (expr_is_bad(control))
        return control;
    for (uint32_t i = 0; i < n->count; i++) {
        const struct node *a = n->list[i];
        if (!a->cast.type) {
            otherwise = a;
            continue;
        }
        const struct type *t = resolve_type(c, a->cast.type);
        if (t->kind == TYPE_ERROR)
            return expr_bad(c, n->at);
        if (!found && compatible(t, type_plain(control->type)))
            found = a;
    }
    found = found ? found : otherwise;
    if (found)
        return check_expr(c, found->cast.operand);
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, n->unary.operand->at,
                   "_Generic has no association for '%s'", type_quoted(c, control->type));
    diag_help(c->diags, d, "add one, or 'default: ...'");
    return expr_bad(c, n->at);
}

static bool is_base_of(const struct type *base, const struct type *derived)
{
    bool classes = base->kind == TYPE_STRUCT && derived->kind == TYPE_STRUCT && !base->is_union;
    return classes && (type_same(base, derived) || type_base_offset(derived, base) >= 0);
}

/* Whether a new object without arguments is left as it is, or is zero. */
static bool begins_plainly(struct checker *c, const struct type *t)
{
    if (is_dim3(c, t))
        return false;
    return !type_is_class(t) || !(t->class->fresh || t->class->no_fresh || t->class->abstract);
}

/* ---- properties of types ---- */

/* Of a class and its bases: which have fields, and which access those have. */
struct layout_seen {
    uint32_t with_fields, accesses;
};

static bool is_standard(const struct type *t, struct layout_seen *seen);

static bool is_standard_class(const struct type *t, struct layout_seen *seen)
{
    bool fields = false;
    if (t->has_virtual_bases || (t->class && t->class->polymorphic))
        return false;
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        struct layout_seen own = {0};
        if (!is_standard(type_plain(f->type), f->is_base ? seen : &own))
            return false;
        fields |= !f->is_base;
        seen->accesses |= f->is_base ? 0 : 1u << f->access;
    }
    seen->with_fields += fields;
    return seen->with_fields <= 1 && !(seen->accesses & (seen->accesses - 1));
}

/* C++17 12p7, except that a base may be of the type of the first member. */
static bool is_standard(const struct type *t, struct layout_seen *seen)
{
    t = type_plain(type_element(t));
    if (t->kind == TYPE_STRUCT)
        return is_standard_class(t, seen);
    return t->kind != TYPE_VOID && t->kind != TYPE_FUNCTION && !type_is_reference(t);
}

/* C++17 23.15.4.3p9: no padding, and one representation for each value. */
static bool has_one_representation(const struct type *t)
{
    t = type_plain(type_element(t));
    if (t->kind != TYPE_STRUCT)
        return type_is_integer(t) || t->kind == TYPE_ENUM ||
               (t->kind == TYPE_POINTER && !type_is_reference(t));
    if (type_is_owned(t) || (t->class && t->class->polymorphic))
        return false;
    uint64_t size = 0;
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        if (f->bit_width || !has_one_representation(f->type) ||
            (t->is_union && f->type->size != t->size))
            return false;
        size += f->type->size;
    }
    return t->field_count && (t->is_union || size == t->size);
}

static bool ends_virtually(const struct type *t)
{
    const struct symbol *s = type_is_class(t) ? t->class->declared_destructor : NULL;
    for (uint32_t i = 0; type_is_class(t) && !(s && s->member->is_virtual) && i < t->field_count;
         i++)
        if (t->fields[i].is_base && ends_virtually(type_plain(t->fields[i].type)))
            return true;
    return s && s->member->is_virtual;
}

/* std::ostream and std::istream, which have virtual functions in C++. */
static bool is_stream_class(const struct type *t)
{
    return t->kind == TYPE_STRUCT && t->name &&
           (!strcmp(t->name, "__ostream") || !strcmp(t->name, "__istream"));
}

/* a, b: without qualifiers; b: only of a property of two types */
static bool has_trait(struct checker *c, enum token_kind trait, const struct type *a,
                      const struct type *b)
{
    switch (trait) {
    case TOKEN_IS_PLAIN:
        return !is_stream_class(a) && !type_is_owned(type_element(a)) && !type_is_reference(a);
    case TOKEN_MOVES_SAFELY: return type_moves_safely(c, a);
    case TOKEN_IS_ENUM: return a->kind == TYPE_ENUM;
    case TOKEN_IS_CLASS: return a->kind == TYPE_STRUCT && !a->is_union;
    case TOKEN_IS_UNION: return a->kind == TYPE_STRUCT && a->is_union;
    case TOKEN_IS_BASE_OF: return is_base_of(a, b);
    case TOKEN_IS_POLYMORPHIC:
        return (type_is_class(a) && a->class->polymorphic) || is_stream_class(a);
    case TOKEN_IS_FINAL: return a->kind == TYPE_STRUCT && a->class && a->class->final;
    case TOKEN_IS_STANDARD: return !is_stream_class(a) && is_standard(a, &(struct layout_seen){0});
    case TOKEN_ONE_REPRESENTATION: return !is_stream_class(a) && has_one_representation(a);
    case TOKEN_ENDS_VIRTUALLY: return is_stream_class(a) || ends_virtually(a);
    case TOKEN_IS_ABSTRACT: return type_is_class(a) && a->class->abstract;
    case TOKEN_IS_EMPTY: return type_is_empty(a);
    case TOKEN_IS_AGGREGATE:
        return !is_stream_class(a) && type_is_aggregate(a) && (!a->class || a->class->aggregate);
    case TOKEN_BEGINS_PLAINLY: return begins_plainly(c, type_plain(type_element(a)));
    case TOKEN_ENDS_PLAINLY: return !is_stream_class(a) && !type_destructor(a);
    default: return type_same(a, b);
    }
}

struct expr *check_trait(struct checker *c, const struct node *n)
{
    const struct type *a = resolve_type(c, n->binary.left),
                      *b = n->binary.right ? resolve_type(c, n->binary.right) : a;
    if (a->kind == TYPE_ERROR || b->kind == TYPE_ERROR)
        return expr_bad(c, n->at);
    bool holds = has_trait(c, n->op, type_plain(a), type_plain(b));
    enum type_kind result = n->op == TOKEN_TYPES_COMPATIBLE ? TYPE_INT : TYPE_BOOL;
    return integer_new(c, type_basic(result), holds, n->at);
}

struct expr *check_choose_expr(struct checker *c, const struct node *n)
{
    int64_t chosen;
    if (!constant_integer(c, n->conditional.condition, "the first argument", &chosen))
        return expr_bad(c, n->at);
    return check_expr(c, chosen ? n->conditional.then : n->conditional.otherwise);
}

struct expr *check_constant_p(struct checker *c, const struct node *n)
{
    struct expr *e = check_constant(c, check_expr(c, n->unary.operand));
    bool constant = e->kind == EXPR_INTEGER || e->kind == EXPR_REAL || e->kind == EXPR_STRING;
    return expr_is_bad(e) ? e : integer_new(c, type_basic(TYPE_INT), constant, n->at);
}
