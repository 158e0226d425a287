/* SPDX-License-Identifier: Apache-2.0 */
/* Device arrays as objects of support/array.cu: elements, slices, copies, fills. Whole-array expressions: export_map.c. */
#include <string.h>

#include "export/export_impl.h"

struct array_walk {
    struct exporter *x;
    edit_vec *edits;
};

static bool is_array(const struct expr *e)
{
    return e && e->type->kind == TYPE_DEVICE_ARRAY;
}

/* x[mask] */
static bool is_masked(const struct expr *e)
{
    return e->kind == EXPR_BUILTIN && !strcmp(e->symbol->name, "__compress");
}

const char *export_array_type(struct exporter *x, const struct type *t)
{
    const char *element = type_name(x->arena, type_plain(t->base));
    x->support[SUPPORT_ARRAY] = true;
    return t->rank == 1 ? export_printf(x, "warpcell::array<%s>", element)
                        : export_printf(x, "warpcell::array<%s, %u>", element, t->rank);
}

static bool walk_operand(void *context, const struct expr *e)
{
    struct array_walk *w = context;
    export_expr(w->x, e, w->edits);
    return false;
}

const char *export_text_of(struct exporter *x, const struct expr *e)
{
    edit_vec edits = {0};
    export_expr(x, e, &edits);
    export_rename(x, e->at, &edits);
    return export_apply(x, e->at, &edits);
}

/* As an operand of a member access. */
static const char *object_text(struct exporter *x, const struct expr *e)
{
    const char *text = export_text_of(x, e);
    bool word = e->kind == EXPR_VARIABLE || e->kind == EXPR_SLICE || e->kind == EXPR_ELEMENT ||
                e->kind == EXPR_ARRAY_MAP || e->kind == EXPR_BUILTIN ||
                e->kind == EXPR_ARRAY_REDUCE;
    return word ? text : export_printf(x, "(%s)", text);
}

static const char *or_open(struct exporter *x, const struct expr *e)
{
    return e ? export_text_of(x, e) : "warpcell::open";
}

static const char *element_text(struct exporter *x, const struct expr *e, const char *method)
{
    struct buf b = {0};
    buf_printf(&b, "%s.%s({", object_text(x, e->left), method);
    for (uint32_t i = 0; i < e->subscript_count; i++)
        buf_printf(&b, "%s%s", i ? ", " : "", export_text_of(x, e->subscripts[i].start));
    buf_puts(&b, "})");
    const char *text = export_printf(x, "%s", b.p);
    buf_free(&b);
    return text;
}

static const char *slice_text(struct exporter *x, const struct expr *e)
{
    struct buf b = {0};
    buf_printf(&b, "%s.slice<%u>({", object_text(x, e->left), e->type->rank);
    for (uint32_t i = 0; i < e->subscript_count; i++) {
        const struct subscript *s = e->subscripts + i;
        buf_puts(&b, i ? ", " : "");
        if (!s->slice)
            buf_printf(&b, "warpcell::only(%s)", export_text_of(x, s->start));
        else if (s->step)
            buf_printf(&b, "warpcell::part(%s, %s, %s)", or_open(x, s->start), or_open(x, s->stop),
                       export_text_of(x, s->step));
        else
            buf_printf(&b, "warpcell::part(%s, %s)", or_open(x, s->start), or_open(x, s->stop));
    }
    buf_puts(&b, "})");
    const char *text = export_printf(x, "%s", b.p);
    buf_free(&b);
    return text;
}

/* x = h; h = x; x = y */
static const char *copy_text(struct exporter *x, const struct expr *e)
{
    const struct expr *to = e->left, *from = e->right;
    if (is_masked(to))
        export_cannot(x, e->at, "selected elements that are stored to");
    if (is_array(to) && is_array(from))
        return export_printf(x, "%s.assign(%s)", object_text(x, to), export_text_of(x, from));
    const struct expr *host = is_array(to) ? from : to, *device = is_array(to) ? to : from;
    if (!type_same(type_plain(type_element(host->type)), type_plain(device->type->base)))
        export_cannot(x, e->at, "the copy converts the elements");
    return export_printf(x, is_array(to) ? "%s.read(%s)" : "%s.write(%s)", object_text(x, device),
                         export_text_of(x, host));
}

/* Functions of support/library.cu. %R: the rank of the result, %T its elements, %0 the first argument, %* those behind it. */
static const struct {
    const char *name;
    uint32_t args;
    const char *text;
} calls[] = {
    {"sort",       1, "warpcell::sorted(%0)"            },
    {"argsort",    1, "warpcell::sorting<%T>(%0)"       },
    {"unique",     1, "warpcell::distinct(%0)"          },
    {"scan",       1, "warpcell::scanned<%T>(%0)"       },
    {"where",      1, "warpcell::indices<%T>(%0)"       },
    {"__compress", 2, "warpcell::selected(%0, %*)"      },
    {"transpose",  1, "warpcell::transposed(%0)"        },
    {"reshape",    2, "warpcell::reshaped<%R>(%0, {%*})"},
    {"reshape",    3, "warpcell::reshaped<%R>(%0, {%*})"},
    {"reshape",    4, "warpcell::reshaped<%R>(%0, {%*})"},
    {"matmul",     2, "warpcell::product(%0, %*)"       },
};

static const char *call_text(struct exporter *x, const struct expr *e, const char *pattern)
{
    struct buf b = {0};
    x->support[SUPPORT_ARRAY] = x->support[SUPPORT_EXPRESSION] = x->support[SUPPORT_LIBRARY] = true;
    if (!strcmp(e->symbol->name, "matmul") &&
        (e->args[0]->type->rank != 2 || e->args[1]->type->rank != 2))
        export_cannot(x, e->at, "a product with a vector");
    for (const char *p = pattern; *p; p++) {
        if (*p != '%') {
            buf_putc(&b, *p);
            continue;
        }
        p++;
        if (*p == 'R')
            buf_printf(&b, "%u", e->type->rank);
        else if (*p == 'T')
            buf_puts(&b, type_name(x->arena, type_plain(e->type->base)));
        else if (*p == '0')
            buf_puts(&b, export_text_of(x, e->args[0]));
        for (uint32_t i = 1; *p == '*' && i < e->arg_count; i++)
            buf_printf(&b, "%s%s", i > 1 ? ", " : "", export_text_of(x, e->args[i]));
    }
    const char *text = export_printf(x, "%s", b.p);
    buf_free(&b);
    return text;
}

static const char *builtin_text(struct exporter *x, const struct expr *e)
{
    const char *name = e->symbol->name;
    const struct expr *a = e->arg_count ? e->args[0] : NULL;
    if ((!strcmp(name, "size") || !strcmp(name, "len")) && is_array(a) && e->arg_count == 1)
        return strcmp(name, "len") || a->type->rank == 1
                   ? export_printf(x, "%s.size()", object_text(x, a))
                   : export_printf(x, "%s.shape[0]", object_text(x, a));
    if (!strcmp(name, "shape") && is_array(a) && e->arg_count == 2)
        return export_printf(x, "%s.shape[%s]", object_text(x, a), export_text_of(x, e->args[1]));
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(name, calls[i].name) && e->arg_count == calls[i].args)
            return call_text(x, e, calls[i].text);
    if (!strcmp(name, "seed") && a) {
        x->support[SUPPORT_RANDOM] = true;
        return export_printf(x, "warpcell::seed = %s, warpcell::draws = 0", export_text_of(x, a));
    }
    static const char pictures[] =
        " show plot scatter hist heat animate describe progress_bar html ";
    if (strstr(pictures, export_printf(x, " %s ", name)))
        export_cannot(x, e->at, "'%s' displays something, which a program cannot", name);
    export_cannot(x, e->at, "'%s' is a function of Warpcell", name);
    return "";
}

/* Functions that are Warpcell's own: CUDA C++ has nothing for them. */
static bool is_ours(const struct expr *e)
{
    return !strncmp(e->symbol->builtin->section, "docs/", 5);
}

/* NULL: the text may stay, and its operands are looked at. */
static const char *replacement(struct exporter *x, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_ELEMENT: return element_text(x, e, "get");
    case EXPR_SLICE: return slice_text(x, e);
    case EXPR_ARRAY_MEMBER: export_cannot(x, e->at, "a member of elements is a place"); return "";
    case EXPR_SIZEOF:
        return !is_array(e->left)
                   ? NULL
                   : export_printf(x, "(%s.size() * sizeof(%s))", object_text(x, e->left),
                                   type_name(x->arena, type_plain(e->left->type->base)));
    case EXPR_ARRAY_COPY: return copy_text(x, e);
    case EXPR_ARRAY_FILL:
        if (is_masked(e->left))
            export_cannot(x, e->at, "selected elements that are stored to");
        return export_printf(x, "%s.fill(%s)", object_text(x, e->left),
                             export_text_of(x, e->right));
    case EXPR_ARRAY_MAP:
    case EXPR_ARRAY_REDUCE:
    case EXPR_ARRAY_SCATTER: return export_map(x, e);
    case EXPR_ARRAY_NEW: /* auto y = x */
        return export_printf(x, "%s.dense()", object_text(x, e->right));
    case EXPR_BUILTIN: return is_ours(e) ? builtin_text(x, e) : NULL;
    default: return NULL;
    }
}

static bool is_element(const struct expr *e)
{
    return e && e->kind == EXPR_ELEMENT;
}

/* x[i] = v and the like; &x[i]. */
static bool target_text(struct array_walk *w, const struct expr *e)
{
    bool stores = e->kind == EXPR_ASSIGN || e->kind == EXPR_ASSIGN_OP || e->kind == EXPR_INCREMENT;
    if (e->kind == EXPR_ADDRESS && is_element(e->left)) {
        const char *text = export_printf(w->x, "%s.at", element_text(w->x, e->left, "at"));
        VEC_PUSH(w->edits, ((struct export_edit){e->at.start, e->at.end, text}));
        return true;
    }
    if (!stores || !is_element(e->left)) {
        for (const struct expr *m = e->left; stores && m && m->kind == EXPR_MEMBER; m = m->left)
            if (is_element(m->left))
                export_cannot(w->x, e->at, "a member of an element on the device is stored to");
        return false;
    }
    if (e->kind == EXPR_INCREMENT) {
        const char *text = export_printf(w->x, "%s %s 1", element_text(w->x, e->left, "at"),
                                         e->step < 0 ? "-=" : "+=");
        if (e->postfix)
            export_cannot(w->x, e->at, "the old value of an element may be used here");
        VEC_PUSH(w->edits, ((struct export_edit){e->at.start, e->at.end, text}));
        return true;
    }
    VEC_PUSH(w->edits, ((struct export_edit){e->left->at.start, e->left->at.end,
                                             element_text(w->x, e->left, "at")}));
    export_expr(w->x, e->right, w->edits);
    return true;
}

/* An array where a pointer is wanted converts by itself, unless a template has to deduce its type. */
static void launch_arguments(struct array_walk *w, const struct launch *l)
{
    for (uint32_t i = 0; i < l->arg_count; i++) {
        const struct expr *a = l->args[i];
        w->x->syncs |= is_array(a) && a->type->managed;
        bool array = is_array(a) || (a->kind == EXPR_DECAY && is_array(a->left));
        if (!array || (l->kernel && !l->kernel->template_count))
            continue;
        const char *text =
            export_printf(w->x, "%s.data", object_text(w->x, is_array(a) ? a : a->left));
        VEC_PUSH(w->edits, ((struct export_edit){a->at.start, a->at.end, text}));
    }
}

void export_expr(struct exporter *x, const struct expr *e, edit_vec *edits)
{
    struct array_walk w = {x, edits};
    if (!e || x->why)
        return;
    if (target_text(&w, e))
        return;
    x->launches |= e->kind == EXPR_LAUNCH;
    x->works |= e->kind == EXPR_LAUNCH || e->kind == EXPR_CALL || e->kind == EXPR_ARRAY_MAP;
    if (e->kind == EXPR_STATEMENTS)
        export_stmt(x, e->body, edits);
    if (e->kind == EXPR_LAUNCH)
        launch_arguments(&w, e->launch);
    if (e->kind == EXPR_BUILTIN && e->arg_count && is_array(e->args[0]) && !is_ours(e) &&
        strncmp(e->symbol->builtin->section, "CUDA", 4) != 0)
        export_cannot(x, e->at, "'%s' takes an array of Warpcell", e->symbol->name);
    const char *text = replacement(x, e);
    if (!text) {
        expr_any_operand(e, walk_operand, &w);
        return;
    }
    struct str old = export_span(x, e->at);
    if (e->left && e->left->at.start == e->at.start && e->left->at.end == e->at.end &&
        e->kind != EXPR_ARRAY_NEW && memchr(old.p, '(', old.n) == NULL)
        export_cannot(x, e->at, "a macro hides the array expression");
    if (x->careful && strstr(text, ", "))
        text = export_printf(x, "(%s)", text);
    VEC_PUSH(edits, ((struct export_edit){e->at.start, e->at.end, text}));
}

void export_stmt(struct exporter *x, const struct stmt *s, edit_vec *edits)
{
    if (!s || x->why)
        return;
    bool declared =
        s->kind == STMT_DECLARE && s->expr && s->expr->kind == EXPR_ARRAY_NEW && s->expr->symbol;
    if (!declared)
        export_expr(x, s->expr, edits);
    export_stmt(x, s->init, edits);
    export_expr(x, s->step, edits);
    export_stmt(x, s->body, edits);
    export_stmt(x, s->otherwise, edits);
    for (uint32_t i = 0; i < s->count; i++)
        export_stmt(x, s->list[i], edits);
}

/* ---- new arrays ---- */

static bool has_extents(const struct expr *e)
{
    for (uint32_t i = 0; i < e->subscript_count; i++)
        if (!e->subscripts[i].start)
            return false;
    return true;
}

static void put_extents(struct exporter *x, struct buf *out, const struct expr *e)
{
    buf_puts(out, "({");
    for (uint32_t i = 0; i < e->subscript_count; i++) {
        const struct expr *n = e->subscripts[i].start;
        buf_puts(out, i ? ", " : "");
        if (n->kind == EXPR_INTEGER)
            buf_printf(out, "%lld", (long long) n->integer);
        else
            buf_puts(out, export_text_of(x, n));
    }
    buf_puts(out, "}");
}

/* From a host array whose extents the brackets leave out. */
static void put_host_extents(struct exporter *x, struct buf *out, const struct expr *from)
{
    const struct type *t = from->type;
    buf_puts(out, "({");
    for (const char *comma = ""; t->kind == TYPE_ARRAY; t = t->base, comma = ", ") {
        if (t->unsized)
            export_cannot(x, from->at, "the extents of '%s' are not constant",
                          export_text_of(x, from));
        buf_printf(out, "%s%llu", comma, (unsigned long long) t->count);
    }
    buf_puts(out, "}");
}

static void put_values(struct exporter *x, struct buf *then, const char *name, const struct expr *e)
{
    buf_printf(then, "const %s %s_values", type_name(x->arena, type_plain(e->type->base)), name);
    for (uint32_t i = 0; i < e->subscript_count; i++)
        buf_printf(then, "[%lld]", (long long) e->subscripts[i].start->integer);
    buf_printf(then, " = %s;\n%s.read(%s_values);", export_text_of(x, e->right), name, name);
}

const char *export_new_array(struct exporter *x, const char *name, const struct expr *e,
                             struct buf *then)
{
    const struct expr *from = e->right;
    struct buf b = {0};
    if (e->across)
        export_cannot(x, e->at, "an array lies across ranks");
    export_array_type(x, e->type);
    if (from && is_array(from)) {
        bool same = type_same(type_plain(from->type->base), type_plain(e->type->base)) &&
                    from->type->rank == e->type->rank;
        if (from->kind == EXPR_ARRAY_MAP && has_extents(e) && same) {
            put_extents(x, &b, e);
            buf_puts(&b, ")");
            buf_printf(then, "%s.assign(%s);", name, export_text_of(x, from));
        } else if (same) {
            buf_printf(&b, "(%s%s)", export_text_of(x, from),
                       from->kind == EXPR_ARRAY_MAP ? "" : ".dense()");
        } else if (has_extents(e)) {
            put_extents(x, &b, e);
            buf_puts(&b, ")");
            buf_printf(then, "%s.assign(%s);", name, export_text_of(x, from));
        } else {
            export_text_of(x, from);
            export_cannot(x, from->at, "the elements have another type than the array");
        }
    } else if (from && from->type->kind == TYPE_ARRAY && from->kind != EXPR_AGGREGATE) {
        if (has_extents(e))
            put_extents(x, &b, e);
        else
            put_host_extents(x, &b, from);
        buf_puts(&b, ")");
        if (!type_same(type_plain(type_element(from->type)), type_plain(e->type->base)))
            export_cannot(x, from->at, "the copy converts the elements");
        buf_printf(then, "%s.read(%s);", name, export_text_of(x, from));
    } else {
        put_extents(x, &b, e);
        buf_puts(&b, e->type->managed ? ", warpcell::managed_memory)" : ")");
        if (from && from->kind == EXPR_AGGREGATE)
            put_values(x, then, name, e);
        else if (from)
            buf_printf(then, "%s.fill(%s);", name, export_text_of(x, from));
    }
    const char *text = export_printf(x, "%s", b.p ? b.p : "");
    buf_free(&b);
    return text;
}
