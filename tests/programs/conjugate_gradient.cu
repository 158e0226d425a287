// Conjugate gradients with cuBLAS for the vectors and a kernel for the matrix: -u'' = f on a line.
#include <cublas_v2.h>
#include <math.h>
#include <stdio.h>

#define N 64

__global__ void laplace(const double *x, double *y)
{
    int i = threadIdx.x;
    y[i] = 2 * x[i] - (i ? x[i - 1] : 0) - (i < N - 1 ? x[i + 1] : 0);
}

int main()
{
    cublasHandle_t blas;
    double f[N], u[N], *x, *r, *p, *q, rr, next, pq;
    for (int i = 0; i < N; i++)
        f[i] = 1.0 / ((N + 1) * (N + 1));
    cublasCreate(&blas);
    cudaMalloc((void **) &x, sizeof(u));
    cudaMalloc((void **) &r, sizeof(u));
    cudaMalloc((void **) &p, sizeof(u));
    cudaMalloc((void **) &q, sizeof(u));
    cudaMemset(x, 0, sizeof(u));
    cublasSetVector(N, sizeof(double), f, 1, r, 1);
    cublasDcopy(blas, N, r, 1, p, 1);
    cublasDdot(blas, N, r, 1, r, 1, &rr);
    int steps = 0;
    while (sqrt(rr) > 1e-12 && steps < 200) {
        laplace<<<1, N>>>(p, q);
        cublasDdot(blas, N, p, 1, q, 1, &pq);
        double alpha = rr / pq, minus = -alpha;
        cublasDaxpy(blas, N, &alpha, p, 1, x, 1);
        cublasDaxpy(blas, N, &minus, q, 1, r, 1);
        cublasDdot(blas, N, r, 1, r, 1, &next);
        double beta = next / rr, one = 1;
        cublasDscal(blas, N, &beta, p, 1);
        cublasDaxpy(blas, N, &one, r, 1, p, 1);
        rr = next;
        steps++;
    }
    cublasGetVector(N, sizeof(double), x, 1, u, 1);
    double worst = 0;
    for (int i = 0; i < N; i++) {
        double t = (double) (i + 1) / (N + 1);
        worst = fmax(worst, fabs(u[i] - t * (1 - t) / 2));
    }
    printf("%s after %s steps, u(1/2) = %.4f\n", worst < 1e-10 ? "solved" : "not solved", steps <= N ? "at most N" : "too many", u[N / 2]);
    cublasDestroy(blas);
    cudaFree(x);
    cudaFree(r);
    cudaFree(p);
    cudaFree(q);
    return 0;
}
