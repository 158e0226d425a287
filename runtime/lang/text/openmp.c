/* SPDX-License-Identifier: Apache-2.0 */
/* #pragma omp, once <omp.h> is included: each directive becomes the statements that a compiler would make of it (OpenMP 5.2), calls of
 * <omp.h>. A parallel region becomes a lambda that the team's threads call, in C a nested function of GNU C. Without <omp.h> pragmas are
 * ignored, as without -fopenmp. `parallel for` and `parallel sections` are left to one thread unless their text asks for its number: the
 * program's threads share one processor, so a team gains nothing.
 * It needs the text after the macros: pragma.c leaves the tokens of a directive between two of TOKEN_OPENMP. Next:
 * lang/include/system/omp.h. */
#include "lang/text/openmp.h"

#include "lang/text/openmp_impl.h"

enum { DEEP_MOST = 200 };

static size_t statement(struct omp_rewriting *r, size_t i);

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

static void copy(struct omp_rewriting *r, size_t i)
{
    VEC_EACH (first, &r->thread_locals)
        if (*first == i)
            omp_put(r, "__thread", r->at[i].at);
    r->moved[i] = (uint32_t) r->out.n;
    if (r->at[i].kind != TOKEN_END)
        VEC_PUSH(&r->out, r->at[i]);
}

/* ---- directives ---- */

static struct omp_directive directive_at(const struct omp_rewriting *r, size_t i)
{
    struct omp_directive d = {.words = r->at + i + 1, .at = r->at[i].at};
    size_t end = i + 1;
    while (r->at[end].kind != TOKEN_OPENMP && r->at[end].kind != TOKEN_END)
        end++;
    d.n = end - i - 1;
    d.after = end + (r->at[end].kind == TOKEN_OPENMP);
    return d;
}

/* ---- constructs ---- */

static size_t loop(struct omp_rewriting *r, const struct omp_directive *d);
static size_t sections(struct omp_rewriting *r, const struct omp_directive *d);

/* copyin(x): the values of the thread that makes the team, before the region and in it. */
static int put_copied_in(struct omp_rewriting *r, const struct omp_directive *d, bool before)
{
    struct omp_clause c;
    int n = 0;
    for (size_t at = 0; omp_next_clause(d, "copyin", &at, &c);)
        for (const struct token *t = c.from; t < c.to; t++) {
            if (t->kind != TOKEN_NAME || omp_is_subscripted(r, t))
                continue;
            const char *copy = before ? "{ __typeof__($) __omp_in%d = $;" : "$ = __omp_in%d;";
            omp_put_about(r, arena_printf(r->pp->in.arena, copy, n++), t, d->at);
        }
    return n;
}

static size_t parallel(struct omp_rewriting *r, const struct omp_directive *d)
{
    struct omp_clause c;
    int copied = put_copied_in(r, d, true);
    omp_put(r, r->c ? "{ void __omp_body(void) {" : "{ auto __omp_body = [&]() {", d->at);
    put_copied_in(r, d, false);
    size_t after;
    if (omp_has_word(d, "for") || omp_has_word(d, "sections")) {
        after = omp_has_word(d, "for") ? loop(r, d) : sections(r, d);
    } else {
        omp_own_vec own = omp_begin_data(r, d, 0, false);
        after = statement(r, d->after);
        omp_end_data(r, d, &own);
    }
    omp_put(r, r->c ? "} __omp_parallel_c(" : "}; __omp_parallel(", d->at);
    if (omp_clause_of(d, "if", &c)) {
        omp_put(r, "!(", d->at);
        omp_put_words(r, c.from, c.to);
        omp_put(r, ") ? 1 :", d->at);
    }
    omp_put(r, "(", d->at);
    bool given = omp_clause_of(d, "num_threads", &c);
    if (given)
        omp_put_words(r, c.from, c.to);
    omp_put(r, given ? "), __omp_body); }" : "0), __omp_body); }", d->at);
    for (; copied; copied--)
        omp_put(r, "}", d->at);
    return after;
}

enum schedule { SCHEDULE_STATIC, SCHEDULE_CHUNKS, SCHEDULE_DYNAMIC, SCHEDULE_RUNTIME };

/* schedule(kind, chunk): puts the arguments of __omp_share_begin. */
static enum schedule put_schedule(struct omp_rewriting *r, const struct omp_directive *d)
{
    static const char *const kinds[] = {
        [SCHEDULE_STATIC] = "__OMP_STATIC, (",
        [SCHEDULE_CHUNKS] = "__OMP_CHUNKS, (",
        [SCHEDULE_DYNAMIC] = "__OMP_DYNAMIC, (",
        [SCHEDULE_RUNTIME] = "__OMP_RUNTIME, (",
    };
    struct omp_clause c = {0};
    bool given = omp_clause_of(d, "schedule", &c);
    const struct token *chunk = c.from;
    while (given && chunk < c.to && chunk->kind != TOKEN_COMMA)
        chunk++;
    bool has_chunk = given && chunk + 1 < c.to;
    enum schedule kind = has_chunk ? SCHEDULE_CHUNKS : SCHEDULE_STATIC;
    for (const struct token *t = c.from; given && t < chunk; t++)
        kind = omp_is(t, "dynamic") || omp_is(t, "guided") ? SCHEDULE_DYNAMIC
               : omp_is(t, "runtime")                      ? SCHEDULE_RUNTIME
                                                           : kind;
    omp_put(r, kinds[kind], d->at);
    if (has_chunk)
        omp_put_words(r, chunk + 1, c.to);
    omp_put(r, has_chunk ? ")," : "1),", d->at);
    omp_put(r, omp_has_word(d, "ordered") ? "1" : "0", d->at);
    return kind;
}

/* for (...) S: each thread passes the loop's head as often as it says, and executes its turns of S. */
static size_t loop(struct omp_rewriting *r, const struct omp_directive *d)
{
    size_t i = d->after;
    if (r->at[i].kind != TOKEN_FOR || r->at[i + 1].kind != TOKEN_LPAREN)
        return statement(r, i);
    size_t body = omp_after_brackets(r, i + 1);
    r->open |= r->at[body].kind == TOKEN_END;
    omp_put(r,
            "{ struct __omp_share __omp_turns __attribute__((cleanup(__omp_share_end))) = "
            "__omp_share_begin(",
            d->at);
    enum schedule kind = put_schedule(r, d);
    bool counts = kind == SCHEDULE_STATIC || kind == SCHEDULE_RUNTIME;
    omp_put(r, ");", d->at);
    omp_own_vec own = omp_begin_data(r, d, i, false);
    if (counts && !r->open) {
        omp_put_words(r, r->at + i, r->at + body);
        omp_put(r, "__omp_turns.total++; __omp_deal(&__omp_turns);", d->at);
    }
    while (i < body)
        copy(r, i++);
    bool ordered = r->ordered;
    r->ordered = omp_has_word(d, "ordered");
    omp_put(r,
            kind == SCHEDULE_STATIC
                ? "if (__omp_turns.turn++ - __omp_turns.first < __omp_turns.count) {"
                : "if (__omp_mine(&__omp_turns)) {",
            d->at);
    if (r->ordered)
        omp_put(r,
                "struct __omp_share *__omp_this __attribute__((cleanup(__omp_turn_end))) = "
                "&__omp_turns;",
                d->at);
    i = statement(r, i);
    r->ordered = ordered;
    omp_put(r, "}", d->at);
    omp_end_data(r, d, &own);
    omp_put(r, omp_has_word(d, "nowait") ? "}" : "__omp_barrier(); }", d->at);
    return i;
}

static size_t sections(struct omp_rewriting *r, const struct omp_directive *d)
{
    omp_put(r,
            "{ struct __omp_share __omp_turns __attribute__((cleanup(__omp_share_end))) = "
            "__omp_share_begin(__OMP_CHUNKS, 1, 0);",
            d->at);
    omp_own_vec own = omp_begin_data(r, d, 0, false);
    bool alone = r->alone;
    r->alone = false;
    size_t i = statement(r, d->after);
    r->alone = alone;
    omp_end_data(r, d, &own);
    omp_put(r, omp_has_word(d, "nowait") ? "}" : "__omp_barrier(); }", d->at);
    return i;
}

/* Whether the statement from there on asks which thread it is. */
static bool asks_for_thread(const struct omp_rewriting *r, size_t i)
{
    if (r->at[i].kind == TOKEN_FOR && r->at[i + 1].kind == TOKEN_LPAREN)
        i = omp_after_brackets(r, i + 1);
    for (int depth = 0; r->at[i].kind != TOKEN_END; i++) {
        enum token_kind kind = r->at[i].kind;
        depth += kind == TOKEN_LBRACE || kind == TOKEN_LPAREN;
        depth -= kind == TOKEN_RBRACE || kind == TOKEN_RPAREN;
        if (omp_is(r->at + i, "omp_get_thread_num") || omp_is(r->at + i, "omp_get_num_threads"))
            return true;
        if (depth <= 0 && (kind == TOKEN_SEMICOLON || kind == TOKEN_RBRACE))
            break;
    }
    return false;
}

/* A construct that one thread executes, in order: only what is not to be seen after it matters. */
static size_t in_order(struct omp_rewriting *r, const struct omp_directive *d)
{
    omp_own_vec own = omp_begin_data(r, d, d->after, true);
    bool ordered = r->ordered, alone = r->alone;
    r->ordered = false;
    r->alone = true;
    size_t i = statement(r, d->after);
    r->ordered = ordered;
    r->alone = alone;
    omp_end_data(r, d, &own);
    return i;
}

/* before S after */
static size_t around(struct omp_rewriting *r, const struct omp_directive *d, const char *before,
                     const char *after)
{
    omp_put(r, before, d->at);
    size_t i = statement(r, d->after);
    omp_put(r, after, d->at);
    return i;
}

/* Whether the directive is a statement by itself (OpenMP 5.2, 3.1), so that no statement belongs to it. */
static bool stands_alone(const struct omp_directive *d)
{
    static const char *const words[] = {
        "barrier", "taskwait", "taskyield", "flush", "threadprivate", "declare",     "begin",
        "end",     "cancel",   "depobj",    "scan",  "error",         "cancellation"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (d->n && omp_is(d->words, words[i]))
            return true;
    return !d->n || (omp_is(d->words, "ordered") && omp_has_word(d, "depend")) ||
           (omp_is(d->words, "target") &&
            (omp_has_word(d, "enter") || omp_has_word(d, "exit") || omp_has_word(d, "update")));
}

/* What is left to one thread: tasks, and the host takes the place of a device. */
static bool is_for_one(const struct omp_directive *d)
{
    static const char *const words[] = {"target", "teams",    "distribute", "loop", "parallel",
                                        "task",   "taskloop", "taskgroup",  "simd"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (omp_is(d->words, words[i]))
            return !stands_alone(d);
    return false;
}

static size_t critical(struct omp_rewriting *r, const struct omp_directive *d)
{
    bool named = d->n > 2 && d->words[1].kind == TOKEN_LPAREN && d->words[2].kind == TOKEN_NAME;
    omp_put(r, "{", d->at);
    omp_put_lock(r, named ? d->words + 2 : NULL, d->at);
    size_t i = statement(r, d->after);
    omp_put(r, "}", d->at);
    return i;
}

/* One thread executes the statement; with copyprivate(x) the others take its x. */
static size_t single(struct omp_rewriting *r, const struct omp_directive *d)
{
    struct omp_clause c;
    omp_put(r, "{ int __omp_first = __omp_single(); if (__omp_first)", d->at);
    size_t i = statement(r, d->after);
    for (size_t at = 0; omp_next_clause(d, "copyprivate", &at, &c);)
        for (const struct token *t = c.from; t < c.to; t++) {
            if (t->kind != TOKEN_NAME)
                continue;
            omp_put_about(r,
                          "if (__omp_first) __omp_give(&$); __omp_barrier(); if (!__omp_first) $ = "
                          "*(__typeof__($) *) __omp_given(); __omp_barrier();",
                          t, d->at);
        }
    omp_put(r, omp_has_word(d, "nowait") ? "}" : "__omp_barrier(); }", d->at);
    return i;
}

static size_t directive(struct omp_rewriting *r, size_t i)
{
    struct omp_directive d = directive_at(r, i);
    for (size_t k = i; k < d.after; k++)
        r->moved[k] = (uint32_t) r->out.n;
    if (!d.n)
        return d.after;
    bool shares = omp_has_word(&d, "for") || omp_has_word(&d, "sections");
    if (omp_is(d.words, "parallel") && !omp_has_word(&d, "loop"))
        return shares && !asks_for_thread(r, d.after) ? in_order(r, &d) : parallel(r, &d);
    if (is_for_one(&d))
        return in_order(r, &d);
    if (omp_is(d.words, "for"))
        return loop(r, &d);
    if (omp_is(d.words, "sections"))
        return sections(r, &d);
    if (omp_is(d.words, "section") && !r->alone)
        return around(r, &d, "if (__omp_mine(&__omp_turns))", "");
    if (omp_is(d.words, "single"))
        return single(r, &d);
    if (omp_is(d.words, "master") || omp_is(d.words, "masked"))
        return around(r, &d, "{ if (!omp_get_thread_num())", "}");
    if (omp_is(d.words, "critical"))
        return critical(r, &d);
    if (omp_is(d.words, "ordered") && r->ordered && !omp_has_word(&d, "depend"))
        return around(r, &d, "{ __omp_await(&__omp_this);", "}");
    if (omp_is(d.words, "barrier"))
        omp_put(r, "__omp_barrier();", d.at);
    return d.after;
}

/* The first token of the last declaration before i that has that name; 0: there is none. */
static size_t declaration_of(const struct omp_rewriting *r, size_t i, const struct token *name)
{
    while (i > 0 && !omp_names(r->at + i, r->at + i + 1, name))
        i--;
    for (; i > 0; i--) {
        enum token_kind before = r->at[i - 1].kind;
        if (before == TOKEN_SEMICOLON || before == TOKEN_LBRACE || before == TOKEN_RBRACE ||
            before == TOKEN_OPENMP)
            break;
    }
    return i;
}

static void note_thread_local(struct omp_rewriting *r, size_t first)
{
    VEC_EACH (known, &r->thread_locals)
        if (*known == first)
            return;
    VEC_PUSH(&r->thread_locals, first);
}

/* `threadprivate` comes after the declarations that it changes: OpenMP 5.2, 5.2. */
static void find_thread_locals(struct omp_rewriting *r)
{
    struct omp_clause c;
    for (size_t i = 0; i < r->n; i++) {
        if (r->at[i].kind != TOKEN_OPENMP)
            continue;
        struct omp_directive d = directive_at(r, i);
        bool given = omp_clause_of(&d, "threadprivate", &c);
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
static size_t brackets(struct omp_rewriting *r, size_t i)
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

static size_t to_semicolon(struct omp_rewriting *r, size_t i)
{
    if (r->at[i].kind == TOKEN_END)
        omp_put(r, "if (1)", r->at[i].at); /* the statement is still to come */
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
static size_t controlled(struct omp_rewriting *r, size_t i)
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
static size_t directive_statement(struct omp_rewriting *r, size_t i)
{
    struct omp_directive d = directive_at(r, i);
    i = directive(r, i);
    return i == d.after && !stands_alone(&d) ? statement(r, i) : i;
}

/* Copies one statement, with the directives in it, and returns the index after it. */
static size_t statement(struct omp_rewriting *r, size_t i)
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
    struct omp_rewriting r = {.pp = pp, .at = list->at, .n = list->n, .c = c};
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
