/* SPDX-License-Identifier: Apache-2.0 */
/* Variable arguments. A call puts them into an object and passes its address as one more parameter; <stdarg.h> reads them there,
 * under the same checks as any other memory (the macros are in eval/library_table.c). */
#include "lang/check/core/variadic.h"

#include "lang/check/core/convert.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

enum { VARIADIC_UNIT = 8 };

struct expr *promote_variadic(struct checker *c, struct expr *e, unsigned index, const char *name,
                              bool objects)
{
    if (expr_is_bad(e))
        return e;
    e = convert_rvalue(c, e);
    if (e->type->kind == TYPE_FLOAT)
        return convert_to(c, e, type_basic(TYPE_DOUBLE));
    if (type_is_integer(e->type))
        return convert_to(c, e, convert_promoted_value(e));
    if (type_is_scalar(e->type) ||
        (objects && e->type->kind == TYPE_STRUCT && !type_is_owned(e->type)))
        return e;
    struct diag *d = diag_error(c->diags, DIAG_TYPE, e->at, "argument %u of '%s' cannot be '%s'",
                                index, name, type_quoted(c, e->type));
    if (has_name(e->type, "std::string"))
        diag_help(c->diags, d, "use its c_str(), which returns a C string");
    if (e->type->kind == TYPE_DEVICE_ARRAY)
        diag_help(c->diags, d,
                  "pass an element, x[i]; to display the whole array, end the cell with its name");
    return expr_bad(c, e->at);
}

static uint64_t in_units(uint64_t bytes)
{
    return (bytes + VARIADIC_UNIT - 1) / VARIADIC_UNIT * VARIADIC_UNIT;
}

struct expr *variadic_area(struct checker *c, struct expr *const *args, uint32_t count,
                           struct span at)
{
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
    if (!count)
        return convert_to(c, integer_new(c, type_basic(TYPE_INT), 0, at), any);
    struct type *t = ARENA_NEW(c->arena, struct type);
    *t = (struct type){.kind = TYPE_STRUCT, .complete = true, .align = 2 * VARIADIC_UNIT};
    t->fields = ARENA_ARRAY(c->arena, struct field, count);
    t->field_count = count;
    struct expr *area = expr_new(c, EXPR_AGGREGATE, t, at);
    area->inits = ARENA_ARRAY(c->arena, struct init, count);
    area->init_count = count;
    area->lvalue = true;
    for (uint32_t i = 0; i < count; i++) {
        const struct type *plain = type_plain(args[i]->type);
        if (plain->align > VARIADIC_UNIT)
            t->size = (t->size + plain->align - 1) / plain->align * plain->align;
        t->fields[i] = (struct field){.name = "an argument", .type = plain, .offset = t->size};
        area->inits[i] = (struct init){.offset = t->size, .value = args[i]};
        t->size += in_units(plain->size);
    }
    struct expr *e = expr_new(c, EXPR_ADDRESS, any, at);
    e->left = area;
    return e;
}

struct symbol *declare_variadic_area(struct checker *c, struct span at)
{
    struct name *name = name_cstr(&c->l->names, "__va_area");
    struct symbol *s =
        variable_new(c, name->text, type_pointer(c->arena, type_basic(TYPE_VOID)), at);
    s->storage = STORAGE_PARAM;
    scope_bind(c, name, s);
    return s;
}
