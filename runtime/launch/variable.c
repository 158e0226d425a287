/* SPDX-License-Identifier: Apache-2.0 */
/* Host access to __device__ and __constant__ variables: cudaMemcpyToSymbol() and similar calls. Next: symbol.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "launch/launcher.h"

/* The name without its namespaces, as texts mention it. */
static const char *name_of_variable(struct launcher *l, const char *full_name)
{
    struct device_program program = {0};
    const char *name = full_name;
    lang_device_program(l->lang, NULL, &program);
    for (uint32_t i = 0; i < program.count; i++)
        if (program.defs[i]->full_name == full_name)
            name = program.defs[i]->name;
    free(program.defs);
    return name;
}

/* A kernel that only mentions the variable, so that a module contains it. */
static bool make_holder(struct launcher *l, const char *name, const char *mention,
                        struct diags *out, struct span at)
{
    struct buf text = {0};
    buf_printf(&text,
               "__global__ void warpcell_holds_%s(const volatile void **out) { *out = (const "
               "volatile void *) &%s; }",
               mention, name);
    const struct source *src =
        sources_add(l->sources, SOURCE_BUILTIN, "a device variable", text.p, text.n);
    struct holder *h = xcalloc(1, sizeof *h);
    VEC_PUSH(&l->holders, h);
    snprintf(h->name, sizeof h->name, "warpcell_holds_%s", mention);
    h->variable = name;
    h->mention = mention;
    h->kernel = (struct kernel){.name = h->name, .at = at, .def = &h->def, .made = true};
    h->def = (struct device_def){
        .kind = DEVICE_KERNEL,
        .name = h->name,
        .at = {src->id, 0, (uint32_t) text.n},
        .mentions = &h->mention,
        .mention_count = 1,
        .order = UINT32_MAX,
        .kernel = &h->kernel
    };
    buf_free(&text);
    return launch_hold(l, &h->kernel, out, at);
}

/* Loads a kernel that mentions the variable; if there is none, generates one, or loads the one that was generated for another device. */
static bool load_holder(struct launcher *l, const char *name, struct diags *out, struct span at)
{
    const char *mention = name_of_variable(l, name);
    for (size_t i = 0; i < l->entries.n && !symbol_variable(l, name); i++) {
        struct entry *e = l->entries.at[i];
        struct diags unheard = {0}; /* the kernel's launch will report it */
        if (!launch_loaded(l, e) && strstr(e->compiled.source, mention))
            launch_entry(l, e->kernel, e->template_args, &unheard, at);
        diags_free(&unheard);
    }
    VEC_EACH (h, &l->holders)
        if (!symbol_variable(l, name) && (*h)->variable == name)
            launch_hold(l, &(*h)->kernel, out, at);
    return symbol_variable(l, name) || make_holder(l, name, mention, out, at);
}

bool launch_variable(struct launcher *l, const char *name, bool fixed, struct diags *out,
                     struct span at, uint64_t *out_addr, uint64_t *out_size)
{
    if (!launcher_device(l, out, at))
        return false;
    if (!symbol_variable(l, name) && !load_holder(l, name, out, at))
        return false;
    struct variable *v = symbol_variable(l, name);
    if (!v || !v->place) {
        diag_error(out, DIAG_RUNTIME, at, "the device has no variable '%s'", name);
        return false;
    }
    if (fixed && !v->fixed) {
        if (!symbol_settle(v, out, at) || !launch_sync_device(l, out, at))
            return false;
        v->fixed = true;
    }
    *out_addr = v->place;
    *out_size = v->size;
    return true;
}

void launcher_each_variable(struct launcher *l,
                            void (*see)(void *user, const char *name, uint64_t addr, uint64_t size),
                            void *user)
{
    VEC_EACH (v, &l->variables)
        if ((*v)->place)
            see(user, (*v)->name, (*v)->place, (*v)->size);
}
