/* SPDX-License-Identifier: Apache-2.0 */
/* The lexer of PTX (PTX ISA 4). It never fails: anything that is not a token becomes PTX_T_BAD. Next: ptx_parse.c. */
#include "ptx/ptx_lex.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_name_start(char c)
{
    return isalpha((unsigned char) c) || c == '_' || c == '$' || c == '%' || c == '.';
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char) c) || c == '_' || c == '$' || c == '.';
}

static void skip_blank(struct ptx_lexer *x)
{
    while (x->p < x->end) {
        char c = *x->p;
        bool more = x->p + 1 < x->end;
        if (c == '\n') {
            x->line++;
            x->p++;
        } else if (isspace((unsigned char) c) || c == '\0') {
            x->p++;
        } else if (c == '/' && more && x->p[1] == '/') {
            while (x->p < x->end && *x->p != '\n')
                x->p++;
        } else if (c == '/' && more && x->p[1] == '*') {
            x->p += 2;
            while (x->p < x->end && !(*x->p == '*' && x->p + 1 < x->end && x->p[1] == '/'))
                x->line += *x->p++ == '\n';
            x->p += x->p < x->end ? 2 : 0;
        } else {
            return;
        }
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if ((c | 32) >= 'a' && (c | 32) <= 'f')
        return (c | 32) - 'a' + 10;
    return -1;
}

static uint64_t digits(struct ptx_lexer *x, int base, int most, int *out_count)
{
    uint64_t v = 0;
    int n = 0;
    while (x->p < x->end && n < most) {
        int d = hex_digit(*x->p);
        if (d < 0 || d >= base)
            break;
        v = v * (uint64_t) base + (uint64_t) d;
        x->p++;
        n++;
    }
    *out_count = n;
    return v;
}

static bool is_decimal_float(const struct ptx_lexer *x)
{
    const char *p = x->p;
    while (p < x->end && isdigit((unsigned char) *p))
        p++;
    return p < x->end && (*p == '.' || *p == 'e' || *p == 'E');
}

static void lex_decimal_float(struct ptx_lexer *x, struct ptx_token *t)
{
    char text[64];
    size_t n = 0;
    const char *p = x->p;
    while (p < x->end && n < sizeof text - 1 &&
           (isdigit((unsigned char) *p) || strchr(".eE", *p) ||
            (n && strchr("+-", *p) && (text[n - 1] | 32) == 'e')))
        text[n++] = *p++;
    text[n] = '\0';
    char *stop;
    double v = strtod(text, &stop);
    t->kind = PTX_T_F64;
    memcpy(&t->bits, &v, sizeof v);
    x->p += stop > text ? (size_t) (stop - text) : 1;
}

/* 0fXXXXXXXX and 0dXXXXXXXXXXXXXXXX: the bits of a float */
static enum ptx_token_kind lex_exact_float(struct ptx_lexer *x, struct ptx_token *t, bool wide)
{
    int n, want = wide ? 16 : 8;
    x->p += 2;
    t->bits = digits(x, 16, want, &n);
    return n != want ? PTX_T_BAD : wide ? PTX_T_F64 : PTX_T_F32;
}

/* 0x1F, 0b101, 017, 12; U may follow */
static enum ptx_token_kind lex_integer(struct ptx_lexer *x, struct ptx_token *t, char second)
{
    int n;
    if (*x->p == '0' && (second == 'x' || second == 'b')) {
        bool hex = second == 'x';
        x->p += 2;
        t->bits = digits(x, hex ? 16 : 2, hex ? 16 : 64, &n);
    } else {
        t->bits = digits(x, *x->p == '0' ? 8 : 10, 24, &n);
    }
    if (!n)
        return PTX_T_BAD;
    x->p += x->p < x->end && *x->p == 'U';
    return PTX_T_INT;
}

static void lex_number(struct ptx_lexer *x, struct ptx_token *t)
{
    char second = x->p + 1 < x->end ? (char) (x->p[1] | 32) : '\0';
    if (*x->p == '0' && (second == 'f' || second == 'd'))
        t->kind = lex_exact_float(x, t, second == 'd');
    else if (!(*x->p == '0' && (second == 'x' || second == 'b')) && is_decimal_float(x))
        lex_decimal_float(x, t);
    else
        t->kind = lex_integer(x, t, second);
    if (x->p < x->end && is_name_char(*x->p) && *x->p != '.')
        t->kind = PTX_T_BAD;
}

static void lex_name(struct ptx_lexer *x)
{
    bool directive = *x->p == '.'; /* a dot begins the next one: ".reg.b16" is two */
    x->p++;
    while (x->p < x->end) {
        if (directive && *x->p == '.')
            return;
        if (is_name_char(*x->p))
            x->p++;
        else if (x->end - x->p > 2 && x->p[0] == ':' && x->p[1] == ':' &&
                 isalnum((unsigned char) x->p[2]))
            x->p += 2;
        else
            return;
    }
}

struct ptx_token ptx_lex(struct ptx_lexer *x)
{
    skip_blank(x);
    struct ptx_token t = {
        .line = x->line, .text = {x->p, 0}
    };
    if (x->p >= x->end)
        return t;
    const char *start = x->p;
    if (is_name_start(*x->p)) {
        t.kind = PTX_T_NAME;
        lex_name(x);
    } else if (isdigit((unsigned char) *x->p)) {
        lex_number(x, &t);
    } else if (*x->p == '"') {
        t.kind = PTX_T_STRING;
        start = ++x->p;
        while (x->p < x->end && *x->p != '"' && *x->p != '\n')
            x->p++;
        t.text = (struct str){start, (size_t) (x->p - start)};
        if (x->p < x->end && *x->p == '"')
            x->p++;
        else
            t.kind = PTX_T_BAD;
        return t;
    } else {
        t.kind = strchr("(){}[]<>,;:|!@+-*=", *x->p) ? PTX_T_PUNCT : PTX_T_BAD;
        x->p++;
    }
    t.text = (struct str){start, (size_t) (x->p - start)};
    return t;
}
