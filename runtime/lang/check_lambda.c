/* SPDX-License-Identifier: Apache-2.0 */
/* Lambdas: C++17 8.1.5. A lambda is an object of a class of its own: what it captures are data members, its text is the
 * member operator(). What [=] and [&] capture are the names of locals that stand in the text. */
#include "lang/check.h"

#include <stdio.h>
#include <string.h>

struct captures {
    VEC(struct field) fields;
    VEC(struct expr *) values;
};

static bool capturable(const struct checker *c, const struct symbol *s)
{
    return s && s->kind == SYMBOL_VARIABLE && !s->known &&
           (s->storage == STORAGE_LOCAL || s->storage == STORAGE_PARAM) && s->name &&
           s->type->kind != TYPE_ERROR;
}

static void capture(struct checker *c, struct captures *out, const char *name, struct expr *e,
                    bool reference)
{
    VEC_EACH (f, &out->fields)
        if (f->name == name)
            return;
    if (bad(e))
        return;
    const struct type *t = type_plain(e->type);
    if (reference) {
        t = type_reference(c->arena, e->type, false);
        e = address_of(c, e, e->at);
        if (bad(e))
            return;
        e = converted(c, e, t);
    } else if (e->type->kind != TYPE_ARRAY) {
        e = copied(c, rvalue(c, e));
    }
    VEC_PUSH(&out->fields, (struct field){.name = name, .type = t});
    VEC_PUSH(&out->values, e);
}

static void capture_this(struct checker *c, struct captures *out, struct span at)
{
    const char *name = intern_cstr(c->l->names.texts, "this");
    struct expr *e = this_expr(c, at);
    VEC_EACH (f, &out->fields)
        if (f->name == name)
            return;
    if (bad(e))
        return;
    VEC_PUSH(&out->fields, (struct field){.name = name, .type = type_plain(e->type)});
    VEC_PUSH(&out->values, e);
}

/* A captured name inside a lambda that is in a lambda: the outer one's member. */
static struct expr *outer_capture(struct checker *c, const struct name *name, struct span at)
{
    if (!c->closure)
        return NULL;
    struct field f;
    if (!type_field(c->closure->type->base, name->text, &f))
        return NULL;
    return field_of(c, deref(c, c->closure, at), name->text, at);
}

static void capture_used(struct checker *c, struct captures *out, const struct node *n,
                         bool reference)
{
    if (!n)
        return;
    if (n->kind == NODE_THIS && c->this)
        capture_this(c, out, n->at);
    if (n->kind == NODE_NAME && n->name && !n->b) {
        struct symbol *s = n->name->ordinary;
        bool local = s && n->name->ordinary_depth > DEPTH_CELL;
        if (local && s->kind == SYMBOL_PACK) {
            /* a pack is expanded where the lambda stands */
        } else if (local && capturable(c, s)) {
            capture(c, out, n->name->text, use_symbol(c, s, n->at), reference);
        } else if (!local) {
            struct expr *e = outer_capture(c, n->name, n->at);
            struct symbol *member = e ? NULL : lookup(c, n->name);
            if (e)
                capture(c, out, n->name->text, e, reference);
            else if (member && c->this &&
                     (member->kind == SYMBOL_FIELD ||
                      (member->member && !member->member->is_static)))
                capture_this(c, out, n->at);
        }
    }
    capture_used(c, out, n->a, reference);
    capture_used(c, out, n->b, reference);
    capture_used(c, out, n->c, reference);
    capture_used(c, out, n->d, reference);
    for (uint32_t i = 0; i < n->count; i++)
        capture_used(c, out, n->list[i], reference);
}

static void capture_listed(struct checker *c, struct captures *out, const struct node *n)
{
    for (uint32_t i = 0; i < n->count; i++) {
        const struct node *m = n->list[i];
        struct expr *e = NULL;
        if (m->op == TOKEN_THIS) {
            capture_this(c, out, m->at);
            continue;
        }
        if (m->a) {
            e = check_expr(c, m->a);
        } else {
            struct symbol *s = m->name ? m->name->ordinary : NULL;
            bool local = s && m->name->ordinary_depth > DEPTH_CELL;
            e = local && capturable(c, s) ? use_symbol(c, s, m->at)
                                          : outer_capture(c, m->name, m->at);
            if (!e && !local && !lookup(c, m->name)) {
                struct node name = {
                    .kind = NODE_NAME, .name = m->name, .at = m->at, .name_at = m->at};
                unknown_name(c, &name, false);
            }
        }
        if (e)
            capture(c, out, m->name->text, e, m->op == TOKEN_AMP);
    }
}

static bool is_generic(const struct node *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (is_auto(f->list[i]->a))
            return true;
    return false;
}

/* (auto x, auto y) as a template: every auto becomes a type parameter. */
static struct node *as_template(struct checker *c, const struct node *n, struct node *function)
{
    struct node *t = ARENA_NEW(c->arena, struct node), *f = ARENA_NEW(c->arena, struct node);
    *f = *n->a;
    *t = (struct node){.kind = NODE_TEMPLATE,
                       .at = n->at,
                       .name = function->name,
                       .name_at = n->at,
                       .a = function};
    t->list = ARENA_ARRAY(c->arena, struct node *, f->count);
    f->list = ARENA_ARRAY(c->arena, struct node *, f->count);
    for (uint32_t i = 0; i < f->count; i++) {
        struct node *p = ARENA_NEW(c->arena, struct node);
        *p = *n->a->list[i];
        f->list[i] = p;
        if (!is_auto(p->a))
            continue;
        char text[24];
        int length = snprintf(text, sizeof text, " auto%u", i);
        struct node *param = ARENA_NEW(c->arena, struct node);
        *param = (struct node){.kind = NODE_TPARAM,
                               .at = p->at,
                               .flags = p->flags & FLAG_VARIADIC,
                               .name = name_of(&c->l->names, text, (size_t) length)};
        t->list[t->count++] = param;
        struct node **at = &p->a;
        while ((*at)->kind != NODE_TYPE_AUTO) {
            struct node *copy = ARENA_NEW(c->arena, struct node);
            *copy = **at;
            *at = copy;
            at = &copy->a;
        }
        struct node *named = ARENA_NEW(c->arena, struct node);
        *named = **at;
        named->kind = NODE_TYPE_NAME;
        named->name = param->name;
        *at = named;
    }
    function->a = f;
    return t;
}

static struct type *closure_type(struct checker *c, const struct captures *captured)
{
    struct type *t = ARENA_NEW(c->arena, struct type);
    t->kind = TYPE_STRUCT;
    t->align = 1;
    t->name = intern_cstr(c->l->names.texts, "a lambda");
    t->field_count = (uint32_t) captured->fields.n;
    t->fields = ARENA_ARRAY(c->arena, struct field, t->field_count + 1);
    if (t->field_count)
        memcpy(t->fields, captured->fields.at, t->field_count * sizeof *t->fields);
    type_layout(t, 0);
    return t;
}

struct expr *check_lambda(struct checker *c, const struct node *n)
{
    struct captures captured = {0};
    struct arena *arena = c->arena;
    capture_listed(c, &captured, n);
    if (n->op)
        capture_used(c, &captured, n->b, n->op == TOKEN_AMP);
    const struct context *outer = context_here(c);
    struct type *t = closure_type(c, &captured);
    struct class_info *info = class_new(c, t, outer);
    struct name *name = name_cstr(&c->l->names, "operator()");
    struct node *function = ARENA_NEW(c->arena, struct node);
    *function = (struct node){.kind = NODE_FUNCTION,
                              .at = n->at,
                              .name = name,
                              .name_at = n->at,
                              .a = n->a,
                              .b = n->b,
                              .role = ROLE_OPERATOR};
    struct member *m = ARENA_NEW(c->arena, struct member);
    *m = (struct member){.class = t,
                         .role = ROLE_OPERATOR,
                         .is_const = !(n->flags & FLAG_MUTABLE),
                         .plain = name->text};
    class_complete(c, t);
    info->no_fresh = captured.fields.n > 0;
    info->no_assign = true;
    info->aggregate = false;
    if (is_generic(n->a)) {
        struct symbol *s = template_member(c, as_template(c, n, function), info->context);
        s->member = m;
        class_add(c, info, name->text, s);
    } else {
        struct symbol *s =
            symbol_new(c, SYMBOL_FUNCTION, intern_cstr(c->l->names.texts, "a lambda"), NULL, n->at);
        s->storage = STORAGE_SESSION;
        s->member = m;
        struct host_function *host = function_new(c, s, function);
        host->context = info->context;
        host->signature = n->a;
        class_add(c, info, name->text, s);
        if (!host->function.library)
            VEC_PUSH(&c->defined, &host->function);
        if (signature(c, s) && !host->function.body)
            check_function_now(c, &host->function);
    }
    c->arena = arena;
    struct expr *e = expr_new(c, EXPR_AGGREGATE, t, n->at);
    e->init_count = t->field_count;
    e->inits = ARENA_ARRAY(c->arena, struct init, t->field_count);
    for (uint32_t i = 0; i < t->field_count; i++)
        e->inits[i] = (struct init){t->fields[i].offset, NULL, captured.values.at[i]};
    VEC_FREE(&captured.fields);
    VEC_FREE(&captured.values);
    return e;
}
