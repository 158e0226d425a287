/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols, sets of overloads, and the members of classes. */
#include "lang/check/core/symbols.h"

#include <stdio.h>
#include <string.h>

struct symbol *symbol_new(struct checker *c, enum symbol_kind kind, const char *name,
                          const struct type *type, struct span at)
{
    struct symbol *s = ARENA_NEW(c->arena, struct symbol);
    s->kind = kind;
    s->name = name;
    s->type = type;
    s->at = at;
    return s;
}

struct symbol *variable_new(struct checker *c, const char *name, const struct type *type,
                            struct span at)
{
    struct symbol *s = symbol_new(c, SYMBOL_VARIABLE, name, type, at);
    s->storage = c->depth <= DEPTH_CELL ? STORAGE_SESSION : STORAGE_LOCAL;
    s->in_memory = type->kind == TYPE_ARRAY || type_in_object(type);
    return s;
}

struct symbol *hidden_new(struct checker *c, const struct type *type, struct span at)
{
    char text[32];
    int n = snprintf(text, sizeof text, " %u", c->l->next_hidden++);
    return variable_new(c, intern_name(c->l->names.texts, text, (size_t) n), type, at);
}

struct name *kernel_beside(struct checker *c, const struct name *name)
{
    return name_cstr(&c->l->names, arena_printf(c->arena, " %s<<<", name->text));
}

/* ---- sets of functions ---- */

/* Appends those that are not among the first `known` of `to`: a set holds each function once. */
static void gather_new(symbol_vec *to, size_t known, struct symbol *s)
{
    if (!s)
        return;
    if (s->kind == SYMBOL_SET) {
        for (uint32_t i = 0; i < s->set->count; i++)
            gather_new(to, known, s->set->at[i]);
        return;
    }
    if (s->kind != SYMBOL_FUNCTION && !(s->kind == SYMBOL_TEMPLATE && !s->template->is_class))
        return;
    for (size_t i = 0; i < known; i++)
        if (to->at[i] == s)
            return;
    VEC_PUSH(to, s);
}

void overload_gather(symbol_vec *to, struct symbol *s)
{
    gather_new(to, to->n, s);
}

struct symbol *set_with(struct checker *c, struct symbol *old, struct symbol *s)
{
    struct symbol *made = symbol_new(c, SYMBOL_SET, s->name, NULL, s->at);
    struct symbol_set *set = ARENA_NEW(c->arena, struct symbol_set);
    uint32_t before = old->kind == SYMBOL_SET ? old->set->count : 1;
    set->at = ARENA_ARRAY(c->arena, struct symbol *, before + 1);
    set->templates = s->kind == SYMBOL_TEMPLATE || old->kind == SYMBOL_TEMPLATE ||
                     (old->kind == SYMBOL_SET && old->set->templates);
    if (old->kind == SYMBOL_SET)
        memcpy(set->at, old->set->at, before * sizeof *set->at);
    else
        set->at[0] = old;
    set->at[before] = s;
    set->count = before + 1;
    made->set = set;
    made->storage = STORAGE_SESSION;
    return made;
}

struct symbol *set_of(struct checker *c, const symbol_vec *list, struct symbol *last)
{
    struct symbol *made = symbol_new(c, SYMBOL_SET, last->name, NULL, last->at);
    struct symbol_set *set = ARENA_NEW(c->arena, struct symbol_set);
    set->at = ARENA_ARRAY(c->arena, struct symbol *, list->n + 1);
    VEC_EACH (s, list) {
        set->templates |= (*s)->kind == SYMBOL_TEMPLATE;
        set->at[set->count++] = *s;
    }
    set->templates |= last->kind == SYMBOL_TEMPLATE;
    set->at[set->count++] = last;
    made->set = set;
    made->storage = STORAGE_SESSION;
    return made;
}

bool same_arguments(const struct type *a, const struct type *b)
{
    if (a->param_count != b->param_count || a->variadic != b->variadic)
        return false;
    for (uint32_t i = 0; i < a->param_count; i++)
        if (!type_same(a->params[i].type, b->params[i].type))
            return false;
    return true;
}

/* ---- members ---- */

void class_place(struct checker *c, struct class_info *info, const struct context *outer)
{
    struct context *x = ARENA_NEW(c->arena, struct context);
    *x =
        (struct context){.outer = outer, .space = outer ? outer->space : NULL, .class = info->type};
    info->context = x;
}

struct class_info *class_new(struct checker *c, struct type *t, const struct context *outer)
{
    struct class_info *info = ARENA_NEW(c->arena, struct class_info);
    info->type = t;
    t->class = info;
    class_place(c, info, outer);
    return info;
}

static bool overloads(const struct symbol *s)
{
    return s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_SET ||
           (s->kind == SYMBOL_TEMPLATE && !s->template->is_class);
}

void class_add(struct checker *c, struct class_info *info, const char *name, struct symbol *s)
{
    for (uint32_t i = 0; overloads(s) && i < info->member_count; i++)
        if (info->members[i].name == name && overloads(info->members[i].symbol)) {
            info->members[i].symbol = set_with(c, info->members[i].symbol, s);
            return;
        }
    if (info->member_count == info->member_cap) {
        info->member_cap = info->member_cap ? 2 * info->member_cap : 8;
        struct class_member *more = ARENA_ARRAY(c->arena, struct class_member, info->member_cap);
        if (info->member_count)
            memcpy(more, info->members, info->member_count * sizeof *more);
        info->members = more;
    }
    info->members[info->member_count++] = (struct class_member){name, s};
}

/* In the class and in bases that are not virtual. */
static struct symbol *find_fixed(struct checker *c, const struct type *t, const char *name)
{
    const struct type *plain = type_plain(t);
    const struct class_info *info = plain->class;
    struct field f;
    for (uint32_t i = 0; info && i < info->member_count; i++)
        if (info->members[i].name == name)
            return info->members[i].symbol;
    if (plain->kind != TYPE_STRUCT)
        return NULL;
    for (uint32_t i = 0; i < plain->field_count; i++) {
        const struct field *own = plain->fields + i;
        if (own->name == name ||
            (!own->name && !own->is_base && type_plain(own->type)->kind == TYPE_STRUCT &&
             type_field(own->type, name, &f))) {
            struct symbol *s = symbol_new(c, SYMBOL_FIELD, name, own->type, (struct span){0});
            s->field = own;
            return s;
        }
    }
    for (uint32_t i = 0; i < plain->field_count; i++) {
        const struct field *base = plain->fields + i;
        struct symbol *s =
            base->is_base && !base->is_virtual ? find_fixed(c, base->type, name) : NULL;
        if (s)
            return s;
    }
    return NULL;
}

struct symbol *class_find(struct checker *c, const struct type *t, const char *name)
{
    const struct type *plain = type_plain(t);
    struct symbol *s = find_fixed(c, plain, name);
    bool more = !s && plain->kind == TYPE_STRUCT && plain->has_virtual_bases;
    for (uint32_t i = plain->field_count; more && !s && i-- > 0;) /* the most derived one first */
        if (plain->fields[i].is_virtual)
            s = find_fixed(c, plain->fields[i].type, name);
    return s;
}

struct symbol *constructors_of(const struct type *t)
{
    const struct class_info *info = type_plain(t)->class;
    return info ? info->constructors : NULL;
}

static bool is_instance_of(const struct type *class, const struct template *t)
{
    return t && class->class && class->class->template == t;
}

/* Whether the text being checked is in the class, in one derived from it, or in another instance of its template. */
static bool in_class(struct checker *c, const struct type *class)
{
    const struct template *t = class->class ? class->class->template : NULL;
    for (const struct context *x = c->context; x; x = x->outer)
        if (x->class && (x->class == class || type_base_offset(x->class, class) >= 0 ||
                         is_instance_of(x->class, t)))
            return true;
    return false;
}

/* In whatever namespace or class it is: B of `friend class B` is ns::B. */
static bool is_called(const char *whole, const char *name)
{
    return whole && (whole == name || !strcmp(name_last(whole), name));
}

/* Whether it is in the function or class of that name, or in an instance of the template. */
static bool in_friend(struct checker *c, const char *name)
{
    if (c->function && c->function->symbol && is_called(c->function->symbol->name, name))
        return true;
    for (const struct context *x = c->context; x; x = x->outer) {
        const struct template *t = x->class && x->class->class ? x->class->class->template : NULL;
        if (x->class &&
            (is_called(x->class->name, name) || (t && is_called(t->symbol->name, name))))
            return true;
    }
    return false;
}

void class_use(struct checker *c, struct class_info *info, const char *name, enum access access)
{
    struct used_name *more = ARENA_ARRAY(c->arena, struct used_name, info->used_count + 1);
    if (info->used_count)
        memcpy(more, info->used, info->used_count * sizeof *more);
    more[info->used_count++] = (struct used_name){name, (uint8_t) access};
    info->used = more;
}

/* The class, t or a base of it, which names that member by a using-declaration. NULL: none. */
static const struct type *using_class(const struct type *t, const char *name, enum access *out)
{
    t = type_plain(t);
    const struct class_info *info = t->kind == TYPE_STRUCT ? t->class : NULL;
    const struct type *found = NULL;
    for (uint32_t i = 0; info && i < info->used_count; i++)
        if (info->used[i].name == name) {
            *out = info->used[i].access;
            return t;
        }
    for (uint32_t i = 0; info && i < t->field_count && !found; i++)
        if (t->fields[i].is_base)
            found = using_class(t->fields[i].type, name, out);
    return found;
}

bool class_accessible(struct checker *c, const struct type *class, enum access access)
{
    class = type_plain(class);
    const struct class_info *info = class->class;
    if (access == ACCESS_PUBLIC || c->library || !info || in_class(c, class))
        return true;
    for (uint32_t i = 0; i < info->friend_count; i++)
        if (in_friend(c, info->friends[i].name))
            return true;
    return false;
}

bool member_accessible(struct checker *c, const struct type *naming, const char *name,
                       const struct type *owner, enum access *access)
{
    const struct type *by = naming ? using_class(naming, name, access) : NULL;
    return class_accessible(c, by ? by : owner, *access);
}
