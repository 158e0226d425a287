/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of what there is: %smi, %vars, %kernels. */
#include "magic/magic.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"

struct listing {
    struct wc_session *s;
    struct arena *arena;
    VEC(struct smi_variable) rows;
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

/* An array whose extent was computed: its type does not hold it, but its memory does. */
static const char *host_type(struct arena *a, const struct type *t, uint64_t bytes)
{
    if (t->kind != TYPE_ARRAY || !t->unsized || t->base->kind == TYPE_ARRAY || !t->base->size)
        return type_name(a, t);
    return arena_printf(a, "%s [%" PRIu64 "]", type_name(a, t->base), bytes / t->base->size);
}

static void list_variable(void *user, struct symbol *v)
{
    struct listing *l = user;
    if (v->kind != SYMBOL_VARIABLE || v->storage != STORAGE_SESSION || v->name[0] == ' ' ||
        !v->object)
        return;
    struct smi_variable row = {.name = v->name, .bytes = v->type->size};
    if (v->type->kind == TYPE_DEVICE_ARRAY) {
        const struct array *x = v->object;
        row.type = shape_text(l->arena, x);
        row.bytes = array_bytes(x);
        row.on_device = true;
    } else {
        row.bytes = ((const struct object *) v->object)->size;
        row.type = host_type(l->arena, v->type, row.bytes);
    }
    VEC_PUSH(&l->rows, row);
}

static const char *no_gpu_reason(struct wc_session *s)
{
    if (launcher_no_gpu(s->launcher))
        return launcher_no_gpu(s->launcher);
    if (device_props(launcher_opened(s->launcher))->driver)
        return NULL;
    if (cuda_device_likely())
        return "kernels run on the cpu device by choice: %device 0 takes the GPU";
    if (access("/proc/driver/nvidia/version", R_OK))
        return "no GPU: no NVIDIA driver is installed on this machine, so kernels run on the cpu "
               "device";
    return "no GPU: an NVIDIA driver is installed, but it shows no device on this machine";
}

MAGIC(smi)
{
    struct device *dev = launcher_device(s->launcher, s->diags, at);
    if (!dev)
        return false;
    struct arena arena = {0};
    struct listing l = {.s = s, .arena = &arena};
    lang_each(s->lang, list_variable, &l);
    struct smi_info info = {.device = device_props(dev),
                            .nvrtc_version = compiler_version(s->compiler, NULL),
                            .no_gpu_reason = no_gpu_reason(s),
                            .memory_used = device_memory_used(dev),
                            .memory_total = device_props(dev)->total_memory,
                            .variables = l.rows.at,
                            .variable_count = (uint32_t) l.rows.n};
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
    struct listing l = {.s = s, .arena = &arena};
    lang_each(s->lang, list_variable, &l);
    VEC(const char *) cells = {0};
    VEC_EACH (row, &l.rows) {
        struct buf bytes = {0};
        print_bytes(&bytes, row->bytes);
        VEC_PUSH(&cells, row->name);
        VEC_PUSH(&cells, row->type);
        VEC_PUSH(&cells, row->on_device ? "device" : "host");
        VEC_PUSH(&cells, arena_strndup(&arena, bytes.p, bytes.n));
        buf_free(&bytes);
    }
    static const struct table_column columns[] = {
        {"name",  false},
        {"type",  false},
        {"where", false},
        {"size",  true }
    };
    magic_table_show(s, columns, 4, cells.at, cells.n, "no variables yet\n");
    VEC_FREE(&cells);
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

static void list_kernel(void *user, struct symbol *k)
{
    struct kernel_listing *l = user;
    if (k->kind != SYMBOL_KERNEL)
        return;
    struct buf signature = {0};
    lang_signature(l->s->lang, k, &signature);
    const struct source *src = source_get(l->s->sources, k->at.source);
    VEC_PUSH(&l->cells, k->name);
    VEC_PUSH(&l->cells, arena_strndup(l->arena, signature.p ? signature.p : "", signature.n));
    VEC_PUSH(&l->cells,
             src ? arena_printf(l->arena, "%s:%u", src->name, source_place(src, k->at.start).line)
                 : "");
    buf_free(&signature);
}

MAGIC(kernels)
{
    struct arena arena = {0};
    struct kernel_listing l = {.s = s, .arena = &arena};
    lang_each(s->lang, list_kernel, &l);
    static const struct table_column columns[] = {
        {"kernel",     false},
        {"signature",  false},
        {"defined in", false}
    };
    magic_table_show(s, columns, 3, l.cells.at, l.cells.n, "no kernels yet\n");
    VEC_FREE(&l.cells);
    arena_free(&arena);
    return true;
}
