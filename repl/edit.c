/* SPDX-License-Identifier: Apache-2.0 */
/* Cells typed at a terminal, by libedit: Enter runs what is complete, Tab completes, Ctrl-C drops the cell or
 * stops it, Ctrl-D leaves. Lines go to a plain text file, appended one by one, so that sessions can share it. */
#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include "repl.h"

enum { HISTORY_LINES = 5000, LINE_ROOM = 4096, LIST_MOST = 200, INDENT = 4 };

struct edit {
    struct repl *repl;
    EditLine *line;
    History *history;
    int history_fd; /* -1: none */
    char *cell;     /* the lines before the current one, each with its newline */
    size_t size;
    bool interrupted; /* while editing */
    char prompt[40];
};

static struct edit *edit_of(EditLine *line)
{
    struct edit *e = NULL;
    el_get(line, EL_CLIENTDATA, &e);
    return e;
}

static char *prompt(EditLine *line)
{
    struct edit *e = edit_of(line);
    int width = snprintf(e->prompt, sizeof e->prompt, "In[%d]: ", e->repl->cell);
    if (e->size)
        snprintf(e->prompt, sizeof e->prompt, "%*s: ", width - 2, "...");
    return e->prompt;
}

/* Waits for a byte of input while SIGINT and SIGWINCH are served. 1: there is one; 0: the end; -1: interrupted. */
static int wait_for_byte(struct edit *e, char *out)
{
    struct repl *r = e->repl;
    struct pollfd on[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = r->wake[0],   .events = POLLIN}
    };
    for (;;) {
        char why;
        if (ahead_byte(r, out))
            return 1;
        if (poll(on, 2, -1) < 0 && errno != EINTR)
            return 0;
        if (on[1].revents & POLLIN && read(r->wake[0], &why, 1) == 1) {
            if (why == 'w')
                el_resize(e->line);
            e->interrupted |= why == 'i';
        }
        if (e->interrupted)
            return -1;
        if (on[0].revents) {
            ssize_t n = read(STDIN_FILENO, out, 1);
            if (n >= 0 || errno != EINTR)
                return n == 1;
        }
    }
}

/* libedit's way to get a character. */
static int get_character(EditLine *line, wchar_t *out)
{
    struct edit *e = edit_of(line);
    mbstate_t state = {0};
    for (;;) {
        char byte;
        int got = wait_for_byte(e, &byte);
        if (got <= 0)
            return got;
        size_t n = mbrtowc(out, &byte, 1, &state);
        if (n == (size_t) -1) {
            state = (mbstate_t){0}; /* not a character of this locale: skipped */
            continue;
        }
        if (n != (size_t) -2)
            return 1;
    }
}

/* ---- completion ---- */

static size_t characters(const char *s, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += ((unsigned char) s[i] & 0xc0) != 0x80;
    return count;
}

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

static void list_completions(const struct wc_completions *c)
{
    size_t widest = 0, count = c->count < LIST_MOST ? c->count : LIST_MOST;
    int columns = print_columns() > 0 ? print_columns() : 80;
    for (size_t i = 0; i < count; i++) {
        size_t width = characters(c->items[i].text, strlen(c->items[i].text));
        widest = width > widest ? width : widest;
    }
    size_t across = (size_t) columns / (widest + 2) ? (size_t) columns / (widest + 2) : 1;
    size_t down = (count + across - 1) / across;
    fputc('\n', stdout);
    for (size_t row = 0; row < down; row++) {
        for (size_t i = row; i < count; i += down) {
            const char *text = c->items[i].text;
            bool last = i + down >= count;
            printf("%s%*s", text, last ? 0 : (int) (widest + 2 - characters(text, strlen(text))),
                   "");
        }
        fputc('\n', stdout);
    }
    if (count < c->count)
        printf("... %zu more\n", c->count - count);
    fflush(stdout);
}

/* Puts what all completions share; lists them when that says nothing new. */
static unsigned char apply(struct edit *e, const struct wc_completions *c, size_t cursor)
{
    size_t typed = cursor - c->start, shared = c->count ? common_prefix(c) : 0;
    if (!c->count || c->start > cursor || c->start < e->size)
        return CC_REFRESH_BEEP;
    if (c->count > 1 && shared <= typed) {
        list_completions(c);
        return CC_REDISPLAY;
    }
    char *text = strndup(c->items[0].text, shared);
    el_deletestr(e->line, (int) characters(e->cell + c->start, typed));
    int failed = text ? el_insertstr(e->line, text) : -1;
    free(text);
    return failed ? CC_REFRESH_BEEP : CC_REFRESH;
}

static unsigned char on_tab(EditLine *line, int key)
{
    struct edit *e = edit_of(line);
    const LineInfo *info = el_line(line);
    size_t before = (size_t) (info->cursor - info->buffer),
           all = (size_t) (info->lastchar - info->buffer);
    struct wc_completions found;
    if (strspn(info->buffer, " \t") >= before)
        return el_insertstr(line, "    ") ? CC_ERROR : CC_REFRESH;
    char *text = realloc(e->cell, e->size + all + 1);
    if (!text)
        return CC_ERROR;
    e->cell = text;
    memcpy(text + e->size, info->buffer, all);
    text[e->size + all] = 0;
    wc_complete(e->repl->session, text, e->size + all, e->size + before, &found);
    return apply(e, &found, e->size + before);
}

/* A brace that opens a line goes back one step. */
static unsigned char on_brace(EditLine *line, int key)
{
    const LineInfo *info = el_line(line);
    size_t before = (size_t) (info->cursor - info->buffer);
    if (before >= INDENT && strspn(info->buffer, " ") >= before)
        el_deletestr(line, INDENT);
    return el_insertstr(line, "}") ? CC_ERROR : CC_REFRESH;
}

/* ---- history ---- */

static bool history_path(char *path, size_t room)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int n;
    if (state && *state == '/')
        n = snprintf(path, room, "%s/warpcell/history", state);
    else if (home && *home)
        n = snprintf(path, room, "%s/.local/state/warpcell/history", home);
    else
        return false;
    if (n < 0 || (size_t) n >= room)
        return false;
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    return true;
}

/* The file keeps growing by appending; when it holds twice what is wanted, its last part replaces it. */
static void history_shorten(const char *path, char *const *lines, size_t count)
{
    char temporary[LINE_ROOM];
    if (snprintf(temporary, sizeof temporary, "%s.%d", path, (int) getpid()) >=
        (int) sizeof temporary)
        return;
    FILE *f = fopen(temporary, "we");
    if (!f)
        return;
    for (size_t i = 0; i < count; i++)
        fprintf(f, "%s\n", lines[i]);
    if (fclose(f) || chmod(temporary, 0600) || rename(temporary, path))
        unlink(temporary);
}

static void history_read(struct edit *e, const char *path)
{
    HistEvent event;
    char **lines = NULL, *line = NULL;
    size_t count = 0, room = 0, size = 0;
    FILE *f = fopen(path, "re");
    for (ssize_t n; f && (n = getline(&line, &size, f)) > 0;) {
        line[n - (line[n - 1] == '\n')] = 0;
        if (count == room) {
            char **more = realloc(lines, (room = room ? 2 * room : 256) * sizeof *lines);
            if (!more)
                break;
            lines = more;
        }
        lines[count++] = strdup(line);
    }
    size_t first = count > HISTORY_LINES ? count - HISTORY_LINES : 0;
    for (size_t i = first; i < count; i++)
        history(e->history, &event, H_ENTER, lines[i]);
    if (count > 2 * HISTORY_LINES)
        history_shorten(path, lines + first, count - first);
    for (size_t i = 0; i < count; i++)
        free(lines[i]);
    free(lines);
    free(line);
    if (f)
        fclose(f);
}

static void history_open(struct edit *e)
{
    char path[LINE_ROOM];
    HistEvent event;
    e->history = history_init();
    history(e->history, &event, H_SETSIZE, HISTORY_LINES);
    history(e->history, &event, H_SETUNIQUE, 1);
    el_set(e->line, EL_HIST, history, e->history);
    if (!history_path(path, sizeof path))
        return;
    history_read(e, path);
    e->history_fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static void history_add(struct edit *e, const char *line, size_t n)
{
    HistEvent event;
    char *text = strndup(line, n && line[n - 1] == '\n' ? n - 1 : n);
    if (text && text[strspn(text, " \t")]) {
        history(e->history, &event, H_ENTER, text);
        if (e->history_fd >= 0)
            dprintf(e->history_fd, "%s\n", text);
    }
    free(text);
}

/* ---- the loop ---- */

static bool edit_open(struct edit *e)
{
    e->line = el_init("warpcell", stdin, stdout, stderr);
    if (!e->line)
        return false;
    el_set(e->line, EL_CLIENTDATA, e);
    el_set(e->line, EL_PROMPT, prompt);
    el_set(e->line, EL_EDITOR, "emacs");
    el_set(e->line, EL_GETCFN, get_character);
    el_set(e->line, EL_ADDFN, "warpcell-complete", "complete the name before the cursor", on_tab);
    el_set(e->line, EL_BIND, "^I", "warpcell-complete", NULL);
    el_set(e->line, EL_ADDFN, "warpcell-brace", "close a block", on_brace);
    el_set(e->line, EL_BIND, "}", "warpcell-brace", NULL);
    el_set(e->line, EL_BIND, "^R", "em-inc-search-prev", NULL);
    history_open(e);
    el_source(e->line, NULL); /* the user's ~/.editrc */
    return true;
}

static void edit_close(struct edit *e)
{
    history_end(e->history);
    el_end(e->line);
    if (e->history_fd >= 0)
        close(e->history_fd);
    free(e->cell);
}

static bool append(struct edit *e, const char *line, size_t n)
{
    bool ended = n && line[n - 1] == '\n';
    char *text = realloc(e->cell, e->size + n + 2);
    if (!text)
        return false;
    e->cell = text;
    memcpy(text + e->size, line, n);
    e->size += n;
    if (!ended)
        text[e->size++] = '\n';
    text[e->size] = 0;
    return true;
}

static bool blank(const char *text)
{
    return !text[strspn(text, " \t\n")];
}

/* People who want to leave type it in many ways. */
static bool wants_to_leave(const char *text)
{
    static const char *const words[] = {"exit",  "quit",  "exit()",  "quit()",
                                        "exit;", "quit;", "exit();", "quit();"};
    size_t n = strcspn(text, " \t\n");
    if (!blank(text + n))
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
    snprintf(name, sizeof name, "In[%d]", r->cell);
    repl_run(r, name, e->cell, e->size - 1, false, 0, NULL); /* without the last newline */
    r->cell++;
    e->size = 0;
}

/* What follows a line; false: the person leaves. */
static bool take(struct edit *e, const char *line, size_t n)
{
    char indent[64] = "";
    history_add(e, line, n);
    if (!append(e, line, n))
        return false;
    if (blank(e->cell)) {
        e->size = 0;
        return true;
    }
    if (wants_to_leave(e->cell))
        return false;
    if (wc_is_complete(e->repl->session, e->cell, e->size - 1, indent) != WC_INCOMPLETE)
        run(e);
    else if (*indent)
        el_push(e->line, indent);
    return true;
}

static void drop_cell(struct edit *e)
{
    e->interrupted = false;
    e->size = 0;
    print_write(STDOUT_FILENO, "^C\n", 3);
}

int edit_loop(struct repl *r)
{
    struct edit e = {.repl = r, .history_fd = -1};
    const char *banner = wc_banner();
    if (!edit_open(&e)) {
        fprintf(stderr, "warpcell: line editing does not work on this terminal\n");
        return 1;
    }
    print_write(STDOUT_FILENO, banner, strlen(banner));
    if (*banner && banner[strlen(banner) - 1] != '\n')
        print_write(STDOUT_FILENO, "\n", 1);
    for (;;) {
        int n = 0;
        const char *line = el_gets(e.line, &n);
        if (e.interrupted) {
            drop_cell(&e);
        } else if (!line || n <= 0) {
            print_write(STDOUT_FILENO, "\n", 1);
            break;
        } else if (!take(&e, line, (size_t) n)) {
            break;
        }
    }
    edit_close(&e);
    return 0;
}
