/* SPDX-License-Identifier: Apache-2.0 */
/* One item of a cell: a definition to file scope, a statement to main, a variable to where those that use it see it. What cannot be
 * exported becomes a comment. Next: export.c. */
#include <ctype.h>
#include <string.h>

#include "export/export_impl.h"

typedef VEC(const struct expr *) expr_vec;

enum program_section { DEFINITIONS, STATEMENTS };

/* ---- output ---- */

static struct buf *section_of(struct exporter *x, enum program_section where)
{
    struct buf *out = where == DEFINITIONS ? &x->definitions : &x->statements;
    if (x->heading[where] != x->at + 1) {
        bool apart =
            !out->n || (out->n > 1 && out->p[out->n - 1] == '\n' && out->p[out->n - 2] == '\n');
        buf_puts(out, apart ? "" : "\n");
        buf_pad(out, ' ', where == DEFINITIONS ? 0 : 4 * (x->depth + 1));
        buf_printf(out, "// %s\n", x->cells[x->at].in->name);
        x->heading[where] = x->at + 1;
    }
    return out;
}

/* Lines at the depth of the section. */
static void put_lines(struct exporter *x, enum program_section where, const char *before,
                      struct str text)
{
    struct buf *out = section_of(x, where);
    for (const char *p = text.p, *end = p + text.n; p < end;) {
        const char *line_end = memchr(p, '\n', (size_t) (end - p));
        size_t n = (size_t) ((line_end ? line_end : end) - p);
        bool directive = n && *p == '#' && !*before;
        if ((n || *before) && !directive)
            buf_pad(out, ' ', where == DEFINITIONS ? 0 : 4 * (x->depth + 1));
        buf_puts(out, before);
        buf_put(out, p, n);
        buf_putc(out, '\n');
        p += n + 1;
    }
}

static void put(struct exporter *x, enum program_section where, const char *text)
{
    put_lines(x, where, "", str_of(text));
}

void export_put(struct exporter *x, const char *statement)
{
    put(x, STATEMENTS, statement);
}

static void put_note(struct exporter *x, enum program_section where, struct span at,
                     const char *why)
{
    const struct source *src = source_get(x->sources, at.source);
    struct str text = src ? export_span(x, at) : (struct str){"", 0};
    put(x, where, export_printf(x, "// not exported: %s", why));
    put_lines(x, where, "//     ", text);
    VEC_PUSH(&x->notes, ((struct export_note){x->cells[x->at].in->name,
                                              src ? source_place(src, at.start).line : 1, why}));
}

/* ---- gaps ---- */

static const char *line_end(const char *p, const char *end)
{
    const char *at = p;
    for (; at < end && *at != '\n'; at++)
        if (*at == '\\' && at + 1 < end && at[1] == '\n')
            at++;
    return at;
}

/* "NAME" of "#define NAME", interned; NULL: another directive. */
static const char *macro_of(struct exporter *x, const char *p, const char *end)
{
    p++;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    bool defines = end - p > 6 && (!memcmp(p, "define", 6) || !memcmp(p, "undef", 5));
    if (!defines)
        return NULL;
    p += *p == 'd' ? 6 : 5;
    while (p < end && isspace((unsigned char) *p))
        p++;
    const char *start = p;
    while (p < end && (isalnum((unsigned char) *p) || *p == '_'))
        p++;
    return intern_name(x->intern, start, (size_t) (p - start));
}

static void define_dependents(struct exporter *x, const char *name);

static void put_directive(struct exporter *x, struct str line)
{
    const char *end = line.p + line.n, *name = macro_of(x, line.p, end);
    const char *include =
        line.n > 8 ? strstr(export_printf(x, "%.*s", (int) line.n, line.p), "include") : NULL;
    if (include && (include = strpbrk(include, "<\""))) {
        size_t n = strcspn(include + 1, ">\"");
        export_add_name(&x->included, intern_name(x->intern, include + 1, n));
    }
    bool changes = name && export_has_name(&x->macros, name);
    if (changes) {
        put(x, DEFINITIONS, export_printf(x, "#undef %s", name));
        put(x, STATEMENTS, export_printf(x, "#undef %s", name));
        put_lines(x, STATEMENTS, "", line);
    }
    put_lines(x, DEFINITIONS, "", line);
    const struct source *src = x->cells[x->at].source;
    uint32_t start = (uint32_t) (line.p - src->text.p);
    struct span at = {src->id, start, start + (uint32_t) line.n};
    if (name && export_define(x, name, "", NULL, at))
        define_dependents(x, name);
}

static const char *comment_end(const char *p, const char *end)
{
    if (p + 1 >= end || *p != '/')
        return p + 1;
    if (p[1] == '/')
        return line_end(p, end);
    const char *close = p[1] == '*' ? strstr(p + 2, "*/") : NULL;
    return close && close < end ? close + 2 : end;
}

void export_gap(struct exporter *x, uint32_t from, uint32_t to, bool statements)
{
    const struct source *src = x->cells[x->at].source;
    const char *p = src->text.p + from, *end = src->text.p + to;
    enum program_section where = statements ? STATEMENTS : DEFINITIONS;
    bool line_start = true;
    while (p < end) {
        if (*p == '#' && line_start) {
            const char *stop = line_end(p, end);
            put_directive(x, (struct str){p, (size_t) (stop - p)});
            p = stop;
        } else if (*p == '/' && p + 1 < end && (p[1] == '/' || p[1] == '*')) {
            const char *stop = comment_end(p, end);
            put_lines(x, where, "", (struct str){p, (size_t) (stop - p)});
            p = stop;
        } else {
            line_start = *p == '\n' || (line_start && isspace((unsigned char) *p));
            p++;
        }
    }
}

/* Where the item ends with its ';' and the comment on its line. */
static uint32_t end_of(const struct source *src, const struct node *n)
{
    const char *start = src->text.p, *end = start + src->text.n, *p = start + n->at.end;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    const char *after = p < end && *p == ';' ? p + 1 : start + n->at.end;
    for (p = after; p < end && (*p == ' ' || *p == '\t'); p++)
        continue;
    if (p + 1 >= end || *p != '/' || (p[1] != '/' && p[1] != '*'))
        return (uint32_t) (after - start);
    const char *stop = comment_end(p, end);
    bool alone = stop == end || *stop == '\n' || *stop == '\r';
    return (uint32_t) ((alone && !memchr(p, '\n', (size_t) (stop - p)) ? stop : after) - start);
}

/* ---- the trees of an item ---- */

static bool inside(struct span part, struct span all)
{
    return part.source == all.source && part.start >= all.start && part.end <= all.end;
}

static bool collect_arrays(void *context, const struct expr *e);

static void collect_from(expr_vec *out, const struct stmt *s)
{
    if (!s)
        return;
    if (s->kind == STMT_DECLARE && s->expr && s->expr->kind == EXPR_ARRAY_NEW && s->expr->symbol)
        VEC_PUSH(out, s->expr);
    collect_from(out, s->init);
    collect_from(out, s->body);
    collect_from(out, s->otherwise);
    for (uint32_t i = 0; i < s->count; i++)
        collect_from(out, s->list[i]);
    if (s->expr)
        collect_arrays(out, s->expr);
}

static bool collect_arrays(void *context, const struct expr *e)
{
    if (e->kind == EXPR_STATEMENTS)
        collect_from(context, e->body);
    return expr_any_operand(e, collect_arrays, context);
}

/* Replacements from the typed trees that belong to the item. */
static void edit_trees(struct exporter *x, const struct node *n, edit_vec *edits)
{
    const struct unit *u = x->cells[x->at].unit;
    expr_vec arrays = {0};
    for (uint32_t i = 0; i < u->body->count; i++)
        if (inside(u->body->list[i]->at, n->at))
            collect_from(&arrays, u->body->list[i]);
    for (uint32_t i = 0; i < u->function_count; i++)
        if (u->functions[i]->syntax && inside(u->functions[i]->syntax->at, n->at))
            collect_from(&arrays, u->functions[i]->body);
    export_syntax(x, n, arrays.at, arrays.n, edits);
    for (uint32_t i = 0; i < u->body->count; i++)
        if (inside(u->body->list[i]->at, n->at))
            export_stmt(x, u->body->list[i], edits);
    for (uint32_t i = 0; i < u->function_count; i++)
        if (u->functions[i]->syntax && inside(u->functions[i]->syntax->at, n->at))
            export_stmt(x, u->functions[i]->body, edits);
    VEC_FREE(&arrays);
}

static bool is_defined(const struct exporter *x, const char *name)
{
    VEC_EACH (d, &x->defined)
        if (d->name == name)
            return true;
    return false;
}

/* A type that no cell defines, used as one: "view<", "struct launch_stats". */
static bool is_ours(struct exporter *x, const char *name, struct span at)
{
    const struct source *src = source_get(x->sources, at.source);
    if (is_defined(x, name))
        return false;
    return src->text.p[at.end] == '<' ||
           (at.start >= 7 && !memcmp(src->text.p + at.start - 7, "struct ", 7));
}

static void find_missing(void *user, const char *name, struct span at)
{
    struct exporter *x = user;
    static const char *const types[] = {"view", "near", "launch_stats"};
    static const char *const makers[] = {"grad", "value_and_grad", "jvp", "vjp", "vmap"};
    const struct source *src = source_get(x->sources, at.source);
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (!strcmp(name, makers[i]) && src->text.p[at.end] == '(' && !is_defined(x, name))
            export_cannot(x, at, "'%s' is a function of Warpcell", name);
    if (export_has_name(&x->missing, name))
        export_cannot(x, at, "it needs '%s', which is not exported", name);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(name, types[i]) && is_ours(x, name, at))
            export_cannot(x, at, "'%s' is a type of Warpcell", name);
}

/* "assert(" or "CHECK(": names of macros as programs write them. */
static bool calls_macro(struct str text)
{
    for (const char *p = text.p, *end = p + text.n; p < end; p++) {
        const char *start = p;
        while (p < end && (isupper((unsigned char) *p) || *p == '_' || isdigit((unsigned char) *p)))
            p++;
        if (p < end && *p == '(' && p - start > 1)
            return true;
        if (p - start > 0)
            continue;
        if (end - p > 7 && !memcmp(p, "assert(", 7))
            return true;
    }
    return false;
}

/* The text of an item up to `end`, rewritten; x->why says whether it can be exported. */
static const char *rewritten(struct exporter *x, const struct node *n, uint32_t end)
{
    struct str source = export_span(x, n->at);
    x->careful = calls_macro(source);
    edit_vec edits = {0};
    struct span all = {n->at.source, n->at.start, end};
    x->why = NULL;
    x->launches = x->syncs = false;
    x->kernels.n = 0;
    edit_trees(x, n, &edits);
    export_rename(x, all, &edits);
    export_headers(x, n->at);
    export_identifiers(x, n->at, find_missing, x);
    return export_apply(x, all, &edits);
}

static void put_kernels(struct exporter *x)
{
    if (x->kernels.n && !x->why)
        put_lines(x, DEFINITIONS, "", (struct str){x->kernels.p, x->kernels.n});
}

/* ---- definitions ---- */

static const char *params_text(struct exporter *x, const struct node *list)
{
    struct buf b = {0};
    for (uint32_t i = 0; list && i < list->count; i++) {
        struct str text = export_span(x, list->list[i]->at);
        buf_printf(&b, "%.*s,", (int) text.n, text.p);
    }
    const char *copy = export_printf(x, "%s", b.p ? b.p : "");
    buf_free(&b);
    return copy;
}

/* The name that a definition defines, or NULL; its parameters tell overloads apart. */
static const struct name *defined_name(struct exporter *x, const struct node *n,
                                       const char **out_params)
{
    *out_params = "";
    switch (n->kind) {
    case NODE_FUNCTION:
        *out_params = params_text(x, n->function.type);
        return n->function.body && !n->function.scope ? n->name : NULL;
    case NODE_DEVICE_ITEM:
        *out_params = params_text(x, n->item->signature);
        return n->item->member_of ? NULL : n->item->name;
    case NODE_TEMPLATE: return n->name ? n->name : n->template.declaration->name;
    case NODE_DECLARATION:
        if (n->declaration.type->kind == NODE_TYPE_TAG && n->declaration.type->flags & FLAG_BODY)
            return n->declaration.type->name;
        return n->count == 1 ? n->list[0]->name : NULL;
    default: return NULL;
    }
}

static void put_definition(struct exporter *x, const struct node *n, uint32_t end)
{
    const char *text = rewritten(x, n, end), *params;
    const struct name *name = defined_name(x, n, &params);
    if (x->why) {
        put_note(x, DEFINITIONS, (struct span){n->at.source, n->at.start, end}, x->why);
        if (name)
            export_add_name(&x->missing, name->text);
        return;
    }
    put_kernels(x);
    put(x, DEFINITIONS, text);
    bool blank =
        n->kind == NODE_FUNCTION || n->kind == NODE_DEVICE_ITEM || n->kind == NODE_TEMPLATE;
    if (blank && memchr(text, '\n', strlen(text)))
        buf_putc(&x->definitions, '\n');
}

static bool used_later(struct exporter *x, const char *name)
{
    for (size_t i = x->at; i < x->in->count; i++) {
        const struct source *src = x->cells[i].source;
        if (src && export_mentions(x, (struct span){src->id, 0, (uint32_t) src->text.n}, name))
            return true;
    }
    return false;
}

/* The macro changed further down in the definition's own cell: the definition keeps what it saw (docs/language.md, "Macros"). */
static bool is_pinned(struct exporter *x, const struct exported_definition *d, const char *name)
{
    const struct source *src = source_get(x->sources, d->at.source);
    const char *end = src->text.p + src->text.n;
    for (const char *p = src->text.p + d->at.end; d->node && p < end; p = line_end(p, end) + 1)
        if (*p == '#' && macro_of(x, p, end) == name)
            return true;
    return false;
}

/* What mentions a name that now means something else is defined again, with the new meaning. */
static void define_dependents(struct exporter *x, const char *name)
{
    size_t count = x->defined.n, cell = x->at;
    for (size_t i = 0; i < count; i++) {
        struct exported_definition d = x->defined.at[i];
        if (d.name == name || d.cell == cell || !export_mentions(x, d.at, name) ||
            (d.node && !used_later(x, d.name)) || is_pinned(x, &d, name))
            continue;
        if (!d.node) {
            define_dependents(x, d.name);
            continue;
        }
        export_define(x, d.name, d.params, d.node, d.at);
        x->at = d.cell; /* its trees are there */
        x->heading[DEFINITIONS] = x->at + 1;
        put_definition(x, d.node, d.node->at.end);
        x->at = cell;
        x->heading[DEFINITIONS] = cell + 1;
        x->defined.at[i].cell = d.cell;
        define_dependents(x, d.name);
    }
}

static void define(struct exporter *x, const struct node *n, uint32_t end)
{
    const char *params;
    const struct name *name = defined_name(x, n, &params);
    bool again = name && export_define(x, name->text, params, n, n->at);
    section_of(x, DEFINITIONS);
    put_definition(x, n, end);
    if (again)
        define_dependents(x, name->text);
}

/* ---- variables ---- */

static const struct stmt *declaration_of(const struct exporter *x, const struct node *declarator)
{
    const struct unit *u = x->cells[x->at].unit;
    for (uint32_t i = 0; i < u->body->count; i++) {
        const struct stmt *s = u->body->list[i];
        if (s->kind == STMT_DECLARE && declarator->name &&
            s->symbol->name == declarator->name->text && inside(s->symbol->at, declarator->at))
            return s;
    }
    return NULL;
}

static struct main_variable *variable_named(struct exporter *x, const char *name)
{
    for (size_t i = x->variables.n; i-- > 0;)
        if (x->variables.at[i].name == name)
            return x->variables.at + i;
    return NULL;
}

static bool assignable(const struct type *t)
{
    return !t->is_const && !type_is_reference(t) &&
           (type_is_arithmetic(t) || t->kind == TYPE_POINTER || t->kind == TYPE_ENUM ||
            t->kind == TYPE_DEVICE_ARRAY);
}

static bool same_variable_type(const struct type *a, const struct type *b)
{
    if (a->kind == TYPE_DEVICE_ARRAY && b->kind == TYPE_DEVICE_ARRAY)
        return a->rank == b->rank && type_same(a->base, b->base);
    return type_same(a, b);
}

/* "std::vector<float>" of a declaration of objects; NULL: it is not so simple. */
static const char *class_name(struct exporter *x, const struct node *n, const struct node *d,
                              const struct stmt *s)
{
    const struct type *t = s->symbol->type;
    struct str text =
        export_span(x, (struct span){n->at.source, n->at.start, n->list[0]->at.start});
    text = str_trim(text);
    bool simple = t->kind == TYPE_STRUCT && !t->is_const && d->at.start == d->name_at.start &&
                  n->declaration.type->kind == NODE_TYPE_NAME &&
                  !(n->flags & (FLAG_STATIC | FLAG_EXTERN | FLAG_CONSTEXPR)) &&
                  !(t->class && (t->class->no_fresh || t->class->no_assign));
    return simple ? export_printf(x, "%.*s", (int) text.n, text.p) : NULL;
}

/* An object's new value: "= v", "(n, 1)", "{1, 2}" or nothing stands behind its name. */
static const char *object_assignment(struct exporter *x, const struct node *d, const struct stmt *s,
                                     const char *class)
{
    struct span at = {d->at.source, d->name_at.end, d->at.end};
    edit_vec edits = {0};
    if (d->declarator.init)
        export_syntax(x, d->declarator.init, NULL, 0, &edits);
    export_expr(x, s->expr, &edits);
    export_rename(x, at, &edits);
    struct str tail = str_trim(str_of(export_apply(x, at, &edits)));
    bool value = tail.n && *tail.p == '=';
    if (value)
        tail = str_trim((struct str){tail.p + 1, tail.n - 1});
    bool whole = value && *tail.p != '{';
    return export_printf(x, "%s = %s%.*s;", export_name_now(x, d->name->text),
                         whole     ? ""
                         : !tail.n ? export_printf(x, "%s()", class)
                                   : class,
                         (int) tail.n, tail.p);
}

/* x = its initial value, for a variable that is declared already. */
static const char *assignment(struct exporter *x, const struct node *n, const struct node *d,
                              const struct stmt *s)
{
    const char *name = export_name_now(x, d->name->text), *class = class_name(x, n, d, s);
    struct buf then = {0};
    const char *text = "";
    if (class)
        return object_assignment(x, d, s, class);
    if (s->expr && s->expr->kind == EXPR_ARRAY_NEW && s->expr->symbol) {
        const char *from = export_new_array(x, name, s->expr, &then);
        text = export_printf(x, "%s = %s%s;%s%s", name, export_array_type(x, s->symbol->type), from,
                             then.n ? "\n" : "", then.p ? then.p : "");
    } else if (d->declarator.init) {
        edit_vec edits = {0};
        struct span at = d->declarator.init->at;
        export_syntax(x, d->declarator.init, NULL, 0, &edits);
        export_expr(x, s->expr, &edits);
        export_rename(x, at, &edits);
        text = export_printf(x, "%s = %s;", name, export_apply(x, at, &edits));
    }
    buf_free(&then);
    return text;
}

/* Declared and given its value apart, it is the same variable. */
static bool is_plain_declarator(struct exporter *x, const struct node *n, const struct node *d,
                                const struct stmt *s)
{
    return s && (class_name(x, n, d, s) ||
                 (assignable(s->symbol->type) && !(d->flags & FLAG_PARENS) &&
                  (!d->declarator.init || d->declarator.init->kind != NODE_INIT_LIST ||
                   s->symbol->type->kind == TYPE_DEVICE_ARRAY)));
}

enum fate { FATE_LOCAL, FATE_ASSIGN, FATE_GLOBAL, FATE_BLOCK, FATE_COUNT };

static enum fate fate_of(struct exporter *x, const struct node *n, const struct node *d)
{
    const struct stmt *s = declaration_of(x, d);
    const struct main_variable *old = d->name ? variable_named(x, d->name->text) : NULL;
    bool plain = is_plain_declarator(x, n, d, s);
    if (old && plain && old->plain && same_variable_type(old->type, s->symbol->type))
        return FATE_ASSIGN;
    if (d->name && export_has_name(&x->global, d->name->text) && !(old && old->global))
        return FATE_GLOBAL;
    if (old && old->global)
        export_cannot(x, d->at, "functions use '%s', and it is declared again with another type",
                      d->name->text);
    return old ? FATE_BLOCK : FATE_LOCAL;
}

static void remember(struct exporter *x, const struct node *n, const struct node *d, bool global)
{
    const struct stmt *s = declaration_of(x, d);
    if (d->name)
        VEC_PUSH(&x->variables, ((struct main_variable){
                                    d->name->text, s ? s->symbol->type : type_basic(TYPE_ERROR),
                                    global, is_plain_declarator(x, n, d, s)}));
}

/* "float *p" of "float *p = q" with these specifiers. */
static const char *bare_declaration(struct exporter *x, const struct node *n, const struct node *d,
                                    const struct stmt *s)
{
    const char *name = export_name_now(x, d->name->text);
    if (s->symbol->type->kind == TYPE_DEVICE_ARRAY)
        return export_printf(x, "%s %s;", export_array_type(x, s->symbol->type), name);
    struct str specifiers =
        export_span(x, (struct span){n->at.source, n->at.start, n->list[0]->at.start});
    const char *first = export_printf(x, "%.*s", (int) specifiers.n, specifiers.p);
    if (n->list[0] == d || s->symbol->type->kind != TYPE_POINTER) {
        struct str own = export_span(x, (struct span){d->at.source, d->at.start, d->name_at.end});
        return export_printf(x, "%s%.*s;", strstr(first, "static ") == first ? first + 7 : first,
                             (int) own.n, own.p);
    }
    return export_printf(x, "%s%s;", type_name(x->arena, s->symbol->type), name);
}

static void put_global(struct exporter *x, const struct node *n, const struct node *d, uint32_t end)
{
    const struct stmt *s = declaration_of(x, d);
    if (is_plain_declarator(x, n, d, s)) {
        const char *text = assignment(x, n, d, s);
        if (x->why)
            return;
        put_kernels(x);
        x->kernels.n = 0;
        put(x, DEFINITIONS, bare_declaration(x, n, d, s));
        put(x, STATEMENTS, text);
    } else {
        const char *text = rewritten(x, n, end);
        VEC_EACH (v, &x->variables)
            if (!v->global && d->declarator.init &&
                export_mentions(x, d->declarator.init->at, v->name))
                export_cannot(x, d->at,
                              "functions use '%s', whose initial value needs '%s' of main",
                              d->name->text, v->name);
        if (!x->why)
            put(x, DEFINITIONS, text);
    }
    remember(x, n, d, true);
}

static void put_and_forget(struct exporter *x, const char *text)
{
    put_kernels(x);
    x->kernels.n = 0;
    put(x, STATEMENTS, text);
}

/* The comment behind a declaration, on the last line that was written for it. */
static void put_trailing(struct exporter *x, const struct node *n, uint32_t end)
{
    struct str text = export_span(x, (struct span){n->at.source, n->at.end, end});
    if (!str_trim(text).n || !x->statements.n)
        return;
    x->statements.n--;
    buf_put(&x->statements, text.p, text.n);
    buf_putc(&x->statements, '\n');
}

/* Each declarator in its own way. */
static void put_apart(struct exporter *x, const struct node *n, uint32_t end)
{
    for (uint32_t i = 0; i < n->count && !x->why; i++) {
        const struct node *d = n->list[i];
        enum fate fate = fate_of(x, n, d);
        if (fate == FATE_GLOBAL) {
            put_global(x, n, d, end);
            continue;
        }
        const char *value = assignment(x, n, d, declaration_of(x, d));
        if (fate != FATE_ASSIGN) {
            put(x, STATEMENTS, bare_declaration(x, n, d, declaration_of(x, d)));
            remember(x, n, d, false);
        }
        put_and_forget(x, value);
    }
    if (!x->why)
        put_trailing(x, n, end);
}

static void put_together(struct exporter *x, const struct node *n, const char *text, bool block)
{
    put_kernels(x);
    if (block) {
        const struct name *name = n->list[0]->name;
        put(x, STATEMENTS, export_printf(x, "{ // '%s' is declared again", name ? name->text : ""));
        x->depth++;
    }
    put(x, STATEMENTS, text);
    for (uint32_t i = 0; i < n->count; i++)
        remember(x, n, n->list[i], false);
}

static void put_variables(struct exporter *x, const struct node *n, uint32_t end)
{
    uint32_t expressions = x->expressions, fates[FATE_COUNT] = {0};
    const char *text = rewritten(x, n, end);
    bool simple = true; /* each declarator can stand alone */
    for (uint32_t i = 0; i < n->count && !x->why; i++) {
        fates[fate_of(x, n, n->list[i])]++;
        simple &= is_plain_declarator(x, n, n->list[i], declaration_of(x, n->list[i]));
    }
    bool apart = fates[FATE_ASSIGN] || fates[FATE_GLOBAL];
    if (!x->why && apart && !simple && n->count > 1)
        export_cannot(x, n->at, "functions use one of these variables; declare it alone");
    if (!x->why && apart) {
        x->kernels.n = 0;
        x->expressions = expressions;
        put_apart(x, n, end);
    } else if (!x->why) {
        put_together(x, n, text, fates[FATE_BLOCK]);
    }
    if (!x->why)
        return;
    put_note(x, STATEMENTS, (struct span){n->at.source, n->at.start, end}, x->why);
    for (uint32_t i = 0; i < n->count; i++)
        if (n->list[i]->name)
            export_add_name(&x->missing, n->list[i]->name->text);
}

/* ---- items ---- */

/* Every variable of it is const with a value that is known: kernels may use it, and it stands at file scope. */
static bool is_constant(const struct exporter *x, const struct node *n)
{
    bool constant = n->count > 0;
    for (uint32_t i = 0; i < n->count && constant; i++) {
        const struct stmt *s = declaration_of(x, n->list[i]);
        constant = s && s->symbol->known;
    }
    return constant || (n->count && n->flags & FLAG_CONSTEXPR);
}

static bool is_definition(const struct exporter *x, const struct node *n)
{
    if (n->kind == NODE_MAGIC || n->kind >= NODE_EXPRESSION)
        return false;
    if (n->kind != NODE_DECLARATION)
        return true;
    bool functions = n->count > 0;
    for (uint32_t i = 0; i < n->count; i++)
        functions &=
            n->list[i]->declarator.type && n->list[i]->declarator.type->kind == NODE_TYPE_FUNCTION;
    return n->flags & FLAG_TYPEDEF || !n->count || functions || is_constant(x, n) ||
           (n->declaration.type->kind == NODE_TYPE_TAG && n->declaration.type->flags & FLAG_BODY);
}

static void put_statement(struct exporter *x, const struct node *n, uint32_t end)
{
    const struct unit *u = x->cells[x->at].unit;
    const char *text = rewritten(x, n, end);
    if (n->kind == NODE_RESULT)
        for (uint32_t i = 0; i < u->body->count; i++)
            if (u->body->list[i]->kind == STMT_RESULT) {
                const struct expr *e = u->body->list[i]->expr;
                struct str trailing = export_span(x, (struct span){n->at.source, n->at.end, end});
                edit_vec edits = {0};
                export_syntax(x, n, NULL, 0, &edits);
                export_expr(x, e, &edits);
                export_rename(x, n->at, &edits);
                text = export_printf(x, "%s%.*s",
                                     export_result_text(x, e, export_apply(x, n->at, &edits)),
                                     (int) trailing.n, trailing.p);
            }
    if (x->why) {
        put_note(x, STATEMENTS, (struct span){n->at.source, n->at.start, end}, x->why);
        return;
    }
    put_kernels(x);
    put(x, STATEMENTS, text);
    if (x->launches) {
        x->support[SUPPORT_CHECK] = true;
        put(x, STATEMENTS, "WARPCELL_CHECK(cudaGetLastError());");
        if (x->syncs)
            put(x, STATEMENTS, "WARPCELL_CHECK(cudaDeviceSynchronize());");
    }
    x->out->exported++;
}

static bool did_not_run(struct exporter *x, const struct node *n)
{
    const struct export_cell *in = x->cells[x->at].in;
    const struct source *src = x->cells[x->at].source;
    bool here = in->failed && in->failed_line >= source_place(src, n->at.start).line &&
                in->failed_line <= source_place(src, n->at.end).line;
    bool elsewhere = in->failed && !in->failed_line && n->kind != NODE_DECLARATION;
    x->halted |= here || elsewhere;
    return x->halted;
}

uint32_t export_item(struct exporter *x, const struct node *n, uint32_t from)
{
    const struct source *src = x->cells[x->at].source;
    uint32_t end = end_of(src, n);
    bool definition = is_definition(x, n);
    if (n->at.source != src->id || n->at.start < from)
        return from; /* of a file that the cell includes, or of the same use of a macro */
    export_gap(x, from, n->at.start, !definition);
    if (n->kind == NODE_MAGIC) {
        put_lines(x, STATEMENTS, "// for the session: ", str_trim(export_span(x, n->at)));
    } else if (definition) {
        define(x, n, end);
        x->out->exported++;
    } else if (did_not_run(x, n)) {
        put_note(x, STATEMENTS, (struct span){n->at.source, n->at.start, end},
                 "the cell ended here with an error");
        for (uint32_t i = 0; n->kind == NODE_DECLARATION && i < n->count; i++)
            if (n->list[i]->name)
                export_add_name(&x->missing, n->list[i]->name->text);
    } else if (n->kind == NODE_DECLARATION) {
        put_variables(x, n, end);
        x->out->exported++;
    } else if (n->kind != NODE_EMPTY) {
        put_statement(x, n, end);
    }
    return end;
}
