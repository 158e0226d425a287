// cuBLAS on small matrices and vectors, against the host's own sums.
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define BLAS(call)                                                                     \
    do {                                                                               \
        cublasStatus_t status_ = (call);                                               \
        if (status_ != CUBLAS_STATUS_SUCCESS) {                                        \
            fprintf(stderr, "%s:%d: cuBLAS error %d\n", __FILE__, __LINE__, status_);  \
            exit(1);                                                                   \
        }                                                                              \
    } while (0)

#define M 5
#define N 3
#define K 4

static void show(const char *name, const float *a, int rows, int columns)
{
    printf("%s\n", name);
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++)
            printf(" %6.1f", a[i + j * rows]);
        printf("\n");
    }
}

int main()
{
    float a[M * K], b[K * N], c[M * N], want[M * N];
    for (int i = 0; i < M * K; i++)
        a[i] = (float) (i % 7) - 2;
    for (int i = 0; i < K * N; i++)
        b[i] = (float) (i % 5) + 1;
    for (int i = 0; i < M * N; i++)
        c[i] = (float) i;
    const float alpha = 2, beta = 0.5f;
    int wrong = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                sum += a[i + k * M] * b[k + j * K];
            want[i + j * M] = alpha * sum + beta * c[i + j * M];
        }

    cublasHandle_t handle;
    float *da, *db, *dc;
    BLAS(cublasCreate(&handle));
    cudaMalloc((void **) &da, sizeof(a));
    cudaMalloc((void **) &db, sizeof(b));
    cudaMalloc((void **) &dc, sizeof(c));
    BLAS(cublasSetMatrix(M, K, sizeof(float), a, M, da, M));
    BLAS(cublasSetMatrix(K, N, sizeof(float), b, K, db, K));
    BLAS(cublasSetMatrix(M, N, sizeof(float), c, M, dc, M));
    BLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &alpha, da, M, db, K, &beta, dc, M));
    BLAS(cublasGetMatrix(M, N, sizeof(float), dc, M, c, M));
    for (int i = 0; i < M * N; i++)
        wrong += c[i] != want[i];
    show("C = 2 A B + C / 2", c, M, N);
    printf("%d wrong\n", wrong);

    // the transposes of both, and zero for C
    const float one = 1, zero = 0;
    BLAS(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, N, M, K, &one, db, K, da, M, &zero, dc, N));
    BLAS(cublasGetMatrix(N, M, sizeof(float), dc, N, c, N));
    show("B' A'", c, N, M);

    double x[100], y[100], dot, norm, sum;
    for (int i = 0; i < 100; i++) {
        x[i] = i % 10 - 4.5;
        y[i] = 1;
    }
    x[42] = -77;
    double *dx, *dy, three = 3, half = 0.5;
    int largest;
    cudaMalloc((void **) &dx, sizeof(x));
    cudaMalloc((void **) &dy, sizeof(y));
    BLAS(cublasSetVector(100, sizeof(double), x, 1, dx, 1));
    BLAS(cublasSetVector(100, sizeof(double), y, 1, dy, 1));
    BLAS(cublasDdot(handle, 100, dx, 1, dy, 1, &dot));
    BLAS(cublasDasum(handle, 100, dx, 1, &sum));
    BLAS(cublasDnrm2(handle, 100, dy, 1, &norm));
    BLAS(cublasIdamax(handle, 100, dx, 1, &largest));
    printf("dot %g, sum of magnitudes %g, length of ones %g, largest at %d\n", dot, sum, norm, largest);
    BLAS(cublasDaxpy(handle, 50, &three, dx, 2, dy, 1));
    BLAS(cublasDscal(handle, 100, &half, dy, 1));
    BLAS(cublasGetVector(100, sizeof(double), dy, 1, y, 1));
    printf("y: %g %g %g ... %g\n", y[0], y[1], y[21], y[99]);

    float v[K] = {1, 0, -1, 2}, r[M];
    float *dv, *dr;
    cudaMalloc((void **) &dv, sizeof(v));
    cudaMalloc((void **) &dr, sizeof(r));
    BLAS(cublasSetVector(K, sizeof(float), v, 1, dv, 1));
    BLAS(cublasSgemv(handle, CUBLAS_OP_N, M, K, &one, da, M, dv, 1, &zero, dr, 1));
    BLAS(cublasGetVector(M, sizeof(float), dr, 1, r, 1));
    show("A v", r, M, 1);
    printf("a matrix with too few rows: status %d\n",
           cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &one, da, M - 1, db, K, &zero, dc, M));
    BLAS(cublasDestroy(handle));
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    cudaFree(dx);
    cudaFree(dy);
    cudaFree(dv);
    cudaFree(dr);
    return 0;
}
