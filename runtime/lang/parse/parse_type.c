/* SPDX-License-Identifier: Apache-2.0 */
/* struct, union, class and enum. Members: parse_class.c. */
#include <string.h>

#include "lang/parse/parse_impl.h"

static void parse_enumerators(struct parser *p, struct node *tag)
{
    node_vec list = {0};
    p->t++;
    while (!parse_is(p, TOKEN_RBRACE) && !p->panic) {
        struct node *n = node_new(p, NODE_ENUMERATOR, p->t->at);
        n->name = p->t->name;
        n->name_at = p->t->at;
        if (!parse_take(p, TOKEN_NAME))
            parse_unexpected(p, "an enumerator's name");
        if (!(tag->flags & FLAG_SCOPED))
            name_declare(p, declared_name(p, n->name), false);
        if (parse_take(p, TOKEN_ASSIGN))
            n->enumerator.value = parse_assignment(p);
        VEC_PUSH(&list, n);
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    node_list(p, tag, &list);
    parse_expect(p, TOKEN_RBRACE, "after the enumerators");
}

static bool at_bases(const struct parser *p)
{
    return parse_next_is(p, 1, TOKEN_PUBLIC) || parse_next_is(p, 1, TOKEN_PRIVATE) ||
           parse_next_is(p, 1, TOKEN_PROTECTED) || parse_next_is(p, 1, TOKEN_VIRTUAL) ||
           parse_next_is(p, 1, TOKEN_NAME) || parse_next_is(p, 1, TOKEN_SCOPE);
}

struct node *parse_tag_specifier(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_TYPE_TAG, start->at);
    n->op = start->kind == TOKEN_CLASS ? TOKEN_STRUCT : start->kind;
    p->t++;
    if (n->op == TOKEN_ENUM && (parse_take(p, TOKEN_CLASS) || parse_take(p, TOKEN_STRUCT)))
        n->flags |= FLAG_SCOPED;
    struct layout before = {0}, behind = {0};
    take_attributes(p, &before);
    n->access = start->kind == TOKEN_CLASS ? ACCESS_PRIVATE : ACCESS_PUBLIC;
    if (parse_is(p, TOKEN_NAME)) {
        n->name = p->t->name;
        n->name_at = p->t->at;
        if (parse_next_is(
                p, 1,
                TOKEN_SCOPE)) { /* struct a::b, and a class defined outside the one it is in */
            struct node *qualified = node_new(p, NODE_TYPE_NAME, p->t->at);
            parse_qualified(p, qualified);
            return qualified;
        }
        p->t++;
    }
    if (parse_is(p, TOKEN_LESS) && n->name && n->op == TOKEN_STRUCT) {
        n->tag.scope = node_new(p, NODE_SCOPE, p->t->at);
        parse_template_args(p, n->tag.scope);
    }
    if (parse_is(p, TOKEN_NAME) && str_eq(p->t->text, "final"))
        p->t++;
    struct name *declared = declared_name(p, n->name);
    if (parse_is(p, TOKEN_COLON) && n->op == TOKEN_ENUM) {
        p->t++;
        n->tag.underlying = parse_type_name(p);
    } else if (parse_is(p, TOKEN_COLON) && n->op == TOKEN_STRUCT && n->name && at_bases(p)) {
        parse_bases(p, n);
    }
    if (!parse_is(p, TOKEN_LBRACE)) {
        if (!n->name)
            parse_unexpected(p, "a name or '{'");
        if (n->name && parse_is(p, TOKEN_SEMICOLON) && !n->tag.scope)
            name_declare(p, declared, true);
        return n;
    }
    n->flags |= FLAG_BODY;
    if (n->name && !n->tag.scope) {
        if (p->template_head)
            name_shadow(p, declared, SHADOW_CLASS_TEMPLATE);
        else
            name_declare(p, declared, true);
    }
    if (parse_enter(p)) {
        if (n->op == TOKEN_ENUM)
            parse_enumerators(p, n);
        else
            parse_members(p, n);
    }
    parse_leave(p);
    n->at = span_since(p, start);
    take_attributes(p, &behind);
    if (n->op != TOKEN_ENUM) {
        before.pack = pack_at(p, start);
        layout_set(p, n, &before, &behind);
    }
    return n;
}
