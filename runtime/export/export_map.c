/* SPDX-License-Identifier: Apache-2.0 */
/* A whole-array expression becomes a kernel. Its body is the expression's own text, in which an array x is x(i), and what the host
 * computes is a parameter. */
#include <string.h>

#include "export/export_impl.h"

struct export_operand {
    const struct expr *e; /* EXPR_LANE or EXPR_GATHER */
    const char *name, *argument;
};

struct map_kernel {
    struct exporter *x;
    edit_vec edits;
    VEC(struct export_operand) operands;
    uint32_t rank;
};

static bool same_variable(const struct expr *a, const struct expr *b)
{
    return a->left && b->left && a->left->kind == EXPR_VARIABLE && b->left->kind == EXPR_VARIABLE &&
           a->left->symbol == b->left->symbol && a->kind == b->kind;
}

/* The extents of what iota and its like count. */
static const char *counted(struct exporter *x, const struct expr *lane)
{
    struct buf b = {0};
    x->support[SUPPORT_EXPRESSION] = true;
    buf_printf(&b, "warpcell::index<%u>({", lane->subscript_count);
    for (uint32_t i = 0; i < lane->subscript_count; i++) {
        const struct expr *n = lane->subscripts[i].start;
        while (n->kind == EXPR_CONVERT)
            n = n->left;
        buf_printf(&b, "%s%s", i ? ", " : "", export_text_of(x, n));
    }
    buf_puts(&b, "})");
    const char *text = export_printf(x, "%s", b.p);
    buf_free(&b);
    return text;
}

static const char *name_of_operand(struct map_kernel *b, const struct expr *e)
{
    const char *variable = e->left && e->left->kind == EXPR_VARIABLE ? e->left->symbol->name : NULL;
    bool taken = !variable || !strcmp(variable, "i") || !strcmp(variable, "to") || *variable == ' ';
    VEC_EACH (o, &b->operands)
        taken |= variable && !strcmp(o->name, variable);
    return taken ? export_printf(b->x, "v%zu", b->operands.n) : variable;
}

static const struct export_operand *operand_of(struct map_kernel *b, const struct expr *e)
{
    VEC_EACH (o, &b->operands)
        if (o->e == e || same_variable(o->e, e))
            return o;
    struct export_operand o = {.e = e, .name = name_of_operand(b, e)};
    const struct expr *value = e->left;
    while (value && value->kind == EXPR_CONVERT && value->at.start == value->left->at.start &&
           value->at.end == value->left->at.end)
        value = value->left;
    bool random = value && value->kind == EXPR_BUILTIN && !strncmp(value->symbol->name, "__", 2);
    if (random)
        o.argument = strcmp(value->symbol->name, "__seed") ? "warpcell::draws++" : "warpcell::seed";
    else
        o.argument = value ? export_text_of(b->x, value) : counted(b->x, e);
    if (e->kind == EXPR_GATHER)
        o.argument = export_printf(b->x, "warpcell::indexed(%s)", o.argument);
    uint32_t rank = !e->left                                   ? e->subscript_count
                    : e->kind == EXPR_GATHER                   ? 1
                    : e->left->type->kind == TYPE_DEVICE_ARRAY ? e->left->type->rank
                                                               : 0;
    b->rank = rank > b->rank ? rank : b->rank;
    VEC_PUSH(&b->operands, o);
    return &VEC_LAST(&b->operands);
}

static bool body_expr(void *context, const struct expr *e);

static const char *body_text(struct map_kernel *b, const struct expr *e)
{
    struct map_kernel inner = *b;
    memset(&inner.edits, 0, sizeof inner.edits);
    body_expr(&inner, e);
    b->operands.at = inner.operands.at;
    b->operands.n = inner.operands.n;
    b->operands.cap = inner.operands.cap;
    b->rank = inner.rank;
    export_rename(b->x, e->at, &inner.edits);
    return export_apply(b->x, e->at, &inner.edits);
}

static bool is_array(const struct expr *e)
{
    return e->type->kind == TYPE_DEVICE_ARRAY;
}

/* random(n), linspace(a, b, n): a function of support/random.cu. Those of complex numbers are not there. */
static const char *generator_text(struct map_kernel *b, const struct expr *e)
{
    struct exporter *x = b->x;
    struct buf text = {0};
    if (type_is_pair(type_plain(e->type)) ||
        (e->arg_count && type_is_pair(type_plain(e->args[0]->type))))
        export_cannot(x, e->at, "an expression on arrays of complex numbers");
    x->support[SUPPORT_RANDOM] = true;
    buf_printf(&text, "warpcell::%s<%s>(", e->symbol->name,
               type_name(x->arena, type_plain(e->type)));
    for (uint32_t i = 0; i < e->arg_count; i++) {
        const struct expr *a = e->args[i];
        while (a->kind == EXPR_CONVERT)
            a = a->left;
        buf_puts(&text, i ? ", " : "");
        if (a->kind == EXPR_LANE)
            buf_printf(&text, "%s%s", operand_of(b, a)->name,
                       !a->left || is_array(a->left) ? "(i)" : "");
        else
            buf_puts(&text, body_text(b, a));
    }
    buf_putc(&text, ')');
    const char *copy = export_printf(x, "%s", text.p);
    buf_free(&text);
    return copy;
}

static bool same_place(const struct expr *a, const struct expr *b)
{
    return a->at.start == b->at.start && a->at.end == b->at.end;
}

/* The conversion to long is implicit. */
static const struct expr *index_of(const struct expr *e)
{
    while (e->kind == EXPR_CONVERT && same_place(e, e->left))
        e = e->left;
    return e;
}

static const char *const operators[] = {
    [EXPR_ADD] = "+",         [EXPR_SUBTRACT] = "-",     [EXPR_MULTIPLY] = "*", [EXPR_DIVIDE] = "/",
    [EXPR_REMAINDER] = "%",   [EXPR_AND] = "&",          [EXPR_OR] = "|",       [EXPR_XOR] = "^",
    [EXPR_SHIFT_LEFT] = "<<", [EXPR_SHIFT_RIGHT] = ">>",
};

static bool is_written(struct exporter *x, const struct expr *e)
{
    struct str text = export_span(x, e->at);
    return memchr(text.p, '?', text.n);
}

/* c ? x : y, which was written where(c, x, y) or x[c] = y. */
static const char *choice_text(struct map_kernel *b, const struct expr *e)
{
    const char *condition = body_text(b, index_of(e->condition)),
               *left = body_text(b, index_of(e->left)), *right = body_text(b, index_of(e->right));
    return export_printf(b->x, "((%s) ? (%s) : (%s))", condition, left, right);
}

/* Overloads choose by type: conversions of the arguments are written out. */
static const char *library_call_text(struct map_kernel *b, const struct expr *e)
{
    struct buf args = {0};
    bool converts = false;
    for (uint32_t i = 0; i < e->arg_count; i++) {
        const struct expr *a = e->args[i], *inner = index_of(a);
        buf_puts(&args, i ? ", " : "");
        struct str own = export_span(b->x, inner->at);
        bool folded =
            inner->kind == EXPR_REAL && !memchr(own.p, '.', own.n) && !memchr(own.p, 'e', own.n);
        bool casts = folded || !type_same(type_plain(a->type), type_plain(inner->type));
        if (casts)
            buf_printf(&args, "(%s) (%s)", type_name(b->x->arena, type_plain(a->type)),
                       body_text(b, inner));
        else
            buf_puts(&args, body_text(b, inner));
        converts |= casts;
    }
    const char *text = converts ? export_printf(b->x, "%s(%s)", e->symbol->name, args.p) : NULL;
    buf_free(&args);
    return text;
}

static bool body_expr(void *context, const struct expr *e)
{
    struct map_kernel *b = context;
    struct exporter *x = b->x;
    const char *text = NULL;
    if (type_is_half(type_plain(e->type)) || (e->left && type_is_half(type_element(e->left->type))))
        export_cannot(x, e->at, "an expression on arrays of half");
    if (e->kind == EXPR_LANE)
        text = export_printf(x, "%s%s", operand_of(b, e)->name,
                             !e->left || is_array(e->left) ? "(i)" : "");
    else if (e->kind == EXPR_GATHER)
        text = export_printf(x, "%s(%s)", operand_of(b, e)->name, body_text(b, index_of(e->right)));
    else if (e->kind == EXPR_CALL && e->symbol && e->symbol->kind == SYMBOL_BUILTIN)
        text = generator_text(b, e);
    else if (e->kind == EXPR_CONVERT && same_place(e, e->left))
        return body_expr(b, e->left);
    else if (e->kind == EXPR_CONDITIONAL)
        text = is_written(b->x, e) ? NULL : choice_text(b, e);
    else if (e->kind == EXPR_BUILTIN)
        text = library_call_text(b, e);
    if (text)
        VEC_PUSH(&b->edits, ((struct export_edit){e->at.start, e->at.end, text}));
    else
        expr_any_operand(e, body_expr, b);
    return false;
}

/* The body of x op= y, whose text is the whole assignment. */
static const char *whole_text(struct map_kernel *b, const struct expr *map, const struct expr *e)
{
    bool compound = map->left && e->at.start == map->at.start && e->at.end == map->at.end;
    while (compound && e->kind == EXPR_CONVERT)
        e = e->left;
    if (!compound)
        return body_text(b, e);
    if (e->kind == EXPR_CONDITIONAL) /* x[mask] = value */
        return choice_text(b, e);
    bool known = e->kind < sizeof operators / sizeof *operators && operators[e->kind];
    if (!known) {
        export_cannot(b->x, e->at, "the form of this assignment to an array");
        return "";
    }
    const struct expr *left = e->left, *right = e->right;
    bool word = right->kind == EXPR_LANE || right->kind == EXPR_INTEGER || right->kind == EXPR_REAL;
    const char *l = body_text(b, left), *r = body_text(b, right);
    return export_printf(b->x, word ? "%s %s %s" : "%s %s (%s)", l, operators[e->kind], r);
}

static const char *parameter(struct exporter *x, const struct export_operand *o, uint32_t rank)
{
    const struct expr *e = o->e;
    if (!e->left)
        return export_printf(x, "warpcell::counter %s", o->name);
    const char *type = type_name(x->arena, type_plain(type_element(e->left->type)));
    if (e->kind == EXPR_GATHER)
        return export_printf(x, "warpcell::table<%s> %s", type, o->name);
    if (is_array(e->left))
        return export_printf(x, "warpcell::view<%s, %u> %s", type, rank, o->name);
    return export_printf(x, "%s %s", type, o->name);
}

/* The kernel, and its arguments in *out_args. */
static uint32_t put_kernel(struct exporter *x, struct map_kernel *b, const char *element,
                           uint32_t rank, const char *text, const char **out_args)
{
    struct buf args = {0}, *out = &x->kernels;
    uint32_t number = ++x->expressions;
    x->support[SUPPORT_ARRAY] = x->support[SUPPORT_EXPRESSION] = true;
    buf_printf(out, "__global__ void expression_%u(warpcell::view<%s, %u> to", number, element,
               rank);
    VEC_EACH (o, &b->operands) {
        buf_printf(out, ", %s", parameter(x, o, rank));
        buf_printf(&args, ", %s", o->argument);
    }
    buf_printf(out,
               ")\n{\n    long i = (long) blockIdx.x * blockDim.x + threadIdx.x;\n"
               "    if (i < to.size())\n        to(i) = %s;\n}\n\n",
               text);
    *out_args = export_printf(x, "%s", args.p ? args.p : "");
    buf_free(&args);
    return number;
}

/* A new array of the expression's values. A variable alone is itself. */
static const char *evaluated(struct exporter *x, const struct expr *map, const struct expr *e,
                             bool fresh)
{
    struct map_kernel b = {.x = x};
    const char *args, *element = type_name(x->arena, type_plain(e->type)), *text;
    if (!fresh && e->kind == EXPR_LANE && e->left && is_array(e->left))
        return export_text_of(x, e->left);
    text = whole_text(&b, map, e);
    uint32_t rank = b.rank ? b.rank : 1, number = put_kernel(x, &b, element, rank, text, &args);
    VEC_FREE(&b.operands);
    return export_printf(x, "warpcell::evaluate<%s, %u>(expression_%u%s)", element, rank, number,
                         args);
}

static const char *stored(struct exporter *x, const struct expr *e)
{
    struct map_kernel b = {.x = x};
    const char *args, *text = whole_text(&b, e, e->right), *to = export_text_of(x, e->left);
    const struct type *t = e->left->type;
    uint32_t number =
        put_kernel(x, &b, type_name(x->arena, type_plain(t->base)), t->rank, text, &args);
    VEC_FREE(&b.operands);
    return export_printf(x, "warpcell::store(%s, expression_%u%s)", to, number, args);
}

/* x[index] = value */
static const char *scattered(struct exporter *x, const struct expr *e)
{
    struct map_kernel b = {.x = x};
    struct buf args = {0}, *out = &x->kernels;
    const char *element = type_name(x->arena, type_plain(e->left->type->base)),
               *index = body_text(&b, index_of(e->condition)), *value = body_text(&b, e->right);
    uint32_t number = ++x->expressions;
    x->support[SUPPORT_ARRAY] = x->support[SUPPORT_EXPRESSION] = true;
    buf_printf(out, "__global__ void expression_%u(warpcell::table<%s> to, long n", number,
               element);
    VEC_EACH (o, &b.operands) {
        buf_printf(out, ", %s", parameter(x, o, 1));
        buf_printf(&args, ", %s", o->argument);
    }
    buf_printf(out,
               ")\n{\n    long i = (long) blockIdx.x * blockDim.x + threadIdx.x;\n"
               "    if (i < n)\n        to(%s) = %s;\n}\n\n",
               index, value);
    const char *text = export_printf(x, "warpcell::scatter(%s, expression_%u%s)",
                                     export_text_of(x, e->left), number, args.p ? args.p : "");
    buf_free(&args);
    VEC_FREE(&b.operands);
    return text;
}

static const char *reduced(struct exporter *x, const struct expr *e)
{
    const char *name = strcmp(e->symbol->name, "dot") ? e->symbol->name : "sum";
    const char *from, *in = type_name(x->arena, type_plain(e->right->type)),
                      *out = type_name(x->arena, type_plain(type_element(e->type)));
    struct map_kernel b = {.x = x};
    if (type_is_pair(type_plain(e->right->type)))
        export_cannot(x, e->at, "an expression on arrays of complex numbers");
    if (!strcmp(e->symbol->name, "dot")) { /* its text is two arguments */
        const char *args, *left = body_text(&b, e->right->left),
                          *right = body_text(&b, e->right->right);
        uint32_t number =
            put_kernel(x, &b, in, 1, export_printf(x, "(%s) * (%s)", left, right), &args);
        from = export_printf(x, "warpcell::evaluate<%s, 1>(expression_%u%s)", in, number, args);
        VEC_FREE(&b.operands);
    } else {
        from = evaluated(x, e, e->right, false);
    }
    x->support[SUPPORT_ARRAY] = x->support[SUPPORT_EXPRESSION] = x->support[SUPPORT_REDUCE] = true;
    const struct expr *axis = e->left;
    while (axis && axis->kind == EXPR_CONVERT)
        axis = axis->left;
    if (axis && axis->kind == EXPR_BUILTIN && axis->arg_count == 1) /* axis(0) */
        axis = axis->args[0];
    if (axis)
        return export_printf(x, "warpcell::reduced_along<warpcell::%s<%s, %s>, %s>(%s, %s)", name,
                             in, out, out, from, export_text_of(x, axis));
    return export_printf(x, "warpcell::reduced<warpcell::%s<%s, %s>, %s>(%s)", name, in, out, out,
                         from);
}

const char *export_map(struct exporter *x, const struct expr *e)
{
    if (e->kind == EXPR_ARRAY_REDUCE)
        return reduced(x, e);
    if (e->kind == EXPR_ARRAY_SCATTER)
        return scattered(x, e);
    return e->left ? stored(x, e) : evaluated(x, e, e->right, true);
}
