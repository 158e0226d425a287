/* SPDX-License-Identifier: Apache-2.0 */
/* Statements, and the top level of a cell, where declarations and statements mix. */
#include "lang/parse/parse_impl.h"

/* After an error: skips past the next ';' or block, or to before a '}' that closes an enclosing one. */
static void recover(struct parser *p, const struct token *start)
{
    if (p->t == start && !parse_is(p, TOKEN_END) && !parse_is(p, TOKEN_RBRACE))
        p->t++;
    while (p->halted && !parse_is(p, TOKEN_END))
        p->t++;
    while (!parse_is(p, TOKEN_END)) {
        if (parse_take(p, TOKEN_SEMICOLON))
            break;
        if (parse_is(p, TOKEN_RBRACE) && p->blocks)
            break;
        if (parse_is(p, TOKEN_LBRACE)) {
            p->panic = true;
            skip_balanced(p);
            if (!parse_is(p, TOKEN_SEMICOLON) && !parse_is(p, TOKEN_COMMA) &&
                !parse_is(p, TOKEN_RPAREN))
                break;
        } else {
            p->t++;
        }
        bool new_line =
            p->t->line_start &&
            (token_class(p->t->kind) == CLASS_TYPE || token_class(p->t->kind) == CLASS_SPEC ||
             parse_is(p, TOKEN_TEMPLATE) || parse_is(p, TOKEN_MAGIC));
        if (new_line)
            break;
    }
    p->panic = p->halted;
}

static struct node *parse_condition_declaration(struct parser *p)
{
    bool range = p->range;
    p->range = true; /* no ';' is wanted */
    struct node *n = parse_declaration(p);
    p->range = range;
    return n;
}

/* The condition of the statement `word`; a declaration in it, or before it (C++17), goes to out_init. */
static struct node *parse_condition(struct parser *p, const char *word, struct node **out_init)
{
    struct buf b = {0};
    buf_printf(&b, "after '%s'", word);
    struct node *n = NULL;
    bool open = parse_expect(p, TOKEN_LPAREN, b.p);
    if (open && at_declaration(p)) {
        struct node *init = parse_condition_declaration(p);
        n = node_new(p, NODE_NAME, init->count ? init->list[0]->name_at : init->at);
        n->name = init->count ? init->list[0]->name : NULL;
        n->name_at = n->at;
        *out_init = init;
        if (parse_take(p, TOKEN_SEMICOLON)) /* C++17: if (init; condition) */
            n = parse_expression(p);
        else if (!n->name)
            parse_unexpected(p, "a condition");
    } else {
        n = open && !p->panic ? parse_expression(p) : error_node(p);
    }
    parse_expect(p, TOKEN_RPAREN, "after the condition");
    buf_free(&b);
    return n;
}

/* The substatement of if, while and others, in a scope of its own. */
static struct node *parse_governed(struct parser *p)
{
    if (p->panic)
        return error_node(p);
    size_t mark = scope_mark(p);
    p->blocks++;
    struct node *n = parse_statement(p);
    p->blocks--;
    scope_undo(p, mark);
    return n;
}

/* A chain of `else if` is a list, not nested. */
static struct node *parse_if(struct parser *p, struct node *first)
{
    size_t mark = scope_mark(p);
    node_vec chain = {0};
    VEC_PUSH(&chain, first);
    p->blocks++;
    for (bool more = true; more;) {
        struct node *n = VEC_LAST(&chain);
        if (parse_take(p, TOKEN_CONSTEXPR))
            n->flags |= FLAG_CONSTEXPR;
        n->selection.condition = parse_condition(p, "if", &n->selection.init);
        n->selection.body = parse_governed(p);
        bool otherwise = !p->panic && parse_take(p, TOKEN_ELSE);
        more = otherwise && parse_is(p, TOKEN_IF);
        if (more) {
            n->selection.otherwise = node_new(p, NODE_IF, p->t->at);
            VEC_PUSH(&chain, n->selection.otherwise);
            p->t++;
        } else if (otherwise) {
            n->selection.otherwise = parse_governed(p);
        }
    }
    struct span end = p->t[-1].at;
    for (size_t i = 1; i < chain.n; i++)
        chain.at[i]->at = span_join(chain.at[i]->at, end);
    VEC_FREE(&chain);
    p->blocks--;
    scope_undo(p, mark);
    return first;
}

static struct node *parse_while(struct parser *p, struct node *n)
{
    size_t mark = scope_mark(p);
    p->blocks++;
    n->loop.condition = parse_condition(p, "while", &n->loop.init);
    n->loop.body = parse_governed(p);
    p->blocks--;
    scope_undo(p, mark);
    return n;
}

static struct node *parse_switch(struct parser *p, struct node *n)
{
    size_t mark = scope_mark(p);
    p->blocks++;
    n->selection.condition = parse_condition(p, "switch", &n->selection.init);
    n->selection.body = parse_governed(p);
    p->blocks--;
    scope_undo(p, mark);
    return n;
}

static struct node *parse_do(struct parser *p, struct node *n)
{
    n->loop.body = parse_governed(p);
    if (parse_expect(p, TOKEN_WHILE, "after the body of 'do'"))
        n->loop.condition = parse_condition(p, "while", &n->loop.init);
    parse_expect(p, TOKEN_SEMICOLON, "after 'do ... while'");
    return n;
}

/* From t on, in parentheses: whether a ':' comes before any ';'. */
static bool range_ahead(const struct token *t)
{
    int depth = 0, questions = 0;
    for (; t->kind != TOKEN_END; t++) {
        depth += t->kind == TOKEN_LPAREN || t->kind == TOKEN_LBRACKET || t->kind == TOKEN_LBRACE;
        depth -= t->kind == TOKEN_RPAREN || t->kind == TOKEN_RBRACKET || t->kind == TOKEN_RBRACE;
        questions += t->kind == TOKEN_QUESTION;
        if (depth < 0 || (!depth && t->kind == TOKEN_SEMICOLON))
            return false;
        if (!depth && t->kind == TOKEN_COLON && !questions--)
            return true;
    }
    return false;
}

/* After '(': whether one ';' comes before the declaration and the range (C++20). */
static bool ranges_after_first(const struct parser *p)
{
    int depth = 0;
    for (const struct token *t = p->t; t->kind != TOKEN_END; t++) {
        depth += t->kind == TOKEN_LPAREN || t->kind == TOKEN_LBRACKET || t->kind == TOKEN_LBRACE;
        depth -= t->kind == TOKEN_RPAREN || t->kind == TOKEN_RBRACKET || t->kind == TOKEN_RBRACE;
        if (depth < 0)
            return false;
        if (!depth && t->kind == TOKEN_SEMICOLON)
            return range_ahead(t + 1);
    }
    return false;
}

/* for (declaration : range) */
static void parse_range_loop(struct parser *p, struct node *n)
{
    n->kind = NODE_RANGE_FOR;
    p->range = true;
    n->range_for.declaration = parse_declaration(p);
    p->range = false;
    if (n->range_for.declaration->count > 1)
        syntax_error(p, n->range_for.declaration->list[1]->at,
                     "a 'for' over a range declares one variable");
    parse_expect(p, TOKEN_COLON, "before the range");
    n->range_for.range = p->panic ? error_node(p) : parse_value(p);
    parse_expect(p, TOKEN_RPAREN, "after the range");
    n->range_for.body = parse_governed(p);
}

static struct node *parse_for(struct parser *p, struct node *n)
{
    size_t mark = scope_mark(p);
    p->blocks++;
    bool open = parse_expect(p, TOKEN_LPAREN, "after 'for'");
    skip_brackets(p);
    if (open &&
        ranges_after_first(
            p)) { /* for (first; declaration : range) is { first; for (declaration : range) } */
        node_vec list = {0};
        VEC_PUSH(&list, parse_statement(p));
        struct node *loop = node_new(p, NODE_RANGE_FOR, n->at);
        parse_range_loop(p, loop);
        VEC_PUSH(&list, loop);
        n->kind = NODE_BLOCK;
        node_list(p, n, &list);
    } else if (open && range_ahead(p->t) && at_declaration(p)) {
        parse_range_loop(p, n);
    }
    if (n->kind != NODE_FOR) {
        p->blocks--;
        scope_undo(p, mark);
        return n;
    }
    if (open) {
        if (at_declaration(p)) {
            n->loop.init = parse_declaration(p);
        } else if (!parse_take(p, TOKEN_SEMICOLON)) {
            n->loop.init = node_new(p, NODE_EXPRESSION, p->t->at);
            n->loop.init->expression.value = parse_expression(p);
            n->loop.init->at = n->loop.init->expression.value->at;
            parse_expect(p, TOKEN_SEMICOLON, "after the first part of 'for'");
        }
        if (!p->panic && !parse_is(p, TOKEN_SEMICOLON))
            n->loop.condition = parse_expression(p);
        parse_expect(p, TOKEN_SEMICOLON, "after the condition of 'for'");
        if (!p->panic && !parse_is(p, TOKEN_RPAREN))
            n->loop.step = parse_expression(p);
        parse_expect(p, TOKEN_RPAREN, "after the parts of 'for'");
    }
    n->loop.body = parse_governed(p);
    p->blocks--;
    scope_undo(p, mark);
    return n;
}

static struct node *parse_jump(struct parser *p, struct node *n)
{
    if (n->kind == NODE_GOTO && parse_take(p, TOKEN_STAR)) {
        n->kind = NODE_COMPUTED_GOTO;
        n->expression.value = parse_expression(p);
    } else if (n->kind == NODE_GOTO) {
        n->name = p->t->name;
        n->name_at = p->t->at;
        if (!parse_take(p, TOKEN_NAME))
            parse_unexpected(p, "a label");
    } else if (n->kind == NODE_RETURN && !parse_is(p, TOKEN_SEMICOLON)) {
        n->expression.value = parse_is(p, TOKEN_LBRACE) ? parse_value(p) : parse_expression(p);
    }
    parse_expect(p, TOKEN_SEMICOLON,
                 n->kind == NODE_RETURN                                  ? "after 'return'"
                 : n->kind == NODE_GOTO || n->kind == NODE_COMPUTED_GOTO ? "after 'goto'"
                                                                         : "after the jump");
    return n;
}

/* The statement after a label, which may be missing at the end of a block (C23). */
static struct node *parse_labelled(struct parser *p)
{
    if (parse_is(p, TOKEN_RBRACE) || p->panic || at_declaration(p))
        return node_new(p, NODE_EMPTY, p->t->at);
    if (!parse_enter(p)) {
        parse_leave(p);
        return error_node(p);
    }
    struct node *n = parse_statement(p);
    parse_leave(p);
    return n;
}

static struct node *parse_case(struct parser *p, struct node *n)
{
    n->name_at = n->at;
    if (n->kind == NODE_CASE) {
        n->label.value = parse_assignment(p);
        if (parse_take(p, TOKEN_ELLIPSIS))
            n->label.last = parse_assignment(p);
    }
    parse_expect(p, TOKEN_COLON, n->kind == NODE_CASE ? "after the case" : "after 'default'");
    n->label.statement = parse_labelled(p);
    return n;
}

struct node *parse_compound_statement(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_BLOCK, start->at);
    node_vec list = {0};
    p->t++;
    size_t mark = scope_mark(p), used = p->used.n;
    p->blocks++;
    while (!parse_is(p, TOKEN_RBRACE) && !parse_is(p, TOKEN_END)) {
        const struct token *here = p->t;
        struct node *s = parse_statement(p);
        if (p->panic)
            recover(p, here);
        else
            VEC_PUSH(&list, s);
    }
    p->blocks--;
    p->used.n = used;
    scope_undo(p, mark);
    node_list(p, n, &list);
    if (parse_is(p, TOKEN_END)) {
        struct diag *e = syntax_error(p, start->at, "this '{' is never closed");
        if (e)
            diag_help(p->in.diags, e, "add '}' where the block ends");
    }
    parse_take(p, TOKEN_RBRACE);
    n->at = span_since(p, start);
    return n;
}

/* try { } catch (const T &e) { } catch (...) { } */
static struct node *parse_expression_statement(struct parser *p)
{
    struct node *n = node_new(p, NODE_EXPRESSION, p->t->at);
    n->expression.value = parse_expression(p);
    n->at = n->expression.value->at;
    if (p->panic)
        return n;
    if (!p->blocks && p->in.cell && parse_is(p, TOKEN_END)) {
        n->kind = NODE_RESULT;
        return n;
    }
    parse_expect(p, TOKEN_SEMICOLON, "after the expression");
    n->at = span_since(p, p->t - 1).source == n->at.source ? span_join(n->at, p->t[-1].at) : n->at;
    return n;
}

static struct node *parse_magic(struct parser *p)
{
    struct node *n = node_new(p, NODE_MAGIC, p->t->at);
    n->text = p->t->text;
    p->t++;
    return n;
}

static const struct {
    enum token_kind word;
    enum node_kind kind;
    struct node *(*parse)(struct parser *p, struct node *n);
} words[] = {
    {TOKEN_IF,       NODE_IF,       parse_if    },
    {TOKEN_SWITCH,   NODE_SWITCH,   parse_switch},
    {TOKEN_WHILE,    NODE_WHILE,    parse_while },
    {TOKEN_DO,       NODE_DO,       parse_do    },
    {TOKEN_FOR,      NODE_FOR,      parse_for   },
    {TOKEN_CASE,     NODE_CASE,     parse_case  },
    {TOKEN_DEFAULT,  NODE_DEFAULT,  parse_case  },
    {TOKEN_BREAK,    NODE_BREAK,    parse_jump  },
    {TOKEN_CONTINUE, NODE_CONTINUE, parse_jump  },
    {TOKEN_GOTO,     NODE_GOTO,     parse_jump  },
    {TOKEN_RETURN,   NODE_RETURN,   parse_jump  },
};

static struct node *parse_word(struct parser *p)
{
    const struct token *start = p->t;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (parse_is(p, words[i].word)) {
            struct node *n = node_new(p, words[i].kind, start->at);
            p->t++;
            return words[i].parse(p, n);
        }
    return NULL;
}

/* __label__ a, b; labels belong to the function here, so that only nested functions need to know them. */
static struct node *parse_local_labels(struct parser *p)
{
    struct node *n = node_new(p, NODE_LOCAL_LABELS, p->t->at);
    node_vec list = {0};
    do {
        struct node *label = node_new(p, NODE_EMPTY, (++p->t)->at);
        label->name = p->t->name;
        if (parse_take(p, TOKEN_NAME))
            VEC_PUSH(&list, label);
    } while (parse_is(p, TOKEN_COMMA));
    node_list(p, n, &list);
    parse_expect(p, TOKEN_SEMICOLON, "after the labels");
    return n;
}

/* __attribute__((fallthrough)); */
static bool attribute_statement_ahead(const struct parser *p)
{
    if (!parse_is(p, TOKEN_ATTRIBUTE) || !parse_next_is(p, 1, TOKEN_LPAREN))
        return false;
    const struct token *end = behind_parens(p->t + 1);
    return end && end->kind == TOKEN_SEMICOLON;
}

static struct node *parse_statement_here(struct parser *p)
{
    if (attribute_statement_ahead(p))
        skip_attributes(p);
    skip_brackets(p);
    const struct token *start = p->t;
    switch (p->t->kind) {
    case TOKEN_LBRACE: return parse_block(p);
    case TOKEN_USING: return parse_using(p);
    case TOKEN_TRY: p->t++; return parse_try(p, start);
    case TOKEN_STATIC_ASSERT:
    case TOKEN_C_STATIC_ASSERT: return parse_static_assert(p);
    case TOKEN_MAGIC: return parse_magic(p);
    case TOKEN_ASM:
    case TOKEN_ASM_GNU: return parse_asm(p);
    case TOKEN_LOCAL_LABEL: return parse_local_labels(p);
    case TOKEN_SEMICOLON: p->t++; return node_new(p, NODE_EMPTY, start->at);
    case TOKEN_ELSE: syntax_error(p, start->at, "'else' without 'if'"); return error_node(p);
    case TOKEN_TEMPLATE: not_yet(p, start->at, "a template here"); return error_node(p);
    default: break;
    }
    struct node *n = parse_is(p, TOKEN_NAMESPACE) ? parse_local_alias(p) : parse_word(p);
    if (n) {
        n->at = span_since(p, start);
        return n;
    }
    if (parse_is(p, TOKEN_NAME) && parse_next_is(p, 1, TOKEN_COLON)) {
        n = node_new(p, NODE_LABEL, start->at);
        n->name = p->t->name;
        p->t += 2;
        if (parse_is(p, TOKEN_ATTRIBUTE))
            skip_attributes(p);
        n->label.statement = parse_labelled(p);
        n->at = span_since(p, start);
        return n;
    }
    if (at_declaration(p))
        return parse_declaration(p);
    return parse_expression_statement(p);
}

struct node *parse_statement(struct parser *p)
{
    struct node *n = parse_enter(p) ? parse_statement_here(p) : error_node(p);
    parse_leave(p);
    return n;
}

/* namespace a::b { ... } */
static struct node *parse_namespace(struct parser *p)
{
    const struct token *start = p->t;
    struct node *n = node_new(p, NODE_NAMESPACE, start->at);
    struct name *outer = p->space;
    parse_take(p, TOKEN_INLINE);
    p->t++;
    skip_brackets(p);
    if (parse_is(p, TOKEN_NAME))
        n->name = p->t->name;
    n->name_at = p->t->at;
    for (; parse_is(p, TOKEN_NAME); parse_take(p, TOKEN_SCOPE)) {
        p->space = name_in(p->in.names, p->space, p->t->name);
        p->space->is_namespace = true;
        p->t++;
    }
    const struct token *open = p->t;
    node_vec list = {0};
    if (parse_expect(p, TOKEN_LBRACE, "after the namespace's name")) {
        if (start->kind == TOKEN_INLINE && p->space)
            VEC_PUSH(&p->used, ((struct used_space){outer, p->space}));
        while (!parse_is(p, TOKEN_RBRACE) && !parse_is(p, TOKEN_END))
            parse_top(p, &list);
        if (!parse_take(p, TOKEN_RBRACE))
            syntax_error(p, open->at, "this '{' is never closed");
    }
    n->flags = start->kind == TOKEN_INLINE ? FLAG_INLINE : 0;
    node_list(p, n, &list);
    n->namespace.name = node_new(p, NODE_NAME, n->at);
    n->namespace.name->name = p->space;
    p->space = outer;
    n->at = span_since(p, start);
    return n;
}

static bool at_namespace(const struct parser *p)
{
    if (parse_is(p, TOKEN_INLINE) && parse_next_is(p, 1, TOKEN_NAMESPACE))
        return true;
    if (!parse_is(p, TOKEN_NAMESPACE))
        return false;
    const struct token *t = p->t + 1;
    while (t->kind == TOKEN_NAME || t->kind == TOKEN_SCOPE)
        t++;
    return t->kind == TOKEN_LBRACE;
}

/* extern "C" { ... } and extern "C" declaration */
static bool parse_linkage(struct parser *p, node_vec *out)
{
    if (!parse_is(p, TOKEN_EXTERN) || !parse_next_is(p, 1, TOKEN_STRING))
        return false;
    if (!parse_next_is(p, 2, TOKEN_LBRACE))
        return false;
    const struct token *open = p->t + 2;
    p->t += 3;
    while (!parse_is(p, TOKEN_RBRACE) && !parse_is(p, TOKEN_END))
        parse_top(p, out);
    if (!parse_take(p, TOKEN_RBRACE)) {
        syntax_error(p, open->at, "this '{' is never closed");
        p->panic = p->halted;
    }
    return true;
}

/* extern "C" before one declaration is 'extern' too: without a value it defines no variable (C++17 10.5 (7)). */
static struct node *as_extern(struct node *n)
{
    if (n && n->kind == NODE_DECLARATION && n->count && !(n->flags & FLAG_TYPEDEF))
        n->flags |= FLAG_EXTERN;
    return n;
}

/* template <> struct a::b::name<T> { ... }; is namespace a::b { template <> struct name<T> { ... }; } */
static struct node *parse_specialisation(struct parser *p, struct name *space)
{
    struct node *n = node_new(p, NODE_NAMESPACE, p->t->at);
    struct name *outer = p->space;
    node_vec list = {0};
    p->space = space;
    parse_top(p, &list);
    p->space = outer;
    node_list(p, n, &list);
    n->name_at = n->at;
    n->namespace.name = node_new(p, NODE_NAME, n->at);
    n->namespace.name->name = space;
    return n;
}

static struct node *parse_item(struct parser *p)
{
    skip_brackets(p);
    struct name *space = specialised_in(p);
    if (space)
        return parse_specialisation(p, space);
    if (explicit_instantiation_ahead(p))
        return parse_explicit_instantiation(p);
    struct node *n = at_namespace(p) ? parse_namespace(p) : parse_device_item(p);
    if (n || p->panic)
        return n;
    bool linked = parse_is(p, TOKEN_EXTERN) && parse_next_is(p, 1, TOKEN_STRING);
    p->t += linked ? 2 : 0;
    n = parse_plain_guide(p);
    n = n || p->panic ? n : parse_outside_member(p);
    if (n || p->panic)
        return n;
    n = parse_is(p, TOKEN_TEMPLATE) ? parse_template(p) : parse_statement(p);
    return linked ? as_extern(n) : n;
}

void parse_top(struct parser *p, node_vec *out)
{
    const struct token *start = p->t;
    struct node *n = NULL;
    p->outside = NULL;
    if (parse_is(p, TOKEN_RBRACE)) {
        syntax_error(p, p->t->at, "unmatched '}'");
        p->panic = p->halted;
        p->t++;
        return;
    }
    bool grouped = parse_enter(p) && parse_linkage(p, out);
    if (!grouped && !p->panic)
        n = parse_item(p);
    parse_leave(p);
    if (p->panic) {
        recover(p, start);
        return;
    }
    if (grouped)
        return;
    n->position = (uint32_t) (start - p->in.tokens);
    n->position_end = (uint32_t) (p->t - p->in.tokens);
    VEC_PUSH(out, n);
}
