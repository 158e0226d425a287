/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdio.h>

#include "base/str.h"
#include "table/data_table.h"

/* NumPy's .npy files as tables: a structured array has a field for each column, a plain one of rank 1 or 2 gives columns of numbers. Types: bool, integers,
 * floats, S and U (an empty string is missing), datetime64 (NaT is missing). Every length of the file is checked. NULL or false with a
 * diag, which names `path`. Thread-safety: safe for different files. */
struct data_table *record_read(const struct table_job *j, const char *path, const void *bytes,
                               size_t n);
struct data_table *record_read_file(const struct table_job *j, const char *path);
/* A structured array. Ints and bools of which some are missing become floats. */
bool record_write_file(const struct table_job *j, const struct data_table *t, const char *path);

/* ---- record_header.c: what a file says of itself ---- */
struct record_field {
    char *name;       /* of malloc */
    char kind;        /* NumPy's letter: b i u f S U M */
    uint32_t bytes;   /* of an element */
    uint64_t offset;  /* in a row */
    int64_t up, down; /* of M: to days or microseconds */
    bool days;
};

struct record_header {
    struct record_field *fields; /* of malloc */
    uint32_t count;
    int64_t rows;
    uint64_t row_bytes,
        column_step; /* between rows; of Fortran order between the columns, else 0 */
    uint64_t data;   /* the first element's place in the file */
};

bool record_header_read(const struct table_job *j, const char *path, const char *bytes, size_t n,
                        struct record_header *out);
void record_header_free(struct record_header *h);
