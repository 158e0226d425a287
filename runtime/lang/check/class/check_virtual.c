/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual functions (C++17 13.3), in tables as the Itanium C++ ABI 2.5 lays them out: a class has one for each subobject that
 * points to a table, and each entry says how far its function's `this` lies from there. Calls: eval/vm/vm_exception.c. */
#include "lang/check/class/check_classes.h"

#include <string.h>

#include "lang/check/core/functions.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* ---- what overrides what ---- */

static bool same_params(const struct type *a, const struct type *b)
{
    if (a->param_count != b->param_count)
        return false;
    for (uint32_t i = 1; i < a->param_count; i++) /* behind `this` */
        if (!type_same(a->params[i].type, b->params[i].type))
            return false;
    return true;
}

static bool overrides(struct checker *c, struct symbol *s, struct symbol *old)
{
    const struct member *m = s->member, *of = old->member;
    if (m->role == ROLE_DESTRUCTOR || of->role == ROLE_DESTRUCTOR)
        return m->role == of->role;
    if (of->plain != m->plain || of->is_const != m->is_const || of->of_lvalue != m->of_lvalue ||
        of->of_rvalue != m->of_rvalue)
        return false;
    const struct type *a = function_signature(c, s), *b = function_signature(c, old);
    return a && b && same_params(a, b);
}

/* C++17 13.3p7: a covariant result. A caller by way of the base expects the base's part, which must have the same address. */
static void check_result(struct checker *c, struct symbol *s, struct symbol *old)
{
    const struct type *a = s->type ? s->type->base : NULL, *b = old->type ? old->type->base : NULL;
    if (!a || !b || a->kind != TYPE_POINTER || b->kind != TYPE_POINTER ||
        a->base->kind != TYPE_STRUCT || b->base->kind != TYPE_STRUCT ||
        type_base_offset(a->base, b->base) <= 0)
        return;
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, s->at,
                   "'%s' returns '%s' where the function that it overrides returns '%s', which is "
                   "not the first base: that is not supported yet",
                   s->member->plain, type_quoted(c, a), type_quoted(c, b));
    diag_note(c->diags, d, old->at, "it overrides '%s'", old->name);
    diag_help(c->diags, d, "return '%s' here too", type_quoted(c, b));
}

static void add_slot(struct checker *c, struct vtable *t, struct symbol *s)
{
    struct virtual_function *more = ARENA_ARRAY(c->arena, struct virtual_function, t->count + 1);
    if (t->count)
        memcpy(more, t->functions, t->count * sizeof *more);
    more[t->count++] = (struct virtual_function){.function = s};
    t->functions = more;
}

/* Puts the function in the place of those that it overrides. The result: whether there are some. */
static bool replace(struct checker *c, struct vtable *t, struct symbol *s, uint32_t *out_slot)
{
    bool any = false;
    for (uint32_t i = 0; i < t->count; i++) {
        struct virtual_function *f = t->functions + i;
        if (!overrides(c, s, f->function))
            continue;
        check_result(c, s, f->function);
        *f = (struct virtual_function){.function = s};
        *out_slot = i + 1;
        any = true;
    }
    return any;
}

void virtual_enter(struct checker *c, struct class_info *info, struct symbol *s)
{
    struct member *m = (struct member *) s->member;
    if (m->is_static || m->role == ROLE_CONSTRUCTOR)
        return;
    for (uint32_t i = 0; i < info->vtable_count; i++) {
        uint32_t slot = 0;
        m->is_virtual |= replace(c, info->vtables + i, s, &slot);
        m->slot = i ? m->slot : slot;
    }
    if (!m->is_virtual || m->slot)
        return;
    add_slot(c, info->vtables, s); /* one that overrides functions of other bases only, too */
    m->slot = info->vtables->count;
}

bool virtual_destructor(const struct class_info *info)
{
    for (uint32_t i = 0; i < info->vtable_count; i++)
        for (uint32_t k = 0; k < info->vtables[i].count; k++)
            if (info->vtables[i].functions[k].function->member->role == ROLE_DESTRUCTOR)
                return true;
    return false;
}

/* ---- tables ---- */

static bool declares_virtual(const struct node *tag)
{
    for (uint32_t i = 0; i < tag->count; i++)
        if (tag->list[i]->kind == NODE_FUNCTION && tag->list[i]->flags & FLAG_VIRTUAL)
            return true;
    return false;
}

static bool is_polymorphic_base(const struct field *f)
{
    const struct class_info *info = f->is_base ? type_plain(f->type)->class : NULL;
    return info && info->polymorphic;
}

void virtual_pointer(struct checker *c, const struct node *tag, struct type *t)
{
    for (uint32_t i = 0; i < t->field_count; i++)
        if (is_polymorphic_base(t->fields + i)) { /* Itanium C++ ABI 2.4: the primary base */
            t->class->polymorphic = t->fields[i].holds_table = true;
            return;
        }
    if (!declares_virtual(tag) && !t->has_virtual_bases)
        return;
    t->class->polymorphic = true;
    memmove(t->fields + 1, t->fields, t->field_count * sizeof *t->fields);
    t->field_count++;
    t->fields[0] = (struct field){.name = intern_cstr(c->l->names.texts, " table"),
                                  .type = type_pointer(c->arena, type_basic(TYPE_VOID)),
                                  .holds_table = true,
                                  .access = ACCESS_PRIVATE};
}

/* The tables of a base's subobject as the class has them, before it overrides anything. Those of its virtual bases come with the
 * virtual bases of the class. */
static void inherit(struct checker *c, struct class_info *info, const struct field *base)
{
    const struct class_info *from = type_plain(base->type)->class;
    for (uint32_t i = 0; i < from->vtable_count; i++) {
        const struct vtable *old = from->vtables + i;
        if (old->in)
            continue;
        struct vtable *t = info->vtables + info->vtable_count++;
        *t = (struct vtable){.class = info,
                             .offset = base->offset + old->offset,
                             .count = old->count,
                             .in = base->is_virtual ? type_plain(base->type) : NULL};
        t->functions = ARENA_ARRAY(c->arena, struct virtual_function, old->count);
        for (uint32_t k = 0; k < old->count; k++)
            t->functions[k] = (struct virtual_function){
                old->functions[k].function,
                offset_within(from->type, old->functions[k].this, info->type, base->offset)};
    }
}

/* What a base overrides of a virtual base is overridden in the class, unless another base overrides that in turn (C++17 13.3p2). */
static void override_by(struct class_info *info, struct vtable *t, const struct field *base,
                        const struct vtable *other)
{
    const struct type *from = type_plain(base->type);
    bool same = t->in && other->in == t->in && other->count == t->count &&
                offset_within(from, other->offset, info->type, base->offset) == t->offset;
    for (uint32_t k = 0; same && k < t->count; k++) {
        const struct type *now = t->functions[k].function->member->class,
                          *then = other->functions[k].function->member->class;
        if (now != then && type_base_offset(then, now) >= 0)
            t->functions[k] = (struct virtual_function){
                other->functions[k].function,
                offset_within(from, other->functions[k].this, info->type, base->offset)};
    }
}

static void override_virtual_bases(struct type *t)
{
    struct class_info *info = t->class;
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *base = t->fields + i;
        if (!is_polymorphic_base(base))
            continue;
        const struct class_info *from = type_plain(base->type)->class;
        for (uint32_t k = 0; k < from->vtable_count * info->vtable_count; k++)
            override_by(info, info->vtables + k % info->vtable_count, base,
                        from->vtables + k / info->vtable_count);
    }
}

static void inherit_all(struct checker *c, struct type *t)
{
    struct class_info *info = t->class;
    const struct field *primary = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->field_count; i++) {
        if (!is_polymorphic_base(t->fields + i))
            continue;
        count += type_plain(t->fields[i].type)->class->vtable_count;
        primary = t->fields[i].holds_table ? t->fields + i : primary;
    }
    info->vtables = ARENA_ARRAY(c->arena, struct vtable, count + 1);
    if (primary)
        inherit(c, info, primary);
    else
        info->vtables[info->vtable_count++] = (struct vtable){.class = info};
    for (uint32_t i = 0; i < t->field_count; i++)
        if (is_polymorphic_base(t->fields + i) && !t->fields[i].holds_table)
            inherit(c, info, t->fields + i);
    if (t->has_virtual_bases)
        override_virtual_bases(t);
}

void virtual_tables(struct checker *c, struct type *t)
{
    struct class_info *info = t->class;
    symbol_vec all = {0};
    if (!info->polymorphic)
        return;
    inherit_all(c, t);
    for (uint32_t i = 0; i < info->member_count; i++)
        overload_gather(&all, info->members[i].symbol);
    if (info->destructor)
        VEC_PUSH(&all, info->destructor);
    VEC_EACH (s, &all)
        if ((*s)->kind == SYMBOL_FUNCTION && (*s)->member && (*s)->member->class == t)
            virtual_enter(c, info, *s);
    for (uint32_t i = 0; i < info->vtable_count; i++)
        for (uint32_t k = 0; k < info->vtables[i].count; k++)
            info->abstract |= info->vtables[i].functions[k].function->member->pure;
    VEC_FREE(&all);
}
