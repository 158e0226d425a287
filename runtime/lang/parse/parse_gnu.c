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

/* ---- inline assembly ---- */

/* Whether the strings here are blank: such assembly only keeps a compiler from moving code. */
static bool blank_template(struct parser *p)
{
    bool blank = true;
    for (; parse_is(p, TOKEN_STRING); p->t++)
        for (size_t i = 1; i + 1 < p->t->text.n; i++)
            blank &= memchr(" \tn\\", p->t->text.p[i], 5) != NULL;
    return blank;
}

/* ["name"] "constraint" (value), ...: the values with their constraints. */
struct asm_operands {
    node_vec values;
    VEC(struct str) constraints;
};

static void parse_operands(struct parser *p, struct asm_operands *out)
{
    while (!p->panic && (parse_is(p, TOKEN_STRING) || parse_is(p, TOKEN_LBRACKET))) {
        if (parse_is(p, TOKEN_LBRACKET))
            skip_balanced(p);
        struct str constraint = p->t->text;
        parse_expect(p, TOKEN_STRING, "as the constraint");
        while (parse_take(p, TOKEN_STRING))
            ;
        parse_expect(p, TOKEN_LPAREN, "before the operand");
        VEC_PUSH(&out->constraints, constraint);
        VEC_PUSH(&out->values, p->panic ? error_node(p) : parse_expression(p));
        parse_expect(p, TOKEN_RPAREN, "after the operand");
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
}

static void free_operands(struct asm_operands *o)
{
    VEC_FREE(&o->values);
    VEC_FREE(&o->constraints);
}

/* "0": the input that lies where an output does becomes its value. */
static struct node *assign_operand(struct parser *p, const struct asm_operands *outputs,
                                   struct str constraint, struct node *value)
{
    struct node *n = node_new(p, NODE_EXPRESSION, value->at);
    size_t which = constraint.n == 3 ? (size_t) (constraint.p[1] - '0') : SIZE_MAX;
    n->expression.value = value;
    if (which >= outputs->values.n)
        return n;
    struct node *set = node_new(p, NODE_ASSIGN, value->at);
    set->op = TOKEN_ASSIGN;
    set->name_at = value->at;
    set->binary.left = outputs->values.at[which];
    set->binary.right = value;
    n->expression.value = set;
    return n;
}

struct node *parse_asm(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_BLOCK, start->at);
    struct asm_operands outputs = {0}, inputs = {0};
    node_vec list = {0};
    while (parse_take(p, TOKEN_VOLATILE) || parse_take(p, TOKEN_GOTO) ||
           parse_take(p, TOKEN_INLINE))
        ;
    parse_expect(p, TOKEN_LPAREN, "before the assembly");
    if (!p->panic && !blank_template(p))
        not_yet(p, start->at, "inline assembly");
    bool both = parse_take(p, TOKEN_SCOPE); /* "::" without outputs */
    if (!both && parse_take(p, TOKEN_COLON))
        parse_operands(p, &outputs);
    if (both || parse_take(p, TOKEN_COLON))
        parse_operands(p, &inputs);
    for (size_t i = 0; i < inputs.values.n && !p->panic; i++)
        VEC_PUSH(&list, assign_operand(p, &outputs, inputs.constraints.at[i], inputs.values.at[i]));
    while (!parse_is(p, TOKEN_RPAREN) && !parse_is(p, TOKEN_END) && !p->panic)
        p->t++; /* what it overwrites */
    free_operands(&outputs);
    free_operands(&inputs);
    node_list(p, n, &list);
    parse_expect(p, TOKEN_RPAREN, "after the assembly");
    parse_expect(p, TOKEN_SEMICOLON, "after the assembly");
    n->at = span_since(p, start);
    return n;
}
