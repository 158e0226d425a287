/* SPDX-License-Identifier: Apache-2.0 */
/* <string.h>: every range is checked before it is accessed. */
#include <string.h>

#include "eval/library/builtin.h"

static const char *string(struct vm *vm, const struct call_site *call, const union value *at,
                          uint32_t arg, size_t *n)
{
    return vm_string(vm, at[arg].u, builtin_call_of(call)->spans[arg], n);
}

static void *bytes(struct vm *vm, const struct call_site *call, const union value *at, uint32_t arg,
                   uint64_t n, enum vm_access how)
{
    return vm_memory(vm, at[arg].u, n, how, builtin_call_of(call)->spans[arg]);
}

BUILTIN(strlen)
{
    size_t n = 0;
    bool ok = string(vm, call, at, 0, &n);
    at[0].u = n;
    return ok;
}

static bool compare(struct vm *vm, const struct call_site *call, union value *at,
                    int (*f)(const char *, const char *))
{
    size_t n;
    const char *a = string(vm, call, at, 0, &n), *b = a ? string(vm, call, at, 1, &n) : NULL;
    at[0].i = b ? f(a, b) : 0;
    return b;
}

static bool compare_n(struct vm *vm, const struct call_site *call, union value *at,
                      int (*f)(const char *, const char *, size_t))
{
    size_t n;
    const char *a = string(vm, call, at, 0, &n), *b = a ? string(vm, call, at, 1, &n) : NULL;
    at[0].i = b ? f(a, b, at[2].u) : 0;
    return b;
}

BUILTIN(strcmp)
{
    return compare(vm, call, at, strcmp);
}

BUILTIN(strncmp)
{
    return compare_n(vm, call, at, strncmp);
}

BUILTIN(strcpy)
{
    size_t n;
    const char *from = string(vm, call, at, 1, &n);
    void *to = from ? bytes(vm, call, at, 0, n + 1, VM_WRITE) : NULL;
    if (to)
        memmove(to, from, n + 1);
    return to;
}

BUILTIN(strcat)
{
    size_t n, used;
    const char *from = string(vm, call, at, 1, &n);
    char *to = from && string(vm, call, at, 0, &used)
                   ? bytes(vm, call, at, 0, used + n + 1, VM_WRITE)
                   : NULL;
    if (to)
        memmove(to + used, from, n + 1);
    return to;
}

BUILTIN(strchr)
{
    size_t n;
    const char *s = string(vm, call, at, 0, &n);
    at[0].p = s ? strchr(s, (int) at[1].i) : NULL;
    return s;
}

BUILTIN(strstr)
{
    size_t n;
    const char *s = string(vm, call, at, 0, &n), *wanted = s ? string(vm, call, at, 1, &n) : NULL;
    at[0].p = wanted ? strstr(s, wanted) : NULL;
    return wanted;
}

BUILTIN(memmove)
{
    const void *from = bytes(vm, call, at, 1, at[2].u, VM_READ);
    void *to = from ? bytes(vm, call, at, 0, at[2].u, VM_WRITE) : NULL;
    if (to)
        memmove(to, from, at[2].u);
    return to;
}

BUILTIN(memcpy)
{
    return builtin_memmove(vm, call, at);
}

BUILTIN(memset)
{
    void *to = bytes(vm, call, at, 0, at[2].u, VM_WRITE);
    if (to)
        memset(to, (int) at[1].i, at[2].u);
    return to;
}

BUILTIN(memcmp)
{
    const void *a = bytes(vm, call, at, 0, at[2].u, VM_READ),
               *b = a ? bytes(vm, call, at, 1, at[2].u, VM_READ) : NULL;
    at[0].i = b ? memcmp(a, b, at[2].u) : 0;
    return b;
}

BUILTIN(strncpy)
{
    uint64_t n = at[2].u;
    char *to = bytes(vm, call, at, 0, n, VM_WRITE);
    struct object *o =
        to && n ? vm_object(vm, at[1].u, at[1].u, 1, VM_READ, builtin_call_of(call)->spans[1])
                : NULL;
    if (!o)
        return to;
    const char *from = at[1].p;
    uint64_t room = o->size - (at[1].u - o->start), used = strnlen(from, room < n ? room : n);
    if (used == room && used < n && !bytes(vm, call, at, 1, used + 1, VM_READ))
        return false;
    memmove(to, from, used);
    memset(to + used, 0, n - used);
    return true;
}

BUILTIN(strncat)
{
    size_t n, used;
    const char *from = string(vm, call, at, 1, &n);
    if (from && n > at[2].u)
        n = at[2].u;
    char *to = from && string(vm, call, at, 0, &used)
                   ? bytes(vm, call, at, 0, used + n + 1, VM_WRITE)
                   : NULL;
    if (to) {
        memmove(to + used, from, n);
        to[used + n] = 0;
    }
    return to;
}

BUILTIN(strrchr)
{
    size_t n;
    const char *s = string(vm, call, at, 0, &n);
    at[0].p = s ? strrchr(s, (int) at[1].i) : NULL;
    return s;
}

BUILTIN(strcasecmp)
{
    return compare(vm, call, at, strcasecmp);
}

BUILTIN(strncasecmp)
{
    return compare_n(vm, call, at, strncasecmp);
}

BUILTIN(strnlen)
{
    size_t n;
    const char *s = string(vm, call, at, 0, &n);
    at[0].u = s && n > at[1].u ? at[1].u : n;
    return s;
}

BUILTIN(strpbrk)
{
    size_t n;
    const char *s = string(vm, call, at, 0, &n), *set = s ? string(vm, call, at, 1, &n) : NULL;
    const char *found = set ? strpbrk(s, set) : NULL;
    at[0].u = found ? at[0].u + (uint64_t) (found - s) : 0;
    return set;
}

BUILTIN(strspn)
{
    size_t n;
    const char *a = string(vm, call, at, 0, &n), *b = a ? string(vm, call, at, 1, &n) : NULL;
    at[0].u = b ? strspn(a, b) : 0;
    return b;
}

BUILTIN(strcspn)
{
    size_t n;
    const char *a = string(vm, call, at, 0, &n), *b = a ? string(vm, call, at, 1, &n) : NULL;
    at[0].u = b ? strcspn(a, b) : 0;
    return b;
}

BUILTIN(strdup)
{
    size_t n;
    const char *s = string(vm, call, at, 0, &n);
    struct object *o = s ? vm_new_object(vm, n + 1, HOST_HEAP, NULL, call->at) : NULL;
    if (!o)
        return false;
    memcpy((void *) (uintptr_t) o->start, s, n + 1);
    at[0].u = o->start;
    return true;
}

/* Continues in the string of the last call if the first argument is null. */
/* The next token of at[0], or of *rest if that is null. *rest: the start of the following token, 0: none. */
static bool next_token(struct vm *vm, const struct call_site *call, union value *at, uint64_t *rest)
{
    size_t n;
    union value from = {.u = at[0].u ? at[0].u : *rest};
    const char *separators = string(vm, call, at, 1, &n);
    if (!separators || !from.u) {
        at[0].u = 0;
        return separators;
    }
    char *s = (char *) vm_string(vm, from.u, builtin_call_of(call)->spans[0], &n);
    if (!s)
        return false;
    s += strspn(s, separators);
    size_t length = strcspn(s, separators);
    at[0].p = length ? s : NULL;
    *rest = 0;
    if (s[length]) {
        if (!vm_memory(vm, (uintptr_t) s + length, 1, VM_WRITE, builtin_call_of(call)->spans[0]))
            return false;
        s[length] = 0;
        *rest = (uintptr_t) s + length + 1;
    }
    return true;
}

BUILTIN(strtok)
{
    return next_token(vm, call, at, &vm->token);
}

BUILTIN(strtok_r)
{
    struct span place = builtin_call_of(call)->spans[2];
    uint64_t rest = 0, state = at[2].u;
    if (!at[0].u) {
        const void *saved = vm_memory(vm, state, sizeof rest, VM_READ, place);
        if (!saved)
            return false;
        memcpy(&rest, saved, sizeof rest);
    }
    return next_token(vm, call, at, &rest) && vm_store(vm, state, &rest, sizeof rest, place);
}

BUILTIN(memchr)
{
    const void *s = bytes(vm, call, at, 0, at[2].u, VM_READ);
    at[0].p = s ? memchr(s, (int) at[1].i, at[2].u) : NULL;
    return s;
}
