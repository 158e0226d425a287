/* SPDX-License-Identifier: Apache-2.0 */
/* std::cout << x and std::cin >> x: each step calls a library row, `__put` or `__get`, which inspects its operand's
 * type and returns the stream. std::cout, std::endl, std::hex... are rows without parameters: the bare name calls
 * them. setw(n) and similar manipulators are called as written. */
#include "lang/check/check_expression.h"

#include <string.h>

#include "lang/check/class/check_classes.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/tree_build.h"

/* A pointer to that opaque struct of the prelude: how streams and manipulators are typed. */
static bool is_handle(const struct type *t, const char *tag)
{
    return t->kind == TYPE_POINTER && t->base->kind == TYPE_STRUCT && t->base->name &&
           !strcmp(t->base->name, tag);
}

static bool is_class(const struct type *t, const char *tag)
{
    t = type_plain(t);
    if (t->kind != TYPE_STRUCT)
        return false;
    if (t->name && !strcmp(t->name, tag))
        return true;
    for (uint32_t i = 0; i < t->field_count; i++)
        if (t->fields[i].is_base && is_class(t->fields[i].type, tag))
            return true;
    return false;
}

bool is_stream(const struct expr *e)
{
    return is_class(e->type, "__ostream") || is_class(e->type, "__istream");
}

static bool is_stream_name(const struct type *f)
{
    return f && f->kind == TYPE_FUNCTION && !f->param_count &&
           (is_handle(f->base, "__ostream") || is_handle(f->base, "__istream") ||
            is_handle(f->base, "__manipulator"));
}

struct expr *stream_name(struct checker *c, const struct node *n)
{
    bool member = n->id.scope && (n->id.scope->id.scope || !n->id.scope->name ||
                                  strcmp(n->id.scope->name->text, "std") != 0); /* ios::fixed */
    if (member || !n->name->builtin_count || (n->name->ordinary && !(n->flags & FLAG_STD)))
        return NULL;
    struct library_row *row = library_row(c->l, n->name->builtin);
    if (!is_stream_name(row->type))
        return NULL;
    bool failed; /* a member of the class that is being checked may have the name */
    const struct symbol *s = n->id.scope ? NULL : scope_lookup_node(c, n, &failed, NULL);
    if (s && s->kind != SYMBOL_BUILTIN)
        return NULL;
    struct expr *e = expr_new(c, EXPR_BUILTIN, row->type->base, n->at);
    e->symbol = &row->symbol;
    return is_handle(e->type, "__manipulator") ? e : expr_deref(c, e, n->at);
}

static struct expr *step(struct checker *c, const char *row, struct expr *stream,
                         struct expr *operand, struct span at)
{
    return expr_deref(c, library_call(c, row, (struct expr *[]){stream, operand}, 2, at), at);
}

static struct expr *refuse(struct checker *c, const struct expr *operand, const char *what,
                           const char *help)
{
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, operand->at, "a value of type '%s' cannot be %s a stream",
                   type_quoted(c, operand->type), what);
    diag_help(c->diags, d, "%s", help);
    return expr_bad(c, operand->at);
}

/* The stream converted to the type that the library's rows take. */
static struct expr *handle_of(struct checker *c, struct expr *stream, const char *tag)
{
    struct symbol *s = name_cstr(&c->l->names, tag)->tag;
    struct expr *p = object_address(c, stream);
    return expr_is_bad(p) || !s ? p : class_upcast(c, p, type_pointer(c->arena, s->type));
}

/* C++17 30.7.5.5: a temporary stream is written and read as any. */
static struct expr *as_lvalue(struct checker *c, struct expr *stream)
{
    return stream->lvalue ? stream : expr_deref(c, object_address(c, stream), stream->at);
}

static struct expr *wrong_direction(struct checker *c, bool out, struct span at)
{
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, at, "'%s' does not match this stream", out ? ">>" : "<<");
    diag_help(c->diags, d, "std::cout << x writes, std::cin >> x reads");
    return expr_bad(c, at);
}

static struct expr *put(struct checker *c, struct expr *stream, struct expr *operand,
                        struct span at)
{
    operand = convert_rvalue(c, operand);
    if (expr_is_bad(operand))
        return operand;
    if (type_is_int128(operand->type)) /* as in C++: no overload takes one */
        return refuse(c, operand, "written to", "write its halves, or define operator<< for it");
    if (!type_is_scalar(operand->type))
        return refuse(c, operand, "written to", "write its members one by one");
    return step(c, "__put", stream, operand, at);
}

static struct expr *get(struct checker *c, struct expr *stream, struct expr *operand,
                        struct span at)
{
    const struct type *t = type_plain(operand->type);
    bool text = (t->kind == TYPE_ARRAY || t->kind == TYPE_POINTER) &&
                type_plain(t->base)->kind == TYPE_CHAR && !t->base->is_const;
    if (text) { /* C++17 30.7.4.2.3 */
        struct expr *to = convert_rvalue(c, operand);
        struct expr *room = integer_new(c, type_basic(TYPE_ULONG), (int64_t) t->count, at),
                    *end = integer_new(c, type_basic(TYPE_INT), -1, at);
        struct expr *args[] = {stream, to, room, end};
        return expr_is_bad(to) ? to : expr_deref(c, library_call(c, "__get_text", args, 4, at), at);
    }
    if (is_handle(t, "__manipulator"))
        return step(c, "__set", stream, operand, at);
    if (!operand->lvalue || type_is_int128(operand->type) || !type_is_arithmetic(operand->type))
        return refuse(c, operand, "read from",
                      "read into a variable of a number or character type");
    struct expr *to = address_of(c, operand, operand->at);
    return expr_is_bad(to) ? to : step(c, "__get", stream, to, at);
}

/* Operands may also be functions: manipulators that a program defines. */
static bool is_function(const struct expr *e)
{
    const struct type *t = type_plain(e->type);
    return e->kind == EXPR_OVERLOADS ||
           (t->kind == TYPE_POINTER && t->base->kind == TYPE_FUNCTION) ||
           (e->kind == EXPR_FUNCTION && e->symbol->kind == SYMBOL_FUNCTION);
}

/* The stream is a class, so a pointer to a class may have an operator too: out << in.rdbuf(). */
static bool is_pointer_to_class(const struct expr *e)
{
    const struct type *t = type_plain(e->type);
    return t->kind == TYPE_POINTER && t->base->kind == TYPE_STRUCT && t->base->complete;
}

struct expr *stream_operation(struct checker *c, enum expr_kind kind, struct expr *stream,
                              struct expr *operand, struct span at)
{
    bool both = is_class(stream->type, "__istream") && is_class(stream->type, "__ostream");
    bool out = both ? kind == EXPR_SHIFT_LEFT : is_class(stream->type, "__ostream");
    bool fits = out == (kind == EXPR_SHIFT_LEFT);
    if (expr_is_bad(operand))
        return operand;
    if (is_function(operand) ||
        (fits && (operator_overloadable(operand) || is_pointer_to_class(operand) ||
                  type_is_int128(operand->type)))) {
        struct expr *made =
            operator_overload(c, out ? "<<" : ">>", as_lvalue(c, stream), operand, at);
        if (made)
            return made;
    }
    if (!fits)
        return wrong_direction(c, out, at);
    operand = as_number(c, operand);
    stream = handle_of(c, stream, out ? "__ostream" : "__istream");
    if (expr_is_bad(stream))
        return stream;
    return out ? put(c, stream, operand, at) : get(c, stream, operand, at);
}

struct expr *stream_manipulated(struct checker *c, struct library_row *row, struct expr *stream,
                                struct span at)
{
    if (!is_stream_name(row->type) || !is_handle(row->type->base, "__manipulator"))
        return NULL;
    struct expr *e = expr_new(c, EXPR_BUILTIN, row->type->base, at);
    e->symbol = &row->symbol;
    bool out = is_class(stream->type, "__ostream");
    return stream_operation(c, out ? EXPR_SHIFT_LEFT : EXPR_SHIFT_RIGHT, stream, e, at);
}
