/* SPDX-License-Identifier: Apache-2.0 */
/* Statements: C11 6.8. */
#include "lang/check/check_statement.h"

#include <string.h>

#include "lang/check/check_expression.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/device/check_device.h"
#include "lang/check/template/check_templates.h"

struct stmt *check_block(struct checker *c, const struct node *n)
{
    stmt_vec list = {0}, *out = c->out;
    size_t mark, used = c->used.n;
    scope_enter(c, &mark);
    c->out = &list;
    for (uint32_t i = 0; i < n->count; i++)
        check_statement(c, n->list[i]);
    c->out = out;
    c->used.n = used;
    scope_leave(c, mark);
    return block_of(c, &list, n->at);
}

void check_nested_block(struct checker *c, const struct node *n)
{
    put_stmt(c, check_block(c, n));
}

/* The substatement of a control statement: a block if it takes several statements. */
static struct stmt *governed(struct checker *c, const struct node *n)
{
    if (!n)
        return NULL;
    if (n->kind == NODE_BLOCK)
        return check_block(c, n);
    struct node block = {.kind = NODE_BLOCK, .at = n->at, .list = (struct node **) &n, .count = 1};
    struct stmt *s = check_block(c, &block);
    return s->count == 1 && s->list[0]->kind != STMT_DECLARE ? s->list[0] : s;
}

static struct expr *dropped(struct checker *c, const struct node *n)
{
    return n ? check_expr(c, n) : NULL;
}

static struct stmt *loop_body(struct checker *c, struct stmt *loop, const struct node *n)
{
    struct stmt *outer = c->loop, *leaves = c->leaves;
    c->loop = c->leaves = loop;
    struct stmt *body = governed(c, n);
    c->loop = outer;
    c->leaves = leaves;
    return body;
}

void check_for(struct checker *c, const struct node *n)
{
    stmt_vec list = {0}, *out = c->out;
    size_t mark;
    scope_enter(c, &mark);
    c->out = &list;
    if (n->loop.init)
        check_statement(c, n->loop.init);
    struct stmt *s = stmt_new(c, STMT_FOR, n->at);
    if (list.n == 1)
        s->init = list.at[--list.n];
    s->expr = n->loop.condition
                  ? convert_to_bool(c, check_expr(c, n->loop.condition), "the condition of 'for'")
                  : NULL;
    s->step = dropped(c, n->loop.step);
    s->body = loop_body(c, s, n->loop.body);
    c->out = out;
    scope_leave(c, mark);
    VEC_PUSH(&list, s);
    if (list.n > 1) { /* several declarations: a block around the loop holds them */
        put_stmt(c, block_of(c, &list, n->at));
        return;
    }
    VEC_FREE(&list);
    put_stmt(c, s);
}

/* if (T x = value) ..., switch (T x = value) ...: a block with the declaration around it. */
static void with_declaration(struct checker *c, const struct node *n)
{
    struct node inner = *n;
    struct node *both[] = {n->selection.init, &inner};
    struct node block = {.kind = NODE_BLOCK, .at = n->at, .list = both, .count = 2};
    inner.selection.init = NULL;
    put_stmt(c, check_block(c, &block));
}

void check_switch(struct checker *c, const struct node *n)
{
    if (n->selection.init) {
        with_declaration(c, n);
        return;
    }
    size_t mark;
    scope_enter(c, &mark);
    struct stmt *s = stmt_new(c, STMT_SWITCH, n->at), *leaves = c->leaves, *outer = c->switches;
    struct expr *e = check_value(c, n->selection.condition);
    if (!expr_is_bad(e) && (!type_is_integer(e->type) || type_is_int128(e->type))) {
        diag_error(c->diags, DIAG_TYPE, e->at, "a switch needs an integer%s, not '%s'",
                   type_is_integer(e->type) ? " of at most 64 bits" : "", type_quoted(c, e->type));
        e = expr_bad(c, e->at);
    }
    s->expr = expr_is_bad(e) ? e : convert_to(c, e, convert_promoted_value(e));
    size_t from = c->cases_from;
    c->cases_from = c->cases.n;
    c->leaves = c->switches = s;
    s->body = governed(c, n->selection.body);
    c->leaves = leaves;
    c->switches = outer;
    s->case_count = (uint32_t) (c->cases.n - c->cases_from);
    s->cases = ARENA_ARRAY(c->arena, struct stmt *, s->case_count);
    if (s->case_count)
        memcpy(s->cases, c->cases.at + c->cases_from, s->case_count * sizeof *s->cases);
    c->cases.n = c->cases_from;
    c->cases_from = from;
    scope_leave(c, mark);
    put_stmt(c, s);
}

/* The statement after a label. Its declarations belong to the enclosing block. */
static void check_labelled(struct checker *c, struct stmt *label, const struct node *n)
{
    put_stmt(c, label);
    if (!n || n->kind == NODE_EMPTY)
        label->body = stmt_new(c, STMT_EMPTY, label->at);
    else
        label->body = n->kind == NODE_CASE || n->kind == NODE_DEFAULT || n->kind == NODE_LABEL
                          ? NULL
                          : governed(c, n);
    if (!label->body) { /* case 1: case 2: ... */
        label->body = stmt_new(c, STMT_EMPTY, label->at);
        check_statement(c, n);
    }
}

static bool case_value(struct checker *c, const struct node *n, int64_t *out)
{
    if (!constant_integer(c, n, "a case", out))
        return false;
    if (!expr_is_bad(c->switches->expr))
        *out = fold_wrap(c->switches->expr->type, *out);
    return true;
}

/* Adds a case to the innermost switch unless it has one of its values. at: of the values */
static bool add_case(struct checker *c, struct stmt *s, struct span at)
{
    for (size_t i = c->cases_from; i < c->cases.n; i++) {
        const struct stmt *old = c->cases.at[i];
        bool meets = old->value <= s->last && s->value <= old->last;
        if (old->is_default == s->is_default && (s->is_default || meets)) {
            struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "duplicate case");
            diag_note(c->diags, d, old->at, "the first one is here");
            return false;
        }
    }
    VEC_PUSH(&c->cases, s);
    return true;
}

/* GNU's case 1 ... 5. Of large unsigned numbers, which the tree has as negative ones, it may be two ranges. */
static void check_case_range(struct checker *c, const struct node *n, struct stmt *s)
{
    if (!case_value(c, n->label.value, &s->value) || !case_value(c, n->label.last, &s->last))
        return;
    const struct type *t = c->switches->expr->type;
    struct span at = span_join(n->label.value->at, n->label.last->at);
    if (!expr_is_bad(c->switches->expr) && !type_is_signed(t) && s->value >= 0 && s->last < 0) {
        struct stmt *low = stmt_new(c, STMT_CASE, s->at);
        low->value = s->value;
        low->last = INT64_MAX;
        s->value = INT64_MIN;
        if (!add_case(c, low, at))
            return;
        check_labelled(c, low, NULL);
    }
    if (s->value > s->last)
        diag_warning(c->diags, DIAG_TYPE, at, "this range has no values");
    else if (!add_case(c, s, at))
        return;
    check_labelled(c, s, n->label.statement);
}

void check_case(struct checker *c, const struct node *n)
{
    const struct node *last = n->label.last ? n->label.last : n->label.value;
    struct stmt *s = stmt_new(c, STMT_CASE, last ? span_join(n->name_at, last->at) : n->name_at);
    s->is_default = n->kind == NODE_DEFAULT;
    if (!c->switches) {
        diag_error(c->diags, DIAG_SYNTAX, n->name_at, "'%s' outside of a switch",
                   s->is_default ? "default" : "case");
        return;
    }
    if (n->label.last) {
        check_case_range(c, n, s);
        return;
    }
    if (!s->is_default && !case_value(c, n->label.value, &s->value))
        return;
    s->last = s->value;
    if (add_case(c, s, n->label.value ? n->label.value->at : n->at))
        check_labelled(c, s, n->label.statement);
}

static bool is_local(const struct symbol *s)
{
    return s->storage == STORAGE_LOCAL && s->name && s->name[0] != ' ';
}

/* Returning a local object moves it. If every return gives the same local, it is built in the result's place. */
static struct expr *return_object(struct checker *c, const struct node *n, struct expr *e,
                                  const struct type *t, const struct purpose *why)
{
    struct function *f = c->function;
    if (n->kind == NODE_INIT_LIST) {
        f->returns_other = true;
        return construct_from_list(c, t, n, true, n->at);
    }
    if (expr_is_bad(e))
        return e;
    bool own = e->kind == EXPR_VARIABLE && type_same(e->type, t) &&
               (is_local(e->symbol) || e->symbol->storage == STORAGE_PARAM);
    bool local = own && is_local(e->symbol) && n->kind == NODE_NAME;
    if (local && (!f->result || f->result == e->symbol))
        f->result = e->symbol;
    else
        f->returns_other = true;
    const struct class_info *info =
        type_plain(e->type)->kind == TYPE_STRUCT ? e->type->class : NULL;
    bool copied = info && info->no_move && !info->no_copy; /* C++17 15.8.3p3: its move is deleted */
    if (e->kind == EXPR_VARIABLE && !copied &&
        (is_local(e->symbol) || e->symbol->storage == STORAGE_PARAM))
        e->xvalue = true;
    return init_from(c, t, e, why);
}

/* Deduces an `auto` result type from the first return. e: the value that n gives, or NULL. */
static void deduce_result(struct checker *c, const struct node *n, struct expr *e)
{
    struct function *f = c->function;
    const struct node *written = f->syntax->function.type->derived.base;
    const struct type *t = type_basic(TYPE_VOID), *placed = t;
    if (e) {
        bool reference = written->kind == NODE_TYPE_REFERENCE && e->lvalue,
             whole = written->kind == NODE_TYPE_AUTO && written->op == TOKEN_DECLTYPE;
        if (!reference && !whole)
            e = convert_rvalue(c, e);
        t = e->kind == EXPR_OVERLOADS ? type_basic(TYPE_ERROR)
            : whole                   ? decltype_of(c, n, e)
            : reference               ? type_reference(c->arena, e->type, false)
                                      : type_plain(e->type);
        placed = reference ? e->type : t;
    }
    const struct node *inner = written;
    for (; inner->kind != NODE_TYPE_AUTO; inner = inner->derived.base)
        placed = placed->kind == TYPE_POINTER && !placed->reference ? placed->base : placed;
    if (t->kind != TYPE_ERROR)
        auto_allows(c, inner, placed);
    ((struct type *) (uintptr_t) f->type)->base = t;
    c->result = t;
    c->auto_result = false;
}

/* The returned value, converted to the function's result. e: that value if it is already checked, else NULL. */
static struct expr *returned(struct checker *c, const struct node *n, struct expr *e)
{
    const struct type *t = c->result;
    struct purpose why = {.kind = FOR_RETURN, .name = c->function->symbol->name};
    if (t->kind == TYPE_VOID) {
        e = e ? e : check_expr(c, n);
        if (!expr_is_bad(e) && e->type->kind != TYPE_VOID && !c->dialect->old_declarations)
            diag_error(c->diags, DIAG_TYPE, n->at,
                       "'%s' cannot return a value: its return type is void", why.name);
        return e;
    }
    if (t->kind == TYPE_POINTER && t->reference)
        return bind_reference(c, e ? e : check_expr(c, n), t, &why);
    if (type_is_class(t))
        return return_object(c, n, e, t, &why);
    return e ? init_value(c, &t, e, &why) : check_init(c, &t, n, &why);
}

void check_return(struct checker *c, const struct node *n)
{
    struct stmt *s = stmt_new(c, STMT_RETURN, n->at);
    const struct node *value = n->expression.value;
    if (!c->function) {
        struct diag *d = diag_error(c->diags, DIAG_SYNTAX, n->at, "'return' outside of a function");
        diag_help(c->diags, d, "to display a value, end the cell with it, without ';'");
        return;
    }
    bool object = c->auto_result || type_is_class(c->result);
    struct expr *e = value && value->kind != NODE_INIT_LIST && object ? check_expr(c, value) : NULL;
    if (c->auto_result)
        deduce_result(c, value, e);
    if (value)
        s->expr = returned(c, value, e);
    else if (c->result->kind != TYPE_VOID && !c->dialect->old_declarations)
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' must return '%s'", c->function->symbol->name,
                   type_quoted(c, c->result));
    put_stmt(c, s);
}

void check_jump(struct checker *c, const struct node *n)
{
    bool leaves = n->kind == NODE_BREAK;
    struct stmt *s = stmt_new(c, leaves ? STMT_BREAK : STMT_CONTINUE, n->at);
    s->target = leaves ? c->leaves : c->loop;
    if (!s->target)
        diag_error(c->diags, DIAG_SYNTAX, n->at,
                   leaves ? "'break' outside of a loop or switch" : "'continue' outside of a loop");
    put_stmt(c, s);
}

void check_goto(struct checker *c, const struct node *n)
{
    if (goes_outside(c, n))
        return;
    struct stmt *s = stmt_new(c, STMT_GOTO, n->at);
    s->text = str_of(n->name->text);
    VEC_PUSH(&c->gotos, s);
    VEC_PUSH(&c->goto_names, n->name_at);
    put_stmt(c, s);
}

void check_label(struct checker *c, const struct node *n)
{
    struct stmt *s = stmt_new(c, STMT_LABEL, n->at);
    s->text = str_of(n->name->text);
    const struct stmt *other =
        (const struct stmt *) (uintptr_t) pointer_map_get(&c->labels, n->name->text, 0);
    if (other) {
        diag_note(c->diags,
                  diag_error(c->diags, DIAG_NAME, n->at, "duplicate label '%s'", n->name->text),
                  other->at, "the first one is here");
        return;
    }
    pointer_map_set(&c->labels, n->name->text, (uintptr_t) s);
    check_labelled(c, s, n->label.statement);
}

void check_static_assert(struct checker *c, const struct node *n)
{
    int64_t v;
    if (constant_integer(c, n->assertion.condition, "the condition of static_assert", &v) && !v)
        diag_error(c->diags, DIAG_TYPE, n->assertion.condition->at, "static assertion failed%s%.*s",
                   n->text.n ? ": " : "", (int) n->text.n, n->text.p);
}

void check_expression(struct checker *c, const struct node *n)
{
    struct stmt *s = stmt_new(c, n->kind == NODE_RESULT ? STMT_RESULT : STMT_EXPR, n->at);
    s->expr = check_expr(c, n->expression.value);
    if (s->expr->kind == EXPR_OVERLOADS) {
        diag_error(c->diags, DIAG_TYPE, n->expression.value->at,
                   "this name is an overloaded function: call it");
        s->expr = expr_bad(c, n->at);
    }
    put_stmt(c, s);
}

void check_magic(struct checker *c, const struct node *n)
{
    struct stmt *s = stmt_new(c, STMT_MAGIC, n->at);
    s->text = n->text;
    put_stmt(c, s);
}

static bool is_plain_if(const struct node *n)
{
    return n && n->kind == NODE_IF && !(n->flags & FLAG_CONSTEXPR) && !n->selection.init;
}

/* Includes the whole `else if` chain, which may be thousands long. */
static struct stmt *if_chain(struct checker *c, const struct node *n)
{
    struct stmt *first = NULL, **link = &first;
    for (; is_plain_if(n) && !safepoint_stops(c->safepoint); n = n->selection.otherwise) {
        struct stmt *s = *link = stmt_new(c, STMT_IF, n->at);
        s->expr =
            convert_to_bool(c, check_expr(c, n->selection.condition), "the condition of 'if'");
        s->body = governed(c, n->selection.body);
        link = &s->otherwise;
    }
    *link = governed(c, n);
    return first;
}

/* if constexpr: the branch not taken is not checked. */
static void if_constant(struct checker *c, const struct node *n)
{
    int64_t holds;
    if (!constant_integer(c, n->selection.condition, "the condition of 'if constexpr'", &holds))
        return;
    const struct node *taken = holds ? n->selection.body : n->selection.otherwise;
    if (taken)
        put_stmt(c, governed(c, taken));
}

/* The statement is a scope of its own, for what its condition declares: C11 6.8.4p3, C++17 9.4p1. */
void check_if(struct checker *c, const struct node *n)
{
    size_t mark;
    scope_enter(c, &mark);
    if (n->flags & FLAG_CONSTEXPR)
        if_constant(c, n);
    else if (n->selection.init)
        with_declaration(c, n);
    else
        put_stmt(c, if_chain(c, n));
    scope_leave(c, mark);
}

/* while (T x = value) body: for (;;) { T x = value; if (!x) break; body } */
static void while_declaration(struct checker *c, const struct node *n)
{
    struct node *condition = n->loop.condition;
    struct node stop = {.kind = NODE_BREAK, .at = condition->at};
    struct node not = {
        .kind = NODE_UNARY, .op = TOKEN_BANG, .at = condition->at, .unary.operand = condition};
    struct node test = {
        .kind = NODE_IF, .at = condition->at, .selection.condition = &not, .selection.body = &stop};
    struct node *parts[] = {n->loop.init, &test, n->loop.body};
    struct node block = {.kind = NODE_BLOCK, .at = n->at, .list = parts, .count = 3};
    struct node loop = {.kind = NODE_FOR, .at = n->at, .loop.body = &block};
    check_statement(c, &loop);
}

void check_while(struct checker *c, const struct node *n)
{
    if (n->loop.init) {
        while_declaration(c, n);
        return;
    }
    size_t mark;
    scope_enter(c, &mark);
    struct stmt *s = stmt_new(c, STMT_WHILE, n->at);
    s->expr = convert_to_bool(c, check_expr(c, n->loop.condition), "the condition of 'while'");
    s->body = loop_body(c, s, n->loop.body);
    scope_leave(c, mark);
    put_stmt(c, s);
}

void check_do(struct checker *c, const struct node *n)
{
    size_t mark;
    scope_enter(c, &mark);
    struct stmt *s = stmt_new(c, STMT_DO, n->at);
    s->body = loop_body(c, s, n->loop.body);
    s->expr = convert_to_bool(c, check_expr(c, n->loop.condition), "the condition of 'do'");
    scope_leave(c, mark);
    put_stmt(c, s);
}

/* ---- namespaces ---- */

void check_item(struct checker *c, const struct node *n)
{
    int errors = c->diags->errors;
    check_statement(c, n);
    if (n->kind == NODE_DEVICE_ITEM)
        return;
    if (c->diags->errors == errors && !c->library)
        define_both_sides(c, n);
    if (c->diags->errors == errors)
        check_waiting(c, 0);
}

void check_namespace(struct checker *c, const struct node *n)
{
    const struct context *outer = c->context;
    struct name *space = n->namespace.name->name;
    if (n->flags & FLAG_INLINE && space)
        VEC_PUSH(&c->used_kept, ((struct used_space){outer ? outer->space : NULL, space}));
    c->context = context_in_space(c, outer, space);
    if (n->flags & FLAG_INLINE && space && !c->library)
        define_inline_namespace(c, n, outer ? outer->space : NULL);
    for (uint32_t i = 0; i < n->count; i++)
        check_item(c, n->list[i]);
    c->context = outer;
}

void check_using_namespace(struct checker *c, const struct node *n)
{
    if (!n->name)
        return;
    bool known = n->name->is_namespace || !strcmp(n->name->text, "std");
    if (!known) {
        struct diag *d = diag_error(c->diags, DIAG_NAME, n->id.scope->at, "'%s' is not a namespace",
                                    n->name->text);
        struct name_match match = {.wanted = n->name->text};
        for (const struct name *m = diag_is_kept(c->diags, d) ? c->l->names.all : NULL; m;
             m = m->next)
            if (m->is_namespace)
                name_match_try(&match, m->text);
        if (name_match_best(&match))
            diag_help(c->diags, d, "did you mean '%s'?", name_match_best(&match));
        return;
    }
    struct name *in = c->context ? c->context->space : NULL;
    if (c->depth > DEPTH_CELL)
        VEC_PUSH(&c->used, n->name);
    else
        VEC_PUSH(&c->used_kept, ((struct used_space){in, n->name}));
}

/* using space::name; */
static void use_enumerators(struct checker *c, const struct node *n)
{
    const struct type *t = enum_used(c, n);
    for (uint32_t i = 0; t && i < t->class->member_count; i++) {
        const struct class_member *m = t->class->members + i;
        struct name *name = decl_name(c, name_cstr(&c->l->names, m->name));
        if (name->ordinary != m->symbol && name_free(c, name, n->name_at))
            scope_bind(c, name, m->symbol);
    }
}

void check_using(struct checker *c, const struct node *n)
{
    bool failed;
    if (n->op == TOKEN_ENUM) {
        use_enumerators(c, n);
        return;
    }
    if (!n->using.name->name)
        return;
    struct symbol *s = scope_lookup_node(c, n->using.name, &failed, NULL);
    if (failed)
        return;
    if (!s) {
        unknown_name(c, n->using.name, false);
        return;
    }
    struct name *name = decl_name(c, n->name);
    if (s->kind == SYMBOL_BUILTIN || name->ordinary == s)
        return;
    symbol_vec all = {0};
    overload_gather(&all, s);
    if (name->ordinary && name->ordinary_depth == c->depth && all.n) {
        VEC_EACH (one, &all)
            declare_function_name(c, name, *one);
    } else if (name_free(c, name, n->name_at)) {
        scope_bind(c, name, s);
    }
    VEC_FREE(&all);
}
