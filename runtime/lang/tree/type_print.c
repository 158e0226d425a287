/* SPDX-License-Identifier: Apache-2.0 */
/* Types as C writes them: the text before a name and the text after it. A type may contain another twice, and that
 * one a third twice, so its text can outgrow memory: only a limited number of bytes is written for a function's
 * parameters. */
#include "lang/tree/type.h"

#include <string.h>

#include "base/utf8.h"
#include "lang/tree/program.h"

enum { PARAMS_MOST = 16 << 10 };

static void put_qualifiers(struct buf *out, const struct type *t)
{
    if (t->is_const)
        buf_puts(out, "const ");
    if (t->is_volatile)
        buf_puts(out, "volatile ");
}

static bool wraps(const struct type *t)
{
    return t->kind == TYPE_ARRAY || t->kind == TYPE_FUNCTION;
}

/* A pointer to a struct of which only a typedef's name is known: people write that name. */
static bool is_handle(const struct type *t)
{
    return !t->reference && t->base->kind == TYPE_STRUCT && !t->base->complete && t->base->handle;
}

static void put_before(struct buf *out, const struct type *t)
{
    switch (t->kind) {
    case TYPE_POINTER:
        if (is_handle(t)) {
            put_qualifiers(out, t);
            buf_puts(out, t->base->handle);
            return;
        }
        put_before(out, t->base);
        if (out->n && out->p[out->n - 1] != '*' && out->p[out->n - 1] != '(')
            buf_putc(out, ' ');
        buf_puts(out, wraps(t->base) ? "(" : "");
        if (t->member_of) {
            type_print(out, t->member_of);
            buf_puts(out, "::");
        }
        buf_puts(out, !t->reference ? "*" : t->rvalue ? "&&" : "&");
        if (t->is_const)
            buf_puts(out, "const");
        return;
    case TYPE_ARRAY:
    case TYPE_FUNCTION: put_before(out, t->base); return;
    case TYPE_DEVICE_ARRAY:
        buf_puts(out, t->managed ? "managed " : "device ");
        if (t->base->kind == TYPE_ANY)
            buf_puts(out, "array");
        else
            put_before(out, t->base);
        return;
    default: break;
    }
    put_qualifiers(out, t);
    if (t->kind == TYPE_STRUCT)
        buf_puts(out, t->name ? "" : t->is_union ? "union" : "struct");
    if (t->kind == TYPE_ENUM && !t->name)
        buf_puts(out, "enum");
    if (t->name)
        buf_puts(out, t->name);
}

static void put_params(struct buf *out, const struct type *t)
{
    buf_putc(out, '(');
    for (uint32_t i = 0; i < t->param_count; i++) {
        buf_puts(out, i ? ", " : "");
        if (out->n > PARAMS_MOST) {
            buf_puts(out, "...");
            break;
        }
        type_print(out, t->params[i].type);
    }
    if (t->variadic)
        buf_puts(out, t->param_count ? ", ..." : "...");
    buf_putc(out, ')');
}

static void put_behind(struct buf *out, const struct type *t)
{
    switch (t->kind) {
    case TYPE_POINTER:
        if (wraps(t->base))
            buf_putc(out, ')');
        if (t->member_of && t->base->kind == TYPE_FUNCTION) {
            struct type f = *t->base; /* less the object */
            f.params++;
            f.param_count--;
            put_behind(out, &f);
            buf_puts(out, t->base->params[0].type->base->is_const ? " const" : "");
            return;
        }
        put_behind(out, t->base);
        return;
    case TYPE_ARRAY:
        if (t->extent || !t->complete)
            buf_puts(out, "[]");
        else
            buf_printf(out, "[%llu]", (unsigned long long) t->count);
        put_behind(out, t->base);
        return;
    case TYPE_FUNCTION:
        put_params(out, t);
        put_behind(out, t->base);
        return;
    case TYPE_DEVICE_ARRAY:
        if (t->rank) {
            buf_puts(out, " [:");
            for (uint32_t i = 1; i < t->rank; i++)
                buf_puts(out, ", :");
            buf_putc(out, ']');
        }
        return;
    default: return;
    }
}

void type_print(struct buf *out, const struct type *t)
{
    struct buf b = {0};
    put_before(&b, t);
    if (t->kind == TYPE_ARRAY || t->kind == TYPE_FUNCTION)
        buf_putc(&b, ' ');
    put_behind(&b, t);
    buf_put(out, b.p ? b.p : "", b.n);
    buf_free(&b);
}

static const char *named(struct arena *a, const struct type *t, size_t most)
{
    struct buf b = {0};
    type_print(&b, t);
    if (b.n > most) {
        b.n = utf8_cut(b.p, most);
        buf_puts(&b, "...");
    }
    const char *name = arena_strndup(a, b.p ? b.p : "", b.n);
    buf_free(&b);
    return name;
}

const char *type_name(struct arena *a, const struct type *t)
{
    return named(a, t, SIZE_MAX);
}

const char *type_name_short(struct arena *a, const struct type *t)
{
    enum { MOST = 400 };

    return named(a, t, MOST);
}

const char *type_wrong_argument(struct arena *a, unsigned index, const char *what, const char *name,
                                const struct type *want, const struct type *given)
{
    return arena_printf(a, "argument %u of %s'%s' should be '%s', but is '%s'", index, what, name,
                        type_name_short(a, want), type_name_short(a, given));
}

/* ---- prototypes of the library ---- */

void prototype_print(struct buf *out, const char *prototype)
{
    static const struct {
        const char *type, *shown;
    } types[] = {
        {"struct __manipulator *", "manipulator "},
        {"struct __ostream *",     "ostream &"   },
        {"struct __istream *",     "istream &"   },
        {"struct __axis *",        "axis "       },
        {"__array",                "array"       },
        {"__any",                  "scalar"      },
    };

    for (const char *p = prototype; *p;) {
        size_t i = 0, n = sizeof types / sizeof *types;
        while (i < n && strncmp(p, types[i].type, strlen(types[i].type)))
            i++;
        if (i < n)
            buf_puts(out, types[i].shown);
        else
            buf_putc(out, *p);
        p += i < n ? strlen(types[i].type) : 1;
    }
}
