// Descriptions of a product in variables of the program: cublasLt...Init.
#include <cstdio>
#include <cublasLt.h>

int main()
{
    cublasLtHandle_t h;
    cublasLtMatmulDescOpaque_t product;
    cublasLtMatrixLayoutOpaque_t a, b, d;
    cublasLtMatmulPreferenceOpaque_t wish;
    float *x, *y, *z, one = 1, zero = 0;
    cublasOperation_t turned = CUBLAS_OP_T;
    cublasLtCreate(&h);
    cudaMallocManaged(&x, 6 * sizeof *x);
    cudaMallocManaged(&y, 6 * sizeof *y);
    cudaMallocManaged(&z, 4 * sizeof *z);
    for (int i = 0; i < 6; i++) {
        x[i] = i;
        y[i] = 1 + i % 2;
    }
    int good = cublasLtMatmulDescInit(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F) == CUBLAS_STATUS_SUCCESS;
    good += cublasLtMatmulDescSetAttribute(&product, CUBLASLT_MATMUL_DESC_TRANSA, &turned, sizeof turned) == CUBLAS_STATUS_SUCCESS;
    good += cublasLtMatrixLayoutInit(&a, CUDA_R_32F, 3, 2, 3) == CUBLAS_STATUS_SUCCESS;
    good += cublasLtMatrixLayoutInit(&b, CUDA_R_32F, 3, 2, 3) == CUBLAS_STATUS_SUCCESS;
    good += cublasLtMatrixLayoutInit(&d, CUDA_R_32F, 2, 2, 2) == CUBLAS_STATUS_SUCCESS;
    good += cublasLtMatmulPreferenceInit(&wish) == CUBLAS_STATUS_SUCCESS;
    good += cublasLtMatmul(h, &product, &one, x, &a, y, &b, &zero, z, &d, z, &d, NULL, NULL, 0, 0) == CUBLAS_STATUS_SUCCESS;
    cudaDeviceSynchronize();
    printf("%d: %g %g %g %g\n", good, z[0], z[1], z[2], z[3]);
    cublasLtDestroy(h);
}
