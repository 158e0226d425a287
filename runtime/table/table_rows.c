/* SPDX-License-Identifier: Apache-2.0 */
/* Some of a table's rows: by number, by a mask, without missing values. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "table/data_table.h"

/* A table with the names of t and new columns, whose references it takes. good false: NULL. */
static struct data_table *with_columns(const struct data_table *t, struct data_column **made,
                                       int64_t rows, bool good)
{
    char **names = xcalloc(t->count + 1, sizeof *names);
    for (uint32_t i = 0; i < t->count; i++)
        names[i] = xstrdup(t->names[i]);
    struct data_table *all = table_new(names, made, t->count, rows);
    if (!good)
        table_unref(&all);
    return all;
}

struct data_table *table_gather(const struct table_job *j, const struct data_table *t,
                                const int64_t *rows, int64_t count)
{
    struct data_column **made = xcalloc(t->count + 1, sizeof(struct data_column *));
    bool good = columns_gather(j, t->columns, t->count, rows, count, made);
    return with_columns(t, made, count, good);
}

static struct data_column *slice(const struct table_job *j, const struct data_column *c,
                                 int64_t first, int64_t count)
{
    size_t size = column_type_size(c->type);
    struct data_column *to =
        column_new(j, c->type, count, c->words ? dictionary_ref(c->words) : NULL);
    if (to)
        memcpy(to->values, (const char *) c->values + (size_t) first * size, (size_t) count * size);
    return to;
}

struct data_table *table_slice(const struct table_job *j, const struct data_table *t, int64_t first,
                               int64_t last)
{
    first = first < 0 ? 0 : first < t->rows ? first : t->rows;
    last = last < first ? first : last < t->rows ? last : t->rows;
    struct data_column **made = xcalloc(t->count + 1, sizeof(struct data_column *));
    bool good = true;
    for (uint32_t i = 0; i < t->count && good; i++) {
        made[i] = slice(j, t->columns[i], first, last - first);
        good = made[i];
    }
    return with_columns(t, made, last - first, good);
}

/* ---- masks ---- */

enum { MASK_PART = 1 << 14 };

struct masking {
    const int8_t *mask;
    int64_t rows;
    int64_t *starts; /* of each part's rows in the result */
    int64_t *list;   /* the rows where the mask is true */
};

static int64_t part_end(const struct masking *m, uint32_t i)
{
    int64_t last = ((int64_t) i + 1) * MASK_PART;
    return last < m->rows ? last : m->rows;
}

static void count_part(void *user, uint32_t i)
{
    struct masking *m = user;
    int64_t n = 0;
    for (int64_t k = (int64_t) i * MASK_PART; k < part_end(m, i); k++)
        n += m->mask[k] == 1;
    m->starts[i + 1] = n;
}

/* Without branches: a row is written, and kept if the next one is written behind it. */
static void list_part(void *user, uint32_t i)
{
    struct masking *m = user;
    int64_t at = m->starts[i], stop = m->starts[i + 1];
    for (int64_t k = (int64_t) i * MASK_PART; k < part_end(m, i) && at < stop; k++) {
        m->list[at] = k;
        at += m->mask[k] == 1;
    }
}

/* The rows where the mask is true, of malloc. NULL: it is no mask of so many rows, or the user has stopped. */
static int64_t *masked_rows(const struct table_job *j, const struct data_column *mask, int64_t rows,
                            int64_t *out_count)
{
    if (mask->type != COLUMN_BOOL) {
        struct diag *d = diag_error(j->diags, DIAG_TYPE, j->at,
                                    "filter() takes a bool column, not one of type %s",
                                    column_type_name(mask->type));
        diag_help(j->diags, d, "compare the column with something, as in t[\"a\"] > 0");
        return NULL;
    }
    if (mask->rows != rows) {
        diag_error(j->diags, DIAG_TYPE, j->at, "a mask of %lld rows does not fit %lld rows",
                   (long long) mask->rows, (long long) rows);
        return NULL;
    }
    uint32_t parts = (uint32_t) ((rows + MASK_PART - 1) / MASK_PART);
    struct masking m = {mask->truths, rows, xcalloc(parts + 1, sizeof *m.starts), NULL};
    bool ok = parts_run(j, parts, count_part, &m);
    for (uint32_t i = 0; i < parts; i++)
        m.starts[i + 1] += m.starts[i];
    *out_count = m.starts[parts];
    m.list = ok ? malloc((size_t) *out_count * sizeof *m.list + 1) : NULL;
    if (ok && !m.list)
        diag_error(j->diags, DIAG_MEMORY, j->at, "not enough memory for %lld rows",
                   (long long) *out_count);
    ok = m.list && parts_run(j, parts, list_part, &m);
    free(m.starts);
    if (ok)
        return m.list;
    free(m.list);
    return NULL;
}

struct data_column *column_filter(const struct table_job *j, const struct data_column *c,
                                  const struct data_column *mask)
{
    int64_t count, *rows = masked_rows(j, mask, c->rows, &count);
    struct data_column *made = rows ? column_gather(j, c, rows, count) : NULL;
    free(rows);
    return made;
}

struct data_table *table_filter(const struct table_job *j, const struct data_table *t,
                                const struct data_column *mask)
{
    int64_t count, *rows = masked_rows(j, mask, t->rows, &count);
    struct data_table *made = rows ? table_gather(j, t, rows, count) : NULL;
    free(rows);
    return made;
}

/* ---- missing values ---- */

struct dropping {
    struct data_column *const *columns;
    uint32_t count;
    int8_t *mask;
};

#define PRESENT(condition)                                                                         \
    for (int64_t i = first; i < last; i++)                                                         \
    d->mask[i] &= (condition)

static void present_part(void *user, int64_t first, int64_t last)
{
    const struct dropping *d = user;
    for (int64_t i = first; i < last; i++)
        d->mask[i] = 1;
    for (uint32_t k = 0; k < d->count; k++) {
        const struct data_column *c = d->columns[k];
        switch (c->type) {
        case COLUMN_BOOL: PRESENT(c->truths[i] != COLUMN_MISSING_BOOL); break;
        case COLUMN_FLOAT: PRESENT(c->reals[i] == c->reals[i]); break;
        case COLUMN_STRING: PRESENT(c->codes[i] >= 0); break;
        default: PRESENT(c->integers[i] != COLUMN_MISSING_INT);
        }
    }
}

#undef PRESENT

struct data_table *table_drop_missing(const struct table_job *j, const struct data_table *t,
                                      const char *const *names, uint32_t count)
{
    struct data_table *some =
        count ? table_select(j, t, names, count) : table_ref((struct data_table *) (uintptr_t) t);
    struct data_column *mask = some ? column_new(j, COLUMN_BOOL, t->rows, NULL) : NULL;
    struct data_table *made = NULL;
    if (mask) {
        struct dropping d = {some->columns, some->count, mask->truths};
        if (rows_run(j, t->rows, present_part, &d))
            made = table_filter(j, t, mask);
    }
    column_unref(&mask);
    table_unref(&some);
    return made;
}
