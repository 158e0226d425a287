/* SPDX-License-Identifier: Apache-2.0 */
/* Linear algebra on device arrays. The checker has brought the operands to float or double, or float2 or double2 (lang/check/check_linear.c). A function with several
 * results returns the first and leaves the others in vm->further. Next: compute/linear.h. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compute/einsum.h"
#include "compute/linear.h"
#include "eval/arrays/array_results.h"
#include "eval/library/builtin.h"

/* The type that the checker has determined for the result's elements. */
static struct dtype result_of(const struct call_site *call)
{
    const struct type *t = builtin_call_of(call)->result->base;
    struct dtype d = type_dtype(t);
    d.name = t->name;
    return d;
}

/* ---- Einstein sums ---- */

BUILTIN(array_einsum)
{
    struct job j = vm_job(vm, call->at);
    const struct builtin_call *s = builtin_call_of(call);
    const struct array *operands[EINSUM_OPERANDS_MAX];
    size_t n;
    const char *subscripts = vm_string(vm, at[0].u, s->spans[0], &n);
    for (uint32_t i = 1; i < s->count; i++)
        operands[i - 1] = at[i].p;
    struct array *out = subscripts ? compute_einsum(&j, subscripts, operands, s->count - 1) : NULL;
    if (!out || s->result->kind == TYPE_DEVICE_ARRAY)
        return vm_own_array(vm, out, at);
    char bytes[8];
    struct device_fault fault;
    bool ok = vm_fault(vm, array_peek(out, 0, 1, bytes, &fault), &fault, call->at);
    if (ok)
        at[0] = value_load(s->result, bytes);
    array_unref(&out);
    return ok;
}

/* ---- several results ---- */

bool vm_own_results(struct vm *vm, bool ok, struct array **made, uint32_t count, union value *at)
{
    vm_forget_further(vm);
    if (!ok) {
        for (uint32_t i = 0; i < count; i++)
            array_unref(&made[i]);
        return false;
    }
    for (uint32_t i = 1; i < count; i++)
        vm->further[i - 1].array = made[i];
    return vm_own_array(vm, made[0], at);
}

BUILTIN(array_further)
{
    uint64_t i = at[0].u;
    struct array *a = vm->further[i].array;
    vm->further[i].array = NULL;
    if (builtin_call_of(call)->result->kind == TYPE_DEVICE_ARRAY)
        return vm_own_array(vm, a, at);
    at[0].d = vm->further[i].number;
    return true;
}

BUILTIN(array_qr)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[2];
    return vm_own_results(vm, compute_qr(&j, at[0].p, made), made, 2, at);
}

BUILTIN(array_svd)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[3];
    bool ok = compute_svd(&j, at[0].p, at[1].i ? SVD_FULL : SVD_REDUCED, made);
    return vm_own_results(vm, ok, made, 3, at);
}

BUILTIN(array_eigh)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[2];
    return vm_own_results(vm, compute_eigh(&j, at[0].p, true, made), made, 2, at);
}

BUILTIN(array_eig)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[2];
    bool ok = compute_eig(&j, at[0].p, result_of(call), true, made);
    return vm_own_results(vm, ok, made, 2, at);
}

BUILTIN(array_eigvals)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[2];
    bool ok = compute_eig(&j, at[0].p, result_of(call), false, made);
    return vm_own_results(vm, ok, made, 1, at);
}

BUILTIN(array_slogdet)
{
    struct job j = vm_job(vm, call->at);
    struct array *sign;
    if (builtin_call_of(call)->result->kind != TYPE_DEVICE_ARRAY)
        return compute_determinant(&j, at[0].p, &at[0].d, &vm->further[0].number);
    vm_forget_further(vm);
    sign = compute_complex_determinant(&j, at[0].p, &vm->further[0].number);
    return vm_own_array(vm, sign, at);
}

/* ---- one result ---- */

BUILTIN(array_solve)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_solve(&j, at[0].p, at[1].p), at);
}

BUILTIN(array_lstsq)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_lstsq(&j, at[0].p, at[1].p), at);
}

BUILTIN(array_inv)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_inverse(&j, at[0].p), at);
}

BUILTIN(array_pinv)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_pinv(&j, at[0].p), at);
}

BUILTIN(array_cholesky)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_cholesky(&j, at[0].p), at);
}

BUILTIN(array_svdvals)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[3];
    bool ok = compute_svd(&j, at[0].p, SVD_NONE, made);
    return vm_own_results(vm, ok, made + 1, 1, at);
}

BUILTIN(array_eigvalsh)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[2];
    return vm_own_results(vm, compute_eigh(&j, at[0].p, false, made), made, 1, at);
}

BUILTIN(array_det_factors)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_determinant_factors(&j, at[0].p), at);
}

BUILTIN(array_det)
{
    struct job j = vm_job(vm, call->at);
    double sign, log;
    if (!compute_determinant(&j, at[0].p, &sign, &log))
        return false;
    at[0].d = sign == 0 ? 0 : sign * exp(log);
    return true;
}

/* ---- numbers from singular values ---- */

/* The singular values on the host; free() them. NULL: a diag was recorded. */
static double *singular_values(const struct job *j, const struct array *a, int64_t *out_n)
{
    struct array *made[3];
    double *s = compute_svd(j, a, SVD_NONE, made) ? compute_doubles(j, made[1]) : NULL;
    *out_n = made[1] ? array_count(made[1]) : 0;
    array_unref(&made[1]);
    return s;
}

BUILTIN(array_matrix_rank)
{
    struct job j = vm_job(vm, call->at);
    int64_t n;
    const struct array *a = at[0].p;
    double *s = singular_values(&j, a, &n);
    if (!s)
        return false;
    at[0].i = compute_rank(a, s, n);
    free(s);
    return true;
}

static bool some_elements(struct vm *vm, const struct call_site *call, const struct array *a)
{
    if (!array_count(a))
        vm_error(vm, DIAG_MEMORY, call->at, "'%s' of an empty array",
                 builtin_call_of(call)->builtin->name);
    return array_count(a);
}

BUILTIN(array_cond)
{
    struct job j = vm_job(vm, call->at);
    int64_t n;
    const struct array *a = at[0].p;
    double *s = some_elements(vm, call, a) ? singular_values(&j, a, &n) : NULL;
    if (!s)
        return false;
    at[0].d = s[0] / s[n - 1];
    free(s);
    return true;
}

/* |v0|, a real number; text has room for 80 characters */
static struct expression size_of(const struct array *a, const struct operand *o, char *text)
{
    bool complex = a->dtype.kind == DTYPE_OTHER;
    struct dtype t = dtype_part(a->dtype);
    snprintf(text, 80, complex ? "warpcell::__complex_abs<%s>(v0)" : "(%s) fabs(v0)", t.name);
    return (struct expression){.text = text, .dtype = t, .operands = o, .count = 1};
}

/* sum of |a| along an axis, then the largest or smallest */
static bool norm_of_sums(const struct job *j, const struct array *a, int64_t axis,
                         const char *outer, double *out)
{
    struct operand o = {.kind = OPERAND_ARRAY, .type = a->dtype.name, .array = a};
    char text[80];
    struct expression magnitude = size_of(a, &o, text);
    struct dtype t = magnitude.dtype;
    struct array *sums = NULL;
    char bytes[8];
    if (!compute_reduce(j, "sum", &magnitude, t, axis, NULL, &sums))
        return false;
    o = (struct operand){.kind = OPERAND_ARRAY, .type = t.name, .array = sums};
    struct expression plain = {.text = "v0", .dtype = t, .operands = &o, .count = 1};
    bool ok = compute_reduce(j, outer, &plain, t, -1, bytes, NULL);
    if (ok)
        *out = dtype_double(t, bytes);
    array_unref(&sums);
    return ok;
}

enum norm_kind { NORM_SINGULAR, NORM_COLUMNS, NORM_ROWS };

static const struct {
    const char *name;
    enum norm_kind kind;
    bool least;
} norms[] = {
    {"fro",  NORM_SINGULAR, false},
    {"nuc",  NORM_SINGULAR, false},
    {"2",    NORM_SINGULAR, false},
    {"-2",   NORM_SINGULAR, true },
    {"1",    NORM_COLUMNS,  false},
    {"-1",   NORM_COLUMNS,  true },
    {"inf",  NORM_ROWS,     false},
    {"-inf", NORM_ROWS,     true },
};

static bool frobenius(const struct job *j, const struct array *a, double *out)
{
    struct operand o = {.kind = OPERAND_ARRAY, .type = a->dtype.name, .array = a};
    char bytes[8], text[80];
    struct expression e = size_of(a, &o, text);
    bool ok = compute_reduce(j, "norm", &e, e.dtype, -1, bytes, NULL);
    if (ok)
        *out = dtype_double(e.dtype, bytes);
    return ok;
}

static bool norm_of_values(const struct job *j, const struct array *a, bool nuclear, bool least,
                           double *out)
{
    int64_t n;
    double *s = singular_values(j, a, &n);
    if (!s)
        return false;
    *out = least ? s[n - 1] : s[0];
    for (int64_t i = 1; nuclear && i < n; i++)
        *out += s[i];
    free(s);
    return true;
}

BUILTIN(array_matrix_norm)
{
    struct job j = vm_job(vm, call->at);
    size_t length, i = 0, count = sizeof norms / sizeof *norms;
    const struct array *a = at[0].p;
    const char *ord = vm_string(vm, at[1].u, builtin_call_of(call)->spans[1], &length);
    if (!ord)
        return false;
    while (i < count && strcmp(norms[i].name, ord))
        i++;
    if (i == count) {
        struct diag *d = vm_error(vm, DIAG_RUNTIME, builtin_call_of(call)->spans[1],
                                  "there is no norm '%s' of matrices", ord);
        diag_help(vm->diags, d,
                  "the norms are \"fro\", \"nuc\", \"1\", \"-1\", \"2\", \"-2\", \"inf\" and "
                  "\"-inf\"");
        return false;
    }
    if (!strcmp(ord, "fro"))
        return frobenius(&j, a, &at[0].d);
    if (!some_elements(vm, call, a))
        return false;
    return norms[i].kind == NORM_SINGULAR
               ? norm_of_values(&j, a, !strcmp(ord, "nuc"), norms[i].least, &at[0].d)
               : norm_of_sums(&j, a, norms[i].kind == NORM_COLUMNS ? 0 : 1,
                              norms[i].least ? "min" : "max", &at[0].d);
}

/* ---- parts of matrices ---- */

BUILTIN(array_outer)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_outer(&j, at[0].p, at[1].p, result_of(call)), at);
}

BUILTIN(array_kron)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_kron(&j, at[0].p, at[1].p, result_of(call)), at);
}

BUILTIN(array_eye)
{
    struct job j = vm_job(vm, call->at);
    int64_t rows = at[0].i, columns = at[1].i < 0 ? rows : at[1].i;
    if (rows < 0) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[0],
                 "a matrix cannot have %" PRId64 " rows", rows);
        return false;
    }
    return vm_own_array(vm, compute_eye(&j, result_of(call), rows, columns), at);
}

BUILTIN(array_diag)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    return vm_own_array(
        vm, x->rank == 1 ? compute_diag(&j, x, at[1].i) : array_diagonal(x, at[1].i), at);
}

BUILTIN(array_tril)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_triangle(&j, at[0].p, false, at[1].i), at);
}

BUILTIN(array_triu)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_triangle(&j, at[0].p, true, at[1].i), at);
}
