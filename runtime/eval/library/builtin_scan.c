/* SPDX-License-Identifier: Apache-2.0 */
/* scanf (C11 7.21.6.2). Each conversion is checked against the pointer it stores through, and each target address is
 * checked. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "eval/library/builtin.h"
#include "eval/library/vm_file.h"

struct scan {
    struct vm *vm;
    const struct builtin_call *call;
    const union value *at;
    struct scan_input *in;
    uint32_t next; /* next argument to store through */
    int stored;
};

struct scan_directive {
    bool skip;    /* '*': read and discard */
    size_t width; /* 0: any */
    char length[3], letter;
    const char *set; /* of %[: after the bracket */
    char text[16];   /* for messages */
};

enum outcome { MATCHED, MISMATCH, ENDED, FAILED /* a diag */ };

static int get(struct scan *s)
{
    struct scan_input *in = s->in;
    int c = in->file             ? vm_file_get(s->vm, in->file)
            : in->text[in->used] ? (unsigned char) in->text[in->used]
                                 : EOF;
    in->used += c != EOF;
    return c;
}

static void unget(struct scan *s, int c)
{
    if (c == EOF)
        return;
    s->in->used--;
    if (s->in->file)
        vm_file_unget(s->in->file, c);
}

static void skip_space(struct scan *s)
{
    int c;
    while (isspace(c = get(s)))
        continue;
    unget(s, c);
}

/* ---- storing ---- */

static bool wrong_pointer(struct scan *s, uint32_t arg, const struct scan_directive *d,
                          const char *wants)
{
    struct buf type = {0};
    type_print(&type, s->call->types[arg]);
    struct diag *e =
        vm_error(s->vm, DIAG_TYPE, s->call->spans[arg],
                 "'%s' stores through '%s', but this argument is '%s'", d->text, wants, type.p);
    if (s->call->types[arg]->kind != TYPE_POINTER)
        diag_help(s->vm->diags, e, "pass the variable's address: &x");
    buf_free(&type);
    return false;
}

/* The target of a directive: n bytes that may be written. NULL with a diag. */
static void *target(struct scan *s, const struct scan_directive *d, enum type_kind wants,
                    uint64_t size, const char *name, uint64_t n)
{
    if (s->next >= s->call->count) {
        vm_error(s->vm, DIAG_RUNTIME, s->call->call.at, "'%s' in the format has no argument",
                 d->text);
        return NULL;
    }
    uint32_t arg = s->next++;
    const struct type *t = s->call->types[arg];
    const struct type *to = t->kind == TYPE_POINTER ? t->base : NULL;
    bool fits = to && (wants == TYPE_INT    ? type_is_integer(to) && to->size == size
                       : wants == TYPE_CHAR ? to->size == 1
                                            : to->kind == wants);
    if (!fits) {
        wrong_pointer(s, arg, d, name);
        return NULL;
    }
    s->stored++;
    return vm_memory(s->vm, s->at[arg].u, n, VM_WRITE, s->call->spans[arg]);
}

static const char *integer_name(uint64_t size)
{
    return size == 1 ? "char *" : size == 2 ? "short *" : size == 4 ? "int *" : "long *";
}

static uint64_t integer_size(const struct scan_directive *d)
{
    if (!strcmp(d->length, "hh"))
        return 1;
    return d->length[0] == 'h' ? 2 : d->length[0] ? 8 : 4;
}

static enum outcome store_integer(struct scan *s, const struct scan_directive *d, uint64_t v)
{
    uint64_t size = integer_size(d);
    void *to = target(s, d, TYPE_INT, size, integer_name(size), size);
    if (to)
        memcpy(to, &v, size);
    return to ? MATCHED : FAILED;
}

/* ---- the conversions ---- */

/* Reads the longest input prefix that `accept` takes into text (truncated to its size). */
static size_t collect(struct scan *s, const struct scan_directive *d,
                      bool (*accept)(const char *so_far, size_t n, int c, char letter), char *text,
                      size_t room)
{
    size_t n = 0, most = d->width && d->width < room ? d->width : room - 1;
    int c = 0;
    while (n < most && (c = get(s)) != EOF && accept(text, n, c, d->letter))
        text[n++] = (char) c;
    if (n < most)
        unget(s, c);
    text[n] = 0;
    return n;
}

static bool in_integer(const char *so_far, size_t n, int c, char letter)
{
    bool signed_already = n && (so_far[0] == '-' || so_far[0] == '+');
    size_t digits = n - signed_already;
    if (c == '-' || c == '+')
        return n == 0;
    if (strchr("xXip", letter) && (c == 'x' || c == 'X'))
        return digits == 1 && so_far[n - 1] == '0';
    bool hex = strchr("xXp", letter) ||
               (letter == 'i' && digits > 1 &&
                (so_far[signed_already + 1] == 'x' || so_far[signed_already + 1] == 'X'));
    return hex ? isxdigit(c) : letter == 'o' ? c >= '0' && c <= '7' : isdigit(c);
}

static bool in_real(const char *so_far, size_t n, int c, char letter)
{
    if (c == '-' || c == '+')
        return n == 0 || so_far[n - 1] == 'e' || so_far[n - 1] == 'E';
    if (c == '.')
        return !memchr(so_far, '.', n) && !memchr(so_far, 'e', n);
    if (c == 'e' || c == 'E')
        return n && isdigit((unsigned char) so_far[n - 1] == '.' ? '0' : so_far[n - 1]) &&
               !memchr(so_far, 'e', n) && !memchr(so_far, 'E', n);
    return isdigit(c);
}

/* As in_real, and "infinity" and "nan", which strtod takes, but num_get does not (C++17 25.4.2.1.2). */
static bool in_real_or_word(const char *so_far, size_t n, int c, char letter)
{
    static const char *const words[] = {"infinity", "nan"};
    size_t sign = n && strchr("-+", so_far[0]) ? 1 : 0, k = n - sign;
    for (size_t i = 0; i < 2; i++)
        if (k < strlen(words[i]) && !strncasecmp(so_far + sign, words[i], k) &&
            tolower(c) == words[i][k])
            return true;
    return !(k && isalpha((unsigned char) so_far[sign])) && in_real(so_far, n, c, letter);
}

static enum outcome none(struct scan *s)
{
    int c = get(s);
    unget(s, c);
    return c == EOF ? ENDED : MISMATCH;
}

static enum outcome read_integer(struct scan *s, const struct scan_directive *d)
{
    char text[80], *end;
    int base = d->letter == 'i' ? 0 : d->letter == 'o' ? 8 : strchr("xXp", d->letter) ? 16 : 10;
    skip_space(s);
    if (!collect(s, d, in_integer, text, sizeof text))
        return none(s);
    unsigned long long v = d->letter == 'd' || d->letter == 'i'
                               ? (unsigned long long) strtoll(text, &end, base)
                               : strtoull(text, &end, base);
    if (end == text)
        return MISMATCH;
    return d->skip ? MATCHED : store_integer(s, d, v);
}

static enum outcome read_real(struct scan *s, const struct scan_directive *d)
{
    char text[320], *end;
    skip_space(s);
    if (!collect(s, d, s->in->digits ? in_real : in_real_or_word, text, sizeof text))
        return none(s);
    double v = strtod(text, &end);
    if (end == text)
        return MISMATCH;
    if (d->skip)
        return MATCHED;
    if (d->length[0] == 'L') {
        long double widest = strtold(text, NULL);
        void *place = target(s, d, TYPE_LDOUBLE, 16, "long double *", 16);
        if (place)
            memcpy(place, &widest, sizeof widest);
        return place ? MATCHED : FAILED;
    }
    bool wide = d->length[0] == 'l';
    void *to = wide ? target(s, d, TYPE_DOUBLE, 8, "double *", 8)
                    : target(s, d, TYPE_FLOAT, 4, "float *", 4);
    float f = strtof(text, NULL);
    if (to)
        memcpy(to, wide ? (void *) &v : (void *) &f, wide ? 8 : 4);
    return to ? MATCHED : FAILED;
}

/* Whether c is in the set of %[...], whose text starts after the bracket. */
static bool in_set(const char *set, int c)
{
    bool not = *set == '^', found = false;
    const char *p = set + not, *first = p;
    for (; *p && (*p != ']' || p == first); p++) {
        if (p[1] == '-' && p[2] && p[2] != ']') {
            found |= c >= (unsigned char) p[0] && c <= (unsigned char) p[2];
            p += 2;
        } else {
            found |= c == (unsigned char) *p;
        }
    }
    return found != not ;
}

/* %s, %[ and %c: the text, with a zero unless it is %c. */
static enum outcome read_text(struct scan *s, const struct scan_directive *d)
{
    struct buf text = {0};
    size_t most = d->width ? d->width : d->letter == 'c' ? 1 : SIZE_MAX;
    int c = 0;
    if (d->letter == 's')
        skip_space(s);
    while (text.n < most && (c = get(s)) != EOF &&
           (d->letter == 'c' || (d->letter == 's' ? !isspace(c) : in_set(d->set, c))))
        buf_putc(&text, (char) c);
    if (text.n < most)
        unget(s, c);
    enum outcome result = MATCHED;
    if (!text.n || (d->letter == 'c' && text.n < most)) {
        result = c == EOF ? ENDED : MISMATCH;
    } else if (!d->skip) {
        char *to = target(s, d, TYPE_CHAR, 1, "char *", text.n + (d->letter != 'c'));
        if (to)
            memcpy(to, text.p, text.n);
        if (to && d->letter != 'c')
            to[text.n] = 0;
        result = to ? MATCHED : FAILED;
    }
    buf_free(&text);
    return result;
}

/* ---- the format ---- */

static const char *read_directive(const char *p, struct scan_directive *d)
{
    const char *start = p++;
    *d = (struct scan_directive){.skip = *p == '*'};
    p += d->skip;
    d->width = strtoul(p, (char **) &p, 10);
    for (size_t k = 0; k < 2 && *p && strchr("hlzjtL", *p); k++)
        d->length[k] = *p++;
    d->letter = *p;
    if (*p == '[') {
        d->set = ++p;
        p += *p == '^';
        p += *p == ']';
        p += strcspn(p, "]");
    }
    p += *p != 0;
    snprintf(d->text, sizeof d->text, "%.*s", (int) (p - start < 15 ? p - start : 15), start);
    return p;
}

static enum outcome convert(struct scan *s, const struct scan_directive *d)
{
    if (d->letter && strchr("diuxXop", d->letter))
        return read_integer(s, d);
    if (d->letter && strchr("fFeEgGaA", d->letter))
        return read_real(s, d);
    if (d->letter == 's' || d->letter == 'c' || d->letter == '[')
        return read_text(s, d);
    if (d->letter == 'n') {
        s->stored--; /* it is not counted */
        return store_integer(s, d, s->in->used);
    }
    vm_error(s->vm, DIAG_RUNTIME, s->call->call.at, "'%s' is not a conversion that scanf knows",
             d->text);
    return FAILED;
}

static enum outcome literal(struct scan *s, int wanted)
{
    int c = get(s);
    if (c == wanted)
        return MATCHED;
    unget(s, c);
    return c == EOF ? ENDED : MISMATCH;
}

bool vm_scan(struct vm *vm, const struct builtin_call *call, const union value *at,
             uint32_t format_arg, struct scan_input *in, int *out_count)
{
    size_t n;
    const char *p = vm_string(vm, at[format_arg].u, call->spans[format_arg], &n);
    struct scan s = {.vm = vm, .call = call, .at = at, .in = in, .next = format_arg + 1};
    enum outcome o = p ? MATCHED : FAILED;
    while (o == MATCHED && *p) {
        struct scan_directive d;
        if (isspace((unsigned char) *p)) {
            skip_space(&s);
            p++;
        } else if (*p != '%') {
            o = literal(&s, (unsigned char) *p++);
        } else {
            p = read_directive(p, &d);
            if (d.letter == '%')
                skip_space(&s);
            o = d.letter == '%' ? literal(&s, '%') : convert(&s, &d);
        }
    }
    *out_count = o == ENDED && !s.stored ? EOF : s.stored;
    return o != FAILED;
}
