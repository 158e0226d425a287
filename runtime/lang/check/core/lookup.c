/* SPDX-License-Identifier: Apache-2.0 */
/* What a name means where the checker stands: C++17 6.4. Next: scope.c, which binds them. */
#include "lang/check/core/scope.h"

#include <string.h>

#include "lang/check/core/rules.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* What this record itself means, ignoring macros. */
static struct symbol *meaning(const struct name *name)
{
    return name->ordinary ? name->ordinary : name->tag;
}

/* The body of a lambda is in the scope around it (C++17 8.1.5.1p11): operator() means that of the class there. */
static bool is_closures_own(const struct type *class, const struct name *name)
{
    return class->name && !strcmp(class->name, "a lambda") && !strcmp(name->text, "operator()");
}

static struct symbol *in_classes(struct checker *c, const struct name *name)
{
    for (const struct context *x = c->context; x; x = x->outer) {
        struct symbol *s = x->class ? class_find(c, x->class, name->text) : NULL;
        if (s && !is_closures_own(x->class, name))
            return s;
    }
    return NULL;
}

/* The base of that name, of a class or of one of its bases. NULL: there is none. */
static const struct type *base_named(const struct type *class, const char *name)
{
    class = type_plain(class);
    for (uint32_t i = 0; i < class->field_count; i++) {
        const struct type *t = type_plain(class->fields[i].type);
        if (!class->fields[i].is_base || !t->class)
            continue;
        const struct template *of = t->class->template;
        const char *own = of && of->node->name ? of->node->name->text
                          : t->name            ? name_last(t->name)
                                               : "";
        const struct type *found = !strcmp(own, name) ? t : base_named(t, name);
        if (found)
            return found;
    }
    return NULL;
}

/* The name of a base class, where the class itself is out of sight: C++17 12p2. */
static struct symbol *injected(struct checker *c, const struct name *name)
{
    for (const struct context *x = c->context; x; x = x->outer) {
        const struct type *t = x->class ? base_named(x->class, name->text) : NULL;
        if (t)
            return symbol_new(c, SYMBOL_TYPE, t->name, t, (struct span){0});
    }
    return NULL;
}

static struct name *space_here(const struct checker *c)
{
    return c->context ? c->context->space : NULL;
}

struct name *scope_used(struct checker *c, const struct name *in, size_t *at)
{
    struct names *names = &c->l->names;
    size_t blocks = in ? 0 : c->used.n;
    if (c->library && !in)
        return NULL;
    if (*at < blocks)
        return c->used.at[(*at)++];
    size_t behind = *at - blocks;
    struct name *found = name_used_in(names, &c->used_kept, in, &behind);
    *at = blocks + behind;
    return found;
}

static bool is_known(const struct name *name)
{
    return name->is_namespace || meaning(name);
}

/* The record of the name in a namespace, or in those that are used there. */
static struct name *record_in(struct checker *c, const struct name *space, const struct name *name)
{
    return name_inside(&c->l->names, &c->used_kept, space, name, is_known);
}

static struct symbol *in_used(struct checker *c, const struct name *name)
{
    const struct name *used;
    for (size_t i = 0; (used = scope_used(c, NULL, &i));) {
        struct symbol *s = meaning(record_in(c, used, name));
        if (s)
            return s;
    }
    return NULL;
}

/* Whether a text of ours, which is C++, declared it: its tags are types in C too. */
static bool of_library(const struct checker *c, const struct symbol *s)
{
    const struct source *src = s ? source_get(c->l->sources, s->at.source) : NULL;
    return src && src->kind == SOURCE_BUILTIN;
}

static struct symbol *find(struct checker *c, const struct name *name)
{
    bool tags = !c->dialect->separate_tags;
    struct symbol *s = name->ordinary_depth > DEPTH_CELL ? name->ordinary : NULL;
    if (!s && name->tag && name->tag_depth > DEPTH_CELL && tags)
        s = name->tag;
    if (s)
        return s;
    s = in_classes(c, name);
    for (struct name *space = space_here(c); space && !s; space = name_outer(&c->l->names, space))
        s = meaning(record_in(c, space, name));
    if (!s)
        s = name->ordinary;
    bool own = tags && name->tag; /* struct day beside `using namespace std::chrono` */
    if (!s && !own)
        s = in_used(c, name);
    if (!s && name->builtin_count)
        s = &library_row(c->l, name->builtin)->symbol;
    if (!s && !name->tag)
        s = injected(c, name);
    return s || (!tags && !of_library(c, name->tag)) ? s : name->tag;
}

static struct symbol *seen(struct checker *c, struct symbol *s)
{
    if (!s)
        return NULL;
    s->used = true;
    if (s->kind != SYMBOL_BUILTIN)
        scope_mention(c, s);
    return s;
}

struct symbol *scope_lookup(struct checker *c, const struct name *name)
{
    return seen(c, find(c, name));
}

/* ---- qualified names ---- */

struct symbol *scope_outermost(const struct checker *c, const struct name *name)
{
    struct name at = *name;
    for (size_t i = c->log.n;
         i-- > 0 && (at.ordinary_depth > DEPTH_CELL || at.tag_depth > DEPTH_CELL);) {
        const struct binding *b = c->log.at + i;
        if (b->name != name)
            continue;
        at.ordinary = b->ordinary;
        at.tag = b->tag;
        at.ordinary_depth = b->ordinary_depth;
        at.tag_depth = b->tag_depth;
    }
    return at.ordinary ? at.ordinary : at.tag;
}

/* The qualifier before '::': a namespace or a type. */
struct scope_of {
    struct name *space;
    const struct type *type;
    bool bad;
};

static struct name *find_space(struct checker *c, struct name *name)
{
    struct names *names = &c->l->names;
    for (struct name *s = space_here(c); s; s = name_outer(names, s)) {
        struct name *found = record_in(c, s, name);
        if (found->is_namespace)
            return found;
    }
    if (name->is_namespace || !strcmp(name->text, "std"))
        return name;
    const struct name *used;
    for (size_t i = 0; (used = scope_used(c, NULL, &i));) {
        struct name *found = record_in(c, used, name);
        if (found->is_namespace)
            return found;
    }
    return NULL;
}

static void no_scope(struct checker *c, const struct node *n)
{
    struct diag *d = diag_error(c->diags, DIAG_NAME, n->at, "'%s' is not a namespace or class here",
                                n->name->text);
    struct name_match match = {.wanted = n->name->text};
    for (const struct name *m = diag_is_kept(c->diags, d) ? c->l->names.all : NULL; m; m = m->next)
        if (m->is_namespace || (m->tag && !strchr(m->text, ':')))
            name_match_try(&match, m->text);
    if (name_match_best(&match))
        diag_help(c->diags, d, "did you mean '%s'?", name_match_best(&match));
}

static struct symbol *in_space(struct checker *c, const struct name *space, const struct name *name)
{
    struct symbol *s = meaning(record_in(c, space, name));
    if (s || strcmp(space->text, "std") != 0)
        return s;
    /* std has C's names too, and those of our own library */
    if (name->builtin_count)
        return &library_row(c->l, name->builtin)->symbol;
    s = meaning(name);
    return s && s->at.source == c->l->prelude->source->id ? s : NULL;
}

static struct scope_of resolve_scope(struct checker *c, const struct node *n)
{
    struct scope_of r = {0};
    if (n->op == TOKEN_DECLTYPE) {
        r.type = type_plain(type_referred(resolve_type(c, n->list[0])));
        r.bad = r.type->kind == TYPE_ERROR;
        return r;
    }
    if (n->id.scope) {
        struct scope_of outer = resolve_scope(c, n->id.scope);
        if (outer.bad)
            return outer;
        struct name *inner = outer.space ? record_in(c, outer.space, n->name) : NULL;
        if (inner && inner->is_namespace)
            return (struct scope_of){.space = inner->alias ? inner->alias : inner};
    } else if (!(n->flags & FLAG_ARGS)) {
        struct symbol *s = find(c, n->name);
        if (!s || (s->kind != SYMBOL_TYPE && s->kind != SYMBOL_TEMPLATE))
            r.space = find_space(c, n->name);
        if (r.space)
            return r;
        if (!s) {
            no_scope(c, n);
            r.bad = true;
            return r;
        }
    }
    struct node type = *n;
    type.kind = NODE_TYPE_NAME;
    r.type = resolve_type(c, &type);
    if (type_is_reference(r.type))
        r.type = r.type->base;
    r.type = type_plain(r.type);
    r.bad = r.type->kind == TYPE_ERROR;
    return r;
}

struct symbol *scope_lookup_node(struct checker *c, const struct node *n, bool *out_bad,
                                 const struct type **out_class)
{
    *out_bad = false;
    if (out_class)
        *out_class = NULL;
    if (!n->id.scope) {
        if (n->op != TOKEN_SCOPE)
            return scope_lookup(c, n->name);
        struct symbol *s = scope_outermost(c, n->name); /* ::name */
        s = s ? s : in_used(c, n->name);
        if (!s && n->name->builtin_count)
            s = &library_row(c->l, n->name->builtin)->symbol;
        return seen(c, s);
    }
    struct scope_of scope = resolve_scope(c, n->id.scope);
    *out_bad = scope.bad;
    if (scope.bad)
        return NULL;
    if (scope.space)
        return seen(c, in_space(c, scope.space, n->name));
    if (out_class)
        *out_class = scope.type;
    return seen(c, class_find(c, scope.type, n->name->text));
}

struct symbol *scope_try_node(struct checker *c, const struct node *n)
{
    struct attempt attempt;
    bool bad;
    attempt_begin(c, &attempt);
    struct symbol *s = scope_lookup_node(c, n, &bad, NULL);
    attempt_end(c, &attempt);
    return s;
}

/* ---- unknown names ---- */

void suggest_name(struct checker *c, struct diag *e, const char *wanted)
{
    struct name_match match = {.wanted = wanted};
    if (!diag_is_kept(c->diags, e))
        return;
    for (const struct name *n = c->l->names.all; n; n = n->next)
        if (n->text[0] != ' ' && (n->ordinary || n->tag || n->builtin_count ||
                                  (n->macro && n->text[0] != '_') || n->keyword))
            name_match_try(&match, n->text);
    const char *best = name_match_best(&match);
    if (best)
        diag_help(c->diags, e, "did you mean '%s'?", best);
}

/* Names common in textbooks that exist elsewhere, but not on the host. */
static const struct {
    const char *name, *text, *help;
} elsewhere[] = {
    {"threadIdx",     "'threadIdx' exists only in kernels",
     "move this code into a __global__ function"                                                                  },
    {"blockIdx",      "'blockIdx' exists only in kernels",             "move this code into a __global__ function"},
    {"blockDim",      "'blockDim' exists only in kernels",             "move this code into a __global__ function"},
    {"gridDim",       "'gridDim' exists only in kernels",              "move this code into a __global__ function"},
    {"warpSize",      "'warpSize' exists only in kernels",             "cudaDeviceProp has a member of that name" },
    {"__syncthreads", "'__syncthreads' can only be called in kernels",
     "on the host, wait with cudaDeviceSynchronize()"                                                             },
};

/* A qualified name that does not exist in its namespace or class. */
static void unknown_member(struct checker *c, const struct node *n)
{
    struct scope_of scope = resolve_scope(c, n->id.scope);
    if (scope.bad)
        return;
    if (scope.type) {
        struct diag *d = diag_error(c->diags, DIAG_NAME, n->at, "'%s' has no member '%s'",
                                    type_quoted(c, scope.type), n->name->text);
        struct name_match match = {.wanted = n->name->text};
        const struct class_info *info = scope.type->class;
        for (uint32_t i = 0; info && i < info->member_count; i++)
            name_match_try(&match, info->members[i].name);
        if (name_match_best(&match))
            diag_help(c->diags, d, "did you mean '%s'?", name_match_best(&match));
        return;
    }
    bool std = !strncmp(scope.space->text, "std", 3);
    struct diag *d = diag_error(c->diags, DIAG_NAME, n->at,
                                std ? "'%s::%s' is not supported yet" : "'%s' has no '%s'",
                                scope.space->text, n->name->text);
    size_t length = strlen(scope.space->text);
    struct name_match match = {.wanted = n->name->text};
    for (const struct name *m = diag_is_kept(c->diags, d) ? c->l->names.all : NULL; m; m = m->next)
        if (meaning(m) && !strncmp(m->text, scope.space->text, length) && m->text[length] == ':' &&
            m->text[length + 2] != '_' && !strchr(m->text + length + 2, ':'))
            name_match_try(&match, m->text + length + 2);
    if (name_match_best(&match))
        diag_help(c->diags, d, "did you mean '%s::%s'?", scope.space->text,
                  name_match_best(&match));
}

struct expr *unknown_name(struct checker *c, const struct node *n, bool called)
{
    const char *text = n->name->text;
    struct expr *e = expr_bad(c, n->at);
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (!strcmp(elsewhere[i].name, text)) {
            diag_help(c->diags, diag_error(c->diags, DIAG_NAME, n->at, "%s", elsewhere[i].text),
                      "%s", elsewhere[i].help);
            return e;
        }
    if (n->id.scope) {
        unknown_member(c, n);
        return e;
    }
    const char *message =
        arena_printf(c->arena, called ? "unknown function '%s'" : "unknown name '%s'", text);
    if (!c->diags->muted && diags_have_said(c->diags, DIAG_NAME, message))
        return e; /* once is enough */
    suggest_name(c, diag_error(c->diags, DIAG_NAME, n->at, "%s", message), text);
    return e;
}
