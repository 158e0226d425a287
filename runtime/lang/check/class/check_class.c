/* SPDX-License-Identifier: Apache-2.0 */
/* Classes: their members and bases (C++17 12 and 13). A member function is an ordinary one whose first
 * parameter is `this`. Of an instance of a template the types of member functions are found when they are first needed.
 * Virtual functions: check_virtual.c. What C++ adds by itself: check_special.c. */
#include "lang/check/class/base_virtual.h"
#include "lang/check/class/check_classes.h"

#include <string.h>

#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/device/check_device.h"
#include "lang/check/template/check_templates.h"

/* ---- member functions ---- */

static const char *member_name(struct checker *c, const struct type *class, const char *name)
{
    struct buf b = {0};
    type_print(&b, class);
    buf_printf(&b, "::%s", name);
    const char *made = intern_name(c->l->names.texts, b.p, b.n);
    buf_free(&b);
    return made;
}

static struct member *member_new(struct checker *c, const struct node *n, const struct type *class)
{
    struct member *m = ARENA_NEW(c->arena, struct member);
    bool assigns = n->role == ROLE_CONSTRUCTOR || n->role == ROLE_DESTRUCTOR;
    bool memory = n->role == ROLE_OPERATOR && /* C++17 15.5p1 */
                  (!strncmp(n->name->text, "operator new", 12) ||
                   !strncmp(n->name->text, "operator delete", 15));
    *m = (struct member){.class = class,
                         .access = n->access,
                         .role = n->role,
                         .is_static = memory || (n->flags & FLAG_STATIC && !assigns),
                         .is_const = n->function.type && n->function.type->flags & FLAG_CONST,
                         .of_lvalue = n->function.type && n->function.type->op == TOKEN_AMP,
                         .of_rvalue = n->function.type && n->function.type->op == TOKEN_AND_AND,
                         .is_virtual = n->flags & FLAG_VIRTUAL,
                         .is_explicit = n->flags & FLAG_EXPLICIT,
                         .deleted = n->flags & FLAG_DELETED,
                         .defaulted = n->flags & FLAG_DEFAULTED,
                         .pure = n->op == TOKEN_ASSIGN,
                         .throws =
                             n->role == ROLE_DESTRUCTOR && n->function.type->flags & FLAG_THROWS,
                         .device = n->flags & FLAG_DEVICE && !(n->flags & FLAG_HOST),
                         .plain = n->name ? n->name->text : ""};
    return m;
}

/* The out-of-class definition of a template's member: template <class T> R C<T>::f(...) { }. */
static const struct node *defined_outside(const struct class_info *info, const struct node *n,
                                          const struct node **out_template)
{
    if (!info->template || n->function.body || n->flags & (FLAG_DEFAULTED | FLAG_DELETED))
        return n;
    VEC_EACH (o, &info->template->outside) {
        const struct node *f = (*o)->template.declaration;
        bool same =
            f->kind == NODE_FUNCTION && f->role == n->role &&
            f->function.type->count == n->function.type->count &&
            (f->name == n->name || n->role == ROLE_DESTRUCTOR || n->role == ROLE_CONSTRUCTOR) &&
            f->function.type->op == n->function.type->op &&
            (f->function.type->flags & FLAG_CONST) == (n->function.type->flags & FLAG_CONST);
        for (uint32_t i = 0; same && i < f->function.type->count; i++)
            same = f->function.type->list[i]->declarator.type->kind ==
                   n->function.type->list[i]->declarator.type->kind;
        if (same) {
            *out_template = *o;
            return f;
        }
    }
    return n;
}

/* An instance of a template, or a class inside one: its functions are checked when they are called (C++17 17.7.1p2). */
static bool is_instance(const struct type *t)
{
    for (; t; t = t->owner)
        if (t->class && t->class->template)
            return true;
    return false;
}

static struct symbol *add_function(struct checker *c, const struct node *n, struct type *t)
{
    struct class_info *info = t->class;
    bool destructor = n->role == ROLE_DESTRUCTOR;
    const char *plain = destructor ? intern_cstr(c->l->names.texts, "~") : n->name->text;
    const char *shown =
        destructor && t->name ? arena_printf(c->arena, "~%s", name_last(t->name)) : plain;
    struct symbol *s = symbol_new(c, SYMBOL_FUNCTION, member_name(c, t, shown), NULL, n->name_at);
    struct member *m = member_new(c, n, t);
    s->storage = STORAGE_SESSION;
    s->member = m;
    const struct node *outside = NULL, *syntax = defined_outside(info, n, &outside);
    struct host_function *host = function_new(c, s, syntax->function.body ? syntax : n);
    host->context = outside ? template_renamed(c, info, outside) : info->context;
    host->signature = n->function.type;
    if (n->role == ROLE_CONSTRUCTOR)
        info->constructors = info->constructors ? set_with(c, info->constructors, s) : s;
    else if (destructor)
        info->destructor = s;
    else
        class_add(c, info, plain, s);
    bool body = syntax->function.body && !m->device;
    if (body && c->library)
        host->function.stale = true; /* checked when first called */
    if (body && !is_instance(t) && !c->library) {
        note_macros_used(c, host, n);
        VEC_PUSH(&c->defined, &host->function);
        VEC_PUSH(&c->waiting, &host->function);
    } else if (body && !c->library) {
        VEC_PUSH(&c->defined, &host->function);
        host->function.stale = true;
    }
    return s;
}

/* ---- data ---- */

static bool add_bits(struct checker *c, struct field *f, const struct node *n)
{
    int64_t width;
    if (!constant_integer(c, n->field.width, "the width of a bit-field", &width))
        return false;
    if (!type_is_integer(f->type) || type_is_int128(f->type)) {
        diag_error(c->diags, DIAG_TYPE, n->name_at,
                   "a bit-field must have an integer type%s, not '%s'",
                   type_is_integer(f->type) ? " of at most 64 bits" : "", type_quoted(c, f->type));
        return false;
    }
    if (width < 0 || (uint64_t) width > f->type->size * 8 || (!width && f->name)) {
        diag_error(c->diags, DIAG_TYPE, n->field.width->at, "a bit-field of '%s' has 1 to %d bits",
                   type_quoted(c, f->type), (int) f->type->size * 8);
        return false;
    }
    f->bit_width = (uint8_t) width;
    if (c->dialect->own_widths && width > 32 && width < 64)
        f->type = type_of_width(c->arena, f->type, f->bit_width);
    if (!width)
        f->bit_offset = UINT8_MAX;
    return true;
}

/* ---- layout ---- */

uint32_t asked_align(struct checker *c, const struct layout *l)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        int64_t v = 0;
        const struct node *value = l->aligns[i];
        if (!constant_integer(c, value, "an alignment", &v))
            continue;
        if (v < 0 || v & (v - 1) || v > 1 << 28)
            diag_error(c->diags, DIAG_TYPE, value->at, "an alignment is a power of two, not %lld",
                       (long long) v);
        else if ((uint64_t) v > most)
            most = (uint64_t) v;
    }
    return (uint32_t) most;
}

static uint32_t node_align(struct checker *c, const struct node *n)
{
    return n->flags & FLAG_LAYOUT ? asked_align(c, n->layout) : 0;
}

static bool is_packed(const struct node *n)
{
    return n->flags & FLAG_LAYOUT && n->layout->packed;
}

/* GCC: packed makes a member's alignment 1, aligned raises it, #pragma pack is the limit of both. */
static uint32_t field_align(struct checker *c, const struct node *m, const struct node *tag,
                            const struct type *type)
{
    uint8_t pack = tag->flags & FLAG_LAYOUT ? tag->layout->pack : 0;
    uint64_t align = is_packed(m) || is_packed(tag) ? 1 : type->align;
    uint64_t asked = node_align(c, m);
    align = asked > align ? asked : align;
    return (uint32_t) (pack && pack < align ? pack : align);
}

/* ---- members ---- */

/* Whether the class has a member of that name already, of an anonymous struct or union in it too. */
static bool is_taken(const struct type *t, const char *name)
{
    struct field inside;
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        bool anonymous = !f->name && !f->is_base && type_plain(f->type)->kind == TYPE_STRUCT;
        if (f->name == name || (anonymous && type_field(f->type, name, &inside)))
            return true;
    }
    return false;
}

/* `struct inner { ... };` and the like: a declaration without a member. */
static bool declares_no_member(const struct node *m, const struct type *type)
{
    if (m->name || m->field.width)
        return false;
    return type->kind != TYPE_STRUCT || (type->name && m->field.type->kind == NODE_TYPE_TAG);
}

/* A flexible array member has no elements of its own (C11 6.7.2.1p18). */
static const struct type *member_type(struct checker *c, const struct node *m)
{
    bool flexible = m->field.type->kind == NODE_TYPE_ARRAY && !m->field.type->derived.extent;
    if (!flexible)
        return resolve_complete(c, m->field.type, "a member");
    const struct type *t = resolve_type(c, m->field.type);
    return t->kind == TYPE_ARRAY ? type_array(c->arena, t->base, 0) : t;
}

/* Adds the field when it is one; the type's count of fields follows. */
/* CUDA C++ Programming Guide, Memory Space Specifiers: not of members, static or not. */
static void refuse_space(struct checker *c, const struct node *m, const struct type *t)
{
    const struct node *d = m->kind == NODE_DECLARATION && m->count ? m->list[0] : m;
    if (!(m->flags & FLAG_DEVICE_SPACES) || !d->name)
        return;
    struct diag *e = diag_error(c->diags, DIAG_TYPE, d->name_at,
                                "member '%s' cannot be a device variable", d->name->text);
    diag_help(c->diags, e, "declare it outside of '%s'", t->name ? t->name : "struct");
}

static void add_field(struct checker *c, const struct node *m, const struct node *before,
                      const struct node *tag, struct type *t, bool *opaque)
{
    struct field *f = t->fields + t->field_count;
    if (!before || m->field.type != before->field.type)
        c->specifiers = NULL;
    const struct type *type = member_type(c, m);
    *opaque |= type->kind == TYPE_OPAQUE && type->size <= 1;
    *f = (struct field){.name = m->name ? m->name->text : NULL,
                        .type = type,
                        .access = m->access,
                        .is_mutable = m->flags & FLAG_MUTABLE};
    if (declares_no_member(m, type))
        return;
    refuse_space(c, m, t);
    if (type->unsized) {
        diag_error(c->diags, DIAG_TYPE, m->at, "the size of a member must be constant");
        return;
    }
    if (f->name && is_taken(t, f->name)) {
        diag_error(c->diags, DIAG_TYPE, m->name_at, "member '%s' is declared twice", f->name);
        return;
    }
    if (m->field.width && !add_bits(c, f, m))
        return;
    if ((tag->flags | m->flags) & FLAG_LAYOUT)
        f->align = field_align(c, m, tag, type);
    f->aligned = f->bit_width && m->flags & FLAG_LAYOUT && m->layout->count;
    if (m->field.init && t->class)
        t->class->defaults[t->field_count] = m->field.init;
    t->field_count++;
}

static void count_base(struct checker *c, const struct node *n, void *user)
{
    (void) c;
    (void) n;
    ++*(uint32_t *) user;
}

static uint32_t base_count(struct checker *c, const struct node *tag)
{
    const struct node *list = tag->tag.bases;
    uint32_t count = 0;
    for (uint32_t i = 0; list && i < list->count; i++)
        if (list->list[i]->kind == NODE_EXPAND)
            pack_expand(c, list->list[i]->expansion.pattern, count_base, &count);
        else
            count++;
    return count;
}

static void add_base(struct checker *c, const struct node *n, struct type *t);

static void add_expanded(struct checker *c, const struct node *n, void *user)
{
    add_base(c, n, user);
}

static void add_base(struct checker *c, const struct node *n, struct type *t)
{
    if (n->kind == NODE_EXPAND) {
        pack_expand(c, n->expansion.pattern, add_expanded, t);
        return;
    }
    const struct type *base = resolve_complete(c, n, "a base class");
    if (base->kind == TYPE_ERROR)
        return;
    if (base->kind != TYPE_STRUCT || base->is_union) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' cannot be a base class", type_quoted(c, base));
        return;
    }
    t->fields[t->field_count++] = (struct field){.type = type_plain(base),
                                                 .is_base = true,
                                                 .is_virtual = n->flags & FLAG_VIRTUAL,
                                                 .access = n->access};
}

/* ---- types and static variables ---- */

/* `static const auto n = 4;`: auto is what the value has. */
static const struct type *static_type(struct checker *c, const struct node *d)
{
    const struct node *type = d->declarator.type, *init = d->declarator.init;
    const struct type *outer = c->deduced;
    if (is_auto(type) && type->kind == NODE_TYPE_AUTO && init && init->kind != NODE_INIT_LIST) {
        struct expr *e = check_value(c, init);
        c->deduced = expr_is_bad(e) ? type_basic(TYPE_ERROR) : type_plain(e->type);
    }
    const struct type *t = resolve_type(c, type);
    c->deduced = outer;
    return t;
}

const struct node *declared_in(const struct node *declaration, const struct name *name)
{
    for (uint32_t i = 0; declaration->kind == NODE_DECLARATION && i < declaration->count; i++)
        if (declaration->list[i]->name == name)
            return declaration->list[i];
    return NULL;
}

/* The definition outside of a class template: template <class T> int C<T>::d = 0; NULL: there is none so far. */
static const struct node *variable_outside(const struct class_info *info, const struct node *d,
                                           const struct node **out_template)
{
    if (info->template)
        VEC_EACH (o, &info->template->outside) {
            const struct node *found = declared_in((*o)->template.declaration, d->name);
            *out_template = *o;
            if (found)
                return found;
        }
    return NULL;
}

/* What the static variable d of the class begins with, or NULL. */
static struct expr *first_value(struct checker *c, const struct class_info *info,
                                const struct type **type, const struct node *d)
{
    const struct node *outside = NULL, *defined = d;
    if (!d->declarator.init)
        defined = variable_outside(info, d, &outside);
    if (!defined)
        return NULL;
    const struct context *x = outside ? template_renamed(c, info, outside) : info->context;
    if (x == info->context)
        return static_value(c, type, defined);
    size_t mark;
    scope_enter(c, &mark);
    for (uint32_t i = 0; i < x->count; i++)
        scope_bind(c, x->bindings[i].name, x->bindings[i].symbol);
    struct expr *value = static_value(c, type, defined);
    scope_leave(c, mark);
    return value;
}

struct expr *static_value(struct checker *c, const struct type **type, const struct node *d)
{
    struct purpose why = {.kind = FOR_INIT, .name = d->name->text};
    const struct node *init = d->declarator.init;
    if (!init)
        return fresh_value(c, *type, d->at);
    return d->flags & FLAG_PARENS ? construct_from_list(c, *type, init, false, d->at)
                                  : check_init(c, type, init, &why);
}

static void add_static(struct checker *c, const struct node *n, const struct node *d,
                       struct type *t)
{
    const struct type *type = static_type(c, d);
    if (type->kind == TYPE_ERROR)
        return;
    struct symbol *s =
        symbol_new(c, SYMBOL_VARIABLE, member_name(c, t, d->name->text), type, d->name_at);
    struct member *m = ARENA_NEW(c->arena, struct member);
    *m =
        (struct member){.class = t, .access = n->access, .is_static = true, .plain = d->name->text};
    s->member = m;
    s->storage = STORAGE_STATIC;
    s->of_thread = n->flags & FLAG_THREAD;
    s->in_memory = true;
    class_add(c, t->class, d->name->text, s);
    struct expr *value = first_value(c, t->class, &type, d);
    s->type = type;
    if (!value || expr_is_bad(value))
        return;
    if (type->is_const && type_is_arithmetic(type))
        value = check_constant(c, value);
    if (type->is_const && type_is_arithmetic(type) &&
        (value->kind == EXPR_INTEGER || value->kind == EXPR_REAL)) {
        s->known = true;
        if (value->kind == EXPR_REAL)
            s->real = value->real;
        else
            s->integer = value->integer;
    }
    put_declare(c, s, value, d->at);
}

static void add_type(struct checker *c, struct name *name, const struct type *type, struct type *t,
                     struct span at)
{
    struct symbol *s = symbol_new(c, SYMBOL_TYPE, name->text, type, at);
    class_add(c, t->class, name->text, s);
    if (t->name) {
        struct name *class =
            name_cstr(&c->l->names,
                      name_last(t->class->template ? t->class->template->symbol->name : t->name));
        name_in(&c->l->names, class, name)->member_type = true;
    }
}

static void add_declaration(struct checker *c, const struct node *n, struct type *t)
{
    const struct node *specifiers = c->specifiers;
    refuse_space(c, n, t);
    c->specifiers = NULL;
    const struct node *tag =
        n->declaration.type->kind == NODE_TYPE_TAG ? n->declaration.type : NULL;
    if (tag) {
        c->owner = t;
        const struct type *type = resolve_type(c, tag);
        c->owner = NULL;
        if (tag->name && type->kind != TYPE_ERROR)
            add_type(c, tag->name, type_plain(type), t, tag->name_at);
        for (uint32_t i = 0; tag->op == TOKEN_ENUM && !(tag->flags & FLAG_SCOPED) && i < tag->count;
             i++)
            if (tag->list[i]->name->ordinary)
                class_add(c, t->class, tag->list[i]->name->text, tag->list[i]->name->ordinary);
    }
    for (uint32_t i = 0; i < n->count; i++) {
        const struct node *d = n->list[i];
        if (!d->name)
            continue;
        if (n->flags & FLAG_TYPEDEF) {
            const struct type *type = resolve_type(c, d->declarator.type);
            if (type->kind != TYPE_ERROR)
                add_type(c, d->name, type, t, d->name_at);
        } else {
            add_static(c, n, d, t);
        }
    }
    c->specifiers = specifiers;
}

struct using_pack {
    const struct node *using;
    struct type *class;
};

static void add_using(struct checker *c, const struct node *n, struct type *t);

static void add_using_element(struct checker *c, const struct node *name, void *user)
{
    const struct using_pack *pack = user;
    struct node one = *pack->using;
    (void) name;
    one.flags &= ~(uint32_t) FLAG_VARIADIC;
    add_using(c, &one, pack->class);
}

const struct type *enum_used(struct checker *c, const struct node *n)
{
    bool failed;
    struct symbol *s =
        n->using.name->name ? scope_lookup_node(c, n->using.name, &failed, NULL) : NULL;
    const struct type *t = s && s->kind == SYMBOL_TYPE ? type_plain(s->type) : NULL;
    if (t && t->kind == TYPE_ENUM && t->class)
        return t;
    diag_error(c->diags, DIAG_TYPE, n->using.name->at, "'using enum' needs an enumeration");
    return NULL;
}

static void add_enumerators(struct checker *c, const struct node *n, struct type *t)
{
    const struct type *from = enum_used(c, n);
    for (uint32_t i = 0; from && i < from->class->member_count; i++)
        class_add(c, t->class, from->class->members[i].name, from->class->members[i].symbol);
}

/* using Base::name; */
static void add_using(struct checker *c, const struct node *n, struct type *t)
{
    if (n->flags & FLAG_VARIADIC) {
        struct using_pack pack = {n, t};
        pack_expand(c, n->using.name, add_using_element, &pack);
        return;
    }
    bool failed;
    struct symbol *s = scope_lookup_node(c, n->using.name, &failed, NULL);
    if (failed)
        return;
    const struct type *base = NULL;
    if (!s && n->using.name->id.scope) { /* using Base::Base: its constructors */
        struct node scope = *n->using.name->id.scope;
        scope.kind = NODE_TYPE_NAME;
        base = resolve_type(c, &scope);
    }
    if (s && s->kind == SYMBOL_TYPE && s->type->class && n->using.name->id.scope &&
        n->using.name->id.scope->name == n->using.name->name)
        base = s->type;
    if (base && base->kind == TYPE_STRUCT) {
        symbol_vec all = {0};
        if (constructors_of(base))
            overload_gather(&all, constructors_of(base));
        VEC_EACH (old, &all) { /* C++17 10.3.3: inherited constructors */
            t->class->constructors =
                t->class->constructors ? set_with(c, t->class->constructors, *old) : *old;
        }
        VEC_FREE(&all);
        return;
    }
    if (!s) {
        unknown_name(c, n->using.name, false);
        return;
    }
    class_use(c, t->class, n->name->text, n->access);
    symbol_vec all = {0};
    overload_gather(&all, s);
    VEC_EACH (one, &all)
        class_add(c, t->class, n->name->text, *one);
    if (!all.n)
        class_add(c, t->class, n->name->text, s);
    VEC_FREE(&all);
}

/* A friend defined here is found by its arguments only (C++17 10.3.1.2); of others the name is noted. */
static void add_friend(struct checker *c, const struct node *n, struct type *t)
{
    struct class_info *info = t->class;
    struct class_member *more = ARENA_ARRAY(c->arena, struct class_member, info->friend_count + 1);
    const struct node *d = n->friend.declaration,
                      *f = d && d->kind == NODE_TEMPLATE ? d->template.declaration : d;
    struct symbol *s = NULL;
    if (!n->name)
        return;
    if (info->friend_count)
        memcpy(more, info->friends, info->friend_count * sizeof *more);
    if (f && f->function.body && f != d) {
        s = template_member(c, d, info->context);
    } else if (f && f->function.body) {
        s = symbol_new(c, SYMBOL_FUNCTION, n->name->text, NULL, f->name_at);
        s->storage = STORAGE_SESSION;
        struct host_function *host = function_new(c, s, f);
        host->context = info->context;
        host->signature = f->function.type;
        if (!c->library)
            VEC_PUSH(&c->defined, &host->function);
        if (c->library || is_instance(info->type))
            host->function.stale = true;
        else
            VEC_PUSH(&c->waiting, &host->function);
    }
    more[info->friend_count++] = (struct class_member){n->name->text, s};
    info->friends = more;
}

/* ---- the body ---- */

static bool is_plain(const struct node *tag)
{
    return !(tag->flags & FLAG_METHODS);
}

static void add_template(struct checker *c, const struct node *m, struct type *t)
{
    struct class_info *info = t->class;
    if (m->template.declaration && special_args(m)) {
        special_member(c, m, t);
        return;
    }
    struct symbol *s = template_member(c, m, info->context);
    if (!s)
        return;
    bool function = m->template.declaration->kind == NODE_FUNCTION;
    if (function)
        s->member = member_new(c, m->template.declaration, t);
    if (function && info->template && !m->template.declaration->function.body)
        template_define_member(c, s, info);
    if (function && m->template.declaration->role == ROLE_CONSTRUCTOR)
        info->constructors = info->constructors ? set_with(c, info->constructors, s) : s;
    else
        class_add(c, info, m->name->text, s);
}

static void add_member(struct checker *c, const struct node *m, const struct node *before,
                       const struct node *tag, struct type *t, bool *opaque)
{
    switch (m->kind) {
    case NODE_FIELD: add_field(c, m, before, tag, t, opaque); return;
    case NODE_DECLARATION: add_declaration(c, m, t); return;
    case NODE_FUNCTION:
        if (has_auto_params(m->function.type))
            add_template(c, auto_template(c, m), t);
        else
            add_function(c, m, t);
        return;
    case NODE_USING: (m->op == TOKEN_ENUM ? add_enumerators : add_using)(c, m, t); return;
    case NODE_STATIC_ASSERT: check_statement(c, m); return;
    case NODE_TEMPLATE: add_template(c, m, t); return;
    default: return;
    }
}

/* Whether its body says what it returns, so that it may copy objects of the class. */
static bool deduces_result(const struct symbol *s)
{
    const struct node *f = s->function ? s->function->syntax : NULL;
    const struct node *type = f && f->kind == NODE_FUNCTION ? f->function.type : NULL;
    return type && type->derived.base && is_auto(type->derived.base);
}

/* deduced: only the functions whose results are deduced, for which the class must be complete; else the others. */
static void resolve_functions(struct checker *c, struct type *t, bool deduced)
{
    struct class_info *info = t->class;
    symbol_vec all = {0};
    if (info->constructors)
        overload_gather(&all, info->constructors);
    size_t constructors = all.n;
    for (uint32_t i = 0; i < info->member_count; i++)
        overload_gather(&all, info->members[i].symbol);
    for (size_t i = 0; i < all.n; i++) {
        struct symbol *s = all.at[i];
        if (i == constructors &&
            !deduced) /* default arguments of the others may be new objects of the class */
            class_fresh(c, t);
        if (s->kind == SYMBOL_FUNCTION && s->member && s->member->class == t && !is_instance(t) &&
            deduces_result(s) == deduced)
            function_signature(c, s);
    }
    if (info->destructor)
        function_signature(c, info->destructor);
    VEC_FREE(&all);
}

/* A struct as C has them, but for a member that is more: it is made, copied and ended with that one. */
static bool holds_objects(const struct type *t)
{
    for (uint32_t i = 0; i < t->field_count && !t->is_union; i++) {
        const struct type *element = type_plain(type_element(t->fields[i].type));
        if (type_is_class(element))
            return true;
    }
    return false;
}

void read_class(struct checker *c, const struct node *tag, struct type *t)
{
    uint32_t bases = base_count(c, tag);
    bool opaque = false;
    t->fields = ARENA_ARRAY(c->arena, struct field, tag->count + bases + 1);
    t->field_count = 0;
    if (is_plain(tag)) {
        const struct context *outer = c->context;
        if (t->class && t->class->template) /* whose bare name means it */
            c->context = t->class->context;
        for (uint32_t i = 0; i < tag->count; i++)
            add_field(c, tag->list[i], i ? tag->list[i - 1] : NULL, tag, t, &opaque);
        c->context = outer;
        if (!t->class && holds_objects(t))
            class_new(c, t, context_here(c));
    } else {
        const struct context *outer = c->context;
        struct class_info *info = t->class;
        size_t mark;
        info->defaults = ARENA_ARRAY(c->arena, const struct node *, tag->count + bases + 1);
        info->final = tag->flags & FLAG_FINAL;
        if (t->name && !info->template)
            add_type(c, tag->name, t, t, tag->name_at);
        field_vec virtuals = {0};
        scope_enter(c, &mark);
        for (uint32_t i = 0; tag->tag.bases && i < tag->tag.bases->count; i++)
            add_base(c, tag->tag.bases->list[i], t);
        virtual_bases_take(t, &virtuals);
        virtual_pointer(c, tag, t);
        c->context = info->context;
        for (uint32_t i = 0; i < tag->count; i++)
            add_member(c, tag->list[i], i ? tag->list[i - 1] : NULL, tag, t, &opaque);
        virtual_bases_append(c, t, &virtuals);
        VEC_FREE(&virtuals);
        scope_leave_inner(c, mark);
        c->context = outer;
    }
    if (opaque) { /* only the device knows its layout */
        t->kind = TYPE_OPAQUE;
        t->size = t->align = 1;
        t->complete = true;
        return;
    }
    bool limited = tag->flags & FLAG_LAYOUT && tag->layout->pack;
    t->not_pod = t->class && !layout_is_pod(t, tag, false);
    t->ms_bits = tag->flags & FLAG_LAYOUT && tag->layout->ms;
    type_layout(t, node_align(c, tag), is_packed(tag) || limited);
    if (c->dialect->empty_structs && type_is_empty(t)) {
        t->size = 0;
        type_completed(t);
    }
    if (!t->class)
        return;
    resolve_functions(c, t, false);
    virtual_tables(c, t);
    class_complete(c, t);
    resolve_functions(c, t, true);
    virtual_parts(c, t);
    const struct context *outer = c->context;
    c->context = t->class->context;
    for (uint32_t i = 0; i < tag->count; i++)
        if (tag->list[i]->kind == NODE_FRIEND)
            add_friend(c, tag->list[i], t);
    c->context = outer;
}
