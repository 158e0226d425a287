/* SPDX-License-Identifier: Apache-2.0 */
/* Support for the containers of lang/include that the language itself does not provide: blocks sized by their elements, the text
 * of strings, fast fills and sorts. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "array/array.h"
#include "eval/library/builtin.h"

/* A block of n bytes, or NULL: bad_alloc was thrown. It is named after the variable that is, or contains, the container. */
static struct object *new_block(struct vm *vm, const struct object *owner, uint64_t n,
                                struct span at)
{
    const char *name = owner && owner->kind != HOST_TEMPORARY ? owner->name : NULL;
    struct object *o = vm_try_object(vm, n, HOST_HEAP, name, vm_place(vm));
    if (!o)
        vm_throw_bad_alloc(vm, n, at);
    return o;
}

/* The live block that starts at addr and has room for n bytes, or NULL with a diag. */
static struct object *block_at(struct vm *vm, uint64_t addr, uint64_t n, struct span at)
{
    struct object *o = space_find(vm->host, addr);
    if (o && o->start == addr && o->state == OBJECT_LIVE && n < o->room)
        return o;
    vm_error(vm, DIAG_MEMORY, at, "this container's memory was overwritten or freed elsewhere");
    return NULL;
}

BUILTIN(__block)
{
    struct object *o = new_block(vm, space_find(vm->host, at[1].u), at[0].u, call->at);
    at[0].u = o ? o->start : 0;
    return o;
}

BUILTIN(__fit)
{
    struct object *o = at[0].u ? block_at(vm, at[0].u, at[1].u, call->at) : NULL;
    if (o)
        space_fit(vm->host, o, at[1].u);
    return o || !at[0].u;
}

/* ---- std::string ---- */

/* The members of class string in lang/include/detail/__string.h. Without room, p is null or the address of a literal "". */
struct text_members {
    uint64_t p, n, room, unused;
};

/* The block with room for n characters and the final zero, or NULL: a diag was recorded. *out_old: the block that it replaces, which the
 * caller frees, or NULL. `owner` is the object that holds the members. */
static struct object *text_room(struct vm *vm, struct object *owner, struct text_members *t,
                                uint64_t n, struct span at, struct object **out_old)
{
    *out_old = NULL;
    struct object *now = t->room ? block_at(vm, t->p, t->room, at) : NULL;
    if (t->room && (!now || n < t->room))
        return now;
    uint64_t more = 2 * t->room > n + 1 ? 2 * t->room : n + 16;
    struct object *o = new_block(vm, owner, more, at);
    if (!o)
        return NULL;
    if (now)
        memcpy((char *) (uintptr_t) o->start, (char *) (uintptr_t) now->start, t->n);
    t->p = o->start;
    t->room = more;
    *out_old = now;
    return o;
}

/* Appends what `from` points to, which may be a part of the text itself. */
static bool text_append(struct vm *vm, struct object *owner, struct text_members *t,
                        const char *from, uint64_t count, struct span at)
{
    struct object *old, *o = text_room(vm, owner, t, t->n + count, at, &old);
    if (!o)
        return false;
    char *end = (char *) (uintptr_t) o->start + t->n;
    memmove(end, from, count);
    end[count] = 0;
    t->n += count;
    space_fit(vm->host, o, t->n + 1);
    if (old)
        space_free(vm->host, old);
    return true;
}

/* The string at addr, and the object that it is or is a part of; NULL: a diag was recorded. */
static struct text_members *text_at(struct vm *vm, uint64_t addr, struct span at,
                                    struct object **out_owner)
{
    *out_owner = vm_object(vm, addr, addr, sizeof(struct text_members), VM_WRITE, at);
    return *out_owner ? (struct text_members *) (uintptr_t) addr : NULL;
}

static bool append(struct vm *vm, const struct call_site *call, const union value *at, bool fresh)
{
    struct object *owner;
    struct text_members *t = text_at(vm, at[0].u, call->at, &owner);
    const char *from = !t        ? NULL
                       : at[2].u ? vm_memory(vm, at[1].u, at[2].u, VM_READ, call->at)
                                 : "";
    if (from && fresh)
        *t = (struct text_members){0};
    return from && text_append(vm, owner, t, from, at[2].u, call->at);
}

BUILTIN(__text_new)
{
    return append(vm, call, at, true);
}

BUILTIN(__text_append)
{
    return append(vm, call, at, false);
}

/* The text of a new string: a, then b. */
static bool text_join(struct vm *vm, struct object *owner, struct text_members *t, struct str a,
                      struct str b, struct span at)
{
    *t = (struct text_members){0};
    struct object *none, *o = text_room(vm, owner, t, a.n + b.n, at, &none);
    if (!o)
        return false;
    char *to = (char *) (uintptr_t) o->start;
    memcpy(to, a.p, a.n);
    memcpy(to + a.n, b.p, b.n);
    to[a.n + b.n] = 0;
    t->n = a.n + b.n;
    space_fit(vm->host, o, t->n + 1);
    return true;
}

/* n characters of the program at addr. p NULL: a diag was recorded. */
static struct str characters(struct vm *vm, uint64_t addr, uint64_t n, struct span at)
{
    return (struct str){n ? vm_memory(vm, addr, n, VM_READ, at) : "", n};
}

BUILTIN(__text_join)
{
    struct object *owner;
    struct text_members *t = text_at(vm, at[0].u, call->at, &owner);
    struct str a = characters(vm, at[1].u, at[2].u, call->at),
               b = a.p ? characters(vm, at[3].u, at[4].u, call->at) : a;
    return t && b.p && text_join(vm, owner, t, a, b, call->at);
}

BUILTIN(__text_reserve)
{
    struct object *owner, *old = NULL;
    struct text_members *t = text_at(vm, at[0].u, call->at, &owner);
    bool good = t && text_room(vm, owner, t, at[1].u, call->at, &old);
    if (old)
        space_free(vm->host, old);
    return good;
}

BUILTIN(__text_put)
{
    struct object *owner;
    struct text_members *t = text_at(vm, at[0].u, call->at, &owner);
    char c = (char) at[1].i;
    return t && text_append(vm, owner, t, &c, 1, call->at);
}

BUILTIN(__text_end)
{
    struct object *owner;
    struct text_members *t = text_at(vm, at[0].u, call->at, &owner);
    struct object *o = t && t->room ? block_at(vm, t->p, t->room, call->at) : NULL;
    if (o)
        space_free(vm->host, o);
    return o || (t && !t->room);
}

BUILTIN(__text_number)
{
    struct object *owner;
    struct text_members *t = text_at(vm, at[0].u, call->at, &owner);
    char digits[DECIMAL_MOST];
    struct str a = {digits, vm_format_decimal(digits, at[1].u, !at[2].i)};
    return t && text_join(vm, owner, t, a, STR(""), call->at);
}

BUILTIN(__text_find)
{
    uint64_t n = at[1].u, k = at[3].u, from = at[4].u;
    const char *in = n ? vm_memory(vm, at[0].u, n, VM_READ, call->at) : "",
               *wanted = in && k ? vm_memory(vm, at[2].u, k, VM_READ, call->at) : in;
    if (!wanted)
        return false;
    const char *hit = from <= n ? memmem(in + from, n - from, wanted, k) : NULL;
    at[0].u = hit ? (uint64_t) (hit - in) : UINT64_MAX;
    return true;
}

/* ---- elements of unordered containers ---- */

/* The start of __hashed_node in lang/include/detail/__hashed.h. */
struct hashed_node {
    uint64_t next, code;
};

BUILTIN(__hashed_next)
{
    uint64_t code = at[1].u, buckets = at[2].u;
    const uint64_t *link = buckets ? vm_memory(vm, at[0].u, sizeof *link, VM_READ, call->at) : NULL;
    if (!link)
        return false;
    uint64_t before = at[0].u, there = *link;
    at[0].u = 0;
    while (there) {
        const struct hashed_node *node = vm_memory(vm, there, sizeof *node, VM_READ, call->at);
        if (!node)
            return false;
        if (node->code == code)
            at[0].u = before;
        if (node->code == code || node->code % buckets != code % buckets)
            return true;
        before = there;
        there = node->next;
    }
    return true;
}

/* The start of a node whose element is a string, or begins with one. */
struct hashed_text {
    struct hashed_node node;
    struct text_members key;
};

/* Whether a node holds that text. *out_good, if not: no diag was recorded. */
static bool has_key(struct vm *vm, const struct hashed_text *node, struct str key, struct span at,
                    bool *out_good)
{
    if (node->key.n != key.n)
        return false;
    struct str text = characters(vm, node->key.p, key.n, at);
    *out_good = text.p;
    return text.p && !memcmp(text.p, key.p, key.n);
}

BUILTIN(__hashed_text)
{
    uint64_t before = at[0].u, code = at[1].u, buckets = at[2].u;
    const struct text_members *key = vm_memory(vm, at[3].u, sizeof *key, VM_READ, call->at);
    struct str text = key ? characters(vm, key->p, key->n, call->at) : (struct str){0};
    const uint64_t *link =
        text.p && before ? vm_memory(vm, before, sizeof *link, VM_READ, call->at) : NULL;
    bool good = link || (text.p && !before);
    at[0].u = 0;
    for (uint64_t there = link ? *link : 0; there && good;) {
        const struct hashed_text *h = vm_memory(vm, there, sizeof *h, VM_READ, call->at);
        if (!h)
            return false;
        if (h->node.code != code && h->node.code % buckets != code % buckets)
            return true;
        if (h->node.code == code && has_key(vm, h, text, call->at, &good)) {
            at[0].u = before;
            return true;
        }
        before = there;
        there = h->node.next;
    }
    return good;
}

/* ---- elements ---- */

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
