/* SPDX-License-Identifier: Apache-2.0 */
/* Runs every .cell file through the session. A file is a session: cells separated by lines of `//---`. Comments in a cell
 * say what it must give:
 *
 *     // expect: LINE      the next line of its output (streams and results as text, in order)
 *     // expect+: TEXT     the next line contains TEXT
 *     // expect...        more lines may come: they depend on the machine
 *     // error: NAME: TEXT it fails, with this name, and TEXT is in the first line
 *     // gpu error: ...    the same on devices other than the cpu, where the error differs
 *     // report: LINE      the next line of the error's plain report, exactly
 *     // incomplete        is not run: wc_is_complete says so
 *
 * Output that no line expects, and lines that do not come, are failures. Prints one line a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "warpcell.h"

struct got {
    bool gpu;
    struct buf out;
    char *name, *text, *report;
};

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    buf_put(&((struct got *) user)->out, text, n);
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    struct got *g = user;
    const struct wc_mime *text = b->items + b->count - 1;
    if (g->out.n && g->out.p[g->out.n - 1] != '\n')
        buf_putc(&g->out, '\n');
    buf_put(&g->out, text->data, text->size);
    if (!text->size || text->data[text->size - 1] != '\n')
        buf_putc(&g->out, '\n');
}

static void on_error(void *user, const struct wc_error *e)
{
    struct got *g = user;
    free(g->name), free(g->text), free(g->report);
    g->name = strdup(e->name);
    g->text = strdup(e->text);
    g->report = strdup(e->plain);
}

static char *next_line(char **p)
{
    char *line = *p, *end;
    if (!line || !*line)
        return NULL;
    end = strchr(line, '\n');
    if (end)
        *end = 0;
    *p = end ? end + 1 : NULL;
    return line;
}

static int fail(const char *file, const char *cell, const char *what, const char *wanted,
                const char *given)
{
    printf("%s: %s: %s\n  wanted: %s\n  given:  %s\n", file, cell, what,
           wanted ? wanted : "(nothing)", given ? given : "(nothing)");
    return 1;
}

static int check_lines(const char *file, const char *cell, const char *code, const char *key,
                       char *given)
{
    char *copy = strdup(code), *rest = copy, *out = given;
    int bad = 0;
    char contains[32];
    snprintf(contains, sizeof contains, "// %s+: ", key);
    char exact[32];
    snprintf(exact, sizeof exact, "// %s: ", key);
    for (char *line; !bad && (line = next_line(&rest));) {
        char *e = strstr(line, exact), *c = strstr(line, contains);
        if (!e && !c)
            continue;
        char *got = next_line(&out);
        if (e && (!got || strcmp(got, e + strlen(exact))))
            bad = fail(file, cell, key, e + strlen(exact), got);
        if (c && (!got || !strstr(got, c + strlen(contains))))
            bad = fail(file, cell, key, c + strlen(contains), got);
    }
    char *more = bad ? NULL : next_line(&out);
    if (more && strcmp(key, "report") && !strstr(code, "// expect..."))
        bad = fail(file, cell, "more output than expected", NULL, more);
    free(copy);
    return bad;
}

static int check_error(const char *file, const char *cell, const char *code, const struct got *g)
{
    const char *wanted = g->gpu ? strstr(code, "// gpu error: ") : NULL;
    wanted = wanted ? wanted + strlen("// gpu ") - strlen("// ") : strstr(code, "// error: ");
    if (!wanted)
        return g->name ? fail(file, cell, "error", NULL, g->report) : 0;
    wanted += strlen("// error: ");
    char *line = strndup(wanted, strcspn(wanted, "\n")), *text = strstr(line, ": ");
    int bad = 0;
    if (!g->name)
        bad = fail(file, cell, "error", line, NULL);
    else if (!text || strncmp(line, g->name, (size_t) (text - line)) ||
             strlen(g->name) != (size_t) (text - line) || !strstr(g->text, text + 2))
        bad = fail(file, cell, "error", line, g->report);
    free(line);
    return bad;
}

static int run_cell(struct wc_session *s, struct got *g, const char *file, int number,
                    const char *code)
{
    char name[24];
    snprintf(name, sizeof name, "In[%d]", number);
    if (strstr(code, "// incomplete")) {
        char indent[64];
        const char *end = strstr(code, "// incomplete");
        enum wc_completeness c = wc_is_complete(s, code, (size_t) (end - code), indent);
        return c == WC_INCOMPLETE ? 0
                                  : fail(file, name, "completeness", "incomplete",
                                         c == WC_COMPLETE ? "complete" : "invalid");
    }
    struct wc_cell cell = {.name = name, .code = code, .size = strlen(code), .no_timing = true};
    wc_run(s, &cell);
    int bad = check_error(file, name, code, g);
    if (!bad)
        bad = check_lines(file, name, code, "expect", g->out.p);
    if (!bad && strstr(code, "// report: "))
        bad = check_lines(file, name, code, "report", g->report);
    buf_free(&g->out);
    free(g->name), free(g->text), free(g->report);
    g->name = g->text = g->report = NULL;
    return bad;
}

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    struct buf b = {0};
    char bytes[4096];
    for (size_t n; f && (n = fread(bytes, 1, sizeof bytes, f));)
        buf_put(&b, bytes, n);
    if (f)
        fclose(f);
    return f ? buf_take(&b) : NULL;
}

static int run_file(const char *path, const char *device)
{
    char *text = read_file(path), *cell = text;
    struct got g = {.gpu = strcmp(device, "cpu") != 0};
    struct wc_options options = {
        .on = {.user = &g, .stream = on_stream, .output = on_output, .error = on_error},
        .device = device
    };
    struct wc_session *s = wc_open(&options);
    int bad = 0, number = 0;
    if (!text)
        bad = fail(path, "file", "cannot be read", NULL, NULL);
    while (cell) {
        char *end = strstr(cell, "//---\n");
        if (end)
            *end = 0;
        bad |= run_cell(s, &g, path, ++number, cell);
        cell = end ? end + 6 : NULL;
    }
    printf("%s %s: %d cells\n", bad ? "not ok" : "ok", path, number);
    wc_close(s);
    free(text);
    return bad;
}

/* run_cells [--device NAME] FILE... */
int main(int argc, char **argv)
{
    bool named = argc > 2 && !strcmp(argv[1], "--device");
    int first = named ? 3 : 1, bad = argc <= first;
    for (int i = first; i < argc; i++)
        bad |= run_file(argv[i], named ? argv[2] : "cpu");
    return bad;
}
