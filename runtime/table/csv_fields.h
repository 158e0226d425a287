/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* The fields of text in rows, as in RFC 4180: separated, perhaps in quotes, which may hold separators, line ends and doubled quotes.
 * Thread-safety: safe. */

/* What a field can be, and what all fields of a column can be: field_kind_join. */
enum field_kind {
    FIELD_MISSING, /* empty, or a word that means it */
    FIELD_BOOL,
    FIELD_INT,
    FIELD_FLOAT,
    FIELD_DATE,
    FIELD_TIME,
    FIELD_STRING
};

struct csv_field {
    struct str text; /* without the quotes and, if it has none, without blanks around it */
    bool quoted;
    bool doubled;      /* it has doubled quotes, which stand for one */
    const char *after; /* at the separator, at the line end, or at the end of the text */
};

/* The field at p. A quote that has no end: after is `end`, and *out_open is set. */
struct csv_field field_read(const char *p, const char *end, char separator, bool *out_open);
enum field_kind field_kind_of(const struct csv_field *f);
enum field_kind field_kind_join(enum field_kind a, enum field_kind b);
bool field_is_missing(
    const struct csv_field *f); /* in any column; a quoted field is text, unless it is empty */

/* Values. false: the text is none. */
bool field_bool(struct str s, int8_t *out);
bool field_int(struct str s, int64_t *out);
bool field_float(struct str s, double *out);

/* number.c: parses the number at the start of [p, end), correctly rounded. Returns its end, or p if there is no number. */
const char *csv_number(const char *p, const char *end, double *out);

/* real_text.c: the shortest text that reads back, with a point or an exponent in it. */
void real_print(struct buf *out, double v);
