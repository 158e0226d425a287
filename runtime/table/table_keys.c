/* SPDX-License-Identifier: Apache-2.0 */
/* Rows with equal keys get equal numbers. The values of a column become 64-bit keys; parts of the rows number theirs in tables of their own,
 * by hashing, or directly if the keys are small; the parts' numbers are then put together. A further column makes pairs of numbers, which
 * are keys again. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/ranks.h"
#include "table/data_table.h"

/* A map of keys to numbers from 0 on, in the order in which the keys came. */
struct key_table {
    uint32_t *slots; /* number + 1; 0: free */
    uint64_t *keys;  /* of the numbers */
    uint32_t room, count;
    uint64_t mask;
    bool direct; /* a key is its own slot */
};

struct numbering {
    const struct data_column *c; /* or, of a further column: */
    const uint32_t *left, *right;
    uint32_t right_count;
    int64_t rows;
    uint64_t low, most; /* of integers: subtracted; of all keys */
    uint32_t parts;
    struct key_table *tables; /* of the parts */
    uint32_t **numbers;       /* of the parts' numbers in the whole */
    uint32_t *ids;
};

static void table_begin(struct key_table *t, uint64_t most)
{
    enum { DIRECT = 1 << 20, FIRST = 1 << 10 };

    t->direct = most < DIRECT;
    uint64_t slots = t->direct ? most + 1 : FIRST;
    t->mask = slots - 1;
    t->slots = xcalloc(slots, sizeof *t->slots);
    t->room = FIRST;
    t->keys = xmalloc(t->room * sizeof *t->keys);
}

static uint64_t spread(uint64_t key)
{
    key *= 0x9e3779b97f4a7c15u;
    return key ^ key >> 32;
}

static void grow(struct key_table *t)
{
    t->mask = t->mask * 4 + 3;
    free(t->slots);
    t->slots = xcalloc(t->mask + 1, sizeof *t->slots);
    for (uint32_t n = 0; n < t->count; n++) {
        uint64_t i = spread(t->keys[n]) & t->mask;
        while (t->slots[i])
            i = (i + 1) & t->mask;
        t->slots[i] = n + 1;
    }
}

static uint32_t added(struct key_table *t, uint64_t slot, uint64_t key)
{
    if (t->count == t->room) {
        t->room *= 2;
        t->keys = xrealloc(t->keys, t->room * sizeof *t->keys);
    }
    t->keys[t->count] = key;
    t->slots[slot] = ++t->count;
    if (!t->direct && t->count > t->mask / 2)
        grow(t);
    return t->count - 1;
}

static inline uint32_t number_of(struct key_table *t, uint64_t key)
{
    uint64_t i = t->direct ? key : spread(key) & t->mask;
    while (t->slots[i] && !t->direct && t->keys[t->slots[i] - 1] != key)
        i = (i + 1) & t->mask;
    return t->slots[i] ? t->slots[i] - 1 : added(t, i, key);
}

static inline uint64_t key_at(const struct numbering *n, int64_t row)
{
    const struct data_column *c = n->c;
    if (!c)
        return (uint64_t) n->left[row] * n->right_count + n->right[row];
    uint64_t bits;
    switch (c->type) {
    case COLUMN_BOOL: return (uint64_t) c->truths[row];
    case COLUMN_STRING: return (uint64_t) (c->codes[row] + 1);
    case COLUMN_FLOAT: {
        double v = isnan(c->reals[row]) ? NAN : c->reals[row] + 0.0;
        memcpy(&bits, &v, sizeof bits);
        return bits;
    }
    default:
        return c->integers[row] == COLUMN_MISSING_INT ? n->most
                                                      : (uint64_t) c->integers[row] - n->low;
    }
}

static int64_t share(const struct numbering *n, uint32_t part)
{
    return n->rows * part / n->parts;
}

static void number_part(void *user, uint32_t p)
{
    struct numbering *n = user;
    struct key_table *t = n->tables + p;
    table_begin(t, n->most);
    for (int64_t i = share(n, p); i < share(n, p + 1); i++)
        n->ids[i] = number_of(t, key_at(n, i));
}

static void renumber_part(void *user, uint32_t p)
{
    struct numbering *n = user;
    const uint32_t *numbers = n->numbers[p];
    for (int64_t i = share(n, p); i < share(n, p + 1); i++)
        n->ids[i] = numbers[n->ids[i]];
}

/* The numbers of the parts' tables in one table of all. */
static uint32_t unite(struct numbering *n)
{
    struct key_table all = {0};
    table_begin(&all, n->most);
    for (uint32_t p = 0; p < n->parts; p++) {
        struct key_table *t = n->tables + p;
        n->numbers[p] = xmalloc((t->count + (size_t) 1) * sizeof **n->numbers);
        for (uint32_t k = 0; k < t->count; k++)
            n->numbers[p][k] = number_of(&all, t->keys[k]);
        free(t->slots);
        free(t->keys);
    }
    free(all.slots);
    free(all.keys);
    return all.count;
}

/* Sets n->ids, of malloc; returns how many there are, or 0 with a diag (there are rows). */
static uint32_t number_rows(const struct table_job *j, struct numbering *n)
{
    enum { FEW = 1 << 14 };

    n->parts = n->rows < FEW ? 1 : ranks_processors();
    n->tables = xcalloc(n->parts, sizeof *n->tables);
    n->numbers = xcalloc(n->parts, sizeof *n->numbers);
    n->ids = malloc((size_t) n->rows * sizeof *n->ids + 1);
    if (!n->ids)
        diag_error(j->diags, DIAG_MEMORY, j->at, "not enough memory for the keys of %lld rows",
                   (long long) n->rows);
    bool ok = n->ids && parts_run(j, n->parts, number_part, n);
    uint32_t count = unite(n);
    ok = ok && parts_run(j, n->parts, renumber_part, n);
    for (uint32_t p = 0; p < n->parts; p++)
        free(n->numbers[p]);
    free(n->numbers);
    free(n->tables);
    if (ok)
        return count;
    free(n->ids);
    n->ids = NULL;
    return 0;
}

/* The least integer, and one more than the range, which is the key of missing ones. */
static void find_range(struct numbering *n)
{
    const struct data_column *c = n->c;
    int64_t low = INT64_MAX, high = INT64_MIN;
    n->most = UINT64_MAX;
    if (c->type == COLUMN_STRING)
        n->most = (uint64_t) c->words->count;
    if (c->type == COLUMN_BOOL)
        n->most = (uint64_t) COLUMN_MISSING_BOOL;
    if (c->type != COLUMN_INT && c->type != COLUMN_DATE && c->type != COLUMN_TIME)
        return;
    for (int64_t i = 0; i < c->rows; i++) {
        int64_t v = c->integers[i];
        low = v < low && v != COLUMN_MISSING_INT ? v : low;
        high = v > high ? v : high;
    }
    low = low > high ? 0 : low; /* none but missing ones */
    high = high < low ? low : high;
    n->low = (uint64_t) low;
    n->most = (uint64_t) high - (uint64_t) low +
              1; /* the range has no value INT64_MIN, so this is never 0 */
}

/* One column after the other. */
static bool number_columns(const struct table_job *j, struct table_keys *out,
                           struct data_column *const *columns, uint32_t count, int64_t rows)
{
    for (uint32_t k = 0; k < count; k++) {
        struct numbering n = {.c = columns[k], .rows = rows};
        find_range(&n);
        uint32_t found = number_rows(j, &n);
        if (!found)
            return false;
        if (!out->ids) {
            out->ids = n.ids;
            out->count = found;
            continue;
        }
        struct numbering pairs = {.left = out->ids,
                                  .right = n.ids,
                                  .right_count = found,
                                  .rows = rows,
                                  .most = (uint64_t) out->count * found - 1};
        found = number_rows(j, &pairs);
        free(n.ids);
        free(out->ids);
        out->ids = pairs.ids;
        out->count = found;
        if (!found)
            return false;
    }
    return true;
}

bool keys_find(const struct table_job *j, struct table_keys *out,
               struct data_column *const *columns, uint32_t count, int64_t rows)
{
    *out = (struct table_keys){0};
    if (rows && !number_columns(j, out, columns, count, rows)) {
        keys_free(out);
        return false;
    }
    if (!out->ids && rows) { /* no columns: one group */
        out->ids = xcalloc((size_t) rows, sizeof *out->ids);
        out->count = 1;
    }
    out->first = xmalloc((out->count + (size_t) 1) * sizeof *out->first);
    for (uint32_t g = 0; g < out->count; g++)
        out->first[g] = -1;
    uint32_t missing = out->count;
    for (int64_t i = 0; i < rows && missing; i++) {
        if (out->first[out->ids[i]] >= 0)
            continue;
        out->first[out->ids[i]] = i;
        missing--;
    }
    return true;
}

void keys_free(struct table_keys *k)
{
    free(k->ids);
    free(k->first);
    *k = (struct table_keys){0};
}

static int compare_rows(const void *a, const void *b)
{
    int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;
    return (x > y) - (x < y);
}

struct data_table *table_unique(const struct table_job *j, const struct data_table *t,
                                const char *const *names, uint32_t count)
{
    struct table_keys k;
    struct data_table *some = count ? table_select(j, t, names, count)
                                    : table_ref((struct data_table *) (uintptr_t) t),
                      *made = NULL;
    if (some && keys_find(j, &k, some->columns, some->count, t->rows)) {
        qsort(k.first, k.count, sizeof *k.first, compare_rows);
        made = table_gather(j, t, k.first, k.count);
        keys_free(&k);
    }
    table_unref(&some);
    return made;
}
