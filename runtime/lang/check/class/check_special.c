/* SPDX-License-Identifier: Apache-2.0 */
/* What C++ gives every class: making, copying, assigning and destroying it member by member (C++17 15). Where copying
 * bytes does the same, nothing is made, and objects are handled as C's structs. */
#include "lang/check/class/check_classes.h"

#include <string.h>

#include "lang/check/class/base_virtual.h"
#include "lang/check/class/declared_members.h"
#include "lang/check/class/member_init.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

static const struct class_info *info_of(const struct type *t)
{
    t = type_plain(t);
    while (t->kind == TYPE_ARRAY)
        t = type_plain(t->base);
    return t->kind == TYPE_STRUCT ? t->class : NULL;
}

/* ---- functions without a text ---- */

struct special_member {
    struct member *member;
    struct symbol *symbol;
    struct symbol *this, *other;
    stmt_vec list, *out;
    struct expr *outer_this;
};

static struct symbol *param_new(struct checker *c, const char *name, const struct type *t)
{
    struct symbol *s =
        symbol_new(c, SYMBOL_VARIABLE, intern_cstr(c->l->names.texts, name), t, (struct span){0});
    s->storage = STORAGE_PARAM;
    return s;
}

/* other: the type of the parameter behind `this`, or NULL. */
static void begin(struct checker *c, struct special_member *m, const struct type *class,
                  enum member_role role, const char *name, const struct type *result,
                  const struct type *other)
{
    struct type *f = ARENA_NEW(c->arena, struct type);
    struct buf full = {0};
    *m = (struct special_member){0};
    type_print(&full, class);
    buf_printf(&full, "::%s", name);
    *f = (struct type){.kind = TYPE_FUNCTION, .align = 1, .complete = true, .base = result};
    f->param_count = other ? 2 : 1;
    f->params = ARENA_ARRAY(c->arena, struct param, 2);
    f->params[0].type = type_pointer(c->arena, class);
    f->params[1].type = other;
    m->symbol = symbol_new(c, SYMBOL_FUNCTION, intern_name(c->l->names.texts, full.p, full.n), f,
                           (struct span){0});
    buf_free(&full);
    m->symbol->storage = STORAGE_SESSION;
    struct member *member = ARENA_NEW(c->arena, struct member);
    *member = (struct member){.class = class,
                              .role = role,
                              .defaulted = true,
                              .plain = intern_cstr(c->l->names.texts, name)};
    m->symbol->member = m->member = member;
    struct host_function *host = function_new(c, m->symbol, NULL);
    m->this = param_new(c, "this", f->params[0].type);
    m->other = other ? param_new(c, "other", other) : NULL;
    host->function.params = ARENA_ARRAY(c->arena, struct symbol *, 2);
    host->function.params[0] = m->this;
    host->function.params[1] = m->other;
    m->out = c->out;
    c->out = &m->list;
    m->outer_this = c->this;
    c->this = use_symbol(c, m->this, (struct span){0});
}

static struct symbol *end(struct checker *c, struct special_member *m)
{
    m->symbol->function->body = block_of(c, &m->list, (struct span){0});
    m->symbol->function->library = true;
    c->out = m->out;
    c->this = m->outer_this;
    return m->symbol;
}

/* ---- making them ---- */

static struct expr *other_part(struct checker *c, const struct special_member *m,
                               const struct field *f, bool rvalue)
{
    struct expr *other = use_symbol(c, m->other, (struct span){0});
    struct expr *e = f->is_virtual ? base_part(c, other, f->type) : object_part(c, other, f);
    e->xvalue = rvalue;
    return e;
}

static struct symbol *make_fresh(struct checker *c, struct type *t)
{
    struct special_member m;
    begin(c, &m, t, ROLE_CONSTRUCTOR, t->name ? name_last(t->name) : "struct",
          type_basic(TYPE_VOID), NULL);
    put_member_inits(c, NULL, t);
    return end(c, &m);
}

static bool reads_same(const struct node *n)
{
    return n->kind == NODE_INTEGER || n->kind == NODE_REAL || n->kind == NODE_STRING ||
           n->kind == NODE_NULLPTR || (n->kind == NODE_INIT_LIST && !n->count);
}

/* Errors are those of the constructor without arguments, which reads the initialiser, too. What tells the place of a call is
 * read where the list is. */
static void make_default(struct checker *c, struct type *t, uint32_t i, struct field_default *out)
{
    struct special_member m;
    struct attempt attempt;
    struct purpose why = {.kind = FOR_INIT, .name = t->fields[i].name};
    const struct type *type = t->fields[i].type;
    uint32_t told = c->places_told;
    attempt_begin(c, &attempt);
    begin(c, &m, t, ROLE_CONSTRUCTOR, t->name ? name_last(t->name) : "struct",
          type_basic(TYPE_VOID), NULL);
    struct expr *value = NULL;
    if (type_is_arithmetic(type) && !t->fields[i].bit_width)
        value = check_constant(c, check_init(c, &type, t->class->defaults[i], &why));
    bool constant = value && (value->kind == EXPR_INTEGER || value->kind == EXPR_REAL);
    if (!constant)
        put_default_init(c, t, i);
    struct symbol *function = end(c, &m);
    if (!attempt.unused.errors && c->places_told == told)
        *out = (struct field_default){constant ? value : NULL, constant ? NULL : function};
    attempt_end(c, &attempt);
}

/* C++20 9.4.2p5: the initialisers of members that a list leaves out are read where the class is, as in its constructors. */
static void make_defaults(struct checker *c, struct type *t)
{
    struct class_info *info = t->class;
    for (uint32_t i = 0; i < t->field_count; i++) {
        if (!info->defaults[i] || reads_same(info->defaults[i]) ||
            type_is_reference(t->fields[i].type))
            continue;
        if (!info->made)
            info->made = ARENA_ARRAY(c->arena, struct field_default, t->field_count);
        make_default(c, t, i, info->made + i);
    }
}

struct symbol *element_constructor(struct checker *c, struct expr *one)
{
    struct special_member m;
    if (one->kind != EXPR_CONSTRUCT || !one->arg_count)
        return one->symbol;
    const struct type *t = type_plain(one->type);
    begin(c, &m, t, ROLE_CONSTRUCTOR, one->symbol->member->plain, type_basic(TYPE_VOID), NULL);
    put_object_init(c, this_object(c, one->at), one);
    return end(c, &m);
}

/* A base without data: its address may be that of a member, whose bytes are not its own. */
static bool has_no_bytes(const struct field *f)
{
    return f->is_base && type_is_empty(f->type);
}

static void put_field_copy(struct checker *c, struct special_member *m, const struct field *f,
                           bool rvalue)
{
    struct expr *place = object_part(c, this_object(c, (struct span){0}), f);
    struct expr *value = other_part(c, m, f, rvalue);
    bool calls = info_of(f->type) && info_of(f->type)->copy;
    c->in_base = f->is_base;
    if (calls)
        value = construct_copy(c, value);
    c->in_base = false;
    value->of_part = f->is_base;
    if (calls || !has_no_bytes(f))
        put_object_init(c, place, value);
}

/* What a special member takes: T &&, const T &, or T & (C++17 15.8.1p7). */
enum taken { TAKES_RVALUE, TAKES_CONST, TAKES_MUTABLE };

static const struct type *taken_type(struct checker *c, const struct type *t, enum taken how)
{
    const struct type *of = how == TAKES_CONST ? type_qualified(c->arena, t, true, false) : t;
    return type_reference(c->arena, of, how == TAKES_RVALUE);
}

static struct symbol *make_copy(struct checker *c, struct type *t, enum taken how)
{
    struct special_member m;
    const struct type *from = taken_type(c, t, how);
    bool rvalue = how == TAKES_RVALUE;
    begin(c, &m, t, ROLE_CONSTRUCTOR, t->name ? name_last(t->name) : "struct",
          type_basic(TYPE_VOID), from);
    struct symbol *made_of = put_part(c, t, (struct span){0});
    for (uint32_t i = 0; made_of && i < t->field_count; i++) {
        struct whole_only w;
        whole_only_begin(c, &w);
        if (t->fields[i].is_virtual)
            put_field_copy(c, &m, t->fields + i, rvalue);
        whole_only_end(c, &w, made_of, (struct span){0});
    }
    for (uint32_t i = 0; i < t->field_count; i++)
        if (!t->fields[i].is_virtual)
            put_field_copy(c, &m, t->fields + i, rvalue);
    put_tables(c, t, made_of, (struct span){0});
    return end(c, &m);
}

static struct symbol *make_assign(struct checker *c, struct type *t, enum taken how)
{
    struct special_member m;
    const struct type *from = taken_type(c, t, how);
    bool rvalue = how == TAKES_RVALUE;
    begin(c, &m, t, ROLE_OPERATOR, "operator=", type_reference(c->arena, t, false), from);
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        struct expr *whole = this_object(c, (struct span){0}),
                    *place =
                        f->is_virtual ? base_part(c, whole, f->type) : object_part(c, whole, f),
                    *value = other_part(c, &m, f, rvalue);
        const struct class_info *info = info_of(f->type);
        if (f->is_indirect) /* its bases assign it */
            continue;
        if (f->name && f->name[0] == ' ') /* the table stays */
            continue;
        if (has_no_bytes(f) && !(info && info->assign))
            continue;
        if (f->type->kind == TYPE_ARRAY && info && (info->copy || info->destructor)) {
            put_expr(c, destructor_call(c, place));
            put_object_init(c, place, construct_copy(c, value));
        } else if (info && info->assign && f->type->kind != TYPE_ARRAY) {
            struct expr *e = call_method(c, place, "operator=", &value, 1, (struct span){0});
            if (e && !expr_is_bad(e))
                put_expr(c, e);
        } else {
            put_object_init(c, place, value);
        }
    }
    struct stmt *r = stmt_new(c, STMT_RETURN, (struct span){0});
    r->expr = convert_to(c, use_symbol(c, m.this, (struct span){0}), m.symbol->type->base);
    put_stmt(c, r);
    return end(c, &m);
}

/* Whether an exception may leave the destructor of a member or base, so that the other ones are destroyed during unwinding. */
static bool parts_throw(const struct type *t)
{
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct symbol *s = type_destructor(t->fields[i].type);
        if (s && s->member->throws)
            return true;
    }
    return false;
}

/* The object's parts are destroyed when the destructor ends, however it does: the last one first. */
static void put_ends(struct checker *c, const struct type *t, struct symbol *made_of)
{
    struct span at = {0};
    for (int of_virtual = 1; of_virtual >= 0; of_virtual--)
        for (uint32_t i = 0; i < t->field_count; i++) {
            bool here = t->fields[i].is_virtual ? of_virtual && made_of : !of_virtual;
            if (!here || !type_destructor(t->fields[i].type))
                continue;
            struct expr *part = object_part(c, this_object(c, at), t->fields + i);
            struct stmt *s = stmt_new(c, STMT_GUARD, at);
            s->expr = of_virtual ? whole_place(c, part, made_of, at) : part;
            s->always = true;
            put_stmt(c, s);
        }
}

static void put_declared_destructor(struct checker *c, const struct special_member *m,
                                    struct symbol *declared)
{
    struct expr *e = expr_new(c, EXPR_CALL, type_basic(TYPE_VOID), (struct span){0});
    e->symbol = declared;
    e->args = ARENA_NEW(c->arena, struct expr *);
    e->args[0] = use_symbol(c, m->this, (struct span){0});
    e->arg_count = 1;
    put_expr(c, e);
}

static struct symbol *make_destructor(struct checker *c, struct type *t, struct symbol *declared)
{
    struct special_member m;
    begin(c, &m, t, ROLE_DESTRUCTOR, "~", type_basic(TYPE_VOID), NULL);
    bool throws = parts_throw(t) || (declared && declared->member->throws);
    m.member->throws = throws;
    struct symbol *made_of = put_part(c, t, (struct span){0});
    if (!made_of)
        put_tables(c, t, NULL, (struct span){0});
    if (throws)
        put_ends(c, t, made_of);
    if (declared)
        put_declared_destructor(c, &m, declared);
    if (throws)
        return end(c, &m);
    for (uint32_t i = t->field_count; i-- > 0;)
        if (!t->fields[i].is_virtual && type_destructor(t->fields[i].type))
            put_expr(c, destructor_call(
                            c, object_part(c, this_object(c, (struct span){0}), t->fields + i)));
    for (uint32_t i = t->field_count; i-- > 0 && made_of;) {
        struct whole_only w;
        whole_only_begin(c, &w);
        if (t->fields[i].is_virtual && type_destructor(t->fields[i].type))
            put_expr(c, destructor_call(
                            c, object_part(c, this_object(c, (struct span){0}), t->fields + i)));
        whole_only_end(c, &w, made_of, (struct span){0});
    }
    return end(c, &m);
}

/* using Base::Base (C++17 15.8.3): a constructor that gives its first n arguments to the base's, and makes the rest as if there
 * were no initialisers. */
static struct symbol *make_inherited(struct checker *c, struct type *t, const struct symbol *old,
                                     const struct type *f, uint32_t n)
{
    struct special_member m;
    begin(c, &m, t, ROLE_CONSTRUCTOR, t->name ? name_last(t->name) : "struct",
          type_basic(TYPE_VOID), NULL);
    struct type *own = (struct type *) (uintptr_t) m.symbol->type;
    struct handed handed = {type_plain(old->member->class), ARENA_ARRAY(c->arena, struct expr *, n),
                            n};
    const struct param *this = own->params;
    own->param_count = n + 1;
    own->params = ARENA_ARRAY(c->arena, struct param, n + 1);
    own->params[0] = this[0];
    m.symbol->function->params = ARENA_ARRAY(c->arena, struct symbol *, n + 1);
    m.symbol->function->params[0] = m.this;
    for (uint32_t i = 0; i < n; i++) {
        struct symbol *p = param_new(c, "inherited", f->params[i + 1].type);
        own->params[i + 1].type = p->type;
        m.symbol->function->params[i + 1] = p;
        handed.args[i] = use_symbol(c, p, (struct span){0});
        handed.args[i]->xvalue = type_is_reference(p->type) && p->type->rvalue;
    }
    struct member *member = (struct member *) (uintptr_t) m.symbol->member;
    member->access = old->member->access;
    member->is_explicit = old->member->is_explicit;
    member->defaulted = false;
    member->inherited = old->member->inherited + 1;
    put_inits(c, NULL, t, &handed);
    return end(c, &m);
}

/* NULL: a call with so many arguments does not tell which of the base's is meant. */
static struct symbol *try_inherited(struct checker *c, struct type *t, const struct symbol *old,
                                    const struct type *f, uint32_t n)
{
    struct attempt attempt;
    attempt_begin(c, &attempt);
    struct symbol *made = make_inherited(c, t, old, f, n);
    bool good = !attempt.unused.errors;
    attempt_end(c, &attempt);
    return good ? made : NULL;
}

/* A template of the base's is its own constructor: it would leave what is more in t as it is. */
static bool more_than_base(const struct type *t)
{
    return t->class->polymorphic || t->field_count > 1;
}

/* How many arguments a call may leave to the defaults that the constructor's text gives. */
static uint32_t least_arguments(const struct type *f, const struct node *params)
{
    uint32_t least = f->param_count - 1;
    while (params && least && params->count >= least && params->list[least - 1]->declarator.init)
        least--;
    return least;
}

/* Adds the constructors of t that a base's constructor stands for, one for each number of arguments. */
static struct symbol *inherit(struct checker *c, struct type *t, struct symbol *old,
                              struct symbol *set)
{
    const struct type *f = function_signature(c, old);
    const struct node *params = declared_syntax(old);
    if (!f || f->param_count < 2 || declared_copies(old))
        return set;
    uint32_t least = least_arguments(f, params);
    for (uint32_t n = least ? least : 1; n < f->param_count; n++) {
        struct symbol *made = try_inherited(c, t, old, f, n);
        if (made)
            set = set ? set_with(c, set, made) : made;
    }
    return set;
}

static void complete_inherited(struct checker *c, struct type *t)
{
    struct class_info *info = t->class;
    symbol_vec all = {0};
    struct symbol *set = NULL;
    overload_gather(&all, info->constructors);
    VEC_EACH (s, &all) {
        const struct symbol *old = *s;
        bool own = old->kind != SYMBOL_FUNCTION || !old->member || old->member->class == t;
        if (old->kind == SYMBOL_TEMPLATE && old->template->context != info->context &&
            more_than_base(t))
            continue;
        if (own || old->member->deleted)
            set = set ? set_with(c, set, *s) : *s;
        else
            set = inherit(c, t, *s, set);
    }
    VEC_FREE(&all);
    info->constructors = set;
}

/* ---- all of them ---- */

struct needs {
    bool fresh, copy, assign, destructor;
    bool no_fresh, no_copy, no_assign;
    bool no_move, no_move_assign;         /* a part can be neither copied nor moved */
    bool copies_mutable, assigns_mutable; /* a part is copied from T & only */
};

/* A part of class type asks of the whole what it needs itself. */
static void add_needs(struct needs *n, const struct class_info *part, bool array, bool given)
{
    n->fresh |= part->fresh != NULL;
    n->no_fresh |= !given && part->no_fresh;
    n->copy |= part->copy != NULL;
    n->no_copy |= part->no_copy;
    n->no_move |= part->no_move;
    n->no_move_assign |= part->no_move_assign;
    n->assign |= part->assign || (part->copy && array);
    n->no_assign |= part->no_assign;
    n->destructor |= part->destructor != NULL;
    n->copies_mutable |= declared_mutable(part->copy);
    n->assigns_mutable |= declared_mutable(part->assign);
}

static struct needs needs_of(const struct type *t)
{
    const struct class_info *own = t->class;
    struct needs n = {.fresh = own->polymorphic, .copy = own->polymorphic};
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        const struct class_info *info = info_of(f->type);
        bool given = own->defaults && own->defaults[i], reference = type_is_reference(f->type);
        bool captured = f->name && f->name[0] == ' ';
        n.fresh |= given;
        n.no_fresh |= !given && reference;
        n.no_assign |= reference || (f->type->is_const && !captured);
        if (info)
            add_needs(&n, info, f->type->kind == TYPE_ARRAY, given);
    }
    if (t->is_union)
        n = (struct needs){.no_assign = false};
    n.assign |= own->polymorphic;
    return n;
}

static void add_constructor(struct checker *c, struct class_info *info, struct symbol *made)
{
    info->constructors = info->constructors ? set_with(c, info->constructors, made) : made;
}

static void complete_destructor(struct checker *c, struct type *t, const struct needs *n)
{
    struct class_info *info = t->class;
    struct symbol *declared = info->declared_destructor = info->destructor;
    bool is_virtual = virtual_destructor(info);
    if (declared && declared->member->deleted)
        return;
    if (declared && declared->member->defaulted)
        declared = info->declared_destructor = info->destructor = NULL;
    if (declared && !n->destructor && !info->polymorphic)
        return;
    if (!declared && !n->destructor && !is_virtual)
        return;
    info->destructor = make_destructor(c, t, declared);
    virtual_enter(c, info, info->destructor);
}

static bool is_deleted(const struct symbol *s)
{
    return s && s->member->deleted;
}

/* ---- copying and moving: C++17 15.8 ---- */

/* How a class comes by a special member. ABSENT: overload resolution does not see it. */
enum provision { ABSENT, GIVEN, DELETED, MADE };

/* The copy constructor or the copy assignment. moves: the class declares a move. */
static enum provision copy_provision(const struct symbol *declared, bool moves, bool impossible)
{
    if (declared_really(declared))
        return is_deleted(declared) ? DELETED : GIVEN;
    return impossible || (!declared && moves) ? DELETED : MADE;
}

/* The move constructor or the move assignment. plain: nothing that the class declares stands against one. */
static enum provision move_provision(const struct symbol *declared, bool plain, bool impossible)
{
    if (declared_really(declared))
        return is_deleted(declared) ? DELETED : GIVEN;
    return impossible || (!declared && !plain) ? ABSENT : MADE;
}

/* Whether not everyone may call a member that is declared `= default`, or not for every object. */
static bool restricted(const struct symbol *s)
{
    return s &&
           (s->member->access != ACCESS_PUBLIC || s->member->of_lvalue || s->member->of_rvalue);
}

/* Whether bytes cannot be copied in the place of these two. */
static bool needs_functions(enum provision copy, enum provision move, const struct symbol *declared,
                            const struct symbol *declared_move)
{
    return copy != MADE || move == GIVEN || move == DELETED || restricted(declared) ||
           restricted(declared_move);
}

/* A set of functions without the ones that were declared `= default`. */
static struct symbol *without(struct checker *c, struct symbol *from, const struct symbol *a,
                              const struct symbol *b)
{
    symbol_vec all = {0};
    struct symbol *set = NULL;
    if (from)
        overload_gather(&all, from);
    VEC_EACH (s, &all)
        if ((*s != a && *s != b) || declared_really(*s))
            set = set ? set_with(c, set, *s) : *s;
    VEC_FREE(&all);
    return set;
}

static struct symbol *restricted_as(struct symbol *made, const struct symbol *declared)
{
    struct member *m = (struct member *) (uintptr_t) made->member;
    if (declared) {
        m->access = declared->member->access;
        m->of_lvalue = declared->member->of_lvalue;
        m->of_rvalue = declared->member->of_rvalue;
    }
    return made;
}

/* What copies objects of the class: a function for either, or one that may not be called. NULL: there is none. */
static struct symbol *copier(enum provision copy, struct symbol *copies, enum provision move,
                             struct symbol *moves)
{
    return copy == GIVEN || copy == MADE   ? copies
           : move == GIVEN || move == MADE ? moves
           : copies                        ? copies
                                           : moves;
}

/* The copy and the move constructor. */
static void complete_copies(struct checker *c, struct type *t, const struct needs *n,
                            const struct declared_members *d, bool plain)
{
    struct class_info *info = t->class;
    bool declares = d->move || d->assign_move;
    enum provision copy = copy_provision(d->copy, declares, n->no_copy),
                   move = move_provision(d->move, plain && !d->assign_move, n->no_move);
    struct symbol *copies = declared_really(d->copy) ? d->copy : NULL,
                  *moves = declared_really(d->move) ? d->move : NULL;
    info->constructors = without(c, info->constructors, d->copy, d->move);
    info->no_copy = copy == DELETED;
    bool mutable = copy == GIVEN ? declared_mutable(copies) : n->copies_mutable;
    info->no_move = move == DELETED || (move == ABSENT && (copy == DELETED || mutable));
    if (n->copy || needs_functions(copy, move, d->copy, d->move)) {
        if (copy == MADE)
            add_constructor(c, info,
                            copies = restricted_as(
                                make_copy(c, t, mutable ? TAKES_MUTABLE : TAKES_CONST), d->copy));
        if (move == MADE) {
            info->copy = copies;
            add_constructor(c, info, moves = restricted_as(make_copy(c, t, TAKES_RVALUE), d->move));
        }
    }
    info->copy = copier(copy, copies, move, moves);
}

/* The ones that were declared `= default`. */
static void drop_assigns(struct checker *c, struct class_info *info,
                         const struct declared_members *d)
{
    for (uint32_t i = info->member_count; i-- > 0;) {
        struct class_member *m = info->members + i;
        if (strcmp(m->name, "operator=") != 0)
            continue;
        m->symbol = without(c, m->symbol, d->assign, d->assign_move);
        if (!m->symbol) {
            *m = info->members[info->member_count - 1];
            info->member_count--;
        }
    }
}

static void put_assign(struct checker *c, struct class_info *info, struct symbol *made)
{
    class_add(c, info, made->member->plain, made);
}

/* The copy and the move assignment. */
static void complete_assigns(struct checker *c, struct type *t, const struct needs *n,
                             const struct declared_members *d, bool plain)
{
    struct class_info *info = t->class;
    bool declares = d->move || d->assign_move;
    enum provision copy = copy_provision(d->assign, declares, n->no_assign),
                   move = move_provision(d->assign_move, plain && !d->move, n->no_move_assign);
    struct symbol *copies = declared_really(d->assign) ? d->assign : NULL,
                  *moves = declared_really(d->assign_move) ? d->assign_move : NULL;
    drop_assigns(c, info, d);
    info->no_assign = copy == DELETED;
    bool mutable = copy == GIVEN ? declared_mutable(copies) : n->assigns_mutable;
    info->no_move_assign = move == DELETED || (move == ABSENT && (copy == DELETED || mutable));
    if (n->assign || d->assigns_other || needs_functions(copy, move, d->assign, d->assign_move)) {
        if (copy == MADE)
            put_assign(c, info,
                       copies = restricted_as(
                           make_assign(c, t, mutable ? TAKES_MUTABLE : TAKES_CONST), d->assign));
        if (move == MADE)
            put_assign(c, info,
                       moves = restricted_as(make_assign(c, t, TAKES_RVALUE), d->assign_move));
    }
    info->assign = copier(copy, copies, move, moves);
}

static void complete_fresh(struct checker *c, struct type *t, const struct symbol *declared)
{
    struct class_info *info = t->class;
    info->constructors = without(c, info->constructors, declared, NULL);
    info->fresh = restricted_as(make_fresh(c, t), declared);
    add_constructor(c, info, info->fresh);
}

static void complete_copy(struct checker *c, struct type *t, const struct needs *n,
                          const struct declared_members *d)
{
    /* then there are moves of its own accord */
    bool plain = !d->copy && !d->assign && !d->destructor;
    complete_copies(c, t, n, d, plain);
    complete_assigns(c, t, n, d, plain);
}

void class_fresh(struct checker *c, struct type *t)
{
    struct declared_members d = {0};
    declared_find(c, t, &d);
    if (declared_really(d.fresh))
        t->class->fresh = d.fresh;
}

struct symbol *special_made(struct checker *c, struct type *t, const struct symbol *s)
{
    const struct context *outer = c->context;
    const struct type *taken = s->type->params[1].type;
    enum taken how = taken->rvalue           ? TAKES_RVALUE
                     : taken->base->is_const ? TAKES_CONST
                                             : TAKES_MUTABLE;
    c->context = t->class->context;
    struct symbol *made =
        s->member->role == ROLE_CONSTRUCTOR ? make_copy(c, t, how) : make_assign(c, t, how);
    c->context = outer;
    return made;
}

void class_complete(struct checker *c, struct type *t)
{
    struct class_info *info = t->class;
    struct declared_members d = {0};
    struct needs n = needs_of(t);
    const struct context *outer = c->context;
    size_t mark;
    bool local = c->depth > DEPTH_CELL;
    if (local) {
        scope_enter(c, &mark);
        scope_hide_members(c, t);
    }
    c->context = info->context;
    declared_find(c, t, &d);
    info->aggregate =
        !d.hides && !info->polymorphic; /* C++17 11.6.1p1: bases that are public, too */
    for (uint32_t i = 0; i < t->field_count; i++)
        info->aggregate &= t->fields[i].access == ACCESS_PUBLIC;
    complete_destructor(c, t, &n);
    complete_copy(c, t, &n, &d);
    info->no_fresh = (d.fresh && d.fresh->member->deleted) || (d.any && !d.fresh) ||
                     ((!d.fresh || !declared_really(d.fresh)) && n.no_fresh);
    if (declared_really(d.fresh))
        info->fresh = d.fresh;
    else if (!info->no_fresh && n.fresh)
        complete_fresh(c, t, d.fresh);
    complete_inherited(c, t);
    if (info->aggregate && !d.any && info->defaults)
        make_defaults(c, t);
    info->implicit = true;
    c->context = outer;
    if (local)
        scope_leave(c, mark);
}
