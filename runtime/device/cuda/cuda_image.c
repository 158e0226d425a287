/* SPDX-License-Identifier: Apache-2.0 */
/* Textures and surfaces of the client. The texels of a CUDA array are plain device memory, so shadow copies and copies treat them as any memory;
 * the texture units read a second form in the worker, the picture. It is made again before a launch if the texels have changed, and
 * the texels are read back from it before they are used if a kernel may have written to it through a surface. Next: worker_image.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cuda/cuda.h"

/* ---- pictures ---- */

static bool call_picture(struct cuda_device *d, const struct picture *p, bool make)
{
    struct command_picture *c = talk_command(d, sizeof *c, OP_PICTURE);
    if (!c)
        return false;
    c->id = p->id;
    c->make = make;
    c->image = p->image;
    return talk_call(d, c) && !d->done.status;
}

static void copy_texels(struct cuda_device *d, const struct picture *p, bool to_picture)
{
    struct command_texels *c = talk_command(d, sizeof *c, OP_TEXELS);
    if (!c)
        return;
    c->address = p->image.address;
    c->id = p->id;
    c->to_picture = to_picture;
    talk_send(d, c);
}

static bool same_shape(const struct device_image *a, const struct device_image *b)
{
    return a->address == b->address && a->width == b->width && a->height == b->height &&
           a->depth == b->depth && a->layers == b->layers && a->channels == b->channels &&
           a->bits == b->bits && a->kind == b->kind && a->cube == b->cube;
}

static struct picture *picture_for(struct cuda_device *d, const struct device_image *i)
{
    uint32_t id = 0;
    VEC_EACH (p, &d->pictures)
        if (*p && same_shape(&(*p)->image, i))
            return *p;
    while (id < d->pictures.n && d->pictures.at[id])
        id++;
    struct picture *p = xcalloc(1, sizeof *p);
    *p = (struct picture){.id = id, .image = *i};
    if (!call_picture(d, p, true)) {
        free(p);
        return NULL;
    }
    if (id == d->pictures.n)
        VEC_PUSH(&d->pictures, NULL);
    return d->pictures.at[id] = p;
}

static void leave_picture(struct cuda_device *d, struct picture *p)
{
    if (--p->users)
        return;
    image_home(d, memory_find(d, p->image.address));
    if (d->awake)
        call_picture(d, p, false);
    d->pictures.at[p->id] = NULL;
    free(p);
}

void image_home(struct cuda_device *d, struct content *c)
{
    for (size_t i = 0; c && d->awake && i < d->pictures.n; i++) {
        struct picture *p = d->pictures.at[i];
        if (!p || !p->newer || p->image.address != c->start)
            continue;
        p->newer = false;
        copy_texels(d, p, false);
    }
}

void image_home_all(struct cuda_device *d)
{
    for (size_t i = 0; i < d->pictures.n; i++)
        if (d->pictures.at[i])
            image_home(d, memory_find(d, d->pictures.at[i]->image.address));
}

/* ---- handles ---- */

static uint64_t call_image(struct cuda_device *d, const struct image_object *o)
{
    struct command_image *c = talk_command(d, sizeof *c, OP_IMAGE);
    if (!c)
        return 0;
    c->make = true;
    c->handle = o->handle;
    c->surface = o->surface;
    c->picture = o->picture ? o->picture->id : NO_PICTURE;
    c->image = o->image;
    c->sampler = o->sampler;
    return talk_call(d, c) && !d->done.status ? d->done.image : 0; /* 0 is no handle */
}

static bool make_object(struct cuda_device *d, struct image_object *o)
{
    if (o->image.array && !(o->picture = picture_for(d, &o->image)))
        return false;
    if (o->picture)
        o->picture->users++;
    if ((o->handle = call_image(d, o)))
        return true;
    if (o->picture)
        leave_picture(d, o->picture);
    return false;
}

uint64_t image_new(struct cuda_device *d, const struct device_image *i,
                   const struct device_sampler *s)
{
    enum { TRIES = 2 };

    struct image_object *o = xcalloc(1, sizeof *o);
    bool ok = false;
    for (int k = 0; k < TRIES && !ok && cuda_wake(d) && (i->array || s); k++) {
        *o = (struct image_object){.image = *i, .surface = !s};
        if (s)
            o->sampler = *s;
        ok = make_object(d, o);
        if (!ok && d->awake)
            break; /* refused; if the worker was lost, a new one is asked again */
    }
    if (!ok) {
        free(o);
        return 0;
    }
    struct content *c = memory_find(d, i->address);
    if (c)
        c->given = true; /* kernels reach it */
    VEC_PUSH(&d->images, o);
    return o->handle;
}

static void drop_object(struct cuda_device *d, size_t k)
{
    struct image_object *o = d->images.at[k];
    struct command_image *c = d->awake && !o->lost ? talk_command(d, sizeof *c, OP_IMAGE) : NULL;
    if (c) {
        c->handle = o->handle;
        c->surface = o->surface;
        talk_call(d, c);
    }
    if (o->picture)
        leave_picture(d, o->picture);
    free(o);
    memmove(d->images.at + k, d->images.at + k + 1, (d->images.n - k - 1) * sizeof *d->images.at);
    d->images.n--;
}

bool image_free(struct cuda_device *d, uint64_t handle, bool surface)
{
    for (size_t k = 0; k < d->images.n; k++) {
        if (d->images.at[k]->handle != handle || d->images.at[k]->surface != surface)
            continue;
        drop_object(d, k);
        return true;
    }
    return false;
}

void image_forget(struct cuda_device *d, const struct content *c)
{
    for (size_t k = d->images.n; k--;)
        if (d->images.at[k]->image.address - c->start < (c->size ? c->size : 1))
            drop_object(d, k);
}

/* ---- launches ---- */

static bool mentions(const struct device_launch *l, uint64_t handle)
{
    uint64_t word;
    for (size_t i = 0; i + sizeof word <= l->params_size; i += sizeof word) {
        memcpy(&word, (const char *) l->params + i, sizeof word);
        if (word == handle)
            return true;
    }
    return false;
}

/* A launch is refused if its texture has lost its texels, or if the handle belongs to another image now. */
static const struct image_object *find_lost(struct cuda_device *d, const struct device_launch *l)
{
    VEC_EACH (o, &d->images) {
        const struct content *c = memory_find(d, (*o)->image.address);
        bool gone = (*o)->lost || !c || (c->lost && !(*o)->surface);
        if (gone && mentions(l, (*o)->handle))
            return *o;
    }
    return NULL;
}

bool image_prepare(struct cuda_device *d, const struct device_launch *l)
{
    const struct image_object *lost = find_lost(d, l);
    if (lost) {
        d->fault = (struct device_fault){.kind = FAULT_LOST, .unplaced = true, .tag = l->tag};
        snprintf(d->fault.kernel, sizeof d->fault.kernel, "%s", l->kernel->info.name);
        snprintf(d->fault.text, sizeof d->fault.text,
                 "a %s of it was lost with the GPU context; %s",
                 lost->surface ? "surface" : "texture",
                 lost->lost ? "make it again" : "fill its memory before reading it");
        return false;
    }
    VEC_EACH (p, &d->pictures) {
        struct content *c = *p ? memory_find(d, (*p)->image.address) : NULL;
        if (c && (!(*p)->filled || (*p)->seen != c->changes)) {
            (*p)->filled = true;
            (*p)->seen = c->changes;
            copy_texels(d, *p, true);
        }
    }
    return true;
}

void image_launched(struct cuda_device *d)
{
    VEC_EACH (o, &d->images)
        if ((*o)->surface && (*o)->picture)
            (*o)->picture->newer = true;
}

/* ---- a new worker ---- */

bool image_restore(struct cuda_device *d)
{
    VEC_EACH (p, &d->pictures) {
        if (!*p)
            continue;
        (*p)->newer = (*p)->filled = false;
        if (!call_picture(d, *p, true))
            return false;
    }
    VEC_EACH (o, &d->images) {
        bool there = memory_find(d, (*o)->image.address), before = (*o)->failed;
        (*o)->lost = !there || call_image(d, *o) != (*o)->handle;
        (*o)->failed = there && (!d->worker.pid || d->done.status);
        if ((*o)->failed && !before)
            return false; /* the next worker may be able to */
    }
    return true;
}

void image_each(struct cuda_device *d,
                void (*see)(void *user, uint64_t handle, const struct device_image *i,
                            const struct device_sampler *s),
                void *user)
{
    VEC_EACH (o, &d->images)
        see(user, (*o)->handle, &(*o)->image, (*o)->surface ? NULL : &(*o)->sampler);
}

void image_close(struct cuda_device *d)
{
    VEC_EACH (o, &d->images)
        free(*o);
    VEC_EACH (p, &d->pictures)
        free(*p);
    VEC_FREE(&d->images);
    VEC_FREE(&d->pictures);
}
