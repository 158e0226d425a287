/* SPDX-License-Identifier: Apache-2.0 */
/* Defaulted comparisons (C++20 11.10): at the end of a class `= default` becomes the body that it stands for, which compares bases and
 * members in order. A defaulted <=> brings a defaulted == with it. */
#include <string.h>

#include "lang/parse/parse_impl.h"

/* The function, and what its operands are called. */
struct defaulted_comparison {
    struct node *function;
    struct node *left, *right; /* NODE_PARAMs; left NULL: it is a member, and *this is meant */
};

static struct node *named(struct parser *p, const char *space, const char *text, struct span at)
{
    struct node *n = node_new(p, NODE_NAME, at);
    n->name = name_cstr(p->in.names, text);
    n->name_at = at;
    if (space) {
        n->id.scope = node_new(p, NODE_SCOPE, at);
        n->id.scope->name = name_cstr(p->in.names, space);
        n->flags |= FLAG_STD;
    }
    return n;
}

static struct node *binary(struct parser *p, enum token_kind op, struct node *l, struct node *r)
{
    struct node *n = node_new(p, NODE_BINARY, l->at);
    n->op = (uint16_t) op;
    n->name_at = l->at;
    n->binary.left = l;
    n->binary.right = r;
    n->height = (uint16_t) ((l->height > r->height ? l->height : r->height) + 1);
    return n;
}

static struct node *number(struct parser *p, enum type_kind type, uint64_t v, struct span at)
{
    struct node *n = node_new(p, NODE_INTEGER, at);
    n->op = (uint16_t) type;
    n->integer = v;
    return n;
}

/* An operand: the object itself, or the parameter. */
static struct node *whole(struct parser *p, const struct node *param, struct span at)
{
    struct node *n = node_new(p, param ? NODE_NAME : NODE_UNARY, at);
    if (param) {
        n->name = param->name;
        n->name_at = at;
        return n;
    }
    n->op = TOKEN_STAR;
    n->unary.operand = node_new(p, NODE_THIS, at);
    return n;
}

/* part: NODE_FIELD, or the type of a base. */
static struct node *part_of(struct parser *p, const struct node *param, struct node *part,
                            struct span at)
{
    struct node *object = whole(p, param, at);
    if (part->kind == NODE_FIELD) {
        struct node *n = node_new(p, NODE_MEMBER, at);
        n->op = TOKEN_DOT;
        n->name = part->name;
        n->name_at = at;
        n->member.object = object;
        return n;
    }
    struct node *n = node_new(p, NODE_CAST, at), *base = node_new(p, NODE_TYPE_NAME, at);
    *base = *part;
    base->flags = (base->flags & ~(uint32_t) FLAG_VIRTUAL) | FLAG_CONST;
    n->op = TOKEN_STATIC_CAST;
    n->cast.type = node_new(p, NODE_TYPE_REFERENCE, at);
    n->cast.type->derived.base = base;
    n->cast.operand = object;
    return n;
}

static bool is_part(struct parser *p, const struct node *n)
{
    if (n->kind != NODE_FIELD || !n->name)
        return n->kind == NODE_TYPE_NAME;
    if (n->field.type->kind == NODE_TYPE_ARRAY)
        not_yet(p, n->name_at, "a defaulted comparison of an array");
    return true;
}

/* left == right of all parts, or std::__lexical(left <=> right...). */
static struct node *of_parts(struct parser *p, const struct defaulted_comparison *k,
                             const node_vec *parts, enum token_kind op)
{
    struct span at = k->function->name_at;
    struct node *call = node_new(p, NODE_CALL, at), *all = NULL;
    node_vec args = {0};
    call->call.callee = named(p, "std", "__lexical", at);
    VEC_EACH (part, parts) {
        if (!is_part(p, *part))
            continue;
        struct node *one =
            binary(p, op, part_of(p, k->left, *part, at), part_of(p, k->right, *part, at));
        all = all ? binary(p, TOKEN_AND_AND, all, one) : one;
        VEC_PUSH(&args, one);
    }
    node_list(p, call, &args);
    return op == TOKEN_SPACESHIP ? call : all ? all : number(p, TYPE_BOOL, 1, at);
}

/* The other comparisons: left == right, negated, or left <=> right against 0. */
static struct node *value_of(struct parser *p, const struct defaulted_comparison *k,
                             const node_vec *parts, enum token_kind op)
{
    struct span at = k->function->name_at;
    if (op == TOKEN_EQ || op == TOKEN_SPACESHIP)
        return of_parts(p, k, parts, op);
    struct node *l = whole(p, k->left, at), *r = whole(p, k->right, at);
    if (op != TOKEN_NOT_EQ)
        return binary(p, op, binary(p, TOKEN_SPACESHIP, l, r), number(p, TYPE_INT, 0, at));
    struct node *n = node_new(p, NODE_UNARY, at);
    n->op = TOKEN_BANG;
    n->unary.operand = binary(p, TOKEN_EQ, l, r);
    return n;
}

static void give_body(struct parser *p, const struct defaulted_comparison *k, const node_vec *parts,
                      enum token_kind op)
{
    struct span at = k->function->name_at;
    struct node *block = node_new(p, NODE_BLOCK, at), *back = node_new(p, NODE_RETURN, at);
    node_vec list = {0};
    back->expression.value = value_of(p, k, parts, op);
    VEC_PUSH(&list, back);
    node_list(p, block, &list);
    k->function->function.body = block;
    k->function->flags &= ~(uint32_t) FLAG_DEFAULTED;
}

static enum token_kind comparison_named(const struct name *name)
{
    static const enum token_kind kinds[] = {TOKEN_EQ,       TOKEN_NOT_EQ,  TOKEN_LESS,
                                            TOKEN_LESS_EQ,  TOKEN_GREATER, TOKEN_GREATER_EQ,
                                            TOKEN_SPACESHIP};

    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
        if (!strncmp(name->text, "operator", 8) &&
            !strcmp(name->text + 8, token_spelling(kinds[i])))
            return kinds[i];
    return TOKEN_END;
}

/* The function of a member, or of a friend. */
static struct node *function_of(struct node *member)
{
    struct node *f = member->kind == NODE_FRIEND ? member->friend.declaration : member;
    return f && f->kind == NODE_FUNCTION && f->role == ROLE_OPERATOR ? f : NULL;
}

static bool operands_of(struct parser *p, struct node *f, bool free,
                        struct defaulted_comparison *out)
{
    struct node *type = f->function.type;
    *out = (struct defaulted_comparison){.function = f};
    if (type->kind != NODE_TYPE_FUNCTION || type->count != (free ? 2u : 1u))
        return false;
    for (uint32_t i = 0; i < type->count; i++)
        if (!type->list[i]->name)
            type->list[i]->name = name_cstr(p->in.names, i ? "__right" : "__left");
    out->left = free ? type->list[0] : NULL;
    out->right = type->list[free];
    return true;
}

/* A defaulted == as the defaulted <=> declares it. */
static struct node *equality_like(struct parser *p, const struct node *member)
{
    struct node *n = node_new(p, member->kind, member->at), *f = n;
    const struct node *old = member;
    *n = *member;
    if (n->kind == NODE_FRIEND) {
        old = member->friend.declaration;
        f = n->friend.declaration = node_new(p, NODE_FUNCTION, old->at);
    }
    *f = *old;
    f->flags |= FLAG_DEFAULTED;
    f->name = n->name = name_cstr(p->in.names, "operator==");
    f->function.type = node_new(p, NODE_TYPE_FUNCTION, old->at);
    *f->function.type = *old->function.type;
    f->function.type->derived.base = node_new(p, NODE_TYPE_BASIC, old->at);
    f->function.type->derived.base->op = TYPE_BOOL;
    return n;
}

void parse_comparisons(struct parser *p, const struct node *tag, node_vec *members)
{
    node_vec parts = {0};
    const struct node *bases = tag->tag.bases;
    bool equality = false;
    for (uint32_t i = 0; bases && i < bases->count; i++)
        VEC_PUSH(&parts, bases->list[i]);
    VEC_EACH (m, members) {
        const struct node *f = function_of(*m);
        if ((*m)->kind == NODE_FIELD)
            VEC_PUSH(&parts, *m);
        equality |= f && comparison_named(f->name) == TOKEN_EQ;
    }
    for (size_t i = 0; i < members->n; i++) { /* a == may be added */
        struct node *m = members->at[i], *f = function_of(m);
        enum token_kind op = f ? comparison_named(f->name) : TOKEN_END;
        struct defaulted_comparison k;
        if (op == TOKEN_END || !(f->flags & FLAG_DEFAULTED) ||
            !operands_of(p, f, m->kind == NODE_FRIEND, &k))
            continue;
        if (op == TOKEN_SPACESHIP && !equality) {
            struct node *also = equality_like(p, m);
            VEC_PUSH(members, also);
            equality = true;
        }
        give_body(p, &k, &parts, op);
    }
    VEC_FREE(&parts);
}
