/* SPDX-License-Identifier: Apache-2.0 */
/* The library's prototypes, read when a name is first used. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "lang/check.h"
#include "lang/parse.h"

/* Puts the prelude's meanings of the names in a prototype in the place of those that the program has given them, or
 * back again. */
static void exchange(struct name *n, struct symbol **ordinary, struct symbol **tag)
{
    struct symbol *o = n->ordinary, *t = n->tag;
    n->ordinary = *ordinary;
    n->tag = *tag;
    *ordinary = o;
    *tag = t;
}

struct hidden {
    struct name *name;
    struct symbol *ordinary, *tag;
};

typedef VEC(struct hidden) hidden_vec;

static void uncover(const struct tokens *tokens, hidden_vec *out)
{
    VEC_EACH (t, tokens) {
        struct name *n = t->kind == TOKEN_NAME ? t->name : NULL;
        if (!n || !(n->given || n->given_tag) ||
            (n->ordinary == n->given && n->tag == n->given_tag))
            continue;
        struct hidden h = {n, n->given, n->given_tag};
        exchange(n, &h.ordinary, &h.tag);
        VEC_PUSH(out, h);
    }
}

static const struct type *read_prototype(struct lang *l, const char *text)
{
    struct source src = {.name = "prototype", .text = str_of(text)};
    struct diags diags = {0};
    struct tokens tokens = {0};
    struct lexer lexer = {&l->names, &l->arena, false};
    VEC_PUSH(&tokens, (struct token){.kind = TOKEN_SEMICOLON});
    lex(&lexer, &src, 0, (uint32_t) src.text.n, &tokens);
    if (tokens.n == 1 || VEC_LAST(&tokens).kind != TOKEN_SEMICOLON)
        VEC_PUSH(&tokens, (struct token){.kind = TOKEN_SEMICOLON});
    VEC_PUSH(&tokens, (struct token){.kind = TOKEN_END});
    struct parse_input in = {&l->names, &l->arena, &diags, tokens.at + 1, true, false};
    struct parsed parsed;
    hidden_vec hidden = {0};
    uncover(&tokens, &hidden);
    parse(&in, &parsed);
    const struct type *t = NULL;
    if (!diags.errors && parsed.count == 1 && parsed.items[0]->kind == NODE_DECLARATION &&
        parsed.items[0]->count == 1) {
        struct checker c = {.l = l, .arena = &l->arena, .diags = &diags, .depth = DEPTH_CELL};
        stmt_vec unused = {0};
        c.out = &unused;
        t = resolve(&c, parsed.items[0]->list[0]->a);
        binding_undo(&c, 0);
        VEC_FREE(&c.log);
        VEC_FREE(&unused);
    }
    if (diags.errors || (t && t->kind != TYPE_FUNCTION))
        t = NULL;
    while (hidden.n) {
        struct hidden *h = hidden.at + --hidden.n;
        exchange(h->name, &h->ordinary, &h->tag);
    }
    VEC_FREE(&hidden);
    VEC_FREE(&tokens);
    diags_free(&diags);
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

/* ---- functions of the library as values ---- */

/* "int __call_abs(int x) { return abs(x); }" of "int abs(int x)". false: it takes what a function of the language cannot. */
static bool put_wrapper(struct buf *out, const char *prototype, const char *name)
{
    const char *open = strchr(prototype, '('), *at = open ? strstr(prototype, name) : NULL;
    if (!at || at > open || strstr(prototype, "...") || strstr(prototype, "__a") ||
        strchr(open + 1, '('))
        return false;
    buf_printf(out, "%.*s__call_%s", (int) (at - prototype), prototype, name);
    buf_printf(out, "%s { %s%s(", open, strncmp(prototype, "void ", 5) ? "return " : "", name);
    for (const char *p = open + 1; *p && strncmp(open, "(void)", 6);) {
        size_t n = strcspn(p, ",)"), from = n;
        while (from && (isalnum((unsigned char) p[from - 1]) || p[from - 1] == '_'))
            from--;
        buf_printf(out, "%s%.*s", p == open + 1 ? "" : ", ", (int) (n - from), p + from);
        p += n + 1;
    }
    buf_puts(out, "); }\n");
    return true;
}

struct symbol *library_pointer(struct lang *l, const struct symbol *builtin)
{
    const char *plain = builtin->builtin->name;
    struct name *name = name_cstr(&l->names, plain);
    char made[64];
    snprintf(made, sizeof made, "__call_%s", plain);
    struct name *wrapper = name_cstr(&l->names, made);
    if (wrapper->ordinary)
        return wrapper->ordinary;
    struct buf text = {0};
    bool good = name->builtin_count > 0;
    for (uint32_t i = 0; i < name->builtin_count && good; i++)
        good = put_wrapper(&text, l->library[name->builtin + i].builtin->prototype, plain);
    struct diags unheard = {0};
    char shown[80];
    snprintf(shown, sizeof shown, "<%s>", plain);
    struct unit *u = NULL;
    if (good)
        u = check_text(l, sources_add(l->sources, SOURCE_BUILTIN, shown, text.p, text.n), false,
                       true, NULL, &unheard);
    if (u) {
        u->device_def_count = 0;
        lang_commit(l, u);
        VEC_PUSH(&l->headers, u);
    }
    buf_free(&text);
    diags_free(&unheard);
    return wrapper->ordinary;
}
