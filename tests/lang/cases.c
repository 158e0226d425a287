/* SPDX-License-Identifier: Apache-2.0 */
/* Runs case files: cells, and exactly what the front end says to them. In a file,
 *
 *     ==== name of the case
 *     a cell
 *     ----            another cell of the same session (optional, any number)
 *     a cell
 *     >>>>
 *     what the last cell gives: its messages, or its typed tree, functions and device text
 *
 * `cases -u FILE...` rewrites the expected part with what came out; read the difference before you keep it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "lang_support.h"

struct text {
    const char *at, *end;
};

static bool next_line(struct text *t, struct str *out)
{
    if (t->at == t->end)
        return false;
    const char *stop = memchr(t->at, '\n', (size_t) (t->end - t->at));
    *out = (struct str){t->at, (size_t) ((stop ? stop : t->end) - t->at)};
    t->at = stop ? stop + 1 : t->end;
    return true;
}

static bool begins(struct str line, const char *mark)
{
    return line.n >= strlen(mark) && !memcmp(line.p, mark, strlen(mark));
}

static void put_unit(struct lang_fixture *f, const struct unit *u, struct buf *out)
{
    tree_print(out, u->body);
    for (uint32_t i = 0; i < u->function_count; i++) {
        buf_puts(out, "function ");
        lang_signature(f->lang, u->functions[i]->symbol, out);
        buf_putc(out, '\n');
        tree_print(out, u->functions[i]->body);
    }
    for (uint32_t i = 0; i < u->device_def_count; i++) {
        const struct device_def *d = u->device_defs[i];
        struct str text = span_text(f->sources, d->at);
        buf_printf(out, "device %s: %.*s\n", d->name ? d->name : "*", (int) text.n, text.p);
    }
}

/* The cells of one case, run in one session. */
static void run_cells(const struct buf *cells, struct buf *out)
{
    struct lang_fixture f;
    fixture_open(&f);
    struct text t = {cells->p, cells->p + cells->n};
    struct buf cell = {0};
    struct str line;
    for (bool more = true; more;) {
        more = next_line(&t, &line);
        if (more && !begins(line, "----")) {
            buf_put(&cell, line.p, line.n);
            buf_putc(&cell, '\n');
            continue;
        }
        if (cell.n)
            cell.p[--cell.n] = 0;
        struct unit *u = fixture_run(&f, cell.p ? cell.p : "");
        out->n = 0;
        fixture_report(&f, out);
        if (u)
            put_unit(&f, u, out);
        cell.n = 0;
    }
    buf_free(&cell);
    fixture_close(&f);
}

static int failures, count;

static void finish_case(const char *file, const struct buf *name, const struct buf *cells,
                        const struct buf *wanted, struct buf *rewritten)
{
    struct buf got = {0};
    if (!name->n)
        return;
    run_cells(cells, &got);
    buf_printf(rewritten, "==== %s\n", name->p);
    buf_put(rewritten, cells->p, cells->n);
    buf_printf(rewritten, ">>>>\n");
    buf_put(rewritten, got.p ? got.p : "", got.n);
    count++;
    if (got.n != wanted->n || (got.n && memcmp(got.p, wanted->p, got.n))) {
        failures++;
        printf("%s: case '%s' differs. Wanted:\n%.*s\nGot:\n%.*s\n", file, name->p, (int) wanted->n,
               wanted->p ? wanted->p : "", (int) got.n, got.p ? got.p : "");
    }
    buf_free(&got);
}

static void run_file(const char *path, bool update)
{
    struct buf whole = {0}, name = {0}, cells = {0}, wanted = {0}, rewritten = {0};
    char piece[4096];
    size_t n;
    FILE *f = fopen(path, "r");
    if (!f) {
        perror(path);
        failures++;
        return;
    }
    while ((n = fread(piece, 1, sizeof piece, f)))
        buf_put(&whole, piece, n);
    fclose(f);
    struct text t = {whole.p, whole.p + whole.n};
    struct str line;
    bool in_wanted = false;
    while (next_line(&t, &line)) {
        if (begins(line, "====")) {
            finish_case(path, &name, &cells, &wanted, &rewritten);
            name.n = cells.n = wanted.n = 0;
            buf_put(&name, line.p + 5, line.n > 5 ? line.n - 5 : 0);
            in_wanted = false;
        } else if (begins(line, ">>>>")) {
            in_wanted = true;
        } else {
            buf_put(in_wanted ? &wanted : &cells, line.p, line.n);
            buf_putc(in_wanted ? &wanted : &cells, '\n');
        }
    }
    finish_case(path, &name, &cells, &wanted, &rewritten);
    if (update && (f = fopen(path, "w"))) {
        fwrite(rewritten.p, 1, rewritten.n, f);
        fclose(f);
    }
    buf_free(&whole);
    buf_free(&name);
    buf_free(&cells);
    buf_free(&wanted);
    buf_free(&rewritten);
}

int main(int argc, char **argv)
{
    bool update = argc > 1 && !strcmp(argv[1], "-u");
    for (int i = 1 + update; i < argc; i++)
        run_file(argv[i], update);
    printf("%d cases, %d differ\n", count, failures);
    return count && (update || !failures) ? 0 : 1;
}
