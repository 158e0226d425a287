/* SPDX-License-Identifier: Apache-2.0 */
/* C's own rules: pointers that convert with a warning, functions without a prototype, declarations inside functions of what is
 * outside. */
#include "lang/check/core/c_rules.h"

#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* ---- pointers ---- */

bool converts_loosely(const struct checker *c, const struct expr *e, const struct type *to)
{
    const struct type *from = e->type;
    bool from_pointer = from->kind == TYPE_POINTER, to_pointer = to->kind == TYPE_POINTER;
    if (!c->dialect->loose_pointers)
        return false;
    return (from_pointer && (to_pointer || type_is_integer(to))) ||
           (to_pointer && type_is_integer(from));
}

struct expr *convert_loosely(struct checker *c, struct expr *e, const struct type *to)
{
    bool pointers = e->type->kind == TYPE_POINTER && to->kind == TYPE_POINTER;
    bool quiet = e->kind == EXPR_INTEGER && !e->integer; /* some null pointer */
    if (!quiet && !diags_have_warned(c->diags, DIAG_TYPE, e->at))
        diag_warning(c->diags, DIAG_TYPE, e->at,
                     pointers ? "'%s' becomes '%s' without a cast"
                              : "'%s' becomes '%s' without a cast: a pointer and an integer",
                     type_quoted(c, e->type), type_quoted(c, to));
    return convert_to(c, e, to);
}

/* ---- functions ---- */

bool functions_compatible(const struct type *a, const struct type *b)
{
    if (a->kind != TYPE_FUNCTION || b->kind != TYPE_FUNCTION || !type_same(a->base, b->base))
        return false;
    return a->unprototyped || b->unprototyped || same_arguments(a, b);
}

const struct type *composite_function(const struct type *a, const struct type *b)
{
    bool better = a->unprototyped && (!b->unprototyped || b->param_count);
    return better ? b : a;
}

/* Calls `see` with the types and the initialisers of a name's declarators at the top of the text, until it gives a type. */
static const struct type *later(struct checker *c, const struct name *name,
                                const struct type *(*see)(struct checker *c,
                                                          const struct node *type,
                                                          const struct node *init))
{
    const struct type *found = NULL;
    for (uint32_t i = 0; c->items && i < c->items->count && !found; i++) {
        const struct node *n = c->items->items[i];
        if (n->kind == NODE_FUNCTION && n->name == name)
            found = see(c, n->function.type, NULL);
        for (uint32_t k = 0; n->kind == NODE_DECLARATION && k < n->count && !found; k++)
            if (n->list[k]->name == name && !(n->flags & FLAG_TYPEDEF))
                found = see(c, n->list[k]->declarator.type, n->list[k]->declarator.init);
    }
    return found;
}

/* The type without a message if it is wrong: NULL. init: what gives an array its size, or NULL */
static const struct type *quietly(struct checker *c, const struct node *type,
                                  const struct node *init)
{
    struct attempt a;
    struct purpose why = {.kind = FOR_INIT};
    const struct node *specifiers = c->specifiers;
    const struct type *specified = c->specified;
    stmt_vec unused = {0}, *out = c->out;
    c->specifiers = NULL;
    c->out = &unused;
    attempt_begin(c, &a);
    const struct type *t = resolve_type(c, type);
    if (init && t->kind == TYPE_ARRAY)
        check_init(c, &t, init, &why);
    bool good = !c->diags->errors && t->kind != TYPE_ERROR;
    attempt_end(c, &a);
    c->out = out;
    VEC_FREE(&unused);
    c->specifiers = specifiers;
    c->specified = specified;
    return good ? t : NULL;
}

static const struct type *if_prototyped(struct checker *c, const struct node *type,
                                        const struct node *init)
{
    (void) init;
    if (type->kind != NODE_TYPE_FUNCTION || (type->op == TOKEN_NAME && !type->count))
        return NULL;
    return quietly(c, type, NULL);
}

static const struct type *if_sized(struct checker *c, const struct node *type,
                                   const struct node *init)
{
    bool sized = type->kind == NODE_TYPE_ARRAY && (type->derived.extent || init);
    const struct type *t = sized ? quietly(c, type, type->derived.extent ? NULL : init) : NULL;
    return t && t->kind == TYPE_ARRAY && t->complete && !t->unsized ? t : NULL;
}

const struct type *later_function(struct checker *c, const struct name *name)
{
    return later(c, name, if_prototyped);
}

const struct type *later_array(struct checker *c, const struct name *name)
{
    return later(c, name, if_sized);
}

/* ---- declarations inside functions ---- */

struct symbol *outside_find(struct checker *c, struct name *name)
{
    struct symbol *s = scope_outermost(c, name);
    bool library = s && s->kind == SYMBOL_FUNCTION && s->function && s->function->library;
    if (s && !library && (s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_VARIABLE))
        return s;
    VEC_EACH (o, &c->outside)
        if ((*o)->name == name->text)
            return *o;
    return NULL;
}

void outside_add(struct checker *c, struct symbol *s)
{
    VEC_PUSH(&c->outside, s);
}

struct symbol *implicit_function(struct checker *c, const struct node *name)
{
    if (!c->dialect->old_declarations || name->id.scope)
        return NULL;
    struct symbol *s = outside_find(c, name->name);
    if (s)
        return s->kind == SYMBOL_FUNCTION ? s : NULL;
    if (!diags_have_warned(c->diags, DIAG_NAME, name->at))
        diag_warning(c->diags, DIAG_NAME, name->at, "function '%s' is not declared before its use",
                     name->name->text);
    const struct type *t = later_function(c, name->name);
    if (!t) {
        struct type *old = ARENA_NEW(c->arena, struct type);
        *old = (struct type){.kind = TYPE_FUNCTION,
                             .align = 1,
                             .depth = 1,
                             .complete = true,
                             .unprototyped = true,
                             .base = type_basic(TYPE_INT)};
        t = old;
    }
    s = symbol_new(c, SYMBOL_FUNCTION, name->name->text, t, name->at);
    s->storage = STORAGE_SESSION;
    function_new(c, s, NULL);
    outside_add(c, s);
    return s;
}
