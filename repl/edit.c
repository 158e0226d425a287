/* SPDX-License-Identifier: Apache-2.0 */
/* Cells typed at a terminal: Enter runs a complete cell, Tab completes, Ctrl-C drops the cell or stops it, Ctrl-D leaves. The
 * whole cell is one text until it runs, so that each of its lines can be edited and the history recalls it whole. libedit keeps
 * the history; its editor has no prompt for further lines, no colours and no bracketed paste. Next: edit_keys.c. */
#include "edit.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAUSE_MS = 500 }; /* without a key, before a cell is checked */

void edit_draw(struct edit *e, bool done)
{
    bool known = edit_is_diagnosed(e);
    struct view v = {.prompt = e->prompt,
                     .more = e->more,
                     .text = &e->text,
                     .colours = e->repl->colour_out,
                     .done = done,
                     .wrong = known ? e->wrong : NULL,
                     .note = known && *e->note ? e->note : NULL};
    screen_draw(&e->screen, &v);
}

static void begin_text(struct edit *e, const char *text)
{
    text_set(&e->text, text, strlen(text));
    e->recalled = e->history.n;
    while (e->undo_count)
        text_free(&e->undo[--e->undo_count]);
}

static void begin_cell(struct edit *e)
{
    struct repl *r = e->repl;
    int width = snprintf(e->prompt, sizeof e->prompt, "In[%d]: ", r->cell);
    snprintf(e->more, sizeof e->more, "%*s: ", width - 2, "...");
    begin_text(e, r->next ? r->next : "");
    free(r->next);
    r->next = NULL;
}

/* So that a prompt begins a line of its own. */
static void end_line(struct repl *r)
{
    if (r->midline)
        print_write(STDOUT_FILENO, "\n", 1);
    r->midline = false;
}

/* Users who want to leave type it in many ways. */
static bool wants_to_leave(const char *text)
{
    static const char *const words[] = {"exit",  "quit",  "exit()",  "quit()",
                                        "exit;", "quit;", "exit();", "quit();"};
    size_t n = strcspn(text, " \t\n");
    if (!text_blank(text + n, strlen(text + n)))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && !strncmp(text, words[i], n))
            return true;
    return false;
}

static void run(struct edit *e)
{
    char name[24];
    struct repl *r = e->repl;
    history_add(&e->history, e->text.p, e->text.n);
    keys_end(r);
    snprintf(name, sizeof name, "In[%d]", r->cell);
    repl_run(r, name, e->text.p, e->text.n, false, 0, NULL);
    end_line(r);
    keys_begin(r);
    r->cell++;
}

static void new_line(struct edit *e)
{
    char indent[64] = "";
    struct text *t = &e->text;
    edit_save(e);
    wc_is_complete(e->repl->session, t->p ? t->p : "", t->cursor, indent);
    text_insert(t, "\n", 1);
    text_insert(t, indent, strlen(indent));
}

/* Whether Enter runs the cell: no line follows the cursor, nothing is missing, and typed-ahead text does not continue it. */
static bool runs(struct edit *e)
{
    char indent[64];
    const struct text *t = &e->text;
    if ((strchr(t->p, '\n') && !text_blank(t->p + t->cursor, t->n - t->cursor)) ||
        wc_is_complete(e->repl->session, t->p, t->n, indent) == WC_INCOMPLETE)
        return false;
    return !keys_ahead(e->repl, "else") && !keys_ahead(e->repl, "{");
}

/* false: the user leaves. */
static bool enter(struct edit *e)
{
    struct text *t = &e->text;
    bool nothing = text_blank(t->p, t->n), leaves = !nothing && wants_to_leave(t->p);
    if (!nothing && !leaves && !runs(e)) {
        new_line(e);
        return true;
    }
    t->cursor = t->n;
    edit_draw(e, true);
    screen_leave(&e->screen);
    if (leaves)
        return false;
    if (!nothing)
        run(e);
    begin_cell(e);
    return true;
}

static void drop_cell(struct edit *e)
{
    edit_draw(e, true);
    print_write(STDOUT_FILENO, "^C", 2);
    screen_leave(&e->screen);
    begin_cell(e);
}

static void suspend(struct edit *e)
{
    edit_draw(e, true);
    screen_leave(&e->screen);
    keys_end(e->repl);
    kill(getpid(), SIGTSTP);
    keys_begin(e->repl);
}

/* What a key does to a cell and to a command alike. false: the user leaves. */
static bool take_any(struct edit *e, enum key key)
{
    switch (key) {
    case KEY_COMPLETE: edit_complete(e); break;
    case KEY_SEARCH: edit_search(e); break;
    case KEY_SUSPEND: suspend(e); break;
    case KEY_HANG_UP: return false;
    case KEY_RESIZE:
        keys_begin(e->repl);
        break; /* or continued, by a shell that has the terminal as it wants it */
    case KEY_END_OF_INPUT:
        if (!e->text.n)
            return false;
        edit_key(e, KEY_DELETE);
        break;
    default: edit_key(e, key);
    }
    return true;
}

/* false: the user leaves. */
static bool take(struct edit *e, enum key key)
{
    switch (key) {
    case KEY_ENTER: return enter(e);
    case KEY_NEW_LINE: new_line(e); break;
    case KEY_INTERRUPT: drop_cell(e); break;
    case KEY_CLEAR:
        print_write(STDOUT_FILENO, "\033[H\033[2J", 7);
        e->screen = (struct screen){0};
        break;
    default: return take_any(e, key);
    }
    return true;
}

static void edit_free(struct edit *e)
{
    history_close(&e->history);
    while (e->undo_count)
        text_free(&e->undo[--e->undo_count]);
    text_free(&e->text);
    text_free(&e->typed);
    text_free(&e->key);
    text_free(&e->killed);
    text_free(&e->checked);
    free(e->wrong);
}

int edit_loop(struct repl *r)
{
    struct edit e = {.repl = r};
    const char *banner = wc_banner();
    if (!keys_begin(r)) {
        fprintf(stderr, "warpcell: line editing does not work on this terminal\n");
        return 1;
    }
    history_open(&e.history, true);
    if (r->quiet)
        banner = "";
    print_write(STDOUT_FILENO, banner, strlen(banner));
    r->midline = *banner && banner[strlen(banner) - 1] != '\n';
    end_line(r);
    begin_cell(&e);
    do {
        edit_draw(&e, false);
        if (edit_may_diagnose(&e) && !keys_wait(r, PAUSE_MS)) {
            edit_diagnose(&e);
            edit_draw(&e, false);
        }
        e.last = keys_next(r, &e.key);
    } while (take(&e, e.last));
    if (e.last != KEY_ENTER) {
        edit_draw(&e, true);
        screen_leave(&e.screen);
    }
    keys_end(r);
    edit_free(&e);
    return 0;
}

/* ---- commands of the debugger ---- */

bool edit_can(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
}

/* false: the user leaves. */
static bool take_in_command(struct edit *e, enum key key)
{
    switch (key) {
    case KEY_INTERRUPT: wc_interrupt(e->repl->session); return false;
    case KEY_NEW_LINE: return true;
    default: return take_any(e, key);
    }
}

char *edit_command(struct repl *r, const char *prompt)
{
    if (!r->commands) {
        r->commands = calloc(1, sizeof *r->commands);
        if (!r->commands)
            return NULL;
        r->commands->repl = r;
        history_open(&r->commands->history, false);
    }
    struct edit *e = r->commands;
    bool stays = keys_begin(r);
    end_line(r);
    begin_text(e, "");
    e->screen = (struct screen){0};
    snprintf(e->prompt, sizeof e->prompt, "%s", prompt);
    do {
        edit_draw(e, false);
        e->last = keys_next(r, &e->key);
        stays = stays && e->last != KEY_ENTER && take_in_command(e, e->last);
    } while (stays);
    e->text.cursor = e->text.n;
    edit_draw(e, true);
    screen_leave(&e->screen);
    keys_end(r);
    if (e->last != KEY_ENTER)
        return NULL;
    history_add(&e->history, e->text.p, e->text.n);
    return strndup(e->text.p ? e->text.p : "", e->text.n);
}

void edit_close(struct repl *r)
{
    if (r->commands)
        edit_free(r->commands);
    free(r->commands);
    r->commands = NULL;
}
