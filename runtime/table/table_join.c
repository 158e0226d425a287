/* SPDX-License-Identifier: Apache-2.0 */
/* Joins: the rows of both tables are numbered by their keys together; those of the second are listed by number, and each row of the first
 * meets its list. In a right join the second is a. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "table/data_table.h"

enum { PART = 1 << 15 };

struct joining_rows {
    const uint32_t *a_ids, *b_ids;
    int64_t a_rows, b_rows;
    uint32_t *starts; /* of each number: its rows in `list` */
    uint32_t *list;   /* rows of b */
    enum join_kind kind;
    int64_t *begins; /* of each part of a: its rows in the result */
    int64_t *a_at, *b_at;
};

/* How often a row of a is in the result whose key occurs `met` times in b. */
static uint32_t times(const struct joining_rows *k, uint32_t met)
{
    switch (k->kind) {
    case JOIN_INNER: return met;
    case JOIN_SEMI: return met > 0;
    case JOIN_ANTI: return !met;
    default: return met ? met : 1;
    }
}

static void list_rows(struct joining_rows *k, uint32_t count)
{
    const uint32_t *ids = k->b_ids;
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
        n += times(k, k->starts[k->a_ids[i] + 1] - k->starts[k->a_ids[i]]);
    }
    k->begins[p + 1] = n;
}

static void fill_part(void *user, uint32_t p)
{
    struct joining_rows *k = user;
    int64_t at = k->begins[p];
    for (int64_t i = (int64_t) p * PART; i < part_end(k, p); i++) {
        uint32_t first = k->starts[k->a_ids[i]], met = k->starts[k->a_ids[i] + 1] - first;
        for (uint32_t m = 0; m < times(k, met); m++, at++) {
            k->a_at[at] = i;
            k->b_at[at] = m < met ? (int64_t) k->list[first + m] : -1;
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

/* The rows of b whose keys a does not have, behind `at`; to: where they go, or NULL. Returns how many. */
static int64_t others(struct joining_rows *k, uint32_t count, int64_t at, bool put)
{
    char *seen = xcalloc((size_t) count + 1, 1);
    int64_t n = 0;
    for (int64_t i = 0; i < k->a_rows; i++)
        seen[k->a_ids[i]] = 1;
    for (int64_t i = 0; i < k->b_rows; i++) {
        if (seen[k->b_ids[i]])
            continue;
        if (put) {
            k->a_at[at + n] = -1;
            k->b_at[at + n] = i;
        }
        n++;
    }
    free(seen);
    return n;
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
    int64_t rows = k->begins[parts], met = rows;
    if (k->kind == JOIN_OUTER)
        rows += others(k, count, 0, false);
    bool few = rows <= TABLE_ROWS_MOST;
    k->a_at = ok && few ? malloc((size_t) rows * sizeof *k->a_at + 1) : NULL;
    k->b_at = k->a_at ? malloc((size_t) rows * sizeof *k->b_at + 1) : NULL;
    if (ok && !k->b_at) {
        struct diag *d = diag_error(j->diags, DIAG_MEMORY, j->at,
                                    "not enough memory for a join of %lld rows", (long long) rows);
        diag_help(j->diags, d, "the keys repeat in both tables: join with t.unique(key)");
    }
    ok = ok && k->b_at && parts_run(j, parts, fill_part, k);
    if (ok && k->kind == JOIN_OUTER)
        others(k, count, met, true);
    return ok ? rows : -1;
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

/* The keys of rows that a does not have are b's; both: a's rows, then b's. */
static struct data_table *with_keys(const struct table_job *j, const struct joining_rows *k,
                                    struct data_table *left, struct data_column *const *both,
                                    const char *const *keys, uint32_t count, int64_t rows)
{
    int64_t *at = xmalloc((size_t) rows * sizeof *at + 1);
    for (int64_t i = 0; i < rows; i++)
        at[i] = k->a_at[i] < 0 ? k->a_rows + k->b_at[i] : k->a_at[i];
    for (uint32_t i = 0; i < count && left; i++) {
        struct data_column *c = column_gather(j, both[i], at, rows);
        struct data_table *next = c ? table_with(j, left, keys[i], c) : NULL;
        column_unref(&c);
        table_unref(&left);
        left = next;
    }
    free(at);
    return left;
}

/* The columns of `left`, then those of b but the keys. A name that is there already gets "_right". */
static struct data_table *beside(const struct table_job *j, const struct data_table *left,
                                 const struct data_table *b, const int64_t *b_at,
                                 const char *const *keys, uint32_t key_count, int64_t rows)
{
    size_t room = (size_t) left->count + b->count + 1;
    char **names = xcalloc(room, sizeof *names);
    struct data_column **columns = xcalloc(room, sizeof(struct data_column *));
    struct dictionary *seen = dictionary_new();
    uint32_t count = 0;
    bool ok = true;
    for (; count < left->count; count++) {
        names[count] = xstrdup(left->names[count]);
        columns[count] = column_ref(left->columns[count]);
        dictionary_code(seen, str_of(names[count]));
    }
    for (uint32_t i = 0; i < b->count && ok; i++) {
        if (is_key(b->names[i], keys, key_count))
            continue;
        struct buf name = {0};
        buf_puts(&name, b->names[i]);
        while (dictionary_find(seen, (struct str){name.p, name.n}) >= 0)
            buf_puts(&name, "_right");
        dictionary_code(seen, (struct str){name.p, name.n});
        columns[count] = column_gather(j, b->columns[i], b_at, rows);
        ok = columns[count];
        names[count++] = buf_take(&name);
    }
    dictionary_unref(seen);
    struct data_table *made = table_new(names, columns, count, rows);
    if (!ok)
        table_unref(&made);
    return made;
}

static struct data_table *columns_of(const struct table_job *j, const struct joining_rows *k,
                                     const struct data_table *a, const struct data_table *b,
                                     struct data_column *const *both, const char *const *keys,
                                     uint32_t key_count, int64_t rows)
{
    bool first_alone = k->kind == JOIN_SEMI || k->kind == JOIN_ANTI;
    struct data_table *left = is_all(k->a_at, rows, a->rows)
                                  ? table_ref((struct data_table *) (uintptr_t) a)
                                  : table_gather(j, a, k->a_at, rows);
    if (left && (k->kind == JOIN_RIGHT || k->kind == JOIN_OUTER))
        left = with_keys(j, k, left, both, keys, key_count, rows);
    if (!left || first_alone)
        return left;
    struct data_table *made = beside(j, left, b, k->b_at, keys, key_count, rows);
    table_unref(&left);
    return made;
}

/* a and b change their parts. */
static void turn(struct joining_rows *k)
{
    struct joining_rows was = *k;
    k->a_ids = was.b_ids;
    k->b_ids = was.a_ids;
    k->a_rows = was.b_rows;
    k->b_rows = was.a_rows;
    k->a_at = was.b_at;
    k->b_at = was.a_at;
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
        struct joining_rows k = {.a_ids = found.ids,
                                 .b_ids = found.ids + a->rows,
                                 .a_rows = a->rows,
                                 .b_rows = b->rows,
                                 .kind = kind};
        if (kind == JOIN_RIGHT)
            turn(&k);
        int64_t rows = match(j, &k, found.count);
        if (kind == JOIN_RIGHT)
            turn(&k);
        if (rows >= 0)
            made = columns_of(j, &k, a, b, both, keys, count, rows);
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
