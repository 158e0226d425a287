/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and fills (CUDA Driver API reference, 'Memory Management'). Each becomes the work of a stream: rows of bytes. A copy to or from
 * memory of the program's own has ended when the call returns; between device, pinned and managed memory it is asynchronous.
 * Next: stream.c, which queues work. */
#include <string.h>

#include "driver/core/driver_state.h"
#include "driver/driver_array.h"
#include "driver/driver_calls.h"

/* ---- ranges ---- */

static bool pinned(uint64_t address)
{
    return device_owns(driver_state.engine, address);
}

/* The last byte of a box's rows. */
static uint64_t extent(const struct work_rows *r, uint64_t pitch, uint64_t slice)
{
    return (r->depth - 1) * slice + (r->height - 1) * pitch + r->width;
}

static bool range_fits(uint64_t address, uint64_t n)
{
    driver_lock();
    bool ok = !pinned(address) || memory_covers_locked(address, n);
    driver_unlock();
    return ok;
}

static int copy_rows(const struct work_rows *r, struct cu_stream *handle, bool wait)
{
    int e = driver_begin();
    struct cu_stream *s = stream_of(handle);
    if (e)
        return e;
    if (!s)
        return cudaErrorInvalidResourceHandle;
    if (!r->width || !r->height || !r->depth)
        return CU_SUCCESS;
    if (!range_fits(r->to, extent(r, r->to_pitch, r->to_slice)) ||
        (!r->pattern_size && !range_fits(r->from, extent(r, r->from_pitch, r->from_slice))))
        return CU_INVALID_VALUE;
    struct driver_work w = {.kind = r->pattern_size ? WORK_FILL : WORK_COPY, .rows = *r};
    e = work_submit(s, &w);
    bool foreign = !pinned(r->to) || (!r->pattern_size && !pinned(r->from));
    return e || s->capture || !(wait || foreign) ? e : driver_wait(s->id);
}

static int copy_bytes(uint64_t to, uint64_t from, size_t n, struct cu_stream *s, bool wait)
{
    struct work_rows r = {.to = to, .from = from, .width = n, .height = 1, .depth = 1};
    return copy_rows(&r, s, wait);
}

static uint64_t address_of(const void *p)
{
    return (uint64_t) (uintptr_t) p;
}

/* A range that must be the device's. */
static int device_copy_bytes(uint64_t device, uint64_t to, uint64_t from, size_t n,
                             struct cu_stream *s, bool wait)
{
    int e = driver_begin();
    if (e)
        return e;
    return n && !pinned(device) ? CU_INVALID_VALUE : copy_bytes(to, from, n, s, wait);
}

/* ---- bytes ---- */

EXPORT int cuMemcpy(uint64_t to, uint64_t from, size_t n)
{
    return copy_bytes(to, from, n, NULL, true);
}

EXPORT int cuMemcpyAsync(uint64_t to, uint64_t from, size_t n, struct cu_stream *stream)
{
    return copy_bytes(to, from, n, stream, false);
}

/* The attributes are hints: a copy reads its source in the stream's order, or before the call returns where it is the program's own memory. */
EXPORT int cuMemcpyBatchAsync_v2(const uint64_t *to, const uint64_t *from, const size_t *bytes,
                                 size_t count, const void *attributes, const size_t *first,
                                 size_t attribute_count, struct cu_stream *stream)
{
    int e = driver_begin();
    if (!e && (!to || !from || !bytes || !count || !attributes || !first || !attribute_count ||
               attribute_count > count || first[0]))
        return CU_INVALID_VALUE;
    for (size_t i = 0; !e && i < count; i++)
        e = copy_bytes(to[i], from[i], bytes[i], stream, false);
    return e;
}

EXPORT int cuMemcpyBatchAsync(const uint64_t *to, const uint64_t *from, const size_t *bytes,
                              size_t count, const void *attributes, const size_t *first,
                              size_t attribute_count, size_t *failed, struct cu_stream *stream)
{
    if (failed)
        *failed = SIZE_MAX; /* the failure, if there is one, is not of one copy */
    return cuMemcpyBatchAsync_v2(to, from, bytes, count, attributes, first, attribute_count,
                                 stream);
}

EXPORT int cuMemcpyPeer(uint64_t to, struct cu_context *a, uint64_t from, struct cu_context *b,
                        size_t n)
{
    return copy_bytes(to, from, n, NULL, true);
}

EXPORT int cuMemcpyPeerAsync(uint64_t to, struct cu_context *a, uint64_t from, struct cu_context *b,
                             size_t n, struct cu_stream *stream)
{
    return copy_bytes(to, from, n, stream, false);
}

EXPORT int cuMemcpyHtoD_v2(uint64_t to, const void *from, size_t n)
{
    return device_copy_bytes(to, to, address_of(from), n, NULL, true);
}

EXPORT int cuMemcpyDtoH_v2(void *to, uint64_t from, size_t n)
{
    return device_copy_bytes(from, address_of(to), from, n, NULL, true);
}

EXPORT int cuMemcpyDtoD_v2(uint64_t to, uint64_t from, size_t n)
{
    return device_copy_bytes(from, to, from, n, NULL, false);
}

EXPORT int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t n, struct cu_stream *stream)
{
    return device_copy_bytes(to, to, address_of(from), n, stream, false);
}

EXPORT int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t n, struct cu_stream *stream)
{
    return device_copy_bytes(from, address_of(to), from, n, stream, false);
}

EXPORT int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t n, struct cu_stream *stream)
{
    return device_copy_bytes(from, to, from, n, stream, false);
}

EXPORT int cuMemcpyAtoH_v2(void *to, struct cu_array *from, size_t at, size_t n)
{
    return copy_bytes(address_of(to), driver_array_address(from) + at, n, NULL, true);
}

EXPORT int cuMemcpyHtoA_v2(struct cu_array *to, size_t at, const void *from, size_t n)
{
    return copy_bytes(driver_array_address(to) + at, address_of(from), n, NULL, true);
}

EXPORT int cuMemcpyAtoHAsync_v2(void *to, struct cu_array *from, size_t at, size_t n,
                                struct cu_stream *stream)
{
    return copy_bytes(address_of(to), driver_array_address(from) + at, n, stream, false);
}

EXPORT int cuMemcpyHtoAAsync_v2(struct cu_array *to, size_t at, const void *from, size_t n,
                                struct cu_stream *stream)
{
    return copy_bytes(driver_array_address(to) + at, address_of(from), n, stream, false);
}

EXPORT int cuMemcpyDtoA_v2(struct cu_array *to, size_t at, uint64_t from, size_t n)
{
    return copy_bytes(driver_array_address(to) + at, from, n, NULL, false);
}

EXPORT int cuMemcpyAtoD_v2(uint64_t to, struct cu_array *from, size_t at, size_t n)
{
    return copy_bytes(to, driver_array_address(from) + at, n, NULL, false);
}

EXPORT int cuMemcpyAtoA_v2(struct cu_array *to, size_t to_at, struct cu_array *from, size_t from_at,
                           size_t n)
{
    return copy_bytes(driver_array_address(to) + to_at, driver_array_address(from) + from_at, n,
                      NULL, false);
}

/* ---- boxes ---- */

struct copy_side {
    int type;
    uint64_t host, device;
    struct cu_array *array;
    size_t pitch, rows, x, y, z;
};

/* Where a side's box begins, and its pitches. */
static uint64_t side_start(const struct copy_side *s, size_t width, uint64_t *out_pitch,
                           uint64_t *out_slice)
{
    uint64_t base = s->type == CU_MEMORY_TYPE_HOST ? s->host : s->device, rows = s->rows;
    *out_pitch = s->pitch ? s->pitch : width;
    if (s->type == CU_MEMORY_ARRAY) {
        base = driver_array_address(s->array);
        driver_array_pitches(s->array, out_pitch, &rows);
    }
    *out_slice = *out_pitch * (rows ? rows : 1);
    return base + s->z * *out_slice + s->y * *out_pitch + s->x;
}

static int copy_box(const struct copy_side *to, const struct copy_side *from, size_t width,
                    size_t height, size_t depth, struct cu_stream *stream, bool wait)
{
    struct work_rows r = {.width = width, .height = height, .depth = depth};
    if ((to->type == CU_MEMORY_ARRAY && !to->array) ||
        (from->type == CU_MEMORY_ARRAY && !from->array))
        return CU_INVALID_VALUE;
    r.to = side_start(to, to->x + width, &r.to_pitch, &r.to_slice);
    r.from = side_start(from, from->x + width, &r.from_pitch, &r.from_slice);
    if (height > 1 && (width > r.to_pitch || width > r.from_pitch))
        return CU_INVALID_VALUE;
    return copy_rows(&r, stream, wait);
}

static int copy_rect(const struct cu_rect *c, struct cu_stream *stream, bool wait)
{
    struct copy_side from = {c->from_type,
                             address_of(c->from_host),
                             c->from_device,
                             c->from_array,
                             c->from_pitch,
                             0,
                             c->from_x,
                             c->from_y,
                             0};
    struct copy_side to = {c->to_type,
                           address_of(c->to_host),
                           c->to_device,
                           c->to_array,
                           c->to_pitch,
                           0,
                           c->to_x,
                           c->to_y,
                           0};
    from.device = from.type == CU_MEMORY_TYPE_UNIFIED ? c->from_device : from.device;
    return copy_box(&to, &from, c->width, c->height, 1, stream, wait);
}

EXPORT int cuMemcpy2D_v2(const struct cu_rect *copy)
{
    return copy_rect(copy, NULL, true);
}

EXPORT int cuMemcpy2DUnaligned_v2(const struct cu_rect *copy)
{
    return copy_rect(copy, NULL, true);
}

EXPORT int cuMemcpy2DAsync_v2(const struct cu_rect *copy, struct cu_stream *stream)
{
    return copy_rect(copy, stream, false);
}

static struct copy_side side_of(const struct cu_box *b)
{
    return (struct copy_side){b->type,   address_of(b->host), b->device, b->array, b->pitch,
                              b->height, b->x_bytes,          b->y,      b->z};
}

static int copy_cube(const struct cu_box_copy *c, struct cu_stream *stream, bool wait)
{
    struct copy_side to = side_of(&c->to), from = side_of(&c->from);
    return copy_box(&to, &from, c->width_bytes, c->height, c->depth, stream, wait);
}

int copy_cube_work(const struct cu_box_copy *c, struct driver_work *out)
{
    struct copy_side to = side_of(&c->to), from = side_of(&c->from);
    struct work_rows r = {.width = c->width_bytes, .height = c->height, .depth = c->depth};
    r.to = side_start(&to, to.x + r.width, &r.to_pitch, &r.to_slice);
    r.from = side_start(&from, from.x + r.width, &r.from_pitch, &r.from_slice);
    *out = (struct driver_work){.kind = WORK_COPY, .rows = r};
    return CU_SUCCESS;
}

EXPORT int cuMemcpy3D_v2(const struct cu_box_copy *copy)
{
    return copy_cube(copy, NULL, true);
}

EXPORT int cuMemcpy3DAsync_v2(const struct cu_box_copy *copy, struct cu_stream *stream)
{
    return copy_cube(copy, stream, false);
}

/* ---- fills ---- */

static bool on_host(uint64_t address)
{
    driver_lock();
    const struct allocation *a = memory_find_locked(address);
    bool host = a && a->kind != ALLOCATED_DEVICE;
    driver_unlock();
    return host;
}

/* Of host memory a fill is synchronous, unless the call is an Async one ('API
 * synchronization behavior'). */
static int fill(uint64_t to, uint64_t value, uint32_t size, size_t pitch, size_t width,
                size_t height, struct cu_stream *stream, bool wait)
{
    int e = driver_begin();
    struct work_rows r = {.to = to,
                          .width = width * size,
                          .height = height,
                          .depth = 1,
                          .to_pitch = pitch ? pitch : width * size,
                          .pattern_size = size};
    memcpy(r.pattern, &value, size);
    if (e)
        return e;
    if (width && height && (!pinned(to) || to % size))
        return CU_INVALID_VALUE;
    return copy_rows(&r, stream, wait && on_host(to));
}

EXPORT int cuMemsetD8_v2(uint64_t to, unsigned char value, size_t n)
{
    return fill(to, value, 1, 0, n, 1, NULL, true);
}

EXPORT int cuMemsetD16_v2(uint64_t to, unsigned short value, size_t n)
{
    return fill(to, value, 2, 0, n, 1, NULL, true);
}

EXPORT int cuMemsetD32_v2(uint64_t to, unsigned value, size_t n)
{
    return fill(to, value, 4, 0, n, 1, NULL, true);
}

EXPORT int cuMemsetD8Async(uint64_t to, unsigned char value, size_t n, struct cu_stream *stream)
{
    return fill(to, value, 1, 0, n, 1, stream, false);
}

EXPORT int cuMemsetD16Async(uint64_t to, unsigned short value, size_t n, struct cu_stream *stream)
{
    return fill(to, value, 2, 0, n, 1, stream, false);
}

EXPORT int cuMemsetD32Async(uint64_t to, unsigned value, size_t n, struct cu_stream *stream)
{
    return fill(to, value, 4, 0, n, 1, stream, false);
}

EXPORT int cuMemsetD2D8_v2(uint64_t to, size_t pitch, unsigned char value, size_t width,
                           size_t height)
{
    return fill(to, value, 1, pitch, width, height, NULL, true);
}

EXPORT int cuMemsetD2D16_v2(uint64_t to, size_t pitch, unsigned short value, size_t width,
                            size_t height)
{
    return fill(to, value, 2, pitch, width, height, NULL, true);
}

EXPORT int cuMemsetD2D32_v2(uint64_t to, size_t pitch, unsigned value, size_t width, size_t height)
{
    return fill(to, value, 4, pitch, width, height, NULL, true);
}

EXPORT int cuMemsetD2D8Async(uint64_t to, size_t pitch, unsigned char value, size_t width,
                             size_t height, struct cu_stream *stream)
{
    return fill(to, value, 1, pitch, width, height, stream, false);
}

EXPORT int cuMemsetD2D16Async(uint64_t to, size_t pitch, unsigned short value, size_t width,
                              size_t height, struct cu_stream *stream)
{
    return fill(to, value, 2, pitch, width, height, stream, false);
}

EXPORT int cuMemsetD2D32Async(uint64_t to, size_t pitch, unsigned value, size_t width,
                              size_t height, struct cu_stream *stream)
{
    return fill(to, value, 4, pitch, width, height, stream, false);
}
