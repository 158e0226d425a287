/* SPDX-License-Identifier: Apache-2.0 */
/* Only the cpu device shows what each thread does. In a session on a GPU, launches that are checked or drawn run there on copies of the
 * GPU's memory: before each launch all arrays and variables are copied in, with addresses of the GPU translated, and after it what has changed
 * is copied back. So the session goes on as if the launch had run on the GPU. Next: replay.c, which locates a GPU's fault in the same way. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/device_image.h"
#include "launch/launcher.h"

static const uint64_t BYTES_MOST = (uint64_t) 1 << 30;

struct copied { /* an allocation or a variable of the GPU, and its counterpart on the cpu device */
    uint64_t start, size, at;
    bool variable;
    bool seen;    /* it is still there */
    char *before; /* the GPU's bytes before the launch; NULL: no launch is running */
};

struct mirror {
    struct device *gpu, *cpu;
    VEC(struct copied) list;
    bool images;
};

/* ---- addresses ---- */

static uint64_t moved(uint64_t word, uint64_t from, uint64_t size, uint64_t to)
{
    return word - from < size || (word == from && !size) ? to + (word - from) : word;
}

/* Translates words that are addresses of the one device into those of the other. */
static void translate(const struct mirror *m, void *bytes, uint64_t n, bool back)
{
    struct device *from = back ? m->cpu : m->gpu;
    uint64_t word;
    for (uint64_t i = 0; i + sizeof word <= n; i += sizeof word) {
        memcpy(&word, (char *) bytes + i, sizeof word);
        uint64_t was = word;
        if (!word || !device_owns(from, word))
            continue;
        for (size_t k = 0; k < m->list.n && word == was; k++) {
            const struct copied *c = m->list.at + k;
            word = back ? moved(word, c->at, c->size, c->start)
                        : moved(word, c->start, c->size, c->at);
        }
        memcpy((char *) bytes + i, &word, sizeof word);
    }
}

/* ---- what there is to copy ---- */

static void forget(struct mirror *m, size_t i)
{
    struct diags unheard = {0};
    struct copied *c = m->list.at + i;
    if (!c->variable)
        device_free(m->cpu, c->at, &unheard, (struct span){0});
    free(c->before);
    *c = VEC_LAST(&m->list);
    m->list.n--;
    diags_free(&unheard);
}

static void see_allocation(void *user, const struct device_allocation *a, bool variable)
{
    struct mirror *m = user;
    if (variable)
        return;
    VEC_EACH (c, &m->list)
        if (!c->variable && c->start == a->start && c->size == a->size) {
            c->seen = true;
            device_name(m->cpu, c->at, a->name);
            return;
        }
    VEC_PUSH(&m->list, ((struct copied){.start = a->start, .size = a->size, .seen = true}));
}

static void see_image(void *user, uint64_t handle, const struct device_image *i,
                      const struct device_sampler *s)
{
    ((struct mirror *) user)->images = true;
}

static bool too_large(const struct mirror *m, struct diags *out, struct span at)
{
    uint64_t bytes = 0;
    VEC_EACH (c, &m->list)
        bytes += c->size;
    if (bytes <= BYTES_MOST)
        return false;
    diag_help(out,
              diag_error(out, DIAG_DEVICE, at,
                         "the GPU's arrays have %llu MiB, and a launch that is observed runs on a "
                         "copy of up to %llu MiB",
                         (unsigned long long) (bytes >> 20),
                         (unsigned long long) (BYTES_MOST >> 20)),
              "free some of them, or select the cpu device with %%device cpu before they are made");
    return true;
}

/* An allocation for each one of the GPU, with its name. */
static bool list_allocations(struct mirror *m, struct diags *out, struct span at)
{
    struct device_allocation a;
    VEC_EACH (c, &m->list)
        c->seen = false;
    device_each(m->gpu, see_allocation, m);
    for (size_t i = m->list.n; i-- > 0;)
        if (!m->list.at[i].seen)
            forget(m, i);
    if (too_large(m, out, at))
        return false;
    VEC_EACH (c, &m->list) {
        if (c->at)
            continue;
        if (!device_alloc(m->cpu, c->size, out, at, &c->at))
            return false;
        if (device_find(m->gpu, c->start, &a))
            device_name(m->cpu, c->at, a.name);
    }
    return true;
}

/* Variables, after the code of the launch has been loaded on both devices. */
static void list_variables(struct launcher *l, struct mirror *m)
{
    VEC_EACH (of, &l->variables) {
        struct device *current = l->device;
        l->device = m->cpu;
        const struct variable *v = symbol_variable(l, (*of)->name);
        l->device = current;
        if ((*of)->device == m->gpu && (*of)->place && v && v->place && v->size == (*of)->size)
            VEC_PUSH(
                &m->list,
                ((struct copied){
                    .start = (*of)->place, .size = v->size, .at = v->place, .variable = true}));
    }
}

/* ---- copies ---- */

static bool copy_in(struct mirror *m)
{
    struct device_fault f;
    VEC_EACH (c, &m->list) {
        c->before = xcalloc(1, c->size + 1);
        if (device_read(m->gpu, c->before, c->start, c->size, &f) != DEVICE_OK)
            return false;
        char *bytes = xcalloc(1, c->size + 1);
        memcpy(bytes, c->before, c->size);
        translate(m, bytes, c->size, false);
        device_write(m->cpu, c->at, bytes, c->size, &f);
        free(bytes);
    }
    return true;
}

static void copy_back(struct mirror *m)
{
    struct device_fault f;
    VEC_EACH (c, &m->list) {
        char *bytes = xcalloc(1, c->size + 1);
        if (c->before && device_read(m->cpu, bytes, c->at, c->size, &f) == DEVICE_OK) {
            translate(m, bytes, c->size, true);
            if (memcmp(bytes, c->before, c->size))
                device_write(m->gpu, c->start, bytes, c->size, &f);
        }
        free(bytes);
        free(c->before);
        c->before = NULL;
    }
    for (size_t i = m->list.n; i-- > 0;)
        if (m->list.at[i].variable)
            forget(m, i);
}

/* ---- a launch ---- */

struct device *mirror_open(struct launcher *l, struct diags *out, struct span at)
{
    struct device *d = launcher_device(l, out, at);
    if (!d || device_is_cpu(device_props(d)))
        return d;
    if (l->mirror && l->mirror->gpu == d)
        return l->mirror->cpu;
    mirror_close(l);
    if (l->mirror) {
        diag_error(out, DIAG_DEVICE, at, "launches of device '%s' are being observed",
                   device_props(l->mirror->gpu)->id);
        return NULL;
    }
    struct device *cpu = launcher_open(l, "cpu", out, at);
    if (!cpu)
        return NULL;
    l->mirror = xcalloc(1, sizeof *l->mirror);
    *l->mirror = (struct mirror){.gpu = d, .cpu = cpu};
    return cpu;
}

void mirror_close(struct launcher *l)
{
    if (!l->mirror || l->checker || l->xray || l->stores)
        return;
    while (l->mirror->list.n)
        forget(l->mirror, 0);
    VEC_FREE(&l->mirror->list);
    free(l->mirror);
    l->mirror = NULL;
}

uint64_t mirror_address(const struct launcher *l, uint64_t address)
{
    uint64_t word = address;
    if (l->mirror && l->mirror->gpu == l->device)
        translate(l->mirror, &word, sizeof word, false);
    return word;
}

bool mirror_concerns(const struct launcher *l)
{
    return l->mirror && l->device == l->mirror->gpu;
}

struct device *launcher_observed(const struct launcher *l)
{
    return l->mirror ? l->mirror->cpu : l->device;
}

bool mirror_enter(struct launcher *l, const struct launch_request *r, struct mirrored *out_request,
                  struct diags *out)
{
    struct mirror *m = l->mirror;
    struct launch_arg *args = xcalloc(r->arg_count + 1, sizeof *args);
    *out_request = (struct mirrored){.request = *r, .args = args};
    out_request->request.args = args;
    out_request->request.stream = 0;
    m->images = false;
    device_each_image(m->gpu, see_image, m);
    if (m->images) {
        diag_help(out,
                  diag_error(out, DIAG_DEVICE, r->at,
                             "a launch that is observed runs on the cpu device, which has none of "
                             "the GPU's textures and surfaces"),
                  "select the cpu device with %%device cpu before they are made");
        return false;
    }
    if (!launch_entry(l, r->kernel, r->template_args, out, r->at) || /* its variables */
        !list_allocations(m, out, r->at))
        return false;
    l->device = m->cpu;
    bool ok = launch_entry(l, r->kernel, r->template_args, out, r->at) != NULL;
    if (ok)
        list_variables(l, m);
    ok = ok && copy_in(m);
    for (uint32_t i = 0; i < r->arg_count; i++) {
        char *bytes = xcalloc(1, r->args[i].size + 1);
        memcpy(bytes, r->args[i].bytes, r->args[i].size);
        translate(m, bytes, r->args[i].size, false);
        args[i] = r->args[i];
        args[i].bytes = bytes;
    }
    return ok;
}

void mirror_leave(struct launcher *l, struct mirrored *request)
{
    struct mirror *m = l->mirror;
    l->device = m->gpu;
    copy_back(m);
    for (uint32_t i = 0; i < request->request.arg_count; i++)
        free((void *) request->args[i].bytes);
    free(request->args);
}
