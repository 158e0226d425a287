/* SPDX-License-Identifier: Apache-2.0 */
/* new and delete: calls of the library rows __new and __delete. A new object with a value is made in a hidden variable,
 * set, and then given: ((p = new), (*p = value), p). */
#include "lang/check/core/rules.h"

#include "lang/check/class/check_classes.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/place.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

static struct expr *comma(struct checker *c, struct expr *l, struct expr *r)
{
    struct expr *e = expr_new(c, EXPR_COMMA, r->type, r->at);
    e->left = l;
    e->right = r;
    return e;
}

static struct expr *assign(struct checker *c, struct expr *to, struct expr *value)
{
    struct expr *e = expr_new(c, EXPR_ASSIGN, type_plain(to->type), value->at);
    e->left = to;
    e->right = value;
    return e;
}

/* The value of new T(x) and new T{...}; NULL: it stays zero. An error: expr_bad. */
static struct expr *initial(struct checker *c, const struct node *n, const struct type *t)
{
    if (n->allocation.count)
        return NULL;
    if (!n->allocation.init)
        return fresh_value(c, t, n->at);
    if (!n->allocation.init->count && !type_is_class(t))
        return NULL;
    return construct_from_list(c, t, n->allocation.init, n->flags & FLAG_BRACES,
                               n->allocation.init->at);
}

/* Makes the elements of a new array, when making does something. */
static struct expr *array_made(struct checker *c, struct expr *p, struct expr *count,
                               const struct type *t, struct span at)
{
    struct expr *one = fresh_value(c, t, at);
    if (!one || expr_is_bad(one))
        return one;
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID)),
                      *ulong = type_basic(TYPE_ULONG);
    const struct type *element = type_element(t);
    struct expr *function = expr_new(c, EXPR_FUNCTION, any, at);
    function->symbol = one->symbol;
    count = binary_new(c, EXPR_MULTIPLY, ulong, count,
                       integer_new(c, ulong, (int64_t) (t->size / element->size), at));
    return library_call(c, "__construct",
                        (struct expr *[]){convert_to(c, p, any), count,
                                          integer_new(c, ulong, (int64_t) element->size, at),
                                          function},
                        4, at);
}

static struct expr *init(struct checker *c, struct expr *place, struct expr *value)
{
    struct expr *e = expr_new(c, EXPR_INIT, type_basic(TYPE_VOID), value->at);
    e->left = place;
    e->right = value;
    return e;
}

static bool fresh_needed(const struct type *t)
{
    const struct type *element = type_plain(type_element(t));
    return type_is_class(element) &&
           (element->class->fresh || element->class->no_fresh || element->class->abstract);
}

struct expr *check_new(struct checker *c, const struct node *n)
{
    const struct type *t = resolve_complete(c, n->allocation.type, "a new object");
    if (t->kind == TYPE_ERROR)
        return expr_bad(c, n->at);
    const struct type *pointer = type_pointer(c->arena, t), *ulong = type_basic(TYPE_ULONG);
    struct expr *count = integer_new(c, ulong, 1, n->at);
    if (n->allocation.count) {
        struct purpose why = {.kind = FOR_INIT, .name = "the number of elements"};
        count = convert_implicit(c, check_expr(c, n->allocation.count), ulong, &why);
    }
    struct expr *size = size_of(c, t, n->at);
    if (expr_is_bad(count) || expr_is_bad(size))
        return expr_bad(c, n->at);
    bool raw = n->allocation.count && !n->allocation.init &&
               type_is_scalar(t); /* new T[n]: without values */
    struct expr *made =
        n->allocation.place
            ? check_value(c, n->allocation.place)
            : library_call(c, raw ? "__new_raw" : "__new",
                           (struct expr *[]){count, convert_to(c, size, ulong)}, 2, n->at);
    if (expr_is_bad(made))
        return made;
    made = convert_to(c, made, pointer);
    bool listed = n->allocation.count && n->allocation.init && n->allocation.init->count;
    bool many = n->allocation.count && fresh_needed(t);
    struct expr *value = n->allocation.count ? NULL : initial(c, n, t);
    if (value && expr_is_bad(value))
        return value;
    if (!value && !many && !listed)
        return made;
    struct symbol *p = hidden_new(c, pointer, n->at),
                  *number = many ? hidden_new(c, ulong, n->at) : NULL;
    put_declare(c, p, NULL, n->at);
    if (number) { /* the count is wanted twice */
        put_declare(c, number, NULL, n->at);
        struct expr *kept = assign(c, use_symbol(c, number, n->at), count);
        struct expr *args[] = {kept, convert_to(c, size, ulong)};
        if (!n->allocation.place)
            made = convert_to(c, library_call(c, "__new", args, 2, n->at), pointer);
    }
    struct expr *rest = use_symbol(c, p, n->at);
    bool may_throw = value && !n->allocation.place && value->kind == EXPR_CONSTRUCT &&
                     value->symbol && !n->allocation.count;
    if (may_throw) {
        const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
        made = convert_to(
            c,
            library_call(c, "__new_begins", (struct expr *[]){convert_to(c, made, any)}, 1, n->at),
            pointer);
        rest = convert_to(
            c, library_call(c, "__new_ends", (struct expr *[]){convert_to(c, rest, any)}, 1, n->at),
            pointer);
    }
    if (many) {
        struct expr *all =
            array_made(c, use_symbol(c, p, n->at), use_symbol(c, number, n->at), t, n->at);
        if (!all || expr_is_bad(all))
            return expr_bad(c, n->at);
        rest = comma(c, all, rest);
    } else if (listed) {
        struct purpose why = {.kind = FOR_INIT, .name = "the new array"};
        const struct type *array = type_array(c->arena, t, n->allocation.init->count);
        struct node list = *n->allocation.init;
        list.kind = NODE_INIT_LIST;
        struct expr *values = check_init(c, &array, &list, &why);
        if (expr_is_bad(values))
            return values;
        struct expr *place = expr_deref(
            c, convert_to(c, use_symbol(c, p, n->at), type_pointer(c->arena, array)), n->at);
        rest = comma(c, init(c, place, values), rest);
    } else {
        rest = comma(c, init(c, expr_deref(c, use_symbol(c, p, n->at), n->at), value), rest);
    }
    return comma(c, assign(c, use_symbol(c, p, n->at), made), rest);
}

/* delete p of a class that something must be done for: if (p) end the object; give the memory back. */
static struct expr *delete_object(struct checker *c, const struct node *n, struct expr *p)
{
    const struct type *t = type_plain(p->type->base);
    struct symbol *s = type_destructor(t);
    struct symbol *kept = hidden_new(c, type_plain(p->type), n->at);
    put_declare(c, kept, NULL, n->at);
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID)),
                      *ulong = type_basic(TYPE_ULONG);
    struct expr *end;
    if (n->flags & FLAG_BODY) {
        struct expr *function = expr_new(c, EXPR_FUNCTION, any, n->at);
        function->symbol = s;
        end = library_call(
            c, "__destroy_all",
            (struct expr *[]){convert_to(c, use_symbol(c, kept, n->at), any),
                              integer_new(c, ulong, (int64_t) type_element(t)->size, n->at),
                              function},
            3, n->at);
    } else {
        end = destructor_call(
            c, expr_deref(c, convert_to(c, use_symbol(c, kept, n->at), type_pointer(c->arena, t)),
                          n->at));
        end->virtual_slot = s->member->slot;
        struct expr *choice = expr_new(c, EXPR_CONDITIONAL, type_basic(TYPE_VOID), n->at);
        choice->condition = convert_to_bool(c, use_symbol(c, kept, n->at), "delete");
        choice->left = end;
        choice->right =
            convert_to(c, integer_new(c, type_basic(TYPE_INT), 0, n->at), type_basic(TYPE_VOID));
        end = choice;
    }
    struct expr *freed = library_call(
        c, "__delete", (struct expr *[]){convert_to(c, use_symbol(c, kept, n->at), any)}, 1, n->at);
    return comma(c, assign(c, use_symbol(c, kept, n->at), p), comma(c, end, freed));
}

struct expr *check_delete(struct checker *c, const struct node *n)
{
    struct expr *p = check_value(c, n->unary.operand);
    if (expr_is_bad(p))
        return p;
    if (p->type->kind != TYPE_POINTER && p->type->kind != TYPE_NULLPTR) {
        diag_error(c->diags, DIAG_TYPE, p->at, "'delete' takes a pointer, not '%s'",
                   type_quoted(c, p->type));
        return expr_bad(c, n->at);
    }
    if (p->type->kind == TYPE_POINTER && type_destructor(p->type->base))
        return delete_object(c, n, p);
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
    return library_call(c, "__delete", (struct expr *[]){convert_to(c, p, any)}, 1, n->at);
}
