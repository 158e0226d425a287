/* SPDX-License-Identifier: Apache-2.0 */
/* Bodies of function templates that come apart from their declarations: definitions, also of members outside of their
 * classes, and explicit specialisations, `template <> int f<3>(int)` (C++17 17.7.3 [temp.expl.spec]). A specialisation
 * is an instance whose body is written out. Instances: instantiate.c. */
#include <string.h>

#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/template/check_templates.h"

enum { ARGS_MAX = TEMPLATE_ARGS_MAX };

const struct node *template_signature(const struct node *n)
{
    const struct node *d = n->template.declaration;
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
    struct in_template in;
    template_enter(c, t, args, t->node->count, &in);
    const struct type *own = resolve_type(c, signature);
    template_leave(c, &in);
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
    const struct node *f = template_signature(t->node), *scope = special->function.scope;
    const struct node *written = scope && scope->flags & FLAG_ARGS && !scope->name ? scope : NULL;
    struct entered e;
    uint32_t n;
    if (!f || f->count != type->param_count || t->node->count > ARGS_MAX)
        return false;
    if (written && !read_template_args(c, t, written, args, &n))
        return false;
    context_enter(c, t->context, t->library, &e);
    bool good = deduce_type(c, t, f->derived.base, type_plain(type->base), args);
    for (uint32_t i = 0; i < f->count && good; i++)
        good = deduce_type(c, t, f->list[i]->declarator.type, type->params[i].type, args);
    context_leave(c, &e);
    return good && complete_args(c, t, args, 0) && gives(c, t, args, f, type);
}

/* The class of a member that is specialised: `template <> int C::f<3>()`. NULL: it is no member. */
static const struct type *owner_of(struct checker *c, const struct node *special)
{
    const struct node *scope = special->function.scope;
    const struct node *owner = scope && !scope->name ? scope->id.scope : scope;
    if (!owner || !owner->name)
        return NULL;
    struct node type = *owner;
    type.kind = NODE_TYPE_NAME;
    const struct type *t = resolve_type(c, &type);
    return t->kind == TYPE_STRUCT && t->class ? t : NULL;
}

/* What the name of a function that is specialised means, in the class, in the namespace or here. */
static struct symbol *named(struct checker *c, const struct node *special, const struct type *owner)
{
    const struct node *scope = special->function.scope;
    if (owner)
        return class_find(c, owner, special->name->text);
    const struct node *space = scope && !scope->name ? scope->id.scope : scope;
    if (!space || !space->name)
        return scope_lookup(c, special->name);
    struct name *in = name_in(&c->l->names, NULL, space->name);
    return in->is_namespace ? name_in(&c->l->names, in, special->name)->ordinary : NULL;
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
    const struct type *owner = owner_of(c, special);
    struct entered e;
    context_enter(c, owner ? owner->class->context : c->context, c->library, &e);
    const struct type *type = resolve_type(c, special->function.type);
    context_leave(c, &e);
    struct symbol *from = named(c, special, owner);
    if (type->kind == TYPE_FUNCTION && from)
        overload_gather(&all, from);
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

/* The function of an instance gets another body, to be checked at the end of the cell. */
static void give_body(struct checker *c, struct symbol *s, const struct node *function,
                      const struct context *context)
{
    struct host_function *made = ARENA_NEW(c->arena, struct host_function);
    *made = (struct host_function){
        .context = context, .dialect = c->dialect, .signature = function->function.type};
    made->function = (struct function){.symbol = s, .syntax = function, .library = c->library};
    made->function.stale = c->library; /* checked when it is first called */
    note_macros_used(c, made, function);
    VEC_PUSH(&c->defined, &made->function);
    take_function(c, s, &made->function);
    if (!c->library)
        VEC_PUSH(&c->waiting, &made->function);
}

bool check_special_function(struct checker *c, const struct node *special)
{
    struct symbol *s = specialised(c, special);
    if (s)
        give_body(c, s, special, s->member ? s->member->class->class->context : c->context);
    return s;
}

static struct node *copy_of(struct checker *c, const struct node *n)
{
    struct node *copy = ARENA_NEW(&c->l->arena, struct node);
    *copy = *n;
    return copy;
}

/* A list of parameters, of a function or of a template, that has the defaults of an earlier one besides its own. */
static void take_defaults(struct checker *c, struct node *to, const struct node *earlier)
{
    struct node **list = ARENA_ARRAY(&c->l->arena, struct node *, to->count + 1);
    for (uint32_t i = 0; i < to->count; i++) {
        list[i] = to->list[i];
        if (i >= earlier->count || !earlier->list[i]->declarator.init || list[i]->declarator.init)
            continue;
        list[i] = copy_of(c, list[i]);
        list[i]->declarator.init = earlier->list[i]->declarator.init;
    }
    to->list = list;
}

const struct node *template_with_defaults(struct checker *c, const struct node *n,
                                          const struct node *before)
{
    struct node *all = copy_of(c, n);
    take_defaults(c, all, before);
    return all;
}

/* A definition with the default arguments of the declaration before it (C++17 11.3.6, 17.1 (10)). */
static const struct node *with_defaults(struct checker *c, const struct node *n,
                                        const struct node *before)
{
    const struct node *signature = template_signature(before);
    if (!signature || n->template.declaration->kind != NODE_FUNCTION)
        return n;
    struct node *all = copy_of(c, n), *f = copy_of(c, n->template.declaration);
    f->function.type = copy_of(c, f->function.type);
    take_defaults(c, f->function.type, signature);
    take_defaults(c, all, before);
    all->template.declaration = f;
    return all;
}

void define_function_template(struct checker *c, struct template *t, const struct node *n)
{
    VEC_PUSH(&c->undo, ((struct undo_entry){UNDO_PATTERN, .template = t, .pattern = t->node}));
    n = t->node = with_defaults(c, n, t->node);
    for (size_t i = 0; i < t->instances.n; i++) {
        const struct instance *made = &t->instances.at[i];
        const struct node *written = made->symbol->function->syntax;
        if (written && written->function.body)
            continue;
        give_body(c, made->symbol, n->template.declaration,
                  template_context(c, t, made->args, made->count));
    }
}
