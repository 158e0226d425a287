/* SPDX-License-Identifier: Apache-2.0 */
/* The fake driver's arrays, textures and surfaces: images of the engine over memory of the array's own, as a real array's is. */
#include <stdlib.h>

#include "base/check.h"
#include "device/device_image.h"
#include "fake_driver.h"

static uint64_t or_one(uint64_t n)
{
    return n ? n : 1;
}

static bool read_format(int format, struct device_image *i)
{
    static const struct {
        int format, bits;
        enum device_channel kind;
    } formats[] = {
        {CU_FORMAT_UNSIGNED_8,  8,  CHANNEL_UNSIGNED},
        {CU_FORMAT_UNSIGNED_16, 16, CHANNEL_UNSIGNED},
        {CU_FORMAT_UNSIGNED_32, 32, CHANNEL_UNSIGNED},
        {CU_FORMAT_SIGNED_8,    8,  CHANNEL_SIGNED  },
        {CU_FORMAT_SIGNED_16,   16, CHANNEL_SIGNED  },
        {CU_FORMAT_SIGNED_32,   32, CHANNEL_SIGNED  },
        {CU_FORMAT_HALF,        16, CHANNEL_FLOAT   },
        {CU_FORMAT_FLOAT,       32, CHANNEL_FLOAT   },
    };

    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        if (formats[k].format != format)
            continue;
        i->bits = (uint8_t) formats[k].bits;
        i->kind = formats[k].kind;
        return true;
    }
    return false;
}

/* ---- arrays ---- */

EXPORT int cuArray3DCreate_v2(struct cu_array **array, const struct cu_array_shape *shape)
{
    int e = fake_enter("cuArray3DCreate_v2");
    struct device_image i = {0};
    struct diags unheard = {0};
    bool cube = shape->flags & CU_ARRAY_CUBE, layered = shape->flags & CU_ARRAY_LAYERED;
    if (e)
        return e;
    if (!shape->width || !read_format(shape->format, &i) ||
        (shape->channels != 1 && shape->channels != 2 && shape->channels != 4) ||
        (cube &&
         (shape->width != shape->height || shape->depth % 6 || (!layered && shape->depth != 6))))
        return CU_INVALID_VALUE;
    struct cu_array *a = xcalloc(1, sizeof *a);
    a->shape = *shape;
    a->texel = (uint64_t) i.bits / 8 * shape->channels;
    uint64_t bytes = a->texel * shape->width * or_one(shape->height) * or_one(shape->depth);
    bool ok = device_alloc(fake.engine, bytes, &unheard, (struct span){0}, &a->address);
    diags_free(&unheard);
    *array = ok ? a : NULL;
    if (!ok)
        free(a);
    return ok ? CU_SUCCESS : CU_OUT_OF_MEMORY;
}

EXPORT int cuArrayDestroy(struct cu_array *array)
{
    int e = fake_enter("cuArrayDestroy");
    struct diags unheard = {0};
    if (e)
        return e;
    device_free(fake.engine, array->address, &unheard, (struct span){0});
    diags_free(&unheard);
    free(array);
    return CU_SUCCESS;
}

/* One side as rows in the engine's memory. */
static uint64_t row_of(const struct cu_box *b, uint64_t y, uint64_t z)
{
    uint64_t pitch = b->array ? b->array->shape.width * b->array->texel : b->pitch,
             rows = b->array ? or_one(b->array->shape.height) : or_one(b->height),
             base = b->array ? b->array->address : b->device;
    return base + ((b->z + z) * rows + b->y + y) * pitch + b->x_bytes;
}

EXPORT int cuMemcpy3DAsync_v2(const struct cu_box_copy *c, struct cu_stream *stream)
{
    int e = fake_enter("cuMemcpy3DAsync_v2");
    if (e)
        return e;
    bool known =
        (c->from.array ? c->from.type == CU_MEMORY_ARRAY : c->from.type == CU_MEMORY_DEVICE) &&
        (c->to.array ? c->to.type == CU_MEMORY_ARRAY : c->to.type == CU_MEMORY_DEVICE);
    for (uint64_t row = 0; known && row < c->height * c->depth; row++) {
        uint64_t y = row % c->height, z = row / c->height;
        known = fake_copy(row_of(&c->to, y, z), row_of(&c->from, y, z), c->width_bytes,
                             stream) == CU_SUCCESS;
    }
    return known ? CU_SUCCESS : CU_INVALID_VALUE;
}

/* ---- objects ---- */

static bool image_of_array(const struct cu_array *a, struct device_image *i)
{
    uint64_t row = a->shape.width * a->texel;
    bool cube = a->shape.flags & CU_ARRAY_CUBE, layered = cube || a->shape.flags & CU_ARRAY_LAYERED;
    *i = (struct device_image){.address = a->address,
                               .row_pitch = row,
                               .slice_pitch = row * or_one(a->shape.height),
                               .width = (uint32_t) a->shape.width,
                               .height = (uint32_t) a->shape.height,
                               .depth = layered ? 0 : (uint32_t) a->shape.depth,
                               .layers = layered ? (uint32_t) a->shape.depth : 0,
                               .channels = (uint8_t) a->shape.channels,
                               .cube = cube};
    return read_format(a->shape.format, i);
}

static bool image_of_memory(const struct cu_resource *r, struct device_image *i)
{
    enum { PITCH_ALIGN = 32, TEXTURE_ALIGN = 512 };

    bool linear = r->type == CU_RESOURCE_LINEAR;
    i->channels = (uint8_t) (linear ? r->linear.channels : r->pitched.channels);
    i->address = linear ? r->linear.address : r->pitched.address;
    if (!read_format(linear ? r->linear.format : r->pitched.format, i) ||
        i->address % TEXTURE_ALIGN)
        return false;
    if (linear) {
        i->linear = true;
        i->width = (uint32_t) (r->linear.bytes / ((uint64_t) i->bits / 8 * i->channels));
        i->row_pitch = i->slice_pitch = r->linear.bytes;
        return true;
    }
    i->width = (uint32_t) r->pitched.width;
    i->height = (uint32_t) r->pitched.height;
    i->row_pitch = r->pitched.pitch;
    i->slice_pitch = r->pitched.pitch * or_one(r->pitched.height);
    return r->type == CU_RESOURCE_PITCHED && r->pitched.pitch % PITCH_ALIGN == 0;
}

enum { HANDLES_BURNT = 6000 };

static int make(uint64_t *out, const struct cu_resource *r, const struct device_sampler *s)
{
    struct device_image i = {0};
    bool known = !r->flags && (r->type == CU_RESOURCE_ARRAY ? image_of_array(r->array, &i)
                                                            : s && image_of_memory(r, &i));
    if (r->type != CU_RESOURCE_ARRAY) /* the engine's images lie in one mapping */
        known = known && fake_in_one(i.address, i.slice_pitch) == i.slice_pitch;
    for (; known && fake.control->far_handles && !fake.burnt; fake.burnt++)
        for (uint32_t k = 0; k < HANDLES_BURNT; k++)
            device_image_free(fake.engine, device_image_new(fake.engine, &i, s), !s);
    *out = known ? device_image_new(fake.engine, &i, s) : 0;
    return *out ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuTexObjectCreate(uint64_t *texture, const struct cu_resource *resource,
                             const struct cu_sampling *sampling, const void *view)
{
    int e = fake_enter("cuTexObjectCreate");
    struct device_sampler s = {.linear_filter = sampling->filter == 1,
                               .normalized = sampling->flags & CU_TEXTURE_NORMALIZED,
                               .read_normalized = !(sampling->flags & CU_TEXTURE_INTEGERS)};
    for (int k = 0; k < 3; k++)
        s.wrap[k] = (enum device_wrap) sampling->wrap[k];
    for (int k = 0; k < 4; k++)
        s.border[k] = sampling->border[k];
    return e ? e : make(texture, resource, &s);
}

EXPORT int cuSurfObjectCreate(uint64_t *surface, const struct cu_resource *resource)
{
    int e = fake_enter("cuSurfObjectCreate");
    if (e)
        return e;
    bool allowed =
        resource->type == CU_RESOURCE_ARRAY && resource->array->shape.flags & CU_ARRAY_SURFACE;
    return allowed ? make(surface, resource, NULL) : CU_INVALID_VALUE;
}

EXPORT int cuTexObjectDestroy(uint64_t texture)
{
    int e = fake_enter("cuTexObjectDestroy");
    return e                                                   ? e
           : device_image_free(fake.engine, texture, false) ? CU_SUCCESS
                                                               : CU_INVALID_VALUE;
}

EXPORT int cuSurfObjectDestroy(uint64_t surface)
{
    int e = fake_enter("cuSurfObjectDestroy");
    return e ? e : device_image_free(fake.engine, surface, true) ? CU_SUCCESS : CU_INVALID_VALUE;
}
