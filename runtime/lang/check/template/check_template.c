/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations of templates, kept as syntax (C++17 17). Instances: instantiate.c. */
#include "lang/check/template/check_templates.h"

#include <string.h>

#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"

/* ---- declaring ---- */

static const struct node *pattern_of(const struct node *n)
{
    while (n->template.declaration && n->template.declaration->kind == NODE_TEMPLATE)
        n = n->template.declaration;
    return n->template.declaration;
}

static bool makes_type(const struct node *d)
{
    return d->kind == NODE_DECLARATION && (d->flags & FLAG_TYPEDEF || !d->count);
}

static struct symbol *template_new(struct checker *c, const struct node *n, const struct context *x,
                                   const char *name)
{
    struct template *t = ARENA_NEW(&c->l->arena, struct template);
    struct symbol *s = symbol_new(c, SYMBOL_TEMPLATE, name, NULL, n->name_at);
    t->symbol = s;
    t->node = n;
    t->is_class = makes_type(n->template.declaration);
    t->library = c->library;
    t->context = x;
    s->template = t;
    s->makes_type = t->is_class;
    s->storage = STORAGE_SESSION;
    return s;
}

struct symbol *template_member(struct checker *c, const struct node *n, const struct context *x)
{
    return n->template.declaration && n->name ? template_new(c, n, x, n->name->text) : NULL;
}

static struct template *named_template(struct checker *c, const struct name *name)
{
    struct symbol *s = scope_lookup(c, name);
    if (s && s->kind == SYMBOL_TYPE && s->type->kind == TYPE_STRUCT && s->type->class)
        return s->type->class->template;
    return s && s->kind == SYMBOL_TEMPLATE ? s->template : NULL;
}

static void put_special(struct checker *c, struct template *t, const struct node *n)
{
    struct symbol *s = template_new(c, n, c->context, t->symbol->name);
    t->special.at =
        template_grown(c, t->special.at, t->special.n, &t->special.cap, sizeof *t->special.at);
    VEC_PUSH(&t->special, s->template);
    VEC_PUSH(&c->undo, ((struct undo_entry){UNDO_SPECIAL, .template = t}));
}

/* template <> struct C<int> { }, template <class T> struct C<T *> { }, template <> int v<int> = 1; */
static void add_special(struct checker *c, const struct node *n)
{
    const struct node *d = n->template.declaration;
    const struct node *named = d->count ? d->list[0] : d->declaration.type;
    struct template *t = named_template(c, named->name);
    if (!t || (d->count ? !is_variable_template(t->symbol) : !t->is_class)) {
        diag_error(c->diags, DIAG_NAME, named->name_at, "'%s' is not a %s template",
                   named->name->text, d->count ? "variable" : "class");
        return;
    }
    put_special(c, t, n);
}

void special_member(struct checker *c, const struct node *n, const struct type *class)
{
    const struct node *tag = n->template.declaration->declaration.type;
    struct symbol *s = class_find(c, class, n->name->text);
    if (s && s->kind == SYMBOL_TEMPLATE && s->template->is_class)
        put_special(c, s->template, n);
    else
        diag_error(c->diags, DIAG_NAME, tag->name_at, "'%s' is not a class template",
                   n->name->text);
}

/* template <class T> C(T) -> C<T>; */
static void add_guide(struct checker *c, const struct node *n)
{
    struct template *t = named_template(c, n->name);
    if (!t || !t->is_class) {
        diag_error(c->diags, DIAG_NAME, n->template.declaration->name_at,
                   "'%s' is not a class template", n->name->text);
        return;
    }
    struct symbol *s = template_new(c, n, c->context, t->symbol->name);
    t->guides.at =
        template_grown(c, t->guides.at, t->guides.n, &t->guides.cap, sizeof *t->guides.at);
    VEC_PUSH(&t->guides, s->template);
    VEC_PUSH(&c->undo, ((struct undo_entry){UNDO_GUIDE, .template = t}));
}

/* The type that a pointer, reference or array type is made of, or the operand of decltype. NULL: there is none. */
static const struct node *inner_of(const struct node *t)
{
    switch (t->kind) {
    case NODE_TYPE_POINTER:
    case NODE_TYPE_REFERENCE:
    case NODE_TYPE_ARRAY:
    case NODE_TYPE_FUNCTION: return t->derived.base;
    case NODE_TYPE_OF: return t->unary.operand;
    default: return NULL;
    }
}

static bool shaped_alike(const struct node *x, const struct node *y)
{
    return x->kind == y->kind && x->op == y->op &&
           (x->flags & FLAG_CONST) == (y->flags & FLAG_CONST);
}

/* Whether two names may mean one type: a name of at most three letters is taken for a template parameter, which
 * another declaration may name differently. */
static bool names_alike(const struct node *x, const struct node *y)
{
    bool parameters = !x->count && strlen(x->name->text) <= 3 && strlen(y->name->text) <= 3;
    return x->name == y->name || parameters;
}

static bool types_alike(const struct node *x, const struct node *y)
{
    for (; x && y && inner_of(x) && inner_of(y) && x->kind == y->kind;
         x = inner_of(x), y = inner_of(y))
        if (!shaped_alike(x, y))
            return false;
    if (!x || !y || !shaped_alike(x, y) || x->count != y->count)
        return false;
    return x->kind != NODE_TYPE_NAME || names_alike(x, y);
}

static bool params_alike(const struct node *a, const struct node *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!types_alike(a->list[i]->declarator.type, b->list[i]->declarator.type))
            return false;
    return true;
}

static bool same_template(const struct symbol *a, const struct node *n)
{
    const struct node *old = a->template->node;
    if (a->template->is_class != makes_type(n->template.declaration))
        return false;
    if (a->template->is_class)
        return true;
    const struct node *f = template_signature(old), *g = template_signature(n);
    bool constrained = old->template.constraint || (f && f->derived.extent),
         likewise = n->template.constraint || (g && g->derived.extent);
    return old->count == n->count && f && g && constrained == likewise && params_alike(f, g);
}

static bool has_body(const struct node *n)
{
    const struct node *d = n->template.declaration;
    return d->kind == NODE_FUNCTION && d->function.body;
}

/* A class template, or a function template of the cell that reads like this one. NULL: there is none. Two with bodies differ in their
 * template parameters or in their results: only one of them exists for given arguments (std::enable_if). */
static struct template *declared_before(symbol_vec *overloads, struct symbol *old,
                                        const struct node *n)
{
    if (old->kind == SYMBOL_TEMPLATE && old->template->is_class)
        return same_template(old, n) ? old->template : NULL;
    overload_gather(overloads, old);
    VEC_EACH (s, overloads)
        if ((*s)->kind == SYMBOL_TEMPLATE && same_template(*s, n) &&
            !(has_body(n) && has_body((*s)->template->node)))
            return (*s)->template;
    return NULL;
}

/* What stands for a concept in a constraint has to be known: an unknown name would satisfy nothing. */
static void check_concepts(struct checker *c, const struct node *n)
{
    bool failed;
    if (n && n->kind == NODE_BINARY && (n->op == TOKEN_AND_AND || n->op == TOKEN_OR_OR)) {
        check_concepts(c, n->binary.left);
        check_concepts(c, n->binary.right);
    } else if (n && n->kind == NODE_NAME && n->name && n->flags & FLAG_ARGS && !n->id.scope &&
               !scope_lookup_node(c, n, &failed, NULL) && !failed) {
        unknown_name(c, n, false);
    }
}

static void declare_template(struct checker *c, const struct node *n)
{
    check_concepts(c, n->template.constraint);
    struct name *name = decl_name(c, n->name);
    struct symbol *old = name->ordinary, *s;
    bool here = old && name->ordinary_depth == c->depth;
    symbol_vec all = {0};
    struct template *t = here ? declared_before(&all, old, n) : NULL;
    VEC_FREE(&all);
    if (t) {
        const struct node *d = n->template.declaration;
        if (has_body(n))
            define_function_template(c, t, n);
        else if (d->kind == NODE_DECLARATION && d->declaration.type->flags & FLAG_BODY)
            template_define_class(c, t, n); /* it was only declared */
        return;
    }
    s = template_new(c, n, c->context, name->text);
    if (!makes_type(n->template.declaration))
        s = declare_function_name(c, name, s);
    else if (name_free(c, name, n->name_at))
        scope_bind(c, name, s);
}

/* Whether n, outside of the class, defines the function template that a is in it. */
static bool same_member(const struct symbol *a, const struct node *n)
{
    const struct node *in = a->template->node->template.declaration, *f = n->template.declaration;
    if (in->kind != NODE_FUNCTION || f->kind != NODE_FUNCTION || in->name != f->name ||
        in->role != f->role || !same_template(a, n))
        return false;
    const struct node *x = in->function.type, *y = f->function.type;
    return x->op == y->op && (x->flags & FLAG_CONST) == (y->flags & FLAG_CONST) &&
           (in->role != ROLE_CONVERSION || types_alike(x->derived.base, y->derived.base));
}

const struct context *template_renamed(struct checker *c, const struct class_info *info,
                                       const struct node *outside)
{
    const struct context *own = info->context->outer;
    struct scope_binding more[TEMPLATE_ARGS_MAX];
    uint32_t count = 0, named = 0;
    const struct node *inside = info->template->node;
    for (uint32_t i = 0; own && i < outside->count && i < inside->count; i++) {
        struct name *name = outside->list[i]->name;
        if (!inside->list[i]->name || named == own->count)
            continue;
        struct symbol *s = own->bindings[named++].symbol;
        if (name && name != inside->list[i]->name)
            more[count++] = (struct scope_binding){name, s, false};
    }
    return count ? context_new(c, info->context, more, count) : info->context;
}

void template_define_member(struct checker *c, struct symbol *member, const struct class_info *info)
{
    VEC_EACH (o, &info->template->outside) {
        const struct node *n = (*o)->template.declaration;
        if (n->kind == NODE_TEMPLATE && same_member(member, n)) {
            member->template->context = template_renamed(c, info, *o);
            define_function_template(c, member->template, n);
            return;
        }
    }
}

/* A member template of a class, defined outside of it: template <typename T> T C::get() { }. false: it has none such. */
static bool define_member_template(struct checker *c, const struct node *n,
                                   const struct node *scope)
{
    struct symbol *class = scope_lookup(c, scope->name);
    bool plain = class && class->kind == SYMBOL_TYPE && class->type->kind == TYPE_STRUCT &&
                 class->type->class && n->template.declaration->kind == NODE_FUNCTION;
    symbol_vec all = {0};
    struct template *found = NULL;
    if (plain && n->name)
        overload_gather(&all, class_find(c, class->type, n->name->text));
    VEC_EACH (s, &all)
        if ((*s)->kind == SYMBOL_TEMPLATE && same_member(*s, n))
            found = (*s)->template;
    VEC_FREE(&all);
    if (!found)
        return false;
    define_function_template(c, found, n);
    return true;
}

/* template <class T> class C::inner { }; of a class template that is a member. false: C has none of that name. */
static bool define_inner_template(struct checker *c, const struct node *n)
{
    const struct node *tag = n->template.declaration->declaration.type;
    struct node type = *tag->tag.owner;
    type.kind = NODE_TYPE_NAME;
    const struct type *class = resolve_type(c, &type);
    struct symbol *s = class->kind == TYPE_STRUCT ? class_find(c, class, n->name->text) : NULL;
    if (!s || s->kind != SYMBOL_TEMPLATE || !s->template->is_class)
        return false;
    template_define_class(c, s->template, n);
    return true;
}

static bool is_inner(const struct node *d)
{
    const struct node *type = d->kind == NODE_DECLARATION && !d->count ? d->declaration.type : NULL;
    return type && type->kind == NODE_TYPE_TAG && type->tag.owner && type->flags & FLAG_BODY;
}

/* What qualifies the name that a template declares: NODE_SCOPE, or NULL. */
static const struct node *scope_of_declared(const struct node *d)
{
    if (d->kind == NODE_FUNCTION)
        return d->function.scope;
    return d->kind == NODE_DECLARATION && d->count ? d->list[0]->declarator.scope : NULL;
}

/* A static variable of a class template, defined outside of it by n: those of the instances that are there by now. Later ones
 * find the definition themselves. */
static void define_for_instances(struct checker *c, const struct template *t, const struct node *n)
{
    struct template named = *t; /* by the parameters' names here */
    named.node = n;
    for (size_t i = 0; i < t->instances.n; i++) {
        struct in_template in;
        const struct instance *one = &t->instances.at[i];
        const struct type *type = one->symbol->type;
        if (type->kind != TYPE_STRUCT || !type->complete)
            continue;
        template_enter(c, &named, one->args, one->count, &in);
        check_statement(c, n->template.declaration);
        template_leave(c, &in);
    }
}

void check_template(struct checker *c, const struct node *n)
{
    const struct node *d = n->template.declaration;
    if (!d || d->kind == NODE_ERROR)
        return;
    if (d->kind == NODE_GUIDE) {
        add_guide(c, n);
        return;
    }
    const struct node *inner = pattern_of(n);
    bool special = !n->count && inner->kind == NODE_FUNCTION && inner->function.body;
    if (special && check_special_function(c, inner))
        return;
    const struct node *scope = scope_of_declared(inner);
    if (scope && (scope->name || scope->id.scope)) {
        scope = scope->name ? scope : scope->id.scope;
        struct template *t = scope ? named_template(c, scope->name) : NULL;
        if (t && !n->count) { /* template <> void C<int>::f() { }, of that instance alone */
            check_statement(c, inner);
        } else if (t) {
            t->outside.at = template_grown(c, t->outside.at, t->outside.n, &t->outside.cap,
                                           sizeof *t->outside.at);
            VEC_PUSH(&t->outside, n);
            VEC_PUSH(&c->undo, ((struct undo_entry){UNDO_OUTSIDE, .template = t}));
            if (n->template.declaration->kind == NODE_DECLARATION)
                define_for_instances(c, t, n);
        } else if (!n->count) {
            check_statement(c, inner);
        } else if (!define_member_template(c, n, scope)) {
            diag_error(c->diags, DIAG_NAME, n->at, "this is not a member of a class template");
        }
        return;
    }
    if (n->count && n->name && !special_args(n) && is_inner(d) && define_inner_template(c, n))
        return;
    if (special_args(n)) {
        add_special(c, n);
        return;
    }
    if (!n->count) {
        check_statement(c, d);
        return;
    }
    if (n->name)
        declare_template(c, n);
}

static bool is_template(const struct symbol *s)
{
    return s->kind == SYMBOL_TEMPLATE || s->kind == SYMBOL_KERNEL || s->kind == SYMBOL_DEVICE ||
           (s->kind == SYMBOL_SET && s->set->templates);
}

void check_explicit_instantiation(struct checker *c, const struct node *n)
{
    if (n->op == TOKEN_SCOPE)
        return;
    const struct symbol *s = scope_lookup(c, n->name);
    if (s ? is_template(s)
          : n->flags & FLAG_DEVICE) /* the host may not know a template of device code */
        return;
    struct diag *d =
        diag_error(c->diags, DIAG_NAME, n->name_at, "'%s' is not a template", n->name->text);
    if (s && s->at.source)
        diag_note(c->diags, d, s->at, "'%s' is declared here", n->name->text);
}
