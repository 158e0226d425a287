/* SPDX-License-Identifier: Apache-2.0 */
/* Device arrays: creation, reference counts, views and subscripts. Next: copy.c, which moves elements. */
#include "array/array.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/check.h"

int64_t array_extent(const struct array *a, uint32_t axis)
{
    return axis || !a->part.ranks ? a->shape[axis] : a->part.whole;
}

static void print_shape(struct buf *out, const int64_t *shape, uint32_t rank)
{
    buf_putc(out, '[');
    for (uint32_t i = 0; i < rank; i++)
        buf_printf(out, "%s%" PRId64, i ? ", " : "", shape[i]);
    buf_putc(out, ']');
}

void array_shape_print(struct buf *out, const struct array *a)
{
    int64_t shape[ARRAY_RANK_MAX];
    for (uint32_t k = 0; k < a->rank; k++)
        shape[k] = array_extent(a, k);
    print_shape(out, shape, a->rank);
}

/* Bytes of a shape; false with a diag when an extent is negative or the product too large. */
static bool bytes_of(struct dtype dtype, uint32_t rank, const int64_t *shape, struct diags *out,
                     struct span at, uint64_t *bytes)
{
    *bytes = dtype.size;
    for (uint32_t i = 0; i < rank; i++) {
        if (shape[i] < 0) {
            diag_error(out, DIAG_MEMORY, at, "extent %" PRId64 " of a device array is negative",
                       shape[i]);
            return false;
        }
        if (__builtin_mul_overflow(*bytes, (uint64_t) shape[i], bytes) || *bytes > INT64_MAX) {
            struct buf text = {0};
            print_shape(&text, shape, rank);
            diag_error(out, DIAG_MEMORY, at, "an array of shape %s exceeds the address space",
                       text.p);
            buf_free(&text);
            return false;
        }
    }
    return true;
}

struct array *array_adopt(struct device *d, uint64_t address, uint64_t bytes, struct dtype dtype,
                          uint32_t rank, const int64_t *shape)
{
    struct array *a = xcalloc(1, sizeof *a);
    a->refs = 1;
    a->storage = xcalloc(1, sizeof *a->storage);
    *a->storage =
        (struct array_storage){.refs = 1, .device = d, .address = address, .bytes = bytes};
    a->dtype = dtype;
    a->rank = rank;
    int64_t stride = 1;
    for (uint32_t i = rank; i-- > 0;) {
        a->shape[i] = shape[i];
        a->stride[i] = stride;
        stride *= shape[i];
    }
    return a;
}

static struct array *make(struct device *d, struct dtype dtype, uint32_t rank, const int64_t *shape,
                          bool managed, struct diags *out, struct span at)
{
    CHECK(rank >= 1 && rank <= ARRAY_RANK_MAX);
    uint64_t bytes, address;
    if (!bytes_of(dtype, rank, shape, out, at, &bytes) ||
        !(managed ? device_alloc_managed : device_alloc)(d, bytes, out, at, &address))
        return NULL;
    struct array *a = array_adopt(d, address, bytes, dtype, rank, shape);
    a->managed = managed;
    return a;
}

struct array *array_new(struct device *d, struct dtype dtype, uint32_t rank, const int64_t *shape,
                        struct diags *out, struct span at)
{
    return make(d, dtype, rank, shape, false, out, at);
}

struct array *array_new_managed(struct device *d, struct dtype dtype, uint32_t rank,
                                const int64_t *shape, struct diags *out, struct span at)
{
    return make(d, dtype, rank, shape, true, out, at);
}

struct array *array_ref(struct array *a)
{
    a->refs++;
    return a;
}

struct array *array_ref_view(const struct array *a)
{
    struct array *v = xmalloc(sizeof *v);
    *v = *a;
    v->refs = 1;
    v->storage->refs++;
    return v;
}

struct array *array_local(const struct array *a)
{
    struct array *v = array_ref_view(a);
    v->part = (struct array_part){0};
    return v;
}

struct array *array_member(const struct array *a, uint64_t offset, struct dtype member)
{
    struct array *v = array_ref_view(a);
    v->offset += offset;
    v->dtype = member;
    for (uint32_t k = 0; k < a->rank; k++)
        v->stride[k] *= a->dtype.size / member.size;
    return v;
}

struct array *array_rows(const struct array *a, int64_t first, int64_t count)
{
    struct array *v = array_local(a);
    if (count)
        v->offset += (uint64_t) (first * a->stride[0] * (int64_t) a->dtype.size);
    v->shape[0] = count;
    return v;
}

void array_unref(struct array **at)
{
    struct array *a = *at;
    *at = NULL;
    if (!a || --a->refs)
        return;
    if (!--a->storage->refs) {
        struct diags unheard = {0}; /* freeing what we allocated cannot fail */
        device_free(a->storage->device, a->storage->address, &unheard, (struct span){0});
        diags_free(&unheard);
        free(a->storage);
    }
    free(a);
}

int64_t array_count(const struct array *a)
{
    int64_t n = 1;
    for (uint32_t i = 0; i < a->rank; i++)
        n *= a->shape[i];
    return n;
}

uint64_t array_bytes(const struct array *a)
{
    return (uint64_t) array_count(a) * a->dtype.size;
}

uint64_t array_whole_bytes(const struct array *a)
{
    uint64_t n = a->dtype.size;
    for (uint32_t i = 0; i < a->rank; i++)
        n *= (uint64_t) array_extent(a, i);
    return n;
}

bool array_contiguous(const struct array *a)
{
    int64_t stride = 1;
    for (uint32_t i = a->rank; i-- > 0;) {
        if (a->shape[i] != 1 && a->stride[i] != stride)
            return false;
        stride *= a->shape[i];
    }
    return true;
}

uint64_t array_address(const struct array *a)
{
    return a->storage->address + a->offset;
}

static bool index_fits(const struct array *a, uint32_t axis, int64_t index, struct span at,
                       struct diags *out)
{
    int64_t n = array_extent(a, axis);
    if (index >= 0 && index < n)
        return true;
    struct buf shape = {0};
    array_shape_print(&shape, a);
    struct diag *d =
        diag_error(out, DIAG_MEMORY, at,
                   "index %" PRId64 " is out of range for axis %u of an array of shape %s", index,
                   axis, shape.p);
    if (n)
        diag_help(out, d, "valid indices of this axis are 0 to %" PRId64, n - 1);
    buf_free(&shape);
    return false;
}

bool array_element(const struct array *a, const struct array_subscript *s, uint32_t count,
                   struct diags *out, uint64_t *out_addr, bool *out_here)
{
    CHECK(count == a->rank);
    int64_t offset = 0, first = 0;
    if (a->part.ranks)
        part_rows(&a->part, a->part.rank, &first, &(int64_t){0});
    for (uint32_t i = 0; i < count; i++) {
        if (!index_fits(a, i, s[i].start, s[i].at, out))
            return false;
        offset += (s[i].start - (i ? 0 : first)) * a->stride[i];
    }
    *out_here = s[0].start >= first && s[0].start - first < a->shape[0];
    *out_addr = array_address(a) + (uint64_t) (offset * (int64_t) a->dtype.size);
    return true;
}

/* Start and length of a slice of n elements, with C's and Python's half-open bounds. */
static bool slice_bounds(const struct array *a, uint32_t axis, const struct array_subscript *s,
                         struct diags *out, int64_t *first, int64_t *length)
{
    int64_t n = array_extent(a, axis);
    if (!s->step) {
        diag_error(out, DIAG_MEMORY, s->at, "the step of a slice cannot be 0");
        return false;
    }
    int64_t start = s->has_start ? s->start : s->step > 0 ? 0 : n - 1;
    int64_t stop = s->has_stop ? s->stop : s->step > 0 ? n : -1;
    bool fits = s->step > 0 ? 0 <= start && start <= stop && stop <= n
                            : -1 <= stop && stop <= start && start < n;
    if (!fits) {
        struct buf shape = {0};
        array_shape_print(&shape, a);
        struct diag *d = diag_error(out, DIAG_MEMORY, s->at,
                                    "slice %" PRId64 ":%" PRId64
                                    " is out of range for axis %u of an array of shape %s",
                                    start, stop, axis, shape.p);
        if (s->step > 0)
            diag_help(out, d,
                      "the bounds of this axis go from 0 to %" PRId64
                      ", and the first must not exceed the second",
                      n);
        else
            diag_help(out, d,
                      "with a negative step a slice counts down, starting at %" PRId64 " or below",
                      n - 1);
        buf_free(&shape);
        return false;
    }
    *first = start;
    uint64_t span = (uint64_t) (s->step > 0 ? stop - start : start - stop);
    uint64_t step = s->step > 0 ? (uint64_t) s->step : 0 - (uint64_t) s->step; /* of any size */
    *length = span ? (int64_t) ((span - 1) / step + 1) : 0;
    return true;
}

/* Rows of an array across ranks: *first and *length become those of them that are here. */
static void slice_part(const struct array *a, int64_t *first, int64_t *length, int64_t step,
                       struct array_part *out)
{
    int64_t held, held_count, row, count;
    part_rows(&a->part, a->part.rank, &held, &held_count);
    *out = part_slice(&a->part, *first, step, *length);
    part_rows(out, a->part.rank, &row, &count);
    *first += row * step - held;
    *length = count;
}

static bool has_row(const struct array *a, const struct array_subscript *s, struct diags *out)
{
    if (!a->part.ranks || s->slice)
        return true;
    struct diag *d =
        diag_error(out, DIAG_MEMORY, s->at, "a row of an array across ranks is in one of them");
    diag_help(out, d, "write A[i:i + 1] for a slice of one row, or gather(A)[i]");
    return false;
}

struct array *array_view(const struct array *a, const struct array_subscript *s, uint32_t count,
                         struct diags *out, struct span at)
{
    CHECK(count <= a->rank);
    if (count && !has_row(a, s, out))
        return NULL;
    struct array v = {.refs = 1,
                      .storage = a->storage,
                      .dtype = a->dtype,
                      .managed = a->managed,
                      .part = a->part};
    int64_t offset = 0;
    for (uint32_t i = 0; i < a->rank; i++) {
        int64_t first = 0, length = a->shape[i], step = 1;
        if (i < count && !s[i].slice) {
            if (!index_fits(a, i, s[i].start, s[i].at, out))
                return NULL;
            offset += s[i].start * a->stride[i];
            continue;
        }
        if (i < count) {
            if (!slice_bounds(a, i, s + i, out, &first, &length))
                return NULL;
            step = length > 1 ? s[i].step : 1;
            if (!i && a->part.ranks)
                slice_part(a, &first, &length, step, &v.part);
        }
        offset += length ? first * a->stride[i] : 0;
        v.shape[v.rank] = length;
        v.stride[v.rank++] = a->stride[i] * step;
    }
    CHECK(v.rank);
    v.offset = a->offset + (uint64_t) (offset * (int64_t) a->dtype.size);
    v.storage->refs++;
    struct array *made = xmalloc(sizeof *made);
    *made = v;
    return made;
}
