/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions, fused with the expression they reduce. kernels/reduce.cu has the algorithms. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "compute/compute.h"

enum {
    BLOCK = 256,
    LONG_ROW = 512,   /* longer rows get a block each */
    EACH_THREAD = 64, /* minimum number of elements per thread; fewer are not worth another block */
};

bool reduce_has_elements(const struct job *j, const char *name, int64_t n)
{
    bool needs = !strcmp(name, "min") || !strcmp(name, "max") || !strncmp(name, "arg", 3);
    if (n || !needs)
        return true;
    diag_error(j->diags, DIAG_MEMORY, j->at, "'%s' of an empty array", name);
    return false;
}

void reduce_operation(char *out, const char *name, const struct expression *e, struct dtype result)
{
    snprintf(out, REDUCE_OPERATION, "warpcell::%s<%s, %s>", strcmp(name, "dot") ? name : "sum",
             e->dtype.name, result.name);
}

static bool all_of(const struct job *j, struct functor *f, const char *op,
                   const struct expression *e, struct dtype result, void *out_value,
                   struct array **out_array)
{
    uint64_t run;
    uint32_t blocks = runs_of(j, f->n, BLOCK, EACH_THREAD, &run);
    bool wide = f->n > INT32_MAX;
    uint32_t index = wide ? 8 : 4;
    struct array *partial = compute_temporary(j, (struct dtype){DTYPE_OTHER, REDUCE_STATE, "state"},
                                              1, &(int64_t){blocks}),
                 *out = partial ? compute_temporary(j, result, 1, &(int64_t){1}) : NULL;
    if (!out) {
        array_unref(&partial);
        return false;
    }
    char args[320];
    uint64_t n = (uint64_t) f->n, to = array_address(partial), value = array_address(out);
    struct work w = {
        .library = "reduce",
        .text = {f->text.p, f->text.n},
        .kernel = "warpcell::reduce",
        .mentions = e->mentions,
        .mention_count = e->mention_count,
        .grid = { blocks,        1,         1},
        .block = { BLOCK,        1,         1}
    };
    snprintf(args, sizeof args, "%s, %s, %s", op, wide ? "unsigned long" : "unsigned", f->type);
    w.args = launch_name(j->launcher, args);
    struct work_arg params[] = {
        {&n,   index},
        {&run, index},
        FUNCTOR_ARG(f), ARG(to)
    };
    bool ok = compute_run(j, &w, params, 4);
    w.text = (struct str){0};
    w.mention_count = 0;
    w.kernel = "warpcell::reduce_rest";
    w.grid.x = 1;
    snprintf(args, sizeof args, "%s, %s", op, result.name);
    w.args = launch_name(j->launcher, args);
    ok = ok && compute_run(j, &w, (struct work_arg[]){ARG(blocks), ARG(to), ARG(n), ARG(value)}, 4);
    struct device_fault fault;
    if (ok && out_value)
        ok =
            launch_status(j->launcher, array_read(out, out_value, &fault), &fault, j->diags, j->at);
    else if (ok)
        *out_array = array_ref(out);
    array_unref(&partial);
    array_unref(&out);
    return ok;
}

static struct array *along(const struct job *j, struct functor *f, const char *op,
                           const struct expression *e, struct dtype result, uint32_t axis)
{
    int64_t shape[ARRAY_RANK_MAX], inner = 1, results = 1;
    uint32_t rank = 0;
    for (uint32_t k = 0; k < f->rank; k++) {
        if (k == axis)
            continue;
        shape[rank++] = f->shape[k];
        results *= f->shape[k];
        inner *= k > axis ? f->shape[k] : 1;
    }
    struct array *out = compute_temporary(j, result, rank, shape);
    if (!out || !results)
        return out;
    bool wide = f->n > INT32_MAX, rows = inner == 1 && f->shape[axis] >= LONG_ROW;
    uint64_t n = (uint64_t) f->shape[axis], count = (uint64_t) results, within = (uint64_t) inner,
             to = array_address(out);
    uint32_t index = wide ? 8 : 4;
    char args[320];
    snprintf(args, sizeof args, "%s, %s, %s, %s", op, wide ? "unsigned long" : "unsigned", f->type,
             result.name);
    struct work w = {
        .library = "reduce",
        .text = {f->text.p, f->text.n},
        .kernel = rows ? "warpcell::reduce_rows" : "warpcell::reduce_axis",
        .args = launch_name(j->launcher, args),
        .mentions = e->mentions,
        .mention_count = e->mention_count,
        .grid = {  rows ? (uint32_t) results : blocks_of(results,   BLOCK),         1, 1},
        .block = { BLOCK,     1,         1}
    };
    struct work_arg by_row[] =
        {
            {&n, index},
            FUNCTOR_ARG(f), ARG(to)
    },
                    by_thread[] = {
                        {&count, index}, {&n, index}, {&within, index}, FUNCTOR_ARG(f), ARG(to)};
    if (!compute_run(j, &w, rows ? by_row : by_thread, rows ? 3 : 5))
        array_unref(&out);
    return out;
}

bool compute_reduce(const struct job *j, const char *name, const struct expression *e,
                    struct dtype result, int64_t axis, void *out_value, struct array **out_array)
{
    struct functor f;
    char op[REDUCE_OPERATION];
    if (!launcher_device(j->launcher, j->diags, j->at) ||
        !functor_make(j, e, "expression", 0, NULL, &f))
        return false;
    bool ok = axis < (int64_t) f.rank;
    if (!ok)
        diag_error(j->diags, DIAG_MEMORY, j->at,
                   "there is no axis %" PRId64 " in an array of rank %u", axis, f.rank);
    ok = ok && reduce_has_elements(j, name, axis < 0 ? f.n : f.shape[axis]);
    reduce_operation(op, name, e, result);
    if (ok && axis < 0)
        ok = all_of(j, &f, op, e, result, out_value, out_array);
    else if (ok)
        ok = (*out_array = along(j, &f, op, e, result, (uint32_t) axis)) != NULL;
    functor_free(&f);
    return ok;
}
