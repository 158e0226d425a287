/* SPDX-License-Identifier: Apache-2.0 */
/* Reads text in rows as a table. The file is mapped and cut into pieces at line ends, the lines of all pieces are counted, and a sample of
 * them shows what the columns are. The pieces are then read in parallel, each into its own rows. A column in which a piece has met
 * something else gets the type that fits all of it, and is read again. Next: csv_piece.c, which reads a piece. */
#include "table/csv_read.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/split.h"
#include "table/csv_piece.h"

enum { PIECE = 2 << 20 }; /* bytes */

static const char *line_end(const char *p, const char *end)
{
    const char *q = p < end ? memchr(p, '\n', (size_t) (end - p)) : NULL;
    return q ? q : end;
}

/* ---- pieces ---- */

static void count_rows(void *user, uint32_t i)
{
    struct csv_reading *r = user;
    struct csv_piece *piece = r->pieces.at + i;
    for (const char *p = piece->start; p < piece->end;) {
        const char *end = line_end(p, piece->end);
        piece->rows += !csv_empty_line(p, end);
        p = end + 1;
    }
}

static void cut(struct csv_reading *r, const char *p)
{
    while (p < r->end) {
        const char *stop = r->end - p > PIECE ? line_end(p + PIECE, r->end) : r->end;
        stop += stop < r->end;
        VEC_PUSH(&r->pieces, (struct csv_piece){.start = p, .end = stop});
        p = stop;
    }
}

/* The end of the row at p, whose quotes may hold line ends. NULL: a quote has no end; *out_field is its field. */
static const char *quoted_row_end(const struct csv_reading *r, const char *p, uint32_t *out_field)
{
    bool open = false;
    for (*out_field = 0;; p++, ++*out_field) {
        p = field_read(p, r->end, r->separator, &open).after;
        if (open)
            return NULL;
        if (p >= r->end || *p == '\n')
            return p;
    }
}

/* The same with quotes, which may hold line ends. Only lines that have one are looked at field by field. */
static bool cut_quoted(struct csv_reading *r, const char *p, int64_t header, struct diags *diags,
                       struct span at)
{
    struct csv_piece piece = {.start = p};
    const char *quote = p;
    int64_t row = header;
    while (p < r->end) {
        uint32_t field;
        const char *end = line_end(p, r->end);
        if (quote && quote < p)
            quote = memchr(p, '"', (size_t) (r->end - p));
        bool plain = !quote || quote >= end;
        bool empty = csv_empty_line(p, end);
        end = plain ? end : quoted_row_end(r, p, &field);
        row += !empty;
        if (!end) {
            diag_help(diags,
                      diag_error(diags, DIAG_SYSTEM, at,
                                 "the quote in row %" PRId64 ", column %" PRIu32
                                 " of '%s' has no end",
                                 row, field + 1, r->from->path),
                      "write a quote that is part of a field twice: \"\"");
            return false;
        }
        piece.rows += !empty;
        p = end + (end < r->end);
        if (p - piece.start >= PIECE || p >= r->end) {
            piece.end = p;
            VEC_PUSH(&r->pieces, piece);
            piece = (struct csv_piece){.start = p};
            r->progress.done = (uint64_t) r->pieces.n;
            poll_now(r->from->poll, &r->progress);
            if (r->from->interrupt && atomic_load(r->from->interrupt))
                return false;
        }
    }
    return true;
}

static bool look(void *user, uint32_t done)
{
    struct csv_reading *r = user;
    r->progress.done = done;
    poll_now(r->from->poll, &r->progress);
    return !r->from->interrupt || !atomic_load(r->from->interrupt);
}

/* ---- the first line ---- */

static char separator_of(const char *p, const char *end)
{
    static const char candidates[] = {',', ';', '\t', ' '};
    for (size_t i = 0; i < sizeof candidates; i++)
        if (memchr(p, candidates[i], (size_t) (end - p)))
            return candidates[i];
    return ',';
}

/* NULL: it has none. */
static char *name_of_field(const struct csv_field *f)
{
    struct buf b = {0};
    if (!f->text.n || memchr(f->text.p, 0, f->text.n))
        return NULL;
    for (size_t k = 0; k < f->text.n; k++) {
        buf_putc(&b, f->text.p[k]);
        k += f->doubled && f->text.p[k] == '"';
    }
    return buf_take(&b);
}

/* Counts the fields, sees whether one is a word, and keeps their names. Returns the end of the line; NULL: a quote has no end. */
static const char *read_header(struct csv_reading *r, const char *p)
{
    bool open = false;
    VEC(char *) names = {0};
    r->separator = separator_of(p, line_end(p, r->end));
    for (;; p++) {
        struct csv_field f = field_read(p, r->end, r->separator, &open);
        enum field_kind kind = field_kind_of(&f);
        r->header |= kind == FIELD_STRING || kind == FIELD_BOOL;
        char *name = name_of_field(&f);
        VEC_PUSH(&names, name);
        p = f.after;
        if (p >= r->end || *p == '\n')
            break;
    }
    r->fields = (uint32_t) names.n;
    r->names = names.at;
    for (uint32_t i = 0; i < r->fields && !r->header; i++) {
        free(r->names[i]);
        r->names[i] = NULL;
    }
    table_settle_names(r->names, r->fields);
    return open ? NULL : p;
}

/* Sets r->only. */
static bool choose_column(struct csv_reading *r, struct diags *diags, struct span at)
{
    const char *wanted = r->from->column;
    char *end;
    r->only = -1;
    if (!wanted)
        return true;
    struct name_match match = {.wanted = wanted};
    for (uint32_t i = 0; r->header && i < r->fields; i++) {
        if (!strcmp(r->names[i], wanted))
            r->only = (int32_t) i;
        name_match_try(&match, r->names[i]);
    }
    long number = strtol(wanted, &end, 10);
    if (r->only < 0 && *wanted && !*end && number >= 0 && number < (long) r->fields)
        r->only = (int32_t) number;
    if (r->only >= 0)
        return true;
    struct diag *d =
        diag_error(diags, DIAG_NAME, at, "'%s' has no column '%s'", r->from->path, wanted);
    if (name_match_best(&match))
        diag_help(diags, d, "did you mean '%s'?", name_match_best(&match));
    else
        diag_help(diags, d, "use a name from the first line or a column number, counted from 0");
    return false;
}

/* ---- columns ---- */

static const enum column_type type_of_kind[] = {
    [FIELD_MISSING] = COLUMN_FLOAT, [FIELD_BOOL] = COLUMN_BOOL, [FIELD_INT] = COLUMN_INT,
    [FIELD_FLOAT] = COLUMN_FLOAT,   [FIELD_DATE] = COLUMN_DATE, [FIELD_TIME] = COLUMN_TIME,
    [FIELD_STRING] = COLUMN_STRING,
};

static bool make_columns(struct csv_reading *r, struct diags *diags, struct span at)
{
    const struct table_job j = {diags, at, NULL, NULL};
    for (uint32_t f = 0; f < r->fields; f++) {
        if (!r->wanted[f])
            continue;
        column_unref(r->columns + f);
        enum column_type type = type_of_kind[r->kinds[f]];
        r->columns[f] =
            column_new(&j, type, r->rows, type == COLUMN_STRING ? dictionary_new() : NULL);
        if (!r->columns[f])
            return false;
    }
    return true;
}

/* What the pieces have met in the columns that were read. Columns that need another type are wanted again. */
static bool any_wrong(struct csv_reading *r)
{
    bool again = false;
    for (uint32_t f = 0; f < r->fields; f++) {
        enum field_kind all = r->kinds[f];
        VEC_EACH (piece, &r->pieces)
            all = field_kind_join(all, piece->met[f]);
        r->wanted[f] = r->wanted[f] && all != r->kinds[f];
        again |= r->wanted[f];
        r->kinds[f] = all;
    }
    return again;
}

static bool judge(const struct csv_reading *r, struct diags *diags, struct span at)
{
    VEC_EACH (piece, &r->pieces) {
        if (piece->bad_row < 0)
            continue;
        struct diag *d = diag_error(diags, DIAG_SYSTEM, at,
                                    "row %" PRId64 " of '%s' does not have %" PRIu32
                                    " fields like the first row",
                                    piece->bad_row + 1 + r->header, r->from->path, r->fields);
        diag_help(diags, d, "fix the row; missing fields may be empty");
        return false;
    }
    return true;
}

static bool read_columns(struct csv_reading *r, struct diags *diags, struct span at)
{
    r->kinds = xcalloc(r->fields, sizeof *r->kinds);
    r->wanted = xcalloc(r->fields, sizeof *r->wanted);
    r->columns = xcalloc(r->fields, sizeof(struct data_column *));
    for (uint32_t f = 0; f < r->fields; f++)
        r->wanted[f] = r->only < 0 || f == (uint32_t) r->only;
    csv_sample(r);
    bool good = true;
    do {
        r->progress = (struct progress){"reading", r->from->path, 0, r->pieces.n, clock_ns()};
        good = make_columns(r, diags, at);
        bool ended = good && split_run((uint32_t) r->pieces.n, csv_read_piece, look, r);
        if (r->from->poll && r->from->poll->poll)
            poll_end(r->from->poll, &r->progress);
        if (good && !ended)
            diag_error(diags, DIAG_INTERRUPT, at, "stopped by the user");
        good = ended && judge(r, diags, at);
        if (good)
            csv_join_words(r);
        csv_forget_words(r);
    } while (good && any_wrong(r));
    return good;
}

static void free_reading(struct csv_reading *r)
{
    for (uint32_t f = 0; f < r->fields; f++) {
        if (r->names)
            free(r->names[f]);
        if (r->columns)
            column_unref(r->columns + f);
    }
    VEC_EACH (piece, &r->pieces)
        free(piece->met);
    VEC_FREE(&r->pieces);
    free(r->names);
    free(r->columns);
    free(r->kinds);
    free(r->wanted);
}

static struct data_table *table_of(struct csv_reading *r)
{
    char **names = xcalloc(r->fields + 1, sizeof *names);
    struct data_column **columns = xcalloc(r->fields + 1, sizeof(struct data_column *));
    uint32_t n = 0;
    for (uint32_t f = 0; f < r->fields; f++) {
        if (r->only >= 0 && f != (uint32_t) r->only)
            continue;
        names[n] = r->names[f];
        columns[n++] = r->columns[f];
        r->names[f] = NULL;
        r->columns[f] = NULL;
    }
    return table_new(names, columns, n, r->rows);
}

/* ---- the whole file ---- */

static bool read_text(struct csv_reading *r, struct diags *diags, struct span at)
{
    const char *p = r->text;
    if (r->end - p >= 3 && !memcmp(p, "\xef\xbb\xbf", 3))
        p += 3;
    const char *first = p, *end = read_header(r, p);
    bool quotes = memchr(p, '"', (size_t) (r->end - p));
    if (end && !choose_column(r, diags, at))
        return false;
    p = end && r->header ? end + (end < r->end) : first;
    r->progress = (struct progress){"reading", r->from->path, 0, 0, clock_ns()};
    bool ok = true;
    if (quotes) {
        ok = cut_quoted(r, p, r->header && end, diags, at);
    } else {
        cut(r, p);
        ok = split_run((uint32_t) r->pieces.n, count_rows, NULL, r);
    }
    if (!ok && !diags->errors)
        diag_error(diags, DIAG_INTERRUPT, at, "stopped by the user");
    VEC_EACH (piece, &r->pieces) {
        piece->row = r->rows;
        r->rows += piece->rows;
        piece->met = xcalloc(r->fields, sizeof *piece->met);
    }
    return ok && read_columns(r, diags, at);
}

struct data_table *csv_read_table(const struct csv_source *from, bool *out_named,
                                  struct diags *diags, struct span at)
{
    struct stat st;
    int fd = open(from->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode)) {
        diag_error(diags, DIAG_SYSTEM, at, "'%s' cannot be read: %s", from->path,
                   fd < 0 ? strerror(errno) : "not a regular file");
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    size_t size = (size_t) st.st_size;
    char *text = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : NULL;
    close(fd);
    if (!size || text == MAP_FAILED) {
        diag_error(diags, DIAG_SYSTEM, at, size ? "cannot map '%s' into memory" : "'%s' is empty",
                   from->path);
        return NULL;
    }
    madvise(text, size, MADV_SEQUENTIAL);
    struct csv_reading r = {.text = text, .end = text + size, .from = from};
    struct data_table *t = read_text(&r, diags, at) ? table_of(&r) : NULL;
    *out_named = r.header;
    free_reading(&r);
    munmap(text, size);
    return t;
}
