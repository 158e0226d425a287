/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "table/data_table.h"

/* Reads text in rows (.csv, .tsv) as a table. The first line determines the separator: comma, semicolon, tab or blank. If it has a word, it
 * has the columns' names; otherwise they are "column_0" and so on. A column's type follows from all of its fields: bool (true, false), int,
 * float, date, time, or else string. Empty fields and NA, N/A, NaN, null, None and - are missing. Empty lines are none. Thread-safety: safe
 * for different files. */
struct csv_source {
    const char *path;
    const char *column;     /* one column, by its name or its number from 0; NULL: all columns */
    struct poll_hook *poll; /* receives progress; or NULL */
    const atomic_bool *interrupt;
};

/* NULL with a diag: the file cannot be read, a row has another number of fields than the first, a quote has no end. */
struct data_table *csv_read_table(const struct csv_source *from, bool *out_named,
                                  struct diags *diags, struct span at);

/* ---- csv_numbers.c: the same as a matrix ---- */
struct csv_numbers { /* release with csv_numbers_free */
    int64_t rows;
    uint32_t columns;
    double *values; /* row-major; NaN for empty and non-numeric fields */
    char **names;   /* of the columns, or NULL */
    int64_t words,
        first_row; /* number of non-numeric fields; row and column of the first, from 0 */
    uint32_t first_column;
};

bool csv_read(struct csv_numbers *out, const struct csv_source *from, struct diags *diags,
              struct span at);
void csv_numbers_free(struct csv_numbers *t);
