/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes tables of numbers as text. The reader maps the file, splits it at line ends, counts the lines of
 * all parts, and then parses the parts in parallel, each into its own rows. Next: number.c, which parses a number. */
#include "array/csv.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/new_file.h"
#include "base/split.h"
#include "base/vec.h"

enum { PIECE = 4 << 20 }; /* bytes */

struct csv_piece {
    const char *start, *end;
    int64_t row, rows;
    int64_t words, bad_row; /* bad_row -1: none has the wrong number of fields */
    int64_t word_row;
    uint32_t word_column;
};

struct csv_reading {
    const char *text, *end;
    char separator;
    uint32_t fields; /* of every row */
    int32_t only;    /* the one field that is wanted; -1: all */
    uint32_t columns;
    double *values;
    VEC(struct csv_piece) pieces;
    const struct csv_source *from;
    struct progress progress;
};

/* ---- fields ---- */

static const char *skip_blanks(const struct csv_reading *r, const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\r' || (*p == '\t' && r->separator != '\t')))
        p++;
    return p;
}

/* The position after the field that starts at p: at a separator or at the end of the line. */
static const char *field_end(const struct csv_reading *r, const char *p, const char *end)
{
    if (p < end && *p == '"') {
        for (p++; p < end && (*p != '"' || (p + 1 < end && p[1] == '"')); p++)
            p += *p == '"';
        p += p < end;
    }
    while (p < end && *p != r->separator)
        p++;
    return p;
}

static bool missing(struct str s)
{
    return !s.n || str_eq(s, "NA") || str_eq(s, "N/A") || str_eq(s, "null") || str_eq(s, "-");
}

/* The value of a field; false: it is neither a number nor missing. */
static bool field_value(const struct csv_reading *r, const char *p, const char *end, double *out)
{
    p = skip_blanks(r, p, end);
    while (end > p && (end[-1] == ' ' || end[-1] == '\r'))
        end--;
    if (end - p >= 2 && *p == '"' && end[-1] == '"')
        p++, end--;
    *out = NAN;
    if (missing((struct str){p, (size_t) (end - p)}))
        return true;
    double v;
    if (csv_number(p, end, &v) != end)
        return false;
    *out = v;
    return true;
}

static uint32_t count_fields(const struct csv_reading *r, const char *p, const char *end)
{
    uint32_t n = 1;
    for (p = field_end(r, p, end); p < end; p = field_end(r, p + 1, end))
        n++;
    return n;
}

/* ---- parts ---- */

static const char *line_end(const char *p, const char *end)
{
    const char *q = memchr(p, '\n', (size_t) (end - p));
    return q ? q : end;
}

static bool empty_line(const char *p, const char *end)
{
    return p == end || (end - p == 1 && *p == '\r');
}

static void count_rows(void *user, uint32_t i)
{
    struct csv_reading *r = user;
    struct csv_piece *piece = r->pieces.at + i;
    for (const char *p = piece->start; p < piece->end;) {
        const char *end = line_end(p, piece->end);
        piece->rows += !empty_line(p, end);
        p = end + 1;
    }
}

static void note_word(struct csv_piece *piece, int64_t row, uint32_t column)
{
    if (piece->words++)
        return;
    piece->word_row = row;
    piece->word_column = column;
}

/* One row. The plain case, a number right up to the separator, is tested first. */
static bool read_row(const struct csv_reading *r, struct csv_piece *piece, const char *p,
                     const char *end, int64_t row, double *to)
{
    uint32_t field = 0;
    for (;; field++, p++) {
        bool wanted = r->only < 0 || field == (uint32_t) r->only;
        double v = NAN;
        const char *stop = wanted && p < end && *p != '"' ? csv_number(p, end, &v) : p;
        if (!wanted || stop == p || (stop < end && *stop != r->separator)) {
            stop = field_end(r, p, end);
            if (wanted && !field_value(r, p, stop, &v))
                note_word(piece, row, field);
        }
        if (wanted && field < r->fields)
            *to++ = v;
        p = stop;
        if (p >= end)
            break;
    }
    return field + 1 == r->fields;
}

static void read_piece(void *user, uint32_t i)
{
    struct csv_reading *r = user;
    struct csv_piece *piece = r->pieces.at + i;
    int64_t row = piece->row;
    piece->bad_row = -1;
    for (const char *p = piece->start; p < piece->end;) {
        const char *end = line_end(p, piece->end), *next = end + 1;
        if (!empty_line(p, end)) {
            end -= end[-1] == '\r';
            if (!read_row(r, piece, p, end, row, r->values + row * r->columns) &&
                piece->bad_row < 0)
                piece->bad_row = row;
            row++;
        }
        p = next;
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

static bool has_words(const struct csv_reading *r, const char *p, const char *end)
{
    for (;; p++) {
        const char *stop = field_end(r, p, end);
        double v;
        if (!field_value(r, p, stop, &v))
            return true;
        if (stop >= end)
            return false;
        p = stop;
    }
}

static char **read_names(const struct csv_reading *r, const char *p, const char *end)
{
    char **names = xcalloc(r->fields + 1, sizeof *names);
    for (uint32_t i = 0; i < r->fields; i++) {
        const char *stop = field_end(r, p, end), *first = skip_blanks(r, p, stop), *last = stop;
        while (last > first && (last[-1] == ' ' || last[-1] == '\r'))
            last--;
        if (last - first >= 2 && *first == '"' && last[-1] == '"')
            first++, last--;
        names[i] = xstrndup(first, (size_t) (last - first));
        p = stop + 1;
    }
    return names;
}

static void free_names(char **names, uint32_t count)
{
    for (uint32_t i = 0; names && i < count; i++)
        free(names[i]);
    free(names);
}

/* Sets r->only. */
static bool choose_column(struct csv_reading *r, char **names, struct diags *diags, struct span at)
{
    const char *wanted = r->from->column;
    char *end;
    r->only = -1;
    if (!wanted)
        return true;
    struct name_match match = {.wanted = wanted};
    for (uint32_t i = 0; names && i < r->fields; i++) {
        if (!strcmp(names[i], wanted))
            r->only = (int32_t) i;
        name_match_try(&match, names[i]);
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

/* ---- the whole file ---- */

static bool read_rows(struct csv_reading *r, struct csv_table *out, struct diags *diags,
                      struct span at)
{
    r->progress = (struct progress){"reading", r->from->path, 0, 2 * r->pieces.n, clock_ns()};
    bool ok = split_run((uint32_t) r->pieces.n, count_rows, NULL, r);
    VEC_EACH (piece, &r->pieces) {
        piece->row = out->rows;
        out->rows += piece->rows;
    }
    r->progress.total = r->pieces.n;
    r->values = out->values = malloc((size_t) (out->rows * r->columns + 1) * sizeof *out->values);
    if (!out->values) {
        diag_error(diags, DIAG_MEMORY, at, "not enough memory for %" PRId64 " rows of '%s'",
                   out->rows, r->from->path);
        return false;
    }
    ok = ok && split_run((uint32_t) r->pieces.n, read_piece, look, r);
    if (r->from->poll && r->from->poll->poll)
        poll_end(r->from->poll, &r->progress);
    if (!ok)
        diag_error(diags, DIAG_INTERRUPT, at, "stopped by the user");
    return ok;
}

/* Combines the results of the parts; false: a row has a different number of fields. */
static bool judge(const struct csv_reading *r, struct csv_table *out, int64_t header,
                  struct diags *diags, struct span at)
{
    VEC_EACH (piece, &r->pieces) {
        if (piece->bad_row >= 0) {
            struct diag *d = diag_error(diags, DIAG_SYSTEM, at,
                                        "row %" PRId64 " of '%s' does not have %" PRIu32
                                        " fields like the first row",
                                        piece->bad_row + 1 + header, r->from->path, r->fields);
            diag_help(diags, d, "fix the row; missing fields may be empty");
            return false;
        }
        if (piece->words && !out->words) {
            out->first_row = piece->word_row;
            out->first_column = piece->word_column;
        }
        out->words += piece->words;
    }
    return true;
}

static bool read_text(struct csv_reading *r, struct csv_table *out, struct diags *diags,
                      struct span at)
{
    const char *p = r->text, *end = line_end(p, r->end);
    if (r->end - p >= 3 && !memcmp(p, "\xef\xbb\xbf", 3))
        p += 3;
    r->separator = separator_of(p, end);
    r->fields = count_fields(r, p, end);
    bool header = has_words(r, p, end);
    char **names = header ? read_names(r, p, end) : NULL;
    if (!choose_column(r, names, diags, at)) {
        free_names(names, r->fields);
        return false;
    }
    out->columns = r->columns = r->only < 0 ? r->fields : 1;
    cut(r, header ? end + (end < r->end) : p);
    bool ok = read_rows(r, out, diags, at) && judge(r, out, header, diags, at);
    VEC_FREE(&r->pieces);
    if (r->only >= 0) {
        free_names(names, r->fields);
        names = NULL;
    }
    out->names = names;
    return ok;
}

bool csv_read(struct csv_table *out, const struct csv_source *from, struct diags *diags,
              struct span at)
{
    struct stat st;
    *out = (struct csv_table){0};
    int fd = open(from->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode)) {
        diag_error(diags, DIAG_SYSTEM, at, "'%s' cannot be read: %s", from->path,
                   fd < 0 ? strerror(errno) : "not a regular file");
        if (fd >= 0)
            close(fd);
        return false;
    }
    size_t size = (size_t) st.st_size;
    char *text = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : NULL;
    close(fd);
    if (!size || text == MAP_FAILED) {
        diag_error(diags, DIAG_SYSTEM, at, size ? "cannot map '%s' into memory" : "'%s' is empty",
                   from->path);
        return false;
    }
    madvise(text, size, MADV_SEQUENTIAL);
    struct csv_reading r = {.text = text, .end = text + size, .from = from};
    bool ok = read_text(&r, out, diags, at);
    munmap(text, size);
    if (!ok)
        csv_free(out);
    return ok;
}

void csv_free(struct csv_table *t)
{
    free_names(t->names, t->columns);
    free(t->values);
    *t = (struct csv_table){0};
}

static void put_row(FILE *f, struct buf *line, const struct array *a, int64_t columns,
                    const char *row)
{
    line->n = 0;
    for (int64_t c = 0; c < columns; c++) {
        if (c)
            buf_putc(line, ',');
        dtype_print(line, a->dtype, row + (uint64_t) c * a->dtype.size);
    }
    buf_putc(line, '\n');
    fwrite(line->p, 1, line->n, f);
}

bool csv_write(const struct file_work *w, const struct array *a, const void *elements)
{
    enum { ROWS = 1024 }; /* between two polls */

    if (a->rank > 2 || a->dtype.kind == DTYPE_OTHER) {
        diag_error(w->diags, DIAG_TYPE, w->at,
                   "a .csv file holds a table, not an array of rank %" PRIu32, a->rank);
        return false;
    }
    struct new_file file;
    struct buf line = {0};
    int64_t columns = a->rank == 2 ? a->shape[1] : 1;
    struct progress p = {"writing", w->path, 0, (uint64_t) a->shape[0], clock_ns()};
    bool opened = new_file_open(&file, w->path), ok = opened;
    for (int64_t row = 0; ok && row < a->shape[0]; row++) {
        put_row(file.f, &line, a, columns,
                (const char *) elements + (uint64_t) (row * columns) * a->dtype.size);
        ok = row % ROWS || (!ferror(file.f) && file_step(w, &p, (uint64_t) row));
    }
    ok = opened && new_file_close(&file, ok);
    poll_end(w->poll, &p);
    if (!ok && !w->diags->errors)
        diag_error(w->diags, DIAG_SYSTEM, w->at, "'%s' cannot be written: %s", w->path,
                   strerror(errno));
    buf_free(&line);
    return ok;
}
