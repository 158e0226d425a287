/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions that C does not have: by constructors and conversion functions (C++17 15.3), of braced lists and of names of
 * several functions. Conversions between C's types: core/convert.c. */
#include "lang/check/class/check_classes.h"

#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/symbols.h"
#include "lang/check/template/check_templates.h"

struct expr *class_converted(struct checker *c, struct expr *e, const struct type *to,
                             bool explicitly)
{
    if (e->kind == EXPR_OVERLOADS)
        return pick_overload(c, e, to);
    if (e->kind == EXPR_FUNCTION) {
        struct expr *kernel = kernel_wanted(c, e, to);
        if (kernel != e)
            return convert_to(c, kernel, to);
    }
    if (e->kind == EXPR_BRACES)
        return construct_from_list(c, to, e->node, true, e->at);
    if (type_is_class(to) && e->type->kind == TYPE_STRUCT && type_base_offset(e->type, to) >= 0)
        return construct_object(c, to, &e, 1, e->at, NULL);
    if (!type_is_class(to) && !type_is_class(e->type))
        return NULL;
    if (type_same(e->type, to))
        return NULL;
    return user_converted(c, e, to, explicitly);
}

/* An object whose class converts to a number or pointer, as that. */
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
