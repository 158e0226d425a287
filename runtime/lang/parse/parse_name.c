/* SPDX-License-Identifier: Apache-2.0 */
/* Names as the parser needs them: which are types and templates, a::b, and template arguments. A member of a
 * namespace is the record "space::member"; classes record their member types the same way. */
#include <string.h>

#include "base/check.h"
#include "lang/parse/parse_impl.h"

/* ---- what a name means ---- */

static bool is_std(const struct name *space)
{
    return space && !strcmp(space->text, "std");
}

static bool is_known(const struct name *name)
{
    return name_kind(name) != SHADOW_NONE || name->is_namespace || name->member_type;
}

struct name *member_meant(const struct parser *p, const struct name *space, struct name *name)
{
    return name_inside(p->in.names, &p->used, space, name, is_known);
}

/* A member of a namespace or class. Names missing from std:: are looked up among C's names. */
static struct name *member_of(const struct parser *p, const struct name *space, struct name *name)
{
    struct name *found = member_meant(p, space, name);
    if (is_std(space) && name_kind(found) == SHADOW_NONE && !found->is_namespace)
        return name;
    return found;
}

struct name *name_meant(const struct parser *p, struct name *name)
{
    if (name->shadow != SHADOW_NONE)
        return name;
    if (p->outside && name_in(p->in.names, p->outside, name)->member_type)
        return name_in(p->in.names, p->outside, name);
    for (struct name *s = p->space; s; s = name_outer(p->in.names, s)) {
        struct name *found = member_meant(p, s, name);
        if (name_kind(found) != SHADOW_NONE || found->is_namespace)
            return found;
    }
    if (name_kind(name) != SHADOW_NONE || name->is_namespace)
        return name;
    const struct name *used;
    for (size_t i = 0; (used = name_used_in(p->in.names, &p->used, NULL, &i));) {
        struct name *found = member_meant(p, used, name);
        if (name_kind(found) != SHADOW_NONE || found->is_namespace)
            return found;
    }
    return name;
}

bool is_type_kind(enum name_shadow kind)
{
    return kind == SHADOW_TYPE || kind == SHADOW_CLASS_TEMPLATE;
}

bool name_is_type(const struct parser *p, struct name *name)
{
    const struct name *meant = name_meant(p, name);
    return is_type_kind(name_kind(meant)) || meant->member_type;
}

struct name *declared_name(const struct parser *p, struct name *name)
{
    return name && !p->blocks && !p->class ? name_in(p->in.names, p->space, name) : name;
}

/* a::b:: that names a namespace, which *t goes behind. NULL: there is none. */
static struct name *namespace_at(const struct parser *p, const struct token **t)
{
    struct name *space = NULL;
    for (; (*t)->kind == TOKEN_NAME && (*t)[1].kind == TOKEN_SCOPE; *t += 2) {
        struct name *next = space ? member_meant(p, space, (*t)->name) : name_meant(p, (*t)->name);
        if (!next->is_namespace && !is_std(next))
            break;
        space = next;
    }
    return space;
}

struct name *specialised_in(const struct parser *p)
{
    if (!parse_is(p, TOKEN_TEMPLATE) || !parse_next_is(p, 1, TOKEN_LESS))
        return NULL;
    const struct token *t = behind_angles(p->t + 1);
    if (!t || (t->kind != TOKEN_STRUCT && t->kind != TOKEN_CLASS))
        return NULL;
    t += t[1].kind == TOKEN_SCOPE ? 2 : 1;
    struct name *space = namespace_at(p, &t);
    bool special = t->kind == TOKEN_NAME && t[1].kind == TOKEN_LESS;
    return special && space != p->space ? space : NULL;
}

bool at_specialised(const struct parser *p)
{
    bool named = parse_is(p, TOKEN_NAME) && parse_next_is(p, 1, TOKEN_LESS);
    const struct token *behind = named ? behind_angles(p->t + 1) : NULL;
    return behind && (behind->kind == TOKEN_LPAREN || behind->kind == TOKEN_ASSIGN ||
                      behind->kind == TOKEN_LBRACE || behind->kind == TOKEN_LBRACKET ||
                      behind->kind == TOKEN_SEMICOLON);
}

void skip_own_namespace(struct parser *p)
{
    const struct token *t = p->t + parse_is(p, TOKEN_SCOPE);
    struct name *space = namespace_at(p, &t);
    if (p->template_head && space && space == p->space && t->kind == TOKEN_NAME &&
        t[1].kind == TOKEN_LESS)
        p->t = t;
}

/* ---- looking ahead ---- */

/* The same where the partner must be a token of its own, or close enclosing lists with it. */
static const struct token *angles_end(const struct token *t)
{
    return t->kind == TOKEN_LESS ? behind_angles(t) : t;
}

/* typename a::b<c>::d, typename decltype(e)::f */
static const struct token *typename_end(const struct token *t)
{
    if (t->kind == TOKEN_DECLTYPE)
        t = behind_parens(t + 1);
    if (!t)
        return NULL;
    if (t->kind == TOKEN_SCOPE)
        t++;
    while (t->kind == TOKEN_NAME) {
        t++;
        const struct token *end = angles_end(t);
        t = end ? end : t;
        if (t->kind != TOKEN_SCOPE)
            return t;
        t++;
        if (t->kind == TOKEN_TEMPLATE)
            t++;
    }
    return NULL;
}

/* Whether an unknown member of a class is used as a type: `a::b c`, `a::b *c =`, `a::b &c`. */
static bool used_as_type(const struct token *t)
{
    bool star = t->kind == TOKEN_STAR || t->kind == TOKEN_AMP;
    if (t->kind == TOKEN_NAME)
        return !t->line_start;
    return star && t[1].kind == TOKEN_NAME &&
           (t[2].kind == TOKEN_ASSIGN || t[2].kind == TOKEN_SEMICOLON || t[2].kind == TOKEN_COLON);
}

static struct name *class_member(const struct parser *p, const struct name *class,
                                 const struct name *member)
{
    struct name *last = name_cstr(p->in.names, name_last(class->text));
    return name_in(p->in.names, last, member);
}

/* The record that a::b names, where found is a. */
static struct name *inside(const struct parser *p, const struct name *found, struct name *name)
{
    bool space = found->is_namespace || is_std(found);
    return space ? member_of(p, found, name) : class_member(p, found, name);
}

static bool qualifies(const struct name *found)
{
    return found->is_namespace || is_std(found) || is_type_kind(name_kind(found)) ||
           found->member_type;
}

/* The token after a name and its template arguments. NULL: they are never closed. */
static const struct token *behind_name(const struct token *t, bool template)
{
    return template && t[1].kind == TOKEN_LESS ? behind_angles(t + 1) : t + 1;
}

/* template f<3>( behind Class:: */
static bool calls_template(const struct token *t)
{
    bool named = t->kind == TOKEN_TEMPLATE && t[1].kind == TOKEN_NAME && t[2].kind == TOKEN_LESS;
    const struct token *behind = named ? behind_angles(t + 2) : NULL;
    return behind && behind->kind == TOKEN_LPAREN;
}

const struct token *type_name_end(const struct parser *p, const struct token *t)
{
    if (t->kind == TOKEN_TYPENAME)
        return typename_end(t + 1);
    bool root = t->kind == TOKEN_SCOPE;
    t += root;
    if (t->kind != TOKEN_NAME)
        return NULL;
    struct name *found = root ? t->name : name_meant(p, t->name);
    for (;;) {
        bool template = name_kind(found) == SHADOW_CLASS_TEMPLATE || found->member_template;
        const struct token *end = behind_name(t, template);
        if (!end || (end->kind == TOKEN_SCOPE && end[1].kind == TOKEN_OPERATOR))
            return NULL; /* Class::operator=(x) is a call */
        if (end->kind == TOKEN_SCOPE && calls_template(end + 1))
            return NULL;
        if (end->kind != TOKEN_SCOPE || end[1].kind != TOKEN_NAME)
            return is_type_kind(name_kind(found)) || found->member_type ? end : NULL;
        if (!qualifies(found))
            return NULL;
        bool class = !found->is_namespace && !is_std(found);
        t = end + 1;
        found = inside(p, found, t->name);
        const struct token *behind = behind_name(t, true);
        if (class && !found->member_type && behind && behind->kind != TOKEN_SCOPE)
            return used_as_type(behind) ? behind : NULL;
    }
}

bool begins_tag(const struct token *t)
{
    return t->kind == TOKEN_STRUCT || t->kind == TOKEN_UNION || t->kind == TOKEN_CLASS ||
           t->kind == TOKEN_ENUM;
}

bool is_typeof(enum token_kind kind)
{
    return kind == TOKEN_TYPEOF || kind == TOKEN_TYPEOF_GNU || kind == TOKEN_UNDERLYING ||
           kind == TOKEN_DECLTYPE || kind == TOKEN_ATOMIC;
}

static const struct token *behind_qualifiers(const struct token *t)
{
    while (t &&
           (t->kind == TOKEN_CONST || t->kind == TOKEN_VOLATILE || t->kind == TOKEN_ATTRIBUTE ||
            (t->kind == TOKEN_ATOMIC && t[1].kind != TOKEN_LPAREN))) {
        bool attribute = t->kind == TOKEN_ATTRIBUTE && t[1].kind == TOKEN_LPAREN;
        t = attribute ? behind_parens(t + 1) : t + 1;
    }
    return t;
}

/* At '{': the token after its partner, or NULL. */
static const struct token *behind_braces(const struct token *t)
{
    int depth = 0;
    for (; t->kind != TOKEN_END; t++) {
        depth += (t->kind == TOKEN_LBRACE) - (t->kind == TOKEN_RBRACE);
        if (!depth)
            return t + 1;
    }
    return NULL;
}

/* Behind decltype(x): `::type` belongs to it. */
static const struct token *typeof_end(const struct token *t)
{
    return t && t->kind == TOKEN_SCOPE && t[1].kind == TOKEN_NAME ? typename_end(t) : t;
}

const struct token *type_end(const struct parser *p, const struct token *t)
{
    bool basic = false;
    for (;; t++) {
        t = behind_qualifiers(t);
        if (t && begins_tag(t)) {
            t = behind_qualifiers(t + 1); /* struct __attribute__((packed)) s */
            if (t && t->kind == TOKEN_NAME)
                t++;
            return t && t->kind == TOKEN_LBRACE ? behind_braces(t) : behind_qualifiers(t);
        }
        if (!t) /* the parentheses of an attribute do not close */
            return NULL;
        bool named = t->kind == TOKEN_NAME || t->kind == TOKEN_SCOPE;
        if (t->kind == TOKEN_TYPENAME || (!basic && named))
            return behind_qualifiers(type_name_end(p, t));
        if (is_typeof(t->kind))
            return t[1].kind == TOKEN_LPAREN ? typeof_end(behind_parens(t + 1)) : NULL;
        if (token_class(t->kind) != CLASS_TYPE)
            return basic ? t : NULL;
        basic = true;
    }
}

/* The tokens of a type in parentheses besides its name: *, &, const, ... */
static bool is_pointer_word(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_STAR:
    case TOKEN_AMP:
    case TOKEN_AND_AND:
    case TOKEN_CONST:
    case TOKEN_VOLATILE:
    case TOKEN_ATOMIC:
    case TOKEN_RESTRICT:
    case TOKEN_RESTRICT_GNU:
    case TOKEN_RESTRICT_GNU2: return true;
    default: return false;
    }
}

/* At the '(' of (*) in (void (*)(int)). */
static bool opens_pointer(const struct token *t)
{
    if (t[1].kind == TOKEN_ATTRIBUTE && t[2].kind == TOKEN_LPAREN)
        return true;
    if (t[1].kind != TOKEN_STAR)
        return false;
    enum token_kind next = t[2].kind;
    return next == TOKEN_RPAREN || next == TOKEN_STAR || next == TOKEN_CONST ||
           next == TOKEN_LBRACKET || next == TOKEN_LPAREN;
}

/* The last token of a group in brackets. */
static const struct token *bracket_end(const struct token *t)
{
    while (t->kind != TOKEN_RBRACKET && t->kind != TOKEN_END)
        t++;
    return t;
}

bool cast_ahead(const struct parser *p, const struct token *open)
{
    const struct token *t = type_end(p, open + 1);
    bool qualified = open[1].kind == TOKEN_CONST || open[1].kind == TOKEN_VOLATILE;
    if (!t && qualified && p->in.dialect->old_declarations)
        t = open + 1; /* (const *) x: of int */
    for (int parens = 0; t; t++) {
        if (is_pointer_word(t->kind))
            continue;
        if (t->kind == TOKEN_ATTRIBUTE && t[1].kind == TOKEN_LPAREN) {
            const struct token *end = behind_parens(t + 1);
            if (!end)
                return true;
            t = end - 1;
            continue;
        }
        if (t->kind == TOKEN_RPAREN && !parens--)
            return true;
        if (t->kind == TOKEN_RPAREN)
            continue;
        if (t->kind == TOKEN_LBRACKET) { /* (int (*)[4]) */
            t = bracket_end(t);
            if (t->kind == TOKEN_END)
                return true; /* gives the best error message */
        } else if (t->kind == TOKEN_LPAREN && opens_pointer(t)) {
            parens++;
        } else if (t->kind == TOKEN_LPAREN &&
                   (t[-1].kind == TOKEN_RPAREN || !p->in.dialect->functional_casts)) {
            const struct token *behind = behind_parens(t); /* parameters: (void (*)(int)) */
            if (!behind)
                return true;
            t = behind - 1;
        } else {
            return t->kind == TOKEN_NAME || t->kind == TOKEN_END;
        }
    }
    return false;
}

/* ---- template arguments ---- */

bool take_greater(struct parser *p)
{
    int width = parse_is(p, TOKEN_GREATER)        ? 1
                : parse_is(p, TOKEN_SHR)          ? 2
                : parse_is(p, TOKEN_LAUNCH_CLOSE) ? 3
                                                  : 0;
    if (!width)
        return false;
    if (++p->split >= width) {
        p->split = 0;
        parse_advance(p);
    }
    return true;
}

static bool at_greater(const struct parser *p)
{
    return parse_is(p, TOKEN_GREATER) || parse_is(p, TOKEN_SHR) || parse_is(p, TOKEN_LAUNCH_CLOSE);
}

/* Parsing a type fails again where it failed once. Without this, nested arguments would be parsed twice at each
 * level, which is 2^n times for n levels. */
static bool known_no_type(const struct parser *p, const struct token *t)
{
    return p->no_types && p->no_types[t - p->in.tokens];
}

static void note_no_type(struct parser *p, const struct token *t)
{
    size_t count = 1;
    while (!p->no_types && p->in.tokens[count - 1].kind != TOKEN_END)
        count++;
    if (!p->no_types)
        p->no_types = xcalloc(count, 1);
    p->no_types[t - p->in.tokens] = true;
}

static struct node *parse_template_arg(struct parser *p)
{
    struct trial trial;
    const struct token *start = p->t;
    if (!known_no_type(p, start) && type_end(p, start)) {
        trial_begin(p, &trial);
        struct node *type = parse_type_name(p);
        bool ends = parse_is(p, TOKEN_COMMA) || at_greater(p) || parse_is(p, TOKEN_ELLIPSIS);
        if (!ends)
            syntax_error(p, p->t->at, "no type");
        if (trial_end(p, &trial))
            return type;
        note_no_type(p, start);
        p->t = start;
    }
    return parse_assignment(p);
}

void parse_template_args(struct parser *p, struct node *n)
{
    node_vec list = {0};
    parse_advance(p);
    p->angles++;
    n->flags |= FLAG_ARGS;
    parse_enter(p);
    while (!at_greater(p) && !p->panic) {
        struct node *arg = parse_template_arg(p);
        if (parse_is(p, TOKEN_ELLIPSIS)) {
            struct node *pack = node_new(p, NODE_EXPAND, arg->at);
            pack->expansion.pattern = arg;
            arg = pack;
            parse_advance(p);
        }
        VEC_PUSH(&list, arg);
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    if (!p->panic && !take_greater(p))
        parse_unexpected(p, "'>' after the template arguments");
    parse_leave(p);
    p->angles--;
    node_list(p, n, &list);
}

void parse_called_args(struct parser *p, struct node *member)
{
    const struct token *behind = parse_is(p, TOKEN_LESS) ? behind_angles(p->t) : NULL;
    if (behind && behind->kind == TOKEN_LPAREN)
        parse_template_args(p, member);
}

/* ---- a::b<c>::d ---- */

bool member_pointer_ahead(const struct token *t)
{
    t += t->kind == TOKEN_SCOPE;
    while (t && t->kind == TOKEN_NAME) {
        t = t[1].kind == TOKEN_LESS ? behind_angles(t + 1) : t + 1;
        if (!t || t->kind != TOKEN_SCOPE)
            return false;
        if (t[1].kind == TOKEN_STAR)
            return true;
        t++;
    }
    return false;
}

static bool args_ahead(const struct parser *p, const struct name *found)
{
    if (!parse_is(p, TOKEN_LESS))
        return false;
    enum name_shadow kind = name_kind(found);
    if (kind == SHADOW_CLASS_TEMPLATE)
        return true;
    const struct token *behind = behind_angles(p->t);
    if (!behind || behind->kind == TOKEN_LAUNCH_OPEN)
        return false;
    bool inside =
        p->angles && (behind[-1].kind == TOKEN_SHR || behind[-1].kind == TOKEN_LAUNCH_CLOSE);
    if (kind == SHADOW_FUNCTION_TEMPLATE && !inside) /* then another '>' follows */
        return behind->kind != TOKEN_NAME && behind->kind != TOKEN_NUMBER;
    if (kind == SHADOW_TYPE ||
        kind == SHADOW_FUNCTION_TEMPLATE) /* an alias template's or class template's own name */
        return true;
    if (kind == SHADOW_OTHER)
        return false;
    return behind->kind == TOKEN_LPAREN || behind->kind == TOKEN_SCOPE ||
           behind->kind == TOKEN_LBRACE || (behind->kind == TOKEN_NAME && !behind->line_start);
}

/* The qualifier before '::', moved from n to a node of its own. */
static void into_scope(struct parser *p, struct node *n)
{
    struct node *scope = node_new(p, NODE_SCOPE, p->t[-1].at);
    scope->name = n->name;
    scope->id.scope = n->id.scope;
    scope->op = n->op;
    scope->list = n->list;
    scope->count = n->count;
    scope->flags = n->flags & FLAG_ARGS;
    n->id.scope = scope;
    n->list = NULL;
    n->count = 0;
    n->flags &= ~(uint32_t) FLAG_ARGS;
    n->op = 0;
    n->name = NULL;
    parse_advance(p);
    parse_take(p, TOKEN_TEMPLATE);
}

static bool names_scope(const struct parser *p, const struct name *found, const struct node *n)
{
    if (!parse_is(p, TOKEN_SCOPE))
        return false;
    bool member = parse_next_is(p, 1, TOKEN_NAME) || parse_next_is(p, 1, TOKEN_TILDE) ||
                  parse_next_is(p, 1, TOKEN_OPERATOR) || parse_next_is(p, 1, TOKEN_TEMPLATE);
    return member &&
           (name_kind(found) != SHADOW_OTHER || found->is_namespace || n->flags & FLAG_ARGS);
}

struct node *parse_in_typeof(struct parser *p, struct node *type)
{
    struct node *n = node_new(p, NODE_TYPE_NAME, type->at);
    n->id.scope = node_new(p, NODE_SCOPE, type->at);
    n->id.scope->op = TOKEN_DECLTYPE;
    n->id.scope->list = ARENA_NEW(p->in.arena, struct node *);
    n->id.scope->list[0] = type;
    n->id.scope->count = 1;
    parse_advance(p);
    parse_take(p, TOKEN_TEMPLATE);
    parse_qualified(p, n);
    n->at = span_join(type->at, n->at);
    return n;
}

static bool of_std(const struct node *n)
{
    const struct node *scope = n->id.scope;
    return scope && !scope->id.scope && scope->name && !strcmp(scope->name->text, "std");
}

void parse_qualified(struct parser *p, struct node *n)
{
    const struct token *start = p->t;
    bool in_class = n->id.scope;
    if (parse_take(p, TOKEN_SCOPE))
        n->op = TOKEN_SCOPE;
    struct name *space = NULL;
    while (parse_is(p, TOKEN_NAME)) {
        struct name *found =
            space ? in_class ? class_member(p, space, p->t->name) : member_of(p, space, p->t->name)
            : n->op || in_class ? p->t->name
                                : name_meant(p, p->t->name);
        if (of_std(n))
            n->flags |= FLAG_STD;
        n->name = p->t->name;
        n->name_at = p->t->at;
        parse_advance(p);
        if (args_ahead(p, found))
            parse_template_args(p, n);
        if (p->panic || !names_scope(p, found, n))
            break;
        in_class = in_class || !(found->is_namespace || !strcmp(found->text, "std"));
        space = found;
        into_scope(p, n);
    }
    n->at = span_since(p, start);
    if (!n->name && !parse_is(p, TOKEN_TILDE) && !parse_is(p, TOKEN_OPERATOR))
        parse_unexpected(p, "a name");
}
