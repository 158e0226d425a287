/* SPDX-License-Identifier: Apache-2.0 */
/* Reads a piece of text in rows into columns whose types are known or guessed. */
#include "table/csv_piece.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/split.h"

bool csv_empty_line(const char *p, const char *end)
{
    return p == end || (end - p == 1 && *p == '\r');
}

/* ---- values ---- */

static void store_missing(struct data_column *c, int64_t row)
{
    switch (c->type) {
    case COLUMN_BOOL: c->truths[row] = COLUMN_MISSING_BOOL; break;
    case COLUMN_FLOAT: c->reals[row] = NAN; break;
    case COLUMN_STRING: c->codes[row] = COLUMN_MISSING_CODE; break;
    default: c->integers[row] = COLUMN_MISSING_INT;
    }
}

static void store_string(struct dictionary *words, struct data_column *c, int64_t row,
                         const struct csv_field *f)
{
    struct buf b = {0};
    struct str s = f->text;
    for (size_t k = 0; f->doubled && k < f->text.n; k++) {
        buf_putc(&b, f->text.p[k]);
        k += f->text.p[k] == '"';
    }
    if (f->doubled)
        s = (struct str){b.p, b.n};
    c->codes[row] = dictionary_code(words, s);
    buf_free(&b);
}

/* A field that is not missing, of a column of numbers or times. */
static bool store_value(struct data_column *c, enum field_kind kind, int64_t row, struct str s)
{
    switch (kind) {
    case FIELD_BOOL: return field_bool(s, c->truths + row);
    case FIELD_INT: return field_int(s, c->integers + row);
    case FIELD_FLOAT: return field_float(s, c->reals + row);
    case FIELD_DATE: return date_parse(s.p, s.p + s.n, c->integers + row);
    case FIELD_TIME: return time_parse(s.p, s.p + s.n, c->integers + row);
    default: return false;
    }
}

/* Any field; returns the position after it. */
static const char *read_field(const struct csv_reading *r, struct csv_piece *piece, uint32_t i,
                              const char *p, int64_t row)
{
    bool open;
    struct csv_field f = field_read(p, piece->end, r->separator, &open);
    struct data_column *c = r->columns[i];
    enum field_kind kind = r->kinds[i];
    if (kind == FIELD_STRING && (f.quoted || !field_is_missing(&f))) {
        store_string(piece->words[i], c, row, &f);
    } else if (field_is_missing(&f)) {
        store_missing(c, row);
    } else if (f.doubled || !store_value(c, kind, row, f.text)) {
        store_missing(c, row);
        piece->met[i] = field_kind_join(piece->met[i], field_kind_of(&f));
    }
    return f.after;
}

/* An integer right up to the separator or the line end. NULL: it is something else. */
static const char *plain_int(const char *p, const char *end, char separator, int64_t *out)
{
    const char *first = p;
    bool negative = p < end && *p == '-';
    p += negative;
    uint64_t v = 0;
    const char *digits = p;
    for (unsigned d; p < end && (d = (unsigned char) (*p - '0')) < 10; p++)
        v = v * 10 + d;
    if (p == digits || p - first > 18 || (p < end && *p != separator && *p != '\n'))
        return NULL;
    *out = negative ? -(int64_t) v : (int64_t) v;
    return v || !negative ? p : NULL;
}

static const char *plain_float(const char *p, const char *end, char separator, double *out)
{
    const char *q = csv_number(p, end, out);
    return q > p && (q == end || *q == separator || *q == '\n') ? q : NULL;
}

static const char *skip_field(const char *p, const char *end, char separator)
{
    bool open;
    if (p < end && (*p == '"' || *p == ' '))
        return field_read(p, end, separator, &open).after;
    while (p < end && *p != separator && *p != '\n')
        p++;
    return p;
}

/* A row; returns the position of its end. *out_good: it has as many fields as the first one. */
static const char *read_row(const struct csv_reading *r, struct csv_piece *piece, const char *p,
                            int64_t row, bool *out_good)
{
    uint32_t i = 0;
    const char *end = piece->end;
    char separator = r->separator;
    for (;; i++, p++) {
        const char *after = NULL;
        if (i >= r->fields || !r->wanted[i])
            after = skip_field(p, end, separator);
        else if (r->kinds[i] == FIELD_INT)
            after = plain_int(p, end, separator, r->columns[i]->integers + row);
        else if (r->kinds[i] == FIELD_FLOAT)
            after = plain_float(p, end, separator, r->columns[i]->reals + row);
        p = after ? after : read_field(r, piece, i, p, row);
        if (p >= end || *p == '\n')
            break;
    }
    *out_good = i + 1 == r->fields;
    return p;
}

void csv_read_piece(void *reading, uint32_t number)
{
    struct csv_reading *r = reading;
    struct csv_piece *piece = r->pieces.at + number;
    int64_t row = piece->row, stop = row + piece->rows;
    piece->bad_row = -1;
    piece->words = xcalloc(r->fields, sizeof(struct dictionary *));
    for (uint32_t f = 0; f < r->fields; f++)
        if (r->wanted[f] && r->kinds[f] == FIELD_STRING)
            piece->words[f] = dictionary_new();
    for (const char *p = piece->start; p < piece->end && row < stop; p++) {
        bool good;
        if (*p == '\n' || (*p == '\r' && p + 1 < piece->end && p[1] == '\n') ||
            (*p == '\r' && p + 1 == piece->end)) {
            p += *p == '\r';
            continue;
        }
        p = read_row(r, piece, p, row, &good);
        if (!good) {
            piece->bad_row = row;
            return;
        }
        row++;
    }
}

/* ---- a sample ---- */

static const char *sample_row(struct csv_reading *r, const char *p)
{
    for (uint32_t i = 0;; i++, p++) {
        bool open;
        struct csv_field f = field_read(p, r->end, r->separator, &open);
        if (i < r->fields && r->wanted[i] && r->kinds[i] != FIELD_STRING)
            r->kinds[i] = field_kind_join(r->kinds[i], field_kind_of(&f));
        p = f.after;
        if (p >= r->end || *p == '\n')
            return p;
    }
}

void csv_sample(struct csv_reading *r)
{
    enum { PIECES = 32, ROWS = 64 };

    size_t step = r->pieces.n / PIECES + 1;
    for (size_t k = 0; k < r->pieces.n; k += step) {
        const struct csv_piece *piece = r->pieces.at + k;
        const char *p = piece->start;
        for (int row = 0; row < ROWS && p < piece->end; row++)
            p = sample_row(r, p) + 1;
    }
}

/* ---- strings ---- */

struct joining {
    struct csv_reading *r;
    int32_t ***codes; /* of each column and piece: the column's code of each of the piece's */
};

static void join_column(void *user, uint32_t f)
{
    struct joining *j = user;
    struct csv_reading *r = j->r;
    if (!r->wanted[f] || r->kinds[f] != FIELD_STRING)
        return;
    j->codes[f] = xcalloc(r->pieces.n + 1, sizeof(int32_t *));
    for (size_t k = 0; k < r->pieces.n; k++)
        j->codes[f][k] = dictionary_translate(r->columns[f]->words, r->pieces.at[k].words[f], true);
}

static void recode_piece(void *user, uint32_t k)
{
    struct joining *j = user;
    const struct csv_piece *piece = j->r->pieces.at + k;
    for (uint32_t f = 0; f < j->r->fields; f++) {
        if (!j->codes[f])
            continue;
        int32_t *codes = j->r->columns[f]->codes + piece->row;
        const int32_t *to = j->codes[f][k];
        for (int64_t i = 0; i < piece->rows; i++)
            codes[i] = codes[i] < 0 ? codes[i] : to[codes[i]];
        free(j->codes[f][k]);
    }
}

void csv_join_words(struct csv_reading *r)
{
    struct joining j = {r, xcalloc(r->fields, sizeof(int32_t **))};
    split_run(r->fields, join_column, NULL, &j);
    split_run((uint32_t) r->pieces.n, recode_piece, NULL, &j);
    for (uint32_t f = 0; f < r->fields; f++)
        free(j.codes[f]);
    free(j.codes);
}

void csv_forget_words(struct csv_reading *r)
{
    VEC_EACH (piece, &r->pieces) {
        for (uint32_t f = 0; piece->words && f < r->fields; f++)
            dictionary_unref(piece->words[f]);
        free(piece->words);
        piece->words = NULL;
    }
}
