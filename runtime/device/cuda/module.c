/* SPDX-License-Identifier: Apache-2.0 */
/* Modules: images kept, so that a new worker can have them; the layout of kernels' parameters, read from the PTX that comes with every
 * image; and variables, whose addresses in the worker may change while those that the program sees do not. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "ptx/ptx_image.h"
#include "device/cuda/cuda.h"

/* ---- parameters (PTX ISA, '.param' and '.entry') ---- */

static const char *skip_blank(const char *p)
{
    while (isspace((unsigned char) *p))
        p++;
    return p;
}

static const char *word_end(const char *p)
{
    if (*p == '.')
        p++;
    while (isalnum((unsigned char) *p) || *p == '_' || *p == '$')
        p++;
    return p;
}

static uint32_t type_bytes(const char *word, size_t n)
{
    if (n == 5 && !strncmp(word, ".pred", 5))
        return 1;
    if (n < 3 || !strchr("bsuf", word[1]))
        return 0;
    unsigned long bits = strtoul(word + 2, NULL, 10);
    return bits >= 8 && bits <= 128 ? (uint32_t) bits / 8 : 0;
}

/* ".param .align 4 .b8 name[12]" from behind .param; NULL: it is none. An .align behind .ptr is about what it points to. */
static const char *read_param(const char *p, struct device_param *out)
{
    uint32_t align = 0, type = 0;
    uint64_t count = 1;
    bool pointee = false;
    for (p = skip_blank(p); *p == '.'; p = skip_blank(p)) {
        const char *end = word_end(p);
        size_t n = (size_t) (end - p);
        if (n == 4 && !strncmp(p, ".ptr", 4))
            pointee = true;
        else if (n == 6 && !strncmp(p, ".align", 6)) {
            char *after;
            uint32_t v = (uint32_t) strtoul(end, &after, 10);
            align = pointee ? align : v;
            end = after;
        } else if (type_bytes(p, n))
            type = type_bytes(p, n);
        p = end > p ? end : p + 1;
    }
    p = skip_blank(word_end(p));
    if (*p == '[') {
        char *after;
        count = strtoull(p + 1, &after, 10);
        p = *after == ']' ? skip_blank(after + 1) : after;
    }
    if (!type || count > DEVICE_PARAMS_MAX || type * count > DEVICE_PARAMS_MAX)
        return NULL;
    out->size = (uint32_t) (type * count);
    out->align = align > type ? align : type;
    return p;
}

/* The text behind ".entry NAME"; NULL: no such kernel. */
static const char *find_entry(const char *ptx, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = ptx; (p = strstr(p, ".entry"));) {
        p = skip_blank(p + 6);
        if (!strncmp(p, name, n) && word_end(p) == p + n)
            return p + n;
    }
    return NULL;
}

static bool read_params(struct cuda_kernel *k, const char *ptx, const char *name)
{
    const char *p = ptx ? find_entry(ptx, name) : NULL;
    uint64_t at = 0;
    if (!p)
        return false;
    p = skip_blank(p);
    const char *close = *p == '(' ? strchr(p, ')') : NULL;
    while (close && (p = strstr(p, ".param")) && p < close) {
        struct device_param param = {0};
        if (!(p = read_param(p + 6, &param)) || !param.align || k->params.n == KERNEL_PARAMS_MOST)
            return false;
        at = (at + param.align - 1) / param.align * param.align;
        param.offset = (uint32_t) at;
        at += param.size;
        VEC_PUSH(&k->params, param);
    }
    k->base.info.params_size = (uint32_t) at;
    k->base.info.params = k->params.at;
    k->base.info.param_count = (uint32_t) k->params.n;
    return at <= DEVICE_PARAMS_MAX;
}

/* ---- modules ---- */

static void kernel_free(struct cuda_kernel *k)
{
    VEC_FREE(&k->params);
    free((char *) k->base.info.name);
    free(k);
}

static bool call_load(struct cuda_device *d, const struct cuda_module *m)
{
    struct object *o = NULL;
    uint64_t start, offset = 0;
    uint32_t area = AREA_BOUNCE;
    char *to = (char *) d->worker.shared->bounce;
    if (m->size + 1 > BOUNCE_BYTES) {
        if (!(o = space_alloc(d->keep, m->size + 1, SPACE_GRANULE)))
            return false;
        space_range(d->keep, &start);
        offset = o->start - start;
        area = AREA_KEEP;
        to = (char *) (uintptr_t) o->start;
    }
    memcpy(to, m->image, m->size);
    to[m->size] = 0;
    struct command_load *c = talk_command(d, sizeof *c, OP_LOAD);
    bool ok = c != NULL;
    if (ok) {
        c->offset = offset;
        c->size = m->size + 1;
        c->area = area;
        c->id = m->id;
        ok = talk_call(d, c);
    }
    if (o)
        space_free(d->keep, o);
    return ok;
}

static bool call_kernel(struct cuda_device *d, const struct cuda_module *m, struct cuda_kernel *k)
{
    struct command_kernel *c =
        talk_command(d, (uint32_t) (sizeof *c + k->params.n * sizeof *c->offsets), OP_KERNEL);
    if (!c)
        return false;
    c->module = m->id;
    c->id = k->id;
    c->param_count = (uint32_t) k->params.n;
    c->params_size = k->base.info.params_size;
    snprintf(c->name, sizeof c->name, "%s", k->base.info.name);
    for (size_t i = 0; i < k->params.n; i++)
        c->offsets[i] = (uint16_t) k->params.at[i].offset;
    return talk_call(d, c);
}

static bool call_symbol(struct cuda_device *d, const struct cuda_module *m, const char *name)
{
    struct command_symbol *c = talk_command(d, sizeof *c, OP_SYMBOL);
    if (!c)
        return false;
    c->module = m->id;
    snprintf(c->name, sizeof c->name, "%s", name);
    return talk_call(d, c);
}

static void refuse(struct cuda_device *d, struct diags *out, struct span at)
{
    int v = d->base.props.driver;
    bool old = d->done.status == CU_NO_BINARY || d->done.status == CU_INVALID_PTX ||
               d->done.status == CU_UNSUPPORTED_PTX;
    struct diag *e = diag_error(out, DIAG_LAUNCH, at, "the GPU's driver cannot load this code: %s",
                                d->done.text);
    if (old)
        diag_help(out, e,
                  "the driver knows CUDA %d.%d: update it, or use an NVRTC that is not newer; "
                  "%%device cpu runs without the GPU",
                  v / 1000, v % 1000 / 10);
}

/* Kernels that launch kernels call the device runtime, which the driver does not link by itself. */
static bool launches_kernels(const void *image, size_t size, struct diags *out, struct span at)
{
    const char *ptx = image_ptx(image, size);
    bool yes = ptx && (strstr(ptx, "__cudaCDP2") || strstr(ptx, "__warpcell_wait_children"));
    if (yes)
        diag_help(out,
                  diag_error(out, DIAG_COMPILE, at,
                             "kernels that launch kernels run on the cpu device only so far"),
                  "%%device cpu");
    return yes;
}

struct device_module *module_load(struct cuda_device *d, const void *image, size_t size,
                                  struct diags *out, struct span at)
{
    enum { TRIES = 2 };

    if (launches_kernels(image, size, out, at))
        return NULL;

    struct cuda_module *m = xcalloc(1, sizeof *m);
    m->base.device = &d->base;
    m->id = (uint32_t) d->modules.n;
    m->image = xcalloc(1, size + 1);
    memcpy(m->image, image, size);
    m->size = size;
    bool loaded = false, refused = false;
    for (int i = 0; i < TRIES && !loaded && !refused && cuda_wake(d); i++) {
        loaded = call_load(d, m);
        refused = loaded && d->done.status;
    }
    if (loaded && !refused) {
        VEC_PUSH(&d->modules, m);
        return &m->base;
    }
    if (refused)
        refuse(d, out, at);
    else
        diag_error(out, DIAG_SYSTEM, at, "the GPU cannot be used: %s",
                   d->why[0] ? d->why : d->fault.text);
    free(m->image);
    free(m);
    return NULL;
}

void module_unload(struct cuda_device *d, struct cuda_module *m)
{
    struct command_id *c = d->awake ? talk_command(d, sizeof *c, OP_UNLOAD) : NULL;
    if (c) {
        c->id = m->id;
        talk_send(d, c);
    }
    d->modules.at[m->id] = NULL;
    VEC_EACH (k, &m->kernels)
        kernel_free(*k);
    VEC_EACH (v, &m->variables) {
        keep_drop(d, *v);
        free(*v);
    }
    VEC_FREE(&m->kernels);
    VEC_FREE(&m->variables);
    free(m->image);
    free(m);
}

static bool load_again(struct cuda_device *d, struct cuda_module *m)
{
    bool ok = call_load(d, m) && !d->done.status;
    for (size_t i = 0; ok && i < m->kernels.n; i++)
        ok = call_kernel(d, m, m->kernels.at[i]) && !d->done.status;
    for (size_t i = 0; ok && i < m->variables.n; i++) {
        struct content *v = m->variables.at[i];
        ok = call_symbol(d, m, v->name) && !d->done.status;
        v->now = d->done.symbol.start;
    }
    return ok;
}

bool module_load_all(struct cuda_device *d)
{
    bool ok = true;
    for (size_t i = 0; ok && i < d->modules.n; i++)
        ok = !d->modules.at[i] || load_again(d, d->modules.at[i]);
    return ok;
}

/* ---- kernels and variables ---- */

static void set_info(struct cuda_kernel *k, const struct worker_kernel *w)
{
    k->base.info.registers = w->registers;
    k->base.info.shared_static = w->shared_static;
    k->base.info.local_bytes = w->local_bytes;
    k->base.info.max_threads = w->max_threads;
}

const struct device_kernel *module_kernel(struct cuda_device *d, struct cuda_module *m,
                                          const char *name)
{
    VEC_EACH (k, &m->kernels)
        if (!strcmp((*k)->base.info.name, name))
            return &(*k)->base;
    const char *ptx = image_ptx(m->image, m->size);
    struct cuda_kernel *k = xcalloc(1, sizeof *k);
    k->base.module = &m->base;
    k->base.info.name = xstrdup(name);
    k->id = d->kernel_count++;
    k->prints = ptx && strstr(ptx, "vprintf");
    bool ok = read_params(k, ptx, name), called = false;
    for (int i = 0; i < 2 && ok && !called && cuda_wake(d); i++)
        called = call_kernel(d, m, k);
    if (!called || d->done.status) {
        kernel_free(k);
        return NULL;
    }
    set_info(k, &d->done.kernel);
    VEC_PUSH(&m->kernels, k);
    return &k->base;
}

static struct content *find_variable(struct cuda_module *m, const char *name)
{
    VEC_EACH (v, &m->variables)
        if (!strcmp((*v)->name, name))
            return *v;
    return NULL;
}

bool module_symbol(struct cuda_device *d, struct cuda_module *m, const char *name,
                   uint64_t *out_addr, uint64_t *out_size)
{
    struct content *v = find_variable(m, name);
    bool called = v != NULL;
    for (int i = 0; i < 2 && !called && cuda_wake(d); i++)
        called = call_symbol(d, m, name);
    if (!v && (!called || d->done.status))
        return false;
    if (!v) {
        v = xcalloc(1, sizeof *v);
        *v = (struct content){.start = d->next_variable,
                              .now = d->done.symbol.start,
                              .size = d->done.symbol.size,
                              .name = intern_cstr(d->names, name),
                              .given = true,
                              .written = true};
        d->next_variable += (v->size + 511) & ~(uint64_t) 255;
        VEC_PUSH(&m->variables, v);
    }
    *out_addr = v->start;
    *out_size = v->size;
    return true;
}
