/* SPDX-License-Identifier: Apache-2.0 */
/* Functions behind pointers: a handle of the function, or of a nested function (GNU C) with the variables around it. */
#include <string.h>

#include "base/check.h"
#include "eval/vm/vm.h"

/* ---- nested functions ---- */

static const char nested_kind[] = "pointer to a nested function";

/* Lies past the end of the object, which has no bytes, as that of a handle does. */
struct nested_function {
    struct symbol *function;
    uint64_t captures;
};

bool vm_nest(struct vm *vm, uint64_t place, struct symbol *s, uint64_t captures)
{
    struct object *o = space_find(vm->host, place);
    const struct nested_function f = {s, captures};
    CHECK(o && o->state == OBJECT_LIVE && o->room >= sizeof f);
    o->kind = HOST_HANDLE;
    o->name = nested_kind;
    space_fit(vm->host, o, 0);
    memcpy((void *) (uintptr_t) o->start, &f, sizeof f);
    return true;
}

static struct symbol *find_nested(const struct vm *vm, uint64_t pointer, uint64_t *out_captures)
{
    const struct object *o = space_find(vm->host, pointer);
    struct nested_function f;
    if (!o || o->kind != HOST_HANDLE || o->state != OBJECT_LIVE || o->name != nested_kind)
        return NULL;
    memcpy(&f, (const void *) (uintptr_t) o->start, sizeof f);
    *out_captures = f.captures;
    return f.function;
}

static bool nested_ended(const struct vm *vm, uint64_t pointer)
{
    const struct object *o = space_find(vm->host, pointer);
    return o && o->kind == HOST_HANDLE && o->state == OBJECT_FREED && o->name == nested_kind;
}

/* ---- calls ---- */

static void not_a_function(struct vm *vm, uint64_t pointer, struct span at)
{
    vm_error(vm, DIAG_MEMORY, at, "this function pointer %s",
             !pointer                    ? "is null"
             : nested_ended(vm, pointer) ? "points to a nested function whose block has ended"
                                         : "does not point to a host function");
}

/* The type of a nested function as the program sees it: without the captures, the first parameter. */
static struct type nested_type(const struct symbol *s)
{
    struct type t = *s->function->type;
    t.params++;
    t.param_count--;
    return t;
}

/* The captures become the first argument, behind the address for the result. There is a slot more than arguments. */
static void pass_captures(union value *args, const struct type *t, uint64_t captures)
{
    union value *first = args + type_in_object(t->base);
    memmove(first + 1, first, (t->param_count + t->variadic) * sizeof *first);
    first->u = captures;
}

/* A function that pthread_create was given may return nothing, or an int: many do, and their result is not asked for. */
static bool serves_thread(const struct vm *vm, const struct type *given, const struct type *wanted)
{
    struct type t = *given;
    bool result = given->base->kind == TYPE_VOID || type_is_integer(given->base);
    t.base = wanted->base;
    return vm_in_header(vm) && result && wanted->base->kind == TYPE_POINTER &&
           type_called_alike(&t, wanted);
}

struct symbol *vm_pointed(struct vm *vm, uint64_t pointer, const struct indirect_call *c,
                          union value *args)
{
    uint64_t captures;
    struct symbol *s = vm_handle_of(vm, "function", pointer),
                  *nested = s ? NULL : find_nested(vm, pointer, &captures);
    struct buf wanted = {0}, given = {0};
    if (nested) {
        struct type t = nested_type(nested);
        if (type_called_alike(&t, c->type)) {
            pass_captures(args, &t, captures);
            return nested;
        }
        s = nested;
    }
    if (!s) {
        not_a_function(vm, pointer, c->at);
        return NULL;
    }
    if (s->kind != SYMBOL_FUNCTION) {
        struct diag *d =
            vm_error(vm, DIAG_TYPE, c->at, "'%s' cannot be called through a pointer", s->name);
        diag_help(vm->diags, d,
                  s->kind == SYMBOL_KERNEL ? "launch it: %s<<<grid, block>>>(...)"
                                           : "wrap it in a function that calls %s(...)",
                  s->name);
        return NULL;
    }
    const struct type *t = s->function->type;
    if (!nested && (type_called_alike(t, c->type) || serves_thread(vm, t, c->type)))
        return s;
    struct type own = nested ? nested_type(s) : *s->function->type;
    type_print(&wanted, c->type);
    type_print(&given, &own);
    bool library = !strncmp(s->name, "__call_", 7); /* lang/wrappers.c */
    struct diag *d = vm_error(vm, DIAG_TYPE, c->at,
                              "'%s' is called through a pointer of type '%s', but its type is '%s'",
                              s->name + (library ? 7 : 0), wanted.p, given.p);
    if (!library)
        diag_note(vm->diags, d, s->at, "'%s' is defined here", s->name);
    buf_free(&wanted);
    buf_free(&given);
    return NULL;
}

void vm_divided(struct vm *vm)
{
    uint64_t handler = vm->on_division;
    struct symbol *s = handler ? vm_handle_of(vm, "function", handler) : NULL;
    union value unused[1] = {0};
    vm->on_division = 0; /* it may divide by zero */
    bool returns = !s || vm_call_symbol(vm, s, unused, 0, unused, (struct span){0});
    vm->on_division = vm->on_division ? vm->on_division : handler;
    if (returns)
        vm_error(vm, DIAG_RUNTIME, (struct span){0}, "division by zero");
}

bool vm_call(struct vm *vm, uint64_t function, const union value *args, uint32_t count,
             union value *out, struct span at)
{
    enum { CALLBACK_ARGS = 8 };

    uint64_t captures;
    struct symbol *s = vm_handle_of(vm, "function", function),
                  *nested = s ? NULL : find_nested(vm, function, &captures);
    union value all[CALLBACK_ARGS + 2];
    if (nested && count <= CALLBACK_ARGS) {
        struct type t = nested_type(nested);
        memcpy(all, args, count * sizeof *args);
        pass_captures(all, &t, captures);
        return vm_call_symbol(vm, nested, all, count + 1, out, at);
    }
    if (!s) {
        not_a_function(vm, function, at);
        return false;
    }
    return vm_call_symbol(vm, s, args, count, out, at);
}
