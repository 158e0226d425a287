/* SPDX-License-Identifier: Apache-2.0 */
/* The elements of a .npy file as columns of a table. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "base/utf8.h"
#include "table/file/arrow_format.h"
#include "table/file/record_file.h"

struct column_work {
    const struct record_field *f;
    const char *first; /* the element in row 0 */
    uint64_t step;     /* bytes from row to row */
    struct data_column *to;
    atomic_bool too_large;
};

static uint64_t bits_at(const char *p, uint32_t bytes)
{
    uint64_t v = 0;
    memcpy(&v, p, bytes);
    return v;
}

static int64_t integer_at(const struct record_field *f, const char *p)
{
    unsigned shift = 64 - 8 * f->bytes;
    uint64_t v = bits_at(p, f->bytes);
    return f->kind == 'i' ? (int64_t) (v << shift) >> shift : (int64_t) v;
}

static double real_at(const struct record_field *f, const char *p)
{
    float single;
    double v;
    if (f->bytes == 2)
        return arrow_half((uint16_t) bits_at(p, 2));
    if (f->bytes == 4) {
        memcpy(&single, p, sizeof single);
        return single;
    }
    memcpy(&v, p, sizeof v);
    return v;
}

/* Days or microseconds, rounded down; what does not fit is missing, and so is NaT. */
static int64_t time_at(const struct record_field *f, const char *p)
{
    int64_t v = (int64_t) bits_at(p, 8), made;
    if (v == INT64_MIN)
        return COLUMN_MISSING_INT;
    if (f->down > 1)
        return v / f->down - (v % f->down < 0);
    return __builtin_mul_overflow(v, f->up, &made) ? COLUMN_MISSING_INT : made;
}

static void read_rows(void *user, int64_t first, int64_t last)
{
    struct column_work *w = user;
    const struct record_field *f = w->f;
    for (int64_t i = first; i < last; i++) {
        const char *p = w->first + (uint64_t) i * w->step;
        switch (f->kind) {
        case 'b': w->to->truths[i] = *p != 0; break;
        case 'f': w->to->reals[i] = real_at(f, p); break;
        case 'M': w->to->integers[i] = time_at(f, p); break;
        default:
            w->to->integers[i] = integer_at(f, p);
            if (f->kind == 'u' && w->to->integers[i] < 0)
                atomic_store(&w->too_large, true);
        }
    }
}

/* The string without the zeros that fill it up. false: a number that is no character. */
static bool string_at(const struct record_field *f, const char *p, struct buf *out)
{
    uint32_t width = f->kind == 'U' ? 4 : 1, n = f->bytes / width;
    char text[4];
    out->n = 0;
    while (n && !bits_at(p + (size_t) (n - 1) * width, width))
        n--;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t code = (uint32_t) bits_at(p + (size_t) i * width, width);
        if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            return false;
        if (width == 1)
            buf_putc(out, p[i]);
        else
            buf_put(out, text, utf8_put(text, code));
    }
    return true;
}

static bool stopped(const struct table_job *j)
{
    if (poll_requested(j->poll))
        poll_now(j->poll, NULL);
    if (!j->interrupt || !atomic_load(j->interrupt))
        return false;
    diag_error(j->diags, DIAG_INTERRUPT, j->at, "stopped by the user");
    return true;
}

static bool read_strings(const struct table_job *j, const char *path, struct column_work *w)
{
    struct buf text = {0};
    bool ok = true;
    for (int64_t i = 0; i < w->to->rows && ok; i++) {
        ok = string_at(w->f, w->first + (uint64_t) i * w->step, &text);
        if (!ok)
            diag_error(j->diags, DIAG_SYSTEM, j->at,
                       "'%s' cannot be read: column '%.100s' has a string that is not Unicode",
                       path, w->f->name);
        w->to->codes[i] = ok && text.n ? dictionary_code(w->to->words, (struct str){text.p, text.n})
                                       : COLUMN_MISSING_CODE;
        if (!(i & 0xfffff))
            ok = ok && !stopped(j);
    }
    buf_free(&text);
    return ok;
}

static bool read_column(const struct table_job *j, const char *path, struct column_work *w)
{
    if (w->to->type == COLUMN_STRING)
        return read_strings(j, path, w);
    if (!rows_run(j, w->to->rows, read_rows, w))
        return false;
    if (!atomic_load(&w->too_large))
        return true;
    diag_help(j->diags,
              diag_error(j->diags, DIAG_SYSTEM, j->at,
                         "column '%.100s' of '%s' has a number above 2^63 - 1", w->f->name, path),
              "in Python, convert it with x.astype('f8') before np.save");
    return false;
}

static enum column_type type_of(const struct record_field *f)
{
    switch (f->kind) {
    case 'b': return COLUMN_BOOL;
    case 'f': return COLUMN_FLOAT;
    case 'M': return f->days ? COLUMN_DATE : COLUMN_TIME;
    case 'S':
    case 'U': return COLUMN_STRING;
    default: return COLUMN_INT;
    }
}

static struct data_table *read_columns(const struct table_job *j, const char *path,
                                       const char *bytes, const struct record_header *h)
{
    char **names = xcalloc((size_t) h->count + 1, sizeof *names);
    struct data_column **columns = xcalloc((size_t) h->count + 1, sizeof(struct data_column *));
    bool good = true;
    for (uint32_t i = 0; i < h->count; i++) {
        const struct record_field *f = h->fields + i;
        enum column_type type = type_of(f);
        uint64_t at = h->column_step ? i * h->column_step : f->offset;
        names[i] = xstrdup(f->name);
        columns[i] =
            good ? column_new(j, type, h->rows, type == COLUMN_STRING ? dictionary_new() : NULL)
                 : NULL;
        struct column_work w = {f, bytes + h->data + at, h->row_bytes, columns[i], false};
        good = columns[i] && read_column(j, path, &w);
    }
    table_settle_names(names, h->count);
    struct data_table *t = table_new(names, columns, h->count, h->rows);
    if (!good)
        table_unref(&t);
    return t;
}

struct data_table *record_read(const struct table_job *j, const char *path, const void *bytes,
                               size_t n)
{
    struct record_header h;
    if (!record_header_read(j, path, bytes, n, &h))
        return NULL;
    struct data_table *t = read_columns(j, path, bytes, &h);
    record_header_free(&h);
    return t;
}

struct data_table *record_read_file(const struct table_job *j, const char *path)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode)) {
        diag_error(j->diags, DIAG_SYSTEM, j->at, "'%s' cannot be read: %s", path,
                   fd < 0 ? strerror(errno) : "not a regular file");
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    size_t n = (size_t) st.st_size;
    void *bytes = n ? mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0) : NULL;
    struct data_table *t = NULL;
    close(fd);
    if (n && bytes != MAP_FAILED) {
        t = record_read(j, path, bytes, n);
        munmap(bytes, n);
    } else {
        diag_error(j->diags, DIAG_SYSTEM, j->at,
                   n ? "cannot map '%s' into memory" : "'%s' is empty", path);
    }
    return t;
}
