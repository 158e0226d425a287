/* SPDX-License-Identifier: Apache-2.0 */
/* The types of host code as the debugger has them. Next: host_values.c. */
#include <string.h>

#include "eval/debug/host_debug.h"

static const struct {
    const char *name;
    enum debug_container container;
} containers[] = {
    {"std::vector",             DEBUG_VECTOR     },
    {"std::string",             DEBUG_STRING     },
    {"std::array",              DEBUG_ITEMS      },
    {"std::deque",              DEBUG_OTHER_ITEMS},
    {"std::list",               DEBUG_OTHER_ITEMS},
    {"std::set",                DEBUG_OTHER_ITEMS},
    {"std::multiset",           DEBUG_OTHER_ITEMS},
    {"std::map",                DEBUG_OTHER_ITEMS},
    {"std::multimap",           DEBUG_OTHER_ITEMS},
    {"std::unordered_set",      DEBUG_OTHER_ITEMS},
    {"std::unordered_multiset", DEBUG_OTHER_ITEMS},
    {"std::unordered_map",      DEBUG_OTHER_ITEMS},
    {"std::unordered_multimap", DEBUG_OTHER_ITEMS},
};

static enum debug_container container_of(const struct type *t)
{
    size_t n = t->name ? strcspn(t->name, "<") : 0;
    for (size_t k = 0; k < sizeof containers / sizeof *containers; k++)
        if (strlen(containers[k].name) == n && !memcmp(t->name, containers[k].name, n))
            return containers[k].container;
    return DEBUG_NO_CONTAINER;
}

static enum debug_kind kind_of(const struct type *t)
{
    switch (t->kind) {
    case TYPE_BOOL: return DEBUG_BOOL;
    case TYPE_CHAR:
    case TYPE_SCHAR: return DEBUG_CHAR;
    case TYPE_SHORT:
    case TYPE_INT:
    case TYPE_LONG:
    case TYPE_LLONG: return DEBUG_SIGNED;
    case TYPE_UCHAR:
    case TYPE_USHORT:
    case TYPE_UINT:
    case TYPE_ULONG:
    case TYPE_ULLONG: return DEBUG_UNSIGNED;
    case TYPE_FLOAT:
    case TYPE_DOUBLE:
    case TYPE_LDOUBLE: return DEBUG_FLOAT;
    case TYPE_ENUM: return DEBUG_ENUM;
    case TYPE_POINTER: return t->reference ? DEBUG_REFERENCE : DEBUG_POINTER;
    case TYPE_NULLPTR: return DEBUG_POINTER;
    case TYPE_ARRAY: return DEBUG_ARRAY;
    case TYPE_INT128:
    case TYPE_UINT128: /* its halves: the debugger's numbers have 64 bits */
    case TYPE_STRUCT: return DEBUG_STRUCT;
    default: return DEBUG_VOID;
    }
}

static void add_members(struct host_debug *h, struct debug_type *out, const struct type *t)
{
    struct debug_member *members = ARENA_ARRAY(&h->types, struct debug_member, t->field_count + 1);
    for (uint32_t k = 0; k < t->field_count; k++) {
        const struct field *f = t->fields + k;
        bool hidden = f->holds_table && !f->is_base; /* the pointer to the table */
        if (hidden || (f->is_base && !f->type->size) ||
            f->is_virtual) /* that depends on the object */
            continue;
        members[out->member_count++] =
            (struct debug_member){.name = f->name ? f->name : "",
                                  .type = host_type(h, f->type),
                                  .offset = f->offset,
                                  .bits = f->bit_width,
                                  .bit_at = f->bit_width ? f->bit_offset : 0};
    }
    out->members = members;
}

static void add_halves(struct host_debug *h, struct debug_type *out, const struct type *t)
{
    struct debug_member *halves = ARENA_ARRAY(&h->types, struct debug_member, 2);
    const struct type *upper = type_basic(type_is_signed(t) ? TYPE_LONG : TYPE_ULONG);
    halves[0] = (struct debug_member){.name = "low", .type = host_type(h, type_basic(TYPE_ULONG))};
    halves[1] = (struct debug_member){.name = "high", .type = host_type(h, upper), .offset = 8};
    out->members = halves;
    out->member_count = 2;
}

static void add_constants(struct host_debug *h, struct debug_type *out, const struct type *t)
{
    const struct class_info *info = type_plain(t)->class;
    uint32_t count = info ? info->member_count : 0;
    struct debug_constant *all = ARENA_ARRAY(&h->types, struct debug_constant, count + 1);
    for (uint32_t k = 0; k < count; k++) {
        const struct class_member *m = info->members + k;
        if (m->symbol && m->symbol->kind == SYMBOL_CONSTANT)
            all[out->constant_count++] = (struct debug_constant){m->name, m->symbol->integer};
    }
    out->constants = all;
}

const struct debug_type *host_type(struct host_debug *h, const struct type *t)
{
    struct debug_type *out = (struct debug_type *) (uintptr_t) pointer_map_get(&h->made, t, 0);
    if (out)
        return out;
    out = ARENA_NEW(&h->types, struct debug_type);
    pointer_map_set(&h->made, t, (uintptr_t) out); /* a struct may point to itself */
    *out = (struct debug_type){.kind = kind_of(t),
                               .name = type_name(&h->types, t),
                               .size = t->size,
                               .count = t->count,
                               .origin = t};
    if (out->kind == DEBUG_POINTER || out->kind == DEBUG_REFERENCE || out->kind == DEBUG_ARRAY)
        out->target = host_type(h, t->kind == TYPE_NULLPTR ? type_basic(TYPE_VOID) : t->base);
    if (type_is_int128(t)) {
        add_halves(h, out, t);
    } else if (out->kind == DEBUG_STRUCT) {
        out->container = container_of(t);
        add_members(h, out, t);
    }
    if (out->kind == DEBUG_ENUM)
        add_constants(h, out, t);
    return out;
}

const struct debug_type *host_array_type(struct host_debug *h, const struct debug_type *element,
                                         uint64_t count)
{
    struct debug_type *out = ARENA_NEW(&h->types, struct debug_type);
    *out = (struct debug_type){.kind = DEBUG_ARRAY,
                               .name = "",
                               .size = count * element->size,
                               .target = element,
                               .count = count};
    return out;
}

void host_types_forget(struct host_debug *h)
{
    pointer_map_free(&h->made);
    arena_free(&h->types);
}
