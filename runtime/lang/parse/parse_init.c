/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments and initialisers: lists of values, in parentheses and in braces. */
#include "lang/parse/parse_impl.h"

struct node *parse_expansion(struct parser *p, struct node *value)
{
    if (!parse_is(p, TOKEN_ELLIPSIS) || p->panic)
        return value;
    struct node *n = node_new(p, NODE_EXPAND, value->at);
    n->expansion.pattern = value;
    n->height = (uint16_t) (value->height + 1);
    p->t++;
    return n;
}

void parse_arguments(struct parser *p, struct node *to, enum token_kind close)
{
    node_vec list = {0};
    int angles = p->angles;
    p->angles = 0;
    while (!parse_is(p, close) && !p->panic) {
        struct node *value = parse_expansion(p, parse_value(p));
        VEC_PUSH(&list, value);
        if (value->height >= to->height)
            to->height = (uint16_t) (value->height + 1);
        if (!parse_take(p, TOKEN_COMMA))
            break;
        if (parse_is(p, close))
            parse_unexpected(p, "another argument");
    }
    node_list(p, to, &list);
    p->angles = angles;
    parse_expect(p, close, "after the arguments");
}

struct node *parse_value(struct parser *p)
{
    return parse_is(p, TOKEN_LBRACE) ? parse_braces(p) : parse_assignment(p);
}

/* [3] = value rather than [x] { ... } or [x](...) { ... } */
static bool index_ahead(const struct parser *p)
{
    int depth = 0;
    const struct token *t = p->t;
    for (; t->kind != TOKEN_END; t++) {
        depth += t->kind == TOKEN_LBRACKET;
        depth -= t->kind == TOKEN_RBRACKET;
        if (!depth)
            break;
    }
    return t->kind == TOKEN_END || (t[1].kind != TOKEN_LPAREN && t[1].kind != TOKEN_LBRACE);
}

static struct node *parse_member_name(struct parser *p)
{
    struct node *field = node_new(p, NODE_NAME, p->t->at);
    field->name = p->t->name;
    if (!parse_take(p, TOKEN_NAME))
        parse_unexpected(p, "a member's name");
    return field;
}

/* After '[': i] or GNU's i ... j] */
static struct node *parse_designated_index(struct parser *p)
{
    const struct token *start = p->t;
    struct node *index = parse_assignment(p);
    if (parse_take(p, TOKEN_ELLIPSIS)) {
        struct node *range = node_new(p, NODE_SLICE, start->at);
        range->slice.start = index;
        range->slice.stop = p->panic ? error_node(p) : parse_assignment(p);
        range->at = span_since(p, start);
        index = range;
    }
    parse_expect(p, TOKEN_RBRACKET, "after the index");
    return index;
}

/* .x[2] = value, [3] = value, or a value */
static struct node *parse_element(struct parser *p)
{
    const struct token *start = p->t;
    bool old = parse_is(p, TOKEN_NAME) && parse_next_is(p, 1, TOKEN_COLON);
    if (!old && !parse_is(p, TOKEN_DOT) && !(parse_is(p, TOKEN_LBRACKET) && index_ahead(p)))
        return parse_value(p);
    struct node *n = node_new(p, NODE_DESIGNATED, start->at);
    node_vec path = {0};
    if (old) { /* GNU: x: value */
        VEC_PUSH(&path, parse_member_name(p));
        p->t++;
    }
    while (!p->panic && (parse_is(p, TOKEN_DOT) || parse_is(p, TOKEN_LBRACKET))) {
        if (parse_take(p, TOKEN_LBRACKET)) {
            VEC_PUSH(&path, parse_designated_index(p));
            continue;
        }
        p->t++;
        VEC_PUSH(&path, parse_member_name(p));
    }
    bool index = path.n && VEC_LAST(&path)->kind != NODE_NAME;
    node_list(p, n, &path);
    bool braces = !index && parse_is(p, TOKEN_LBRACE);            /* C++20 9.4.2: .x{value} */
    if (!old && !braces && (!index || parse_is(p, TOKEN_ASSIGN))) /* GNU: [i] value */
        parse_expect(p, TOKEN_ASSIGN, "after the designator");
    n->designated.value = p->panic ? error_node(p) : parse_value(p);
    n->at = span_since(p, start);
    return n;
}

struct node *parse_braces(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_INIT_LIST, start->at);
    node_vec list = {0};
    int angles = p->angles;
    p->angles = 0;
    parse_expect(p, TOKEN_LBRACE, "before the values");
    if (parse_enter(p)) {
        while (!parse_is(p, TOKEN_RBRACE) && !p->panic) {
            struct node *value = parse_expansion(p, parse_element(p));
            VEC_PUSH(&list, value);
            if (!parse_take(p, TOKEN_COMMA))
                break;
        }
        parse_expect(p, TOKEN_RBRACE, "after the values");
    }
    p->angles = angles;
    parse_leave(p);
    node_list(p, n, &list);
    n->at = span_since(p, start);
    return n;
}
