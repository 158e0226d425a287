/* SPDX-License-Identifier: Apache-2.0 */
/* Support for the containers of lang/include that the language itself does not provide: blocks sized by their elements,
 * fast fills and sorts. */
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "array/array.h"
#include "eval/library/builtin.h"

/* The block is named after the variable that is, or contains, the container. */
BUILTIN(__block)
{
    const struct object *owner = space_find(vm->host, at[1].u);
    const char *name = owner && owner->kind != HOST_TEMPORARY ? owner->name : NULL;
    struct object *o = vm_try_object(vm, at[0].u, HOST_HEAP, name, vm_place(vm));
    if (!o)
        vm_throw_bad_alloc(vm, at[0].u, call->at);
    at[0].u = o ? o->start : 0;
    return o;
}

BUILTIN(__fit)
{
    struct object *o = at[0].u ? space_find(vm->host, at[0].u) : NULL;
    if (!at[0].u)
        return true;
    if (!o || o->start != at[0].u || o->state != OBJECT_LIVE || at[1].u >= o->room) {
        vm_error(vm, DIAG_MEMORY, call->at,
                 "this container's memory was overwritten or freed elsewhere");
        return false;
    }
    space_fit(vm->host, o, at[1].u);
    return true;
}

BUILTIN(__not_empty)
{
    if (at[1].u)
        return true;
    size_t n;
    const char *member = vm_string(vm, at[0].u, call->at, &n);
    const struct object *owner = space_find(vm->host, at[2].u);
    const char *name =
        owner && owner->kind != HOST_TEMPORARY && owner->kind != HOST_HEAP ? owner->name : NULL;
    struct diag *d = vm_error(vm, DIAG_MEMORY, call->at, "'%s' has no element for %s: it is empty",
                              name ? name : "this container", member ? member : "this");
    diag_help(vm->diags, d, "check empty() first");
    return false;
}

BUILTIN(__fill_with)
{
    uint64_t size = at[2].u, n = at[3].u;
    const char *from = n ? vm_memory(vm, at[1].u, size, VM_READ, call->at) : "";
    char *to = from && n ? vm_memory(vm, at[0].u, size * n, VM_WRITE, call->at) : NULL;
    for (uint64_t i = 0; to && i < n; i++)
        memcpy(to + i * size, from, size);
    return to || (from && !n);
}

static uint64_t mixed(uint64_t v)
{
    return v ^ v >> 47;
}

/* MurmurHash64A (Austin Appleby, public domain) with the seed of libstdc++'s std::hash, so that containers iterate in its order. */
static uint64_t hash_bytes(const char *p, uint64_t n)
{
    const uint64_t multiplier = 0xc6a4a7935bd1e995;
    uint64_t hash = 0xc70f6907 ^ n * multiplier, word;
    for (; n >= sizeof word; n -= sizeof word, p += sizeof word) {
        memcpy(&word, p, sizeof word);
        hash = (hash ^ mixed(word * multiplier) * multiplier) * multiplier;
    }
    word = 0;
    memcpy(&word, p, n); /* little endian */
    if (n)
        hash = (hash ^ word) * multiplier;
    return mixed(mixed(hash) * multiplier);
}

BUILTIN(__hash_bytes)
{
    const char *p = at[1].u ? vm_memory(vm, at[0].u, at[1].u, VM_READ, call->at) : "";
    if (!p)
        return false;
    at[0].u = hash_bytes(p, at[1].u);
    return true;
}

#define ORDER(name, T)                                                                             \
    static int name(const void *a, const void *b)                                                  \
    {                                                                                              \
        T x = *(const T *) a, y = *(const T *) b;                                                  \
        return (x > y) - (x < y);                                                                  \
    }
ORDER(by_int, int32_t)
ORDER(by_unsigned, uint32_t)
ORDER(by_long, int64_t)
ORDER(by_ulong, uint64_t)
ORDER(by_float, float)
ORDER(by_double, double)
#undef ORDER

BUILTIN(__sort_numbers)
{
    static const struct {
        char kind;
        size_t size;
        int (*order)(const void *, const void *);
    } rows[] = {
        {'i', 4, by_int     },
        {'u', 4, by_unsigned},
        {'l', 8, by_long    },
        {'z', 8, by_ulong   },
        {'f', 4, by_float   },
        {'d', 8, by_double  }
    };

    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        if (rows[r].kind != (char) at[2].i || at[1].i < 2)
            continue;
        void *p = vm_memory(vm, at[0].u, at[1].u * rows[r].size, VM_WRITE, call->at);
        if (!p)
            return false;
        qsort(p, at[1].u, rows[r].size, rows[r].order);
    }
    at[0].u = 1;
    return true;
}

static struct dtype half_type(bool bf16)
{
    return dtype_of(bf16 ? DTYPE_BF16 : DTYPE_F16);
}

BUILTIN(__half_bits)
{
    uint16_t bits;
    dtype_store_half(half_type(at[1].i), at[0].f, &bits);
    at[0].u = bits;
    return true;
}

BUILTIN(__half_value)
{
    uint16_t bits = (uint16_t) at[0].u;
    at[0] = (union value){.f = (float) dtype_double(half_type(at[1].i), &bits)};
    return true;
}

BUILTIN(__random_bits)
{
    uint32_t bits = 0;
    if (getrandom(&bits, sizeof bits, 0) != sizeof bits)
        bits = (uint32_t) rand();
    at[0].u = bits;
    return true;
}
