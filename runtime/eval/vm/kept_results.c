/* SPDX-License-Identifier: Apache-2.0 */
/* The results of earlier cells as variables: `_` is the last one, `_3` (also written Out[3]) that of In[3]. Numbers, pointers,
 * structs without a destructor and small host arrays are copied. A device array is kept as `_` only, by reference, so that at
 * most one lives longer than its name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "eval/vm/vm.h"

enum { BYTES_MOST = 1 << 16, RESULTS_MOST = 1000 };

/* ---- types that outlive their cell ---- */

/* A type made of `base`, which was made earlier or is made now. */
static const struct type *made_of(struct vm *vm, const struct type *t, const struct type *base)
{
    VEC_EACH (made, &vm->result_types)
        if ((*made)->kind == t->kind && (*made)->base == base && (*made)->count == t->count &&
            (*made)->rank == t->rank)
            return *made;
    struct arena *a = &vm->result_arena;
    const struct type *made = t->kind == TYPE_POINTER ? type_pointer(a, base)
                              : t->kind == TYPE_ARRAY ? type_array(a, base, t->count)
                                                      : type_device_array(a, base, t->rank, false);
    VEC_PUSH(&vm->result_types, made);
    return made;
}

static const struct type *constant(struct vm *vm, const struct type *t)
{
    VEC_EACH (made, &vm->result_types)
        if ((*made)->is_const && (*made)->unqualified == t)
            return *made;
    VEC_PUSH(&vm->result_types, type_qualified(&vm->result_arena, t, true, false));
    return VEC_LAST(&vm->result_types);
}

/* The same type in memory that lives as long as the VM. NULL: values of that type are not kept. */
static const struct type *lasting(struct vm *vm, const struct type *t)
{
    bool is_const = t->is_const;
    t = type_plain(t);
    if (t->kind == TYPE_STRUCT || t->kind == TYPE_ENUM) {
        if (!t->name || (t->class && (t->class->destructor || t->class->copy ||
                                      t->class->template || t->class->polymorphic)))
            return NULL;
    } else if (type_is_arithmetic(t) || t->kind == TYPE_VOID) {
        t = type_basic(t->kind);
    } else if ((t->kind == TYPE_POINTER && !t->reference) ||
               (t->kind == TYPE_ARRAY && !t->unsized) || t->kind == TYPE_DEVICE_ARRAY) {
        const struct type *base = lasting(vm, t->base);
        if (!base)
            return NULL;
        t = made_of(vm, t, base);
    } else {
        return NULL;
    }
    return is_const ? constant(vm, t) : t;
}

/* ---- variables ---- */

/* A name is defined when the cell has ended: its code may still use the name's old meaning. */
static struct symbol *variable_for(struct vm *vm, const char *text, const struct type *t,
                                   struct span at)
{
    struct symbol *v = xcalloc(1, sizeof *v);
    *v = (struct symbol){.kind = SYMBOL_VARIABLE,
                         .storage = STORAGE_SESSION,
                         .name = intern_cstr(vm->names, text),
                         .type = t,
                         .at = at,
                         .in_memory = true,
                         .live.result = true};
    VEC_PUSH(&vm->results, v);
    return v;
}

static void keep_bytes(struct vm *vm, const char *name, const struct type *t, const void *from,
                       struct span at)
{
    struct object *o = vm_try_object(vm, t->size, HOST_GLOBAL, intern_cstr(vm->names, name), at);
    if (!o)
        return;
    struct symbol *v = variable_for(vm, name, t, at);
    memcpy((void *) (uintptr_t) o->start, from, t->size);
    v->live.object = o;
    v->live.address = o->start;
}

/* The number of the cell whose result is shown; false: it is none that a user has run. */
static bool cell_number(struct vm *vm, struct span at, unsigned *out)
{
    const struct source *src = source_get(vm->sources, at.source);
    return src && src->kind == SOURCE_CELL && sscanf(src->name, "In[%u]", out) == 1;
}

/* Forgets the result of a cell long ago. */
static void forget(struct vm *vm, unsigned number)
{
    char name[16];
    int n = snprintf(name, sizeof name, "_%u", number);
    struct symbol *v = lang_find(vm->lang, name, (size_t) n);
    if (v && v->live.result)
        lang_forget(vm->lang, name);
}

static void define(struct vm *vm, struct symbol *v)
{
    const struct symbol *old = lang_find(vm->lang, v->name, strlen(v->name));
    if (old && !old->live.result) { /* the program has that name for something else */
        vm_drop(vm, v);
        return;
    }
    unsigned number;
    v->live.defined = true;
    lang_define(vm->lang, v);
    if (sscanf(v->name, "_%u", &number) == 1 && number > RESULTS_MOST)
        forget(vm, number - RESULTS_MOST);
}

void vm_keep_value(struct vm *vm, const struct type *type, uint64_t bytes, const void *from,
                   struct span at)
{
    char name[16];
    unsigned number;
    const struct type *t = bytes <= BYTES_MOST ? lasting(vm, type) : NULL;
    if (!t || t->size != bytes || !cell_number(vm, at, &number))
        return;
    union value memory[BYTES_MOST / sizeof(union value)];
    if (type_is_scalar(t))
        value_store(t, *(const union value *) from, memory);
    else
        memcpy(memory, from, bytes);
    snprintf(name, sizeof name, "_%u", number);
    keep_bytes(vm, "_", t, memory, at);
    keep_bytes(vm, name, t, memory, at);
}

void vm_keep_array(struct vm *vm, const struct type *type, struct array *a, struct span at)
{
    unsigned number;
    const struct type *t = lasting(vm, type);
    if (t && cell_number(vm, at, &number))
        variable_for(vm, "_", t, at)->live.object = array_ref(a);
}

void vm_results_release(struct vm *vm, const struct array_storage *storage)
{
    struct symbol *v = lang_find(vm->lang, "_", 1);
    vm->result_ends |= v && v->live.result && v->live.object &&
                       v->type->kind == TYPE_DEVICE_ARRAY &&
                       ((struct array *) v->live.object)->storage == storage;
}

void vm_results_settle(struct vm *vm)
{
    if (vm->result_ends)
        lang_forget(vm->lang, "_");
    vm->result_ends = false;
    for (; vm->results_defined < vm->results.n; vm->results_defined++)
        define(vm, vm->results.at[vm->results_defined]);
}

void vm_results_free(struct vm *vm)
{
    VEC_EACH (v, &vm->results)
        free(*v);
    VEC_FREE(&vm->results);
    VEC_FREE(&vm->result_types);
    arena_free(&vm->result_arena);
}
