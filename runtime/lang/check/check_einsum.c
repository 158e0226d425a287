/* SPDX-License-Identifier: Apache-2.0 */
/* The subscripts of einsum(): they decide the rank of the result, so they are read here. The call gets them in explicit form. */
#include <ctype.h>
#include <string.h>

#include "lang/check/check_arrays.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/tree_build.h"

enum { OPERANDS = 4, LETTERS = OPERANDS * TYPE_RANK_MAX };

struct subscripts {
    char operands[OPERANDS][TYPE_RANK_MAX + 2], result[LETTERS + 1]; /* '.' stands for "..." */
    uint32_t count;
    bool has_result;              /* -> was there */
    char dots[TYPE_RANK_MAX + 1]; /* the letters that take the place of "...", the last axis last */
};

const struct expr *string_literal(const struct expr *e)
{
    while (e->kind == EXPR_CONVERT || e->kind == EXPR_DECAY)
        e = e->left;
    return e->kind == EXPR_STRING ? e : NULL;
}

static bool malformed(struct checker *c, const struct expr *at, const char *what, char letter)
{
    struct diag *d = letter ? diag_error(c->diags, DIAG_TYPE, at->at, "'%c' %s", letter, what)
                            : diag_error(c->diags, DIAG_TYPE, at->at, "%s", what);
    diag_help(c->diags, d,
              "a letter for each axis, a comma between operands: einsum(\"ij,jk->ik\", A, B)");
    return false;
}

/* Adds a letter to a text that has room for `most`. */
static bool add(char *to, size_t most, char letter)
{
    size_t n = strlen(to);
    if (n < most)
        to[n] = letter;
    return n < most;
}

/* "..." of one operand, or of the result. */
static bool take_dots(struct checker *c, const struct expr *at, struct str text, size_t *i,
                      char *to)
{
    if (*i + 3 >= text.n || memcmp(text.p + *i, "...", 3))
        return malformed(c, at, "has no meaning in the subscripts of 'einsum'", '.');
    if (strchr(to, '.'))
        return malformed(c, at, "'...' is there twice", 0);
    *i += 2;
    return add(to, TYPE_RANK_MAX + 1, '.');
}

static bool parse(struct checker *c, const struct expr *at, struct str text, struct subscripts *out)
{
    *out = (struct subscripts){.count = 1};
    for (size_t i = 0; i + 1 < text.n; i++) {
        char letter = text.p[i],
             *to = out->has_result ? out->result : out->operands[out->count - 1];
        if (letter == ' ')
            continue;
        if (letter == '-' && text.p[i + 1] == '>' && !out->has_result) {
            out->has_result = true;
            i++;
        } else if (letter == ',' && !out->has_result) {
            if (out->count == OPERANDS)
                return malformed(c, at, "'einsum' takes at most 4 operands", 0);
            out->count++;
        } else if (letter == '.') {
            if (!take_dots(c, at, text, &i, to))
                return false;
        } else if (!isalpha((unsigned char) letter)) {
            return malformed(c, at, "has no meaning in the subscripts of 'einsum'", letter);
        } else if (!add(to, TYPE_RANK_MAX + (strchr(to, '.') != NULL), letter)) {
            return malformed(c, at, "is one letter too many: arrays have at most 4 axes", letter);
        }
    }
    return true;
}

/* How often a letter occurs among the operands. */
static uint32_t times(const struct subscripts *s, char letter)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->count; i++)
        for (const char *p = s->operands[i]; *p; p++)
            n += *p == letter;
    return n;
}

/* "...", then the letters that occur once, in the order of the alphabet, capital ones first. */
static void implied(struct subscripts *s)
{
    size_t n = strlen(s->dots);
    memcpy(s->result, s->dots, n);
    for (int letter = 'A'; letter <= 'z'; letter++)
        if (isalpha(letter) && !strchr(s->dots, letter) && times(s, (char) letter) == 1)
            s->result[n++] = (char) letter;
}

/* The last `n` letters of s->dots in the place of '.'. */
static void put_letters(const struct subscripts *s, char *text, size_t n)
{
    char *dot = strchr(text, '.');
    if (!dot)
        return;
    memmove(dot + n, dot + 1, strlen(dot + 1) + 1);
    memcpy(dot, s->dots + strlen(s->dots) - n, n);
}

/* How many axes "..." of this operand stands for. */
static size_t axes_of_dots(const char *subscripts, const struct expr *a)
{
    size_t letters = strlen(subscripts) - 1;
    return strchr(subscripts, '.') && is_array(a) && a->type->rank > letters
               ? a->type->rank - letters
               : 0;
}

/* "..." becomes letters that the text has not: the last axis of one operand's is that of the others'. */
static bool put_dots(struct checker *c, const struct expr *call, struct subscripts *s)
{
    size_t most = 0, n = 0;
    for (uint32_t i = 0; i < s->count && i + 1 < call->arg_count; i++) {
        size_t axes = axes_of_dots(s->operands[i], call->args[i + 1]);
        most = axes > most ? axes : most;
    }
    if (most && s->has_result && !strchr(s->result, '.'))
        return malformed(c, call->args[0], "'...' stands for axes that the result must have too",
                         0);
    for (int letter = 'A'; n < most; letter++)
        if (isalpha(letter) && !times(s, (char) letter))
            s->dots[n++] = (char) letter;
    for (uint32_t i = 0; i < s->count && i + 1 < call->arg_count; i++)
        put_letters(s, s->operands[i], axes_of_dots(s->operands[i], call->args[i + 1]));
    put_letters(s, s->result, most);
    return true;
}

static bool result_fits(struct checker *c, const struct expr *at, const struct subscripts *s)
{
    for (const char *p = s->result; *p; p++) {
        if (!times(s, *p))
            return malformed(c, at, "is in the result, but in no operand", *p);
        if (strchr(p + 1, *p))
            return malformed(c, at, "is in the result twice", *p);
    }
    return strlen(s->result) <= TYPE_RANK_MAX ||
           malformed(c, at, "the result would have more than 4 axes", 0);
}

static bool operands_fit(struct checker *c, const struct expr *call, const struct subscripts *s)
{
    uint32_t count = call->arg_count - 1;
    if (s->count != count) {
        diag_error(c->diags, DIAG_TYPE, call->args[0]->at,
                   "the subscripts are for %u operand%s, but there %s %u", s->count,
                   s->count == 1 ? "" : "s", count == 1 ? "is" : "are", count);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct expr *a = call->args[i + 1];
        if (!array_of_elements(a)) {
            array_arg_wrong(c, a, call, "arrays of numbers");
            return false;
        }
        if (a->type->rank != strlen(s->operands[i])) {
            diag_error(c->diags, DIAG_TYPE, a->at,
                       "this array has %u ax%s, but its subscripts are '%s'", a->type->rank,
                       a->type->rank == 1 ? "is" : "es", s->operands[i]);
            return false;
        }
    }
    return true;
}

/* The literal in explicit form, as a pointer. */
static struct expr *explicit_form(struct checker *c, const struct expr *old,
                                  const struct subscripts *s)
{
    struct buf text = {0};
    for (uint32_t i = 0; i < s->count; i++)
        buf_printf(&text, "%s%s", i ? "," : "", s->operands[i]);
    buf_printf(&text, "->%s", s->result);
    struct expr *e =
        expr_new(c, EXPR_STRING, type_array(c->arena, type_basic(TYPE_CHAR), text.n + 1), old->at);
    e->string = (struct str){arena_printf(c->arena, "%s", text.p), text.n + 1};
    e->lvalue = true;
    buf_free(&text);
    return convert_rvalue(c, e);
}

struct expr *check_einsum(struct checker *c, struct expr *call)
{
    const struct expr *text = string_literal(call->args[0]);
    struct subscripts s;
    if (!text) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, call->args[0]->at,
                                    "the subscripts of 'einsum' must be a string literal");
        diag_help(c->diags, d, "they decide the rank of the result, which is part of its type");
        return expr_bad(c, call->at);
    }
    if (!parse(c, text, text->string, &s) || !put_dots(c, call, &s) || !operands_fit(c, call, &s))
        return expr_bad(c, call->at);
    if (!s.has_result)
        implied(&s);
    if (!result_fits(c, text, &s))
        return expr_bad(c, call->at);
    const struct type *t = map_element(call->args[1]->type->base);
    for (uint32_t i = 1; i < call->arg_count; i++)
        t = product_of(c, t, type_plain(call->args[i]->type->base));
    for (uint32_t i = 1; i < call->arg_count; i++)
        call->args[i] = array_retyped(c, call->args[i], t);
    uint32_t rank = (uint32_t) strlen(s.result);
    call->args[0] = explicit_form(c, text, &s);
    bool boxed = !rank && type_is_pair(t);
    call->type = rank || boxed ? array_of(c, t, rank ? rank : 1) : t;
    return boxed ? array_only_element(c, call) : call;
}
