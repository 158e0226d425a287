/* SPDX-License-Identifier: Apache-2.0 */
/* The console of the debugger: what a stop looks like, the table of commands, and the commands that let the launch run. Next: debug_breaking.c,
 * debug_inspect.c. */
#include "debug/debug_console.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debug/debug_console_impl.h"
#include "device/fault_text.h"

static const char prompt[] = "(debug) ";

struct debug_console *debug_console_new(struct debugger *d, const struct sources *sources,
                                        const struct debug_console_hooks *hooks)
{
    struct debug_console *c = xcalloc(1, sizeof *c);
    c->d = d;
    c->sources = sources;
    c->hooks = *hooks;
    return c;
}

void debug_console_free(struct debug_console **at)
{
    struct debug_console *c = *at;
    if (!c)
        return;
    VEC_EACH (e, &c->displays)
        free(e->text);
    VEC_FREE(&c->displays);
    buf_free(&c->out);
    free(c->last);
    free(c);
    *at = NULL;
}

/* ---- words ---- */

struct str console_word(struct str *args)
{
    size_t n = 0;
    *args = str_trim(*args);
    while (n < args->n && !isspace((unsigned char) args->p[n]))
        n++;
    struct str word = {args->p, n};
    *args = str_trim((struct str){args->p + n, args->n - n});
    return word;
}

bool console_number(struct str text, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < text.n; i++) {
        if (!isdigit((unsigned char) text.p[i]) || *out > UINT32_MAX)
            return false;
        *out = 10 * *out + (uint64_t) (text.p[i] - '0');
    }
    return text.n != 0;
}

enum console_result console_say(struct debug_console *c, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&c->out, format, ap);
    va_end(ap);
    return CONSOLE_STAYS;
}

static void flush(struct debug_console *c)
{
    if (c->out.n)
        c->hooks.put(c->hooks.user, c->out.p, c->out.n);
    c->out.n = 0;
}

/* ---- a stop ---- */

void console_put_line(struct debug_console *c, const char *file, uint32_t line, bool here)
{
    const struct source *src = file ? source_named(c->sources, file) : NULL;
    if (!src || !line || line > src->line_count)
        return;
    struct str text = source_line(src, line);
    console_say(c, "%s%4" PRIu32 " | %.*s\n", here ? ">" : " ", line, (int) text.n, text.p);
}

static struct device_dim dim_of(uint64_t n, struct device_dim in)
{
    return (struct device_dim){(uint32_t) (n % in.x), (uint32_t) (n / in.x % in.y),
                               (uint32_t) (n / in.x / in.y)};
}

void console_put_thread(struct debug_console *c)
{
    const struct observed_launch *l = debugger_launch(c->d);
    struct debug_focus f = debugger_focus(c->d);
    const struct observed_block *b = debugger_block(c->d, f.block);
    buf_puts(&c->out, "block ");
    device_put_dim(&c->out, b ? b->id : dim_of(f.block, l->grid));
    buf_puts(&c->out, ", thread ");
    device_put_dim(&c->out, dim_of(WARP_LANES * f.warp + f.lane, b ? b->launch->block : l->block));
}

/* '*' the lane in focus, '+' runs with it, '-' waits elsewhere, '.' has exited or does not exist. */
void console_put_strip(struct debug_console *c)
{
    uint32_t running, alive;
    struct debug_focus f = debugger_focus(c->d);
    debugger_masks(c->d, &running, &alive);
    console_say(c, "warp %" PRIu32 " [", f.warp);
    for (uint32_t l = 0; l < WARP_LANES; l++)
        buf_putc(&c->out, !(alive >> l & 1)  ? '.'
                          : l == f.lane      ? '*'
                          : running >> l & 1 ? '+'
                                             : '-');
    buf_puts(&c->out, "]\n");
}

static void put_reason(struct debug_console *c, const struct debug_stop *s)
{
    static const char *const words[] = {
        [DEBUG_AT_ENTRY] = "",
        [DEBUG_PAUSED] = "paused: ",
        [DEBUG_AFTER_STEP] = "",
        [DEBUG_AT_FAULT] = "",
        [DEBUG_AT_ERROR] = "",
        [DEBUG_AT_FINDING] = "",
        [DEBUG_AT_START] = "the launch begins here: ",
        [DEBUG_AT_BREAKPOINT] = "",
        [DEBUG_AT_WATCHPOINT] = "",
        [DEBUG_AT_END] = "",
    };
    buf_puts(&c->out, words[s->reason]);
    if (s->reason == DEBUG_AT_BREAKPOINT)
        console_say(c, "breakpoint %" PRIu32 ": ", s->breakpoint);
    size_t n;
    const struct debug_watch *watches = debugger_watches(c->d, &n);
    for (size_t k = 0; k < n && s->reason == DEBUG_AT_WATCHPOINT; k++)
        if (watches[k].number == s->breakpoint)
            console_say(c, "watchpoint %" PRIu32 ": %s was %s and is %s\n", s->breakpoint,
                        watches[k].text, s->before ? s->before : "?", s->after ? s->after : "?");
    if (s->reason == DEBUG_AFTER_STEP && s->after)
        console_say(c, "%s\n", s->after);
    if (s->reason == DEBUG_AT_ERROR || s->reason == DEBUG_AT_FINDING)
        console_say(c, "%s\n", s->message);
    if (s->reason == DEBUG_AT_FAULT) {
        device_put_fault(&c->out, &s->fault, debugger_kernel(c->d));
        buf_putc(&c->out, '\n');
    }
}

/* A breakpoint whose condition cannot be evaluated stops, and says so. */
static void put_condition(struct debug_console *c, const struct debug_stop *s)
{
    size_t n;
    const struct debug_breakpoint *all = debugger_breakpoints(c->d, &n);
    for (size_t k = 0; s->reason == DEBUG_AT_BREAKPOINT && k < n; k++) {
        struct debug_scope scope;
        bool yes;
        if (all[k].number == s->breakpoint && all[k].condition && debugger_scope(c->d, &scope) &&
            !debug_test(&scope, str_of(all[k].condition), &yes))
            console_say(c, "its condition cannot be evaluated: %s\n", scope.error);
    }
}

void console_put_stop(struct debug_console *c)
{
    const struct debug_stop *s = debugger_stop(c->d);
    struct debug_frame f;
    if (s->reason == DEBUG_AT_END) {
        console_say(
            c, "'%s' has ended: %scontinue goes on\n", debugger_kernel(c->d),
            debugger_irreversible(c->d) ? "" : "reverse-step, reverse-continue and who go back, ");
        return;
    }
    put_reason(c, s);
    put_condition(c, s);
    if (!debugger_frames(c->d, &f, 1))
        return;
    c->listed = 0;
    console_say(c, "%s at %s:%" PRIu32, f.function, f.file ? f.file : "?", f.line);
    if (!debugger_in_host(c->d)) {
        buf_puts(&c->out, ", ");
        console_put_thread(c);
    }
    buf_puts(&c->out, "\n");
    console_put_line(c, f.file, f.line, true);
    if (!debugger_in_host(c->d))
        console_put_strip(c);
}

/* ---- commands that run ---- */

static enum console_result run(struct debug_console *c, struct str args, struct debug_resume r)
{
    uint64_t n = 1;
    bool lanes = r.one_lane || r.motion == DEBUG_INSTRUCTION || r.motion == DEBUG_TO_BARRIER ||
                 r.motion == DEBUG_END_BLOCK;
    if (!c->stopped)
        return console_say(c, "nothing is stopped\n");
    if (lanes && !r.back && debugger_in_host(c->d))
        return console_say(c, "that is for kernels: host code has step, next, until and finish\n");
    if (r.back && debugger_irreversible(c->d))
        return console_say(c, "going back is not possible: %s\n", debugger_irreversible(c->d));
    if (args.n && (!console_number(args, &n) || !n))
        return console_say(c, "'%.*s' is no count\n", (int) args.n, args.p);
    c->skips = n - 1;
    c->resume = r;
    return CONSOLE_GOES;
}

#define RUNS(id, ...)                                                                              \
    enum console_result console_##id(struct debug_console *c, struct str args)                     \
    {                                                                                              \
        return run(c, args, (struct debug_resume){__VA_ARGS__});                                   \
    }
RUNS(step, .motion = DEBUG_STEP)
RUNS(next, .motion = DEBUG_NEXT)
RUNS(stepi, .motion = DEBUG_INSTRUCTION)
RUNS(step_lane, .motion = DEBUG_NEXT, .one_lane = true)
RUNS(finish, .motion = DEBUG_FINISH)
RUNS(barrier, .motion = DEBUG_TO_BARRIER)
RUNS(end_block, .motion = DEBUG_END_BLOCK)
RUNS(reverse_step, .motion = DEBUG_STEP, .back = true)
RUNS(reverse_next, .motion = DEBUG_NEXT, .back = true)
RUNS(reverse_stepi, .motion = DEBUG_INSTRUCTION, .back = true)
RUNS(reverse_continue, .motion = DEBUG_CONTINUE, .back = true)
RUNS(detach, .motion = DEBUG_DETACH)
#undef RUNS

enum console_result console_continue(struct debug_console *c, struct str args)
{
    if (!c->stopped) {
        c->runs = true;
        return CONSOLE_GOES;
    }
    return run(c, args, (struct debug_resume){.motion = DEBUG_CONTINUE});
}

enum console_result console_quit(struct debug_console *c, struct str args)
{
    c->quits = true;
    return c->stopped ? run(c, (struct str){NULL, 0}, (struct debug_resume){.motion = DEBUG_QUIT})
                      : (void) args,
           CONSOLE_GOES;
}

enum console_result console_until(struct debug_console *c, struct str args)
{
    uint64_t line;
    if (!console_number(args, &line))
        return console_say(c, "until needs a line: until 12\n");
    return run(c, (struct str){NULL, 0},
               (struct debug_resume){.motion = DEBUG_TO_LINE, .line = (uint32_t) line});
}

/* ---- the table ---- */

static const struct console_command {
    const char *names, *usage, *help;
    console_fn *run;
} commands[] = {

#define COMMAND(id, names, usage, help) {names, usage, help, console_##id},
#include "debug/debug_commands.def"
#undef COMMAND
};

static bool has_name(const char *names, struct str word, bool whole)
{
    for (const char *p = names; *p; p += *p == ' ') {
        size_t n = strcspn(p, " ");
        if (whole ? n == word.n && !memcmp(p, word.p, n) : n > word.n && !memcmp(p, word.p, word.n))
            return true;
        p += n;
    }
    return false;
}

static const struct console_command *find(struct str word, bool whole)
{
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        if (has_name(commands[k].names, word, whole))
            return &commands[k];
    return NULL;
}

/* The command of a whole name, or the first that the word begins. */
static const struct console_command *meant(struct str word)
{
    const struct console_command *c = find(word, true);
    return c ? c : find(word, false);
}

enum console_result console_help(struct debug_console *c, struct str args)
{
    const struct console_command *one = args.n ? meant(args) : NULL;
    if (args.n && !one)
        return console_say(c, "there is no command '%.*s'\n", (int) args.n, args.p);
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        if (!one || one == &commands[k])
            console_say(c, "%-30s %s\n", commands[k].usage, commands[k].help);
    if (!one)
        console_say(c, "an empty line repeats the last command\n");
    return CONSOLE_STAYS;
}

/* ---- completion ---- */

struct completing {
    struct str prefix;
    void (*put)(void *user, const char *name, size_t n);
    void *user;
};

static void offer(const struct completing *q, const char *name, size_t n)
{
    if (n > q->prefix.n && !memcmp(name, q->prefix.p, q->prefix.n))
        q->put(q->user, name, n);
}

/* Words that stand between separators. */
static void offer_words(const struct completing *q, const char *words, const char *separators)
{
    for (const char *p = words; *p;) {
        size_t n = strcspn(p, separators);
        offer(q, p, n);
        p += n + (p[n] != 0);
    }
}

static void offer_commands(const struct completing *q)
{
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
        offer(q, commands[k].names, strcspn(commands[k].names, " "));
}

static void offer_variables(struct debug_console *c, const struct completing *q)
{
    struct debug_scope s;
    debug_variables all = {0};
    if (!c->stopped || !debugger_scope(c->d, &s))
        return;
    debug_scope_variables(&s, &all);
    VEC_EACH (v, &all)
        offer(q, v->name, strlen(v->name));
    VEC_FREE(&all);
    if (!debugger_in_host(c->d))
        offer_words(q, "threadIdx blockIdx blockDim gridDim warpSize", " ");
}

bool debug_console_complete(struct debug_console *c, struct str line,
                            void (*put)(void *user, const char *name, size_t n), void *user,
                            size_t *out_start)
{
    struct str args = line, word = console_word(&args);
    size_t at = line.n;
    if (!c->asks)
        return false;
    bool first = word.p + word.n == line.p + line.n;
    while (at && (isalnum((unsigned char) line.p[at - 1]) || line.p[at - 1] == '_' ||
                  (first && line.p[at - 1] == '-')))
        at--;
    struct completing q = {
        .prefix = {line.p + at, line.n - at},
          .put = put, .user = user
    };
    const struct console_command *command = first ? NULL : meant(word);
    bool member = at && (line.p[at - 1] == '.' || line.p[at - 1] == '>');
    *out_start = at;
    if (first || (command && command->run == console_help))
        offer_commands(&q);
    else if (command && command->run == console_info)
        offer_words(&q, command->usage + strlen("info "), "|");
    else if (!member)
        offer_variables(c, &q);
    return true;
}

/* ---- lines ---- */

static enum console_result do_line(struct debug_console *c, const char *line)
{
    struct str args = str_of(line), word;
    if (!str_trim(args).n && c->last)
        args = str_of(c->last);
    else if (str_trim(args).n && line != c->last)
        debug_set_text(&c->last, args);
    word = console_word(&args);
    if (!word.n || *word.p == '#')
        return CONSOLE_STAYS;
    if (str_eq(word, "run") || str_eq(word, "r"))
        return console_continue(c, args);
    const char *slash = memchr(word.p, '/', word.n); /* gdb's formats: p/x */
    if (slash)
        word.n = (size_t) (slash - word.p);
    const struct console_command *command = meant(word);
    if (!command)
        return console_say(c, "there is no command '%.*s': help lists them\n", (int) word.n,
                           word.p);
    return command->run(c, args);
}

static void read_commands(struct debug_console *c)
{
    for (enum console_result r = CONSOLE_STAYS; r == CONSOLE_STAYS;) {
        c->asks = true;
        char *line = c->hooks.ask(c->hooks.user, prompt);
        c->asks = false;
        if (!line) { /* the end of the input: nobody is there to stop for */
            c->resume = (struct debug_resume){.motion = DEBUG_DETACH};
            c->runs = true;
            return;
        }
        r = do_line(c, line);
        free(line);
        flush(c);
    }
}

bool debug_console_passes(struct debug_console *c, struct debug_resume *out_resume)
{
    enum debug_reason reason = debugger_stop(c->d)->reason;
    bool counts = reason == DEBUG_AFTER_STEP ||
                  (reason == DEBUG_AT_BREAKPOINT && c->resume.motion == DEBUG_CONTINUE);
    if (!c->skips || !counts) {
        c->skips = 0;
        return false;
    }
    c->skips--;
    *out_resume = c->resume;
    return true;
}

static struct debug_resume stopped(void *user, struct debugger *d)
{
    struct debug_console *c = user;
    struct debug_resume resume;
    (void) d;
    if (debug_console_passes(c, &resume))
        return resume;
    c->stopped = true;
    console_put_stop(c);
    console_put_displays(c);
    flush(c);
    read_commands(c);
    c->stopped = false;
    return c->resume;
}

static void hand_over(struct debug_console *c, struct buf *out)
{
    buf_put(out, c->out.p, c->out.n);
    c->out.n = 0;
}

bool debug_console_answer(struct debug_console *c, const char *line, struct buf *out,
                          bool *out_goes, struct debug_resume *out_resume)
{
    struct str args = str_of(line);
    const struct console_command *command = find(console_word(&args), true);
    if (!command)
        return false;
    c->stopped = true;
    *out_goes = do_line(c, line) == CONSOLE_GOES;
    *out_resume = c->resume;
    c->stopped = false;
    hand_over(c, out);
    return true;
}

void debug_console_displays(struct debug_console *c, struct buf *out)
{
    c->stopped = true;
    console_put_displays(c);
    c->stopped = false;
    hand_over(c, out);
}

void debug_console_place(struct debug_console *c, struct buf *out)
{
    struct debug_frame f;
    if (debugger_frames(c->d, &f, 1))
        buf_printf(&c->out, "'%s' at %s:%" PRIu32, f.function, f.file ? f.file : "?", f.line);
    else
        buf_printf(&c->out, "'%s'", debugger_kernel(c->d));
    if (debugger_frames(c->d, &f, 1) && !debugger_in_host(c->d)) {
        buf_puts(&c->out, ", ");
        console_put_thread(c);
    }
    hand_over(c, out);
}

enum console_result console_smi(struct debug_console *c, struct str args)
{
    (void) args;
    if (!c->hooks.smi)
        return console_say(c, "the devices are not shown here\n");
    c->hooks.smi(c->hooks.user, &c->out);
    return CONSOLE_STAYS;
}

static void put_log(void *user, const char *text, size_t n)
{
    struct debug_console *c = user;
    c->hooks.put(c->hooks.user, text, n);
}

struct debug_front debug_console_front(struct debug_console *c)
{
    return (struct debug_front){.user = c, .stopped = stopped, .log = put_log};
}

bool debug_console_prepare(struct debug_console *c)
{
    c->runs = c->quits = false;
    read_commands(c);
    return !c->quits;
}
