/* SPDX-License-Identifier: Apache-2.0 */
/* Values of a stopped thread: loading, storing, converting, and the parts of arrays and structs. Next: debug_eval.c. */
#include "debug/debug_value.h"

#include <string.h>

#include "base/str.h"
#include "debug/debug_host.h"

const struct debug_type debug_int = {.kind = DEBUG_SIGNED, .name = "int", .size = 4},
                        debug_unsigned = {.kind = DEBUG_UNSIGNED,
                                          .name = "unsigned int",
                                          .size = 4},
                        debug_long = {.kind = DEBUG_SIGNED, .name = "long", .size = 8},
                        debug_unsigned_long = {.kind = DEBUG_UNSIGNED,
                                               .name = "unsigned long",
                                               .size = 8},
                        debug_bool = {.kind = DEBUG_BOOL, .name = "bool", .size = 1},
                        debug_float = {.kind = DEBUG_FLOAT, .name = "float", .size = 4},
                        debug_double = {.kind = DEBUG_FLOAT, .name = "double", .size = 8},
                        debug_char = {.kind = DEBUG_CHAR, .name = "char", .size = 1};

bool debug_is_number(const struct debug_type *t)
{
    switch (t->kind) {
    case DEBUG_BOOL:
    case DEBUG_CHAR:
    case DEBUG_SIGNED:
    case DEBUG_UNSIGNED:
    case DEBUG_ENUM: return t->size == 1 || t->size == 2 || t->size == 4 || t->size == 8;
    case DEBUG_FLOAT: return t->size == 4 || t->size == 8;
    default: return false;
    }
}

bool debug_is_scalar(const struct debug_type *t)
{
    return debug_is_number(t) || t->kind == DEBUG_POINTER || t->kind == DEBUG_REFERENCE;
}

static bool type_fails(struct debug_scope *s, const struct debug_type *t, const char *why)
{
    struct buf name = {0};
    debug_show_type(t, &name);
    debug_fail(s, "a value of type '%s' %s", name.p, why);
    buf_free(&name);
    return false;
}

static uint64_t scalar_size(const struct debug_type *t)
{
    return t->kind == DEBUG_POINTER || t->kind == DEBUG_REFERENCE ? 8 : t->size;
}

/* What a scalar's memory holds. A packed bit-field may lie across units of its type, in up to 9 bytes. */
static uint64_t memory_size(const struct debug_value *v)
{
    return v->bit_count ? (v->bit_at + v->bit_count + 7) / 8 : scalar_size(v->type);
}

static uint64_t cut(uint64_t bits, uint64_t size)
{
    return size < 8 ? bits & ((UINT64_C(1) << 8 * size) - 1) : bits;
}

static uint64_t field_mask(const struct debug_value *v)
{
    return v->bit_count < 64 ? (UINT64_C(1) << v->bit_count) - 1 : UINT64_MAX;
}

static uint64_t field_bits(const struct debug_value *v, uint64_t bits)
{
    bits &= field_mask(v);
    bool negative = v->type->kind == DEBUG_SIGNED && bits >> (v->bit_count - 1) & 1;
    return cut(negative ? bits | ~field_mask(v) : bits, v->type->size);
}

static bool cannot_access(struct debug_scope *s)
{
    return debug_fail(s, s->host ? "no object of the program is there"
                                 : "the thread cannot access this memory");
}

bool debug_load(struct debug_scope *s, const struct debug_value *v, uint64_t *out_bits)
{
    uint64_t size = scalar_size(v->type);
    *out_bits = v->bits;
    if (!debug_is_scalar(v->type))
        return type_fails(s, v->type, "is no number");
    if (v->where == VALUE_REGISTER) {
        if (!observed_frame_register(&s->frame, v->reg, s->lane, out_bits))
            return debug_fail(s, "<optimized out>");
        *out_bits = cut(*out_bits, size);
    } else if (v->where == VALUE_SLOT) {
        memcpy(out_bits, (const void *) (uintptr_t) v->address, sizeof *out_bits);
        *out_bits = cut(*out_bits, size);
    } else if (v->where == VALUE_MEMORY) {
        unsigned __int128 unit = 0;
        if (!v->trusted && !debug_scope_memory(s, v->address, memory_size(v)))
            return cannot_access(s);
        memcpy(&unit, (const void *) (uintptr_t) v->address, memory_size(v));
        *out_bits = (uint64_t) (v->bit_count ? unit >> v->bit_at : unit);
    }
    if (v->bit_count)
        *out_bits = field_bits(v, *out_bits);
    return true;
}

bool debug_store(struct debug_scope *s, const struct debug_value *to, uint64_t bits)
{
    if (s->looks)
        return debug_fail(s, "an assignment is not possible here");
    s->assigned = true;
    if (!debug_is_scalar(to->type) || to->trusted || to->where == VALUE_BITS)
        return debug_fail(s, "only a variable or an element can be set");
    if (to->where == VALUE_REGISTER)
        return observed_set_register(&s->frame, to->reg, s->lane, bits) ||
               debug_fail(s, "<optimized out>");
    if (to->where == VALUE_SLOT) { /* integers are extended by their own signedness */
        bool is_signed = to->type->kind == DEBUG_SIGNED || to->type->kind == DEBUG_CHAR ||
                         to->type->kind == DEBUG_ENUM;
        bits = is_signed ? (uint64_t) debug_as_integer(to->type, bits) : bits;
        memcpy((void *) (uintptr_t) to->address, &bits, sizeof bits);
        return true;
    }
    uint64_t size = memory_size(to);
    unsigned __int128 unit = bits;
    if (!debug_scope_memory(s, to->address, size))
        return cannot_access(s);
    if (to->bit_count) {
        unsigned __int128 old = 0, mask = (unsigned __int128) field_mask(to) << to->bit_at;
        memcpy(&old, (const void *) (uintptr_t) to->address, size);
        unit = (old & ~mask) | (unit << to->bit_at & mask);
    }
    memcpy((void *) (uintptr_t) to->address, &unit, size);
    if (s->host)
        s->host->wrote(s->host->user, to->address, size);
    return true;
}

bool debug_follow(struct debug_scope *s, struct debug_value *v)
{
    uint64_t address;
    while (v->type->kind == DEBUG_REFERENCE) {
        if (!debug_load(s, v, &address))
            return false;
        *v = (struct debug_value){
            .type = v->type->target, .where = VALUE_MEMORY, .address = address};
    }
    return true;
}

/* ---- numbers ---- */

int64_t debug_as_integer(const struct debug_type *t, uint64_t bits)
{
    if (t->kind == DEBUG_FLOAT) {
        double v = debug_as_double(t, bits);
        return v >= 9.2233720368547758e18   ? INT64_MAX
               : v > -9.2233720368547758e18 ? (int64_t) v
                                            : INT64_MIN;
    }
    bool is_signed = t->kind == DEBUG_SIGNED || t->kind == DEBUG_CHAR || t->kind == DEBUG_ENUM;
    if (!is_signed || t->size >= 8)
        return (int64_t) bits;
    uint64_t sign = UINT64_C(1) << (8 * t->size - 1);
    return (int64_t) ((cut(bits, t->size) ^ sign) - sign);
}

double debug_as_double(const struct debug_type *t, uint64_t bits)
{
    if (t->kind == DEBUG_FLOAT && t->size == 4) {
        float f;
        memcpy(&f, &bits, sizeof f);
        return (double) f;
    }
    if (t->kind == DEBUG_FLOAT) {
        double v;
        memcpy(&v, &bits, sizeof v);
        return v;
    }
    if (t->kind == DEBUG_UNSIGNED || t->kind == DEBUG_POINTER)
        return (double) bits;
    return (double) debug_as_integer(t, bits);
}

uint64_t debug_convert(const struct debug_type *to, const struct debug_type *from, uint64_t bits)
{
    uint64_t out = 0;
    if (to->kind == DEBUG_FLOAT && to->size == 4) {
        float f = (float) debug_as_double(from, bits);
        memcpy(&out, &f, sizeof f);
        return out;
    }
    if (to->kind == DEBUG_FLOAT) {
        double v = debug_as_double(from, bits);
        memcpy(&out, &v, sizeof v);
        return out;
    }
    if (to->kind == DEBUG_BOOL)
        return debug_as_double(from, bits) != 0;
    return cut((uint64_t) debug_as_integer(from, bits), scalar_size(to));
}

/* ---- parts ---- */

static bool word_of(struct debug_scope *s, const struct debug_value *v, const char *member,
                    struct debug_value *out, uint64_t *out_bits)
{
    return debug_member_named(s, v, str_of(member), out) && debug_load(s, out, out_bits);
}

bool debug_contents(struct debug_scope *s, const struct debug_value *v, struct debug_value *out)
{
    struct debug_value first, last;
    uint64_t begin = 0, end = 0;
    enum debug_container kind = v->type->container;
    if (kind == DEBUG_ITEMS)
        return debug_member_named(s, v, STR("items"), out);
    if (kind == DEBUG_STRING) {
        if (!word_of(s, v, "p_", &first, &begin) || !word_of(s, v, "n_", &last, &end))
            return false;
        end += begin;
    } else if (kind != DEBUG_VECTOR || !word_of(s, v, "begin_", &first, &begin) ||
               !word_of(s, v, "end_", &last, &end)) {
        return type_fails(s, v->type, "has no elements in a row");
    }
    const struct debug_type *element = first.type->target;
    if (!element->size || end < begin)
        return debug_fail(s, "it has not been constructed");
    *out =
        (struct debug_value){.type = debug_scope_array(s, element, (end - begin) / element->size),
                             .where = VALUE_MEMORY,
                             .address = begin};
    return true;
}

bool debug_element(struct debug_scope *s, const struct debug_value *v, int64_t index,
                   struct debug_value *out)
{
    const struct debug_type *t = v->type;
    struct debug_value contents;
    if (t->kind == DEBUG_STRUCT && t->container)
        return debug_contents(s, v, &contents) && debug_element(s, &contents, index, out);
    uint64_t base = v->address;
    if (t->kind == DEBUG_POINTER && !debug_load(s, v, &base))
        return false;
    if ((t->kind != DEBUG_POINTER && t->kind != DEBUG_ARRAY) || !t->target->size)
        return type_fails(s, t, "has no elements");
    if (t->kind == DEBUG_ARRAY && (t->count || s->host) &&
        (index < 0 || (uint64_t) index >= t->count))
        return debug_fail(s, "index %lld is outside the array of %llu elements", (long long) index,
                          (unsigned long long) t->count);
    *out = (struct debug_value){.type = t->target,
                                .where = VALUE_MEMORY,
                                .trusted = t->kind == DEBUG_ARRAY && v->trusted,
                                .address = base + (uint64_t) index * t->target->size};
    return true;
}

struct debug_value debug_member_value(const struct debug_value *v, const struct debug_member *m)
{
    struct debug_value out = *v;
    out.type = m->type;
    out.address += m->offset;
    out.bit_count = m->bits;
    out.bit_at = m->bit_at;
    return out;
}

static bool find_member(const struct debug_value *v, struct str name, struct debug_value *out)
{
    for (uint32_t k = 0; k < v->type->member_count; k++) {
        const struct debug_member *m = &v->type->members[k];
        struct debug_value inside = debug_member_value(v, m);
        if (str_eq(name, m->name) && *m->name) {
            *out = inside;
            return true;
        }
        if (!*m->name && m->type->kind == DEBUG_STRUCT && find_member(&inside, name, out))
            return true;
    }
    return false;
}

bool debug_member_named(struct debug_scope *s, const struct debug_value *v, struct str name,
                        struct debug_value *out)
{
    if (v->type->kind != DEBUG_STRUCT || v->where != VALUE_MEMORY)
        return type_fails(s, v->type, "has no members");
    if (!find_member(v, name, out))
        return debug_fail(s, "'%s' has no member '%.*s'", v->type->name, (int) name.n, name.p);
    return debug_follow(s, out);
}
