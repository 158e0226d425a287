/* SPDX-License-Identifier: Apache-2.0 */
/* The template arguments of a launch (C++17 17.8.2.1). If the host can read the template's parameters, it deduces as
 * for any call. Otherwise it has only their text: a parameter written as T, T * or const T & gives T. */
#include "lang/check/template/check_templates.h"

#include <ctype.h>
#include <string.h>

#include "base/vec.h"
#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* Whether the text declares a parameter of type T or of pointers to it, and how many levels of them. */
static bool is_made_of(const char *text, const char *wanted, unsigned *out_stars)
{
    static const char *const qualifiers[] = {"const", "volatile", "__restrict__", "__restrict",
                                             "restrict"};
    bool found = false;
    unsigned words_behind = 0;
    *out_stars = 0;
    for (const char *p = text; *p;) {
        size_t n = 0;
        while (str_is_word(p[n]))
            n++;
        if (!n) {
            if (!isspace((unsigned char) *p) && *p != '*' && *p != '&')
                return false;
            *out_stars += *p++ == '*';
            continue;
        }
        bool qualifier = false;
        for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
            qualifier |= strlen(qualifiers[i]) == n && !strncmp(p, qualifiers[i], n);
        if (!qualifier && !found && strlen(wanted) == n && !strncmp(p, wanted, n))
            found = true;
        else if (!qualifier && (!found || words_behind++))
            return false;
        p += n;
    }
    return found;
}

/* The type below that many pointers; a device array counts as one. NULL: there are fewer. */
static const struct type *behind(const struct type *t, unsigned stars)
{
    for (; stars && t; stars--)
        t = t->kind == TYPE_POINTER || t->kind == TYPE_DEVICE_ARRAY ? t->base : NULL;
    return t && t->kind != TYPE_VOID && t->kind != TYPE_DEVICE_ARRAY ? type_plain(t) : NULL;
}

static const struct type *deduce(const struct launch *l, const char *name)
{
    const struct kernel *k = l->kernel;
    for (uint32_t i = 0; i < k->param_count; i++) {
        const struct kernel_param *p = k->params + i;
        unsigned stars;
        if (p->type->kind != TYPE_OPAQUE || !p->type->name ||
            !is_made_of(p->type->name, name, &stars))
            continue;
        const struct type *t = behind(l->args[i]->type, stars);
        if (t)
            return t;
    }
    return NULL;
}

/* ---- by the rules of C++ ---- */

static void put_value(struct buf *out, const struct template_arg *a)
{
    const struct type *t = type_plain(a->type);
    if (t->kind == TYPE_BOOL)
        buf_puts(out, a->integer ? "true" : "false");
    else if (t->kind == TYPE_ENUM && t->name)
        buf_printf(out, "(%s) %lld", t->name, (long long) a->integer);
    else if (t->kind == TYPE_ULONG || t->kind == TYPE_ULLONG)
        buf_printf(out, "%lluu", (unsigned long long) a->integer);
    else
        buf_printf(out, "%lld", (long long) a->integer);
}

/* The namespace of a function that only the device has, by the place of its definition; or NULL. */
static const char *space_of(const struct checker *c, const struct symbol *s)
{
    for (size_t i = 0; i < c->device.n + c->l->program.count; i++) {
        const struct device_def *d =
            i < c->device.n ? (const struct device_def *) c->device.at[i] /* its first member */
                            : c->l->program.defs[i - c->device.n];
        if (d->name == s->name && d->at.source == s->at.source && d->at.start <= s->at.start &&
            s->at.end <= d->at.end)
            return d->space;
    }
    return NULL;
}

static void put_function(struct checker *c, struct buf *out, const struct symbol *s)
{
    const char *space = s->kind == SYMBOL_DEVICE ? space_of(c, s) : NULL;
    if (space)
        buf_printf(out, "%s::", space);
    buf_puts(out, s->name);
}

static void put_args(struct checker *c, struct buf *out, const struct template_arg *args,
                     uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (args[i].kind == ARG_PACK) {
            put_args(c, out, args[i].pack, args[i].count);
            continue;
        }
        buf_puts(out, out->n ? ", " : "");
        if (args[i].kind == ARG_TYPE)
            type_print_device(out, args[i].type, c->l->libcu);
        else if (args[i].symbol)
            put_function(c, out, args[i].symbol);
        else
            put_value(out, args + i);
    }
}

/* A device array deduces like its address. */
static struct expr *as_pointer(struct checker *c, struct expr *e)
{
    if (e->type->kind != TYPE_DEVICE_ARRAY)
        return e;
    struct expr *p = expr_new(c, EXPR_DECAY, type_pointer(&c->l->arena, e->type->base), e->at);
    p->left = e;
    return p;
}

/* The type of a kernel template's function, as it is written; NULL: the host cannot read it. */
static const struct node *pattern_type(const struct kernel *k)
{
    return k->pattern ? k->pattern->node->template.declaration->function.type : NULL;
}

static bool has_packs(const struct kernel *k)
{
    const struct node *f = pattern_type(k);
    for (uint32_t i = 0; f && i < f->count; i++)
        if (f->list[i]->flags & FLAG_VARIADIC)
            return true;
    return false;
}

/* A parameter of an instance; a pack makes one for each of its elements. */
struct made_param {
    uint32_t from;           /* which parameter of the text it is */
    const struct type *type; /* NULL: the host does not know it, or it is a reference */
};

struct made_params {
    uint32_t text; /* the present parameter of the text */
    VEC(struct made_param) all;
};

static void make_param(struct checker *c, const struct node *p, void *user)
{
    struct made_params *m = user;
    const struct type *type = p->kind == NODE_TYPE_ARRAY
                                  ? type_pointer(c->arena, resolve_type(c, p->derived.base))
                                  : resolve_type(c, p);
    bool known = type->kind != TYPE_ERROR && !type_is_reference(type);
    VEC_PUSH(&m->all, (struct made_param){m->text, known ? type : NULL});
}

/* The caller frees `all`. */
static struct made_params make_params(struct checker *c, const struct template *t,
                                      const struct node *f, const struct template_arg *args)
{
    struct made_params m = {0};
    struct in_template in;
    template_enter(c, t, args, t->node->count, &in);
    for (m.text = 0; m.text < f->count; m.text++) {
        const struct node *p = f->list[m.text];
        if (p->flags & FLAG_VARIADIC)
            pack_expand(c, p->declarator.type, make_param, &m);
        else
            make_param(c, p->declarator.type, &m);
    }
    template_leave(c, &in);
    return m;
}

/* An opaque type becomes what the instance has. */
static void take_type(const struct made_params *m, uint32_t i, const struct type **type)
{
    if (i < m->all.n && (*type)->kind == TYPE_OPAQUE && m->all.at[i].type)
        *type = m->all.at[i].type;
}

/* Which parameter of the text each of a launch's is, where there are packs: by the template's arguments, if they are written or
 * deduced. false: they are not. */
static bool place_params(struct checker *c, const struct kernel *k, const struct node *name,
                         const struct call_args *given, uint32_t *from)
{
    struct template_arg args[TEMPLATE_ARGS_MAX] = {0};
    struct call_args values = {ARENA_ARRAY(c->arena, struct expr *, given->n + 1), given->n, NULL};
    struct made_params m = {0};
    struct attempt attempt;
    for (uint32_t i = 0; i < given->n; i++)
        values.at[i] = as_pointer(c, given->at[i]);
    attempt_begin(c, &attempt);
    bool good = deduce_from(c, k->pattern, pattern_type(k), &values,
                            name->flags & FLAG_ARGS ? name : NULL, args);
    if (good)
        m = make_params(c, k->pattern, pattern_type(k), args);
    attempt_end(c, &attempt);
    good = good && m.all.n == given->n;
    for (uint32_t i = 0; good && i < given->n; i++)
        from[i] = m.all.at[i].from;
    VEC_FREE(&m.all);
    return good;
}

struct kernel *kernel_with_pack(struct checker *c, struct kernel *k, const struct node *name,
                                const struct call_args *given)
{
    uint32_t *from = ARENA_ARRAY(c->arena, uint32_t, given->n + 1);
    if (k->instance || !has_packs(k) || !place_params(c, k, name, given, from))
        return k;
    struct kernel *made = ARENA_NEW(&c->l->arena, struct kernel);
    struct kernel_param *params = ARENA_ARRAY(&c->l->arena, struct kernel_param, given->n + 1);
    *made = *k;
    for (uint32_t i = 0; i < given->n; i++)
        params[i] = k->params[from[i]];
    made->params = params;
    made->param_count = given->n;
    return made;
}

/* Whether the template's result is a type with these arguments: std::enable_if_t<...>. */
static bool has_result(struct checker *c, const struct template *t, const struct node *f,
                       const struct template_arg *args)
{
    struct in_template in;
    template_enter(c, t, args, t->node->count, &in);
    bool good = resolve_type(c, f->derived.base)->kind != TYPE_ERROR;
    template_leave(c, &in);
    return good;
}

bool kernel_deduces(struct checker *c, const struct kernel *k, const struct node *name,
                    const struct call_args *given)
{
    struct template *t = k->pattern;
    struct template_arg args[TEMPLATE_ARGS_MAX] = {0};
    if (!t)
        return false;
    const struct node *f = t->node->template.declaration->function.type;
    struct call_args values = {ARENA_ARRAY(c->arena, struct expr *, given->n + 1), given->n, NULL};
    for (uint32_t i = 0; i < given->n; i++)
        values.at[i] = as_pointer(c, given->at[i]);
    struct attempt attempt;
    attempt_begin(c, &attempt);
    bool good = deduce_from(c, t, f, &values, name->flags & FLAG_ARGS ? name : NULL, args) &&
                has_result(c, t, f, args);
    attempt_end(c, &attempt);
    return good;
}

bool make_launch(struct checker *c, const struct node *name, struct launch *l,
                 const struct type **want)
{
    struct template *t = l->kernel->pattern;
    const struct node *f = t->node->template.declaration->function.type;
    struct template_arg args[TEMPLATE_ARGS_MAX] = {0};
    struct attempt attempt;
    uint32_t count = l->kernel->param_count;
    struct call_args given = {ARENA_ARRAY(c->arena, struct expr *, count), count, NULL};
    bool written = name->flags & FLAG_ARGS;
    if ((f->count != count && !has_packs(l->kernel)) || (l->template_args && !written))
        return false;
    for (uint32_t i = 0; i < count; i++)
        given.at[i] = as_pointer(c, l->args[i]);
    attempt_begin(c, &attempt);
    bool good = deduce_from(c, t, f, &given, written ? name : NULL, args);
    if (good) {
        struct buf text = {0};
        put_args(c, &text, args, t->node->count);
        struct made_params m = make_params(c, t, f, args);
        for (uint32_t i = 0; i < count; i++)
            take_type(&m, i, &want[i]);
        VEC_FREE(&m.all);
        l->template_args = arena_strndup(c->arena, text.p ? text.p : "", text.n);
        buf_free(&text);
    }
    attempt_end(c, &attempt);
    return good;
}

/* The parameters of an instance have their own types. */
static void type_params(struct checker *c, const struct template *t,
                        const struct template_arg *args, struct kernel *k)
{
    const struct node *f = pattern_type(k);
    if (f->count != k->param_count)
        return;
    struct made_params m = make_params(c, t, f, args);
    struct kernel_param *params = ARENA_ARRAY(c->arena, struct kernel_param, m.all.n + 1);
    for (uint32_t i = 0; i < m.all.n; i++) {
        params[i] = k->params[m.all.at[i].from];
        take_type(&m, i, &params[i].type);
    }
    k->params = params;
    k->param_count = (uint32_t) m.all.n;
    VEC_FREE(&m.all);
}

/* Lives as long as the session: values point to it. */
static struct symbol *made_instance(struct checker *c, const struct symbol *s,
                                    const struct template_arg *args)
{
    const struct template *t = s->kernel->pattern;
    struct arena *arena = c->arena;
    struct buf text = {0};
    c->arena = &c->l->arena;
    put_args(c, &text, args, t->node->count);
    struct kernel *k = ARENA_NEW(c->arena, struct kernel);
    *k = *s->kernel;
    k->overload = NULL;
    k->instance = arena_strndup(c->arena, text.p ? text.p : "", text.n);
    type_params(c, t, args, k);
    struct symbol *made = symbol_new(c, SYMBOL_KERNEL, s->name, s->type, s->at);
    made->storage = STORAGE_SESSION;
    made->kernel = k;
    buf_free(&text);
    c->arena = arena;
    return made;
}

struct symbol *kernel_instance(struct checker *c, const struct node *name, const struct symbol *s)
{
    struct template *t = s->kernel->pattern;
    struct template_arg args[TEMPLATE_ARGS_MAX] = {0};
    struct attempt attempt;
    uint32_t count;
    if (!t || t->node->count > TEMPLATE_ARGS_MAX)
        return NULL;
    attempt_begin(c, &attempt);
    bool good = read_template_args(c, t, name, args, &count) && complete_args(c, t, args, count);
    struct symbol *made = good ? made_instance(c, s, args) : NULL;
    attempt_end(c, &attempt);
    return made;
}

/* A value of each parameter's type: what a call with such arguments would have. */
static struct expr **samples(struct checker *c, const struct type *f, struct span at)
{
    struct expr **all = ARENA_ARRAY(c->arena, struct expr *, f->param_count + 1);
    for (uint32_t i = 0; i < f->param_count; i++)
        all[i] = expr_new(c, EXPR_CONVERT, f->params[i].type, at);
    return all;
}

static struct symbol *instance_for(struct checker *c, const struct symbol *s, const struct type *f,
                                   struct span at)
{
    const struct template *t = s->kernel->pattern;
    struct template_arg args[TEMPLATE_ARGS_MAX] = {0};
    struct attempt attempt;
    struct call_args given = {samples(c, f, at), f->param_count, NULL};
    if (!t || t->node->count > TEMPLATE_ARGS_MAX || s->kernel->param_count != f->param_count)
        return NULL;
    attempt_begin(c, &attempt);
    bool good = deduce_from(c, s->kernel->pattern, t->node->template.declaration->function.type,
                            &given, NULL, args);
    struct symbol *made = good ? made_instance(c, s, args) : NULL;
    attempt_end(c, &attempt);
    return made;
}

struct expr *kernel_wanted(struct checker *c, struct expr *e, const struct type *to)
{
    if (e->kind != EXPR_FUNCTION || e->symbol->kind != SYMBOL_KERNEL || to->kind != TYPE_POINTER ||
        to->base->kind != TYPE_FUNCTION)
        return e;
    for (struct symbol *s = e->symbol; s; s = s->kernel->overload) {
        struct symbol *found = s;
        if (s->kernel->template_count && !s->kernel->instance)
            found = instance_for(c, s, to->base, e->at);
        if (found && type_same(kernel_type(c, found->kernel), to->base))
            return use_symbol(c, found, e->at);
    }
    return e;
}

/* ---- by texts ---- */

/* Parameters not deduced from an argument keep their defaults. */
bool deduce_template(struct checker *c, const struct node *n, struct launch *l)
{
    const struct kernel *k = l->kernel;
    struct buf args = {0};
    uint32_t known = 0;
    for (; known < k->template_count && known < TEMPLATE_NAMES_MAX && k->template_names[known];
         known++) {
        const struct type *t = deduce(l, k->template_names[known]);
        if (!t)
            break;
        buf_puts(&args, known ? ", " : "");
        type_print_device(&args, t, c->l->libcu);
    }
    if (known)
        l->template_args = arena_strndup(c->arena, args.p, args.n);
    buf_free(&args);
    if (known)
        return true;
    struct diag *d = diag_error(c->diags, DIAG_TYPE, n->launch.callee->at,
                                "cannot deduce the template arguments of kernel '%s'", k->name);
    diag_note(c->diags, d, k->at, "'%s' is defined here", k->name);
    diag_help(c->diags, d, "write them explicitly: %s<...><<<blocks, threads>>>(...)", k->name);
    return false;
}
