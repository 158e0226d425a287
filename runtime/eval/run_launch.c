/* SPDX-License-Identifier: Apache-2.0 */
/* `k<<<grid, block>>>(args)` at run time: slots to a launch request. */
#include <string.h>

#include "base/check.h"
#include "eval/vm.h"

static bool extent(struct vm *vm, const union value *v, const char *what, struct span at,
                   struct device_dim *out)
{
    for (int i = 0; i < 3; i++) {
        if (v[i].i < 1 || v[i].i > UINT32_MAX) {
            static const char text[] = "%s.%c is %lld, but must be at least 1";
            struct diag *d = (vm->program ? diag_warning : diag_error)(
                vm->diags, DIAG_LAUNCH, at, text, what, "xyz"[i], (long long) v[i].i);
            if (v[i].i == 0)
                diag_help(
                    vm->diags, d,
                    "integer division rounds down: write (n + 255) / 256 rather than n / 256");
            return false;
        }
    }
    *out = (struct device_dim){(uint32_t) v[0].u, (uint32_t) v[1].u, (uint32_t) v[2].u};
    return true;
}

/* A pointer cannot say that there are gaps between the elements. */
static bool pointer_of_array(struct vm *vm, const struct array *a, struct span at, uint64_t *out)
{
    if (!array_contiguous(a)) {
        struct buf shape = {0};
        array_shape_print(&shape, a);
        struct diag *d = vm_error(
            vm, DIAG_TYPE, at,
            "this view of shape %s has gaps between its elements, and a pointer cannot say so",
            shape.p);
        diag_help(vm->diags, d,
                  "copy it first: device T dense[...] = view; or let the kernel take a view<T, %u>",
                  a->rank);
        buf_free(&shape);
        return false;
    }
    *out = array_address(a);
    return true;
}

bool run_array_address(struct vm *vm, const struct site *s, union value *at)
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

/* One argument as the parameter lies in memory; `room` holds scalars. */
static bool argument(struct vm *vm, const struct launch_site *s, uint32_t i, union value v,
                     union value *room, int64_t (*views)[VIEW_WORDS], uint32_t *view_count,
                     struct launch_arg *out)
{
    const struct type *t = s->types[i];
    struct str element;
    *out = (struct launch_arg){.bytes = room,
                               .size = (uint32_t) t->size,
                               .at = s->spans[i],
                               .is_pointer = t->kind == TYPE_POINTER};
    if (t->kind == TYPE_DEVICE_ARRAY && *view_count < VIEWS_MAX &&
        param_view(s->launch->kernel->params + i, &element)) {
        lay_view(v.p, views[(*view_count)++], out);
        return true;
    }
    if (t->kind == TYPE_DEVICE_ARRAY) {
        out->size = sizeof(uint64_t);
        out->bytes_behind = array_bytes(v.p);
        return pointer_of_array(vm, v.p, s->spans[i], &room->u);
    }
    if (t->kind == TYPE_STRUCT) {
        out->bytes = vm_memory(vm, v.u, t->size, VM_READ, s->spans[i]);
        return out->bytes;
    }
    *room = v;
    return true;
}

bool run_launch(struct vm *vm, const struct site *site, union value *at)
{
    const struct launch_site *s = (const struct launch_site *) site;
    const struct launch *l = s->launch;
    struct launch_request r = {.kernel = l->kernel,
                               .template_args = l->template_args,
                               .shared = at[6].u,
                               .stream = at[7].u,
                               .arg_count = s->count,
                               .at = s->site.at,
                               .grid_at = l->grid->at,
                               .block_at = l->block->at,
                               .shared_at = l->shared ? l->shared->at : s->site.at};

    enum { ARGS_MAX = 1024 };
    union value room[ARGS_MAX];
    int64_t views[VIEWS_MAX][VIEW_WORDS];
    uint32_t view_count = 0;
    struct launch_arg args[ARGS_MAX];
    if (s->count > ARGS_MAX) {
        diag_error(vm->diags, DIAG_LAUNCH, s->site.at, "a kernel takes at most %d arguments here",
                   ARGS_MAX);
        return false;
    }
    if (!extent(vm, at, "grid", r.grid_at, &r.grid) ||
        !extent(vm, at + 3, "block", r.block_at, &r.block)) {
        vm->last_error = 9; /* cudaErrorInvalidConfiguration */
        return vm->program;
    }
    for (uint32_t i = 0; i < s->count; i++)
        if (!argument(vm, s, i, at[8 + i], room + i, views, &view_count, args + i))
            return false;
    int code = 0;
    r.args = args;
    r.out_code = vm->program ? &code : NULL;
    bool ok = launch_run(vm->launcher, &r, vm->diags);
    vm->last_error = code ? code : vm->last_error;
    return ok;
}
