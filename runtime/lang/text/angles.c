/* SPDX-License-Identifier: Apache-2.0 */
/* Which '>' closes which '<', for all of a text at once: the parser asks in many places whether a '<' could open template
 * arguments, and looking ahead each time would take quadratic time in a text where none is closed. */
#include "lang/text/token.h"

struct opens {
    VEC(uint32_t)
    at; /* indices of '<'; NEST for a bracket around what follows, BRACE for a brace inside of brackets */
    uint32_t braces;
};

enum { NEST = UINT32_MAX, BRACE = UINT32_MAX - 1 };

static bool ends_with_angle(const struct opens *o)
{
    return o->at.n && VEC_LAST(&o->at) < (uint32_t) BRACE;
}

static void close_angles(struct opens *o, struct tokens *list, uint32_t at, int width)
{
    for (; width && ends_with_angle(o); width--, o->at.n--)
        list->at[VEC_LAST(&o->at)].behind = at + 1 - VEC_LAST(&o->at);
}

static void close_bracket(struct opens *o)
{
    while (ends_with_angle(o))
        o->at.n--;
    o->at.n -= o->at.n && VEC_LAST(&o->at) == (uint32_t) NEST;
}

/* What ends expressions ends them in the body of the lambda that it stands in. */
static void forget(struct opens *o)
{
    while (o->at.n && (!o->braces || VEC_LAST(&o->at) != (uint32_t) BRACE))
        o->at.n--;
}

static void open_brace(struct opens *o)
{
    bool inside = o->at.n && !ends_with_angle(o);
    if (!inside)
        forget(o);
    if (!inside && !o->braces)
        return;
    VEC_PUSH(&o->at, (uint32_t) BRACE);
    o->braces++;
}

static void close_brace(struct opens *o)
{
    forget(o);
    o->at.n -= o->braces > 0;
    o->braces -= o->braces > 0;
}

void angles_match(struct tokens *list)
{
    struct opens o = {{0}};
    for (uint32_t i = 0; i < list->n; i++) {
        switch (list->at[i].kind) {
        case TOKEN_LPAREN:
        case TOKEN_LBRACKET: VEC_PUSH(&o.at, (uint32_t) NEST); break;
        case TOKEN_RPAREN:
        case TOKEN_RBRACKET: close_bracket(&o); break;
        case TOKEN_LESS: VEC_PUSH(&o.at, i); break;
        case TOKEN_GREATER: close_angles(&o, list, i, 1); break;
        case TOKEN_SHR: close_angles(&o, list, i, 2); break;
        case TOKEN_LAUNCH_CLOSE: close_angles(&o, list, i, 3); break;
        case TOKEN_LBRACE: open_brace(&o); break;
        case TOKEN_RBRACE: close_brace(&o); break;
        case TOKEN_SEMICOLON:
        case TOKEN_LAUNCH_OPEN:
        case TOKEN_OR_OR: forget(&o); break;
        case TOKEN_END:
        case TOKEN_MAGIC: o.at.n = o.braces = 0; break;
        default: break;
        }
    }
    VEC_FREE(&o.at);
}

const struct token *behind_angles(const struct token *at)
{
    return at->behind ? at + at->behind : NULL;
}

const struct token *behind_parens(const struct token *at)
{
    int depth = 0;
    for (; at->kind != TOKEN_END; at++) {
        depth += at->kind == TOKEN_LPAREN;
        depth -= at->kind == TOKEN_RPAREN;
        if (!depth)
            return at + 1;
    }
    return NULL;
}
