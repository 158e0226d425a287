/* SPDX-License-Identifier: Apache-2.0 */
/* The expressions of #if and #elif: C11 6.10.1. */
#include <string.h>

#include "lang/text/preprocess_impl.h"

struct condition_value {
    int64_t number;
    bool is_unsigned;
};

struct condition {
    struct preprocessor *pp;
    const struct token *at, *end;
    struct span line;
    int depth;
    bool failed;
};

static struct condition_value fail(struct condition *c, const char *why)
{
    if (!c->failed)
        diag_error(c->pp->in.diags, DIAG_SYNTAX, c->at < c->end ? c->at->at : c->line,
                   "%s in the condition of '#if'", why);
    c->failed = true;
    c->at = c->end;
    return (struct condition_value){0};
}

static bool take(struct condition *c, enum token_kind kind)
{
    if (c->at == c->end || c->at->kind != kind)
        return false;
    c->at++;
    return true;
}

static struct condition_value ternary(struct condition *c, bool live);

static struct condition_value primary(struct condition *c, bool live)
{
    if (c->at == c->end)
        return fail(c, "a value is missing");
    if (++c->depth > 1000)
        return fail(c, "nesting that is too deep");
    struct condition_value v = {0};
    const struct token *t = c->at++;
    if (t->kind == TOKEN_LPAREN) {
        v = ternary(c, live);
        if (!take(c, TOKEN_RPAREN))
            v = fail(c, "a ')' is missing");
    } else if (t->kind == TOKEN_NUMBER) {
        struct number n = number_read(t, c->pp->in.diags);
        if (n.real)
            c->at = t, v = fail(c, "a floating constant");
        else
            v = (struct condition_value){(int64_t) n.integer,
                                         n.is_unsigned || (int64_t) n.integer < 0};
    } else if (t->kind == TOKEN_CHAR) {
        v.number = char_read(t, c->pp->in.diags);
    } else if (t->kind == TOKEN_TRUE) {
        v.number = 1;
    } else if (t->kind == TOKEN_MINUS) {
        v = primary(c, live);
        v.number = (int64_t) - (uint64_t) v.number;
    } else if (t->kind == TOKEN_PLUS) {
        v = primary(c, live);
    } else if (t->kind == TOKEN_TILDE) {
        v = primary(c, live);
        v.number = ~v.number;
    } else if (t->kind == TOKEN_BANG) {
        v = (struct condition_value){!primary(c, live).number, false};
    } else if (!t->name) {
        c->at = t;
        v = fail(c, "something that is not a value");
    }
    c->depth--;
    return v;
}

static int power_of(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_STAR:
    case TOKEN_SLASH:
    case TOKEN_PERCENT: return 10;
    case TOKEN_PLUS:
    case TOKEN_MINUS: return 9;
    case TOKEN_SHL:
    case TOKEN_SHR: return 8;
    case TOKEN_LESS:
    case TOKEN_GREATER:
    case TOKEN_LESS_EQ:
    case TOKEN_GREATER_EQ: return 7;
    case TOKEN_EQ:
    case TOKEN_NOT_EQ: return 6;
    case TOKEN_AMP: return 5;
    case TOKEN_XOR: return 4;
    case TOKEN_PIPE: return 3;
    case TOKEN_AND_AND: return 2;
    case TOKEN_OR_OR: return 1;
    default: return 0;
    }
}

static int64_t shifted(int64_t a, int64_t by, bool left, bool is_unsigned)
{
    if (by < 0 || by > 63)
        return 0;
    if (left)
        return (int64_t) ((uint64_t) a << by);
    return is_unsigned ? (int64_t) ((uint64_t) a >> by) : a >> by;
}

static int64_t divided(struct condition *c, struct condition_value a, struct condition_value b,
                       bool is_unsigned, bool remainder, bool live)
{
    if (!b.number || (!is_unsigned && a.number == INT64_MIN && b.number == -1)) {
        if (live)
            fail(c, "a division by zero");
        return 0;
    }
    if (is_unsigned)
        return (int64_t) (remainder ? (uint64_t) a.number % (uint64_t) b.number
                                    : (uint64_t) a.number / (uint64_t) b.number);
    return remainder ? a.number % b.number : a.number / b.number;
}

enum { ORDER_LESS = 1, ORDER_EQUAL = 2, ORDER_GREATER = 4 };

/* The orders of its operands for which a comparison holds; 0: the operator is not a comparison. */
static const unsigned char holds_for[TOKEN_KIND_COUNT] = {
    [TOKEN_LESS] = ORDER_LESS,
    [TOKEN_GREATER] = ORDER_GREATER,
    [TOKEN_LESS_EQ] = ORDER_LESS | ORDER_EQUAL,
    [TOKEN_GREATER_EQ] = ORDER_GREATER | ORDER_EQUAL,
    [TOKEN_EQ] = ORDER_EQUAL,
    [TOKEN_NOT_EQ] = ORDER_LESS | ORDER_GREATER,
};

static int order_of(struct condition_value a, struct condition_value b, bool is_unsigned)
{
    if (a.number == b.number)
        return ORDER_EQUAL;
    bool less = is_unsigned ? (uint64_t) a.number < (uint64_t) b.number : a.number < b.number;
    return less ? ORDER_LESS : ORDER_GREATER;
}

static struct condition_value applied(struct condition *c, enum token_kind op,
                                      struct condition_value a, struct condition_value b, bool live)
{
    bool u = a.is_unsigned || b.is_unsigned;
    uint64_t x = (uint64_t) a.number, y = (uint64_t) b.number;
    if (holds_for[op])
        return (struct condition_value){(holds_for[op] & order_of(a, b, u)) != 0, false};
    switch (op) {
    case TOKEN_STAR: return (struct condition_value){(int64_t) (x * y), u};
    case TOKEN_SLASH: return (struct condition_value){divided(c, a, b, u, false, live), u};
    case TOKEN_PERCENT: return (struct condition_value){divided(c, a, b, u, true, live), u};
    case TOKEN_PLUS: return (struct condition_value){(int64_t) (x + y), u};
    case TOKEN_MINUS: return (struct condition_value){(int64_t) (x - y), u};
    case TOKEN_SHL:
    case TOKEN_SHR:
        return (struct condition_value){shifted(a.number, b.number, op == TOKEN_SHL, a.is_unsigned),
                                        a.is_unsigned};
    case TOKEN_AMP: return (struct condition_value){(int64_t) (x & y), u};
    case TOKEN_XOR: return (struct condition_value){(int64_t) (x ^ y), u};
    case TOKEN_PIPE: return (struct condition_value){(int64_t) (x | y), u};
    case TOKEN_AND_AND: return (struct condition_value){x && y, false};
    default: return (struct condition_value){x || y, false};
    }
}

static struct condition_value binary(struct condition *c, int least, bool live)
{
    struct condition_value left = primary(c, live);
    while (c->at < c->end) {
        enum token_kind op = c->at->kind;
        int power = power_of(op);
        if (!power || power < least)
            break;
        c->at++;
        bool skipped = (op == TOKEN_AND_AND && !left.number) || (op == TOKEN_OR_OR && left.number);
        struct condition_value right = binary(c, power + 1, live && !skipped);
        left = applied(c, op, left, right, live && !skipped);
    }
    return left;
}

static struct condition_value ternary(struct condition *c, bool live)
{
    struct condition_value v = binary(c, 1, live);
    if (!take(c, TOKEN_QUESTION))
        return v;
    if (++c->depth > 1000)
        return fail(c, "nesting that is too deep");
    struct condition_value yes = ternary(c, live && v.number);
    if (!take(c, TOKEN_COLON))
        return fail(c, "a ':' is missing");
    struct condition_value no = ternary(c, live && !v.number);
    c->depth--;
    return v.number ? yes : no;
}

bool is_defined(const struct name *name)
{
    return name->macro || !strcmp(name->text, "__has_include") ||
           !strcmp(name->text, "__has_include_next");
}

/* The file that __has_include(...) asks for, as it is quoted; macros may stand for it. The tokens are t[0] to t[n - 1]. */
static void put_asked(struct preprocessor *pp, const struct token *t, size_t n, struct buf *out)
{
    struct tokens full = {0};
    bool plain = n && t->kind != TOKEN_NAME;
    if (!plain)
        expand_list(pp, t, n, &full);
    const struct token *from = plain ? t : full.at;
    for (size_t i = 0; i < (plain ? n : full.n); i++)
        buf_put(out, from[i].text.p, from[i].text.n);
    VEC_FREE(&full);
}

/* defined X, defined(X), __has_include(...): answered before macros are expanded. Returns the number of tokens consumed. */
static size_t answer(struct preprocessor *pp, struct file *f, const struct token *t, size_t n,
                     struct token *out)
{
    bool value, next = str_eq(t->text, "__has_include_next");
    size_t eaten;
    *out = *t;
    if (t->kind != TOKEN_NAME)
        return 0;
    if (pp->as_device && str_eq(t->text, ARCH_MACRO)) {
        const char *number = arena_printf(pp->in.arena, "%d", 10 * pp->in.device_arch);
        out->kind = TOKEN_NUMBER;
        out->name = NULL;
        out->text = str_of(number);
        return 1;
    }
    if (str_eq(t->text, "defined")) {
        bool paren = n > 1 && t[1].kind == TOKEN_LPAREN;
        eaten = paren ? 4 : 2;
        if (n < eaten || !t[1 + paren].name || (paren && t[3].kind != TOKEN_RPAREN)) {
            diag_error(pp->in.diags, DIAG_SYNTAX, t->at, "'defined' needs a macro name");
            return 0;
        }
        value = is_defined(t[1 + paren].name) ||
                (pp->as_device && str_eq(t[1 + paren].text, ARCH_MACRO));
        note_asked(pp, t + 1 + paren);
    } else if ((str_eq(t->text, "__has_include") || next) && n > 3 && t[1].kind == TOKEN_LPAREN) {
        struct buf name = {0};
        for (eaten = 2; eaten < n && t[eaten].kind != TOKEN_RPAREN;)
            eaten++;
        put_asked(pp, t + 2, eaten - 2, &name);
        bool angled = name.n && *name.p == '<';
        eaten += eaten < n;
        if (name.n > 2)
            name.p[--name.n] = 0;
        value = name.n > 1 && include_exists(pp, f, name.p + 1, include_form_of(pp, angled, next));
        buf_free(&name);
    } else {
        return 0;
    }
    out->kind = TOKEN_NUMBER;
    out->name = NULL;
    out->text = value ? STR("1") : STR("0");
    return eaten;
}

/* A macro whose text asks `defined`, as compilers allow (C11 6.10.1p4 leaves it open). NULL: t is none. */
static const struct macro *asking_macro(const struct token *t)
{
    const struct macro *m = t->kind == TOKEN_NAME && t->name ? t->name->macro : NULL;
    for (uint32_t i = 0; m && !m->function_like && !m->busy && i < m->count; i++)
        if (m->body[i].kind == TOKEN_NAME && str_eq(m->body[i].text, "defined"))
            return m;
    return NULL;
}

/* The tokens with what is asked in them answered. */
static void answer_all(struct preprocessor *pp, struct file *f, const struct token *t, size_t n,
                       int depth, struct tokens *out)
{
    enum { DEPTH_MAX = 32 };

    for (size_t i = 0; i < n;) {
        struct token one;
        size_t eaten = answer(pp, f, t + i, n - i, &one);
        const struct macro *m = eaten || depth == DEPTH_MAX ? NULL : asking_macro(t + i);
        if (m) {
            note_asked(pp, t + i);
            answer_all(pp, f, m->body, m->count, depth + 1, out);
        } else {
            VEC_PUSH(out, one);
        }
        i += eaten ? eaten : 1;
    }
}

bool condition_value(struct preprocessor *pp, struct file *f, struct span at,
                     const struct token *line, size_t n)
{
    struct tokens plain = {0}, full = {0};
    answer_all(pp, f, line, n, 0, &plain);
    expand_list(pp, plain.at, plain.n, &full);
    struct condition c = {pp, full.at, full.at + full.n, at, 0, false};
    struct condition_value v = ternary(&c, true);
    if (!c.failed && c.at != c.end)
        fail(&c, "something unexpected");
    bool result = !c.failed && v.number;
    VEC_FREE(&plain);
    VEC_FREE(&full);
    return result;
}
