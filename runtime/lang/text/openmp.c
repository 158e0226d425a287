/* SPDX-License-Identifier: Apache-2.0 */
/* #pragma omp, once <omp.h> is included: each directive becomes the statements that a compiler would make of it (OpenMP 5.2), calls of
 * <omp.h>. A parallel region becomes a lambda that the team's threads call. Without <omp.h>, and in C, which has no lambdas, pragmas are
 * ignored, as without -fopenmp. `parallel for` is left to one thread: the program's threads share one processor, so a team gains nothing.
 * It needs the text after the macros: pragma.c leaves the tokens of a directive between two of TOKEN_OPENMP. Next:
 * lang/include/system/omp.h. */
#include "lang/text/openmp.h"

#include <stdlib.h>
#include <string.h>

#include "lang/text/preprocess_impl.h"

enum { DEEP_MOST = 200 };

struct rewriting {
    struct preprocessor *pp;
    const struct token *at; /* ends with TOKEN_END */
    size_t n;
    struct tokens out;
    uint32_t *moved; /* of each token: its new index */
    int deep;
    bool
        open; /* the text ended within a statement: what closes it is left out, so that the parser sees that */
};

struct omp_directive {
    const struct token *words; /* without "omp" */
    size_t n;
    size_t after; /* the token after it */
    struct span at;
};

static size_t statement(struct rewriting *r, size_t i);

bool openmp_applies(const struct preprocessor *pp)
{
    bool c = pp->in.dialect && pp->in.dialect->language == LANGUAGE_C;
    return !c && !pp->in.bare && name_cstr(pp->in.names, "WARPCELL_OMP_H")->macro;
}

void openmp_directive(struct preprocessor *pp, const struct directive_line *l)
{
    struct token mark = {.kind = TOKEN_OPENMP, .at = l->whole};
    VEC_PUSH(&pp->out->tokens, mark);
    expand_list(pp, l->at + 2, l->n - 2, &pp->out->tokens);
    VEC_PUSH(&pp->out->tokens, mark);
    pp->openmp = true;
}

/* ---- writing ---- */

static void put(struct rewriting *r, const char *text, struct span at)
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

static void copy(struct rewriting *r, size_t i)
{
    r->moved[i] = (uint32_t) r->out.n;
    if (r->at[i].kind != TOKEN_END)
        VEC_PUSH(&r->out, r->at[i]);
}

static void put_words(struct rewriting *r, const struct token *from, const struct token *to)
{
    for (; from < to; from++)
        VEC_PUSH(&r->out, *from);
}

/* ---- directives ---- */

static bool is(const struct token *t, const char *word)
{
    return (t->name || t->kind == TOKEN_NAME) && str_eq(t->text, word);
}

static struct omp_directive directive_at(const struct rewriting *r, size_t i)
{
    struct omp_directive d = {.words = r->at + i + 1, .at = r->at[i].at};
    size_t end = i + 1;
    while (r->at[end].kind != TOKEN_OPENMP && r->at[end].kind != TOKEN_END)
        end++;
    d.n = end - i - 1;
    d.after = end + (r->at[end].kind == TOKEN_OPENMP);
    return d;
}

/* The clause `name(...)`: what is between its parentheses. */
struct clause {
    const struct token *from, *to;
};

static bool clause_of(const struct omp_directive *d, const char *name, struct clause *out)
{
    int depth = 0;
    for (size_t i = 0; i + 1 < d->n; i++) {
        depth += d->words[i].kind == TOKEN_LPAREN;
        depth -= d->words[i].kind == TOKEN_RPAREN;
        if (depth || !is(d->words + i, name) || d->words[i + 1].kind != TOKEN_LPAREN)
            continue;
        size_t end = i + 2;
        for (depth = 1; end < d->n; end++) {
            depth += d->words[end].kind == TOKEN_LPAREN;
            depth -= d->words[end].kind == TOKEN_RPAREN;
            if (!depth)
                break;
        }
        *out = (struct clause){d->words + i + 2, d->words + end};
        return true;
    }
    return false;
}

static bool has_word(const struct omp_directive *d, const char *word)
{
    for (size_t i = 0; i < d->n; i++)
        if (is(d->words + i, word))
            return true;
    return false;
}

/* Declares each variable of the clause anew, in blocks that the caller closes. Returns their number. */
static int put_private(struct rewriting *r, const struct omp_directive *d, const char *clause,
                       bool copies)
{
    struct clause c;
    int blocks = 0;
    if (!clause_of(d, clause, &c))
        return 0;
    for (const struct token *t = c.from; t < c.to; t++) {
        if (t->kind != TOKEN_NAME)
            continue;
        put(r, copies ? "{ auto &__omp_outer =" : "{ typedef __typeof__(", d->at);
        put_words(r, t, t + 1);
        put(r, copies ? "; { __typeof__(__omp_outer)" : ") __omp_type; __omp_type", d->at);
        put_words(r, t, t + 1);
        put(r, copies ? "= __omp_outer;" : ";", d->at);
        blocks += copies ? 2 : 1;
    }
    return blocks;
}

static int put_privates(struct rewriting *r, const struct omp_directive *d)
{
    int blocks = put_private(r, d, "private", false);
    return blocks + put_private(r, d, "firstprivate", true);
}

static void close_blocks(struct rewriting *r, const struct omp_directive *d, int blocks)
{
    for (; blocks; blocks--)
        put(r, "}", d->at);
}

static size_t parallel(struct rewriting *r, const struct omp_directive *d)
{
    struct clause c;
    put(r, "{ auto __omp_body = [&]() {", d->at);
    int blocks = put_privates(r, d);
    size_t after = statement(r, d->after);
    close_blocks(r, d, blocks);
    put(r, "}; __omp_parallel(", d->at);
    if (clause_of(d, "if", &c)) {
        put(r, "!(", d->at);
        put_words(r, c.from, c.to);
        put(r, ") ? 1 :", d->at);
    }
    put(r, "(", d->at);
    bool given = clause_of(d, "num_threads", &c);
    if (given)
        put_words(r, c.from, c.to);
    put(r, given ? "), __omp_body); }" : "0), __omp_body); }", d->at);
    return after;
}

/* for (...): its head as it is, and each thread executes its turns of the body. */
static size_t loop(struct rewriting *r, const struct omp_directive *d)
{
    size_t i = d->after;
    if (r->at[i].kind != TOKEN_FOR || r->at[i + 1].kind != TOKEN_LPAREN)
        return statement(r, i);
    int depth = 0;
    put(r, "{ __omp_share __omp_turns;", d->at);
    int blocks = put_privates(r, d);
    copy(r, i++);
    do {
        depth += r->at[i].kind == TOKEN_LPAREN;
        depth -= r->at[i].kind == TOKEN_RPAREN;
        copy(r, i++);
    } while (depth && r->at[i].kind != TOKEN_END);
    r->open |= depth > 0;
    put(r, "if (__omp_turns.mine())", d->at);
    i = statement(r, i);
    close_blocks(r, d, blocks);
    put(r, has_word(d, "nowait") ? "}" : "__omp_barrier(); }", d->at);
    return i;
}

/* before S after */
static size_t around(struct rewriting *r, const struct omp_directive *d, const char *before,
                     const char *after)
{
    put(r, before, d->at);
    size_t i = statement(r, d->after);
    put(r, after, d->at);
    return i;
}

static size_t directive(struct rewriting *r, size_t i)
{
    struct omp_directive d = directive_at(r, i);
    const char *wait = has_word(&d, "nowait") ? "}" : "__omp_barrier(); }";
    for (size_t k = i; k < d.after; k++)
        r->moved[k] = (uint32_t) r->out.n;
    if (!d.n)
        return d.after;
    if (is(d.words, "parallel") && !has_word(&d, "for") && !has_word(&d, "sections"))
        return parallel(r, &d);
    if (is(d.words, "for"))
        return loop(r, &d);
    if (is(d.words, "sections"))
        return around(r, &d, "{ __omp_share __omp_turns;", wait);
    if (is(d.words, "section"))
        return around(r, &d, "if (__omp_turns.mine())", "");
    if (is(d.words, "single"))
        return around(r, &d, "{ if (__omp_single())", wait);
    if (is(d.words, "master") || is(d.words, "masked"))
        return around(r, &d, "{ if (!omp_get_thread_num())", "}");
    if (is(d.words, "critical"))
        return around(r, &d, "{ __omp_critical __omp_lock;", "}");
    if (is(d.words, "barrier"))
        put(r, "__omp_barrier();", d.at);
    return d.after;
}

/* ---- statements ---- */

/* Copies from an opening bracket to its partner, with the directives between them. */
static size_t brackets(struct rewriting *r, size_t i)
{
    int depth = 0;
    while (r->at[i].kind != TOKEN_END) {
        enum token_kind kind = r->at[i].kind;
        if (kind == TOKEN_OPENMP) {
            i = directive(r, i);
            continue;
        }
        depth += kind == TOKEN_LPAREN || kind == TOKEN_LBRACE || kind == TOKEN_LBRACKET;
        depth -= kind == TOKEN_RPAREN || kind == TOKEN_RBRACE || kind == TOKEN_RBRACKET;
        copy(r, i++);
        if (depth <= 0)
            return i;
    }
    r->open = true;
    return i;
}

static size_t to_semicolon(struct rewriting *r, size_t i)
{
    while (r->at[i].kind != TOKEN_END && r->at[i].kind != TOKEN_RBRACE) {
        enum token_kind kind = r->at[i].kind;
        if (kind == TOKEN_LPAREN || kind == TOKEN_LBRACE || kind == TOKEN_LBRACKET) {
            i = brackets(r, i);
            continue;
        }
        copy(r, i++);
        if (kind == TOKEN_SEMICOLON)
            return i;
    }
    r->open |= r->at[i].kind == TOKEN_END;
    return i;
}

/* for (...) S, if (...) S else S, and the like. */
static size_t controlled(struct rewriting *r, size_t i)
{
    bool is_if = r->at[i].kind == TOKEN_IF;
    copy(r, i++);
    if (r->at[i].kind == TOKEN_CONSTEXPR)
        copy(r, i++);
    if (r->at[i].kind == TOKEN_LPAREN)
        i = brackets(r, i);
    i = statement(r, i);
    if (!is_if || r->at[i].kind != TOKEN_ELSE)
        return i;
    copy(r, i++);
    return statement(r, i);
}

/* Copies one statement, with the directives in it, and returns the index after it. */
static size_t statement(struct rewriting *r, size_t i)
{
    if (++r->deep > DEEP_MOST) { /* the parser reports it */
        r->deep--;
        return to_semicolon(r, i);
    }
    switch (r->at[i].kind) {
    case TOKEN_OPENMP: i = directive(r, i); break;
    case TOKEN_LBRACE: i = brackets(r, i); break;
    case TOKEN_FOR:
    case TOKEN_WHILE:
    case TOKEN_SWITCH:
    case TOKEN_IF: i = controlled(r, i); break;
    case TOKEN_DO:
        copy(r, i++);
        i = to_semicolon(r, statement(r, i));
        break;
    default: i = to_semicolon(r, i); break;
    }
    r->deep--;
    return i;
}

void openmp_rewrite(struct preprocessor *pp)
{
    struct tokens *list = &pp->out->tokens;
    struct rewriting r = {.pp = pp, .at = list->at, .n = list->n};
    r.moved = xcalloc(list->n + 1, sizeof *r.moved);
    for (size_t i = 0; i + 1 < r.n;)
        if (r.at[i].kind == TOKEN_OPENMP)
            i = directive(&r, i);
        else
            copy(&r, i++);
    r.moved[r.n - 1] = r.moved[r.n] = (uint32_t) r.out.n;
    VEC_PUSH(&r.out, r.at[r.n - 1]);
    VEC_EACH (d, &pp->out->directives) /* a position counts from the second token */
        d->position = r.moved[d->position + 1] - 1;
    VEC_EACH (p, &pp->out->packs)
        p->position = r.moved[p->position + 1] - 1;
    free(r.moved);
    VEC_FREE(list);
    *list = r.out;
}
