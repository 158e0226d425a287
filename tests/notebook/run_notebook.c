/* SPDX-License-Identifier: Apache-2.0 */
/* Runs notebooks through a session, without Jupyter, and writes them with their outputs: for machines that have nothing but a carried
 * build. `run_notebook [--device NAME] FOLDER FILE.ipynb...` says of each how its cells went; the status is 1 if one failed that
 * is not tagged raises-exception. There are no widgets, so programs get their defaults. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "messages/bundle.h"
#include "warpcell.h"

struct run {
    json_t *outputs; /* of the cell that runs */
    json_t *shown;   /* display_id: an output of any cell */
    int number;
    bool clear; /* before the next output */
    char *report;
};

static void add(struct run *r, json_t *output)
{
    if (r->clear)
        json_array_clear(r->outputs);
    r->clear = false;
    json_array_append_new(r->outputs, output);
}

static void on_stream(void *user, int fd, const char *text, size_t n)
{
    struct run *r = user;
    const char *name = fd == 1 ? "stdout" : "stderr";
    json_t *last = json_array_get(r->outputs, json_array_size(r->outputs) - 1);
    const char *of = json_string_value(json_object_get(last, "name"));
    if (r->clear || !of || strcmp(of, name)) {
        add(r, json_pack("{ss ss ss%}", "output_type", "stream", "name", name, "text", text, n));
        return;
    }
    struct buf all = {0};
    buf_puts(&all, json_string_value(json_object_get(last, "text")));
    buf_put(&all, text, n);
    json_object_set_new(last, "text", json_stringn(all.p, all.n));
    buf_free(&all);
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    struct run *r = user;
    json_t *old = what == WC_UPDATE && b->display_id ? json_object_get(r->shown, b->display_id) : NULL;
    if (what == WC_PAGER)
        return;
    if (old) {
        json_object_set_new(old, "data", bundle_data(b));
        json_object_set_new(old, "metadata", bundle_metadata(b));
        return;
    }
    json_t *o = json_pack("{ss so so}", "output_type",
                          what == WC_RESULT ? "execute_result" : "display_data", "data",
                          bundle_data(b), "metadata", bundle_metadata(b));
    if (what == WC_RESULT)
        json_object_set_new(o, "execution_count", json_integer(r->number));
    if (b->display_id)
        json_object_set(r->shown, b->display_id, o);
    add(r, o);
}

static void on_error(void *user, const struct wc_error *e)
{
    struct run *r = user;
    free(r->report);
    r->report = strdup(e->plain);
    add(r, json_pack("{ss ss ss s[s]}", "output_type", "error", "ename", e->name, "evalue", e->text,
                     "traceback", e->ansi));
}

static void on_clear(void *user, bool wait)
{
    struct run *r = user;
    r->clear = wait;
    if (!wait)
        json_array_clear(r->outputs);
}

/* A cell's source is a text or a list of lines. */
static void put_source(struct buf *out, const json_t *source)
{
    size_t i;
    json_t *line;
    if (json_is_string(source))
        buf_puts(out, json_string_value(source));
    json_array_foreach (source, i, line)
        buf_puts(out, json_string_value(line));
    buf_puts(out, "");
}

static bool is_tagged(const json_t *cell)
{
    size_t i;
    json_t *tag;
    json_array_foreach (json_object_get(json_object_get(cell, "metadata"), "tags"), i, tag)
        if (!strcmp(json_string_value(tag), "raises-exception"))
            return true;
    return false;
}

static bool run_cell(struct wc_session *s, struct run *r, json_t *cell, const char *path)
{
    struct buf source = {0};
    char name[32];
    put_source(&source, json_object_get(cell, "source"));
    snprintf(name, sizeof name, "In[%d]", ++r->number);
    r->outputs = json_array();
    r->clear = false;
    struct wc_cell c = {.name = name, .code = source.n ? source.p : "", .size = source.n};
    bool ok = wc_run(s, &c) == WC_OK || is_tagged(cell);
    if (!ok)
        printf("%s: %s failed:\n%s\n%s\n", path, name, c.code, r->report ? r->report : "");
    json_object_set_new(cell, "outputs", r->outputs);
    json_object_set_new(cell, "execution_count", json_integer(r->number));
    buf_free(&source);
    return ok;
}

static bool run_cells(json_t *notebook, const char *path, const char *device)
{
    struct run r = {.shown = json_object()};
    struct wc_options options = {.on = {.user = &r,
                                        .stream = on_stream,
                                        .output = on_output,
                                        .error = on_error,
                                        .clear = on_clear},
                                 .device = device};
    struct wc_session *s = wc_open(&options);
    bool ok = true;
    size_t i;
    json_t *cell;
    json_array_foreach (json_object_get(notebook, "cells"), i, cell) {
        const char *type = json_string_value(json_object_get(cell, "cell_type"));
        ok = !ok || !type || strcmp(type, "code") || run_cell(s, &r, cell, path) ? ok : false;
    }
    wc_close(s);
    json_decref(r.shown);
    free(r.report);
    return ok;
}

/* Cells find files beside their notebook. */
static bool enter_folder_of(const char *path)
{
    char *folder = strdup(path), *slash = strrchr(folder, '/');
    if (slash)
        *slash = 0;
    bool ok = !slash || !chdir(folder);
    free(folder);
    return ok;
}

static bool run_file(const char *path, const char *folder, const char *device)
{
    json_error_t error;
    struct timespec a, b;
    char *real = realpath(path, NULL), *to = NULL;
    json_t *notebook = real ? json_load_file(real, 0, &error) : NULL;
    if (!notebook || !enter_folder_of(real)) {
        printf("not ok %s: it cannot be read\n", path);
        free(real);
        return false;
    }
    clock_gettime(CLOCK_MONOTONIC, &a);
    bool ok = run_cells(notebook, path, device);
    clock_gettime(CLOCK_MONOTONIC, &b);
    const char *name = strrchr(real, '/') + 1;
    if (asprintf(&to, "%s/%s", folder, name) < 0 ||
        json_dump_file(notebook, to, JSON_INDENT(1) | JSON_PRESERVE_ORDER)) {
        printf("%s cannot be written\n", to ? to : name);
        ok = false;
    }
    printf("%s %s: %.1f s\n", ok ? "ok" : "not ok", name,
           (double) (b.tv_sec - a.tv_sec) + 1e-9 * (double) (b.tv_nsec - a.tv_nsec));
    fflush(stdout);
    json_decref(notebook);
    free(to);
    free(real);
    return ok;
}

int main(int argc, char **argv)
{
    const char *device = NULL;
    int first = 1;
    bool ok = true;
    if (argc > 2 && !strcmp(argv[1], "--device")) {
        device = argv[2];
        first = 3;
    }
    char *folder = argc > first + 1 ? realpath(argv[first], NULL) : NULL;
    char *start = getcwd(NULL, 0);
    if (!folder || !start) {
        fprintf(stderr, "usage: run_notebook [--device NAME] FOLDER FILE.ipynb...\n");
        return 2;
    }
    for (int i = first + 1; i < argc; i++)
        ok = !chdir(start) && run_file(argv[i], folder, device) && ok;
    free(folder);
    free(start);
    return !ok;
}
