/* SPDX-License-Identifier: Apache-2.0 */
/* What a constructor does before its body: bases, tables of virtual functions, members (C++17 15.6.2). */
#include "lang/check/class/member_init.h"

#include <string.h>

#include "lang/check/class/base_virtual.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

struct expr *object_part(struct checker *c, struct expr *object, const struct field *f)
{
    struct expr *e = expr_new(c, EXPR_MEMBER, type_plain(f->type), object->at);
    e->left = object;
    e->lvalue = object->lvalue;
    e->field = f;
    return e;
}

struct expr *this_object(struct checker *c, struct span at)
{
    struct expr *this = expr_new(c, EXPR_VARIABLE, c->this->type, at);
    *this = *c->this;
    this->at = at;
    struct expr *object = expr_deref(c, this, at);
    object->type = type_plain(object->type);
    return object;
}

void put_object_init(struct checker *c, struct expr *place, struct expr *value)
{
    if (!value || expr_is_bad(value))
        return;
    struct expr *e = expr_new(c, EXPR_INIT, type_basic(TYPE_VOID), value->at);
    e->left = place;
    e->right = value;
    put_expr(c, e);
}

/* ---- constructors ---- */

/* Whether a member initialiser's name is that of the base class, which may be an instance of a template. */
static bool names_base(struct checker *c, const struct node *id, const struct type *base)
{
    bool failed, args = id->flags & FLAG_ARGS;
    struct symbol *s = args || !id->name ? NULL : scope_lookup_node(c, id, &failed, NULL);
    const struct type *t = NULL;
    if (s && s->kind == SYMBOL_TYPE)
        t = s->type;
    else if (args || (s && s->kind == SYMBOL_TEMPLATE))
        t = resolve_type(c, id);
    return t && type_same(t, base);
}

/* Base(x)...: an initialiser for each type of a pack that is a base (C++17 17.5.3). */
struct base_of_pack {
    const struct type *base;
    bool found;
    struct expr *value; /* made if `wanted` */
    bool wanted;
};

static void see_base_of_pack(struct checker *c, const struct node *n, void *user)
{
    struct base_of_pack *b = user;
    if (b->found || !names_base(c, n->member_init.id, b->base))
        return;
    b->found = true;
    if (b->wanted)
        b->value = construct_from_list(c, b->base, n, n->flags & FLAG_BRACES, n->at);
}

static bool names_base_of_pack(struct checker *c, const struct node *n, const struct type *base)
{
    struct base_of_pack b = {.base = base};
    return pack_expand(c, n, see_base_of_pack, &b) && b.found;
}

static const struct node *init_for(struct checker *c, const struct node *constructor,
                                   const struct field *f)
{
    const struct node *list = constructor ? constructor->function.inits : NULL;
    for (uint32_t i = 0; list && i < list->count; i++) {
        const struct node *n = list->list[i], *id = n->member_init.id;
        bool named = id->name && id->name->text == f->name;
        if (n->flags & FLAG_VARIADIC ? f->is_base && names_base_of_pack(c, n, f->type)
            : f->is_base             ? !named && names_base(c, id, f->type)
                                     : f->name && named && !id->id.scope)
            return n;
    }
    return NULL;
}

static bool is_unnamed(const struct field *f)
{
    return !f->name && !f->is_base && type_plain(f->type)->kind == TYPE_STRUCT;
}

/* Whether one of the initialisers is of the class: of a union without a name in it, too. */
static bool initialises(struct checker *c, const struct node *constructor, const struct type *class)
{
    bool found = false;
    for (uint32_t k = 0; k < class->field_count && !found; k++) {
        const struct field *f = class->fields + k;
        found = init_for(c, constructor, f) ||
                (is_unnamed(f) && initialises(c, constructor, type_plain(f->type)));
    }
    return found;
}

/* Initialisers that name nothing of the class. */
static void check_names(struct checker *c, const struct node *constructor, const struct type *class)
{
    const struct node *list = constructor ? constructor->function.inits : NULL;
    for (uint32_t i = 0; list && i < list->count; i++) {
        const struct node *id = list->list[i]->member_init.id;
        const struct node one = {.list = list->list + i, .count = 1};
        if (initialises(c, &(struct node){.function.inits = (struct node *) (uintptr_t) &one},
                        class) ||
            !id->name || list->list[i]->flags & FLAG_VARIADIC) /* whose pack may be empty */
            continue;
        struct diag *d = diag_error(c->diags, DIAG_NAME, id->at, "'%s' has no member '%s'",
                                    type_quoted(c, class), id->name->text);
        struct name_match match = {.wanted = id->name->text};
        for (uint32_t k = 0; k < class->field_count; k++)
            if (class->fields[k].name)
                name_match_try(&match, class->fields[k].name);
        if (name_match_best(&match))
            diag_help(c->diags, d, "did you mean '%s'?", name_match_best(&match));
    }
}

/* Class::Class(...) : Class(...): another constructor does it all. */
static bool delegates(struct checker *c, const struct node *constructor, const struct type *class)
{
    const struct node *list = constructor ? constructor->function.inits : NULL;
    if (!list || list->count != 1 || list->list[0]->flags & FLAG_VARIADIC ||
        !list->list[0]->member_init.id->name || list->list[0]->member_init.id->id.scope)
        return false;
    const struct node *n = list->list[0];
    bool failed;
    struct symbol *s = scope_lookup_node(c, n->member_init.id, &failed, NULL);
    bool own = s && s->kind == SYMBOL_TEMPLATE && class->class->template == s->template;
    if (!own && (!s || s->kind != SYMBOL_TYPE || !type_same(s->type, class)))
        return false;
    struct expr *e = construct_from_list(c, class, n, n->flags & FLAG_BRACES, n->at);
    e->of_part = true; /* whatever this object is */
    put_object_init(c, this_object(c, n->at), e);
    return true;
}

/* C++17 18.2: what a constructor has built is destroyed when it then fails. */
static void put_guard(struct checker *c, struct expr *place)
{
    if (!place)
        return;
    struct stmt *s = stmt_new(c, STMT_GUARD, place->at);
    s->expr = place;
    put_stmt(c, s);
}

/* The members of an unnamed struct or union for which there are initialisers. */
static void put_unnamed(struct checker *c, const struct node *constructor, struct expr *of,
                        const struct type *t)
{
    for (uint32_t k = 0; k < t->field_count; k++) {
        const struct field *f = t->fields + k;
        const struct node *n = init_for(c, constructor, f);
        if (n) {
            struct expr *e = construct_from_list(c, f->type, n, n->flags & FLAG_BRACES, n->at);
            if (e && !expr_is_bad(e))
                put_object_init(c, object_part(c, of, f), e);
        } else if (is_unnamed(f)) {
            put_unnamed(c, constructor, object_part(c, of, f), type_plain(f->type));
        }
    }
}

/* What a member or base begins with. n: its member initialiser, value: its default one; either may be NULL. NULL: with nothing. */
static struct expr *field_value(struct checker *c, const struct field *f, const struct node *n,
                                const struct node *value, const struct handed *handed,
                                struct span at)
{
    struct purpose why = {.kind = FOR_INIT, .name = f->name ? f->name : "the base"};
    const struct type *t = f->type;
    if (handed && f->is_base && type_same(t, handed->base))
        return construct_object(c, t, handed->args, handed->n, at);
    if (n && n->flags & FLAG_VARIADIC) {
        struct base_of_pack b = {.base = t, .wanted = true};
        pack_expand(c, n, see_base_of_pack, &b);
        return b.value;
    }
    if (n)
        return construct_from_list(c, t, n, n->flags & FLAG_BRACES, n->at);
    if (value && type_is_reference(t))
        return init_from(c, t, check_expr(c, value), &why);
    if (value)
        return check_init(c, &t, value, &why);
    if (!type_is_reference(t))
        return fresh_value(c, t, at);
    if (at.source) /* of a constructor that is written */
        diag_error(c->diags, DIAG_TYPE, at, "reference member '%s' must be initialised", f->name);
    return NULL;
}

/* Sets the member. The result: the member when it has to be guarded from here on, or else what is not guarded yet. */
static struct expr *put_made(struct checker *c, const struct field *f, struct expr *place,
                             struct expr *value, struct expr *built)
{
    bool cannot_fail = value->kind == EXPR_INTEGER || value->kind == EXPR_REAL;
    bool destroyed = type_destructor(f->type) != NULL;
    if (destroyed || !cannot_fail) {
        put_guard(c, built);
        built = NULL;
    }
    put_object_init(c, place, value);
    return destroyed ? place : built;
}

/* The member when it has to be guarded from here on, or NULL. built: what was made before it and is not guarded yet. */
static struct expr *put_field_init(struct checker *c, const struct node *constructor,
                                   const struct type *class, uint32_t i, struct expr *built,
                                   const struct handed *handed)
{
    const struct field *f = class->fields + i;
    const struct node *n = init_for(c, constructor, f);
    const struct node *value = class->class->defaults ? class->class->defaults[i] : NULL;
    struct span at = n ? n->at : constructor ? constructor->name_at : (struct span){0};
    struct expr *place = object_part(c, this_object(c, at), f);
    if (class->is_union && !n && !value)
        return built;
    if (constructor && is_unnamed(f) && initialises(c, constructor, type_plain(f->type))) {
        put_unnamed(c, constructor, place, type_plain(f->type));
        return built;
    }
    c->in_base = f->is_base;
    struct call_place outer = c->place;
    if (value && !n)
        call_place_begin(c, at);
    struct expr *e = field_value(c, f, n, value, handed, at);
    call_place_end(c, outer);
    c->in_base = false;
    if (!e || expr_is_bad(e))
        return built;
    e->of_part = f->is_base;
    bool no_bytes = f->is_base && type_is_empty(f->type) && !type_destructor(f->type);
    if (no_bytes && e->kind == EXPR_CALL) { /* the byte of its result may be another part's */
        put_expr(c, e);
        return built;
    }
    return put_made(c, f, place, e, built);
}

void put_default_init(struct checker *c, const struct type *class, uint32_t i)
{
    put_field_init(c, NULL, class, i, NULL, NULL);
}

void put_tables(struct checker *c, const struct type *class, struct symbol *part, struct span at)
{
    const struct class_info *info = class->class;
    if (part) {
        put_part_tables(c, class, part, at);
        return;
    }
    const struct type *table = type_pointer(c->arena, type_basic(TYPE_VOID)),
                      *place = type_pointer(c->arena, table);
    for (uint32_t i = 0; i < info->vtable_count; i++) {
        struct expr *p =
            expr_new(c, info->vtables[i].offset ? EXPR_UPCAST : EXPR_CONVERT, place, at);
        p->left = c->this;
        if (info->vtables[i].offset)
            p->integer = (int64_t) info->vtables[i].offset;
        struct expr *e = expr_new(c, EXPR_TABLE, table, at);
        e->vtable = info->vtables + i;
        put_object_init(c, expr_deref(c, p, at), e);
    }
}

/* A virtual base: made by the constructor of the complete object alone (C++17 15.6.2p13). */
static void put_virtual_init(struct checker *c, const struct node *constructor,
                             const struct type *class, uint32_t i, struct symbol *made_of,
                             struct span at)
{
    struct whole_only w;
    whole_only_begin(c, &w);
    put_field_init(c, constructor, class, i, NULL, NULL);
    whole_only_end(c, &w, made_of, at);
    if (type_destructor(class->fields[i].type))
        put_guard(
            c, whole_place(c, object_part(c, this_object(c, at), class->fields + i), made_of, at));
}

void put_inits(struct checker *c, const struct node *constructor, const struct type *class,
               const struct handed *handed)
{
    struct span at = constructor ? constructor->name_at : (struct span){0};
    struct symbol *part = put_part(c, class, at);
    struct expr *built = NULL;
    for (uint32_t i = 0; part && i < class->field_count; i++)
        if (class->fields[i].is_virtual)
            put_virtual_init(c, constructor, class, i, part, at);
    for (uint32_t i = 0; i < class->field_count; i++)
        if (class->fields[i].is_base && !class->fields[i].is_virtual)
            built = put_field_init(c, constructor, class, i, built, handed);
    put_tables(c, class, part, at);
    for (uint32_t i = 0; i < class->field_count; i++)
        if (!class->fields[i].is_base &&
            !(class->fields[i].name && class->fields[i].name[0] == ' '))
            built = put_field_init(c, constructor, class, i, built, handed);
    if (constructor && constructor->function.body && constructor->function.body->count)
        put_guard(c, built);
}

void put_member_inits(struct checker *c, const struct node *constructor, const struct type *class)
{
    if (delegates(c, constructor, class))
        return;
    check_names(c, constructor, class);
    put_inits(c, constructor, class, NULL);
}
