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

/* A part's rows of all columns lie in the second-level cache, and their numbers in the first. */
enum { MASK_PART = 1 << 13 };

struct masking {
    const int8_t *mask;
    int64_t rows;
    int64_t *starts; /* of each part's rows in the result */
    struct data_column *const *from;
    struct data_column **to;
    uint32_t columns;
};

static int64_t part_rows(const struct masking *m, uint32_t i)
{
    int64_t rest = m->rows - (int64_t) i * MASK_PART;
    return rest < MASK_PART ? rest : MASK_PART;
}

static void count_part(void *user, uint32_t i)
{
    struct masking *m = user;
    const int8_t *mask = m->mask + (int64_t) i * MASK_PART;
    int64_t n = 0, rows = part_rows(m, i);
    for (int64_t k = 0; k < rows; k++)
        n += mask[k] == 1;
    m->starts[i + 1] = n;
}

/* The numbers of the part's rows that stay. Without branches: one is written, and kept if the next is written behind it. */
static void list_rows(const int8_t *mask, int64_t rows, uint16_t *list)
{
    int64_t at = 0;
    for (int64_t k = 0; k < rows; k++) {
        list[at] = (uint16_t) k;
        at += mask[k] == 1;
    }
}

#define KEEP(member)                                                                               \
    for (int64_t i = 0; i < count; i++)                                                            \
    to->member[start + i] = from->member[first + list[i]]

static void filter_part(void *user, uint32_t part)
{
    struct masking *m = user;
    int64_t first = (int64_t) part * MASK_PART, start = m->starts[part];
    int64_t rows = part_rows(m, part), count = m->starts[part + 1] - start;
    uint16_t list[MASK_PART];
    if (count)
        list_rows(m->mask + first, rows, list);
    for (uint32_t k = 0; count && k < m->columns; k++) {
        const struct data_column *from = m->from[k];
        struct data_column *to = m->to[k];
        size_t size = column_type_size(from->type);
        if (count == rows)
            memcpy((char *) to->values + (size_t) start * size,
                   (const char *) from->values + (size_t) first * size, (size_t) count * size);
        else if (from->type == COLUMN_BOOL)
            KEEP(truths);
        else if (from->type == COLUMN_STRING)
            KEEP(codes);
        else if (from->type == COLUMN_FLOAT)
            KEEP(reals);
        else
            KEEP(integers);
    }
}

#undef KEEP

static bool is_mask(const struct table_job *j, const struct data_column *mask, int64_t rows)
{
    if (mask->type != COLUMN_BOOL) {
        struct diag *d = diag_error(j->diags, DIAG_TYPE, j->at,
                                    "filter() takes a bool column, not one of type %s",
                                    column_type_name(mask->type));
        diag_help(j->diags, d, "compare the column with something, as in t[\"a\"] > 0");
        return false;
    }
    if (mask->rows != rows)
        diag_error(j->diags, DIAG_TYPE, j->at, "a mask of %lld rows does not fit %lld rows",
                   (long long) mask->rows, (long long) rows);
    return mask->rows == rows;
}

/* The rows of the columns, `rows` each, where the mask is true. false: it is no mask of them, there is no memory, or the user has stopped. */
static bool columns_filter(const struct table_job *j, struct data_column *const *columns,
                           uint32_t n, int64_t rows, const struct data_column *mask,
                           struct data_column **out, int64_t *out_count)
{
    if (!is_mask(j, mask, rows))
        return false;
    uint32_t parts = (uint32_t) ((rows + MASK_PART - 1) / MASK_PART);
    int64_t *starts = xcalloc(parts + 1, sizeof *starts);
    struct masking m = {mask->truths, rows, starts, columns, out, n};
    bool good = parts_run(j, parts, count_part, &m);
    for (uint32_t i = 0; i < parts; i++)
        starts[i + 1] += starts[i];
    *out_count = starts[parts];
    for (uint32_t i = 0; i < n && good; i++) {
        struct dictionary *words = columns[i]->words;
        out[i] = column_new(j, columns[i]->type, *out_count, words ? dictionary_ref(words) : NULL);
        good = out[i];
    }
    good = good && parts_run(j, parts, filter_part, &m);
    free(starts);
    return good;
}

struct data_column *column_filter(const struct table_job *j, const struct data_column *c,
                                  const struct data_column *mask)
{
    struct data_column *from = (struct data_column *) (uintptr_t) c, *to = NULL;
    int64_t count;
    if (!columns_filter(j, &from, 1, c->rows, mask, &to, &count))
        column_unref(&to);
    return to;
}

struct data_table *table_filter(const struct table_job *j, const struct data_table *t,
                                const struct data_column *mask)
{
    struct data_column **made = xcalloc(t->count + 1, sizeof(struct data_column *));
    int64_t count = 0;
    bool good = columns_filter(j, t->columns, t->count, t->rows, mask, made, &count);
    return with_columns(t, made, count, good);
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
