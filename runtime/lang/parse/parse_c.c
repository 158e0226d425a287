/* SPDX-License-Identifier: Apache-2.0 */
/* What C accepts and C++ does not: declarations without a type and functions whose parameters are declared behind their names
 * (C11 6.9.1p6, C90 6.5.4.3). Next: parse_decl.c. */
#include "lang/parse/parse_impl.h"

static const struct token *behind_stars(const struct token *t)
{
    while (t->kind == TOKEN_STAR)
        t++;
    return t;
}

/* Whether a declaration of a parameter begins here. */
static bool begins_param(const struct parser *p, const struct token *t)
{
    enum token_class class = token_class(t->kind);
    return class == CLASS_TYPE || class == CLASS_SPEC || type_end(p, t);
}

bool old_function_ahead(const struct parser *p)
{
    const struct token *t = behind_stars(p->t);
    if (!p->in.dialect->old_declarations || p->blocks || t->kind != TOKEN_NAME ||
        t[1].kind != TOKEN_LPAREN)
        return false;
    const struct token *end = behind_parens(t + 1);
    return end && (end->kind == TOKEN_LBRACE || begins_param(p, end));
}

bool old_params_ahead(const struct parser *p)
{
    if (!p->in.dialect->old_declarations || !parse_is(p, TOKEN_NAME) || name_is_type(p, p->t->name))
        return false;
    return parse_next_is(p, 1, TOKEN_COMMA) || parse_next_is(p, 1, TOKEN_RPAREN);
}

static struct node *int_type(struct parser *p, struct span at)
{
    struct node *n = node_new(p, NODE_TYPE_BASIC, at);
    n->op = TYPE_INT;
    return n;
}

struct node *implicit_int(struct parser *p, struct span at)
{
    bool declares = parse_is(p, TOKEN_NAME) || parse_is(p, TOKEN_STAR) ||
                    parse_is(p, TOKEN_LPAREN) || parse_is(p, TOKEN_COMMA) ||
                    parse_is(p, TOKEN_RPAREN);
    if (!p->in.dialect->old_declarations || !declares)
        return NULL;
    diag_warning(p->in.diags, DIAG_TYPE, parse_is(p, TOKEN_NAME) ? p->t->at : at,
                 "a type is missing: it is 'int'");
    return int_type(p, at);
}

void parse_old_params(struct parser *p, struct node *function)
{
    node_vec list = {0};
    function->op = TOKEN_NAME;
    while (parse_is(p, TOKEN_NAME)) {
        struct node *n = node_new(p, NODE_PARAM, p->t->at);
        n->name = p->t->name;
        n->name_at = p->t->at;
        n->declarator.type = int_type(p, p->t->at);
        name_declare(p, n->name, false);
        VEC_PUSH(&list, n);
        p->t++;
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    parse_expect(p, TOKEN_RPAREN, "after the parameters");
    node_list(p, function, &list);
    skip_attributes(p);
}

static void give_type(struct parser *p, struct node *function, const struct node *declarator)
{
    for (uint32_t i = 0; i < function->count; i++)
        if (function->list[i]->name == declarator->name) {
            function->list[i]->declarator.type = declarator->declarator.type;
            function->list[i]->name_at = declarator->name_at;
            return;
        }
    syntax_error(p, declarator->name_at, "'%s' is not among the parameters",
                 declarator->name ? declarator->name->text : "");
}

void parse_old_param_types(struct parser *p, struct node *function)
{
    if (function->op != TOKEN_NAME)
        return;
    size_t mark = scope_mark(p);
    p->blocks++;
    while (!parse_is(p, TOKEN_LBRACE) && !p->panic && at_declaration(p)) {
        struct node *n = parse_declaration(p);
        for (uint32_t i = 0; i < n->count && n->kind == NODE_DECLARATION; i++)
            give_type(p, function, n->list[i]);
    }
    p->blocks--;
    scope_undo(p, mark);
}

void skip_asm_name(struct parser *p)
{
    bool named = (parse_is(p, TOKEN_ASM_GNU) || parse_is(p, TOKEN_ASM)) &&
                 parse_next_is(p, 1, TOKEN_LPAREN) && parse_next_is(p, 2, TOKEN_STRING);
    if (!named)
        return;
    p->attached = node_new(p, NODE_NAME, p->t[2].at);
    p->attached->name = name_of(p->in.names, p->t[2].text.p + 1, p->t[2].text.n - 2);
    p->attached->op = TOKEN_ASM;
    p->t++;
    skip_balanced(p);
}
