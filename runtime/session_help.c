/* SPDX-License-Identifier: Apache-2.0 */
/* Inspection: what the session knows of a name. Values are not read while work looks in (session_watch.c):
 * reading waits for the device. Next: session_complete.c. */
#include "session_state.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

#define N(name, kind, prototype, section, help) {name, kind, prototype, section, help},
const struct device_name device_names[] = {
#include "session_names.def"
    {NULL, NULL, NULL, NULL, NULL},
};

const char *session_kind(const struct symbol *s)
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
    const char *help = NULL, *section = NULL;
    for (const struct builtin *b = builtin_table; b->name; b++) {
        if (strcmp(b->name, name))
            continue;
        buf_printf(out, "%s\n", b->prototype);
        help = b->help;
        section = b->section;
    }
    if (help)
        buf_printf(out, "\n%s\n(%s)\n", help, section);
}

static void describe_device_name(const char *name, struct buf *out)
{
    for (const struct device_name *n = device_names; n->name; n++)
        if (!strcmp(n->name, name))
            buf_printf(out, "%s%s\n\n%s\n(%s)\n", out->n ? "\n" : "", n->prototype, n->help,
                       n->section);
}

/* ---- names of the session ---- */

/* The comment that ends just above a definition is its documentation. */
static void put_comment(struct buf *out, const struct source *src, uint32_t line)
{
    uint32_t first = line;
    bool block = false;
    while (first > 1) {
        struct str text = source_line(src, first - 1);
        while (text.n && isspace((unsigned char) text.p[text.n - 1]))
            text.n--;
        size_t indent = 0;
        while (indent < text.n && isspace((unsigned char) text.p[indent]))
            indent++;
        bool ends = text.n >= 2 && !memcmp(text.p + text.n - 2, "*/", 2);
        bool begins = text.n >= indent + 2 && !memcmp(text.p + indent, "/*", 2);
        bool slashes = text.n >= indent + 2 && !memcmp(text.p + indent, "//", 2);
        if (!block && !ends && !slashes)
            break;
        block = (block || ends) && !begins;
        first--;
        if (begins)
            break;
    }
    for (; first < line; first++) {
        struct str text = source_line(src, first);
        while (text.n && strchr(" \t/*", *text.p))
            text.p++, text.n--;
        while (text.n && strchr(" \t/*\r", text.p[text.n - 1]))
            text.n--;
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
        s->looking ? NULL : launch_code(s->launcher, v->kernel, NULL, &ignored, v->at, &k);
    diags_free(&ignored);
    if (!code || !k)
        return;
    const struct device_kernel_info *info = device_kernel_info(k);
    buf_printf(out, "%u registers of PTX, ", info->registers);
    print_bytes(out, info->shared_static);
    buf_puts(out, " of shared memory a block, ");
    print_bytes(out, info->local_bytes);
    buf_puts(out, " of local memory a thread\nPTX: ");
    print_bytes(out, code->size);
    if (info->instructions)
        buf_printf(out, ", %u instructions", info->instructions);
    buf_printf(out, "; %%ptx %s shows it\n", v->name);
}

static void describe_array(struct wc_session *s, const struct symbol *v, struct buf *out)
{
    const struct array *a = v->object;
    if (!a)
        return;
    struct display d = {0};
    struct device_fault fault = {0};
    struct display_style style = {.columns = 80};
    if (!s->looking && display_array(&d, a, v->name, &style, &fault) == DEVICE_OK) {
        for (uint32_t i = 0; i < d.count; i++)
            if (!strcmp(d.items[i].type, "text/plain"))
                buf_put(out, d.items[i].data.p, d.items[i].data.n);
        buf_putc(out, '\n');
    } else {
        buf_puts(out, "shape ");
        array_shape_print(out, a);
        buf_puts(out, ", ");
        print_bytes(out, array_bytes(a));
        buf_printf(out, " on the %s device\n", device_props(a->storage->device)->id);
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
    buf_putc(out, '\n');
    const struct source *src = source_get(s->sources, v->at.source);
    if (src && src->kind != SOURCE_BUILTIN) {
        uint32_t line = source_place(src, v->at.start).line;
        put_comment(out, src, line);
        buf_printf(out, "%s, defined in %s, line %u\n", session_kind(v), src->name, line);
    } else {
        buf_printf(out, "%s\n", session_kind(v));
    }
    if (v->kind == SYMBOL_KERNEL)
        describe_kernel(s, v, out);
    else if (v->kind == SYMBOL_VARIABLE && v->type->kind == TYPE_DEVICE_ARRAY)
        describe_array(s, v, out);
    else if (v->kind == SYMBOL_TYPE)
        describe_members(type_plain(v->type), out);
    else if (v->kind == SYMBOL_VARIABLE && v->object)
        vm_describe(s->vm, v, out);
}

/* Macros are no symbols: the line that defines one says it best. */
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
    struct str line = source_line(src, source_place(src, v->at.start).line);
    buf_printf(q->out, "%.*s\n", (int) line.n, line.p);
    if (src->kind != SOURCE_BUILTIN)
        buf_printf(q->out, "macro, defined in %s, line %u\n", src->name,
                   source_place(src, v->at.start).line);
}

bool session_describe(struct wc_session *s, const char *name, size_t n, struct display *out)
{
    const struct symbol *v = lang_find(s->lang, name, n);
    char *copy = xstrndup(name, n);
    struct buf text = {0};
    if (v && v->kind != SYMBOL_BUILTIN)
        describe_symbol(s, v, &text);
    struct macro_search q = {s, copy, &text};
    lang_each(s->lang, describe_macro, &q);
    if (!text.n)
        describe_builtins(copy, &text);
    if (!v || v->kind == SYMBOL_BUILTIN)
        describe_device_name(copy, &text);
    if (!text.n)
        lang_each_known(s->lang, describe_macro, &q);
    for (const struct magic *m = magic_table; m->name; m++)
        if (*copy == '%' && !strcmp(m->name, copy + 1 + (copy[1] == '%')))
            buf_printf(&text, "%s\n%s\n", m->usage, m->help);
    free(copy);
    if (!text.n)
        return false;
    *display_add(out, "text/plain") = text;
    return true;
}

static bool is_name(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

/* The name whose call the cursor is in the arguments of: `saxpy<<<1, 32>>>(n, |`. */
static bool called_name(const char *code, size_t cursor, size_t *out_start, size_t *out_end)
{
    int depth = 0;
    for (size_t i = cursor; i-- > 0 && code[i] != ';' && code[i] != '{' && code[i] != '}';) {
        depth += (code[i] == ')') - (code[i] == '(');
        if (depth >= 0)
            continue;
        size_t end = i;
        if (end > 3 && !memcmp(code + end - 3, ">>>", 3)) {
            while (end > 3 && memcmp(code + end - 3, "<<<", 3))
                end--;
            end -= 3;
        }
        size_t start = end;
        while (start && is_name(code[start - 1]))
            start--;
        *out_start = start;
        *out_end = end;
        return start < end;
    }
    return false;
}

bool wc_inspect(struct wc_session *s, const char *code, size_t size, size_t cursor, int detail,
                struct wc_bundle *out)
{
    size_t start = cursor < size ? cursor : size, end = start, at = start;
    while (start && is_name(code[start - 1]))
        start--;
    while (end < size && is_name(code[end]))
        end++;
    while (start < end && start && code[start - 1] == '%')
        start--;
    display_free(&s->inspection);
    bool found = start < end && session_describe(s, code + start, end - start, &s->inspection);
    if (!found && called_name(code, at, &start, &end))
        found = session_describe(s, code + start, end - start, &s->inspection);
    if (found)
        display_bundle(&s->inspection, s->mimes, out);
    return found;
}
