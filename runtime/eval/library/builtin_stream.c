/* SPDX-License-Identifier: Apache-2.0 */
/* std::cout, std::cin, string and file streams, and the manipulators (C++17 30). A stream object of the program holds a
 * number; the session holds the stream's state. A manipulator is a number too: its kind in the upper half, its value in the
 * lower. The standard streams' formatting is reset at the start of a cell. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

#include "eval/library/builtin.h"
#include "eval/library/vm_file.h"

enum manipulator {
    M_FLUSH,
    M_ENDL,
    M_ENDS,
    M_FLAGS, /* value: the flags to set and, 16 bits up, the mask of affected flags */
    M_WIDTH,
    M_PRECISION,
    M_FILL,
};

static bool give(union value *at, enum manipulator m, uint64_t value)
{
    at[0].u = ((uint64_t) m + 1) << 32 | (value & UINT32_MAX);
    return true;
}

static uint32_t base_flag(int64_t base)
{
    return base == 16 ? STREAM_HEX : base == 8 ? STREAM_OCT : base == 10 ? STREAM_DEC : 0;
}

#define MANIPULATOR(name, m, value)                                                                \
    BUILTIN(name)                                                                                  \
    {                                                                                              \
        return give(at, m, value);                                                                 \
    }
MANIPULATOR(flush, M_FLUSH, 0)
MANIPULATOR(endl, M_ENDL, 0)
MANIPULATOR(ends, M_ENDS, 0)

#define FLAGS(name, mask, set)                                                                     \
    MANIPULATOR(name, M_FLAGS, (uint64_t) (mask) << 16 | (uint64_t) (set))
FLAGS(dec, STREAM_BASEFIELD, STREAM_DEC)
FLAGS(hex, STREAM_BASEFIELD, STREAM_HEX)
FLAGS(oct, STREAM_BASEFIELD, STREAM_OCT)
FLAGS(setbase, STREAM_BASEFIELD, base_flag(at[0].i))
FLAGS(fixed, STREAM_FLOATFIELD, STREAM_FIXED)
FLAGS(scientific, STREAM_FLOATFIELD, STREAM_SCIENTIFIC)
FLAGS(hexfloat, STREAM_FLOATFIELD, STREAM_FLOATFIELD)
FLAGS(defaultfloat, STREAM_FLOATFIELD, 0)
FLAGS(left, STREAM_ADJUSTFIELD, STREAM_LEFT)
FLAGS(right, STREAM_ADJUSTFIELD, STREAM_RIGHT)
FLAGS(internal, STREAM_ADJUSTFIELD, STREAM_INTERNAL)
FLAGS(boolalpha, STREAM_BOOLALPHA, STREAM_BOOLALPHA)
FLAGS(noboolalpha, STREAM_BOOLALPHA, 0)
FLAGS(showpos, STREAM_SHOWPOS, STREAM_SHOWPOS)
FLAGS(noshowpos, STREAM_SHOWPOS, 0)
FLAGS(showpoint, STREAM_SHOWPOINT, STREAM_SHOWPOINT)
FLAGS(noshowpoint, STREAM_SHOWPOINT, 0)
FLAGS(showbase, STREAM_SHOWBASE, STREAM_SHOWBASE)
FLAGS(noshowbase, STREAM_SHOWBASE, 0)
FLAGS(uppercase, STREAM_UPPERCASE, STREAM_UPPERCASE)
FLAGS(nouppercase, STREAM_UPPERCASE, 0)
FLAGS(setiosflags, at[0].u &STREAM_FLAGS, at[0].u &STREAM_FLAGS)
FLAGS(resetiosflags, at[0].u &STREAM_FLAGS, 0)
MANIPULATOR(setw, M_WIDTH, at[0].u)
MANIPULATOR(setprecision, M_PRECISION, at[0].u)
MANIPULATOR(setfill, M_FILL, at[0].u)

/* ---- streams ---- */

static const struct stream_format initial_format = {
    .precision = 6, .flags = STREAM_DEC | STREAM_SKIPWS, .fill = ' '};

static struct vm_iostream *stream_new(struct vm *vm, int64_t *out_id)
{
    struct vm_iostream *s = xcalloc(1, sizeof *s);
    s->format = initial_format;
    VEC_PUSH(&vm->iostreams, s);
    *out_id = (int64_t) vm->iostreams.n - 1;
    return s;
}

static struct vm_iostream *stream_at(struct vm *vm, int64_t id)
{
    return id >= 0 && (uint64_t) id < vm->iostreams.n ? vm->iostreams.at[id] : NULL;
}

static void stream_close(struct vm_iostream *s)
{
    if (s->file && s->file->file)
        fclose(s->file->file);
    if (s->owned)
        free(s->file);
    s->file = NULL;
    s->owned = false;
    buf_free(&s->text);
}

void vm_streams_free(struct vm *vm)
{
    VEC_EACH (s, &vm->iostreams)
        if (*s) {
            stream_close(*s);
            free(*s);
        }
    VEC_FREE(&vm->iostreams);
    buf_free(&vm->line);
}

/* The standard streams are followed by one that represents every closed stream: it has failed and is empty. */
enum { CLOSED_STREAM = 3 };

void vm_streams_reset(struct vm *vm)
{
    int64_t id;
    while (vm->iostreams.n <= CLOSED_STREAM)
        stream_new(vm, &id);
    vm->iostreams.at[CLOSED_STREAM]->number = -1;
    for (int i = 0; i < 3; i++) {
        struct vm_iostream *s = vm->iostreams.at[i];
        s->format = initial_format;
        s->eof = s->fail = false;
        s->number = i;
    }
}

/* The object that std::cout and the other names denote: it holds the number of its stream. */
static bool standard(struct vm *vm, int64_t id, union value *at)
{
    static const char *const names[] = {"std::cin", "std::cout", "std::cerr"};
    struct object **o = vm->standard_streams + id;
    if (!*o)
        *o = vm_new_object(vm, 8, HOST_GLOBAL, names[id], (struct span){0});
    if (!*o)
        return false;
    memcpy((void *) (uintptr_t) (*o)->start, &id, 8);
    at[0].u = (*o)->start;
    return true;
}

BUILTIN(cin)
{
    return standard(vm, 0, at);
}

BUILTIN(cout)
{
    return standard(vm, 1, at);
}

BUILTIN(cerr)
{
    return standard(vm, 2, at);
}

/* The stream of an object; CLOSED_STREAM if it was closed. NULL: a diag was recorded. */
static struct vm_iostream *stream_of(struct vm *vm, uint64_t object, struct span at)
{
    const int64_t *id = vm_memory(vm, object, 8, VM_READ, at);
    if (!id)
        return NULL;
    struct vm_iostream *s = stream_at(vm, *id);
    if (!s) {
        s = vm->iostreams.at[CLOSED_STREAM];
        s->fail = true;
    }
    return s;
}

static void write_stream(struct vm *vm, struct vm_iostream *s, const char *text, size_t n)
{
    if (s->number == 1 || s->number == 2)
        vm_print(vm, (int) s->number, text, n);
    else if (s->file)
        s->fail |= !vm_file_put(vm, s->file, text, n);
    else if (s->number >= 0)
        buf_put(&s->text, text, n);
}

/* ---- output ---- */

static void manipulate(struct vm *vm, struct vm_iostream *stream, uint64_t what)
{
    struct stream_format *f = &stream->format;
    uint32_t value = (uint32_t) what;
    switch ((enum manipulator)((what >> 32) - 1)) {
    case M_FLUSH: break;
    case M_ENDL: write_stream(vm, stream, "\n", 1); break;
    case M_ENDS: write_stream(vm, stream, "", 1); break;
    case M_FLAGS: f->flags = (f->flags & ~(value >> 16)) | (value & STREAM_FLAGS); break;
    case M_WIDTH: f->width = (int32_t) value > 0 && value < 100000 ? value : 0; break;
    case M_PRECISION: f->precision = (int32_t) value >= 0 && value < 1000 ? value : 6; break;
    case M_FILL: f->fill = (char) value; break;
    }
}

static void put_integer(const struct stream_format *f, const struct type *t, union value v,
                        struct buf *out)
{
    bool hex = (f->flags & STREAM_BASEFIELD) == STREAM_HEX;
    bool oct = (f->flags & STREAM_BASEFIELD) == STREAM_OCT, decimal = !hex && !oct;
    bool negative = decimal && type_is_signed(t) && v.i < 0;
    uint64_t n = negative ? 0 - v.u : v.u;
    if (!decimal && t->size < 8)
        n &= (1ull << 8 * t->size) - 1;
    if (negative || (f->flags & STREAM_SHOWPOS && decimal && type_is_signed(t)))
        buf_putc(out, negative ? '-' : '+');
    bool base = f->flags & STREAM_SHOWBASE && n, capital = f->flags & STREAM_UPPERCASE;
    if (hex)
        buf_printf(out, capital ? (base ? "0X%lX" : "%lX") : base ? "0x%lx" : "%lx", n);
    else
        buf_printf(out, oct ? (base ? "0%lo" : "%lo") : "%lu", n);
}

/* C++17 25.4.2.2.2, table 76: the printf conversion for the flags. */
static void put_real(const struct stream_format *f, long double v, bool wide, struct buf *out)
{
    uint32_t field = f->flags & STREAM_FLOATFIELD;
    char spec[14], letter = field == STREAM_FIXED        ? 'f'
                            : field == STREAM_SCIENTIFIC ? 'e'
                            : field                      ? 'a'
                                                         : 'g';
    if (f->flags & STREAM_UPPERCASE)
        letter = (char) (letter - 'a' + 'A');
    const char *plus = f->flags & STREAM_SHOWPOS ? "+" : "",
               *point = f->flags & STREAM_SHOWPOINT ? "#" : "";
    snprintf(spec, sizeof spec, "%%%s%s%s%s%c", plus, point, field == STREAM_FLOATFIELD ? "" : ".*",
             wide ? "L" : "", letter);
    if (field == STREAM_FLOATFIELD && wide)
        buf_printf(out, spec, v);
    else if (field == STREAM_FLOATFIELD)
        buf_printf(out, spec, (double) v);
    else if (wide)
        buf_printf(out, spec, (int) f->precision, v);
    else
        buf_printf(out, spec, (int) f->precision, (double) v);
}

static bool is_text(const struct type *t)
{
    return t->kind == TYPE_POINTER && (t->base->kind == TYPE_CHAR || t->base->kind == TYPE_SCHAR ||
                                       t->base->kind == TYPE_UCHAR);
}

static bool put_value(struct vm *vm, const struct builtin_call *s, const struct stream_format *f,
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
    } else if (t->kind == TYPE_LDOUBLE) {
        long double wide;
        if (!vm_wide_load(vm, v.u, s->spans[1], &wide))
            return false;
        put_real(f, wide, true, out);
    } else if (type_is_floating(t)) {
        put_real(f, t->kind == TYPE_FLOAT ? (double) v.f : v.d, false, out);
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

/* The width applies to one output only. Internal: the fill follows the sign or 0x. */
static void put_padded(struct vm *vm, struct vm_iostream *s, const struct buf *text, bool number)
{
    struct stream_format *f = &s->format;
    struct buf out = {0};
    size_t pad = f->width > text->n ? f->width - text->n : 0;
    uint32_t adjust = f->flags & STREAM_ADJUSTFIELD;
    bool left = adjust == STREAM_LEFT, internal = adjust == STREAM_INTERNAL && number && text->n;
    size_t sign = !internal                                                      ? 0
                  : text->n > 2 && text->p[0] == '0' && (text->p[1] | 32) == 'x' ? 2
                  : strchr("+-", text->p[0])                                     ? 1
                                                                                 : 0;
    buf_put(&out, text->p, sign);
    for (size_t i = 0; i < pad && !left; i++)
        buf_putc(&out, f->fill);
    buf_put(&out, text->p + sign, text->n - sign);
    for (size_t i = 0; i < pad && left; i++)
        buf_putc(&out, f->fill);
    f->width = 0;
    if (out.n)
        write_stream(vm, s, out.p, out.n);
    buf_free(&out);
}

BUILTIN(__put)
{
    const struct builtin_call *s = builtin_call_of(call);
    const struct type *t = s->types[1];
    struct vm_iostream *stream = stream_of(vm, at[0].u, s->spans[0]);
    if (!stream)
        return false;
    if (t->kind == TYPE_POINTER && t->base->name && !strcmp(t->base->name, "__manipulator")) {
        manipulate(vm, stream, at[1].u);
        return true;
    }
    struct buf text = {0};
    bool ok = put_value(vm, s, &stream->format, at[1], &text);
    if (ok)
        put_padded(vm, stream, &text, type_is_arithmetic(t));
    buf_free(&text);
    return ok;
}

BUILTIN(__put_text)
{
    struct vm_iostream *s = stream_of(vm, at[0].u, call->at);
    const char *from = s ? vm_memory(vm, at[1].u, at[2].u, VM_READ, call->at) : NULL;
    struct buf text = {0};
    if (!from)
        return false;
    buf_put(&text, from, at[2].u);
    put_padded(vm, s, &text, false);
    buf_free(&text);
    return true;
}

BUILTIN(__put_bytes)
{
    struct vm_iostream *s = stream_of(vm, at[0].u, call->at);
    const char *from = s ? vm_memory(vm, at[1].u, at[2].u, VM_READ, call->at) : NULL;
    if (from)
        write_stream(vm, s, from, at[2].u);
    return from;
}

BUILTIN(__format_of)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    int64_t what = at[1].i, value = at[2].i;
    at[0].i = 0;
    if (!s)
        return true;
    struct stream_format *f = &s->format;
    if (what < 2) {
        uint32_t *field = what ? &f->width : &f->precision;
        at[0].i = *field;
        if (value >= 0 && value < 1000)
            *field = (uint32_t) value;
    } else if (what == 2) {
        at[0].i = f->fill;
        if (value >= 0)
            f->fill = (char) value;
    } else {
        at[0].i = f->flags;
        if (value >= 0)
            f->flags = (uint32_t) value & STREAM_FLAGS;
    }
    return true;
}

/* ---- string and file streams ---- */

BUILTIN(__stream_new)
{
    int64_t id;
    struct vm_iostream *s = stream_new(vm, &id);
    s->number = at[0].i = id;
    return true;
}

BUILTIN(__stream_open)
{
    size_t n;
    const char *name = vm_string(vm, at[0].u, call->at, &n);
    uint64_t mode = at[1].u;
    if (!name)
        return false;
    bool in = mode & 8, out = mode & 16, app = mode & 1;
    FILE *file = fopen(name, app ? "ab" : in && out ? "r+b" : out ? "wb" : "rb");
    at[0].i = -1;
    if (!file)
        return true;
    struct vm_iostream *s = stream_new(vm, &at[0].i);
    s->number = at[0].i;
    s->file = xcalloc(1, sizeof *s->file);
    *s->file = (struct vm_file){.standard = -1, .file = file, .pushed = -1};
    s->owned = true;
    if (mode & 2)
        fseek(file, 0, SEEK_END);
    return true;
}

BUILTIN(__stream_end)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    if (!s || at[0].i < 3)
        return true;
    stream_close(s);
    free(s);
    vm->iostreams.at[at[0].i] = NULL;
    return true;
}

BUILTIN(__stream_set)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    const char *from = vm_memory(vm, at[1].u, at[2].u, VM_READ, call->at);
    if (!from)
        return false;
    if (s) {
        s->text.n = s->at = 0;
        s->eof = s->fail = false;
        buf_put(&s->text, from, at[2].u);
    }
    return true;
}

BUILTIN(__stream_size)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    at[0].i = s ? (int64_t) s->text.n : 0;
    return true;
}

BUILTIN(__stream_copy)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    return !s || !s->text.n || vm_store(vm, at[1].u, s->text.p, s->text.n, call->at);
}

BUILTIN(__stream_failed)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    at[0].u = !s || s->fail;
    return true;
}

BUILTIN(__stream_ended)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    at[0].u = s && s->eof;
    return true;
}

BUILTIN(__stream_seek)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    int from = (int) at[2].i;
    if (!s)
        return true;
    s->eof = false;
    if (s->file && s->file->file) {
        s->file->pushed = -1;
        s->fail |= fseek(s->file->file, at[1].i,
                         from == 1   ? SEEK_CUR
                         : from == 2 ? SEEK_END
                                     : SEEK_SET) != 0;
        return true;
    }
    int64_t base = from == 1 ? (int64_t) s->at : from == 2 ? (int64_t) s->text.n : 0, to;
    if (__builtin_add_overflow(base, at[1].i, &to) || to < 0 || to > (int64_t) s->text.n)
        s->fail = true;
    else
        s->at = (size_t) to;
    return true;
}

BUILTIN(__stream_tell)
{
    const struct vm_iostream *s = stream_at(vm, at[0].i);
    bool file = s && s->file && s->file->file;
    at[0].i = !s || s->fail ? -1
              : file        ? ftell(s->file->file) - (s->file->pushed >= 0)
                            : (int64_t) s->at;
    return true;
}

BUILTIN(__stream_clear)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    if (s)
        s->eof = s->fail = false;
    return true;
}

/* ---- input ---- */

/* scanf's conversion for a type; NULL: char, which is read after skipping white space. */
static const char *conversion(const struct type *t)
{
    switch (t->kind) {
    case TYPE_FLOAT: return "%f";
    case TYPE_DOUBLE: return "%lf";
    case TYPE_LDOUBLE: return "%Lf";
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

static struct vm_file *file_of(struct vm *vm, const struct vm_iostream *s)
{
    return s->number == 0 ? vm_standard_file(vm, 0) : s->file;
}

static int get_byte(struct vm *vm, struct vm_iostream *s)
{
    struct vm_file *f = file_of(vm, s);
    int c = f ? vm_file_get(vm, f) : s->at < s->text.n ? (unsigned char) s->text.p[s->at++] : EOF;
    s->eof |= c == EOF;
    return c;
}

static void unget_byte(struct vm *vm, struct vm_iostream *s, int c)
{
    struct vm_file *f = file_of(vm, s);
    if (c == EOF)
        return;
    if (f)
        vm_file_unget(f, c);
    else
        s->at--;
}

/* A stream that has failed reads nothing: `while (std::cin >> x)` ends. */
BUILTIN(__get)
{
    const struct builtin_call *s = builtin_call_of(call);
    struct vm_iostream *stream = stream_of(vm, at[0].u, s->spans[0]);
    int count = 0;
    if (!stream)
        return false;
    if (stream->fail)
        return true;
    struct buf rest = {0};
    struct scan_input in = {.file = file_of(vm, stream)};
    if (!in.file) {
        buf_put(&rest, stream->text.p ? stream->text.p + stream->at : "",
                stream->text.n - stream->at);
        buf_putc(&rest, 0);
        in.text = rest.p;
    }
    const struct type *types[2] = {s->types[1], s->types[1]};
    struct span spans[2] = {s->spans[1], s->spans[1]};
    struct builtin_call scan = {.call = s->call, .types = types, .spans = spans, .count = 2};
    const char *format = conversion(s->types[1]->base);
    union value args[2] = {{.u = vm_literal(vm, (struct str){format, strlen(format) + 1})}, at[1]};
    bool good = args[0].u && vm_scan(vm, &scan, args, 0, &in, &count);
    if (!in.file)
        stream->at += in.used;
    buf_free(&rest);
    if (!good)
        return false;
    stream->fail = count != 1;
    if (stream->fail || (!stream->file && stream->number > 2 && stream->at >= stream->text.n)) {
        int c = get_byte(vm, stream);
        unget_byte(vm, stream, c);
    }
    return true;
}

static bool is_space(int c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

/* Appends a word, or, with end >= 0, a line, up to `room` bytes in all. Returns what follows it: of a line the end, EOF, or a byte for which
 * there was no room. */
static int read_text(struct vm *vm, struct vm_iostream *s, int64_t end, uint64_t room,
                     struct buf *out)
{
    bool word = end < 0;
    int c = get_byte(vm, s);
    while (word && is_space(c))
        c = get_byte(vm, s);
    for (; c != EOF && (word ? !is_space(c) : c != end) && out->n < room; c = get_byte(vm, s))
        buf_putc(out, (char) c);
    return c;
}

BUILTIN(__read_text)
{
    struct vm_iostream *s = stream_of(vm, at[0].u, call->at);
    int64_t end = at[1].i;
    if (!s)
        return false;
    at[0].i = -1;
    vm->line.n = 0;
    if (s->fail)
        return true;
    int c = read_text(vm, s, end, UINT64_MAX, &vm->line);
    bool any = vm->line.n || (end >= 0 && c != EOF);
    if (end < 0)
        unget_byte(vm, s, c);
    s->fail = !any;
    at[0].i = any ? (int64_t) vm->line.n : -1;
    return true;
}

/* Of `room` bytes, 0: as many as there are. A word, or, with end >= 0, a line, which fails if it is too long. */
BUILTIN(__get_text)
{
    struct vm_iostream *s = stream_of(vm, at[0].u, builtin_call_of(call)->spans[0]);
    uint64_t room = at[2].u ? at[2].u - 1 : UINT64_MAX;
    int64_t end = at[3].i;
    bool word = end < 0, failed = s && s->fail;
    struct buf text = {0};
    if (!s)
        return false;
    int c = failed ? EOF : read_text(vm, s, end, room, &text);
    bool ended = !word && c == end;
    if (!ended && !failed)
        unget_byte(vm, s, c);
    s->fail |= word ? !text.n : !ended && (c != EOF || !text.n);
    bool stored = text.n || !word;
    buf_putc(&text, 0);
    bool good = !stored || vm_store(vm, at[1].u, text.p, text.n, builtin_call_of(call)->spans[1]);
    buf_free(&text);
    return good;
}

BUILTIN(__read_copy)
{
    return !vm->line.n || vm_store(vm, at[0].u, vm->line.p, vm->line.n, call->at);
}

BUILTIN(__get_byte)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    bool take = at[1].i;
    at[0].i = -1;
    if (!s || s->fail)
        return true;
    int c = get_byte(vm, s);
    at[0].i = c;
    if (!take)
        unget_byte(vm, s, c);
    else
        s->fail |= c == EOF;
    return true;
}

BUILTIN(__read_bytes)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    uint64_t n = at[2].u, got = 0;
    char *to = vm_memory(vm, at[1].u, n, VM_WRITE, call->at);
    if (!to)
        return false;
    for (; s && !s->fail && got < n; got++) {
        int c = get_byte(vm, s);
        if (c == EOF)
            break;
        to[got] = (char) c;
    }
    if (s) {
        s->got = (int64_t) got;
        s->fail |= got < n;
    }
    return true;
}

BUILTIN(__read_count)
{
    struct vm_iostream *s = stream_at(vm, at[0].i);
    at[0].i = s ? s->got : 0;
    return true;
}
