/* SPDX-License-Identifier: Apache-2.0 */
/* Copies elements between views and host memory, and between views. A contiguous view is one transfer. Other views
 * are copied row by row if the last axis is dense, otherwise through a host copy of the address range that they
 * cover. */
#include "array/array.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

/* The bytes from the lowest to past the highest element of a view: `low` is relative to element 0. */
static uint64_t covered(const struct array *a, int64_t *low)
{
    int64_t first = 0, last = 0;
    for (uint32_t i = 0; i < a->rank; i++) {
        int64_t reach = (a->shape[i] - 1) * a->stride[i];
        if (reach < 0)
            first += reach;
        else
            last += reach;
    }
    *low = first * (int64_t) a->dtype.size;
    return (uint64_t) (last - first + 1) * a->dtype.size;
}

/* Visits the elements in row-major order from `first` on: `window` is the view's covered span on the host. */
static void move_elements(const struct array *a, char *window, int64_t low, char *dense,
                          int64_t first, int64_t count, bool to_dense)
{
    int64_t index[ARRAY_RANK_MAX], rest = first;
    for (uint32_t i = a->rank; i-- > 0;) {
        index[i] = rest % a->shape[i];
        rest /= a->shape[i];
    }
    uint32_t size = a->dtype.size;
    for (int64_t n = 0; n < count; n++) {
        int64_t offset = 0;
        for (uint32_t i = 0; i < a->rank; i++)
            offset += index[i] * a->stride[i];
        char *strided = window + (offset * (int64_t) size - low),
             *packed = dense + (uint64_t) n * size;
        memcpy(to_dense ? packed : strided, to_dense ? strided : packed, size);
        for (uint32_t i = a->rank; i-- > 0 && ++index[i] == a->shape[i];)
            index[i] = 0;
    }
}

enum device_status array_peek(const struct array *a, int64_t first, int64_t count, void *to,
                              struct device_fault *fault)
{
    int64_t all = array_count(a);
    if (first >= all || count <= 0)
        return DEVICE_OK;
    if (count > all - first)
        count = all - first;
    struct device *d = a->storage->device;
    if (array_contiguous(a))
        return device_read(d, to, array_address(a) + (uint64_t) first * a->dtype.size,
                           (uint64_t) count * a->dtype.size, fault);
    int64_t low;
    uint64_t bytes = covered(a, &low);
    char *window = xmalloc(bytes);
    enum device_status status =
        device_read(d, window, array_address(a) + (uint64_t) low, bytes, fault);
    if (status == DEVICE_OK)
        move_elements(a, window, low, to, first, count, true);
    free(window);
    return status;
}

enum device_status array_read(const struct array *a, void *to, struct device_fault *fault)
{
    return array_peek(a, 0, array_count(a), to, fault);
}

enum device_status array_write(const struct array *a, const void *from, struct device_fault *fault)
{
    struct device *d = a->storage->device;
    if (!array_count(a))
        return DEVICE_OK;
    if (array_contiguous(a))
        return device_write(d, array_address(a), from, array_bytes(a), fault);
    int64_t low;
    uint64_t bytes = covered(a, &low);
    char *window = xmalloc(bytes);
    enum device_status status =
        device_read(d, window, array_address(a) + (uint64_t) low, bytes, fault);
    if (status == DEVICE_OK) {
        move_elements(a, window, low, (char *) (uintptr_t) from, 0, array_count(a), false);
        status = device_write(d, array_address(a) + (uint64_t) low, window, bytes, fault);
    }
    free(window);
    return status;
}

static bool is_power_of_two_pattern(uint32_t size)
{
    return size == 1 || size == 2 || size == 4 || size == 8 || size == 16;
}

enum device_status array_fill(const struct array *a, const void *element,
                              struct device_fault *fault)
{
    int64_t count = array_count(a);
    uint32_t size = a->dtype.size;
    if (!count)
        return DEVICE_OK;
    if (array_contiguous(a) && is_power_of_two_pattern(size))
        return device_fill(a->storage->device, array_address(a), element, size, (uint64_t) count,
                           0);
    char *dense = xmalloc((size_t) count * size);
    for (int64_t i = 0; i < count; i++)
        memcpy(dense + i * size, element, size);
    enum device_status status = array_write(a, dense, fault);
    free(dense);
    return status;
}

enum device_status array_copy(const struct array *to, const struct array *from,
                              struct device_fault *fault)
{
    CHECK(array_count(to) == array_count(from) && to->dtype.size == from->dtype.size);
    if (!array_count(to))
        return DEVICE_OK;
    bool one_device = to->storage->device == from->storage->device;
    if (one_device && array_contiguous(to) && array_contiguous(from))
        return device_copy(to->storage->device, array_address(to), array_address(from),
                           array_bytes(to), 0);
    char *dense = xmalloc(array_bytes(from));
    enum device_status status = array_read(from, dense, fault);
    if (status == DEVICE_OK)
        status = array_write(to, dense, fault);
    free(dense);
    return status;
}
