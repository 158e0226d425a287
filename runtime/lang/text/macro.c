/* SPDX-License-Identifier: Apache-2.0 */
/* Macro expansion (C11 6.10.3). Tokens that a macro makes point to its use in the user's text; tokens of arguments
 * keep their own place. A macro is not expanded while its own expansion is being read: its name is then painted. */
#include <string.h>
#include <time.h>

#include "lang/text/preprocess_impl.h"

void expander_free(struct expander *x)
{
    VEC_FREE(&x->contexts);
}

static void push(struct expander *x, const struct token *at, size_t n, struct macro *m)
{
    if (m)
        m->busy = true;
    VEC_PUSH(&x->contexts, (struct expansion_context){at, n, 0, m});
}

static void drop_finished(struct expander *x)
{
    while (x->contexts.n && VEC_LAST(&x->contexts).pos == VEC_LAST(&x->contexts).n) {
        if (VEC_LAST(&x->contexts).macro)
            VEC_LAST(&x->contexts).macro->busy = false;
        x->contexts.n--;
    }
}

static struct token next_raw(struct expander *x)
{
    drop_finished(x);
    if (x->contexts.n) {
        struct expansion_context *c = &VEC_LAST(&x->contexts);
        return c->at[c->pos++];
    }
    return x->file ? file_next(x->pp, x->file) : (struct token){.kind = TOKEN_END};
}

static bool next_is_paren(struct expander *x)
{
    drop_finished(x);
    const struct token *t = NULL;
    if (x->contexts.n)
        t = VEC_LAST(&x->contexts).at + VEC_LAST(&x->contexts).pos;
    else if (x->file)
        t = file_peek(x->file);
    return t && t->kind == TOKEN_LPAREN;
}

/* The arguments of one call, as written. */
struct macro_arguments {
    VEC(struct token) all;
    VEC(size_t) ends; /* of each argument, in `all` */
    struct span close;
};

struct token_range {
    const struct token *at;
    size_t n;
};

static struct token_range argument(const struct macro_arguments *a, size_t i)
{
    if (i >= a->ends.n)
        return (struct token_range){NULL, 0};
    size_t start = i ? a->ends.at[i - 1] : 0;
    return (struct token_range){a->all.at + start, a->ends.at[i] - start};
}

static void arguments_free(struct macro_arguments *a)
{
    VEC_FREE(&a->all);
    VEC_FREE(&a->ends);
}

/* Reads "( ... )". */
static bool collect(struct expander *x, struct macro *m, struct span use, struct macro_arguments *a)
{
    next_raw(x);
    for (int depth = 1;;) {
        struct token t = next_raw(x);
        if (t.kind == TOKEN_END) {
            struct diag *e =
                diag_error(x->pp->in.diags, DIAG_SYNTAX, use,
                           "missing ')' after the arguments of macro '%s'", m->name->text);
            diag_note(x->pp->in.diags, e, m->at, "'%s' is defined here", m->name->text);
            x->pp->out->open_at_end = true;
            return false;
        }
        depth += t.kind == TOKEN_LPAREN;
        depth -= t.kind == TOKEN_RPAREN;
        if (!depth) {
            a->close = t.at;
            VEC_PUSH(&a->ends, a->all.n);
            return true;
        }
        bool rest = m->variadic && a->ends.n + 1 >= m->param_count;
        if (t.kind == TOKEN_COMMA && depth == 1 && !rest)
            VEC_PUSH(&a->ends, a->all.n);
        else
            VEC_PUSH(&a->all, t);
    }
}

static bool count_fits(struct expander *x, struct macro *m, struct span use,
                       const struct macro_arguments *a)
{
    size_t given = a->ends.n == 1 && !a->all.n && m->param_count != 1 ? 0 : a->ends.n;
    size_t least = m->param_count - m->variadic;
    if (given >= least && (m->variadic || given <= m->param_count))
        return true;
    struct diag *e = diag_error(
        x->pp->in.diags, DIAG_SYNTAX, use, "macro '%s' takes %s%zu argument%s, not %zu",
        m->name->text, m->variadic ? "at least " : "", least, least == 1 ? "" : "s", given);
    diag_note(x->pp->in.diags, e, m->at, "'%s' is defined here", m->name->text);
    return false;
}

static int param_index(const struct macro *m, const struct token *t)
{
    for (uint32_t i = 0; t->name && i < m->param_count; i++)
        if (m->params[i] == t->name)
            return (int) i;
    return -1;
}

static struct token stringified(struct preprocessor *pp, struct token_range r, struct token like)
{
    struct buf b = {0};
    buf_putc(&b, '"');
    for (size_t i = 0; i < r.n; i++) {
        const struct token *t = r.at + i;
        if (i && (t->space || t->line_start))
            buf_putc(&b, ' ');
        bool quoted = t->kind == TOKEN_STRING || t->kind == TOKEN_CHAR;
        for (size_t k = 0; k < t->text.n; k++) {
            if (quoted && strchr("\"\\", t->text.p[k]) && t->text.p[k])
                buf_putc(&b, '\\');
            buf_putc(&b, t->text.p[k]);
        }
    }
    buf_putc(&b, '"');
    like.kind = TOKEN_STRING;
    like.name = NULL;
    like.text = (struct str){arena_strndup(pp->in.arena, b.p, b.n), b.n};
    buf_free(&b);
    return like;
}

static void paste(struct preprocessor *pp, struct token *left, const struct token *right,
                  const struct macro *m)
{
    size_t n = left->text.n + right->text.n;
    char *text = arena_alloc(pp->in.arena, n + 1);
    memcpy(text, left->text.p, left->text.n);
    memcpy(text + left->text.n, right->text.p, right->text.n);
    struct source made = {
        .id = left->at.source, .text = {text, n}
    };
    struct tokens out = {0};
    struct lexer l = {pp->in.names, pp->in.arena, false, pp->in.dialect};
    lex_text(&l, &made, 0, (uint32_t) n, &out);
    if (out.n == 1 && out.at[0].kind != TOKEN_BAD) {
        struct token t = out.at[0];
        t.at = left->at;
        t.space = left->space;
        t.line_start = left->line_start;
        t.from_macro = left->from_macro;
        *left = t;
    } else {
        struct diag *e = diag_error(pp->in.diags, DIAG_SYNTAX, left->at,
                                    "'##' forms '%.*s', which is not a token", (int) n, text);
        diag_note(pp->in.diags, e, m->at, "in macro '%s'", m->name->text);
    }
    VEC_FREE(&out);
}

struct substitution {
    struct expander *x;
    struct macro *m;
    const struct macro_arguments *args;
    struct span use;
    struct tokens out;
    bool pasting; /* the next token joins the last one */
};

static void emit(struct substitution *s, struct token t)
{
    if (s->pasting && s->out.n)
        paste(s->x->pp, &VEC_LAST(&s->out), &t, s->m);
    else
        VEC_PUSH(&s->out, t);
    s->pasting = false;
}

static void emit_range(struct substitution *s, struct token_range r, const struct token *like)
{
    for (size_t i = 0; i < r.n; i++) {
        struct token t = r.at[i];
        if (!i)
            t.space = like->space;
        emit(s, t);
    }
}

static void emit_argument(struct substitution *s, int i, const struct token *like, bool raw)
{
    struct token_range r = argument(s->args, (size_t) i);
    if (raw) {
        bool joins = s->pasting;
        emit_range(s, r, like);
        s->pasting = joins && !r.n ? false : s->pasting;
        return;
    }
    struct tokens full = {0};
    expand_list(s->x->pp, r.at, r.n, &full);
    emit_range(s, (struct token_range){full.at, full.n}, like);
    VEC_FREE(&full);
}

static bool variadic_empty(const struct substitution *s)
{
    return !argument(s->args, s->m->param_count - 1).n;
}

static void substitute(struct substitution *s, size_t from, size_t to);

/* __VA_OPT__ ( tokens ) at body[i]; returns the index of its ')'. */
static size_t optional_part(struct substitution *s, size_t i, size_t to)
{
    size_t open = i + 1, close = open;
    int depth = 0;
    for (; close < to; close++) {
        depth += s->m->body[close].kind == TOKEN_LPAREN;
        depth -= s->m->body[close].kind == TOKEN_RPAREN;
        if (!depth)
            break;
    }
    if (!variadic_empty(s))
        substitute(s, open + 1, close);
    return close;
}

/* At '##': the next token is pasted to the previous one. GNU: ", ## __VA_ARGS__" drops the comma when there is
 * nothing after it. */
static void join_with(struct substitution *s, const struct token *next)
{
    const struct macro *m = s->m;
    bool comma = s->out.n && VEC_LAST(&s->out).kind == TOKEN_COMMA;
    if (!comma || !m->variadic || param_index(m, next) != (int) m->param_count - 1)
        s->pasting = s->out.n > 0;
    else if (variadic_empty(s))
        s->out.n--;
}

static void substitute(struct substitution *s, size_t from, size_t to)
{
    const struct macro *m = s->m;
    for (size_t i = from; i < to; i++) {
        struct token t = m->body[i];
        int param = param_index(m, &t);
        bool joins_next = i + 1 < to && m->body[i + 1].kind == TOKEN_HASH_HASH;
        t.at = s->use;
        t.from_macro = true;
        t.line_start = false;
        if (t.kind == TOKEN_HASH_HASH && i > from && i + 1 < to) {
            join_with(s, m->body + i + 1);
        } else if (t.kind == TOKEN_HASH && m->function_like && i + 1 < to &&
                   param_index(m, m->body + i + 1) >= 0) {
            i++;
            emit(s,
                 stringified(s->x->pp, argument(s->args, (size_t) param_index(m, m->body + i)), t));
        } else if (param >= 0) {
            emit_argument(s, param, &t, s->pasting || joins_next);
        } else if (m->variadic && t.kind == TOKEN_NAME && str_eq(t.text, "__VA_OPT__")) {
            i = optional_part(s, i, to);
        } else {
            emit(s, t);
        }
    }
}

static struct token made(struct expander *x, struct token t, enum token_kind kind, const char *text)
{
    t.kind = (uint16_t) kind;
    t.name = NULL;
    t.text = str_of(arena_strndup(x->pp->in.arena, text, strlen(text)));
    return t;
}

/* __LINE__ and __FILE__ of a place, as the #line directives before it have them. */
static void put_place(struct expander *x, struct span at, bool line, struct buf *out)
{
    const struct source *src = source_get(x->pp->in.sources, at.source);
    const char *file = src ? src->name : "";
    int64_t shift = 0;
    VEC_EACH (m, &x->pp->lines)
        if (m->source == at.source && m->start <= at.start) {
            shift = m->shift;
            file = m->file ? m->file : file;
        }
    if (line)
        buf_printf(out, "%lld", src ? (long long) source_place(src, at.start).line + shift : 0LL);
    else
        buf_printf(out, "\"%s\"", file);
}

/* C11 6.10.8.1: when the text was translated. */
static void put_time(bool date, struct buf *out)
{
    char text[32];
    time_t now = time(NULL);
    struct tm parts;
    localtime_r(&now, &parts);
    strftime(text, sizeof text, date ? "\"%b %e %Y\"" : "\"%H:%M:%S\"", &parts);
    buf_puts(out, text);
}

static struct token builtin_token(struct expander *x, struct token t)
{
    struct buf b = {0};
    enum macro_kind kind = t.name->macro->kind;
    switch (kind) {
    case MACRO_FILE:
    case MACRO_LINE: put_place(x, t.at, kind == MACRO_LINE, &b); break;
    case MACRO_DATE:
    case MACRO_TIME: put_time(kind == MACRO_DATE, &b); break;
    case MACRO_COUNTER: buf_printf(&b, "%u", x->pp->counter++); break;
    default: buf_printf(&b, "%u", x->pp->depth); break;
    }
    t = made(x, t, b.p[0] == '"' ? TOKEN_STRING : TOKEN_NUMBER, b.p);
    buf_free(&b);
    return t;
}

/* Replaces the use of a macro by its expansion; false: the name stands for itself. */
static bool invoke(struct expander *x, struct token t)
{
    struct preprocessor *pp = x->pp;
    struct macro *m = t.name->macro;
    struct macro_arguments args = {0};
    struct span use = t.at;
    if (m->function_like) {
        if (!next_is_paren(x))
            return false;
        if (!collect(x, m, t.at, &args) || !count_fits(x, m, t.at, &args)) {
            arguments_free(&args);
            return true;
        }
        if (args.close.source == use.source && args.close.end > use.end)
            use.end = args.close.end;
    }
    struct substitution s = {x, m, &args, use, {0}, false};
    substitute(&s, 0, m->count);
    pp->expanded += s.out.n + 1;
    if (s.out.n)
        s.out.at[0].space = t.space, s.out.at[0].line_start = t.line_start;
    VEC_PUSH(&pp->out->invocations, (struct invocation){use, m});
    struct token *kept = ARENA_ARRAY(pp->in.arena, struct token, s.out.n);
    if (s.out.n)
        memcpy(kept, s.out.at, s.out.n * sizeof *kept);
    push(x, kept, s.out.n, m);
    VEC_FREE(&s.out);
    arguments_free(&args);
    return true;
}

static bool exhausted(struct preprocessor *pp, const struct token *use)
{
    bool much = pp->expanded > EXPANSION_MAX, deep = pp->calls > CALLS_MAX;
    if ((much || deep) && !pp->exhausted) {
        const char *name = use->name->text;
        if (much)
            diag_error(pp->in.diags, DIAG_SYNTAX, use->at,
                       "the expansion of macro '%s' is too large", name);
        else
            diag_error(pp->in.diags, DIAG_SYNTAX, use->at,
                       "calls of macros are nested more than %d deep here, in '%s'", CALLS_MAX,
                       name);
        pp->exhausted = true;
        safepoint_give_up(pp->in.safepoint);
    }
    return pp->exhausted || safepoint_stops(pp->in.safepoint);
}

struct token expand_next(struct expander *x)
{
    struct preprocessor *pp = x->pp;
    for (;;) {
        struct token t = next_raw(x);
        if (!t.name || !t.name->macro || t.painted)
            return t;
        if (t.name->macro->kind != MACRO_PLAIN)
            return builtin_token(x, t);
        if (t.name->macro->busy) {
            t.painted = true;
            return t;
        }
        if (exhausted(pp, &t))
            return t;
        if (!invoke(x, t))
            return t;
    }
}

void expand_list(struct preprocessor *pp, const struct token *list, size_t n, struct tokens *out)
{
    struct expander x = {pp, NULL, {0}};
    push(&x, list, n, NULL);
    pp->calls++;
    for (struct token t = expand_next(&x); t.kind != TOKEN_END && !pp->exhausted;
         t = expand_next(&x))
        VEC_PUSH(out, t);
    drop_finished(&x);
    pp->calls--;
    expander_free(&x);
}
