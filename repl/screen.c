/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the cell being edited. A cell higher than the terminal is shown in part, round the cursor. Columns are counted here;
 * lines are wrapped by us, so that nothing depends on what a terminal does in its last column. */
#include "screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "colour.h"
#include "repl.h"

enum { TAB = 4 };

struct screen_canvas {
    struct text out;
    int columns, first, end; /* rows [first, end) are shown */
    int row, column;
    int cursor_row, cursor_column;
    enum text_colour colour;
    bool colours;
};

static void emit(struct screen_canvas *c, const char *s, size_t n)
{
    if (c->row >= c->first && c->row < c->end)
        text_insert(&c->out, s, n);
}

static void next_row(struct screen_canvas *c)
{
    c->row++;
    c->column = 0;
    if (c->row > c->first)
        emit(c, "\n", 1);
}

static void set_colour(struct screen_canvas *c, enum text_colour colour)
{
    if (!c->colours || colour == c->colour)
        return;
    const char *sequence = colour_sequence(colour);
    text_insert(&c->out, sequence, strlen(sequence));
    c->colour = colour;
}

static void put(struct screen_canvas *c, const char *s, size_t n, int columns)
{
    if (c->column + columns > c->columns)
        next_row(c);
    emit(c, s, n);
    c->column += columns;
}

static void put_prompt(struct screen_canvas *c, const char *prompt)
{
    set_colour(c, COLOUR_COMMENT);
    for (const char *p = prompt; *p; p++)
        put(c, p, 1, 1);
    set_colour(c, COLOUR_PLAIN);
}

static void put_character(struct screen_canvas *c, const char *s, size_t n, int columns,
                          int line_column)
{
    char shown[2] = {'^', (char) (*s ^ 0x40)};
    if (*s == '\t')
        for (int spaces = TAB - line_column % TAB; spaces; spaces--)
            put(c, " ", 1, 1);
    else if ((unsigned char) *s < 0x20 || *s == 0x7f)
        put(c, shown, 2, 2);
    else if (n == 1 && (unsigned char) *s >= 0x80)
        put(c, "?", 1, 1); /* no character of this locale */
    else
        put(c, s, n, columns);
}

static void note_cursor(struct screen_canvas *c)
{
    c->cursor_row = c->row + (c->column >= c->columns);
    c->cursor_column = c->column >= c->columns ? 0 : c->column;
}

/* One row, cut at its end. */
static void put_note(struct screen_canvas *c, const char *note)
{
    int columns;
    next_row(c);
    set_colour(c, COLOUR_COMMENT);
    for (size_t n = strlen(note), bytes; n; note += bytes, n -= bytes) {
        bytes = text_character(note, n, &columns);
        if (c->column + columns >= c->columns)
            break;
        put_character(c, note, bytes, columns, 0);
    }
    set_colour(c, COLOUR_PLAIN);
}

static void put_text(struct screen_canvas *c, const struct view *v, const unsigned char *colours)
{
    const struct text *t = v->text;
    int columns, line_column = 0;
    c->row = c->column = 0;
    put_prompt(c, v->prompt);
    for (size_t i = 0, bytes; i < t->n; i += bytes) {
        if (i == t->cursor)
            note_cursor(c);
        bytes = text_character(t->p + i, t->n - i, &columns);
        if (t->p[i] == '\n') {
            next_row(c);
            put_prompt(c, v->more);
            line_column = 0;
            continue;
        }
        set_colour(c, colours[i]);
        put_character(c, t->p + i, bytes, columns, line_column);
        line_column += columns;
    }
    set_colour(c, COLOUR_PLAIN);
    if (t->cursor >= t->n)
        note_cursor(c);
    if (c->cursor_row > c->row)
        next_row(c);
    if (v->note && !v->done)
        put_note(c, v->note);
}

static unsigned char *colours_of(const struct view *v)
{
    const struct text *t = v->text;
    unsigned char *colours = calloc(t->n + 1, 1);
    if (!colours || !v->colours || !t->n)
        return colours;
    colour_text(t->p, t->n, colours);
    for (size_t i = 0; v->wrong && !v->done && i < t->n; i++)
        if (v->wrong[i])
            colours[i] = COLOUR_WRONG;
    for (size_t back = 0; back < 2 && !v->done; back++) {
        size_t at = t->cursor - back;
        size_t partner = t->cursor >= back ? colour_partner(t->p, t->n, colours, at) : t->n;
        if (partner < t->n) {
            colours[at] = colours[partner] = COLOUR_BRACKET;
            break;
        }
    }
    return colours;
}

static void move(struct text *out, int rows, char up_or_down)
{
    char sequence[24];
    if (rows > 0)
        text_insert(out, sequence,
                    (size_t) snprintf(sequence, sizeof sequence, "\033[%d%c", rows, up_or_down));
}

void screen_draw(struct screen *s, const struct view *v)
{
    struct winsize size = {0};
    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    int columns = size.ws_col > 1 ? size.ws_col : 80, height = size.ws_row > 1 ? size.ws_row : 24;
    unsigned char *colours = colours_of(v);
    struct screen_canvas c = {.columns = columns};
    if (!colours)
        return;
    put_text(&c, v, colours); /* shows no row: finds out where the cursor is */
    int rows = c.row + 1, first = 0;
    if (rows > height && !v->done) {
        first = c.cursor_row - height / 2;
        first = first < 0 ? 0 : first > rows - height ? rows - height : first;
    }
    c.out.n = c.out.cursor = 0;
    c.colour = COLOUR_PLAIN;
    c.colours = v->colours;
    c.first = first;
    c.end = v->done ? rows : first + height;
    move(&c.out, s->cursor_row, 'A');
    text_insert(&c.out, "\r\033[J", 4);
    put_text(&c, v, colours);
    s->last_row = (rows < c.end ? rows : c.end) - 1 - first;
    s->cursor_row = v->done ? s->last_row : c.cursor_row - first;
    move(&c.out, s->last_row - s->cursor_row, 'A');
    text_insert(&c.out, "\r", 1);
    move(&c.out, v->done ? c.column : c.cursor_column, 'C');
    print_write(STDOUT_FILENO, c.out.p, c.out.n);
    text_free(&c.out);
    free(colours);
}

void screen_leave(struct screen *s)
{
    struct text out = {0};
    move(&out, s->last_row - s->cursor_row, 'B');
    text_insert(&out, "\n", 1);
    print_write(STDOUT_FILENO, out.p, out.n);
    text_free(&out);
    *s = (struct screen){0};
}
