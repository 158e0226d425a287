/* SPDX-License-Identifier: Apache-2.0 */
/* Operands of operations on columns, a block at a time. */
#include "table/column_blocks.h"

#include <inttypes.h>
#include <math.h>

enum { MICRO = 1000000 };

const double *block_reals(const struct column_operand *o, int64_t first, int64_t n, double *buffer)
{
    const struct data_column *c = o->column;
    if (!c) {
        double v = o->type == COLUMN_FLOAT ? o->real : (double) o->integer;
        for (int64_t i = 0; i < n; i++)
            buffer[i] = v;
        return buffer;
    }
    if (c->type == COLUMN_FLOAT)
        return c->reals + first;
    if (c->type == COLUMN_BOOL)
        for (int64_t i = 0; i < n; i++)
            buffer[i] = c->truths[first + i] == COLUMN_MISSING_BOOL ? NAN : c->truths[first + i];
    else
        for (int64_t i = 0; i < n; i++)
            buffer[i] = c->integers[first + i] == COLUMN_MISSING_INT
                            ? NAN
                            : (double) c->integers[first + i];
    return buffer;
}

const int64_t *block_integers(const struct column_operand *o, int64_t first, int64_t n,
                              bool as_time, int64_t *buffer)
{
    const struct data_column *c = o->column;
    enum column_type type = c ? c->type : o->type;
    int64_t scale = as_time && type == COLUMN_DATE ? 86400 * (int64_t) MICRO : 1;
    if (!c) {
        for (int64_t i = 0; i < n; i++)
            buffer[i] = o->integer * scale;
        return buffer;
    }
    if (type == COLUMN_BOOL) {
        for (int64_t i = 0; i < n; i++)
            buffer[i] = c->truths[first + i] == COLUMN_MISSING_BOOL ? COLUMN_MISSING_INT
                                                                    : c->truths[first + i];
        return buffer;
    }
    if (scale == 1)
        return c->integers + first;
    for (int64_t i = 0; i < n; i++) {
        int64_t v = c->integers[first + i];
        buffer[i] = v == COLUMN_MISSING_INT ? v : (int64_t) ((uint64_t) v * (uint64_t) scale);
    }
    return buffer;
}

const int8_t *block_truths(const struct column_operand *o, int64_t first, int64_t n, int8_t *buffer)
{
    if (o->column)
        return o->column->truths + first;
    for (int64_t i = 0; i < n; i++)
        buffer[i] = o->integer != 0;
    return buffer;
}

int64_t operand_rows(const struct column_operand *l, const struct column_operand *r)
{
    return l->column ? l->column->rows : r->column->rows;
}

bool operands_fit(const struct table_job *j, const struct column_operand *l,
                  const struct column_operand *r)
{
    if (!l->column || !r->column || l->column->rows == r->column->rows)
        return true;
    diag_error(j->diags, DIAG_TYPE, j->at,
               "a column of %" PRId64 " rows and one of %" PRId64 " rows do not go together",
               l->column->rows, r->column->rows);
    return false;
}

bool operand_is_number(const struct column_operand *o)
{
    return o->type <= COLUMN_FLOAT;
}

bool operand_is_time(const struct column_operand *o)
{
    return o->type == COLUMN_DATE || o->type == COLUMN_TIME;
}

bool operand_dated(const struct table_job *j, struct column_operand *o,
                   const struct column_operand *beside)
{
    if (o->column || o->type != COLUMN_STRING || !operand_is_time(beside))
        return true;
    const char *p = o->text.p, *end = p + o->text.n;
    if (date_parse(p, end, &o->integer)) {
        o->type = COLUMN_DATE;
        return true;
    }
    if (time_parse(p, end, &o->integer)) {
        o->type = COLUMN_TIME;
        return true;
    }
    struct diag *d = diag_error(j->diags, DIAG_TYPE, j->at, "\"%.*s\" is not a date or a time",
                                (int) (o->text.n < 60 ? o->text.n : 60), p);
    diag_help(j->diags, d, "write \"2024-02-29\" or \"2024-02-29T10:30:00\"");
    return false;
}
