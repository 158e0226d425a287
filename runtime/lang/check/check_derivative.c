/* SPDX-License-Identifier: Apache-2.0 */
/* grad, value_and_grad, jvp and vjp of a __device__ function. The derivative is a __device__ function too: we write its text, which seeds
 * dual numbers (compile/__dual.cu), calls the function as it is compiled on them (compile/emit.c), and returns their derivative parts. So
 * it maps over arrays as any other does, a kernel can call it, and it has derivatives itself. docs/derivatives.md. */
#include "lang/check/check_arrays.h"

#include <string.h>

#include "lang/check/check_expression.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/device/check_device.h"

enum derivative_kind { GRAD, VALUE_AND_GRAD, JVP, VJP, KINDS };

enum { DIRECTIONS_MAX = 64, PARAMS_MAX = 24 };

static const char *const kind_names[] = {"grad", "value_and_grad", "jvp", "vjp"};

struct derivative {
    struct checker *c;
    const struct node *call;
    enum derivative_kind kind;
    struct symbol *of;
    const struct type *type; /* of that function */
    bool chosen[PARAMS_MAX]; /* the parameters that it is differentiated by */
    uint32_t chosen_count, directions;
    const char *name;          /* of the new function, interned */
    const struct type *result; /* of the new function */
    struct buf text;
};

static enum derivative_kind kind_of(const struct symbol *s)
{
    enum derivative_kind k = 0;
    while (k < KINDS && (s->kind != SYMBOL_BUILTIN || strcmp(s->name, kind_names[k])))
        k++;
    return k;
}

bool names_derivative(const struct symbol *s)
{
    return kind_of(s) != KINDS;
}

/* ---- the real numbers in a type ---- */

static bool is_real(const struct type *t)
{
    return t->kind == TYPE_FLOAT || t->kind == TYPE_DOUBLE;
}

static uint32_t reals_in(const struct type *t)
{
    uint32_t n = 0;
    if (is_real(t))
        return 1;
    if (t->kind == TYPE_ARRAY)
        return (uint32_t) t->count * reals_in(t->base);
    for (uint32_t i = 0; t->kind == TYPE_STRUCT && i < t->field_count; i++)
        n += reals_in(type_plain(t->fields[i].type));
    return n;
}

/* Calls `each` with the path of every scalar in a value of that type: "p", "p.x", "p.m[2]"; number: of the reals so far. */
struct leaves {
    struct derivative *d;
    uint32_t number;
    void (*each)(struct leaves *l, const struct type *t, const char *path);
    const char *prefix, *other; /* of two values: the names that the paths begin with */
};

static void each_leaf(struct leaves *l, const struct type *t, const char *path)
{
    struct arena *arena = l->d->c->arena;
    t = type_plain(t);
    if (t->kind == TYPE_STRUCT && reals_in(t)) {
        for (uint32_t i = 0; i < t->field_count; i++)
            if (t->fields[i].name)
                each_leaf(l, t->fields[i].type,
                          arena_printf(arena, "%s.%s", path, t->fields[i].name));
    } else if (t->kind == TYPE_ARRAY) {
        for (uint32_t i = 0; i < t->count; i++)
            each_leaf(l, t->base, arena_printf(arena, "%s[%u]", path, i));
    } else {
        l->each(l, t, path);
        l->number += is_real(t);
    }
}

/* Its definition for the device. NULL: it has none. */
static const struct device_def *definition_of(const struct checker *c, const char *name)
{
    for (size_t i = c->device.n; i-- > 0;)
        if (c->device.at[i]->def.name == name)
            return &c->device.at[i]->def;
    for (uint32_t i = 0; i < c->l->program.count; i++)
        if (c->l->program.defs[i]->name == name)
            return c->l->program.defs[i];
    return NULL;
}

/* ---- the text ---- */

static const char *outer_type(struct derivative *d, const struct type *t)
{
    return type_name(d->c->arena, type_plain(t));
}

/* As the function on dual numbers has it. */
static const char *lifted_type(struct derivative *d, const struct type *t)
{
    t = type_plain(t);
    if (!reals_in(t))
        return outer_type(d, t);
    return is_real(t) ? arena_printf(d->c->arena, "__lift_%s::lifted_%s", d->name, t->name)
                      : arena_printf(d->c->arena, "__lift_%s::%s", d->name, outer_type(d, t));
}

static void copy_leaf(struct leaves *l, const struct type *t, const char *path)
{
    buf_printf(&l->d->text, "    %s%s = %s%s;\n", l->prefix, path, l->other, path);
}

static void seed_leaf(struct leaves *l, const struct type *t, const char *path)
{
    if (is_real(t))
        buf_printf(&l->d->text, "    x%s.d[%u] = 1;\n", path, l->number);
}

static void tangent_leaf(struct leaves *l, const struct type *t, const char *path)
{
    if (is_real(t))
        buf_printf(&l->d->text, "    x%s.d[0] = t%s;\n", path, path);
}

/* A leaf of the gradient: its path begins with the number of the parameter. */
static void gradient_leaf(struct leaves *l, const struct type *t, const char *path)
{
    struct derivative *d = l->d;
    if (!is_real(t)) {
        buf_printf(&d->text, "    %s%s = 0;\n", l->prefix, path);
        return;
    }
    if (d->kind != VJP) {
        buf_printf(&d->text, "    %s%s = (%s) y.d[%u];\n", l->prefix, path, t->name, l->number);
        return;
    }
    buf_printf(&d->text, "    %s%s = (%s) __pull_%s(g, y, %u);\n", l->prefix, path, t->name,
               d->name, l->number);
}

static void result_tangent_leaf(struct leaves *l, const struct type *t, const char *path)
{
    if (is_real(t))
        buf_printf(&l->d->text, "    r%s = y%s.d[0];\n", path, path);
    else
        buf_printf(&l->d->text, "    r%s = y%s;\n", path, path);
}

static void pull_leaf(struct leaves *l, const struct type *t, const char *path)
{
    if (is_real(t))
        buf_printf(&l->d->text, "%sg%s * y%s.d[k]", l->number ? " + " : "", path, path);
}

static void write_params(struct derivative *d)
{
    const struct type *t = d->type;
    for (uint32_t i = 0; i < t->param_count; i++)
        buf_printf(&d->text, "%s%s a%u", i ? ", " : "", outer_type(d, t->params[i].type), i);
    for (uint32_t i = 0; d->kind == JVP && i < t->param_count; i++)
        if (d->chosen[i])
            buf_printf(&d->text, ", %s t%u", outer_type(d, t->params[i].type), i);
    if (d->kind == VJP)
        buf_printf(&d->text, ", %s g", outer_type(d, t->base));
}

static void write_arguments(struct derivative *d)
{
    struct leaves l = {.d = d};
    for (uint32_t i = 0; i < d->type->param_count; i++) {
        const struct type *t = type_plain(d->type->params[i].type);
        const char *number = arena_printf(d->c->arena, "%u", i);
        buf_printf(&d->text, "    %s x%u;\n", lifted_type(d, t), i);
        l.prefix = "x";
        l.other = "a";
        l.each = copy_leaf;
        uint32_t before = l.number;
        each_leaf(&l, t, number);
        l.number = before;
        l.each = d->kind == JVP ? tangent_leaf : seed_leaf;
        if (d->chosen[i])
            each_leaf(&l, t, number);
    }
}

static void write_gradient(struct derivative *d)
{
    struct leaves l = {.d = d, .each = gradient_leaf};
    bool together = d->result->kind == TYPE_STRUCT && d->kind == VALUE_AND_GRAD;
    bool single = d->chosen_count == 1 && !together;
    if (together)
        buf_puts(&d->text, "    r.value = y.v;\n");
    for (uint32_t i = 0; i < d->type->param_count; i++) {
        if (!d->chosen[i])
            continue;
        const struct param *p = d->type->params + i;
        l.prefix = single    ? "r"
                   : p->name ? arena_printf(d->c->arena, "r.%s", p->name)
                             : arena_printf(d->c->arena, "r.a%u", i);
        each_leaf(&l, p->type, "");
    }
}

static void write_text(struct derivative *d)
{
    struct leaves l = {.d = d};
    const struct type *r = type_plain(d->result);
    if (r->kind == TYPE_STRUCT && !strncmp(r->name, "__result_", 9)) {
        buf_printf(&d->text, "struct %s {", r->name);
        for (uint32_t i = 0; i < r->field_count; i++)
            buf_printf(&d->text, " %s %s;", outer_type(d, r->fields[i].type), r->fields[i].name);
        buf_puts(&d->text, " };\n");
    }
    if (d->kind == VJP) {
        buf_printf(&d->text, "__device__ inline %s __pull_%s(%s g, const %s &y, int k) { return ",
                   is_real(type_plain(d->type->base)) ? outer_type(d, d->type->base) : "double",
                   d->name, outer_type(d, d->type->base), lifted_type(d, d->type->base));
        l.each = pull_leaf;
        each_leaf(&l, d->type->base, "");
        buf_puts(&d->text, "; }\n");
        l.number = 0;
    }
    buf_printf(&d->text, "__device__ inline %s %s(", outer_type(d, r), d->name);
    write_params(d);
    buf_puts(&d->text, ")\n{\n");
    write_arguments(d);
    const struct device_def *of = definition_of(d->c, d->of->name);
    buf_printf(&d->text, "    const %s y = __lift_%s::%s%s%s(", lifted_type(d, d->type->base),
               d->name, of && of->space ? of->space : "", of && of->space ? "::" : "", d->of->name);
    for (uint32_t i = 0; i < d->type->param_count; i++)
        buf_printf(&d->text, "%sx%u", i ? ", " : "", i);
    buf_printf(&d->text, ");\n    %s r;\n", outer_type(d, r));
    if (d->kind == JVP) {
        l.each = result_tangent_leaf;
        each_leaf(&l, d->type->base, "");
    } else {
        write_gradient(d);
    }
    buf_puts(&d->text, "    return r;\n}\n");
}

/* ---- types ---- */

/* struct { float value; float w; float b; }: what several derivatives are returned in. */
static const struct type *result_struct(struct derivative *d)
{
    struct checker *c = d->c;
    struct type *t = ARENA_NEW(c->arena, struct type);
    const char *name = arena_printf(c->arena, "__result_%s", d->name);
    *t = (struct type){.kind = TYPE_STRUCT, .home = c->arena};
    t->name = intern_cstr(c->l->names.texts, name);
    t->fields = ARENA_ARRAY(c->arena, struct field, d->chosen_count + 1);
    if (d->kind == VALUE_AND_GRAD)
        t->fields[t->field_count++] = (struct field){
            .name = intern_cstr(c->l->names.texts, "value"), .type = type_plain(d->type->base)};
    for (uint32_t i = 0; i < d->type->param_count; i++) {
        const struct param *p = d->type->params + i;
        const char *text = p->name ? p->name : arena_printf(c->arena, "a%u", i);
        if (d->chosen[i])
            t->fields[t->field_count++] = (struct field){
                .name = intern_cstr(c->l->names.texts, text), .type = type_plain(p->type)};
    }
    type_layout(t, 0, false);
    t->complete = true;
    return t;
}

static const struct type *result_type(struct derivative *d)
{
    if (d->kind == JVP)
        return type_plain(d->type->base);
    if (d->chosen_count > 1 || d->kind == VALUE_AND_GRAD)
        return result_struct(d);
    for (uint32_t i = 0; i < d->type->param_count; i++)
        if (d->chosen[i])
            return type_plain(d->type->params[i].type);
    return type_basic(TYPE_ERROR);
}

static const struct type *function_type(struct derivative *d)
{
    struct type *t = ARENA_NEW(d->c->arena, struct type);
    uint32_t n = d->type->param_count;
    *t = (struct type){.kind = TYPE_FUNCTION, .align = 1, .complete = true, .base = d->result};
    t->params = ARENA_ARRAY(d->c->arena, struct param, 2 * n + 1);
    memcpy(t->params, d->type->params, n * sizeof *t->params);
    t->param_count = n;
    for (uint32_t i = 0; d->kind == JVP && i < n; i++)
        if (d->chosen[i])
            t->params[t->param_count++] = (struct param){.type = d->type->params[i].type};
    if (d->kind == VJP)
        t->params[t->param_count++] = (struct param){.type = d->type->base};
    return t;
}

/* ---- the arguments of grad itself ---- */

static bool wrong(struct derivative *d, struct span at, const char *text, const char *help)
{
    struct diag *e = diag_error(d->c->diags, DIAG_TYPE, at, "%s", text);
    if (d->of)
        diag_note(d->c->diags, e, d->of->at, "'%s' is declared here", d->of->name);
    if (help)
        diag_help(d->c->diags, e, "%s", help);
    return false;
}

/* The type of a function with `const T &` as T. */
static const struct type *by_value(struct checker *c, const struct type *t)
{
    if (!t || t->kind != TYPE_FUNCTION)
        return t;
    struct type *value = ARENA_NEW(c->arena, struct type);
    *value = *t;
    value->params = ARENA_ARRAY(c->arena, struct param, t->param_count + 1);
    for (uint32_t i = 0; i < t->param_count; i++) {
        value->params[i] = t->params[i];
        const struct type *referred = type_referred(t->params[i].type);
        if (type_is_reference(t->params[i].type) && referred->is_const)
            value->params[i].type = type_plain(referred);
    }
    return value;
}

/* What is differentiated: the name of a function, or another derivative. */
static bool read_function(struct derivative *d, const struct node *n)
{
    struct checker *c = d->c;
    bool failed = false;
    struct symbol *s = NULL;
    if (n->kind == NODE_NAME && n->name)
        s = scope_lookup_node(c, n, &failed, NULL);
    if (failed)
        return false;
    if (!s && n->kind == NODE_CALL) {
        struct expr *e = check_expr(c, n);
        if (expr_is_bad(e))
            return false;
        s = e->kind == EXPR_FUNCTION ? e->symbol : NULL;
    }
    if (!s && n->kind == NODE_NAME) {
        unknown_name(c, n, true);
        return false;
    }
    bool function = s && (s->kind == SYMBOL_DEVICE || s->kind == SYMBOL_FUNCTION);
    if (!function || !definition_of(c, s->name)) {
        struct diag *e =
            diag_error(c->diags, DIAG_TYPE, n->at,
                       "the first argument of '%s' must be the name of a __device__ function",
                       kind_names[d->kind]);
        if (s && s->kind == SYMBOL_FUNCTION)
            diag_help(c->diags, e, "write __host__ __device__ before '%s'", s->name);
        return false;
    }
    d->of = s;
    d->type = by_value(c, s->kind == SYMBOL_FUNCTION ? function_signature(c, s) : s->type);
    scope_mention(c, s);
    s->used = true;
    return true;
}

static bool can_differentiate(struct derivative *d)
{
    const struct type *t = d->type;
    struct span at = d->call->list[0]->at;
    struct arena *arena = d->c->arena;
    if (!t || t->kind != TYPE_FUNCTION)
        return wrong(d, at,
                     arena_printf(arena,
                                  "'%s' cannot be differentiated: its parameter or return types "
                                  "are not known on the host",
                                  d->of->name),
                     NULL);
    const struct type *r = type_plain(t->base);
    bool scalar = d->kind == GRAD || d->kind == VALUE_AND_GRAD;
    if (scalar ? !is_real(r) : !reals_in(r))
        return wrong(d, at,
                     arena_printf(arena, "'%s' returns '%s', which has no %s", d->of->name,
                                  type_quoted(d->c, r), scalar ? "gradient" : "derivative"),
                     scalar && reals_in(r)
                         ? "jvp and vjp differentiate functions that return a struct"
                         : "it must return float or double");
    if (t->param_count > PARAMS_MAX)
        return wrong(d, at, arena_printf(arena, "'%s' has too many parameters", d->of->name), NULL);
    for (uint32_t i = 0; i < t->param_count; i++) {
        enum type_kind k = t->params[i].type->kind;
        if (k == TYPE_POINTER || k == TYPE_OPAQUE)
            return wrong(
                d, at,
                arena_printf(
                    arena, "'%s' cannot be differentiated: its parameter %u is %s", d->of->name, i,
                    k == TYPE_POINTER ? "a pointer" : "of a type that only the device knows"),
                "parameters must be numbers or structs of numbers, by value");
    }
    return true;
}

static bool choose(struct derivative *d, const struct node *n)
{
    struct expr *e = fold_expr(d->c, check_value(d->c, n));
    if (expr_is_bad(e))
        return false;
    if (e->kind != EXPR_INTEGER)
        return wrong(d, n->at,
                     "which arguments to differentiate by must be known here: constant numbers, "
                     "from 0",
                     NULL);
    if (e->integer < 0 || e->integer >= d->type->param_count)
        return wrong(d, n->at,
                     arena_printf(d->c->arena, "'%s' has no argument %lld: it takes %u",
                                  d->of->name, (long long) e->integer, d->type->param_count),
                     "arguments are numbered from 0");
    if (!reals_in(type_plain(d->type->params[e->integer].type)))
        return wrong(d, n->at,
                     arena_printf(d->c->arena,
                                  "argument %lld of '%s' is '%s', which has no derivative",
                                  (long long) e->integer, d->of->name,
                                  type_quoted(d->c, d->type->params[e->integer].type)),
                     "name the arguments that are float, double or a struct of them: grad(f, 1)");
    d->chosen[e->integer] = true;
    return true;
}

static bool choose_all(struct derivative *d)
{
    bool any = false;
    for (uint32_t i = 0; i < d->type->param_count; i++)
        any |= d->chosen[i] = reals_in(type_plain(d->type->params[i].type));
    return any ||
           wrong(d, d->call->list[0]->at,
                 arena_printf(d->c->arena, "no argument of '%s' is a real number", d->of->name),
                 NULL);
}

/* grad(f), grad(f, 1), grad(f, 0, 2), grad(f, {0, 2}); the first argument is the default, of jvp and vjp all. */
static bool read_choice(struct derivative *d)
{
    const struct node *n = d->call;
    bool all = d->kind == JVP || d->kind == VJP;
    if (n->count == 1 && all && !choose_all(d))
        return false;
    if (n->count == 1 && !all) {
        if (!d->type->param_count || !reals_in(type_plain(d->type->params[0].type)))
            return wrong(d, n->list[0]->at,
                         arena_printf(d->c->arena, "the first argument of '%s' has no derivative",
                                      d->of->name),
                         "name the arguments to differentiate by, from 0: grad(f, 1)");
        d->chosen[0] = true;
    }
    for (uint32_t i = 1; i < n->count; i++) {
        const struct node *which = n->list[i];
        bool list = which->kind == NODE_INIT_LIST;
        for (uint32_t k = 0; list && k < which->count; k++)
            if (!choose(d, which->list[k]))
                return false;
        if (!list && !choose(d, which))
            return false;
    }
    for (uint32_t i = 0; i < d->type->param_count; i++) {
        d->chosen_count += d->chosen[i];
        d->directions += d->chosen[i] ? reals_in(type_plain(d->type->params[i].type)) : 0;
    }
    if (d->kind == JVP)
        d->directions = 1;
    if (d->directions > DIRECTIONS_MAX)
        return wrong(d, n->at,
                     arena_printf(d->c->arena, "%u derivatives of '%s' at once; %d is the limit",
                                  d->directions, d->of->name, DIRECTIONS_MAX),
                     NULL);
    return d->chosen_count || wrong(d, n->at, "no argument to differentiate by", NULL);
}

/* ---- the definition ---- */

static void choose_name(struct derivative *d)
{
    struct buf b = {0};
    buf_printf(&b, "__%s_", kind_names[d->kind]);
    for (const char *p = d->of->name; *p; p++)
        buf_putc(&b, *p == ':' ? '_' : *p);
    for (uint32_t i = 0; i < d->type->param_count; i++)
        if (d->chosen[i])
            buf_printf(&b, "_%u", i);
    d->name = intern_name(d->c->l->names.texts, b.p, b.n);
    buf_free(&b);
}

/* Whether the session's program or this cell has that text under that name already. */
static bool is_defined(const struct derivative *d)
{
    const struct checker *c = d->c;
    const struct device_def *found = definition_of(c, d->name);
    struct str text = found && found->lift ? span_text(c->l->sources, found->at) : (struct str){0};
    return found && found->lift && found->lift->of == d->of->name &&
           found->lift->directions == d->directions && text.n == d->text.n &&
           !memcmp(text.p, d->text.p, text.n);
}

static void define(struct derivative *d, uint32_t position)
{
    struct checker *c = d->c;
    struct device_lift *lift = ARENA_NEW(c->arena, struct device_lift);
    *lift = (struct device_lift){d->of->name, d->directions};
    const char *title = arena_printf(c->arena, "<%s of %s>", kind_names[d->kind], d->of->name);
    const struct source *made =
        sources_add(c->l->sources, SOURCE_BUILTIN, title, d->text.p, d->text.n);
    struct span at = {made->id, 0, (uint32_t) d->text.n};
    struct definition *def =
        device_define(c, DEVICE_FUNCTION, name_cstr(&c->l->names, d->name), at, position);
    def->def.lift = lift;
    def->params = "(derivative)";
    const char **mentions = ARENA_ARRAY(c->arena, const char *, def->def.mention_count + 2);
    if (def->def.mention_count)
        memcpy(mentions, def->def.mentions, def->def.mention_count * sizeof *mentions);
    mentions[def->def.mention_count++] = d->of->name;
    mentions[def->def.mention_count++] = intern_cstr(c->l->names.texts, "__dual");
    def->def.mentions = mentions;
    if (d->result->kind != TYPE_STRUCT || strncmp(d->result->name, "__result_", 9))
        return;
    struct span nothing = {at.source, at.end, at.end};
    struct definition *type =
        device_define(c, DEVICE_TYPE, name_cstr(&c->l->names, d->result->name), nothing, position);
    type->def.mentions = ARENA_NEW(c->arena, const char *);
    type->def.mentions[0] = d->name;
    type->def.mention_count = 1;
}

/* grad(f) in an expression, or `auto g = grad(f)`, which names the function. NULL after a diag. */
static struct symbol *derive(struct checker *c, const struct node *n, enum derivative_kind kind,
                             const struct name *name)
{
    struct derivative d = {.c = c, .call = n, .kind = kind};
    if (!n->count) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' takes a function", kind_names[kind]);
        return NULL;
    }
    if (!read_function(&d, n->list[0]) || !can_differentiate(&d) || !read_choice(&d))
        return NULL;
    if (name)
        d.name = name->text;
    else
        choose_name(&d);
    d.result = result_type(&d);
    write_text(&d);
    if (!is_defined(&d))
        define(&d, device_position(c, n->at));
    buf_free(&d.text);
    struct symbol *s = symbol_new(c, SYMBOL_DEVICE, d.name, function_type(&d), n->at);
    s->storage = STORAGE_SESSION;
    s->derivative = true;
    return s;
}

struct expr *check_derivative(struct checker *c, const struct node *n, const struct symbol *which)
{
    struct symbol *s = derive(c, n, kind_of(which), NULL);
    if (!s)
        return expr_bad(c, n->at);
    struct expr *e =
        expr_new(c, EXPR_FUNCTION, type_pointer(c->arena, type_basic(TYPE_VOID)), n->at);
    e->symbol = s;
    return e;
}

bool declares_derivative(struct checker *c, const struct node *n)
{
    const struct node *init = n->declarator.init;
    bool failed = false;
    bool call = init && init->kind == NODE_CALL && init->call.callee->kind == NODE_NAME &&
                init->call.callee->name && n->declarator.type->kind != NODE_TYPE_POINTER;
    const struct symbol *which =
        call ? scope_lookup_node(c, init->call.callee, &failed, NULL) : NULL;
    if (!which || !names_derivative(which))
        return false;
    struct name *name = decl_name(c, n->name);
    struct symbol *s = derive(c, init, kind_of(which), name);
    if (s)
        s->at = n->name_at;
    scope_bind(c, name, s ? s : variable_new(c, n->name->text, type_basic(TYPE_ERROR), n->name_at));
    return true;
}
