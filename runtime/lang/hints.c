/* SPDX-License-Identifier: Apache-2.0 */
/* Warnings about text that means something else than it seems to, in host and device code alike, since both are tokens here. A warning stands
 * only where no correct program has that text. */
#include <stdlib.h>
#include <string.h>

#include "lang/front.h"

/* The value of a decimal integer literal without a suffix; 0: it is none. */
static uint64_t whole_number(const struct token *t)
{
    char digits[20] = "";
    char *end;
    if (t->kind != TOKEN_NUMBER || t->text.n >= sizeof digits || t->text.p[0] == '0')
        return 0;
    memcpy(digits, t->text.p, t->text.n);
    uint64_t n = strtoull(digits, &end, 10);
    return *end ? 0 : n;
}

/* Whether a factor may begin after the token: what is before it does not multiply or divide. */
static bool begins_product(const struct token *before)
{
    switch (before->kind) {
    case TOKEN_ASSIGN:
    case TOKEN_ADD_ASSIGN:
    case TOKEN_SUB_ASSIGN:
    case TOKEN_MUL_ASSIGN:
    case TOKEN_LPAREN:
    case TOKEN_COMMA:
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_RETURN: return true;
    default: return false;
    }
}

/* `(1/2)*x` and `x*(1/2)`: the parentheses around the tokens from `first` to `last`. */
static bool is_factor_in_parens(const struct token *first, const struct token *last)
{
    return first[-1].kind == TOKEN_LPAREN && last[1].kind == TOKEN_RPAREN &&
           (first[-2].kind == TOKEN_STAR ||
            (last[2].kind == TOKEN_STAR && begins_product(first - 2)));
}

/* `pow(x, 1/2)`: the name before the parenthesis that is open at the token. */
static bool is_exponent(const struct token *first, const struct token *begin)
{
    int depth = 0;
    if (first[-1].kind != TOKEN_COMMA || first[3].kind != TOKEN_RPAREN)
        return false;
    for (const struct token *t = first - 1; t > begin; t--) {
        depth += (t->kind == TOKEN_RPAREN) - (t->kind == TOKEN_LPAREN);
        if (depth < 0)
            return t[-1].name && (str_eq(t[-1].text, "pow") || str_eq(t[-1].text, "powf"));
        if (t->kind == TOKEN_SEMICOLON)
            return false;
    }
    return false;
}

static bool is_users(const struct sources *sources, const struct token *t)
{
    const struct source *src = source_get(sources, t->at.source);
    return src && src->kind != SOURCE_BUILTIN;
}

void hint_divisions(const struct sources *sources, const struct tokens *tokens, struct diags *out)
{
    for (size_t i = 2; i + 5 < tokens->n; i++) {
        const struct token *t = tokens->at + i, *begin = tokens->at;
        if (t[1].kind != TOKEN_SLASH || !is_users(sources, t))
            continue;
        uint64_t a = whole_number(t), b = whole_number(t + 2);
        bool product = begins_product(t - 1) && t[3].kind == TOKEN_STAR;
        if (!a || a >= b || !(product || is_factor_in_parens(t, t + 2) || is_exponent(t, begin)))
            continue;
        struct span at = t->at;
        if (t[2].at.source == at.source && t[2].at.end > at.end)
            at.end = t[2].at.end;
        struct diag *d = diag_warning(out, DIAG_TYPE, at, "%.*s / %.*s divides integers and is 0",
                                      (int) t->text.n, t->text.p, (int) t[2].text.n, t[2].text.p);
        diag_help(out, d, "write %.*s.0 for a fraction, or %.*s.0f in float arithmetic",
                  (int) t->text.n, t->text.p, (int) t->text.n, t->text.p);
    }
}
