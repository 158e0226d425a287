/* SPDX-License-Identifier: Apache-2.0 */
/* Shows strings and containers of the C++ library as results: {1, 2, 3}, "text", {"key": value}. It reads the members
 * declared by the headers in lang/include/std. */
#include <string.h>

#include "base/utf8.h"
#include "eval/vm/vm.h"

enum { SHOWN = 20, LONGEST = 200 };

/* The address of a member of the object that starts at `from`; NULL: no member has that name. */
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

static uint64_t address(const struct type *t, const char *from, const char *name)
{
    const struct type *unused;
    return (uint64_t) (uintptr_t) member(t, from, name, &unused);
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

static bool read_word(struct vm *vm, uint64_t addr, uint64_t *out)
{
    if (!live(vm, addr, sizeof *out))
        return false;
    memcpy(out, (const void *) (uintptr_t) addr, sizeof *out);
    return true;
}

/* The first elements of a container: one more than are displayed, if there are more. */
struct elements {
    const struct type *type;
    uint64_t at[SHOWN + 1];
    uint32_t count;
};

/* Each of these finds the elements of one kind of container; false: its memory is inconsistent. */
typedef bool find_fn(struct vm *vm, const struct type *t, const char *from, struct elements *e);

static bool find_in_vector(struct vm *vm, const struct type *t, const char *from,
                           struct elements *e)
{
    const struct type *pointer;
    const char *first = member(t, from, "begin_", &pointer);
    uint64_t begin = word(t, from, "begin_"), end = word(t, from, "end_");
    if (!first || end < begin || (end > begin && !live(vm, begin, end - begin)))
        return false;
    e->type = type_plain(pointer->base);
    for (uint64_t p = begin; p < end && e->count <= SHOWN; p += e->type->size)
        e->at[e->count++] = p;
    return true;
}

/* The type of the nodes that a member points to, and the offset of the element in a node. */
static bool node_type(const struct type *t, const char *from, const char *name, struct elements *e,
                      uint64_t *out_offset)
{
    const struct type *pointer;
    if (!member(t, from, name, &pointer) || pointer->kind != TYPE_POINTER)
        return false;
    const struct type *node = type_plain(pointer->base);
    const char *value = member(node, NULL, "value", &e->type);
    *out_offset = (uint64_t) (uintptr_t) value;
    return e->type;
}

/* std::list and the unordered containers: a node starts with the address of the next one. `last` ends the list. */
static bool follow(struct vm *vm, uint64_t node, uint64_t last, uint64_t offset, struct elements *e)
{
    while (node != last && e->count <= SHOWN) {
        if (!live(vm, node, offset + e->type->size))
            return false;
        e->at[e->count++] = node + offset;
        if (!read_word(vm, node, &node))
            return false;
    }
    return true;
}

static bool find_in_list(struct vm *vm, const struct type *t, const char *from, struct elements *e)
{
    uint64_t offset;
    return node_type(t, from, "typed_", e, &offset) &&
           follow(vm, word(t, from, "end_"), address(t, from, "end_"), offset, e);
}

static bool find_in_hashed(struct vm *vm, const struct type *t, const char *from,
                           struct elements *e)
{
    uint64_t offset;
    t = type_plain(t->fields[0].type); /* the base class __hashed */
    return node_type(t, from, "typed_", e, &offset) &&
           follow(vm, word(t, from, "before_"), 0, offset, e);
}

/* The links of a node, in the order of struct __tree_link. */
enum { LINK_PARENT = 0, LINK_LEFT = 8, LINK_RIGHT = 16 };

static bool outermost(struct vm *vm, uint64_t *node, uint64_t link)
{
    uint64_t next;
    while (read_word(vm, *node + link, &next) && next)
        *node = next;
    return live(vm, *node, LINK_RIGHT + sizeof next);
}

static bool next_in_tree(struct vm *vm, uint64_t *node)
{
    uint64_t right, above, its_right;
    if (!read_word(vm, *node + LINK_RIGHT, &right))
        return false;
    if (right) {
        *node = right;
        return outermost(vm, node, LINK_LEFT);
    }
    for (;; *node = above) {
        if (!read_word(vm, *node + LINK_PARENT, &above) ||
            !read_word(vm, above + LINK_RIGHT, &its_right))
            return false;
        if (its_right != *node)
            break;
    }
    *node = above;
    return true;
}

static bool find_in_tree(struct vm *vm, const struct type *t, const char *from, struct elements *e)
{
    uint64_t offset;
    t = type_plain(t->fields[0].type); /* the base class __tree */
    if (!node_type(t, from, "first_", e, &offset))
        return false;
    for (uint64_t p = word(t, from, "first_"); p != address(t, from, "end_");) {
        if (!live(vm, p, offset + e->type->size))
            return false;
        e->at[e->count++] = p + offset;
        if (e->count > SHOWN)
            break;
        if (!next_in_tree(vm, &p))
            return false;
    }
    return true;
}

static bool find_in_deque(struct vm *vm, const struct type *t, const char *from, struct elements *e)
{
    const struct type *table;
    if (!member(t, from, "table_", &table))
        return false;
    e->type = type_plain(type_plain(table->base)->base);
    uint64_t first = word(t, from, "first_"), size = word(t, from, "size_");
    uint64_t per_block = e->type->size < 512 ? 512 / e->type->size : 1;
    for (uint64_t i = first; i < first + size && e->count <= SHOWN; i++) {
        uint64_t block;
        if (!read_word(vm, word(t, from, "table_") + i / per_block * sizeof block, &block) ||
            !live(vm, block + i % per_block * e->type->size, e->type->size))
            return false;
        e->at[e->count++] = block + i % per_block * e->type->size;
    }
    return true;
}

static bool print_elements(struct vm *vm, struct buf *out, const struct elements *e, bool map)
{
    buf_putc(out, '{');
    for (uint32_t i = 0; i < e->count && i < SHOWN; i++) {
        buf_puts(out, i ? ", " : "");
        if (map)
            print_entry(vm, out, e->type, e->at[i]);
        else
            vm_print_value(vm, out, e->type, (const void *) (uintptr_t) e->at[i]);
    }
    buf_puts(out, e->count > SHOWN ? ", ...}" : "}");
    return true;
}

static const struct {
    const char *name;
    find_fn *find;
    bool map; /* elements are pairs of a key and a value */
} containers[] = {
    {"std::vector",             find_in_vector, false},
    {"std::deque",              find_in_deque,  false},
    {"std::list",               find_in_list,   false},
    {"std::set",                find_in_tree,   false},
    {"std::multiset",           find_in_tree,   false},
    {"std::map",                find_in_tree,   true },
    {"std::multimap",           find_in_tree,   true },
    {"std::unordered_set",      find_in_hashed, false},
    {"std::unordered_multiset", find_in_hashed, false},
    {"std::unordered_map",      find_in_hashed, true },
    {"std::unordered_multimap", find_in_hashed, true },
};

static bool named(const struct type *t, const char *name)
{
    size_t n = strlen(name);
    return !strncmp(name, t->name, n) && (!t->name[n] || t->name[n] == '<');
}

bool vm_print_container(struct vm *vm, struct buf *out, const struct type *t, const void *from)
{
    t = type_plain(t);
    if (!t->name || strncmp(t->name, "std::", 5) != 0)
        return false;
    if (named(t, "std::string"))
        return print_string(vm, out, t, from);
    if (named(t, "std::array")) {
        const struct type *inner;
        const char *items = member(t, from, "items", &inner);
        if (items)
            vm_print_value(vm, out, inner, items);
        return items;
    }
    for (size_t i = 0; i < sizeof containers / sizeof *containers; i++) {
        struct elements e = {0};
        if (named(t, containers[i].name))
            return containers[i].find(vm, t, from, &e) &&
                   print_elements(vm, out, &e, containers[i].map);
    }
    return false;
}
