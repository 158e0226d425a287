/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "array/array_file.h"

/* Tables of numbers as text, as in RFC 4180 but without line breaks inside quotes. The first line determines the separator: comma,
 * semicolon, tab or blank. If it contains a word, it has the column names. Thread-safety: safe for different files. */

struct csv_table { /* release with csv_free */
    int64_t rows;
    uint32_t columns;
    double *values; /* row-major; NaN for empty and non-numeric fields */
    char **names;   /* of the columns, or NULL */
    int64_t words,
        first_row; /* number of non-numeric fields; row and column of the first, from 0 */
    uint32_t first_column;
};

struct csv_source {
    const char *path;
    const char *column;     /* one column, by its name or its number from 0; NULL: all columns */
    struct poll_hook *poll; /* receives progress; or NULL */
    const atomic_bool *interrupt;
};

/* Returns false with a diag if the file cannot be read, or if a row has a different number of fields than the first. */
bool csv_read(struct csv_table *out, const struct csv_source *from, struct diags *diags,
              struct span at);
void csv_free(struct csv_table *t);

/* Parses the number at the start of [p, end), correctly rounded. Returns its end, or p if there is no number. */
const char *csv_number(const char *p, const char *end, double *out);

/* Writes an array of rank 1 or 2, each value as the shortest text that reads back equal. Returns false with a diag. */
bool csv_write(const struct file_work *w, const struct array *a, const void *elements);
