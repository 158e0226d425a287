/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of the device, the variables and the kernels: %smi, %vars, %kernels. */
#include "device/device_open.h"
#include "magic/magic_internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/utf8.h"

struct variable_listing {
    struct wc_session *s;
    struct arena *arena;
    VEC(struct smi_variable) rows;
    bool with_values;
    VEC(const char *) values;
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

/* The first values of an array on the device; empty if they cannot be read. */
static void peek(struct buf *out, const struct array *x)
{
    enum { SHOWN = 6 };

    int64_t n = array_count(x) < SHOWN ? array_count(x) : SHOWN;
    struct device_fault fault;
    char *elements = xmalloc((size_t) n * x->dtype.size + 1);
    bool known = x->dtype.kind != DTYPE_OTHER && array_peek(x, 0, n, elements, &fault) == DEVICE_OK;
    for (int64_t i = 0; known && i < n; i++) {
        buf_puts(out, i ? ", " : "{");
        dtype_print(out, x->dtype, elements + i * x->dtype.size);
    }
    if (known && n)
        buf_puts(out, n < array_count(x) ? ", ...}" : "}");
    free(elements);
}

static const char *value_text(struct variable_listing *l, const struct symbol *v)
{
    enum { COLUMNS = 44 };

    struct buf text = {0};
    const struct object *o = v->live.object;
    if (v->type->kind == TYPE_DEVICE_ARRAY)
        peek(&text, v->live.object);
    else if (!v->type->unsized)
        vm_print_value(l->s->vm, &text, v->type, (const void *) (uintptr_t) o->start);
    size_t n = utf8_cut(text.p ? text.p : "", text.n > COLUMNS ? COLUMNS : text.n);
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
    } else {
        row.bytes = ((const struct object *) v->live.object)->size;
        row.type = host_type(l->arena, v->type, row.bytes);
    }
    VEC_PUSH(&l->rows, row);
    if (l->with_values)
        VEC_PUSH(&l->values, value_text(l, v));
}

static const char *no_gpu_reason(struct wc_session *s)
{
    if (launcher_no_gpu(s->launcher))
        return launcher_no_gpu(s->launcher);
    if (device_props(launcher_opened(s->launcher))->driver)
        return NULL;
    if (cuda_device_likely())
        return "kernels run on the cpu device because it is selected; %device 0 selects the GPU";
    if (access("/proc/driver/nvidia/version", R_OK))
        return "no GPU: no NVIDIA driver is installed on this machine, so kernels run on the cpu "
               "device";
    return "no GPU: an NVIDIA driver is installed, but it reports no device";
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

/* lang_each, sorted by name. */
static void each_by_name(struct wc_session *s, void (*see)(void *user, struct symbol *v),
                         void *user)
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
    *out_count = (uint32_t) l.rows.n;
    return l.rows.at;
}

MAGIC(smi)
{
    struct device *dev = launcher_device(s->launcher, s->diags, at);
    if (!dev)
        return false;
    struct arena arena = {0};
    struct variable_listing l = {.s = s, .arena = &arena};
    lang_each(s->lang, list_variable, &l);
    struct smi_info info = {.device = device_props(dev),
                            .nvrtc_version = compiler_version(s->compiler, NULL),
                            .no_gpu_reason = no_gpu_reason(s),
                            .memory_used = device_memory_used(dev),
                            .memory_total = device_props(dev)->total_memory,
                            .variables = l.rows.at,
                            .variable_count = (uint32_t) l.rows.n};
    struct device_smi smi;
    info.gpu = device_smi(dev, &smi) ? &smi : NULL;
    smi_read_host(&info);
    struct display d = {0};
    display_smi(&d, &info, &s->vm->style);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
    VEC_FREE(&l.rows);
    arena_free(&arena);
    return true;
}

MAGIC(vars)
{
    struct arena arena = {0};
    struct variable_listing l = {.s = s, .arena = &arena, .with_values = true};
    if (!launch_sync(s->launcher, s->diags, at))
        return false;
    each_by_name(s, list_variable, &l);
    VEC(const char *) cells = {0};
    VEC_EACH (row, &l.rows) {
        struct buf bytes = {0};
        print_bytes(&bytes, row->bytes);
        VEC_PUSH(&cells, row->name);
        VEC_PUSH(&cells, row->type);
        VEC_PUSH(&cells, row->on_device ? "device" : "host");
        VEC_PUSH(&cells, arena_strndup(&arena, bytes.p, bytes.n));
        VEC_PUSH(&cells, l.values.at[row - l.rows.at]);
        buf_free(&bytes);
    }
    static const struct table_column columns[] = {
        {"name",  false},
        {"type",  false},
        {"where", false},
        {"size",  true },
        {"value", false}
    };
    magic_table_show(s, columns, 5, cells.at, cells.n, "no variables yet\n");
    VEC_FREE(&cells);
    VEC_FREE(&l.values);
    VEC_FREE(&l.rows);
    arena_free(&arena);
    return true;
}

/* ---- %kernels ---- */

struct kernel_listing {
    struct wc_session *s;
    struct arena *arena;
    VEC(const char *) cells;
};

/* "x, y": the parameters whose bits are set. */
static const char *names_of(struct arena *a, const struct kernel *k, uint32_t mask)
{
    struct buf text = {0};
    for (uint32_t i = 0; i < k->param_count && i < 32; i++)
        if (mask >> i & 1 && k->params[i].type->kind == TYPE_POINTER)
            buf_printf(&text, "%s%s", text.n ? ", " : "",
                       k->params[i].name ? k->params[i].name : "?");
    char *copy = arena_strndup(a, text.p ? text.p : "", text.n);
    buf_free(&text);
    return copy;
}

/* Facts from its code, if compiled: PTX instructions, shared memory, arrays read and written. */
static void add_code(struct kernel_listing *l, struct symbol *k)
{
    struct diags quiet = {0};
    const struct device_kernel *code = NULL;
    const struct code_facts *facts = NULL;
    if (!k->kernel->template_count &&
        launch_code(l->s->launcher, k->kernel, NULL, &quiet, k->at, &code))
        facts = launch_facts(l->s->launcher, k->kernel, NULL);
    struct buf shared = {0};
    if (code)
        print_bytes(&shared, device_kernel_info(code)->shared_static);
    uint32_t instructions = code ? device_kernel_info(code)->instructions : 0;
    VEC_PUSH(&l->cells, instructions ? arena_printf(l->arena, "%" PRIu32, instructions) : "");
    VEC_PUSH(&l->cells, arena_strndup(l->arena, shared.p ? shared.p : "", shared.n));
    VEC_PUSH(&l->cells, facts && facts->known ? names_of(l->arena, k->kernel, facts->reads) : "");
    VEC_PUSH(&l->cells, facts && facts->known ? names_of(l->arena, k->kernel, facts->writes) : "");
    buf_free(&shared);
    diags_free(&quiet);
}

static void list_kernel(void *user, struct symbol *k)
{
    struct kernel_listing *l = user;
    if (k->kind != SYMBOL_KERNEL)
        return;
    struct buf signature = {0};
    lang_signature(l->s->lang, k, &signature);
    const char *p = signature.p ? strchr(signature.p, '(') : NULL;
    const struct source *src = source_get(l->s->sources, k->at.source);
    VEC_PUSH(&l->cells, k->name);
    VEC_PUSH(&l->cells, p ? arena_printf(l->arena, "%s", p) : "");
    VEC_PUSH(&l->cells,
             src ? arena_printf(l->arena, "%s:%u", src->name, source_place(src, k->at.start).line)
                 : "");
    add_code(l, k);
    buf_free(&signature);
}

MAGIC(kernels)
{
    enum { COLUMNS = 7 };
    struct arena arena = {0};
    struct kernel_listing l = {.s = s, .arena = &arena};
    each_by_name(s, list_kernel, &l);
    static const struct table_column columns[COLUMNS] = {
        {"kernel",       false},
        {"parameters",   false},
        {"defined in",   false},
        {"instructions", true },
        {"shared",       true },
        {"reads",        false},
        {"writes",       false}
    };
    magic_table_show(s, columns, COLUMNS, l.cells.at, l.cells.n, "no kernels yet\n");
    VEC_FREE(&l.cells);
    arena_free(&arena);
    return true;
}
