/* SPDX-License-Identifier: Apache-2.0 */
/* The typed tree as text: one statement a line, expressions as kind<type>(operands). */
#include <string.h>

#include "lang/tree/program.h"

static const struct {
    const char *name;
} kinds[] = {
    [EXPR_CONVERT] = {"convert"},
    [EXPR_DECAY] = {"decay"},
    [EXPR_ADDRESS] = {"address"},
    [EXPR_DEREF] = {"deref"},
    [EXPR_NEGATE] = {"negate"},
    [EXPR_COMPLEMENT] = {"complement"},
    [EXPR_NOT] = {"not"},
    [EXPR_ADD] = {"add"},
    [EXPR_SUBTRACT] = {"subtract"},
    [EXPR_MULTIPLY] = {"multiply"},
    [EXPR_DIVIDE] = {"divide"},
    [EXPR_REMAINDER] = {"remainder"},
    [EXPR_AND] = {"and"},
    [EXPR_OR] = {"or"},
    [EXPR_XOR] = {"xor"},
    [EXPR_SHIFT_LEFT] = {"shift_left"},
    [EXPR_SHIFT_RIGHT] = {"shift_right"},
    [EXPR_LESS] = {"less"},
    [EXPR_LESS_EQUAL] = {"less_equal"},
    [EXPR_GREATER] = {"greater"},
    [EXPR_GREATER_EQUAL] = {"greater_equal"},
    [EXPR_EQUAL] = {"equal"},
    [EXPR_NOT_EQUAL] = {"not_equal"},
    [EXPR_LOGICAL_AND] = {"logical_and"},
    [EXPR_LOGICAL_OR] = {"logical_or"},
    [EXPR_CONDITIONAL] = {"conditional"},
    [EXPR_COMMA] = {"comma"},
    [EXPR_POINTER_ADD] = {"pointer_add"},
    [EXPR_POINTER_DIFF] = {"pointer_diff"},
    [EXPR_ASSIGN] = {"assign"},
    [EXPR_ASSIGN_OP] = {"assign_op"},
    [EXPR_INCREMENT] = {"increment"},
    [EXPR_SIZEOF] = {"sizeof"},
    [EXPR_ARRAY_COPY] = {"array_copy"},
    [EXPR_ARRAY_FILL] = {"array_fill"},
    [EXPR_INIT] = {"init"},
    [EXPR_THROW] = {"throw"},
    [EXPR_UPCAST] = {"upcast"},
    [EXPR_STATEMENTS] = {"statements"},
    [EXPR_TABLE] = {"table"},
    [EXPR_CLASS] = {"class"},
    [EXPR_BRACES] = {"braces"},
    [EXPR_OVERLOADS] = {"overloads"},
    [EXPR_LANE] = {"lane"},
    [EXPR_GATHER] = {"gather"},
    [EXPR_ARRAY_MAP] = {"array_map"},
    [EXPR_ARRAY_REDUCE] = {"array_reduce"},
    [EXPR_ARRAY_SCATTER] = {"array_scatter"},
};

static void put_list(struct buf *out, struct expr **list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        buf_puts(out, i ? ", " : "");
        expr_print(out, list[i]);
    }
}

static void put_string(struct buf *out, struct str s)
{
    buf_putc(out, '"');
    for (size_t i = 0; i + 1 < s.n; i++) {
        unsigned char c = (unsigned char) s.p[i];
        if (c < 32 || c == '"' || c == '\\')
            buf_printf(out, "\\%03o", c);
        else
            buf_putc(out, (char) c);
    }
    buf_putc(out, '"');
}

static void put_subscripts(struct buf *out, const struct expr *e)
{
    buf_putc(out, '[');
    for (uint32_t i = 0; i < e->subscript_count; i++) {
        const struct subscript *s = e->subscripts + i;
        buf_puts(out, i ? ", " : "");
        if (s->start)
            expr_print(out, s->start);
        if (!s->slice)
            continue;
        buf_putc(out, ':');
        if (s->stop)
            expr_print(out, s->stop);
        if (s->step) {
            buf_putc(out, ':');
            expr_print(out, s->step);
        }
    }
    buf_putc(out, ']');
}

static void put_launch(struct buf *out, const struct expr *e)
{
    const struct launch *l = e->launch;
    buf_puts(out, "launch ");
    if (l->kernel)
        buf_puts(out, l->kernel->name);
    else
        expr_print(out, l->callee);
    if (l->template_args)
        buf_printf(out, "<%s>", l->template_args);
    buf_puts(out, "<<<");
    struct expr *config[] = {l->grid, l->block, l->shared, l->stream};
    for (int i = 0; i < 4 && config[i]; i++) {
        buf_puts(out, i ? ", " : "");
        expr_print(out, config[i]);
    }
    buf_puts(out, ">>>(");
    put_list(out, l->args, l->arg_count);
    buf_putc(out, ')');
}

static void put_aggregate(struct buf *out, const struct expr *e)
{
    type_print(out, e->type);
    buf_putc(out, '{');
    for (uint32_t i = 0; i < e->init_count; i++) {
        const struct init *in = e->inits + i;
        buf_printf(out, "%s+%llu", i ? ", " : "", (unsigned long long) in->offset);
        if (in->bits)
            buf_printf(out, ".%u:%u", in->bits->bit_offset, in->bits->bit_width);
        buf_puts(out, ": ");
        expr_print(out, in->value);
    }
    buf_putc(out, '}');
}

static void put_plain(struct buf *out, const struct expr *e)
{
    buf_puts(out, kinds[e->kind].name);
    if (e->kind == EXPR_ASSIGN_OP)
        buf_printf(out, " %s", kinds[e->op].name);
    if (e->kind == EXPR_INCREMENT)
        buf_printf(out, " %s%d", e->postfix ? "postfix " : "", e->step);
    buf_putc(out, '<');
    type_print(out, e->kind == EXPR_ASSIGN_OP ? e->computed : e->type);
    buf_puts(out, ">(");
    struct expr *parts[] = {e->condition, e->left, e->right};
    bool first = true;
    for (int i = 0; i < 3; i++) {
        if (!parts[i])
            continue;
        buf_puts(out, first ? "" : ", ");
        expr_print(out, parts[i]);
        first = false;
    }
    bool scaled = e->kind == EXPR_POINTER_ADD || e->kind == EXPR_POINTER_DIFF ||
                  (e->kind == EXPR_INCREMENT && e->scale != 1);
    if (scaled && e->scale) {
        buf_printf(out, " * %llu", (unsigned long long) e->scale);
    } else if (scaled) {
        buf_puts(out, " * ");
        expr_print(out, e->scale_by);
    }
    buf_putc(out, ')');
}

static void put_real(struct buf *out, const struct expr *e)
{
    bool single = e->type->kind == TYPE_FLOAT;
    struct buf b = {0};
    buf_printf(&b, single ? "%.9g" : "%.17g", (double) e->real);
    if (!strpbrk(b.p, ".en"))
        buf_puts(&b, ".0");
    buf_printf(out, "%s%s", b.p, single ? "f" : "");
    buf_free(&b);
}

static void put_integer(struct buf *out, const struct expr *e)
{
    buf_printf(out, "%lld", (long long) e->integer);
    if (e->type->kind != TYPE_INT) {
        buf_putc(out, ':');
        type_print(out, e->type);
    }
}

static void put_literal(struct buf *out, const struct expr *e)
{
    put_string(out, e->string);
}

static void put_variable(struct buf *out, const struct expr *e)
{
    buf_puts(out, e->symbol->name);
}

static void put_function(struct buf *out, const struct expr *e)
{
    buf_printf(out, "&%s", e->symbol->name);
}

static void put_member(struct buf *out, const struct expr *e)
{
    expr_print(out, e->left);
    buf_printf(out, ".%s+%llu", e->field->name, (unsigned long long) e->field->offset);
}

static void put_called(struct buf *out, const char *word, const struct expr *e)
{
    buf_puts(out, word);
    if (e->symbol)
        buf_puts(out, e->symbol->name);
    else if (e->left)
        expr_print(out, e->left);
    buf_putc(out, '(');
    put_list(out, e->args, e->arg_count);
    buf_putc(out, ')');
}

static void put_call(struct buf *out, const struct expr *e)
{
    put_called(out, e->virtual_slot ? "virtual call " : "call ", e);
}

static void put_construct(struct buf *out, const struct expr *e)
{
    put_called(out, "construct ", e);
}

static void put_builtin(struct buf *out, const struct expr *e)
{
    put_called(out, "builtin ", e);
}

static void put_element(struct buf *out, const struct expr *e)
{
    buf_puts(out, e->kind == EXPR_SLICE ? "slice " : "");
    expr_print(out, e->left);
    put_subscripts(out, e);
}

static void put_array_new(struct buf *out, const struct expr *e)
{
    buf_puts(out, "new ");
    type_print(out, e->type);
    put_subscripts(out, e);
    buf_puts(out, e->across ? " across ranks" : "");
    if (e->left) {
        buf_puts(out, " on device ");
        expr_print(out, e->left);
    }
    if (e->right) {
        buf_puts(out, " = ");
        expr_print(out, e->right);
    }
}

/* The kinds with a form of their own. */
static void (*const forms[])(struct buf *out, const struct expr *e) = {
    [EXPR_INTEGER] = put_integer,     [EXPR_REAL] = put_real,
    [EXPR_STRING] = put_literal,      [EXPR_VARIABLE] = put_variable,
    [EXPR_FUNCTION] = put_function,   [EXPR_MEMBER] = put_member,
    [EXPR_CALL] = put_call,           [EXPR_CONSTRUCT] = put_construct,
    [EXPR_BUILTIN] = put_builtin,     [EXPR_LAUNCH] = put_launch,
    [EXPR_AGGREGATE] = put_aggregate, [EXPR_ELEMENT] = put_element,
    [EXPR_SLICE] = put_element,       [EXPR_ARRAY_NEW] = put_array_new,
    [EXPR_ARRAY_MEMBER] = put_member,
};

void expr_print(struct buf *out, const struct expr *e)
{
    bool own = e->kind < sizeof forms / sizeof *forms && forms[e->kind];
    (own ? forms[e->kind] : put_plain)(out, e);
}

/* ---- statements ---- */

static void print_at(struct buf *out, const struct stmt *s, int depth);

static void put_line(struct buf *out, int depth, const char *word, const struct expr *e)
{
    buf_pad(out, ' ', (size_t) depth * 2);
    buf_puts(out, word);
    if (e) {
        buf_putc(out, ' ');
        expr_print(out, e);
    }
    buf_putc(out, '\n');
}

static void put_part(struct buf *out, const struct stmt *s, int depth)
{
    if (s)
        print_at(out, s, depth);
}

static void put_parts(struct buf *out, const struct stmt *s, int depth)
{
    for (uint32_t i = 0; i < s->count; i++)
        print_at(out, s->list[i], depth);
}

static void put_simple(struct buf *out, const struct stmt *s, int depth, const char *word)
{
    put_line(out, depth, word, s->expr);
}

static void put_governing(struct buf *out, const struct stmt *s, int depth, const char *word)
{
    put_line(out, depth, word, s->expr);
    put_part(out, s->body, depth + 1);
}

static void put_block(struct buf *out, const struct stmt *s, int depth, const char *word)
{
    put_line(out, depth, word, NULL);
    put_parts(out, s, depth + 1);
}

static void put_if(struct buf *out, const struct stmt *s, int depth, const char *word)
{
    put_governing(out, s, depth, word);
    if (s->otherwise)
        put_line(out, depth, "else", NULL);
    put_part(out, s->otherwise, depth + 1);
}

static void put_do(struct buf *out, const struct stmt *s, int depth, const char *word)
{
    put_line(out, depth, word, NULL);
    put_part(out, s->body, depth + 1);
    put_line(out, depth, "while", s->expr);
}

static void put_for(struct buf *out, const struct stmt *s, int depth, const char *word)
{
    put_line(out, depth, word, s->expr);
    if (s->init)
        print_at(out, s->init, depth + 2);
    if (s->step)
        put_line(out, depth + 2, "step", s->step);
    put_part(out, s->body, depth + 1);
}

static void put_try(struct buf *out, const struct stmt *s, int depth, const char *word)
{
    put_governing(out, s, depth, word);
    put_parts(out, s, depth);
}

static void put_case(struct buf *out, const struct stmt *s, int depth, const char *word)
{
    buf_pad(out, ' ', (size_t) depth * 2);
    if (s->is_default)
        buf_puts(out, "default\n");
    else if (s->last > s->value)
        buf_printf(out, "%s %lld ... %lld\n", word, (long long) s->value, (long long) s->last);
    else
        buf_printf(out, "%s %lld\n", word, (long long) s->value);
    put_part(out, s->body, depth + 1);
}

static void put_text(struct buf *out, const struct stmt *s, int depth, const char *word)
{
    buf_pad(out, ' ', (size_t) depth * 2);
    buf_printf(out, "%s %.*s\n", word, (int) s->text.n, s->text.p);
}

static void put_label(struct buf *out, const struct stmt *s, int depth, const char *word)
{
    put_text(out, s, depth, word);
    put_part(out, s->body, depth + 1);
}

static void put_declare(struct buf *out, const struct stmt *s, int depth, const char *word)
{
    buf_pad(out, ' ', (size_t) depth * 2);
    bool is_static = s->symbol->storage == STORAGE_STATIC;
    buf_printf(out, "%s%s %s%s: ", is_static ? "static " : "", word, s->symbol->name,
               s->symbol->in_memory ? "@" : "");
    type_print(out, s->symbol->type);
    if (s->expr) {
        buf_puts(out, " = ");
        expr_print(out, s->expr);
    }
    buf_putc(out, '\n');
}

static const struct {
    const char *word;
    void (*put)(struct buf *out, const struct stmt *s, int depth, const char *word);
} statements[] = {
    [STMT_EXPR] = {"do",       put_simple   },
    [STMT_RESULT] = {"result",   put_simple   },
    [STMT_DECLARE] = {"declare",  put_declare  },
    [STMT_BLOCK] = {"block",    put_block    },
    [STMT_IF] = {"if",       put_if       },
    [STMT_WHILE] = {"while",    put_governing},
    [STMT_DO] = {"do",       put_do       },
    [STMT_FOR] = {"for",      put_for      },
    [STMT_SWITCH] = {"switch",   put_governing},
    [STMT_CASE] = {"case",     put_case     },
    [STMT_BREAK] = {"break",    put_simple   },
    [STMT_CONTINUE] = {"continue", put_simple   },
    [STMT_GOTO] = {"goto",     put_text     },
    [STMT_RECEIVER] = {"receiver", put_text     },
    [STMT_LABEL] = {"label",    put_label    },
    [STMT_RETURN] = {"return",   put_simple   },
    [STMT_MAGIC] = {"magic",    put_text     },
    [STMT_GUARD] = {"guard",    put_simple   },
    [STMT_TRY] = {"try",      put_try      },
    [STMT_CATCH] = {"catch",    put_governing},
    [STMT_EMPTY] = {"empty",    put_simple   },
};

static void print_at(struct buf *out, const struct stmt *s, int depth)
{
    statements[s->kind].put(out, s, depth, statements[s->kind].word);
}

void tree_print(struct buf *out, const struct stmt *s)
{
    print_at(out, s, 0);
}
