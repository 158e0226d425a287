/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA arrays, texture and surface objects (CUDA Driver API reference, sections of these names): images of the engine over memory of the
 * array's own. Next: device/device_image.h. */
#include "driver/driver_array.h"

#include <stdlib.h>
#include <string.h>

#include "driver/driver_calls.h"

struct cu_array {
    enum handle_kind kind;
    struct cu_array_shape shape;
    uint64_t address, texel; /* texel: bytes */
};

static uint64_t or_one(uint64_t n)
{
    return n ? n : 1;
}

static bool valid(const struct cu_array *a)
{
    return a && a->kind == HANDLE_ARRAY;
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

uint64_t driver_array_address(const struct cu_array *a)
{
    return valid(a) ? a->address : 0;
}

void driver_array_pitches(const struct cu_array *a, uint64_t *out_row, uint64_t *out_rows)
{
    *out_row = valid(a) ? a->shape.width * a->texel : 0;
    *out_rows = valid(a) ? or_one(a->shape.height) : 0;
}

/* ---- arrays ---- */

static bool shape_valid(const struct cu_array_shape *s)
{
    bool cube = s->flags & CU_ARRAY_CUBE, layered = s->flags & CU_ARRAY_LAYERED;
    return s->width && (s->channels == 1 || s->channels == 2 || s->channels == 4) &&
           (!cube || (s->width == s->height && s->depth % 6 == 0 && (layered || s->depth == 6)));
}

EXPORT int cuArray3DCreate_v2(struct cu_array **array, const struct cu_array_shape *shape)
{
    int e = driver_begin();
    struct device_image i = {0};
    if (e)
        return e;
    if (!array || !shape || !shape_valid(shape) || !read_format(shape->format, &i))
        return CU_INVALID_VALUE;
    struct cu_array *a = xcalloc(1, sizeof *a);
    *a = (struct cu_array){
        .kind = HANDLE_ARRAY, .shape = *shape, .texel = (uint64_t) i.bits / 8 * shape->channels};
    e = memory_new(a->texel * shape->width * or_one(shape->height) * or_one(shape->depth),
                   ALLOCATED_ARRAY, 0, NULL, &a->address);
    if (e)
        free(a);
    else
        *array = a;
    return e;
}

EXPORT int cuArrayCreate_v2(struct cu_array **array, const struct cu_array_shape_2d *s)
{
    struct cu_array_shape shape = {
        .width = s->width, .height = s->height, .format = s->format, .channels = s->channels};
    return cuArray3DCreate_v2(array, &shape);
}

EXPORT int cuArrayDestroy(struct cu_array *array)
{
    if (!valid(array))
        return cudaErrorInvalidResourceHandle;
    int e = memory_end(array->address, ALLOCATED_ARRAY);
    array->kind = 0;
    free(array);
    return e;
}

EXPORT int cuArray3DGetDescriptor_v2(struct cu_array_shape *shape, struct cu_array *array)
{
    if (!valid(array))
        return cudaErrorInvalidResourceHandle;
    *shape = array->shape;
    return CU_SUCCESS;
}

EXPORT int cuArrayGetDescriptor_v2(struct cu_array_shape_2d *shape, struct cu_array *array)
{
    if (!valid(array))
        return cudaErrorInvalidResourceHandle;
    const struct cu_array_shape *s = &array->shape;
    *shape = (struct cu_array_shape_2d){s->width, s->height, s->format, s->channels};
    return CU_SUCCESS;
}

/* ---- objects ---- */

static bool image_of_array(const struct cu_array *a, struct device_image *i)
{
    if (!valid(a))
        return false;
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

static bool channels_valid(unsigned n)
{
    return n == 1 || n == 2 || n == 4;
}

static bool image_of_memory(const struct cu_resource *r, struct device_image *i)
{
    bool linear = r->type == CU_RESOURCE_LINEAR;
    unsigned channels = linear ? r->linear.channels : r->pitched.channels;
    i->address = linear ? r->linear.address : r->pitched.address;
    i->channels = (uint8_t) channels;
    if (!channels_valid(channels) || !read_format(linear ? r->linear.format : r->pitched.format, i))
        return false;
    uint64_t texel = (uint64_t) i->bits / 8 * i->channels;
    i->linear = linear;
    i->width = (uint32_t) (linear ? r->linear.bytes / texel : r->pitched.width);
    i->height = linear ? 0 : (uint32_t) r->pitched.height;
    i->row_pitch = linear ? r->linear.bytes : r->pitched.pitch;
    i->slice_pitch = i->row_pitch * or_one(i->height);
    return (linear || r->type == CU_RESOURCE_PITCHED) && i->width &&
           i->width * texel <= i->row_pitch;
}

/* device_image_new insists on memory that is there. */
static bool memory_there_locked(const struct device_image *i)
{
    uint64_t slices = i->layers ? i->layers : or_one(i->depth),
             texel = (uint64_t) i->channels * i->bits / 8;
    return memory_covers_locked(i->address, (slices - 1) * i->slice_pitch +
                                                (or_one(i->height) - 1) * i->row_pitch +
                                                i->width * texel);
}

static int image_new(uint64_t *out, const struct cu_resource *r, const struct device_sampler *s)
{
    int e = driver_begin();
    struct device_image i = {0};
    if (e)
        return e;
    if (!out || !r ||
        !(r->type == CU_RESOURCE_ARRAY ? image_of_array(r->array, &i)
                                       : s && image_of_memory(r, &i)))
        return CU_INVALID_VALUE;
    driver_lock();
    *out = memory_there_locked(&i) ? device_image_new(driver_state.engine, &i, s) : 0;
    driver_unlock();
    return *out ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuTexObjectCreate(uint64_t *texture, const struct cu_resource *resource,
                             const struct cu_sampling *sampling, const void *view)
{
    if (!sampling)
        return CU_INVALID_VALUE;
    struct device_sampler s = {.linear_filter = sampling->filter == 1,
                               .normalized = sampling->flags & CU_TEXTURE_NORMALIZED,
                               .read_normalized = !(sampling->flags & CU_TEXTURE_INTEGERS)};
    for (int k = 0; k < 3; k++)
        s.wrap[k] = (enum device_wrap)(sampling->wrap[k] & 3);
    memcpy(s.border, sampling->border, sizeof s.border);
    return image_new(texture, resource, &s);
}

EXPORT int cuSurfObjectCreate(uint64_t *surface, const struct cu_resource *resource)
{
    bool allowed = resource && resource->type == CU_RESOURCE_ARRAY && valid(resource->array);
    return allowed ? image_new(surface, resource, NULL) : CU_INVALID_VALUE;
}

static int image_end(uint64_t handle, bool surface)
{
    int e = driver_begin();
    if (e)
        return e;
    driver_lock_idle();
    bool ok = device_image_free(driver_state.engine, handle, surface);
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuTexObjectDestroy(uint64_t texture)
{
    return image_end(texture, false);
}

EXPORT int cuSurfObjectDestroy(uint64_t surface)
{
    return image_end(surface, true);
}
