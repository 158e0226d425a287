/* SPDX-License-Identifier: Apache-2.0 */
/* auto [a, b] = value: names for the elements of an array or the members of a class (C++17 11.5). Next: check_decl.c. */
#include "lang/check/check_statement.h"

#include <string.h>

#include "lang/check/check_arrays.h"
#include "lang/check/check_expression.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/template/check_templates.h"

static bool is_library_class(const struct type *t, const char *name)
{
    const struct template *from = t->kind == TYPE_STRUCT && t->class ? t->class->template : NULL;
    return from && from->library && !strcmp(from->symbol->name, name);
}

static struct expr *element_of(struct checker *c, struct expr *of, uint32_t i, struct span at)
{
    const struct type *t = type_plain(of->type);
    if (t->kind == TYPE_ARRAY)
        return i < t->count
                   ? expr_deref(c,
                                expr_arithmetic(c, EXPR_ADD, convert_rvalue(c, of),
                                                integer_new(c, type_basic(TYPE_LONG), i, at), at,
                                                at),
                                at)
                   : NULL;
    if (is_library_class(t, "std::array"))
        return element_of(c, field_of(c, of, t->fields[0].name, at), i, at);
    if (is_library_class(t, "std::tuple")) { /* the first and a tuple of the others */
        if (!t->field_count)
            return NULL;
        struct expr *first = field_of(c, of, t->fields[0].name, at);
        if (is_library_class(first->type, "std::__tuple_member")) /* a reference */
            first =
                expr_deref(c, field_of(c, first, type_plain(first->type)->fields[0].name, at), at);
        return i ? element_of(c, field_of(c, of, t->fields[1].name, at), i - 1, at) : first;
    }
    for (uint32_t k = 0; t->kind == TYPE_STRUCT && k < t->field_count; k++)
        if (t->fields[k].name && i-- == 0)
            return field_of(c, of, t->fields[k].name, at);
    return NULL;
}

/* The results of qr() and its like: the first is the call's own, the others are fetched behind it. */
static void bind_results(struct checker *c, const struct node *n, struct expr *call,
                         const struct type *const *types, uint32_t count)
{
    const char *name = call->symbol->name;
    if (n->count != count) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' has %u results, but there are %u names", name,
                   count, n->count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct node *to = n->list[i];
        struct expr *which = integer_new(c, type_basic(TYPE_LONG), i - 1, to->at),
                    *value = i ? library_call(c, "__further", &which, 1, call->at) : call;
        bool boxed = type_is_pair(types[i]); /* a complex number is made as an array of one */
        value->type = boxed ? array_of(c, types[i], 1) : types[i];
        if (boxed)
            value = array_only_element(c, value);
        struct symbol *s = variable_new(c, to->name->text, types[i], to->at);
        scope_bind(c, to->name, s);
        put_declare(c, s, value, to->at);
    }
}

/* ---- by tuple_size and get<I>: C++17 11.5p4 ---- */

/* std::tuple_size<t>::value, as a program says for a class of its own. 0: it does not. */
static uint32_t tuple_size(struct checker *c, const struct type *t, struct span at)
{
    struct names *names = &c->l->names;
    struct symbol *s =
        t->kind == TYPE_STRUCT ? scope_lookup(c, name_cstr(names, "std::tuple_size")) : NULL;
    bool own = false;
    if (!s || s->kind != SYMBOL_TEMPLATE)
        return 0;
    VEC_EACH (special, &s->template->special)
        own |= !(*special)->library;
    struct template_arg arg = {.kind = ARG_TYPE, .type = t};
    const struct type *size = own ? instance_of(c, s->template, &arg, 1, at) : NULL;
    struct symbol *value = size && size->kind == TYPE_STRUCT && size->complete
                               ? class_find(c, size, intern_cstr(names->texts, "value"))
                               : NULL;
    struct expr *e = value ? check_constant(c, use_symbol(c, value, at)) : NULL;
    return e && e->kind == EXPR_INTEGER ? (uint32_t) e->integer : 0;
}

/* object.get<i>(), or get<i>(object) by argument-dependent lookup */
static struct expr *tuple_part(struct checker *c, struct expr *object, uint32_t i, struct span at)
{
    struct node index = {.kind = NODE_INTEGER, .op = TYPE_ULONG, .at = at, .integer = i},
                *args[] = {&index};
    struct name *name = name_cstr(&c->l->names, "get");
    struct node written = {.kind = NODE_NAME,
                           .at = at,
                           .name = name,
                           .name_at = at,
                           .flags = FLAG_ARGS,
                           .list = args,
                           .count = 1};
    struct symbol *member = class_find(c, object->type, name->text), *chosen;
    struct call_args given = {.object = object};
    symbol_vec all = {0};
    if (member)
        overload_gather(&all, member);
    bool templates = false;
    VEC_EACH (s, &all)
        templates |= (*s)->kind == SYMBOL_TEMPLATE;
    if (!templates) {
        given = (struct call_args){&object, 1, NULL};
        all.n = 0;
        overload_gather_beside(c, &all, NULL, name, &given);
    }
    chosen = overload_choose(c, &all, &given, &written, name->text, at);
    VEC_FREE(&all);
    return chosen ? call_symbol(c, chosen, &given, at) : expr_bad(c, at);
}

/* Makes the name one of that part of an object. false: a diag was recorded. */
static bool bind_part(struct checker *c, struct name *name, struct expr *part, struct span at)
{
    struct expr *a = object_address(c, part);
    if (expr_is_bad(a))
        return false;
    const struct type *t = type_reference(c->arena, part->type, false);
    struct symbol *s = variable_new(c, name->text, t, at);
    scope_bind(c, name, s);
    put_declare(c, s, convert_to(c, a, t), at);
    return true;
}

static void bind_tuple(struct checker *c, const struct node *n, struct expr *object, uint32_t size)
{
    const struct node *type = n->declarator.type;
    bool reference = type->kind == NODE_TYPE_REFERENCE;
    bool constant = (reference ? type->derived.base : type)->flags & FLAG_CONST;
    if (size != n->count) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' has %u parts, but there are %u names",
                   type_quoted(c, object->type), size, n->count);
        return;
    }
    struct expr *whole = ARENA_NEW(c->arena, struct expr);
    *whole = *object;
    whole->xvalue |= !reference;
    if (constant)
        whole->type = type_qualified(c->arena, object->type, true, false);
    for (uint32_t i = 0; i < n->count; i++) {
        const struct node *name = n->list[i];
        struct expr *e = tuple_part(c, whole, i, name->at);
        if (expr_is_bad(e))
            return;
        if (!e->lvalue || e->kind == EXPR_AGGREGATE) {
            struct symbol *s = put_hidden(c, type_plain(e->type), e, name->at);
            s->in_memory = true;
            e = use_symbol(c, s, name->at);
        }
        if (!bind_part(c, name->name, e, name->at))
            return;
    }
}

void bind_names(struct checker *c, const struct node *n, struct expr *value)
{
    bool reference = n->declarator.type->kind == NODE_TYPE_REFERENCE;
    const struct type *types[ARRAY_RESULTS_MAX];
    if (expr_is_bad(value))
        return;
    uint32_t results = array_results(c, value, types);
    if (results) {
        bind_results(c, n, value, types, results);
        return;
    }
    if (reference && value->lvalue && value->kind != EXPR_AGGREGATE) {
        struct expr *a = object_address(c, value);
        struct symbol *s =
            expr_is_bad(a) ? NULL : put_hidden(c, type_pointer(c->arena, value->type), a, n->at);
        value = s ? expr_deref(c, use_symbol(c, s, n->at), n->at) : a;
    } else {
        struct symbol *s = put_hidden(c, type_plain(value->type), construct_copy(c, value), n->at);
        s->in_memory = true;
        value = use_symbol(c, s, n->at);
    }
    uint32_t size = expr_is_bad(value) ? 0 : tuple_size(c, type_plain(value->type), n->at);
    if (size) {
        bind_tuple(c, n, value, size);
        return;
    }
    for (uint32_t i = 0; i < n->count && !expr_is_bad(value); i++) {
        const struct node *name = n->list[i];
        struct expr *e = element_of(c, value, i, name->at);
        if (!e) {
            diag_error(c->diags, DIAG_TYPE, name->at, "'%s' has only %u members",
                       type_quoted(c, value->type), i);
            return;
        }
        if (!bind_part(c, name->name, e, name->at))
            return;
    }
}

/* Those of its members without a name are members of the union, too. */
static void bind_members(struct checker *c, const struct type *of, struct expr *whole,
                         struct span at)
{
    for (uint32_t i = 0; i < of->field_count; i++) {
        const struct field *f = of->fields + i;
        const struct type *t = type_plain(f->type);
        if (f->name)
            bind_part(c, name_cstr(&c->l->names, f->name), field_of(c, whole, f->name, at), at);
        else if (t->kind == TYPE_STRUCT)
            bind_members(c, t, whole, at);
    }
}

void bind_union(struct checker *c, const struct node *n, const struct type *t)
{
    struct symbol *s = hidden_new(c, t, n->at);
    s->in_memory = true;
    if (c->depth > DEPTH_CELL && n->flags & FLAG_STATIC)
        s->storage = STORAGE_STATIC;
    put_declare(c, s, NULL, n->at);
    bind_members(c, t, use_symbol(c, s, n->at), n->at);
}

void check_bindings(struct checker *c, const struct node *n)
{
    if (n->declarator.init) {
        struct span outer = c->bound;
        c->bound = n->declarator.init->at;
        struct expr *value = check_expr(c, n->declarator.init);
        c->bound = outer;
        bind_names(c, n, value);
    } else {
        diag_error(c->diags, DIAG_TYPE, n->at, "'auto [...]' needs a value to destructure");
    }
}
