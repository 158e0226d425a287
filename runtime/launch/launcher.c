/* SPDX-License-Identifier: Apache-2.0 */
/* The session's device and the compiled code of its kernels. Code is current if its program's text is unchanged. That
 * text is only generated again when some definition has changed. */
#include "launch/launcher.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "launch/explain_name.h"
#include "ptx/ptx.h"

struct launcher *launcher_new(struct lang *lang, struct sources *sources, struct compiler *compiler,
                              const char *device, uint64_t memory, const struct launch_hooks *hooks,
                              const atomic_bool *interrupt)
{
    struct launcher *l = xcalloc(1, sizeof *l);
    l->lang = lang;
    l->sources = sources;
    l->compiler = compiler;
    l->device_name = device ? xstrdup(device) : NULL;
    l->memory = memory;
    l->gpu.keep_limit = UINT64_MAX;
    l->replay = true;
    l->hooks = *hooks;
    l->interrupt = interrupt;
    l->version = 1;
    return l;
}

void launcher_host(struct launcher *l, bool (*is_host)(void *user, uint64_t addr), void *user)
{
    l->is_host = is_host;
    l->is_host_user = user;
}

void launcher_full(struct launcher *l, void (*full)(void *user, struct diags *out, struct diag *d),
                   void *user)
{
    l->full = full;
    l->full_user = user;
}

static void entry_free(struct launcher *l, struct entry *e)
{
    VEC_EACH (in, &e->loaded) {
        if (!e->of_image)
            device_unload(in->device, &in->module);
        VEC_FREE(&in->copies);
    }
    VEC_FREE(&e->loaded);
    compiled_free(&e->compiled);
    VEC_PUSH(&l->old_args, e->template_args); /* a record may name them */
    free(e);
}

void launcher_free(struct launcher **at)
{
    struct launcher *l = *at;
    *at = NULL;
    if (!l)
        return;
    launcher_check_end(l);
    launcher_xray_end(l);
    launcher_profile_free(l);
    VEC_EACH (e, &l->entries)
        entry_free(l, *e);
    images_close(l);
    symbols_forget(l, NULL);
    VEC_EACH (h, &l->holders)
        free(*h);
    VEC_FREE(&l->variables);
    VEC_FREE(&l->holders);
    VEC_EACH (d, &l->dynamic_limits)
        free(d->template_args);
    VEC_FREE(&l->dynamic_limits);
    pointer_map_free(&l->birth_of);
    VEC_FREE(&l->births);
    made_free(l);
    VEC_FREE(&l->entries);
    launch_records_clear(l);
    VEC_FREE(&l->records);
    launch_times_free(&l->folded);
    VEC_FREE(&l->folded);
    launch_times_free(&l->past_folded);
    VEC_FREE(&l->past_folded);
    VEC_FREE(&l->old_args);
    VEC_FREE(&l->past);
    VEC_FREE(&l->waiting);
    launcher_devices_close(l);
    images_free(l);
    free(l->device_name);
    free(l);
}

void launcher_count(struct launcher *l, bool yes)
{
    l->counts = yes;
}

bool launcher_counts(const struct launcher *l)
{
    return l->counts;
}

/* ---- code ---- */

static bool for_debugger(const struct launcher *l)
{
    return l->debugger && !l->optimised;
}

/* Whether the kernel's shared arrays are to check their indices. */
static bool wants_bounds(const struct launcher *l, const struct kernel *k)
{
    return launcher_checking(l) && !k->made;
}

/* All devices of one kind and architecture share the code. */
static struct entry *find(struct launcher *l, const struct kernel *k, const char *template_args)
{
    int arch = l->device ? device_props(l->device)->arch : 0;
    bool cubin = l->device && device_props(l->device)->wants_cubin,
         only = l->device && device_props(l->device)->arch_only;
    VEC_EACH (e, &l->entries)
        if ((*e)->kernel == k && (*e)->arch == arch && (*e)->only == only && (*e)->cubin == cubin &&
            (*e)->debug == for_debugger(l) && (*e)->bounds == wants_bounds(l, k) &&
            launch_same_args((*e)->template_args, template_args))
            return *e;
    return NULL;
}

static void drop(struct launcher *l, struct entry *e)
{
    for (size_t i = 0; i < l->entries.n; i++)
        if (l->entries.at[i] == e)
            l->entries.at[i] = l->entries.at[--l->entries.n];
    symbols_unload(l, e);
    entry_free(l, e);
}

void launch_image_unload(struct launcher *l, struct launch_image *image)
{
    struct symbol *s;
    for (size_t n = 0; (s = launch_image_nth(image, n)); n++)
        for (size_t i = l->entries.n; i-- > 0;)
            if (l->entries.at[i]->kernel == s->kernel)
                drop(l, l->entries.at[i]);
    image_unload(image);
}

static struct compile_target target_of(struct launcher *l, struct diags *out, struct span at,
                                       bool *ok)
{
    struct device *d = launcher_device(l, out, at);
    *ok = d;
    return d ? (struct compile_target){.arch = device_props(d)->arch,
                                       .only = device_props(d)->arch_only,
                                       .cubin = device_props(d)->wants_cubin,
                                       .debug = for_debugger(l),
                                       .driver = device_props(d)->driver}
             : (struct compile_target){0};
}

/* NVRTC's messages about a template's arguments have no line in its program: they belong to the launch. */
static void place_diags(struct diag *first, struct span at)
{
    for (struct diag *d = first; d; d = d->next)
        if (!d->at.source)
            d->at = at;
}

/* u: the cell that is not defined yet, or NULL. */
static struct entry *compile(struct launcher *l, const struct unit *u, struct kernel *k,
                             const char *template_args, const struct device_program *program,
                             struct diags *out, struct span at)
{
    bool ok;
    if (!launch_program_has(program, k->def)) {
        diag_error(out, DIAG_LAUNCH, at, "kernel '%s' no longer exists: its name was redefined",
                   k->name);
        return NULL;
    }
    struct compile_target target = target_of(l, out, at, &ok);
    struct compiled compiled = {0};
    struct diag *before = out->last;
    ok = ok && compile_kernel(l->compiler, l->sources, program, k->def, template_args, target, out,
                              &compiled);
    place_diags(before ? before->next : out->first, at);
    launch_explain_names(l->lang, u, out, before ? before->next : out->first);
    if (!ok)
        return NULL;
    struct entry *e = xcalloc(1, sizeof *e);
    *e = (struct entry){.kernel = k,
                        .template_args = template_args ? xstrdup(template_args) : NULL,
                        .compiled = compiled,
                        .arch = target.arch,
                        .only = target.only,
                        .cubin = target.cubin,
                        .debug = target.debug};
    VEC_PUSH(&l->entries, e);
    return e;
}

/* Kernels of our own headers are many and mostly unused: they are compiled at their first launch. */
static bool is_library(const struct launcher *l, const struct device_def *def)
{
    const struct source *src = source_get(l->sources, def->at.source);
    return src && src->kind == SOURCE_BUILTIN;
}

bool launch_compile(struct launcher *l, const struct unit *u, struct diags *out)
{
    struct device_program program = {0};
    lang_device_program(l->lang, u, &program);
    bool ok = true;
    for (uint32_t i = 0; i < u->device_def_count; i++) {
        const struct device_def *def = u->device_defs[i];
        if (def->kind == DEVICE_KERNEL && !def->kernel->template_count &&
            launch_program_has(&program, def) && !is_library(l, def))
            ok &= compile(l, u, def->kernel, NULL, &program, out, def->at) != NULL;
    }
    free(program.defs);
    return ok;
}

/* The code of the unit's own kernels, or of older kernels with their names. */
static void drop_entries(struct launcher *l, const struct unit *u, bool own)
{
    for (uint32_t i = 0; i < u->device_def_count; i++) {
        const struct device_def *def = u->device_defs[i];
        for (size_t k = l->entries.n; def->kind == DEVICE_KERNEL && k-- > 0;) {
            struct entry *e = l->entries.at[k];
            if (own ? e->kernel == def->kernel
                    : e->kernel != def->kernel && e->kernel->name == def->kernel->name)
                drop(l, e);
        }
    }
}

/* A redefined variable starts with its initial value: so do the modules that hold it. */
static void drop_variables(struct launcher *l, const struct unit *u)
{
    for (uint32_t i = 0; i < u->device_def_count; i++) {
        const struct device_def *def = u->device_defs[i];
        if (def->kind != DEVICE_VARIABLE || !def->name)
            continue;
        symbols_forget(l, def->full_name);
        for (size_t k = l->entries.n; k-- > 0;) {
            struct entry *e = l->entries.at[k];
            bool holds = false;
            VEC_EACH (in, &e->loaded)
                VEC_EACH (copy, &in->copies)
                    holds |= copy->name == def->full_name;
            if (holds)
                drop(l, e);
        }
    }
}

void launch_commit(struct launcher *l, const struct unit *u)
{
    drop_entries(l, u, false);
    drop_variables(l, u);
    l->version += u->device_def_count != 0;
}

void launcher_drop_code(struct launcher *l)
{
    while (l->entries.n) {
        struct entry *e = l->entries.at[--l->entries.n];
        entry_free(l, e);
    }
}

void launch_abandon(struct launcher *l, const struct unit *u)
{
    drop_entries(l, u, true);
}

/* Whether the entry matches the current definitions. */
static bool is_current(struct launcher *l, struct entry *e, const struct device_program *program)
{
    struct buf text = {0};
    emit_program(&text, NULL, l->sources, program, e->kernel->def, e->template_args);
    bool same = e->compiled.source && text.p && !strcmp(text.p, e->compiled.source);
    buf_free(&text);
    if (same)
        e->checked = l->version;
    return same;
}

struct loaded_code *launch_loaded(const struct launcher *l, const struct entry *e)
{
    VEC_EACH (in, &e->loaded)
        if (in->device == l->device)
            return in;
    return NULL;
}

/* NVRTC makes no code of a declaration, and no error. */
static void say_undefined(const struct kernel *k, struct diags *out, struct span at)
{
    struct diag *d =
        diag_error(out, DIAG_NAME, at, "kernel '%s' is declared but not defined", k->name);
    diag_note(out, d, k->at, "declared here");
    diag_help(out, d,
              "define it before the launch: here, in another cell, or in a file beside "
              "the program");
}

static bool load(struct launcher *l, struct entry *e, struct diags *out, struct span at)
{
    if (launch_loaded(l, e))
        return true;
    struct device *d = launcher_device(l, out, at);
    struct device_module *m = NULL;
    if (e->of_image)
        m = image_module_on(l, e->kernel, out, at);
    else if (d)
        m = device_load(d, e->compiled.image, e->compiled.size, out, at);
    if (!m)
        return false;
    struct loaded_code in = {d, m, device_kernel(m, e->compiled.lowered), {0}};
    if (!in.kernel) { /* of a GPU that has just been lost, or of a kernel without a body */
        struct device_fault f;
        if (!e->of_image)
            device_unload(d, &m);
        if (launch_status(l, device_sync(d, DEVICE_ALL_STREAMS, &f), &f, out, at))
            say_undefined(e->kernel, out, at);
        return false;
    }
    const struct ptx_module *ptx = device_module_ptx(m);
    facts_read(&e->facts, ptx ? ptx_entry_named(ptx, e->compiled.lowered) : NULL);
    if (!e->of_image)
        symbols_loaded(l, &in);
    VEC_PUSH(&e->loaded, in);
    return true;
}

/* The text whose arrays check the most indices, if the program suits it. Messages were given when the kernel was defined, or follow. */
static struct entry *compile_bounded(struct launcher *l, struct kernel *k,
                                     const char *template_args, struct device_program *program,
                                     struct span at)
{
    struct entry *e = NULL;
    for (uint8_t level = BOUNDS_MEMBERS; !e && level; level--) {
        struct diags unheard = {0};
        program->bounds = level;
        e = compile(l, NULL, k, template_args, program, &unheard, at);
        diags_free(&unheard);
    }
    return e;
}

/* The entry if its text still matches the definitions, else a new one in its place. */
static struct entry *bring_up_to_date(struct launcher *l, struct entry *e, struct kernel *k,
                                      const char *template_args, struct diags *out, struct span at)
{
    struct device_program program = {0};
    bool wanted = wants_bounds(l, k);
    launch_program(l, k, &program);
    program.bounds = e ? e->level : BOUNDS_NONE;
    if (e && !is_current(l, e, &program)) {
        drop(l, e);
        e = NULL;
    }
    bool fresh = !e;
    if (fresh && wanted)
        e = compile_bounded(l, k, template_args, &program, at);
    if (!e) {
        program.bounds = BOUNDS_NONE;
        e = compile(l, NULL, k, template_args, &program, out, at);
    }
    if (e && fresh) {
        e->bounds = wanted;
        e->level = program.bounds;
    }
    free(program.defs);
    return e;
}

/* A kernel of an image needs no compilation. NULL: a diag. */
static struct entry *image_entry(struct launcher *l, struct kernel *k, struct diags *out,
                                 struct span at)
{
    const char *lowered;
    if (image_unloaded(k)) {
        diag_error(out, DIAG_LAUNCH, at, "the module of '%s' has been unloaded", k->name);
        return NULL;
    }
    image_text(k, &lowered);
    bool ok;
    struct compile_target target = target_of(l, out, at, &ok);
    if (!ok)
        return NULL;
    struct entry *e = xcalloc(1, sizeof *e);
    *e = (struct entry){.kernel = k,
                        .compiled = {.lowered = xstrdup(lowered)},
                        .arch = target.arch,
                        .only = target.only,
                        .cubin = target.cubin,
                        .debug = target.debug,
                        .of_image = true,
                        .bounds = wants_bounds(l, k)};
    VEC_PUSH(&l->entries, e);
    return e;
}

/* The entry for the current definitions. */
static struct entry *entry_of(struct launcher *l, struct kernel *k, const char *template_args,
                              struct diags *out, struct span at)
{
    struct entry *e = find(l, k, template_args);
    if (k->image)
        return e ? e : image_entry(l, k, out, at);
    bool current = e && e->checked == l->version;
    return current ? e : bring_up_to_date(l, e, k, template_args, out, at);
}

struct entry *launch_entry(struct launcher *l, struct kernel *k, const char *template_args,
                           struct diags *out, struct span at)
{
    struct entry *e = entry_of(l, k, template_args, out, at);
    return e && load(l, e, out, at) ? e : NULL;
}

const struct compiled *launch_code(struct launcher *l, struct kernel *k, const char *template_args,
                                   struct diags *out, struct span at,
                                   const struct device_kernel **out_kernel)
{
    struct entry *e = entry_of(l, k, template_args, out, at);
    if (!e || (out_kernel && !load(l, e, out, at)))
        return NULL;
    if (out_kernel)
        *out_kernel = launch_loaded(l, e)->kernel;
    return &e->compiled;
}

const struct code_facts *launch_facts(struct launcher *l, const struct kernel *k,
                                      const char *template_args)
{
    const struct entry *e = find(l, k, template_args);
    return e && e->loaded.n ? &e->facts : NULL;
}

void launch_watch(struct launcher *l, const struct launch_watch *w)
{
    l->watch = w ? *w : (struct launch_watch){0};
}

bool launch_hold(struct launcher *l, struct kernel *k, struct diags *out, struct span at)
{
    struct device_program program = {0};
    launch_program(l, k, &program);
    struct entry *e = find(l, k, NULL);
    if (!e)
        e = compile(l, NULL, k, NULL, &program, out, at);
    free(program.defs);
    return e && load(l, e, out, at);
}
