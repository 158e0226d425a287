/* SPDX-License-Identifier: Apache-2.0 */
/* Types from DWARF entries (DWARF 2, 5). Qualifiers and the names of typedefs are dropped: a debugger shows values. Next: dwarf_scope.c. */
#include <string.h>

#include "debug/dwarf/dwarf_impl.h"

static const struct debug_type void_type = {.kind = DEBUG_VOID, .name = "void"};

static struct debug_type *make(struct dwarf *d, struct die *e);

static struct die *entry_of(struct dwarf *d, uint64_t offset)
{
    return (struct die *) (uintptr_t) dwarf_entry_at(d, offset);
}

static const struct debug_type *target_of(struct dwarf *d, const struct die *e)
{
    struct die *target = e->type ? entry_of(d, e->type) : NULL;
    const struct debug_type *t = target ? make(d, target) : NULL;
    return t ? t : &void_type;
}

/* DWARF 2, 7.8 */
static enum debug_kind kind_of_base(const struct die *e)
{
    switch (e->encoding) {
    case 0x02: return DEBUG_BOOL;
    case 0x04: return DEBUG_FLOAT;
    case 0x06: return e->size == 1 ? DEBUG_CHAR : DEBUG_SIGNED;
    case 0x07: return DEBUG_UNSIGNED;
    case 0x08: return DEBUG_UNSIGNED;
    default: return DEBUG_SIGNED;
    }
}

static uint32_t first_child(const struct dwarf *d, const struct die *e)
{
    return (uint32_t) (e - d->entries.at) + 1;
}

/* int a[2][3] has two subranges: an array of 2 arrays. */
static const struct debug_type *dimensions(struct dwarf *d, const struct die *e, uint32_t k,
                                           const struct debug_type *element, struct debug_type *out)
{
    for (; k < e->end && d->entries.at[k].tag != TAG_SUBRANGE; k = d->entries.at[k].end)
        continue;
    if (k >= e->end)
        return element;
    struct debug_type *t = out ? out : ARENA_NEW(&d->arena, struct debug_type);
    uint64_t count = d->entries.at[k].count;
    t->kind = DEBUG_ARRAY;
    t->count = count;
    t->target = dimensions(d, e, d->entries.at[k].end, element, NULL);
    t->size = t->count * t->target->size;
    t->name = "";
    return t;
}

static void add_members(struct dwarf *d, const struct die *e, struct debug_type *t)
{
    uint32_t n = 0;
    for (uint32_t k = first_child(d, e); k < e->end; k = d->entries.at[k].end)
        n++;
    struct debug_member *members = ARENA_ARRAY(&d->arena, struct debug_member, n + 1);
    t->members = members;
    for (uint32_t k = first_child(d, e); k < e->end; k = d->entries.at[k].end) {
        const struct die *c = &d->entries.at[k];
        if ((c->tag != TAG_MEMBER && c->tag != TAG_INHERITANCE) || c->declaration)
            continue;
        const struct debug_type *type = target_of(d, c);
        /* DWARF 2, 5.5.4: bit_offset counts from the highest bit of the member's storage */
        uint64_t storage = 8 * (c->size ? c->size : type->size);
        members[t->member_count++] = (struct debug_member){
            .name = c->name && c->tag == TAG_MEMBER ? c->name : "",
            .type = type,
            .offset = c->offset_in,
            .bits = c->bits,
            .bit_at = c->bits ? (uint32_t) (storage - c->bit_offset - c->bits) : 0};
    }
}

static void add_constants(struct dwarf *d, const struct die *e, struct debug_type *t)
{
    uint32_t n = e->end - first_child(d, e);
    struct debug_constant *constants = ARENA_ARRAY(&d->arena, struct debug_constant, n + 1);
    t->constants = constants;
    for (uint32_t k = first_child(d, e); k < e->end; k = d->entries.at[k].end)
        if (d->entries.at[k].tag == TAG_ENUMERATOR && d->entries.at[k].name)
            constants[t->constant_count++] =
                (struct debug_constant){d->entries.at[k].name, d->entries.at[k].constant};
}

static void fill(struct dwarf *d, struct die *e, struct debug_type *t)
{
    t->size = e->size;
    switch (e->tag) {
    case TAG_BASE: t->kind = kind_of_base(e); break;
    case TAG_POINTER:
    case TAG_REFERENCE:
    case TAG_RVALUE_REFERENCE:
        t->kind = e->tag == TAG_POINTER ? DEBUG_POINTER : DEBUG_REFERENCE;
        t->size = 8;
        t->target = target_of(d, e);
        break;
    case TAG_ARRAY: dimensions(d, e, first_child(d, e), target_of(d, e), t); break;
    case TAG_ENUMERATION:
        t->kind = DEBUG_ENUM;
        add_constants(d, e, t);
        break;
    default:
        t->kind = DEBUG_STRUCT;
        add_members(d, e, t);
        break;
    }
}

static bool is_alias(uint32_t tag)
{
    return tag == TAG_TYPEDEF || tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT;
}

static bool is_type(uint32_t tag)
{
    return tag == TAG_BASE || tag == TAG_POINTER || tag == TAG_REFERENCE ||
           tag == TAG_RVALUE_REFERENCE || tag == TAG_ARRAY || tag == TAG_ENUMERATION ||
           tag == TAG_STRUCTURE || tag == TAG_CLASS || tag == TAG_UNION || is_alias(tag);
}

/* An entry that is being made may be met again: a struct with a pointer to itself. */
static struct debug_type *make(struct dwarf *d, struct die *e)
{
    if (e->made || !is_type(e->tag))
        return e->made;
    if (is_alias(e->tag)) {
        struct debug_type *t = (struct debug_type *) (uintptr_t) target_of(d, e);
        if (e->tag == TAG_TYPEDEF && e->name && t != &void_type && !*t->name &&
            t->kind != DEBUG_ARRAY)
            t->name = e->name; /* typedef struct {...} name; */
        return e->made = t;
    }
    struct debug_type *t = ARENA_NEW(&d->arena, struct debug_type);
    e->made = t;
    t->name = e->name ? e->name : "";
    fill(d, e, t);
    return t;
}

void dwarf_make_types(struct dwarf *d)
{
    VEC_EACH (e, &d->entries)
        make(d, e);
}

const struct debug_type *dwarf_type_at(const struct dwarf *d, uint64_t offset)
{
    const struct die *e = offset ? dwarf_entry_at(d, offset) : NULL;
    return e && e->made ? e->made : &void_type;
}

const struct debug_type *dwarf_type_named(const struct dwarf *d, struct str name)
{
    VEC_EACH (e, &d->entries)
        if (e->made && e->name && str_eq(name, e->name))
            return e->made;
    return NULL;
}

const struct debug_type *dwarf_enumerator(const struct dwarf *d, struct str name, int64_t *out)
{
    VEC_EACH (e, &d->entries)
        for (uint32_t k = 0; e->made && k < e->made->constant_count; k++)
            if (str_eq(name, e->made->constants[k].name)) {
                *out = e->made->constants[k].value;
                return e->made;
            }
    return NULL;
}
