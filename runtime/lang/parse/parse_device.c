/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations for the device. They are recognised by their tokens, and their bodies only matched bracket by
 * bracket, so that any C++17 in them reaches NVRTC as written. A kernel's parameters are parsed too. */
#include <string.h>

#include "lang/parse/parse_impl.h"

/* The tokens of specifiers and pointers, except arguments of attributes. */
static bool may_specify(const struct token *t)
{
    enum token_class class = token_class(t->kind);
    return class == CLASS_SPEC || class == CLASS_TYPE || t->kind == TOKEN_NAME ||
           t->kind == TOKEN_STAR || t->kind == TOKEN_AMP || t->kind == TOKEN_STRING ||
           t->kind == TOKEN_SCOPE;
}

/* The CUDA spaces among the specifiers that begin at t, without moving. */
static uint32_t spaces_at(const struct token *t)
{
    static const struct {
        enum token_kind kind;
        uint32_t flag;
    } rows[] = {
        {TOKEN_GLOBAL,   FLAG_GLOBAL  },
        {TOKEN_DEVICE,   FLAG_DEVICE  },
        {TOKEN_HOST,     FLAG_HOST    },
        {TOKEN_CONSTANT, FLAG_CONSTANT},
        {TOKEN_SHARED,   FLAG_SHARED  },
        {TOKEN_MANAGED,  FLAG_MANAGED }
    };

    uint32_t flags = 0;
    const struct token *first = t;
    while (t && t->kind != TOKEN_END) {
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            flags |= t->kind == rows[i].kind ? rows[i].flag : 0;
        if (t->kind == TOKEN_LPAREN && t > first && token_class(t[-1].kind) == CLASS_SPEC)
            t = behind_parens(t);
        else if (may_specify(t))
            t++;
        else
            break;
    }
    return flags;
}

/* ---- templates ---- */

/* The token after "template < ... >". The parameters are counted and hidden from type look-up. */
static bool template_header(struct parser *p, struct device_item *item)
{
    p->t++;
    if (!parse_expect(p, TOKEN_LESS, "after 'template'"))
        return false;
    bool any = false;
    for (int angles = 1, parens = 0; angles > 0; p->t++) {
        if (parse_is(p, TOKEN_END) || parse_is(p, TOKEN_SEMICOLON) || parse_is(p, TOKEN_LBRACE)) {
            parse_unexpected(p, "'>' after the template's parameters");
            return false;
        }
        parens += parse_is(p, TOKEN_LPAREN);
        parens -= parse_is(p, TOKEN_RPAREN);
        if (!parens) {
            angles += parse_is(p, TOKEN_LESS);
            angles -= parse_is(p, TOKEN_GREATER)        ? 1
                      : parse_is(p, TOKEN_SHR)          ? 2
                      : parse_is(p, TOKEN_LAUNCH_CLOSE) ? 3
                                                        : 0;
        }
        any |= angles > 0;
        bool ends = angles <= 0 || (angles == 1 && parse_is(p, TOKEN_COMMA));
        if ((ends || parse_is(p, TOKEN_ASSIGN)) && p->t[-1].kind == TOKEN_NAME) {
            name_declare(p, p->t[-1].name, false);
            if (item->template_count < TEMPLATE_NAMES_MAX &&
                !item->template_names[item->template_count])
                item->template_names[item->template_count] = p->t[-1].name->text;
        }
        item->template_count += angles == 1 && !parens && parse_is(p, TOKEN_COMMA);
    }
    item->template_count += any;
    return true;
}

/* ---- names and ends ---- */

/* What a declaration declares, as far as its tokens tell. */
struct outline {
    bool function;
    const struct token *name, *params; /* params: the '(' */
    const struct token *start, *last;  /* during parsing: its first token, and the last name */
    bool tag;                          /* likewise: a '{' opens the body of a type */
};

static void skip_angles(struct parser *p)
{
    int angles = 0;
    const struct token *start = p->t;
    for (; !parse_is(p, TOKEN_END) && !parse_is(p, TOKEN_SEMICOLON) && !parse_is(p, TOKEN_LBRACE);
         p->t++) {
        if (parse_is(p, TOKEN_LPAREN)) { /* (N > 3) */
            skip_balanced(p);
            p->t--;
            continue;
        }
        angles += parse_is(p, TOKEN_LESS);
        angles -= parse_is(p, TOKEN_GREATER)        ? 1
                  : parse_is(p, TOKEN_SHR)          ? 2
                  : parse_is(p, TOKEN_LAUNCH_CLOSE) ? 3
                                                    : 0;
        if (angles <= 0) {
            p->t++;
            return;
        }
    }
    p->t = start + 1;
}

/* At '(': false if the name is known, true if it is yet to come. */
static bool pass_paren(struct parser *p, struct outline *o)
{
    const struct token *previous = p->t > o->start ? p->t - 1 : NULL;
    bool argument =
        previous && (token_class(previous->kind) == CLASS_SPEC || previous->kind == TOKEN_DECLTYPE);
    if (argument) {
        skip_balanced(p);
        return true;
    }
    if (parse_next_is(p, 1, TOKEN_STAR) && parse_next_is(p, 2, TOKEN_NAME)) {
        o->name = p->t + 2;
        return false;
    }
    o->function = true;
    o->params = p->t;
    if (!o->name) /* f( or f<int>( */
        o->name = previous && previous->kind == TOKEN_GREATER ? o->last : previous;
    return false;
}

static void pass_operator(struct parser *p, struct outline *o)
{
    o->name = p->t++;
    if (parse_take(p, TOKEN_LPAREN))
        parse_take(p, TOKEN_RPAREN);
    while (!parse_is(p, TOKEN_LPAREN) && !parse_is(p, TOKEN_SEMICOLON) &&
           !parse_is(p, TOKEN_LBRACE) && !parse_is(p, TOKEN_END))
        p->t++;
}

/* Skips one token or group before the name; false: the name is known, or there is none. */
static bool pass_token(struct parser *p, struct outline *o)
{
    bool body = o->tag && parse_is(p, TOKEN_LBRACE);
    bool attribute = parse_is(p, TOKEN_LBRACKET) && parse_next_is(p, 1, TOKEN_LBRACKET);
    if (body || attribute) {
        o->tag = o->tag && !body;
        skip_balanced(p);
        return true;
    }
    switch (p->t->kind) {
    case TOKEN_LPAREN: return pass_paren(p, o);
    case TOKEN_OPERATOR: pass_operator(p, o); return true;
    case TOKEN_LESS: skip_angles(p); return true;
    case TOKEN_LBRACKET:
    case TOKEN_SEMICOLON:
    case TOKEN_ASSIGN:
    case TOKEN_LBRACE:
    case TOKEN_COMMA: o->name = p->t > o->start ? p->t - 1 : NULL; return false;
    default: p->t++; return true;
    }
}

/* From the specifiers to a function's parameters, or to what follows a variable's name. */
static void find_name(struct parser *p, struct outline *o)
{
    o->start = p->t;
    do {
        o->last = parse_is(p, TOKEN_NAME) ? p->t : o->last;
        o->tag |= begins_tag(p->t);
    } while (!parse_is(p, TOKEN_END) && pass_token(p, o));
}

static void skip_to_semicolon(struct parser *p)
{
    while (!parse_is(p, TOKEN_END) && !parse_is(p, TOKEN_SEMICOLON) && !p->panic) {
        if (parse_is(p, TOKEN_LBRACE) || parse_is(p, TOKEN_LPAREN) || parse_is(p, TOKEN_LBRACKET))
            skip_balanced(p);
        else if (parse_is(p, TOKEN_RBRACE))
            break;
        else
            p->t++;
    }
    parse_expect(p, TOKEN_SEMICOLON, "after the declaration");
}

/* From a function's '(' to after its body or ';'. */
static void skip_function(struct parser *p)
{
    skip_balanced(p);
    while (!p->panic && !parse_is(p, TOKEN_LBRACE) && !parse_is(p, TOKEN_SEMICOLON)) {
        if (parse_is(p, TOKEN_END) || parse_is(p, TOKEN_RBRACE))
            parse_unexpected(p, "the function's body");
        else if (parse_is(p, TOKEN_LPAREN) || parse_is(p, TOKEN_LBRACKET))
            skip_balanced(p);
        else
            p->t++;
    }
    if (parse_is(p, TOKEN_LBRACE))
        skip_balanced(p);
    else
        parse_take(p, TOKEN_SEMICOLON);
}

static bool scope_known(const struct parser *p, const struct node *scope)
{
    while (scope->id.scope)
        scope = scope->id.scope;
    return name_meant(p, scope->name)->is_namespace || name_is_type(p, scope->name);
}

/* Whether the host knows every name in a type. */
static bool type_known(const struct parser *p, const struct node *t)
{
    if (!t || t->kind == NODE_TYPE_BASIC)
        return t != NULL;
    if (t->kind == NODE_TYPE_NAME)
        return t->id.scope ? scope_known(p, t->id.scope) : t->name && name_is_type(p, t->name);
    if (t->kind == NODE_TYPE_TAG)
        return true;
    if (t->kind == NODE_TYPE_FUNCTION)
        return false;
    return (t->kind == NODE_TYPE_POINTER || t->kind == NODE_TYPE_ARRAY) &&
           type_known(p, t->derived.base);
}

static const struct token *param_end(const struct token *t)
{
    for (int depth = 0, angles = 0;; t++) {
        if (t->kind == TOKEN_END)
            return t;
        if (!depth && (t->kind == TOKEN_RPAREN || (t->kind == TOKEN_COMMA && angles <= 0)))
            return t;
        depth += t->kind == TOKEN_LPAREN || t->kind == TOKEN_LBRACKET || t->kind == TOKEN_LBRACE;
        depth -= t->kind == TOKEN_RPAREN || t->kind == TOKEN_RBRACKET || t->kind == TOKEN_RBRACE;
        angles += t->kind == TOKEN_LESS;
        angles -= t->kind == TOKEN_GREATER ? 1 : t->kind == TOKEN_SHR ? 2 : 0;
    }
}

/* One parameter of a kernel; a == NULL when the host cannot read its type. */
static struct node *kernel_param(struct parser *p, const struct token *end)
{
    struct trial trial;
    const struct token *start = p->t;
    trial_begin(p, &trial);
    struct node *n = parse_param(p);
    bool at_end = p->t == end;
    if (!trial_end(p, &trial) || !at_end || !type_known(p, n->declarator.type)) {
        n = node_new(p, NODE_PARAM, start->at);
        for (const struct token *t = start; t < end && t->kind != TOKEN_ASSIGN; t++)
            if (t->kind == TOKEN_NAME) {
                n->name = t->name;
                n->name_at = t->at;
            }
        p->t = end;
    }
    n->at = span_since(p, start);
    return n;
}

static struct node *kernel_params(struct parser *p, const struct token *open)
{
    struct node *n = node_new(p, NODE_TYPE_FUNCTION, open->at);
    const struct token *here = p->t;
    size_t mark = scope_mark(p);
    node_vec list = {0};
    p->t = open + 1;
    if (parse_is(p, TOKEN_VOID) && parse_next_is(p, 1, TOKEN_RPAREN))
        p->t++;
    while (!parse_is(p, TOKEN_RPAREN) && !parse_is(p, TOKEN_END)) {
        const struct token *end = param_end(p->t);
        VEC_PUSH(&list, kernel_param(p, end));
        p->t = end;
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    node_list(p, n, &list);
    scope_undo(p, mark); /* the parameters' names */
    p->t = here;
    return n;
}

/* ---- items ---- */

/* auto k(...) -> void */
static bool trails_void(struct parser *p, const struct token *params)
{
    const struct token *here = p->t, *after;
    if (!params)
        return false;
    p->t = params;
    skip_balanced(p);
    after = p->t;
    p->t = here;
    return after->kind == TOKEN_ARROW && after[1].kind == TOKEN_VOID;
}

static void check_kernel(struct parser *p, const struct token *start, const struct outline *o)
{
    bool returns_void = false;
    for (const struct token *t = start; t < o->name; t++) {
        if (t->kind == TOKEN_LESS) /* std::enable_if_t<...>: NVRTC says what it is */
            return;
        bool trailing = t->kind == TOKEN_AUTO && trails_void(p, o->params);
        returns_void |= trailing || (t->kind == TOKEN_VOID && t[1].kind != TOKEN_STAR);
    }
    if (returns_void || p->panic)
        return;
    struct diag *e = syntax_error(p, o->name->at, "kernel '%.*s' must return void",
                                  (int) o->name->text.n, o->name->text.p);
    if (e)
        diag_help(p->in.diags, e, "write results through a pointer parameter");
}

/* From the specifiers at start and the declarator; NULL: that directly behind them. The parser is then behind both. */
static struct node *type_of_variable(struct parser *p, const struct token *start,
                                     const struct token *declarator)
{
    struct trial trial;
    struct specs s;
    struct declared d = {0};
    struct node *type = NULL;
    p->t = start;
    trial_begin(p, &trial);
    if (parse_specs(p, &s)) {
        p->t = declarator ? declarator : p->t;
        type = parse_declarator(p, s.type, &d, false);
    }
    if (type)
        parse_constant(&s, type);
    return trial_end(p, &trial) && type && type_known(p, type) ? type : NULL;
}

static struct node *variable_type(struct parser *p, const struct token *start,
                                  const struct token *end, struct node **out_value)
{
    struct node *type = type_of_variable(p, start, NULL);
    if (type && type->flags & FLAG_CONST && parse_take(p, TOKEN_ASSIGN)) {
        struct trial trial;
        trial_begin(p, &trial);
        struct node *value = parse_assignment(p);
        *out_value = trial_end(p, &trial) ? value : NULL;
    }
    p->t = end;
    return type;
}

/* What a device function returns: its specifiers, where they stand directly before its name. */
static struct node *result_type(struct parser *p, const struct token *start,
                                const struct token *name)
{
    struct trial trial;
    struct specs s;
    const struct token *here = p->t;
    p->t = start;
    trial_begin(p, &trial);
    bool read = parse_specs(p, &s) && p->t == name;
    bool good = trial_end(p, &trial) && read && type_known(p, s.type);
    p->t = here;
    return good ? s.type : NULL;
}

/* The host's version of a __host__ __device__ function, or NULL if it cannot read it. */
static struct node *host_side(struct parser *p, const struct token *start, const struct token *end)
{
    struct trial trial;
    p->t = start;
    trial_begin(p, &trial);
    struct node *n = parse_is(p, TOKEN_TEMPLATE) ? parse_template(p) : parse_outside_member(p);
    if (!n)
        n = parse_declaration(p);
    bool at_end = p->t == end;
    bool good = trial_end(p, &trial) && at_end;
    p->t = end;
    return good ? n : NULL;
}

static struct node *finish(struct parser *p, struct device_item *item, const struct token *start,
                           enum device_def_kind kind)
{
    struct node *n = node_new(p, NODE_DEVICE_ITEM, span_since(p, start));
    item->kind = kind;
    item->space = p->space;
    item->at = n->at;
    item->position = (uint32_t) (start - p->in.tokens);
    n->item = item;
    return n;
}

/* The head of a kernel template as C++ reads it, for deduction. NULL: it uses something that the host does not know. */
static struct node *kernel_pattern(struct parser *p, const struct token *start,
                                   const struct outline *o)
{
    const struct token *params = o->params;
    struct trial trial;
    const struct token *here = p->t;
    size_t mark = scope_mark(p);
    p->t = start;
    trial_begin(p, &trial);
    struct node *n = node_new(p, NODE_TEMPLATE, start->at);
    struct node *f = n->template.declaration = node_new(p, NODE_FUNCTION, params->at);
    f->function.type = node_new(p, NODE_TYPE_FUNCTION, params->at);
    f->function.type->derived.base = node_new(p, NODE_TYPE_BASIC, params->at);
    f->function.type->derived.base->op = TYPE_VOID;
    parse_template_params(p, n);
    for (uint32_t i = 0; i < n->count; i++)
        if (n->list[i]->declarator.type && n->list[i]->declarator.type->kind == NODE_TYPE_NAME &&
            !type_known(p, n->list[i]->declarator.type))
            parse_unexpected(p, "a type that the host knows");
    if (n->template.constraint) /* or a name that is no type */
        parse_unexpected(p, "a parameter of C++17");
    struct node *result = result_type(p, p->t, o->name);
    if (result) /* std::enable_if_t<...> */
        f->function.type->derived.base = result;
    p->t = params + 1;
    parse_params(p, f->function.type);
    bool good = trial_end(p, &trial);
    scope_undo(p, mark);
    p->t = here;
    return good ? n : NULL;
}

/* The class in X::name or X<...>::name, of the tokens from start. NULL: not a member defined outside its class. */
static struct name *class_before(const struct token *start, const struct token *name)
{
    const struct token *t = name - 2;
    if (t < start || name[-1].kind != TOKEN_SCOPE)
        return NULL;
    int depth = 0;
    do
        depth += (t->kind == TOKEN_GREATER) - (t->kind == TOKEN_LESS);
    while (depth > 0 && --t >= start);
    t -= t > start && t->kind == TOKEN_LESS;
    return t >= start && t->kind == TOKEN_NAME ? t->name : NULL;
}

/* From a function's parameters on. */
static void parse_device_function(struct parser *p, struct device_item *item, uint32_t spaces,
                                  const struct outline *o, const struct token *start)
{
    const struct token *here = o->start;
    skip_function(p);
    if (spaces & FLAG_GLOBAL) {
        check_kernel(p, here, o);
        item->signature = kernel_params(p, o->params);
        if (item->template_count && !p->panic && start->kind == TOKEN_TEMPLATE)
            item->pattern = kernel_pattern(p, start, o);
    } else if (!item->template_count && item->name && !p->panic) {
        item->signature = kernel_params(p, o->params);
        item->type = result_type(p, here, o->name);
    }
}

static void more_names(struct parser *p, struct device_item *item, const struct token *start)
{
    VEC(const struct token *) more = {0};
    const struct token *here = p->t;
    while (!parse_is(p, TOKEN_END) && !parse_is(p, TOKEN_SEMICOLON) && !p->panic) {
        if (parse_is(p, TOKEN_LBRACE) || parse_is(p, TOKEN_LPAREN) || parse_is(p, TOKEN_LBRACKET)) {
            skip_balanced(p);
            continue;
        }
        bool comma = parse_take(p, TOKEN_COMMA);
        const struct token *declarator = p->t;
        while (comma && parse_take(p, TOKEN_STAR))
            ;
        if (comma && parse_is(p, TOKEN_NAME))
            VEC_PUSH(&more, declarator);
        else if (!comma)
            p->t++;
    }
    item->more_count = (uint32_t) more.n;
    item->more = ARENA_ARRAY(p->in.arena, struct name *, more.n);
    item->more_types = ARENA_ARRAY(p->in.arena, struct node *, more.n);
    for (size_t i = 0; i < more.n; i++) {
        const struct token *t = more.at[i];
        while (t->kind == TOKEN_STAR)
            t++;
        item->more[i] = t->name;
        item->more_types[i] = item->template_count ? NULL : type_of_variable(p, start, more.at[i]);
    }
    p->t = here;
    VEC_FREE(&more);
}

static void parse_device_variable(struct parser *p, struct device_item *item, uint32_t spaces,
                                  const struct outline *o)
{
    if (spaces & FLAG_GLOBAL)
        syntax_error(p, o->name->at,
                     "'__global__' requires a function, but '%.*s' is not a function",
                     (int) o->name->text.n, o->name->text.p);
    more_names(p, item, o->start);
    skip_to_semicolon(p);
    item->managed = spaces & FLAG_MANAGED;
    if (!item->template_count && !p->panic)
        item->type = variable_type(p, o->start, p->t, &item->value);
}

static enum device_def_kind kind_of_spaced(uint32_t spaces, bool function)
{
    return spaces & FLAG_GLOBAL   ? DEVICE_KERNEL
           : function             ? DEVICE_FUNCTION
           : spaces & FLAG_SHARED ? DEVICE_TYPE /* not a variable of the module */
                                  : DEVICE_VARIABLE;
}

static struct node *parse_spaced(struct parser *p, struct device_item *item,
                                 const struct token *start, uint32_t spaces, size_t mark)
{
    struct outline o = {0};
    const struct token *here = p->t;
    find_name(p, &o);
    bool overloads = o.name && o.name->kind == TOKEN_OPERATOR && o.function;
    if (!o.name || (o.name->kind != TOKEN_NAME && !overloads)) {
        parse_unexpected(p, "a name");
        return error_node(p);
    }
    item->name = o.name->kind == TOKEN_NAME ? o.name->name : NULL;
    item->name_at = o.name->at;
    item->member_of = class_before(here, o.name);
    if (o.function)
        parse_device_function(p, item, spaces, &o, start);
    else
        parse_device_variable(p, item, spaces, &o);
    struct node *n = finish(p, item, start, kind_of_spaced(spaces, o.function));
    if (spaces & FLAG_HOST && o.function && !p->panic) {
        scope_undo(p, mark);
        n->flags |= FLAG_HOST;
        n->device.host = host_side(p, start->kind == TOKEN_TEMPLATE ? start : here, p->t);
    }
    return n;
}

/* A class template goes to both sides. If it mentions no CUDA space, it must be valid on the host. */
static struct node *parse_class_template(struct parser *p, struct device_item *item,
                                         const struct token *start, size_t mark)
{
    bool device = false;
    for (const struct token *t = p->t; t->kind != TOKEN_END && !item->name; t++)
        if (t->kind == TOKEN_NAME &&
            (t[1].kind == TOKEN_LBRACE || t[1].kind == TOKEN_LESS || t[1].kind == TOKEN_COLON ||
             t[1].kind == TOKEN_ASSIGN || t[1].kind == TOKEN_SEMICOLON)) {
            item->name = t->name;
            item->name_at = t->at;
        }
    skip_to_semicolon(p);
    struct node *n = finish(p, item, start, DEVICE_TYPE);
    if (p->panic)
        return n;
    scope_undo(p, mark);
    for (const struct token *t = start; t < p->t; t++)
        device |= t->kind == TOKEN_DEVICE || t->kind == TOKEN_GLOBAL;
    if (device) {
        n->device.host = host_side(p, start, p->t);
    } else {
        p->t = start;
        n->device.host = parse_template(p);
    }
    n->flags |= device ? 0 : FLAG_HOST;
    return n;
}

static struct node *parse_device_template(struct parser *p)
{
    const struct token *start = p->t;
    struct device_item *item = ARENA_NEW(p->in.arena, struct device_item);
    size_t mark = scope_mark(p);
    struct node *n = NULL;
    while (parse_is(p, TOKEN_TEMPLATE) && !p->panic)
        template_header(p, item);
    uint32_t spaces = spaces_at(p->t);
    bool class = parse_is(p, TOKEN_STRUCT) || parse_is(p, TOKEN_CLASS) ||
                 parse_is(p, TOKEN_UNION) || parse_is(p, TOKEN_USING);
    if (p->panic) {
        n = error_node(p);
    } else if (spaces & (FLAG_DEVICE_SPACES)) {
        n = parse_spaced(p, item, start, spaces, mark);

    } else if (class) {
        n = parse_class_template(p, item, start, mark);
    } else { /* a template of host functions */

        p->t = start;
    }
    if (!n || !n->device.host) /* else its name has to stay */
        scope_undo(p, mark);
    if (n && item->pattern && item->name)
        name_shadow(p, declared_name(p, item->name), SHADOW_FUNCTION_TEMPLATE);
    return n;
}

/* using namespace x; using x::y; namespace x { } and namespace x = y; of names that the host does not know */
/* The namespace that `namespace x = y` is an alias of, if the host knows it; else NULL. */
static struct name *aliased(struct parser *p)
{
    const struct token *t = p->t + 3;
    bool alias = parse_next_is(p, 1, TOKEN_NAME) && parse_next_is(p, 2, TOKEN_ASSIGN);
    struct name *space = NULL;
    for (t += alias && t->kind == TOKEN_SCOPE; alias && t->kind == TOKEN_NAME; t += 2) {
        space = space ? name_in(p->in.names, space, t->name) : name_meant(p, t->name);
        space = space->alias ? space->alias : space;
        if (!space->is_namespace)
            return NULL;
        if (t[1].kind == TOKEN_SEMICOLON)
            return space;
        if (t[1].kind != TOKEN_SCOPE)
            return NULL;
    }
    return NULL;
}

struct node *parse_local_alias(struct parser *p)
{
    const struct token *start = p->t;
    struct name *same = aliased(p);
    if (!same)
        return NULL;
    p->t[1].name->is_namespace = true;
    p->t[1].name->alias = same;
    while (!parse_is(p, TOKEN_SEMICOLON))
        p->t++;
    p->t++;
    return node_new(p, NODE_EMPTY, start->at);
}

static struct node *parse_namespace(struct parser *p)
{
    const struct token *start = p->t;
    struct name *same = aliased(p);
    if (same) { /* lasts for the session, as any named namespace does */
        struct name *name = name_in(p->in.names, p->space, p->t[1].name);
        name->is_namespace = true;
        name->alias = same;
    }
    struct device_item *item = ARENA_NEW(p->in.arena, struct device_item);
    bool block = false;
    while (!parse_is(p, TOKEN_END) && !parse_is(p, TOKEN_SEMICOLON) && !block) {
        block = parse_is(p, TOKEN_LBRACE);
        if (block)
            skip_balanced(p);
        else
            p->t++;
    }
    if (!block)
        parse_expect(p, TOKEN_SEMICOLON, "after the declaration");
    if (same && !strncmp(same->text, "std", 3)) /* the device has none */
        return node_new(p, NODE_EMPTY, start->at);
    item->opens = same;
    return finish(p, item, start, DEVICE_USING);
}

/* Whether a type begins with a namespace that only NVRTC knows, such as cooperative_groups. The host has a part of cub and cuda. */
static bool names_device_type(const struct parser *p, const struct token *t)
{
    t += t->kind == TOKEN_NAME && str_eq(t->text, "typename");
    t += t->kind == TOKEN_SCOPE;
    if (t->kind != TOKEN_NAME || t[1].kind != TOKEN_SCOPE || str_eq(t->text, "std"))
        return false;
    struct name *first = name_meant(p, t->name);
    bool partly = str_eq(t->text, "cub") || str_eq(t->text, "cuda");
    if (partly && first->is_namespace && t[2].kind == TOKEN_NAME) {
        struct name *inner = name_in(p->in.names, first, t[2].name);
        if (inner->alias && t[3].kind == TOKEN_SCOPE && t[4].kind == TOKEN_NAME)
            return !name_is_type(p, name_in(p->in.names, inner, t[4].name)); /* cuda::std::x */
        return !inner->is_namespace && !name_is_type(p, inner);
    }
    return !first->is_namespace && !name_is_type(p, t->name);
}

/* Whether `using` names something that the host knows too. */
static bool host_using(const struct parser *p)
{
    const struct token *t = p->t + 1;
    bool space = t->kind == TOKEN_NAMESPACE;
    t += space;
    t += t->kind == TOKEN_SCOPE;
    if (!space && t->kind == TOKEN_NAME && t[1].kind == TOKEN_ASSIGN)
        return !names_device_type(p, t + 2);
    if (t->kind != TOKEN_NAME || str_eq(t->text, "std"))
        return true;
    struct name *first = name_meant(p, t->name);
    return first->is_namespace || name_is_type(p, t->name) || (!space && t[1].kind != TOKEN_SCOPE);
}

/* __host__ __device__ struct S { ... }; says nothing, as in nvcc: types are for both sides. False: something else follows. */
static bool pass_spaces_of_type(struct parser *p)
{
    const struct token *start = p->t, *t = start;
    while (t->kind == TOKEN_DEVICE || t->kind == TOKEN_HOST)
        t++;
    if (!begins_tag(t))
        return false;
    const struct token *type = t;
    while (t->kind != TOKEN_END && t->kind != TOKEN_LBRACE && t->kind != TOKEN_SEMICOLON)
        t++;
    if (t->kind != TOKEN_LBRACE)
        return false;
    p->t = t;
    skip_balanced(p);
    bool alone = parse_is(p, TOKEN_SEMICOLON);
    p->t = alone ? type : start;
    return alone;
}

/* __device__ constexpr int table[] = {1, 2}: the host knows the values as well, as nvcc's does, so it is a declaration for both
 * sides, like one without a space. One whose values need calls may use what only the device has. */
static bool begins_constant_table(const struct token *t, uint32_t spaces)
{
    if (spaces & ~(FLAG_DEVICE | FLAG_CONSTANT | FLAG_HOST))
        return false;
    bool constexpr = false, array = false;
    for (; t->kind != TOKEN_ASSIGN && t->kind != TOKEN_LBRACE; t++) {
        if (t->kind == TOKEN_END || t->kind == TOKEN_SEMICOLON || t->kind == TOKEN_LPAREN)
            return false;
        constexpr |= t->kind == TOKEN_CONSTEXPR;
        array |= t->kind == TOKEN_LBRACKET;
    }
    while (t->kind != TOKEN_END && t->kind != TOKEN_SEMICOLON && t->kind != TOKEN_LPAREN)
        t++;
    return constexpr && array && t->kind == TOKEN_SEMICOLON;
}

struct node *parse_device_item(struct parser *p)
{
    if (p->in.library)
        return NULL;
    if (parse_is(p, TOKEN_TEMPLATE))
        return parse_device_template(p);
    if (parse_is(p, TOKEN_NAMESPACE) || (parse_is(p, TOKEN_USING) && !host_using(p)) ||
        (parse_is(p, TOKEN_TYPEDEF) && names_device_type(p, p->t + 1)))
        return parse_namespace(p);
    uint32_t spaces = spaces_at(p->t);
    if (!(spaces & FLAG_DEVICE_SPACES))
        return NULL;
    if (pass_spaces_of_type(p) || begins_constant_table(p->t, spaces))
        return NULL;
    return parse_spaced(p, ARENA_NEW(p->in.arena, struct device_item), p->t, spaces, scope_mark(p));
}
