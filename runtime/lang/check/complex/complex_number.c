/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on complex numbers become operations on their parts. An operand is evaluated once: a variable of a statement
 * expression holds it. Products and quotients of two complex numbers are the library's, which knows the infinities of C11 G.5.1. */
#include "lang/check/complex/complex_number.h"

#include <string.h>

#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* Where statements of an operation go. */
struct complex_work {
    stmt_vec list, *out;
};

static void work_begin(struct checker *c, struct complex_work *w)
{
    *w = (struct complex_work){.out = c->out};
    c->out = &w->list;
    c->depth++;
}

/* value, after the statements that it needs. */
static struct expr *work_end(struct checker *c, struct complex_work *w, struct expr *value,
                             struct span at)
{
    c->depth--;
    c->out = w->out;
    if (!w->list.n || expr_is_bad(value)) {
        VEC_FREE(&w->list);
        return value;
    }
    struct expr *e = expr_new(c, EXPR_STATEMENTS, type_plain(value->type), at);
    e->left = value;
    e->body = block_of(c, &w->list, at);
    return e;
}

/* ---- parts ---- */

bool complex_has_parts(const struct type *t)
{
    return type_is_complex(t) || type_is_pair(type_plain(t));
}

static const struct type *part_type(const struct type *t)
{
    t = type_plain(t);
    return complex_has_parts(t) ? t->fields[0].type : t;
}

static struct expr *zero(struct checker *c, const struct type *t, struct span at)
{
    return convert_to(c, integer_new(c, type_basic(TYPE_INT), 0, at), t);
}

static struct expr *made(struct checker *c, const struct type *t, struct expr *real,
                         struct expr *imag, struct span at)
{
    struct expr *e = expr_new(c, EXPR_AGGREGATE, t, at);
    e->init_count = 2;
    e->inits = ARENA_ARRAY(c->arena, struct init, 2);
    e->inits[0] = (struct init){.value = real};
    e->inits[1] = (struct init){.offset = t->fields[1].offset, .value = imag};
    return e;
}

static bool is_known(const struct expr *e)
{
    return e->kind == EXPR_INTEGER || e->kind == EXPR_REAL;
}

static bool is_known_complex(const struct expr *e)
{
    return e->kind == EXPR_AGGREGATE && is_known(e->inits[0].value) && is_known(e->inits[1].value);
}

/* The parts of an operand; imag is NULL for a real number. */
struct complex_operand {
    struct expr *real, *imag;
};

static struct expr *member(struct checker *c, struct expr *z, unsigned which)
{
    const struct type *t = type_plain(z->type);
    struct expr *e = expr_new(
        c, EXPR_MEMBER,
        type_qualified(c->arena, t->fields[which].type, z->type->is_const, z->type->is_volatile),
        z->at);
    e->left = z;
    e->field = t->fields + which;
    e->lvalue = z->lvalue;
    return e;
}

static struct complex_operand operand_of(struct checker *c, struct expr *e)
{
    bool complex = complex_has_parts(e->type);
    if (complex && is_known_complex(e))
        return (struct complex_operand){e->inits[0].value, e->inits[1].value};
    if (!is_known(e))
        e = use_symbol(c, put_hidden(c, type_plain(e->type), e, e->at), e->at);
    return complex ? (struct complex_operand){member(c, e, 0), member(c, e, 1)}
                   : (struct complex_operand){e, NULL};
}

static struct complex_operand operand_as(struct checker *c, struct complex_operand o,
                                         const struct type *part)
{
    return (struct complex_operand){convert_to(c, o.real, part),
                                    o.imag ? convert_to(c, o.imag, part) : NULL};
}

/* ---- arithmetic ---- */

/* As gcc, which does not promote the parts of complex integers of one type. */
const struct type *complex_common(const struct type *l, const struct type *r)
{
    const struct type *a = part_type(l), *b = part_type(r);
    bool same = type_is_complex(l) && type_is_complex(r) && type_same(a, b);
    return type_complex(same ? a->kind : common_type(a, b)->kind);
}

static struct expr *negative(struct checker *c, struct expr *v)
{
    struct expr *e = expr_new(c, EXPR_NEGATE, v->type, v->at);
    e->left = convert_to(c, v, convert_promoted(v->type));
    e->type = e->left->type;
    return convert_to(c, fold_expr(c, e), v->type);
}

static struct expr *of_parts(struct checker *c, enum expr_kind kind, struct expr *l, struct expr *r)
{
    const struct type *t = part_type(l->type), *wide = convert_promoted(t);
    return convert_to(c, binary_new(c, kind, wide, convert_to(c, l, wide), convert_to(c, r, wide)),
                      t);
}

/* G.5.2: what is missing of a real number takes no part. */
static struct expr *sum(struct checker *c, enum expr_kind kind, struct complex_operand a,
                        struct complex_operand b, const struct type *t, struct span at)
{
    struct expr *imag = a.imag && b.imag        ? of_parts(c, kind, a.imag, b.imag)
                        : a.imag                ? a.imag
                        : kind == EXPR_SUBTRACT ? negative(c, b.imag)
                                                : b.imag;
    return made(c, t, of_parts(c, kind, a.real, b.real), imag, at);
}

/* __complex_op(name, &result, a.real, a.imag, b.real, b.imag) */
static struct expr *by_library(struct checker *c, const char *name, struct complex_operand a,
                               struct complex_operand b, const struct type *t, struct span at)
{
    struct symbol *result = put_hidden(c, t, NULL, at);
    struct expr *place = use_symbol(c, result, at),
                *string =
                    expr_new(c, EXPR_STRING,
                             type_array(c->arena, type_basic(TYPE_CHAR), strlen(name) + 1), at);
    string->string = (struct str){name, strlen(name) + 1};
    string->lvalue = true;
    enum type_kind part = part_type(t)->kind;
    const char *function = part == TYPE_FLOAT     ? "__complex_opf"
                           : part == TYPE_LDOUBLE ? "__complex_opl"
                                                  : "__complex_op";
    struct expr *args[] = {convert_rvalue(c, string),
                           address_of(c, member(c, place, 0), at),
                           a.real,
                           a.imag,
                           b.real,
                           b.imag};
    struct stmt *call = stmt_new(c, STMT_EXPR, at);
    call->expr = library_call(c, function, args, 6, at);
    put_stmt(c, call);
    return use_symbol(c, result, at);
}

static struct expr *product(struct checker *c, struct complex_operand a, struct complex_operand b,
                            const struct type *t, struct span at)
{
    if (!a.imag || !b.imag) {
        struct complex_operand z = a.imag ? a : b, x = a.imag ? b : a;
        bool first = z.real == a.real;
        struct expr *imag =
            of_parts(c, EXPR_MULTIPLY, first ? z.imag : x.real, first ? x.real : z.imag);
        return made(c, t, of_parts(c, EXPR_MULTIPLY, a.real, b.real), imag, at);
    }
    if (type_is_floating(part_type(t)))
        return by_library(c, "*", a, b, t, at);
    return made(c, t,
                of_parts(c, EXPR_SUBTRACT, of_parts(c, EXPR_MULTIPLY, a.real, b.real),
                         of_parts(c, EXPR_MULTIPLY, a.imag, b.imag)),
                of_parts(c, EXPR_ADD, of_parts(c, EXPR_MULTIPLY, a.real, b.imag),
                         of_parts(c, EXPR_MULTIPLY, a.imag, b.real)),
                at);
}

/* A value that is used more than once. */
static struct expr *kept(struct checker *c, struct expr *e)
{
    return is_known(e) ? e : use_symbol(c, put_hidden(c, type_plain(e->type), e, e->at), e->at);
}

static struct expr *chosen(struct checker *c, struct expr *condition, struct expr *l,
                           struct expr *r)
{
    struct expr *e = expr_new(c, EXPR_CONDITIONAL, l->type, l->at);
    e->condition = condition;
    e->left = l;
    e->right = r;
    return kept(c, e);
}

static struct expr *magnitude(struct checker *c, struct expr *v)
{
    struct expr *none = zero(c, v->type, v->at);
    return chosen(c, binary_new(c, EXPR_LESS, type_basic(TYPE_BOOL), v, none), negative(c, v), v);
}

/* Smith's method, as gcc rounds it. */
static struct expr *integer_quotient(struct checker *c, struct complex_operand a,
                                     struct complex_operand b, const struct type *t, struct span at)
{
    struct expr *swap = kept(c, binary_new(c, EXPR_LESS, type_basic(TYPE_BOOL),
                                           magnitude(c, b.real), magnitude(c, b.imag)));
    struct expr *large = chosen(c, swap, b.imag, b.real), *small = chosen(c, swap, b.real, b.imag),
                *first = chosen(c, swap, a.imag, a.real), *second = chosen(c, swap, a.real, a.imag);
    struct expr *ratio = kept(c, of_parts(c, EXPR_DIVIDE, small, large));
    struct expr *divisor =
        kept(c, of_parts(c, EXPR_ADD, of_parts(c, EXPR_MULTIPLY, small, ratio), large));
    struct expr *real = of_parts(c, EXPR_ADD, of_parts(c, EXPR_MULTIPLY, second, ratio), first);
    struct expr *imag = chosen(
        c, swap, of_parts(c, EXPR_SUBTRACT, of_parts(c, EXPR_MULTIPLY, a.imag, ratio), a.real),
        of_parts(c, EXPR_SUBTRACT, a.imag, of_parts(c, EXPR_MULTIPLY, a.real, ratio)));
    return made(c, t, of_parts(c, EXPR_DIVIDE, real, divisor),
                of_parts(c, EXPR_DIVIDE, imag, divisor), at);
}

static struct expr *quotient(struct checker *c, struct complex_operand a, struct complex_operand b,
                             const struct type *t, struct span at)
{
    if (!b.imag)
        return made(c, t, of_parts(c, EXPR_DIVIDE, a.real, b.real),
                    of_parts(c, EXPR_DIVIDE, a.imag, b.real), at);
    if (!a.imag)
        a.imag = zero(c, part_type(t), at);
    if (type_is_floating(part_type(t)))
        return by_library(c, "/", a, b, t, at);
    return integer_quotient(c, a, b, t, at);
}

static struct expr *comparison(struct checker *c, enum expr_kind kind, struct complex_operand a,
                               struct complex_operand b, const struct type *part, struct span at)
{
    const struct type *wide = convert_promoted(part);
    struct expr *none = zero(c, part, at),
                *pairs[2][2] = {
                    {a.real,                 b.real                },
                    {a.imag ? a.imag : none, b.imag ? b.imag : none}
    };
    struct expr *equal[2];
    for (int i = 0; i < 2; i++)
        equal[i] = binary_new(c, kind, type_basic(TYPE_BOOL), convert_to(c, pairs[i][0], wide),
                              convert_to(c, pairs[i][1], wide));
    return convert_to(c,
                      binary_new(c, kind == EXPR_EQUAL ? EXPR_LOGICAL_AND : EXPR_LOGICAL_OR,
                                 type_basic(TYPE_BOOL), equal[0], equal[1]),
                      truth_type(c));
}

/* Numbers do not widen a pair, as in expressions of arrays: a float2 times 2.0i is a float2. */
static const struct type *result_of(struct checker *c, const struct type *l, const struct type *r)
{
    bool pairs[2] = {type_is_pair(type_plain(l)), type_is_pair(type_plain(r))};
    if (!pairs[0] && !pairs[1])
        return complex_common(l, r);
    return complex_of(c, !(pairs[0] && part_type(l)->kind == TYPE_DOUBLE) &&
                             !(pairs[1] && part_type(r)->kind == TYPE_DOUBLE));
}

static bool takes_complex(enum expr_kind kind, const struct expr *l, const struct expr *r)
{
    bool numbers = (complex_has_parts(l->type) || type_is_arithmetic(l->type)) &&
                   (complex_has_parts(r->type) || type_is_arithmetic(r->type));
    return numbers && (kind == EXPR_ADD || kind == EXPR_SUBTRACT || kind == EXPR_MULTIPLY ||
                       kind == EXPR_DIVIDE || kind == EXPR_EQUAL || kind == EXPR_NOT_EQUAL);
}

struct expr *complex_operation(struct checker *c, enum expr_kind kind, struct expr *l,
                               struct expr *r, struct span at)
{
    if (!takes_complex(kind, l, r))
        return NULL;
    const struct type *t = result_of(c, l->type, r->type), *part = part_type(t);
    struct complex_work w;
    work_begin(c, &w);
    struct complex_operand a = operand_as(c, operand_of(c, l), part),
                           b = operand_as(c, operand_of(c, r), part);
    struct expr *e = kind == EXPR_MULTIPLY ? product(c, a, b, t, at)
                     : kind == EXPR_DIVIDE ? quotient(c, a, b, t, at)
                     : kind == EXPR_EQUAL || kind == EXPR_NOT_EQUAL
                         ? comparison(c, kind, a, b, part, at)
                         : sum(c, kind, a, b, t, at);
    return work_end(c, &w, e, at);
}

struct expr *complex_sign(struct checker *c, unsigned op, struct expr *z, struct span at)
{
    struct complex_work w;
    work_begin(c, &w);
    struct complex_operand a = operand_of(c, z);
    struct expr *e = made(c, type_plain(z->type), op == TOKEN_MINUS ? negative(c, a.real) : a.real,
                          op == TOKEN_PLUS ? a.imag : negative(c, a.imag), at);
    return work_end(c, &w, e, at);
}

/* ---- conversions ---- */

struct expr *complex_converted(struct checker *c, struct expr *e, const struct type *to)
{
    to = type_plain(to);
    if (expr_is_bad(e) || type_same(e->type, to))
        return e;
    struct complex_work w;
    work_begin(c, &w);
    struct complex_operand v = operand_of(c, e);
    struct expr *result;
    if (to->kind == TYPE_BOOL) { /* C11 6.3.1.2 */
        struct complex_operand none = {zero(c, part_type(e->type), e->at), NULL};
        result =
            convert_to(c, comparison(c, EXPR_NOT_EQUAL, v, none, part_type(e->type), e->at), to);
    } else if (type_is_complex(to)) {
        v = operand_as(c, v, part_type(to));
        result = made(c, to, v.real, v.imag ? v.imag : zero(c, part_type(to), e->at), e->at);
    } else {
        result = convert_to(c, v.real, to);
    }
    return work_end(c, &w, result, e->at);
}

/* ---- places ---- */

struct expr *complex_assign(struct checker *c, enum expr_kind kind, struct expr *place,
                            struct expr *right, struct span at)
{
    if (!takes_complex(kind, place, right) || kind == EXPR_EQUAL || kind == EXPR_NOT_EQUAL)
        return NULL;
    struct complex_work w;
    work_begin(c, &w);
    struct expr *pointer = address_of(c, place, at);
    if (expr_is_bad(pointer))
        return work_end(c, &w, pointer, at);
    struct symbol *p = put_hidden(c, pointer->type, pointer, at);
    struct expr *set = expr_new(c, EXPR_ASSIGN, type_plain(place->type), at);
    set->left = expr_deref(c, use_symbol(c, p, at), at);
    set->right = complex_converted(
        c, complex_operation(c, kind, expr_deref(c, use_symbol(c, p, at), at), right, at),
        place->type);
    return work_end(c, &w, set, at);
}

struct expr *complex_part_of(struct checker *c, const struct node *n)
{
    struct expr *e = check_expr(c, n->unary.operand);
    bool real = n->op == TOKEN_REAL_PART;
    if (expr_is_bad(e))
        return e;
    if (type_is_complex(e->type)) {
        if (is_known_complex(e))
            return e->inits[!real].value;
        return member(c, e, !real);
    }
    if (!type_is_arithmetic(e->type)) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' needs a number, not '%s'",
                   token_spelling(n->op), type_quoted(c, e->type));
        return expr_bad(c, n->at);
    }
    return real ? e : zero(c, type_plain(e->type), n->at);
}

/* ---- types and literals ---- */

const struct type *resolve_complex(struct checker *c, const struct node *n)
{
    return type_complex(n->op);
}

struct expr *check_imaginary(struct checker *c, const struct node *n)
{
    struct expr *v = check_expr(c, n->unary.operand);
    return made(c, type_complex(v->type->kind), zero(c, v->type, n->at), v, n->at);
}
