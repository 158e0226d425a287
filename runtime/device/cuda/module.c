/* SPDX-License-Identifier: Apache-2.0 */
/* Modules of the client: images are kept, so that a new worker can load them again. The layout of a kernel's parameters comes from the PTX in the
 * image. A variable's address in the worker may change; the address that the program sees does not. Next: worker_code.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cuda/cuda.h"
#include "ptx/ptx.h"
#include "ptx/ptx_image.h"

/* ---- parameters ---- */

static bool read_params(struct cuda_kernel *k, const struct ptx_module *ptx, const char *name)
{
    const struct ptx_func *entry = ptx ? ptx_entry_named(ptx, name) : NULL;
    if (!entry || entry->params.n > KERNEL_PARAMS_MOST || entry->params_size > DEVICE_PARAMS_MAX)
        return false;
    k->params = xcalloc(entry->params.n + 1, sizeof *k->params);
    device_describe_params(&k->base.info, entry, k->params);
    return true;
}

/* ---- modules ---- */

static void kernel_free(struct cuda_kernel *k)
{
    free(k->params);
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
    struct command_kernel *c = talk_command(
        d, (uint32_t) (sizeof *c + k->base.info.param_count * sizeof *c->offsets), OP_KERNEL);
    if (!c)
        return false;
    c->module = m->id;
    c->id = k->id;
    c->param_count = k->base.info.param_count;
    c->params_size = k->base.info.params_size;
    snprintf(c->name, sizeof c->name, "%s", k->base.info.name);
    for (uint32_t i = 0; i < c->param_count; i++)
        c->offsets[i] = (uint16_t) k->params[i].offset;
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
                  "the driver supports CUDA %d.%d: update it, or use an NVRTC of that version; "
                  "%%device cpu runs without the GPU",
                  v / 1000, v % 1000 / 10);
}

/* Kernels that launch kernels call the device runtime, which the driver cannot link, so such a launch is refused. */
static bool launches_kernels(const struct ptx_module *ptx)
{
    static const char runtime[] = "__cudaCDP2";
    for (size_t i = 0; ptx && i < ptx->funcs.n; i++) {
        const char *name = ptx->funcs.at[i]->name;
        if ((!strncmp(name, runtime, sizeof runtime - 1) && !ptx->funcs.at[i]->has_body) ||
            !strcmp(name, "__warpcell_wait_children"))
            return true;
    }
    return false;
}

static void module_free(struct cuda_module *m)
{
    VEC_FREE(&m->kernels);
    VEC_FREE(&m->variables);
    ptx_free(&m->base.ptx);
    free(m->image);
    free(m);
}

struct device_module *module_load(struct cuda_device *d, const void *image, size_t size,
                                  struct diags *out, struct span at)
{
    enum { TRIES = 2 };

    struct str text = ptx_image_text(image, size);
    struct cuda_module *m = xcalloc(1, sizeof *m);
    m->base.device = &d->base;
    m->base.ptx = ptx_parse(text.p, text.n, PTX_LENIENT, NULL, at);
    if (launches_kernels(m->base.ptx)) {
        diag_help(out,
                  diag_error(out, DIAG_COMPILE, at,
                             "kernels that launch kernels are only supported on the cpu device"),
                  "%%device cpu");
        module_free(m);
        return NULL;
    }
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
    module_free(m);
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
    module_free(m);
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
    const struct ptx_module *ptx = m->base.ptx;
    struct cuda_kernel *k = xcalloc(1, sizeof *k);
    k->base.module = &m->base;
    k->base.info.name = xstrdup(name);
    k->id = d->kernel_count++;
    k->prints = ptx && ptx_func_named(ptx, "vprintf");
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
