/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions of GNU C that C++ compilers have too, and C11's _Generic, which GNU C++ could have. Next: parse_expr.c. */
#include "lang/parse/parse_impl.h"

#include <string.h>

struct node *parse_statements(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_STATEMENTS, start->at);
    int angles = p->angles;
    bool range = p->range;
    p->angles = 0;
    p->range = false;
    n->unary.operand = parse_block(p);
    p->angles = angles;
    p->range = range;
    parse_expect(p, TOKEN_RPAREN, "after the statements");
    n->at = span_since(p, start);
    return n;
}

struct node *parse_label_address(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_LABEL_ADDRESS, start->at);
    n->name = p->t->name;
    if (!parse_take(p, TOKEN_NAME))
        parse_unexpected(p, "a label");
    n->at = span_since(p, start);
    return n;
}

static struct node *parse_association(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_ASSOCIATION, start->at);
    if (!parse_take(p, TOKEN_DEFAULT))
        n->cast.type = parse_type_name(p);
    parse_expect(p, TOKEN_COLON, "after the type");
    n->cast.operand = p->panic ? error_node(p) : parse_assignment(p);
    n->at = span_since(p, start);
    return n;
}

struct node *parse_generic(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_GENERIC, start->at);
    node_vec list = {0};
    parse_expect(p, TOKEN_LPAREN, "after '_Generic'");
    n->unary.operand = p->panic ? error_node(p) : parse_assignment(p);
    while (!p->panic && parse_take(p, TOKEN_COMMA))
        VEC_PUSH(&list, parse_association(p));
    node_list(p, n, &list);
    parse_expect(p, TOKEN_RPAREN, "after the associations");
    n->at = span_since(p, start);
    return n;
}

/* __builtin_types_compatible_p(T, U), and the properties of types that <type_traits> needs from the compiler */
struct node *parse_trait(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_TRAIT, start->at);
    bool two = start->kind == TOKEN_TYPES_COMPATIBLE || start->kind == TOKEN_IS_BASE_OF;
    int angles = p->angles;
    p->angles = 0;
    n->op = start->kind;
    parse_expect(p, TOKEN_LPAREN, two ? "before the types" : "before the type");
    n->binary.left = p->panic ? error_node(p) : parse_type_name(p);
    if (two) {
        parse_expect(p, TOKEN_COMMA, "between the types");
        n->binary.right = p->panic ? error_node(p) : parse_type_name(p);
    }
    parse_expect(p, TOKEN_RPAREN, two ? "after the types" : "after the type");
    p->angles = angles;
    n->at = span_since(p, start);
    return n;
}

struct node *parse_choose_expr(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_CHOOSE_EXPR, start->at);
    struct node **parts[] = {&n->conditional.condition, &n->conditional.then,
                             &n->conditional.otherwise};
    parse_expect(p, TOKEN_LPAREN, "before the arguments");
    for (int i = 0; i < 3; i++) {
        *parts[i] = p->panic ? error_node(p) : parse_assignment(p);
        parse_expect(p, i < 2 ? TOKEN_COMMA : TOKEN_RPAREN, "after the argument");
    }
    n->at = span_since(p, start);
    return n;
}

struct node *parse_constant_p(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_CONSTANT_P, start->at);
    parse_expect(p, TOKEN_LPAREN, "before the argument");
    n->unary.operand = p->panic ? error_node(p) : parse_expression(p);
    parse_expect(p, TOKEN_RPAREN, "after the argument");
    n->at = span_since(p, start);
    return n;
}

struct node *parse_call_place(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_CALL_PLACE, start->at);
    n->text = start->text;
    parse_expect(p, TOKEN_LPAREN, "after the builtin");
    parse_expect(p, TOKEN_RPAREN, "after '('");
    n->at = span_since(p, start);
    return n;
}
