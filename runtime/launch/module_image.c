/* SPDX-License-Identifier: Apache-2.0 */
/* Modules that the program loads itself (cuModuleLoadData): PTX of its own, whose kernels are launched as all others are. An image is loaded on
 * each device where one of its kernels is launched; its variables belong to it and are not the session's. Next: launcher.c, which makes
 * entries of its kernels. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "launch/launcher.h"

struct image_module { /* an image on a device */
    struct device *device;
    struct device_module *module;
};

struct image_kernel {
    struct launch_image *image;
    struct kernel kernel;
    struct device_def def;
    struct symbol symbol;
    char name[128]; /* in the program */
    char *lowered;  /* in the PTX */
};

struct launch_image {
    char *text;
    size_t size;
    struct span at;
    bool unloaded;
    VEC(struct image_module) modules;
    VEC(struct image_kernel *) kernels;
};

struct device_module *image_module_on(struct launcher *l, const struct kernel *k, struct diags *out,
                                      struct span at)
{
    const struct image_kernel *of = k->image;
    return launch_image_module(l, of->image, out, at);
}

struct device_module *launch_image_module(struct launcher *l, struct launch_image *image,
                                          struct diags *out, struct span at)
{
    struct device *d = launcher_device(l, out, at);
    if (!d)
        return NULL;
    VEC_EACH (m, &image->modules)
        if (m->device == d)
            return m->module;
    struct device_module *m = device_load(d, image->text, image->size, out, at);
    if (m)
        VEC_PUSH(&image->modules, ((struct image_module){d, m}));
    return m;
}

struct launch_image *launch_image_load(struct launcher *l, struct str ptx, struct diags *out,
                                       struct span at)
{
    struct launch_image *image = xcalloc(1, sizeof *image);
    image->text = xstrndup(ptx.p, ptx.n);
    image->size = ptx.n;
    image->at = at;
    VEC_PUSH(&l->images, image);
    if (launch_image_module(l, image, out, at))
        return image;
    image->unloaded = true;
    return NULL;
}

struct symbol *launch_image_function(struct launcher *l, struct launch_image *image,
                                     const char *name, struct diags *out, struct span at)
{
    VEC_EACH (known, &image->kernels)
        if (!strcmp((*known)->lowered, name))
            return &(*known)->symbol;
    struct device_module *m = launch_image_module(l, image, out, at);
    if (!m || !device_kernel(m, name))
        return NULL;
    struct image_kernel *k = xcalloc(1, sizeof *k);
    VEC_PUSH(&image->kernels, k);
    k->image = image;
    k->lowered = xstrdup(name);
    device_plain_name(k->name, sizeof k->name, name);
    k->kernel = (struct kernel){.name = k->name, .at = image->at, .def = &k->def, .image = k};
    k->def = (struct device_def){.kind = DEVICE_KERNEL,
                                 .name = k->name,
                                 .at = image->at,
                                 .order = UINT32_MAX,
                                 .kernel = &k->kernel};
    k->symbol = (struct symbol){
        .kind = SYMBOL_KERNEL, .name = k->name, .at = image->at, .kernel = &k->kernel};
    return &k->symbol;
}

struct symbol *launch_image_nth(const struct launch_image *image, size_t i)
{
    return i < image->kernels.n ? &image->kernels.at[i]->symbol : NULL;
}

void image_unload(struct launch_image *image)
{
    VEC_EACH (m, &image->modules)
        device_unload(m->device, &m->module);
    VEC_FREE(&image->modules);
    image->unloaded = true;
}

struct str image_text(const struct kernel *k, const char **out_lowered)
{
    const struct image_kernel *of = k->image;
    *out_lowered = of->lowered;
    return (struct str){of->image->text, of->image->size};
}

bool image_unloaded(const struct kernel *k)
{
    const struct image_kernel *of = k->image;
    return of->image->unloaded;
}

void images_close(struct launcher *l)
{
    VEC_EACH (image, &l->images)
        image_unload(*image);
}

void images_free(struct launcher *l)
{
    VEC_EACH (image, &l->images) {
        VEC_EACH (k, &(*image)->kernels) {
            free((*k)->lowered);
            free(*k);
        }
        VEC_FREE(&(*image)->kernels);
        free((*image)->text);
        free(*image);
    }
    VEC_FREE(&l->images);
    VEC_EACH (t, &l->texts)
        compiler_text_free(t);
    VEC_FREE(&l->texts);
}

/* ---- texts that the program compiles itself ---- */

struct compiler_text *launch_text_new(struct launcher *l, const char *source, const char *name)
{
    const struct source *known = source_named(l->sources, name);
    size_t n = strlen(source);
    if (!known || known->text.n != n || memcmp(known->text.p, source, n) != 0)
        known = sources_add(l->sources, SOURCE_FILE, name, source, n);
    struct compiler_text *t = compiler_text_new(source, known->name);
    VEC_PUSH(&l->texts, t);
    return t;
}

void launch_text_free(struct launcher *l, struct compiler_text *t)
{
    for (size_t i = l->texts.n; i-- > 0;)
        if (l->texts.at[i] == t)
            VEC_REMOVE(&l->texts, i);
    compiler_text_free(&t);
}

bool launch_text_compile(struct launcher *l, struct compiler_text *t, const char *const *options,
                         int count, struct diags *out, struct span at)
{
    return compiler_text_compile(l->compiler, l->sources, t, options, count, out, at);
}

const char *launch_nvrtc_version(struct launcher *l, struct diags *out, struct span at)
{
    return compiler_load(l->compiler, out, at) ? compiler_version(l->compiler, NULL) : NULL;
}

int launch_nvrtc_archs(struct launcher *l, int *archs, int room, struct diags *out, struct span at)
{
    return compiler_load(l->compiler, out, at) ? compiler_archs(l->compiler, archs, room) : -1;
}
