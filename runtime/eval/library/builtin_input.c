/* SPDX-License-Identifier: Apache-2.0 */
/* std::cin and what is read from string and file streams: C++17 30.7.4. Needs builtin_stream.c, which owns the streams, and
 * builtin_scan.c for real numbers. */
#include <limits.h>
#include <string.h>

#include "eval/library/builtin.h"
#include "eval/library/stream.h"
#include "eval/library/vm_file.h"

/* ---- bytes ---- */

static struct vm_file *file_of(struct vm *vm, const struct vm_iostream *s)
{
    return s->number == 0 ? vm_standard_file(vm, 0) : s->file;
}

static int get_byte(struct vm *vm, struct vm_iostream *stream)
{
    struct vm_iostream *s = iostream_buffer(vm, stream);
    struct vm_file *f = file_of(vm, s);
    int c = f ? vm_file_get(vm, f) : s->at < s->text.n ? (unsigned char) s->text.p[s->at++] : EOF;
    stream->eof |= c == EOF;
    return c;
}

static void unget_byte(struct vm *vm, struct vm_iostream *stream, int c)
{
    struct vm_iostream *s = iostream_buffer(vm, stream);
    struct vm_file *f = file_of(vm, s);
    if (c == EOF)
        return;
    if (f)
        vm_file_unget(f, c);
    else
        s->at--;
}

static int peek_byte(struct vm *vm, struct vm_iostream *s)
{
    int c = get_byte(vm, s);
    unget_byte(vm, s, c);
    return c;
}

static bool is_space(int c)
{
    return c == ' ' || (c >= 9 && c <= 13);
}

void iostream_skip_space(struct vm *vm, struct vm_iostream *s)
{
    int c = get_byte(vm, s);
    while (is_space(c))
        c = get_byte(vm, s);
    unget_byte(vm, s, c);
}

/* ---- values ---- */

static int digit_of(int c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'z' ? c - 'a' + 10
           : c >= 'A' && c <= 'Z' ? c - 'A' + 10
                                  : INT_MAX;
}

/* The base of an integer, by the flags or, without any, by how it begins. digits: those read so far. */
static uint32_t base_of(struct vm *vm, struct vm_iostream *s, uint32_t *out_digits)
{
    uint32_t field = s->format.flags & STREAM_BASEFIELD;
    uint32_t base = field == STREAM_HEX ? 16 : field == STREAM_OCT ? 8 : field ? 10 : 0;
    *out_digits = 0;
    if (base == 10 || base == 8 || peek_byte(vm, s) != '0')
        return base ? base : 10;
    get_byte(vm, s);
    *out_digits = 1;
    if ((peek_byte(vm, s) | 32) != 'x')
        return base ? base : 8;
    get_byte(vm, s);
    *out_digits = 0;
    return 16;
}

/* C++17 25.4.2.1.2: what does not fit becomes the nearest value and fails, what is no number becomes 0. */
static uint64_t get_integer(struct vm *vm, struct vm_iostream *s, const struct type *t)
{
    uint32_t digits, bits = (uint32_t) (8 * t->size), sign = type_is_signed(t);
    int c = peek_byte(vm, s);
    bool negative = c == '-', over = false;
    if (c == '-' || c == '+')
        get_byte(vm, s);
    uint64_t value = 0, most = UINT64_MAX >> (64 - bits + sign), base = base_of(vm, s, &digits);
    most += sign && negative;
    for (c = get_byte(vm, s); digit_of(c) < (int) base; c = get_byte(vm, s), digits++) {
        uint64_t digit = (uint64_t) digit_of(c);
        over |= value > (most - digit) / base;
        value = value * base + digit;
    }
    unget_byte(vm, s, c);
    s->fail = !digits || over;
    if (over)
        return sign && negative ? 0 - most : most;
    return negative ? 0 - value : value;
}

static bool get_truth(struct vm *vm, struct vm_iostream *s, union value *out)
{
    static const char *const names[] = {"false", "true"};
    if (!(s->format.flags & STREAM_BOOLALPHA)) {
        uint64_t n = get_integer(vm, s, type_basic(TYPE_LONG));
        s->fail |= n > 1;
        out->u = n != 0;
        return true;
    }
    int c = peek_byte(vm, s);
    out->u = c == 't';
    for (const char *p = names[out->u]; *p; p++) {
        c = get_byte(vm, s);
        if (c == *p)
            continue;
        unget_byte(vm, s, c);
        s->fail = true;
        out->u = 0;
        return true;
    }
    return true;
}

static const char *real_conversion(const struct type *t)
{
    return t->kind == TYPE_FLOAT ? "%f" : t->kind == TYPE_DOUBLE ? "%lf" : "%Lf";
}

static bool get_real(struct vm *vm, struct vm_iostream *stream, const struct builtin_call *s,
                     union value to)
{
    struct vm_iostream *from = iostream_buffer(vm, stream);
    int count = 0;
    struct buf rest = {0};
    struct scan_input in = {.file = file_of(vm, from), .digits = true};
    if (!in.file) {
        buf_put(&rest, from->text.p ? from->text.p + from->at : "", from->text.n - from->at);
        buf_putc(&rest, 0);
        in.text = rest.p;
    }
    const struct type *types[2] = {s->types[1], s->types[1]};
    struct span spans[2] = {s->spans[1], s->spans[1]};
    struct builtin_call scan = {.call = s->call, .types = types, .spans = spans, .count = 2};
    const char *format = real_conversion(s->types[1]->base);
    union value args[2] = {{.u = vm_literal(vm, (struct str){format, strlen(format) + 1})}, to};
    bool good = args[0].u && vm_scan(vm, &scan, args, 0, &in, &count);
    if (!in.file)
        from->at += in.used;
    buf_free(&rest);
    if (!good)
        return false;
    stream->fail = count != 1;
    peek_byte(vm, stream);
    static const char zero[16];
    return !stream->fail || vm_store(vm, to.u, zero, s->types[1]->base->size, s->spans[1]);
}

/* A stream that has failed reads nothing: `while (std::cin >> x)` ends. */
BUILTIN(__get)
{
    const struct builtin_call *s = builtin_call_of(call);
    struct vm_iostream *stream = iostream_of(vm, at[0].u, s->spans[0]);
    const struct type *t = s->types[1]->base;
    union value v = {.u = 0};
    if (!stream)
        return false;
    if (stream->fail || stream->bad || stream->eof) {
        stream->fail = true;
        return iostream_settle(vm, stream, call->at);
    }
    if (stream->format.flags & STREAM_SKIPWS)
        iostream_skip_space(vm, stream);
    if (peek_byte(vm, stream) == EOF) {
        stream->fail = true;
        return iostream_settle(vm, stream, call->at);
    }
    bool good;
    if (type_is_floating(t)) {
        good = get_real(vm, stream, s, at[1]);
    } else {
        if (t->kind == TYPE_BOOL)
            get_truth(vm, stream, &v);
        else if (t->size == 1)
            v.i = get_byte(vm, stream);
        else
            v.u = get_integer(vm, stream, t);
        good = vm_store(vm, at[1].u, &v, t->size, s->spans[1]);
    }
    return good && iostream_settle(vm, stream, call->at);
}

/* A pointer is written and read as 0x...: refused by the checker. What a manipulator sets: in >> std::hex. */
BUILTIN(__set)
{
    union value args[2] = {at[0], at[1]};
    return builtin___put(vm, call, args);
}

/* ---- text ---- */

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

static bool unreadable(struct vm_iostream *s)
{
    if (s->fail || s->bad || s->eof)
        s->fail = true;
    return s->fail;
}

/* The length; -1 where the stream was not ready, so that the string stays as it is (C++17 30.7.4.1.3). */
BUILTIN(__read_text)
{
    struct vm_iostream *s = iostream_of(vm, at[0].u, call->at);
    int64_t end = at[1].i;
    if (!s)
        return false;
    at[0].i = -1;
    vm->line.n = 0;
    if (unreadable(s))
        return iostream_settle(vm, s, call->at);
    uint64_t room = end < 0 && s->format.width ? s->format.width : UINT64_MAX;
    int c = read_text(vm, s, end, room, &vm->line);
    bool any = vm->line.n || (end >= 0 && c != EOF);
    if (end < 0) {
        unget_byte(vm, s, c);
        s->format.width = 0;
    }
    s->fail = !any;
    at[0].i = any || end >= 0 ? (int64_t) vm->line.n : -1;
    return iostream_settle(vm, s, call->at);
}

/* Of `room` bytes, 0: as many as there are. A word, or, with end >= 0, a line, which fails if it is too long; with KEEPS_END the
 * line's end is left, and a part of a line is no failure. */
BUILTIN(__get_text)
{
    enum { KEEPS_END = 256 };

    struct vm_iostream *s = iostream_of(vm, at[0].u, builtin_call_of(call)->spans[0]);
    uint64_t room = at[2].u ? at[2].u - 1 : UINT64_MAX;
    int64_t end = at[3].i;
    bool word = end < 0, keeps = !word && end & KEEPS_END, failed = s && unreadable(s);
    struct buf text = {0};
    if (!s)
        return false;
    if (word && s->format.width && s->format.width - 1 < room)
        room = s->format.width - 1;
    end = word ? end : end & (KEEPS_END - 1);
    int c = failed ? EOF : read_text(vm, s, end, room, &text);
    bool ended = !word && c == end;
    if ((!ended || keeps) && !failed)
        unget_byte(vm, s, c);
    s->fail |= word || keeps ? !text.n : !ended && (c != EOF || !text.n);
    if (word)
        s->format.width = 0;
    else
        s->got = (int64_t) text.n + (ended && !keeps);
    bool stored = text.n || !word;
    buf_putc(&text, 0);
    bool good = !stored || vm_store(vm, at[1].u, text.p, text.n, builtin_call_of(call)->spans[1]);
    buf_free(&text);
    return good && iostream_settle(vm, s, call->at);
}

BUILTIN(__read_copy)
{
    return !vm->line.n || vm_store(vm, at[0].u, vm->line.p, vm->line.n, call->at);
}

/* ---- unformatted ---- */

BUILTIN(__get_byte)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    bool take = at[1].i;
    at[0].i = -1;
    if (!s)
        return true;
    s->got = 0;
    if (s->fail || s->bad || s->eof) {
        s->fail |= take;
        return iostream_settle(vm, s, call->at);
    }
    int c = get_byte(vm, s);
    at[0].i = c;
    if (!take) {
        unget_byte(vm, s, c);
    } else {
        s->got = c != EOF;
        s->fail |= c == EOF;
    }
    return iostream_settle(vm, s, call->at);
}

BUILTIN(__unget_byte)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    int64_t c = at[1].i;
    if (!s)
        return true;
    struct vm_iostream *from = iostream_buffer(vm, s);
    struct vm_file *f = file_of(vm, from);
    s->eof = false;
    s->got = 0;
    if (f && c < 0 && f->file && !fseek(f->file, -1 - (f->pushed >= 0), SEEK_CUR)) {
        f->pushed = -1;
        return true;
    }
    if (s->fail ||
        (f ? c < 0 : !from->at || (c >= 0 && (unsigned char) from->text.p[from->at - 1] != c))) {
        s->bad = true;
        return iostream_settle(vm, s, call->at);
    }
    if (f)
        vm_file_unget(f, (int) c);
    else
        from->at--;
    return true;
}

BUILTIN(__skip_bytes)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    int64_t n = at[1].i, end = at[2].i;
    if (!s || unreadable(s))
        return !s || iostream_settle(vm, s, call->at);
    for (s->got = 0; s->got < n || n == INT64_MAX; s->got++) {
        int c = get_byte(vm, s);
        if (c == EOF)
            break;
        if (c == end) {
            s->got++;
            break;
        }
    }
    return iostream_settle(vm, s, call->at);
}

BUILTIN(__read_bytes)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    uint64_t n = at[2].u, got = 0;
    char *to = vm_memory(vm, at[1].u, n, VM_WRITE, call->at);
    if (!to)
        return false;
    bool readable = s && !unreadable(s);
    for (; readable && got < n; got++) {
        int c = get_byte(vm, s);
        if (c == EOF)
            break;
        to[got] = (char) c;
    }
    if (!s)
        return true;
    s->got = (int64_t) got;
    s->fail |= got < n;
    return iostream_settle(vm, s, call->at);
}

BUILTIN(__read_count)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i);
    at[0].i = s ? s->got : 0;
    return true;
}

/* How many bytes can be read without waiting; -1: none is left. */
BUILTIN(__read_ready)
{
    struct vm_iostream *s = iostream_at(vm, at[0].i), *from = s ? iostream_buffer(vm, s) : NULL;
    struct vm_file *f = from ? file_of(vm, from) : NULL;
    int64_t left = from && !f ? (int64_t) (from->text.n - from->at) : 0;
    if (f && f->file) {
        long here = ftell(f->file);
        fseek(f->file, 0, SEEK_END);
        left = ftell(f->file) - here + (f->pushed >= 0);
        fseek(f->file, here, SEEK_SET);
    }
    at[0].i = left ? left : -1;
    return true;
}
