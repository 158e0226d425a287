/* SPDX-License-Identifier: Apache-2.0 */
/* Which '>' closes which '<', for all of a text at once: the parser asks in many places whether a '<' could open template
 * arguments, and looking ahead each time would take quadratic time in a text where none is closed. */
#include "lang/text/token.h"

struct opens {
    VEC(uint32_t) at; /* indices of '<', and NEST for a bracket around what follows */
};

enum { NEST = UINT32_MAX };

static void close_angles(struct opens *o, struct tokens *list, uint32_t at, int width)
{
    for (; width && o->at.n && VEC_LAST(&o->at) != (uint32_t) NEST; width--, o->at.n--)
        list->at[VEC_LAST(&o->at)].behind = at + 1 - VEC_LAST(&o->at);
}

static void close_bracket(struct opens *o)
{
    while (o->at.n && VEC_LAST(&o->at) != (uint32_t) NEST)
        o->at.n--;
    o->at.n -= o->at.n > 0;
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
        case TOKEN_END:
        case TOKEN_SEMICOLON:
        case TOKEN_LBRACE:
        case TOKEN_RBRACE:
        case TOKEN_LAUNCH_OPEN:
        case TOKEN_OR_OR:
        case TOKEN_MAGIC: o.at.n = 0; break;
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
