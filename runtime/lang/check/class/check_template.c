/* SPDX-License-Identifier: Apache-2.0 */
/* Templates: kept as syntax, checked once for each list of arguments (C++17 17). An instance lives as long as the session,
 * since later cells share it; those that a failing cell made are taken back. Deduction: check_deduction.c. */
#include "lang/check/class/check_templates.h"

#include <string.h>

#include "lang/check/check_convert.h"
#include "lang/check/check_expression.h"
#include "lang/check/check_scope.h"
#include "lang/check/check_statement.h"
#include "lang/check/class/check_classes.h"

enum { ARGS_MAX = TEMPLATE_ARGS_MAX };

/* ---- declaring ---- */

static const struct node *pattern_of(const struct node *n)
{
    while (n->a && n->a->kind == NODE_TEMPLATE)
        n = n->a;
    return n->a;
}

static bool makes_type(const struct node *d)
{
    return d->kind == NODE_DECLARATION && (d->flags & FLAG_TYPEDEF || !d->count);
}

/* Room for one more in a template's list: in the session's arena, as nobody frees a template. */
static void *grown(struct checker *c, void *at, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return at;
    *cap = *cap ? 2 * *cap : 4;
    void *made = arena_alloc(&c->l->arena, *cap * size);
    if (n)
        memcpy(made, at, n * size);
    return made;
}

static struct symbol *template_new(struct checker *c, const struct node *n, const struct context *x,
                                   const char *name)
{
    struct template *t = ARENA_NEW(&c->l->arena, struct template);
    struct symbol *s = symbol_new(c, SYMBOL_TEMPLATE, name, NULL, n->name_at);
    t->symbol = s;
    t->node = n;
    t->is_class = makes_type(n->a);
    t->library = c->library;
    t->context = x;
    s->template = t;
    s->makes_type = t->is_class;
    s->storage = STORAGE_SESSION;
    return s;
}

struct symbol *template_member(struct checker *c, const struct node *n, const struct context *x)
{
    return n->a && n->name ? template_new(c, n, x, n->name->text) : NULL;
}

static struct template *named_template(struct checker *c, const struct name *name)
{
    struct symbol *s = scope_lookup(c, name);
    if (s && s->kind == SYMBOL_TYPE && s->type->kind == TYPE_STRUCT && s->type->class)
        return s->type->class->template;
    return s && s->kind == SYMBOL_TEMPLATE ? s->template : NULL;
}

/* template <> struct C<int> { }, template <class T> struct C<T *> { } */
static void add_special(struct checker *c, const struct node *n)
{
    const struct node *tag = n->a->a;
    struct template *t = named_template(c, tag->name);
    if (!t || !t->is_class) {
        diag_error(c->diags, DIAG_NAME, tag->name_at, "'%s' is not a class template",
                   tag->name->text);
        return;
    }
    struct symbol *s = template_new(c, n, c->context, t->symbol->name);
    t->special.at = grown(c, t->special.at, t->special.n, &t->special.cap, sizeof *t->special.at);
    VEC_PUSH(&t->special, s->template);
    VEC_PUSH(&c->deeds, ((struct deed){DEED_SPECIAL, .template = t}));
}

static bool params_alike(const struct node *a, const struct node *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        const struct node *x = a->list[i]->a, *y = b->list[i]->a;
        for (; x && y && x->kind == y->kind && x->a && y->a && x->kind != NODE_TYPE_NAME;
             x = x->a, y = y->a)
            if ((x->flags & FLAG_CONST) != (y->flags & FLAG_CONST) || x->op != y->op)
                return false;
        if (!x || !y || x->kind != y->kind || x->op != y->op || x->count != y->count ||
            (x->flags & FLAG_CONST) != (y->flags & FLAG_CONST))
            return false;
        if (x->kind == NODE_TYPE_NAME && x->name != y->name && (x->count || y->count))
            return false;
        if (x->kind == NODE_TYPE_NAME && (x->name != y->name) &&
            (strlen(x->name->text) > 3 || strlen(y->name->text) > 3))
            return false;
    }
    return true;
}

static bool same_template(const struct symbol *a, const struct node *n)
{
    const struct node *old = a->template->node;
    if (a->template->is_class != makes_type(n->a))
        return false;
    if (a->template->is_class)
        return true;
    return old->count == n->count && old->a->kind == NODE_FUNCTION && n->a->kind == NODE_FUNCTION &&
           params_alike(old->a->a, n->a->a);
}

static void declare_template(struct checker *c, const struct node *n)
{
    struct name *name = decl_name(c, n->name);
    struct symbol *old = name->ordinary, *s;
    bool here = old && name->ordinary_depth == c->depth;
    symbol_vec all = {0};
    if (here && old->kind == SYMBOL_TEMPLATE && same_template(old, n)) {
        if (n->a->kind == NODE_FUNCTION || (n->a->a && n->a->a->flags & FLAG_BODY))
            old->template->node = n; /* it was only announced */
        return;
    }
    s = template_new(c, n, c->context, name->text);
    if (!makes_type(n->a))
        s = declare_function_name(c, name, s);
    else if (name_free(c, name, n->name_at))
        scope_bind(c, name, s);
    VEC_FREE(&all);
}

void check_template(struct checker *c, const struct node *n)
{
    const struct node *d = n->a;
    if (!d || d->kind == NODE_ERROR)
        return;
    const struct node *inner = pattern_of(n);
    bool outside = (inner->kind == NODE_FUNCTION && inner->d && (inner->d->name || inner->d->b)) ||
                   (inner->kind == NODE_DECLARATION && inner->count && inner->list[0]->d);
    if (outside) {
        const struct node *scope = inner->kind == NODE_FUNCTION ? inner->d : inner->list[0]->d;
        scope = scope->name ? scope : scope->b;
        struct template *t = scope ? named_template(c, scope->name) : NULL;
        if (t) {
            t->outside.at =
                grown(c, t->outside.at, t->outside.n, &t->outside.cap, sizeof *t->outside.at);
            VEC_PUSH(&t->outside, n->a == inner ? n : n->a);
            VEC_PUSH(&c->deeds, ((struct deed){DEED_OUTSIDE, .template = t}));
        } else if (!n->count)
            check_outside(c, inner);
        else
            diag_error(c->diags, DIAG_NAME, n->at, "this is not a member of a class template");
        return;
    }
    if (d->kind == NODE_DECLARATION && d->a->kind == NODE_TYPE_TAG && d->a->d) {
        add_special(c, n);
        return;
    }
    if (!n->count) { /* template <> void f<int>(int): as good as an overload */
        check_statement(c, d);
        return;
    }
    if (n->name)
        declare_template(c, n);
}

/* ---- arguments ---- */

bool same_args(const struct template_arg *a, const struct template_arg *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (a[i].kind != b[i].kind)
            return false;
        if (a[i].kind == ARG_TYPE &&
            (!type_same(a[i].type, b[i].type) || a[i].type->is_const != b[i].type->is_const))
            return false;
        if (a[i].kind == ARG_VALUE && (a[i].integer != b[i].integer || a[i].symbol != b[i].symbol))
            return false;
        if (a[i].kind == ARG_TEMPLATE && a[i].symbol != b[i].symbol)
            return false;
        if (a[i].kind == ARG_PACK &&
            (a[i].count != b[i].count || !same_args(a[i].pack, b[i].pack, a[i].count)))
            return false;
    }
    return true;
}

static bool is_type_node(const struct node *n)
{
    return n->kind >= NODE_TYPE_BASIC && n->kind <= NODE_TYPE_FUNCTION;
}

/* The type of a value parameter, which may be one of the parameters before it. */
static const struct type *value_type(struct checker *c, const struct template *t,
                                     const struct node *param, const struct template_arg *before,
                                     uint32_t count)
{
    struct scope_binding bound[ARGS_MAX];
    struct entered e;
    uint32_t n = bind_args(c, t, before, count, bound);
    const struct context x = {t->context, t->context ? t->context->space : NULL, NULL, bound, n};
    context_enter(c, &x, &e);
    const struct type *type = resolve_type(c, param->a);
    context_leave(c, &e);
    return type;
}

/* One argument as its parameter wants it. */
static bool read_arg(struct checker *c, const struct template *t, const struct node *param,
                     const struct node *n, const struct template_arg *before, uint32_t count,
                     struct template_arg *out)
{
    bool failed;
    *out = (struct template_arg){0};
    if (param->op == TOKEN_TEMPLATE) {
        struct symbol *s = n->name ? scope_lookup_node(c, n, &failed, NULL) : NULL;
        if (s && s->kind == SYMBOL_TYPE && s->type->class && s->type->class->template)
            s = s->type->class->template->symbol;
        out->kind = ARG_TEMPLATE;
        out->symbol = s;
        if (!s || s->kind != SYMBOL_TEMPLATE)
            diag_error(c->diags, DIAG_TYPE, n->at, "this should be a class template");
        return s && s->kind == SYMBOL_TEMPLATE;
    }
    if (!param->a) {
        struct node named = *n;
        if (n->kind == NODE_NAME)
            named.kind = NODE_TYPE_NAME;
        if (!is_type_node(&named)) {
            diag_error(c->diags, DIAG_TYPE, n->at, "this should be a type");
            return false;
        }
        const struct node *specifiers = c->specifiers;
        c->specifiers = NULL;
        out->type = resolve_type(c, &named);
        c->specifiers = specifiers;
        return out->type->kind != TYPE_ERROR;
    }
    out->kind = ARG_VALUE;
    struct node named = *n;
    if (n->kind == NODE_TYPE_NAME)
        named.kind = NODE_NAME;
    if (is_type_node(&named)) {
        diag_error(c->diags, DIAG_TYPE, n->at, "this should be a value, not a type");
        return false;
    }
    struct expr *e = check_value(c, &named);
    if (expr_is_bad(e))
        return false;
    const struct type *type =
        is_auto(param->a) ? type_plain(e->type) : value_type(c, t, param, before, count);
    out->type = type;
    if (e->kind == EXPR_FUNCTION) {
        out->symbol = e->symbol;
        return true;
    }
    struct purpose why = {.kind = FOR_INIT, .name = "the template's argument"};
    e = convert_implicit(c, e, type, &why);
    if (!expr_is_bad(e) && e->kind != EXPR_INTEGER)
        diag_error(c->diags, DIAG_TYPE, n->at, "an argument of a template must be constant");
    out->integer = e->kind == EXPR_INTEGER ? e->integer : 0;
    return !expr_is_bad(e) && e->kind == EXPR_INTEGER;
}

struct arg_reader {
    const struct template *template;
    const struct node *param;
    VEC(struct template_arg) at;
    bool failed;
};

static void read_expanded(struct checker *c, const struct node *n, void *user)
{
    struct arg_reader *r = user;
    struct template_arg arg;
    r->failed |= !read_arg(c, r->template, r->param, n, r->at.at, (uint32_t) r->at.n, &arg);
    VEC_PUSH(&r->at, arg);
}

bool read_template_args(struct checker *c, const struct template *t, const struct node *args,
                        struct template_arg *out, uint32_t *out_n)
{
    struct arg_reader r = {.template = t};
    const struct node *params = t->node;
    uint32_t n = 0;
    for (uint32_t i = 0; i < args->count && !r.failed; i++) {
        uint32_t k = (uint32_t) r.at.n < params->count ? (uint32_t) r.at.n : params->count - 1;
        bool pack = params->count && params->list[params->count - 1]->flags & FLAG_VARIADIC;
        if (!params->count || (r.at.n >= params->count && !pack)) {
            diag_error(c->diags, DIAG_TYPE, args->list[i]->at,
                       "'%s' takes %u template argument%s, not %u", t->symbol->name, params->count,
                       params->count == 1 ? "" : "s", args->count);
            r.failed = true;
            break;
        }
        r.param = params->list[k];
        if (args->list[i]->kind == NODE_EXPAND) {
            if (!pack_expand(c, args->list[i]->a, read_expanded, &r))
                r.failed = true;
        } else {
            read_expanded(c, args->list[i], &r);
        }
    }
    for (; n < params->count && n < ARGS_MAX && n < r.at.n; n++) {
        if (!(params->list[n]->flags & FLAG_VARIADIC)) {
            out[n] = r.at.at[n];
            continue;
        }
        uint32_t rest = (uint32_t) r.at.n - n;
        out[n] = (struct template_arg){.kind = ARG_PACK, .count = rest};
        out[n].pack = ARENA_ARRAY(&c->l->arena, struct template_arg, rest);
        memcpy(out[n].pack, r.at.at + n, rest * sizeof *r.at.at);
    }
    if (n == r.at.n && n < params->count && n < ARGS_MAX && params->list[n]->flags & FLAG_VARIADIC)
        out[n++] = (struct template_arg){.kind = ARG_PACK};
    *out_n = n;
    VEC_FREE(&r.at);
    return !r.failed;
}

static struct symbol *arg_symbol(struct checker *c, const char *name, const struct template_arg *a)
{
    struct symbol *s;
    switch (a->kind) {
    case ARG_TYPE: s = symbol_new(c, SYMBOL_TYPE, name, a->type, (struct span){0}); break;
    case ARG_VALUE:
        if (a->symbol)
            return a->symbol;
        s = symbol_new(c, SYMBOL_CONSTANT, name, a->type, (struct span){0});
        s->integer = a->integer;
        break;
    case ARG_TEMPLATE: return a->symbol;
    default:
        s = symbol_new(c, SYMBOL_PACK, name, NULL, (struct span){0});
        s->pack = ARENA_NEW(c->arena, struct pack);
        s->pack->count = a->count;
        s->pack->at = ARENA_ARRAY(c->arena, struct symbol *, a->count);
        for (uint32_t i = 0; i < a->count; i++)
            s->pack->at[i] = arg_symbol(c, name, a->pack + i);
    }
    s->storage = STORAGE_LOCAL;
    return s;
}

uint32_t bind_args(struct checker *c, const struct template *t, const struct template_arg *args,
                   uint32_t n, struct scope_binding *out)
{
    struct arena *arena = c->arena;
    c->arena = &c->l->arena;
    uint32_t count = 0;
    for (uint32_t i = 0; i < n && i < t->node->count; i++) {
        struct name *name = t->node->list[i]->name;
        if (name)
            out[count++] = (struct scope_binding){name, arg_symbol(c, name->text, args + i)};
    }
    c->arena = arena;
    return count;
}

bool complete_args(struct checker *c, const struct template *t, struct template_arg *args,
                   uint32_t n)
{
    for (uint32_t i = 0; i < t->node->count; i++) {
        const struct node *param = t->node->list[i];
        bool given = args[i].kind == ARG_PACK || args[i].kind == ARG_TEMPLATE || args[i].type;
        if (given)
            continue;
        if (param->flags & FLAG_VARIADIC) {
            args[i] = (struct template_arg){.kind = ARG_PACK};
            continue;
        }
        if (!param->b)
            return false;
        struct scope_binding bound[ARGS_MAX];
        struct entered e;
        uint32_t count = bind_args(c, t, args, i, bound);
        const struct context x = {t->context, t->context ? t->context->space : NULL, NULL, bound,
                                  count};
        context_enter(c, &x, &e);
        bool good = read_arg(c, t, param, param->b, args, i, args + i);
        context_leave(c, &e);
        if (!good)
            return false;
    }
    (void) n;
    return true;
}

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
    t->instances.at =
        grown(c, t->instances.at, t->instances.n, &t->instances.cap, sizeof *t->instances.at);
    VEC_PUSH(&t->instances, (struct instance){kept_args(c, args, n), n, s});
    VEC_PUSH(&c->deeds, ((struct deed){DEED_INSTANCE, .template = t}));
}

void touch_body(struct checker *c, struct host_function *host)
{
    struct host_function *was = ARENA_NEW(c->arena, struct host_function);
    *was = *host;
    VEC_PUSH(&c->deeds, ((struct deed){DEED_BODY, .host = host, .was = was}));
}

static void forget_body(struct host_function *host, const struct host_function *was)
{
    struct function *f = &host->function;
    const struct function *before = &was->function;
    f->params = before->params;
    f->result = before->result;
    f->returns_other = before->returns_other;
    f->body = before->body;
    f->stale = before->stale;
    f->mentions = before->mentions;
    f->mention_count = before->mention_count;
    host->queued = was->queued;
    host->refused = was->refused;
}

void take_function(struct checker *c, struct symbol *s, struct function *f)
{
    VEC_PUSH(&c->deeds, ((struct deed){DEED_FUNCTION, .symbol = s, .function = s->function}));
    s->function = f;
}

void deeds_undo(const struct deed *list, size_t n)
{
    while (n > 0) {
        const struct deed *d = &list[--n];
        switch (d->kind) {
        case DEED_INSTANCE: d->template->instances.n--; break;
        case DEED_SPECIAL: d->template->special.n--; break;
        case DEED_OUTSIDE: d->template->outside.n--; break;
        case DEED_FUNCTION: d->symbol->function = d->function; break;
        case DEED_TYPE: d->symbol->type = d->type; break;
        case DEED_BODY: forget_body(d->host, d->was); break;
        }
    }
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

/* The specialisation for these arguments, and its own arguments; or the template itself. */
static const struct template *pick_special(struct checker *c, const struct template *t,
                                           const struct template_arg *args, uint32_t n,
                                           struct template_arg *out, uint32_t *out_n)
{
    const struct template *best = t;
    memcpy(out, args, n * sizeof *args);
    *out_n = n;
    VEC_EACH (s, &t->special) {
        const struct node *wanted = (*s)->node->a->a->d;
        struct template_arg own[ARGS_MAX] = {0};
        struct entered e;
        context_enter(c, (*s)->context, &e);
        struct attempt attempt;
        attempt_begin(c, &attempt);
        bool fits = deduce_args(c, *s, wanted->list, wanted->count, args, n, own);
        for (uint32_t i = 0; fits && i < (*s)->node->count; i++)
            fits = own[i].type || own[i].kind == ARG_PACK || own[i].kind == ARG_TEMPLATE;
        if (fits) { /* and gives the same back */
            struct scope_binding bound[ARGS_MAX];
            struct entered inner;
            struct template_arg again[ARGS_MAX] = {0};
            uint32_t count = bind_args(c, *s, own, (*s)->node->count, bound), k = 0;
            const struct context x = {(*s)->context, (*s)->context ? (*s)->context->space : NULL,
                                      NULL, bound, count};
            context_enter(c, &x, &inner);
            fits = read_template_args(c, t, wanted, again, &k) && complete_args(c, t, again, k);
            fits = fits && same_args(again, args, n);
            context_leave(c, &inner);
        }
        attempt_end(c, &attempt);
        context_leave(c, &e);
        if (!fits || (best != t && (*s)->node->count > best->node->count))
            continue;
        best = *s;
        memcpy(out, own, sizeof own);
        *out_n = (*s)->node->count;
    }
    return best;
}

static const struct type *class_instance(struct checker *c, struct template *t,
                                         const struct template_arg *args, uint32_t n,
                                         struct span at)
{
    struct template_arg own[ARGS_MAX];
    uint32_t own_n;
    const struct template *from = pick_special(c, t, args, n, own, &own_n);
    const struct node *tag = from->node->a->a;
    struct arena *arena = c->arena;
    bool library = c->library;
    struct scope_binding bound[ARGS_MAX];
    struct entered e;
    struct diag *last = c->diags->last;
    c->arena = &c->l->arena;
    struct type *type = ARENA_NEW(c->arena, struct type);
    type->kind = TYPE_STRUCT;
    type->is_union = tag->op == TOKEN_UNION;
    type->align = 1;
    type->name = instance_name(c, t, args, n);
    uint32_t count = bind_args(c, from, own, own_n, bound);
    const struct context *x = context_new(
        c, from->context, from->context ? from->context->space : NULL, NULL, bound, count);
    struct class_info *info = class_new(c, type, x);
    info->template = t;
    info->args = kept_args(c, args, n);
    info->arg_count = n;
    if (from != t) { /* members are defined in the specialisation */
        info->template = t;
    }
    struct symbol *s = symbol_new(c, SYMBOL_TYPE, type->name, type, at);
    add_instance(c, t, args, n, s);
    if (tag->kind == NODE_TYPE_TAG && tag->flags & FLAG_BODY) {
        context_enter(c, x, &e);
        c->library = t->library;
        read_class(c, tag, type);
        c->library = library;
        context_leave(c, &e);
    }
    c->arena = arena;
    if (!t->library)
        note_instance(c, last, type->name, at);
    return type;
}

const struct type *instance_of(struct checker *c, struct template *t, struct template_arg *args,
                               uint32_t n, struct span at)
{
    const struct node *d = t->node->a;
    struct symbol *known = known_instance(t, args, n);
    if (known)
        return known->type;
    if (!may_instantiate(c, t, args, n, at))
        return type_basic(TYPE_ERROR);
    c->instantiations++;
    const struct type *type;
    if (d->flags & FLAG_TYPEDEF) {
        struct scope_binding bound[ARGS_MAX];
        struct entered e;
        struct arena *arena = c->arena;
        uint32_t count = bind_args(c, t, args, n, bound);
        const struct context x = {t->context, t->context ? t->context->space : NULL, NULL, bound,
                                  count};
        context_enter(c, &x, &e);
        c->arena = &c->l->arena;
        type = resolve_type(c, d->list[0]->a);
        c->arena = arena;
        context_leave(c, &e);
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
    if (t->node->count > ARGS_MAX || !read_template_args(c, t, n, args, &count))
        return type_basic(TYPE_ERROR);
    if (!complete_args(c, t, args, count)) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->at,
                                    "'%s' needs more template arguments", t->symbol->name);
        if (!t->library)
            diag_note(c->diags, d, t->symbol->at, "'%s' is declared here", t->symbol->name);
        return type_basic(TYPE_ERROR);
    }
    return instance_of(c, t, args, t->node->count, n->at);
}

/* ---- variables: C++17 17, of which constants are what programs have ---- */

bool is_variable_template(const struct symbol *s)
{
    const struct node *d = s->kind == SYMBOL_TEMPLATE ? s->template->node->a : NULL;
    return d && d->kind == NODE_DECLARATION && d->count && !(d->flags & FLAG_TYPEDEF) &&
           d->list[0]->a->kind != NODE_TYPE_FUNCTION;
}

/* The value of the instance; it has no place in memory. */
static struct expr *variable_value(struct checker *c, const struct node *d, struct span at)
{
    const struct node *v = d->list[0], *init = v->b;
    bool automatic = d->list[0]->a->kind == NODE_TYPE_AUTO;
    const struct type *type = automatic ? NULL : resolve_type(c, v->a);
    bool constant = d->flags & FLAG_CONSTEXPR || (type && type->is_const);
    if (init && init->kind == NODE_INIT_LIST && init->count == 1)
        init = init->list[0];
    if (!constant || !init) {
        diag_error(c->diags, DIAG_TYPE, at, "the variable template '%s' must be constant",
                   v->name->text);
        return expr_bad(c, at);
    }
    struct expr *value = convert_rvalue(c, check_expr(c, init));
    return expr_is_bad(value) || !type ? value
                                       : fold_expr(c, convert_to(c, value, type_plain(type)));
}

struct expr *variable_instance(struct checker *c, struct template *t, const struct node *n)
{
    struct template_arg args[ARGS_MAX] = {0};
    struct scope_binding bound[ARGS_MAX];
    struct entered e;
    uint32_t count;
    scope_mention(c, t->symbol);
    if (t->node->count > ARGS_MAX || !read_template_args(c, t, n, args, &count))
        return expr_bad(c, n->at);
    if (!complete_args(c, t, args, count)) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' needs more template arguments",
                   t->symbol->name);
        return expr_bad(c, n->at);
    }
    if (!may_instantiate(c, t, args, t->node->count, n->at))
        return expr_bad(c, n->at);
    c->instantiations++;
    count = bind_args(c, t, args, t->node->count, bound);
    const struct context x = {t->context, t->context ? t->context->space : NULL, NULL, bound,
                              count};
    context_enter(c, &x, &e);
    struct expr *value = variable_value(c, t->node->a, n->at);
    context_leave(c, &e);
    c->instantiations--;
    return value;
}

/* ---- functions ---- */

struct symbol *instantiate_function(struct checker *c, struct symbol *template,
                                    struct template_arg *args, uint32_t n, struct span at)
{
    struct template *t = template->template;
    const struct node *f = t->node->a;
    struct symbol *known = known_instance(t, args, n);
    if (known)
        return known;
    if (f->kind != NODE_FUNCTION && !(f->kind == NODE_DECLARATION && f->count))
        return NULL;
    if (!may_instantiate(c, t, args, n, at))
        return NULL;
    struct arena *arena = c->arena;
    bool library = c->library;
    struct scope_binding bound[ARGS_MAX];
    c->arena = &c->l->arena;
    c->library = t->library;
    uint32_t count = bind_args(c, t, args, n, bound);
    struct symbol *s = symbol_new(c, SYMBOL_FUNCTION, template->name, NULL, template->at);
    s->storage = STORAGE_SESSION;
    s->member = template->member;
    struct host_function *host = function_new(c, s, f);
    host->template_depth = c->template_depth + 1;
    host->context =
        context_new(c, t->context, t->context ? t->context->space : NULL, NULL, bound, count);
    host->signature = f->kind == NODE_FUNCTION ? f->a : f->list[0]->a;
    if (f->kind != NODE_FUNCTION)
        host->function.syntax = NULL;
    else if (f->b)
        host->function.stale = true;
    c->library = library;
    c->arena = arena;
    add_instance(c, t, args, n, s);
    return s;
}

struct template *template_to_deduce(struct checker *c, const struct node *type)
{
    bool failed;
    if (type->kind != NODE_TYPE_NAME || type->flags & FLAG_ARGS || !type->name)
        return NULL;
    struct symbol *s = scope_lookup_node(c, type, &failed, NULL);
    if (!s || s->kind != SYMBOL_TEMPLATE || !s->template->is_class)
        return NULL;
    for (const struct context *x = c->context; x; x = x->outer)
        if (x->class && x->class->class && x->class->class->template == s->template)
            return NULL;
    return s->template;
}

/* std::array's guide (C++17 26.3.7.2): what the elements are, and how many. */
static bool is_array_guide(const struct template *t, const struct call_args *given)
{
    return t->library && !strcmp(t->symbol->name, "std::array") && given->n &&
           type_plain(given->at[0]->type)->kind != TYPE_BRACES;
}

/* `vector v{1, 2}`: the class's arguments follow from a constructor's (C++17 16.3.1.8), for the simple case that a
 * parameter of the template is the type of an argument. */
const struct type *deduce_class(struct checker *c, struct template *t,
                                const struct call_args *given, struct span at)
{
    const struct node *tag = t->node->a->a;
    struct template_arg args[ARGS_MAX] = {0};
    if (is_array_guide(t, given)) {
        args[0] = (struct template_arg){.kind = ARG_TYPE, .type = type_plain(given->at[0]->type)};
        args[1] = (struct template_arg){
            .kind = ARG_VALUE, .type = type_basic(TYPE_ULONG), .integer = (int64_t) given->n};
        return instance_of(c, t, args, t->node->count, at);
    }
    for (uint32_t i = 0; tag->kind == NODE_TYPE_TAG && i < tag->count; i++) {
        const struct node *f = tag->list[i];
        if (f->kind != NODE_FUNCTION || f->role != ROLE_CONSTRUCTOR || f->a->count < given->n)
            continue;
        memset(args, 0, sizeof args);
        bool good = true;
        for (uint32_t k = 0; k < given->n && good; k++) {
            const struct node *p = f->a->list[k]->a;
            const struct type *actual = type_plain(given->at[k]->type);
            p = p->kind == NODE_TYPE_REFERENCE ? p->a : p;
            if (actual->kind == TYPE_BRACES)
                good = false;
            else
                good = deduce_type(c, t, p, actual, args);
        }
        if (good && complete_args(c, t, args, 0))
            return instance_of(c, t, args, t->node->count, at);
    }
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, at,
                   "the template arguments of '%s' cannot be deduced from this", t->symbol->name);
    diag_help(c->diags, d, "write them explicitly: %s<...>", t->symbol->name);
    return type_basic(TYPE_ERROR);
}
