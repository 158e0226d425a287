/* SPDX-License-Identifier: Apache-2.0 */
/* Mutated cells through whole sessions: no input may crash, corrupt or hang one. Usage:
 *
 *     fuzz_interrupts [--seed N] [--cells N] FILE.cell...
 *
 * The cells come from the files (tests/cells, separated by `//---`), a few lines of them changed, many interrupted. Each is
 * printed with --print before it runs. Without -fsanitize only crashes and hangs are seen; ./test runs it with. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"
#include "base/vec.h"
#include "warpcell.h"

enum { CELLS_PER_SESSION = 60, INTERRUPT_MS = 150, HANG_MS = 60000 };

struct corpus {
    VEC(char *) cells;
    VEC(char *) lines;
};

/* What the interrupting thread sees of the running cell. It uses the session with the lock held. */
struct watch {
    pthread_mutex_t lock;
    struct wc_session *session; /* NULL: no cell runs */
    int64_t began, after_us;
    atomic_bool done;
    const char *code;
};

static uint64_t state;

static uint32_t random_below(uint32_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return n ? (uint32_t) (state >> 33) % n : 0;
}

static int64_t now_ms(void)
{
    return (int64_t) (clock_ns() / 1000000);
}

static void ignore_stream(void *user, int fd, const char *text, size_t n)
{
}

static void ignore_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
}

static void ignore_error(void *user, const struct wc_error *e)
{
    size_t *longest = user;
    size_t n = strlen(e->plain);
    *longest = n > *longest ? n : *longest;
}

static void *interrupt_at_times(void *user)
{
    struct watch *w = user;
    while (!atomic_load(&w->done)) {
        usleep(2000); // time is the subject: interrupts come at random times
        pthread_mutex_lock(&w->lock);
        int64_t ran = now_ms() - w->began;
        if (w->session && ran * 1000 > w->after_us)
            wc_interrupt(w->session);
        if (w->session && ran > HANG_MS) {
            fprintf(stderr, "a cell did not end after an interrupt:\n%s\n", w->code);
            abort();
        }
        pthread_mutex_unlock(&w->lock);
    }
    return NULL;
}

static void watch_cell(struct watch *w, struct wc_session *s, const char *code)
{
    pthread_mutex_lock(&w->lock);
    w->session = s;
    w->code = code;
    w->began = now_ms();
    w->after_us = random_below(8) ? INTERRUPT_MS * 1000 : random_below(INTERRUPT_MS * 100);
    pthread_mutex_unlock(&w->lock);
}

static void watch_nothing(struct watch *w)
{
    pthread_mutex_lock(&w->lock);
    w->session = NULL;
    pthread_mutex_unlock(&w->lock);
}

/* ---- mutation ---- */

static bool is_command(const char *line)
{
    line += strspn(line, " \t");
    return *line == '!' || *line == '%' || *line == '?';
}

static void put_number(struct buf *out)
{
    /* none that is both affordable and large: memory is not what is tested here */
    static const char *const numbers[] = {"0",
                                          "1",
                                          "-1",
                                          "2",
                                          "7",
                                          "255",
                                          "1000",
                                          "-2147483648",
                                          "4611686018427387904",
                                          "9223372036854775807",
                                          "1e308",
                                          "0.0 / 0",
                                          "(char) 200",
                                          "-9223372036854775807 - 1",
                                          "-1.5f",
                                          "nullptr"};
    buf_puts(out, numbers[random_below(sizeof numbers / sizeof *numbers)]);
}

static void put_word(struct buf *out)
{
    static const char *const words[] = {"int",
                                        "double",
                                        "char *",
                                        "struct point",
                                        "device float",
                                        "managed int",
                                        "(",
                                        ")",
                                        "{",
                                        "}",
                                        ";",
                                        ",",
                                        "*",
                                        "&",
                                        "[0]",
                                        "[::-1]",
                                        "[1:]",
                                        "return",
                                        "x",
                                        "n",
                                        "goto",
                                        "static",
                                        "= 1",
                                        "void",
                                        "const",
                                        "long",
                                        "->",
                                        ".",
                                        "<<<1, 1>>>",
                                        "if (x)",
                                        "d",
                                        "sizeof"};
    buf_puts(out, words[random_below(sizeof words / sizeof *words)]);
}

/* A line with one of its words replaced, doubled or dropped. */
static void put_mutated(struct buf *out, const char *line)
{
    size_t n = strlen(line), at = random_below((uint32_t) n + 1), end = at;
    bool digits = strchr("0123456789", line[at]) && line[at];
    while (end < n && (digits ? strchr("0123456789.", line[end]) != NULL
                              : (line[end] | 32) >= 'a' && (line[end] | 32) <= 'z'))
        end++;
    end = end == at && at < n ? at + 1 : end;
    buf_put(out, line, at);
    uint32_t how = random_below(8);
    if (digits && how < 6)
        put_number(out);
    else if (how < 4)
        put_word(out);
    else if (how < 6)
        buf_printf(out, "%.*s %.*s", (int) (end - at), line + at, (int) (end - at), line + at);
    buf_puts(out, line + end);
    buf_putc(out, '\n');
}

static char *mutated(const struct corpus *c)
{
    struct buf out = {0};
    char *copy = strdup(c->cells.at[random_below((uint32_t) c->cells.n)]), *rest = copy;
    bool device =
        strstr(copy, "__global__") || strstr(copy, "__device__"); /* kept: compiling takes long */
    uint32_t rate = random_below(4) ? 6 : 1000;
    for (char *line; (line = strsep(&rest, "\n"));) {
        if (!device && !random_below(rate) && *line) {
            put_mutated(&out, line);
            continue;
        }
        buf_puts(&out, line);
        buf_putc(&out, '\n');
        if (!device && !random_below(rate))
            buf_printf(&out, "%s\n", c->lines.at[random_below((uint32_t) c->lines.n)]);
    }
    free(copy);
    return buf_take(&out);
}

static bool runs_commands(const char *code)
{
    for (const char *line = code; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (is_command(line))
            return true;
    return false;
}

/* ---- the corpus ---- */

static void add_cell(struct corpus *c, const char *text, size_t n)
{
    char *cell = strndup(text, n), *copy = strdup(cell), *rest = copy;
    VEC_PUSH(&c->cells, cell);
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line && strncmp(line, "//", 2) && !strstr(line, "__"))
            VEC_PUSH(&c->lines, strdup(line));
    free(copy);
}

static bool read_corpus(struct corpus *c, const char *path)
{
    FILE *f = fopen(path, "rb");
    struct buf b = {0};
    char bytes[4096];
    if (!f) {
        fprintf(stderr, "%s cannot be read\n", path);
        return false;
    }
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, f));)
        buf_put(&b, bytes, n);
    fclose(f);
    buf_putc(&b, '\0');
    for (const char *at = b.p, *end; at; at = end ? end + 6 : NULL) {
        end = strstr(at, "//---\n");
        add_cell(c, at, end ? (size_t) (end - at) : strlen(at));
    }
    buf_free(&b);
    return true;
}

static void run_session(const struct corpus *c, struct watch *w, int cells, bool print)
{
    size_t longest = 0;
    struct wc_options options = {
        .on = {.user = &longest,
               .stream = ignore_stream,
               .output = ignore_output,
               .error = ignore_error},
        .device = "cpu"
    };
    struct wc_session *s = wc_open(&options);
    for (int i = 0; i < cells; i++) {
        char *code = mutated(c);
        if (!runs_commands(code)) {
            struct wc_cell cell = {
                .name = "fuzz", .code = code, .size = strlen(code), .no_timing = true};
            if (print)
                fprintf(stderr, "---- %d\n%s", i, code);
            watch_cell(w, s, code);
            wc_run(s, &cell);
            watch_nothing(w);
        }
        free(code);
    }
    wc_close(s);
}

int main(int argc, char **argv)
{
    struct corpus c = {0};
    struct watch w = {.lock = PTHREAD_MUTEX_INITIALIZER};
    uint64_t seed = 1;
    int cells = 600;
    bool print = false;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--seed") && i + 1 < argc)
            seed = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--cells") && i + 1 < argc)
            cells = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--print"))
            print = true;
        else if (!read_corpus(&c, argv[i]))
            return 2;
    }
    if (!c.cells.n || !c.lines.n)
        return 2;
    pthread_t thread;
    pthread_create(&thread, NULL, interrupt_at_times, &w);
    for (int done = 0, round = 0; done < cells; done += CELLS_PER_SESSION, round++) {
        state = (seed + (uint64_t) round) *
                0x9e3779b97f4a7c15u; /* a session depends on its own seed only */
        if (print)
            fprintf(stderr, "==== session of --seed %llu\n",
                    (unsigned long long) (seed + (uint64_t) round));
        run_session(&c, &w, CELLS_PER_SESSION, print);
    }
    atomic_store(&w.done, true);
    pthread_join(thread, NULL);
    printf("ok: %d cells from seed %llu\n", cells, (unsigned long long) seed);
    VEC_EACH (cell, &c.cells)
        free(*cell);
    VEC_EACH (line, &c.lines)
        free(*line);
    VEC_FREE(&c.cells);
    VEC_FREE(&c.lines);
    return 0;
}
