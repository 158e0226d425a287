/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a diagnostic with its source lines and carets. This is the only code that computes columns: a tab advances
 * to the next multiple of four, wide characters take two columns, combining characters none. */
#include "diag/diag.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

enum {
    TAB = 4,
    LINE_MOST = 120,
    BEFORE = 40, /* characters of a line, and before the carets of a longer one */
    NOTEBOOK_COLUMNS = 100
};

struct style {
    const char *error, *warning, *bold, *dim, *caret, *off;
    size_t
        columns; /* messages wrap between words there: JupyterLab breaks lines within them. 0: they do not */
};

/* A notebook shows errors on light red or dark red. No colour of text is readable on both, so only grounds have colours. */
static const struct style styles[] = {
    [RENDER_PLAIN] = {"",                          "",                         "",        "",         "",           "",        0               },
    [RENDER_ANSI] = {"\033[1;31m",                "\033[1;33m",               "\033[1m", "\033[34m", "\033[1;31m", "\033[0m", 0               },
    [RENDER_NOTEBOOK] = {"\033[1;38;5;231;48;5;124m", "\033[1;38;5;16;48;5;220m", "\033[1m", "",
                      "\033[1m",                                                                                    "\033[0m", NOTEBOOK_COLUMNS},
    [RENDER_STREAM] = {"",                          "",                         "",        "",         "",           "",        NOTEBOOK_COLUMNS},
};

/* The text with tabs spread out and control characters made visible; returns its columns. */
static size_t put_columns(struct buf *out, struct str text)
{
    size_t column = 0;
    for (size_t i = 0; i < text.n;) {
        uint32_t code;
        size_t eaten = utf8_next(text.p + i, text.n - i, &code);
        if (code == '\t') {
            size_t spaces = TAB - column % TAB;
            buf_pad(out, ' ', spaces);
            column += spaces;
        } else if (code < 0x20 || code == 0x7f || code == 0xfffd) {
            buf_puts(out, "\xef\xbf\xbd");
            column++;
        } else {
            buf_put(out, text.p + i, eaten);
            column += (size_t) utf8_width(code);
        }
        i += eaten;
    }
    return column;
}

static size_t columns_of(struct str text)
{
    struct buf unused = {0};
    size_t columns = put_columns(&unused, text);
    buf_free(&unused);
    return columns;
}

/* Columns that the line number takes. */
static int gutter(const struct sources *s, struct span at)
{
    const struct source *src = source_get(s, at.source);
    return src ? snprintf(NULL, 0, "%u", source_place(src, at.start).line) : 0;
}

/* The part of a line that is shown: all of it, or what surrounds the carets, which stand at [*before, *before + *length). */
static struct str clipped(struct str line, size_t *before, size_t *length, bool *out_cut_before,
                          bool *out_cut_behind)
{
    size_t start = 0, end, kept = utf8_points_of_bytes(line.p, line.n, *before);
    bool whole = utf8_points_of_bytes(line.p, line.n, line.n) <= LINE_MOST;
    if (!whole && kept > BEFORE) {
        start = *before;
        for (kept = 0; start && kept < BEFORE; kept++)
            for (start--; start && ((unsigned char) line.p[start] & 0xc0) == 0x80;)
                start--;
    }
    for (end = *before; end < line.n && (whole || kept < LINE_MOST); kept++) {
        uint32_t code;
        end += utf8_next(line.p + end, line.n - end, &code);
    }
    *out_cut_before = start > 0;
    *out_cut_behind = end < line.n;
    if (*length > end - *before)
        *length = end - *before;
    *before -= start;
    return (struct str){line.p + start, end - start};
}

static void put_excerpt(struct buf *out, const struct sources *s, struct span at, const char *label,
                        const char *mark, const struct style *st)
{
    const struct source *src = source_get(s, at.source);
    if (!src)
        return;
    struct place p = source_place(src, at.start);
    struct str line = source_line(src, p.line);
    size_t before = p.column - 1 < line.n ? p.column - 1 : line.n;
    size_t length = at.end > at.start ? at.end - at.start : 0;
    if (length > line.n - before)
        length = line.n - before;
    int width = gutter(s, at);

    buf_printf(out, "%s%*s--> %s%s:%u:%zu\n", st->dim, width, "", st->off, src->name, p.line,
               utf8_points_of_bytes(line.p, line.n, before) + 1);
    buf_printf(out, "%s%*s |%s\n", st->dim, width, "", st->off);
    buf_printf(out, "%s%u |%s ", st->dim, p.line, st->off);
    bool cut_before, cut_behind;
    line = clipped(line, &before, &length, &cut_before, &cut_behind);
    buf_puts(out, cut_before ? "..." : "");
    put_columns(out, line);
    buf_puts(out, cut_behind ? "..." : "");
    size_t indent = columns_of((struct str){line.p, before});
    size_t carets = columns_of((struct str){line.p, before + length}) - indent;
    buf_printf(out, "\n%s%*s |%s ", st->dim, width, "", st->off);
    buf_pad(out, ' ', indent + (cut_before ? strlen("...") : 0));
    buf_puts(out, mark);
    buf_pad(out, '^', carets ? carets : 1);
    if (label)
        buf_printf(out, " %s", label);
    buf_printf(out, "%s\n", st->off);
}

/* A message that starts at column `used`; further lines of it are indented as far as `indent`. */
static void put_message(struct buf *out, const char *text, size_t used, size_t indent,
                        const struct style *st)
{
    struct buf blanks = {0};
    buf_pad(&blanks, ' ', indent);
    buf_puts(&blanks, "");
    if (st->columns)
        utf8_wrap(out, str_of(text), used, blanks.p, st->columns);
    else
        buf_puts(out, text);
    buf_free(&blanks);
}

/* " = note: text" below the line numbers, which take `width` columns. */
static void put_note(struct buf *out, int width, const char *what, const char *text,
                     const struct style *st)
{
    size_t used = (size_t) width + strlen(" = : ") + strlen(what);
    buf_printf(out, "%s%*s = %s:%s ", st->dim, width, "", what, st->off);
    put_message(out, text, used, used, st);
    buf_putc(out, '\n');
}

void diag_render(struct buf *out, const struct sources *s, const struct diag *d,
                 enum render_style style)
{
    const struct style *st = styles + style;
    bool error = d->level == DIAG_ERROR;
    const char *kind = error ? diag_kind_name(d->kind) : "warning";
    buf_printf(out, "%s%s%s%s: ", error ? st->error : st->warning, kind, st->off, st->bold);
    put_message(out, d->text, strlen(kind) + strlen(": "), strlen("  "), st);
    buf_printf(out, "%s\n", st->off);
    put_excerpt(out, s, d->at, d->label, error ? st->caret : st->warning, st);
    int width = gutter(s, d->at);
    for (const struct diag_note *n = d->notes; n; n = n->next) {
        if (!n->next && d->note_count > DIAG_NOTES_MAX)
            buf_printf(out, "%s%*s = note:%s %u more places like this\n", st->dim, width, "",
                       st->off, d->note_count - DIAG_NOTES_MAX);
        put_note(out, width, "note", n->text, st);
        put_excerpt(out, s, n->at, NULL, st->dim, st);
    }
    if (d->help)
        put_note(out, width, "help", d->help, st);
}

void diags_render(struct buf *out, const struct sources *s, const struct diags *d,
                  enum diag_level level, enum render_style style)
{
    int all = level == DIAG_ERROR ? d->errors : d->warnings, shown = 0;
    for (const struct diag *one = d->first; one && out->n < RENDER_MAX; one = one->next)
        if (one->level == level) {
            diag_render(out, s, one, style);
            shown++;
        }
    if (shown && shown < all)
        buf_printf(out, "%d more %s%s\n", all - shown, level == DIAG_ERROR ? "error" : "warning",
                   all - shown == 1 ? "" : "s");
}
