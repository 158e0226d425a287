/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of host functions and of library functions (several rows may share a name), and functional casts. */
#include "lang/check/core/rules.h"

#include <string.h>

#include "lang/check/check_arrays.h"
#include "lang/check/check_expression.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/core/arguments.h"
#include "lang/check/core/c_rules.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/core/variadic.h"
#include "lang/check/device/check_device.h"
#include "lang/check/template/check_templates.h"

static struct expr *construct_value(struct checker *c, const struct node *n, const struct type *t);

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
    return f->unprototyped || (given >= required(f) && (f->variadic || given <= f->param_count));
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

static struct expr *passed(struct checker *c, struct expr *e, const struct type *to,
                           const struct purpose *why)
{
    if (to->kind == TYPE_POINTER && to->reference)
        return bind_reference(c, e, to, why);
    if (e->kind == EXPR_BRACES)
        return construct_from_list(c, to, e->node, true, e->at);
    if (to->kind == TYPE_ANY) /* the callee looks at the argument's own type */
        return e->type->kind == TYPE_ARRAY ? convert_rvalue(c, e) : e;
    return convert_implicit(c, e, to, why);
}

static bool args_swapped(struct checker *c, struct expr **args, uint32_t given,
                         const struct type *f, const char *name)
{
    uint32_t n = given < f->param_count ? given : f->param_count;
    const struct type **want = ARENA_ARRAY(c->arena, const struct type *, n + 1);
    for (uint32_t i = 0; i < n; i++)
        want[i] = f->params[i].type;
    return !f->unprototyped && name && convert_swapped(c, args, want, n, "", name);
}

/* A function of the library with any number of arrays: concatenate(__array a, ...). */
static bool takes_arrays(const struct type *f, const struct purpose *why)
{
    return why->library && f->param_count &&
           f->params[f->param_count - 1].type->kind == TYPE_DEVICE_ARRAY;
}

static bool finish_args(struct checker *c, struct expr *call, struct expr **args, uint32_t given,
                        const struct type *f, struct purpose why)
{
    uint32_t n = given > f->param_count ? given : f->param_count;
    bool good = true;
    call->args = ARENA_ARRAY(c->arena, struct expr *, n + 1);
    call->arg_count = n;
    if (args_swapped(c, args, given, f, why.name))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        why.index = i + 1;
        struct expr *e;
        if (i >= f->param_count && is_array(args[i]) && takes_arrays(f, &why))
            e = args[i];
        else if (i >= f->param_count)
            e = promote_variadic(c, args[i], i + 1, why.name, !why.library);
        else if (i < given)
            e = passed(c, args[i], f->params[i].type, &why);
        else
            e = missing_argument(c, f, i, call->at);
        call->args[i] = e;
        good &= !expr_is_bad(e);
    }
    if (good && f->variadic && !why.library) {
        uint32_t count = f->param_count;
        call->args[count] = variadic_area(c, call->args + count, n - count, call->at);
        call->arg_count = count + 1;
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
        struct expr *e = to->kind == TYPE_ANY ? args[i] : convert_rvalue(c, args[i]);
        int cost = convert_fit(c, e, to, true);
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

/* Whether the arguments are arrays and numbers, at least one of them an array. */
static bool are_elementwise(struct expr *const *args, uint32_t count)
{
    bool arrays = false;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_array(args[i]) && !type_is_arithmetic(args[i]->type))
            return false;
        arrays |= is_array(args[i]);
    }
    return arrays;
}

static bool is_mathematical(struct checker *c, const struct name *name, uint32_t count)
{
    for (uint32_t i = 0; i < name->builtin_count; i++) {
        const struct library_row *row = library_row(c->l, name->builtin + i);
        if (mathematical(row) && count_fits(row->type, count))
            return true;
    }
    return false;
}

/* Converts arithmetic arguments to their common type, for functions whose parameters all have one type: max(x, 0)
 * with a float x is the float overload. */
static void make_alike(struct checker *c, struct expr **values, uint32_t count)
{
    const struct type *t = values[0]->type;
    for (uint32_t i = 1; i < count && type_is_arithmetic(t); i++)
        t = type_is_arithmetic(values[i]->type) ? common_type(t, values[i]->type) : t;
    for (uint32_t i = 0; i < count && count > 1 && type_is_arithmetic(t); i++)
        values[i] = convert_to(c, values[i], t);
}

/* abs(z) and the like of complex elements. NULL: it is something else. */
static struct expr *over_complex(struct checker *c, const struct node *n, struct symbol *s,
                                 struct expr **args)
{
    struct lift m = {0};
    struct expr *lanes[2], *e;
    bool complex = false, arrays = false;
    for (uint32_t i = 0; n->count <= 2 && i < n->count; i++) {
        bool array = is_array(args[i]) && args[i]->type->rank;
        const struct type *t = array ? args[i]->type->base : args[i]->type;
        if (!type_is_arithmetic(t) && !type_is_half(type_plain(t)) && !complex_scalar(c, t))
            return NULL;
        arrays |= array;
        complex |= complex_scalar(c, t) != NULL;
    }
    if (!arrays || !complex)
        return NULL;
    for (uint32_t i = 0; i < n->count; i++)
        lanes[i] = map_lift(c, &m, args[i]);
    for (uint32_t i = 0; i < n->count; i++)
        if (expr_is_bad(lanes[i]))
            return lanes[i];
    e = complex_function(c, s->name, lanes, n->count, n->at);
    return e ? map_lower(c, &m, e, n->at) : NULL;
}

/* sqrtf(x), pow(x, y), max(x, 0.0f): a mathematical function over arrays. NULL: it is not one. */
static struct expr *over_arrays(struct checker *c, const struct node *n, struct symbol *s,
                                struct expr **args)
{
    const struct name *name = n->call.callee->name;
    struct lift m = {0};
    if (!are_elementwise(args, n->count) || !is_mathematical(c, name, n->count))
        return NULL;
    struct expr **bodies = ARENA_ARRAY(c->arena, struct expr *, n->count);
    for (uint32_t i = 0; i < n->count; i++) {
        bodies[i] = map_lift(c, &m, args[i]);
        if (expr_is_bad(bodies[i]))
            return expr_bad(c, n->at);
    }
    if (alike(library_row(c->l, name->builtin)->type))
        make_alike(c, bodies, n->count);
    struct library_row *row = best_row(c, name, bodies, n->count);
    if (!row || !mathematical(row))
        return NULL;
    struct expr *e = expr_new(c, EXPR_BUILTIN, row->type->base, n->at);
    e->symbol = &row->symbol;
    struct purpose why = {.kind = FOR_ARGUMENT, .name = s->name, .library = true};
    return finish_args(c, e, bodies, n->count, row->type, why) ? map_lower(c, &m, e, n->at)
                                                               : expr_bad(c, n->at);
}

static struct expr *call_library(struct checker *c, const struct node *n, struct symbol *s,
                                 struct expr **args, uint32_t count)
{
    const struct name *name = n->call.callee->name;
    struct expr *complex = over_complex(c, n, s, args),
                *map = complex ? complex : over_arrays(c, n, s, args);
    if (map)
        return map;
    struct library_row *row = name->builtin_count > 1 ? best_row(c, name, args, count) : NULL;
    if (!row)
        row = library_row(c->l, name->builtin);
    if (!row->type) {
        diag_error(c->diags, DIAG_BUG, n->at, "cannot parse the prototype of '%s': %s", s->name,
                   row->builtin->prototype);
        return expr_bad(c, n->at);
    }
    if (!count_fits(row->type, count)) {
        wrong_count(c, s->name, row->type, count, n->at, (struct span){0});
        struct buf prototype = {0};
        prototype_print(&prototype, row->builtin->prototype);
        diag_help(c->diags, c->diags->last, "its prototype is '%s'", prototype.p);
        buf_free(&prototype);
        return expr_bad(c, n->at);
    }
    struct expr *e = expr_new(c, EXPR_BUILTIN, row->type->base, n->at);
    e->symbol = &row->symbol;
    struct purpose why = {.kind = FOR_ARGUMENT, .name = s->name, .library = true};
    return finish_args(c, e, args, count, row->type, why) ? array_call(c, e) : expr_bad(c, n->at);
}

/* ---- calls ---- */

static struct expr *call_through(struct checker *c, const struct node *n, struct expr *callee,
                                 struct expr **args, uint32_t count)
{
    const struct type *f = callee->type->kind == TYPE_POINTER ? callee->type->base : callee->type;
    if (callee->type->kind == TYPE_POINTER && callee->type->member_of) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, n->call.callee->at, "'%s' is called without an object",
                       type_quoted(c, callee->type));
        diag_help(c->diags, d, "write (object.*pointer)(arguments)");
        return expr_bad(c, n->at);
    }
    if (f->kind != TYPE_FUNCTION) {
        diag_error(c->diags, DIAG_TYPE, n->call.callee->at, "'%s' cannot be called",
                   type_quoted(c, callee->type));
        return expr_bad(c, n->at);
    }
    const char *name =
        n->call.callee->kind == NODE_NAME ? n->call.callee->name->text : "the function";
    struct span note = {0};
    if (!count_fits(f, count)) {
        wrong_count(c, name, f, count, n->at, note);
        return expr_bad(c, n->at);
    }
    struct expr *e = expr_new(c, EXPR_CALL, type_plain(f->base), n->at);
    e->left = callee;
    struct purpose why = {.kind = FOR_ARGUMENT, .name = name, .note = note};
    if (!finish_args(c, e, args, count, f, why))
        return expr_bad(c, n->at);
    if (!type_is_reference(f->base))
        return e;
    e->type = f->base;
    return expr_deref(c, e, n->at);
}

static struct expr *device_called(struct checker *c, const struct node *n, const struct symbol *s)
{
    struct diag *d;
    if (s->kind == SYMBOL_KERNEL) {
        d = diag_error(c->diags, DIAG_TYPE, n->at, "kernel '%s' is launched, not called", s->name);
        diag_help(c->diags, d, "write %s<<<blocks, threads>>>(...)", s->name);
    } else {
        d = diag_error(c->diags, DIAG_TYPE, n->at,
                       "'%s' is a device function: the host cannot call it", s->name);
        diag_help(c->diags, d, "declare it '__host__ __device__' to use it on both sides");
    }
    diag_note(c->diags, d, s->at, "'%s' is declared here", s->name);
    return expr_bad(c, n->at);
}

/* x[0] is where x is, by which the runtime knows a variable. */
static const struct node *whole_variable(const struct node *n)
{
    while (n->kind == NODE_INDEX && n->count == 1 && n->list[0]->kind == NODE_INTEGER &&
           !n->list[0]->integer)
        n = n->index.object;
    return n;
}

/* __device__ constexpr int table[]: the host's object is no variable of the device, but has the name of one. */
static struct symbol *table_of_device(struct checker *c, const struct symbol *table,
                                      const struct node *n)
{
    struct symbol *s = symbol_new(c, SYMBOL_DEVICE, table->name, table->type, table->at);
    s->storage = STORAGE_SESSION;
    s->full_name = decl_name(c, n->name)->text;
    return s;
}

/* A device-side name as an argument. API calls take it as it is; a managed variable is passed so only to the
 * ...Symbol calls. */
static struct expr *device_argument(struct checker *c, const struct node *n, const char *callee)
{
    const struct node *inner = n;
    while (inner->kind == NODE_CAST && strstr(callee, "Symbol")) /* (const char *) name */
        inner = inner->cast.operand;
    inner = inner->kind == NODE_UNARY && inner->op == TOKEN_AMP ? inner->unary.operand : inner;
    inner = strstr(callee, "Symbol") ? whole_variable(inner) : inner;
    struct symbol *s = inner->kind == NODE_NAME && inner->name ? scope_try_node(c, inner) : NULL;
    if (s && s->kind == SYMBOL_VARIABLE && s->elements && strstr(callee, "Symbol") &&
        !strstr(callee, "ToSymbol")) /* there it is what is copied */
        s = table_of_device(c, s, inner);
    if (!s || s->kind != SYMBOL_DEVICE || ((s->managed || s->known) && !strstr(callee, "Symbol")))
        return NULL;
    scope_mention(c, s);
    s->used = true;
    struct expr *e =
        expr_new(c, EXPR_FUNCTION, type_pointer(c->arena, type_basic(TYPE_VOID)), n->at);
    e->symbol = s;
    return e;
}

/* A scalar function that the device has too, called with arrays. */
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

/* The arguments of a library function, which may include device-side names. */
static bool library_args(struct checker *c, const struct node *n, const char *callee,
                         struct call_args *out)
{
    struct arg_list args = {0};
    for (uint32_t i = 0; i < n->count; i++) {
        struct expr *e = device_argument(c, n->list[i], callee);
        if (e)
            VEC_PUSH(&args.at, e);
        else
            args_add(c, &args, n->list[i]);
    }
    return args_end(c, &args, out);
}

static struct expr *construct_called(struct checker *c, const struct node *n, const struct type *t)
{
    struct node type = {.kind = NODE_CONSTRUCT, .at = n->at, .list = n->list, .count = n->count};
    return t->kind == TYPE_ERROR ? expr_bad(c, n->at) : construct_value(c, &type, t);
}

static struct expr *call_object(struct checker *c, struct expr *object, const struct node *n,
                                const struct call_args *given)
{
    struct expr *e = call_method(c, object, "operator()", given->at, given->n, n->at);
    if (e)
        return e;
    const struct class_info *info = type_plain(object->type)->class;
    struct diag *d = diag_error(c->diags, DIAG_TYPE, n->call.callee->at,
                                info && info->for_kernels ? "only device code can call this lambda"
                                                          : "'%s' cannot be called",
                                type_quoted(c, object->type));
    if (info && info->for_kernels)
        diag_help(c->diags, d, "declare it __host__ __device__");
    return expr_bad(c, n->at);
}

/* The candidates of a call by name: the functions of s and those found by argument-dependent lookup. For a member
 * function the object is *this. */
static void gather_named(struct checker *c, const struct node *n, struct symbol *s,
                         struct call_args *given, symbol_vec *out)
{
    const struct node *name = n->call.callee;
    overload_gather(out, s);
    bool method = out->n && out->at[0]->member;
    if (!method && !name->id.scope && name->op != TOKEN_SCOPE)
        overload_gather_beside(c, out, s, name->name, given);
    if (method && (c->this || c->closure))
        given->object = expr_deref(c, c->this ? c->this : c->closure, n->at);
}

/* A call of the functions with that name, including those found by argument-dependent lookup. NULL: none fits, and
 * the C library has functions with that name. */
static struct expr *call_named(struct checker *c, const struct node *n, struct symbol *s,
                               struct call_args *given)
{
    const struct node *name = n->call.callee, *written = name->flags & FLAG_ARGS ? name : NULL;
    bool library = (!name->id.scope || name->flags & FLAG_STD) && name->name->builtin_count,
         ambiguous;
    symbol_vec all = {0};
    gather_named(c, n, s, given, &all);
    bool none = library && !overload_choose_quietly(c, &all, given, written, &ambiguous);
    struct symbol *chosen =
        none ? NULL : overload_choose(c, &all, given, written, name->name->text, n->at);
    VEC_FREE(&all);
    if (!chosen)
        return none ? NULL : expr_bad(c, n->at);
    if (chosen->member && !chosen->member->is_static && !given->object) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' is called without an object", chosen->name);
        return expr_bad(c, n->at);
    }
    struct expr *e = call_symbol(c, chosen, given, n->at);
    if (name->id.scope && !expr_is_bad(e)) /* Base::f() is not a virtual call */
        (e->kind == EXPR_DEREF ? e->left : e)->virtual_slot = 0;
    return e;
}

static struct expr *call_builtin(struct checker *c, const struct node *n, struct symbol *s,
                                 struct call_args *given)
{
    symbol_vec all = {0};
    if (n->call.callee->op != TOKEN_SCOPE)
        overload_gather_for(c, &all, n->call.callee->name, given);
    bool ambiguous;
    struct symbol *better = all.n && !n->call.callee->id.scope
                                ? overload_choose_quietly(c, &all, given, NULL, &ambiguous)
                                : NULL;
    VEC_FREE(&all);
    if (better) /* a library class has its own */
        return call_symbol(c, better, given, n->at);
    struct expr *manipulated =
        given->n == 1 && is_stream(given->at[0])
            ? stream_manipulated(c, library_row(c->l, n->call.callee->name->builtin), given->at[0],
                                 n->at)
            : NULL;
    if (manipulated)
        return manipulated;
    return call_library(c, n, s, given->at, given->n);
}

static bool names_function(const struct symbol *s)
{
    return s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_SET ||
           (s->kind == SYMBOL_TEMPLATE && !s->template->is_class && !is_variable_template(s));
}

static bool names_class(const struct symbol *s)
{
    return s->kind == SYMBOL_TYPE || (s->kind == SYMBOL_TEMPLATE && s->template->is_class);
}

/* Base::operator=(x) in a member function, if the class has no operator of its own: it copies. NULL: the call is another. */
static struct expr *assign_base(struct checker *c, const struct node *n)
{
    const struct node *name = n->call.callee;
    if (!name->id.scope || strcmp(name->name->text, "operator=") || n->count != 1 || !c->this)
        return NULL;
    const struct type *class = NULL;
    bool bad = false;
    scope_lookup_node(c, name, &bad, &class);
    if (bad || !class)
        return NULL;
    struct expr *object = expr_deref(c, this_expr(c, n->at), n->at);
    return assign_to(c, qualified_object(c, object, class), n->list[0], n->at);
}

static struct expr *call_name(struct checker *c, const struct node *n, struct symbol *s)
{
    const struct node *name = n->call.callee;
    struct call_args given = {0};
    struct expr *assigned = s ? NULL : assign_base(c, n);
    if (assigned)
        return assigned;
    if (s && names_class(s)) {
        struct node type = *name;
        type.kind = NODE_TYPE_NAME;
        return construct_called(c, n, resolve_type(c, &type));
    }
    bool library = s && s->kind == SYMBOL_BUILTIN;
    if (library && names_derivative(s))
        return check_derivative(c, n, s);
    bool good =
        library ? library_args(c, n, s->name, &given) : check_args(c, n->list, n->count, &given);
    if (!s) { /* found by argument-dependent lookup, or not at all */
        symbol_vec all = {0};
        if (good && !name->id.scope)
            overload_gather_for(c, &all, name->name, &given);
        bool found = all.n > 0;
        VEC_FREE(&all);
        struct symbol *implicit = found ? NULL : implicit_function(c, name);
        if (implicit)
            return good ? call_symbol(c, implicit, &given, n->at) : expr_bad(c, n->at);
        if (!found)
            return unknown_name(c, name, true);
        return call_named(c, n, NULL, &given);
    }
    if (!good)
        return expr_bad(c, n->at);
    if (library)
        return call_builtin(c, n, s, &given);
    if (s->kind == SYMBOL_FUNCTION && c->dialect->old_declarations && !s->member)
        return call_symbol(c, s, &given, n->at);
    if ((s->kind == SYMBOL_DEVICE || s->kind == SYMBOL_FUNCTION) && maps(c, s, given.at, given.n))
        return lifted_call(c, s, given.at, given.n, n->at, n->call.callee->at);
    if (s->kind == SYMBOL_DEVICE && s->derivative)
        return derivative_call(c, s, given.at, given.n, n->at, n->call.callee->at);
    if (c->unevaluated && s->kind == SYMBOL_DEVICE && s->type && s->type->kind == TYPE_FUNCTION)
        return expr_new(c, EXPR_CONVERT, s->type->base, n->at); /* of its result's type */
    if (s->kind == SYMBOL_KERNEL || s->kind == SYMBOL_DEVICE)
        return device_called(c, n, s);
    struct expr *e = call_named(c, n, s, &given);
    if (e)
        return e;
    if (list_is_bad(c, &given))
        return expr_bad(c, n->at);
    struct library_row *row = library_row(c->l, name->name->builtin);
    return call_library(c, n, &row->symbol, given.at, given.n);
}

/* (object.*pointer)(arguments): ({ the object and the pointer, once; the call }). NULL: it is another call. */
static struct expr *call_pointed(struct checker *c, const struct node *n)
{
    stmt_vec list = {0}, *out = c->out;
    struct expr *object = NULL;
    struct call_args given = {0};
    c->out = &list;
    c->depth++;
    struct expr *method = pointed_method(c, n->call.callee, &object);
    c->depth--;
    c->out = out;
    if (!method || expr_is_bad(method) || !check_args(c, n->list, n->count, &given)) {
        VEC_FREE(&list);
        return method ? expr_bad(c, n->at) : NULL;
    }
    if (!object) {
        VEC_FREE(&list);
        return method->type->kind == TYPE_STRUCT
                   ? call_object(c, method, n, &given)
                   : call_through(c, n, convert_rvalue(c, method), given.at, given.n);
    }
    struct expr **args = ARENA_ARRAY(c->arena, struct expr *, given.n + 1);
    args[0] = object;
    for (uint32_t i = 0; i < given.n; i++)
        args[i + 1] = given.at[i];
    struct expr *call = call_through(c, n, method, args, given.n + 1);
    struct expr *value = call->kind == EXPR_DEREF ? call->left : call;
    struct expr *e = expr_new(c, EXPR_STATEMENTS, value->type, n->at);
    e->left = value->type->kind == TYPE_VOID ? NULL : value;
    if (!e->left) {
        struct stmt *s = stmt_new(c, STMT_EXPR, n->at);
        s->expr = value;
        VEC_PUSH(&list, s);
    }
    e->body = block_of(c, &list, n->at);
    if (expr_is_bad(call))
        return call;
    return call == value ? e : expr_deref(c, e, n->at);
}

static struct expr *call_of(struct checker *c, const struct node *n)
{
    const struct node *name = n->call.callee;
    bool grouped = name->flags & FLAG_GROUPED;
    if (name->kind == NODE_NAME && name->name && (!grouped || name->id.scope)) {
        bool failed;
        struct symbol *s = scope_lookup_node(c, name, &failed, NULL);
        if (failed)
            return expr_bad(c, n->at);
        if (!s || names_function(s) || names_class(s) || s->kind == SYMBOL_BUILTIN ||
            s->kind == SYMBOL_KERNEL || s->kind == SYMBOL_DEVICE)
            return call_name(c, n, s);
    }
    struct expr *callee = call_pointed(c, n);
    if (callee)
        return callee;
    if (names_vmap(c, name))
        return check_vmap(c, n);
    if (name->kind == NODE_MEMBER && name->name) {
        callee = check_method_call(c, n);
        if (callee)
            return callee;
    }
    callee = check_expr(c, name);
    struct call_args given = {0};
    if (!check_args(c, n->list, n->count, &given) || expr_is_bad(callee))
        return expr_bad(c, n->at);
    if (callee->kind == EXPR_FUNCTION && callee->symbol->derivative)
        return derivative_call(c, callee->symbol, given.at, given.n, n->at, name->at);
    if (callee->type->kind == TYPE_STRUCT)
        return call_object(c, callee, n, &given);
    callee = convert_rvalue(c, callee);
    return expr_is_bad(callee) ? callee : call_through(c, n, callee, given.at, given.n);
}

struct expr *check_call(struct checker *c, const struct node *n)
{
    struct span outer = c->paren;
    c->paren = n->name_at;
    struct expr *e = call_of(c, n);
    c->paren = outer;
    return e;
}

/* ---- T(...) and T{...} ---- */

static struct expr *construct_value(struct checker *c, const struct node *n, const struct type *t)
{
    if (is_dim3(c, t)) {
        struct expr **args = ARENA_ARRAY(c->arena, struct expr *, n->count);
        for (uint32_t i = 0; i < n->count; i++) {
            args[i] = check_value(c, n->list[i]);
            if (expr_is_bad(args[i]))
                return args[i];
        }
        if (n->count == 1 && is_dim3(c, args[0]->type))
            return args[0];
        return make_dim3(c, args, n->count, n->at);
    }
    bool braces = n->flags & FLAG_BRACES;
    if (type_is_class(t) || (braces && n->count) || (!n->count && t->kind != TYPE_VOID))
        return construct_from_list(c, t, n, braces, n->at);
    if (n->count == 1) {
        struct call_args one = {0};
        if (!check_args(c, n->list, 1, &one))
            return expr_bad(c, n->at);
        if (one.n == 1)
            return convert_cast(c, one.at[0], t, n->at);
        if (!one.n) { /* an empty pack */
            struct node *none = ARENA_NEW(c->arena, struct node);
            *none = *n;
            none->count = 0;
            return construct_from_list(c, t, none, braces, n->at);
        }
    }
    if (!type_is_scalar(t)) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, n->at, "'%s' has no constructor that takes %u value%s",
                       type_quoted(c, t), n->count, plural(n->count));
        diag_help(c->diags, d, "use %s{...} with the members in order", type_quoted(c, t));
    } else {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' takes one value, not %u", type_quoted(c, t),
                   n->count);
    }
    return expr_bad(c, n->at);
}

/* Class(a, b) with class template argument deduction. NULL: Class is not a template to deduce. */
static const struct type *deduced_class(struct checker *c, const struct node *n)
{
    struct template *t = template_to_deduce(c, n->construct.type);
    struct call_args given = {0};
    if (!t)
        return NULL;
    if (!check_args(c, n->list, n->count, &given))
        return type_basic(TYPE_ERROR);
    const struct type *type = deduce_class(c, t, &given, n->flags & FLAG_BRACES, n->at);
    deduced_from(c, n->list, n->count, &given);
    return type;
}

struct expr *check_construct(struct checker *c, const struct node *n)
{
    const struct type *t = deduced_class(c, n);
    if (!t)
        t = resolve_complete(c, n->construct.type, "a value");
    return t->kind == TYPE_ERROR ? expr_bad(c, n->at) : construct_value(c, n, t);
}
