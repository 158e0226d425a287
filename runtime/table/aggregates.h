/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "table/data_table.h"

/* Inside the aggregates: numbers of groups of rows. Thread-safety: the session's thread. */
enum aggregate {
    AGGREGATE_COUNT,
    AGGREGATE_SUM,
    AGGREGATE_MEAN,
    AGGREGATE_MIN,
    AGGREGATE_MAX,
    AGGREGATE_VAR,
    AGGREGATE_STDDEV,
    AGGREGATE_MEDIAN,
    AGGREGATE_FIRST,
    AGGREGATE_LAST,
    AGGREGATE_UNIQUE
};

/* -1: there is none of that name. */
int aggregate_find(struct str name);
const char *aggregate_name(enum aggregate how);

/* A column with a value for each group; `c` NULL with AGGREGATE_COUNT: counts rows, else values that are not missing. */
struct data_column *aggregate_column(const struct table_job *j, const struct table_keys *k,
                                     struct data_column *c, enum aggregate how, int64_t rows);

/* The value at place q * (n - 1) of n values in order, interpolated linearly as NumPy does; reorders them. NaN: n is 0. */
double quantile_of(double *values, int64_t n, double q);
