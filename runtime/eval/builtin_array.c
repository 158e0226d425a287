/* SPDX-License-Identifier: Apache-2.0 */
/* What device arrays can be asked, and pictures. */
#include <inttypes.h>
#include <stdlib.h>

#include "eval/builtin.h"

BUILTIN(len)
{
    at[0].i = ((const struct array *) at[0].p)->shape[0];
    return true;
}

BUILTIN(size)
{
    at[0].i = array_count(at[0].p);
    return true;
}

BUILTIN(shape)
{
    const struct array *a = at[0].p;
    if (at[1].i < 0 || at[1].i >= (int64_t) a->rank) {
        vm_error(vm, DIAG_MEMORY, call_of(site)->spans[1],
                 "axis %" PRId64 " of an array of rank %u", at[1].i, a->rank);
        return false;
    }
    at[0].i = a->shape[at[1].i];
    return true;
}

static bool show(struct vm *vm, const struct site *site, const struct array *a, double low,
                 double high)
{
    struct display d = {0};
    struct display_image how = {.low = low, .high = high};
    struct device_fault fault = {0};
    bool picture = a->rank == 2 || (a->rank == 3 && (a->shape[2] == 3 || a->shape[2] == 4));
    if (!picture) {
        struct buf shape = {0};
        array_shape_print(&shape, a);
        struct diag *e = vm_error(vm, DIAG_TYPE, call_of(site)->spans[0],
                                  "an array of shape %s is not a picture", shape.p);
        diag_help(vm->diags, e,
                  "show takes [height, width], or [height, width, 3 or 4] for colour");
        buf_free(&shape);
        return false;
    }
    enum device_status status = display_image(&d, a, NULL, &how, &vm->style, &fault);
    if (status == DEVICE_OK)
        vm->hooks.show(vm->hooks.user, &d, false);
    display_free(&d);
    return vm_fault(vm, status, &fault, site->at);
}

BUILTIN(show)
{
    const struct array *a = at[0].p;
    bool bytes = a->dtype.kind == DTYPE_U8;
    return show(vm, site, a, 0, bytes ? 255 : 0);
}

BUILTIN(show_range)
{
    return show(vm, site, at[0].p, at[1].d, at[2].d);
}

/* Grey pictures are [height, width], others [height, width, channels], of unsigned char. */
BUILTIN(load)
{
    size_t n;
    uint32_t width, height, channels;
    struct span arg = call_of(site)->spans[0];
    const char *path = vm_string(vm, at[0].u, arg, &n);
    struct device *dev = path ? launcher_device(vm->launcher, vm->diags, site->at) : NULL;
    uint8_t *pixels = dev ? image_read(path, &width, &height, &channels, vm->diags, arg) : NULL;
    if (!pixels)
        return false;
    int64_t shape[3] = {height, width, channels};
    struct dtype dtype = {DTYPE_U8, 1, "unsigned char"};
    struct array *a = array_new(dev, dtype, channels == 1 ? 2 : 3, shape, vm->diags, site->at);
    struct device_fault fault;
    bool ok = a && vm_fault(vm, array_write(a, pixels, &fault), &fault, site->at);
    free(pixels);
    if (!ok) {
        array_unref(&a);
        return false;
    }
    VEC_PUSH(&vm->cleanups, (struct cleanup){.array = a});
    at[0].p = a;
    return true;
}
