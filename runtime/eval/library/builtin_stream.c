/* SPDX-License-Identifier: Apache-2.0 */
/* std::cout, string and file streams, and the manipulators (C++17 30); builtin_input.c reads. A stream object of the program holds a
 * number; the session holds the stream's state. A manipulator is a number too: its kind in the upper half, its value in the
 * lower. The standard streams' formatting is reset at the start of a cell. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

#include "eval/library/builtin.h"
#include "eval/library/stream.h"
#include "eval/library/vm_file.h"

enum manipulator {
    M_FLUSH,
    M_ENDL,
    M_ENDS,
    M_FLAGS, /* value: the flags to set and, 16 bits up, the mask of affected flags */
    M_WIDTH,
    M_PRECISION,
    M_FILL,
    M_SKIP_SPACE,
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
FLAGS(skipws, STREAM_SKIPWS, STREAM_SKIPWS)
FLAGS(noskipws, STREAM_SKIPWS, 0)
FLAGS(unitbuf, 0, 0)
FLAGS(nounitbuf, 0, 0)
FLAGS(setiosflags, at[0].u &STREAM_FLAGS, at[0].u &STREAM_FLAGS)
FLAGS(resetiosflags, at[0].u &STREAM_FLAGS, 0)
MANIPULATOR(ws, M_SKIP_SPACE, 0)
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

struct vm_iostream *iostream_at(struct vm *vm, int64_t id)
{
    return id >= 0 && (uint64_t) id < vm->iostreams.n ? vm->iostreams.at[id] : NULL;
}

/* false: the system could not write all of it. */
static bool stream_close(struct vm_iostream *s)
{
    bool good = !s->file || !s->file->file || !fclose(s->file->file);
    if (s->owned)
        free(s->file);
    s->file = NULL;
    s->owned = false;
    buf_free(&s->text);
    return good;
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
    buf_free(&vm->formatted);
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
        s->eof = s->fail = s->bad = false;
        s->exceptions = 0;
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

struct vm_iostream *iostream_of(struct vm *vm, uint64_t object, struct span at)
{
    const int64_t *id = vm_memory(vm, object, 8, VM_READ, at);
    if (!id)
        return NULL;
    struct vm_iostream *s = iostream_at(vm, *id);
    if (!s) {
        s = vm->iostreams.at[CLOSED_STREAM];
        s->fail = true;
    }
    return s;
}

/* ---- states: C++17 30.5.5.4 ---- */

enum { STATE_BAD = 1, STATE_EOF = 2, STATE_FAIL = 4 };

static int state_of(const struct vm_iostream *s)
{
    return (s->bad ? STATE_BAD : 0) | (s->eof ? STATE_EOF : 0) | (s->fail ? STATE_FAIL : 0);
}

bool iostream_settle(struct vm *vm, const struct vm_iostream *s, struct span at)
{
    if (!(state_of(s) & s->exceptions))
        return true;
    vm_throw_standard(vm, "std::__ios_failure", at);
    return false;
}

BUILTIN(__stream_state)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    int64_t what = at[1].i, value = at[2].i;
    at[0].i = 0;
    if (!s) {
        at[0].i = what == 0 ? STATE_FAIL : 0;
        return true;
    }
    if (what == 1) {
        s->bad = value & STATE_BAD;
        s->eof = value & STATE_EOF;
        s->fail = value & STATE_FAIL;
    } else if (what == 3) {
        s->exceptions = (uint8_t) (value & 7);
    }
    at[0].i = what < 2 ? state_of(s) : s->exceptions;
    return what % 2 == 0 || iostream_settle(vm, s, call->at);
}

/* The numbers and pointers that a program keeps in a stream: C++17 30.5.3.5. A place has two words of 8 bytes. */
BUILTIN(__stream_word)
{
    enum { PLACES = 64 };

    struct vm_iostream *s = iostream_at(vm, at[0].i);
    int64_t place = at[1].i;
    if (!s || place < 0 || place >= PLACES) {
        diag_help(
            vm->diags,
            vm_error(vm, DIAG_RUNTIME, call->at, "a stream has no word %lld", (long long) place),
            "numbers of words come from std::ios_base::xalloc()");
        return false;
    }
    if (!s->words) {
        s->words =
            vm_new_object(vm, (uint64_t) PLACES * 16, HOST_GLOBAL, "words of a stream", call->at);
        if (!s->words)
            return false;
        memset((void *) (uintptr_t) s->words->start, 0, (size_t) PLACES * 16);
    }
    at[0].u = s->words->start + (uint64_t) place * 16;
    return true;
}

BUILTIN(__stream_copy_format)
{
    struct vm_iostream *to = iostream_at(vm, at[0].i), *from = iostream_at(vm, at[1].i);
    if (!to || !from || to == from)
        return true;
    to->format = from->format;
    to->exceptions = from->exceptions;
    if (from->words) {
        union value word[3] = {{.i = at[0].i}, {.i = 0}};
        if (!builtin___stream_word(vm, call, word))
            return false;
        memcpy((void *) (uintptr_t) to->words->start, (const void *) (uintptr_t) from->words->start,
               to->words->size);
    }
    return iostream_settle(vm, to, call->at);
}

/* ---- writing ---- */

struct vm_iostream *iostream_buffer(struct vm *vm, struct vm_iostream *s)
{
    struct vm_iostream *other = s->buffer ? iostream_at(vm, s->buffer_of) : NULL;
    return other ? other : s;
}

/* A buffer is the object of a stream: that of the stream itself, or another's. */
BUILTIN(__stream_buffer)
{
    struct vm_iostream *s = iostream_of(vm, at[0].u, call->at);
    uint64_t object = at[0].u, wanted = at[1].u;
    const int64_t *id = wanted ? vm_memory(vm, wanted, 8, VM_READ, call->at) : NULL;
    if (!s || (wanted && !id))
        return false;
    at[0].u = s->buffer ? s->buffer : object;
    if (wanted) {
        s->buffer = wanted == object ? 0 : wanted;
        s->buffer_of = *id;
        s->eof = s->fail = s->bad = false;
    }
    return true;
}

static void write_text(struct vm_iostream *s, const char *text, size_t n)
{
    size_t over = s->text.n - s->put < n ? s->text.n - s->put : n;
    if (over)
        memcpy(s->text.p + s->put, text, over);
    buf_put(&s->text, text + over, n - over);
    s->put += n;
}

static void write_stream(struct vm *vm, struct vm_iostream *stream, const char *text, size_t n)
{
    struct vm_iostream *s = iostream_buffer(vm, stream);
    if (s->number == 1 || s->number == 2)
        vm_print(vm, (int) s->number, text, n);
    else if (s->file)
        stream->bad |= !vm_file_put(vm, s->file, text, n);
    else if (s->is_file)
        stream->bad = true;
    else if (s->number >= 0)
        write_text(s, text, n);
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
    case M_SKIP_SPACE: iostream_skip_space(vm, stream); break;
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
    bool is_signed = type_is_signed(t) || t->kind == TYPE_BOOL; /* as a long: C++17 25.4.2.2.1p6 */
    if (negative || (f->flags & STREAM_SHOWPOS && decimal && is_signed))
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
    struct vm_iostream *stream = iostream_of(vm, at[0].u, s->spans[0]);
    if (!stream)
        return false;
    if (t->kind == TYPE_POINTER && t->base->name && !strcmp(t->base->name, "__manipulator")) {
        manipulate(vm, stream, at[1].u);
        return iostream_settle(vm, stream, call->at);
    }
    struct buf text = {0};
    bool ok = put_value(vm, s, &stream->format, at[1], &text);
    if (ok)
        put_padded(vm, stream, &text, type_is_arithmetic(t));
    buf_free(&text);
    return ok && iostream_settle(vm, stream, call->at);
}

BUILTIN(__put_text)
{
    struct vm_iostream *s = iostream_of(vm, at[0].u, call->at);
    const char *from = s ? vm_memory(vm, at[1].u, at[2].u, VM_READ, call->at) : NULL;
    struct buf text = {0};
    if (!from)
        return false;
    buf_put(&text, from, at[2].u);
    put_padded(vm, s, &text, false);
    buf_free(&text);
    return iostream_settle(vm, s, call->at);
}

BUILTIN(__put_bytes)
{
    struct vm_iostream *s = iostream_of(vm, at[0].u, call->at);
    const char *from = s ? vm_memory(vm, at[1].u, at[2].u, VM_READ, call->at) : NULL;
    if (from)
        write_stream(vm, s, from, at[2].u);
    return from && iostream_settle(vm, s, call->at);
}

BUILTIN(__format_of)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
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
    bool is_file = at[0].i;
    int64_t id;
    struct vm_iostream *s = stream_new(vm, &id);
    s->is_file = is_file;
    s->number = at[0].i = id;
    return true;
}

/* C++17 table 117. NULL: the modes do not go together. */
static const char *mode_of(uint64_t mode)
{
    enum { APP = 1, IN = 8, OUT = 16, TRUNC = 32 };

    switch (mode & (APP | IN | OUT | TRUNC)) {
    case OUT:
    case OUT | TRUNC: return "wb";
    case APP:
    case OUT | APP: return "ab";
    case IN: return "rb";
    case IN | OUT: return "r+b";
    case IN | OUT | TRUNC: return "w+b";
    case IN | APP:
    case IN | OUT | APP: return "a+b";
    default: return NULL;
    }
}

BUILTIN(__stream_open)
{
    size_t n;
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    const char *name = vm_string(vm, at[1].u, call->at, &n), *mode = mode_of(at[2].u);
    if (!name)
        return false;
    FILE *file = s && mode && !s->file ? fopen(name, mode) : NULL;
    if (s && !file) {
        vm_keep_errno(vm, call, errno);
        s->fail = true;
        return iostream_settle(vm, s, call->at);
    }
    if (!s)
        return true;
    s->eof = s->fail = s->bad = false;
    s->file = xcalloc(1, sizeof *s->file);
    *s->file = (struct vm_file){.standard = -1, .file = file, .pushed = -1};
    s->owned = true;
    if (at[2].u & 2)
        fseek(file, 0, SEEK_END);
    return true;
}

BUILTIN(__stream_is_open)
{
    const struct vm_iostream *s = iostream_at(vm, at[0].i);
    at[0].i = s && s->file;
    return true;
}

BUILTIN(__stream_close)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    if (!s)
        return true;
    s->fail |= !s->file || !stream_close(s);
    return iostream_settle(vm, s, call->at);
}

BUILTIN(__stream_end)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    if (!s || at[0].i < 3)
        return true;
    stream_close(s);
    free(s);
    vm->iostreams.at[at[0].i] = NULL;
    return true;
}

/* What is written next goes to the start of the text, over it, or, with `at_end`, behind it. */
BUILTIN(__stream_set)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    const char *from = vm_memory(vm, at[1].u, at[2].u, VM_READ, call->at);
    if (!from)
        return false;
    if (s) {
        s->text.n = s->at = 0;
        buf_put(&s->text, from, at[2].u);
        s->put = at[3].i ? s->text.n : 0;
    }
    return true;
}

BUILTIN(__stream_size)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    at[0].i = s ? (int64_t) s->text.n : 0;
    return true;
}

BUILTIN(__stream_copy)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    return !s || !s->text.n || vm_store(vm, at[1].u, s->text.p, s->text.n, call->at);
}

BUILTIN(__stream_seek)
{
    enum { PUTS = 4 }; /* the position of what is written: seekp */

    struct vm_iostream *stream = iostream_at(vm, at[0].i);
    bool puts = at[2].i & PUTS;
    int from = (int) at[2].i & (PUTS - 1);
    if (!stream)
        return true;
    struct vm_iostream *s = iostream_buffer(vm, stream);
    stream->eof &= puts;
    if (s->file && s->file->file) {
        int64_t pushed = from == 1 && s->file->pushed >= 0;
        s->file->pushed = -1;
        stream->fail |= fseek(s->file->file, at[1].i - pushed,
                              from == 1   ? SEEK_CUR
                              : from == 2 ? SEEK_END
                                          : SEEK_SET) != 0;
        return iostream_settle(vm, stream, call->at);
    }
    size_t *place = puts ? &s->put : &s->at;
    int64_t base = from == 1 ? (int64_t) *place : from == 2 ? (int64_t) s->text.n : 0, to;
    if (__builtin_add_overflow(base, at[1].i, &to) || to < 0 || to > (int64_t) s->text.n)
        stream->fail = true;
    else
        *place = (size_t) to;
    return iostream_settle(vm, stream, call->at);
}

BUILTIN(__stream_tell)
{
    struct vm_iostream *stream = iostream_at(vm, at[0].i);
    const struct vm_iostream *s = stream ? iostream_buffer(vm, stream) : NULL;
    bool file = s && s->file && s->file->file, puts = at[1].i;
    at[0].i = !s || stream->fail || stream->bad ? -1
              : file                            ? ftell(s->file->file) - (s->file->pushed >= 0)
                                                : (int64_t) (puts ? s->put : s->at);
    return true;
}
