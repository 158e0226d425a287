/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "table/data_table.h"

/* Inside the operations on columns: operands as blocks of values, whose loops stay in the first-level cache. A value stands for a column
 * that has it in every row. Thread-safety: safe. */
enum { BLOCK = 1024 }; /* rows */

/* Rows [first, first + n) of the operand: in place if its type allows, else in `buffer`. Dates become times where `as_time` is set. */
const double *block_reals(const struct column_operand *o, int64_t first, int64_t n, double *buffer);
const int64_t *block_integers(const struct column_operand *o, int64_t first, int64_t n,
                              bool as_time, int64_t *buffer);
const int8_t *block_truths(const struct column_operand *o, int64_t first, int64_t n,
                           int8_t *buffer);

int64_t operand_rows(const struct column_operand *l,
                     const struct column_operand *r); /* of the columns among them */
/* Both columns must be equally long. false: a diag. */
bool operands_fit(const struct table_job *j, const struct column_operand *l,
                  const struct column_operand *r);
bool operand_is_number(const struct column_operand *o); /* bool, int, float */
bool operand_is_time(const struct column_operand *o);   /* date, time */
/* A text that stands beside a date or time becomes one. false: it is none, with a diag. */
bool operand_dated(const struct table_job *j, struct column_operand *o,
                   const struct column_operand *beside);
