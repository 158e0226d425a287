/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of templates: read, completed by their defaults, compared and bound (C++17 17.3). */
#include "lang/check/template/check_templates.h"

#include <string.h>

#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

enum { ARGS_MAX = TEMPLATE_ARGS_MAX };

bool same_args(const struct template_arg *a, const struct template_arg *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (a[i].kind != b[i].kind)
            return false;
        if (a[i].kind == ARG_TYPE &&
            (!type_same(a[i].type, b[i].type) || a[i].type->is_const != b[i].type->is_const ||
             a[i].type->is_volatile != b[i].type->is_volatile))
            return false;
        if (a[i].kind == ARG_TYPE && a[i].type->kind == TYPE_ARRAY &&
            a[i].type->complete != b[i].type->complete)
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

/* The type of a value parameter, which may be one of the parameters before it. */
static const struct type *value_type(struct checker *c, const struct template *t,
                                     const struct node *param, const struct template_arg *before,
                                     uint32_t count)
{
    struct in_template in;
    template_enter(c, t, before, count, &in);
    const struct type *type = resolve_type(c, param->declarator.type);
    template_leave(c, &in);
    return type;
}

/* The node as the other kind of name, type or value: only the parameter determines which is meant. Other nodes are
 * unchanged. */
static struct node renamed(const struct node *n, enum node_kind from, enum node_kind to)
{
    struct node named = *n;
    if (n->kind == from)
        named.kind = to;
    return named;
}

static bool read_template_arg(struct checker *c, const struct node *n, struct template_arg *out)
{
    bool failed, names = (n->kind == NODE_NAME || n->kind == NODE_TYPE_NAME) && n->name;
    struct symbol *s = names ? scope_lookup_node(c, n, &failed, NULL) : NULL;
    if (s && s->kind == SYMBOL_TYPE && s->type->class && s->type->class->template)
        s = s->type->class->template->symbol;
    *out = (struct template_arg){.kind = ARG_TEMPLATE, .symbol = s};
    if (!s || s->kind != SYMBOL_TEMPLATE)
        diag_error(c->diags, DIAG_TYPE, n->at, "this should be a class template");
    return s && s->kind == SYMBOL_TEMPLATE;
}

static bool read_type_arg(struct checker *c, const struct node *n, struct template_arg *out)
{
    struct node named = renamed(n, NODE_NAME, NODE_TYPE_NAME);
    *out = (struct template_arg){0};
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

/* type: of the parameter; NULL: auto. at: the argument, as written. */
static bool convert_value_arg(struct checker *c, struct expr *e, const struct type *type,
                              struct span at, struct template_arg *out)
{
    struct purpose why = {.kind = FOR_INIT, .name = "the template's argument"};
    out->type = type ? type : type_plain(e->type);
    if (e->kind == EXPR_FUNCTION) {
        out->symbol = e->symbol;
        return true;
    }
    e = check_constant(c, convert_implicit(c, e, out->type, &why));
    if (expr_is_bad(e))
        return false;
    if (e->kind != EXPR_INTEGER)
        diag_error(c->diags, DIAG_TYPE, at, "an argument of a template must be constant");
    out->integer = e->kind == EXPR_INTEGER ? e->integer : 0;
    return e->kind == EXPR_INTEGER;
}

/* f or &f of a function that only the device has: host templates pass it on to kernels. NULL: it is none. */
static struct symbol *device_function(struct checker *c, const struct node *n)
{
    if (n->kind == NODE_UNARY && n->op == TOKEN_AMP)
        n = n->unary.operand;
    bool failed, named = n->kind == NODE_NAME && n->name && !(n->flags & FLAG_ARGS);
    struct attempt attempt;
    attempt_begin(c, &attempt);
    struct symbol *s = named ? scope_lookup_node(c, n, &failed, NULL) : NULL;
    attempt_end(c, &attempt);
    bool function = s && s->kind == SYMBOL_DEVICE && s->type && s->type->kind == TYPE_FUNCTION;
    return function ? s : NULL;
}

/* The object for a parameter that is a reference, which becomes another name of it. */
static bool read_object(struct checker *c, const struct node *n, const struct type *type,
                        struct template_arg *out)
{
    struct expr *e = check_expr(c, n);
    if (expr_is_bad(e))
        return false;
    bool lasts = e->kind == EXPR_VARIABLE &&
                 (e->symbol->storage == STORAGE_SESSION || e->symbol->storage == STORAGE_STATIC);
    if (!lasts || !type_same(type_plain(e->type), type_plain(type->base))) {
        diag_error(c->diags, DIAG_TYPE, n->at,
                   "this should be a variable outside of functions of type '%s'",
                   type_quoted(c, type->base));
        return false;
    }
    out->type = type;
    out->symbol = e->symbol;
    return true;
}

/* One argument, as its parameter requires. */
static bool read_arg(struct checker *c, const struct template *t, const struct node *param,
                     const struct node *n, const struct template_arg *before, uint32_t count,
                     struct template_arg *out)
{
    if (param->op == TOKEN_TEMPLATE)
        return read_template_arg(c, n, out);
    if (!param->declarator.type)
        return read_type_arg(c, n, out);
    struct node named = renamed(n, NODE_TYPE_NAME, NODE_NAME);
    *out = (struct template_arg){.kind = ARG_VALUE};
    if (is_type_node(&named)) {
        diag_error(c->diags, DIAG_TYPE, n->at, "this should be a value, not a type");
        return false;
    }
    bool automatic = is_auto(param->declarator.type);
    const struct type *type = automatic ? NULL : value_type(c, t, param, before, count);
    out->symbol = device_function(c, &named);
    if (out->symbol) {
        out->type = type ? type : type_pointer(&c->l->arena, out->symbol->type);
        return out->type->kind == TYPE_POINTER && out->type->base->kind == TYPE_FUNCTION;
    }
    if (type && type_is_reference(type) && type->base->kind != TYPE_FUNCTION)
        return read_object(c, &named, type, out);
    struct expr *e = check_value(c, &named);
    if (expr_is_bad(e))
        return false;
    return convert_value_arg(c, e, type, n->at, out);
}

struct arg_reader {
    const struct template *template;
    uint32_t written; /* arguments, as they stand there */
    VEC(struct template_arg) at;
    bool failed;
};

/* The class that an argument is, or NULL. */
static const struct class_info *class_argument(struct checker *c, const struct node *n)
{
    struct template_arg arg;
    struct attempt attempt;
    attempt_begin(c, &attempt);
    bool type = read_type_arg(c, n, &arg);
    attempt_end(c, &attempt);
    return type && type_is_class(arg.type) ? type_plain(arg.type)->class : NULL;
}

/* std::allocator<T>, which vectors are given by default and have no parameter for. */
static bool is_allocator(struct checker *c, const struct node *n)
{
    const struct class_info *info = class_argument(c, n);
    return info && info->template && !strcmp(info->template->symbol->name, "std::allocator");
}

struct template *template_allocated(struct checker *c, const struct template *t)
{
    const char *full = t->symbol->name, *last = name_last(full);
    const char *name =
        arena_printf(c->arena, "%.*s__allocated_%s", (int) (last - full), full, last);
    const struct symbol *s = name_cstr(&c->l->names, name)->ordinary;
    return s && s->kind == SYMBOL_TEMPLATE ? s->template : NULL;
}

struct template *template_with_allocator(struct checker *c, struct template *t,
                                         const struct node *args)
{
    uint32_t own = t->node->count;
    bool more = args->count == own + 1 && args->list[own]->kind != NODE_EXPAND &&
                class_argument(c, args->list[own]) && !is_allocator(c, args->list[own]);
    struct template *other = more ? template_allocated(c, t) : NULL;
    return other ? other : t;
}

static void read_expanded(struct checker *c, const struct node *n, void *user)
{
    struct arg_reader *r = user;
    struct template_arg arg;
    const struct node *params = r->template->node;
    bool pack = params->count && params->list[params->count - 1]->flags & FLAG_VARIADIC;
    if (r->failed)
        return;
    if (r->at.n >= params->count && r->template->library && is_allocator(c, n))
        return;
    if (r->at.n >= params->count && !pack) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' takes %u template argument%s, not %u",
                   r->template->symbol->name, params->count, params->count == 1 ? "" : "s",
                   r->written > params->count ? r->written : (uint32_t) r->at.n + 1);
        r->failed = true;
        return;
    }
    uint32_t k = (uint32_t) r->at.n < params->count ? (uint32_t) r->at.n : params->count - 1;
    r->failed |= !read_arg(c, r->template, params->list[k], n, r->at.at, (uint32_t) r->at.n, &arg);
    VEC_PUSH(&r->at, arg);
}

bool read_template_args(struct checker *c, const struct template *t, const struct node *args,
                        struct template_arg *out, uint32_t *out_n)
{
    struct arg_reader r = {.template = t, .written = args->count};
    const struct node *params = t->node;
    uint32_t n = 0;
    for (uint32_t i = 0; i < args->count && !r.failed; i++) {
        if (args->list[i]->kind == NODE_EXPAND) {
            if (!pack_expand(c, args->list[i]->expansion.pattern, read_expanded, &r))
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

/* What the parameters mean; out has room for TEMPLATE_ARGS_MAX. Returns how many there are. */
static uint32_t bind_args(struct checker *c, const struct template *t,
                          const struct template_arg *args, uint32_t n, struct scope_binding *out)
{
    struct arena *arena = c->arena;
    c->arena = &c->l->arena;
    uint32_t count = 0;
    for (uint32_t i = 0; i < n && i < t->node->count; i++) {
        struct name *name = t->node->list[i]->name;
        if (name)
            out[count++] = (struct scope_binding){name, arg_symbol(c, name->text, args + i), false};
    }
    c->arena = arena;
    return count;
}

void template_enter(struct checker *c, const struct template *t, const struct template_arg *args,
                    uint32_t n, struct in_template *in)
{
    in->context = (struct context){.outer = t->context,
                                   .space = t->context ? t->context->space : NULL,
                                   .bindings = in->bound,
                                   .count = bind_args(c, t, args, n, in->bound)};
    context_enter(c, &in->context, t->library, &in->entered);
}

void template_leave(struct checker *c, struct in_template *in)
{
    context_leave(c, &in->entered);
}

const struct context *template_context(struct checker *c, const struct template *t,
                                       const struct template_arg *args, uint32_t n)
{
    struct scope_binding bound[ARGS_MAX];
    uint32_t count = bind_args(c, t, args, n, bound);
    return context_new(c, t->context, bound, count);
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
        if (!param->declarator.init)
            return false;
        struct in_template in;
        template_enter(c, t, args, i, &in);
        bool good = read_arg(c, t, param, param->declarator.init, args, i, args + i);
        template_leave(c, &in);
        if (!good)
            return false;
    }
    (void) n;
    return true;
}
