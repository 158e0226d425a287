/* SPDX-License-Identifier: Apache-2.0 */
/* Tables: life, columns by name, and how work on rows is split. Next: data_column.c. */
#include "table/data_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/split.h"

/* ---- work on rows ---- */

enum { ROWS_OF_PART = 1 << 16 };

struct row_parts {
    const struct table_job *j;
    int64_t rows;
    void (*rows_part)(void *user, int64_t first, int64_t last);
    void (*part)(void *user, uint32_t i);
    void *user;
};

static void run_part(void *user, uint32_t i)
{
    struct row_parts *p = user;
    if (p->part) {
        p->part(p->user, i);
        return;
    }
    int64_t first = (int64_t) i * ROWS_OF_PART, last = first + ROWS_OF_PART;
    p->rows_part(p->user, first, last < p->rows ? last : p->rows);
}

static bool look(void *user, uint32_t done)
{
    const struct table_job *j = ((struct row_parts *) user)->j;
    (void) done;
    if (poll_requested(j->poll))
        poll_now(j->poll, NULL);
    return !j->interrupt || !atomic_load(j->interrupt);
}

static bool run(struct row_parts *p, uint32_t count)
{
    if (count == 1) {
        run_part(p, 0);
        return true;
    }
    if (split_run(count, run_part, look, p))
        return true;
    diag_error(p->j->diags, DIAG_INTERRUPT, p->j->at, "stopped by the user");
    return false;
}

bool rows_run(const struct table_job *j, int64_t rows,
              void (*part)(void *user, int64_t first, int64_t last), void *user)
{
    struct row_parts p = {.j = j, .rows = rows, .rows_part = part, .user = user};
    return rows <= 0 || run(&p, (uint32_t) ((rows + ROWS_OF_PART - 1) / ROWS_OF_PART));
}

bool parts_run(const struct table_job *j, uint32_t parts, void (*part)(void *user, uint32_t i),
               void *user)
{
    struct row_parts p = {.j = j, .part = part, .user = user};
    return !parts || run(&p, parts);
}

/* ---- life ---- */

struct data_table *table_new(char **names, struct data_column **columns, uint32_t count,
                             int64_t rows)
{
    struct data_table *t = xmalloc(sizeof *t);
    *t = (struct data_table){
        .refs = 1, .rows = rows, .count = count, .names = names, .columns = columns};
    return t;
}

struct data_table *table_ref(struct data_table *t)
{
    t->refs++;
    return t;
}

void table_unref(struct data_table **p)
{
    struct data_table *t = *p;
    *p = NULL;
    if (!t || --t->refs)
        return;
    for (uint32_t i = 0; i < t->count; i++) {
        free(t->names[i]);
        column_unref(t->columns + i);
    }
    free(t->names);
    free(t->columns);
    free(t);
}

/* `given` with the first number that makes it new. */
static char *new_name(struct dictionary *seen, const char *given, uint32_t *number)
{
    struct buf b = {0};
    do {
        b.n = 0;
        buf_printf(&b, "%s_%" PRIu32, given, (*number)++);
    } while (dictionary_find(seen, (struct str){b.p, b.n}) >= 0);
    return buf_take(&b);
}

void table_settle_names(char **names, uint32_t count)
{
    struct dictionary *seen = dictionary_new();
    uint32_t *numbers = xcalloc((size_t) count + 1, sizeof *numbers); /* by the name's code */
    for (uint32_t i = 0; i < count; i++) {
        if (!names[i] || !*names[i]) {
            struct buf b = {0};
            free(names[i]);
            buf_printf(&b, "column_%" PRIu32, i);
            names[i] = buf_take(&b);
        }
        int32_t code = dictionary_find(seen, str_of(names[i]));
        if (code >= 0) {
            numbers[code] = numbers[code] ? numbers[code] : 2;
            char *name = new_name(seen, names[i], numbers + code);
            free(names[i]);
            names[i] = name;
        }
        dictionary_code(seen, str_of(names[i]));
    }
    free(numbers);
    dictionary_unref(seen);
}

/* Without columns, and with room for `count`. */
static struct data_table *empty(uint32_t count, int64_t rows)
{
    return table_new(xcalloc(count + 1, sizeof(char *)),
                     xcalloc(count + 1, sizeof(struct data_column *)), 0, rows);
}

static void add(struct data_table *t, const char *name, struct data_column *c)
{
    t->names[t->count] = xstrdup(name);
    t->columns[t->count++] = column_ref(c);
}

/* ---- columns ---- */

static int64_t find(const struct data_table *t, const char *name)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (!strcmp(t->names[i], name))
            return i;
    return -1;
}

static void help_names(const struct table_job *j, struct diag *d, const struct data_table *t)
{
    enum { SHOWN = 12 };

    struct buf b = {0};
    for (uint32_t i = 0; i < t->count && i < SHOWN; i++)
        buf_printf(&b, "%s'%s'", i ? ", " : "", t->names[i]);
    diag_help(j->diags, d, "its columns are %s%s", b.p ? b.p : "none",
              t->count > SHOWN ? ", ..." : "");
    buf_free(&b);
}

int64_t table_find(const struct table_job *j, const struct data_table *t, const char *name)
{
    int64_t i = find(t, name);
    if (i >= 0)
        return i;
    struct name_match match = {.wanted = name};
    for (uint32_t k = 0; k < t->count; k++)
        name_match_try(&match, t->names[k]);
    struct diag *d = diag_error(j->diags, DIAG_NAME, j->at, "the table has no column '%s'", name);
    if (name_match_best(&match))
        diag_help(j->diags, d, "did you mean '%s'?", name_match_best(&match));
    else
        help_names(j, d, t);
    return -1;
}

struct data_table *table_select(const struct table_job *j, const struct data_table *t,
                                const char *const *names, uint32_t count)
{
    struct data_table *made = empty(count, t->rows);
    for (uint32_t i = 0; i < count; i++) {
        int64_t k = table_find(j, t, names[i]);
        if (k >= 0 && find(made, names[i]) >= 0) {
            diag_error(j->diags, DIAG_NAME, j->at, "column '%s' is selected twice", names[i]);
            k = -1;
        }
        if (k < 0) {
            table_unref(&made);
            return NULL;
        }
        add(made, names[i], t->columns[k]);
    }
    return made;
}

struct data_table *table_drop(const struct table_job *j, const struct data_table *t,
                              const char *const *names, uint32_t count)
{
    bool *goes = xcalloc(t->count + 1, sizeof *goes);
    struct data_table *made = empty(t->count, t->rows);
    for (uint32_t i = 0; i < count && made; i++) {
        int64_t k = table_find(j, t, names[i]);
        if (k < 0)
            table_unref(&made);
        else
            goes[k] = true;
    }
    for (uint32_t i = 0; i < t->count && made; i++)
        if (!goes[i])
            add(made, t->names[i], t->columns[i]);
    free(goes);
    return made;
}

struct data_table *table_rename(const struct table_job *j, const struct data_table *t,
                                const char *from, const char *to)
{
    int64_t k = table_find(j, t, from);
    if (k < 0)
        return NULL;
    if (strcmp(from, to) != 0 && find(t, to) >= 0) {
        diag_error(j->diags, DIAG_NAME, j->at, "the table already has a column '%s'", to);
        return NULL;
    }
    struct data_table *made = empty(t->count, t->rows);
    for (uint32_t i = 0; i < t->count; i++)
        add(made, i == k ? to : t->names[i], t->columns[i]);
    return made;
}

struct data_table *table_with(const struct table_job *j, const struct data_table *t,
                              const char *name, struct data_column *c)
{
    if (t->count && c->rows != t->rows) {
        diag_error(j->diags, DIAG_TYPE, j->at,
                   "a column of %" PRId64 " rows does not fit a table of %" PRId64, c->rows,
                   t->rows);
        return NULL;
    }
    struct data_table *made = empty(t->count + 1, c->rows);
    int64_t k = find(t, name);
    for (uint32_t i = 0; i < t->count; i++)
        add(made, t->names[i], i == k ? c : t->columns[i]);
    if (k < 0)
        add(made, name, c);
    return made;
}

/* ---- rows of two tables ---- */

static void copy_codes(struct data_column *to, int64_t at, const struct data_column *from)
{
    int32_t *codes = dictionary_translate(to->words, from->words, true);
    for (int64_t i = 0; i < from->rows; i++)
        to->codes[at + i] = from->codes[i] < 0 ? from->codes[i] : codes[from->codes[i]];
    free(codes);
}

/* Numbers become floats if one side is; other types must be the same. */
struct data_column *column_append(const struct table_job *j, const char *name,
                                  struct data_column *a, struct data_column *b)
{
    enum column_type type = a->type > b->type ? a->type : b->type;
    if (a->type != b->type && (!column_is_number(a) || !column_is_number(b))) {
        diag_error(j->diags, DIAG_TYPE, j->at,
                   "column '%s' is of type %s in one table and %s in the other", name,
                   column_type_name(a->type), column_type_name(b->type));
        return NULL;
    }
    struct data_column *to =
        column_new(j, type, a->rows + b->rows, type == COLUMN_STRING ? dictionary_new() : NULL);
    a = to ? column_as(j, a, type) : NULL;
    b = a ? column_as(j, b, type) : NULL;
    if (b && type == COLUMN_STRING) {
        copy_codes(to, 0, a);
        copy_codes(to, a->rows, b);
    } else if (b) {
        size_t size = column_type_size(type);
        memcpy(to->values, a->values, (size_t) a->rows * size);
        memcpy((char *) to->values + (size_t) a->rows * size, b->values, (size_t) b->rows * size);
    }
    if (!b)
        column_unref(&to);
    column_unref(&a);
    column_unref(&b);
    return to;
}

struct data_table *table_append(const struct table_job *j, const struct data_table *a,
                                const struct data_table *b)
{
    if (a->count != b->count) {
        diag_error(j->diags, DIAG_TYPE, j->at,
                   "a table of %" PRIu32 " columns cannot be appended to one of %" PRIu32, b->count,
                   a->count);
        return NULL;
    }
    struct data_table *made = empty(a->count, a->rows + b->rows);
    for (uint32_t i = 0; i < a->count; i++) {
        int64_t k = table_find(j, b, a->names[i]);
        struct data_column *c =
            k < 0 ? NULL : column_append(j, a->names[i], a->columns[i], b->columns[k]);
        if (!c) {
            table_unref(&made);
            return NULL;
        }
        add(made, a->names[i], c);
        column_unref(&c);
    }
    return made;
}
