/* SPDX-License-Identifier: Apache-2.0 */
/* A session for the protocol tests: warpcell.h without a language, so that every failure is the server's.
 * Every line of a cell is one command; the table at the end lists them. Any other line is an error. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "warpcell.h"

struct wc_session {
    struct wc_options options;
    atomic_bool interrupted, asked;
    bool interactive, due, pictures;
    bool failed, begun;
    bool silent;
};

static const char tiny_png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0\x3a\x7e"
                               "\x9b\x55\0\0\0\nIDATx\x9c\x63\x60\0\0\0\2"
                               "\0\1\x48\xaf\xa4\x71\0\0\0\0IEND\xae\x42\x60\x82";

struct wc_session *wc_open(const struct wc_options *options)
{
    struct wc_session *s = calloc(1, sizeof *s);
    s->options = *options;
    return s;
}

void wc_close(struct wc_session *s)
{
    free(s);
}

static void say(struct wc_session *s, int fd, const char *text)
{
    s->options.on.stream(s->options.on.user, fd, text, strlen(text));
}

static void fail(struct wc_session *s, const char *name, const char *text)
{
    char plain[256];
    snprintf(plain, sizeof plain, "%s: %s\n --> In[1]:1:1\n", name, text);
    struct wc_error e = {name, text, plain, plain};
    s->failed = true;
    s->options.on.error(s->options.on.user, &e);
}

static bool interrupted(struct wc_session *s)
{
    if (!atomic_load(&s->interrupted))
        return false;
    if (!s->failed)
        fail(s, "KeyboardInterrupt", "interrupted");
    return true;
}

static void show(struct wc_session *s, enum wc_output what, const char *type, const char *data,
                 size_t n, const char *plain, const char *id)
{
    struct wc_mime items[] = {
        {type,      data,    n, .binary = strncmp(type, "image/", 6) == 0,
         .json = strstr(type, "json") != NULL},
        {"text/plain", plain, strlen(plain)  }
    };
    struct wc_bundle b = {items, 2, id, 3, 2};
    if (what == WC_PAGER || !*type)
        b = (struct wc_bundle){items + 1, 1, id, 0, 0};
    s->options.on.output(s->options.on.user, what, &b);
}

static void do_print(struct wc_session *s, const char *arg)
{
    say(s, STDOUT_FILENO, arg);
    say(s, STDOUT_FILENO, "\n");
}

static void do_err(struct wc_session *s, const char *arg)
{
    say(s, STDERR_FILENO, arg);
    say(s, STDERR_FILENO, "\n");
}

static void do_lines(struct wc_session *s, const char *arg)
{
    char line[64];
    for (long i = 0, n = atol(arg); i < n && !interrupted(s); i++) {
        snprintf(line, sizeof line, "line %ld\n", i);
        say(s, STDOUT_FILENO, line);
    }
}

/* One piece of n four-byte characters after one byte: whatever size it is cut at, no cut may split one. */
static void do_wide(struct wc_session *s, const char *arg)
{
    size_t n = (size_t) atol(arg);
    char *text = malloc(4 * n + 2);
    text[0] = '.';
    for (size_t i = 0; i < n; i++)
        memcpy(text + 1 + 4 * i, "\xF0\x9F\x98\x80", 4);
    s->options.on.stream(s->options.on.user, STDOUT_FILENO, text, 4 * n + 1);
    free(text);
}

static void do_result(struct wc_session *s, const char *arg)
{
    if (!s->silent)
        show(s, WC_RESULT, "", "", 0, arg, NULL);
}

static void do_display(struct wc_session *s, const char *arg)
{
    if (strcmp(arg, "png") == 0)
        show(s, WC_DISPLAY, "image/png", tiny_png, sizeof tiny_png - 1, "a picture", NULL);
    else if (strcmp(arg, "json") == 0)
        show(s, WC_DISPLAY, "application/json", "{\"a\": [1, 2]}", 13, "some JSON", NULL);
    else
        show(s, WC_DISPLAY, "", "", 0, arg, NULL);
}

static void do_handle(struct wc_session *s, const char *arg)
{
    show(s, WC_DISPLAY, "", "", 0, "first", arg);
    show(s, WC_UPDATE, "", "", 0, "second", arg);
}

static void do_page(struct wc_session *s, const char *arg)
{
    show(s, WC_PAGER, "", "", 0, arg, NULL);
}

static void do_next(struct wc_session *s, const char *arg)
{
    s->options.on.next_input(s->options.on.user, arg, strlen(arg));
}

static void do_clear(struct wc_session *s, const char *arg)
{
    s->options.on.clear(s->options.on.user, strcmp(arg, "wait") == 0);
}

static void do_fail(struct wc_session *s, const char *arg)
{
    fail(s, "RuntimeError", arg);
}

static void wait_a_little(void)
{
    nanosleep(&(struct timespec){0, 5 * 1000000L}, NULL); // time is the subject: how often a condition is looked at
}

/* Ends with an interrupt only. Questions from outside wait. */
static void do_forever(struct wc_session *s, const char *arg)
{
    while (!interrupted(s))
        wait_a_little();
}

/* Stuck where no interrupt reaches. */
static void do_hang(struct wc_session *s, const char *arg)
{
    for (;;)
        pause();
}

static void do_input(struct wc_session *s, const char *arg)
{
    char *line = s->options.on.input(s->options.on.user, arg, strncmp(arg, "password", 8) == 0);
    if (interrupted(s))
        ;
    else if (line)
        do_print(s, line);
    else
        fail(s, "EOFError", "there is no input");
    free(line);
}

/* Mixed streams and displays, whose order is to be kept. */
static void do_mixed(struct wc_session *s, const char *arg)
{
    for (long i = 0, n = atol(arg); i < n; i++) {
        char text[32];
        snprintf(text, sizeof text, "%ld", i);
        if (i % 3 == 0)
            say(s, STDOUT_FILENO, text);
        else if (i % 3 == 1)
            say(s, STDERR_FILENO, text);
        else
            show(s, WC_DISPLAY, "", "", 0, text, NULL);
    }
}

/* await FILE: ends when the file exists, or with an interrupt. Questions from outside are answered meanwhile. */
static void do_await(struct wc_session *s, const char *arg)
{
    while (access(arg, F_OK) && !interrupted(s)) {
        wait_a_little();
        if (atomic_exchange(&s->asked, false))
            s->options.on.attend(s->options.on.user);
    }
}

static struct wc_widget widgets[] = {
    {.id = 1,
     .kind = WC_INT_SLIDER,
     .label = "radius",
     .value = 8,
     .low = 1,
     .high = 15,
     .step = 1},
    {.id = 2,                                 .kind = WC_FLOAT_SLIDER,                                             .label = "angle",                                                                            .value = 0.5,.high = 1, .step = 0.01},
    {.id = 3,                          .kind = WC_CHECKBOX,.label = "on",.value = 1,.high = 1},
    {.id = 4,
     .kind = WC_DROPDOWN,
     .label = "mode",
     .high = 1,
     .options = (const char *const[]){"a", "b"},
     .option_count = 2},
    {.id = 5,                                          .kind = WC_BUTTON,                                             .label = "go"                                                                   },
    {.id = 6, .kind = WC_PROGRESS,                                     .label = "done",                                                                    .value = 0.25,.high = 1},
    {.id = 7,                             .kind = WC_HTML,.label = "text",.text = "<b>bold</b>"},
};

enum { WIDGETS = sizeof widgets / sizeof widgets[0] };

static struct wc_widget *widget_of(const char *number)
{
    int n = atoi(number);
    return &widgets[n < 1 || n > WIDGETS ? 0 : n - 1];
}

static void do_widget(struct wc_session *s, const char *arg)
{
    s->options.on.widget(s->options.on.user, widget_of(arg), true);
}

/* set 6 0.75: the program moves a widget. */
static void do_set(struct wc_session *s, const char *arg)
{
    struct wc_widget *w = widget_of(arg);
    w->value = atof(arg + strcspn(arg, " "));
    s->options.on.widget(s->options.on.user, w, false);
}

static void do_value(struct wc_session *s, const char *arg)
{
    char text[64];
    snprintf(text, sizeof text, "%g", widget_of(arg)->value);
    do_print(s, text);
}

static void do_once(struct wc_session *s)
{
    do_value(s, "1");
    if (s->pictures && widgets[0].value > 10) {
        do_display(s, "png");
        do_print(s, "between");
        do_display(s, "png");
    }
}

/* interactive: the cell shows widget 1, prints its value, and is run again when that moves. */
static void do_interactive(struct wc_session *s, const char *arg)
{
    s->interactive = true;
    s->pictures = strcmp(arg, "pictures") == 0;
    s->options.on.interactive(s->options.on.user, 1);
    do_widget(s, "1");
    do_once(s);
}

/* progress 0, 1 and 2: the steps of one piece of work. */
static void do_progress(struct wc_session *s, const char *arg)
{
    int i = atoi(arg);
    s->options.on.progress(s->options.on.user,
                           &(struct wc_progress){
                               .id = 1,
                               .text = i < 2 ? "compiling k" : "compiled k in 1.2 s",
                               .fraction = i == 0 ? -1 : 0.5,
                               .seconds = 1.1,
                               .finished = i == 2,
                           });
}

/* updates 1000: so many changes of a progress bar and of a display. */
static void do_updates(struct wc_session *s, const char *arg)
{
    char text[32];
    struct wc_widget *w = widget_of("6");
    s->options.on.widget(s->options.on.user, w, true);
    show(s, WC_DISPLAY, "", "", 0, "0", "live");
    for (long i = 1, n = atol(arg); i <= n && !interrupted(s); i++) {
        w->value = (double) i / (double) n;
        s->options.on.widget(s->options.on.user, w, false);
        snprintf(text, sizeof text, "%ld", i);
        show(s, WC_UPDATE, "", "", 0, text, "live");
    }
}

/* displays 1000: so many outputs that nothing replaces. */
static void do_displays(struct wc_session *s, const char *arg)
{
    for (long i = 0, n = atol(arg); i < n && !interrupted(s); i++)
        show(s, WC_DISPLAY, "", "", 0, "a display", NULL);
}

static const struct command {
    const char *name;
    void (*run)(struct wc_session *s, const char *arg);
} commands[] = {
    {"print",       do_print      },
    {"err",         do_err        },
    {"lines",       do_lines      },
    {"wide",        do_wide       },
    {"result",      do_result     },
    {"display",     do_display    },
    {"handle",      do_handle     },
    {"page",        do_page       },
    {"next",        do_next       },
    {"clear",       do_clear      },
    {"fail",        do_fail       },
    {"forever",     do_forever    },
    {"hang",        do_hang       },
    {"input",       do_input      },
    {"mixed",       do_mixed      },
    {"await",       do_await      },
    {"widget",      do_widget     },
    {"set",         do_set        },
    {"value",       do_value      },
    {"interactive", do_interactive},
    {"progress",    do_progress   },
    {"updates",     do_updates    },
    {"displays",    do_displays   },
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void run_line(struct wc_session *s, char *line)
{
    char *arg = line + strcspn(line, " ");
    if (*arg)
        *arg++ = 0;
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, line) == 0) {
            commands[i].run(s, arg);
            return;
        }
    }
    if (*line)
        fail(s, "NameError", line);
}

void wc_begin(struct wc_session *s)
{
    atomic_store(&s->interrupted, false);
    s->begun = true;
}

enum wc_status wc_run(struct wc_session *s, const struct wc_cell *cell)
{
    char *code = strndup(cell->code, cell->size), *rest = code, *line;
    if (!s->begun)
        wc_begin(s);
    s->begun = false;
    s->failed = false;
    s->silent = cell->silent;
    while (!s->failed && (line = strsep(&rest, "\n")))
        run_line(s, line);
    free(code);
    return !s->failed ? WC_OK : atomic_load(&s->interrupted) ? WC_INTERRUPTED : WC_ERROR;
}

bool wc_widget_set(struct wc_session *s, unsigned id, double value)
{
    if (!id || id > WIDGETS)
        return false;
    s->due |= id == 1 && s->interactive;
    widgets[id - 1].value = value;
    return true;
}

unsigned wc_interactive_due(const struct wc_session *s)
{
    return s->due;
}

enum wc_status wc_interactive_run(struct wc_session *s, unsigned n)
{
    s->due = false;
    s->options.on.interactive(s->options.on.user, n);
    do_once(s);
    return WC_OK;
}

void wc_rest(struct wc_session *s)
{
    fputs("the session rests\n", stderr);
}

void wc_attend(struct wc_session *s)
{
    atomic_store(&s->asked, true);
}

void wc_counters(const struct wc_session *s, struct wc_counters *out)
{
    *out = (struct wc_counters){.launches = 3, .device_memory = 4096, .device_seconds = 0.25};
}

int wc_exit_code(const struct wc_session *s)
{
    return s->failed;
}

char *wc_evaluate(struct wc_session *s, const char *code, size_t size)
{
    char *text = strndup(code, size);
    if (strncmp(text, "bad", 3))
        return text;
    fail(s, "NameError", text);
    free(text);
    return NULL;
}

enum wc_completeness wc_is_complete(struct wc_session *s, const char *code, size_t size,
                                    char indent[64])
{
    if (memchr(code, ']', size))
        return WC_INVALID;
    if (!memchr(code, '{', size) || memchr(code, '}', size))
        return WC_COMPLETE;
    strcpy(indent, "    ");
    return WC_INCOMPLETE;
}

/* Completes the last word with the names of the commands. */
void wc_complete(struct wc_session *s, const char *code, size_t size, size_t cursor,
                 struct wc_completions *out)
{
    static struct wc_completion found[COMMANDS];
    size_t start = cursor;
    while (start > 0 && code[start - 1] >= 'a' && code[start - 1] <= 'z')
        start--;
    *out = (struct wc_completions){.start = start, .end = cursor, .items = found};
    for (int i = 0; i < COMMANDS && cursor > start; i++)
        if (strncmp(commands[i].name, code + start, cursor - start) == 0)
            found[out->count++] =
                (struct wc_completion){commands[i].name, "function", "void (const char *)"};
}

bool wc_inspect(struct wc_session *s, const char *code, size_t size, size_t cursor, int detail,
                struct wc_bundle *out)
{
    static const struct wc_mime help = {"text/plain", "prints a line", 13};
    *out = (struct wc_bundle){&help, 1};
    return size >= 5 && memcmp(code, "print", 5) == 0;
}

/* The request itself is the reply's body. */
void wc_debug_leave(struct wc_session *s, const char *why)
{
    (void) s;
    (void) why;
}

char *wc_debug(struct wc_session *s, const char *request)
{
    size_t n = strlen(request) + 64;
    char *reply = malloc(n);
    snprintf(reply, n, "{\"type\": \"response\", \"success\": true, \"body\": %s}", request);
    return reply;
}

void wc_interrupt(struct wc_session *s)
{
    atomic_store(&s->interrupted, true);
}

int wc_rank_serve(const char *address)
{
    return 1; /* has no ranks */
}

const char *wc_version(void)
{
    return "0.0.0";
}

const char *wc_banner(void)
{
    return "A session for tests.";
}
