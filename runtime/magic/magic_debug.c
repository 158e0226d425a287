/* SPDX-License-Identifier: Apache-2.0 */
/* %debug: launches under the debugger, with its console on the session's input and output. Next: debug/debug_console.c. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "debug/debug_console.h"
#include "debug/debug_host.h"
#include "magic/magic_internal.h"

static void put(void *user, const char *text, size_t n)
{
    session_stream(user, 1, text, n);
    session_flush(user);
}

/* ---- commands in the cell: lines that begin with "(debug)", as in a transcript ---- */

static const char marker[] = "(debug)";

static bool is_command(const char *line, size_t n)
{
    size_t k = sizeof marker - 1;
    return n >= k && !memcmp(line, marker, k) && (n == k || line[k] == ' ' || line[k] == '\n');
}

/* Moves the command lines from `text` to `out`, and leaves blank lines. */
static void take_commands(char *text, size_t n, struct buf *out)
{
    for (char *line = text, *end = text + n; line < end;) {
        char *next = memchr(line, '\n', (size_t) (end - line));
        size_t length = next ? (size_t) (next - line) : (size_t) (end - line);
        if (is_command(line, length)) {
            size_t k = sizeof marker - 1;
            buf_put(out, line + k, length - k);
            buf_putc(out, '\n');
            memset(line, ' ', length);
        }
        line += length + (next != NULL);
    }
}

/* The next of them, shown behind its prompt. NULL: there are no more. From malloc. */
static char *next_command(struct wc_session *s, const char *prompt)
{
    struct str *rest = &s->debug_commands;
    const char *end = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
    if (!end)
        return NULL;
    struct str line = str_trim((struct str){rest->p, (size_t) (end - rest->p)});
    *rest = (struct str){end + 1, rest->n - (size_t) (end + 1 - rest->p)};
    put(s, prompt, strlen(prompt));
    put(s, line.p, line.n);
    put(s, "\n", 1);
    return xstrndup(line.p, line.n);
}

static char *ask(void *user, const char *prompt)
{
    char *line = next_command(user, prompt);
    return line ? line : session_command(user, prompt);
}

/* What is printed comes before what is shown. */
static void show_smi(void *user, struct buf *out)
{
    struct display d = {0};
    (void) out;
    if (magic_debug_smi(user, &d))
        session_display(user, &d, WC_DISPLAY);
    display_free(&d);
}

void magic_debug_picture(struct wc_session *s, const struct debug_picture *p, struct display *out)
{
    struct thread_numbers t = {.expression = p->expression,
                               .block = p->block,
                               .shape = p->shape,
                               .count = p->count,
                               .values = p->values,
                               .known = p->known};
    display_threads(out, &t, &s->vm->style);
}

static void show_picture(void *user, const struct debug_picture *p, struct buf *out)
{
    struct display d = {0};
    (void) out;
    magic_debug_picture(user, p, &d);
    session_display(user, &d, WC_DISPLAY);
    display_free(&d);
}

static void put_unused(struct wc_session *s)
{
    struct buf out = {0};
    struct str rest = s->debug_commands;
    s->debug_commands = (struct str){0};
    if (!rest.n)
        return;
    buf_printf(&out, "no launch is stopped any more; commands left over:\n%.*s", (int) rest.n,
               rest.p);
    put(s, out.p, out.n);
    buf_free(&out);
}

static struct debugger *debugger_of(struct wc_session *s)
{
    struct debug_console_hooks hooks = {
        .user = s, .put = put, .ask = ask, .smi = show_smi, .picture = show_picture};
    if (!s->debug_console)
        s->debug_console = debug_console_new(s->debugger, s->sources, &hooks);
    return s->debugger;
}

void magic_debug_free(struct wc_session *s)
{
    launcher_debug(s->launcher, NULL, false, NULL, (struct span){0});
    debug_console_free(&s->debug_console);
    debugger_free(&s->debugger);
}

/* The words before the statement. */
struct debug_options {
    bool optimised; /* -O: kernels as they usually are */
    bool host;      /* --host: it stops at the first line of host code */
    bool check;     /* --check: the checker sees the launches, and they stop at what it finds */
};

static bool debug_on(struct wc_session *s, bool entry, struct debug_options options, struct span at)
{
    struct debugger *d = debugger_of(s);
    struct debug_front front = debug_console_front(s->debug_console);
    if (!launcher_debug(s->launcher, d, options.optimised, s->diags, at) ||
        (options.check && !launcher_check(s->launcher, &(struct launch_check){0}, s->diags, at)))
        return false;
    vm_debug(s->vm, d);
    debugger_set_front(d, &front);
    debugger_stop_at(d, entry && !options.host, true);
    if (entry && options.host)
        debugger_stop_at_host(d);
    return true;
}

static bool debug_off(struct wc_session *s, struct span at)
{
    vm_debug(s->vm, NULL);
    return launcher_debug(s->launcher, NULL, false, s->diags, at);
}

static bool take_word(struct str *args, const char *word)
{
    size_t n = strlen(word);
    if (args->n < n || memcmp(args->p, word, n) || (args->n > n && args->p[n] != ' '))
        return false;
    *args = str_trim((struct str){args->p + n, args->n - n});
    return true;
}

static struct debug_options take_options(struct str *args)
{
    struct debug_options o = {0};
    for (bool more = true; more;) {
        bool optimised = take_word(args, "-O"), host = take_word(args, "--host"),
             check = take_word(args, "--check");
        o.optimised |= optimised;
        o.host |= host;
        o.check |= check;
        more = optimised || host || check;
    }
    return o;
}

static bool debug_unit(struct wc_session *s, struct unit *u, struct debug_options options)
{
    struct span at = {0};
    uint64_t launches, mistakes;
    bool on = launcher_debugs(s->launcher),
         checks = launcher_checks(s->launcher, &launches, &mistakes);
    uint32_t records;
    launch_records_hold(s->launcher, true);
    launch_records(s->launcher, &records); /* no table of launches: their times mean nothing */
    bool ok = u && debug_on(s, true, options, at) && session_perform(s, u) &&
              launch_sync(s->launcher, s->diags, at);
    if (on)
        debugger_stop_at(s->debugger, false, true);
    else
        debug_off(s, at);
    if (options.check && !checks)
        launcher_check_end(s->launcher);
    launch_records_cut(s->launcher, records);
    launch_records_hold(s->launcher, false);
    if (u)
        session_done(s, u);
    return ok;
}

MAGIC(debug)
{
    struct debug_options options = take_options(&args);
    if (str_eq(args, "on") || str_eq(args, "start"))
        return debug_on(s, str_eq(args, "start"), options, at);
    if (str_eq(args, "off"))
        return debug_off(s, at);
    if (!args.n) {
        debugger_of(s);
        return !debug_console_prepare(s->debug_console) || debug_on(s, options.host, options, at);
    }
    return debug_unit(s, magic_prepare_statement(s, args, at, "%debug"), options);
}

CELL_MAGIC(debug)
{
    struct debug_options options = take_options(&args);
    struct buf commands = {0};
    char *code = xstrndup(body.p, body.n);
    take_commands(code, body.n, &commands);
    s->debug_commands = (struct str){commands.p, commands.n};
    bool ok = debug_unit(s, session_prepare(s, s->cell_name, code, body.n), options);
    put_unused(s);
    buf_free(&commands);
    free(code);
    return ok;
}
