/* SPDX-License-Identifier: Apache-2.0 */
/* What functions of arrays ask of their arguments, and results by expressions. Next: compute/compute.h. */
#include "eval/arrays/array_arguments.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool array_has_axis(struct vm *vm, const struct call_site *call, uint32_t argument, int64_t axis,
                    uint32_t rank)
{
    if (axis >= 0 && axis < (int64_t) rank)
        return true;
    vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[argument],
             "there is no axis %" PRId64 " in an array of rank %u", axis, rank);
    return false;
}

struct array *array_raveled(const struct job *j, const struct array *x)
{
    struct array *dense = compute_dense(j, x, x->dtype),
                 *flat = dense ? array_ref_view(dense) : NULL;
    if (flat) {
        flat->rank = 1;
        flat->shape[0] = array_count(x);
        flat->stride[0] = 1;
    }
    array_unref(&dense);
    return flat;
}

struct operand array_operand(const struct array *a)
{
    return (struct operand){.kind = OPERAND_ARRAY, .type = dtype_text(a->dtype), .array = a};
}

struct operand table_operand(const struct array *a)
{
    return (struct operand){.kind = OPERAND_TABLE, .type = dtype_text(a->dtype), .array = a};
}

struct operand long_operand(int64_t v)
{
    return (struct operand){
        .kind = OPERAND_VALUE, .type = "long", .size = 8, .value = (uint64_t) v};
}

struct operand double_operand(double v)
{
    struct operand o = {.kind = OPERAND_VALUE, .type = "double", .size = 8};
    memcpy(&o.value, &v, sizeof v);
    return o;
}

const char *element_text(char *room, struct dtype t)
{
    snprintf(room, 80, t.kind == DTYPE_OTHER ? "warpcell::pair<%s>(v0, 0)" : "v0", t.name);
    return room;
}

struct array *array_from(const struct job *j, const char *text, struct dtype t,
                         const struct operand *operands, uint32_t count, uint32_t rank,
                         const int64_t *shape)
{
    struct expression e = {.text = text,
                           .dtype = dtype_is_half(t) ? dtype_of(DTYPE_F32) : t,
                           .operands = operands,
                           .count = count};
    struct array *out = compute_temporary(j, t, rank, shape);
    if (out && !compute_into(j, &e, out))
        array_unref(&out);
    return out;
}

bool array_reduce_long(const struct job *j, const char *name, const struct array *x, int64_t *out)
{
    struct operand room = array_operand(x);
    struct expression e = {
        .text = "(long) v0", .dtype = dtype_of(DTYPE_I64), .operands = &room, .count = 1};
    return compute_reduce(j, name, &e, dtype_of(DTYPE_I64), -1, out, NULL);
}

bool array_indices_fit(struct vm *vm, const struct call_site *call, const struct array *indices,
                       int64_t extent, int64_t axis)
{
    struct job j = vm_job(vm, call->at);
    int64_t least = 0, most = -1;
    if (array_count(indices) && (!array_reduce_long(&j, "min", indices, &least) ||
                                 !array_reduce_long(&j, "max", indices, &most)))
        return false;
    if (least >= 0 && most < extent)
        return true;
    struct span at = builtin_call_of(call)->spans[1];
    int64_t wrong = least < 0 ? least : most;
    if (axis < 0)
        vm_error(vm, DIAG_MEMORY, at,
                 "index %" PRId64 " is out of range for an array of %" PRId64 " elements", wrong,
                 extent);
    else
        vm_error(vm, DIAG_MEMORY, at,
                 "index %" PRId64 " is out of range for axis %" PRId64 " of %" PRId64 " places",
                 wrong, axis, extent);
    return false;
}

struct array *array_taken(const struct job *j, const struct array *x, const struct array *places,
                          int64_t axis)
{
    static const char text[] = "v0((v2 / (v3 * v4) * v5 + v1(v2 / v3 % v4)) * v3 + v2 % v3)";
    bool along = axis >= 0;
    int64_t extent = along ? x->shape[axis] : array_count(x), inner = 1, shape[ARRAY_RANK_MAX];
    uint32_t rank = along ? x->rank : places->rank;
    for (uint32_t k = rank; k-- > 0;) {
        shape[k] = !along ? places->shape[k] : (int64_t) k == axis ? places->shape[0] : x->shape[k];
        inner *= along && (int64_t) k > axis ? shape[k] : 1;
    }
    struct array *flat = array_raveled(j, x), *indices = flat ? array_raveled(j, places) : NULL,
                 *out = NULL;
    if (indices) {
        struct operand operands[6] = {
            table_operand(flat),
            table_operand(indices),
            {.kind = OPERAND_INDEX, .rank = rank},
            long_operand(inner),
            long_operand(indices->shape[0]),
            long_operand(extent)
        };
        memcpy(operands[2].shape, shape, rank * sizeof *shape);
        out = array_from(j, text, x->dtype, operands, 6, rank, shape);
    }
    array_unref(&flat);
    array_unref(&indices);
    return out;
}
