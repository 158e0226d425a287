/* SPDX-License-Identifier: Apache-2.0 */
/* #pragma omp, once <omp.h> is included: each directive becomes the statements that a compiler would make of it (OpenMP 5.2), calls of
 * <omp.h>. A parallel region becomes a lambda that the team's threads call, in C a nested function of GNU C. Without <omp.h> pragmas are
 * ignored, as without -fopenmp. `parallel for` and `parallel sections` are left to one thread unless their text asks for its number: the
 * program's threads share one processor, so a team gains nothing.
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
    uint32_t *moved;           /* of each token: its new index */
    VEC(size_t) thread_locals; /* declarations of what is threadprivate: their first tokens */
    int deep;
    bool c;
    bool ordered; /* within a loop with that clause: __omp_this is its turn */
    bool alone;   /* within `parallel sections` of one thread: it executes each section */
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
    return !pp->in.bare && name_cstr(pp->in.names, "WARPCELL_OMP_H")->macro;
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

/* The tokens point into the text. */
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
    VEC_EACH (first, &r->thread_locals)
        if (*first == i)
            put(r, "__thread", r->at[i].at);
    r->moved[i] = (uint32_t) r->out.n;
    if (r->at[i].kind != TOKEN_END)
        VEC_PUSH(&r->out, r->at[i]);
}

static void put_words(struct rewriting *r, const struct token *from, const struct token *to)
{
    for (; from < to && !r->open; from++)
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
static bool next_clause(const struct omp_directive *d, const char *name, size_t *io_at,
                        struct clause *out)
{
    for (size_t i = *io_at; i + 1 < d->n; i++) {
        if (d->words[i + 1].kind != TOKEN_LPAREN)
            continue;
        size_t end = closing(d, i + 1);
        if (is(d->words + i, name)) {
            *out = (struct clause){d->words + i + 2, d->words + end};
            *io_at = end;
            return true;
        }
        i = end;
    }
    return false;
}

static bool clause_of(const struct omp_directive *d, const char *name, struct clause *out)
{
    size_t at = 0;
    return next_clause(d, name, &at, out);
}

static bool has_word(const struct omp_directive *d, const char *word)
{
    for (size_t i = 0; i < d->n; i++)
        if (is(d->words + i, word))
            return true;
    return false;
}

/* ---- clauses for data: OpenMP 5.2, 5.4 to 5.6 ---- */

enum sharing { PRIVATE, FIRSTPRIVATE, LASTPRIVATE, FIRST_AND_LAST, REDUCTION };

/* A variable that each thread has for itself. Around its statement is a block that declares it, within one where __omp_outer points to the
 * variable of the program, if that is needed. */
struct own {
    enum sharing how;
    const struct token *variable, *op; /* of a reduction */
};

typedef VEC(struct own) own_vec;

static bool names(const struct token *list, const struct token *end, const struct token *name)
{
    for (; list < end; list++)
        if (list->kind == TOKEN_NAME && list->name == name->name)
            return true;
    return false;
}

static bool in_clause(const struct omp_directive *d, const char *clause, const struct token *name)
{
    struct clause c;
    for (size_t at = 0; next_clause(d, clause, &at, &c);)
        if (names(c.from, c.to, name))
            return true;
    return false;
}

/* An array, most often. */
static bool is_subscripted(const struct rewriting *r, const struct token *name)
{
    for (size_t i = 0; i + 1 < r->n; i++)
        if (r->at[i].kind == TOKEN_NAME && r->at[i].name == name->name &&
            r->at[i + 1].kind == TOKEN_LBRACKET)
            return true;
    return false;
}

static void find_own(const struct omp_directive *d, const char *clause, enum sharing how,
                     own_vec *out)
{
    struct clause c;
    for (size_t at = 0; next_clause(d, clause, &at, &c);)
        for (const struct token *t = c.from; t < c.to; t++)
            if (t->kind == TOKEN_NAME && (how != FIRSTPRIVATE || !in_clause(d, "lastprivate", t)))
                VEC_PUSH(out, (struct own){how, t, NULL});
}

/* Operators of the program's own, and arrays, stay shared: the threads take turns, and each operation on an element is one. */
static void find_reductions(const struct rewriting *r, const struct omp_directive *d, own_vec *out)
{
    static const char *const ops[] = {"+", "-", "*", "&", "|", "^", "&&", "||", "min", "max"};
    struct clause c;
    for (size_t at = 0; next_clause(d, "reduction", &at, &c);) {
        const struct token *t = c.from, *op = NULL;
        while (t < c.to && t->kind != TOKEN_COLON)
            t++;
        for (size_t i = 0; i < sizeof ops / sizeof *ops && t > c.from; i++)
            if (str_eq(t[-1].text, ops[i]))
                op = t - 1;
        for (; t < c.to && op; t++)
            if (t->kind == TOKEN_NAME && !is_subscripted(r, t))
                VEC_PUSH(out, (struct own){REDUCTION, t, op});
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
static void put_lock(struct rewriting *r, const struct token *name, struct span at)
{
    put(r,
        arena_printf(r->pp->in.arena,
                     "struct __omp_critical *__omp_lock __attribute__((cleanup(__omp_leave))) = "
                     "__omp_enter(\"%.*s\");",
                     name ? (int) name->text.n : 0, name ? name->text.p : ""),
        at);
}

static void put_combined(struct rewriting *r, const struct own *o, struct span at)
{
    bool logical = str_eq(o->op->text, "&&") || str_eq(o->op->text, "||");
    bool chosen = str_eq(o->op->text, "min") || str_eq(o->op->text, "max");
    put(r, "{", at);
    put_lock(r, NULL, at);
    if (chosen) {
        put(r, "if (", at);
        put_words(r, o->variable, o->variable + 1);
        put(r, str_eq(o->op->text, "min") ? "< *__omp_outer)" : "> *__omp_outer)", at);
    }
    put(r, "*__omp_outer =", at);
    if (!chosen) {
        put(r, "*__omp_outer", at);
        if (str_eq(o->op->text, "-")) /* the parts are added: OpenMP 5.2, 5.5.5 */
            put(r, "+", at);
        else
            put_words(r, o->op, o->op + 1);
        if (logical)
            put(r, "!!", at);
    }
    put_words(r, o->variable, o->variable + 1);
    put(r, "; }", at);
}

static void declare_own(struct rewriting *r, const struct own *o, struct span at)
{
    const struct token *x = o->variable;
    if (o->how == PRIVATE) {
        put(r, "{ typedef __typeof__(", at);
        put_words(r, x, x + 1);
        put(r, ") __omp_type; __omp_type", at);
        put_words(r, x, x + 1);
        put(r, ";", at);
        return;
    }
    put(r, "{ __typeof__(", at);
    put_words(r, x, x + 1);
    put(r, ") *__omp_outer = &", at);
    put_words(r, x, x + 1);
    put(r, "; { __typeof__(*__omp_outer)", at);
    put_words(r, x, x + 1);
    if (o->how == REDUCTION)
        put(r, neutral(o->op), at);
    else
        put(r, o->how == LASTPRIVATE ? ";" : "= *__omp_outer;", at);
}

static void end_own(struct rewriting *r, const struct own *o, struct span at)
{
    if (o->how == REDUCTION)
        put_combined(r, o, at);
    if (o->how == LASTPRIVATE || o->how == FIRST_AND_LAST) {
        put(r, "if (__omp_turns.mine) *__omp_outer =", at);
        put_words(r, o->variable, o->variable + 1);
        put(r, ";", at);
    }
    put(r, o->how == PRIVATE ? "}" : "} }", at);
}

/* The index after a bracket's partner; the end of the text, if it has none. */
static size_t after_brackets(const struct rewriting *r, size_t i)
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
static void find_loop_variables(const struct rewriting *r, const struct omp_directive *d, size_t i,
                                own_vec *out)
{
    struct clause c;
    long loops =
        clause_of(d, "collapse", &c) && c.from < c.to ? strtol(c.from->text.p, NULL, 10) : 1;
    for (; loops > 0 && r->at[i].kind == TOKEN_FOR && r->at[i + 1].kind == TOKEN_LPAREN; loops--) {
        const struct token *t = r->at + i + 2;
        if (t[0].kind == TOKEN_NAME && t[1].kind == TOKEN_ASSIGN && !in_clause(d, "lastprivate", t))
            VEC_PUSH(out, (struct own){PRIVATE, t, NULL});
        for (i = after_brackets(r, i + 1); r->at[i].kind == TOKEN_LBRACE;)
            i++;
    }
}

static own_vec begin_data(struct rewriting *r, const struct omp_directive *d, size_t loop)
{
    own_vec own = {0};
    find_own(d, "private", PRIVATE, &own);
    find_own(d, "firstprivate", FIRSTPRIVATE, &own);
    find_own(d, "lastprivate", LASTPRIVATE, &own);
    VEC_EACH (o, &own)
        if (o->how == LASTPRIVATE && in_clause(d, "firstprivate", o->variable))
            o->how = FIRST_AND_LAST;
    find_reductions(r, d, &own);
    if (loop)
        find_loop_variables(r, d, loop, &own);
    VEC_EACH (o, &own)
        declare_own(r, o, d->at);
    return own;
}

static void end_data(struct rewriting *r, const struct omp_directive *d, own_vec *own)
{
    for (size_t i = own->n; i-- > 0;)
        end_own(r, own->at + i, d->at);
    VEC_FREE(own);
}

/* ---- constructs ---- */

static size_t loop(struct rewriting *r, const struct omp_directive *d);
static size_t sections(struct rewriting *r, const struct omp_directive *d);

/* copyin(x): the values of the thread that makes the team, before the region and in it. */
static int put_copied_in(struct rewriting *r, const struct omp_directive *d, bool before)
{
    struct clause c;
    int n = 0;
    for (size_t at = 0; next_clause(d, "copyin", &at, &c);)
        for (const struct token *t = c.from; t < c.to; t++) {
            if (t->kind != TOKEN_NAME || is_subscripted(r, t))
                continue;
            const char *copy =
                arena_printf(r->pp->in.arena, before ? ") __omp_in%d =" : "= __omp_in%d;", n++);
            put(r, before ? "{ __typeof__(" : "", d->at);
            put_words(r, t, t + 1);
            put(r, copy, d->at);
            if (!before)
                continue;
            put_words(r, t, t + 1);
            put(r, ";", d->at);
        }
    return n;
}

static size_t parallel(struct rewriting *r, const struct omp_directive *d)
{
    struct clause c;
    int copied = put_copied_in(r, d, true);
    put(r, r->c ? "{ void __omp_body(void) {" : "{ auto __omp_body = [&]() {", d->at);
    put_copied_in(r, d, false);
    size_t after;
    if (has_word(d, "for") || has_word(d, "sections")) {
        after = has_word(d, "for") ? loop(r, d) : sections(r, d);
    } else {
        own_vec own = begin_data(r, d, 0);
        after = statement(r, d->after);
        end_data(r, d, &own);
    }
    put(r, r->c ? "} __omp_parallel_c(" : "}; __omp_parallel(", d->at);
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
    for (; copied; copied--)
        put(r, "}", d->at);
    return after;
}

enum schedule { SCHEDULE_STATIC, SCHEDULE_CHUNKS, SCHEDULE_DYNAMIC, SCHEDULE_RUNTIME };

/* schedule(kind, chunk): puts the arguments of __omp_share_begin. */
static enum schedule put_schedule(struct rewriting *r, const struct omp_directive *d)
{
    static const char *const kinds[] = {
        [SCHEDULE_STATIC] = "__OMP_STATIC, (",
        [SCHEDULE_CHUNKS] = "__OMP_CHUNKS, (",
        [SCHEDULE_DYNAMIC] = "__OMP_DYNAMIC, (",
        [SCHEDULE_RUNTIME] = "__OMP_RUNTIME, (",
    };
    struct clause c = {0};
    bool given = clause_of(d, "schedule", &c);
    const struct token *chunk = c.from;
    while (given && chunk < c.to && chunk->kind != TOKEN_COMMA)
        chunk++;
    bool has_chunk = given && chunk + 1 < c.to;
    enum schedule kind = has_chunk ? SCHEDULE_CHUNKS : SCHEDULE_STATIC;
    for (const struct token *t = c.from; given && t < chunk; t++)
        kind = is(t, "dynamic") || is(t, "guided") ? SCHEDULE_DYNAMIC
               : is(t, "runtime")                  ? SCHEDULE_RUNTIME
                                                   : kind;
    put(r, kinds[kind], d->at);
    if (has_chunk)
        put_words(r, chunk + 1, c.to);
    put(r, has_chunk ? ")," : "1),", d->at);
    put(r, has_word(d, "ordered") ? "1" : "0", d->at);
    return kind;
}

/* for (...) S: each thread passes the loop's head as often as it says, and executes its turns of S. */
static size_t loop(struct rewriting *r, const struct omp_directive *d)
{
    size_t i = d->after;
    if (r->at[i].kind != TOKEN_FOR || r->at[i + 1].kind != TOKEN_LPAREN)
        return statement(r, i);
    size_t body = after_brackets(r, i + 1);
    r->open |= r->at[body].kind == TOKEN_END;
    put(r,
        "{ struct __omp_share __omp_turns __attribute__((cleanup(__omp_share_end))) = "
        "__omp_share_begin(",
        d->at);
    enum schedule kind = put_schedule(r, d);
    bool counts = kind == SCHEDULE_STATIC || kind == SCHEDULE_RUNTIME;
    put(r, ");", d->at);
    own_vec own = begin_data(r, d, i);
    if (counts && !r->open) {
        put_words(r, r->at + i, r->at + body);
        put(r, "__omp_turns.total++; __omp_deal(&__omp_turns);", d->at);
    }
    while (i < body)
        copy(r, i++);
    bool ordered = r->ordered;
    r->ordered = has_word(d, "ordered");
    put(r,
        kind == SCHEDULE_STATIC
            ? "if (__omp_turns.turn++ - __omp_turns.first < __omp_turns.count) {"
            : "if (__omp_mine(&__omp_turns)) {",
        d->at);
    if (r->ordered)
        put(r,
            "struct __omp_share *__omp_this __attribute__((cleanup(__omp_turn_end))) = "
            "&__omp_turns;",
            d->at);
    i = statement(r, i);
    r->ordered = ordered;
    put(r, "}", d->at);
    end_data(r, d, &own);
    put(r, has_word(d, "nowait") ? "}" : "__omp_barrier(); }", d->at);
    return i;
}

static size_t sections(struct rewriting *r, const struct omp_directive *d)
{
    put(r,
        "{ struct __omp_share __omp_turns __attribute__((cleanup(__omp_share_end))) = "
        "__omp_share_begin(__OMP_CHUNKS, 1, 0);",
        d->at);
    own_vec own = begin_data(r, d, 0);
    bool alone = r->alone;
    r->alone = false;
    size_t i = statement(r, d->after);
    r->alone = alone;
    end_data(r, d, &own);
    put(r, has_word(d, "nowait") ? "}" : "__omp_barrier(); }", d->at);
    return i;
}

/* Whether the statement from there on asks which thread it is. */
static bool asks_for_thread(const struct rewriting *r, size_t i)
{
    if (r->at[i].kind == TOKEN_FOR && r->at[i + 1].kind == TOKEN_LPAREN)
        i = after_brackets(r, i + 1);
    for (int depth = 0; r->at[i].kind != TOKEN_END; i++) {
        enum token_kind kind = r->at[i].kind;
        depth += kind == TOKEN_LBRACE || kind == TOKEN_LPAREN;
        depth -= kind == TOKEN_RBRACE || kind == TOKEN_RPAREN;
        if (is(r->at + i, "omp_get_thread_num") || is(r->at + i, "omp_get_num_threads"))
            return true;
        if (depth <= 0 && (kind == TOKEN_SEMICOLON || kind == TOKEN_RBRACE))
            break;
    }
    return false;
}

/* A construct that one thread executes, in order: only what is not to be seen after it matters. */
static size_t in_order(struct rewriting *r, const struct omp_directive *d)
{
    own_vec own = {0};
    find_own(d, "private", PRIVATE, &own);
    find_own(d, "firstprivate", FIRSTPRIVATE, &own);
    find_loop_variables(r, d, d->after, &own);
    VEC_EACH (o, &own)
        declare_own(r, o, d->at);
    bool ordered = r->ordered, alone = r->alone;
    r->ordered = false;
    r->alone = true;
    size_t i = statement(r, d->after);
    r->ordered = ordered;
    r->alone = alone;
    end_data(r, d, &own);
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

/* Whether the directive is a statement by itself (OpenMP 5.2, 3.1), so that no statement belongs to it. */
static bool stands_alone(const struct omp_directive *d)
{
    static const char *const words[] = {
        "barrier", "taskwait", "taskyield", "flush", "threadprivate", "declare",     "begin",
        "end",     "cancel",   "depobj",    "scan",  "error",         "cancellation"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (d->n && is(d->words, words[i]))
            return true;
    return !d->n || (is(d->words, "ordered") && has_word(d, "depend")) ||
           (is(d->words, "target") &&
            (has_word(d, "enter") || has_word(d, "exit") || has_word(d, "update")));
}

/* What is left to one thread: tasks, and the host takes the place of a device. */
static bool is_for_one(const struct omp_directive *d)
{
    static const char *const words[] = {"target", "teams",    "distribute", "loop", "parallel",
                                        "task",   "taskloop", "taskgroup",  "simd"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is(d->words, words[i]))
            return !stands_alone(d);
    return false;
}

static size_t critical(struct rewriting *r, const struct omp_directive *d)
{
    bool named = d->n > 2 && d->words[1].kind == TOKEN_LPAREN && d->words[2].kind == TOKEN_NAME;
    put(r, "{", d->at);
    put_lock(r, named ? d->words + 2 : NULL, d->at);
    size_t i = statement(r, d->after);
    put(r, "}", d->at);
    return i;
}

/* One thread executes the statement; with copyprivate(x) the others take its x. */
static size_t single(struct rewriting *r, const struct omp_directive *d)
{
    struct clause c;
    put(r, "{ int __omp_first = __omp_single(); if (__omp_first)", d->at);
    size_t i = statement(r, d->after);
    for (size_t at = 0; next_clause(d, "copyprivate", &at, &c);)
        for (const struct token *t = c.from; t < c.to; t++) {
            if (t->kind != TOKEN_NAME)
                continue;
            put(r, "if (__omp_first) __omp_give(&", d->at);
            put_words(r, t, t + 1);
            put(r, "); __omp_barrier(); if (!__omp_first)", d->at);
            put_words(r, t, t + 1);
            put(r, "= *(__typeof__(", d->at);
            put_words(r, t, t + 1);
            put(r, ") *) __omp_given();", d->at);
            put(r, "__omp_barrier();", d->at);
        }
    put(r, has_word(d, "nowait") ? "}" : "__omp_barrier(); }", d->at);
    return i;
}

static size_t directive(struct rewriting *r, size_t i)
{
    struct omp_directive d = directive_at(r, i);
    for (size_t k = i; k < d.after; k++)
        r->moved[k] = (uint32_t) r->out.n;
    if (!d.n)
        return d.after;
    bool shares = has_word(&d, "for") || has_word(&d, "sections");
    if (is(d.words, "parallel") && !has_word(&d, "loop"))
        return shares && !asks_for_thread(r, d.after) ? in_order(r, &d) : parallel(r, &d);
    if (is_for_one(&d))
        return in_order(r, &d);
    if (is(d.words, "for"))
        return loop(r, &d);
    if (is(d.words, "sections"))
        return sections(r, &d);
    if (is(d.words, "section") && !r->alone)
        return around(r, &d, "if (__omp_mine(&__omp_turns))", "");
    if (is(d.words, "single"))
        return single(r, &d);
    if (is(d.words, "master") || is(d.words, "masked"))
        return around(r, &d, "{ if (!omp_get_thread_num())", "}");
    if (is(d.words, "critical"))
        return critical(r, &d);
    if (is(d.words, "ordered") && r->ordered && !has_word(&d, "depend"))
        return around(r, &d, "{ __omp_await(&__omp_this);", "}");
    if (is(d.words, "barrier"))
        put(r, "__omp_barrier();", d.at);
    return d.after;
}

/* The first token of the last declaration before i that has that name; 0: there is none. */
static size_t declaration_of(const struct rewriting *r, size_t i, const struct token *name)
{
    while (i > 0 && !names(r->at + i, r->at + i + 1, name))
        i--;
    for (; i > 0; i--) {
        enum token_kind before = r->at[i - 1].kind;
        if (before == TOKEN_SEMICOLON || before == TOKEN_LBRACE || before == TOKEN_RBRACE ||
            before == TOKEN_OPENMP)
            break;
    }
    return i;
}

static void note_thread_local(struct rewriting *r, size_t first)
{
    VEC_EACH (known, &r->thread_locals)
        if (*known == first)
            return;
    VEC_PUSH(&r->thread_locals, first);
}

/* `threadprivate` comes after the declarations that it changes: OpenMP 5.2, 5.2. */
static void find_thread_locals(struct rewriting *r)
{
    struct clause c;
    for (size_t i = 0; i < r->n; i++) {
        if (r->at[i].kind != TOKEN_OPENMP)
            continue;
        struct omp_directive d = directive_at(r, i);
        bool given = clause_of(&d, "threadprivate", &c);
        for (const struct token *t = c.from; given && t < c.to; t++) {
            size_t first = t->kind == TOKEN_NAME ? declaration_of(r, i, t) : 0;
            if (first)
                note_thread_local(r, first);
        }
        i = d.after - 1;
    }
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

/* A directive, with its statement also if it means nothing here: that one may be all that a loop repeats. */
static size_t directive_statement(struct rewriting *r, size_t i)
{
    struct omp_directive d = directive_at(r, i);
    i = directive(r, i);
    return i == d.after && !stands_alone(&d) ? statement(r, i) : i;
}

/* Copies one statement, with the directives in it, and returns the index after it. */
static size_t statement(struct rewriting *r, size_t i)
{
    if (++r->deep > DEEP_MOST) { /* the parser reports it */
        r->deep--;
        return to_semicolon(r, i);
    }
    switch (r->at[i].kind) {
    case TOKEN_OPENMP: i = directive_statement(r, i); break;
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
    bool c = pp->in.dialect && pp->in.dialect->language == LANGUAGE_C;
    struct rewriting r = {.pp = pp, .at = list->at, .n = list->n, .c = c};
    r.moved = xcalloc(list->n + 1, sizeof *r.moved);
    find_thread_locals(&r);
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
    VEC_FREE(&r.thread_locals);
    VEC_FREE(list);
    *list = r.out;
}
