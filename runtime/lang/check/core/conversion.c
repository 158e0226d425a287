/* SPDX-License-Identifier: Apache-2.0 */
/* Standard conversions, C++17 7 [conv], and those that only C has, and the ranking of implicit conversion sequences.
 * Nothing here changes an expression: convert.c carries out what this finds. Read next: class/implicit_conversion.c,
 * which adds references, lists and classes. */
#include "lang/check/core/convert.h"

/* ---- qualification: C++17 7.5 [conv.qual] ---- */

/* The top-level qualifier that a conversion between these pointee types would lose. */
static enum conversion_flaw qualifiers_lost(const struct type *from, const struct type *to)
{
    return from->is_const && !to->is_const         ? FLAW_CONST
           : from->is_volatile && !to->is_volatile ? FLAW_VOLATILE
                                                   : FLAW_NONE;
}

static bool qualified_alike(const struct type *a, const struct type *b)
{
    return a->is_const == b->is_const && a->is_volatile == b->is_volatile;
}

/* Replaces two similar types by those one level down. false: there is no such level. */
static bool both_descend(const struct type **a, const struct type **b)
{
    const struct type *x = *a, *y = *b;
    bool pointers = x->kind == TYPE_POINTER && y->kind == TYPE_POINTER,
         arrays = x->kind == TYPE_ARRAY && y->kind == TYPE_ARRAY;
    bool open = arrays && (x->unsized || y->unsized || !x->complete || !y->complete);
    if (!pointers && !(arrays && (x->count == y->count || open)))
        return false;
    *a = x->base;
    *b = y->base;
    return true;
}

/* Pointers to `from` as pointers to `to`, when these are similar types: C++17 7.5p3. */
static struct conversion_sequence qualification(const struct type *from, const struct type *to)
{
    struct conversion_sequence s = {.rank = RANK_EXACT};
    bool const_above = true, deep = false; /* deep: below a second pointer */
    do {
        enum conversion_flaw lost = qualifiers_lost(from, to);
        bool differ = !qualified_alike(from, to);
        if (!s.flaw && (lost || (deep && differ && !const_above)))
            s.flaw = deep ? FLAW_TYPES : lost;
        s.qualifies |= differ;
        const_above &= to->is_const || to->kind == TYPE_ARRAY;
        deep |= from->kind == TYPE_POINTER;
    } while (both_descend(&from, &to));
    if (!type_same(from, to))
        s.flaw = FLAW_TYPES;
    s.rank = s.flaw ? RANK_NONE : RANK_EXACT;
    return s;
}

/* ---- standard conversions ---- */

static struct conversion_sequence fits(enum conversion_rank rank, enum conversion_kind kind)
{
    return (struct conversion_sequence){.rank = rank, .kind = kind};
}

static struct conversion_sequence misfits(enum conversion_flaw flaw)
{
    return (struct conversion_sequence){.rank = RANK_NONE, .flaw = flaw};
}

static struct conversion_sequence fits_if(bool condition, enum conversion_rank rank,
                                          enum conversion_kind kind)
{
    return condition ? fits(rank, kind) : misfits(FLAW_TYPES);
}

/* C++17 7.6 to 7.10; a bit-field counts by its type here, as in g++. A number becomes an enumerator by itself in C only. */
static struct conversion_sequence arithmetic_conversion(const struct type *from,
                                                        const struct type *to)
{
    if (to->kind == TYPE_ENUM)
        return fits(RANK_C_ONLY, CONVERT_VALUE);
    if (from->kind == TYPE_FLOAT)
        return fits(to->kind == TYPE_DOUBLE ? RANK_PROMOTION : RANK_CONVERSION, CONVERT_VALUE);
    bool underlying = from->kind == TYPE_ENUM && type_plain(from->base) == to && to->size < 4;
    bool promotes = type_is_integer(from) && from->kind != to->kind &&
                    (underlying || convert_promoted(from) == to);
    struct conversion_sequence s = fits(promotes ? RANK_PROMOTION : RANK_CONVERSION, CONVERT_VALUE);
    s.to_underlying = underlying;
    return s;
}

/* A pointer to `from` as a pointer to `to`: C++17 7.11 [conv.ptr]. */
static struct conversion_sequence pointer_conversion(const struct type *from, const struct type *to,
                                                     bool library)
{
    if (to->kind == TYPE_ANY)
        return fits(RANK_CONVERSION, CONVERT_POINTER);
    struct conversion_sequence s = qualification(from, to);
    bool base =
        from->kind == TYPE_STRUCT && to->kind == TYPE_STRUCT && type_base_offset(from, to) >= 0;
    bool to_void = to->kind == TYPE_VOID;
    if (type_same(from, to) || (s.rank != RANK_NONE && !to_void)) {
        s.kind = CONVERT_POINTER;
        return s;
    }
    if (to_void || base || from->kind == TYPE_VOID) {
        bool only_c = from->kind == TYPE_VOID || from->kind == TYPE_FUNCTION;
        enum conversion_flaw lost = qualifiers_lost(from, to);
        s = lost ? misfits(lost) : fits(only_c ? RANK_C_ONLY : RANK_CONVERSION, CONVERT_POINTER);
        s.qualifies = !qualified_alike(from, to);
        return s;
    }
    /* CUDA's C++ headers have templates for cudaMalloc(&x, n) and similar calls: T ** where the C prototype has void **. */
    bool any_pointer = library && !qualifiers_lost(from, to) && from->kind == TYPE_POINTER &&
                       to->kind == TYPE_POINTER && to->base->kind == TYPE_VOID;
    return any_pointer ? fits(RANK_C_ONLY, CONVERT_POINTER) : misfits(s.flaw ? s.flaw : FLAW_TYPES);
}

/* C++17 7.11p1 takes nullptr and the literal 0; C11 6.3.2.3p3 also false, '\0' and enumerators, and (void *) 0, which is
 * here what NULL is. */
static struct conversion_sequence null_conversion(const struct expr *e)
{
    enum type_kind kind = type_plain(e->type)->kind;
    bool only_c = kind == TYPE_BOOL || kind == TYPE_CHAR || kind == TYPE_ENUM;
    struct conversion_sequence s =
        fits_if(is_null_constant(e), only_c ? RANK_C_ONLY : RANK_CONVERSION, CONVERT_VALUE);
    s.of_null = true;
    return s;
}

/* The characters of a string literal are const (C++17 5.13.5p8), but pointers to char may point to them as in C; C++03 4.2p2
 * calls that a qualification conversion. */
static struct conversion_sequence literal_conversion(const struct type *character,
                                                     const struct type *to)
{
    struct conversion_sequence s = pointer_conversion(character, to, false);
    s.qualifies = !to->is_const;
    return s;
}

static struct conversion_sequence to_pointer(const struct expr *e, const struct type *from,
                                             const struct type *to, bool library)
{
    switch (from->kind) {
    case TYPE_POINTER:
        if (is_null_constant(e) && !type_same(from, to))
            return null_conversion(e);
        return pointer_conversion(from->base, to->base, library);
    case TYPE_ARRAY:
        return e->kind == EXPR_STRING ? literal_conversion(from->base, to->base)
                                      : pointer_conversion(from->base, to->base, library);
    case TYPE_FUNCTION: return pointer_conversion(from, to->base, library);
    case TYPE_DEVICE_ARRAY:
        return fits_if(type_same(to->base, from->base) || to->base->kind == TYPE_VOID,
                       RANK_CONVERSION, CONVERT_ARRAY);
    default: return null_conversion(e);
    }
}

/* Device arrays are references to counted arrays. Prototypes of builtins may take one of any type or rank. */
static struct conversion_sequence to_device_array(const struct type *from, const struct type *to)
{
    if (from->kind != TYPE_DEVICE_ARRAY)
        return misfits(FLAW_TYPES);
    bool elements = to->base->kind == TYPE_ANY || from->base->kind == TYPE_ANY ||
                    type_same(to->base, from->base);
    return fits_if(elements && (!to->rank || !from->rank || to->rank == from->rank), RANK_EXACT,
                   CONVERT_NOTHING);
}

/* A number converts to a dim3; a derived object is copied as its base. */
static struct conversion_sequence to_struct(struct checker *c, const struct type *from,
                                            const struct type *to)
{
    if (is_dim3(c, to) && type_is_arithmetic(from))
        return fits(RANK_CONVERSION, CONVERT_DIM3);
    return fits_if(from->kind == TYPE_STRUCT && type_base_offset(from, to) >= 0, RANK_CONVERSION,
                   CONVERT_OBJECT);
}

/* Types unknown to the host: after an error, or known to device code only. */
static bool unknown(const struct type *from, const struct type *to)
{
    return from->kind == TYPE_ERROR || from->kind == TYPE_ANY || to->kind == TYPE_ERROR ||
           to->kind == TYPE_OPAQUE;
}

static bool is_scoped(const struct type *t)
{
    return t->kind == TYPE_ENUM && t->scoped;
}

/* The types of two members that pointers point to: of functions all but the object. */
static bool members_alike(const struct type *a, const struct type *b)
{
    if (a->kind != TYPE_FUNCTION || b->kind != TYPE_FUNCTION)
        return type_same(a, b) && a->is_const <= b->is_const;
    bool same = a->param_count == b->param_count && type_same(a->base, b->base) &&
                a->params[0].type->base->is_const == b->params[0].type->base->is_const;
    for (uint32_t i = 1; same && i < a->param_count; i++)
        same = type_same(a->params[i].type, b->params[i].type);
    return same;
}

/* Pointers to members: C++17 7.12 [conv.mem]. */
static struct conversion_sequence member_conversion(const struct expr *e, const struct type *from,
                                                    const struct type *to)
{
    if (to->kind == TYPE_BOOL) {
        struct conversion_sequence s = fits(RANK_CONVERSION, CONVERT_VALUE);
        s.to_bool = true;
        return s;
    }
    if (to->kind != TYPE_POINTER || !to->member_of)
        return misfits(FLAW_TYPES);
    if (from->kind != TYPE_POINTER || !from->member_of)
        return null_conversion(e);
    bool derives = type_base_offset(to->member_of, from->member_of) >= 0;
    return fits_if(derives && members_alike(from->base, to->base),
                   from->member_of == to->member_of ? RANK_EXACT : RANK_CONVERSION,
                   CONVERT_POINTER);
}

/* C11 6.3.1.6 and 6.3.1.7; in GNU's C++ only towards complex, and a real number rather stays one. */
static struct conversion_sequence complex_conversion(const struct type *from, const struct type *to)
{
    bool numbers = (type_is_complex(from) || type_is_arithmetic(from)) &&
                   (type_is_complex(to) || type_is_arithmetic(to));
    bool real = type_is_arithmetic(from);
    return fits_if(numbers,
                   real                                           ? RANK_ANY
                   : type_is_complex(to) || to->kind == TYPE_BOOL ? RANK_CONVERSION
                                                                  : RANK_C_ONLY,
                   CONVERT_COMPLEX);
}

static struct conversion_sequence between(struct checker *c, const struct expr *e,
                                          const struct type *from, const struct type *to,
                                          bool library)
{
    if (to->kind == TYPE_ANY)
        return fits_if(from->kind != TYPE_VOID, RANK_ANY, CONVERT_VALUE);
    if (is_scoped(from) || is_scoped(to))
        return misfits(FLAW_TYPES);
    if (type_is_arithmetic(from) && type_is_arithmetic(to))
        return arithmetic_conversion(from, to);
    if ((from->kind == TYPE_POINTER && from->member_of) ||
        (to->kind == TYPE_POINTER && to->member_of))
        return member_conversion(e, from, to);
    if (type_is_complex(from) || type_is_complex(to))
        return complex_conversion(from, to);
    switch (to->kind) {
    case TYPE_BOOL: {
        bool pointer = from->kind == TYPE_POINTER || from->kind == TYPE_ARRAY;
        struct conversion_sequence s = fits_if(pointer, RANK_CONVERSION, CONVERT_VALUE);
        s.to_bool = true;
        return s;
    }
    case TYPE_POINTER: return to_pointer(e, from, to, library);
    case TYPE_NULLPTR: return null_conversion(e);
    case TYPE_DEVICE_ARRAY: return to_device_array(from, to);
    case TYPE_STRUCT: return to_struct(c, from, to);
    default: return misfits(FLAW_TYPES);
    }
}

struct conversion_sequence conversion_standard(struct checker *c, const struct expr *e,
                                               const struct type *to, bool library)
{
    const struct type *from = type_plain(e->type);
    to = type_plain(to);
    bool object = to->kind == TYPE_STRUCT || to->kind == TYPE_OPAQUE;
    struct conversion_sequence s = unknown(from, to) || type_same(from, to)
                                       ? fits(RANK_EXACT, type_is_class(to) ? CONVERT_OBJECT
                                                          : object          ? CONVERT_NOTHING
                                                                            : CONVERT_VALUE)
                                       : between(c, e, from, to, library);
    if (to->kind == TYPE_DEVICE_ARRAY && s.rank != RANK_NONE)
        s.kind = CONVERT_NOTHING;
    s.to = to;
    s.second = s.rank;
    return s;
}

/* ---- which of two sequences is better: C++17 16.3.3.2 [over.ics.rank] ---- */

/* p4.4: a nearer class is better than its base; either is better than void *. */
static int compare_classes(const struct conversion_sequence *a, const struct conversion_sequence *b)
{
    const struct type *x = type_referred(a->to), *y = type_referred(b->to);
    if (a->second != RANK_CONVERSION || x->kind != y->kind)
        return 0;
    if (x->kind == TYPE_POINTER) {
        x = x->base;
        y = y->base;
    }
    if (x->kind == TYPE_VOID || y->kind == TYPE_VOID)
        return (y->kind == TYPE_VOID) - (x->kind == TYPE_VOID);
    x = type_plain(x);
    y = type_plain(y);
    if (x->kind != TYPE_STRUCT || y->kind != TYPE_STRUCT || x == y)
        return 0;
    return (type_base_offset(x, y) >= 0) - (type_base_offset(y, x) >= 0);
}

/* p3.2.3 and p3.2.4: a value prefers T &&, a function prefers T &. */
static int compare_binding(const struct conversion_sequence *a, const struct conversion_sequence *b)
{
    if (!type_is_reference(a->to) || !type_is_reference(b->to))
        return 0;
    bool function = a->to->base->kind == TYPE_FUNCTION;
    return ((int) a->to->rvalue - (int) b->to->rvalue) * (function ? -1 : 1);
}

/* p3.2.5 and p3.2.6: of two types that differ in qualifiers only, the one with fewer is better. A reference's own
 * qualifiers count only against another reference's. */
static int compare_qualifiers(const struct conversion_sequence *a,
                              const struct conversion_sequence *b)
{
    const struct type *x = type_referred(a->to), *y = type_referred(b->to);
    bool counts = type_is_reference(a->to) && type_is_reference(b->to);
    bool more = false, fewer = false;
    do {
        more |= counts && qualifiers_lost(x, y);
        fewer |= counts && qualifiers_lost(y, x);
        counts = true;
    } while (both_descend(&x, &y));
    return type_same(x, y) && more != fewer ? (fewer ? 1 : -1) : 0;
}

/* Sequences by different functions are indistinguishable: C++17 16.3.3.2p3.3. */
static bool distinct_users(const struct conversion_sequence *a, const struct conversion_sequence *b)
{
    return a->rank == RANK_USER &&
           (a->by != b->by || (!a->by && !type_same(type_referred(a->to), type_referred(b->to))));
}

/* p4.1 and p4.2 of the rank itself, p3.2.1: an exact match is better than one that adds qualifiers. */
static int compare_kinds(const struct conversion_sequence *a, const struct conversion_sequence *b)
{
    if (a->second != b->second)
        return a->second < b->second ? 1 : -1;
    if (a->to_bool != b->to_bool)
        return a->to_bool ? -1 : 1;
    if (a->to_underlying != b->to_underlying)
        return a->to_underlying ? 1 : -1;
    if (a->second == RANK_EXACT && a->qualifies != b->qualifies)
        return a->qualifies ? -1 : 1;
    return 0;
}

int conversion_compare(const struct conversion_sequence *a, const struct conversion_sequence *b)
{
    if (a->of_list != b->of_list && a->rank != RANK_NONE && b->rank != RANK_NONE)
        return a->of_list ? 1 : -1;
    if (a->rank != b->rank)
        return a->rank < b->rank ? 1 : -1;
    if (!a->to || !b->to || distinct_users(a, b))
        return 0;
    int found = compare_kinds(a, b);
    if (!found && !a->of_null && !b->of_null)
        found = compare_classes(a, b);
    if (!found)
        found = compare_binding(a, b);
    if (!found && !a->of_null && !b->of_null)
        found = compare_qualifiers(a, b);
    return found;
}

enum conversion_order conversions_compare(const struct conversion_sequence *a,
                                          const struct conversion_sequence *b, uint32_t n)
{
    bool better = false, worse = false;
    for (uint32_t i = 0; i < n; i++) {
        int one = conversion_compare(a + i, b + i);
        better |= one > 0;
        worse |= one < 0;
    }
    return better && worse ? ORDER_MIXED
           : better        ? ORDER_BETTER
           : worse         ? ORDER_WORSE
                           : ORDER_LEVEL;
}

bool conversion_viable(const struct conversion_sequence *s)
{
    return s->rank < RANK_C_ONLY;
}
