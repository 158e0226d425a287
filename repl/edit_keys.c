/* SPDX-License-Identifier: Apache-2.0 */
/* Keys that change the cell or move in it, undo, the history. */
#include <stdio.h>
#include <string.h>

#include "edit.h"

void edit_save(struct edit *e)
{
    if (e->undo_count == UNDO_MOST) {
        text_free(&e->undo[0]);
        memmove(e->undo, e->undo + 1, (UNDO_MOST - 1) * sizeof *e->undo);
        e->undo_count--;
    }
    struct text *copy = &e->undo[e->undo_count++];
    *copy = (struct text){0};
    text_set(copy, e->text.p, e->text.n);
    copy->cursor = e->text.cursor;
}

static void undo(struct edit *e)
{
    if (!e->undo_count)
        return;
    text_free(&e->text);
    e->text = e->undo[--e->undo_count];
}

static void cut(struct edit *e, size_t from, size_t to)
{
    if (from >= to)
        return;
    edit_save(e);
    text_set(&e->killed, e->text.p + from, to - from);
    text_delete(&e->text, from, to);
}

static void erase(struct edit *e, size_t from, size_t to)
{
    if (from >= to)
        return;
    edit_save(e);
    text_delete(&e->text, from, to);
}

static bool only_spaces(const struct text *t, size_t from, size_t to)
{
    while (from < to && t->p[from] == ' ')
        from++;
    return from == to;
}

/* In the indentation of a line, a whole step of it. */
static void backspace(struct edit *e)
{
    const struct text *t = &e->text;
    size_t start = text_line_start(t, t->cursor), columns = t->cursor - start, step = 0;
    if (columns && only_spaces(t, start, t->cursor))
        step = columns % INDENT ? columns % INDENT : INDENT;
    erase(e, step ? t->cursor - step : text_left(t, t->cursor), t->cursor);
}

/* A brace that closes a block goes back a step of indentation. */
static void type(struct edit *e)
{
    struct text *t = &e->text;
    size_t start = text_line_start(t, t->cursor);
    if (e->last != KEY_TEXT || e->key.p[0] == ' ' || !e->undo_count)
        edit_save(e);
    if (e->key.p[0] == '}' && t->cursor - start >= INDENT && only_spaces(t, start, t->cursor))
        text_delete(t, t->cursor - INDENT, t->cursor);
    text_insert(t, e->key.p, e->key.n);
}

static void paste(struct edit *e)
{
    edit_save(e);
    text_insert(&e->text, e->key.p, e->key.n);
}

void edit_recall(struct edit *e, size_t which)
{
    if (which > e->history.n || which == e->recalled)
        return;
    if (e->recalled == e->history.n)
        text_set(&e->typed, e->text.p, e->text.n);
    edit_save(e);
    if (which == e->history.n)
        text_set(&e->text, e->typed.p, e->typed.n);
    else
        text_set(&e->text, e->history.at[which], strlen(e->history.at[which]));
    e->recalled = which;
}

static void go_up(struct edit *e)
{
    if (!text_up(&e->text) && e->recalled)
        edit_recall(e, e->recalled - 1);
}

static void go_down(struct edit *e)
{
    if (!text_down(&e->text))
        edit_recall(e, e->recalled + 1);
}

static bool moves(struct edit *e, enum key key)
{
    struct text *t = &e->text;
    switch (key) {
    case KEY_HOME: t->cursor = text_line_start(t, t->cursor); break;
    case KEY_END: t->cursor = text_line_end(t, t->cursor); break;
    case KEY_LEFT: t->cursor = text_left(t, t->cursor); break;
    case KEY_RIGHT: t->cursor = text_right(t, t->cursor); break;
    case KEY_WORD_LEFT: t->cursor = text_word_left(t, t->cursor); break;
    case KEY_WORD_RIGHT: t->cursor = text_word_right(t, t->cursor); break;
    case KEY_TEXT_START: t->cursor = 0; break;
    case KEY_TEXT_END: t->cursor = t->n; break;
    case KEY_UP: go_up(e); break;
    case KEY_DOWN: go_down(e); break;
    default: return false;
    }
    return true;
}

bool edit_key(struct edit *e, enum key key)
{
    struct text *t = &e->text;
    switch (key) {
    case KEY_TEXT: type(e); break;
    case KEY_PASTE: paste(e); break;
    case KEY_BACKSPACE: backspace(e); break;
    case KEY_DELETE: erase(e, t->cursor, text_right(t, t->cursor)); break;
    case KEY_KILL_LINE_START: cut(e, text_line_start(t, t->cursor), t->cursor); break;
    case KEY_KILL_LINE_END: {
        size_t end = text_line_end(t, t->cursor);
        cut(e, t->cursor, end == t->cursor && end < t->n ? end + 1 : end);
        break;
    }
    case KEY_KILL_WORD_LEFT: cut(e, text_word_left(t, t->cursor), t->cursor); break;
    case KEY_KILL_WORD_RIGHT: cut(e, t->cursor, text_word_right(t, t->cursor)); break;
    case KEY_YANK:
        edit_save(e);
        text_insert(t, e->killed.p, e->killed.n);
        break;
    case KEY_UNDO: undo(e); break;
    case KEY_HISTORY_PREVIOUS:
        if (e->recalled)
            edit_recall(e, e->recalled - 1);
        break;
    case KEY_HISTORY_NEXT: edit_recall(e, e->recalled + 1); break;
    default: return moves(e, key);
    }
    return true;
}

/* ---- Ctrl-R ---- */

/* The newest cell before `end` that holds the words; history.n: none. */
static size_t find(const struct cell_history *h, const char *words, size_t end)
{
    while (end-- > 0)
        if (strstr(h->at[end], words))
            return end;
    return h->n;
}

static void show_search(struct edit *e, const struct text *words, size_t found)
{
    snprintf(e->prompt, sizeof e->prompt, "(%ssearch) %.100s: ",
             found < e->history.n || !words->n ? "" : "no more: ", words->n ? words->p : "");
    edit_draw(e, false);
}

void edit_search(struct edit *e)
{
    struct text words = {0};
    char prompt[sizeof e->prompt];
    size_t found = e->history.n, next;
    enum key key;
    memcpy(prompt, e->prompt, sizeof prompt);
    show_search(e, &words, found);
    for (;;) {
        key = keys_next(e->repl, &e->key);
        size_t end = e->history.n;
        if (key == KEY_TEXT) {
            text_insert(&words, e->key.p, e->key.n);
            end = found < e->history.n ? found + 1 : e->history.n;
        } else if (key == KEY_BACKSPACE && words.n) {
            text_delete(&words, text_left(&words, words.n), words.n);
        } else if (key == KEY_SEARCH) {
            end = found;
        } else {
            break;
        }
        next = words.n ? find(&e->history, words.p, end) : e->history.n;
        if (next < e->history.n)
            edit_recall(e, found = next);
        show_search(e, &words, next);
    }
    memcpy(e->prompt, prompt, sizeof prompt);
    text_free(&words);
    if (key == KEY_INTERRUPT)
        edit_recall(e, e->history.n);
    else if (key != KEY_ENTER)
        edit_key(e, key);
}
