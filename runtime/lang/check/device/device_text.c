/* SPDX-License-Identifier: Apache-2.0 */
/* What the items of a cell define for the device: kernels, functions, variables, types, and what the host and the device share. A
 * second name of one text (`__device__ int a, b;`, an enumerator) is a definition without text that mentions the first. */
#include "lang/check/device/check_device.h"

#include <string.h>

#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"

/* ---- second names ---- */

static void define_alias(struct checker *c, const struct definition *of, const struct name *name)
{
    if (!name || name->text == of->def.name)
        return;
    struct span nothing = {of->def.at.source, of->def.at.end, of->def.at.end};
    struct definition *d = device_define(c, of->def.kind, name, nothing, of->position);
    d->def.mentions = ARENA_NEW(c->arena, const char *);
    d->def.mentions[0] = of->def.name;
    d->def.mention_count = 1;
}

/* ---- functions ---- */

/* Whether t is the name of a parameter that begins at `first`. */
static bool names_param(const struct token *t, const struct token *first)
{
    return t->kind == TOKEN_NAME && t > first &&
           (t[1].kind == TOKEN_COMMA || t[1].kind == TOKEN_RPAREN || t[1].kind == TOKEN_ASSIGN ||
            t[1].kind == TOKEN_LBRACKET);
}

static bool is_word(const struct token *t)
{
    enum token_class class = token_class(t->kind);
    return t->name && t->kind != TOKEN_NAME && (class == CLASS_WORD || class == CLASS_TRAIT);
}

static void put_token(struct buf *out, const struct token *t)
{
    buf_put(out, t->text.p, t->text.n);
    buf_putc(out, ' ');
}

/* Parameter types as written, without the parameters' names: they distinguish overloads. What comes before them in an
 * explicit specialisation distinguishes it from others with the same parameters. */
static const char *params_key(struct checker *c, const struct token *t, const struct token *end,
                              bool *out_prototype)
{
    struct buf b = {0};
    int depth = 0;
    *out_prototype = end[-1].kind == TOKEN_SEMICOLON;
    bool special = end - t > 2 && t[0].kind == TOKEN_TEMPLATE && t[2].kind == TOKEN_GREATER;
    for (; t < end && t->kind != TOKEN_LPAREN; t++)
        if (special)
            put_token(&b, t);
    const struct token *first = t + 1;
    bool value = false;
    for (; t < end; t++) {
        depth += t->kind == TOKEN_LPAREN || t->kind == TOKEN_LBRACKET;
        bool ends = depth == 1 && (t->kind == TOKEN_COMMA || t->kind == TOKEN_RPAREN);
        bool name = depth == 1 && names_param(t, first);
        value = !ends && (value || (depth == 1 && t->kind == TOKEN_ASSIGN));
        first = ends ? t + 1 : first;
        depth -= t->kind == TOKEN_RPAREN || t->kind == TOKEN_RBRACKET;
        if (!depth)
            break;
        if (value || name || is_word(t))
            continue;
        put_token(&b, t);
    }
    const char *key = arena_strndup(c->arena, b.p ? b.p : "", b.n);
    buf_free(&b);
    return key;
}

/* Kernel templates that differ in their template parameters or results overload, too (C++17 17.5.6.1p3): std::enable_if tells which is meant. */
static const char *with_head(struct checker *c, const char *params, const struct token *t,
                             const struct token *end)
{
    if (t->kind != TOKEN_TEMPLATE || !strncmp(params, "template ", 9))
        return params;
    struct buf b = {0};
    buf_puts(&b, params);
    const struct token *behind = behind_angles(t + 1);
    for (; t < end && t->kind != TOKEN_SEMICOLON && t->kind != TOKEN_LBRACE; t++) {
        if (t >= behind && t->kind == TOKEN_LPAREN)
            break;
        put_token(&b, t);
    }
    const char *key = arena_strndup(c->arena, b.p, b.n);
    buf_free(&b);
    return key;
}

/* The arguments of a class template's specialisation, as written: they distinguish it from others of its name. */
static void read_special(struct checker *c, struct definition *d, const struct name *name,
                         const struct token *t, const struct token *end)
{
    if (t->kind != TOKEN_TEMPLATE || !name)
        return;
    struct buf b = {0};
    const struct token *at = t;
    while (at < end && (at->kind != TOKEN_NAME || at->name != name))
        at++;
    const struct token *behind =
        at + 1 < end && at[1].kind == TOKEN_LESS ? behind_angles(at + 1) : NULL;
    for (at++; behind && at < behind; at++)
        put_token(&b, at);
    d->params = arena_strndup(c->arena, b.p ? b.p : "", b.n);
    buf_free(&b);
    d->prototype = true;
    for (; t < end && d->prototype; t++)
        d->prototype = t->kind != TOKEN_LBRACE && t->kind != TOKEN_USING;
}

/* ---- what a macro makes together with other things, perhaps such as only the host has ---- */

static bool is_one_place(struct span a, struct span b)
{
    return a.source == b.source && a.start == b.start && a.end == b.end;
}

static bool shares_expansion(const struct checker *c, uint32_t position, uint32_t end)
{
    const struct token *t = c->tokens;
    return end - position > 1 && ((position && is_one_place(t[position - 1].at, t[position].at)) ||
                                  is_one_place(t[end - 1].at, t[end].at));
}

/* The tokens as a text of its own, on the line of the macro's name. */
static struct span expanded_text(struct checker *c, uint32_t position, uint32_t end)
{
    struct span at = c->tokens[position].at;
    const struct source *src = source_get(c->l->sources, at.source);
    struct buf b = {0};
    buf_printf(&b, "#line %u \"%s\"\n", source_place(src, at.start).line, src->name);
    for (uint32_t i = position; i < end; i++)
        put_token(&b, c->tokens + i);
    buf_putc(&b, '\n');
    const struct source *made = sources_add(c->l->sources, SOURCE_BUILTIN, "<expanded>", b.p, b.n);
    at = (struct span){made->id, 0, (uint32_t) b.n};
    buf_free(&b);
    return at;
}

/* The definition of the tokens from `position` to `end`, whose place is `at`. */
static struct definition *define_tokens(struct checker *c, enum device_def_kind kind,
                                        const struct name *name, struct span at, uint32_t position,
                                        uint32_t end, const struct node *tag)
{
    if (shares_expansion(c, position, end))
        return device_define(c, kind, name, expanded_text(c, position, end), position);
    return device_define_class(c, kind, name, at, position, tag);
}

/* ---- kernels ---- */

static const struct type *opaque_new(struct checker *c, struct span at)
{
    struct type *t = ARENA_NEW(c->arena, struct type);
    struct str text = span_text(c->l->sources, at);
    *t = (struct type){.kind = TYPE_OPAQUE, .complete = true, .size = 1, .align = 1};
    t->name = intern_name(c->l->names.texts, text.p, text.n);
    return t;
}

static void read_params(struct checker *c, const struct node *signature, struct kernel *k)
{
    k->param_count = signature->count;
    k->params = ARENA_ARRAY(c->arena, struct kernel_param, signature->count);
    for (uint32_t i = 0; i < signature->count; i++) {
        const struct node *m = signature->list[i];
        struct kernel_param *p = k->params + i;
        p->name = m->name ? m->name->text : NULL;
        p->at = m->at;
        p->value = m->declarator.init;
        const struct node *shape = m->declarator.type;
        if (!shape) {
            p->type = opaque_new(c, m->at);
            continue;
        }
        p->restricts = shape->flags & FLAG_RESTRICT;
        struct attempt attempt; /* NVRTC may know a type that the host does not */
        attempt_begin(c, &attempt);
        c->specifiers = NULL;
        if (shape->kind == NODE_TYPE_ARRAY) {
            p->type = shape->derived.base->kind == NODE_TYPE_ARRAY
                          ? opaque_new(c, m->at)
                          : type_pointer(c->arena, resolve_type(c, shape->derived.base));
        } else {
            p->type = resolve_type(c, shape);
        }
        if (p->type->kind == TYPE_ERROR || p->type->kind == TYPE_VOID || attempt.unused.errors)
            p->type = opaque_new(c, m->at);
        attempt_end(c, &attempt);
    }
}

static const struct definition *definition_of(const struct symbol *kernel)
{
    return (const struct definition *) kernel->kernel->def;
}

static const char *behind_qualifiers(const char *key)
{
    static const char *const words[] = {"const ", "__restrict__ ", "__restrict "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strncmp(key, words[i], strlen(words[i])))
            return behind_qualifiers(key + strlen(words[i]));
    return key;
}

/* Whether the keys of parameters differ in qualifiers only, which a definition may have where its prototype has none. */
static bool params_alike(const char *a, const char *b)
{
    for (bool word = true; *a || *b; word = *a++ == ' ', b++) {
        a = word ? behind_qualifiers(a) : a;
        b = word ? behind_qualifiers(b) : b;
        if (*a != *b || !*a)
            return *a == *b;
    }
    return true;
}

/* The kernel that a prototype in the same cell declared: launches in between already point to it. */
static struct kernel *announced(struct checker *c, const struct device_item *item,
                                const struct definition *new)
{
    const struct name *name = decl_name(c, item->name);
    struct symbol *first = name->ordinary, *alike = NULL;
    if (!first || first->kind != SYMBOL_KERNEL || name->ordinary_depth != c->depth)
        return NULL;
    for (struct symbol *s = first; s; s = s->kernel->overload) {
        const struct definition *old = definition_of(s);
        bool only = s == first && !s->kernel->overload && !new->prototype;
        if (!old->prototype || s->kernel->param_count != item->signature->count)
            continue;
        if (!strcmp(old->params, new->params))
            return s->kernel;
        if (only || params_alike(old->params, new->params))
            alike = s;
    }
    return alike ? alike->kernel : NULL;
}

/* Which of the overloads is meant where NVRTC is told a name. `params` begins with its parenthesis. */
static void put_casts(struct checker *c, struct symbol *first)
{
    for (struct symbol *k = first->kernel->overload ? first : NULL; k; k = k->kernel->overload)
        if (!k->kernel->template_count)
            k->kernel->def->cast =
                arena_printf(c->arena, "(void (*)%s))", definition_of(k)->params);
}

/* An overload of a kernel that the same cell declares or defines. */
static void join_overloads(struct checker *c, struct name *name, struct symbol *s,
                           struct definition *d)
{
    struct symbol *first = name->ordinary;
    if (!first || first->kind != SYMBOL_KERNEL || name->ordinary_depth != c->depth)
        return;
    for (struct symbol *k = first; k; k = k->kernel->overload)
        if (!definition_overloads(definition_of(k), d))
            return;
    s->kernel->overload = first;
    put_casts(c, s);
}

static void expect_first(struct checker *c, const struct device_item *item,
                         const struct definition *d)
{
    VEC_EACH (it, &c->device) {
        const struct definition *old = *it;
        if (old == d || old->def.kind != DEVICE_KERNEL || old->def.name != d->def.name ||
            old->def.space != d->def.space || old->prototype || d->prototype ||
            strcmp(old->params, d->params))
            continue;
        struct diag *e = diag_error(c->diags, DIAG_TYPE, item->name_at,
                                    "kernel '%s' is defined twice in this cell", d->def.name);
        diag_note(c->diags, e, old->def.kernel->at, "the first definition is here");
        return;
    }
}

/* Whether the cell has host functions of that name, which stay what the host calls. */
static bool is_host_function(const struct checker *c, const struct name *name)
{
    const struct symbol *old = name->ordinary;
    return old && name->ordinary_depth == c->depth &&
           (old->kind == SYMBOL_FUNCTION || old->kind == SYMBOL_SET ||
            old->kind == SYMBOL_TEMPLATE);
}

static void define_kernel(struct checker *c, struct device_item *item, struct definition *d)
{
    expect_first(c, item, d);
    struct kernel *k = announced(c, item, d);
    bool known = k != NULL;
    if (!known)
        k = ARENA_NEW(c->arena, struct kernel);
    k->name = decl_name(c, item->name)->text;
    k->at = item->name_at;
    k->template_count = item->template_count;
    memcpy(k->template_names, item->template_names, sizeof k->template_names);
    k->def = &d->def;
    const struct kernel_param *before = known ? k->params : NULL;
    read_params(c, item->signature, k);
    for (uint32_t i = 0; before && i < k->param_count; i++)
        if (!k->params[i].value)
            k->params[i].value = before[i].value;
    d->def.kernel = k;
    if (known) {
        put_casts(c, decl_name(c, item->name)->ordinary);
        return;
    }
    struct symbol *s = symbol_new(c, SYMBOL_KERNEL, k->name, type_basic(TYPE_VOID), item->name_at);
    s->storage = STORAGE_SESSION;
    s->kernel = k;
    if (item->pattern) {
        k->pattern = ARENA_NEW(c->arena, struct template);
        *k->pattern = (struct template){
            .symbol = s, .node = item->pattern, .library = c->library, .context = c->context};
    }
    struct name *name = decl_name(c, item->name);
    join_overloads(c, name, s, d);
    scope_bind(c, is_host_function(c, name) ? kernel_beside(c, name) : name, s);
}

/* ---- items ---- */

/* The type of something on the device; NULL: only NVRTC knows it, such as cuda::atomic<int>, or tells what is wrong with it. */
static const struct type *known_type(struct checker *c, const struct node *type)
{
    struct attempt attempt;
    attempt_begin(c, &attempt);
    const struct type *t = resolve_type(c, type);
    bool known = t->kind != TYPE_ERROR && !attempt.unused.errors;
    attempt_end(c, &attempt);
    return known ? t : NULL;
}

/* The type of a device function, for calls over arrays. NULL: the host cannot read its result type. */
static const struct type *function_type(struct checker *c, const struct device_item *item)
{
    if (!item->type || !item->signature)
        return NULL;
    struct kernel read = {0};
    struct type *t = ARENA_NEW(c->arena, struct type);
    read_params(c, item->signature, &read);
    *t = (struct type){.kind = TYPE_FUNCTION, .align = 1, .complete = true};
    t->base = known_type(c, item->type);
    t->param_count = read.param_count;
    t->params = ARENA_ARRAY(c->arena, struct param, read.param_count);
    for (uint32_t i = 0; i < read.param_count; i++)
        t->params[i] = (struct param){.name = read.params[i].name, .type = read.params[i].type};
    return t->base ? t : NULL;
}

/* The host may use the value of a const variable of the device, but not its object. */
static void note_device_value(struct checker *c, struct symbol *s, const struct node *written)
{
    struct attempt attempt;
    if (!type_is_arithmetic(s->type))
        return;
    attempt_begin(c, &attempt);
    struct expr *value = convert_to(c, convert_rvalue(c, check_expr(c, written)), s->type);
    note_known(s, check_constant(c, fold_expr(c, value)));
    attempt_end(c, &attempt);
}

/* type, value: of a variable; or NULL. */
static void bind_device(struct checker *c, const struct device_item *item, struct name *name,
                        const struct node *type, const struct node *value)
{
    struct symbol *s = symbol_new(c, SYMBOL_DEVICE, name->text, NULL, item->name_at);
    s->storage = STORAGE_SESSION;
    c->specifiers = NULL;
    if (item->kind == DEVICE_FUNCTION)
        s->type = function_type(c, item);
    else
        s->type = type ? known_type(c, type) : NULL;
    s->managed = item->managed && s->type;
    s->full_name = decl_name(c, name)->text;
    if (value && s->type)
        note_device_value(c, s, value);
    name = decl_name(c, name);
    bool beside = item->kind == DEVICE_FUNCTION && is_host_function(c, name);
    scope_bind(c, beside ? kernel_beside(c, name) : name, s);
}

/* The host version of a __host__ __device__ function. If the host cannot check it, that matters only when it is called. */
static bool check_host_half(struct checker *c, const struct node *n)
{
    if (!n->device.host)
        return false;
    struct diags *diags = c->diags, unused = {0};
    c->diags = &unused;
    size_t defined = c->defined.n, mark = c->log.n;
    struct span poisoned = c->poisoned;
    size_t waiting = c->waiting.n, undo = c->undo.n;
    check_statement(c, n->device.host);
    if (!unused.errors)
        check_waiting(c, waiting);
    bool good = !unused.errors;
    c->diags = diags;
    diags_free(&unused);
    if (!good) {
        c->poisoned = poisoned;
        c->defined.n = defined;
        c->waiting.n = waiting;
        undo_log_apply(c->undo.at + undo, c->undo.n - undo);
        c->undo.n = undo;
        binding_undo(c, mark);
    }
    return good;
}

/* The class that a template declares, with its members. NULL: it does not declare one. */
static const struct node *class_tag(const struct node *n)
{
    while (n && n->kind == NODE_TEMPLATE)
        n = n->template.declaration;
    bool class = n && n->kind == NODE_DECLARATION && n->declaration.type &&
                 n->declaration.type->kind == NODE_TYPE_TAG;
    return class && n->declaration.type->flags & FLAG_BODY && n->declaration.type->op != TOKEN_ENUM
               ? n->declaration.type
               : NULL;
}

/* template <> __global__ void k<int>(int *p) { }: text for the device alone, as launches name the template. */
static bool specialises_kernel(struct checker *c, const struct device_item *item,
                               struct definition *d)
{
    const struct symbol *s = decl_name(c, item->name)->ordinary;
    bool known = s && s->kind == SYMBOL_KERNEL && s->kernel->template_count;
    if (known && definition_is_special(d))
        d->def.kind = DEVICE_FUNCTION;
    return d->def.kind == DEVICE_FUNCTION;
}

void check_device_item(struct checker *c, const struct node *n)
{
    const struct token *tokens = c->tokens;
    struct device_item *item = n->item;
    struct definition *d = define_tokens(c, item->kind, item->name, item->at, item->position,
                                         n->position_end, class_tag(n->device.host));
    d->def.opens = item->opens ? item->opens->text : NULL;
    d->member = item->member_of;
    switch (item->kind) {
    case DEVICE_KERNEL:
        d->params = params_key(c, tokens + item->position, tokens + n->position_end, &d->prototype);
        d->params = with_head(c, d->params, tokens + item->position, tokens + n->position_end);
        if (!specialises_kernel(c, item, d))
            define_kernel(c, item, d);
        return;
    case DEVICE_FUNCTION:
        d->params = params_key(c, tokens + item->position, tokens + n->position_end, &d->prototype);
        if (item->member_of)
            d->params = arena_printf(c->arena, "%s::%s", item->member_of->text, d->params);
        if (!check_host_half(c, n) && item->name) /* an operator has no name of its own */
            bind_device(c, item, item->name, NULL, NULL);
        return;
    case DEVICE_VARIABLE:
        bind_device(c, item, item->name, item->type, item->value);
        if (item->type && item->type->kind == NODE_TYPE_TAG && item->type->flags & FLAG_BODY)
            define_alias(c, d, item->type->name);
        for (uint32_t i = 0; i < item->more_count; i++) {
            define_alias(c, d, item->more[i]);
            bind_device(c, item, item->more[i], item->more_types[i], NULL);
        }
        return;
    case DEVICE_TYPE:
        read_special(c, d, item->name, tokens + item->position, tokens + n->position_end);
        if (n->flags & FLAG_HOST && n->device.host)
            check_statement(c, n->device.host);
        else if (item->name && !check_host_half(c, n))
            bind_device(c, item, item->name, NULL, NULL);
        return;
    default: return;
    }
}

/* ---- both sides ---- */

static const struct name *first_enumerator(const struct node *tag)
{
    return tag->op == TOKEN_ENUM && tag->count ? tag->list[0]->name : NULL;
}

static bool is_constant(struct checker *c, const struct node *n, const struct node *declarator)
{
    const struct symbol *s = declarator->name ? decl_name(c, declarator->name)->ordinary : NULL;
    return s && s->kind == SYMBOL_VARIABLE && (s->known || n->flags & FLAG_CONSTEXPR);
}

/* What a declaration declares for the device as well. */
struct both_sides {
    const struct node *tag; /* its struct, union or enum, or NULL */
    bool body, forward;     /* of the tag: it is defined here, or only declared */
    bool alias, constant;   /* typedef; a variable whose value is known */
};

static struct both_sides read_both_sides(struct checker *c, const struct node *n)
{
    struct both_sides b = {.alias = n->flags & FLAG_TYPEDEF};
    b.tag = n->declaration.type && n->declaration.type->kind == NODE_TYPE_TAG ? n->declaration.type
                                                                              : NULL;
    b.body = b.tag && b.tag->flags & FLAG_BODY;
    b.forward = b.tag && b.tag->name && !n->count;
    for (uint32_t i = 0; i < n->count; i++)
        b.constant |= is_constant(c, n, n->list[i]);
    return b;
}

/* The name of the definition. NULL: it has none, or is host-only. */
static const struct name *name_of_both(const struct node *n, const struct both_sides *b)
{
    const struct name *name = NULL;
    if (n->flags & FLAG_DEVICE_ARRAY)
        return NULL;
    if (b->body || b->forward)
        name = b->tag->name ? b->tag->name : first_enumerator(b->tag);
    return !name && (b->alias || b->constant) ? n->list[0]->name : name;
}

/* `const double x = 2 * y;` has a value that NVRTC only folds in a constexpr. */
static bool is_folded(struct checker *c, const struct node *n, const struct both_sides *b)
{
    return b->constant && !b->body && n->count == 1 && !(n->flags & FLAG_CONSTEXPR) &&
           type_is_floating(decl_name(c, n->list[0]->name)->ordinary->type);
}

/* `TABLE int squares[] = {...};`, where TABLE is `static const` for the host and has a CUDA space for the device: both have one. */
static void define_device_twin(struct checker *c, const struct node *n)
{
    if (n->count == 1 && n->list[0]->name && device_gives_space(c, n->at, n->position))
        define_tokens(c, DEVICE_CONSTANT, n->list[0]->name, n->at, n->position, n->position_end,
                      NULL);
}

static void define_declaration(struct checker *c, const struct node *n)
{
    struct both_sides b = read_both_sides(c, n);
    const struct name *name = name_of_both(n, &b);
    if (!name) {
        define_device_twin(c, n);
        return;
    }
    bool enumeration = b.body && b.tag->op == TOKEN_ENUM;
    bool with_variables = b.body && n->count && !b.alias && !b.constant;
    bool spaced = n->flags & (FLAG_DEVICE | FLAG_CONSTANT);
    enum device_def_kind kind = !b.constant || b.body ? DEVICE_TYPE
                                : spaced              ? DEVICE_VARIABLE
                                                      : DEVICE_CONSTANT;
    const struct node *tag = b.body && !enumeration ? b.tag : NULL;
    struct definition *d =
        with_variables ? device_define_class(c, kind, name, b.tag->at, n->position, tag)
                       : define_tokens(c, kind, name, n->at, n->position, n->position_end, tag);
    d->def.unfinished = with_variables;
    d->def.folds = is_folded(c, n, &b);
    d->prototype = b.forward && !b.body;
    for (uint32_t i = 0; i < n->count && !with_variables; i++)
        define_alias(c, d, n->list[i]->name);
    for (uint32_t i = 0; enumeration && i < b.tag->count; i++)
        define_alias(c, d, b.tag->list[i]->name);
}

/* Whether kernels could use a constexpr function: nothing of the host's library is in it. */
static bool device_can_read(const struct token *t, const struct token *end)
{
    for (; t < end; t++)
        if (t->kind == TOKEN_THROW || t->kind == TOKEN_NEW || t->kind == TOKEN_STRING ||
            (t->kind == TOKEN_NAME && !strcmp(t->name->text, "std")))
            return false;
    return true;
}

static void define_constant_function(struct checker *c, const struct node *n)
{
    const struct token *start = c->tokens + n->position, *end = c->tokens + n->position_end;
    const struct node *f = n;
    while (f->kind == NODE_TEMPLATE)
        f = f->template.declaration;
    if (!f->name || !f->function.body || !device_can_read(start, end))
        return;
    struct definition *d =
        define_tokens(c, DEVICE_FUNCTION, f->name, n->at, n->position, n->position_end, NULL);
    d->params = params_key(c, start, end, &d->prototype);
    const struct device_hole *others = d->def.holes;
    uint32_t count = d->def.hole_count;
    d->def.holes = ARENA_ARRAY(c->arena, struct device_hole, count + 1);
    d->def.hole_count = 0;
    device_give_space(c, &d->def, n->position);
    if (count)
        memcpy(d->def.holes + d->def.hole_count, others, count * sizeof *others);
    d->def.hole_count += count;
}

void define_inline_namespace(struct checker *c, const struct node *n, const struct name *outer)
{
    struct span at = n->namespace.name->at;
    struct definition *d = device_define(c, DEVICE_USING, NULL, at, n->position);
    const char *last = name_last(c->context->space->text);
    d->def.opens = c->context->space->text;
    d->def.space = NULL;
    d->def.holes = ARENA_NEW(c->arena, struct device_hole);
    d->def.hole_count = 1;
    d->def.holes[0].at = at;
    d->def.holes[0].text =
        outer ? arena_printf(c->arena, "namespace %s { using namespace %s; }", outer->text, last)
              : arena_printf(c->arena, "using namespace %s;", last);
}

/* `using namespace std` is not in the device text, so what it makes known, as chrono, gets its whole name. */
static void define_used_namespace(struct checker *c, const struct node *n)
{
    struct definition *d = device_define(c, DEVICE_USING, NULL, n->at, n->position);
    d->def.opens = n->name->text;
    if (strncmp(n->name->text, "std::", strlen("std::")) != 0)
        return;
    d->def.holes = ARENA_NEW(c->arena, struct device_hole);
    d->def.hole_count = 1;
    d->def.holes[0].at = n->at;
    d->def.holes[0].text = arena_printf(c->arena, "using namespace ::%s;", n->name->text);
}

void define_both_sides(struct checker *c, const struct node *n)
{
    if (device_lacks_space(n))
        define_constant_function(c, n);
    if (n->kind == NODE_USING_NAMESPACE && n->name && strcmp(n->name->text, "std") != 0)
        define_used_namespace(c, n);
    if (n->kind == NODE_USING && n->using.name->id.scope && !(n->using.name->flags & FLAG_STD)) {
        struct definition *d = device_define(c, DEVICE_USING, NULL, n->at, n->position);
        bool operator= n->name && !strncmp(n->name->text, "operator", strlen("operator"));
        d->def.used_name = n->name && !operator? n->name->text : NULL;
    }
    if (n->kind == NODE_DECLARATION)
        define_declaration(c, n);
}
