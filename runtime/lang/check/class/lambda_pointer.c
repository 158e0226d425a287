/* SPDX-License-Identifier: Apache-2.0 */
/* A lambda without captures as a pointer to a function (C++17 8.1.5.1). */
#include "lang/check/class/check_classes.h"

#include <string.h>

#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* The type of the call operator of a captureless lambda. NULL: it is none, or a template. */
static const struct type *call_of(struct checker *c, const struct type *t)
{
    t = type_plain(t);
    if (t->kind != TYPE_STRUCT || !t->class || t->field_count || !t->name ||
        strcmp(t->name, "a lambda"))
        return NULL;
    struct symbol *call = class_find(c, t, intern_cstr(c->l->names.texts, "operator()"));
    return call && call->kind == SYMBOL_FUNCTION ? function_signature(c, call) : NULL;
}

bool lambda_has_pointer(struct checker *c, const struct type *t)
{
    return call_of(c, t) != NULL;
}

bool lambda_points(struct checker *c, const struct type *t, const struct type *to)
{
    if (to->kind != TYPE_POINTER || to->base->kind != TYPE_FUNCTION)
        return false;
    const struct type *f = call_of(c, t), *want = to->base;
    if (!f || f->param_count != want->param_count + 1 || !type_same(f->base, want->base))
        return false;
    for (uint32_t i = 0; i < want->param_count; i++)
        if (!type_same(f->params[i + 1].type, want->params[i].type))
            return false;
    return true;
}

struct expr *lambda_pointer(struct checker *c, const struct type *t, struct span at)
{
    static const char member[] = " pointed";
    struct class_info *info = type_plain(t)->class;
    struct symbol *s = class_find(c, info->type, intern_cstr(c->l->names.texts, member));
    if (!s) {
        const struct host_function *call =
            (const struct host_function *) class_find(c, info->type,
                                                      intern_cstr(c->l->names.texts, "operator()"))
                ->function;
        s = symbol_new(c, SYMBOL_FUNCTION, call->function.symbol->name, NULL,
                       call->function.symbol->at);
        s->storage = STORAGE_SESSION;
        struct host_function *host = function_new(c, s, call->function.syntax);
        host->context = call->context;
        host->dialect = call->dialect;
        host->signature = call->function.syntax->function.type;
        class_add(c, info, intern_cstr(c->l->names.texts, member), s);
        if (!host->function.library)
            VEC_PUSH(&c->defined, &host->function);
        if (!function_signature(c, s))
            return expr_bad(c, at);
        if (!host->function.body)
            check_function_now(c, &host->function);
    }
    return use_symbol(c, s, at);
}
