/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix products by BLAS's gemm: C = alpha op(A) op(B) + beta C, column-major. A product is cut into panels of columns, between which
 * an interrupt is seen. Next: lang/include/cuda/cublas_v2.h and compute/kernels/matmul.cu, whose kernels these stand for. */
#include <stdlib.h>

#include "device/cpu/exec/lanes.h"
#include "device/cpu/library/library_impl.h"

enum { COLUMN_MAJOR = 102, NO_TRANSPOSE = 111, PANEL_LEAST = 64 };

#define PANEL_FLOPS 4e9 /* 0.1 s or less */

enum gemm_number { NUMBER_F32, NUMBER_F64 };

static const uint32_t size_of[] = {[NUMBER_F32] = 4, [NUMBER_F64] = 8};

struct gemm {
    enum gemm_number number;
    int ta, tb; /* 0, 1, 2: as it is, transposed, conjugated too (cublasOperation_t) */
    int m, n, k;
    double alpha, beta;
    const char *a, *b;
    char *c;
    int lda, ldb, ldc;
};

static void multiply_panel(const struct blas *blas, const struct gemm *g, int first, int n)
{
    uint32_t size = size_of[g->number];
    const char *b = g->b + (g->tb ? (int64_t) first : (int64_t) first * g->ldb) * size;
    char *c = g->c + (int64_t) first * g->ldc * size;
    int ta = NO_TRANSPOSE + g->ta, tb = NO_TRANSPOSE + g->tb;
    if (g->number == NUMBER_F32)
        blas->sgemm(COLUMN_MAJOR, ta, tb, g->m, n, g->k, (float) g->alpha, (const float *) g->a,
                    g->lda, (const float *) b, g->ldb, (float) g->beta, (float *) c, g->ldc);
    else
        blas->dgemm(COLUMN_MAJOR, ta, tb, g->m, n, g->k, g->alpha, (const double *) g->a, g->lda,
                    (const double *) b, g->ldb, g->beta, (double *) c, g->ldc);
}

static void multiply(const struct library_call *call, const struct blas *blas, const struct gemm *g)
{
    double panel = PANEL_FLOPS / (2.0 * g->m * (g->k + 1.0));
    int step = panel < PANEL_LEAST ? PANEL_LEAST : panel < g->n ? (int) panel : g->n;
    for (int j = 0; j < g->n && !atomic_load(call->interrupted); j += step)
        multiply_panel(blas, g, j, g->n - j < step ? g->n - j : step);
}

/* The bytes from the first to the last element of a column-major matrix. */
static uint64_t bytes_of(int rows, int columns, int ld, uint32_t size)
{
    return rows && columns ? ((uint64_t) (columns - 1) * (uint64_t) ld + (uint64_t) rows) * size
                           : 0;
}

/* ---- the matrix product of arrays: (m, n, depth, a, a_step, b, b_step, c), row-major and dense, one product for each z ---- */

static bool product_at(const struct library_call *c, enum gemm_number number, uint32_t z,
                       struct gemm *out)
{
    uint32_t size = size_of[number];
    int m = library_int(c, 0), n = library_int(c, 1), depth = library_int(c, 2);
    *out = (struct gemm){.number = number, .m = n, .n = m, .k = depth, .alpha = 1};
    out->lda = out->ldc = n > 1 ? n : 1;
    out->ldb = depth > 1 ? depth : 1;
    /* row-major C = A B is column-major C' = B' A' */
    out->a = library_range(c, 5, library_long(c, 6) * z * size, bytes_of(n, depth, n, size), size);
    out->b =
        library_range(c, 3, library_long(c, 4) * z * size, bytes_of(depth, m, depth, size), size);
    out->c = library_range(c, 7, (int64_t) m * n * z * size, bytes_of(n, m, n, size), size);
    return out->a && out->b && out->c;
}

static bool matmul(const struct library_call *c, enum gemm_number number)
{
    const struct blas *blas = library_blas(c);
    struct gemm g;
    for (uint32_t z = 0; blas && z < c->grid.z; z++)
        if (!product_at(c, number, z, &g))
            return false;
    for (uint32_t z = 0; blas && z < c->grid.z && product_at(c, number, z, &g); z++)
        multiply(c, blas, &g);
    return blas;
}

bool library_matmul_f32(const struct library_call *c)
{
    return matmul(c, NUMBER_F32);
}

bool library_matmul_f64(const struct library_call *c)
{
    return matmul(c, NUMBER_F64);
}

/* ---- __blas_gemm: (ta, tb, m, n, k, al, alpha, a, lda, step_a, b, ldb, step_b, be, beta, c, ldc, step_c) ---- */

enum { TA, TB, M, N, K, AL, ALPHA, A, LDA, STEP_A, B, LDB, STEP_B, BE, BETA, C, LDC, STEP_C };

/* A factor: a value, or where it lies on the device. */
static bool factor(const struct library_call *c, enum gemm_number number, uint32_t pointer,
                   double *out)
{
    union {
        float f;
        double d;
    } value;

    const void *from = &value;
    library_param(c, pointer + 1, &value);
    if (library_long(c, pointer) &&
        !(from = library_range(c, pointer, 0, size_of[number], size_of[number])))
        return false;
    *out = number == NUMBER_F32 ? *(const float *) from : *(const double *) from;
    return true;
}

/* Everything but the matrices' places. false: the kernel has to say what is wrong. */
static bool gemm_of(const struct library_call *c, enum gemm_number number, struct gemm *g)
{
    *g = (struct gemm){.number = number,
                       .ta = library_int(c, TA),
                       .tb = library_int(c, TB),
                       .m = library_int(c, M),
                       .n = library_int(c, N),
                       .k = library_int(c, K),
                       .lda = library_int(c, LDA),
                       .ldb = library_int(c, LDB),
                       .ldc = library_int(c, LDC)};
    return g->ta >= 0 && g->ta <= 2 && g->tb >= 0 && g->tb <= 2 &&
           g->lda >= (g->ta ? g->k : g->m) && g->ldb >= (g->tb ? g->n : g->k) && g->ldc >= g->m &&
           g->m > 0 && g->n > 0 && g->k > 0 && factor(c, number, AL, &g->alpha) &&
           factor(c, number, BE, &g->beta);
}

/* The places of product z, for elements of `in` and `out` bytes. */
static bool place(const struct library_call *c, struct gemm *g, uint32_t z, uint32_t in,
                  uint32_t out)
{
    int64_t a = library_long(c, STEP_A) * z * in, b = library_long(c, STEP_B) * z * in,
            r = library_long(c, STEP_C) * z * out;
    uint64_t a_bytes = bytes_of(g->ta ? g->k : g->m, g->ta ? g->m : g->k, g->lda, in),
             b_bytes = bytes_of(g->tb ? g->n : g->k, g->tb ? g->k : g->n, g->ldb, in);
    g->a = library_range(c, A, a, a_bytes, in);
    g->b = library_range(c, B, b, b_bytes, in);
    g->c = library_range(c, C, r, bytes_of(g->m, g->n, g->ldc, out), out);
    return g->a && g->b && g->c;
}

static bool gemm(const struct library_call *c, enum gemm_number number)
{
    const struct blas *blas = library_blas(c);
    uint32_t size = size_of[number];
    struct gemm g;
    if (!blas || !gemm_of(c, number, &g))
        return false;
    for (uint32_t z = 0; z < c->grid.z; z++)
        if (!place(c, &g, z, size, size))
            return false;
    for (uint32_t z = 0; z < c->grid.z && place(c, &g, z, size, size); z++)
        multiply(c, blas, &g);
    return true;
}

bool library_gemm_f32(const struct library_call *c)
{
    return gemm(c, NUMBER_F32);
}

bool library_gemm_f64(const struct library_call *c)
{
    return gemm(c, NUMBER_F64);
}

/* ---- half precision: widened, multiplied in single precision, rounded once ---- */

/* A dense copy in single precision. */
static float *widened(const char *from, int rows, int columns, int ld)
{
    float *to = malloc((size_t) rows * (size_t) columns * sizeof *to);
    for (int j = 0; to && j < columns; j++) {
        const u16 *column = (const u16 *) (const void *) from + (int64_t) j * ld;
        for (int i = 0; i < rows; i++)
            to[(int64_t) j * rows + i] = f32_of_f16(column[i]);
    }
    return to;
}

static void narrow(const float *from, char *to, const struct gemm *g)
{
    for (int j = 0; j < g->n; j++) {
        u16 *column = (u16 *) (void *) to + (int64_t) j * g->ldc;
        for (int i = 0; i < g->m; i++)
            column[i] = f16_of_f32(from[(int64_t) j * g->m + i]);
    }
}

static bool multiply_half(const struct library_call *c, const struct blas *blas, struct gemm g,
                          bool half_out)
{
    int a_rows = g.ta ? g.k : g.m, a_columns = g.ta ? g.m : g.k, b_rows = g.tb ? g.n : g.k,
        b_columns = g.tb ? g.k : g.n;
    float *a = widened(g.a, a_rows, a_columns, g.lda), *b = widened(g.b, b_rows, b_columns, g.ldb);
    float *r = half_out ? widened(g.c, g.m, g.n, g.ldc) : NULL;
    bool ok = a && b && (r || !half_out);
    if (ok) {
        struct gemm wide = g;
        wide.a = (char *) a;
        wide.b = (char *) b;
        wide.c = half_out ? (char *) r : g.c;
        wide.lda = a_rows;
        wide.ldb = b_rows;
        wide.ldc = half_out ? g.m : g.ldc;
        multiply(c, blas, &wide);
        if (half_out)
            narrow(r, g.c, &g);
    }
    free(a);
    free(b);
    free(r);
    return ok;
}

static bool gemm_half(const struct library_call *c, bool half_out)
{
    const struct blas *blas = library_blas(c);
    uint32_t out = half_out ? 2 : 4;
    struct gemm g;
    if (!blas || c->grid.z != 1 || !gemm_of(c, NUMBER_F32, &g) || !place(c, &g, 0, 2, out))
        return false;
    return multiply_half(c, blas, g, half_out);
}

bool library_gemm_f16(const struct library_call *c)
{
    return gemm_half(c, true);
}

bool library_gemm_f16_f32(const struct library_call *c)
{
    return gemm_half(c, false);
}
