/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of host functions, of the library (whose rows may overload one name), functional casts, and launches. */
#include "lang/check.h"

#include <string.h>

#include "base/check.h"

static const char *plural(uint32_t n)
{
    return n == 1 ? "" : "s";
}

/* ---- arguments ---- */

static uint32_t required(const struct type *f)
{
    uint32_t n = f->param_count;
    while (n && f->params[n - 1].value)
        n--;
    return n;
}

static bool count_fits(const struct type *f, uint32_t given)
{
    return given >= required(f) && (f->variadic || given <= f->param_count);
}

static void wrong_count(struct checker *c, const char *name, const struct type *f, uint32_t given,
                        struct span at, struct span note)
{
    uint32_t least = required(f), most = f->param_count;
    struct diag *d;
    if (least == most || f->variadic)
        d = diag_error(c->diags, DIAG_TYPE, at, "'%s' takes %s%u argument%s, not %u", name,
                       f->variadic ? "at least " : "", least, plural(least), given);
    else
        d = diag_error(c->diags, DIAG_TYPE, at, "'%s' takes %u to %u arguments, not %u", name,
                       least, most, given);
    if (note.source)
        diag_note(c->diags, d, note, "'%s' is declared here", name);
}

/* A const reference may be bound to a value: it gets a place of its own. */
static struct expr *bind_reference(struct checker *c, struct expr *e, const struct type *to,
                                   const struct purpose *why)
{
    if (bad(e))
        return e;
    const struct type *target = to->base;
    if (e->lvalue && type_same(e->type, target) && (target->is_const || !e->type->is_const)) {
        struct expr *a = address_of(c, e, e->at);
        return bad(a) ? a : converted(c, a, to);
    }
    if (!target->is_const) {
        struct diag *d = diag_error(
            c->diags, DIAG_TYPE, e->at, "%s '%s' needs a variable of type '%s', not a %s '%s'",
            why->kind == FOR_ARGUMENT ? "the reference parameter of" : "reference", why->name,
            quoted(c, target), e->lvalue ? "variable of type" : "value of type",
            quoted(c, e->type));
        if (why->note.source)
            diag_note(c->diags, d, why->note, "'%s' is declared here", why->name);
        return expr_bad(c, e->at);
    }
    struct expr *v = coerced(c, e, type_plain(target), why);
    if (bad(v))
        return v;
    struct expr *place =
        expr_new(c, EXPR_AGGREGATE, type_array(c->arena, type_plain(target), 1), e->at);
    place->inits = ARENA_NEW(c->arena, struct init);
    place->inits[0].value = v;
    place->init_count = 1;
    place->lvalue = true;
    return rvalue(c, place);
}

static struct expr *passed(struct checker *c, struct expr *e, const struct type *to,
                           const struct purpose *why)
{
    if (to->kind == TYPE_POINTER && to->reference)
        return bind_reference(c, e, to, why);
    if (to->kind == TYPE_ANY) /* the callee looks at the argument's own type */
        return e->type->kind == TYPE_ARRAY ? rvalue(c, e) : e;
    return coerced(c, e, to, why);
}

/* C11 6.5.2.2: what happens to arguments behind the "...". */
static struct expr *promote_variadic(struct checker *c, struct expr *e, unsigned index,
                                     const char *name)
{
    if (bad(e))
        return e;
    e = rvalue(c, e);
    if (e->type->kind == TYPE_FLOAT)
        return converted(c, e, type_basic(TYPE_DOUBLE));
    if (type_is_integer(e->type))
        return converted(c, e, promoted(e->type));
    if (e->type->kind == TYPE_POINTER || e->type->kind == TYPE_DOUBLE ||
        e->type->kind == TYPE_NULLPTR)
        return e;
    struct diag *d = diag_error(c->diags, DIAG_TYPE, e->at, "argument %u of '%s' cannot be '%s'",
                                index, name, quoted(c, e->type));
    if (e->type->kind == TYPE_DEVICE_ARRAY)
        diag_help(
            c->diags, d,
            "pass an element, x[i]; to see the whole array write its name alone at the cell's end");
    return expr_bad(c, e->at);
}

static bool finish_args(struct checker *c, struct expr *call, struct expr **args, uint32_t given,
                        const struct type *f, struct purpose why)
{
    uint32_t n = given > f->param_count ? given : f->param_count;
    bool good = true;
    call->args = ARENA_ARRAY(c->arena, struct expr *, n);
    call->arg_count = n;
    for (uint32_t i = 0; i < n; i++) {
        why.index = i + 1;
        struct expr *e;
        if (i >= f->param_count)
            e = promote_variadic(c, args[i], i + 1, why.name);
        else if (i < given)
            e = passed(c, args[i], f->params[i].type, &why);
        else
            e = (struct expr *) f->params[i].value;
        call->args[i] = e;
        good &= !bad(e);
    }
    return good;
}

/* ---- library ---- */

static bool arg_fits(struct checker *c, const struct type *f, struct expr **args, uint32_t given,
                     int *out_cost)
{
    *out_cost = 0;
    for (uint32_t i = 0; i < given && i < f->param_count; i++) {
        const struct type *to = f->params[i].type;
        if (to->kind == TYPE_POINTER && to->reference) {
            if (!args[i]->lvalue || !type_same(args[i]->type, to->base))
                return false;
            continue;
        }
        struct expr *e = to->kind == TYPE_ANY ? args[i] : rvalue(c, args[i]);
        int cost = fit(c, e, to, true);
        if (cost < 0)
            return false;
        *out_cost += cost;
    }
    return true;
}

static struct library_row *best_row(struct checker *c, const struct name *name, struct expr **args,
                                    uint32_t given)
{
    struct library_row *best = NULL;
    int best_cost = 0;
    for (uint32_t i = 0; i < name->builtin_count; i++) {
        struct library_row *row = library_row(c->l, name->builtin + i);
        int cost;
        if (!row->type || !count_fits(row->type, given) ||
            !arg_fits(c, row->type, args, given, &cost))
            continue;
        if (!best || cost < best_cost) {
            best = row;
            best_cost = cost;
        }
    }
    return best;
}

/* Whether the device has the function under the same name. */
static bool mathematical(const struct library_row *row)
{
    const char *section = row->builtin->section;
    bool numbers = row->type && type_is_arithmetic(row->type->base) && !row->type->variadic;
    for (uint32_t i = 0; numbers && i < row->type->param_count; i++)
        numbers = type_is_arithmetic(row->type->params[i].type);
    return numbers && (!strncmp(section, "C11 7.12", 8) || !strncmp(section, "CUDA Math", 9) ||
                       !strncmp(section, "C++17 29", 8) || !strncmp(section, "C11 7.22.6", 10));
}

/* Whether all parameters have one type. */
static bool alike(const struct type *f)
{
    for (uint32_t i = 1; i < f->param_count; i++)
        if (!type_same(f->params[i].type, f->params[0].type))
            return false;
    return true;
}

/* sqrtf(x), pow(x, y), max(x, 0.0f): a mathematical function over arrays. NULL: it is none. */
static struct expr *over_arrays(struct checker *c, const struct node *n, struct symbol *s,
                                struct expr **args)
{
    const struct name *name = n->a->name;
    struct lift m = {0};
    bool arrays = false, pointers = false;
    for (uint32_t i = 0; i < n->count; i++) {
        arrays |= is_array(args[i]);
        pointers |= !is_array(args[i]) && !type_is_arithmetic(args[i]->type);
    }
    bool known = false;
    for (uint32_t i = 0; i < name->builtin_count && !known; i++) {
        struct library_row *row = library_row(c->l, name->builtin + i);
        known = mathematical(row) && count_fits(row->type, n->count);
    }
    if (!arrays || pointers || !known)
        return NULL;
    struct expr **bodies = ARENA_ARRAY(c->arena, struct expr *, n->count);
    for (uint32_t i = 0; i < n->count; i++) {
        bodies[i] = lift(c, &m, args[i]);
        if (bad(bodies[i]))
            return expr_bad(c, n->at);
    }
    if (alike(library_row(c->l, name->builtin)->type)) { /* max(x, 0) of floats is the float one */
        const struct type *t = bodies[0]->type;
        for (uint32_t i = 1; i < n->count && type_is_arithmetic(t); i++)
            t = type_is_arithmetic(bodies[i]->type) ? common_type(t, bodies[i]->type) : t;
        for (uint32_t i = 0; i < n->count && n->count > 1 && type_is_arithmetic(t); i++)
            bodies[i] = converted(c, bodies[i], t);
    }
    struct library_row *row = best_row(c, name, bodies, n->count);
    if (!row || !mathematical(row))
        return NULL;
    struct expr *e = expr_new(c, EXPR_BUILTIN, row->type->base, n->at);
    e->symbol = &row->symbol;
    struct purpose why = {.kind = FOR_ARGUMENT, .name = s->name, .library = true};
    return finish_args(c, e, bodies, n->count, row->type, why) ? lower(c, &m, e, n->at)
                                                               : expr_bad(c, n->at);
}

static struct expr *call_library(struct checker *c, const struct node *n, struct symbol *s,
                                 struct expr **args)
{
    const struct name *name = n->a->name;
    struct expr *map = over_arrays(c, n, s, args);
    if (map)
        return map;
    struct library_row *row = name->builtin_count > 1 ? best_row(c, name, args, n->count) : NULL;
    if (!row)
        row = library_row(c->l, name->builtin);
    if (!row->type) {
        diag_error(c->diags, DIAG_BUG, n->at, "the prototype of '%s' cannot be read: %s", s->name,
                   row->builtin->prototype);
        return expr_bad(c, n->at);
    }
    if (!count_fits(row->type, n->count)) {
        wrong_count(c, s->name, row->type, n->count, n->at, (struct span){0});
        diag_help(c->diags, c->diags->last, "its prototype is '%s'", row->builtin->prototype);
        return expr_bad(c, n->at);
    }
    struct expr *e = expr_new(c, EXPR_BUILTIN, row->type->base, n->at);
    e->symbol = &row->symbol;
    struct purpose why = {.kind = FOR_ARGUMENT, .name = s->name, .library = true};
    return finish_args(c, e, args, n->count, row->type, why) ? array_call(c, e)
                                                             : expr_bad(c, n->at);
}

struct expr *library_call(struct checker *c, const char *row_name, struct expr **args,
                          uint32_t count, struct span at)
{
    const struct name *name = name_cstr(&c->l->names, row_name);
    CHECK(name->builtin_count);
    struct library_row *row = library_row(c->l, name->builtin);
    struct expr *e = expr_new(c, EXPR_BUILTIN, row->type->base, at);
    e->symbol = &row->symbol;
    e->args = ARENA_ARRAY(c->arena, struct expr *, count);
    memcpy(e->args, args, count * sizeof *args);
    e->arg_count = count;
    return e;
}

/* ---- calls ---- */

static struct expr *call_through(struct checker *c, const struct node *n, struct expr *callee,
                                 struct symbol *s, struct expr **args)
{
    const struct type *f = s                                    ? s->type
                           : callee->type->kind == TYPE_POINTER ? callee->type->base
                                                                : callee->type;
    if (f->kind != TYPE_FUNCTION) {
        diag_error(c->diags, DIAG_TYPE, n->a->at, "'%s' cannot be called", quoted(c, callee->type));
        return expr_bad(c, n->at);
    }
    const char *name = s ? s->name : n->a->kind == NODE_NAME ? n->a->name->text : "the function";
    struct span note = s ? s->at : (struct span){0};
    if (!count_fits(f, n->count)) {
        wrong_count(c, name, f, n->count, n->at, note);
        return expr_bad(c, n->at);
    }
    struct expr *e = expr_new(c, EXPR_CALL, type_plain(f->base), n->at);
    e->symbol = s;
    e->left = s ? NULL : callee;
    struct purpose why = {.kind = FOR_ARGUMENT, .name = name, .note = note};
    if (!finish_args(c, e, args, n->count, f, why))
        return expr_bad(c, n->at);
    return f->base->kind == TYPE_POINTER && f->base->reference ? deref(c, e, n->at) : e;
}

static struct expr *device_called(struct checker *c, const struct node *n, const struct symbol *s)
{
    struct diag *d;
    if (s->kind == SYMBOL_KERNEL) {
        d = diag_error(c->diags, DIAG_TYPE, n->at, "kernel '%s' is launched, not called", s->name);
        diag_help(c->diags, d, "write %s<<<blocks, threads>>>(...)", s->name);
    } else {
        d = diag_error(c->diags, DIAG_TYPE, n->at,
                       "'%s' is for the device: the host cannot call it", s->name);
        diag_help(c->diags, d, "declare it '__host__ __device__' to use it on both sides");
    }
    diag_note(c->diags, d, s->at, "'%s' is declared here", s->name);
    return expr_bad(c, n->at);
}

/* A name of the device side as an argument: API calls take it as it is; of a managed variable, the calls on symbols. */
static struct expr *check_argument(struct checker *c, const struct node *n, const char *callee)
{
    const struct node *inner = n->kind == NODE_UNARY && n->op == TOKEN_AMP ? n->a : n;
    struct symbol *s = inner->kind == NODE_NAME ? inner->name->ordinary : NULL;
    if (!s || s->kind != SYMBOL_DEVICE || (s->managed && !strstr(callee, "Symbol")))
        return check_expr(c, n);
    mention(c, s);
    s->used = true;
    struct expr *e =
        expr_new(c, EXPR_FUNCTION, type_pointer(c->arena, type_basic(TYPE_VOID)), n->at);
    e->symbol = s;
    return e;
}

/* A function of scalars that the device has too, called with arrays. */
static bool maps(struct checker *c, const struct symbol *s, struct expr **args, uint32_t count)
{
    bool arrays = false, device = s->kind == SYMBOL_DEVICE;
    for (uint32_t i = 0; i < count; i++)
        arrays |= is_array(args[i]);
    for (uint32_t i = 0;
         arrays && s->type && s->type->kind == TYPE_FUNCTION && i < s->type->param_count; i++)
        arrays = s->type->params[i].type->kind != TYPE_DEVICE_ARRAY;
    for (uint32_t i = 0; arrays && !device && i < c->l->program.count; i++)
        device = c->l->program.defs[i]->name == s->name;
    for (size_t i = 0; arrays && !device && i < c->device.n; i++)
        device = c->device.at[i]->def.name == s->name;
    return arrays && device;
}

struct expr *check_call(struct checker *c, const struct node *n)
{
    struct symbol *s = n->a->kind == NODE_NAME ? lookup(c, n->a->name) : NULL;
    struct expr **args = ARENA_ARRAY(c->arena, struct expr *, n->count);
    bool library = s && s->kind == SYMBOL_BUILTIN;
    for (uint32_t i = 0; i < n->count; i++)
        args[i] = library ? check_argument(c, n->list[i], s->name) : check_expr(c, n->list[i]);
    if (n->a->kind == NODE_NAME && !s)
        return unknown_name(c, n->a, true);
    for (uint32_t i = 0; i < n->count; i++)
        if (bad(args[i]))
            return expr_bad(c, n->at);
    if (library)
        return call_library(c, n, s, args);
    if (s && (s->kind == SYMBOL_DEVICE || s->kind == SYMBOL_FUNCTION) && maps(c, s, args, n->count))
        return lifted_call(c, s, args, n->count, n->at, n->a->at);
    if (s && (s->kind == SYMBOL_KERNEL || s->kind == SYMBOL_DEVICE))
        return device_called(c, n, s);
    if (s && s->kind == SYMBOL_FUNCTION)
        return call_through(c, n, NULL, s, args);
    struct expr *callee = rvalue(c, check_expr(c, n->a));
    if (bad(callee))
        return callee;
    if (n->a->kind == NODE_MEMBER && callee->type->kind != TYPE_POINTER) {
        diag_error(c->diags, DIAG_TYPE, n->at,
                   "member functions are not supported on the host yet");
        return expr_bad(c, n->at);
    }
    return call_through(c, n, callee, NULL, args);
}

/* ---- T(...) and T{...} ---- */

struct expr *check_construct(struct checker *c, const struct node *n)
{
    const struct type *t = resolve_complete(c, n->a, "a value");
    if (t->kind == TYPE_ERROR)
        return expr_bad(c, n->at);
    if (is_dim3(c, t)) {
        struct expr **args = ARENA_ARRAY(c->arena, struct expr *, n->count);
        for (uint32_t i = 0; i < n->count; i++) {
            args[i] = check_value(c, n->list[i]);
            if (bad(args[i]))
                return expr_bad(c, n->at);
        }
        if (n->count == 1 && is_dim3(c, args[0]->type))
            return args[0];
        return make_dim3(c, args, n->count, n->at);
    }
    if (n->flags & FLAG_BRACES || (!n->count && t->kind == TYPE_STRUCT)) {
        struct node list = *n;
        list.kind = NODE_INIT_LIST;
        struct purpose why = {.kind = FOR_INIT, .name = "the value"};
        return check_init(c, &t, &list, &why);
    }
    if (n->count == 1)
        return cast(c, check_expr(c, n->list[0]), t, n->at);
    if (!n->count && type_is_scalar(t))
        return converted(c, integer_new(c, type_basic(TYPE_INT), 0, n->at), t);
    if (!type_is_scalar(t)) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->at,
                                    "constructors are not supported on the host yet");
        diag_help(c->diags, d, "write %s{...} with the members in order", quoted(c, t));
    } else {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' takes one value, not %u", quoted(c, t),
                   n->count);
    }
    return expr_bad(c, n->at);
}

/* ---- launches ---- */

static struct expr *check_extent(struct checker *c, const struct node *n, const char *what)
{
    if (n->kind == NODE_INIT_LIST) {
        struct expr *parts[4];
        uint32_t count = n->count < 4 ? n->count : 4;
        for (uint32_t i = 0; i < count; i++) {
            parts[i] = check_value(c, n->list[i]);
            if (bad(parts[i]))
                return parts[i];
        }
        return make_dim3(c, parts, n->count, n->at);
    }
    struct expr *e = check_value(c, n);
    if (bad(e) || is_dim3(c, e->type))
        return e;
    if (type_is_integer(e->type))
        return converted(c, e, promoted(e->type));
    struct diag *d = diag_error(c->diags, DIAG_TYPE, e->at,
                                "the %s of a launch is an integer or a dim3, not '%s'", what,
                                quoted(c, e->type));
    if (type_is_floating(e->type))
        diag_help(c->diags, d, "round up with integers: (n + 255) / 256");
    return expr_bad(c, e->at);
}

static bool configure(struct checker *c, const struct node *n, struct launch *l)
{
    const struct node *config = n->b;
    if (config->count < 2 || config->count > 4) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, config->at,
                       "a launch is configured by 2 to 4 values, not %u", config->count);
        diag_help(c->diags, d,
                  "write <<<blocks, threads>>> or <<<blocks, threads, shared bytes, stream>>>");
        return false;
    }
    l->grid = check_extent(c, config->list[0], "grid");
    l->block = check_extent(c, config->list[1], "block");
    bool good = !bad(l->grid) && !bad(l->block);
    if (config->count > 2) {
        struct purpose why = {.kind = FOR_INIT, .name = "the shared memory"};
        l->shared = coerced(c, check_expr(c, config->list[2]), type_basic(TYPE_ULONG), &why);
        good &= !bad(l->shared);
    }
    if (config->count > 3) {
        l->stream = check_value(c, config->list[3]);
        if (!bad(l->stream) && l->stream->type->kind != TYPE_POINTER &&
            !is_null_constant(l->stream)) {
            diag_error(c->diags, DIAG_TYPE, l->stream->at,
                       "the stream of a launch is a cudaStream_t, not '%s'",
                       quoted(c, l->stream->type));
            return false;
        }
        good &= !bad(l->stream);
    }
    return good;
}

static struct expr *array_argument(struct checker *c, struct expr *e, const struct kernel *k,
                                   const struct kernel_param *p, unsigned index)
{
    const struct type *want = p->type, *element = type_plain(e->type->base);
    struct str named;
    uint32_t rank = param_view(p, &named);
    bool fits = !rank || element->kind == TYPE_ANY ||
                (rank == e->type->rank && str_eq(named, quoted(c, element)));
    if (want->kind == TYPE_OPAQUE && fits)
        return e;
    if (want->kind == TYPE_POINTER &&
        (want->base->kind == TYPE_VOID || type_same(want->base, e->type->base)))
        return e;
    struct diag *d = diag_error(c->diags, DIAG_TYPE, e->at,
                                "argument %u of kernel '%s' should be '%s', but is '%s'", index,
                                k->name, quoted(c, want), quoted(c, e->type));
    diag_note(c->diags, d, p->at, "the parameter is declared here");
    if (rank)
        diag_help(c->diags, d, "a view<T, N> is given an array of T of rank N");
    else if (want->kind == TYPE_POINTER)
        diag_help(c->diags, d, "declare the array as 'device %s', or copy it into one that is",
                  quoted(c, type_plain(want->base)));
    else if (type_is_arithmetic(want))
        diag_help(c->diags, d, "pass one element, x[i]");
    return expr_bad(c, e->at);
}

static struct expr *launch_argument(struct checker *c, const struct node *n, const struct kernel *k,
                                    unsigned i)
{
    const struct kernel_param *p = k->params + i;
    const struct type *want = p->type;
    struct expr *e = check_expr(c, n);
    if (bad(e))
        return e;
    if (e->type->kind == TYPE_DEVICE_ARRAY)
        return array_argument(c, e, k, p, i + 1);
    bool host_array = e->type->kind == TYPE_ARRAY && e->lvalue;
    if (host_array && (want->kind == TYPE_POINTER || want->kind == TYPE_OPAQUE)) {
        const struct type *element = e->type->base;
        while (element->kind == TYPE_ARRAY)
            element = element->base;
        struct diag *d = diag_error(c->diags, DIAG_TYPE, e->at,
                                    "argument %u of kernel '%s' is in host memory", i + 1, k->name);
        diag_note(c->diags, d, p->at,
                  "the kernel reads and writes device memory through this parameter");
        diag_help(c->diags, d, "declare 'device %s x[...]', copy with x = %s, and pass x",
                  quoted(c, type_plain(element)),
                  e->kind == EXPR_VARIABLE ? e->symbol->name : "the array");
        return expr_bad(c, e->at);
    }
    if (want->kind == TYPE_OPAQUE)
        return rvalue(c, e);
    struct purpose why = {.kind = FOR_ARGUMENT, .name = k->name, .index = i + 1, .note = k->at};
    return coerced(c, e, want, &why);
}

static struct expr *not_a_kernel(struct checker *c, const struct node *n, const struct symbol *s)
{
    const struct node *name = n->a;
    struct diag *d;
    if (!s) {
        d = diag_error(c->diags, DIAG_NAME, name->at, "unknown kernel '%s'", name->name->text);
        struct name_match match = {.wanted = name->name->text};
        for (const struct name *m = c->l->names.all; m; m = m->next)
            if (m->ordinary && m->ordinary->kind == SYMBOL_KERNEL)
                name_match_try(&match, m->text);
        if (name_match_best(&match))
            diag_help(c->diags, d, "did you mean '%s'?", name_match_best(&match));
        return expr_bad(c, n->at);
    }
    d = diag_error(c->diags, DIAG_TYPE, name->at, "'%s' is not a kernel: it cannot be launched",
                   s->name);
    if (s->at.source)
        diag_note(c->diags, d, s->at, "'%s' is declared here", s->name);
    if (s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_DEVICE)
        diag_help(c->diags, d, "kernels are declared '__global__ void'");
    return expr_bad(c, n->at);
}

struct expr *check_launch(struct checker *c, const struct node *n)
{
    struct symbol *s = n->a->kind == NODE_NAME && n->a->name ? lookup(c, n->a->name) : NULL;
    if (!n->a->name)
        return expr_bad(c, n->at);
    if (!s || s->kind != SYMBOL_KERNEL)
        return not_a_kernel(c, n, s);
    struct kernel *k = s->kernel;
    struct launch *l = ARENA_NEW(c->arena, struct launch);
    l->kernel = k;
    l->name_at = n->a->name_at.source ? n->a->name_at : n->a->at;
    l->template_args = n->text.n ? arena_strndup(c->arena, n->text.p, n->text.n) : NULL;
    bool good = configure(c, n, l);
    if (l->template_args && !k->template_count) {
        diag_note(
            c->diags,
            diag_error(c->diags, DIAG_TYPE, n->a->at, "kernel '%s' is not a template", k->name),
            k->at, "'%s' is defined here", k->name);
        good = false;
    }
    if (n->count != k->param_count) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, n->at, "kernel '%s' takes %u argument%s, not %u",
                       k->name, k->param_count, plural(k->param_count), n->count);
        diag_note(c->diags, d, k->at, "'%s' is defined here", k->name);
        return expr_bad(c, n->at);
    }
    l->args = ARENA_ARRAY(c->arena, struct expr *, n->count);
    for (uint32_t i = 0; i < n->count; i++) {
        l->args[i] = launch_argument(c, n->list[i], k, i);
        good &= !bad(l->args[i]);
    }
    if (good && k->template_count && !l->template_args)
        good = deduce_template(c, n, l);
    struct expr *e = expr_new(c, EXPR_LAUNCH, type_basic(TYPE_VOID), n->at);
    e->launch = l;
    e->symbol = s;
    return good ? e : expr_bad(c, n->at);
}
