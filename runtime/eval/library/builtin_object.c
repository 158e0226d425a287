/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that compiled code calls for objects of classes: arrays of them, dynamic_cast, storage for exceptions. See
 * vm_exception.c. */
#include "eval/library/builtin.h"

/* ---- arrays of objects ---- */

static struct symbol *function_at(struct vm *vm, uint64_t handle)
{
    return handle ? vm_handle_of(vm, "function", handle) : NULL;
}

/* C++17 18.2: when a constructor throws, the elements before it are destroyed. */
static void destroy_elements(struct vm *vm, const struct symbol *constructor, uint64_t address,
                             uint64_t count, uint64_t size)
{
    struct cleanup thrown = vm->thrown;
    struct destructor_call d = {type_destructor(constructor->member->class), count, size, false};
    if (!thrown.exception || !d.function)
        return;
    vm->thrown = (struct cleanup){0};
    vm_destroy(vm, &d, address);
    vm->thrown = thrown;
}

/* A complete object with virtual bases has no table before its constructor sets one: __part asks. */
static bool begin_object(struct vm *vm, const struct symbol *constructor, uint64_t address,
                         struct span at)
{
    uint64_t *table = constructor->member && constructor->member->class->has_virtual_bases
                          ? vm_memory(vm, address, 8, VM_WRITE, at)
                          : NULL;
    if (table)
        *table = 0;
    return table || !constructor->member || !constructor->member->class->has_virtual_bases;
}

BUILTIN(__nested)
{
    struct symbol *s = function_at(vm, at[2].u);
    return s && vm_nest(vm, at[0].u, s, at[1].u);
}

BUILTIN(__construct)
{
    uint64_t p = at[0].u, count = at[1].u, size = at[2].u;
    struct symbol *s = function_at(vm, at[3].u);
    bool good = true;
    for (uint64_t i = 0; s && i < count && good; i++) {
        union value this = {.u = p + i * size}, unused;
        good = begin_object(vm, s, this.u, call->at) &&
               vm_call_symbol(vm, s, &this, 1, &unused, call->at);
        if (!good)
            destroy_elements(vm, s, p, i, size);
    }
    return good;
}

BUILTIN(__copy_each)
{
    uint64_t to = at[0].u, from = at[1].u, count = at[2].u, size = at[3].u;
    struct symbol *s = function_at(vm, at[4].u);
    bool good = true;
    for (uint64_t i = 0; s && i < count && good; i++) {
        union value args[2] = {{.u = to + i * size}, {.u = from + i * size}}, unused;
        good = begin_object(vm, s, args[0].u, call->at) &&
               vm_call_symbol(vm, s, args, 2, &unused, call->at);
        if (!good)
            destroy_elements(vm, s, to, i, size);
    }
    return good;
}

BUILTIN(__destroy)
{
    struct destructor_call d = {function_at(vm, at[3].u), at[1].u, at[2].u};
    return !d.function || vm_destroy(vm, &d, at[0].u);
}

/* For delete[]: the block stores the number of elements. */
BUILTIN(__destroy_all)
{
    struct object *o = at[0].u ? space_find(vm->host, at[0].u) : NULL;
    if (!o || o->start != at[0].u || o->state != OBJECT_LIVE)
        return true; /* __delete reports the error */
    struct destructor_call d = {function_at(vm, at[2].u), o->size / at[1].u, at[1].u};
    return !d.function || vm_destroy(vm, &d, at[0].u);
}

/* dynamic_cast<T *>(p): at[0] p, at[1] the class T. Null if the object is not a T. */
static bool dynamic_cast(struct vm *vm, union value *at, const struct class_info **out_is)
{
    int errors = vm->diags->errors;
    const struct vtable *t = vm_table_of(vm, at[0].u);
    const struct type *wanted = vm_handle_of(vm, "class", at[1].u);
    *out_is = t ? t->class : NULL;
    if (vm->diags->errors > errors)
        return false;
    int64_t there = 0;
    bool is = t && wanted && vtable_base(t, wanted, &there);
    at[0].u = is ? at[0].u + (uint64_t) there : 0;
    return true;
}

/* ---- virtual bases ---- */

BUILTIN(__virtual_base)
{
    int errors = vm->diags->errors;
    const struct type *wanted = vm_handle_of(vm, "class", at[1].u);
    const struct vtable *t = at[0].u ? vm_table_of(vm, at[0].u) : NULL;
    int64_t there = 0;
    if (!at[0].u)
        return true;
    if (!t || !wanted || !vtable_virtual_base(t, wanted, &there)) {
        if (vm->diags->errors == errors)
            vm_error(vm, DIAG_MEMORY, call->at,
                     "this object has not been constructed, so its virtual base cannot be found");
        return false;
    }
    at[0].u += (uint64_t) there;
    return true;
}

/* The tables of the class as a part of the object that the table is one of; NULL: it is a complete object. */
static const struct part_tables *part_of(const struct vtable *t, const struct class_info *class)
{
    const struct class_info *whole = t->whole ? t->whole : t->class;
    for (const struct part_tables *p = whole->parts; p; p = p->next)
        if (p->class == class && p->start == t->start + t->offset)
            return p;
    return NULL;
}

static bool set_tables(struct vm *vm, uint64_t object, const struct class_info *class,
                       const struct part_tables *part, struct span at)
{
    const struct vtable *tables = part ? part->vtables : class->vtables;
    for (uint32_t i = 0; i < class->vtable_count; i++) {
        uint64_t *p = vm_memory(vm, object + tables[i].offset, 8, VM_WRITE, at);
        if (!p)
            return false;
        *p = vm_table(vm, tables + i);
    }
    return true;
}

BUILTIN(__part)
{
    const struct type *type = vm_handle_of(vm, "class", at[1].u);
    const struct class_info *class = type ? type->class : NULL;
    const uint64_t *p = class ? vm_memory(vm, at[0].u, 8, VM_READ, call->at) : NULL;
    const struct vtable *t = p && *p ? vm_handle_of(vm, "table", *p) : NULL;
    const struct part_tables *part = t ? part_of(t, class) : NULL;
    if (!p || !set_tables(vm, at[0].u, class, part, call->at))
        return false;
    at[0].u = part ? vm_table(vm, part->vtables) : 0;
    return true;
}

BUILTIN(__set_tables)
{
    const struct type *type = vm_handle_of(vm, "class", at[1].u);
    const struct class_info *class = type ? type->class : NULL;
    const struct vtable *t = at[2].u ? vm_handle_of(vm, "table", at[2].u) : NULL;
    return class &&
           set_tables(vm, at[0].u, class, t && t->whole ? part_of(t, class) : NULL, call->at);
}

BUILTIN(__dynamic_cast)
{
    const struct class_info *is;
    return !at[0].u || dynamic_cast(vm, at, &is);
}

BUILTIN(__dynamic_ref)
{
    const struct class_info *is;
    const struct type *wanted = vm_handle_of(vm, "class", at[1].u);
    if (!dynamic_cast(vm, at, &is))
        return false;
    if (at[0].u)
        return true;
    if (vm_throw_standard(vm, "std::bad_cast", call->at)) /* C++17 8.2.7p9 */
        return false;
    struct diag *d = vm_error(vm, DIAG_TYPE, call->at, "this object is a '%s', not a '%s'",
                              is && is->type->name ? is->type->name : "class",
                              wanted && wanted->name ? wanted->name : "class");
    diag_help(vm->diags, d, "dynamic_cast of a pointer returns null instead");
    return false;
}

/* The complete object that a polymorphic subobject is a part of; null of null. */
BUILTIN(__complete_object)
{
    int errors = vm->diags->errors;
    const struct vtable *t = at[0].u ? vm_table_of(vm, at[0].u) : NULL;
    at[0].u -= t ? t->offset : 0;
    return vm->diags->errors == errors;
}

/* The class of the complete object that p is a part of, as std::type_info::name() has it. */
BUILTIN(__type_of_object)
{
    int errors = vm->diags->errors;
    if (!at[0].u && vm_throw_standard(vm, "std::bad_typeid", call->at)) /* C++17 8.2.8p2 */
        return false;
    const struct vtable *t = at[0].u ? vm_table_of(vm, at[0].u) : NULL;
    if (!t) {
        if (vm->diags->errors == errors)
            vm_error(vm, DIAG_MEMORY, call->at, "typeid of an object through a null pointer");
        return false;
    }
    struct buf name = {0};
    type_mangle(&name, t->class->type);
    at[0].u = vm_literal(vm, (struct str){name.p, name.n + 1});
    buf_free(&name);
    return at[0].u;
}

/* The object, and the function, that a call through a pointer to a member function means (struct type, member_of). */
BUILTIN(__member_object)
{
    if (at[1].u >> 32 < (uint64_t) MEMBER_VIRTUAL >> 32)
        return true;
    return vm_virtual(vm, &at[0].u, (uint32_t) (at[1].u - (uint64_t) MEMBER_VIRTUAL));
}

BUILTIN(__member_function)
{
    uint64_t object = at[0].u, method = at[1].u;
    at[0].u = method;
    if (!method) {
        vm_error(vm, DIAG_MEMORY, call->at, "a call through a null pointer to a member function");
        return false;
    }
    if (method >> 32 < (uint64_t) MEMBER_VIRTUAL >> 32)
        return true;
    struct symbol *s = vm_virtual(vm, &object, (uint32_t) (method - (uint64_t) MEMBER_VIRTUAL));
    at[0].u = s ? vm_handle(vm, "function", s) : 0;
    return s;
}

/* Storage for an exception of at[0] bytes. */
BUILTIN(__exception)
{
    struct object *o = vm_new_object(vm, at[0].u, HOST_HEAP, "the exception", call->at);
    at[0].u = o ? o->start : 0;
    return o;
}
