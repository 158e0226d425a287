/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "table/csv_fields.h"
#include "table/csv_read.h"

/* Inside the reader of text in rows: a file that is being read, and its pieces. Thread-safety: pieces are read in parallel. */
struct csv_piece {
    const char *start, *end;
    int64_t row, rows;         /* its first row in the table */
    int64_t bad_row;           /* the first with the wrong number of fields; -1: none */
    enum field_kind *met;      /* of each column: what did not fit its type */
    struct dictionary **words; /* of each column of strings, or NULL */
};

struct csv_reading {
    const char *text, *end;
    char separator;
    bool header;
    uint32_t fields; /* of every row */
    int32_t only;    /* the one field that is wanted; -1: all */
    char **names;
    enum field_kind *kinds; /* of the columns, as known so far */
    bool *wanted;           /* columns to be read in this pass */
    struct data_column **columns;
    int64_t rows;
    VEC(struct csv_piece) pieces;
    const struct csv_source *from;
    struct progress progress;
};

bool csv_empty_line(const char *p, const char *end);
/* Looks at some rows of the whole file, and sets the columns' kinds by them. */
void csv_sample(struct csv_reading *r);
void csv_read_piece(void *reading, uint32_t i); /* a part of split_run */
/* Strings have codes of their piece's dictionary; afterwards they have those of the column's. */
void csv_join_words(struct csv_reading *r);
void csv_forget_words(struct csv_reading *r); /* the pieces' dictionaries */
