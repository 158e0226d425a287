/* SPDX-License-Identifier: Apache-2.0 */
/* The clauses of a directive, and the variables that each thread has for itself. Next: openmp.c. */
#include <stdlib.h>

#include "lang/text/openmp_impl.h"

/* ---- writing ---- */

/* The tokens point into the text. */
void omp_put(struct omp_rewriting *r, const char *text, struct span at)
{
    const struct source src = {
        .text = {text, strlen(text)}
    };
    struct lexer l = {r->pp->in.names, r->pp->in.arena, false, r->pp->in.dialect};
    size_t first = r->out.n;
    if (r->open)
        return;
    lex_text(&l, &src, 0, (uint32_t) src.text.n, &r->out);
    for (size_t i = first; i < r->out.n; i++) {
        struct token *t = r->out.at + i;
        t->at = at;
        t->line_start = false;
        t->from_macro = true;
    }
}

void omp_put_words(struct omp_rewriting *r, const struct token *from, const struct token *to)
{
    for (; from < to && !r->open; from++)
        VEC_PUSH(&r->out, *from);
}

void omp_put_about(struct omp_rewriting *r, const char *text, const struct token *word,
                   struct span at)
{
    for (const char *mark; (mark = strchr(text, '$')); text = mark + 1) {
        omp_put(r, arena_strndup(r->pp->in.arena, text, (size_t) (mark - text)), at);
        omp_put_words(r, word, word + 1);
    }
    omp_put(r, text, at);
}

/* ---- clauses ---- */

bool omp_is(const struct token *t, const char *word)
{
    return (t->name || t->kind == TOKEN_NAME) && str_eq(t->text, word);
}

static size_t closing(const struct omp_directive *d, size_t open)
{
    int depth = 0;
    for (size_t i = open; i < d->n; i++) {
        depth += d->words[i].kind == TOKEN_LPAREN;
        depth -= d->words[i].kind == TOKEN_RPAREN;
        if (!depth)
            return i;
    }
    return d->n;
}

/* The next one at or behind *io_at, which is set behind it. */
bool omp_next_clause(const struct omp_directive *d, const char *name, size_t *io_at,
                     struct omp_clause *out)
{
    for (size_t i = *io_at; i + 1 < d->n; i++) {
        if (d->words[i + 1].kind != TOKEN_LPAREN)
            continue;
        size_t end = closing(d, i + 1);
        if (omp_is(d->words + i, name)) {
            *out = (struct omp_clause){d->words + i + 2, d->words + end};
            *io_at = end;
            return true;
        }
        i = end;
    }
    return false;
}

bool omp_clause_of(const struct omp_directive *d, const char *name, struct omp_clause *out)
{
    size_t at = 0;
    return omp_next_clause(d, name, &at, out);
}

bool omp_has_word(const struct omp_directive *d, const char *word)
{
    for (size_t i = 0; i < d->n; i++)
        if (omp_is(d->words + i, word))
            return true;
    return false;
}

/* ---- clauses for data: OpenMP 5.2, 5.4 to 5.6 ---- */

bool omp_names(const struct token *list, const struct token *end, const struct token *name)
{
    for (; list < end; list++)
        if (list->kind == TOKEN_NAME && list->name == name->name)
            return true;
    return false;
}

static bool in_clause(const struct omp_directive *d, const char *clause, const struct token *name)
{
    struct omp_clause c;
    for (size_t at = 0; omp_next_clause(d, clause, &at, &c);)
        if (omp_names(c.from, c.to, name))
            return true;
    return false;
}

/* An array, most often. */
bool omp_is_subscripted(const struct omp_rewriting *r, const struct token *name)
{
    for (size_t i = 0; i + 1 < r->n; i++)
        if (r->at[i].kind == TOKEN_NAME && r->at[i].name == name->name &&
            r->at[i + 1].kind == TOKEN_LBRACKET)
            return true;
    return false;
}

static void find_own(const struct omp_directive *d, const char *clause, enum sharing how,
                     omp_own_vec *out)
{
    struct omp_clause c;
    for (size_t at = 0; omp_next_clause(d, clause, &at, &c);)
        for (const struct token *t = c.from; t < c.to; t++)
            if (t->kind == TOKEN_NAME && (how != FIRSTPRIVATE || !in_clause(d, "lastprivate", t)))
                VEC_PUSH(out, (struct omp_own){how, t, NULL});
}

/* Operators of the program's own, and arrays, stay shared: the threads take turns, and each operation on an element is one. */
static void find_reductions(const struct omp_rewriting *r, const struct omp_directive *d,
                            omp_own_vec *out)
{
    static const char *const ops[] = {"+", "-", "*", "&", "|", "^", "&&", "||", "min", "max"};
    struct omp_clause c;
    for (size_t at = 0; omp_next_clause(d, "reduction", &at, &c);) {
        const struct token *t = c.from, *op = NULL;
        while (t < c.to && t->kind != TOKEN_COLON)
            t++;
        for (size_t i = 0; i < sizeof ops / sizeof *ops && t > c.from; i++)
            if (str_eq(t[-1].text, ops[i]))
                op = t - 1;
        for (; t < c.to && op; t++)
            if (t->kind == TOKEN_NAME && !omp_is_subscripted(r, t))
                VEC_PUSH(out, (struct omp_own){REDUCTION, t, op});
    }
}

/* What x begins with, so that it does not change the result; a minimum and a maximum begin with a value that counts anyway. */
static const char *neutral(const struct token *op)
{
    bool one = str_eq(op->text, "*") || str_eq(op->text, "&&");
    bool outer = str_eq(op->text, "min") || str_eq(op->text, "max");
    return one ? "= 1;" : str_eq(op->text, "&") ? "= -1;" : outer ? "= *__omp_outer;" : "= 0;";
}

/* A lock until the end of the block: that of the name, or of what has none. */
void omp_put_lock(struct omp_rewriting *r, const struct token *name, struct span at)
{
    omp_put(
        r,
        arena_printf(r->pp->in.arena,
                     "struct __omp_critical *__omp_lock __attribute__((cleanup(__omp_leave))) = "
                     "__omp_enter(\"%.*s\");",
                     name ? (int) name->text.n : 0, name ? name->text.p : ""),
        at);
}

static void put_combined(struct omp_rewriting *r, const struct omp_own *o, struct span at)
{
    bool logical = str_eq(o->op->text, "&&") || str_eq(o->op->text, "||");
    bool chosen = str_eq(o->op->text, "min") || str_eq(o->op->text, "max");
    omp_put(r, "{", at);
    omp_put_lock(r, NULL, at);
    if (chosen)
        omp_put_about(
            r, str_eq(o->op->text, "min") ? "if ($ < *__omp_outer)" : "if ($ > *__omp_outer)",
            o->variable, at);
    omp_put(r, "*__omp_outer =", at);
    if (!chosen) {
        omp_put(r, "*__omp_outer", at);
        if (str_eq(o->op->text, "-")) /* the parts are added: OpenMP 5.2, 5.5.5 */
            omp_put(r, "+", at);
        else
            omp_put_words(r, o->op, o->op + 1);
        if (logical)
            omp_put(r, "!!", at);
    }
    omp_put_about(r, "$; }", o->variable, at);
}

static void declare_own(struct omp_rewriting *r, const struct omp_own *o, struct span at)
{
    if (o->how == PRIVATE) {
        omp_put_about(r, "{ typedef __typeof__($) __omp_type; __omp_type $;", o->variable, at);
        return;
    }
    omp_put_about(r, "{ __typeof__($) *__omp_outer = &$; { __typeof__(*__omp_outer) $", o->variable,
                  at);
    if (o->how == REDUCTION)
        omp_put(r, neutral(o->op), at);
    else
        omp_put(r, o->how == LASTPRIVATE ? ";" : "= *__omp_outer;", at);
}

static void end_own(struct omp_rewriting *r, const struct omp_own *o, struct span at)
{
    if (o->how == REDUCTION)
        put_combined(r, o, at);
    if (o->how == LASTPRIVATE || o->how == FIRST_AND_LAST)
        omp_put_about(r, "if (__omp_turns.mine) *__omp_outer = $;", o->variable, at);
    omp_put(r, o->how == PRIVATE ? "}" : "} }", at);
}

/* The index after a bracket's partner; the end of the text, if it has none. */
size_t omp_after_brackets(const struct omp_rewriting *r, size_t i)
{
    int depth = 0;
    do {
        enum token_kind kind = r->at[i].kind;
        depth += kind == TOKEN_LPAREN || kind == TOKEN_LBRACE || kind == TOKEN_LBRACKET;
        depth -= kind == TOKEN_RPAREN || kind == TOKEN_RBRACE || kind == TOKEN_RBRACKET;
        i++;
    } while (depth > 0 && r->at[i].kind != TOKEN_END);
    return i;
}

/* The variable of a loop `for (i = ...` is private, and with collapse(n) those of the loops in it: OpenMP 5.2, 5.1.1. */
static void find_loop_variables(const struct omp_rewriting *r, const struct omp_directive *d,
                                size_t i, omp_own_vec *out)
{
    struct omp_clause c;
    long loops =
        omp_clause_of(d, "collapse", &c) && c.from < c.to ? strtol(c.from->text.p, NULL, 10) : 1;
    for (; loops > 0 && r->at[i].kind == TOKEN_FOR && r->at[i + 1].kind == TOKEN_LPAREN; loops--) {
        const struct token *t = r->at + i + 2;
        if (t[0].kind == TOKEN_NAME && t[1].kind == TOKEN_ASSIGN && !in_clause(d, "lastprivate", t))
            VEC_PUSH(out, (struct omp_own){PRIVATE, t, NULL});
        for (i = omp_after_brackets(r, i + 1); r->at[i].kind == TOKEN_LBRACE;)
            i++;
    }
}

omp_own_vec omp_begin_data(struct omp_rewriting *r, const struct omp_directive *d, size_t loop,
                           bool alone)
{
    omp_own_vec own = {0};
    find_own(d, "private", PRIVATE, &own);
    find_own(d, "firstprivate", FIRSTPRIVATE, &own);
    if (!alone) {
        find_own(d, "lastprivate", LASTPRIVATE, &own);
        find_reductions(r, d, &own);
    }
    VEC_EACH (o, &own)
        if (o->how == LASTPRIVATE && in_clause(d, "firstprivate", o->variable))
            o->how = FIRST_AND_LAST;
    if (loop)
        find_loop_variables(r, d, loop, &own);
    VEC_EACH (o, &own)
        declare_own(r, o, d->at);
    return own;
}

void omp_end_data(struct omp_rewriting *r, const struct omp_directive *d, omp_own_vec *own)
{
    for (size_t i = own->n; i-- > 0;)
        end_own(r, own->at + i, d->at);
    VEC_FREE(own);
}
