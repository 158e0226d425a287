/* SPDX-License-Identifier: Apache-2.0 */
/* Implicit conversion sequences, C++17 16.3.3.1 [over.best.ics]: from an expression to a type, with the rank of the
 * sequence and how to convert, or why there is none. Overload resolution compares them (check_overload.c);
 * core/convert.c, check_conversion.c and bind_reference() carry them out. Standard conversions are in
 * core/conversion.c. */
#include "lang/check/class/check_classes.h"

#include <string.h>

#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/template/check_templates.h"

static struct conversion_sequence no_conversion(enum conversion_flaw flaw, const struct type *to)
{
    return (struct conversion_sequence){
        .rank = RANK_NONE, .second = RANK_NONE, .flaw = flaw, .to = to};
}

static struct conversion_sequence exact(enum conversion_kind kind, const struct type *to)
{
    return (struct conversion_sequence){.kind = kind, .to = to};
}

/* ---- by constructors and conversion functions: C++17 15.3 [class.conv] ---- */

static void gather_conversions(struct checker *c, const struct type *t, symbol_vec *out)
{
    t = type_plain(t);
    const struct class_info *info = t->kind == TYPE_STRUCT ? t->class : NULL;
    for (uint32_t i = 0; info && i < info->member_count; i++)
        if (!strcmp(info->members[i].name, "operator type"))
            overload_gather(out, info->members[i].symbol);
    for (uint32_t i = 0; t->kind == TYPE_STRUCT && i < t->field_count; i++)
        if (t->fields[i].is_base)
            gather_conversions(c, t->fields[i].type, out);
}

/* The sequence by one conversion function of e's class, whose type is f. */
static struct conversion_sequence by_function(struct checker *c, const struct symbol *s,
                                              const struct type *f, const struct type *to)
{
    bool reference = type_is_reference(f->base);
    struct expr value = {.kind = EXPR_CALL,
                         .type = reference ? f->base->base : type_plain(f->base),
                         .lvalue = reference,
                         .xvalue = reference && f->base->rvalue};
    struct conversion_sequence made = conversion_of(c, &value, to, CONVERSION_IMPLICIT);
    made.second = made.rank;
    made.rank = conversion_viable(&made) ? RANK_USER : RANK_NONE;
    made.kind = CONVERT_FUNCTION;
    made.by = s;
    return made;
}

/* The function itself, or the instance of its template for that type; *out_type: its type. NULL: it does not fit. */
static struct symbol *conversion_function(struct checker *c, struct symbol *s,
                                          const struct type *to, const struct type **out_type)
{
    struct attempt attempt;
    bool template = s->kind == SYMBOL_TEMPLATE;
    *out_type = NULL;
    if (template) {
        attempt_begin(c, &attempt);
        s = deduce_conversion(c, s, to);
    }
    if (s && s->kind == SYMBOL_FUNCTION)
        *out_type = function_signature(c, s);
    if (template)
        attempt_end(c, &attempt);
    return *out_type ? s : NULL;
}

/* Whether a is to be chosen before b, which the class declares earlier. */
static bool chosen_before(const struct conversion_sequence *a, const struct conversion_sequence *b,
                          bool closer)
{
    if (a->rank != b->rank)
        return a->rank < b->rank;
    return a->second < b->second || (a->second == b->second && closer);
}

/* C++17 16.3.1.5 [over.match.conv]: the conversion function whose result fits best. */
static struct conversion_sequence best_function(struct checker *c, const struct expr *e,
                                                const struct type *to, bool explicitly)
{
    symbol_vec all = {0};
    struct conversion_sequence best = no_conversion(FLAW_TYPES, to);
    bool best_is_template = true;
    gather_conversions(c, e->type, &all);
    VEC_EACH (s, &all) {
        const struct member *m = (*s)->member;
        const struct type *f;
        bool template = (*s)->kind == SYMBOL_TEMPLATE;
        if (!m || (m->is_explicit && !explicitly) || (e->type->is_const && !m->is_const) ||
            !object_binds(m, e))
            continue;
        struct symbol *by = conversion_function(c, *s, to, &f);
        struct conversion_sequence made = by ? by_function(c, by, f, to) : best;
        if (!by || made.rank == RANK_NONE)
            continue;
        bool closer = /* neither is the object const */
            (!e->type->is_const && !m->is_const) || m->of_rvalue;
        if (chosen_before(&made, &best, best_is_template == template ? closer : !template)) {
            best = made;
            best_is_template = template;
        }
    }
    VEC_FREE(&all);
    return best;
}

/* C++17 16.3.1.3 and 15.3.1: the constructor that makes an object of the class from the value. */
static struct symbol *converting_constructor(struct checker *c, const struct expr *e,
                                             const struct type *class)
{
    const struct class_info *info = class->class;
    symbol_vec all = {0};
    if (!class->complete || !info || !info->constructors)
        return NULL;
    symbol_vec usable = {0};
    overload_gather(&all, info->constructors);
    VEC_EACH (s, &all)
        if (!(*s)->member || (!(*s)->member->is_explicit && !(*s)->member->deleted))
            VEC_PUSH(&usable, *s);
    struct expr *arg = (struct expr *) (uintptr_t) e;
    struct call_args given = {&arg, 1, NULL};
    bool ambiguous;
    struct symbol *s =
        usable.n ? overload_choose_quietly(c, &usable, &given, NULL, &ambiguous) : NULL;
    VEC_FREE(&usable);
    VEC_FREE(&all);
    return s;
}

/* Whether a new object satisfies the type: not T &, which needs an existing one. */
static bool takes_values(const struct type *to)
{
    if (!type_is_reference(to) || to->rvalue)
        return true;
    const struct type *object = type_element(to->base);
    return (to->base->is_const || object->is_const) && !object->is_volatile &&
           !to->base->is_volatile;
}

/* explicitly: in a cast, where explicit functions count and the class's constructors were already tried. */
static struct conversion_sequence user_conversion(struct checker *c, const struct expr *e,
                                                  const struct type *to, bool explicitly)
{
    const struct type *target = type_plain(type_referred(to));
    struct conversion_sequence s = no_conversion(FLAW_TYPES, to);
    if (lambda_points(c, e->type, target)) {
        s = exact(CONVERT_LAMBDA, to);
        s.rank = RANK_USER;
        return s;
    }
    if (c->user_conversions || e->type->kind == TYPE_VOID) /* p4: one of them at most */
        return s;
    c->user_conversions++;
    if (type_is_class(e->type))
        s = best_function(c, e, to, explicitly);
    bool constructs =
        s.rank == RANK_NONE && type_is_class(target) && takes_values(to) && !explicitly;
    struct symbol *made = constructs ? converting_constructor(c, e, target) : NULL;
    c->user_conversions--;
    if (made) {
        s = exact(CONVERT_CONSTRUCTOR, to);
        s.rank = RANK_USER;
        s.by = made;
    }
    return s;
}

struct expr *loaded_table(struct checker *c, struct expr *e, const struct type *class)
{
    bool load = e->kind == EXPR_BUILTIN && !strcmp(e->symbol->name, "load") && e->arg_count == 1;
    const struct type *first = class && class->field_count ? class->fields[0].type : NULL;
    if (!load || !first || first->kind != TYPE_POINTER || !first->base->name ||
        strcmp(first->base->name, "__table_object") != 0)
        return NULL;
    return library_call(c, "__table_load", e->args, 1, e->at);
}

struct expr *convert_by_user(struct checker *c, struct expr *e, const struct conversion_sequence *s)
{
    if (s->kind == CONVERT_LAMBDA)
        return lambda_pointer(c, e->type, e->at);
    struct symbol *by = (struct symbol *) (uintptr_t) s->by;
    bool constructs = s->kind == CONVERT_CONSTRUCTOR;
    struct expr *table = constructs ? loaded_table(c, e, type_plain(type_referred(s->to))) : NULL;
    if (table)
        return user_converted(c, table, s->to, false);
    struct call_args given =
        constructs ? (struct call_args){&e, 1, NULL} : (struct call_args){NULL, 0, e};
    struct expr *call = call_symbol(c, by, &given, e->at);
    if (expr_is_bad(call))
        return call;
    if (!constructs) {
        struct purpose why = {.kind = FOR_INIT, .name = by->name};
        return init_from(c, s->to, call, &why);
    }
    struct expr *made = expr_new(c, EXPR_CONSTRUCT, type_plain(type_referred(s->to)), e->at);
    made->symbol = by;
    made->args = call->args;
    made->arg_count = call->arg_count;
    return made;
}

struct expr *user_converted(struct checker *c, struct expr *e, const struct type *to,
                            bool explicitly)
{
    struct conversion_sequence s = user_conversion(c, e, to, explicitly);
    return s.rank == RANK_NONE ? NULL : convert_by_user(c, e, &s);
}

/* ---- lists: C++17 16.3.3.1.5 [over.ics.list] ---- */

struct conversion_sequence worst_conversion(struct checker *c, const struct node *n,
                                            const struct type *to)
{
    struct conversion_sequence worst = exact(CONVERT_VALUE, to);
    for (uint32_t i = 0; i < n->count && worst.rank != RANK_NONE; i++) {
        struct call_args one = {0};
        if (!check_args(c, n->list + i, 1, &one))
            return no_conversion(FLAW_TYPES, to);
        for (uint32_t k = 0; k < one.n && worst.rank != RANK_NONE; k++) {
            struct conversion_sequence s = conversion_of(c, one.at[k], to, CONVERSION_IMPLICIT);
            if (!conversion_viable(&s))
                s = no_conversion(s.flaw, to);
            worst = s.rank > worst.rank ? s : worst;
        }
    }
    return worst;
}

bool is_list_class(const struct type *t)
{
    return type_is_class(t) && type_plain(t)->class->template &&
           !strcmp(type_plain(t)->class->template->symbol->name, "std::initializer_list");
}

/* p2, p6, p9: the conversion of the only element of {x}, if that decides; else of a new object or a zero. */
static struct conversion_sequence of_elements(struct checker *c, const struct expr *made,
                                              const struct node *list, const struct type *to)
{
    const struct node *only = list->count == 1 ? list->list[0] : NULL;
    bool plain = only && only->kind != NODE_DESIGNATED && only->kind != NODE_INIT_LIST &&
                 only->kind != NODE_EXPAND;
    struct conversion_sequence s = exact(CONVERT_LIST, to);
    if (plain && type_is_scalar(to))
        s = conversion_of(c, check_value(c, only), to, CONVERSION_IMPLICIT);
    if (to->kind == TYPE_STRUCT) {
        struct expr *value = plain ? check_expr(c, only) : NULL;
        bool copies = value && !expr_is_bad(value) && value->type->kind == TYPE_STRUCT &&
                      type_base_offset(value->type, to) >= 0;
        if (copies)
            s = conversion_standard(c, value, to, false);
        else
            s.rank = RANK_USER;
        s.by = !copies && made->kind == EXPR_CONSTRUCT ? made->symbol : NULL;
    }
    s.kind = CONVERT_LIST;
    return s;
}

static struct conversion_sequence list_conversion(struct checker *c, const struct expr *e,
                                                  const struct type *to)
{
    struct attempt attempt;
    stmt_vec list = {0}, *out = c->out;
    struct conversion_sequence s = no_conversion(FLAW_TYPES, to);
    to = type_plain(to);
    attempt_begin(c, &attempt);
    c->out = &list;
    struct expr *made = construct_from_list(c, to, e->node, true, e->at);
    bool good = !expr_is_bad(made) && !attempt.unused.errors;
    if (good && is_list_class(to)) { /* p3.1 of 16.3.3.2: better than any other */
        s = worst_conversion(c, e->node, to->class->args[0].type);
        s.of_list = true;
    } else if (good) {
        s = of_elements(c, made, e->node, to);
    }
    s.kind = CONVERT_LIST;
    s.to = to;
    c->out = out;
    attempt_end(c, &attempt);
    VEC_FREE(&list);
    return s;
}

/* ---- references: C++17 11.6.3 [dcl.init.ref], 16.3.3.1.4 [over.ics.ref] ---- */

/* C++17 11.6.3p4: whether a reference to `target` may refer to such an object; out_derived: to a base in it. */
static bool related(const struct type *target, const struct type *object, bool *out_derived)
{
    bool open = object->kind == TYPE_ARRAY && object->unsized;
    bool same = type_shows(target, object) && !open;
    *out_derived = !same && object->kind == TYPE_STRUCT && target->kind == TYPE_STRUCT &&
                   type_base_offset(object, target) >= 0;
    return same || *out_derived;
}

static bool is_bit_field(const struct expr *e)
{
    return e->kind == EXPR_MEMBER && e->field->bit_width;
}

/* p5.1 and p5.2.1: to the object itself. */
static struct conversion_sequence direct_binding(const struct expr *e, const struct type *to,
                                                 bool derived)
{
    const struct type *target = to->base;
    bool value = is_rvalue(e), copied = is_bit_field(e) && !to->rvalue; /* p5: it has no address */
    if ((e->type->is_const && !target->is_const) || (e->type->is_volatile && !target->is_volatile))
        return no_conversion(to->rvalue ? FLAW_QUALIFIERS : FLAW_LVALUE, to);
    if (value || copied ? !takes_values(to) : to->rvalue)
        return no_conversion(value || copied ? FLAW_LVALUE : FLAW_RVALUE, to);
    bool placed = !is_bit_field(e) && (e->lvalue || derived);
    struct conversion_sequence s = exact(placed ? BIND_OBJECT : BIND_TEMPORARY, to);
    s.rank = s.second = derived ? RANK_CONVERSION : RANK_EXACT;
    return s;
}

static struct conversion_sequence reference_conversion(struct checker *c, const struct expr *e,
                                                       const struct type *to)
{
    const struct type *target = to->base;
    bool derived, function = e->type->kind == TYPE_POINTER && e->type->base->kind == TYPE_FUNCTION;
    if (target->kind == TYPE_FUNCTION && function)
        return type_same(e->type->base, target) ? exact(BIND_FUNCTION, to)
                                                : no_conversion(FLAW_TYPES, to);
    if (e->kind != EXPR_BRACES && related(target, e->type, &derived))
        return direct_binding(e, to, derived);
    /* p5.1.2, p5.2.1.2, p5.2.2.1: what a class converts to is bound */
    if (type_is_class(e->type)) {
        struct conversion_sequence s = user_conversion(c, e, to, false);
        if (s.rank == RANK_NONE && !takes_values(to))
            s.flaw = FLAW_LVALUE;
        if (s.kind == CONVERT_CONSTRUCTOR)
            s.kind = BIND_TEMPORARY;
        return s;
    }
    if (!takes_values(to))
        return no_conversion(FLAW_LVALUE, to);
    struct conversion_sequence s = conversion_of(c, e, type_plain(target), CONVERSION_IMPLICIT);
    if (!conversion_viable(&s))
        s = no_conversion(s.flaw ? s.flaw : FLAW_TYPES, to);
    s.kind = BIND_TEMPORARY;
    s.to = to;
    return s;
}

/* ---- the whole ---- */

static struct conversion_sequence to_value(struct checker *c, const struct expr *e,
                                           const struct type *to, enum conversion_mode mode)
{
    struct conversion_sequence s = conversion_standard(c, e, to, mode == CONVERSION_LIBRARY);
    if (s.rank != RANK_NONE)
        return s;
    struct conversion_sequence user = user_conversion(c, e, to, mode == CONVERSION_EXPLICIT);
    return user.rank == RANK_NONE ? s : user;
}

/* The name of several functions or kernels: C++17 16.4 [over.over]. */
static bool names_one(struct checker *c, const struct expr *e, const struct type *to)
{
    struct expr *name = (struct expr *) (uintptr_t) e;
    if (e->kind == EXPR_OVERLOADS)
        return pick_overload(c, name, to) != NULL;
    if (manipulator_is_template(e))
        return manipulator_function(c, name, to) != NULL;
    return e->kind == EXPR_FUNCTION && kernel_wanted(c, name, to) != name;
}

struct conversion_sequence implicit_conversion(struct checker *c, const struct expr *e,
                                               const struct type *to, enum conversion_mode mode)
{
    if (expr_is_bad(e))
        return exact(CONVERT_NOTHING, to);
    if (names_one(c, e, type_referred(to)))
        return exact(CONVERT_OVERLOAD, to);
    if (type_is_reference(to))
        return reference_conversion(c, e, to);
    return e->kind == EXPR_BRACES ? list_conversion(c, e, to) : to_value(c, e, to, mode);
}
