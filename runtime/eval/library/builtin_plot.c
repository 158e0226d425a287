/* SPDX-License-Identifier: Apache-2.0 */
/* plot, scatter, hist, heat, animate: device arrays as charts. */
#include <stdlib.h>
#include <string.h>

#include "eval/library/builtin.h"

/* The elements of an array; the caller frees out->elements. */
static bool values_of(struct vm *vm, const struct call_site *call, const struct array *a,
                      struct display_values *out)
{
    struct device_fault fault;
    char *elements = xmalloc(array_bytes(a) + 1);
    *out = (struct display_values){elements, a->dtype, a->rank, .where = ""};
    memcpy(out->shape, a->shape, sizeof out->shape);
    struct device_allocation hit;
    bool whole = array_bytes(a) == a->storage->bytes; /* the name may be that of another view */
    if (whole && device_find(a->storage->device, a->storage->address, &hit))
        out->name = hit.name;
    return vm_fault(vm, array_read(a, elements, &fault), &fault, call->at);
}

static bool give(struct vm *vm, const struct call_site *call, struct display *d, bool ok,
                 const char *wanted)
{
    if (ok)
        vm->hooks.show(vm->hooks.user, d, false);
    else
        diag_help(vm->diags,
                  vm_error(vm, DIAG_TYPE, call->at, "these arrays cannot be plotted this way"),
                  "%s", wanted);
    display_free(d);
    return ok;
}

static bool chart(struct vm *vm, const struct call_site *call, enum plot_kind kind,
                  const struct array *x, const struct array *y, const char *wanted)
{
    struct plot p = {.kind = kind};
    struct display d = {0};
    bool read = values_of(vm, call, y, &p.y) && (!x || values_of(vm, call, x, &p.x));
    bool ok = read && give(vm, call, &d, display_plot(&d, &p, &vm->style), wanted);
    free((void *) p.x.elements);
    free((void *) p.y.elements);
    return ok;
}

BUILTIN(plot)
{
    return chart(vm, call, PLOT_LINE, NULL, at[0].p,
                 "plot takes an array of rank 1, or two of the same length: plot(x, y)");
}

BUILTIN(plot_xy)
{
    return chart(vm, call, PLOT_LINE, at[0].p, at[1].p,
                 "plot takes an array of rank 1, or two of the same length: plot(x, y)");
}

BUILTIN(scatter)
{
    return chart(vm, call, PLOT_SCATTER, at[0].p, at[1].p,
                 "scatter takes two arrays of rank 1 and the same length");
}

BUILTIN(hist)
{
    return chart(vm, call, PLOT_HISTOGRAM, NULL, at[0].p, "hist takes an array of numbers");
}

BUILTIN(heat)
{
    return chart(vm, call, PLOT_HEAT, NULL, at[0].p, "heat takes an array of rank 2");
}

BUILTIN(animate)
{
    struct display_values v;
    struct display d = {0};
    bool ok = values_of(vm, call, at[0].p, &v) &&
              give(vm, call, &d, display_animation(&d, &v, at[1].d, &vm->style),
                   "animate takes [frames, height, width] or [frames, height, width, 3 or 4]");
    free((void *) v.elements);
    return ok;
}
