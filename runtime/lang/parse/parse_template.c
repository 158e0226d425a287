/* SPDX-License-Identifier: Apache-2.0 */
/* Templates and lambdas. A template stays syntax: check_template.c checks it when arguments are known. */
#include <string.h>

#include "lang/parse/parse_impl.h"

/* ---- declarations ---- */

static struct name *name_of_declared(const struct node *n)
{
    if (n->kind == NODE_DECLARATION)
        return n->count                                     ? n->list[0]->name
               : n->declaration.type->kind == NODE_TYPE_TAG ? n->declaration.type->name
                                                            : NULL;
    return n->name;
}

/* C(params) -> C<args>; (C++17 17.9) */
static bool guide_ahead(const struct parser *p)
{
    const struct token *t = p->t + parse_is(p, TOKEN_EXPLICIT);
    int depth = 0;
    if (t->kind != TOKEN_NAME || t[1].kind != TOKEN_LPAREN)
        return false;
    for (t++; t->kind != TOKEN_END && t->kind != TOKEN_SEMICOLON; t++) {
        depth += (t->kind == TOKEN_LPAREN) - (t->kind == TOKEN_RPAREN);
        if (!depth)
            return t[1].kind == TOKEN_ARROW;
    }
    return false;
}

static struct node *parse_guide(struct parser *p)
{
    const struct token *start = p->t;
    parse_take(p, TOKEN_EXPLICIT);
    struct node *n = node_new(p, NODE_GUIDE, p->t->at);
    n->name = p->t->name;
    n->name_at = p->t->at;
    p->t += 2;
    n->function.type = node_new(p, NODE_TYPE_FUNCTION, p->t->at);
    parse_params(p, n->function.type);
    if (parse_expect(p, TOKEN_ARROW, "in the deduction guide"))
        n->function.type->derived.base = parse_type_name(p);
    parse_expect(p, TOKEN_SEMICOLON, "after the deduction guide");
    n->at = span_since(p, start);
    return n;
}

struct node *parse_plain_guide(struct parser *p)
{
    const struct token *start = p->t;
    const struct name *name = parse_is(p, TOKEN_NAME) ? name_meant(p, start->name) : NULL;
    if (p->blocks || !name || name_kind(name) != SHADOW_CLASS_TEMPLATE || !guide_ahead(p))
        return NULL;
    struct node *n = node_new(p, NODE_TEMPLATE, start->at);
    n->template.declaration = parse_guide(p);
    n->name = start->name;
    n->at = span_since(p, start);
    return n;
}

struct node *parse_template(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_TEMPLATE, start->at);
    size_t mark = scope_mark(p);
    parse_template_params(p, n);
    if (!p->panic)
        n->template.constraint =
            both_constraints(p, n->template.constraint, parse_requires_clause(p));
    if (!p->panic && guide_ahead(p)) {
        n->template.declaration = parse_guide(p);
        n->name = n->template.declaration->name;
        n->at = span_since(p, start);
        scope_undo(p, mark);
        return n;
    }
    if (parse_is(p, TOKEN_TEMPLATE) &&
        !p->panic) { /* a member template of a class template, defined outside */
        n->template.declaration = parse_template(p);
    } else if (!p->panic) {
        struct node *outside = parse_outside_member(p);
        p->template_head = true;
        struct node *concept = outside || p->panic ? NULL : parse_concept(p);
        n->template.declaration = outside                    ? outside
                                  : concept                  ? concept
                                  : parse_is(p, TOKEN_USING) ? parse_using(p)
                                  : p->panic                 ? NULL
                                                             : parse_declaration(p);
        p->template_head = false;
    }
    scope_undo(p, mark);
    const struct node *d = n->template.declaration;
    if (!d || p->panic)
        return n;
    n->name = name_of_declared(d);
    n->name_at = d->name_at;
    n->at = span_since(p, start);
    bool class = d->kind == NODE_DECLARATION && (d->flags & FLAG_TYPEDEF || !d->count);
    bool member = d->kind == NODE_FUNCTION && d->function.scope && d->function.scope->id.scope;
    if (n->count && n->name && !member)
        name_shadow(p, declared_name(p, n->name),
                    class ? SHADOW_CLASS_TEMPLATE : SHADOW_FUNCTION_TEMPLATE);
    return n;
}

/* ---- lambdas ---- */

static void parse_captures(struct parser *p, struct node *n)
{
    node_vec list = {0};
    parse_advance(p);
    while (!parse_is(p, TOKEN_RBRACKET) && !p->panic) {
        struct node *c = node_new(p, NODE_CAPTURE, p->t->at);
        bool alone = parse_next_is(p, 1, TOKEN_COMMA) || parse_next_is(p, 1, TOKEN_RBRACKET);
        if (alone && (parse_is(p, TOKEN_ASSIGN) || parse_is(p, TOKEN_AMP))) {
            n->op = p->t->kind;
            parse_advance(p);
        } else if ((parse_is(p, TOKEN_STAR) && parse_next_is(p, 1, TOKEN_THIS)) ||
                   parse_is(p, TOKEN_THIS)) {
            c->flags |= parse_take(p, TOKEN_STAR) ? FLAG_OBJECT : 0;
            parse_advance(p);
            c->op = TOKEN_THIS;
            VEC_PUSH(&list, c);
        } else {
            if (parse_take(p, TOKEN_AMP))
                c->op = TOKEN_AMP;
            if (parse_take(p, TOKEN_ELLIPSIS)) /* [...name = pattern] */
                c->flags |= FLAG_VARIADIC;
            c->name = p->t->name;
            c->name_at = p->t->at;
            if (!parse_take(p, TOKEN_NAME))
                parse_unexpected(p, "a name to capture");
            else if (parse_take(p, TOKEN_ASSIGN))
                c->capture.init = parse_assignment(p);
            else if (parse_take(p, TOKEN_ELLIPSIS))
                c->flags |= FLAG_VARIADIC;
            VEC_PUSH(&list, c);
        }
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    node_list(p, n, &list);
    parse_expect(p, TOKEN_RBRACKET, "after the captures");
}

/* The device's part of a lambda for kernels: its text, and the names in it that it may capture. */
static struct node *lambda_text(struct parser *p, const struct token *params,
                                const struct token *behind)
{
    struct node *n = node_new(p, NODE_LAMBDA_TEXT, span_since(p, params));
    node_vec list = {0};
    n->name_at = (struct span){behind->at.source, behind->at.start, n->at.end};
    for (const struct token *t = params; t < p->t; t++) {
        bool member = t[-1].kind == TOKEN_DOT || t[-1].kind == TOKEN_ARROW ||
                      t[-1].kind == TOKEN_SCOPE || t[1].kind == TOKEN_SCOPE;
        if (t->kind != TOKEN_NAME || member)
            continue;
        struct node *name = node_new(p, NODE_NAME, t->at);
        name->name = t->name;
        name->name_at = t->at;
        /* `int i` is the lambda's own */
        name->op = token_class(t[-1].kind) == CLASS_TYPE || t[-1].kind == TOKEN_AUTO ||
                   (t[-1].kind == TOKEN_NAME && name_is_type(p, t[-1].name)) ||
                   (t[-1].kind == TOKEN_STAR && token_class(t[-2].kind) == CLASS_TYPE);
        VEC_PUSH(&list, name);
    }
    node_list(p, n, &list);
    return n;
}

static void parse_lambda_head(struct parser *p, struct node *n)
{
    skip_brackets(p);
    while (parse_is(p, TOKEN_DEVICE) || parse_is(p, TOKEN_HOST)) {
        n->flags |= parse_is(p, TOKEN_DEVICE) ? FLAG_DEVICE : FLAG_HOST;
        parse_advance(p);
    }
}

static void parse_lambda_specs(struct parser *p, struct node *n)
{
    struct node *result = NULL;
    while (!p->panic) {
        if (parse_take(p, TOKEN_MUTABLE)) {
            n->flags |= FLAG_MUTABLE;
        } else if (parse_take(p, TOKEN_NOEXCEPT)) {
            parse_promise(p, n->lambda.type);
        } else if (parse_take(p, TOKEN_CONSTEXPR)) {
            continue;
        } else if (parse_take(p, TOKEN_ARROW)) {
            result = parse_type_name(p);
        } else {
            break;
        }
    }
    n->lambda.type->derived.extent = parse_requires_clause(p);
    n->lambda.type->derived.base =
        result ? result : node_new(p, NODE_TYPE_AUTO, n->lambda.type->at);
}

/* The body of a device-only lambda is C++ that the host need not understand. */
static void parse_device_body(struct parser *p, struct node *n)
{
    struct trial trial;
    const struct token *start = p->t;
    trial_begin(p, &trial);
    n->lambda.body = parse_block(p);
    if (!trial_end(p, &trial)) {
        p->t = start;
        n->lambda.body = NULL;
        skip_balanced(p);
    }
    if (!(n->flags & FLAG_HOST))
        n->lambda.body = NULL;
}

struct node *parse_lambda(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_LAMBDA, start->at);
    size_t mark = scope_mark(p);
    int angles = p->angles;
    bool range = p->range;
    p->angles = 0;
    p->range = false;
    parse_captures(p, n);
    for (uint32_t i = 0; i < n->count; i++)
        name_declare(p, n->list[i]->name, false);
    if (parse_is(p, TOKEN_LESS)) {
        n->lambda.template = node_new(p, NODE_TEMPLATE, p->t->at);
        p->t--; /* at what stands for `template` */
        parse_template_params(p, n->lambda.template);
        n->lambda.template->template.constraint =
            both_constraints(p, n->lambda.template->template.constraint, parse_requires_clause(p));
    }
    parse_lambda_head(p, n);
    const struct token *params = p->t;
    struct node *f = n->lambda.type = node_new(p, NODE_TYPE_FUNCTION, p->t->at);
    if (parse_take(p, TOKEN_LPAREN))
        parse_params(p, f);
    const struct token *behind = p->t;
    parse_lambda_specs(p, n);
    for (uint32_t i = 0; i < f->count; i++)
        name_declare(p, f->list[i]->name, false);
    p->blocks++;
    if (!p->panic && !parse_is(p, TOKEN_LBRACE))
        parse_unexpected(p, "the lambda's body");
    else if (!p->panic && n->flags & FLAG_DEVICE)
        parse_device_body(p, n);
    else if (!p->panic)
        n->lambda.body = parse_block(p);
    if (n->flags & FLAG_DEVICE && !p->panic)
        n->lambda.text = lambda_text(p, params, behind);
    p->blocks--;
    scope_undo(p, mark);
    p->angles = angles;
    p->range = range;
    n->at = span_since(p, start);
    return n->lambda.body || n->lambda.text ? n : error_node(p);
}
