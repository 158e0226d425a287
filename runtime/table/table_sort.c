/* SPDX-License-Identifier: Apache-2.0 */
/* The order of rows. Values become unsigned integers in their order, as small as their range allows, which a radix sort of 11 bits a pass
 * brings into order, the least digit first and so stably; digits that all rows share need no pass. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/ranks.h"
#include "base/split.h"
#include "table/data_table.h"

/* ---- ordinals ---- */

struct making_ordinals {
    const struct data_column *c;
    uint64_t *to;
    const int32_t *ranks;   /* of strings */
    uint64_t *least, *most; /* of each part */
    uint64_t low, high;
    bool descends;
};

enum { PART = 1 << 16 };

/* Any value but a missing one, in the order of unsigned integers. */
static uint64_t raw(const struct making_ordinals *o, int64_t row)
{
    const struct data_column *c = o->c;
    uint64_t bits;
    switch (c->type) {
    case COLUMN_BOOL: return (uint64_t) c->truths[row];
    case COLUMN_STRING: return (uint64_t) o->ranks[c->codes[row]];
    case COLUMN_FLOAT: {
        double v = c->reals[row] + 0.0; /* -0 is 0 */
        memcpy(&bits, &v, sizeof bits);
        return bits >> 63 ? ~bits : bits | (uint64_t) 1 << 63;
    }
    default: return (uint64_t) c->integers[row] ^ (uint64_t) 1 << 63;
    }
}

static int64_t part_end(const struct making_ordinals *o, uint32_t i)
{
    int64_t last = ((int64_t) i + 1) * PART;
    return last < o->c->rows ? last : o->c->rows;
}

static void range_part(void *user, uint32_t i)
{
    struct making_ordinals *o = user;
    uint64_t least = UINT64_MAX, most = 0;
    for (int64_t k = (int64_t) i * PART; k < part_end(o, i); k++) {
        if (column_missing_at(o->c, k))
            continue;
        uint64_t v = o->to[k] = raw(o, k);
        least = v < least ? v : least;
        most = v > most ? v : most;
    }
    o->least[i] = least;
    o->most[i] = most;
}

static void shift_part(void *user, uint32_t i)
{
    struct making_ordinals *o = user;
    uint64_t none = o->high - o->low + (o->high - o->low < UINT64_MAX);
    for (int64_t k = (int64_t) i * PART; k < part_end(o, i); k++)
        o->to[k] = column_missing_at(o->c, k) ? none
                   : o->descends              ? o->high - o->to[k]
                                              : o->to[k] - o->low;
}

uint64_t *column_ordinals(const struct table_job *j, const struct data_column *c, bool descends,
                          uint64_t *out_most)
{
    uint32_t parts = (uint32_t) ((c->rows + PART - 1) / PART);
    struct making_ordinals o = {.c = c,
                                .to = malloc((size_t) c->rows * sizeof *o.to + 1),
                                .least = xcalloc(parts + 1, sizeof *o.least),
                                .most = xcalloc(parts + 1, sizeof *o.most),
                                .low = UINT64_MAX,
                                .descends = descends};
    int32_t *ranks = c->type == COLUMN_STRING ? dictionary_ranks(c->words) : NULL;
    o.ranks = ranks;
    if (!o.to)
        diag_error(j->diags, DIAG_MEMORY, j->at, "not enough memory to order %lld rows",
                   (long long) c->rows);
    bool ok = o.to && parts_run(j, parts, range_part, &o);
    for (uint32_t i = 0; i < parts && ok; i++) {
        o.low = o.least[i] < o.low ? o.least[i] : o.low;
        o.high = o.most[i] > o.high ? o.most[i] : o.high;
    }
    o.low = o.low < o.high ? o.low : o.high; /* none but missing ones */
    *out_most = o.high - o.low + (o.high - o.low < UINT64_MAX);
    ok = ok && parts_run(j, parts, shift_part, &o);
    free(o.least);
    free(o.most);
    free(ranks);
    if (ok)
        return o.to;
    free(o.to);
    return NULL;
}

/* ---- radix sort ---- */

enum { DIGIT = 11, BUCKETS = 1 << DIGIT };

struct row_sorting {
    uint64_t *keys, *keys_to;
    uint32_t *rows, *rows_to;
    int64_t count;
    uint32_t parts;
    unsigned shift;
    uint32_t (*counts)[BUCKETS]; /* of each part, then where its rows go */
    const uint64_t *ordinals;    /* of the rows, in the table's order */
};

static int64_t share(const struct row_sorting *s, uint32_t part)
{
    return s->count * part / s->parts;
}

static void count_digits(void *user, uint32_t p)
{
    struct row_sorting *s = user;
    uint32_t *counts = s->counts[p];
    memset(counts, 0, sizeof *s->counts);
    for (int64_t i = share(s, p); i < share(s, p + 1); i++)
        counts[s->keys[i] >> s->shift & (BUCKETS - 1)]++;
}

static void scatter(void *user, uint32_t p)
{
    struct row_sorting *s = user;
    uint32_t *to = s->counts[p];
    for (int64_t i = share(s, p); i < share(s, p + 1); i++) {
        uint32_t at = to[s->keys[i] >> s->shift & (BUCKETS - 1)]++;
        s->keys_to[at] = s->keys[i];
        s->rows_to[at] = s->rows[i];
    }
}

/* false: all rows have the same digit. */
static bool place_digits(struct row_sorting *s)
{
    uint32_t at = 0;
    for (int b = 0; b < BUCKETS; b++) {
        uint32_t before = at;
        for (uint32_t p = 0; p < s->parts; p++) {
            uint32_t n = s->counts[p][b];
            s->counts[p][b] = at;
            at += n;
        }
        if ((int64_t) (at - before) == s->count)
            return false;
    }
    return true;
}

static void look_up(void *user, uint32_t p)
{
    struct row_sorting *s = user;
    for (int64_t i = share(s, p); i < share(s, p + 1); i++)
        s->keys[i] = s->ordinals[s->rows[i]];
}

static void swap_halves(struct row_sorting *s)
{
    uint64_t *keys = s->keys;
    uint32_t *rows = s->rows;
    s->keys = s->keys_to;
    s->rows = s->rows_to;
    s->keys_to = keys;
    s->rows_to = rows;
}

/* Stably by one column, of which `most` is the greatest ordinal. */
static bool sort_by(const struct table_job *j, struct row_sorting *s, uint64_t most)
{
    if (!parts_run(j, s->parts, look_up, s))
        return false;
    for (s->shift = 0; s->shift < 64 && most >> s->shift; s->shift += DIGIT) {
        if (!parts_run(j, s->parts, count_digits, s))
            return false;
        if (!place_digits(s))
            continue;
        if (!parts_run(j, s->parts, scatter, s))
            return false;
        swap_halves(s);
    }
    return true;
}

int64_t *columns_order(const struct table_job *j, struct data_column *const *columns,
                       const bool *descends, uint32_t count, int64_t rows)
{
    enum { FEW = 1 << 14 };

    uint32_t processors = ranks_processors();
    size_t n = (size_t) rows + 1;
    struct row_sorting s = {.keys = malloc(n * sizeof *s.keys),
                            .keys_to = malloc(n * sizeof *s.keys),
                            .rows = malloc(n * sizeof *s.rows),
                            .rows_to = malloc(n * sizeof *s.rows),
                            .count = rows,
                            .parts = rows < FEW ? 1 : processors};
    int64_t *order = malloc(n * sizeof *order);
    s.counts = xcalloc(s.parts, sizeof *s.counts);
    bool ok = s.keys && s.keys_to && s.rows && s.rows_to && order;
    if (!ok)
        diag_error(j->diags, DIAG_MEMORY, j->at, "not enough memory to order %lld rows",
                   (long long) rows);
    for (int64_t i = 0; i < rows && ok; i++)
        s.rows[i] = (uint32_t) i;
    for (uint32_t c = count; c-- > 0 && ok;) {
        uint64_t most, *ordinals = column_ordinals(j, columns[c], descends && descends[c], &most);
        s.ordinals = ordinals;
        ok = ordinals && sort_by(j, &s, most);
        free(ordinals);
    }
    for (int64_t i = 0; i < rows && ok; i++)
        order[i] = s.rows[i];
    free(s.keys);
    free(s.keys_to);
    free(s.rows);
    free(s.rows_to);
    free(s.counts);
    if (ok)
        return order;
    free(order);
    return NULL;
}

struct data_table *table_sort(const struct table_job *j, const struct data_table *t,
                              const char *const *names, uint32_t count)
{
    struct data_column **columns = xcalloc(count + 1, sizeof(struct data_column *));
    bool *descends = xcalloc(count + 1, sizeof *descends), good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        bool exact = false;
        for (uint32_t k = 0; k < t->count; k++)
            exact |= !strcmp(t->names[k], names[i]);
        descends[i] = !exact && names[i][0] == '-';
        int64_t k = table_find(j, t, names[i] + descends[i]);
        good = k >= 0;
        columns[i] = good ? t->columns[k] : NULL;
    }
    int64_t *order = good ? columns_order(j, columns, descends, count, t->rows) : NULL;
    struct data_table *made = order ? table_gather(j, t, order, t->rows) : NULL;
    free(order);
    free(columns);
    free(descends);
    return made;
}
