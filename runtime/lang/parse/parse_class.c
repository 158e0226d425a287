/* SPDX-License-Identifier: Apache-2.0 */
/* The members of struct, class and union: C++17 10. Bodies of member functions are parsed at the end of the class,
 * since they may use later members. */
#include <string.h>

#include "lang/parse/parse_impl.h"

struct late {
    struct node *function;
    const struct token *start;   /* ':' of the initialisers, or '{' */
    const struct node *template; /* of a member template; else NULL */
};

typedef VEC(struct late) late_vec;

/* ---- the end of a function ---- */

/* a, a<(b)>: to the list of its arguments. */
static void skip_initialised(struct parser *p)
{
    while (!parse_is(p, TOKEN_LPAREN) && !parse_is(p, TOKEN_LBRACE) && !parse_is(p, TOKEN_END) &&
           !parse_is(p, TOKEN_SEMICOLON)) {
        const struct token *behind = parse_is(p, TOKEN_LESS) ? behind_angles(p->t) : NULL;
        if (behind)
            p->t = behind;
        else
            parse_advance(p);
    }
}

/* Inside a class: skips the body, which is parsed at the end of the class. */
static void postpone_body(struct parser *p, struct node *f, late_vec *late)
{
    if (parse_is(p, TOKEN_ASSIGN)) {
        parse_function_end(p, f);
        return;
    }
    if (parse_take(p, TOKEN_SEMICOLON))
        return;
    VEC_PUSH(late, (struct late){f, p->t, NULL});
    bool whole = parse_take(p, TOKEN_TRY);
    if (parse_is(p, TOKEN_COLON)) {
        do {
            parse_advance(p);
            skip_initialised(p);
            if (parse_is(p, TOKEN_LPAREN) || parse_is(p, TOKEN_LBRACE))
                skip_balanced(p);
            parse_take(p, TOKEN_ELLIPSIS);
        } while (parse_is(p, TOKEN_COMMA) && !p->panic);
    }
    if (parse_is(p, TOKEN_LBRACE))
        skip_balanced(p);
    else
        parse_unexpected(p, "';' or the function's body");
    while (whole && !p->panic && parse_take(p, TOKEN_CATCH)) {
        if (parse_is(p, TOKEN_LPAREN))
            skip_balanced(p);
        if (parse_is(p, TOKEN_LBRACE))
            skip_balanced(p);
    }
    parse_take(p, TOKEN_SEMICOLON);
}

/* ---- member functions ---- */

static struct node *function_new(struct parser *p, const struct specs *s, const struct token *start)
{
    struct node *f = node_new(p, NODE_FUNCTION, start->at);
    f->flags = s->flags;
    f->name = p->class ? p->class->name : NULL;
    f->name_at = p->t->at;
    f->function.type = node_new(p, NODE_TYPE_FUNCTION, p->t->at);
    f->function.type->derived.base = node_new(p, NODE_TYPE_BASIC, p->t->at);
    f->function.type->derived.base->op = TYPE_VOID;
    return f;
}

static void special_params(struct parser *p, struct node *f)
{
    size_t mark = scope_mark(p);
    if (parse_expect(p, TOKEN_LPAREN, "with the parameters"))
        parse_params(p, f->function.type);
    scope_undo(p, mark);
    parse_qualifiers(p, f->function.type, NULL);
}

/* Constructor, destructor and conversion, which have no result type. NULL: none of them is here. */
static struct node *parse_special(struct parser *p, const struct specs *s,
                                  const struct token *start)
{
    struct node *f = function_new(p, s, start);
    if (parse_is(p, TOKEN_NAME) && p->class && p->t->name == p->class->name &&
        parse_next_is(p, 1, TOKEN_LPAREN)) {
        f->role = ROLE_CONSTRUCTOR;
        parse_advance(p);
    } else if (parse_is(p, TOKEN_TILDE)) {
        f->role = ROLE_DESTRUCTOR;
        parse_advance(p);
        if (!parse_take(p, TOKEN_NAME))
            parse_unexpected(p, "the class's name");
    } else if (parse_is(p, TOKEN_OPERATOR) && type_end(p, p->t + 1)) {
        struct specs type;
        f->role = ROLE_CONVERSION;
        parse_advance(p);
        if (parse_specs(p, &type))
            f->function.type->derived.base = parse_pointers(p, type.type);
        f->name = name_cstr(p->in.names, "operator type");
    } else {
        return NULL;
    }
    special_params(p, f);
    return f;
}

/* The qualifier of a name without a result type: Class::Class(, Class<T>::~Class(, Class::operator T( */
static bool outside_ahead(const struct parser *p)
{
    const struct token *t = p->t;
    struct name *class = NULL;
    while (t->kind == TOKEN_NAME) {
        const struct token *behind = t[1].kind == TOKEN_LESS ? behind_angles(t + 1) : t + 1;
        if (!behind || behind->kind != TOKEN_SCOPE)
            return false;
        class = t->name;
        t = behind + 1;
        if (t->kind == TOKEN_TILDE)
            return true;
        if (t->kind == TOKEN_OPERATOR)
            return type_end(p, t + 1) != NULL;
        if (t->kind == TOKEN_NAME && t->name == class && t[1].kind == TOKEN_LPAREN)
            return true;
    }
    return false;
}

struct node *parse_outside_member(struct parser *p)
{
    const struct token *start = p->t;
    struct specs s = {.at = start->at};
    while (!p->panic && take_spec(p, &s))
        ;
    if (p->panic || !outside_ahead(p)) {
        p->t = start;
        return NULL;
    }
    struct node *qualified = node_new(p, NODE_NAME, p->t->at);
    const struct node *outer = p->class;
    struct node class = {0};
    const struct token *t = p->t;
    parse_qualified(p, qualified);
    if (qualified->name) { /* the constructor's name was read: step back to it */
        p->t = p->t - 1;
        while (p->t > t && !(p->t->kind == TOKEN_NAME && p->t[-1].kind == TOKEN_SCOPE))
            p->t--;
    }
    class.name = qualified->id.scope ? qualified->id.scope->name : NULL;
    p->class = &class;
    p->outside = class.name; /* until parse_top */
    struct node *f = parse_special(p, &s, start);
    p->class = outer;
    if (!f) {
        p->t = start;
        return NULL;
    }
    f->function.scope = qualified->id.scope;
    parse_function_end(p, f);
    f->at = span_since(p, start);
    return f;
}

/* ---- members ---- */

static void note_type(struct parser *p, const struct node *tag, struct name *member)
{
    name_declare(p, member, true);
    if (tag->name)
        name_in(p->in.names, tag->name, member)->member_type = true;
}

static bool is_function(const struct node *type, const struct declared *d)
{
    return type->kind == NODE_TYPE_FUNCTION && type == d->params_of;
}

static struct node *field_of(struct parser *p, const struct specs *s, struct node *type,
                             const struct declared *d)
{
    struct node *n = node_new(p, NODE_FIELD, d->name ? d->at : s->at);
    n->field.type = type;
    n->name = d->name;
    n->name_at = n->at;
    n->flags = s->flags;
    if (parse_take(p, TOKEN_COLON))
        n->field.width = parse_assignment(p);
    struct layout behind = d->layout;
    take_attributes(p, &behind);
    layout_set(p, n, &s->layout, &behind);
    if (parse_take(p, TOKEN_ASSIGN))
        n->field.init = parse_value(p);
    else if (parse_is(p, TOKEN_LBRACE))
        n->field.init = parse_braces(p);
    return n;
}

static struct node *declaration_of(struct parser *p, const struct specs *s, struct node *type,
                                   const struct declared *d)
{
    struct node *n = node_new(p, NODE_DECLARATION, s->at), *one = NULL;
    node_vec list = {0};
    n->declaration.type = s->type;
    n->flags = s->flags;
    if (type) {
        one = node_new(p, NODE_DECLARATOR, d->at);
        one->declarator.type = type;
        one->name = d->name;
        one->name_at = d->at;
        if (parse_take(p, TOKEN_ASSIGN)) {
            one->declarator.init = parse_value(p);
        } else if (parse_is(p, TOKEN_LBRACE)) {
            one->declarator.init = parse_braces(p);
            one->flags |= FLAG_BRACES;
        }
        VEC_PUSH(&list, one);
    }
    node_list(p, n, &list);
    return n;
}

/* Functions, fields, static variables and types, from specifiers and declarators. */
static void parse_plain_member(struct parser *p, struct node *tag, struct specs *s,
                               const struct token *start, node_vec *out, late_vec *late)
{
    if (!parse_more_specs(p, s) || !parse_unplaced(p, s))
        return;
    bool only = parse_is(p, TOKEN_SEMICOLON), tagged = s->type->kind == NODE_TYPE_TAG;
    if (tagged && s->type->name && !p->in.dialect->separate_tags &&
        (only || s->type->flags & FLAG_BODY))
        note_type(p, tag, s->type->name);
    if (tagged && s->type->name && !only && s->type->flags & FLAG_BODY &&
        !p->in.dialect->separate_tags) {
        struct specs alone = *s; /* enum E { ... } x; is enum E { ... }; E x; */
        struct node *named = node_new(p, NODE_TYPE_NAME, s->type->at);
        alone.flags = 0;
        VEC_PUSH(out, declaration_of(p, &alone, NULL, NULL));
        named->name = s->type->name;
        named->name_at = s->type->at;
        named->flags = s->type->flags & (FLAG_CONST | FLAG_VOLATILE);
        s->type = named;
    }
    if (only) { /* a type only, or an anonymous struct */
        struct declared none = {0};
        bool anonymous = tagged && !s->type->name && s->type->op != TOKEN_ENUM;
        VEC_PUSH(out,
                 anonymous ? field_of(p, s, s->type, &none) : declaration_of(p, s, NULL, NULL));
    }
    const struct token *part = start; /* where the text of the next function begins */
    while (!parse_is(p, TOKEN_SEMICOLON) && !p->panic) {
        struct declared d = {0};
        struct node *type = s->type, *n;
        if (!parse_is(p, TOKEN_COLON))
            type = parse_declarator(p, s->type, &d, false);
        if (p->panic)
            return;
        parse_constant(s, type);
        if (d.name && is_function(type, &d)) {
            n = node_new(p, NODE_FUNCTION, start->at);
            n->name = d.name;
            n->name_at = d.at;
            n->function.type = type;
            n->flags = s->flags;
            n->role = d.role;
            name_declare_function(p, d.role == ROLE_PLAIN ? d.name : NULL);
            VEC_PUSH(out, n);
            bool more = parse_take(p, TOKEN_COMMA);
            if (part == start && !more)
                postpone_body(p, n, late);
            else if (!more) /* C++17 11p1: only a single declarator may have a body */
                parse_expect(p, TOKEN_SEMICOLON, "after the member");
            n->at = span_since(p, part);
            part = p->t;
            if (more)
                continue;
            return;
        }
        if (s->flags & FLAG_TYPEDEF && d.name) {
            note_type(p, tag, d.name);
            n = declaration_of(p, s, type, &d);
        } else if (s->flags & (FLAG_STATIC | FLAG_CONSTEXPR)) {
            name_declare(p, d.name, false);
            n = declaration_of(p, s, type, &d);
        } else {
            name_declare(p, d.name, false);
            n = field_of(p, s, type, &d);
        }
        VEC_PUSH(out, n);
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    parse_expect(p, TOKEN_SEMICOLON, "after the member");
}

static void parse_member(struct parser *p, struct node *tag, node_vec *out, late_vec *late);

static void parse_template_member(struct parser *p, struct node *tag, node_vec *out, late_vec *late)
{
    size_t first = out->n, mark = scope_mark(p), first_late = late->n;
    struct node *n = node_new(p, NODE_TEMPLATE, p->t->at);
    parse_template_params(p, n);
    if (!p->panic)
        n->template.constraint =
            both_constraints(p, n->template.constraint, parse_requires_clause(p));
    if (!p->panic)
        parse_member(p, tag, out, late);
    for (size_t k = first_late; k < late->n; k++)
        late->at[k].template = n;
    struct name *type = NULL;
    struct node *befriends =
        out->n > first && out->at[out->n - 1]->kind == NODE_FRIEND ? out->at[out->n - 1] : NULL;
    bool function = false;
    if (befriends && befriends->friend.declaration) {
        n->template.declaration = befriends->friend.declaration;
        n->name = befriends->name;
        n->name_at = n->template.declaration->name_at;
        n->at = befriends->at = span_join(n->at, befriends->at);
        befriends->friend.declaration = n;
    } else if (out->n > first && !befriends) {
        struct node *d = n->template.declaration = out->at[out->n - 1];
        bool declares = d->kind == NODE_DECLARATION;
        n->name = !declares ? d->name : d->count ? d->list[0]->name : d->declaration.type->name;
        n->name_at = d->name_at;
        n->at = span_join(n->at, d->at);
        type = declares ? n->name : NULL;
        if (type && tag->name && (!d->count || d->flags & FLAG_TYPEDEF))
            name_in(p->in.names, tag->name, type)->member_template = true;
        function = d->kind == NODE_FUNCTION && d->role == ROLE_PLAIN;
        out->at[out->n - 1] = n;
    }
    scope_undo(p, mark);
    if (function)
        name_shadow(p, n->name, SHADOW_FUNCTION_TEMPLATE);
    if (type)
        name_shadow(p, type, SHADOW_CLASS_TEMPLATE);
}

/* At `friend`, behind the specifiers of before. */
static struct node *parse_friend(struct parser *p, const struct specs *before, late_vec *late)
{
    const struct token *start = p->t++;
    struct node *n = node_new(p, NODE_FRIEND, start->at);
    struct specs s = {.at = start->at, .flags = before->flags};
    struct declared d = {0};
    bool class = parse_is(p, TOKEN_CLASS) || parse_is(p, TOKEN_STRUCT), arguments = false;
    if (class || (type_end(p, p->t) && type_end(p, p->t)->kind == TOKEN_SEMICOLON)) {
        for (; !parse_is(p, TOKEN_SEMICOLON) && !parse_is(p, TOKEN_END); p->t++) {
            bool last = parse_is(p, TOKEN_NAME) && !parse_next_is(p, 1, TOKEN_SCOPE);
            n->name = last && !arguments ? p->t->name : n->name;
            arguments |= last && parse_next_is(p, 1, TOKEN_LESS); /* of a template's instance */
        }
        parse_take(p, TOKEN_SEMICOLON);
        return n;
    }
    if (!parse_more_specs(p, &s))
        return n;
    struct node *type = parse_declarator(p, s.type, &d, false);
    struct node *f = n->friend.declaration = node_new(p, NODE_FUNCTION, start->at);
    f->name = d.name;
    f->name_at = d.at;
    f->function.type = type;
    f->role = d.role;
    f->flags = s.flags;
    n->name = d.name;
    if (type->kind != NODE_TYPE_FUNCTION)
        parse_unexpected(p, "a function or class after 'friend'");
    else
        postpone_body(p, f, late);
    n->at = f->at = span_since(p, start);
    return n;
}

static void parse_member(struct parser *p, struct node *tag, node_vec *out, late_vec *late)
{
    const struct token *start = p->t;
    struct specs s = {.at = start->at};
    size_t first = out->n;
    if (parse_is(p, TOKEN_TEMPLATE)) {
        parse_template_member(p, tag, out, late);
        for (size_t i = first; i < out->n; i++)
            out->at[i]->position = (uint32_t) (start - p->in.tokens);
        return;
    }
    if (parse_is(p, TOKEN_USING)) {
        struct node *n = parse_using(p);
        if (n->kind == NODE_DECLARATION && n->count)
            note_type(p, tag, n->list[0]->name);
        VEC_PUSH(out, n);
        return;
    }
    if (parse_is(p, TOKEN_STATIC_ASSERT) || parse_is(p, TOKEN_C_STATIC_ASSERT)) {
        VEC_PUSH(out, parse_static_assert(p));
        return;
    }
    while (!p->panic && take_spec(p, &s))
        ;
    if (!p->panic && parse_is(p, TOKEN_FRIEND)) {
        VEC_PUSH(out, parse_friend(p, &s, late));
        return;
    }
    struct node *special = p->panic ? NULL : parse_special(p, &s, start);
    if (special) {
        postpone_body(p, special, late);
        special->at = span_since(p, start);
        VEC_PUSH(out, special);
    } else if (!p->panic) {
        parse_plain_member(p, tag, &s, start, out, late);
    }
    for (size_t i = first; i < out->n; i++)
        out->at[i]->position = (uint32_t) (start - p->in.tokens);
}

static void recover_member(struct parser *p)
{
    while (!parse_is(p, TOKEN_END) &&
           (p->halted || !(parse_is(p, TOKEN_RBRACE) || parse_is(p, TOKEN_SEMICOLON)))) {
        if (parse_is(p, TOKEN_LBRACE) && !p->halted)
            skip_balanced(p);
        else
            parse_advance(p);
    }
    parse_take(p, TOKEN_SEMICOLON);
    p->panic = p->halted;
}

/* NVRTC reads device-only functions, and those for both sides that the host cannot read. */
static void parse_late(struct parser *p, const struct late *l)
{
    struct node *f = l->function;
    const struct token *here = p->t;
    bool device = f->flags & FLAG_DEVICE, both = device && f->flags & FLAG_HOST;
    if (device && !both)
        return;
    p->t = l->start;
    struct trial trial;
    size_t mark = scope_mark(p);
    if (both)
        trial_begin(p, &trial);
    if (l->template)
        template_params_declare(p, l->template);
    parse_function_body(p, f);
    if (both && !trial_end(p, &trial)) {
        f->function.body = f->function.inits = NULL;
        f->flags &= ~(uint32_t) FLAG_HOST;
    }
    scope_undo(p, mark);
    p->panic = p->halted;
    p->t = here;
}

static bool is_plain(const struct node *n)
{
    return n->kind == NODE_FIELD && !n->field.init && !(n->flags & FLAG_MUTABLE);
}

/* The names of base classes are names of members (C++17 12p2), also where the classes are in a namespace. */
static void note_bases(struct parser *p, const struct node *bases)
{
    for (uint32_t i = 0; bases && i < bases->count; i++) {
        const struct node *n = bases->list[i];
        if (n->kind == NODE_TYPE_NAME && n->name && n->id.scope &&
            !is_type_kind(name_kind(name_meant(p, n->name))))
            name_declare(p, n->name, true);
    }
}

void parse_members(struct parser *p, struct node *tag)
{
    node_vec list = {0};
    late_vec late = {0};
    const struct node *outer = p->class;
    enum access access = tag->access;
    size_t mark = scope_mark(p);
    p->class = tag;
    p->template_head = false;
    note_bases(p, tag->tag.bases);
    parse_advance(p);
    while (!parse_is(p, TOKEN_RBRACE) && !parse_is(p, TOKEN_END)) {
        size_t first = list.n;
        if (parse_is(p, TOKEN_PUBLIC) || parse_is(p, TOKEN_PRIVATE) ||
            parse_is(p, TOKEN_PROTECTED)) {
            access = parse_is(p, TOKEN_PUBLIC)    ? ACCESS_PUBLIC
                     : parse_is(p, TOKEN_PRIVATE) ? ACCESS_PRIVATE
                                                  : ACCESS_PROTECTED;
            parse_advance(p);
            parse_expect(p, TOKEN_COLON, "after the access specifier");
        } else if (!parse_take(p, TOKEN_SEMICOLON)) {
            parse_member(p, tag, &list, &late);
        }
        for (size_t i = first; i < list.n; i++) {
            list.at[i]->access = (uint8_t) access;
            if (list.at[i]->kind == NODE_TEMPLATE && list.at[i]->template.declaration)
                list.at[i]->template.declaration->access = (uint8_t) access;
            if (!is_plain(list.at[i]) || access != ACCESS_PUBLIC)
                tag->flags |= FLAG_METHODS;
        }
        if (p->panic)
            recover_member(p);
    }
    parse_expect(p, TOKEN_RBRACE, "after the members");
    VEC_EACH (l, &late)
        parse_late(p, l);
    VEC_FREE(&late);
    parse_comparisons(p, tag, &list);
    node_list(p, tag, &list);
    scope_undo(p, mark);
    p->class = outer;
}

/* : public A, protected B<int> */
void parse_bases(struct parser *p, struct node *tag)
{
    node_vec list = {0};
    tag->tag.bases = node_new(p, NODE_INIT_LIST, p->t->at);
    tag->flags |= FLAG_METHODS;
    parse_advance(p);
    while (!p->panic) {
        enum access access = tag->access;
        bool is_virtual = false;
        while (parse_is(p, TOKEN_PUBLIC) || parse_is(p, TOKEN_PRIVATE) ||
               parse_is(p, TOKEN_PROTECTED) || parse_is(p, TOKEN_VIRTUAL)) {
            is_virtual |= parse_is(p, TOKEN_VIRTUAL);
            access = parse_is(p, TOKEN_VIRTUAL)   ? access
                     : parse_is(p, TOKEN_PUBLIC)  ? ACCESS_PUBLIC
                     : parse_is(p, TOKEN_PRIVATE) ? ACCESS_PRIVATE
                                                  : ACCESS_PROTECTED;
            parse_advance(p);
        }
        struct node *base = node_new(p, NODE_TYPE_NAME, p->t->at);
        parse_take(p, TOKEN_TYPENAME);
        parse_qualified(p, base);
        if (parse_is(p, TOKEN_LESS))
            parse_template_args(p, base);
        base->access = (uint8_t) access;
        base->flags |= is_virtual ? FLAG_VIRTUAL : 0;
        if (parse_take(p, TOKEN_ELLIPSIS)) { /* a base for each type of a pack */
            struct node *pack = node_new(p, NODE_EXPAND, base->at);
            pack->expansion.pattern = base;
            base = pack;
        }
        VEC_PUSH(&list, base);
        if (!parse_take(p, TOKEN_COMMA))
            break;
    }
    node_list(p, tag->tag.bases, &list);
}
