/* SPDX-License-Identifier: Apache-2.0 */
/* A table of text in rows as a matrix of doubles. Words, dates and truth values are no numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "table/csv_fields.h"
#include "table/csv_read.h"

static void note_words(struct csv_numbers *out, int64_t row, uint32_t column, int64_t count)
{
    if (!count)
        return;
    if (!out->words || row < out->first_row)
        out->first_row = row, out->first_column = column;
    out->words += count;
}

/* The number of each word of the dictionary; `words` gets which are none. */
static double *numbers_of(const struct dictionary *d, bool *words)
{
    double *values = xmalloc(((size_t) d->count + 1) * sizeof *values);
    for (int32_t i = 0; i < d->count; i++) {
        struct csv_field f = {.text = str_trim(dictionary_string(d, i))};
        values[i] = NAN;
        words[i] = !field_is_missing(&f) && !field_float(f.text, values + i);
        if (words[i])
            values[i] = NAN;
    }
    return values;
}

static void put_strings(struct csv_numbers *out, const struct data_column *c, uint32_t at)
{
    bool *words = xcalloc((size_t) c->words->count + 1, sizeof *words);
    double *values = numbers_of(c->words, words);
    int64_t count = 0, first = 0;
    for (int64_t i = 0; i < c->rows; i++) {
        int32_t code = c->codes[i];
        out->values[i * out->columns + at] = code < 0 ? NAN : values[code];
        if (code < 0 || !words[code])
            continue;
        first = count ? first : i;
        count++;
    }
    note_words(out, first, at, count);
    free(values);
    free(words);
}

static void put_column(struct csv_numbers *out, const struct data_column *c, uint32_t at)
{
    bool number = c->type == COLUMN_INT || c->type == COLUMN_FLOAT;
    int64_t count = 0, first = 0;
    for (int64_t i = 0; i < c->rows; i++) {
        bool missing = column_missing_at(c, i);
        out->values[i * out->columns + at] = number ? column_double_at(c, i) : NAN;
        if (number || missing)
            continue;
        first = count ? first : i;
        count++;
    }
    note_words(out, first, at, count);
}

bool csv_read(struct csv_numbers *out, const struct csv_source *from, struct diags *diags,
              struct span at)
{
    bool named;
    *out = (struct csv_numbers){0};
    struct data_table *t = csv_read_table(from, &named, diags, at);
    if (!t)
        return false;
    out->rows = t->rows;
    out->columns = t->count;
    out->values = malloc((size_t) (t->rows * t->count + 1) * sizeof *out->values);
    if (!out->values) {
        diag_error(diags, DIAG_MEMORY, at, "not enough memory for %lld rows of '%s'",
                   (long long) t->rows, from->path);
        table_unref(&t);
        return false;
    }
    for (uint32_t c = 0; c < t->count; c++)
        if (t->columns[c]->type == COLUMN_STRING)
            put_strings(out, t->columns[c], c);
        else
            put_column(out, t->columns[c], c);
    if (named && !from->column) {
        out->names = t->names;
        t->names = xcalloc(t->count + 1, sizeof *t->names);
    }
    table_unref(&t);
    return true;
}

void csv_numbers_free(struct csv_numbers *t)
{
    for (uint32_t i = 0; t->names && i < t->columns; i++)
        free(t->names[i]);
    free(t->names);
    free(t->values);
    *t = (struct csv_numbers){0};
}
