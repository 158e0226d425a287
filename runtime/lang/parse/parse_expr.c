/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions: a table of binding powers (operators.def), with unary, postfix and primary expressions by hand.
 * Launches and casts are here too. Next: parse_decl.c. */
#include <string.h>

#include "lang/parse/parse_impl.h"

static const unsigned char powers[TOKEN_KIND_COUNT] = {
#define BINARY(token, power, typed) [TOKEN_##token] = power,
#define ASSIGNMENT(token, typed)
#include "lang/parse/operators.def"
#undef BINARY
#undef ASSIGNMENT
};

static const bool assigns[TOKEN_KIND_COUNT] = {
#define BINARY(token, power, typed)
#define ASSIGNMENT(token, typed) [TOKEN_##token] = true,
#include "lang/parse/operators.def"
#undef BINARY
#undef ASSIGNMENT
};

static unsigned height_of(const struct node *n)
{
    return n ? n->height : 0;
}

/* An operator's node, spanning its operands, which are its first parts; too high a tree is an error. */
static struct node *operation(struct parser *p, enum node_kind kind, enum token_kind op,
                              struct node *a, struct node *b)
{
    struct node *n = node_new(p, kind, a->at);
    unsigned height = height_of(a) > height_of(b) ? height_of(a) : height_of(b);
    n->op = (uint16_t) op;
    n->parts[0] = a;
    n->parts[1] = b;
    n->height = (uint16_t) (height + 1);
    if (b)
        n->at = span_join(a->at, b->at);
    if (height >= HEIGHT_MAX)
        syntax_error(p, p->t->at, "this expression is too long");
    return n;
}

/* ---- primary ---- */

static struct node *number_node(struct parser *p, const struct number *number)
{
    struct number v = *number;
    struct node *n = node_new(p, v.real ? NODE_REAL : NODE_INTEGER, p->t->at);
    p->t++;
    if (v.real) {
        n->real = v.value;
        n->op = v.is_float ? TYPE_FLOAT : v.is_long ? TYPE_LDOUBLE : TYPE_DOUBLE;
        return n;
    }

    static const enum type_kind kinds[] = {TYPE_INT, TYPE_UINT, TYPE_LONG, TYPE_ULONG};

    n->integer = v.integer;
    n->op = v.longs == 2 ? TYPE_LLONG : TYPE_LONG;
    if (v.longs == 2 && (v.is_unsigned || v.integer > INT64_MAX))
        n->op = TYPE_ULLONG;
    if (v.longs == 2)
        return n;
    for (unsigned i = v.longs ? 2 : 0; i < 4; i++) {
        static const uint64_t most[] = {INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX};
        bool allowed = i % 2 ? v.is_unsigned || !v.decimal || i == 3 : !v.is_unsigned;
        n->op = kinds[i];
        if (allowed && v.integer <= most[i])
            break;
    }
    return n;
}

/* A literal with a suffix of C++17 5.13.8 is a call of operator""suffix. */
static struct node *suffixed(struct parser *p, const struct token *start, struct str suffix,
                             struct node *value, struct node *length)
{
    struct node *n = node_new(p, NODE_CALL, span_since(p, start)),
                *f = n->call.callee = node_new(p, NODE_NAME, n->at);
    node_vec args = {0};
    struct buf text = {0};
    buf_printf(&text, "operator\"\"%.*s", (int) suffix.n, suffix.p);
    f->name = name_of(p->in.names, text.p, text.n);
    f->name_at = n->at;
    if (*suffix.p != '_') { /* those without '_' are the library's */
        f->id.scope = node_new(p, NODE_SCOPE, n->at);
        f->id.scope->name = name_cstr(p->in.names, "std");
    }
    buf_free(&text);
    VEC_PUSH(&args, value);
    if (length)
        VEC_PUSH(&args, length);
    node_list(p, n, &args);
    return n;
}

static bool has_suffixes(const struct parser *p)
{
    return p->in.dialect->language == LANGUAGE_CPP;
}

/* Whether a name follows the literal before it directly: its suffix. */
static bool at_suffix(const struct parser *p)
{
    return has_suffixes(p) && parse_is(p, TOKEN_NAME) && !p->t->space && !p->t->line_start &&
           !p->t->from_macro;
}

static struct node *size_node(struct parser *p, uint64_t value)
{
    struct node *n = node_new(p, NODE_INTEGER, p->t[-1].at);
    n->integer = value;
    n->op = TYPE_ULONG;
    return n;
}

static struct node *parse_suffixed_number(struct parser *p, struct str suffix)
{
    const struct token *start = p->t;
    struct token number = *start;
    number.text.n -= suffix.n;
    struct number v = number_read(&number, p->in.diags);
    struct node *n = number_node(p, &v);
    n->op = v.real ? TYPE_LDOUBLE : TYPE_ULLONG;
    if (v.real)
        n->real = v.widest;
    return suffixed(p, start, suffix, n, NULL);
}

static struct node *parse_number(struct parser *p)
{
    struct str suffix = has_suffixes(p) ? number_suffix(p->t, complex_used(p)) : (struct str){0};
    if (suffix.n)
        return parse_suffixed_number(p, suffix);
    struct number v = number_read(p->t, p->in.diags);
    struct node *n = number_node(p, &v);
    if (!v.imaginary)
        return n;
    struct node *imaginary = node_new(p, NODE_IMAGINARY, n->at);
    imaginary->unary.operand = n;
    return imaginary;
}

/* wchar_t, char32_t and char16_t, which are not distinct types here. */
static enum type_kind wide_type(const struct token *t)
{
    return *t->text.p == 'L' ? TYPE_INT : *t->text.p == 'U' ? TYPE_UINT : TYPE_USHORT;
}

static struct node *parse_char(struct parser *p)
{
    struct node *n = node_new(p, NODE_INTEGER, p->t->at);
    n->integer = (uint64_t) char_read(p->t, p->in.diags);
    unsigned width = literal_width(p->t);
    bool character = n->integer + 128 < 256 && !p->in.dialect->int_truths;
    n->op = width > 1 ? wide_type(p->t) : character ? TYPE_CHAR : TYPE_INT;
    const struct token *start = p->t++;
    if (!at_suffix(p))
        return n;
    struct str suffix = p->t++->text;
    return suffixed(p, start, suffix, n, NULL);
}

static struct node *parse_string(struct parser *p)
{
    const struct token *start = p->t;
    struct buf bytes = {0};
    unsigned width = 1;
    enum type_kind element = TYPE_CHAR;
    for (const struct token *t = start; t->kind == TOKEN_STRING; t++) {
        unsigned own = literal_width(t); /* C11 6.4.5p5: one prefix applies to all */
        element = own > width ? wide_type(t) : element;
        width = own > width ? own : width;
    }
    for (; parse_is(p, TOKEN_STRING); p->t++)
        string_read(p->t, width, &bytes, p->in.diags);
    for (unsigned i = 0; i < width; i++)
        buf_putc(&bytes, 0);
    struct node *n = node_new(p, NODE_STRING, span_since(p, start));
    n->op = (uint16_t) element;
    n->text = (struct str){arena_strndup(p->in.arena, bytes.p, bytes.n), bytes.n};
    buf_free(&bytes);
    if (!at_suffix(p))
        return n;
    struct str suffix = p->t++->text;
    return suffixed(p, start, suffix, n, size_node(p, n->text.n / width - 1));
}

static struct str spelled(struct parser *p, const struct token *from, const struct token *to)
{
    struct buf b = {0};
    for (; from < to; from++) {
        if (from->space && b.n)
            buf_putc(&b, ' ');
        buf_put(&b, from->text.p, from->text.n);
    }
    struct str s = {arena_strndup(p->in.arena, b.p ? b.p : "", b.n), b.n};
    buf_free(&b);
    return s;
}

/* The template arguments of a launch as nodes, if the host can read them; otherwise they stay text. */
static void parse_launch_args(struct parser *p, struct node *n, const struct token *behind)
{
    struct trial trial;
    trial_begin(p, &trial);
    parse_template_args(p, n);
    if (p->t != behind)
        parse_unexpected(p, "'<<<'");
    if (!trial_end(p, &trial)) {
        n->list = NULL;
        n->count = 0;
        n->flags &= ~(uint32_t) FLAG_ARGS;
    }
    p->t = behind;
}

/* name, space::name, ::name, Class<T>::name, name<...> before ( and <<< */
static struct node *parse_name(struct parser *p)
{
    struct node *n = node_new(p, NODE_NAME, p->t->at);
    parse_qualified(p, n);
    bool converts = parse_is(p, TOKEN_OPERATOR) && type_end(p, p->t + 1);
    if (!n->name && converts && n->id.scope)
        return parse_conversion(p, as_base(p, NULL, TOKEN_ARROW, n->id.scope));
    if (!n->name && parse_is(p, TOKEN_OPERATOR)) {
        n->name_at = p->t->at;
        n->name = parse_operator_name(p);
        take_allocator(p, n);
    }
    const struct token *behind = parse_is(p, TOKEN_LESS) ? behind_angles(p->t) : NULL;
    if (behind && behind->kind == TOKEN_LAUNCH_OPEN) {
        n->text = spelled(p, p->t + 1, behind - 1);
        parse_launch_args(p, n, behind);
    }
    return n;
}

/* (... op pack) */
static struct node *parse_left_fold(struct parser *p, const struct token *start)
{
    struct node *n = node_new(p, NODE_FOLD, start->at);
    p->t++;
    n->op = p->t->kind;
    n->flags |= FLAG_PARENS;
    p->t++;
    n->fold.pattern = parse_unary(p);
    parse_expect(p, TOKEN_RPAREN, "after the expression");
    n->at = span_since(p, start);
    return n;
}

/* (expression), (type) operand, (type){...} */
static struct node *parse_grouped(struct parser *p)
{
    if (parse_next_is(p, 1, TOKEN_LBRACE))
        return parse_statements(p);
    const struct token *start = p->t++;
    if (parse_is(p, TOKEN_ELLIPSIS))
        return parse_left_fold(p, start);
    if (cast_ahead(p, start)) {
        struct node *type = parse_type_name(p);
        parse_expect(p, TOKEN_RPAREN, "after the type");
        struct node *n =
            node_new(p, parse_is(p, TOKEN_LBRACE) ? NODE_COMPOUND : NODE_CAST, start->at);
        n->op = TOKEN_LPAREN;
        n->cast.type = type;
        n->cast.operand = parse_is(p, TOKEN_LBRACE) ? parse_braces(p) : parse_unary(p);
        n->height = (uint16_t) (n->cast.operand->height + 1);
        n->at = span_since(p, start);
        return n;
    }
    struct node *n = parse_expression(p);
    parse_expect(p, TOKEN_RPAREN, "after the expression");
    n->flags |= FLAG_GROUPED;
    n->at = span_since(p, start);
    return n;
}

static struct node *parse_parens(struct parser *p)
{
    int angles = p->angles;
    p->angles = 0;
    struct node *n = parse_grouped(p);
    p->angles = angles;
    return n;
}

/* static_cast<T>(x) and the other C++ casts */
static struct node *parse_named_cast(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_CAST, start->at);
    n->op = start->kind;
    p->t++;
    int angles = p->angles;
    p->angles = 1;
    if (parse_expect(p, TOKEN_LESS, "before the type"))
        n->cast.type = parse_type_name(p);
    if (!p->panic && !take_greater(p))
        parse_unexpected(p, "'>' after the type");
    p->angles = 0;
    if (!p->panic)
        parse_expect(p, TOKEN_LPAREN, "before the operand");
    n->cast.operand = p->panic ? error_node(p) : parse_expression(p);
    parse_expect(p, TOKEN_RPAREN, "after the operand");
    p->angles = angles;
    n->at = span_since(p, start);
    if (!n->cast.type || p->panic)
        return error_node(p);
    return n;
}

/* T(...) and T{...} */
static struct node *parse_construct(struct parser *p)
{
    const struct token *start = p->t;
    struct specs s;
    if (!parse_specs(p, &s))
        return error_node(p);
    bool member = s.type->kind == NODE_TYPE_NAME && start->kind == TOKEN_DECLTYPE;
    if (member && !parse_is(p, TOKEN_LBRACE)) { /* decltype(x)::value */
        s.type->kind = NODE_NAME;
        return s.type;
    }
    struct node *n = node_new(p, NODE_CONSTRUCT, start->at);
    n->construct.type = s.type;
    if (parse_is(p, TOKEN_LBRACE)) {
        struct node *list = parse_braces(p);
        n->list = list->list;
        n->count = list->count;
        n->flags |= FLAG_BRACES;
    } else if (parse_expect(p, TOKEN_LPAREN, "after a type in an expression")) {
        parse_arguments(p, n, TOKEN_RPAREN);
    }
    n->at = span_since(p, start);
    return n;
}

static struct node *parse_sizeof(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_SIZEOF, start->at);
    n->op = start->kind == TOKEN_SIZEOF ? start->kind : TOKEN_ALIGNOF;
    if (parse_is(p, TOKEN_ELLIPSIS) && parse_next_is(p, 1, TOKEN_LPAREN) &&
        parse_next_is(p, 2, TOKEN_NAME)) {
        n->flags |= FLAG_VARIADIC; /* sizeof...(pack) */
        p->t += 2;
        n->unary.operand = node_new(p, NODE_NAME, p->t->at);
        n->unary.operand->name = p->t->name;
        p->t++;
        parse_expect(p, TOKEN_RPAREN, "after the pack");
        n->at = span_since(p, start);
        return n;
    }
    if (parse_is(p, TOKEN_LPAREN)) {
        const struct token *open = p->t++;
        if (cast_ahead(p, open)) {
            n->unary.operand = parse_type_name(p);
            parse_expect(p, TOKEN_RPAREN, "after the type");
            n->at = span_since(p, start);
            if (!parse_is(p, TOKEN_LBRACE))
                return n;
        }
        p->t = open;
    }
    n->unary.operand = parse_unary(p);
    n->at = span_since(p, start);
    return n;
}

static struct node *parse_noexcept(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_NOEXCEPT, start->at);
    if (!parse_expect(p, TOKEN_LPAREN, "after 'noexcept'"))
        return error_node(p);
    n->unary.operand = parse_expression(p);
    parse_expect(p, TOKEN_RPAREN, "after the operand");
    n->at = span_since(p, start);
    return n;
}

static struct node *parse_typeid(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_TYPEID, start->at);
    const struct token *open = p->t;
    if (!parse_expect(p, TOKEN_LPAREN, "after 'typeid'"))
        return error_node(p);
    n->unary.operand = cast_ahead(p, open) ? parse_type_name(p) : parse_expression(p);
    parse_expect(p, TOKEN_RPAREN, "after the operand");
    n->at = span_since(p, start);
    return n;
}

static struct node *parse_token_node(struct parser *p, enum node_kind kind)
{
    struct node *n = node_new(p, kind, p->t->at);
    p->t++;
    return n;
}

static struct node *parse_this(struct parser *p)
{
    return parse_token_node(p, NODE_THIS);
}

static struct node *parse_nullptr(struct parser *p)
{
    return parse_token_node(p, NODE_NULLPTR);
}

static struct node *parse_bool(struct parser *p)
{
    bool value = parse_is(p, TOKEN_TRUE);
    struct node *n = parse_token_node(p, NODE_INTEGER);
    n->op = TYPE_BOOL;
    n->integer = value;
    return n;
}

/* Expressions that their first token identifies: C++17 8.1, and the operators that are keywords. */
static struct node *(*const primaries[TOKEN_KIND_COUNT])(struct parser *p) = {
    [TOKEN_NUMBER] = parse_number,
    [TOKEN_CHAR] = parse_char,
    [TOKEN_STRING] = parse_string,
    [TOKEN_LPAREN] = parse_parens,
    [TOKEN_SIZEOF] = parse_sizeof,
    [TOKEN_ALIGNOF] = parse_sizeof,
    [TOKEN_C_ALIGNOF] = parse_sizeof,
    [TOKEN_NEW] = parse_new,
    [TOKEN_DELETE] = parse_delete,
    [TOKEN_STATIC_CAST] = parse_named_cast,
    [TOKEN_REINTERPRET_CAST] = parse_named_cast,
    [TOKEN_DYNAMIC_CAST] = parse_named_cast,
    [TOKEN_CONST_CAST] = parse_named_cast,
    [TOKEN_THIS] = parse_this,
    [TOKEN_OPERATOR] = parse_name,
    [TOKEN_TRUE] = parse_bool,
    [TOKEN_FALSE] = parse_bool,
    [TOKEN_NULLPTR] = parse_nullptr,
    [TOKEN_TYPEID] = parse_typeid,
    [TOKEN_NOEXCEPT] = parse_noexcept,
    [TOKEN_LBRACKET] = parse_lambda,
    [TOKEN_AND_AND] = parse_label_address,
    [TOKEN_GENERIC] = parse_generic,
    [TOKEN_CHOOSE_EXPR] = parse_choose_expr,
    [TOKEN_CONSTANT_P] = parse_constant_p,
    [TOKEN_CALL_PLACE] = parse_call_place,
};

/* The name of a class template that begins no type: a member has it, too, which is not declared where its class is defined,
 * `return array[i];` behind `using namespace std`. */
static bool template_as_value(const struct parser *p)
{
    if (!parse_is(p, TOKEN_NAME) || name_kind(name_meant(p, p->t->name)) != SHADOW_CLASS_TEMPLATE)
        return false;
    return !parse_next_is(p, 1, TOKEN_LESS) && !parse_next_is(p, 1, TOKEN_LPAREN) &&
           !parse_next_is(p, 1, TOKEN_LBRACE) && !parse_next_is(p, 1, TOKEN_SCOPE);
}

static struct node *parse_primary(struct parser *p)
{
    if (primaries[p->t->kind])
        return primaries[p->t->kind](p);
    if (at_global_new(p))
        return parse_global_new(p);
    if (token_class(p->t->kind) == CLASS_TRAIT)
        return parse_trait(p);
    if (at_requires(p))
        return parse_requires(p);
    if ((at_type(p) && !template_as_value(p)) || token_class(p->t->kind) == CLASS_TYPE)
        return parse_construct(p);
    if (parse_is(p, TOKEN_NAME) || parse_is(p, TOKEN_SCOPE))
        return parse_name(p);
    parse_unexpected(p, "an expression");
    return error_node(p);
}

/* ---- postfix ---- */

/* One subscript: an expression, or start:stop:step with any part missing. '::' is two colons here. */
static struct node *parse_subscript(struct parser *p)
{
    if (parse_is(p, TOKEN_LBRACE))
        return parse_braces(p);
    const struct token *start = p->t;
    struct node *first =
        parse_is(p, TOKEN_COLON) || parse_is(p, TOKEN_SCOPE) ? NULL : parse_assignment(p);
    if (!parse_is(p, TOKEN_COLON) && !parse_is(p, TOKEN_SCOPE))
        return first;
    struct node *n = node_new(p, NODE_SLICE, start->at);
    bool twice = parse_is(p, TOKEN_SCOPE);
    p->t++;
    n->slice.start = first;
    if (!twice && !parse_is(p, TOKEN_COLON) && !parse_is(p, TOKEN_COMMA) &&
        !parse_is(p, TOKEN_RBRACKET))
        n->slice.stop = parse_assignment(p);
    if (twice || parse_take(p, TOKEN_COLON))
        if (!parse_is(p, TOKEN_COMMA) && !parse_is(p, TOKEN_RBRACKET))
            n->slice.step = parse_assignment(p);
    n->at = span_since(p, start);
    return n;
}

static struct node *parse_index(struct parser *p, struct node *array)
{
    struct node *n = operation(p, NODE_INDEX, TOKEN_LBRACKET, array, NULL);
    node_vec list = {0};
    int angles = p->angles;
    p->angles = 0;
    p->t++;
    while (!p->panic && (!parse_is(p, TOKEN_RBRACKET) || list.n)) {
        struct node *s = parse_expansion(p, parse_subscript(p));
        if (s->height >= n->height)
            n->height = (uint16_t) (s->height + 1);
        VEC_PUSH(&list, s);
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    parse_expect(p, TOKEN_RBRACKET, "after the index");
    p->angles = angles;
    node_list(p, n, &list);
    return n;
}

static struct node *parse_launch(struct parser *p, struct node *callee)
{
    struct node *n = operation(p, NODE_LAUNCH, TOKEN_LAUNCH_OPEN, callee, NULL);
    n->text = callee->kind == NODE_NAME ? callee->text : (struct str){0};
    n->launch.configuration = node_new(p, NODE_INIT_LIST, p->t->at);
    p->t++;
    parse_arguments(p, n->launch.configuration, TOKEN_LAUNCH_CLOSE);
    if (parse_expect(p, TOKEN_LPAREN, "with the kernel's arguments"))
        parse_arguments(p, n, TOKEN_RPAREN);
    return n;
}

static struct node *parse_member(struct parser *p, struct node *of)
{
    if (parse_next_is(p, 1, TOKEN_OPERATOR) && type_end(p, p->t + 2))
        return parse_member_conversion(p, of);
    struct node *n = operation(p, NODE_MEMBER, p->t->kind, of, NULL);
    p->t++;
    parse_take(p, TOKEN_TEMPLATE);
    if (parse_take(p, TOKEN_TILDE))
        n->role = ROLE_DESTRUCTOR;
    if (parse_is(p, TOKEN_OPERATOR)) {
        n->name_at = p->t->at;
        n->name = parse_operator_name(p);
        parse_called_args(p, n);
        return n;
    }
    if (!parse_is(p, TOKEN_NAME)) {
        parse_unexpected(p, "a member's name");
        return n;
    }
    const struct token *scope =
        parse_next_is(p, 1, TOKEN_LESS) ? behind_angles(p->t + 1) : p->t + 1;
    if (scope && scope->kind == TOKEN_SCOPE && name_is_type(p, p->t->name)) {
        struct node *qualified = node_new(p, NODE_NAME, p->t->at);
        parse_qualified(p, qualified);
        n->name = qualified->name;
        n->name_at = qualified->name_at;
        n->member.scope = qualified->id.scope;
        if (!n->name && parse_is(p, TOKEN_OPERATOR) && type_end(p, p->t + 1))
            return parse_conversion(p, as_base(p, of, n->op, qualified->id.scope));
        if (!n->name && parse_is(p, TOKEN_OPERATOR)) {
            n->name_at = p->t->at;
            n->name = parse_operator_name(p);
        }
        if (!n->name)
            parse_unexpected(p, "a member's name");
        return n;
    }
    n->name = p->t->name;
    n->name_at = p->t->at;
    p->t++;
    parse_called_args(p, n);
    return n;
}

static struct node *parse_postfix(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = parse_primary(p);
    while (!p->panic) {
        switch (p->t->kind) {
        case TOKEN_LPAREN: {
            struct node *call = operation(p, NODE_CALL, TOKEN_LPAREN, n, NULL);
            call->name_at = p->t++->at;
            parse_arguments(p, call, TOKEN_RPAREN);
            n = call;
            break;
        }
        case TOKEN_LBRACKET: n = parse_index(p, n); break;
        case TOKEN_LAUNCH_OPEN:
            if (p->angles)
                return n;
            n = parse_launch(p, n);
            break;
        case TOKEN_DOT:
        case TOKEN_ARROW: n = parse_member(p, n); break;
        case TOKEN_INC:
        case TOKEN_DEC:
            n = operation(p, NODE_POSTFIX, p->t->kind, n, NULL);
            p->t++;
            break;
        default: return n;
        }
        n->at = span_since(p, start);
    }
    return n;
}

struct node *parse_unary(struct parser *p)
{
    const struct token *start = p->t;
    switch (p->t->kind) {
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_STAR:
    case TOKEN_AMP:
    case TOKEN_TILDE:
    case TOKEN_BANG:
    case TOKEN_REAL_PART:
    case TOKEN_IMAGINARY_PART:
    case TOKEN_INC:
    case TOKEN_DEC: break;
    default: {
        if (!parse_enter(p)) {
            parse_leave(p);
            return error_node(p);
        }
        struct node *n = parse_postfix(p);
        parse_leave(p);
        return n;
    }
    }
    p->t++;
    struct node *operand = parse_enter(p) ? parse_unary(p) : error_node(p);
    parse_leave(p);
    struct node *n = operation(p, NODE_UNARY, start->kind, operand, NULL);
    n->at = span_since(p, start);
    return n;
}

/* ---- binary ---- */

static struct node *parse_binary(struct parser *p, unsigned least)
{
    struct node *left = parse_unary(p);
    while (!p->panic) {
        enum token_kind op = p->t->kind;
        unsigned power = powers[op];
        if (!power || power < least || (p->angles && (op == TOKEN_GREATER || op == TOKEN_SHR)))
            break;
        struct span op_at = p->t->at;
        p->t++;
        if (parse_is(p, TOKEN_ELLIPSIS)) { /* (pack op ...), (pack op ... op value) */
            struct node *fold = operation(p, NODE_FOLD, op, left, NULL);
            p->t++;
            if (p->t->kind == op) {
                p->t++;
                fold->fold.init = parse_binary(p, power + 1);
            }
            return fold;
        }
        struct node *right = parse_binary(p, power + 1);
        left = operation(p, NODE_BINARY, op, left, right);
        left->name_at = op_at;
    }
    return left;
}

static struct node *parse_throw(struct parser *p)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_THROW, start->at);
    if (!parse_is(p, TOKEN_SEMICOLON) && !parse_is(p, TOKEN_RPAREN) && !parse_is(p, TOKEN_COLON) &&
        !parse_is(p, TOKEN_COMMA))
        n->unary.operand = parse_assignment(p);
    n->at = span_since(p, start);
    return n;
}

struct node *parse_assignment_expression(struct parser *p)
{
    if (!parse_enter(p)) {
        parse_leave(p);
        return error_node(p);
    }
    if (parse_is(p, TOKEN_THROW)) {
        struct node *throws = parse_throw(p);
        parse_leave(p);
        return throws;
    }
    struct node *n = parse_binary(p, 1);
    if (!p->panic && parse_take(p, TOKEN_QUESTION)) {
        struct node *yes = parse_is(p, TOKEN_COLON) ? NULL : parse_expression(p);
        parse_expect(p, TOKEN_COLON, "between the two values of '?:'");
        struct node *no = p->panic ? error_node(p) : parse_assignment(p);
        n = operation(p, NODE_CONDITIONAL, TOKEN_QUESTION, n, yes);
        n->conditional.otherwise = no;
        n->at = span_join(n->at, no->at);
        if (no->height >= n->height)
            n->height = (uint16_t) (no->height + 1);
    } else if (!p->panic && assigns[p->t->kind]) {
        enum token_kind op = p->t->kind;
        struct span op_at = p->t->at;
        p->t++;
        n = operation(p, NODE_ASSIGN, op, n, parse_value(p));
        n->name_at = op_at;
    }
    parse_leave(p);
    return n;
}

struct node *parse_comma_expression(struct parser *p)
{
    struct node *n = parse_assignment(p);
    while (!p->panic && parse_take(p, TOKEN_COMMA)) {
        bool folds = parse_take(p, TOKEN_ELLIPSIS); /* (pack, ...), (pack, ..., value) */
        bool more = !folds || parse_take(p, TOKEN_COMMA);
        n = operation(p, folds ? NODE_FOLD : NODE_BINARY, TOKEN_COMMA, n,
                      more ? parse_assignment(p) : NULL);
    }
    return n;
}
