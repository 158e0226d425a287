/* SPDX-License-Identifier: Apache-2.0 */
/* The header of a .npy file (numpy.lib.format): a Python dictionary with the type, the order and the shape of an array. Unlike array/npy.c this reads lists of
 * fields. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "table/file/record_file.h"

enum { COLUMNS_MOST = 1 << 14, NAME_MOST = 1 << 12 };

struct header_reading {
    const struct table_job *j;
    const char *path;
    const char *p, *end;
    bool latin; /* before format 3.0 */
    VEC(struct record_field) fields;
    uint64_t bytes; /* of the fields so far */
    bool named, fortran;
    int64_t shape[2];
    uint32_t rank;
    bool has_type, has_shape;
};

static bool bad(struct header_reading *r, const char *why)
{
    if (!r->j->diags->errors)
        diag_error(r->j->diags, DIAG_SYSTEM, r->j->at, "'%s' cannot be read: %s", r->path, why);
    return false;
}

static bool damaged(struct header_reading *r)
{
    return bad(r, "its header is damaged");
}

/* ---- Python's literals ---- */

static void blanks(struct header_reading *r)
{
    while (r->p < r->end && (*r->p == ' ' || *r->p == '\n'))
        r->p++;
}

static bool next(struct header_reading *r, char c)
{
    blanks(r);
    if (r->p == r->end || *r->p != c)
        return false;
    r->p++;
    return true;
}

static bool next_word(struct header_reading *r, const char *word)
{
    size_t n = strlen(word);
    blanks(r);
    if ((size_t) (r->end - r->p) < n || memcmp(r->p, word, n))
        return false;
    r->p += n;
    return true;
}

static bool put_code(struct header_reading *r, struct buf *out, uint32_t digits)
{
    char hex[9] = {0}, *stop, text[4];
    if ((size_t) (r->end - r->p) < digits)
        return false;
    memcpy(hex, r->p, digits);
    unsigned long code = strtoul(hex, &stop, 16);
    if (stop != hex + digits || !code || code > 0x10ffff)
        return false;
    r->p += digits;
    buf_put(out, text, utf8_put(text, (uint32_t) code));
    return true;
}

static bool put_escape(struct header_reading *r, struct buf *out)
{
    char c = r->p < r->end ? *r->p++ : 0;
    switch (c) {
    case 'n': buf_putc(out, '\n'); return true;
    case 't': buf_putc(out, '\t'); return true;
    case 'r': buf_putc(out, '\r'); return true;
    case 'x': return put_code(r, out, 2);
    case 'u': return put_code(r, out, 4);
    case 'U': return put_code(r, out, 8);
    case '\\':
    case '\'':
    case '"': buf_putc(out, c); return true;
    default: return false;
    }
}

/* A string in quotes, as UTF-8. */
static bool next_string(struct header_reading *r, struct buf *out)
{
    char quote = next(r, '\'') ? '\'' : next(r, '"') ? '"' : 0, text[4];
    while (quote && r->p < r->end && out->n < NAME_MOST) {
        char c = *r->p++;
        if (c == quote)
            return true;
        if (c == '\\' ? !put_escape(r, out) : !c)
            return false;
        if (c == '\\')
            continue;
        if (r->latin && (unsigned char) c >= 0x80)
            buf_put(out, text, utf8_put(text, (unsigned char) c));
        else
            buf_putc(out, c);
    }
    return false;
}

/* ---- types ---- */

static bool refuse_type(struct header_reading *r, const char *name, const char *type)
{
    struct diag *d =
        diag_error(r->j->diags, DIAG_TYPE, r->j->at,
                   "column '%.100s' of '%s' has the type '%.40s', which tables do not have", name,
                   r->path, type);
    diag_help(r->j->diags, d,
              "in Python, convert it with x.astype(...) before np.save: to 'f8', 'i8', 'U20', "
              "'M8[D]' or 'M8[us]'");
    return false;
}

static bool time_unit(struct record_field *f, const char *unit)
{
    static const struct {
        const char *name;
        int64_t up, down;
    } units[] = {
        {"[D]",  1,          1   },
        {"[h]",  3600000000, 1   },
        {"[m]",  60000000,   1   },
        {"[s]",  1000000,    1   },
        {"[ms]", 1000,       1   },
        {"[us]", 1,          1   },
        {"[ns]", 1,          1000},
    };

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(unit, units[i].name)) {
            f->up = units[i].up;
            f->down = units[i].down;
            f->days = !i;
            return true;
        }
    return false;
}

/* "<i4", "|S5", "<M8[us]". The letter is 0 where bytes are left out. */
static bool read_type(const char *text, struct record_field *f)
{
    char *end;
    if (!*text || !strchr("<|=", *text))
        return false;
    f->kind = text[1];
    unsigned long size =
        f->kind && text[2] >= '0' && text[2] <= '9' ? strtoul(text + 2, &end, 10) : UINT32_MAX;
    if (size > UINT32_MAX / 8)
        return false;
    f->bytes = (uint32_t) size * (f->kind == 'U' ? 4 : 1);
    if (f->kind == 'M')
        return size == 8 && time_unit(f, end);
    if (*end)
        return false;
    switch (f->kind) {
    case 'b': return size == 1;
    case 'i':
    case 'u': return size == 1 || size == 2 || size == 4 || size == 8;
    case 'f': return size == 2 || size == 4 || size == 8;
    case 'S':
    case 'U': return true;
    default: return false;
    }
}

/* The bytes between aligned fields: ('', '|V4'). */
static bool read_gap(const char *text, uint64_t *bytes)
{
    char *end;
    if (strncmp(text, "|V", 2))
        return false;
    *bytes = strtoul(text + 2, &end, 10);
    return end > text + 2 && !*end && *bytes <= UINT32_MAX;
}

static bool add_field(struct header_reading *r, const char *name, const char *type)
{
    struct record_field f = {.offset = r->bytes};
    uint64_t gap;
    if (r->named && !*name && read_gap(type, &gap)) {
        r->bytes += gap;
        return true;
    }
    if (!read_type(type, &f))
        return refuse_type(r, name, type);
    if (r->fields.n == COLUMNS_MOST)
        return bad(r, "it has too many columns");
    r->bytes += f.bytes;
    f.name = xstrdup(name);
    VEC_PUSH(&r->fields, f);
    return true;
}

/* ('name', '<i4') */
static bool next_field(struct header_reading *r)
{
    struct buf name = {0}, type = {0};
    bool ok = next(r, '(') && next_string(r, &name) && next(r, ',');
    if (ok && !next_string(r, &type)) { /* fields of a field */
        refuse_type(r, name.p ? name.p : "", "a structure");
        ok = false;
    }
    if (ok && next(r, ',') && !next(r, ')')) {
        refuse_type(r, name.p ? name.p : "", "an array in each row");
        ok = false;
    } else if (ok) {
        ok = r->p[-1] == ')' || next(r, ')');
    }
    ok = ok && add_field(r, name.p ? name.p : "", type.p ? type.p : "");
    buf_free(&name);
    buf_free(&type);
    return ok || damaged(r);
}

static bool next_type(struct header_reading *r)
{
    struct buf type = {0};
    r->has_type = true;
    if (next(r, '[')) {
        r->named = true;
        while (!next(r, ']'))
            if (!next_field(r) || (!next(r, ',') && (r->p == r->end || *r->p != ']')))
                return damaged(r);
        return true;
    }
    bool ok = next_string(r, &type);
    ok = ok && add_field(r, "column_0", type.p ? type.p : "");
    buf_free(&type);
    return ok || damaged(r);
}

static bool next_shape(struct header_reading *r)
{
    r->has_shape = true;
    if (!next(r, '('))
        return damaged(r);
    while (!next(r, ')')) {
        int64_t n = 0;
        const char *first = r->p;
        for (; r->p < r->end && *r->p >= '0' && *r->p <= '9'; r->p++)
            if (__builtin_mul_overflow(n, 10, &n) || __builtin_add_overflow(n, *r->p - '0', &n))
                return damaged(r);
        if (r->p == first)
            return damaged(r);
        if (r->rank == 2)
            return bad(r, "it has more than two axes, and a table has rows and columns");
        r->shape[r->rank++] = n;
        next(r, ',');
        blanks(r);
    }
    return true;
}

static bool next_entry(struct header_reading *r)
{
    struct buf key = {0};
    bool ok = next_string(r, &key) && next(r, ':');
    const char *name = ok && key.p ? key.p : "";
    if (!strcmp(name, "descr") && !r->has_type)
        ok = next_type(r);
    else if (!strcmp(name, "shape") && !r->has_shape)
        ok = next_shape(r);
    else if (!strcmp(name, "fortran_order"))
        ok = (r->fortran = next_word(r, "True")) || next_word(r, "False") || damaged(r);
    else
        ok = damaged(r);
    buf_free(&key);
    return ok;
}

/* ---- the whole ---- */

/* A plain array of rank 2: as many columns as it has places along its second axis. */
static bool add_columns(struct header_reading *r, int64_t count)
{
    struct record_field one = r->fields.at[0];
    if (count > COLUMNS_MOST)
        return bad(r, "it has too many columns");
    for (int64_t i = 1; i < count; i++) {
        struct record_field f = one;
        struct buf name = {0};
        buf_printf(&name, "column_%ld", (long) i);
        f.name = buf_take(&name);
        f.offset = (uint64_t) i * one.bytes;
        VEC_PUSH(&r->fields, f);
    }
    if (!count) {
        free(one.name);
        r->fields.n = 0;
    }
    return true;
}

static bool has_data(struct header_reading *r, struct record_header *h, size_t n)
{
    uint64_t rows = (uint64_t) h->rows, bytes = r->bytes;
    if (!r->named && r->rank == 2 && !add_columns(r, r->shape[1]))
        return false;
    if (!r->named && r->rank == 2)
        bytes *= (uint64_t) r->shape[1];
    h->row_bytes = bytes;
    if (!r->fields.n)
        h->rows = 0;
    if (r->fortran && !r->named && r->rank == 2) {
        h->row_bytes = r->bytes;
        h->column_step = rows * r->bytes;
    }
    uint64_t whole;
    if (!bytes && r->named)
        bytes = 1; /* nothing in each row: no more rows than bytes */
    if (__builtin_mul_overflow(rows, bytes, &whole) || whole > n - h->data)
        return bad(r, "it has fewer elements than its shape requires");
    return true;
}

static bool read_text(struct header_reading *r, struct record_header *h, size_t n)
{
    bool ok = next(r, '{');
    while (ok && !next(r, '}')) {
        ok = next_entry(r);
        next(r, ',');
    }
    if (!ok || !r->has_type || !r->has_shape)
        return damaged(r);
    if (r->named && r->rank > 1)
        return bad(r, "its records have two axes, and the rows of a table have one");
    h->rows = r->rank ? r->shape[0] : 1;
    if (h->rows > TABLE_ROWS_MOST)
        return bad(r, "it has too many rows");
    return has_data(r, h, n);
}

bool record_header_read(const struct table_job *j, const char *path, const char *bytes, size_t n,
                        struct record_header *out)
{
    struct header_reading r = {.j = j, .path = path};
    uint64_t length = 0;
    *out = (struct record_header){0};
    if (n < 12 || memcmp(bytes, "\x93NUMPY", 6))
        return bad(&r, "not a .npy file");
    if (bytes[6] < 1 || bytes[6] > 3)
        return bad(&r, "its format version is newer than 3.0");
    uint32_t width = bytes[6] > 1 ? 4 : 2;
    for (uint32_t i = 0; i < width; i++)
        length |= (uint64_t) (unsigned char) bytes[8 + i] << 8 * i;
    out->data = 8 + width + length;
    if (out->data > n)
        return bad(&r, "the file is truncated");
    r.p = bytes + 8 + width;
    r.end = bytes + out->data;
    r.latin = bytes[6] < 3;
    bool ok = read_text(&r, out, n);
    out->fields = r.fields.at;
    out->count = (uint32_t) r.fields.n;
    if (!ok)
        record_header_free(out);
    return ok;
}

void record_header_free(struct record_header *h)
{
    for (uint32_t i = 0; i < h->count; i++)
        free(h->fields[i].name);
    free(h->fields);
    *h = (struct record_header){0};
}
