/* SPDX-License-Identifier: Apache-2.0 */
/* std::cout, std::cerr, std::cin and the manipulators (C++17 30.7). A stream is the number of its descriptor; a
 * manipulator is a number too: what it sets, and above that the value. How a stream formats is kept in the session,
 * and put back when a cell begins. */
#include <stdlib.h>
#include <string.h>

#include "eval/builtin.h"
#include "eval/file.h"

enum manipulator {
    M_FLUSH,
    M_ENDL,
    M_ENDS,
    M_BASE,     /* value: 8, 10, 16 */
    M_NOTATION, /* value: the letter for printf */
    M_ADJUST,   /* value: 'l', 'r', 'i' */
    M_FLAG,     /* value: the STREAM_ bit, and above it 1 to set */
    M_WIDTH,
    M_PRECISION,
    M_FILL,
};

static bool give(union value *at, enum manipulator m, uint64_t value)
{
    at[0].u = ((uint64_t) m + 1) << 32 | (value & UINT32_MAX);
    return true;
}

#define MANIPULATOR(name, m, value)                                                                \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        return give(at, m, value);                                                                 \
    }
MANIPULATOR(flush, M_FLUSH, 0)
MANIPULATOR(endl, M_ENDL, 0)
MANIPULATOR(ends, M_ENDS, 0)
MANIPULATOR(dec, M_BASE, 10)
MANIPULATOR(hex, M_BASE, 16)
MANIPULATOR(oct, M_BASE, 8)
MANIPULATOR(setbase, M_BASE, at[0].u)
MANIPULATOR(fixed, M_NOTATION, 'f')
MANIPULATOR(scientific, M_NOTATION, 'e')
MANIPULATOR(defaultfloat, M_NOTATION, 'g')
MANIPULATOR(left, M_ADJUST, 'l')
MANIPULATOR(right, M_ADJUST, 'r')
MANIPULATOR(internal, M_ADJUST, 'i')
MANIPULATOR(boolalpha, M_FLAG, STREAM_BOOLALPHA | 0x100)
MANIPULATOR(noboolalpha, M_FLAG, STREAM_BOOLALPHA)
MANIPULATOR(showpos, M_FLAG, STREAM_SHOWPOS | 0x100)
MANIPULATOR(noshowpos, M_FLAG, STREAM_SHOWPOS)
MANIPULATOR(showpoint, M_FLAG, STREAM_SHOWPOINT | 0x100)
MANIPULATOR(noshowpoint, M_FLAG, STREAM_SHOWPOINT)
MANIPULATOR(showbase, M_FLAG, STREAM_SHOWBASE | 0x100)
MANIPULATOR(noshowbase, M_FLAG, STREAM_SHOWBASE)
MANIPULATOR(uppercase, M_FLAG, STREAM_UPPERCASE | 0x100)
MANIPULATOR(nouppercase, M_FLAG, STREAM_UPPERCASE)
MANIPULATOR(setw, M_WIDTH, at[0].u)
MANIPULATOR(setprecision, M_PRECISION, at[0].u)
MANIPULATOR(setfill, M_FILL, at[0].u)

BUILTIN(cin)
{
    at[0].u = 1;
    return true;
}

BUILTIN(cout)
{
    at[0].u = 1;
    return true;
}

BUILTIN(cerr)
{
    at[0].u = 2;
    return true;
}

/* ---- output ---- */

void vm_streams_reset(struct vm *vm)
{
    for (int i = 0; i < 3; i++)
        vm->streams[i] = (struct stream_format){
            .precision = 6, .base = 10, .notation = 'g', .adjust = 'r', .fill = ' '};
}

static void manipulate(struct vm *vm, uint64_t stream, uint64_t what)
{
    struct stream_format *f = vm->streams + stream;
    uint32_t value = (uint32_t) what;
    switch ((enum manipulator)((what >> 32) - 1)) {
    case M_FLUSH: break;
    case M_ENDL: vm_print(vm, (int) stream, "\n", 1); break;
    case M_ENDS: vm_print(vm, (int) stream, "", 1); break;
    case M_BASE: f->base = value == 8 || value == 16 ? (uint8_t) value : 10; break;
    case M_NOTATION: f->notation = (char) value; break;
    case M_ADJUST: f->adjust = (char) value; break;
    case M_FLAG: f->flags = (uint8_t) (value & 0x100 ? f->flags | value : f->flags & ~value); break;
    case M_WIDTH: f->width = (int32_t) value > 0 && value < 100000 ? value : 0; break;
    case M_PRECISION: f->precision = (int32_t) value >= 0 && value < 1000 ? value : 6; break;
    case M_FILL: f->fill = (char) value; break;
    }
}

static void put_integer(const struct stream_format *f, const struct type *t, union value v,
                        struct buf *out)
{
    bool negative = f->base == 10 && type_is_signed(t) && v.i < 0;
    uint64_t n = negative ? 0 - v.u : v.u;
    if (f->base != 10 && t->size < 8)
        n &= (1ull << 8 * t->size) - 1;
    if (negative || (f->flags & STREAM_SHOWPOS && f->base == 10 && type_is_signed(t)))
        buf_putc(out, negative ? '-' : '+');
    bool base = f->flags & STREAM_SHOWBASE && n, capital = f->flags & STREAM_UPPERCASE;
    if (f->base == 16)
        buf_printf(out, capital ? (base ? "0X%lX" : "%lX") : base ? "0x%lx" : "%lx", n);
    else
        buf_printf(out, f->base == 8 ? (base ? "0%lo" : "%lo") : "%lu", n);
}

static void put_real(const struct stream_format *f, double v, struct buf *out)
{
    char spec[12], letter = f->notation;
    if (f->flags & STREAM_UPPERCASE)
        letter = (char) (letter - 'a' + 'A');
    snprintf(spec, sizeof spec, "%%%s%s.*%c", f->flags & STREAM_SHOWPOS ? "+" : "",
             f->flags & STREAM_SHOWPOINT ? "#" : "", letter);
    buf_printf(out, spec, (int) f->precision, v);
}

static bool is_text(const struct type *t)
{
    return t->kind == TYPE_POINTER && (t->base->kind == TYPE_CHAR || t->base->kind == TYPE_SCHAR ||
                                       t->base->kind == TYPE_UCHAR);
}

static bool put_value(struct vm *vm, const struct call_site *s, const struct stream_format *f,
                      union value v, struct buf *out)
{
    const struct type *t = s->types[1];
    size_t n;
    if (t->kind == TYPE_CHAR || t->kind == TYPE_SCHAR || t->kind == TYPE_UCHAR) {
        buf_putc(out, (char) v.i);
    } else if (t->kind == TYPE_BOOL && f->flags & STREAM_BOOLALPHA) {
        buf_puts(out, v.i ? "true" : "false");
    } else if (type_is_integer(t)) {
        put_integer(f, t, v, out);
    } else if (type_is_floating(t)) {
        put_real(f, t->kind == TYPE_FLOAT ? (double) v.f : v.d, out);
    } else if (is_text(t)) {
        const char *text = vm_string(vm, v.u, s->spans[1], &n);
        if (!text)
            return false;
        buf_put(out, text, n);
    } else if (v.u) {
        buf_printf(out, "0x%lx", v.u);
    } else {
        buf_puts(out, t->kind == TYPE_NULLPTR ? "nullptr" : "0");
    }
    return true;
}

/* Width holds for one output. Internal: the filling comes behind the sign. */
static void put_padded(struct vm *vm, int fd, struct stream_format *f, const struct buf *text,
                       bool number)
{
    struct buf out = {0};
    size_t pad = f->width > text->n ? f->width - text->n : 0;
    size_t sign = f->adjust == 'i' && number && text->n && strchr("+-", text->p[0]) ? 1 : 0;
    buf_put(&out, text->p, sign);
    for (size_t i = 0; i < pad && f->adjust != 'l'; i++)
        buf_putc(&out, f->fill);
    buf_put(&out, text->p + sign, text->n - sign);
    for (size_t i = 0; i < pad && f->adjust == 'l'; i++)
        buf_putc(&out, f->fill);
    f->width = 0;
    if (out.n)
        vm_print(vm, fd, out.p, out.n);
    buf_free(&out);
}

BUILTIN(__put)
{
    const struct call_site *s = call_of(site);
    const struct type *t = s->types[1];
    uint64_t stream = at[0].u;
    if (stream != 1 && stream != 2) {
        vm_error(vm, DIAG_MEMORY, s->spans[0], "this is no stream");
        return false;
    }
    if (t->kind == TYPE_POINTER && t->base->name && !strcmp(t->base->name, "__manipulator")) {
        manipulate(vm, stream, at[1].u);
        return true;
    }
    struct buf text = {0};
    bool ok = put_value(vm, s, vm->streams + stream, at[1], &text);
    if (ok)
        put_padded(vm, (int) stream, vm->streams + stream, &text, type_is_arithmetic(t));
    buf_free(&text);
    return ok;
}

/* ---- input ---- */

/* scanf's conversion for a type; NULL: char, which is read after white space. */
static const char *conversion(const struct type *t)
{
    switch (t->kind) {
    case TYPE_FLOAT: return "%f";
    case TYPE_DOUBLE: return "%lf";
    case TYPE_CHAR:
    case TYPE_SCHAR:
    case TYPE_UCHAR: return " %c";
    default: break;
    }
    static const char *const by_size[2][4] = {
        {"%hhu", "%hu", "%u", "%lu"},
        {"%hhd", "%hd", "%d", "%ld"}
    };
    return by_size[type_is_signed(t)][t->size == 1 ? 0 : t->size == 2 ? 1 : t->size == 4 ? 2 : 3];
}

/* A failed stream is null, and reads nothing more: `while (std::cin >> x)` ends. */
BUILTIN(__get)
{
    const struct call_site *s = call_of(site);
    struct scan_input in = {.file = vm_standard_file(vm, 0)};
    int count = 0;
    if (!at[0].u)
        return true;
    const struct type *types[2] = {s->types[1], s->types[1]};
    struct span spans[2] = {s->spans[1], s->spans[1]};
    struct call_site scan = {.site = s->site, .types = types, .spans = spans, .count = 2};
    const char *format = conversion(s->types[1]->base);
    union value args[2] = {{.u = vm_literal(vm, (struct str){format, strlen(format) + 1})}, at[1]};
    if (!args[0].u || !vm_scan(vm, &scan, args, 0, &in, &count))
        return false;
    at[0].u = count == 1;
    return true;
}
