/* SPDX-License-Identifier: Apache-2.0 */
/* vprintf and its kin: printf with the arguments of a va_list, which lie in an object of the program (lang/check/core/variadic.c).
 * The conversions say what they are. Next: builtin_format.c. */
#include <string.h>

#include "eval/library/builtin.h"
#include "eval/library/vm_file.h"

enum { ARGUMENTS_MAX = 64, UNIT = 8 };

/* The arguments of a va_list as those of a call of printf: the format is the first. */
struct listed {
    struct builtin_call call;
    const struct type *types[ARGUMENTS_MAX + 1];
    struct span spans[ARGUMENTS_MAX + 1];
    union value at[ARGUMENTS_MAX + 1];
};

static const struct type *type_of(struct vm *vm, char letter, bool wide, bool widest)
{
    if (strchr("di", letter))
        return type_basic(wide ? TYPE_LONG : TYPE_INT);
    if (strchr("uxXo", letter))
        return type_basic(wide ? TYPE_ULONG : TYPE_UINT);
    if (strchr("fFeEgGaA", letter))
        return type_basic(widest ? TYPE_LDOUBLE : TYPE_DOUBLE);
    if (letter == 'c')
        return type_basic(TYPE_INT);
    return type_pointer(&vm->diags->arena, type_basic(letter == 's' ? TYPE_CHAR : TYPE_VOID));
}

/* Takes the next argument, of that type. */
static bool take(struct vm *vm, struct listed *l, uint64_t list, const struct type *t)
{
    struct span at = l->call.call.at;
    uint64_t *next = vm_memory(vm, list, UNIT, VM_READ, at);
    if (next && t->align > UNIT)
        *next = (*next + t->align - 1) / t->align * t->align;
    const void *p = next ? vm_memory(vm, *next, t->size, VM_READ, at) : NULL;
    if (!p)
        return false;
    if (l->call.count > ARGUMENTS_MAX) {
        vm_error(vm, DIAG_RUNTIME, at, "more than %d conversions in one format", ARGUMENTS_MAX);
        return false;
    }
    l->types[l->call.count] = t;
    l->spans[l->call.count] = at;
    l->at[l->call.count++] = type_in_object(t) ? (union value){.u = *next} : value_load(t, p);
    *next += t->size > UNIT ? t->size : UNIT;
    return true;
}

/* Reads the conversion at *p, after its '%', and takes its arguments. */
static bool take_conversion(struct vm *vm, struct listed *l, uint64_t list, const char **p)
{
    for (; **p && strchr("-+ #0123456789.*'", **p); (*p)++)
        if (**p == '*' && !take(vm, l, list, type_basic(TYPE_INT)))
            return false;
    bool wide = false, widest = false;
    for (; **p && strchr("hlzjtL", **p); (*p)++) {
        wide |= **p != 'h' && **p != 'L';
        widest |= **p == 'L';
    }
    char letter = **p;
    *p += letter != 0;
    bool known = letter && strchr("diuxXofFeEgGaAcsp", letter);
    return !known || take(vm, l, list, type_of(vm, letter, wide, widest));
}

/* Formats at[format_arg] with the va_list behind it. */
static bool format_list(struct vm *vm, const struct call_site *call, const union value *at,
                        uint32_t format_arg, struct buf *out)
{
    const struct builtin_call *given = builtin_call_of(call);
    struct listed *l = xcalloc(1, sizeof *l);
    size_t n;
    const char *p = vm_string(vm, at[format_arg].u, given->spans[format_arg], &n);
    bool good = p;
    l->call = *given;
    l->call.types = l->types;
    l->call.spans = l->spans;
    l->call.count = 1;
    l->at[0] = at[format_arg];
    l->spans[0] = given->spans[format_arg];
    while (good && (p = strchr(p, '%'))) {
        p++;
        good = take_conversion(vm, l, at[format_arg + 1].u, &p);
    }
    good = good && vm_format(vm, &l->call, l->at, 0, out);
    free(l);
    return good;
}

BUILTIN(vprintf)
{
    struct buf text = {0};
    bool ok = format_list(vm, call, at, 0, &text);
    if (ok && text.n)
        vm_print(vm, 1, text.p, text.n);
    at[0].i = (int) text.n;
    buf_free(&text);
    return ok;
}

BUILTIN(vfprintf)
{
    struct buf text = {0};
    struct vm_file *f = vm_file_writable(vm, call, at[0].u, 0);
    bool ok = f && format_list(vm, call, at, 1, &text);
    at[0].i = ok && vm_file_put(vm, f, text.p, text.n) ? (int) text.n : -1;
    buf_free(&text);
    return ok;
}

static bool into_memory(struct vm *vm, const struct call_site *call, union value *at,
                        uint32_t format_arg, size_t room)
{
    struct buf text = {0};
    bool ok = format_list(vm, call, at, format_arg, &text) &&
              vm_format_store(vm, at[0].u, room, &text, builtin_call_of(call)->spans[0]);
    at[0].i = (int) text.n;
    buf_free(&text);
    return ok;
}

BUILTIN(vsprintf)
{
    return into_memory(vm, call, at, 1, SIZE_MAX);
}

BUILTIN(vsnprintf)
{
    return into_memory(vm, call, at, 2, at[1].u);
}
