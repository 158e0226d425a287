/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments in the wrong order: a pointer where a number is wanted, and the other way round. One error instead of two. */
#include "lang/check/core/convert.h"

#include "lang/check/core/tree_build.h"

enum shape { SHAPE_OTHER, SHAPE_NUMBER, SHAPE_ADDRESS };

static enum shape shape_of(const struct type *t)
{
    bool address = t->kind == TYPE_POINTER && !t->reference;
    return type_is_arithmetic(t)                                              ? SHAPE_NUMBER
           : address || t->kind == TYPE_ARRAY || t->kind == TYPE_DEVICE_ARRAY ? SHAPE_ADDRESS
                                                                              : SHAPE_OTHER;
}

static bool differ(enum shape a, enum shape b)
{
    return a != SHAPE_OTHER && b != SHAPE_OTHER && a != b;
}

/* The 0 of a null pointer is no number in the wrong place. */
static enum shape shape_of_value(const struct expr *e)
{
    return expr_is_bad(e) || is_null_constant(e) ? SHAPE_OTHER : shape_of(e->type);
}

bool convert_swapped(struct checker *c, struct expr *const *args, const struct type *const *want,
                     uint32_t count, const char *kernel, const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++) {
            enum shape a = shape_of_value(args[i]), b = shape_of_value(args[k]);
            if (!differ(a, shape_of(want[i])) || !differ(b, shape_of(want[k])) || a == b)
                continue;
            struct diag *d =
                diag_error(c->diags, DIAG_TYPE, args[i]->at,
                           "arguments %u and %u of %s'%s' are swapped", i + 1, k + 1, kernel, name);
            diag_help(c->diags, d, "argument %u should be '%s', argument %u '%s'", i + 1,
                      type_quoted(c, want[i]), k + 1, type_quoted(c, want[k]));
            return true;
        }
    return false;
}
