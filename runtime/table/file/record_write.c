/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a table as a .npy file: a structured array, some thousand rows at a time. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/new_file.h"
#include "base/utf8.h"
#include "table/file/record_file.h"

enum { ROWS = 4096, ALIGNMENT = 64 };

struct record_writing {
    const struct table_job *j;
    const struct data_table *t;
    uint32_t *bytes; /* of each column's elements */
    bool *as_real;   /* ints and bools of which some are missing */
    size_t row;      /* bytes */
    bool wide;       /* a name that is not ASCII */
};

/* ---- types ---- */

/* The longest string in characters; 1 at least. */
static uint32_t width_of(const struct dictionary *d)
{
    size_t most = 1;
    for (int32_t k = 0; k < d->count; k++) {
        struct str s = dictionary_string(d, k);
        size_t n = utf8_points_of_bytes(s.p, s.n, s.n);
        most = n > most ? n : most;
    }
    return (uint32_t) most;
}

static bool plan(struct record_writing *w)
{
    for (uint32_t i = 0; i < w->t->count; i++) {
        const struct data_column *c = w->t->columns[i];
        bool partial = c->type == COLUMN_BOOL || c->type == COLUMN_INT;
        int64_t missing = partial ? column_missing_count(w->j, c) : 0;
        if (missing < 0)
            return false;
        w->as_real[i] = missing;
        w->bytes[i] = c->type == COLUMN_STRING             ? 4 * width_of(c->words)
                      : c->type == COLUMN_BOOL && !missing ? 1
                                                           : 8;
        w->row += w->bytes[i];
    }
    return true;
}

/* ---- the header ---- */

/* As Python's repr. */
static void put_name(struct record_writing *w, struct buf *out, const char *name)
{
    struct buf clean = {0};
    utf8_clean(&clean, name, strlen(name));
    buf_putc(out, '\'');
    for (size_t i = 0; i < clean.n; i++) {
        unsigned char c = (unsigned char) clean.p[i];
        w->wide = w->wide || c >= 0x80;
        if (c == '\'' || c == '\\')
            buf_printf(out, "\\%c", c);
        else if (c < ' ' || c == 0x7f)
            buf_printf(out, "\\x%02x", c);
        else
            buf_putc(out, (char) c);
    }
    buf_putc(out, '\'');
    buf_free(&clean);
}

static void put_type(const struct record_writing *w, struct buf *out, uint32_t i)
{
    switch (w->t->columns[i]->type) {
    case COLUMN_BOOL: buf_puts(out, w->as_real[i] ? "'<f8'" : "'|b1'"); break;
    case COLUMN_INT: buf_puts(out, w->as_real[i] ? "'<f8'" : "'<i8'"); break;
    case COLUMN_FLOAT: buf_puts(out, "'<f8'"); break;
    case COLUMN_STRING: buf_printf(out, "'<U%u'", w->bytes[i] / 4); break;
    case COLUMN_DATE: buf_puts(out, "'<M8[D]'"); break;
    case COLUMN_TIME: buf_puts(out, "'<M8[us]'"); break;
    }
}

static void put_header(struct record_writing *w, FILE *f)
{
    struct buf text = {0};
    buf_puts(&text, "{'descr': [");
    for (uint32_t i = 0; i < w->t->count; i++) {
        buf_puts(&text, i ? ", (" : "(");
        put_name(w, &text, w->t->names[i]);
        buf_puts(&text, ", ");
        put_type(w, &text, i);
        buf_putc(&text, ')');
    }
    buf_printf(&text, "], 'fortran_order': False, 'shape': (%lld,), }", (long long) w->t->rows);
    bool large = w->wide || text.n + ALIGNMENT > UINT16_MAX;
    size_t head = large ? 12 : 10;
    while ((head + text.n + 1) % ALIGNMENT)
        buf_putc(&text, ' ');
    buf_putc(&text, '\n');
    fwrite("\x93NUMPY", 1, 6, f);
    fputc(w->wide ? 3 : large ? 2 : 1, f);
    fputc(0, f);
    for (uint32_t i = 0; i < (large ? 4u : 2u); i++)
        fputc((int) (text.n >> 8 * i & 255), f);
    fwrite(text.p, 1, text.n, f);
    buf_free(&text);
}

/* ---- rows ---- */

static void put_string(const struct data_column *c, int64_t row, char *to, uint32_t bytes)
{
    struct str s = column_string_at(c, row);
    memset(to, 0, bytes);
    for (size_t at = 0; s.p && at < s.n && bytes >= 4; to += 4, bytes -= 4) {
        uint32_t code;
        at += utf8_next(s.p + at, s.n - at, &code);
        memcpy(to, &code, 4);
    }
}

static void put_value(const struct record_writing *w, uint32_t i, int64_t row, char *to)
{
    const struct data_column *c = w->t->columns[i];
    if (c->type == COLUMN_STRING) {
        put_string(c, row, to, w->bytes[i]);
    } else if (w->as_real[i]) {
        double v = column_double_at(c, row);
        memcpy(to, &v, sizeof v);
    } else {
        memcpy(to, (const char *) c->values + (size_t) row * w->bytes[i], w->bytes[i]);
    }
}

static bool write_rows(struct record_writing *w, FILE *f, const char *path)
{
    struct progress p = {"writing", path, 0, (uint64_t) w->t->rows, clock_ns()};
    char *block = xmalloc(w->row * ROWS + 1);
    bool ok = true;
    for (int64_t first = 0; ok && first < w->t->rows && w->t->count; first += ROWS) {
        int64_t count = w->t->rows - first < ROWS ? w->t->rows - first : ROWS;
        char *to = block;
        for (int64_t k = 0; k < count; k++)
            for (uint32_t i = 0; i < w->t->count; to += w->bytes[i++])
                put_value(w, i, first + k, to);
        ok = fwrite(block, w->row, (size_t) count, f) == (size_t) count;
        p.done = (uint64_t) first;
        poll_now(w->j->poll, &p);
        if (w->j->interrupt && atomic_load(w->j->interrupt)) {
            diag_error(w->j->diags, DIAG_INTERRUPT, w->j->at, "stopped by the user");
            ok = false;
        }
    }
    poll_end(w->j->poll, &p);
    free(block);
    return ok;
}

bool record_write_file(const struct table_job *j, const struct data_table *t, const char *path)
{
    size_t n = (size_t) t->count + 1;
    struct record_writing w = {.j = j,
                               .t = t,
                               .bytes = xcalloc(n, sizeof *w.bytes),
                               .as_real = xcalloc(n, sizeof *w.as_real)};
    struct new_file file;
    bool planned = plan(&w), opened = planned && new_file_open(&file, path), ok = opened;
    if (opened) {
        put_header(&w, file.f);
        ok = new_file_close(&file, write_rows(&w, file.f, path));
    }
    if (!ok && !j->diags->errors)
        diag_error(j->diags, DIAG_SYSTEM, j->at, "'%s' cannot be written: %s", path,
                   strerror(errno));
    free(w.bytes);
    free(w.as_real);
    return ok;
}
