/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on tables, as the language's class calls them. Next: builtin_column.c. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "eval/table/vm_table.h"
#include "table/file/table_file.h"

BUILTIN(__table_new)
{
    return vm_give_table(
        vm, table_new(xcalloc(1, sizeof(char *)), xcalloc(1, sizeof(struct data_column *)), 0, 0),
        at);
}

BUILTIN(__table_load)
{
    const char *path = vm_text(vm, at[0].u);
    struct table_job j = vm_table_job(vm);
    return path && vm_give_table(vm, table_load_file(&j, path), at);
}

BUILTIN(__table_save)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    const char *path = t ? vm_text(vm, at[1].u) : NULL;
    struct table_job j = vm_table_job(vm);
    return path && table_save_file(&j, t, path);
}

BUILTIN(__table_keep)
{
    return vm_handle_keep(vm, at[0].u);
}

BUILTIN(__table_drop)
{
    return vm_handle_unkeep(vm, at[0].u);
}

BUILTIN(__table_rows)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    at[0].i = t ? t->rows : 0;
    return t;
}

BUILTIN(__table_columns)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    at[0].i = t ? t->count : 0;
    return t;
}

BUILTIN(__table_name)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    if (!t)
        return false;
    if (at[1].i < 0 || at[1].i >= (int64_t) t->count) {
        vm_error(vm, DIAG_MEMORY, vm_place(vm),
                 "column %" PRId64 " of a table of %" PRIu32 " columns", at[1].i, t->count);
        return false;
    }
    const char *name = t->names[at[1].i];
    at[0].u = vm_literal(vm, (struct str){name, strlen(name) + 1});
    return at[0].u;
}

BUILTIN(__table_column_named)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    const char *name = t ? vm_text(vm, at[1].u) : NULL;
    struct table_job j = vm_table_job(vm);
    int64_t i = name ? table_find(&j, t, name) : -1;
    return i >= 0 && vm_give_column(vm, column_ref(t->columns[i]), at);
}

BUILTIN(__table_filter)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    struct data_column *mask = t ? vm_given_column(vm, at[1].u) : NULL;
    struct table_job j = vm_table_job(vm);
    return mask && vm_give_table(vm, table_filter(&j, t, mask), at);
}

typedef struct data_table *by_names(const struct table_job *j, const struct data_table *t,
                                    const char *const *names, uint32_t count);

static bool named(struct vm *vm, union value *at, by_names *operation)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    const char **names = t ? vm_texts(vm, at[1].u, at[2].i) : NULL;
    struct table_job j = vm_table_job(vm);
    bool ok = names && vm_give_table(vm, operation(&j, t, names, (uint32_t) at[2].i), at);
    free(names);
    return ok;
}

BUILTIN(__table_select)
{
    return named(vm, at, table_select);
}

BUILTIN(__table_drop_columns)
{
    return named(vm, at, table_drop);
}

BUILTIN(__table_sort)
{
    return named(vm, at, table_sort);
}

BUILTIN(__table_unique)
{
    return named(vm, at, table_unique);
}

BUILTIN(__table_drop_missing)
{
    return named(vm, at, table_drop_missing);
}

BUILTIN(__table_rename)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    const char *from = t ? vm_text(vm, at[1].u) : NULL, *to = from ? vm_text(vm, at[2].u) : NULL;
    struct table_job j = vm_table_job(vm);
    return to && vm_give_table(vm, table_rename(&j, t, from, to), at);
}

BUILTIN(__table_with)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    const char *name = t ? vm_text(vm, at[1].u) : NULL;
    struct data_column *c = name ? vm_given_column(vm, at[2].u) : NULL;
    struct table_job j = vm_table_job(vm);
    return c && vm_give_table(vm, table_with(&j, t, name, c), at);
}

BUILTIN(__table_with_value)
{
    struct column_operand value;
    struct data_table *t = vm_given_table(vm, at[0].u);
    const char *name = t ? vm_text(vm, at[1].u) : NULL;
    struct table_job j = vm_table_job(vm);
    if (!name || !vm_operand(vm, at[2].u, &value))
        return false;
    struct data_column *mask = column_new(&j, COLUMN_BOOL, t->rows, NULL), *c = NULL;
    if (mask) {
        memset(mask->truths, 1, (size_t) t->rows);
        c = column_choose(&j, mask, &value, &value);
    }
    bool ok = c && vm_give_table(vm, table_with(&j, t, name, c), at);
    column_unref(&mask);
    column_unref(&c);
    return ok;
}

BUILTIN(__table_slice)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    struct table_job j = vm_table_job(vm);
    return t && vm_give_table(vm, table_slice(&j, t, at[1].i, at[2].i), at);
}

BUILTIN(__table_describe)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    struct table_job j = vm_table_job(vm);
    return t && vm_give_table(vm, table_describe(&j, t), at);
}

BUILTIN(__table_append)
{
    struct data_table *t = vm_given_table(vm, at[0].u),
                      *below = t ? vm_given_table(vm, at[1].u) : NULL;
    struct table_job j = vm_table_job(vm);
    return below && vm_give_table(vm, table_append(&j, t, below), at);
}

static bool aggregate(struct vm *vm, union value *at, const char *const *how, int64_t count)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    const char **keys = t ? vm_texts(vm, at[1].u, at[2].i) : NULL;
    struct table_job j = vm_table_job(vm);
    bool ok = keys &&
              vm_give_table(
                  vm, table_aggregate(&j, t, keys, (uint32_t) at[2].i, how, (uint32_t) count), at);
    free(keys);
    return ok;
}

BUILTIN(__table_aggregate)
{
    const char **how = vm_texts(vm, at[3].u, at[4].i);
    bool ok = how && aggregate(vm, at, how, at[4].i);
    free(how);
    return ok;
}

/* The aggregate's name, and columns, which keep their names. */
BUILTIN(__table_aggregate_each)
{
    const char *how = vm_text(vm, at[3].u);
    const char **names = how ? vm_texts(vm, at[4].u, at[5].i) : NULL;
    if (!names)
        return false;
    int64_t count = at[5].i;
    struct buf *texts = xcalloc((size_t) count + 1, sizeof *texts);
    const char **all = xcalloc((size_t) count + 1, sizeof *all);
    for (int64_t i = 0; i < count; i++) {
        buf_printf(texts + i, "%s = %s(%s)", names[i], how, names[i]);
        all[i] = texts[i].p;
    }
    bool ok = aggregate(vm, at, all, count);
    for (int64_t i = 0; i < count; i++)
        buf_free(texts + i);
    free(texts);
    free(all);
    free(names);
    return ok;
}

BUILTIN(__table_join)
{
    struct data_table *t = vm_given_table(vm, at[0].u),
                      *right = t ? vm_given_table(vm, at[1].u) : NULL;
    const char **keys = right ? vm_texts(vm, at[2].u, at[3].i) : NULL;
    struct table_job j = vm_table_job(vm);
    bool ok =
        keys && at[4].i >= 0 && at[4].i < JOINS &&
        vm_give_table(
            vm, table_join(&j, t, right, keys, (uint32_t) at[3].i, (enum join_kind) at[4].i), at);
    free(keys);
    return ok;
}

static void display(struct vm *vm, const struct data_table *t, const char *name, bool result)
{
    struct display d = {0};
    display_data_table(&d, t, name, &vm->style);
    vm->hooks.show(vm->hooks.user, &d, result);
    display_free(&d);
}

BUILTIN(__table_show)
{
    struct data_table *t = vm_given_table(vm, at[0].u);
    if (t)
        display(vm, t, NULL, false);
    return t;
}

/* ---- aggregates as texts: count(), mean("price") ---- */

BUILTIN(aggregate_count)
{
    at[0].u = vm_literal(vm, STR("count()\0"));
    return at[0].u;
}

BUILTIN(aggregate_of)
{
    struct buf text = {0};
    const char *column = vm_text(vm, at[0].u);
    if (!column)
        return false;
    buf_printf(&text, "%s(%s)", builtin_call_of(call)->builtin->name, column);
    at[0].u = vm_literal(vm, (struct str){text.p, text.n + 1});
    buf_free(&text);
    return at[0].u;
}
