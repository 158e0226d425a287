/* SPDX-License-Identifier: Apache-2.0 */
/* Generates bytecode for whole-array expressions: the operands go to slots, and the body becomes CUDA C text in which
 * they are v0, v1, ... run_map.c evaluates both at run time. */
#include "eval/gen/gen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

/* A call of a mathematical function. In the text it is CALL_MARK, its number, CALL_MARK, until calls_placed() knows how often it occurs. */
struct map_function_call {
    char *text;
    uint32_t uses;
};

enum { CALL_MARK = 1 };

struct map {
    struct gen *g;
    struct buf text;
    VEC(struct map_function_call) calls;    /* those inside of another come before it */
    const struct expr *lanes[OPERANDS_MAX]; /* the first equal operand */
    struct map_operand operands[OPERANDS_MAX];
    uint32_t count;
    VEC(const char *) mentions;
    bool full;
};

/* ---- operands ---- */

static bool same_variable(const struct expr *a, const struct expr *b)
{
    return a->left && b->left && a->left->kind == EXPR_VARIABLE && b->left->kind == EXPR_VARIABLE &&
           a->left->symbol == b->left->symbol && a->kind == b->kind;
}

static void mention(struct map *m, const struct type *t);

static uint32_t number_of(struct map *m, const struct expr *lane)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (m->lanes[i] == lane || same_variable(m->lanes[i], lane))
            return i;
    if (m->count == OPERANDS_MAX) {
        if (!m->full)
            diag_error(m->g->diags, DIAG_TYPE, lane->at,
                       "this expression has more than %d operands", OPERANDS_MAX);
        m->full = true;
        return 0;
    }
    const struct type *t = lane->left ? type_element(lane->left->type) : type_basic(TYPE_LONG);
    bool array = lane->left && lane->left->type->kind == TYPE_DEVICE_ARRAY;
    if (!array && lane->type->kind == TYPE_STRUCT)
        t = lane->type; /* a complex number, whatever it is on the host */
    m->lanes[m->count] = lane;
    mention(m, t);
    m->operands[m->count] =
        (struct map_operand){.kind = lane->kind == EXPR_GATHER ? OPERAND_TABLE
                                     : array                   ? OPERAND_ARRAY
                                     : lane->left              ? OPERAND_VALUE
                                                               : OPERAND_INDEX,
                             .type = t,
                             .text = type_name(&m->g->code->arena, type_plain(t)),
                             .width = lane->left ? 1 : lane->subscript_count};
    if (type_is_half(t))
        m->operands[m->count].text = dtype_text(type_dtype(t));
    return m->count++;
}

static void mention_name(struct map *m, const char *name)
{
    VEC_EACH (known, &m->mentions)
        if (*known == name)
            return;
    VEC_PUSH(&m->mentions, name);
}

/* A struct or enum of the user's must be defined before the kernel. */
static void mention(struct map *m, const struct type *t)
{
    if (t->name && (t->kind == TYPE_STRUCT || t->kind == TYPE_ENUM))
        mention_name(m, t->name);
}

/* ---- text ---- */

static void write_real(struct buf *out, const struct expr *e)
{
    bool single = e->type->kind == TYPE_FLOAT;
    struct buf digits = {0};
    if (isnan(e->real)) {
        buf_puts(out, single ? "__int_as_float(0x7fffffff)"
                             : "__longlong_as_double(0x7fffffffffffffff)");
    } else if (isinf(e->real)) {
        buf_printf(out, "(%s%s)", e->real < 0 ? "-" : "",
                   single ? "__int_as_float(0x7f800000)"
                          : "__longlong_as_double(0x7ff0000000000000)");
    } else {
        bool negative = signbit(e->real);
        buf_printf(&digits, single ? "%.9g" : "%.17g", fabs((double) e->real));
        if (!strpbrk(digits.p, ".e"))
            buf_puts(&digits, ".0");
        buf_printf(out, negative ? "(-%s%s)" : "%s%s", digits.p, single ? "f" : "");
    }
    buf_free(&digits);
}

static void write_integer(struct buf *out, const struct type *t, int64_t v)
{
    if (t->kind == TYPE_BOOL) {
        buf_puts(out, v ? "true" : "false");
        return;
    }
    if (t->size == 8)
        buf_printf(out, type_is_signed(t) ? "(%s) %lldl" : "(%s) %lluul",
                   t->name ? t->name : "long", (long long) v);
    else if (t->kind == TYPE_UINT)
        buf_printf(out, "%uu", (unsigned) v);
    else if (t->kind == TYPE_INT && v != INT32_MIN)
        buf_printf(out, v < 0 ? "(%d)" : "%d", (int) v);
    else
        buf_printf(out, "(%s) (%lld)", t->name ? t->name : "int", (long long) v);
}

static const char *const symbols[] = {
    [EXPR_ADD] = "+",          [EXPR_SUBTRACT] = "-",
    [EXPR_MULTIPLY] = "*",     [EXPR_DIVIDE] = "/",
    [EXPR_REMAINDER] = "%",    [EXPR_AND] = "&",
    [EXPR_OR] = "|",           [EXPR_XOR] = "^",
    [EXPR_SHIFT_LEFT] = "<<",  [EXPR_SHIFT_RIGHT] = ">>",
    [EXPR_LESS] = "<",         [EXPR_LESS_EQUAL] = "<=",
    [EXPR_GREATER] = ">",      [EXPR_GREATER_EQUAL] = ">=",
    [EXPR_EQUAL] = "==",       [EXPR_NOT_EQUAL] = "!=",
    [EXPR_LOGICAL_AND] = "&&", [EXPR_LOGICAL_OR] = "||",
    [EXPR_COMMA] = ",",
};

static void write(struct map *m, const struct expr *e);

/* `tight`: adds parentheses unless it is a single word. */
static void write_part(struct map *m, const struct expr *e, bool tight)
{
    bool word = e->kind == EXPR_LANE || e->kind == EXPR_INTEGER || e->kind == EXPR_REAL ||
                e->kind == EXPR_CALL || e->kind == EXPR_BUILTIN || e->kind == EXPR_GATHER;
    if (tight && !word)
        buf_putc(&m->text, '(');
    write(m, e);
    if (tight && !word)
        buf_putc(&m->text, ')');
}

/* The call that ends the text: equal ones have one number. */
static void share_call(struct map *m, size_t from)
{
    const char *text = m->text.p + from;
    size_t i = 0;
    while (i < m->calls.n && strcmp(m->calls.at[i].text, text) != 0)
        i++;
    if (i == m->calls.n)
        VEC_PUSH(&m->calls, ((struct map_function_call){xstrdup(text), 0}));
    m->calls.at[i].uses++;
    m->text.n = from;
    buf_printf(&m->text, "%c%zu%c", CALL_MARK, i, CALL_MARK);
}

/* Copies a text; a call that occurs once stands in its place, another one is s<number>. */
static void put_calls(const struct map *m, const char *p, struct buf *out)
{
    for (; *p; p++) {
        if (*p != CALL_MARK) {
            buf_putc(out, *p);
            continue;
        }
        char *end;
        const struct map_function_call *c = &m->calls.at[strtoul(p + 1, &end, 10)];
        if (c->uses == 1)
            put_calls(m, c->text, out);
        else
            buf_printf(out, "s%zu", (size_t) (c - m->calls.at));
        p = end;
    }
}

/* What occurs several times is computed once: NVRTC does not see that, because cosf(x) and the like have branches. */
static void calls_placed(struct map *m)
{
    struct buf out = {0};
    bool shared = false;
    VEC_EACH (c, &m->calls) {
        if (c->uses == 1)
            continue;
        buf_puts(&out, shared ? "" : "[&] { ");
        buf_printf(&out, "const auto s%zu = ", (size_t) (c - m->calls.at));
        put_calls(m, c->text, &out);
        buf_puts(&out, "; ");
        shared = true;
    }
    buf_puts(&out, shared ? "return " : "");
    put_calls(m, m->text.p, &out);
    buf_puts(&out, shared ? "; }()" : "");
    buf_free(&m->text);
    m->text = out;
}

static void write_call(struct map *m, const struct expr *e)
{
    size_t from = m->text.n;
    bool builtin = e->symbol->kind == SYMBOL_BUILTIN;
    if (builtin && e->kind == EXPR_CALL) /* from kernels/random.cu */
        buf_printf(&m->text, "warpcell::%s<%s>", e->symbol->name, e->type->name);
    else
        buf_printf(&m->text, "::%s", e->symbol->name);
    buf_putc(&m->text, '(');
    for (uint32_t i = 0; i < e->arg_count; i++) {
        buf_puts(&m->text, i ? ", " : "");
        write(m, e->args[i]);
    }
    buf_putc(&m->text, ')');
    if (!builtin)
        mention_name(m, e->symbol->name);
    else if (e->kind == EXPR_BUILTIN)
        share_call(m, from);
}

static void write_unary(struct map *m, const struct expr *e, const char *sign)
{
    buf_puts(&m->text, sign);
    write_part(m, e->left, true);
}

static void write(struct map *m, const struct expr *e)
{
    struct buf *out = &m->text;
    switch (e->kind) {
    case EXPR_INTEGER: write_integer(out, e->type, e->integer); return;
    case EXPR_REAL: write_real(out, e); return;
    case EXPR_LANE: buf_printf(out, "v%u", number_of(m, e)); return;
    case EXPR_GATHER:
        buf_printf(out, "v%u(", number_of(m, e));
        write(m, e->right);
        buf_putc(out, ')');
        return;
    case EXPR_CONVERT:
        mention(m, e->type);
        buf_printf(out, "(%s) ", type_name(&m->g->code->arena, e->type));
        write_part(m, e->left, true);
        return;
    case EXPR_NEGATE: write_unary(m, e, "-"); return;
    case EXPR_COMPLEMENT: write_unary(m, e, "~"); return;
    case EXPR_NOT: write_unary(m, e, "!"); return;
    case EXPR_CONDITIONAL:
        write_part(m, e->condition, true);
        buf_puts(out, " ? ");
        write_part(m, e->left, true);
        buf_puts(out, " : ");
        write_part(m, e->right, true);
        return;
    case EXPR_MEMBER:
        write_part(m, e->left, true);
        buf_printf(out, ".%s", e->field->name);
        return;
    case EXPR_CALL:
    case EXPR_BUILTIN: write_call(m, e); return;
    default:
        CHECK(e->kind < sizeof symbols / sizeof *symbols && symbols[e->kind]);
        write_part(m, e->left, true);
        buf_printf(out, " %s ", symbols[e->kind]);
        write_part(m, e->right, true);
    }
}

/* ---- slots ---- */

static struct map_body body_of(struct map *m, const struct expr *e)
{
    struct arena *arena = &m->g->code->arena;
    struct map_body b = {0};
    mention(m, e->type);
    write(m, e);
    calls_placed(m);
    b.text = arena_strndup(arena, m->text.p, m->text.n);
    b.dtype = type_dtype(e->type);
    b.dtype.name = type_name(arena, type_plain(e->type));
    b.count = m->count;
    struct map_operand *operands = ARENA_ARRAY(arena, struct map_operand, m->count + 1);
    memcpy(operands, m->operands, m->count * sizeof *operands);
    b.operands = operands;
    b.mentions = ARENA_ARRAY(arena, const char *, m->mentions.n + 1);
    b.mention_count = (uint32_t) m->mentions.n;
    if (m->mentions.n)
        memcpy(b.mentions, m->mentions.at, m->mentions.n * sizeof *b.mentions);
    for (uint32_t i = 0; i < m->count; i++)
        b.slots += m->operands[i].width;
    return b;
}

static void fill_slots(struct map *m, uint32_t first)
{
    struct gen *g = m->g;
    for (uint32_t i = 0; i < m->count; i++) {
        const struct expr *lane = m->lanes[i];
        uint32_t top = g->top;
        if (lane->left)
            gen_value(g, lane->left, first);
        for (uint32_t k = 0; !lane->left && k < lane->subscript_count; k++)
            gen_value(g, lane->subscripts[k].start, first + k);
        g->top = top;
        first += m->operands[i].width;
    }
}

static void map_free(struct map *m)
{
    buf_free(&m->text);
    VEC_EACH (c, &m->calls)
        free(c->text);
    VEC_FREE(&m->calls);
    VEC_FREE(&m->mentions);
}

static uint32_t scattered(struct gen *g, const struct expr *e)
{
    struct map_call *s = gen_call_site(g, sizeof *s, run_map_scatter, e->at);
    struct map index = {.g = g}, value = {.g = g};
    s->index = body_of(&index, e->condition);
    s->body = body_of(&value, e->right);
    s->label = vm_label(g->vm, e->at);
    uint32_t first = gen_slots(g, s->index.slots + s->body.slots + 1);
    fill_slots(&value, first);
    fill_slots(&index, first + s->body.slots);
    gen_value(g, e->left, first + s->body.slots + s->index.slots);
    gen_emit_host(g, &s->call, first);
    map_free(&index);
    map_free(&value);
    return first;
}

uint32_t gen_map(struct gen *g, const struct expr *e, int64_t want)
{
    if (e->kind == EXPR_ARRAY_SCATTER)
        return scattered(g, e);
    bool reduce = e->kind == EXPR_ARRAY_REDUCE, is_new = e->type->kind == TYPE_DEVICE_ARRAY;
    struct map m = {.g = g};
    struct map_call *s = gen_call_site(g, sizeof *s,
                                       reduce    ? run_map_reduce
                                       : e->left ? run_map_store
                                                 : run_map_new,
                                       e->at);
    s->body = body_of(&m, e->right);
    s->label = vm_label(g->vm, e->at);
    s->type = type_element(e->type);
    if (reduce) {
        s->reduction = e->symbol->name;
        s->result = type_dtype(s->type);
        s->result.name = s->type->name;
        s->along = e->left;
    }
    uint32_t first = gen_slots(g, s->body.slots + 2);
    fill_slots(&m, first);
    if (e->left)
        gen_value(g, e->left, first + s->body.slots);
    gen_emit_host(g, &s->call, first);
    map_free(&m);
    if (is_new) /* the VM put it on the cleanup list */
        gen_count_temporary(g);
    return gen_result(g, e->at, first, want);
}
