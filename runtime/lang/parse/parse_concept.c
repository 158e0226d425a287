/* SPDX-License-Identifier: Apache-2.0 */
/* Concepts and constraints (C++20 7.5.7, 13.7.8). `concept` and `requires` are keywords only where one may stand. All constraints of a
 * template become one expression: those of its parameters, its requires-clause, joined by &&. */
#include <string.h>

#include "lang/parse/parse_impl.h"

static bool at_word(const struct parser *p, const char *word)
{
    return parse_is(p, TOKEN_NAME) && str_eq(p->t->text, word);
}

/* Behind a name that may be that of a concept, with its arguments; or NULL. */
static const struct token *behind_concept(const struct parser *p)
{
    const struct token *t = p->t;
    if (t->kind != TOKEN_NAME || type_end(p, t))
        return NULL;
    for (t++; t->kind == TOKEN_SCOPE && t[1].kind == TOKEN_NAME;)
        t += 2;
    return t->kind == TOKEN_LESS ? behind_angles(t) : t;
}

static struct node *parse_grouped(struct parser *p)
{
    parse_expect(p, TOKEN_LPAREN, "before the constraint");
    struct node *n = p->panic ? error_node(p) : parse_expression(p);
    parse_expect(p, TOKEN_RPAREN, "after the constraint");
    return n;
}

bool constrained_auto_ahead(const struct parser *p)
{
    const struct token *behind = behind_concept(p);
    return behind && behind->kind == TOKEN_AUTO;
}

bool constrained_param_ahead(const struct parser *p)
{
    const struct token *t = behind_concept(p);
    if (t && t->kind == TOKEN_ELLIPSIS)
        t++;
    return t && (t->kind == TOKEN_NAME || t->kind == TOKEN_COMMA || t->kind == TOKEN_GREATER ||
                 t->kind == TOKEN_ASSIGN);
}

struct node *parse_concept_name(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_NAME, start->at);
    parse_qualified(p, n);
    n->name_at = n->at;
    if (parse_is(p, TOKEN_LESS) && !(n->flags & FLAG_ARGS))
        parse_template_args(p, n);
    n->at = span_since(p, start);
    return n;
}

struct node *concept_of(struct parser *p, const struct node *concept, struct node *first)
{
    struct node *n = node_new(p, NODE_NAME, concept->at);
    node_vec args = {0};
    *n = *concept;
    VEC_PUSH(&args, first);
    for (uint32_t i = 0; i < concept->count; i++)
        VEC_PUSH(&args, concept->list[i]);
    node_list(p, n, &args);
    n->flags |= FLAG_ARGS;
    return n;
}

struct node *both_constraints(struct parser *p, struct node *a, struct node *b)
{
    if (!a || !b)
        return a ? a : b;
    struct node *n = node_new(p, NODE_BINARY, a->at);
    n->op = TOKEN_AND_AND;
    n->name_at = b->at;
    n->binary.left = a;
    n->binary.right = b;
    n->height = (uint16_t) ((a->height > b->height ? a->height : b->height) + 1);
    return n;
}

/* Concept T, Concept... T; the constraint goes to the template. */
struct node *parse_constrained_param(struct parser *p, struct node *template)
{
    struct node *concept = parse_concept_name(p), *n = node_new(p, NODE_TPARAM, p->t->at);
    struct node *type = node_new(p, NODE_TYPE_NAME, p->t->at);
    if (parse_take(p, TOKEN_ELLIPSIS))
        n->flags |= FLAG_VARIADIC;
    n->name = parse_is(p, TOKEN_NAME) ? p->t->name : name_cstr(p->in.names, " constrained");
    n->name_at = p->t->at;
    name_shadow(p, n->name, SHADOW_TYPE);
    parse_take(p, TOKEN_NAME);
    if (parse_take(p, TOKEN_ASSIGN))
        n->declarator.init = parse_type_name(p);
    type->name = n->name;
    struct node *constraint = concept_of(p, concept, type);
    if (n->flags & FLAG_VARIADIC) {
        struct node *fold = node_new(p, NODE_FOLD, concept->at);
        fold->op = TOKEN_AND_AND;
        fold->fold.pattern = constraint;
        constraint = fold;
    }
    template->template.constraint = both_constraints(p, template->template.constraint, constraint);
    return n;
}

/* A primary expression of a requires-clause: what is followed by neither an operator nor a call is a name with its arguments,
 * though the name may not be known here. */
static struct node *parse_constraint_part(struct parser *p)
{
    const struct token *behind = at_requires(p) ? NULL : behind_concept(p);
    enum token_kind next = behind ? behind->kind : TOKEN_SCOPE;
    if (next == TOKEN_SCOPE || next == TOKEN_LPAREN || next == TOKEN_DOT)
        return parse_is(p, TOKEN_LPAREN) ? parse_grouped(p)
               : at_requires(p)          ? parse_requires(p)
                                         : parse_assignment(p);
    return parse_concept_name(p);
}

static struct node *parse_constraint(struct parser *p, enum token_kind op)
{
    struct node *left =
        op == TOKEN_OR_OR ? parse_constraint(p, TOKEN_AND_AND) : parse_constraint_part(p);
    while (!p->panic && parse_is(p, op)) {
        struct node *n = node_new(p, NODE_BINARY, p->t->at);
        p->t++;
        n->op = (uint16_t) op;
        n->name_at = n->at;
        n->binary.left = left;
        n->binary.right =
            op == TOKEN_OR_OR ? parse_constraint(p, TOKEN_AND_AND) : parse_constraint_part(p);
        n->height = (uint16_t) (left->height + 1);
        left = n;
    }
    return left;
}

struct node *parse_requires_clause(struct parser *p)
{
    if (!at_word(p, "requires"))
        return NULL;
    p->t++;
    return parse_constraint(p, TOKEN_OR_OR);
}

/* concept NAME = constraint; a variable template that is true or false. NULL: none is here. */
struct node *parse_concept(struct parser *p)
{
    if (!at_word(p, "concept") || !parse_next_is(p, 1, TOKEN_NAME) ||
        !parse_next_is(p, 2, TOKEN_ASSIGN))
        return NULL;
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_DECLARATION, start->at),
                *d = node_new(p, NODE_DECLARATOR, p->t->at);
    node_vec list = {0};
    n->declaration.type = d->declarator.type = node_new(p, NODE_TYPE_BASIC, start->at);
    n->declaration.type->op = TYPE_BOOL;
    n->flags |= FLAG_CONSTEXPR;
    n->op = TOKEN_QUESTION;
    d->name = p->t->name;
    d->name_at = p->t->at;
    p->t += 2;
    d->declarator.init = parse_assignment(p);
    VEC_PUSH(&list, d);
    node_list(p, n, &list);
    parse_expect(p, TOKEN_SEMICOLON, "after the concept");
    n->at = span_since(p, start);
    return n;
}

/* ---- requires-expressions ---- */

bool at_requires(const struct parser *p)
{
    if (!at_word(p, "requires"))
        return false;
    const struct token *t = p->t + 1;
    if (t->kind == TOKEN_LPAREN) {
        int depth = 0;
        for (; t->kind != TOKEN_END; t++) {
            depth += (t->kind == TOKEN_LPAREN) - (t->kind == TOKEN_RPAREN);
            if (!depth)
                break;
        }
        t += t->kind == TOKEN_RPAREN;
    }
    return t->kind == TOKEN_LBRACE;
}

static struct node *parse_requirement(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_REQUIREMENT, start->at);
    if (parse_is(p, TOKEN_TYPENAME)) {
        n->op = TOKEN_TYPENAME;
        n->binary.left = parse_type_name(p);
    } else if (at_word(p, "requires") && !at_requires(p)) {
        p->t++;
        n->op = TOKEN_QUESTION;
        n->binary.left = parse_assignment(p);
    } else if (parse_take(p, TOKEN_LBRACE)) {
        n->binary.left = parse_expression(p);
        parse_expect(p, TOKEN_RBRACE, "after the expression");
        n->flags |= parse_take(p, TOKEN_NOEXCEPT) ? FLAG_NOEXCEPT : 0;
        if (parse_take(p, TOKEN_ARROW))
            n->binary.right = parse_concept_name(p);
    } else {
        n->binary.left = parse_expression(p);
    }
    parse_expect(p, TOKEN_SEMICOLON, "after the requirement");
    n->at = span_since(p, start);
    return n;
}

struct node *parse_requires(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_REQUIRES, start->at);
    node_vec list = {0};
    size_t mark = scope_mark(p);
    int angles = p->angles;
    p->angles = 0;
    n->requirement.params = node_new(p, NODE_TYPE_FUNCTION, p->t->at);
    if (parse_take(p, TOKEN_LPAREN))
        parse_params(p, n->requirement.params);
    parse_expect(p, TOKEN_LBRACE, "before the requirements");
    while (!parse_is(p, TOKEN_RBRACE) && !parse_is(p, TOKEN_END) && !p->panic) {
        struct node *one = parse_requirement(p);
        VEC_PUSH(&list, one);
    }
    parse_expect(p, TOKEN_RBRACE, "after the requirements");
    node_list(p, n, &list);
    p->angles = angles;
    scope_undo(p, mark);
    n->at = span_since(p, start);
    return n;
}
