/* SPDX-License-Identifier: Apache-2.0 */
/* Tab: inserts the common prefix of all completions, and lists them when that adds nothing. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "edit.h"

enum { ROWS_MOST = 10, GAP = 2, WIDTH_MOST = 36 };

static size_t common_prefix(const struct wc_completions *c)
{
    size_t n = strlen(c->items[0].text);
    for (size_t i = 1; i < c->count; i++) {
        size_t same = 0;
        while (same < n && c->items[i].text[same] == c->items[0].text[same])
            same++;
        n = same;
    }
    while (n && ((unsigned char) c->items[0].text[n] & 0xc0) == 0x80)
        n--;
    return n;
}

/* As much of the text as fits into a column, and blanks up to the next. */
static void put_item(struct text *out, const char *text, size_t width, bool last)
{
    size_t n = strlen(text), columns = characters_columns(text, n);
    while (columns > width) {
        n--;
        while (n && ((unsigned char) text[n] & 0xc0) == 0x80)
            n--;
        columns = characters_columns(text, n);
    }
    text_insert(out, text, n);
    for (; !last && columns < width + GAP; columns++)
        text_insert(out, " ", 1);
}

static void list(struct edit *e, const struct wc_completions *c)
{
    size_t widest = 1, columns = print_columns() > 0 ? (size_t) print_columns() : 80;
    struct text out = {0};
    char more[40];
    for (size_t i = 0; i < c->count; i++) {
        size_t width = characters_columns(c->items[i].text, strlen(c->items[i].text));
        widest = width > widest ? width : widest;
    }
    widest = widest > WIDTH_MOST ? WIDTH_MOST : widest;
    size_t across = (columns + GAP) / (widest + GAP) ? (columns + GAP) / (widest + GAP) : 1;
    size_t down = (c->count + across - 1) / across, shown = c->count;
    if (down > ROWS_MOST) {
        down = ROWS_MOST;
        shown = down * across;
    }
    for (size_t row = 0; row < down; row++) {
        for (size_t i = row; i < shown; i += down)
            put_item(&out, c->items[i].text, widest, i + down >= shown);
        text_insert(&out, "\n", 1);
    }
    if (shown < c->count)
        text_insert(&out, more,
                    (size_t) snprintf(more, sizeof more, "... %zu more\n", c->count - shown));
    edit_draw(e, true);
    screen_leave(&e->screen);
    print_write(STDOUT_FILENO, out.p, out.n);
    text_free(&out);
}

void edit_complete(struct edit *e)
{
    struct text *t = &e->text;
    struct wc_completions found;
    size_t line = text_line_start(t, t->cursor);
    if (!t->p || text_blank(t->p + line, t->cursor - line)) {
        edit_save(e);
        text_insert(t, "    ", INDENT);
        return;
    }
    wc_complete(e->repl->session, t->p, t->n, t->cursor, &found);
    if (!found.count || found.start > t->cursor) {
        print_write(STDOUT_FILENO, "\a", 1);
        return;
    }
    size_t shared = common_prefix(&found), typed = t->cursor - found.start;
    if (found.count > 1 && shared <= typed) {
        list(e, &found);
        return;
    }
    edit_save(e);
    text_delete(t, found.start, t->cursor);
    text_insert(t, found.items[0].text, shared);
}
