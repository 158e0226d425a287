/* SPDX-License-Identifier: Apache-2.0 */
/* struct, union, class and enum. Member functions are for the device side: the host passes over them. */
#include <string.h>

#include "lang/parse_impl.h"

/* Skips a member function from its parameter list or name on: to behind its body or ';'. */
static void skip_member(struct parser *p)
{
    while (!is(p, TOKEN_END) && !is(p, TOKEN_SEMICOLON) && !is(p, TOKEN_RBRACE)) {
        bool body = is(p, TOKEN_LBRACE);
        if (body || is(p, TOKEN_LPAREN) || is(p, TOKEN_LBRACKET))
            skip_balanced(p);
        else
            p->t++;
        if (body && !is(p, TOKEN_COMMA) && !is(p, TOKEN_LBRACE)) {
            take(p, TOKEN_SEMICOLON);
            return;
        }
    }
    take(p, TOKEN_SEMICOLON);
}

/* Whether the member here is a function, a constructor, an operator, or another thing that holds no data. */
static bool at_member_function(struct parser *p, const struct node *tag)
{
    const struct token *t = p->t;
    if (t->kind == TOKEN_TEMPLATE || t->kind == TOKEN_FRIEND || t->kind == TOKEN_USING ||
        t->kind == TOKEN_TYPEDEF || t->kind == TOKEN_STATIC || t->kind == TOKEN_VIRTUAL ||
        t->kind == TOKEN_EXPLICIT || t->kind == TOKEN_TILDE)
        return true;
    for (; t->kind != TOKEN_SEMICOLON && t->kind != TOKEN_LBRACE && t->kind != TOKEN_RBRACE &&
           t->kind != TOKEN_END;
         t++) {
        if (t->kind == TOKEN_OPERATOR || t->kind == TOKEN_TILDE)
            return true;
        if (t->kind == TOKEN_ASSIGN || t->kind == TOKEN_COLON)
            return false;
        if (t->kind == TOKEN_LPAREN) {
            bool attribute = token_class(t[-1].kind) == CLASS_SPEC;
            bool named = t[-1].kind == TOKEN_NAME && t > p->t;
            bool constructor = named && t[-1].name == tag->name;
            if (constructor || (named && t[-2].kind != TOKEN_LPAREN && t[1].kind != TOKEN_STAR))
                return true;
            if (!attribute)
                return false;
        }
    }
    return false;
}

static void parse_fields(struct parser *p, node_vec *out)
{
    struct specs s;
    if (!parse_specs(p, &s))
        return;
    if (is(p, TOKEN_SEMICOLON)) { /* an anonymous struct, or only a tag */
        struct node *n = node_new(p, NODE_FIELD, s.at);
        n->a = s.type;
        VEC_PUSH(out, n);
    }
    while (!is(p, TOKEN_SEMICOLON) && !p->panic) {
        struct declared d = {0};
        struct node *n = node_new(p, NODE_FIELD, p->t->at);
        n->a = s.type;
        if (!is(p, TOKEN_COLON))
            n->a = parse_declarator(p, s.type, &d, false);
        n->name = d.name;
        n->name_at = d.name ? d.at : s.at;
        if (take(p, TOKEN_COLON))
            n->b = parse_assignment(p);
        if (is(p, TOKEN_ASSIGN) || is(p, TOKEN_LBRACE))
            not_yet(p, n->name_at, "a default value of a member");
        VEC_PUSH(out, n);
        if (!take(p, TOKEN_COMMA))
            break;
    }
    expect(p, TOKEN_SEMICOLON, "after the member");
}

static void recover_member(struct parser *p)
{
    while (!is(p, TOKEN_END) && !is(p, TOKEN_RBRACE) && !is(p, TOKEN_SEMICOLON)) {
        if (is(p, TOKEN_LBRACE))
            skip_balanced(p);
        else
            p->t++;
    }
    take(p, TOKEN_SEMICOLON);
    p->panic = false;
}

static void parse_members(struct parser *p, struct node *tag)
{
    node_vec list = {0};
    p->t++;
    while (!is(p, TOKEN_RBRACE) && !is(p, TOKEN_END)) {
        if (is(p, TOKEN_PUBLIC) || is(p, TOKEN_PRIVATE) || is(p, TOKEN_PROTECTED)) {
            p->t++;
            expect(p, TOKEN_COLON, "after the access specifier");
        } else if (take(p, TOKEN_SEMICOLON)) {
            continue;
        } else if (at_member_function(p, tag)) {
            tag->flags |= FLAG_METHODS;
            skip_member(p);
        } else {
            parse_fields(p, &list);
        }
        if (p->panic)
            recover_member(p);
    }
    node_list(p, tag, &list);
    expect(p, TOKEN_RBRACE, "after the members");
}

static void parse_enumerators(struct parser *p, struct node *tag)
{
    node_vec list = {0};
    p->t++;
    while (!is(p, TOKEN_RBRACE) && !p->panic) {
        struct node *n = node_new(p, NODE_ENUMERATOR, p->t->at);
        n->name = p->t->name;
        n->name_at = p->t->at;
        if (!take(p, TOKEN_NAME))
            unexpected(p, "an enumerator's name");
        if (!(tag->flags & FLAG_SCOPED))
            name_declare(p, n->name, false);
        if (take(p, TOKEN_ASSIGN))
            n->a = parse_assignment(p);
        VEC_PUSH(&list, n);
        if (!take(p, TOKEN_COMMA))
            break;
    }
    node_list(p, tag, &list);
    expect(p, TOKEN_RBRACE, "after the enumerators");
}

struct node *parse_tag(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_TYPE_TAG, start->at);
    n->op = start->kind == TOKEN_CLASS ? TOKEN_STRUCT : start->kind;
    p->t++;
    if (n->op == TOKEN_ENUM && (take(p, TOKEN_CLASS) || take(p, TOKEN_STRUCT)))
        n->flags |= FLAG_SCOPED;
    uint64_t align = skip_attributes(p);
    if (is(p, TOKEN_NAME)) {
        n->name = p->t->name;
        n->name_at = p->t->at;
        p->t++;
    }
    if (is(p, TOKEN_COLON) && n->op == TOKEN_ENUM) {
        p->t++;
        n->a = parse_type_name(p);
    } else if (is(p, TOKEN_COLON) && n->name && !p->blocks &&
               (next_is(p, 1, TOKEN_PUBLIC) || next_is(p, 1, TOKEN_NAME))) {
        not_yet(p, p->t->at, "inheritance");
    }
    if (!is(p, TOKEN_LBRACE)) {
        if (!n->name)
            unexpected(p, "a name or '{'");
        if (n->name && is(p, TOKEN_SEMICOLON))
            name_declare(p, n->name, true);
        return n;
    }
    n->flags |= FLAG_BODY;
    if (n->name)
        name_declare(p, n->name, true);
    if (enter(p)) {
        if (n->op == TOKEN_ENUM)
            parse_enumerators(p, n);
        else
            parse_members(p, n);
    }
    leave(p);
    n->at = span_since(p, start);
    uint64_t behind = skip_attributes(p);
    align = align ? align : behind;
    if (align && n->op != TOKEN_ENUM) {
        n->flags |= FLAG_ALIGNED;
        n->integer = align;
    }
    return n;
}
