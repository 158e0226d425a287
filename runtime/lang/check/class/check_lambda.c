/* SPDX-License-Identifier: Apache-2.0 */
/* Lambdas: C++17 8.1.5. A lambda is an object of a unique class: its captures are data members, its text is the
 * member operator(). [=] and [&] capture the locals named in the text. */
#include "lang/check/core/rules.h"

#include <stdio.h>
#include <string.h>

#include "lang/check/class/check_classes.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/device/check_device.h"
#include "lang/check/template/check_templates.h"

struct captures {
    VEC(struct field) fields;
    VEC(struct expr *) values;
    VEC(struct scope_binding) packs; /* whose elements are fields */
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
    if (expr_is_bad(e))
        return;
    const struct type *t = type_plain(e->type);
    if (reference) {
        t = type_reference(c->arena, e->type, false);
        e = address_of(c, e, e->at);
        if (expr_is_bad(e))
            return;
        e = convert_to(c, e, t);
    } else if (e->type->kind != TYPE_ARRAY) {
        e = construct_copy(c, convert_rvalue(c, e));
    }
    const struct type *whole = e->type;
    VEC_PUSH(&out->fields, (struct field){.name = name, .type = t});
    VEC_PUSH(&out->values, e);
    for (; whole->kind == TYPE_POINTER || whole->kind == TYPE_ARRAY; whole = whole->base)
        if (whole->extent)
            capture(c, out, whole->extent->name, size_extent(c, whole->extent, e->at), false);
}

static void capture_this(struct checker *c, struct captures *out, struct span at)
{
    const char *name = intern_cstr(c->l->names.texts, "this");
    struct expr *e = this_expr(c, at);
    VEC_EACH (f, &out->fields)
        if (f->name == name)
            return;
    if (expr_is_bad(e))
        return;
    VEC_PUSH(&out->fields, (struct field){.name = name, .type = type_plain(e->type)});
    VEC_PUSH(&out->values, e);
}

/* [*this]: a copy of the object, which `this` points to in the body (C++17 8.1.5.2p15). */
static void capture_object(struct checker *c, struct captures *out, struct span at)
{
    struct expr *e = this_expr(c, at);
    if (expr_is_bad(e))
        return;
    e = expr_deref(c, e, at);
    capture(c, out, intern_cstr(c->l->names.texts, CAPTURED_OBJECT), e, false);
}

struct expr *outer_capture(struct checker *c, const struct name *name, struct span at)
{
    if (!c->closure)
        return NULL;
    struct field f;
    if (!type_field(c->closure->type->base, name->text, &f))
        return NULL;
    return field_of(c, expr_deref(c, c->closure, at), name->text, at);
}

/* ---- packs ---- */

struct pack_capture {
    struct captures *out;
    struct name *name;
    bool reference;
    symbol_vec elements;
};

/* An element becomes a field with a name of its own, which the pack stands for inside the lambda. */
static void capture_element(struct checker *c, struct pack_capture *p, struct expr *e)
{
    char text[256];
    snprintf(text, sizeof text, "%s#%zu", p->name->text, p->elements.n);
    const char *name = intern_cstr(c->l->names.texts, text);
    capture(c, p->out, name, e, p->reference);
    VEC_PUSH(&p->elements, symbol_new(c, SYMBOL_FIELD, name, e->type, e->at));
}

static void bind_pack(struct checker *c, struct pack_capture *p, struct span at)
{
    struct symbol *s = symbol_new(c, SYMBOL_PACK, p->name->text, NULL, at);
    s->storage = STORAGE_LOCAL;
    s->pack = ARENA_NEW(c->arena, struct pack);
    s->pack->count = (uint32_t) p->elements.n;
    s->pack->at = ARENA_ARRAY(c->arena, struct symbol *, p->elements.n);
    if (p->elements.n)
        memcpy(s->pack->at, p->elements.at, p->elements.n * sizeof *p->elements.at);
    VEC_PUSH(&p->out->packs, (struct scope_binding){p->name, s, false});
    VEC_FREE(&p->elements);
}

/* Of a function's parameters, or of an outer lambda's captures; other packs are types. */
static void capture_pack(struct checker *c, struct captures *out, struct name *name, bool reference,
                         struct span at)
{
    const struct pack *pack = name->ordinary->pack;
    struct pack_capture p = {.out = out, .name = name, .reference = reference};
    VEC_EACH (old, &out->packs)
        if (old->name == name)
            return;
    for (uint32_t i = 0; i < pack->count; i++) {
        struct symbol *s = pack->at[i];
        struct name *field = s->kind == SYMBOL_FIELD ? name_cstr(&c->l->names, s->name) : NULL;
        struct expr *e = field                        ? outer_capture(c, field, at)
                         : s->kind == SYMBOL_VARIABLE ? use_symbol(c, s, at)
                                                      : NULL;
        if (!e) {
            VEC_FREE(&p.elements);
            return;
        }
        capture_element(c, &p, e);
    }
    bind_pack(c, &p, at);
}

static void capture_made(struct checker *c, const struct node *pattern, void *user)
{
    struct expr *e = check_expr(c, pattern);
    if (!expr_is_bad(e))
        capture_element(c, user, e);
}

/* [...name = pattern]: C++20 7.5.5.3p17 */
static void capture_pattern(struct checker *c, struct captures *out, const struct node *m)
{
    struct pack_capture p = {.out = out, .name = m->name, .reference = m->op == TOKEN_AMP};
    if (pack_expand(c, m->capture.init, capture_made, &p))
        bind_pack(c, &p, m->at);
    else
        diag_error(c->diags, DIAG_TYPE, m->at, "the value of '%s' has no parameter pack",
                   m->name->text);
}

static void capture_name(struct checker *c, struct captures *out, const struct node *n,
                         bool reference)
{
    struct symbol *s = n->name->ordinary;
    bool local = s && n->name->ordinary_depth > DEPTH_CELL;
    if (local) {
        if (s->kind == SYMBOL_PACK)
            capture_pack(c, out, n->name, reference, n->at);
        else if (capturable(c, s))
            capture(c, out, n->name->text, use_symbol(c, s, n->at), reference);
        return;
    }
    struct expr *e = outer_capture(c, n->name, n->at);
    if (e) {
        capture(c, out, n->name->text, e, reference);
        return;
    }
    struct symbol *member = scope_lookup(c, n->name);
    if (member && c->this &&
        (member->kind == SYMBOL_FIELD || (member->member && !member->member->is_static)))
        capture_this(c, out, n->at);
}

struct capture_walk {
    struct checker *c;
    struct captures *out;
    bool reference;
    VEC(const struct name *) own; /* what the lambda itself declares, where the walk stands */
};

static bool is_own(const struct capture_walk *w, const struct name *name)
{
    VEC_EACH (own, &w->own)
        if (*own == name)
            return true;
    return false;
}

static void own_params(struct capture_walk *w, const struct node *function)
{
    for (uint32_t i = 0; i < function->count; i++)
        if (function->list[i]->name)
            VEC_PUSH(&w->own, function->list[i]->name);
}

static void own_declared(struct capture_walk *w, const struct node *n)
{
    if (n->name)
        VEC_PUSH(&w->own, n->name);
    for (uint32_t i = 0; i < n->count; i++)
        VEC_PUSH(&w->own, n->list[i]->name);
}

static void own_labels(struct capture_walk *w, const struct node *n)
{
    for (uint32_t i = 0; i < n->count; i++)
        VEC_PUSH(&w->own, label_buffer(w->c, n->list[i]->name));
}

static void capture_label(struct capture_walk *w, const struct node *n)
{
    struct node use = {.kind = NODE_NAME, .at = n->at, .name = label_buffer(w->c, n->name)};
    if (is_own(w, use.name))
        return;
    receive_label(w->c, n);
    capture_name(w->c, w->out, &use, true);
}

/* What [=] and [&] capture: the locals of the place of the lambda that its body names. */
static void capture_used(const struct node *n, void *user)
{
    struct capture_walk *w = user;
    size_t before = w->own.n;
    if (n->kind == NODE_THIS && w->c->this)
        capture_this(w->c, w->out, n->at);
    if (n->kind == NODE_NAME && n->name && !n->id.scope && !is_own(w, n->name))
        capture_name(w->c, w->out, n, w->reference);
    bool label = n->kind == NODE_GOTO || n->kind == NODE_LABEL_ADDRESS;
    if (label && n->name && w->c->dialect->language == LANGUAGE_C)
        capture_label(w, n);
    if (n->kind == NODE_LAMBDA)
        own_params(w, n->lambda.type);
    if (n->kind == NODE_CATCH && n->handler.param && n->handler.param->name)
        VEC_PUSH(&w->own, n->handler.param->name);
    node_each(n, capture_used, w);
    if (n->kind == NODE_DECLARATOR)
        own_declared(w, n);
    else if (n->kind == NODE_LOCAL_LABELS)
        own_labels(w, n);
    else if (n->kind != NODE_DECLARATION)
        w->own.n = before;
}

/* The same for a part of a lambda. */
static void capture_from(struct checker *c, struct captures *out, const struct node *lambda,
                         const struct node *part, bool reference)
{
    struct capture_walk w = {.c = c, .out = out, .reference = reference};
    own_params(&w, lambda->lambda.type);
    capture_used(part, &w);
    VEC_FREE(&w.own);
}

static void capture_listed(struct checker *c, struct captures *out, const struct node *n)
{
    for (uint32_t i = 0; i < n->count; i++) {
        const struct node *m = n->list[i];
        struct expr *e = NULL;
        if (m->op == TOKEN_THIS && m->flags & FLAG_OBJECT) {
            capture_object(c, out, m->at);
            continue;
        }
        if (m->op == TOKEN_THIS) {
            capture_this(c, out, m->at);
            continue;
        }
        if (m->flags & FLAG_VARIADIC && m->capture.init) {
            capture_pattern(c, out, m);
            continue;
        }
        if (m->flags & FLAG_VARIADIC && m->name && m->name->ordinary &&
            m->name->ordinary->kind == SYMBOL_PACK) {
            capture_pack(c, out, m->name, m->op == TOKEN_AMP, m->at);
            continue;
        }
        if (m->capture.init) {
            e = check_expr(c, m->capture.init);
        } else {
            struct symbol *s = m->name ? m->name->ordinary : NULL;
            bool local = s && m->name->ordinary_depth > DEPTH_CELL;
            e = local && capturable(c, s) ? use_symbol(c, s, m->at)
                                          : outer_capture(c, m->name, m->at);
            if (!e && !local && !scope_lookup(c, m->name)) {
                struct node name = {
                    .kind = NODE_NAME, .name = m->name, .at = m->at, .name_at = m->at};
                unknown_name(c, &name, false);
            }
        }
        if (e)
            capture(c, out, m->name->text, e, m->op == TOKEN_AMP);
    }
}

/* ---- for kernels ---- */

static bool is_param(const struct node *f, const struct name *name)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (f->list[i]->name == name)
            return true;
    return false;
}

/* Whether the name is captured. Session variables are captured like locals, although C++ does not capture globals. */
static bool goes_along(const struct checker *c, const struct name *name)
{
    const struct symbol *s = name->ordinary;
    if (!s || s->kind != SYMBOL_VARIABLE || s->known || !s->name)
        return false;
    if (name->ordinary_depth > DEPTH_CELL && s->storage != STORAGE_SESSION)
        return capturable(c, s);
    return s->storage == STORAGE_SESSION && s->type &&
           (type_is_scalar(s->type) || s->type->kind == TYPE_STRUCT ||
            s->type->kind == TYPE_DEVICE_ARRAY);
}

/* A device array is captured as its address. */
static void capture_device(struct checker *c, struct captures *out, const struct node *m)
{
    struct expr *e = use_symbol(c, m->name->ordinary, m->at);
    if (!expr_is_bad(e) && e->type->kind == TYPE_DEVICE_ARRAY) {
        struct expr *p = expr_new(c, EXPR_DECAY, type_pointer(c->arena, e->type->base), m->at);
        p->left = e;
        e = p;
    }
    capture(c, out, m->name->text, e, false);
}

/* The [=] captures of a lambda whose body only the device reads. */
static void capture_mentioned(struct checker *c, struct captures *out, const struct node *n)
{
    for (uint32_t i = 0; i < n->lambda.text->count; i++) {
        const struct node *m = n->lambda.text->list[i];
        bool own = m->op || is_param(n->lambda.type, m->name);
        for (uint32_t k = 0; k < i && !own; k++)
            own = n->lambda.text->list[k]->name == m->name && n->lambda.text->list[k]->op;
        if (own)
            continue;
        if (goes_along(c, m->name)) {
            capture_device(c, out, m);
        } else {
            struct expr *e = outer_capture(c, m->name, m->at);
            if (e)
                capture(c, out, m->name->text, e, false);
        }
    }
}

/* A name of the enclosing function that means the same on the device: a template argument, a local type or constant. */
static void put_local(struct checker *c, struct buf *out, const struct symbol *s, const char *name)
{
    const struct type *t = s->type;
    if (s->kind == SYMBOL_TYPE) {
        buf_printf(out, "using %s = ", name);
        type_print_device(out, t, c->l->libcu);
        buf_puts(out, ";\n");
    } else if ((s->kind == SYMBOL_CONSTANT || (s->kind == SYMBOL_VARIABLE && s->known)) &&
               type_is_arithmetic(t)) {
        buf_puts(out, "static constexpr ");
        type_print(out, type_plain(t));
        if (type_is_floating(t))
            buf_printf(out, " %s = %.17g;\n", name, (double) s->real);
        else
            buf_printf(out, " %s = (%s) %lldLL;\n", name,
                       type_plain(t)->kind == TYPE_BOOL ? "bool" : "long long",
                       (long long) s->integer);
    }
}

static void put_locals(struct checker *c, struct buf *out, const struct node *n)
{
    for (uint32_t i = 0; i < n->lambda.text->count; i++) {
        const struct name *name = n->lambda.text->list[i]->name;
        bool before = is_param(n->lambda.type, name);
        for (uint32_t k = 0; k < i && !before; k++)
            before = n->lambda.text->list[k]->name == name;
        if (!before && name->ordinary && name->ordinary_depth > DEPTH_CELL)
            put_local(c, out, name->ordinary, name->text);
    }
}

/* Gives the text that follows its place in the source, for NVRTC's messages. */
static void put_line(struct buf *out, const struct source *src, uint32_t at)
{
    struct place p = source_place(src, at);
    buf_printf(out, "#line %u \"%s\"\n", p.line, src->name);
    buf_pad(out, ' ', p.column - 1);
}

/* The template head for `auto` parameters. */
static void put_generic(struct buf *out, const struct node *f)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->count; i++)
        if (is_auto(f->list[i]->declarator.type))
            buf_printf(out, "%s typename __%02u", count ? "," : "template <", count), count++;
    buf_puts(out, count ? ">\n" : "");
}

/* The parameters as written, except `auto`, which a C++17 function cannot have: __00, __01... are as long. */
static void put_params(struct buf *out, const struct source *src, struct span at)
{
    uint32_t count = 0;
    if (at.end == at.start)
        buf_puts(out, "()");
    else
        put_line(out, src, at.start);
    for (uint32_t i = at.start; i < at.end; i++) {
        const char *p = src->text.p + i;
        bool word =
            i + 4 <= at.end && !memcmp(p, "auto", 4) && !str_is_word(p[-1]) && !str_is_word(p[4]);
        if (word) {
            buf_printf(out, "__%02u", count++ % 100);
            i += 3;
        } else {
            buf_putc(out, *p);
        }
    }
}

/* The closure as the device reads it: a struct of its captures whose call operator is the lambda's text. */
static void define_lambda(struct checker *c, const struct node *n, struct type *t)
{
    const struct source *src = source_get(c->l->sources, n->lambda.text->at.source);
    struct span head = {n->lambda.text->at.source, n->lambda.text->at.start,
                        n->lambda.text->name_at.start};
    struct str body = span_text(c->l->sources, n->lambda.text->name_at);
    bool whole = src && body.n && body.p[body.n - 1] == '}' &&
                 (head.start == head.end || src->text.p[head.start] == '(');
    if (!whole) { /* the compiler would not see its text as written */
        diag_error(c->diags, DIAG_TYPE, n->at, "a device lambda cannot come from a macro");
        return;
    }
    struct buf b = {0};
    const char *space = c->context && c->context->space ? c->context->space->text : NULL;
    char name[48];
    uint32_t number = ++c->l->lambdas;
    int length = snprintf(name, sizeof name, "__lambda_%u", number);
    const char *text = intern_name(c->l->names.texts, name, (size_t) length);
    buf_printf(&b, "struct %s {\n", name);
    put_locals(c, &b, n);
    for (uint32_t i = 0; i < t->field_count; i++) {
        buf_printf(&b, "using __t%u = ", i);
        type_print_device(&b, t->fields[i].type, c->l->libcu);
        buf_printf(&b, "; __t%u %s;\n", i, t->fields[i].name);
    }
    put_generic(&b, n->lambda.type);
    buf_printf(&b, "%s__device__ auto operator()\n", n->flags & FLAG_HOST ? "__host__ " : "");
    put_params(&b, src, head);
    buf_puts(&b, n->flags & FLAG_MUTABLE ? "\n" : "const\n");
    put_line(&b, src, n->lambda.text->name_at.start);
    buf_put(&b, body.p, body.n);
    buf_puts(&b, "\n};\n");
    snprintf(name, sizeof name, "<lambda %u>", number);
    const struct source *made = sources_add(c->l->sources, SOURCE_BUILTIN, name, b.p, b.n);
    define_made(c, text, (struct span){made->id, 0, (uint32_t) b.n},
                device_position(c, n->lambda.text->name_at));
    buf_free(&b);
    t->name = space ? intern_cstr(c->l->names.texts, arena_printf(c->arena, "%s::%s", space, text))
                    : text;
}

/* ---- the closure ---- */

bool has_auto_params(const struct node *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (is_auto(f->list[i]->declarator.type))
            return true;
    return false;
}

/* Concept auto x: the template asks the concept of the type that stands for auto. */
static void constrain(struct checker *c, struct node *t, const struct node *concept,
                      struct node *type)
{
    struct node *n = concept_of_type(c, concept, type), *both = ARENA_NEW(c->arena, struct node);
    *both = (struct node){.kind = NODE_BINARY, .op = TOKEN_AND_AND, .at = n->at, .name_at = n->at};
    both->binary.left = t->template.constraint;
    both->binary.right = n;
    t->template.constraint = t->template.constraint ? both : n;
}

/* (auto x, auto y) as a template: every auto becomes a type parameter, behind those of `head`, which may be NULL. The function gets
 * their names. */
static struct node *as_template(struct checker *c, struct node *function, const struct node *head)
{
    struct node *t = ARENA_NEW(c->arena, struct node), *f = ARENA_NEW(c->arena, struct node);
    const struct node *n = function;
    *f = *n->function.type;
    *t = (struct node){.kind = NODE_TEMPLATE,
                       .at = n->at,
                       .name = function->name,
                       .name_at = n->at,
                       .template.declaration = function};
    t->list = ARENA_ARRAY(c->arena, struct node *, f->count + (head ? head->count : 0));
    for (uint32_t i = 0; head && i < head->count; i++)
        t->list[t->count++] = head->list[i];
    t->template.constraint = head ? head->template.constraint : NULL;
    f->list = ARENA_ARRAY(c->arena, struct node *, f->count);
    for (uint32_t i = 0; i < f->count; i++) {
        struct node *p = ARENA_NEW(c->arena, struct node);
        *p = *n->function.type->list[i];
        f->list[i] = p;
        if (!is_auto(p->declarator.type))
            continue;
        char text[24];
        int length = snprintf(text, sizeof text, " auto%u", i);
        struct node *param = ARENA_NEW(c->arena, struct node);
        *param = (struct node){.kind = NODE_TPARAM,
                               .at = p->at,
                               .flags = p->flags & FLAG_VARIADIC,
                               .name = name_of(&c->l->names, text, (size_t) length)};
        t->list[t->count++] = param;
        struct node **at = &p->declarator.type;
        while ((*at)->kind != NODE_TYPE_AUTO) {
            struct node *copy = ARENA_NEW(c->arena, struct node);
            *copy = **at;
            *at = copy;
            at = &copy->derived.base;
        }
        struct node *named = ARENA_NEW(c->arena, struct node);
        *named = **at;
        if (named->count)
            constrain(c, t, named->list[0], named);
        named->kind = NODE_TYPE_NAME;
        named->name = param->name;
        named->count = 0;
        *at = named;
    }
    function->function.type = f;
    return t;
}

struct node *auto_template(struct checker *c, const struct node *function)
{
    struct node *copy = ARENA_NEW(c->arena, struct node);
    *copy = *function;
    struct node *t = as_template(c, copy, NULL);
    t->name_at = function->name_at;
    t->access = function->access;
    t->position = function->position;
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
    type_layout(t, 0, false);
    return t;
}

/* Its operator(), for calls on the host. */
static void add_call(struct checker *c, const struct node *n, struct type *t,
                     struct class_info *info)
{
    struct name *name = name_cstr(&c->l->names, "operator()");
    struct node *function = ARENA_NEW(c->arena, struct node);
    *function = (struct node){.kind = NODE_FUNCTION,
                              .flags = FLAG_CONSTEXPR, /* C++17 8.1.5.1p4: where it can be */
                              .at = n->at,
                              .name = name,
                              .name_at = n->at,
                              .function.type = n->lambda.type,
                              .function.body = n->lambda.body,
                              .role = ROLE_OPERATOR};
    struct member *m = ARENA_NEW(c->arena, struct member);
    *m = (struct member){.class = t,
                         .role = ROLE_OPERATOR,
                         .is_const = !(n->flags & FLAG_MUTABLE),
                         .plain = name->text};
    if (n->lambda.template || has_auto_params(n->lambda.type)) {
        struct symbol *s =
            template_member(c, as_template(c, function, n->lambda.template), info->context);
        s->member = m;
        class_add(c, info, name->text, s);
    } else {
        struct symbol *s = symbol_new(
            c, SYMBOL_FUNCTION,
            n->name ? n->name->text : intern_cstr(c->l->names.texts, "a lambda"), NULL, n->at);
        s->storage = STORAGE_SESSION;
        s->member = m;
        struct host_function *host = function_new(c, s, function);
        host->context = info->context;
        host->dialect = c->dialect;
        host->signature = n->lambda.type;
        class_add(c, info, name->text, s);
        if (!host->function.library)
            VEC_PUSH(&c->defined, &host->function);
        if (function_signature(c, s) && !host->function.body)
            check_function_now(c, &host->function);
    }
}

/* ---- decltype in the parameters ---- */

struct param_search {
    const struct node *function;
    bool found;
};

static void find_param(const struct node *n, void *user)
{
    struct param_search *s = user;
    s->found |= n->kind == NODE_NAME && is_param(s->function, n->name);
    node_each(n, find_param, s);
}

static bool is_derived(const struct node *type)
{
    return type->kind == NODE_TYPE_POINTER || type->kind == NODE_TYPE_REFERENCE ||
           type->kind == NODE_TYPE_ARRAY;
}

/* The decltype of a parameter's type that names no parameter; NULL: it has none. */
static const struct node *outer_decltype(const struct node *function, const struct node *param)
{
    const struct node *type = param->declarator.type;
    struct param_search s = {function, false};
    while (type && is_derived(type))
        type = type->derived.base;
    if (!type || type->kind != NODE_TYPE_OF)
        return NULL;
    node_each(type, find_param, &s);
    return s.found ? NULL : type;
}

/* The parameter with a name of the type in place of the decltype, which may mention variables that only the place of the lambda sees. */
static struct node *named_type(struct checker *c, const struct node *param,
                               const struct node *written)
{
    char text[24];
    int length = snprintf(text, sizeof text, " decltype%u", ++c->l->lambdas);
    struct name *name = name_of(&c->l->names, text, (size_t) length);
    struct node *p = ARENA_NEW(c->arena, struct node), **at = &p->declarator.type;
    const struct type *type = resolve_type(c, written);
    scope_bind(c, name, symbol_new(c, SYMBOL_TYPE, name->text, type, written->at));
    *p = *param;
    for (;;) {
        struct node *copy = ARENA_NEW(c->arena, struct node);
        *copy = **at;
        *at = copy;
        if (!is_derived(copy))
            break;
        at = &copy->derived.base;
    }
    **at = (struct node){.kind = NODE_TYPE_NAME,
                         .flags = written->flags & (FLAG_CONST | FLAG_VOLATILE),
                         .at = written->at,
                         .name_at = written->at,
                         .name = name};
    return p;
}

/* The lambda with such parameters; itself if it has none. */
static const struct node *with_named_types(struct checker *c, const struct node *n)
{
    const struct node *f = n->lambda.type;
    struct node *changed = NULL;
    for (uint32_t i = 0; i < f->count; i++) {
        const struct node *written = outer_decltype(f, f->list[i]);
        if (!written)
            continue;
        if (!changed) {
            struct node *g = ARENA_NEW(c->arena, struct node);
            changed = ARENA_NEW(c->arena, struct node);
            *changed = *n;
            *g = *f;
            g->list = ARENA_ARRAY(c->arena, struct node *, f->count);
            memcpy(g->list, f->list, f->count * sizeof *g->list);
            changed->lambda.type = g;
        }
        changed->lambda.type->list[i] = named_type(c, f->list[i], written);
    }
    return changed ? changed : n;
}

/* ---- the expression ---- */

struct expr *check_lambda(struct checker *c, const struct node *lambda)
{
    VEC_EACH (l, &c->lambdas)
        if (l->node == lambda) {
            l->node = NULL;
            return l->value;
        }
    bool local = c->depth > DEPTH_CELL && !lambda->lambda.text;
    const struct node *n = local ? with_named_types(c, lambda) : lambda;
    struct captures captured = {0};
    struct arena *arena = c->arena;
    capture_listed(c, &captured, n);
    if (n->op && n->lambda.text)
        capture_mentioned(c, &captured, n);
    else if (n->op)
        capture_from(c, &captured, n, n->lambda.body, n->op == TOKEN_AMP);
    if (c->dialect->language == LANGUAGE_C) /* extents of its parameters */
        capture_from(c, &captured, n, n->lambda.type, true);
    const struct context *outer = context_here(c);
    if (captured.packs.n)
        outer = context_new(c, outer, captured.packs.at, (uint32_t) captured.packs.n);
    struct type *t = closure_type(c, &captured);
    struct class_info *info = class_new(c, t, outer);
    info->within = c->function;
    if (n->lambda.text)
        define_lambda(c, n, t);
    class_complete(c, t);
    info->no_fresh = captured.fields.n > 0;
    info->no_assign = true;
    info->aggregate = false;
    info->for_kernels = !n->lambda.body;
    if (n->lambda.body)
        add_call(c, n, t, info);
    c->arena = arena;
    struct expr *e = expr_new(c, EXPR_AGGREGATE, t, n->at);
    e->init_count = t->field_count;
    e->inits = ARENA_ARRAY(c->arena, struct init, t->field_count);
    for (uint32_t i = 0; i < t->field_count; i++)
        e->inits[i] = (struct init){t->fields[i].offset, NULL, captured.values.at[i]};
    VEC_FREE(&captured.fields);
    VEC_FREE(&captured.values);
    VEC_FREE(&captured.packs);
    return e;
}
