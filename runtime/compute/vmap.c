/* SPDX-License-Identifier: Apache-2.0 */
/* vmap: a __device__ function, called once for each place along an axis of its arguments. All addresses and extents are one kernel parameter, so that
 * the kernel's text does not depend on them. */
#include <string.h>

#include "compute/compute.h"

enum { NUMBERS_MAX = 96 };

struct vmap_numbers {
    struct buf text;
    int64_t at[NUMBERS_MAX];
    uint32_t count;
};

static void put_number(struct vmap_numbers *n, int64_t v)
{
    buf_printf(&n->text, "a.at[%u]", n->count);
    n->at[n->count++] = v;
}

/* Where the argument begins at place i. */
static void put_start(struct vmap_numbers *n, const struct vmap_argument *v, const char *constant)
{
    buf_printf(&n->text, "(%s%s *) ", constant, v->array->dtype.name);
    put_number(n, (int64_t) array_address(v->array));
    if (v->axis >= 0) {
        buf_puts(&n->text, " + i * ");
        put_number(n, v->array->stride[v->axis]);
    }
}

/* view<const float, 1> x0: the axes of the array but the one along which it is called. */
static void put_view(struct vmap_numbers *n, const struct vmap_argument *v, uint32_t number,
                     const char *constant)
{
    uint32_t k = 0;
    buf_printf(&n->text, "    view<%s%s, %u> x%u;\n    x%u.p = ", constant, v->array->dtype.name,
               v->array->rank - (v->axis >= 0), number, number);
    put_start(n, v, constant);
    buf_puts(&n->text, ";\n");
    for (int32_t axis = 0; axis < (int32_t) v->array->rank; axis++) {
        if (axis == v->axis)
            continue;
        buf_printf(&n->text, "    x%u.extents[%u] = ", number, k);
        put_number(n, v->array->shape[axis]);
        buf_printf(&n->text, ";\n    x%u.strides[%u] = ", number, k++);
        put_number(n, v->array->stride[axis]);
        buf_puts(&n->text, ";\n");
    }
}

static void put_argument(struct vmap_numbers *n, const struct vmap_argument *v, uint32_t number)
{
    if (v->is_view) {
        put_view(n, v, number, "const ");
        return;
    }
    buf_printf(&n->text, "    const auto x%u = ", number);
    if (v->array) {
        buf_puts(&n->text, "*(");
        put_start(n, v, "const ");
        buf_putc(&n->text, ')');
    } else if (v->is_real) {
        buf_puts(&n->text, "__longlong_as_double(");
        put_number(n, v->bits);
        buf_putc(&n->text, ')');
    } else {
        put_number(n, v->bits);
    }
    buf_puts(&n->text, ";\n");
}

static void put_call(struct vmap_numbers *n, const char *function, uint32_t count,
                     const struct vmap_argument *written)
{
    if (written)
        put_view(n, written, count, "");
    buf_printf(&n->text, "    %s::%s(", written ? "" : "to[i] = ", function);
    for (uint32_t k = 0; k < count + (written != NULL); k++)
        buf_printf(&n->text, "%sx%u", k ? ", " : "", k);
    buf_puts(&n->text, ");\n}\n}\n");
}

/* How often it is called. negative: a diag was recorded. */
static int64_t places(const struct job *j, const struct vmap_argument *args, uint32_t count)
{
    int64_t n = -1;
    for (uint32_t k = 0; k < count; k++) {
        const struct vmap_argument *v = args + k;
        if (!v->array || v->axis < 0)
            continue;
        int64_t own = v->array->shape[v->axis];
        if (n >= 0 && own != n) {
            diag_error(j->diags, DIAG_MEMORY, j->at,
                       "argument %u has %lld places along its axis, those before it %lld", k + 1,
                       (long long) own, (long long) n);
            return -1;
        }
        n = own;
    }
    return n;
}

static struct array *result_of(const struct job *j, const struct vmap_argument *args,
                               uint32_t count, struct dtype result, bool writes, int64_t n)
{
    int64_t shape[2] = {n, 0};
    for (uint32_t k = count; writes && k-- > 0;)
        for (int32_t axis = 0; args[k].is_view && axis < (int32_t) args[k].array->rank; axis++)
            if (axis != args[k].axis)
                shape[1] = args[k].array->shape[axis];
    return compute_temporary(j, result, writes ? 2 : 1, shape);
}

struct array *compute_vmap(const struct job *j, const char *function,
                           const struct vmap_argument *args, uint32_t count, struct dtype result,
                           bool writes)
{
    enum { BLOCK_PLACES = 64 };

    int64_t n = places(j, args, count);
    struct array *out = n < 0 ? NULL : result_of(j, args, count, result, writes, n);
    if (!out || !array_count(out))
        return out;
    struct vmap_argument written = {.array = out, .is_view = true};
    struct vmap_numbers a = {0};
    buf_printf(&a.text,
               "\nnamespace warpcell {\nstruct vmap_numbers { long at[%d]; };\n__global__ void "
               "vmap(long n, vmap_numbers a, %s *to)\n{\n    const long i = (long) blockIdx.x * "
               "blockDim.x + threadIdx.x;\n    if (i >= n)\n        return;\n",
               NUMBERS_MAX, result.name);
    for (uint32_t k = 0; k < count; k++)
        put_argument(&a, args + k, k);
    put_call(&a, function, count, writes ? &written : NULL);
    uint64_t to = array_address(out);
    const char *mentions[] = {function, "view"};
    struct work w = {
        .text = {a.text.p,       a.text.n},
        .kernel = "warpcell::vmap",
        .mentions = mentions,
        .mention_count = 2,
        .grid = {  blocks_of(n, BLOCK_PLACES),        1, 1},
        .block = { BLOCK_PLACES,   1,        1}
    };
    struct work_arg params[] = {
        ARG(n), {a.at, sizeof a.at, 0},
         ARG(to)
    };
    if (!compute_run(j, &w, params, 3))
        array_unref(&out);
    buf_free(&a.text);
    return out;
}
