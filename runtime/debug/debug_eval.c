/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions over a stopped thread's variables: C's operators on scalars, members, elements, casts between scalar types, assignments. It
 * computes while it parses (a Pratt parser), with C's usual arithmetic conversions (C11 6.3.1.8). Next: debug_value.c. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "debug/debug_value.h"

enum { NESTING = 64 };

struct eval {
    struct debug_scope *s;
    const char *p, *end;
    int depth;
    bool skip; /* the operand that && || ?: do not evaluate: parsed, with values 0 */
};

static bool expression(struct eval *e, int precedence, struct debug_value *out);

static struct debug_value number(const struct debug_type *t, uint64_t bits)
{
    return (struct debug_value){.type = t, .where = VALUE_BITS, .bits = bits};
}

static void blanks(struct eval *e)
{
    while (e->p < e->end && isspace((unsigned char) *e->p))
        e->p++;
}

static bool take(struct eval *e, const char *token)
{
    size_t n = strlen(token);
    blanks(e);
    if ((size_t) (e->end - e->p) < n || memcmp(e->p, token, n))
        return false;
    e->p += n;
    return true;
}

static bool want(struct eval *e, const char *token)
{
    return take(e, token) || debug_fail(e->s, "expected '%s'", token);
}

static bool is_word(char c)
{
    return isalnum((unsigned char) c) || c == '_' || c == '$';
}

static struct str word(struct eval *e)
{
    blanks(e);
    const char *start = e->p;
    while (e->p < e->end && is_word(*e->p))
        e->p++;
    return (struct str){start, (size_t) (e->p - start)};
}

/* A scalar's bits; arrays become the address of their first element. */
static bool load(struct eval *e, const struct debug_value *v, uint64_t *out)
{
    if (v->type->kind == DEBUG_ARRAY && v->where == VALUE_MEMORY) {
        *out = v->address;
        return true;
    }
    return debug_load(e->s, v, out);
}

/* ---- literals ---- */

static bool literal(struct eval *e, struct debug_value *out)
{
    char text[64], *end;
    size_t n = 0;
    bool hex = e->end - e->p > 1 && e->p[0] == '0' && (e->p[1] | 32) == 'x', real = false;
    while (e->p + n < e->end && n + 1 < sizeof text) {
        char c = e->p[n];
        bool sign = n && !hex && (e->p[n - 1] | 32) == 'e' && (c == '+' || c == '-');
        if (!isalnum((unsigned char) c) && c != '.' && !sign)
            break;
        real |= !hex && (c == '.' || (c | 32) == 'e');
        text[n++] = c;
    }
    text[n] = '\0';
    if (real) {
        double v = strtod(text, &end);
        uint64_t bits;
        memcpy(&bits, &v, sizeof bits);
        *out = number(&debug_double, bits);
        if ((*end | 32) == 'f' && end++)
            *out = number(&debug_float, debug_convert(&debug_float, &debug_double, bits));
    } else {
        unsigned long long v = strtoull(text, &end, 0);
        bool is_unsigned = false;
        for (; (*end | 32) == 'u' || (*end | 32) == 'l'; end++)
            is_unsigned |= (*end | 32) == 'u';
        *out = number(v <= INT32_MAX && !is_unsigned   ? &debug_int
                      : v <= UINT32_MAX && is_unsigned ? &debug_unsigned
                      : is_unsigned                    ? &debug_unsigned_long
                                                       : &debug_long,
                      v);
    }
    if (end == text || *end)
        return debug_fail(e->s, "'%s' is no number", text);
    e->p += n;
    return true;
}

static bool character(struct eval *e, struct debug_value *out)
{
    static const char escapes[] = "n\nt\tr\r0\0\\\\''";
    if (e->end - e->p < 3)
        return debug_fail(e->s, "a character is not closed");
    char c = e->p[1];
    e->p += 2;
    if (c == '\\') {
        const char *found = memchr(escapes, *e->p++, sizeof escapes - 1);
        c = found ? found[1] : c;
    }
    *out = number(&debug_char, (unsigned char) c);
    return want(e, "'");
}

/* ---- types: "unsigned long", "point *" ---- */

static const struct debug_type *type_name(struct eval *e)
{
    const char *start = e->p, *last = NULL;
    const struct debug_type *t = NULL;
    char text[128];
    size_t n = 0;
    for (struct str w; (w = word(e)).n;) {
        if (str_eq(w, "const") || str_eq(w, "struct") || str_eq(w, "volatile"))
            continue;
        if (n + w.n + 2 > sizeof text || isdigit((unsigned char) *w.p))
            break;
        if (n)
            text[n++] = ' ';
        memcpy(text + n, w.p, w.n);
        n += w.n;
        const struct debug_type *longer = debug_scope_type(e->s, (struct str){text, n});
        if (longer) {
            t = longer;
            last = e->p;
        }
    }
    e->p = t ? last : start;
    while (t && take(e, "*"))
        t = debug_scope_pointer(e->s, t);
    return t;
}

/* (type) operand; false without an error if it is no cast. */
static bool cast(struct eval *e, struct debug_value *out, bool *out_ok)
{
    const char *start = e->p;
    const struct debug_type *t = take(e, "(") ? type_name(e) : NULL;
    struct debug_value v;
    uint64_t bits = 0;
    if (!t || !take(e, ")")) {
        e->p = start;
        return false;
    }
    *out_ok = expression(e, 20, &v);
    if (*out_ok && !e->skip)
        *out_ok = load(e, &v, &bits);
    if (*out_ok && !debug_is_scalar(t))
        *out_ok = debug_fail(e->s, "a cast to '%s' is not possible here", t->name);
    if (*out_ok)
        *out = number(
            t, debug_convert(t, v.type->kind == DEBUG_ARRAY ? &debug_unsigned_long : v.type, bits));
    return true;
}

/* ---- operands ---- */

/* v.size(), the only calls: a stopped program calls no functions. */
static bool count_of(struct eval *e, const struct debug_value *v, struct str name,
                     struct debug_value *out)
{
    struct debug_value contents;
    bool known = v->type->kind == DEBUG_STRUCT && v->type->container;
    if (!known || !(str_eq(name, "size") || str_eq(name, "length") || str_eq(name, "empty")))
        return debug_fail(e->s, "the debugger calls no functions, but size() of a container");
    if (!debug_contents(e->s, v, &contents))
        return false;
    *out = str_eq(name, "empty") ? number(&debug_bool, !contents.type->count)
                                 : number(&debug_unsigned_long, contents.type->count);
    return true;
}

static bool member_of(struct eval *e, const struct debug_value *v, struct str name,
                      struct debug_value *out)
{
    return debug_member_named(e->s, v, name, out);
}

static bool parts(struct eval *e, struct debug_value *v)
{
    for (;;) {
        struct debug_value index, base = *v;
        uint64_t bits = 0;
        if (take(e, "[")) {
            if (!expression(e, 0, &index) || !want(e, "]"))
                return false;
            if (e->skip)
                continue;
            if (!load(e, &index, &bits) ||
                !debug_element(e->s, &base, debug_as_integer(index.type, bits), v))
                return false;
        } else if (take(e, "->")) {
            struct str name = word(e);
            if (!e->skip && (!debug_element(e->s, &base, 0, v) ||
                             !debug_member_named(e->s, (base = *v, &base), name, v)))
                return false;
        } else if (e->p < e->end && *e->p == '.' && take(e, ".")) {
            struct str name = word(e);
            bool call = take(e, "(");
            if (call && !want(e, ")"))
                return false;
            if (!e->skip && !(call ? count_of : member_of)(e, &base, name, v))
                return false;
        } else {
            return e->skip || debug_follow(e->s, v);
        }
    }
}

static bool primary(struct eval *e, struct debug_value *out)
{
    blanks(e);
    if (e->p == e->end)
        return debug_fail(e->s, "the expression ends too early");
    if (take(e, "("))
        return expression(e, 0, out) && want(e, ")");
    if (*e->p == '\'')
        return character(e, out);
    if (isdigit((unsigned char) *e->p) || (*e->p == '.' && e->end - e->p > 1))
        return literal(e, out);
    const char *start = e->p;
    struct str name = word(e);
    if (!name.n)
        return debug_fail(e->s, "unexpected '%c'", *start);
    if (str_eq(name, "true") || str_eq(name, "false")) {
        *out = number(&debug_bool, *name.p == 't');
        return true;
    }
    if (str_eq(name, "sizeof")) {
        struct debug_value v;
        bool outer = take(e, "(");
        const struct debug_type *t = outer ? type_name(e) : NULL;
        if (!t && !expression(e, outer ? 0 : 20, &v))
            return false;
        *out = number(&debug_unsigned_long, t ? t->size : v.type->size);
        return !outer || want(e, ")");
    }
    if (e->skip) {
        *out = number(&debug_int, 0);
        return true;
    }
    return debug_scope_named(e->s, name, out);
}

static bool address_of(struct eval *e, struct debug_value *out)
{
    struct debug_value v;
    if (!expression(e, 20, &v))
        return false;
    if (!e->skip && (v.where != VALUE_MEMORY || v.trusted))
        return debug_fail(e->s, "it has no address: it is in a register");
    *out = number(debug_scope_pointer(e->s, v.type), v.address);
    return true;
}

static bool unary(struct eval *e, struct debug_value *out)
{
    struct debug_value v;
    uint64_t bits = 0;
    bool ok = true;
    blanks(e);
    if (cast(e, out, &ok))
        return ok;
    if (e->p < e->end && strchr("-+!~", *e->p)) {
        char op = *e->p++;
        if (!expression(e, 20, &v) || (!e->skip && !load(e, &v, &bits)))
            return false;
        const struct debug_type *t = v.type;
        if (op == '!') {
            *out = number(&debug_bool, debug_as_double(t, bits) == 0);
            return true;
        }
        if (t->kind != DEBUG_FLOAT && t->size < 4) {
            bits = (uint64_t) debug_as_integer(t, bits);
            t = &debug_int;
        }
        double real = -debug_as_double(t, bits);
        uint64_t negated;
        memcpy(&negated, &real, sizeof negated);
        *out = op == '+'                ? number(t, bits)
               : op == '~'              ? number(t, debug_convert(t, &debug_long, ~bits))
               : t->kind == DEBUG_FLOAT ? number(t, debug_convert(t, &debug_double, negated))
                                        : number(t, debug_convert(t, &debug_long, -bits));
        return true;
    }
    if (take(e, "*"))
        return expression(e, 20, &v) &&
               (e->skip ? (*out = v, true)
                        : debug_element(e->s, &v, 0, out) && debug_follow(e->s, out));
    if (e->end - e->p > 1 && e->p[0] == '&' && e->p[1] != '&' && take(e, "&"))
        return address_of(e, out);
    return primary(e, out) && parts(e, out);
}

/* ---- binary operators ---- */

enum eval_operation {
    OR_ELSE,
    AND_THEN,
    BIT_OR,
    BIT_XOR,
    BIT_AND,
    EQUAL,
    UNEQUAL,
    LESS_EQUAL,
    GREATER_EQUAL,
    LESS,
    GREATER,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    PLUS,
    MINUS,
    TIMES,
    DIVIDE,
    REMAINDER
};

static const struct operator
{
    const char *text;
    int precedence;
    enum eval_operation what;
}

operators[] = {
    {"||", 3,  OR_ELSE      },
    {"&&", 4,  AND_THEN     },
    {"==", 8,  EQUAL        },
    {"!=", 8,  UNEQUAL      },
    {"<<", 10, SHIFT_LEFT   },
    {">>", 10, SHIFT_RIGHT  },
    {"<=", 9,  LESS_EQUAL   },
    {">=", 9,  GREATER_EQUAL},
    {"|",  5,  BIT_OR       },
    {"^",  6,  BIT_XOR      },
    {"&",  7,  BIT_AND      },
    {"<",  9,  LESS         },
    {">",  9,  GREATER      },
    {"+",  11, PLUS         },
    {"-",  11, MINUS        },
    {"*",  12, TIMES        },
    {"/",  12, DIVIDE       },
    {"%",  12, REMAINDER    },
};

static const struct operator* peek_operator(struct eval *e)
{
    blanks(e);
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) {
        size_t n = strlen(operators[k].text);
        if ((size_t) (e->end - e->p) >= n && !memcmp(e->p, operators[k].text, n))
            return &operators[k];
    }
    return NULL;
}

static const struct debug_type *common_type(const struct debug_type *a, const struct debug_type *b)
{
    if (a->kind == DEBUG_FLOAT || b->kind == DEBUG_FLOAT) {
        bool wide =
            (a->kind == DEBUG_FLOAT && a->size == 8) || (b->kind == DEBUG_FLOAT && b->size == 8);
        return wide ? &debug_double : &debug_float;
    }
    uint64_t size = a->size > b->size ? a->size : b->size;
    bool is_unsigned = (a->kind == DEBUG_UNSIGNED && a->size == size) ||
                       (b->kind == DEBUG_UNSIGNED && b->size == size);
    if (size < 4)
        return &debug_int;
    return size == 4     ? is_unsigned ? &debug_unsigned : &debug_int
           : is_unsigned ? &debug_unsigned_long
                         : &debug_long;
}

static bool compare(enum eval_operation what, double a, double b)
{
    switch (what) {
    case EQUAL: return a == b;
    case UNEQUAL: return a != b;
    case LESS: return a < b;
    case GREATER: return a > b;
    case LESS_EQUAL: return a <= b;
    default: return a >= b;
    }
}

static bool reals(struct eval *e, enum eval_operation what, const struct debug_type *t, double a,
                  double b, struct debug_value *out)
{
    double v = what == PLUS ? a + b : what == MINUS ? a - b : what == TIMES ? a * b : a / b;
    uint64_t bits;
    if (what >= EQUAL && what <= GREATER) {
        *out = number(&debug_bool, compare(what, a, b));
        return true;
    }
    if (what != PLUS && what != MINUS && what != TIMES && what != DIVIDE)
        return debug_fail(e->s, "the operator needs integers");
    memcpy(&bits, &v, sizeof bits);
    *out = number(t, debug_convert(t, &debug_double, bits));
    return true;
}

static int64_t quotient(enum eval_operation what, bool is_unsigned, uint64_t a, uint64_t b)
{
    if (is_unsigned)
        return (int64_t) (what == DIVIDE ? a / b : a % b);
    if (b == UINT64_MAX) /* the most negative number by -1 */
        return what == DIVIDE ? (int64_t) -a : 0;
    return what == DIVIDE ? (int64_t) a / (int64_t) b : (int64_t) a % (int64_t) b;
}

static bool integers(struct eval *e, enum eval_operation what, const struct debug_type *t,
                     uint64_t a, uint64_t b, struct debug_value *out)
{
    bool is_unsigned = t->kind == DEBUG_UNSIGNED,
         less = is_unsigned ? a < b : (int64_t) a < (int64_t) b;
    uint64_t v = 0;
    switch (what) {
    case EQUAL: *out = number(&debug_bool, a == b); return true;
    case UNEQUAL: *out = number(&debug_bool, a != b); return true;
    case LESS: *out = number(&debug_bool, less); return true;
    case GREATER: *out = number(&debug_bool, !less && a != b); return true;
    case LESS_EQUAL: *out = number(&debug_bool, less || a == b); return true;
    case GREATER_EQUAL: *out = number(&debug_bool, !less); return true;
    case BIT_OR: v = a | b; break;
    case BIT_XOR: v = a ^ b; break;
    case BIT_AND: v = a & b; break;
    case SHIFT_LEFT: v = a << (b & 63); break;
    case SHIFT_RIGHT: v = is_unsigned ? a >> (b & 63) : (uint64_t) ((int64_t) a >> (b & 63)); break;
    case PLUS: v = a + b; break;
    case MINUS: v = a - b; break;
    case TIMES: v = a * b; break;
    default:
        if (!b)
            return debug_fail(e->s, "division by zero");
        v = (uint64_t) quotient(what, is_unsigned, a, b);
        break;
    }
    *out = number(t, debug_convert(t, is_unsigned ? &debug_unsigned_long : &debug_long, v));
    return true;
}

static bool is_address(const struct debug_value *v)
{
    return v->type->kind == DEBUG_POINTER || v->type->kind == DEBUG_ARRAY;
}

static bool pointers(struct eval *e, enum eval_operation what, const struct debug_value *a,
                     uint64_t x, const struct debug_value *b, uint64_t y, struct debug_value *out)
{
    bool both = is_address(a) && is_address(b);
    const struct debug_type *target = is_address(a) ? a->type->target : b->type->target;
    uint64_t size = target->size ? target->size : 1;
    if (both && what == MINUS) {
        *out = number(&debug_long, (uint64_t) ((int64_t) (x - y) / (int64_t) size));
        return true;
    }
    if (what >= EQUAL && what <= GREATER)
        return integers(e, what, &debug_unsigned_long, x, y, out);
    if (both || (what != PLUS && what != MINUS))
        return debug_fail(e->s, "the operator is not for pointers");
    uint64_t by = size * (uint64_t) (is_address(a) ? debug_as_integer(b->type, y)
                                                   : debug_as_integer(a->type, x));
    uint64_t from = is_address(a) ? x : y;
    *out = number(debug_scope_pointer(e->s, target), what == PLUS ? from + by : from - by);
    return true;
}

static bool combine(struct eval *e, enum eval_operation what, const struct debug_value *a,
                    const struct debug_value *b, struct debug_value *out)
{
    uint64_t x, y;
    if (!load(e, a, &x) || !load(e, b, &y))
        return false;
    if (is_address(a) || is_address(b))
        return pointers(e, what, a, x, b, y, out);
    bool shift = what == SHIFT_LEFT || what == SHIFT_RIGHT;
    const struct debug_type *t = common_type(a->type, shift ? a->type : b->type);
    if (t->kind == DEBUG_FLOAT)
        return reals(e, what, t, debug_as_double(a->type, x), debug_as_double(b->type, y), out);
    x = debug_convert(t, a->type, x);
    y = debug_convert(shift ? &debug_int : t, b->type, y);
    return integers(e, what, t, (uint64_t) debug_as_integer(t, x),
                    (uint64_t) debug_as_integer(shift ? &debug_int : t, y), out);
}

/* a && b, a || b: b only if it decides. */
static bool decide(struct eval *e, const struct operator* o, struct debug_value *v)
{
    struct debug_value b;
    uint64_t x = 0, y = 0;
    bool skipped = e->skip;
    if (!skipped && !load(e, v, &x))
        return false;
    bool first = debug_as_double(v->type, x) != 0, decided = first == (o->what == OR_ELSE);
    e->skip = skipped || decided;
    bool ok = expression(e, o->precedence + 1, &b) && (e->skip || load(e, &b, &y));
    e->skip = skipped;
    if (ok)
        *v = number(&debug_bool, decided ? first : debug_as_double(b.type, y) != 0);
    return ok;
}

static bool choose(struct eval *e, struct debug_value *v)
{
    struct debug_value yes, no;
    uint64_t bits = 0;
    bool skipped = e->skip;
    if (!skipped && !load(e, v, &bits))
        return false;
    bool first = debug_as_double(v->type, bits) != 0;
    e->skip = skipped || !first;
    bool ok = expression(e, 1, &yes) && want(e, ":");
    e->skip = skipped || first;
    ok = ok && expression(e, 2, &no);
    e->skip = skipped;
    *v = first ? yes : no;
    return ok;
}

static bool assign(struct eval *e, struct debug_value *v)
{
    struct debug_value from;
    uint64_t bits;
    if (!expression(e, 1, &from))
        return false;
    if (e->skip)
        return true;
    return load(e, &from, &bits) &&
           debug_store(
               e->s, v,
               debug_convert(v->type, is_address(&from) ? &debug_unsigned_long : from.type, bits));
}

static bool binary(struct eval *e, int precedence, struct debug_value *v)
{
    for (const struct operator* o; (o = peek_operator(e)) && o->precedence >= precedence;) {
        struct debug_value b, a = *v;
        e->p += strlen(o->text);
        if (o->what == OR_ELSE || o->what == AND_THEN) {
            if (!decide(e, o, v))
                return false;
            continue;
        }
        if (!expression(e, o->precedence + 1, &b) || (!e->skip && !combine(e, o->what, &a, &b, v)))
            return false;
    }
    return true;
}

static bool expression(struct eval *e, int precedence, struct debug_value *out)
{
    if (++e->depth > NESTING)
        return debug_fail(e->s, "the expression is nested too deeply");
    bool ok = unary(e, out) && binary(e, precedence, out);
    if (ok && precedence <= 2 && take(e, "?"))
        ok = choose(e, out);
    blanks(e);
    if (ok && precedence <= 1 && e->p < e->end && *e->p == '=' && take(e, "="))
        ok = assign(e, out);
    e->depth--;
    return ok;
}

bool debug_evaluate(struct debug_scope *s, struct str text, struct debug_value *out)
{
    struct eval e = {.s = s, .p = text.p, .end = text.p + text.n};
    s->error[0] = '\0';
    if (!expression(&e, 0, out))
        return false;
    blanks(&e);
    return e.p == e.end ||
           debug_fail(s, "unexpected '%.*s'", (int) (e.end - e.p > 40 ? 40 : e.end - e.p), e.p);
}

bool debug_test(struct debug_scope *s, struct str text, bool *out)
{
    struct debug_value v;
    uint64_t bits;
    if (!debug_evaluate(s, text, &v) || !debug_load(s, &v, &bits))
        return false;
    *out = debug_as_double(v.type, bits) != 0;
    return true;
}
