/* SPDX-License-Identifier: Apache-2.0 */
/* Strings and containers of the C++ library as results show them: {1, 2, 3}, "text", {"key": value}. The members that
 * are read here are those of lang/include/vector.h and its kin. */
#include <string.h>

#include "base/utf8.h"
#include "eval/vm/vm.h"

enum { SHOWN = 20, LONGEST = 200 };

/* Where a member lies in an object that starts at `from`; NULL: it has none of that name. */
static const char *member(const struct type *t, const char *from, const char *name,
                          const struct type **out_type)
{
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        if (f->name && !strcmp(f->name, name)) {
            *out_type = type_plain(f->type);
            return from + f->offset;
        }
    }
    return NULL;
}

static uint64_t word(const struct type *t, const char *from, const char *name)
{
    const struct type *unused;
    const char *at = member(t, from, name, &unused);
    uint64_t v = 0;
    if (at)
        memcpy(&v, at, sizeof v);
    return v;
}

static bool live(struct vm *vm, uint64_t addr, uint64_t n)
{
    const struct object *o = space_find(vm->host, addr);
    return o && o->state == OBJECT_LIVE && object_covers(o, addr, n);
}

static bool print_string(struct vm *vm, struct buf *out, const struct type *t, const char *from)
{
    uint64_t p = word(t, from, "p_"), n = word(t, from, "n_");
    if (n && !live(vm, p, n))
        return false;
    buf_putc(out, '"');
    utf8_escape(out, (const char *) (uintptr_t) p, n > LONGEST ? LONGEST : n);
    buf_puts(out, n > LONGEST ? "...\"" : "\"");
    return true;
}

/* An element of a map: "key: value". */
static void print_entry(struct vm *vm, struct buf *out, const struct type *pair, uint64_t addr)
{
    const struct type *key, *value;
    const char *first = member(pair, (const char *) (uintptr_t) addr, "first", &key);
    const char *second = member(pair, (const char *) (uintptr_t) addr, "second", &value);
    vm_print_value(vm, out, key, first);
    buf_puts(out, ": ");
    vm_print_value(vm, out, value, second);
}

static bool print_vector(struct vm *vm, struct buf *out, const struct type *t, const char *from,
                         bool map)
{
    const struct type *pointer;
    const char *first = member(t, from, "begin_", &pointer);
    uint64_t begin = word(t, from, "begin_"), end = word(t, from, "end_");
    if (!first || end < begin || (end > begin && !live(vm, begin, end - begin)))
        return false;
    const struct type *element = type_plain(pointer->base);
    const char *between = "";
    uint64_t shown = 0;
    buf_putc(out, '{');
    for (uint64_t p = begin; p < end && shown < SHOWN;
         p += element->size, shown++, between = ", ") {
        buf_puts(out, between);
        if (!map) {
            vm_print_value(vm, out, element, (const void *) (uintptr_t) p);
            continue;
        }
        uint64_t entry;
        memcpy(&entry, (const void *) (uintptr_t) p, sizeof entry);
        if (live(vm, entry, element->base->size))
            print_entry(vm, out, type_plain(element->base), entry);
    }
    buf_puts(out, shown * element->size < end - begin ? ", ...}" : "}");
    return true;
}

static const struct {
    const char *name;

    enum { TEXT, ELEMENTS, DERIVED, KEYS, ENTRIES, ITEMS } kind;
} containers[] = {
    {"std::string",        TEXT    },
    {"std::vector",        ELEMENTS},
    {"std::deque",         DERIVED },
    {"std::list",          DERIVED },
    {"std::set",           KEYS    },
    {"std::map",           ENTRIES },
    {"std::unordered_map", ENTRIES },
    {"std::array",         ITEMS   },
};

bool vm_print_container(struct vm *vm, struct buf *out, const struct type *t, const void *from)
{
    t = type_plain(t);
    const char *name = t->name;
    const struct type *inner;
    const char *items;
    if (!name || strncmp(name, "std::", 5) != 0)
        return false;
    for (size_t i = 0; i < sizeof containers / sizeof *containers; i++) {
        size_t n = strlen(containers[i].name);
        if (strncmp(containers[i].name, name, n) != 0 || (name[n] && name[n] != '<'))
            continue;
        switch (containers[i].kind) {
        case TEXT: return print_string(vm, out, t, from);
        case ELEMENTS: return print_vector(vm, out, t, from, false);
        case DERIVED: return print_vector(vm, out, type_plain(t->fields[0].type), from, false);
        case KEYS:
        case ENTRIES:
            items = member(t, from, "items_", &inner);
            return items && print_vector(vm, out, inner, items, containers[i].kind == ENTRIES);
        case ITEMS:
            items = member(t, from, "items", &inner);
            if (items)
                vm_print_value(vm, out, inner, items);
            return items;
        }
    }
    return false;
}
