/* SPDX-License-Identifier: Apache-2.0 */
/* Some of a table's rows: by number, by a mask, without missing values. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "table/data_table.h"

/* A table with the names of t and new columns. made[i] NULL for one of them: NULL. Takes over the references. */
static struct data_table *with_columns(const struct data_table *t, struct data_column **made,
                                       int64_t rows)
{
    char **names = xcalloc(t->count + 1, sizeof *names);
    bool good = true;
    for (uint32_t i = 0; i < t->count; i++) {
        names[i] = xstrdup(t->names[i]);
        good = good && made[i];
    }
    struct data_table *all = table_new(names, made, t->count, rows);
    if (!good)
        table_unref(&all);
    return all;
}

struct data_table *table_gather(const struct table_job *j, const struct data_table *t,
                                const int64_t *rows, int64_t count)
{
    struct data_column **made = xcalloc(t->count + 1, sizeof(struct data_column *));
    bool good = true;
    for (uint32_t i = 0; i < t->count && good; i++) {
        made[i] = column_gather(j, t->columns[i], rows, count);
        good = made[i];
    }
    return with_columns(t, made, count);
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
    for (uint32_t i = 0; i < t->count; i++)
        made[i] = slice(j, t->columns[i], first, last - first);
    return with_columns(t, made, last - first);
}

/* ---- masks ---- */

enum { MASK_PART = 1 << 14 };

struct masking {
    const int8_t *mask;
    int64_t rows;
    int64_t *starts; /* of each part's rows in the result */
    const struct data_column *from;
    struct data_column *to;
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

/* Without branches: every value is written, and kept if the next one is written behind it. The place behind the last one may be another
 * part's, so the last is written with a test. */
#define COMPACT(type, member)                                                                      \
    do {                                                                                           \
        const type *from = m->from->member;                                                        \
        type *to = m->to->member;                                                                  \
        for (; k < last && at < stop; k++) {                                                       \
            to[at] = from[k];                                                                      \
            at += m->mask[k] == 1;                                                                 \
        }                                                                                          \
    } while (0)

static void compact_part(void *user, uint32_t i)
{
    struct masking *m = user;
    int64_t at = m->starts[i], stop = m->starts[i + 1], k = (int64_t) i * MASK_PART,
            last = part_end(m, i);
    switch (m->from->type) {
    case COLUMN_BOOL: COMPACT(int8_t, truths); break;
    case COLUMN_FLOAT: COMPACT(double, reals); break;
    case COLUMN_STRING: COMPACT(int32_t, codes); break;
    default: COMPACT(int64_t, integers);
    }
}

#undef COMPACT

static uint32_t mask_parts(int64_t rows)
{
    return (uint32_t) ((rows + MASK_PART - 1) / MASK_PART);
}

/* false: it is no mask of so many rows, or the user has stopped. */
static bool mask_begin(const struct table_job *j, struct masking *m, const struct data_column *mask,
                       int64_t rows)
{
    if (mask->type != COLUMN_BOOL) {
        struct diag *d = diag_error(j->diags, DIAG_TYPE, j->at,
                                    "filter() takes a bool column, not one of type %s",
                                    column_type_name(mask->type));
        diag_help(j->diags, d, "compare the column with something, as in t[\"a\"] > 0");
        return false;
    }
    if (mask->rows != rows) {
        diag_error(j->diags, DIAG_TYPE, j->at, "a mask of %lld rows does not fit %lld rows",
                   (long long) mask->rows, (long long) rows);
        return false;
    }
    uint32_t parts = mask_parts(rows);
    *m = (struct masking){mask->truths, rows, xcalloc(parts + 1, sizeof *m->starts), NULL, NULL};
    bool ok = parts_run(j, parts, count_part, m);
    for (uint32_t i = 0; i < parts; i++)
        m->starts[i + 1] += m->starts[i];
    if (!ok)
        free(m->starts);
    return ok;
}

static struct data_column *mask_column(const struct table_job *j, struct masking *m,
                                       const struct data_column *c)
{
    uint32_t parts = mask_parts(m->rows);
    m->from = c;
    m->to = column_new(j, c->type, m->starts[parts], c->words ? dictionary_ref(c->words) : NULL);
    if (m->to && !parts_run(j, parts, compact_part, m))
        column_unref(&m->to);
    return m->to;
}

struct data_column *column_filter(const struct table_job *j, const struct data_column *c,
                                  const struct data_column *mask)
{
    struct masking m;
    if (!mask_begin(j, &m, mask, c->rows))
        return NULL;
    struct data_column *made = mask_column(j, &m, c);
    free(m.starts);
    return made;
}

struct data_table *table_filter(const struct table_job *j, const struct data_table *t,
                                const struct data_column *mask)
{
    struct masking m;
    if (!mask_begin(j, &m, mask, t->rows))
        return NULL;
    struct data_column **made = xcalloc(t->count + 1, sizeof(struct data_column *));
    int64_t rows = m.starts[mask_parts(t->rows)];
    bool good = true;
    for (uint32_t i = 0; i < t->count && good; i++) {
        made[i] = mask_column(j, &m, t->columns[i]);
        good = made[i];
    }
    free(m.starts);
    return with_columns(t, made, rows);
}

/* ---- missing values ---- */

struct dropping {
    struct data_column *const *columns;
    uint32_t count;
    int8_t *mask;
};

static void present_part(void *user, int64_t first, int64_t last)
{
    const struct dropping *d = user;
    for (int64_t i = first; i < last; i++)
        d->mask[i] = 1;
    for (uint32_t k = 0; k < d->count; k++) {
        const struct data_column *c = d->columns[k];
        for (int64_t i = first; i < last; i++)
            d->mask[i] &= !column_missing_at(c, i);
    }
}

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
