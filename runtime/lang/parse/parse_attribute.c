/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes: alignas, __align__, __attribute__((...)) and [[...]]. Those that affect the layout of a type or a
 * member are kept, like #pragma pack; check_class.c applies them. All others are parsed and dropped. */
#include <stdlib.h>
#include <string.h>

#include "lang/parse/parse_impl.h"

static void add_align(struct parser *p, struct layout *l, struct node *value)
{
    struct node **all = ARENA_ARRAY(p->in.arena, struct node *, l->count + 1);
    if (l->count)
        memcpy(all, l->aligns, l->count * sizeof *all);
    all[l->count++] = value;
    l->aligns = all;
}

/* "(8)", "(sizeof(int))" or "(double)" at p->t. */
static void parse_align(struct parser *p, struct layout *l)
{
    const struct token *open = p->t;
    struct node *value;
    if (cast_ahead(p, open)) {
        p->t++;
        value = node_new(p, NODE_SIZEOF, p->t->at);
        value->op = TOKEN_ALIGNOF;
        value->unary.operand = parse_type_name(p);
    } else {
        p->t++;
        value = parse_assignment(p);
    }
    const struct token *end = p->t;
    if (!p->panic && !parse_is(p, TOKEN_ELLIPSIS))
        add_align(p, l, value);
    for (const struct token *t = open; t < end && !p->panic; t++) /* those of the type it names */
        if (t->kind == TOKEN_ATTRIBUTE) {
            p->t = t;
            take_attribute(p, l);
        }
    p->t = open;
    skip_balanced(p);
}

static bool is_word(const struct token *t, const char *word)
{
    struct str s = t->text;
    if (t->kind != TOKEN_NAME)
        return false;
    if (s.n > 4 && !memcmp(s.p, "__", 2) && !memcmp(s.p + s.n - 2, "__", 2))
        s = (struct str){s.p + 2, s.n - 4};
    return str_eq(s, word);
}

/* Attributes without which a program means something else. All others may be dropped. */
static void refuse_word(struct parser *p, const struct token *t)
{
    static const char *const words[] = {"ext_vector_type", "scalar_storage_order"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(t, words[i]) && t[1].kind == TOKEN_LPAREN)
            not_yet(p, t->at, arena_printf(p->in.arena, "the attribute '%s'", words[i]));
}

/* vector_size(bytes), the end of whose argument is found by the caller. */
static void read_vector(struct parser *p, const struct token *t, struct layout *l)
{
    if (!is_word(t, "vector_size") || t[1].kind != TOKEN_LPAREN)
        return;
    p->t = t + 2;
    l->vector = parse_assignment(p);
    parse_expect(p, TOKEN_RPAREN, "after the size of a vector");
}

struct node *vector_type(struct parser *p, struct node *element, struct layout *l)
{
    struct node *bytes = l->vector;
    if (!bytes || p->panic)
        return element;
    struct node *of = node_new(p, element->kind, element->at),
                *n = node_new(p, NODE_TYPE_NAME, element->at);
    node_vec list = {0};
    l->vector = NULL;
    *of = *element;
    of->flags &= ~(uint32_t) (FLAG_CONST | FLAG_VOLATILE);
    n->name = name_of(p->in.names, "__vector", 8);
    n->name_at = element->at;
    n->flags = FLAG_ARGS | (element->flags & (FLAG_CONST | FLAG_VOLATILE));
    VEC_PUSH(&list, of);
    VEC_PUSH(&list, bytes);
    node_list(p, n, &list);
    return n;
}

/* cleanup(f), alias("name"): what the declarator that follows or precedes has attached to it. */
static void attach_word(struct parser *p, const struct token *t)
{
    bool cleanup = is_word(t, "cleanup") && t[1].kind == TOKEN_LPAREN && t[2].kind == TOKEN_NAME;
    bool alias = is_word(t, "alias") && t[1].kind == TOKEN_LPAREN && t[2].kind == TOKEN_STRING;
    if (!cleanup && !alias)
        return;
    struct node *n = node_new(p, NODE_NAME, t[2].at);
    struct str text = t[2].text;
    n->name = cleanup ? t[2].name : name_of(p->in.names, text.p + 1, text.n - 2);
    n->name_at = t[2].at;
    n->op = alias ? TOKEN_STRING : 0;
    p->attached = n;
}

/* constructor, destructor(101), weak: of the functions that the declaration names; init_priority(101): of variables. */
static void describe_function(struct parser *p, const struct token *t)
{
    enum { LAST = 65535 }; /* the priority of those that give none */

    bool starts = is_word(t, "constructor") || is_word(t, "init_priority"),
         ends = is_word(t, "destructor");
    if (!starts && !ends && !is_word(t, "weak"))
        return;
    bool given = t[1].kind == TOKEN_LPAREN && t[2].kind == TOKEN_NUMBER;
    unsigned long priority = given ? strtoul(t[2].text.p, NULL, 0) : LAST; /* a ')' follows it */
    uint32_t rank = 1 + (priority < LAST ? (uint32_t) priority : LAST);
    struct name_attributes *a = ARENA_NEW(p->in.arena, struct name_attributes);
    if (p->attributes)
        *a = *p->attributes;
    if (starts)
        a->starts = rank;
    else if (ends)
        a->ends = rank;
    else
        a->weak = true;
    p->attributes = a;
}

/* The words between the brackets at p->t: packed, aligned, aligned(n). */
static void parse_words(struct parser *p, struct layout *l)
{
    const struct token *open = p->t, *end;
    skip_balanced(p);
    end = p->t;
    for (const struct token *t = open; t < end && !p->panic; t++) {
        bool aligned = is_word(t, "aligned");
        refuse_word(p, t);
        read_vector(p, t, l);
        attach_word(p, t);
        describe_function(p, t);
        l->packed |= is_word(t, "packed");
        l->ms |= is_word(t, "ms_struct");
        if (aligned && t[1].kind == TOKEN_LPAREN) {
            p->t = t + 1;
            parse_align(p, l);
        } else if (aligned) { /* GCC: the largest that the target uses */
            struct node *most = node_new(p, NODE_INTEGER, t->at);
            most->integer = 16;
            most->op = TYPE_INT;
            add_align(p, l, most);
        }
    }
    p->t = end;
}

bool take_attribute(struct parser *p, struct layout *l)
{
    if (parse_is(p, TOKEN_LBRACKET) && parse_next_is(p, 1, TOKEN_LBRACKET)) {
        parse_words(p, l);
        return true;
    }
    enum token_kind kind = p->t->kind;
    bool aligns = kind == TOKEN_ALIGN || kind == TOKEN_ALIGNAS || kind == TOKEN_C_ALIGNAS;
    if (!aligns && kind != TOKEN_ATTRIBUTE && kind != TOKEN_LAUNCH_BOUNDS &&
        kind != TOKEN_CLUSTER_DIMS && kind != TOKEN_MAX_REGS)
        return false;
    p->t++;
    if (!parse_is(p, TOKEN_LPAREN))
        parse_unexpected(p, "'(' after the attribute");
    else if (aligns)
        parse_align(p, l);
    else if (kind == TOKEN_ATTRIBUTE)
        parse_words(p, l);
    else
        skip_balanced(p);
    return true;
}

void take_attributes(struct parser *p, struct layout *l)
{
    while (!p->panic && take_attribute(p, l))
        ;
}

void skip_attributes(struct parser *p)
{
    struct layout unused = {0};
    take_attributes(p, &unused);
}

void skip_brackets(struct parser *p)
{
    while (!p->panic && parse_is(p, TOKEN_LBRACKET) && parse_next_is(p, 1, TOKEN_LBRACKET))
        skip_attributes(p);
}

void layout_set(struct parser *p, struct node *n, const struct layout *a, const struct layout *b)
{
    struct layout sum = *a;
    for (uint32_t i = 0; b && i < b->count; i++)
        add_align(p, &sum, b->aligns[i]);
    sum.packed |= b && b->packed;
    sum.ms |= b && b->ms;
    if (!sum.count && !sum.packed && !sum.pack && !sum.ms)
        return;
    n->flags |= FLAG_LAYOUT;
    n->layout = ARENA_NEW(p->in.arena, struct layout);
    *n->layout = sum;
}

const struct name_attributes *attributes_with(struct parser *p, const struct layout *a,
                                              const struct layout *b)
{
    if (!a->count && !b->count)
        return p->attributes;
    struct name_attributes *all = ARENA_NEW(p->in.arena, struct name_attributes);
    if (p->attributes)
        *all = *p->attributes;
    all->layout = *a;
    for (uint32_t i = 0; i < b->count; i++)
        add_align(p, &all->layout, b->aligns[i]);
    return all;
}

uint8_t pack_at(const struct parser *p, const struct token *t)
{
    uint8_t pack = 0;
    for (size_t i = 0; p->in.text && i < p->in.text->packs.n; i++)
        if (p->in.text->packs.at[i].position <= (uint32_t) (t - p->in.tokens))
            pack = p->in.text->packs.at[i].value;
    return pack;
}
