/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of one column, missing values filled, a choice of two. Those of strings work on the dictionary. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <utf8proc.h>

#include "base/check.h"
#include "base/utf8.h"
#include "table/column_blocks.h"

enum { MICRO = 1000000 };

/* ---- numbers ---- */

static const struct {
    const char *name;
    double (*of)(double);
} real_functions[] = {
    {"sqrt",  sqrt },
    {"exp",   exp  },
    {"log",   log  },
    {"log2",  log2 },
    {"log10", log10},
    {"sin",   sin  },
    {"cos",   cos  },
    {"tan",   tan  },
    {"floor", floor},
    {"ceil",  ceil },
    {"round", round},
    {"fabs",  fabs },
};

struct column_mapping {
    const struct column_operand *from;
    struct data_column *to;
    double (*of)(double);
    int64_t (*part_of)(int64_t days, int64_t micro); /* of dates and times */
    char sign;                                       /* '-': negative, '|': absolute */
    const int32_t *codes;                            /* what each code becomes */
};

static void real_part(void *user, int64_t first, int64_t last)
{
    const struct column_mapping *m = user;
    double a[BLOCK];
    for (; first < last; first += BLOCK) {
        int64_t n = last - first < BLOCK ? last - first : BLOCK;
        const double *x = block_reals(m->from, first, n, a);
        for (int64_t i = 0; i < n; i++)
            m->to->reals[first + i] = m->of(x[i]);
    }
}

static double negative(double x)
{
    return -x;
}

static void integer_part(void *user, int64_t first, int64_t last)
{
    const struct column_mapping *m = user;
    const int64_t *x = m->from->column->integers;
    for (int64_t i = first; i < last; i++) /* the missing value is its own negative */
        m->to->integers[i] = m->sign == '-' || x[i] < 0 ? (int64_t) (0 - (uint64_t) x[i]) : x[i];
}

static void not_part(void *user, int64_t first, int64_t last)
{
    const struct column_mapping *m = user;
    const int8_t *x = m->from->column->truths;
    for (int64_t i = first; i < last; i++)
        m->to->truths[i] = x[i] == COLUMN_MISSING_BOOL ? x[i] : !x[i];
}

static void missing_part(void *user, int64_t first, int64_t last)
{
    const struct column_mapping *m = user;
    for (int64_t i = first; i < last; i++)
        m->to->truths[i] = column_missing_at(m->from->column, i);
}

/* ---- dates ---- */

static int64_t year_of(int64_t days, int64_t micro)
{
    int64_t year;
    int month, day;
    date_parts(days, &year, &month, &day);
    return year;
}

static int64_t month_of(int64_t days, int64_t micro)
{
    int64_t year;
    int month, day;
    date_parts(days, &year, &month, &day);
    return month;
}

static int64_t day_of(int64_t days, int64_t micro)
{
    int64_t year;
    int month, day;
    date_parts(days, &year, &month, &day);
    return day;
}

static int64_t weekday_of(int64_t days, int64_t micro) /* ISO 8601: Monday is 1; 1970-01-01: 4 */
{
    return ((days + 3) % 7 + 7) % 7 + 1;
}

static int64_t hour_of(int64_t days, int64_t micro)
{
    return micro / (3600 * (int64_t) MICRO);
}

static int64_t minute_of(int64_t days, int64_t micro)
{
    return micro / (60 * (int64_t) MICRO) % 60;
}

static int64_t second_of(int64_t days, int64_t micro)
{
    return micro / MICRO % 60;
}

static int64_t itself(int64_t days, int64_t micro)
{
    return days;
}

static const struct {
    const char *name;
    int64_t (*of)(int64_t days, int64_t micro);
    enum column_type type;
} date_functions[] = {
    {"year",    year_of,    COLUMN_INT },
    {"month",   month_of,   COLUMN_INT },
    {"day",     day_of,     COLUMN_INT },
    {"weekday", weekday_of, COLUMN_INT },
    {"hour",    hour_of,    COLUMN_INT },
    {"minute",  minute_of,  COLUMN_INT },
    {"second",  second_of,  COLUMN_INT },
    {"date",    itself,     COLUMN_DATE},
};

static void date_part(void *user, int64_t first, int64_t last)
{
    const struct column_mapping *m = user;
    const struct data_column *c = m->from->column;
    const int64_t of_day = 86400 * (int64_t) MICRO;
    for (int64_t i = first; i < last; i++) {
        int64_t v = c->integers[i], days = v, micro = 0;
        if (c->type == COLUMN_TIME) {
            days = v / of_day - (v % of_day < 0);
            micro = v - days * of_day;
        }
        m->to->integers[i] = v == COLUMN_MISSING_INT ? COLUMN_MISSING_INT : m->part_of(days, micro);
    }
}

/* ---- strings ---- */

static void codes_part(void *user, int64_t first, int64_t last)
{
    const struct column_mapping *m = user;
    const int32_t *x = m->from->column->codes;
    for (int64_t i = first; i < last; i++) {
        if (m->to->type == COLUMN_STRING)
            m->to->codes[i] = x[i] < 0 ? x[i] : m->codes[x[i]];
        else if (m->to->type == COLUMN_BOOL)
            m->to->truths[i] = x[i] < 0 ? COLUMN_MISSING_BOOL : (int8_t) m->codes[x[i]];
        else
            m->to->integers[i] = x[i] < 0 ? COLUMN_MISSING_INT : m->codes[x[i]];
    }
}

static struct data_column *by_codes(const struct table_job *j, const struct column_operand *from,
                                    enum column_type type, struct dictionary *words,
                                    const int32_t *codes)
{
    int64_t rows = from->column->rows;
    struct column_mapping m = {
        .from = from, .to = column_new(j, type, rows, words), .codes = codes};
    if (m.to && !rows_run(j, rows, codes_part, &m))
        column_unref(&m.to);
    return m.to;
}

static int32_t characters(struct str s)
{
    int32_t n = 0;
    for (size_t i = 0; i < s.n; i++)
        n += (s.p[i] & 0xc0) != 0x80;
    return n;
}

static void change_case(struct buf *out, struct str s, bool upper)
{
    for (size_t i = 0; i < s.n;) {
        uint32_t code;
        char bytes[4];
        i += utf8_next(s.p + i, s.n - i, &code);
        code = (uint32_t) (upper ? utf8proc_toupper : utf8proc_tolower)((utf8proc_int32_t) code);
        buf_put(out, bytes, utf8_put(bytes, code));
    }
}

/* length, lower, upper, strip: each string of the dictionary once. */
static struct data_column *of_strings(const struct table_job *j, const char *name,
                                      const struct column_operand *from)
{
    const struct dictionary *d = from->column->words;
    bool length = !strcmp(name, "length");
    struct dictionary *words = length ? NULL : dictionary_new();
    int32_t *codes = xmalloc(((size_t) d->count + 1) * sizeof *codes);
    struct buf b = {0};
    for (int32_t i = 0; i < d->count; i++) {
        struct str s = dictionary_string(d, i);
        b.n = 0;
        if (!strcmp(name, "lower") || !strcmp(name, "upper"))
            change_case(&b, s, *name == 'u');
        else
            buf_put(&b, s.p, s.n);
        struct str made = {b.p, b.n};
        if (!strcmp(name, "strip"))
            made = str_trim(made);
        codes[i] = length ? characters(s) : dictionary_code(words, made);
    }
    struct data_column *to = by_codes(j, from, length ? COLUMN_INT : COLUMN_STRING, words, codes);
    buf_free(&b);
    free(codes);
    return to;
}

struct data_column *column_text_test(const struct table_job *j, const char *name,
                                     const struct data_column *c, struct str text)
{
    struct column_operand from = {.column = c, .type = c->type};
    if (c->type != COLUMN_STRING) {
        diag_error(j->diags, DIAG_TYPE, j->at, "%s() takes a string column, not %s", name,
                   column_type_name(c->type));
        return NULL;
    }
    int32_t *codes = xmalloc(((size_t) c->words->count + 1) * sizeof *codes);
    for (int32_t i = 0; i < c->words->count; i++) {
        struct str s = dictionary_string(c->words, i);
        if (!strcmp(name, "contains"))
            codes[i] = !text.n || memmem(s.p, s.n, text.p, text.n) != NULL;
        else if (s.n < text.n || !text.n)
            codes[i] = !text.n;
        else
            codes[i] =
                !memcmp(!strcmp(name, "starts_with") ? s.p : s.p + s.n - text.n, text.p, text.n);
    }
    struct data_column *to = by_codes(j, &from, COLUMN_BOOL, NULL, codes);
    free(codes);
    return to;
}

/* ---- all functions of one column ---- */

static struct data_column *mapped(const struct table_job *j, struct column_mapping *m,
                                  enum column_type type,
                                  void (*part)(void *user, int64_t first, int64_t last))
{
    m->to = column_new(j, type, m->from->column->rows, NULL);
    if (m->to && !rows_run(j, m->to->rows, part, m))
        column_unref(&m->to);
    return m->to;
}

static struct data_column *of_numbers(const struct table_job *j, const char *name,
                                      struct column_mapping *m, struct data_column *c)
{
    bool absolute = !strcmp(name, "abs") || !strcmp(name, "fabs"),
         rounds = !strcmp(name, "floor") || !strcmp(name, "ceil") || !strcmp(name, "round");
    m->sign = *name == '-' ? '-' : '|';
    if (c->type == COLUMN_INT && (*name == '-' || absolute))
        return mapped(j, m, COLUMN_INT, integer_part);
    if (c->type == COLUMN_INT && rounds)
        return column_ref(c);
    m->of = *name == '-' ? negative : absolute ? fabs : NULL;
    for (size_t i = 0; !m->of && i < sizeof real_functions / sizeof *real_functions; i++)
        if (!strcmp(real_functions[i].name, name))
            m->of = real_functions[i].of;
    return m->of ? mapped(j, m, COLUMN_FLOAT, real_part) : NULL;
}

struct data_column *column_function(const struct table_job *j, const char *name,
                                    struct data_column *c)
{
    struct column_operand from = {.column = c, .type = c->type};
    struct column_mapping m = {.from = &from};
    struct data_column *made = NULL;
    int errors = j->diags->errors;
    if (!strcmp(name, "is_missing"))
        made = mapped(j, &m, COLUMN_BOOL, missing_part);
    else if (*name == '!' && c->type == COLUMN_BOOL)
        made = mapped(j, &m, COLUMN_BOOL, not_part);
    else if (*name != '!' && column_is_number(c))
        made = of_numbers(j, name, &m, c);
    else if (c->type == COLUMN_STRING && (!strcmp(name, "length") || !strcmp(name, "lower") ||
                                          !strcmp(name, "upper") || !strcmp(name, "strip")))
        made = of_strings(j, name, &from);
    for (size_t i = 0;
         operand_is_time(&from) && !made && i < sizeof date_functions / sizeof *date_functions; i++)
        if (!strcmp(date_functions[i].name, name)) {
            m.part_of = date_functions[i].of;
            made = mapped(j, &m, date_functions[i].type, date_part);
        }
    if (!made && j->diags->errors == errors)
        diag_error(j->diags, DIAG_TYPE, j->at, "'%s' does not take a column of type %s", name,
                   column_type_name(c->type));
    return made;
}

/* ---- filled, chosen ---- */

struct choosing {
    const struct data_column *mask; /* NULL: where the first one is not missing */
    const struct column_operand *a, *b;
    struct data_column *to;
    const int32_t *a_codes, *b_codes; /* of strings: their codes in the new dictionary */
    int32_t a_text, b_text;           /* the codes of texts */
};

static int32_t code_at(const struct column_operand *o, int64_t row, const int32_t *codes,
                       int32_t text)
{
    if (!o->column)
        return text;
    int32_t code = o->column->codes[row];
    return code < 0 ? code : codes[code];
}

static void choose_block(const struct choosing *k, int64_t first, int64_t n)
{
    double a[BLOCK], b[BLOCK];
    int64_t x[BLOCK], y[BLOCK];
    int8_t truth[BLOCK], p[BLOCK], q[BLOCK];
    const struct data_column *of = k->a->column;
    if (k->mask)
        memcpy(truth, k->mask->truths + first, (size_t) n);
    else if (of->type == COLUMN_FLOAT)
        for (int64_t i = 0; i < n; i++)
            truth[i] = of->reals[first + i] == of->reals[first + i];
    else if (of->type == COLUMN_INT)
        for (int64_t i = 0; i < n; i++)
            truth[i] = of->integers[first + i] != COLUMN_MISSING_INT;
    else
        for (int64_t i = 0; i < n; i++)
            truth[i] = !column_missing_at(of, first + i);
    enum column_type type = k->to->type;
    if (type == COLUMN_FLOAT) {
        const double *l = block_reals(k->a, first, n, a), *r = block_reals(k->b, first, n, b);
        for (int64_t i = 0; i < n; i++)
            k->to->reals[first + i] = truth[i] == 1 ? l[i] : truth[i] ? NAN : r[i];
    } else if (type == COLUMN_BOOL) {
        const int8_t *l = block_truths(k->a, first, n, p), *r = block_truths(k->b, first, n, q);
        for (int64_t i = 0; i < n; i++)
            k->to->truths[first + i] = truth[i] == 1 ? l[i] : truth[i] ? COLUMN_MISSING_BOOL : r[i];
    } else if (type == COLUMN_STRING) {
        for (int64_t i = 0; i < n; i++)
            k->to->codes[first + i] = truth[i] == 1
                                          ? code_at(k->a, first + i, k->a_codes, k->a_text)
                                      : truth[i] ? COLUMN_MISSING_CODE
                                                 : code_at(k->b, first + i, k->b_codes, k->b_text);
    } else {
        bool times = type == COLUMN_TIME;
        const int64_t *l = block_integers(k->a, first, n, times, x),
                      *r = block_integers(k->b, first, n, times, y);
        for (int64_t i = 0; i < n; i++)
            k->to->integers[first + i] = truth[i] == 1 ? l[i]
                                         : truth[i]    ? COLUMN_MISSING_INT
                                                       : r[i];
    }
}

static void choose_part(void *user, int64_t first, int64_t last)
{
    for (; first < last; first += BLOCK)
        choose_block(user, first, last - first < BLOCK ? last - first : BLOCK);
}

/* Codes for the operand's strings in the dictionary: of a column's, or *out_text. */
static int32_t *codes_in(struct dictionary *words, const struct column_operand *o,
                         int32_t *out_text)
{
    if (o->column)
        return dictionary_translate(words, o->column->words, true);
    *out_text = dictionary_code(words, o->text);
    return NULL;
}

static struct data_column *choose(const struct table_job *j, struct choosing *k, int64_t rows)
{
    struct column_operand a = *k->a, b = *k->b;
    if (!operand_dated(j, &a, k->b) || !operand_dated(j, &b, k->a))
        return NULL;
    bool alike = a.type == b.type || (operand_is_number(&a) && operand_is_number(&b)) ||
                 (operand_is_time(&a) && operand_is_time(&b));
    if (!alike) {
        diag_error(j->diags, DIAG_TYPE, j->at, "a column cannot have values of %s and of %s",
                   column_type_name(a.type), column_type_name(b.type));
        return NULL;
    }
    enum column_type type = a.type > b.type ? a.type : b.type;
    struct dictionary *words = type == COLUMN_STRING ? dictionary_new() : NULL;
    k->a = &a;
    k->b = &b;
    int32_t *l = words ? codes_in(words, &a, &k->a_text) : NULL,
            *r = words ? codes_in(words, &b, &k->b_text) : NULL;
    k->a_codes = l;
    k->b_codes = r;
    k->to = column_new(j, type, rows, words);
    if (k->to && !rows_run(j, rows, choose_part, k))
        column_unref(&k->to);
    free(l);
    free(r);
    return k->to;
}

struct data_column *column_fill(const struct table_job *j, struct data_column *c,
                                const struct column_operand *value)
{
    struct column_operand a = {.column = c, .type = c->type};
    struct choosing k = {.a = &a, .b = value};
    if (!operands_fit(j, &a, value))
        return NULL;
    return choose(j, &k, c->rows);
}

struct data_column *column_choose(const struct table_job *j, const struct data_column *mask,
                                  const struct column_operand *a, const struct column_operand *b)
{
    struct column_operand m = {.column = mask, .type = mask->type};
    struct choosing k = {.mask = mask, .a = a, .b = b};
    if (!operands_fit(j, &m, a) || !operands_fit(j, &m, b))
        return NULL;
    if (mask->type != COLUMN_BOOL) {
        diag_error(j->diags, DIAG_TYPE, j->at, "where() takes a bool column first, not %s",
                   column_type_name(mask->type));
        return NULL;
    }
    return choose(j, &k, mask->rows);
}
