/* SPDX-License-Identifier: Apache-2.0 */
/* `k<<<grid, block>>>(args)` at run time: builds a launch request from slots. */
#include "eval/vm/vm.h"
#include <string.h>

#include "base/check.h"
#include "device/cuda_errors.h"
#include "device/device_limits.h"

static bool extents(struct vm *vm, const union value *v, enum device_limit grid_or_block,
                    struct span at, struct device_dim *out)
{
    struct device_refusal refused;
    if (device_dim_of((int64_t[]){v[0].i, v[1].i, v[2].i}, grid_or_block, out, &refused))
        return true;
    struct diag *d =
        (vm->program ? diag_warning : diag_error)(vm->diags, DIAG_LAUNCH, at, "%s", refused.text);
    if (*refused.help)
        diag_help(vm->diags, d, "%s", refused.help);
    vm->last_error = refused.code;
    return false;
}

/* A pointer cannot describe gaps between the elements. */
static bool pointer_of_array(struct vm *vm, const struct array *a, struct span at, uint64_t *out)
{
    if (!array_contiguous(a)) {
        struct buf shape = {0};
        array_shape_print(&shape, a);
        struct diag *d =
            vm_error(vm, DIAG_TYPE, at,
                     "this view of shape %s is not contiguous, so it cannot be passed as a pointer",
                     shape.p);
        diag_help(
            vm->diags, d,
            "copy it first: device T dense[...] = view; or make the kernel take a view<T, %u>",
            a->rank);
        buf_free(&shape);
        return false;
    }
    *out = array_address(a);
    return true;
}

bool run_array_address(struct vm *vm, const struct call_site *s, union value *at)
{
    return pointer_of_array(vm, at[0].p, s->at, &at[0].u);
}

enum { VIEWS_MAX = 16, VIEW_WORDS = 1 + 2 * ARRAY_RANK_MAX };

/* view<T, N> of compile/view.cu: a pointer, N extents, N strides in elements. */
static void lay_view(const struct array *a, int64_t *to, struct launch_arg *out)
{
    to[0] = (int64_t) array_address(a);
    for (uint32_t k = 0; k < a->rank; k++) {
        to[1 + k] = a->shape[k];
        to[1 + a->rank + k] = a->stride[k];
    }
    out->bytes = to;
    out->size = 8 * (1 + 2 * a->rank);
}

/* An argument in the layout of its parameter; `room` holds scalars. */
static bool argument(struct vm *vm, const struct launch_call *s, const struct kernel *k, uint32_t i,
                     union value v, union value *room, int64_t (*views)[VIEW_WORDS],
                     uint32_t *view_count, struct launch_arg *out)
{
    const struct type *t = s->types[i];
    struct str element;
    *out = (struct launch_arg){.bytes = room,
                               .size = (uint32_t) t->size,
                               .at = s->spans[i],
                               .is_pointer = t->kind == TYPE_POINTER};
    if (t->kind == TYPE_DEVICE_ARRAY && *view_count < VIEWS_MAX &&
        param_view(k->params + i, &element)) {
        lay_view(v.p, views[(*view_count)++], out);
        return true;
    }
    if (t->kind == TYPE_DEVICE_ARRAY) {
        out->size = sizeof(uint64_t);
        out->bytes_behind = array_bytes(v.p);
        return pointer_of_array(vm, v.p, s->spans[i], &room->u);
    }
    if (type_in_object(t)) {
        out->bytes = vm_memory(vm, v.u, t->size, VM_READ, s->spans[i]);
        return out->bytes;
    }
    *room = v;
    return true;
}

/* Whether a value of that type has the layout of the parameter. */
static bool lies_alike(const struct type *value, const struct type *param)
{
    if (param->kind == TYPE_OPAQUE || type_same(value, param))
        return true;
    return param->kind == TYPE_POINTER &&
           (value->kind == TYPE_POINTER || value->kind == TYPE_DEVICE_ARRAY);
}

/* The kernel that a pointer refers to, if it can be launched with these arguments; NULL with a diag. *out_goes_on: a
 * program gets an error code instead and continues. */
static struct kernel *pointed_kernel(struct vm *vm, const struct launch_call *s, uint64_t pointer,
                                     bool *out_goes_on)
{
    const struct symbol *f = vm_handle_of(vm, "function", pointer);
    struct span at = s->launch->callee->at;
    if (!f || f->kind != SYMBOL_KERNEL) {
        struct diag *d = (vm->program ? diag_warning : diag_error)(
            vm->diags, f ? DIAG_TYPE : DIAG_MEMORY, at, "this pointer %s",
            pointer ? "does not point to a kernel" : "is null");
        vm->last_error = cudaErrorInvalidDeviceFunction;
        *out_goes_on = vm->program;
        if (f)
            diag_help(vm->diags, d, "'%s' is a host function: call it without <<<...>>>", f->name);
        return NULL;
    }
    struct kernel *k = f->kernel;
    if (k->template_count && !k->instance) {
        diag_help(
            vm->diags,
            vm_error(vm, DIAG_TYPE, at, "'%s' is a template: its arguments are missing", k->name),
            "write its arguments where the pointer is created: %s<...>", k->name);
        return NULL;
    }
    struct diag *d = NULL;
    if (k->param_count != s->count)
        d = vm_error(vm, DIAG_TYPE, s->call.at, "kernel '%s' takes %u argument%s, not %u", k->name,
                     k->param_count, k->param_count == 1 ? "" : "s", s->count);
    for (uint32_t i = 0; !d && i < s->count; i++) {
        if (lies_alike(s->types[i], k->params[i].type))
            continue;
        d = vm_error(vm, DIAG_TYPE, s->spans[i], "%s",
                     type_wrong_argument(&vm->diags->arena, i + 1, "kernel ", k->name,
                                         k->params[i].type, s->types[i]));
    }
    if (d)
        diag_note(vm->diags, d, k->at, "'%s' is defined here", k->name);
    return d ? NULL : k;
}

bool run_launch(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct launch_call *s = (const struct launch_call *) call;
    const struct launch *l = s->launch;
    bool goes_on = false;
    struct kernel *k = l->kernel ? l->kernel : pointed_kernel(vm, s, at[8 + s->count].u, &goes_on);
    if (!k)
        return goes_on;
    struct span outside = vm_place_outside(vm, s->call.at);
    bool in_header = outside.source != s->call.at.source;
    struct launch_request r = {.kernel = k,
                               .template_args = l->kernel ? l->template_args : k->instance,
                               .shared = at[6].u,
                               .stream = at[7].u,
                               .arg_count = s->count,
                               .at = outside,
                               .grid_at = in_header ? outside : l->grid->at,
                               .block_at = in_header ? outside : l->block->at,
                               .shared_at = in_header || !l->shared ? outside : l->shared->at};

    enum { ARGS_MAX = 1024 };
    union value room[ARGS_MAX];
    int64_t views[VIEWS_MAX][VIEW_WORDS];
    uint32_t view_count = 0;
    struct launch_arg args[ARGS_MAX];
    if (s->count > ARGS_MAX) {
        diag_error(vm->diags, DIAG_LAUNCH, s->call.at, "a kernel takes at most %d arguments here",
                   ARGS_MAX);
        return false;
    }
    if (!extents(vm, at, LIMIT_GRID, r.grid_at, &r.grid) ||
        !extents(vm, at + 3, LIMIT_BLOCK, r.block_at, &r.block))
        return vm->program;
    for (uint32_t i = 0; i < s->count; i++) {
        if (!argument(vm, s, k, i, at[8 + i], room + i, views, &view_count, args + i))
            return false;
        if (in_header)
            args[i].at = outside;
    }
    int code = cudaSuccess;
    r.args = args;
    if (vm->capture) {
        vm->rooms.capture_launch(vm, &r);
        return true;
    }
    r.out_code = vm->program ? &code : NULL;
    bool ok = launch_run(vm->launcher, &r, vm->diags);
    vm->last_error = code ? code : vm->last_error;
    return ok;
}
