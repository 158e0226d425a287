/* SPDX-License-Identifier: Apache-2.0 */
/* printf (C11 7.21.6.1). Each conversion is checked against the type of its argument, so a wrong %d is an error at the
 * argument instead of garbage output. The C library does the formatting. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "eval/library/builtin.h"

struct format {
    struct vm *vm;
    const struct builtin_call *call;
    const union value *at;
    uint32_t next; /* next argument */
    struct buf *out;
};

struct conversion {
    char text[40]; /* "%-8.3", without length and letter */
    size_t n;
    char length[3], letter;
};

static bool take(struct format *f, const char *spec, uint32_t *out)
{
    struct diag *d;
    if (f->next < f->call->count) {
        *out = f->next++;
        const struct type *t = f->call->types[*out];
        if (!type_is_int128(t))
            return true;
        d = vm_error(f->vm, DIAG_TYPE, f->call->spans[*out], "'%s' cannot print a '%s'", spec,
                     t->name);
        diag_help(f->vm->diags, d, "print its halves: (long) (x >> 64) and (unsigned long) x");
        return false;
    }
    d = vm_error(f->vm, DIAG_RUNTIME, f->call->call.at, "'%s' in the format has no argument", spec);
    diag_help(f->vm->diags, d, "pass a value for it, or write %%%% for a percent sign");
    return false;
}

/* Whether the argument is printed despite the mismatch: a number for a number, in a program, as compiled C would. */
static bool mismatch(struct format *f, uint32_t arg, const char *spec, const char *wants,
                     const char *use)
{
    static const char text[] = "'%s' prints %s, but this argument is '%s'";
    struct span at = f->call->spans[arg];
    bool goes_on = f->vm->program && type_is_arithmetic(f->call->types[arg]);
    if (goes_on && diags_have_warned(f->vm->diags, DIAG_TYPE, at))
        return true;
    struct buf type = {0};
    type_print(&type, f->call->types[arg]);
    struct diag *d = goes_on ? diag_warning(f->vm->diags, DIAG_TYPE, at, text, spec, wants, type.p)
                             : vm_error(f->vm, DIAG_TYPE, at, text, spec, wants, type.p);
    if (use)
        diag_help(f->vm->diags, d, "write %s for this type", use);
    buf_free(&type);
    return goes_on;
}

/* The conversion that fits a type, for the help line. */
static const char *fitting(const struct type *t)
{
    if (type_is_floating(t))
        return t->kind == TYPE_LDOUBLE ? "%Lf or %Lg" : "%f or %g";
    if (t->kind == TYPE_POINTER)
        return t->base->kind == TYPE_CHAR ? "%s" : "%p";
    if (!type_is_integer(t))
        return NULL;
    return t->size == 8 ? (type_is_signed(t) ? "%ld" : "%lu") : type_is_signed(t) ? "%d" : "%u";
}

static bool put_integer(struct format *f, struct conversion *c, const char *spec)
{
    uint32_t arg;
    if (!take(f, spec, &arg))
        return false;
    const struct type *t = f->call->types[arg];
    bool wide = strchr("lzjt", c->length[0]) && c->length[0];
    if (!type_is_integer(t) && !mismatch(f, arg, spec, "an integer", fitting(t)))
        return false;
    if (type_is_integer(t) && t->size == 8 && !wide &&
        !mismatch(f, arg, spec, "an int", fitting(t)))
        return false;
    long long v = type_is_integer(t) ? (long long) f->at[arg].i : value_i64(f->at[arg].d);
    bool is_signed = c->letter == 'd' || c->letter == 'i';
    if (!wide)
        v = is_signed ? (int) v : (long long) (unsigned) v;
    if (!strcmp(c->length, "hh"))
        v = is_signed ? (signed char) v : (unsigned char) v;
    else if (c->length[0] == 'h')
        v = is_signed ? (short) v : (unsigned short) v;
    snprintf(c->text + c->n, sizeof c->text - c->n, "ll%c", c->letter);
    buf_printf(f->out, c->text, v);
    return true;
}

static bool put_real(struct format *f, struct conversion *c, const char *spec)
{
    uint32_t arg;
    if (!take(f, spec, &arg))
        return false;
    const struct type *t = f->call->types[arg];
    if (!type_is_floating(t) && !mismatch(f, arg, spec, "a double", fitting(t)))
        return false;
    bool widest = c->length[0] == 'L';
    if (type_is_floating(t) && widest != (t->kind == TYPE_LDOUBLE) &&
        !mismatch(f, arg, spec, widest ? "a long double" : "a double",
                  widest ? fitting(t) : "%Lf or %Lg"))
        return false;
    if (t->kind == TYPE_LDOUBLE) {
        long double wide;
        snprintf(c->text + c->n, sizeof c->text - c->n, "L%c", c->letter);
        if (!vm_wide_load(f->vm, f->at[arg].u, f->call->spans[arg], &wide))
            return false;
        buf_printf(f->out, c->text, wide);
        return true;
    }
    double v = type_is_floating(t) ? f->at[arg].d
               : type_is_signed(t) ? (double) f->at[arg].i
                                   : (double) f->at[arg].u;
    snprintf(c->text + c->n, sizeof c->text - c->n, "%c", c->letter);
    buf_printf(f->out, c->text, v);
    return true;
}

/* A string ends at its zero or at the precision, whichever comes first; with a precision it needs no zero. */
static bool put_string(struct format *f, struct conversion *c, const char *spec)
{
    uint32_t arg;
    if (!take(f, spec, &arg))
        return false;
    const struct type *t = f->call->types[arg];
    bool bytes = t->kind == TYPE_POINTER && (t->base->size == 1 || t->base->kind == TYPE_VOID);
    if (!bytes)
        return mismatch(f, arg, spec, "a string", fitting(t));
    const char *dot = strchr(c->text, '.');
    snprintf(c->text + c->n, sizeof c->text - c->n, "s");
    if (dot) {
        size_t most = strtoul(dot + 1, NULL, 10);
        struct object *o =
            most ? vm_object(f->vm, f->at[arg].u, f->at[arg].u, 1, VM_READ, f->call->spans[arg])
                 : NULL;
        if (most && !o)
            return false;
        uint64_t room = o ? o->size - (f->at[arg].u - o->start) : 0;
        char *copy =
            xstrndup(o ? (const char *) (uintptr_t) f->at[arg].u : "", room < most ? room : most);
        buf_printf(f->out, c->text, copy);
        free(copy);
        return true;
    }
    size_t n;
    const char *s = vm_string(f->vm, f->at[arg].u, f->call->spans[arg], &n);
    if (s)
        buf_printf(f->out, c->text, s);
    return s;
}

static bool put_other(struct format *f, struct conversion *c, const char *spec)
{
    uint32_t arg;
    if (!take(f, spec, &arg))
        return false;
    const struct type *t = f->call->types[arg];
    if (c->letter == 'c' ? !type_is_integer(t) : t->kind != TYPE_POINTER && t->kind != TYPE_NULLPTR)
        return mismatch(f, arg, spec, c->letter == 'c' ? "a character" : "a pointer", fitting(t));
    snprintf(c->text + c->n, sizeof c->text - c->n, "%c", c->letter);
    if (c->letter == 'c')
        buf_printf(f->out, c->text, (int) f->at[arg].i);
    else
        buf_printf(f->out, c->text, f->at[arg].p);
    return true;
}

/* Copies flags, width and precision to c->text, with `*` replaced by its argument. */
static bool read_spec(struct format *f, const char **p, struct conversion *c)
{
    *c = (struct conversion){.text = "%", .n = 1};
    const char *start = *p;
    for ((*p)++; **p && strchr("-+ #0123456789.*'", **p); (*p)++) {
        if (c->n > 24)
            break;
        if (**p != '*') {
            c->text[c->n++] = **p;
            continue;
        }
        uint32_t arg;
        if (!take(f, "*", &arg))
            return false;
        if (!type_is_integer(f->call->types[arg]))
            return mismatch(f, arg, "*", "a width", NULL);
        int number = (int) f->at[arg].i;
        if (c->text[c->n - 1] != '.')
            c->n += (size_t) snprintf(c->text + c->n, 8, "%d", number % 100000);
        else if (number < 0)
            c->n--; /* as if absent */
        else
            c->n += (size_t) snprintf(c->text + c->n, 8, "%d", number % 100000);
    }
    c->text[c->n] = 0;
    size_t k = 0;
    while (**p && strchr("hlzjtL", **p) && k < 2)
        c->length[k++] = *(*p)++;
    c->letter = **p;
    if (c->letter)
        (*p)++;

    enum { WIDEST = 100000 };

    const char *width = c->text + 1 + strspn(c->text + 1, "-+ #0'"), *dot = strchr(c->text, '.');
    if (strtoul(width, NULL, 10) >= WIDEST || (dot && strtoul(dot + 1, NULL, 10) >= WIDEST)) {
        vm_error(f->vm, DIAG_RUNTIME, f->call->call.at,
                 "a width or precision in the format must be below %d", WIDEST);
        return false;
    }
    if (c->letter)
        return true;
    vm_error(f->vm, DIAG_RUNTIME, f->call->call.at, "'%.12s' is not a complete conversion", start);
    return false;
}

size_t vm_format_decimal(char to[DECIMAL_MOST], uint64_t v, bool is_signed)
{
    char digits[DECIMAL_MOST], *first = digits + sizeof digits;
    bool negative = is_signed && (int64_t) v < 0;
    if (negative)
        v = -v;
    do
        *--first = (char) ('0' + v % 10);
    while (v /= 10);
    size_t n = (size_t) (digits + sizeof digits - first);
    *to = '-';
    memcpy(to + negative, first, n);
    return n + negative;
}

/* An integer without flags, width and precision, for an argument that fits: "%d", "%lu". false: it is anything else, and nothing has
 * happened. */
static bool put_plain_integer(struct format *f, const char **p)
{
    size_t longs = strspn(*p + 1, "l");
    char letter = (*p)[1 + longs];
    bool is_signed = letter == 'd' || letter == 'i';
    if (longs > 2 || (!is_signed && letter != 'u') || f->next >= f->call->count)
        return false;
    const struct type *t = f->call->types[f->next];
    if (!type_is_integer(t) || type_is_wide(t) || (t->size == 8 && !longs))
        return false;
    union value v = f->at[f->next++];
    if (!longs)
        v.i = is_signed ? (int64_t) (int32_t) v.i : (int64_t) (uint32_t) v.i;
    char digits[DECIMAL_MOST];
    buf_put(f->out, digits, vm_format_decimal(digits, v.u, is_signed));
    *p += longs + 2;
    return true;
}

static bool put_conversion(struct format *f, const char **p)
{
    struct conversion c;
    if (put_plain_integer(f, p))
        return true;
    const char *start = *p;
    if (!read_spec(f, p, &c))
        return false;
    char spec[24];
    snprintf(spec, sizeof spec, "%.*s", (int) (*p - start), start);
    if (strchr("diuxXo", c.letter))
        return put_integer(f, &c, spec);
    if (strchr("fFeEgGaA", c.letter))
        return put_real(f, &c, spec);
    switch (c.letter) {
    case 's': return put_string(f, &c, spec);
    case 'c':
    case 'p': return put_other(f, &c, spec);
    case '%': buf_putc(f->out, '%'); return true;
    default:
        vm_error(f->vm, DIAG_RUNTIME, f->call->call.at,
                 "'%s' is not a conversion that printf knows", spec);
        return false;
    }
}

bool vm_format(struct vm *vm, const struct builtin_call *s, const union value *at,
               uint32_t format_arg, struct buf *out)
{
    size_t n;
    const char *p = vm_string(vm, at[format_arg].u, s->spans[format_arg], &n);
    struct format f = {.vm = vm, .call = s, .at = at, .next = format_arg + 1, .out = out};
    if (!p)
        return false;
    while (*p) {
        size_t plain = (size_t) (strchrnul(p, '%') - p);
        buf_put(out, p, plain);
        p += plain;
        if (*p && !put_conversion(&f, &p))
            return false;
    }
    return true;
}
