/* SPDX-License-Identifier: Apache-2.0 */
/* vmap(f)(x, y): a __device__ function along an axis of its arguments. The call becomes one of __vmap(f, axes, x, y). */
#include <string.h>

#include "lang/check/check_arrays.h"
#include "lang/check/check_expression.h"
#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/tree_build.h"

enum { ARGUMENTS_MAX = 8, AXIS_BITS = 4, NOT_MAPPED = 15 };

struct vmap_call {
    struct checker *c;
    const struct node *outer, *inner; /* vmap(f)(x, y) and vmap(f) */
    const struct symbol *of;
    const struct type *type;
    bool writes;             /* f returns void and has a view to write to, its last parameter */
    uint32_t count;          /* arguments */
    int axes[ARGUMENTS_MAX]; /* as asked for; -1: not at all */
    uint32_t axes_given, ranks[ARGUMENTS_MAX]; /* of the parameters: 0 is a number */
    bool mapped;
};

bool names_vmap(struct checker *c, const struct node *n)
{
    bool failed = false;
    const struct node *callee = n->kind == NODE_CALL ? n->call.callee : NULL;
    const struct symbol *s = callee && callee->kind == NODE_NAME && callee->name
                                 ? scope_lookup_node(c, callee, &failed, NULL)
                                 : NULL;
    return s && s->kind == SYMBOL_BUILTIN && !strcmp(s->name, "vmap");
}

static struct expr *wrong(struct vmap_call *v, struct span at, const char *text)
{
    struct diag *d = diag_error(v->c->diags, DIAG_TYPE, at, "%s", text);
    if (v->of)
        diag_note(v->c->diags, d, v->of->at, "'%s' is declared here", v->of->name);
    return expr_bad(v->c, at);
}

static const char *numbered(struct vmap_call *v, const char *format, uint32_t i)
{
    return arena_printf(v->c->arena, format, i + 1, v->of->name);
}

/* vmap(f), vmap(f, 1), vmap(f, {0, -1, 1}): one axis is for all arguments. */
static bool read_axes(struct vmap_call *v)
{
    const struct node *n = v->inner->count > 1 ? v->inner->list[1] : NULL;
    bool list = n && n->kind == NODE_INIT_LIST;
    uint32_t given = list ? n->count : n != NULL;
    if (v->inner->count > 2 || given > ARGUMENTS_MAX) {
        wrong(v, v->inner->at, "vmap takes a function and an axis, or a list of axes");
        return false;
    }
    for (uint32_t i = 0; i < given; i++) {
        struct expr *e = fold_expr(v->c, check_value(v->c, list ? n->list[i] : n));
        if (expr_is_bad(e))
            return false;
        if (e->kind != EXPR_INTEGER || e->integer < -1 || e->integer >= TYPE_RANK_MAX) {
            wrong(v, e->at,
                  "an axis must be a constant from 0 to 3, or -1: the same for all places");
            return false;
        }
        v->axes[i] = (int) e->integer;
    }
    v->axes_given = list ? given : 0;
    for (uint32_t i = 1; i < ARGUMENTS_MAX && n && !list; i++)
        v->axes[i] = v->axes[0];
    return true;
}

static bool read_function(struct vmap_call *v)
{
    bool failed = false;
    const struct node *n = v->inner->count ? v->inner->list[0] : NULL;
    const struct symbol *s =
        n && n->kind == NODE_NAME && n->name ? scope_lookup_node(v->c, n, &failed, NULL) : NULL;
    bool good = s && (s->kind == SYMBOL_DEVICE || s->kind == SYMBOL_FUNCTION) && s->type &&
                s->type->kind == TYPE_FUNCTION;
    if (!good) {
        wrong(v, n ? n->at : v->inner->at,
              "the first argument of 'vmap' must be the name of a __device__ function");
        return false;
    }
    v->of = s;
    v->type = s->type;
    v->writes = v->type->base->kind == TYPE_VOID;
    v->count = v->type->param_count - (v->writes && v->type->param_count);
    scope_mention(v->c, (struct symbol *) s);
    if (v->count > ARGUMENTS_MAX || !v->count) {
        wrong(v, n->at, "vmap needs a function of 1 to 8 arguments");
        return false;
    }
    return true;
}

/* The rank of a parameter, 0: a number. Its elements' type is in *out_element. -1: after a diag. */
static int param_rank(struct vmap_call *v, uint32_t i, struct str *out_element)
{
    const struct type *t = v->type->params[i].type;
    struct kernel_param p = {.type = t};
    uint32_t rank = param_view(&p, out_element);
    if (rank || type_is_arithmetic(t))
        return (int) rank;
    wrong(v, v->inner->list[0]->at,
          numbered(v, "parameter %u of '%s' is neither a number nor a view", i));
    return -1;
}

/* An array for a view, or for a number that differs from place to place. */
static struct expr *take_array(struct vmap_call *v, struct expr *e, uint32_t i, uint32_t rank,
                               struct str element)
{
    uint32_t given = e->type->rank;
    bool can_map = given == rank + 1, fits = can_map || (rank && given == rank);
    if (!fits)
        return wrong(
            v, e->at,
            numbered(v,
                     rank ? "argument %u of vmap(%s) needs the rank of its view, or one more"
                          : "argument %u of vmap(%s) must be a number or an array of rank 1",
                     i));
    if (v->axes[i] >= (int) given)
        return wrong(v, e->at, numbered(v, "argument %u of vmap(%s) has no such axis", i));
    if (!can_map && v->axes_given && v->axes[i] >= 0)
        return wrong(v, e->at,
                     numbered(v, "argument %u of vmap(%s) has no axis more than its view", i));
    if (can_map && v->axes[i] < 0)
        return wrong(v, e->at,
                     numbered(v, "argument %u of vmap(%s) has an axis more than its view", i));
    v->axes[i] = can_map ? v->axes[i] : -1;
    v->mapped |= can_map;
    if (!rank)
        return array_retyped(v->c, e, type_plain(v->type->params[i].type));
    if (!str_eq(element, type_quoted(v->c, type_plain(e->type->base))))
        return wrong(
            v, e->at,
            numbered(v, "argument %u of vmap(%s) has elements of another type than its view", i));
    return e;
}

static struct expr *take_argument(struct vmap_call *v, struct expr *e, uint32_t i)
{
    struct str element = {0};
    int rank = param_rank(v, i, &element);
    const struct type *t = v->type->params[i].type;
    if (rank < 0 || expr_is_bad(e))
        return expr_bad(v->c, v->outer->at);
    if (e->type->kind == TYPE_DEVICE_ARRAY && e->type->rank && e->type->base->kind != TYPE_ANY)
        return take_array(v, e, i, (uint32_t) rank, element);
    if (rank || !type_is_arithmetic(e->type))
        return wrong(v, e->at, numbered(v, "argument %u of vmap(%s) must be an array", i));
    v->axes[i] = -1;
    return convert_to(v->c, convert_to(v->c, e, t),
                      type_basic(type_is_floating(t) ? TYPE_DOUBLE : TYPE_LONG));
}

/* void f(..., view<T, 1> out): a row of that type for each place. */
static const struct type *written_type(struct vmap_call *v, struct expr *const *args)
{
    struct str element = {0};
    int rank = param_rank(v, v->count, &element);
    for (uint32_t i = 0; i < v->count && rank == 1; i++)
        if (is_array(args[i]) &&
            str_eq(element, type_quoted(v->c, type_plain(args[i]->type->base))))
            return type_plain(args[i]->type->base);
    if (rank >= 0)
        wrong(v, v->inner->list[0]->at,
              "the last parameter of a function that returns void must be a view<T, 1> of the "
              "type of an argument");
    return NULL;
}

struct expr *check_vmap(struct checker *c, const struct node *n)
{
    struct vmap_call v = {.c = c, .outer = n, .inner = n->call.callee};
    struct call_args given = {0};
    if (!read_function(&v) || !read_axes(&v) || !check_args(c, n->list, n->count, &given))
        return expr_bad(c, n->at);
    if (given.n != v.count || (v.axes_given && v.axes_given != v.count))
        return wrong(&v, n->at,
                     arena_printf(c->arena,
                                  "vmap(%s) takes %u arguments, with an axis for each, if at all",
                                  v.of->name, v.count));
    struct expr *args[ARGUMENTS_MAX + 2];
    uint64_t axes = 0;
    for (uint32_t i = 0; i < v.count; i++) {
        args[i + 2] = take_argument(&v, convert_rvalue(c, given.at[i]), i);
        if (expr_is_bad(args[i + 2]))
            return args[i + 2];
        axes |= (uint64_t) (v.axes[i] < 0 ? NOT_MAPPED : v.axes[i]) << AXIS_BITS * i;
    }
    if (!v.mapped)
        return wrong(&v, n->at,
                     "no argument has an axis more than its parameter: call the function itself");
    const struct type *t = v.writes ? written_type(&v, args + 2) : type_plain(v.type->base);
    if (!t || (!v.writes && !type_is_arithmetic(t)))
        return t ? wrong(&v, n->at, "vmap needs a function that returns a number, or void")
                 : expr_bad(c, n->at);
    args[0] = expr_new(c, EXPR_FUNCTION, type_pointer(c->arena, type_basic(TYPE_VOID)), n->at);
    args[0]->symbol = (struct symbol *) v.of;
    args[1] = integer_new(c, type_basic(TYPE_LONG), (int64_t) axes, n->at);
    struct expr *e = library_call(c, "__vmap", args, v.count + 2, n->at);
    e->type = type_device_array(c->arena, t, v.writes ? 2 : 1, false);
    return e;
}
