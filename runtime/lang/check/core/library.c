/* SPDX-License-Identifier: Apache-2.0 */
/* The library's prototypes, read when a name is first used. */
#include "lang/check/core/scope.h"

#include "base/check.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/parse/parse.h"

/* A name's meanings, saved while a prototype is read. */
struct aside {
    struct name *name;
    struct symbol *ordinary, *tag;
    uint8_t shadow;
};

static void of_prelude_only(struct lang *l, struct name *n)
{
    n->shadow = SHADOW_NONE;
    if (n->ordinary && !of_prelude(l, n->ordinary))
        n->ordinary = NULL;
    if (n->tag && !of_prelude(l, n->tag))
        n->tag = NULL;
    if (n->ordinary || n->tag)
        return;
    const struct cell *prelude = (const struct cell *) l->prelude;
    VEC_EACH (p, &prelude->names)
        if (p->name == n)
            *(p->tag ? &n->tag : &n->ordinary) = p->symbol;
}

static const struct type *read_words(struct lang *l, const struct tokens *tokens)
{
    struct diags diags = {0};
    struct parse_input in = {&l->names, &l->arena, &diags, tokens->at + 1, NULL, true, false};
    struct parsed parsed;
    parse_tokens(&in, &parsed);
    const struct type *t = NULL;
    if (!diags.errors && parsed.count == 1 && parsed.items[0]->kind == NODE_DECLARATION &&
        parsed.items[0]->count == 1) {
        struct checker c = {.l = l,
                            .dialect = &dialect_cpp,
                            .arena = &l->arena,
                            .diags = &diags,
                            .depth = DEPTH_CELL};
        stmt_vec unused = {0};
        c.out = &unused;
        t = resolve_type(&c, parsed.items[0]->list[0]->declarator.type);
        binding_undo(&c, 0);
        VEC_FREE(&c.log);
        VEC_FREE(&unused);
    }
    if (diags.errors || (t && t->kind != TYPE_FUNCTION))
        t = NULL;
    diags_free(&diags);
    return t;
}

/* Prototypes use the prelude's names, even if a cell or a program has redefined them. */
static const struct type *read_tokens(struct lang *l, const struct tokens *tokens)
{
    VEC(struct aside) aside = {0};
    VEC_EACH (t, tokens) {
        if (t->kind != TOKEN_NAME || !t->name || !l->prelude) /* the prelude's own calls */
            continue;
        struct name *n = t->name;
        VEC_PUSH(&aside, ((struct aside){n, n->ordinary, n->tag, n->shadow}));
        of_prelude_only(l, n);
    }
    const struct type *t = read_words(l, tokens);
    while (aside.n) {
        const struct aside *a = &aside.at[--aside.n];
        a->name->ordinary = a->ordinary;
        a->name->tag = a->tag;
        a->name->shadow = a->shadow;
    }
    VEC_FREE(&aside);
    return t;
}

static const struct type *read_prototype(struct lang *l, const char *text)
{
    struct source src = {.name = "prototype", .text = str_of(text)};
    struct tokens tokens = {0};
    struct lexer lexer = {&l->names, &l->arena, false};
    VEC_PUSH(&tokens, (struct token){.kind = TOKEN_SEMICOLON});
    lex_text(&lexer, &src, 0, (uint32_t) src.text.n, &tokens);
    if (tokens.n == 1 || VEC_LAST(&tokens).kind != TOKEN_SEMICOLON)
        VEC_PUSH(&tokens, (struct token){.kind = TOKEN_SEMICOLON});
    VEC_PUSH(&tokens, (struct token){.kind = TOKEN_END});
    const struct type *t = read_tokens(l, &tokens);
    VEC_FREE(&tokens);
    return t;
}

struct library_row *library_row(struct lang *l, uint32_t i)
{
    struct library_row *row = l->library + i;
    if (!row->type) {
        row->type = read_prototype(l, row->builtin->prototype);
        row->symbol.type = row->type;
    }
    return row;
}

bool of_prelude(const struct lang *l, const struct symbol *s)
{
    return l->prelude && s->at.source == l->prelude->source->id;
}

/* ---- declarations of the library's functions ---- */

/* Of a header of ours that is included as text. */
static bool of_header(const struct lang *l, struct span at)
{
    const struct source *src = source_get(l->sources, at.source);
    return src && src->kind == SOURCE_BUILTIN;
}

/* Whether the text itself defines a function of that name later. */
static bool defines(const struct lang *l, const struct parsed *items, const struct name *name)
{
    for (uint32_t i = 0; i < items->count; i++) {
        const struct node *n = items->items[i];
        if (n->kind == NODE_DEVICE_ITEM)
            n = n->device.host;
        while (n && n->kind == NODE_TEMPLATE)
            n = n->template.declaration;
        if (n && n->kind == NODE_FUNCTION && n->name == name && n->function.body &&
            !of_header(l, n->at))
            return true;
    }
    return false;
}

bool declares_library(struct checker *c, const struct node *n, const struct type *t)
{
    const struct name *name = n->name;
    if (c->library || !c->items || t->kind != TYPE_FUNCTION || decl_name(c, n->name) != name)
        return false;
    bool same = false, ours = name->ordinary && !of_prelude(c->l, name->ordinary);
    for (uint32_t i = 0; i < name->builtin_count && !ours; i++) {
        const struct type *row = library_row(c->l, name->builtin + i)->type;
        bool unsaid = !t->param_count && !t->variadic; /* char *strcpy(); */
        same |= row && type_same(row->base, t->base) && (unsaid || same_arguments(row, t));
    }
    const struct symbol *known = name->ordinary;
    bool text = ours && known->kind == SYMBOL_FUNCTION && of_header(c->l, known->at);
    bool loose = c->dialect->old_declarations && (text || (name->builtin_count && !ours));
    return (same || loose) && !defines(c->l, c->items, name);
}

/* ---- calls ---- */

struct expr *library_call(struct checker *c, const char *row_name, struct expr **args,
                          uint32_t count, struct span at)
{
    const struct name *name = name_cstr(&c->l->names, row_name);
    CHECK(name->builtin_count);
    struct library_row *row = library_row(c->l, name->builtin);
    struct expr *e = expr_new(c, EXPR_BUILTIN, row->type->base, at);
    e->symbol = &row->symbol;
    e->order = ARGS_FROM_LEFT; /* not written as a call: <<, new, delete */
    e->args = ARENA_ARRAY(c->arena, struct expr *, count);
    for (uint32_t i = 0; i < count; i++)
        e->args[i] = args[i];
    e->arg_count = count;
    return e;
}
