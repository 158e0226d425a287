/* SPDX-License-Identifier: Apache-2.0 */
/* __device__ and __constant__ variables. Every kernel is a module of its own, with its own copy of the variables it
 * mentions; for the program there is one variable. So one location holds the variable's value at any time. Before a launch
 * the value is copied, in the launch's stream, to the copy of the kernel's module, which becomes the location. The host
 * reads and writes that location. Each device has a variable of its own. A variable whose address the program has taken has a fixed location of its own, and is
 * copied in before and out after each launch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "launch/launcher.h"

static struct variable *variable_on(struct launcher *l, const struct device *d, const char *name)
{
    VEC_EACH (v, &l->variables)
        if ((*v)->name == name && (*v)->device == d)
            return *v;
    return NULL;
}

struct variable *symbol_variable(struct launcher *l, const char *name)
{
    return variable_on(l, l->device, name);
}

/* a::b as 1a1bE: what mangled names of the variable end with. */
static void put_tail(struct buf *out, const char *name)
{
    for (const char *part = name, *colon; part; part = colon ? colon + 2 : NULL) {
        colon = strstr(part, "::");
        size_t n = colon ? (size_t) (colon - part) : strlen(part);
        buf_printf(out, "%zu%.*s", n, (int) n, part);
    }
    buf_puts(out, "E");
}

/* NVRTC puts a namespace of its own, _INTERNAL_..., around what has internal linkage (static, const) in a namespace. */
static const char *internal_name(const struct device_module *m, const char *tail)
{
    const struct ptx_module *ptx = device_module_ptx(m);
    size_t n = strlen(tail);
    for (size_t i = 0; ptx && i < ptx->vars.n; i++) {
        const char *name = ptx->vars.at[i]->name;
        size_t length = strlen(name);
        if (length > n && !strcmp(name + length - n, tail) && strstr(name, "_INTERNAL_"))
            return name;
    }
    return NULL;
}

bool symbol_in(struct device_module *m, const char *name, uint64_t *out_addr, uint64_t *out_size)
{
    struct buf mangled = {0};
    bool in_space = strstr(name, "::") != NULL;
    size_t head = strlen("_ZN");
    if (in_space) {
        buf_puts(&mangled, "_ZN");
        put_tail(&mangled, name);
    } else {
        buf_printf(&mangled, "_ZL%zu%s", strlen(name), name);
    }
    bool found = device_symbol(m, name, out_addr, out_size) ||
                 device_symbol(m, mangled.p, out_addr, out_size);
    const char *internal = in_space && !found ? internal_name(m, mangled.p + head) : NULL;
    found = found || (internal && device_symbol(m, internal, out_addr, out_size));
    buf_free(&mangled);
    return found;
}

/* Moves the value to addr, in stream order. */
static void move(struct variable *v, uint64_t addr, struct device_module *m, uint32_t stream)
{
    if (v->place != addr)
        device_copy(v->device, addr, v->place, v->size, stream);
    v->place = addr;
    v->module = m;
}

bool symbol_settle(struct variable *v, struct diags *out, struct span at)
{
    if (!v->own && !device_alloc_managed(v->device, v->size, out, at, &v->own))
        return false;
    device_name(v->device, v->own, v->name);
    move(v, v->own, NULL, 0);
    return true;
}

static void take_moved(struct launcher *l, struct variable *v)
{
    struct device_fault f;
    for (size_t i = 0; i < l->moved.n; i++) {
        struct moved m = l->moved.at[i];
        if (m.name != v->name)
            continue;
        if (m.size == v->size)
            device_write(v->device, v->place, m.bytes, m.size, &f);
        free(m.bytes);
        l->moved.at[i] = l->moved.at[--l->moved.n];
        return;
    }
}

void symbols_loaded(struct launcher *l, struct loaded_code *in)
{
    struct device_program program = {0};
    lang_device_program(l->lang, NULL, &program);
    for (uint32_t i = 0; i < program.count; i++) {
        const struct device_def *def = program.defs[i];
        uint64_t addr, size;
        if (def->kind != DEVICE_VARIABLE || !def->name ||
            !symbol_in(in->module, def->full_name, &addr, &size))
            continue;
        VEC_PUSH(&in->copies, ((struct variable_copy){def->full_name, addr, size}));
        if (variable_on(l, in->device, def->full_name))
            continue;
        struct variable *v = xcalloc(1, sizeof *v);
        *v = (struct variable){.name = def->full_name,
                               .device = in->device,
                               .place = addr,
                               .size = size,
                               .module = in->module};
        VEC_PUSH(&l->variables, v);
        take_moved(l, v);
    }
    free(program.defs);
}

void symbols_move(struct launcher *l)
{
    struct device_fault f;
    VEC_EACH (at, &l->variables) {
        struct variable *v = *at;
        struct moved m = {v->name, xcalloc(1, v->size + 1), v->size};
        if (v->place && v->device == l->device &&
            device_read(v->device, m.bytes, v->place, v->size, &f) == DEVICE_OK)
            VEC_PUSH(&l->moved, m);
        else
            free(m.bytes);
    }
    symbols_forget(l, NULL);
}

void symbols_before_launch(struct launcher *l, const struct loaded_code *in, uint32_t stream)
{
    VEC_EACH (copy, &in->copies) {
        struct variable *v = variable_on(l, in->device, copy->name);
        if (!v || v->size != copy->size)
            continue;
        if (v->fixed)
            device_copy(v->device, copy->addr, v->place, v->size, stream);
        else
            move(v, copy->addr, in->module, stream);
    }
}

void symbols_after_launch(struct launcher *l, const struct loaded_code *in, uint32_t stream)
{
    VEC_EACH (copy, &in->copies) {
        struct variable *v = variable_on(l, in->device, copy->name);
        if (v && v->fixed && v->size == copy->size)
            device_copy(v->device, v->place, copy->addr, v->size, stream);
    }
}

void symbols_unload(struct launcher *l, const struct entry *e)
{
    struct diags unheard = {0}; /* without memory the value is lost, and the next use reports it */
    VEC_EACH (in, &e->loaded)
        VEC_EACH (v, &l->variables)
            if ((*v)->module == in->module && !symbol_settle(*v, &unheard, (struct span){0}))
                (*v)->place = 0;
    diags_free(&unheard);
}

void symbols_forget(struct launcher *l, const char *name)
{
    for (size_t i = 0; i < l->variables.n; i++) {
        struct variable *v = l->variables.at[i];
        if (name && v->name != name)
            continue;
        if (v->own) {
            struct diags unheard = {0};
            device_free(v->device, v->own, &unheard, (struct span){0});
            diags_free(&unheard);
        }
        free(v);
        l->variables.at[i--] = l->variables.at[--l->variables.n];
    }
}
