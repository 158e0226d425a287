/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of functions inside and outside classes: names of operators, and what follows the parameters: qualifiers,
 * member initialisers, the body. */
#include "lang/parse/parse_impl.h"

#include <string.h>

struct name *parse_operator_name(struct parser *p)
{
    struct buf text = {0};
    buf_puts(&text, "operator");
    parse_advance(p);
    if (parse_is(p, TOKEN_LPAREN) || parse_is(p, TOKEN_LBRACKET)) {
        bool call = parse_is(p, TOKEN_LPAREN);
        buf_puts(&text, call ? "()" : "[]");
        parse_advance(p);
        parse_expect(p, call ? TOKEN_RPAREN : TOKEN_RBRACKET, "behind 'operator'");
    } else if (parse_is(p, TOKEN_NEW) || parse_is(p, TOKEN_DELETE)) {
        buf_printf(&text, " %s", token_spelling(p->t->kind));
        parse_advance(p);
        if (parse_is(p, TOKEN_LBRACKET) && parse_next_is(p, 1, TOKEN_RBRACKET)) {
            buf_puts(&text, "[]");
            p->t += 2;
        }
    } else if (parse_is(p, TOKEN_STRING) &&
               (parse_next_is(p, 1, TOKEN_NAME) || parse_next_is(p, 1, TOKEN_IF))) {
        struct str suffix = p->t[1].text; /* of a literal: "" _km, ""_km */
        buf_printf(&text, "\"\"%.*s", (int) suffix.n, suffix.p);
        p->t += 2;
    } else if (parse_is(p, TOKEN_LAUNCH_OPEN)) { /* << and the < of its arguments */
        buf_puts(&text, "<<");
    } else if (token_class(p->t->kind) == CLASS_OTHER && !parse_is(p, TOKEN_END)) {
        buf_puts(&text, token_spelling(p->t->kind));
        parse_advance(p);
    } else {
        parse_unexpected(p, "an operator");
    }
    struct name *n = name_of(p->in.names, text.p, text.n);
    buf_free(&text);
    return n;
}

void parse_declared_operator(struct parser *p, struct declared *out)
{
    out->name = parse_operator_name(p);
    out->role = ROLE_OPERATOR;
    if (!p->class && !out->scope && out->name->text[8] == ' ')
        not_yet(p, out->at, "an operator new or delete outside of a class");
    if (parse_is(p, TOKEN_LESS) || parse_is(p, TOKEN_LAUNCH_OPEN)) { /* of a specialisation */
        out->args = node_new(p, NODE_NAME, out->at);
        parse_template_args(p, out->args);
    }
}

struct node *parse_conversion(struct parser *p, struct node *object)
{
    const struct token *start = p->t;
    struct specs type;
    struct node *n = node_new(p, NODE_CAST, start->at);
    n->op = TOKEN_STATIC_CAST;
    n->cast.operand = object;
    p->t++;
    if (parse_specs(p, &type))
        n->cast.type = parse_pointers(p, type.type);
    if (!p->panic && parse_expect(p, TOKEN_LPAREN, "with no arguments"))
        parse_expect(p, TOKEN_RPAREN, "after the conversion");
    n->at = span_since(p, start);
    return n;
}

void take_allocator(struct parser *p, struct node *n)
{
    bool outside = n->op == TOKEN_SCOPE || (!p->class && !n->id.scope);
    if (outside && !strncmp(n->name->text, "operator new", 12))
        n->name = name_cstr(p->in.names, "malloc");
    else if (outside && !strncmp(n->name->text, "operator delete", 15))
        n->name = name_cstr(p->in.names, "free");
}

struct node *parse_member_conversion(struct parser *p, struct node *of)
{
    struct node *object = of;
    if (parse_is(p, TOKEN_ARROW)) {
        object = node_new(p, NODE_UNARY, of->at);
        object->op = TOKEN_STAR;
        object->unary.operand = of;
    }
    p->t++;
    return parse_conversion(p, object);
}

struct node *as_base(struct parser *p, struct node *object, enum token_kind op,
                     const struct node *scope)
{
    struct node *n = node_new(p, NODE_CAST, scope->at),
                *base = node_new(p, NODE_TYPE_NAME, scope->at), *whole = object;
    if (!object || op == TOKEN_ARROW) {
        whole = node_new(p, NODE_UNARY, scope->at);
        whole->op = TOKEN_STAR;
        whole->unary.operand = object ? object : node_new(p, NODE_THIS, scope->at);
    }
    base->name = scope->name;
    base->name_at = scope->at;
    base->id.scope = scope->id.scope;
    base->list = scope->list;
    base->count = scope->count;
    base->flags = scope->flags & FLAG_ARGS;
    n->cast.type = node_new(p, NODE_TYPE_REFERENCE, scope->at);
    n->cast.type->derived.base = base;
    n->cast.operand = whole;
    return n;
}

void parse_promise(struct parser *p, struct node *function_type)
{
    bool condition = parse_is(p, TOKEN_LPAREN);
    bool throws = condition && parse_next_is(p, 1, TOKEN_FALSE);
    function_type->flags |= throws ? FLAG_THROWS : FLAG_NOEXCEPT;
    if (condition)
        skip_balanced(p);
}

/* ---- the end of a function ---- */

/* a(x), b{y}, Base(z) after a constructor's ':' */
static struct node *parse_initialisers(struct parser *p)
{
    struct node *list = node_new(p, NODE_INIT_LIST, p->t->at);
    node_vec inits = {0};
    const struct token *start = p->t++;
    while (!p->panic) {
        const struct token *first = p->t;
        struct node *n = node_new(p, NODE_MEMBER_INIT, p->t->at);
        n->member_init.id = node_new(p, NODE_TYPE_NAME, p->t->at);
        parse_qualified(p, n->member_init.id);
        if (parse_is(p, TOKEN_LESS))
            parse_template_args(p, n->member_init.id);
        if (parse_is(p, TOKEN_LBRACE)) {
            struct node *values = parse_braces(p);
            n->list = values->list;
            n->count = values->count;
            n->flags |= FLAG_BRACES;
        } else if (parse_expect(p, TOKEN_LPAREN, "after the member's name")) {
            parse_arguments(p, n, TOKEN_RPAREN);
        }
        n->at = span_since(p, first);
        if (parse_take(p, TOKEN_ELLIPSIS))
            n->flags |= FLAG_VARIADIC;
        VEC_PUSH(&inits, n);
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    node_list(p, list, &inits);
    list->at = span_since(p, start);
    return list;
}

struct node *parse_try(struct parser *p, const struct token *start)
{
    struct node *n = node_new(p, NODE_TRY, start->at);
    node_vec list = {0};
    if (!parse_is(p, TOKEN_LBRACE)) {
        parse_unexpected(p, "'{' after 'try'");
        return n;
    }
    n->try.block = parse_block(p);
    while (parse_is(p, TOKEN_CATCH) && !p->panic) {
        size_t mark = scope_mark(p);
        struct node *c = node_new(p, NODE_CATCH, p->t->at);
        p->t++;
        if (parse_expect(p, TOKEN_LPAREN, "after 'catch'") && !parse_take(p, TOKEN_ELLIPSIS))
            c->handler.param = parse_param(p);
        parse_expect(p, TOKEN_RPAREN, "after the exception");
        p->blocks++;
        if (parse_is(p, TOKEN_LBRACE))
            c->handler.block = parse_block(p);
        else
            parse_unexpected(p, "'{' after 'catch (...)'");
        p->blocks--;
        scope_undo(p, mark);
        VEC_PUSH(&list, c);
    }
    if (!list.n)
        parse_unexpected(p, "'catch' after the block of 'try'");
    node_list(p, n, &list);
    n->at = span_since(p, start);
    return n;
}

/* try : inits { } catch ...: C++17 18p1. The body is that one statement. */
static struct node *parse_function_try(struct parser *p, const struct token *start)
{
    struct node *n = node_new(p, NODE_BLOCK, start->at), *whole = parse_try(p, start);
    node_vec list = {0};
    whole->flags |= FLAG_BODY;
    VEC_PUSH(&list, whole);
    node_list(p, n, &list);
    n->at = span_since(p, start);
    return n;
}

void parse_function_body(struct parser *p, struct node *f)
{
    size_t mark = scope_mark(p);
    int angles = p->angles;
    bool range = p->range;
    p->angles = 0;
    p->range = false;
    for (uint32_t i = 0; i < f->function.type->count; i++)
        name_declare(p, f->function.type->list[i]->name, false);
    p->blocks++;
    const struct token *start = p->t;
    bool whole = parse_take(p, TOKEN_TRY);
    if (parse_is(p, TOKEN_COLON))
        f->function.inits = parse_initialisers(p);
    if (whole)
        f->function.body = parse_function_try(p, start);
    else if (parse_is(p, TOKEN_LBRACE))
        f->function.body = parse_block(p);
    else
        parse_unexpected(p, "the function's body");
    p->blocks--;
    scope_undo(p, mark);
    p->angles = angles;
    p->range = range;
}

/* The & or && of a member function, which says for which objects it is; a definition outside of its class has it too. */
static bool take_object(struct parser *p, struct node *function)
{
    static const enum token_kind behind[] = {TOKEN_LBRACE, TOKEN_SEMICOLON, TOKEN_NOEXCEPT,
                                             TOKEN_ARROW,  TOKEN_ASSIGN,    TOKEN_TRY};
    bool fits = p->class;
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        fits |= parse_next_is(p, 1, behind[i]);
    if (!fits || (!parse_is(p, TOKEN_AMP) && !parse_is(p, TOKEN_AND_AND)))
        return false;
    function->op = p->t->kind;
    p->t++;
    return true;
}

/* What may follow a function's parameters: const, noexcept, override, -> T. */
struct node *parse_qualifiers(struct parser *p, struct node *function, struct node *result)
{
    while (!p->panic) {
        if (parse_take(p, TOKEN_CONST)) {
            function->flags |= FLAG_CONST;
        } else if (parse_take(p, TOKEN_VOLATILE)) { /* every object is as if it were not */
            continue;
        } else if (parse_take(p, TOKEN_NOEXCEPT)) {
            parse_promise(p, function);
        } else if (parse_is(p, TOKEN_NAME) &&
                   (str_eq(p->t->text, "override") || str_eq(p->t->text, "final"))) {
            p->t++;
        } else if (parse_is(p, TOKEN_THROW) && parse_next_is(p, 1, TOKEN_LPAREN)) {
            p->t++;
            skip_balanced(p);
        } else if (function->derived.base == NULL && parse_is(p, TOKEN_ARROW)) {
            p->t++;
            result = parse_type_name(p);
        } else if (!take_object(p, function)) {
            break;
        }
    }
    function->derived.extent = parse_requires_clause(p);
    return result;
}

void parse_function_end(struct parser *p, struct node *f)
{
    if (parse_take(p, TOKEN_ASSIGN)) {
        if (parse_take(p, TOKEN_DEFAULT))
            f->flags |= FLAG_DEFAULTED;
        else if (parse_take(p, TOKEN_DELETE)) {
            f->flags |= FLAG_DELETED;
            if (parse_take(p, TOKEN_LPAREN)) { /* C++26: the reason */
                parse_expect(p, TOKEN_STRING, "as the reason");
                parse_expect(p, TOKEN_RPAREN, "after the reason");
            }
        } else if (parse_is(p, TOKEN_NUMBER) && str_eq(p->t->text, "0") &&
                   f->flags & FLAG_VIRTUAL) {
            f->op = TOKEN_ASSIGN;
            parse_advance(p);
        } else {
            parse_unexpected(p, "'default', 'delete' or '0'");
        }
        parse_expect(p, TOKEN_SEMICOLON, "after the declaration");
    } else {
        parse_function_body(p, f);
    }
}
