/* SPDX-License-Identifier: Apache-2.0 */
/* Single fields of text in rows: where they end, and what they are. Next: csv_read.c. */
#include "table/csv_fields.h"

#include <string.h>

#include "table/data_table.h"

static bool is_blank(char c, char separator)
{
    return c == ' ' || c == '\r' || (c == '\t' && separator != '\t');
}

static const char *to_separator(const char *p, const char *end, char separator)
{
    while (p < end && *p != separator && *p != '\n')
        p++;
    return p;
}

/* p: after the opening quote. */
static struct csv_field quoted(const char *p, const char *end, char separator, bool *out_open)
{
    struct csv_field f = {.quoted = true};
    const char *first = p;
    for (; p < end; p++) {
        const char *q = memchr(p, '"', (size_t) (end - p));
        p = q ? q : end;
        if (!q || p + 1 >= end || p[1] != '"')
            break;
        f.doubled = true;
        p++;
    }
    *out_open = p >= end;
    f.text = (struct str){first, (size_t) (p - first)};
    f.after = p < end ? to_separator(p + 1, end, separator) : end;
    return f;
}

struct csv_field field_read(const char *p, const char *end, char separator, bool *out_open)
{
    const char *start = p;
    while (p < end && is_blank(*p, separator))
        p++;
    if (p < end && *p == '"' && separator != '"')
        return quoted(p + 1, end, separator, out_open);
    struct csv_field f = {.after = to_separator(start, end, separator)};
    const char *last = f.after;
    while (last > start && is_blank(last[-1], separator))
        last--;
    p = p < last ? p : last;
    f.text = (struct str){p, (size_t) (last - p)};
    return f;
}

/* What pandas takes for missing, and "-". */
bool field_is_missing(const struct csv_field *f)
{
    static const char *const words[] = {"NA",   "N/A",  "n/a",  "NaN",  "nan", "-nan",
                                        "null", "NULL", "None", "#N/A", "-",   "<NA>"};
    if (!f->text.n)
        return true;
    if (f->text.n > 4 || f->quoted)
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_eq(f->text, words[i]))
            return true;
    return false;
}

bool field_bool(struct str s, int8_t *out)
{
    *out = str_eq(s, "true") || str_eq(s, "True") || str_eq(s, "TRUE");
    return *out || str_eq(s, "false") || str_eq(s, "False") || str_eq(s, "FALSE");
}

bool field_int(struct str s, int64_t *out)
{
    const char *p = s.p, *end = s.p + s.n;
    bool negative = s.n && *p == '-';
    uint64_t v = 0;
    p += s.n && (*p == '-' || *p == '+');
    if (p == end || end - p > 19)
        return false;
    for (; p < end; p++) {
        unsigned digit = (unsigned char) (*p - '0');
        if (digit > 9)
            return false;
        v = v * 10 + digit;
    }
    if (v > INT64_MAX || (!v && negative)) /* -0 is a float */
        return false;
    *out = negative ? -(int64_t) v : (int64_t) v;
    return true;
}

bool field_float(struct str s, double *out)
{
    return csv_number(s.p, s.p + s.n, out) == s.p + s.n && s.n;
}

enum field_kind field_kind_of(const struct csv_field *f)
{
    int8_t truth;
    int64_t integer;
    double real;
    const char *p = f->text.p, *end = p + f->text.n;
    if (field_is_missing(f))
        return FIELD_MISSING;
    if (f->doubled)
        return FIELD_STRING;
    if (field_int(f->text, &integer))
        return FIELD_INT;
    if (field_float(f->text, &real))
        return FIELD_FLOAT;
    if (field_bool(f->text, &truth))
        return FIELD_BOOL;
    if (date_parse(p, end, &integer))
        return FIELD_DATE;
    return time_parse(p, end, &integer) ? FIELD_TIME : FIELD_STRING;
}

enum field_kind field_kind_join(enum field_kind a, enum field_kind b)
{
    enum field_kind low = a < b ? a : b, high = a < b ? b : a;
    if (low == high || low == FIELD_MISSING)
        return high;
    bool number = low == FIELD_INT && high == FIELD_FLOAT,
         time = low == FIELD_DATE && high == FIELD_TIME;
    return number || time ? high : FIELD_STRING;
}
