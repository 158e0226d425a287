/* SPDX-License-Identifier: Apache-2.0 */
/* Turns NVRTC's log into diags. emit.c writes #line directives, so NVRTC's messages name our sources. A log looks like this:
 *
 *     In[3](4): error: identifier "n" is undefined           location(line): level[ #number[-D]]: message
 *             argument types are: (int)                      optional continuation of the message
 *       x[i] = n;                                            two blanks and the source line
 *              ^                                             two blanks and the caret: counts bytes, tabs are copied
 *           detected during instantiation of ... at line 2   context, on one or more lines
 *
 * Blank lines separate messages, and a summary follows. ptxas, which runs for cubins, has its own format. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "compile/nvrtc.h"

enum level { LEVEL_NONE, LEVEL_ERROR, LEVEL_WARNING, LEVEL_NOTE };

struct head { /* the first line of a message */
    enum level level;
    struct str file; /* empty: the end of the source */
    uint32_t line;
    int number; /* of a warning or note; 0: none */
    struct str text;
};

struct log_message {
    struct head head;
    struct str more[4]; /* continuation of the text, before the excerpt */
    uint32_t more_count;
    struct str excerpt; /* without the two blanks */
    size_t caret;       /* byte in the excerpt */
    bool has_caret;
    struct str origin[24]; /* "detected during ..." */
    uint32_t origin_count;
};

struct log_reader {
    const struct sources *sources;
    struct diags *out;
    struct span end;
    struct diag *last; /* the message that a following note belongs to; NULL: none */
    bool derivative;   /* it is about a function on dual numbers */
};

static const struct {
    const char *word;
    enum level level;
} levels[] = {
    {"catastrophic error", LEVEL_ERROR  },
    {"internal error",     LEVEL_ERROR  },
    {"error",              LEVEL_ERROR  },
    {"warning",            LEVEL_WARNING},
    {"remark",             LEVEL_WARNING},
    {"note",               LEVEL_NOTE   },
};

static bool starts(struct str s, const char *with)
{
    size_t n = strlen(with);
    return s.n >= n && !memcmp(s.p, with, n);
}

static struct str from(struct str s, size_t i)
{
    return (struct str){s.p + i, s.n - i};
}

static struct str trimmed(struct str s)
{
    while (s.n && isspace((unsigned char) *s.p))
        s = from(s, 1);
    while (s.n && isspace((unsigned char) s.p[s.n - 1]))
        s.n--;
    return s;
}

/* "error: text", "warning #177-D: text" */
static bool read_level(struct str s, struct head *out)
{
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        if (!starts(s, levels[i].word))
            continue;
        s = from(s, strlen(levels[i].word));
        out->level = levels[i].level;
        out->number = 0;
        if (starts(s, " #")) {
            out->number = atoi(s.p + 2); /* the log is NUL-terminated */
            const char *colon = memchr(s.p, ':', s.n);
            if (!colon)
                return false;
            s = from(s, (size_t) (colon - s.p));
        }
        if (!starts(s, ": "))
            return false;
        out->text = from(s, 2);
        return true;
    }
    return false;
}

static bool read_head(struct str line, struct head *out)
{
    static const char at_end[] = "At end of source: ";
    *out = (struct head){0};
    if (starts(line, at_end))
        return read_level(from(line, sizeof at_end - 1), out);
    for (size_t i = 0; i + 3 < line.n; i++) {
        if (memcmp(line.p + i, "): ", 3) || !read_level(from(line, i + 3), out))
            continue;
        size_t digits = i;
        while (digits && isdigit((unsigned char) line.p[digits - 1]))
            digits--;
        if (digits == i || !digits || line.p[digits - 1] != '(')
            continue;
        out->line = (uint32_t) strtoul(line.p + digits, NULL, 10);
        out->file = (struct str){line.p, digits - 1};
        return true;
    }
    return false;
}

static bool is_caret(struct str line, size_t *out_at)
{
    size_t at = 0;
    while (at < line.n && (line.p[at] == ' ' || line.p[at] == '\t'))
        at++;
    if (at < 2 || at + 1 != line.n || line.p[at] != '^')
        return false;
    *out_at = at - 2;
    return true;
}

static const struct source *source_of(const struct log_reader *r, struct str file)
{
    char *name = strndup(file.p, file.n);
    const struct source *src = source_named(r->sources, name);
    free(name);
    return src;
}

/* The token at an offset: a name, a number, a string, or one character. */
static uint32_t token_end(const struct source *src, uint32_t at)
{
    const char *p = src->text.p + at;
    size_t left = src->text.n - at, n = 0;
    uint32_t code;
    while (n < left && (isalnum((unsigned char) p[n]) || p[n] == '_'))
        n++;
    if (!n && left && *p == '"') {
        for (n = 1; n < left && p[n] != '"' && p[n] != '\n'; n++)
            n += p[n] == '\\' && n + 1 < left;
        n += n < left && p[n] == '"';
    }
    if (!n && left && *p != '\n')
        n = utf8_next(p, left, &code);
    return at + (uint32_t) n;
}

static struct span line_span(const struct source *src, uint32_t line)
{
    struct str text = source_line(src, line);
    uint32_t start = source_offset(src, line, 1), end = start + (uint32_t) text.n;
    while (start < end && isspace((unsigned char) src->text.p[start]))
        start++;
    return (struct span){src->id, start, end};
}

/* The position after the last token before `at` if `at` is the first token of its line; else `at`. Comments are not
 * tokens. */
static uint32_t behind_previous(const struct source *src, uint32_t at)
{
    const char *p = src->text.p;
    uint32_t line = at;
    while (line && (p[line - 1] == ' ' || p[line - 1] == '\t'))
        line--;
    if (!line || p[line - 1] != '\n')
        return at;
    while (line) {
        uint32_t end = line - 1, start = end;
        while (start && p[start - 1] != '\n')
            start--;
        const char *comment = memmem(p + start, end - start, "//", 2);
        uint32_t stop = comment ? (uint32_t) (comment - p) : end;
        while (stop > start && isspace((unsigned char) p[stop - 1]))
            stop--;
        if (stop > start)
            return stop;
        line = start;
    }
    return at;
}

static struct span place_of(const struct log_reader *r, const struct log_message *m)
{
    if (!m->head.file.n)
        return r->end;
    const struct source *src = source_of(r, m->head.file);
    if (!src)
        return (struct span){0};
    if (!m->has_caret)
        return line_span(src, m->head.line);
    uint32_t at = source_offset(src, m->head.line, (uint32_t) m->caret + 1);
    while (at > 0 && at < src->text.n && ((unsigned char) src->text.p[at] & 0xc0) == 0x80)
        at--; /* NVRTC points into a character when it rejects its second byte */
    if (at < src->text.n && starts(m->head.text, "expected a \";\"")) {
        uint32_t behind = behind_previous(src, at); /* NVRTC points at the token found instead */
        if (behind != at)
            return (struct span){src->id, behind, behind};
    }
    return (struct span){src->id, at, token_end(src, at)};
}

/* NVRTC's advice for a function without __device__ names an option; in a cell the remedy differs. */
static const char advice[] = " Consider using -default-device flag";

/* A function on dual numbers is the user's with other types in it (emit.c): they are called float and double again. */
static const char lifted[] = "__lift_", dual[] = "warpcell_dual::dual<", aka[] = " (aka \"";

static bool is_lifted(const struct log_message *m)
{
    struct str t = m->head.text;
    bool found = false;
    for (uint32_t i = 0; i < m->more_count; i++)
        found |= memmem(m->more[i].p, m->more[i].n, lifted, sizeof lifted - 1) != NULL;
    return found || memmem(t.p, t.n, lifted, sizeof lifted - 1) ||
           memmem(t.p, t.n, dual, sizeof dual - 1);
}

static bool at_word(const char *p, const char *end, const char *word, size_t n)
{
    return (size_t) (end - p) >= n && !memcmp(p, word, n);
}

/* Behind `dual<...>` or `__lift_name::`. */
static const char *behind_lifted(const char *p, const char *end)
{
    int depth = 1;
    if (at_word(p, end, lifted, sizeof lifted - 1)) {
        while (p < end && *p != ':')
            p++;
        return end - p > 2 ? p + 2 : end;
    }
    for (p += sizeof dual - 1; p < end && depth; p++)
        depth += (*p == '<') - (*p == '>');
    return p;
}

static void put_unlifted(struct buf *out, const char *p, const char *end)
{
    while (p < end) {
        const char *close =
            at_word(p, end, aka, sizeof aka - 1) ? memmem(p, (size_t) (end - p), "\")", 2) : NULL;
        if (close && memmem(p, (size_t) (close - p), dual, sizeof dual - 1)) {
            p = close + 2;
        } else if (at_word(p, end, dual, sizeof dual - 1)) {
            buf_puts(out, at_word(p + sizeof dual - 1, end, "double", 6) ? "differentiated double"
                                                                         : "differentiated float");
            p = behind_lifted(p, end);
        } else if (at_word(p, end, lifted, sizeof lifted - 1)) {
            p = behind_lifted(p, end);
        } else if (at_word(p, end, "__float_", 8) || at_word(p, end, "__double_", 9)) {
            bool single = p[2] == 'f';
            buf_puts(out, single ? "differentiated float" : "differentiated double");
            for (p += single ? 8 : 9; p < end && isdigit((unsigned char) *p);)
                p++;
        } else {
            buf_putc(out, *p++);
        }
    }
}

static void put_text(struct buf *out, const struct log_message *m);

static void put_derivative_text(struct buf *out, const struct log_message *m)
{
    struct buf text = {0};
    put_text(&text, m);
    buf_puts(out, "this cannot be differentiated: ");
    put_unlifted(out, text.p, text.p + text.n);
    buf_free(&text);
}

static void put_text(struct buf *out, const struct log_message *m)
{
    struct str text = m->head.text;
    const char *cut = memmem(text.p, text.n, advice, sizeof advice - 1);
    if (cut)
        text.n = (size_t) (cut - text.p);
    if (text.n && text.p[text.n - 1] == '.')
        text.n--;
    utf8_clean(out, text.p, text.n);
    for (uint32_t i = 0; i < m->more_count; i++) {
        struct str more = trimmed(m->more[i]);
        buf_puts(out, i ? " " : "; ");
        utf8_clean(out, more.p, more.n);
    }
}

/* "instantiation of "T f(T) [with T=int]" at line 2 of "In[1]"": a note at that line. */
static void add_origin(struct log_reader *r, struct diag *d, struct str file, struct str text)
{
    static const char at_line[] = " at line ";
    const struct source *src = source_of(r, file);
    const char *at = memmem(text.p, text.n, at_line, sizeof at_line - 1);
    struct span where = {0};
    struct buf clean = {0};
    if (at) {
        char *rest;
        uint32_t line = (uint32_t) strtoul(at + sizeof at_line - 1, &rest, 10);
        struct str of = {rest, (size_t) (text.p + text.n - rest)};
        if (starts(of, " of \"") && of.n > 6)
            src = source_of(r, (struct str){of.p + 5, of.n - 6});
        if (src) {
            where = line_span(src, line);
            text.n = (size_t) (at - text.p);
        }
    }
    utf8_clean(&clean, text.p, text.n);
    diag_note(r->out, d, where, "%s", clean.p ? clean.p : "");
    buf_free(&clean);
}

static void add_origins(struct log_reader *r, struct diag *d, const struct log_message *m)
{
    for (uint32_t i = 0; i < m->origin_count; i++) {
        struct str text = trimmed(m->origin[i]);
        if (!str_eq(text, "detected during:") && !str_eq(text, "detected at:"))
            add_origin(r, d, m->head.file, text);
    }
}

/* A message about a header rather than a cell: its location can only be given as text. */
static void add_foreign_place(struct log_reader *r, struct diag *d, const struct log_message *m)
{
    struct buf text = {0};
    buf_puts(&text, "in ");
    utf8_clean(&text, m->head.file.p, m->head.file.n);
    buf_printf(&text, ", line %u: ", m->head.line);
    struct str line = trimmed(m->excerpt);
    utf8_clean(&text, line.p, line.n);
    diag_note(r->out, d, (struct span){0}, "%s", text.p);
    buf_free(&text);
}

static void add_note(struct log_reader *r, const struct log_message *m, const char *text)
{
    struct span at = place_of(r, m);
    if (!r->last || (m->head.file.n && !at.source && r->derivative))
        return;
    if (m->head.file.n && !at.source)
        add_foreign_place(r, r->last, m);
    else
        diag_note(r->out, r->last, at, "%s", text);
}

enum { PRINTF_MISMATCH = 181 };

static void add_help(struct log_reader *r, struct diag *d, const struct log_message *m)
{
    if (memmem(m->head.text.p, m->head.text.n, advice, sizeof advice - 1))
        diag_help(r->out, d, "write __device__ or __host__ __device__ before it");
    else if (m->head.number == PRINTF_MISMATCH)
        diag_help(r->out, d,
                  "%%d prints an int, %%f a float or double, %%s a string: change it, or "
                  "cast the argument");
    else if (is_lifted(m))
        diag_help(r->out, d,
                  "a value that depends on the arguments loses its derivative here; where that is "
                  "meant, say so: (int) x has the derivative 0");
    else if (m->head.level == LEVEL_WARNING && m->head.number)
        diag_help(r->out, d, "`#pragma nv_diag_suppress %d` suppresses this warning",
                  m->head.number);
}

static void finish(struct log_reader *r, struct log_message *m)
{
    if (!m->head.level)
        return;
    struct buf text = {0};
    struct span at = place_of(r, m);
    bool foreign = m->head.file.n && !at.source;
    bool derivative = is_lifted(m);
    (derivative ? put_derivative_text : put_text)(&text, m);
    if (m->head.level == LEVEL_NOTE) {
        add_note(r, m, text.p ? text.p : "");
    } else if (m->head.level == LEVEL_WARNING && foreign) {
        r->last = NULL; /* users cannot fix a warning in one of CUDA's headers */
    } else {
        const char *words = text.p ? text.p : "";
        r->derivative = derivative;
        r->last = m->head.level == LEVEL_ERROR
                      ? diag_error(r->out, DIAG_COMPILE, at, "%s", words)
                      : diag_warning(r->out, DIAG_COMPILE, at, "%s", words);
        if (foreign)
            add_foreign_place(r, r->last, m);
        add_origins(r, r->last, m);
        add_help(r, r->last, m);
    }
    buf_free(&text);
    *m = (struct log_message){0};
}

/* "ptxas fatal   : text", "ptxas ..., line 44; error   : text", "nvrtc: error: text": messages without a cell. */
static void read_tool(struct log_reader *r, struct str line)
{
    static const char *const words[] = {"error", "fatal"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words && !found; i++)
        found = memmem(line.p, line.n, words[i], strlen(words[i]));
    const char *colon = found ? memchr(found, ':', (size_t) (line.p + line.n - found)) : NULL;
    if (!colon || memmem(line.p, line.n, "assembly aborted", 16))
        return;
    struct str text = trimmed((struct str){colon + 1, (size_t) (line.p + line.n - colon - 1)});
    struct buf clean = {0};
    utf8_clean(&clean, text.p, text.n);
    diag_error(r->out, DIAG_COMPILE, (struct span){0}, "%s: %s",
               starts(line, "ptxas") ? "ptxas" : "nvrtc", clean.p ? clean.p : "");
    buf_free(&clean);
}

/* A line that is not the first of a message. */
static void read_rest(struct log_reader *r, struct log_message *m, struct str line)
{
    size_t caret;
    if (starts(line, "ptxas ") || starts(line, "nvrtc: ")) {
        read_tool(r, line);
    } else if (!m->head.level || !starts(line, "  ")) {
        return; /* summaries and remarks start in the first columns */
    } else if (!m->has_caret && m->more_count && is_caret(line, &caret)) {
        m->excerpt = from(m->more[--m->more_count], 2);
        m->caret = caret;
        m->has_caret = true;
    } else if (m->has_caret) {
        if (m->origin_count < sizeof m->origin / sizeof *m->origin)
            m->origin[m->origin_count++] = line;
    } else if (m->more_count < sizeof m->more / sizeof *m->more) {
        m->more[m->more_count++] = line;
    } else {
        m->more[m->more_count - 1] = line; /* the excerpt may still follow */
    }
}

void nvrtc_log_read(const char *log, const struct sources *sources, struct span end,
                    struct diags *out)
{
    struct log_reader r = {sources, out, end};
    struct log_message m = {0};
    while (log && *log) {
        struct str line = {log, strcspn(log, "\n")};
        struct head head;
        if (read_head(line, &head)) {
            finish(&r, &m);
            m.head = head;
        } else {
            read_rest(&r, &m, line);
        }
        log += line.n + (log[line.n] == '\n');
    }
    finish(&r, &m);
}
