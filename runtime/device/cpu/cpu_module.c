/* SPDX-License-Identifier: Apache-2.0 */
/* Loads a PTX module: places its variables in memory, initialises them, and has its functions decoded. It needs the parsed module.
 * Next: decode/decode.c. */
#include <stdlib.h>
#include <string.h>

#include "device/cpu/code/compilers.h"
#include "device/cpu/cpu.h"

/* ---- variables ---- */

/* Gives the shared variables of a list their addresses from *top on. */
static bool place_shared_vars(struct ptx_var *const *vars, size_t count, uint32_t *top)
{
    for (size_t k = 0; k < count; k++) {
        struct ptx_var *v = vars[k];
        if (v->space != PTX_SHARED || v->unsized)
            continue;
        *top = (*top + v->align - 1) & ~(v->align - 1);
        v->address = *top;
        if (v->size > UINT32_MAX - *top - 65536)
            return false;
        *top += (uint32_t) v->size;
    }
    return true;
}

/* Module-level shared variables come first, the same for every kernel; those of one function follow. Kernels overlap each other, but a
 * callee must not overlap its callers: so called functions come first, one after the other, and kernels above them. */
static bool place_shared(struct cpu_module *m)
{
    const struct ptx_module *ptx = m->code.ptx;
    uint32_t top = 0;
    if (!place_shared_vars(ptx->vars.at, ptx->vars.n, &top))
        return false;
    for (int entries = 0; entries < 2; entries++)
        VEC_EACH (f, &ptx->funcs) {
            uint32_t own = top;
            if ((*f)->is_entry != entries)
                continue;
            if (!place_shared_vars((*f)->vars.at, (*f)->vars.n, &own))
                return false;
            (*f)->shared_top = own;
            if (!entries)
                top = own;
        }
    return true;
}

static bool place_object(struct cpu_device *d, struct cpu_module *m, struct ptx_var *v,
                         struct diags *out, struct span at)
{
    struct object *o = NULL;
    if (v->space == PTX_GLOBAL || v->space == PTX_CONST) {
        uint64_t align = v->align < 256 ? 256 : v->align;
        enum memory_kind kind = v->space == PTX_CONST ? MEMORY_CONST : MEMORY_GLOBAL;
        o = v->is_extern ? NULL : exec_alloc(&d->exec, v->size, align, kind);
        if (!o) {
            struct diag *e =
                diag_error(out, v->is_extern ? DIAG_COMPILE : DIAG_MEMORY, at,
                           v->is_extern ? "PTX line %u: extern variable '%s' is not defined"
                                        : "PTX line %u: no device memory for variable '%s'",
                           v->line, v->name);
            diag_help(out, e, "define it in the same module");
            return false;
        }
        o->name = intern_cstr(d->exec.memory->names, v->name);
        v->address = o->start;
        memcpy((void *) (uintptr_t) o->start, v->init.p ? v->init.p : "", v->init.n);
        if (d->exec.observers.count)
            observers_allocate(&d->exec.observers, ALLOCATION_MODULE, o->start, v->size, o->name);
    }
    VEC_PUSH(&m->objects, o);
    return true;
}

static uint64_t symbol_address(const struct cpu_module *m, const char *name)
{
    const struct ptx_var *v = ptx_var_named(m->code.ptx, name);
    if (v)
        return v->address;
    VEC_EACH (c, &m->code.codes.at)
        if (!strcmp((*c)->name, name))
            return (uint64_t) (uintptr_t) *c;
    return 0;
}

static bool relocate(struct cpu_module *m, struct ptx_var *v, struct diags *out, struct span at)
{
    for (size_t i = 0; i < v->reloc_count && v->address; i++) {
        const struct ptx_reloc *r = &v->relocs[i];
        uint64_t to = symbol_address(m, r->symbol);
        if (!to) {
            diag_error(out, DIAG_COMPILE, at, "PTX line %u: '%s' is not defined", v->line,
                       r->symbol);
            return false;
        }
        to += r->addend;
        memcpy((char *) (uintptr_t) v->address + r->offset, &to, r->size < 8 ? r->size : 8);
    }
    return true;
}

static bool place_variables(struct cpu_device *d, struct cpu_module *m, struct diags *out,
                            struct span at)
{
    if (!place_shared(m)) {
        diag_error(out, DIAG_COMPILE, at, "the module's shared variables are too large");
        return false;
    }
    VEC_EACH (v, &m->code.ptx->vars)
        if (!place_object(d, m, *v, out, at))
            return false;
    VEC_EACH (f, &m->code.ptx->funcs)
        VEC_EACH (v, &(*f)->vars)
            if (((*v)->space == PTX_GLOBAL || (*v)->space == PTX_CONST) &&
                !place_object(d, m, *v, out, at))
                return false;
    return true;
}

static bool relocate_all(struct cpu_module *m, struct diags *out, struct span at)
{
    VEC_EACH (v, &m->code.ptx->vars)
        if (!relocate(m, *v, out, at))
            return false;
    return true;
}

/* ---- kernels ---- */

/* Dynamic shared memory is aligned as the module's extern variables are. */
static uint32_t dynamic_place(const struct ptx_module *ptx, uint32_t shared_static)
{
    uint32_t align = 16;
    VEC_EACH (v, &ptx->vars)
        if ((*v)->unsized && (*v)->space == PTX_SHARED && (*v)->align > align)
            align = (*v)->align;
    return (shared_static + align - 1) & ~(align - 1);
}

static void add_kernel(struct cpu_module *m, struct decoded_code *code)
{
    struct cpu_kernel *k = ARENA_NEW(&m->code.arena, struct cpu_kernel);
    const struct ptx_func *f = code->func;
    uint32_t most = m->base.device->props.max_threads_per_block, bound = f->bounds.threads;
    code->shared_static = f->shared_top;
    code->shared_dynamic_at = dynamic_place(m->code.ptx, f->shared_top);
    k->code = code;
    k->inlined = code;
    if (code->inlined) {
        struct decoded_code *inlined = (struct decoded_code *) (uintptr_t) code->inlined;
        inlined->shared_static = code->shared_static;
        inlined->shared_dynamic_at = code->shared_dynamic_at;
        k->inlined = inlined;
    }
    k->library = library_find(f->name);
    uint32_t registers = code->registers < 255 ? code->registers : 255; /* the most per thread */
    k->base = (struct device_kernel){
        &m->base,
        {
                 .name = f->name,
                 .registers = registers,
                 .shared_static = code->shared_static,
                 .local_bytes = code->local_size,
                 .max_threads = bound && bound < most ? bound : most,
                 .instructions = code->instructions,
                 .cluster = {f->bounds.cluster[0], f->bounds.cluster[1], f->bounds.cluster[2]},
                 }
    };
    device_describe_params(&k->base.info, f,
                           ARENA_ARRAY(&m->code.arena, struct device_param, f->params.n + 1));
    VEC_PUSH(&m->kernels, k);
}

enum { STATIC_SHARED_MOST = 48 << 10 };

/* ptxas: "uses too much shared data". More is for dynamic shared memory only (CUDA C++ Programming Guide, compute capabilities). */
static bool static_shared_fits(const struct cpu_module *m, struct diags *out, struct span at)
{
    VEC_EACH (f, &m->code.ptx->funcs) {
        if (!(*f)->is_entry || (*f)->shared_top <= STATIC_SHARED_MOST)
            continue;
        struct str name = ptx_function_name((*f)->name);
        diag_help(out,
                  diag_error(out, DIAG_COMPILE, at,
                             "'%.*s' declares %u bytes of __shared__ variables, but a kernel may "
                             "declare at most %u",
                             (int) name.n, name.p, (*f)->shared_top, (unsigned) STATIC_SHARED_MOST),
                  "make them smaller, or use extern __shared__, whose size is the third launch "
                  "parameter");
        return false;
    }
    return true;
}

struct device_module *cpu_module_load(struct device *dev, const void *image, size_t size,
                                      struct diags *out, struct span at)
{
    struct cpu_device *d = (struct cpu_device *) dev;
    struct cpu_module *m = xcalloc(1, sizeof *m);
    m->base.device = dev;
    m->base.ptx = m->code.ptx = ptx_parse(image, size, PTX_STRICT, out, at);
    if (m->code.ptx)
        ptx_contract(m->code.ptx);
    m->meets = m->code.ptx && callables_concern(m->code.ptx);
    m->code.cache_count = m->meets ? d->cache_count : 0;
    if (!m->code.ptx || !place_variables(d, m, out, at) || !static_shared_fits(m, out, at) ||
        !decode_module(&m->code, d->index, d->exec.set, d->soft_ftz, out, at) ||
        !relocate_all(m, out, at)) {
        cpu_module_free(d, m);
        return NULL;
    }
    if (m->meets)
        cpu_callables_add(d, m);
    VEC_EACH (c, &m->code.codes.at)
        if ((*c)->func->is_entry)
            add_kernel(m, *c);
    return &m->base;
}

void cpu_module_free(struct cpu_device *d, struct cpu_module *m)
{
    if (m->meets)
        cpu_callables_remove(d, m);
    pthread_mutex_lock(&d->exec.memory->lock);
    VEC_EACH (o, &m->objects) {
        if (*o && d->exec.observers.count)
            observers_release(&d->exec.observers, (*o)->start);
        if (*o)
            exec_free_locked(&d->exec, *o);
    }
    pthread_mutex_unlock(&d->exec.memory->lock);
    VEC_EACH (c, &m->code.codes.at) {
        cfg_free((struct cfg **) (uintptr_t) & (*c)->cfg);
        if ((*c)->inlined)
            cfg_free((struct cfg **) (uintptr_t) & (*c)->inlined->cfg);
    }
    VEC_EACH (k, &m->kernels)
        for (int s = 0; s < 2 * SHAPES; s++)
            full_mask_free(&(*k)->full_mask[s / SHAPES][s % SHAPES]);
    VEC_EACH (k, &m->kernels) {
        VEC_EACH (t, &(*k)->vectors)
            vector_compiler.release(&t->code);
        VEC_FREE(&(*k)->vectors);
    }
    VEC_FREE(&m->objects);
    VEC_FREE(&m->kernels);
    VEC_FREE(&m->code.codes.at);
    ptx_free(&m->base.ptx);
    arena_free(&m->code.arena);
    free(m);
}

const struct device_kernel *cpu_module_kernel(struct device_module *module, const char *name)
{
    struct cpu_module *m = (struct cpu_module *) module;
    VEC_EACH (k, &m->kernels)
        if (!strcmp((*k)->base.info.name, name))
            return &(*k)->base;
    return NULL;
}

bool cpu_module_symbol(struct device_module *module, const char *name, uint64_t *out_addr,
                       uint64_t *out_size)
{
    struct cpu_module *m = (struct cpu_module *) module;
    const struct ptx_var *v = ptx_var_named(m->code.ptx, name);
    if (!v || (v->space != PTX_GLOBAL && v->space != PTX_CONST))
        return false;
    *out_addr = v->address;
    *out_size = v->size;
    return true;
}
