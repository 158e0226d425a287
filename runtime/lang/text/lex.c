/* SPDX-License-Identifier: Apache-2.0 */
/* Text to tokens (C11 5.1.1.2 phases 2 and 3). Spans are bytes of the source; a spelling that a backslash-newline
 * interrupts is copied without it. Next: preprocess.h. */
#include <ctype.h>
#include <string.h>

#include "base/check.h"
#include "lang/text/token.h"

static const struct {
    enum token_kind kind;
    unsigned char length;
    const char *spelling;
} puncts[] = {

#define PUNCT(kind, spelling) {TOKEN_##kind, sizeof(spelling) - 1, spelling},
#define KEYWORD(kind, spelling, class)
#include "lang/text/token.def"
#undef PUNCT
#undef KEYWORD
};

static const struct {
    const char *spelling;
    enum token_class class;
} kinds[TOKEN_KIND_COUNT] = {

#define PUNCT(kind, spelling)          [TOKEN_##kind] = {spelling, CLASS_OTHER},
#define KEYWORD(kind, spelling, class) [TOKEN_##kind] = {spelling, CLASS_##class},
#include "lang/text/token.def"
#undef PUNCT
#undef KEYWORD
};

enum token_class token_class(enum token_kind kind)
{
    return kinds[kind].class;
}

const char *token_spelling(enum token_kind kind)
{
    return kinds[kind].spelling ? kinds[kind].spelling : "";
}

void keywords_define(struct names *names)
{
    static const struct {
        const char *spelling;
        uint16_t kind;
        uint8_t languages;
    } rows[] = {

#define PUNCT(kind, spelling)
#define KEYWORD(kind, spelling, class)     {spelling, TOKEN_##kind, LANGUAGE_ANY},
#define CPP_KEYWORD(kind, spelling, class) {spelling, TOKEN_##kind, LANGUAGE_CPP},
#define C_KEYWORD(kind, spelling, class)   {spelling, TOKEN_##kind, LANGUAGE_C},
#define SPELLING(kind, spelling)           {spelling, TOKEN_##kind, LANGUAGE_ANY},
#define CPP_SPELLING(kind, spelling)       {spelling, TOKEN_##kind, LANGUAGE_CPP},
#include "lang/text/token.def"
#undef PUNCT
#undef KEYWORD
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct name *n = name_cstr(names, rows[i].spelling);
        n->keyword = rows[i].kind;
        n->keyword_languages = rows[i].languages;
    }
}

struct reader {
    const struct lexer *l;
    const struct dialect *dialect;
    const struct source *src;
    struct tokens *out;
    const char *text;
    uint32_t at, end;
    bool space, line_start;
    int depth;    /* open brackets */
    int launches; /* `<<<` without its `>>>` yet */
};

/* Length of a backslash-newline at `at`, or 0. */
static uint32_t splice(const struct reader *r, uint32_t at)
{
    if (at + 1 < r->end && r->text[at] == '\\') {
        if (r->text[at + 1] == '\n')
            return 2;
        if (r->text[at + 1] == '\r' && at + 2 < r->end && r->text[at + 2] == '\n')
            return 3;
    }
    return 0;
}

/* The character at `at`, after splices; out_next: the position after it. 0 at the end. */
static char char_at(const struct reader *r, uint32_t at, uint32_t *out_next)
{
    uint32_t n;
    if (at < r->end && r->text[at] != '\\') {
        *out_next = at + 1;
        return r->text[at];
    }
    while ((n = splice(r, at)))
        at += n;
    *out_next = at < r->end ? at + 1 : at;
    return at < r->end ? r->text[at] : 0;
}

static char look(const struct reader *r, int ahead)
{
    uint32_t at = r->at;
    char c = char_at(r, at, &at);
    while (ahead-- > 0)
        c = char_at(r, at, &at);
    return c;
}

static void step(struct reader *r)
{
    char_at(r, r->at, &r->at);
}

static bool ident_start(char c)
{
    unsigned char u = (unsigned char) c;
    return (unsigned char) ((u | 32) - 'a') < 26 || c == '_' || c == '$' || u >= 0x80;
}

static bool ident_part(char c)
{
    return ident_start(c) || (c >= '0' && c <= '9');
}

static struct str spelling(const struct reader *r, uint32_t start, uint32_t end)
{
    const char *p = r->text + start;
    size_t n = end - start, kept = 0;
    if (!memchr(p, '\\', n))
        return (struct str){p, n};
    char *copy = arena_alloc(r->l->arena, n + 1);
    for (uint32_t i = start; i < end;) {
        uint32_t skip = splice(r, i);
        if (!skip)
            copy[kept++] = r->text[i++];
        i += skip;
    }
    return (struct str){copy, kept};
}

static struct token *put(struct reader *r, enum token_kind kind, uint32_t start)
{
    VEC_PUSH(r->out, (struct token){
                         .kind = (uint16_t) kind,
                         .space = r->space,
                         .line_start = r->line_start,
                         .at = {r->src->id, start, r->at},
                         .text = spelling(r, start, r->at),
    });
    r->space = r->line_start = false;
    return &VEC_LAST(r->out);
}

/* To the end of a comment's line: a newline without a backslash in front of it. */
static void skip_line(struct reader *r)
{
    for (;; r->at++) {
        const char *end = memchr(r->text + r->at, '\n', r->end - r->at);
        r->at = end ? (uint32_t) (end - r->text) : r->end;
        uint32_t before = r->at - (r->at && r->text[r->at - 1] == '\r');
        if (!end || !before || r->text[before - 1] != '\\')
            return;
    }
}

/* Skips blanks and comments. An unterminated comment becomes TOKEN_BAD. */
static void skip_blank(struct reader *r)
{
    for (;;) {
        while (r->at < r->end && r->text[r->at] == ' ') {
            r->at++;
            r->space = true;
        }
        char c = look(r, 0);
        if (r->at >= r->end)
            return;
        if (c == '\n') {
            r->line_start = true;
            step(r);
        } else if (isspace((unsigned char) c)) {
            step(r);
        } else if (c == '/' && look(r, 1) == '/') {
            skip_line(r);
        } else if (c == '/' && look(r, 1) == '*') {
            uint32_t start = r->at;
            step(r), step(r);
            while (r->at < r->end && !(look(r, 0) == '*' && look(r, 1) == '/'))
                step(r);
            if (r->at >= r->end) {
                put(r, TOKEN_BAD, start)->at.end = start + 2;
                return;
            }
            step(r), step(r);
        } else {
            return;
        }
        r->space = true;
    }
}

static void read_number(struct reader *r)
{
    uint32_t start = r->at;
    char c = look(r, 0);
    for (;;) {
        char previous = c;
        step(r);
        c = look(r, 0);
        bool exponent = (c == '+' || c == '-') && strchr("eEpP", previous) && previous;
        bool hex = r->text[start] == '0' && start + 1 < r->end && (r->text[start + 1] | 32) == 'x';
        if (exponent && hex && (previous | 32) == 'e')
            exponent = false;
        bool separator = c == '\'' && isalnum((unsigned char) look(r, 1));
        if (r->at >= r->end || !(ident_part(c) || c == '.' || exponent || separator))
            break;
    }
    put(r, TOKEN_NUMBER, start);
}

/* From the opening quote at r->at; `start` is where the prefix began. */
static void read_quoted(struct reader *r, uint32_t start)
{
    char quote = look(r, 0);
    step(r);
    for (;;) {
        char c = look(r, 0);
        if (r->at >= r->end || c == '\n') {
            put(r, TOKEN_BAD, start);
            return;
        }
        step(r);
        if (c == quote)
            break;
        if (c == '\\' && r->at < r->end && look(r, 0) != '\n')
            step(r);
    }
    put(r, quote == '"' ? TOKEN_STRING : TOKEN_CHAR, start);
}

/* R"tag( ... )tag": C++17 [lex.string]. r->at is at the quote. */
static void read_raw(struct reader *r, uint32_t start)
{
    uint32_t tag = r->at + 1, open = tag;
    while (open < r->end && open - tag <= 16 && r->text[open] != '(' && r->text[open] != '\n')
        open++;
    size_t n = open - tag;
    for (uint32_t i = open; open < r->end && r->text[open] == '(' && i + n + 1 < r->end; i++)
        if (r->text[i] == ')' && !memcmp(r->text + i + 1, r->text + tag, n) &&
            r->text[i + n + 1] == '"') {
            r->at = i + (uint32_t) n + 2;
            struct token *t = put(r, TOKEN_STRING, start);
            t->text = (struct str){r->text + start, r->at - start};
            return;
        }
    r->at = r->end;
    put(r, TOKEN_BAD, start);
}

static bool quote_prefix(struct str s)
{
    return str_eq(s, "L") || str_eq(s, "u8") || str_eq(s, "u") || str_eq(s, "U");
}

static bool at_statement_start(const struct reader *r)
{
    if (r->depth || !r->l->magics)
        return false;
    if (!r->out->n)
        return true;
    const struct token *t = &VEC_LAST(r->out);
    if (t->kind == TOKEN_SEMICOLON || t->kind == TOKEN_RBRACE || t->kind == TOKEN_MAGIC)
        return true;
    while (t > r->out->at && !t->line_start)
        t--;
    return t->line_start && t->kind == TOKEN_HASH; /* after a directive */
}

static void take_line(struct reader *r, uint32_t start)
{
    while (r->at < r->end && r->text[r->at] != '\n')
        r->at++;
    uint32_t end = r->at;
    while (end > start && isspace((unsigned char) r->text[end - 1]))
        end--;
    struct token *t = put(r, TOKEN_MAGIC, start);
    t->at.end = end;
    t->text = (struct str){r->text + start, end - start};
}

/* `name?` or `name??` alone on its line; the name may be `std::vector`. */
static bool asks_help(const struct reader *r)
{
    uint32_t i = r->at;
    while (i < r->end &&
           (ident_part(r->text[i]) || (r->text[i] == ':' && i > r->at && r->text[i - 1] == ':') ||
            (r->text[i] == ':' && i + 1 < r->end && r->text[i + 1] == ':')))
        i++;
    uint32_t mark = i;
    while (i < r->end && r->text[i] == '?' && i - mark < 2)
        i++;
    if (i == mark)
        return false;
    while (i < r->end && (r->text[i] == ' ' || r->text[i] == '\t' || r->text[i] == '\r'))
        i++;
    return i == r->end || r->text[i] == '\n';
}

static void read_name(struct reader *r)
{
    uint32_t start = r->at;
    if (r->line_start && asks_help(r) && at_statement_start(r)) {
        take_line(r, start);
        return;
    }
    while (r->at < r->end && ident_part(r->text[r->at])) /* most names are not interrupted */
        r->at++;
    while (r->at < r->end && ident_part(look(r, 0)))
        step(r);
    struct str text = spelling(r, start, r->at);
    char next = look(r, 0);
    if ((next == '"' || next == '\'') && quote_prefix(text)) {
        read_quoted(r, start);
        return;
    }
    if (next == '"' && text.n && text.p[text.n - 1] == 'R' &&
        (text.n == 1 || quote_prefix((struct str){text.p, text.n - 1}))) {
        read_raw(r, start);
        return;
    }
    struct name *name = name_of(r->l->names, text.p, text.n);
    bool keyword = name->keyword && name->keyword_languages & r->dialect->language;
    put(r, keyword ? name->keyword : TOKEN_NAME, start)->name = name;
}

/* `<< <` and `>> >`, as some editors format a launch. Nothing else in C or C++ writes three in a row, except
 * templates that close inside each other, which is why a close needs its open. */
static bool read_spread(struct reader *r, char c, enum token_kind kind)
{
    uint32_t start = r->at, at = start;
    for (int found = 0; found < 3; found++, at++) {
        while (at < r->end && (r->text[at] == ' ' || r->text[at] == '\t'))
            at++;
        if (at >= r->end || r->text[at] != c)
            return false;
    }
    while (r->at < at)
        step(r);
    r->launches += kind == TOKEN_LAUNCH_OPEN ? 1 : -1;
    put(r, kind, start);
    return true;
}

/* The kind of a character that begins no longer punctuator, half of them all; TOKEN_BAD: another one. */
static enum token_kind lone_punct(char c)
{
    switch (c) {
    case '(': return TOKEN_LPAREN;
    case ')': return TOKEN_RPAREN;
    case '[': return TOKEN_LBRACKET;
    case ']': return TOKEN_RBRACKET;
    case '{': return TOKEN_LBRACE;
    case '}': return TOKEN_RBRACE;
    case ';': return TOKEN_SEMICOLON;
    case ',': return TOKEN_COMMA;
    default: return TOKEN_BAD;
    }
}

/* The punctuator at r->at, and how many characters it has; TOKEN_BAD: none. */
static enum token_kind punct_at(const struct reader *r, int *out_length)
{
    char c[3] = {look(r, 0)};
    enum token_kind kind = lone_punct(c[0]);
    *out_length = 1;
    if (kind != TOKEN_BAD)
        return kind;
    c[1] = look(r, 1);
    c[2] = look(r, 2);
    for (size_t i = 0; i < sizeof puncts / sizeof *puncts; i++) {
        if (puncts[i].spelling[0] != c[0] || memcmp(puncts[i].spelling, c, puncts[i].length))
            continue;
        *out_length = puncts[i].length;
        return puncts[i].kind;
    }
    return TOKEN_BAD;
}

static void read_punct(struct reader *r)
{
    uint32_t start = r->at;
    int length;
    if ((look(r, 0) == '<' && read_spread(r, '<', TOKEN_LAUNCH_OPEN)) ||
        (look(r, 0) == '>' && r->launches && read_spread(r, '>', TOKEN_LAUNCH_CLOSE)))
        return;
    enum token_kind kind = punct_at(r, &length);
    for (int n = 0; n < length; n++)
        step(r);
    r->depth += kind == TOKEN_LPAREN || kind == TOKEN_LBRACKET || kind == TOKEN_LBRACE;
    r->depth -= kind == TOKEN_RPAREN || kind == TOKEN_RBRACKET || kind == TOKEN_RBRACE;
    if (r->depth < 0)
        r->depth = 0;
    put(r, kind, start);
}

bool lex_is_utf16(const struct source *src)
{
    return src->text.n >= 2 &&
           (!memcmp(src->text.p, "\xff\xfe", 2) || !memcmp(src->text.p, "\xfe\xff", 2));
}

static bool has_utf8_mark(const struct source *src)
{
    return src->text.n >= 3 && !memcmp(src->text.p, "\xef\xbb\xbf", 3);
}

void lex_text(const struct lexer *l, const struct source *src, uint32_t start, uint32_t end,
              struct tokens *out)
{
    struct reader r = {l,
                       l->dialect ? l->dialect : &dialect_cpp,
                       src,
                       out,
                       src->text.p,
                       start,
                       end,
                       false,
                       true,
                       0,
                       0};
    if (!start && end >= 3 && has_utf8_mark(src))
        r.at = 3; /* editors on Windows write it */
    if (!start && end >= 2 && lex_is_utf16(src)) {
        r.at = end;
        put(&r, TOKEN_BAD, 0)->at.end = 2;
    }
    for (;;) {
        skip_blank(&r);
        if (r.at >= r.end)
            break;
        char c = look(&r, 0), next = look(&r, 1);
        if (r.line_start && (c == '%' || c == '!' || c == '?') && at_statement_start(&r))
            take_line(&r, r.at);
        else if (ident_start(c))
            read_name(&r);
        else if (isdigit((unsigned char) c) || (c == '.' && isdigit((unsigned char) next)))
            read_number(&r);
        else if (c == '"' || c == '\'')
            read_quoted(&r, r.at);
        else
            read_punct(&r);
    }
}
