/* SPDX-License-Identifier: Apache-2.0 */
/* Textures and surfaces of the worker. An image of plain memory is read in place; that of a CUDA array is a picture, an array of the driver in an
 * order of its own, to and from which texels are copied. Next: cuda_image.c. */
#include <string.h>

#include "base/check.h"
#include "device/cuda/worker.h"

enum { PICTURES_MOST = 1 << 16, TRIES_MOST = 4096 };

static int format_of(const struct device_image *i)
{
    int step = i->bits == 8 ? 0 : i->bits == 16 ? 1 : 2;
    if (i->kind == CHANNEL_FLOAT)
        return i->bits == 16 ? CU_FORMAT_HALF : CU_FORMAT_FLOAT;
    return (i->kind == CHANNEL_SIGNED ? CU_FORMAT_SIGNED_8 : CU_FORMAT_UNSIGNED_8) + step;
}

static bool is_format(const struct device_image *i)
{
    bool channels = i->channels == 1 || i->channels == 2 || i->channels == 4;
    bool bits = i->bits == 16 || i->bits == 32 || (i->bits == 8 && i->kind != CHANNEL_FLOAT);
    return channels && bits && i->width;
}

static bool lacks_images(struct gpu_worker *w)
{
    const struct cu_api *c = &w->cu;
    if (c->cuArray3DCreate_v2 && c->cuArrayDestroy && c->cuMemcpy3DAsync_v2 &&
        c->cuTexObjectCreate && c->cuTexObjectDestroy && c->cuSurfObjectCreate &&
        c->cuSurfObjectDestroy)
        return false;
    worker_refuse(w, CU_NOT_FOUND, "this driver has no texture objects");
    return true;
}

/* ---- pictures ---- */

static struct worker_picture *picture_of(struct gpu_worker *w, uint32_t id)
{
    return id < w->pictures.n ? w->pictures.at[id] : NULL;
}

static bool drop_picture(struct gpu_worker *w, uint32_t id)
{
    struct worker_picture *p = picture_of(w, id);
    if (!p)
        return true;
    struct cu_array *array = p->array;
    w->pictures.at[id] = NULL;
    free(p);
    return DRIVER(w, cuArrayDestroy, array);
}

/* Surfaces have smaller limits than textures; an array beyond them is made without surface access. */
static bool make_array(struct gpu_worker *w, struct worker_picture *p)
{
    p->shape.flags |= CU_ARRAY_SURFACE;
    int status = w->cu.cuArray3DCreate_v2(&p->array, &p->shape);
    if (status != CU_INVALID_VALUE)
        return worker_check(w, status, "cuArray3DCreate_v2");
    p->shape.flags &= ~(unsigned) CU_ARRAY_SURFACE;
    return DRIVER(w, cuArray3DCreate_v2, &p->array, &p->shape);
}

HANDLER(picture)
{
    const struct command_picture *c = (const struct command_picture *) m;
    const struct device_image *i = &c->image;
    if (lacks_images(w))
        return false;
    if (c->id >= PICTURES_MOST || (c->make && (!is_format(i) || picture_of(w, c->id))))
        return worker_refuse(w, CU_PROTOCOL, "this is no picture");
    if (!c->make)
        return drop_picture(w, c->id);
    bool layered = i->layers && !(i->cube && i->layers == 6);
    struct worker_picture *p = xcalloc(1, sizeof *p);
    p->row_bytes = (uint64_t) i->width * i->channels * i->bits / 8;
    p->pitch = i->row_pitch;
    p->rows = i->row_pitch ? i->slice_pitch / i->row_pitch : 0;
    p->shape = (struct cu_array_shape){
        .width = i->width,
        .height = i->height,
        .depth = i->layers ? i->layers : i->depth,
        .format = format_of(i),
        .channels = i->channels,
        .flags = (layered ? CU_ARRAY_LAYERED : 0) | (i->cube ? CU_ARRAY_CUBE : 0),
    };
    if (!make_array(w, p)) {
        free(p);
        return false;
    }
    while (w->pictures.n <= c->id)
        VEC_PUSH(&w->pictures, NULL);
    w->pictures.at[c->id] = p;
    return true;
}

static size_t or_one(size_t n)
{
    return n ? n : 1;
}

HANDLER(texels)
{
    const struct command_texels *c = (const struct command_texels *) m;
    const struct worker_picture *p = picture_of(w, c->id);
    if (!p)
        return worker_refuse(w, CU_PROTOCOL, "there is no such picture");
    struct cu_box plain = {.type = CU_MEMORY_DEVICE,
                           .device = c->address,
                           .pitch = p->pitch,
                           .height = or_one(p->rows)},
                  array = {.type = CU_MEMORY_ARRAY, .array = p->array};
    struct cu_box_copy copy = {.from = c->to_picture ? plain : array,
                               .to = c->to_picture ? array : plain,
                               .width_bytes = p->row_bytes,
                               .height = or_one(p->shape.height),
                               .depth = or_one(p->shape.depth)};
    return DRIVER(w, cuMemcpy3DAsync_v2, &copy, NULL);
}

/* ---- handles ---- */

static struct cu_sampling sampling_of(const struct device_image *i, const struct device_sampler *s)
{
    struct cu_sampling t = {.filter = s->linear_filter};
    for (int k = 0; k < 3; k++)
        t.wrap[k] = (int) s->wrap[k];
    memcpy(t.border, s->border, sizeof t.border);
    t.flags = (s->normalized ? CU_TEXTURE_NORMALIZED : 0) |
              (i->kind != CHANNEL_FLOAT && !s->read_normalized ? CU_TEXTURE_INTEGERS : 0);
    return t;
}

static struct cu_resource resource_of(const struct device_image *i, struct cu_array *array)
{
    struct cu_resource r = {.type = CU_RESOURCE_ARRAY};
    if (array) {
        r.array = array;
    } else if (i->linear) {
        r.type = CU_RESOURCE_LINEAR;
        r.linear.address = i->address;
        r.linear.format = format_of(i);
        r.linear.channels = i->channels;
        r.linear.bytes = (size_t) i->width * i->channels * i->bits / 8;
    } else {
        r.type = CU_RESOURCE_PITCHED;
        r.pitched.address = i->address;
        r.pitched.format = format_of(i);
        r.pitched.channels = i->channels;
        r.pitched.width = i->width;
        r.pitched.height = i->height;
        r.pitched.pitch = i->row_pitch;
    }
    return r;
}

static bool make_one(struct gpu_worker *w, const struct command_image *c,
                     const struct cu_resource *r, uint64_t *out)
{
    struct cu_sampling sampling = sampling_of(&c->image, &c->sampler);
    return c->surface ? DRIVER(w, cuSurfObjectCreate, out, r)
                      : DRIVER(w, cuTexObjectCreate, out, r, &sampling, NULL);
}

static bool give_back(struct gpu_worker *w, bool surface, uint64_t handle)
{
    return surface ? DRIVER(w, cuSurfObjectDestroy, handle) : DRIVER(w, cuTexObjectDestroy, handle);
}

/* Programs keep handles, also in memory, so a new worker must give out the same ones. Drivers give the lowest free number or count up, so others
 * are taken until the wanted one comes. */
static bool make_again(struct gpu_worker *w, const struct command_image *c,
                       const struct cu_resource *r)
{
    VEC(uint64_t) extra = {0};
    uint64_t handle = 0;
    bool ok = true;
    for (int i = 0; ok && i < TRIES_MOST; i++) {
        ok = make_one(w, c, r, &handle);
        if (!ok || handle == c->handle)
            break;
        VEC_PUSH(&extra, handle);
    }
    VEC_EACH (h, &extra)
        ok = give_back(w, c->surface, *h) && ok;
    VEC_FREE(&extra);
    w->answer.image = ok && handle == c->handle ? handle : 0;
    return ok;
}

HANDLER(image)
{
    const struct command_image *c = (const struct command_image *) m;
    if (lacks_images(w))
        return false;
    if (!c->make)
        return DRIVER(w, cuCtxSynchronize) && give_back(w, c->surface, c->handle);
    const struct worker_picture *p = picture_of(w, c->picture);
    if (!is_format(&c->image) || (!p && (c->picture != NO_PICTURE || c->surface)))
        return worker_refuse(w, CU_PROTOCOL, "this is no image");
    struct cu_resource r = resource_of(&c->image, p ? p->array : NULL);
    return c->handle ? make_again(w, c, &r) : make_one(w, c, &r, &w->answer.image);
}
