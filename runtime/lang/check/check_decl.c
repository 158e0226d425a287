/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations of host variables, types and functions. */
#include "lang/check/check_statement.h"

#include <string.h>

#include "lang/check/check_arrays.h"
#include "lang/check/check_convert.h"
#include "lang/check/check_expression.h"
#include "lang/check/check_scope.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/class/check_templates.h"
#include "lang/check/device/check_device.h"

/* ---- the same name again ---- */

static const char *what_is(const struct symbol *s)
{
    switch (s->kind) {
    case SYMBOL_FUNCTION: return "a function";
    case SYMBOL_TYPE: return "a type";
    case SYMBOL_CONSTANT: return "a constant";
    case SYMBOL_KERNEL: return "a kernel";
    case SYMBOL_DEVICE: return "a device name";
    default: return "a variable";
    }
}

struct name *decl_name(struct checker *c, struct name *name)
{
    return c->depth <= DEPTH_CELL && c->context ? name_in(&c->l->names, c->context->space, name)
                                                : name;
}

const char *symbol_shown(const struct symbol *s)
{
    return s->name;
}

bool name_free(struct checker *c, const struct name *name, struct span at)
{
    const struct symbol *old = name->ordinary;
    if (!old || name->ordinary_depth != c->depth)
        return true;
    struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "'%s' is declared twice%s", name->text,
                                c->depth == DEPTH_CELL ? " in this cell" : "");
    diag_note(c->diags, d, old->at, "it is %s here", what_is(old));
    return false;
}

/* ---- types and functions ---- */

static void declare_type(struct checker *c, const struct node *n, const struct type *t)
{
    struct name *name = decl_name(c, n->name);
    const struct symbol *old = name->ordinary;
    if (old && name->ordinary_depth == c->depth && old->kind == SYMBOL_TYPE &&
        type_same(old->type, t))
        return;
    if (!name_free(c, name, n->name_at))
        return;
    struct type *plain = (struct type *) t;
    if (!t->name && (t->kind == TYPE_STRUCT || t->kind == TYPE_ENUM) && !t->unqualified) {
        plain->name = name->text; /* typedef struct { ... } name; */
        type_completed(plain);
    }
    scope_bind(c, name, symbol_new(c, SYMBOL_TYPE, name->text, t, n->name_at));
}

static bool has_defaults(const struct type *f)
{
    for (uint32_t i = 0; i < f->param_count; i++)
        if (f->params[i].value)
            return true;
    return false;
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

static const struct type *bare(const struct type *t)
{
    while (t->kind == TYPE_POINTER)
        t = t->base;
    return type_plain(t);
}

/* Whether a function of an earlier cell stays beside a new one of another type: when a class or an operator's number of
 * operands tells them apart. Otherwise the new one is meant to replace it. */
static bool stays_beside(const struct symbol *old, const struct type *f)
{
    if (!f || old->kind != SYMBOL_FUNCTION || !old->type)
        return true;
    const struct type *o = old->type;
    bool is_operator = !strncmp(name_last(old->name), "operator", 8);
    if (o->param_count != f->param_count)
        return is_operator;
    for (uint32_t i = 0; i < f->param_count; i++) {
        const struct type *a = bare(o->params[i].type), *b = bare(f->params[i].type);
        if ((a->kind == TYPE_STRUCT || b->kind == TYPE_STRUCT) && !type_same(a, b) &&
            !(a->name && a->name == b->name))
            return true;
    }
    return false;
}

struct symbol *declare_function_name(struct checker *c, struct name *name, struct symbol *s)
{
    struct symbol *old = name->ordinary, *made = s;
    bool here = old && name->ordinary_depth == c->depth;
    symbol_vec all = {0};
    overload_gather(&all, old);
    if (here && !all.n && (old->kind == SYMBOL_KERNEL || old->kind == SYMBOL_DEVICE)) {
        scope_bind(c, kernel_beside(c, name), old);
    } else if (here && !all.n) {
        VEC_FREE(&all);
        return name_free(c, name, s->at) ? s : NULL;
    }
    size_t kept = 0;
    VEC_EACH (o, &all)
        if (here || c->library || of_prelude(c->l, *o) ||
            (s->kind == SYMBOL_FUNCTION ? stays_beside(*o, s->type)
                                        : (*o)->kind == SYMBOL_FUNCTION))
            all.at[kept++] = *o;
    all.n = kept;
    if (kept)
        made = set_of(c, &all, s);
    VEC_FREE(&all);
    scope_bind(c, name, made);
    return s;
}

/* The function of exactly this type among those of a name. */
static struct symbol *overload_of(struct symbol *from, const struct type *t)
{
    symbol_vec all = {0};
    struct symbol *found = NULL;
    overload_gather(&all, from);
    VEC_EACH (s, &all)
        if ((*s)->kind == SYMBOL_FUNCTION && (*s)->type && same_arguments((*s)->type, t))
            found = *s;
    VEC_FREE(&all);
    return found;
}

/* The symbol of a host function: of the same type as before, it stays the one that older code calls. */
static struct symbol *declare_function(struct checker *c, const struct node *n,
                                       const struct type *t)
{
    struct name *name = decl_name(c, n->name);
    struct symbol *old = name->ordinary;
    bool here = old && name->ordinary_depth == c->depth;
    struct symbol *same = overload_of(old, t);
    if (same && here && !type_same(same->type, t)) {
        struct diag *d = diag_error(
            c->diags, DIAG_TYPE, n->name_at,
            "'%s' differs from an earlier declaration only in its return type", n->name->text);
        diag_note(c->diags, d, same->at, "it was declared here");
        return NULL;
    }
    if (same && type_same(same->type, t) &&
        (here || (!has_defaults(t) && !has_defaults(same->type)))) {
        if (!here)
            scope_bind(c, name, old);
        for (uint32_t i = 0; here && i < t->param_count;
             i++) /* defaults stand in the first declaration */
            if (!t->params[i].value)
                t->params[i].value = same->type->params[i].value;
        return same;
    }
    struct symbol *s = symbol_new(c, SYMBOL_FUNCTION, name->text, t, n->name_at);
    s->storage = STORAGE_SESSION;
    function_new(c, s, NULL);
    return declare_function_name(c, name, s);
}

/* ---- variables ---- */

static bool known_value(const struct expr *e)
{
    return e && (e->kind == EXPR_INTEGER || e->kind == EXPR_REAL);
}

static void note_known(struct symbol *s, const struct expr *value)
{
    if (!s->type->is_const || s->type->is_volatile || !type_is_arithmetic(s->type) ||
        !known_value(value))
        return;
    s->known = true;
    if (value->kind == EXPR_REAL)
        s->real = value->real;
    else
        s->integer = value->integer;
}

static bool storable(struct checker *c, const struct type *t, const struct node *n)
{
    if (t->kind == TYPE_ERROR)
        return false;
    if (t->kind == TYPE_VOID || t->kind == TYPE_OPAQUE || (!t->complete && t->kind != TYPE_ARRAY)) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, n->name_at,
                       t->kind == TYPE_OPAQUE ? "'%s' exists only on the device"
                                              : "'%s' cannot be the type of a variable",
                       type_quoted(c, t));
        if (t->kind == TYPE_STRUCT)
            diag_help(c->diags, d, "it is declared but not defined: define it first");
        return false;
    }
    if (t->kind == TYPE_ARRAY && type_is_scalar(t->base) && t->base->kind == TYPE_VOID)
        return false;
    return true;
}

static struct expr *initialiser(struct checker *c, const struct type **t, const struct node *n)
{
    struct purpose why = {.kind = FOR_INIT, .name = n->name->text};
    if (!n->b)
        return fresh_value(c, *t, n->name_at);
    if (n->flags & FLAG_PARENS)
        return construct_from_list(c, *t, n->b, false, n->b->at);
    return check_init(c, t, n->b, &why);
}

/* auto: the type of the value, less what the declarator adds around it. */
static bool deduce(struct checker *c, const struct node *n, struct expr **out_value)
{
    const struct node *inner = n->a;
    if (!n->b || (n->b->kind == NODE_INIT_LIST && n->b->count != 1)) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "'auto %s' needs an initialiser",
                   n->name->text);
        return false;
    }
    const struct node *value = n->b->kind == NODE_INIT_LIST ? n->b->list[0] : n->b;
    struct expr *e = check_expr(c, value);
    if (inner->kind != NODE_TYPE_REFERENCE)
        e = convert_rvalue(c, e);
    if (expr_is_bad(e))
        return false;
    if (e->kind == EXPR_OVERLOADS) {
        diag_error(c->diags, DIAG_TYPE, value->at, "'auto' cannot choose between the overloads");
        return false;
    }
    const struct type *t = inner->kind == NODE_TYPE_REFERENCE ? e->type : type_plain(e->type);
    for (; inner->kind == NODE_TYPE_POINTER; inner = inner->a) {
        if (t->kind != TYPE_POINTER) {
            diag_error(c->diags, DIAG_TYPE, value->at, "'auto *' needs a pointer, not '%s'",
                       type_quoted(c, t));
            return false;
        }
        t = t->base;
    }
    bool unknown = t->kind == TYPE_DEVICE_ARRAY && (!t->rank || t->base->kind == TYPE_ANY);
    if (t->kind == TYPE_VOID || t->kind == TYPE_ANY || unknown) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, value->at, "'auto' cannot be '%s'", type_quoted(c, t));
        if (unknown)
            diag_help(c->diags, d, "write 'device %s %s[] = ...' for a new array",
                      t->base->kind == TYPE_ANY ? "float" : type_quoted(c, t->base), n->name->text);
        return false;
    }
    c->deduced = t;
    *out_value = e;
    return true;
}

static struct expr *bind_variable_reference(struct checker *c, const struct type *t,
                                            const struct node *n)
{
    const struct node *value =
        n->b && n->b->kind == NODE_INIT_LIST && n->b->count == 1 ? n->b->list[0] : n->b;
    if (!value) {
        diag_error(c->diags, DIAG_TYPE, n->name_at,
                   "reference '%s' must be bound to a variable: '= something'", n->name->text);
        return NULL;
    }
    struct purpose why = {.kind = FOR_INIT, .name = n->name->text};
    struct expr *e = value->kind == NODE_INIT_LIST
                         ? construct_from_list(c, type_plain(t->base), value, true, value->at)
                         : check_expr(c, value);
    if (expr_is_bad(e))
        return NULL;
    e = kept_whole(c, e, n->at);
    bool held = e->lvalue && e->kind != EXPR_AGGREGATE && e->type->kind == TYPE_STRUCT &&
                t->base->kind == TYPE_STRUCT && type_base_offset(e->type, t->base) >= 0;
    bool places = held || (e->lvalue && e->kind != EXPR_AGGREGATE && type_same(e->type, t->base)) ||
                  e->kind == EXPR_OVERLOADS || t->base->kind == TYPE_FUNCTION;
    if (places || !(t->base->is_const || t->rvalue)) {
        e = bind_reference(c, e, t, &why);
        return expr_is_bad(e) ? NULL : e;
    }
    /* a value that lives as long as the reference */
    bool derived = e->type->kind == TYPE_STRUCT && t->base->kind == TYPE_STRUCT &&
                   !type_same(e->type, t->base) && type_base_offset(e->type, t->base) >= 0;
    const struct type *kept = derived ? type_plain(e->type) : type_plain(t->base);
    struct expr *v = init_from(c, kept, e, &why);
    if (expr_is_bad(v))
        return NULL;
    struct symbol *place = hidden_new(c, kept, n->at);
    place->in_memory = true;
    put_declare(c, place, v, n->at);
    struct expr *a = address_of(c, use_symbol(c, place, n->at), n->at);
    return derived ? class_upcast(c, a, t) : convert_to(c, a, t);
}

/* `extern T x;` and its definition are one variable, which is there from the first of them on. An array without a size waits for its
 * definition. Whether nothing else is to be declared. */
static bool known_outside(struct checker *c, const struct node *declaration, const struct node *n,
                          const struct name *name, const struct type *t)
{
    struct symbol *old = name->ordinary;
    bool again = declaration->flags & FLAG_EXTERN && !n->b;
    if (again && t->kind == TYPE_ARRAY && !t->complete && !t->unsized)
        return true;
    bool same = old && old->kind == SYMBOL_VARIABLE && type_same(old->type, t);
    if (again && same)
        return true;
    if (!same || !old->announced || name->ordinary_depth != c->depth)
        return false;
    old->announced = false;
    struct expr *value = initialiser(c, &t, n);
    if (!value || expr_is_bad(value))
        return true;
    struct expr *e = expr_new(c, EXPR_INIT, type_basic(TYPE_VOID), n->at);
    e->left = use_symbol(c, old, n->name_at);
    e->right = value;
    struct stmt *s = stmt_new(c, STMT_EXPR, n->at);
    s->expr = e;
    VEC_PUSH(c->out, s);
    return true;
}

/* What is neither a value that is known nor surely none: a constexpr may be it. */
static bool may_be_constant(const struct checker *c, const struct expr *value)
{
    if (!value || known_value(value))
        return value;
    switch (value->kind) {
    case EXPR_AGGREGATE:
    case EXPR_STRING:
    case EXPR_DECAY:
    case EXPR_FUNCTION:
    case EXPR_CALL:
    case EXPR_CONSTRUCT: return true;
    default: return c->function && type_is_scalar(value->type);
    }
}

static void declare_variable(struct checker *c, const struct node *declaration,
                             const struct node *n, const struct type *t)
{
    struct name *name = decl_name(c, n->name);
    if (!c->function && known_outside(c, declaration, n, name, t))
        return;
    if (!name_free(c, name, n->name_at))
        return;
    struct symbol *s = variable_new(c, name->text, t, n->name_at);
    s->announced = declaration->flags & FLAG_EXTERN && !n->b;
    if (c->function && declaration->flags & FLAG_STATIC)
        s->storage = STORAGE_STATIC;
    if (c->function && declaration->flags & FLAG_EXTERN) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "'extern' inside a function is not supported");
        return;
    }
    bool good = storable(c, t, n);
    struct expr *value = NULL;
    if (!good)
        s->type = type_basic(TYPE_ERROR);
    scope_bind(c, name, s);
    if (!good)
        return;
    if (t->kind == TYPE_POINTER && t->reference) {
        value = bind_variable_reference(c, t, n);
        good = value != NULL;
    } else {
        value = initialiser(c, &t, n);
        good = !value || !expr_is_bad(value);
        if (value && good)
            value = array_deduced(c, value);
    }
    s->type = good ? t : type_basic(TYPE_ERROR);
    if (!good)
        return;
    if (t->kind == TYPE_ARRAY && !t->complete) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->name_at, "the size of '%s' is missing",
                                    n->name->text);
        diag_help(c->diags, d, "write it in the brackets, or use a braced initialiser");
        s->type = type_basic(TYPE_ERROR);
        return;
    }
    if (t->unsized && s->storage == STORAGE_STATIC) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "the size of a static array must be constant");
        return;
    }
    if (declaration->flags & FLAG_CONSTEXPR && !may_be_constant(c, value)) {
        diag_error(c->diags, DIAG_TYPE, n->at, "a constexpr needs a constant value");
        return;
    }
    if (t->is_const && !value && !type_is_class(t) && !(declaration->flags & FLAG_EXTERN)) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "'%s' is const but has no initialiser",
                   n->name->text);
        return;
    }
    note_known(s, value);
    put_declare(c, s, value, n->at);
}

/* A variable whose type names a class template without arguments. NULL: it does not. */
static const struct type *class_from_values(struct checker *c, const struct node *n)
{
    struct template *t = n->b ? template_to_deduce(c, n->a) : NULL;
    if (!t)
        return NULL;
    struct call_args given = {0};
    bool list = n->b->kind == NODE_INIT_LIST;
    struct node *const *values = list ? n->b->list : (struct node *const *) &n->b;
    if (!check_args(c, values, list ? n->b->count : 1, &given))
        return type_basic(TYPE_ERROR);
    return deduce_class(c, t, &given, n->a->at);
}

static void declare_one(struct checker *c, const struct node *declaration, const struct node *n)
{
    const struct type *outer = c->deduced;
    c->deduced = NULL;
    struct expr *known = NULL;
    bool automatic = is_auto(n->a);
    if (automatic && !deduce(c, n, &known)) {
        if (n->name->ordinary_depth != c->depth || !n->name->ordinary)
            scope_bind(c, n->name,
                       variable_new(c, n->name->text, type_basic(TYPE_ERROR), n->name_at));
        return;
    }
    const struct type *t = class_from_values(c, n);
    if (!t)
        t = resolve_type(c, n->a);
    c->deduced = outer;
    struct node once, value;
    if (known) { /* the value was checked to find the type: a lambda must not become two */
        once = *n;
        value = (struct node){.kind = NODE_CHECKED, .at = known->at, .d = (struct node *) known};
        once.b = &value;
        once.flags &= ~(uint32_t) (FLAG_PARENS | FLAG_BRACES);
        n = &once;
    }
    if (t->kind == TYPE_ERROR) {
        if (!(declaration->flags & FLAG_TYPEDEF))
            scope_bind(c, decl_name(c, n->name), variable_new(c, n->name->text, t, n->name_at));
        else
            scope_bind(c, n->name, symbol_new(c, SYMBOL_TYPE, n->name->text, t, n->name_at));
    } else if (declaration->flags & FLAG_TYPEDEF) {
        declare_type(c, n, t);
    } else if (t->kind == TYPE_FUNCTION) {
        if (!declares_library(c, n, t))
            declare_function(c, n, t);
    } else {
        declare_variable(c, declaration, n, t);
    }
}

void check_declaration(struct checker *c, const struct node *n)
{
    const struct node *specifiers = c->specifiers;
    const struct type *specified = c->specified;
    c->specifiers = NULL;
    if (!n->count) {
        const struct type *t = resolve_type(c, n->a);
        bool anonymous = n->a->kind == NODE_TYPE_TAG ? !n->a->name && n->a->op != TOKEN_ENUM : true;
        if (t->kind != TYPE_ERROR && anonymous)
            diag_error(c->diags, DIAG_SYNTAX, n->at, "this declares nothing");
    }
    for (uint32_t i = 0; i < n->count; i++) {
        if (n->list[i]->count) {
            check_bindings(c, n, n->list[i]);
            continue;
        }
        if (!n->list[i]->name)
            continue;
        if (n->list[i]->d) {
            check_outside(c, n->list[i]);
            continue;
        }
        if (n->flags & FLAG_DEVICE_ARRAY) {
            if (name_free(c, n->list[i]->name, n->list[i]->name_at))
                declare_device_array(c, n, n->list[i]);
        } else {
            declare_one(c, n, n->list[i]);
        }
    }
    c->specifiers = specifiers;
    c->specified = specified;
}

/* ---- function bodies ---- */

/* One parameter of a body; `index` counts those of the function's type. */
static void declare_param(struct checker *c, struct function *f, const struct node *m,
                          uint32_t index, const char *name)
{
    c->specifiers = NULL;
    const struct type *t = f->type->params[index].type;
    const struct type *inner = t->kind == TYPE_POINTER ? t->base : t;
    if (inner->unsized)
        t = type_pointer(c->arena, resolve_type(c, m->a->a));
    struct symbol *s = variable_new(c, name, t, m->name_at);
    s->storage = STORAGE_PARAM;
    f->params[index] = s;
}

/* A function's parameter pack: a parameter for each element. */
static uint32_t declare_pack(struct checker *c, struct function *f, const struct node *m,
                             uint32_t index, uint32_t behind)
{
    struct symbol *s = symbol_new(c, SYMBOL_PACK, m->name ? m->name->text : "", NULL, m->name_at);
    s->storage = STORAGE_LOCAL;
    s->pack = ARENA_NEW(c->arena, struct pack);
    uint32_t count = f->type->param_count - index - behind;
    s->pack->at = ARENA_ARRAY(c->arena, struct symbol *, count);
    s->pack->count = count;
    for (uint32_t i = 0; i < count; i++) {
        declare_param(c, f, m, index + i, s->name);
        s->pack->at[i] = f->params[index + i];
    }
    if (m->name)
        scope_bind(c, m->name, s);
    return count;
}

/* Extents of arrays behind pointer parameters, as in f(int n, float a[][n]), are computed on entry. */
static void declare_params(struct checker *c, struct function *f, const struct node *n)
{
    const struct member *member = f->symbol->member;
    uint32_t at = 0;
    f->params = ARENA_ARRAY(c->arena, struct symbol *, f->type->param_count + 1);
    if (member && !member->is_static) {
        struct symbol *s =
            variable_new(c, intern_cstr(c->l->names.texts, "this"), f->type->params[0].type, n->at);
        s->storage = STORAGE_PARAM;
        f->params[at++] = s;
        c->this = use_symbol(c, s, n->at);
        struct field captured;
        if (member->class->name && !strcmp(member->class->name, "a lambda")) {
            c->closure = c->this;
            c->this = NULL;
            if (type_field(member->class, s->name, &captured))
                c->this = convert_rvalue(
                    c, field_of(c, expr_deref(c, c->closure, n->at), s->name, n->at));
        }
    }
    for (uint32_t i = 0; i < n->count; i++) {
        const struct node *m = n->list[i];
        if (m->flags & FLAG_VARIADIC) {
            at += declare_pack(c, f, m, at, n->count - i - 1);
            continue;
        }
        declare_param(c, f, m, at,
                      m->name ? m->name->text : intern_cstr(c->l->names.texts, " unnamed"));
        if (m->name && m->name->ordinary && m->name->ordinary_depth == c->depth)
            diag_error(c->diags, DIAG_TYPE, m->name_at, "parameter '%s' is declared twice",
                       m->name->text);
        else if (m->name)
            scope_bind(c, m->name, f->params[at]);
        at++;
    }
}

void check_body(struct checker *c, struct function *f, const struct node *n)
{
    struct function *outer = c->function;
    const struct type *result = c->result;
    stmt_vec list = {0}, *out = c->out;
    size_t mark;
    const struct member *member = f->symbol->member;
    struct expr *this = c->this, *closure = c->closure;
    bool library = c->library, auto_result = c->auto_result;
    c->function = f;
    c->library = f->library;
    c->auto_result = is_auto(n->a->a) && !(member && member->role == ROLE_CONVERSION);
    c->result = f->type->base;
    c->out = &list;
    scope_enter(c, &mark);
    declare_params(c, f, n->a);
    const struct node *body = n->b;
    if (member && member->role == ROLE_CONSTRUCTOR)
        put_member_inits(c, n, member->class);
    for (uint32_t i = 0; i < body->count; i++)
        check_statement(c, body->list[i]);
    scope_leave(c, mark);
    match_gotos(c);
    f->body = block_of(c, &list, body->at);
    f->stale = false;
    c->this = this;
    c->closure = closure;
    c->library = library;
    c->auto_result = auto_result;
    if (f->returns_other)
        f->result = NULL;
    f->mention_count = (uint32_t) c->mentions.n;
    f->mentions = ARENA_ARRAY(c->arena, struct symbol *, c->mentions.n);
    if (c->mentions.n)
        memcpy(f->mentions, c->mentions.at, c->mentions.n * sizeof *c->mentions.at);
    c->function = outer;
    c->result = result;
    c->out = out;
}

/* The cell's own definitions of one function: two are one too many. */
static bool defined_before(struct checker *c, const struct symbol *s, const struct node *n)
{
    VEC_EACH (other, &c->defined)
        if ((*other)->symbol == s && (*other)->syntax && (*other)->syntax->b) {
            struct diag *d = diag_error(c->diags, DIAG_TYPE, n->name_at,
                                        "'%s' is defined twice in this cell", n->name->text);
            diag_note(c->diags, d, (*other)->syntax->name_at, "the first definition is here");
            return true;
        }
    return false;
}

/* The destructor as declared, behind the one that ends members too. */
static struct symbol *declared_destructor(const struct class_info *info)
{
    struct symbol *s = info->destructor;
    if (!s || s->function->syntax)
        return s;
    const struct stmt *body = s->function->body;
    const struct expr *first = body && body->count ? body->list[0]->expr : NULL;
    return first && first->kind == EXPR_CALL && first->symbol->function->syntax ? first->symbol
                                                                                : NULL;
}

/* Class::f(...) { }, Class::Class(...) : ... { }, int Class::variable = 0; */
void check_outside(struct checker *c, const struct node *n)
{
    struct node name = {
        .kind = NODE_NAME, .at = n->name_at, .name = n->name, .name_at = n->name_at, .b = n->d};
    struct node scope = *n->d;
    bool failed;
    scope.kind = NODE_TYPE_NAME;
    struct symbol *space = n->d->b || n->d->flags & FLAG_ARGS ? NULL : scope_lookup(c, n->d->name);
    if (n->kind == NODE_FUNCTION && (!space || space->kind != SYMBOL_TYPE) &&
        name_in(&c->l->names, c->context ? c->context->space : NULL, n->d->name)->is_namespace) {
        struct node inner = *n; /* space::f(...) { } */
        const struct context *outer = c->context;
        inner.d = NULL;
        c->context =
            context_new(c, outer, name_in(&c->l->names, outer ? outer->space : NULL, n->d->name),
                        NULL, NULL, 0);
        check_function(c, &inner);
        c->context = outer;
        return;
    }
    const struct type *class = resolve_type(c, &scope);
    if (class->kind == TYPE_ERROR)
        return;
    const struct class_info *info = class->class;
    if (n->kind == NODE_DECLARATOR) {
        struct symbol *s = scope_lookup_node(c, &name, &failed, NULL);
        if (!s || s->kind != SYMBOL_VARIABLE) {
            unknown_name(c, &name, false);
            return;
        }
        struct purpose why = {.kind = FOR_INIT, .name = n->name->text};
        const struct type *t = s->type;
        const struct context *outer = c->context;
        c->context = info->context;
        struct expr *value = !n->b ? fresh_value(c, t, n->at)
                             : n->flags & FLAG_PARENS
                                 ? construct_from_list(c, t, n->b, false, n->at)
                                 : check_init(c, &t, n->b, &why);
        c->context = outer;
        VEC_PUSH(&c->deeds, ((struct deed){DEED_TYPE, .symbol = s, .type = s->type}));
        s->type = t;
        if (value && !expr_is_bad(value))
            put_declare(c, s, value, n->at);
        return;
    }
    symbol_vec all = {0};
    struct symbol *found = NULL;
    if (info && n->role == ROLE_CONSTRUCTOR)
        overload_gather(&all, info->constructors);
    else if (info && n->role != ROLE_DESTRUCTOR)
        overload_gather(&all, class_find(c, class, n->name->text));
    struct entered e;
    const struct type *t = NULL;
    if (info) {
        context_enter(c, info->context, &e);
        t = resolve_type(c, n->a);
        context_leave(c, &e);
    }
    if (info && n->role == ROLE_DESTRUCTOR)
        found = declared_destructor(info);
    VEC_EACH (s, &all) {
        const struct type *f = (*s)->kind == SYMBOL_FUNCTION ? function_signature(c, *s) : NULL;
        uint32_t first = f && !(*s)->member->is_static;
        bool same = f && t->kind == TYPE_FUNCTION && f->param_count == t->param_count + first &&
                    (n->a->flags & FLAG_CONST) / FLAG_CONST == (*s)->member->is_const;
        for (uint32_t i = 0; same && i < t->param_count; i++)
            same = type_same(f->params[i + first].type, t->params[i].type);
        if (same && (n->role != ROLE_CONVERSION || type_same(f->base, t->base)))
            found = *s;
    }
    if (!found) {
        struct diag *d =
            diag_error(c->diags, DIAG_NAME, n->name_at, "'%s' does not declare this '%s'",
                       type_quoted(c, class), n->name->text);
        for (size_t i = 0; i < all.n && i < 3; i++)
            diag_note(c->diags, d, all.at[i]->at, "it declares this one");
    } else if (!defined_before(c, found, n) && n->b) {
        struct host_function *host = (struct host_function *) found->function;
        struct host_function *made = ARENA_NEW(c->arena, struct host_function);
        *made = *host;
        made->function.syntax = n;
        made->function.body = NULL;
        made->function.stale = false;
        note_macros_used(c, made, n);
        VEC_PUSH(&c->defined, &made->function);
        if (found->function->syntax && !found->function->body)
            take_function(c, found, &made->function); /* calls in this cell find it at once */
        VEC_PUSH(&c->waiting, &made->function);
    }
    VEC_FREE(&all);
}

struct symbol *check_function(struct checker *c, const struct node *n)
{
    c->specifiers = NULL;
    if (n->d && (n->d->b || n->d->name)) {
        check_outside(c, n);
        return NULL;
    }
    if (n->flags & FLAG_DELETED)
        return NULL;
    struct host_function *host = ARENA_NEW(c->arena, struct host_function);
    struct function *f = &host->function, *outer = c->function;
    c->function = f; /* types in its signature count as mentioned */
    size_t mentioned = c->mentions.n;
    const struct type *t = resolve_type(c, n->a);
    c->function = outer;
    if (t->kind == TYPE_ERROR)
        return NULL;
    if (t->base->kind == TYPE_ARRAY || t->base->kind == TYPE_FUNCTION ||
        t->base->kind == TYPE_OPAQUE) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "a function cannot return '%s'",
                   type_quoted(c, t->base));
        return NULL;
    }
    struct symbol *same = overload_of(decl_name(c, n->name)->ordinary, t);
    if (same && defined_before(c, same, n))
        return NULL;
    bool fresh = !same || decl_name(c, n->name)->ordinary_depth == c->depth;
    struct symbol *s = declare_function(c, n, t);
    if (!s)
        return NULL;
    if (fresh && !s->function->body) /* what is constant in it can be used at once */
        take_function(c, s, f);
    *f = (struct function){.symbol = s, .type = t, .syntax = n, .library = c->library};
    host->context = c->context;
    VEC_PUSH(&c->defined, f);
    if (c->library) { /* its body is checked when it is first called */
        f->stale = true;
        s->function = f;
        return s;
    }
    note_macros_used(c, host, n);
    stmt_vec unused = {0}, *out = c->out;
    struct entered e;
    VEC(struct symbol *) mentions = {0};
    for (size_t i = mentioned; i < c->mentions.n; i++)
        VEC_PUSH(&mentions, c->mentions.at[i]);
    c->mentions.n = mentioned;
    context_enter(c, c->context, &e);
    VEC_EACH (m, &mentions)
        VEC_PUSH(&c->mentions, *m);
    VEC_FREE(&mentions);
    c->out = &unused;
    check_body(c, f, n);
    c->out = out;
    VEC_FREE(&unused);
    context_leave(c, &e);
    return s;
}
