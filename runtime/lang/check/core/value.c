/* SPDX-License-Identifier: Apache-2.0 */
/* Values: lvalues to rvalues, promotions, the usual arithmetic conversions (C11 6.3.1), sizes. */
#include "lang/check/core/convert.h"

#include "lang/check/core/tree_build.h"

const struct type *convert_promoted(const struct type *t)
{
    t = type_plain(t);
    bool fits =
        t->kind == TYPE_ENUM && t->fits_int; /* by its enumerators, not by gcc's storage type */
    if (t->kind == TYPE_ENUM)
        t = type_plain(t->base);
    return fits || (type_is_integer(t) && t->size < 4) ? type_basic(TYPE_INT) : t;
}

/* The bit-field that e is, or whose new value it is; or NULL. */
static const struct field *bits_of(const struct expr *e)
{
    bool sets = e->kind == EXPR_ASSIGN || e->kind == EXPR_ASSIGN_OP || e->kind == EXPR_INCREMENT;
    e = sets ? e->left : e;
    return e->kind == EXPR_MEMBER && e->field->bit_width ? e->field : NULL;
}

/* C++17 7.6p5: a bit-field that an int can hold is promoted to int, whatever its type, and one of 32 bits to unsigned. */
const struct type *convert_promoted_value(const struct expr *e)
{
    const struct type *t = convert_promoted(e->type);
    const struct field *bits = bits_of(e);
    if (!bits || type_plain(bits->type)->kind == TYPE_ENUM)
        return t;
    unsigned width = bits->bit_width + !type_is_signed(t);
    bool is_unsigned = bits->bit_width == 32 && !type_is_signed(t);
    return width <= 32 ? type_basic(TYPE_INT) : is_unsigned ? type_basic(TYPE_UINT) : t;
}

const struct type *common_type(const struct type *a, const struct type *b)
{
    a = convert_promoted(a);
    b = convert_promoted(b);
    if (a->kind == TYPE_LDOUBLE || b->kind == TYPE_LDOUBLE)
        return type_basic(TYPE_LDOUBLE);
    if (a->kind == TYPE_DOUBLE || b->kind == TYPE_DOUBLE)
        return type_basic(TYPE_DOUBLE);
    if (a->kind == TYPE_FLOAT || b->kind == TYPE_FLOAT)
        return type_basic(TYPE_FLOAT);
    /* The kinds are ordered by rank, unsigned after signed. */
    const struct type *high = a->kind > b->kind ? a : b, *low = high == a ? b : a;
    if (high->precision || low->precision) /* the wider one; of two alike, the unsigned one */
        return type_precision(high) > type_precision(low)   ? high
               : type_precision(high) < type_precision(low) ? low
               : type_is_signed(high)                       ? low
                                                            : high;
    bool mixed = high->kind == TYPE_LLONG && low->kind == TYPE_ULONG;
    return mixed ? type_basic(TYPE_ULLONG) : high;
}

const struct type *truth_type(const struct checker *c)
{
    return type_basic(c->dialect->int_truths ? TYPE_INT : TYPE_BOOL);
}

bool is_null_constant(const struct expr *e)
{
    if (e->type->kind == TYPE_NULLPTR)
        return true;
    return e->kind == EXPR_INTEGER && !e->integer &&
           (type_is_integer(e->type) ||
            (e->type->kind == TYPE_POINTER && e->type->base->kind == TYPE_VOID &&
             !e->type->base->is_const && !e->type->base->is_volatile));
}

bool is_dim3(const struct checker *c, const struct type *t)
{
    return t->kind == TYPE_STRUCT && type_plain(t) == c->l->dim3;
}

struct expr *convert_to(struct checker *c, struct expr *e, const struct type *to)
{
    to = type_plain(to);
    if (expr_is_bad(e) || (e->type->kind == to->kind && type_same(e->type, to)) ||
        to->kind == TYPE_ANY)
        return e;
    struct expr *n = expr_new(c, EXPR_CONVERT, to, e->at);
    n->left = e;
    return fold_expr(c, n);
}

static void mark_in_memory(struct expr *e)
{
    while (e->kind == EXPR_MEMBER)
        e = e->left;
    if (e->kind == EXPR_VARIABLE)
        e->symbol->in_memory = true;
}

/* What a bit-field's value promotes to (C++17 7.6): int when int holds it, else unsigned when that does. */
static const struct type *promoted_bits(const struct field *f)
{
    if (f->type->kind == TYPE_ENUM || f->type->size < 4 || f->bit_width > 32)
        return type_plain(f->type);
    return type_basic(f->bit_width == 32 && !type_is_signed(f->type) ? TYPE_UINT : TYPE_INT);
}

/* ---- constant objects whose values constant expressions may use: C++17 8.20 [expr.const] ---- */

void note_known(struct symbol *s, const struct expr *value)
{
    bool scalar = value && (value->kind == EXPR_INTEGER || value->kind == EXPR_REAL);
    if (!scalar || !s->type->is_const || s->type->is_volatile || !type_is_arithmetic(s->type))
        return;
    s->known = true;
    if (value->kind == EXPR_REAL) {
        s->real = value->real;
        return;
    }
    s->integer = value->integer;
    s->upper = value->upper;
}

void note_elements(struct symbol *s, const struct expr *value)
{
    bool array = value && value->kind == EXPR_AGGREGATE && value->type->kind == TYPE_ARRAY;
    if (array || (value && value->type->kind == TYPE_STRUCT))
        s->elements = value;
}

struct expr *known_value(struct checker *c, const struct symbol *s, struct span at)
{
    const struct type *t = type_plain(s->type);
    if (!s->known || !type_is_arithmetic(t))
        return NULL;
    struct expr *e = expr_new(c, type_is_integer(t) ? EXPR_INTEGER : EXPR_REAL, t, at);
    if (e->kind == EXPR_REAL) {
        e->real = s->real;
        return e;
    }
    e->integer = s->integer;
    e->upper = s->upper;
    return e;
}

/* The initialiser of the constexpr array that e is a part of, at a constant offset in bytes. NULL: of none. */
static const struct expr *array_around(const struct expr *e, uint64_t *offset)
{
    const struct expr *whole = e->kind == EXPR_VARIABLE ? e->symbol->elements : NULL;
    if (whole && whole->type->kind == TYPE_ARRAY)
        return whole;
    const struct expr *p = e->kind == EXPR_DEREF ? e->left : NULL;
    if (p && p->kind == EXPR_POINTER_ADD && p->right->kind == EXPR_INTEGER) {
        *offset += (uint64_t) p->right->integer * p->type->base->size;
        p = p->left;
    }
    return p && p->kind == EXPR_DECAY ? array_around(p->left, offset) : NULL;
}

struct expr *known_element(struct checker *c, const struct expr *e)
{
    uint64_t offset = 0;
    const struct expr *array =
        e->kind == EXPR_DEREF && type_is_arithmetic(e->type) ? array_around(e, &offset) : NULL;
    if (!array || offset >= array->type->size)
        return NULL;
    for (uint32_t i = 0; i < array->init_count; i++) {
        const struct expr *v = array->inits[i].value;
        if (array->inits[i].offset != offset)
            continue;
        if (v->kind != EXPR_INTEGER && v->kind != EXPR_REAL)
            return NULL;
        struct expr *copy = expr_new(c, v->kind, type_plain(e->type), e->at);
        *copy = *v;
        copy->type = type_plain(e->type);
        copy->at = e->at;
        return copy;
    }
    struct expr *zero = integer_new(c, type_basic(TYPE_INT), 0, e->at); /* it was left out */
    return convert_to(c, zero, e->type);
}

/* ---- values ---- */

struct expr *convert_rvalue(struct checker *c, struct expr *e)
{
    if (e->kind == EXPR_MEMBER && e->field->bit_width)
        return convert_to(c, e, promoted_bits(e->field));
    if (e->type->kind == TYPE_ARRAY) {
        mark_in_memory(e);
        struct expr *n = expr_new(c, EXPR_DECAY, type_pointer(c->arena, e->type->base), e->at);
        n->left = e;
        return n;
    }
    if (e->type->kind == TYPE_FUNCTION && e->kind == EXPR_DEREF) /* what a reference refers to */
        return convert_to(c, e->left, type_pointer(c->arena, e->type));
    struct expr *known =
        e->kind == EXPR_VARIABLE ? known_value(c, e->symbol, e->at) : known_element(c, e);
    return known ? known : e;
}

struct expr *size_extent(struct checker *c, struct symbol *s, struct span at)
{
    const struct type *closure = c->closure ? type_plain(c->closure->type->base) : NULL;
    for (uint32_t i = 0; closure && i < closure->field_count; i++) {
        if (closure->fields[i].name != s->name)
            continue;
        struct expr *e = expr_new(c, EXPR_MEMBER, s->type, at);
        e->left = expr_deref(c, c->closure, at);
        e->field = closure->fields + i;
        e->lvalue = true;
        return e;
    }
    struct expr *e = expr_new(c, EXPR_VARIABLE, s->type, at);
    e->symbol = s;
    e->lvalue = true;
    return e;
}

struct expr *size_of(struct checker *c, const struct type *t, struct span at)
{
    const struct type *ulong = type_basic(TYPE_ULONG);
    if (!t->unsized)
        return integer_new(c, ulong, (int64_t) t->size, at);
    struct expr *count = integer_new(c, ulong, (int64_t) t->count, at);
    if (t->extent)
        count = convert_to(c, size_extent(c, t->extent, at), ulong);
    return binary_new(c, EXPR_MULTIPLY, ulong, count, size_of(c, t->base, at));
}
