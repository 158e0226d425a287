/* SPDX-License-Identifier: Apache-2.0 */
/* Carries out the conversions that only C++ has: of objects, braced lists and overload sets, and by constructors and
 * conversion functions (C++17 15.3). implicit_conversion.c finds them; core/convert.c has those between C types. */
#include "lang/check/class/check_classes.h"

#include "lang/check/complex/complex_number.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/symbols.h"
#include "lang/check/template/check_templates.h"

static struct expr *named(struct checker *c, struct expr *e, const struct type *to)
{
    struct expr *f = e->kind == EXPR_OVERLOADS    ? pick_overload(c, e, to)
                     : manipulator_is_template(e) ? manipulator_function(c, e, to)
                                                  : kernel_wanted(c, e, to);
    return e->kind == EXPR_OVERLOADS ? f : convert_to(c, f, to);
}

struct expr *class_converted(struct checker *c, struct expr *e, const struct conversion_sequence *s)
{
    switch (s->kind) {
    case CONVERT_COMPLEX: return complex_converted(c, e, s->to);
    case CONVERT_OVERLOAD: return named(c, e, s->to);
    case CONVERT_LIST: return construct_from_list(c, s->to, e->node, true, e->at);
    case CONVERT_OBJECT:
        return type_is_class(s->to) ? construct_object(c, s->to, &e, 1, e->at)
                                    : base_part(c, e, s->to);
    default: return convert_by_user(c, e, s);
    }
}

/* An object whose class converts to a number or pointer, converted to that. */
struct expr *as_number(struct checker *c, struct expr *e)
{
    symbol_vec all = {0};
    const struct type *t = NULL;
    if (!type_is_class(e->type))
        return e;
    struct symbol *s = class_find(c, e->type, intern_cstr(c->l->names.texts, "operator type"));
    overload_gather(&all, s);
    if (all.n == 1 && all.at[0]->kind == SYMBOL_FUNCTION && !all.at[0]->member->is_explicit) {
        const struct type *f = function_signature(c, all.at[0]);
        t = f ? (type_is_reference(f->base) ? type_plain(f->base->base) : type_plain(f->base))
              : NULL;
    }
    VEC_FREE(&all);
    struct expr *made = t && type_is_scalar(t) ? user_converted(c, e, t, false) : NULL;
    return made ? made : e;
}
