/* SPDX-License-Identifier: Apache-2.0 */
/* The library's prototypes, read when a name is first used. */
#include <string.h>

#include "lang/check.h"
#include "lang/parse.h"

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
