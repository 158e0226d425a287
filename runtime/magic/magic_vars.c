/* SPDX-License-Identifier: Apache-2.0 */
/* %vars: the variables of the session as a table whose values open at a click, and as JSON for the panel of the JupyterLab
 * extension (kernelspec/labextension). */
#include "magic/magic_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"

struct variable_listing {
    struct wc_session *s;
    struct arena *arena;
    VEC(struct smi_variable) rows;
    bool with_values;
    VEC(const char *) values;
    VEC(struct symbol *) symbols;
};

static const char *shape_text(struct arena *a, const struct array *x)
{
    struct buf text = {0};
    buf_printf(&text, "%s ", x->dtype.name ? x->dtype.name : "struct");
    array_shape_print(&text, x);
    char *copy = arena_strndup(a, text.p, text.n);
    buf_free(&text);
    return copy;
}

/* An array with a computed extent: its type does not have it, but its memory does. */
static const char *host_type(struct arena *a, const struct type *t, uint64_t bytes)
{
    if (t->kind != TYPE_ARRAY || !t->unsized || t->base->kind == TYPE_ARRAY || !t->base->size)
        return type_name(a, t);
    return arena_printf(a, "%s [%" PRIu64 "]", type_name(a, t->base), bytes / t->base->size);
}

/* The first values of an array on the device, as far as `most` bytes go; empty if they cannot be read. */
static void peek(struct buf *out, const struct array *x, size_t most)
{
    enum { SHOWN = 6 };

    static const char rest[] = ", ...}";

    int64_t n = array_count(x) < SHOWN ? array_count(x) : SHOWN;
    struct device_fault fault;
    char *elements = xmalloc((size_t) n * x->dtype.size + 1);
    bool known = x->dtype.kind != DTYPE_OTHER && array_peek(x, 0, n, elements, &fault) == DEVICE_OK;
    int64_t shown = 0;
    for (; known && shown < n; shown++) {
        size_t before = out->n;
        buf_puts(out, shown ? ", " : "{");
        dtype_print(out, x->dtype, elements + shown * x->dtype.size);
        if (shown && out->n + strlen(rest) > most) {
            out->n = before;
            break;
        }
    }
    if (shown)
        buf_puts(out, shown < array_count(x) ? rest : "}");
    free(elements);
}

static const char *value_text(struct variable_listing *l, const struct symbol *v)
{
    const size_t most = l->s->options.terminal ? 44 : 64;
    struct buf text = {0};
    const struct object *o = v->live.object;
    if (v->type->kind == TYPE_DEVICE_ARRAY)
        peek(&text, v->live.object, most);
    else if (!v->type->unsized)
        vm_print_value(l->s->vm, &text, v->type, (const void *) (uintptr_t) o->start);
    size_t n = utf8_cut(text.p ? text.p : "", text.n > most ? most : text.n);
    char *copy =
        arena_printf(l->arena, "%.*s%s", (int) n, text.p ? text.p : "", n < text.n ? "…" : "");
    for (char *p = copy; *p; p++)
        if (*p == '\n')
            *p = ' ';
    buf_free(&text);
    return copy;
}

static void list_variable(void *user, struct symbol *v)
{
    struct variable_listing *l = user;
    if (v->kind != SYMBOL_VARIABLE || v->storage != STORAGE_SESSION || v->name[0] == ' ' ||
        v->live.result || !v->live.object)
        return;
    struct smi_variable row = {.name = v->name, .bytes = v->type->size};
    if (v->type->kind == TYPE_DEVICE_ARRAY) {
        const struct array *x = v->live.object;
        row.type = shape_text(l->arena, x);
        row.bytes = array_bytes(x);
        row.on_device = true;
        row.device = device_props(x->storage->device)->id;
    } else {
        row.bytes = ((const struct object *) v->live.object)->size;
        row.type = host_type(l->arena, v->type, row.bytes);
    }
    VEC_PUSH(&l->rows, row);
    VEC_PUSH(&l->symbols, v);
    if (l->with_values)
        VEC_PUSH(&l->values, value_text(l, v));
}

struct symbols {
    VEC(struct symbol *) list;
};

static int by_name(const void *a, const void *b)
{
    return strcmp((*(struct symbol *const *) a)->name, (*(struct symbol *const *) b)->name);
}

static void collect(void *user, struct symbol *v)
{
    struct symbols *all = user;
    bool macro = v->kind == SYMBOL_CONSTANT && v->type->kind == TYPE_ANY;
    if (!macro) /* lang_each creates a macro's symbol for the call only */
        VEC_PUSH(&all->list, v);
}

void magic_each_by_name(struct wc_session *s, void (*see)(void *user, struct symbol *v), void *user)
{
    struct symbols all = {0};
    lang_each(s->lang, collect, &all);
    if (all.list.n)
        qsort(all.list.at, all.list.n, sizeof *all.list.at, by_name);
    VEC_EACH (v, &all.list)
        see(user, *v);
    VEC_FREE(&all.list);
}

struct smi_variable *magic_variables(struct wc_session *s, struct arena *arena, uint32_t *out_count)
{
    struct variable_listing l = {.s = s, .arena = arena};
    lang_each(s->lang, list_variable, &l);
    VEC_FREE(&l.symbols);
    *out_count = (uint32_t) l.rows.n;
    return l.rows.at;
}

/* ---- %vars ---- */

/* What a click on a value shows, as HTML: what a cell that names the variable would show. "" if the table has all of it. */
static const char *whole_value(struct variable_listing *l, const struct symbol *v,
                               const char *shown)
{
    struct display d = {0};
    const char *text = "";
    if (!vm_display_variable(l->s->vm, v, &d))
        return text;
    for (uint32_t i = 0; i < d.count; i++)
        if (!strcmp(d.items[i].type, "text/html"))
            text = arena_strndup(l->arena, d.items[i].data.p, d.items[i].data.n);
    const struct buf *plain = &d.items[d.count - 1].data;
    size_t n = strlen(shown);
    if (!*text && n > 2 && !strcmp(shown + n - 3, "…")) {
        struct buf html = {0};
        buf_puts(&html, "<pre style=\"margin:0;font-size:13px;white-space:pre-wrap\">");
        buf_html(&html, (struct str){plain->p, plain->n});
        buf_puts(&html, "</pre>");
        text = arena_strndup(l->arena, html.p, html.n);
        buf_free(&html);
    }
    display_free(&d);
    return text;
}

static const char *where_text(struct arena *a, const struct smi_variable *row)
{
    struct buf text = {0};
    if (!row->on_device)
        return "host";
    print_device(&text, row->device);
    const char *copy = arena_strndup(a, text.p, text.n);
    buf_free(&text);
    return copy;
}

static void show_table(struct variable_listing *l)
{
    enum { OPENED = 64 << 10 }; /* bytes of HTML for values that open */
    static const struct table_column columns[] = {
        {"name",  false},
        {"type",  false},
        {"where", false},
        {"size",  true },
        {"value", false}
    };
    VEC(const char *) cells = {0};
    VEC(const char *) more = {0};
    size_t opened = 0;
    VEC_EACH (row, &l->rows) {
        size_t i = (size_t) (row - l->rows.at);
        struct buf bytes = {0};
        print_bytes(&bytes, row->bytes);
        VEC_PUSH(&cells, row->name);
        VEC_PUSH(&cells, row->type);
        VEC_PUSH(&cells, where_text(l->arena, row));
        VEC_PUSH(&cells, arena_strndup(l->arena, bytes.p, bytes.n));
        VEC_PUSH(&cells, l->values.at[i]);
        VEC_PUSH(&more, opened < OPENED ? whole_value(l, l->symbols.at[i], l->values.at[i]) : "");
        opened += strlen(VEC_LAST(&more));
        buf_free(&bytes);
    }
    struct table t = {.columns = columns,
                      .column_count = 5,
                      .row_count = (uint32_t) l->rows.n,
                      .cells = cells.at,
                      .more = more.at};
    session_table(l->s, &t);
    VEC_FREE(&cells);
    VEC_FREE(&more);
}

static void put_field(struct buf *out, const char *name, const char *text)
{
    buf_printf(out, "\"%s\": ", name);
    print_json_string(out, str_of(text));
    buf_puts(out, ", ");
}

/* {"device": "cpu device: ...", "used": 0, "total": 0, "variables": [{"name": ...}]}. Without an open device the first three are
 * missing. */
static void show_json(struct variable_listing *l)
{
    struct display d = {0};
    struct buf *out = display_add(&d, "text/plain"), name = {0};
    struct device *dev = launcher_opened(l->s->launcher);
    buf_putc(out, '{');
    if (dev) {
        print_device(&name, device_props(dev)->id);
        buf_printf(&name, ": %s", device_props(dev)->name);
        put_field(out, "device", name.p);
        buf_printf(out, "\"used\": %" PRIu64 ", \"total\": %" PRIu64 ", ", device_memory_used(dev),
                   device_props(dev)->total_memory);
    }
    buf_puts(out, "\"variables\": [");
    VEC_EACH (row, &l->rows) {
        buf_puts(out, row == l->rows.at ? "{" : ", {");
        put_field(out, "name", row->name);
        put_field(out, "type", row->type);
        put_field(out, "where", where_text(l->arena, row));
        put_field(out, "value", l->values.at[row - l->rows.at]);
        buf_printf(out, "\"bytes\": %" PRIu64 "}", row->bytes);
    }
    buf_puts(out, "]}");
    session_show(l->s, &d, true);
    buf_free(&name);
    display_free(&d);
}

MAGIC(vars)
{
    bool json = str_eq(args, "--json");
    if (args.n && !json) {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_SYNTAX, at, "%%vars takes --json, not '%.*s'",
                             (int) args.n, args.p),
                  "'%%vars' alone lists the variables of the session");
        return false;
    }
    struct arena arena = {0};
    struct variable_listing l = {.s = s, .arena = &arena, .with_values = true};
    if (!launch_sync(s->launcher, s->diags, at))
        return false;
    magic_each_by_name(s, list_variable, &l);
    if (json)
        show_json(&l);
    else if (l.rows.n)
        show_table(&l);
    else
        session_stream(s, 1, "no variables yet\n", strlen("no variables yet\n"));
    VEC_FREE(&l.values);
    VEC_FREE(&l.symbols);
    VEC_FREE(&l.rows);
    arena_free(&arena);
    return true;
}
