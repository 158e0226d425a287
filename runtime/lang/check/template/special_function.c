/* SPDX-License-Identifier: Apache-2.0 */
/* Explicit specialisations of function templates, `template <> int f<3>(int)`: C++17 17.7.3 [temp.expl.spec]. One is an
 * instance of the template whose body is written out. Instances: instantiate.c. */
#include <string.h>

#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/device/check_device.h"
#include "lang/check/template/check_templates.h"

enum { ARGS_MAX = TEMPLATE_ARGS_MAX };

static const struct node *signature_of(const struct template *t)
{
    const struct node *d = t->node->template.declaration;
    if (d->kind == NODE_FUNCTION)
        return d->function.type;
    bool declared = d->kind == NODE_DECLARATION && d->count && !(d->flags & FLAG_TYPEDEF) &&
                    d->list[0]->declarator.type->kind == NODE_TYPE_FUNCTION;
    return declared ? d->list[0]->declarator.type : NULL;
}

/* Whether the template with these arguments has exactly that type. */
static bool gives(struct checker *c, const struct template *t, const struct template_arg *args,
                  const struct node *signature, const struct type *wanted)
{
    struct scope_binding bound[ARGS_MAX];
    struct entered e;
    uint32_t count = bind_args(c, t, args, t->node->count, bound);
    const struct context x = {t->context, t->context ? t->context->space : NULL, NULL, bound,
                              count};
    context_enter(c, &x, &e);
    const struct type *own = resolve_type(c, signature);
    context_leave(c, &e);
    bool same = own->kind == TYPE_FUNCTION && own->param_count == wanted->param_count &&
                type_same(type_plain(own->base), type_plain(wanted->base));
    for (uint32_t i = 0; same && i < own->param_count; i++)
        same = type_same(own->params[i].type, wanted->params[i].type);
    return same;
}

/* The template's arguments for which it has the specialisation's type. */
static bool deduce_special(struct checker *c, struct template *t, const struct node *special,
                           const struct type *type, struct template_arg *args)
{
    const struct node *f = signature_of(t), *written = special->function.scope;
    struct entered e;
    uint32_t n;
    if (!f || f->count != type->param_count || t->node->count > ARGS_MAX)
        return false;
    if (written && !read_template_args(c, t, written, args, &n))
        return false;
    context_enter(c, t->context, &e);
    bool good = deduce_type(c, t, f->derived.base, type_plain(type->base), args);
    for (uint32_t i = 0; i < f->count && good; i++)
        good = deduce_type(c, t, f->list[i]->declarator.type, type->params[i].type, args);
    context_leave(c, &e);
    return good && complete_args(c, t, args, 0) && gives(c, t, args, f, type);
}

/* The instance that the function specialises, of the template that fits it best, or NULL. */
static struct symbol *specialised(struct checker *c, const struct node *special)
{
    struct arena *arena = c->arena;
    struct template_arg best[ARGS_MAX] = {0};
    struct symbol *found = NULL;
    symbol_vec all = {0};
    struct attempt attempt;
    attempt_begin(c, &attempt);
    c->arena = &c->l->arena; /* as an instance's arguments live */
    const struct type *type = resolve_type(c, special->function.type);
    struct symbol *named = scope_lookup(c, special->name);
    if (type->kind == TYPE_FUNCTION && named)
        overload_gather(&all, named);
    VEC_EACH (s, &all) {
        struct template_arg args[ARGS_MAX] = {0};
        if ((*s)->kind != SYMBOL_TEMPLATE || (*s)->template->is_class ||
            !deduce_special(c, (*s)->template, special, type, args))
            continue;
        if (found && template_compare(*s, found, type->param_count) <= 0)
            continue;
        found = *s;
        memcpy(best, args, sizeof best);
    }
    c->arena = arena;
    attempt_end(c, &attempt);
    VEC_FREE(&all);
    return found ? instantiate_function(c, found, best, found->template->node->count, special->at)
                 : NULL;
}

bool check_special_function(struct checker *c, const struct node *special)
{
    struct symbol *s = specialised(c, special);
    if (!s)
        return false;
    struct host_function *made = ARENA_NEW(c->arena, struct host_function);
    *made = (struct host_function){
        .context = c->context, .dialect = c->dialect, .signature = special->function.type};
    made->function = (struct function){.symbol = s, .syntax = special, .library = c->library};
    made->function.stale = c->library; /* checked when it is first called */
    note_macros_used(c, made, special);
    VEC_PUSH(&c->defined, &made->function);
    take_function(c, s, &made->function);
    if (!c->library)
        VEC_PUSH(&c->waiting, &made->function);
    return true;
}
