/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations of host variables, types and functions. */
#include "lang/check.h"

#include <string.h>

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
    const struct symbol *old = n->name->ordinary;
    if (old && n->name->ordinary_depth == c->depth && old->kind == SYMBOL_TYPE &&
        type_same(old->type, t))
        return;
    if (!name_free(c, n->name, n->name_at))
        return;
    struct type *plain = (struct type *) t;
    if (!t->name && (t->kind == TYPE_STRUCT || t->kind == TYPE_ENUM) && !t->unqualified) {
        plain->name = n->name->text; /* typedef struct { ... } name; */
        type_completed(plain);
    }
    bind(c, n->name, symbol_new(c, SYMBOL_TYPE, n->name->text, t, n->name_at));
}

static bool has_defaults(const struct type *f)
{
    for (uint32_t i = 0; i < f->param_count; i++)
        if (f->params[i].value)
            return true;
    return false;
}

/* The symbol of a host function: of the same type as before, it stays the one that older code calls. */
static struct symbol *declare_function(struct checker *c, const struct node *n,
                                       const struct type *t)
{
    struct symbol *old = n->name->ordinary;
    bool same = old && old->kind == SYMBOL_FUNCTION && type_same(old->type, t);
    bool here = old && n->name->ordinary_depth == c->depth;
    if (same && (here || !has_defaults(t)) && (here || !has_defaults(old->type))) {
        if (!here)
            bind(c, n->name, old);
        return old;
    }
    if (here && old->kind == SYMBOL_FUNCTION) {
        struct diag *d = diag_error(
            c->diags, DIAG_TYPE, n->name_at,
            "overloads are not supported on the host yet: '%s' has another type", n->name->text);
        diag_note(c->diags, d, old->at, "it was declared here");
        return NULL;
    }
    if (!name_free(c, n->name, n->name_at))
        return NULL;
    struct symbol *s = symbol_new(c, SYMBOL_FUNCTION, n->name->text, t, n->name_at);
    s->storage = STORAGE_SESSION;
    s->function = ARENA_NEW(c->arena, struct function);
    *s->function = (struct function){.symbol = s, .type = t};
    bind(c, n->name, s);
    return s;
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
                       t->kind == TYPE_OPAQUE ? "only the device knows '%s'"
                                              : "'%s' cannot be the type of a variable",
                       quoted(c, t));
        if (t->kind == TYPE_STRUCT)
            diag_help(c->diags, d, "it is only declared so far: define it before");
        return false;
    }
    if (t->kind == TYPE_ARRAY && type_is_scalar(t->base) && t->base->kind == TYPE_VOID)
        return false;
    return true;
}

/* T x(a, b): of a scalar like '=', of dim3 its numbers. */
static struct expr *parens_init(struct checker *c, const struct type *t, const struct node *list,
                                const struct purpose *why)
{
    if (is_dim3(c, t)) {
        const struct type *unused = t;
        struct node braces = *list;
        if (list->count == 1) {
            struct expr *e = check_value(c, list->list[0]);
            return bad(e) ? e : coerced(c, e, t, why);
        }
        return check_init(c, &unused, &braces, why);
    }
    if (list->count == 1 && t->kind != TYPE_ARRAY)
        return coerced(c, check_expr(c, list->list[0]), t, why);
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, list->at, "constructors are not supported on the host yet");
    if (t->kind == TYPE_STRUCT)
        diag_help(c->diags, d, "write '= {...}' with the members in order");
    return expr_bad(c, list->at);
}

static struct expr *initialiser(struct checker *c, const struct type **t, const struct node *n)
{
    struct purpose why = {.kind = FOR_INIT, .name = n->name->text};
    if (!n->b) {
        if (is_dim3(c, *t))
            return make_dim3(c, NULL, 0, n->at);
        return NULL;
    }
    return n->flags & FLAG_PARENS ? parens_init(c, *t, n->b, &why) : check_init(c, t, n->b, &why);
}

/* auto: the type of the value, less what the declarator adds around it. */
static bool deduce(struct checker *c, const struct node *n)
{
    const struct node *inner = n->a;
    if (!n->b || (n->b->kind == NODE_INIT_LIST && n->b->count != 1)) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "'auto %s' needs a value to take its type from",
                   n->name->text);
        return false;
    }
    const struct node *value = n->b->kind == NODE_INIT_LIST ? n->b->list[0] : n->b;
    struct expr *e = check_expr(c, value);
    if (inner->kind != NODE_TYPE_REFERENCE)
        e = rvalue(c, e);
    if (bad(e))
        return false;
    const struct type *t = inner->kind == NODE_TYPE_REFERENCE ? e->type : type_plain(e->type);
    for (; inner->kind == NODE_TYPE_POINTER; inner = inner->a) {
        if (t->kind != TYPE_POINTER) {
            diag_error(c->diags, DIAG_TYPE, value->at, "'auto *' needs a pointer, not '%s'",
                       quoted(c, t));
            return false;
        }
        t = t->base;
    }
    bool unknown = t->kind == TYPE_DEVICE_ARRAY && (!t->rank || t->base->kind == TYPE_ANY);
    if (t->kind == TYPE_VOID || t->kind == TYPE_ANY || unknown) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, value->at, "'auto' cannot be '%s'", quoted(c, t));
        if (unknown)
            diag_help(c->diags, d, "write 'device %s %s[] = ...' for a new array",
                      t->base->kind == TYPE_ANY ? "float" : quoted(c, t->base), n->name->text);
        return false;
    }
    c->deduced = t;
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
    struct expr *e = check_expr(c, value);
    if (bad(e))
        return NULL;
    if (e->lvalue && type_same(e->type, t->base) && (t->base->is_const || !e->type->is_const)) {
        e = address_of(c, e, e->at);
        return bad(e) ? NULL : converted(c, e, t);
    }
    if (t->base->is_const) {
        struct purpose why = {.kind = FOR_INIT, .name = n->name->text};
        struct expr *v = coerced(c, e, type_plain(t->base), &why);
        if (bad(v))
            return NULL;
        struct symbol *place = hidden_new(c, type_plain(t->base), n->at);
        place->in_memory = true;
        put_declare(c, place, v, n->at);
        struct expr *a = address_of(c, use_symbol(c, place, n->at), n->at);
        return converted(c, a, t);
    }
    diag_error(c->diags, DIAG_TYPE, e->at, "reference '%s' needs a variable of type '%s', not '%s'",
               n->name->text, quoted(c, t->base), quoted(c, e->type));
    return NULL;
}

static void declare_variable(struct checker *c, const struct node *declaration,
                             const struct node *n, const struct type *t)
{
    if (!name_free(c, n->name, n->name_at))
        return;
    struct symbol *s = variable_new(c, n->name->text, t, n->name_at);
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
    bind(c, n->name, s);
    if (!good)
        return;
    if (t->kind == TYPE_POINTER && t->reference) {
        value = bind_variable_reference(c, t, n);
        good = value != NULL;
    } else {
        value = initialiser(c, &t, n);
        good = !value || !bad(value);
        if (value && good)
            value = array_deduced(c, value);
    }
    s->type = good ? t : type_basic(TYPE_ERROR);
    if (!good)
        return;
    if (t->kind == TYPE_ARRAY && !t->complete) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->name_at, "the size of '%s' is missing",
                                    n->name->text);
        diag_help(c->diags, d, "write it in the brackets, or give values in braces");
        s->type = type_basic(TYPE_ERROR);
        return;
    }
    if (t->unsized && s->storage == STORAGE_STATIC) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "the size of a static array must be constant");
        return;
    }
    if (declaration->flags & FLAG_CONSTEXPR && !known_value(value) &&
        !(value && value->kind == EXPR_AGGREGATE)) {
        diag_error(c->diags, DIAG_TYPE, n->at, "a constexpr needs a constant value");
        return;
    }
    if (t->is_const && !value && !(declaration->flags & FLAG_EXTERN)) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "'%s' is const and has no value",
                   n->name->text);
        return;
    }
    note_known(s, value);
    put_declare(c, s, value, n->at);
}

static void declare_one(struct checker *c, const struct node *declaration, const struct node *n)
{
    const struct type *outer = c->deduced;
    c->deduced = NULL;
    if (is_auto(n->a) && !deduce(c, n)) {
        if (n->name->ordinary_depth != c->depth || !n->name->ordinary)
            bind(c, n->name, variable_new(c, n->name->text, type_basic(TYPE_ERROR), n->name_at));
        return;
    }
    const struct type *t = resolve(c, n->a);
    c->deduced = outer;
    if (t->kind == TYPE_ERROR) {
        if (!(declaration->flags & FLAG_TYPEDEF))
            bind(c, n->name, variable_new(c, n->name->text, t, n->name_at));
        else
            bind(c, n->name, symbol_new(c, SYMBOL_TYPE, n->name->text, t, n->name_at));
    } else if (declaration->flags & FLAG_TYPEDEF) {
        declare_type(c, n, t);
    } else if (t->kind == TYPE_FUNCTION) {
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
        const struct type *t = resolve(c, n->a);
        bool anonymous = n->a->kind == NODE_TYPE_TAG ? !n->a->name && n->a->op != TOKEN_ENUM : true;
        if (t->kind != TYPE_ERROR && anonymous)
            diag_error(c->diags, DIAG_SYNTAX, n->at, "this declares nothing");
    }
    for (uint32_t i = 0; i < n->count; i++) {
        if (!n->list[i]->name)
            continue;
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

void match_gotos(struct checker *c)
{
    for (size_t i = 0; i < c->gotos.n; i++) {
        struct stmt *s = c->gotos.at[i], *target = NULL;
        const char *name = s->text.p;
        VEC_EACH (label, &c->labels)
            if ((*label)->text.p == name)
                target = *label;
        s->target = target;
        if (!target)
            diag_error(c->diags, DIAG_NAME, c->goto_names.at[i], "no label '%s' in this function",
                       name);
    }
    c->gotos.n = c->labels.n = c->goto_names.n = 0;
}

/* Extents of arrays behind pointer parameters, as in f(int n, float a[][n]), are computed on entry. */
static void declare_params(struct checker *c, struct function *f, const struct node *n)
{
    f->params = ARENA_ARRAY(c->arena, struct symbol *, n->count);
    for (uint32_t i = 0; i < n->count; i++) {
        const struct node *m = n->list[i];
        c->specifiers = NULL;
        const struct type *t = f->type->params[i].type;
        const struct type *inner = t->kind == TYPE_POINTER ? t->base : t;
        if (inner->unsized) {
            const struct node *array = m->a;
            t = type_pointer(c->arena, resolve(c, array->a));
        }
        const char *name = m->name ? m->name->text : intern_cstr(c->l->names.texts, " unnamed");
        struct symbol *s = variable_new(c, name, t, m->name_at);
        s->storage = STORAGE_PARAM;
        f->params[i] = s;
        if (m->name && m->name->ordinary && m->name->ordinary_depth == c->depth)
            diag_error(c->diags, DIAG_TYPE, m->name_at, "parameter '%s' is declared twice",
                       m->name->text);
        else if (m->name)
            bind(c, m->name, s);
    }
}

void check_body(struct checker *c, struct function *f, const struct node *n)
{
    struct function *outer = c->function;
    const struct type *result = c->result;
    stmt_vec list = {0}, *out = c->out;
    size_t mark;
    c->function = f;
    c->result = f->type->base;
    c->out = &list;
    scope_enter(c, &mark);
    declare_params(c, f, n->a);
    const struct node *body = n->b;
    for (uint32_t i = 0; i < body->count; i++)
        check_statement(c, body->list[i]);
    scope_leave(c, mark);
    match_gotos(c);
    f->body = block_of(c, &list, body->at);
    f->mention_count = (uint32_t) c->mentions.n;
    f->mentions = ARENA_ARRAY(c->arena, struct symbol *, c->mentions.n);
    if (c->mentions.n)
        memcpy(f->mentions, c->mentions.at, c->mentions.n * sizeof *c->mentions.at);
    c->function = outer;
    c->result = result;
    c->out = out;
}

/* Which macros the text of a function uses: when one changes, the text is read again. */
static void note_macros_used(struct checker *c, struct host_function *f, const struct node *n)
{
    VEC(struct name *) used = {0};
    c->l->mark++;
    for (size_t i = 0; c->text && i < c->text->invocations.n; i++) {
        const struct invocation *it = c->text->invocations.at + i;
        bool inside =
            it->at.source == n->at.source && it->at.start >= n->at.start && it->at.end <= n->at.end;
        if (!inside || it->macro->name->mark == c->l->mark)
            continue;
        it->macro->name->mark = c->l->mark;
        VEC_PUSH(&used, it->macro->name);
    }
    f->macro_count = (uint32_t) used.n;
    f->macros = ARENA_ARRAY(c->arena, struct name *, used.n);
    if (used.n)
        memcpy(f->macros, used.at, used.n * sizeof *used.at);
    VEC_FREE(&used);
}

struct symbol *check_function(struct checker *c, const struct node *n)
{
    c->specifiers = NULL;
    if (is_auto(n->a->a)) {
        diag_error(c->diags, DIAG_TYPE, n->name_at,
                   "a result type of 'auto' is not supported on the host yet");
        return NULL;
    }
    struct host_function *host = ARENA_NEW(c->arena, struct host_function);
    struct function *f = &host->function;
    c->function = f; /* types in its signature count as mentioned */
    c->mentions.n = 0;
    const struct type *t = resolve(c, n->a);
    c->function = NULL;
    if (t->kind == TYPE_ERROR)
        return NULL;
    if (t->base->kind == TYPE_ARRAY || t->base->kind == TYPE_FUNCTION ||
        t->base->kind == TYPE_OPAQUE) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "a function cannot return '%s'",
                   quoted(c, t->base));
        return NULL;
    }
    VEC_EACH (other, &c->defined)
        if (n->name->ordinary && (*other)->symbol == n->name->ordinary) {
            struct diag *d = diag_error(c->diags, DIAG_TYPE, n->name_at,
                                        "'%s' is defined twice in this cell", n->name->text);
            diag_note(c->diags, d, (*other)->syntax->name_at, "the first definition is here");
            return NULL;
        }
    struct symbol *s = declare_function(c, n, t);
    if (!s)
        return NULL;
    *f = (struct function){.symbol = s, .type = t, .syntax = n};
    VEC_PUSH(&c->defined, f);
    note_macros_used(c, host, n);
    check_body(c, f, n);
    return s;
}
