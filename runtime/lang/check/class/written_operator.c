/* SPDX-License-Identifier: Apache-2.0 */
/* i.operator->() of an iterator: those of vectors, strings and arrays are pointers here, classes in other libraries, whose operators programs may
 * call by name. Such a call is checked as the expression with the operator. */
#include "lang/check/class/check_classes.h"

#include <string.h>

#include "lang/check/core/rules.h"

/* What an operator makes of an expression, and of two. NODE_ERROR: nothing. */
static const struct written {
    const char *spelling;
    enum token_kind op;
    enum node_kind unary, binary;
} operators[] = {
    {"*",  TOKEN_STAR,       NODE_UNARY, NODE_ERROR  },
    {"++", TOKEN_INC,        NODE_UNARY, NODE_POSTFIX},
    {"--", TOKEN_DEC,        NODE_UNARY, NODE_POSTFIX},
    {"+",  TOKEN_PLUS,       NODE_ERROR, NODE_BINARY },
    {"-",  TOKEN_MINUS,      NODE_ERROR, NODE_BINARY },
    {"==", TOKEN_EQ,         NODE_ERROR, NODE_BINARY },
    {"!=", TOKEN_NOT_EQ,     NODE_ERROR, NODE_BINARY },
    {"<",  TOKEN_LESS,       NODE_ERROR, NODE_BINARY },
    {">",  TOKEN_GREATER,    NODE_ERROR, NODE_BINARY },
    {"<=", TOKEN_LESS_EQ,    NODE_ERROR, NODE_BINARY },
    {">=", TOKEN_GREATER_EQ, NODE_ERROR, NODE_BINARY },
    {"=",  TOKEN_ASSIGN,     NODE_ERROR, NODE_ASSIGN },
    {"+=", TOKEN_ADD_ASSIGN, NODE_ERROR, NODE_ASSIGN },
    {"-=", TOKEN_SUB_ASSIGN, NODE_ERROR, NODE_ASSIGN },
    {"[]", TOKEN_LBRACKET,   NODE_ERROR, NODE_INDEX  },
};

static const struct written *operator_named(const char *name)
{
    if (strncmp(name, "operator", 8) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (!strcmp(name + 8, operators[i].spelling))
            return operators + i;
    return NULL;
}

static void set_parts(struct node *made, const struct node *n, struct node *object)
{
    switch (made->kind) {
    case NODE_INDEX:
        made->index.object = object;
        made->list = n->list;
        made->count = n->count;
        break;
    case NODE_BINARY:
    case NODE_ASSIGN:
        made->binary.left = object;
        made->binary.right = n->list[0];
        break;
    default: made->unary.operand = object; break;
    }
}

struct expr *written_operator(struct checker *c, const struct node *n, const struct expr *of)
{
    const struct node *m = n->call.callee;
    if (m->op != TOKEN_DOT || of->type->kind != TYPE_POINTER || n->count > 1)
        return NULL;
    if (!n->count && (!strcmp(m->name->text, "operator->") || !strcmp(m->name->text, "base")))
        return check_expr(c, m->member.object);
    const struct written *w = operator_named(m->name->text);
    enum node_kind kind = !w ? NODE_ERROR : n->count ? w->binary : w->unary;
    if (kind == NODE_ERROR)
        return NULL;
    struct node *made = ARENA_NEW(c->arena, struct node);
    *made = (struct node){.kind = kind, .op = w->op, .at = n->at, .name_at = m->name_at};
    set_parts(made, n, m->member.object);
    return check_expr(c, made);
}
