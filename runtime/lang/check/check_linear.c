/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of linear algebra, transforms and learning (array_calls.def): what their arguments must be, and the types of their results. Integers are computed as double, as in
 * NumPy, halves as float. */
#include <string.h>

#include "lang/check/check_arrays.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/tree_build.h"

static const struct type *real_of(const struct type *t)
{
    return type_basic(type_is_half(t) || t->kind == TYPE_FLOAT ? TYPE_FLOAT : TYPE_DOUBLE);
}

/* The first argument as a matrix of float or double. */
static bool take_matrix(struct checker *c, struct expr *call)
{
    struct expr *a = call->args[0];
    if (!array_of_values(a) || a->type->rank != 2) {
        array_arg_wrong(c, a, call, "a matrix: an array of numbers of rank 2");
        return false;
    }
    call->args[0] = array_retyped(c, a, real_of(a->type->base));
    return true;
}

static bool is_complex_matrix(const struct expr *a)
{
    return is_array(a) && a->type->rank == 2 && type_is_pair(type_plain(a->type->base));
}

/* The same, or one of complex numbers. */
static bool take_any_matrix(struct checker *c, struct expr *call)
{
    return is_complex_matrix(call->args[0]) || take_matrix(c, call);
}

/* The type of singular values. */
static const struct type *part_of(const struct type *t)
{
    return type_is_pair(type_plain(t)) ? complex_part(type_plain(t)) : t;
}

struct expr *check_same_matrix(struct checker *c, struct expr *call)
{
    if (!take_any_matrix(c, call))
        return expr_bad(c, call->at);
    call->type = array_of(c, call->args[0]->type->base, 2);
    return call;
}

struct expr *check_real_values(struct checker *c, struct expr *call)
{
    if (!take_any_matrix(c, call))
        return expr_bad(c, call->at);
    call->type = array_of(c, part_of(call->args[0]->type->base), 1);
    return call;
}

/* Its prototype has the type of the result. */
struct expr *check_real_number(struct checker *c, struct expr *call)
{
    return take_any_matrix(c, call) ? call : expr_bad(c, call->at);
}

/* Of a complex matrix it is the product of what has been found. */
struct expr *check_determinant(struct checker *c, struct expr *call)
{
    struct expr *a = call->args[0];
    if (!is_complex_matrix(a))
        return check_real_number(c, call);
    struct expr *factors = library_call(c, "__det_factors", &a, 1, call->at);
    factors->type = array_of(c, a->type->base, 1);
    return array_total(c, "prod", factors, call->at);
}

struct expr *check_solve(struct checker *c, struct expr *call)
{
    struct expr *b = call->args[1];
    if (!take_any_matrix(c, call))
        return expr_bad(c, call->at);
    if (!array_of_elements(b) || b->type->rank > 2)
        return array_arg_wrong(c, b, call, "a vector or a matrix for the right side");
    const struct type *t = type_plain(b->type->base);
    t = product_of(c, type_plain(call->args[0]->type->base), type_is_pair(t) ? t : real_of(t));
    call->args[0] = array_retyped(c, call->args[0], t);
    call->args[1] = array_retyped(c, b, t);
    call->type = array_of(c, t, b->type->rank);
    return call;
}

/* ---- several results ---- */

/* The ranks of the results; 0: a number. The elements are those of the first argument, but int from result `whole` on; those of eig are
 * complex, the values of svd and eigh real, and so is the second of slogdet. */
static const struct {
    const char *name;
    uint32_t count;
    uint32_t ranks[ARRAY_RESULTS_MAX];
    uint32_t whole;
    const char *names; /* for the message */
} several[] = {
    {"qr",                  2, {2, 2},    2, "q, r"                          },
    {"svd",                 3, {2, 1, 2}, 3, "u, s, vh"                      },
    {"eigh",                2, {1, 2},    2, "w, v"                          },
    {"eig",                 2, {1, 2},    2, "w, v"                          },
    {"slogdet",             2, {0, 0},    2, "sign, logabsdet"               },
    {"csr",                 3, {1, 1, 1}, 1, "data, indices, indptr"         },
    {"meshgrid",            2, {2, 2},    2, "X, Y"                          },
    {"kmeans",              3, {2, 1, 0}, 1, "centers, labels, inertia"      },
    {"nearest_neighbors",   2, {2, 2},    1, "distances, indices"            },
    {"pca",                 3, {2, 1, 1}, 3, "components, variances, mean"   },
    {"linear_regression",   2, {1, 0},    2, "w, intercept"                  },
    {"logistic_regression", 2, {2, 1},    2, "w, intercepts"                 },
    {"random_forest",       3, {3, 1, 0}, 3, "forest, importances, oob_score"},
};

/* float2 for float and float2, double2 for the others */
static const struct type *complex_like(struct checker *c, const struct type *t)
{
    t = type_plain(t);
    return type_is_pair(t) ? t : complex_of(c, t->kind == TYPE_FLOAT);
}

uint32_t array_results(struct checker *c, const struct expr *call,
                       const struct type *out[ARRAY_RESULTS_MAX])
{
    bool library = call->kind == EXPR_BUILTIN && call->arg_count && is_array(call->args[0]);
    for (size_t i = 0; library && i < sizeof several / sizeof *several; i++) {
        if (strcmp(call->symbol->name, several[i].name) ||
            (!strcmp(several[i].name, "meshgrid") && call->arg_count != 2))
            continue;
        const struct type *element = strcmp(several[i].name, "eig")
                                         ? call->args[0]->type->base
                                         : complex_like(c, call->args[0]->type->base);
        bool values = !strcmp(several[i].name, "svd") || !strcmp(several[i].name, "eigh");
        for (uint32_t k = 0; k < several[i].count; k++) {
            const struct type *t = k >= several[i].whole                ? type_basic(TYPE_INT)
                                   : values && several[i].ranks[k] == 1 ? part_of(element)
                                                                        : element;
            bool sign = !strcmp(several[i].name, "slogdet") && !k && type_is_pair(type_plain(t));
            out[k] = several[i].ranks[k] ? array_of(c, t, several[i].ranks[k])
                     : sign              ? type_plain(t)
                                         : type_basic(TYPE_DOUBLE);
        }
        return several[i].count;
    }
    return 0;
}

/* Whether each result gets a name. */
static struct expr *named(struct checker *c, struct expr *call)
{
    const struct type *types[ARRAY_RESULTS_MAX];
    uint32_t count = array_results(c, call, types), i = 0;
    if (c->bound.source == call->at.source && c->bound.start == call->at.start &&
        c->bound.end == call->at.end) {
        call->type = types[0];
        return call;
    }
    while (strcmp(several[i].name, call->symbol->name))
        i++;
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, call->at, "'%s' has %u results", call->symbol->name, count);
    diag_help(c->diags, d, "give each a name: auto [%s] = %s(...);", several[i].names,
              call->symbol->name);
    return expr_bad(c, call->at);
}

/* Those that learn take real numbers. */
struct expr *check_several(struct checker *c, struct expr *call)
{
    return take_matrix(c, call) ? named(c, call) : expr_bad(c, call->at);
}

struct expr *check_factors(struct checker *c, struct expr *call)
{
    return take_any_matrix(c, call) ? named(c, call) : expr_bad(c, call->at);
}

/* eig and eigvals, which take complex matrices too */
struct expr *check_eigen(struct checker *c, struct expr *call)
{
    if (!take_any_matrix(c, call))
        return expr_bad(c, call->at);
    if (!strcmp(call->symbol->name, "eig"))
        return named(c, call);
    call->type = array_of(c, complex_like(c, call->args[0]->type->base), 1);
    return call;
}

/* meshgrid(x, y), or with the matrices that it fills */
struct expr *check_grid(struct checker *c, struct expr *call)
{
    if (call->arg_count != 2)
        return call;
    for (uint32_t i = 0; i < 2; i++)
        if (!array_of_numbers(call->args[i]) || call->args[i]->type->rank != 1)
            return array_arg_wrong(c, call->args[i], call, "two arrays of numbers of rank 1");
    const struct type *t = common_type(call->args[0]->type->base, call->args[1]->type->base);
    for (uint32_t i = 0; i < 2; i++)
        call->args[i] = array_retyped(c, call->args[i], t);
    return named(c, call);
}

/* ---- sparse matrices: data, indices, indptr ---- */

static bool is_complex_array(const struct expr *x)
{
    return is_array(x) && type_is_pair(type_plain(x->type->base));
}

static bool take_vector(struct checker *c, struct expr *call, uint32_t i, bool whole)
{
    struct expr *x = call->args[i];
    bool numbers = array_of_numbers(x) || (!whole && is_complex_array(x)),
         fits = numbers && x->type->rank == 1 && (!whole || type_is_integer(x->type->base));
    if (!fits)
        array_arg_wrong(c, x, call,
                        whole ? "an array of integers of rank 1" : "an array of numbers of rank 1");
    else if (whole)
        call->args[i] = array_retyped(c, x, type_basic(TYPE_INT));
    return fits;
}

/* csr(A), or csr(values, rows, columns, n) */
struct expr *check_csr(struct checker *c, struct expr *call)
{
    struct expr *a = call->args[0];
    bool matrix = call->arg_count == 1;
    if (matrix && ((!array_of_numbers(a) && !is_complex_array(a)) || a->type->rank != 2))
        return array_arg_wrong(c, a, call, "a matrix: an array of numbers of rank 2");
    if (!matrix && (!take_vector(c, call, 0, false) || !take_vector(c, call, 1, true) ||
                    !take_vector(c, call, 2, true)))
        return expr_bad(c, call->at);
    return named(c, call);
}

static bool take_csr(struct checker *c, struct expr *call)
{
    return take_vector(c, call, 0, false) && take_vector(c, call, 1, true) &&
           take_vector(c, call, 2, true);
}

struct expr *check_csr_matmul(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[3];
    if (!take_csr(c, call))
        return expr_bad(c, call->at);
    if ((!array_of_numbers(x) && !is_complex_array(x)) || x->type->rank > 2)
        return array_arg_wrong(c, x, call, "a vector or a matrix as the second factor");
    const struct type *t =
        product_of(c, type_plain(call->args[0]->type->base), type_plain(x->type->base));
    call->args[0] = array_retyped(c, call->args[0], t);
    call->args[3] = array_retyped(c, x, t);
    call->type = array_of(c, t, x->type->rank);
    return call;
}

struct expr *check_csr_to_dense(struct checker *c, struct expr *call)
{
    if (!take_csr(c, call))
        return expr_bad(c, call->at);
    call->type = array_of(c, call->args[0]->type->base, 2);
    return call;
}

/* ---- parts of matrices ---- */

struct expr *check_diag(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    if (!array_of_elements(x) || x->type->rank > 2)
        return array_arg_wrong(c, x, call, "an array of numbers of rank 1 or 2");
    call->type = array_of(c, x->type->base, 3 - x->type->rank);
    return call;
}

struct expr *check_triangle(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    if (!array_of_elements(x) || x->type->rank != 2)
        return array_arg_wrong(c, x, call, "a matrix: an array of numbers of rank 2");
    call->type = array_of(c, x->type->base, 2);
    return call;
}

struct expr *check_trace(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    if (!array_of_elements(x) || x->type->rank != 2)
        return array_arg_wrong(c, x, call, "a matrix: an array of numbers of rank 2");
    struct expr *args[2] = {x, integer_new(c, type_basic(TYPE_LONG), 0, call->at)},
                *line = library_call(c, "diag", args, 2, call->at);
    return array_total(c, "sum", check_diag(c, line), call->at);
}

/* Products of two arrays of this rank, in the type of their products. */
static struct expr *products(struct checker *c, struct expr *call, uint32_t rank, const char *needs)
{
    for (int i = 0; i < 2; i++)
        if (!array_of_elements(call->args[i]) || call->args[i]->type->rank != rank)
            return array_arg_wrong(c, call->args[i], call, needs);
    call->type = array_of(c, product_type(c, call->args[0], call->args[1]), 2);
    return call;
}

struct expr *check_outer(struct checker *c, struct expr *call)
{
    return products(c, call, 1, "two arrays of numbers of rank 1");
}

struct expr *check_kron(struct checker *c, struct expr *call)
{
    const struct expr *a = call->args[0];
    if (!is_array(a) || a->type->rank != 1)
        return products(c, call, 2, "two arrays of numbers of rank 2, or two of rank 1");
    if (products(c, call, 1, "two arrays of numbers of rank 2, or two of rank 1"))
        call->type = array_of(c, type_plain(call->type->base), 1);
    return call;
}

struct expr *check_eye(struct checker *c, struct expr *call)
{
    call->type = array_of(c, type_basic(TYPE_FLOAT), 2);
    return call;
}

/* ---- Fourier transforms ---- */

/* The transforms of fft(): of numbers to complex ones, and for irfft() and its like to real ones. */
struct expr *check_fft(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    const struct type *t = is_array(x) ? type_plain(x->type->base) : x->type;
    const char *name = call->symbol->name;
    bool complex = type_is_pair(t), forward_real = name[0] == 'r', real = !strncmp(name, "ir", 2),
         planes = strchr(name, '2');
    if (!is_array(x) || (!complex && !type_is_arithmetic(t)) || (complex && forward_real))
        return array_arg_wrong(c, x, call,
                               forward_real ? "an array of real numbers"
                                            : "an array of numbers, or of float2 or double2");
    if (planes && x->type->rank < 2)
        return array_arg_wrong(c, x, call, "an array of rank 2 or more");
    bool single = has_name(t, "float2") || t->kind == TYPE_FLOAT;
    const struct type *part = type_basic(single ? TYPE_FLOAT : TYPE_DOUBLE);
    if (!complex)
        call->args[0] = array_retyped(c, x, part);
    call->type = array_of(c, real ? part : complex_of(c, single), x->type->rank);
    return call;
}

/* fftshift(x), ifftshift(x) */
struct expr *check_fft_shifted(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    if (!array_of_elements(x))
        return array_arg_wrong(c, x, call, "an array of numbers");
    call->type = array_of(c, x->type->base, x->type->rank);
    return call;
}

/* fftfreq(n, d), rfftfreq(n, d) */
struct expr *check_fft_frequencies(struct checker *c, struct expr *call)
{
    call->type = array_of(c, type_basic(TYPE_DOUBLE), 1);
    return call;
}

/* ---- learning from the rows of a matrix: what goes with the rows, and the types of the results ---- */

enum companion { ALONE, ROWS, VALUES, LABELS, TARGETS /* values or labels */ };

enum learned { SEVERAL, INTS, REALS, NUMBER };

static const struct {
    const char *name;
    enum companion second; /* argument */
    enum learned result;
} learners[] = {
    {"kmeans",              ALONE,   SEVERAL},
    {"nearest_center",      ROWS,    INTS   },
    {"elbow",               ALONE,   REALS  },
    {"silhouette",          LABELS,  NUMBER },
    {"nearest_neighbors",   ROWS,    SEVERAL},
    {"dbscan",              ALONE,   INTS   },
    {"pca",                 ALONE,   SEVERAL},
    {"linear_regression",   VALUES,  SEVERAL},
    {"logistic_regression", LABELS,  SEVERAL},
    {"random_forest",       TARGETS, SEVERAL},
};

static bool take_second(struct checker *c, struct expr *call, enum companion what)
{
    static const char *const needs[] = {
        [ROWS] = "rows too: an array of numbers of rank 2",
        [VALUES] = "a number for each row: an array of rank 1",
        [LABELS] = "a label for each row: an array of integers of rank 1",
        [TARGETS] = "a label or a value for each row: an array of numbers of rank 1"};
    struct expr *x = call->args[0], *second = call->args[1];
    bool numbers = array_of_numbers(second),
         integers =
             what == LABELS || (what == TARGETS && numbers && type_is_integer(second->type->base));
    if (!numbers || second->type->rank != (what == ROWS ? 2 : 1) ||
        (integers && !type_is_integer(second->type->base))) {
        array_arg_wrong(c, second, call, needs[what]);
        return false;
    }
    call->args[1] = array_retyped(c, second, integers ? type_basic(TYPE_INT) : x->type->base);
    return true;
}

struct expr *check_learned(struct checker *c, struct expr *call)
{
    size_t i = 0;
    while (strcmp(learners[i].name, call->symbol->name))
        i++;
    if (!take_matrix(c, call) ||
        (learners[i].second != ALONE && !take_second(c, call, learners[i].second)))
        return expr_bad(c, call->at);
    switch (learners[i].result) {
    case SEVERAL: return check_several(c, call);
    case INTS: call->type = array_of(c, type_basic(TYPE_INT), 1); return call;
    case REALS: call->type = array_of(c, type_basic(TYPE_DOUBLE), 1); return call;
    case NUMBER: return call; /* its prototype has the type */
    }
    return call;
}

/* forest_predict(forest, x), in the type of the forest */
struct expr *check_forest(struct checker *c, struct expr *call)
{
    struct expr *forest = call->args[0], *x = call->args[1];
    bool real = array_of_numbers(forest) && type_is_floating(forest->type->base);
    if (!real || forest->type->rank != 3)
        return array_arg_wrong(c, forest, call, "a forest of random_forest(): an array of rank 3");
    if (!array_of_values(x) || x->type->rank != 2)
        return array_arg_wrong(c, x, call, "rows: an array of numbers of rank 2");
    call->args[1] = array_retyped(c, x, forest->type->base);
    call->type =
        array_of(c, forest->type->base, strcmp(call->symbol->name, "forest_predict") ? 2 : 1);
    return call;
}
