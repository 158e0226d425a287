/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Device arrays and whole-array expressions. Each function returns a new typed tree in the checker's arena; after a
 * diag it is expr_bad(). Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* ---- check_array.c ---- */
struct expr *check_subscripts(struct checker *c, struct expr *array, const struct node *n);
struct expr *array_assign(struct checker *c, struct expr *left, struct expr *right, struct span at);
struct expr *array_deduced(struct checker *c, struct expr *value); /* what `auto` is given */
void declare_device_array(struct checker *c, const struct node *declaration,
                          const struct node *declarator);
const struct type *device_param(struct checker *c, const struct node *param);

/* ---- check_map.c: whole-array expressions ---- */
struct expr *lifted_call(struct checker *c, struct symbol *device, struct expr **args,
                         uint32_t count, struct span at, struct span name_at);
struct expr *map_store(struct checker *c, struct expr *left, struct expr *right, struct span at);
bool array_of_number(struct checker *c,
                     struct expr **x); /* makes a number an array of one; false: it is none */
bool array_is_view(
    const struct expr *e); /* e has elements of a variable: what is stored there stays */
/* z.x, z[2:4].x and z[i].x of a variable or view z of structs: the member where it lies, as a view or an element of it. Other expressions, and
 * bit-fields and the like, as they are. */
struct expr *array_member_place(struct checker *c, struct expr *e);
struct expr *index_array(struct checker *c, struct expr *array, struct expr *index,
                         const struct node *n);
struct expr *conditional_map(struct checker *c, struct expr *condition, struct expr *l,
                             struct expr *r, struct span at);
struct expr *array_retyped(struct checker *c, struct expr *e, const struct type *element);

/* Arrays of numbers that are made: iota(), linspace(), random() and its like. */
struct expr *check_iota(struct checker *c, struct expr *call);
struct expr *check_linspace(struct checker *c, struct expr *call);
/* The literal behind an argument of this text; NULL: it is none. */
const struct expr *string_literal(const struct expr *e);
struct expr *check_generated(struct checker *c, struct expr *call);
struct expr *check_random_map(struct checker *c, struct expr *call);
struct expr *check_distributed(struct checker *c, struct expr *call);
struct expr *check_sobol(struct checker *c, struct expr *call);

/* The same of a derivative with numbers alone: a value. */
struct expr *derivative_call(struct checker *c, struct symbol *s, struct expr **args,
                             uint32_t count, struct span at, struct span name_at);

/* ---- check_array_call.c: the library's functions of arrays ---- */
struct expr *array_call(struct checker *c, struct expr *call); /* with its result type */
/* "'sort' needs ..., not '...'", at one of its arguments. */
struct expr *array_arg_wrong(struct checker *c, const struct expr *arg, const struct expr *call,
                             const char *needs);
bool array_of_numbers(const struct expr *e);
bool array_of_values(const struct expr *e);   /* numbers, halves among them */
bool array_of_elements(const struct expr *e); /* numbers or complex numbers */
const struct type *array_of(struct checker *c, const struct type *element, uint32_t rank);
/* The type of the products of numbers of these plain types, some of which may be complex. */
const struct type *product_of(struct checker *c, const struct type *x, const struct type *y);
/* The element of an array of one. */
struct expr *array_only_element(struct checker *c, struct expr *array);
/* The type of the products of their elements. */
const struct type *product_type(struct checker *c, const struct expr *a, const struct expr *b);
/* A call of sum or prod for all elements. */
struct expr *array_total(struct checker *c, const char *name, struct expr *x, struct span at);

/* ---- check_linear.c: those of matrices ---- */
/* The types of the results of a call of qr() and its like; 0: it is not one. */
enum { ARRAY_RESULTS_MAX = 3 };

uint32_t array_results(struct checker *c, const struct expr *call,
                       const struct type *out[ARRAY_RESULTS_MAX]);
struct expr *check_solve(struct checker *c, struct expr *call);
struct expr *check_same_matrix(struct checker *c, struct expr *call);
struct expr *check_real_values(struct checker *c, struct expr *call);
struct expr *check_real_number(struct checker *c, struct expr *call);
struct expr *check_determinant(struct checker *c, struct expr *call);
struct expr *check_several(struct checker *c, struct expr *call);
struct expr *check_factors(struct checker *c, struct expr *call);
struct expr *check_eigen(struct checker *c, struct expr *call);
struct expr *check_fft(struct checker *c, struct expr *call);
struct expr *check_fft_shifted(struct checker *c, struct expr *call);
struct expr *check_fft_frequencies(struct checker *c, struct expr *call);
struct expr *check_trace(struct checker *c, struct expr *call);
struct expr *check_outer(struct checker *c, struct expr *call);
struct expr *check_kron(struct checker *c, struct expr *call);
struct expr *check_eye(struct checker *c, struct expr *call);
struct expr *check_diag(struct checker *c, struct expr *call);
struct expr *check_triangle(struct checker *c, struct expr *call);
struct expr *check_grid(struct checker *c, struct expr *call);
struct expr *check_csr(struct checker *c, struct expr *call);
struct expr *check_csr_matmul(struct checker *c, struct expr *call);
struct expr *check_csr_to_dense(struct checker *c, struct expr *call);

/* ---- check_derivative.c: grad, value_and_grad, jvp, vjp ---- */
bool names_derivative(const struct symbol *s); /* whether it is one of these functions */
/* grad(f): the new function as a value. */
struct expr *check_derivative(struct checker *c, const struct node *n, const struct symbol *which);
/* `auto g = grad(f);` declares the function g. false: n is no such declaration. */
bool declares_derivative(struct checker *c, const struct node *n);
/* check_einsum.c: its first argument becomes the explicit form. */
struct expr *check_einsum(struct checker *c, struct expr *call);

/* ---- check_linear.c: learning ---- */
struct expr *check_learned(struct checker *c, struct expr *call);
struct expr *check_forest(struct checker *c, struct expr *call);

/* ---- check_vmap.c ---- */
bool names_vmap(struct checker *c, const struct node *n);         /* whether n is vmap(...) */
struct expr *check_vmap(struct checker *c, const struct node *n); /* vmap(f)(x, y) */
