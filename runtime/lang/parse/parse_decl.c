/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations: specifiers, declarators, initialisers, function definitions. Next: parse_type.c, parse_device.c. */
#include <string.h>

#include "lang/parse/parse_impl.h"

/* ---- what begins a declaration ---- */

bool at_type(const struct parser *p)
{
    return type_end(p, p->t) != NULL;
}

/* `device T`, `device(n) T` and `managed T`: keywords only here. */
static bool at_array_word(const struct parser *p)
{
    if (!parse_is(p, TOKEN_NAME) ||
        !(str_eq(p->t->text, "device") || str_eq(p->t->text, "managed")))
        return false;
    const struct token *next = p->t + 1;
    if (next->kind == TOKEN_LPAREN && str_eq(p->t->text, "device"))
        next = behind_parens(next);
    if (!next)
        return false;
    enum token_class class = token_class(next->kind);
    if (class == CLASS_TYPE || next->kind == TOKEN_CONST || next->kind == TOKEN_STATIC)
        return true;
    if (type_name_end(p, next))
        return true;
    return next->kind == TOKEN_NAME && next[1].kind == TOKEN_NAME &&
           !next[1].line_start; /* device foat x[n] */
}

/* After a type: `(*name)(` and `(*name)[` declare, with more parentheses too; any other one is a functional cast. */
static bool declares_in_parens(const struct token *t)
{
    if (t->kind == TOKEN_LPAREN && member_pointer_ahead(t + 1))
        return true;
    int depth = 0;
    bool points = false;
    for (; t->kind == TOKEN_LPAREN || t->kind == TOKEN_STAR || t->kind == TOKEN_CONST ||
           t->kind == TOKEN_AMP || t->kind == TOKEN_AND_AND;
         t++) {
        depth += t->kind == TOKEN_LPAREN;
        points |= t->kind != TOKEN_LPAREN && t->kind != TOKEN_CONST;
    }
    if (!points || !depth)
        return false;
    if (t->kind == TOKEN_NAME)
        t++;
    if (t->kind == TOKEN_LBRACKET || (t->kind == TOKEN_LPAREN && t[-1].kind == TOKEN_NAME))
        return true;
    for (; depth && t->kind == TOKEN_RPAREN; depth--, t++)
        if (t[1].kind == TOKEN_LPAREN || t[1].kind == TOKEN_LBRACKET)
            return true;
    return false;
}

bool at_cast(const struct token *t)
{
    return t->kind == TOKEN_LBRACE || (t->kind == TOKEN_LPAREN && !declares_in_parens(t));
}

/* An unknown name, where only a declaration makes sense: `foo x`, `std::foo<int> x`. */
static bool declares_unknown(struct parser *p, const struct token *t)
{
    const struct token *last = t, *start = t;
    while (last->kind == TOKEN_NAME && last[1].kind == TOKEN_SCOPE && last[2].kind == TOKEN_NAME)
        last += 2;
    if (last->kind != TOKEN_NAME || last->name->builtin_count)
        return false;
    if (last == start && name_kind(name_meant(p, t->name)) == SHADOW_OTHER &&
        last[1].kind == TOKEN_LESS)
        return false;
    const struct token *behind = last + 1;
    if (behind->kind == TOKEN_LESS)
        behind = behind_angles(behind);
    if (!behind || behind->kind != TOKEN_NAME || behind->line_start)
        return false;
    return behind[1].kind != TOKEN_NAME || behind[1].line_start;
}

bool at_declaration(struct parser *p)
{
    const struct token *t = p->t;
    enum token_class class = token_class(t->kind);
    bool word = is_typeof(t->kind) || t->kind == TOKEN_TYPENAME;
    if (class == CLASS_SPEC || begins_tag(t) || word)
        return true;
    bool casts = p->in.dialect->functional_casts;
    if (class == CLASS_TYPE)
        return !casts || !at_cast(t + 1);
    if (at_array_word(p) || old_function_ahead(p) || constrained_auto_ahead(p))
        return true;
    const struct token *end = type_name_end(p, t);
    if (end)
        return (!casts || !at_cast(end)) && end->kind != TOKEN_DOT && end->kind != TOKEN_COLON &&
               end->kind != TOKEN_LBRACKET && end->kind != TOKEN_ASSIGN && end->kind != TOKEN_ARROW;
    return declares_unknown(p, t);
}

/* ---- specifiers ---- */

static const struct {
    enum token_kind kind;
    uint32_t flag;
} spec_flags[] = {
    {TOKEN_CONST,         FLAG_CONST    },
    {TOKEN_VOLATILE,      FLAG_VOLATILE },
    {TOKEN_CONSTEXPR,     FLAG_CONSTEXPR},
    {TOKEN_CONSTEVAL,     FLAG_CONSTEXPR},
    {TOKEN_CONSTINIT,     0             },
    {TOKEN_TYPEDEF,       FLAG_TYPEDEF  },
    {TOKEN_EXTERN,        FLAG_EXTERN   },
    {TOKEN_STATIC,        FLAG_STATIC   },
    {TOKEN_INLINE,        FLAG_INLINE   },
    {TOKEN_INLINE_GNU,    FLAG_INLINE   },
    {TOKEN_INLINE_GNU2,   FLAG_INLINE   },
    {TOKEN_FORCE_INLINE,  FLAG_INLINE   },
    {TOKEN_GLOBAL,        FLAG_GLOBAL   },
    {TOKEN_DEVICE,        FLAG_DEVICE   },
    {TOKEN_HOST,          FLAG_HOST     },
    {TOKEN_CONSTANT,      FLAG_CONSTANT },
    {TOKEN_SHARED,        FLAG_SHARED   },
    {TOKEN_MANAGED,       FLAG_MANAGED  },
    {TOKEN_RESTRICT,      FLAG_RESTRICT },
    {TOKEN_RESTRICT_GNU,  FLAG_RESTRICT },
    {TOKEN_RESTRICT_GNU2, FLAG_RESTRICT },
    {TOKEN_REGISTER,      0             },
    {TOKEN_NO_INLINE,     0             },
    {TOKEN_NORETURN,      0             },
    {TOKEN_VIRTUAL,       FLAG_VIRTUAL  },
    {TOKEN_EXPLICIT,      FLAG_EXPLICIT },
    {TOKEN_MUTABLE,       FLAG_MUTABLE  },
    {TOKEN_THREAD_LOCAL,  FLAG_THREAD   },
    {TOKEN_THREAD_LOCAL2, FLAG_THREAD   },
    {TOKEN_GRID_CONSTANT, 0             },
    {TOKEN_ATOMIC,        0             }, /* threads of the program take turns between statements */
};

static bool take_flag(struct parser *p, uint32_t *flags)
{
    if (parse_is(p, TOKEN_ATOMIC) && parse_next_is(p, 1, TOKEN_LPAREN))
        return false; /* _Atomic(T) is a type */
    for (size_t i = 0; i < sizeof spec_flags / sizeof *spec_flags; i++)
        if (p->t->kind == spec_flags[i].kind) {
            *flags |= spec_flags[i].flag;
            p->t++;
            return true;
        }
    return false;
}

/* A type, or an expression that may begin with one: `T() + 1`. */
static struct node *parse_type_or_expression(struct parser *p)
{
    struct trial trial;
    const struct token *start = p->t;
    if (!at_type(p))
        return parse_expression(p);
    trial_begin(p, &trial);
    struct node *type = parse_type_name(p);
    if (!parse_is(p, TOKEN_RPAREN))
        syntax_error(p, p->t->at, "no type");
    if (trial_end(p, &trial))
        return type;
    p->t = start;
    return parse_expression(p);
}

/* typeof(int) takes types too, decltype(T()) only expressions: C++17 10.1.7.2. decltype(x)::y is a type here. */
static struct node *parse_typeof(struct parser *p)
{
    struct node *n = node_new(p, NODE_TYPE_OF, p->t->at);
    int angles = p->angles;
    bool decl = parse_is(p, TOKEN_DECLTYPE);
    p->angles = 0;
    n->op = p->t->kind;
    p->t++;
    if (decl && parse_is(p, TOKEN_LPAREN) && parse_next_is(p, 1, TOKEN_AUTO) &&
        parse_next_is(p, 2, TOKEN_RPAREN)) {
        n->kind = NODE_TYPE_AUTO;
        p->t += 3;
        p->angles = angles;
        return n;
    }
    if (parse_enter(p) &&
        parse_expect(p, TOKEN_LPAREN, decl ? "after 'decltype'" : "after 'typeof'"))
        n->unary.operand = decl ? parse_expression(p) : parse_type_or_expression(p);
    parse_leave(p);
    parse_expect(p, TOKEN_RPAREN, "after the operand");
    p->angles = angles;
    if (!n->unary.operand)
        return error_node(p);
    return parse_is(p, TOKEN_SCOPE) && !parse_next_is(p, 1, TOKEN_STAR) ? parse_in_typeof(p, n) : n;
}

/* _Atomic(T): C11 6.7.2.4 */
static struct node *parse_atomic(struct parser *p)
{
    p->t++;
    parse_expect(p, TOKEN_LPAREN, "after '_Atomic'");
    struct node *n = p->panic ? error_node(p) : parse_type_name(p);
    parse_expect(p, TOKEN_RPAREN, "after the type");
    return n;
}

static struct node *parse_type_word(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_TYPE_NAME, p->t->at);
    if (parse_take(p, TOKEN_TYPENAME))
        n->flags |= FLAG_TYPEDEF; /* `typename` marks it as a type */
    if (parse_is(p, TOKEN_DECLTYPE))
        return parse_typeof(p);
    parse_qualified(p, n);
    if (parse_is(p, TOKEN_LESS) && n->name && behind_angles(p->t) && !p->panic)
        parse_template_args(p, n);
    n->at = span_since(p, start);
    return n;
}

/* One token of specifiers that is part of the type; false: none. *words: the keywords of basic types so far. */
static bool take_type(struct parser *p, struct specs *s, uint64_t *words)
{
    if (parse_basic_word(p, words))
        return true;
    if (p->in.dialect->language == LANGUAGE_C && parse_take(p, TOKEN_AUTO)) {
        s->flags |= FLAG_AUTO; /* a storage class there */
        return true;
    }
    if (s->type || *words)
        return false;
    if (!p->in.dialect->functional_casts && parse_is(p, TOKEN_NAME) &&
        !name_is_type(p, p->t->name) && !declares_unknown(p, p->t))
        return false;
    switch (p->t->kind) {
    case TOKEN_STRUCT:
    case TOKEN_UNION:
    case TOKEN_CLASS:
    case TOKEN_ENUM: s->type = parse_tag(p); return true;
    case TOKEN_TYPEOF:
    case TOKEN_TYPEOF_GNU:
    case TOKEN_UNDERLYING:
    case TOKEN_DECLTYPE: s->type = parse_typeof(p); return true;
    case TOKEN_ATOMIC: s->type = parse_atomic(p); return true;
    case TOKEN_AUTO:
        s->type = node_new(p, NODE_TYPE_AUTO, p->t->at);
        p->t++;
        return true;
    case TOKEN_ANY_ARRAY:
        s->type = node_new(p, NODE_TYPE_BASIC, p->t->at);
        s->type->op = TYPE_DEVICE_ARRAY;
        p->t++;
        return true;
    case TOKEN_TYPENAME:
    case TOKEN_SCOPE:
    case TOKEN_NAME: s->type = parse_type_word(p); return true;
    default: return false;
    }
}

bool take_spec(struct parser *p, struct specs *s)
{
    return take_flag(p, &s->flags) || take_attribute(p, &s->layout);
}

bool parse_specs(struct parser *p, struct specs *out)
{
    *out = (struct specs){.at = p->t->at};
    return parse_more_specs(p, out);
}

bool parse_unplaced(struct parser *p, const struct specs *s)
{
    if (!s->device)
        return true;
    syntax_error(p, s->device->at, "only the declaration of an array says on which device it is");
    return false;
}

static bool take_concept(struct parser *p, struct node **out)
{
    bool here = constrained_auto_ahead(p);
    *out = here ? parse_concept_name(p) : *out;
    return here;
}

bool parse_more_specs(struct parser *p, struct specs *out)
{
    const struct token *start = p->t;
    uint64_t words = 0;
    struct node *concept = NULL;
    if (at_array_word(p)) {
        out->flags |= str_eq(p->t->text, "device") ? FLAG_DEVICE_ARRAY
                                                   : FLAG_DEVICE_ARRAY | FLAG_MANAGED_ARRAY;
        out->device_at = p->t->at;
        p->t++;
        if (parse_take(p, TOKEN_LPAREN)) {
            out->device = p->grammar->assignment(p);
            parse_expect(p, TOKEN_RPAREN, "after the device's number");
        }
    }
    while (!p->panic && (take_flag(p, &out->flags) || take_attribute(p, &out->layout) ||
                         take_concept(p, &concept) || take_type(p, out, &words)))
        ;
    out->at = span_since(p, start);
    if (p->panic)
        return false;
    if (words) {
        enum type_kind kind;
        bool complex;
        if (!parse_basic_kind(words, &kind, &complex) || out->type) {
            syntax_error(p, out->at, "this combination of keywords is not a type");
            return false;
        }
        out->type = node_new(p, complex ? NODE_TYPE_COMPLEX : NODE_TYPE_BASIC, out->at);
        out->type->op = (uint16_t) kind;
    }
    if (!out->type)
        out->type = implicit_int(p, out->at);
    if (!out->type) {
        parse_unexpected(p, "a type");
        return false;
    }
    out->type = vector_type(p, out->type, &out->layout);
    if (concept && out->type->kind == NODE_TYPE_AUTO) {
        node_vec list = {0};
        VEC_PUSH(&list, concept);
        node_list(p, out->type, &list);
    }
    out->type->flags |= out->flags & (FLAG_CONST | FLAG_VOLATILE);
    return true;
}

/* ---- declarators ---- */

static struct node *around(struct parser *p, enum node_kind kind, struct node *inner,
                           const struct token *start)
{
    struct node *n = node_new(p, kind, span_since(p, start));
    n->derived.base = inner;
    return n;
}

struct node *parse_pointers(struct parser *p, struct node *base)
{
    for (int levels = 0;; levels++) {
        const struct token *start = p->t;
        if (levels > POINTERS_MAX) {
            syntax_error(p, p->t->at, "more than %d '*' in one declarator", POINTERS_MAX);
            return base;
        }
        struct node *class = NULL;
        if (member_pointer_ahead(p->t)) {
            class = node_new(p, NODE_TYPE_NAME, p->t->at);
            parse_qualified(p, class);
            parse_expect(p, TOKEN_SCOPE, "after the class");
        }
        enum node_kind kind = parse_is(p, TOKEN_STAR) ? NODE_TYPE_POINTER : NODE_TYPE_REFERENCE;
        if (!parse_take(p, TOKEN_STAR) && !parse_take(p, TOKEN_AMP) &&
            !parse_take(p, TOKEN_AND_AND))
            return base;
        base = around(p, kind, base, start);
        base->derived.extent = class;
        if (start->kind == TOKEN_AND_AND)
            base->op = TOKEN_AND_AND;
        struct specs s = {0};
        while (take_spec(p, &s))
            ;
        base->flags |= s.flags & (FLAG_CONST | FLAG_VOLATILE | FLAG_RESTRICT);
    }
}

struct node *parse_param(struct parser *p)
{
    skip_brackets(p);
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_PARAM, start->at);
    struct specs s;
    struct declared d = {0};
    if (!parse_specs(p, &s))
        return n;
    if (!parse_unplaced(p, &s))
        return n;
    n->declarator.type = parse_declarator(p, s.type, &d, true);
    n->name = d.name;
    n->name_at = d.name ? d.at : s.at;
    n->flags = s.flags | (d.pack ? FLAG_VARIADIC : 0);
    name_declare(p, d.name, false);
    if (parse_take(p, TOKEN_ASSIGN))
        n->declarator.init = parse_value(p);
    n->at = span_since(p, start);
    return n;
}

void parse_params(struct parser *p, struct node *function)
{
    node_vec list = {0};
    int angles = p->angles;
    p->angles = 0;
    if (old_params_ahead(p)) {
        parse_old_params(p, function);
        p->angles = angles;
        return;
    }
    if (parse_is(p, TOKEN_RPAREN) && p->in.dialect->old_declarations)
        function->op = TOKEN_NAME;
    if (parse_is(p, TOKEN_VOID) && parse_next_is(p, 1, TOKEN_RPAREN))
        p->t++;
    while (!parse_is(p, TOKEN_RPAREN) && !p->panic) {
        if (parse_take(p, TOKEN_ELLIPSIS)) {
            function->flags |= FLAG_VARIADIC;
            break;
        }
        struct node *param = parse_param(p);
        VEC_PUSH(&list, param);
        /* C++17 11.3.5p3: the comma before `...` may be left out */
        bool ends = parse_is(p, TOKEN_ELLIPSIS) && p->in.dialect->language != LANGUAGE_C;
        if (!ends && !parse_take(p, TOKEN_COMMA))
            break;
    }
    p->angles = angles;
    parse_expect(p, TOKEN_RPAREN, "after the parameters");
    node_list(p, function, &list);
    skip_attributes(p);
}

/* Whether '(' after a declared name opens parameters, not the arguments of a constructor. */
static bool opens_params(struct parser *p)
{
    const struct token *here = p->t++;
    if (parse_is(p, TOKEN_LBRACKET) && parse_next_is(p, 1, TOKEN_LBRACKET)) {
        p->t = here;
        return true;
    }
    const struct token *end = type_end(p, p->t);
    bool params = !p->in.dialect->functional_casts || parse_is(p, TOKEN_RPAREN) ||
                  parse_is(p, TOKEN_ELLIPSIS) || at_array_word(p) ||
                  (token_class(p->t->kind) == CLASS_SPEC) || (end && !at_cast(end)) ||
                  (!end && declares_unknown(p, p->t)) || constrained_auto_ahead(p);
    p->t = here;
    return params;
}

static struct node *parse_suffixes(struct parser *p, struct node *base, struct declared *out,
                                   bool direct)
{
    const struct token *start = p->t;
    if (p->panic || !parse_enter(p)) {
        parse_leave(p);
        return base;
    }
    if (parse_is(p, TOKEN_LBRACKET) && !parse_next_is(p, 1, TOKEN_LBRACKET)) {
        p->t++;
        uint32_t flags = 0;
        while (take_flag(p, &flags))
            ;
        bool open = parse_is(p, TOKEN_STAR) && parse_next_is(p, 1, TOKEN_RBRACKET); /* [*] */
        p->t += open;
        struct node *count = parse_is(p, TOKEN_RBRACKET) ? NULL : parse_assignment(p);
        parse_expect(p, TOKEN_RBRACKET, "after the array's size");
        struct span at = span_since(p, start);
        struct node *array = node_new(p, NODE_TYPE_ARRAY, at);
        array->derived.extent = count;
        array->derived.base = parse_suffixes(p, base, out, false);
        base = array;
    } else if (parse_is(p, TOKEN_LPAREN) &&
               (!direct || !out->name || out->role == ROLE_OPERATOR || opens_params(p))) {
        struct node *function = node_new(p, NODE_TYPE_FUNCTION, p->t->at);
        p->t++;
        size_t mark = scope_mark(p);
        parse_params(p, function);
        scope_undo(p, mark);
        if (direct)
            out->params_of = function;
        base = parse_qualifiers(p, function, base);
        function->at = span_since(p, start);
        function->derived.base = parse_suffixes(p, base, out, false);
        base = function;
    }
    parse_leave(p);
    return base;
}

/* Whether '(' opens a nested declarator rather than parameters. */
static bool opens_declarator(struct parser *p, bool abstract)
{
    if (!parse_is(p, TOKEN_LPAREN))
        return false;
    enum token_kind next = p->t[1].kind;
    if (next == TOKEN_ATTRIBUTE || member_pointer_ahead(p->t + 1))
        return true;
    if (next == TOKEN_LPAREN && abstract && p->t[2].kind == TOKEN_RPAREN)
        return false; /* int (()) */
    if (next == TOKEN_STAR || next == TOKEN_AMP || next == TOKEN_AND_AND || next == TOKEN_LPAREN)
        return true;
    if (next == TOKEN_NAME && abstract && p->t[2].kind == TOKEN_SCOPE)
        return false;
    if (next == TOKEN_NAME)
        return !name_is_type(p, p->t[1].name) || !abstract;
    return abstract && next == TOKEN_LBRACKET;
}

/* name, Class<T>::name, operator+, name<int> of a specialisation */
static void parse_declared_name(struct parser *p, struct declared *out, bool abstract)
{
    const struct token *behind =
        parse_next_is(p, 1, TOKEN_LESS) ? behind_angles(p->t + 1) : p->t + 1;
    bool scoped = parse_is(p, TOKEN_NAME) && behind && behind->kind == TOKEN_SCOPE;
    bool special = !abstract && at_specialised(p);
    out->at = p->t->at;
    if (scoped || special) {
        struct node *n = node_new(p, NODE_NAME, p->t->at);
        parse_qualified(p, n);
        if (special && !scoped && parse_is(p, TOKEN_LESS))
            parse_template_args(p, n);
        out->name = n->name;
        out->at = n->name ? n->name_at : n->at;
        out->scope = n->id.scope;
        if (n->id.scope && n->id.scope->name && !p->blocks && !p->class)
            p->outside = n->id.scope->name; /* until parse_top */
        if (n->flags & FLAG_ARGS)
            out->args = n;
        if (n->name || !parse_is(p, TOKEN_OPERATOR))
            return;
    }
    if (parse_is(p, TOKEN_OPERATOR)) {
        parse_declared_operator(p, out);
    } else {
        out->name = p->t->name;
        p->t++;
    }
}

static bool is_derived(const struct node *type)
{
    return type->kind == NODE_TYPE_POINTER || type->kind == NODE_TYPE_REFERENCE ||
           type->kind == NODE_TYPE_ARRAY || type->kind == NODE_TYPE_FUNCTION;
}

/* The type `outer`, with `inner` where the declarator in parentheses had left a hole. */
static struct node *fill(struct node *outer, const struct node *hole, struct node *inner)
{
    if (outer == hole)
        return inner;
    struct node *n = outer;
    while (is_derived(n) && n->derived.base != hole)
        n = n->derived.base;
    if (is_derived(n)) /* not if a trailing return type took its place */
        n->derived.base = inner;
    return outer;
}

struct node *parse_declarator(struct parser *p, struct node *base, struct declared *out,
                              bool abstract)
{
    if (!parse_enter(p)) {
        parse_leave(p);
        return base;
    }
    base = parse_pointers(p, base);
    skip_attributes(p);
    if (opens_declarator(p, abstract)) {
        p->t++;
        skip_attributes(p);
        struct node *hole = node_new(p, NODE_ERROR, p->t->at);
        struct node *outer = parse_declarator(p, hole, out, abstract);
        parse_expect(p, TOKEN_RPAREN, "after the declarator");
        struct node *inner = parse_suffixes(p, base, out, out->name && outer == hole);
        parse_leave(p);
        return fill(outer, hole, inner);
    }
    out->pack = (!p->angles || parse_next_is(p, 1, TOKEN_NAME)) && parse_take(p, TOKEN_ELLIPSIS);
    if (parse_is(p, TOKEN_NAME) || parse_is(p, TOKEN_OPERATOR))
        parse_declared_name(p, out, abstract);
    else if (!abstract)
        parse_unexpected(p, "a name");
    take_attributes(p, &out->layout);
    base = parse_suffixes(p, base, out, true);
    skip_asm_name(p);
    take_attributes(p, &out->layout);
    struct node *inner = base;
    while (is_derived(inner) && is_derived(inner->derived.base))
        inner = inner->derived.base;
    if (is_derived(inner))
        inner->derived.base = vector_type(p, inner->derived.base, &out->layout);
    else
        base = vector_type(p, base, &out->layout);
    parse_leave(p);
    return base;
}

struct node *parse_type_id(struct parser *p)
{
    struct specs s;
    struct declared d = {0};
    if (!parse_specs(p, &s))
        return error_node(p);
    struct node *type = parse_declarator(p, s.type, &d, true);
    if (d.name)
        syntax_error(p, d.at, "a name is not expected here");
    return type;
}

/* ---- declarations ---- */

static struct node *parse_parens_init(struct parser *p)
{
    struct node *list = node_new(p, NODE_INIT_LIST, p->t->at);
    const struct token *start = p->t++;
    parse_arguments(p, list, TOKEN_RPAREN);
    list->at = span_since(p, start);
    return list;
}

/* `device float x[n] across ranks`: keywords only here. */
static uint32_t take_across(struct parser *p)
{
    if (!parse_is(p, TOKEN_NAME) || !str_eq(p->t->text, "across"))
        return 0;
    p->t++;
    if (!parse_is(p, TOKEN_NAME) || !str_eq(p->t->text, "ranks")) {
        syntax_error(p, p->t->at, "expected 'ranks' after 'across'");
        return 0;
    }
    p->t++;
    return FLAG_ACROSS;
}

void parse_constant(const struct specs *s, struct node *type)
{
    while (type->kind == NODE_TYPE_ARRAY)
        type = type->derived.base;
    if (s->flags & FLAG_CONSTEXPR && type->kind != NODE_TYPE_FUNCTION &&
        type->kind != NODE_TYPE_REFERENCE)
        type->flags |= FLAG_CONST;
}

static struct node *parse_one(struct parser *p, const struct specs *s, struct declared *d)
{
    const struct token *start = p->t;
    *d = (struct declared){0};
    struct node *n = node_new(p, NODE_DECLARATOR, start->at);
    n->declarator.type = parse_declarator(p, s->type, d, false);
    bool special = d->args && n->declarator.type->kind != NODE_TYPE_FUNCTION;
    n->declarator.attached = special ? d->args : p->attached;
    n->attributes = attributes_with(p, &s->layout, &d->layout);
    p->attached = NULL;
    parse_constant(s, n->declarator.type);
    n->name = d->name;
    n->name_at = d->at;
    n->declarator.scope = d->scope;
    if (!d->scope && n->declarator.type->kind == NODE_TYPE_FUNCTION && !(s->flags & FLAG_TYPEDEF))
        name_declare_function(p, declared_name(p, d->name));
    else if (!d->scope && !d->args)
        name_declare(p, declared_name(p, d->name), (s->flags & FLAG_TYPEDEF) != 0);
    if (s->flags & FLAG_DEVICE_ARRAY)
        n->flags |= take_across(p);
    bool replaced = parse_is(p, TOKEN_ASSIGN) && d->params_of &&
                    (parse_next_is(p, 1, TOKEN_DEFAULT) || parse_next_is(p, 1, TOKEN_DELETE));
    if (!replaced && parse_take(p, TOKEN_ASSIGN)) {
        n->declarator.init = parse_value(p);
    } else if (parse_is(p, TOKEN_LBRACE) && !d->params_of) {
        n->declarator.init = parse_braces(p);
        n->flags |= FLAG_BRACES;
    } else if (parse_is(p, TOKEN_LPAREN)) {
        n->declarator.init = parse_parens_init(p);
        n->flags |= FLAG_PARENS;
    }
    n->at = span_since(p, start);
    return n;
}

/* A function whose declarator was just read: its body, or what replaces it. */
static struct node *parse_function(struct parser *p, const struct specs *s, struct node *declarator,
                                   const struct declared *d, const struct token *start)
{
    struct node *n = node_new(p, NODE_FUNCTION, start->at);
    n->name = declarator->name;
    n->name_at = declarator->name_at;
    n->function.type = declarator->declarator.type;
    n->attributes = declarator->attributes;
    n->flags = s->flags;
    n->role = d->role;
    n->function.scope = d->scope;
    if (d->args) {
        n->function.scope = node_new(p, NODE_SCOPE, d->args->at);
        n->function.scope->id.scope = d->scope;
        n->function.scope->list = d->args->list;
        n->function.scope->count = d->args->count;
        n->function.scope->flags = FLAG_ARGS;
    }
    if (p->template_head && n->name &&
        !(n->function.scope && n->function.scope->id.scope)) /* its body may call it: f<T>(x) */
        name_shadow(p, declared_name(p, n->name), SHADOW_FUNCTION_TEMPLATE);
    p->template_head = false;
    parse_old_param_types(p, n->function.type);
    parse_function_end(p, n);
    n->at = span_since(p, start);
    return n;
}

static bool begins_body(struct parser *p, const struct node *declarator, const struct declared *d)
{
    if (declarator->declarator.type->kind != NODE_TYPE_FUNCTION ||
        declarator->declarator.type != d->params_of || declarator->declarator.init)
        return false;
    bool replaced = parse_is(p, TOKEN_ASSIGN) &&
                    (parse_next_is(p, 1, TOKEN_DEFAULT) || parse_next_is(p, 1, TOKEN_DELETE));
    bool old = d->params_of->op == TOKEN_NAME && d->params_of->count && at_declaration(p);
    return parse_is(p, TOKEN_LBRACE) || parse_is(p, TOKEN_TRY) || replaced || old;
}

/* auto [a, b] = value */
static struct node *parse_bindings(struct parser *p, const struct specs *s)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_DECLARATOR, start->at);
    node_vec names = {0};
    n->declarator.type = parse_pointers(p, s->type);
    parse_expect(p, TOKEN_LBRACKET, "before the names");
    while (parse_is(p, TOKEN_NAME)) {
        struct node *name = node_new(p, NODE_NAME, p->t->at);
        name->name = p->t->name;
        name->name_at = p->t->at;
        name_declare(p, p->t->name, false);
        VEC_PUSH(&names, name);
        p->t++;
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    node_list(p, n, &names);
    parse_expect(p, TOKEN_RBRACKET, "after the names");
    if (parse_take(p, TOKEN_ASSIGN))
        n->declarator.init = parse_value(p);
    n->at = span_since(p, start);
    return n;
}

static bool at_bindings(const struct parser *p, const struct specs *s)
{
    if (s->type->kind != NODE_TYPE_AUTO)
        return false;
    bool reference = parse_is(p, TOKEN_AMP) || parse_is(p, TOKEN_AND_AND);
    return reference ? parse_next_is(p, 1, TOKEN_LBRACKET) : parse_is(p, TOKEN_LBRACKET);
}

/* The declarators, up to the ';'. Returns the function whose body follows the first of them, or NULL. */
static struct node *parse_declarators(struct parser *p, const struct specs *s,
                                      const struct token *start, node_vec *list)
{
    struct node *attached = p->attached; /* by the specifiers, to each declarator */
    const struct name_attributes *attributes = p->attributes;
    do {
        struct declared d = {0};
        p->attached = attached;
        p->attributes = attributes;
        struct node *one = at_bindings(p, s) ? parse_bindings(p, s) : parse_one(p, s, &d);
        if (!p->panic && !list->n && begins_body(p, one, &d)) {
            if (p->blocks && p->in.dialect->language != LANGUAGE_C)
                not_yet(p, one->name_at, "a function inside a function");
            return parse_function(p, s, one, &d, start);
        }
        VEC_PUSH(list, one);
    } while (!p->panic && parse_take(p, TOKEN_COMMA));
    return NULL;
}

struct node *parse_declaration(struct parser *p)
{
    const struct token *start = p->t;
    struct specs s;
    struct node *n = node_new(p, NODE_DECLARATION, start->at);
    p->attached = NULL;
    p->attributes = NULL;
    if (!parse_specs(p, &s))
        return n;
    n->declaration.type = s.type;
    n->declaration.device = s.device;
    n->flags = s.flags;
    n->name_at = s.device_at;
    layout_set(p, n, &s.layout, NULL);
    node_vec list = {0};
    struct node *function =
        parse_is(p, TOKEN_SEMICOLON) ? NULL : parse_declarators(p, &s, start, &list);
    if (function)
        return function;
    bool body_wanted = list.n == 1 &&
                       VEC_LAST(&list)->declarator.type->kind == NODE_TYPE_FUNCTION &&
                       parse_is(p, TOKEN_END);
    node_list(p, n, &list);
    if (!p->panic &&
        !p->range) /* in a condition or the head of a `for` over a range, others follow */
        parse_expect(p, TOKEN_SEMICOLON,
                     body_wanted ? "or a body after the declaration" : "after the declaration");
    n->at = span_since(p, start);
    return n;
}
