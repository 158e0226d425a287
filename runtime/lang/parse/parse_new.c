/* SPDX-License-Identifier: Apache-2.0 */
/* new and delete: C++17 8.3.4, 8.3.5. */
#include "lang/parse/parse_impl.h"

/* new T, new T(value), new T[n], new T[n][4]: C++17 8.3.4; new T[]{a, b}: C++20 7.6.2.8p8 */
struct node *parse_new(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_NEW, start->at);
    struct specs s;
    node_vec extents = {0};
    if (parse_is(p, TOKEN_LPAREN)) { /* new (place) T */
        p->t++;
        n->allocation.place = parse_expression(p);
        parse_expect(p, TOKEN_RPAREN, "after the place");
    }
    if (!parse_specs(p, &s))
        return error_node(p);
    n->allocation.type = s.type;
    while (parse_is(p, TOKEN_STAR)) {
        struct node *pointer = node_new(p, NODE_TYPE_POINTER, p->t->at);
        p->t++;
        pointer->derived.base = n->allocation.type;
        n->allocation.type = pointer;
    }
    if (parse_is(p, TOKEN_LBRACKET) && parse_next_is(p, 1, TOKEN_RBRACKET)) {
        struct node *listed = node_new(p, NODE_INTEGER, p->t->at);
        listed->op = TYPE_ULONG;
        n->flags |= FLAG_UNSIZED;
        VEC_PUSH(&extents, listed);
        p->t += 2;
    }
    while (!p->panic && parse_take(p, TOKEN_LBRACKET)) {
        struct node *extent = parse_expression(p);
        VEC_PUSH(&extents, extent);
        parse_expect(p, TOKEN_RBRACKET, "after the number of elements");
    }
    for (size_t i = extents.n; i-- > 1;) {
        struct node *array = node_new(p, NODE_TYPE_ARRAY, extents.at[i]->at);
        array->derived.base = n->allocation.type;
        array->derived.extent = extents.at[i];
        n->allocation.type = array;
    }
    n->allocation.count = extents.n ? extents.at[0] : NULL;
    VEC_FREE(&extents);
    if (parse_is(p, TOKEN_LBRACE)) {
        n->allocation.init = parse_braces(p);
        n->flags |= FLAG_BRACES;
    } else if (parse_take(p, TOKEN_LPAREN)) {
        n->allocation.init = node_new(p, NODE_INIT_LIST, p->t[-1].at);
        parse_arguments(p, n->allocation.init, TOKEN_RPAREN);
    }
    n->at = span_since(p, start);
    return n;
}

struct node *parse_delete(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_DELETE, start->at);
    if (parse_is(p, TOKEN_LBRACKET) && parse_next_is(p, 1, TOKEN_RBRACKET)) {
        p->t += 2;
        n->flags |= FLAG_BODY;
    }
    n->unary.operand = parse_unary(p);
    n->height = (uint16_t) (n->unary.operand->height + 1);
    n->at = span_since(p, start);
    return n;
}

bool at_global_new(const struct parser *p)
{
    return parse_is(p, TOKEN_SCOPE) &&
           (parse_next_is(p, 1, TOKEN_NEW) || parse_next_is(p, 1, TOKEN_DELETE));
}

struct node *parse_global_new(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = parse_is(p, TOKEN_NEW) ? parse_new(p) : parse_delete(p);
    n->flags |= FLAG_ROOT;
    n->at = span_since(p, start);
    return n;
}
