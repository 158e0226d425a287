/* SPDX-License-Identifier: Apache-2.0 */
/* Joins: the rows of both tables are numbered by their keys together; those of the second are listed by number, and each row of the first
 * meets its list. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "table/data_table.h"

enum { PART = 1 << 15 };

struct joining_rows {
    const uint32_t *ids; /* of a's rows, then b's */
    int64_t a_rows, b_rows;
    uint32_t *starts; /* of each number: its rows in `list` */
    uint32_t *list;   /* rows of b */
    enum join_kind kind;
    int64_t *begins; /* of each part of a: its rows in the result */
    int64_t *a_at, *b_at;
};

static void list_rows(struct joining_rows *k, uint32_t count)
{
    const uint32_t *ids = k->ids + k->a_rows;
    k->starts = xcalloc((size_t) count + 2, sizeof *k->starts);
    k->list = xmalloc((size_t) k->b_rows * sizeof *k->list + 1);
    for (int64_t i = 0; i < k->b_rows; i++)
        k->starts[ids[i] + 2]++;
    for (uint32_t g = 0; g < count; g++)
        k->starts[g + 1] += k->starts[g];
    for (int64_t i = 0; i < k->b_rows; i++)
        k->list[k->starts[ids[i] + 1]++] = (uint32_t) i;
}

static int64_t part_end(const struct joining_rows *k, uint32_t p)
{
    int64_t last = ((int64_t) p + 1) * PART;
    return last < k->a_rows ? last : k->a_rows;
}

static void count_part(void *user, uint32_t p)
{
    struct joining_rows *k = user;
    int64_t n = 0;
    for (int64_t i = (int64_t) p * PART; i < part_end(k, p); i++) {
        uint32_t met = k->starts[k->ids[i] + 1] - k->starts[k->ids[i]];
        n += met ? met : k->kind == JOIN_LEFT;
    }
    k->begins[p + 1] = n;
}

static void fill_part(void *user, uint32_t p)
{
    struct joining_rows *k = user;
    int64_t at = k->begins[p];
    for (int64_t i = (int64_t) p * PART; i < part_end(k, p); i++) {
        uint32_t first = k->starts[k->ids[i]], last = k->starts[k->ids[i] + 1];
        for (uint32_t m = first; m < last; m++, at++) {
            k->a_at[at] = i;
            k->b_at[at] = k->list[m];
        }
        if (first == last && k->kind == JOIN_LEFT) {
            k->a_at[at] = i;
            k->b_at[at++] = -1;
        }
    }
}

/* The key columns of both tables, one after the other. false: a diag. */
static bool unite_keys(const struct table_job *j, const struct data_table *a,
                       const struct data_table *b, const char *const *keys, uint32_t count,
                       struct data_column **out)
{
    for (uint32_t i = 0; i < count; i++) {
        int64_t l = table_find(j, a, keys[i]), r = l < 0 ? -1 : table_find(j, b, keys[i]);
        out[i] = r < 0 ? NULL : column_append(j, keys[i], a->columns[l], b->columns[r]);
        if (!out[i])
            return false;
    }
    return true;
}

/* Sets a_at and b_at; returns the number of rows, or -1 with a diag. */
static int64_t match(const struct table_job *j, struct joining_rows *k, uint32_t count)
{
    uint32_t parts = (uint32_t) ((k->a_rows + PART - 1) / PART);
    list_rows(k, count);
    k->begins = xcalloc(parts + 1, sizeof *k->begins);
    bool ok = parts_run(j, parts, count_part, k);
    for (uint32_t p = 0; p < parts; p++)
        k->begins[p + 1] += k->begins[p];
    int64_t rows = k->begins[parts];
    bool few = rows <= TABLE_ROWS_MOST;
    k->a_at = ok && few ? malloc((size_t) rows * sizeof *k->a_at + 1) : NULL;
    k->b_at = k->a_at ? malloc((size_t) rows * sizeof *k->b_at + 1) : NULL;
    if (ok && !k->b_at) {
        struct diag *d = diag_error(j->diags, DIAG_MEMORY, j->at,
                                    "not enough memory for a join of %lld rows", (long long) rows);
        diag_help(j->diags, d, "the keys repeat in both tables: join with t.unique(key)");
    }
    ok = ok && k->b_at && parts_run(j, parts, fill_part, k);
    return ok ? rows : -1;
}

static bool has(const struct data_table *t, const char *name)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (!strcmp(t->names[i], name))
            return true;
    return false;
}

static bool is_key(const char *name, const char *const *keys, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!strcmp(name, keys[i]))
            return true;
    return false;
}

/* Every row of a once and in order: its columns can be shared. */
static bool is_all(const int64_t *at, int64_t rows, int64_t of)
{
    for (int64_t i = 0; i < rows && rows == of; i++)
        if (at[i] != i)
            return false;
    return rows == of;
}

static struct data_table *columns_of(const struct table_job *j, const struct joining_rows *k,
                                     const struct data_table *a, const struct data_table *b,
                                     const char *const *keys, uint32_t key_count, int64_t rows)
{
    struct data_table *left = is_all(k->a_at, rows, a->rows)
                                  ? table_ref((struct data_table *) (uintptr_t) a)
                                  : table_gather(j, a, k->a_at, rows);
    for (uint32_t i = 0; i < b->count && left; i++) {
        if (is_key(b->names[i], keys, key_count))
            continue;
        struct buf name = {0};
        buf_puts(&name, b->names[i]);
        while (has(left, name.p))
            buf_puts(&name, "_right");
        struct data_column *c = column_gather(j, b->columns[i], k->b_at, rows);
        struct data_table *wider = c ? table_with(j, left, name.p, c) : NULL;
        column_unref(&c);
        table_unref(&left);
        left = wider;
        buf_free(&name);
    }
    return left;
}

struct data_table *table_join(const struct table_job *j, const struct data_table *a,
                              const struct data_table *b, const char *const *keys, uint32_t count,
                              enum join_kind kind)
{
    struct data_column **both = xcalloc(count + 1, sizeof(struct data_column *));
    struct table_keys found = {0};
    struct data_table *made = NULL;
    if (unite_keys(j, a, b, keys, count, both) &&
        keys_find(j, &found, both, count, a->rows + b->rows)) {
        struct joining_rows k = {
            .ids = found.ids, .a_rows = a->rows, .b_rows = b->rows, .kind = kind};
        int64_t rows = match(j, &k, found.count);
        if (rows >= 0)
            made = columns_of(j, &k, a, b, keys, count, rows);
        free(k.starts);
        free(k.list);
        free(k.begins);
        free(k.a_at);
        free(k.b_at);
    }
    keys_free(&found);
    for (uint32_t i = 0; i < count; i++)
        column_unref(both + i);
    free(both);
    return made;
}
