/* SPDX-License-Identifier: Apache-2.0 */
/* A session's callbacks, which write straight to the terminal: its text, the plain form of displays, reports on stderr. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "repl.h"

enum { INPUT_ROOM = 256 };

int print_write(int fd, const char *bytes, size_t n)
{
    while (n) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno == EAGAIN)
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
        else if (done <= 0 && errno != EINTR)
            return errno; /* a full disk, or the reader has gone */
        else if (done > 0) {
            bytes += done;
            n -= (size_t) done;
        }
    }
    return 0;
}

/* ---- standard output that is no terminal: whole lines, so that those of several processes do not mix ---- */

static void note_lost(struct repl *r, int why)
{
    r->lost = r->lost ? r->lost : why;
}

void print_held(struct repl *r)
{
    note_lost(r, print_write(STDOUT_FILENO, r->held, r->held_count));
    r->held_count = 0;
}

/* Writes what ends a line, and keeps the rest as far as there is room. */
static void write_lines(struct repl *r, const char *text, size_t n)
{
    const char *end = memrchr(text, '\n', n);
    size_t whole = end ? (size_t) (end - text) + 1 : 0;
    if (r->held_count + n > sizeof r->held) {
        print_held(r);
        note_lost(r, print_write(STDOUT_FILENO, text, n));
        return;
    }
    memcpy(r->held + r->held_count, text, whole);
    r->held_count += whole;
    if (whole)
        print_held(r);
    memcpy(r->held + r->held_count, text + whole, n - whole);
    r->held_count += n - whole;
}

static void write_line(int fd, const char *text, size_t n)
{
    print_write(fd, text, n);
    if (n && text[n - 1] != '\n')
        print_write(fd, "\n", 1);
}

int print_columns(void)
{
    struct winsize size;
    return !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ? size.ws_col : 0;
}

/* ---- progress: one line at a terminal, drawn over until something else is printed ---- */

static void erase_bar(struct repl *r)
{
    static const char erase[] = "\r\033[K";
    if (r->bar)
        print_write(STDERR_FILENO, erase, sizeof erase - 1);
    r->bar = false;
}

static void on_progress(void *user, const struct wc_progress *p)
{
    enum { CELLS = 24 };
    struct repl *r = user;
    char line[256], bar[CELLS + 3] = "";
    erase_bar(r);
    if (r->quiet)
        return;
    if (p->finished) {
        int n = snprintf(line, sizeof line, "%s\n", p->text);
        if (r->interactive)
            print_write(STDERR_FILENO, line, (size_t) n);
        return;
    }
    if (!isatty(STDERR_FILENO))
        return;
    for (int i = 0; p->fraction >= 0 && i < CELLS; i++) {
        bar[i + 1] = i < p->fraction * CELLS ? '#' : '.';
        bar[0] = '[', bar[CELLS + 1] = ']';
    }
    int n = snprintf(line, sizeof line, "%s %s %.1f s", bar, p->text, p->seconds);
    int room = print_columns() > 1 ? print_columns() - 1 : 79;
    print_write(STDERR_FILENO, line, (size_t) (n < room ? n : room));
    r->bar = true;
}

/* A report or a value begins a line of its own. */
static void begin_line(struct repl *r, int fd)
{
    print_held(r);
    erase_bar(r);
    if (r->interactive && r->midline)
        print_write(fd, "\n", 1);
    r->midline = false;
}

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    struct repl *r = user;
    erase_bar(r);
    if (fd == STDOUT_FILENO && !r->interactive && !isatty(fd)) {
        write_lines(r, text, n);
    } else {
        print_held(r);
        note_lost(r, print_write(fd, text, n));
    }
    if (n)
        r->midline = text[n - 1] != '\n';
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    struct repl *r = user;
    begin_line(r, STDOUT_FILENO);
    const struct wc_mime *plain = &b->items[b->count - 1];
    if (what == WC_RESULT && r->interactive) {
        const char *end = memchr(plain->data, '\n', plain->size);
        bool one_line = !end || end == plain->data + plain->size - 1;
        char label[40];
        int n = snprintf(label, sizeof label, "Out[%d]:%s", r->cell, one_line ? " " : "\n");
        print_write(STDOUT_FILENO, label, (size_t) n);
    }
    write_line(STDOUT_FILENO, plain->data, plain->size);
}

static void on_error(void *user, const struct wc_error *e)
{
    struct repl *r = user;
    begin_line(r, STDERR_FILENO);
    const char *report = r->colour_err && e->ansi ? e->ansi : e->plain;
    write_line(STDERR_FILENO, report, strlen(report));
}

static void on_clear(void *user, bool wait)
{
    const struct repl *r = user;
    static const char home_and_erase[] = "\033[H\033[2J";
    if (r->interactive)
        print_write(STDOUT_FILENO, home_and_erase, sizeof home_and_erase - 1);
}

/* Waits for input or for an interrupt; false: interrupted. */
static bool wait_for_input(struct repl *r)
{
    struct pollfd on[] = {
        {.fd = STDIN_FILENO, .events = POLLIN},
        {.fd = r->wake[0],   .events = POLLIN}
    };
    for (;;) {
        char why = 0;
        if (r->ahead_count)
            return true;
        if (poll(on, 2, -1) < 0 && errno != EINTR)
            return false;
        if (on[1].revents && read(r->wake[0], &why, 1) == 1 && why == 'i') {
            tcflush(STDIN_FILENO, TCIFLUSH); /* drops a partly typed line */
            return false;
        }
        if (on[0].revents)
            return true;
    }
}

static void set_echo(bool on)
{
    struct termios t;
    if (tcgetattr(STDIN_FILENO, &t))
        return;
    t.c_lflag = on ? t.c_lflag | ECHO : t.c_lflag & ~(tcflag_t) ECHO;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &t);
}

/* Byte by byte, so that nothing is read that belongs to a later reader. */
static char *read_line(struct repl *r)
{
    size_t n = 0, room = INPUT_ROOM;
    char *line = malloc(room), c;
    while (line && wait_for_input(r) && (ahead_byte(r, &c) || read(STDIN_FILENO, &c, 1) == 1)) {
        if (c == '\n') {
            line[n] = 0;
            return line;
        }
        if (n + 1 == room) {
            char *more = realloc(line, room *= 2);
            if (!more)
                break;
            line = more;
        }
        line[n++] = c;
    }
    if (line && n) {
        line[n] = 0; /* the last line of a file may lack its end */
        return line;
    }
    free(line);
    return NULL;
}

static char *on_input(void *user, const char *prompt, bool password)
{
    struct repl *r = user;
    if (r->program_on_stdin)
        return NULL;
    print_held(r);
    erase_bar(r);
    if (prompt)
        print_write(STDOUT_FILENO, prompt, strlen(prompt));
    if (password)
        set_echo(false);
    char *line = read_line(r);
    if (password) {
        set_echo(true);
        print_write(STDOUT_FILENO, "\n", 1);
    }
    r->midline = !line;
    return line;
}

/* Without a terminal, a line like any other. */
static char *on_command(void *user, const char *prompt)
{
    struct repl *r = user;
    if (r->program_on_stdin || !r->command)
        return on_input(user, prompt, false);
    erase_bar(r);
    return r->command(r, prompt);
}

static void on_next_input(void *user, const char *text, size_t n)
{
    struct repl *r = user;
    free(r->next);
    r->next = strndup(text, n);
}

struct wc_callbacks print_callbacks(struct repl *r)
{
    return (struct wc_callbacks){.user = r,
                                 .stream = on_stream,
                                 .output = on_output,
                                 .error = on_error,
                                 .clear = on_clear,
                                 .input = on_input,
                                 .command = on_command,
                                 .progress = on_progress,
                                 .next_input = r->interactive ? on_next_input : NULL,
                                 .sixels = sixels_width};
}
