/* SPDX-License-Identifier: Apache-2.0 */
/* Directives (C11 6.10). macro.c expands, condition.c evaluates #if, include.c finds files. Next: parse.h. */
#include "lang/text/preprocess.h"

#include <stdlib.h>
#include <string.h>

#include "lang/text/openmp.h"
#include "lang/text/preprocess_impl.h"

void macro_set(struct preprocessor *pp, struct name *name, struct macro *m)
{
    VEC_PUSH(&pp->out->changes, (struct macro_change){name, name->macro, m});
    name->macro = m;
}

void macros_undo(struct preprocessed *p)
{
    for (size_t i = p->changes.n; i-- > 0;)
        p->changes.at[i].name->macro = p->changes.at[i].before;
}

void macros_redo(struct preprocessed *p)
{
    VEC_EACH (change, &p->changes)
        change->name->macro = change->after;
}

void preprocessed_free(struct preprocessed *p)
{
    VEC_FREE(&p->tokens);
    VEC_FREE(&p->changes);
    VEC_FREE(&p->directives);
    VEC_FREE(&p->invocations);
    VEC_FREE(&p->packs);
    VEC_FREE(&p->renamings);
    VEC_FREE(&p->headers);
}

static void define_as(struct names *names, struct arena *a, const char *name, const char *value)
{
    struct lexer l = {names, a, false, NULL};
    struct source text = {.name = "predefined", .text = str_of(value)};
    struct tokens body = {0};
    struct macro *m = ARENA_NEW(a, struct macro);
    lex_text(&l, &text, 0, (uint32_t) text.text.n, &body);
    m->name = name_cstr(names, name);
    m->count = (uint32_t) body.n;
    m->body = ARENA_ARRAY(a, struct token, body.n);
    if (body.n)
        memcpy(m->body, body.at, body.n * sizeof *body.at);
    m->name->macro = m;
    VEC_FREE(&body);
}

static const struct {
    const char *name, *value;
    enum language language;
} predefined[] = {

#define PREDEFINED(name, value)     {name, value, LANGUAGE_ANY},
#define PREDEFINED_CPP(name, value) {name, value, LANGUAGE_CPP},
#include "lang/text/predefined.def"
#undef PREDEFINED
#undef PREDEFINED_CPP
};

enum { PREDEFINED_COUNT = sizeof predefined / sizeof *predefined };

void macros_use_dialect(struct names *names, struct arena *a, const struct dialect *d)
{
    bool c = d->language == LANGUAGE_C;
    for (size_t i = 0; i < PREDEFINED_COUNT; i++) {
        if (predefined[i].language == LANGUAGE_ANY)
            continue;
        if (predefined[i].language & d->language)
            define_as(names, a, predefined[i].name, predefined[i].value);
        else
            name_cstr(names, predefined[i].name)->macro = NULL;
    }
    name_cstr(names, "assert")->macro = c ? NULL : name_cstr(names, ASSERT_MACRO)->macro;
    define_as(names, a, c ? "__STDC_VERSION__" : "__cplusplus",
              arena_printf(a, "%ldL", d->version));
    name_cstr(names, c ? "__cplusplus" : "__STDC_VERSION__")->macro = NULL;
}

static void define_predefined(struct names *names, struct arena *a)
{
    for (size_t i = 0; i < PREDEFINED_COUNT; i++)
        if (predefined[i].language == LANGUAGE_ANY)
            define_as(names, a, predefined[i].name, predefined[i].value);
    macros_use_dialect(names, a, &dialect_cpp);
}

void macros_define_builtin(struct names *names, struct arena *a)
{
    static const struct {
        const char *name;
        enum macro_kind kind;
    } rows[] = {
        {"__FILE__",          MACRO_FILE         },
        {"__LINE__",          MACRO_LINE         },
        {"__COUNTER__",       MACRO_COUNTER      },
        {"__INCLUDE_LEVEL__", MACRO_INCLUDE_LEVEL},
        {"__DATE__",          MACRO_DATE         },
        {"__TIME__",          MACRO_TIME         }
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct macro *m = ARENA_NEW(a, struct macro);
        m->kind = rows[i].kind;
        m->name = name_cstr(names, rows[i].name);
        m->name->macro = m;
    }
    define_predefined(names, a);
}

/* ---- directives ---- */

static struct directive_line take_directive(struct file *f)
{
    size_t start = f->pos++;
    while (f->pos < f->tokens.n && !f->tokens.at[f->pos].line_start)
        f->pos++;
    return (struct directive_line){f->tokens.at + start + 1, f->pos - start - 1,
                                   span_join(f->tokens.at[start].at, f->tokens.at[f->pos - 1].at)};
}

static bool is_directive(const struct file *f)
{
    const struct token *t = f->tokens.at + f->pos;
    return f->pos < f->tokens.n && t->kind == TOKEN_HASH && t->line_start;
}

/* Whether a macro may have this name. */
static bool name_free(struct preprocessor *pp, const struct directive_line *l,
                      const char *directive)
{
    if (l->n < 2 || !l->at[1].name) {
        diag_error(pp->in.diags, DIAG_SYNTAX, l->n > 1 ? l->at[1].at : l->whole,
                   "'#%s' needs a name", directive);
        return false;
    }
    struct macro *old = l->at[1].name->macro;
    if (!str_eq(l->at[1].text, "defined") && (!old || old->kind == MACRO_PLAIN))
        return true;
    diag_error(pp->in.diags, DIAG_SYNTAX, l->at[1].at, "'%s' cannot be redefined",
               l->at[1].name->text);
    return false;
}

/* "(a, b, ...)" of a function-like macro from line token i; returns the index after it, 0 after an error. */
static size_t read_params(struct preprocessor *pp, const struct directive_line *l, size_t i,
                          struct macro *m)
{
    VEC(struct name *) params = {0};
    bool good = true, first = true;
    for (i++; good && !(i < l->n && l->at[i].kind == TOKEN_RPAREN); first = false) {
        if (!first && !m->variadic && i < l->n && l->at[i].kind == TOKEN_COMMA)
            i++;
        else if (!first)
            good = false;
        if (good && i < l->n && l->at[i].kind == TOKEN_ELLIPSIS) {
            m->variadic = true;
            VEC_PUSH(&params, name_cstr(pp->in.names, "__VA_ARGS__"));
            i++;
        } else if (good && i < l->n && l->at[i].name) {
            VEC_PUSH(&params, l->at[i++].name);
            m->variadic = i < l->n && l->at[i].kind == TOKEN_ELLIPSIS;
            i += m->variadic;
        } else {
            good = false;
        }
    }
    m->param_count = (uint32_t) params.n;
    m->params = ARENA_ARRAY(pp->in.arena, struct name *, params.n);
    if (params.n)
        memcpy(m->params, params.at, params.n * sizeof *params.at);
    VEC_FREE(&params);
    if (!good)
        diag_error(pp->in.diags, DIAG_SYNTAX, i < l->n ? l->at[i].at : l->whole,
                   "cannot parse the parameters of macro '%s'", m->name->text);
    return good ? i + 1 : 0;
}

static void set_as(struct preprocessor *pp, struct name *name, struct macro *m, struct span at,
                   bool removes)
{
    struct directive d = {DEVICE_MACRO, name, at, (uint32_t) pp->out->tokens.n - 1, removes};
    d.before = name->macro;
    d.macro = m;
    macro_set(pp, name, m);
    VEC_PUSH(&pp->out->directives, d);
}

void macro_set_for_device(struct preprocessor *pp, struct name *name, struct macro *m,
                          struct span at)
{
    set_as(pp, name, m, at, !m);
}

void macro_restore(struct preprocessor *pp, struct name *name, struct macro *m, struct span at)
{
    set_as(pp, name, m, at, true);
}

/* The macro of a #define; NULL: a diag was recorded. */
static struct macro *macro_of(struct preprocessor *pp, const struct directive_line *l)
{
    struct macro *m = ARENA_NEW(pp->in.arena, struct macro);
    m->name = l->at[1].name;
    m->at = l->at[1].at;
    m->directive = l->whole;
    size_t i = 2;
    if (l->n > 2 && l->at[2].kind == TOKEN_LPAREN && !l->at[2].space) {
        m->function_like = true;
        i = read_params(pp, l, 2, m);
        if (!i)
            return NULL;
    }
    m->count = (uint32_t) (l->n - i);
    m->body = ARENA_ARRAY(pp->in.arena, struct token, m->count);
    if (m->count)
        memcpy(m->body, l->at + i, m->count * sizeof *m->body);
    return m;
}

static void define_directive(struct preprocessor *pp, const struct directive_line *l)
{
    struct macro *m = name_free(pp, l, "define") ? macro_of(pp, l) : NULL;
    if (m)
        macro_set_for_device(pp, m->name, m, l->whole);
}

static void undef_directive(struct preprocessor *pp, const struct directive_line *l)
{
    if (!name_free(pp, l, "undef") || !l->at[1].name->macro)
        return;
    macro_set_for_device(pp, l->at[1].name, NULL, l->whole);
}

static void error_directive(struct preprocessor *pp, const struct directive_line *l, bool warning)
{
    struct str text =
        span_text(pp->in.sources, l->n > 1 ? span_join(l->at[1].at, l->whole) : l->whole);
    if (l->n > 1)
        text = span_text(pp->in.sources,
                         (struct span){l->whole.source, l->at[1].at.start, l->whole.end});
    if (warning)
        diag_warning(pp->in.diags, DIAG_SYNTAX, l->whole, "%.*s", (int) text.n, text.p);
    else
        diag_error(pp->in.diags, DIAG_SYNTAX, l->whole, "#error: %.*s", (int) text.n, text.p);
}

static bool is_word(const struct directive_line *l, const char *word)
{
    return l->n && str_eq(l->at[0].text, word);
}

static bool begins_conditional(const struct directive_line *l)
{
    return is_word(l, "if") || is_word(l, "ifdef") || is_word(l, "ifndef");
}

/* ---- #if __CUDA_ARCH__ >= 800 around definitions of device functions: nvcc reads a file once for the host and once for the device, and only
 * the device sees them. Here they are read with the host's definitions. ---- */

static bool asks_arch(const struct directive_line *l)
{
    for (size_t k = 1; k < l->n; k++)
        if (str_eq(l->at[k].text, ARCH_MACRO))
            return true;
    return false;
}

static bool is_outside_of_braces(const struct file *f)
{
    int depth = 0;
    for (size_t k = 0; k < f->pos; k++)
        depth += (f->tokens.at[k].kind == TOKEN_LBRACE) - (f->tokens.at[k].kind == TOKEN_RBRACE);
    return depth == 0;
}

/* Whether the group that follows defines something for the device only, and so do those of its #elif and #else. */
static bool groups_are_devices(const struct file *f)
{
    struct file ahead = *f;
    bool found = false;
    for (int depth = 0; ahead.pos < ahead.tokens.n;) {
        if (!is_directive(&ahead)) {
            struct str s = ahead.tokens.at[ahead.pos++].text;
            found |= str_eq(s, "__device__") || str_eq(s, "__global__");
            continue;
        }
        struct directive_line l = take_directive(&ahead);
        bool ends = is_word(&l, "endif") && depth-- == 0,
             next = !depth && (is_word(&l, "else") || is_word(&l, "elif"));
        depth += begins_conditional(&l);
        if (ends || (next && !found))
            return found;
        found &= !next;
    }
    return false;
}

/* What the condition is where __CUDA_ARCH__ is defined. */
static bool device_holds(struct preprocessor *pp, struct file *f, const struct directive_line *l)
{
    if (!is_word(l, "if") && !is_word(l, "elif")) {
        const struct token *t = l->at + 1;
        bool defined =
            l->n > 1 && (str_eq(t->text, ARCH_MACRO) || (t->name && is_defined(t->name)));
        return defined == is_word(l, "ifdef");
    }
    pp->as_device = true;
    bool holds = condition_value(pp, f, l->whole, l->at + 1, l->n - 1);
    pp->as_device = false;
    return holds;
}

static bool holds_for_device(struct preprocessor *pp, struct file *f,
                             const struct directive_line *l)
{
    return asks_arch(l) && pp->in.device_arch && is_outside_of_braces(f) && groups_are_devices(f) &&
           device_holds(pp, f, l);
}

/* ---- macros that the device has otherwise: #ifdef __CUDA_ARCH__ around #define, where the host takes another group ---- */

/* A conditional as the device reads it: whether its present group is taken, and whether one was. */
struct arch_level {
    bool active, taken;
};

/* Executes what a directive says of groups. Returns the depth behind it; negative: the conditional has ended. */
static int enter_group(struct preprocessor *pp, struct file *f, const struct directive_line *l,
                       struct arch_level *levels, int depth)
{
    struct arch_level *top = levels + depth;
    bool outer = !depth || top[-1].active;
    if (begins_conditional(l)) {
        bool holds = top->active && device_holds(pp, f, l);
        top[1] = (struct arch_level){holds, holds};
        return depth + 1;
    }
    if (is_word(l, "else") || is_word(l, "elif")) {
        top->active = outer && !top->taken && (is_word(l, "else") || device_holds(pp, f, l));
        top->taken |= top->active;
    }
    return depth - is_word(l, "endif");
}

/* The lines with #define and #undef that the device reads of the conditional that begins with l. */
static void note_arch_macros(struct preprocessor *pp, const struct file *f,
                             const struct directive_line *l, struct conditional *c)
{
    enum { DEPTH_MAX = 32 };

    struct arch_level levels[DEPTH_MAX + 1] = {0};
    struct file ahead = *f;
    struct diags unheard = {0}, *diags = pp->in.diags;
    VEC(struct directive_line) lines = {0};
    pp->in.diags = &unheard;
    levels[0].active = levels[0].taken = device_holds(pp, &ahead, l);
    for (int depth = 0; depth >= 0 && depth < DEPTH_MAX && ahead.pos < ahead.tokens.n;) {
        if (!is_directive(&ahead)) {
            ahead.pos++;
            continue;
        }
        struct directive_line d = take_directive(&ahead);
        bool changes = is_word(&d, "define") || is_word(&d, "undef");
        if (changes && levels[depth].active && d.n > 1 && d.at[1].name)
            VEC_PUSH(&lines, d);
        depth = enter_group(pp, &ahead, &d, levels, depth);
    }
    pp->in.diags = diags;
    diags_free(&unheard);
    c->for_arch = ARENA_NEW(pp->in.arena, struct arch_macros);
    c->for_arch->lines = ARENA_ARRAY(pp->in.arena, struct directive_line, lines.n + 1);
    c->for_arch->count = lines.n;
    c->for_arch->from = pp->out->directives.n;
    if (lines.n)
        memcpy(c->for_arch->lines, lines.at, lines.n * sizeof *lines.at);
    VEC_FREE(&lines);
}

static void put_for_device(struct preprocessor *pp, struct name *name, struct macro *m,
                           struct span at)
{
    VEC_PUSH(&pp->out->directives, (struct directive){.kind = DEVICE_MACRO,
                                                      .name = name,
                                                      .at = at,
                                                      .position = (uint32_t) pp->out->tokens.n - 1,
                                                      .removes = !m,
                                                      .macro = m,
                                                      .before = name->macro});
}

static bool has_line(const struct arch_macros *a, struct span at, const struct name *name)
{
    for (size_t i = 0; i < a->count; i++)
        if (name ? a->lines[i].at[1].name == name : a->lines[i].whole.start == at.start)
            return true;
    return false;
}

/* At the end of the conditional: the device has the macros of its own group, and not those of the host's. */
static void put_arch_macros(struct preprocessor *pp, const struct conditional *c)
{
    const struct arch_macros *a = c->for_arch;
    size_t end = pp->out->directives.n;
    for (size_t i = a->from; i < end; i++) {
        struct directive d = pp->out->directives.at[i];
        bool here = d.kind == DEVICE_MACRO && d.macro && d.at.source == c->at.source;
        if (here && !has_line(a, d.at, NULL) && !has_line(a, d.at, d.name))
            put_for_device(pp, d.name, NULL, d.at);
    }
    for (size_t i = 0; i < a->count; i++) {
        const struct directive_line *l = a->lines + i;
        bool obeyed = false;
        for (size_t k = a->from; k < end; k++)
            obeyed |= pp->out->directives.at[k].at.source == c->at.source &&
                      pp->out->directives.at[k].at.start == l->whole.start;
        if (!obeyed)
            put_for_device(pp, l->at[1].name, is_word(l, "define") ? macro_of(pp, l) : NULL,
                           l->whole);
    }
}

/* Skips to the #elif that holds, the #else, or the #endif of the innermost conditional. */
static void skip_group(struct preprocessor *pp, struct file *f)
{
    for (int depth = 0; f->pos < f->tokens.n;) {
        if (!is_directive(f)) {
            f->pos++;
            continue;
        }
        size_t start = f->pos;
        struct directive_line l = take_directive(f);
        struct conditional *c = &VEC_LAST(&f->open);
        if (begins_conditional(&l)) {
            depth++;
        } else if (is_word(&l, "endif") && depth-- == 0) {
            f->pos = start;
            return;
        } else if (!depth && is_word(&l, "else") && !c->taken) {
            c->taken = c->has_else = true;
            return;
        } else if (!depth && is_word(&l, "elif") && !c->taken &&
                   (condition_value(pp, f, l.whole, l.at + 1, l.n - 1) ||
                    holds_for_device(pp, f, &l))) {
            c->taken = true;
            return;
        }
    }
}

void note_asked(struct preprocessor *pp, const struct token *t)
{
    if (t->name->macro && t->name->macro->kind == MACRO_PLAIN)
        VEC_PUSH(&pp->out->invocations, (struct invocation){t->at, t->name->macro});
}

static void if_directive(struct preprocessor *pp, struct file *f, const struct directive_line *l)
{
    bool holds;
    if (is_word(l, "if")) {
        holds = condition_value(pp, f, l->whole, l->at + 1, l->n - 1);
    } else {
        bool named = l->n > 1 && l->at[1].name;
        if (!named)
            diag_error(pp->in.diags, DIAG_SYNTAX, l->whole, "'#%.*s' needs a name",
                       (int) l->at[0].text.n, l->at[0].text.p);
        if (named)
            note_asked(pp, l->at + 1);
        holds = named && is_defined(l->at[1].name) == is_word(l, "ifdef");
    }
    holds = holds || holds_for_device(pp, f, l);
    struct conditional c = {.at = l->whole, .taken = holds};
    if (pp->in.device_arch && asks_arch(l) && is_outside_of_braces(f))
        note_arch_macros(pp, f, l, &c);
    VEC_PUSH(&f->open, c);
    if (!holds)
        skip_group(pp, f);
}

static void else_directive(struct preprocessor *pp, struct file *f, const struct directive_line *l)
{
    if (!f->open.n) {
        diag_error(pp->in.diags, DIAG_SYNTAX, l->whole, "'#%.*s' without '#if'",
                   (int) l->at[0].text.n, l->at[0].text.p);
    } else if (is_word(l, "endif")) {
        if (VEC_LAST(&f->open).for_arch)
            put_arch_macros(pp, &VEC_LAST(&f->open));
        f->open.n--;
    } else if (VEC_LAST(&f->open).has_else) {
        struct diag *e = diag_error(pp->in.diags, DIAG_SYNTAX, l->whole, "'#%.*s' after '#else'",
                                    (int) l->at[0].text.n, l->at[0].text.p);
        diag_note(pp->in.diags, e, VEC_LAST(&f->open).at, "the conditional begins here");
    } else {
        VEC_LAST(&f->open).has_else = is_word(l, "else");
        skip_group(pp, f);
    }
}

/* #line 7 "name", and "# 7 "name"" as preprocessors write it: set __LINE__ and __FILE__ from the next line on.
 * Messages still refer to the text that the user sees. */
static void line_directive(struct preprocessor *pp, struct file *f, const struct directive_line *l)
{
    struct tokens all = {0};
    size_t from = is_word(l, "line");
    expand_list(pp, l->at + from, l->n - from, &all);
    bool good = all.n && all.at[0].kind == TOKEN_NUMBER;
    struct number n = good ? number_read(&all.at[0], pp->in.diags) : (struct number){0};
    if (!good || n.real || n.integer > INT32_MAX) {
        diag_help(pp->in.diags,
                  diag_error(pp->in.diags, DIAG_SYNTAX, l->whole, "'#line' needs a line number"),
                  "write #line 7 or #line 7 \"file.cu\"");
    } else if (source_get(pp->in.sources,
                          f->src->id)) { /* a text that is only inspected has no line numbers */
        struct line_mark m = {.source = f->src->id, .start = l->whole.end};
        m.shift = (int64_t) n.integer - 1 - source_place(f->src, l->whole.end).line;
        if (all.n > 1 && all.at[1].kind == TOKEN_STRING && all.at[1].text.n >= 2)
            m.file = arena_strndup(pp->in.arena, all.at[1].text.p + 1, all.at[1].text.n - 2);
        VEC_PUSH(&pp->lines, m);
    }
    VEC_FREE(&all);
}

static void obey(struct preprocessor *pp, struct file *f)
{
    struct directive_line l = take_directive(f);
    if (!l.n)
        return;
    if (is_word(&l, "define")) {
        define_directive(pp, &l);
    } else if (is_word(&l, "undef")) {
        undef_directive(pp, &l);
    } else if (is_word(&l, "include") || is_word(&l, "include_next")) {
        bool next = is_word(&l, "include_next");
        include_directive(pp, f, l.whole, l.at + 1, l.n - 1, next);
    } else if (begins_conditional(&l)) {
        if_directive(pp, f, &l);
    } else if (is_word(&l, "else") || is_word(&l, "elif") || is_word(&l, "endif")) {
        else_directive(pp, f, &l);
    } else if (is_word(&l, "error") || is_word(&l, "warning")) {
        error_directive(pp, &l, is_word(&l, "warning"));
    } else if (is_word(&l, "pragma")) {
        pragma_directive(pp, f, &l);
    } else if (is_word(&l, "line") || l.at[0].kind == TOKEN_NUMBER) {
        line_directive(pp, f, &l);
    } else {
        static const char *const known[] = {"define",  "undef",  "include", "if",    "ifdef",
                                            "ifndef",  "else",   "elif",    "endif", "error",
                                            "warning", "pragma", "line"};
        char *word = arena_strndup(pp->in.arena, l.at[0].text.p, l.at[0].text.n);
        struct diag *e =
            diag_error(pp->in.diags, DIAG_SYNTAX, l.at[0].at, "unknown directive '#%s'", word);
        struct name_match match = {.wanted = word};
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            name_match_try(&match, known[i]);
        if (name_match_best(&match))
            diag_help(pp->in.diags, e, "did you mean '#%s'?", name_match_best(&match));
    }
}

struct token file_next(struct preprocessor *pp, struct file *f)
{
    while (is_directive(f))
        obey(pp, f);
    if (f->pos < f->tokens.n)
        return f->tokens.at[f->pos++];
    uint32_t end = (uint32_t) f->src->text.n;
    return (struct token){
        .kind = TOKEN_END, .line_start = true, .at = {f->src->id, end, end}
    };
}

const struct token *file_peek(const struct file *f)
{
    return f->pos < f->tokens.n && !is_directive(f) ? f->tokens.at + f->pos : NULL;
}

/* ---- output ---- */

static void report_bad(struct preprocessor *pp, const struct source *src, const struct token *t)
{
    struct diags *d = pp->in.diags;
    const char *quote = t->text.n ? memchr(t->text.p, '"', t->text.n) : NULL;
    struct diag *e;
    if (t->text.n > 1 && t->text.p[0] == '/' && t->text.p[1] == '*') {
        pp->out->open_at_end = true;
        diag_help(d, diag_error(d, DIAG_SYNTAX, t->at, "unterminated comment"),
                  "close it with '*/'");
    } else if (quote || (t->text.n && memchr(t->text.p, '\'', t->text.n))) {
        struct span first = {t->at.source, t->at.start, t->at.start + 1};
        e = diag_error(d, DIAG_SYNTAX, first,
                       quote ? "unterminated string literal" : "unterminated character constant");
        diag_help(d, e,
                  quote ? "a string literal must end on the line where it starts"
                        : "a character constant is one character, like 'a'");
    } else if (t->text.n && t->text.p[0] == '\\' && t->at.source == src->id &&
               t->at.end >= src->text.n) {
        pp->out->open_at_end = true;
        diag_error(d, DIAG_SYNTAX, t->at, "a line ends with '\\', but no line follows");
    } else if (lex_is_utf16(src)) {
        e = diag_error(d, DIAG_SYNTAX, t->at, "this text is in UTF-16");
        diag_help(d, e, "save it as UTF-8");
    } else {
        diag_error(d, DIAG_SYNTAX, t->at, "unexpected character '%.*s'", (int) t->text.n,
                   t->text.p);
    }
}

/* _Pragma("...") (C11 6.10.9): those that the host knows stand in lines of their own. */
static void skip_pragma(struct expander *x)
{
    struct token t;
    do
        t = expand_next(x);
    while (t.kind != TOKEN_RPAREN && t.kind != TOKEN_END);
}

void read_text(struct preprocessor *pp, const struct source *src, uint32_t start, uint32_t end)
{
    struct file f = {.src = src};
    struct lexer l = {pp->in.names, pp->in.arena, pp->in.magics && !pp->depth,
                      dialect_of_text(pp->in.dialect, src->kind == SOURCE_BUILTIN)};
    lex_text(&l, src, start, end, &f.tokens);
    if (!pp->in.bare)
        include_unasked(pp, src, &f.tokens);
    struct expander x = {pp, &f, {0}};
    while (!safepoint_stops(pp->in.safepoint)) {
        struct token t = pp->in.bare ? file_next(pp, &f) : expand_next(&x);
        if (t.kind == TOKEN_END)
            break;
        bool pragma = t.kind == TOKEN_NAME && str_eq(t.text, "_Pragma") && !pp->in.bare;
        if (pragma)
            skip_pragma(&x);
        else if (t.kind == TOKEN_BAD)
            report_bad(pp, src, &t);
        else
            VEC_PUSH(&pp->out->tokens, t);
    }
    if (f.open.n) {
        diag_help(pp->in.diags,
                  diag_error(pp->in.diags, DIAG_SYNTAX, VEC_LAST(&f.open).at, "missing '#endif'"),
                  "add '#endif' where it ends");
        pp->out->open_at_end = true;
    }
    expander_free(&x);
    VEC_FREE(&f.open);
    VEC_FREE(&f.tokens);
}

/* The macros that the program's own texts have defined. Those of a session's earlier cells and of options stay. */
static void forget_macros(struct preprocessor *pp, struct span at)
{
    size_t n = pp->out->changes.n;
    for (size_t i = 0; i < n; i++) {
        struct name *name = pp->out->changes.at[i].name;
        const struct source *src =
            name->macro ? source_get(pp->in.sources, name->macro->at.source) : NULL;
        if (src && src->kind != SOURCE_BUILTIN && name->macro->kind == MACRO_PLAIN)
            macro_set_for_device(pp, name, NULL, at);
    }
}

/* Reads a further file of the program. at: the end of the first one. */
static void program_file(struct preprocessor *pp, const char *path, struct span at)
{
    size_t from = pp->out->tokens.n;
    pp->file++;
    forget_macros(pp, at);
    include_file(pp, path, at);
    separate_types(pp, from);
    separate_static_names(pp, from);
}

void preprocess_text(const struct preprocess_input *in, const struct source *src, uint32_t start,
                     uint32_t end, struct preprocessed *out)
{
    struct preprocessor pp = {.in = *in, .out = out};
    VEC_PUSH(&out->tokens, (struct token){.kind = TOKEN_SEMICOLON, .line_start = true});
    for (size_t i = 0; i < in->ahead_count; i++)
        include_text(&pp, in->ahead[i], (struct span){src->id, start, start});
    read_text(&pp, src, start, end);
    for (size_t i = 0; i < in->behind_count; i++)
        program_file(&pp, in->behind[i], (struct span){src->id, end, end});
    VEC_PUSH(&out->tokens, (struct token){
                               .kind = TOKEN_END, .line_start = true, .at = {src->id, end, end}
    });
    if (pp.openmp)
        openmp_rewrite(&pp);
    angles_match(&out->tokens);
    VEC_FREE(&pp.once);
    VEC_FREE(&pp.packs);
    VEC_FREE(&pp.pushed);
    VEC_FREE(&pp.lines);
    VEC_FREE(&pp.headers);
    VEC_FREE(&pp.included);
}
