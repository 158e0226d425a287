/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on columns, as the language's class calls them; columns and device arrays. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "array/array.h"
#include "base/check.h"
#include "eval/table/vm_table.h"

BUILTIN(__column_keep)
{
    return vm_handle_keep(vm, at[0].u);
}

BUILTIN(__column_drop)
{
    return vm_handle_unkeep(vm, at[0].u);
}

BUILTIN(__column_rows)
{
    struct data_column *c = vm_given_column(vm, at[0].u);
    at[0].i = c ? c->rows : 0;
    return c;
}

BUILTIN(__column_type)
{
    struct data_column *c = vm_given_column(vm, at[0].u);
    const char *name = c ? column_type_name(c->type) : "";
    at[0].u = vm_literal(vm, (struct str){name, strlen(name) + 1});
    return c;
}

static bool in_range(struct vm *vm, const struct data_column *c, int64_t row)
{
    if (row >= 0 && row < c->rows)
        return true;
    vm_error(vm, DIAG_MEMORY, vm_place(vm), "row %" PRId64 " of a column of %" PRId64 " rows", row,
             c->rows);
    return false;
}

BUILTIN(__column_number)
{
    struct data_column *c = vm_given_column(vm, at[0].u);
    if (!c || !in_range(vm, c, at[1].i))
        return false;
    if (c->type == COLUMN_STRING) {
        diag_help(vm->diags,
                  vm_error(vm, DIAG_TYPE, vm_place(vm), "a column of strings has no numbers"),
                  "text(row) gives the string");
        return false;
    }
    at[0].d = column_double_at(c, at[1].i);
    return true;
}

BUILTIN(__column_text)
{
    struct buf text = {0};
    struct data_column *c = vm_given_column(vm, at[0].u);
    if (!c || !in_range(vm, c, at[1].i))
        return false;
    column_print(&text, c, at[1].i);
    buf_putc(&text, 0);
    at[0].u = vm_literal(vm, (struct str){text.p, text.n});
    buf_free(&text);
    return at[0].u;
}

BUILTIN(__column_filter)
{
    struct data_column *c = vm_given_column(vm, at[0].u),
                       *mask = c ? vm_given_column(vm, at[1].u) : NULL;
    struct table_job j = vm_table_job(vm);
    return mask && vm_give_column(vm, column_filter(&j, c, mask), at);
}

BUILTIN(__column_function)
{
    struct data_column *c = vm_given_column(vm, at[0].u);
    const char *name = c ? vm_text(vm, at[1].u) : NULL;
    struct table_job j = vm_table_job(vm);
    return name && vm_give_column(vm, column_function(&j, name, c), at);
}

BUILTIN(__column_text_test)
{
    struct data_column *c = vm_given_column(vm, at[0].u);
    const char *name = c ? vm_text(vm, at[1].u) : NULL, *text = name ? vm_text(vm, at[2].u) : NULL;
    struct table_job j = vm_table_job(vm);
    return text && vm_give_column(vm, column_text_test(&j, name, c, str_of(text)), at);
}

BUILTIN(__column_operate)
{
    struct column_operand l, r;
    const char *op = vm_text(vm, at[0].u);
    struct table_job j = vm_table_job(vm);
    return op && vm_operand(vm, at[1].u, &l) && vm_operand(vm, at[2].u, &r) &&
           vm_give_column(vm, column_operate(&j, op, &l, &r), at);
}

BUILTIN(__column_fill)
{
    struct column_operand value;
    struct data_column *c = vm_given_column(vm, at[0].u);
    struct table_job j = vm_table_job(vm);
    return c && vm_operand(vm, at[1].u, &value) &&
           vm_give_column(vm, column_fill(&j, c, &value), at);
}

BUILTIN(__column_choose)
{
    struct column_operand a, b;
    struct data_column *mask = vm_given_column(vm, at[0].u);
    struct table_job j = vm_table_job(vm);
    return mask && vm_operand(vm, at[1].u, &a) && vm_operand(vm, at[2].u, &b) &&
           vm_give_column(vm, column_choose(&j, mask, &a, &b), at);
}

BUILTIN(__column_as)
{
    struct data_column *c = vm_given_column(vm, at[0].u);
    const char *name = c ? vm_text(vm, at[1].u) : NULL;
    struct table_job j = vm_table_job(vm);
    for (enum column_type t = COLUMN_BOOL; name && t <= COLUMN_TIME; t++)
        if (!strcmp(name, column_type_name(t)))
            return vm_give_column(vm, column_as(&j, c, t), at);
    if (name)
        diag_help(vm->diags,
                  vm_error(vm, DIAG_TYPE, vm_place(vm), "there is no column type '%s'", name),
                  "the types are bool, int, float, string, date and time");
    return false;
}

BUILTIN(__column_aggregate)
{
    double value;
    struct data_column *c = vm_given_column(vm, at[0].u);
    const char *how = c ? vm_text(vm, at[1].u) : NULL;
    struct table_job j = vm_table_job(vm);
    if (!how || !column_aggregate(&j, c, how, &value))
        return false;
    at[0].d = value;
    return true;
}

/* ---- device arrays ---- */

static void put_values(struct data_column *c, const struct array *a, const char *elements,
                       int64_t first, int64_t step)
{
    for (int64_t i = 0; i < c->rows; i++) {
        const char *e = elements + (uint64_t) (first + i * step) * a->dtype.size;
        double v = dtype_double(a->dtype, e);
        if (c->type == COLUMN_FLOAT)
            c->reals[i] = v;
        else if (c->type == COLUMN_BOOL)
            c->truths[i] = v != 0;
        else if (a->dtype.size == sizeof c->integers[i]) /* beyond 2^53 too */
            memcpy(c->integers + i, e, sizeof c->integers[i]);
        else
            c->integers[i] = (int64_t) v;
    }
}

/* The column at `first` of a row-major matrix of `step` columns. */
static struct data_column *column_from(const struct table_job *j, const struct array *a,
                                       const char *elements, int64_t first, int64_t step)
{
    bool real = dtype_is_real(a->dtype), truth = a->dtype.kind == DTYPE_BOOL;
    enum column_type type = real ? COLUMN_FLOAT : truth ? COLUMN_BOOL : COLUMN_INT;
    struct data_column *c = column_new(j, type, a->shape[0], NULL);
    if (c)
        put_values(c, a, elements, first, step);
    return c;
}

/* The elements of an array of rank 1 (or 2), of malloc. NULL: a diag. */
static char *elements_of(struct vm *vm, const struct array *a, uint32_t rank)
{
    struct device_fault fault;
    if (a->rank > rank || a->dtype.kind == DTYPE_OTHER || a->part.ranks > 1) {
        vm_error(vm, DIAG_TYPE, vm_place(vm),
                 rank == 1 ? "a column is made of an array of numbers of rank 1, not %" PRIu32
                           : "a table is made of an array of numbers of rank 1 or 2, not %" PRIu32,
                 a->rank);
        return NULL;
    }
    char *elements = xmalloc(array_bytes(a) + 1);
    if (vm_fault(vm, array_read(a, elements, &fault), &fault, vm_place(vm)))
        return elements;
    free(elements);
    return NULL;
}

BUILTIN(__column_of_array)
{
    const struct array *a = at[0].p;
    struct table_job j = vm_table_job(vm);
    char *elements = elements_of(vm, a, 1);
    bool ok = elements && vm_give_column(vm, column_from(&j, a, elements, 0, 1), at);
    free(elements);
    return ok;
}

BUILTIN(__table_of_array)
{
    const struct array *a = at[0].p;
    struct table_job j = vm_table_job(vm);
    char *elements = elements_of(vm, a, 2);
    uint32_t count = a->rank == 2 ? (uint32_t) a->shape[1] : 1;
    if (!elements)
        return false;
    char **names = xcalloc((size_t) count + 1, sizeof *names);
    struct data_column **columns = xcalloc((size_t) count + 1, sizeof(struct data_column *));
    bool ok = true;
    for (uint32_t i = 0; i < count; i++) {
        struct buf name = {0};
        buf_printf(&name, "column_%" PRIu32, i);
        names[i] = buf_take(&name);
        columns[i] = ok ? column_from(&j, a, elements, i, count) : NULL;
        ok = columns[i];
    }
    struct data_table *t = table_new(names, columns, count, a->shape[0]);
    free(elements);
    if (!ok)
        table_unref(&t);
    return vm_give_table(vm, t, at);
}

/* Integers that miss a value are copied as doubles, which have nan for it. */
static bool copy_out(struct vm *vm, struct data_column *c, union value *to)
{
    static const enum dtype_kind kinds[] = {
        [COLUMN_BOOL] = DTYPE_BOOL,  [COLUMN_INT] = DTYPE_I64,  [COLUMN_FLOAT] = DTYPE_F64,
        [COLUMN_STRING] = DTYPE_I32, [COLUMN_DATE] = DTYPE_I64, [COLUMN_TIME] = DTYPE_I64};
    struct table_job j = vm_table_job(vm);
    bool whole = c->type == COLUMN_INT || c->type == COLUMN_BOOL;
    bool real = whole && column_missing_count(&j, c) > 0;
    struct data_column *from = real ? column_as(&j, c, COLUMN_FLOAT) : column_ref(c);
    struct device *dev = from ? launcher_device(vm->launcher, vm->diags, vm_place(vm)) : NULL;
    struct array *a =
        dev ? array_new(dev, dtype_of(kinds[from->type]), 1, &from->rows, vm->diags, vm_place(vm))
            : NULL;
    struct device_fault fault;
    bool ok = a && vm_fault(vm, array_write(a, from->values, &fault), &fault, vm_place(vm));
    column_unref(&from);
    if (ok)
        return vm_own_array(vm, a, to);
    array_unref(&a);
    return false;
}

BUILTIN(__column_array)
{
    struct data_column *c = vm_given_column(vm, at[0].u);
    return c && copy_out(vm, c, at);
}
