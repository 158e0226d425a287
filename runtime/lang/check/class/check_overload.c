/* SPDX-License-Identifier: Apache-2.0 */
/* Overload resolution: C++17 16.3. Each argument has an implicit conversion sequence to its parameter (implicit_conversion.c); a
 * function wins when none of its sequences is worse than with any other, and one is better. Templates are candidates by their
 * deduced instances. */
#include "lang/check/class/check_classes.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/template/check_templates.h"

/* ---- choosing ---- */

struct candidate {
    struct symbol *symbol, *template;
    struct conversion_sequence *sequences; /* the object's, then the arguments'; owned */
};

static uint32_t first_param(const struct symbol *s)
{
    return s->member && !s->member->is_static ? 1 : 0;
}

static bool count_fits(const struct symbol *s, const struct type *f, uint32_t given)
{
    uint32_t first = first_param(s), least = f->param_count;
    while (least > first && f->params[least - 1].value)
        least--;
    return given + first >= least && (f->variadic || given + first <= f->param_count);
}

/* Whether the parameters as written cannot take that many arguments, so that the function needs no closer look. */
static bool count_hopeless(const struct symbol *s, uint32_t given)
{
    const struct host_function *host = (const struct host_function *) s->function;
    const struct node *n = host->signature;
    if (!n || n->flags & FLAG_VARIADIC)
        return false;
    uint32_t least = 0;
    for (uint32_t i = 0; i < n->count; i++) {
        if (n->list[i]->flags & FLAG_VARIADIC)
            return false;
        least += !n->list[i]->declarator.init;
    }
    return given < least || given > n->count;
}

/* C++17 15.8.1.5: no template makes a constructor that takes its own class by value. */
static bool takes_itself(const struct candidate *k, const struct type *f, uint32_t given)
{
    const struct member *m = k->symbol->member;
    uint32_t first = first_param(k->symbol);
    return k->template && m && m->role == ROLE_CONSTRUCTOR && given == 1 &&
           f->param_count > first && type_plain(f->params[first].type) == m->class;
}

bool object_binds(const struct member *m, const struct expr *object)
{
    bool fresh = is_rvalue(object);
    return !(m->of_lvalue && !m->is_const && fresh) && !(m->of_rvalue && !fresh);
}

/* The implicit object argument: C++17 16.3.1p4. A const object needs a const function. */
static bool object_fits(struct checker *c, const struct symbol *s, const struct type *f,
                        const struct expr *object, struct conversion_sequence *out)
{
    const struct member *m = s->member;
    *out = (struct conversion_sequence){.rank = RANK_EXACT};
    if (!m || m->is_static || !object)
        return true;
    if (f->param_count)
        out->to = f->params[0].type;
    if (f->param_count && (m->of_lvalue || m->of_rvalue)) /* with & or && in the place of * */
        out->to = type_reference(c->arena, out->to->base, m->of_rvalue);
    return (m->is_const || !object->type->is_const) && object_binds(m, object);
}

/* Whether the function is viable. If so, k->sequences is allocated. */
static bool evaluate(struct checker *c, struct candidate *k, const struct call_args *args)
{
    const struct symbol *s = k->symbol;
    bool hopeless = count_hopeless(s, args->n) || !function_allows(c, s);
    const struct type *f = hopeless ? NULL : function_parameters(c, k->symbol);
    struct conversion_sequence object;
    if (!f || !count_fits(s, f, args->n) || takes_itself(k, f, args->n) ||
        !object_fits(c, s, f, args->object, &object))
        return false;
    uint32_t first = first_param(s);
    bool viable = true;
    k->sequences = xmalloc((args->n + 1) * sizeof *k->sequences);
    k->sequences[0] = object;
    for (uint32_t i = 0; i < args->n && viable; i++) {
        struct conversion_sequence *one = k->sequences + i + 1;
        *one = i + first < f->param_count
                   ? conversion_of(c, args->at[i], f->params[i + first].type, CONVERSION_IMPLICIT)
                   : (struct conversion_sequence){.rank = RANK_ELLIPSIS};
        viable = conversion_viable(one);
    }
    if (!viable)
        free(k->sequences);
    return viable;
}

/* 1: a is better; -1: b is; 0: neither. */
static int compare(struct checker *c, const struct candidate *a, const struct candidate *b,
                   uint32_t n)
{
    enum conversion_order order = conversions_compare(a->sequences, b->sequences, n + 1);
    if (order != ORDER_LEVEL)
        return order == ORDER_BETTER ? 1 : order == ORDER_WORSE ? -1 : 0;
    if (!a->template != !b->template)
        return a->template ? -1 : 1;
    int special = a->template && b->template ? template_compare(a->template, b->template, n) : 0;
    if (!special)
        special = constraint_compare(c, a->template, a->symbol, b->template, b->symbol);
    if (special || (a->template && b->template))
        return special;
    /* a member of the class itself hides one of its base */
    const struct member *m = a->symbol->member, *o = b->symbol->member;
    if (m && o && m->class != o->class)
        return type_base_offset(m->class, o->class) >= 0   ? 1
               : type_base_offset(o->class, m->class) >= 0 ? -1
                                                           : 0;
    /* C++17 16.3.3p1.7: a constructor of the class before an inherited one */
    return m && o ? (int) o->inherited - (int) m->inherited : 0;
}

typedef VEC(struct candidate) candidate_vec;

/* An instance X(X) of a constructor template. Calling it needs a copy, which would call it again (C++17 15.8.1, 10). */
static bool copies_by_copying(struct checker *c, struct symbol *made)
{
    const struct member *m = made->member;
    if (!m || m->role != ROLE_CONSTRUCTOR || !function_signature(c, made))
        return false;
    const struct type *f = made->type;
    return f && f->param_count == 2 && type_same(type_plain(f->params[1].type), m->class);
}

static void find_viable(struct checker *c, symbol_vec *from, const struct call_args *args,
                        const struct node *written, candidate_vec *out)
{
    struct attempt attempt;
    attempt_begin(c, &attempt);
    VEC_EACH (s, from) {
        struct candidate k = {.symbol = *s};
        if ((*s)->kind == SYMBOL_TEMPLATE) {
            k.template = *s;
            k.symbol = deduce_call(c, *s, args, written);
            if (k.symbol && copies_by_copying(c, k.symbol))
                continue;
        } else if (written) {
            continue;
        }
        if (k.symbol && evaluate(c, &k, args))
            VEC_PUSH(out, k);
    }
    attempt_end(c, &attempt);
}

static void candidates_free(candidate_vec *all)
{
    VEC_EACH (k, all)
        free(k->sequences);
    VEC_FREE(all);
}

static struct candidate *best_of(struct checker *c, candidate_vec *all, uint32_t n,
                                 bool *out_ambiguous)
{
    struct candidate *best = NULL;
    *out_ambiguous = false;
    VEC_EACH (k, all)
        if (!best || compare(c, k, best, n) > 0)
            best = k;
    VEC_EACH (k, all)
        *out_ambiguous |= k != best && compare(c, best, k, n) <= 0;
    return best;
}

struct symbol *overload_choose_quietly(struct checker *c, symbol_vec *from,
                                       const struct call_args *args, const struct node *written,
                                       bool *out_ambiguous)
{
    candidate_vec viable = {0};
    find_viable(c, from, args, written, &viable);
    struct candidate *best = best_of(c, &viable, args->n, out_ambiguous);
    struct symbol *s = best ? best->symbol : NULL;
    candidates_free(&viable);
    return s;
}

/* ---- what is wrong ---- */

static const char *args_text(struct checker *c, const struct call_args *args)
{
    struct buf b = {0};
    for (uint32_t i = 0; i < args->n; i++) {
        buf_puts(&b, i ? ", " : "");
        type_print(&b, args->at[i]->type);
    }
    const char *text = arena_strndup(&c->diags->arena, b.p ? b.p : "", b.n);
    buf_free(&b);
    return text;
}

static void note_candidate(struct checker *c, struct diag *d, struct symbol *s,
                           const struct call_args *args)
{
    if (s->kind == SYMBOL_TEMPLATE) {
        diag_note(c->diags, d, s->at,
                  s->template->node->template.constraint
                      ? "the call does not satisfy the constraints of this template"
                      : "the arguments of this template cannot be deduced from the call");
        return;
    }
    const struct type *f = function_signature(c, s);
    uint32_t first = first_param(s);
    if (!f)
        return;
    if (!function_allows(c, s)) {
        diag_note(c->diags, d, s->at, "the constraint of this one is not satisfied");
        return;
    }
    if (!count_fits(s, f, args->n)) {
        diag_note(c->diags, d, s->at, "this one takes %u argument%s", f->param_count - first,
                  f->param_count - first == 1 ? "" : "s");
        return;
    }
    if (args->object && args->object->type->is_const && s->member && !s->member->is_const &&
        first) {
        diag_note(c->diags, d, s->at, "this one is not const, but the object is");
        return;
    }
    if (args->object && s->member && first && !object_binds(s->member, args->object)) {
        diag_note(c->diags, d, s->at, "this one is for %s",
                  s->member->of_lvalue ? "lvalues ('&')" : "rvalues ('&&')");
        return;
    }
    for (uint32_t i = 0; i < args->n && i + first < f->param_count; i++) {
        struct conversion_sequence fit =
            conversion_of(c, args->at[i], f->params[i + first].type, CONVERSION_IMPLICIT);
        if (!conversion_viable(&fit)) {
            diag_note(c->diags, d, s->at, "this one takes '%s' as argument %u",
                      type_quoted(c, f->params[i + first].type), i + 1);
            return;
        }
    }
}

/* Whether a method call fails only because its object is const; if so, records a diag. */
static bool only_const(struct checker *c, symbol_vec *from, const struct call_args *args,
                       const struct node *written, const char *name, struct span at)
{
    if (!args->object || !args->object->type->is_const)
        return false;
    struct expr object = *args->object;
    struct call_args loose = {args->at, args->n, &object};
    bool ambiguous;
    object.type = type_plain(object.type);
    if (!overload_choose_quietly(c, from, &loose, written, &ambiguous))
        return false;
    diag_error(c->diags, DIAG_TYPE, at, "'%s' is not const, but the object is", name);
    return true;
}

bool list_is_bad(struct checker *c, const struct call_args *args)
{
    int errors = c->diags->errors;
    stmt_vec unused = {0}, *out = c->out;
    c->out = &unused;
    for (uint32_t i = 0; i < args->n; i++) {
        const struct node *list = args->at[i]->kind == EXPR_BRACES ? args->at[i]->node : NULL;
        for (uint32_t k = 0; list && k < list->count; k++)
            if (list->list[k]->kind != NODE_INIT_LIST && list->list[k]->kind != NODE_DESIGNATED)
                check_expr(c, list->list[k]);
    }
    c->out = out;
    VEC_FREE(&unused);
    return c->diags->errors > errors;
}

struct symbol *overload_choose(struct checker *c, symbol_vec *from, const struct call_args *args,
                               const struct node *written, const char *name, struct span at)
{
    enum { SHOWN = 4 };

    candidate_vec viable = {0};
    struct symbol *s = NULL;
    if (from->n == 1 && from->at[0]->kind == SYMBOL_FUNCTION && !written &&
        !function_constrained(from->at[0]))
        return overload_usable(c, from->at[0], args->object,
                               at); /* mismatches are reported per argument */
    find_viable(c, from, args, written, &viable);
    bool ambiguous;
    struct candidate *best = best_of(c, &viable, args->n, &ambiguous);
    if (best && !ambiguous) {
        s = overload_usable(c, best->symbol, args->object, at);
    } else if (best) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "this call of '%s' is ambiguous: (%s)",
                                    name, args_text(c, args));
        int shown = 0;
        VEC_EACH (k, &viable)
            if (shown < SHOWN && (k == best || compare(c, best, k, args->n) <= 0)) {
                diag_note(c->diags, d, k->symbol->at, "this one fits");
                shown++;
            }
    } else if (!list_is_bad(c, args) && !only_const(c, from, args, written, name, at)) {
        const struct member *m = from->n ? from->at[0]->member : NULL;
        bool makes = m && m->role == ROLE_CONSTRUCTOR && m->class;
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, at, "no matching %s'%s' for the arguments (%s)",
                       makes ? "constructor of " : "", makes ? type_quoted(c, m->class) : name,
                       args_text(c, args));
        for (size_t i = 0; i < from->n && i < SHOWN; i++)
            if (from->at[i]->at.source &&
                source_get(c->l->sources, from->at[i]->at.source)->kind != SOURCE_BUILTIN)
                note_candidate(c, d, from->at[i], args);
    }
    candidates_free(&viable);
    return s;
}

/* Whether a constructor takes an object of its own class. */
static bool copies(const struct symbol *s)
{
    const struct type *f = s->type;
    return f && f->param_count == 2 && type_is_reference(f->params[1].type) &&
           !f->params[1].type->rvalue &&
           type_same(type_plain(f->params[1].type->base), s->member->class);
}

/* Whether a chosen function may be called at all. */
struct symbol *overload_usable(struct checker *c, struct symbol *s, const struct expr *object,
                               struct span at)
{
    const struct member *m = s->member;
    struct diag *d = NULL;
    if (!function_signature(c, s))
        return NULL;
    if (!m)
        return s;
    enum access access = m->access;
    if (m->deleted) {
        if (m->role == ROLE_CONSTRUCTOR && copies(s)) {
            d = diag_error(c->diags, DIAG_TYPE, at, "'%s' cannot be copied",
                           type_quoted(c, m->class));
            diag_help(c->diags, d, "move it with std::move(), or take a reference");
        } else if (m->role == ROLE_CONSTRUCTOR) {
            d = diag_error(c->diags, DIAG_TYPE, at, "this constructor of '%s' is deleted",
                           type_quoted(c, m->class));
        } else {
            d = diag_error(c->diags, DIAG_TYPE, at, "'%s' is deleted", s->name);
        }
    } else if (m->device && !c->unevaluated) {
        d = diag_error(c->diags, DIAG_TYPE, at,
                       "'%s' is a device function: the host cannot call it", s->name);
        diag_help(c->diags, d, "declare it '__host__ __device__' to use it on both sides");
    } else if (!member_accessible(c, object ? object->type : NULL, m->plain, m->class, &access)) {
        d = diag_error(c->diags, DIAG_TYPE, at, "'%s' is %s", s->name,
                       access == ACCESS_PRIVATE ? "private" : "protected");
    }
    if (d && s->at.source)
        diag_note(c->diags, d, s->at, "it is declared here");
    return d ? NULL : s;
}

/* ---- names of functions as values ---- */

struct expr *pick_overload(struct checker *c, struct expr *e, const struct type *to)
{
    const struct type *f = to->kind == TYPE_POINTER ? to->base : to;
    symbol_vec all = {0};
    struct symbol *found = NULL;
    if (f->kind != TYPE_FUNCTION)
        return NULL;
    overload_gather(&all, e->symbol);
    for (size_t i = 0; i < all.n && !found; i++) {
        struct symbol *s = all.at[i];
        if (s->kind == SYMBOL_TEMPLATE) {
            struct call_args given = {ARENA_ARRAY(c->arena, struct expr *, f->param_count + 1),
                                      f->param_count, NULL};
            for (uint32_t k = 0; k < f->param_count; k++) {
                bool reference = type_is_reference(f->params[k].type);
                given.at[k] = expr_new(
                    c, EXPR_CALL, reference ? f->params[k].type->base : f->params[k].type, e->at);
                given.at[k]->lvalue = reference;
            }
            s = deduce_call(c, s, &given, e->left ? NULL : e->node);
        }
        const struct type *t = s ? function_signature(c, s) : NULL;
        if (t && type_same(t, f))
            found = s;
    }
    VEC_FREE(&all);
    return found ? use_symbol(c, found, e->at) : NULL;
}

/* ---- with the namespaces of the arguments ---- */

static void gather_in_space(struct checker *c, symbol_vec *to, const struct name *space,
                            const struct name *name)
{
    if (!space)
        return;
    struct name *n = name_in(&c->l->names, space, name);
    if (n->ordinary)
        overload_gather(to, n->ordinary);
}

/* The innermost namespace of a class or enumeration. NULL: the global one. */
static const struct name *space_of(struct checker *c, const struct type *t)
{
    if (t->class && t->class->context)
        return t->class->context->space;
    const struct name *n = t->name ? name_cstr(&c->l->names, t->name) : NULL;
    do
        n = name_outer(&c->l->names, n);
    while (n && !n->is_namespace);
    return n;
}

static void gather_of_type(struct checker *c, symbol_vec *to, const struct type *t,
                           const struct name *name, int depth)
{
    t = type_plain(t);
    while (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY)
        t = type_plain(t->base);
    const struct class_info *info = t->class;
    if ((t->kind != TYPE_STRUCT && t->kind != TYPE_ENUM) || depth > 4)
        return;
    gather_in_space(c, to, space_of(c, t), name);
    if (!info)
        return;
    for (uint32_t i = 0; i < info->friend_count; i++)
        if (info->friends[i].name == name->text && info->friends[i].symbol)
            overload_gather(to, info->friends[i].symbol);
    for (uint32_t i = 0; i < info->arg_count; i++)
        if (info->args[i].kind == ARG_TYPE)
            gather_of_type(c, to, info->args[i].type, name, depth + 1);
    for (uint32_t i = 0; t->kind == TYPE_STRUCT && i < t->field_count; i++)
        if (t->fields[i].is_base)
            gather_of_type(c, to, t->fields[i].type, name, depth + 1);
}

static void gather_used(struct checker *c, symbol_vec *to, const struct name *name)
{
    const struct name *used, *in = c->context ? c->context->space : NULL;
    for (bool more = true; more; in = name_outer(&c->l->names, in)) {
        for (size_t i = 0; (used = scope_used(c, in, &i));)
            gather_in_space(c, to, used, name);
        more = in != NULL;
    }
}

static bool returns_iterator(const char *function)
{
    static const char *const names[] = {"begin",  "end",     "cbegin", "cend",
                                        "insert", "emplace", "erase"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], function))
            return true;
    return false;
}

/* The iterators of std::vector and std::string are pointers here, classes in g++: one that a member function of a class in std
 * returned brings that namespace. */
static bool iterates_std(const struct expr *e)
{
    while (e->kind == EXPR_POINTER_ADD || e->kind == EXPR_CONVERT || e->kind == EXPR_COMMA)
        e = e->kind == EXPR_COMMA ? e->right : e->left;
    const struct member *m = e->kind == EXPR_CALL && e->symbol ? e->symbol->member : NULL;
    return m && e->type->kind == TYPE_POINTER && m->class->name && returns_iterator(m->plain) &&
           !strncmp(m->class->name, "std::", 5);
}

static void gather_by_arguments(struct checker *c, symbol_vec *to, const struct name *name,
                                const struct call_args *args)
{
    for (uint32_t i = 0; i < args->n; i++)
        gather_of_type(c, to, args->at[i]->type, name, 0);
    for (uint32_t i = 0; i < args->n; i++)
        if (iterates_std(args->at[i])) {
            gather_in_space(c, to, name_cstr(&c->l->names, "std"), name);
            break;
        }
    VEC_EACH (s, to)
        scope_mention(c, *s);
}

void overload_gather_beside(struct checker *c, symbol_vec *to, const struct symbol *found,
                            const struct name *name, const struct call_args *args)
{
    if (found == name->ordinary)
        gather_used(c, to, name);
    gather_by_arguments(c, to, name, args);
}

void overload_gather_for(struct checker *c, symbol_vec *to, const struct name *name,
                         const struct call_args *args)
{
    struct names *names = &c->l->names;
    if (name->ordinary)
        overload_gather(to, name->ordinary);
    for (const struct name *s = c->context ? c->context->space : NULL; s; s = name_outer(names, s))
        gather_in_space(c, to, s, name);
    gather_used(c, to, name);
    gather_by_arguments(c, to, name, args);
}
