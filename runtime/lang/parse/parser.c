/* SPDX-License-Identifier: Apache-2.0 */
/* The base of the parser: tokens, nodes, errors, recovery, and dispatch into the grammar. All other files of this
 * folder build on it. */
#include "lang/parse/parse_impl.h"

#include <string.h>

struct node *node_new(struct parser *p, enum node_kind kind, struct span at)
{
    struct node *n = ARENA_NEW(p->in.arena, struct node);
    if (safepoint_stops(p->in.safepoint))
        p->halted = p->panic = true;
    n->kind = kind;
    n->at = at;
    return n;
}

void node_list(struct parser *p, struct node *n, node_vec *list)
{
    n->count = (uint32_t) list->n;
    n->list = ARENA_ARRAY(p->in.arena, struct node *, list->n);
    if (list->n)
        memcpy(n->list, list->at, list->n * sizeof *list->at);
    VEC_FREE(list);
}

struct node *error_node(struct parser *p)
{
    return node_new(p, NODE_ERROR, p->t->at);
}

struct span span_since(const struct parser *p, const struct token *start)
{
    return span_join(start->at, p->t > start ? p->t[-1].at : start->at);
}

bool parse_is(const struct parser *p, enum token_kind kind)
{
    return p->t->kind == kind;
}

bool parse_next_is(const struct parser *p, int ahead, enum token_kind kind)
{
    for (int i = 0; i < ahead; i++)
        if (p->t[i].kind == TOKEN_END)
            return false;
    return p->t[ahead].kind == kind;
}

void parse_advance(struct parser *p)
{
    p->t += !parse_is(p, TOKEN_END);
}

bool parse_take(struct parser *p, enum token_kind kind)
{
    if (p->t->kind != kind)
        return false;
    if (kind != TOKEN_END)
        p->t++;
    return true;
}

/* ---- errors ---- */

struct diag *syntax_error(struct parser *p, struct span at, const char *format, ...)
{
    if (p->panic)
        return NULL;
    p->panic = true;
    if (!p->in.diags->errors && parse_is(p, TOKEN_END))
        p->open_at_end = true;
    struct buf b = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&b, format, ap);
    va_end(ap);
    struct diag *e = diag_error(p->in.diags, DIAG_SYNTAX, at, "%s", b.p ? b.p : "");
    buf_free(&b);
    return e;
}

static const char *found(struct parser *p)
{
    if (parse_is(p, TOKEN_END))
        return "the end";
    return arena_printf(p->in.arena, "'%.*s'", (int) (p->t->text.n < 40 ? p->t->text.n : 40),
                        p->t->text.p);
}

struct diag *parse_unexpected(struct parser *p, const char *wanted)
{
    if (token_class(p->t->kind) == CLASS_LATER)
        return not_yet(p, p->t->at, token_spelling(p->t->kind));
    struct diag *e = syntax_error(p, p->t->at, "expected %s, found %s", wanted, found(p));
    if (e && parse_is(p, TOKEN_LAUNCH_CLOSE))
        diag_help(p->in.diags, e, "a launch is written kernel<<<grid, block>>>(arguments)");
    return e;
}

struct diag *not_yet(struct parser *p, struct span at, const char *feature)
{
    const char *quote = strchr(feature, ' ') ? "" : "'";
    struct diag *e =
        syntax_error(p, at, "%s%s%s is not supported on the host yet", quote, feature, quote);
    if (e)
        diag_help(p->in.diags, e, "kernels and __device__ functions may use all of C++17");
    return e;
}

bool parse_expect(struct parser *p, enum token_kind kind, const char *after)
{
    if (parse_take(p, kind))
        return true;
    const struct token *last = p->t - 1;
    bool missing = p->t != p->in.tokens &&
                   (kind == TOKEN_SEMICOLON || kind == TOKEN_RPAREN || kind == TOKEN_RBRACKET) &&
                   (p->t->line_start || parse_is(p, TOKEN_END));
    if (missing) {
        struct span behind = {last->at.source, last->at.end, last->at.end};
        syntax_error(p, behind, "expected '%s' %s", token_spelling(kind), after);
        return false;
    }
    struct buf b = {0};
    buf_printf(&b, "'%s' %s", token_spelling(kind), after);
    parse_unexpected(p, b.p);
    buf_free(&b);
    return false;
}

bool parse_enter(struct parser *p)
{
    if (++p->depth <= NESTING_MAX && !p->halted)
        return true;
    if (!p->halted)
        p->too_deep = p->t->at;
    p->halted = p->panic = true;
    return false;
}

void parse_leave(struct parser *p)
{
    p->depth--;
}

static enum token_kind partner(enum token_kind open)
{
    return open == TOKEN_LPAREN     ? TOKEN_RPAREN
           : open == TOKEN_LBRACKET ? TOKEN_RBRACKET
                                    : TOKEN_RBRACE;
}

void skip_balanced(struct parser *p)
{
    const struct token *open = p->t;
    int depth = 0;
    for (; !parse_is(p, TOKEN_END); p->t++) {
        depth +=
            parse_is(p, TOKEN_LPAREN) || parse_is(p, TOKEN_LBRACKET) || parse_is(p, TOKEN_LBRACE);
        depth -=
            parse_is(p, TOKEN_RPAREN) || parse_is(p, TOKEN_RBRACKET) || parse_is(p, TOKEN_RBRACE);
        if (!depth) {
            p->t++;
            return;
        }
    }
    struct diag *e =
        syntax_error(p, open->at, "this '%s' is never closed", token_spelling(open->kind));
    if (e)
        diag_help(p->in.diags, e, "add '%s' where it ends", token_spelling(partner(open->kind)));
}

/* ---- what names are ---- */

size_t scope_mark(const struct parser *p)
{
    return p->shadows.n;
}

void scope_undo(struct parser *p, size_t mark)
{
    while (p->shadows.n > mark) {
        struct shadow_change c = p->shadows.at[--p->shadows.n];
        c.name->shadow = c.before;
    }
}

void name_shadow(struct parser *p, struct name *name, enum name_shadow kind)
{
    if (!name)
        return;
    VEC_PUSH(&p->shadows, (struct shadow_change){name, name->shadow});
    name->shadow = kind;
}

enum name_shadow name_kind(const struct name *name)
{
    if (name->shadow != SHADOW_NONE)
        return name->shadow;
    const struct symbol *s = name->ordinary;
    if (s && s->kind == SYMBOL_TYPE)
        return SHADOW_TYPE;
    if (s && s->kind == SYMBOL_TEMPLATE)
        return s->makes_type ? SHADOW_CLASS_TEMPLATE : SHADOW_FUNCTION_TEMPLATE;
    if (s && s->kind == SYMBOL_SET)
        return s->set->templates ? SHADOW_FUNCTION_TEMPLATE : SHADOW_OTHER;
    if (s && s->kind == SYMBOL_KERNEL && s->kernel->template_count)
        return SHADOW_FUNCTION_TEMPLATE;
    if (s)
        return SHADOW_OTHER;
    return name->tag && (!name->builtin_count || name->yields) ? SHADOW_TYPE : SHADOW_NONE;
}

void name_declare(struct parser *p, struct name *name, bool is_type)
{
    enum name_shadow kind = is_type ? SHADOW_TYPE : SHADOW_OTHER;
    if (name && name_kind(name) != kind)
        name_shadow(p, name, kind);
}

void name_declare_function(struct parser *p, struct name *name)
{
    if (name && name_kind(name) != SHADOW_FUNCTION_TEMPLATE)
        name_declare(p, name, false);
}

/* ---- trying ---- */

void trial_begin(struct parser *p, struct trial *t)
{
    *t = (struct trial){.diags = p->in.diags,
                        .start = p->t,
                        .open_at_end = p->open_at_end,
                        .blocks = p->blocks,
                        .angles = p->angles,
                        .split = p->split,
                        .depth = p->depth,
                        .shadows = p->shadows.n,
                        .used = p->used.n};
    t->unused.muted = true;
    p->in.diags = &t->unused;
}

bool trial_end(struct parser *p, struct trial *t)
{
    bool good = !p->panic && !t->unused.errors;
    p->panic = p->halted;
    p->in.diags = t->diags;
    p->open_at_end = t->open_at_end;
    p->blocks = t->blocks;
    p->angles = t->angles;
    p->depth = t->depth;
    if (!good) {
        p->split = t->split;
        p->used.n = t->used;
        scope_undo(p, t->shadows);
    }
    diags_free(&t->unused);
    return good;
}

/* ---- the grammar ---- */

struct node *parse_assignment(struct parser *p)
{
    return p->grammar->assignment(p);
}

struct node *parse_expression(struct parser *p)
{
    return p->grammar->expression(p);
}

struct node *parse_type_name(struct parser *p)
{
    return p->grammar->type_name(p);
}

struct node *parse_tag(struct parser *p)
{
    return p->grammar->tag(p);
}

struct node *parse_block(struct parser *p)
{
    return p->grammar->block(p);
}
