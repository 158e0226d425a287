/* SPDX-License-Identifier: Apache-2.0 */
/* using, static_assert and explicit instantiations. */
#include <string.h>

#include "lang/parse/parse_impl.h"

/* using namespace a::b; */
static struct node *parse_using_namespace(struct parser *p, struct node *n)
{
    struct node *space = node_new(p, NODE_NAME, p->t->at);
    struct name *found = NULL;
    n->kind = NODE_USING_NAMESPACE;
    for (parse_take(p, TOKEN_SCOPE); parse_is(p, TOKEN_NAME); p->t++) {
        struct node *scope = node_new(p, NODE_SCOPE, p->t->at);
        found = found ? member_meant(p, found, p->t->name) : name_meant(p, p->t->name);
        scope->name = p->t->name;
        scope->id.scope = space->id.scope;
        space->id.scope = scope;
        if (!parse_next_is(p, 1, TOKEN_SCOPE) || !parse_next_is(p, 2, TOKEN_NAME)) {
            p->t++;
            break;
        }
        p->t++;
    }
    n->id.scope = space->id.scope;
    if (!found)
        parse_unexpected(p, "a namespace");
    else
        VEC_PUSH(&p->used, ((struct used_space){p->blocks ? NULL : p->space, found}));
    n->name = found;
    return n;
}

static bool has_complex_literals(const struct name *space)
{
    static const char *const spaces[] = {"std::literals", "std::complex_literals",
                                         "std::literals::complex_literals"};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (!strcmp(space->text, spaces[i]))
            return true;
    return false;
}

bool complex_used(const struct parser *p)
{
    VEC_EACH (space, &p->used)
        if (has_complex_literals(space->used))
            return true;
    VEC_EACH (space, &p->in.names->used)
        if (has_complex_literals(space->used))
            return true;
    return false;
}

/* What the name here means in its namespace. */
static enum name_shadow kind_used(const struct parser *p, const struct token *t)
{
    struct name *found = NULL;
    for (; t->kind == TOKEN_NAME; t += 2) {
        found = found ? member_meant(p, found, t->name) : name_meant(p, t->name);
        if (t[1].kind != TOKEN_SCOPE)
            break;
    }
    return found ? name_kind(found) : SHADOW_NONE;
}

/* using a::b; */
static struct node *parse_using_name(struct parser *p, struct node *n)
{
    n->kind = NODE_USING;
    n->using.name = node_new(p, NODE_NAME, p->t->at);
    const struct token *start = p->t;
    bool type = type_end(p, p->t) != NULL;
    parse_take(p, TOKEN_TYPENAME);
    parse_qualified(p, n->using.name);
    if (!n->using.name->name && parse_is(p, TOKEN_OPERATOR))
        n->using.name->name = parse_operator_name(p);
    n->name = n->using.name->name;
    n->name_at = n->using.name->name_at;
    if (parse_take(p, TOKEN_ELLIPSIS))
        n->flags |= FLAG_VARIADIC;
    if (!n->using.name->id.scope && n->using.name->op != TOKEN_SCOPE)
        parse_unexpected(p, "a name of a namespace after 'using'");
    else if (n->name && !p->class) {
        enum name_shadow kind = parse_is(p, TOKEN_SEMICOLON) ? kind_used(p, start) : SHADOW_NONE;
        bool template = kind == SHADOW_FUNCTION_TEMPLATE || (type && kind == SHADOW_CLASS_TEMPLATE);
        name_shadow(p, declared_name(p, n->name),
                    template ? kind
                    : type   ? SHADOW_TYPE
                             : SHADOW_NONE);
    }
    return n;
}

struct node *parse_using(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_EMPTY, start->at);
    if (parse_take(p, TOKEN_NAMESPACE)) {
        n = parse_using_namespace(p, n);
    } else if (parse_is(p, TOKEN_NAME) &&
               (parse_next_is(p, 1, TOKEN_ASSIGN) ||
                parse_next_is(p, 1, TOKEN_LBRACKET))) { /* using T = type; */
        struct node *d = node_new(p, NODE_DECLARATOR, p->t->at);
        d->name = p->t->name;
        d->name_at = p->t->at;
        p->t++;
        skip_brackets(p);
        if (parse_expect(p, TOKEN_ASSIGN, "after the alias"))
            d->declarator.type = parse_type_name(p);
        name_declare(p, declared_name(p, d->name), true);
        node_vec list = {0};
        VEC_PUSH(&list, d);
        n = node_new(p, NODE_DECLARATION, start->at);
        n->declaration.type = d->declarator.type;
        n->flags = FLAG_TYPEDEF;
        n->name = d->name;
        n->name_at = d->name_at;
        node_list(p, n, &list);
    } else if (parse_is(p, TOKEN_ENUM)) { /* using enum E; */
        p->t++;
        n->kind = NODE_USING;
        n->op = TOKEN_ENUM;
        n->using.name = node_new(p, NODE_NAME, p->t->at);
        parse_qualified(p, n->using.name);
        n->name = n->using.name->name;
        n->name_at = n->using.name->name_at;
    } else if (parse_is(p, TOKEN_NAME) || parse_is(p, TOKEN_SCOPE) || parse_is(p, TOKEN_TYPENAME)) {
        n = parse_using_name(p, n);
    } else {
        parse_unexpected(p, "'namespace' or a name after 'using'");
    }
    parse_expect(p, TOKEN_SEMICOLON, "after 'using'");
    n->at = span_since(p, start);
    return n;
}

struct node *parse_static_assert(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_STATIC_ASSERT, start->at);
    if (parse_expect(p, TOKEN_LPAREN, "after 'static_assert'"))
        n->assertion.condition = parse_assignment(p);
    struct buf text = {0};
    if (parse_take(p, TOKEN_COMMA)) {
        for (; parse_is(p, TOKEN_STRING); p->t++)
            string_read(p->t, 1, &text, p->in.diags);
    }
    n->text = (struct str){arena_strndup(p->in.arena, text.p ? text.p : "", text.n), text.n};
    buf_free(&text);
    parse_expect(p, TOKEN_RPAREN, "after the condition");
    parse_expect(p, TOKEN_SEMICOLON, "after 'static_assert'");
    n->at = span_since(p, start);
    return n->assertion.condition ? n : error_node(p);
}

bool explicit_instantiation_ahead(const struct parser *p)
{
    bool external = parse_is(p, TOKEN_EXTERN);
    return p->t[external].kind == TOKEN_TEMPLATE && p->t[external + 1].kind != TOKEN_LESS;
}

/* Whether the name at t is that of the template: its arguments or parameters follow. */
static bool instantiated_name(const struct token *t, bool class)
{
    const struct token *next = t + 1;
    if (next->kind == TOKEN_LESS)
        next = class ? next : behind_angles(next);
    return next && next->kind == (class ? TOKEN_LESS : TOKEN_LPAREN);
}

/* C++17 17.7.2. Instances are made where they are used, so only the name is kept, for the checker to look up. */
struct node *parse_explicit_instantiation(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_EXPLICIT_INSTANTIATION, start->at);
    parse_take(p, TOKEN_EXTERN);
    parse_advance(p);
    bool class = parse_is(p, TOKEN_STRUCT) || parse_is(p, TOKEN_CLASS) || parse_is(p, TOKEN_UNION);
    for (; !parse_is(p, TOKEN_SEMICOLON) && !parse_is(p, TOKEN_END); parse_advance(p)) {
        if (parse_is(p, TOKEN_GLOBAL) || parse_is(p, TOKEN_DEVICE))
            n->flags |= FLAG_DEVICE;
        if (!parse_is(p, TOKEN_NAME) || !instantiated_name(p->t, class))
            continue;
        n->name = p->t->name;
        n->name_at = p->t->at;
        n->op = p->t[-1].kind == TOKEN_SCOPE ? TOKEN_SCOPE : 0;
        break;
    }
    if (!n->name)
        parse_unexpected(p, "the name of a template and its arguments");
    while (!parse_is(p, TOKEN_SEMICOLON) && !parse_is(p, TOKEN_END))
        parse_advance(p);
    parse_expect(p, TOKEN_SEMICOLON, "after the explicit instantiation");
    n->at = span_since(p, start);
    return n;
}
