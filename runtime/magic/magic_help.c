/* SPDX-License-Identifier: Apache-2.0 */
/* The form of a help text. As plain text it is: declarations, an empty line, paragraphs, the section of a specification in
 * brackets, an example after a line "Example:", and a line "See also: name, name". Here it becomes HTML with these parts as elements.
 * The overview of %help too. */
#include <string.h>

#include "magic/magic_internal.h"

static const char example[] = "Example:", related[] = "See also: ";

static struct str next_line(struct str *text)
{
    const char *end = memchr(text->p, '\n', text->n);
    struct str line = {text->p, end ? (size_t) (end - text->p) : text->n};
    size_t eaten = line.n + (end != NULL);
    *text = (struct str){text->p + eaten, text->n - eaten};
    return line;
}

enum help_part { HELP_DECLARATION, HELP_PROSE, HELP_CODE };

static const char *const opening[] = {
    [HELP_DECLARATION] = "<pre style=\"margin:0 0 6px;padding:0 "
                         "8px;font-weight:bold;font-size:13px;white-space:pre-wrap\">",
    [HELP_PROSE] =
        "<div style=\"margin:0 0 4px;padding:0 8px;font-size:13px;white-space:pre-wrap\">",
    [HELP_CODE] = "<pre style=\"margin:0;padding:4px "
                  "8px;font-size:13px;background:rgba(128,128,128,0.12)\">"};
static const char *const closing[] = {
    [HELP_DECLARATION] = "</pre>\n", [HELP_PROSE] = "</div>\n", [HELP_CODE] = "</pre>\n"};

static bool is_related(struct str line)
{
    return line.n > strlen(related) && !memcmp(line.p, related, strlen(related));
}

/* The names as code. */
static void put_related(struct buf *out, struct str line)
{
    buf_puts(out, "<div style=\"margin:6px 0 2px;padding:0 8px;font-size:13px\"><b>See also</b> ");
    const char *end = line.p + line.n, *between = "";
    for (const char *p = line.p + strlen(related); p < end; between = ", ") {
        size_t n = 0;
        while (p + n < end && p[n] != ',')
            n++;
        buf_printf(out, "%s<code>", between);
        buf_html(out, (struct str){p, n});
        buf_puts(out, "</code>");
        p += n + 2;
    }
    buf_puts(out, "</div>\n");
}

/* A line of code of an example is indented by four blanks. */
static void put_html(struct buf *out, struct str text)
{
    enum help_part part = HELP_DECLARATION;
    bool open = false;
    while (text.n) {
        struct str line = next_line(&text);
        bool heading = str_eq(line, example), see = is_related(line), blank = !line.n || see;
        if (open && (blank || heading))
            buf_puts(out, closing[part]);
        open &= !blank && !heading;
        part = heading ? HELP_CODE : blank && part == HELP_DECLARATION ? HELP_PROSE : part;
        if (heading)
            buf_puts(out, "<div style=\"margin:6px 0 2px;padding:0 "
                          "8px;font-size:13px\"><b>Example</b></div>\n");
        if (see)
            put_related(out, line);
        if (blank || heading)
            continue;
        buf_puts(out, open ? "\n" : opening[part]);
        open = true;
        bool code = part == HELP_CODE && line.n > 4;
        buf_html(out, code ? (struct str){line.p + 4, line.n - 4} : line);
    }
    buf_puts(out, open ? closing[part] : "");
}

/* Declarations and headings in bold. */
static void put_ansi(struct buf *out, struct str text)
{
    bool bold = true;
    while (text.n) {
        struct str line = next_line(&text);
        bold &= line.n > 0;
        bool strong = bold || str_eq(line, example);
        if (is_related(line)) {
            buf_printf(out, "\033[1mSee also:\033[0m%.*s\n", (int) (line.n - 9), line.p + 9);
            continue;
        }
        buf_printf(out, "%s%.*s%s\n", strong ? "\033[1m" : "", (int) line.n, line.p,
                   strong ? "\033[0m" : "");
    }
}

void magic_format_help(struct display *d, bool terminal)
{
    struct buf html = {0}, ansi = {0};
    if (d->count != 1 || !d->items[0].data.n)
        return;
    if (terminal) {
        put_ansi(&ansi, (struct str){d->items[0].data.p, d->items[0].data.n});
        buf_free(&d->items[0].data);
        d->items[0].data = ansi;
        return;
    }
    put_html(&html, (struct str){d->items[0].data.p, d->items[0].data.n});
    *display_add(d, "text/html") = html;
}

/* ---- %help ---- */

struct usage {
    const char *usage, *help;
};

static const char about_cells[] =
    "A cell is a piece of a .cu file: kernels, functions, declarations, statements and "
    "expressions, in any order. The last expression without `;` is shown.";

static const struct usage in_cells[] = {
    {"__global__ void k(int *p) { ... }", "a kernel: compiled by NVRTC"               },
    {"device float x[n];",                "a device array of zeros; A[rows][cols] too"},
    {"k<<<grid, block>>>(x);",            "a launch; an array passes as a T *"        },
    {"x = 0.5f;  x = h;  h = x;",         "fills and copies, sizes checked"           },
    {"x[3]  x[10:20]  A[2]  A[:, 0]",     "elements and views"                        },
    {"show(A);",                          "a picture; load(\"photo.png\") reads one"  },
};

static const struct usage more_usages[] = {
    {"!command",       "runs a shell command"                                             },
    {"name? or ?name", "explains a name: yours, CUDA's, C's, or a magic's as in %compare?"},
};

/* The explanations begin in column `at`, below a usage that is too long. */
static void put_usage(struct wc_session *s, struct buf *out, struct usage u, size_t at)
{
    struct buf indent = {0};
    buf_pad(&indent, ' ', at);
    buf_printf(out, "  %s", u.usage);
    if (strlen(u.usage) + 4 > at)
        buf_printf(out, "\n%s", indent.p);
    else
        buf_pad(out, ' ', at - 2 - strlen(u.usage));
    print_wrapped(out, str_of(u.help), indent.p, s->vm->style.columns);
    buf_free(&indent);
}

/* Text with `code` in it. */
static void put_marked(struct buf *out, const char *text)
{
    bool code = false;
    for (size_t n; *text; text += n) {
        n = strcspn(text, "`");
        buf_html(out, (struct str){text, n});
        if (!text[n])
            return;
        code = !code;
        buf_puts(out, code ? "<code>" : "</code>");
        n++;
    }
}

static void put_row(struct buf *out, struct usage u)
{
    buf_puts(out, "<tr><td style=\"text-align:left;vertical-align:top;padding:2px 16px 2px 8px;"
                  "font-family:monospace;white-space:pre-wrap\">");
    buf_html(out, str_of(u.usage));
    buf_puts(out, "</td><td style=\"text-align:left;vertical-align:top;padding:2px 8px\">");
    put_marked(out, u.help);
    buf_puts(out, "</td></tr>\n");
}

static void put_heading(struct buf *out, const char *heading)
{
    buf_printf(out,
               "<div style=\"margin:6px 0 2px;padding:0 8px;font-size:13px\"><b>%s</b></div>\n"
               "<table style=\"border-collapse:collapse;margin:2px 0;font-size:13px\"><tbody>\n",
               heading);
}

void magic_show_overview(struct wc_session *s)
{
    enum { CELLS_AT = 40, MAGICS_AT = 25 };
    struct display d = {0};
    struct buf html = {0}, plain = {0};
    buf_puts(&html, opening[HELP_PROSE]);
    put_marked(&html, about_cells);
    buf_puts(&html, closing[HELP_PROSE]);
    print_wrapped(&plain, str_of(about_cells), "", s->vm->style.columns);
    buf_putc(&plain, '\n');
    put_heading(&html, "In a cell");
    for (size_t i = 0; i < sizeof in_cells / sizeof *in_cells; i++) {
        put_usage(s, &plain, in_cells[i], CELLS_AT);
        put_row(&html, in_cells[i]);
    }
    buf_puts(&html, "</tbody></table>\n");
    buf_putc(&plain, '\n');
    put_heading(&html, "Magics");
    for (const struct magic *m = magic_table; m->name; m++) {
        put_usage(s, &plain, (struct usage){m->usage, m->help}, MAGICS_AT);
        put_row(&html, (struct usage){m->usage, m->help});
    }
    for (size_t i = 0; i < sizeof more_usages / sizeof *more_usages; i++) {
        put_usage(s, &plain, more_usages[i], MAGICS_AT);
        put_row(&html, more_usages[i]);
    }
    buf_puts(&html, "</tbody></table>\n");
    *display_add(&d, "text/html") = html;
    *display_add(&d, "text/plain") = plain;
    session_display(s, &d, WC_PAGER);
    display_free(&d);
}
