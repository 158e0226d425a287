/* SPDX-License-Identifier: Apache-2.0 */
/* CUDA arrays, texture and surface objects (CUDA Driver API reference, sections of these names): images of the engine over memory of the
 * array's own. Next: device/device_image.h. */
#include "driver/driver_array.h"

#include <stdlib.h>
#include <string.h>

#include "driver/core/driver_format.h"
#include "driver/driver_calls.h"

struct cu_array {
    enum handle_kind kind;
    struct cu_array_shape shape;
    uint64_t address, texel; /* texel: bytes */
};

static bool valid(const struct cu_array *a)
{
    return a && a->kind == HANDLE_ARRAY;
}

uint64_t driver_array_address(const struct cu_array *a)
{
    return valid(a) ? a->address : 0;
}

void driver_array_pitches(const struct cu_array *a, uint64_t *out_row, uint64_t *out_rows)
{
    *out_row = valid(a) ? a->shape.width * a->texel : 0;
    *out_rows = valid(a) ? driver_or_one(a->shape.height) : 0;
}

/* ---- arrays ---- */

EXPORT int cuArray3DCreate_v2(struct cu_array **array, const struct cu_array_shape *shape)
{
    int e = driver_begin();
    if (e)
        return e;
    if (!array || !shape || !driver_shape_valid(shape))
        return CU_INVALID_VALUE;
    struct cu_array *a = xcalloc(1, sizeof *a);
    *a = (struct cu_array){
        .kind = HANDLE_ARRAY, .shape = *shape, .texel = driver_texel_bytes(shape)};
    e = memory_new(a->texel * shape->width * driver_or_one(shape->height) *
                       driver_or_one(shape->depth),
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
    return valid(a) && driver_array_image(&a->shape, a->address, i);
}

/* device_image_new insists on memory that is there. */
static bool memory_there_locked(const struct device_image *i)
{
    uint64_t slices = i->layers ? i->layers : driver_or_one(i->depth),
             texel = (uint64_t) i->channels * i->bits / 8;
    return memory_covers_locked(i->address, (slices - 1) * i->slice_pitch +
                                                (driver_or_one(i->height) - 1) * i->row_pitch +
                                                i->width * texel);
}

static int image_new(uint64_t *out, const struct cu_resource *r, const struct cu_sampling *sampling)
{
    struct image_made made = {.surface = !sampling};
    struct device_sampler sampler, *s = NULL;
    int e = driver_begin();
    struct device_image i = {0};
    if (e)
        return e;
    if (sampling) {
        sampler = driver_sampler(sampling);
        s = &sampler;
    }
    if (!out || !r || r->flags ||
        !(r->type == CU_RESOURCE_ARRAY ? image_of_array(r->array, &i)
                                       : s && driver_memory_image(r, &i)))
        return CU_INVALID_VALUE;
    if (s)
        made.sampling = *sampling;
    made.resource = *r;
    driver_lock();
    made.handle = memory_there_locked(&i) ? device_image_new(driver_state.engine, &i, s) : 0;
    if (made.handle)
        VEC_PUSH(&driver_state.images, made);
    driver_unlock();
    *out = made.handle;
    return *out ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuTexObjectCreate(uint64_t *texture, const struct cu_resource *resource,
                             const struct cu_sampling *sampling, const void *view)
{
    return sampling ? image_new(texture, resource, sampling) : CU_INVALID_VALUE;
}

EXPORT int cuSurfObjectCreate(uint64_t *surface, const struct cu_resource *resource)
{
    bool allowed = resource && resource->type == CU_RESOURCE_ARRAY && valid(resource->array) &&
                   (resource->array->shape.flags & CU_ARRAY_SURFACE);
    return allowed ? image_new(surface, resource, NULL) : CU_INVALID_VALUE;
}

static const struct image_made *image_find_locked(uint64_t handle, bool surface)
{
    VEC_EACH (i, &driver_state.images)
        if (i->handle == handle && i->surface == surface)
            return i;
    return NULL;
}

/* What an object was made from. */
static int image_get(uint64_t handle, bool surface, struct cu_resource *resource,
                     struct cu_sampling *sampling)
{
    int e = driver_begin();
    if (e)
        return e;
    driver_lock();
    const struct image_made *i = image_find_locked(handle, surface);
    if (i && resource)
        *resource = i->resource;
    if (i && sampling)
        *sampling = i->sampling;
    driver_unlock();
    return i && (resource || sampling) ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuTexObjectGetResourceDesc(struct cu_resource *resource, uint64_t texture)
{
    return image_get(texture, false, resource, NULL);
}

EXPORT int cuTexObjectGetTextureDesc(struct cu_sampling *sampling, uint64_t texture)
{
    return image_get(texture, false, NULL, sampling);
}

EXPORT int cuSurfObjectGetResourceDesc(struct cu_resource *resource, uint64_t surface)
{
    return image_get(surface, true, resource, NULL);
}

static int image_end(uint64_t handle, bool surface)
{
    int e = driver_begin();
    if (e)
        return e;
    driver_lock_idle();
    bool ok = device_image_free(driver_state.engine, handle, surface);
    const struct image_made *known = ok ? image_find_locked(handle, surface) : NULL;
    if (known)
        VEC_REMOVE(&driver_state.images, (size_t) (known - driver_state.images.at));
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
