/* SPDX-License-Identifier: Apache-2.0 */
/* k<<<grid, block, shared, stream>>>(args). The arguments of a kernel template are read or deduced here too, so that its parameters
 * have types that the arguments are converted to (template/kernel_template.c). */
#include "lang/check/core/rules.h"

#include <string.h>

#include "lang/check/class/check_classes.h"
#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/template/check_templates.h"

static const char *plural(uint32_t n)
{
    return n == 1 ? "" : "s";
}

static struct expr *check_extent(struct checker *c, const struct node *n, const char *what)
{
    if (n->kind == NODE_INIT_LIST) {
        struct expr *parts[4];
        uint32_t count = n->count < 4 ? n->count : 4;
        for (uint32_t i = 0; i < count; i++) {
            parts[i] = check_value(c, n->list[i]);
            if (expr_is_bad(parts[i]))
                return parts[i];
        }
        return make_dim3(c, parts, n->count, n->at);
    }
    struct expr *e = check_value(c, n);
    if (expr_is_bad(e) || is_dim3(c, e->type))
        return e;
    if (type_is_integer(e->type))
        return convert_to(c, e, convert_promoted_value(e));
    if (type_is_floating(e->type)) /* as for dim3's constructor */
        return convert_to(c, e, type_basic(TYPE_UINT));
    diag_error(c->diags, DIAG_TYPE, e->at,
               "the %s of a launch must be an integer or a dim3, not '%s'", what,
               type_quoted(c, e->type));
    return expr_bad(c, e->at);
}

/* An object that converts to a stream is accepted as one. */
static struct expr *stream_of(struct checker *c, struct expr *e)
{
    const struct symbol *stream = name_cstr(&c->l->names, "cudaStream_t")->ordinary;
    bool converts = type_is_class(e->type) && stream && stream->kind == SYMBOL_TYPE;
    struct expr *made = converts ? user_converted(c, e, stream->type, false) : NULL;
    return convert_rvalue(c, made ? made : e);
}

static bool configure(struct checker *c, const struct node *n, struct launch *l)
{
    const struct node *config = n->launch.configuration;
    if (config->count < 2 || config->count > 4) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, config->at,
                       "a launch configuration has 2 to 4 values, not %u", config->count);
        diag_help(c->diags, d,
                  "write <<<blocks, threads>>> or <<<blocks, threads, shared bytes, stream>>>");
        return false;
    }
    l->grid = check_extent(c, config->list[0], "grid");
    l->block = check_extent(c, config->list[1], "block");
    bool good = !expr_is_bad(l->grid) && !expr_is_bad(l->block);
    if (config->count > 2) {
        struct purpose why = {.kind = FOR_INIT, .name = "the shared memory"};
        l->shared =
            convert_implicit(c, check_expr(c, config->list[2]), type_basic(TYPE_ULONG), &why);
        good &= !expr_is_bad(l->shared);
    }
    if (config->count > 3) {
        l->stream = stream_of(c, check_expr(c, config->list[3]));
        if (!expr_is_bad(l->stream) && l->stream->type->kind != TYPE_POINTER &&
            !is_null_constant(l->stream)) {
            diag_error(c->diags, DIAG_TYPE, l->stream->at,
                       "the stream of a launch must be a cudaStream_t, not '%s'",
                       type_quoted(c, l->stream->type));
            return false;
        }
        good &= !expr_is_bad(l->stream);
    }
    return good;
}

static struct expr *array_argument(struct checker *c, struct expr *e, const struct type *want,
                                   const struct kernel *k, const struct kernel_param *p,
                                   unsigned index)
{
    const struct type *element = type_plain(e->type->base);
    struct str named;
    uint32_t rank = param_view(p, &named);
    bool fits = !rank || element->kind == TYPE_ANY ||
                (rank == e->type->rank && str_eq(named, type_quoted(c, element)));
    if (want->kind == TYPE_OPAQUE && fits)
        return e;
    if (want->kind == TYPE_POINTER &&
        (want->base->kind == TYPE_VOID || type_same(want->base, e->type->base)))
        return e;
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, e->at, "%s",
                   type_wrong_argument(&c->diags->arena, index, "kernel ", k->name, want, e->type));
    diag_note(c->diags, d, p->at, "the parameter is declared here");
    if (rank)
        diag_help(c->diags, d, "a view<T, N> needs an array of T of rank N");
    else if (want->kind == TYPE_POINTER)
        diag_help(c->diags, d, "declare the array as 'device %s', or copy it to such an array",
                  type_quoted(c, type_plain(want->base)));
    else if (type_is_arithmetic(want))
        diag_help(c->diags, d, "pass one element, x[i]");
    return expr_bad(c, e->at);
}

/* Whether an array is a variable's own. Behind a pointer it may be managed memory. */
static bool is_of_variable(const struct expr *e)
{
    while (e->kind == EXPR_MEMBER || e->kind == EXPR_DEREF) {
        bool behind = e->kind == EXPR_DEREF;
        e = e->left;
        if (behind && e->kind == EXPR_POINTER_ADD)
            e = e->left;
        if (behind && e->kind != EXPR_DECAY)
            return false;
        e = behind ? e->left : e;
    }
    return true;
}

static struct expr *launch_argument(struct checker *c, struct expr *e, const struct type *want,
                                    const struct kernel *k, unsigned i)
{
    const struct kernel_param *p = k->params + i;
    if (expr_is_bad(e))
        return e;
    if (e->type->kind == TYPE_DEVICE_ARRAY)
        return array_argument(c, e, want, k, p, i + 1);
    bool host_array = e->type->kind == TYPE_ARRAY && e->lvalue && is_of_variable(e);
    if (host_array && (want->kind == TYPE_POINTER || want->kind == TYPE_OPAQUE)) {
        const struct type *element = e->type->base;
        while (element->kind == TYPE_ARRAY)
            element = element->base;
        struct diag *d = diag_error(c->diags, DIAG_TYPE, e->at,
                                    "argument %u of kernel '%s' is in host memory", i + 1, k->name);
        diag_note(c->diags, d, p->at,
                  "the kernel reads and writes device memory through this parameter");
        diag_help(c->diags, d, "declare 'device %s x[...]', copy with x = %s, and pass x",
                  type_quoted(c, type_plain(element)),
                  e->kind == EXPR_VARIABLE ? e->symbol->name : "the array");
        return expr_bad(c, e->at);
    }
    if (want->kind == TYPE_OPAQUE && e->kind == EXPR_OVERLOADS) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, e->at,
                       "argument %u of kernel '%s' is an overloaded function", i + 1, k->name);
        diag_help(c->diags, d, "kernels take values and device memory; call one of the functions");
        return expr_bad(c, e->at);
    }
    if (want->kind == TYPE_OPAQUE)
        return convert_rvalue(c, e);
    struct purpose why = {.kind = FOR_ARGUMENT, .name = k->name, .index = i + 1, .note = k->at};
    return convert_implicit(c, e, want, &why);
}

static struct expr *unknown_kernel(struct checker *c, const struct node *n)
{
    const struct node *name = n->launch.callee;
    struct diag *d =
        diag_error(c->diags, DIAG_NAME, name->at, "unknown kernel '%s'", name->name->text);
    struct name_match match = {.wanted = name->name->text};
    for (const struct name *m = diag_is_kept(c->diags, d) ? c->l->names.all : NULL; m; m = m->next)
        if (m->ordinary && m->ordinary->kind == SYMBOL_KERNEL)
            name_match_try(&match, m->text);
    if (name_match_best(&match))
        diag_help(c->diags, d, "did you mean '%s'?", name_match_best(&match));
    return expr_bad(c, n->at);
}

/* s: the symbol of the name before <<<, or NULL if it is not a name. */
static struct expr *not_a_kernel(struct checker *c, const struct node *n, const struct symbol *s,
                                 const struct expr *callee)
{
    struct diag *d;
    if (!s) {
        diag_error(c->diags, DIAG_TYPE, n->launch.callee->at,
                   "'%s' is not a kernel: it cannot be launched", type_quoted(c, callee->type));
        return expr_bad(c, n->at);
    }
    d = diag_error(c->diags, DIAG_TYPE, n->launch.callee->at,
                   "'%s' is not a kernel: it cannot be launched", s->name);
    if (s->at.source)
        diag_note(c->diags, d, s->at, "'%s' is declared here", s->name);
    if (s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_DEVICE)
        diag_help(c->diags, d, "kernels are declared '__global__ void'");
    return expr_bad(c, n->at);
}

/* The parameter types; for a template, those of this launch's instance. */
static bool check_arguments(struct checker *c, const struct node *n, struct launch *l)
{
    const struct kernel *k = l->kernel;
    const struct type **want = ARENA_ARRAY(c->arena, const struct type *, l->arg_count);
    bool good = true;
    for (uint32_t i = 0; i < l->arg_count; i++)
        want[i] = k->params[i].type;
    bool made = k->pattern && !k->instance && make_launch(c, n->launch.callee, l, want);
    if (convert_swapped(c, l->args, want, l->arg_count, "kernel ", k->name))
        return false;
    for (uint32_t i = 0; i < l->arg_count; i++) {
        l->args[i] = launch_argument(c, l->args[i], want[i], k, i);
        good &= !expr_is_bad(l->args[i]);
    }
    if (good && !made && k->template_count && !l->template_args)
        good = deduce_template(c, n, l);
    return good;
}

/* An argument of a launch through a function pointer with a parameter of type `want`; NULL: the pointer does not say. */
static struct expr *pointed_argument(struct checker *c, struct expr *e, const struct type *want,
                                     unsigned index)
{
    struct purpose why = {.kind = FOR_ARGUMENT, .name = "the kernel", .index = index};
    if (expr_is_bad(e) || e->type->kind == TYPE_DEVICE_ARRAY)
        return e;
    if (want)
        return convert_implicit(c, e, want, &why);
    if (e->kind == EXPR_OVERLOADS || e->kind == EXPR_BRACES || e->type->kind == TYPE_VOID) {
        diag_error(c->diags, DIAG_TYPE, e->at, "argument %u of the kernel has no type of its own",
                   index);
        return expr_bad(c, e->at);
    }
    return convert_rvalue(c, e);
}

/* A launch through a pointer: the kernel is known only at run time. */
static struct expr *launch_pointed(struct checker *c, const struct node *n, struct expr *callee)
{
    const struct type *f = callee->type->base;
    struct launch *l = ARENA_NEW(c->arena, struct launch);
    l->callee = callee;
    l->name_at = n->launch.callee->at;
    bool good = configure(c, n, l), typed = f->kind == TYPE_FUNCTION;
    struct call_args given = {0};
    if (!check_args(c, n->list, n->count, &given))
        return expr_bad(c, n->at);
    if (typed && f->param_count != given.n) {
        diag_error(c->diags, DIAG_TYPE, n->at, "these kernels take %u argument%s, not %u",
                   f->param_count, plural(f->param_count), given.n);
        return expr_bad(c, n->at);
    }
    l->args = given.at;
    l->arg_count = given.n;
    for (uint32_t i = 0; i < given.n; i++) {
        l->args[i] = pointed_argument(c, l->args[i], typed ? f->params[i].type : NULL, i + 1);
        good &= !expr_is_bad(l->args[i]);
    }
    struct expr *e = expr_new(c, EXPR_LAUNCH, type_basic(TYPE_VOID), n->at);
    e->launch = l;
    return good ? e : expr_bad(c, n->at);
}

/* The symbol of the kernel that an expression before <<< names, or NULL; *out: the expression. */
static struct symbol *kernel_meant(struct checker *c, const struct node *n, struct expr **out)
{
    struct expr *e = convert_rvalue(c, check_expr(c, n));
    while (e->kind == EXPR_DEREF && e->type->kind == TYPE_FUNCTION)
        e = convert_rvalue(c, e->left);
    *out = e;
    return e->kind == EXPR_FUNCTION && e->symbol->kind == SYMBOL_KERNEL ? e->symbol : NULL;
}

static bool points_to_kernels(const struct expr *e)
{
    const struct type *t = e->type;
    return t->kind == TYPE_POINTER &&
           ((t->base->kind == TYPE_FUNCTION && t->base->base->kind == TYPE_VOID) ||
            t->base->kind == TYPE_VOID) &&
           e->kind != EXPR_FUNCTION;
}

/* Omitted arguments take the defaults of the kernel's declaration. */
static bool add_defaults(struct checker *c, const struct kernel *k, struct call_args *args)
{
    enum { DEFAULTS_MAX = 8 }; /* a default may launch a kernel, and that one this */

    struct expr **all = ARENA_ARRAY(c->arena, struct expr *, k->param_count + 1);
    bool good = c->kernel_defaults < DEFAULTS_MAX || args->n == k->param_count;
    if (!good)
        diag_error(c->diags, DIAG_TYPE, k->at, "the default arguments of '%s' depend on themselves",
                   k->name);
    c->kernel_defaults++;
    for (uint32_t i = 0; i < k->param_count && good; i++) {
        const struct node *value = k->params[i].value;
        all[i] = i < args->n ? args->at[i] : check_expr(c, value);
        good = !expr_is_bad(all[i]);
    }
    c->kernel_defaults--;
    args->at = all;
    args->n = k->param_count;
    return good;
}

static bool takes(const struct kernel *k, uint32_t count)
{
    return count == k->param_count || (count < k->param_count && k->params[count].value);
}

/* An overloaded kernel, and how it takes the arguments of a launch. */
struct kernel_candidate {
    struct symbol *symbol;
    struct conversion_sequence *sequences;
    bool deduced; /* of a template: its arguments can be deduced, which std::enable_if prevents */
};

/* NULL: the arguments do not fit. A template's parameter of unknown type takes any. */
static struct conversion_sequence *kernel_takes(struct checker *c, const struct node *n,
                                                const struct kernel *k,
                                                const struct call_args *given)
{
    if (!takes(k, given->n) || (n->text.n && !k->template_count))
        return NULL;
    struct conversion_sequence *s = ARENA_ARRAY(c->arena, struct conversion_sequence, given->n + 1);
    for (uint32_t i = 0; i < given->n; i++) {
        s[i] = conversion_of(c, given->at[i], k->params[i].type, CONVERSION_IMPLICIT);
        if (!conversion_viable(s + i))
            return NULL;
    }
    return s;
}

/* C++17 16.3.3: by the arguments, else a kernel before a template. */
static bool kernel_is_better(const struct kernel_candidate *a, const struct kernel_candidate *b,
                             uint32_t n)
{
    enum conversion_order order = conversions_compare(a->sequences, b->sequences, n);
    bool templates = a->symbol->kernel->template_count && b->symbol->kernel->template_count;
    if (templates && a->deduced != b->deduced)
        return a->deduced;
    bool plain = !a->symbol->kernel->template_count && b->symbol->kernel->template_count;
    return order == ORDER_BETTER || (order == ORDER_LEVEL && plain);
}

typedef VEC(struct kernel_candidate) kernel_vec;

/* false, after a diag: another kernel takes some argument better than the best one does. */
static bool is_unrivalled(struct checker *c, const struct node *n, const kernel_vec *all,
                          const struct kernel_candidate *best, uint32_t count)
{
    VEC_EACH (one, all) {
        bool templates =
            one->symbol->kernel->template_count || best->symbol->kernel->template_count;
        if (templates || conversions_compare(one->sequences, best->sequences, count) != ORDER_MIXED)
            continue;
        struct diag *d = diag_error(c->diags, DIAG_TYPE, n->at, "this launch of '%s' is ambiguous",
                                    best->symbol->kernel->name);
        diag_note(c->diags, d, best->symbol->kernel->at, "this one fits");
        diag_note(c->diags, d, one->symbol->kernel->at, "this one fits");
        return false;
    }
    return true;
}

/* Chooses among kernels of one name: the one whose parameters fit best, or else the one with that many parameters.
 * NULL: a diag was recorded. */
static struct symbol *choose_kernel(struct checker *c, const struct node *n, struct symbol *s,
                                    const struct call_args *given)
{
    kernel_vec all = {0};
    struct kernel_candidate best = {0};
    struct symbol *alike = NULL;
    if (!s->kernel->overload)
        return s;
    for (struct symbol *k = s; k; k = k->kernel->overload) {
        struct kernel_candidate one = {k, kernel_takes(c, n, k->kernel, given)};
        one.deduced = one.sequences && k->kernel->template_count &&
                      kernel_deduces(c, k->kernel, n->launch.callee, given);
        if (one.sequences)
            VEC_PUSH(&all, one);
        if (!alike && takes(k->kernel, given->n))
            alike = k;
    }
    VEC_EACH (one, &all)
        if (!best.symbol || kernel_is_better(one, &best, given->n))
            best = *one;
    struct symbol *chosen = best.symbol ? best.symbol : alike ? alike : s;
    if (best.symbol && !is_unrivalled(c, n, &all, &best, given->n))
        chosen = NULL;
    VEC_FREE(&all);
    return chosen;
}

/* CUDA C++ Programming Guide, "__global__ function parameters": they cannot be references. */
static bool takes_values(struct checker *c, const struct kernel *k)
{
    for (uint32_t i = 0; i < k->param_count; i++) {
        struct span at = k->params[i].at;
        struct str text = span_text(c->l->sources, at);
        const char *value = memchr(text.p, '=', text.n), *inside = memchr(text.p, '(', text.n);
        text.n = value ? (size_t) (value - text.p) : inside ? (size_t) (inside - text.p) : text.n;
        if (!memchr(text.p, '&', text.n))
            continue;
        struct diag *d = diag_error(c->diags, DIAG_TYPE, at,
                                    "a parameter of kernel '%s' is a reference", k->name);
        diag_help(c->diags, d, "pass a pointer to device memory, or the value itself");
        return false;
    }
    return true;
}

static struct expr *launch_named(struct checker *c, const struct node *n, struct symbol *s)
{
    struct launch *l = ARENA_NEW(c->arena, struct launch);
    struct call_args given = {0};
    l->name_at =
        n->launch.callee->name_at.source ? n->launch.callee->name_at : n->launch.callee->at;
    bool good = configure(c, n, l);
    if (!check_args(c, n->list, n->count, &given))
        return expr_bad(c, n->at);
    s = choose_kernel(c, n, s, &given);
    if (!s)
        return expr_bad(c, n->at);
    struct kernel *k = kernel_with_pack(c, s->kernel, n->launch.callee, &given);
    l->kernel = k;
    l->template_args = k->instance ? k->instance
                       : n->text.n ? arena_strndup(c->arena, n->text.p, n->text.n)
                                   : NULL;
    if (l->template_args && !k->template_count) {
        diag_note(c->diags,
                  diag_error(c->diags, DIAG_TYPE, n->launch.callee->at,
                             "kernel '%s' is not a template", k->name),
                  k->at, "'%s' is defined here", k->name);
        good = false;
    }
    if (!takes(k, given.n)) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, n->at, "kernel '%s' takes %u argument%s, not %u",
                       k->name, k->param_count, plural(k->param_count), given.n);
        diag_note(c->diags, d, k->at, "'%s' is defined here", k->name);
        return expr_bad(c, n->at);
    }
    if (!add_defaults(c, k, &given) || !takes_values(c, k))
        return expr_bad(c, n->at);
    l->args = given.at;
    l->arg_count = given.n;
    good &= check_arguments(c, n, l);
    struct expr *e = expr_new(c, EXPR_LAUNCH, type_basic(TYPE_VOID), n->at);
    e->launch = l;
    e->symbol = s;
    return good ? e : expr_bad(c, n->at);
}

struct expr *check_launch(struct checker *c, const struct node *n)
{
    bool failed = false, named = n->launch.callee->kind == NODE_NAME;
    if (named && !n->launch.callee->name)
        return expr_bad(c, n->at);
    struct symbol *s = named ? scope_lookup_node(c, n->launch.callee, &failed, NULL) : NULL;
    if (failed)
        return expr_bad(c, n->at);
    if (named && !s)
        return unknown_kernel(c, n);
    if (s && s->kind != SYMBOL_KERNEL && !n->launch.callee->id.scope) {
        struct symbol *beside = scope_lookup(c, kernel_beside(c, n->launch.callee->name));
        s = beside ? beside : s;
    }
    if (s && s->kind == SYMBOL_KERNEL)
        return launch_named(c, n, s);
    if (s && s->kind != SYMBOL_VARIABLE && s->kind != SYMBOL_FIELD && s->kind != SYMBOL_CONSTANT)
        return not_a_kernel(c, n, s, NULL);
    struct expr *callee;
    struct symbol *meant = kernel_meant(c, n->launch.callee, &callee);
    if (expr_is_bad(callee))
        return expr_bad(c, n->at);
    if (meant)
        return launch_named(c, n, meant);
    return points_to_kernels(callee) ? launch_pointed(c, n, callee) : not_a_kernel(c, n, s, callee);
}
