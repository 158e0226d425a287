/* SPDX-License-Identifier: Apache-2.0 */
/* <string.h>: every range is looked up before it is touched. */
#include <string.h>

#include "eval/builtin.h"

static const char *string(struct vm *vm, const struct site *site, const union value *at, uint32_t arg, size_t *n)
{
    return vm_string(vm, at[arg].u, call_of(site)->spans[arg], n);
}

static void *bytes(struct vm *vm, const struct site *site, const union value *at, uint32_t arg, uint64_t n, enum vm_access how)
{
    return vm_memory(vm, at[arg].u, n, how, call_of(site)->spans[arg]);
}

BUILTIN(strlen)
{
    size_t n = 0;
    bool ok = string(vm, site, at, 0, &n);
    at[0].u = n;
    return ok;
}

BUILTIN(strcmp)
{
    size_t n;
    const char *a = string(vm, site, at, 0, &n), *b = a ? string(vm, site, at, 1, &n) : NULL;
    at[0].i = b ? strcmp(a, b) : 0;
    return b;
}

BUILTIN(strncmp)
{
    size_t n;
    const char *a = string(vm, site, at, 0, &n), *b = a ? string(vm, site, at, 1, &n) : NULL;
    at[0].i = b ? strncmp(a, b, at[2].u) : 0;
    return b;
}

BUILTIN(strcpy)
{
    size_t n;
    const char *from = string(vm, site, at, 1, &n);
    void *to = from ? bytes(vm, site, at, 0, n + 1, VM_WRITE) : NULL;
    if (to)
        memmove(to, from, n + 1);
    return to;
}

BUILTIN(strcat)
{
    size_t n, used;
    const char *from = string(vm, site, at, 1, &n);
    char *to = from && string(vm, site, at, 0, &used) ? bytes(vm, site, at, 0, used + n + 1, VM_WRITE) : NULL;
    if (to)
        memmove(to + used, from, n + 1);
    return to;
}

BUILTIN(strchr)
{
    size_t n;
    const char *s = string(vm, site, at, 0, &n);
    at[0].p = s ? strchr(s, (int) at[1].i) : NULL;
    return s;
}

BUILTIN(strstr)
{
    size_t n;
    const char *s = string(vm, site, at, 0, &n), *wanted = s ? string(vm, site, at, 1, &n) : NULL;
    at[0].p = wanted ? strstr(s, wanted) : NULL;
    return wanted;
}

BUILTIN(memmove)
{
    const void *from = bytes(vm, site, at, 1, at[2].u, VM_READ);
    void *to = from ? bytes(vm, site, at, 0, at[2].u, VM_WRITE) : NULL;
    if (to)
        memmove(to, from, at[2].u);
    return to;
}

BUILTIN(memcpy)
{
    return builtin_memmove(vm, site, at);
}

BUILTIN(memset)
{
    void *to = bytes(vm, site, at, 0, at[2].u, VM_WRITE);
    if (to)
        memset(to, (int) at[1].i, at[2].u);
    return to;
}

BUILTIN(memcmp)
{
    const void *a = bytes(vm, site, at, 0, at[2].u, VM_READ), *b = a ? bytes(vm, site, at, 1, at[2].u, VM_READ) : NULL;
    at[0].i = b ? memcmp(a, b, at[2].u) : 0;
    return b;
}
