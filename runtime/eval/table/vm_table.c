/* SPDX-License-Identifier: Apache-2.0 */
/* Tables and columns as values of the program. Next: builtin_data_table.c. */
#include "eval/table/vm_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

#define KIND "table of columns"

struct table_job vm_table_job(struct vm *vm)
{
    return (struct table_job){vm->diags, vm_place(vm), vm->poll, vm->interrupt};
}

static struct table_handle *handle_of(struct vm *vm, uint64_t handle)
{
    struct table_handle *h = vm_handle_of(vm, KIND, handle);
    if (!h)
        vm_error(vm, DIAG_MEMORY, vm_place(vm), "this table or column %s",
                 handle ? "does not exist any more" : "has been moved from");
    return h;
}

struct data_table *vm_given_table(struct vm *vm, uint64_t handle)
{
    struct table_handle *h = handle_of(vm, handle);
    return h ? h->table : NULL;
}

struct data_column *vm_given_column(struct vm *vm, uint64_t handle)
{
    struct table_handle *h = handle_of(vm, handle);
    return h ? h->column : NULL;
}

static bool give(struct vm *vm, struct table_handle made, union value *to)
{
    struct table_handle *h = xmalloc(sizeof *h);
    *h = made;
    to->u = vm_handle(vm, KIND, h);
    return to->u;
}

bool vm_give_table(struct vm *vm, struct data_table *t, union value *to)
{
    return t && give(vm, (struct table_handle){1, t, NULL}, to);
}

bool vm_give_column(struct vm *vm, struct data_column *c, union value *to)
{
    return c && give(vm, (struct table_handle){1, NULL, c}, to);
}

bool vm_handle_keep(struct vm *vm, uint64_t handle)
{
    struct table_handle *h = handle_of(vm, handle);
    if (h)
        h->refs++;
    return h;
}

static void release(struct table_handle *h)
{
    table_unref(&h->table);
    column_unref(&h->column);
    free(h);
}

/* Destructors run after errors too, so a handle that is none is none of theirs. */
bool vm_handle_unkeep(struct vm *vm, uint64_t handle)
{
    struct table_handle *h = handle ? vm_handle_of(vm, KIND, handle) : NULL;
    if (!h || --h->refs)
        return true;
    vm_handle_drop(vm, handle);
    release(h);
    return true;
}

void vm_tables_free(struct vm *vm)
{
    VEC_EACH (o, &vm->handles) {
        struct table_handle *h = vm_handle_of(vm, KIND, (*o)->start);
        if (h)
            release(h);
    }
}

const char *vm_text(struct vm *vm, uint64_t addr)
{
    size_t n;
    return vm_string(vm, addr, vm_place(vm), &n);
}

const char **vm_texts(struct vm *vm, uint64_t addr, int64_t count)
{
    const char **texts = xcalloc((size_t) count + 1, sizeof *texts);
    const uint64_t *from =
        count ? vm_memory(vm, addr, (uint64_t) count * sizeof *from, VM_READ, vm_place(vm)) : NULL;
    bool good = from || !count;
    for (int64_t i = 0; i < count && good; i++) {
        texts[i] = vm_text(vm, from[i]);
        good = texts[i];
    }
    if (good)
        return texts;
    free(texts);
    return NULL;
}

/* As in lang/include/detail/__table.h. */
struct operand_in_memory {
    uint64_t column;
    int32_t type;
    int64_t integer;
    double real;
    uint64_t text;
};

bool vm_operand(struct vm *vm, uint64_t addr, struct column_operand *out)
{
    static const enum column_type types[] = {COLUMN_BOOL, COLUMN_INT, COLUMN_FLOAT, COLUMN_STRING};
    const struct operand_in_memory *o = vm_memory(vm, addr, sizeof *o, VM_READ, vm_place(vm));
    if (!o)
        return false;
    *out =
        (struct column_operand){.type = types[o->type & 3], .integer = o->integer, .real = o->real};
    if (o->column) {
        out->column = vm_given_column(vm, o->column);
        out->type = out->column ? out->column->type : out->type;
        return out->column;
    }
    if (out->type != COLUMN_STRING)
        return true;
    out->text.p = vm_text(vm, o->text);
    out->text.n = out->text.p ? strlen(out->text.p) : 0;
    return out->text.p;
}

/* The object that the first member of a class of __table.h points to. NULL: it is none of them, or moved from. */
static struct table_handle *held(struct vm *vm, const struct type *t, const void *from)
{
    const struct type *first = t->field_count ? type_plain(t->fields[0].type) : NULL;
    uint64_t handle;
    if (!first || first->kind != TYPE_POINTER || !first->base->name)
        return NULL;
    if (strcmp(first->base->name, "__table_object") != 0 &&
        strcmp(first->base->name, "__table_column") != 0)
        return NULL;
    memcpy(&handle, from, sizeof handle);
    return vm_handle_of(vm, KIND, handle);
}

bool vm_display_table(struct vm *vm, const struct type *t, const void *from, const char *name,
                      struct display *out)
{
    struct table_handle *h = held(vm, t, from);
    if (h && h->table)
        display_data_table(out, h->table, name, &vm->style);
    else if (h)
        display_data_column(out, h->column, name, &vm->style);
    return h;
}
