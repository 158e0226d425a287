/* SPDX-License-Identifier: Apache-2.0 */
/* new and delete: calls of the library rows __new and __delete. A new object with a value is made in a hidden variable,
 * set, and then given: ((p = new), (*p = value), p). */
#include "lang/check.h"

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
    struct purpose why = {.kind = FOR_INIT, .name = "the new object"};
    const struct node *list = n->c;
    if (!list || !list->count)
        return NULL;
    if (n->flags & FLAG_BRACES)
        return check_init(c, &t, list, &why);
    if (list->count == 1)
        return coerced(c, check_expr(c, list->list[0]), t, &why);
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, list->at, "constructors are not supported on the host yet");
    diag_help(c->diags, d, "write new %s{...} with the members in order", quoted(c, t));
    return expr_bad(c, list->at);
}

struct expr *check_new(struct checker *c, const struct node *n)
{
    const struct type *t = resolve_complete(c, n->a, "a new object");
    if (t->kind == TYPE_ERROR)
        return expr_bad(c, n->at);
    const struct type *pointer = type_pointer(c->arena, t);
    struct expr *count = integer_new(c, type_basic(TYPE_ULONG), 1, n->at);
    if (n->b) {
        struct purpose why = {.kind = FOR_INIT, .name = "the number of elements"};
        count = coerced(c, check_expr(c, n->b), type_basic(TYPE_ULONG), &why);
    }
    struct expr *size = size_of(c, t, n->at);
    if (bad(count) || bad(size))
        return expr_bad(c, n->at);
    struct expr *made = library_call(
        c, "__new", (struct expr *[]){count, converted(c, size, type_basic(TYPE_ULONG))}, 2, n->at);
    made = converted(c, made, pointer);
    if (n->b && n->c && n->c->count) {
        diag_error(c->diags, DIAG_TYPE, n->c->at,
                   "values for the elements of a new array are not supported on the host yet");
        return expr_bad(c, n->at);
    }
    struct expr *value = initial(c, n, t);
    if (!value || bad(value))
        return value ? value : made;
    struct symbol *p = hidden_new(c, pointer, n->at);
    put_declare(c, p, NULL, n->at);
    struct expr *set = assign(c, deref(c, use_symbol(c, p, n->at), n->at), value);
    return comma(c, assign(c, use_symbol(c, p, n->at), made),
                 comma(c, set, use_symbol(c, p, n->at)));
}

struct expr *check_delete(struct checker *c, const struct node *n)
{
    struct expr *p = check_value(c, n->a);
    if (bad(p))
        return p;
    if (p->type->kind != TYPE_POINTER && p->type->kind != TYPE_NULLPTR) {
        diag_error(c->diags, DIAG_TYPE, p->at, "'delete' takes a pointer, not '%s'",
                   quoted(c, p->type));
        return expr_bad(c, n->at);
    }
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
    return library_call(c, "__delete", (struct expr *[]){converted(c, p, any)}, 1, n->at);
}
