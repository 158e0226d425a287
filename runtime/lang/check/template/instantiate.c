/* SPDX-License-Identifier: Apache-2.0 */
/* Instances of templates (C++17 17.7). Each list of arguments is checked once. Instances live as long as the
 * session, since later cells share them; those of a failed cell are removed. Next: check_deduction.c. */
#include "lang/check/template/check_templates.h"

#include <string.h>

#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

enum { ARGS_MAX = TEMPLATE_ARGS_MAX };

static struct template_arg *kept_args(struct checker *c, const struct template_arg *args,
                                      uint32_t n)
{
    struct template_arg *kept = ARENA_ARRAY(&c->l->arena, struct template_arg, n + 1);
    memcpy(kept, args, n * sizeof *args);
    return kept;
}

static void add_instance(struct checker *c, struct template *t, const struct template_arg *args,
                         uint32_t n, struct symbol *s)
{
    t->instances.at = template_grown(c, t->instances.at, t->instances.n, &t->instances.cap,
                                     sizeof *t->instances.at);
    VEC_PUSH(&t->instances, (struct instance){kept_args(c, args, n), n, s});
    VEC_PUSH(&c->undo, ((struct undo_entry){UNDO_INSTANCE, .template = t}));
}

static struct symbol *known_instance(const struct template *t, const struct template_arg *args,
                                     uint32_t n)
{
    VEC_EACH (i, &t->instances)
        if (i->count == n && same_args(i->args, args, n))
            return i->symbol;
    return NULL;
}

/* ---- classes ---- */

/* Whether nothing speaks for `best` against s. */
static bool stronger(struct checker *c, const struct template *s, const struct template *best)
{
    int order = special_compare(s, best);
    if (order || s->node->count > best->node->count)
        return order > 0;
    return s->node->count != best->node->count ||
           constraint_compare(c, s->symbol, s->symbol, best->symbol, best->symbol) >= 0;
}

/* The specialisation for these arguments, and its own arguments; or the template itself. */
static const struct template *pick_special(struct checker *c, const struct template *t,
                                           const struct template_arg *args, uint32_t n,
                                           struct template_arg *out, uint32_t *out_n)
{
    const struct template *best = t;
    memcpy(out, args, n * sizeof *args);
    *out_n = n;
    VEC_EACH (s, &t->special) {
        const struct node *wanted = special_args((*s)->node);
        struct template_arg own[ARGS_MAX] = {0};
        struct entered e;
        context_enter(c, (*s)->context, (*s)->library, &e);
        struct attempt attempt;
        attempt_begin(c, &attempt);
        bool fits = deduce_args(c, *s, wanted->list, wanted->count, args, n, own);
        for (uint32_t i = 0; fits && i < (*s)->node->count; i++)
            fits = own[i].type || own[i].kind == ARG_PACK || own[i].kind == ARG_TEMPLATE;
        if (fits) { /* and gives the same back */
            struct in_template in;
            struct template_arg again[ARGS_MAX] = {0};
            uint32_t k = 0;
            template_enter(c, *s, own, (*s)->node->count, &in);
            fits = read_template_args(c, t, wanted, again, &k) && complete_args(c, t, again, k);
            fits = fits && same_args(again, args, n);
            fits = fits && constraint_holds(c, (*s)->node->template.constraint);
            template_leave(c, &in);
        }
        attempt_end(c, &attempt);
        context_leave(c, &e);
        if (!fits || (best != t && !stronger(c, *s, best)))
            continue;
        best = *s;
        memcpy(out, own, sizeof own);
        *out_n = (*s)->node->count;
    }
    return best;
}

/* Gives an instance its class body, if its template has one by now. */
static void define_instance(struct checker *c, struct template *t, const struct template_arg *args,
                            uint32_t n, struct type *type, struct span at)
{
    struct template_arg own[ARGS_MAX];
    uint32_t own_n;
    const struct template *from = pick_special(c, t, args, n, own, &own_n);
    const struct node *tag = from->node->template.declaration->declaration.type;
    struct entered e;
    struct diag *last = c->diags->last;
    type->is_union = tag->op == TOKEN_UNION;
    const struct context *x = template_context(c, from, own, own_n);
    class_place(c, type->class, x);
    if (tag->kind == NODE_TYPE_TAG && tag->flags & FLAG_BODY) {
        context_enter(c, x, t->library, &e);
        stmt_vec *out =
            c->out; /* its static variables begin to live with the cell, whoever names it first */
        c->out = c->top ? c->top : out;
        c->l->rules->class_body(c, tag, type);
        c->out = out;
        context_leave(c, &e);
    }
    if (!t->library)
        note_instance(c, last, type->name, at);
}

static const struct type *class_instance(struct checker *c, struct template *t,
                                         const struct template_arg *args, uint32_t n,
                                         struct span at)
{
    struct arena *arena = c->arena;
    c->arena = &c->l->arena;
    struct type *type = ARENA_NEW(c->arena, struct type);
    type->kind = TYPE_STRUCT;
    type->align = 1;
    type->name = instance_name(c, t, args, n);
    struct class_info *info = class_new(c, type, NULL);
    info->template = t; /* members may be defined in a specialisation */
    info->args = kept_args(c, args, n);
    info->arg_count = n;
    add_instance(c, t, args, n, symbol_new(c, SYMBOL_TYPE, type->name, type, at));
    define_instance(c, t, info->args, n, type, at);
    c->arena = arena;
    return type;
}

void template_define_class(struct checker *c, struct template *t, const struct node *n)
{
    struct arena *arena = c->arena;
    t->node = template_with_defaults(c, n, t->node);
    c->arena = &c->l->arena;
    for (size_t i = 0; i < t->instances.n; i++) { /* more may be added */
        struct instance known = t->instances.at[i];
        if (known.symbol->type->kind == TYPE_STRUCT && !known.symbol->type->complete)
            define_instance(c, t, known.args, known.count, (struct type *) known.symbol->type,
                            known.symbol->at);
    }
    c->arena = arena;
}

const struct type *instance_of(struct checker *c, struct template *t, struct template_arg *args,
                               uint32_t n, struct span at)
{
    const struct node *d = t->node->template.declaration;
    struct symbol *known = known_instance(t, args, n);
    if (known)
        return known->type;
    if (!may_instantiate(c, t, args, n, at))
        return type_basic(TYPE_ERROR);
    c->instantiations++;
    const struct type *type;
    if (d->flags & FLAG_TYPEDEF) {
        struct in_template in;
        struct arena *arena = c->arena;
        template_enter(c, t, args, n, &in);
        c->arena = &c->l->arena;
        type = resolve_type(c, d->list[0]->declarator.type);
        c->arena = arena;
        template_leave(c, &in);
    } else {
        type = class_instance(c, t, args, n, at);
    }
    c->instantiations--;
    return type;
}

const struct type *instantiate_class(struct checker *c, struct template *t, const struct node *n)
{
    struct template_arg args[ARGS_MAX] = {0};
    uint32_t count;
    scope_mention(c, t->symbol);
    t = template_with_allocator(c, t, n);
    if (t->node->count > ARGS_MAX || !read_template_args(c, t, n, args, &count))
        return type_basic(TYPE_ERROR);
    if (!complete_args(c, t, args, count)) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->at,
                                    "'%s' needs more template arguments", t->symbol->name);
        if (!t->library)
            diag_note(c->diags, d, t->symbol->at, "'%s' is declared here", t->symbol->name);
        return type_basic(TYPE_ERROR);
    }
    if (!template_allows(c, t, args, t->node->count)) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, n->at, "'%s' does not satisfy the constraints of '%s'",
                       instance_name(c, t, args, t->node->count), t->symbol->name);
        if (!t->library)
            diag_note(c->diags, d, t->symbol->at, "'%s' is declared here", t->symbol->name);
        return type_basic(TYPE_ERROR);
    }
    return instance_of(c, t, args, t->node->count, n->at);
}

/* ---- variables: C++17 17 ---- */

bool is_variable_template(const struct symbol *s)
{
    const struct node *d =
        s->kind == SYMBOL_TEMPLATE ? s->template->node->template.declaration : NULL;
    return d && d->kind == NODE_DECLARATION && d->count && !(d->flags & FLAG_TYPEDEF) &&
           d->list[0]->declarator.type->kind != NODE_TYPE_FUNCTION;
}

/* What an instance without storage stands for: a constant, or a constexpr object for each use. NULL: it is a variable. */
static struct expr *constant_instance(struct checker *c, const struct node *d,
                                      const struct type *type, struct span at)
{
    const struct node *v = d->list[0], *init = v->declarator.init;
    if (d->op == TOKEN_QUESTION) /* a concept */
        return integer_new(c, type_basic(TYPE_BOOL), constraint_holds(c, init), at);
    const struct node none = {.kind = NODE_INIT_LIST, .at = at};
    bool constant = d->flags & FLAG_CONSTEXPR || (type && type->is_const);
    bool list = !init || init->kind == NODE_INIT_LIST;
    if (d->flags & FLAG_CONSTEXPR && type && type->kind == TYPE_STRUCT && list)
        return construct_from_list(c, type_plain(type), init ? init : &none, true, at);
    if (init && init->kind == NODE_INIT_LIST && init->count == 1)
        init = init->list[0];
    if (!constant || !init || (type && (type->kind == TYPE_ARRAY || type->kind == TYPE_STRUCT)))
        return NULL;
    struct attempt attempt;
    attempt_begin(c, &attempt);
    struct expr *value = check_constant(c, convert_rvalue(c, check_expr(c, init)));
    if (type && !expr_is_bad(value))
        value = fold_expr(c, convert_to(c, value, type_plain(type)));
    attempt_end(c, &attempt);
    bool good = !attempt.unused.errors;
    return good && !expr_is_bad(value) && (value->kind == EXPR_INTEGER || value->kind == EXPR_REAL)
               ? value
               : NULL;
}

static struct expr *first_value(struct checker *c, const struct node *v, const struct type **type)
{
    const struct node none = {.kind = NODE_INIT_LIST, .at = v->at}, *init = v->declarator.init;
    struct purpose why = {.kind = FOR_INIT, .name = v->name->text};
    if (!*type) {
        struct expr *value = convert_rvalue(c, check_expr(c, init));
        *type = type_plain(value->type);
        return value;
    }
    if (init && v->flags & FLAG_PARENS)
        return construct_from_list(c, *type, init, false, v->at);
    if (init)
        return c->l->rules->init(c, type, init, &why);
    return (*type)->kind == TYPE_STRUCT ? construct_from_list(c, *type, &none, true, v->at) : NULL;
}

/* The variable of an instance, which begins to live with the cell, whoever names it first. */
static struct symbol *variable_object(struct checker *c, struct template *t,
                                      const struct template_arg *args, const struct node *d,
                                      const struct type *type)
{
    const struct node *v = d->list[0];
    struct arena *arena = c->arena;
    stmt_vec *out = c->out;
    c->arena = &c->l->arena;
    c->out = c->top ? c->top : out;
    const char *name = instance_name(c, t, args, t->node->count);
    struct symbol *s = symbol_new(c, SYMBOL_VARIABLE, name, type, v->name_at);
    s->storage = STORAGE_STATIC;
    s->of_thread = d->flags & FLAG_THREAD;
    s->in_memory = true;
    add_instance(c, t, args, t->node->count, s);
    struct expr *value = first_value(c, v, &type);
    s->type = value && expr_is_bad(value) ? type_basic(TYPE_ERROR) : type;
    if (s->type->kind != TYPE_ERROR)
        put_declare(c, s, value, v->at);
    c->out = out;
    c->arena = arena;
    return s;
}

struct expr *variable_instance(struct checker *c, struct template *t, const struct node *n)
{
    struct template_arg args[ARGS_MAX] = {0}, own[ARGS_MAX] = {0};
    struct in_template in;
    uint32_t count;
    scope_mention(c, t->symbol);
    if (t->node->count > ARGS_MAX || !read_template_args(c, t, n, args, &count))
        return expr_bad(c, n->at);
    if (!complete_args(c, t, args, count)) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' needs more template arguments",
                   t->symbol->name);
        return expr_bad(c, n->at);
    }
    struct symbol *s = known_instance(t, args, t->node->count);
    if (s)
        return use_symbol(c, s, n->at);
    if (!may_instantiate(c, t, args, t->node->count, n->at))
        return expr_bad(c, n->at);
    c->instantiations++;
    const struct template *from = pick_special(c, t, args, t->node->count, own, &count);
    const struct node *d = from->node->template.declaration;
    template_enter(c, from, own, count, &in);
    const struct node *written = d->list[0]->declarator.type;
    const struct type *type = written->kind == NODE_TYPE_AUTO ? NULL : resolve_type(c, written);
    struct expr *value = constant_instance(c, d, type, n->at);
    if (!value)
        s = variable_object(c, t, args, d, type);
    template_leave(c, &in);
    c->instantiations--;
    return value ? value : use_symbol(c, s, n->at);
}

/* ---- functions ---- */

struct symbol *instantiate_function(struct checker *c, struct symbol *template,
                                    struct template_arg *args, uint32_t n, struct span at)
{
    struct template *t = template->template;
    const struct node *f = t->node->template.declaration;
    struct symbol *known = known_instance(t, args, n);
    if (known)
        return known;
    if (f->kind != NODE_FUNCTION && !(f->kind == NODE_DECLARATION && f->count))
        return NULL;
    if (!may_instantiate(c, t, args, n, at))
        return NULL;
    struct arena *arena = c->arena;
    bool library = c->library;
    c->arena = &c->l->arena;
    c->library = t->library;
    struct symbol *s = symbol_new(c, SYMBOL_FUNCTION, template->name, NULL, template->at);
    s->storage = STORAGE_SESSION;
    s->member = template->member;
    struct host_function *host = function_new(c, s, f);
    host->template_depth = c->template_depth + 1;
    host->context = template_context(c, t, args, n);
    host->signature = f->kind == NODE_FUNCTION ? f->function.type : f->list[0]->declarator.type;
    if (f->kind != NODE_FUNCTION)
        host->function.syntax = NULL;
    else if (f->function.body)
        host->function.stale = true;
    c->library = library;
    c->arena = arena;
    add_instance(c, t, args, n, s);
    return s;
}

struct symbol *deduce_call(struct checker *c, struct symbol *s, const struct call_args *given,
                           const struct node *written)
{
    struct template *t = s->template;
    const struct node *d = t->node->template.declaration,
                      *f = d->kind == NODE_FUNCTION ? d->function.type
                           : d->count               ? d->list[0]->declarator.type
                                                    : NULL;
    struct template_arg args[ARGS_MAX] = {0};
    return deduce_from(c, t, f, given, written, args) && template_allows(c, t, args, t->node->count)
               ? instantiate_function(c, s, args, t->node->count, s->at)
               : NULL;
}

struct symbol *deduce_conversion(struct checker *c, struct symbol *s, const struct type *to)
{
    struct template *t = s->template;
    const struct node *d = t->node->template.declaration;
    struct template_arg args[ARGS_MAX] = {0};
    struct entered e;
    if (d->kind != NODE_FUNCTION || t->node->count > ARGS_MAX)
        return NULL;
    context_enter(c, t->context, t->library, &e);
    bool good =
        deduce_type(c, t, d->function.type->derived.base, type_plain(type_referred(to)), args);
    context_leave(c, &e);
    return good && complete_args(c, t, args, 0) && template_allows(c, t, args, t->node->count)
               ? instantiate_function(c, s, args, t->node->count, s->at)
               : NULL;
}
