/* SPDX-License-Identifier: Apache-2.0 */
/* A GPU reports little more than that a launch failed. So the cell's launches up to that one are replayed on a separate
 * cpu device, with the arrays as recovered from the GPU: as they were before the first launch. Addresses are translated in
 * the parameters and in the arrays; textures and surfaces are recreated. The cell's copies and fills between its launches
 * are not replayed. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "device/device_image.h"
#include "device/device_open.h"
#include "launch/launcher.h"

static const uint64_t patience_ns = 10000000000, bytes_most = (uint64_t) 1 << 30;

struct twin { /* an allocation of the GPU, and its counterpart on the cpu device */
    struct device_allocation of;
    uint64_t at;
};

struct image_twin { /* a handle of the GPU's in parameters, and its value on the cpu device */
    uint64_t of, at;
};

struct loaded {
    const struct kernel *kernel;
    const char *template_args;
    struct compiled compiled;
    struct device_module *module;
    const struct device_kernel *code;
};

struct replay {
    struct launcher *l;
    struct device *cpu;
    VEC(struct twin) twins;
    VEC(struct image_twin) images; /* those whose values differ */
    bool no_image;
    VEC(struct loaded) loaded;
    uint64_t bytes, until;
    atomic_bool stop;
    struct poll_hook poll;
    struct diags unheard;
    const char *why_not;
};

static void poll(void *user, const struct progress *p, bool ended)
{
    struct replay *r = user;
    if (clock_ns() > r->until || (r->l->interrupt && atomic_load(r->l->interrupt)))
        atomic_store(&r->stop, true);
}

/* ---- memory ---- */

static void see_allocation(void *user, const struct device_allocation *a, bool variable)
{
    struct replay *r = user;
    if (variable)
        return;
    VEC_PUSH(&r->twins, (struct twin){*a, 0});
    r->bytes += a->size;
}

static bool make_twins(struct replay *r)
{
    device_each(r->l->device, see_allocation, r);
    if (r->bytes > bytes_most) {
        r->why_not = "the arrays are too large";
        return false;
    }
    VEC_EACH (t, &r->twins) {
        if (!device_alloc(r->cpu, t->of.size, &r->unheard, (struct span){0}, &t->at))
            return false;
        device_name(r->cpu, t->at, t->of.name);
    }
    return true;
}

/* Translates a GPU address to the cpu device's; other values are unchanged. */
static uint64_t translated(const struct replay *r, uint64_t word)
{
    if (!device_owns(r->l->device, word))
        return word;
    VEC_EACH (t, &r->twins)
        if (word - t->of.start < t->of.size || word == t->of.start)
            return t->at + (word - t->of.start);
    return word;
}

static void translate(const struct replay *r, void *bytes, uint64_t n)
{
    uint64_t word;
    for (uint64_t i = 0; i + sizeof word <= n; i += sizeof word) {
        memcpy(&word, (char *) bytes + i, sizeof word);
        word = translated(r, word);
        memcpy((char *) bytes + i, &word, sizeof word);
    }
}

/* Lost contents stay zero. */
static void copy_twins(struct replay *r)
{
    struct device_fault f;
    VEC_EACH (t, &r->twins) {
        void *bytes = xcalloc(1, t->of.size + 1);
        if (device_read(r->l->device, bytes, t->of.start, t->of.size, &f) == DEVICE_OK) {
            translate(r, bytes, t->of.size);
            device_write(r->cpu, t->at, bytes, t->of.size, &f);
        }
        free(bytes);
    }
}

/* ---- textures and surfaces ---- */

/* A program may store handles anywhere, and they are small numbers, so the cpu device must produce the same ones. It
 * counts up. Only a handle too large to occur by chance is replaced in the parameters instead. */
static uint64_t make_image(struct replay *r, uint64_t wanted, const struct device_image *i,
                           const struct device_sampler *s)
{
    enum { LARGE = 1 << 20 };

    uint64_t handle = device_image_new(r->cpu, i, s);
    while (handle && wanted < LARGE && handle < wanted) {
        device_image_free(r->cpu, handle, !s);
        handle = device_image_new(r->cpu, i, s);
    }
    if (handle && handle != wanted && wanted >= LARGE) {
        VEC_PUSH(&r->images, (struct image_twin){wanted, handle});
        return wanted;
    }
    return handle;
}

static void see_image(void *user, uint64_t handle, const struct device_image *i,
                      const struct device_sampler *s)
{
    struct replay *r = user;
    struct device_image twin = *i;
    twin.address = translated(r, i->address);
    r->no_image |= twin.address == i->address || make_image(r, handle, &twin, s) != handle;
}

static bool make_images(struct replay *r)
{
    device_each_image(r->l->device, see_image, r);
    if (r->no_image)
        r->why_not = "the textures cannot be recreated there";
    return !r->no_image;
}

static void translate_handles(const struct replay *r, void *params, uint64_t n)
{
    uint64_t word;
    for (uint64_t i = 0; i + sizeof word <= n; i += sizeof word) {
        memcpy(&word, (char *) params + i, sizeof word);
        VEC_EACH (t, &r->images)
            if (t->of == word)
                memcpy((char *) params + i, &t->at, sizeof t->at);
    }
}

/* ---- code ---- */

/* Copies the session's variables from the GPU into the module that is new on the cpu device. */
static void copy_variables(struct replay *r, struct device_module *m)
{
    struct device_fault f;
    VEC_EACH (v, &r->l->variables) {
        uint64_t at, size;
        if (!(*v)->place || !symbol_in(m, (*v)->name, &at, &size) || size != (*v)->size)
            continue;
        void *bytes = xcalloc(1, size + 1);
        if (device_read(r->l->device, bytes, (*v)->place, size, &f) == DEVICE_OK) {
            translate(r, bytes, size);
            device_write(r->cpu, at, bytes, size, &f);
        }
        free(bytes);
    }
}

static void compile_again(struct replay *r, const struct launch_record *rec, struct loaded *n)
{
    struct device_program program = {0};
    struct compile_target target = {.arch = device_props(r->cpu)->arch};
    launch_program(r->l, rec->kernel, &program);
    if (!launch_program_has(&program, rec->kernel->def)) /* redefined since */
        launch_program_add(&program, rec->kernel->def);
    bool ok = compile_kernel(r->l->compiler, r->l->sources, &program, rec->kernel->def,
                             rec->template_args, target, &r->unheard, &n->compiled);
    free(program.defs);
    n->module =
        ok ? device_load(r->cpu, n->compiled.image, n->compiled.size, &r->unheard, (struct span){0})
           : NULL;
    n->code = n->module ? device_kernel(n->module, n->compiled.lowered) : NULL;
    if (n->module)
        copy_variables(r, n->module);
}

static void load_image(struct replay *r, const struct launch_record *rec, struct loaded *n)
{
    const char *lowered;
    struct str text = image_text(rec->kernel, &lowered);
    n->module = device_load(r->cpu, text.p, text.n, &r->unheard, (struct span){0});
    n->code = n->module ? device_kernel(n->module, lowered) : NULL;
}

static const struct device_kernel *code_of(struct replay *r, const struct launch_record *rec)
{
    VEC_EACH (k, &r->loaded)
        if (k->kernel == rec->kernel && launch_same_args(k->template_args, rec->template_args))
            return k->code;
    struct loaded n = {.kernel = rec->kernel, .template_args = rec->template_args};
    (rec->kernel->image ? load_image : compile_again)(r, rec, &n);
    VEC_PUSH(&r->loaded, n);
    return n.code;
}

static bool run_one(struct replay *r, const struct launch_record *rec, uint32_t tag)
{
    const struct device_kernel *k = rec->params ? code_of(r, rec) : NULL;
    if (!k || device_kernel_info(k)->params_size != rec->params_size)
        return false;
    char *params = xcalloc(1, rec->params_size + 1);
    memcpy(params, rec->params, rec->params_size);
    translate(r, params, rec->params_size);
    translate_handles(r, params, rec->params_size);
    struct device_launch launch = {.kernel = k,
                                   .grid = rec->grid,
                                   .block = rec->block,
                                   .shared_dynamic = rec->shared_dynamic,
                                   .params = params,
                                   .params_size = rec->params_size,
                                   .tag = tag,
                                   .cooperative = rec->cooperative,
                                   .cluster = rec->cluster};
    bool ok = device_launch(r->cpu, &launch, &r->unheard, (struct span){0});
    free(params);
    return ok;
}

static bool run_all(struct replay *r, uint32_t last, struct device_fault *out)
{
    struct launcher *l = r->l;
    for (uint32_t tag = l->first_tag; tag != last + 1; tag++) {
        const struct launch_record *rec = launcher_record(l, tag);
        if (!rec || !run_one(r, rec, tag)) {
            r->why_not = "a launch of the cell cannot be replayed";
            return false;
        }
    }
    enum device_status status = device_sync(r->cpu, DEVICE_ALL_STREAMS, out);
    if (status == DEVICE_OK)
        r->why_not = "the same launches ran without a fault";
    else if (status == DEVICE_INTERRUPTED)
        r->why_not = "it took too long";
    return status == DEVICE_FAULT;
}

static void finish(struct replay *r)
{
    VEC_EACH (k, &r->loaded) {
        if (k->module)
            device_unload(r->cpu, &k->module);
        compiled_free(&k->compiled);
    }
    device_close(&r->cpu);
    VEC_FREE(&r->loaded);
    VEC_FREE(&r->twins);
    VEC_FREE(&r->images);
    diags_free(&r->unheard);
}

bool launcher_replay(struct launcher *l, const struct device_fault *f, struct device_fault *out,
                     const char **out_why_not)
{
    struct replay *r = xcalloc(1, sizeof *r); /* threads hold its address */
    r->l = l;
    r->until = clock_ns() + patience_ns;
    r->poll = (struct poll_hook){.user = r, .poll = poll};
    struct device_events events = {.interrupt = &r->stop, .poll = &r->poll};
    r->cpu = launcher_record(l, f->tag) ? cpu_device_open(&events, l->memory, &r->unheard) : NULL;
    bool found = false;
    if (r->cpu && make_twins(r) && make_images(r)) {
        copy_twins(r);
        found = run_all(r, f->tag, out);
    }
    if (found)
        out->nearest.name = out->nearest_name[0] ? out->nearest_name : NULL;
    *out_why_not = r->why_not ? r->why_not : "it cannot be replayed";
    finish(r);
    free(r);
    return found;
}
