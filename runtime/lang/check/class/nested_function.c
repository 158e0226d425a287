/* SPDX-License-Identifier: Apache-2.0 */
/* Functions inside functions (GNU C). A nested function is a lambda that captures by reference; its name is a variable that holds
 * a pointer to it. The pointer leads to the function and its captures (eval/vm/vm_pointed.c), so it serves wherever a function
 * pointer does, until the block ends. A goto to a label of the function around it is a longjmp, whose buffer is a hidden variable that it
 * captures. */
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

/* ---- labels ---- */

int64_t label_number(struct checker *c, const struct node *n)
{
    size_t i = 0;
    while (i < c->taken_labels.n && c->taken_labels.at[i]->text.p != n->name->text)
        i++;
    if (i == c->taken_labels.n) {
        struct stmt *jump = stmt_new(c, STMT_GOTO, n->at);
        jump->text = str_of(n->name->text);
        VEC_PUSH(&c->taken_labels, jump);
        VEC_PUSH(&c->gotos, jump);
        VEC_PUSH(&c->goto_names, n->at);
    }
    return (int64_t) i + 1;
}

struct name *label_buffer(struct checker *c, const struct name *label)
{
    return name_cstr(&c->l->names, arena_printf(c->arena, " goto %s", label->text));
}

static void local_label(struct checker *c, const struct node *n)
{
    struct name *name = label_buffer(c, n->name);
    struct symbol *s = variable_new(c, name->text, type_basic(TYPE_LONG), n->at);
    struct local_label l = {stmt_new(c, STMT_EMPTY, n->at), stmt_new(c, STMT_EMPTY, n->at)};
    s->in_memory = true;
    l.declare->symbol = l.receiver->symbol = s;
    l.receiver->text = str_of(n->name->text);
    scope_bind(c, name, s);
    put_stmt(c, l.declare);
    put_stmt(c, l.receiver);
    VEC_PUSH(&c->local_labels, l);
}

void check_local_labels(struct checker *c, const struct node *n)
{
    for (uint32_t i = 0; i < n->count && c->function; i++)
        local_label(c, n->list[i]);
}

void receive_label(struct checker *c, const struct node *n)
{
    const struct name *name = label_buffer(c, n->name);
    VEC_EACH (l, &c->local_labels) {
        struct stmt *s = l->receiver;
        if (s->symbol != name->ordinary)
            continue;
        if (n->kind == NODE_LABEL_ADDRESS)
            s->value = label_number(c, n);
        if (s->kind == STMT_RECEIVER)
            return;
        s->kind = STMT_RECEIVER;
        s->expr = use_symbol(c, s->symbol, n->at);
        l->declare->kind = STMT_DECLARE;
        VEC_PUSH(&c->gotos, s);
        VEC_PUSH(&c->goto_names, n->at);
        return;
    }
}

static struct expr *outer_label(struct checker *c, const struct node *n)
{
    if (c->dialect->language != LANGUAGE_C || !c->closure)
        return NULL;
    const struct name *name = label_buffer(c, n->name);
    bool own = name->ordinary && name->ordinary_depth > DEPTH_CELL;
    return own ? NULL : outer_capture(c, name, n->at);
}

bool goes_outside(struct checker *c, const struct node *n)
{
    struct expr *buffer = outer_label(c, n);
    if (!buffer)
        return false;
    struct expr *args[] = {address_of(c, buffer, n->at),
                           integer_new(c, type_basic(TYPE_INT), 1, n->at)};
    struct stmt *s = stmt_new(c, STMT_EXPR, n->at);
    s->expr = library_call(c, "longjmp", args, 2, n->at);
    put_stmt(c, s);
    return true;
}

struct expr *outer_label_address(struct checker *c, const struct node *n)
{
    struct expr *buffer = outer_label(c, n);
    return buffer ? convert_rvalue(c, buffer) : NULL;
}
