/* SPDX-License-Identifier: Apache-2.0 */
/* Constraints (C++20 13.5): whether one is satisfied, and which of two is the stronger one. What cannot be formed does not satisfy a
 * constraint; nothing here records a diag for that. */
#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/template/check_templates.h"

enum { CONSTRAINTS_MAX = 200 }; /* that one asks for, in each other */

/* ---- satisfaction ---- */

static bool is_true(struct checker *c, const struct node *n)
{
    struct expr *e = check_expr(c, n);
    e = expr_is_bad(e) ? e : check_constant(c, convert_rvalue(c, e));
    return !expr_is_bad(e) && e->kind == EXPR_INTEGER && e->integer;
}

bool constraint_holds(struct checker *c, const struct node *n)
{
    if (!n)
        return true;
    if (n->kind == NODE_BINARY && n->op == TOKEN_AND_AND)
        return constraint_holds(c, n->binary.left) && constraint_holds(c, n->binary.right);
    if (n->kind == NODE_BINARY && n->op == TOKEN_OR_OR)
        return constraint_holds(c, n->binary.left) || constraint_holds(c, n->binary.right);
    struct attempt attempt;
    stmt_vec unused = {0}, *out = c->out;
    if (c->endless_constraint || c->constraints >= CONSTRAINTS_MAX) {
        c->endless_constraint = true;
        return false;
    }
    c->constraints++;
    attempt_begin(c, &attempt);
    c->out = &unused;
    c->unevaluated++;
    bool holds = is_true(c, n) && !attempt.unused.errors;
    c->unevaluated--;
    c->out = out;
    attempt_end(c, &attempt);
    VEC_FREE(&unused);
    if (!--c->constraints)
        c->endless_constraint = false;
    return holds;
}

struct node *concept_of_type(struct checker *c, const struct node *concept, struct node *type)
{
    struct node *n = ARENA_NEW(c->arena, struct node);
    *n = *concept;
    n->list = ARENA_ARRAY(c->arena, struct node *, (size_t) concept->count + 1);
    n->list[0] = type;
    for (uint32_t i = 0; i < concept->count; i++)
    n->list[i + 1] = concept->list[i];
    n->count = concept->count + 1;
    n->flags |= FLAG_ARGS;
    return n;
}

bool auto_allows(struct checker *c, const struct node *n, const struct type *t)
{
    const struct type *deduced = c->deduced;
    struct node *type = ARENA_NEW(c->arena, struct node);
    if (!n->count)
        return true;
    *type = *n;
    type->count = 0;
    type->flags = 0;
    c->deduced = t;
    bool holds = constraint_holds(c, concept_of_type(c, n->list[0], type));
    c->deduced = deduced;
    if (!holds) {
        const struct node *concept = n->list[0];
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' does not satisfy the concept '%s'",
                   type_quoted(c, t), concept->name ? concept->name->text : "here");
    }
    return holds;
}

bool template_allows(struct checker *c, const struct template *t, const struct template_arg *args,
                     uint32_t n)
{
    const struct node *constraint = t->node->template.constraint;
    struct in_template in;
    if (!constraint)
        return true;
    template_enter(c, t, args, n, &in);
    bool holds = constraint_holds(c, constraint);
    template_leave(c, &in);
    return holds;
}

static const struct node *constraint_of_function(const struct symbol *s)
{
    const struct host_function *host =
        s->kind == SYMBOL_FUNCTION ? (const struct host_function *) s->function : NULL;
    const struct node *f = host ? host->signature : NULL;
    if (!f)
        return host ? host->constraint : NULL;
    return f->kind == NODE_TYPE_FUNCTION ? f->derived.extent : NULL;
}

bool function_constrained(const struct symbol *s)
{
    return constraint_of_function(s) != NULL;
}

bool function_allows(struct checker *c, const struct symbol *s)
{
    const struct node *constraint = constraint_of_function(s);
    struct entered e;
    if (!constraint)
        return true;
    const struct host_function *host = (const struct host_function *) s->function;
    context_enter(c, host->context, host->function.library, &e);
    bool holds = constraint_holds(c, constraint);
    context_leave(c, &e);
    return holds;
}

/* ---- requires-expressions: C++20 7.5.7 ---- */

/* { expression } -> Concept: the concept of decltype((expression)). */
static bool result_fits(struct checker *c, const struct node *n)
{
    struct node *value = ARENA_NEW(c->arena, struct node), *type = ARENA_NEW(c->arena, struct node);
    *value = *n->binary.left;
    value->flags |= FLAG_GROUPED;
    *type = (struct node){.kind = NODE_TYPE_OF, .op = TOKEN_DECLTYPE, .at = n->at};
    type->unary.operand = value;
    return constraint_holds(c, concept_of_type(c, n->binary.right, type));
}

static bool requirement_holds(struct checker *c, const struct node *n)
{
    int errors = c->diags->errors;
    if (n->op == TOKEN_TYPENAME)
        return resolve_type(c, n->binary.left)->kind != TYPE_ERROR;
    if (n->op == TOKEN_QUESTION)
        return constraint_holds(c, n->binary.left);
    struct expr *e = check_expr(c, n->binary.left);
    bool good = !expr_is_bad(e) && e->type->kind != TYPE_ERROR && c->diags->errors == errors;
    return good && (!n->binary.right || result_fits(c, n));
}

static bool bind_params(struct checker *c, const struct node *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        const struct node *p = f->list[i];
        const struct type *t = resolve_type(c, p->declarator.type);
        if (t->kind == TYPE_ERROR)
            return false;
        struct symbol *s =
            symbol_new(c, SYMBOL_VARIABLE, p->name ? p->name->text : " parameter", t, p->name_at);
        s->storage = STORAGE_PARAM;
        if (p->name)
            scope_bind(c, p->name, s);
    }
    return true;
}

struct expr *check_requires(struct checker *c, const struct node *n)
{
    struct attempt attempt;
    stmt_vec unused = {0}, *out = c->out;
    size_t mark;
    attempt_begin(c, &attempt);
    scope_enter(c, &mark);
    c->out = &unused;
    c->unevaluated++;
    bool holds = bind_params(c, n->requirement.params);
    for (uint32_t i = 0; i < n->count && holds; i++)
        holds = requirement_holds(c, n->list[i]);
    c->unevaluated--;
    c->out = out;
    scope_leave(c, mark);
    attempt_end(c, &attempt);
    VEC_FREE(&unused);
    return integer_new(c, type_basic(TYPE_BOOL), holds, n->at);
}

/* ---- order: C++20 13.5.4 ---- */

typedef VEC(const void *) atom_vec;

/* The concepts that a constraint is made of, and what else it asks. */
static void gather_atoms(struct checker *c, const struct node *n, atom_vec *to, int depth)
{
    if (!n || depth > CONSTRAINTS_MAX)
        return;
    if (n->kind == NODE_BINARY && n->op == TOKEN_AND_AND) {
        gather_atoms(c, n->binary.left, to, depth + 1);
        gather_atoms(c, n->binary.right, to, depth + 1);
        return;
    }
    if (n->kind == NODE_FOLD && n->op == TOKEN_AND_AND) {
        gather_atoms(c, n->fold.pattern, to, depth + 1);
        return;
    }
    bool failed = true;
    const struct symbol *s =
        n->kind == NODE_NAME && n->name ? scope_lookup_node(c, n, &failed, NULL) : NULL;
    const struct template *t =
        !failed && s && s->kind == SYMBOL_TEMPLATE && n->flags & FLAG_ARGS ? s->template : NULL;
    const struct node *d = t ? t->node->template.declaration : NULL;
    VEC_PUSH(to, t ? (const void *) t : n);
    if (!d || d->kind != NODE_DECLARATION || d->op != TOKEN_QUESTION)
        return;
    struct entered e;
    context_enter(c, t->context, t->library, &e);
    gather_atoms(c, d->list[0]->declarator.init, to, depth + 1);
    context_leave(c, &e);
}

static void atoms_of(struct checker *c, const struct symbol *template, const struct symbol *s,
                     atom_vec *to)
{
    struct attempt attempt;
    struct entered e;
    attempt_begin(c, &attempt);
    if (template) {
        context_enter(c, template->template->context, template->template->library, &e);
        gather_atoms(c, template->template->node->template.constraint, to, 0);
        context_leave(c, &e);
    }
    gather_atoms(c, constraint_of_function(s), to, 0);
    attempt_end(c, &attempt);
}

static bool is_constrained(const struct symbol *template, const struct symbol *s)
{
    return (template && template->template->node->template.constraint) || constraint_of_function(s);
}

static bool has_all(const atom_vec *a, const atom_vec *b)
{
    VEC_EACH (x, b) {
        bool found = false;
        VEC_EACH (y, a)
            found |= *x == *y;
        if (!found)
            return false;
    }
    return true;
}

int constraint_compare(struct checker *c, const struct symbol *a_template, const struct symbol *a,
                       const struct symbol *b_template, const struct symbol *b)
{
    atom_vec of_a = {0}, of_b = {0};
    if (!is_constrained(a_template, a) && !is_constrained(b_template, b))
        return 0;
    atoms_of(c, a_template, a, &of_a);
    atoms_of(c, b_template, b, &of_b);
    int order = has_all(&of_a, &of_b) - has_all(&of_b, &of_a);
    VEC_FREE(&of_a);
    VEC_FREE(&of_b);
    return order;
}
