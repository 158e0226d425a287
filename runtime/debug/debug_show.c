/* SPDX-License-Identifier: Apache-2.0 */
/* Values and types as text, as a C programmer writes them, and their parts as a tree. Next: debug_console.c. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "debug/debug_host.h"
#include "debug/debug_value.h"

enum { SHOWN = 16, TEXT_SHOWN = 200, NESTED = 6 };

static void show_at(struct debug_scope *s, const struct debug_value *v, struct buf *out, int depth);

/* The fewest digits that give the same number again. */
static void show_float(struct buf *out, const struct debug_type *t, double v)
{
    char text[40];
    if (isnan(v) || isinf(v)) {
        buf_puts(out, isnan(v) ? "nan" : v < 0 ? "-inf" : "inf");
        return;
    }
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (t->size == 4 ? strtof(text, NULL) == (float) v : strtod(text, NULL) == v)
            break;
    }
    buf_puts(out, text);
}

static void show_enum(struct buf *out, const struct debug_type *t, int64_t v)
{
    for (uint32_t k = 0; k < t->constant_count; k++)
        if (t->constants[k].value == v) {
            buf_puts(out, t->constants[k].name);
            return;
        }
    buf_printf(out, "%" PRId64, v);
}

static void show_pointer(struct debug_scope *s, const struct debug_type *t, uint64_t address,
                         struct buf *out)
{
    buf_putc(out, '(');
    debug_show_type(t, out);
    buf_puts(out, ") ");
    if (!address)
        buf_puts(out, "0");
    else if (!debug_scope_name_of(s, address, out))
        buf_printf(out, "0x%" PRIx64, address);
}

static void show_scalar(struct debug_scope *s, const struct debug_type *t, uint64_t bits,
                        struct buf *out)
{
    int64_t number = debug_as_integer(t, bits);
    switch (t->kind) {
    case DEBUG_BOOL: buf_puts(out, number ? "true" : "false"); break;
    case DEBUG_CHAR:
        buf_printf(out, "%" PRId64, number);
        if (number >= 32 && number < 127)
            buf_printf(out, " '%c'", (int) number);
        break;
    case DEBUG_SIGNED: buf_printf(out, "%" PRId64, number); break;
    case DEBUG_UNSIGNED: buf_printf(out, "%" PRIu64, (uint64_t) number); break;
    case DEBUG_FLOAT: show_float(out, t, debug_as_double(t, bits)); break;
    case DEBUG_ENUM: show_enum(out, t, number); break;
    default: show_pointer(s, t, bits, out); break;
    }
}

static void show_struct(struct debug_scope *s, const struct debug_value *v, struct buf *out,
                        int depth)
{
    buf_putc(out, '{');
    for (uint32_t k = 0; k < v->type->member_count; k++) {
        const struct debug_member *m = &v->type->members[k];
        struct debug_value inside = debug_member_value(v, m);
        buf_puts(out, k ? ", " : "");
        if (*m->name)
            buf_printf(out, "%s = ", m->name);
        show_at(s, &inside, out, depth + 1);
    }
    buf_putc(out, '}');
}

static bool show_text(struct debug_scope *s, const struct debug_value *v, struct buf *out)
{
    struct buf text = {0};
    uint64_t k = 0, bits = 1;
    struct debug_value e;
    for (; k < v->type->count && bits; k++) {
        if (!debug_element(s, v, (int64_t) k, &e) || !debug_load(s, &e, &bits) ||
            (bits && !isprint((int) bits) && bits != '\n'))
            break;
        if (bits == '\n')
            buf_puts(&text, "\\n");
        else if (bits)
            buf_putc(&text, (char) bits);
    }
    bool ok = !bits && k > 1;
    if (ok)
        buf_printf(out, "\"%s\"", text.p);
    buf_free(&text);
    return ok;
}

/* A std::string: any characters, and as many as it says. */
static void show_string(struct debug_scope *s, const struct debug_value *v, struct buf *out)
{
    uint64_t n = v->type->count < TEXT_SHOWN ? v->type->count : TEXT_SHOWN;
    if (n && !debug_scope_memory(s, v->address, n)) {
        buf_puts(out, "<not constructed>");
        return;
    }
    buf_putc(out, '"');
    utf8_escape(out, (const char *) (uintptr_t) v->address, n);
    buf_puts(out, n < v->type->count ? "...\"" : "\"");
}

static void show_array(struct debug_scope *s, const struct debug_value *v, struct buf *out,
                       int depth)
{
    uint64_t n = v->type->count < SHOWN ? v->type->count : SHOWN;
    if (v->type->target->kind == DEBUG_CHAR && show_text(s, v, out))
        return;
    buf_putc(out, '{');
    for (uint64_t k = 0; k < n; k++) {
        struct debug_value e;
        buf_puts(out, k ? ", " : "");
        if (debug_element(s, v, (int64_t) k, &e))
            show_at(s, &e, out, depth + 1);
    }
    if (n < v->type->count)
        buf_puts(out, ", ...");
    buf_putc(out, '}');
}

/* A container of the library by what it holds. */
static void show_container(struct debug_scope *s, const struct debug_value *v, struct buf *out,
                           int depth)
{
    struct debug_value contents;
    if (v->type->container == DEBUG_OTHER_ITEMS) {
        if (!s->host->show(s->host->user, v->type, v->address, out))
            buf_puts(out, "<not constructed>");
    } else if (!debug_contents(s, v, &contents)) {
        buf_printf(out, "<%s>", s->error);
    } else if (v->type->container == DEBUG_STRING) {
        show_string(s, &contents, out);
    } else {
        show_at(s, &contents, out, depth);
    }
}

static void show_at(struct debug_scope *s, const struct debug_value *given, struct buf *out,
                    int depth)
{
    struct debug_value v = *given;
    uint64_t bits;
    if (!debug_follow(s, &v)) {
        buf_printf(out, "<%s>", s->error);
        return;
    }
    bool parts = v.type->kind == DEBUG_STRUCT || (v.type->kind == DEBUG_ARRAY && v.type->count);
    if (parts && depth == NESTED)
        buf_puts(out, "{...}");
    else if (parts && (v.where != VALUE_MEMORY ||
                       (!v.trusted && !debug_scope_memory(s, v.address, v.type->size))))
        buf_puts(out, v.where == VALUE_MEMORY ? "<cannot access memory>" : "<optimized out>");
    else if (v.type->kind == DEBUG_STRUCT && v.type->container)
        show_container(s, &v, out, depth);
    else if (v.type->kind == DEBUG_STRUCT)
        show_struct(s, &v, out, depth);
    else if (v.type->kind == DEBUG_ARRAY)
        show_array(s, &v, out, depth);
    else if (debug_load(s, &v, &bits))
        show_scalar(s, v.type, bits, out);
    else if (s->error[0] == '<')
        buf_puts(out, s->error);
    else
        buf_printf(out, "<%s>", s->error);
}

void debug_show(struct debug_scope *s, const struct debug_value *v, struct buf *out)
{
    show_at(s, v, out, 0);
}

void debug_show_type(const struct debug_type *t, struct buf *out)
{
    switch (t->kind) {
    case DEBUG_POINTER:
    case DEBUG_REFERENCE:
        debug_show_type(t->target, out);
        buf_puts(out, t->target->kind == DEBUG_POINTER ? "*" : " *");
        if (t->kind == DEBUG_REFERENCE)
            out->p[out->n - 1] = '&';
        break;
    case DEBUG_ARRAY: {
        const struct debug_type *e = t;
        while (e->kind == DEBUG_ARRAY)
            e = e->target;
        debug_show_type(e, out);
        buf_putc(out, ' ');
        for (e = t; e->kind == DEBUG_ARRAY; e = e->target)
            buf_printf(out, "[%" PRIu64 "]", e->count);
        break;
    }
    default: buf_puts(out, *t->name ? t->name : "struct {...}"); break;
    }
}

/* ---- trees ---- */

static uint64_t pointed(struct debug_scope *s, const struct debug_value *v)
{
    uint64_t address, size = v->type->target->size;
    if (!size || !debug_load(s, v, &address) || !address)
        return 0;
    return debug_scope_extent(s, address) / size;
}

/* Containers have elements, except for those whose elements are not in a row. */
static bool follow_to_parts(struct debug_scope *s, struct debug_value *v)
{
    struct debug_value contents;
    bool ok = debug_follow(s, v);
    if (ok && v->type->kind == DEBUG_STRUCT && v->type->container &&
        debug_contents(s, v, &contents))
        *v = contents;
    return ok;
}

uint64_t debug_children(struct debug_scope *s, const struct debug_value *given)
{
    struct debug_value v = *given;
    if (!follow_to_parts(s, &v))
        return 0;
    return v.type->kind == DEBUG_STRUCT    ? v.type->container ? 0 : v.type->member_count
           : v.type->kind == DEBUG_ARRAY   ? v.type->count
           : v.type->kind == DEBUG_POINTER ? pointed(s, &v)
                                           : 0;
}

bool debug_is_indexed(struct debug_scope *s, const struct debug_value *given)
{
    struct debug_value v = *given;
    return follow_to_parts(s, &v) && (v.type->kind == DEBUG_ARRAY || v.type->kind == DEBUG_POINTER);
}

bool debug_child(struct debug_scope *s, const struct debug_value *given, uint64_t k,
                 struct buf *out_name, struct debug_value *out)
{
    struct debug_value v = *given;
    if (!follow_to_parts(s, &v))
        return false;
    if (v.type->kind == DEBUG_STRUCT) {
        const struct debug_member *m = &v.type->members[k];
        buf_puts(out_name, *m->name ? m->name : m->type->name);
        *out = debug_member_value(&v, m);
        return true;
    }
    buf_printf(out_name, "[%" PRIu64 "]", k);
    return debug_element(s, &v, (int64_t) k, out);
}
