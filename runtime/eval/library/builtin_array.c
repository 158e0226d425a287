/* SPDX-License-Identifier: Apache-2.0 */
/* Queries on device arrays, and pictures. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "array/array_file.h"
#include "array/csv.h"
#include "compute/across/across.h"
#include "eval/library/builtin_table.h"

BUILTIN(len)
{
    at[0].i = array_extent(at[0].p, 0);
    return true;
}

BUILTIN(size)
{
    const struct array *a = at[0].p;
    at[0].i = (int64_t) (array_whole_bytes(a) / a->dtype.size);
    return true;
}

BUILTIN(shape)
{
    const struct array *a = at[0].p;
    if (at[1].i < 0 || at[1].i >= (int64_t) a->rank) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[1],
                 "axis %" PRId64 " of an array of rank %u", at[1].i, a->rank);
        return false;
    }
    at[0].i = array_extent(a, (uint32_t) at[1].i);
    return true;
}

static bool show(struct vm *vm, const struct call_site *call, const struct array *a,
                 struct display_image how)
{
    struct display d = {0};
    struct device_fault fault = {0};
    bool picture = a->rank == 2 || (a->rank == 3 && (a->shape[2] == 3 || a->shape[2] == 4));
    if (!picture) {
        struct buf shape = {0};
        array_shape_print(&shape, a);
        struct diag *e = vm_error(vm, DIAG_TYPE, builtin_call_of(call)->spans[0],
                                  "an array of shape %s is not an image", shape.p);
        diag_help(vm->diags, e,
                  "show takes [height, width], or [height, width, 3 or 4] for colour");
        buf_free(&shape);
        return false;
    }
    enum device_status status = display_image(&d, a, NULL, &how, &vm->style, &fault);
    if (status == DEVICE_OK)
        vm->hooks.show(vm->hooks.user, &d, false);
    display_free(&d);
    return vm_fault(vm, status, &fault, call->at);
}

/* Bytes use the full range of a byte, other numbers the range of their values. */
static double high_of(const struct array *a)
{
    return a->dtype.kind == DTYPE_U8 ? 255 : 0;
}

BUILTIN(show)
{
    return show(vm, call, at[0].p, (struct display_image){.high = high_of(at[0].p)});
}

BUILTIN(show_range)
{
    return show(vm, call, at[0].p, (struct display_image){.low = at[1].d, .high = at[2].d});
}

static bool show_in_colours(struct vm *vm, const struct call_site *call, const union value *at,
                            double low, double high)
{
    size_t n;
    const struct array *a = at[0].p;
    const char *map = vm_string(vm, at[1].u, builtin_call_of(call)->spans[1], &n);
    if (!map)
        return false;
    if (a->rank != 2 || !display_has_map(map)) {
        struct diag *e = a->rank == 2
                             ? vm_error(vm, DIAG_TYPE, builtin_call_of(call)->spans[1],
                                        "there is no colour map '%s'", map)
                             : vm_error(vm, DIAG_TYPE, builtin_call_of(call)->spans[0],
                                        "a colour map is for arrays of rank 2, not %u", a->rank);
        diag_help(vm->diags, e, "the colour maps are \"viridis\", \"cividis\" and \"grey\"");
        return false;
    }
    return show(vm, call, a, (struct display_image){.low = low, .high = high, .map = map});
}

BUILTIN(show_map)
{
    return show_in_colours(vm, call, at, 0, high_of(at[0].p));
}

BUILTIN(show_map_range)
{
    return show_in_colours(vm, call, at, at[2].d, at[3].d);
}

/* The contents of a file, as an array on the current device. */
static bool from_file(struct vm *vm, const struct call_site *call, struct file_array *f,
                      union value *to)
{
    struct device *dev = launcher_device(vm->launcher, vm->diags, call->at);
    struct array *a = dev ? array_new(dev, f->dtype, f->rank, f->shape, vm->diags, call->at) : NULL;
    struct device_fault fault;
    if (a && f->columns_first) /* its strides increase from the first axis on */
        for (uint32_t k = 0; k < a->rank; k++)
            a->stride[k] = k ? a->stride[k - 1] * a->shape[k - 1] : 1;
    struct array flat = {0};
    if (a)
        flat = (struct array){.storage = a->storage,
                              .dtype = a->dtype,
                              .rank = 1,
                              .shape = {array_count(a)},
                              .stride = {1}};
    bool ok = a && vm_fault(vm, array_write(&flat, f->bytes, &fault), &fault, call->at);
    free(f->bytes);
    if (!ok) {
        array_unref(&a);
        return false;
    }
    return vm_own_array(vm, a, to);
}

static struct file_work work(struct vm *vm, const char *path, struct span at)
{
    return (struct file_work){path, vm->poll, vm->interrupt, vm->diags, at};
}

static bool load_array(struct vm *vm, const struct call_site *call, const char *path,
                       union value *at)
{
    struct file_array f;
    size_t n = strlen(path);
    bool npz = n > 4 && !strcmp(path + n - 4, ".npz");
    struct span arg = builtin_call_of(call)->spans[0];
    struct file_work w = work(vm, path, arg);
    return (is_csv(path) ? table_load(vm, path, NULL, arg, &f)
            : npz        ? npz_read(&w, NULL, &f)
                         : npy_read(&w, &f)) &&
           from_file(vm, call, &f, at);
}

BUILTIN(load_npz)
{
    size_t n;
    struct file_array f;
    struct span arg = builtin_call_of(call)->spans[0];
    const char *path = vm_string(vm, at[0].u, arg, &n),
               *name = path ? vm_string(vm, at[1].u, builtin_call_of(call)->spans[1], &n) : NULL;
    struct file_work w = work(vm, path, arg);
    return name && (is_csv(path) ? table_load(vm, path, name, arg, &f) : npz_read(&w, name, &f)) &&
           from_file(vm, call, &f, at);
}

/* A .npy file, of which parts can be read. */
static const char *npy_path(struct vm *vm, const struct call_site *call, union value path)
{
    size_t n;
    struct span arg = builtin_call_of(call)->spans[0];
    const char *text = vm_string(vm, path.u, arg, &n);
    if (!text || (n > 4 && !strcmp(text + n - 4, ".npy")))
        return text;
    diag_help(
        vm->diags,
        vm_error(vm, DIAG_RUNTIME, arg, "'%s' cannot be read in parts: it is no .npy file", text),
        "save it with np.save, or load the whole file");
    return NULL;
}

BUILTIN(load_part)
{
    struct file_array f;
    const char *path = npy_path(vm, call, at[0]);
    struct file_work w = work(vm, path, builtin_call_of(call)->spans[0]);
    return path && npy_read_part(&w, at[1].i, at[2].i, &f) && from_file(vm, call, &f, at);
}

BUILTIN(file_shape)
{
    struct file_array f;
    const char *path = npy_path(vm, call, at[0]);
    struct file_work w = work(vm, path, builtin_call_of(call)->spans[0]);
    if (!path || !npy_describe(&w, &f))
        return false;
    if (at[1].i < 0 || at[1].i >= (int64_t) f.rank) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[1],
                 "axis %" PRId64 " of an array of rank %u", at[1].i, f.rank);
        return false;
    }
    at[0].i = f.shape[at[1].i];
    return true;
}

static bool write_array(struct vm *vm, const struct call_site *call, const struct array *a,
                        const char *path, struct span arg)
{
    struct file_work w = work(vm, path, arg);
    char *elements = xmalloc(array_bytes(a) + 1);
    struct device_fault fault;
    bool ok = vm_fault(vm, array_read(a, elements, &fault), &fault, call->at) &&
              (is_csv(path)       ? csv_write(&w, a, elements)
               : image_path(path) ? image_write(path, a, elements, vm->diags, arg)
                                  : file_write(&w, a, elements));
    free(elements);
    return ok;
}

/* An array across ranks is one file, which the first rank writes. The others wait for it. */
static bool save_across(struct vm *vm, const struct call_site *call, const struct array *a,
                        const char *path, struct span arg)
{
    struct job j = vm_job(vm, call->at);
    struct array *whole = across_gather(&j, a);
    bool ok = whole && (a->part.rank || write_array(vm, call, whole, path, arg));
    int64_t failures = !ok;
    if (whole && !across_sum(&j, &failures, 1))
        ok = false;
    else if (whole && failures && a->part.rank)
        vm_error(vm, DIAG_SYSTEM, call->at, "rank 0 could not save the array");
    array_unref(&whole);
    return ok && !failures;
}

BUILTIN(save)
{
    size_t n;
    const struct array *a = at[0].p;
    struct span arg = builtin_call_of(call)->spans[1];
    const char *path = vm_string(vm, at[1].u, arg, &n);
    if (!path)
        return false;
    if (!across_is(a))
        return write_array(vm, call, a, path, arg);
    return save_across(vm, call, a, path, arg);
}

/* Greyscale pictures are [height, width], others [height, width, channels], of unsigned char. */
BUILTIN(load)
{
    size_t n;
    uint32_t width, height, channels;
    struct span arg = builtin_call_of(call)->spans[0];
    const char *path = vm_string(vm, at[0].u, arg, &n);
    if (path && (is_npy(path) || is_csv(path)))
        return load_array(vm, call, path, at);
    struct device *dev = path ? launcher_device(vm->launcher, vm->diags, call->at) : NULL;
    uint8_t *pixels = dev ? image_read(path, &width, &height, &channels, vm->diags, arg) : NULL;
    if (!pixels)
        return false;
    int64_t shape[3] = {height, width, channels};
    struct dtype dtype = dtype_of(DTYPE_U8);
    struct array *a = array_new(dev, dtype, channels == 1 ? 2 : 3, shape, vm->diags, call->at);
    struct device_fault fault;
    bool ok = a && vm_fault(vm, array_write(a, pixels, &fault), &fault, call->at);
    free(pixels);
    if (!ok) {
        array_unref(&a);
        return false;
    }
    return vm_own_array(vm, a, at);
}
