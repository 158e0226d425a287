/* SPDX-License-Identifier: Apache-2.0 */
/* Tables: describe(A), describe("file.csv"), and load and save for .csv files. */
#include "eval/library/builtin_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "table/csv_read.h"

static bool ends(const char *path, const char *end)
{
    size_t n = strlen(path), m = strlen(end);
    return n >= m && !strcasecmp(path + n - m, end);
}

bool is_csv(const char *path)
{
    return ends(path, ".csv") || ends(path, ".tsv");
}

/* Words in place of numbers cause a note, not an error: a column of names is no reason to reject the others. */
static void say_words(struct vm *vm, const char *path, const struct csv_numbers *t)
{
    struct buf line = {0};
    if (!t->words)
        return;
    buf_printf(&line,
               "%s: %" PRId64 " field%s not a number and became nan, first in row %" PRId64
               " of the array, column ",
               path, t->words, t->words == 1 ? " is" : "s are", t->first_row);
    if (t->names)
        buf_printf(&line, "'%s'\n", t->names[t->first_column]);
    else
        buf_printf(&line, "%" PRIu32 "\n", t->first_column);
    vm_print(vm, 2, line.p, line.n);
    buf_free(&line);
}

bool table_load(struct vm *vm, const char *path, const char *column, struct span at,
                struct file_array *out)
{
    struct csv_numbers t;
    struct csv_source from = {path, column, vm->poll, vm->interrupt};
    if (!csv_read(&t, &from, vm->diags, at))
        return false;
    say_words(vm, path, &t);
    *out = (struct file_array){
        .dtype = dtype_of(DTYPE_F64),
        .rank = column ? 1 : 2,
        .shape = {t.rows, column ? 0 : t.columns},
        .bytes = (char *) t.values,
        .size = (uint64_t) t.rows * t.columns * sizeof *t.values
    };
    t.values = NULL;
    csv_numbers_free(&t);
    return true;
}

static bool describe(struct vm *vm, const struct call_site *call, const struct display_values *v,
                     const struct display_table_names *names)
{
    struct display d = {0};
    bool ok = display_describe(&d, v, names, &vm->style);
    if (ok)
        vm->hooks.show(vm->hooks.user, &d, false);
    else
        diag_help(vm->diags,
                  vm_error(vm, DIAG_TYPE, call->at, "describe takes numbers in rows and columns"),
                  "an array of rank 1 or 2");
    display_free(&d);
    return ok;
}

BUILTIN(describe)
{
    const struct array *a = at[0].p;
    char *elements = xmalloc(array_bytes(a) + 1);
    struct device_fault fault;
    struct display_values v = {elements, a->dtype, a->rank, .where = ""};
    memcpy(v.shape, a->shape, sizeof v.shape);
    bool ok = vm_fault(vm, array_read(a, elements, &fault), &fault, call->at);
    ok = ok && describe(vm, call, &v, &(struct display_table_names){"table", NULL, 0});
    free(elements);
    return ok;
}

BUILTIN(describe_file)
{
    size_t n;
    struct csv_numbers t;
    struct span arg = builtin_call_of(call)->spans[0];
    const char *path = vm_string(vm, at[0].u, arg, &n);
    struct csv_source from = {path, NULL, vm->poll, vm->interrupt};
    if (!path || !csv_read(&t, &from, vm->diags, arg))
        return false;
    say_words(vm, path, &t);
    struct display_values v = {
        t.values, dtype_of(DTYPE_F64), 2, {t.rows, t.columns},
           .where = ""
    };
    struct display_table_names names = {path, (const char *const *) t.names, t.columns};
    bool ok = describe(vm, call, &v, &names);
    csv_numbers_free(&t);
    return ok;
}
