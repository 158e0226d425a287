/* SPDX-License-Identifier: Apache-2.0 */
/* From tokens to the items of a cell. The grammar, from the bottom up: parser.c, parse_name.c, parse_attribute.c, parse_init.c,
 * parse_function.c, parse_decl.c, parse_template_params.c, parse_using.c, parse_class.c, parse_type.c, parse_template.c,
 * parse_expr.c, parse_device.c, parse_stmt.c. */
#include "lang/parse/parse.h"

#include <stdlib.h>

#include "base/check.h"
#include "lang/parse/parse_impl.h"

static const struct grammar grammar = {
    .assignment = parse_assignment_expression,
    .expression = parse_comma_expression,
    .type_name = parse_type_id,
    .tag = parse_tag_specifier,
    .block = parse_compound_statement,
};

enum { PART_TOKENS = 512 }; /* a definition keeps the trees of about as many */

/* Begins a part with the next item if the last one is long enough. */
static void next_part(struct parser *p, uint32_t items, const struct token **began)
{
    tree_parts *parts = p->in.parts;
    if (!parts || (parts->n && p->t - *began < PART_TOKENS))
        return;
    struct tree_part *part = xcalloc(1, sizeof *part);
    part->first = items;
    VEC_PUSH(parts, part);
    p->in.arena = &part->arena;
    *began = p->t;
}

void parse_tokens(const struct parse_input *in, struct parsed *out)
{
    struct parser p = {.grammar = &grammar, .in = *in, .t = in->tokens};
    node_vec items = {0};
    if (!in->dialect)
        p.in.dialect = &dialect_cpp;
    const struct dialect *unit = p.in.dialect;
    const struct token *began = p.t;
    while (!parse_is(&p, TOKEN_END) && !p.halted) {
        const struct source *src = in->sources ? source_get(in->sources, p.t->at.source) : NULL;
        p.in.dialect = dialect_of_text(unit, src && src->kind == SOURCE_BUILTIN);
        next_part(&p, (uint32_t) items.n, &began);
        parse_top(&p, &items);
    }
    p.in.arena = in->arena;
    if (p.too_deep.source) {
        struct diag *e =
            diag_error(in->diags, DIAG_SYNTAX, p.too_deep, "this is nested too deeply");
        diag_help(in->diags, e, "give parts of it names of their own");
    }
    scope_undo(&p, 0);
    VEC_FREE(&p.shadows);
    VEC_FREE(&p.used);
    free(p.no_types);
    struct node all = {0};
    node_list(&p, &all, &items);
    *out = (struct parsed){all.list, all.count, p.open_at_end};
}

int parse_depth(const struct token *tokens)
{
    int depth = 0;
    for (; tokens->kind != TOKEN_END; tokens++) {
        depth += tokens->kind == TOKEN_LPAREN || tokens->kind == TOKEN_LBRACKET ||
                 tokens->kind == TOKEN_LBRACE;
        depth -= tokens->kind == TOKEN_RPAREN || tokens->kind == TOKEN_RBRACKET ||
                 tokens->kind == TOKEN_RBRACE;
    }
    return depth > 0 ? depth : 0;
}
