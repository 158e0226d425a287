/* SPDX-License-Identifier: Apache-2.0 */
/* Which of two function templates is more specialised: C++17 17.5.6.2 [temp.func.order], 17.8.2.4 [temp.deduct.partial]. One is at
 * least as specialised as another when its parameters, whatever they stand for, could be arguments for the other's. Patterns
 * are compared as they are written; names that depend on a parameter (T::type) say nothing. */
#include "lang/check/template/check_templates.h"

enum { QUALIFIERS = FLAG_CONST | FLAG_VOLATILE };

/* Matching the patterns of one template, p, against those of another, a. */
struct matching {
    const struct node *p, *a; /* NODE_TEMPLATE */
    const struct node
        *bound[TEMPLATE_ARGS_MAX]; /* what each parameter of p stands for; NULL: not known yet */
};

static int param_of(const struct node *template, const struct node *n)
{
    bool name = n->kind == NODE_TYPE_NAME || n->kind == NODE_NAME;
    for (uint32_t i = 0; name && !n->id.scope && n->name && i < template->count; i++)
        if (template->list[i]->name == n->name)
            return i < TEMPLATE_ARGS_MAX ? (int) i : -1;
    return -1;
}

static uint32_t qualifiers(const struct node *n)
{
    return n->flags & QUALIFIERS;
}

/* Whether two patterns of one template are the same, but for their own qualifiers. */
static bool same_pattern(const struct node *x, const struct node *y)
{
    if (x->kind != y->kind || x->name != y->name || x->op != y->op || x->count != y->count)
        return false;
    if (x->kind == NODE_INTEGER)
        return x->integer == y->integer;
    for (uint32_t i = 0; x->kind == NODE_TYPE_NAME && i < x->count; i++)
        if (!same_pattern(x->list[i], y->list[i]))
            return false;
    bool derived = x->kind == NODE_TYPE_POINTER || x->kind == NODE_TYPE_REFERENCE ||
                   x->kind == NODE_TYPE_ARRAY;
    return !derived || (qualifiers(x->derived.base) == qualifiers(y->derived.base) &&
                        same_pattern(x->derived.base, y->derived.base));
}

static bool match(struct matching *m, const struct node *p, const struct node *a);

/* A parameter of p matches any type; const T matches only a const type. An array is const if its elements are. */
static bool match_param(struct matching *m, int i, const struct node *p, const struct node *a)
{
    const struct node *element = a;
    while (element->kind == NODE_TYPE_ARRAY)
        element = element->derived.base;
    if (qualifiers(p) & ~qualifiers(element))
        return false;
    if (!m->bound[i])
        m->bound[i] = a;
    return same_pattern(m->bound[i], a);
}

/* vector<T> and the like: C<T> too, where C is a parameter. `typename T::type` is not deduced: C++17 17.8.2.5p5. */
static bool match_names(struct matching *m, const struct node *p, const struct node *a)
{
    if (p->id.scope && p->flags & FLAG_TYPEDEF)
        return true;
    bool parameter = param_of(m->p, p) >= 0;
    if (!parameter && (p->name != a->name || param_of(m->a, a) >= 0))
        return false;
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->list[i]->kind == NODE_EXPAND)
            return true;
        if (i >= a->count || a->list[i]->kind == NODE_EXPAND || !match(m, p->list[i], a->list[i]))
            return false;
    }
    return p->count == a->count;
}

static bool match_functions(struct matching *m, const struct node *p, const struct node *a)
{
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->list[i]->flags & FLAG_VARIADIC)
            return true;
        if (i >= a->count || !match(m, p->list[i]->declarator.type, a->list[i]->declarator.type))
            return false;
    }
    return p->count == a->count && match(m, p->derived.base, a->derived.base);
}

/* int [3] and T [N]; without a size it matches any. */
static bool match_arrays(struct matching *m, const struct node *p, const struct node *a)
{
    const struct node *x = p->derived.extent, *y = a->derived.extent;
    return (!x || (y && match(m, x, y))) && match(m, p->derived.base, a->derived.base);
}

static bool match(struct matching *m, const struct node *p, const struct node *a)
{
    int i = param_of(m->p, p);
    if (i >= 0 && !p->count)
        return match_param(m, i, p, a);
    if (p->kind != a->kind || qualifiers(p) != qualifiers(a) || p->op != a->op)
        return false;
    switch (p->kind) {
    case NODE_TYPE_POINTER:
    case NODE_TYPE_REFERENCE: return match(m, p->derived.base, a->derived.base);
    case NODE_TYPE_ARRAY: return match_arrays(m, p, a);
    case NODE_TYPE_FUNCTION: return match_functions(m, p, a);
    case NODE_TYPE_NAME: return match_names(m, p, a);
    case NODE_INTEGER: return p->integer == a->integer;
    default: return p->name == a->name;
    }
}

/* ---- parameters ---- */

static const struct node *signature_of(const struct symbol *template)
{
    const struct node *d = template->template->node->template.declaration;
    return d->kind == NODE_FUNCTION ? d->function.type : d->list[0]->declarator.type;
}

static bool has_pack(const struct node *f)
{
    return f->count && f->list[f->count - 1]->flags & FLAG_VARIADIC;
}

/* The parameter for the ith argument: a pack takes all that follow. NULL: there is none. */
static const struct node *param_at(const struct node *f, uint32_t i)
{
    if (i >= f->count)
        return has_pack(f) ? f->list[f->count - 1] : NULL;
    return f->list[i];
}

static const struct node *without_reference(const struct node *type)
{
    return type->kind == NODE_TYPE_REFERENCE ? type->derived.base : type;
}

/* 17.8.2.4p5, p7: without references, and then without the type's own qualifiers. */
static bool match_params(struct matching *m, const struct node *p, const struct node *a)
{
    if (a->flags & FLAG_VARIADIC && !(p->flags & FLAG_VARIADIC))
        return false;
    const struct node *type = without_reference(a->declarator.type);
    struct node x = *without_reference(p->declarator.type), y = *type;
    x.flags &= ~(uint32_t) QUALIFIERS;
    y.flags &= ~(uint32_t) QUALIFIERS;
    struct matching element = *m; /* each element of a pack may be another type */
    bool good = match(p->flags & FLAG_VARIADIC ? &element : m, &x, &y);
    for (uint32_t i = 0; i < TEMPLATE_ARGS_MAX; i++)
        if (m->bound[i] == &y) /* y ends here; its own qualifiers do not count */
            m->bound[i] = type;
    return good;
}

/* Whether a is at least as specialised as p, of the parameters that n arguments are for. */
static bool at_least(const struct symbol *a, const struct symbol *p, uint32_t n)
{
    struct matching m = {.p = p->template->node, .a = a->template->node};
    const struct node *from = signature_of(a), *to = signature_of(p);
    for (uint32_t i = 0; i < n; i++) {
        const struct node *x = param_at(to, i), *y = param_at(from, i);
        if (x && y && !match_params(&m, x, y))
            return false;
    }
    return true;
}

const struct node *special_args(const struct node *template)
{
    const struct node *d = template->template.declaration;
    if (d->kind != NODE_DECLARATION)
        return NULL;
    if (!d->count)
        return d->declaration.type->kind == NODE_TYPE_TAG ? d->declaration.type->tag.scope : NULL;
    const struct node *attached = d->list[0]->declarator.attached;
    return attached && attached->flags & FLAG_ARGS ? attached : NULL;
}

static bool special_at_least(const struct template *a, const struct template *p)
{
    struct matching m = {.p = p->node, .a = a->node};
    const struct node *from = special_args(a->node), *to = special_args(p->node);
    bool good = from->count == to->count;
    for (uint32_t i = 0; good && i < to->count; i++)
        good = match(&m, to->list[i], from->list[i]);
    return good;
}

int special_compare(const struct template *a, const struct template *b)
{
    return (int) special_at_least(a, b) - (int) special_at_least(b, a);
}

/* 17.8.2.4p9: of two references T & before T &&, and then the one with more qualifiers. */
static int compare_references(const struct node *x, const struct node *y)
{
    if (x->kind != NODE_TYPE_REFERENCE || y->kind != NODE_TYPE_REFERENCE)
        return 0;
    if (x->op != y->op)
        return x->op == TOKEN_AND_AND ? -1 : 1;
    uint32_t a = qualifiers(x->derived.base), b = qualifiers(y->derived.base);
    return (int) ((a & ~b) != 0) - (int) ((b & ~a) != 0);
}

int template_compare(const struct symbol *a, const struct symbol *b, uint32_t n)
{
    const struct node *f = signature_of(a), *g = signature_of(b);
    if (f->kind != NODE_TYPE_FUNCTION || g->kind != NODE_TYPE_FUNCTION)
        return 0;
    bool first = at_least(a, b, n), second = at_least(b, a, n);
    if (!first || !second)
        return (int) first - (int) second;
    bool better = false, worse = false;
    for (uint32_t i = 0; i < n; i++) {
        const struct node *x = param_at(f, i), *y = param_at(g, i);
        int one = x && y ? compare_references(x->declarator.type, y->declarator.type) : 0;
        better |= one > 0;
        worse |= one < 0;
    }
    if (better != worse)
        return better ? 1 : -1;
    return (int) has_pack(g) - (int) has_pack(f); /* p11 */
}
