/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "array/array_file.h"

/* Tables of numbers in text: fields between commas, semicolons, tabs or blanks (what the first line has), rows on lines
 * (RFC 4180 but for line breaks inside quotes). A first line with a word in it names the columns. */

struct csv_table { /* csv_free */
    int64_t rows;
    uint32_t columns;
    double *values; /* row-major; an empty field, and one that is no number, is NaN */
    char **names;   /* of the columns, or NULL */
    int64_t words,
        first_row; /* fields that are no numbers; the row and column of the first, from 0 */
    uint32_t first_column;
};

struct csv_source {
    const char *path;
    const char *column;  /* only this one, by its name or its number from 0; NULL: all */
    struct watch *watch; /* is told of the progress; or NULL */
    const atomic_bool *interrupt;
};

/* false with a diag: the file, or a row with another number of fields than the first. */
bool csv_read(struct csv_table *out, const struct csv_source *from, struct diags *diags,
              struct span at);
void csv_free(struct csv_table *t);

/* The number at the start of [p, end), correctly rounded whatever its digits; where it ends. p itself: there is none. */
const char *csv_number(const char *p, const char *end, double *out);

/* Rows of a rank 1 or 2 array as text, the shortest that reads back as the same values. false with a diag. */
bool csv_write(const struct file_work *w, const struct array *a, const void *elements);
