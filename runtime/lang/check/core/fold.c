/* SPDX-License-Identifier: Apache-2.0 */
/* Constant folding, with the results of the compiled program. Divisions by zero are not folded. */
#include "lang/check/core/convert.h"

#include <math.h>

#include "lang/check/core/tree_build.h"

typedef __int128 whole; /* holds the value of any integer, and the bits of an unsigned __int128 */
typedef unsigned __int128 whole_bits;

int64_t fold_wrap(const struct type *t, int64_t v)
{
    if (t->kind == TYPE_ENUM)
        t = t->base;
    switch (t->kind) {
    case TYPE_BOOL: return v != 0;
    case TYPE_CHAR:
    case TYPE_SCHAR: return (int8_t) v;
    case TYPE_UCHAR: return (uint8_t) v;
    case TYPE_SHORT: return (int16_t) v;
    case TYPE_USHORT: return (uint16_t) v;
    case TYPE_INT: return (int32_t) v;
    case TYPE_UINT: return (uint32_t) v;
    default: break;
    }
    uint32_t unused = t->precision ? 64 - t->precision : 0;
    uint64_t up = (uint64_t) v << unused;
    return type_is_signed(t) ? (int64_t) up >> unused : (int64_t) (up >> unused);
}

static bool constant(const struct expr *e)
{
    return e->kind == EXPR_INTEGER || e->kind == EXPR_REAL;
}

static bool is_true(const struct expr *e)
{
    return e->kind == EXPR_REAL ? e->real != 0 : e->integer || e->upper;
}

static bool is_unsigned(const struct type *t)
{
    return !type_is_signed(t);
}

static whole whole_of(const struct expr *e)
{
    if (type_is_int128(e->type))
        return (whole) ((whole_bits) (uint64_t) e->upper << 64 | (uint64_t) e->integer);
    return is_unsigned(e->type) ? (whole) (uint64_t) e->integer : (whole) e->integer;
}

static struct expr *whole_new(struct checker *c, const struct type *t, whole v, struct span at)
{
    struct expr *e = integer_new(c, t, fold_wrap(t, (int64_t) v), at);
    e->upper = type_is_int128(e->type) ? (int64_t) (v >> 64) : 0;
    return e;
}

/* A real as an integer type; values that do not fit become the nearest that do, NaN becomes 0. */
static whole real_to_integer(const struct type *t, long double v)
{
    if (t->kind == TYPE_BOOL)
        return v != 0;
    if (isnan(v))
        return 0;
    int bits = 8 * (int) t->size - !is_unsigned(t);
    long double low = is_unsigned(t) ? 0 : -ldexpl(1, bits), high = ldexpl(1, bits);
    if (v >= high) /* C leaves it open; GCC gives the nearest number that the type has */
        return (whole) (~(whole_bits) 0 >> (128 - bits));
    if (v <= low)
        return is_unsigned(t) ? 0 : (whole) - ((whole_bits) 1 << bits);
    return is_unsigned(t) ? (whole) (whole_bits) v : (whole) v;
}

static long double integer_to_real(const struct expr *e)
{
    whole v = whole_of(e);
    return e->type->kind == TYPE_UINT128 ? (long double) (whole_bits) v : (long double) v;
}

static struct expr *real_new(struct checker *c, const struct type *t, long double v, struct span at)
{
    struct expr *e = expr_new(c, EXPR_REAL, type_plain(t), at);
    e->real = t->kind == TYPE_FLOAT ? (float) v : t->kind == TYPE_DOUBLE ? (double) v : v;
    return e;
}

static struct expr *fold_convert(struct checker *c, struct expr *e)
{
    const struct expr *v = e->left;
    const struct type *to = e->type;
    if (to->kind == TYPE_VOID || !constant(v))
        return e;
    if (type_is_floating(to))
        return real_new(c, to, v->kind == EXPR_REAL ? v->real : integer_to_real(v), e->at);
    if (v->kind == EXPR_REAL)
        return type_is_integer(to) ? whole_new(c, to, real_to_integer(to, v->real), e->at) : e;
    return to->kind == TYPE_POINTER ? integer_new(c, to, v->integer, e->at)
           : to->kind == TYPE_BOOL  ? integer_new(c, to, is_true(v), e->at)
                                    : whole_new(c, to, whole_of(v), e->at);
}

static struct expr *fold_unary(struct checker *c, struct expr *e)
{
    const struct expr *v = e->left;
    if (e->kind == EXPR_NOT && constant(v))
        return integer_new(c, e->type, !is_true(v), e->at);
    if (v->kind == EXPR_REAL)
        return e->kind == EXPR_NEGATE ? real_new(c, e->type, -v->real, e->at) : e;
    if (v->kind != EXPR_INTEGER)
        return e;
    whole r = e->kind == EXPR_NEGATE ? (whole) - (whole_bits) whole_of(v) : ~whole_of(v);
    return whole_new(c, e->type, r, e->at);
}

/* Numbers of 64 bits are calculated as such: rounding a long double to them may give another number. */
static long double calculate_real(const struct type *t, enum expr_kind kind, long double a,
                                  long double b)
{
    if (t->kind == TYPE_LDOUBLE)
        return kind == EXPR_ADD        ? a + b
               : kind == EXPR_SUBTRACT ? a - b
               : kind == EXPR_MULTIPLY ? a * b
                                       : a / b;
    double x = (double) a, y = (double) b;
    return kind == EXPR_ADD        ? x + y
           : kind == EXPR_SUBTRACT ? x - y
           : kind == EXPR_MULTIPLY ? x * y
                                   : x / y;
}

static struct expr *fold_real(struct checker *c, struct expr *e, long double a, long double b)
{
    long double r;
    switch (e->kind) {
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
        r = calculate_real(e->type, e->kind, a, b);
        if (c->constant_values && isnan(r) && !isnan(a) && !isnan(b))
            r = NAN; /* the processor makes a negative one */
        return real_new(c, e->type, r, e->at);
    case EXPR_LESS: return integer_new(c, e->type, a < b, e->at);
    case EXPR_LESS_EQUAL: return integer_new(c, e->type, a <= b, e->at);
    case EXPR_GREATER: return integer_new(c, e->type, a > b, e->at);
    case EXPR_GREATER_EQUAL: return integer_new(c, e->type, a >= b, e->at);
    case EXPR_EQUAL: return integer_new(c, e->type, a == b, e->at);
    case EXPR_NOT_EQUAL: return integer_new(c, e->type, a != b, e->at);
    default: return e;
    }
}

static bool divide(const struct expr *e, whole a, whole b, bool u, whole *out)
{
    bool remainder = e->kind == EXPR_REMAINDER;
    whole least = (whole) ((whole_bits) 1 << 127);
    if (!b || (!u && b == -1 && (a == INT64_MIN || a == least)))
        return false;
    if (u)
        *out =
            (whole) (remainder ? (whole_bits) a % (whole_bits) b : (whole_bits) a / (whole_bits) b);
    else
        *out = remainder ? a % b : a / b;
    return true;
}

/* false: undefined behaviour (C11 6.5.7p3), which is left to run time. */
static bool shift(const struct expr *e, whole a, whole b, bool u, whole *out)
{
    if (b < 0 || b >= (whole) (e->left->type->size * 8))
        return false;
    if (e->kind == EXPR_SHIFT_LEFT)
        *out = (whole) ((whole_bits) a << b);
    else
        *out = u ? (whole) ((whole_bits) a >> b) : a >> b;
    return true;
}

/* Unsigned arithmetic, so that it wraps: whole_new() then gives it the type's width. */
static bool calculate(const struct expr *e, whole a, whole b, bool u, whole *out)
{
    whole_bits x = (whole_bits) a, y = (whole_bits) b;
    switch (e->kind) {
    case EXPR_ADD: *out = (whole) (x + y); return true;
    case EXPR_SUBTRACT: *out = (whole) (x - y); return true;
    case EXPR_MULTIPLY: *out = (whole) (x * y); return true;
    case EXPR_DIVIDE:
    case EXPR_REMAINDER: return divide(e, a, b, u, out);
    case EXPR_AND: *out = a & b; return true;
    case EXPR_OR: *out = a | b; return true;
    case EXPR_XOR: *out = a ^ b; return true;
    case EXPR_SHIFT_LEFT:
    case EXPR_SHIFT_RIGHT: return shift(e, a, b, u, out);
    default: return false;
    }
}

static struct expr *fold_integer(struct checker *c, struct expr *e)
{
    whole a = whole_of(e->left), b = whole_of(e->right);
    bool u = is_unsigned(e->left->type);
    bool less = u ? (whole_bits) a < (whole_bits) b : a < b;
    whole r = expr_compare(e->kind, less ? -1 : a != b);
    bool known = r >= 0 || calculate(e, a, b, u, &r);
    return known ? whole_new(c, e->type, r, e->at) : e;
}

static struct expr *fold_logical(struct checker *c, struct expr *e)
{
    bool stops = e->kind == EXPR_LOGICAL_OR;
    if (!constant(e->left))
        return e;
    if (is_true(e->left) == stops)
        return integer_new(c, e->type, stops, e->at);
    return constant(e->right) ? integer_new(c, e->type, is_true(e->right), e->at) : e;
}

struct expr *fold_expr(struct checker *c, struct expr *e)
{
    switch (e->kind) {
    case EXPR_CONVERT: return fold_convert(c, e);
    case EXPR_NEGATE:
    case EXPR_COMPLEMENT:
    case EXPR_NOT: return fold_unary(c, e);
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR: return fold_logical(c, e);
    case EXPR_CONDITIONAL:
        if (e->condition->kind != EXPR_INTEGER || !constant(e->left) || !constant(e->right))
            return e;
        return e->condition->integer ? e->left : e->right;
    default: break;
    }
    if (!e->left || !e->right)
        return e;
    if (e->left->kind == EXPR_REAL && e->right->kind == EXPR_REAL)
        return fold_real(c, e, e->left->real, e->right->real);
    if (e->left->kind == EXPR_INTEGER && e->right->kind == EXPR_INTEGER)
        return fold_integer(c, e);
    return e;
}

struct expr *binary_new(struct checker *c, enum expr_kind kind, const struct type *t,
                        struct expr *l, struct expr *r)
{
    struct expr *e = expr_new(c, kind, t, span_join(l->at, r->at));
    e->left = l;
    e->right = r;
    return fold_expr(c, e);
}
