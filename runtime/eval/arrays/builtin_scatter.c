/* SPDX-License-Identifier: Apache-2.0 */
/* add_at(x, indices, values): as numpy.add.at, so that an index that occurs twice counts twice. compute/kernels/scatter.cu adds. */
#include <string.h>

#include "eval/arrays/array_arguments.h"

/* The type in which elements are added: those without atomic operations are added as int, or as float, and then stored. */
static struct dtype added_as(struct dtype t)
{
    if (dtype_is_half(t))
        return dtype_of(DTYPE_F32);
    return t.kind != DTYPE_OTHER && t.size < 4 ? dtype_of(DTYPE_I32) : t;
}

/* x as a vector to add to: itself, or a copy. */
static struct array *target_of(const struct job *j, const struct array *x)
{
    struct dtype t = added_as(x->dtype);
    bool same = t.kind == x->dtype.kind;
    if (same && x->rank == 1)
        return array_ref_view(x);
    struct array *dense = compute_dense(j, x, t), *flat = dense ? array_raveled(j, dense) : NULL;
    array_unref(&dense);
    return flat;
}

/* The shape of what is added: that of the indices, then that of x[0]. */
static bool places_of(struct vm *vm, const struct call_site *call, const struct array *x,
                      const struct array *indices, struct operand *out)
{
    uint32_t rank = indices->rank + x->rank - 1;
    *out = (struct operand){.kind = OPERAND_INDEX, .rank = rank};
    if (rank > ARRAY_RANK_MAX) {
        vm_error(vm, DIAG_MEMORY, call->at,
                 "'add_at' would add values of rank %u; an array has at most %d dimensions", rank,
                 ARRAY_RANK_MAX);
        return false;
    }
    memcpy(out->shape, indices->shape, indices->rank * sizeof *out->shape);
    memcpy(out->shape + indices->rank, x->shape + 1, (x->rank - 1) * sizeof *out->shape);
    return true;
}

static bool values_fit(const struct job *j, const struct expression *values,
                       const struct operand *places)
{
    struct array shaped = {.rank = places->rank};
    memcpy(shaped.shape, places->shape, sizeof shaped.shape);
    return expression_fits(j, values, &shaped);
}

static int64_t inner_of(const struct array *x)
{
    int64_t n = 1;
    for (uint32_t k = 1; k < x->rank; k++)
        n *= x->shape[k];
    return n;
}

/* A dense array as a vector, apart from `to`. */
static struct array *vector_apart(const struct job *j, const struct array *a,
                                  const struct array *to)
{
    struct array *copy = NULL, *flat;
    if (a->storage == to->storage) {
        copy = compute_temporary(j, a->dtype, a->rank, a->shape);
        if (!copy || !compute_copy(j, copy, a)) {
            array_unref(&copy);
            return NULL;
        }
    }
    flat = array_raveled(j, copy ? copy : a);
    array_unref(&copy);
    return flat;
}

/* Where each value goes, of the elements of `to`. */
static struct array *all_places(const struct job *j, const struct array *x,
                                const struct array *indices, const struct operand *places,
                                const struct array *to)
{
    enum dtype_kind kind = indices->dtype.kind;
    if (x->rank == 1 && (kind == DTYPE_I32 || kind == DTYPE_I64))
        return vector_apart(j, indices, to);
    struct array *table = array_raveled(j, indices), *made = NULL, *flat = NULL;
    if (table) {
        struct operand where[3] = {*places, table_operand(table), long_operand(inner_of(x))};
        struct expression e = {.text = "v1(v0 / v2) * v2 + v0 % v2",
                               .dtype = dtype_of(DTYPE_I64),
                               .operands = where,
                               .count = 3};
        made = compute_new(j, &e);
        flat = made ? array_raveled(j, made) : NULL;
    }
    array_unref(&table);
    array_unref(&made);
    return flat;
}

/* The values in the shape of the places; a number alone. */
static struct array *all_values(const struct job *j, const struct operand *places,
                                const struct expression *values, const struct array *to)
{
    const struct operand *first = values->operands;
    const struct array *given = first->kind == OPERAND_ARRAY ? first->array : NULL;
    bool whole = given && given->dtype.kind == to->dtype.kind &&
                 given->dtype.size == to->dtype.size && given->rank == places->rank &&
                 !memcmp(given->shape, places->shape, places->rank * sizeof *given->shape);
    if (whole)
        return vector_apart(j, given, to);
    struct expression converted = *values;
    const int64_t *shape = given ? places->shape : (int64_t[]){1};
    converted.dtype = to->dtype;
    struct array *made = compute_temporary(j, to->dtype, given ? places->rank : 1, shape),
                 *flat = made && compute_into(j, &converted, made) ? array_raveled(j, made) : NULL;
    array_unref(&made);
    return flat;
}

static bool add(const struct job *j, const struct array *x, const struct array *indices,
                const struct operand *places, const struct expression *values)
{
    struct array *to = target_of(j, x), *at = to ? all_places(j, x, indices, places, to) : NULL,
                 *from = at ? all_values(j, places, values, to) : NULL;
    bool ok = from && compute_add_at(j, at, from, to);
    if (ok && to->storage != x->storage) {
        struct array *back = array_ref_view(to);
        back->rank = x->rank;
        int64_t stride = 1;
        for (uint32_t k = x->rank; k-- > 0; stride *= x->shape[k]) {
            back->shape[k] = x->shape[k];
            back->stride[k] = stride;
        }
        ok = compute_copy(j, x, back);
        array_unref(&back);
    }
    array_unref(&at);
    array_unref(&from);
    array_unref(&to);
    return ok;
}

static bool add_values(struct vm *vm, const struct call_site *call, const union value *at,
                       const struct expression *values)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p, *indices = at[1].p;
    struct operand places;
    return array_indices_fit(vm, call, indices, x->shape[0], x->rank == 1 ? -1 : 0) &&
           places_of(vm, call, x, indices, &places) && values_fit(&j, values, &places) &&
           (!array_count(indices) || !array_count(x) || add(&j, x, indices, &places, values));
}

BUILTIN(array_add_at)
{
    struct operand value = array_operand(at[2].p);
    struct expression e = {.text = "v0", .operands = &value, .count = 1};
    return add_values(vm, call, at, &e);
}

/* A number: the checker has made it a double or a long. */
BUILTIN(array_add_number_at)
{
    const struct array *x = at[0].p;
    bool real = builtin_call_of(call)->types[2]->kind == TYPE_DOUBLE;
    struct operand value = real ? double_operand(at[2].d) : long_operand(at[2].i);
    char text[80];
    struct expression e = {.text = element_text(text, x->dtype), .operands = &value, .count = 1};
    return add_values(vm, call, at, &e);
}
