/* SPDX-License-Identifier: Apache-2.0 */
/* C's types: construction, comparison, layout. Printing: type_print.c. */
#include "lang/tree/type.h"

#include <string.h>

#include "base/check.h"
#include "lang/tree/tree.h"

/* Columns: kind, size, align, spelling */
#define BASIC(kind_, size_, spelling)                                                              \
    [kind_] = {.kind = kind_, .size = size_, .align = size_, .complete = true, .name = spelling}

static const struct type basics[] = {
    [TYPE_ERROR] = {.kind = TYPE_ERROR, .size = 4,  .align = 4,                 .complete = true, .name = "<error>"    },
    [TYPE_VOID] = {.kind = TYPE_VOID,  .align = 1, .name = "void"            },
    BASIC(TYPE_BOOL, 1, "bool"),
    BASIC(TYPE_CHAR, 1, "char"),
    BASIC(TYPE_SCHAR, 1, "signed char"),
    BASIC(TYPE_UCHAR, 1, "unsigned char"),
    BASIC(TYPE_SHORT, 2, "short"),
    BASIC(TYPE_USHORT, 2, "unsigned short"),
    BASIC(TYPE_INT, 4, "int"),
    BASIC(TYPE_UINT, 4, "unsigned int"),
    BASIC(TYPE_LONG, 8, "long"),
    BASIC(TYPE_ULONG, 8, "unsigned long"),
    BASIC(TYPE_LLONG, 8, "long long"),
    BASIC(TYPE_ULLONG, 8, "unsigned long long"),
    BASIC(TYPE_INT128, 16, "__int128"),
    BASIC(TYPE_UINT128, 16, "unsigned __int128"),
    BASIC(TYPE_FLOAT, 4, "float"),
    BASIC(TYPE_DOUBLE, 8, "double"),
    BASIC(TYPE_LDOUBLE, 16, "long double"),
    BASIC(TYPE_NULLPTR, 8, "nullptr_t"),
    [TYPE_BRACES] =
        {.kind = TYPE_BRACES,        .size = 8,  .align = 8, .complete = true,                 .name = "values in braces"                   },
    [TYPE_OVERLOADS] = {.kind = TYPE_OVERLOADS,
                    .size = 8,
                    .align = 8,
                    .complete = true,
                    .name = "overloaded function"},
    [TYPE_ANY] = {.kind = TYPE_ANY,        .size = 8,  .align = 8,            .complete = true,                                              .name = "__any"                                                                      },
};

const struct type *type_basic(enum type_kind kind)
{
    CHECK((size_t) kind < sizeof basics / sizeof *basics && basics[kind].name);
    return &basics[kind];
}

/* ---- complex numbers ---- */

#define PART(kind_, name_, offset_)                                                                \
    {                                                                                              \
        .name = name_, .type = &basics[kind_], .offset = offset_                                   \
    }
#define PARTS(kind_, size_)                                                                        \
    [2 * kind_] = PART(kind_, "real", 0), [2 * kind_ + 1] = PART(kind_, "imag", size_)
#define COMPLEX(kind_, size_, spelling)                                                            \
    [kind_] = {.kind = TYPE_STRUCT,                                                                \
               .complete = true,                                                                   \
               .is_complex = true,                                                                 \
               .size = 2 * (size_),                                                                \
               .align = size_,                                                                     \
               .name = spelling " _Complex",                                                       \
               .fields = (struct field *) complex_parts + 2 * (kind_),                             \
               .field_count = 2}

static const struct field complex_parts[2 * (TYPE_LDOUBLE + 1)] = {
    PARTS(TYPE_CHAR, 1),   PARTS(TYPE_SCHAR, 1),   PARTS(TYPE_UCHAR, 1),  PARTS(TYPE_SHORT, 2),
    PARTS(TYPE_USHORT, 2), PARTS(TYPE_INT, 4),     PARTS(TYPE_UINT, 4),   PARTS(TYPE_LONG, 8),
    PARTS(TYPE_ULONG, 8),  PARTS(TYPE_LLONG, 8),   PARTS(TYPE_ULLONG, 8), PARTS(TYPE_FLOAT, 4),
    PARTS(TYPE_DOUBLE, 8), PARTS(TYPE_LDOUBLE, 16)};

static const struct type complexes[TYPE_LDOUBLE + 1] = {
    COMPLEX(TYPE_CHAR, 1, "char"),
    COMPLEX(TYPE_SCHAR, 1, "signed char"),
    COMPLEX(TYPE_UCHAR, 1, "unsigned char"),
    COMPLEX(TYPE_SHORT, 2, "short"),
    COMPLEX(TYPE_USHORT, 2, "unsigned short"),
    COMPLEX(TYPE_INT, 4, "int"),
    COMPLEX(TYPE_UINT, 4, "unsigned int"),
    COMPLEX(TYPE_LONG, 8, "long"),
    COMPLEX(TYPE_ULONG, 8, "unsigned long"),
    COMPLEX(TYPE_LLONG, 8, "long long"),
    COMPLEX(TYPE_ULLONG, 8, "unsigned long long"),
    COMPLEX(TYPE_FLOAT, 4, "float"),
    COMPLEX(TYPE_DOUBLE, 8, "double"),
    COMPLEX(TYPE_LDOUBLE, 16, "long double"),
};
#undef PART
#undef PARTS
#undef COMPLEX

const struct type *type_complex(enum type_kind part)
{
    CHECK((size_t) part <= TYPE_LDOUBLE && complexes[part].name);
    return &complexes[part];
}

const struct type *type_of_width(struct arena *a, const struct type *t, uint8_t width)
{
    struct type *made = ARENA_NEW(a, struct type);
    *made = *type_plain(t);
    made->precision = width;
    return type_qualified(a, made, t->is_const, t->is_volatile);
}

uint32_t type_precision(const struct type *t)
{
    return t->precision ? t->precision : (uint32_t) t->size * 8;
}

bool type_is_pair(const struct type *t)
{
    return t->name && (!strcmp(t->name, "float2") || !strcmp(t->name, "double2"));
}

bool type_is_complex(const struct type *t)
{
    return t->kind == TYPE_STRUCT && t->is_complex;
}

bool type_is_aggregate(const struct type *t)
{
    return t->kind == TYPE_ARRAY || (t->kind == TYPE_STRUCT && !t->is_complex);
}

const struct type *type_plain(const struct type *t)
{
    return t->unqualified ? t->unqualified : t;
}

uint16_t type_depth_over(const struct type *t)
{
    return t->depth < TYPE_DEPTH_MAX ? t->depth + 1 : TYPE_DEPTH_MAX;
}

const struct type *type_pointer(struct arena *a, const struct type *to)
{
    struct type *t = ARENA_NEW(a, struct type);
    *t = (struct type){.kind = TYPE_POINTER, .complete = true, .size = 8, .align = 8, .base = to};
    t->depth = type_depth_over(to);
    return t;
}

const struct type *type_member_pointer(struct arena *a, const struct type *class,
                                       const struct type *to)
{
    struct type *t = (struct type *) type_pointer(a, to);
    t->member_of = type_plain(class);
    return t;
}

const struct type *type_reference(struct arena *a, const struct type *to, bool rvalue)
{
    if (type_is_reference(to)) /* C++17 11.3.2: references collapse */
        return to->rvalue && !rvalue ? type_reference(a, to->base, false) : to;
    struct type *t = (struct type *) type_pointer(a, to);
    t->reference = true;
    t->rvalue = rvalue;
    return t;
}

bool type_is_reference(const struct type *t)
{
    return t->kind == TYPE_POINTER && t->reference;
}

const struct type *type_referred(const struct type *t)
{
    return type_is_reference(t) ? t->base : t;
}

bool type_is_variable(const struct type *t)
{
    for (; t->kind == TYPE_ARRAY || t->kind == TYPE_POINTER; t = t->base)
        if (t->kind == TYPE_ARRAY && t->unsized)
            return true;
    return false;
}

bool type_is_class(const struct type *t)
{
    return t->kind == TYPE_STRUCT && type_plain(t)->class;
}

int64_t type_fixed_offset(const struct type *from, const struct type *to)
{
    from = type_plain(from);
    to = type_plain(to);
    if (from == to)
        return 0;
    for (uint32_t i = 0; from->kind == TYPE_STRUCT && i < from->field_count; i++) {
        const struct field *f = from->fields + i;
        int64_t inner = f->is_base && !f->is_virtual ? type_fixed_offset(f->type, to) : -1;
        if (inner >= 0)
            return (int64_t) f->offset + inner;
    }
    return -1;
}

const struct field *type_virtual_way(const struct type *from, const struct type *to)
{
    from = type_plain(from);
    if (from->kind != TYPE_STRUCT || !from->has_virtual_bases || type_fixed_offset(from, to) >= 0)
        return NULL;
    for (uint32_t i = 0; i < from->field_count; i++)
        if (from->fields[i].is_virtual && type_fixed_offset(from->fields[i].type, to) >= 0)
            return from->fields + i;
    return NULL;
}

const struct field *type_virtual_base(const struct type *t, const struct type *base)
{
    t = type_plain(t);
    for (uint32_t i = 0; t->kind == TYPE_STRUCT && i < t->field_count; i++)
        if (t->fields[i].is_virtual && type_plain(t->fields[i].type) == type_plain(base))
            return t->fields + i;
    return NULL;
}

int64_t type_base_offset(const struct type *from, const struct type *to)
{
    const struct field *way = type_virtual_way(from, to);
    return way ? (int64_t) way->offset + type_fixed_offset(way->type, to)
               : type_fixed_offset(from, to);
}

bool type_is_empty(const struct type *t)
{
    t = type_plain(t);
    bool empty = t->kind == TYPE_STRUCT;
    for (uint32_t i = 0; i < t->field_count && empty; i++)
        empty = t->fields[i].is_base && type_is_empty(t->fields[i].type);
    return empty;
}

const struct type *type_array(struct arena *a, const struct type *element, uint64_t count)
{
    struct type *t = ARENA_NEW(a, struct type);
    *t = (struct type){.kind = TYPE_ARRAY,
                       .complete = element->complete,
                       .unsized = element->unsized,
                       .size = element->size * count,
                       .align = element->align,
                       .base = element,
                       .count = count,
                       .depth = type_depth_over(element)};
    return t;
}

const struct type *type_device_array(struct arena *a, const struct type *element, uint32_t rank,
                                     bool managed)
{
    struct type *t = ARENA_NEW(a, struct type);
    *t = (struct type){.kind = TYPE_DEVICE_ARRAY,
                       .complete = true,
                       .size = 8,
                       .align = 8,
                       .base = element,
                       .rank = rank,
                       .managed = managed};
    return t;
}

const struct type *type_qualified(struct arena *a, const struct type *t, bool is_const,
                                  bool is_volatile)
{
    is_const |= t->is_const;
    is_volatile |= t->is_volatile;
    if (is_const == t->is_const && is_volatile == t->is_volatile)
        return t;
    if (t->kind == TYPE_ARRAY) { /* C11 6.7.3: the element is qualified, not the array */
        struct type *array = ARENA_NEW(a, struct type);
        *array = *t;
        array->base = type_qualified(a, t->base, is_const, is_volatile);
        return array;
    }
    struct type *plain = (struct type *) type_plain(t);
    /* a copy may be freed with its cell, so an older type must not point to it */
    bool linked = (plain->kind == TYPE_STRUCT || plain->kind == TYPE_ENUM) && !plain->complete &&
                  (!plain->home || plain->home == a);
    for (const struct type *v = linked ? plain->variants : NULL; v; v = v->variants)
        if (v->is_const == is_const && v->is_volatile == is_volatile)
            return v;
    struct type *q = ARENA_NEW(a, struct type);
    *q = *plain;
    q->is_const = is_const;
    q->is_volatile = is_volatile;
    q->unqualified = plain;
    q->variants = NULL;
    if (linked) {
        q->variants = plain->variants;
        plain->variants = q;
    }
    return q;
}

const struct type *type_aligned(struct arena *a, const struct type *t, uint32_t align)
{
    if (t->align == align)
        return t;
    struct type *q = ARENA_NEW(a, struct type);
    *q = *t;
    q->align = align;
    q->unqualified = type_plain(t);
    q->variants = NULL;
    return q;
}

void type_completed(struct type *t)
{
    for (struct type *v = (struct type *) t->variants; v; v = (struct type *) v->variants) {
        struct type old = *v;
        *v = *t;
        v->is_const = old.is_const;
        v->is_volatile = old.is_volatile;
        v->unqualified = t;
        v->variants = old.variants;
    }
}

/* ---- layout ---- */

static uint64_t round_up(uint64_t n, uint64_t to)
{
    return to ? (n + to - 1) / to * to : n;
}

/* Places a bit-field at bit `at` or later; returns the bit after it. Its unit begins at a multiple of `align` bytes. */
static uint64_t place_bits(struct field *f, uint64_t at, uint64_t align, bool packed)
{
    uint64_t unit = f->type->size * 8, step = align * 8;
    if (!packed && at % step + f->bit_width > unit)
        at = round_up(at, step);
    f->offset = at / step * align;
    f->bit_offset = (uint8_t) (at % step);
    return at + f->bit_width;
}

/* A unit may not extend past the struct, nor a field past its unit: packed ones may have to begin earlier, or to be loaded in
 * parts. */
static void fit_bits(struct field *f, uint64_t size)
{
    uint64_t unit = f->type->size, bit = f->offset * 8 + f->bit_offset;
    if (!f->bit_width)
        return;
    uint64_t over = f->offset + unit > size ? f->offset + unit - size : 0;
    f->parted = over > f->offset || f->bit_offset + 8 * over + f->bit_width > 8 * unit;
    f->offset = f->parted ? bit / 8 : f->offset - over;
    f->bit_offset = (uint8_t) (f->parted ? bit % 8 : f->bit_offset + 8 * over);
}

uint32_t type_bit_parts(const struct field *f, struct bit_part out[BIT_PARTS_MAX])
{
    static const enum type_kind units[] = {TYPE_ULONG, TYPE_UINT, TYPE_USHORT, TYPE_UCHAR};

    uint64_t bytes = (uint64_t) (f->bit_offset + f->bit_width + 7) / 8, at = 0;
    uint32_t n = 0, done = 0;
    out[0] = (struct bit_part){f->type, 0, f->bit_offset, f->bit_width, 0};
    for (uint32_t i = 0; f->parted && i < sizeof units / sizeof *units; i++) {
        const struct type *unit = type_basic(units[i]);
        if (bytes - at < unit->size)
            continue;
        uint32_t from = at ? 0 : f->bit_offset, left = f->bit_width - done;
        uint32_t room = (uint32_t) unit->size * 8 - from, width = left < room ? left : room;
        out[n++] = (struct bit_part){unit, at, (uint8_t) from, (uint8_t) width, (uint8_t) done};
        done += width;
        at += unit->size;
    }
    return f->parted ? n : 1;
}

uint64_t type_bit_value(const struct field *f, const void *from)
{
    struct bit_part parts[BIT_PARTS_MAX];
    uint64_t value = 0, unused = 64 - f->bit_width;
    for (uint32_t n = type_bit_parts(f, parts), i = 0; i < n; i++) {
        uint64_t unit = 0, kept = 64 - parts[i].width;
        memcpy(&unit, (const char *) from + f->offset + parts[i].offset, parts[i].unit->size);
        value |= unit << (kept - parts[i].bit_offset) >> kept << parts[i].up;
    }
    value <<= unused;
    return type_is_signed(f->type) ? (uint64_t) ((int64_t) value >> unused) : value >> unused;
}

/* Itanium C++ ABI 2.4: members of a derived class may lie in the padding at the end of a base, unless C has that base too. */
static uint64_t field_size(const struct field *f)
{
    uint64_t less = f->is_base ? type_plain(f->type)->data_size : 0;
    return less ? less : f->type->size;
}

uint64_t type_assigned(const struct type *t)
{
    t = type_plain(t);
    if (type_is_empty(t)) /* its byte may be that of another part: Itanium C++ ABI 2.2 */
        return 0;
    return t->not_pod && t->data_size && !t->class->polymorphic ? t->data_size : t->size;
}

/* What a polymorphic class begins with, or NULL. */
static struct field *table_field(const struct type *t)
{
    for (uint32_t i = 0; i < t->field_count; i++)
        if (t->fields[i].holds_table)
            return t->fields + i;
    return NULL;
}

/* The storage unit that the bit-fields of an ms_struct share. */
struct ms_unit {
    uint64_t start, size, used; /* bits; size 0: there is none */
};

/* GCC: a bit-field begins a unit of its type's size, unless it fits into the one before it, whose type is of the same size. One without
 * bits closes the unit, and does nothing elsewhere. Returns the bit after the unit. */
static uint64_t place_ms_bits(struct field *f, struct ms_unit *u, uint64_t at, uint64_t own)
{
    uint64_t size = f->type->size * 8;
    if (!f->bit_width) {
        bool closes = u->size;
        u->size = 0;
        return closes ? round_up(at, own * 8) : at;
    }
    if (u->size != size || u->used + f->bit_width > size)
        *u = (struct ms_unit){round_up(at, own * 8), size, 0};
    f->offset = u->start / 8;
    f->bit_offset = (uint8_t) u->used;
    u->used += f->bit_width;
    return u->start + size;
}

static bool holds_empty(const struct type *t, uint64_t at, const struct type *empty)
{
    t = type_plain(t);
    if (t->kind == TYPE_ARRAY)
        return at < t->size && holds_empty(t->base, at % t->base->size, empty);
    if (t->kind != TYPE_STRUCT || (!at && type_same(t, empty)))
        return t->kind == TYPE_STRUCT;
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        if (!f->is_virtual && f->offset <= at && holds_empty(f->type, at - f->offset, empty))
            return true;
    }
    return false;
}

/* Itanium C++ ABI 2.4: two objects of one empty class, as bases or inside of members, have different places. Whether that forbids
 * a part at `at`. t has its first `count` fields, which end at `end`. */
static bool collides(const struct type *t, uint32_t count, uint64_t end, const struct type *part,
                     uint64_t at)
{
    part = type_plain(part);
    bool array = part->kind == TYPE_ARRAY && part->base->size;
    for (uint64_t k = 0; array && k < part->size && at + k < end; k += part->base->size)
        if (collides(t, count, end, part->base, at + k))
            return true;
    if (part->kind != TYPE_STRUCT || at >= end || t->is_union)
        return false;
    for (uint32_t i = 0; part->size && type_is_empty(part) && i < count; i++)
        if (t->fields[i].offset <= at &&
            holds_empty(t->fields[i].type, at - t->fields[i].offset, part))
            return true;
    for (uint32_t i = 0; i < part->field_count; i++)
        if (!part->fields[i].is_virtual &&
            collides(t, count, end, part->fields[i].type, at + part->fields[i].offset))
            return true;
    return false;
}

void type_layout(struct type *t, uint64_t align, bool packed)
{
    struct ms_unit unit = {0};
    uint64_t bit = 0, most = 1, largest = 0,
             data = 0; /* data: bytes in front of the virtual bases */
    uint64_t end = 0;  /* of the parts so far, those of empty classes among them */
    struct field *table = table_field(t);
    if (table) {
        table->offset = 0;
        most = table->type->align;
        bit = largest = field_size(table) * 8;
    }
    for (uint32_t i = 0; i < t->field_count; i++) {
        struct field *f = t->fields + i;
        if (f == table)
            continue;
        bool bits = f->bit_width > 0;
        uint64_t own = f->align ? f->align : f->type->align;
        if (f->is_virtual && !data)
            data = (largest + 7) / 8;
        if (t->is_union)
            bit = 0;
        if (f->is_base && type_is_empty(f->type)) {
            bool free = !collides(t, i, end, f->type, 0);
            f->offset = free ? 0 : round_up((bit + 7) / 8, own);
            while (collides(t, i, end, f->type, f->offset))
                f->offset += own;
            end = f->offset + f->type->size > end ? f->offset + f->type->size : end;
            continue;
        }
        bool closes = !bits && f->bit_offset == UINT8_MAX; /* `int : 0;` closes the unit */
        if (t->ms_bits && (bits || closes)) {
            bool counts = bits || unit.size;
            f->bit_offset = 0;
            bit = place_ms_bits(f, &unit, bit, own);
            most = counts && own > most ? own : most;
            largest = bit > largest ? bit : largest;
            continue;
        }
        unit.size = 0;
        if (bits && f->aligned)
            bit = round_up(bit, own * 8);
        if (bits) {
            bit = place_bits(f, bit, own < f->type->align ? own : f->type->align, packed);
        } else if (closes) {
            bit = round_up(bit, f->type->size * 8);
            f->bit_offset = 0;
            largest = bit > largest ? bit : largest;
            continue;
        } else {
            f->offset = round_up((bit + 7) / 8, own);
            while (collides(t, i, end, f->type, f->offset))
                f->offset += own;
            bit = (f->offset + field_size(f)) * 8;
        }
        if (f->name || !bits) /* padding between bit-fields aligns nothing */
            most = own > most ? own : most;
        largest = bit > largest ? bit : largest;
        end = (largest + 7) / 8 > end ? (largest + 7) / 8 : end;
    }
    most = align > most ? align : most;
    t->align = (uint32_t) most;
    t->size = round_up(end > (largest + 7) / 8 ? end : (largest + 7) / 8, most);
    t->data_size = data ? data : table || t->not_pod ? (largest + 7) / 8 : 0;
    if (type_is_empty(t))
        t->size = 1; /* as in C++ */
    for (uint32_t i = 0; i < t->field_count; i++)
        fit_bits(t->fields + i, t->size);
    t->complete = true;
    type_completed(t);
}

/* ---- questions ---- */

static bool same_functions(const struct type *a, const struct type *b)
{
    if (a->unprototyped || b->unprototyped) /* C11 6.7.6.3p15 */
        return type_same(a->base, b->base);
    if (a->param_count != b->param_count || a->variadic != b->variadic ||
        !type_same(a->base, b->base))
        return false;
    for (uint32_t i = 0; i < a->param_count; i++)
        if (!type_same(a->params[i].type, b->params[i].type))
            return false;
    return true;
}

static bool same_qualified(const struct type *a, const struct type *b)
{
    return a->is_const == b->is_const && a->is_volatile == b->is_volatile && type_same(a, b);
}

const struct type *type_element(const struct type *t)
{
    while (t->kind == TYPE_ARRAY || t->kind == TYPE_DEVICE_ARRAY)
        t = t->base;
    return t;
}

bool type_same(const struct type *a, const struct type *b)
{
    a = type_plain(a);
    b = type_plain(b);
    if (a == b || a->kind == TYPE_ERROR || b->kind == TYPE_ERROR)
        return true;
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case TYPE_POINTER:
        return a->reference == b->reference && a->rvalue == b->rvalue &&
               a->member_of == b->member_of && same_qualified(a->base, b->base);
    case TYPE_ARRAY:
        return same_qualified(a->base, b->base) &&
               (a->count == b->count || a->unsized || b->unsized || !a->complete || !b->complete);
    case TYPE_FUNCTION: return same_functions(a, b);
    case TYPE_DEVICE_ARRAY: return type_same(a->base, b->base) && a->rank == b->rank;
    case TYPE_OPAQUE: return a->name == b->name;
    case TYPE_STRUCT:
    case TYPE_ENUM: return false; /* the same one is the same pointer */
    default: return true;
    }
}

bool type_shows(const struct type *seen, const struct type *object)
{
    seen = type_plain(seen);
    object = type_plain(object);
    if (seen->kind != TYPE_ARRAY || object->kind != TYPE_ARRAY || seen->count != object->count)
        return type_same(seen, object);
    return (seen->base->is_const || !object->base->is_const) &&
           seen->base->is_volatile == object->base->is_volatile &&
           type_shows(seen->base, object->base);
}

bool type_is_integer(const struct type *t)
{
    return (t->kind >= TYPE_BOOL && t->kind <= TYPE_UINT128) || t->kind == TYPE_ENUM;
}

bool type_is_signed(const struct type *t)
{
    switch (t->kind) {
    case TYPE_CHAR:
    case TYPE_SCHAR:
    case TYPE_SHORT:
    case TYPE_INT:
    case TYPE_LONG:
    case TYPE_LLONG:
    case TYPE_INT128: return true;
    case TYPE_ENUM: return type_is_signed(t->base);
    default: return false;
    }
}

bool type_is_floating(const struct type *t)
{
    return t->kind == TYPE_FLOAT || t->kind == TYPE_DOUBLE || t->kind == TYPE_LDOUBLE;
}

bool type_is_int128(const struct type *t)
{
    return t->kind == TYPE_INT128 || t->kind == TYPE_UINT128;
}

bool type_is_wide(const struct type *t)
{
    return t->kind == TYPE_LDOUBLE || type_is_int128(t);
}

bool type_in_object(const struct type *t)
{
    return t->kind == TYPE_STRUCT || type_is_wide(t);
}

bool type_is_arithmetic(const struct type *t)
{
    return type_is_integer(t) || type_is_floating(t);
}

bool type_is_half(const struct type *t)
{
    static const char *const names[] = {"half", "__half", "nv_bfloat16", "__nv_bfloat16"};
    for (size_t i = 0; (t->kind == TYPE_OPAQUE || t->kind == TYPE_STRUCT) && t->name &&
                       i < sizeof names / sizeof *names;
         i++)
        if (!strcmp(t->name, names[i]))
            return true;
    return false;
}

bool type_is_scalar(const struct type *t)
{
    return type_is_arithmetic(t) || t->kind == TYPE_POINTER || t->kind == TYPE_NULLPTR;
}

bool type_field(const struct type *t, const char *name, struct field *out)
{
    t = type_plain(t);
    for (uint32_t i = 0; i < t->field_count; i++) /* the class's own hide those of its bases */
        if (t->fields[i].name == name) {
            *out = t->fields[i];
            return true;
        }
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        if (!f->name && !f->is_virtual && type_plain(f->type)->kind == TYPE_STRUCT &&
            type_field(f->type, name, out)) { /* of an anonymous member or a base */
            out->offset += f->offset;
            return true;
        }
    }
    return false;
}

/* A result that is void for the caller is dropped. A register's 8 bytes hold any integer and any pointer. */
static bool result_serves(const struct type *given, const struct type *wanted)
{
    bool whole = type_is_integer(given) || (given->kind == TYPE_POINTER && !given->reference);
    bool word = wanted->size == 8 &&
                ((wanted->kind == TYPE_POINTER && !wanted->reference) || type_is_integer(wanted));
    return type_same(given, wanted) || (whole && word) ||
           (wanted->kind == TYPE_VOID && type_is_scalar(given));
}

bool type_called_alike(const struct type *given, const struct type *wanted)
{
    if (given->kind != TYPE_FUNCTION || wanted->kind != TYPE_FUNCTION ||
        !result_serves(given->base, wanted->base))
        return false;
    if (given->unprototyped || wanted->unprototyped)
        return true;
    bool same = given->param_count == wanted->param_count && given->variadic == wanted->variadic;
    for (uint32_t i = 0; same && i < given->param_count; i++) {
        const struct type *x = given->params[i].type, *y = wanted->params[i].type;
        same = type_same(x, y) || (x->kind == TYPE_POINTER && y->kind == TYPE_POINTER &&
                                   !x->reference && !y->reference);
    }
    return same;
}

/* ---- classes ---- */

struct symbol *type_destructor(const struct type *t)
{
    t = type_plain(t);
    while (t->kind == TYPE_ARRAY)
        t = type_plain(t->base);
    return t->kind == TYPE_STRUCT && t->class ? t->class->destructor : NULL;
}

bool type_is_owned(const struct type *t)
{
    t = type_plain(t);
    return t->kind == TYPE_STRUCT && t->class && (t->class->destructor || t->class->copy);
}
