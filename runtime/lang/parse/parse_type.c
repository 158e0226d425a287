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
        skip_brackets(p);
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

/* At `name<...>` behind struct, of a class that is known: what follows is neither its body nor the end of a declaration. */
static bool at_instance(const struct parser *p)
{
    const struct token *behind = parse_next_is(p, 1, TOKEN_LESS) ? behind_angles(p->t + 1) : NULL;
    return behind && behind->kind != TOKEN_LBRACE && behind->kind != TOKEN_SEMICOLON &&
           behind->kind != TOKEN_COLON && !str_eq(behind->text, "final");
}

/* The keyword, attributes and name. Returns a::b or a<b> instead for a known class. */
static struct node *parse_tag_head(struct parser *p, struct node *n, struct layout *before)
{
    bool class = parse_is(p, TOKEN_CLASS);
    n->op = class ? TOKEN_STRUCT : p->t->kind;
    n->access = class ? ACCESS_PRIVATE : ACCESS_PUBLIC;
    p->t++;
    if (n->op == TOKEN_ENUM && (parse_take(p, TOKEN_CLASS) || parse_take(p, TOKEN_STRUCT)))
        n->flags |= FLAG_SCOPED;
    take_attributes(p, before);
    skip_own_namespace(p);
    if (!parse_is(p, TOKEN_NAME))
        return n;
    if (parse_next_is(p, 1, TOKEN_SCOPE)) {
        struct node *qualified = node_new(p, NODE_TYPE_NAME, p->t->at);
        parse_qualified(p, qualified);
        bool body = parse_is(p, TOKEN_LBRACE) || (parse_is(p, TOKEN_COLON) && at_bases(p));
        if (!body || !qualified->name || n->op == TOKEN_ENUM)
            return qualified;
        n->tag.owner = qualified->id.scope;
        n->name = qualified->name;
        n->name_at = qualified->name_at;
        return n;
    }
    if (n->op != TOKEN_ENUM && at_instance(p)) {
        struct node *instance = node_new(p, NODE_TYPE_NAME, p->t->at);
        parse_qualified(p, instance);
        return instance;
    }
    n->name = p->t->name;
    n->name_at = p->t->at;
    p->t++;
    return n;
}

/* What comes between the name and the body: arguments of a specialisation, final, bases, the type of an enum. */
static void parse_tag_tail(struct parser *p, struct node *n)
{
    bool class = n->op == TOKEN_STRUCT && n->name;
    if (class && parse_is(p, TOKEN_LESS)) {
        n->tag.scope = node_new(p, NODE_SCOPE, p->t->at);
        parse_template_args(p, n->tag.scope);
    }
    if (parse_is(p, TOKEN_NAME) && str_eq(p->t->text, "final")) {
        n->flags |= FLAG_FINAL | FLAG_METHODS;
        p->t++;
    }
    if (class && parse_is(p, TOKEN_COLON) && at_bases(p))
        parse_bases(p, n);
    else if (n->op == TOKEN_ENUM && parse_take(p, TOKEN_COLON))
        n->tag.underlying = parse_type_name(p);
}

static void parse_tag_body(struct parser *p, struct node *n)
{
    n->flags |= FLAG_BODY;
    if (parse_enter(p)) {
        if (n->op == TOKEN_ENUM)
            parse_enumerators(p, n);
        else
            parse_members(p, n);
    }
    parse_leave(p);
}

struct node *parse_tag_specifier(struct parser *p)
{
    const struct token *start = p->t;
    struct layout before = {0}, behind = {0};
    struct node *n = node_new(p, NODE_TYPE_TAG, start->at), *named = parse_tag_head(p, n, &before);
    if (named != n)
        return named;
    parse_tag_tail(p, n);
    bool apart = p->in.dialect->separate_tags || n->tag.scope || n->tag.owner;
    struct name *declared = apart ? NULL : declared_name(p, n->name);
    if (!parse_is(p, TOKEN_LBRACE)) {
        if (!n->name)
            parse_unexpected(p, "a name or '{'");
        if (parse_is(p, TOKEN_SEMICOLON)) {
            n->flags |= FLAG_ALONE;
            name_declare(p, declared, true);
        }
        return n;
    }
    if (p->template_head && declared)
        name_shadow(p, declared, SHADOW_CLASS_TEMPLATE);
    else
        name_declare(p, declared, true);
    parse_tag_body(p, n);
    n->at = span_since(p, start);
    take_attributes(p, &behind);
    p->attached = NULL; /* of a variable, not of a type */
    if (n->op != TOKEN_ENUM) {
        before.pack = pack_at(p, start);
        layout_set(p, n, &before, &behind);
    }
    return n;
}
