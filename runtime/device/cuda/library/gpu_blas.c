/* SPDX-License-Identifier: Apache-2.0 */
/* Products of matrices by cuBLAS: the kernels of compute/kernels/matmul.cu and lang/include/cuda/cublas_v2.h, which have the order of the parameters.
 * Both are column-major and take cuBLAS's own numbers for transposed, side and fill mode. */
#include "device/cuda/library/gpu_library_impl.h"

enum { DEFAULT_ALGORITHM = -1 };

static enum gpu_outcome outcome(struct gpu_call *c, int status, const char *name)
{
    if (gpu_declines(DEVICE_CUBLAS, status))
        return GPU_DECLINED;
    return gpu_check(c, DEVICE_CUBLAS, status, name) ? GPU_DONE : GPU_FAILED;
}

#define BLAS(name, ...)                                                                            \
    outcome(c, gpu_api(c)->name(gpu_handle(c, DEVICE_CUBLAS), __VA_ARGS__), #name)
#define BLAS_OF(S, D, ...) (r->type == GPU_F32 ? BLAS(S, __VA_ARGS__) : BLAS(D, __VA_ARGS__))

/* Whether factors lie on the device, as the first of them does: a handle's pointer mode holds for all. */
static bool set_mode(struct gpu_call *c, bool on_device)
{
    return GPU(c, CUBLAS, cublasSetPointerMode_v2, gpu_handle(c, DEVICE_CUBLAS),
               on_device ? GPU_POINTER_DEVICE : GPU_POINTER_HOST);
}

/* (m, n, depth, a, a_step, b, b_step, c), row-major and dense, one product for each z. Row-major C = A B is column-major C' = B' A'. */
static enum gpu_outcome matmul(struct gpu_call *c, const struct gpu_routine *r)
{
    static const float one_f32 = 1, zero_f32 = 0;
    static const double one_f64 = 1, zero_f64 = 0;
    bool single = r->type == GPU_F32;
    const void *one = single ? (const void *) &one_f32 : &one_f64,
               *zero = single ? (const void *) &zero_f32 : &zero_f64;
    int m = gpu_int(c, 0), n = gpu_int(c, 1), depth = gpu_int(c, 2);
    if (m < 1 || n < 1 || depth < 1)
        return GPU_DECLINED;
    if (!set_mode(c, false))
        return GPU_FAILED;
    return BLAS(cublasGemmStridedBatchedEx, 0, 0, n, m, depth, one, gpu_pointer(c, 5), r->type, n,
                gpu_long(c, 6), gpu_pointer(c, 3), r->type, depth, gpu_long(c, 4), zero,
                gpu_pointer(c, 7), r->type, n, (int64_t) m * n, (int) c->grid.z, r->compute,
                DEFAULT_ALGORITHM);
}

/* (ta, tb, m, n, k, al, alpha, a, lda, step_a, b, ldb, step_b, be, beta, c, ldc, step_c) */
static enum gpu_outcome gemm(struct gpu_call *c, const struct gpu_routine *r)
{
    if (!set_mode(c, gpu_pointer(c, 5)))
        return GPU_FAILED;
    return BLAS(cublasGemmStridedBatchedEx, gpu_int(c, 0), gpu_int(c, 1), gpu_int(c, 2),
                gpu_int(c, 3), gpu_int(c, 4), gpu_factor(c, 5), gpu_pointer(c, 7), r->type,
                gpu_int(c, 8), gpu_long(c, 9), gpu_pointer(c, 10), r->type, gpu_int(c, 11),
                gpu_long(c, 12), gpu_factor(c, 13), gpu_pointer(c, 15), r->type_out, gpu_int(c, 16),
                gpu_long(c, 17), (int) c->grid.z, r->compute, DEFAULT_ALGORITHM);
}

/* (ta, tb, m, n, k, al, alpha, a, lda, b, ldb, be, beta, c, ldc), where a, b and c are arrays of addresses */
static enum gpu_outcome gemm_batched(struct gpu_call *c, const struct gpu_routine *r)
{
    if (!set_mode(c, gpu_pointer(c, 5)))
        return GPU_FAILED;
    return BLAS(cublasGemmBatchedEx, gpu_int(c, 0), gpu_int(c, 1), gpu_int(c, 2), gpu_int(c, 3),
                gpu_int(c, 4), gpu_factor(c, 5), (const void *const *) gpu_pointer(c, 7), r->type,
                gpu_int(c, 8), (const void *const *) gpu_pointer(c, 9), r->type, gpu_int(c, 10),
                gpu_factor(c, 11), (void *const *) gpu_pointer(c, 13), r->type, gpu_int(c, 14),
                (int) c->grid.z, r->compute, DEFAULT_ALGORITHM);
}

/* (right, upper, m, n, al, alpha, a, lda, b, ldb, be, beta, c, ldc) */
static enum gpu_outcome symm(struct gpu_call *c, const struct gpu_routine *r)
{
    if (!set_mode(c, gpu_pointer(c, 4)))
        return GPU_FAILED;
    return BLAS_OF(cublasSsymm_v2, cublasDsymm_v2, gpu_int(c, 0), gpu_int(c, 1), gpu_int(c, 2),
                   gpu_int(c, 3), gpu_factor(c, 4), gpu_pointer(c, 6), gpu_int(c, 7),
                   gpu_pointer(c, 8), gpu_int(c, 9), gpu_factor(c, 10), gpu_pointer(c, 12),
                   gpu_int(c, 13));
}

/* (upper, transposed, n, k, al, alpha, a, lda, be, beta, c, ldc) */
static enum gpu_outcome syrk(struct gpu_call *c, const struct gpu_routine *r)
{
    if (!set_mode(c, gpu_pointer(c, 4)))
        return GPU_FAILED;
    return BLAS_OF(cublasSsyrk_v2, cublasDsyrk_v2, gpu_int(c, 0), gpu_int(c, 1), gpu_int(c, 2),
                   gpu_int(c, 3), gpu_factor(c, 4), gpu_pointer(c, 6), gpu_int(c, 7),
                   gpu_factor(c, 8), gpu_pointer(c, 10), gpu_int(c, 11));
}

/* (right, upper, transposed, unit, m, n, al, alpha, a, lda, b, ldb, c, ldc) */
static enum gpu_outcome trmm(struct gpu_call *c, const struct gpu_routine *r)
{
    if (!set_mode(c, gpu_pointer(c, 6)))
        return GPU_FAILED;
    return BLAS_OF(cublasStrmm_v2, cublasDtrmm_v2, gpu_int(c, 0), gpu_int(c, 1), gpu_int(c, 2),
                   gpu_int(c, 3), gpu_int(c, 4), gpu_int(c, 5), gpu_factor(c, 6), gpu_pointer(c, 8),
                   gpu_int(c, 9), gpu_pointer(c, 10), gpu_int(c, 11), gpu_pointer(c, 12),
                   gpu_int(c, 13));
}

/* (right, upper, transposed, unit, m, n, al, alpha, a, lda, b, ldb) */
static enum gpu_outcome trsm(struct gpu_call *c, const struct gpu_routine *r)
{
    if (!set_mode(c, gpu_pointer(c, 6)))
        return GPU_FAILED;
    return BLAS_OF(cublasStrsm_v2, cublasDtrsm_v2, gpu_int(c, 0), gpu_int(c, 1), gpu_int(c, 2),
                   gpu_int(c, 3), gpu_int(c, 4), gpu_int(c, 5), gpu_factor(c, 6), gpu_pointer(c, 8),
                   gpu_int(c, 9), gpu_pointer(c, 10), gpu_int(c, 11));
}

/* clang-format off */
#define ROWS(name, run)                                                       \
    {name "IfE", run, DEVICE_CUBLAS, GPU_F32, GPU_F32, GPU_IN_F32},           \
    {name "IdE", run, DEVICE_CUBLAS, GPU_F64, GPU_F64, GPU_IN_F64}
const struct gpu_routine gpu_blas[] = {
    {"_ZN8warpcell6matmulIfLi",               matmul, DEVICE_CUBLAS, GPU_F32,  GPU_F32,  GPU_IN_F32},
    {"_ZN8warpcell6matmulIdLi",               matmul, DEVICE_CUBLAS, GPU_F64,  GPU_F64,  GPU_IN_F64},
    {"_Z11__blas_gemmIfffE",                  gemm,   DEVICE_CUBLAS, GPU_F32,  GPU_F32,  GPU_IN_F32},
    {"_Z11__blas_gemmIdddE",                  gemm,   DEVICE_CUBLAS, GPU_F64,  GPU_F64,  GPU_IN_F64},
    {"_Z11__blas_gemmI6__halfS0_fE",          gemm,   DEVICE_CUBLAS, GPU_F16,  GPU_F16,  GPU_IN_F32},
    {"_Z11__blas_gemmI6__halfffE",            gemm,   DEVICE_CUBLAS, GPU_F16,  GPU_F32,  GPU_IN_F32},
    {"_Z11__blas_gemmI13__nv_bfloat16S0_fE",  gemm,   DEVICE_CUBLAS, GPU_BF16, GPU_BF16, GPU_IN_F32},
    {"_Z11__blas_gemmI13__nv_bfloat16ffE",    gemm,   DEVICE_CUBLAS, GPU_BF16, GPU_F32,  GPU_IN_F32},
    {"_Z11__blas_gemmIaiiE",                  gemm,   DEVICE_CUBLAS, GPU_I8,   GPU_I32,  GPU_IN_I32},
    {"_Z12__blas_cgemmI6float2fE",            gemm,   DEVICE_CUBLAS, GPU_C32,  GPU_C32,  GPU_IN_F32},
    {"_Z12__blas_cgemmI7double2dE",           gemm,   DEVICE_CUBLAS, GPU_C64,  GPU_C64,  GPU_IN_F64},
    ROWS("_Z19__blas_gemm_batched", gemm_batched),
    ROWS("_Z11__blas_symm", symm),
    ROWS("_Z11__blas_syrk", syrk),
    ROWS("_Z11__blas_trmm", trmm),
    ROWS("_Z11__blas_trsm", trsm),
};
#undef ROWS
/* clang-format on */
const size_t gpu_blas_count = sizeof gpu_blas / sizeof *gpu_blas;
