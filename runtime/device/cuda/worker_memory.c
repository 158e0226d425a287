/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the worker: physical memory behind the addresses, and copies. Host memory is copied in place; chunks of it are pinned at their first
 * copy, so that the device can fetch them itself. Next: memory.c. */
#include <string.h>

#include "base/check.h"
#include "device/cuda/worker.h"

static const uint64_t pinned_most = (uint64_t) 4 << 30;

/* ---- physical memory ---- */

HANDLER(map)
{
    const struct command_range *c = (const struct command_range *) m;
    struct cu_allocation what = {
        .type = 1, .location = {1, w->ordinal}
    };
    struct cu_access access = {
        {1, w->ordinal},
        3
    };
    uint64_t handle;
    if (!DRIVER(w, cuMemCreate, &handle, c->size, &what, 0))
        return false;
    bool mapped = DRIVER(w, cuMemMap, c->start, c->size, 0, handle, 0);
    w->cu.cuMemRelease(handle); /* the mapping keeps it */
    if (!mapped)
        return false;
    if (DRIVER(w, cuMemSetAccess, c->start, c->size, &access, 1) &&
        DRIVER(w, cuMemsetD8Async, c->start, 0, c->size, NULL))
        return true;
    w->cu.cuMemUnmap(c->start, c->size);
    return false;
}

HANDLER(unmap)
{
    const struct command_range *c = (const struct command_range *) m;
    return DRIVER(w, cuCtxSynchronize) && DRIVER(w, cuMemUnmap, c->start, c->size);
}

/* Managed memory is host memory that the device reaches at the same address. */
HANDLER(share)
{
    const struct command_range *c = (const struct command_range *) m;
    uint64_t address, offset = c->start - w->shared->managed_start;
    void *p = worker_place(w, AREA_MANAGED, offset, c->size);
    if (!p)
        return worker_refuse(w, CU_PROTOCOL, "this is no managed memory");
    if (!DRIVER(w, cuMemHostRegister_v2, p, c->size,
                CU_REGISTER_DEVICEMAP | CU_REGISTER_PORTABLE) ||
        !DRIVER(w, cuMemHostGetDevicePointer_v2, &address, p, 0))
        return false;
    if (address == c->start)
        return true;
    w->cu.cuMemHostUnregister(p);
    return worker_refuse(
        w, CU_INVALID_VALUE,
        "this device cannot use host memory at the host's addresses, which managed "
        "memory needs");
}

HANDLER(unshare)
{
    const struct command_range *c = (const struct command_range *) m;
    void *p = worker_place(w, AREA_MANAGED, c->start - w->shared->managed_start, c->size);
    return p && DRIVER(w, cuCtxSynchronize) && DRIVER(w, cuMemHostUnregister, p);
}

/* ---- pinned chunks of host memory ---- */

static void pin(struct gpu_worker *w, uint32_t area, uint64_t chunk)
{
    if (w->pinned[area][chunk] || w->pinned_bytes + PIN_CHUNK > pinned_most)
        return;
    if (w->cu.cuMemHostRegister_v2(w->area[area] + chunk * PIN_CHUNK, PIN_CHUNK,
                                   CU_REGISTER_PORTABLE))
        return; /* without it copies are slower, but right */
    w->pinned[area][chunk] = 1;
    w->pinned_bytes += PIN_CHUNK;
}

HANDLER(unpin)
{
    const struct command_place *c = (const struct command_place *) m;
    if (!worker_place(w, c->area, c->offset, c->size) || c->area == AREA_BOUNCE)
        return worker_refuse(w, CU_PROTOCOL, "this place is outside its area");
    uint64_t last = c->size ? (c->offset + c->size - 1) / PIN_CHUNK : 0;
    for (uint64_t i = c->offset / PIN_CHUNK; c->size && i <= last; i++) {
        if (!w->pinned[c->area][i])
            continue;
        if (!DRIVER(w, cuMemHostUnregister, w->area[c->area] + i * PIN_CHUNK))
            return false;
        w->pinned[c->area][i] = 0;
        w->pinned_bytes -= PIN_CHUNK;
    }
    return true;
}

/* ---- between host and device ---- */

struct transfer {
    uint64_t device, offset, size;
    uint32_t area;
    bool to_device;
};

static bool move_piece(struct gpu_worker *w, const struct transfer *t, uint64_t done, uint64_t n)
{
    char *host = w->area[t->area] + t->offset + done;
    return t->to_device ? DRIVER(w, cuMemcpyHtoDAsync_v2, t->device + done, host, n, NULL)
                        : DRIVER(w, cuMemcpyDtoHAsync_v2, host, t->device + done, n, NULL);
}

/* Piece by piece: one copy must not span two registrations. */
static bool transfer(struct gpu_worker *w, const struct transfer *t)
{
    if (!worker_place(w, t->area, t->offset, t->size))
        return worker_refuse(w, CU_PROTOCOL, "this place is outside its area");
    bool ok = true;
    for (uint64_t done = 0, n; ok && done < t->size; done += n) {
        uint64_t at = t->offset + done, left = t->size - done,
                 in_chunk = PIN_CHUNK - at % PIN_CHUNK;
        n = left < in_chunk ? left : in_chunk;
        if (n == PIN_CHUNK)
            pin(w, t->area, at / PIN_CHUNK);
        ok = move_piece(w, t, done, n);
    }
    return ok;
}

static bool settle(struct gpu_worker *w, bool ok)
{
    bool done = DRIVER(w, cuStreamSynchronize, NULL);
    worker_flush(); /* what earlier kernels printed must come before what the client does with the bytes */
    return done && ok;
}

HANDLER(write)
{
    const struct command_copy *c = (const struct command_copy *) m;
    struct transfer t = {c->device, c->other, c->size, c->area, true};
    return settle(w, transfer(w, &t));
}

HANDLER(read)
{
    const struct command_copy *c = (const struct command_copy *) m;
    struct transfer t = {c->device, c->other, c->size, c->area, false};
    return settle(w, transfer(w, &t));
}

HANDLER(keep)
{
    const struct command_copy *c = (const struct command_copy *) m;
    struct transfer t = {c->device, c->other, c->size, c->area, false};
    return transfer(w, &t);
}

bool worker_mark(struct gpu_worker *w, uint32_t mark, uint32_t value, struct cu_stream *stream)
{
    uint64_t at = w->marks + 4 * (uint64_t) mark;
    return w->writes_values ? DRIVER(w, cuStreamWriteValue32_v2, stream, at, value, 0)
                            : DRIVER(w, cuMemsetD32Async, at, value, 1, stream);
}

HANDLER(kept)
{
    const struct command_mark *c = (const struct command_mark *) m;
    return c->mark < MARKS ? worker_mark(w, c->mark, c->value, NULL)
                           : worker_refuse(w, CU_PROTOCOL, "there is no such mark");
}

/* ---- on the device ---- */

static bool need_scratch(struct gpu_worker *w, uint64_t size)
{
    if (w->scratch_size >= size)
        return true;
    if (w->scratch && !DRIVER(w, cuMemFree_v2, w->scratch)) /* waits for the copies that use it */
        return false;
    w->scratch = w->scratch_size = 0;
    if (!DRIVER(w, cuMemAlloc_v2, &w->scratch, size))
        return false;
    w->scratch_size = size;
    return true;
}

/* Overlapping ranges: copied through scratch memory from the right end, so that nothing is overwritten before it is read. */
static bool copy_overlapping(struct gpu_worker *w, uint64_t to, uint64_t from, uint64_t n,
                             struct cu_stream *stream)
{
    enum { PIECE = 16 << 20 };

    uint64_t piece = n < PIECE ? n : PIECE;
    if (!need_scratch(w, piece))
        return false;
    bool ok = true;
    for (uint64_t done = 0; ok && done < n; done += piece) {
        uint64_t k = n - done < piece ? n - done : piece,
                 at = to > from ? n - done - k : done; /* upwards: the last piece first */
        ok = DRIVER(w, cuMemcpyDtoDAsync_v2, w->scratch, from + at, k, stream) &&
             DRIVER(w, cuMemcpyDtoDAsync_v2, to + at, w->scratch, k, stream);
    }
    return ok;
}

static bool is_managed(const struct gpu_worker *w, uint64_t address)
{
    return address - w->shared->managed_start < w->area_size[AREA_MANAGED];
}

HANDLER(copy)
{
    const struct command_copy *c = (const struct command_copy *) m;
    struct cu_stream *stream = worker_stream(w, c->stream);
    uint64_t distance = c->device > c->other ? c->device - c->other : c->other - c->device;
    if (!distance || !c->size)
        return true;
    bool managed = is_managed(w, c->device) || is_managed(w, c->other);
    if (managed && distance >= c->size)
        return DRIVER(w, cuMemcpyAsync, c->device, c->other, c->size, stream);
    return distance < c->size
               ? copy_overlapping(w, c->device, c->other, c->size, stream)
               : DRIVER(w, cuMemcpyDtoDAsync_v2, c->device, c->other, c->size, stream);
}

/* A pattern of 8 or 16 bytes is written once by words, then copied to what follows it, twice as much each time. */
static bool fill_wide(struct gpu_worker *w, const struct command_fill *c, struct cu_stream *stream)
{
    uint64_t total = c->count * c->pattern_size;
    bool ok = true;
    for (uint32_t i = 0; ok && i < c->pattern_size; i += 4) {
        uint32_t word;
        memcpy(&word, c->pattern + i, sizeof word);
        ok = DRIVER(w, cuMemsetD32Async, c->to + i, word, 1, stream);
    }
    for (uint64_t done = c->pattern_size, n; ok && done < total; done += n) {
        n = done < total - done ? done : total - done;
        ok = DRIVER(w, cuMemcpyDtoDAsync_v2, c->to + done, c->to, n, stream);
    }
    return ok;
}

HANDLER(fill)
{
    const struct command_fill *c = (const struct command_fill *) m;
    struct cu_stream *stream = worker_stream(w, c->stream);
    uint32_t word;
    uint16_t half;
    memcpy(&word, c->pattern, sizeof word);
    memcpy(&half, c->pattern, sizeof half);
    if (!c->count)
        return true;
    switch (c->pattern_size) {
    case 1: return DRIVER(w, cuMemsetD8Async, c->to, c->pattern[0], c->count, stream);
    case 2: return DRIVER(w, cuMemsetD16Async, c->to, half, c->count, stream);
    case 4: return DRIVER(w, cuMemsetD32Async, c->to, word, c->count, stream);
    case 8:
    case 16: return fill_wide(w, c, stream);
    default: return worker_refuse(w, CU_PROTOCOL, "there is no such pattern");
    }
}
