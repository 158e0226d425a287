/* SPDX-License-Identifier: Apache-2.0 */
/* Commands of the console about breakpoints, watchpoints and displays. Next: debug_inspect.c. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "debug/debug_console_impl.h"

/* ---- places ---- */

/* The source in which a line without a file is meant: that of the frame in focus, or the newest. */
static const char *current_file(struct debug_console *c)
{
    struct debug_frame f;
    const struct source *src = NULL;
    if (c->stopped && debugger_frames(c->d, &f, 1) && f.file)
        return f.file;
    for (uint32_t id = 1; source_get(c->sources, id); id++)
        if (source_get(c->sources, id)->kind != SOURCE_BUILTIN)
            src = source_get(c->sources, id);
    return src ? src->name : NULL;
}

/* LINE, FILE:LINE, FUNCTION; the text is changed. */
static bool read_place(struct debug_console *c, char *text, struct debug_breakpoint *out)
{
    struct debug_frame f;
    char *colon = strrchr(text, ':'), *digits = colon ? colon + 1 : text;
    uint64_t line;
    bool numbered = console_number(str_of(digits), &line);
    if (!*text) {
        bool known = c->stopped && debugger_frames(c->d, &f, 1) && f.file;
        out->file = known ? (char *) (uintptr_t) f.file : NULL;
        out->line = known ? f.line : 0;
        return known;
    }
    if (numbered) {
        if (colon)
            *colon = '\0';
        out->file = colon ? text : (char *) (uintptr_t) current_file(c);
        out->line = (uint32_t) line;
        return out->file != NULL;
    }
    out->function = text;
    return true;
}

void console_put_place(struct debug_console *c, const struct debug_breakpoint *b)
{
    if (b->file)
        console_say(c, "%s:%" PRIu32, b->file, b->placed ? b->placed : b->line);
    else
        console_say(c, "%s", b->function);
    if (b->condition)
        console_say(c, " if %s", b->condition);
}

static void put_breakpoint(struct debug_console *c, const struct debug_breakpoint *b)
{
    console_say(c, "breakpoint %" PRIu32 " at ", b->number);
    console_put_place(c, b);
    console_say(c, "\n");
}

/* " if " outside of the place. */
static size_t find_if(struct str args)
{
    for (size_t i = 0; i + 2 <= args.n; i++)
        if ((!i || isspace((unsigned char) args.p[i - 1])) && !memcmp(args.p + i, "if", 2) &&
            (i + 2 == args.n || isspace((unsigned char) args.p[i + 2]) || args.p[i + 2] == '('))
            return i;
    return args.n;
}

static enum console_result add_breakpoint(struct debug_console *c, struct str args,
                                          struct debug_breakpoint b)
{
    size_t at = find_if(args);
    struct str place = str_trim((struct str){args.p, at}), condition = {NULL, 0};
    if (at < args.n)
        condition = str_trim((struct str){args.p + at + 2, args.n - at - 2});
    char *text = xstrndup(place.p ? place.p : "", place.n);
    char *cond = condition.n ? xstrndup(condition.p, condition.n) : NULL;
    b.condition = cond;
    if (read_place(c, text, &b))
        put_breakpoint(c, debugger_break(c->d, &b));
    else
        console_say(c, "where? break 12, break FILE:12, break kernel\n");
    free(text);
    free(cond);
    return CONSOLE_STAYS;
}

enum console_result console_break(struct debug_console *c, struct str args)
{
    return add_breakpoint(c, args, (struct debug_breakpoint){0});
}

enum console_result console_tbreak(struct debug_console *c, struct str args)
{
    return add_breakpoint(c, args, (struct debug_breakpoint){.temporary = true});
}

/* dprintf PLACE, "text {x}" */
enum console_result console_log(struct debug_console *c, struct str args)
{
    const char *comma = args.n ? memchr(args.p, ',', args.n) : NULL;
    if (!comma)
        return console_say(c, "dprintf 12, i is {i}\n");
    struct str text = str_trim((struct str){comma + 1, args.n - (size_t) (comma + 1 - args.p)});
    if (text.n > 1 && *text.p == '"' && text.p[text.n - 1] == '"')
        text = (struct str){text.p + 1, text.n - 2};
    char *log = xstrndup(text.p, text.n);
    enum console_result r = add_breakpoint(c, (struct str){args.p, (size_t) (comma - args.p)},
                                           (struct debug_breakpoint){.log = log});
    free(log);
    return r;
}

static struct debug_breakpoint *numbered(struct debug_console *c, struct str word)
{
    size_t n;
    uint64_t number;
    struct debug_breakpoint *all = debugger_breakpoints(c->d, &n);
    for (size_t k = 0; console_number(word, &number) && k < n; k++)
        if (all[k].number == number)
            return &all[k];
    console_say(c, "there is no breakpoint '%.*s': info breakpoints lists them\n", (int) word.n,
                word.p);
    return NULL;
}

enum console_result console_cond(struct debug_console *c, struct str args)
{
    struct debug_breakpoint *b = numbered(c, console_word(&args));
    if (!b)
        return CONSOLE_STAYS;
    debug_set_text(&b->condition, args);
    put_breakpoint(c, b);
    return CONSOLE_STAYS;
}

enum console_result console_ignore(struct debug_console *c, struct str args)
{
    struct debug_breakpoint *b = numbered(c, console_word(&args));
    uint64_t count;
    if (!b)
        return CONSOLE_STAYS;
    if (!console_number(args, &count))
        return console_say(c, "ignore %" PRIu32 " COUNT\n", b->number);
    b->ignore = count;
    return console_say(c, "the next %" PRIu64 " hits of breakpoint %" PRIu32 " do not stop\n",
                       count, b->number);
}

static bool delete_display(struct debug_console *c, uint64_t number)
{
    for (size_t k = 0; k < c->displays.n; k++)
        if (c->displays.at[k].number == number) {
            free(c->displays.at[k].text);
            VEC_REMOVE(&c->displays, k);
            return true;
        }
    return false;
}

static void delete_all(struct debug_console *c)
{
    size_t n;
    for (const struct debug_watch *w; (w = debugger_watches(c->d, &n), n);)
        debugger_unwatch(c->d, w->number);
    while (c->displays.n)
        delete_display(c, c->displays.at[0].number);
    debugger_delete_in(c->d, NULL);
}

enum console_result console_delete(struct debug_console *c, struct str args)
{
    if (str_eq(args, "display")) {
        while (c->displays.n)
            delete_display(c, c->displays.at[0].number);
        return CONSOLE_STAYS;
    }
    if (!args.n)
        delete_all(c);
    while (args.n) {
        struct str word = console_word(&args);
        uint64_t number;
        bool display = word.n > 1 && *word.p == 'd';
        if (display && console_number((struct str){word.p + 1, word.n - 1}, &number)
                ? delete_display(c, number)
                : console_number(word, &number) && (debugger_delete(c->d, (uint32_t) number) ||
                                                    debugger_unwatch(c->d, (uint32_t) number)))
            continue;
        console_say(c, "there is no breakpoint '%.*s': info breakpoints lists them\n", (int) word.n,
                    word.p);
    }
    return CONSOLE_STAYS;
}

static enum console_result enable(struct debug_console *c, struct str args, bool on)
{
    while (args.n) {
        struct debug_breakpoint *b = numbered(c, console_word(&args));
        if (b)
            b->disabled = !on;
    }
    debugger_breakpoints_changed(c->d);
    return CONSOLE_STAYS;
}

enum console_result console_enable(struct debug_console *c, struct str args)
{
    return enable(c, args, true);
}

enum console_result console_disable(struct debug_console *c, struct str args)
{
    return enable(c, args, false);
}

enum console_result console_watch(struct debug_console *c, struct str args)
{
    struct debug_scope s;
    if (!c->stopped || !debugger_scope(c->d, &s))
        return console_say(c, "no thread is in focus\n");
    uint32_t number = debugger_watch(c->d, &s, args);
    if (!number)
        return console_say(c, "%s\n", s.error);
    return console_say(c, "watchpoint %" PRIu32 ": %.*s\n", number, (int) args.n, args.p);
}

enum console_result console_display(struct debug_console *c, struct str args)
{
    if (!args.n) {
        console_put_displays(c);
        return CONSOLE_STAYS;
    }
    VEC_PUSH(&c->displays, (struct debug_display){++c->display_count, xstrndup(args.p, args.n)});
    console_put_displays(c);
    return CONSOLE_STAYS;
}
