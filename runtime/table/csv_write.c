/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a table as text in rows. Some thousand rows at a time are made by all cores, then written in order. */
#include "table/csv_write.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/new_file.h"
#include "base/ranks.h"
#include "table/csv_fields.h"

enum { ROWS = 4096 }; /* of a part */

struct csv_writing {
    const struct data_table *t;
    char separator;
    bool **quoted; /* of each column of strings: whether a code's string needs quotes */
    int64_t first; /* row of the first part */
    struct buf *parts;
};

/* A string that an unquoted field would not give back. */
static bool needs_quotes(struct str s, char separator)
{
    struct csv_field f = {.text = s};
    if (!s.n || field_is_missing(&f) || s.p[0] == ' ' || s.p[s.n - 1] == ' ' || s.p[0] == '\t' ||
        s.p[s.n - 1] == '\t')
        return true;
    return memchr(s.p, separator, s.n) || memchr(s.p, '"', s.n) || memchr(s.p, '\n', s.n) ||
           memchr(s.p, '\r', s.n);
}

static void put_text(struct buf *out, struct str s, bool quotes)
{
    if (!quotes) {
        buf_put(out, s.p, s.n);
        return;
    }
    buf_putc(out, '"');
    for (size_t i = 0; i < s.n; i++) {
        if (s.p[i] == '"')
            buf_putc(out, '"');
        buf_putc(out, s.p[i]);
    }
    buf_putc(out, '"');
}

static void put_cell(const struct csv_writing *w, struct buf *out, uint32_t i, int64_t row)
{
    const struct data_column *c = w->t->columns[i];
    if (c->type == COLUMN_STRING && c->codes[row] >= 0)
        put_text(out, column_string_at(c, row), w->quoted[i][c->codes[row]]);
    else if (w->t->count == 1 && column_missing_at(c, row))
        buf_puts(out, "NA"); /* an empty line is no row */
    else
        column_print(out, c, row);
}

static void make_part(void *user, uint32_t p)
{
    const struct csv_writing *w = user;
    struct buf *out = w->parts + p;
    int64_t first = w->first + (int64_t) p * ROWS, last = first + ROWS;
    last = last < w->t->rows ? last : w->t->rows;
    out->n = 0;
    for (int64_t row = first; row < last; row++)
        for (uint32_t i = 0; i < w->t->count; i++) {
            put_cell(w, out, i, row);
            buf_putc(out, i + 1 < w->t->count ? w->separator : '\n');
        }
}

static void find_quotes(struct csv_writing *w)
{
    w->quoted = xcalloc(w->t->count + 1, sizeof *w->quoted);
    for (uint32_t i = 0; i < w->t->count; i++) {
        const struct dictionary *d = w->t->columns[i]->words;
        w->quoted[i] = d ? xcalloc((size_t) d->count + 1, sizeof **w->quoted) : NULL;
        for (int32_t k = 0; d && k < d->count; k++)
            w->quoted[i][k] = needs_quotes(dictionary_string(d, k), w->separator);
    }
}

static void put_header(const struct csv_writing *w, FILE *f)
{
    struct buf line = {0};
    for (uint32_t i = 0; i < w->t->count; i++) {
        struct str name = str_of(w->t->names[i]);
        put_text(&line, name, needs_quotes(name, w->separator));
        buf_putc(&line, i + 1 < w->t->count ? w->separator : '\n');
    }
    if (line.n)
        fwrite(line.p, 1, line.n, f);
    buf_free(&line);
}

bool csv_write_table(const struct table_job *j, const struct data_table *t, const char *path)
{
    uint32_t parts = 4 * ranks_processors();
    size_t n = strlen(path);
    struct csv_writing w = {t, n > 4 && !strcasecmp(path + n - 4, ".tsv") ? '\t' : ',', NULL, 0,
                            xcalloc(parts, sizeof *w.parts)};
    struct new_file file;
    struct progress p = {"writing", path, 0, (uint64_t) t->rows, clock_ns()};
    find_quotes(&w);
    bool opened = new_file_open(&file, path), ok = opened;
    if (ok)
        put_header(&w, file.f);
    for (; ok && w.first < t->rows && t->count; w.first += (int64_t) parts * ROWS) {
        ok = parts_run(j, parts, make_part, &w);
        for (uint32_t i = 0; i < parts && ok; i++)
            ok = fwrite(w.parts[i].p ? w.parts[i].p : "", 1, w.parts[i].n, file.f) == w.parts[i].n;
        p.done = (uint64_t) w.first;
        poll_now(j->poll, &p);
    }
    poll_end(j->poll, &p);
    ok = opened && new_file_close(&file, ok);
    if (!ok && !j->diags->errors)
        diag_error(j->diags, DIAG_SYSTEM, j->at, "'%s' cannot be written: %s", path,
                   strerror(errno));
    for (uint32_t i = 0; i < parts; i++)
        buf_free(w.parts + i);
    for (uint32_t i = 0; i < t->count; i++)
        free(w.quoted[i]);
    free(w.quoted);
    free(w.parts);
    return ok;
}
