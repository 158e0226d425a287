/* SPDX-License-Identifier: Apache-2.0 */
/* Type syntax to types. A struct body declares its tag; a size that is not constant makes a variable-length array,
 * whose extent goes into a hidden variable declared just before (tree.h). */
#include "lang/check/core/rules.h"

#include <string.h>

#include "lang/check/check_arrays.h"
#include "lang/check/check_statement.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/template/check_templates.h"

/* ---- struct, union, enum ---- */

/* owner: the class that it is a member of, or NULL. */
static struct type *tag_new(struct checker *c, const struct node *n, const struct type *owner)
{
    struct type *t = ARENA_NEW(c->arena, struct type);
    t->kind = n->op == TOKEN_ENUM ? TYPE_ENUM : TYPE_STRUCT;
    t->is_union = n->op == TOKEN_UNION;
    t->name = n->name ? n->name->text : NULL;
    t->align = 1;
    t->home = c->arena;
    if (n->name) {
        struct name *name = decl_name(c, n->name);
        t->name = name->text;
        t->owner = owner;
        if (owner && owner->name)
            t->name = intern_cstr(c->l->names.texts,
                                  arena_printf(c->arena, "%s::%s", owner->name, name->text));
        scope_bind_tag(c, name, symbol_new(c, SYMBOL_TYPE, name->text, t, n->name_at));
    }
    return t;
}

/* As in gcc: unsigned if no enumerator is negative, and as wide as the enumerators need. */
static const struct type *enum_base(int64_t low, int64_t high)
{
    if (low < 0)
        return type_basic(low < INT32_MIN || high > INT32_MAX ? TYPE_LONG : TYPE_INT);
    return type_basic(high > UINT32_MAX ? TYPE_ULONG : TYPE_UINT);
}

/* Before the closing brace an enumerator of a scoped enumeration is a number of the underlying type (C++17 10.2p5, 6.3.8). */
static void bind_within(struct checker *c, const struct node *enumerator, int64_t value,
                        const struct type *base)
{
    struct symbol *s =
        symbol_new(c, SYMBOL_CONSTANT, enumerator->name->text, base, enumerator->name_at);
    s->integer = value;
    scope_bind(c, enumerator->name, s);
}

static void read_enumerators(struct checker *c, const struct node *n, struct type *t)
{
    const struct type *base =
        n->tag.underlying ? resolve_type(c, n->tag.underlying) : type_basic(TYPE_INT);
    int64_t next = 0, low = 0, high = 0;
    bool fixed = n->tag.underlying || n->flags & FLAG_SCOPED; /* C++17 10.2p5: by itself to int */
    *t = (struct type){.kind = TYPE_ENUM,
                       .name = t->name,
                       .size = base->size,
                       .align = base->align,
                       .base = type_plain(base),
                       .complete = true,
                       .scoped = n->flags & FLAG_SCOPED,
                       .variants = t->variants,
                       .owner = t->owner,
                       .home = t->home};
    struct class_info *info = class_new(c, t, c->context);
    t->base = fixed ? t->base : enum_base(0, 0);
    t->fits_int = !fixed;
    size_t mark = 0;
    if (t->scoped)
        scope_enter(c, &mark);
    for (uint32_t i = 0; i < n->count && !safepoint_stops(c->safepoint); i++) {
        const struct node *m = n->list[i];
        if (m->enumerator.value)
            constant_integer(c, m->enumerator.value, "an enumerator", &next);
        low = next < low ? next : low;
        high = next > high ? next : high;
        if (!fixed)
            t->base = enum_base(low, high);
        t->fits_int = !fixed && low >= INT32_MIN && high <= INT32_MAX;
        t->size = t->base->size;
        t->align = t->base->align;
        bool number = c->dialect->int_truths && next >= INT32_MIN && next <= INT32_MAX;
        struct symbol *s = symbol_new(c, SYMBOL_CONSTANT, m->name->text,
                                      number ? type_basic(TYPE_INT) : t, m->name_at);
        s->integer = next++;
        class_add(c, info, m->name->text, s);
        struct name *name = decl_name(c, m->name);
        if (t->scoped)
            bind_within(c, m, s->integer, t->base);
        else if (name_free(c, name, m->name_at))
            scope_bind(c, name, s);
    }
    if (t->scoped)
        scope_leave(c, mark);
    type_completed(t);
}

/* An enumeration before its enumerators are known: GNU C's, which has the size of unsigned, and those of C++17 10.2p3. */
static struct type *open_enum(struct checker *c, const struct node *n, const struct type *owner,
                              const struct type *base)
{
    struct type *t = tag_new(c, n, owner);
    t->base = type_plain(base);
    t->size = t->base->size;
    t->align = t->base->align;
    t->scoped = n->flags & FLAG_SCOPED;
    t->complete = true;
    t->fits_int = !n->tag.underlying;
    return t;
}

/* The type of an enumeration whose enumerators are not known yet, or NULL: its size is not known either. */
static const struct type *base_declared(struct checker *c, const struct node *n)
{
    if (n->tag.underlying)
        return resolve_type(c, n->tag.underlying);
    if (n->flags & FLAG_SCOPED)
        return type_basic(TYPE_INT);
    return c->dialect->separate_tags ? type_basic(TYPE_UINT) : NULL;
}

/* struct C::inner { ... }, which C has declared: C++17 12.2.5p2. */
static const struct type *define_inner(struct checker *c, const struct node *n)
{
    struct node owner = *n->tag.owner;
    owner.kind = NODE_TYPE_NAME;
    const struct type *class = type_plain(resolve_type(c, &owner));
    if (class->kind == TYPE_ERROR)
        return class;
    struct symbol *s = class->class ? class_find(c, class, n->name->text) : NULL;
    bool declared = s && s->kind == SYMBOL_TYPE && s->type->kind == TYPE_STRUCT;
    if (!declared || s->type->complete) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->name_at,
                                    declared ? "'%s' is defined twice"
                                             : "'%s' is not a class that its owner declares",
                                    n->name->text);
        if (declared)
            diag_note(c->diags, d, s->at, "it is declared here");
        return type_basic(TYPE_ERROR);
    }
    struct type *t = (struct type *) s->type;
    const struct context *outer = c->context;
    t->is_union = n->op == TOKEN_UNION;
    c->context = class->class->context;
    if (n->flags & FLAG_METHODS)
        class_new(c, t, c->context);
    read_class(c, n, t);
    c->context = outer;
    return t;
}

const struct type *resolve_tag(struct checker *c, const struct node *n)
{
    const struct type *owner = c->owner;
    c->owner = NULL;
    if (n->tag.owner)
        return define_inner(c, n);
    struct name *name = n->name ? decl_name(c, n->name) : NULL;
    struct symbol *old = name ? name->tag : NULL;
    bool here = old && name->tag_depth == c->depth;
    if (!(n->flags & FLAG_BODY)) {
        bool inner = n->flags & FLAG_ALONE && n->op != TOKEN_ENUM && c->depth > DEPTH_CELL;
        if (inner && !here) /* C11 6.7.2.3p7: another one than that outside */
            return tag_new(c, n, owner);
        if (old) {
            scope_mention(c, old);
            return old->type;
        }
        struct symbol *known =
            n->name && !c->dialect->separate_tags ? scope_lookup(c, n->name) : NULL;
        if (n->name && n->name->tag)
            return n->name->tag->type;
        if (known && known->kind == SYMBOL_TYPE)
            return known->type;
        const struct type *base = n->op == TOKEN_ENUM ? base_declared(c, n) : NULL;
        if (base)
            return base->kind == TYPE_ERROR ? base : open_enum(c, n, owner, base);
        if (n->op == TOKEN_ENUM) { /* C11 6.7.2.3: its size is not known before its enumerators */
            diag_error(c->diags, DIAG_TYPE, n->name_at, "'enum %s' is not defined", n->name->text);
            return type_basic(TYPE_ERROR);
        }
        struct type *t = tag_new(c, n, owner);
        if (name && !(n->flags & FLAG_ALONE) && !c->dialect->separate_tags)
            name->tag->outward = true;
        return t;
    }
    struct type *t;
    /* what the prelude declares a header of ours may define: both live as long as the session */
    bool reached = here || (c->library && old && !old->type->complete);
    bool open =
        reached && (!old->type->complete || (old->type->kind == TYPE_ENUM && !old->type->class));
    if (open && (old->type->kind == TYPE_ENUM) == (n->op == TOKEN_ENUM)) {
        t = (struct type *) old->type;
        t->is_union = n->op == TOKEN_UNION;
        old->at = n->name_at;
    } else if (here && old->type->complete) {
        struct diag *e =
            diag_error(c->diags, DIAG_TYPE, n->name_at, "'%s' is defined twice", n->name->text);
        diag_note(c->diags, e, old->at, "the first definition is here");
        return old->type;
    } else {
        t = tag_new(c, n, owner);
    }
    if (n->op == TOKEN_ENUM) {
        read_enumerators(c, n, t);
        return t;
    }
    if (n->flags & FLAG_METHODS)
        class_new(c, t, context_here(c))->within = c->function;
    read_class(c, n, t);
    return t;
}

/* ---- arrays ---- */

const struct type *resolve_array(struct checker *c, const struct node *n)
{
    const struct type *element = resolve_type(c, n->derived.base);
    if (element->kind == TYPE_ERROR)
        return element;
    if (!element->complete || element->kind == TYPE_FUNCTION ||
        element->kind == TYPE_DEVICE_ARRAY) {
        diag_error(c->diags, DIAG_TYPE, n->derived.base->at,
                   "an array cannot have elements of type '%s'", type_quoted(c, element));
        return type_basic(TYPE_ERROR);
    }
    if (!n->derived.extent) {
        struct type *t = (struct type *) type_array(c->arena, element, 0);
        t->complete = false;
        return t;
    }
    struct expr *count = check_constant(c, check_value(c, n->derived.extent));
    if (expr_is_bad(count))
        return type_basic(TYPE_ERROR);
    if (!type_is_integer(count->type)) {
        diag_error(c->diags, DIAG_TYPE, n->derived.extent->at,
                   "the size of an array must be an integer, not '%s'",
                   type_quoted(c, count->type));
        return type_basic(TYPE_ERROR);
    }
    if (count->kind == EXPR_INTEGER) {
        if (count->integer < 0 ||
            (element->size && (uint64_t) count->integer > ((uint64_t) 1 << 46) / element->size)) {
            diag_error(c->diags, DIAG_TYPE, n->derived.extent->at,
                       "an array cannot have %lld elements", (long long) count->integer);
            return type_basic(TYPE_ERROR);
        }
        return type_array(c->arena, element, (uint64_t) count->integer);
    }
    struct type *t = (struct type *) type_array(c->arena, element, 0);
    t->unsized = true;
    t->size = 0;
    t->extent = hidden_new(c, type_basic(TYPE_LONG), n->derived.extent->at);
    put_declare(c, t->extent, convert_to(c, count, type_basic(TYPE_LONG)), n->derived.extent->at);
    return t;
}

/* ---- functions ---- */

static const struct type *adjusted(struct checker *c, const struct type *t)
{
    if (t->kind == TYPE_ARRAY)
        return type_pointer(c->arena, t->base);
    return t->kind == TYPE_FUNCTION ? type_pointer(c->arena, t) : t;
}

static const struct type *resolve_param(struct checker *c, const struct node *m)
{
    if (m->flags & FLAG_DEVICE_ARRAY)
        return device_param(c, m);
    if (m->declarator.type->kind == NODE_TYPE_ARRAY) /* the outermost extent is ignored */
        return type_pointer(c->arena, resolve_type(c, m->declarator.type->derived.base));
    const struct type *t = adjusted(c, resolve_type(c, m->declarator.type));
    bool later = t->kind == TYPE_STRUCT; /* where the function is defined: C++17 11.3.5p12 */
    if (t->kind == TYPE_VOID || (!t->complete && t->kind != TYPE_ERROR && !later)) {
        diag_error(c->diags, DIAG_TYPE, m->at, "a parameter cannot be of type '%s'",
                   type_quoted(c, t));
        return type_basic(TYPE_ERROR);
    }
    return t;
}

struct param_list {
    const struct node *m;
    VEC(struct param) at;
};

static void add_param(struct checker *c, const struct node *pattern, void *user)
{
    struct param_list *list = user;
    struct node one = *list->m;
    (void) pattern;
    c->specifiers = NULL;
    VEC_PUSH(&list->at, (struct param){.name = one.name ? one.name->text : NULL,
                                       .type = resolve_param(c, &one)});
}

static bool mentions_typeof(const struct node *n)
{
    while (n->kind == NODE_TYPE_POINTER || n->kind == NODE_TYPE_REFERENCE)
        n = n->derived.base;
    if (n->kind != NODE_TYPE_NAME && n->kind != NODE_SCOPE)
        return n->kind == NODE_TYPE_OF;
    bool found = n->id.scope && mentions_typeof(n->id.scope);
    for (uint32_t i = 0; i < n->count && !found; i++)
        found = mentions_typeof(n->list[i]);
    return found;
}

const struct type *resolve_function(struct checker *c, const struct node *n)
{
    struct type *t = ARENA_NEW(c->arena, struct type);
    t->kind = TYPE_FUNCTION;
    t->align = 1;
    bool trailing = mentions_typeof(n->derived.base); /* it may name the parameters */
    t->depth = 1;
    t->base = trailing || (is_auto(n->derived.base) && !c->deduced)
                  ? type_basic(TYPE_VOID)
                  : resolve_type(c, n->derived.base);
    if (t->base->kind == TYPE_ERROR)
        return t->base;
    t->complete = true;
    t->variadic = n->flags & FLAG_VARIADIC;
    t->unprototyped = n->op == TOKEN_NAME;
    t->no_throw = n->flags & FLAG_NOEXCEPT;
    struct param_list list = {0};
    const struct node *specifiers = c->specifiers;
    const struct type *specified = c->specified;
    /* A parameter may be the extent of a later one; its symbol is created again when the body is checked. */
    size_t mark;
    scope_enter(c, &mark);
    stmt_vec unused = {0}, *out = c->out;
    c->out = &unused;
    for (uint32_t i = 0; i < n->count; i++) {
        const struct node *m = n->list[i];
        list.m = m;
        if (m->flags & FLAG_VARIADIC) {
            if (!pack_expand(c, m->declarator.type, add_param, &list))
                diag_error(c->diags, DIAG_TYPE, m->at, "there is no parameter pack before '...'");
            continue;
        }
        add_param(c, m->declarator.type, &list);
        struct param *p = &VEC_LAST(&list.at);
        if (m->name)
            scope_bind(c, m->name, variable_new(c, m->name->text, p->type, m->name_at));
        if (m->declarator.init && p->type->kind != TYPE_ERROR)
            default_argument(c, p, m->declarator.init);
    }
    t->param_count = (uint32_t) list.at.n;
    t->params = ARENA_ARRAY(c->arena, struct param, list.at.n);
    if (list.at.n)
        memcpy(t->params, list.at.at, list.at.n * sizeof *t->params);
    VEC_FREE(&list.at);
    if (trailing)
        t->base = resolve_type(c, n->derived.base);
    for (uint32_t i = 0; i < t->param_count; i++)
        if (type_depth_over(t->params[i].type) > t->depth)
            t->depth = type_depth_over(t->params[i].type);
    if (type_depth_over(t->base) > t->depth)
        t->depth = type_depth_over(t->base);
    VEC_FREE(&unused);
    c->out = out;
    scope_leave_inner(c, mark);
    c->specifiers = specifiers;
    c->specified = specified;
    return t->base->kind == TYPE_ERROR ? t->base : t;
}

/* ---- all ---- */

static const struct type *unknown_type(struct checker *c, const struct node *n)
{
    if (n->id.scope) {
        unknown_name(c, n, false);
        return type_basic(TYPE_ERROR);
    }
    struct diag *e = diag_error(c->diags, DIAG_NAME, n->at, "unknown type '%s'", n->name->text);
    struct name_match match = {.wanted = n->name->text};
    if (!diag_is_kept(c->diags, e))
        return type_basic(TYPE_ERROR);
    for (const struct name *m = c->l->names.all; m; m = m->next)
        if (m->text[0] != ' ' && (m->tag || (m->ordinary && m->ordinary->kind == SYMBOL_TYPE) ||
                                  token_class(m->keyword) == CLASS_TYPE))
            name_match_try(&match, m->text);
    struct name *in_std = name_in(&c->l->names, name_cstr(&c->l->names, "std"), n->name);
    if (in_std->ordinary || in_std->tag)
        diag_help(c->diags, e, "did you mean '%s'?", in_std->text);
    else if (name_match_best(&match))
        diag_help(c->diags, e, "did you mean '%s'?", name_match_best(&match));
    return type_basic(TYPE_ERROR);
}

/* The class, or the base of it that is an instance of t. */
static const struct type *instance_in(const struct type *class, const struct template *t)
{
    class = type_plain(class);
    if (class->class && class->class->template == t)
        return class;
    for (uint32_t i = 0; i < class->field_count; i++) {
        const struct type *found =
            class->fields[i].is_base ? instance_in(class->fields[i].type, t) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* Inside a class template and its specialisations, and classes derived from them, the bare name means that class (C++17 17.6.1).
 * NULL: not inside one. */
static const struct type *injected_class(const struct checker *c, const struct template *t)
{
    for (const struct context *x = c->context; x; x = x->outer) {
        const struct type *own = x->class ? instance_in(x->class, t) : NULL;
        if (own)
            return own;
    }
    return NULL;
}

/* The class template that the name means: by itself, or by the name of an instance given other arguments. */
static struct template *template_meant(const struct symbol *s, const struct node *n)
{
    if (s->kind == SYMBOL_TEMPLATE)
        return s->template->is_class ? s->template : NULL;
    if (s->kind != SYMBOL_TYPE || !(n->flags & FLAG_ARGS) || !type_is_class(s->type))
        return NULL;
    struct template *t = type_plain(s->type)->class->template;
    return t && t->is_class ? t : NULL;
}

/* A class template with its arguments. They may be omitted if they have defaults, or inside the class. */
static const struct type *resolve_instance(struct checker *c, const struct node *n,
                                           struct template *t)
{
    if (n->flags & FLAG_ARGS)
        return instantiate_class(c, t, n);
    const struct type *own = injected_class(c, t);
    struct node none = *n;
    none.flags |= FLAG_ARGS;
    return own ? own : instantiate_class(c, t, &none);
}

static const struct type *not_a_type(struct checker *c, const struct node *n,
                                     const struct symbol *s)
{
    struct diag *d = diag_error(c->diags, DIAG_NAME, n->at, "'%s' is not a type", n->name->text);
    if (s->at.source)
        diag_note(c->diags, d, s->at, "'%s' is declared here", n->name->text);
    return type_basic(TYPE_ERROR);
}

static bool makes_type(const struct symbol *s)
{
    return s->kind == SYMBOL_TYPE || s->kind == SYMBOL_TEMPLATE;
}

const struct type *resolve_name(struct checker *c, const struct node *n)
{
    bool failed = false;
    struct symbol *s = n->name ? scope_lookup_node(c, n, &failed, NULL) : NULL;
    if (failed || !n->name)
        return type_basic(TYPE_ERROR);
    if (s && !makes_type(s) && !n->id.scope && n->name->tag && !c->dialect->separate_tags)
        s = n->name->tag;
    if (!s)
        return unknown_type(c, n);
    struct template *t = template_meant(s, n);
    if (t)
        return resolve_instance(c, n, t);
    if (s->kind == SYMBOL_TYPE)
        return s->type;
    return s->kind == SYMBOL_SET || s->kind == SYMBOL_BUILTIN ? unknown_type(c, n)
                                                              : not_a_type(c, n, s);
}

const struct type *resolve_reference(struct checker *c, const struct node *n)
{
    const struct type *to = resolve_type(c, n->derived.base);
    if (to->kind == TYPE_ERROR)
        return to;
    if (to->kind == TYPE_VOID || to->kind == TYPE_DEVICE_ARRAY) {
        diag_error(c->diags, DIAG_TYPE, n->at, "a reference to '%s' is not possible",
                   type_quoted(c, to));
        return type_basic(TYPE_ERROR);
    }
    if (to->kind == TYPE_FUNCTION) /* C++17 11.3.5p7: const is ignored */
        to = type_plain(to);
    return type_reference(c->arena, to, n->op == TOKEN_AND_AND);
}

const struct type *resolve_basic(struct checker *c, const struct node *n)
{
    if (n->op == TYPE_DEVICE_ARRAY)
        return type_device_array(c->arena, type_basic(TYPE_ANY), 0, false);
    return type_basic(n->op);
}

const struct type *resolve_auto(struct checker *c, const struct node *n)
{
    if (!c->deduced)
        diag_error(c->diags, DIAG_TYPE, n->at, "'auto' needs an initialiser");
    return c->deduced && auto_allows(c, n, c->deduced) ? c->deduced : type_basic(TYPE_ERROR);
}

/* C++17 10.1.7.2p4 */
/* What [&d] captures: decltype(d) is the variable's type. NULL: e is no such capture. */
static const struct type *captured_type(const struct checker *c, const struct node *n,
                                        const struct expr *e)
{
    const struct symbol *s = n->kind == NODE_NAME && e->kind == EXPR_MEMBER && !n->id.scope
                                 ? scope_around_lambda(c, n->name)
                                 : NULL;
    return s && type_same(type_referred(s->type), e->type->base) ? s->type : NULL;
}

const struct type *decltype_of(struct checker *c, const struct node *n, const struct expr *e)
{
    bool named =
        n && (n->kind == NODE_NAME || n->kind == NODE_MEMBER) && !(n->flags & FLAG_GROUPED);
    const struct expr *of = e->kind == EXPR_DEREF ? e->left : e;
    if (named && e->kind == EXPR_DEREF && type_is_reference(of->type)) {
        const struct type *captured = captured_type(c, n, of);
        return captured ? captured : of->type;
    }
    if (named && e->kind == EXPR_MEMBER)
        return type_qualified(c->arena, e->field->type, e->field->type->is_const, false);
    if (named || !e->lvalue || e->kind == EXPR_AGGREGATE || e->type->kind == TYPE_VOID ||
        e->type->kind == TYPE_DEVICE_ARRAY || e->type->kind == TYPE_OPAQUE)
        return named ? e->type : type_plain(e->type);
    return type_reference(c->arena, e->type, e->xvalue);
}

/* __underlying_type(T): C++17 23.15.7.6. */
static const struct type *resolve_underlying(struct checker *c, const struct node *n)
{
    const struct type *t = type_plain(resolve_type(c, n->unary.operand));
    if (t->kind == TYPE_ENUM)
        return type_plain(t->base);
    if (t->kind != TYPE_ERROR)
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' is not an enumeration", type_quoted(c, t));
    return type_basic(TYPE_ERROR);
}

const struct type *resolve_typeof(struct checker *c, const struct node *n)
{
    if (n->op == TOKEN_UNDERLYING)
        return resolve_underlying(c, n);
    if (is_type_node(n->unary.operand))
        return resolve_type(c, n->unary.operand);
    c->unevaluated++;
    struct expr *e = check_expr(c, n->unary.operand);
    c->unevaluated--;
    if (n->op != TOKEN_DECLTYPE && type_is_variable(e->type) && expr_has_effects(e))
        put_expr(c, convert_rvalue(c, e)); /* GNU C: typeof evaluates it, as sizeof does */
    bool address = n->unary.operand->kind == NODE_UNARY; /* &f */
    if (e->kind == EXPR_FUNCTION && !address && e->type->kind == TYPE_POINTER &&
        e->type->base->kind == TYPE_FUNCTION)
        return e->type->base;
    return n->op == TOKEN_DECLTYPE ? decltype_of(c, n->unary.operand, e) : type_plain(e->type);
}

const struct type *resolve_pointer(struct checker *c, const struct node *n)
{
    const struct type *t = resolve_type(c, n->derived.base);
    if (n->derived.extent)
        return resolve_member_pointer(c, n, t);
    if (t->kind == TYPE_DEVICE_ARRAY) {
        diag_error(c->diags, DIAG_TYPE, n->at,
                   "a pointer to a device array is not possible: a device array is already a "
                   "reference");
        return type_basic(TYPE_ERROR);
    }
    return t->kind == TYPE_ERROR  ? t
           : type_is_reference(t) ? type_pointer(c->arena, t->base)
                                  : type_pointer(c->arena, t);
}
