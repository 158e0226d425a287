/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/poll_hook.h"
#include "base/str.h"
#include "diag/diag.h"

/* Tables in host memory: named columns of equal length, each of one type. Columns are immutable once they are complete, counted, and
 * shared by the tables that have them, so a table with one more column copies nothing.
 *
 * A missing value is a value of its own in each type (COLUMN_MISSING_...), as in R: no bitmap accompanies the values. The rules, in all
 * operations: an operation on a missing value is missing; `and` and `or` are SQL's; aggregates skip missing values; a missing value
 * is last in every order; missing keys form a group, and equal each other in a join.
 *
 * Functions return NULL or false after recording a diag in the job. Thread-safety: the session's thread; work on many rows is split over
 * the machine's cores within the call. */

enum column_type {
    COLUMN_BOOL,   /* int8_t: 0, 1 */
    COLUMN_INT,    /* int64_t */
    COLUMN_FLOAT,  /* double */
    COLUMN_STRING, /* int32_t codes of a dictionary */
    COLUMN_DATE,   /* int64_t: days since 1970-01-01, proleptic Gregorian */
    COLUMN_TIME    /* int64_t: microseconds since 1970-01-01T00:00, without a time zone */
};

#define COLUMN_MISSING_BOOL ((int8_t) 2)
#define COLUMN_MISSING_INT  INT64_MIN /* dates and times too */
#define COLUMN_MISSING_CODE (-1)      /* of floats: any NaN */

#define TABLE_ROWS_MOST ((int64_t) UINT32_MAX - 1)

/* A dictionary of strings: each has a code from 0 on, in the order in which they came. Counted. */
struct dictionary {
    uint32_t refs;
    int32_t count;
    uint64_t *offsets; /* count + 1 of them, into `bytes` */
    char *bytes;
    size_t room, offsets_room;
    int32_t *slots; /* hash table: code or -1 */
    uint32_t slot_count;
    uint32_t *hashes; /* of the strings */
};

struct data_column {
    uint32_t refs;
    enum column_type type;
    int64_t rows;

    union {
        void *values; /* of malloc */
        int8_t *truths;
        int64_t *integers;
        double *reals;
        int32_t *codes;
    };
    struct dictionary *words; /* of strings; else NULL */
};

struct data_table {
    uint32_t refs;
    int64_t rows;
    uint32_t count;
    char **names;
    struct data_column **columns;
};

/* What every operation is given. */
struct table_job {
    struct diags *diags;
    struct span at;
    struct poll_hook *poll;       /* or NULL */
    const atomic_bool *interrupt; /* or NULL */
};

/* ---- work on rows: data_table.c ---- */
/* Calls part(user, first, last) for pieces of [0, rows), on all cores; few rows are one piece. false: stopped by the user, with a diag. */
bool rows_run(const struct table_job *j, int64_t rows,
              void (*part)(void *user, int64_t first, int64_t last), void *user);
/* The same for parts that are numbered. */
bool parts_run(const struct table_job *j, uint32_t parts, void (*part)(void *user, uint32_t i),
               void *user);

/* ---- columns: data_column.c ---- */
const char *column_type_name(enum column_type t); /* "int", as headings show it */
size_t column_type_size(enum column_type t);      /* bytes of a value */
/* Values uninitialised. A column of strings takes over a reference to the dictionary. NULL: not enough memory, with a diag. */
struct data_column *column_new(const struct table_job *j, enum column_type t, int64_t rows,
                               struct dictionary *words);
struct data_column *column_ref(struct data_column *c);
void column_unref(struct data_column **c);          /* and clears it; NULL inside is fine */
bool column_is_number(const struct data_column *c); /* bool, int, float */
bool column_missing_at(const struct data_column *c, int64_t row);
int64_t column_missing_count(const struct table_job *j, const struct data_column *c);
double column_double_at(const struct data_column *c,
                        int64_t row); /* NaN: missing; not of strings */
struct str column_string_at(const struct data_column *c,
                            int64_t row); /* of strings; p NULL: missing */
/* The value as text that reads back as the same one; of a missing one nothing. */
void column_print(struct buf *out, const struct data_column *c, int64_t row);
/* A new column of the rows with these numbers. -1: a missing value. */
struct data_column *column_gather(const struct table_job *j, const struct data_column *c,
                                  const int64_t *rows, int64_t count);
/* The same for `n` columns. false: a diag; out[] then has columns or NULL, for the caller to release. */
bool columns_gather(const struct table_job *j, struct data_column *const *columns, uint32_t n,
                    const int64_t *rows, int64_t count, struct data_column **out);
/* As an int, float or string column; the same column with one more reference if it is one. */
struct data_column *column_as(const struct table_job *j, struct data_column *c, enum column_type t);

/* ---- dictionaries: dictionary.c ---- */
struct dictionary *dictionary_new(void);
struct dictionary *dictionary_ref(struct dictionary *d);
void dictionary_unref(struct dictionary *d);                       /* NULL is fine */
int32_t dictionary_code(struct dictionary *d, struct str s);       /* new ones are added */
int32_t dictionary_find(const struct dictionary *d, struct str s); /* -1: it is not there */
struct str dictionary_string(const struct dictionary *d, int32_t code);
/* The place of each code's string in the order of all strings (bytes, as strcmp). The caller frees it. */
int32_t *dictionary_ranks(const struct dictionary *d);
/* The code in `to` of each string of `from`, which are added to it if `adds`; else -1. The caller frees it. */
int32_t *dictionary_translate(struct dictionary *to, const struct dictionary *from, bool adds);

/* ---- dates and times: date.c ---- */
int64_t date_of(int64_t year, int month, int day); /* days since 1970-01-01 */
void date_parts(int64_t days, int64_t *year, int *month, int *day);
/* "2024-02-29", and a time after it: "T10:30", " 10:30:05.25", then "Z" or "+02:00". false: it is neither. */
bool date_parse(const char *p, const char *end, int64_t *out_days);
bool time_parse(const char *p, const char *end, int64_t *out_microseconds);
void date_print(struct buf *out, int64_t days);
void time_print(struct buf *out, int64_t microseconds);

/* ---- tables: data_table.c ---- */
/* Takes over the names (of malloc) and references of `count` columns of equal length, and the two arrays. */
struct data_table *table_new(char **names, struct data_column **columns, uint32_t count,
                             int64_t rows);
/* What a file calls its columns: one without a name gets "column_3", a second "a" becomes "a_2". Names are of malloc, or NULL. */
void table_settle_names(char **names, uint32_t count);
struct data_table *table_ref(struct data_table *t);
void table_unref(struct data_table **t);
/* A column's number; -1 with a diag that suggests a name. */
int64_t table_find(const struct table_job *j, const struct data_table *t, const char *name);
struct data_table *table_select(const struct table_job *j, const struct data_table *t,
                                const char *const *names, uint32_t count);
struct data_table *table_drop(const struct table_job *j, const struct data_table *t,
                              const char *const *names, uint32_t count);
struct data_table *table_rename(const struct table_job *j, const struct data_table *t,
                                const char *from, const char *to);
/* With the column under that name, new or replaced; the column's length must be the table's, unless that has no columns. */
struct data_table *table_with(const struct table_job *j, const struct data_table *t,
                              const char *name, struct data_column *c);
/* The values of a, then those of b, whose type is the same or a number's too. `name` is for the diag. */
struct data_column *column_append(const struct table_job *j, const char *name,
                                  struct data_column *a, struct data_column *b);
/* All rows of a, then those of b, which has the same columns in any order. */
struct data_table *table_append(const struct table_job *j, const struct data_table *a,
                                const struct data_table *b);

/* ---- rows: table_rows.c ---- */
struct data_table *table_gather(const struct table_job *j, const struct data_table *t,
                                const int64_t *rows, int64_t count);
/* The rows [first, last); beyond the ends there are none. */
struct data_table *table_slice(const struct table_job *j, const struct data_table *t, int64_t first,
                               int64_t last);
/* The rows where the bool column is true. */
struct data_table *table_filter(const struct table_job *j, const struct data_table *t,
                                const struct data_column *mask);
struct data_column *column_filter(const struct table_job *j, const struct data_column *c,
                                  const struct data_column *mask);
/* Without the rows that miss a value in one of these columns; count 0: in any. */
struct data_table *table_drop_missing(const struct table_job *j, const struct data_table *t,
                                      const char *const *names, uint32_t count);

/* ---- order: table_sort.c ---- */
/* Rows in the order of the columns' values; "-name" descends. Stable; missing values come last either way. */
struct data_table *table_sort(const struct table_job *j, const struct data_table *t,
                              const char *const *names, uint32_t count);
/* The rows' numbers in that order, of malloc; NULL with a diag. `descends` may be NULL. */
int64_t *columns_order(const struct table_job *j, struct data_column *const *columns,
                       const bool *descends, uint32_t count, int64_t rows);
/* Numbers in the order of the column's values, of malloc: 0 for the least, at most *out_most, which is that of missing ones. */
uint64_t *column_ordinals(const struct table_job *j, const struct data_column *c, bool descends,
                          uint64_t *out_most);

/* ---- keys and groups: table_keys.c, table_group.c, table_unique.c ---- */
/* Rows with equal values in some columns, numbered in no particular order. Release with keys_free. */
struct table_keys {
    uint32_t *ids; /* of each row */
    uint32_t count;
    int64_t *first; /* the first row of each group */
};

bool keys_find(const struct table_job *j, struct table_keys *out,
               struct data_column *const *columns, uint32_t count, int64_t rows);
void keys_free(struct table_keys *k);

/* `how` is a text such as "mean(price)", "count()" or "average = mean(price)". The result has the keys, sorted, then a column for each:
 * "price_mean", "count", "average". */
struct data_table *table_aggregate(const struct table_job *j, const struct data_table *t,
                                   const char *const *keys, uint32_t key_count,
                                   const char *const *how, uint32_t how_count);
/* The first row of each combination of values in these columns; count 0: in all. */
struct data_table *table_unique(const struct table_job *j, const struct data_table *t,
                                const char *const *names, uint32_t count);
/* One number of the whole column: sum, mean, min, max, var, stddev, median, count, unique. */
bool column_aggregate(const struct table_job *j, struct data_column *c, const char *how,
                      double *out);
/* Count, missing values, mean, standard deviation, minimum, quartiles, maximum of each column of numbers, as a table. */
struct data_table *table_describe(const struct table_job *j, const struct data_table *t);

/* ---- joins: table_join.c ---- */
enum join_kind {
    JOIN_INNER,
    JOIN_LEFT,  /* and rows of a without a partner */
    JOIN_RIGHT, /* and rows of b without a partner; in the order of b, then of a */
    JOIN_OUTER, /* both; those of b come last */
    JOIN_SEMI,  /* rows of a with a partner, once, and columns of a alone */
    JOIN_ANTI,  /* those without one */
    JOINS
};

/* Rows with equal keys beside each other, in the order of a, then of b. Other columns of b that a has too get "_right". */
struct data_table *table_join(const struct table_job *j, const struct data_table *a,
                              const struct data_table *b, const char *const *keys, uint32_t count,
                              enum join_kind kind);

/* ---- expressions: column_operate.c, column_compare.c, column_function.c ---- */
/* One side of an operation: a column, or one value for all rows. */
struct column_operand {
    const struct data_column *column; /* NULL: a value */
    enum column_type type;            /* of the value: bool, int, float or string */
    int64_t integer;
    double real;
    struct str text;
};

/* `op` as in C: + - * / % == != < <= > >= && ||. One side at least is a column. As in C, the quotient of integers is an integer. */
struct data_column *column_operate(const struct table_job *j, const char *op,
                                   const struct column_operand *l, const struct column_operand *r);
/* For column_operate: comparisons and the logical operators; `op` is known to be one. */
struct data_column *column_compare(const struct table_job *j, const char *op,
                                   const struct column_operand *l, const struct column_operand *r);
/* A function of one column: "-", "!", sqrt, log, ...; is_missing; year, month, ..., length, lower, upper. */
struct data_column *column_function(const struct table_job *j, const char *name,
                                    struct data_column *c);
/* Of a column of strings: contains, starts_with, ends_with: a bool column. */
struct data_column *column_text_test(const struct table_job *j, const char *name,
                                     const struct data_column *c, struct str text);
/* The values of `c`, and that of `value` where they are missing. */
struct data_column *column_fill(const struct table_job *j, struct data_column *c,
                                const struct column_operand *value);
/* mask ? a : b for each row. */
struct data_column *column_choose(const struct table_job *j, const struct data_column *mask,
                                  const struct column_operand *a, const struct column_operand *b);
