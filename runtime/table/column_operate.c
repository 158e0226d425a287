/* SPDX-License-Identifier: Apache-2.0 */
/* Arithmetic on columns: + - * / %. Next: column_compare.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "table/column_blocks.h"

enum { MICRO = 1000000 };

struct operating {
    char op;
    const struct column_operand *l, *r;
    struct data_column *to;
    bool as_time;  /* dates count as times */
    double factor; /* a number that is added to a time: its microseconds */
};

/* ---- numbers ---- */

static void reals(char op, const double *l, const double *r, double *to, int64_t n)
{
    switch (op) {
    case '+':
        for (int64_t i = 0; i < n; i++)
            to[i] = l[i] + r[i];
        break;
    case '-':
        for (int64_t i = 0; i < n; i++)
            to[i] = l[i] - r[i];
        break;
    case '*':
        for (int64_t i = 0; i < n; i++)
            to[i] = l[i] * r[i];
        break;
    case '/':
        for (int64_t i = 0; i < n; i++)
            to[i] = l[i] / r[i];
        break;
    default:
        for (int64_t i = 0; i < n; i++)
            to[i] = fmod(l[i], r[i]);
    }
}

#define EACH(value)                                                                                \
    for (int64_t i = 0; i < n; i++)                                                                \
    to[i] = l[i] == COLUMN_MISSING_INT || r[i] == COLUMN_MISSING_INT ? COLUMN_MISSING_INT          \
                                                                     : (int64_t) (value)

/* Overflow wraps, as in host code. Division by zero is missing. */
static void integers(char op, const int64_t *l, const int64_t *r, int64_t *to, int64_t n)
{
    switch (op) {
    case '+': EACH((uint64_t) l[i] + (uint64_t) r[i]); break;
    case '-': EACH((uint64_t) l[i] - (uint64_t) r[i]); break;
    case '*': EACH((uint64_t) l[i] * (uint64_t) r[i]); break;
    case '/': EACH(r[i] ? l[i] / r[i] : COLUMN_MISSING_INT); break;
    default: EACH(r[i] ? l[i] % r[i] : COLUMN_MISSING_INT);
    }
}

#undef EACH

static void operate_part(void *user, int64_t first, int64_t last)
{
    const struct operating *o = user;
    double a[BLOCK], b[BLOCK];
    int64_t x[BLOCK], y[BLOCK];
    for (; first < last; first += BLOCK) {
        int64_t n = last - first < BLOCK ? last - first : BLOCK;
        if (o->to->type == COLUMN_FLOAT && !o->as_time)
            reals(o->op, block_reals(o->l, first, n, a), block_reals(o->r, first, n, b),
                  o->to->reals + first, n);
        else
            integers(o->op, block_integers(o->l, first, n, false, x),
                     block_integers(o->r, first, n, false, y), o->to->integers + first, n);
    }
}

/* ---- times ---- */

/* Seconds between two times. */
static void difference_part(void *user, int64_t first, int64_t last)
{
    const struct operating *o = user;
    int64_t x[BLOCK], y[BLOCK];
    for (; first < last; first += BLOCK) {
        int64_t n = last - first < BLOCK ? last - first : BLOCK;
        const int64_t *l = block_integers(o->l, first, n, true, x),
                      *r = block_integers(o->r, first, n, true, y);
        for (int64_t i = 0; i < n; i++)
            o->to->reals[first + i] = l[i] == COLUMN_MISSING_INT || r[i] == COLUMN_MISSING_INT
                                          ? NAN
                                          : (double) (l[i] - r[i]) / MICRO;
    }
}

/* A time and seconds, or a date and days. */
static void shift_part(void *user, int64_t first, int64_t last)
{
    const struct operating *o = user;
    int64_t x[BLOCK];
    double b[BLOCK];
    for (; first < last; first += BLOCK) {
        int64_t n = last - first < BLOCK ? last - first : BLOCK;
        const int64_t *l = block_integers(o->l, first, n, false, x);
        const double *r = block_reals(o->r, first, n, b);
        for (int64_t i = 0; i < n; i++) {
            double by = r[i] * o->factor;
            bool none = l[i] == COLUMN_MISSING_INT || !(fabs(by) < 0x1p62);
            o->to->integers[first + i] =
                none ? COLUMN_MISSING_INT : (int64_t) ((uint64_t) l[i] + (uint64_t) llrint(by));
        }
    }
}

/* ---- strings ---- */

static struct str text_at(const struct column_operand *o, int64_t row)
{
    return o->column ? column_string_at(o->column, row) : o->text;
}

static struct data_column *concatenated(const struct table_job *j, const struct column_operand *l,
                                        const struct column_operand *r)
{
    int64_t rows = operand_rows(l, r);
    struct data_column *to = column_new(j, COLUMN_STRING, rows, dictionary_new());
    struct buf b = {0};
    for (int64_t i = 0; to && i < rows; i++) {
        struct str x = text_at(l, i), y = text_at(r, i);
        to->codes[i] = COLUMN_MISSING_CODE;
        if (!x.p || !y.p)
            continue;
        b.n = 0;
        buf_put(&b, x.p, x.n);
        buf_put(&b, y.p, y.n);
        to->codes[i] = dictionary_code(to->words, (struct str){b.p, b.n});
    }
    buf_free(&b);
    return to;
}

/* ---- all ---- */

static struct data_column *refuse(const struct table_job *j, const char *op,
                                  const struct column_operand *l, const struct column_operand *r)
{
    diag_error(j->diags, DIAG_TYPE, j->at, "'%s' does not go with %s and %s", op,
               column_type_name(l->type), column_type_name(r->type));
    return NULL;
}

static struct data_column *with_times(const struct table_job *j, struct operating *o,
                                      const char *op)
{
    bool both = operand_is_time(o->l) && operand_is_time(o->r);
    bool days = o->l->type == COLUMN_DATE && (both ? o->r->type == COLUMN_DATE : true);
    int64_t rows = operand_rows(o->l, o->r);
    if (*op == '+' && operand_is_number(o->l)) { /* 1 + date */
        const struct column_operand *l = o->l;
        o->l = o->r;
        o->r = l;
        days = o->l->type == COLUMN_DATE;
    }
    if (both && *op == '-')
        o->to = column_new(j, days ? COLUMN_INT : COLUMN_FLOAT, rows, NULL);
    else if (!both && operand_is_time(o->l) && operand_is_number(o->r) &&
             (*op == '+' || *op == '-'))
        o->to = column_new(j, o->l->type, rows, NULL);
    else
        return refuse(j, op, o->l, o->r);
    o->as_time = true;
    o->factor = (*op == '-' ? -1.0 : 1.0) * (days ? 1 : MICRO);
    void (*part)(void *, int64_t, int64_t) = both && !days ? difference_part
                                             : both        ? operate_part
                                                           : shift_part;
    if (o->to && !rows_run(j, rows, part, o))
        column_unref(&o->to);
    return o->to;
}

struct data_column *column_operate(const struct table_job *j, const char *op,
                                   const struct column_operand *l, const struct column_operand *r)
{
    struct column_operand left = *l, right = *r;
    if (!operands_fit(j, l, r) || !operand_dated(j, &left, r) || !operand_dated(j, &right, l))
        return NULL;
    if (!strchr("+-*/%", *op))
        return column_compare(j, op, &left, &right);
    struct operating o = {.op = *op, .l = &left, .r = &right};
    if (operand_is_time(&left) || operand_is_time(&right))
        return with_times(j, &o, op);
    if (*op == '+' && left.type == COLUMN_STRING && right.type == COLUMN_STRING)
        return concatenated(j, &left, &right);
    if (!operand_is_number(&left) || !operand_is_number(&right))
        return refuse(j, op, &left, &right);
    bool real = left.type == COLUMN_FLOAT || right.type == COLUMN_FLOAT;
    int64_t rows = operand_rows(&left, &right);
    o.to = column_new(j, real ? COLUMN_FLOAT : COLUMN_INT, rows, NULL);
    if (o.to && !rows_run(j, rows, operate_part, &o))
        column_unref(&o.to);
    return o.to;
}
