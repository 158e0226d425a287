/* SPDX-License-Identifier: Apache-2.0 */
/* Functions inside functions (GNU C). A nested function is a lambda that captures by reference; its name is a variable that holds
 * a pointer to it. The pointer leads to the function and its captures (eval/vm/vm_pointed.c), so it serves wherever a function
 * pointer does, until the block ends. */
#include "lang/check/class/check_classes.h"

#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

struct symbol *nested_function(struct checker *c, const struct node *n, const struct type *t)
{
    struct symbol *s = n->name->ordinary;
    if (s && s->nested && n->name->ordinary_depth == c->depth)
        return s;
    s = variable_new(c, n->name->text, type_pointer(c->arena, t), n->name_at);
    s->nested = s->in_memory = true;
    scope_bind(c, n->name, s);
    put_declare(c, s, NULL, n->at);
    return s;
}

/* The pointer to the closure: what the function is called with besides its arguments. */
static struct expr *closure_pointer(struct checker *c, struct expr *closure, struct span at)
{
    const struct type *words = type_array(c->arena, type_basic(TYPE_LONG), 2);
    struct symbol *call =
        class_find(c, closure->type, intern_cstr(c->l->names.texts, "operator()"));
    struct symbol *captures = put_hidden(c, closure->type, closure, at),
                  *place = put_hidden(c, words, NULL, at);
    captures->in_memory = place->in_memory = true;
    struct expr *args[] = {address_of(c, use_symbol(c, place, at), at),
                           address_of(c, use_symbol(c, captures, at), at), use_symbol(c, call, at)};
    return library_call(c, "__nested", args, 3, at);
}

void check_nested_function(struct checker *c, const struct node *n)
{
    const struct type *t = resolve_type(c, n->function.type);
    if (t->kind != TYPE_FUNCTION)
        return;
    struct symbol *s = nested_function(c, n, t);
    const struct node lambda = {.kind = NODE_LAMBDA,
                                .at = n->at,
                                .name = n->name,
                                .op = TOKEN_AMP,
                                .lambda.type = n->function.type,
                                .lambda.body = n->function.body};
    struct expr *closure = check_lambda(c, &lambda);
    if (expr_is_bad(closure))
        return;
    struct expr *pointer = closure->type->field_count ? closure_pointer(c, closure, n->at)
                                                      : lambda_pointer(c, closure->type, n->at);
    if (expr_is_bad(pointer))
        return;
    struct expr *set = expr_new(c, EXPR_ASSIGN, s->type, n->at);
    set->left = use_symbol(c, s, n->at);
    set->right = convert_to(c, pointer, s->type);
    struct stmt *run = stmt_new(c, STMT_EXPR, n->at);
    run->expr = set;
    put_stmt(c, run);
}
