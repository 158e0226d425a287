/* SPDX-License-Identifier: Apache-2.0 */
/* Columns: life, single values, rows by their numbers, other types. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "table/data_table.h"

static const struct {
    const char *name;
    size_t size;
} types[] = {
    [COLUMN_BOOL] = {"bool",   sizeof(int8_t) },
      [COLUMN_INT] = {"int",    sizeof(int64_t)},
    [COLUMN_FLOAT] = {"float",  sizeof(double) },
      [COLUMN_STRING] = {"string", sizeof(int32_t)},
    [COLUMN_DATE] = {"date",   sizeof(int64_t)},
      [COLUMN_TIME] = {"time",   sizeof(int64_t)},
};

const char *column_type_name(enum column_type t)
{
    return types[t].name;
}

size_t column_type_size(enum column_type t)
{
    return types[t].size;
}

struct data_column *column_new(const struct table_job *j, enum column_type t, int64_t rows,
                               struct dictionary *words)
{
    void *values = rows <= TABLE_ROWS_MOST ? malloc((size_t) rows * types[t].size + 1) : NULL;
    if (!values) {
        diag_error(j->diags, DIAG_MEMORY, j->at,
                   "not enough memory for a column of %" PRId64 " rows", rows);
        dictionary_unref(words);
        return NULL;
    }
    struct data_column *c = xmalloc(sizeof *c);
    *c = (struct data_column){.refs = 1, .type = t, .rows = rows, .values = values, .words = words};
    return c;
}

struct data_column *column_ref(struct data_column *c)
{
    c->refs++;
    return c;
}

void column_unref(struct data_column **p)
{
    struct data_column *c = *p;
    *p = NULL;
    if (!c || --c->refs)
        return;
    dictionary_unref(c->words);
    free(c->values);
    free(c);
}

bool column_is_number(const struct data_column *c)
{
    return c->type <= COLUMN_FLOAT;
}

bool column_missing_at(const struct data_column *c, int64_t row)
{
    switch (c->type) {
    case COLUMN_BOOL: return c->truths[row] == COLUMN_MISSING_BOOL;
    case COLUMN_FLOAT: return isnan(c->reals[row]);
    case COLUMN_STRING: return c->codes[row] < 0;
    default: return c->integers[row] == COLUMN_MISSING_INT;
    }
}

struct counting {
    const struct data_column *c;
    atomic_llong missing;
};

static void count_part(void *user, int64_t first, int64_t last)
{
    struct counting *k = user;
    const struct data_column *c = k->c;
    int64_t n = 0;
    if (c->type == COLUMN_BOOL)
        for (int64_t i = first; i < last; i++)
            n += c->truths[i] == COLUMN_MISSING_BOOL;
    else if (c->type == COLUMN_FLOAT)
        for (int64_t i = first; i < last; i++)
            n += c->reals[i] != c->reals[i];
    else if (c->type == COLUMN_STRING)
        for (int64_t i = first; i < last; i++)
            n += c->codes[i] < 0;
    else
        for (int64_t i = first; i < last; i++)
            n += c->integers[i] == COLUMN_MISSING_INT;
    atomic_fetch_add(&k->missing, n);
}

int64_t column_missing_count(const struct table_job *j, const struct data_column *c)
{
    struct counting k = {.c = c};
    return rows_run(j, c->rows, count_part, &k) ? atomic_load(&k.missing) : -1;
}

double column_double_at(const struct data_column *c, int64_t row)
{
    if (column_missing_at(c, row))
        return NAN;
    switch (c->type) {
    case COLUMN_BOOL: return c->truths[row];
    case COLUMN_FLOAT: return c->reals[row];
    case COLUMN_STRING: return NAN;
    default: return (double) c->integers[row];
    }
}

struct str column_string_at(const struct data_column *c, int64_t row)
{
    return c->codes[row] < 0 ? (struct str){0} : dictionary_string(c->words, c->codes[row]);
}

/* The shortest of "%.15g" and "%.17g" that reads back; "5" becomes "5.0", so that the column stays one of floats. */
static void print_real(struct buf *out, double v)
{
    char text[40];
    snprintf(text, sizeof text, "%.15g", v);
    if (strtod(text, NULL) != v)
        snprintf(text, sizeof text, "%.16g", v);
    if (strtod(text, NULL) != v)
        snprintf(text, sizeof text, "%.17g", v);
    buf_puts(out, text);
    if (!strpbrk(text, ".einf"))
        buf_puts(out, ".0");
}

void column_print(struct buf *out, const struct data_column *c, int64_t row)
{
    if (column_missing_at(c, row))
        return;
    switch (c->type) {
    case COLUMN_BOOL: buf_puts(out, c->truths[row] ? "true" : "false"); break;
    case COLUMN_INT: buf_printf(out, "%" PRId64, c->integers[row]); break;
    case COLUMN_FLOAT: print_real(out, c->reals[row]); break;
    case COLUMN_DATE: date_print(out, c->integers[row]); break;
    case COLUMN_TIME: time_print(out, c->integers[row]); break;
    case COLUMN_STRING: {
        struct str s = column_string_at(c, row);
        buf_put(out, s.p, s.n);
    }
    }
}

/* ---- rows by their numbers ---- */

struct gathering {
    const struct data_column *from;
    struct data_column *to;
    const int64_t *rows;
};

#define GATHER(member, missing)                                                                    \
    for (int64_t i = first; i < last; i++)                                                         \
    g->to->member[i] = g->rows[i] < 0 ? (missing) : g->from->member[g->rows[i]]

static void gather_part(void *user, int64_t first, int64_t last)
{
    struct gathering *g = user;
    switch (g->from->type) {
    case COLUMN_BOOL: GATHER(truths, COLUMN_MISSING_BOOL); break;
    case COLUMN_FLOAT: GATHER(reals, (double) NAN); break;
    case COLUMN_STRING: GATHER(codes, COLUMN_MISSING_CODE); break;
    default: GATHER(integers, COLUMN_MISSING_INT);
    }
}

#undef GATHER

struct data_column *column_gather(const struct table_job *j, const struct data_column *c,
                                  const int64_t *rows, int64_t count)
{
    struct gathering g = {c, NULL, rows};
    g.to = column_new(j, c->type, count, c->words ? dictionary_ref(c->words) : NULL);
    if (g.to && !rows_run(j, count, gather_part, &g))
        column_unref(&g.to);
    return g.to;
}

/* ---- other types ---- */

struct casting {
    const struct data_column *from;
    struct data_column *to;
};

static void cast_part(void *user, int64_t first, int64_t last)
{
    struct casting *k = user;
    const struct data_column *c = k->from;
    for (int64_t i = first; i < last; i++) {
        bool missing = column_missing_at(c, i);
        if (k->to->type == COLUMN_FLOAT)
            k->to->reals[i] = column_double_at(c, i);
        else if (missing)
            k->to->integers[i] = COLUMN_MISSING_INT;
        else if (c->type == COLUMN_FLOAT) /* as on x86: what an int64 cannot hold is its minimum */
            k->to->integers[i] = fabs(c->reals[i]) < 0x1p63 ? (int64_t) c->reals[i] : INT64_MIN;
        else if (c->type == COLUMN_BOOL)
            k->to->integers[i] = c->truths[i];
        else
            k->to->integers[i] = c->type == COLUMN_DATE && k->to->type == COLUMN_TIME
                                     ? c->integers[i] * 86400000000
                                     : c->integers[i];
    }
}

static struct data_column *as_strings(const struct table_job *j, const struct data_column *c)
{
    struct data_column *to = column_new(j, COLUMN_STRING, c->rows, dictionary_new());
    struct buf b = {0};
    for (int64_t i = 0; to && i < c->rows; i++) {
        b.n = 0;
        column_print(&b, c, i);
        to->codes[i] = column_missing_at(c, i) ? COLUMN_MISSING_CODE
                                               : dictionary_code(to->words, (struct str){b.p, b.n});
    }
    buf_free(&b);
    return to;
}

struct data_column *column_as(const struct table_job *j, struct data_column *c, enum column_type t)
{
    if (c->type == t)
        return column_ref(c);
    if (t == COLUMN_STRING)
        return as_strings(j, c);
    if (c->type == COLUMN_STRING || t == COLUMN_BOOL ||
        (t == COLUMN_DATE && c->type != COLUMN_DATE)) {
        diag_error(j->diags, DIAG_TYPE, j->at, "a column of type %s cannot become one of type %s",
                   types[c->type].name, types[t].name);
        return NULL;
    }
    struct casting k = {c, column_new(j, t, c->rows, NULL)};
    if (k.to && !rows_run(j, c->rows, cast_part, &k))
        column_unref(&k.to);
    return k.to;
}
