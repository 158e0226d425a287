/* SPDX-License-Identifier: Apache-2.0 */
/* The fake driver's arrays, textures and surfaces: images of the engine over memory of the array's own, as a real array's is. */
#include <stdlib.h>

#include "base/check.h"
#include "driver/core/driver_format.h"
#include "fake_driver.h"

/* ---- arrays ---- */

EXPORT int cuArray3DCreate_v2(struct cu_array **array, const struct cu_array_shape *shape)
{
    int e = fake_enter("cuArray3DCreate_v2");
    struct diags unheard = {0};
    if (e)
        return e;
    if (!driver_shape_valid(shape))
        return CU_INVALID_VALUE;
    struct cu_array *a = xcalloc(1, sizeof *a);
    a->shape = *shape;
    a->texel = driver_texel_bytes(shape);
    uint64_t bytes = a->texel * shape->width * driver_or_one(shape->height) * driver_or_one(shape->depth);
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
             rows = b->array ? driver_or_one(b->array->shape.height) : driver_or_one(b->height),
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

/* Of plain memory, with the alignments that GPUs ask for. */
static bool image_of_memory(const struct cu_resource *r, struct device_image *i)
{
    enum { PITCH_ALIGN = 32, TEXTURE_ALIGN = 512 };

    return driver_memory_image(r, i) && i->address % TEXTURE_ALIGN == 0 &&
           (r->type != CU_RESOURCE_PITCHED || r->pitched.pitch % PITCH_ALIGN == 0);
}

enum { HANDLES_BURNT = 6000 };

static int make(uint64_t *out, const struct cu_resource *r, const struct device_sampler *s)
{
    struct device_image i = {0};
    bool known = !r->flags && (r->type == CU_RESOURCE_ARRAY ? driver_array_image(&r->array->shape, r->array->address, &i)
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
    struct device_sampler s = driver_sampler(sampling);
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
