/* SPDX-License-Identifier: Apache-2.0 */
/* Describes a name, for `name?` and for inspection. During a poll, values are not read, because reading waits for the
 * device. */
#include "magic/magic.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

#define N(name, kind, prototype, section, help) {name, kind, prototype, section, help},
const struct device_name device_names[] = {
#include "magic/magic_names.def"
    {NULL, NULL, NULL, NULL, NULL},
};

#define H(header, help) {header, help},

static const struct {
    const char *header, *help;
} library_headers[] = {

#include "magic/magic_names.def"
};

const char *magic_symbol_kind(const struct symbol *s)
{
    switch (s->kind) {
    case SYMBOL_FIELD:
    case SYMBOL_PACK:
    case SYMBOL_VARIABLE: return "variable";
    case SYMBOL_FUNCTION:
    case SYMBOL_SET:
    case SYMBOL_TEMPLATE:
    case SYMBOL_DEVICE:
    case SYMBOL_BUILTIN: return "function";
    case SYMBOL_TYPE: return "type";
    case SYMBOL_CONSTANT: return s->type->kind == TYPE_ANY ? "macro" : "constant";
    case SYMBOL_KERNEL: return "kernel";
    }
    UNREACHABLE();
}

/* ---- names of the libraries ---- */

static void describe_builtins(const char *name, struct buf *out)
{
    for (const struct builtin *b = builtin_table; b->name; b++) {
        if (strcmp(b->name, name))
            continue;
        prototype_print(out, b->prototype);
        buf_putc(out, '\n');
        bool same = b[1].name && !strcmp(b[1].name, name) && !strcmp(b[1].help, b->help);
        if (!same)
            buf_printf(out, "\n%s\n(%s)\n", b->help, b->section);
        if (!same && b[1].name && !strcmp(b[1].name, name))
            buf_putc(out, '\n');
    }
}

static void describe_device_name(const char *name, struct buf *out)
{
    for (const struct device_name *n = device_names; n->name; n++)
        if (!strcmp(n->name, name))
            buf_printf(out, "%s%s\n%s\n(%s)\n", out->n ? "" : n->prototype, out->n ? "" : "\n",
                       n->help, n->section);
}

/* A name of the C++ library, or of a header that must be included first. */
static void describe_library_name(const char *name, struct buf *out)
{
    struct library_name n;
    if (!lang_library_name(name, &n))
        return;
    if (!n.std) {
        buf_printf(out, "%.*s\n(#include <%s> first)\n", (int) n.prototype.n, n.prototype.p,
                   n.header);
        return;
    }
    if (!strcmp(n.header, "__table")) { /* it has no namespace */
        buf_printf(out,
                   "%s\n\nA table of typed columns in host memory: table t = load(\"x.csv\");\n"
                   "(docs/tables.md)\n",
                   name);
        return;
    }
    if (!strcmp(n.header, "__vector")) {
        buf_printf(
            out,
            "__attribute__((%s(bytes)))\n\nGNU C: a vector of numbers, with the operators of "
            "its elements (docs/language.md)\n",
            name);
        return;
    }
    buf_printf(out, "std::%s\n", name);
    for (size_t i = 0; i < sizeof library_headers / sizeof *library_headers; i++)
        if (!strcmp(library_headers[i].header, n.header))
            buf_printf(out, "\n%s\n", library_headers[i].help);
    buf_printf(out, "(of <%s> of the C++ library)\n", n.header);
}

static void describe_magic(const char *name, struct buf *out)
{
    size_t signs = strspn(name, "%");
    for (const struct magic *m = magic_table; m->name; m++)
        if ((signs == 0 || signs == strspn(m->usage, "%")) && !strcmp(m->name, name + signs))
            buf_printf(out, "%s%s\n\n%s\n", out->n ? "\n" : "", m->usage, m->help);
}

/* ---- names of the session ---- */

static struct str trimmed(struct str text, const char *blanks)
{
    while (text.n && strchr(blanks, text.p[text.n - 1]))
        text.n--;
    while (text.n && strchr(blanks, *text.p))
        text.p++, text.n--;
    return text;
}

static bool begins_with(struct str text, const char *sign)
{
    return text.n >= 2 && !memcmp(text.p, sign, 2);
}

/* The first line of the comments that end above this line; the line itself if there are none. */
static uint32_t comment_start(const struct source *src, uint32_t line)
{
    bool block = false;
    for (; line > 1; line--) {
        struct str text = trimmed(source_line(src, line - 1), " \t\r\n\v\f");
        bool ends = text.n >= 2 && !memcmp(text.p + text.n - 2, "*/", 2);
        if (!block && !ends && !begins_with(text, "//"))
            return line;
        if (begins_with(text, "/*"))
            return line - 1;
        block |= ends;
    }
    return line;
}

/* The comments just above a definition are its documentation: their text, without the comment markers. */
static void put_comment(struct buf *out, const struct source *src, uint32_t line)
{
    for (uint32_t k = comment_start(src, line); k < line; k++) {
        struct str text = trimmed(source_line(src, k), " \t/*\r");
        if (text.n)
            buf_printf(out, "%.*s\n", (int) text.n, text.p);
    }
}

static void describe_kernel(struct wc_session *s, const struct symbol *v, struct buf *out)
{
    struct diags ignored = {0};
    const struct device_kernel *k = NULL;
    if (v->kernel->template_count) {
        buf_puts(out, "a template: compiled for its arguments when it is launched\n");
        return;
    }
    const struct compiled *code =
        s->polling ? NULL : launch_code(s->launcher, v->kernel, NULL, &ignored, v->at, &k);
    diags_free(&ignored);
    if (!code || !k)
        return;
    const struct device_kernel_info *info = device_kernel_info(k);
    buf_printf(out, "%u registers of PTX, ", info->registers);
    print_bytes(out, info->shared_static);
    buf_puts(out, " of shared memory per block, ");
    print_bytes(out, info->local_bytes);
    buf_puts(out, " of local memory per thread\nPTX: ");
    print_bytes(out, code->size);
    if (info->instructions)
        buf_printf(out, ", %u instructions", info->instructions);
    buf_printf(out, "; %%ptx %s shows it\n", v->name);
}

static void describe_array(struct wc_session *s, const struct symbol *v, struct buf *out)
{
    const struct array *a = v->live.object;
    if (!a)
        return;
    struct display d = {0};
    struct device_fault fault = {0};
    struct display_style style = {.columns = 80};
    if (!s->polling && display_array(&d, a, v->name, NULL, &style, &fault) == DEVICE_OK) {
        for (uint32_t i = 0; i < d.count; i++)
            if (!strcmp(d.items[i].type, "text/plain"))
                buf_put(out, d.items[i].data.p, d.items[i].data.n);
        buf_putc(out, '\n');
    } else {
        buf_puts(out, "shape ");
        array_shape_print(out, a);
        buf_puts(out, ", ");
        print_bytes(out, array_bytes(a));
        buf_puts(out, " on ");
        print_device(out, device_props(a->storage->device)->id);
        buf_putc(out, '\n');
    }
    display_free(&d);
}

static void describe_members(const struct type *t, struct buf *out)
{
    for (uint32_t i = 0; t->kind == TYPE_STRUCT && i < t->field_count; i++) {
        buf_puts(out, "    ");
        type_print(out, t->fields[i].type);
        buf_printf(out, " %s;  // byte %llu\n", t->fields[i].name ? t->fields[i].name : "",
                   (unsigned long long) t->fields[i].offset);
    }
    if (t->size)
        buf_printf(out, "%llu bytes\n", (unsigned long long) t->size);
}

static void describe_symbol(struct wc_session *s, const struct symbol *v, struct buf *out)
{
    lang_signature(s->lang, v, out);
    buf_puts(out, "\n\n");
    const struct source *src = source_get(s->sources, v->at.source);
    if (src && src->kind != SOURCE_BUILTIN) {
        uint32_t line = source_place(src, v->at.start).line;
        put_comment(out, src, line);
        buf_printf(out, "%s, defined in %s, line %u\n", magic_symbol_kind(v), src->name, line);
    } else {
        buf_printf(out, "%s\n", magic_symbol_kind(v));
    }
    if (v->kind == SYMBOL_KERNEL)
        describe_kernel(s, v, out);
    else if (v->kind == SYMBOL_VARIABLE && v->type->kind == TYPE_DEVICE_ARRAY)
        describe_array(s, v, out);
    else if (v->kind == SYMBOL_TYPE)
        describe_members(type_plain(v->type), out);
    else if (v->kind == SYMBOL_VARIABLE && v->live.object)
        vm_describe(s->vm, v, out);
}

/* Macros are not symbols: the defining line describes them best. */
struct macro_search {
    struct wc_session *s;
    const char *name;
    struct buf *out;
};

static void describe_macro(void *user, struct symbol *v)
{
    struct macro_search *q = user;
    if (v->kind != SYMBOL_CONSTANT || v->type->kind != TYPE_ANY || strcmp(v->name, q->name))
        return;
    const struct source *src = source_get(q->s->sources, v->at.source);
    if (!src) {
        buf_printf(q->out, "%s\npredefined macro\n", v->name);
        return;
    }
    struct str line = source_line(src, source_place(src, v->at.start).line);
    buf_printf(q->out, "%.*s\n", (int) line.n, line.p);
    if (src->kind != SOURCE_BUILTIN)
        buf_printf(q->out, "macro, defined in %s, line %u\n", src->name,
                   source_place(src, v->at.start).line);
}

/* A type or constant that is predefined in every session. */
static bool is_of_prelude(struct wc_session *s, const struct symbol *v)
{
    const struct source *src = source_get(s->sources, v->at.source);
    return src && src->kind == SOURCE_BUILTIN;
}

/* Magics have examples under their full names, "%compare"; the % may be omitted. */
static void put_example(struct buf *out, const char *name, const char *bare)
{
    char magic[40];
    size_t before = out->n;
    magic_put_example(out, name);
    if (out->n == before && bare != name)
        magic_put_example(out, bare);
    for (int signs = 1; signs <= 2 && out->n == before && *name != '%'; signs++) {
        snprintf(magic, sizeof magic, "%.*s%.32s", signs, "%%", name);
        magic_put_example(out, magic);
    }
}

void magic_describe_into(struct wc_session *s, const char *name, size_t n, struct buf *out)
{
    const struct symbol *v = lang_find(s->lang, name, n);
    char *copy = xstrndup(name, n), *bare = copy + 5 * !strncmp(copy, "std::", 5);
    struct buf text = {0};
    bool ours = !v || v->kind == SYMBOL_BUILTIN || is_of_prelude(s, v);
    if (v && v->kind != SYMBOL_BUILTIN)
        describe_symbol(s, v, &text);
    struct macro_search q = {s, copy, &text};
    lang_each(s->lang, describe_macro, &q);
    if (!text.n)
        describe_builtins(copy, &text);
    if (ours)
        describe_device_name(copy, &text);
    if (!text.n)
        lang_each_known(s->lang, describe_macro, &q);
    if (!text.n)
        describe_builtins(bare, &text);
    if (!text.n)
        describe_library_name(bare, &text);
    if (!text.n || *copy == '%')
        describe_magic(copy, &text);
    if (text.n && ours)
        put_example(&text, copy, bare);
    free(copy);
    buf_put(out, text.p ? text.p : "", text.n);
    buf_free(&text);
}

bool magic_describe(struct wc_session *s, const char *name, size_t n, struct display *out)
{
    struct buf text = {0};
    magic_describe_into(s, name, n, &text);
    if (text.n)
        *display_add(out, "text/plain") = text;
    else
        buf_free(&text);
    return text.n;
}
