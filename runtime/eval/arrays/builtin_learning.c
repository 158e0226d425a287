/* SPDX-License-Identifier: Apache-2.0 */
/* Learning from the rows of device arrays. The checker has brought the arguments to one type (lang/check/check_linear.c). Next:
 * compute/learning/learning.h. */
#include "compute/learning/learning.h"
#include "eval/arrays/array_results.h"
#include "eval/library/builtin.h"

/* As random() has: the session's seed, and a new number at each call. */
static uint64_t next_seed(struct vm *vm)
{
    return vm->array_seed * 0x9e3779b97f4a7c15 + vm->array_draws++;
}

BUILTIN(array_kmeans)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[2];
    double inertia;
    bool ok = compute_kmeans(&j, at[0].p, at[1].i, next_seed(vm), made, &inertia);
    ok = vm_own_results(vm, ok, made, 2, at);
    vm->further[1].number = inertia;
    return ok;
}

BUILTIN(array_nearest_center)
{
    struct job j = vm_job(vm, call->at);
    double inertia;
    return vm_own_array(vm, compute_nearest_center(&j, at[0].p, at[1].p, &inertia), at);
}

BUILTIN(array_elbow)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_elbow(&j, at[0].p, at[1].i, next_seed(vm)), at);
}

BUILTIN(array_silhouette)
{
    struct job j = vm_job(vm, call->at);
    return compute_silhouette(&j, at[0].p, at[1].p, &at[0].d);
}

BUILTIN(array_nearest_neighbors)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[2];
    bool ok = compute_neighbors(&j, at[0].p, at[1].p, at[2].i, made);
    return vm_own_results(vm, ok, made, 2, at);
}

BUILTIN(array_dbscan)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_dbscan(&j, at[0].p, at[1].d, at[2].i), at);
}

BUILTIN(array_pca)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[3];
    return vm_own_results(vm, compute_pca(&j, at[0].p, at[1].i, made), made, 3, at);
}

BUILTIN(array_linear_regression)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[1];
    double intercept = 0;
    bool ok = compute_linear_regression(&j, at[0].p, at[1].p, made, &intercept);
    ok = vm_own_results(vm, ok, made, 1, at);
    vm->further[0].number = intercept;
    return ok;
}

BUILTIN(array_logistic_regression)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[2];
    bool ok = compute_logistic_regression(&j, at[0].p, at[1].p, at[2].d, made);
    return vm_own_results(vm, ok, made, 2, at);
}

BUILTIN(array_random_forest)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[2];
    double score = 0;
    struct forest_options o = {.n_trees = at[2].i,
                               .max_depth = at[3].i,
                               .max_features = at[4].i,
                               .min_samples_leaf = at[5].i};
    bool ok = compute_random_forest(&j, at[0].p, at[1].p, &o, next_seed(vm), made, &score);
    ok = vm_own_results(vm, ok, made, 2, at);
    vm->further[1].number = score;
    return ok;
}

BUILTIN(array_forest_predict)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_forest_classes(&j, at[0].p, at[1].p), at);
}

BUILTIN(array_forest_predict_proba)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_forest_means(&j, at[0].p, at[1].p), at);
}
