/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLAS's calls on whole matrices but gemm (library_gemm.c), by BLAS's Fortran interface: lang/include/cuda/cublas_v2.h has the kernels and the order
 * of their parameters. A factor is two parameters: where it lies on the device, or NULL and its value. */
#include "device/cpu/library/library_impl.h"

static const uint32_t size_of[] = {
    [LAPACK_F32] = 4, [LAPACK_F64] = 8, [LAPACK_C32] = 8, [LAPACK_C64] = 16};

struct blas_factor {
    double bytes[2]; /* one number of any type */
};

/* false: it does not lie within one allocation */
static bool factor(const struct library_call *c, uint32_t pointer, struct blas_factor *out)
{
    uint32_t size = size_of[c->row->type];
    library_param(c, pointer + 1, out);
    if (!library_long(c, pointer))
        return true;
    const void *from = library_range(c, pointer, 0, size, size);
    if (from)
        memcpy(out, from, size);
    return from;
}

static uint64_t matrix_bytes(const struct library_call *c, int rows, int columns, int ld)
{
    return ((uint64_t) (columns - 1) * (uint64_t) ld + (uint64_t) rows) * size_of[c->row->type];
}

static bool sized(int rows, int columns, int ld)
{
    return rows > 0 && columns > 0 && ld >= rows;
}

/* NULL: there is no such matrix, and the kernel has to say what is wrong. */
static void *matrix(const struct library_call *c, uint32_t index, int rows, int columns, int ld)
{
    return sized(rows, columns, ld) ? library_range(c, index, 0, matrix_bytes(c, rows, columns, ld),
                                                    size_of[c->row->type])
                                    : NULL;
}

/* (right, upper, m, n, al, alpha, a, lda, b, ldb, be, beta, c, ldc) */
static bool symm(const struct library_call *c)
{
    const struct lapack *l = library_lapack(c);
    int right = library_int(c, 0), m = library_int(c, 2), n = library_int(c, 3),
        lda = library_int(c, 7), ldb = library_int(c, 9), ldc = library_int(c, 13),
        size = right ? n : m;
    struct blas_factor alpha, beta;
    void *a = matrix(c, 6, size, size, lda), *b = matrix(c, 8, m, n, ldb),
         *to = matrix(c, 12, m, n, ldc);
    if (!l || !a || !b || !to || !factor(c, 4, &alpha) || !factor(c, 10, &beta))
        return false;
    l->symm[c->row->type](right ? "R" : "L", library_int(c, 1) ? "U" : "L", &m, &n, &alpha, a, &lda,
                          b, &ldb, &beta, to, &ldc, 1, 1);
    return true;
}

/* (upper, transposed, n, k, al, alpha, a, lda, be, beta, c, ldc) */
static bool syrk(const struct library_call *c)
{
    const struct lapack *l = library_lapack(c);
    int transposed = library_int(c, 1), n = library_int(c, 2), k = library_int(c, 3),
        lda = library_int(c, 7), ldc = library_int(c, 11);
    struct blas_factor alpha, beta;
    void *a = matrix(c, 6, transposed ? k : n, transposed ? n : k, lda),
         *to = matrix(c, 10, n, n, ldc);
    if (!l || !a || !to || !factor(c, 4, &alpha) || !factor(c, 8, &beta))
        return false;
    l->syrk[c->row->type](library_int(c, 0) ? "U" : "L", transposed ? "T" : "N", &n, &k, &alpha, a,
                          &lda, &beta, to, &ldc, 1, 1);
    return true;
}

struct triangular {
    const char *side, *uplo, *t, *diagonal;
    int m, n, lda;
    struct blas_factor alpha;
    void *a;
};

/* (right, upper, transposed, unit, m, n, al, alpha, a, lda, ...) */
static bool triangular(const struct library_call *c, struct triangular *out)
{
    int right = library_int(c, 0);
    *out = (struct triangular){.side = right ? "R" : "L",
                               .uplo = library_int(c, 1) ? "U" : "L",
                               .t = library_int(c, 2) ? "T" : "N",
                               .diagonal = library_int(c, 3) ? "U" : "N",
                               .m = library_int(c, 4),
                               .n = library_int(c, 5),
                               .lda = library_int(c, 9)};
    int size = right ? out->n : out->m;
    out->a = matrix(c, 8, size, size, out->lda);
    return out->a && factor(c, 6, &out->alpha);
}

/* (..., b, ldb, c, ldc): C may be B */
static bool trmm(const struct library_call *c)
{
    const struct lapack *l = library_lapack(c);
    struct triangular t;
    if (!l || !triangular(c, &t))
        return false;
    int ldb = library_int(c, 11), ldc = library_int(c, 13);
    char *b = matrix(c, 10, t.m, t.n, ldb), *to = matrix(c, 12, t.m, t.n, ldc);
    uint32_t size = size_of[c->row->type];
    if (!b || !to || (b == to && ldb != ldc))
        return false;
    for (int64_t j = 0; j < t.n; j++)
        memmove(to + j * ldc * size, b + j * ldb * size, (size_t) t.m * size);
    l->trmm[c->row->type](t.side, t.uplo, t.t, t.diagonal, &t.m, &t.n, &t.alpha, t.a, &t.lda, to,
                          &ldc, 1, 1, 1, 1);
    return true;
}

/* (..., b, ldb) */
static bool trsm(const struct library_call *c)
{
    const struct lapack *l = library_lapack(c);
    struct triangular t;
    if (!l || !triangular(c, &t))
        return false;
    int ldb = library_int(c, 11);
    void *b = matrix(c, 10, t.m, t.n, ldb);
    if (b)
        l->trsm[c->row->type](t.side, t.uplo, t.t, t.diagonal, &t.m, &t.n, &t.alpha, t.a, &t.lda, b,
                              &ldb, 1, 1, 1, 1);
    return b;
}

/* ---- products: (ta, tb, m, n, k, al, alpha, a, lda, ...) ---- */

struct product {
    const char *ta, *tb;
    int m, n, k, lda, ldb, ldc;
    uint64_t a_bytes, b_bytes, c_bytes;
    struct blas_factor alpha, beta;
};

static bool product_of(const struct library_call *c, uint32_t ldb, uint32_t be, uint32_t ldc,
                       struct product *out)
{
    static const char *const operations[] = {"N", "T", "C"};
    int ta = library_int(c, 0), tb = library_int(c, 1), m = library_int(c, 2),
        n = library_int(c, 3), k = library_int(c, 4);
    if (ta < 0 || ta > 2 || tb < 0 || tb > 2)
        return false;
    *out = (struct product){.ta = operations[ta],
                            .tb = operations[tb],
                            .m = m,
                            .n = n,
                            .k = k,
                            .lda = library_int(c, 8),
                            .ldb = library_int(c, ldb),
                            .ldc = library_int(c, ldc)};
    int a_rows = ta ? k : m, a_columns = ta ? m : k, b_rows = tb ? n : k, b_columns = tb ? k : n;
    if (!sized(a_rows, a_columns, out->lda) || !sized(b_rows, b_columns, out->ldb) ||
        !sized(m, n, out->ldc))
        return false;
    out->a_bytes = matrix_bytes(c, a_rows, a_columns, out->lda);
    out->b_bytes = matrix_bytes(c, b_rows, b_columns, out->ldb);
    out->c_bytes = matrix_bytes(c, m, n, out->ldc);
    return factor(c, 5, &out->alpha) && factor(c, be, &out->beta);
}

static void multiply(const struct library_call *c, const struct product *p, const void *a,
                     const void *b, void *to)
{
    library_lapack(c)->gemm[c->row->type](p->ta, p->tb, &p->m, &p->n, &p->k, &p->alpha, a, &p->lda,
                                          b, &p->ldb, &p->beta, to, &p->ldc, 1, 1);
}

/* (..., a, lda, b, ldb, be, beta, c, ldc), where a, b and c are arrays of addresses on the device */
static bool gemm_batched(const struct library_call *c)
{
    struct product p;
    uint32_t count = c->grid.z, size = size_of[c->row->type];
    if (!library_lapack(c) || !product_of(c, 10, 11, 14, &p))
        return false;
    const uint64_t *a = library_range(c, 7, 0, count * 8ull, 8),
                   *b = library_range(c, 9, 0, count * 8ull, 8),
                   *to = library_range(c, 13, 0, count * 8ull, 8);
    for (uint32_t z = 0; a && b && to && z < count; z++)
        if (!library_at(c, a[z], p.a_bytes, size) || !library_at(c, b[z], p.b_bytes, size) ||
            !library_at(c, to[z], p.c_bytes, size))
            return false;
    for (uint32_t z = 0; a && b && to && z < count && !atomic_load(c->interrupted); z++)
        multiply(c, &p, (const void *) (uintptr_t) a[z], (const void *) (uintptr_t) b[z],
                 (void *) (uintptr_t) to[z]);
    return a && b && to;
}

/* (..., a, lda, step_a, b, ldb, step_b, be, beta, c, ldc, step_c) */
static bool cgemm(const struct library_call *c)
{
    struct product p;
    uint32_t size = size_of[c->row->type];
    if (!library_lapack(c) || !product_of(c, 11, 13, 16, &p))
        return false;
    int64_t step_a = library_long(c, 9) * size, step_b = library_long(c, 12) * size,
            step_c = library_long(c, 17) * size;
    for (uint32_t z = 0; z < c->grid.z; z++)
        if (!library_range(c, 7, step_a * z, p.a_bytes, size) ||
            !library_range(c, 10, step_b * z, p.b_bytes, size) ||
            !library_range(c, 15, step_c * z, p.c_bytes, size))
            return false;
    for (uint32_t z = 0; z < c->grid.z && !atomic_load(c->interrupted); z++)
        multiply(c, &p, library_range(c, 7, step_a * z, p.a_bytes, size),
                 library_range(c, 10, step_b * z, p.b_bytes, size),
                 library_range(c, 15, step_c * z, p.c_bytes, size));
    return true;
}

/* clang-format off */
#define ROWS(name, run)                                                                            \
    {name "IfE", run, 0, LAPACK_F32},                                                              \
    {name "IdE", run, 0, LAPACK_F64}
const struct library_kernel library_blas3[] = {
    ROWS("_Z11__blas_symm", symm),
    ROWS("_Z11__blas_syrk", syrk),
    ROWS("_Z11__blas_trmm", trmm),
    ROWS("_Z11__blas_trsm", trsm),
    ROWS("_Z19__blas_gemm_batched", gemm_batched),
    {"_Z12__blas_cgemmI6float2fE", cgemm, 0, LAPACK_C32},
    {"_Z12__blas_cgemmI7double2dE", cgemm, 0, LAPACK_C64},
};
#undef ROWS
/* clang-format on */
const size_t library_blas3_count = sizeof library_blas3 / sizeof *library_blas3;
