/* SPDX-License-Identifier: Apache-2.0 */
/* Columns: life, single values, rows by their numbers, other types. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/check.h"
#include "table/csv_fields.h"
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

/* Large columns in huge pages, if the kernel gives them: otherwise the first touch of each page costs more than most operations. */
static void *values_new(size_t bytes)
{
    enum { HUGE_PAGE = 2 << 20 };

    if (bytes < 2 * HUGE_PAGE)
        return malloc(bytes + 1);
    void *values = aligned_alloc(HUGE_PAGE, (bytes / HUGE_PAGE + 1) * HUGE_PAGE);
    if (values)
        madvise(values, bytes, MADV_HUGEPAGE);
    return values;
}

struct data_column *column_new(const struct table_job *j, enum column_type t, int64_t rows,
                               struct dictionary *words)
{
    void *values = rows <= TABLE_ROWS_MOST ? values_new((size_t) rows * types[t].size) : NULL;
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

static void print_integer(struct buf *out, int64_t v)
{
    char text[24], *p = text + sizeof text;
    uint64_t rest = v < 0 ? 0 - (uint64_t) v : (uint64_t) v;
    do
        *--p = (char) ('0' + rest % 10);
    while (rest /= 10);
    if (v < 0)
        *--p = '-';
    buf_put(out, p, (size_t) (text + sizeof text - p));
}

void column_print(struct buf *out, const struct data_column *c, int64_t row)
{
    if (column_missing_at(c, row))
        return;
    switch (c->type) {
    case COLUMN_BOOL: buf_puts(out, c->truths[row] ? "true" : "false"); break;
    case COLUMN_INT: print_integer(out, c->integers[row]); break;
    case COLUMN_FLOAT: real_print(out, c->reals[row]); break;
    case COLUMN_DATE: date_print(out, c->integers[row]); break;
    case COLUMN_TIME: time_print(out, c->integers[row]); break;
    case COLUMN_STRING: {
        struct str s = column_string_at(c, row);
        buf_put(out, s.p, s.n);
    }
    }
}

/* ---- rows by their numbers ---- */

enum { GATHER_ROWS = 1 << 15 };

/* Some columns, in pieces of rows. */
struct gathering {
    struct data_column *const *from;
    struct data_column **to;
    const int64_t *rows;
    int64_t count;
    uint32_t pieces; /* of a column */
};

#define GATHER(member, missing)                                                                    \
    for (int64_t i = first; i < last; i++)                                                         \
    to->member[i] = rows[i] < 0 ? (missing) : from->member[rows[i]]

static void gather_part(void *user, uint32_t part)
{
    struct gathering *g = user;
    const struct data_column *from = g->from[part / g->pieces];
    struct data_column *to = g->to[part / g->pieces];
    const int64_t *rows = g->rows;
    int64_t first = (int64_t) (part % g->pieces) * GATHER_ROWS, last = first + GATHER_ROWS;
    last = last < g->count ? last : g->count;
    switch (from->type) {
    case COLUMN_BOOL: GATHER(truths, COLUMN_MISSING_BOOL); break;
    case COLUMN_FLOAT: GATHER(reals, (double) NAN); break;
    case COLUMN_STRING: GATHER(codes, COLUMN_MISSING_CODE); break;
    default: GATHER(integers, COLUMN_MISSING_INT);
    }
}

#undef GATHER

bool columns_gather(const struct table_job *j, struct data_column *const *columns, uint32_t n,
                    const int64_t *rows, int64_t count, struct data_column **out)
{
    struct gathering g = {columns, out, rows, count,
                          (uint32_t) ((count + GATHER_ROWS - 1) / GATHER_ROWS)};
    bool good = true;
    for (uint32_t i = 0; i < n; i++) {
        struct dictionary *words = columns[i]->words;
        out[i] = good ? column_new(j, columns[i]->type, count, words ? dictionary_ref(words) : NULL)
                      : NULL;
        good = out[i];
    }
    return good && parts_run(j, n * g.pieces, gather_part, &g);
}

struct data_column *column_gather(const struct table_job *j, const struct data_column *c,
                                  const int64_t *rows, int64_t count)
{
    struct data_column *from = (struct data_column *) (uintptr_t) c, *to = NULL;
    if (!columns_gather(j, &from, 1, rows, count, &to))
        column_unref(&to);
    return to;
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
