/* SPDX-License-Identifier: Apache-2.0 */
/* A definition for the device: a span of the cell's text, the identifiers it mentions, and its host-only parts. What
 * the items of a cell define: device_text.c. */
#include "lang/check/device/check_device.h"

#include <stdlib.h>
#include <string.h>

#include "lang/check/core/scope.h"
#include "lang/check/core/symbols.h"

/* ---- mentions ---- */

static bool in_hole(const struct device_def *d, struct span at)
{
    for (uint32_t i = 0; i < d->hole_count; i++)
        if (at.start >= d->holes[i].at.start && at.end <= d->holes[i].at.end)
            return true;
    return false;
}

/* The macros that directives inside a text change. */
static void read_redefines(struct checker *c, struct device_def *d, const struct tokens *tokens)
{
    d->redefines = ARENA_ARRAY(c->arena, const char *, tokens->n / 3);
    for (size_t i = 0; d->kind != DEVICE_MACRO && i + 2 < tokens->n; i++) {
        const struct token *t = tokens->at + i;
        bool changes = t->kind == TOKEN_HASH && t->line_start &&
                       (str_eq(t[1].text, "define") || str_eq(t[1].text, "undef"));
        if (changes && t[2].name)
            d->redefines[d->redefine_count++] = t[2].name->text;
    }
}

typedef VEC(struct device_hole) hole_vec;

static int by_place(const void *a, const void *b)
{
    struct span x = ((const struct device_hole *) a)->at, y = ((const struct device_hole *) b)->at;
    return x.start != y.start ? (x.start > y.start) - (x.start < y.start)
                              : (x.end > y.end) - (x.end < y.end);
}

static void add_holes(struct checker *c, struct device_def *d, hole_vec *all)
{
    if (all->n) {
        for (uint32_t i = 0; i < d->hole_count; i++)
            VEC_PUSH(all, d->holes[i]);
        d->holes = ARENA_ARRAY(c->arena, struct device_hole, all->n);
        memcpy(d->holes, all->at, all->n * sizeof *all->at);
        d->hole_count = (uint32_t) all->n;
        qsort(d->holes, all->n, sizeof *all->at, by_place);
    }
    VEC_FREE(all);
}

/* `(T2){x, y}` is C, which NVRTC does not read; `T2 {x, y}` is C++: the parentheses become holes. */
static void find_compound_literals(const struct device_def *d, const struct tokens *tokens,
                                   hole_vec *out)
{
    for (size_t i = 1; i + 3 < tokens->n; i++) {
        const struct token *t = tokens->at + i;
        bool literal = t[0].kind == TOKEN_LPAREN && t[1].kind == TOKEN_NAME &&
                       t[2].kind == TOKEN_RPAREN && t[3].kind == TOKEN_LBRACE &&
                       (t[-1].kind == TOKEN_RETURN || t[-1].kind == TOKEN_ASSIGN ||
                        t[-1].kind == TOKEN_COMMA || t[-1].kind == TOKEN_LPAREN);
        if (!literal || in_hole(d, t->at))
            continue;
        VEC_PUSH(out, (struct device_hole){.at = t[0].at});
        VEC_PUSH(out, (struct device_hole){.at = t[2].at});
    }
}

/* The statement that gives ({ ... }) its value, from the '{' on; NULL: it is a list in braces, or not closed. `end` gets the '}'. */
static const struct token *last_statement(const struct token *t, const struct token *limit,
                                          const struct token **end)
{
    const struct token *begin = t + 1, *last = NULL;
    int depth = 0;
    for (; t < limit; t++) {
        depth += t->kind == TOKEN_LBRACE || t->kind == TOKEN_LPAREN || t->kind == TOKEN_LBRACKET;
        depth -= t->kind == TOKEN_RBRACE || t->kind == TOKEN_RPAREN || t->kind == TOKEN_RBRACKET;
        if (!depth) {
            *end = t;
            return t + 1 < limit && t[1].kind == TOKEN_RPAREN ? last : NULL;
        }
        if (depth == 1 && t->kind == TOKEN_SEMICOLON)
            last = begin;
        if (depth == 1 && (t->kind == TOKEN_SEMICOLON || t->kind == TOKEN_RBRACE))
            begin = t + 1;
    }
    return NULL;
}

/* No other statement and no declaration: `x y` declares. */
static bool is_value(const struct token *t)
{
    enum token_class class = token_class(t->kind);
    bool statement = t->kind == TOKEN_IF || t->kind == TOKEN_FOR || t->kind == TOKEN_WHILE ||
                     t->kind == TOKEN_DO || t->kind == TOKEN_SWITCH || t->kind == TOKEN_RETURN;
    return !statement && class != CLASS_TYPE && class != CLASS_SPEC &&
           !(t->kind == TOKEN_NAME && t[1].kind == TOKEN_NAME);
}

/* GNU's ({ ... }), which nvcc reads in kernels and NVRTC does not, becomes a lambda that is called. */
static void find_statement_expressions(struct device_def *d, const struct tokens *tokens,
                                       hole_vec *out)
{
    const struct token *limit = tokens->at + tokens->n, *end;
    for (const struct token *t = tokens->at; t + 1 < limit; t++) {
        if (t[0].kind != TOKEN_LPAREN || t[1].kind != TOKEN_LBRACE || in_hole(d, t->at))
            continue;
        const struct token *last = last_statement(t + 1, limit, &end);
        if (!last)
            continue;
        struct span before = {last->at.source, last->at.start, last->at.start};
        VEC_PUSH(out, (struct device_hole){t[0].at, "[&]()"});
        if (is_value(last))
            VEC_PUSH(out, (struct device_hole){before, "return "});
        VEC_PUSH(out, (struct device_hole){end[1].at, "()"});
    }
}

/* The static names of a program's further files have other names in the text. */
static void find_renamings(struct checker *c, const struct device_def *d, struct tokens *tokens,
                           hole_vec *out)
{
    size_t i;
    for (size_t r = 0; c->text && r < c->text->renamings.n; r++) {
        const struct renamed_token *n = c->text->renamings.at + r;
        if (n->at.source != d->at.source || n->at.start < d->at.start || n->at.end > d->at.end)
            continue;
        for (i = 0; i < tokens->n && tokens->at[i].at.start != n->at.start; i++)
            continue;
        if (i == tokens->n || in_hole(d, n->at))
            continue;
        tokens->at[i].name = name_cstr(&c->l->names, n->name->text);
        VEC_PUSH(out, (struct device_hole){n->at, n->name->text});
    }
}

static void read_mentions(struct checker *c, struct device_def *d, struct span at)
{
    const struct source *src = source_get(c->l->sources, at.source);
    struct tokens tokens = {0};
    struct lexer lexer = {&c->l->names, c->arena, false};
    VEC(const char *) found = {0};
    c->l->mark++;
    if (src)
        lex_text(&lexer, src, at.start, at.end, &tokens);
    bool launches = false, registers = false, consts = false;
    read_redefines(c, d, &tokens);
    hole_vec holes = {0};
    if (d->kind != DEVICE_MACRO)
        find_compound_literals(d, &tokens, &holes);
    find_statement_expressions(d, &tokens, &holes);
    find_renamings(c, d, &tokens, &holes);
    add_holes(c, d, &holes);
    VEC_EACH (t, &tokens) {
        launches |= t->kind == TOKEN_LAUNCH_OPEN && !in_hole(d, t->at);
        registers |= t->kind == TOKEN_REGISTER && !in_hole(d, t->at);
        consts |= t->kind == TOKEN_CONST && t->text.n > strlen("const");
        bool named =
            t->kind == TOKEN_NAME && (!in_hole(d, t->at) || !str_eq(t->text, t->name->text));
        if (!named || t->name->mark == c->l->mark)
            continue;
        t->name->mark = c->l->mark;
        VEC_PUSH(&found, t->name->text);
    }
    if (launches)
        VEC_PUSH(&found, token_spelling(TOKEN_LAUNCH_OPEN));
    if (registers)
        VEC_PUSH(&found, token_spelling(TOKEN_REGISTER));
    if (consts)
        VEC_PUSH(&found, "__const__");
    d->mention_count = (uint32_t) found.n;
    d->mentions = ARENA_ARRAY(c->arena, const char *, found.n);
    if (found.n)
        memcpy(d->mentions, found.at, found.n * sizeof *found.at);
    VEC_FREE(&found);
    VEC_FREE(&tokens);
}

/* ---- host-only members ---- */

/* A member function without a CUDA space is host-only, and NVRTC rejects it. */
bool device_lacks(const struct node *m)
{
    const struct node *f = m;
    while (f && (f->kind == NODE_TEMPLATE || f->kind == NODE_FRIEND))
        f = f->template.declaration;
    bool function = f && (f->kind == NODE_FUNCTION ||
                          (f->kind == NODE_DECLARATION && f->count &&
                           f->list[0]->declarator.type->kind == NODE_TYPE_FUNCTION));
    return function && !(f->flags & (FLAG_DEVICE | FLAG_GLOBAL | FLAG_CONSTEXPR | FLAG_DEFAULTED |
                                     FLAG_DELETED | FLAG_TYPEDEF));
}

/* Whether only the host has the type: std::vector<int>, std::string, thrust::device_vector<float>. */
static bool is_of_the_host(const struct type *t)
{
    t = type_plain(t);
    const struct class_info *info = t->kind == TYPE_STRUCT ? t->class : NULL;
    const char *space =
        info && info->context && info->context->space ? info->context->space->text : "";
    const char *name = info && info->template ? info->template->symbol->name : "";
    return !strcmp(space, "std") || !strcmp(name, "thrust::device_vector") ||
           !strcmp(name, "thrust::host_vector");
}

/* An initialiser with the '=' before it. */
static struct span with_equals(struct checker *c, struct span init)
{
    const struct source *src = source_get(c->l->sources, init.source);
    uint32_t i = init.start;
    while (src && i && strchr(" \t\n", src->text.p[i - 1]))
        i--;
    return src && i && src->text.p[i - 1] == '=' ? (struct span){init.source, i - 1, init.end}
                                                 : init;
}

static void add_hole(struct device_def *d, struct span at, struct span m, const char *text)
{
    if (m.source == at.source && m.start >= at.start && m.end <= at.end)
        d->holes[d->hole_count++] = (struct device_hole){m, text};
}

/* Whether the class has a constructor that only the host may call. */
static bool is_made_by_host(const struct type *t)
{
    symbol_vec all = {0};
    bool found = false;
    if (type_is_class(t) && constructors_of(t))
        overload_gather(&all, constructors_of(t));
    VEC_EACH (s, &all)
        if ((*s)->kind == SYMBOL_FUNCTION && (*s)->function && (*s)->function->syntax)
            found |= device_lacks((*s)->function->syntax);
    VEC_FREE(&all);
    return found;
}

/* The type of a data member, if only the host has it, becomes one of as many bytes, so that the class keeps its layout.
 * It is named after the other, for NVRTC's messages. An initialiser goes. */
static void replace_type(struct checker *c, struct device_def *d, const struct type *class,
                         const struct node *m, struct span at)
{
    const struct node *named = m->field.type;
    struct field f;
    if (!class || !m->name || !type_field(class, m->name->text, &f))
        return;
    const struct type *t = f.type;
    while (t->kind == TYPE_POINTER || t->kind == TYPE_ARRAY)
        t = t->base;
    while (named->kind == NODE_TYPE_POINTER || named->kind == NODE_TYPE_ARRAY)
        named = named->derived.base;
    if (!is_of_the_host(t)) {
        /* `sphere light = sphere(...);`: only the host makes objects of a class whose members begin so */
        if (m->field.init && is_made_by_host(type_plain(f.type)))
            add_hole(d, at, with_equals(c, m->field.init->at), NULL);
        return;
    }
    if (c->l->libcu && type_in_libcu(t)) {
        struct buf b = {0};
        type_print_device(&b, type_plain(t), true);
        add_hole(d, at, named->at, arena_strndup(c->arena, b.p, b.n));
        buf_free(&b);
        return;
    }
    const struct template *of = type_plain(t)->class->template;
    if (!d->hole_count || d->holes[d->hole_count - 1].at.start != named->at.start)
        add_hole(d, at, named->at,
                 arena_printf(
                     c->arena, "struct __align__(%u) %s_of_the_host_%u { char bytes[%u]; }",
                     (unsigned) t->align, name_last(of ? of->symbol->name : type_plain(t)->name),
                     d->hole_count, (unsigned) t->size));
    if (m->field.init)
        add_hole(d, at, with_equals(c, m->field.init->at), NULL);
}

/* The class that was just defined; NULL: it is a template. */
static const struct type *class_of_tag(struct checker *c, const struct node *tag)
{
    const struct symbol *s = tag->name ? scope_lookup(c, tag->name) : NULL;
    return s && s->kind == SYMBOL_TYPE && s->type->kind == TYPE_STRUCT ? s->type : NULL;
}

/* nvcc lets kernels use a constexpr function without a CUDA space where a constant is needed; NVRTC refuses the function. So it is written with one, before
 * that specifier, which is looked for from the token at `position` on. What follows keeps its line and column. */
static void put_before(struct checker *c, struct device_def *d, uint32_t position,
                       enum token_kind specifier, const char *text)
{
    const struct token *t = c->tokens + position;
    while (t->kind != specifier && t->kind != TOKEN_LBRACE && t->kind != TOKEN_END)
        t++;
    const struct source *src = source_get(c->l->sources, t->at.source);
    if (t->kind != specifier || !src)
        return;
    const struct device_hole *last = d->hole_count ? d->holes + d->hole_count - 1 : NULL;
    if (last && last->at.start == t->at.start) /* of another declarator of the same declaration */
        return;
    struct place p = source_place(src, t->at.start);
    add_hole(d, d->at, (struct span){t->at.source, t->at.start, t->at.start},
             arena_printf(c->arena, "%s\n#line %u\n%*s", text, p.line, (int) p.column - 1, ""));
}

void device_give_space(struct checker *c, struct device_def *d, uint32_t position)
{
    put_before(c, d, position, TOKEN_CONSTEXPR, "__host__ __device__");
}

/* A constexpr function of either no class or a class, without a CUDA space. */
bool device_lacks_space(const struct node *n)
{
    while (n && n->kind == NODE_TEMPLATE)
        n = n->template.declaration;
    return n && n->kind == NODE_FUNCTION && n->flags & FLAG_CONSTEXPR &&
           !(n->flags & (FLAG_DEVICE | FLAG_HOST | FLAG_GLOBAL | FLAG_DEFAULTED | FLAG_DELETED));
}

/* The host-only members of a class that the device reads too. A class with virtual functions stays whole, to keep
 * its layout. */
static void find_holes(struct checker *c, struct device_def *d, const struct node *tag,
                       const struct type *class, struct span at);

/* The token behind the parentheses at t. */
static const struct token *past_parens(const struct token *t)
{
    int depth = 0;
    do {
        depth += (t->kind == TOKEN_LPAREN) - (t->kind == TOKEN_RPAREN);
        t++;
    } while (depth && t->kind != TOKEN_END);
    return t;
}

/* A static function that a class declares, and names in its sizeof or decltype: it asks which overload fits and calls none, so that the device
 * may have it. */
static bool is_only_named(struct checker *c, const struct node *tag, const struct node *m)
{
    const struct node *f = m->kind == NODE_TEMPLATE ? m->template.declaration : m;
    if (!device_lacks(m) || f->kind != NODE_FUNCTION || !(f->flags & FLAG_STATIC) ||
        f->function.body || !f->name)
        return false;
    const struct token *t = c->tokens + tag->list[0]->position;
    for (; t->kind != TOKEN_END && t->at.source == tag->at.source && t->at.start < tag->at.end;
         t++) {
        if ((t->kind != TOKEN_SIZEOF && t->kind != TOKEN_DECLTYPE) || t[1].kind != TOKEN_LPAREN)
            continue;
        const struct token *end = past_parens(t + 1);
        for (const struct token *n = t + 1; n < end; n++)
            if (n->kind == TOKEN_NAME && n->name == f->name)
                return true;
    }
    return false;
}

/* static const T zero = T(0); of a class template. Of a floating type the GNU dialect has it, which nvcc reads, and NVRTC only
 * a constexpr. */
static bool is_static_constant(const struct node *m)
{
    const struct node *first = m->kind == NODE_DECLARATION && m->count ? m->list[0] : NULL;
    return first && m->flags & FLAG_STATIC && !(m->flags & FLAG_CONSTEXPR) &&
           first->declarator.init && first->declarator.type->flags & FLAG_CONST;
}

/* The class that a member declares, or NULL. */
static const struct node *inner_tag(const struct node *m)
{
    const struct node *type = m->kind == NODE_DECLARATION ? m->declaration.type : NULL;
    bool body = type && type->kind == NODE_TYPE_TAG && type->flags & FLAG_BODY;
    return body && type->op != TOKEN_ENUM ? type : NULL;
}

static uint32_t holes_most(const struct node *tag)
{
    uint32_t n = 2 * tag->count;
    for (uint32_t i = 0; i < tag->count; i++)
        if (inner_tag(tag->list[i]))
            n += holes_most(inner_tag(tag->list[i]));
    return n;
}

static void find_inner_holes(struct checker *c, struct device_def *d, const struct node *tag,
                             const struct type *class, struct span at)
{
    const struct symbol *s =
        class && class->class && tag->name ? class_find(c, class, tag->name->text) : NULL;
    bool known = s && s->kind == SYMBOL_TYPE && s->type->kind == TYPE_STRUCT;
    find_holes(c, d, tag, known ? s->type : NULL, at);
}

static void find_holes(struct checker *c, struct device_def *d, const struct node *tag,
                       const struct type *class, struct span at)
{
    for (uint32_t i = 0; i < tag->count; i++)
        if (tag->list[i]->kind == NODE_FUNCTION && tag->list[i]->flags & FLAG_VIRTUAL)
            return;
    const char *first = layout_text(c, class, tag);
    for (uint32_t i = 0; i < tag->count; i++) {
        const struct node *m = tag->list[i];
        if (is_only_named(c, tag, m)) {
            put_before(c, d, m->position, TOKEN_STATIC, "__host__ __device__");

        } else if (!class && is_static_constant(m)) {
            put_before(c, d, m->position, TOKEN_STATIC, "constexpr");
        } else if (device_lacks(m)) {

            add_hole(d, at, m->at, first);
            first = NULL;
        }
        if (m->kind == NODE_FIELD)
            replace_type(c, d, class, m, at);
        if (device_lacks_space(m))
            device_give_space(c, d, m->position);
        if (inner_tag(m))
            find_inner_holes(c, d, inner_tag(m), class, at);
    }
}

/* ---- definitions ---- */

/* The line that begins before `at`, without its end; NULL: there is none. */
static struct str line_before(const struct source *src, uint32_t *at)
{
    if (!*at)
        return (struct str){0};
    uint32_t end = *at - 1, start = end;
    while (start && src->text.p[start - 1] != '\n')
        start--;
    *at = start;
    return (struct str){src->text.p + start, end - start};
}

/* Whether a line is the directive #word..., and whether it has nothing on it. */
static bool is_directive(struct str line, const char *word, bool *out_blank)
{
    size_t i = 0, n = strlen(word);
    while (i < line.n && strchr(" \t\r", line.p[i]))
        i++;
    *out_blank = i == line.n;
    if (i == line.n || line.p[i++] != '#')
        return false;
    while (i < line.n && (line.p[i] == ' ' || line.p[i] == '\t'))
        i++;
    return line.n - i >= n && !memcmp(line.p + i, word, n);
}

/* Specifiers inside an #if that ends before the definition does, `#if A / __device__ / #endif / int f()`: the text begins
 * with the #if. */
static struct span with_condition(struct checker *c, struct span at)
{
    const struct source *src = source_get(c->l->sources, at.source);
    bool blank, open = false;
    int depth = 0;
    uint32_t line = at.start, i = at.start;
    while (src && i < at.end && depth >= 0) { /* an #endif without its #if */
        uint32_t end = i;
        while (end < at.end && src->text.p[end] != '\n')
            end++;
        struct str text = {src->text.p + i, end - i};
        depth += is_directive(text, "if", &blank);
        depth -= is_directive(text, "endif", &blank);
        i = end + 1;
    }
    while (src && line && src->text.p[line - 1] != '\n')
        line--;
    while (depth < 0 && line && !open) {
        struct str text = line_before(src, &line);
        open = is_directive(text, "if", &blank);
        if (!open && !blank)
            break;
    }
    return open ? (struct span){at.source, line, at.end} : at;
}

static uint8_t pack_of(const struct checker *c, uint32_t position)
{
    uint8_t pack = 0;
    for (size_t i = 0; c->text && i < c->text->packs.n; i++)
        if (c->text->packs.at[i].position <= position)
            pack = c->text->packs.at[i].value;
    return pack;
}

bool device_in_host_header(const struct checker *c, struct span at)
{
    const struct source *src = source_get(c->l->sources, at.source);
    return src && src->kind == SOURCE_BUILTIN && strstr(src->name, "_host.h");
}

struct definition *device_define_class(struct checker *c, enum device_def_kind kind,
                                       const struct name *name, struct span at, uint32_t position,
                                       const struct node *tag)
{
    struct definition *d = ARENA_NEW(c->arena, struct definition);
    if (kind == DEVICE_FUNCTION || kind == DEVICE_KERNEL || kind == DEVICE_VARIABLE ||
        kind == DEVICE_CONSTANT)
        at = with_condition(c, at);
    d->def.kind = kind;
    const struct name *space = c->context ? c->context->space : NULL;
    d->def.name = name ? name->text : NULL;
    d->def.full_name = name ? name_in(&c->l->names, space, name)->text : NULL;
    d->def.at = at;
    d->def.space = space ? space->text : NULL;
    d->def.pack = pack_of(c, position);
    d->position = position;
    d->cell = c->text;
    if (tag) {
        d->def.holes = ARENA_ARRAY(c->arena, struct device_hole, holes_most(tag));
        find_holes(c, &d->def, tag, class_of_tag(c, tag), at);
    }
    read_mentions(c, &d->def, at);
    if (kind != DEVICE_MACRO)
        read_macros(c, &d->def, position);
    if (!device_in_host_header(c, at))
        VEC_PUSH(&c->device, d);
    return d;
}

struct definition *device_define(struct checker *c, enum device_def_kind kind,
                                 const struct name *name, struct span at, uint32_t position)
{
    return device_define_class(c, kind, name, at, position, NULL);
}

uint32_t device_position(const struct checker *c, struct span at)
{
    for (size_t i = 1; c->text && i < c->text->tokens.n; i++) {
        const struct token *t = c->text->tokens.at + i;
        if (t->at.source == at.source && t->at.start >= at.start)
            return (uint32_t) i - 1;
    }
    return UINT32_MAX;
}

void define_made(struct checker *c, const char *name, struct span at, uint32_t position)
{
    device_define(c, DEVICE_TYPE, name_cstr(&c->l->names, name), at, position);
}

void define_directives(struct checker *c, struct preprocessed *text)
{
    uint32_t number = 0;
    VEC_EACH (it, &text->directives) {
        number++;
        bool macro = it->kind == DEVICE_MACRO;
        struct definition *d =
            device_define(c, it->kind, macro ? it->name : NULL, it->at, it->position);
        d->removes = it->removes;
        it->def = &d->def;
        if (macro) {
            it->previous = it->name->directive;
            it->name->directive = number;
        }
    }
}

void macros_forget(const struct preprocessed *text)
{
    VEC_EACH (it, &text->directives)
        it->name->directive = 0;
}

/* ---- replacing ---- */

bool definition_overloads(const struct definition *a, const struct definition *b)
{
    return a->cell == b->cell && strcmp(a->params, b->params);
}

bool definition_is_special(const struct definition *d)
{
    return d->params && !strncmp(d->params, "template ", 9);
}

/* Two function templates of one text whose parameters read alike: they differ in their template parameters or results (std::enable_if), and if not,
 * NVRTC says so. A header that is read again has the same places. */
static bool are_beside(const struct definition *a, const struct definition *b)
{
    return a->def.kind == DEVICE_FUNCTION && b->def.kind == DEVICE_FUNCTION && !a->prototype &&
           !b->prototype && a->def.at.source == b->def.at.source &&
           a->def.at.start != b->def.at.start;
}

bool definition_replaces(const struct lang *l, const struct definition *new,
                         const struct definition *old)
{
    if (new->def.name != old->def.name || new->def.space != old->def.space)
        return false;
    if (!new->def.name) {
        struct str a = span_text(l->sources, new->def.at), b = span_text(l->sources, old->def.at);
        return new->def.kind == old->def.kind &&new->def.opens == old->def.opens &&a.n == b.n &&
               !memcmp(a.p, b.p, a.n);
    }
    if ((new->def.kind == DEVICE_MACRO) != (old->def.kind == DEVICE_MACRO) ||
        definition_is_special(new) != definition_is_special(old))
        return false;
    if (are_beside(new, old))
        return false;
    if (new->prototype != old->prototype &&new->def.kind == old->def.kind)
        return false;
    bool overloads = (new->def.kind == DEVICE_FUNCTION || new->def.kind == DEVICE_TYPE) &&
                     old->def.kind == new->def.kind &&new->params && old->params;
    overloads |=
        new->def.kind == DEVICE_KERNEL && old->def.kind == DEVICE_KERNEL &&new->def.kernel !=
                                              old->def.kernel &&definition_overloads(new, old);
    bool beside_kernel = (new->def.kind == DEVICE_KERNEL && old->def.kind == DEVICE_FUNCTION) ||
                         (new->def.kind == DEVICE_FUNCTION && old->def.kind == DEVICE_KERNEL);
    overloads |= beside_kernel && new->params && old->params &&definition_overloads(new, old);
    return !overloads || !strcmp(new->params, old->params);
}
