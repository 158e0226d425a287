/* SPDX-License-Identifier: Apache-2.0 */
/* Comparisons of columns, and SQL's logic of three values: == != < <= > >= && ||. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "table/column_blocks.h"

enum comparing_op { EQ, NE, LT, LE, GT, GE };

struct comparing {
    enum comparing_op op;
    const struct column_operand *l, *r;
    struct data_column *to;
    bool real, as_time;
    /* of strings: what each code of l's column means: a rank to compare with r's, or the result, of which the first is that of a missing string */
    const int32_t *left_ranks, *right_ranks;
    const int8_t *decided;
};

#define EACH(member, missing)                                                                      \
    switch (op) {                                                                                  \
    case EQ: LOOP(==, missing); break;                                                             \
    case NE: LOOP(!=, missing); break;                                                             \
    case LT: LOOP(<, missing); break;                                                              \
    case LE: LOOP(<=, missing); break;                                                             \
    case GT: LOOP(>, missing); break;                                                              \
    default: LOOP(>=, missing);                                                                    \
    }
#define LOOP(sign, missing)                                                                        \
    for (int64_t i = 0; i < n; i++)                                                                \
    to[i] = (missing) ? COLUMN_MISSING_BOOL : (int8_t) (l[i] sign r[i])

static void compare_reals(enum comparing_op op, const double *l, const double *r, int8_t *to,
                          int64_t n)
{
    EACH(reals, l[i] != l[i] || r[i] != r[i])
}

static void compare_integers(enum comparing_op op, const int64_t *l, const int64_t *r, int8_t *to,
                             int64_t n)
{
    EACH(integers, l[i] == COLUMN_MISSING_INT || r[i] == COLUMN_MISSING_INT)
}

#undef LOOP
#undef EACH

static int8_t decide(enum comparing_op op, int64_t l, int64_t r)
{
    switch (op) {
    case EQ: return l == r;
    case NE: return l != r;
    case LT: return l < r;
    case LE: return l <= r;
    case GT: return l > r;
    default: return l >= r;
    }
}

static void compare_part(void *user, int64_t first, int64_t last)
{
    const struct comparing *k = user;
    double a[BLOCK], b[BLOCK];
    int64_t x[BLOCK], y[BLOCK];
    const struct column_operand *fixed = !k->l->column ? k->l : !k->r->column ? k->r : NULL;
    if (fixed && k->real) /* is the same in each block */
        block_reals(fixed, first, BLOCK, fixed == k->l ? a : b);
    else if (fixed)
        block_integers(fixed, first, BLOCK, k->as_time, fixed == k->l ? x : y);
    for (; first < last; first += BLOCK) {
        int64_t n = last - first < BLOCK ? last - first : BLOCK;
        int8_t *to = k->to->truths + first;
        if (k->real)
            compare_reals(k->op, k->l == fixed ? a : block_reals(k->l, first, n, a),
                          k->r == fixed ? b : block_reals(k->r, first, n, b), to, n);
        else
            compare_integers(
                k->op, k->l == fixed ? x : block_integers(k->l, first, n, k->as_time, x),
                k->r == fixed ? y : block_integers(k->r, first, n, k->as_time, y), to, n);
    }
}

/* ---- strings ---- */

static void ranks_part(void *user, int64_t first, int64_t last)
{
    const struct comparing *k = user;
    const int32_t *l = k->l->column->codes, *r = k->r->column->codes;
    for (int64_t i = first; i < last; i++)
        k->to->truths[i] = l[i] < 0 || r[i] < 0
                               ? COLUMN_MISSING_BOOL
                               : decide(k->op, k->left_ranks[l[i]], k->right_ranks[r[i]]);
}

/* Two columns: the order of all their strings. */
static bool compare_columns(const struct table_job *j, struct comparing *k)
{
    struct dictionary *all = dictionary_new();
    int32_t *l = dictionary_translate(all, k->l->column->words, true),
            *r = dictionary_translate(all, k->r->column->words, true),
            *ranks = k->op > NE ? dictionary_ranks(all) : NULL;
    for (int32_t i = 0; ranks && i < k->l->column->words->count; i++)
        l[i] = ranks[l[i]];
    for (int32_t i = 0; ranks && i < k->r->column->words->count; i++)
        r[i] = ranks[r[i]];
    k->left_ranks = l;
    k->right_ranks = r;
    bool ok = rows_run(j, k->to->rows, ranks_part, k);
    dictionary_unref(all);
    free(ranks);
    free(l);
    free(r);
    return ok;
}

static void decided_part(void *user, int64_t first, int64_t last)
{
    const struct comparing *k = user;
    const int32_t *codes = k->l->column->codes;
    const int8_t *decided = k->decided;
    int8_t *to = k->to->truths;
    for (int64_t i = first; i < last; i++) {
        int32_t code = codes[i];
        to[i] = decided[(code < 0 ? -1 : code) + 1];
    }
}

static int compare_texts(struct str a, struct str b)
{
    size_t n = a.n < b.n ? a.n : b.n;
    int sign = n ? memcmp(a.p, b.p, n) : 0;
    return sign ? sign : (a.n > b.n) - (a.n < b.n);
}

/* A column and a text: each string of the dictionary is compared once. */
static bool compare_text(const struct table_job *j, struct comparing *k)
{
    static const enum comparing_op mirrored[] = {EQ, NE, GT, GE, LT, LE};

    if (!k->l->column) {
        const struct column_operand *l = k->l;
        k->l = k->r;
        k->r = l;
        k->op = mirrored[k->op];
    }
    const struct dictionary *d = k->l->column->words;
    int8_t *decided = xmalloc((size_t) d->count + 1);
    decided[0] = COLUMN_MISSING_BOOL;
    for (int32_t i = 0; i < d->count; i++)
        decided[i + 1] = decide(k->op, compare_texts(dictionary_string(d, i), k->r->text), 0);
    k->decided = decided;
    bool ok = rows_run(j, k->to->rows, decided_part, k);
    free(decided);
    return ok;
}

/* ---- logic ---- */

/* Without branches, for 16 rows or more at once: of false 0, true 1 and missing 2, the larger is right unless one value decides. */
static void both(const int8_t *l, const int8_t *r, int8_t *to, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        int8_t larger = l[i] > r[i] ? l[i] : r[i];
        to[i] = (l[i] != 0) & (r[i] != 0) ? larger : 0;
    }
}

static void either(const int8_t *l, const int8_t *r, int8_t *to, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        int8_t larger = l[i] > r[i] ? l[i] : r[i];
        to[i] = (l[i] == 1) | (r[i] == 1) ? 1 : larger;
    }
}

static void logic_part(void *user, int64_t first, int64_t last)
{
    const struct comparing *k = user;
    int8_t x[BLOCK], y[BLOCK];
    for (; first < last; first += BLOCK) {
        int64_t n = last - first < BLOCK ? last - first : BLOCK;
        const int8_t *l = block_truths(k->l, first, n, x), *r = block_truths(k->r, first, n, y);
        (k->op == EQ ? both : either)(l, r, k->to->truths + first, n);
    }
}

static struct data_column *logic(const struct table_job *j, const char *op, struct comparing *k)
{
    if (k->l->type != COLUMN_BOOL || k->r->type != COLUMN_BOOL) {
        const struct column_operand *wrong = k->l->type != COLUMN_BOOL ? k->l : k->r;
        struct diag *d = diag_error(j->diags, DIAG_TYPE, j->at, "'%s' takes bool columns, not %s",
                                    op, column_type_name(wrong->type));
        diag_help(j->diags, d, "compare the column with something, as in t[\"a\"] != 0");
        return NULL;
    }
    k->op = *op == '&' ? EQ : NE;
    int64_t rows = operand_rows(k->l, k->r);
    k->to = column_new(j, COLUMN_BOOL, rows, NULL);
    if (k->to && !rows_run(j, rows, logic_part, k))
        column_unref(&k->to);
    return k->to;
}

struct data_column *column_compare(const struct table_job *j, const char *op,
                                   const struct column_operand *l, const struct column_operand *r)
{
    static const char *const names[] = {"==", "!=", "<", "<=", ">", ">="};
    struct comparing k = {.l = l, .r = r};
    if (*op == '&' || *op == '|')
        return logic(j, op, &k);
    while (strcmp(names[k.op], op) != 0)
        k.op++;
    bool texts = l->type == COLUMN_STRING && r->type == COLUMN_STRING,
         times = operand_is_time(l) && operand_is_time(r),
         numbers = operand_is_number(l) && operand_is_number(r);
    if (!texts && !times && !numbers) {
        diag_error(j->diags, DIAG_TYPE, j->at, "%s and %s cannot be compared",
                   column_type_name(l->type), column_type_name(r->type));
        return NULL;
    }
    k.real = l->type == COLUMN_FLOAT || r->type == COLUMN_FLOAT;
    k.as_time = times && l->type != r->type;
    int64_t rows = operand_rows(l, r);
    k.to = column_new(j, COLUMN_BOOL, rows, NULL);
    bool ok = k.to && (!texts                   ? rows_run(j, rows, compare_part, &k)
                       : l->column && r->column ? compare_columns(j, &k)
                                                : compare_text(j, &k));
    if (!ok)
        column_unref(&k.to);
    return k.to;
}
