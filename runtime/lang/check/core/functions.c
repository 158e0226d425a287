/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions: their types and bodies are checked on demand, in the context of their declaration. A cell's
 * changes to functions of the session go into the undo log, so that a cell that fails can be undone. */
#include "lang/check/core/functions.h"

#include <string.h>

#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"

/* ---- types ---- */

struct host_function *function_new(struct checker *c, struct symbol *s, const struct node *syntax)
{
    struct host_function *host = ARENA_NEW(c->arena, struct host_function);
    host->function =
        (struct function){.symbol = s, .type = s->type, .syntax = syntax, .library = c->library};
    host->context = c->context;
    s->function = &host->function;
    return host;
}

/* The type with `this` in front: what the VM calls. */
static const struct type *with_this(struct checker *c, const struct type *f, const struct member *m)
{
    struct type *t = ARENA_NEW(c->arena, struct type);
    *t = *f;
    t->param_count = f->param_count + 1;
    t->params = ARENA_ARRAY(c->arena, struct param, t->param_count);
    const struct type *self = type_qualified(c->arena, m->class, m->is_const, false);
    t->params[0] = (struct param){.name = intern_cstr(c->l->names.texts, "this"),
                                  .type = type_pointer(c->arena, self)};
    if (f->param_count)
        memcpy(t->params + 1, f->params, f->param_count * sizeof *f->params);
    return t;
}

const struct type *function_parameters(struct checker *c, struct symbol *s)
{
    struct host_function *host = (struct host_function *) s->function;
    if (s->type || !host->signature)
        return s->type;
    if (host->resolving)
        return NULL;
    struct entered e;
    struct arena *arena = c->arena;
    if (host->function.library || s->member)
        c->arena = &c->l->arena;
    host->resolving = true;
    context_enter(c, host->context, host->function.library, &e);
    c->function = &host->function;
    const struct type *t = resolve_type(c, host->signature);
    if (t->kind == TYPE_FUNCTION && s->member && !s->member->is_static)
        t = with_this(c, t, s->member);
    binding_vec outward = {0};
    outward_find(c, e.mark, &outward);
    context_leave(c, &e);
    outward_bind(c, &outward);
    for (uint32_t i = 0; t->kind == TYPE_FUNCTION && i < t->param_count; i++)
        if (t->params[i].type->kind == TYPE_ERROR)
            t = t->params[i].type;
    if (t->kind == TYPE_FUNCTION) {
        host->automatic = is_auto(host->signature->derived.base) && host->function.syntax &&
                          host->function.syntax->function.body;
        s->type = t;
        host->function.type = t;
        if (host->signature->kind == NODE_TYPE_FUNCTION)
            host->constraint = host->signature->derived.extent;
        host->signature = NULL;
    }
    c->arena = arena;
    host->resolving = false;
    return t->kind == TYPE_FUNCTION ? s->type : NULL;
}

const struct type *function_signature(struct checker *c, struct symbol *s)
{
    const struct type *t = function_parameters(c, s);
    struct host_function *host = (struct host_function *) s->function;
    if (!t || !host || !host->automatic)
        return t;
    struct arena *arena = c->arena;
    struct diags *diags = c->diags;
    for (const struct attempt *a = c->attempt; a; a = a->outer)
        c->diags = a->diags; /* an error in the body counts even where a call is only tried */
    if (host->function.library || s->member)
        c->arena = &c->l->arena;
    host->automatic = false;
    check_function_now(c, &host->function);
    c->arena = arena;
    c->diags = diags;
    return s->type;
}

/* ---- names ---- */

static const struct type *bare(const struct type *t)
{
    while (t->kind == TYPE_POINTER)
        t = t->base;
    return type_plain(t);
}

/* Whether a function of an earlier cell overloads with a new one of another type: when a class, or the number of an
 * operator's operands, distinguishes them. Otherwise the new one replaces it. */
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

/* ---- bodies ---- */

void check_function_now(struct checker *c, struct function *f)
{
    struct host_function *host = (struct host_function *) f;
    struct entered e;
    int errors = c->diags->errors, depth = c->template_depth;
    /* a result type of auto already needed the body */
    if (!function_signature(c, f->symbol) || f->body || host->refused)
        return;
    touch_body(c, host);
    f->type = f->symbol->type;
    stmt_vec unused = {0}, *out = c->out;
    const struct dialect *outer = c->dialect;
    context_enter(c, host->context, host->function.library, &e);
    c->dialect = host->dialect ? host->dialect : &dialect_cpp;
    c->out = &unused;
    c->template_depth = host->template_depth;
    c->l->rules->function_body(c, f, f->syntax);
    c->template_depth = depth;
    host->refused = c->diags->errors > errors;
    c->out = out;
    c->dialect = outer;
    VEC_FREE(&unused);
    context_leave(c, &e);
}

void check_waiting(struct checker *c, size_t from)
{
    while (c->waiting.n > from && !safepoint_stops(c->safepoint)) {
        struct function *f = c->waiting.at[from];
        memmove(c->waiting.at + from, c->waiting.at + from + 1,
                (c->waiting.n - from - 1) * sizeof *c->waiting.at);
        c->waiting.n--;
        if (!f->body)
            check_function_now(c, f);
    }
}

void want_body(struct checker *c, struct symbol *s)
{
    struct host_function *host = (struct host_function *) s->function;
    struct function *f = &host->function;
    if (f->body || f->library || !f->stale || host->queued || !f->syntax)
        return;
    touch_body(c, host);
    host->queued = true;
    bool known = false;
    VEC_EACH (old, &c->defined)
        known |= *old == f;
    if (!known)
        VEC_PUSH(&c->defined, f);
    VEC_PUSH(&c->waiting, f);
}

void note_macros_used(struct checker *c, struct host_function *f, const struct node *n)
{
    VEC(struct macro_used) used = {0};
    c->l->mark++;
    for (size_t i = 0; c->text && i < c->text->invocations.n; i++) {
        const struct invocation *it = c->text->invocations.at + i;
        struct name *name = it->macro->name;
        bool inside =
            it->at.source == n->at.source && it->at.start >= n->at.start && it->at.end <= n->at.end;
        if (!inside || name->mark == c->l->mark)
            continue;
        name->mark = c->l->mark;
        VEC_PUSH(&used, ((struct macro_used){name, it->macro == name->macro ? NULL : it->macro}));
    }
    f->macro_count = (uint32_t) used.n;
    f->macros = ARENA_ARRAY(c->arena, struct macro_used, used.n);
    if (used.n)
        memcpy(f->macros, used.at, used.n * sizeof *used.at);
    VEC_FREE(&used);
}

/* ---- the undo log ---- */

void touch_body(struct checker *c, struct host_function *host)
{
    struct host_function *was = ARENA_NEW(c->arena, struct host_function);
    *was = *host;
    VEC_PUSH(&c->undo, ((struct undo_entry){UNDO_BODY, .host = host, .was = was}));
}

static void forget_body(struct host_function *host, const struct host_function *was)
{
    struct function *f = &host->function;
    const struct function *before = &was->function;
    f->params = before->params;
    f->result = before->result;
    f->returns_other = before->returns_other;
    f->body = before->body;
    f->stale = before->stale;
    f->mentions = before->mentions;
    f->mention_count = before->mention_count;
    host->queued = was->queued;
    host->refused = was->refused;
}

void take_function(struct checker *c, struct symbol *s, struct function *f)
{
    VEC_PUSH(&c->undo, ((struct undo_entry){UNDO_FUNCTION, .symbol = s, .function = s->function}));
    s->function = f;
}

void undo_log_apply(const struct undo_entry *list, size_t n)
{
    while (n > 0) {
        const struct undo_entry *d = &list[--n];
        switch (d->kind) {
        case UNDO_INSTANCE: d->template->instances.n--; break;
        case UNDO_SPECIAL: d->template->special.n--; break;
        case UNDO_GUIDE: d->template->guides.n--; break;
        case UNDO_PATTERN: d->template->node = d->pattern; break;
        case UNDO_OUTSIDE: d->template->outside.n--; break;
        case UNDO_FUNCTION: d->symbol->function = d->function; break;
        case UNDO_TYPE: d->symbol->type = d->type; break;
        case UNDO_BODY: forget_body(d->host, d->was); break;
        }
    }
}
