/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions: their declarations, parameters and bodies. */
#include "lang/check/check_statement.h"

#include <string.h>

#include "lang/check/class/check_classes.h"
#include "lang/check/core/c_rules.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/core/variadic.h"
#include "lang/check/device/check_device.h"

static bool has_defaults(const struct type *f)
{
    for (uint32_t i = 0; i < f->param_count; i++)
        if (f->params[i].value)
            return true;
    return false;
}

/* The overload of exactly this type. */
static struct symbol *overload_of(struct symbol *from, const struct type *t)
{
    symbol_vec all = {0};
    struct symbol *found = NULL;
    overload_gather(&all, from);
    VEC_EACH (s, &all)
        if ((*s)->kind == SYMBOL_FUNCTION && (*s)->type && same_arguments((*s)->type, t))
            found = *s;
    VEC_FREE(&all);
    return found;
}

/* The function of C, which has no overloads, that t declares again, or NULL. */
static struct symbol *declared_in_c(const struct checker *c, struct symbol *old,
                                    const struct type *t)
{
    bool same = c->dialect->old_declarations && old && old->kind == SYMBOL_FUNCTION && old->type &&
                functions_compatible(old->type, t);
    return same ? old : NULL;
}

/* The function that a declaration inside another function was the first of (C++17 6.5). NULL: none. */
static struct symbol *declared_inside(const struct checker *c, const struct name *name,
                                      const struct type *t)
{
    VEC_EACH (o, &c->outside)
        if ((*o)->name == name->text && (*o)->kind == SYMBOL_FUNCTION && type_same((*o)->type, t))
            return *o;
    return NULL;
}

/* A declaration of C that the program has met before: its type is that of both. */
static struct symbol *declare_again(struct checker *c, struct symbol *s, const struct type *t)
{
    const struct type *both = composite_function(s->type, t);
    if (both == s->type)
        return s; /* it may be of an earlier cell or header, and outlive this text */
    VEC_PUSH(&c->undo, ((struct undo_entry){UNDO_TYPE, .symbol = s, .type = s->type}));
    s->type = both;
    if (s->function && !s->function->body)
        s->function->type = s->type;
    return s;
}

/* Two files of a program declare a function with different integers as result, which a compiler of one file cannot see: the linker knows no
 * results. The first declaration's is what callers get. */
static bool differs_elsewhere(const struct checker *c, const struct symbol *old,
                              const struct type *t, struct span at)
{
    const struct source *a = source_get(c->l->sources, old->at.source),
                        *b = source_get(c->l->sources, at.source);
    return a && b && a != b && is_program_file(a->name) && is_program_file(b->name) &&
           type_is_integer(old->type->base) && type_is_integer(t->base);
}

static struct symbol *declared(struct checker *c, const struct node *n, const struct type *t)
{
    struct name *name = decl_name(c, n->name);
    struct symbol *old = name->ordinary;
    bool here = old && name->ordinary_depth == c->depth, inside = c->depth > DEPTH_CELL;
    struct symbol *same = overload_of(old, t), *met = here ? declared_in_c(c, old, t) : NULL;
    if (!met && (inside || !here))
        met = declared_in_c(c, outside_find(c, name), t);
    if (met) {
        if (!here || old != met)
            scope_bind(c, name, met);
        return declare_again(c, met, t);
    }
    if (t->unprototyped && !t->param_count && n->kind != NODE_FUNCTION) {
        const struct type *full = later_function(c, name);
        if (full && functions_compatible(full, t)) {
            struct type *unchecked = ARENA_NEW(c->arena, struct type);
            *unchecked = *full;
            unchecked->unprototyped = true; /* until the definition is read (C11 6.5.2.2p6) */
            t = unchecked;
        }
    }
    if (same && here && !type_same(same->type, t)) {
        if (differs_elsewhere(c, same, t, n->name_at))
            return same;
        struct diag *d = diag_error(
            c->diags, DIAG_TYPE, n->name_at,
            "'%s' differs from an earlier declaration only in its return type", n->name->text);
        diag_note(c->diags, d, same->at, "it was declared here");
        return NULL;
    }
    if (same && type_same(same->type, t) &&
        (here || (!has_defaults(t) && !has_defaults(same->type)))) {
        if (!here)
            scope_bind(c, name, old);
        for (uint32_t i = 0; here && i < t->param_count;
             i++) /* defaults belong to the first declaration */
            if (!t->params[i].value) {
                t->params[i].value = same->type->params[i].value;
                t->params[i].late = same->type->params[i].late;
            }
        return same;
    }
    struct symbol *s = declared_inside(c, name, t);
    if (s)
        return declare_function_name(c, name, s);
    s = symbol_new(c, SYMBOL_FUNCTION, name->text, t, n->name_at);
    s->storage = STORAGE_SESSION;
    function_new(c, s, NULL);
    if (inside)
        outside_add(c, s);
    if (c->dialect->old_declarations && (!here || old->kind == SYMBOL_FUNCTION)) {
        scope_bind(c, name, s);
        return s;
    }
    return declare_function_name(c, name, s);
}

struct symbol *declare_function(struct checker *c, const struct node *n, const struct type *t)
{
    struct symbol *s = declared(c, n, t);
    const struct name_attributes *a = n->attributes;
    if (!s || !a)
        return s;
    s->starts = a->starts ? a->starts : s->starts;
    s->ends = a->ends ? a->ends : s->ends;
    s->weak |= a->weak;
    return s;
}

/* ---- bodies ---- */

/* One parameter of a body; `index` counts those of the function's type. */
static void declare_param(struct checker *c, struct function *f, const struct node *m,
                          uint32_t index, const char *name)
{
    c->specifiers = NULL;
    const struct type *t = f->type->params[index].type;
    const struct type *inner = t->kind == TYPE_POINTER ? t->base : t;
    if (inner->unsized)
        t = type_pointer(c->arena, resolve_type(c, m->declarator.type->derived.base));
    if (t->kind == TYPE_STRUCT && !t->complete) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, m->at,
                                    "a parameter cannot be of type '%s'", type_quoted(c, t));
        diag_help(c->diags, d, "it is declared but not defined: define it first");
        t = type_basic(TYPE_ERROR);
    }
    struct symbol *s = variable_new(c, name, t, m->name_at);
    s->storage = STORAGE_PARAM;
    f->params[index] = s;
}

/* The outermost extent of a parameter decides nothing, but C evaluates it (C11 6.9.1p10). */
static void evaluate_extent(struct checker *c, const struct node *m)
{
    const struct node *t = m->declarator.type;
    if (!c->dialect->old_declarations || t->kind != NODE_TYPE_ARRAY || !t->derived.extent)
        return;
    struct expr *e = check_constant(c, check_value(c, t->derived.extent));
    if (expr_is_bad(e) || e->kind == EXPR_INTEGER)
        return;
    struct stmt *s = stmt_new(c, STMT_EXPR, e->at);
    s->expr = e;
    put_stmt(c, s);
}

static void count_element(struct checker *c, const struct node *pattern, void *user)
{
    uint32_t *count = user;
    (void) c, (void) pattern;
    ++*count;
}

/* A function's parameter pack: a parameter for each element. */
static uint32_t declare_pack(struct checker *c, struct function *f, const struct node *m,
                             uint32_t index)
{
    struct symbol *s = symbol_new(c, SYMBOL_PACK, m->name ? m->name->text : "", NULL, m->name_at);
    s->storage = STORAGE_LOCAL;
    s->pack = ARENA_NEW(c->arena, struct pack);
    uint32_t count = 0;
    pack_expand(c, m->declarator.type, count_element, &count);
    s->pack->at = ARENA_ARRAY(c->arena, struct symbol *, count);
    s->pack->count = count;
    for (uint32_t i = 0; i < count; i++) {
        declare_param(c, f, m, index + i, s->name);
        s->pack->at[i] = f->params[index + i];
    }
    if (m->name)
        scope_bind(c, m->name, s);
    return count;
}

/* Array extents in pointer parameters, as in f(int n, float a[][n]), are computed on entry. */
static void declare_params(struct checker *c, struct function *f, const struct node *n)
{
    const struct member *member = f->symbol->member;
    uint32_t at = 0;
    f->params = ARENA_ARRAY(c->arena, struct symbol *, f->type->param_count + 1);
    if (member && !member->is_static) {
        struct symbol *s =
            variable_new(c, intern_cstr(c->l->names.texts, "this"), f->type->params[0].type, n->at);
        s->storage = STORAGE_PARAM;
        f->params[at++] = s;
        c->this = use_symbol(c, s, n->at);
        struct field captured;
        if (member->class->name && !strcmp(member->class->name, "a lambda")) {
            c->closure = c->this;
            c->this = NULL;
            const char *object = intern_cstr(c->l->names.texts, CAPTURED_OBJECT);
            if (type_field(member->class, object, &captured))
                c->this = address_of(
                    c, field_of(c, expr_deref(c, c->closure, n->at), object, n->at), n->at);
            else if (type_field(member->class, s->name, &captured))
                c->this = convert_rvalue(
                    c, field_of(c, expr_deref(c, c->closure, n->at), s->name, n->at));
        }
    }
    for (uint32_t i = 0; i < n->count; i++) {
        const struct node *m = n->list[i];
        if (m->flags & FLAG_VARIADIC) {
            at += declare_pack(c, f, m, at);
            continue;
        }
        declare_param(c, f, m, at,
                      m->name ? m->name->text : intern_cstr(c->l->names.texts, " unnamed"));
        if (m->name && m->name->ordinary && m->name->ordinary_depth == c->depth)
            diag_error(c->diags, DIAG_TYPE, m->name_at, "parameter '%s' is declared twice",
                       m->name->text);
        else if (m->name)
            scope_bind(c, m->name, f->params[at]);
        evaluate_extent(c, m);
        at++;
    }
    if (f->type->variadic)
        f->params[at] = declare_variadic_area(c, n->at);
}

void match_gotos(struct checker *c)
{
    for (size_t i = 0; i < c->gotos.n && !safepoint_stops(c->safepoint); i++) {
        struct stmt *s = c->gotos.at[i];
        const char *name = s->text.p;
        s->target = (struct stmt *) (uintptr_t) pointer_map_get(&c->labels, name, 0);
        if (s->target)
            continue;
        struct diag *d = diag_error(c->diags, DIAG_NAME, c->goto_names.at[i],
                                    "no label '%s' in this function", name);
        if (c->closure && c->dialect->language == LANGUAGE_C)
            diag_help(c->diags, d,
                      "if it is one of the function around, declare it there: '__label__ %s;'",
                      name);
    }
    finish_computed_gotos(c);
    pointer_map_free(&c->labels);
    c->gotos.n = c->goto_names.n = 0;
}

void check_body(struct checker *c, struct function *f, const struct node *n)
{
    struct function *outer = c->function;
    const struct type *result = c->result;
    stmt_vec list = {0}, *out = c->out;
    size_t mark, used = c->used.n, labels = c->local_labels.n;
    const struct member *member = f->symbol->member;
    struct expr *this = c->this, *closure = c->closure;
    bool library = c->library, auto_result = c->auto_result;
    c->function = f;
    c->library = f->library;
    c->auto_result =
        is_auto(n->function.type->derived.base) && !(member && member->role == ROLE_CONVERSION);
    c->result = f->type->base;
    c->out = &list;
    scope_enter(c, &mark);
    declare_params(c, f, n->function.type);
    const struct node *body = n->function.body;
    bool whole =
        body->count == 1 && body->list[0]->kind == NODE_TRY && body->list[0]->flags & FLAG_BODY;
    bool constructor = member && member->role == ROLE_CONSTRUCTOR;
    c->constructs = whole && constructor ? n : NULL;
    if (constructor && !whole)
        put_member_inits(c, n, member->class);
    for (uint32_t i = 0; i < body->count; i++)
        check_statement(c, body->list[i]);
    scope_leave(c, mark);
    c->used.n = used;
    match_gotos(c);
    c->local_labels.n = labels;
    f->body = block_of(c, &list, body->at);
    f->stale = false;
    c->this = this;
    c->closure = closure;
    c->library = library;
    c->auto_result = auto_result;
    if (f->returns_other)
        f->result = NULL;
    f->mention_count = (uint32_t) c->mentions.n;
    f->mentions = ARENA_ARRAY(c->arena, struct symbol *, c->mentions.n);
    if (c->mentions.n)
        memcpy(f->mentions, c->mentions.at, c->mentions.n * sizeof *c->mentions.at);
    c->function = outer;
    c->result = result;
    c->out = out;
}

/* ---- definitions ---- */

void check_function(struct checker *c, const struct node *n)
{
    c->specifiers = NULL;
    if (c->function && c->dialect->language == LANGUAGE_C) {
        check_nested_function(c, n);
        return;
    }
    if (n->function.scope && (n->function.scope->id.scope || n->function.scope->name)) {
        check_outside(c, n);
        return;
    }
    if (n->flags & FLAG_DELETED)
        return;
    if (has_auto_params(n->function.type)) {
        check_statement(c, auto_template(c, n));
        return;
    }
    struct host_function *host = ARENA_NEW(c->arena, struct host_function);
    struct function *f = &host->function, *outer = c->function;
    c->function = f; /* types in its signature count as mentioned */
    size_t mentioned = c->mentions.n;
    const struct type *t = resolve_type(c, n->function.type);
    c->function = outer;
    if (t->kind == TYPE_ERROR)
        return;
    if (t->base->kind == TYPE_ARRAY || t->base->kind == TYPE_FUNCTION ||
        t->base->kind == TYPE_OPAQUE) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "a function cannot return '%s'",
                   type_quoted(c, t->base));
        return;
    }
    struct symbol *same = overload_of(decl_name(c, n->name)->ordinary, t);
    if (!same)
        same = declared_in_c(c, decl_name(c, n->name)->ordinary, t);
    if (same && defined_before(c, same, n))
        return;
    bool fresh = !same || decl_name(c, n->name)->ordinary_depth == c->depth;
    struct symbol *s = declare_function(c, n, t);
    if (!s)
        return;
    if (fresh && !s->function->body) /* its constants can be used at once */
        take_function(c, s, f);
    *f = (struct function){.symbol = s, .type = t, .syntax = n, .library = c->library};
    host->context = c->context;
    host->dialect = c->dialect;
    VEC_PUSH(&c->defined, f);
    if (c->library) { /* its body is checked when it is first called */
        f->stale = true;
        s->function = f;
        return;
    }
    note_macros_used(c, host, n);
    stmt_vec unused = {0}, *out = c->out;
    struct entered e;
    VEC(struct symbol *) mentions = {0};
    for (size_t i = mentioned; i < c->mentions.n; i++)
        VEC_PUSH(&mentions, c->mentions.at[i]);
    c->mentions.n = mentioned;
    context_enter(c, c->context, c->library, &e);
    VEC_EACH (m, &mentions)
        VEC_PUSH(&c->mentions, *m);
    VEC_FREE(&mentions);
    c->out = &unused;
    check_body(c, f, n);
    c->out = out;
    VEC_FREE(&unused);
    context_leave(c, &e);
}
