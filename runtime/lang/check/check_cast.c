/* SPDX-License-Identifier: Apache-2.0 */
/* Cast expressions; convert.c decides which conversions exist. A dynamic_cast that the types do not decide asks the
 * object's table at run time (C++17 8.2.7). */
#include "lang/check/check_expression.h"

#include <string.h>

#include "lang/check/class/check_classes.h"
#include "lang/check/complex/complex_number.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/template/check_templates.h"

/* From a base to a class derived from it, by the base's offset. */
static struct expr *downcast(struct checker *c, struct expr *e, const struct type *to,
                             struct span at)
{
    if (type_virtual_way(to->base, e->type->base)) { /* C++17 8.2.9p11 */
        struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "'%s' is a virtual base of '%s'",
                                    type_quoted(c, e->type->base), type_quoted(c, to->base));
        diag_help(c->diags, d, "use dynamic_cast: where it lies depends on the object");
        return expr_bad(c, at);
    }
    struct expr *n = expr_new(c, EXPR_UPCAST, type_plain(to), at);
    n->left = e;
    n->integer = -type_base_offset(to->base, e->type->base);
    return n;
}

static bool castable(const struct type *from, const struct type *to)
{
    if (type_is_arithmetic(from) && type_is_arithmetic(to))
        return true;
    bool from_pointer = from->kind == TYPE_POINTER || from->kind == TYPE_NULLPTR;
    if (to->kind == TYPE_POINTER)
        return from_pointer || type_is_integer(from) || from->kind == TYPE_DEVICE_ARRAY;
    return from_pointer && type_is_integer(to);
}

/* A cast between a class and one of its bases. NULL: the pointers are of other types. */
static struct expr *cast_in_hierarchy(struct checker *c, struct expr *e, const struct type *to,
                                      struct span at)
{
    if (to->kind != TYPE_POINTER || e->type->kind != TYPE_POINTER ||
        to->base->kind != TYPE_STRUCT || e->type->base->kind != TYPE_STRUCT)
        return NULL;
    if (type_base_offset(e->type->base, to->base) > 0 || type_virtual_way(e->type->base, to->base))
        return class_upcast(c, e, to);
    return type_base_offset(to->base, e->type->base) > 0 ? downcast(c, e, to, at) : NULL;
}

/* static_cast<T &>(x), static_cast<T &&>(x), (T &) x */
static struct expr *cast_reference(struct checker *c, struct expr *e, const struct type *to,
                                   struct span at)
{
    const struct type *t = to->base;
    if (!e->lvalue && e->type->kind != TYPE_STRUCT) {
        struct purpose why = {.kind = FOR_INIT, .name = "the cast"};
        e = bind_reference(c, e, to, &why);
        return expr_is_bad(e) ? e : expr_deref(c, e, at);
    }
    struct expr *a = object_address(c, e);
    if (expr_is_bad(a))
        return a;
    const struct type *pointer = type_pointer(c->arena, t);
    struct expr *part = cast_in_hierarchy(c, a, pointer, at);
    struct expr *made = expr_deref(c, part ? part : convert_to(c, a, pointer), at);
    made->type = t;
    made->xvalue = to->rvalue;
    return made;
}

/* A cast by a rule that only C++ has. NULL: no such rule applies. */
static struct expr *cast_by_rule(struct checker *c, struct expr *e, const struct type *to)
{
    if (e->kind == EXPR_OVERLOADS)
        return pick_overload(c, e, to);
    return type_is_class(e->type) && to->kind != TYPE_VOID ? user_converted(c, e, to, true) : NULL;
}

static bool is_vector(const struct type *t)
{
    static const char name[] = "__vector<"; /* lang/include/detail/__vector.h */
    t = type_plain(t);
    return t->kind == TYPE_STRUCT && t->class && t->name && !strncmp(t->name, name, strlen(name));
}

/* GNU C: a vector and what has its size are cast by their bytes. NULL: it is no such cast. */
static struct expr *vector_cast(struct checker *c, struct expr *e, const struct type *to,
                                struct span at)
{
    const struct purpose why = {.kind = FOR_INIT, .name = "the cast"};
    bool from = is_vector(e->type), into = is_vector(to);
    bool fits = (from || into) && (from || type_is_integer(e->type)) &&
                (into || type_is_integer(to)) && !type_same(e->type, to);
    if (!fits)
        return NULL;
    if (e->type->size != to->size) {
        diag_error(c->diags, DIAG_TYPE, at, "'%s' cannot be cast to '%s', which has another size",
                   type_quoted(c, e->type), type_quoted(c, to));
        return expr_bad(c, at);
    }
    const struct type *shown = type_qualified(c->arena, e->type, true, false);
    struct expr *a = from ? object_address(c, e)
                          : bind_reference(c, convert_rvalue(c, e),
                                           type_reference(c->arena, shown, false), &why);
    if (expr_is_bad(a))
        return a;
    return expr_deref(c, convert_to(c, a, type_pointer(c->arena, type_plain(to))), at);
}

/* GNU C: (union u) x is a union whose member of that type is x. NULL: it has none. */
static struct expr *cast_to_union(struct checker *c, struct expr *e, const struct type *to,
                                  struct span at)
{
    const struct type *t = type_plain(to);
    for (uint32_t i = 0; i < t->field_count; i++) {
        if (!type_same(t->fields[i].type, e->type) || t->fields[i].bit_width)
            continue;
        struct expr *made = expr_new(c, EXPR_AGGREGATE, t, at);
        made->inits = ARENA_NEW(c->arena, struct init);
        made->inits[0].value = e;
        made->init_count = 1;
        return made;
    }
    return NULL;
}

/* C11 6.5.4: the value converted to that type. */
static struct expr *cast_value(struct checker *c, struct expr *e, const struct type *to,
                               struct span at)
{
    if (to->kind != TYPE_VOID && (type_is_complex(e->type) || type_is_complex(to)) &&
        (type_is_complex(e->type) || type_is_arithmetic(e->type)) &&
        (type_is_complex(to) || type_is_arithmetic(to)))
        return complex_converted(c, e, to);
    if (to->kind != TYPE_VOID && !castable(e->type, to) && !type_same(e->type, to)) {
        bool united = to->kind == TYPE_STRUCT && to->is_union && c->dialect->loose_pointers;
        struct expr *made = united ? cast_to_union(c, e, to, at) : NULL;
        if (made)
            return made;
        if (is_dim3(c, to) && type_is_arithmetic(e->type))
            return make_dim3(c, &e, 1, at);
        diag_error(c->diags, DIAG_TYPE, at, "'%s' cannot be cast to '%s'", type_quoted(c, e->type),
                   type_quoted(c, to));
        return expr_bad(c, at);
    }
    if (is_array(e)) {
        struct expr *n = expr_new(c, EXPR_DECAY, to, at);
        n->left = e;
        return n;
    }
    if (to->kind == TYPE_STRUCT)
        return e;
    struct expr *n = expr_new(c, EXPR_CONVERT, type_plain(to), at);
    n->left = e;
    return fold_expr(c, n);
}

struct expr *convert_cast(struct checker *c, struct expr *e, const struct type *to, struct span at)
{
    if (expr_is_bad(e) || to->kind == TYPE_ERROR)
        return expr_bad(c, at);
    if (type_is_reference(to))
        return cast_reference(c, e, to, at);
    struct expr *made = vector_cast(c, e, to, at);
    if (made)
        return made;
    if (type_is_class(to))
        return construct_object(c, to, &e, 1, at);
    made = cast_by_rule(c, e, to);
    if (made && e->kind != EXPR_OVERLOADS)
        return made;
    e = convert_rvalue(c, kernel_wanted(c, made ? made : e, to));
    made = cast_in_hierarchy(c, e, to, at);
    if (made)
        return made;
    if (is_array(e) && type_is_arithmetic(to)) {
        struct lift m = {0};
        struct expr *body = map_lift(c, &m, e);
        return expr_is_bad(body) ? body : map_lower(c, &m, convert_cast(c, body, to, at), at);
    }
    return cast_value(c, e, to, at);
}

/* ---- dynamic_cast ---- */

static struct expr *complete_object(struct checker *c, struct expr *p, const struct type *to,
                                    struct span at)
{
    struct expr *any = convert_cast(c, p, type_pointer(c->arena, type_basic(TYPE_VOID)), at);
    return convert_cast(c, library_call(c, "__complete_object", &any, 1, at), to, at);
}

/* p, a `from *`, as a `wanted *`. If the object is not a `wanted`: null, or an error for a reference. */
static struct expr *ask(struct checker *c, struct expr *p, const struct type *to, bool reference,
                        struct span at)
{
    const struct type *from = type_plain(p->type->base), *wanted = type_plain(to->base);
    if (!from->class || !from->class->polymorphic) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "'%s' has no virtual functions",
                                    type_quoted(c, from));
        diag_help(c->diags, d,
                  "dynamic_cast needs them to find the object's class: use static_cast");
        return expr_bad(c, at);
    }
    if (wanted->kind == TYPE_VOID)
        return complete_object(c, p, to, at);
    if (!wanted->class) {
        diag_error(c->diags, DIAG_TYPE, at, "'%s' and '%s' are unrelated classes",
                   type_quoted(c, from), type_quoted(c, wanted));
        return expr_bad(c, at);
    }
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
    struct expr *args[] = {convert_cast(c, p, any, at), class_argument(c, wanted, at)};
    return convert_cast(
        c, library_call(c, reference ? "__dynamic_ref" : "__dynamic_cast", args, 2, at), to, at);
}

static struct expr *dynamic(struct checker *c, struct expr *v, const struct type *to,
                            struct span at)
{
    bool reference = type_is_reference(to) && v->lvalue && type_is_class(v->type);
    struct expr *p = reference ? address_of(c, v, at) : convert_rvalue(c, v);
    const struct type *pointer = reference ? type_pointer(c->arena, to->base) : to;
    bool classes = pointer->kind == TYPE_POINTER && p->type->kind == TYPE_POINTER &&
                   (pointer->base->kind == TYPE_STRUCT || pointer->base->kind == TYPE_VOID) &&
                   p->type->base->kind == TYPE_STRUCT;
    if (!classes || type_base_offset(type_plain(p->type->base), type_plain(pointer->base)) >= 0)
        return convert_cast(c, v, to, at);
    struct expr *found = ask(c, p, pointer, reference, at);
    return reference && found->type->kind == TYPE_POINTER ? expr_deref(c, found, at) : found;
}

/* ---- typeid: C++17 8.2.8 ---- */

static struct expr *mangled(struct checker *c, const struct type *t, struct span at)
{
    struct buf b = {0};
    type_mangle(&b, type_plain(type_referred(t)));
    struct expr *e =
        expr_new(c, EXPR_STRING, type_array(c->arena, type_basic(TYPE_CHAR), b.n + 1), at);
    e->string = (struct str){arena_printf(c->arena, "%.*s", (int) b.n, b.p), b.n + 1};
    e->lvalue = true;
    buf_free(&b);
    return convert_rvalue(c, e);
}

/* The name of the type of an object: of the complete object, if its class has virtual functions. */
static struct expr *name_of_object(struct checker *c, struct expr *e, struct span at)
{
    const struct type *t = type_plain(e->type);
    if (!e->lvalue || !type_is_class(t) || !t->class->polymorphic)
        return mangled(c, e->type, at);
    struct expr *p =
        convert_cast(c, address_of(c, e, at), type_pointer(c->arena, type_basic(TYPE_VOID)), at);
    return expr_is_bad(p) ? p : library_call(c, "__type_of_object", &p, 1, at);
}

struct expr *check_typeid(struct checker *c, const struct node *n)
{
    const struct node *operand = n->unary.operand;
    struct name *space = name_cstr(&c->l->names, "std"),
                *class = name_in(&c->l->names, space, name_cstr(&c->l->names, "type_info"));
    const struct symbol *info = class->tag ? class->tag : class->ordinary;
    bool type = is_type_node(operand);
    const struct type *t = type ? resolve_type(c, operand) : NULL;
    struct expr *e = type ? NULL : check_expr(c, operand);
    if ((t && t->kind == TYPE_ERROR) || (e && expr_is_bad(e)) || !info)
        return expr_bad(c, n->at);
    struct expr *name = t ? mangled(c, t, n->at) : name_of_object(c, e, n->at);
    struct symbol *of = class_find(c, info->type, intern_cstr(c->l->names.texts, "__of"));
    struct call_args args = {&name, 1, NULL};
    return of && !expr_is_bad(name) ? call_symbol(c, of, &args, n->at) : expr_bad(c, n->at);
}

struct expr *check_cast(struct checker *c, const struct node *n)
{
    const struct type *t = resolve_type(c, n->cast.type);
    struct expr *v = check_expr(c, n->cast.operand);
    if (n->op == TOKEN_DYNAMIC_CAST && v->type->kind != TYPE_ERROR && t->kind != TYPE_ERROR)
        return dynamic(c, v, t, n->at);
    return convert_cast(c, v, t, n->at);
}
